//! The abstract reachability hypergraph: exploring it, covering states, finding abstract counterexamples.
//!
//! Nodes are abstract states, hyperedges clause applications. The graph is walked anew after each refinement, but the edges are
//! answered from the memory of the [`Abstraction`], which asks the SMT process only about what the new
//! predicates touch. A state is covered by a weaker state of the same predicate; covered states are not expanded.

use super::abstraction::{Abstraction, Post};
use super::state::{State, StateId};
use crate::engine::Context;
use crate::system::{ClauseId, PredGraph, Reason, System};
use hashbrown::HashMap;
use std::collections::VecDeque;

/// How a state was first derived.
#[derive(Clone, Debug)]
struct Derivation {
    clause: ClauseId,
    body: Vec<StateId>,
}

/// A node of an abstract counterexample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CexNode {
    /// The clause applied.
    pub clause: ClauseId,
    /// The nodes that derive its body atoms, smaller indices.
    pub children: Vec<usize>,
    /// The abstract state that it derives; `None` for the root.
    pub state: Option<StateId>,
}

/// What an exploration found.
#[derive(Debug)]
pub enum Exploration {
    /// All states that are needed, none of which violates a query: the abstract model.
    Safe(Vec<StateId>),
    /// An abstract derivation of false: a DAG, the last node applies a query clause.
    Counterexample(Vec<CexNode>),
}

/// One walk over the graph.
pub struct Reach<'a> {
    system: &'a System,
    graph: &'a PredGraph,
    queries_and_uses: Vec<Vec<ClauseId>>,
    derivations: HashMap<StateId, Derivation>,
    /// Per predicate the states that have been or are being expanded and are not covered.
    expanded: Vec<Vec<StateId>>,
    /// Per predicate the states that are not covered, expanded or not.
    active: Vec<Vec<StateId>>,
    queue: VecDeque<StateId>,
}

impl<'a> Reach<'a> {
    /// A walk that has not begun.
    pub fn new(system: &'a System, graph: &'a PredGraph) -> Reach<'a> {
        let mut uses = graph.using.clone();
        for list in &mut uses {
            // A violated query ends the walk, so queries are tried first.
            list.sort_by_key(|&c| (!system.clause(c).is_query(), c));
        }
        let preds = system.preds.len();
        Reach {
            system,
            graph,
            queries_and_uses: uses,
            derivations: HashMap::new(),
            expanded: vec![Vec::new(); preds],
            active: vec![Vec::new(); preds],
            queue: VecDeque::new(),
        }
    }

    /// Explores until nothing is left or a query is violated.
    pub fn explore(mut self, cx: &mut Context, abstraction: &mut Abstraction) -> Result<Exploration, Reason> {
        debug_assert_eq!(self.graph.using.len(), self.system.preds.len());
        for (id, clause) in self.system.clauses() {
            if clause.is_fact() && self.apply(cx, abstraction, id, &[])? {
                return Ok(Exploration::Counterexample(self.counterexample(id, &[])));
            }
        }
        while let Some(state) = self.queue.pop_front() {
            let pred = abstraction.states.get(state).pred;
            if !self.active[pred.index()].contains(&state) {
                continue;
            }
            self.expanded[pred.index()].push(state);
            for at in 0..self.queries_and_uses[pred.index()].len() {
                let clause = self.queries_and_uses[pred.index()][at];
                for body in self.bodies(clause, state, abstraction) {
                    cx.check()?;
                    if self.apply(cx, abstraction, clause, &body)? {
                        return Ok(Exploration::Counterexample(self.counterexample(clause, &body)));
                    }
                }
                if !self.active[pred.index()].contains(&state) {
                    // Covered by one of its own successors, which will be expanded instead.
                    break;
                }
            }
        }
        Ok(Exploration::Safe(self.active.into_iter().flatten().collect()))
    }

    /// The combinations of expanded states for a clause's body in which `state` occurs.
    fn bodies(&self, clause: ClauseId, state: StateId, abstraction: &Abstraction) -> Vec<Vec<StateId>> {
        let pred = abstraction.states.get(state).pred;
        let mut all: Vec<(Vec<StateId>, bool)> = vec![(Vec::new(), false)];
        for atom in &self.system.clause(clause).body {
            let mut next = Vec::new();
            for (prefix, has) in &all {
                for &candidate in &self.expanded[atom.pred.index()] {
                    let mut body = prefix.clone();
                    body.push(candidate);
                    next.push((body, *has || (atom.pred == pred && candidate == state)));
                }
            }
            all = next;
        }
        all.into_iter().filter(|(_, has)| *has).map(|(body, _)| body).collect()
    }

    /// Applies a clause; true if a query is violated.
    fn apply(
        &mut self,
        cx: &mut Context,
        abstraction: &mut Abstraction,
        clause: ClauseId,
        body: &[StateId],
    ) -> Result<bool, Reason> {
        match abstraction.post(cx, self.system, clause, body)? {
            Post::Nothing => Ok(false),
            Post::Violation => Ok(true),
            Post::State(id) => {
                self.reached(abstraction, id, clause, body);
                Ok(false)
            }
        }
    }

    fn reached(&mut self, abstraction: &Abstraction, id: StateId, clause: ClauseId, body: &[StateId]) {
        if self.derivations.contains_key(&id) {
            return;
        }
        let State { pred, set } = abstraction.states.get(id);
        let covered = |other: &StateId| abstraction.states.get(*other).set.is_subset(set);
        if self.active[pred.index()].iter().any(covered) {
            return;
        }
        self.derivations.insert(id, Derivation { clause, body: body.to_vec() });
        let weaker = |other: &StateId| !set.is_subset(&abstraction.states.get(*other).set);
        self.active[pred.index()].retain(weaker);
        self.expanded[pred.index()].retain(weaker);
        self.active[pred.index()].push(id);
        self.queue.push_back(id);
    }

    /// The DAG of derivations behind an application of a clause.
    fn counterexample(&self, clause: ClauseId, body: &[StateId]) -> Vec<CexNode> {
        let mut nodes = Vec::new();
        let mut done: HashMap<StateId, usize> = HashMap::new();
        let mut stack: Vec<StateId> = body.iter().rev().copied().collect();
        while let Some(&state) = stack.last() {
            if done.contains_key(&state) {
                stack.pop();
                continue;
            }
            let derivation = &self.derivations[&state];
            let open: Vec<StateId> = derivation.body.iter().copied().filter(|s| !done.contains_key(s)).collect();
            if !open.is_empty() {
                stack.extend(open.into_iter().rev());
                continue;
            }
            stack.pop();
            let children = derivation.body.iter().map(|s| done[s]).collect();
            done.insert(state, nodes.len());
            nodes.push(CexNode { clause: derivation.clause, children, state: Some(state) });
        }
        nodes.push(CexNode { clause, children: body.iter().map(|s| done[s]).collect(), state: None });
        nodes
    }
}
