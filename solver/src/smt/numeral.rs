//! SMT-LIB literals: numerals, decimals, hexadecimals, binaries.

use crate::num::{Int, Rat};
use num_bigint::BigInt;

/// A literal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Numeral {
    Int(Int),
    Real(Rat),
    /// Unsigned value and width.
    Bits(Int, u32),
}

/// Reads a literal; `None` if the token is none.
pub(super) fn parse(token: &str) -> Option<Numeral> {
    if let Some(digits) = token.strip_prefix("#x") {
        return bits(digits, 16, 4);
    }
    if let Some(digits) = token.strip_prefix("#b") {
        return bits(digits, 2, 1);
    }
    if let Some((whole, fraction)) = token.split_once('.') {
        if !is_digits(whole) || !is_digits(fraction) {
            return None;
        }
        let scale = Int::from_big(BigInt::from(10).pow(u32::try_from(fraction.len()).ok()?));
        let digits: Int = format!("{whole}{fraction}").parse().ok()?;
        return Some(Numeral::Real(Rat::new(digits, scale)));
    }
    if !is_digits(token) {
        return None;
    }
    token.parse().ok().map(Numeral::Int)
}

/// Reads the two parts of `(_ bvVALUE WIDTH)`.
pub(super) fn parse_bv(value: &str, width: &str) -> Option<(Int, u32)> {
    let digits = value.strip_prefix("bv").filter(|digits| is_digits(digits))?;
    let width: u32 = width.parse().ok().filter(|&width| width > 0)?;
    let value: Int = digits.parse().ok()?;
    (value < Int::pow2(width)).then_some((value, width))
}

fn bits(digits: &str, radix: u32, bits_per_digit: u32) -> Option<Numeral> {
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let value = if plain { BigInt::parse_bytes(digits.as_bytes(), radix)? } else { return None };
    let width = u32::try_from(digits.len()).ok()?.checked_mul(bits_per_digit)?;
    Some(Numeral::Bits(Int::from_big(value), width))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals() {
        assert_eq!(parse("012"), Some(Numeral::Int(Int::from(12))));
        assert_eq!(parse("1.50"), Some(Numeral::Real(Rat::new(Int::from(3), Int::from(2)))));
        assert_eq!(parse("#x0f"), Some(Numeral::Bits(Int::from(15), 8)));
        assert_eq!(parse("#b101"), Some(Numeral::Bits(Int::from(5), 3)));
        assert!(parse("123456789012345678901234567890").is_some());
        for none in ["", "-1", "1.", ".5", "#x", "#xg", "#b2", "x", "1e5", "1.5?", "#x-1"] {
            assert_eq!(parse(none), None, "{none}");
        }
        assert_eq!(parse_bv("bv5", "8"), Some((Int::from(5), 8)));
        assert_eq!(parse_bv("bv256", "8"), None);
        assert_eq!(parse_bv("bv0", "0"), None);
    }
}
