//! The sum of mapped cells, Figure 5 of the paper. Nothing in its rules depends on the cell map, so weighted sums, sums
//! of indices and the like are the same operator.

use super::{Neighbours, Operator};
use crate::num::Rat;
use crate::term::{SortId, Store, TermId};

/// The operator.
#[derive(Debug)]
pub struct Sum;

impl Operator for Sum {
    fn name(&self) -> &'static str {
        "sum"
    }

    fn unit(&self, store: &mut Store, sort: SortId) -> Option<TermId> {
        Some(store.num(Rat::ZERO, sort))
    }

    fn combine(&self, store: &mut Store, left: TermId, right: TermId) -> Option<TermId> {
        Some(store.add(&[left, right]))
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
        let difference = store.sub(new, old);
        let expected = store.add(&[value, difference]);
        store.eq(after, expected)
    }

    fn about_alien(&self, store: &mut Store, value: TermId, moved: TermId) -> TermId {
        store.le(value, moved)
    }
}
