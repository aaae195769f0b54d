//! What the formats share that are no s-expressions: text to tokens (names, numerals, signs, and comments), and the
//! arithmetic of expressions.

use crate::smtlib::{Diagnostic, Fault, Span};
use crate::term::{Store, TermId};

/// An operand: a number or a truth value.
#[derive(Clone, Copy)]
pub(crate) enum Expr {
    /// A term of sort Int.
    Int(TermId),
    /// A formula.
    Bool(TermId),
}

/// A binary operator on numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// Division as SMT-LIB's `div`.
    Divide,
    /// Its remainder, as SMT-LIB's `mod`.
    Modulo,
    /// `=`
    Equal,
    /// `≠`
    Unequal,
    /// `<`
    Less,
    /// `≤`
    LessEqual,
    /// `>`
    Greater,
    /// `≥`
    GreaterEqual,
}

impl Arithmetic {
    /// The operator on two terms of sort Int.
    pub(crate) fn apply(self, store: &mut Store, a: TermId, b: TermId) -> Expr {
        match self {
            Arithmetic::Plus => Expr::Int(store.add(&[a, b])),
            Arithmetic::Minus => Expr::Int(store.sub(a, b)),
            Arithmetic::Times => Expr::Int(store.mul(a, b)),
            Arithmetic::Divide => Expr::Int(store.int_div(a, b)),
            Arithmetic::Modulo => Expr::Int(store.int_mod(a, b)),
            Arithmetic::Equal => Expr::Bool(store.eq(a, b)),
            Arithmetic::Unequal => Expr::Bool(store.neq(a, b)),
            Arithmetic::Less => Expr::Bool(store.lt(a, b)),
            Arithmetic::LessEqual => Expr::Bool(store.le(a, b)),
            Arithmetic::Greater => Expr::Bool(store.gt(a, b)),
            Arithmetic::GreaterEqual => Expr::Bool(store.ge(a, b)),
        }
    }

    /// How tight it binds among these: 0 for comparisons, then sums, then products.
    pub(crate) fn strength(self) -> u8 {
        match self {
            Arithmetic::Plus | Arithmetic::Minus => 1,
            Arithmetic::Times | Arithmetic::Divide | Arithmetic::Modulo => 2,
            _ => 0,
        }
    }
}

/// What the tokens of a format look like; `K` are its kinds of tokens.
pub(crate) struct Rules<K: 'static> {
    /// Signs, longer ones before their beginnings.
    pub signs: &'static [(&'static str, K)],
    /// Names that are words of the format.
    pub words: &'static [(&'static str, K)],
    /// What starts a comment up to the end of the line; `/* … */` is one everywhere.
    pub comments: &'static [&'static str],
    /// Whether a name may begin with the byte.
    pub starts_name: fn(u8) -> bool,
    /// Whether a name may go on with the byte.
    pub in_name: fn(u8) -> bool,
    /// The kind of names.
    pub name: K,
    /// The kind of numerals without sign.
    pub number: K,
    /// The kind of the end of the text.
    pub end: K,
}

/// A token with its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<K> {
    /// What it is.
    pub kind: K,
    /// Where it is.
    pub span: Span,
}

/// The tokens of a text, the last one of kind `end`, and the characters that are no part of any.
#[allow(clippy::type_complexity)]
pub(crate) fn tokens<K: Copy>(text: &str, rules: &Rules<K>) -> Result<(Vec<Token<K>>, Vec<Diagnostic>), Diagnostic> {
    let bytes = text.as_bytes();
    let (mut tokens, mut illegal) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < bytes.len() {
        let rest = &text[at..];
        if bytes[at].is_ascii_whitespace() {
            at += 1;
        } else if rules.comments.iter().any(|start| rest.starts_with(start)) {
            at += rest.find(['\n', '\r']).unwrap_or(rest.len());
        } else if let Some(comment) = rest.strip_prefix("/*") {
            let Some(end) = comment.find("*/") else {
                let span = Span::new(at as u32, bytes.len() as u32);
                return Err(Diagnostic::new(text, span, "the comment does not end").of(Fault::Syntax));
            };
            at += end + 4;
        } else {
            let length = |member: fn(u8) -> bool| rest.bytes().take_while(|&byte| member(byte)).count();
            let (kind, size) = if (rules.starts_name)(bytes[at]) {
                let size = length(rules.in_name);
                let word = rules.words.iter().find(|(word, _)| *word == &rest[..size]);
                (word.map_or(rules.name, |&(_, kind)| kind), size)
            } else if bytes[at] == b'0' {
                (rules.number, 1)
            } else if bytes[at].is_ascii_digit() {
                (rules.number, length(|byte| byte.is_ascii_digit()))
            } else if let Some(&(sign, kind)) = rules.signs.iter().find(|(sign, _)| rest.starts_with(sign)) {
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
    tokens.push(Token { kind: rules.end, span: Span::new(end, end) });
    Ok((tokens, illegal))
}
