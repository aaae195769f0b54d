//! [`Templates`]: bounds on fixed linear forms over the arguments of a predicate.
//!
//! The forms are chosen once per predicate: differences and sums of two arguments (an octagon, packed to the pairs that
//! the clauses relate once there are many arguments), and the forms of the clauses' own literals. Sankaranarayanan,
//! Sipma & Manna, *Scalable analysis of linear systems using mathematical programming*, 2005, bound templates by linear
//! programming; here ([`Known`]) a bound is derived from at most two of the linear facts at hand and the ranges of the
//! variables, modulo the equalities: what loops need nearly always, at the price of a few hash look-ups.

use super::local::{Local, Node};
use super::propagate::range;
use super::{AbsValue, Affine, Bound, Contradiction, Interval};
use crate::linear::{Constraint, Form};
use crate::num::Rat;
use crate::system::System;
use crate::term::{Relation, SortId};
use hashbrown::HashMap;
use std::sync::Arc;

/// Bounds on linear forms over the arguments of a predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Templates {
    forms: Arc<[Form]>,
    bounds: Vec<Interval>,
}

impl Templates {
    /// No bounds on the given forms.
    pub fn top(forms: &Arc<[Form]>) -> Templates {
        Templates { forms: Arc::clone(forms), bounds: vec![Interval::TOP; forms.len()] }
    }

    /// The given bounds, one per form.
    pub(super) fn new(forms: &Arc<[Form]>, bounds: Vec<Interval>) -> Templates {
        Templates { forms: Arc::clone(forms), bounds }
    }

    /// The forms with their bounds.
    pub fn bounds(&self) -> impl Iterator<Item = (&Form, &Interval)> {
        self.forms.iter().zip(&self.bounds)
    }

    /// Rounds the bounds of forms with integral coefficients over integers.
    pub(super) fn round(&mut self, integral: impl Fn(u32) -> bool) -> Result<(), Contradiction> {
        for (form, bound) in self.forms.iter().zip(&mut self.bounds) {
            if form.terms.iter().all(|(v, c)| c.is_integer() && integral(*v)) {
                bound.round();
            }
            if bound.is_empty() {
                return Err(Contradiction);
            }
        }
        Ok(())
    }

    /// The least bounds around both.
    pub fn join(&self, other: &Templates) -> Templates {
        self.zip(other, Interval::join)
    }

    /// Widening towards `next`, which must contain `self`.
    pub fn widen(&self, next: &Templates, thresholds: &[Rat]) -> Templates {
        self.zip(next, |a, b| a.widen(b, thresholds))
    }

    fn zip(&self, other: &Templates, f: impl Fn(&Interval, &Interval) -> Interval) -> Templates {
        let bounds = self.bounds.iter().zip(&other.bounds).map(|(a, b)| f(a, b)).collect();
        Templates { forms: Arc::clone(&self.forms), bounds }
    }

    /// The common part.
    pub fn meet(&self, other: &Templates) -> Result<Templates, Contradiction> {
        let mut met = self.clone();
        for (a, b) in met.bounds.iter_mut().zip(&other.bounds) {
            a.meet(b);
            if a.is_empty() {
                return Err(Contradiction);
            }
        }
        Ok(met)
    }

    /// Whether every bound is at least as tight as that of `other`.
    pub fn is_within(&self, other: &Templates) -> bool {
        self.bounds.iter().zip(&other.bounds).all(|(a, b)| a.is_within(b))
    }

    /// The bounds that follow neither from the ranges of the arguments nor, being on a form that the equalities
    /// rewrite, from others.
    pub(super) fn constraints(&self, values: &[AbsValue], affine: &Affine) -> Vec<Constraint> {
        let mut out = Vec::new();
        for (form, bound) in self.bounds() {
            if bound.is_top() || affine.reduce(form) != *form {
                continue;
            }
            let own = range(values, form);
            if own.is_within(bound) {
                continue;
            }
            let relation = |b: &Bound| if b.strict { Relation::LtZero } else { Relation::LeZero };
            let shifted = |factor: i64, b: &Bound| {
                let mut shifted = form.plus(&Rat::from(-1), &Form::constant(b.value.clone()));
                shifted.scale(&Rat::from(factor));
                Constraint::new(shifted, relation(b))
            };
            if let Some(lo) = &bound.lo
                && !own.is_within(&Interval { lo: bound.lo.clone(), hi: None })
            {
                out.push(shifted(-1, lo));
            }
            if let Some(hi) = &bound.hi
                && !own.is_within(&Interval { lo: None, hi: bound.hi.clone() })
            {
                out.push(shifted(1, hi));
            }
        }
        out
    }
}

/// Most numeric arguments for which all pairs are taken.
const ALL_PAIRS: usize = 7;
/// Most forms of one predicate.
const MOST: usize = 64;
/// Most arguments in one form.
const WIDEST: usize = 4;

/// The forms for every predicate.
pub(super) fn choose(system: &System, locals: &[Local]) -> Vec<Arc<[Form]>> {
    let mut forms: Vec<Vec<Form>> = vec![Vec::new(); system.preds.len()];
    for (pred, forms) in system.preds.iter().zip(&mut forms) {
        let numeric: Vec<usize> = (0..pred.sorts.len()).filter(|&i| pred.sorts[i].is_arith()).collect();
        if numeric.len() > ALL_PAIRS {
            continue;
        }
        for (i, &a) in numeric.iter().enumerate() {
            for &b in &numeric[i + 1..] {
                if pred.sorts[a] == pred.sorts[b] {
                    forms.push(pair(a as u32, b as u32, -1));
                    forms.push(pair(a as u32, b as u32, 1));
                }
            }
        }
    }
    for local in locals {
        for atom in local.body.iter().chain(&local.head) {
            let sorts: &[SortId] = &system.pred(atom.pred).sorts;
            let chosen = &mut forms[atom.pred.index()];
            // The first argument that is each node.
            let mut position: HashMap<u32, u32> = HashMap::new();
            for (i, &arg) in atom.args.iter().enumerate() {
                if matches!(local.nodes[arg as usize], Node::Free) {
                    position.entry(arg).or_insert(i as u32);
                }
            }
            for node in &local.nodes {
                let (Node::Le(form) | Node::EqZero(form) | Node::Sum(form)) = node else { continue };
                let inside: Vec<(u32, Rat)> =
                    form.terms.iter().filter_map(|(v, c)| position.get(v).map(|p| (*p, c.clone()))).collect();
                if inside.len() < 2 || inside.len() > WIDEST || chosen.len() >= MOST {
                    continue;
                }
                let sort = sorts[inside[0].0 as usize];
                if inside.iter().any(|(p, _)| sorts[*p as usize] != sort) {
                    continue;
                }
                let (form, _, _) = split(&Form::from_terms(inside, Rat::ZERO));
                let fresh: Vec<Form> = std::iter::once(Form { terms: form, constant: Rat::ZERO })
                    .filter(|f| !chosen.contains(f))
                    .collect();
                chosen.extend(fresh);
            }
        }
    }
    forms.into_iter().map(Arc::from).collect()
}

fn pair(a: u32, b: u32, sign: i64) -> Form {
    Form::from_terms(vec![(a, Rat::ONE), (b, Rat::from(sign))], Rat::ZERO)
}

type Monomials = Vec<(u32, Rat)>;

/// The coprime monomials with positive leading coefficient, the factor and the constant:
/// `form = factor · monomials + constant`.
fn split(form: &Form) -> (Monomials, Rat, Rat) {
    let mut normal = form.clone();
    normal.normalise();
    if normal.terms.first().is_some_and(|(_, c)| c.is_negative()) {
        normal.scale(&Rat::from(-1));
    }
    let factor = match (form.terms.first(), normal.terms.first()) {
        (Some((_, own)), Some((_, normal))) => own / normal,
        _ => Rat::ONE,
    };
    (normal.terms, factor, form.constant.clone())
}

/// The linear inequalities known at a leaf, modulo the equalities of the leaf.
pub(super) struct Known<'a> {
    values: &'a [AbsValue],
    space: &'a Affine,
    /// Forms without a constant, each with its bounds.
    facts: Vec<(Form, Interval)>,
    index: HashMap<Monomials, usize>,
}

impl<'a> Known<'a> {
    /// Nothing but ranges and equalities.
    pub fn new(values: &'a [AbsValue], space: &'a Affine) -> Known<'a> {
        Known { values, space, facts: Vec::new(), index: HashMap::new() }
    }

    /// How many facts there are.
    pub fn len(&self) -> usize {
        self.facts.len()
    }

    /// Adds `form` in `interval`.
    pub fn add(&mut self, form: &Form, interval: &Interval) -> Result<(), Contradiction> {
        let (monomials, factor, constant) = split(&self.space.reduce(form));
        let mut bound = interval.add(&Interval::point(-&constant)).scale(&factor.recip());
        if monomials.is_empty() {
            return if interval.contains(&constant) { Ok(()) } else { Err(Contradiction) };
        }
        if self.is_integral(&monomials) {
            bound.round();
        }
        let at = match self.index.get(&monomials) {
            Some(&at) => at,
            None => {
                let form = Form { terms: monomials.clone(), constant: Rat::ZERO };
                let mut own = range(self.values, &form);
                if self.is_integral(&monomials) {
                    own.round();
                }
                self.facts.push((form, own));
                self.index.insert(monomials, self.facts.len() - 1);
                self.facts.len() - 1
            }
        };
        self.facts[at].1.meet(&bound);
        if self.facts[at].1.is_empty() { Err(Contradiction) } else { Ok(()) }
    }

    /// Adds a constraint that is no disequality.
    pub fn add_constraint(&mut self, form: &Form, relation: Relation) -> Result<(), Contradiction> {
        let zero = Bound { value: Rat::ZERO, strict: relation == Relation::LtZero };
        match relation {
            Relation::LeZero | Relation::LtZero => self.add(form, &Interval { lo: None, hi: Some(zero) }),
            Relation::EqZero | Relation::NeZero => Ok(()),
        }
    }

    fn is_integral(&self, monomials: &[(u32, Rat)]) -> bool {
        monomials.iter().all(|(v, c)| {
            c.is_integer() && matches!(self.values.get(*v as usize), Some(AbsValue::Num(n)) if n.integral)
        })
    }

    /// What follows for a form from the ranges and one fact.
    fn direct(&self, form: &Form) -> Interval {
        let mut result = range(self.values, form);
        if self.facts.is_empty() {
            return result;
        }
        let (monomials, factor, constant) = split(form);
        if let Some(&at) = self.index.get(&monomials) {
            result.meet(&self.facts[at].1.scale(&factor).add(&Interval::point(constant)));
        }
        result
    }

    /// The values a form may take; with `combine`, also looks for two facts that bound it together.
    pub fn bound(&self, form: &Form, combine: bool) -> Interval {
        let form = self.space.reduce(form);
        let mut result = self.direct(&form);
        if combine {
            for (fact, interval) in &self.facts {
                // The multiple of the fact that takes a shared variable out of the form.
                let Some((var, own)) = fact.terms.first() else { continue };
                let shared = form.coefficient(*var).map(|c| c / own).or_else(|| {
                    let (var, own) = fact.terms.last()?;
                    form.coefficient(*var).map(|c| c / own)
                });
                let Some(times) = shared else { continue };
                let rest = form.plus(&-&times, fact);
                if rest.terms.len() > form.terms.len() {
                    continue;
                }
                result.meet(&self.direct(&rest).add(&interval.scale(&times)));
            }
        }
        result
    }
}
