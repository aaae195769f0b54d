//! Calls of functions that are given the same have the same results.
//!
//! Where they are given the same terms, one execution stands for all of them: contracts and definitions say the same
//! things of the same objects again and again. It is not that of one of the calls, but has a name for its guard, which
//! holds wherever a run comes to one of them.

use super::{Place, Plan, Point, Unroller, Unsupported};
use crate::encode::procedure::Slots;
use crate::ir::ProcId;
use horn_solver::term::{SortId, TermId};
use std::rc::Rc;

/// Calls of one function that are compared with each other: there is a condition for each two.
const CALLS: usize = 40;

/// A call that has returned.
pub(super) struct Applied {
    guard: TermId,
    given: Rc<[TermId]>,
    results: Vec<TermId>,
    moment: usize,
}

/// An execution that stands for several calls.
pub(super) struct Shared {
    /// Whether it is executed.
    called: TermId,
    returned: Vec<Point>,
}

/// What a call is given: its parameters, then the globals that it reads.
fn given(inputs: &[(Place, Slots)]) -> Rc<[TermId]> {
    inputs.iter().flat_map(|(_, slots)| slots.iter().copied()).collect()
}

impl<'p> Unroller<'p> {
    /// A call of a function: the states behind it, with the values of the callee.
    pub(super) fn shared(
        &mut self,
        callee: &Rc<Plan<'p>>,
        point: &Point,
        inputs: Vec<(Place, Slots)>,
    ) -> Result<Vec<Point>, Unsupported> {
        let key = (callee.id, given(&inputs));
        let (called, returned) = match self.activations.get(&key) {
            Some(Shared { called, returned }) => (*called, returned.clone()),
            None => {
                let called = self.encoder.fresh_var(&mut self.region, SortId::BOOL);
                let returned = self.activation(callee, &Point::with(called), inputs)?;
                if let Some(function) = self.bounds.functions.same.get(&callee.id).copied() {
                    returned.iter().for_each(|returned| self.applied(callee, (function, &key.1), returned));
                }
                if let Some(function) = self.bounds.functions.applied.get(&callee.id).copied() {
                    returned.iter().for_each(|returned| self.gives(callee, (function, &key.1), returned));
                }
                self.activations.insert(key, Shared { called, returned: returned.clone() });
                (called, returned)
            }
        };
        // A run that has failed before comes nowhere.
        let here = self.encoder.store.and2(self.ok, point.guard);
        let comes = self.encoder.store.implies(here, called);
        self.state(called, comes);
        let mut behind = Vec::with_capacity(returned.len());
        for mut state in returned {
            let guard = match state.guard {
                guard if guard == called => point.guard,
                guard => self.encoder.store.and2(point.guard, guard),
            };
            if guard == self.encoder.store.bool(false) {
                continue;
            }
            state.passed = point.passed;
            self.pass(&mut state, guard);
            let mut known = point.known.clone();
            known.add(&state.known);
            let (cases, weight) = (point.cases.clone(), point.weight);
            behind.push(Point { known, cases, weight, ..state });
        }
        Ok(behind)
    }

    /// A call of a function has returned. Of results that are arrays nothing is said: they may differ outside of their
    /// bounds.
    fn applied(&mut self, callee: &Plan<'p>, (function, given): (ProcId, &Rc<[TermId]>), returned: &Point) {
        let Some(result) = callee.procedure.result() else { return };
        let slots = self.place_value(callee, returned, result.index());
        let store = &self.encoder.store;
        let results = slots.iter().copied().filter(|slot| store.array_sorts(store.sort_of(*slot)).is_none()).collect();
        let guard = self.encoder.store.and2(self.ok, returned.guard);
        let guard = self.named(guard);
        let moment = self.moment();
        let calls = self.applied.entry(function).or_default();
        if calls.len() < CALLS {
            calls.push(Applied { guard, given: given.clone(), results, moment });
        }
    }

    /// A call of a function has returned: its result is what the function gives for what it was given.
    fn gives(&mut self, callee: &Plan<'p>, (function, given): (ProcId, &Rc<[TermId]>), returned: &Point) {
        let Some(result) = callee.procedure.result() else { return };
        let slots = self.place_value(callee, returned, result.index());
        let [result] = *slots else { return };
        let sort = self.encoder.store.sort_of(result);
        let value = self.encoder.application(&mut self.region, function, given, sort);
        let same = self.encoder.store.eq(value, result);
        let here = self.encoder.store.and2(self.ok, returned.guard);
        let implied = self.encoder.store.implies(here, same);
        let moment = self.moment();
        self.state_at(same, implied, moment);
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
            self.state_at(same, implied, call.moment.max(other.moment));
        }
    }
}
