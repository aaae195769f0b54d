//! Generic units (RM 12).

use super::{Parser, Read};
use crate::ast::{
    Decl, FormalDefault, FormalType, GenericDecl, GenericFormal, Name, RenamingDecl, RenamingKind, UnitClass,
};
use crate::lexer::TokenKind;

impl Parser<'_> {
    /// RM 12.1, 8.5.5: `generic …`.
    pub(super) fn generic(&mut self) -> Read<Decl> {
        let start = self.bump().start;
        let class = match self.kind() {
            TokenKind::Package => Some(UnitClass::Package),
            TokenKind::Procedure => Some(UnitClass::Procedure),
            TokenKind::Function => Some(UnitClass::Function),
            _ => None,
        };
        if let Some(class) = class
            && self.renames_generic()
        {
            self.bump();
            let name = self.unit_name()?;
            self.bump();
            let renamed = self.unit_name()?;
            let aspects = self.aspects()?;
            self.semicolon();
            let kind = RenamingKind::Generic(class);
            let span = self.span_from(start);
            return Ok(Decl::Renaming(Box::new(RenamingDecl { name, kind, renamed, aspects, span })));
        }
        let mut formals = Vec::new();
        while !matches!(self.kind(), TokenKind::Package | TokenKind::Procedure | TokenKind::Function | TokenKind::Eof) {
            let before = self.at;
            match self.nested(Self::formal) {
                Ok(formal) => formals.push(formal),
                Err(super::Bail) => self.skip_declaration(before),
            }
            if self.at == before {
                return self.fail("\"package\", \"procedure\" or \"function\" expected");
            }
        }
        let unit = match self.kind() {
            TokenKind::Package => self.package()?,
            _ => self.subprogram()?,
        };
        if let Decl::SubprogramBody(body) = &unit {
            self.error(body.spec.span, "body of generic subprogram must be separate from its declaration");
        } else if let Decl::PackageBody(body) = &unit {
            self.error(body.name.span, "generic package body cannot follow \"generic\"");
        }
        Ok(Decl::Generic(Box::new(GenericDecl { formals, unit, span: self.span_from(start) })))
    }

    /// True at the `package` of `generic package P renames`.
    fn renames_generic(&self) -> bool {
        let mut ahead = 1;
        while matches!(self.nth(ahead), TokenKind::Identifier | TokenKind::Dot | TokenKind::String) {
            ahead += 1;
        }
        self.nth(ahead) == TokenKind::Renames
    }

    /// RM 12.1: one item of a formal part.
    fn formal(&mut self) -> Read<GenericFormal> {
        let start = self.start();
        match self.kind() {
            TokenKind::Use => Ok(GenericFormal::Use(self.use_clause()?)),
            TokenKind::Pragma => Ok(GenericFormal::Pragma(self.pragma()?)),
            TokenKind::Type => self.formal_type(),
            TokenKind::With => {
                self.bump();
                match self.kind() {
                    TokenKind::Package => self.formal_package(start),
                    _ => self.formal_subprogram(start),
                }
            }
            TokenKind::Identifier => self.formal_object(),
            _ => self.fail("generic formal parameter expected"),
        }
    }

    /// RM 12.4: `A, B : in out T := E;`
    fn formal_object(&mut self) -> Read<GenericFormal> {
        let start = self.start();
        let names = self.comma_list(Self::identifier)?;
        self.expect(TokenKind::Colon);
        let mode = self.mode();
        let subtype = self.type_use(false)?;
        let default = self.initial_value()?;
        self.stray_aspects()?;
        self.semicolon();
        Ok(GenericFormal::Object { names, mode, subtype, default, span: self.span_from(start) })
    }

    /// RM 12.5: `type T (…) is …;`
    fn formal_type(&mut self) -> Read<GenericFormal> {
        let start = self.bump().start;
        let name = self.identifier()?;
        let discriminants = self.discriminant_part()?;
        let definition = if self.kind() == TokenKind::Semicolon {
            FormalType::Private { limited: true, tagged: false }
        } else {
            self.expect(TokenKind::Is);
            self.formal_definition(name)?
        };
        // Ada 2022: `or use D`.
        if self.eat(TokenKind::Or) {
            self.expect(TokenKind::Use);
            self.subtype_mark()?;
        }
        self.stray_aspects()?;
        self.semicolon();
        Ok(GenericFormal::Type { name, discriminants, definition, span: self.span_from(start) })
    }

    fn formal_definition(&mut self, name: crate::ast::Ident) -> Read<FormalType> {
        let start = self.start();
        let (mut limited, mut tagged) = (false, false);
        loop {
            match self.kind() {
                TokenKind::Limited => limited = true,
                TokenKind::Tagged => tagged = true,
                TokenKind::Abstract | TokenKind::Synchronized | TokenKind::Task | TokenKind::Protected => {}
                _ => break,
            }
            self.bump();
        }
        Ok(match self.kind() {
            TokenKind::Private => {
                self.bump();
                FormalType::Private { limited, tagged }
            }
            _ if tagged => FormalType::Private { limited, tagged },
            TokenKind::LeftParen if self.nth(1) == TokenKind::Box => {
                self.at += 2;
                self.close_parenthesis()?;
                FormalType::Discrete
            }
            TokenKind::Range => self.boxed(FormalType::SignedInteger)?,
            TokenKind::Mod => self.boxed(FormalType::Modular)?,
            TokenKind::Digits => self.boxed(FormalType::Float)?,
            TokenKind::Delta => {
                let fixed = self.boxed(FormalType::OrdinaryFixed)?;
                if self.kind() == TokenKind::Digits { self.boxed(FormalType::DecimalFixed)? } else { fixed }
            }
            TokenKind::Array => FormalType::Array(self.array_definition()?),
            TokenKind::New => {
                self.bump();
                let ancestor = self.subtype_indication()?;
                let interfaces = self.progenitors()?;
                let extension = self.kind() == TokenKind::With && self.nth(1) == TokenKind::Private;
                if extension {
                    self.at += 2;
                }
                FormalType::Derived { ancestor, interfaces, extension }
            }
            TokenKind::Access | TokenKind::Not => match self.access_to_subprogram(name)? {
                Some(access) => FormalType::AccessSubprogram(access),
                None => match self.access_definition(true)? {
                    Some(access) => FormalType::Access(access),
                    None => {
                        let what = "formal access-to-protected-subprogram type";
                        FormalType::Unsupported(*self.unsupported(what, "12.5.4", Some(name), start))
                    }
                },
            },
            TokenKind::Interface => {
                self.bump();
                FormalType::Interface(self.progenitors()?)
            }
            _ => return self.fail("expecting generic type definition here"),
        })
    }

    /// The interfaces behind `and`.
    fn progenitors(&mut self) -> Read<Vec<Name>> {
        let mut found = Vec::new();
        while self.eat(TokenKind::And) {
            found.push(self.subtype_mark()?);
        }
        Ok(found)
    }

    /// `range <>` and the like.
    fn boxed(&mut self, what: FormalType) -> Read<FormalType> {
        self.bump();
        if !self.eat(TokenKind::Box) {
            return self.fail("missing \"<>\"");
        }
        Ok(what)
    }

    /// RM 12.7: behind `with`.
    fn formal_package(&mut self, start: u32) -> Read<GenericFormal> {
        self.bump();
        let name = self.identifier()?;
        self.expect(TokenKind::Is);
        self.expect(TokenKind::New);
        let generic = self.unit_name()?;
        let actuals = match self.kind() {
            TokenKind::LeftParen => self.nested(Self::arguments)?,
            _ => Vec::new(),
        };
        self.stray_aspects()?;
        self.semicolon();
        Ok(GenericFormal::Package { name, generic, actuals, span: self.span_from(start) })
    }

    /// RM 12.6: behind `with`.
    fn formal_subprogram(&mut self, start: u32) -> Read<GenericFormal> {
        let opening = self.start();
        let class = match self.kind() {
            TokenKind::Procedure => UnitClass::Procedure,
            TokenKind::Function => UnitClass::Function,
            _ => return self.fail("\"package\", \"procedure\" or \"function\" expected"),
        };
        self.bump();
        let name = crate::ast::Name::direct(self.designator()?);
        let spec = self.profile(class, name, opening)?;
        let mut default = FormalDefault::None;
        if self.eat(TokenKind::Is) {
            if self.eat(TokenKind::Abstract) {
                default = FormalDefault::Abstract;
            }
            match self.kind() {
                TokenKind::Box => {
                    self.bump();
                    default = FormalDefault::Box;
                }
                TokenKind::Null => {
                    self.bump();
                    default = FormalDefault::Null;
                }
                TokenKind::Semicolon | TokenKind::With => {}
                _ => default = FormalDefault::Name(self.name()?),
            }
        }
        self.stray_aspects()?;
        self.semicolon();
        Ok(GenericFormal::Subprogram { spec, default, span: self.span_from(start) })
    }
}
