//! Lemmas that stay valid from one candidate to the next.
//!
//! The largest inductive subset of an attempt that did not suffice is still an invariant, of the input and not only of
//! the attempt's own abstraction. What it says about counters and ghosts is kept over the terms these stand for, so
//! that a later attempt, with cells or other ghosts, takes over what it can express, and its engine starts from there.
//! Facts about cells are not passed on: each is instantiated at every index a clause reads, which costs an engine more
//! than it saves.

use super::limits::LIMITS;
use crate::context::Context;
use crate::houdini::houdini;
use crate::reduce::Reduction;
use crate::reduce::cells::{Cells, Role};
use crate::system::{Model, PartialStep, Reason, System};
use crate::term::{Store, Substitution, TermId, disjuncts, free_vars};

/// What attempts have proved so far.
#[derive(Debug, Default)]
pub struct Lemmas {
    /// For each attempt that proved something: for each predicate the terms its arguments stand for, and the
    /// invariants.
    known: Vec<(Vec<Vec<TermId>>, Vec<Vec<TermId>>)>,
}

impl Lemmas {
    /// Keeps what the invariants of a reduction's predicates say about counters and ghosts.
    pub fn keep(
        &mut self,
        cx: &mut Context,
        system: &System,
        reduction: &Cells,
        invariants: Vec<Vec<TermId>>,
    ) -> Result<(), Reason> {
        let roles = reduction.roles();
        let mut kept = Vec::with_capacity(invariants.len());
        let mut dropped = false;
        for (list, roles) in invariants.iter().zip(&roles) {
            let about_cells = |term: TermId| {
                let vars = free_vars(&cx.store, &[term]);
                let mut roles = vars.iter().filter_map(|&v| roles.get(cx.store.as_var(v)? as usize));
                roles.any(|role| matches!(role, Role::Index | Role::Value))
            };
            let mut short: Vec<TermId> = list.iter().copied().filter(|&t| !about_cells(t)).collect();
            dropped |= short.len() < list.len();
            short = strongest(&cx.store, short);
            dropped |= short.len() > LIMITS.lemmas;
            // The first ones are the most general.
            short.truncate(LIMITS.lemmas);
            kept.push(short);
        }
        if dropped && kept.iter().any(|list| !list.is_empty()) {
            // What is left may rest on what is gone.
            kept = houdini(cx, &reduction.system, &kept)?.invariants;
        }
        if kept.iter().all(Vec::is_empty) {
            return Ok(());
        }
        let terms = system.pred_ids().map(|pred| reduction.argument_terms(&mut cx.store, system, pred)).collect();
        self.known.push((terms, kept));
        Ok(())
    }

    /// A reduction with all lemmas that its predicates can express.
    pub fn apply<'a>(&self, store: &mut Store, system: &System, reduction: &'a Cells) -> Informed<'a> {
        let mut lemmas: Vec<Vec<TermId>> = vec![Vec::new(); system.preds.len()];
        for pred in system.pred_ids() {
            let here = reduction.argument_terms(store, system, pred);
            let list = &mut lemmas[pred.index()];
            for (terms, invariants) in &self.known {
                for &invariant in &invariants[pred.index()] {
                    if let Some(lemma) = transfer(store, invariant, &terms[pred.index()], &here)
                        && !list.contains(&lemma)
                    {
                        list.push(lemma);
                    }
                }
            }
        }
        let lemmas: Vec<TermId> = lemmas.iter().map(|list| store.and(list)).collect();
        let mut stronger = reduction.system.clone();
        for clause in &mut stronger.clauses {
            let mut parts = vec![clause.constraint];
            for atom in &clause.body {
                parts.push(store.instantiate(lemmas[atom.pred.index()], &atom.args));
            }
            clause.constraint = store.and(&parts);
        }
        Informed { cells: reduction, system: stronger, lemmas }
    }
}

/// An invariant over the arguments that stand for `from` as one over those that stand for `to`.
fn transfer(store: &mut Store, invariant: TermId, from: &[TermId], to: &[TermId]) -> Option<TermId> {
    let mut pairs = Vec::new();
    for var in free_vars(store, &[invariant]) {
        let meaning = from[store.as_var(var)? as usize];
        let place = to.iter().position(|&t| t == meaning)?;
        pairs.push((var, store.var(place as u32, store.sort_of(var))));
    }
    Some(Substitution::new(pairs).apply(store, invariant))
}

/// Those that are not weakened forms of an earlier one: with further disjuncts.
fn strongest(store: &Store, invariants: Vec<TermId>) -> Vec<TermId> {
    let mut parts: Vec<(TermId, Vec<TermId>)> = invariants.into_iter().map(|t| (t, disjuncts(store, t))).collect();
    parts.sort_by_key(|(_, parts)| parts.len());
    let mut kept: Vec<(TermId, Vec<TermId>)> = Vec::new();
    for (term, parts) in parts {
        if !kept.iter().any(|(_, weaker)| weaker.iter().all(|d| parts.contains(d))) {
            kept.push((term, parts));
        }
    }
    kept.into_iter().map(|(term, _)| term).collect()
}

/// A cell abstraction whose clauses know lemmas about their body atoms.
#[derive(Debug)]
pub struct Informed<'a> {
    cells: &'a Cells,
    system: System,
    lemmas: Vec<TermId>,
}

impl Reduction for Informed<'_> {
    fn system(&self) -> &System {
        &self.system
    }

    fn model_back(&self, store: &mut Store, original: &System, model: &Model) -> Model {
        let both = model.definitions.iter().zip(&self.lemmas);
        let definitions = both.map(|(&definition, &lemma)| store.and2(definition, lemma)).collect();
        Cells::model_back(self.cells, store, original, &Model { definitions })
    }

    fn refutation_back(&self, store: &Store, original: &System, steps: Vec<PartialStep>) -> Vec<PartialStep> {
        Reduction::refutation_back(self.cells, store, original, steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::SortId;

    #[test]
    fn weakened_forms_are_dropped() {
        let mut store = Store::new();
        let [a, b, c] = [0, 1, 2].map(|i| store.var(i, SortId::BOOL));
        let (ab, abc, bc) = (store.or2(a, b), store.or(&[a, b, c]), store.or2(b, c));
        assert_eq!(strongest(&store, vec![abc, ab, bc]), vec![ab, bc]);
    }

    #[test]
    fn lemmas_move_to_where_their_terms_are() {
        let mut store = Store::new();
        let sort = store.array_sort(SortId::INT, SortId::INT);
        let (array, counter, index) = (store.var(0, sort), store.var(1, SortId::INT), store.var(2, SortId::INT));
        let cell = store.select(array, index);
        let [x, y, z] = [0, 1, 2].map(|i| store.var(i, SortId::INT));
        let (from, to) = ([counter, cell], [counter, index, cell]);
        let (lemma, moved) = (store.le(x, y), store.le(x, z));
        assert_eq!(transfer(&mut store, lemma, &from, &to), Some(moved));
        assert_eq!(transfer(&mut store, moved, &to, &[counter, index]), None);
    }
}
