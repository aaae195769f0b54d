//! Alien terms that move: how summaries with different parameters compare.
//!
//! A cell map may mention terms besides the cell and its index, `a[k] <= m` for a variable m. When m changes, the
//! summary is another one; but if every mapped cell became at most larger (a truth value: at most truer), so did the
//! summary of every operator that is monotone ([`super::Operator::about_alien`]). [`moves`] finds a condition on the
//! parameters for this, by polarity: m may grow where it bounds cells from above. The condition is part of the rule,
//! for the engine to decide.

use crate::term::{Linear, Op, Relation, SortId, Store, TermId, free_vars, postorder};
use hashbrown::HashMap;

/// Under which conditions a term does not decrease, and does not increase, when the parameters move.
#[derive(Clone, Copy, Debug)]
struct Motion {
    up: Option<TermId>,
    down: Option<TermId>,
}

impl Motion {
    const NONE: Motion = Motion { up: Some(Store::TRUE), down: Some(Store::TRUE) };
    const UNKNOWN: Motion = Motion { up: None, down: None };

    fn reversed(self) -> Motion {
        Motion { up: self.down, down: self.up }
    }

    /// Both conditions together.
    fn and(self, store: &mut Store, other: Motion) -> Motion {
        let mut both = |a: Option<TermId>, b: Option<TermId>| Some(store.and2(a?, b?));
        Motion { up: both(self.up, other.up), down: both(self.down, other.down) }
    }

    /// The term does not change at all.
    fn still(self, store: &mut Store) -> Motion {
        let still = match (self.up, self.down) {
            (Some(up), Some(down)) => Some(store.and2(up, down)),
            _ => None,
        };
        Motion { up: still, down: still }
    }
}

/// A condition under which `template` is at most as large (implies itself, if it is a formula) with the parameters `to`
/// as with `from`, whatever the first `hidden` variables are; parameters are the variables from `Var(hidden)` on.
/// `None` if none is seen.
pub fn moves(store: &mut Store, template: TermId, hidden: usize, from: &[TermId], to: &[TermId]) -> Option<TermId> {
    let images = |params: &[TermId]| -> Vec<TermId> {
        // Terms with hidden variables are never instantiated, so that anything stands for these.
        std::iter::repeat_n(Store::TRUE, hidden).chain(params.iter().copied()).collect()
    };
    let (from_images, to_images) = (images(from), images(to));
    let mut motions: HashMap<TermId, Motion> = HashMap::new();
    for term in postorder(store, &[template]) {
        let (mut sees, mut moved) = (false, false);
        for var in free_vars(store, &[term]) {
            let number = store.as_var(var)? as usize;
            sees |= number < hidden;
            moved |= number >= hidden && from[number - hidden] != to[number - hidden];
        }
        let motion = match (moved, sees) {
            (false, _) => Motion::NONE,
            (true, false) => direct(store, term, &from_images, &to_images),
            (true, true) => compound(store, term, hidden, &motions, &from_images, &to_images),
        };
        motions.insert(term, motion);
    }
    motions.get(&template)?.up
}

/// A term over parameters alone: its two values are compared.
fn direct(store: &mut Store, term: TermId, from: &[TermId], to: &[TermId]) -> Motion {
    let (before, after) = (store.instantiate(term, from), store.instantiate(term, to));
    let sort = store.sort_of(term);
    if sort == SortId::BOOL {
        let (up, down) = (store.implies(before, after), store.implies(after, before));
        return Motion { up: Some(up), down: Some(down) };
    }
    if sort.is_arith() {
        let (up, down) = (store.le(before, after), store.le(after, before));
        return Motion { up: Some(up), down: Some(down) };
    }
    let same = if before == after { Some(Store::TRUE) } else { None };
    Motion { up: same, down: same }
}

/// A term that mentions the cell and a parameter that moved.
fn compound(
    store: &mut Store,
    term: TermId,
    hidden: usize,
    motions: &HashMap<TermId, Motion>,
    from: &[TermId],
    to: &[TermId],
) -> Motion {
    let of = |t: TermId| motions.get(&t).copied().unwrap_or(Motion::UNKNOWN);
    let args = store.args(term).to_vec();
    if matches!(store.op(term), Op::Le | Op::Eq)
        && let Some((form, relation)) = store.as_linear_literal(term)
    {
        let sort = store.sort_of(args[0]);
        let motion = linear(store, &form, sort, hidden, motions, from, to);
        return match relation {
            Relation::EqZero | Relation::NeZero => motion.still(store),
            // form <= 0 stays true where the form does not increase.
            _ => motion.reversed(),
        };
    }
    match store.op(term) {
        Op::Not => of(args[0]).reversed(),
        Op::And | Op::Or => args.iter().fold(Motion::NONE, |all, &arg| all.and(store, of(arg))),
        Op::Eq if store.sort_of(args[0]) == SortId::BOOL => {
            let both = of(args[0]).and(store, of(args[1]));
            both.still(store)
        }
        Op::Ite => {
            let (condition, branches) = (of(args[0]), of(args[1]).and(store, of(args[2])));
            match (store.as_num(args[1]), store.as_num(args[2])) {
                (Some(a), Some(b)) if a >= b => condition,
                (Some(_), Some(_)) => condition.reversed(),
                _ => {
                    let still = condition.still(store);
                    branches.and(store, still)
                }
            }
        }
        _ if store.sort_of(term).is_arith() && matches!(store.op(term), Op::Add | Op::Mul) => {
            let (form, sort) = (store.linear(term), store.sort_of(term));
            if form.terms.iter().any(|(atom, _)| *atom == term) {
                return Motion::UNKNOWN;
            }
            linear(store, &form, sort, hidden, motions, from, to)
        }
        _ => Motion::UNKNOWN,
    }
}

/// A linear form: the part over parameters alone is compared as a whole, the other atoms one by one.
fn linear(
    store: &mut Store,
    form: &Linear,
    sort: SortId,
    hidden: usize,
    motions: &HashMap<TermId, Motion>,
    from: &[TermId],
    to: &[TermId],
) -> Motion {
    let mut result = Motion::NONE;
    let mut alone = form.clone();
    for (atom, factor) in &form.terms {
        let sees = free_vars(store, &[*atom])
            .into_iter()
            .any(|var| store.as_var(var).is_some_and(|number| (number as usize) < hidden));
        if sees {
            alone.terms.retain(|(other, _)| other != atom);
            let motion = motions.get(atom).copied().unwrap_or(Motion::UNKNOWN);
            result = result.and(store, if factor.is_negative() { motion.reversed() } else { motion });
        }
    }
    let alone = store.from_linear(&alone, sort);
    let motion = direct(store, alone, from, to);
    result.and(store, motion)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_from_above_may_grow() {
        let mut s = Store::new();
        let [x, c] = [0, 1].map(|i| s.var(i, SortId::INT));
        let [m, n] = [7, 8].map(|i| s.var(i, SortId::INT));
        let below = s.le(x, c);
        let grows = s.le(m, n);
        assert_eq!(moves(&mut s, below, 1, &[m], &[n]), Some(grows));
        let above = s.not(below);
        let shrinks = s.le(n, m);
        assert_eq!(moves(&mut s, above, 1, &[m], &[n]), Some(shrinks));
        let equal = s.eq(x, c);
        let same = s.and2(grows, shrinks);
        assert_eq!(moves(&mut s, equal, 1, &[m], &[n]), Some(same));
        // x · c may do anything, and what does not move is no obstacle.
        let product = s.mul(x, c);
        assert_eq!(moves(&mut s, product, 1, &[m], &[n]), None);
        assert_eq!(moves(&mut s, product, 1, &[m], &[m]), Some(Store::TRUE));
    }
}
