//! [`Interval`]: sets of numbers between two bounds, each closed, open or absent.
//!
//! Cousot & Cousot, *Static determination of dynamic properties of programs*, 1976. Over Int the bounds are kept closed
//! and integral by [`Interval::round`]; over Real they carry their strictness.

use crate::num::{Int, Rat};
use std::cmp::Ordering;

/// One end of an interval.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Where the interval ends.
    pub value: Rat,
    /// Whether the end itself is left out.
    pub strict: bool,
}

impl Bound {
    /// A bound that belongs to the interval.
    pub fn closed(value: Rat) -> Bound {
        Bound { value, strict: false }
    }
}

/// The numbers between two bounds; an absent bound is infinite.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Interval {
    /// The lower bound.
    pub lo: Option<Bound>,
    /// The upper bound.
    pub hi: Option<Bound>,
}

/// Which of two lower bounds leaves out more (`Greater` is the tighter one).
fn compare_lo(a: &Bound, b: &Bound) -> Ordering {
    a.value.cmp(&b.value).then(a.strict.cmp(&b.strict))
}

/// Which of two upper bounds leaves out more (`Less` is the tighter one).
fn compare_hi(a: &Bound, b: &Bound) -> Ordering {
    a.value.cmp(&b.value).then(b.strict.cmp(&a.strict))
}

/// Numerators and denominators with more binary digits are long.
const LONG_BITS: u64 = 128;
/// Binary digits of what is rounded.
const KEPT_BITS: i64 = 64;
/// The last binary digit behind the point.
const LAST_DIGIT: i64 = 200;

/// A number not below the value (not above it unless `up`), next to it among those with [`KEPT_BITS`] binary digits;
/// `None` where the exponent is out of reach.
fn rounded(value: &Rat, up: bool) -> Option<Rat> {
    let (numer, denom) = (value.numer(), value.denom());
    let exponent = i64::try_from(numer.bits()).ok()? - i64::try_from(denom.bits()).ok()?;
    // What is smaller than the last digit is next to zero.
    let shift = (KEPT_BITS - exponent).min(LAST_DIGIT);
    let power = Int::pow2(u32::try_from(shift.unsigned_abs()).ok()?);
    let (top, bottom) = if shift >= 0 {
        (numer.clone() * power.clone(), denom.clone())
    } else {
        (numer.clone(), denom.clone() * power.clone())
    };
    let digits = if up { top.div_ceil(&bottom) } else { top.div_floor(&bottom) };
    Some(if shift >= 0 { Rat::new(digits, power) } else { Rat::from(digits * power) })
}

impl Interval {
    /// All numbers.
    pub const TOP: Interval = Interval { lo: None, hi: None };

    /// One number.
    pub fn point(value: Rat) -> Interval {
        Interval { lo: Some(Bound::closed(value.clone())), hi: Some(Bound::closed(value)) }
    }

    /// The closed interval between two numbers.
    pub fn between(lo: Rat, hi: Rat) -> Interval {
        Interval { lo: Some(Bound::closed(lo)), hi: Some(Bound::closed(hi)) }
    }

    /// `value` and everything above.
    pub fn at_least(value: Rat) -> Interval {
        Interval { lo: Some(Bound::closed(value)), hi: None }
    }

    /// `value` and everything below.
    pub fn at_most(value: Rat) -> Interval {
        Interval { lo: None, hi: Some(Bound::closed(value)) }
    }

    /// An interval around this one whose bounds have few digits, if this one's have many: exact products and sums of
    /// fractions double their digits with each operation.
    pub fn shortened(&self) -> Option<Interval> {
        let long = |bound: &Option<Bound>| {
            bound.as_ref().is_some_and(|b| b.value.numer().bits() > LONG_BITS || b.value.denom().bits() > LONG_BITS)
        };
        (long(&self.lo) || long(&self.hi)).then(|| {
            let outward = |bound: &Option<Bound>, up: bool| {
                bound.as_ref().map(|bound| match rounded(&bound.value, up) {
                    Some(value) if value != bound.value => Bound::closed(value),
                    _ => bound.clone(),
                })
            };
            Interval { lo: outward(&self.lo, false), hi: outward(&self.hi, true) }
        })
    }

    /// Whether no bound is present.
    pub fn is_top(&self) -> bool {
        self.lo.is_none() && self.hi.is_none()
    }

    /// Whether no (rational) number is inside.
    pub fn is_empty(&self) -> bool {
        match (&self.lo, &self.hi) {
            (Some(lo), Some(hi)) => lo.value > hi.value || (lo.value == hi.value && (lo.strict || hi.strict)),
            _ => false,
        }
    }

    /// The only number inside, if there is exactly one.
    pub fn as_point(&self) -> Option<&Rat> {
        match (&self.lo, &self.hi) {
            (Some(lo), Some(hi)) if lo.value == hi.value && !lo.strict && !hi.strict => Some(&lo.value),
            _ => None,
        }
    }

    /// Whether the number is inside.
    pub fn contains(&self, value: &Rat) -> bool {
        self.lo.as_ref().is_none_or(|lo| if lo.strict { *value > lo.value } else { *value >= lo.value })
            && self.hi.as_ref().is_none_or(|hi| if hi.strict { *value < hi.value } else { *value <= hi.value })
    }

    /// Whether every number inside is inside `other`.
    pub fn is_within(&self, other: &Interval) -> bool {
        let lo = match (&self.lo, &other.lo) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(a), Some(b)) => compare_lo(a, b) != Ordering::Less,
        };
        lo && match (&self.hi, &other.hi) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(a), Some(b)) => compare_hi(a, b) != Ordering::Greater,
        }
    }

    /// Narrows to the common part; whether anything changed. The result may be empty.
    pub fn meet(&mut self, other: &Interval) -> bool {
        let mut changed = false;
        if let Some(b) = &other.lo
            && self.lo.as_ref().is_none_or(|a| compare_lo(a, b) == Ordering::Less)
        {
            self.lo = Some(b.clone());
            changed = true;
        }
        if let Some(b) = &other.hi
            && self.hi.as_ref().is_none_or(|a| compare_hi(a, b) == Ordering::Greater)
        {
            self.hi = Some(b.clone());
            changed = true;
        }
        changed
    }

    /// The least interval around both.
    pub fn join(&self, other: &Interval) -> Interval {
        let lo = match (&self.lo, &other.lo) {
            (Some(a), Some(b)) => Some(if compare_lo(a, b) == Ordering::Less { a } else { b }.clone()),
            _ => None,
        };
        let hi = match (&self.hi, &other.hi) {
            (Some(a), Some(b)) => Some(if compare_hi(a, b) == Ordering::Greater { a } else { b }.clone()),
            _ => None,
        };
        Interval { lo, hi }
    }

    /// Widening: a bound of `self` that `next` exceeds moves to the nearest of the (sorted) thresholds that holds
    /// `next`, or away. `next` must contain `self`.
    pub fn widen(&self, next: &Interval, thresholds: &[Rat]) -> Interval {
        let lo = match (&self.lo, &next.lo) {
            (Some(a), Some(b)) if compare_lo(b, a) == Ordering::Less => {
                let below = thresholds.partition_point(|t| *t <= b.value);
                below.checked_sub(1).map(|i| Bound::closed(thresholds[i].clone()))
            }
            (_, b) => b.clone(),
        };
        let hi = match (&self.hi, &next.hi) {
            (Some(a), Some(b)) if compare_hi(b, a) == Ordering::Greater => {
                let above = thresholds.partition_point(|t| *t < b.value);
                thresholds.get(above).map(|t| Bound::closed(t.clone()))
            }
            (_, b) => b.clone(),
        };
        Interval { lo, hi }
    }

    /// Makes the bounds closed and integral, for a set of integers.
    pub fn round(&mut self) {
        if let Some(lo) = &mut self.lo
            && (lo.strict || !lo.value.is_integer())
        {
            let value = if lo.strict { &lo.value.floor() + &Int::ONE } else { lo.value.ceil() };
            *lo = Bound::closed(Rat::from(value));
        }
        if let Some(hi) = &mut self.hi
            && (hi.strict || !hi.value.is_integer())
        {
            let value = if hi.strict { &hi.value.ceil() - &Int::ONE } else { hi.value.floor() };
            *hi = Bound::closed(Rat::from(value));
        }
    }

    /// All sums.
    pub fn add(&self, other: &Interval) -> Interval {
        let sum = |a: &Option<Bound>, b: &Option<Bound>| match (a, b) {
            (Some(a), Some(b)) => Some(Bound { value: &a.value + &b.value, strict: a.strict || b.strict }),
            _ => None,
        };
        Interval { lo: sum(&self.lo, &other.lo), hi: sum(&self.hi, &other.hi) }
    }

    /// All multiples by one number.
    pub fn scale(&self, factor: &Rat) -> Interval {
        if factor.is_zero() {
            return Interval::point(Rat::ZERO);
        }
        let times = |b: &Option<Bound>| b.as_ref().map(|b| Bound { value: &b.value * factor, strict: b.strict });
        let (lo, hi) = (times(&self.lo), times(&self.hi));
        if factor.is_negative() { Interval { lo: hi, hi: lo } } else { Interval { lo, hi } }
    }

    /// All products; the bounds come out closed, which over-approximates strict ones.
    pub fn mul(&self, other: &Interval) -> Interval {
        /// A bound as an extended number.
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
        enum Ext {
            MinusInf,
            Fin(Rat),
            PlusInf,
        }
        let ends = |i: &Interval| {
            let lo = i.lo.as_ref().map_or(Ext::MinusInf, |b| Ext::Fin(b.value.clone()));
            let hi = i.hi.as_ref().map_or(Ext::PlusInf, |b| Ext::Fin(b.value.clone()));
            [lo, hi]
        };
        let sign = |e: &Ext| match e {
            Ext::MinusInf => -1,
            Ext::PlusInf => 1,
            Ext::Fin(v) if v.is_zero() => 0,
            Ext::Fin(v) if v.is_negative() => -1,
            Ext::Fin(_) => 1,
        };
        // Zero times infinity is zero: the infinite end is never reached.
        let times = |a: &Ext, b: &Ext| match (a, b) {
            (Ext::Fin(a), Ext::Fin(b)) => Ext::Fin(a * b),
            _ => match sign(a) * sign(b) {
                0 => Ext::Fin(Rat::ZERO),
                1 => Ext::PlusInf,
                _ => Ext::MinusInf,
            },
        };
        let mut products = Vec::with_capacity(4);
        for a in &ends(self) {
            for b in &ends(other) {
                products.push(times(a, b));
            }
        }
        let closed = |e: Option<Ext>| match e {
            Some(Ext::Fin(value)) => Some(Bound::closed(value)),
            _ => None,
        };
        Interval { lo: closed(products.iter().min().cloned()), hi: closed(products.into_iter().max()) }
    }

    /// Whether 0 is certainly outside.
    pub fn excludes_zero(&self) -> bool {
        !self.contains(&Rat::ZERO)
    }

    /// Removes a number that lies on a closed bound; whether anything changed. Over Int the next integer becomes the
    /// bound once [`Interval::round`] is called.
    pub fn exclude(&mut self, value: &Rat) -> bool {
        let mut changed = false;
        for bound in [&mut self.lo, &mut self.hi].into_iter().flatten() {
            if !bound.strict && bound.value == *value {
                bound.strict = true;
                changed = true;
            }
        }
        changed
    }

    /// The greatest absolute value is at most this; `None` without such a bound.
    pub fn magnitude(&self) -> Option<Rat> {
        match (&self.lo, &self.hi) {
            (Some(lo), Some(hi)) => Some(lo.value.abs().max(hi.value.abs())),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_bounds_are_rounded_outward() {
        let third = |exponent: u32| Rat::new(Int::pow2(exponent) + Int::ONE, Int::from(3) * Int::pow2(300));
        for exponent in [0, 10, 290, 300, 310, 700, 1000] {
            for value in [third(exponent), -third(exponent)] {
                let exact = Interval::between(value.clone(), value.clone());
                let around = exact.shortened().expect("many digits");
                let (lo, hi) = (around.lo.expect("a bound").value, around.hi.expect("a bound").value);
                assert!(lo < value && value < hi, "{exponent}");
                // Close to it, by its size or by the last digit.
                let width = &hi - &lo;
                let size = &value.abs() * &Rat::new(Int::ONE, Int::pow2(60));
                assert!(width <= size || width <= Rat::new(Int::ONE, Int::pow2(200)), "{exponent}");
                assert!(Interval::between(lo, hi).shortened().is_none_or(|again| !again.is_empty()));
            }
        }
        assert!(Interval::between(Rat::new(Int::ONE, Int::from(3)), Rat::from(7)).shortened().is_none());
    }

    fn iv(lo: Option<i64>, hi: Option<i64>) -> Interval {
        Interval { lo: lo.map(|v| Bound::closed(Rat::from(v))), hi: hi.map(|v| Bound::closed(Rat::from(v))) }
    }

    #[test]
    fn strictness_is_kept_and_rounded_away_over_int() {
        let mut open = iv(Some(0), Some(1));
        assert!(open.exclude(&Rat::ZERO) && !open.contains(&Rat::ZERO) && !open.is_empty());
        assert!(open.exclude(&Rat::ONE) && open.contains(&Rat::new(Int::ONE, Int::from(2))));
        open.round();
        assert!(open.is_empty());
        let mut fractional =
            Interval::between(Rat::new(Int::from(-7), Int::from(2)), Rat::new(Int::from(7), Int::from(2)));
        fractional.round();
        assert_eq!(fractional, iv(Some(-3), Some(3)));
    }

    #[test]
    fn joins_meets_and_order() {
        let (a, b) = (iv(Some(0), Some(4)), iv(Some(2), None));
        assert_eq!(a.join(&b), iv(Some(0), None));
        let mut m = a.clone();
        assert!(m.meet(&b));
        assert_eq!(m, iv(Some(2), Some(4)));
        assert!(m.is_within(&a) && m.is_within(&b) && !a.is_within(&b));
        assert!(!m.meet(&a));
    }

    #[test]
    fn widening_stops_at_thresholds() {
        let thresholds: Vec<Rat> = [-5, 0, 10].map(Rat::from).to_vec();
        let old = iv(Some(0), Some(1));
        assert_eq!(old.widen(&iv(Some(0), Some(2)), &thresholds), iv(Some(0), Some(10)));
        assert_eq!(old.widen(&iv(Some(-1), Some(11)), &thresholds), iv(Some(-5), None));
        assert_eq!(old.widen(&iv(Some(-6), Some(1)), &thresholds), iv(None, Some(1)));
    }

    #[test]
    fn products_hold_all_products() {
        for (al, ah) in [(-3, 2), (0, 4), (-5, -1), (0, 0)] {
            for (bl, bh) in [(-2, 3), (1, 2), (-4, 0)] {
                let p = iv(Some(al), Some(ah)).mul(&iv(Some(bl), Some(bh)));
                let all: Vec<i64> = (al..=ah).flat_map(|a| (bl..=bh).map(move |b| a * b)).collect();
                assert_eq!(p, iv(all.iter().min().copied(), all.iter().max().copied()));
            }
        }
        assert_eq!(iv(Some(0), Some(1)).mul(&iv(Some(1), None)), iv(Some(0), None));
        assert_eq!(iv(Some(0), Some(0)).mul(&Interval::TOP), iv(Some(0), Some(0)));
        assert_eq!(iv(Some(-1), Some(1)).mul(&iv(Some(1), None)), Interval::TOP);
    }
}
