//! Whether mapped cells ascend. Not a homomorphism: the rules compare the cells at the seams.

use super::{Neighbours, Operator};
use crate::term::{SortId, Store, TermId};

/// The operator.
#[derive(Debug)]
pub struct Sorted;

impl Operator for Sorted {
    fn name(&self) -> &'static str {
        "sorted"
    }

    fn value_sort(&self, _: SortId) -> SortId {
        SortId::BOOL
    }

    fn unit(&self, _: &mut Store, _: SortId) -> Option<TermId> {
        Some(Store::TRUE)
    }

    fn combine(&self, _: &mut Store, _: TermId, _: TermId) -> Option<TermId> {
        None
    }

    fn wants_neighbours(&self) -> bool {
        true
    }

    fn above(&self, store: &mut Store, value: TermId, empty: TermId, last: TermId, new: TermId) -> TermId {
        let ascends = store.le(last, new);
        let seam = store.or2(empty, ascends);
        store.and2(value, seam)
    }

    fn below(&self, store: &mut Store, value: TermId, empty: TermId, first: TermId, new: TermId) -> TermId {
        let ascends = store.le(new, first);
        let seam = store.or2(empty, ascends);
        store.and2(value, seam)
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
        let Some(beside) = beside else { return super::unchanged(store, old, new, value, after) };
        let (from, to) = (store.le(beside.before, new), store.le(new, beside.after));
        let (from, to) = (store.or2(beside.is_first, from), store.or2(beside.is_last, to));
        let fits = store.and2(from, to);
        let same = store.eq(after, fits);
        let held = store.implies(value, same);
        let needed = store.implies(after, fits);
        let kept = super::unchanged(store, old, new, value, after);
        store.and(&[held, needed, kept])
    }

    fn about_part(&self, store: &mut Store, whole: TermId, part: TermId) -> TermId {
        store.implies(whole, part)
    }

    fn about_pair(&self, store: &mut Store, value: TermId, first: TermId, second: TermId) -> TermId {
        let ascends = store.le(first, second);
        store.implies(value, ascends)
    }
}
