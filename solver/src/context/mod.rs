//! What stands beneath the engines: the trait [`Engine`] and the [`Context`] that every one of them works with.
//!
//! Parts that engines are made of (interpolation, the choice of an inductive subset, reductions) take a context too,
//! and know no engine by name.

mod options;
mod progress;

pub use options::{AUTO, InstrumentOptions};
pub use progress::Progress;

use crate::smt::steps::ROUND;
use crate::smt::{CancelToken, HornProcess, SmtConfig, SmtSolver, SmtStatistics};
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
    pub instrument: InstrumentOptions,
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
            instrument: InstrumentOptions::default(),
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
