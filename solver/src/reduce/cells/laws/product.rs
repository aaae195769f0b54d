//! Squares and products of two scalars, Figure 2 of the paper without its shadows: the ghost is `x · y` of two
//! arguments.
//!
//! The rules for assignments (`x := c`, `x := x + c`, `x := c · x`) are the distributive law, applied by
//! multiplying out; here is what is known of a product by itself and of two products with a common factor.

use crate::term::{Store, TermId};

/// What `value = x · y` says.
pub fn facts(store: &mut Store, x: TermId, y: TermId, value: TermId) -> Vec<TermId> {
    let sort = store.sort_of(value);
    let zero = store.num(crate::num::Rat::ZERO, sort);
    let mut facts = Vec::new();
    if x == y {
        facts.push(store.le(zero, value));
        let is_zero = store.eq(x, zero);
        let value_zero = store.eq(value, zero);
        facts.push(store.eq(is_zero, value_zero));
        if sort == crate::term::SortId::INT {
            let negative = store.neg(x);
            facts.push(store.le(x, value));
            facts.push(store.le(negative, value));
        }
        return facts;
    }
    let (x_zero, y_zero, value_zero) = (store.eq(x, zero), store.eq(y, zero), store.eq(value, zero));
    let either = store.or2(x_zero, y_zero);
    facts.push(store.eq(either, value_zero));
    // The sign of the product, and its size over Int.
    let (x_pos, y_pos, value_pos) = (store.gt(x, zero), store.gt(y, zero), store.gt(value, zero));
    let (x_neg, y_neg, value_neg) = (store.lt(x, zero), store.lt(y, zero), store.lt(value, zero));
    for (a, b, sign) in
        [(x_pos, y_pos, value_pos), (x_neg, y_neg, value_pos), (x_pos, y_neg, value_neg), (x_neg, y_pos, value_neg)]
    {
        let both = store.and2(a, b);
        facts.push(store.implies(both, sign));
    }
    if sort == crate::term::SortId::INT {
        let (above_x, above_y) = (store.le(x, value), store.le(y, value));
        let both = store.and2(x_pos, y_pos);
        let larger = store.and2(above_x, above_y);
        facts.push(store.implies(both, larger));
    }
    facts
}

/// What `p = x · y` and `q = z · w` say about each other when a factor is common: the products are equal or differ by
/// the other factor when the remaining factors are equal or differ by one.
pub fn congruence(store: &mut Store, [x, y, p]: [TermId; 3], [z, w, q]: [TermId; 3]) -> Vec<TermId> {
    let sort = store.sort_of(p);
    if store.sort_of(q) != sort {
        return Vec::new();
    }
    let mut facts = Vec::new();
    let same = store.eq(p, q);
    for (a, b, c, d) in [(x, y, z, w), (x, y, w, z)] {
        // a pairs with c, b with d
        let (ac, bd) = (store.eq(a, c), store.eq(b, d));
        let equal = store.and2(ac, bd);
        facts.push(store.implies(equal, same));
        for (fixed, (from, to)) in [(ac, (b, d)), (bd, (a, c))] {
            if fixed != Store::TRUE {
                continue;
            }
            let factor = if fixed == ac && a == c { a } else { b };
            let one = store.num(crate::num::Rat::ONE, sort);
            let next = store.add(&[from, one]);
            let steps = store.eq(to, next);
            let sum = store.add(&[p, factor]);
            let grown = store.eq(q, sum);
            facts.push(store.implies(steps, grown));
            let next = store.add(&[to, one]);
            let steps = store.eq(from, next);
            let sum = store.add(&[q, factor]);
            let grown = store.eq(p, sum);
            facts.push(store.implies(steps, grown));
        }
    }
    facts
}

/// What `p` and `q`, products of as many factors, say about each other: they are equal when the factors that they don't
/// share are, each with its counterpart. Of two products with two factors [`congruence`] says more.
pub fn equal_factors(store: &mut Store, (a, p): (&[TermId], TermId), (b, q): (&[TermId], TermId)) -> Vec<TermId> {
    if a.len() != b.len() || store.sort_of(p) != store.sort_of(q) {
        return Vec::new();
    }
    let (mut left, mut right) = (a.to_vec(), b.to_vec());
    left.retain(|factor| match right.iter().position(|other| other == factor) {
        Some(place) => {
            right.remove(place);
            false
        }
        None => true,
    });
    let pairings: Vec<Vec<TermId>> = match right[..] {
        [] => return Vec::new(),
        [x, y] if x != y => vec![vec![x, y], vec![y, x]],
        _ => vec![right],
    };
    let same = store.eq(p, q);
    let mut facts = Vec::new();
    for pairing in pairings {
        let mut parts: Vec<TermId> = left.iter().zip(&pairing).map(|(&x, &y)| store.neq(x, y)).collect();
        parts.push(same);
        facts.push(store.or(&parts));
    }
    facts
}
