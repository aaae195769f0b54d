//! Solver processes that nobody uses at the moment: one that is started before anybody has a question, and those that
//! have done one piece of work and can do another one.
//!
//! To start a process takes Z3 some 20 ms of processor time, most of it page faults; to forget all that it was told
//! (`(reset)`) and to make its solver anew takes 2 ms (Z3 5.4). So a [solver](super::SmtSolver) gives its process back
//! when it is dropped, and takes one that waits before it starts its own. What `(reset)` leaves are options, so that a
//! process serves those only that set the same ones.
//!
//! Where work is counted nothing is given back: what other work has left in a process changes the count.

use super::cancel::CancelToken;
use super::config::SmtConfig;
use super::process::{Lent, Marker, SmtProcess, SpawnSpec};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A first question with nothing in it: Z3 makes its solver for it, which takes about 4 ms (Z3 5.4).
const FIRST_QUESTION: &str = "(check-sat)\n";
/// No longer than this is waited for a process that is being started: the next one can be started in that time.
const PATIENCE: Duration = Duration::from_millis(500);
/// Processes that wait at most: two engines, and what two of them ask beside their own.
const MOST: usize = 4;
/// A process that holds more memory than this, in bytes, does not wait for other work.
const LARGEST: u64 = 256 << 20;

/// A place for processes. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Spare {
    shared: Arc<(Mutex<Place>, Condvar)>,
}

/// What is in the place.
#[derive(Debug, Default)]
struct Place {
    /// Whether somebody is starting a process.
    promised: bool,
    waiting: Vec<Waiting>,
}

/// A process that waits.
#[derive(Debug)]
struct Waiting {
    spec: SpawnSpec,
    /// The options that it was given beyond those of every process.
    given: Given,
    told: Told,
    process: SmtProcess,
}

/// Options and logic that a configuration sets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Given {
    options: Vec<(String, String)>,
    logic: Option<String>,
}

impl Given {
    fn by(config: &SmtConfig) -> Given {
        Given { options: config.options.clone(), logic: config.logic.clone() }
    }
}

impl Waiting {
    /// Whether it does what a process does that a configuration starts so for work that ends with `cancel`, and lasts
    /// as long.
    fn serves(&self, spec: &SpawnSpec, cancel: &CancelToken) -> bool {
        self.spec.serves(spec) && self.process.lasts(cancel.remaining())
    }
}

/// What a process was told.
#[derive(Debug)]
pub(super) enum Told {
    /// Nothing.
    Nothing,
    /// These commands, and the end of what it says to them, if that has not been read.
    Prelude(String, Option<Marker>),
    /// Something that it has to forget.
    Work,
}

impl Told {
    /// Whether the process has done work before.
    pub fn is_used(&self) -> bool {
        matches!(self, Told::Work | Told::Prelude(_, None))
    }
}

impl Spare {
    /// A process is going to be started at once, by another thread: who needs one waits for it.
    pub fn promise(&self) {
        self.place().promised = true;
    }

    /// Starts a process for work that ends with `cancel`. An error is no loss: the first question starts a process of
    /// its own, and reports what is wrong. Where queries are logged nothing is started, as each process has a log, and
    /// one that nobody asks would have an empty one.
    pub fn start(&self, config: &SmtConfig, cancel: &CancelToken) {
        let spec = config.spawn_spec(cancel);
        let process = if config.log.is_some() { None } else { SmtProcess::spawn(&spec).ok() };
        let waiting = process.map(|mut process| {
            // The first question counts where work is counted.
            let warm = config.kind.is_z3() && !cancel.is_counted();
            let told = if warm {
                let prelude = config.prelude(cancel);
                process.send(prelude.as_bytes());
                process.send(FIRST_QUESTION.as_bytes());
                let marker = process.mark();
                process.flush();
                Told::Prelude(prelude, Some(marker))
            } else {
                Told::Nothing
            };
            Waiting { spec, given: Given::by(config), told, process }
        });
        let mut place = self.place();
        place.promised = false;
        place.waiting.extend(waiting);
        self.shared.1.notify_all();
    }

    /// Ends the processes that wait, and the wait for one that is being started.
    pub fn end(&self) {
        let ended = std::mem::take(&mut *self.place());
        self.shared.1.notify_all();
        // To end takes a process a moment, for which nobody else waits.
        drop(ended);
    }

    /// A process that a configuration would start so, for work that ends with `cancel` and begins with `prelude`, and
    /// what it was told: if possible nothing else.
    pub(super) fn take(
        &self,
        config: &SmtConfig,
        spec: &SpawnSpec,
        prelude: &str,
        cancel: &CancelToken,
    ) -> Option<(SmtProcess, Told)> {
        let given = Given::by(config);
        let fits = |one: &Waiting| {
            (one.given == given || one.given == Given::default())
                && (!cancel.is_counted() || matches!(one.told, Told::Nothing))
                && one.serves(spec, cancel)
        };
        let told = |one: &Waiting| matches!(&one.told, Told::Prelude(told, _) if told == prelude);
        let taken = self.choose(fits, told)?;
        Some((taken.process, taken.told))
    }

    /// A Z3 of this binary without other options than those of every process, as it is, for somebody who tells it to
    /// forget everything and reads on from there. One that was asked nothing is left to those who have no other.
    pub fn lend(&self, config: &SmtConfig, cancel: &CancelToken) -> Option<Lent> {
        let spec = config.spawn_spec(cancel);
        let fits = |one: &Waiting| config.kind.is_z3() && one.given == Given::default() && one.serves(&spec, cancel);
        self.choose(fits, |one| one.told.is_used())?.process.lend()
    }

    /// Keeps a process that was used with a configuration, if it can do other work; otherwise it ends. `clean`: nothing
    /// is left of what it was told behind the commands that all work begins with.
    pub(super) fn give_back(&self, process: SmtProcess, config: &SmtConfig, cancel: &CancelToken, clean: bool) {
        let other = cancel.is_counted() || config.log.is_some() || !config.kind.is_z3();
        if other || !process.is_idle() || process.resident().is_some_and(|bytes| bytes > LARGEST) {
            return;
        }
        let told = if clean { Told::Prelude(config.prelude(cancel), None) } else { Told::Work };
        let waiting = Waiting { spec: config.spawn_spec(cancel), given: Given::by(config), told, process };
        let ended: Vec<Waiting> = {
            let mut place = self.place();
            // Those that have reached their own limit make room.
            let over = place.waiting.extract_if(.., |one| !one.process.lasts(Some(Duration::ZERO))).collect();
            if place.waiting.len() < MOST {
                place.waiting.push(waiting);
            }
            over
        };
        // To end takes a process a moment, for which nobody else waits.
        drop(ended);
    }

    /// Takes a process that fits, a better one if there is one; if there is none and one is being started, that one is
    /// waited for.
    fn choose(&self, fits: impl Fn(&Waiting) -> bool, better: impl Fn(&Waiting) -> bool) -> Option<Waiting> {
        let promised = |place: &mut Place| place.promised && !place.waiting.iter().any(&fits);
        let waited = self.shared.1.wait_timeout_while(self.place(), PATIENCE, promised);
        let (mut place, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let fitting = |one: &Waiting| fits(one) && better(one);
        let at = place.waiting.iter().position(fitting).or_else(|| place.waiting.iter().position(&fits))?;
        Some(place.waiting.swap_remove(at))
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
    use crate::term::{SortId, Store};
    use std::time::Instant;

    fn count(spare: &Spare) -> usize {
        spare.place().waiting.len()
    }

    #[test]
    fn a_promised_process_is_waited_for_and_answers_as_one_of_its_own_does() {
        let config = SmtConfig::new(&testing::binary());
        let cancel = CancelToken::new();
        for options in [Vec::new(), vec![("smt.random_seed".to_string(), "7".to_string())]] {
            // What was sent ahead are other options, once.
            config.spare.promise();
            let (spare, own, token) = (config.spare.clone(), config.clone(), cancel.clone());
            // The process stays when the thread ends.
            let thread = std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(50));
                spare.start(&own, &token);
            });
            let mut smt = SmtSolver::new(SmtConfig { options, ..config.clone() }, cancel.clone());
            assert_eq!(smt.check(Purpose::Reachability, &[]), Ok(SatResult::Sat));
            assert_eq!(count(&config.spare), 0);
            thread.join().unwrap();
            assert_eq!(smt.check(Purpose::Reachability, &[]), Ok(SatResult::Sat));
        }
    }

    #[test]
    fn a_promise_that_is_not_kept_is_not_waited_for_long() {
        let config = SmtConfig::new(&testing::binary());
        let cancel = CancelToken::new();
        let take = || config.spare.take(&config, &config.spawn_spec(&cancel), "", &cancel);
        config.spare.promise();
        let begin = Instant::now();
        assert!(take().is_none());
        assert!(begin.elapsed() >= PATIENCE && begin.elapsed() < PATIENCE * 20);
        config.spare.end();
        let begin = Instant::now();
        assert!(take().is_none());
        assert!(begin.elapsed() < PATIENCE);
    }

    #[test]
    fn a_process_forgets_what_others_have_told_it() {
        let config = SmtConfig::new(&testing::binary());
        let cancel = CancelToken::new();
        let mut store = Store::new();
        let x = store.var(0, SortId::INT);
        let zero = store.int(0);
        let (less, at_least) = (store.lt(x, zero), store.le(zero, x));
        let used = |config: &SmtConfig, parts: &[crate::term::TermId]| {
            let mut smt = SmtSolver::new(config.clone(), cancel.clone());
            // It ends in the middle of a scope.
            smt.push();
            parts.iter().for_each(|part| smt.assert(&store, *part).expect("a formula"));
            let answer = smt.check(Purpose::Reachability, &[]).expect("an answer");
            (answer, smt.statistics().spawns)
        };
        assert_eq!(used(&config, &[less, at_least]), (SatResult::Unsat, 1));
        assert_eq!(count(&config.spare), 1);
        assert_eq!(used(&config, &[less]), (SatResult::Sat, 0));
        assert_eq!(used(&config, &[less, at_least]), (SatResult::Unsat, 0));
        // Other options are those of other processes from then on.
        let seeded = SmtConfig { options: vec![("smt.random_seed".into(), "7".into())], ..config.clone() };
        assert_eq!(used(&seeded, &[at_least]), (SatResult::Sat, 0));
        assert_eq!(used(&config, &[less]), (SatResult::Sat, 1));
        assert_eq!((used(&seeded, &[less]), count(&config.spare)), ((SatResult::Sat, 0), 2));
    }

    #[test]
    fn a_process_that_ends_before_the_work_may_is_not_taken() {
        let config = SmtConfig::new(&testing::binary());
        let short = CancelToken::new().limited(crate::smt::Steps::seconds(1));
        let mut smt = SmtSolver::new(config.clone(), short);
        assert_eq!(smt.check(Purpose::Reachability, &[]), Ok(SatResult::Sat));
        drop(smt);
        assert_eq!(count(&config.spare), 1);
        let mut smt = SmtSolver::new(config.clone(), CancelToken::new());
        assert_eq!(smt.check(Purpose::Reachability, &[]), Ok(SatResult::Sat));
        assert_eq!(smt.statistics().spawns, 1);
    }

    #[test]
    fn nothing_waits_where_work_is_counted() {
        let config = SmtConfig::new(&testing::binary());
        let mut smt = SmtSolver::new(config.clone(), CancelToken::new().counted());
        assert_eq!(smt.check(Purpose::Reachability, &[]), Ok(SatResult::Sat));
        drop(smt);
        assert_eq!(count(&config.spare), 0);
    }
}
