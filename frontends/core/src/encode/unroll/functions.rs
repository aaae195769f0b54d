//! Calls of functions that are given the same have the same results.

use super::{Place, Plan, Point, Unroller};
use crate::encode::procedure::Slots;
use crate::ir::ProcId;
use horn_solver::term::TermId;
use std::rc::Rc;

/// Calls of one function that are compared with each other: there is a condition for each two.
const CALLS: usize = 40;

/// A call that has returned.
pub(super) struct Applied {
    guard: TermId,
    given: Rc<[TermId]>,
    results: Vec<TermId>,
}

/// What a call is given: its parameters, then the globals that it reads.
pub(super) fn given(inputs: &[(Place, Slots)]) -> Rc<[TermId]> {
    inputs.iter().flat_map(|(_, slots)| slots.iter().copied()).collect()
}

impl<'p> Unroller<'p> {
    /// A call of a function has returned. Of results that are arrays nothing is said: they may differ outside of their
    /// bounds.
    pub(super) fn applied(&mut self, callee: &Plan<'p>, (function, given): (ProcId, &Rc<[TermId]>), returned: &Point) {
        let Some(result) = callee.procedure.result() else { return };
        let slots = self.place_value(callee, returned, result.index());
        let store = &self.encoder.store;
        let results = slots.iter().copied().filter(|slot| store.array_sorts(store.sort_of(*slot)).is_none()).collect();
        let guard = self.encoder.store.and2(self.ok, returned.guard);
        let guard = self.named(guard);
        let calls = self.applied.entry(function).or_default();
        if calls.len() < CALLS {
            calls.push(Applied { guard, given: given.clone(), results });
        }
    }

    /// Where two calls of a function are given the same their results are the same.
    pub(super) fn same_results(&mut self) {
        for calls in std::mem::take(&mut self.applied).into_values() {
            for (at, call) in calls.iter().enumerate() {
                for other in &calls[..at] {
                    self.same_result(call, other);
                }
            }
        }
    }

    fn same_result(&mut self, call: &Applied, other: &Applied) {
        let store = &mut self.encoder.store;
        let mut conditions = vec![call.guard, other.guard];
        for (a, b) in call.given.iter().zip(other.given.iter()) {
            if store.sort_of(*a) != store.sort_of(*b) {
                return;
            }
            conditions.push(store.eq(*a, *b));
        }
        let both: Vec<TermId> = call.results.iter().zip(&other.results).map(|(a, b)| store.eq(*a, *b)).collect();
        let same = store.and(&both);
        let given = store.and(&conditions);
        if call.given.len() == other.given.len() && call.results.len() == other.results.len() {
            let implied = store.implies(given, same);
            self.state(same, implied);
        }
    }
}
