//! Runs of the interpreter: short ones at once, more and longer ones beside the proofs or in their turn.

use super::super::channel::Posted;
use super::super::decider::Decider;
use super::super::exhaustive;
use super::super::report::{INTERNAL_ERROR, Outcome};
use super::super::trials::{self, Contradiction, Trials};
use super::clauses::Encoding;
use super::{Lane, Step, Task, Work, join, start};
use crate::pipeline::Failure;
use horn_frontend::ir::CheckId;
use horn_solver::smt::Steps;
use std::sync::PoisonError;

/// A few short runs. A program without inputs whose one run ends well is decided by it; of others clauses are made
/// meanwhile, unless work is counted.
pub(super) struct FirstRuns;

impl Step for FirstRuns {
    fn name(&self) -> &'static str {
        "trying inputs"
    }

    fn proves(&self) -> bool {
        false
    }

    fn may_decide(&self, _: &Work<'_>, open: &[CheckId]) -> Option<Vec<CheckId>> {
        Some(open.to_vec())
    }

    fn budget(&self, _: &Work<'_>) -> Option<Steps> {
        Some(trials::AT_ONCE)
    }

    fn run(&self, work: &Work<'_>, task: &Task<'_>) -> Result<(), Failure> {
        let (program, cancel) = (work.subject.program, task.cancel.child());
        let asks = program.procedures().any(|(id, procedure)| procedure.entry && trials::has_params(program, id));
        std::thread::scope(|scope| {
            let ahead = || Encoding::First.ahead(work, &cancel);
            let beside = (asks && !cancel.is_counted()).then(|| start(scope, "clauses", ahead)).flatten();
            self.runs(work, task);
            if task.channel.open(task.checks).is_empty() {
                cancel.cancel();
            }
            join(beside);
        });
        Ok(())
    }
}

impl FirstRuns {
    fn runs(&self, work: &Work<'_>, task: &Task<'_>) {
        let limit = task.budget.unwrap_or(trials::AT_ONCE);
        let (mut trials, tries) = Trials::start(work.subject.program, task.checks, limit, task.cancel);
        for failing in tries.failing {
            task.channel.failing(failing);
        }
        let time = task.channel.elapsed();
        for check in tries.proved {
            task.channel.post(Posted::Settled { check, outcome: Outcome::Proved, by: Decider::Interpreter, time });
        }
        contradictions(&mut trials, work, task);
        *work.trials.lock().unwrap_or_else(PoisonError::into_inner) = Some(trials);
    }
}

/// Leaves the checks open of entries whose runs contradict what is known of them, whoever proves them.
fn contradictions(trials: &mut Trials<'_>, work: &Work<'_>, task: &Task<'_>) {
    let (program, places) = (work.subject.program, &work.subject.places);
    for (entry, what, checks) in trials.contradictions() {
        let name = &program.procedure(entry).name;
        let why = match what {
            Contradiction::DeadEnd(loc) => {
                format!("{INTERNAL_ERROR}: no run of {name} gets past an assumption made at {}", places.text(loc))
            }
            Contradiction::Broken(what) => format!("{INTERNAL_ERROR}: in a run of {name}, {what}"),
        };
        log::error!("{why}");
        for check in checks {
            let (outcome, by, time) = (Outcome::Unknown(why.clone()), Decider::Nobody, task.channel.elapsed());
            task.channel.post(Posted::Settled { check, outcome, by, time });
        }
    }
}

/// The work for the runs of all inputs where these are very few, and where they are not.
const ALL_INPUTS: [Steps; 2] = [Steps::millis(300), Steps::seconds(4)];

/// The runs of all inputs, where these are few.
pub(super) enum AllInputs {
    /// That takes no time worth speaking of.
    Few,
    /// It takes some.
    Many,
}

impl Step for AllInputs {
    fn name(&self) -> &'static str {
        "running all inputs"
    }

    fn by_parts(&self) -> bool {
        true
    }

    fn may_decide(&self, _: &Work<'_>, open: &[CheckId]) -> Option<Vec<CheckId>> {
        Some(open.to_vec()).filter(|open| !open.is_empty())
    }

    fn budget(&self, work: &Work<'_>) -> Option<Steps> {
        let [few, many] = ALL_INPUTS;
        let own = if matches!(self, AllInputs::Few) { few } else { many };
        Some(work.options.budget().map_or(own, |budget| budget.min(own)))
    }

    fn run(&self, work: &Work<'_>, task: &Task<'_>) -> Result<(), Failure> {
        let limit = task.budget.unwrap_or(ALL_INPUTS[0]);
        let found = exhaustive::decide(work.subject.program, task.checks, limit, task.cancel);
        for failing in found.failing {
            task.channel.failing(failing);
        }
        let time = task.channel.elapsed();
        for check in found.proved {
            task.channel.post(Posted::Settled { check, outcome: Outcome::Proved, by: Decider::Interpreter, time });
        }
        Ok(())
    }
}

/// More short runs.
pub(super) struct MoreRuns;

impl Step for MoreRuns {
    fn name(&self) -> &'static str {
        "more runs"
    }

    fn lane(&self) -> Lane {
        Lane::Runs
    }

    fn may_decide(&self, _: &Work<'_>, open: &[CheckId]) -> Option<Vec<CheckId>> {
        Some(open.to_vec()).filter(|open| !open.is_empty())
    }

    fn budget(&self, _: &Work<'_>) -> Option<Steps> {
        Some(trials::BESIDE)
    }

    fn run(&self, work: &Work<'_>, task: &Task<'_>) -> Result<(), Failure> {
        if let Some(trials) = &mut *work.trials.lock().unwrap_or_else(PoisonError::into_inner) {
            let limit = task.budget.unwrap_or(trials::BESIDE);
            trials.more(task.checks, limit, task.cancel, &mut |failing| task.channel.failing(failing));
            contradictions(trials, work, task);
        }
        Ok(())
    }
}

/// Runs that were cut off go on, for failures behind long loops.
pub(super) struct LongRuns;

impl Step for LongRuns {
    fn name(&self) -> &'static str {
        "longer runs"
    }

    fn lane(&self) -> Lane {
        Lane::Runs
    }

    fn may_decide(&self, _: &Work<'_>, open: &[CheckId]) -> Option<Vec<CheckId>> {
        Some(open.to_vec()).filter(|open| !open.is_empty())
    }

    fn budget(&self, _: &Work<'_>) -> Option<Steps> {
        Some(trials::LONGER)
    }

    fn run(&self, work: &Work<'_>, task: &Task<'_>) -> Result<(), Failure> {
        if let Some(trials) = &mut *work.trials.lock().unwrap_or_else(PoisonError::into_inner) {
            let limit = task.budget.unwrap_or(trials::LONGER);
            trials.longer(task.checks, limit, task.cancel, &mut |failing| task.channel.failing(failing));
            contradictions(trials, work, task);
        }
        Ok(())
    }
}
