//! The table of engines, and which of them run when: the order and the delays by the shape of the system.

use super::Engine;
use super::portfolio::Entrant;
use crate::system::{PredGraph, System};
use crate::term::{Op, Sort, SortId, Store, TermId, postorder};
use std::sync::Arc;
use std::time::Duration;

/// An engine of the table.
#[derive(Clone, Copy)]
pub struct EngineEntry {
    /// The name on the command line.
    pub name: &'static str,
    /// One line of help.
    pub help: &'static str,
    /// Makes a fresh engine.
    pub make: fn() -> Box<dyn Engine>,
}

/// All engines. A new engine is one folder and one line here.
pub const ENGINES: &[EngineEntry] = &[
    EngineEntry {
        name: "accel",
        help: "bounded unrolling with counting loops accelerated: deep refutations",
        make: || Box::new(super::accel::Accel::bmc()),
    },
    EngineEntry {
        name: "accel-pdr",
        help: "pdr with clauses that take counting loops at once",
        make: || Box::new(super::accel::Accel::with("accel-pdr", pdr)),
    },
    EngineEntry {
        name: "ai",
        help: "abstract interpretation alone; answers sat or unknown",
        make: || Box::new(crate::domain::AbstractInterpretation::default()),
    },
    EngineEntry {
        name: "bmc",
        help: "bounded unrolling: finds shallow refutations, decides what is not recursive",
        make: || Box::new(super::bmc::Bmc::default()),
    },
    EngineEntry {
        name: "cells",
        help: "pdr over single array cells: quantified invariants for arrays",
        make: || Box::new(super::reduced::Reduced::cells(parametric)),
    },
    EngineEntry {
        name: "expand",
        help: "executions, and unrolling with aggregates and quantifiers written out: refutations",
        make: || Box::new(super::expand::Expand),
    },
    EngineEntry {
        name: "forward",
        help: "saturation from the facts upwards: refutations with much sharing, finite systems",
        make: || Box::new(super::pdr::Forward),
    },
    EngineEntry {
        name: "instrument",
        help: "pdr with ghosts for aggregates, quantifiers over intervals and products",
        make: || Box::new(crate::instrument::search::Instrument::new(parametric)),
    },
    EngineEntry {
        name: "intblast",
        help: "pdr with bit-vectors turned into integers",
        make: || Box::new(super::reduced::Reduced::int_blast(pdr)),
    },
    EngineEntry {
        name: "joined",
        help: "pdr over joined clauses: parallel clauses become one with a disjunction",
        make: || Box::new(super::joined::Joined::new(pdr)),
    },
    EngineEntry {
        name: "kind",
        help: "k-induction over the system as one transition relation",
        make: || Box::new(super::transition::Kind),
    },
    EngineEntry {
        name: "pa",
        help: "predicate abstraction refined by interpolation",
        make: || Box::new(super::pa::Pa::default()),
    },
    EngineEntry { name: "parametric", help: "pdr with large constants turned into parameters first", make: parametric },
    EngineEntry { name: "pdr", help: "property-directed reachability with model-based projection", make: pdr },
    EngineEntry {
        name: "sizes",
        help: "recursive datatypes as their sizes and sums: invariants about these",
        make: || Box::new(super::reduced::Reduced::sizes(pdr)),
    },
    EngineEntry {
        name: "templates",
        help: "linear invariants that executions suggest",
        make: || Box::new(super::templates::Templates),
    },
    EngineEntry {
        name: "tpa",
        help: "transition power abstraction over one transition relation: deep refutations",
        make: || Box::new(super::transition::Tpa),
    },
];

fn pdr() -> Box<dyn Engine> {
    Box::new(super::pdr::Pdr)
}

fn parametric() -> Box<dyn Engine> {
    Box::new(super::parametric::Parametric::new(pdr))
}

/// The engine of that name.
pub fn find_engine(name: &str) -> Option<&'static EngineEntry> {
    ENGINES.iter().find(|entry| entry.name == name)
}

/// What the choice of engines looks at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// Number of clauses.
    pub clauses: usize,
    /// Number of predicates that depend on themselves.
    pub recursive: usize,
    /// Whether every clause has at most one body atom.
    pub linear: bool,
    /// Whether a real occurs in a predicate's arguments or a clause's variables.
    pub reals: bool,
    /// Whether an array occurs there.
    pub arrays: bool,
    /// Whether a datatype occurs there.
    pub datatypes: bool,
    /// Whether a recursive datatype occurs there.
    pub recursive_data: bool,
    /// Whether a bit-vector occurs there.
    pub bit_vectors: bool,
    /// Whether a constraint or an argument has an aggregate.
    pub aggregates: bool,
    /// Whether a constraint has a quantifier.
    pub quantifiers: bool,
    /// Whether a clause has a quantifier, an aggregate, or a product or division of variables.
    pub summaries: bool,
    /// Whether a clause divides by a numeral.
    pub divisions: bool,
}

impl Shape {
    /// The shape of a system.
    pub fn of(store: &Store, system: &System) -> Shape {
        let graph = PredGraph::new(system);
        let mut shape = Shape {
            clauses: system.clauses.len(),
            recursive: graph.recursive.iter().filter(|&&r| r).count(),
            linear: system.is_linear(),
            summaries: system.clauses.iter().any(|c| crate::instrument::has_summaries(store, c)),
            ..Shape::default()
        };
        let terms: Vec<TermId> = system.clauses.iter().flat_map(|clause| clause.terms()).collect();
        shape.divisions = postorder(store, &terms).into_iter().any(|t| matches!(store.op(t), Op::IntDiv | Op::IntMod));
        shape.quantifiers = terms.iter().any(|&term| store.is_quantified(term));
        shape.aggregates = store.has_aggregate(&terms);
        let mut seen = vec![false; store.sort_count()];
        let mut stack: Vec<SortId> = system.clauses.iter().flat_map(|c| c.vars.iter().copied()).collect();
        stack.extend(system.preds.iter().flat_map(|p| p.sorts.iter().copied()));
        while let Some(sort) = stack.pop() {
            if std::mem::replace(&mut seen[sort.index()], true) {
                continue;
            }
            match store.sort(sort) {
                Sort::Bool | Sort::Int => {}
                Sort::Real => shape.reals = true,
                Sort::BitVec(_) => shape.bit_vectors = true,
                Sort::Array(index, element) => {
                    shape.arrays = true;
                    stack.extend([*index, *element]);
                }
                Sort::Datatype(id) => {
                    shape.datatypes = true;
                    shape.recursive_data |= store.is_recursive(sort);
                    let fields = store.datatype(*id).constructors.iter().flat_map(|c| &c.fields);
                    stack.extend(fields.map(|f| f.sort));
                }
            }
        }
        shape
    }
}

/// The default schedule for a system.
///
/// Two cores are the measure: the first engine starts at once, the second a little later, so that what is easy for the
/// first costs nothing more, the others when a place becomes free. An engine with a budget gives up its place when that
/// is over and others wait.
pub fn schedule(shape: &Shape) -> Vec<Entrant> {
    let mut plan: Vec<(&str, u64, Option<u64>)> = vec![("ai", 0, None), ("pdr", 0, None)];
    if shape.aggregates {
        // To the other engines aggregates are uninterpreted functions: their refutations would not be real ones.
        plan = vec![("ai", 0, None), ("instrument", 0, None), ("expand", 0, None)];
    } else if shape.recursive == 0 {
        // Bounded search is complete here.
        plan.insert(1, ("bmc", 0, None));
        plan.push(("pa", 200, None));
    } else {
        if shape.recursive_data {
            plan.push(("sizes", 0, Some(5_000)));
        }
        if shape.bit_vectors {
            plan.push(("intblast", 0, Some(8_000)));
        }
        // Where unrolling shares nothing or states are large, facts are the better way forward.
        let rich = !shape.linear || shape.arrays || shape.datatypes;
        // With quantifiers in sight ghosts come first: quantified claims are what they are for.
        if shape.arrays && shape.quantifiers {
            plan.push(("instrument", 50, Some(8_000)));
        }
        // Arrays in records (heaps, states of contracts): instances of few clauses are quick to solve and long to wait
        // for.
        let records = shape.arrays && shape.datatypes;
        if records {
            plan.push(("bmc", 50, Some(700)));
        }
        if rich {
            plan.push(("forward", 50, Some(if records { 2_000 } else { 3_000 })));
        }
        if (shape.arrays && !shape.quantifiers) || (!shape.arrays && shape.summaries) {
            plan.push(("instrument", 50, Some(8_000)));
        }
        if records {
            plan.push(("forward", 50, Some(3_000)));
        }
        if shape.divisions && !shape.arrays && !shape.summaries {
            plan.push(("instrument", 100, Some(2_000)));
        }
        // Cheap, and unlike the others: bounds that executions suggest, and what an execution happens to refute.
        if !shape.arrays && !shape.recursive_data && !shape.bit_vectors {
            // Refutations of a few steps take less than a second, and must not wait for those of thousands.
            plan.push(("accel", 100, Some(700)));
            plan.push(("templates", 150, Some(2_000)));
        }
        plan.push(("accel", 100, Some(3_000)));
        if !rich {
            plan.push(("forward", 150, Some(2_000)));
        }
        if shape.arrays && !shape.quantifiers {
            plan.push(("expand", 150, Some(1_500)));
        }
        if rich {
            plan.push(("pa", 200, None));
        } else {
            // What the engines above do not find in ten seconds is deep, or needs more than a predicate at a time.
            plan.push(("pa", 200, Some(5_000)));
            plan.push(("kind", 200, Some(2_000)));
            plan.push(("tpa", 200, Some(10_000)));
            plan.push(("pa", 200, None));
        }
        plan.push(("bmc", 200, None));
    }
    if shape.quantifiers && !shape.aggregates {
        plan.push(("expand", 200, None));
    }
    plan.into_iter()
        .filter_map(|(name, delay, budget)| {
            let entry = find_engine(name)?;
            Some(entrant(entry, Duration::from_millis(delay), budget.map(Duration::from_millis)))
        })
        .collect()
}

/// The schedule for engines picked by name, in that order, none waiting for another but for a free place.
pub fn schedule_named(entries: &[&'static EngineEntry]) -> Vec<Entrant> {
    entries.iter().map(|entry| entrant(entry, Duration::ZERO, None)).collect()
}

fn entrant(entry: &EngineEntry, delay: Duration, budget: Option<Duration>) -> Entrant {
    Entrant { name: entry.name, make: Arc::new(entry.make), delay, budget }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(shape: Shape) -> Vec<&'static str> {
        schedule(&shape).iter().map(|entrant| entrant.name).collect()
    }

    #[test]
    fn arrays_in_records_are_unrolled_early() {
        let records =
            Shape { clauses: 3, recursive: 1, linear: true, arrays: true, datatypes: true, ..Shape::default() };
        let plan = names(records);
        assert_eq!(plan[..6], ["ai", "pdr", "bmc", "forward", "instrument", "forward"]);
        // What is deeper gets its turn at the end, without a limit.
        assert_eq!(plan.last(), Some(&"bmc"));
        for other in [Shape { arrays: false, ..records }, Shape { datatypes: false, ..records }] {
            assert_eq!(names(other).iter().filter(|name| **name == "bmc").count(), 1);
        }
    }

    #[test]
    fn transition_engines_come_after_the_others_and_only_for_linear_systems() {
        let linear = Shape { clauses: 3, recursive: 1, linear: true, ..Shape::default() };
        let plan = names(linear);
        let place = |name: &str| plan.iter().position(|n| *n == name).unwrap_or_else(|| panic!("no {name}: {plan:?}"));
        assert!(place("accel") < place("pa") && place("pa") < place("kind") && place("kind") < place("tpa"));
        // What gave up its place to them gets another one.
        assert_eq!(plan.iter().filter(|n| **n == "pa").count(), 2);
        for shape in [Shape { linear: false, ..linear }, Shape { recursive: 0, ..linear }] {
            assert!(!names(shape).contains(&"tpa"));
        }
    }
}
