//! From a refutation of the clauses back to the program: which inputs, and which choices, to replay.
//!
//! The encoding admits more than the program does (see [`crate::encode`]), so what a refutation says is a [`Candidate`]
//! only: the values with which a run starts, and those it meets at havocs and uninitialised variables, in the order in
//! which the run meets them. The interpreter then decides. Values are moved to the nearest one of their type: reals
//! become floats, components that no clause mentions become some value in range.

mod decode;
mod walk;

#[cfg(test)]
mod tests;

use crate::bounded::Formula;
use crate::encode::{ClauseKind, Encoded, Site};
use crate::interp::{Choices, Inputs, Value};
use crate::ir::{Mode, ProcId, Program, TypeId, effects};
use horn_solver::system::Refutation;
use horn_solver::term::{Assignment, Evaluator, TermId, Value as Truth, evaluate};
use std::collections::{BTreeMap, VecDeque};

pub use decode::decode;

/// How to start a run that may fail.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The procedure that is entered from outside.
    pub entry: ProcId,
    /// The values of its parameters and of the globals that it or a callee uses.
    pub inputs: Inputs,
    /// For each havoc and start value the values it takes, one after the other.
    pub choices: BTreeMap<Site, VecDeque<Value>>,
}

/// The values of the candidate, one after the other for each site; any value when they are used up.
impl Choices for Candidate {
    fn choose(&mut self, site: Site, _: TypeId) -> Option<Value> {
        self.choices.get_mut(&site)?.pop_front()
    }
}

/// The candidate of a refutation whose clauses are those of [`Encoded::system`] (see [`Encoded::only`] for the way
/// there). `None` if the refutation does not start at an entry, or lacks values.
pub fn candidate(program: &Program, encoded: &Encoded, refutation: &Refutation) -> Option<Candidate> {
    let walked = walk::walk(encoded, refutation)?;
    let info = encoded.clauses.get(refutation.steps[walked.entry].clause.index())?;
    debug_assert_eq!(info.kind, ClauseKind::Entry);
    let step = &refutation.steps[walked.entry];
    let assignment = Assignment::from_values(step.values.iter().cloned());
    let mut slots =
        info.inputs.iter().map(|term| evaluate(&encoded.store, *term, &assignment)).collect::<Option<VecDeque<_>>>()?;
    let procedure = program.procedure(info.procedure);
    let mut params = Vec::new();
    for (var, mode) in procedure.params() {
        if mode != Mode::Out {
            let ty = procedure.var(var).ty;
            params.push(decode(program, ty, &mut slots)?);
        }
    }
    let mut globals = vec![None; program.globals.len()];
    for global in effects(program)[info.procedure.index()].keys() {
        let ty = program.globals[global.index()].ty;
        globals[global.index()] = Some(decode(program, ty, &mut slots)?);
    }
    let mut choices: BTreeMap<Site, VecDeque<Value>> = BTreeMap::new();
    for chosen in walked.chosen {
        let ty = program.procedure(chosen.site.procedure).var(chosen.site.var).ty;
        let value = decode(program, ty, &mut chosen.slots.into())?;
        choices.entry(chosen.site).or_default().push_back(value);
    }
    Some(Candidate { entry: info.procedure, inputs: Inputs { params, globals }, choices })
}

/// The candidate of a model of a bounded formula; `None` if it lacks values.
pub fn from_model(program: &Program, formula: &Formula, model: &Assignment) -> Option<Candidate> {
    let mut evaluator = Evaluator::new(&formula.store, model);
    let mut value = |terms: &[TermId], ty: TypeId| {
        let slots = terms.iter().map(|term| evaluator.eval(*term));
        decode(program, ty, &mut slots.collect::<Option<VecDeque<_>>>()?)
    };
    let procedure = program.procedure(formula.entry);
    let params = formula.params.iter().map(|(var, slots)| value(slots, procedure.var(*var).ty));
    let params = params.collect::<Option<Vec<Value>>>()?;
    let mut globals = vec![None; program.globals.len()];
    for (global, slots) in &formula.globals {
        globals[global.index()] = Some(value(slots, program.globals[global.index()].ty)?);
    }
    let mut reached = Evaluator::new(&formula.store, model);
    let mut choices: BTreeMap<Site, VecDeque<Value>> = BTreeMap::new();
    for choice in &formula.choices {
        if reached.eval(choice.guard) == Some(Truth::Bool(true)) {
            let ty = program.procedure(choice.site.procedure).var(choice.site.var).ty;
            choices.entry(choice.site).or_default().push_back(value(&choice.slots, ty)?);
        }
    }
    Some(Candidate { entry: formula.entry, inputs: Inputs { params, globals }, choices })
}
