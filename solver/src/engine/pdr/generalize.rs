//! From a blocked cube to a lemma.
//!
//! The core of the blocking query comes first, or what is left of the cube when variables are projected out
//! (`eliminate`). Arrays that are known by value become some of their cells (`entries`). Then literals are dropped as
//! long as what remains is inductive relative to the frame below (the lemma itself may be assumed of the body atoms of
//! its own predicate: frames only grow, and frame 0 is empty). Then inequalities are merged into one half-space where
//! one separates the cube from everything that can be reached (`separate`).

use super::Search;
use super::frames::{INFINITY, Lemma};
use super::limits::LIMITS;
use super::obligations::Obligation;
use super::oracle::Answer;
use crate::smt::Purpose;
use crate::system::Reason;
use crate::term::{Store, TermId, show};

/// A cube that is known to be blocked, with the lemma's guard if one was made, and the level up to which it is blocked.
#[derive(Clone, Debug)]
pub(super) struct Blocked {
    pub(super) cube: Vec<TermId>,
    pub(super) level: u32,
    /// The guard under which the lemma was assumed of the predicate's own body atoms.
    pub(super) guard: Option<TermId>,
}

impl Search<'_> {
    /// Makes a lemma from the core of a blocked obligation, returns its number. `holds` is the level where the core
    /// holds.
    pub(super) fn learn(&mut self, obligation: &Obligation, core: Vec<TermId>, holds: u32) -> Result<usize, Reason> {
        let Obligation { pred, level, depth, .. } = *obligation;
        let obligation = &obligation.cube;
        let core = self.samples.repair(&self.cx.store, pred, obligation, core);
        let mut blocked = Blocked { cube: core, level: holds, guard: None };
        blocked.cube.sort_unstable();
        if !blocked.cube.is_empty() {
            if let Some(covering) = self.guide(pred, level, depth, obligation)? {
                blocked = covering;
            } else if let Some(projected) = self.eliminate(pred, level, obligation)? {
                blocked = projected;
            }
            self.entries(pred, level, &mut blocked)?;
            self.drop_literals(pred, level, &mut blocked)?;
            self.separate(pred, level, &mut blocked)?;
            self.weaken(pred, level, &mut blocked)?;
        }
        self.add_lemma(pred, blocked)
    }

    /// Adds a lemma to the frames up to its level.
    pub(super) fn add_lemma(&mut self, pred: usize, blocked: Blocked) -> Result<usize, Reason> {
        if let Some(known) = self.frames.subsuming(pred, &blocked.cube, blocked.level) {
            return Ok(known);
        }
        let store = &mut self.cx.store;
        let formula = negation(store, &blocked.cube);
        let uses = self.rules.preds[pred].uses.clone();
        let (guard, missing) = match blocked.guard {
            // Its own rules know it from the relative query.
            Some(guard) => (guard, uses.iter().copied().filter(|&(r, _)| self.rules.rules[r].head != pred).collect()),
            None => (self.rules.fresh_bool(store), uses),
        };
        self.oracle.define_lemma(store, &self.rules, &missing, guard, formula)?;
        let level = (blocked.level != INFINITY).then_some(blocked.level);
        self.oracle.enable_lemma(store, guard, level)?;
        self.counts.lemmas += 1;
        self.pool.update(store, pred, formula, blocked.level);
        let lemma = Lemma { pred, cube: blocked.cube, formula, level: blocked.level, guard, dead: false };
        log::trace!("pdr: lemma {pred} at {}: {}", lemma.level, self.show(&[formula]));
        Ok(self.frames.add(lemma))
    }

    /// Is the lemma that excludes the cube inductive relative to the frame below `level`? `None` if not, or not known.
    pub(super) fn inductive(&mut self, pred: usize, level: u32, cube: &[TermId]) -> Result<Option<Blocked>, Reason> {
        let conjunction = self.cx.store.and(cube);
        if self.pool.refutes(&self.cx.store, pred, level, conjunction, true) {
            self.counts.pool_hits += 1;
            return Ok(None);
        }
        if self.samples.refutes(&self.cx.store, pred, conjunction) {
            self.counts.sampled += 1;
            return Ok(None);
        }
        let own: Vec<(usize, usize)> =
            self.rules.preds[pred].uses.iter().copied().filter(|&(r, _)| self.rules.rules[r].head == pred).collect();
        let store = &mut self.cx.store;
        let mut guard = None;
        let mut extra = Vec::new();
        if !own.is_empty() {
            let formula = negation(store, cube);
            let variable = self.rules.fresh_bool(store);
            self.oracle.define_lemma(store, &self.rules, &own, variable, formula)?;
            let literal = self.oracle.smt.new_literal();
            self.oracle.smt.assert_implied(store, literal, variable)?;
            extra.push(literal);
            guard = Some(variable);
        }
        let answer = self.ask(Purpose::Generalize, pred, level, cube, &extra)?;
        for literal in extra {
            self.oracle.smt.retire(literal);
        }
        match answer {
            Answer::Blocked { cube: core, level } => {
                let core = self.samples.repair(&self.cx.store, pred, cube, core);
                // The lemma that was assumed excludes the whole cube, a smaller one would be assumed to exclude more:
                // the assumption only gets stronger, the core stays one. But the guard stands for the larger lemma.
                let guard = if core.len() == cube.len() { guard } else { None };
                Ok(Some(Blocked { cube: core, level, guard }))
            }
            Answer::Step(_) | Answer::Unknown => Ok(None),
        }
    }

    /// Drops literals one after the other while the rest stays inductive.
    fn drop_literals(&mut self, pred: usize, level: u32, blocked: &mut Blocked) -> Result<(), Reason> {
        let mut failures = 0;
        let mut at = 0;
        while at < blocked.cube.len() && failures < LIMITS.generalize_drop_failures {
            self.cx.check()?;
            let mut candidate = blocked.cube.clone();
            candidate.remove(at);
            match self.inductive(pred, level, &candidate)? {
                Some(smaller) => {
                    self.counts.dropped += 1;
                    *blocked = smaller;
                    blocked.cube.sort_unstable();
                    failures = 0;
                }
                None => {
                    failures += 1;
                    at += 1;
                }
            }
        }
        Ok(())
    }

    /// Literals for the log.
    pub(super) fn show(&self, literals: &[TermId]) -> String {
        if log::log_enabled!(log::Level::Trace) { show(&self.cx.store, literals) } else { String::new() }
    }
}

/// The disjunction of the complements.
pub(super) fn negation(store: &mut Store, cube: &[TermId]) -> TermId {
    let parts: Vec<TermId> = cube.iter().map(|&l| store.not(l)).collect();
    store.or(&parts)
}
