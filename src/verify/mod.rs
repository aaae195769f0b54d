//! Programs: from a program to a verdict for each of its checks, read from top to bottom.
//!
//! First the interpreter tries inputs: what fails there needs no solver, and a program without inputs whose one run ends well
//! is decided by it. Then all checks go to the solver as one system, for that is what proves most of them at once; what stays open
//! is tried per subprogram, then one by one for a while, and what is hard at last with all the time it may have.

pub mod bounded;
pub mod boxes;
pub mod contracts;
pub mod decide;
pub mod facts;
pub mod floating;
pub mod inputs;
pub mod report;
pub mod run;
mod scalars;
pub mod trials;
mod workers;

use crate::cli::program::{Arrays, Limit, Mode, ProgramOptions};
use crate::pipeline::{Failure, Request};
use crate::smt::LazySmt;
use decide::Tried;
use horn_frontend::encode;
use horn_frontend::ir::{CheckId, ProcId, Program};
use horn_solver::engine::select::{ENGINES, EngineEntry, Shape, find_engine};
use horn_solver::smt::CancelToken;
use horn_solver::smtlib::system_text;
use report::{Fact, Finding, Outcome, Places, Report, base_name, checks_of};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};
use trials::{Board, Trials};

/// Time for splitting boxes, at most.
const BOXES: Duration = Duration::from_millis(1_500);
/// Time for runs beside the proofs that proofs wait for, at most.
const RUNNING: Duration = Duration::from_secs(6);
/// The part of a check's time that a try has before the last one.
const EARLY: u32 = 2;
/// The part of such a try for what components of arrays are in the way of.
const RANGES: u32 = 4;
/// The time for such a try if the time is not limited.
const UNLIMITED: Duration = Duration::from_secs(20);
/// How long loops are unwound beside the proofs.
const SHORT: Duration = Duration::from_secs(10);

/// The time for each entry where neither a bound nor a time is given.
const AUTOMATIC: Duration = Duration::from_secs(60);

/// Who is told how the work goes on.
pub trait Observer {
    /// About ten times a second: how many checks are decided, of how many, and what is being done.
    fn progress(&mut self, decided: usize, all: usize, stage: &str);
}

/// Nobody looks on.
impl Observer for () {
    fn progress(&mut self, _: usize, _: usize, _: &str) {}
}

/// A program ready to be verified.
pub struct Subject<'a> {
    /// The program, lifted.
    pub program: &'a Program,
    /// Its places.
    pub places: &'a Places<'a>,
}

/// Decides the checks that the options select.
///
/// # Errors
/// The options select no check, or something is missing or broken.
pub fn verify(
    subject: &Subject<'_>,
    options: &ProgramOptions,
    smt: &LazySmt,
    cancel: &CancelToken,
    observer: &mut dyn Observer,
) -> Result<Report, Failure> {
    let mut state = State::new(select(subject, options)?);
    if options.mode == Mode::Bmc {
        // A bound that was asked for is the limit; without it there has to be another one.
        let given = options.timeout.or_else(|| options.bounded.unwind.is_none().then_some(AUTOMATIC));
        let time = given.filter(|limit| !limit.is_zero());
        let found = bounded::check(subject, options, &state.open(), time, smt, cancel, observer)?;
        state.take_unwound(found);
        return Ok(state.report(subject, cancel.is_cancelled()));
    }
    let encoded = if options.mode == Mode::All {
        beside(subject, options, &mut state, smt, cancel, observer)?
    } else {
        prove(subject, options, &mut state, smt, cancel, observer, &mut |_| Ok(()))?
    };
    let mut report = state.report(subject, cancel.is_cancelled());
    if encoded && options.debug_contracts() {
        observer.progress(report.findings.len(), report.findings.len(), "debugging contracts");
        let engines = engines(options);
        let request = request(options, &engines, smt, cancel);
        report.notes = contracts::debug(subject, &request, options.budget(), &report)?;
    }
    Ok(report)
}

/// Proofs, and loops unwound beside them for a short time; the first answer counts.
fn beside(
    subject: &Subject<'_>,
    options: &ProgramOptions,
    state: &mut State,
    smt: &LazySmt,
    cancel: &CancelToken,
    observer: &mut dyn Observer,
) -> Result<bool, Failure> {
    let mut short = options.clone();
    short.bounded.all_properties = true;
    let time = options.timeout.filter(|limit| !limit.is_zero()).unwrap_or(SHORT);
    let wanted = state.all();
    let (proofs, unwinding) = (cancel.child(), cancel.child());
    let (sender, receiver) = channel();
    let mut answer: Option<Result<bounded::Found, Failure>> = None;
    let encoded = std::thread::scope(|scope| {
        let work = || {
            let found = bounded::check(subject, &short, &wanted, Some(time), smt, &unwinding, &mut ());
            let all = |found: &bounded::Found| {
                found.outcomes.values().all(|(outcome, ..)| matches!(outcome, Outcome::Proved | Outcome::Fails(_)))
            };
            let over = found.as_ref().is_ok_and(all);
            // What was cut off is of no interest where the bound was not the user's question.
            let found = found.map(|found| bounded::Found { outcomes: found.outcomes, ..bounded::Found::default() });
            // Without a receiver the proof has decided everything.
            let _ = sender.send(found);
            if over {
                proofs.cancel();
            }
        };
        let thread = std::thread::Builder::new().name("unwinding".to_string()).stack_size(workers::STACK_SIZE);
        let beside = thread.spawn_scoped(scope, work);
        if let Err(error) = &beside {
            log::warn!("no thread: {error}");
        }
        let mut taken = false;
        let mut take = |state: &mut State, found: Result<bounded::Found, Failure>| {
            taken = true;
            found.map(|found| state.take_unwound(found))
        };
        let mut merge = |state: &mut State| match receiver.try_recv() {
            Ok(found) => take(state, found),
            Err(_) => Ok(()),
        };
        let result = prove(subject, options, state, smt, &proofs, observer, &mut merge);
        // Where the proofs were cancelled the answer is there already.
        let wait = beside.is_ok() && !taken && !state.open().is_empty();
        if wait && (result.is_ok() || proofs.is_cancelled()) {
            answer = receiver.recv().ok();
        }
        unwinding.cancel();
        if proofs.is_cancelled() && !cancel.is_cancelled() { Ok(true) } else { result }
    })?;
    if let Some(found) = answer {
        state.take_unwound(found?);
    }
    state.leave_bounded_open();
    Ok(encoded)
}

/// Proofs for all runs; whether there are clauses for the program. `look` is called now and then for what others have found out.
fn prove(
    subject: &Subject<'_>,
    options: &ProgramOptions,
    state: &mut State,
    smt: &LazySmt,
    cancel: &CancelToken,
    observer: &mut dyn Observer,
    look: &mut dyn FnMut(&mut State) -> Result<(), Failure>,
) -> Result<bool, Failure> {
    let program = subject.program;

    observer.progress(0, state.checks.len(), "trying inputs");
    let begin = Instant::now();
    let (trials, tries) = Trials::start(program, &state.open(), cancel);
    for (check, example) in tries.failing {
        state.settle(check, Outcome::Fails(example), "interpreter", begin.elapsed());
    }
    for check in tries.proved {
        state.settle(check, Outcome::Proved, "interpreter", begin.elapsed());
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
            for (check, example) in board.all() {
                state.settle(check, Outcome::Fails(example), "interpreter", begin.elapsed());
            }
            look(state)
        };
        let encoded = prove_rest(subject, options, state, smt, cancel, observer, &board, &mut look);
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
    for (check, example) in board.all() {
        state.settle(check, Outcome::Fails(example), "interpreter", begin.elapsed());
    }
    encoded
}

/// Proofs of what short runs do not decide; `board` is what others show meanwhile.
fn prove_rest(
    subject: &Subject<'_>,
    options: &ProgramOptions,
    state: &mut State,
    smt: &LazySmt,
    cancel: &CancelToken,
    observer: &mut dyn Observer,
    board: &Board,
    look: &mut dyn FnMut(&mut State) -> Result<(), Failure>,
) -> Result<bool, Failure> {
    let program = subject.program;
    // Floats first on boxes: that is what decides nonlinear ones, and costs little.
    if boxes::has_floats(program) && !state.open().is_empty() {
        observer.progress(state.decided(), state.checks.len(), "splitting boxes");
        let time = options.budget().map_or(BOXES, |budget| budget.min(BOXES));
        state.boxes(program, time, cancel);
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

    let engines = engines(options);
    let request = request(options, &engines, smt, cancel);
    // What is left over arrays is usually a matter of quantified invariants: these at once, not after the others. What is
    // left of other checks needs another way to invariants than the one that comes first for all of them together.
    let shape = Shape::of(&encoded.store, &encoded.system);
    let arrays = shape.arrays;
    let linear = shape.recursive > 0 && !shape.summaries && !shape.divisions && !shape.bit_vectors && !shape.reals;
    let named =
        |names: &[&str]| -> Vec<&'static EngineEntry> { names.iter().filter_map(|name| find_engine(name)).collect() };
    // Bounds that executions suggest prove most loops, and cheaply.
    let plain = named(&["pdr", "templates", "accel", "bmc"]);
    let ghosts = named(&["instrument", "pdr", "cells", "accel"]);
    let quantified = named(&["instrument", "cells", "pdr", "accel"]);
    // Two engines run at a time: beside the one that needs more than a moment comes first what did not get a place.
    let others = named(&["pdr", "instrument", "cells", "accel"]);
    let inductive = named(&["templates", "pa", "parametric"]);
    let general = named(&["parametric", "pa", "accel", "templates"]);
    let scalars = arrays && options.arrays == Arrays::Auto;
    // What is said of components seldom follows from the ranges of their types; where it does not, a refutation can be far.
    let ranges = named(&["templates", "pdr"]);
    let without_arrays = |state: &mut State, observer: &mut dyn Observer, checks: &[CheckId]| -> Result<(), Failure> {
        observer.progress(state.decided(), state.checks.len(), "without arrays");
        let components = checks.first().is_some_and(|check| scalars::about_components(program, *check));
        let engines = if components { &ranges } else { request.engines };
        let request = Request { engines, ..request };
        let time = early(options).map(|time| if components { time / RANGES } else { time });
        let done = scalars::group(&encoded, &request, time, checks)?;
        if let Some((store, model)) = &done.model {
            state.facts.extend(facts::facts(program, &encoded, store, model));
        }
        for (check, outcome, by) in done.settled {
            state.settle(check, outcome, &by, done.time);
        }
        Ok(())
    };
    if scalars {
        // Most checks need no more.
        let (components, others): (Vec<CheckId>, Vec<CheckId>) =
            state.open().into_iter().partition(|check| scalars::about_components(program, *check));
        for checks in [others, components] {
            if !checks.is_empty() {
                without_arrays(state, observer, &checks)?;
                look(state)?;
            }
        }
    }
    let mut tried: BTreeSet<(Vec<CheckId>, Vec<&str>)> = BTreeSet::new();
    // A check that is alone from the start has one long try in the place of two.
    let mut alone = false;
    for stage in Stage::ALL {
        look(state)?;
        let last = stage == Stage::Last;
        if stage == Stage::Together {
            alone = state.open().len() == 1;
        } else if stage == Stage::Single && alone {
            continue;
        }
        if scalars && last {
            // One by one: a check that others were in the way of.
            for check in state.open() {
                if !scalars::about_components(program, check) {
                    without_arrays(state, observer, &[check])?;
                }
            }
        }
        let chosen = match stage {
            Stage::Together | Stage::Subprograms if arrays && !alone => Some(&ghosts),
            Stage::Together | Stage::Single if arrays => Some(&quantified),
            Stage::Last if arrays => Some(&others),
            Stage::Together | Stage::Subprograms if linear => Some(&plain),
            Stage::Single => Some(&inductive),
            Stage::Last => Some(&general),
            _ => None,
        };
        let engines = chosen.filter(|_| engines.is_empty()).map(Vec::as_slice);
        let special: Vec<&str> = engines.iter().copied().flatten().map(|entry| entry.name).collect();
        let request = Request { engines: engines.unwrap_or(request.engines), ..request };
        // A group that was tried for a while with the same engines gets no second try before the last one.
        let groups: Vec<Vec<CheckId>> = stage
            .groups(state)
            .into_iter()
            .filter(|group| last || tried.insert((group.clone(), special.clone())))
            .collect();
        let budget = if last || alone { options.budget() } else { early(options) };
        let (all, done) = (state.checks.len(), state.decided());
        let results = workers::map(
            &groups,
            options.jobs,
            |group| {
                let replayer = run::Replayer { program, encoded: &encoded, cancel };
                decide::group(&encoded, &replayer, &request, budget, group, board)
            },
            &mut |finished: &[Option<Result<Tried, Failure>>]| {
                let settled = finished.iter().flatten().flatten().map(|tried| tried.settled.len()).sum::<usize>();
                observer.progress(done + settled, all, stage.name());
            },
        );
        for result in results {
            let tried = result?;
            if let Some((store, model)) = &tried.model {
                state.facts.extend(facts::facts(program, &encoded, store, model));
            }
            for (check, outcome, by) in tried.settled {
                state.settle(check, outcome, &by, tried.time);
            }
            for (check, why) in tried.open {
                state.leave_open(check, &why, tried.time);
            }
        }
        if state.open().is_empty() || cancel.is_cancelled() {
            break;
        }
    }
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

/// What the solver is asked with.
fn request<'a>(
    options: &'a ProgramOptions,
    engines: &'a [&'static EngineEntry],
    smt: &'a LazySmt,
    cancel: &'a CancelToken,
) -> Request<'a> {
    Request {
        engines,
        jobs: options.solving.jobs,
        certify: options.solving.certify,
        preprocess: options.solving.preprocess,
        smt,
        instrument: &options.solving.instrument,
        cancel,
    }
}

/// The time for a try before the last one.
fn early(options: &ProgramOptions) -> Option<Duration> {
    Some(options.budget().map_or(UNLIMITED, |all| all / EARLY))
}

/// How the open checks are grouped.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Together,
    Subprograms,
    /// One by one, for a while.
    Single,
    /// One by one, with all the time there is.
    Last,
}

impl Stage {
    const ALL: [Stage; 4] = [Stage::Together, Stage::Subprograms, Stage::Single, Stage::Last];

    fn name(self) -> &'static str {
        match self {
            Stage::Together => "all together",
            Stage::Subprograms => "by subprogram",
            Stage::Single => "one by one",
            Stage::Last => "one by one, what is hard",
        }
    }

    fn groups(self, state: &State) -> Vec<Vec<CheckId>> {
        let open: BTreeSet<CheckId> = state.open().into_iter().collect();
        let open = state.checks.iter().filter(|(check, _)| open.contains(check));
        let groups = match self {
            Stage::Together => vec![open.map(|(check, _)| *check).collect::<Vec<_>>()],
            Stage::Subprograms => {
                let mut groups: BTreeMap<ProcId, Vec<CheckId>> = BTreeMap::new();
                for (check, procedure) in open {
                    groups.entry(*procedure).or_default().push(*check);
                }
                groups.into_values().collect()
            }
            Stage::Single | Stage::Last => open.map(|(check, _)| vec![*check]).collect(),
        };
        // A single check waits for the stage with engines of its own.
        let least = if matches!(self, Stage::Subprograms) { 2 } else { 1 };
        groups.into_iter().filter(|group: &Vec<CheckId>| group.len() >= least).collect()
    }
}

/// The engines for the treatment of arrays that was asked for; none for the default schedule.
fn engines(options: &ProgramOptions) -> Vec<&'static EngineEntry> {
    if !options.solving.engines.is_empty() {
        return options.solving.engines.clone();
    }
    let wanted = |entry: &&EngineEntry| match options.arrays {
        Arrays::Auto => false,
        Arrays::Smt => entry.name != "cells" && entry.name != "intblast",
        // Single cells over-approximate; refutations come from unrolling.
        Arrays::Cells => matches!(entry.name, "cells" | "bmc"),
    };
    ENGINES.iter().filter(wanted).collect()
}

/// The checks that the options select, in the order of their places, with their subprograms.
fn select(subject: &Subject<'_>, options: &ProgramOptions) -> Result<Vec<(CheckId, ProcId)>, Failure> {
    let Subject { program, places } = subject;
    let mut selected = checks_of(program, reached(program));
    selected.retain(|(check, procedure)| {
        let check = &program.checks[check.index()];
        let here = |limit: &Limit, loc| {
            let position = places.position(loc);
            base_name(position.file) == base_name(&limit.file)
                && position.line == limit.line
                && limit.column.is_none_or(|column| column == position.column)
        };
        let line = options.limit_line.as_ref().is_none_or(|limit| {
            here(limit, check.loc) && limit.kind.as_ref().is_none_or(|kind| kind == check.kind.rule())
        });
        line && options.limit_subprogram.as_ref().is_none_or(|limit| here(limit, program.procedure(*procedure).loc))
    });
    if selected.is_empty() && (options.limit_line.is_some() || options.limit_subprogram.is_some()) {
        return Err(Failure::Unreadable("no checks at the place that the limits name".to_string()));
    }
    selected.sort_by_key(|(check, _)| {
        let loc = program.checks[check.index()].loc;
        let position = places.position(loc);
        (loc.file, position.line, position.column, *check)
    });
    Ok(selected)
}

/// The subprograms that entries reach.
pub fn reached(program: &Program) -> BTreeSet<ProcId> {
    reached_from(program, program.procedures().filter(|(_, procedure)| procedure.entry).map(|(id, _)| id))
}

/// The subprograms that these reach, with themselves.
pub fn reached_from(program: &Program, start: impl IntoIterator<Item = ProcId>) -> BTreeSet<ProcId> {
    let mut reached = BTreeSet::new();
    let mut todo: Vec<ProcId> = start.into_iter().collect();
    while let Some(id) = todo.pop() {
        if reached.insert(id) {
            let statements = program.procedure(id).blocks.iter().flat_map(|block| &block.statements);
            todo.extend(statements.filter_map(|statement| match &statement.kind {
                horn_frontend::ir::StmtKind::Call(call) => Some(call.callee),
                _ => None,
            }));
        }
    }
    reached
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|error| Failure::Tool(format!("{}: {error}", path.display())))
}

/// What is known so far.
struct State {
    checks: Vec<(CheckId, ProcId)>,
    findings: BTreeMap<CheckId, Finding>,
    /// Why the others are open, and the time spent on them.
    reasons: BTreeMap<CheckId, (String, Duration)>,
    /// What unwinding found out besides.
    unwound: bounded::Found,
    /// What models say about loops and subprograms.
    facts: Vec<Fact>,
}

impl State {
    fn new(checks: Vec<(CheckId, ProcId)>) -> State {
        State {
            checks,
            findings: BTreeMap::new(),
            reasons: BTreeMap::new(),
            unwound: bounded::Found::default(),
            facts: Vec::new(),
        }
    }

    fn all(&self) -> Vec<CheckId> {
        self.checks.iter().map(|(check, _)| *check).collect()
    }

    /// What unwinding has found out. What holds up to a bound is taken where nothing better is known in the end.
    fn take_unwound(&mut self, mut found: bounded::Found) {
        for (check, (outcome, by, time)) in std::mem::take(&mut found.outcomes) {
            match outcome {
                Outcome::Proved | Outcome::Fails(_) => self.settle(check, outcome, &by, time),
                Outcome::UpTo(_) => drop(found.outcomes.insert(check, (outcome, by, time))),
                Outcome::Unknown(why) => self.leave_open(check, &why, time),
            }
        }
        self.unwound = found;
    }

    /// What only holds up to a bound is open where a proof was wanted, and the bound is a remark.
    fn leave_bounded_open(&mut self) {
        for (check, (outcome, _, time)) in std::mem::take(&mut self.unwound.outcomes) {
            let Outcome::UpTo(bound) = outcome else { continue };
            let iterations = if bound == 1 { "iteration" } else { "iterations" };
            let bounded = format!("no violation in runs with at most {bound} {iterations} of each loop");
            let why = match self.reasons.get(&check) {
                Some((why, _)) => format!("{why}; {bounded}"),
                None => bounded,
            };
            self.leave_open(check, &why, time);
        }
    }

    fn open(&self) -> Vec<CheckId> {
        self.checks.iter().map(|(check, _)| *check).filter(|check| !self.findings.contains_key(check)).collect()
    }

    fn decided(&self) -> usize {
        self.findings.len()
    }

    fn settle(&mut self, check: CheckId, outcome: Outcome, by: &str, time: Duration) {
        let Some((_, procedure)) = self.checks.iter().find(|(other, _)| *other == check) else { return };
        let finding = Finding { check, procedure: *procedure, outcome, by: by.to_string(), time };
        self.findings.entry(check).or_insert(finding);
    }

    /// Settles what boxes decide.
    fn boxes(&mut self, program: &Program, time: Duration, cancel: &CancelToken) {
        let begin = Instant::now();
        let boxed = boxes::settle(program, &self.open(), time, cancel);
        self.take(boxed, "boxes", begin);
    }

    fn take(&mut self, found: boxes::Boxed, by: &str, begin: Instant) {
        for (check, example) in found.failing {
            self.settle(check, Outcome::Fails(example), by, begin.elapsed());
        }
        for check in found.proved {
            self.settle(check, Outcome::Proved, by, begin.elapsed());
        }
    }

    fn leave_open(&mut self, check: CheckId, why: &str, time: Duration) {
        let entry = self.reasons.entry(check).or_insert_with(|| (String::new(), Duration::ZERO));
        entry.0 = why.to_string();
        entry.1 += time;
    }

    fn give_up(&mut self, why: &str) {
        for check in self.open() {
            self.leave_open(check, why, Duration::ZERO);
        }
    }

    fn report(mut self, subject: &Subject<'_>, cut_short: bool) -> Report {
        for (check, procedure) in self.checks.clone() {
            if let Some((outcome, by, time)) = self.unwound.outcomes.remove(&check) {
                self.settle(check, outcome, &by, time);
            }
            let (why, time) = self.reasons.remove(&check).unwrap_or(("not tried".to_string(), Duration::ZERO));
            let outcome = Outcome::Unknown(why);
            let finding = Finding { check, procedure, outcome, by: "none".to_string(), time };
            self.findings.entry(check).or_insert(finding);
        }
        // A failure that a contract admits is none of the program.
        for finding in self.findings.values_mut() {
            if let Outcome::Fails(example) = &finding.outcome
                && let Some(why) = example.only_by_contract()
            {
                finding.outcome = Outcome::Unknown(why);
            }
        }
        let findings = self.checks.iter().filter_map(|(check, _)| self.findings.remove(check)).collect();
        let mut facts = facts::together(self.facts);
        facts.sort_by_key(|fact| {
            let position = subject.places.position(fact.loc);
            (fact.loc.file, position.line, position.column)
        });
        let bounded::Found { unfinished, conclusions, .. } = self.unwound;
        Report {
            findings,
            facts,
            notes: Vec::new(),
            cut_short,
            unfinished: unfinished.into_iter().collect(),
            conclusions,
        }
    }
}
