//! Removal of arguments that may have any value in every derivable fact.
//!
//! Such an argument says nothing, so it goes from heads and bodies; what a body demanded of it is then a constraint on
//! a variable that occurs nowhere else, and simplification eliminates it. A variable in a head may have any value if it
//! occurs nowhere else in the clause but in places of the body that may have any value themselves (a greatest fixpoint,
//! sound because derivations are finite). In a refutation the value of such an argument is chosen by the step that uses
//! the fact; two steps that choose differently get two copies of the step that derives it.

use super::slice::{Kept, remove_arguments};
use super::{Pass, PassContext, Transformed};
use crate::system::System;
use crate::term::{Store, TermId, free_vars};

/// The pass.
pub struct Free;

impl Pass for Free {
    fn name(&self) -> &'static str {
        "free"
    }

    fn apply(&self, cx: &mut PassContext<'_>, system: &System) -> Option<Transformed> {
        let free = free_arguments(cx.store, system);
        if !free.iter().flatten().any(|&f| f) {
            return None;
        }
        let kept = Kept::new(free.iter().map(|args| args.iter().map(|f| !f).collect()).collect());
        let (output, mut derivations) = remove_arguments(cx.store, system, &kept);
        let positions = |flags: &Vec<bool>| (0..flags.len() as u32).filter(|&i| flags[i as usize]).collect();
        derivations.set_free(free.iter().map(positions).collect());
        Some(Transformed { system: output, derivations, model: Box::new(kept) })
    }
}

/// For each predicate which arguments may have any value, whatever the others are.
fn free_arguments(store: &Store, system: &System) -> Vec<Vec<bool>> {
    let mut free: Vec<Vec<bool>> = system.preds.iter().map(|p| vec![true; p.sorts.len()]).collect();
    // A predicate nothing derives is none of our business.
    let mut derived = vec![false; system.preds.len()];
    // What stands in the way of each clause's head variables, apart from places that are not free.
    let mut blocked: Vec<Vec<bool>> = Vec::with_capacity(system.clauses.len());
    for clause in &system.clauses {
        let mut flags = vec![false; clause.vars.len()];
        if let Some(head) = &clause.head {
            derived[head.pred.index()] = true;
            let mut roots: Vec<TermId> = vec![clause.constraint];
            roots.extend(head.args.iter().copied().filter(|&a| store.as_var(a).is_none()));
            let body = clause.body.iter().flat_map(|a| a.args.iter().copied());
            roots.extend(body.filter(|&a| store.as_var(a).is_none()));
            for var in free_vars(store, &roots).into_iter().filter_map(|v| store.as_var(v)) {
                flags[var as usize] = true;
            }
            let mut seen = vec![false; clause.vars.len()];
            for var in head.args.iter().filter_map(|&a| store.as_var(a)) {
                if std::mem::replace(&mut seen[var as usize], true) {
                    flags[var as usize] = true;
                }
            }
        }
        blocked.push(flags);
    }
    for (flags, derived) in free.iter_mut().zip(derived) {
        if !derived {
            flags.fill(false);
        }
    }
    let mut changed = true;
    while changed {
        changed = false;
        for (clause, blocked) in system.clauses.iter().zip(&mut blocked) {
            let Some(head) = &clause.head else { continue };
            for atom in &clause.body {
                for (&arg, free) in atom.args.iter().zip(&free[atom.pred.index()]) {
                    if let (Some(var), false) = (store.as_var(arg), free) {
                        blocked[var as usize] = true;
                    }
                }
            }
            for (i, &arg) in head.args.iter().enumerate() {
                let fine = store.as_var(arg).is_some_and(|var| !blocked[var as usize]);
                if !fine && free[head.pred.index()][i] {
                    free[head.pred.index()][i] = false;
                    changed = true;
                }
            }
        }
    }
    free
}
