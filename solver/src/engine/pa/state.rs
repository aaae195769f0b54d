//! Abstraction predicates and abstract states.
//!
//! An abstract state is a predicate of the system with a set of abstraction predicates, read as their conjunction.
//! States are interned and abstraction predicates only ever added, so a state keeps its number and meaning across
//! refinements and everything learnt about it stays true.

use crate::system::{PredId, System};
use crate::term::{Store, TermId};
use hashbrown::HashMap;
use smallvec::SmallVec;

/// A set of small numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BitSet {
    /// No trailing zero words, so that equal sets are equal values.
    words: SmallVec<[u64; 2]>,
}

impl BitSet {
    /// Adds a number.
    pub fn insert(&mut self, at: usize) {
        let word = at / 64;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (at % 64);
    }

    /// Whether a number is in the set.
    pub fn contains(&self, at: usize) -> bool {
        self.words.get(at / 64).is_some_and(|w| w >> (at % 64) & 1 == 1)
    }

    /// Whether every element is in the other set.
    pub fn is_subset(&self, other: &BitSet) -> bool {
        self.words.len() <= other.words.len() && self.words.iter().zip(&other.words).all(|(a, b)| a & !b == 0)
    }

    /// The elements in increasing order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros() as usize;
                (rest != 0).then(|| {
                    rest &= rest - 1;
                    i * 64 + bit
                })
            })
        })
    }
}

/// The abstraction predicates of every predicate of a system: formulas over `Var(0) … Var(arity-1)`.
#[derive(Debug)]
pub struct Predicates {
    by_pred: Vec<Vec<TermId>>,
}

impl Predicates {
    /// No abstraction predicates.
    pub fn new(system: &System) -> Predicates {
        Predicates { by_pred: vec![Vec::new(); system.preds.len()] }
    }

    /// The abstraction predicates of a predicate, in the order they were added.
    pub fn of(&self, pred: PredId) -> &[TermId] {
        &self.by_pred[pred.index()]
    }

    /// Adds one; `false` if it is there already or trivial.
    pub fn add(&mut self, pred: PredId, formula: TermId) -> bool {
        let own = &mut self.by_pred[pred.index()];
        if formula == Store::TRUE || formula == Store::FALSE || own.contains(&formula) {
            return false;
        }
        own.push(formula);
        true
    }

    /// How many there are in all.
    pub fn count(&self) -> usize {
        self.by_pred.iter().map(Vec::len).sum()
    }

    /// The formula of a state.
    pub fn formula(&self, store: &mut Store, state: &State) -> TermId {
        let parts: Vec<TermId> = state.set.iter().map(|i| self.by_pred[state.pred.index()][i]).collect();
        store.and(&parts)
    }
}

/// A number for a state, see [`States`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateId(pub u32);

/// An abstract state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The predicate.
    pub pred: PredId,
    /// Positions in [`Predicates::of`].
    pub set: BitSet,
}

/// The states met so far.
#[derive(Debug, Default)]
pub struct States {
    all: Vec<State>,
    ids: HashMap<State, StateId>,
}

impl States {
    /// The number of a state.
    pub fn intern(&mut self, state: State) -> StateId {
        if let Some(&id) = self.ids.get(&state) {
            return id;
        }
        let id = StateId(self.all.len() as u32);
        self.all.push(state.clone());
        self.ids.insert(state, id);
        id
    }

    /// The state of a number.
    pub fn get(&self, id: StateId) -> &State {
        &self.all[id.0 as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bit_sets() {
        let mut a = BitSet::default();
        for i in [3, 64, 130] {
            a.insert(i);
        }
        assert_eq!(a.iter().collect::<Vec<_>>(), [3, 64, 130]);
        let mut b = BitSet::default();
        b.insert(64);
        b.insert(3);
        assert!(b.is_subset(&a) && !a.is_subset(&b) && b.contains(64) && !b.contains(130));
    }
}
