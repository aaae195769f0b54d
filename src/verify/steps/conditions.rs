//! Proofs by verification conditions: what is easy in subprograms with conditions about all indices first, the rest of
//! these behind what is easy for clauses, those with other loop invariants and what is easy of all others behind the
//! first clauses, the rest before the last tries. Where it takes long to write clauses, all but the rest come before,
//! and so do subprograms with conditions about all indices or invariants where nothing has to be found out.

use super::super::channel::{Channel, Posted};
use super::super::conditions::{self, Effort};
use super::super::decider::Decider;
use super::super::report::Outcome;
use super::super::workers;
use super::clauses::early;
use super::{Step, Task, Work};
use crate::pipeline::Failure;
use horn_frontend::ir::{self, Calls, CheckId, CheckKind, ExprKind, ProcId, Procedure, Program};
use horn_solver::smt::{CancelToken, SmtConfig, Steps};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The part of an early try that a check has.
const SHARE: u32 = 2;
/// Budgets where definitions are unfolded further: most of what is asked is which calls are given the same.
const FURTHER: u32 = 4;

/// What is known of callees, in the order in which it is tried: formulas with contracts are short, and who writes
/// contracts has mostly said what callers need.
const ORDER: [Calls; 3] = [Calls::Contracts, Calls::Bodies, Calls::Unfolded];

/// Asks about checks one by one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Conditions {
    /// Those of subprograms with conditions about all indices of a range that are shown at once.
    Easy,
    /// The others of these.
    Quantified,
    /// Those of subprograms whose loops have invariants without such.
    Annotated,
    /// All others that are shown at once.
    Plain,
    /// All others.
    Others,
}

/// The same in front of what clauses show, but behind what is easy in any part of the program: where it takes long to
/// write clauses, and of subprograms for which the source says what each loop keeps, if nothing is kept from one run to
/// the next.
pub(super) struct Ahead(pub Conditions);

impl Conditions {
    /// Those of the open checks that are decided in this step, if it is not switched off.
    /// `ahead`: those of subprograms of which the source says what loops keep, or only the others, if that matters.
    fn wanted(self, work: &Work<'_>, open: &[CheckId], ahead: Option<bool>) -> Option<Vec<CheckId>> {
        // What is written for others to check is one system of clauses.
        if work.options.solving.certificates.folder.is_some() {
            return None;
        }
        let program = work.subject.program;
        let wanted = match self {
            Conditions::Easy => Conditions::Quantified,
            Conditions::Plain => Conditions::Others,
            _ => self,
        };
        let mut known: BTreeMap<ProcId, bool> = BTreeMap::new();
        let here = |owner: ProcId| {
            let procedure = program.procedure(owner);
            let said = || ir::says_what_loops_keep(program, procedure);
            of_procedure(program, procedure) == wanted && ahead.is_none_or(|ahead| ahead == said())
        };
        let mut of = |check: &CheckId| {
            let owner = work.owner.get(check);
            owner.is_some_and(|owner| *known.entry(*owner).or_insert_with(|| here(*owner)))
        };
        let checks: Vec<CheckId> = open.iter().copied().filter(|check| of(check)).collect();
        (!checks.is_empty()).then_some(checks)
    }

    fn effort(self) -> Effort {
        match self {
            Conditions::Easy | Conditions::Plain => Effort::Easy,
            Conditions::Quantified | Conditions::Annotated | Conditions::Others => Effort::Hard,
        }
    }
}

impl Step for Conditions {
    fn name(&self) -> &'static str {
        "verification conditions"
    }

    fn by_parts(&self) -> bool {
        true
    }

    fn may_decide(&self, work: &Work<'_>, open: &[CheckId]) -> Option<Vec<CheckId>> {
        let (deferred, encoded) = (work.deferred.load(Ordering::Relaxed), work.is_encoded());
        // The others were there before.
        let left = Some(false).filter(|_| work.options.cache.is_none());
        match self {
            Conditions::Easy if deferred || encoded => self.wanted(work, open, None),
            Conditions::Quantified | Conditions::Annotated if encoded && !deferred => self.wanted(work, open, left),
            Conditions::Plain if encoded && !deferred => self.wanted(work, open, None),
            Conditions::Others if encoded => self.wanted(work, open, None),
            _ => None,
        }
    }

    fn budget(&self, work: &Work<'_>) -> Option<Steps> {
        Some(early(work.options) / SHARE)
    }

    fn run(&self, work: &Work<'_>, task: &Task<'_>) -> Result<(), Failure> {
        let config = work.smt.get().map_err(|error| Failure::Tool(error.to_string()))?;
        let groups = groups(work.subject.program, task.checks);
        let begin = Instant::now();
        let Task { channel, cancel, budget, .. } = *task;
        let budget = budget.unwrap_or_else(|| early(work.options));
        // A check that several subprograms state holds if it does in each.
        let mut left: BTreeMap<CheckId, usize> = BTreeMap::new();
        groups.iter().flat_map(|(_, checks)| checks).for_each(|check| *left.entry(*check).or_default() += 1);
        let left = Mutex::new(left);
        let proved = |check: CheckId| {
            let mut left = left.lock().unwrap_or_else(PoisonError::into_inner);
            let count = left.entry(check).or_default();
            *count = count.saturating_sub(1);
            if *count == 0 {
                let (outcome, by, time) = (Outcome::Proved, Decider::Conditions, begin.elapsed());
                channel.post(Posted::Settled { check, outcome, by, time });
            }
        };
        workers::map(
            &groups,
            task.jobs,
            |(owner, checks)| {
                let found = prove(work, (channel, cancel, budget), &config, *owner, checks, self.effort());
                found.iter().for_each(|check| proved(*check));
                found.len()
            },
            &mut |finished: &[Option<usize>]| (task.progress)(finished.iter().flatten().sum::<usize>()),
        );
        Ok(())
    }
}

impl Step for Ahead {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn may_decide(&self, work: &Work<'_>, open: &[CheckId]) -> Option<Vec<CheckId>> {
        let deferred = work.deferred.load(Ordering::Relaxed);
        // What clauses show at once is kept from one run to the next, if anything is.
        let first = work.is_encoded() && work.options.cache.is_none();
        let due = deferred || first && self.0 != Conditions::Plain;
        if due { self.0.wanted(work, open, Some(true).filter(|_| !deferred)) } else { None }
    }

    fn budget(&self, work: &Work<'_>) -> Option<Steps> {
        self.0.budget(work)
    }

    fn run(&self, work: &Work<'_>, task: &Task<'_>) -> Result<(), Failure> {
        self.0.run(work, task)
    }
}

/// Those of the checks of a subprogram that hold there: with what its callees do, or with what their contracts say.
fn prove(
    work: &Work<'_>,
    (channel, cancel, budget): (&Channel<'_>, &CancelToken, Steps),
    config: &SmtConfig,
    owner: ProcId,
    checks: &[CheckId],
    effort: Effort,
) -> Vec<CheckId> {
    let program = work.subject.program;
    let mut open = channel.open(checks);
    let mut found = Vec::new();
    let mut none_before = true;
    for calls in ORDER {
        let cut = &work.cut[calls as usize];
        let same = match calls {
            Calls::Contracts => program.procedure(owner).calls().next().is_none(),
            Calls::Bodies => false,
            Calls::Unfolded => work.cut[Calls::Bodies as usize].get().is_none_or(|cut| cut.functions.same.is_empty()),
        };
        // The easy tries are with what is known of callees first.
        let first = none_before;
        none_before &= same;
        if open.is_empty() || same || (effort == Effort::Easy && !first) {
            continue;
        }
        let cut = cut.get_or_init(|| ir::cut(program, calls));
        if cut.given_up.contains(&owner) {
            continue;
        }
        let budget = if calls == Calls::Unfolded { budget * FURTHER } else { budget };
        let proved = conditions::proved(cut, owner, &open, config, budget, effort, cancel);
        open.retain(|check| !proved.contains(check));
        found.extend(proved);
    }
    found
}

/// The checks by the subprograms that state them, those of units of the library last.
fn groups(program: &Program, checks: &[CheckId]) -> Vec<(ProcId, Vec<CheckId>)> {
    let wanted: BTreeSet<CheckId> = checks.iter().copied().collect();
    let groups = program.procedures().map(|(id, procedure)| {
        let stated: BTreeSet<CheckId> = procedure.checks().map(|(check, _)| check).collect();
        (id, stated.intersection(&wanted).copied().collect::<Vec<CheckId>>())
    });
    let mut groups: Vec<(ProcId, Vec<CheckId>)> = groups.filter(|(_, checks)| !checks.is_empty()).collect();
    groups.sort_by_key(|(owner, _)| program.is_of_library(program.procedure(*owner).loc));
    groups
}

/// Whether a check is an invariant of a loop.
pub(super) fn is_invariant(program: &Program, check: CheckId) -> bool {
    matches!(program.checks[check.index()].kind, CheckKind::LoopInvariantInit | CheckKind::LoopInvariantPreserved)
}

/// Which step is for the checks of a subprogram.
fn of_procedure(program: &Program, procedure: &Procedure) -> Conditions {
    if procedure.exprs.iter().any(|(_, node)| matches!(node.kind, ExprKind::Quantified { .. })) {
        Conditions::Quantified
    } else if procedure.checks().any(|(check, _)| is_invariant(program, check)) {
        Conditions::Annotated
    } else {
        Conditions::Others
    }
}
