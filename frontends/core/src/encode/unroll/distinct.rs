//! Values that are pairwise different and as many as there are: then each of them is taken.
//!
//! If `n` integers in `lo .. lo + n - 1` are pairwise different, each number of that range is one of them. Solvers that
//! resolve clauses need exponentially many steps to see this (it is the pigeonhole principle), so the formula gets it
//! as a constraint wherever it follows from what is known at a point.

use super::{Point, Unroller};
use horn_solver::num::{Int, Rat};
use horn_solver::term::{Linear, SortId, TermId};
use std::collections::BTreeSet;

/// More values are not looked at.
const MOST: usize = 128;

impl Unroller<'_> {
    /// States what follows from differences, after bounds of these sums have changed.
    pub(super) fn distinct(&mut self, point: &mut Point, changed: &[TermId]) {
        for sum in changed {
            let form = self.encoder.store.linear(*sum);
            // The sum is a value, or the difference of two.
            match &form.terms[..] {
                [(atom, _)] => self.permutation(point, *atom),
                [(atom, x), (_, y)] if (x + y).is_zero() => self.permutation(point, *atom),
                _ => {}
            }
        }
    }

    fn permutation(&mut self, point: &mut Point, value: TermId) {
        let Some((first, last)) = self.small_range(point, value) else { return };
        let count = (last - first + 1) as usize;
        if count < 2 || point.known.sums.len() < count {
            return;
        }
        // Values, and those of which differences are known.
        let mut atoms = BTreeSet::new();
        for sum in point.known.sums.keys() {
            let form = self.encoder.store.linear(*sum);
            if form.terms.len() <= 2 {
                atoms.extend(form.terms.iter().map(|(atom, _)| *atom));
            }
        }
        let inside: Vec<TermId> = atoms
            .into_iter()
            .filter(|atom| self.small_range(point, *atom).is_some_and(|(low, high)| first <= low && high <= last))
            .collect();
        if inside.len() < count {
            return;
        }
        let mut different: Vec<TermId> = vec![value];
        for atom in inside {
            if different.len() < count
                && atom != value
                && different.iter().all(|other| self.differ(point, atom, *other))
            {
                different.push(atom);
            }
        }
        if different.len() < count {
            return;
        }
        let here = self.encoder.store.and2(point.guard, self.ok);
        for number in first..=last {
            let number = self.encoder.store.int(number);
            let each: Vec<TermId> = different.iter().map(|atom| self.encoder.store.eq(*atom, number)).collect();
            let taken = self.encoder.store.or(&each);
            if point.known.has(taken) {
                continue;
            }
            point.known.note(taken);
            let implied = self.encoder.store.implies(here, taken);
            self.state(taken, implied);
        }
    }

    fn small_range(&mut self, point: &Point, value: TermId) -> Option<(i64, i64)> {
        let bound = self.look().range(&point.known, value);
        let (first, last) = bound.ends()?;
        let (first, last) = (first.to_i64()?, last.to_i64()?);
        let width = last.checked_sub(first)?;
        (width >= 0 && width < MOST as i64).then_some((first, last))
    }

    fn differ(&mut self, point: &Point, a: TermId, b: TermId) -> bool {
        // The sums of differences start with the smaller term.
        let (a, b) = (a.min(b), a.max(b));
        let difference = Linear { terms: vec![(a, Rat::ONE), (b, -Rat::ONE)], constant: Rat::ZERO };
        let difference = self.encoder.store.from_linear(&difference, SortId::INT);
        let Some(bound) = point.known.sums.get(&difference) else { return false };
        bound.not.contains(&Int::ZERO)
            || bound.first.as_ref().is_some_and(Int::is_positive)
            || bound.last.as_ref().is_some_and(Int::is_negative)
    }
}
