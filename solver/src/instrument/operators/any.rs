//! The existential quantifier over an interval, `∃k ∈ [lo, hi). φ(a[k], k)`, dual to [`super::all`].
//!
//! The truth of the whole follows from that of a part, not the other way round: the mirror image of the universal
//! quantifier.

use super::Operator;
use crate::term::{SortId, Store, TermId};

/// The operator.
#[derive(Debug)]
pub struct Any;

impl Operator for Any {
    fn name(&self) -> &'static str {
        "exists"
    }

    fn unit(&self, _: &mut Store, _: SortId) -> Option<TermId> {
        Some(Store::FALSE)
    }

    fn combine(&self, store: &mut Store, left: TermId, right: TermId) -> Option<TermId> {
        Some(store.or2(left, right))
    }

    fn inside(
        &self,
        store: &mut Store,
        value: TermId,
        old: TermId,
        new: TermId,
        _: Option<super::Neighbours>,
        after: TermId,
    ) -> TermId {
        let same = store.eq(after, new);
        let none = store.or2(value, same);
        // A witness that is not the overwritten cell is still there.
        let not_old = store.not(old);
        let elsewhere = store.and2(value, not_old);
        let stays = store.implies(elsewhere, after);
        let cell = store.implies(new, after);
        store.and(&[none, stays, cell])
    }

    fn about_cell(&self, store: &mut Store, value: TermId, cell: TermId) -> TermId {
        store.implies(cell, value)
    }

    fn about_part(&self, store: &mut Store, whole: TermId, part: TermId) -> TermId {
        store.implies(part, whole)
    }

    fn witness(&self, store: &mut Store, value: TermId, cell: TermId) -> Option<TermId> {
        Some(store.implies(value, cell))
    }

    fn about_alien(&self, store: &mut Store, value: TermId, moved: TermId) -> TermId {
        store.implies(value, moved)
    }
}
