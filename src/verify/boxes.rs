//! Checks decided on boxes of inputs: entry by entry, within a part of the budget.
//!
//! A check holds if it holds in the runs of every entry that leads to it. What fails has been seen by the interpreter.

use super::run::STEPS;
use super::states;
use horn_frontend::Counterexample;
use horn_frontend::boxes::{self, Point};
use horn_frontend::interp::{self, End, Limits};
use horn_frontend::ir::{CheckId, ProcId, Program, TypeId, TypeKind};
use horn_solver::smt::{CancelToken, Steps};
use std::collections::{BTreeMap, BTreeSet};

/// What was found out.
#[derive(Default)]
pub struct Boxed {
    /// Checks that fail.
    pub failing: Vec<(CheckId, Box<Counterexample>)>,
    /// Checks that hold.
    pub proved: Vec<CheckId>,
}

/// Whether the program computes with floats: boxes are tried first then. The types of units that are only named do not
/// count.
pub fn has_floats(program: &Program) -> bool {
    let is_float = |ty: TypeId| matches!(program.ty(ty).kind, TypeKind::Float(_));
    program.types.iter().any(|ty| matches!(ty.kind, TypeKind::Float(_)))
        && program.procedures().any(|(_, procedure)| {
            procedure.vars().any(|(_, var)| is_float(var.ty))
                || procedure.exprs.iter().any(|(_, node)| is_float(node.ty))
        })
}

/// Tries to decide the open checks within `work`.
pub fn settle(program: &Program, open: &[CheckId], work: Steps, cancel: &CancelToken) -> Boxed {
    let open: BTreeSet<CheckId> = open.iter().copied().collect();
    let entries: Vec<(ProcId, BTreeSet<CheckId>)> = program
        .procedures()
        .filter(|(_, procedure)| procedure.entry)
        .map(|(entry, _)| (entry, states(program, entry).intersection(&open).copied().collect::<BTreeSet<CheckId>>()))
        .filter(|(_, goals)| !goals.is_empty())
        .collect();
    let whole = cancel.fork().limited(work);
    let mut failing: BTreeMap<CheckId, Box<Counterexample>> = BTreeMap::new();
    let mut undecided: BTreeSet<CheckId> = BTreeSet::new();
    for (at, (entry, goals)) in entries.iter().enumerate() {
        // What the entries before have left over is shared by the rest.
        let rest = u32::try_from(entries.len() - at).unwrap_or(u32::MAX);
        let limited = whole.part(rest, Steps::default()).unwrap_or_else(|| whole.clone());
        let decided = boxes::decide(program, *entry, goals, &limited);
        log::info!(
            "boxes: {} of {} checks hold, {} fail, {} boxes: {}",
            decided.holds.len(),
            goals.len(),
            decided.fails.len(),
            decided.boxes,
            program.procedure(*entry).name
        );
        undecided.extend(goals.difference(&decided.holds));
        for (check, point) in decided.fails {
            if let Some((failed, counterexample)) = replay(program, *entry, &point, cancel)
                && failed == check
            {
                failing.entry(check).or_insert(counterexample);
            }
        }
    }
    let proved = open.iter().copied().filter(|check| !undecided.contains(check)).collect();
    let failing = failing.into_iter().filter(|(check, _)| open.contains(check)).collect();
    Boxed { failing, proved }
}

/// What the program does at a point, if that is a failure.
pub(super) fn replay(
    program: &Program,
    entry: ProcId,
    point: &Point,
    cancel: &CancelToken,
) -> Option<(CheckId, Box<Counterexample>)> {
    let limits = Limits { steps: STEPS, cancel: Some(cancel), trace: true };
    let run = interp::run(program, entry, &point.inputs, &mut point.choose(), limits);
    match run.end {
        End::Failed(check) => Some((check, Box::new(Counterexample::of(program, entry, &point.inputs, run)))),
        _ => None,
    }
}
