//! Text to tokens. Comments are `% …`, `// …` and `/* … */`.

use crate::smtlib::{Diagnostic, Fault, Span};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name.
    Name,
    /// A numeral without sign.
    Number,
    /// `false`
    False,
    /// `mod`
    Mod,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `-[`
    OpenList,
    /// `]`
    CloseList,
    /// `,`
    Comma,
    /// `;`
    Semicolon,
    /// `.`
    Dot,
    /// `:-`
    If,
    /// `\+`
    Not,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `/`
    Divide,
    /// `=`
    Equal,
    /// `!=` or `=\=`
    Unequal,
    /// `<`
    Less,
    /// `=<`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// The end of the text.
    End,
}

/// A token with its place.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Where it is.
    pub span: Span,
}

/// Signs, longer ones before their beginnings.
const SIGNS: &[(&str, Kind)] = &[
    ("=\\=", Kind::Unequal),
    ("!=", Kind::Unequal),
    (":-", Kind::If),
    ("\\+", Kind::Not),
    ("=<", Kind::LessEqual),
    (">=", Kind::GreaterEqual),
    ("-[", Kind::OpenList),
    ("]", Kind::CloseList),
    ("(", Kind::Open),
    (")", Kind::Close),
    (",", Kind::Comma),
    (";", Kind::Semicolon),
    (".", Kind::Dot),
    ("+", Kind::Plus),
    ("-", Kind::Minus),
    ("*", Kind::Times),
    ("/", Kind::Divide),
    ("=", Kind::Equal),
    ("<", Kind::Less),
    (">", Kind::Greater),
];

/// The tokens of a text, the last one [`Kind::End`], and the characters that are no part of any.
pub fn tokens(text: &str) -> Result<(Vec<Token>, Vec<Diagnostic>), Diagnostic> {
    let bytes = text.as_bytes();
    let (mut tokens, mut illegal) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < bytes.len() {
        let rest = &text[at..];
        if bytes[at].is_ascii_whitespace() {
            at += 1;
        } else if rest.starts_with('%') || rest.starts_with("//") {
            at += rest.find(['\n', '\r']).unwrap_or(rest.len());
        } else if let Some(comment) = rest.strip_prefix("/*") {
            let Some(end) = comment.find("*/") else {
                let span = Span::new(at as u32, bytes.len() as u32);
                return Err(Diagnostic::new(text, span, "the comment does not end").of(Fault::Syntax));
            };
            at += end + 4;
        } else {
            let length = |member: fn(u8) -> bool| rest.bytes().take_while(|&byte| member(byte)).count();
            let (kind, size) = if bytes[at].is_ascii_alphabetic() {
                let size = length(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'\'');
                let kind = match &rest[..size] {
                    "false" => Kind::False,
                    "mod" => Kind::Mod,
                    _ => Kind::Name,
                };
                (kind, size)
            } else if bytes[at] == b'0' {
                (Kind::Number, 1)
            } else if bytes[at].is_ascii_digit() {
                (Kind::Number, length(|byte| byte.is_ascii_digit()))
            } else if let Some(&(sign, kind)) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
                (kind, sign.len())
            } else {
                let size = rest.chars().next().map_or(1, char::len_utf8);
                let span = Span::new(at as u32, (at + size) as u32);
                let message = format!("Illegal character {}", &rest[..size]);
                illegal.push(Diagnostic::new(text, span, message).of(Fault::Syntax));
                at += size;
                continue;
            };
            tokens.push(Token { kind, span: Span::new(at as u32, (at + size) as u32) });
            at += size;
        }
    }
    let end = bytes.len() as u32;
    tokens.push(Token { kind: Kind::End, span: Span::new(end, end) });
    Ok((tokens, illegal))
}
