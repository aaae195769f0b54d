//! Representation clauses (RM 13).

use super::recovery::Ending;
use super::{Parser, Read};
use crate::ast::{ComponentClause, ExprKind, RepresentationClause, RepresentationKind};
use crate::lexer::TokenKind;

impl Parser<'_> {
    /// RM 13.1: `for X use …;`
    pub(super) fn representation_clause(&mut self) -> Read<RepresentationClause> {
        let start = self.bump().start;
        let target = self.name()?;
        self.expect(TokenKind::Use);
        let kind = match self.kind() {
            TokenKind::Record => RepresentationKind::Record(self.record_layout()?),
            TokenKind::At => {
                self.bump();
                RepresentationKind::At(self.expression()?)
            }
            _ => {
                let value = self.expression()?;
                match value.kind {
                    ExprKind::Aggregate(_) if target.last_ident().is_some() => RepresentationKind::Enumeration(value),
                    _ => RepresentationKind::Attribute(value),
                }
            }
        };
        self.semicolon();
        Ok(RepresentationClause { target, kind, span: self.span_from(start) })
    }

    /// RM 13.5.1: `record [at mod E;] {C at P range F .. L;} end record`.
    fn record_layout(&mut self) -> Read<Vec<ComponentClause>> {
        let mut clauses = Vec::new();
        let opening = self.bump().span();
        if self.eat(TokenKind::At) {
            self.expect(TokenKind::Mod);
            self.expression()?;
            self.semicolon();
        }
        while !matches!(self.kind(), TokenKind::End | TokenKind::Eof) {
            if self.kind() == TokenKind::Pragma {
                self.stray_pragma()?;
                continue;
            }
            let name = self.name()?;
            if !self.eat(TokenKind::At) {
                return self.fail("missing \"at\"");
            }
            let position = self.simple_expression()?;
            self.expect(TokenKind::Range);
            let bits = self.range()?;
            clauses.push(ComponentClause { name, position, bits });
            self.semicolon();
        }
        self.open(Ending::Word(TokenKind::Record, None), opening);
        if self.kind() == TokenKind::End && self.nth(1) == TokenKind::Record {
            self.scopes.pop();
            self.at += 2;
            if self.kind() == TokenKind::Identifier {
                self.bump();
            }
            return Ok(clauses);
        }
        self.scopes.pop();
        self.fail("missing \"end record\"")
    }
}
