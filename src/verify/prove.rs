//! Proofs: short runs first, then clauses for all runs, whose checks are tried together, by subprogram, and one by one.

use super::decide::{self, Tried};
use super::report::Outcome;
use super::state::State;
use super::trials::{Board, Trials};
use super::{Job, Observer, boxes, facts, floating, run, scalars, workers, write};
use crate::cli::program::{Arrays, ProgramOptions};
use crate::pipeline::{Failure, Request};
use horn_frontend::encode::{self, Encoded};
use horn_frontend::ir::{CheckId, ProcId};
use horn_solver::engine::schedule::{self, Stage};
use horn_solver::engine::shape::Shape;
use horn_solver::engine::table::EngineId;
use horn_solver::smt::Steps;
use horn_solver::smtlib::system_text;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The work of splitting boxes, at most.
const BOXES: Steps = Steps::millis(1_500);
/// Time for runs beside the proofs that proofs wait for, at most, unless work is counted.
const RUNNING: Duration = Duration::from_secs(6);
/// The part of a check's budget that a try has before the last one.
const EARLY: u32 = 2;
/// The part of such a try for what components of arrays are in the way of.
const RANGES: u32 = 4;
/// The work of such a try if there is no limit.
const UNLIMITED: Steps = Steps::seconds(20);

/// Called now and then for what others have found out.
pub(super) type Look<'a> = dyn FnMut(&mut State) -> Result<(), Failure> + 'a;

/// Proofs for all runs; whether there are clauses for the program.
pub(super) fn prove(
    job: Job<'_>,
    state: &mut State,
    observer: &mut dyn Observer,
    look: &mut Look<'_>,
) -> Result<bool, Failure> {
    let Job { subject, cancel, .. } = job;
    observer.progress(0, state.checks.len(), "trying inputs");
    let begin = Instant::now();
    let (trials, tries) = Trials::start(subject.program, &state.open(), cancel);
    state.failing(tries.failing, begin.elapsed());
    for check in tries.proved {
        state.settle(check, Outcome::Proved, "interpreter", begin.elapsed());
    }
    if cancel.is_counted() {
        return in_turn(job, state, observer, trials, look);
    }
    // More and longer runs beside the proofs.
    let (board, stop, over) = (Board::default(), cancel.child(), AtomicBool::new(false));
    let open = state.open();
    let encoded = std::thread::scope(|scope| {
        let work = || {
            trials.go_on(&open, &stop, &mut |failing| board.add(failing));
            over.store(true, Ordering::Relaxed);
        };
        let thread = std::thread::Builder::new().name("trials".to_string()).stack_size(workers::STACK_SIZE);
        if !open.is_empty()
            && let Err(error) = thread.spawn_scoped(scope, work)
        {
            log::warn!("no thread: {error}");
            over.store(true, Ordering::Relaxed);
        }
        let mut look = |state: &mut State| {
            state.failing(board.take(), begin.elapsed());
            look(state)
        };
        let encoded = by_clauses(job, state, observer, &board, &mut look);
        // Where something is left open, runs get the time that they need for a small program.
        while !over.load(Ordering::Relaxed)
            && encoded.is_ok()
            && !state.open().iter().all(|check| board.any(&[*check]))
            && !cancel.is_cancelled()
            && begin.elapsed() < RUNNING
        {
            std::thread::sleep(Duration::from_millis(10));
        }
        stop.cancel();
        encoded
    });
    state.failing(board.take(), begin.elapsed());
    encoded
}

/// Where work is counted, runs and proofs take turns: what runs show while proofs are being looked for would depend on
/// the clock.
fn in_turn(
    job: Job<'_>,
    state: &mut State,
    observer: &mut dyn Observer,
    mut trials: Trials<'_>,
    look: &mut Look<'_>,
) -> Result<bool, Failure> {
    let (board, begin) = (Board::default(), Instant::now());
    trials.more(&state.open(), job.cancel, &mut |failing| board.add(failing));
    state.failing(board.take(), begin.elapsed());
    let encoded = by_clauses(job, state, observer, &board, look)?;
    let (open, begin) = (state.open(), Instant::now());
    if !open.is_empty() {
        trials.longer(&open, job.cancel, &mut |failing| board.add(failing));
        state.failing(board.take(), begin.elapsed());
    }
    Ok(encoded)
}

/// Proofs of what short runs do not decide; `board` is what others show meanwhile.
fn by_clauses(
    job: Job<'_>,
    state: &mut State,
    observer: &mut dyn Observer,
    board: &Board,
    look: &mut Look<'_>,
) -> Result<bool, Failure> {
    let Job { subject, options, smt, cancel } = job;
    let program = subject.program;
    // Floats first on boxes: that is what decides nonlinear ones, and costs little.
    if boxes::has_floats(program) && !state.open().is_empty() {
        observer.progress(state.decided(), state.checks.len(), "splitting boxes");
        let work = options.budget().map_or(BOXES, |budget| budget.min(BOXES));
        state.boxes(program, work, cancel);
        look(state)?;
    }

    observer.progress(state.decided(), state.checks.len(), "encoding");
    let begin = Instant::now();
    let encoded = match encode::encode(program, &encode::Options::default()) {
        Ok(encoded) => encoded,
        Err(unsupported) => {
            let why = format!("{}: no clauses for {}", subject.places.text(unsupported.loc), unsupported.what);
            state.give_up(&why);
            return Ok(false);
        }
    };
    if let Some(path) = &options.dump_smt {
        write(path, &system_text(&encoded.store, &decide::system(&encoded, &state.all())))?;
    }
    for check in state.open() {
        if encoded.queries[check.index()].is_empty() {
            state.settle(check, Outcome::Proved, "trivial", begin.elapsed());
        }
    }

    let request = request(job);
    let shape = Shape::of(&encoded.store, &encoded.system);
    let proofs = Proofs { job, encoded: &encoded, request, shape, board };
    proofs.run(state, observer, look)?;
    // The rest of a program with floats: bit for bit.
    if boxes::has_floats(program) && !state.open().is_empty() && !cancel.is_cancelled() {
        observer.progress(state.decided(), state.checks.len(), "floating point formulas");
        let begin = Instant::now();
        let found = floating::settle(program, &state.open(), options.budget(), smt, cancel)?;
        state.take(found, "floating point", begin);
    }
    look(state)?;
    Ok(true)
}

/// The clauses of a program and how they are solved.
struct Proofs<'a> {
    job: Job<'a>,
    encoded: &'a Encoded,
    request: Request<'a>,
    shape: Shape,
    board: &'a Board,
}

impl Proofs<'_> {
    /// Stage after stage, until nothing is open.
    fn run(&self, state: &mut State, observer: &mut dyn Observer, look: &mut Look<'_>) -> Result<(), Failure> {
        let scalars = self.shape.arrays && self.job.options.arrays == Arrays::Auto;
        let mut components = BTreeSet::new();
        if scalars {
            components = scalars::about_components(self.job.subject.program);
            // Most checks need no more.
            let (about_components, others): (Vec<CheckId>, Vec<CheckId>) =
                state.open().into_iter().partition(|check| components.contains(check));
            self.without_arrays(state, observer, &others, false)?;
            look(state)?;
            self.without_arrays(state, observer, &about_components, true)?;
        }
        let mut tried: BTreeSet<(Vec<CheckId>, Vec<EngineId>)> = BTreeSet::new();
        // A check that is alone from the start has one long try in the place of two.
        let mut alone = false;
        for stage in STAGES {
            look(state)?;
            let last = stage == Stage::Last;
            if stage == Stage::Together {
                alone = state.open().len() == 1;
            } else if stage == Stage::Single && alone {
                continue;
            }
            if scalars && last {
                // One by one: a check that others were in the way of.
                for check in state.open().into_iter().filter(|check| !components.contains(check)) {
                    self.without_arrays(state, observer, &[check], false)?;
                }
            }
            let engines = self.engines(if last && alone { Stage::Alone } else { stage });
            // A group that was tried for a while with the same engines gets no second try before the last one.
            let groups: Vec<Vec<CheckId>> = groups_of(stage, state)
                .into_iter()
                .filter(|group| last || tried.insert((group.clone(), engines.clone())))
                .collect();
            let budget = if last || alone { self.job.options.budget() } else { early(self.job.options) };
            self.groups(state, observer, stage, &groups, &engines, budget)?;
            if state.open().is_empty() || self.job.cancel.is_cancelled() {
                break;
            }
        }
        Ok(())
    }

    /// Tries checks without arrays. What is said of `components` seldom follows from the ranges of their types; where
    /// it does not, a refutation can be far.
    fn without_arrays(
        &self,
        state: &mut State,
        observer: &mut dyn Observer,
        checks: &[CheckId],
        components: bool,
    ) -> Result<(), Failure> {
        if checks.is_empty() {
            return Ok(());
        }
        observer.progress(state.decided(), state.checks.len(), "without arrays");
        let budget = early(self.job.options).map(|budget| if components { budget / RANGES } else { budget });
        let engines = if components { self.engines(Stage::Components) } else { Vec::new() };
        let done = scalars::group(self.encoded, &self.with(&engines), budget, checks)?;
        self.take(state, done);
        Ok(())
    }

    /// The engines of a stage; none for the default schedule.
    fn engines(&self, stage: Stage) -> Vec<EngineId> {
        let engines = schedule::program(stage, &self.shape).iter().copied();
        engines.filter(|engine| !self.shape.arrays || !self.request.without.contains(engine)).collect()
    }

    /// The request with these engines, if the user has chosen none.
    fn with<'r>(&'r self, engines: &'r [EngineId]) -> Request<'r> {
        let engines = if self.request.engines.is_empty() { engines } else { self.request.engines };
        Request { engines, ..self.request }
    }

    /// Tries groups of checks, some at a time.
    fn groups(
        &self,
        state: &mut State,
        observer: &mut dyn Observer,
        stage: Stage,
        groups: &[Vec<CheckId>],
        engines: &[EngineId],
        budget: Option<Steps>,
    ) -> Result<(), Failure> {
        let request = self.with(engines);
        let (all, done) = (state.checks.len(), state.decided());
        let results = workers::map(
            groups,
            self.job.options.jobs,
            |group| {
                let replayer =
                    run::Replayer { program: self.job.subject.program, encoded: self.encoded, cancel: self.job.cancel };
                decide::group(self.encoded, &replayer, &request, budget, group, self.board)
            },
            &mut |finished: &[Option<Result<Tried, Failure>>]| {
                let settled = finished.iter().flatten().flatten().map(|tried| tried.settled.len()).sum::<usize>();
                observer.progress(done + settled, all, stage_name(stage));
            },
        );
        for result in results {
            self.take(state, result?);
        }
        Ok(())
    }

    fn take(&self, state: &mut State, tried: Tried) {
        if let Some((store, model)) = &tried.model {
            state.facts.extend(facts::facts(self.job.subject, self.encoded, store, model));
        }
        for (check, outcome, by) in tried.settled {
            state.settle(check, outcome, &by, tried.time);
        }
        for (check, why) in tried.open {
            state.leave_open(check, &why, tried.time);
        }
    }
}

/// What the solver is asked with.
pub(super) fn request(job: Job<'_>) -> Request<'_> {
    let solving = &job.options.solving;
    Request {
        engines: &solving.engines,
        without: without(job.options),
        jobs: solving.jobs,
        certify: solving.certify,
        check: &solving.check,
        preprocess: solving.preprocess,
        smt: job.smt,
        instrument: &solving.instrument,
        certificates: &solving.certificates,
        cancel: job.cancel,
    }
}

/// The budget of a try before the last one.
fn early(options: &ProgramOptions) -> Option<Steps> {
    Some(options.budget().map_or(UNLIMITED, |all| all / EARLY))
}

/// The stages in their order.
const STAGES: [Stage; 4] = [Stage::Together, Stage::Subprograms, Stage::Single, Stage::Last];

/// What the progress shows of a stage.
fn stage_name(stage: Stage) -> &'static str {
    match stage {
        Stage::Components => "without arrays",
        Stage::Together => "all together",
        Stage::Subprograms => "by subprogram",
        Stage::Single => "one by one",
        Stage::Last | Stage::Alone => "one by one, what is hard",
    }
}

/// How the open checks are grouped.
fn groups_of(stage: Stage, state: &State) -> Vec<Vec<CheckId>> {
    let open: BTreeSet<CheckId> = state.open().into_iter().collect();
    let open = state.checks.iter().filter(|(check, _)| open.contains(check));
    let groups = match stage {
        Stage::Components | Stage::Together => vec![open.map(|(check, _)| *check).collect::<Vec<_>>()],
        Stage::Subprograms => {
            let mut groups: BTreeMap<ProcId, Vec<CheckId>> = BTreeMap::new();
            for (check, procedure) in open {
                groups.entry(*procedure).or_default().push(*check);
            }
            groups.into_values().collect()
        }
        Stage::Single | Stage::Last | Stage::Alone => open.map(|(check, _)| vec![*check]).collect(),
    };
    // A single check waits for the stage with engines of its own.
    let least = if stage == Stage::Subprograms { 2 } else { 1 };
    groups.into_iter().filter(|group: &Vec<CheckId>| group.len() >= least).collect()
}

/// What the schedules leave out for the treatment of arrays that was asked for.
pub(super) fn without(options: &ProgramOptions) -> &'static [EngineId] {
    match options.arrays {
        Arrays::Auto => &[],
        Arrays::Smt => schedule::ONLY_SMT_ARRAYS,
        Arrays::Cells => schedule::ONLY_CELLS,
    }
}
