//! The index of the first cell that satisfies a predicate, or a limit if there is none.
//!
//! It is the least of the mapped cells `if p(a[k], k) then k else limit`, and a fold like any other; what is more is
//! known because a mapped cell is its own place: no cell before the value satisfies the predicate (it would be less),
//! and if the value is below the limit the cell there does (it is the witness). So a write before the value that
//! satisfies the predicate takes over, one behind it changes nothing, and one at it that does not satisfy the predicate
//! leaves a lower bound.

use super::{Neighbours, Operator, extremum::Extremum};
use crate::term::{SortId, Store, TermId};

/// The operator; mapped cells are indices, or the limit.
#[derive(Debug)]
pub struct First;

/// Whose rules hold.
const LEAST: Extremum = Extremum { greatest: false };

impl Operator for First {
    fn name(&self) -> &'static str {
        "first"
    }

    fn unit(&self, store: &mut Store, sort: SortId) -> Option<TermId> {
        LEAST.unit(store, sort)
    }

    fn combine(&self, store: &mut Store, left: TermId, right: TermId) -> Option<TermId> {
        LEAST.combine(store, left, right)
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
        LEAST.inside(store, value, old, new, beside, after)
    }

    fn about_cell(&self, store: &mut Store, value: TermId, cell: TermId) -> TermId {
        LEAST.about_cell(store, value, cell)
    }

    fn witness(&self, store: &mut Store, value: TermId, cell: TermId) -> Option<TermId> {
        LEAST.witness(store, value, cell)
    }

    fn about_part(&self, store: &mut Store, whole: TermId, part: TermId) -> TermId {
        LEAST.about_part(store, whole, part)
    }

    fn about_alien(&self, store: &mut Store, value: TermId, moved: TermId) -> TermId {
        LEAST.about_alien(store, value, moved)
    }
}
