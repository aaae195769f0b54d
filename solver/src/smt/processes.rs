//! Solver processes that have done one piece of work and can do another one.

use super::cancel::CancelToken;
use super::config::SmtConfig;
use super::solver::SmtSolver;
use std::sync::{Mutex, PoisonError};

/// Processes that nobody uses at the moment: to start one takes longer than to check most certificates. All that share
/// them have the same configuration.
#[derive(Debug, Default)]
pub struct Processes(Mutex<Vec<SmtSolver>>);

impl Processes {
    /// A process without anything that was asserted. Where work is counted it is a new one: what other work has left in
    /// it changes the count.
    pub(crate) fn take(&self, config: &SmtConfig, cancel: &CancelToken) -> SmtSolver {
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let kept = if cancel.is_counted() { None } else { kept() };
        let fresh = || SmtSolver::new(config.clone(), cancel.clone());
        kept.and_then(|solver| solver.for_others(cancel.clone())).unwrap_or_else(fresh)
    }

    /// Keeps a process for the next one.
    pub(crate) fn keep(&self, solver: SmtSolver) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(solver);
    }
}
