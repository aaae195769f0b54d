//! One token of a text without joined lines: where it ends and what it is.

use super::Kind;

/// A token in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scan {
    /// What it is.
    pub kind: Kind,
    /// Offset behind its last byte, at least one behind the first.
    pub end: usize,
    /// What is wrong with it.
    pub problem: Option<&'static str>,
}

/// If a joint of two lines is at `at`, a backslash with the end of the line behind it: the offset behind it. GNU C
/// allows white space in between.
pub fn splice(bytes: &[u8], at: usize) -> Option<usize> {
    if bytes.get(at) != Some(&b'\\') {
        return None;
    }
    let mut end = at + 1;
    while matches!(bytes.get(end), Some(b' ' | b'\t' | b'\r' | 0x0B | 0x0C)) {
        end += 1;
    }
    (bytes.get(end) == Some(&b'\n')).then_some(end + 1)
}

/// Bytes of identifiers. Those above 127 are parts of characters that C11 allows in names, or stray.
fn in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// The token that starts at `start`, which is no white space and no comment.
pub fn scan(bytes: &[u8], start: usize, annotation: bool) -> Scan {
    use Kind as K;
    let at = |ahead: usize| bytes.get(start + ahead).copied().unwrap_or(0);
    let done = |kind: Kind, width: usize| Scan { kind, end: start + width, problem: None };
    let (next, third) = (at(1), at(2));
    match at(0) {
        b'L' | b'U' if next == b'"' => quoted(bytes, start, 1),
        b'L' | b'U' | b'u' if next == b'\'' || next == b'"' => quoted(bytes, start, 1),
        b'u' if next == b'8' && (third == b'"' || third == b'\'') => quoted(bytes, start, 2),
        b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | 0x80.. => name(bytes, start),
        b'\\' if annotation && next.is_ascii_alphabetic() => name(bytes, start),
        b'0'..=b'9' => number(bytes, start, annotation),
        b'.' if next.is_ascii_digit() => number(bytes, start, annotation),
        b'"' | b'\'' => quoted(bytes, start, 0),
        b'(' => done(K::LeftParen, 1),
        b')' => done(K::RightParen, 1),
        b'[' => done(K::LeftBracket, 1),
        b']' => done(K::RightBracket, 1),
        b'{' => done(K::LeftBrace, 1),
        b'}' => done(K::RightBrace, 1),
        b'.' if next == b'.' && third == b'.' => done(K::Ellipsis, 3),
        b'.' if annotation && next == b'.' => done(K::Ellipsis, 2),
        b'.' => done(K::Dot, 1),
        b',' => done(K::Comma, 1),
        b';' => done(K::Semicolon, 1),
        b':' if next == b'>' => done(K::RightBracket, 2),
        b':' => done(K::Colon, 1),
        b'?' => done(K::Question, 1),
        b'~' => done(K::Tilde, 1),
        b'+' => match next {
            b'+' => done(K::PlusPlus, 2),
            b'=' => done(K::PlusAssign, 2),
            _ => done(K::Plus, 1),
        },
        b'-' => match next {
            b'-' => done(K::MinusMinus, 2),
            b'=' => done(K::MinusAssign, 2),
            b'>' => done(K::Arrow, 2),
            _ => done(K::Minus, 1),
        },
        b'*' if next == b'=' => done(K::StarAssign, 2),
        b'*' => done(K::Star, 1),
        b'/' if next == b'=' => done(K::SlashAssign, 2),
        b'/' => done(K::Slash, 1),
        b'%' => match next {
            b'=' => done(K::PercentAssign, 2),
            b'>' => done(K::RightBrace, 2),
            b':' if third == b'%' && at(3) == b':' => done(K::HashHash, 4),
            b':' => done(K::Hash, 2),
            _ => done(K::Percent, 1),
        },
        b'&' => match next {
            b'&' => done(K::AmpAmp, 2),
            b'=' => done(K::AmpAssign, 2),
            _ => done(K::Amp, 1),
        },
        b'|' => match next {
            b'|' => done(K::BarBar, 2),
            b'=' => done(K::BarAssign, 2),
            _ => done(K::Bar, 1),
        },
        b'^' if next == b'=' => done(K::CaretAssign, 2),
        b'^' => done(K::Caret, 1),
        b'!' if next == b'=' => done(K::NotEqual, 2),
        b'!' => done(K::Bang, 1),
        b'=' if next == b'=' => done(K::Equal, 2),
        b'=' => done(K::Assign, 1),
        b'<' => match (next, third) {
            (b'<', b'=') => done(K::ShlAssign, 3),
            (b'<', _) => done(K::Shl, 2),
            (b'=', _) => done(K::LessEqual, 2),
            (b':', _) => done(K::LeftBracket, 2),
            (b'%', _) => done(K::LeftBrace, 2),
            _ => done(K::Less, 1),
        },
        b'>' => match (next, third) {
            (b'>', b'=') => done(K::ShrAssign, 3),
            (b'>', _) => done(K::Shr, 2),
            (b'=', _) => done(K::GreaterEqual, 2),
            _ => done(K::Greater, 1),
        },
        b'#' if next == b'#' => done(K::HashHash, 2),
        b'#' => done(K::Hash, 1),
        _ => done(K::Stray, 1),
    }
}

fn name(bytes: &[u8], start: usize) -> Scan {
    let rest = &bytes[start + 1..];
    let width = rest.iter().position(|byte| !in_name(*byte)).unwrap_or(rest.len());
    Scan { kind: Kind::Name, end: start + 1 + width, problem: None }
}

/// A number of the preprocessor (C11 6.4.8), of which the numbers of the language are some.
fn number(bytes: &[u8], start: usize, annotation: bool) -> Scan {
    let mut end = start + 1;
    while let Some(byte) = bytes.get(end) {
        let range = annotation && *byte == b'.' && bytes.get(end + 1) == Some(&b'.');
        let sign = matches!(byte, b'+' | b'-') && matches!(bytes[end - 1], b'e' | b'E' | b'p' | b'P');
        if range || !(in_name(*byte) || *byte == b'.' || sign) {
            break;
        }
        end += 1;
    }
    Scan { kind: Kind::Number, end, problem: None }
}

/// A character or string literal whose quote is `prefix` bytes behind the start. It ends at the quote, or before the
/// end of the line.
fn quoted(bytes: &[u8], start: usize, prefix: usize) -> Scan {
    let quote = bytes[start + prefix];
    let kind = if quote == b'"' { Kind::Str } else { Kind::Char };
    let mut end = start + prefix + 1;
    while let Some(byte) = bytes.get(end) {
        match byte {
            b'\\' if splice(bytes, end).is_some() => end = splice(bytes, end).unwrap_or(end + 1),
            b'\\' if bytes.get(end + 1).is_some_and(|next| *next != b'\n') => end += 2,
            b'\n' => break,
            byte if *byte == quote => return Scan { kind, end: end + 1, problem: None },
            _ => end += 1,
        }
    }
    let problem = match kind {
        Kind::Str => "a string literal is not closed: expected `\"` in this line",
        _ => "a character literal is not closed: expected `'` in this line",
    };
    Scan { kind: Kind::Stray, end: end.min(bytes.len()), problem: Some(problem) }
}
