//! The portfolio: engines in threads of their own, and the first answer whose certificate is accepted wins.
//!
//! Every engine works on a clone of the store with SMT processes of its own; engines share nothing but the verdict. The
//! caller's `accept` translates a verdict back and checks its certificate, on the engine's thread; a verdict that is
//! not accepted is logged and the other engines go on. A panic in an engine is the end of that engine alone.
//!
//! Entrants wait in a queue for one of `jobs` places. An entrant starts when a place is free and its delay is over, or
//! at once when nothing else runs. Its budget limits it only while others wait behind it. Models are checked one at a
//! time. Where work is counted and the clock has no say, `super::counted` runs the race.

use super::{Context, Engine, Progress};
use crate::certificate::Rejection;
use crate::smt::{CancelToken, SmtStatistics, Steps};
use crate::system::{Reason, System, Verdict};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, TryLockError};
use std::time::{Duration, Instant};

/// How long losers may take to notice that the race is over.
const GRACE: Duration = Duration::from_millis(100);
/// How often the watcher is shown the state of the race.
pub(super) const TICK: Duration = Duration::from_millis(100);
/// How long a model waits at most while another one is checked. Engines that find one at nearly the same time mostly
/// have the same to show, and both checks would take twice as long on few cores.
const PATIENCE: Duration = Duration::from_secs(2);
/// The least time that a check has beyond the budget of its engine.
const CHECKING: Duration = Duration::from_secs(3);
/// How often it looks whether its turn has come.
const GLANCE: Duration = Duration::from_millis(3);
/// Terms are walked with explicit stacks; the size is for what engines do with plain recursion over small depths.
const STACK_SIZE: usize = 64 << 20;

/// Makes an engine.
pub type Make = Arc<dyn Fn() -> Box<dyn Engine> + Send + Sync>;

/// An engine with its place in the schedule.
#[derive(Clone)]
pub struct Entrant {
    /// The engine's name.
    pub name: &'static str,
    /// Makes the engine; called on its thread.
    pub make: Make,
    /// How long after the start of the race it may start at the earliest while others run.
    pub delay: Duration,
    /// How long it may keep its place while others wait; `None` for ever.
    pub budget: Option<Duration>,
}

/// Translates a verdict back and checks its certificate. Runs on the engine's thread with the engine's context.
pub type Accept<T> = dyn Fn(&mut Context, Verdict) -> Result<T, Rejection> + Send + Sync;

/// What became of one engine.
#[derive(Clone, Debug)]
pub struct EngineReport {
    /// The engine's name.
    pub name: &'static str,
    /// Its own answer, in a word or a line.
    pub outcome: String,
    /// Wall-clock time it ran, with the check of its certificate.
    pub time: Duration,
    /// The work that it took, with the check of its certificate.
    pub steps: Steps,
    /// The queries of its SMT processes.
    pub statistics: SmtStatistics,
    /// Counts of its own, by name.
    pub details: Vec<(&'static str, u64)>,
    /// Whether its certificate was rejected, which is a defect.
    pub rejected: bool,
}

/// The state of a running engine, as shown to the watcher.
#[derive(Clone, Debug)]
pub struct Running {
    /// The engine's name.
    pub name: &'static str,
    /// How long it has been running.
    pub time: Duration,
    /// Its counters.
    pub progress: Progress,
}

/// The end of a race.
#[derive(Debug)]
pub struct RaceResult<T> {
    /// The winner's name and what `accept` made of its verdict, or why there is none.
    pub result: Result<(&'static str, T), Reason>,
    /// The engines that ran and ended in time, in the order in which they ended.
    pub reports: Vec<EngineReport>,
}

/// An engine's message at its end.
pub(super) struct Finish<T> {
    pub place: usize,
    pub result: Result<T, Reason>,
    pub report: EngineReport,
}

/// An engine on its thread.
pub(super) struct Runner {
    pub running: Running,
    pub started: Instant,
    /// Ends the engine.
    pub cancel: CancelToken,
    /// Ends the check of its certificate.
    check: CancelToken,
    pub budget: Option<Duration>,
    pub finished: bool,
}

impl Runner {
    /// How long it has run beyond its budget.
    fn overdue(&self) -> Option<Duration> {
        self.budget.and_then(|budget| self.started.elapsed().checked_sub(budget)).filter(|_| !self.finished)
    }
}

/// How long the check of a certificate may take beyond the budget of its engine, where others wait for its place.
pub(super) fn allowance(budget: Duration) -> Duration {
    (2 * budget).max(CHECKING)
}

/// What limits an engine, and what limits the check of its certificate.
pub(super) struct Tokens {
    pub engine: CancelToken,
    pub check: CancelToken,
}

/// Runs the entrants until one certificate is accepted, all have given up, or `template.cancel` is triggered.
///
/// `template` is cloned for each engine; `watch` is called about ten times a second with the engines that run.
pub fn race<T: Send + 'static>(
    template: &Context,
    system: &Arc<System>,
    entrants: Vec<Entrant>,
    jobs: usize,
    accept: &Arc<Accept<T>>,
    watch: &mut dyn FnMut(&[Running]),
) -> RaceResult<T> {
    if template.cancel.is_counted() {
        return super::counted::race(template, system, entrants, jobs, accept, watch);
    }
    let accept = &one_at_a_time(accept);
    let begin = Instant::now();
    let race_token = template.cancel.child();
    let mut queue: VecDeque<Entrant> = entrants.into();
    let mut runners: Vec<Runner> = Vec::new();
    let mut reports = Vec::new();
    let mut reasons: Vec<(&'static str, Reason)> = Vec::new();
    let mut winner = None;
    let (sender, receiver) = channel::<Finish<T>>();
    while winner.is_none() && !race_token.is_cancelled() {
        start_due(&mut queue, &mut runners, jobs.max(1), begin, |place, entrant| {
            // Each counts by itself; the engine's own budget does not apply to the check.
            let check = race_token.fork();
            launch(template, system, accept, Tokens { engine: check.child(), check }, place, entrant, &sender)
        });
        let active = runners.iter().filter(|r| !r.finished).count();
        if active == 0 && queue.is_empty() {
            break;
        }
        if !queue.is_empty() {
            stop_overdue(&runners);
        }
        let wait = queue.front().map_or(TICK, |next| (begin + next.delay).saturating_duration_since(Instant::now()));
        let wait =
            template.cancel.remaining().map_or(wait, |left| wait.min(left)).clamp(Duration::from_millis(1), TICK);
        match receiver.recv_timeout(wait) {
            Ok(finish) => {
                runners[finish.place].finished = true;
                let name = finish.report.name;
                reports.push(finish.report);
                match finish.result {
                    Ok(answer) => winner = Some((name, answer)),
                    Err(reason) => reasons.push((name, reason)),
                }
            }
            Err(RecvTimeoutError::Timeout) => {
                watch(&shown(&runners));
            }
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    race_token.cancel();
    collect_losers(&receiver, &mut runners, &mut reports, &mut winner);
    let result = winner.ok_or_else(|| no_answer(template, &reasons));
    RaceResult { result, reports }
}

/// The check of models in the order in which they come, each behind the others for [`PATIENCE`] at most. Refutations do
/// not wait: their checks are short.
fn one_at_a_time<T: Send + 'static>(accept: &Arc<Accept<T>>) -> Arc<Accept<T>> {
    let (accept, checking) = (Arc::clone(accept), Mutex::new(()));
    Arc::new(move |cx: &mut Context, verdict: Verdict| {
        let begin = Instant::now();
        let mut turn = None;
        while matches!(verdict, Verdict::Sat(_)) && turn.is_none() && begin.elapsed() < PATIENCE && cx.check().is_ok() {
            match checking.try_lock() {
                Ok(guard) => turn = Some(guard),
                // The check before ended in a panic, which has been reported.
                Err(TryLockError::Poisoned(guard)) => turn = Some(guard.into_inner()),
                Err(TryLockError::WouldBlock) => std::thread::sleep(GLANCE),
            }
        }
        accept(cx, verdict)
    })
}

/// The engines that run, for the watcher.
pub(super) fn shown(runners: &[Runner]) -> Vec<Running> {
    let running = runners.iter().filter(|r| !r.finished);
    running.map(|r| Running { time: r.started.elapsed(), ..r.running.clone() }).collect()
}

/// Starts the entrants whose turn it is.
fn start_due(
    queue: &mut VecDeque<Entrant>,
    runners: &mut Vec<Runner>,
    jobs: usize,
    begin: Instant,
    mut launch: impl FnMut(usize, &Entrant) -> Option<Runner>,
) {
    loop {
        // One whose budget is spent is stopped, or has its certificate checked, which takes no place from others.
        let active = runners.iter().filter(|r| !r.finished && r.overdue().is_none()).count();
        let Some(next) = queue.front() else { return };
        if active >= jobs || (active > 0 && begin.elapsed() < next.delay) {
            return;
        }
        let Some(entrant) = queue.pop_front() else { return };
        runners.extend(launch(runners.len(), &entrant));
    }
}

/// Asks the engines whose budget is over to make room.
fn stop_overdue(runners: &[Runner]) {
    for runner in runners {
        let Some(overdue) = runner.overdue() else { continue };
        runner.cancel.cancel();
        if runner.budget.is_some_and(|budget| overdue >= allowance(budget)) {
            runner.check.cancel();
        }
    }
}

/// Starts one engine on a thread. `None`, with an error in the log, if there is no thread to be had.
pub(super) fn launch<T: Send + 'static>(
    template: &Context,
    system: &Arc<System>,
    accept: &Arc<Accept<T>>,
    tokens: Tokens,
    place: usize,
    entrant: &Entrant,
    sender: &Sender<Finish<T>>,
) -> Option<Runner> {
    let Tokens { engine: cancel, check } = tokens;
    let mut cx = template.fork(cancel.clone());
    let progress = cx.progress.clone();
    let (name, make, checking) = (entrant.name, Arc::clone(&entrant.make), check.clone());
    let (system, accept, sender) = (Arc::clone(system), Arc::clone(accept), sender.clone());
    let started = Instant::now();
    let work = move || {
        let (result, outcome, rejected) = run(&mut cx, &system, name, make, &*accept, checking);
        let statistics = std::mem::take(&mut cx.statistics);
        let details = std::mem::take(&mut cx.details);
        let (time, steps) = (started.elapsed(), cx.cancel.used());
        let report = EngineReport { name, outcome, time, steps, statistics, details, rejected };
        // The receiver is gone if the race ended without waiting for us.
        let _ = sender.send(Finish { place, result, report });
    };
    match std::thread::Builder::new().name(name.to_string()).stack_size(STACK_SIZE).spawn(work) {
        Ok(_) => {
            log::debug!("{name}: started");
            let running = Running { name, time: Duration::ZERO, progress };
            Some(Runner { running, started, cancel, check, budget: entrant.budget, finished: false })
        }
        Err(error) => {
            log::error!("{name}: no thread: {error}");
            None
        }
    }
}

/// The engine's life on its thread: the result, its description, and whether its certificate was rejected.
fn run<T>(
    cx: &mut Context,
    system: &System,
    name: &'static str,
    make: Make,
    accept: &Accept<T>,
    check: CancelToken,
) -> (Result<T, Reason>, String, bool) {
    let guarded = AssertUnwindSafe(|| {
        let verdict = make().solve(cx, system);
        let word = match &verdict {
            Verdict::Sat(_) => "sat",
            Verdict::Unsat(_) => "unsat",
            Verdict::Unknown(reason) => return (Err(reason.clone()), reason.to_string(), false),
        };
        log::debug!("{name}: {word}, checking the certificate");
        cx.cancel = check;
        match accept(cx, verdict) {
            Ok(answer) => (Ok(answer), word.to_string(), false),
            Err(rejection) => {
                // What could not be decided in the time or with the steps of a check says nothing of the certificate.
                let limited = cx.cancel.is_cancelled() || cx.cancel.is_counted();
                let given_up = limited && matches!(rejection, Rejection::Undecided(_));
                let defect = rejection.is_defect() && !given_up;
                let level = if defect { log::Level::Error } else { log::Level::Debug };
                log::log!(level, "{name}: the certificate for {word} was rejected: {rejection}");
                let outcome = format!("{word}, not accepted: {rejection}");
                (Err(Reason::from(rejection)), outcome, defect)
            }
        }
    });
    catch_unwind(guarded).unwrap_or_else(|panic| {
        let what = panic_text(panic.as_ref());
        log::error!("{name}: internal error: {what}");
        (Err(Reason::Incomplete(format!("internal error: {what}"))), format!("internal error: {what}"), false)
    })
}

/// The message of a panic.
pub fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_string());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "panic".to_string())
}

/// Gives the losers a moment to end, so that their processes are gone and their statistics are complete.
pub(super) fn collect_losers<T>(
    receiver: &Receiver<Finish<T>>,
    runners: &mut [Runner],
    reports: &mut Vec<EngineReport>,
    winner: &mut Option<(&'static str, T)>,
) {
    let end = Instant::now() + GRACE;
    while runners.iter().any(|r| !r.finished) {
        match receiver.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(finish) => {
                runners[finish.place].finished = true;
                if let (None, Ok(answer)) = (&winner, finish.result) {
                    *winner = Some((finish.report.name, answer));
                }
                reports.push(finish.report);
            }
            Err(_) => break,
        }
    }
    for runner in runners.iter().filter(|r| !r.finished) {
        log::warn!("{}: did not stop within {} ms", runner.running.name, GRACE.as_millis());
    }
}

/// Why a race has no winner.
pub(super) fn no_answer(template: &Context, reasons: &[(&'static str, Reason)]) -> Reason {
    if let Err(reason) = template.check() {
        return reason;
    }
    match reasons {
        [] => Reason::Incomplete("no engine ran".to_string()),
        [(_, reason)] => reason.clone(),
        // A defect weighs more than the engines that merely gave up.
        reasons => match reasons.iter().find(|(_, r)| matches!(r, Reason::Rejected(_))) {
            Some((_, reason)) => reason.clone(),
            None => {
                let texts: Vec<String> = reasons.iter().map(|(name, reason)| format!("{name}: {reason}")).collect();
                Reason::Incomplete(texts.join("; "))
            }
        },
    }
}
