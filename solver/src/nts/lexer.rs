//! Tokens of transition systems, and a cursor over them. Most words have a meaning only where the parser asks for them.

use crate::scan::{self, Arithmetic, Rules};
use crate::smtlib::{Diagnostic, Fault};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name or a word.
    Name,
    /// A numeral without sign.
    Number,
    /// `{`
    OpenBrace,
    /// `}`
    CloseBrace,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `[`
    OpenBracket,
    /// `]`
    CloseBracket,
    /// `,`
    Comma,
    /// `;`
    Semicolon,
    /// `:`
    Colon,
    /// `.`
    Dot,
    /// `'`
    Prime,
    /// `->`; an implication in formulas.
    Arrow,
    /// `<->` or `equiv`
    Equivalent,
    /// `=>` or `imply`
    Implies,
    /// `||` or `or`
    Or,
    /// `&&` or `and`
    And,
    /// `!` or `not`
    Not,
    /// `exists`
    Exists,
    /// `forall`
    Forall,
    /// `true`
    True,
    /// `false`
    False,
    /// `havoc`
    Havoc,
    /// An operator on numbers; `-` is also a sign.
    Arithmetic(Arithmetic),
    /// The end of the text.
    End,
}

/// A token with its place.
pub type Token = scan::Token<Kind>;

/// How the text divides.
const RULES: Rules<Kind> = Rules {
    signs: &[
        ("<->", Kind::Equivalent),
        ("->", Kind::Arrow),
        ("=>", Kind::Implies),
        ("&&", Kind::And),
        ("||", Kind::Or),
        ("!=", Kind::Arithmetic(Arithmetic::Unequal)),
        ("<=", Kind::Arithmetic(Arithmetic::LessEqual)),
        (">=", Kind::Arithmetic(Arithmetic::GreaterEqual)),
        ("{", Kind::OpenBrace),
        ("}", Kind::CloseBrace),
        ("(", Kind::Open),
        (")", Kind::Close),
        ("[", Kind::OpenBracket),
        ("]", Kind::CloseBracket),
        (",", Kind::Comma),
        (";", Kind::Semicolon),
        (":", Kind::Colon),
        (".", Kind::Dot),
        ("'", Kind::Prime),
        ("!", Kind::Not),
        ("+", Kind::Arithmetic(Arithmetic::Plus)),
        ("-", Kind::Arithmetic(Arithmetic::Minus)),
        ("*", Kind::Arithmetic(Arithmetic::Times)),
        ("/", Kind::Arithmetic(Arithmetic::Divide)),
        ("%", Kind::Arithmetic(Arithmetic::Modulo)),
        ("=", Kind::Arithmetic(Arithmetic::Equal)),
        ("<", Kind::Arithmetic(Arithmetic::Less)),
        (">", Kind::Arithmetic(Arithmetic::Greater)),
    ],
    words: &[
        ("and", Kind::And),
        ("or", Kind::Or),
        ("not", Kind::Not),
        ("imply", Kind::Implies),
        ("equiv", Kind::Equivalent),
        ("exists", Kind::Exists),
        ("forall", Kind::Forall),
        ("true", Kind::True),
        ("false", Kind::False),
        ("havoc", Kind::Havoc),
    ],
    comments: &["//"],
    starts_name: |byte| byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$',
    in_name: |byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$',
    name: Kind::Name,
    number: Kind::Number,
    end: Kind::End,
};

/// The tokens of a text, the last one [`Kind::End`], and the characters that are no part of any.
pub fn tokens(text: &str) -> Result<(Vec<Token>, Vec<Diagnostic>), Diagnostic> {
    scan::tokens(text, &RULES)
}

/// A place in the tokens.
#[derive(Clone, Copy)]
pub struct Cursor<'a> {
    text: &'a str,
    tokens: &'a [Token],
    /// The number of the next token.
    pub next: usize,
}

impl<'a> Cursor<'a> {
    /// The beginning of tokens, of which the last is [`Kind::End`].
    pub fn new(text: &'a str, tokens: &'a [Token]) -> Cursor<'a> {
        Cursor { text, tokens, next: 0 }
    }

    /// The same tokens from the token of that number on.
    pub fn at(self, next: usize) -> Cursor<'a> {
        Cursor { next, ..self }
    }

    /// The next token.
    pub fn peek(&self) -> Token {
        self.look(0)
    }

    /// The token after `ahead` others.
    pub fn look(&self, ahead: usize) -> Token {
        self.tokens[(self.next + ahead).min(self.tokens.len() - 1)]
    }

    /// The next token, which is passed.
    pub fn take(&mut self) -> Token {
        let token = self.peek();
        self.next += 1;
        token
    }

    /// Whether the next token is of that kind; it is passed if so.
    pub fn accept(&mut self, kind: Kind) -> bool {
        let found = self.peek().kind == kind;
        self.next += usize::from(found);
        found
    }

    /// Passes a token of that kind.
    pub fn expect(&mut self, kind: Kind, what: &str) -> Result<Token, Diagnostic> {
        let token = self.take();
        if token.kind == kind { Ok(token) } else { Err(self.error(token, format!("expected {what}"))) }
    }

    /// The text of a token.
    pub fn word(&self, token: Token) -> &'a str {
        &self.text[token.span.start as usize..token.span.end as usize]
    }

    /// Whether the next token is that word.
    pub fn at_word(&self, word: &str) -> bool {
        self.peek().kind == Kind::Name && self.word(self.peek()) == word
    }

    /// A syntax error at a token.
    pub fn error(&self, token: Token, message: impl Into<String>) -> Diagnostic {
        self.mistake(token, message).of(Fault::Syntax)
    }

    /// Another mistake at a token.
    pub fn mistake(&self, token: Token, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(self.text, token.span, message)
    }

    /// Line and column of a token, from 1.
    pub fn place(&self, token: Token) -> (u32, u32) {
        crate::smtlib::diagnostic::line_column(self.text.as_bytes(), token.span.start as usize)
    }
}
