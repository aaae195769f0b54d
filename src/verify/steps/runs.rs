//! Runs of the interpreter: short ones at once, more and longer ones beside the proofs or in their turn.

use super::super::channel::Posted;
use super::super::decider::Decider;
use super::super::report::Outcome;
use super::super::trials::{self, Trials};
use super::{Lane, Step, Task, Work};
use crate::pipeline::Failure;
use horn_frontend::ir::CheckId;
use horn_solver::smt::Steps;
use std::sync::PoisonError;

/// A few short runs. A program without inputs whose one run ends well is decided by it.
pub(super) struct FirstRuns;

impl Step for FirstRuns {
    fn name(&self) -> &'static str {
        "trying inputs"
    }

    fn may_decide(&self, _: &Work<'_>, open: &[CheckId]) -> Option<Vec<CheckId>> {
        Some(open.to_vec())
    }

    fn budget(&self, _: &Work<'_>) -> Option<Steps> {
        Some(trials::AT_ONCE)
    }

    fn run(&self, work: &Work<'_>, task: &Task<'_>) -> Result<(), Failure> {
        let limit = task.budget.unwrap_or(trials::AT_ONCE);
        let (trials, tries) = Trials::start(work.subject.program, task.checks, limit, task.cancel);
        for failing in tries.failing {
            task.channel.failing(failing);
        }
        let time = task.channel.elapsed();
        for check in tries.proved {
            task.channel.post(Posted::Settled { check, outcome: Outcome::Proved, by: Decider::Interpreter, time });
        }
        *work.trials.lock().unwrap_or_else(PoisonError::into_inner) = Some(trials);
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
        }
        Ok(())
    }
}
