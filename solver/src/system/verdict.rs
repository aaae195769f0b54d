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

impl Refutation {
    /// For each step whether the last one needs it.
    pub fn needed(&self) -> Vec<bool> {
        let mut needed = vec![false; self.steps.len()];
        if let Some(last) = needed.last_mut() {
            *last = true;
        }
        for (index, step) in self.steps.iter().enumerate().rev() {
            if needed[index] {
                step.premises.iter().for_each(|&premise| needed[premise] = true);
            }
        }
        needed
    }

    /// The refutation without the steps that the last one does not need.
    #[must_use]
    pub fn trimmed(self) -> Refutation {
        let needed = self.needed();
        let mut places = vec![0; needed.len()];
        let mut steps = Vec::new();
        for (index, mut step) in self.steps.into_iter().enumerate().filter(|(index, _)| needed[*index]) {
            places[index] = steps.len();
            step.premises.iter_mut().for_each(|premise| *premise = places[*premise]);
            steps.push(step);
        }
        Refutation { steps }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_that_nothing_needs_go() {
        let step = |clause, premises: &[usize]| Step {
            clause: ClauseId(clause),
            values: Vec::new(),
            premises: premises.to_vec(),
        };
        let steps = vec![step(0, &[]), step(1, &[0]), step(2, &[]), step(3, &[2]), step(4, &[3, 2])];
        let refutation = Refutation { steps };
        assert_eq!(refutation.needed(), [false, false, true, true, true]);
        assert_eq!(refutation.trimmed().steps, [step(2, &[]), step(3, &[0]), step(4, &[1, 0])]);
        assert_eq!(Refutation { steps: Vec::new() }.trimmed().steps, []);
    }
}
