//! [`Affine`]: conjunctions of linear equalities.
//!
//! Karr, *Affine relationships among variables of a program*, 1976, with exact rationals. The equalities are kept in
//! reduced row echelon form, which is unique, so equal spaces are equal values. A join goes through points and
//! directions and back. Chains ascend at most once per dimension, so no widening is needed.

use super::Contradiction;
use crate::linear::Form;
use crate::num::{Int, Rat};

/// The points that satisfy every row `= 0`. Never empty.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Affine {
    /// Rows by increasing pivot, the least variable of the row, whose coefficient is 1 and which occurs in no other
    /// row.
    rows: Vec<Form>,
}

/// Rows with larger numbers than this are dropped rather than carried along.
const LARGEST: u32 = 48;

impl Affine {
    /// No equality.
    pub fn top() -> Affine {
        Affine::default()
    }

    /// The equalities, each a form that is 0.
    pub fn rows(&self) -> &[Form] {
        &self.rows
    }

    /// The form with pivots replaced by the rest of their rows.
    pub fn reduce(&self, form: &Form) -> Form {
        let mut result = form.clone();
        for (var, coefficient) in &form.terms {
            if let Ok(i) = self.rows.binary_search_by_key(var, |row| row.terms[0].0) {
                // A pivot occurs in no other row, so subtracting other rows left its coefficient alone.
                result = result.plus(&-coefficient, &self.rows[i]);
            }
        }
        result
    }

    /// Whether the equalities imply `form = 0`.
    pub fn implies(&self, form: &Form) -> bool {
        let rest = self.reduce(form);
        rest.is_constant() && rest.constant.is_zero()
    }

    /// Adds `form = 0`; whether that is new.
    pub fn insert(&mut self, form: &Form) -> Result<bool, Contradiction> {
        let mut row = self.reduce(form);
        let Some((pivot, coefficient)) = row.terms.first().cloned() else {
            return if row.constant.is_zero() { Ok(false) } else { Err(Contradiction) };
        };
        row.scale(&coefficient.recip());
        for other in &mut self.rows {
            if let Some(c) = other.coefficient(pivot) {
                let c = -c;
                *other = other.plus(&c, &row);
            }
        }
        let at = self.rows.partition_point(|r| r.terms[0].0 < pivot);
        self.rows.insert(at, row);
        Ok(true)
    }

    /// Whether every point satisfies `other`'s equalities.
    pub fn is_within(&self, other: &Affine) -> bool {
        other.rows.iter().all(|row| self.implies(row))
    }

    /// The equalities over variables from `first` on that follow, renumbered from 0: the projection that forgets the
    /// smaller variables.
    pub fn project_from(&self, first: u32) -> Affine {
        // Pivots are least variables, so a row whose pivot is kept mentions kept variables only; the rest of the space
        // says nothing about them.
        let limit = Int::pow2(LARGEST);
        let kept = self.rows.iter().filter(|row| row.terms[0].0 >= first && !row.exceeds(&limit)).cloned();
        let rows = kept
            .map(|mut row| {
                for (var, _) in &mut row.terms {
                    *var -= first;
                }
                row
            })
            .collect();
        Affine { rows }
    }

    /// A point of the space and its directions, over variables `0 .. dimensions`.
    fn generators(&self, dimensions: usize) -> (Vec<Rat>, Vec<Vec<Rat>>) {
        let mut point = vec![Rat::ZERO; dimensions];
        let mut pivots = vec![false; dimensions];
        for row in &self.rows {
            let pivot = row.terms[0].0 as usize;
            pivots[pivot] = true;
            point[pivot] = -&row.constant;
        }
        let mut directions = Vec::new();
        for free in (0..dimensions).filter(|&d| !pivots[d]) {
            let mut direction = vec![Rat::ZERO; dimensions];
            direction[free] = Rat::ONE;
            for row in &self.rows {
                if let Some(c) = row.coefficient(free as u32) {
                    direction[row.terms[0].0 as usize] = -c;
                }
            }
            directions.push(direction);
        }
        (point, directions)
    }

    /// The least affine space around both.
    ///
    /// A row that both have is a row of the result: its pivot is in no other row of either, so that every equality of
    /// both uses it with one coefficient. What is left are the equalities that the other rows of both imply, and these
    /// are about the variables of the other rows: often few.
    pub fn join(&self, other: &Affine) -> Affine {
        if self.is_within(other) {
            return other.clone();
        }
        if other.is_within(self) {
            return self.clone();
        }
        let (shared, own): (Vec<&Form>, Vec<&Form>) = self.rows.iter().partition(|row| other.has(row));
        let others: Vec<&Form> = other.rows.iter().filter(|row| !self.has(row)).collect();
        let mut variables: Vec<u32> =
            own.iter().chain(&others).flat_map(|row| row.terms.iter().map(|(var, _)| *var)).collect();
        variables.sort_unstable();
        variables.dedup();
        let dense = |rows: &[&Form]| {
            let number = |var: &u32| variables.binary_search(var).unwrap_or_default() as u32;
            let terms = |row: &Form| row.terms.iter().map(|(var, c)| (number(var), c.clone())).collect();
            Affine { rows: rows.iter().map(|r| Form { terms: terms(r), constant: r.constant.clone() }).collect() }
        };
        let mut rows = dense(&own).join_dense(&dense(&others), variables.len()).rows;
        for (var, _) in rows.iter_mut().flat_map(|row| &mut row.terms) {
            *var = variables[*var as usize];
        }
        rows.extend(shared.into_iter().cloned());
        rows.sort_by_key(|row| row.terms[0].0);
        Affine { rows }
    }

    /// Whether this is one of the rows.
    fn has(&self, row: &Form) -> bool {
        self.rows.binary_search_by_key(&row.terms[0].0, |own| own.terms[0].0).is_ok_and(|at| self.rows[at] == *row)
    }

    /// The least affine space around both, over variables `0 .. dimensions`, by points and directions.
    fn join_dense(&self, other: &Affine, dimensions: usize) -> Affine {
        let (point, mut directions) = self.generators(dimensions);
        let (other_point, more) = other.generators(dimensions);
        directions.extend(more);
        directions.push(other_point.iter().zip(&point).map(|(a, b)| a - b).collect());
        // The equalities' coefficients are the vectors orthogonal to all directions. The directions' own echelon form
        // gives them: one per column without a pivot.
        let mut echelon = Affine::top();
        for direction in directions {
            let row = direction.into_iter().enumerate().map(|(i, c)| (i as u32, c)).collect();
            // Homogeneous rows never contradict each other.
            let _ = echelon.insert(&Form::from_terms(row, Rat::ZERO));
        }
        let (_, orthogonal) = echelon.generators(dimensions);
        let mut joined = Affine::top();
        let limit = Int::pow2(LARGEST);
        for coefficients in orthogonal {
            let mut constant = Rat::ZERO;
            for (c, p) in coefficients.iter().zip(&point) {
                constant += &(c * p);
            }
            let terms = coefficients.into_iter().enumerate().map(|(i, c)| (i as u32, c)).collect();
            let row = Form::from_terms(terms, -constant);
            if !row.exceeds(&limit) {
                // All rows hold at `point`, so they cannot contradict each other.
                let _ = joined.insert(&row);
            }
        }
        joined
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(terms: &[(u32, i64)], constant: i64) -> Form {
        Form::from_terms(terms.iter().map(|&(v, c)| (v, Rat::from(c))).collect(), Rat::from(constant))
    }

    fn space(rows: &[Form]) -> Affine {
        let mut space = Affine::top();
        for row in rows {
            space.insert(row).expect("satisfiable");
        }
        space
    }

    #[test]
    fn join_of_two_points_is_the_line_through_them() {
        // (0, 0, 5) and (1, 2, 5)
        let a = space(&[form(&[(0, 1)], 0), form(&[(1, 1)], 0), form(&[(2, 1)], -5)]);
        let b = space(&[form(&[(0, 1)], -1), form(&[(1, 1)], -2), form(&[(2, 1)], -5)]);
        let line = a.join(&b);
        assert_eq!(line, space(&[form(&[(0, 2), (1, -1)], 0), form(&[(2, 1)], -5)]));
        assert!(a.is_within(&line) && b.is_within(&line) && !line.is_within(&a));
        // A third point off the line leaves the plane.
        let c = space(&[form(&[(0, 1)], -7), form(&[(1, 1)], 0), form(&[(2, 1)], -5)]);
        assert_eq!(line.join(&c), space(&[form(&[(2, 1)], -5)]));
    }

    #[test]
    fn joins_are_those_of_the_generators() {
        let mut random = crate::random::SplitMix(16);
        for _ in 0..300 {
            let mut draw = |rows: &[Form]| {
                let mut space = space(rows);
                for _ in 0..random.below(4) {
                    let terms: Vec<(u32, i64)> =
                        (0..3).map(|_| (random.below(7) as u32, random.within(-2, 2))).collect();
                    let row = form(&terms, random.within(-3, 3));
                    if space.clone().insert(&row).is_ok() {
                        let _ = space.insert(&row);
                    }
                }
                space
            };
            let shared = draw(&[]);
            let (a, b) = (draw(shared.rows()), draw(shared.rows()));
            let expected = match (a.is_within(&b), b.is_within(&a)) {
                (true, _) => b.clone(),
                (_, true) => a.clone(),
                _ => a.join_dense(&b, 7),
            };
            assert_eq!(a.join(&b), expected, "{a:?} {b:?}");
        }
    }

    #[test]
    fn projection_eliminates_the_small_variables() {
        // x0 = x2 + 1, x1 = x0 + x3, x4 = x1 - x2, kept from 3 on:  x4 = x3 + 1
        let s = space(&[
            form(&[(0, 1), (2, -1)], -1),
            form(&[(1, 1), (0, -1), (3, -1)], 0),
            form(&[(4, 1), (1, -1), (2, 1)], 0),
        ]);
        assert_eq!(s.project_from(3), space(&[form(&[(1, 1), (0, -1)], -1)]));
    }

    #[test]
    fn contradictions_show() {
        let mut s = space(&[form(&[(0, 1), (1, 1)], -3)]);
        assert_eq!(s.insert(&form(&[(0, 2), (1, 2)], -6)), Ok(false));
        assert_eq!(s.insert(&form(&[(0, 2), (1, 2)], -5)), Err(Contradiction));
    }
}
