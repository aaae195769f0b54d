//! Numeric literals (RM 2.4): their extent and their exact values.

use super::{Lexer, TokenKind};
use crate::ast::RealValue;
use num_bigint::BigInt;
use num_traits::One;

/// Largest exponent of a literal, in digits of its base: the value is computed exactly, so it has to fit.
const MAX_EXPONENT: u32 = 20_000;

impl Lexer<'_> {
    /// Decimal or based literal.
    pub(super) fn number(&mut self) {
        let start = self.at;
        let mut real = false;
        self.digits(false);
        let based = match self.peek(0) {
            Some(b'#') => self.peek(1).is_some_and(|byte| byte.is_ascii_alphanumeric()),
            // `16:FF:`, the replacement of Annex J, and not `1:=`, `1..2` or `A (1):`.
            Some(b':') => self.colon_based(),
            _ => false,
        };
        if based {
            let mark = self.bytes[self.at];
            let base = self.base(start);
            self.at += 1;
            real = self.based_digits(base, mark);
        } else if self.peek(0) == Some(b'.') && self.peek(1).is_some_and(|byte| byte.is_ascii_digit()) {
            real = true;
            self.at += 1;
            self.digits(false);
        } else if self.peek(0) == Some(b'.') && self.peek(1) != Some(b'.') && !self.name_behind_dot() {
            self.error(self.at, self.at + 1, "real literal cannot end with point");
            self.at += 1;
            real = true;
        }
        if matches!(self.peek(0), Some(b'e' | b'E')) {
            self.exponent(real);
        }
        if matches!(self.peek(0), Some(byte) if byte.is_ascii_alphabetic()) {
            self.error(start, self.at, "identifier may not start with digit");
            while matches!(self.peek(0), Some(byte) if byte.is_ascii_alphanumeric() || byte == b'_') {
                self.at += 1;
            }
            self.push(TokenKind::Identifier, start, self.at);
            return;
        }
        let kind = if real { TokenKind::Real } else { TokenKind::Integer };
        self.push(kind, start, self.at);
    }

    /// Digits with underlines between them; extended digits too if asked for.
    fn digits(&mut self, extended: bool) {
        let start = self.at;
        while let Some(byte) = self.peek(0) {
            let digit = if extended { byte.is_ascii_hexdigit() } else { byte.is_ascii_digit() };
            if !digit && byte != b'_' {
                break;
            }
            self.at += 1;
        }
        if self.bytes[start..self.at].contains(&b'_') {
            self.check_underlines(start, self.at, "numeric literal cannot end with underline");
        }
    }

    /// True if the dot is a selection, which no number has before it: then the number ends here.
    fn name_behind_dot(&self) -> bool {
        matches!(self.peek(1), Some(byte) if byte.is_ascii_alphabetic() && !matches!(byte, b'e' | b'E'))
    }

    /// True at the first colon of `16:FF:`.
    fn colon_based(&self) -> bool {
        let rest = &self.bytes[self.at + 1..];
        let digits = rest.iter().take_while(|byte| byte.is_ascii_hexdigit() || matches!(byte, b'_' | b'.')).count();
        digits > 0 && rest.get(digits) == Some(&b':') && rest.get(digits + 1) != Some(&b'=')
    }

    fn base(&mut self, start: usize) -> u32 {
        let text: String = self.text[start..self.at].chars().filter(|c| *c != '_').collect();
        match text.parse::<u32>() {
            Ok(base @ 2..=16) => base,
            _ => {
                self.error(start, self.at, "base not 2-16");
                16
            }
        }
    }

    /// Behind the first `#`: digits, perhaps a fraction, and the closing `#`. True if there is a fraction.
    fn based_digits(&mut self, base: u32, mark: u8) -> bool {
        let start = self.at;
        let mut real = false;
        self.digits(true);
        if self.peek(0) == Some(b'.') && self.peek(1).is_some_and(|byte| byte.is_ascii_hexdigit()) {
            real = true;
            self.at += 1;
            self.digits(true);
        }
        let wrong = self.bytes[start..self.at]
            .iter()
            .position(|byte| char::from(*byte).to_digit(16).is_some_and(|digit| digit >= base));
        if let Some(wrong) = wrong {
            self.error(
                start + wrong,
                start + wrong + 1,
                format!("digit '{}' >= base", char::from(self.bytes[start + wrong])),
            );
        }
        if self.peek(0) == Some(mark) {
            self.at += 1;
        } else if matches!(self.peek(0), Some(byte) if byte.is_ascii_alphanumeric()) {
            self.error(self.at, self.at + 1, "extended digit expected");
            while matches!(self.peek(0), Some(byte) if byte.is_ascii_alphanumeric() || byte == b'_' || byte == mark) {
                self.at += 1;
            }
        } else {
            self.error(self.at, self.at, "missing \"#\"");
        }
        real
    }

    fn exponent(&mut self, real: bool) {
        let sign = match self.peek(1) {
            Some(b'+' | b'-') => 2,
            _ => 1,
        };
        if !self.peek(sign).is_some_and(|byte| byte.is_ascii_digit()) {
            // `1e` is reported as an identifier that starts with a digit, `1E+` as a missing exponent.
            if sign == 2 {
                self.error(self.at, self.at + sign, "digit expected");
                self.at += sign;
            }
            return;
        }
        if !real && self.peek(1) == Some(b'-') {
            self.error(self.at + 1, self.at + 2, "negative exponent not allowed for integer literal");
        }
        self.at += sign;
        self.digits(false);
    }
}

/// A literal taken apart: digits without the point, base, digits behind the point, exponent.
struct Parts {
    digits: BigInt,
    base: u32,
    fraction: u32,
    exponent: i64,
}

fn parts(text: &str) -> Option<Parts> {
    let text: String = text.chars().filter(|c| *c != '_').collect();
    let mark = text.find(['#', ':']);
    let (base, rest) = match mark {
        Some(at) => (text[..at].parse::<u32>().ok().filter(|base| (2..=16).contains(base))?, &text[at + 1..]),
        None => (10, text.as_str()),
    };
    let end = match mark {
        Some(_) => rest.find(['#', ':'])?,
        None => rest.find(['e', 'E']).unwrap_or(rest.len()),
    };
    let (mantissa, tail) = (&rest[..end], rest[end..].trim_start_matches(['#', ':', 'e', 'E']));
    let exponent = if tail.is_empty() { 0 } else { tail.trim_start_matches('+').parse::<i64>().ok()? };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = BigInt::parse_bytes(format!("{whole}{fraction}").as_bytes(), base)?;
    Some(Parts { digits, base, fraction: u32::try_from(fraction.len()).ok()?, exponent })
}

/// The value of an integer literal. `None` if the lexer reported it, or if its exponent is above 20,000.
pub fn integer_value(text: &str) -> Option<BigInt> {
    let parts = parts(text)?;
    let exponent = u32::try_from(parts.exponent).ok().filter(|exponent| *exponent <= MAX_EXPONENT)?;
    Some(parts.digits * BigInt::from(parts.base).pow(exponent))
}

/// The value of a real literal. `None` if the lexer reported it, or if its exponent is beyond ±20,000.
pub fn real_value(text: &str) -> Option<RealValue> {
    let parts = parts(text)?;
    let scale = parts.exponent - i64::from(parts.fraction);
    let power = u32::try_from(scale.unsigned_abs()).ok().filter(|power| *power <= MAX_EXPONENT)?;
    let factor = BigInt::from(parts.base).pow(power);
    Some(if scale >= 0 {
        RealValue { numerator: parts.digits * factor, denominator: BigInt::one() }
    } else {
        RealValue { numerator: parts.digits, denominator: factor }
    })
}
