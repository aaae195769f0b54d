//! Programs: from a program to a verdict for each of its checks, read from top to bottom.
//!
//! First the interpreter tries inputs for a moment: what fails there needs no solver, and a program without inputs
//! whose one run ends well is decided by it. Then all checks go to the solver as one system, for that is what proves
//! most of them at once, while the interpreter goes on beside it with more inputs and longer runs; what stays open is
//! tried per subprogram, then one by one for a while, and what is hard at last with all the time it may have.
//! A large program is worked off part by part, so that results come early. What earlier runs found out is in the cache
//! (`kept`), and is checked, not believed.
//! `bounded` unwinds loops, alone or beside the proofs. The list of all steps is in `steps`; what they find out goes
//! through one `channel` to the `state`. What is open then, in states that nobody has shown reachable, is tried with
//! `clients`, which make the states.

mod audience;
pub mod bounded;
pub mod boxes;
mod channel;
mod clients;
mod conditions;
pub mod contracts;
pub mod decide;
mod decider;
mod exhaustive;
pub mod facts;
pub mod floating;
pub mod inputs;
pub mod justified;
mod kept;
pub mod options;
mod reach;
pub mod report;
pub mod run;
mod runs;
mod scalars;
pub mod shards;
pub mod slice;
mod state;
mod steps;
pub mod tags;
mod thinned;
pub mod trials;
mod workers;

use crate::files;
use crate::pipeline::Failure;
use crate::smt::LazySmt;
pub use audience::{Audience, as_reported, report_of};
pub use decider::{Decider, Numbers};
use horn_frontend::Subject;
use horn_frontend::ir::{self, CheckId, CheckKind, ProcId, Program};
use horn_solver::smt::CancelToken;
pub use kept::tasks::{Task, entry as answer_entry, tasks};
pub use options::Options;

use options::{Depth, Mode};
use report::{Report, checks_of};
use state::State;
use std::collections::BTreeSet;
use std::path::Path;
use steps::Work;

/// What is about the flow of data.
const FLOW: &[CheckKind] = &[CheckKind::Initialization, CheckKind::Aliasing];

/// Decides the checks that the options select.
///
/// # Errors
/// The options select no check, or something is missing or broken.
pub fn verify(
    subject: &Subject<'_>,
    options: &Options,
    smt: &LazySmt,
    cancel: &CancelToken,
    audience: &dyn Audience,
) -> Result<Report, Failure> {
    if options.depth == Depth::Read {
        return Ok(Report::default());
    }
    let Selection { wanted, all } = select(subject, options)?;
    let mut state = State::new(all);
    audience.selected(&wanted, &state.checks);
    let work = Work::new(subject, options, smt, &state.checks);
    let enough = cancel.child();
    let reserved = clients::Reserved::new(subject.program, options, audience);
    let encoded = steps::run(&work, &mut state, &enough, &reserved)?;
    let answered = enough.is_cancelled() && !cancel.is_cancelled();
    if answered {
        state.give_up("a run has answered what is asked");
    }
    if options.mode == Mode::All {
        state.leave_bounded_open();
    }
    let mut report = state.report(subject, cancel.is_cancelled());
    if !answered {
        clients::decide(subject, options, smt, cancel, audience, &mut report)?;
    }
    if wanted.len() < report.findings.len() {
        let wanted: BTreeSet<CheckId> = wanted.iter().map(|(check, _)| *check).collect();
        report.findings.retain(|finding| wanted.contains(&finding.check));
    }
    if encoded && options.debug_contracts && !options.replays && !answered {
        audience.progress(report.findings.len(), report.findings.len(), "debugging contracts");
        report.notes = contracts::debug(subject, &work.request(cancel), options.budget(), &report)?;
    }
    report.justify(subject);
    if let Some(limit) = options.reach.filter(|_| options.depth == Depth::Proof && options.shard.is_none()) {
        audience.progress(report.findings.len(), report.findings.len(), "looking for what is never reached");
        report.warnings = reach::warnings(subject, options, limit, smt, cancel, &report)?;
    }
    Ok(report)
}

/// Checks with their subprograms, in the order of their places.
struct Selection {
    /// Those that the options select.
    wanted: Vec<(CheckId, ProcId)>,
    /// These, and those that have to be looked at beside them.
    all: Vec<(CheckId, ProcId)>,
}

/// The checks that are to be looked at, without those that the sources withhold. What is said of a check means
/// something only where no parameters are aliased, so that the checks of that belong to those that the options select,
/// wherever they are.
fn select(subject: &Subject<'_>, options: &Options) -> Result<Selection, Failure> {
    let Subject { program, places, .. } = subject;
    let mut all = checks_of(program, program.reached());
    all.sort_by_key(|(check, _)| {
        let loc = program.checks[check.index()].loc;
        let position = places.position(loc);
        (loc.file, position.line, position.column, *check)
    });
    let limits = &options.limits;
    let mut wanted = all.clone();
    wanted.retain(|(check, procedure)| {
        let (check, procedure) = (&program.checks[check.index()], program.procedure(*procedure));
        let deep = match options.depth {
            Depth::Read => false,
            Depth::Flow => FLOW.contains(&check.kind),
            Depth::Proof => true,
        };
        let withheld = program.withheld.iter().any(|said| said.covers(check.loc));
        let (place, declared) = (places.position(check.loc), places.position(procedure.loc));
        deep && !withheld && limits.admit(&place, check.kind.rule(), &procedure.name, &declared)
    });
    if wanted.is_empty() && limits.is_set() && options.depth == Depth::Proof {
        return Err(Failure::Unreadable("no checks at the place that the limits name".to_string()));
    }
    if let Some(shard) = &options.shard {
        let mut shares = shard.shares(subject, &wanted).into_iter();
        wanted.retain(|_| shares.next() == Some(shard.number));
    }
    let selected: BTreeSet<CheckId> = wanted.iter().map(|(check, _)| *check).collect();
    let beside = aliases_of(program, &selected);
    all.retain(|(check, _)| selected.contains(check) || beside.contains(check));
    Ok(Selection { wanted, all })
}

/// The checks about aliases that what is said of these rests on: those that runs of the same entries come to, also of
/// entries that a client stands for.
fn aliases_of(program: &Program, checks: &BTreeSet<CheckId>) -> BTreeSet<CheckId> {
    let all = (0..).map(CheckId).zip(&program.checks);
    let all: BTreeSet<CheckId> = all.filter(|(_, check)| check.kind == CheckKind::Aliasing).map(|(id, _)| id).collect();
    let mut found = BTreeSet::new();
    if all.is_empty() || checks.is_empty() {
        return found;
    }
    let judging = |at: &usize| !ir::judged(program, &[*at]).is_disjoint(checks);
    let clients = (0..program.clients.len()).filter(judging).map(|at| &program.clients[at]);
    let replaced: BTreeSet<ProcId> = clients.flat_map(|client| client.replaces.iter().copied()).collect();
    for (entry, _) in program.procedures().filter(|(_, procedure)| procedure.entry) {
        let reached = states(program, entry);
        if replaced.contains(&entry) || !reached.is_disjoint(checks) {
            found.extend(reached.intersection(&all));
        }
    }
    found
}

/// The checks that runs of an entry may come to.
pub fn states(program: &Program, entry: ProcId) -> BTreeSet<CheckId> {
    let reached = program.reached_from([entry]);
    reached.into_iter().flat_map(|id| program.procedure(id).checks()).map(|(check, _)| check).collect()
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    files::write(path, text).map_err(|error| Failure::Tool(format!("{}: {error}", path.display())))
}
