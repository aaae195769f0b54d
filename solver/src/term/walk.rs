//! Walks over terms with explicit stacks, so that depth costs memory, never the call stack.

use super::{Op, Store, TermId};
use hashbrown::HashSet;

/// All subterms of the roots, each once, arguments before the terms that use them.
pub fn postorder(store: &Store, roots: &[TermId]) -> Vec<TermId> {
    let mut order = Vec::new();
    let mut seen: HashSet<TermId> = HashSet::new();
    let mut stack: Vec<(TermId, bool)> = roots.iter().rev().map(|&t| (t, false)).collect();
    while let Some((term, expanded)) = stack.pop() {
        if expanded {
            order.push(term);
            continue;
        }
        if !seen.insert(term) {
            continue;
        }
        stack.push((term, true));
        for &arg in store.args(term).iter().rev() {
            if !seen.contains(&arg) {
                stack.push((arg, false));
            }
        }
    }
    order
}

/// The free variables below the roots, sorted by number (then id).
pub fn free_vars(store: &Store, roots: &[TermId]) -> Vec<TermId> {
    let mut vars = Vec::new();
    let mut seen: HashSet<TermId> = HashSet::new();
    let mut stack: Vec<TermId> = roots.to_vec();
    while let Some(term) = stack.pop() {
        if store.is_ground(term) || !seen.insert(term) {
            continue;
        }
        if let Op::Var(_) = store.op(term) {
            vars.push(term);
        }
        stack.extend_from_slice(store.args(term));
    }
    vars.sort_by_key(|&v| (store.as_var(v), v));
    vars
}

/// The conjuncts of a formula: its arguments if it is a conjunction, nothing for `true`, else itself.
pub fn conjuncts(store: &Store, formula: TermId) -> Vec<TermId> {
    match store.op(formula) {
        Op::And => store.args(formula).to_vec(),
        Op::Bool(true) => Vec::new(),
        _ => vec![formula],
    }
}

/// The disjuncts of a formula: its arguments if it is a disjunction, nothing for `false`, else itself.
pub fn disjuncts(store: &Store, formula: TermId) -> Vec<TermId> {
    match store.op(formula) {
        Op::Or => store.args(formula).to_vec(),
        Op::Bool(false) => Vec::new(),
        _ => vec![formula],
    }
}

/// The number of nodes of the term written as a tree, saturating at `limit`: what a copy costs once sharing is lost.
pub fn tree_size(store: &Store, term: TermId, limit: usize) -> usize {
    let mut size = 0;
    let mut stack = vec![term];
    while let Some(term) = stack.pop() {
        size += 1;
        if size >= limit {
            return limit;
        }
        stack.extend_from_slice(store.args(term));
    }
    size
}
