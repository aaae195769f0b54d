//! [`Bits`]: bit-vectors of one width between unsigned and between signed bounds at once.
//!
//! Neither reading alone suffices: a loop counter compared by `bvslt` wraps in the unsigned order, one compared by
//! `bvult` in the signed order. Each range informs the other where it does not cross the other's seam. An operation
//! that may wrap yields the full range of that reading; operations that wrap for certain in every case are exact again.

use crate::num::Int;
use crate::term::{BvOp, to_signed};

/// A non-empty set of bit-vectors; see the module documentation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bits {
    width: u32,
    unsigned: (Int, Int),
    signed: (Int, Int),
}

fn within(inner: &(Int, Int), outer: &(Int, Int)) -> bool {
    inner.0 >= outer.0 && inner.1 <= outer.1
}

fn meet_range(a: &mut (Int, Int), b: (Int, Int)) -> bool {
    let mut changed = false;
    if b.0 > a.0 {
        a.0 = b.0;
        changed = true;
    }
    if b.1 < a.1 {
        a.1 = b.1;
        changed = true;
    }
    changed
}

impl Bits {
    /// All bit-vectors of a width.
    pub fn top(width: u32) -> Bits {
        Bits { width, unsigned: Bits::unsigned_range(width), signed: Bits::signed_range(width) }
    }

    /// One bit-vector, by its unsigned value.
    pub fn point(width: u32, value: &Int) -> Bits {
        let signed = to_signed(value, width);
        Bits { width, unsigned: (value.clone(), value.clone()), signed: (signed.clone(), signed) }
    }

    fn unsigned_range(width: u32) -> (Int, Int) {
        (Int::ZERO, &Int::pow2(width) - &Int::ONE)
    }

    fn signed_range(width: u32) -> (Int, Int) {
        (-Int::pow2(width - 1), &Int::pow2(width - 1) - &Int::ONE)
    }

    /// The bit-vectors whose unsigned values lie in a range; `None` if there are none.
    pub fn from_unsigned(width: u32, range: (Int, Int)) -> Option<Bits> {
        let mut bits = Bits::top(width);
        meet_range(&mut bits.unsigned, range);
        bits.reduce().then_some(bits)
    }

    /// The bit-vectors whose signed values lie in a range; `None` if there are none.
    pub fn from_signed(width: u32, range: (Int, Int)) -> Option<Bits> {
        let mut bits = Bits::top(width);
        meet_range(&mut bits.signed, range);
        bits.reduce().then_some(bits)
    }

    /// The width.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Least and greatest unsigned value.
    pub fn unsigned(&self) -> &(Int, Int) {
        &self.unsigned
    }

    /// Least and greatest signed value.
    pub fn signed(&self) -> &(Int, Int) {
        &self.signed
    }

    /// Whether this is every bit-vector of the width.
    pub fn is_top(&self) -> bool {
        *self == Bits::top(self.width)
    }

    /// The only member by its unsigned value, if there is exactly one.
    pub fn as_point(&self) -> Option<&Int> {
        (self.unsigned.0 == self.unsigned.1).then_some(&self.unsigned.0)
    }

    /// Whether the bit-vector of that unsigned value is a member.
    pub fn contains(&self, value: &Int) -> bool {
        let signed = to_signed(value, self.width);
        within(&(value.clone(), value.clone()), &self.unsigned) && within(&(signed.clone(), signed), &self.signed)
    }

    /// Whether every member is one of `other`.
    pub fn is_within(&self, other: &Bits) -> bool {
        within(&self.unsigned, &other.unsigned) && within(&self.signed, &other.signed)
    }

    /// Lets each range narrow the other. False if nothing is left.
    fn reduce(&mut self) -> bool {
        let (half, full) = (Int::pow2(self.width - 1), Int::pow2(self.width));
        for _ in 0..3 {
            if self.unsigned.0 > self.unsigned.1 || self.signed.0 > self.signed.1 {
                return false;
            }
            let mut changed = false;
            if self.unsigned.1 < half {
                changed |= meet_range(&mut self.signed, self.unsigned.clone());
            } else if self.unsigned.0 >= half {
                changed |= meet_range(&mut self.signed, (&self.unsigned.0 - &full, &self.unsigned.1 - &full));
            }
            if !self.signed.0.is_negative() {
                changed |= meet_range(&mut self.unsigned, self.signed.clone());
            } else if self.signed.1.is_negative() {
                changed |= meet_range(&mut self.unsigned, (&self.signed.0 + &full, &self.signed.1 + &full));
            }
            if !changed {
                break;
            }
        }
        self.unsigned.0 <= self.unsigned.1 && self.signed.0 <= self.signed.1
    }

    /// The common part, `None` if empty.
    pub fn meet(&self, other: &Bits) -> Option<Bits> {
        let mut bits = self.clone();
        meet_range(&mut bits.unsigned, other.unsigned.clone());
        meet_range(&mut bits.signed, other.signed.clone());
        bits.reduce().then_some(bits)
    }

    /// Takes out one bit-vector where it is an end of a range; `None` if nothing is left, and whether anything changed.
    pub fn exclude(&self, value: &Int) -> Option<(Bits, bool)> {
        let mut bits = self.clone();
        let trim = |range: &mut (Int, Int), value: &Int| {
            if range.0 == *value {
                range.0 = &range.0 + &Int::ONE;
            }
            if range.1 == *value {
                range.1 = &range.1 - &Int::ONE;
            }
        };
        trim(&mut bits.unsigned, value);
        trim(&mut bits.signed, &to_signed(value, self.width));
        let changed = bits != *self;
        bits.reduce().then_some((bits, changed))
    }

    /// The least ranges around both.
    pub fn join(&self, other: &Bits) -> Bits {
        let hull = |a: &(Int, Int), b: &(Int, Int)| (a.0.clone().min(b.0.clone()), a.1.clone().max(b.1.clone()));
        Bits {
            width: self.width,
            unsigned: hull(&self.unsigned, &other.unsigned),
            signed: hull(&self.signed, &other.signed),
        }
    }

    /// Widening: an exceeded bound moves to the nearest threshold (sorted) beyond, or to the end of the range.
    pub fn widen(&self, next: &Bits, thresholds: &[Int]) -> Bits {
        let move_range = |old: &(Int, Int), new: &(Int, Int), full: (Int, Int)| {
            let lo = if new.0 < old.0 {
                let below = thresholds.partition_point(|t| *t <= new.0);
                below.checked_sub(1).map_or(full.0.clone(), |i| thresholds[i].clone().max(full.0.clone()))
            } else {
                new.0.clone()
            };
            let hi = if new.1 > old.1 {
                let above = thresholds.partition_point(|t| *t < new.1);
                thresholds.get(above).map_or(full.1.clone(), |t| t.clone().min(full.1.clone()))
            } else {
                new.1.clone()
            };
            (lo, hi)
        };
        Bits {
            width: self.width,
            unsigned: move_range(&self.unsigned, &next.unsigned, Bits::unsigned_range(self.width)),
            signed: move_range(&self.signed, &next.signed, Bits::signed_range(self.width)),
        }
    }

    /// The bit-vectors of a width congruent to the integers of two ranges, one meant for each reading. A range that
    /// leaves the width's own is moved back if it lies within one turn, else given up.
    fn wrapped(width: u32, unsigned: (Int, Int), signed: (Int, Int)) -> Bits {
        let full = Int::pow2(width);
        let fit = |range: (Int, Int), all: (Int, Int)| {
            let turns = (&range.0 - &all.0).div_floor(&full);
            if (&range.1 - &all.0).div_floor(&full) != turns {
                return all;
            }
            let shift = &turns * &full;
            (&range.0 - &shift, &range.1 - &shift)
        };
        let mut bits = Bits {
            width,
            unsigned: fit(unsigned, Bits::unsigned_range(width)),
            signed: fit(signed, Bits::signed_range(width)),
        };
        // Both ranges hold the (non-empty) result, so reducing cannot empty them.
        if bits.reduce() { bits } else { Bits::top(width) }
    }

    /// An over-approximation of an operation that yields bits, over members of `args` (two entries at most). `width` is
    /// the width of the result.
    pub fn forward(op: BvOp, args: &[&Bits], width: u32) -> Bits {
        let Some(&a) = args.first() else { return Bits::top(width) };
        let b = args.get(1).copied();
        let top = || Bits::top(width);
        let unsigned = |range: (Int, Int)| Bits::from_unsigned(width, range).unwrap_or_else(|| Bits::top(width));
        if let (Some(x), Some(y)) = (a.as_point(), b.map_or(Some(&Int::ZERO), Bits::as_point))
            && let crate::term::BvResult::Bits(value) =
                crate::term::bv_eval(op, &[x.clone(), y.clone()], a.width, b.map_or(0, |b| b.width))
        {
            return Bits::point(width, &value);
        }
        match (op, b) {
            (BvOp::Add, Some(b)) => Bits::wrapped(width, sum(&a.unsigned, &b.unsigned), sum(&a.signed, &b.signed)),
            (BvOp::Sub, Some(b)) => {
                Bits::wrapped(width, difference(&a.unsigned, &b.unsigned), difference(&a.signed, &b.signed))
            }
            (BvOp::Mul, Some(b)) => {
                Bits::wrapped(width, product(&a.unsigned, &b.unsigned), product(&a.signed, &b.signed))
            }
            (BvOp::Neg, None) => {
                let zero = (Int::ZERO, Int::ZERO);
                Bits::wrapped(width, difference(&zero, &a.unsigned), difference(&zero, &a.signed))
            }
            // The complement is -1 - a in either reading.
            (BvOp::Not, None) => {
                let ones = (Int::from(-1), Int::from(-1));
                Bits::wrapped(width, difference(&ones, &a.unsigned), difference(&ones, &a.signed))
            }
            (BvOp::And, Some(b)) => unsigned((Int::ZERO, a.unsigned.1.clone().min(b.unsigned.1.clone()))),
            (BvOp::Or, Some(b)) => {
                let lo = a.unsigned.0.clone().max(b.unsigned.0.clone());
                unsigned((lo, ones_above(&a.unsigned.1.clone().max(b.unsigned.1.clone()), width)))
            }
            (BvOp::Xor, Some(b)) => {
                unsigned((Int::ZERO, ones_above(&a.unsigned.1.clone().max(b.unsigned.1.clone()), width)))
            }
            (BvOp::UDiv, Some(b)) if b.unsigned.0.is_positive() => {
                unsigned((a.unsigned.0.div_floor(&b.unsigned.1), a.unsigned.1.div_floor(&b.unsigned.0)))
            }
            (BvOp::URem, Some(b)) if b.unsigned.0.is_positive() => {
                let limit = &b.unsigned.1 - &Int::ONE;
                unsigned((Int::ZERO, a.unsigned.1.clone().min(limit)))
            }
            // The remainder of a division by zero is the dividend.
            (BvOp::URem, Some(_)) => unsigned((Int::ZERO, a.unsigned.1.clone())),
            (BvOp::LShr, Some(b)) => match small_shift(b, width) {
                Some(n) => {
                    let by = Int::pow2(n);
                    unsigned((a.unsigned.0.div_floor(&by), a.unsigned.1.div_floor(&by)))
                }
                None => unsigned((Int::ZERO, a.unsigned.1.clone())),
            },
            (BvOp::AShr, Some(b)) => match small_shift(b, width) {
                Some(n) => {
                    let by = Int::pow2(n);
                    let range = (a.signed.0.div_floor(&by), a.signed.1.div_floor(&by));
                    Bits::from_signed(width, range).unwrap_or_else(top)
                }
                None => top(),
            },
            (BvOp::Shl, Some(b)) => match small_shift(b, width) {
                Some(n) => {
                    let by = (Int::pow2(n), Int::pow2(n));
                    Bits::wrapped(width, product(&a.unsigned, &by), product(&a.signed, &by))
                }
                None => top(),
            },
            (BvOp::Concat, Some(b)) => {
                let by = Int::pow2(b.width);
                unsigned((&(&a.unsigned.0 * &by) + &b.unsigned.0, &(&a.unsigned.1 * &by) + &b.unsigned.1))
            }
            (BvOp::Extract(high, low), None) => {
                let by = Int::pow2(low);
                let (lo, hi) = (a.unsigned.0.div_floor(&by), a.unsigned.1.div_floor(&by));
                let modulus = Int::pow2(high - low + 1);
                // Without a carry into the bits cut off above, cutting is a subtraction.
                if lo.div_floor(&modulus) == hi.div_floor(&modulus) {
                    unsigned((lo.mod_euclid(&modulus), hi.mod_euclid(&modulus)))
                } else {
                    top()
                }
            }
            (BvOp::ZeroExtend(_), None) => unsigned(a.unsigned.clone()),
            (BvOp::SignExtend(_), None) => Bits::from_signed(width, a.signed.clone()).unwrap_or_else(top),
            _ => top(),
        }
    }

    /// What the arguments of an operation must lie in, given those ranges for them and for the result: per argument a
    /// set to meet with, `None` where nothing is known.
    pub fn backward(op: BvOp, args: &[&Bits], result: &Bits) -> [Option<Bits>; 2] {
        match (op, args) {
            (BvOp::Add, [a, b]) => [
                Some(Bits::forward(BvOp::Sub, &[result, b], a.width)),
                Some(Bits::forward(BvOp::Sub, &[result, a], b.width)),
            ],
            (BvOp::Sub, [a, b]) => [
                Some(Bits::forward(BvOp::Add, &[result, b], a.width)),
                Some(Bits::forward(BvOp::Sub, &[a, result], b.width)),
            ],
            (BvOp::Neg | BvOp::Not, [a]) => [Some(Bits::forward(op, &[result], a.width)), None],
            (BvOp::ZeroExtend(_), [a]) => [Bits::from_unsigned(a.width, result.unsigned.clone()), None],
            (BvOp::SignExtend(_), [a]) => [Bits::from_signed(a.width, result.signed.clone()), None],
            _ => [None, None],
        }
    }
}

fn sum(a: &(Int, Int), b: &(Int, Int)) -> (Int, Int) {
    (&a.0 + &b.0, &a.1 + &b.1)
}

fn difference(a: &(Int, Int), b: &(Int, Int)) -> (Int, Int) {
    (&a.0 - &b.1, &a.1 - &b.0)
}

fn product(a: &(Int, Int), b: &(Int, Int)) -> (Int, Int) {
    let all = [&a.0 * &b.0, &a.0 * &b.1, &a.1 * &b.0, &a.1 * &b.1];
    let lo = all.iter().min().cloned().unwrap_or(Int::ZERO);
    let hi = all.into_iter().max().unwrap_or(Int::ZERO);
    (lo, hi)
}

/// The least `2^n - 1` that is not below `value`.
fn ones_above(value: &Int, width: u32) -> Int {
    let mut n = 0;
    while n < width && Int::pow2(n) <= *value {
        n += 1;
    }
    &Int::pow2(n) - &Int::ONE
}

/// A certain shift distance below the width.
fn small_shift(amount: &Bits, width: u32) -> Option<u32> {
    amount.as_point()?.to_i64().and_then(|n| u32::try_from(n).ok()).filter(|&n| n < width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{BvResult, Yields, bv_eval};

    /// Every operation on every pair of ranges of a small width holds all concrete results, and refining backward loses
    /// none.
    #[test]
    fn operations_hold_all_results() {
        const WIDTH: u32 = 3;
        let mut sets = Vec::new();
        for lo in 0..8 {
            for hi in lo..8 {
                sets.extend(Bits::from_unsigned(WIDTH, (Int::from(lo), Int::from(hi))));
                sets.extend(Bits::from_signed(WIDTH, (Int::from(lo - 4), Int::from(hi - 4))));
            }
        }
        // What has indices stands below; what gives no bits is no transfer function.
        let plain = |arity: usize| {
            let operations = BvOp::all_plain().filter(move |op| op.arity() == arity);
            let sized = |op: BvOp| match op.yields() {
                Yields::Same => Some((op, WIDTH)),
                Yields::Sum => Some((op, 2 * WIDTH)),
                _ => None,
            };
            operations.filter_map(sized).collect::<Vec<(BvOp, u32)>>()
        };
        let binary = plain(2);
        let mut unary = plain(1);
        assert!(binary.len() > 10 && unary.len() > 1);
        unary.extend([
            (BvOp::Extract(1, 0), 2),
            (BvOp::Extract(2, 1), 2),
            (BvOp::ZeroExtend(2), 5),
            (BvOp::SignExtend(2), 5),
        ]);
        let all = |set: &Bits| (0..8).map(Int::from).filter(|v| set.contains(v)).collect::<Vec<Int>>();
        for a in &sets {
            for &(op, width) in &unary {
                let result = Bits::forward(op, &[a], width);
                let [back, _] = Bits::backward(op, &[a], &result);
                for x in all(a) {
                    let BvResult::Bits(value) = bv_eval(op, std::slice::from_ref(&x), WIDTH, 0) else {
                        panic!("bits expected")
                    };
                    assert!(result.contains(&value), "{op:?} {a:?}");
                    assert!(back.as_ref().is_none_or(|b| b.contains(&x)), "{op:?} backward {a:?}");
                }
            }
            for b in sets.iter().step_by(3) {
                for &(op, width) in &binary {
                    let result = Bits::forward(op, &[a, b], width);
                    let [back_a, back_b] = Bits::backward(op, &[a, b], &result);
                    for x in all(a) {
                        for y in all(b) {
                            let value = match bv_eval(op, &[x.clone(), y.clone()], WIDTH, WIDTH) {
                                BvResult::Bits(value) => value,
                                other => panic!("bits expected, not {other:?}"),
                            };
                            assert!(result.contains(&value), "{op:?} {a:?} {b:?}");
                            assert!(back_a.as_ref().is_none_or(|s| s.contains(&x)), "{op:?} backward");
                            assert!(back_b.as_ref().is_none_or(|s| s.contains(&y)), "{op:?} backward");
                        }
                    }
                }
                let (meet, join) = (a.meet(b), a.join(b));
                for x in (0..8).map(Int::from) {
                    assert_eq!(meet.as_ref().is_some_and(|m| m.contains(&x)), a.contains(&x) && b.contains(&x));
                    assert!(join.contains(&x) || !(a.contains(&x) || b.contains(&x)));
                }
            }
        }
    }
}
