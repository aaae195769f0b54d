//! Literals with their exact values.

use num_bigint::BigUint;

/// An integer literal. A value of 2¹²⁸ and more is an error of the lexer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntLiteral {
    /// The value.
    pub value: u128,
    /// Whether it is written in base 10: then an unsigned type is never chosen without a suffix.
    pub decimal: bool,
    /// The suffix has a `u`.
    pub unsigned: bool,
    /// The suffix: 0, 1 for `l`, 2 for `ll`.
    pub longs: u8,
    /// GNU's suffix `i` or `j`.
    pub imaginary: bool,
}

/// A floating literal: `mantissa · radix^exponent`, exactly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FloatLiteral {
    /// All digits, without the point.
    pub mantissa: BigUint,
    /// 10, or 2 for hexadecimal literals.
    pub radix: u8,
    /// The power. Exponents beyond ±10⁹ are held at that bound.
    pub exponent: i64,
    /// The suffix.
    pub suffix: FloatSuffix,
    /// GNU's suffix `i` or `j`.
    pub imaginary: bool,
}

/// Which type a floating literal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatSuffix {
    /// No suffix, or GNU's `d`: `double`.
    Double,
    /// `f`.
    Float,
    /// `l`.
    LongDouble,
    /// Any other that GNU C knows, `q`, `f128`, `df` …: to be refused by the typed tree.
    Other,
}

/// The prefix of a character or string literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// None: units are `char`.
    Plain,
    /// `u8`: units are `char`.
    Utf8,
    /// `u`: units are `char16_t`, unsigned 16 bits.
    Utf16,
    /// `U`: units are `char32_t`, unsigned 32 bits.
    Utf32,
    /// `L`: units are `wchar_t`, `int` on Linux.
    Wide,
}

/// A character literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CharLiteral {
    /// The value as gcc has it. Without prefix it has type `int`: one character is a signed `char` converted to
    /// `int`, several are put together, the first in the most significant byte.
    pub value: i64,
    /// The prefix.
    pub encoding: Encoding,
}

/// A string literal, decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StringLiteral {
    /// The code units, without the zero at the end: bytes (0 to 255) where units are `char`.
    pub units: Vec<u32>,
    /// The prefix; of adjacent literals that of the first that has one.
    pub encoding: Encoding,
}

impl StringLiteral {
    /// The text, if units are `char`, with what is not UTF-8 replaced.
    pub fn text(&self) -> String {
        let bytes: Vec<u8> = self.units.iter().map(|unit| u8::try_from(*unit).unwrap_or(b'?')).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}
