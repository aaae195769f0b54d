//! Moving through the tokens, and getting back on the way behind an error.

use super::{MAX_NESTING, Parser};
use crate::lexer::{Kind, Token};
use crate::tree::Place;

impl Parser {
    /// The kind of the next token.
    pub(super) fn kind(&self) -> Kind {
        self.tokens[self.at].kind
    }

    /// The kind of the token so many behind the next one.
    pub(super) fn kind_at(&self, ahead: usize) -> Kind {
        self.tokens.get(self.at + ahead).map_or(Kind::Eof, |token| token.kind)
    }

    pub(super) fn token(&self) -> Token {
        self.tokens[self.at]
    }

    /// Goes on by one token, but not behind the last one.
    pub(super) fn advance(&mut self) {
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
    }

    /// Goes on if the next token is of that kind.
    pub(super) fn accept(&mut self, kind: Kind) -> bool {
        let there = self.kind() == kind;
        if there {
            self.advance();
        }
        there
    }

    /// Goes on if the next token is of that kind; else an error says that it was expected.
    pub(super) fn expect(&mut self, kind: Kind, behind: &str) -> bool {
        if self.accept(kind) {
            return true;
        }
        let found = self.describe();
        self.error(self.at, format!("expected {} {behind}, not {found}", kind.describe()));
        false
    }

    /// The next token, as messages name it.
    pub(super) fn describe(&self) -> String {
        let token = self.token();
        match token.kind {
            Kind::Name | Kind::Number | Kind::Char | Kind::Stray => format!("`{}`", self.text(token)),
            kind => kind.describe(),
        }
    }

    /// The spelling of a token.
    pub(super) fn text(&self, token: Token) -> &str {
        if token.kind == Kind::Name || token.kind.is_word() || token.has(Token::TEXT) {
            return self.tree.symbols.name(token.symbol);
        }
        let text = &self.tree.sources.files[usize::from(token.file)].text;
        text.get(token.start as usize..token.end as usize).unwrap_or("")
    }

    pub(super) fn place(&self, at: usize) -> Place {
        self.tokens[at].place()
    }

    /// The place from a token to the last one that was read.
    pub(super) fn from(&self, first: usize) -> Place {
        let last = self.at.saturating_sub(1).max(first);
        if first == last {
            return self.place(first);
        }
        self.tree.sources.join(self.place(first), self.place(last))
    }

    /// One level deeper. False if that is too deep: then an error was reported and the file is at its end.
    pub(super) fn enter(&mut self) -> bool {
        if self.depth >= MAX_NESTING {
            let message = format!("types, blocks or initialisers in each other, more than {MAX_NESTING} levels deep");
            self.error(self.at, message);
            self.give_up();
            return false;
        }
        self.depth += 1;
        true
    }

    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Goes to the end of the file; nothing is reported any more.
    pub(super) fn give_up(&mut self) {
        self.at = self.tokens.len() - 1;
        self.last_error = Some(self.at);
    }

    /// Skips what is left of a statement or declaration: behind the next `;`, or up to the next `}` that closes what
    /// is outside of it, or behind a block.
    pub(super) fn recover(&mut self) {
        let mut depth = 0_usize;
        loop {
            match self.kind() {
                Kind::Eof => return,
                Kind::Semicolon if depth == 0 => {
                    self.advance();
                    return;
                }
                Kind::LeftBrace => depth += 1,
                Kind::RightBrace if depth == 0 => return,
                Kind::RightBrace if depth == 1 => {
                    self.advance();
                    self.accept(Kind::Semicolon);
                    return;
                }
                Kind::RightBrace => depth -= 1,
                _ => {}
            }
            self.advance();
        }
    }

    /// Reads `)`; if something else is there, skips to it, but not beyond the statement.
    pub(super) fn close_parenthesis(&mut self, behind: &str) {
        if self.expect(Kind::RightParen, behind) {
            return;
        }
        let mut depth = 0_usize;
        loop {
            match self.kind() {
                Kind::Eof | Kind::Semicolon | Kind::LeftBrace | Kind::RightBrace => return,
                Kind::LeftParen => depth += 1,
                Kind::RightParen if depth == 0 => {
                    self.advance();
                    return;
                }
                Kind::RightParen => depth -= 1,
                _ => {}
            }
            self.advance();
        }
    }

    /// Skips a parenthesis with all that is in it.
    pub(super) fn skip_parentheses(&mut self) {
        let mut depth = 0_usize;
        loop {
            match self.kind() {
                Kind::Eof => return,
                Kind::LeftParen => depth += 1,
                Kind::RightParen => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.advance();
            if depth == 0 {
                return;
            }
        }
    }
}
