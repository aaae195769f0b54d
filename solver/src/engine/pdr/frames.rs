//! Lemmas and their levels.
//!
//! A lemma is the negation of a cube over the arguments of a predicate. With level `n` it holds of everything derivable
//! in at most `n` steps (rounds of clause applications) and is kept in the smallest set of frames that needs it: frame
//! `i` of a predicate is the conjunction of its lemmas of level `≥ i`. A lemma of level [`INFINITY`] holds of
//! everything derivable.

use crate::term::{Assignment, Evaluator, Store, TermId};

/// The level of an invariant.
pub(super) const INFINITY: u32 = u32::MAX;

/// A lemma of a predicate.
#[derive(Clone, Debug)]
pub(super) struct Lemma {
    pub(super) pred: usize,
    /// What is excluded: literals over the predicate's arguments, sorted.
    pub(super) cube: Vec<TermId>,
    /// The negation of the cube.
    pub(super) formula: TermId,
    pub(super) level: u32,
    /// A Boolean variable that implies the lemma at all its uses, in the SMT process.
    pub(super) guard: TermId,
    /// Subsumed by another lemma of at least its level.
    pub(super) dead: bool,
}

/// All lemmas.
#[derive(Debug, Default)]
pub(super) struct Frames {
    pub(super) lemmas: Vec<Lemma>,
    /// The living ones of each predicate.
    of_pred: Vec<Vec<usize>>,
}

impl Frames {
    pub(super) fn new(preds: usize) -> Frames {
        Frames { lemmas: Vec::new(), of_pred: vec![Vec::new(); preds] }
    }

    /// The living lemmas of a predicate, oldest first.
    pub(super) fn of(&self, pred: usize) -> &[usize] {
        &self.of_pred[pred]
    }

    /// A lemma that contains a sub-cube and has at least that level: it makes another one superfluous.
    pub(super) fn subsuming(&self, pred: usize, cube: &[TermId], level: u32) -> Option<usize> {
        self.of_pred[pred]
            .iter()
            .copied()
            .find(|&l| self.lemmas[l].level >= level && contained(&self.lemmas[l].cube, cube))
    }

    /// Adds a lemma and drops those it subsumes.
    pub(super) fn add(&mut self, lemma: Lemma) -> usize {
        let id = self.lemmas.len();
        self.lemmas.push(lemma);
        let pred = self.lemmas[id].pred;
        self.of_pred[pred].push(id);
        self.drop_subsumed_by(id);
        id
    }

    /// Raises a lemma and drops those it now subsumes.
    pub(super) fn raise(&mut self, id: usize, level: u32) {
        self.lemmas[id].level = level;
        self.drop_subsumed_by(id);
    }

    fn drop_subsumed_by(&mut self, id: usize) {
        let (pred, level) = (self.lemmas[id].pred, self.lemmas[id].level);
        let cube = self.lemmas[id].cube.clone();
        let lemmas = &mut self.lemmas;
        self.of_pred[pred].retain(|&other| {
            let gone = other != id && lemmas[other].level <= level && contained(&cube, &lemmas[other].cube);
            lemmas[other].dead |= gone;
            !gone
        });
    }

    /// The smallest level from which on a state satisfies all lemmas of the predicate.
    pub(super) fn level_of(&self, store: &Store, pred: usize, state: &Assignment) -> u32 {
        let mut evaluator = Evaluator::new(store, state);
        let mut level = 0;
        for &l in &self.of_pred[pred] {
            let lemma = &self.lemmas[l];
            if lemma.level >= level && !evaluator.holds(lemma.formula) {
                level = lemma.level.saturating_add(1);
                if lemma.level == INFINITY {
                    return INFINITY;
                }
            }
        }
        level
    }

    /// Whether some living lemma of a predicate has exactly that level.
    pub(super) fn any_at(&self, level: u32) -> bool {
        self.of_pred.iter().flatten().any(|&l| self.lemmas[l].level == level)
    }

    /// The conjunction of the predicate's lemmas of at least that level.
    pub(super) fn frame(&self, store: &mut Store, pred: usize, level: u32) -> TermId {
        let parts: Vec<TermId> = self.of_pred[pred]
            .iter()
            .filter(|&&l| self.lemmas[l].level >= level)
            .map(|&l| self.lemmas[l].formula)
            .collect();
        store.and(&parts)
    }
}

/// Whether every element of the first sorted list is in the second.
fn contained(small: &[TermId], large: &[TermId]) -> bool {
    let mut rest = large.iter();
    small.len() <= large.len() && small.iter().all(|x| rest.any(|y| y == x))
}
