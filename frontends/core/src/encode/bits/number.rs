//! Integers as words in two's complement.
//!
//! Invariant: a number's word has just the bits that its interval needs. Sums and products are computed in the width of
//! their result, in which every intermediate result may wrap, for the last one does not.

use super::super::interval::{hull, product, quotient, remainder, sum};
use super::{Bits, NoBits, numeral};
use crate::ir::Range;
use horn_solver::num::Int;
use horn_solver::term::{BvOp, Op, Store, TermId};

/// Wider words are not worth it.
const WIDEST: u32 = 400;

/// An integer as a word.
#[derive(Clone, Debug)]
pub(super) struct Number {
    /// The word.
    pub term: TermId,
    /// What it can be.
    pub range: Range,
}

/// The bits that an interval needs.
pub(super) fn width(range: &Range) -> u32 {
    // In two's complement -8 .. 7 are the numbers of four bits.
    let bits = |end: &Int| {
        let magnitude = if end.is_negative() { -end.clone() - Int::ONE } else { end.clone() };
        u32::try_from(magnitude.to_big().bits()).unwrap_or(WIDEST) + 1
    };
    bits(&range.first).max(bits(&range.last)).min(WIDEST + 1)
}

/// The numbers of a width.
pub(super) fn span(width: u32) -> Range {
    let half = Int::pow2(width.saturating_sub(1));
    Range { first: -half.clone(), last: half - Int::ONE }
}

fn checked(range: &Range) -> Result<u32, NoBits> {
    let width = width(range);
    if width > WIDEST { Err(NoBits("integers too large for bit-vectors")) } else { Ok(width) }
}

impl Bits {
    fn literal(&mut self, value: &Int, width: u32) -> TermId {
        let value = value.mod_euclid(&Int::pow2(width));
        self.store.bv(&value, width)
    }

    /// A constant.
    pub(super) fn constant(&mut self, value: &Int) -> Number {
        let range = Range { first: value.clone(), last: value.clone() };
        Number { term: self.literal(value, width(&range)), range }
    }

    /// A fresh variable in a range.
    pub(super) fn number_variable(&mut self, range: Range) -> Result<Number, NoBits> {
        if range.first >= range.last {
            // An empty type has no value; any will do where no run comes.
            return Ok(self.constant(&range.first));
        }
        let width = checked(&range)?;
        let sort = self.store.bv_sort(width);
        let term = self.fresh(sort);
        let all = span(width);
        if range.first != all.first {
            let first = self.literal(&range.first, width);
            let above = self.store.bv_op(BvOp::Sle, &[first, term]);
            self.constraints.push(above);
        }
        if range.last != all.last {
            let last = self.literal(&range.last, width);
            let below = self.store.bv_op(BvOp::Sle, &[term, last]);
            self.constraints.push(below);
        }
        Ok(Number { term, range })
    }

    /// The lowest bits of a number, or the number with more of them.
    pub(super) fn resized(&mut self, number: &Number, to: u32) -> TermId {
        let own = width(&number.range);
        if number.range.first == number.range.last {
            return self.literal(&number.range.first.clone(), to);
        }
        match to.cmp(&own) {
            std::cmp::Ordering::Equal => number.term,
            std::cmp::Ordering::Less => self.store.bv_op(BvOp::Extract(to - 1, 0), &[number.term]),
            std::cmp::Ordering::Greater => self.store.bv_op(BvOp::SignExtend(to - own), &[number.term]),
        }
    }

    /// A word of some width as a number that is known to be in a range.
    fn narrowed(&mut self, word: TermId, range: Range) -> Number {
        if range.first == range.last {
            return self.constant(&range.first);
        }
        let (own, needed) = (self.store.bv_width(self.store.sort_of(word)).unwrap_or(1), width(&range));
        let term = if needed < own { self.store.bv_op(BvOp::Extract(needed - 1, 0), &[word]) } else { word };
        Number { term, range }
    }

    /// A bit-vector as a number that is not negative.
    pub(super) fn natural(&mut self, bits: TermId) -> Number {
        let own = self.store.bv_width(self.store.sort_of(bits)).unwrap_or(1);
        let term = self.store.bv_op(BvOp::ZeroExtend(1), &[bits]);
        Number { term, range: Range { first: Int::ZERO, last: Int::pow2(own) - Int::ONE } }
    }

    /// `coefficient · number` with its interval, for sums.
    fn monomial(&self, from: &Store, term: TermId) -> Result<(Int, Number), NoBits> {
        if *from.op(term) == Op::Mul
            && let [factor, rest] = *from.args(term)
            && let Some(factor) = numeral(from, factor)
        {
            return Ok((factor, self.number(rest)?.clone()));
        }
        Ok((Int::ONE, self.number(term)?.clone()))
    }

    fn scaled(coefficient: &Int, number: &Number) -> Range {
        let factor = Range { first: coefficient.clone(), last: coefficient.clone() };
        product(&factor, &number.range)
    }

    /// The sum of the monomials in that width, modulo two to the width.
    fn added(&mut self, parts: &[(Int, Number)], width: u32) -> TermId {
        let mut all: Option<TermId> = None;
        // Those that are subtracted come last.
        let (plus, minus): (Vec<_>, Vec<_>) = parts.iter().partition(|(coefficient, _)| !coefficient.is_negative());
        for (coefficient, number) in plus.into_iter().chain(minus) {
            let word = self.resized(number, width);
            let factor = coefficient.abs();
            let word = if factor == Int::ONE {
                word
            } else {
                let factor = self.literal(&factor, width);
                self.store.bv_op(BvOp::Mul, &[word, factor])
            };
            all = Some(match (all, coefficient.is_negative()) {
                (None, false) => word,
                (None, true) => self.store.bv_op(BvOp::Neg, &[word]),
                (Some(all), false) => self.store.bv_op(BvOp::Add, &[all, word]),
                (Some(all), true) => self.store.bv_op(BvOp::Sub, &[all, word]),
            });
        }
        match all {
            Some(all) => all,
            None => self.literal(&Int::ZERO, width),
        }
    }

    /// A sum.
    pub(super) fn sum(&mut self, from: &Store, args: &[TermId]) -> Result<Number, NoBits> {
        let parts = args.iter().map(|arg| self.monomial(from, *arg)).collect::<Result<Vec<_>, _>>()?;
        let ranges: Vec<Range> = parts.iter().map(|(factor, number)| Self::scaled(factor, number)).collect();
        let range = sum(&ranges);
        let width = checked(&range)?;
        let word = self.added(&parts, width);
        Ok(self.narrowed(word, range))
    }

    /// A product.
    pub(super) fn product(&mut self, a: &Number, b: &Number) -> Result<Number, NoBits> {
        let range = product(&a.range, &b.range);
        let width = checked(&range)?;
        let (x, y) = (self.resized(a, width), self.resized(b, width));
        let word = self.store.bv_op(BvOp::Mul, &[x, y]);
        Ok(self.narrowed(word, range))
    }

    /// `left <= right`, or `left = right`; what is subtracted on the left is added on the right.
    pub(super) fn compare(&mut self, from: &Store, args: &[TermId], equal: bool) -> Result<TermId, NoBits> {
        let [left, right] = *args else { return Err(NoBits("a comparison of more than two")) };
        let parts = |term: TermId| if *from.op(term) == Op::Add { from.args(term).to_vec() } else { vec![term] };
        let (mut low, mut high) = (Vec::new(), Vec::new());
        for (terms, swap) in [(parts(left), false), (parts(right), true)] {
            for term in terms {
                let (factor, number) = self.monomial(from, term)?;
                let zero = number.range.first.is_zero() && number.range.last.is_zero();
                if zero {
                    continue;
                }
                // A negative constant changes its side like a negative coefficient.
                let constant = number.range.first == number.range.last && number.range.first.is_negative();
                let (factor, number) = if constant {
                    let value = -number.range.first.clone();
                    (-factor, self.constant(&value))
                } else {
                    (factor, number)
                };
                let side = if factor.is_negative() == swap { &mut low } else { &mut high };
                side.push((factor.abs(), number));
            }
        }
        let range = |parts: &[(Int, Number)]| {
            let ranges: Vec<Range> = parts.iter().map(|(factor, number)| Self::scaled(factor, number)).collect();
            sum(&ranges)
        };
        let (a, b) = (range(&low), range(&high));
        if let Some(value) = decided(&a, &b, equal) {
            return Ok(self.store.bool(value));
        }
        let width = checked(&hull(&a, &b))?;
        let (x, y) = (self.added(&low, width), self.added(&high, width));
        Ok(if equal { self.same_word(x, y) } else { self.store.bv_op(BvOp::Sle, &[x, y]) })
    }

    /// `a = b`.
    pub(super) fn equal(&mut self, a: &Number, b: &Number) -> TermId {
        if let Some(value) = decided(&a.range, &b.range, true) {
            return self.store.bool(value);
        }
        let width = width(&hull(&a.range, &b.range));
        let (x, y) = (self.resized(a, width), self.resized(b, width));
        self.same_word(x, y)
    }

    /// `if test then a else b`.
    pub(super) fn number_choice(&mut self, test: TermId, a: &Number, b: &Number) -> Number {
        let range = hull(&a.range, &b.range);
        if range.first == range.last {
            return a.clone();
        }
        let width = width(&range);
        let (x, y) = (self.resized(a, width), self.resized(b, width));
        Number { term: self.store.ite(test, x, y), range }
    }

    /// SMT-LIB's `div`: rounded so that the remainder is never negative.
    pub(super) fn quotient(&mut self, a: &Number, b: &Number) -> Result<Number, NoBits> {
        let range = quotient(&a.range, &b.range);
        // One bit more, so that every intermediate result fits.
        let width = checked(&hull(&hull(&a.range, &b.range), &range))? + 1;
        let (x, y) = (self.resized(a, width), self.resized(b, width));
        let word = if !a.range.first.is_negative() && b.range.first > Int::ZERO {
            self.store.bv_op(BvOp::UDiv, &[x, y])
        } else {
            let rest = self.remainder(a, b)?;
            let rest = self.resized(&rest, width);
            let exact = self.store.bv_op(BvOp::Sub, &[x, rest]);
            self.store.bv_op(BvOp::SDiv, &[exact, y])
        };
        Ok(self.narrowed(word, range))
    }

    /// SMT-LIB's `mod`: never negative, whatever the sign of the divisor.
    pub(super) fn remainder(&mut self, a: &Number, b: &Number) -> Result<Number, NoBits> {
        let range = remainder(&a.range, &b.range);
        let width = checked(&hull(&hull(&a.range, &b.range), &range))? + 1;
        let (x, y) = (self.resized(a, width), self.resized(b, width));
        let word = if b.range.first > Int::ZERO {
            let op = if a.range.first.is_negative() { BvOp::SMod } else { BvOp::URem };
            self.store.bv_op(op, &[x, y])
        } else {
            let zero = self.literal(&Int::ZERO, width);
            let negative = self.store.bv_op(BvOp::Slt, &[y, zero]);
            let minus = self.store.bv_op(BvOp::Neg, &[y]);
            let divisor = self.store.ite(negative, minus, y);
            self.store.bv_op(BvOp::SMod, &[x, divisor])
        };
        Ok(self.narrowed(word, range))
    }
}

/// What intervals tell about `a <= b` or `a = b`.
fn decided(a: &Range, b: &Range, equal: bool) -> Option<bool> {
    if equal {
        let constant = a.first == a.last && a == b;
        let apart = a.first > b.last || a.last < b.first;
        return if constant { Some(true) } else { apart.then_some(false) };
    }
    if a.last <= b.first { Some(true) } else { (a.first > b.last).then_some(false) }
}
