//! Walks over terms with explicit stacks, so that depth costs memory, never the call stack.

use super::{Op, Store, TermId};
use hashbrown::HashSet;
use smallvec::SmallVec;

/// The terms that a walk has come by: a short list at first, then a bit or an entry in a table for each.
///
/// Arguments are made before the terms that use them, so a walk meets no number above the largest of its roots. Where
/// that is small, bits cost less than a hash table.
struct Seen {
    few: SmallVec<[TermId; Seen::FEW]>,
    many: Many,
    /// Above all numbers that the walk can meet.
    end: usize,
}

enum Many {
    Unused,
    Bits(Vec<u64>),
    Table(HashSet<TermId>),
}

impl Seen {
    /// How many are kept as a list.
    const FEW: usize = 12;
    /// Up to here a bit for each term is 32 kB at most.
    const BITS: usize = 1 << 18;

    /// Nothing seen yet, for a walk from these roots.
    fn below(roots: &[TermId]) -> Seen {
        let end = roots.iter().map(|root| root.index() + 1).max().unwrap_or(0);
        Seen { few: SmallVec::new(), many: Many::Unused, end }
    }

    /// Whether the term is new; it is seen from now on.
    fn insert(&mut self, term: TermId) -> bool {
        if let Many::Unused = self.many {
            if self.few.contains(&term) {
                return false;
            }
            if self.few.len() < Seen::FEW {
                self.few.push(term);
                return true;
            }
            let bits = self.end <= Seen::BITS;
            let words = self.end.div_ceil(64);
            self.many = if bits { Many::Bits(vec![0; words]) } else { Many::Table(HashSet::new()) };
            for term in std::mem::take(&mut self.few) {
                self.many.insert(term);
            }
        }
        self.many.insert(term)
    }

    /// Whether the term was seen.
    fn contains(&self, term: TermId) -> bool {
        match &self.many {
            Many::Unused => self.few.contains(&term),
            Many::Bits(bits) => bits[term.index() / 64] & (1 << (term.index() % 64)) != 0,
            Many::Table(table) => table.contains(&term),
        }
    }
}

impl Many {
    fn insert(&mut self, term: TermId) -> bool {
        match self {
            Many::Unused => true,
            Many::Bits(bits) => {
                let (word, bit) = (&mut bits[term.index() / 64], 1 << (term.index() % 64));
                let new = *word & bit == 0;
                *word |= bit;
                new
            }
            Many::Table(table) => table.insert(term),
        }
    }
}

/// All subterms of the roots, each once, arguments before the terms that use them.
pub fn postorder(store: &Store, roots: &[TermId]) -> Vec<TermId> {
    let mut order = Vec::new();
    let mut seen = Seen::below(roots);
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
            if !seen.contains(arg) {
                stack.push((arg, false));
            }
        }
    }
    order
}

/// The free variables below the roots, sorted by number (then id).
pub fn free_vars(store: &Store, roots: &[TermId]) -> Vec<TermId> {
    let mut vars = Vec::new();
    let mut seen = Seen::below(roots);
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
