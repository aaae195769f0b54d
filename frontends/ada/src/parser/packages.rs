//! Packages and use clauses (RM 7, 8.4), and the renaming of packages (RM 8.5.3).

use super::recovery::Ending;
use super::{Parser, Read};
use crate::ast::{
    BodyStub, Decl, PackageBody, PackageDecl, RenamingDecl, RenamingKind, StubKind, UnitClass, UseClause, UseKind,
};
use crate::lexer::TokenKind;

impl Parser<'_> {
    /// RM 7.1, 7.2, 8.5.3, 10.1.3, 12.3: everything that begins with `package`.
    pub(super) fn package(&mut self) -> Read<Decl> {
        let start = self.start();
        let opening = self.bump().span();
        if self.eat(TokenKind::Body) {
            return self.package_body(start, opening);
        }
        let name = self.unit_name()?;
        if self.kind() == TokenKind::Renames {
            self.bump();
            let renamed = self.unit_name()?;
            let aspects = self.aspects()?;
            self.semicolon();
            let kind = RenamingKind::Package;
            let span = self.span_from(start);
            return Ok(Decl::Renaming(Box::new(RenamingDecl { name, kind, renamed, aspects, span })));
        }
        if self.kind() == TokenKind::Is && self.nth(1) == TokenKind::New {
            self.bump();
            return self.instantiation(None, UnitClass::Package, name, start);
        }
        let mut aspects = self.aspects()?;
        let annotations = self.annotation_block();
        self.expect(TokenKind::Is);
        self.open(Ending::unit(&name), opening);
        let mut visible = self.declarations();
        self.pragmas_of_package(&mut visible, &mut aspects);
        let private = match self.eat(TokenKind::Private) {
            true => Some(self.declarations()),
            false => None,
        };
        if self.kind() == TokenKind::Begin {
            self.error_here("statements not allowed in package spec");
            self.bump();
            self.handled_statements();
        }
        self.close();
        let span = self.span_from(start);
        Ok(Decl::Package(Box::new(PackageDecl { name, aspects, annotations, visible, private, span })))
    }

    /// RM 7.2: behind `package body`.
    fn package_body(&mut self, start: u32, opening: horn_frontend::Span) -> Read<Decl> {
        let name = self.unit_name()?;
        let mut aspects = self.aspects()?;
        let annotations = self.annotation_block();
        self.expect(TokenKind::Is);
        if self.kind() == TokenKind::Separate {
            self.bump();
            aspects.extend(self.aspects()?);
            self.semicolon();
            let span = self.span_from(start);
            let Some(ident) = name.last_ident() else { return Err(super::Bail) };
            return Ok(Decl::Stub(Box::new(BodyStub { kind: StubKind::Package(*ident), aspects, span })));
        }
        self.open(Ending::unit(&name), opening);
        let declarations = self.declarations();
        if self.kind() == TokenKind::Private {
            self.error_here("PRIVATE not allowed in package body");
            self.bump();
            self.declarations();
        }
        let body = match self.eat(TokenKind::Begin) {
            true => Some(self.handled_statements()),
            false => None,
        };
        self.close();
        let span = self.span_from(start);
        Ok(Decl::PackageBody(Box::new(PackageBody { name, aspects, annotations, declarations, body, span })))
    }

    /// RM 8.4: `use P, Q;`, `use [all] type T;`
    pub(super) fn use_clause(&mut self) -> Read<UseClause> {
        let start = self.bump().start;
        let kind = match self.kind() {
            TokenKind::All => {
                self.bump();
                self.expect(TokenKind::Type);
                UseKind::AllType
            }
            TokenKind::Type => {
                self.bump();
                UseKind::Type
            }
            _ => UseKind::Package,
        };
        let names = self.comma_list(Self::subtype_mark)?;
        self.semicolon();
        Ok(UseClause { kind, names, span: self.span_from(start) })
    }
}
