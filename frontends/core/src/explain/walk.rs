//! The order in which a run goes through the steps of a refutation.
//!
//! A step's first premise is the cut where its path starts, derived by what ran before; the others are summaries of
//! calls, derived by the callee's run. A callee's run starts at its entry predicate, whose own derivation leads back
//! into some caller: inside a summary the walk stops there, on the way to the failing check it goes on into the caller.

use crate::encode::{ClauseKind, Encoded, Event, Site};
use horn_solver::system::Refutation;
use horn_solver::term::{Assignment, Value, evaluate};

/// Walks longer than this are given up: the same summary may be used very often.
const LIMIT: usize = 1_000_000;

/// A value that a run meets.
pub struct Chosen {
    pub site: Site,
    pub slots: Vec<Value>,
}

/// A run.
pub struct Walked {
    /// The step of the entry clause.
    pub entry: usize,
    /// The values in the order of the run.
    pub chosen: Vec<Chosen>,
}

enum Task {
    /// What led to a step, then the step; inside a summary only from the start of the activation.
    Step { step: usize, inner: bool },
    /// One event of a step.
    Event { step: usize, event: usize },
}

/// The run that ends with the last step.
pub fn walk(encoded: &Encoded, refutation: &Refutation) -> Option<Walked> {
    let mut entry = None;
    let mut chosen = Vec::new();
    let mut todo = vec![Task::Step { step: refutation.steps.len().checked_sub(1)?, inner: false }];
    let mut count = 0;
    while let Some(task) = todo.pop() {
        count += 1;
        if count > LIMIT {
            return None;
        }
        match task {
            Task::Step { step: at, inner } => {
                let step = refutation.steps.get(at)?;
                let info = encoded.clauses.get(step.clause.index())?;
                if info.kind == ClauseKind::Entry {
                    entry = Some(at);
                    continue;
                }
                todo.extend((0..info.events.len()).rev().map(|event| Task::Event { step: at, event }));
                let root = *step.premises.first()?;
                let enters = encoded.clauses.get(refutation.steps.get(root)?.clause.index())?.kind;
                let starts = matches!(enters, ClauseKind::Entry | ClauseKind::Call(_));
                if !(inner && starts) {
                    todo.push(Task::Step { step: root, inner });
                }
            }
            Task::Event { step, event } => {
                let step = refutation.steps.get(step)?;
                match encoded.clauses[step.clause.index()].events.get(event)? {
                    Event::Called(premise) => {
                        todo.push(Task::Step { step: *step.premises.get(*premise)?, inner: true });
                    }
                    Event::Chosen { site, guard, slots } => {
                        let assignment = Assignment::from_values(step.values.iter().cloned());
                        if evaluate(&encoded.store, *guard, &assignment) != Some(Value::Bool(true)) {
                            continue;
                        }
                        let slots = slots.iter().map(|slot| evaluate(&encoded.store, *slot, &assignment));
                        chosen.push(Chosen { site: *site, slots: slots.collect::<Option<_>>()? });
                    }
                }
            }
        }
    }
    Some(Walked { entry: entry?, chosen })
}
