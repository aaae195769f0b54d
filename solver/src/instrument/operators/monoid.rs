//! The monoid of the user, commutative or not, with or without inverses.
//!
//! Its laws are the user's claim; they are proved before an instance is made (see `aggregate::laws`), because every
//! rule here is an instance of them. A write inside is followed exactly in an abelian group; otherwise only an
//! unchanged cell is followed.

use super::{Neighbours, Operator, unchanged};
use crate::term::{SortId, Store, TermId};

/// The operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Monoid {
    /// The unit.
    pub unit: TermId,
    /// The operation, over `Var(0)` and `Var(1)`.
    pub operation: TermId,
    /// The inverse, over `Var(0)`, if the monoid is known to be an abelian group.
    pub inverse: Option<TermId>,
}

impl Operator for Monoid {
    fn name(&self) -> &'static str {
        "monoid"
    }

    fn unit(&self, _: &mut Store, _: SortId) -> Option<TermId> {
        Some(self.unit)
    }

    fn combine(&self, store: &mut Store, left: TermId, right: TermId) -> Option<TermId> {
        Some(store.instantiate(self.operation, &[left, right]))
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
        match self.inverse {
            Some(inverse) => {
                let removed = store.instantiate(inverse, &[old]);
                let without = store.instantiate(self.operation, &[value, removed]);
                let expected = store.instantiate(self.operation, &[without, new]);
                store.eq(after, expected)
            }
            None => unchanged(store, old, new, value, after),
        }
    }
}
