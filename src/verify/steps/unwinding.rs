//! Loops unwound: to a bound, which is all there is in its own mode, or beside the proofs; and until they end, in the
//! middle of the proofs.

use super::super::bounded::{self, Found};
use super::super::channel::Posted;
use super::super::decider::Decider;
use super::super::options::{Mode, Options};
use super::super::report::Outcome;
use super::super::state::State;
use super::super::states;
use super::conditions::is_invariant;
use super::{Lane, Step, Task, Work};
use crate::pipeline::Failure;
use horn_frontend::ir::{CheckId, ProcId, TypeKind};
use horn_solver::smt::Steps;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// The work of unwinding loops beside the proofs, for each entry.
const SHORT: Steps = Steps::seconds(10);
/// The work for each entry where neither a bound nor a limit is given.
const AUTOMATIC: Steps = Steps::seconds(60);

/// The work of unwinding to a bound, for each entry, before invariants are looked for: where a loop chooses between
/// branches, the states of an iteration stay many, and an invariant may be simple.
const PATIENCE: Steps = Steps::seconds(4);
/// The work of looking for invariants in the place of unwinding further, for each check and for all.
const INVARIANTS: [Steps; 2] = [Steps::seconds(6), Steps::seconds(15)];

/// The work of unwinding loops that may end, for each entry: in front of the proofs, behind the first of them, and
/// before checks are tried one by one.
const ENDING: [Steps; 3] = [Steps::seconds(2), Steps::millis(400), Steps::seconds(3)];

/// Entries of a program for which loops of a few iterations are unwound before proofs for all runs are tried.
const FEW: usize = 4;

/// Unwinds loops.
pub(super) struct Unwinding;

/// Unwinds loops until no run goes on, which proves what has not failed then: for sums over arrays of a few components,
/// sorting them, and operations on bits an engineer would not look for an invariant.
pub(super) enum Ending {
    /// In front of the proofs, where the first failing run is the answer: small programs with much input may have one
    /// that is found at once, and no simple invariants.
    First,
    /// Loops of a few iterations, in programs with few entries that compute with arrays or bits: invariants of these
    /// take longer to find, if there are any.
    Early,
    /// Loops of a few iterations, in other programs, where the user says nothing of loops.
    Plain,
    /// The others of a few iterations.
    Soon,
    /// Those that take some more work.
    Late,
}

/// Whether the loops of a program are unwound first of all.
fn first_of_all(work: &Work<'_>) -> bool {
    let program = work.subject.program;
    let modular = || program.types.iter().any(|ty| matches!(ty.kind, TypeKind::Modular(_)));
    let arrays = || work.clauses.get().is_some_and(|clauses| clauses.shape.arrays);
    program.procedures().filter(|(_, procedure)| procedure.entry).count() <= FEW && (arrays() || modular())
}

impl Step for Ending {
    fn name(&self) -> &'static str {
        "unwinding loops that end"
    }

    fn modes(&self) -> &'static [Mode] {
        &[Mode::Prove]
    }

    fn by_parts(&self) -> bool {
        true
    }

    fn may_decide(&self, work: &Work<'_>, open: &[CheckId]) -> Option<Vec<CheckId>> {
        let asked = match self {
            Ending::First => !work.options.one_failure.is_empty(),
            Ending::Early => work.options.one_failure.is_empty() && first_of_all(work),
            Ending::Plain | Ending::Soon => work.options.one_failure.is_empty() && !first_of_all(work),
            Ending::Late => true,
        };
        if !work.options.unwinds || !asked {
            return None;
        }
        let program = work.subject.program;
        let is_annotated = |owner: ProcId| states(program, owner).into_iter().any(|check| is_invariant(program, check));
        let mut known: BTreeMap<ProcId, bool> = BTreeMap::new();
        let mut annotated = |check: &CheckId| {
            let owner = work.owner.get(check);
            owner.is_some_and(|owner| *known.entry(*owner).or_insert_with(|| is_annotated(*owner)))
        };
        // Who asks for invariants, or for systems of clauses, wants these to be looked for first.
        let asked = work.options.invariants || work.options.solving.certificates.folder.is_some();
        let mut plain = |check: &CheckId| !asked && !annotated(check);
        let wanted = |check: &CheckId| match self {
            Ending::Plain => plain(check),
            Ending::Soon => !plain(check),
            Ending::First | Ending::Early | Ending::Late => true,
        };
        let checks: Vec<CheckId> = open.iter().copied().filter(wanted).collect();
        (!checks.is_empty()).then_some(checks)
    }

    fn budget(&self, work: &Work<'_>) -> Option<Steps> {
        let [first, soon, late] = ENDING;
        let own = match self {
            Ending::First => first,
            Ending::Early | Ending::Plain | Ending::Soon => soon,
            Ending::Late => late,
        };
        let limit = work.options.limit.filter(|limit| *limit != Steps::default());
        Some(limit.map_or(own, |limit| limit.min(own)))
    }

    fn run(&self, work: &Work<'_>, task: &Task<'_>) -> Result<(), Failure> {
        let mut options = work.options.clone();
        options.bounded.all_properties = true;
        options.jobs = Some(task.jobs);
        let Task { checks, budget, cancel, progress, channel, .. } = task;
        let found = bounded::check(work.subject, &options, checks, *budget, work.smt, cancel, progress)?;
        for (check, (outcome, by, time)) in found.outcomes {
            // Up to which bound nothing fails was not asked.
            if matches!(outcome, Outcome::Proved | Outcome::Fails(_)) {
                channel.post(Posted::Settled { check, outcome, by, time });
            }
        }
        Ok(())
    }
}

impl Step for Unwinding {
    fn name(&self) -> &'static str {
        "unwinding loops"
    }

    fn modes(&self) -> &'static [Mode] {
        &[Mode::Bmc, Mode::All]
    }

    fn lane(&self) -> Lane {
        Lane::Unwinding
    }

    fn may_decide(&self, work: &Work<'_>, open: &[CheckId]) -> Option<Vec<CheckId>> {
        // In its own mode there is something to write down even then.
        (work.options.mode == Mode::Bmc || !open.is_empty()).then(|| open.to_vec())
    }

    fn budget(&self, work: &Work<'_>) -> Option<Steps> {
        let options = work.options;
        let limit = options.limit.filter(|limit| *limit != Steps::default());
        match (options.mode, options.limit) {
            (Mode::All, _) => Some(limit.unwrap_or(SHORT)),
            // A bound that was asked for is the limit; without it there has to be another one.
            (_, None) => options.bounded.unwind.is_none().then_some(AUTOMATIC),
            (_, Some(_)) => limit,
        }
    }

    fn run(&self, work: &Work<'_>, task: &Task<'_>) -> Result<(), Failure> {
        let check = |options: &Options, checks: &[CheckId], budget: Option<Steps>| {
            bounded::check(work.subject, options, checks, budget, work.smt, task.cancel, task.progress)
        };
        if work.options.mode == Mode::Bmc {
            let hasty = task.budget.is_none_or(|budget| budget > PATIENCE) && work.options.dump_smt.is_none();
            let mut found = check(work.options, task.checks, if hasty { Some(PATIENCE) } else { task.budget })?;
            let mut left = if hasty { found.left(work.subject, work.options) } else { BTreeSet::new() };
            if !left.is_empty() {
                found.forget_cut_short(work.subject, work.options)?;
                let proofs = invariants(work, task, &left)?;
                left.retain(|check| proofs.iter().all(|(proved, ..)| proved != check));
                found.with_proofs(work.subject, proofs);
            }
            if !left.is_empty() && !task.cancel.is_cancelled() {
                let left: Vec<CheckId> = left.into_iter().collect();
                found.then(check(work.options, &left, task.budget)?);
            }
            task.channel.post(Posted::Unwound(found));
            return Ok(());
        }
        let mut short = work.options.clone();
        short.bounded.all_properties = true;
        let outcomes = check(&short, task.checks, task.budget)?.outcomes;
        let over = outcomes.values().all(|(outcome, ..)| matches!(outcome, Outcome::Proved | Outcome::Fails(_)));
        // What was cut off is of no interest where the bound was not the user's question.
        task.channel.post(Posted::Unwound(Found { outcomes, ..Found::default() }));
        if over {
            task.enough.cancel();
        }
        Ok(())
    }
}

/// Those of these checks that hold in all runs, as invariants show. Failing runs are of no interest: they may have more
/// iterations than were asked about.
fn invariants(
    work: &Work<'_>,
    task: &Task<'_>,
    checks: &BTreeSet<CheckId>,
) -> Result<Vec<(CheckId, Decider, Duration)>, Failure> {
    let [each, all] = INVARIANTS;
    let options = Options { mode: Mode::Prove, unwinds: false, limit: Some(each), cache: None, ..work.options.clone() };
    let wanted = work.selected.iter().filter(|check| checks.contains(check));
    let wanted = wanted.filter_map(|check| Some((*check, *work.owner.get(check)?))).collect();
    let mut state = State::new(wanted);
    let inner = Work::new(work.subject, &options, work.smt, &state.checks);
    super::run(&inner, &mut state, &task.cancel.fork().limited(all), &())?;
    let proved = state.findings().filter(|finding| matches!(finding.outcome, Outcome::Proved));
    Ok(proved.map(|finding| (finding.check, finding.by, finding.time)).collect())
}
