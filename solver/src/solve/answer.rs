//! What comes of solving: an answer with its certificate as data, or why there is none at all.

use super::{Problem, Statistics};
use crate::smtlib::Diagnostic;
use crate::smtlib::print::term_text;
use crate::system::{Model, Reason, Refutation, Verdict};
use crate::term::{Assignment, Value, evaluate};
use std::fmt;

/// The end of a run that was not cut short by a failure.
#[derive(Debug)]
pub struct Answer {
    /// The problem. Its store is the one the verdict's terms live in.
    pub problem: Problem,
    /// The verdict on the problem's system.
    pub verdict: Verdict,
    /// Counts and times.
    pub statistics: Statistics,
}

impl Answer {
    /// Whether all clauses can hold.
    pub fn is_sat(&self) -> bool {
        matches!(self.verdict, Verdict::Sat(_))
    }

    /// Whether false can be derived.
    pub fn is_unsat(&self) -> bool {
        matches!(self.verdict, Verdict::Unsat(_))
    }

    /// The model of a system that has one.
    pub fn model(&self) -> Option<&Model> {
        match &self.verdict {
            Verdict::Sat(model) => Some(model),
            _ => None,
        }
    }

    /// The derivation of false in a system without a model.
    pub fn refutation(&self) -> Option<&Refutation> {
        match &self.verdict {
            Verdict::Unsat(refutation) => Some(refutation),
            _ => None,
        }
    }

    /// Why there is no verdict.
    pub fn reason(&self) -> Option<&Reason> {
        match &self.verdict {
            Verdict::Unknown(reason) => Some(reason),
            _ => None,
        }
    }

    /// What the model says about a predicate, as an SMT-LIB formula over `x0`, `x1`, …, its arguments. `None` without a
    /// model, and for a name that the system does not have.
    pub fn definition(&self, predicate: &str) -> Option<String> {
        let pred = self.problem.system.pred_ids().find(|&pred| self.problem.system.pred(pred).name == predicate)?;
        let definition = self.model()?.definition(pred);
        Some(term_text(&self.problem.store, definition, &self.problem.user_names()))
    }

    /// Whether a predicate holds of values in the model. `None` without a model, for a name that the system does not
    /// have, and where the definition cannot be evaluated.
    pub fn holds(&self, predicate: &str, values: &[Value]) -> Option<bool> {
        let pred = self.problem.system.pred_ids().find(|&pred| self.problem.system.pred(pred).name == predicate)?;
        let definition = self.model()?.definition(pred);
        let assignment = Assignment::from_values(values.iter().cloned());
        evaluate(&self.problem.store, definition, &assignment)?.as_bool()
    }
}

/// Why there is no answer at all.
#[derive(Debug)]
pub enum Failure {
    /// The input cannot be read at all; says why.
    Unreadable(String),
    /// The input is wrong.
    Input(Diagnostic),
    /// Something else is missing or broken; one line.
    Tool(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Unreadable(why) | Failure::Tool(why) => write!(f, "{why}"),
            Failure::Input(diagnostic) => write!(f, "{diagnostic}"),
        }
    }
}

impl std::error::Error for Failure {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Failure::Input(diagnostic) => Some(diagnostic),
            Failure::Unreadable(_) | Failure::Tool(_) => None,
        }
    }
}
