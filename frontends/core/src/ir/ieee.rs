//! Between exact rationals and IEEE numbers: every finite float is a rational, every rational rounds to one float.

use super::types::FloatFormat;
use horn_solver::num::{Int, Rat};

/// Bits of precision (with the hidden one) and the exponent of the smallest positive number.
fn parameters(format: FloatFormat) -> (i64, i64) {
    match format {
        FloatFormat::F32 => (24, -149),
        FloatFormat::F64 => (53, -1074),
    }
}

/// The largest finite number of a format.
pub fn largest(format: FloatFormat) -> f64 {
    match format {
        FloatFormat::F32 => f64::from(f32::MAX),
        FloatFormat::F64 => f64::MAX,
    }
}

/// The number of a format that is nearest to a double, ties to even.
pub fn nearest(value: f64, format: FloatFormat) -> f64 {
    match format {
        FloatFormat::F32 => f64::from(value as f32),
        FloatFormat::F64 => value,
    }
}

/// The next number of a format upwards; the value is one of the format.
pub fn next_up(value: f64, format: FloatFormat) -> f64 {
    match format {
        FloatFormat::F32 => f64::from((value as f32).next_up()),
        FloatFormat::F64 => value.next_up(),
    }
}

/// The next number of a format downwards.
pub fn next_down(value: f64, format: FloatFormat) -> f64 {
    -next_up(-value, format)
}

/// The exact value of a finite float; `None` for infinities and NaN.
pub fn to_rat(value: f64) -> Option<Rat> {
    if !value.is_finite() {
        return None;
    }
    let bits = value.to_bits();
    let exponent = i64::from((bits >> 52 & 0x7ff) as u32);
    let fraction = (bits & ((1 << 52) - 1)) as i64;
    let (mantissa, exponent) = if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
    let mantissa = if value.is_sign_negative() { -mantissa } else { mantissa };
    let (num, den) = match u32::try_from(exponent) {
        Ok(up) => (Int::from(mantissa) * Int::pow2(up), Int::ONE),
        Err(_) => (Int::from(mantissa), Int::pow2(exponent.unsigned_abs() as u32)),
    };
    Some(Rat::new(num, den))
}

/// The float nearest to a rational, ties to even; infinite if it is too large. For F32 the result is a binary32 number.
pub fn from_rat(value: &Rat, format: FloatFormat) -> f64 {
    if value.is_zero() {
        return 0.0;
    }
    let (precision, smallest) = parameters(format);
    let magnitude = value.abs();
    let bits = |n: &Int| n.to_big().bits() as i64;
    // 2^(estimate - 1) < magnitude < 2^(estimate + 1)
    let estimate = bits(magnitude.numer()) - bits(magnitude.denom());
    let mut exponent = (estimate - precision).max(smallest);
    let mut mantissa = scaled(&magnitude, exponent);
    if mantissa >= Int::pow2(precision as u32) {
        // One digit too many, or rounded up to the next power of two; rounding again from the exact value.
        exponent += 1;
        mantissa = scaled(&magnitude, exponent);
    }
    let Some(mantissa) = mantissa.to_i64() else { return f64::INFINITY };
    let result = times_power_of_two(mantissa, exponent);
    let result = if result > largest(format) { f64::INFINITY } else { result };
    if value.is_negative() { -result } else { result }
}

/// `value / 2^exponent` rounded to an integer, ties to even.
fn scaled(value: &Rat, exponent: i64) -> Int {
    let shift = Int::pow2(exponent.unsigned_abs() as u32);
    let (num, den) = if exponent >= 0 {
        (value.numer().clone(), value.denom().clone() * shift)
    } else {
        (value.numer().clone() * shift, value.denom().clone())
    };
    let floor = num.div_floor(&den);
    let rest = num - floor.clone() * den.clone();
    let twice = rest.clone() + rest;
    let odd = !floor.mod_euclid(&Int::from(2)).is_zero();
    if twice > den || twice == den && odd { floor + Int::ONE } else { floor }
}

/// `mantissa * 2^exponent` where the result is a float, or infinite; the steps are exact.
fn times_power_of_two(mantissa: i64, exponent: i64) -> f64 {
    let mut result = mantissa as f64;
    let mut left = exponent;
    while left != 0 {
        // Going down in two steps stays exact: the first one keeps normal numbers.
        let step = left.clamp(-500, 500);
        result *= 2f64.powi(step as i32);
        left -= step;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_rationals_and_back() {
        let values = [0.0, 1.0, -0.1, 1e300, f64::MAX, f64::MIN_POSITIVE, 5e-324, 3.5, -1e-310, 16777217.0];
        for value in values {
            let exact = to_rat(value).unwrap();
            assert_eq!(from_rat(&exact, FloatFormat::F64), value, "{value}");
            let single = from_rat(&exact, FloatFormat::F32);
            assert_eq!(single, f64::from(value as f32), "{value} to binary32");
        }
        assert_eq!(to_rat(f64::INFINITY), None);
    }

    #[test]
    fn rounding_agrees_with_the_division_of_the_machine() {
        for num in [1i64, 2, 3, 7, 10, 97, 1 << 40, (1 << 53) + 1] {
            for den in [1i64, 3, 7, 10, 49, 1 << 50, 999_999_937] {
                // Both operands up to 2^53 are exact, so the quotient is rounded once.
                if num > 1 << 53 && den != 1 {
                    continue;
                }
                let exact = Rat::new(Int::from(num), Int::from(den));
                assert_eq!(from_rat(&exact, FloatFormat::F64), num as f64 / den as f64, "{num}/{den}");
                if num < 1 << 24 && den < 1 << 24 {
                    let expected = f64::from(num as f32 / den as f32);
                    assert_eq!(from_rat(&exact, FloatFormat::F32), expected, "{num}/{den}");
                }
            }
        }
        let huge = Rat::from(Int::pow2(1024));
        assert_eq!(from_rat(&huge, FloatFormat::F64), f64::INFINITY);
    }
}
