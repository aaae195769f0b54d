//! Pushing lemmas to higher levels, and recognising that two frames agree.

use super::Search;
use super::frames::INFINITY;
use super::oracle::Answer;
use crate::smt::Purpose;
use crate::system::Reason;

impl Search<'_> {
    /// Pushes lemmas from every level to the next. `Some(level)`: the frame of that level is inductive and excludes
    /// `false`.
    pub(super) fn propagate(&mut self) -> Result<Option<u32>, Reason> {
        for level in 1..=self.bound {
            let mut all = true;
            for pred in 0..self.rules.preds.len() {
                for lemma in self.frames.of(pred).to_vec() {
                    if self.frames.lemmas[lemma].level != level || self.frames.lemmas[lemma].dead {
                        continue;
                    }
                    self.cx.check()?;
                    // The bound itself is not searched yet: `false` stays where it is.
                    if pred == self.rules.bottom && level >= self.bound || !self.push(lemma, level + 1)? {
                        all = false;
                    }
                }
            }
            if all && level < self.bound && !self.frames.any_at(level) {
                return Ok(Some(level + 1));
            }
        }
        // Everything that excludes `false` is invariant.
        let bottom = self.rules.bottom;
        if self.frames.of(bottom).iter().any(|&l| self.frames.lemmas[l].level == INFINITY) {
            return Ok(Some(INFINITY));
        }
        Ok(None)
    }

    /// Raises a lemma if it holds at `level`, too.
    pub(super) fn push(&mut self, lemma: usize, level: u32) -> Result<bool, Reason> {
        let (pred, cube) = (self.frames.lemmas[lemma].pred, self.frames.lemmas[lemma].cube.clone());
        let conjunction = self.cx.store.and(&cube);
        if self.pool.refutes(&self.cx.store, pred, level, conjunction, false) {
            self.counts.pool_hits += 1;
            return Ok(false);
        }
        let Answer::Blocked { level: holds, .. } = self.ask(Purpose::Consecution, pred, level, &cube, &[])? else {
            return Ok(false);
        };
        self.raise(lemma, holds)?;
        Ok(true)
    }

    fn raise(&mut self, lemma: usize, level: u32) -> Result<(), Reason> {
        self.counts.pushed += 1;
        let guard = self.frames.lemmas[lemma].guard;
        self.oracle.enable_lemma(&mut self.cx.store, guard, (level != INFINITY).then_some(level))?;
        self.frames.raise(lemma, level);
        let (pred, formula) = (self.frames.lemmas[lemma].pred, self.frames.lemmas[lemma].formula);
        self.pool.update(&self.cx.store, pred, formula, level);
        Ok(())
    }
}
