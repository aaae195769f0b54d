//! The steps by which checks are decided, in one list that reads from top to bottom, and how the list is run.
//!
//! Where time is measured, some steps run beside the others: more and longer runs of the interpreter, and the unwinding
//! of loops. Where work is counted all run one after the other, since what somebody else has found out meanwhile would
//! depend on the clock.

mod clauses;
mod floats;
mod runs;
mod unwinding;

use super::audience::Audience;
use super::channel::{Channel, Posted};
use super::options::{Mode, Options};
use super::state::State;
use super::trials::Trials;
use super::workers::STACK_SIZE;
use crate::pipeline::{Failure, Request};
use crate::smt::LazySmt;
use clauses::{Clauses, Encoding, Groups, Scalars};
use floats::{Boxes, FloatingPoint};
use horn_frontend::Subject;
use horn_frontend::ir::{CheckId, ProcId};
use horn_solver::engine::schedule::Stage;
use horn_solver::engine::table::EngineId;
use horn_solver::smt::{CancelToken, Steps};
use runs::{FirstRuns, LongRuns, MoreRuns};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, OnceLock};
use std::thread::{Builder, Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};
use unwinding::Unwinding;

/// Time for runs beside the proofs that proofs wait for, at most.
const RUNNING: Duration = Duration::from_secs(6);

/// All steps in their order.
const STEPS: &[&dyn Step] = &[
    &FirstRuns,
    &MoreRuns,
    // Floats first on boxes: that is what decides nonlinear ones, and costs little.
    &Boxes,
    &Encoding,
    // Most checks need no more.
    &Scalars::Others,
    &Scalars::Components,
    &Groups(Stage::Together),
    &Groups(Stage::Subprograms),
    &Groups(Stage::Single),
    // A check that others were in the way of.
    &Scalars::OneByOne,
    &Groups(Stage::Last),
    // The rest of a program with floats: bit for bit.
    &FloatingPoint,
    &LongRuns,
    &Unwinding,
];

/// Something that decides checks.
pub(super) trait Step: Sync {
    /// What the progress shows.
    fn name(&self) -> &'static str;

    /// In which modes it is of use.
    fn modes(&self) -> &'static [Mode] {
        &[Mode::Prove, Mode::All]
    }

    /// Where it runs.
    fn lane(&self) -> Lane {
        Lane::InTurn
    }

    /// What it may decide of the checks that are open; `None` if it has nothing to do now.
    fn may_decide(&self, work: &Work<'_>, open: &[CheckId]) -> Option<Vec<CheckId>>;

    /// The work it may take: runs and boxes for all checks together, the others for each group of checks or entry.
    /// `None`: without limit.
    fn budget(&self, work: &Work<'_>) -> Option<Steps>;

    /// Decides what it can, and posts it.
    ///
    /// # Errors
    /// Something is missing or broken.
    fn run(&self, work: &Work<'_>, task: &Task<'_>) -> Result<(), Failure>;
}

/// Where a step runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lane {
    /// In its place in the list.
    InTurn,
    /// Beside what comes behind it, on one thread with the others of this lane, unless work is counted.
    Runs,
    /// Beside everything, unless work is counted.
    Unwinding,
}

/// What a step is given.
pub(super) struct Task<'a> {
    /// The checks that it may decide, in the order of their places.
    pub checks: &'a [CheckId],
    /// The work that it may take.
    pub budget: Option<Steps>,
    /// Ends it.
    pub cancel: &'a CancelToken,
    /// Where results go.
    pub channel: &'a Channel<'a>,
    /// Told how many of its checks are decided.
    pub progress: &'a dyn Fn(usize),
    /// Cancelled where nothing is left to do for the steps in turn.
    pub enough: &'a CancelToken,
}

/// What all steps share: what is to be verified, and what one has prepared for the next.
pub(super) struct Work<'a> {
    /// The program.
    pub subject: &'a Subject<'a>,
    /// What is asked.
    pub options: &'a Options,
    /// The SMT solver.
    pub smt: &'a LazySmt,
    /// The checks, in the order of their places.
    selected: Vec<CheckId>,
    /// The subprogram of each check.
    owner: BTreeMap<CheckId, ProcId>,
    /// Runs that can go on.
    trials: Mutex<Option<Trials<'a>>>,
    /// The clauses of the program, once there are any.
    clauses: OnceLock<Clauses>,
    /// A check that is alone from the start has one long try in the place of two.
    alone: AtomicBool,
    /// Groups that were tried for a while, with their engines.
    tried: Mutex<BTreeSet<(Vec<CheckId>, Vec<EngineId>)>>,
}

impl<'a> Work<'a> {
    /// Nothing is prepared.
    pub fn new(
        subject: &'a Subject<'a>,
        options: &'a Options,
        smt: &'a LazySmt,
        checks: &[(CheckId, ProcId)],
    ) -> Work<'a> {
        Work {
            subject,
            options,
            smt,
            selected: checks.iter().map(|(check, _)| *check).collect(),
            owner: checks.iter().copied().collect(),
            trials: Mutex::new(None),
            clauses: OnceLock::new(),
            alone: AtomicBool::new(false),
            tried: Mutex::default(),
        }
    }

    /// What the solver is asked with.
    pub fn request<'r>(&'r self, cancel: &'r CancelToken) -> Request<'r> {
        let solving = &self.options.solving;
        Request {
            engines: &solving.engines,
            without: clauses::without(self.options),
            jobs: solving.jobs,
            certify: solving.certify,
            check: &solving.check,
            preprocess: solving.preprocess,
            smt: self.smt,
            instrument: &solving.instrument,
            certificates: &solving.certificates,
            cancel,
        }
    }

    /// Whether there are clauses for the program.
    fn is_encoded(&self) -> bool {
        self.clauses.get().is_some()
    }
}

/// Runs the steps of the mode; whether there are clauses, or nothing was left that needed some.
pub(super) fn run(
    work: &Work<'_>,
    state: &mut State,
    cancel: &CancelToken,
    audience: &dyn Audience,
) -> Result<bool, Failure> {
    let mode = work.options.mode;
    let steps: Vec<&dyn Step> = STEPS.iter().copied().filter(|step| step.modes().contains(&mode)).collect();
    let runner = Runner { work, channel: Channel::new(audience), audience };
    if mode == Mode::Bmc || cancel.is_counted() {
        let enough = cancel.child();
        for step in steps {
            runner.in_turn(step, state, cancel, &enough)?;
        }
        state.listen(&runner.channel)?;
        return Ok(work.is_encoded());
    }
    runner.beside(&steps, state, cancel)
}

struct Runner<'a, 'w> {
    work: &'a Work<'w>,
    channel: Channel<'a>,
    audience: &'a dyn Audience,
}

impl Runner<'_, '_> {
    /// Runs a step for what is open.
    fn in_turn(
        &self,
        step: &dyn Step,
        state: &mut State,
        cancel: &CancelToken,
        enough: &CancelToken,
    ) -> Result<(), Failure> {
        state.listen(&self.channel)?;
        if cancel.is_cancelled() {
            return Ok(());
        }
        let Some(checks) = step.may_decide(self.work, &state.open()) else { return Ok(()) };
        let (done, all) = (state.decided(), state.checks.len());
        self.audience.progress(done, all, step.name());
        let task = Task {
            checks: &checks,
            budget: step.budget(self.work),
            cancel,
            channel: &self.channel,
            progress: &|decided| self.audience.progress(done + decided, all, step.name()),
            enough,
        };
        step.run(self.work, &task)
    }

    /// Runs the steps in turn with the lanes beside them. The first answer counts.
    fn beside(&self, steps: &[&dyn Step], state: &mut State, cancel: &CancelToken) -> Result<bool, Failure> {
        let begin = Instant::now();
        let [in_turn, runs, unwinding] = [cancel.child(), cancel.child(), cancel.child()];
        let of = |lane: Lane| steps.iter().copied().filter(|step| step.lane() == lane).collect::<Vec<&dyn Step>>();
        let (all_runs, all_unwinding) = (of(Lane::Runs), of(Lane::Unwinding));
        let (channel, work) = (&self.channel, self.work);
        // What the lanes are given: the checks that are open when they start.
        let (at_first, behind_first) = (state.open(), OnceLock::new());
        let mut result = Ok(());
        std::thread::scope(|scope| {
            let beside = (!all_unwinding.is_empty()).then(|| {
                start(scope, "unwinding", || lane(work, channel, &all_unwinding, &at_first, &unwinding, &in_turn))
            });
            let mut beside = beside.flatten();
            let mut running = None;
            for step in steps {
                if step.lane() == Lane::Runs && behind_first.get().is_none() {
                    result = state.listen(channel);
                    let open = behind_first.get_or_init(|| state.open());
                    if !open.is_empty() {
                        let work = || {
                            lane(work, channel, &all_runs, open, &runs, &in_turn);
                            channel.runs_over();
                        };
                        running = start(scope, "trials", work);
                    }
                } else if step.lane() == Lane::InTurn {
                    result = self.in_turn(*step, state, &in_turn, &in_turn);
                }
                if result.is_err() {
                    break;
                }
            }
            let heard = state.listen(channel);
            result = std::mem::replace(&mut result, Ok(())).and(heard);
            // Where something is left open, runs get the time that they need for a small program.
            while result.is_ok()
                && running.as_ref().is_some_and(|thread| !thread.is_finished())
                && !state.open().is_empty()
                && !in_turn.is_cancelled()
                && begin.elapsed() < RUNNING
            {
                std::thread::sleep(Duration::from_millis(10));
                result = state.listen(channel);
            }
            runs.cancel();
            // Unwinding ends by itself. Where the steps in turn were cancelled its answer is there already.
            if result.is_ok() && !state.open().is_empty() {
                join(beside.take());
            }
            unwinding.cancel();
            join(running);
            join(beside);
            let heard = state.listen(channel);
            result = std::mem::replace(&mut result, Ok(())).and(heard);
        });
        // What the steps in turn could not do then is of no interest.
        let enough = in_turn.is_cancelled() && !cancel.is_cancelled();
        if enough { Ok(true) } else { result.map(|()| self.work.is_encoded()) }
    }
}

/// Steps of a lane, one after the other, beside those in turn.
fn lane(
    work: &Work<'_>,
    channel: &Channel,
    steps: &[&dyn Step],
    open: &[CheckId],
    cancel: &CancelToken,
    enough: &CancelToken,
) {
    for step in steps {
        let Some(checks) = step.may_decide(work, open) else { continue };
        let task = Task { checks: &checks, budget: step.budget(work), cancel, channel, progress: &|_| {}, enough };
        if let Err(failure) = step.run(work, &task) {
            channel.post(Posted::Broken(failure));
            return;
        }
    }
}

/// A thread beside; none if there can't be one.
fn start<'s, 'e>(
    scope: &'s Scope<'s, 'e>,
    name: &str,
    work: impl FnOnce() + Send + 's,
) -> Option<ScopedJoinHandle<'s, ()>> {
    let thread = Builder::new().name(name.to_string()).stack_size(STACK_SIZE);
    thread.spawn_scoped(scope, work).map_err(|error| log::warn!("no thread: {error}")).ok()
}

/// Waits for a thread. If it has panicked, so does this one.
fn join(thread: Option<ScopedJoinHandle<'_, ()>>) {
    if let Some(Err(panic)) = thread.map(ScopedJoinHandle::join) {
        std::panic::resume_unwind(panic);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mode_has_its_steps_in_order() {
        let names = |mode: Mode| {
            let steps = STEPS.iter().filter(|step| step.modes().contains(&mode));
            steps.map(|step| (step.name(), step.lane())).collect::<Vec<_>>()
        };
        let prove = names(Mode::Prove);
        assert_eq!(prove[..2], [("trying inputs", Lane::InTurn), ("more runs", Lane::Runs)]);
        assert_eq!(names(Mode::Bmc), [("unwinding loops", Lane::Unwinding)]);
        assert_eq!(names(Mode::All), [prove, names(Mode::Bmc)].concat());
    }
}
