//! [`Form`]: a sum of rational multiples of numbered variables plus a constant, and [`Constraint`]: such a sum related
//! to 0.
//!
//! Unlike [`crate::term::Linear`], whose atoms are terms, the variables here are plain numbers given by the user of the
//! module: argument positions of a predicate, nodes of a clause, columns of a tableau.

use crate::num::{Int, Rat};
use crate::term::Relation;
use std::fmt;

/// `Σ coefficient · variable + constant`, variables increasing, no zero coefficient.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Form {
    /// The monomials, sorted by variable.
    pub terms: Vec<(u32, Rat)>,
    /// The constant.
    pub constant: Rat,
}

impl Form {
    /// The constant sum.
    pub fn constant(value: Rat) -> Form {
        Form { terms: Vec::new(), constant: value }
    }

    /// The sum that is one variable.
    pub fn var(var: u32) -> Form {
        Form { terms: vec![(var, Rat::ONE)], constant: Rat::ZERO }
    }

    /// The sum of arbitrary monomials (repetitions allowed) and a constant.
    pub fn from_terms(mut terms: Vec<(u32, Rat)>, constant: Rat) -> Form {
        terms.sort_by_key(|(v, _)| *v);
        let mut merged: Vec<(u32, Rat)> = Vec::with_capacity(terms.len());
        for (var, coefficient) in terms {
            match merged.last_mut() {
                Some((last, sum)) if *last == var => *sum += &coefficient,
                _ => merged.push((var, coefficient)),
            }
        }
        merged.retain(|(_, c)| !c.is_zero());
        Form { terms: merged, constant }
    }

    /// Whether no variable occurs.
    pub fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    /// The coefficient of a variable, `None` if it does not occur.
    pub fn coefficient(&self, var: u32) -> Option<&Rat> {
        self.terms.binary_search_by_key(&var, |(v, _)| *v).ok().map(|i| &self.terms[i].1)
    }

    /// `self + factor · other`.
    #[must_use]
    pub fn plus(&self, factor: &Rat, other: &Form) -> Form {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            match (left.peek(), right.peek()) {
                (Some((a, c)), Some((b, d))) if a == b => {
                    let sum = c + &(factor * d);
                    if !sum.is_zero() {
                        terms.push((*a, sum));
                    }
                    left.next();
                    right.next();
                }
                (Some((a, c)), other) if other.is_none_or(|(b, _)| a < b) => {
                    terms.push((*a, c.clone()));
                    left.next();
                }
                (_, Some((b, d))) => {
                    let scaled = factor * d;
                    if !scaled.is_zero() {
                        terms.push((*b, scaled));
                    }
                    right.next();
                }
                _ => break,
            }
        }
        Form { terms, constant: &self.constant + &(factor * &other.constant) }
    }

    /// Multiplies by a number.
    pub fn scale(&mut self, factor: &Rat) {
        if factor.is_one() {
            return;
        }
        if factor.is_zero() {
            self.terms.clear();
        }
        for (_, c) in &mut self.terms {
            *c *= factor;
        }
        self.constant *= factor;
    }

    /// The form with every variable replaced by a form.
    #[must_use]
    pub fn substitute(&self, mut image: impl FnMut(u32) -> Form) -> Form {
        let mut all = Vec::new();
        let mut constant = self.constant.clone();
        for (var, coefficient) in &self.terms {
            let form = image(*var);
            constant += &(coefficient * &form.constant);
            all.extend(form.terms.into_iter().map(|(v, c)| (v, &c * coefficient)));
        }
        Form::from_terms(all, constant)
    }

    /// Scales by the positive factor that makes the coefficients coprime integers (the constant may stay fractional).
    pub fn normalise(&mut self) {
        let mut denominator = Int::ONE;
        for (_, c) in &self.terms {
            denominator = denominator.lcm(c.denom());
        }
        let mut gcd = Int::ZERO;
        for (_, c) in &self.terms {
            gcd = gcd.gcd(&(c.numer() * &denominator.div_exact(c.denom())));
        }
        if !gcd.is_zero() {
            self.scale(&Rat::new(denominator, gcd));
        }
    }

    /// The value under an assignment of the variables.
    pub fn eval<'a>(&self, value: impl Fn(u32) -> &'a Rat) -> Rat {
        let mut sum = self.constant.clone();
        for (var, coefficient) in &self.terms {
            sum += &(coefficient * value(*var));
        }
        sum
    }

    /// The largest bit length that matters: whether some coefficient or the constant has a numerator or denominator
    /// beyond `limit`.
    pub fn exceeds(&self, limit: &Int) -> bool {
        let large = |r: &Rat| r.numer().abs() > *limit || r.denom() > limit;
        large(&self.constant) || self.terms.iter().any(|(_, c)| large(c))
    }
}

impl fmt::Debug for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (var, coefficient) in &self.terms {
            write!(f, "{coefficient}·x{var} + ")?;
        }
        write!(f, "{}", self.constant)
    }
}

/// A form related to 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// The form.
    pub form: Form,
    /// How it is related to 0.
    pub relation: Relation,
}

impl Constraint {
    /// The form related to 0.
    pub fn new(form: Form, relation: Relation) -> Constraint {
        Constraint { form, relation }
    }

    /// Whether the constraint holds under an assignment of the variables.
    pub fn holds<'a>(&self, value: impl Fn(u32) -> &'a Rat) -> bool {
        let value = self.form.eval(value);
        match self.relation {
            Relation::LeZero => !value.is_positive(),
            Relation::LtZero => value.is_negative(),
            Relation::EqZero => value.is_zero(),
            Relation::NeZero => !value.is_zero(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(terms: &[(u32, i64)], constant: i64) -> Form {
        Form::from_terms(terms.iter().map(|&(v, c)| (v, Rat::from(c))).collect(), Rat::from(constant))
    }

    #[test]
    fn sums_stay_sorted_and_drop_zeros() {
        let a = form(&[(3, 2), (1, 1), (3, -1)], 4);
        assert_eq!(a, form(&[(1, 1), (3, 1)], 4));
        assert_eq!(a.plus(&Rat::from(-1), &form(&[(0, 2), (3, 1)], 1)), form(&[(0, -2), (1, 1)], 3));
        let replaced = a.substitute(|v| if v == 3 { form(&[(1, -1)], 5) } else { Form::var(v) });
        assert_eq!(replaced, Form::constant(Rat::from(9)));
    }

    #[test]
    fn normal_forms_are_coprime() {
        let mut a = form(&[(0, 4), (1, -6)], 3);
        a.normalise();
        assert_eq!(
            a,
            Form::from_terms(vec![(0, Rat::from(2)), (1, Rat::from(-3))], Rat::new(Int::from(3), Int::from(2)))
        );
        assert!(!a.exceeds(&Int::from(3)) && a.exceeds(&Int::from(2)));
    }
}
