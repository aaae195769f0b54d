//! Proofs by verification conditions: what is easy in subprograms with conditions about all indices first, the rest of
//! these behind what is easy for clauses, those with other loop invariants and what is easy of all others behind the
//! first clauses, the rest before the last tries. Where it takes long to write clauses, all but the rest come before,
//! and so do subprograms with conditions about all indices or invariants where nothing has to be found out.

use super::super::channel::Posted;
use super::super::conditions::{self, Effort, Place};
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
/// the next. What is shown at once comes first.
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

    /// What is known of callees, in the order in which it is tried for all subprograms. What holds where functions that
    /// call themselves just give the same for the same is evident, and soon shown or not, so it is not tried again
    /// where that was done before; formulas with contracts are short, and who writes contracts has mostly said what
    /// callers need.
    fn order(self) -> &'static [Calls] {
        const ALL: [Calls; 4] = [Calls::Opaque, Calls::Contracts, Calls::Bodies, Calls::Unfolded];
        match self {
            Conditions::Easy | Conditions::Plain | Conditions::Annotated => &ALL,
            Conditions::Quantified | Conditions::Others => &ALL[1..],
        }
    }

    /// Whether a subprogram has formulas of this kind that are not those of another kind, and whether they are tried:
    /// easy tries are with what is known of callees first.
    fn is_due(self, work: &Work<'_>, owner: ProcId, calls: Calls) -> bool {
        let hard = self.effort() == Effort::Hard;
        let calls_none = || work.subject.program.procedure(owner).calls().next().is_none();
        match calls {
            Calls::Opaque => work.cut(Calls::Contracts).functions.unfold.contains(&owner),
            Calls::Contracts => !calls_none(),
            Calls::Bodies => hard || calls_none(),
            Calls::Unfolded => hard && !work.cut(Calls::Bodies).functions.same.is_empty(),
        }
    }

    /// Those of the open checks of a subprogram that are shown to hold there, with so much known of its callees.
    fn prove(
        self,
        work: &Work<'_>,
        (calls, owner): (Calls, ProcId),
        open: &[CheckId],
        config: &SmtConfig,
        budget: Steps,
        cancel: &CancelToken,
    ) -> Vec<CheckId> {
        let cut = work.cut(calls);
        if open.is_empty() || cancel.is_cancelled() || cut.given_up.contains(&owner) {
            return Vec::new();
        }
        let (effort, budget) = match calls {
            Calls::Opaque => (Effort::Easy, budget),
            Calls::Unfolded => (self.effort(), budget * FURTHER),
            Calls::Contracts | Calls::Bodies => (self.effort(), budget),
        };
        // Hard tries take the same calls but for those of which nothing is known.
        let formulas = Some(&work.formulas).filter(|_| calls != Calls::Opaque);
        conditions::proved(Place { cut, calls, owner }, open, config, (effort, budget), formulas, cancel)
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
        let open: Vec<Mutex<Vec<CheckId>>> = groups.iter().map(|(_, checks)| Mutex::new(checks.clone())).collect();
        let groups: Vec<(ProcId, &Mutex<Vec<CheckId>>)> = groups.iter().map(|(id, _)| *id).zip(&open).collect();
        let mut before = 0;
        for calls in self.order() {
            let due: Vec<_> = groups.iter().filter(|(owner, _)| self.is_due(work, *owner, *calls)).collect();
            let prove = |(owner, open): &&(ProcId, &Mutex<Vec<CheckId>>)| {
                let mut open = open.lock().unwrap_or_else(PoisonError::into_inner);
                *open = channel.open(&open);
                let found = self.prove(work, (*calls, *owner), &open, &config, budget, cancel);
                open.retain(|check| !found.contains(check));
                found.iter().for_each(|check| proved(*check));
                found.len()
            };
            let mut progress =
                |finished: &[Option<usize>]| (task.progress)(before + finished.iter().flatten().sum::<usize>());
            let found: usize = workers::map(&due, task.jobs, prove, &mut progress).into_iter().sum();
            before += found;
        }
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
        let said = Some(true).filter(|_| !deferred);
        // What is soon shown or not does not wait for what is hard and comes before the clauses, if anything does.
        let waits = |kind: &Conditions| kind.wanted(work, open, said).is_some();
        let hard = || [Conditions::Quantified, Conditions::Annotated].iter().any(waits);
        let due = deferred || first && (self.0 != Conditions::Plain || hard());
        if due { self.0.wanted(work, open, said) } else { None }
    }

    fn budget(&self, work: &Work<'_>) -> Option<Steps> {
        self.0.budget(work)
    }

    fn run(&self, work: &Work<'_>, task: &Task<'_>) -> Result<(), Failure> {
        self.0.run(work, task)
    }
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
