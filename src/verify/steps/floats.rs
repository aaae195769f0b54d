//! Checks of programs with floats: boxes of inputs before the clauses, formulas bit for bit behind them.

use super::super::boxes::{self, Boxed};
use super::super::channel::Posted;
use super::super::decider::Decider;
use super::super::floating;
use super::super::report::Outcome;
use super::{Step, Task, Work};
use crate::pipeline::Failure;
use horn_frontend::ir::CheckId;
use horn_solver::smt::Steps;
use std::time::Instant;

/// The work of splitting boxes, at most.
const BOXES: Steps = Steps::millis(1_500);

/// Splits boxes of inputs.
pub(super) struct Boxes;

impl Step for Boxes {
    fn name(&self) -> &'static str {
        "splitting boxes"
    }

    fn may_decide(&self, work: &Work<'_>, open: &[CheckId]) -> Option<Vec<CheckId>> {
        (work.floats && !open.is_empty()).then(|| open.to_vec())
    }

    fn budget(&self, work: &Work<'_>) -> Option<Steps> {
        Some(work.options.budget().map_or(BOXES, |budget| budget.min(BOXES)))
    }

    fn run(&self, work: &Work<'_>, task: &Task<'_>) -> Result<(), Failure> {
        let begin = Instant::now();
        let limit = task.budget.unwrap_or(BOXES);
        let found = boxes::settle(work.subject.program, task.checks, limit, task.cancel);
        post(task, found, Decider::Boxes, begin);
        Ok(())
    }
}

/// Paths as formulas of the theory FloatingPoint.
pub(super) struct FloatingPoint;

impl Step for FloatingPoint {
    fn name(&self) -> &'static str {
        "floating point formulas"
    }

    fn may_decide(&self, work: &Work<'_>, open: &[CheckId]) -> Option<Vec<CheckId>> {
        let useful = work.is_encoded() && work.floats && !open.is_empty();
        useful.then(|| open.to_vec())
    }

    fn budget(&self, work: &Work<'_>) -> Option<Steps> {
        work.options.budget()
    }

    fn run(&self, work: &Work<'_>, task: &Task<'_>) -> Result<(), Failure> {
        let begin = Instant::now();
        let found = floating::settle(work.subject.program, task.checks, task.budget, work.smt, task.cancel)?;
        post(task, found, Decider::FloatingPoint, begin);
        Ok(())
    }
}

fn post(task: &Task<'_>, found: Boxed, by: Decider, begin: Instant) {
    let fails = found.failing.into_iter().map(|(check, example)| (check, Outcome::Fails(example)));
    let proved = found.proved.into_iter().map(|check| (check, Outcome::Proved));
    for (check, outcome) in fails.chain(proved) {
        task.channel.post(Posted::Settled { check, outcome, by, time: begin.elapsed() });
    }
}
