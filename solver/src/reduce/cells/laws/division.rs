//! Division by a scalar that is no numeral: the ghosts are quotient and remainder of two arguments.
//!
//! When the dividend grows by at most one divisor, quotient and remainder follow by one conditional normalisation.

use crate::num::Rat;
use crate::term::{Store, TermId};

/// What `dividend = divisor · quotient + remainder` (SMT-LIB's `div` and `mod`) says, apart from the equation itself.
pub fn facts(store: &mut Store, dividend: TermId, divisor: TermId, quotient: TermId, remainder: TermId) -> Vec<TermId> {
    let sort = store.sort_of(dividend);
    let zero = store.num(Rat::ZERO, sort);
    let positive = store.gt(divisor, zero);
    let (low, high) = (store.le(zero, remainder), store.lt(remainder, divisor));
    let range = store.and2(low, high);
    let in_range = store.implies(positive, range);
    // 0 <= dividend < divisor: nothing to divide.
    let (not_negative, small) = (store.le(zero, dividend), store.lt(dividend, divisor));
    let (is_zero, is_dividend) = (store.eq(quotient, zero), store.eq(remainder, dividend));
    let guard = store.and2(not_negative, small);
    let whole = store.and2(is_zero, is_dividend);
    let trivial = store.implies(guard, whole);
    let (q_low, q_high) = (store.le(zero, quotient), store.le(quotient, dividend));
    let bounds = store.and2(q_low, q_high);
    let guard = store.and2(positive, not_negative);
    let bounded = store.implies(guard, bounds);
    vec![in_range, trivial, bounded]
}

/// Two divisions by one positive divisor, as `[dividend, divisor, quotient, remainder]`: equal dividends have equal
/// results, and where the dividends differ by at most the divisor, remainders differ by the same, normalised once.
pub fn step(store: &mut Store, [x, m, q, r]: [TermId; 4], [y, n, p, s]: [TermId; 4]) -> TermId {
    let sort = store.sort_of(x);
    let (zero, one) = (store.num(Rat::ZERO, sort), store.num(Rat::ONE, sort));
    let same_divisor = store.eq(m, n);
    let positive = store.gt(m, zero);
    let guard = store.and2(same_divisor, positive);
    let (same_x, same_q, same_r) = (store.eq(x, y), store.eq(q, p), store.eq(r, s));
    let same = store.and2(same_q, same_r);
    let equal = store.implies(same_x, same);
    let mut parts = vec![equal];
    for ([x, q, r], [y, p, s]) in [([x, q, r], [y, p, s]), ([y, p, s], [x, q, r])] {
        // x <= y <= x + m
        let difference = store.sub(y, x);
        let (up, near) = (store.le(zero, difference), store.le(difference, m));
        let moved = store.add(&[r, difference]);
        let fits = store.lt(moved, m);
        let (keeps, takes) = (store.eq(p, q), store.eq(s, moved));
        let stays = store.and2(keeps, takes);
        let (next, less) = (store.add(&[q, one]), store.sub(moved, m));
        let (grows, wraps) = (store.eq(p, next), store.eq(s, less));
        let carries = store.and2(grows, wraps);
        let outcome = store.ite(fits, stays, carries);
        let near = store.and2(up, near);
        parts.push(store.implies(near, outcome));
    }
    let together = store.and(&parts);
    store.implies(guard, together)
}
