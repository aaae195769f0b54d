//! The fixpoint engine: component by component, ascending with widening, then descending.
//!
//! One engine serves both directions. Forward, the unknown of a predicate holds all tuples derivable from the facts,
//! and a clause contributes to its head; backward, it holds all tuples from which a query may be derived, and a clause
//! contributes to each of its body atoms. The ascending phase ends in a post-fixpoint: every contribution lies within
//! its unknown. The descending phase replaces an unknown by its meet with the join of its contributions, which keeps it
//! a post-fixpoint of the *concrete* operator: what the contributions hold is, by monotonicity, less than what they
//! held of the larger state before. So the result is inductive whatever the phases missed.

use super::local::{Local, LocalAtom};
use super::transfer::{Effort, transfer};
use super::{State, Thresholds};
use crate::linear::Form;
use crate::smt::CancelToken;
use crate::smt::steps::ROUND;
use crate::system::{PredGraph, System};
use crate::term::Store;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Joins before widening starts.
const JOINS: u32 = 3;
/// Widenings that stop at thresholds before bounds are given up.
const THRESHOLD_WIDENINGS: u32 = 12;
/// Rounds of the descending phase.
const DESCENTS: u32 = 3;

/// Which fixpoint is computed; `None` states are empty sets.
pub(super) enum Direction<'a> {
    /// Derivable tuples, within the given states if there are any.
    Forward { within: Option<&'a [Option<State>]> },
    /// Tuples that may reach a query through the given derivable ones.
    Backward { derivable: &'a [Option<State>] },
}

/// What the engine works with.
pub(super) struct Engine<'a> {
    pub store: &'a Store,
    pub system: &'a System,
    pub graph: &'a PredGraph,
    pub loop_heads: &'a [bool],
    /// Position of each predicate in a depth-first order along the clauses, facts first.
    pub rank: &'a [u32],
    pub locals: &'a [Local],
    pub thresholds: &'a Thresholds,
    /// The linear forms to bound, for each predicate.
    pub forms: &'a [Arc<[Form]>],
    pub effort: Effort,
    pub cancel: &'a CancelToken,
    /// Work left, in the steps of the transfer function.
    pub fuel: u64,
}

/// A contribution to an unknown: a clause, and which of its atoms the unknown stands at (`None` is the head).
#[derive(Clone, Copy)]
struct Contribution {
    clause: usize,
    body: Option<usize>,
}

impl Engine<'_> {
    /// Computes a fixpoint; one state per predicate. `None` if the fuel ran out or the run was cancelled before the
    /// ascending phase ended.
    pub fn solve(&mut self, direction: &Direction) -> Option<Vec<Option<State>>> {
        let count = self.system.preds.len();
        let mut unknowns: Vec<Option<State>> = vec![None; count];
        let contributions = self.contributions(direction);
        let mut components: Vec<Vec<usize>> =
            vec![Vec::new(); self.graph.component.iter().map(|&c| c as usize + 1).max().unwrap_or(0)];
        for (pred, &component) in self.graph.component.iter().enumerate() {
            components[component as usize].push(pred);
        }
        let backward = matches!(direction, Direction::Backward { .. });
        if backward {
            components.reverse();
        }
        let order: Vec<u32> = self.rank.iter().map(|&rank| if backward { u32::MAX - rank } else { rank }).collect();
        let readers = self.readers(direction, &contributions);
        let mut dirty: Vec<Vec<bool>> = contributions.iter().map(|c| vec![true; c.len()]).collect();
        let mut visits = vec![0u32; count];
        for mut members in components {
            members.sort_by_key(|&p| order[p]);
            let mut work: BTreeSet<(u32, usize)> = members.iter().map(|&p| (order[p], p)).collect();
            while let Some((_, pred)) = work.pop_first() {
                if !self.ascend(direction, &contributions[pred], pred, &mut unknowns, &mut dirty[pred], &mut visits)? {
                    continue;
                }
                for &(reader, at) in &readers[pred] {
                    dirty[reader][at] = true;
                    work.insert((order[reader], reader));
                }
            }
            if members.iter().any(|&p| self.graph.recursive[p]) {
                self.descend(direction, &contributions, &members, &mut unknowns);
            }
        }
        Some(unknowns)
    }

    /// For each predicate the contributions within its component that read its unknown, each as the predicate that it
    /// contributes to and its place there.
    fn readers(&self, direction: &Direction, contributions: &[Vec<Contribution>]) -> Vec<Vec<(usize, usize)>> {
        let mut readers = vec![Vec::new(); contributions.len()];
        for (reader, list) in contributions.iter().enumerate() {
            for (place, at) in list.iter().enumerate() {
                let local = &self.locals[at.clause];
                let read = match direction {
                    Direction::Forward { .. } => &local.body[..],
                    Direction::Backward { .. } => local.head.as_slice(),
                };
                for pred in read.iter().map(|atom| atom.pred.index()) {
                    if self.graph.component[pred] == self.graph.component[reader] {
                        readers[pred].push((reader, place));
                    }
                }
            }
        }
        readers
    }

    fn contributions(&self, direction: &Direction) -> Vec<Vec<Contribution>> {
        let mut contributions = vec![Vec::new(); self.system.preds.len()];
        for (clause, local) in self.locals.iter().enumerate() {
            match direction {
                Direction::Forward { .. } => {
                    if let Some(head) = &local.head {
                        contributions[head.pred.index()].push(Contribution { clause, body: None });
                    }
                }
                Direction::Backward { .. } => {
                    for (i, atom) in local.body.iter().enumerate() {
                        contributions[atom.pred.index()].push(Contribution { clause, body: Some(i) });
                    }
                }
            }
        }
        contributions
    }

    /// The states a clause is evaluated with; `None` if it cannot apply.
    fn sources<'s>(
        &'s self,
        direction: &'s Direction,
        clause: usize,
        unknowns: &'s [Option<State>],
    ) -> Option<Vec<(&'s LocalAtom, &'s State)>> {
        let local = &self.locals[clause];
        let mut sources = Vec::with_capacity(local.body.len() + 1);
        let bodies = match direction {
            Direction::Forward { .. } => unknowns,
            Direction::Backward { derivable } => derivable,
        };
        for atom in &local.body {
            sources.push((atom, bodies[atom.pred.index()].as_ref()?));
        }
        let heads = match direction {
            Direction::Forward { within } => *within,
            Direction::Backward { .. } => Some(unknowns),
        };
        if let (Some(head), Some(heads)) = (&local.head, heads) {
            sources.push((head, heads[head.pred.index()].as_ref()?));
        }
        Some(sources)
    }

    fn evaluate(&mut self, direction: &Direction, at: Contribution, unknowns: &[Option<State>]) -> Option<State> {
        let sources = self.sources(direction, at.clause, unknowns)?;
        let local = &self.locals[at.clause];
        let target = match at.body {
            Some(i) => Some(&local.body[i]),
            None => local.head.as_ref(),
        };
        let target = target.map(|atom| (atom, &self.forms[atom.pred.index()]));
        let outcome = transfer(local, &sources, target, self.effort);
        self.fuel = self.fuel.saturating_sub(outcome.steps + 1);
        self.cancel.charge(ROUND);
        outcome.state
    }

    /// Whether the fuel ran out or the run was cancelled.
    pub fn exhausted(&self) -> bool {
        self.fuel == 0 || self.cancel.is_cancelled()
    }

    /// Joins what has changed into a predicate's unknown; whether that grew. `None` as in [`Engine::solve`].
    fn ascend(
        &mut self,
        direction: &Direction,
        contributions: &[Contribution],
        pred: usize,
        unknowns: &mut [Option<State>],
        dirty: &mut [bool],
        visits: &mut [u32],
    ) -> Option<bool> {
        let mut next = unknowns[pred].clone();
        for (&at, dirty) in contributions.iter().zip(dirty) {
            if !std::mem::replace(dirty, false) {
                continue;
            }
            if let Some(state) = self.evaluate(direction, at, unknowns) {
                next = Some(match next {
                    None => state,
                    Some(next) if state.is_within(&next) => next,
                    Some(next) => next.join(&state),
                });
            }
            if self.exhausted() {
                return None;
            }
        }
        let Some(next) = next else { return Some(false) };
        let updated = match &unknowns[pred] {
            Some(old) if next.is_within(old) => return Some(false),
            Some(old) if self.loop_heads[pred] && visits[pred] >= JOINS => {
                let stops = visits[pred] < JOINS + THRESHOLD_WIDENINGS;
                if stops { old.widen(&next, self.thresholds) } else { old.widen(&next, &Thresholds::default()) }
            }
            _ => next,
        };
        visits[pred] += 1;
        unknowns[pred] = Some(updated);
        Some(true)
    }

    fn descend(
        &mut self,
        direction: &Direction,
        contributions: &[Vec<Contribution>],
        members: &[usize],
        unknowns: &mut [Option<State>],
    ) {
        for _ in 0..DESCENTS {
            let mut changed = false;
            for &pred in members {
                let Some(old) = unknowns[pred].clone() else { continue };
                let mut next: Option<State> = None;
                for &at in &contributions[pred] {
                    if let Some(state) = self.evaluate(direction, at, unknowns) {
                        next = Some(match next {
                            None => state,
                            Some(next) => next.join(&state),
                        });
                    }
                    if self.exhausted() {
                        return;
                    }
                }
                let met = next.and_then(|next| old.meet(&next).ok());
                if met.as_ref() != Some(&old) {
                    changed = true;
                    unknowns[pred] = met;
                }
            }
            if !changed {
                break;
            }
        }
    }

    /// Whether a clause can still apply, given derivable states and those its head must lie in.
    pub fn applies(&mut self, clause: usize, derivable: &[Option<State>], within: Option<&[Option<State>]>) -> bool {
        let direction = Direction::Forward { within };
        let Some(sources) = self.sources(&direction, clause, derivable) else { return false };
        let outcome = transfer(&self.locals[clause], &sources, None, self.effort);
        self.fuel = self.fuel.saturating_sub(outcome.steps + 1);
        outcome.state.is_some()
    }

    /// The states of all tuples.
    pub fn top(&self) -> Vec<Option<State>> {
        let preds = self.system.preds.iter().zip(self.forms);
        preds.map(|(p, forms)| Some(State::top(self.store, &p.sorts, forms))).collect()
    }
}

/// Positions of the predicates in a depth-first order along the clauses (body to head), the predicates of facts first.
pub(super) fn ranks(system: &System, graph: &PredGraph) -> Vec<u32> {
    let count = system.preds.len();
    let mut postorder = Vec::with_capacity(count);
    let mut seen = vec![false; count];
    let facts = system.clauses.iter().filter(|c| c.is_fact()).filter_map(|c| c.head.as_ref().map(|h| h.pred.index()));
    for root in facts.chain(0..count) {
        let mut stack = vec![(root, 0usize)];
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        while let Some((pred, next)) = stack.pop() {
            let Some(clause) = graph.using[pred].get(next) else {
                postorder.push(pred);
                continue;
            };
            stack.push((pred, next + 1));
            if let Some(head) = &system.clause(*clause).head
                && !std::mem::replace(&mut seen[head.pred.index()], true)
            {
                stack.push((head.pred.index(), 0));
            }
        }
    }
    let mut rank = vec![0; count];
    for (position, &pred) in postorder.iter().rev().enumerate() {
        rank[pred] = position as u32;
    }
    rank
}
