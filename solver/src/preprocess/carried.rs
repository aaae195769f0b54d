//! Removal of arguments that are only carried along: every clause passes them from body to head, or compares them with
//! each other, but no constraint ever looks at them.
//!
//! Such places come in sets: in each clause a variable in a place of the set occurs in places of the set only. Then one
//! value, the same everywhere, serves all variables in those places in every derivation, and the places can go. (Unlike
//! in slicing, two body atoms may share such a variable.)

use super::slice::{Kept, remove_arguments};
use super::{Pass, PassContext, Transformed};
use crate::system::{PredId, System};
use crate::term::{Store, TermId, free_vars};

/// The pass.
pub struct Carried;

impl Pass for Carried {
    fn name(&self) -> &'static str {
        "carried"
    }

    fn apply(&self, cx: &mut PassContext<'_>, system: &System) -> Option<Transformed> {
        let looked_at = looked_at(cx.store, system);
        if looked_at.iter().flatten().all(|&l| l) {
            return None;
        }
        let kept = Kept::new(looked_at);
        let (system, derivations) = remove_arguments(cx.store, system, &kept);
        Some(Transformed { system, derivations, model: Box::new(kept) })
    }
}

/// For each predicate which arguments some constraint may depend on.
fn looked_at(store: &Store, system: &System) -> Vec<Vec<bool>> {
    let mut looked: Vec<Vec<bool>> = system.preds.iter().map(|p| vec![false; p.sorts.len()]).collect();
    let mut pending: Vec<(PredId, usize)> = Vec::new();
    let mut clauses_of: Vec<Vec<usize>> = vec![Vec::new(); system.preds.len()];
    // For each clause and variable the places it fills.
    let mut places: Vec<Vec<Vec<(PredId, usize)>>> = Vec::with_capacity(system.clauses.len());
    let mut mark = |place: (PredId, usize), pending: &mut Vec<(PredId, usize)>| {
        if !std::mem::replace(&mut looked[place.0.index()][place.1], true) {
            pending.push(place);
        }
    };
    for (c, clause) in system.clauses.iter().enumerate() {
        let mut vars: Vec<Vec<(PredId, usize)>> = vec![Vec::new(); clause.vars.len()];
        let mut roots: Vec<TermId> = vec![clause.constraint];
        for atom in clause.body.iter().chain(&clause.head) {
            let list = &mut clauses_of[atom.pred.index()];
            if list.last() != Some(&c) {
                list.push(c);
            }
            for (i, &arg) in atom.args.iter().enumerate() {
                match store.as_var(arg) {
                    Some(var) => vars[var as usize].push((atom.pred, i)),
                    None => {
                        roots.push(arg);
                        mark((atom.pred, i), &mut pending);
                    }
                }
            }
        }
        for var in free_vars(store, &roots).into_iter().filter_map(|v| store.as_var(v)) {
            for &place in &vars[var as usize] {
                mark(place, &mut pending);
            }
        }
        places.push(vars);
    }
    while let Some((pred, i)) = pending.pop() {
        for &c in &clauses_of[pred.index()] {
            let clause = &system.clauses[c];
            for atom in clause.body.iter().chain(&clause.head).filter(|a| a.pred == pred) {
                let Some(var) = store.as_var(atom.args[i]) else { continue };
                // Taken out, so that a variable is gone through once.
                for place in std::mem::take(&mut places[c][var as usize]) {
                    mark(place, &mut pending);
                }
            }
        }
    }
    looked
}
