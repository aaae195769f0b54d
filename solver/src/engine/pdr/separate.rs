//! Merging inequalities of a blocked cube into one half-space.
//!
//! A cube `t₁ ≤ 0 ∧ … ∧ tₖ ≤ 0` lies within the half-space `Σ λᵢ tᵢ ≤ 0` for all `λ ≥ 0`. If that half-space is blocked, too, it makes
//! the stronger and simpler lemma; it is what an interpolant by Farkas' lemma would be, with coefficients found not from a
//! proof but from counterexamples: every state that can be reached demands `Σ λᵢ tᵢ > 0`. A linear program gives the `λ` of least sum for the states
//! known, a query tests it and, if it fails, gives another state. It works for any Boolean structure of the clauses.

use super::Search;
use super::generalize::Blocked;
use crate::num::{Int, Rat};
use crate::system::Reason;
use crate::term::{Assignment, Linear, Relation, SortId, Store, TermId, Value, evaluate};

/// How many half-spaces are tried for one cube.
const ROUNDS: usize = 8;
/// How many states enter the linear program.
const STATES: usize = 40;
/// How many inequalities are merged at most.
const WIDTH: usize = 16;
/// Larger multipliers are a sign that there is no natural half-space.
const LARGEST: i64 = 200;

impl Search<'_> {
    /// Replaces two or more inequalities of the cube by a half-space that is blocked as well, if one is found.
    pub(super) fn separate(&mut self, pred: usize, level: u32, blocked: &mut Blocked) -> Result<(), Reason> {
        let mut forms: Vec<Linear> = Vec::new();
        let mut rest: Vec<TermId> = Vec::new();
        let mut sort = None;
        let mut strict = true;
        for &literal in &blocked.cube {
            let store = &self.cx.store;
            let form = store.as_linear_literal(literal).filter(|(form, relation)| {
                let own = store.sort_of(form.terms.first().map_or(literal, |(atom, _)| *atom));
                forms.len() < WIDTH
                    && matches!(relation, Relation::LeZero | Relation::LtZero)
                    && *sort.get_or_insert(own) == own
            });
            match form {
                Some((form, relation)) => {
                    strict &= relation == Relation::LtZero;
                    forms.push(form);
                }
                None => rest.push(literal),
            }
        }
        let Some(sort) = sort else { return Ok(()) };
        if forms.len() < 2 {
            return Ok(());
        }
        let mut last = None;
        for _ in 0..ROUNDS {
            let states = self.demands(pred, level, &forms, &rest);
            if states.is_empty() {
                return Ok(());
            }
            let Some(multipliers) = least_multipliers(&states) else { return Ok(()) };
            if multipliers.iter().any(|m| *m > Rat::from(LARGEST)) || last.as_ref() == Some(&multipliers) {
                return Ok(());
            }
            let mut sum = Linear::constant(Rat::ZERO);
            for (form, multiplier) in forms.iter().zip(&multipliers) {
                sum = sum.plus(multiplier, form);
            }
            let literal = half_space(&mut self.cx.store, sum, sort, strict);
            if literal == Store::TRUE || literal == Store::FALSE {
                return Ok(());
            }
            let mut candidate = rest.clone();
            candidate.push(literal);
            candidate.sort_unstable();
            if let Some(merged) = self.inductive(pred, level, &candidate)? {
                self.counts.separated += 1;
                *blocked = merged;
                blocked.cube.sort_unstable();
                return Ok(());
            }
            last = Some(multipliers);
        }
        Ok(())
    }

    /// The values of the forms at the reachable states on which a half-space lemma has to stand.
    fn demands(&self, pred: usize, level: u32, forms: &[Linear], rest: &[TermId]) -> Vec<Vec<Rat>> {
        let store = &self.cx.store;
        let mut rows: Vec<Vec<Rat>> = Vec::new();
        for state in self.pool.heads(pred, level).chain(self.samples.of(pred)) {
            if rest.iter().any(|&l| evaluate(store, l, state) != Some(Value::Bool(true))) {
                continue;
            }
            let Some(row) = forms.iter().map(|f| form_value(store, f, state)).collect::<Option<Vec<Rat>>>() else {
                continue;
            };
            if !rows.contains(&row) {
                rows.push(row);
            }
            if rows.len() >= STATES {
                break;
            }
        }
        rows
    }
}

fn form_value(store: &Store, form: &Linear, state: &Assignment) -> Option<Rat> {
    let mut sum = form.constant.clone();
    for (atom, coefficient) in &form.terms {
        sum += &(coefficient * &evaluate(store, *atom, state)?.as_rat()?);
    }
    Some(sum)
}

/// `sum <= 0`, or `sum < 0` if all parts are strict.
fn half_space(store: &mut Store, sum: Linear, sort: SortId, strict: bool) -> TermId {
    if strict && sort == SortId::REAL {
        let mut negated = sum;
        negated.scale(&Rat::from(-1));
        let ge = store.le_zero(negated, sort);
        return store.not(ge);
    }
    store.le_zero(sum, sort)
}

/// Coprime integers `λ ≥ 0` of least sum (before scaling) with `row · λ > 0` for every row; `None` if there are none.
///
/// The dual program, maximise `Σ y` with `Σ yₛ rowₛ ≤ 1` componentwise and `y ≥ 0`, starts feasible at 0; the multipliers are
/// its dual values, found in the objective row below the slack variables.
fn least_multipliers(rows: &[Vec<Rat>]) -> Option<Vec<Rat>> {
    let (width, count) = (rows.first()?.len(), rows.len());
    let columns = count + width + 1;
    let mut tableau: Vec<Vec<Rat>> = (0..width)
        .map(|i| {
            let mut line: Vec<Rat> = rows.iter().map(|row| row[i].clone()).collect();
            line.extend((0..width).map(|j| if i == j { Rat::ONE } else { Rat::ZERO }));
            line.push(Rat::ONE);
            line
        })
        .collect();
    let mut objective: Vec<Rat> = (0..columns).map(|j| if j < count { Rat::from(-1) } else { Rat::ZERO }).collect();
    let mut basis: Vec<usize> = (count..count + width).collect();
    // Bland's rule terminates; the bound keeps a degenerate program from taking long.
    for _ in 0..500 {
        let Some(entering) = (0..columns - 1).find(|&j| objective[j].is_negative()) else {
            let multipliers: Vec<Rat> = objective[count..count + width].to_vec();
            return scaled(multipliers);
        };
        let leaving = (0..width).filter(|&i| tableau[i][entering].is_positive()).min_by(|&i, &j| {
            let ratio = |i: usize| &tableau[i][columns - 1] / &tableau[i][entering];
            ratio(i).cmp(&ratio(j)).then(basis[i].cmp(&basis[j]))
        })?;
        let factor = tableau[leaving][entering].recip();
        for cell in &mut tableau[leaving] {
            *cell *= &factor;
        }
        basis[leaving] = entering;
        let pivot = tableau[leaving].clone();
        for (i, line) in tableau.iter_mut().enumerate() {
            if i != leaving {
                eliminate(line, &pivot, entering);
            }
        }
        eliminate(&mut objective, &pivot, entering);
    }
    None
}

fn eliminate(line: &mut [Rat], pivot: &[Rat], column: usize) {
    let factor = line[column].clone();
    if factor.is_zero() {
        return;
    }
    for (cell, p) in line.iter_mut().zip(pivot) {
        if !p.is_zero() {
            *cell = &*cell - &(&factor * p);
        }
    }
}

/// Multiplied to coprime integers.
fn scaled(mut multipliers: Vec<Rat>) -> Option<Vec<Rat>> {
    let mut den = Int::ONE;
    for m in &multipliers {
        den = den.lcm(m.denom());
    }
    let mut gcd = Int::ZERO;
    for m in &multipliers {
        gcd = gcd.gcd(&(m.numer() * &den.div_exact(m.denom())));
    }
    if gcd.is_zero() {
        return None;
    }
    let factor = Rat::new(den, gcd);
    for m in &mut multipliers {
        *m *= &factor;
    }
    Some(multipliers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(values: &[&[i64]]) -> Vec<Vec<Rat>> {
        values.iter().map(|row| row.iter().map(|&v| Rat::from(v)).collect()).collect()
    }

    fn multipliers(values: &[&[i64]]) -> Option<Vec<Rat>> {
        least_multipliers(&rows(values))
    }

    #[test]
    fn multipliers_are_positive_on_every_row() {
        // Only the sum of both forms is positive everywhere.
        assert_eq!(multipliers(&[&[-1, 2], &[2, -1]]), Some(rows(&[&[1, 1]]).remove(0)));
        // One form suffices.
        assert_eq!(multipliers(&[&[1, -5], &[3, 0]]), Some(rows(&[&[1, 0]]).remove(0)));
        assert_eq!(multipliers(&[&[-3, 1], &[5, -1]]), Some(rows(&[&[1, 4]]).remove(0)));
        // Opposite demands.
        assert_eq!(multipliers(&[&[1, -1], &[-1, 1]]), None);
        assert_eq!(multipliers(&[&[0, 0]]), None);
    }
}
