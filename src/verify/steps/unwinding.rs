//! Loops unwound to a bound: all there is in its own mode, and beside the proofs or behind them for a short time.

use super::super::bounded::{self, Found};
use super::super::channel::Posted;
use super::super::options::{Mode, Options};
use super::super::report::Outcome;
use super::{Lane, Step, Task, Work};
use crate::pipeline::Failure;
use horn_frontend::ir::CheckId;
use horn_solver::smt::Steps;

/// The work of unwinding loops beside the proofs, for each entry.
const SHORT: Steps = Steps::seconds(10);
/// The work for each entry where neither a bound nor a limit is given.
const AUTOMATIC: Steps = Steps::seconds(60);

/// Unwinds loops.
pub(super) struct Unwinding;

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
        let check = |options: &Options| {
            let Task { checks, budget, cancel, progress, .. } = task;
            bounded::check(work.subject, options, checks, *budget, work.smt, cancel, progress)
        };
        if work.options.mode == Mode::Bmc {
            task.channel.post(Posted::Unwound(check(work.options)?));
            return Ok(());
        }
        let mut short = work.options.clone();
        short.bounded.all_properties = true;
        let outcomes = check(&short)?.outcomes;
        let over = outcomes.values().all(|(outcome, ..)| matches!(outcome, Outcome::Proved | Outcome::Fails(_)));
        // What was cut off is of no interest where the bound was not the user's question.
        task.channel.post(Posted::Unwound(Found { outcomes, ..Found::default() }));
        if over {
            task.enough.cancel();
        }
        Ok(())
    }
}
