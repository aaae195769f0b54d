//! Solver processes that start beside the work, on a thread of their own: the search for the solver, and the start of
//! the processes that the first engine and the independent checker are going to ask, are most of what an easy problem
//! costs. Where the solver's name says what it is, they start while it is being asked for its version.

use crate::independent::{Check, start_checker};
use crate::smt::LazySmt;
use horn_solver::smt::CancelToken;
use std::sync::mpsc::{Sender, channel};

/// The thread. A process ends with the thread that has started it, so this one stays until it is dropped.
pub struct Starter {
    smt: LazySmt,
    /// Says that an engine is going to need a process. Closed, it ends the thread.
    engine: Sender<()>,
}

impl Starter {
    /// Looks for the solver, and starts the process of the independent checker if there is one. Nothing is reported:
    /// who needs the solver reports what is wrong with it.
    pub fn new(check: &Check, smt: &LazySmt, cancel: &CancelToken) -> Starter {
        let (engine, needed) = channel();
        let (check, own, cancel) = (check.clone(), smt.clone(), cancel.clone());
        let searched = smt.clone();
        // Without a thread everybody starts what they need.
        let _ = std::thread::Builder::new().name("search".to_string()).spawn(move || searched.get());
        let work = move || {
            let config = own.likely().or_else(|| own.get().ok());
            if let Some(config) = config.as_ref().filter(|_| check != Check::Off) {
                start_checker(&own, config, !cancel.is_counted());
            }
            for () in needed {
                match &config {
                    Some(config) => own.engines_ahead().start(config, &cancel),
                    None => own.engines_ahead().end(),
                }
            }
            end(&own);
        };
        let _ = std::thread::Builder::new().name("starter".to_string()).spawn(work);
        Starter { smt: smt.clone(), engine }
    }

    /// Starts a process for the first engine.
    pub fn start_engine(&self) {
        self.smt.engines_ahead().promise();
        if self.engine.send(()).is_err() {
            self.smt.engines_ahead().end();
        }
    }
}

impl Drop for Starter {
    fn drop(&mut self) {
        end(&self.smt);
    }
}

/// Ends what nobody has taken.
fn end(smt: &LazySmt) {
    smt.ahead().end();
    smt.engines_ahead().end();
}
