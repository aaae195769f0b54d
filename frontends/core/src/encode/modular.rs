//! Modular arithmetic on integers in `0 .. modulus - 1`.

use super::Encoder;
use super::expr::{Context, LARGEST_SHIFT};
use crate::ir::{BinaryOp, exponent_of_two};
use horn_solver::num::{Int, Rat};
use horn_solver::term::{BvOp, TermId};

/// Masks with more runs of ones stay bit-vectors.
const MASK_RUNS: usize = 4;

/// The runs of ones in a word of that width: from a place up to another, exclusive.
fn runs(mask: &Int, width: u32) -> Vec<(u32, u32)> {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for place in 0..width {
        let one = mask.div_floor(&Int::pow2(place)).mod_euclid(&Int::pow2(1)) == Int::ONE;
        match runs.last_mut() {
            Some((_, high)) if one && *high == place => *high = place + 1,
            _ if one => runs.push((place, place + 1)),
            _ => {}
        }
    }
    runs
}

impl<'p> Encoder<'p> {
    /// `-a`, wrapping.
    pub(super) fn modular_neg(&mut self, a: TermId, modulus: &Int) -> TermId {
        let zero = self.store.int(0);
        let is_zero = self.store.eq(a, zero);
        let modulus = self.store.int_big(modulus.clone());
        let other = self.store.sub(modulus, a);
        self.store.ite(is_zero, zero, other)
    }

    /// A power of two in words of this width: nothing is left of large ones.
    fn power_of_two(&mut self, exponent: TermId, width: u32) -> TermId {
        let mut result = self.store.int(0);
        for n in (0..width).rev() {
            let (number, power) = (self.store.int(i64::from(n)), self.store.int_big(Int::pow2(n)));
            let here = self.store.eq(exponent, number);
            result = self.store.ite(here, power, result);
        }
        result
    }

    /// An operation other than comparisons, `Min` and `Max`.
    pub(super) fn modular(
        &mut self,
        cx: &mut Context<'p>,
        op: BinaryOp,
        a: TermId,
        b: TermId,
        modulus: &Int,
    ) -> TermId {
        let m = self.store.int_big(modulus.clone());
        match op {
            BinaryOp::Add => {
                let sum = self.store.add(&[a, b]);
                let wraps = self.store.ge(sum, m);
                let wrapped = self.store.sub(sum, m);
                self.store.ite(wraps, wrapped, sum)
            }
            BinaryOp::Sub => {
                let difference = self.store.sub(a, b);
                let wraps = self.store.lt(a, b);
                let wrapped = self.store.add(&[difference, m]);
                self.store.ite(wraps, wrapped, difference)
            }
            BinaryOp::Mul => {
                let product = self.store.mul(a, b);
                self.store.int_mod(product, m)
            }
            BinaryOp::Div => self.store.int_div(a, b),
            BinaryOp::Rem | BinaryOp::Mod => self.store.int_mod(a, b),
            BinaryOp::Pow => match exponent_of_two(modulus) {
                Some(width) if width <= LARGEST_SHIFT && self.store.as_num(a).is_some_and(|a| *a == Rat::from(2)) => {
                    self.power_of_two(b, width)
                }
                _ if *modulus > Int::ONE && [a, b].iter().all(|at| self.constant(*at).is_none()) => {
                    self.related_power(cx, a, b, Some(modulus))
                }
                _ => {
                    let power = self.power(cx, a, b);
                    self.store.int_mod(power, m)
                }
            },
            _ => match exponent_of_two(modulus) {
                Some(width) => self.bitwise(op, a, b, width),
                None => a,
            },
        }
    }

    fn constant(&self, term: TermId) -> Option<Int> {
        self.store.as_num(term).and_then(Rat::to_int)
    }

    fn bitwise(&mut self, op: BinaryOp, a: TermId, b: TermId, width: u32) -> TermId {
        match op {
            BinaryOp::BitAnd => {
                for (mask, other) in [(a, b), (b, a)] {
                    let runs = self.constant(mask).map(|mask| runs(&mask, width));
                    if let Some(runs) = runs.filter(|runs| runs.len() <= MASK_RUNS) {
                        return self.masked(other, &runs);
                    }
                }
                self.bits(BvOp::And, a, b, width)
            }
            BinaryOp::BitOr => self.bits(BvOp::Or, a, b, width),
            BinaryOp::BitXor => self.bits(BvOp::Xor, a, b, width),
            _ => {
                let amount = self.constant(b).and_then(|amount| amount.to_i64());
                if let Some(amount) = amount {
                    return self.shift(op, a, amount, width);
                }
                // Every amount on its own; from the width on shifts do not change any more. Rotations repeat.
                let rotates = matches!(op, BinaryOp::RotateLeft | BinaryOp::RotateRight);
                let b = if rotates {
                    let w = self.store.int(i64::from(width));
                    self.store.int_mod(b, w)
                } else {
                    b
                };
                let mut result = self.shift(op, a, i64::from(width), width);
                for amount in (0..i64::from(width)).rev() {
                    let n = self.store.int(amount);
                    let here = self.store.eq(b, n);
                    let shifted = self.shift(op, a, amount, width);
                    result = self.store.ite(here, shifted, result);
                }
                result
            }
        }
    }

    /// The bits of a word in these places, by division and remainder: what is known of remainders then decides.
    fn masked(&mut self, word: TermId, runs: &[(u32, u32)]) -> TermId {
        let mut parts = vec![self.store.int(0)];
        for &(low, high) in runs {
            let below = self.store.int_big(Int::pow2(low));
            let shifted = if low == 0 { word } else { self.store.int_div(word, below) };
            let size = self.store.int_big(Int::pow2(high - low));
            let kept = self.store.int_mod(shifted, size);
            parts.push(self.store.mul(kept, below));
        }
        self.store.add(&parts)
    }

    /// By way of bit-vectors.
    fn bits(&mut self, op: BvOp, a: TermId, b: TermId, width: u32) -> TermId {
        let a = self.store.bv_op(BvOp::FromInt(width), &[a]);
        let b = self.store.bv_op(BvOp::FromInt(width), &[b]);
        let result = self.store.bv_op(op, &[a, b]);
        self.store.bv_op(BvOp::ToNat, &[result])
    }

    fn shift(&mut self, op: BinaryOp, a: TermId, amount: i64, width: u32) -> TermId {
        let amount = u32::try_from(amount.max(0)).unwrap_or(u32::MAX);
        let zero = self.store.int(0);
        let left = |encoder: &mut Self, by: u32| {
            // Bits that leave the word are dropped first: what is left fits.
            let kept = encoder.store.int_big(Int::pow2(width - by));
            let low = encoder.store.int_mod(a, kept);
            let factor = encoder.store.int_big(Int::pow2(by));
            encoder.store.mul(low, factor)
        };
        let right = |encoder: &mut Self, by: u32| {
            let divisor = encoder.store.int_big(Int::pow2(by));
            encoder.store.int_div(a, divisor)
        };
        match op {
            BinaryOp::ShiftLeft if amount < width => left(self, amount),
            BinaryOp::ShiftRight if amount < width => right(self, amount),
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight => zero,
            BinaryOp::ShiftRightArithmetic => {
                let amount = amount.min(width);
                let shifted = right(self, amount);
                let sign = self.store.int_big(Int::pow2(width.saturating_sub(1)));
                let negative = self.store.ge(a, sign);
                let ones = self.store.int_big(Int::pow2(width) - Int::pow2(width - amount));
                let filled = self.store.add(&[shifted, ones]);
                self.store.ite(negative, filled, shifted)
            }
            _ => {
                let by = if width == 0 { 0 } else { amount % width };
                let by = if op == BinaryOp::RotateRight { width - by } else { by };
                if by == 0 || by == width {
                    return a;
                }
                let (high, low) = (left(self, by), right(self, width - by));
                self.store.add(&[high, low])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_are_split_into_runs() {
        for (mask, expected) in [
            (0, vec![]),
            (5, vec![(0, 1), (2, 3)]),
            (0xF0, vec![(4, 8)]),
            (0xFF, vec![(0, 8)]),
            (0x81, vec![(0, 1), (7, 8)]),
        ] {
            assert_eq!(runs(&Int::from(mask), 8), expected, "{mask:#x}");
        }
    }
}
