//! The engines: procedures that decide a system, all behind the one trait [`Engine`].
//!
//! An engine gets a system that preprocessing has finished with and a [`Context`] of its own; it shares nothing with
//! other engines. Its answer refers to that system and to the context's store. A defect in an engine cannot become a
//! wrong answer: every verdict's certificate is checked against the input by `certificate`, which uses none of this.

pub mod accel;
pub mod bmc;
pub mod cells;
mod counted;
#[cfg(test)]
mod counted_tests;
pub mod expand;
pub mod intblast;
pub mod joined;
pub mod pa;
pub mod parametric;
pub mod pdr;
pub mod portfolio;
#[cfg(test)]
mod portfolio_tests;
mod progress;
pub mod reduced;
pub mod schedule;
pub mod shape;
pub mod sizes;
pub mod table;
pub mod templates;
#[cfg(test)]
pub(crate) mod testing;
pub mod transition;

pub use progress::Progress;

use crate::smt::steps::ROUND;
use crate::smt::{CancelToken, HornProcess, SmtConfig, SmtError, SmtSolver, SmtStatistics};
use crate::system::{Reason, System, Verdict};
use crate::term::Store;

/// Everything an engine works with. There are no globals: store, limits and statistics travel here.
#[derive(Debug)]
pub struct Context {
    /// The terms; a clone of the caller's store when engines run in parallel.
    pub store: Store,
    /// Limits and cancellation. Engines test it between queries; queries obey it by themselves, and are charged to it.
    pub cancel: CancelToken,
    /// How to start SMT processes. Engines may change their copy (limits, options).
    pub smt: SmtConfig,
    /// Where recursion-free Horn systems are solved, in one process for all of them.
    pub horn: HornProcess,
    /// Sum over all SMT processes of the engine; engines add [`SmtSolver::take_statistics`] of theirs before they
    /// return.
    pub statistics: SmtStatistics,
    /// What the engine shows the outside while it runs.
    pub progress: Progress,
    /// Counts of the engine's own, by name, for statistics.
    pub details: Vec<(&'static str, u64)>,
    /// What the instrumentation may do.
    pub instrument: crate::instrument::Options,
}

impl Context {
    /// A context without statistics.
    pub fn new(store: Store, smt: SmtConfig, cancel: CancelToken) -> Context {
        let horn = HornProcess::new(smt.clone());
        Context {
            store,
            cancel,
            smt,
            horn,
            statistics: SmtStatistics::default(),
            progress: Progress::new(),
            details: Vec::new(),
            instrument: crate::instrument::Options::default(),
        }
    }

    /// A context for work beside this one's: a clone of the store, statistics and progress of its own.
    pub fn fork(&self, cancel: CancelToken) -> Context {
        let mut cx = Context::new(self.store.clone(), self.smt.clone(), cancel);
        cx.instrument = self.instrument.clone();
        cx
    }

    /// A solver with an empty assertion stack that obeys this context's token. Starts no process yet.
    pub fn solver(&self) -> SmtSolver {
        SmtSolver::new(self.smt.clone(), self.cancel.clone())
    }

    /// `Err` with the reason once the engine has to stop. A round of a loop that asks is counted as work.
    pub fn check(&self) -> Result<(), Reason> {
        self.cancel.charge(ROUND);
        if self.cancel.is_cancelled() { Err(Reason::of(&self.cancel)) } else { Ok(()) }
    }
}

/// A decision procedure for systems of Horn clauses.
pub trait Engine {
    /// The name on the command line and in statistics.
    fn name(&self) -> &'static str;

    /// Tries to decide the system. Returns soon after `cx.cancel` was triggered.
    fn solve(&mut self, cx: &mut Context, system: &System) -> Verdict;
}

impl Reason {
    /// Why work ends whose token is triggered.
    pub fn of(cancel: &CancelToken) -> Reason {
        match () {
            () if cancel.is_late() => Reason::Timeout,
            () if cancel.is_used_up() => Reason::Steps,
            () => Reason::Cancelled,
        }
    }
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
