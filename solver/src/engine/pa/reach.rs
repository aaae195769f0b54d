//! The abstract reachability hypergraph: exploring it, covering states, finding abstract counterexamples.
//!
//! Nodes are abstract states, hyperedges clause applications. The graph is walked anew after each refinement, but the
//! edges are answered from the memory of the [`Abstraction`], which asks the SMT process only about what the new
//! predicates touch. A state is covered by a weaker state of the same predicate; covered states are not expanded.
//!
//! A counterexample has a *place* for each abstract state that it needs, and at each place the *ways* in which the
//! state is derived. Usually one way each, so that it is one abstract derivation; on demand ([`Reach::new`]) all ways
//! of the least height, so that it is the AND/OR DAG of all shortest abstract derivations.

use super::abstraction::{Abstraction, Post};
use super::limits::LIMITS;
use super::state::{State, StateId};
use crate::engine::Context;
use crate::system::{ClauseId, PredGraph, Reason, System};
use hashbrown::HashMap;
use std::collections::VecDeque;

/// An application of a clause to states.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Derivation {
    clause: ClauseId,
    body: Vec<StateId>,
}

/// How a state was derived: first, and in other ways that are no higher.
#[derive(Clone, Debug)]
struct Derived {
    /// One more than the heights of the bodies' states.
    height: usize,
    ways: Vec<Derivation>,
}

/// A place of an abstract counterexample: an abstract state and how it is derived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The abstract state; `None` for the root, which derives false.
    pub state: Option<StateId>,
    /// The ways to derive it, at least one.
    pub ways: Vec<Way>,
}

/// A clause application in an abstract counterexample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The clause applied.
    pub clause: ClauseId,
    /// The places of its body atoms, smaller indices.
    pub children: Vec<usize>,
}

/// The nodes of the tree that a counterexample unfolds to.
pub fn tree_size(places: &[Place]) -> usize {
    let mut sizes: Vec<usize> = Vec::with_capacity(places.len());
    for place in places {
        let ways =
            place.ways.iter().map(|way| way.children.iter().fold(1usize, |sum, &c| sum.saturating_add(sizes[c])));
        sizes.push(ways.fold(0, usize::saturating_add));
    }
    sizes.last().copied().unwrap_or(0)
}

/// What an exploration found.
#[derive(Debug)]
pub enum Exploration {
    /// All states that are needed, none of which violates a query: the abstract model.
    Safe(Vec<StateId>),
    /// Abstract derivations of false: a DAG, children first; the ways of the last place apply query clauses.
    Counterexample(Vec<Place>),
}

/// One walk over the graph.
pub struct Reach<'a> {
    system: &'a System,
    graph: &'a PredGraph,
    queries_and_uses: Vec<Vec<ClauseId>>,
    derivations: HashMap<StateId, Derived>,
    /// Whether counterexamples have all ways of least height.
    all_ways: bool,
    /// Per predicate the states that have been or are being expanded and are not covered.
    expanded: Vec<Vec<StateId>>,
    /// Per predicate the states that are not covered, expanded or not.
    active: Vec<Vec<StateId>>,
    queue: VecDeque<StateId>,
}

impl<'a> Reach<'a> {
    /// A walk that has not begun. `all_ways`: counterexamples are all shortest abstract derivations, not one.
    pub fn new(system: &'a System, graph: &'a PredGraph, all_ways: bool) -> Reach<'a> {
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
            all_ways,
            expanded: vec![Vec::new(); preds],
            active: vec![Vec::new(); preds],
            queue: VecDeque::new(),
        }
    }

    /// Explores until nothing is left or a query is violated.
    pub fn explore(mut self, cx: &mut Context, abstraction: &mut Abstraction) -> Result<Exploration, Reason> {
        debug_assert_eq!(self.graph.using.len(), self.system.preds.len());
        let mut violations: Vec<Derivation> = Vec::new();
        for (clause, of) in self.system.clauses() {
            if of.is_fact() && self.apply(cx, abstraction, clause, &[])? {
                violations.push(Derivation { clause, body: Vec::new() });
                if !self.all_ways {
                    break;
                }
            }
        }
        while let Some(state) = self.queue.pop_front() {
            // States are met in the order of their heights: what follows makes no violation of the least height.
            let least = violations.iter().map(|found| self.height(&found.body)).min();
            if least.is_some_and(|least| !self.all_ways || self.height(&[state]) > least) {
                break;
            }
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
                        violations.push(Derivation { clause, body });
                        if !self.all_ways {
                            return Ok(Exploration::Counterexample(self.counterexample(&violations)));
                        }
                    }
                }
                if !self.active[pred.index()].contains(&state) {
                    // Covered by one of its own successors, which will be expanded instead.
                    break;
                }
            }
        }
        if let Some(least) = violations.iter().map(|found| self.height(&found.body)).min() {
            violations.retain(|found| self.height(&found.body) == least);
            violations.truncate(LIMITS.max_ways);
            return Ok(Exploration::Counterexample(self.counterexample(&violations)));
        }
        Ok(Exploration::Safe(self.active.into_iter().flatten().collect()))
    }

    /// The height of a derivation from these states.
    fn height(&self, body: &[StateId]) -> usize {
        1 + body.iter().filter_map(|state| self.derivations.get(state)).map(|known| known.height).max().unwrap_or(0)
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
        let height = self.height(body);
        let way = Derivation { clause, body: body.to_vec() };
        if let Some(known) = self.derivations.get_mut(&id) {
            // A way that is no higher uses lower states only, so the ways of all states make no cycle.
            if self.all_ways
                && height <= known.height
                && known.ways.len() < LIMITS.max_ways
                && !known.ways.contains(&way)
            {
                known.ways.push(way);
            }
            return;
        }
        let State { pred, set } = abstraction.states.get(id);
        let covered = |other: &StateId| abstraction.states.get(*other).set.is_subset(set);
        if self.active[pred.index()].iter().any(covered) {
            return;
        }
        self.derivations.insert(id, Derived { height, ways: vec![way] });
        let weaker = |other: &StateId| !set.is_subset(&abstraction.states.get(*other).set);
        self.active[pred.index()].retain(weaker);
        self.expanded[pred.index()].retain(weaker);
        self.active[pred.index()].push(id);
        self.queue.push_back(id);
    }

    /// The DAG of derivations behind applications of query clauses.
    fn counterexample(&self, violations: &[Derivation]) -> Vec<Place> {
        let places = self.places(violations, LIMITS.max_ways);
        if tree_size(&places) <= LIMITS.max_tree { places } else { self.places(&violations[..1], 1) }
    }

    /// The same with at most so many ways at each place.
    fn places(&self, violations: &[Derivation], most: usize) -> Vec<Place> {
        let mut places = Vec::new();
        let mut done: HashMap<StateId, usize> = HashMap::new();
        let ways = |state: &StateId| self.derivations[state].ways.iter().take(most);
        let mut stack: Vec<StateId> = violations.iter().flat_map(|found| &found.body).rev().copied().collect();
        while let Some(&state) = stack.last() {
            if done.contains_key(&state) {
                stack.pop();
                continue;
            }
            let bodies = ways(&state).flat_map(|way| &way.body).copied();
            let open: Vec<StateId> = bodies.filter(|s| !done.contains_key(s)).collect();
            if !open.is_empty() {
                stack.extend(open.into_iter().rev());
                continue;
            }
            stack.pop();
            let way =
                |way: &Derivation| Way { clause: way.clause, children: way.body.iter().map(|s| done[s]).collect() };
            let found = ways(&state).map(way).collect();
            done.insert(state, places.len());
            places.push(Place { state: Some(state), ways: found });
        }
        let way = |way: &Derivation| Way { clause: way.clause, children: way.body.iter().map(|s| done[s]).collect() };
        places.push(Place { state: None, ways: violations.iter().map(way).collect() });
        places
    }
}
