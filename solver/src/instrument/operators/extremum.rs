//! The greatest and the least mapped cell.
//!
//! On the empty interval the value is open, so that every rule distinguishes it. A write inside is followed exactly
//! unless the overwritten cell was extreme and the new one is not: then only bounds remain. The *witness index* of the
//! paper, a place where the extreme cell is, is a witness of the value: with it the value of a part that contains it is
//! that of the whole (the relaxed query), and a write elsewhere leaves the value what it was.

use super::{Neighbours, Operator};
use crate::term::{SortId, Store, TermId};

/// The operator.
#[derive(Debug)]
pub struct Extremum {
    /// Whether the greatest cell is meant.
    pub greatest: bool,
}

impl Extremum {
    /// `a` is at least as extreme as `b`.
    fn beats(&self, store: &mut Store, a: TermId, b: TermId) -> TermId {
        if self.greatest { store.le(b, a) } else { store.le(a, b) }
    }
}

impl Operator for Extremum {
    fn name(&self) -> &'static str {
        if self.greatest { "max" } else { "min" }
    }

    fn unit(&self, _: &mut Store, _: SortId) -> Option<TermId> {
        None
    }

    fn combine(&self, store: &mut Store, left: TermId, right: TermId) -> Option<TermId> {
        let beats = self.beats(store, left, right);
        Some(store.ite(beats, left, right))
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
        let (new_wins, value_wins) = (self.beats(store, new, value), self.beats(store, value, new));
        let taken = store.eq(after, new);
        let case_new = store.implies(new_wins, taken);
        let (old_was_extreme, kept) = (store.eq(old, value), store.eq(after, value));
        let case_kept = store.implies(value_wins, kept);
        let case_kept = store.or2(old_was_extreme, case_kept);
        let (at_least, at_most) = (self.beats(store, after, new), self.beats(store, value, after));
        let at_most = store.implies(value_wins, at_most);
        store.and(&[case_new, case_kept, at_least, at_most])
    }

    fn about_cell(&self, store: &mut Store, value: TermId, cell: TermId) -> TermId {
        self.beats(store, value, cell)
    }

    fn about_part(&self, store: &mut Store, whole: TermId, part: TermId) -> TermId {
        self.beats(store, whole, part)
    }

    fn witness(&self, store: &mut Store, value: TermId, cell: TermId) -> Option<TermId> {
        Some(store.eq(value, cell))
    }

    fn about_alien(&self, store: &mut Store, value: TermId, moved: TermId) -> TermId {
        store.le(value, moved)
    }
}
