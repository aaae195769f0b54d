//! The product of mapped cells. The monoid is cancellative away from zero only, so that a write inside is followed
//! where the old cell is a unit, and otherwise as far as zeros go: `after · old = value · new` when no factor is zero.

use super::{Neighbours, Operator, unchanged};
use crate::num::Rat;
use crate::term::{SortId, Store, TermId};

/// The operator.
#[derive(Debug)]
pub struct Multiple;

impl Operator for Multiple {
    fn name(&self) -> &'static str {
        "product"
    }

    fn unit(&self, store: &mut Store, sort: SortId) -> Option<TermId> {
        Some(store.num(Rat::ONE, sort))
    }

    fn combine(&self, store: &mut Store, left: TermId, right: TermId) -> Option<TermId> {
        Some(store.mul(left, right))
    }

    fn inside(
        &self,
        store: &mut Store,
        value: TermId,
        old: TermId,
        new: TermId,
        _: Option<Neighbours>,
        after: TermId,
    ) -> TermId {
        let sort = store.sort_of(value);
        let zero = store.num(Rat::ZERO, sort);
        let same = unchanged(store, old, new, value, after);
        let (new_zero, after_zero) = (store.eq(new, zero), store.eq(after, zero));
        let erased = store.implies(new_zero, after_zero);
        let (value_zero, old_zero) = (store.eq(value, zero), store.eq(old, zero));
        // The zero is another cell.
        let not_old = store.not(old_zero);
        let elsewhere = store.and2(value_zero, not_old);
        let stays = store.implies(elsewhere, after_zero);
        let (left, right) = (store.mul(after, old), store.mul(value, new));
        let exact = store.eq(left, right);
        store.and(&[same, erased, stays, exact])
    }

    fn about_cell(&self, store: &mut Store, value: TermId, cell: TermId) -> TermId {
        let zero = store.num(Rat::ZERO, store.sort_of(value));
        let (cell_zero, value_zero) = (store.eq(cell, zero), store.eq(value, zero));
        store.implies(cell_zero, value_zero)
    }

    fn witness(&self, store: &mut Store, value: TermId, cell: TermId) -> Option<TermId> {
        let zero = store.num(Rat::ZERO, store.sort_of(value));
        let (value_zero, cell_zero) = (store.eq(value, zero), store.eq(cell, zero));
        Some(store.implies(value_zero, cell_zero))
    }
}
