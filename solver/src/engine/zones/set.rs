//! Sets of tuples of a predicate: truth values, and bounds on the differences of numbers.

use super::limits::LIMITS;
use super::matrix::{Bound, Matrix, NONE, bound, number};
use crate::domain::constraint_term;
use crate::linear::{Constraint, Form};
use crate::num::{Int, Rat};
use crate::system::{Pred, System};
use crate::term::{Op, Relation, SortId, Store, TermId, postorder};

/// The common denominator of a system's numbers.
#[derive(Clone, Debug)]
pub(super) struct Scale(Int);

impl Scale {
    /// That of a system; `None` if it is too large.
    pub fn of(store: &Store, system: &System) -> Option<Scale> {
        let mut common = Int::ONE;
        for clause in &system.clauses {
            for term in postorder(store, &clause.terms()) {
                if let Op::Num(value) = store.op(term) {
                    common = common.lcm(value.denom());
                }
                // Constraints are divided by the factors of their variables.
                if let Some((form, _)) = store.as_linear_literal(term)
                    && let [(_, factor)] | [(_, factor), _] = &form.terms[..]
                {
                    common = common.lcm((&form.constant / factor).denom());
                }
                if common > Int::from(LIMITS.scale) {
                    return None;
                }
            }
        }
        Some(Scale(common))
    }

    /// One.
    pub fn unit(&self) -> i64 {
        self.0.to_i64().unwrap_or(1)
    }

    /// A number times the denominator, if that is an integer and not too large.
    pub fn number(&self, value: &Rat) -> Option<i64> {
        let scaled = value * &Rat::from(self.0.clone());
        scaled.to_int()?.to_i64().filter(|number| number.abs() <= LIMITS.number)
    }

    /// The number that was multiplied.
    fn original(&self, number: i64) -> Rat {
        Rat::new(Int::from(number), self.0.clone())
    }
}

/// Tuples of a predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Set {
    /// For each argument its truth value, if it has one.
    pub truth: Vec<Option<bool>>,
    /// The bounds on the numbers among the arguments, in their order; dimension 0 is zero.
    pub matrix: Matrix,
}

impl Default for Set {
    fn default() -> Set {
        Set { truth: Vec::new(), matrix: Matrix::top(1) }
    }
}

/// In which part of its values an argument lies: its number among the values that it is compared with, their
/// neighbourhoods counted; a range if that is open.
type Cell = (usize, usize);

/// What tells sets of a predicate apart: truth values and cells.
pub(super) type Key = (Vec<Option<bool>>, Vec<Cell>);

/// The numbers that the arguments of a predicate are compared with: for each number among the arguments, in order.
pub(super) type Cells = Vec<Vec<i64>>;

impl Set {
    /// Parts of the set, each in one cell of each argument where these are few, with what tells them apart.
    pub fn parts(self, cells: &Cells) -> Vec<(Key, Matrix)> {
        let mut parts = vec![(Vec::new(), self.matrix)];
        for (at, numbers) in cells.iter().enumerate() {
            let mut next = Vec::with_capacity(parts.len());
            for (key, matrix) in parts {
                let (first, last) = span(&matrix, at + 1, numbers);
                let with = |cell: Cell| key.iter().copied().chain([cell]).collect::<Vec<Cell>>();
                if first == last || last - first >= LIMITS.split {
                    next.push((with((first, last)), matrix));
                    continue;
                }
                for cell in first..=last {
                    let mut part = matrix.clone();
                    let (low, high) = limits_of(cell, numbers);
                    if part.insert(0, at + 1, low) && part.insert(at + 1, 0, high) {
                        next.push((with((cell, cell)), part));
                    }
                }
            }
            parts = next;
        }
        parts.into_iter().map(|(cells, matrix)| ((self.truth.clone(), cells), matrix)).collect()
    }

    /// The formula of the set over the arguments of its predicate.
    pub fn formula(&self, store: &mut Store, pred: &Pred, scale: &Scale) -> TermId {
        let args = store.vars(0, &pred.sorts);
        let mut parts = Vec::new();
        for (arg, value) in args.iter().zip(&self.truth) {
            if let Some(value) = value {
                parts.push(if *value { *arg } else { store.not(*arg) });
            }
        }
        let numbers = numbers(pred);
        for (i, j) in self.matrix.needed() {
            let (value, strict) = number(self.matrix.get(i, j));
            let mut form = Form::constant(scale.original(-value));
            for (dimension, factor) in [(i, 1), (j, -1)] {
                if let Some(arg) = dimension.checked_sub(1).and_then(|at| numbers.get(at)) {
                    form = form.plus(&Rat::from(factor), &Form::var(*arg as u32));
                }
            }
            let relation = if strict { Relation::LtZero } else { Relation::LeZero };
            parts.push(constraint_term(store, &Constraint::new(form, relation), &args));
        }
        store.and(&parts)
    }
}

/// The places of the numbers among a predicate's arguments.
pub(super) fn numbers(pred: &Pred) -> Vec<usize> {
    (0..pred.sorts.len()).filter(|&at| pred.sorts[at] == SortId::INT || pred.sorts[at] == SortId::REAL).collect()
}

/// The cells that a dimension may lie in: below the first number, at it, between it and the second, …
fn span(matrix: &Matrix, dimension: usize, numbers: &[i64]) -> Cell {
    let last = 2 * numbers.len();
    let above = match matrix.get(0, dimension) {
        NONE => 0,
        low => {
            let (negated, strict) = number(low);
            let at = numbers.partition_point(|number| *number < -negated);
            if numbers.get(at) == Some(&-negated) { 2 * at + 1 + usize::from(strict) } else { 2 * at }
        }
    };
    let below = match matrix.get(dimension, 0) {
        NONE => last,
        high => {
            let (value, strict) = number(high);
            let at = numbers.partition_point(|number| *number < value);
            if numbers.get(at) == Some(&value) { 2 * at + 1 - usize::from(strict) } else { 2 * at }
        }
    };
    (above.min(below), below)
}

/// The bounds of a cell: on its negation, and on it.
fn limits_of(cell: usize, numbers: &[i64]) -> (Bound, Bound) {
    let at = cell / 2;
    if cell % 2 == 1 {
        return (bound(-numbers[at], false), bound(numbers[at], false));
    }
    let low = at.checked_sub(1).map_or(NONE, |below| bound(-numbers[below], true));
    (low, numbers.get(at).map_or(NONE, |above| bound(*above, true)))
}

#[cfg(test)]
mod tests {
    use super::super::matrix::ZERO;
    use super::*;

    #[test]
    fn sets_are_split_where_an_argument_is_compared() {
        let mut matrix = Matrix::top(3);
        assert!(matrix.insert(1, 0, bound(7, false)) && matrix.insert(0, 1, ZERO) && matrix.insert(2, 1, ZERO));
        let set = Set { truth: vec![Some(true), None, None], matrix };
        let parts = set.clone().parts(&vec![vec![0, 7], Vec::new()]);
        let cells: Vec<Cell> = parts.iter().map(|((_, cells), _)| cells[0]).collect();
        assert_eq!(cells, [(1, 1), (2, 2), (3, 3)]);
        assert_eq!(parts[0].1.get(2, 0), ZERO);
        assert_eq!(parts[1].1.get(2, 0), bound(7, true));
        assert_eq!(set.clone().parts(&vec![Vec::new(), Vec::new()]).len(), 1);
        let far = set.parts(&vec![vec![1, 2, 3, 4, 5, 6], Vec::new()]);
        assert_eq!(far[0].0.1, [(0, 12), (0, 0)]);
    }
}
