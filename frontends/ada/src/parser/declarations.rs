//! Lists of declarations, objects and numbers (RM 3.1, 3.3, 3.11), exceptions and renamings that begin with
//! an identifier (RM 8.5, 11.1).

use super::{Parser, Read};
use crate::ast::{
    Decl, ExceptionDecl, Ident, Name, NumberDecl, ObjectDecl, RenamingDecl, RenamingKind, SubtypeIndication, TypeUse,
};
use crate::lexer::TokenKind;

impl Parser<'_> {
    /// RM 3.11: declarations up to `begin`, `end`, `private` or a word that begins nothing here.
    pub(super) fn declarations(&mut self) -> Vec<Decl> {
        self.declaration_list(false)
    }

    /// RM 3.11: the declarations of a body. A statement ends the list if its `begin` seems to be missing.
    pub(super) fn declarations_of_body(&mut self) -> Vec<Decl> {
        self.declaration_list(true)
    }

    fn declaration_list(&mut self, of_body: bool) -> Vec<Decl> {
        let mut list = Vec::new();
        loop {
            let before = self.at;
            self.take_pending(&mut list);
            match self.kind() {
                TokenKind::Begin | TokenKind::End | TokenKind::Eof => break,
                TokenKind::Private => break,
                _ if of_body && self.at_statement() && !self.begin_follows() => break,
                _ => {}
            }
            let start = self.start();
            if self.nested(|parser| parser.declaration(&mut list)).is_err() {
                self.skip_declaration(before);
                list.push(Decl::Error(self.span_from(start)));
            }
            if self.at == before {
                // A word that no declaration begins with, reported there.
                self.bump();
            }
        }
        self.take_pending(&mut list);
        self.attach_pragmas(list)
    }

    /// True where a statement begins and no declaration can.
    fn at_statement(&self) -> bool {
        match self.kind() {
            TokenKind::If
            | TokenKind::While
            | TokenKind::Loop
            | TokenKind::Case
            | TokenKind::Declare
            | TokenKind::Null
            | TokenKind::Return
            | TokenKind::Exit
            | TokenKind::Raise
            | TokenKind::Goto => true,
            TokenKind::For => matches!(self.nth(2), TokenKind::In | TokenKind::Of),
            TokenKind::Identifier => matches!(self.nth(1), TokenKind::Assign | TokenKind::LeftParen),
            _ => false,
        }
    }

    /// True if there is a `begin` before the next `end`.
    fn begin_follows(&self) -> bool {
        let mut rest = self.tokens[self.at..].iter().map(|token| token.kind);
        rest.find(|kind| matches!(kind, TokenKind::Begin | TokenKind::End)) == Some(TokenKind::Begin)
    }

    /// Annotations that were read behind a declaration they do not belong to.
    fn take_pending(&mut self, list: &mut Vec<Decl>) {
        list.extend(self.pending.drain(..).map(|annotation| Decl::Annotation(Box::new(annotation))));
    }

    /// RM 3.1, 3.11: one declaration, pushed to the list.
    pub(super) fn declaration(&mut self, list: &mut Vec<Decl>) -> Read<()> {
        let decl = match self.kind() {
            TokenKind::Identifier => self.identifier_declaration()?,
            TokenKind::Type => Decl::Type(Box::new(self.type_declaration()?)),
            TokenKind::Subtype => Decl::Subtype(Box::new(self.subtype_declaration()?)),
            TokenKind::Procedure | TokenKind::Function | TokenKind::Overriding | TokenKind::Not => self.subprogram()?,
            TokenKind::Package => self.package()?,
            TokenKind::Generic => self.generic()?,
            TokenKind::Use => Decl::Use(Box::new(self.use_clause()?)),
            TokenKind::Pragma => Decl::Pragma(Box::new(self.pragma()?)),
            TokenKind::For => Decl::Representation(Box::new(self.representation_clause()?)),
            TokenKind::Task => self.task()?,
            TokenKind::Protected => self.protected()?,
            TokenKind::Entry => self.entry_declaration()?,
            TokenKind::SparkBegin | TokenKind::BmcBegin => {
                let annotations = self.annotation_block();
                list.extend(annotations.into_iter().map(|annotation| Decl::Annotation(Box::new(annotation))));
                return Ok(());
            }
            TokenKind::Semicolon => {
                self.error_here("extra \";\" ignored");
                self.bump();
                return Ok(());
            }
            TokenKind::With => {
                self.error_here("with clauses must precede all declarations");
                self.with_clause()?;
                return Ok(());
            }
            TokenKind::If
            | TokenKind::While
            | TokenKind::Loop
            | TokenKind::Case
            | TokenKind::Declare
            | TokenKind::Null
            | TokenKind::Return
            | TokenKind::Exit
            | TokenKind::Raise
            | TokenKind::Goto => {
                return self.statement_among_declarations();
            }
            kind if kind.is_reserved() && matches!(self.nth(1), TokenKind::Colon | TokenKind::Comma) => {
                self.identifier_declaration()?
            }
            _ => return self.fail("declaration expected"),
        };
        list.push(decl);
        Ok(())
    }

    /// A statement where a declaration is expected: one message, and the statement is read and dropped.
    fn statement_among_declarations(&mut self) -> Read<()> {
        self.error_here("statement not allowed in declarative part; missing \"begin\"?");
        // Everything else that is wrong with the statement is reported as usual.
        self.statement().map(|_| ())
    }

    /// RM 3.3, 8.5, 11.1: declarations that begin with a list of identifiers.
    fn identifier_declaration(&mut self) -> Read<Decl> {
        let start = self.start();
        // `X := 1;`, `P;`, `P (…);`
        if matches!(self.nth(1), TokenKind::Assign | TokenKind::LeftParen | TokenKind::Semicolon | TokenKind::Dot) {
            if self.nth(1) == TokenKind::Semicolon {
                return self.fail("declaration expected");
            }
            self.statement_among_declarations()?;
            return Ok(Decl::Error(self.span_from(start)));
        }
        let names = self.comma_list(Self::identifier)?;
        if self.kind() == TokenKind::Renames {
            // Without a subtype mark (RM 8.5.1 (2)).
            self.bump();
            let renamed = self.renamed_object()?;
            return self.renaming(names, RenamingKind::Object(None), renamed, start);
        }
        if self.kind() == TokenKind::Identifier && !self.first_on_line(0) {
            return self.fail("missing \":\"");
        }
        if !self.expect(TokenKind::Colon) && self.kind() != TokenKind::Constant {
            return Err(super::Bail);
        }
        if self.kind() == TokenKind::Exception {
            return self.exception_declaration(names, start);
        }
        self.object_declaration(names, start)
    }

    /// RM 11.1, 8.5.2: behind `E :`.
    fn exception_declaration(&mut self, names: Vec<Ident>, start: u32) -> Read<Decl> {
        self.bump();
        if self.kind() == TokenKind::Renames {
            self.bump();
            let renamed = self.unit_name()?;
            return self.renaming(names, RenamingKind::Exception, renamed, start);
        }
        let aspects = self.aspects()?;
        self.semicolon();
        Ok(Decl::Exception(Box::new(ExceptionDecl { names, aspects, span: self.span_from(start) })))
    }

    /// The rest of a renaming behind the old name.
    fn renaming(&mut self, names: Vec<Ident>, kind: RenamingKind, renamed: Name, start: u32) -> Read<Decl> {
        let aspects = self.aspects()?;
        self.semicolon();
        let Some(name) = names.first() else { return Err(super::Bail) };
        if let Some(second) = names.get(1) {
            self.error(second.span, "renaming declaration with multiple identifiers");
        }
        let span = self.span_from(start);
        Ok(Decl::Renaming(Box::new(RenamingDecl { name: Name::direct(*name), kind, renamed, aspects, span })))
    }

    /// RM 3.3.1, 3.3.2, 8.5.1: behind `X :`.
    fn object_declaration(&mut self, names: Vec<Ident>, start: u32) -> Read<Decl> {
        let mut aliased = self.eat(TokenKind::Aliased);
        let word = self.token().span();
        let mut constant = self.eat(TokenKind::Constant);
        if !aliased && self.kind() == TokenKind::Aliased {
            self.error_here("ALIASED should be before CONSTANT");
            self.bump();
            aliased = true;
        }
        if constant && self.kind() == TokenKind::Assign {
            self.bump();
            let value = self.expression()?;
            self.semicolon();
            return Ok(Decl::Number(Box::new(NumberDecl { names, value, span: self.span_from(start) })));
        }
        if self.kind() == TokenKind::Constant {
            self.error_here("extra \"constant\" ignored");
            self.bump();
            constant = true;
        }
        if matches!(self.kind(), TokenKind::In | TokenKind::Out) {
            self.error_here(format!("\"{}\" is allowed in parameters only", self.kind().text()));
            self.bump();
        }
        let subtype = self.type_use(true)?;
        if self.kind() == TokenKind::Renames {
            if constant {
                self.error(word, "\"constant\" not permitted in renaming declaration");
            }
            if let TypeUse::Named(SubtypeIndication { constraint: Some(_), span, .. }) = &subtype {
                self.error(*span, "constraint not allowed in object renaming declaration (RM 8.5.1 (2))");
            }
            self.bump();
            let renamed = self.renamed_object()?;
            return self.renaming(names, RenamingKind::Object(Some(subtype)), renamed, start);
        }
        let init = self.initial_value()?;
        let aspects = self.aspects()?;
        self.semicolon();
        let span = self.span_from(start);
        Ok(Decl::Object(Box::new(ObjectDecl { names, aliased, constant, subtype, init, aspects, span })))
    }

    /// RM 8.5.1: the object of a renaming; Ada 2022 allows values too.
    fn renamed_object(&mut self) -> Read<Name> {
        let value = self.expression()?;
        Ok(match value.kind {
            crate::ast::ExprKind::Name(name) => *name,
            _ => Name { span: value.span, kind: crate::ast::NameKind::Value(Box::new(value)) },
        })
    }

    /// RM 6.5: the object of an extended return statement, up to `do` or the semicolon.
    pub(super) fn returned_object(&mut self) -> Read<ObjectDecl> {
        let start = self.start();
        let names = vec![self.identifier()?];
        self.expect(TokenKind::Colon);
        let aliased = self.eat(TokenKind::Aliased);
        let constant = self.eat(TokenKind::Constant);
        let subtype = self.type_use(false)?;
        let init = self.initial_value()?;
        let aspects = self.aspects()?;
        Ok(ObjectDecl { names, aliased, constant, subtype, init, aspects, span: self.span_from(start) })
    }
}
