//! `imc`: interpolation-based model checking.
//!
//! Whether a bad state follows after one to k transitions from the initial states is one question. Where it does not,
//! the interpolant between the first transition and the rest contains what one transition leads to, and nothing from
//! which a bad state follows after fewer than k. The next question is put to the interpolant in the place of the
//! initial states. When what is found contains nothing new all of it together is an inductive invariant; when a bad
//! state follows from an interpolant it was too large, and all begins again with k + 1. (McMillan: *Interpolation and
//! SAT-based model checking*, CAV 2003.)

use super::chain::Chain;
use super::cubes::{interpolate, interpolate_by_clauses};
use super::formulas::{choice, eliminate, model_of, shift};
use super::limits::LIMITS;
use super::system::TransitionSystem;
use crate::engine::Context;
use crate::smt::{Purpose, SmtSolver};
use crate::system::{Reason, System, Verdict};
use crate::term::TermId;

/// Decides a transition system by interpolation-based model checking.
pub(super) fn solve(cx: &mut Context, system: &System, ts: &TransitionSystem) -> Result<Verdict, Reason> {
    let chain = Chain::new(&mut cx.store, ts);
    let (solver, side) = (cx.solver(), [cx.solver(), cx.solver()]);
    let mut search = Search { cx, ts, chain, solver, side };
    let result = search.run(system);
    for solver in [&mut search.solver].into_iter().chain(&mut search.side) {
        search.cx.statistics.add(&solver.take_statistics());
    }
    result
}

struct Search<'a> {
    cx: &'a mut Context,
    ts: &'a TransitionSystem,
    chain: Chain,
    solver: SmtSolver,
    /// For interpolation.
    side: [SmtSolver; 2],
}

/// What came of one length.
enum Round {
    /// An inductive invariant, over the first state.
    Invariant(TermId),
    /// A bad state is reached.
    Reached,
    /// An interpolant was too large.
    TooLarge,
}

impl Search<'_> {
    fn run(&mut self, system: &System) -> Result<Verdict, Reason> {
        let width = self.ts.width();
        let init = self.chain.init.formula;
        // The invariant says of the initial states what it says of all.
        let start = eliminate(self.cx, init, |v| v >= width, LIMITS.kind_projections)?
            .ok_or_else(|| Reason::Incomplete("initial states that take too long to write down".to_string()))?;
        let bad = self.bad(0);
        if self.holds(&[start, bad])? {
            return self.chain.counterexample(self.cx, self.ts, system, 0);
        }
        for k in 1.. {
            self.cx.check()?;
            self.cx.progress.set_bound(k as u64);
            match self.round(start, k)? {
                Round::Invariant(invariant) => {
                    return Ok(Verdict::Sat(self.ts.model(&mut self.cx.store, system, invariant)));
                }
                Round::Reached => return self.chain.counterexample(self.cx, self.ts, system, k),
                Round::TooLarge => {}
            }
        }
        Err(Reason::Incomplete("too many transitions".to_string()))
    }

    /// All that is reached, by interpolants against bad states after one to k transitions.
    fn round(&mut self, start: TermId, k: usize) -> Result<Round, Reason> {
        self.chain.extend(&mut self.cx.store, self.ts, k);
        let first = self.chain.steps[0].formula;
        // Bad at the last state, or before: a state without a successor may be bad, too.
        let mut target = self.bad(k);
        for at in (1..k).rev() {
            let later = self.cx.store.and2(self.chain.steps[at].formula, target);
            let here = self.bad(at);
            target = self.cx.store.or2(here, later);
        }
        let mut reached = vec![start];
        let mut frontier = start;
        loop {
            self.cx.check()?;
            if self.holds(&[frontier, first, target])? {
                log::debug!("imc: a bad state within {k} transitions of interpolant {}", reached.len() - 1);
                return Ok(if reached.len() == 1 { Round::Reached } else { Round::TooLarge });
            }
            let before = self.cx.store.and2(frontier, first);
            let interpolant = self.between(before, target)?;
            // From the second state to the first.
            let state = self.chain.states[0].clone();
            let images: Vec<TermId> = (0..2).flat_map(|_| state.iter().copied()).collect();
            let image = shift(&mut self.cx.store, interpolant, &images);
            log::trace!("imc: {}", crate::term::show(&self.cx.store, &[image]));
            let known = self.cx.store.or(&reached);
            let new = self.cx.store.not(known);
            if !self.holds(&[image, new])? {
                log::debug!("imc: {} interpolants against {k} transitions are inductive", reached.len() - 1);
                return Ok(Round::Invariant(known));
            }
            reached.push(image);
            frontier = image;
        }
    }

    /// That a state of the chain is bad.
    fn bad(&mut self, at: usize) -> TermId {
        choice(&mut self.cx.store, &self.ts.bads, &self.chain.states[at], &[], &mut self.chain.next).formula
    }

    /// Whether formulas have a model.
    fn holds(&mut self, formulas: &[TermId]) -> Result<bool, Reason> {
        let model = model_of(&self.cx.store, &mut self.solver, Purpose::Reachability, &[], formulas, &[])?;
        Ok(model.is_some())
    }

    /// A formula over the second state that follows from the first formula and contradicts the second.
    fn between(&mut self, first: TermId, second: TermId) -> Result<TermId, Reason> {
        let width = self.ts.width();
        let shared = move |v: u32| (width..2 * width).contains(&v);
        match interpolate(self.cx, &mut self.side, first, second, &shared)? {
            Some(found) => Ok(found),
            None => interpolate_by_clauses(self.cx, first, second),
        }
    }
}
