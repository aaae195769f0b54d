//! Simplifying constructors for Int and Real arithmetic; sums and comparisons come out canonical.

use super::{Linear, Op, SortId, Store, TermId};
use crate::num::{Int, Rat};

/// How many factors a product may have and be multiplied out: squaring a variable forty times over gives 2^40 of them.
pub const MAX_FACTORS: usize = 64;
/// How many bits a numeral may have and be multiplied out.
pub const MAX_BITS: u64 = 1 << 16;

impl Store {
    /// An Int numeral.
    pub fn int(&mut self, value: i64) -> TermId {
        self.num(Rat::from(value), SortId::INT)
    }

    /// An Int numeral of any size.
    pub fn int_big(&mut self, value: Int) -> TermId {
        self.num(Rat::from(value), SortId::INT)
    }

    /// A numeral of sort Int (then `value` must be an integer) or Real.
    pub fn num(&mut self, value: Rat, sort: SortId) -> TermId {
        debug_assert!(sort == SortId::REAL || value.is_integer(), "fractional Int numeral");
        self.intern(Op::Num(value), &[], sort)
    }

    /// The value of a numeral.
    pub fn as_num(&self, term: TermId) -> Option<&Rat> {
        match self.op(term) {
            Op::Num(value) => Some(value),
            _ => None,
        }
    }

    /// The sum of one or more terms of one arithmetic sort.
    pub fn add(&mut self, terms: &[TermId]) -> TermId {
        let sort = self.sort_of(terms[0]);
        if terms.len() == 2 {
            let sum = self.linear(terms[0]).plus(&Rat::ONE, &self.linear(terms[1]));
            return self.from_linear(&sum, sort);
        }
        // Collecting first and sorting once keeps a sum of n terms at n log n.
        let mut all: Vec<(TermId, Rat)> = Vec::new();
        let mut constant = Rat::ZERO;
        for &term in terms {
            let form = self.linear(term);
            all.extend(form.terms);
            constant += &form.constant;
        }
        all.sort_by_key(|(atom, _)| *atom);
        let mut merged: Vec<(TermId, Rat)> = Vec::with_capacity(all.len());
        for (atom, coefficient) in all {
            match merged.last_mut() {
                Some((last, sum)) if *last == atom => *sum += &coefficient,
                _ => merged.push((atom, coefficient)),
            }
        }
        merged.retain(|(_, c)| !c.is_zero());
        self.from_linear(&Linear { terms: merged, constant }, sort)
    }

    /// `a - b`.
    pub fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        let sort = self.sort_of(a);
        let difference = self.linear(a).plus(&Rat::from(-1), &self.linear(b));
        self.from_linear(&difference, sort)
    }

    /// `- a`.
    pub fn neg(&mut self, a: TermId) -> TermId {
        self.scale(&Rat::from(-1), a)
    }

    /// `factor * a`. Where numerals would get longer than `MAX_BITS` the product stays as it is, with `a` as an atom.
    pub fn scale(&mut self, factor: &Rat, a: TermId) -> TermId {
        let sort = self.sort_of(a);
        let mut form = self.linear(a);
        let longest = form.terms.iter().map(|(_, c)| c.bits()).chain([form.constant.bits()]).max().unwrap_or(0);
        if factor.bits() + longest > MAX_BITS {
            let factor = self.num(factor.clone(), sort);
            return self.intern(Op::Mul, &[factor, a], sort);
        }
        form.scale(factor);
        self.from_linear(&form, sort)
    }

    /// The product of two terms of one arithmetic sort. A numeral factor distributes over a sum; a nonlinear product is
    /// flat, its numeral factors gathered in front. Products of more than `MAX_FACTORS` factors are not multiplied
    /// out.
    pub fn mul(&mut self, a: TermId, b: TermId) -> TermId {
        if let Op::Num(value) = self.op(a) {
            let value = value.clone();
            return self.scale(&value, b);
        }
        if let Op::Num(value) = self.op(b) {
            let value = value.clone();
            return self.scale(&value, a);
        }
        let sort = self.sort_of(a);
        let mut coefficient = Rat::ONE;
        let (mut factors, mut cores) = (Vec::new(), Vec::with_capacity(2));
        for term in [a, b] {
            let mut core = term;
            if *self.op(term) == Op::Mul
                && let Op::Num(value) = self.op(self.args(term)[0])
            {
                coefficient *= value;
                core = self.args(term)[1];
            }
            if *self.op(core) == Op::Mul {
                factors.extend_from_slice(self.args(core))
            } else {
                factors.push(core)
            }
            cores.push(core);
        }
        if factors.len() > MAX_FACTORS {
            factors = cores;
        }
        if coefficient.bits() > MAX_BITS {
            (coefficient, factors) = (Rat::ONE, vec![a, b]);
        }
        factors.sort_unstable();
        let product = self.intern(Op::Mul, &factors, sort);
        if coefficient.is_one() { product } else { self.scale(&coefficient, product) }
    }

    /// `a <= b`.
    pub fn le(&mut self, a: TermId, b: TermId) -> TermId {
        let form = self.linear(a).plus(&Rat::from(-1), &self.linear(b));
        self.le_zero(form, self.sort_of(a))
    }

    /// `a >= b`.
    pub fn ge(&mut self, a: TermId, b: TermId) -> TermId {
        self.le(b, a)
    }

    /// `a < b`.
    pub fn lt(&mut self, a: TermId, b: TermId) -> TermId {
        let ge = self.le(b, a);
        self.not(ge)
    }

    /// `a > b`.
    pub fn gt(&mut self, a: TermId, b: TermId) -> TermId {
        self.lt(b, a)
    }

    /// `form <= 0`, canonical: coprime integer coefficients on the left, a numeral (rounded down over Int) on the
    /// right.
    pub fn le_zero(&mut self, mut form: Linear, sort: SortId) -> TermId {
        if form.is_constant() {
            return self.bool(!form.constant.is_positive());
        }
        form.scale(&form.content_inverse());
        let mut bound = -&form.constant;
        if sort == SortId::INT {
            bound = Rat::from(bound.floor());
        }
        form.constant = Rat::ZERO;
        let left = self.from_linear(&form, sort);
        let right = self.num(bound, sort);
        self.intern(Op::Le, &[left, right], SortId::BOOL)
    }

    /// match: not (p <= c) over Int      gives: -p <= -c - 1
    pub(super) fn complement_le(&mut self, le: TermId) -> TermId {
        if let Some(known) = self.known_complement(le) {
            return known;
        }
        let [left, right] = *self.args(le) else { unreachable!("inequality without two sides") };
        let mut form = self.linear(right).plus(&Rat::from(-1), &self.linear(left));
        form.constant += &Rat::ONE;
        let complement = self.le_zero(form, SortId::INT);
        self.remember_complement(le, complement);
        complement
    }

    /// Arithmetic equality, canonical: coprime integer coefficients, the first positive, a numeral on the right.
    pub(super) fn eq_arith(&mut self, a: TermId, b: TermId) -> TermId {
        let sort = self.sort_of(a);
        let form = self.linear(a).plus(&Rat::from(-1), &self.linear(b));
        self.eq_zero(form, sort)
    }

    /// `form = 0`, canonical as for [`Store::eq`].
    pub fn eq_zero(&mut self, mut form: Linear, sort: SortId) -> TermId {
        if form.is_constant() {
            return self.bool(form.constant.is_zero());
        }
        form.scale(&form.content_inverse());
        if form.terms[0].1.is_negative() {
            form.scale(&Rat::from(-1));
        }
        let right = -&form.constant;
        if sort == SortId::INT && !right.is_integer() {
            return Store::FALSE;
        }
        form.constant = Rat::ZERO;
        let left = self.from_linear(&form, sort);
        let right = self.num(right, sort);
        self.intern(Op::Eq, &[left, right], SortId::BOOL)
    }

    /// SMT-LIB's `div`. By a numeral, whole multiples leave: `(2x + y + 3) div 2` is `x + 1 + (y + 1) div 2`.
    pub fn int_div(&mut self, a: TermId, b: TermId) -> TermId {
        let Some(divisor) = self.as_num(b).map(|d| d.numer().clone()) else {
            return self.intern(Op::IntDiv, &[a, b], SortId::INT);
        };
        if divisor.is_zero() {
            return self.intern(Op::IntDiv, &[a, b], SortId::INT);
        }
        let (quotient, remainder) = self.split_multiples(a, &divisor);
        if remainder.is_constant() {
            // Every coefficient was a multiple; the constant's remainder lies in 0 .. |divisor|.
            return self.from_linear(&quotient, SortId::INT);
        }
        let rest = self.from_linear(&remainder, SortId::INT);
        let div = self.intern(Op::IntDiv, &[rest, b], SortId::INT);
        let sum = quotient.plus(&Rat::ONE, &Linear::atom(div));
        self.from_linear(&sum, SortId::INT)
    }

    /// SMT-LIB's `mod`. By a numeral, coefficients are reduced: `(3x + 5) mod 2` is `(x + 1) mod 2`.
    pub fn int_mod(&mut self, a: TermId, b: TermId) -> TermId {
        let Some(divisor) = self.as_num(b).map(|d| d.numer().clone()) else {
            return self.intern(Op::IntMod, &[a, b], SortId::INT);
        };
        if divisor.is_zero() {
            return self.intern(Op::IntMod, &[a, b], SortId::INT);
        }
        let (_, remainder) = self.split_multiples(a, &divisor);
        let rest = self.from_linear(&remainder, SortId::INT);
        if remainder.is_constant() {
            return rest;
        }
        let modulus = self.int_big(divisor.abs());
        // match: (x mod n) mod n      gives: x mod n
        if *self.op(rest) == Op::IntMod && self.args(rest)[1] == modulus {
            return rest;
        }
        self.intern(Op::IntMod, &[rest, modulus], SortId::INT)
    }

    /// `(q, r)` with `a = divisor · q + r` and every coefficient of `r` in `0 .. |divisor|`.
    fn split_multiples(&self, a: TermId, divisor: &Int) -> (Linear, Linear) {
        let form = self.linear(a);
        let mut quotient = Linear::constant(Rat::from(form.constant.numer().div_euclid(divisor)));
        let mut remainder = Linear::constant(Rat::from(form.constant.numer().mod_euclid(divisor)));
        for (atom, coefficient) in &form.terms {
            let (q, r) = (coefficient.numer().div_euclid(divisor), coefficient.numer().mod_euclid(divisor));
            if !q.is_zero() {
                quotient.terms.push((*atom, Rat::from(q)));
            }
            if !r.is_zero() {
                remainder.terms.push((*atom, Rat::from(r)));
            }
        }
        (quotient, remainder)
    }

    /// Whether `divisor` (> 0) divides `a`.
    pub fn divisible(&mut self, a: TermId, divisor: Int) -> TermId {
        let divisor = self.int_big(divisor);
        let remainder = self.int_mod(a, divisor);
        let zero = self.int(0);
        self.eq(remainder, zero)
    }

    /// `abs a` over Int or Real.
    pub fn abs(&mut self, a: TermId) -> TermId {
        let sort = self.sort_of(a);
        let zero = self.num(Rat::ZERO, sort);
        let negative = self.lt(a, zero);
        let minus = self.neg(a);
        self.ite(negative, minus, a)
    }

    /// Division of reals.
    pub fn real_div(&mut self, a: TermId, b: TermId) -> TermId {
        match self.as_num(b) {
            Some(divisor) if !divisor.is_zero() => {
                let factor = divisor.recip();
                self.scale(&factor, a)
            }
            _ => self.intern(Op::RealDiv, &[a, b], SortId::REAL),
        }
    }

    /// `to_real a`; distributes over sums. A term that is Real already stays as it is.
    pub fn to_real(&mut self, a: TermId) -> TermId {
        if self.sort_of(a) == SortId::REAL {
            return a;
        }
        let form = self.linear(a);
        let mut terms: Vec<(TermId, Rat)> =
            form.terms.into_iter().map(|(atom, c)| (self.intern(Op::ToReal, &[atom], SortId::REAL), c)).collect();
        terms.sort_by_key(|(atom, _)| *atom);
        self.from_linear(&Linear { terms, constant: form.constant }, SortId::REAL)
    }

    /// `to_int a`, the floor.
    pub fn to_int(&mut self, a: TermId) -> TermId {
        if let Op::Num(value) = self.op(a) {
            let floor = value.floor();
            return self.int_big(floor);
        }
        if *self.op(a) == Op::ToReal {
            return self.args(a)[0];
        }
        self.intern(Op::ToInt, &[a], SortId::INT)
    }
}
