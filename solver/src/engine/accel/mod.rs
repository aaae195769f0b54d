//! Loops taken at once, as clauses for other engines: `accel` is `bmc` with them, `accel-pdr` is `pdr`.
//!
//! Each loop clause that only counts gets a companion that takes any number of rounds at once (`loops`); an engine
//! then does in a few steps what else would take as many as the loop has rounds. The companions are consequences of the
//! system, so a model of the extended system is one of the system, and a refutation is expanded round by round. For a
//! system without such loops `accel` is plain `bmc`, and `accel-pdr` gives up.

mod loops;
#[cfg(test)]
mod tests;

pub use loops::{Acceleration, accelerate};

use super::bmc::Bmc;
use super::{Context, Engine};
use crate::system::{Reason, Refutation, Step, System, Verdict};
use crate::term::{Assignment, Evaluator, Value};

/// A refutation that would have more steps is given up.
const MAX_STEPS: i64 = 3_000_000;

/// Another engine over the system with accelerated loops.
pub struct Accel {
    name: &'static str,
    inner: fn() -> Box<dyn Engine>,
    /// Whether the engine works on systems without such loops.
    always: bool,
}

impl Accel {
    /// Bounded search, also where nothing can be accelerated.
    pub fn bmc() -> Accel {
        Accel { name: "accel", inner: || Box::new(Bmc::default()), always: true }
    }

    /// With another engine, for systems with loops that can be accelerated.
    pub fn with(name: &'static str, inner: fn() -> Box<dyn Engine>) -> Accel {
        Accel { name, inner, always: false }
    }
}

impl Engine for Accel {
    fn name(&self) -> &'static str {
        self.name
    }

    fn solve(&mut self, cx: &mut Context, system: &System) -> Verdict {
        let mut extended = system.clone();
        let mut accelerations = Vec::new();
        for (id, _) in system.clauses() {
            for acceleration in accelerate(&mut cx.store, system, id) {
                extended.add_clause(acceleration.clause.clone());
                accelerations.push(acceleration);
            }
        }
        log::debug!("{}: {} accelerated clauses", self.name, accelerations.len());
        if accelerations.is_empty() && !self.always {
            return Verdict::Unknown(Reason::Incomplete("no loop to accelerate".to_string()));
        }
        match (self.inner)().solve(cx, &extended) {
            Verdict::Unsat(refutation) => match expand(cx, system, &accelerations, &refutation) {
                Ok(refutation) => Verdict::Unsat(refutation),
                Err(reason) => Verdict::Unknown(reason),
            },
            other => other,
        }
    }
}

/// Replaces every step by an accelerated clause by the rounds it stands for.
fn expand(
    cx: &Context,
    system: &System,
    accelerations: &[Acceleration],
    refutation: &Refutation,
) -> Result<Refutation, Reason> {
    let mut steps: Vec<Step> = Vec::new();
    // Where each step of the short refutation ends in the long one.
    let mut ends = Vec::with_capacity(refutation.steps.len());
    for step in &refutation.steps {
        let premises: Vec<usize> = step.premises.iter().map(|&p| ends[p]).collect();
        let Some(acceleration) = step.clause.index().checked_sub(system.clauses.len()).map(|at| &accelerations[at])
        else {
            steps.push(Step { clause: step.clause, values: step.values.clone(), premises });
            ends.push(steps.len() - 1);
            continue;
        };
        let rounds_at = step.values.len() - 1;
        let rounds = match &step.values[rounds_at] {
            Value::Int(count) => count.to_i64().filter(|&n| n <= MAX_STEPS - steps.len() as i64),
            _ => None,
        };
        let Some(rounds) = rounds else {
            return Err(Reason::Incomplete("a refutation of too many steps".to_string()));
        };
        let mut assignment = Assignment::from_values(step.values.iter().cloned());
        let mut premises = premises;
        let mut previous: Option<usize> = None;
        for round in 0..rounds {
            if round % 1024 == 0 {
                cx.check()?;
            }
            assignment.set(rounds_at as u32, Value::Int(round.into()));
            let mut evaluator = Evaluator::new(&cx.store, &assignment);
            let values: Option<Vec<Value>> = acceleration.in_round.iter().map(|&t| evaluator.eval(t)).collect();
            let mut values = values.ok_or_else(|| Reason::Incomplete("a round without values".to_string()))?;
            if let Some(previous) = previous {
                // What a round overwrites the next one finds.
                let before = Assignment::from_values(steps[previous].values.iter().cloned());
                let mut evaluator = Evaluator::new(&cx.store, &before);
                let clause = system.clause(acceleration.origin);
                for (argument, result) in
                    clause.body.iter().flat_map(|a| &a.args).zip(clause.head.iter().flat_map(|h| &h.args))
                {
                    if let (Some(at), Some(value)) = (cx.store.as_var(*argument), evaluator.eval(*result)) {
                        values[at as usize] = value;
                    }
                }
                premises = vec![previous];
            }
            steps.push(Step { clause: acceleration.origin, values, premises: std::mem::take(&mut premises) });
            previous = Some(steps.len() - 1);
        }
        ends.push(steps.len() - 1);
    }
    Ok(Refutation { steps })
}
