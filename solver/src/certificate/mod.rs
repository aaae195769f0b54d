//! The independent check of answers: models and refutations against a system, by fresh means.
//!
//! Nothing here uses preprocessing or an engine, so a defect there cannot hide. Checking has two phases. The native one
//! ([`model_obligations`], [`refutation_obligations`]) examines the shape and everything that evaluation and
//! simplification decide; what it leaves are formulas that must be unsatisfiable. [`discharge`] hands those to a fresh
//! SMT process. A certificate is accepted only if both phases find nothing to object to; undecided counts as rejected.
//!
//! [`complete`] is a service for others: it finds the values of a refutation of which only the clauses and premises
//! are known. Its result gets no credit, it goes through the check like any other.

mod aggregate;
mod complete;
mod conflict;
mod discharge;
mod functions;
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
pub use functions::{check_functions, claim_obligations, in_normal_form, with_functions};
pub use model::model_obligations;
pub use refutation::refutation_obligations;

use crate::num::Rat;
use crate::smt::SmtError;
use crate::system::{ClauseId, Reason};
use crate::term::{AggregateKind, Op, Store, TermId, postorder};
use std::fmt;

/// A formula that must be unsatisfiable for a certificate to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// The clause it is about.
    pub clause: ClauseId,
    /// The step of the refutation it is about; `None` for a model.
    pub step: Option<usize>,
    /// The claim about recursive functions that it is about, by its position, if it is not about a clause.
    pub claim: Option<usize>,
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
    /// A step of a refutation holds for some choice of the values that a theory leaves open (division by zero, a
    /// selector on another constructor, the least of nothing) and not for all; says which. Engines look for one choice,
    /// so this is no defect.
    Open(String),
    /// The check could not be carried out.
    Smt(SmtError),
}

impl Rejection {
    /// Whether whoever made the certificate is to blame.
    pub fn is_defect(&self) -> bool {
        match self {
            Rejection::Malformed(_) | Rejection::Violated(_) | Rejection::Undecided(_) => true,
            Rejection::Open(_) => false,
            Rejection::Smt(error) => !error.is_interrupt(),
        }
    }
}

/// Whether an operator occurs whose value a theory leaves open for some arguments, outside quantifiers or inside.
pub fn has_open_values(store: &Store, roots: &[TermId]) -> bool {
    postorder(store, roots).into_iter().any(|term| match store.op(term) {
        Op::IntDiv | Op::IntMod | Op::RealDiv => store.as_num(store.args(term)[1]).is_none_or(Rat::is_zero),
        Op::Project(..) => true,
        Op::Aggregate(id) => matches!(store.aggregate(*id).kind, AggregateKind::Min | AggregateKind::Max),
        _ => false,
    })
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rejection::Malformed(what) => write!(f, "{what}"),
            Rejection::Violated(what) => write!(f, "{what} does not hold"),
            Rejection::Undecided(what) => write!(f, "{what}"),
            Rejection::Open(what) => write!(f, "{what} depends on a value that is left open"),
            Rejection::Smt(error) => write!(f, "{error}"),
        }
    }
}

impl From<Rejection> for Reason {
    fn from(rejection: Rejection) -> Reason {
        match rejection {
            Rejection::Smt(error) => Reason::from(error),
            open @ Rejection::Open(_) => Reason::Incomplete(open.to_string()),
            other => Reason::Rejected(other.to_string()),
        }
    }
}
