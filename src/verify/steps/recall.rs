//! What earlier runs have found out: it is checked again, and counts then.

use super::super::channel::Posted;
use super::super::report::{Fact, Outcome};
use super::super::{kept, workers};
use super::clauses::{Encoding, facts_of};
use super::{Step, Task, Work};
use crate::pipeline::{Failure, Request};
use horn_frontend::ir::CheckId;
use horn_solver::smt::Steps;
use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Looks into the cache, behind the step that makes the clauses.
pub(super) struct Recall(pub Encoding);

impl Step for Recall {
    fn name(&self) -> &'static str {
        "checking what is known"
    }

    fn proves(&self) -> bool {
        false
    }

    fn may_decide(&self, work: &Work<'_>, open: &[CheckId]) -> Option<Vec<CheckId>> {
        let reads = work.options.cache.as_ref().is_some_and(|cache| cache.reads());
        let due = work.deferred.load(Ordering::Relaxed) == (self.0 == Encoding::Behind);
        (due && reads && work.kept.get().is_some() && !open.is_empty()).then(|| open.to_vec())
    }

    fn budget(&self, work: &Work<'_>) -> Option<Steps> {
        work.options.budget()
    }

    fn run(&self, work: &Work<'_>, task: &Task<'_>) -> Result<(), Failure> {
        let (Some(kept), Some(clauses)) = (work.kept.get(), work.clauses.get()) else { return Ok(()) };
        // The progress is shown by this thread alone.
        let Task { cancel, channel, budget, .. } = *task;
        let open: BTreeSet<CheckId> = task.checks.iter().copied().collect();
        let look_up = |at: &usize| -> Result<Vec<Fact>, Failure> {
            let begin = Instant::now();
            if cancel.is_cancelled() {
                return Ok(Vec::new());
            }
            let limited = budget.map_or_else(|| cancel.fork(), |budget| cancel.fork().limited(budget));
            let request = Request { cancel: &limited, ..work.request(cancel) };
            let known = kept.look_up(*at, &open, &clauses.sliced, &request)?;
            let time = begin.elapsed();
            let mut facts = Vec::new();
            for kept::Proved { checks, by, store, model } in known.proofs {
                for check in checks.iter().copied().filter(|check| open.contains(check)) {
                    channel.post(Posted::Settled { check, outcome: Outcome::Proved, by, time });
                }
                facts.extend(facts_of(work, clauses, &checks, (&store, &model), &request));
            }
            for failing in known.runs {
                channel.failing(failing);
            }
            Ok(facts)
        };
        let found = workers::map(&kept.entries(task.checks), task.jobs, look_up, &mut |_| (task.progress)(0));
        for facts in found {
            task.channel.post(Posted::Facts(task.part, facts?));
        }
        Ok(())
    }
}
