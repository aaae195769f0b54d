//! Values that texts are images of. What a variable gets from a text is any value for proofs, and the very one in a
//! run.

use super::ExprId;
use horn_solver::num::Int;

/// A variable that a havoc gives something of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfText {
    /// The text: an array of the numbers of characters.
    pub text: ExprId,
    /// What values it may be an image of.
    pub images: Images,
    /// Whether it is an image; else the value that it is one of.
    pub valid: bool,
}

/// The images of the values of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Images {
    /// Integer literals, with a sign, of these values.
    Integers(Int, Int),
    /// Integer literals without a minus sign, of values up to this one.
    Modular(Int),
    /// The characters of Latin-1: any of them between apostrophes, or its name.
    Characters(Vec<String>),
    /// Identifiers, whose case does not matter, and character literals, in the order of their positions.
    Literals(Vec<String>),
}

impl Images {
    /// The number of the value that a text is an image of, with blanks around it or not; `None` if it is none.
    pub fn value(&self, text: &str) -> Option<Int> {
        let text = text.trim_matches(' ');
        match self {
            Images::Integers(low, high) => integer(text).filter(|number| low <= number && number <= high),
            Images::Modular(last) if !text.starts_with('-') => integer(text).filter(|number| number <= last),
            Images::Modular(_) => None,
            Images::Characters(names) => {
                let code = match text.chars().collect::<Vec<char>>().as_slice() {
                    ['\'', character, '\''] => u32::from(*character),
                    _ => names.iter().zip(0..).find(|(name, _)| name.eq_ignore_ascii_case(text))?.1,
                };
                (code < 256).then(|| Int::from(i64::from(code)))
            }
            Images::Literals(literals) => {
                let is_image = |literal: &String| match literal.starts_with('\'') {
                    true => literal == text,
                    false => literal.eq_ignore_ascii_case(text),
                };
                let place = literals.iter().position(is_image)?;
                Some(Int::from(i64::try_from(place).ok()?))
            }
        }
    }
}

/// The value of an integer literal with a sign in front of it or not.
fn integer(text: &str) -> Option<Int> {
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let digits_end = text.find(|c: char| !c.is_ascii_digit() && c != '_').unwrap_or(text.len());
    let first = numeral(&text[..digits_end], 10)?;
    let rest = &text[digits_end..];
    let (number, base, exponent) = match rest.chars().next() {
        Some(mark @ ('#' | ':')) => {
            let base =
                first.to_i64().and_then(|base| u32::try_from(base).ok()).filter(|base| (2..=16).contains(base))?;
            let (digits, exponent) = rest[1..].split_once(mark)?;
            (numeral(digits, base)?, base, exponent)
        }
        _ => (first, 10, rest),
    };
    let number = match exponent {
        "" => number,
        _ => {
            let exponent = exponent.strip_prefix(['e', 'E'])?;
            let exponent = numeral(exponent.strip_prefix('+').unwrap_or(exponent), 10)?.to_i64()?;
            // Greater ones are values of no type, but for zero.
            (0..exponent.min(1_000)).fold(number, |number, _| &number * &Int::from(i64::from(base)))
        }
    };
    Some(if negative { -number } else { number })
}

/// Digits, with single underlines between them.
fn numeral(text: &str, base: u32) -> Option<Int> {
    let mut number = Int::ZERO;
    let mut after_digit = false;
    for c in text.chars() {
        if c == '_' && after_digit {
            after_digit = false;
            continue;
        }
        let digit = c.to_digit(base)?;
        number = &(&number * &Int::from(i64::from(base))) + &Int::from(i64::from(digit));
        after_digit = true;
    }
    after_digit.then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_have_their_values() {
        let all = Images::Integers(Int::from(-1_000_000), Int::from(1_000_000));
        let value = |text: &str| all.value(text).and_then(|value| value.to_i64());
        let images =
            [("12", 12), (" 12 ", 12), ("-1_2", -12), ("+7", 7), ("16#FF#", 255), ("2:101:", 5), ("1E3", 1000)];
        for (text, expected) in images.into_iter().chain([("16#1#e2", 256), ("1e+2", 100), ("-0", 0)]) {
            assert_eq!(value(text), Some(expected), "{text}");
        }
        let none = ["", " ", "1_", "_1", "1__2", "1E-2", "16#FG#", "17#1#", "1#0#", "1.0", "- 1", "1 2", "16#1", "1E"];
        for text in none.into_iter().chain(["2000000", "0x1", "16#1:", "--1"]) {
            assert_eq!(value(text), None, "{text}");
        }
        let literals = Images::Literals(vec!["Red".into(), "'a'".into(), "'A'".into()]);
        assert_eq!(literals.value(" rED "), Some(Int::from(0)));
        assert_eq!((literals.value("'A'"), literals.value("'a'")), (Some(Int::from(2)), Some(Int::from(1))));
        let modular = Images::Modular(Int::from(9));
        assert_eq!((modular.value("+9"), modular.value("-0"), modular.value("10")), (Some(Int::from(9)), None, None));
        let characters = Images::Characters(vec!["NUL".into(), "SOH".into()]);
        assert_eq!((characters.value("soh"), characters.value("'\0'")), (Some(Int::from(1)), Some(Int::from(0))));
        assert_eq!((characters.value("'''"), characters.value("''")), (Some(Int::from(39)), None));
        assert_eq!((literals.value("re d"), literals.value("A")), (None, None));
    }
}
