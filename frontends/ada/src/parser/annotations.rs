//! Annotations in comments: SPARK 2005's `--#` and SPARK-BMC's `--%`.
//!
//! The lexer brackets each block of annotation lines; here it is cut into annotations, each of which ends with
//! a semicolon. Their expressions are read by the same functions as Ada's, with a few more operators.

use super::{Bail, Parser, Read};
use crate::ast::{
    Annotation, AnnotationKind, BinaryOp, Decl, Derivation, Dialect, Discriminants, Expr, Mode, Name, NameKind,
    NotOverflow, ObjectDecl, OverflowOp, OwnVariable, SubprogramDecl, SubprogramForm, TypeDecl, TypeDef, UnaryOp,
    UnitClass,
};
use crate::lexer::TokenKind;

/// Words that open an annotation and can't go on with a list of the one before.
const KEYWORDS: &[&str] = &[
    "global",
    "derives",
    "pre",
    "post",
    "assert",
    "check",
    "assume",
    "own",
    "initializes",
    "inherit",
    "main_program",
    "hide",
];

impl Parser<'_> {
    /// The annotations of the blocks at the current token; none if there is no block.
    pub(super) fn annotation_block(&mut self) -> Vec<Annotation> {
        let mut list = Vec::new();
        while let TokenKind::SparkBegin | TokenKind::BmcBegin = self.kind() {
            let dialect = match self.bump().kind {
                TokenKind::SparkBegin => Dialect::Spark2005,
                _ => Dialect::Bmc,
            };
            let outer = std::mem::replace(&mut self.in_annotation, true);
            while !matches!(self.kind(), TokenKind::AnnotationEnd | TokenKind::Eof) {
                let before = self.at;
                match self.nested(|parser| parser.annotation(dialect)) {
                    Ok(annotation) => push(&mut list, annotation),
                    Err(Bail) => self.skip_annotation(before),
                }
            }
            self.in_annotation = outer;
            self.eat(TokenKind::AnnotationEnd);
        }
        list
    }

    /// The annotations behind the declaration of a subprogram that belong to it; the others are left for the list of
    /// declarations.
    pub(super) fn subprogram_annotations(&mut self) -> Vec<Annotation> {
        let mut block = self.annotation_block();
        let own = block.iter().take_while(|annotation| describes_subprogram(&annotation.kind)).count();
        self.pending.extend(block.split_off(own));
        block
    }

    /// Skips behind the semicolon of an annotation that could not be read, or to the end of its block.
    fn skip_annotation(&mut self, from: usize) {
        if self.at == from {
            self.bump();
        }
        while !matches!(self.kind(), TokenKind::AnnotationEnd | TokenKind::Eof) {
            if self.bump().kind == TokenKind::Semicolon {
                return;
            }
            if self.first_on_line(0) && KEYWORDS.iter().any(|word| self.at_word(word)) {
                return;
            }
        }
    }

    /// One annotation with its semicolon.
    fn annotation(&mut self, dialect: Dialect) -> Read<Annotation> {
        let start = self.start();
        let word = self.text_of(self.token()).to_lowercase();
        let kind = match dialect {
            Dialect::Bmc => self.bmc_annotation(&word)?,
            Dialect::Spark2005 => self.spark_annotation(&word)?,
        };
        Ok(Annotation { dialect, kind, span: self.span_from(start) })
    }

    /// SPARK-BMC: `assert C;`, `assume C;`, `notOverflow (op, type, e1, e2);`
    fn bmc_annotation(&mut self, word: &str) -> Read<AnnotationKind> {
        match word {
            "assert" => self.predicate(AnnotationKind::Assert),
            "assume" => self.predicate(AnnotationKind::Assume),
            "notoverflow" => {
                self.bump();
                let overflow = self.not_overflow()?;
                self.semicolon();
                Ok(AnnotationKind::NotOverflow(Box::new(overflow)))
            }
            _ => self.fail("\"assert\", \"assume\" or \"notOverflow\" expected in annotation"),
        }
    }

    fn not_overflow(&mut self) -> Read<NotOverflow> {
        self.expect(TokenKind::LeftParen);
        let operator = self.bump();
        let text = self.text_of(operator).trim_matches('"').to_lowercase();
        self.expect(TokenKind::Comma);
        let subtype = self.subtype_mark()?;
        self.expect(TokenKind::Comma);
        let operands = self.comma_list(Self::expression)?;
        self.close_parenthesis()?;
        let binary = operands.len() == 2;
        let op = match (text.as_str(), binary) {
            ("+", true) => OverflowOp::Binary(BinaryOp::Plus),
            ("-", true) => OverflowOp::Binary(BinaryOp::Minus),
            ("*", true) => OverflowOp::Binary(BinaryOp::Times),
            ("/", true) => OverflowOp::Binary(BinaryOp::Divide),
            ("mod", true) => OverflowOp::Binary(BinaryOp::Mod),
            ("rem", true) => OverflowOp::Binary(BinaryOp::Rem),
            ("**", true) => OverflowOp::Binary(BinaryOp::Power),
            ("-", false) => OverflowOp::Unary(UnaryOp::Minus),
            ("+", false) => OverflowOp::Unary(UnaryOp::Plus),
            ("abs", false) => OverflowOp::Unary(UnaryOp::Abs),
            _ => {
                self.error(operator.span(), format!("arithmetic operator with {} operands expected", operands.len()));
                return Err(Bail);
            }
        };
        if operands.len() > 2 {
            self.error(operator.span(), "notOverflow takes an operator, a type, and one or two operands");
            return Err(Bail);
        }
        Ok(NotOverflow { op, subtype, operands })
    }

    /// SPARK 2005: all annotations.
    fn spark_annotation(&mut self, word: &str) -> Read<AnnotationKind> {
        match word {
            "global" => self.global(),
            "derives" => self.derives(),
            "pre" => self.predicate(AnnotationKind::Pre),
            "post" => self.predicate(AnnotationKind::Post),
            "assert" => self.spark_assert(),
            "check" => self.predicate(AnnotationKind::Check),
            "assume" => self.predicate(AnnotationKind::Assume),
            "return" => self.spark_return(),
            "own" => self.own(),
            "initializes" => {
                self.bump();
                let names = self.comma_list(Self::unit_name)?;
                self.semicolon();
                Ok(AnnotationKind::Initializes(names))
            }
            "inherit" => {
                self.bump();
                let names = self.comma_list(Self::unit_name)?;
                self.semicolon();
                Ok(AnnotationKind::Inherit(names))
            }
            "main_program" => {
                self.bump();
                // Both forms occur.
                self.eat(TokenKind::Semicolon);
                Ok(AnnotationKind::MainProgram)
            }
            "hide" => {
                self.bump();
                let name = self.unit_name()?;
                self.semicolon();
                Ok(AnnotationKind::Hide(name))
            }
            "accept" => {
                self.rest();
                Ok(AnnotationKind::Accept)
            }
            "end" if self.nth(1) == TokenKind::Accept => {
                self.at += 2;
                self.semicolon();
                Ok(AnnotationKind::EndAccept)
            }
            "declare" | "for" => {
                self.rest();
                Ok(AnnotationKind::Ignored)
            }
            "type" | "function" | "constant" => self.proof_declaration(),
            _ => {
                let message = format!("unknown annotation {}", self.describe());
                self.fail(message)
            }
        }
    }

    /// Skips to the semicolon of an annotation that is only read.
    fn rest(&mut self) {
        while !matches!(self.kind(), TokenKind::Semicolon | TokenKind::AnnotationEnd | TokenKind::Eof) {
            self.bump();
        }
        self.semicolon();
    }

    /// A word and a predicate.
    fn predicate(&mut self, kind: impl Fn(Expr) -> AnnotationKind) -> Read<AnnotationKind> {
        self.bump();
        let predicate = self.expression()?;
        self.semicolon();
        Ok(kind(predicate))
    }

    /// `assert P;`, or `assert T'Base is U;` behind the declaration of a type.
    fn spark_assert(&mut self) -> Read<AnnotationKind> {
        self.bump();
        let predicate = self.expression()?;
        if self.kind() == TokenKind::Is
            && let Some(Name { kind: NameKind::Attribute(attribute), .. }) = predicate.as_name()
            && self.names.text(attribute.designator.symbol) == "base"
        {
            let declared = attribute.prefix.clone();
            self.bump();
            let base = self.subtype_mark()?;
            self.semicolon();
            return Ok(AnnotationKind::BaseType(declared, base));
        }
        self.semicolon();
        Ok(AnnotationKind::Assert(predicate))
    }

    /// `return E;`, `return X => P;`
    fn spark_return(&mut self) -> Read<AnnotationKind> {
        self.bump();
        if self.kind() == TokenKind::Identifier && self.nth(1) == TokenKind::Arrow {
            let name = self.identifier()?;
            self.bump();
            let predicate = self.expression()?;
            self.semicolon();
            return Ok(AnnotationKind::Return(Some(name), predicate));
        }
        let value = self.expression()?;
        self.semicolon();
        Ok(AnnotationKind::Return(None, value))
    }

    fn optional_mode(&mut self) -> Option<Mode> {
        match self.kind() {
            TokenKind::In | TokenKind::Out => Some(self.mode()),
            _ => None,
        }
    }

    /// `global in X, Y; in out Z;`
    fn global(&mut self) -> Read<AnnotationKind> {
        self.bump();
        let mut groups = Vec::new();
        loop {
            let mode = self.optional_mode();
            let names = self.comma_list(Self::unit_name)?;
            groups.push((mode, names));
            self.semicolon();
            if !matches!(self.kind(), TokenKind::In | TokenKind::Out) {
                break;
            }
        }
        Ok(AnnotationKind::Global(groups))
    }

    /// `derives X, Y from *, Z & null from U;`
    fn derives(&mut self) -> Read<AnnotationKind> {
        self.bump();
        let mut clauses = Vec::new();
        if self.kind() != TokenKind::Semicolon {
            loop {
                clauses.push(self.derivation()?);
                if !self.eat(TokenKind::Ampersand) {
                    break;
                }
            }
        }
        self.semicolon();
        Ok(AnnotationKind::Derives(clauses))
    }

    fn derivation(&mut self) -> Read<Derivation> {
        let exports = match self.eat(TokenKind::Null) {
            true => Vec::new(),
            false => self.comma_list(Self::unit_name)?,
        };
        if !self.at_word("from") {
            return self.fail("missing \"from\"");
        }
        self.bump();
        let mut derivation = Derivation { exports, from_itself: false, imports: Vec::new() };
        if matches!(self.kind(), TokenKind::Semicolon | TokenKind::Ampersand) {
            return Ok(derivation);
        }
        loop {
            if self.eat(TokenKind::Star) {
                derivation.from_itself = true;
            } else {
                derivation.imports.push(self.unit_name()?);
            }
            if !self.eat(TokenKind::Comma) {
                return Ok(derivation);
            }
        }
    }

    /// `own A, B : T; in C;` of a specification, `own S is X, in Y & …;` of a body.
    fn own(&mut self) -> Read<AnnotationKind> {
        self.bump();
        let mut variables = Vec::new();
        loop {
            let mode = self.optional_mode();
            if matches!(self.kind(), TokenKind::Protected | TokenKind::Task) {
                self.bump();
            }
            let names = self.comma_list(Self::identifier)?;
            let subtype = match self.eat(TokenKind::Colon) {
                true => Some(self.subtype_mark()?),
                false => None,
            };
            let mut constituents = Vec::new();
            if self.eat(TokenKind::Is) {
                constituents = self.comma_list(|parser| {
                    let mode = parser.optional_mode();
                    Ok((mode, parser.unit_name()?))
                })?;
            }
            if self.kind() == TokenKind::LeftParen {
                self.arguments()?;
            }
            let variable =
                |name| OwnVariable { mode, name, subtype: subtype.clone(), constituents: constituents.clone() };
            variables.extend(names.into_iter().map(variable));
            if self.eat(TokenKind::Ampersand) || self.eat(TokenKind::Comma) {
                continue;
            }
            self.semicolon();
            let next = matches!(self.kind(), TokenKind::In | TokenKind::Out | TokenKind::Protected | TokenKind::Task)
                || self.kind() == TokenKind::Identifier && !KEYWORDS.iter().any(|word| self.at_word(word));
            if !next {
                break;
            }
        }
        Ok(AnnotationKind::Own(variables))
    }

    /// `type T is abstract;`, `function F (…) return T;`, `constant C : T;`
    fn proof_declaration(&mut self) -> Read<AnnotationKind> {
        let start = self.start();
        let decl = match self.bump().kind {
            TokenKind::Type => {
                let name = self.identifier()?;
                self.expect(TokenKind::Is);
                self.expect(TokenKind::Abstract);
                self.semicolon();
                let (discriminants, definition) = (Discriminants::None, TypeDef::ProofAbstract);
                let span = self.span_from(start);
                Decl::Type(Box::new(TypeDecl { name, discriminants, definition, aspects: Vec::new(), span }))
            }
            TokenKind::Function => {
                let name = Name::direct(self.designator()?);
                let spec = self.profile(UnitClass::Function, name, start)?;
                self.semicolon();
                let form = SubprogramForm::Declaration;
                let (overriding, aspects, annotations) = (None, Vec::new(), Vec::new());
                let span = self.span_from(start);
                Decl::Subprogram(Box::new(SubprogramDecl { overriding, spec, form, aspects, annotations, span }))
            }
            _ => {
                let names = self.comma_list(Self::identifier)?;
                self.expect(TokenKind::Colon);
                let subtype = self.type_use(false)?;
                let init = self.initial_value()?;
                self.semicolon();
                let (aliased, constant, aspects) = (false, true, Vec::new());
                let span = self.span_from(start);
                Decl::Object(Box::new(ObjectDecl { names, aliased, constant, subtype, init, aspects, span }))
            }
        };
        Ok(AnnotationKind::Proof(Box::new(decl)))
    }
}

/// True for annotations that belong to the subprogram before them.
fn describes_subprogram(kind: &AnnotationKind) -> bool {
    matches!(
        kind,
        AnnotationKind::Global(_)
            | AnnotationKind::Derives(_)
            | AnnotationKind::Pre(_)
            | AnnotationKind::Post(_)
            | AnnotationKind::Return(..)
    )
}

/// Appends an annotation; what describes a proof function goes to it.
fn push(list: &mut Vec<Annotation>, annotation: Annotation) {
    if describes_subprogram(&annotation.kind)
        && let Some(Annotation { kind: AnnotationKind::Proof(decl), .. }) = list.last_mut()
        && let Decl::Subprogram(function) = decl.as_mut()
    {
        function.annotations.push(annotation);
        return;
    }
    list.push(annotation);
}
