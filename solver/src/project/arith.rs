//! Projection of numeric variables: virtual substitution guided by the model.
//!
//! Over the reals this is Loos–Weispfenning (the greatest lower or least upper bound in the model stands for the
//! variable), over the integers Cooper's method: a bound plus the smallest offset that gives the same remainders as the
//! model. `div` and `mod` by a numeral are rewritten first, to congruences where the divisor is small, to intervals
//! where it is large.

use super::{Literal, Projector};
use crate::num::{Int, Rat};
use crate::term::{Linear, Op, Relation, SortId, Store, TermId, Value, free_vars};
use hashbrown::HashMap;

/// Up to this divisor `t mod k` goes by its remainder, above it `t div k` goes by its value.
const SMALL_DIVISOR: i64 = 64;

/// `coefficient · x ⋈ term`, the coefficient positive.
#[derive(Clone, Debug)]
struct Bound {
    coefficient: Rat,
    term: Linear,
    strict: bool,
    /// The value of `term / coefficient` in the model.
    value: Rat,
}

/// `coefficient · x + term ≡ 0 (mod modulus)`.
#[derive(Clone, Debug)]
struct Congruence {
    coefficient: Int,
    term: Linear,
    modulus: Int,
}

#[derive(Default)]
struct Constraints {
    lower: Vec<Bound>,
    upper: Vec<Bound>,
    equal: Vec<Bound>,
    congruences: Vec<Congruence>,
}

impl Projector<'_> {
    /// Eliminates an Int or Real variable, or, where it stands inside other operators, replaces it by its value. All
    /// other sorts must be gone from the variables to eliminate.
    pub(super) fn eliminate_number(&mut self, var: TermId) -> Option<()> {
        if self.expand_division(var)? {
            return Some(());
        }
        let nested = self.literals.iter().any(|l| l.mentions(var) && !self.is_linear_in(l.term, var));
        if nested {
            return self.substitute_value(var);
        }
        let taken = self.take(|l| l.mentions(var));
        self.vars.retain(|&v| v != var);
        let mut constraints = Constraints::default();
        for literal in &taken {
            self.sort_in(literal, var, &mut constraints)?;
        }
        if self.store.sort_of(var) == SortId::REAL {
            self.eliminate_real(constraints)
        } else {
            self.eliminate_int(constraints, var)
        }
    }

    /// Whether the variable occurs in the literal only linearly, or as a congruence by a numeral.
    fn is_linear_in(&self, literal: TermId, var: TermId) -> bool {
        let Some((form, relation)) = self.store.as_linear_literal(literal) else { return false };
        if relation == Relation::EqZero
            && as_congruence(self.store, &form).is_some_and(|(t, _)| linear_in(self.store, &t, var))
        {
            return true;
        }
        linear_in(self.store, &form, var)
    }

    /// Takes one literal apart. Disequalities go the way the model shows.
    fn sort_in(&mut self, literal: &Literal, var: TermId, into: &mut Constraints) -> Option<()> {
        let (mut form, mut relation) = self.store.as_linear_literal(literal.term)?;
        if relation == Relation::EqZero
            && form.coefficient(var).is_zero()
            && let Some((term, modulus)) = as_congruence(self.store, &form)
        {
            let coefficient = term.coefficient(var).numer().clone();
            into.congruences.push(Congruence { coefficient, term: without(&term, var), modulus });
            return Some(());
        }
        if relation == Relation::NeZero {
            let value = self.linear_value(&form)?;
            if value.is_positive() {
                form.scale(&Rat::from(-1));
            }
            relation = Relation::LtZero;
        }
        if relation == Relation::LtZero && self.store.sort_of(var) == SortId::INT {
            // The coefficients are integers by the canonical form.
            form.constant += &Rat::ONE;
            relation = Relation::LeZero;
        }
        let coefficient = form.coefficient(var);
        let mut term = without(&form, var);
        if coefficient.is_positive() {
            term.scale(&Rat::from(-1));
        }
        let size = coefficient.abs();
        let value = &self.linear_value(&term)? / &size;
        let bound = Bound { coefficient: size, term, strict: relation == Relation::LtZero, value };
        match relation {
            Relation::EqZero => into.equal.push(bound),
            _ if coefficient.is_positive() => into.upper.push(bound),
            _ => into.lower.push(bound),
        }
        Some(())
    }

    fn linear_value(&self, form: &Linear) -> Option<Rat> {
        let mut sum = form.constant.clone();
        for (atom, coefficient) in &form.terms {
            sum += &(coefficient * &self.value(*atom)?.as_rat()?);
        }
        Some(sum)
    }

    /// `a ⋈ b` for the terms of two bounds, each divided by its coefficient.
    fn order(&mut self, a: &Bound, b: &Bound, strict: bool, sort: SortId) -> Option<()> {
        let mut left = a.term.clone();
        left.scale(&b.coefficient);
        let difference = left.plus(&-&a.coefficient, &b.term);
        let literal = if strict {
            let negated = difference.plus(&Rat::from(-2), &difference);
            let ge = self.store.le_zero(negated, sort);
            self.store.not(ge)
        } else {
            self.store.le_zero(difference, sort)
        };
        self.add(literal)
    }

    /// Loos–Weispfenning: of the side with fewer bounds the one that is tightest in the model stands for the variable.
    fn eliminate_real(&mut self, mut constraints: Constraints) -> Option<()> {
        let sort = SortId::REAL;
        if let Some(definition) = constraints.equal.pop() {
            for other in &constraints.equal {
                self.order(&definition, other, false, sort)?;
                self.order(other, &definition, false, sort)?;
            }
            for lower in &constraints.lower {
                self.order(lower, &definition, lower.strict, sort)?;
            }
            for upper in &constraints.upper {
                self.order(&definition, upper, upper.strict, sort)?;
            }
            return Some(());
        }
        let Constraints { lower, upper, .. } = constraints;
        if lower.is_empty() || upper.is_empty() {
            return Some(());
        }
        if lower.len() <= upper.len() {
            let at = tightest(&lower, true)?;
            for (i, other) in lower.iter().enumerate() {
                if i != at {
                    self.order(other, &lower[at], other.strict && !lower[at].strict, sort)?;
                }
            }
            for other in &upper {
                self.order(&lower[at], other, other.strict || lower[at].strict, sort)?;
            }
        } else {
            let at = tightest(&upper, false)?;
            for (i, other) in upper.iter().enumerate() {
                if i != at {
                    self.order(&upper[at], other, other.strict && !upper[at].strict, sort)?;
                }
            }
            for other in &lower {
                self.order(other, &upper[at], other.strict || upper[at].strict, sort)?;
            }
        }
        Some(())
    }

    /// Cooper, with the exact or dark shadow first where it spares a congruence.
    fn eliminate_int(&mut self, constraints: Constraints, var: TermId) -> Option<()> {
        let Constraints { lower, upper, equal, congruences } = constraints;
        // The variable may move in steps of `period` without any congruence noticing.
        let mut period = Int::ONE;
        for c in &congruences {
            let step = c.modulus.div_exact(&c.modulus.gcd(&c.coefficient));
            period = period.lcm(&step);
        }
        if let Some(definition) = equal.first() {
            let all = All { lower: &lower, upper: &upper, equal: &equal[1..], congruences: &congruences };
            return self.put(definition, &Int::ZERO, all);
        }
        let all = All { lower: &lower, upper: &upper, equal: &[], congruences: &congruences };
        if lower.is_empty() || upper.is_empty() {
            if congruences.is_empty() {
                return Some(());
            }
            // Bounds on one side only: far enough out any residue class is met, only the congruences must be solvable.
            let residue = self.value(var)?.as_rat()?.to_int()?.mod_euclid(&period);
            let point = Bound {
                coefficient: Rat::ONE,
                term: Linear::constant(Rat::from(residue.clone())),
                strict: false,
                value: Rat::from(residue),
            };
            return self.put(&point, &Int::ZERO, All { lower: &[], upper: &[], equal: &[], congruences: &congruences });
        }
        let (low, high) = (tightest(&lower, true)?, tightest(&upper, false)?);
        let (low, high) = (&lower[low], &upper[high]);
        if congruences.is_empty() {
            if low.coefficient.is_one() && (lower.len() <= upper.len() || !high.coefficient.is_one()) {
                return self.put(low, &Int::ZERO, all);
            }
            if high.coefficient.is_one() {
                return self.put(high, &Int::ZERO, all);
            }
            // Dark shadow: if the two bounds are (a-1)(b-1)/ab apart, an integer lies between them.
            let gap = &(&low.coefficient - &Rat::ONE) * &(&high.coefficient - &Rat::ONE);
            let apart = &(&high.value - &low.value) * &(&low.coefficient * &high.coefficient);
            if apart >= gap {
                for other in &lower {
                    self.order(other, low, false, SortId::INT)?;
                }
                for other in &upper {
                    self.order(high, other, false, SortId::INT)?;
                }
                let mut left = low.term.clone();
                left.scale(&high.coefficient);
                left.constant += &gap;
                let difference = left.plus(&-&low.coefficient, &high.term);
                let literal = self.store.le_zero(difference, SortId::INT);
                return self.add(literal);
            }
        }
        // The point above the tightest lower bound that is a whole number of periods below the variable's value.
        let value = self.value(var)?.as_rat()?;
        let from_low = lower.len() <= upper.len();
        let bound = if from_low { low } else { high };
        let term_value = &bound.value * &bound.coefficient;
        let offset = (&(&value * &bound.coefficient) - &term_value).to_int()?;
        let step = &period * bound.coefficient.numer();
        let offset = if from_low { offset.mod_euclid(&step) } else { -&(-&offset).mod_euclid(&step) };
        self.put(bound, &offset, all)
    }

    /// Puts `(bound.term + offset) / bound.coefficient` for the variable in all constraints.
    fn put(&mut self, bound: &Bound, offset: &Int, all: All<'_>) -> Option<()> {
        let sort = SortId::INT;
        let a = bound.coefficient.numer().clone();
        let mut point = bound.clone();
        point.term.constant += &Rat::from(offset.clone());
        if !a.is_one() {
            self.add_congruence(point.term.clone(), a.clone())?;
        }
        for lower in all.lower {
            self.order(lower, &point, false, sort)?;
        }
        for upper in all.upper {
            self.order(&point, upper, false, sort)?;
        }
        for equal in all.equal {
            let mut left = point.term.clone();
            left.scale(&equal.coefficient);
            let difference = left.plus(&-&point.coefficient, &equal.term);
            let literal = self.store.eq_zero(difference, sort);
            self.add(literal)?;
        }
        for c in all.congruences {
            let mut term = c.term.clone();
            term.scale(&Rat::from(a.clone()));
            let term = term.plus(&Rat::from(c.coefficient.clone()), &point.term);
            self.add_congruence(term, &c.modulus * &a)?;
        }
        Some(())
    }

    /// `term ≡ 0 (mod modulus)`, common factors removed.
    fn add_congruence(&mut self, mut term: Linear, modulus: Int) -> Option<()> {
        let mut gcd = modulus.gcd(term.constant.numer());
        for (_, coefficient) in &term.terms {
            gcd = gcd.gcd(coefficient.numer());
        }
        term.scale(&Rat::from(gcd.clone()).recip());
        let modulus = modulus.div_exact(&gcd);
        if modulus.is_one() {
            return Some(());
        }
        let left = self.store.from_linear(&term, SortId::INT);
        let literal = self.store.divisible(left, modulus);
        self.add(literal)
    }

    /// Rewrites one `div` or `mod` by a numeral that has the variable inside and is no congruence yet.
    fn expand_division(&mut self, var: TermId) -> Option<bool> {
        let mut found = None;
        for literal in self.literals.iter().filter(|l| l.mentions(var)) {
            if let Some((form, Relation::EqZero)) = self.store.as_linear_literal(literal.term)
                && as_congruence(self.store, &form).is_some_and(|(t, _)| linear_in(self.store, &t, var))
            {
                continue;
            }
            let inner = crate::term::postorder(self.store, &[literal.term]).into_iter().find(|&t| {
                matches!(self.store.op(t), Op::IntDiv | Op::IntMod)
                    && self.store.as_num(self.store.args(t)[1]).is_some_and(Rat::is_positive)
                    && free_vars(self.store, &[t]).contains(&var)
            });
            if inner.is_some() {
                found = inner;
                break;
            }
        }
        let Some(term) = found else { return Some(false) };
        let [dividend, divisor] = *self.store.args(term) else { return None };
        let modulus = self.store.as_num(divisor)?.numer().clone();
        let value = self.value(dividend)?.as_rat()?.to_int()?;
        let (quotient, remainder) = (value.div_euclid(&modulus), value.mod_euclid(&modulus));
        let is_div = *self.store.op(term) == Op::IntDiv;
        if modulus <= Int::from(SMALL_DIVISOR) {
            let remainder_term = self.store.int_big(remainder);
            let rest = self.store.sub(dividend, remainder_term);
            let image = if is_div {
                // dividend = modulus · q + remainder defines q, and makes the congruence superfluous.
                let q = self.fresh(SortId::INT, Value::Int(quotient));
                let product = self.store.scale(&Rat::from(modulus), q);
                let definition = self.store.eq(product, rest);
                self.replace(&[(term, q)])?;
                self.add(definition)?;
                return Some(true);
            } else {
                remainder_term
            };
            self.replace(&[(term, image)])?;
            let congruence = self.store.divisible(rest, modulus);
            self.add(congruence)?;
        } else {
            let base = self.store.int_big(&quotient * &modulus);
            let rest = self.store.sub(dividend, base);
            let (zero, top) = (self.store.int(0), self.store.int_big(&modulus - &Int::ONE));
            let image = if is_div { self.store.int_big(quotient) } else { rest };
            self.replace(&[(term, image)])?;
            let (at_least, at_most) = (self.store.le(zero, rest), self.store.le(rest, top));
            self.add(at_least)?;
            self.add(at_most)?;
        }
        Some(true)
    }
}

/// The constraints a point is put into.
struct All<'a> {
    lower: &'a [Bound],
    upper: &'a [Bound],
    equal: &'a [Bound],
    congruences: &'a [Congruence],
}

/// The index of the greatest lower (least upper) bound in the model, strict ones first, then small coefficients.
fn tightest(bounds: &[Bound], lower: bool) -> Option<usize> {
    (0..bounds.len()).min_by(|&i, &j| {
        let (a, b) = (&bounds[i], &bounds[j]);
        let by_value = if lower { b.value.cmp(&a.value) } else { a.value.cmp(&b.value) };
        by_value.then(b.strict.cmp(&a.strict)).then(a.coefficient.cmp(&b.coefficient)).then(i.cmp(&j))
    })
}

fn without(form: &Linear, var: TermId) -> Linear {
    let mut rest = form.clone();
    rest.terms.retain(|(atom, _)| *atom != var);
    rest
}

/// Whether the variable occurs in the form only as a monomial.
fn linear_in(store: &Store, form: &Linear, var: TermId) -> bool {
    form.terms
        .iter()
        .all(|(atom, _)| *atom == var || store.as_var(*atom).is_some() || !free_vars(store, &[*atom]).contains(&var))
}

/// Reads `t mod k - c = 0` as `t - c ≡ 0 (mod k)`.
fn as_congruence(store: &Store, form: &Linear) -> Option<(Linear, Int)> {
    let [(atom, coefficient)] = form.terms.as_slice() else { return None };
    if *store.op(*atom) != Op::IntMod || !coefficient.abs().is_one() {
        return None;
    }
    let [dividend, divisor] = *store.args(*atom) else { return None };
    let modulus = store.as_num(divisor).filter(|k| k.is_positive())?.numer().clone();
    let remainder = if coefficient.is_one() { -&form.constant } else { form.constant.clone() };
    if remainder.is_negative() || remainder >= Rat::from(modulus.clone()) {
        return None;
    }
    let mut term = store.linear(dividend);
    term.constant = &term.constant - &remainder;
    Some((term, modulus))
}

/// Of several bounds on one linear form keeps the tightest.
pub(super) fn drop_weaker_bounds(store: &Store, cube: &mut Vec<TermId>) {
    let mut tightest: HashMap<TermId, (Rat, TermId)> = HashMap::new();
    for &literal in cube.iter() {
        if *store.op(literal) != Op::Le {
            continue;
        }
        let [left, right] = *store.args(literal) else { continue };
        let Some(bound) = store.as_num(right) else { continue };
        match tightest.get(&left) {
            Some((least, _)) if least <= bound => {}
            _ => {
                tightest.insert(left, (bound.clone(), literal));
            }
        }
    }
    cube.retain(|&literal| {
        *store.op(literal) != Op::Le || tightest.get(&store.args(literal)[0]).is_none_or(|(_, kept)| *kept == literal)
    });
}
