//! The whole analysis: forward from the facts, backward from the queries, forward again within; and what follows for
//! models.
//!
//! Write `F` for the first forward result, `B` for the backward one and `R` for the second forward one. They satisfy,
//! for every clause with body atoms `bᵢ`, constraint `c` and head `h`:
//!
//! * `F` is inductive: `⋀ F(bᵢ) ∧ c → F(h)`;
//! * `B` is closed backward: `⋀ F(bᵢ) ∧ c ∧ B(h) → B(bᵢ)` for each `i`, with `true` for `B(h)` in a query;
//! * `R` is inductive within `B`: `⋀ R(bᵢ) ∧ c ∧ B(h) → R(h)`.
//!
//! Let `S'` be the system with `R(bᵢ)` added to every clause (so that a refutation of `S'` is one of the system
//! itself), and `N` a model of `S'`. Then `M = F ∧ (B → R ∧ N)` is a model of the system: assume `M(bᵢ)` and `c`;
//! `F(h)` follows from `F`; and if `B(h)` (or there is no head), then `B(bᵢ)` for all `i`, hence `R(bᵢ)` and `N(bᵢ)`,
//! so the clause of `S'` yields `N(h)` (or false), and `R(h)` follows from `R`.

use super::fixpoint::{Direction, Engine, ranks};
use super::local::{Local, collect_constants};
use super::transfer::Effort;
use super::{State, Thresholds};
use crate::smt::CancelToken;
use crate::system::{ClauseId, Model, PredGraph, PredId, System};
use crate::term::{Store, TermId};

/// How much an analysis may cost. Steps, not clocks, so that the result is reproducible.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Elementary narrowing steps; some ten million are done in a second. Large systems get more, by the number of
    /// their nodes.
    pub steps: u64,
    /// Leaves of the case splitting in one evaluation of a clause.
    pub leaves: u32,
    /// Whether to go backward and forward again after the first forward pass.
    pub backward: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: 3_000_000, leaves: 16, backward: true }
    }
}

/// Steps for each node of a clause, where that is more than the limit, so that what becomes of a large system is
/// decided by what its clauses say and not by their number: two rounds forward and one backward with a loop take some
/// fifty.
const STEPS_PER_NODE: u64 = 60;

/// The result of an analysis; see the module documentation for `F`, `B` and `R`.
#[derive(Clone, Debug)]
pub struct Invariants {
    forward: Vec<Option<State>>,
    backward: Option<Vec<Option<State>>>,
    refined: Option<Vec<Option<State>>>,
    /// For each clause whether it can still apply within `R` (and with its head in `B`).
    alive: Vec<bool>,
    /// Elementary steps done.
    pub steps: u64,
    /// Whether the forward pass ended within its limits; otherwise nothing is known.
    pub complete: bool,
}

/// Analyses a system.
pub fn analyse(store: &Store, system: &System, cancel: &CancelToken, limits: Limits) -> Invariants {
    let graph = PredGraph::new(system);
    let loop_heads = graph.loop_heads(system);
    let rank = ranks(system, &graph);
    let locals: Vec<Local> = system.clauses.iter().map(|c| Local::new(store, c)).collect();
    let thresholds = thresholds(store, system);
    let forms = super::template::choose(system, &locals);
    let size: u64 = locals.iter().map(|l| l.nodes.len() as u64).sum();
    // Large systems get fewer cases per clause: the product is what costs.
    let leaves = (400_000 / (size + 1)).clamp(1, u64::from(limits.leaves)) as u32;
    let steps = limits.steps.max(STEPS_PER_NODE * size);
    let mut engine = Engine {
        store,
        system,
        graph: &graph,
        loop_heads: &loop_heads,
        rank: &rank,
        locals: &locals,
        thresholds: &thresholds,
        forms: &forms,
        effort: Effort { leaves },
        cancel,
        fuel: steps,
    };
    let forward = engine.solve(&Direction::Forward { within: None });
    let complete = forward.is_some();
    let forward = forward.unwrap_or_else(|| engine.top());
    let (mut backward, mut refined) = (None, None);
    if complete && limits.backward {
        backward = engine.solve(&Direction::Backward { derivable: &forward });
        if let Some(within) = &backward {
            refined = engine.solve(&Direction::Forward { within: Some(within) });
        }
    }
    if refined.is_none() {
        backward = None;
    }
    let alive = (0..locals.len())
        .map(|clause| {
            let states = refined.as_deref().unwrap_or(&forward);
            !complete || engine.exhausted() || engine.applies(clause, states, backward.as_deref())
        })
        .collect();
    let steps = steps - engine.fuel;
    log::debug!("abstract interpretation: {steps} steps for {size} nodes, complete: {complete}");
    Invariants { forward, backward, refined, alive, steps, complete }
}

/// The constants of all clauses and their neighbours.
fn thresholds(store: &Store, system: &System) -> Thresholds {
    let (mut numbers, mut bits) = (Vec::new(), Vec::new());
    for clause in &system.clauses {
        collect_constants(store, clause, &mut numbers, &mut bits);
        // Beyond this many, stopping everywhere costs more than it gains.
        if numbers.len() + bits.len() > 2_000 {
            break;
        }
    }
    for value in numbers.clone() {
        numbers.push(&value + &crate::num::Rat::ONE);
        numbers.push(&value - &crate::num::Rat::ONE);
    }
    for value in bits.clone() {
        bits.push(&value + &crate::num::Int::ONE);
        bits.push(&value - &crate::num::Int::ONE);
    }
    numbers.sort();
    numbers.dedup();
    bits.sort();
    bits.dedup();
    Thresholds { numbers, bits }
}

impl Invariants {
    /// `F`: what holds for every derivable tuple of a predicate; `None` if there is none.
    pub fn forward(&self, pred: PredId) -> Option<&State> {
        self.forward[pred.index()].as_ref()
    }

    /// `B`: what holds for every tuple from which a query may be derived; `None` if there is none. All tuples where the
    /// analysis did not go backward.
    pub fn backward(&self, pred: PredId) -> Option<&State> {
        self.backward.as_ref().unwrap_or(&self.forward)[pred.index()].as_ref()
    }

    /// `R` (or `F` where the analysis did not go backward): what holds for every tuple that a refutation may use.
    pub fn refined(&self, pred: PredId) -> Option<&State> {
        self.refined.as_ref().unwrap_or(&self.forward)[pred.index()].as_ref()
    }

    /// Whether a clause may be part of a refutation; the others can be dropped from `S'`.
    pub fn is_alive(&self, clause: ClauseId) -> bool {
        self.alive[clause.index()]
    }

    /// Whether the invariants exclude every query: then the system is satisfiable and [`Invariants::model`] of `true` a
    /// model.
    pub fn excludes_queries(&self, system: &System) -> bool {
        system.clauses().all(|(id, clause)| !clause.is_query() || !self.alive[id.index()])
    }

    /// The conjuncts of the refined invariant of a predicate over its arguments `Var(0..)`: what may be assumed of its
    /// atoms in bodies, and candidates for predicates and lemmas. `[false]` if no refutation uses the predicate.
    pub fn conjuncts(&self, store: &mut Store, system: &System, pred: PredId) -> Vec<TermId> {
        let args = store.vars(0, &system.pred(pred).sorts);
        match self.refined(pred) {
            Some(state) => state.describe(store, &args),
            None => vec![Store::FALSE],
        }
    }

    /// The conjunction of [`Invariants::conjuncts`].
    pub fn invariant(&self, store: &mut Store, system: &System, pred: PredId) -> TermId {
        let conjuncts = self.conjuncts(store, system, pred);
        store.and(&conjuncts)
    }

    /// `F ∧ (B → R ∧ N)` for a model `N` of the strengthened system; `true` for `N` if there is none to add.
    pub fn model(&self, store: &mut Store, system: &System, inner: Option<&Model>) -> Model {
        let definitions = system
            .pred_ids()
            .map(|pred| {
                let args = store.vars(0, &system.pred(pred).sorts);
                let inner = inner.map_or(Store::TRUE, |m| m.definition(pred));
                let Some(forward) = self.forward(pred) else { return Store::FALSE };
                let forward = forward.describe(store, &args);
                let (Some(backward), Some(refined)) = (&self.backward, &self.refined) else {
                    let forward = store.and(&forward);
                    return store.and2(forward, inner);
                };
                // A conjunct of B that F has too decides nothing.
                let relevant = match &backward[pred.index()] {
                    Some(state) => {
                        let mut parts = state.describe(store, &args);
                        parts.retain(|part| !forward.contains(part));
                        store.and(&parts)
                    }
                    None => Store::FALSE,
                };
                let within = match &refined[pred.index()] {
                    Some(state) => {
                        let parts = state.describe(store, &args);
                        let within = store.and(&parts);
                        store.and2(within, inner)
                    }
                    None => Store::FALSE,
                };
                let forward = store.and(&forward);
                let conditional = store.implies(relevant, within);
                store.and2(forward, conditional)
            })
            .collect();
        Model { definitions }
    }
}
