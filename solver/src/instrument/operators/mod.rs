//! The operators: what a summary of an interval of cells does when the interval or a cell in it changes.
//!
//! Every operator over an interval follows the schema of `instrumentation.md` §1.0, with a *static* interval: the ghost
//! of an operator is the value `v` of the summary of `[lo, hi)` of an array, where `lo` and `hi` are terms over the
//! arguments of the predicate. Its invariant is therefore functional, `v = summary(a, lo, hi)`, the ghosts of
//! Definition 1 (Amilon and others, *Automatic Program Instrumentation for Automatic Verification*, CAV 2023, §2.2)
//! with the shadow array and the bounds replaced by what they shadow; and the rules of Figures 4 and 5 become relations
//! between the values before and after: *empty*, *above* and *below* (extension, read backwards: drop), *outside*
//! (pass-through), *inside*, *merge*, and what a summary says about its cells (*assume on read*).
//! [`crate::instrument::verify`] proves every rule of every operator.
//!
//! Products and divisions of scalars have no interval; what is known of them is in [`crate::reduce::cells::laws`].

pub mod alien;
pub mod all;
pub mod any;
pub mod count;
pub mod extremum;
pub mod first;
pub mod map;
pub mod monoid;
pub mod multiple;
pub mod sorted;
pub mod sum;

use crate::term::{SortId, Store, TermId};

/// The cells beside the one that is written, for operators that compare neighbours.
#[derive(Clone, Copy, Debug)]
pub struct Neighbours {
    /// Whether the cell is the first of the interval, a formula.
    pub is_first: TermId,
    /// The cell before.
    pub before: TermId,
    /// Whether it is the last.
    pub is_last: TermId,
    /// The cell after.
    pub after: TermId,
}

/// The rules of an operator, as terms over the values they relate.
pub trait Operator: std::fmt::Debug + Send + Sync {
    /// The name on the command line and in statistics.
    fn name(&self) -> &'static str;

    /// The sort of the summary for mapped cells of a sort.
    fn value_sort(&self, cell: SortId) -> SortId {
        cell
    }

    /// What is known of each mapped cell by itself.
    fn cell_guard(&self, _store: &mut Store, _cell: TermId) -> TermId {
        Store::TRUE
    }

    /// Rule *empty*: the value of an empty interval; `None` where it is open.
    fn unit(&self, store: &mut Store, sort: SortId) -> Option<TermId>;

    /// Rule *merge*: the value of two adjacent nonempty intervals (any intervals if there is a unit); `None` if it does
    /// not follow from theirs.
    fn combine(&self, store: &mut Store, left: TermId, right: TermId) -> Option<TermId>;

    /// Whether the rules need the cells next to those that come, go or are written.
    fn wants_neighbours(&self) -> bool {
        false
    }

    /// Rule *above*: the value after the interval grew by the cell `new` behind its `last`. `empty` is the formula that
    /// it was empty before.
    fn above(&self, store: &mut Store, value: TermId, empty: TermId, _last: TermId, new: TermId) -> TermId {
        let grown = self.combine(store, value, new).unwrap_or(value);
        match self.unit(store, store.sort_of(value)) {
            Some(_) => grown,
            None => store.ite(empty, new, grown),
        }
    }

    /// Rule *below*: the same at the other end, before its `first` cell.
    fn below(&self, store: &mut Store, value: TermId, empty: TermId, _first: TermId, new: TermId) -> TermId {
        let grown = self.combine(store, new, value).unwrap_or(value);
        match self.unit(store, store.sort_of(value)) {
            Some(_) => grown,
            None => store.ite(empty, new, grown),
        }
    }

    /// Rule *inside*: relates the values before and after the write of a cell of the interval from `old` to `new`.
    /// Weaker than equality where the operator of the paper would reset.
    fn inside(
        &self,
        store: &mut Store,
        value: TermId,
        old: TermId,
        new: TermId,
        beside: Option<Neighbours>,
        after: TermId,
    ) -> TermId;

    /// Assume on read: what the value says about a cell of the interval.
    fn about_cell(&self, _store: &mut Store, _value: TermId, _cell: TermId) -> TermId {
        Store::TRUE
    }

    /// What the value of the nonempty interval `[lo, hi)` says by itself, given its number of cells.
    fn about_length(&self, _store: &mut Store, _value: TermId, _length: TermId) -> TermId {
        Store::TRUE
    }

    /// What the value of a nonempty interval says about a cell and one behind it, both in the interval.
    fn about_pair(&self, _store: &mut Store, _value: TermId, _first: TermId, _second: TermId) -> TermId {
        Store::TRUE
    }

    /// What holds of some cell of a nonempty interval, the witness of the value: the greatest cell is one of them.
    /// `None` if the value has no witness.
    fn witness(&self, _store: &mut Store, _value: TermId, _cell: TermId) -> Option<TermId> {
        None
    }

    /// How the value compares with that of a nonempty interval of the same length whose every mapped cell is at least
    /// as large (implied, for truth values): the effect of an alien term that moves (see [`alien`]).
    fn about_alien(&self, _store: &mut Store, _value: TermId, _moved: TermId) -> TermId {
        Store::TRUE
    }

    /// What the value of an interval says about that of a nonempty interval within it.
    fn about_part(&self, _store: &mut Store, _whole: TermId, _part: TermId) -> TermId {
        Store::TRUE
    }
}

/// The laws `summary(unit) = unit`, associativity and so on are proved by [`crate::instrument::verify`] for these.
pub fn library() -> Vec<Box<dyn Operator>> {
    vec![
        Box::new(all::All),
        Box::new(any::Any),
        Box::new(sum::Sum),
        Box::new(count::Count),
        Box::new(extremum::Extremum { greatest: true }),
        Box::new(extremum::Extremum { greatest: false }),
        Box::new(first::First),
        Box::new(multiple::Multiple),
        Box::new(sorted::Sorted),
    ]
}

/// `old` and `new` are one value.
pub(crate) fn unchanged(store: &mut Store, old: TermId, new: TermId, value: TermId, after: TermId) -> TermId {
    let (same, kept) = (store.eq(old, new), store.eq(value, after));
    store.implies(same, kept)
}
