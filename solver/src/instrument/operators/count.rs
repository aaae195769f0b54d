//! How many cells satisfy a predicate: the sum of zeros and ones, and therefore between zero and the number of cells.
//!
//! With the predicate `x = v` for an arbitrary but fixed `v` equal counts mean equal multisets.

use super::{Neighbours, Operator, sum::Sum};
use crate::num::Rat;
use crate::term::{SortId, Store, TermId};

/// The operator; mapped cells are 0 or 1.
#[derive(Debug)]
pub struct Count;

impl Operator for Count {
    fn name(&self) -> &'static str {
        "count"
    }

    fn cell_guard(&self, store: &mut Store, cell: TermId) -> TermId {
        between(store, cell, 1)
    }

    fn unit(&self, store: &mut Store, sort: SortId) -> Option<TermId> {
        Sum.unit(store, sort)
    }

    fn combine(&self, store: &mut Store, left: TermId, right: TermId) -> Option<TermId> {
        Sum.combine(store, left, right)
    }

    fn inside(
        &self,
        store: &mut Store,
        value: TermId,
        old: TermId,
        new: TermId,
        beside: Option<Neighbours>,
        after: TermId,
    ) -> TermId {
        Sum.inside(store, value, old, new, beside, after)
    }

    fn about_cell(&self, store: &mut Store, value: TermId, cell: TermId) -> TermId {
        store.le(cell, value)
    }

    fn about_length(&self, store: &mut Store, value: TermId, length: TermId) -> TermId {
        let zero = store.num(Rat::ZERO, store.sort_of(value));
        let (low, high) = (store.le(zero, value), store.le(value, length));
        store.and2(low, high)
    }

    fn about_part(&self, store: &mut Store, whole: TermId, part: TermId) -> TermId {
        store.le(part, whole)
    }

    fn witness(&self, store: &mut Store, value: TermId, cell: TermId) -> Option<TermId> {
        let (zero, one) = (store.int(0), store.int(1));
        let (none, counts) = (store.le(value, zero), store.eq(cell, one));
        Some(store.or2(none, counts))
    }

    fn about_alien(&self, store: &mut Store, value: TermId, moved: TermId) -> TermId {
        store.le(value, moved)
    }
}

fn between(store: &mut Store, term: TermId, high: i64) -> TermId {
    let (low, high) = (store.int(0), store.int(high));
    let (a, b) = (store.le(low, term), store.le(term, high));
    store.and2(a, b)
}
