//! Compilation units (RM 10).

use super::{Parser, Read};
use crate::ast::{Compilation, CompilationUnit, ContextItem, Decl, Name, WithClause};
use crate::lexer::TokenKind;
use horn_frontend::{Diagnostic, Severity};

impl Parser<'_> {
    /// RM 10.1: everything in a file.
    pub(super) fn compilation(&mut self) -> Compilation {
        let mut compilation = Compilation::default();
        if self.kind() == TokenKind::Eof {
            let message = "file contains no compilation units";
            let diagnostic =
                Diagnostic { severity: Severity::Warning, span: self.token().span(), message: message.to_owned() };
            self.diagnostics.push(diagnostic);
        }
        while self.kind() != TokenKind::Eof {
            let before = self.at;
            match self.compilation_unit(&mut compilation) {
                Ok(()) => {}
                Err(super::Bail) => self.skip_unit(before),
            }
            self.scopes.clear();
            if self.at == before {
                self.bump();
            }
        }
        compilation
    }

    /// Skips to the next word with which a unit may begin, at the beginning of a line.
    fn skip_unit(&mut self, from: usize) {
        use TokenKind as K;
        while self.kind() != K::Eof {
            let starts =
                matches!(self.kind(), K::With | K::Procedure | K::Function | K::Package | K::Generic | K::Separate);
            if starts && self.at > from && self.first_on_line(0) {
                return;
            }
            self.bump();
        }
    }

    /// RM 10.1.1: a context clause and a library item or subunit.
    fn compilation_unit(&mut self, compilation: &mut Compilation) -> Read<()> {
        let start = self.start();
        let mut context = Vec::new();
        loop {
            match self.kind() {
                TokenKind::With => context.push(ContextItem::With(self.with_clause()?)),
                TokenKind::Limited => context.push(ContextItem::With(self.with_clause()?)),
                TokenKind::Private if self.nth(1) == TokenKind::With => {
                    context.push(ContextItem::With(self.with_clause()?));
                }
                TokenKind::Use => context.push(ContextItem::Use(self.use_clause()?)),
                TokenKind::Pragma => {
                    // Behind a library subprogram, in front of the context of the next unit.
                    let pragma = Box::new(self.pragma()?);
                    let unit = compilation.units.last_mut().filter(|_| context.is_empty()).map(|unit| &mut unit.item);
                    let left = self.contract_pragma(pragma, unit);
                    context.extend(left.map(|pragma| ContextItem::Pragma(*pragma)));
                }
                _ => break,
            }
        }
        if self.kind() == TokenKind::Eof {
            for item in context {
                match item {
                    ContextItem::Pragma(pragma) => match compilation.units.last_mut() {
                        Some(unit) => unit.stray_pragmas.push(pragma),
                        None => compilation.pragmas.push(pragma),
                    },
                    ContextItem::With(_) | ContextItem::Use(_) => self.error_here("compilation unit expected"),
                }
            }
            return Ok(());
        }
        let annotations = self.annotation_block();
        let private = self.eat(TokenKind::Private);
        let separate = self.subunit_parent()?;
        let item = self.library_item(separate.is_some())?;
        self.check_ending();
        let span = self.span_from(start);
        let stray_pragmas = std::mem::take(&mut self.stray_pragmas);
        let stray_aspects = std::mem::take(&mut self.stray_aspects);
        compilation.units.push(CompilationUnit {
            context,
            annotations,
            private,
            separate,
            item,
            stray_pragmas,
            stray_aspects,
            span,
        });
        Ok(())
    }

    /// RM 10.1.3: `separate (Parent)`, or nothing.
    fn subunit_parent(&mut self) -> Read<Option<Name>> {
        if !self.eat(TokenKind::Separate) {
            return Ok(None);
        }
        self.expect(TokenKind::LeftParen);
        let parent = self.unit_name()?;
        self.close_parenthesis()?;
        if self.kind() == TokenKind::Semicolon {
            self.error_here("unexpected semicolon ignored");
            self.bump();
        }
        Ok(Some(parent))
    }

    fn library_item(&mut self, subunit: bool) -> Read<Decl> {
        match self.kind() {
            TokenKind::Procedure | TokenKind::Function | TokenKind::Overriding | TokenKind::Not => {
                self.nested(Self::subprogram)
            }
            TokenKind::Package => self.nested(Self::package),
            TokenKind::Generic if !subunit => self.nested(Self::generic),
            TokenKind::Task if subunit => self.nested(Self::task),
            TokenKind::Protected if subunit => self.nested(Self::protected),
            TokenKind::End => {
                self.error_here("duplicate end line ignored");
                Err(super::Bail)
            }
            _ => self.fail("compilation unit expected"),
        }
    }

    /// Annotations that were read behind the last declaration of the file belong to nothing.
    fn check_ending(&mut self) {
        if let Some(annotation) = self.pending.pop_front() {
            self.error(annotation.span, "annotation is not allowed here");
        }
        self.pending.clear();
    }

    /// RM 10.1.2: `[limited] [private] with P, Q;`
    pub(super) fn with_clause(&mut self) -> Read<WithClause> {
        let start = self.start();
        let limited = self.eat(TokenKind::Limited);
        let private = self.eat(TokenKind::Private);
        self.expect(TokenKind::With);
        let names = self.comma_list(Self::unit_name)?;
        self.semicolon();
        Ok(WithClause { limited, private, names, span: self.span_from(start) })
    }
}
