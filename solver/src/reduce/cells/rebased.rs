//! Contents at counters, beside a cell: `a[i]` and `a[j]` for the arguments `i` and `j` at which clauses read `a`.
//!
//! A cell alone is at any index, and what is known of it is known of each cell by itself. Algorithms with cursors
//! compare cells with those at the cursors, and keep what they have found: `k < i ∨ k > j → a[k] ≤ a[i] ∨ a[k] ≤ a[j]`
//! is about three cells, two of which have names.

use super::{Cells, Extension, Shape, Unsupported, transform};
use crate::system::{Atom, PredId, System};
use crate::term::{Op, SortId, Store, TermId, postorder};

/// Contents that are added to a predicate, at most: each is one more argument.
const CONTENTS: usize = 3;

/// The contents, as terms over the arguments of each predicate.
struct Rebased {
    contents: Vec<Vec<TermId>>,
}

impl Extension for Rebased {
    fn ghosts(&self, pred: PredId) -> &[TermId] {
        &self.contents[pred.index()]
    }

    /// What is known of cells at counters is known of their contents already, and of the others only the head's
    /// matters: so linear clauses stay linear.
    fn choose_paths(&self, store: &Store, atom: &Atom, own: &[Vec<TermId>], paths: &mut Vec<Vec<TermId>>) {
        if paths.iter().any(|path| own.contains(path)) {
            paths.retain(|path| own.contains(path));
            return;
        }
        let counters: Vec<TermId> = self.contents[atom.pred.index()]
            .iter()
            .filter_map(|content| match store.op(store.args(*content)[1]) {
                Op::Var(at) => Some(atom.args[*at as usize]),
                _ => None,
            })
            .collect();
        let is_free = |path: &Vec<TermId>| path.iter().any(|index| !counters.contains(index));
        if paths.iter().any(is_free) {
            paths.retain(is_free);
        }
    }
}

/// The cell abstraction with one cell and contents at counters.
pub(super) fn rebased(store: &mut Store, system: &System) -> Result<Cells, Unsupported> {
    let contents: Vec<Vec<TermId>> = system.pred_ids().map(|pred| contents(store, system, pred)).collect();
    if contents.iter().all(Vec::is_empty) {
        return Err(Unsupported("no reads at counters"));
    }
    transform(store, system, Shape { shared_index: true, cells: 1 }, &mut Rebased { contents })
}

/// The reads of array arguments at integer arguments in clauses that have the predicate in the body.
fn contents(store: &mut Store, system: &System, pred: PredId) -> Vec<TermId> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for clause in &system.clauses {
        let atoms: Vec<_> = clause.body.iter().filter(|atom| atom.pred == pred).collect();
        if atoms.is_empty() {
            continue;
        }
        for term in postorder(store, &clause.terms()) {
            let (Op::Select, &[array, index]) = (store.op(term), store.args(term)) else { continue };
            for atom in &atoms {
                let place = |wanted: TermId| atom.args.iter().position(|&arg| arg == wanted);
                let (Some(array), Some(index)) = (place(array), place(index)) else { continue };
                if store.sort_of(term) == SortId::INT && !found.contains(&(array, index)) {
                    found.push((array, index));
                }
            }
        }
    }
    found.truncate(CONTENTS);
    let args = store.vars(0, &system.pred(pred).sorts);
    found.into_iter().map(|(array, index)| store.select(args[array], args[index])).collect()
}

#[cfg(test)]
mod tests {
    use crate::engine::table::EngineId;
    use crate::engine::testing::decide;

    /// The maximum by elimination: two cursors meet at a greatest cell.
    const CURSORS: &str = "(set-logic HORN) (declare-fun p ((Array Int Int) Int Int Int) Bool)
            (assert (forall ((a (Array Int Int)) (n Int)) (=> (>= n 1) (p a n 0 (- n 1)))))
            (assert (forall ((a (Array Int Int)) (n Int) (x Int) (y Int))
              (=> (and (p a n x y) (not (= x y)) (<= (select a x) (select a y))) (p a n (+ x 1) y))))
            (assert (forall ((a (Array Int Int)) (n Int) (x Int) (y Int))
              (=> (and (p a n x y) (not (= x y)) (> (select a x) (select a y))) (p a n x (- y 1)))))
            (assert (forall ((a (Array Int Int)) (n Int) (x Int) (y Int) (k Int))
              (=> (and (p a n x y) (= x y) (<= 0 k) (< k n) (> (select a k) (select a x))) false)))";

    #[test]
    fn cursors_meet_at_a_greatest_cell() {
        assert_eq!(decide(EngineId::Cells.make().as_mut(), CURSORS, 60).0, "sat");
        // The wrong one of two cells is left out.
        let wrong = CURSORS.replace("(<= (select a x) (select a y))", "(>= (select a x) (select a y))");
        assert_ne!(decide(EngineId::Cells.make().as_mut(), &wrong, 5).0, "sat");
    }
}
