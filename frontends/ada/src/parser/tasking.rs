//! Tasks and protected objects (RM 9): read to their end and kept as unsupported.

use super::recovery::Ending;
use super::{Parser, Read};
use crate::ast::{BodyStub, Decl, StmtKind, StubKind};
use crate::lexer::TokenKind;

impl Parser<'_> {
    /// RM 9.1: task types, single tasks and task bodies.
    pub(super) fn task(&mut self) -> Read<Decl> {
        self.concurrent("task", "task type", "task body", "9.1")
    }

    /// RM 9.4: protected types, objects and bodies.
    pub(super) fn protected(&mut self) -> Read<Decl> {
        self.concurrent("protected object", "protected type", "protected body", "9.4")
    }

    fn concurrent(
        &mut self,
        object: &'static str,
        of_type: &'static str,
        body: &'static str,
        section: &'static str,
    ) -> Read<Decl> {
        let is_task = self.kind() == TokenKind::Task;
        let opening = self.bump().span();
        let start = opening.start;
        if self.eat(TokenKind::Body) {
            let name = self.identifier()?;
            self.aspects()?;
            self.expect(TokenKind::Is);
            if self.eat(TokenKind::Separate) {
                self.aspects()?;
                self.semicolon();
                let kind = StubKind::Unsupported(*self.unsupported(body, section, Some(name), start));
                return Ok(Decl::Stub(Box::new(BodyStub { kind, aspects: Vec::new(), span: self.span_from(start) })));
            }
            let ending = Ending::Unit(vec![name]);
            if is_task {
                self.declarations_and_body(ending, opening);
            } else {
                self.open(ending, opening);
                self.protected_items();
                self.close();
            }
            return Ok(Decl::Unsupported(self.unsupported(body, section, Some(name), start)));
        }
        let is_type = self.eat(TokenKind::Type);
        let name = self.identifier()?;
        self.discriminant_part()?;
        self.aspects()?;
        if self.eat(TokenKind::Is) {
            if self.eat(TokenKind::New) {
                loop {
                    self.subtype_mark()?;
                    if !self.eat(TokenKind::And) {
                        break;
                    }
                }
                self.expect(TokenKind::With);
            }
            self.open(Ending::Unit(vec![name]), opening);
            self.protected_items();
            if self.eat(TokenKind::Private) {
                self.protected_items();
            }
            self.close();
        } else {
            self.semicolon();
        }
        let construct = if is_type { of_type } else { object };
        Ok(Decl::Unsupported(self.unsupported(construct, section, Some(name), start)))
    }

    /// RM 9.1, 9.4, 9.5.2: entries, operations, components and bodies.
    fn protected_items(&mut self) {
        loop {
            let before = self.at;
            if matches!(self.kind(), TokenKind::Private | TokenKind::End | TokenKind::Eof | TokenKind::Begin) {
                break;
            }
            let mut dropped = Vec::new();
            let overriding = matches!(self.kind(), TokenKind::Overriding | TokenKind::Not);
            let entry = self.kind() == TokenKind::Entry
                || overriding && matches!(self.nth(1), TokenKind::Entry | TokenKind::Overriding) && {
                    self.nth(1) == TokenKind::Entry || self.nth(2) == TokenKind::Entry
                };
            let read = if entry {
                while self.kind() != TokenKind::Entry {
                    self.bump();
                }
                self.nested(Self::entry_declaration).map(|_| ())
            } else {
                self.nested(|parser| parser.declaration(&mut dropped))
            };
            if read.is_err() {
                self.skip_declaration(before);
            }
            if self.at == before {
                self.bump();
            }
        }
        self.pending.clear();
    }

    /// RM 9.5.2: entry declarations and entry bodies.
    pub(super) fn entry_declaration(&mut self) -> Read<Decl> {
        let opening = self.bump().span();
        let start = opening.start;
        let name = self.identifier()?;
        // A family `(I in T)` or `(T)` before the parameters.
        if self.kind() == TokenKind::LeftParen && !self.looks_like_parameters() {
            self.bump();
            if self.eat(TokenKind::For) || self.nth(1) == TokenKind::In {
                self.iterator()?;
            } else {
                self.discrete_range()?;
            }
            self.close_parenthesis()?;
        }
        self.parameters()?;
        self.aspects()?;
        if self.eat(TokenKind::When) {
            self.expression()?;
            self.expect(TokenKind::Is);
            self.declarations_and_body(Ending::Unit(vec![name]), opening);
        } else {
            self.semicolon();
        }
        Ok(Decl::Unsupported(self.unsupported("entry", "9.5.2", Some(name), start)))
    }

    /// True at the `(` of parameters: identifiers up to a colon.
    fn looks_like_parameters(&self) -> bool {
        let mut ahead = 1;
        while matches!(self.nth(ahead), TokenKind::Identifier | TokenKind::Comma) {
            ahead += 1;
        }
        self.nth(ahead) == TokenKind::Colon
    }

    /// RM 9.5.2, 9.6, 9.7, 9.8, 9.5.4: statements of tasks.
    pub(super) fn tasking_statement(&mut self) -> Read<StmtKind> {
        let start = self.start();
        let (construct, section) = match self.kind() {
            TokenKind::Accept => {
                self.accept_statement()?;
                ("accept statement", "9.5.2")
            }
            TokenKind::Select => {
                self.select_statement()?;
                ("select statement", "9.7")
            }
            TokenKind::Delay => {
                self.bump();
                self.eat(TokenKind::Until);
                self.expression()?;
                self.semicolon();
                ("delay statement", "9.6")
            }
            TokenKind::Abort => {
                self.bump();
                self.comma_list(Self::name)?;
                self.semicolon();
                ("abort statement", "9.8")
            }
            _ => {
                self.bump();
                self.name()?;
                if self.eat(TokenKind::With) {
                    self.expect(TokenKind::Abort);
                }
                self.semicolon();
                ("requeue statement", "9.5.4")
            }
        };
        Ok(StmtKind::Unsupported(self.unsupported(construct, section, None, start)))
    }

    fn accept_statement(&mut self) -> Read<()> {
        let opening = self.bump().span();
        let name = self.identifier()?;
        if self.kind() == TokenKind::LeftParen && !self.looks_like_parameters() {
            self.bump();
            self.expression()?;
            self.close_parenthesis()?;
        }
        self.parameters()?;
        if self.eat(TokenKind::Do) {
            self.open(Ending::Unit(vec![name]), opening);
            self.handled_statements();
            self.close();
        } else {
            self.semicolon();
        }
        Ok(())
    }

    /// RM 9.7: all forms of select statements.
    fn select_statement(&mut self) -> Read<()> {
        let opening = self.bump().span();
        self.open(Ending::Word(TokenKind::Select, None), opening);
        loop {
            if self.eat(TokenKind::When) {
                self.expression()?;
                self.expect(TokenKind::Arrow);
            }
            if self.kind() == TokenKind::Terminate {
                self.bump();
                self.semicolon();
            }
            self.statements();
            match self.kind() {
                TokenKind::Or | TokenKind::Else => {
                    self.bump();
                }
                TokenKind::Then if self.nth(1) == TokenKind::Abort => {
                    self.at += 2;
                }
                _ => break,
            }
        }
        self.close();
        Ok(())
    }
}
