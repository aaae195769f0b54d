//! A solver process that starts beside the work: the search for the solver, and the start of the process that the first
//! engine or the independent checker is going to ask, are most of what an easy problem costs. Where the solver's name
//! says what it is, the process starts while another one is being asked for its version.

use crate::smt::LazySmt;
use horn_solver::smt::CancelToken;

/// The work beside; dropped, processes end that nobody uses.
pub struct Starter {
    smt: LazySmt,
}

impl Starter {
    /// Looks for the solver and starts a process. Nothing is reported: who needs the solver reports what is wrong with
    /// it.
    pub fn new(smt: &LazySmt, cancel: &CancelToken) -> Starter {
        let (searched, own, cancel) = (smt.clone(), smt.clone(), cancel.clone());
        own.spare().promise();
        // Without a thread everybody starts what they need.
        let _ = std::thread::Builder::new().name("search".to_string()).spawn(move || searched.get());
        let work = move || match own.likely().or_else(|| own.get().ok()) {
            Some(config) => own.spare().start(&config, &cancel),
            None => own.spare().end(),
        };
        if std::thread::Builder::new().name("starter".to_string()).spawn(work).is_err() {
            smt.spare().end();
        }
        Starter { smt: smt.clone() }
    }
}

impl Drop for Starter {
    fn drop(&mut self) {
        self.smt.spare().end();
    }
}
