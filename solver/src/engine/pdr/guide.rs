//! Obligations that come back with other constants, taken together.
//!
//! A search that diverges meets one cube again and again: `y ≤ x + 25 ∧ z ≥ 14`, then `y ≤ x + 27 ∧ z ≥ 15`, and so on.
//! The constants lie on a line; with the place on the line projected out, the cube that covers all of them is
//! `y ≤ x + 2z − 3`. If that is blocked, one lemma ends the series. Constants that move with nothing to set against
//! them are dropped with their literals. After Vediramana Krishnan, Chen, Shoham, Gurfinkel: *Global guidance for local
//! generalization in model checking* (CAV 2020), whose rules *subsume* and *concretise* look at lemmas.

use super::Search;
use super::generalize::Blocked;
use super::limits::LIMITS;
use crate::num::Rat;
use crate::system::Reason;
use crate::term::{Linear, Relation, SortId, Store, TermId};
use hashbrown::HashMap;

/// A cube up to the constants of its inequalities: the predicate, the coefficients of each inequality, the other
/// literals.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Shape {
    pred: usize,
    forms: Vec<TermId>,
    rest: Vec<TermId>,
}

/// What is known of a shape.
#[derive(Clone, Debug, Default)]
struct Series {
    constants: Vec<Vec<Rat>>,
    failures: usize,
}

/// The shapes met so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Guide {
    series: HashMap<Shape, Series>,
}

/// A cube taken apart: per inequality its form without the constant, and the constant.
struct Taken {
    shape: Shape,
    forms: Vec<Linear>,
    constants: Vec<Rat>,
    sort: SortId,
}

impl Search<'_> {
    /// The cube that covers the series which a blocked obligation belongs to, if it is blocked as well. If it is not,
    /// it becomes an obligation of its own, `depth` steps from the query.
    pub(super) fn guide(
        &mut self,
        pred: usize,
        level: u32,
        depth: u32,
        obligation: &[TermId],
    ) -> Result<Option<Blocked>, Reason> {
        let Some(taken) = take_apart(&mut self.cx.store, pred, obligation) else { return Ok(None) };
        let series = self.guide.series.entry(taken.shape.clone()).or_default();
        if series.constants.contains(&taken.constants) {
            return Ok(None);
        }
        series.constants.push(taken.constants.clone());
        if series.constants.len() > LIMITS.guide_remembered {
            series.constants.remove(0);
        }
        let Some(direction) = direction(&series.constants) else { return Ok(None) };
        if series.failures >= LIMITS.guide_failures
            || direction.iter().filter(|d| !d.is_zero()).count() > LIMITS.guide_moving
        {
            return Ok(None);
        }
        let mut candidate = covering(&mut self.cx.store, &taken, &direction);
        candidate.sort_unstable();
        let conjunction = self.cx.store.and(&candidate);
        let reachable = self.samples.refutes(&self.cx.store, pred, conjunction);
        let found = if reachable { None } else { self.inductive(pred, level, &candidate)? };
        if found.is_some() {
            self.counts.guided += 1;
        } else if !reachable {
            // Perhaps it is blocked once the states that lead there are.
            self.obligations.add(pred, candidate, level, depth);
        }
        let series = self.guide.series.entry(taken.shape).or_default();
        series.failures = if found.is_some() { 0 } else { series.failures + 1 };
        Ok(found)
    }
}

/// `None` if the cube has no inequality, or inequalities of different sorts.
fn take_apart(store: &mut Store, pred: usize, cube: &[TermId]) -> Option<Taken> {
    let mut inequalities: Vec<(TermId, Linear, Rat)> = Vec::new();
    let mut rest = Vec::new();
    let mut sort = None;
    for &literal in cube {
        let Some((mut form, Relation::LeZero)) = store.as_linear_literal(literal) else {
            rest.push(literal);
            continue;
        };
        let own = store.sort_of(form.terms.first()?.0);
        if *sort.get_or_insert(own) != own {
            return None;
        }
        let constant = std::mem::replace(&mut form.constant, Rat::ZERO);
        let key = store.from_linear(&form, own);
        // Of several inequalities with one form the sharpest counts.
        match inequalities.iter_mut().find(|(known, ..)| *known == key) {
            Some((_, _, known)) => *known = (*known).clone().max(constant),
            None => inequalities.push((key, form, constant)),
        }
    }
    inequalities.sort_by_key(|(key, ..)| *key);
    rest.sort_unstable();
    let forms = inequalities.iter().map(|(key, ..)| *key).collect();
    let shape = Shape { pred, forms, rest };
    let (forms, constants) = inequalities.into_iter().map(|(_, form, constant)| (form, constant)).unzip();
    Some(Taken { shape, forms, constants, sort: sort? })
}

/// The direction in which the last three constants or more move on one line; `None` if they don't.
fn direction(constants: &[Vec<Rat>]) -> Option<Vec<Rat>> {
    let [.., first, second, third] = constants else { return None };
    let difference = |to: &[Rat], from: &[Rat]| -> Vec<Rat> { to.iter().zip(from).map(|(t, f)| t - f).collect() };
    let (before, last) = (difference(second, first), difference(third, second));
    let at = last.iter().position(|d| !d.is_zero())?;
    if before[at].is_zero() {
        return None;
    }
    let ratio = &before[at] / &last[at];
    let parallel = before.iter().zip(&last).all(|(b, l)| *b == &ratio * l);
    parallel.then_some(last)
}

/// The projection of `⋀ formᵢ + constantᵢ + t·directionᵢ ≤ 0` for arbitrary `t`, with the other literals.
fn covering(store: &mut Store, taken: &Taken, direction: &[Rat]) -> Vec<TermId> {
    let mut cube = taken.shape.rest.clone();
    let whole: Vec<Linear> = taken
        .forms
        .iter()
        .zip(&taken.constants)
        .map(|(form, constant)| form.plus(&Rat::ONE, &Linear::constant(constant.clone())))
        .collect();
    for (i, form) in whole.iter().enumerate() {
        if direction[i].is_zero() {
            cube.push(store.le_zero(form.clone(), taken.sort));
        }
        for (j, other) in whole.iter().enumerate() {
            if direction[i].is_positive() && direction[j].is_negative() {
                let sum = form.plus(&-(&direction[i] / &direction[j]), other);
                if !sum.is_constant() {
                    cube.push(store.le_zero(sum, taken.sort));
                }
            }
        }
    }
    cube.dedup();
    cube
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_series_is_covered_by_its_projection() {
        let mut store = Store::new();
        let [x, y, z] = [0, 1, 2].map(|number| store.var(number, SortId::INT));
        let mut constants = Vec::new();
        let mut last = None;
        for step in 0..3 {
            let right = store.int(25 + 2 * step);
            let right = store.add(&[x, right]);
            let bound = store.int(14 + step);
            let cube = [store.le(y, right), store.ge(z, bound), store.le(z, x)];
            let taken = take_apart(&mut store, 0, &cube).expect("all are inequalities");
            constants.push(taken.constants.clone());
            last = Some(taken);
            assert_eq!(direction(&constants).is_some(), step == 2, "after {step}");
        }
        let taken = last.expect("there were three");
        let direction = direction(&constants).expect("they are on a line");
        let covering = covering(&mut store, &taken, &direction);
        // y <= x + 2z - 3
        let (two, minus) = (store.int(2), store.int(-3));
        let twice = store.mul(two, z);
        let right = store.add(&[x, twice, minus]);
        let expected = [store.le(y, right), store.le(z, x)];
        assert_eq!(covering.len(), 2);
        assert!(expected.iter().all(|literal| covering.contains(literal)));
    }
}
