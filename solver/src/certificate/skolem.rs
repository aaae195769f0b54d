//! Removal of the quantifiers that can be removed without losing anything: existential ones of positive polarity and
//! universal ones of negative polarity become fresh constants.
//!
//! A definition that stands for an inlined predicate is existentially quantified, one about an array universally. In
//! the formula `body ∧ constraint ∧ ¬head` that certifies a clause, the first kind is harmless in a body, the second in
//! a head; the solver gets to see a quantifier only where it has to instantiate one.

use crate::term::{Op, SortId, Store, Substitution, TermId, postorder};
use hashbrown::HashMap;

/// A formula satisfiable exactly when `formula` is. Fresh constants are variables from `first_fresh` on, which must not
/// occur in `formula`.
///
/// Each pair of subformula and polarity is treated once, so the size grows at most by a factor of two as a
/// graph: a quantified subformula that occurs twice with one polarity gets one set of constants, which
/// is sound, because whatever witnesses one occurrence witnesses the other.
pub fn skolemize(store: &mut Store, formula: TermId, first_fresh: u32) -> TermId {
    if !store.is_quantified(formula) {
        return formula;
    }
    let mut work = Skolemizer { store, fresh: first_fresh, opened: HashMap::new(), done: HashMap::new() };
    work.run(formula)
}

/// A subformula with the polarity in which it is wanted: `false` asks for its negation.
type Goal = (TermId, bool);

struct Skolemizer<'a> {
    store: &'a mut Store,
    fresh: u32,
    /// The bodies of removed quantifiers, with constants in place of the bound variables.
    opened: HashMap<TermId, TermId>,
    done: HashMap<Goal, TermId>,
}

impl Skolemizer<'_> {
    fn run(&mut self, root: TermId) -> TermId {
        let mut stack = vec![((root, true), false)];
        while let Some((goal, expanded)) = stack.pop() {
            if self.done.contains_key(&goal) {
                continue;
            }
            let (term, positive) = goal;
            if !self.store.is_quantified(term) {
                let result = if positive { term } else { self.store.not(term) };
                self.done.insert(goal, result);
                continue;
            }
            let needs = self.needs(goal);
            if !expanded && !needs.is_empty() {
                stack.push((goal, true));
                stack.extend(needs.into_iter().map(|need| (need, false)));
                continue;
            }
            let parts: Vec<TermId> = needs.iter().map(|need| self.done[need]).collect();
            let result = self.assemble(goal, &parts);
            self.done.insert(goal, result);
        }
        self.done[&(root, true)]
    }

    /// The goals whose results make up the result of a goal; none if the goal is left as it is.
    fn needs(&mut self, (term, positive): Goal) -> Vec<Goal> {
        let args: Vec<TermId> = self.store.args(term).to_vec();
        match self.store.op(term) {
            Op::Not => vec![(args[0], !positive)],
            Op::And | Op::Or => args.iter().map(|&arg| (arg, positive)).collect(),
            Op::Exists(_) if positive => self.open(term).map(|body| (body, true)).into_iter().collect(),
            Op::Forall(_) if !positive => self.open(term).map(|body| (body, false)).into_iter().collect(),
            // Both sides are needed in both polarities.
            Op::Eq if self.store.sort_of(args[0]) == SortId::BOOL => {
                vec![(args[0], true), (args[0], false), (args[1], true), (args[1], false)]
            }
            Op::Ite => vec![(args[0], true), (args[0], false), (args[1], positive), (args[2], positive)],
            _ => Vec::new(),
        }
    }

    fn assemble(&mut self, (term, positive): Goal, parts: &[TermId]) -> TermId {
        let store = &mut *self.store;
        match (store.op(term), parts) {
            (_, []) => {
                if positive {
                    term
                } else {
                    store.not(term)
                }
            }
            (Op::And, _) if positive => store.and(parts),
            (Op::Or, _) if !positive => store.and(parts),
            (Op::And | Op::Or, _) => store.or(parts),
            (Op::Eq, &[a, not_a, b, not_b]) => {
                let (same, opposite) = if positive { (b, not_b) } else { (not_b, b) };
                let (left, right) = (store.and2(a, same), store.and2(not_a, opposite));
                store.or2(left, right)
            }
            (Op::Ite, &[c, not_c, a, b]) => {
                let (left, right) = (store.and2(c, a), store.and2(not_c, b));
                store.or2(left, right)
            }
            // A negation or an opened quantifier: the part is the result.
            (_, &[part, ..]) => part,
        }
    }

    /// The body of a quantifier over fresh constants. `None` if the body binds one of the variables again: stores
    /// promise not to contain such terms, but a checker doesn't rely on it, and substitution would confuse the two.
    fn open(&mut self, quantifier: TermId) -> Option<TermId> {
        if let Some(&body) = self.opened.get(&quantifier) {
            return Some(body);
        }
        let (Op::Exists(vars) | Op::Forall(vars)) = self.store.op(quantifier).clone() else { return None };
        let body = self.store.args(quantifier)[0];
        if rebinds(self.store, body, &vars) {
            return None;
        }
        let mut pairs = Vec::with_capacity(vars.len());
        for &(index, sort) in &vars {
            let bound = self.store.bound(index, sort);
            pairs.push((bound, self.store.var(self.fresh, sort)));
            self.fresh += 1;
        }
        let body = self.store.args(quantifier)[0];
        let body = Substitution::new(pairs).apply(self.store, body);
        self.opened.insert(quantifier, body);
        Some(body)
    }
}

/// Whether a quantifier inside `body` binds one of the variables again.
pub(super) fn rebinds(store: &Store, body: TermId, vars: &[(u32, SortId)]) -> bool {
    postorder(store, &[body]).iter().any(|&term| match store.op(term) {
        Op::Exists(inner) | Op::Forall(inner) => inner.iter().any(|v| vars.contains(v)),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `exists b. b > x`
    fn exists_above(s: &mut Store, x: TermId) -> TermId {
        let index = s.fresh_bound();
        let b = s.bound(index, SortId::INT);
        let above = s.gt(b, x);
        s.exists(&[(index, SortId::INT)], above)
    }

    #[test]
    fn positive_existentials_become_constants() {
        let mut s = Store::new();
        let (x, k) = (s.var(0, SortId::INT), s.var(7, SortId::INT));
        let ex = exists_above(&mut s, x);
        let above = s.gt(k, x);
        assert_eq!(skolemize(&mut s, ex, 7), above);
        let p = s.var(1, SortId::BOOL);
        let both = s.and2(p, ex);
        assert_eq!(skolemize(&mut s, both, 7), s.and2(p, above));
    }

    #[test]
    fn negative_existentials_stay() {
        let mut s = Store::new();
        let x = s.var(0, SortId::INT);
        let ex = exists_above(&mut s, x);
        let none = s.not(ex);
        assert_eq!(skolemize(&mut s, none, 7), none);
    }

    #[test]
    fn negated_universals_become_constants() {
        let mut s = Store::new();
        let (x, k) = (s.var(0, SortId::INT), s.var(3, SortId::INT));
        let index = s.fresh_bound();
        let b = s.bound(index, SortId::INT);
        let le = s.le(b, x);
        let all = s.forall(&[(index, SortId::INT)], le);
        let goal = s.not(all);
        assert_eq!(skolemize(&mut s, goal, 3), s.gt(k, x));
        assert_eq!(skolemize(&mut s, all, 3), all);
    }

    #[test]
    fn equivalences_are_split_by_polarity() {
        let mut s = Store::new();
        let (x, p) = (s.var(0, SortId::INT), s.var(1, SortId::BOOL));
        let ex = exists_above(&mut s, x);
        let same = s.eq(p, ex);
        let result = skolemize(&mut s, same, 2);
        // p ∧ k > x  ∨  ¬p ∧ ¬∃
        let k = s.var(2, SortId::INT);
        let (above, none, not_p) = (s.gt(k, x), s.not(ex), s.not(p));
        let (left, right) = (s.and2(p, above), s.and2(not_p, none));
        assert_eq!(result, s.or2(left, right));
    }

    #[test]
    fn shadowed_variables_are_left_to_the_solver() {
        let mut s = Store::new();
        let x = s.var(0, SortId::INT);
        let inner = exists_above(&mut s, x);
        let Op::Exists(vars) = s.op(inner).clone() else { panic!("a quantifier") };
        let b = s.bound(vars[0].0, SortId::INT);
        let below = s.lt(b, x);
        let both = s.and2(below, inner);
        let outer = s.exists(&vars, both);
        assert_eq!(skolemize(&mut s, outer, 1), outer);
    }

    #[test]
    fn deep_formulas_are_safe() {
        let mut s = Store::new();
        let x = s.var(0, SortId::INT);
        let mut t = exists_above(&mut s, x);
        for i in 0..50_000 {
            let p = s.var(1 + i % 2, SortId::BOOL);
            t = if i % 2 == 0 { s.and2(p, t) } else { s.or2(p, t) };
            t = s.not(t);
        }
        let result = skolemize(&mut s, t, 9);
        assert!(!s.is_quantified(result));
    }
}
