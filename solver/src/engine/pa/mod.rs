//! `pa`: lazy Cartesian predicate abstraction with counterexample-guided refinement, for linear and nonlinear clauses.
//!
//! Explore the abstract reachability hypergraph (`reach`) under the current abstraction predicates; if no query is
//! violated, the states reached are a model. Else the abstract counterexample is real, or interpolants of it become
//! abstraction predicates (`refine`) and the walk is repeated, answered mostly from memory (`abstraction`). After:
//! Hojjat, Rümmer: The ELDARICA Horn Solver (FMCAD 2018); Graf, Saïdi: Construction of Abstract State Graphs with PVS
//! (CAV 1997).

mod abstraction;
mod choose;
mod limits;
mod prune;
mod reach;
mod refine;
mod seeds;
mod state;
mod templates;
#[cfg(test)]
mod tests;

use super::{Context, Engine};
use crate::system::{Model, PredGraph, Reason, System, Verdict};
use crate::term::{TermId, conjuncts};
use abstraction::Abstraction;
use reach::{Exploration, Reach};
use refine::{Refinement, Refiner};
use state::StateId;
use std::sync::{Arc, Mutex, PoisonError};
pub use templates::{Template, TemplateKind, templates};

/// What can be chosen about the engine.
#[derive(Clone, Copy, Debug)]
pub struct PaOptions {
    /// The templates to interpolate over first; `None` for no templates.
    pub templates: Option<TemplateKind>,
    /// Begin with abstraction predicates read off the clauses.
    pub seeds: bool,
    /// Disjunctive interpolation: refine with all shortest abstract counterexamples at once, see `refine`.
    pub disjunctive: bool,
}

impl Default for PaOptions {
    fn default() -> PaOptions {
        PaOptions { templates: Some(TemplateKind::All), seeds: true, disjunctive: false }
    }
}

/// What is known beforehand about the predicates of a system, indexed by predicate; lists may be shorter.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    /// Abstraction predicates to begin with, over `Var(0) …`.
    pub initial: Vec<Vec<TermId>>,
    /// Templates beside those found.
    pub templates: Vec<Vec<Template>>,
}

/// Where an engine leaves the abstraction predicates of its model, by predicate.
pub type Used = Arc<Mutex<Vec<Vec<TermId>>>>;

/// The predicate abstraction engine.
#[derive(Clone, Debug, Default)]
pub struct Pa {
    /// Its options.
    pub options: PaOptions,
    /// What is known beforehand. The terms belong to the context's store.
    pub hints: Arc<Hints>,
    /// Gets the predicates that make up the states of a model.
    pub used: Option<Used>,
}

impl Engine for Pa {
    fn name(&self) -> &'static str {
        "pa"
    }

    fn solve(&mut self, cx: &mut Context, system: &System) -> Verdict {
        let graph = PredGraph::new(system);
        let mut abstraction = Abstraction::new(&cx.store, system, cx.solver());
        let solver = cx.solver();
        let mut refiner = Refiner::new(system, &graph, solver, self.options.templates, &self.hints);
        let verdict = self.run(cx, system, &graph, &mut abstraction, &mut refiner);
        abstraction.finish(cx);
        refiner.finish(cx);
        verdict.unwrap_or_else(Verdict::Unknown)
    }
}

impl Pa {
    fn run(
        &self,
        cx: &mut Context,
        system: &System,
        graph: &PredGraph,
        abstraction: &mut Abstraction,
        refiner: &mut Refiner,
    ) -> Result<Verdict, Reason> {
        for (pred, initial) in system.pred_ids().zip(&self.hints.initial) {
            for &formula in initial {
                abstraction.predicates.add(pred, formula);
            }
        }
        if self.options.seeds {
            seeds::seed(&mut cx.store, system, &mut abstraction.predicates);
        }
        for round in 0u32.. {
            cx.check()?;
            cx.progress.set_bound(u64::from(round));
            let exploration = Reach::new(system, graph, self.options.disjunctive).explore(cx, abstraction)?;
            log::debug!(
                "pa: round {round}, {} predicates, {} queries, {} saved",
                abstraction.predicates.count(),
                abstraction.counts.queries,
                abstraction.counts.saved
            );
            match exploration {
                Exploration::Safe(states) => {
                    self.report(system, abstraction, &states);
                    return Ok(Verdict::Sat(model(cx, system, abstraction, &states)));
                }
                Exploration::Counterexample(cex) => {
                    let ways: usize = cex.iter().map(|place| place.ways.len()).sum();
                    log::debug!("pa: abstract counterexample of {} places, {ways} ways", cex.len());
                    match refiner.refine(cx, system, graph, abstraction, &cex)? {
                        Refinement::Real(refutation) => return Ok(Verdict::Unsat(refutation)),
                        Refinement::Refined(added) => log::debug!("pa: {added} new predicates"),
                    }
                }
            }
        }
        Err(Reason::Incomplete("too many refinements".to_string()))
    }
}

impl Pa {
    /// Leaves the predicates of the states where the caller finds them.
    fn report(&self, system: &System, abstraction: &Abstraction, states: &[StateId]) {
        let Some(used) = &self.used else { return };
        let mut lists: Vec<Vec<TermId>> = vec![Vec::new(); system.preds.len()];
        for &id in states {
            let state = abstraction.states.get(id);
            for at in state.set.iter() {
                let formula = abstraction.predicates.of(state.pred)[at];
                if !lists[state.pred.index()].contains(&formula) {
                    lists[state.pred.index()].push(formula);
                }
            }
        }
        *used.lock().unwrap_or_else(PoisonError::into_inner) = lists;
    }
}

/// Each predicate holds where one of its states does.
fn model(cx: &mut Context, system: &System, abstraction: &Abstraction, states: &[StateId]) -> Model {
    let mut disjuncts: Vec<Vec<TermId>> = vec![Vec::new(); system.preds.len()];
    for &id in states {
        let state = abstraction.states.get(id);
        let formula = abstraction.predicates.formula(&mut cx.store, state);
        let kept = prune::prune(&cx.store, &conjuncts(&cx.store, formula));
        disjuncts[state.pred.index()].push(cx.store.and(&kept));
    }
    Model { definitions: disjuncts.iter().map(|d| cx.store.or(d)).collect() }
}
