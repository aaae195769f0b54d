//! Recursive datatypes replaced by numbers: what `sizes` and `counts` have in common.
//!
//! Which numbers a value has is what a reduction says ([`Quantities`]). Here a clause's constraint becomes one about
//! these: weaker, and without recursive data.

mod formula;
mod terms;

pub(super) use formula::weaken;
pub(super) use terms::{Terms, holds_recursive_data, visit_sorts};

use crate::system::System;
use crate::term::{Store, TermId};

/// The numbers that stand for a value of a recursive datatype. Each is a term over the data, and defined by recursion
/// over its structure.
pub(super) trait Quantities {
    /// Those of a term of a recursive datatype; of constructors on top only their fields are left.
    fn of(&self, store: &mut Store, data: TermId) -> Vec<TermId>;

    /// The data of which the term is a quantity, if it is one.
    fn data(&self, store: &Store, term: TermId) -> Option<TermId>;

    /// The same quantity of other data of that sort, as [`Quantities::of`] gives it.
    fn same(&self, store: &mut Store, quantity: TermId, data: TermId) -> TermId;

    /// How many of the nodes of the data are applications of recursive constructors, if that is a quantity.
    fn size(&self, store: &mut Store, data: TermId) -> Option<TermId>;

    /// Whether a term that is no recursive data is replaced all the same: quantities stand for it.
    fn is_replaced(&self, _term: TermId) -> bool {
        false
    }

    /// For an atomic formula about such terms a consequence of it and one of its negation, over quantities.
    fn atom(&self, _store: &mut Store, _atom: TermId) -> Option<(TermId, TermId)> {
        None
    }

    /// What holds of a quantity whatever the value is, in formulas over quantities of the same data.
    fn facts(&self, store: &mut Store, quantity: TermId) -> Vec<TermId>;
}

/// Whether some predicate of the system has an argument that has quantities.
pub fn has_recursive_data(store: &Store, system: &System) -> bool {
    system.preds.iter().flat_map(|p| &p.sorts).any(|&s| store.is_recursive(s))
}
