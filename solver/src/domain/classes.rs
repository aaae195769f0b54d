//! [`Classes`]: which arguments are always equal, and which always hold the same value term.
//!
//! Only for sorts whose equalities the other domains do not see: arrays, datatypes, bit-vectors and Booleans.

use crate::term::TermId;

/// A partition of the arguments `0 .. n` of a predicate, with a constant for some classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    /// For each argument the least argument equal to it.
    leader: Vec<u32>,
    /// For each argument the value term it always equals, if one is known.
    constant: Vec<Option<TermId>>,
}

impl Classes {
    /// Nothing known about `n` arguments.
    pub fn top(n: usize) -> Classes {
        Classes { leader: (0..n as u32).collect(), constant: vec![None; n] }
    }

    /// The classes of arguments with the same key. Arguments with key `None` are alone.
    pub fn from_keys(keys: &[Option<u32>], constant: Vec<Option<TermId>>) -> Classes {
        let leader = keys
            .iter()
            .enumerate()
            .map(|(i, key)| match key {
                Some(_) => keys.iter().position(|k| k == key).unwrap_or(i) as u32,
                None => i as u32,
            })
            .collect();
        Classes { leader, constant }
    }

    /// Pairs of equal arguments, each argument that is not a leader once.
    pub fn pairs(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.leader
            .iter()
            .enumerate()
            .filter(|(i, leader)| **leader != *i as u32)
            .map(|(i, leader)| (*leader, i as u32))
    }

    /// The value term an argument always equals.
    pub fn constant(&self, argument: usize) -> Option<TermId> {
        self.constant[argument]
    }

    /// What holds on both sides: arguments equal in both, constants the same in both. Chains ascend finitely.
    pub fn join(&self, other: &Classes) -> Classes {
        let both: Vec<(u32, u32)> = self.leader.iter().copied().zip(other.leader.iter().copied()).collect();
        let leader =
            both.iter().enumerate().map(|(i, pair)| both.iter().position(|p| p == pair).unwrap_or(i) as u32).collect();
        let constant = self.constant.iter().zip(&other.constant).map(|(a, b)| if a == b { *a } else { None }).collect();
        Classes { leader, constant }
    }

    /// Whether everything known in `other` is known here.
    pub fn is_within(&self, other: &Classes) -> bool {
        other.pairs().all(|(a, b)| self.leader[a as usize] == self.leader[b as usize])
            && self.constant.iter().zip(&other.constant).all(|(a, b)| b.is_none() || a == b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn join_keeps_what_both_know() {
        let key = |keys: [u32; 4]| Classes::from_keys(&keys.map(Some), vec![None; 4]);
        let (a, b) = (key([1, 1, 1, 2]), key([5, 6, 6, 6]));
        let join = a.join(&b);
        assert_eq!(join.pairs().collect::<Vec<_>>(), [(1, 2)]);
        assert!(a.is_within(&join) && b.is_within(&join) && !join.is_within(&a));
        assert_eq!(Classes::from_keys(&[None, None], vec![None; 2]), Classes::top(2));
    }
}
