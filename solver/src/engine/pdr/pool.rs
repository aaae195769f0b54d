//! Rule applications seen in models, kept as counterexamples: many a question about a lemma is answered by an old one.
//!
//! An application whose body states lie in frame `n-1` shows that no lemma of level `n` may exclude its head state.
//! Which frames the body states lie in changes as lemmas come; it is kept up to date.

use super::frames::{Frames, INFINITY};
use super::limits::LIMITS;
use crate::term::{Assignment, Store, TermId, Value, evaluate};
use std::collections::VecDeque;

/// One application by its states.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    /// The body states with their predicates.
    pub(super) bodies: Vec<(usize, Assignment)>,
    pub(super) head: Assignment,
    /// The smallest level such that all body states lie in that frame.
    level: u32,
}

/// The pool of a search.
#[derive(Debug)]
pub(super) struct Pool {
    of_pred: Vec<VecDeque<Seen>>,
}

impl Pool {
    pub(super) fn new(preds: usize) -> Pool {
        Pool { of_pred: vec![VecDeque::new(); preds] }
    }

    /// Adds an application of a rule of `pred`.
    pub(super) fn add(
        &mut self,
        store: &Store,
        frames: &Frames,
        pred: usize,
        bodies: Vec<(usize, Assignment)>,
        head: Assignment,
    ) {
        let mut level = 0;
        for (body, state) in &bodies {
            // A body state needs at least one step; frame 0 is empty.
            level = level.max(1).max(frames.level_of(store, *body, state));
        }
        if level == INFINITY {
            return;
        }
        let pool = &mut self.of_pred[pred];
        if pool.len() >= LIMITS.pool_kept {
            pool.pop_front();
        }
        pool.push_back(Seen { bodies, head, level });
    }

    /// A lemma has come, or has been raised: some body states are out of more frames.
    pub(super) fn update(&mut self, store: &Store, pred: usize, formula: TermId, level: u32) {
        for pool in &mut self.of_pred {
            for seen in pool.iter_mut() {
                if seen.level > level {
                    continue;
                }
                for (body, state) in &seen.bodies {
                    if *body == pred && evaluate(store, formula, state) != Some(Value::Bool(true)) {
                        seen.level = seen.level.max(level.saturating_add(1));
                    }
                }
            }
            pool.retain(|seen| seen.level != INFINITY);
        }
    }

    /// Whether a known application from frame `level - 1` reaches the cube. If `inductive`, states of the
    /// predicate itself in the body must be outside the cube, as the lemma would be assumed there.
    pub(super) fn refutes(&self, store: &Store, pred: usize, level: u32, cube: TermId, inductive: bool) -> bool {
        self.of_pred[pred].iter().rev().any(|seen| {
            seen.level < level
                && evaluate(store, cube, &seen.head) == Some(Value::Bool(true))
                && !(inductive
                    && seen
                        .bodies
                        .iter()
                        .any(|(body, state)| *body == pred && evaluate(store, cube, state) != Some(Value::Bool(false))))
        })
    }

    /// The head states of applications from frame `level - 1`, newest first.
    pub(super) fn heads(&self, pred: usize, level: u32) -> impl Iterator<Item = &Assignment> {
        self.of_pred[pred].iter().rev().filter(move |seen| seen.level < level).map(|seen| &seen.head)
    }
}
