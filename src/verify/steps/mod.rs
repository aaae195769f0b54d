//! The steps by which checks are decided, in one list that reads from top to bottom, and how the list is run.
//!
//! Most proofs are tried part by part of a large program, several parts at the same time: what is easy anywhere is
//! known before anybody spends much on what is hard.
//!
//! Where time is measured, some steps run beside the others: more and longer runs of the interpreter, and the unwinding
//! of loops. Where work is counted all run one after the other, since what somebody else has found out meanwhile would
//! depend on the clock.

mod clauses;
mod conditions;
mod floats;
mod own;
mod recall;
mod runs;
mod unwinding;

use super::audience::Audience;
use super::boxes;
use super::channel::{Channel, Posted, Question};
use super::conditions::Formulas;
use super::kept::Kept;
use super::options::{Mode, Options};
use super::state::State;
use super::trials::Trials;
use super::workers::{self, STACK_SIZE};
use crate::pipeline::{Failure, Request};
use crate::smt::LazySmt;
use clauses::{Clauses, Encoding, Groups, Scalars};
use conditions::{Ahead, Conditions};
use floats::{Boxes, FloatingPoint};
use horn_frontend::Subject;
use horn_frontend::encode::{Encoded, Unsupported};
use horn_frontend::ir::{self, Calls, CheckId, CheckKind, Cut, ProcId};
use horn_solver::engine::schedule::Stage;
use horn_solver::engine::table::EngineId;
use horn_solver::smt::{CancelToken, Steps};
use own::OwnGround;
use recall::Recall;
use runs::{AllInputs, FirstRuns, LongRuns, MoreRuns};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, OnceLock};
use std::thread::{Builder, Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};
use unwinding::{Ending, Unwinding};

/// Time for runs beside the proofs that proofs wait for, at most.
const RUNNING: Duration = Duration::from_secs(6);

/// All steps in their order. Those of a line are done for all parts of a program before the next line begins.
const STEPS: &[&[&dyn Step]] = &[
    &[
        &FirstRuns,
        &Encoding::First,
        // What earlier runs have found out.
        &Recall(Encoding::First),
        &MoreRuns,
        &Ending::First,
        // Floats first on boxes: that is what decides nonlinear ones, and costs little.
        &Boxes,
        // Part by part, and what is easy in any part first. Where others have to wait for long, those without
        // conditions about all indices and loops.
        &Ahead(Conditions::Plain),
    ],
    // What speaks of all indices clauses have only instances of.
    &[&Conditions::Easy],
    &[
        &Ahead(Conditions::Quantified),
        &Ahead(Conditions::Annotated),
        &Encoding::Behind,
        &Recall(Encoding::Behind),
        // Most checks need no more.
        &OwnGround,
        &Scalars::Others,
        &Scalars::Components,
        // Operations on bits of short words, which are easier to run than to reason about.
        &AllInputs::Few,
        &Ending::Early,
        &AllInputs::Many,
        // Where no invariant is needed, before anybody spends much on hard conditions.
        &Ending::Plain,
        &Conditions::Quantified,
        &Groups(Stage::Together),
        // Where the user says what loops keep, nothing has to be found out. What clauses show at once has a
        // certificate that is kept from one run to the next, which a verification condition has not.
        &Conditions::Annotated,
        // What holds without any invariant, before anybody looks for one for long.
        &Conditions::Plain,
    ],
    &[
        &Ending::Soon,
        &Groups(Stage::Subprograms),
        &Ending::Late,
        &Groups(Stage::Single),
        // A check that others were in the way of.
        &Scalars::OneByOne,
        &Conditions::Others,
        // What is hard in any part.
        &Groups(Stage::Last),
        // The rest of a program with floats: bit for bit.
        &FloatingPoint,
        &LongRuns,
        &Unwinding,
    ],
];

/// By how much the priority of runs beside the proofs is below theirs, as `nice` counts it.
#[cfg(target_os = "linux")]
const LESS_URGENT: i32 = 7;
/// Checks of a part of the program, about. A small program is one part; a large one is worked off in parts, each of
/// them subprograms that stand beside each other, so that the first results come early and no system gets too large.
const PART: usize = 60;
/// Where nothing new is to be proved: why what is open is open.
const NOT_KEPT: &str = "nothing that is kept decides it";

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

    /// Whether it is run for each part of the program by itself, with the steps beside it in the list that are, too.
    fn by_parts(&self) -> bool {
        false
    }

    /// Whether it proves something that was not proved before.
    fn proves(&self) -> bool {
        true
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
    /// The number of the part of the program that they are from; those of all parts come behind.
    pub part: usize,
    /// Whether there is no other part.
    pub only: bool,
    /// How many checks may be worked on at the same time.
    pub jobs: usize,
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
    /// The clauses of the program as they are made beside the first runs, for the step that makes them.
    ahead: Mutex<Option<Result<Option<Encoded>, Unsupported>>>,
    /// The clauses of the program, once there are any.
    clauses: OnceLock<Clauses>,
    /// Whether the clauses are made later, since it takes long.
    deferred: AtomicBool,
    /// Whether the program computes with floats.
    floats: bool,
    /// The program with its loops cut, once it is asked for, for each way to take calls ([`horn_frontend::ir::Calls`]).
    cut: [OnceLock<Cut>; 4],
    /// Formulas of subprograms in it, for those who come behind.
    formulas: Formulas,
    /// What is kept of clauses from one run to the next, if anything is.
    kept: OnceLock<Kept<'a>>,
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
            ahead: Mutex::default(),
            clauses: OnceLock::new(),
            deferred: AtomicBool::new(false),
            floats: boxes::has_floats(subject.program),
            cut: [const { OnceLock::new() }; 4],
            formulas: Formulas::default(),
            kept: OnceLock::new(),
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

    /// The parts of the program with these checks: subprograms that stand beside each other, each with all of its
    /// checks. Those of units of the library, of which the user knows nothing, are the last ones.
    fn parts(&self, checks: &[CheckId]) -> Vec<Vec<CheckId>> {
        let mut counts: BTreeMap<Option<&ProcId>, usize> = BTreeMap::new();
        for check in checks {
            *counts.entry(self.owner.get(check)).or_default() += 1;
        }
        let mut parts: Vec<Vec<CheckId>> = vec![Vec::new()];
        let mut numbers: BTreeMap<Option<&ProcId>, usize> = BTreeMap::new();
        // How many checks the subprograms of the last part have.
        let mut full = 0;
        let program = self.subject.program;
        let mut checks = checks.to_vec();
        checks.sort_by_key(|check| program.is_of_library(program.checks[check.index()].loc));
        for check in &checks {
            let owner = self.owner.get(check);
            let number = *numbers.entry(owner).or_insert_with(|| {
                let count = counts.get(&owner).copied().unwrap_or(0);
                if full > 0 && full + count > PART {
                    parts.push(Vec::new());
                    full = 0;
                }
                full += count;
                parts.len() - 1
            });
            parts[number].push(*check);
        }
        parts
    }

    /// The program with its loops cut.
    fn cut(&self, calls: Calls) -> &Cut {
        self.cut[calls as usize].get_or_init(|| ir::cut(self.subject.program, calls))
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
    let Options { mode, replays, .. } = *work.options;
    let wanted = |step: &&dyn Step| step.modes().contains(&mode) && !(replays && step.proves());
    let steps: Vec<Vec<&dyn Step>> = STEPS.iter().map(|line| line.iter().copied().filter(wanted).collect()).collect();
    let asked = |kinds: &[CheckKind]| Question { subject: work.subject, kinds: kinds.to_vec(), work: cancel.clone() };
    let kinds = Some(work.options.one_failure.as_slice()).filter(|kinds| !kinds.is_empty());
    let channel = Channel::new(audience).asking(kinds.map(asked));
    let runner = Runner { work, channel, audience };
    let result = if mode == Mode::Bmc || cancel.is_counted() {
        let enough = cancel.child();
        for steps in steps.iter().flat_map(|line| turns(line)) {
            runner.in_turn(steps, state, cancel, &enough)?;
        }
        Ok(work.is_encoded())
    } else {
        runner.beside(&steps, state, cancel)
    };
    if replays {
        runner.channel.post(Posted::GivenUp(NOT_KEPT.to_string()));
    }
    state.listen(&runner.channel)?;
    if let Some(kept) = work.kept.get() {
        kept.conclude(state.findings());
    }
    result
}

/// The steps as they are run: those that go part by part together, the others by themselves.
fn turns<'s, 'd>(steps: &'s [&'d dyn Step]) -> impl Iterator<Item = &'s [&'d dyn Step]> {
    steps.chunk_by(|a, b| a.by_parts() && b.by_parts())
}

/// Where checks are worked on.
#[derive(Clone, Copy)]
struct Place {
    /// The number of the part.
    number: usize,
    /// Whether there is no other one.
    only: bool,
    /// How many checks at the same time.
    jobs: usize,
}

struct Runner<'a, 'w> {
    work: &'a Work<'w>,
    channel: Channel<'a>,
    audience: &'a dyn Audience,
}

impl Runner<'_, '_> {
    /// Runs steps for what is open: one, or those that are run for one part after the other.
    fn in_turn(
        &self,
        steps: &[&dyn Step],
        state: &mut State,
        cancel: &CancelToken,
        enough: &CancelToken,
    ) -> Result<(), Failure> {
        state.listen(&self.channel)?;
        let (open, jobs) = (state.open(), self.work.options.jobs(cancel.is_counted()));
        let by_parts = steps.first().is_some_and(|step| step.by_parts());
        let parts = if by_parts { self.work.parts(&open) } else { vec![open] };
        if let [part] = parts.as_slice() {
            let number = if by_parts { 0 } else { usize::MAX };
            return self.part(steps, part, Place { number, only: true, jobs }, cancel, enough);
        }
        let numbered: Vec<(usize, Vec<CheckId>)> = parts.into_iter().enumerate().collect();
        let work = |(number, part): &(usize, Vec<CheckId>)| {
            self.part(steps, part, Place { number: *number, only: false, jobs: 1 }, cancel, enough)
        };
        workers::map(&numbered, jobs, work, &mut |_| {}).into_iter().collect()
    }

    /// Runs steps for the checks of a part, one after the other.
    fn part(
        &self,
        steps: &[&dyn Step],
        part: &[CheckId],
        place: Place,
        cancel: &CancelToken,
        enough: &CancelToken,
    ) -> Result<(), Failure> {
        let all = self.work.selected.len();
        for step in steps {
            let open = self.channel.open(part);
            if cancel.is_cancelled() {
                break;
            }
            let Some(checks) = step.may_decide(self.work, &open) else { continue };
            let progress = |_: usize| self.audience.progress(self.channel.decided(), all, step.name());
            progress(0);
            let task = Task {
                checks: &checks,
                budget: step.budget(self.work),
                cancel,
                channel: &self.channel,
                part: place.number,
                only: place.only,
                jobs: place.jobs,
                progress: &progress,
                enough,
            };
            let begin = Instant::now();
            step.run(self.work, &task)?;
            let (name, left) = (step.name(), self.channel.open(&checks).len());
            log::debug!("{name}: {} of {} checks left after {:.3?}", left, checks.len(), begin.elapsed());
        }
        if !place.only {
            self.audience.postponed(&self.channel.open(part));
        }
        Ok(())
    }

    /// Runs the steps in turn with the lanes beside them. The first answer counts.
    fn beside(&self, steps: &[Vec<&dyn Step>], state: &mut State, cancel: &CancelToken) -> Result<bool, Failure> {
        let begin = Instant::now();
        let [in_turn, runs, unwinding] = [cancel.child(), cancel.child(), cancel.child()];
        let of =
            |lane: Lane| steps.iter().flatten().copied().filter(|step| step.lane() == lane).collect::<Vec<&dyn Step>>();
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
            for steps in steps.iter().flat_map(|line| turns(line)) {
                let lane_of = steps[0].lane();
                if lane_of == Lane::Runs && behind_first.get().is_none() {
                    result = state.listen(channel);
                    let open = behind_first.get_or_init(|| state.open());
                    if !open.is_empty() {
                        let work = || {
                            give_way();
                            lane(work, channel, &all_runs, open, &runs, &in_turn);
                            channel.runs_over();
                        };
                        running = start(scope, "trials", work);
                    }
                } else if lane_of == Lane::InTurn {
                    result = self.in_turn(steps, state, &in_turn, &in_turn);
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
        let task = Task {
            checks: &checks,
            budget: step.budget(work),
            cancel,
            channel,
            part: usize::MAX,
            only: true,
            jobs: 1,
            progress: &|_| {},
            enough,
        };
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

/// This thread takes what time the others leave: what runs find out by chance is not what anybody waits for where there
/// are no more cores than checks that are being proved. Elsewhere than on Linux a thread has no priority of its own.
fn give_way() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(LESS_URGENT) {
        log::debug!("priority of runs: {error}");
    }
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
            let steps = STEPS.iter().copied().flatten().filter(|step| step.modes().contains(&mode));
            steps.map(|step| (step.name(), step.lane())).collect::<Vec<_>>()
        };
        let prove = names(Mode::Prove);
        assert_eq!(prove[0], ("trying inputs", Lane::InTurn));
        assert_eq!(prove[3], ("more runs", Lane::Runs));
        assert_eq!(names(Mode::Bmc), [("unwinding loops", Lane::Unwinding)]);
        // Where loops are unwound beside the proofs they are not in between.
        let ending = Ending::Soon.name();
        let others = prove.iter().copied().filter(|(name, _)| *name != ending).collect();
        assert_eq!(names(Mode::All), [others, names(Mode::Bmc)].concat());
        assert_eq!(prove.iter().filter(|(name, _)| *name == ending).count(), 5);
    }
}
