//! Which integers of a predicate are counters, and which of them say most about the part of an array that loops have
//! been at.

use crate::rates::changing;
use crate::reduce::cells::Role;
use crate::system::System;
use crate::term::SortId;

/// The positions of the integers among the arguments of each predicate: in front those that change from one of its
/// atoms to the next, then those that change in a loop around it. Bounds that stay what they are say less about the
/// part of an array that loops have been at.
pub(super) fn counters(system: &System, roles: &[Vec<Role>]) -> Vec<Vec<usize>> {
    let around = changing(system);
    let mut result = Vec::with_capacity(system.preds.len());
    for (pred, roles) in system.pred_ids().zip(roles) {
        let sorts = &system.pred(pred).sorts;
        let changes = |position: &usize| {
            let mut loops = system.self_loops().filter(|(_, _, head)| head.pred == pred);
            loops.any(|(_, atom, head)| atom.args[*position] != head.args[*position])
        };
        let mut list: Vec<usize> =
            (0..sorts.len()).filter(|&i| sorts[i] == SortId::INT && roles[i] == Role::Scalar).collect();
        list.sort_by_key(|position| (!changes(position), !around[pred.index()][*position]));
        result.push(list);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_of_inner_and_outer_loops_come_before_bounds() {
        let text = "(set-logic HORN) (declare-fun p (Int Int Int) Bool) (declare-fun q (Int Int Int Int) Bool)
            (assert (forall ((n Int) (m Int)) (p n m 0)))
            (assert (forall ((n Int) (m Int) (i Int)) (=> (and (p n m i) (< i n)) (q n m i 0))))
            (assert (forall ((n Int) (m Int) (i Int) (j Int)) (=> (and (q n m i j) (< j m)) (q n m i (+ j 1)))))
            (assert (forall ((n Int) (m Int) (i Int) (j Int)) (=> (and (q n m i j) (>= j m)) (p n m (+ i 1)))))
            (assert (forall ((n Int) (m Int) (i Int)) (=> (and (p n m i) (> i n)) false))) (check-sat)";
        let script = crate::smtlib::read(text.as_bytes()).expect("a script");
        let roles = [vec![Role::Scalar; 3], vec![Role::Scalar; 4]];
        assert_eq!(counters(&script.system, &roles), [vec![2, 0, 1], vec![3, 2, 0, 1]]);
    }
}
