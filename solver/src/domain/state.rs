//! [`State`]: what is known about the arguments of one predicate, the product of all domains.

use super::{AbsValue, Affine, Classes, Contradiction, Templates, Thresholds};
use crate::linear::{Constraint, Form};
use crate::num::Rat;
use crate::term::{Relation, SortId, Store, TermId};
use std::sync::Arc;

/// A non-empty set of argument tuples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// Each argument by itself.
    pub values: Vec<AbsValue>,
    /// Linear equalities between the numeric arguments; variable `i` is argument `i`.
    pub affine: Affine,
    /// Equalities between the other arguments.
    pub classes: Classes,
    /// Bounds on linear forms over the numeric arguments.
    pub templates: Templates,
}

impl State {
    /// All tuples of the given sorts.
    pub fn top(store: &Store, sorts: &[SortId], forms: &Arc<[Form]>) -> State {
        State {
            values: sorts.iter().map(|&s| AbsValue::top(store, s)).collect(),
            affine: Affine::top(),
            classes: Classes::top(sorts.len()),
            templates: Templates::top(forms),
        }
    }

    /// A state around both.
    pub fn join(&self, other: &State) -> State {
        State {
            values: self.values.iter().zip(&other.values).map(|(a, b)| a.join(b)).collect(),
            affine: self.affine.join(&other.affine),
            classes: self.classes.join(&other.classes),
            templates: self.templates.join(&other.templates),
        }
    }

    /// Widening towards `next`, which must contain `self`.
    pub fn widen(&self, next: &State, thresholds: &Thresholds) -> State {
        State {
            values: self.values.iter().zip(&next.values).map(|(a, b)| a.widen(b, thresholds)).collect(),
            affine: next.affine.clone(),
            classes: next.classes.clone(),
            templates: self.templates.widen(&next.templates, &thresholds.numbers),
        }
    }

    /// The common part of both (or a state around it), for the descending phase.
    pub fn meet(&self, other: &State) -> Result<State, Contradiction> {
        let mut met = self.clone();
        for (a, b) in met.values.iter_mut().zip(&other.values) {
            a.meet(b)?;
        }
        for row in other.affine.rows() {
            met.affine.insert(row)?;
        }
        met.templates = met.templates.meet(&other.templates)?;
        if other.classes.is_within(&self.classes) {
            met.classes = other.classes.clone();
        }
        Ok(met)
    }

    /// Whether every tuple is in `other`. False may mean that it was not found out.
    pub fn is_within(&self, other: &State) -> bool {
        self.values.iter().zip(&other.values).all(|(a, b)| a.is_within(b))
            && self.affine.is_within(&other.affine)
            && self.classes.is_within(&other.classes)
            && self.templates.is_within(&other.templates)
    }

    /// The linear constraints between the arguments.
    pub fn constraints(&self) -> Vec<Constraint> {
        let rows = self.affine.rows().iter().map(|row| Constraint::new(row.clone(), Relation::EqZero));
        rows.chain(self.templates.constraints(&self.values, &self.affine)).collect()
    }

    /// The conjuncts that describe the state, over the given argument terms.
    pub fn describe(&self, store: &mut Store, args: &[TermId]) -> Vec<TermId> {
        let mut out = Vec::new();
        for (i, value) in self.values.iter().enumerate() {
            match self.classes.constant(i) {
                Some(constant) => out.push(store.eq(args[i], constant)),
                None => value.describe(store, args[i], &mut out),
            }
        }
        for constraint in self.constraints() {
            // Rows that only restate a constant argument add nothing.
            let open = |v: u32| self.values[v as usize].interval().as_point().is_none();
            if constraint.form.terms.iter().any(|(v, _)| open(*v)) {
                out.push(constraint_term(store, &constraint, args));
            }
        }
        for (a, b) in self.classes.pairs() {
            if self.classes.constant(b as usize).is_none() && !self.is_point(b) {
                out.push(store.eq(args[a as usize], args[b as usize]));
            }
        }
        out.retain(|&t| t != Store::TRUE);
        out
    }

    /// Makes the bounds of forms over integers integral.
    pub(super) fn round_templates(&mut self) -> Result<(), Contradiction> {
        let integral = |v: u32| self.values[v as usize].as_num().is_some_and(|n| n.integral);
        self.templates.round(integral)
    }

    fn is_point(&self, argument: u32) -> bool {
        match &self.values[argument as usize] {
            AbsValue::Bool(known) => known.is_some(),
            AbsValue::Bits(bits) => bits.as_point().is_some(),
            AbsValue::Num(number) => number.interval.as_point().is_some(),
            _ => false,
        }
    }
}

/// The term of a linear constraint whose variable `i` is the i-th argument. Int and Real arguments may be mixed; then
/// Int ones are converted.
pub(crate) fn constraint_term(store: &mut Store, constraint: &Constraint, args: &[TermId]) -> TermId {
    let mut form: Form = constraint.form.clone();
    form.normalise();
    let integral = form.terms.iter().all(|(v, _)| store.sort_of(args[*v as usize]) == SortId::INT);
    let sort = if integral { SortId::INT } else { SortId::REAL };
    let mut sides = [Vec::new(), Vec::new()];
    // An Int constant may be fractional after normalising; scaling by its denominator makes everything integral.
    form.scale(&Rat::from(form.constant.denom().clone()));
    for (var, coefficient) in &form.terms {
        let mut term = args[*var as usize];
        if !integral {
            term = store.to_real(term);
        }
        sides[0].push(store.scale(coefficient, term));
    }
    sides[1].push(store.num(-&form.constant, sort));
    let (left, right) = (store.add(&sides[0]), sides[1][0]);
    match constraint.relation {
        Relation::LeZero => store.le(left, right),
        Relation::LtZero => store.lt(left, right),
        Relation::EqZero => store.eq(left, right),
        Relation::NeZero => store.neq(left, right),
    }
}
