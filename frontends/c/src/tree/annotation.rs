//! Annotations in comments `/*@ … */` and `//@ …`, as ACSL defines them.
//!
//! Only what tells about the parameters of an entry is read. Integers in annotations are mathematical: there is no
//! overflow. Chained comparisons (`0 <= i < n`) come as conjunctions.

use super::{ExprId, Place};

/// The annotations in front of a function.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Contract {
    /// Its clauses, in order.
    pub clauses: Vec<Clause>,
}

/// A clause.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// What it says.
    pub kind: ClauseKind,
    /// Its text, from the keyword to the semicolon.
    pub place: Place,
}

/// The kinds of clauses.
#[derive(Clone, Debug, PartialEq)]
pub enum ClauseKind {
    /// `requires e;`: callers see to it.
    Requires(ExprId),
    /// Anything else; there is a warning. The name of the clause.
    Ignored(Box<str>),
}
