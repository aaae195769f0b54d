//! The spelling of tokens, and the tokens made by `#` and `##`.

use super::Preprocessor;
use crate::lexer::{Kind, Token, scan};
use crate::tree::Symbol;
use horn_frontend::Severity;

impl Preprocessor<'_> {
    /// The spelling of a token.
    pub(super) fn spelling(&self, token: Token) -> &str {
        if token.kind == Kind::Name || token.has(Token::TEXT) {
            return self.symbols.name(token.symbol);
        }
        let text = &self.sources.files[usize::from(token.file)].text;
        text.get(token.start as usize..token.end as usize).unwrap_or("")
    }

    /// The string literal that `#` makes of an argument; it stands where `mark` does.
    pub(super) fn stringify(&mut self, mark: Token, argument: &[Token]) -> Token {
        let mut text = String::from("\"");
        for (at, token) in argument.iter().enumerate() {
            if at > 0 && token.has(Token::SPACE) {
                text.push(' ');
            }
            let spelling = self.spelling(*token);
            if matches!(token.kind, Kind::Str | Kind::Char) {
                for c in spelling.chars() {
                    if matches!(c, '"' | '\\') {
                        text.push('\\');
                    }
                    text.push(c);
                }
            } else {
                text.push_str(spelling);
            }
        }
        text.push('"');
        Token {
            kind: Kind::Str,
            flags: Token::TEXT | (mark.flags & Token::SPACE),
            symbol: self.symbols.intern(&text),
            ..mark
        }
    }

    /// The token that `##` makes of two. If it makes none, an error is reported and both stay.
    pub(super) fn paste(&mut self, left: Token, right: Token) -> Result<Token, ()> {
        let text = format!("{}{}", self.spelling(left), self.spelling(right));
        let comment = text.starts_with("//") || text.starts_with("/*");
        let made = scan(text.as_bytes(), 0, false);
        if comment || made.end != text.len() || made.problem.is_some() || made.kind == Kind::Stray {
            let message = format!("`##` makes no token of `{}` and `{}`", self.spelling(left), self.spelling(right));
            self.report_at(Severity::Error, left, message);
            return Err(());
        }
        Ok(self.made(made.kind, &text, left))
    }

    /// A token that is written nowhere; it stands where `at` does.
    pub(super) fn made(&mut self, kind: Kind, text: &str, at: Token) -> Token {
        let symbol: Symbol = self.symbols.intern(text);
        let flags = at.flags & (Token::SPACE | Token::FIRST);
        let flags = if kind == Kind::Name { flags } else { flags | Token::TEXT };
        Token { kind, flags, symbol, ..at }
    }
}
