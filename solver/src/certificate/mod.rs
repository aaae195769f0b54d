//! The independent check of answers: models and refutations against a system, by fresh means.
//!
//! Nothing here uses preprocessing or an engine, so a defect there cannot hide. Checking has two phases. The native one
//! ([`model_obligations`], [`refutation_obligations`]) examines the shape and everything that evaluation and
//! simplification decide; what it leaves are formulas that must be unsatisfiable. [`discharge`] hands those to a fresh SMT
//! process. A certificate is accepted only if both phases find nothing to object to; undecided counts as rejected.
//!
//! [`complete`] is a service for others: it finds the values of a refutation of which only the clauses and premises
//! are known. Its result gets no credit, it goes through the check like any other.

mod aggregate;
mod complete;
mod conflict;
mod discharge;
mod instantiate;
mod measure;
mod model;
mod propagate;
mod refutation;
mod skolem;
mod split;
#[cfg(test)]
mod testing;

pub use complete::{Completion, complete};
pub use discharge::discharge;
pub use model::model_obligations;
pub use refutation::refutation_obligations;

use crate::smt::SmtError;
use crate::system::{ClauseId, Reason};
use crate::term::TermId;
use std::fmt;

/// A formula that must be unsatisfiable for a certificate to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// The clause it is about.
    pub clause: ClauseId,
    /// The step of the refutation it is about; `None` for a model.
    pub step: Option<usize>,
    /// The formula; free variables stand for unknown values.
    pub formula: TermId,
    /// A consequence of the formula that is easier to decide: if it is unsatisfiable, so is the formula.
    pub weaker: Option<TermId>,
    /// Whether the formula says all there is to say. If it does not, it proves something only by being unsatisfiable.
    pub exact: bool,
}

/// Why a certificate was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// It is not a certificate for this system at all: says what is wrong with its shape.
    Malformed(String),
    /// A clause or step does not hold; says which.
    Violated(String),
    /// The solver could not decide an obligation; says which and why.
    Undecided(String),
    /// The check could not be carried out.
    Smt(SmtError),
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rejection::Malformed(what) => write!(f, "{what}"),
            Rejection::Violated(what) => write!(f, "{what} does not hold"),
            Rejection::Undecided(what) => write!(f, "{what}"),
            Rejection::Smt(error) => write!(f, "{error}"),
        }
    }
}

impl From<Rejection> for Reason {
    fn from(rejection: Rejection) -> Reason {
        match rejection {
            Rejection::Smt(error) => Reason::from(error),
            other => Reason::Rejected(other.to_string()),
        }
    }
}
