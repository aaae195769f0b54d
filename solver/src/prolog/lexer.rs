//! Text to tokens. Comments are `% …`, `// …` and `/* … */`.

use crate::scan::{self, Arithmetic, Rules};
use crate::smtlib::Diagnostic;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name.
    Name,
    /// A numeral without sign.
    Number,
    /// `false`
    False,
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
    /// An operator on numbers; `-` is also a sign.
    Arithmetic(Arithmetic),
    /// The end of the text.
    End,
}

/// A token with its place.
pub type Token = scan::Token<Kind>;

/// Signs, longer ones before their beginnings.
const SIGNS: &[(&str, Kind)] = &[
    ("=\\=", Kind::Arithmetic(Arithmetic::Unequal)),
    ("!=", Kind::Arithmetic(Arithmetic::Unequal)),
    (":-", Kind::If),
    ("\\+", Kind::Not),
    ("=<", Kind::Arithmetic(Arithmetic::LessEqual)),
    (">=", Kind::Arithmetic(Arithmetic::GreaterEqual)),
    ("-[", Kind::OpenList),
    ("]", Kind::CloseList),
    ("(", Kind::Open),
    (")", Kind::Close),
    (",", Kind::Comma),
    (";", Kind::Semicolon),
    (".", Kind::Dot),
    ("+", Kind::Arithmetic(Arithmetic::Plus)),
    ("-", Kind::Arithmetic(Arithmetic::Minus)),
    ("*", Kind::Arithmetic(Arithmetic::Times)),
    ("/", Kind::Arithmetic(Arithmetic::Divide)),
    ("=", Kind::Arithmetic(Arithmetic::Equal)),
    ("<", Kind::Arithmetic(Arithmetic::Less)),
    (">", Kind::Arithmetic(Arithmetic::Greater)),
];

/// How the text divides.
const RULES: Rules<Kind> = Rules {
    signs: SIGNS,
    words: &[("false", Kind::False), ("mod", Kind::Arithmetic(Arithmetic::Modulo))],
    comments: &["%", "//"],
    starts_name: |byte| byte.is_ascii_alphabetic(),
    in_name: |byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'\'',
    name: Kind::Name,
    number: Kind::Number,
    end: Kind::End,
};

/// The tokens of a text, the last one [`Kind::End`], and the characters that are no part of any.
pub fn tokens(text: &str) -> Result<(Vec<Token>, Vec<Diagnostic>), Diagnostic> {
    scan::tokens(text, &RULES)
}
