//! Index maps: which cell of a summary a write concerns, when the cell map reads the array at `factor · k + rest`.
//!
//! A summary over `k` may read `a[n - 1 - k]` or `a[2k + 1]`. A write at an index concerns the k that the map takes
//! there, if there is one: the rules *outside* and *inside* are about this k.

use crate::num::Rat;
use crate::term::{SortId, Store, TermId};

/// The k with `factor · k = offset` and the condition that there is one. The factor is a nonzero integer.
pub fn inverse(store: &mut Store, factor: &Rat, offset: TermId) -> (TermId, TermId) {
    if factor.abs().is_one() {
        return (Store::TRUE, store.scale(factor, offset));
    }
    let factor = store.num(factor.clone(), SortId::INT);
    let (remainder, zero) = (store.int_mod(offset, factor), store.int(0));
    (store.eq(remainder, zero), store.int_div(offset, factor))
}

/// That an index and its condition are the inverse of `factor · k + rest` at `written`: no other k is concerned, and
/// this one is.
pub fn is_inverse(
    store: &mut Store,
    factor: &Rat,
    [k, rest, written]: [TermId; 3],
    (guard, index): (TermId, TermId),
) -> TermId {
    let scaled = store.scale(factor, k);
    let read = store.add(&[scaled, rest]);
    let (reads, same) = (store.eq(read, written), store.eq(k, index));
    let concerned = store.and2(guard, same);
    store.eq(reads, concerned)
}
