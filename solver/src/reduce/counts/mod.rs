//! Recursive datatypes replaced by folds with a parameter: how often a value occurs in a list, how many elements are at
//! most so large, and how high a tree is.
//!
//! Every predicate over data with elements gets a *key*, a value of the element sort, and is read as what holds of the
//! folds at every key: a model `P'` of the result stands for `P x := ∀k. P'(k, count x k, …)`. The key of a head is a
//! variable of the clause, and the body is used at the same key: folds go down with the data. A clause without a key of
//! its own, as a query, uses its body at its own elements. `P'` has the size of the data, too, which tells constructors
//! apart. The folds are recursive functions of the store, so that a model is printed and checked like those of the
//! engine `functions`. A refutation suggests a derivation only.
//!
//! Folds without a key that a system asks for itself are added one after the other by `learn`.
//!
//! "Parametric" as the indices of `cells` are; folds as in Suter, Dotta, Kuncak (*Decision procedures for algebraic
//! data types with abstractions*, POPL 2010).

mod body;
mod elements;
mod folds;
mod kinds;
mod learn;
#[cfg(test)]
mod learn_tests;
#[cfg(test)]
mod tests;

pub use learn::Learnt;

use super::quantities::{Quantities, Terms, has_recursive_data, holds_recursive_data, weaken};
use super::{Formulate, Inapplicable, Reduction};
use crate::system::{Atom, Clause, Model, PartialStep, System};
use crate::term::{SortId, Store, TermId};
use elements::{Elements, element_sort};
use folds::{Folds, folded_sorts};
use kinds::{Kind, has_elements, is_branching};

/// Keys at which a body is used in a clause that has none of its own.
const KEYS: usize = 3;
/// Keys at which a body is used besides the clause's own.
const OTHER_KEYS: usize = 2;

/// The system over folds, with what is needed to translate models back.
#[derive(Debug)]
pub struct Counts {
    /// The new system. Its i-th predicate and i-th clause belong to the i-th of the original.
    pub system: System,
    /// For each clause and each body atom of the original the first of its instances among the new body atoms.
    first_instance: Vec<Vec<usize>>,
    layouts: Vec<Layout>,
    folds: Folds,
    element: SortId,
}

/// What becomes of the arguments of a predicate.
#[derive(Debug)]
struct Layout {
    /// Whether something is said of it at a key.
    keyed: bool,
    /// Whether the key is an argument, in front of all.
    has_key: bool,
    /// What becomes of each argument.
    places: Vec<Place>,
}

/// What becomes of an argument, before its folds.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// Whether it stays.
    itself: bool,
    /// Whether it is an element: what it adds to the folds follows.
    indicators: bool,
}

/// How a system is to be read.
#[derive(Clone, Copy, Debug)]
struct Reading {
    /// Whether of elements only is kept what they add to folds; else they stay arguments, and the key is one.
    replaced: bool,
    /// In a clause with a key of its own bodies are used at so many other elements, too.
    others: usize,
}

const OCCURRENCES: &[Kind] = &[Kind::Size, Kind::Elements, Kind::Count];

const COMPARISONS: &[Kind] = &[Kind::Size, Kind::Elements, Kind::Count, Kind::AtMost];

/// First how often a value occurs, of elements only whether they are that value: what is left then is linear. Then
/// heights; how many elements are at most so large, too; elements beside all that, and bodies at more keys.
pub(super) const ATTEMPTS: [Formulate; 5] = [indicators, heights, comparisons, occurrences, at_more_keys];

fn indicators(store: &mut Store, system: &System) -> Result<Box<dyn Reduction>, Inapplicable> {
    if element_sort(store, system).is_some_and(|sort| store.is_recursive(sort)) {
        return Err("elements are recursive themselves");
    }
    keyed(store, system, OCCURRENCES, Reading { replaced: true, others: 0 })
}

fn occurrences(store: &mut Store, system: &System) -> Result<Box<dyn Reduction>, Inapplicable> {
    keyed(store, system, OCCURRENCES, Reading { replaced: false, others: 0 })
}

fn heights(store: &mut Store, system: &System) -> Result<Box<dyn Reduction>, Inapplicable> {
    let sorts = data_sorts(store, system);
    if !sorts.iter().any(|&sort| is_branching(store, sort)) {
        return Err("no trees in predicates");
    }
    let folds = folds_of(store, system, &[Kind::Size, Kind::Height], SortId::INT);
    Ok(Box::new(transform(store, system, folds, Reading { replaced: false, others: 0 })))
}

fn comparisons(store: &mut Store, system: &System) -> Result<Box<dyn Reduction>, Inapplicable> {
    if !element_sort(store, system).is_some_and(|sort| matches!(sort, SortId::INT | SortId::REAL)) {
        return Err("elements are no numbers");
    }
    keyed(store, system, COMPARISONS, Reading { replaced: true, others: 0 })
}

fn at_more_keys(store: &mut Store, system: &System) -> Result<Box<dyn Reduction>, Inapplicable> {
    keyed(store, system, OCCURRENCES, Reading { replaced: false, others: OTHER_KEYS })
}

fn keyed(
    store: &mut Store,
    system: &System,
    kinds: &[Kind],
    reading: Reading,
) -> Result<Box<dyn Reduction>, Inapplicable> {
    if !has_recursive_data(store, system) {
        return Err("no recursive datatypes in predicates");
    }
    let Some(element) = element_sort(store, system) else { return Err("datatypes without elements") };
    if !data_sorts(store, system).iter().any(|&sort| has_elements(store, sort, element)) {
        return Err("datatypes without elements");
    }
    let folds = folds_of(store, system, kinds, element);
    Ok(Box::new(transform(store, system, folds, reading)))
}

/// The datatypes with folds that occur in arguments of predicates, and their parts.
fn data_sorts(store: &Store, system: &System) -> Vec<SortId> {
    folded_sorts(store, system.preds.iter().flat_map(|p| p.sorts.iter().copied()))
}

/// The folds of these kinds over all datatypes of a system, with elements of that sort.
fn folds_of(store: &mut Store, system: &System, kinds: &[Kind], element: SortId) -> Folds {
    // Data may occur in clauses only.
    let clause_sorts = system.clauses.iter().flat_map(|c| c.vars.iter().copied());
    let sorts = folded_sorts(store, system.preds.iter().flat_map(|p| p.sorts.iter().copied()).chain(clause_sorts));
    Folds::new(store, kinds, &sorts, element)
}

/// The abstraction of a system by these folds.
fn transform(store: &mut Store, system: &System, mut folds: Folds, reading: Reading) -> Counts {
    let element = folds.element;
    let elements = Elements::of(store, system, element);
    let mut result = System::new();
    let mut layouts = Vec::with_capacity(system.preds.len());
    let key_sort = if store.is_recursive(element) { SortId::INT } else { element };
    for (id, pred) in system.pred_ids().zip(&system.preds) {
        let place = |(at, &sort): (usize, &SortId)| {
            let indicators = elements.stand_at(id, at) && folds.indicator_count() > 0;
            Place { itself: !(holds_recursive_data(store, sort) || indicators && reading.replaced), indicators }
        };
        let places: Vec<Place> = pred.sorts.iter().enumerate().map(place).collect();
        let keyed = places.iter().any(|p| p.indicators) || pred.sorts.iter().any(|&sort| folds.is_keyed(sort));
        let layout = Layout { keyed, has_key: keyed && !reading.replaced, places };
        let mut sorts: Vec<SortId> = layout.has_key.then_some(key_sort).into_iter().collect();
        for (place, &sort) in layout.places.iter().zip(&pred.sorts) {
            sorts.extend(place.itself.then_some(sort));
            let indicators = if place.indicators { folds.indicator_count() } else { 0 };
            sorts.extend(std::iter::repeat_n(SortId::INT, indicators));
            sorts.extend(folds.value_sorts(sort));
        }
        result.add_pred(pred.name.clone(), sorts);
        layouts.push(layout);
    }
    let mut first_instance = Vec::with_capacity(system.clauses.len());
    for clause in &system.clauses {
        let is_keyed = |atom: &Atom| layouts[atom.pred.index()].keyed;
        let mut vars = clause.vars.clone();
        let own = clause.head.as_ref().is_some_and(is_keyed);
        let inside = elements.terms(store, clause);
        folds.replaced.clear();
        if reading.replaced {
            folds.replaced.extend(inside.iter().copied());
        }
        folds.keys.clear();
        if clause.body.iter().any(is_keyed) {
            folds.keys = inside;
            folds.keys.truncate(if own { reading.others } else { KEYS });
        }
        if own || folds.keys.is_empty() {
            folds.keys.insert(0, store.var(vars.len() as u32, element));
            vars.push(element);
        }
        let (clause, first) = transform_clause(store, clause, &vars, &layouts, &folds);
        result.add_clause(clause);
        first_instance.push(first);
    }
    Counts { system: result, first_instance, layouts, folds, element }
}

/// The clause over folds at the keys in use, the first of which is that of the head; and the first instance of each
/// body atom.
fn transform_clause(
    store: &mut Store,
    clause: &Clause,
    vars: &[SortId],
    layouts: &[Layout],
    folds: &Folds,
) -> (Clause, Vec<usize>) {
    let mut terms = Terms::new(store, folds, vars);
    let mut parts = vec![weaken(&mut terms, clause.constraint)];
    for fact in folds.of_keys(terms.store) {
        parts.push(terms.plain(fact));
    }
    let at = |terms: &mut Terms<'_>, atom: &Atom, key: TermId| {
        let layout = &layouts[atom.pred.index()];
        let mut args = Vec::new();
        if layout.has_key {
            let key = folds.size(terms.store, key).unwrap_or(key);
            args.push(terms.plain(key));
        }
        for (&arg, place) in atom.args.iter().zip(&layout.places) {
            if place.itself {
                args.push(terms.plain(arg));
            }
            if place.indicators {
                for number in folds.indicated(terms.store, arg, key) {
                    args.push(terms.plain(number));
                }
            }
            for quantity in folds.at(terms.store, arg, &[key]) {
                args.push(terms.plain(quantity));
            }
        }
        Atom::new(atom.pred, args)
    };
    let (mut body, mut first) = (Vec::new(), Vec::new());
    for atom in &clause.body {
        first.push(body.len());
        let count = if layouts[atom.pred.index()].keyed { folds.keys.len() } else { 1 };
        for &key in &folds.keys[..count] {
            body.push(at(&mut terms, atom, key));
        }
    }
    let head = clause.head.as_ref().map(|atom| at(&mut terms, atom, folds.keys[0]));
    let (vars, facts) = terms.finish();
    parts.extend(facts);
    (Clause { vars, body, constraint: store.and(&parts), head, origin: clause.origin }, first)
}

impl Reduction for Counts {
    fn system(&self) -> &System {
        &self.system
    }

    fn model_back(&self, store: &mut Store, original: &System, model: &Model) -> Model {
        let mut definitions = Vec::with_capacity(original.preds.len());
        for ((pred, layout), &definition) in original.preds.iter().zip(&self.layouts).zip(&model.definitions) {
            let args = store.vars(0, &pred.sorts);
            let number = store.fresh_bound();
            let key = store.bound(number, self.element);
            let mut images: Vec<TermId> = Vec::new();
            if layout.has_key {
                images.push(self.folds.size(store, key).unwrap_or(key));
            }
            for (&arg, place) in args.iter().zip(&layout.places) {
                images.extend(place.itself.then_some(arg));
                if place.indicators {
                    images.extend(self.folds.indicated(store, arg, key));
                }
                images.extend(self.folds.at(store, arg, &[key]));
            }
            let body = if images.is_empty() { definition } else { store.instantiate(definition, &images) };
            definitions.push(store.forall(&[(number, self.element)], body));
        }
        Model { definitions }
    }

    fn refutation_back(&self, _: &Store, original: &System, mut steps: Vec<PartialStep>) -> Vec<PartialStep> {
        for step in &mut steps {
            // Values of numbers say little without the data.
            step.values.truncate(original.clause(step.clause).vars.len());
            step.values.fill(None);
            step.premises = self.first_instance[step.clause.index()].iter().map(|&i| step.premises[i]).collect();
        }
        steps
    }
}
