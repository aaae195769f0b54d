//! Merging inequalities of a blocked cube into one half-space.
//!
//! A cube `t₁ ≤ 0 ∧ … ∧ tₖ ≤ 0` lies within the half-space `Σ λᵢ tᵢ ≤ 0` for all `λ ≥ 0`. If that half-space is
//! blocked, too, it makes the stronger and simpler lemma; it is what an interpolant by Farkas' lemma would be, with
//! coefficients found not from a proof but from counterexamples: every state that can be reached demands `Σ λᵢ tᵢ > 0`.
//! A linear program gives the `λ` of least sum for the states known, a query tests it and, if it fails, gives another
//! state. It works for any Boolean structure of the clauses.

use super::Search;
use super::generalize::Blocked;
use super::limits::LIMITS;
use crate::num::{Int, Rat};
use crate::system::Reason;
use crate::term::{Assignment, Linear, Relation, SortId, Store, TermId, Value, evaluate};

impl Search<'_> {
    /// Replaces inequalities of the cube by a half-space that is blocked as well, if one is found: pairs first, simple
    /// multipliers first, then all of them together.
    pub(super) fn separate(&mut self, pred: usize, level: u32, blocked: &mut Blocked) -> Result<(), Reason> {
        let mut queries = 0;
        while queries < LIMITS.separate_rounds && self.separate_pair(pred, level, &mut queries, blocked)? {}
        let Some(parts) = Parts::of(&self.cx.store, &blocked.cube) else { return Ok(()) };
        let everything: Vec<usize> = (0..parts.forms.len()).collect();
        let mut last = None;
        let mut queries = 0;
        while queries < LIMITS.separate_rounds {
            let Some(multipliers) = self.multipliers(pred, level, &parts, &everything) else { return Ok(()) };
            if last.as_ref() == Some(&multipliers)
                || self.merge(pred, level, &parts, &everything, &multipliers, &mut queries, blocked)?
            {
                return Ok(());
            }
            last = Some(multipliers);
        }
        Ok(())
    }

    /// Replaces one pair of inequalities by a half-space, the other literals stay.
    fn separate_pair(
        &mut self,
        pred: usize,
        level: u32,
        queries: &mut usize,
        blocked: &mut Blocked,
    ) -> Result<bool, Reason> {
        let Some(parts) = Parts::of(&self.cx.store, &blocked.cube) else { return Ok(false) };
        let count = parts.forms.len().min(LIMITS.separate_paired);
        let mut pairs: Vec<(Rat, [usize; 2], Vec<Rat>)> = Vec::new();
        for i in 0..count {
            for j in i + 1..count {
                let Some(multipliers) = self.multipliers(pred, level, &parts, &[i, j]) else { continue };
                let size = &multipliers[0] + &multipliers[1];
                pairs.push((size, [i, j], multipliers));
            }
        }
        pairs.sort();
        for (_, pair, multipliers) in pairs {
            if *queries >= LIMITS.separate_rounds {
                break;
            }
            if self.merge(pred, level, &parts, &pair, &multipliers, queries, blocked)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Multipliers for some of the forms that agree with all known states; `None` if there are none, or none that look
    /// natural.
    fn multipliers(&self, pred: usize, level: u32, parts: &Parts, merged: &[usize]) -> Option<Vec<Rat>> {
        let forms: Vec<&Linear> = merged.iter().map(|&i| &parts.forms[i].1).collect();
        let beside = parts.beside(merged);
        let states = self.demands(pred, level, &forms, &beside);
        if states.is_empty() {
            return (forms.len() == 2).then(|| vec![Rat::ONE; 2]);
        }
        let multipliers = least_multipliers(&states)?;
        let largest =
            Rat::from(if forms.len() == 2 { LIMITS.separate_largest_of_pair } else { LIMITS.separate_largest });
        let several = multipliers.iter().filter(|m| !m.is_zero()).count() >= 2;
        (several && multipliers.iter().all(|m| *m <= largest)).then_some(multipliers)
    }

    /// Puts a half-space in the place of the merged forms, if the cube stays blocked.
    fn merge(
        &mut self,
        pred: usize,
        level: u32,
        parts: &Parts,
        merged: &[usize],
        multipliers: &[Rat],
        queries: &mut usize,
        blocked: &mut Blocked,
    ) -> Result<bool, Reason> {
        let mut sum = Linear::constant(Rat::ZERO);
        for (&i, multiplier) in merged.iter().zip(multipliers) {
            sum = sum.plus(multiplier, &parts.forms[i].1);
        }
        if sum.is_constant() {
            return Ok(false);
        }
        let literal = parts.literal(&mut self.cx.store, sum);
        let mut candidate = parts.beside(merged);
        candidate.push(literal);
        candidate.sort_unstable();
        *queries += 1;
        let Some(found) = self.inductive(pred, level, &candidate)? else { return Ok(false) };
        self.counts.separated += 1;
        *blocked = found;
        blocked.cube.sort_unstable();
        Ok(true)
    }

    /// The values of the forms at the reachable states on which a half-space lemma has to stand.
    fn demands(&self, pred: usize, level: u32, forms: &[&Linear], rest: &[TermId]) -> Vec<Vec<Rat>> {
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
            if rows.len() >= LIMITS.separate_states {
                break;
            }
        }
        rows
    }
}

pub(super) fn form_value(store: &Store, form: &Linear, state: &Assignment) -> Option<Rat> {
    let mut sum = form.constant.clone();
    for (atom, coefficient) in &form.terms {
        sum += &(coefficient * &evaluate(store, *atom, state)?.as_rat()?);
    }
    Some(sum)
}

/// A cube, split into inequalities of one sort and the rest.
struct Parts {
    forms: Vec<(TermId, Linear)>,
    rest: Vec<TermId>,
    sort: SortId,
    /// All inequalities are strict.
    strict: bool,
}

impl Parts {
    /// `None` with fewer than two inequalities.
    fn of(store: &Store, cube: &[TermId]) -> Option<Parts> {
        let mut parts = Parts { forms: Vec::new(), rest: Vec::new(), sort: SortId::BOOL, strict: true };
        for &literal in cube {
            let form = store.as_linear_literal(literal).filter(|(form, relation)| {
                let own = store.sort_of(form.terms.first().map_or(literal, |(atom, _)| *atom));
                parts.forms.len() < LIMITS.separate_width
                    && matches!(relation, Relation::LeZero | Relation::LtZero)
                    && (parts.forms.is_empty() || parts.sort == own)
            });
            match form {
                Some((form, relation)) => {
                    parts.sort = store.sort_of(form.terms.first().map_or(literal, |(atom, _)| *atom));
                    parts.strict &= relation == Relation::LtZero;
                    parts.forms.push((literal, form));
                }
                None => parts.rest.push(literal),
            }
        }
        (parts.forms.len() >= 2).then_some(parts)
    }

    /// All literals but those of the merged forms.
    fn beside(&self, merged: &[usize]) -> Vec<TermId> {
        let others = (0..self.forms.len()).filter(|i| !merged.contains(i)).map(|i| self.forms[i].0);
        self.rest.iter().copied().chain(others).collect()
    }

    /// `sum <= 0`, or `sum < 0` if all parts are strict.
    fn literal(&self, store: &mut Store, mut sum: Linear) -> TermId {
        if self.strict && self.sort == SortId::REAL {
            sum.scale(&Rat::from(-1));
            let ge = store.le_zero(sum, self.sort);
            return store.not(ge);
        }
        store.le_zero(sum, self.sort)
    }
}

/// Coprime integers `λ ≥ 0` of least sum (before scaling) with `row · λ > 0` for every row; `None` if there are none.
///
/// The dual program, maximise `Σ y` with `Σ yₛ rowₛ ≤ 1` componentwise and `y ≥ 0`, starts feasible at 0; the
/// multipliers are its dual values, found in the objective row below the slack variables.
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
