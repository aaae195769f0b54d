//! The universal quantifier over an interval, `∀k ∈ [lo, hi). φ(a[k], k)`, as a summary: Figure 4 of the paper, with
//! the precise treatment of writes inside.
//!
//! The value is whether all cells satisfy φ. When it is false and the overwritten cell satisfied φ, the violation is
//! elsewhere and the value stays false; only when the violation may have been the overwritten cell nothing follows (a
//! reset).

use super::Operator;
use crate::term::{SortId, Store, TermId};

/// The operator.
#[derive(Debug)]
pub struct All;

impl Operator for All {
    fn name(&self) -> &'static str {
        "forall"
    }

    fn unit(&self, _: &mut Store, _: SortId) -> Option<TermId> {
        Some(Store::TRUE)
    }

    fn combine(&self, store: &mut Store, left: TermId, right: TermId) -> Option<TermId> {
        Some(store.and2(left, right))
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
        let held = store.implies(value, same);
        let (not_value, not_after) = (store.not(value), store.not(after));
        let elsewhere = store.and2(not_value, old);
        let stays = store.implies(elsewhere, not_after);
        let cell = store.implies(after, new);
        store.and(&[held, stays, cell])
    }

    fn about_cell(&self, store: &mut Store, value: TermId, cell: TermId) -> TermId {
        store.implies(value, cell)
    }

    fn about_part(&self, store: &mut Store, whole: TermId, part: TermId) -> TermId {
        store.implies(whole, part)
    }

    fn witness(&self, store: &mut Store, value: TermId, cell: TermId) -> Option<TermId> {
        let violated = store.not(cell);
        Some(store.or2(value, violated))
    }

    fn about_alien(&self, store: &mut Store, value: TermId, moved: TermId) -> TermId {
        store.implies(value, moved)
    }
}
