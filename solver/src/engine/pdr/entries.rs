//! Arrays in a blocked cube that are known by their value, `a = store(const(0), 0, 7)`, which comes from a fact.
//!
//! Such a literal says something of every cell, and lemmas that exclude one array after the other never end. What
//! matters are mostly the cells that are written there: `a[0] <= 7` and `a[0] >= 7`, which later steps can drop, move
//! and merge with other bounds.

use super::Search;
use super::generalize::Blocked;
use super::limits::LIMITS;
use crate::system::Reason;
use crate::term::{Op, SortId, Store, TermId};

impl Search<'_> {
    /// Puts the cells in the place of the arrays, if the cube stays blocked.
    pub(super) fn entries(&mut self, pred: usize, level: u32, blocked: &mut Blocked) -> Result<(), Reason> {
        let mut cube = Vec::with_capacity(blocked.cube.len());
        let mut found = false;
        for &literal in &blocked.cube {
            match cells(&mut self.cx.store, literal) {
                Some(parts) => {
                    found = true;
                    cube.extend(parts);
                }
                None => cube.push(literal),
            }
        }
        if !found {
            return Ok(());
        }
        cube.sort_unstable();
        cube.dedup();
        if let Some(weaker) = self.inductive(pred, level, &cube)? {
            *blocked = weaker;
            blocked.cube.sort_unstable();
        }
        Ok(())
    }
}

/// What an equation between an array and a value says of the entries of the value; `None` for another literal, or if
/// there are none or many.
fn cells(store: &mut Store, literal: TermId) -> Option<Vec<TermId>> {
    let (Op::Eq, &[left, right]) = (store.op(literal), store.args(literal)) else { return None };
    let (_, element) = store.array_sorts(store.sort_of(left))?;
    let (array, mut value) = match (store.is_value(left), store.is_value(right)) {
        (false, true) => (left, right),
        (true, false) => (right, left),
        _ => return None,
    };
    let mut entries = Vec::new();
    while let (Op::Store, &[inner, index, written]) = (store.op(value), store.args(value)) {
        // The outermost write is the one that counts.
        if entries.iter().all(|&(known, _)| known != index) {
            entries.push((index, written));
        }
        if entries.len() > LIMITS.entries {
            return None;
        }
        value = inner;
    }
    if entries.is_empty() {
        return None;
    }
    let mut parts = Vec::new();
    for (index, written) in entries {
        let cell = store.select(array, index);
        if element == SortId::INT || element == SortId::REAL {
            parts.extend([store.le(cell, written), store.ge(cell, written)]);
        } else {
            parts.push(store.eq(cell, written));
        }
    }
    Some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_array_known_by_value_is_known_by_its_entries() {
        let mut s = Store::new();
        let sort = s.array_sort(SortId::INT, SortId::INT);
        let (a, b) = (s.var(0, sort), s.var(1, sort));
        let [zero, one, seven] = [0, 1, 7].map(|n| s.int(n));
        let constant = s.const_array(sort, zero);
        let value = s.store(constant, one, seven);
        let literal = s.eq(a, value);
        let cell = s.select(a, one);
        let (below, above) = (s.le(cell, seven), s.ge(cell, seven));
        assert_eq!(cells(&mut s, literal), Some(vec![below, above]));
        for other in [s.eq(a, b), s.eq(a, constant), below] {
            assert_eq!(cells(&mut s, other), None);
        }
    }
}
