//! Transitions one after the other, from the initial states.

use super::formulas::{Choice, choice, read_model, vanished};
use super::kind::path;
use super::system::TransitionSystem;
use crate::engine::Context;
use crate::smt::Purpose;
use crate::system::{Reason, System, Verdict};
use crate::term::{Store, TermId};

/// States and the transitions between them.
pub(super) struct Chain {
    /// The states, each with variables of its own; the second is numbered behind the first, as rules are.
    pub states: Vec<Vec<TermId>>,
    /// The transition from each state to the next.
    pub steps: Vec<Choice>,
    /// That the first state is an initial one.
    pub init: Choice,
    /// From here on no variables are in use.
    pub next: u32,
}

impl Chain {
    /// The first state. What is said of it and the second one has no other variables below `2 · width`.
    pub fn new(store: &mut Store, ts: &TransitionSystem) -> Chain {
        let first = store.vars(0, &ts.sorts);
        let mut next = 2 * ts.width();
        let init = choice(store, &ts.inits, &first, &[], &mut next);
        Chain { states: vec![first], steps: Vec::new(), init, next }
    }

    /// Makes so many transitions.
    pub fn extend(&mut self, store: &mut Store, ts: &TransitionSystem, transitions: usize) {
        let width = ts.width();
        while self.steps.len() < transitions {
            let from = if self.states.len() == 1 {
                width
            } else {
                self.next += width;
                self.next - width
            };
            let state = store.vars(from, &ts.sorts);
            let before = self.states[self.states.len() - 1].clone();
            let step = choice(store, &ts.steps, &before, &state, &mut self.next);
            self.states.push(state);
            self.steps.push(step);
        }
    }

    /// The shortest counterexample, of at most so many transitions.
    ///
    /// # Errors
    /// There is none, or the solver gives up.
    pub fn counterexample(
        &mut self,
        cx: &mut Context,
        ts: &TransitionSystem,
        system: &System,
        most: usize,
    ) -> Result<Verdict, Reason> {
        self.extend(&mut cx.store, ts, most);
        let mut solver = cx.solver();
        solver.assert(&cx.store, self.init.formula)?;
        let mut terms = vec![self.init.formula];
        for length in 0..=most {
            cx.check()?;
            let mut next = self.next;
            let bad = choice(&mut cx.store, &ts.bads, &self.states[length], &[], &mut next);
            solver.push();
            solver.assert(&cx.store, bad.formula)?;
            if solver.check(Purpose::Reachability, &[])?.is_sat() {
                terms.push(bad.formula);
                terms.extend(self.states[..=length].iter().flatten());
                let model = read_model(&cx.store, &mut solver, &terms)?;
                let states: Vec<Vec<TermId>> = self.states[..=length].iter().rev().cloned().collect();
                let steps: Vec<Choice> = self.steps[..length].iter().rev().cloned().collect();
                let path = path(&cx.store, &self.init, &steps, &bad, &states, &model)?;
                cx.statistics.add(&solver.take_statistics());
                return ts.refutation(cx, system, &path).map(Verdict::Unsat);
            }
            solver.pop(1);
            if let Some(step) = self.steps.get(length) {
                solver.assert(&cx.store, step.formula)?;
                terms.push(step.formula);
            }
        }
        Err(vanished())
    }
}
