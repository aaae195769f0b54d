//! The engines: procedures that decide a system, all behind the one trait [`Engine`].
//!
//! An engine gets a system that preprocessing has finished with and a [`Context`] of its own; it shares nothing with other
//! engines. Its answer refers to that system and to the context's store. A defect in an engine cannot become a
//! wrong answer: every verdict's certificate is checked against the input by `certificate`, which uses none of this.

pub mod cells;
pub mod intblast;

use crate::smt::{CancelToken, SmtError, SmtStatistics};
use crate::system::{Reason, System, Verdict};
use crate::term::Store;

/// Everything an engine works with. There are no globals: store, limits and statistics travel here.
#[derive(Debug)]
pub struct Context {
    /// The terms; a clone of the caller's store when engines run in parallel.
    pub store: Store,
    /// Deadline and cancellation. Engines test it between queries; queries obey it by themselves.
    pub cancel: CancelToken,
    /// Sum over all SMT processes of the engine.
    pub statistics: SmtStatistics,
}

impl Context {
    /// `Err` with the reason once the engine has to stop.
    pub fn check(&self) -> Result<(), Reason> {
        if !self.cancel.is_cancelled() {
            return Ok(());
        }
        Err(if self.cancel.remaining().is_some_and(|left| left.is_zero()) {
            Reason::Timeout
        } else {
            Reason::Cancelled
        })
    }
}

/// A decision procedure for systems of Horn clauses.
pub trait Engine {
    /// The name on the command line and in statistics.
    fn name(&self) -> &'static str;

    /// Tries to decide the system. Returns soon after `cx.cancel` was triggered.
    fn solve(&mut self, cx: &mut Context, system: &System) -> Verdict;
}

impl From<SmtError> for Reason {
    fn from(error: SmtError) -> Reason {
        match error {
            SmtError::Timeout => Reason::Timeout,
            SmtError::Cancelled => Reason::Cancelled,
            error => Reason::Smt(error.to_string()),
        }
    }
}
