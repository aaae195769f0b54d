//! Runs of the interpreter: short ones at once, more and longer ones beside the proofs or in their turn.

use super::super::channel::{Failing, Posted};
use super::super::decider::Decider;
use super::super::exhaustive::{self, Exhausted};
use super::super::report::{INTERNAL_ERROR, Outcome};
use super::super::trials::{self, Contradiction, Trials};
use super::clauses::Encoding;
use super::{Lane, Step, Task, Work, join, start};
use crate::pipeline::Failure;
use horn_frontend::ir::CheckId;
use horn_solver::smt::Steps;
use std::collections::BTreeSet;
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
        let (certain, doubtful): (Vec<Failing>, Vec<Failing>) =
            tries.failing.into_iter().partition(|(_, example)| example.is_certain());
        certain.into_iter().for_each(|failing| task.channel.failing(failing));
        tell_doubtful(doubtful, work, task);
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

/// Hands on runs that rest on what nobody knows, of those checks that do not hold in the runs of all inputs: these know
/// more than one run that takes any value where it is asked for one.
fn tell_doubtful(found: Vec<Failing>, work: &Work<'_>, task: &Task<'_>) {
    if found.is_empty() {
        return;
    }
    let checks: Vec<CheckId> = found.iter().map(|(check, _)| *check).collect();
    let limit = work.options.budget().map_or(ALL_INPUTS[0], |budget| budget.min(ALL_INPUTS[0]));
    let all = exhaustive::decide(work.subject.program, &checks, limit, task.cancel);
    let proved: BTreeSet<CheckId> = all.proved.iter().copied().collect();
    tell_exhausted(all, task);
    found.into_iter().filter(|(check, _)| !proved.contains(check)).for_each(|failing| task.channel.failing(failing));
}

/// Posts what the runs of all inputs have shown.
fn tell_exhausted(found: Exhausted, task: &Task<'_>) {
    found.failing.into_iter().for_each(|failing| task.channel.failing(failing));
    let time = task.channel.elapsed();
    for check in found.proved {
        task.channel.post(Posted::Settled { check, outcome: Outcome::Proved, by: Decider::Interpreter, time });
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
        tell_exhausted(exhaustive::decide(work.subject.program, task.checks, limit, task.cancel), task);
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
            let mut doubtful = Vec::new();
            trials.more(task.checks, limit, task.cancel, &mut |failing: Failing| match failing.1.is_certain() {
                true => task.channel.failing(failing),
                false => doubtful.push(failing),
            });
            tell_doubtful(doubtful, work, task);
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
