//! The first guess: linear equations between counters and ghosts that all executions obey.
//!
//! The loops that aggregates are about keep equations: a variable is the sum so far, two parts make up the whole. They
//! are in the data: the affine hull of the facts that executions derive has every equation that is an invariant, and
//! hardly any other once there are more facts than arguments. Its rows become candidates, so that the choice of the
//! largest inductive subset starts with the instrumentation's own equations instead of searching for them, however many
//! ghosts there are.

use super::limits::LIMITS;
use crate::domain::Affine;
use crate::execute::Fact;
use crate::linear::Form;
use crate::num::{Int, Rat};
use crate::reduce::cells::{Cells, Role};
use crate::system::System;
use crate::term::{Assignment, Evaluator, Store, TermId};

/// The equations of each predicate over cells, as terms over its arguments.
pub fn guess(
    store: &mut Store,
    system: &System,
    reduction: &Cells,
    roles: &[Vec<Role>],
    facts: &[Vec<Fact>],
) -> Vec<Vec<TermId>> {
    let mut result = Vec::with_capacity(system.preds.len());
    for pred in system.pred_ids() {
        let terms = reduction.argument_terms(store, system, pred);
        let places: Vec<usize> = (0..terms.len())
            .filter(|&i| matches!(roles[pred.index()][i], Role::Scalar | Role::Ghost))
            .filter(|&i| store.sort_of(terms[i]).is_arith())
            .take(LIMITS.guess_argument)
            .collect();
        let mut points = Vec::new();
        for fact in &facts[pred.index()] {
            let assignment = Assignment::from_values(fact.iter().cloned());
            let mut evaluator = Evaluator::limited(store, &assignment, LIMITS.search_cells);
            let point: Option<Vec<Rat>> =
                places.iter().map(|&i| evaluator.eval(terms[i]).and_then(|v| v.as_rat())).collect();
            points.extend(point);
        }
        let mut equations = Vec::new();
        for row in hull(&points) {
            if let Some(equation) = equation(store, &row, &places, &terms) {
                equations.push(equation);
            }
        }
        result.push(equations);
    }
    result
}

/// The equations that all points satisfy; none of one point alone.
fn hull(points: &[Vec<Rat>]) -> Vec<Form> {
    let [first, rest @ ..] = points else { return Vec::new() };
    if rest.is_empty() {
        return Vec::new();
    }
    let mut hull = single(first);
    for point in rest {
        if !hull.rows().iter().all(|row| row.eval(|v| &point[v as usize]).is_zero()) {
            hull = hull.join(&single(point));
        }
    }
    hull.rows().to_vec()
}

/// The space that is one point.
fn single(point: &[Rat]) -> Affine {
    let mut space = Affine::top();
    for (place, value) in point.iter().enumerate() {
        // Each row is about a variable of its own.
        let _ = space.insert(&Form::from_terms(vec![(place as u32, Rat::ONE)], -value));
    }
    space
}

/// A row as an equation between arguments. `None` if its numbers are no loop's.
fn equation(store: &mut Store, row: &Form, places: &[usize], terms: &[TermId]) -> Option<TermId> {
    let mut row = row.clone();
    row.normalise();
    let limit = Int::from(LIMITS.guess_coefficient);
    if row.terms.iter().any(|(_, c)| c.abs() > Rat::from(limit.clone())) {
        return None;
    }
    let mut summands = Vec::with_capacity(row.terms.len() + 1);
    let sort = store.sort_of(terms[places[row.terms.first()?.0 as usize]]);
    for (place, coefficient) in &row.terms {
        let position = places[*place as usize];
        if store.sort_of(terms[position]) != sort {
            return None;
        }
        let argument = store.var(position as u32, sort);
        summands.push(store.scale(coefficient, argument));
    }
    if sort == crate::term::SortId::INT && row.constant.to_int().is_none() {
        return None;
    }
    summands.push(store.num(row.constant.clone(), sort));
    let sum = store.add(&summands);
    let zero = store.num(Rat::ZERO, sort);
    Some(store.eq(sum, zero))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(rows: &[&[i64]]) -> Vec<Vec<Rat>> {
        rows.iter().map(|row| row.iter().map(|&x| Rat::from(x)).collect()).collect()
    }

    #[test]
    fn equations_of_points() {
        // x = y + 2z and w = 7.
        let rows = hull(&points(&[&[0, 0, 0, 7], &[3, 1, 1, 7], &[5, 1, 2, 7], &[4, 4, 0, 7], &[2, 0, 1, 7]]));
        assert_eq!(rows.len(), 2);
        let check = |point: &[i64]| {
            let point: Vec<Rat> = point.iter().map(|&x| Rat::from(x)).collect();
            rows.iter().all(|row| row.eval(|v| &point[v as usize]).is_zero())
        };
        assert!(check(&[7, 1, 3, 7]));
        assert!(!check(&[7, 1, 2, 7]) && !check(&[7, 1, 3, 8]));
        assert!(hull(&points(&[&[1, 2]])).is_empty() && hull(&[]).is_empty());
    }

    #[test]
    fn rows_become_equations() {
        let mut store = Store::new();
        let terms = store.vars(0, &[crate::term::SortId::INT; 3]);
        let row = Form::from_terms(vec![(0, Rat::from(1)), (1, Rat::new(Int::from(-1), Int::from(2)))], Rat::ZERO);
        let expected = {
            let twice = store.scale(&Rat::from(2), terms[0]);
            store.eq(twice, terms[2])
        };
        assert_eq!(equation(&mut store, &row, &[0, 2], &terms), Some(expected));
        let row = Form::from_terms(vec![(0, Rat::from(1)), (1, Rat::from(1000))], Rat::ZERO);
        assert_eq!(equation(&mut store, &row, &[0, 2], &terms), None);
    }
}
