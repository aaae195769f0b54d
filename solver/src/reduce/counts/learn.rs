//! Folds that spurious derivations ask for: orders, extremes, ends, sums, nodes of one kind, parity.
//!
//! The system is solved with sizes alone first. A refutation that the datatypes do not have is one derivation too
//! many; among the folds of the library the first that makes its constraint contradictory is added, and the system
//! solved again. After Katsura, Kobayashi, Sakayori, Sato (*Automated catamorphism synthesis for solving CHCs over
//! algebraic data types*, 2025), with a library in the place of affine maps with unknown coefficients: orders and
//! extremes are not affine, and coefficients beyond 1 are rarely needed.

use super::elements::element_sort;
use super::kinds::{Form, Kind, Order, says_something};
use super::{Folds, Reading, data_sorts, folds_of, transform};
use crate::context::{Context, Engine};
use crate::reduce::quantities::{Terms, has_recursive_data, holds_recursive_data, weaken};
use crate::reduce::{Inner, Outcome, outcome, within};
use crate::smt::{Purpose, SatResult, Steps};
use crate::system::{PartialStep, Reason, System, Verdict};
use crate::term::{SortId, Store, TermId};

/// After so many folds of one datatype more of them help nobody.
const FOLDS: usize = 8;
/// Derivations of more steps are not looked at.
const STEPS: usize = 200;
/// The work for the first attempt over some folds.
const FIRST: Steps = Steps::millis(1_000);
/// When all have had that, those over which nothing was decided are tried again with so many times as much.
const FACTOR: u64 = 3;

/// Recursive datatypes as folds that are added where a spurious derivation asks for them.
pub struct Learnt {
    inner: Inner,
}

impl Learnt {
    /// With the engine for the systems over folds.
    pub fn new(inner: Inner) -> Learnt {
        Learnt { inner }
    }
}

impl Engine for Learnt {
    fn name(&self) -> &'static str {
        "folds"
    }

    fn solve(&mut self, cx: &mut Context, system: &System) -> Verdict {
        if !has_recursive_data(&cx.store, system) {
            return Verdict::Unknown(Reason::Incomplete("no recursive datatypes in predicates".into()));
        }
        let element = element_sort(&cx.store, system).filter(|&sort| sort.is_arith() || cx.store.is_counter(sort));
        let element = element.unwrap_or(SortId::INT);
        let sorts = data_sorts(&cx.store, system);
        let mut library = library(&cx.store, &sorts).into_iter();
        let mut derivations: Vec<Derivation> = Vec::new();
        let (mut open, mut late, mut seen): (Vec<Candidate>, Vec<Candidate>, Vec<Vec<Kind>>) = Default::default();
        loop {
            let next = match refuting(cx, &derivations, &open) {
                Ok(next) => next,
                Err(stop) => return Verdict::Unknown(stop),
            };
            let Some(at) = next else {
                // Another round: what was not done gets more work, and less likely folds their first.
                open = std::mem::take(&mut late);
                for group in library.next().into_iter().flatten() {
                    let kinds = with(&cx.store, &sorts, element, &group);
                    if !seen.contains(&kinds) {
                        let folds = folds_of(&mut cx.store, system, &kinds, element);
                        if sorts.iter().all(|&sort| folds.value_sorts(sort).len() <= FOLDS) {
                            open.push(Candidate { folds, work: FIRST });
                        }
                        seen.push(kinds);
                    }
                }
                if open.is_empty() {
                    return Verdict::Unknown(Reason::Incomplete("no folds are left to be tried".into()));
                }
                continue;
            };
            let Candidate { folds, work } = open.remove(at);
            log::debug!("folds: {:?}", folds.kinds());
            let reduction = transform(&mut cx.store, system, folds, Reading { replaced: false, others: 0 });
            let share = cx.cancel.limited(work);
            match within(cx, Some(share), |cx| outcome(cx, system, &reduction, (self.inner)().as_mut())) {
                Outcome::Verdict(Verdict::Unknown(why)) => {
                    log::debug!("folds: {why}");
                    late.push(Candidate { folds: reduction.folds, work: Steps::units(work.in_units() * FACTOR) });
                }
                Outcome::Verdict(verdict) => return verdict,
                Outcome::Spurious(steps) if steps.len() <= STEPS => {
                    log::debug!("folds: a derivation of {} steps too many", steps.len());
                    derivations.push(Derivation::new(&mut cx.store, system, &steps));
                }
                Outcome::Spurious(_) => {}
            }
        }
    }
}

/// Folds that are still to be tried.
struct Candidate {
    folds: Folds,
    /// The work for the next attempt.
    work: Steps,
}

/// Groups of folds to be added together, the simplest first; those that are less likely in a library of their own.
fn library(store: &Store, sorts: &[SortId]) -> [Vec<Vec<Kind>>; 3] {
    use Kind::{First, Greatest, Height, Last, Least, Nodes, Parity, Root, Sum};
    let mut likely = vec![Vec::new(), vec![Parity]];
    for &sort in sorts {
        let count = store.datatype_of(sort).map_or(0, |id| store.datatype(id).constructors.len() as u32);
        // One of two is what the size tells.
        if count > 2 {
            likely.extend((0..count).map(|c| vec![Nodes(sort, c)]));
        }
    }
    likely.extend([vec![Sum], vec![Height], vec![Root]]);
    for of in Form::ALL {
        likely.extend([vec![First(of)], vec![Last(of)], vec![First(of), Last(of)]]);
    }
    likely.extend([vec![Least], vec![Greatest], vec![Least, Greatest]]);
    likely.extend(in_order(Order::Ascending));
    let mut unlikely: Vec<Vec<Kind>> = two_orders();
    unlikely.extend([Order::StrictlyAscending, Order::StrictlyDescending].into_iter().flat_map(in_order));
    [likely, in_order(Order::Descending), unlikely]
}

/// Groups for what turns one order into another, or makes it strict.
fn two_orders() -> Vec<Vec<Kind>> {
    use Kind::{Ordered, Sorted};
    use Order::{Ascending, Descending, StrictlyAscending, StrictlyDescending};
    let pairs = [(Ascending, Descending), (Ascending, StrictlyAscending), (Descending, StrictlyDescending)];
    let mut groups: Vec<Vec<Kind>> =
        pairs.into_iter().map(|(one, two)| vec![Ordered(Form::List, one), Ordered(Form::List, two)]).collect();
    for (one, two) in [(Ascending, Descending), (Descending, Ascending)] {
        groups.push(vec![Sorted(Form::Tree, one), Sorted(Form::List, two)]);
    }
    groups
}

/// Groups of folds that tell whether elements are in order.
fn in_order(order: Order) -> Vec<Vec<Kind>> {
    use Kind::{First, Greatest, Heap, Last, Least, Ordered, Sorted};
    let mut groups = Vec::new();
    groups.extend(Form::ALL.map(|of| vec![Ordered(of, order)]));
    groups.push(vec![Heap(order)]);
    groups.push(vec![Heap(order), Ordered(Form::List, order)]);
    groups.extend(Form::ALL.map(|of| vec![Sorted(of, order)]));
    groups.extend(Form::ALL.map(|of| vec![Least, Greatest, Sorted(of, order)]));
    groups.push(vec![Sorted(Form::List, order), Sorted(Form::Tree, order)]);
    groups.extend(Form::ALL.map(|of| vec![First(of), Last(of), Ordered(of, order)]));
    groups.push(vec![Ordered(Form::List, order), Ordered(Form::Tree, order)]);
    groups
}

/// The sizes and these folds, in the order in which they are defined, with those on which they are based; without those
/// that say nothing of the datatypes.
fn with(store: &Store, sorts: &[SortId], element: SortId, group: &[Kind]) -> Vec<Kind> {
    let mut all = vec![Kind::Size];
    for &kind in group {
        for further in kind.based_on(store, sorts).into_iter().chain([kind]) {
            let speaks = sorts.iter().any(|&sort| says_something(store, further, sort, sorts, element));
            if speaks && !all.contains(&further) {
                all.push(further);
            }
        }
    }
    all.sort_by_key(|&kind| kind.rank());
    all
}

/// The position of the first folds that make all derivations impossible.
fn refuting(cx: &mut Context, derivations: &[Derivation], open: &[Candidate]) -> Result<Option<usize>, Reason> {
    let mut solver = cx.solver();
    let mut found = Ok(None);
    'folds: for (at, Candidate { folds, .. }) in open.iter().enumerate() {
        // The latest first: what refutes the others has been tried before.
        for derivation in derivations.iter().rev() {
            if let Err(stop) = cx.check() {
                found = Err(stop);
                break 'folds;
            }
            let formula = derivation.folded(&mut cx.store, folds);
            match solver.check_formula(&cx.store, Purpose::Generalize, formula, &[]) {
                Ok((SatResult::Unsat, _)) => {}
                Ok(_) => continue 'folds,
                Err(error) => {
                    found = Err(error.into());
                    break 'folds;
                }
            }
        }
        found = Ok(Some(at));
        break;
    }
    cx.statistics.add(&solver.take_statistics());
    found
}

/// A derivation as a question: the variables of all steps, their constraints, and what premises are asked for beside
/// what heads derive.
struct Derivation {
    vars: Vec<SortId>,
    constraint: TermId,
    passed: Vec<(TermId, TermId)>,
}

impl Derivation {
    fn new(store: &mut Store, system: &System, steps: &[PartialStep]) -> Derivation {
        let (mut vars, mut parts, mut passed) = (Vec::new(), Vec::new(), Vec::new());
        let mut heads: Vec<Vec<TermId>> = Vec::with_capacity(steps.len());
        for step in steps {
            let clause = system.clause(step.clause);
            let own = store.vars(vars.len() as u32, &clause.vars);
            vars.extend(&clause.vars);
            parts.push(store.instantiate(clause.constraint, &own));
            for (atom, &premise) in clause.body.iter().zip(&step.premises) {
                for (&arg, &derived) in atom.args.iter().zip(&heads[premise]) {
                    passed.push((store.instantiate(arg, &own), derived));
                }
            }
            let args = clause.head.iter().flat_map(|head| head.args.iter().copied());
            heads.push(args.map(|arg| store.instantiate(arg, &own)).collect());
        }
        Derivation { vars, constraint: store.and(&parts), passed }
    }

    /// What is left of it in terms of folds. Between two steps only folds are passed on: that the constructors of what
    /// is passed agree, too, is more than the system over folds says.
    fn folded(&self, store: &mut Store, folds: &Folds) -> TermId {
        let mut terms = Terms::new(store, folds, &self.vars);
        let mut parts = vec![weaken(&mut terms, self.constraint)];
        for &(arg, derived) in &self.passed {
            let sort = terms.store.sort_of(arg);
            let (asked, given) = if terms.store.is_recursive(sort) {
                (terms.numbers(arg), terms.numbers(derived))
            } else if holds_recursive_data(terms.store, sort) {
                continue;
            } else {
                (vec![terms.plain(arg)], vec![terms.plain(derived)])
            };
            parts.extend(asked.into_iter().zip(given).map(|(a, b)| terms.store.eq(a, b)));
        }
        let (_, facts) = terms.finish();
        parts.extend(facts);
        store.and(&parts)
    }
}
