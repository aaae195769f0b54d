//! Proofs that need nothing but the subprogram itself, with any inputs: whoever calls it, and what is done before.
//!
//! In a program that starts in one place, like every program in C, a check in the last of two hundred functions depends
//! on all those that ran before: their clauses are in its system. Few checks need them. Where there are many
//! subprograms, each is tried by itself first; what stays open is left to the steps behind.

use super::super::decide::{self, Replay, Replayed, Tried};
use super::super::options::{Arrays, Options};
use super::super::{scalars, workers};
use super::clauses::{early, engines, post, post_facts, with};
use super::{Step, Task, Work};
use crate::pipeline::Failure;
use horn_frontend::ir::{CheckId, ProcId};
use horn_solver::engine::schedule::Stage;
use horn_solver::smt::Steps;
use horn_solver::system::Refutation;
use horn_solver::term::Store;
use std::collections::BTreeMap;

/// With fewer subprograms the whole is no larger than its parts by much.
const MANY: usize = 16;

/// Tries the checks of each subprogram that is called with any inputs.
pub(super) struct OwnGround;

/// Refutations mean nothing here: the inputs may be none that a caller gives.
struct NoReplay;

impl Replay for NoReplay {
    fn replay(&self, _: &mut Store, _: &Refutation, _: CheckId) -> Replayed {
        Replayed::Nothing(String::new())
    }
}

impl Step for OwnGround {
    fn name(&self) -> &'static str {
        "each subprogram by itself"
    }

    fn by_parts(&self) -> bool {
        true
    }

    fn may_decide(&self, work: &Work<'_>, open: &[CheckId]) -> Option<Vec<CheckId>> {
        // What is written for others to check is about the whole program.
        if !work.is_encoded() || work.options.solving.certificates.folder.is_some() {
            return None;
        }
        let called = |check: &CheckId| {
            let owner = work.owner.get(check).map(|owner| work.subject.program.procedure(*owner));
            owner.is_some_and(|owner| !owner.entry)
        };
        let mut owners: Vec<&ProcId> =
            work.selected.iter().filter(|check| called(check)).filter_map(|check| work.owner.get(check)).collect();
        owners.sort_unstable();
        owners.dedup();
        let checks: Vec<CheckId> = open.iter().copied().filter(called).collect();
        (owners.len() >= MANY && !checks.is_empty()).then_some(checks)
    }

    fn budget(&self, work: &Work<'_>) -> Option<Steps> {
        Some(early(work.options))
    }

    fn run(&self, work: &Work<'_>, task: &Task<'_>) -> Result<(), Failure> {
        let Some(clauses) = work.clauses.get() else { return Ok(()) };
        let free = clauses.sliced.from_any_inputs();
        let mut groups: BTreeMap<Option<&ProcId>, Vec<CheckId>> = BTreeMap::new();
        for check in task.checks {
            groups.entry(work.owner.get(check)).or_default().push(*check);
        }
        let groups: Vec<Vec<CheckId>> = groups.into_values().collect();
        let engines = engines(work, clauses, Stage::Subprograms);
        let Options { arrays, .. } = *work.options;
        let without_arrays = clauses.shape.arrays && arrays == Arrays::Auto;
        let Task { cancel, channel, budget, jobs, .. } = *task;
        let results = workers::map(
            &groups,
            jobs,
            |group| {
                let mut all: Vec<Tried> = Vec::new();
                if without_arrays {
                    all.push(scalars::group(&free, &work.request(cancel), budget, group)?);
                    all.iter().for_each(|tried| post(work, clauses, channel, tried));
                }
                let open = channel.open(group);
                let request = with(work.request(cancel), &engines);
                let mut tried = decide::group(&free, &NoReplay, &request, budget, &open, channel)?;
                // Nothing was found out about what is open.
                tried.open.clear();
                post(work, clauses, channel, &tried);
                all.push(tried);
                Ok(all)
            },
            &mut |finished: &[Option<Result<Vec<Tried>, Failure>>]| {
                let settled = finished.iter().flatten().flatten().flatten().map(|tried| tried.settled.len());
                (task.progress)(settled.sum::<usize>());
            },
        );
        for result in results {
            result?.iter().for_each(|tried| post_facts(work, clauses, task, tried));
        }
        Ok(())
    }
}
