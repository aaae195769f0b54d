//! Types, subtypes and constraints (RM 3.2 – 3.10).

use super::recovery::Ending;
use super::{Bail, Parser, Read};
use crate::ast::{
    AccessDef, AccessModifier, AccessSubprogramDef, ArrayDef, ArrayIndex, Choice, ComponentDecl, ComponentList,
    Constraint, DiscreteRange, DiscriminantSpec, Discriminants, Expr, ExprKind, ExtensionDef, Name, NameKind,
    RecordDef, SubtypeDecl, SubtypeIndication, TypeDecl, TypeDef, TypeUse, UnitClass, Unsupported, Variant,
    VariantPart,
};
use crate::lexer::TokenKind;

/// How access types to protected subprograms are called, which are not supported.
const TO_SUBPROGRAM: &str = "access-to-protected-subprogram type";

impl Parser<'_> {
    /// RM 3.2.1, 3.10.1, 7.3: `type …;`
    pub(super) fn type_declaration(&mut self) -> Read<TypeDecl> {
        let start = self.bump().start;
        let name = self.identifier()?;
        let discriminants = self.discriminant_part()?;
        let definition = if self.kind() == TokenKind::Semicolon {
            TypeDef::Incomplete { tagged: false }
        } else {
            if self.kind() == TokenKind::Assign || self.kind() == TokenKind::Equal {
                self.error_here(format!("\"{}\" should be \"is\"", self.kind().text()));
                self.bump();
            } else {
                self.expect(TokenKind::Is);
            }
            self.type_definition(name)?
        };
        let aspects = self.aspects()?;
        self.semicolon();
        Ok(TypeDecl { name, discriminants, definition, aspects, span: self.span_from(start) })
    }

    /// RM 3.2.1: what stands behind `is`.
    fn type_definition(&mut self, name: crate::ast::Ident) -> Read<TypeDef> {
        let start = self.start();
        Ok(match self.kind() {
            TokenKind::LeftParen => TypeDef::Enumeration(self.enumeration()?),
            TokenKind::Range => {
                self.bump();
                TypeDef::SignedInteger(self.range()?)
            }
            TokenKind::Mod => {
                self.bump();
                TypeDef::Modular(self.expression()?)
            }
            TokenKind::Digits => {
                self.bump();
                let digits = self.simple_expression()?;
                TypeDef::Float(digits, self.optional_range()?)
            }
            TokenKind::Delta => {
                self.bump();
                let delta = self.simple_expression()?;
                if self.eat(TokenKind::Digits) {
                    let digits = self.simple_expression()?;
                    TypeDef::DecimalFixed(delta, digits, self.optional_range()?)
                } else {
                    TypeDef::OrdinaryFixed(delta, self.optional_range()?)
                }
            }
            TokenKind::Array => {
                let array = self.array_definition()?;
                match std::mem::take(&mut self.fixed_lower) {
                    true => {
                        let what = "index with a fixed lower bound (GNAT extension)";
                        TypeDef::Unsupported(self.unsupported(what, "3.6", Some(name), start))
                    }
                    false => TypeDef::Array(Box::new(array)),
                }
            }
            TokenKind::Access | TokenKind::Not => match self.access_to_subprogram(name)? {
                Some(access) => TypeDef::AccessSubprogram(Box::new(access)),
                None => match self.access_definition(true)? {
                    Some(access) => TypeDef::Access(Box::new(access)),
                    None => TypeDef::Unsupported(self.unsupported(TO_SUBPROGRAM, "3.10", Some(name), start)),
                },
            },
            TokenKind::Private
            | TokenKind::Null
            | TokenKind::Record
            | TokenKind::Abstract
            | TokenKind::Tagged
            | TokenKind::Limited
            | TokenKind::New
            | TokenKind::Interface
            | TokenKind::Task
            | TokenKind::Protected
            | TokenKind::Synchronized => self.modified_definition(name)?,
            _ => {
                let message = if self.kind() == TokenKind::Semicolon {
                    "missing type definition"
                } else {
                    "type definition expected"
                };
                return self.fail(message);
            }
        })
    }

    /// RM 3.4, 3.8, 3.9, 7.3: definitions that may begin with `abstract`, `tagged`, `limited` and the like.
    fn modified_definition(&mut self, name: crate::ast::Ident) -> Read<TypeDef> {
        let start = self.start();
        let (mut limited, mut tagged, mut abstract_, mut synchronized) = (false, false, false, false);
        loop {
            match self.kind() {
                TokenKind::Abstract => abstract_ = true,
                TokenKind::Tagged => tagged = true,
                TokenKind::Limited => limited = true,
                TokenKind::Task | TokenKind::Protected | TokenKind::Synchronized => synchronized = true,
                _ => break,
            }
            self.bump();
        }
        match self.kind() {
            TokenKind::Private => {
                self.bump();
                Ok(TypeDef::Private { limited, tagged, abstract_ })
            }
            TokenKind::Record | TokenKind::Null => {
                let record = self.record_definition(limited)?;
                Ok(TypeDef::Record(Box::new(RecordDef { tagged, abstract_, ..record })))
            }
            TokenKind::New => self.derived_definition(abstract_, synchronized, name, start),
            TokenKind::Interface => {
                self.bump();
                let interfaces = self.interfaces()?;
                Ok(match synchronized {
                    true => TypeDef::Unsupported(self.unsupported("interface of tasks", "3.9.4", Some(name), start)),
                    false => TypeDef::Interface(interfaces),
                })
            }
            TokenKind::Semicolon if tagged && !abstract_ && !limited => Ok(TypeDef::Incomplete { tagged }),
            _ => self.fail("type definition expected"),
        }
    }

    /// RM 3.4, 3.9.1, 7.3: `new T …`.
    fn derived_definition(
        &mut self,
        abstract_: bool,
        synchronized: bool,
        name: crate::ast::Ident,
        start: u32,
    ) -> Read<TypeDef> {
        self.bump();
        let parent = self.subtype_indication()?;
        let interfaces = self.interfaces()?;
        let record = match (self.kind(), self.nth(1)) {
            (TokenKind::With, TokenKind::Private) => {
                self.bump();
                self.bump();
                None
            }
            (TokenKind::With, TokenKind::Record | TokenKind::Null) => {
                self.bump();
                Some(self.record_definition(false)?)
            }
            _ if interfaces.is_empty() => return Ok(TypeDef::Derived(Box::new(parent))),
            _ => {
                return Ok(TypeDef::Unsupported(self.unsupported("type extension", "3.9.1", Some(name), start)));
            }
        };
        Ok(match synchronized {
            true => TypeDef::Unsupported(self.unsupported("synchronized extension", "7.3", Some(name), start)),
            false => TypeDef::Extension(Box::new(ExtensionDef { abstract_, parent, interfaces, record })),
        })
    }

    /// RM 3.9.4: `{and Interface}`.
    fn interfaces(&mut self) -> Read<Vec<Name>> {
        let mut found = Vec::new();
        while self.eat(TokenKind::And) {
            found.push(self.subtype_mark()?);
        }
        Ok(found)
    }

    /// The node for a construct that was read from `start` up to here.
    pub(super) fn unsupported(
        &self,
        construct: &'static str,
        section: &'static str,
        name: Option<crate::ast::Ident>,
        start: u32,
    ) -> Box<Unsupported> {
        Box::new(Unsupported { construct, section, name, span: self.span_from(start) })
    }

    /// RM 3.5.1: `(A, 'b', C)`.
    fn enumeration(&mut self) -> Read<Vec<crate::ast::Ident>> {
        self.bump();
        let literals = self.comma_list(Self::designator)?;
        self.close_parenthesis()?;
        Ok(literals)
    }

    fn optional_range(&mut self) -> Read<Option<crate::ast::Range>> {
        Ok(match self.eat(TokenKind::Range) {
            true => Some(self.range()?),
            false => None,
        })
    }

    /// RM 3.6: an array type.
    pub(super) fn array_definition(&mut self) -> Read<ArrayDef> {
        let start = self.bump().start;
        self.expect(TokenKind::LeftParen);
        let indices = self.comma_list(Self::array_index)?;
        self.close_parenthesis()?;
        self.expect(TokenKind::Of);
        let aliased = self.eat(TokenKind::Aliased);
        let component = self.nested(|parser| parser.type_use(false))?;
        Ok(ArrayDef { indices, aliased, component, span: self.span_from(start) })
    }

    fn array_index(&mut self) -> Read<ArrayIndex> {
        let first = self.simple_expression()?;
        if self.kind() == TokenKind::Range && self.nth(1) == TokenKind::Box {
            self.bump();
            self.bump();
            return match first.kind {
                ExprKind::Name(mark) => Ok(ArrayIndex::Unconstrained(*mark)),
                _ => self.fail("subtype mark expected before \"range <>\""),
            };
        }
        if self.kind() == TokenKind::Range
            && let Some(mark) = first.as_name()
            && let Some(behind) = self.behind_fixed_lower()
        {
            self.fixed_lower = true;
            self.at = behind;
            return Ok(ArrayIndex::Unconstrained(mark.clone()));
        }
        match self.range_behind(first)? {
            Choice::Range(range) => Ok(ArrayIndex::Constrained(range)),
            Choice::Expr(Expr { kind: ExprKind::Name(mark), span }) => {
                Ok(ArrayIndex::Constrained(DiscreteRange::Subtype(Box::new(SubtypeIndication {
                    not_null: false,
                    mark: *mark,
                    constraint: None,
                    span,
                }))))
            }
            Choice::Expr(_) | Choice::Others(_) => {
                self.error_behind("missing \"..\"");
                Err(Bail)
            }
        }
    }

    /// Behind `range L .. <>` at which this stands: an index of an extension of GNAT whose lower bound is fixed.
    fn behind_fixed_lower(&self) -> Option<usize> {
        let mut depth = 0;
        for (at, token) in self.tokens.iter().enumerate().skip(self.at + 1) {
            match token.kind {
                TokenKind::LeftParen => depth += 1,
                TokenKind::RightParen | TokenKind::Comma | TokenKind::Semicolon if depth == 0 => return None,
                TokenKind::RightParen => depth -= 1,
                TokenKind::DotDot if depth == 0 => {
                    return (self.tokens.get(at + 1)?.kind == TokenKind::Box).then_some(at + 2);
                }
                TokenKind::Eof => return None,
                _ => {}
            }
        }
        None
    }

    /// RM 3.8: `record … end record`, `null record`.
    fn record_definition(&mut self, limited: bool) -> Read<RecordDef> {
        let start = self.start();
        if self.eat(TokenKind::Null) {
            self.expect(TokenKind::Record);
            let (components, span) = (ComponentList::default(), self.span_from(start));
            return Ok(RecordDef { limited, tagged: false, abstract_: false, components, span });
        }
        let opening = self.token().span();
        self.bump();
        self.open(Ending::Word(TokenKind::Record, None), opening);
        let components = self.nested(|parser| Ok(parser.component_list()))?;
        self.close_record();
        Ok(RecordDef { limited, tagged: false, abstract_: false, components, span: self.span_from(start) })
    }

    /// `end record`, whose semicolon belongs to the declaration, and perhaps a name (Ada 2022).
    fn close_record(&mut self) {
        if self.kind() == TokenKind::End && self.nth(1) == TokenKind::Record {
            self.scopes.pop();
            self.at += 2;
            if self.kind() == TokenKind::Identifier && !self.first_on_line(0) && self.nth(1) == TokenKind::Semicolon {
                self.bump();
            }
            return;
        }
        let consumed = self.at;
        self.close();
        // The declaration reads the semicolon.
        if self.at > consumed && self.tokens[self.at - 1].kind == TokenKind::Semicolon {
            self.at -= 1;
            self.last_error = Some(self.at);
        }
    }

    /// RM 3.8: components, and perhaps a variant part.
    fn component_list(&mut self) -> ComponentList {
        let mut list = ComponentList::default();
        loop {
            let before = self.at;
            let read = match self.kind() {
                TokenKind::End | TokenKind::When | TokenKind::Eof | TokenKind::Begin => break,
                TokenKind::Null => {
                    self.bump();
                    self.semicolon();
                    Ok(())
                }
                TokenKind::Case => self.nested(Self::variant_part).map(|part| list.variants = Some(Box::new(part))),
                TokenKind::Pragma => self.pragma().map(|pragma| list.pragmas.push(pragma)),
                TokenKind::For => self.representation_clause().map(|_| ()),
                TokenKind::SparkBegin | TokenKind::BmcBegin => {
                    self.error_here("annotation is not allowed here");
                    self.skip_annotations();
                    Ok(())
                }
                _ => self.component().map(|component| list.components.push(component)),
            };
            if read.is_err() {
                self.skip_declaration(before);
            }
            if self.at == before {
                // What ends a list of declarations is no component.
                self.error_here("component declaration expected");
                break;
            }
        }
        list
    }

    /// RM 3.8: `A, B : T := E;`
    fn component(&mut self) -> Read<ComponentDecl> {
        let start = self.start();
        let names = self.comma_list(Self::identifier)?;
        self.expect(TokenKind::Colon);
        let aliased = self.eat(TokenKind::Aliased);
        let subtype = self.type_use(false)?;
        let default = self.initial_value()?;
        let aspects = self.aspects()?;
        self.semicolon();
        Ok(ComponentDecl { names, aliased, subtype, default, aspects, span: self.span_from(start) })
    }

    /// RM 3.8.1: `case D is when … end case;`
    fn variant_part(&mut self) -> Read<VariantPart> {
        let opening = self.bump().span();
        let discriminant = self.identifier()?;
        self.expect(TokenKind::Is);
        self.open(Ending::Word(TokenKind::Case, None), opening);
        let mut variants = Vec::new();
        while self.kind() == TokenKind::Pragma {
            self.stray_pragma()?;
        }
        while self.kind() == TokenKind::When {
            let start = self.bump().start;
            let choices = self.bar_list(Self::choice);
            let choices = match choices {
                Ok(choices) => choices,
                Err(Bail) => {
                    self.skip_to(&[TokenKind::Arrow])?;
                    Vec::new()
                }
            };
            self.expect(TokenKind::Arrow);
            let components = self.component_list();
            variants.push(Variant { choices, components, span: self.span_from(start) });
        }
        self.close();
        Ok(VariantPart { discriminant, variants, span: self.span_from(opening.start) })
    }

    /// RM 3.7: discriminants behind the name of a type.
    pub(super) fn discriminant_part(&mut self) -> Read<Discriminants> {
        if self.kind() != TokenKind::LeftParen {
            return Ok(Discriminants::None);
        }
        self.bump();
        if self.eat(TokenKind::Box) {
            self.close_parenthesis()?;
            return Ok(Discriminants::Unknown);
        }
        let mut list = Vec::new();
        loop {
            let start = self.start();
            let names = self.comma_list(Self::identifier)?;
            self.expect(TokenKind::Colon);
            let subtype = self.type_use(false)?;
            let default = self.initial_value()?;
            self.stray_aspects()?;
            list.push(DiscriminantSpec { names, subtype, default, span: self.span_from(start) });
            if !self.eat(TokenKind::Semicolon) {
                break;
            }
        }
        self.close_parenthesis()?;
        Ok(Discriminants::Known(list))
    }

    /// RM 3.2.2: `subtype S is T …;`
    pub(super) fn subtype_declaration(&mut self) -> Read<SubtypeDecl> {
        let start = self.bump().start;
        let name = self.identifier()?;
        self.expect(TokenKind::Is);
        if self.kind() == TokenKind::New {
            self.error_here("NEW not allowed in subtype declaration");
            self.bump();
        }
        let indication = self.subtype_indication()?;
        let aspects = self.aspects()?;
        self.semicolon();
        Ok(SubtypeDecl { name, indication, aspects, span: self.span_from(start) })
    }

    /// RM 3.2.2: `[not null] T [constraint]`.
    pub(super) fn subtype_indication(&mut self) -> Read<SubtypeIndication> {
        let start = self.start();
        let not_null = self.not_null();
        let mark = self.subtype_mark()?;
        self.constrained(mark, not_null, start)
    }

    fn not_null(&mut self) -> bool {
        let found = self.kind() == TokenKind::Not && self.nth(1) == TokenKind::Null;
        if found {
            self.at += 2;
        }
        found
    }

    /// A subtype mark with the constraint that may follow.
    pub(super) fn constrained(&mut self, mark: Name, not_null: bool, start: u32) -> Read<SubtypeIndication> {
        let constraint = match self.kind() {
            TokenKind::Range if self.nth(1) == TokenKind::Box => None,
            TokenKind::Range => {
                self.bump();
                Some(Constraint::Range(self.range()?))
            }
            TokenKind::Digits => {
                self.bump();
                let digits = self.simple_expression()?;
                Some(Constraint::Digits(Box::new(digits), self.optional_range()?))
            }
            TokenKind::Delta => {
                self.bump();
                let delta = self.simple_expression()?;
                Some(Constraint::Delta(Box::new(delta), self.optional_range()?))
            }
            TokenKind::LeftParen => Some(Constraint::Composite(self.nested(Self::arguments)?)),
            _ => None,
        };
        Ok(SubtypeIndication { not_null, mark, constraint, span: self.span_from(start) })
    }

    /// The type of an object, component, parameter or result; an anonymous array only where one is allowed.
    pub(super) fn type_use(&mut self, array: bool) -> Read<TypeUse> {
        let start = self.start();
        match self.kind() {
            TokenKind::Array if array => Ok(TypeUse::Array(Box::new(self.array_definition()?))),
            TokenKind::Array => self.fail("anonymous array type is not allowed here"),
            TokenKind::Access => self.access_use(start),
            TokenKind::Not if self.nth(1) == TokenKind::Null && self.nth(2) == TokenKind::Access => {
                self.access_use(start)
            }
            _ => Ok(TypeUse::Named(self.subtype_indication()?)),
        }
    }

    /// An anonymous access type.
    fn access_use(&mut self, start: u32) -> Read<TypeUse> {
        // What stands for its name is only shown.
        let word = self.names.fold("access");
        let name = crate::ast::Ident { symbol: word, spelling: word, span: self.token().span() };
        if let Some(access) = self.access_to_subprogram(name)? {
            return Ok(TypeUse::AccessSubprogram(Box::new(access)));
        }
        Ok(match self.access_definition(false)? {
            Some(access) => TypeUse::Access(Box::new(access)),
            None => {
                let what = "anonymous access-to-protected-subprogram type";
                TypeUse::Unsupported(self.unsupported(what, "3.10", None, start))
            }
        })
    }

    /// RM 3.10: `[not null] access procedure …` or `… function …`, if it is that.
    pub(super) fn access_to_subprogram(&mut self, name: crate::ast::Ident) -> Read<Option<AccessSubprogramDef>> {
        let not_null = self.kind() == TokenKind::Not && self.nth(1) == TokenKind::Null;
        let class = match self.nth(if not_null { 3 } else { 1 }) {
            TokenKind::Procedure => UnitClass::Procedure,
            TokenKind::Function => UnitClass::Function,
            _ => return Ok(None),
        };
        let start = self.start();
        self.not_null();
        if !self.eat(TokenKind::Access) {
            return self.fail("missing \"access\"");
        }
        self.bump();
        let name = Name { kind: NameKind::Ident(name), span: name.span };
        let profile = self.nested(|parser| parser.profile(class, name, start))?;
        Ok(Some(AccessSubprogramDef { not_null, profile }))
    }

    /// RM 3.10: `[not null] access …`, named (which allows a constraint) or anonymous. `None` if it is one to
    /// subprograms.
    pub(super) fn access_definition(&mut self, named: bool) -> Read<Option<AccessDef>> {
        let start = self.start();
        let not_null = self.not_null();
        if !self.eat(TokenKind::Access) {
            return self.fail("missing \"access\"");
        }
        self.eat(TokenKind::Protected);
        match self.kind() {
            TokenKind::Procedure => {
                self.bump();
                self.parameters()?;
                Ok(None)
            }
            TokenKind::Function => {
                self.bump();
                self.parameters()?;
                self.expect(TokenKind::Return);
                self.nested(|parser| parser.type_use(false))?;
                Ok(None)
            }
            _ => {
                let modifier = if self.eat(TokenKind::All) {
                    AccessModifier::All
                } else if self.eat(TokenKind::Constant) {
                    AccessModifier::Constant
                } else {
                    AccessModifier::None
                };
                let designated = if named {
                    self.subtype_indication()?
                } else {
                    let start = self.start();
                    let not_null = self.not_null();
                    let mark = self.subtype_mark()?;
                    SubtypeIndication { not_null, mark, constraint: None, span: self.span_from(start) }
                };
                Ok(Some(AccessDef { not_null, modifier, designated, span: self.span_from(start) }))
            }
        }
    }

    /// RM 3.3.1: `[:= E]`.
    pub(super) fn initial_value(&mut self) -> Read<Option<Expr>> {
        if self.kind() == TokenKind::Equal {
            self.error_here("\"=\" should be \":=\"");
            self.bump();
        } else if !self.eat(TokenKind::Assign) {
            return Ok(None);
        }
        Ok(Some(self.expression()?))
    }
}
