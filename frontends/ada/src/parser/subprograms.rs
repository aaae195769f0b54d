//! Subprograms (RM 6), their stubs and instances.

use super::recovery::Ending;
use super::{Bail, Parser, Read};
use crate::ast::{
    BodyStub, Decl, HandledStatements, Instantiation, Mode, Name, ParameterSpec, StubKind, SubprogramBody,
    SubprogramDecl, SubprogramForm, SubprogramSpec, TypeUse, UnitClass,
};
use crate::lexer::TokenKind;

impl Parser<'_> {
    /// RM 6.1, 6.3, 6.7, 6.8, 8.5.4, 10.1.3, 12.3: everything that begins with `procedure` or `function`.
    pub(super) fn subprogram(&mut self) -> Read<Decl> {
        let start = self.start();
        let overriding = self.overriding()?;
        let opening = self.token().span();
        let class = match self.kind() {
            TokenKind::Procedure => UnitClass::Procedure,
            TokenKind::Function => UnitClass::Function,
            _ => return self.fail("\"procedure\" or \"function\" expected"),
        };
        self.bump();
        let name = self.unit_name()?;
        if self.kind() == TokenKind::Is && self.nth(1) == TokenKind::New {
            self.bump();
            return self.instantiation(overriding, class, name, start);
        }
        let spec = self.profile(class, name, opening.start)?;
        if self.kind() == TokenKind::Renames {
            self.bump();
            let renamed = self.name()?;
            return self.finish_declaration(overriding, spec, SubprogramForm::Renaming(renamed), start);
        }
        // The aspects of a body stand before `is`; those of null procedures and the like behind.
        let aspects = self.aspects()?;
        let annotations = match self.kind() {
            TokenKind::SparkBegin | TokenKind::BmcBegin => self.annotation_block(),
            _ => Vec::new(),
        };
        if self.kind() == TokenKind::Semicolon {
            // `procedure P; is` is a common slip.
            if self.nth(1) == TokenKind::Is {
                self.error_here("unexpected semicolon ignored");
                self.bump();
            } else {
                self.semicolon();
                let mut annotations = annotations;
                annotations.extend(self.subprogram_annotations());
                let (form, span) = (SubprogramForm::Declaration, self.span_from(start));
                return Ok(Decl::Subprogram(Box::new(SubprogramDecl {
                    overriding,
                    spec,
                    form,
                    aspects,
                    annotations,
                    span,
                })));
            }
        }
        let at_body = matches!(self.kind(), TokenKind::Is | TokenKind::Begin | TokenKind::Assign | TokenKind::Equal);
        if !at_body {
            // What follows decides: a body has declarations or `begin` on the next line, a declaration has not.
            self.semicolon();
            let (form, span) = (SubprogramForm::Declaration, self.span_from(start));
            return Ok(Decl::Subprogram(Box::new(SubprogramDecl {
                overriding,
                spec,
                form,
                aspects,
                annotations,
                span,
            })));
        }
        self.expect(TokenKind::Is);
        let expression = matches!(self.kind(), TokenKind::LeftParen | TokenKind::LeftBracket) && spec.result.is_some();
        let null = self.kind() == TokenKind::Null && self.nth(1) != TokenKind::Record;
        if let Some(aspect) = aspects.first()
            && (expression || null || self.kind() == TokenKind::Abstract)
        {
            self.error(aspect.span, "aspect specifications must come after subprogram specification");
        }
        match self.kind() {
            TokenKind::Abstract => {
                self.bump();
                self.finish_declaration(overriding, spec, SubprogramForm::Abstract, start)
            }
            TokenKind::Null if self.nth(1) != TokenKind::Record => {
                self.bump();
                self.finish_declaration(overriding, spec, SubprogramForm::Null, start)
            }
            TokenKind::Separate => {
                self.bump();
                let mut aspects = aspects;
                aspects.extend(self.aspects()?);
                self.semicolon();
                let span = self.span_from(start);
                Ok(Decl::Stub(Box::new(BodyStub { kind: StubKind::Subprogram(spec), aspects, span })))
            }
            TokenKind::LeftParen | TokenKind::LeftBracket if spec.result.is_some() => {
                let value = self.aggregate_or_parenthesized()?;
                let value = match value.kind {
                    crate::ast::ExprKind::Paren(inner) => *inner,
                    _ => value,
                };
                self.finish_declaration(overriding, spec, SubprogramForm::Expression(value), start)
            }
            _ => {
                let ending = Ending::unit(&spec.name);
                let (mut declarations, body) = self.declarations_and_body(ending, opening);
                let mut aspects = aspects;
                self.pragmas_of_body(&mut declarations, &mut aspects);
                let span = self.span_from(start);
                Ok(Decl::SubprogramBody(Box::new(SubprogramBody {
                    overriding,
                    spec,
                    aspects,
                    annotations,
                    declarations,
                    body,
                    span,
                })))
            }
        }
    }

    /// RM 6.3: the declarations and statements of a body, up to its `end …;`.
    pub(super) fn declarations_and_body(
        &mut self,
        ending: Ending,
        opening: horn_frontend::Span,
    ) -> (Vec<Decl>, HandledStatements) {
        self.open(ending, opening);
        let declarations = self.declarations_of_body();
        if self.kind() != TokenKind::Begin {
            // The message that says what is missing names the unit.
            let name = match self.scopes.last().map(|scope| &scope.ending) {
                Some(Ending::Unit(path)) => path.last().copied(),
                _ => None,
            };
            let class = self.text.get(opening.start as usize..opening.end as usize).unwrap_or("").to_lowercase();
            let text = name.map_or("", |name| self.names.text(name.spelling));
            let message = format!("missing \"begin\" for {class} \"{text}\" at line {}", self.line(opening.start));
            self.error_here(message);
            if matches!(self.kind(), TokenKind::End | TokenKind::Eof | TokenKind::Private) {
                self.close();
                return (declarations, HandledStatements::default());
            }
        } else {
            self.bump();
        }
        let body = self.handled_statements();
        self.close();
        (declarations, body)
    }

    /// RM 8.3.1: `[[not] overriding]`.
    fn overriding(&mut self) -> Read<Option<bool>> {
        if self.eat(TokenKind::Overriding) {
            return Ok(Some(true));
        }
        if self.kind() == TokenKind::Not {
            self.bump();
            self.expect(TokenKind::Overriding);
            return Ok(Some(false));
        }
        Ok(None)
    }

    /// The end of a declaration that has no body of its own.
    fn finish_declaration(
        &mut self,
        overriding: Option<bool>,
        spec: SubprogramSpec,
        form: SubprogramForm,
        start: u32,
    ) -> Read<Decl> {
        let aspects = self.aspects()?;
        self.semicolon();
        let annotations = self.subprogram_annotations();
        let span = self.span_from(start);
        Ok(Decl::Subprogram(Box::new(SubprogramDecl { overriding, spec, form, aspects, annotations, span })))
    }

    /// RM 12.3: `new G (…);` behind `is`.
    pub(super) fn instantiation(
        &mut self,
        overriding: Option<bool>,
        class: UnitClass,
        name: Name,
        start: u32,
    ) -> Read<Decl> {
        self.expect(TokenKind::New);
        let generic = self.unit_name()?;
        let actuals = match self.kind() {
            TokenKind::LeftParen => self.nested(Self::arguments)?,
            _ => Vec::new(),
        };
        let aspects = self.aspects()?;
        self.semicolon();
        let span = self.span_from(start);
        Ok(Decl::Instantiation(Box::new(Instantiation { overriding, class, name, generic, actuals, aspects, span })))
    }

    /// RM 6.1: parameters and result.
    pub(super) fn profile(&mut self, class: UnitClass, name: Name, start: u32) -> Read<SubprogramSpec> {
        let parameters = self.parameters()?;
        let result = if class == UnitClass::Function {
            if self.kind() == TokenKind::Return {
                self.bump();
                Some(self.type_use(false)?)
            } else {
                self.error_behind("missing \"return\"");
                Some(TypeUse::Named(crate::ast::SubtypeIndication {
                    not_null: false,
                    mark: name.clone(),
                    constraint: None,
                    span: name.span,
                }))
            }
        } else {
            if self.kind() == TokenKind::Return {
                self.error_here("\"return\" not allowed in procedure; \"function\" expected");
                self.bump();
                self.type_use(false)?;
            }
            None
        };
        Ok(SubprogramSpec { name, parameters, result, span: self.span_from(start) })
    }

    /// RM 6.1: `(A, B : in out T := E; …)`, or nothing.
    pub(super) fn parameters(&mut self) -> Read<Vec<ParameterSpec>> {
        if self.kind() != TokenKind::LeftParen {
            return Ok(Vec::new());
        }
        self.bump();
        if self.kind() == TokenKind::RightParen {
            self.error_here("\"()\" not allowed; a subprogram without parameters has no parentheses");
            self.bump();
            return Ok(Vec::new());
        }
        let mut list = Vec::new();
        loop {
            match self.nested(Self::parameter) {
                Ok(parameter) => list.push(parameter),
                Err(Bail) => self.skip_parameter()?,
            }
            match self.kind() {
                TokenKind::Semicolon => {
                    self.bump();
                    if self.kind() == TokenKind::RightParen {
                        self.error_here("extra \";\" ignored");
                        break;
                    }
                }
                TokenKind::Comma => {
                    self.error_here("\",\" should be \";\"");
                    self.bump();
                }
                TokenKind::Identifier if matches!(self.nth(1), TokenKind::Colon | TokenKind::Comma) => {
                    self.error_behind("missing \";\"");
                }
                _ => break,
            }
        }
        self.close_parenthesis()?;
        Ok(list)
    }

    /// Skips to the next parameter, or to the end of the list.
    fn skip_parameter(&mut self) -> Read<()> {
        let mut depth = 0u32;
        loop {
            match self.kind() {
                TokenKind::LeftParen => depth += 1,
                TokenKind::RightParen if depth == 0 && !self.within_parameters() => return Ok(()),
                TokenKind::RightParen if depth == 0 => {}
                TokenKind::RightParen => depth -= 1,
                TokenKind::Semicolon if depth == 0 && !self.first_on_line(1) => return Ok(()),
                TokenKind::Eof | TokenKind::Is | TokenKind::Begin | TokenKind::End | TokenKind::Semicolon => {
                    return Err(Bail);
                }
                _ => {}
            }
            self.bump();
        }
    }

    /// At a `)`: true if more parameters follow on the line, so that it cannot close their list.
    fn within_parameters(&self) -> bool {
        matches!(self.nth(1), TokenKind::Comma | TokenKind::Colon) && !self.first_on_line(1)
    }

    /// RM 6.1: parameters with one mode and type.
    fn parameter(&mut self) -> Read<ParameterSpec> {
        let start = self.start();
        let names = self.comma_list(Self::identifier)?;
        self.expect(TokenKind::Colon);
        let aliased = self.eat(TokenKind::Aliased);
        let mode = self.mode();
        let subtype = self.type_use(false)?;
        let default = self.initial_value()?;
        let aspects = self.aspects()?;
        Ok(ParameterSpec { names, aliased, mode, subtype, default, aspects, span: self.span_from(start) })
    }

    /// RM 6.1: `[in] [out]`.
    pub(super) fn mode(&mut self) -> Mode {
        let input = self.eat(TokenKind::In);
        if self.kind() == TokenKind::Out {
            self.bump();
            if self.kind() == TokenKind::In {
                self.error_here("\"out in\" should be \"in out\"");
                self.bump();
                return Mode::InOut;
            }
            return if input { Mode::InOut } else { Mode::Out };
        }
        Mode::In
    }
}
