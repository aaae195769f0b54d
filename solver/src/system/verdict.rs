//! Answers as values: verdicts, models and refutations.

use super::{ClauseId, PredId};
use crate::term::{Store, TermId, Value};
use std::fmt;

/// What an engine found out about a system.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// All clauses can hold; the model says how.
    Sat(Model),
    /// False can be derived; the refutation says how.
    Unsat(Refutation),
    /// Neither was established.
    Unknown(Reason),
}

/// Why an engine gave up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The time allowed is over.
    Timeout,
    /// The work allowed is done.
    Steps,
    /// The caller asked to stop.
    Cancelled,
    /// The engine does not handle this kind of system, or came to the end of its means; says what.
    Incomplete(String),
    /// The SMT process failed; says how.
    Smt(String),
    /// A certificate was rejected: a defect of ours, never a property of the input.
    Rejected(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Timeout => write!(f, "timeout"),
            Reason::Steps => write!(f, "the steps are used up"),
            Reason::Cancelled => write!(f, "cancelled"),
            Reason::Incomplete(what) => write!(f, "{what}"),
            Reason::Smt(what) => write!(f, "SMT process: {what}"),
            Reason::Rejected(what) => write!(f, "certificate rejected: {what}"),
        }
    }
}

/// An interpretation of every predicate: for each a formula over `Var(0) … Var(arity-1)`, its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// The definitions, indexed by [`PredId`].
    pub definitions: Vec<TermId>,
}

impl Model {
    /// The definition of a predicate.
    pub fn definition(&self, pred: PredId) -> TermId {
        self.definitions[pred.index()]
    }

    /// The definition of the atom's predicate applied to the atom's arguments.
    pub fn apply(&self, store: &mut Store, atom: &super::Atom) -> TermId {
        store.instantiate(self.definition(atom.pred), &atom.args)
    }
}

/// A derivation of false: ground instances of clauses, each using the heads of earlier steps as its body atoms. The
/// last step is an instance of a query clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The steps in derivation order.
    pub steps: Vec<Step>,
}

/// One ground instance of a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The clause.
    pub clause: ClauseId,
    /// The values of the clause's variables, in order.
    pub values: Vec<Value>,
    /// For each body atom, in order, the index of the earlier step that derives it.
    pub premises: Vec<usize>,
}

/// A step of a refutation some of whose values are not known, or not yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartialStep {
    /// The clause.
    pub clause: ClauseId,
    /// The values of the clause's variables, in order; may be shorter than the clause's variables.
    pub values: Vec<Option<Value>>,
    /// For each body atom, in order, the index of the earlier step that derives it.
    pub premises: Vec<usize>,
}

impl From<Step> for PartialStep {
    fn from(step: Step) -> PartialStep {
        let values = step.values.into_iter().map(Some).collect();
        PartialStep { clause: step.clause, values, premises: step.premises }
    }
}
