//! Recursive datatypes replaced by their measures: a list becomes its length and the sum of its elements, a Peano
//! number its value.
//!
//! The result is a system over integers that has a model only if the original has one; the model is one of the original
//! about [`Measure`]s. After the "catamorphism abstraction" of Kostyukov, Mordvinov, Fedyukovich (*Beyond the
//! elementary representations of program invariants over algebraic data types*, PLDI 2021) and Suter, Dotta, Kuncak
//! (*Decision procedures for algebraic data types with abstractions*, POPL 2010). A refutation of the result suggests a
//! derivation only, unless the datatypes are kept beside their measures.

#[cfg(test)]
mod tests;

use super::quantities::{Quantities, Terms, has_recursive_data, holds_recursive_data, weaken};
use super::{Formulate, Inapplicable, Reduction};
use crate::system::{Atom, Clause, Model, PartialStep, System};
use crate::term::{Measure, Op, SortId, Store, TermId};

/// The system over measures, with what is needed to translate models back.
#[derive(Debug)]
pub struct Sizes {
    /// The new system. Its i-th predicate and i-th clause belong to the i-th of the original, with body atoms in the
    /// same order.
    pub system: System,
    /// For each argument of each predicate of the original what became of it.
    layouts: Vec<Vec<Place>>,
    /// Whether the datatypes are kept.
    pub keep: bool,
}

/// What becomes of an argument.
#[derive(Clone, Debug)]
struct Place {
    /// Whether the argument itself stays.
    itself: bool,
    /// The measures that follow it.
    measures: Vec<Measure>,
}

/// Size and sum.
struct Measures;

impl Quantities for Measures {
    fn of(&self, store: &mut Store, data: TermId) -> Vec<TermId> {
        let measures = store.measures(store.sort_of(data));
        measures.into_iter().map(|measure| store.measure(measure, data)).collect()
    }

    fn data(&self, store: &Store, term: TermId) -> Option<TermId> {
        matches!(store.op(term), Op::Measure(_)).then(|| store.args(term)[0])
    }

    fn same(&self, store: &mut Store, quantity: TermId, data: TermId) -> TermId {
        let Op::Measure(measure) = *store.op(quantity) else { return quantity };
        store.measure(measure, data)
    }

    fn size(&self, store: &mut Store, data: TermId) -> Option<TermId> {
        Some(store.measure(Measure::Size, data))
    }

    /// Sizes are not negative. Without recursive constructors there may be nothing to sum up: then the sum is 0 where
    /// the size is.
    fn facts(&self, store: &mut Store, quantity: TermId) -> Vec<TermId> {
        let Op::Measure(measure) = *store.op(quantity) else { return Vec::new() };
        let zero = store.int(0);
        if measure == Measure::Size {
            return vec![store.ge(quantity, zero)];
        }
        let data = store.args(quantity)[0];
        let family = store.datatype_of(store.sort_of(data)).and_then(|id| store.family(id));
        let adds_nothing = family.is_some_and(|family| {
            family.iter().all(|&id| {
                (0..store.datatype(id).constructors.len() as u32).all(|c| {
                    let recursive = store.shares(Measure::Size, id, c).0 > 0;
                    recursive || store.datatype(id).constructors[c as usize].fields.is_empty()
                })
            })
        });
        if !adds_nothing {
            return Vec::new();
        }
        let size = store.measure(Measure::Size, data);
        let (some, none) = (store.neq(size, zero), store.eq(quantity, zero));
        vec![store.or2(some, none)]
    }
}

/// The abstraction of a system. With `keep`, measures are added to the arguments, without, they take the place of the
/// datatypes.
pub fn transform(store: &mut Store, system: &System, keep: bool) -> Sizes {
    let mut result = System::new();
    let mut layouts = Vec::with_capacity(system.preds.len());
    for pred in &system.preds {
        let place = |&sort: &SortId| Place {
            itself: keep || !holds_recursive_data(store, sort),
            measures: store.measures(sort),
        };
        let layout: Vec<Place> = pred.sorts.iter().map(place).collect();
        let mut sorts = Vec::new();
        for (place, &sort) in layout.iter().zip(&pred.sorts) {
            sorts.extend(place.itself.then_some(sort));
            sorts.extend(place.measures.iter().map(|_| SortId::INT));
        }
        result.add_pred(pred.name.clone(), sorts);
        layouts.push(layout);
    }
    for clause in &system.clauses {
        let clause = transform_clause(store, clause, &layouts, keep);
        result.add_clause(clause);
    }
    Sizes { system: result, layouts, keep }
}

fn transform_clause(store: &mut Store, clause: &Clause, layouts: &[Vec<Place>], keep: bool) -> Clause {
    let mut terms = Terms::new(store, &Measures, &clause.vars);
    let mut parts = vec![weaken(&mut terms, clause.constraint)];
    if keep {
        parts.push(clause.constraint);
    }
    let atom = |terms: &mut Terms<'_>, atom: &Atom| {
        let mut args = Vec::new();
        for (&arg, place) in atom.args.iter().zip(&layouts[atom.pred.index()]) {
            if place.itself {
                args.push(if keep { arg } else { terms.plain(arg) });
            }
            args.extend(terms.numbers(arg));
        }
        Atom::new(atom.pred, args)
    };
    let body = clause.body.iter().map(|a| atom(&mut terms, a)).collect();
    let head = clause.head.as_ref().map(|a| atom(&mut terms, a));
    let (vars, facts) = terms.finish();
    parts.extend(facts);
    Clause { vars, body, constraint: store.and(&parts), head, origin: clause.origin }
}

impl Sizes {
    /// The model of the original that a model of [`Sizes::system`] stands for.
    pub fn model_back(&self, store: &mut Store, original: &System, model: &Model) -> Model {
        let mut definitions = Vec::with_capacity(original.preds.len());
        for ((pred, layout), &definition) in original.preds.iter().zip(&self.layouts).zip(&model.definitions) {
            let args = store.vars(0, &pred.sorts);
            let mut images: Vec<TermId> = Vec::new();
            for (&arg, place) in args.iter().zip(layout) {
                images.extend(place.itself.then_some(arg));
                images.extend(place.measures.iter().map(|&m| store.measure(m, arg)));
            }
            definitions.push(if images.is_empty() { definition } else { store.instantiate(definition, &images) });
        }
        Model { definitions }
    }
}

/// First the measures alone, then beside the data.
pub(super) const ATTEMPTS: &[Formulate] = &[measures_alone, measures_beside];

fn measures_alone(store: &mut Store, system: &System) -> Result<Box<dyn Reduction>, Inapplicable> {
    measured(store, system, false)
}

fn measures_beside(store: &mut Store, system: &System) -> Result<Box<dyn Reduction>, Inapplicable> {
    measured(store, system, true)
}

fn measured(store: &mut Store, system: &System, keep: bool) -> Result<Box<dyn Reduction>, Inapplicable> {
    if !has_recursive_data(store, system) {
        return Err("no recursive datatypes in predicates");
    }
    Ok(Box::new(transform(store, system, keep)))
}

impl Reduction for Sizes {
    fn system(&self) -> &System {
        &self.system
    }

    fn model_back(&self, store: &mut Store, original: &System, model: &Model) -> Model {
        Sizes::model_back(self, store, original, model)
    }

    fn refutation_back(&self, _: &Store, original: &System, mut steps: Vec<PartialStep>) -> Vec<PartialStep> {
        for step in &mut steps {
            let sorts = &original.clause(step.clause).vars;
            // The clause's own variables come first and keep their numbers. Without the data, values are only a
            // suggestion.
            step.values.truncate(sorts.len());
            if !self.keep {
                step.values.fill(None);
            }
        }
        steps
    }
}
