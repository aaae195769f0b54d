//! Bit-vector terms as integer terms, exactly.
//!
//! A bit-vector of width n is represented by its unsigned or (for the whole system) its two's complement value. Sums,
//! differences and multiples are kept unreduced as long as possible together with the interval they lie in; where a
//! value is looked at they are *wrapped* into the range of their width: not at all if the interval fits, by a
//! conditional addition if it sticks out by less than a period, by `mod` otherwise.
//!
//! In the *ideal* reading sums, differences and products are numbers without a largest one: nothing is wrapped but
//! where the other reading of a value is asked for. What overflows has no successors then, as variables stay in their
//! ranges.

use crate::num::{Int, Rat};
use crate::term::{BvOp, Op, Reading, Sort, SortId, Store, TermId, postorder};
use hashbrown::HashMap;

/// An operation without a sensible integer counterpart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unsupported(pub &'static str);

/// How bit-vectors are represented.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signedness {
    /// By the value in `0 .. 2^n`.
    Unsigned,
    /// By the value in `-2^(n-1) .. 2^(n-1)`.
    Signed,
}

impl Signedness {
    /// The least and greatest value of a bit-vector of that width.
    pub fn range(self, width: u32) -> (Int, Int) {
        match self {
            Signedness::Unsigned => (Int::ZERO, &Int::pow2(width) - &Int::ONE),
            Signedness::Signed => (-Int::pow2(width - 1), &Int::pow2(width - 1) - &Int::ONE),
        }
    }

    /// The integer that represents the bit-vector with this unsigned value.
    pub fn of_bits(self, bits: &Int, width: u32) -> Int {
        match self {
            Signedness::Unsigned => bits.clone(),
            Signedness::Signed => crate::term::to_signed(bits, width),
        }
    }
}

/// An integer congruent to a bit-vector modulo 2^width, with bounds on its value.
#[derive(Debug, Clone)]
struct Raw {
    term: TermId,
    low: Int,
    high: Int,
    width: u32,
}

/// Translates terms; one instance per clause, or for several terms over the same variables.
#[derive(Debug)]
pub struct ToInt {
    signedness: Signedness,
    /// Whether nothing overflows.
    ideal: bool,
    /// Images of the terms of sort bit-vector.
    raw: HashMap<TermId, Raw>,
    /// Images of all others.
    plain: HashMap<TermId, TermId>,
}

impl ToInt {
    /// A translator without cached results.
    pub fn new(signedness: Signedness, ideal: bool) -> ToInt {
        ToInt { signedness, ideal, raw: HashMap::new(), plain: HashMap::new() }
    }

    /// The image of a sort: Int for bit-vectors, the sort itself for Bool, Int and Real.
    pub fn sort(store: &Store, sort: SortId) -> Result<SortId, Unsupported> {
        match store.sort(sort) {
            Sort::BitVec(_) => Ok(SortId::INT),
            Sort::Bool | Sort::Int | Sort::Real => Ok(sort),
            Sort::Array(..) => Err(Unsupported("arrays beside bit-vectors")),
            Sort::Datatype(_) => Err(Unsupported("datatypes beside bit-vectors")),
        }
    }

    /// The image of a term: a formula for a formula, the representing integer for a bit-vector.
    pub fn term(&mut self, store: &mut Store, root: TermId) -> Result<TermId, Unsupported> {
        for term in postorder(store, &[root]) {
            if self.raw.contains_key(&term) || self.plain.contains_key(&term) {
                continue;
            }
            match store.bv_width(store.sort_of(term)) {
                Some(width) => {
                    let image = self.bits(store, term, width)?;
                    self.raw.insert(term, image);
                }
                None => {
                    let image = self.other(store, term)?;
                    self.plain.insert(term, image);
                }
            }
        }
        match self.raw.get(&root) {
            Some(raw) => {
                let raw = raw.clone();
                Ok(self.wrapped(store, &raw, self.signedness))
            }
            None => Ok(self.plain[&root]),
        }
    }

    /// `low <= x <= high` for a variable that represents a bit-vector.
    pub fn range_constraint(&self, store: &mut Store, variable: TermId, width: u32) -> TermId {
        let (low, high) = self.signedness.range(width);
        let (low, high) = (store.int_big(low), store.int_big(high));
        let (above, below) = (store.ge(variable, low), store.le(variable, high));
        store.and2(above, below)
    }

    fn arg(&self, store: &Store, term: TermId, i: usize) -> Raw {
        self.raw[&store.args(term)[i]].clone()
    }

    /// The value of an argument in the given reading.
    fn value(&mut self, store: &mut Store, term: TermId, i: usize, reading: Signedness) -> TermId {
        let raw = self.arg(store, term, i);
        self.wrapped(store, &raw, reading)
    }

    /// Moves an integer into the range of its width.
    fn wrapped(&self, store: &mut Store, raw: &Raw, reading: Signedness) -> TermId {
        let (low, high) = reading.range(raw.width);
        if (raw.low >= low && raw.high <= high) || (self.ideal && reading == self.signedness) {
            return raw.term;
        }
        let period = Int::pow2(raw.width);
        if raw.low >= &low - &period && raw.high <= &high + &period {
            let (low_term, high_term) = (store.int_big(low.clone()), store.int_big(high.clone()));
            let plus = store.int_big(period.clone());
            let mut wrapped = raw.term;
            if raw.high > high {
                let over = store.gt(raw.term, high_term);
                let reduced = store.sub(raw.term, plus);
                wrapped = store.ite(over, reduced, wrapped);
            }
            if raw.low < low {
                let under = store.lt(raw.term, low_term);
                let raised = store.add(&[raw.term, plus]);
                wrapped = store.ite(under, raised, wrapped);
            }
            return wrapped;
        }
        let shift = store.int_big(low);
        let modulus = store.int_big(period);
        let shifted = store.sub(raw.term, shift);
        let reduced = store.int_mod(shifted, modulus);
        store.add(&[reduced, shift])
    }

    fn bits(&mut self, store: &mut Store, term: TermId, width: u32) -> Result<Raw, Unsupported> {
        let (low, high) = self.signedness.range(width);
        let in_range = |term| Raw { term, low: low.clone(), high: high.clone(), width };
        match store.op(term).clone() {
            Op::Var(index) => Ok(in_range(store.var(index, SortId::INT))),
            Op::BitVec(bits) => {
                let value = self.signedness.of_bits(&bits, width);
                Ok(Raw { term: store.int_big(value.clone()), low: value.clone(), high: value, width })
            }
            Op::Ite => {
                let condition = self.plain[&store.args(term)[0]];
                let (a, b) = (self.arg(store, term, 1), self.arg(store, term, 2));
                let term = store.ite(condition, a.term, b.term);
                Ok(Raw { term, low: a.low.min(b.low), high: a.high.max(b.high), width })
            }
            Op::Bv(op) => self.operation(store, term, op, width),
            _ => Err(Unsupported("bit-vector term of another kind")),
        }
    }

    /// Keeps unreduced values within a few periods, so that conditional wrapping stays possible most of the time.
    fn settle(&self, store: &mut Store, raw: Raw) -> Raw {
        let limit = Int::pow2(raw.width + 3);
        if raw.high < limit && raw.low > -&limit {
            return raw;
        }
        let (low, high) = self.signedness.range(raw.width);
        Raw { term: self.wrapped(store, &raw, self.signedness), low, high, width: raw.width }
    }

    fn linear(&self, store: &mut Store, a: &Raw, factor: i64, b: &Raw) -> Raw {
        let scaled = store.scale(&Rat::from(factor), b.term);
        let (b_low, b_high) = if factor < 0 { (-&b.high, -&b.low) } else { (b.low.clone(), b.high.clone()) };
        let sum =
            Raw { term: store.add(&[a.term, scaled]), low: &a.low + &b_low, high: &a.high + &b_high, width: a.width };
        self.settle(store, sum)
    }

    fn operation(&mut self, store: &mut Store, term: TermId, op: BvOp, width: u32) -> Result<Raw, Unsupported> {
        use Signedness::{Signed, Unsigned};
        let exact = |term, low: Int, high: Int| Raw { term, low, high, width };
        let top = &Int::pow2(width) - &Int::ONE;
        match op {
            BvOp::Add => {
                let (a, b) = (self.arg(store, term, 0), self.arg(store, term, 1));
                Ok(self.linear(store, &a, 1, &b))
            }
            BvOp::Sub => {
                let (a, b) = (self.arg(store, term, 0), self.arg(store, term, 1));
                Ok(self.linear(store, &a, -1, &b))
            }
            BvOp::Neg => {
                let zero = exact(store.int(0), Int::ZERO, Int::ZERO);
                let a = self.arg(store, term, 0);
                Ok(self.linear(store, &zero, -1, &a))
            }
            // match: bvnot x      gives: -1 - x modulo 2^n
            BvOp::Not => {
                let minus_one = exact(store.int(-1), Int::from(-1), Int::from(-1));
                let a = self.arg(store, term, 0);
                Ok(self.linear(store, &minus_one, -1, &a))
            }
            BvOp::Mul => Ok(self.product(store, term, width)),
            BvOp::ZeroExtend(_) => {
                let inner = self.arg(store, term, 0).width;
                let value = self.value(store, term, 0, Unsigned);
                Ok(exact(value, Int::ZERO, &Int::pow2(inner) - &Int::ONE))
            }
            BvOp::SignExtend(_) => {
                let inner = self.arg(store, term, 0).width;
                let value = self.value(store, term, 0, Signed);
                let (low, high) = Signed.range(inner);
                Ok(exact(value, low, high))
            }
            BvOp::Extract(high, low) => Ok(self.extracted(store, term, (high, low), width)),
            BvOp::Concat => {
                let (high, low) = (self.value(store, term, 0, Unsigned), self.value(store, term, 1, Unsigned));
                let by = Rat::from(Int::pow2(self.arg(store, term, 1).width));
                let scaled = store.scale(&by, high);
                Ok(exact(store.add(&[scaled, low]), Int::ZERO, top))
            }
            BvOp::UDiv => {
                let (a, b) = (self.value(store, term, 0, Unsigned), self.value(store, term, 1, Unsigned));
                let quotient = store.int_div(a, b);
                let ones = store.int_big(top.clone());
                Ok(exact(guard_zero(store, b, quotient, ones), Int::ZERO, top))
            }
            BvOp::URem => {
                let (a, b) = (self.value(store, term, 0, Unsigned), self.value(store, term, 1, Unsigned));
                let remainder = store.int_mod(a, b);
                Ok(exact(guard_zero(store, b, remainder, a), Int::ZERO, top))
            }
            BvOp::SDiv | BvOp::SRem | BvOp::SMod => self.signed_division(store, term, op, width),
            BvOp::Shl => self.shifted_left(store, term, width),
            BvOp::LShr | BvOp::AShr => {
                let amount = self.constant_shift(store, term)?;
                let reading = if op == BvOp::LShr { Unsigned } else { Signed };
                let value = self.value(store, term, 0, reading);
                let by = store.int_big(Int::pow2(amount.min(width)));
                let (low, high) = reading.range(width);
                Ok(exact(store.int_div(value, by), low, high))
            }
            BvOp::And => self.mask(store, term, width),
            BvOp::Or | BvOp::Xor => Err(Unsupported("bitwise operations")),
            BvOp::FromInt(_) => {
                let value = self.plain[&store.args(term)[0]];
                let modulus = store.int_big(Int::pow2(width));
                Ok(exact(store.int_mod(value, modulus), Int::ZERO, top))
            }
            BvOp::Ult | BvOp::Ule | BvOp::Slt | BvOp::Sle | BvOp::ToNat | BvOp::ToIntSigned => {
                Err(Unsupported("bit-vector operation of another sort"))
            }
        }
    }

    fn product(&mut self, store: &mut Store, term: TermId, width: u32) -> Raw {
        let (a, b) = (self.arg(store, term, 0), self.arg(store, term, 1));
        let (a, b) = (self.settled_operand(store, &a), self.settled_operand(store, &b));
        let corners = [&a.low * &b.low, &a.low * &b.high, &a.high * &b.low, &a.high * &b.high];
        let low = corners.iter().min().cloned().unwrap_or(Int::ZERO);
        let high = corners.iter().max().cloned().unwrap_or(Int::ZERO);
        let product = Raw { term: store.mul(a.term, b.term), low, high, width };
        self.settle(store, product)
    }

    /// The bits from `low_bit` to `high_bit`: what is below is divided away, what is above taken off by `mod`.
    fn extracted(&mut self, store: &mut Store, term: TermId, (high_bit, low_bit): (u32, u32), width: u32) -> Raw {
        let value = self.value(store, term, 0, Signedness::Unsigned);
        let inner = self.arg(store, term, 0).width;
        let shifted = if low_bit == 0 {
            value
        } else {
            let by = store.int_big(Int::pow2(low_bit));
            store.int_div(value, by)
        };
        let image = if high_bit + 1 == inner {
            shifted
        } else {
            let modulus = store.int_big(Int::pow2(width));
            store.int_mod(shifted, modulus)
        };
        Raw { term: image, low: Int::ZERO, high: &Int::pow2(width) - &Int::ONE, width }
    }

    fn shifted_left(&mut self, store: &mut Store, term: TermId, width: u32) -> Result<Raw, Unsupported> {
        let amount = self.constant_shift(store, term)?;
        if amount >= width {
            return Ok(Raw { term: store.int(0), low: Int::ZERO, high: Int::ZERO, width });
        }
        let a = self.arg(store, term, 0);
        let a = self.settled_operand(store, &a);
        let factor = Int::pow2(amount);
        let scaled = store.scale(&Rat::from(factor.clone()), a.term);
        let shifted = Raw { term: scaled, low: &a.low * &factor, high: &a.high * &factor, width };
        Ok(self.settle(store, shifted))
    }

    /// The operand in range, so that products stay small.
    fn settled_operand(&self, store: &mut Store, raw: &Raw) -> Raw {
        let (low, high) = self.signedness.range(raw.width);
        if raw.low >= low && raw.high <= high {
            return raw.clone();
        }
        Raw { term: self.wrapped(store, raw, self.signedness), low, high, width: raw.width }
    }

    /// match: x and (2^k - 1)      gives: x mod 2^k      match: x and not (2^k - 1)      gives: x - x mod 2^k
    fn mask(&mut self, store: &mut Store, term: TermId, width: u32) -> Result<Raw, Unsupported> {
        for (constant, other) in [(0, 1), (1, 0)] {
            let Some(bits) = store.as_bv(store.args(term)[constant]).cloned() else { continue };
            let value = self.value(store, term, other, Signedness::Unsigned);
            let low_ones = (0..=width).find(|&k| bits == &Int::pow2(k) - &Int::ONE);
            let high_ones = (0..=width).find(|&k| bits == &Int::pow2(width) - &Int::pow2(k));
            let Some(k) = low_ones.or(high_ones) else { continue };
            let modulus = store.int_big(Int::pow2(k));
            let remainder = store.int_mod(value, modulus);
            let image = if low_ones.is_some() { remainder } else { store.sub(value, remainder) };
            return Ok(Raw { term: image, low: Int::ZERO, high: bits, width });
        }
        Err(Unsupported("bitwise operations"))
    }

    fn constant_shift(&self, store: &Store, term: TermId) -> Result<u32, Unsupported> {
        let amount = store.as_bv(store.args(term)[1]).ok_or(Unsupported("shift by a variable amount"))?;
        Ok(amount.to_i64().and_then(|n| u32::try_from(n).ok()).unwrap_or(u32::MAX))
    }

    /// Signed division truncates towards zero; SMT-LIB's `div` and `mod` on the absolute values give it.
    fn signed_division(&mut self, store: &mut Store, term: TermId, op: BvOp, width: u32) -> Result<Raw, Unsupported> {
        let (a, b) = (self.value(store, term, 0, Signedness::Signed), self.value(store, term, 1, Signedness::Signed));
        let zero = store.int(0);
        let (a_negative, b_negative) = (store.lt(a, zero), store.lt(b, zero));
        let (a_abs, b_abs) = (store.abs(a), store.abs(b));
        let (low, high) = Signedness::Signed.range(width);
        let image = match op {
            BvOp::SDiv => {
                let magnitude = store.int_div(a_abs, b_abs);
                let negated = store.neg(magnitude);
                let same_sign = store.eq(a_negative, b_negative);
                let quotient = store.ite(same_sign, magnitude, negated);
                let (one, minus_one) = (store.int(1), store.int(-1));
                let by_zero = store.ite(a_negative, one, minus_one);
                guard_zero(store, b, quotient, by_zero)
            }
            BvOp::SRem => {
                let magnitude = store.int_mod(a_abs, b_abs);
                let negated = store.neg(magnitude);
                let remainder = store.ite(a_negative, negated, magnitude);
                guard_zero(store, b, remainder, a)
            }
            _ => {
                let floor = store.int_mod(a, b_abs);
                let shifted = store.add(&[floor, b]);
                let exact = store.eq(floor, zero);
                let not_exact = store.not(exact);
                let moved = store.and2(b_negative, not_exact);
                let remainder = store.ite(moved, shifted, floor);
                guard_zero(store, b, remainder, a)
            }
        };
        // The one overflow, -2^(n-1) / -1, is 2^(n-1).
        Ok(Raw { term: image, low, high: &high + &Int::ONE, width })
    }

    fn other(&mut self, store: &mut Store, term: TermId) -> Result<TermId, Unsupported> {
        use Signedness::{Signed, Unsigned};
        match store.op(term).clone() {
            Op::Bv(op) => match op {
                BvOp::Ult | BvOp::Ule | BvOp::Slt | BvOp::Sle => {
                    let reading = if op.reading() == Reading::Unsigned { Unsigned } else { Signed };
                    let (a, b) = (self.value(store, term, 0, reading), self.value(store, term, 1, reading));
                    Ok(if matches!(op, BvOp::Ult | BvOp::Slt) { store.lt(a, b) } else { store.le(a, b) })
                }
                BvOp::ToNat => Ok(self.value(store, term, 0, Unsigned)),
                BvOp::ToIntSigned => Ok(self.value(store, term, 0, Signed)),
                _ => Err(Unsupported("bit-vector operation of another sort")),
            },
            Op::Eq if self.raw.contains_key(&store.args(term)[0]) => {
                let (a, b) = (self.value(store, term, 0, self.signedness), self.value(store, term, 1, self.signedness));
                Ok(store.eq(a, b))
            }
            Op::Forall(_) | Op::Exists(_) | Op::Bound(_) => Err(Unsupported("quantified constraint")),
            Op::Aggregate(_) => Err(Unsupported("aggregate")),
            _ => {
                ToInt::sort(store, store.sort_of(term))?;
                let args: Vec<TermId> = store.args(term).to_vec();
                let images: Option<Vec<TermId>> = args.iter().map(|a| self.plain.get(a).copied()).collect();
                let images = images.ok_or(Unsupported("bit-vector below another operation"))?;
                Ok(if images == args { term } else { store.rebuild(term, &images) })
            }
        }
    }
}

/// `ite (divisor = 0) by_zero otherwise`
fn guard_zero(store: &mut Store, divisor: TermId, otherwise: TermId, by_zero: TermId) -> TermId {
    let zero = store.int(0);
    let is_zero = store.eq(divisor, zero);
    store.ite(is_zero, by_zero, otherwise)
}
