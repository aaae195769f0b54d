//! [`Linear`]: a sum of rational multiples of terms plus a constant, the normal form of arithmetic.
//!
//! The *atoms* of a linear sum are arithmetic terms that are neither sums, nor numerals, nor numeral
//! multiples: variables, selects, `ite`s, products of variables, `div`/`mod` and so on.

use super::{Op, SortId, Store, TermId};
use crate::num::{Int, Rat};

/// `Σ coefficient · atom + constant`, atoms in increasing id, no zero coefficient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear {
    /// The monomials, sorted by atom.
    pub terms: Vec<(TermId, Rat)>,
    /// The constant.
    pub constant: Rat,
}

impl Linear {
    /// The constant sum.
    pub fn constant(value: Rat) -> Linear {
        Linear { terms: Vec::new(), constant: value }
    }

    /// The sum that is one atom. `atom` must be an atom, see the module documentation.
    pub fn atom(atom: TermId) -> Linear {
        Linear { terms: vec![(atom, Rat::ONE)], constant: Rat::ZERO }
    }

    /// Whether no atom occurs.
    pub fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    /// The coefficient of an atom, 0 if it does not occur.
    pub fn coefficient(&self, atom: TermId) -> Rat {
        match self.terms.binary_search_by_key(&atom, |(a, _)| *a) {
            Ok(i) => self.terms[i].1.clone(),
            Err(_) => Rat::ZERO,
        }
    }

    /// Multiplies by a number.
    pub fn scale(&mut self, factor: &Rat) {
        if factor.is_zero() {
            self.terms.clear();
        }
        for (_, c) in &mut self.terms {
            *c *= factor;
        }
        self.constant *= factor;
    }

    /// `self + factor · other`.
    pub fn plus(&self, factor: &Rat, other: &Linear) -> Linear {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut i, mut j) = (0, 0);
        while i < self.terms.len() || j < other.terms.len() {
            let left = self.terms.get(i);
            let right = other.terms.get(j);
            match (left, right) {
                (Some((a, c)), Some((b, d))) if a == b => {
                    let sum = c + &(factor * d);
                    if !sum.is_zero() {
                        terms.push((*a, sum));
                    }
                    i += 1;
                    j += 1;
                }
                (Some((a, c)), right) if right.is_none_or(|(b, _)| a < b) => {
                    terms.push((*a, c.clone()));
                    i += 1;
                }
                (_, Some((b, d))) => {
                    let scaled = factor * d;
                    if !scaled.is_zero() {
                        terms.push((*b, scaled));
                    }
                    j += 1;
                }
                _ => break,
            }
        }
        Linear { terms, constant: &self.constant + &(factor * &other.constant) }
    }

    /// The positive factor that makes all coefficients coprime integers (the constant may stay fractional); 1 if
    /// constant.
    pub fn content_inverse(&self) -> Rat {
        let mut den = Int::ONE;
        for (_, c) in &self.terms {
            den = den.lcm(c.denom());
        }
        let mut gcd = Int::ZERO;
        for (_, c) in &self.terms {
            gcd = gcd.gcd(&(c.numer() * &den.div_exact(c.denom())));
        }
        if gcd.is_zero() { Rat::ONE } else { Rat::new(den, gcd) }
    }
}

impl Store {
    /// The linear form of an arithmetic term.
    pub fn linear(&self, term: TermId) -> Linear {
        match self.op(term) {
            Op::Num(value) => Linear::constant(value.clone()),
            Op::Add => {
                let mut sum = Linear::constant(Rat::ZERO);
                for &arg in self.args(term) {
                    match self.op(arg) {
                        Op::Num(value) => sum.constant += value,
                        _ => sum.terms.push(self.monomial(arg)),
                    }
                }
                // The arguments of a sum are sorted by monomial id, the form by atom id.
                sum.terms.sort_unstable_by_key(|(atom, _)| *atom);
                sum
            }
            _ => {
                let (atom, coefficient) = self.monomial(term);
                Linear { terms: vec![(atom, coefficient)], constant: Rat::ZERO }
            }
        }
    }

    /// Splits a monomial into atom and coefficient.
    fn monomial(&self, term: TermId) -> (TermId, Rat) {
        if *self.op(term) == Op::Mul
            && let [first, second] = *self.args(term)
            && let Op::Num(value) = self.op(first)
        {
            return (second, value.clone());
        }
        (term, Rat::ONE)
    }

    /// The term of a linear form, of sort Int or Real.
    pub fn from_linear(&mut self, linear: &Linear, sort: SortId) -> TermId {
        let mut parts = Vec::with_capacity(linear.terms.len() + 1);
        for (atom, coefficient) in &linear.terms {
            parts.push(self.scaled_atom(*atom, coefficient, sort));
        }
        if !linear.constant.is_zero() || parts.is_empty() {
            parts.push(self.num(linear.constant.clone(), sort));
        }
        if parts.len() == 1 { parts[0] } else { self.intern(Op::Add, &parts, sort) }
    }

    fn scaled_atom(&mut self, atom: TermId, coefficient: &Rat, sort: SortId) -> TermId {
        if coefficient.is_one() {
            return atom;
        }
        let factor = self.num(coefficient.clone(), sort);
        self.intern(Op::Mul, &[factor, atom], sort)
    }

    /// Reads an arithmetic literal as a constraint on a linear form: `Le(p,c)`, `Eq(p,c)` or the negation of `Le` over
    /// Real.
    pub fn as_linear_literal(&self, literal: TermId) -> Option<(Linear, Relation)> {
        let (atom, negated) = match self.op(literal) {
            Op::Not => (self.args(literal)[0], true),
            _ => (literal, false),
        };
        let relation = match self.op(atom) {
            Op::Le => Relation::LeZero,
            Op::Eq if self.sort_of(self.args(atom)[0]).is_arith() => Relation::EqZero,
            _ => return None,
        };
        let [left, right] = *self.args(atom) else { return None };
        let mut form = self.linear(left).plus(&Rat::from(-1), &self.linear(right));
        let relation = match (relation, negated) {
            (Relation::LeZero, true) => {
                form.scale(&Rat::from(-1));
                Relation::LtZero
            }
            (Relation::EqZero, true) => Relation::NeZero,
            (relation, _) => relation,
        };
        Some((form, relation))
    }
}

/// How a linear form is related to 0, see [`Store::as_linear_literal`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `form <= 0`
    LeZero,
    /// `form < 0`
    LtZero,
    /// `form = 0`
    EqZero,
    /// `form != 0`
    NeZero,
}
