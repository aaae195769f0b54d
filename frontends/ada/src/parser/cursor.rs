//! Looking at tokens, consuming them, and reporting what is missing.

use super::{Bail, Parser, Read};
use crate::ast::{Expr, ExprKind, Ident};
use crate::lexer::{Token, TokenKind};
use horn_frontend::{Diagnostic, Span};

impl<'t> Parser<'t> {
    /// The current token.
    pub(super) fn token(&self) -> Token {
        self.tokens[self.at]
    }

    /// The kind of the current token.
    pub(super) fn kind(&self) -> TokenKind {
        self.tokens[self.at].kind
    }

    /// The kind of the token `ahead` tokens behind the current one.
    pub(super) fn nth(&self, ahead: usize) -> TokenKind {
        self.tokens[(self.at + ahead).min(self.tokens.len() - 1)].kind
    }

    /// Offset of the current token.
    pub(super) fn start(&self) -> u32 {
        self.token().start
    }

    /// Offset behind the token before the current one.
    pub(super) fn previous_end(&self) -> u32 {
        if self.at == 0 { 0 } else { self.tokens[self.at - 1].end }
    }

    /// From `start` to the end of what has been consumed.
    pub(super) fn span_from(&self, start: u32) -> Span {
        Span::new(start, self.previous_end().max(start))
    }

    /// The text of a token.
    pub(super) fn text_of(&self, token: Token) -> &'t str {
        self.text.get(token.start as usize..token.end as usize).unwrap_or("")
    }

    /// Consumes the current token.
    pub(super) fn bump(&mut self) -> Token {
        let token = self.token();
        if token.kind != TokenKind::Eof {
            self.at += 1;
        }
        token
    }

    /// Consumes the current token if it is of this kind.
    pub(super) fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.kind() == kind;
        if found {
            self.at += 1;
        }
        found
    }

    /// True if the current token is an identifier with this text, in any case.
    pub(super) fn at_word(&self, word: &str) -> bool {
        self.kind() == TokenKind::Identifier && self.text_of(self.token()).eq_ignore_ascii_case(word)
    }

    /// True if a line begins with the token `ahead` tokens behind the current one.
    pub(super) fn first_on_line(&self, ahead: usize) -> bool {
        let at = (self.at + ahead).min(self.tokens.len() - 1);
        let from = if at == 0 { return true } else { self.tokens[at - 1].end as usize };
        let between = self.text.as_bytes().get(from..self.tokens[at].start as usize).unwrap_or(&[]);
        between.iter().any(|byte| matches!(byte, b'\n' | b'\r'))
    }

    /// The line of an offset, from 1.
    pub(super) fn line(&self, at: u32) -> usize {
        let before = self.text.as_bytes().get(..at as usize).unwrap_or(&[]);
        1 + before.iter().filter(|byte| **byte == b'\n').count()
    }

    /// The current token as messages name it.
    pub(super) fn describe(&self) -> String {
        let token = self.token();
        match token.kind {
            TokenKind::Eof | TokenKind::SparkBegin | TokenKind::BmcBegin | TokenKind::AnnotationEnd => {
                token.kind.text().to_owned()
            }
            kind if kind.is_reserved() => format!("reserved word \"{}\"", kind.text()),
            _ => format!("\"{}\"", self.text_of(token)),
        }
    }

    /// Reports a mistake, unless one was reported at the same token.
    pub(super) fn error(&mut self, span: Span, message: impl Into<String>) {
        // The lexer has reported an illegal token.
        if self.fatal || self.last_error == Some(self.at) || self.kind() == TokenKind::Illegal {
            return;
        }
        self.last_error = Some(self.at);
        self.diagnostics.push(Diagnostic::error(span, message));
    }

    /// Reports a mistake at the current token.
    pub(super) fn error_here(&mut self, message: impl Into<String>) {
        self.error(self.token().span(), message);
    }

    /// Reports a mistake right behind the token before the current one: where something is missing.
    pub(super) fn error_behind(&mut self, message: impl Into<String>) {
        let end = self.previous_end();
        self.error(Span::new(end, end), message);
    }

    /// Reports a mistake at the current token and gives up the construct.
    pub(super) fn fail<T>(&mut self, message: impl Into<String>) -> Read<T> {
        if matches!(self.kind(), TokenKind::SparkBegin | TokenKind::BmcBegin) {
            self.error_here("annotation is not allowed here");
        } else {
            self.error_here(message);
        }
        Err(Bail)
    }

    /// Consumes a token of this kind. If it is missing, says so and takes it for given.
    pub(super) fn expect(&mut self, kind: TokenKind) -> bool {
        if self.eat(kind) {
            return true;
        }
        // One reserved word for another: `while C do`.
        let confused = |kind| matches!(kind, TokenKind::Then | TokenKind::Loop | TokenKind::Do | TokenKind::Is);
        if confused(kind) && confused(self.kind()) {
            self.error_here(format!("\"{}\" should be \"{}\"", self.kind().text(), kind.text()));
            self.bump();
            return true;
        }
        if kind == TokenKind::Arrow
            && matches!(self.kind(), TokenKind::Equal | TokenKind::GreaterEqual | TokenKind::Assign)
        {
            self.error_here(format!("\"{}\" should be \"=>\"", self.kind().text()));
            self.bump();
            return true;
        }
        if matches!(self.kind(), TokenKind::SparkBegin | TokenKind::BmcBegin) {
            self.error_here("annotation is not allowed here");
        } else {
            self.error_behind(format!("missing \"{}\"", kind.text()));
        }
        false
    }

    /// Consumes the semicolon that ends a declaration or statement.
    pub(super) fn semicolon(&mut self) {
        if self.eat(TokenKind::Semicolon) {
            return;
        }
        if matches!(self.kind(), TokenKind::Comma | TokenKind::Colon) && !self.first_on_line(0) {
            self.error_here(format!("\"{}\" should be \";\"", self.kind().text()));
            self.bump();
            return;
        }
        let garbage = !self.first_on_line(0)
            && matches!(
                self.kind(),
                TokenKind::Identifier
                    | TokenKind::Integer
                    | TokenKind::Real
                    | TokenKind::String
                    | TokenKind::Character
                    | TokenKind::LeftParen
            );
        if self.kind() == TokenKind::RightParen {
            self.error_here("extra right paren ignored");
            self.bump();
            if self.eat(TokenKind::Semicolon) {
                return;
            }
        }
        if garbage {
            self.error_here("binary operator expected");
        } else {
            self.error_behind("missing \";\"");
        }
        // What stands between the mistake and a semicolon on the same line belongs to it.
        let mut ahead = 0;
        while !matches!(self.nth(ahead), TokenKind::Eof | TokenKind::End | TokenKind::AnnotationEnd) {
            if self.first_on_line(ahead) {
                return;
            }
            if self.nth(ahead) == TokenKind::Semicolon {
                self.at += ahead + 1;
                self.last_error = None;
                return;
            }
            ahead += 1;
        }
    }

    /// An identifier (RM 2.3).
    pub(super) fn identifier(&mut self) -> Read<Ident> {
        let token = self.token();
        if token.kind == TokenKind::Identifier {
            self.at += 1;
            return Ok(self.names.ident(self.text_of(token), token.span()));
        }
        if token.kind.is_reserved() {
            let follows = self.nth(1);
            self.error_here(format!("reserved word \"{}\" cannot be used as identifier", token.kind.text()));
            let declared = matches!(
                follows,
                TokenKind::Colon
                    | TokenKind::Comma
                    | TokenKind::Is
                    | TokenKind::Semicolon
                    | TokenKind::In
                    | TokenKind::Arrow
            );
            let never = matches!(token.kind, TokenKind::End | TokenKind::Begin | TokenKind::Is);
            if declared && !never {
                self.at += 1;
                return Ok(self.names.ident(self.text_of(token), token.span()));
            }
            return Err(Bail);
        }
        self.fail("identifier expected")
    }

    /// The designator of a function, or of whatever else may be an operator (RM 6.1).
    pub(super) fn designator(&mut self) -> Read<Ident> {
        if matches!(self.kind(), TokenKind::String | TokenKind::Character) {
            let token = self.bump();
            return Ok(self.names.ident(self.text_of(token), token.span()));
        }
        self.identifier()
    }

    /// The node for an expression that could not be read.
    pub(super) fn error_expr(&self, start: u32) -> Expr {
        Expr { kind: ExprKind::Error, span: self.span_from(start) }
    }

    /// A list `X {, X}`.
    pub(super) fn comma_list<T>(&mut self, mut read: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let mut list = vec![read(self)?];
        while self.eat(TokenKind::Comma) {
            list.push(read(self)?);
        }
        Ok(list)
    }

    /// A list `X {| X}`.
    pub(super) fn bar_list<T>(&mut self, mut read: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let mut list = vec![read(self)?];
        while self.eat(TokenKind::Bar) {
            list.push(read(self)?);
        }
        Ok(list)
    }
}
