//! Intervals of floats, with infinities at their ends and NaN beside them.
//!
//! The ends are in IEEE's total order, in which -0 is below +0: an interval from +0 to +0 has no -0. Whoever compares
//! numerically takes both zeros. Roundings are monotone in that order, so the rounded results at the ends are the ends
//! of the results.

use super::forms::FormId;
use crate::ir::{FloatFormat, FloatType, ieee};

/// A set of floats.
#[derive(Clone, Copy, Debug)]
pub(super) struct Floats {
    /// The lower end; an interval whose lower end is the higher one is empty.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Whether NaN is in the set as well.
    pub nan: bool,
    /// How the value depends on the inputs, if that is known.
    pub form: FormId,
}

/// The same sets, -0 and +0 being different.
impl PartialEq for Floats {
    fn eq(&self, other: &Floats) -> bool {
        let bits = |f: &Floats| (f.low.to_bits(), f.high.to_bits(), f.nan, f.form);
        bits(self) == bits(other)
    }
}

fn below(a: f64, b: f64) -> bool {
    a.total_cmp(&b).is_lt()
}

fn least(a: f64, b: f64) -> f64 {
    if below(b, a) { b } else { a }
}

fn most(a: f64, b: f64) -> f64 {
    if below(a, b) { b } else { a }
}

impl Floats {
    /// Every float and NaN.
    pub const ALL: Floats = Floats { low: f64::NEG_INFINITY, high: f64::INFINITY, nan: true, form: FormId::NONE };
    /// Every float.
    pub const NUMBERS: Floats = Floats { low: f64::NEG_INFINITY, high: f64::INFINITY, nan: false, form: FormId::NONE };
    /// Nothing but NaN.
    pub const NAN: Floats = Floats { low: f64::INFINITY, high: f64::NEG_INFINITY, nan: true, form: FormId::NONE };

    /// The floats from `low` to `high`, with both zeros where an end is zero.
    pub fn between(low: f64, high: f64) -> Floats {
        let low = if low == 0.0 { -0.0 } else { low };
        let high = if high == 0.0 { 0.0 } else { high };
        Floats { low, high, nan: false, form: FormId::NONE }
    }

    /// One float, or NaN.
    pub fn point(value: f64) -> Floats {
        if value.is_nan() { Floats::NAN } else { Floats { low: value, high: value, nan: false, form: FormId::NONE } }
    }

    /// The values of a type.
    pub fn of_type(float: &FloatType) -> Floats {
        if float.special {
            return Floats::ALL;
        }
        let largest = ieee::largest(float.format);
        let (first, last) = float.range.unwrap_or((-largest, largest));
        Floats::between(first.max(-largest), last.min(largest))
    }

    /// The hull of results; anything where one of them is NaN.
    pub fn hull_of(results: &[f64]) -> Floats {
        if results.iter().any(|result| result.is_nan()) {
            return Floats::ALL;
        }
        let low = results.iter().copied().fold(f64::INFINITY, least);
        let high = results.iter().copied().fold(f64::NEG_INFINITY, most);
        Floats { low, high, nan: false, form: FormId::NONE }
    }

    /// Whether there is no number in it.
    pub fn no_number(self) -> bool {
        below(self.high, self.low)
    }

    /// Whether there is nothing in it.
    pub fn is_empty(self) -> bool {
        self.no_number() && !self.nan
    }

    /// Whether all its values are finite.
    pub fn is_finite(self) -> bool {
        !self.nan && self.low.is_finite() && self.high.is_finite()
    }

    /// Whether it may be infinite.
    pub fn may_be_infinite(self) -> bool {
        !self.no_number() && (self.low == f64::NEG_INFINITY || self.high == f64::INFINITY)
    }

    /// Whether one of its values is finite.
    pub fn may_be_finite(self) -> bool {
        !self.no_number() && self.low != f64::INFINITY && self.high != f64::NEG_INFINITY
    }

    /// Whether a zero is in it.
    pub fn may_be_zero(self) -> bool {
        self.low <= 0.0 && 0.0 <= self.high
    }

    /// The only value.
    pub fn value(self) -> Option<f64> {
        match (self.no_number(), self.nan) {
            (true, true) => Some(f64::NAN),
            (false, false) if self.low.to_bits() == self.high.to_bits() => Some(self.low),
            _ => None,
        }
    }

    /// What is in both sets: the value of this one.
    pub fn meet(self, other: Floats) -> Floats {
        let (low, high) = (most(self.low, other.low), least(self.high, other.high));
        Floats { low, high, nan: self.nan && other.nan, ..self }
    }

    /// The smallest set around both.
    pub fn hull(self, other: Floats) -> Floats {
        let nan = self.nan || other.nan;
        match (self.no_number(), other.no_number()) {
            (true, _) => Floats { nan, ..other },
            (_, true) => Floats { nan, ..self },
            _ => {
                let form = if self.form == other.form { self.form } else { FormId::NONE };
                Floats { low: least(self.low, other.low), high: most(self.high, other.high), nan, form }
            }
        }
    }

    /// The same numbers, and NaN if `nan` says so.
    pub fn or_nan(self, nan: bool) -> Floats {
        Floats { nan: self.nan || nan, ..self }
    }

    pub fn neg(self) -> Floats {
        Floats { low: -self.high, high: -self.low, nan: self.nan, form: FormId::NONE }
    }

    pub fn abs(self) -> Floats {
        if self.no_number() {
            return self;
        }
        let (a, b) = (self.low.abs(), self.high.abs());
        let low = if self.may_be_zero() { 0.0 } else { least(a, b) };
        Floats { low, high: most(a, b), nan: self.nan, form: FormId::NONE }
    }

    /// Whether the sign bit of a number may be clear, and whether it may be set; anything for NaN.
    pub fn signs(self) -> (bool, bool) {
        let positive = !self.no_number() && self.high.is_sign_positive();
        let negative = !self.no_number() && self.low.is_sign_negative();
        (positive || self.nan, negative || self.nan)
    }

    /// A function that is monotone and gives NaN for NaN only.
    pub fn monotone(self, at: impl Fn(f64) -> f64) -> Floats {
        if self.no_number() { self } else { Floats::hull_of(&[at(self.low), at(self.high)]).or_nan(self.nan) }
    }

    pub fn sqrt(self, at: impl Fn(f64) -> f64) -> Floats {
        let negative = !self.no_number() && self.low < 0.0;
        self.meet(Floats { low: -0.0, high: f64::INFINITY, ..Floats::ALL }).monotone(at).or_nan(negative)
    }

    /// Two operands, the result of the operation at two of their values.
    pub fn add(self, other: Floats, at: impl Fn(f64, f64) -> f64) -> Floats {
        let opposite = |a: Floats, b: Floats| a.high == f64::INFINITY && b.low == f64::NEG_INFINITY;
        let nan = opposite(self, other) || opposite(other, self);
        self.corners(other, nan, || vec![at(self.low, other.low), at(self.high, other.high)])
    }

    pub fn mul(self, other: Floats, at: impl Fn(f64, f64) -> f64) -> Floats {
        let zero_times = |a: Floats, b: Floats| a.may_be_zero() && b.may_be_infinite();
        let nan = zero_times(self, other) || zero_times(other, self);
        // In each operand alone it is monotone, so the extremes are at the corners.
        self.corners(other, nan, || {
            vec![at(self.low, other.low), at(self.low, other.high), at(self.high, other.low), at(self.high, other.high)]
        })
    }

    pub fn div(self, other: Floats, at: impl Fn(f64, f64) -> f64) -> Floats {
        let nan = self.may_be_zero() && other.may_be_zero() || self.may_be_infinite() && other.may_be_infinite();
        // A divisor of one sign, zero among them, is as good as one without zero.
        if !other.no_number() && other.low.is_sign_negative() != other.high.is_sign_negative() {
            return if self.no_number() { Floats::NAN } else { Floats::NUMBERS.or_nan(nan || self.nan || other.nan) };
        }
        self.corners(other, nan, || {
            vec![at(self.low, other.low), at(self.low, other.high), at(self.high, other.low), at(self.high, other.high)]
        })
    }

    fn corners(self, other: Floats, nan: bool, results: impl Fn() -> Vec<f64>) -> Floats {
        let nan = nan || self.nan || other.nan;
        if self.no_number() || other.no_number() {
            return Floats { nan, ..Floats::NAN };
        }
        Floats::hull_of(&results()).or_nan(nan)
    }

    /// Two disjoint sets with all values of this one: first what is no finite number is split off.
    pub fn split(self, format: FloatFormat) -> Option<(Floats, Floats)> {
        let Floats { low, high, nan, .. } = self;
        if self.no_number() {
            return None;
        }
        if nan {
            return Some((Floats { nan: false, ..self }, Floats::NAN));
        }
        let largest = ieee::largest(format);
        if low == f64::NEG_INFINITY && high > low {
            return Some((Floats { low: -largest, ..self }, Floats { high: low, ..self }));
        }
        if high == f64::INFINITY && high > low {
            return Some((Floats { high: largest, ..self }, Floats { low: high, ..self }));
        }
        if low < high {
            let middle = middle(low, high);
            let middle = ieee::nearest(middle, format);
            // The middle may have been rounded to the upper end; both zeros stay below.
            let middle = if middle < high { middle.max(low) } else { low } + 0.0;
            return Some((Floats { high: middle, ..self }, Floats { low: ieee::next_up(middle, format), ..self }));
        }
        below(low, high).then_some((Floats { high: low, ..self }, Floats { low: high, ..self }))
    }

    /// Some value; how far from the lower end is said in eighths.
    pub fn sample(self, eighths: u32, format: FloatFormat) -> f64 {
        if self.no_number() || self.nan && eighths == 7 {
            return f64::NAN;
        }
        debug_assert_eq!([self.low, self.high].map(|end| ieee::nearest(end, format)), [self.low, self.high]);
        match eighths {
            0 => return self.low,
            8 => return self.high,
            _ => {}
        }
        let largest = ieee::largest(format);
        let (low, high, part) = (self.low.max(-largest), self.high.min(largest), f64::from(eighths) / 8.0);
        if low > high {
            return self.low;
        }
        let raw = low * (1.0 - part) + high * part;
        let raw = ieee::nearest(raw, format);
        most(least(raw, high), low)
    }

    /// The set of `fmod`, `x` being in this set.
    pub fn rem(self, other: Floats) -> Floats {
        let nan = self.nan || other.nan || self.may_be_infinite() || other.may_be_zero();
        if self.no_number() || other.no_number() {
            return Floats::NAN;
        }
        Floats::between(self.low.min(0.0), self.high.max(0.0)).or_nan(nan)
    }
}

/// Somewhere between: at zero if that is inside, by magnitude for ends far apart.
fn middle(low: f64, high: f64) -> f64 {
    let (small, large) = (low.abs().min(high.abs()), low.abs().max(high.abs()));
    if low < 0.0 && 0.0 < high && large > 1.0e6 {
        return 0.0;
    }
    if large > 1.0e3 * small.max(1.0) {
        let root = small.max(1.0e-3).sqrt() * large.sqrt();
        return if high > 0.0 { root } else { -root };
    }
    low / 2.0 + high / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(value: f64) -> u64 {
        value.to_bits()
    }

    fn contains(set: Floats, value: f64) -> bool {
        if value.is_nan() { set.nan } else { !below(value, set.low) && !below(set.high, value) }
    }

    /// Ends that matter.
    fn values() -> Vec<f64> {
        let mut all = vec![f64::NEG_INFINITY, f64::MIN, -3.0, -f64::MIN_POSITIVE, -f64::from_bits(1), -0.0];
        all.extend(all.clone().iter().rev().map(|value| -value));
        all
    }

    #[test]
    fn results_of_values_are_in_the_results_of_sets() {
        let values = values();
        let mut sets = vec![Floats::NAN];
        for (at, low) in values.iter().enumerate() {
            for high in &values[at..] {
                sets.extend([false, true].map(|nan| Floats { low: *low, high: *high, nan, form: FormId::NONE }));
            }
        }
        let inside = |set: Floats| -> Vec<f64> {
            let all = values.iter().copied().chain([f64::NAN]);
            all.filter(|value| contains(set, *value)).collect()
        };
        for a in &sets {
            for x in inside(*a) {
                assert!(contains(a.neg(), -x) && contains(a.abs(), x.abs()), "{a:?} {x}");
                assert!(contains(a.sqrt(f64::sqrt), x.sqrt()), "sqrt {a:?} {x}");
                assert!(contains(a.monotone(f64::floor), x.floor()), "floor {a:?} {x}");
                let (positive, negative) = a.signs();
                assert!(x.is_nan() || if x.is_sign_negative() { negative } else { positive });
            }
            for b in &sets {
                let all = [
                    (a.add(*b, |x, y| x + y), (|x, y| x + y) as fn(f64, f64) -> f64),
                    (a.mul(*b, |x, y| x * y), |x, y| x * y),
                    (a.div(*b, |x, y| x / y), |x, y| x / y),
                    (a.rem(*b), |x, y| x % y),
                ];
                for x in inside(*a) {
                    for y in inside(*b) {
                        for (set, op) in &all {
                            assert!(contains(*set, op(x, y)), "{a:?} {b:?} {x} {y}: {} in {set:?}", op(x, y));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn sets_are_split_until_they_have_one_value() {
        for format in [FloatFormat::F32, FloatFormat::F64] {
            let mut waiting = vec![Floats::ALL];
            let mut points = Vec::new();
            for _ in 0..20_000 {
                let Some(set) = waiting.pop() else { break };
                match set.split(format) {
                    None => points.push(set.value().expect("one value")),
                    Some((a, b)) => {
                        for value in values().into_iter().chain([f64::NAN]) {
                            let value = ieee::nearest(value, format);
                            assert_eq!(contains(set, value), contains(a, value) != contains(b, value), "{set:?}");
                        }
                        // The part with the number that is wanted.
                        waiting = vec![a, b].into_iter().filter(|part| contains(*part, -0.0)).collect();
                        points.extend([a, b].iter().filter_map(|part| part.value()));
                    }
                }
            }
            for wanted in [f64::NEG_INFINITY, f64::INFINITY, -0.0, 0.0] {
                assert!(points.iter().any(|point| bits(*point) == bits(wanted)), "{wanted} {points:?}");
            }
            assert!(points.iter().any(|point| point.is_nan()));
        }
    }
}
