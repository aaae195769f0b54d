//! Proof obligations: sets of states of a predicate that must be shown unreachable, or that a counterexample goes
//! through.
//!
//! The queue hands out the obligation with the smallest level first, among these the one nearest to the query. An
//! obligation that was blocked comes back at the level above; one that is met again at another place is the same
//! obligation.

use crate::term::TermId;
use hashbrown::HashMap;
use std::collections::BTreeSet;

/// The number of an obligation.
pub(super) type ObligationId = usize;

/// States of `pred` within the cube, to be blocked at `level`.
#[derive(Clone, Debug)]
pub(super) struct Obligation {
    pub(super) pred: usize,
    /// Literals over `Var(0) …`, the arguments of the predicate.
    pub(super) cube: Vec<TermId>,
    pub(super) level: u32,
    /// Steps to the query.
    pub(super) depth: u32,
    /// The lemma that blocked it last.
    pub(super) lemma: Option<usize>,
    /// How many times it was blocked.
    pub(super) blocked: u32,
    queued: bool,
}

/// All obligations of a search, with the queue of the open ones.
#[derive(Debug, Default)]
pub(super) struct Obligations {
    all: Vec<Obligation>,
    queue: BTreeSet<(u32, u32, ObligationId)>,
    known: HashMap<(usize, Vec<TermId>), ObligationId>,
}

impl Obligations {
    pub(super) fn get(&self, id: ObligationId) -> &Obligation {
        &self.all[id]
    }

    pub(super) fn get_mut(&mut self, id: ObligationId) -> &mut Obligation {
        &mut self.all[id]
    }

    /// How many obligations there ever were.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// How many are open.
    pub(super) fn open(&self) -> usize {
        self.queue.len()
    }

    /// Demands that the cube be blocked at the level.
    pub(super) fn add(&mut self, pred: usize, mut cube: Vec<TermId>, level: u32, depth: u32) -> ObligationId {
        cube.sort_unstable();
        cube.dedup();
        let key = (pred, cube);
        if let Some(&id) = self.known.get(&key) {
            let old = &self.all[id];
            if !old.queued || old.level > level {
                self.close(id);
                self.all[id].depth = depth;
                self.open_at(id, level);
            }
            return id;
        }
        let id = self.all.len();
        self.all.push(Obligation { pred, cube: key.1.clone(), level, depth, lemma: None, blocked: 0, queued: false });
        self.known.insert(key, id);
        self.open_at(id, level);
        id
    }

    /// Puts an obligation (back) into the queue.
    pub(super) fn open_at(&mut self, id: ObligationId, level: u32) {
        self.close(id);
        let obligation = &mut self.all[id];
        obligation.level = level;
        obligation.queued = true;
        self.queue.insert((level, obligation.depth, id));
    }

    /// Takes an obligation out of the queue.
    pub(super) fn close(&mut self, id: ObligationId) {
        let obligation = &mut self.all[id];
        if std::mem::replace(&mut obligation.queued, false) {
            self.queue.remove(&(obligation.level, obligation.depth, id));
        }
    }

    /// The next obligation of at most that level; it stays in the queue. At the level itself only those within as many
    /// steps of the query are due: without that limit a chain of predecessors could keep one bound busy for ever.
    pub(super) fn next(&self, level: u32) -> Option<ObligationId> {
        let &(lowest, depth, id) = self.queue.first()?;
        (lowest < level || (lowest == level && depth <= level)).then_some(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Store;

    #[test]
    fn lowest_level_first_then_nearest_to_the_query() {
        let mut all = Obligations::default();
        let a = all.add(0, vec![Store::TRUE], 3, 0);
        // Too far from the query for bound 2.
        let b = all.add(1, vec![Store::TRUE], 2, 3);
        let c = all.add(2, vec![Store::TRUE], 2, 1);
        assert_eq!(all.next(1), None);
        assert_eq!(all.next(3), Some(c));
        all.close(c);
        assert_eq!(all.next(2), None);
        assert_eq!(all.next(3), Some(b));
        all.open_at(b, 4);
        assert_eq!(all.next(4), Some(a));
        // The same states again at a lower level: the same obligation, moved.
        assert_eq!(all.add(0, vec![Store::TRUE], 1, 1), a);
        assert_eq!(all.next(1), Some(a));
        assert_eq!((all.len(), all.open()), (3, 2));
    }
}
