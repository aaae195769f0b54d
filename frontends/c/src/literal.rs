//! The values of literals from their spelling (C11 6.4.4, 6.4.5, and what GNU C adds).

use crate::tree::{CharLiteral, Encoding, FloatLiteral, FloatSuffix, IntLiteral};
use num_bigint::BigUint;

/// A number of the language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Number {
    /// An integer.
    Int(IntLiteral),
    /// A floating number.
    Float(FloatLiteral),
}

/// The value of a number.
///
/// # Errors
/// What is wrong with it.
pub fn number(text: &str) -> Result<Number, String> {
    let bytes = text.as_bytes();
    let prefix = |letter: u8| bytes.len() > 2 && bytes[0] == b'0' && bytes[1].to_ascii_lowercase() == letter;
    if prefix(b'x') {
        return if text.contains(['.', 'p', 'P']) { float(&text[2..], 16) } else { integer(text, &text[2..], 16) };
    }
    if prefix(b'b') {
        return integer(text, &text[2..], 2);
    }
    if text.contains(['.', 'e', 'E']) {
        return float(text, 10);
    }
    // `1f` is no number of C, but `0d`, `1d` are none either: GNU's suffixes belong to floating literals only.
    if bytes.len() > 1 && bytes[0] == b'0' && bytes[1].is_ascii_digit() {
        return integer(text, &text[1..], 8);
    }
    integer(text, text, 10)
}

fn integer(text: &str, digits: &str, base: u32) -> Result<Number, String> {
    let width = digits.bytes().position(|byte| !(byte as char).is_digit(base)).unwrap_or(digits.len());
    let (digits, suffix) = digits.split_at(width);
    if let Some(digit) = suffix.chars().next().filter(char::is_ascii_digit) {
        return Err(format!("`{digit}` is no digit of base {base} in `{text}`"));
    }
    if digits.is_empty() {
        return Err(format!("no digits in the number `{text}`"));
    }
    let mut value: u128 = 0;
    for digit in digits.chars().filter_map(|c| c.to_digit(base)) {
        let more = value.checked_mul(u128::from(base)).and_then(|value| value.checked_add(u128::from(digit)));
        value = more.ok_or_else(|| format!("the integer `{text}` is too large for any type"))?;
    }
    let (mut unsigned, mut longs, mut imaginary) = (false, 0, false);
    let mut rest = suffix;
    while !rest.is_empty() {
        let width = match rest.as_bytes() {
            [b'u' | b'U', ..] if !unsigned => {
                unsigned = true;
                1
            }
            [b'l', b'l', ..] | [b'L', b'L', ..] if longs == 0 => {
                longs = 2;
                2
            }
            [b'l' | b'L', ..] if longs == 0 => {
                longs = 1;
                1
            }
            [b'i' | b'I' | b'j' | b'J', ..] if !imaginary => {
                imaginary = true;
                1
            }
            _ => return Err(format!("`{suffix}` is no suffix of an integer")),
        };
        rest = &rest[width..];
    }
    Ok(Number::Int(IntLiteral { value, decimal: base == 10, unsigned, longs, imaginary }))
}

fn float(text: &str, base: u32) -> Result<Number, String> {
    let bytes = text.as_bytes();
    let (mut digits, mut at, mut scale, mut point) = (String::new(), 0, 0_i64, false);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'.' if !point => point = true,
            byte if (*byte as char).is_digit(base) => {
                digits.push(char::from(*byte));
                scale -= i64::from(point);
            }
            _ => break,
        }
        at += 1;
    }
    if digits.is_empty() {
        return Err(format!("no digits in the number `{text}`"));
    }
    let letter = if base == 16 { b'p' } else { b'e' };
    let mut exponent = 0_i64;
    if bytes.get(at).is_some_and(|byte| byte.to_ascii_lowercase() == letter) {
        at += 1;
        let negative = bytes.get(at) == Some(&b'-');
        at += usize::from(matches!(bytes.get(at), Some(b'-' | b'+')));
        let width = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if width == 0 {
            return Err("the exponent of a number has no digits".into());
        }
        for byte in &bytes[at..at + width] {
            exponent = (exponent * 10 + i64::from(byte - b'0')).min(1_000_000_000);
        }
        exponent = if negative { -exponent } else { exponent };
        at += width;
    } else if base == 16 {
        return Err("a hexadecimal floating number needs an exponent: expected `p`".into());
    }
    let (suffix, imaginary) = float_suffix(&text[at..])?;
    let (radix, exponent) = if base == 16 { (2, exponent + 4 * scale) } else { (10, exponent + scale) };
    let mantissa = BigUint::parse_bytes(digits.as_bytes(), base).unwrap_or_default();
    Ok(Number::Float(FloatLiteral { mantissa, radix, exponent, suffix, imaginary }))
}

fn float_suffix(suffix: &str) -> Result<(FloatSuffix, bool), String> {
    let lower = suffix.to_ascii_lowercase();
    // The letter of an imaginary number may stand before or behind the others.
    let real = lower.replacen(['i', 'j'], "", 1);
    let imaginary = real.len() < lower.len();
    let kind = match real.as_str() {
        "" | "d" => FloatSuffix::Double,
        "f" => FloatSuffix::Float,
        "l" => FloatSuffix::LongDouble,
        "q" | "w" | "f16" | "f32" | "f64" | "f128" | "f32x" | "f64x" | "df" | "dd" | "dl" => FloatSuffix::Other,
        _ => return Err(format!("`{suffix}` is no suffix of a floating number")),
    };
    Ok((kind, imaginary))
}

/// A part of a character or string literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// A character, to be encoded.
    Character(char),
    /// A unit given by its number.
    Unit(u32),
}

/// The prefix of a literal, and the text between its quotes.
fn split(text: &str) -> (Encoding, &str) {
    let quote = text.find(['"', '\'']).unwrap_or(0);
    let encoding = match &text[..quote] {
        "L" => Encoding::Wide,
        "u" => Encoding::Utf16,
        "U" => Encoding::Utf32,
        "u8" => Encoding::Utf8,
        _ => Encoding::Plain,
    };
    (encoding, text.get(quote + 1..text.len() - 1).unwrap_or(""))
}

/// The parts of a text with escapes. `messages` gets what is wrong with them.
fn parts(text: &str, messages: &mut Vec<String>) -> Vec<Part> {
    let mut parts = Vec::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        if c != '\\' {
            parts.push(Part::Character(c));
            continue;
        }
        let Some(escape) = rest.next() else { break };
        let simple = match escape {
            'a' => 7,
            'b' => 8,
            'e' | 'E' => 27,
            'f' => 12,
            'n' => 10,
            'r' => 13,
            't' => 9,
            'v' => 11,
            '0'..='7' => {
                let mut value = escape.to_digit(8).unwrap_or(0);
                for _ in 0..2 {
                    let Some(digit) = rest.peek().and_then(|c| c.to_digit(8)) else { break };
                    value = value * 8 + digit;
                    rest.next();
                }
                value
            }
            'x' => {
                let (mut value, mut digits) = (0_u32, 0);
                while let Some(digit) = rest.peek().and_then(|c| c.to_digit(16)) {
                    if value >> 28 != 0 {
                        messages.push("a hexadecimal escape is too large".into());
                    }
                    value = (value << 4) | digit;
                    digits += 1;
                    rest.next();
                }
                if digits == 0 {
                    messages.push("`\\x` without hexadecimal digits".into());
                }
                value
            }
            'u' | 'U' => {
                let width = if escape == 'u' { 4 } else { 8 };
                let mut value = 0_u32;
                for _ in 0..width {
                    match rest.peek().and_then(|c| c.to_digit(16)) {
                        Some(digit) => value = (value << 4) | digit,
                        None => {
                            messages.push(format!("`\\{escape}` needs {width} hexadecimal digits"));
                            break;
                        }
                    }
                    rest.next();
                }
                match char::from_u32(value) {
                    Some(c) => parts.push(Part::Character(c)),
                    None => messages.push(format!("`\\{escape}` with the number of no character")),
                }
                continue;
            }
            _ => {
                parts.push(Part::Character(escape));
                continue;
            }
        };
        parts.push(Part::Unit(simple));
    }
    parts
}

/// Appends the code units of a part. With `latin`, the file was not UTF-8 and its characters are bytes.
fn encode(part: Part, encoding: Encoding, latin: bool, units: &mut Vec<u32>, messages: &mut Vec<String>) {
    match (part, encoding) {
        (Part::Unit(unit), _) => {
            let limit = match encoding {
                Encoding::Plain | Encoding::Utf8 => 0xFF,
                Encoding::Utf16 => 0xFFFF,
                Encoding::Utf32 | Encoding::Wide => u32::MAX,
            };
            if unit > limit {
                messages.push("an escape is too large for its character type".into());
            }
            units.push(unit & limit);
        }
        (Part::Character(c), Encoding::Plain) if latin && u32::from(c) < 256 => units.push(u32::from(c)),
        (Part::Character(c), Encoding::Plain | Encoding::Utf8) => {
            units.extend(c.encode_utf8(&mut [0; 4]).bytes().map(u32::from));
        }
        (Part::Character(c), Encoding::Utf16) => {
            units.extend(c.encode_utf16(&mut [0; 2]).iter().map(|unit| u32::from(*unit)));
        }
        (Part::Character(c), Encoding::Utf32 | Encoding::Wide) => units.push(u32::from(c)),
    }
}

/// The value of a character literal, and what is wrong with it.
pub fn character(text: &str, latin: bool) -> (CharLiteral, Vec<String>) {
    let (encoding, inside) = split(text);
    let mut messages = Vec::new();
    let mut units = Vec::new();
    for part in parts(inside, &mut messages) {
        encode(part, encoding, latin, &mut units, &mut messages);
    }
    let value = match (encoding, &units[..]) {
        (_, []) => {
            messages.push("a character literal without a character".into());
            0
        }
        (Encoding::Plain, [one]) => i64::from(*one as u8 as i8),
        (Encoding::Plain, many) => {
            if many.len() > 4 {
                messages.push("a character literal with more than four characters".into());
            }
            i64::from(many.iter().fold(0_u32, |value, unit| (value << 8) | unit) as i32)
        }
        (_, many) => {
            if many.len() > 1 {
                messages.push("a character literal with a prefix has more than one unit".into());
            }
            let last = many[many.len() - 1];
            if encoding == Encoding::Wide { i64::from(last as i32) } else { i64::from(last) }
        }
    };
    (CharLiteral { value, encoding }, messages)
}

/// The prefix of a string literal.
pub fn string_encoding(text: &str) -> Encoding {
    split(text).0
}

/// Appends the code units of one string literal, encoded for all of which it is a part. Returns what is wrong.
pub fn string(text: &str, encoding: Encoding, latin: bool, units: &mut Vec<u32>) -> Vec<String> {
    let mut messages = Vec::new();
    for part in parts(split(text).1, &mut messages) {
        encode(part, encoding, latin, units, &mut messages);
    }
    messages
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(text: &str) -> (u128, bool, bool, u8) {
        match number(text) {
            Ok(Number::Int(int)) => (int.value, int.decimal, int.unsigned, int.longs),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn integers_have_exact_values_and_suffixes() {
        assert_eq!(int("0"), (0, true, false, 0));
        assert_eq!(int("2147483648"), (2_147_483_648, true, false, 0));
        assert_eq!(int("0x7FuL"), (127, false, true, 1));
        assert_eq!(int("010ll"), (8, false, false, 2));
        assert_eq!(int("0b101LLU"), (5, false, true, 2));
        assert_eq!(int("340282366920938463463374607431768211455"), (u128::MAX, true, false, 0));
        for wrong in ["08", "0x", "1lL", "1uu", "340282366920938463463374607431768211456", "0b2", "1f", "12ab", "0xg"] {
            assert!(number(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn floating_numbers_are_exact() {
        let float = |text: &str| match number(text) {
            Ok(Number::Float(float)) => (float.mantissa.to_string(), float.radix, float.exponent, float.suffix),
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(float("1.50"), ("150".into(), 10, -2, FloatSuffix::Double));
        assert_eq!(float("50.0d"), ("500".into(), 10, -1, FloatSuffix::Double));
        assert_eq!(float(".5e+3f"), ("5".into(), 10, 2, FloatSuffix::Float));
        assert_eq!(float("1e-400L"), ("1".into(), 10, -400, FloatSuffix::LongDouble));
        assert_eq!(float("0x1.8p3"), ("24".into(), 2, -1, FloatSuffix::Double));
        assert_eq!(float("1.0q").3, FloatSuffix::Other);
        assert_eq!(float("1e99999999999999999999").2, 1_000_000_000);
        for wrong in ["1.0z", "1e", "0x1.8", "1.2.3", "1e+", "0x.p1", "1.0fi2"] {
            assert!(number(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn characters_have_the_values_of_gcc() {
        let value = |text: &str| character(text, false).0.value;
        assert_eq!(value("'a'"), 97);
        assert_eq!(value("'\\377'"), -1);
        assert_eq!(value("'\\x80'"), -128);
        assert_eq!(value("'ab'"), 0x6162);
        assert_eq!(value("'\\0'"), 0);
        assert_eq!(value("'\\''"), 39);
        assert_eq!(value("'é'"), i64::from(0xC3A9));
        assert_eq!(character("'é'", true).0.value, i64::from(0xE9_u8 as i8));
        assert_eq!(value("L'é'"), 0xE9);
        assert_eq!(value("u'\\xFFFF'"), 0xFFFF);
        assert!(!character("''", false).1.is_empty());
        assert!(!character("'\\x100'", false).1.is_empty());
    }

    #[test]
    fn strings_are_decoded() {
        let units = |text: &str, encoding| {
            let mut units = Vec::new();
            assert_eq!(string(text, encoding, false, &mut units), Vec::<String>::new());
            units
        };
        assert_eq!(units("\"a\\n\\0123\\\"\"", Encoding::Plain), [97, 10, 10, 51, 34]);
        assert_eq!(units("\"\\u20AC\"", Encoding::Plain), [0xE2, 0x82, 0xAC]);
        assert_eq!(units("L\"€\"", Encoding::Wide), [0x20AC]);
        assert_eq!(units("u\"😀\"", Encoding::Utf16), [0xD83D, 0xDE00]);
        assert_eq!(string_encoding("u8\"x\""), Encoding::Utf8);
    }
}
