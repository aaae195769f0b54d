//! Programs: from a program to a verdict for each of its checks, read from top to bottom.
//!
//! First the interpreter tries inputs for a moment: what fails there needs no solver, and a program without inputs
//! whose one run ends well is decided by it. Then all checks go to the solver as one system, for that is what proves
//! most of them at once, while the interpreter goes on beside it with more inputs and longer runs; what stays open is
//! tried per subprogram, then one by one for a while, and what is hard at last with all the time it may have (`prove`).
//! `bounded` unwinds loops, alone or beside the proofs.

pub mod bounded;
pub mod boxes;
pub mod contracts;
pub mod decide;
pub mod facts;
pub mod floating;
pub mod inputs;
mod prove;
pub mod report;
pub mod run;
mod scalars;
mod state;
pub mod trials;
mod workers;

use crate::cli::program::{Limit, Mode, ProgramOptions};
use crate::pipeline::Failure;
use crate::smt::LazySmt;
use horn_frontend::Subject;
use horn_frontend::ir::{CheckId, ProcId, Program};
use horn_frontend::places::base_name;
use horn_solver::smt::{CancelToken, Steps};
use report::{Outcome, Report, checks_of};
use state::State;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::mpsc::channel;

/// The work of unwinding loops beside the proofs, for each entry.
const SHORT: Steps = Steps::seconds(10);

/// The work for each entry where neither a bound nor a limit is given.
const AUTOMATIC: Steps = Steps::seconds(60);

/// Who is told how the work goes on.
pub trait Observer {
    /// About ten times a second: how many checks are decided, of how many, and what is being done.
    fn progress(&mut self, decided: usize, all: usize, stage: &str);
}

/// Nobody looks on.
impl Observer for () {
    fn progress(&mut self, _: usize, _: usize, _: &str) {}
}

/// What is to be verified, how, and with what.
#[derive(Clone, Copy)]
struct Job<'a> {
    subject: &'a Subject<'a>,
    options: &'a ProgramOptions,
    smt: &'a LazySmt,
    cancel: &'a CancelToken,
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
        let given = options.given().or_else(|| options.bounded.unwind.is_none().then_some(AUTOMATIC));
        let limit = given.filter(|limit| *limit != Steps::default());
        let found = bounded::check(subject, options, &state.open(), limit, smt, cancel, observer)?;
        state.take_unwound(found);
        return Ok(state.report(subject, cancel.is_cancelled()));
    }
    let job = Job { subject, options, smt, cancel };
    let encoded = if options.mode == Mode::All {
        beside(job, &mut state, observer)?
    } else {
        prove::prove(job, &mut state, observer, &mut |_| Ok(()))?
    };
    let mut report = state.report(subject, cancel.is_cancelled());
    if encoded && options.debug_contracts() {
        observer.progress(report.findings.len(), report.findings.len(), "debugging contracts");
        let request = prove::request(job);
        report.notes = contracts::debug(subject, &request, options.budget(), &report)?;
    }
    Ok(report)
}

/// Proofs, and loops unwound beside them for a short time; the first answer counts.
fn beside(job: Job<'_>, state: &mut State, observer: &mut dyn Observer) -> Result<bool, Failure> {
    let Job { subject, options, smt, cancel } = job;
    let mut short = options.clone();
    short.bounded.all_properties = true;
    let limit = options.given().filter(|limit| *limit != Steps::default()).unwrap_or(SHORT);
    let only_outcomes =
        |found: bounded::Found| bounded::Found { outcomes: found.outcomes, ..bounded::Found::default() };
    if cancel.is_counted() {
        // One after the other: which of the two is the first would depend on the clock.
        let encoded = prove::prove(job, state, observer, &mut |_| Ok(()))?;
        let open = state.open();
        if !open.is_empty() {
            let found = bounded::check(subject, &short, &open, Some(limit), smt, cancel, observer)?;
            state.take_unwound(only_outcomes(found));
        }
        state.leave_bounded_open();
        return Ok(encoded);
    }
    let wanted = state.all();
    let (proofs, unwinding) = (cancel.child(), cancel.child());
    let (sender, receiver) = channel();
    let mut answer: Option<Result<bounded::Found, Failure>> = None;
    let encoded = std::thread::scope(|scope| {
        let work = || {
            let found = bounded::check(subject, &short, &wanted, Some(limit), smt, &unwinding, &mut ());
            let all = |found: &bounded::Found| {
                found.outcomes.values().all(|(outcome, ..)| matches!(outcome, Outcome::Proved | Outcome::Fails(_)))
            };
            let over = found.as_ref().is_ok_and(all);
            // What was cut off is of no interest where the bound was not the user's question.
            let found = found.map(only_outcomes);
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
        let result = prove::prove(Job { cancel: &proofs, ..job }, state, observer, &mut merge);
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

/// The checks that the options select, in the order of their places, with their subprograms.
fn select(subject: &Subject<'_>, options: &ProgramOptions) -> Result<Vec<(CheckId, ProcId)>, Failure> {
    let Subject { program, places, .. } = subject;
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

/// The checks that runs of an entry may come to.
pub fn states(program: &Program, entry: ProcId) -> BTreeSet<CheckId> {
    let reached = reached_from(program, [entry]);
    reached.into_iter().flat_map(|id| program.procedure(id).checks()).map(|(check, _)| check).collect()
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|error| Failure::Tool(format!("{}: {error}", path.display())))
}
