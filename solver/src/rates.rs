//! Bounds on what a variable gains while another one counts: `total <= 3 + 150·i` for a loop that adds at most 150 in
//! each round. How much that can be is mostly a number of the clauses; executions say which of them it may be, and what
//! there was before the first round. What comes out are candidates.

use crate::num::{Int, Rat};
use crate::system::{Atom, Clause, PredGraph, System};
use crate::term::{Linear, Op, SortId, Store, TermId, postorder};
use std::collections::BTreeSet;

/// Larger numbers are ends of types, nothing that a loop adds.
const LARGEST: i64 = 1_000_000;
/// Numbers of the clauses that are tried.
const NUMBERS: usize = 60;
/// Rates of one variable by another that are tried: executions need not have met the greatest one.
const TRIED: usize = 2;
/// Candidates of one predicate.
const CANDIDATES: usize = 120;

/// The numbers that loops of these clauses may add, ascending: those that they mention, and their opposites.
pub fn steps(store: &Store, clauses: &[Clause]) -> Vec<Int> {
    let mut found: BTreeSet<Int> = BTreeSet::new();
    for clause in clauses {
        for term in postorder(store, &clause.terms()) {
            if let Op::Num(value) = store.op(term)
                && let Some(value) = value.abs().to_int()
                && value > Int::ONE
                && value <= Int::from(LARGEST)
            {
                found.insert(value);
            }
        }
    }
    let positive: Vec<Int> = found.into_iter().take(NUMBERS).collect();
    positive.iter().rev().map(|value| -value.clone()).chain(positive.iter().cloned()).collect()
}

/// The numbers of the clauses (as [`steps`] has them, and zero) that are the next ones at or beyond the greatest value
/// of something, or the least one: what executions have met is seldom all that there is.
pub fn beyond(steps: &[Int], value: &Int, upper: bool) -> Vec<Int> {
    let zero = Int::ZERO;
    let at = steps.partition_point(|step| *step < zero);
    let mut all: Vec<&Int> = steps[..at].iter().chain([&zero]).chain(&steps[at..]).collect();
    if !upper {
        all.reverse();
    }
    let enough = |step: &&&Int| if upper { **step >= value } else { **step <= value };
    all.iter().filter(enough).take(TRIED).map(|step| (*step).clone()).collect()
}

/// Bounds on each column by each other one that hold of all rows, `columns` being what they are called; what a loop
/// does not change gains nothing and should be none of them. The slopes are among `steps`; those of at most one are
/// left to others.
pub fn rates(store: &mut Store, columns: &[TermId], rows: &[Vec<Int>], steps: &[Int]) -> Vec<TermId> {
    let mut result = Vec::new();
    for counter in 0..columns.len() {
        for total in (0..columns.len()).filter(|&total| total != counter) {
            // Up and down from where the counter is least, and from where it is greatest.
            for (forward, above) in [(true, true), (true, false), (false, true), (false, false)] {
                let point = |row: &Vec<Int>| {
                    let turn = |value: &Int, straight: bool| if straight { value.clone() } else { -value.clone() };
                    (turn(&row[counter], forward), turn(&row[total], above))
                };
                let points: Vec<(Int, Int)> = rows.iter().map(point).collect();
                for (slope, most) in slopes(&points, steps) {
                    // above·total <= most + slope·(forward·counter)
                    let sign = |straight: bool| if straight { Int::ONE } else { -Int::ONE };
                    let mut linear = Linear { terms: Vec::new(), constant: Rat::from(-most) };
                    linear.terms = vec![
                        (columns[total], Rat::from(sign(above))),
                        (columns[counter], Rat::from(-slope * sign(forward))),
                    ];
                    linear.terms.sort_by_key(|(atom, _)| *atom);
                    let (left, zero) = (store.from_linear(&linear, SortId::INT), store.int(0));
                    let candidate = store.le(left, zero);
                    if result.len() < CANDIDATES && !result.contains(&candidate) {
                        result.push(candidate);
                    }
                }
            }
        }
    }
    result
}

/// The smallest slopes of a line above all points, from the highest of the first ones on, and where each line meets
/// zero.
fn slopes(points: &[(Int, Int)], steps: &[Int]) -> Vec<(Int, Int)> {
    let Some(first) = points.iter().map(|(x, _)| x).min().cloned() else { return Vec::new() };
    let Some(start) = points.iter().filter(|(x, _)| *x == first).map(|(_, y)| y).max().cloned() else {
        return Vec::new();
    };
    // Two places of the counter show no rate yet.
    let places: BTreeSet<&Int> = points.iter().map(|(x, _)| x).collect();
    if places.len() < 3 {
        return Vec::new();
    }
    let above = |slope: &Int| {
        let line = |x: &Int| start.clone() + slope.clone() * (x.clone() - first.clone());
        points.iter().all(|(x, y)| *y <= line(x))
    };
    let fitting = steps.iter().skip_while(|slope| !above(slope)).take(TRIED);
    fitting.map(|slope| (slope.clone(), start.clone() - slope.clone() * first.clone())).collect()
}

/// For each argument of each predicate whether a loop that the predicate is in gives it new values: one of the clauses
/// of the loop computes it, or it is a copy of an argument that changes.
pub fn changing(system: &System) -> Vec<Vec<bool>> {
    let graph = PredGraph::new(system);
    let mut result: Vec<Vec<bool>> = system.preds.iter().map(|pred| vec![false; pred.sorts.len()]).collect();
    loop {
        let mut more = false;
        for clause in &system.clauses {
            let Some(head) = &clause.head else { continue };
            let component = graph.component[head.pred.index()];
            let inside: Vec<&Atom> =
                clause.body.iter().filter(|atom| graph.component[atom.pred.index()] == component).collect();
            if inside.is_empty() {
                continue;
            }
            for (position, &arg) in head.args.iter().enumerate() {
                // The counter may be its limit where a loop ends: what also is a copy of the limit has not changed.
                let copies = || {
                    let arguments = inside.iter().flat_map(|atom| atom.args.iter().zip(&result[atom.pred.index()]));
                    arguments.filter(|(other, _)| **other == arg).map(|(_, changes)| *changes)
                };
                let moved = |atom: &Atom| atom.pred == head.pred && atom.args[position] != arg;
                let changes = || copies().all(|changes| changes) || inside.iter().any(|atom| moved(atom));
                if !result[head.pred.index()][position] && changes() {
                    result[head.pred.index()][position] = true;
                    more = true;
                }
            }
        }
        if !more {
            return result;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Assignment, Evaluator, Value};

    #[test]
    fn a_total_is_bounded_by_its_rounds() {
        let mut store = Store::new();
        let columns = store.vars(0, &[SortId::INT, SortId::INT]);
        let row = |i: i64, total: i64| vec![Int::from(i), Int::from(total)];
        let steps: Vec<Int> = [-150, -100, -7, 7, 100, 150].map(Int::from).to_vec();
        let rows = [row(0, 3), row(1, 120), row(2, 120), row(3, 260)];
        let found = rates(&mut store, &columns, &rows, &steps);
        let holds = |term: TermId, i: i64, total: i64| {
            let values = [i, total].map(|value| Value::Int(Int::from(value)));
            let assignment = Assignment::from_values(values);
            Evaluator::new(&store, &assignment).holds(term)
        };
        // 3 + 150·i is the smallest of the lines above all rows whose slope is a number of the clauses.
        let tight = |&&term: &&TermId| holds(term, 10, 1503) && !holds(term, 10, 1504);
        assert_eq!(found.iter().filter(tight).count(), 1);
        for term in &found {
            assert!([(0, 3), (1, 120), (2, 120), (3, 260)].iter().all(|(i, total)| holds(*term, *i, *total)));
        }
        assert_eq!(beyond(&steps, &Int::from(120), true), [150].map(Int::from));
        assert_eq!(beyond(&steps, &Int::from(3), false), [0, -7].map(Int::from));
        assert_eq!(beyond(&steps, &Int::from(-3), true), [0, 7].map(Int::from));
        assert!(rates(&mut store, &columns, &rows[..2], &steps).is_empty());
        assert!(rates(&mut store, &columns, &[], &steps).is_empty());
    }
}
