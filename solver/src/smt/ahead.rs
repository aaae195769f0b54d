//! A solver process that is started before anybody has a question, so that nobody waits for its start, nor for what Z3
//! puts off until its first question.

use super::cancel::CancelToken;
use super::config::SmtConfig;
use super::process::{Marker, SmtProcess, SpawnSpec};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A first question with nothing in it: Z3 makes its solver for it, which takes about 4 ms (Z3 5.4).
const FIRST_QUESTION: &str = "(check-sat)\n";
/// No longer than this is waited for a process that is being started: the next one can be started in that time.
const PATIENCE: Duration = Duration::from_millis(500);

/// A place for one process. Clones share it; the first solver that needs such a process takes it.
#[derive(Clone, Debug, Default)]
pub struct Ahead {
    shared: Arc<(Mutex<Place>, Condvar)>,
}

/// What is in the place.
#[derive(Debug, Default)]
enum Place {
    /// Nothing.
    #[default]
    Empty,
    /// Nothing yet; somebody has promised a process.
    Promised,
    /// A process that was started so.
    Waiting(SpawnSpec, Box<Prepared>),
}

/// A process that nobody has asked anything.
#[derive(Debug)]
pub(super) struct Prepared {
    pub process: SmtProcess,
    /// The commands that it was sent, and the end of what it says to them; `None` if it was sent nothing.
    pub prelude: Option<(String, Marker)>,
}

impl Ahead {
    /// A process is going to be started at once, by another thread: who needs one waits for it.
    pub fn promise(&self) {
        *self.place() = Place::Promised;
    }

    /// Starts a process for work that ends with `cancel`. It ends with the thread that calls this. An error is no loss:
    /// the first question starts a process of its own, and reports what is wrong. Where queries are logged nothing is
    /// started, as each process has a log, and one that nobody asks would have an empty one.
    pub fn start(&self, config: &SmtConfig, cancel: &CancelToken) {
        let spec = config.spawn_spec(cancel);
        let process = if config.log.is_some() { None } else { SmtProcess::spawn(&spec).ok() };
        let place = process.map_or(Place::Empty, |mut process| {
            // The first question counts where work is counted.
            let warm = config.kind.is_z3() && !cancel.is_counted();
            let prelude = warm.then(|| {
                let prelude = config.prelude(cancel);
                process.send(prelude.as_bytes());
                process.send(FIRST_QUESTION.as_bytes());
                let marker = process.mark();
                process.flush();
                (prelude, marker)
            });
            Place::Waiting(spec, Box::new(Prepared { process, prelude }))
        });
        *self.place() = place;
        self.shared.1.notify_all();
    }

    /// Ends the process, if nobody has taken it.
    pub fn end(&self) {
        *self.place() = Place::Empty;
        self.shared.1.notify_all();
    }

    /// The process, if it is one that would be started so.
    pub(super) fn take(&self, spec: &SpawnSpec) -> Option<Prepared> {
        let promised = |place: &mut Place| matches!(place, Place::Promised);
        let waited = self.shared.1.wait_timeout_while(self.place(), PATIENCE, promised);
        let (mut place, _) = waited.unwrap_or_else(PoisonError::into_inner);
        match std::mem::take(&mut *place) {
            Place::Waiting(known, prepared) if known.serves(spec) => Some(*prepared),
            other => {
                *place = other;
                None
            }
        }
    }

    fn place(&self) -> MutexGuard<'_, Place> {
        self.shared.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smt::testing;
    use crate::smt::{Purpose, SatResult, SmtSolver};
    use std::time::Instant;

    #[test]
    fn a_promised_process_is_waited_for_and_answers_as_one_of_its_own_does() {
        let config = SmtConfig::new(&testing::binary());
        let cancel = CancelToken::new();
        for options in [Vec::new(), vec![("smt.random_seed".to_string(), "7".to_string())]] {
            // What was sent ahead are other options, once.
            config.ahead.promise();
            let (ahead, own, token) = (config.ahead.clone(), config.clone(), cancel.clone());
            let (done, over) = std::sync::mpsc::channel::<()>();
            // The process ends with the thread that has started it.
            let thread = std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(50));
                ahead.start(&own, &token);
                let _ = over.recv();
            });
            let mut smt = SmtSolver::new(SmtConfig { options, ..config.clone() }, cancel.clone());
            assert_eq!(smt.check(Purpose::Reachability, &[]), Ok(SatResult::Sat));
            assert!(matches!(*config.ahead.place(), Place::Empty));
            assert_eq!(smt.check(Purpose::Reachability, &[]), Ok(SatResult::Sat));
            drop(done);
            thread.join().unwrap();
        }
    }

    #[test]
    fn a_promise_that_is_not_kept_is_not_waited_for_long() {
        let config = SmtConfig::new(&testing::binary());
        config.ahead.promise();
        let begin = Instant::now();
        assert!(config.ahead.take(&config.spawn_spec(&CancelToken::new())).is_none());
        assert!(begin.elapsed() >= PATIENCE && begin.elapsed() < PATIENCE * 20);
        config.ahead.end();
        let begin = Instant::now();
        assert!(config.ahead.take(&config.spawn_spec(&CancelToken::new())).is_none());
        assert!(begin.elapsed() < PATIENCE);
    }
}
