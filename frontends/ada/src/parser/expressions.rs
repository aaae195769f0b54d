//! Expressions (RM 4.4 – 4.8), except names and aggregates.

use super::{Parser, Read};
use crate::ast::{
    Binary, BinaryOp, CaseExpr, CaseExprAlternative, Choice, Decl, DeclareExpr, DiscreteRange, Expr, ExprKind, IfExpr,
    LINKS, Membership, Name, NameKind, Quantified, Range, SubtypeIndication, UnaryOp,
};
use crate::lexer::{TokenKind, integer_value, real_value};
use horn_frontend::Span;

impl Parser<'_> {
    /// RM 4.4: an expression. Inside annotations also with `->` and `<->`, which bind weakest.
    pub(super) fn expression(&mut self) -> Read<Expr> {
        if !self.in_annotation {
            return self.logical();
        }
        self.left_chain(Self::logical, |kind| match kind {
            TokenKind::Implies => Some(BinaryOp::Implies),
            TokenKind::Iff => Some(BinaryOp::Iff),
            _ => None,
        })
    }

    /// RM 4.4, 4.5.7: an expression directly inside parentheses or behind `=>`, where if, case, quantified and
    /// declare expressions need no parentheses of their own.
    pub(super) fn expression_or_conditional(&mut self) -> Read<Expr> {
        match self.kind() {
            TokenKind::If | TokenKind::Case | TokenKind::For | TokenKind::Declare => self.nested(Self::conditional),
            _ => self.expression(),
        }
    }

    /// RM 4.5.7, 4.5.8, 4.5.9: a conditional, quantified or declare expression.
    fn conditional(&mut self) -> Read<Expr> {
        let start = self.start();
        let kind = match self.kind() {
            TokenKind::If => self.if_expression()?,
            TokenKind::Case => self.case_expression()?,
            TokenKind::For => self.quantified_expression()?,
            _ => self.declare_expression()?,
        };
        Ok(Expr { kind, span: self.span_from(start) })
    }

    /// RM 4.4: relations joined by one logical operator.
    fn logical(&mut self) -> Read<Expr> {
        let outer = std::mem::take(&mut self.height);
        let mut left = self.relation()?;
        let mut first: Option<BinaryOp> = None;
        loop {
            let start = self.start();
            let op = match self.kind() {
                TokenKind::And if self.nth(1) == TokenKind::Then => BinaryOp::AndThen,
                TokenKind::And => BinaryOp::And,
                TokenKind::Or if self.nth(1) == TokenKind::Else => BinaryOp::OrElse,
                TokenKind::Or => BinaryOp::Or,
                TokenKind::Xor => BinaryOp::Xor,
                _ => break,
            };
            if first.is_some_and(|first| first != op) {
                self.error_here("mixed logical operators in expression");
            }
            first.get_or_insert(op);
            self.bump();
            if matches!(op, BinaryOp::AndThen | BinaryOp::OrElse) {
                self.bump();
            }
            let op_span = self.span_from(start);
            let right = self.relation()?;
            left = self.binary(op, op_span, left, right)?;
        }
        self.height = self.height.max(outer);
        Ok(left)
    }

    /// RM 4.4: a relation or membership test, or a raise expression.
    fn relation(&mut self) -> Read<Expr> {
        if self.kind() == TokenKind::Raise {
            return self.raise_expression();
        }
        let left = self.simple_expression()?;
        let op = match self.kind() {
            TokenKind::Equal => BinaryOp::Equal,
            TokenKind::NotEqual => BinaryOp::NotEqual,
            TokenKind::Less => BinaryOp::Less,
            TokenKind::LessEqual => BinaryOp::LessEqual,
            TokenKind::Greater => BinaryOp::Greater,
            TokenKind::GreaterEqual => BinaryOp::GreaterEqual,
            TokenKind::In => return self.membership(left, false),
            TokenKind::Not if self.nth(1) == TokenKind::In => return self.membership(left, true),
            _ => return Ok(left),
        };
        let op_span = self.bump().span();
        let right = self.simple_expression()?;
        self.binary(op, op_span, left, right)
    }

    /// RM 4.5.2: `X [not] in A | B .. C`.
    fn membership(&mut self, operand: Expr, negated: bool) -> Read<Expr> {
        let start = self.start();
        if negated {
            self.bump();
        }
        self.bump();
        let op_span = self.span_from(start);
        let choices = self.bar_list(|parser| {
            let first = parser.simple_expression()?;
            parser.range_behind(first)
        })?;
        self.grow()?;
        let span = self.span_from(operand.span.start);
        Ok(Expr { kind: ExprKind::Membership(Box::new(Membership { operand, negated, op_span, choices })), span })
    }

    /// RM 4.4: a sum, perhaps with a sign.
    pub(super) fn simple_expression(&mut self) -> Read<Expr> {
        let start = self.start();
        let outer = std::mem::take(&mut self.height);
        let sign = match self.kind() {
            TokenKind::Plus => Some(UnaryOp::Plus),
            TokenKind::Minus => Some(UnaryOp::Minus),
            _ => None,
        };
        let mut left = match sign {
            Some(op) => {
                self.bump();
                let operand = self.term()?;
                self.grow()?;
                Expr { kind: ExprKind::Unary(op, Box::new(operand)), span: self.span_from(start) }
            }
            None => self.term()?,
        };
        let mut links = 0;
        loop {
            let op = match self.kind() {
                TokenKind::Plus => BinaryOp::Plus,
                TokenKind::Minus => BinaryOp::Minus,
                TokenKind::Ampersand => BinaryOp::Concat,
                _ => break,
            };
            let op_span = self.bump().span();
            let right = self.term()?;
            left = self.link(op, op_span, left, right, &mut links)?;
        }
        self.height = self.height.max(outer);
        Ok(left)
    }

    /// RM 4.4: a product.
    fn term(&mut self) -> Read<Expr> {
        self.left_chain(Self::factor, |kind| match kind {
            TokenKind::Star => Some(BinaryOp::Times),
            TokenKind::Slash => Some(BinaryOp::Divide),
            TokenKind::Mod => Some(BinaryOp::Mod),
            TokenKind::Rem => Some(BinaryOp::Rem),
            _ => None,
        })
    }

    /// Operands joined from left to right by operators of one level.
    fn left_chain(
        &mut self,
        mut operand: impl FnMut(&mut Self) -> Read<Expr>,
        operator: impl Fn(TokenKind) -> Option<BinaryOp>,
    ) -> Read<Expr> {
        let outer = std::mem::take(&mut self.height);
        let mut left = operand(self)?;
        while let Some(op) = operator(self.kind()) {
            let op_span = self.bump().span();
            let right = operand(self)?;
            left = self.binary(op, op_span, left, right)?;
        }
        self.height = self.height.max(outer);
        Ok(left)
    }

    /// RM 4.4: a power, `abs` or `not`.
    fn factor(&mut self) -> Read<Expr> {
        let start = self.start();
        let op = match self.kind() {
            TokenKind::Abs => UnaryOp::Abs,
            TokenKind::Not => UnaryOp::Not,
            TokenKind::Minus | TokenKind::Plus => {
                // A sign behind another operator: `X * -1`.
                let (op, text) =
                    if self.kind() == TokenKind::Minus { (UnaryOp::Minus, "minus") } else { (UnaryOp::Plus, "plus") };
                self.error_here(format!("parentheses required for unary {text}"));
                self.bump();
                return self.unary(op, start);
            }
            _ => {
                let base = self.primary()?;
                if self.kind() != TokenKind::StarStar {
                    return Ok(base);
                }
                let op_span = self.bump().span();
                let exponent = match self.kind() {
                    TokenKind::Minus | TokenKind::Plus | TokenKind::Abs | TokenKind::Not => self.factor()?,
                    _ => self.primary()?,
                };
                let power = self.binary(BinaryOp::Power, op_span, base, exponent)?;
                if self.kind() == TokenKind::StarStar {
                    self.error_here("parenthesization required for **");
                    self.bump();
                    self.primary()?;
                }
                return Ok(power);
            }
        };
        self.bump();
        self.unary(op, start)
    }

    /// The operand of a unary operator that stands at `start`.
    fn unary(&mut self, op: UnaryOp, start: u32) -> Read<Expr> {
        let operand = match self.kind() {
            TokenKind::Minus | TokenKind::Plus | TokenKind::Abs | TokenKind::Not => self.nested(Self::factor)?,
            _ => self.primary()?,
        };
        self.grow()?;
        Ok(Expr { kind: ExprKind::Unary(op, Box::new(operand)), span: self.span_from(start) })
    }

    /// RM 4.4: a primary.
    fn primary(&mut self) -> Read<Expr> {
        self.height = self.height.max(1);
        let token = self.token();
        match token.kind {
            TokenKind::Identifier | TokenKind::Character | TokenKind::Target => Ok(Expr::name(self.name()?)),
            TokenKind::Integer => {
                self.bump();
                let value = integer_value(self.text_of(token));
                Ok(self.literal(token.span(), value.map(|value| ExprKind::Integer(Box::new(value)))))
            }
            TokenKind::Real => {
                self.bump();
                let value = real_value(self.text_of(token));
                Ok(self.literal(token.span(), value.map(|value| ExprKind::Real(Box::new(value)))))
            }
            TokenKind::String => self.string_literal(),
            TokenKind::Null => {
                self.bump();
                Ok(Expr { kind: ExprKind::Null, span: token.span() })
            }
            TokenKind::LeftParen | TokenKind::LeftBracket => {
                let value = self.aggregate_or_parenthesized()?;
                self.value_suffixes(value)
            }
            TokenKind::New => self.nested(Self::allocator),
            TokenKind::If | TokenKind::Case | TokenKind::For | TokenKind::Declare => {
                // Behind the start of a line these rather begin a statement.
                if self.in_annotation && token.kind == TokenKind::For {
                    return self.nested(Self::conditional);
                }
                if self.first_on_line(0) {
                    return self.missing_operand();
                }
                let what = match token.kind {
                    TokenKind::If => "if expression",
                    TokenKind::Case => "case expression",
                    TokenKind::For => "quantified expression",
                    _ => "declare expression",
                };
                self.error_here(format!("{what} must be parenthesized"));
                self.nested(Self::conditional)
            }
            _ => self.missing_operand(),
        }
    }

    fn missing_operand<T>(&mut self) -> Read<T> {
        if self.kind().is_reserved() && !self.first_on_line(0) && self.nth(1) == TokenKind::Semicolon {
            let message = format!("reserved word \"{}\" cannot be used as identifier", self.kind().text());
            return self.fail(message);
        }
        self.fail("missing operand")
    }

    /// A numeric literal whose value is known, unless the lexer reported it or it is too large.
    fn literal(&mut self, span: Span, kind: Option<ExprKind>) -> Expr {
        let reported = self.diagnostics.iter().any(|seen| seen.span.start >= span.start && seen.span.end <= span.end);
        if kind.is_none() && !reported {
            self.error(span, "exponent of numeric literal is too large");
        }
        Expr { kind: kind.unwrap_or(ExprKind::Error), span }
    }

    /// RM 2.6, 6.6: a string literal, or an operator symbol that is called: `"+" (A, B)`.
    fn string_literal(&mut self) -> Read<Expr> {
        if self.nth(1) == TokenKind::LeftParen {
            return Ok(Expr::name(self.name()?));
        }
        let token = self.bump();
        let text = self.text_of(token);
        // Between quotation marks, or percent signs that replace them (RM J.2).
        let mark = if text.starts_with('%') { '%' } else { '"' };
        let inside = text.strip_prefix(mark).unwrap_or(text);
        let inside = inside.strip_suffix(mark).unwrap_or(inside);
        let twice: String = [mark, mark].iter().collect();
        let inside = inside.replace(&twice, &mark.to_string());
        let inside = match self.bytes {
            true => inside.bytes().map(char::from).collect(),
            false => inside,
        };
        let value = Expr { kind: ExprKind::String(inside.into()), span: token.span() };
        self.value_suffixes(value)
    }

    /// RM 4.8: `new T`, `new T'(…)`, `new T (…)`.
    fn allocator(&mut self) -> Read<Expr> {
        let start = self.bump().start;
        // `new (Subpool) T`
        let subpool = self.kind() == TokenKind::LeftParen;
        if subpool {
            self.arguments()?;
        }
        let indication = self.allocated()?;
        Ok(Expr { kind: ExprKind::Allocator(Box::new(indication), subpool), span: self.span_from(start) })
    }

    fn allocated(&mut self) -> Read<SubtypeIndication> {
        let indication = self.subtype_indication()?;
        if self.kind() != TokenKind::Tick {
            return Ok(indication);
        }
        self.bump();
        let operand = self.aggregate_or_parenthesized()?;
        let span = self.span_from(indication.span.start);
        let mark = Name { kind: NameKind::Qualified(Box::new(indication.mark), Box::new(operand)), span };
        Ok(SubtypeIndication { not_null: indication.not_null, mark, constraint: indication.constraint, span })
    }

    /// RM 11.3: `raise E [with "…"]` as an expression.
    fn raise_expression(&mut self) -> Read<Expr> {
        let start = self.bump().start;
        let exception = self.unit_name()?;
        let message = match self.eat(TokenKind::With) {
            true => Some(Box::new(self.simple_expression()?)),
            false => None,
        };
        self.grow()?;
        Ok(Expr { kind: ExprKind::Raise(Box::new(exception), message), span: self.span_from(start) })
    }

    /// RM 4.5.7: `if C then A {elsif D then B} [else E]`.
    fn if_expression(&mut self) -> Read<ExprKind> {
        let mut branches = Vec::new();
        self.bump();
        loop {
            let condition = self.expression()?;
            self.expect(TokenKind::Then);
            let value = self.expression_or_conditional()?;
            branches.push((condition, value));
            if self.kind() == TokenKind::Elsif {
                self.bump();
            } else if self.at_word("elseif") || self.at_word("elif") {
                self.error_here("incorrect spelling of keyword \"elsif\"");
                self.bump();
            } else {
                break;
            }
        }
        let otherwise = match self.eat(TokenKind::Else) {
            true => Some(self.expression_or_conditional()?),
            false => None,
        };
        Ok(ExprKind::If(Box::new(IfExpr { branches, otherwise })))
    }

    /// RM 4.5.7: `case S is when C => A {, when D => B}`.
    fn case_expression(&mut self) -> Read<ExprKind> {
        self.bump();
        let selector = self.expression()?;
        self.expect(TokenKind::Is);
        let alternatives = self.comma_list(|parser| {
            let start = parser.start();
            parser.expect(TokenKind::When);
            let choices = parser.bar_list(Self::choice)?;
            parser.expect(TokenKind::Arrow);
            let value = parser.expression_or_conditional()?;
            Ok(CaseExprAlternative { choices, value, span: parser.span_from(start) })
        })?;
        Ok(ExprKind::Case(Box::new(CaseExpr { selector, alternatives })))
    }

    /// RM 4.5.8: `for all I in R => P`, `for some X of A => P`.
    fn quantified_expression(&mut self) -> Read<ExprKind> {
        self.bump();
        let universal = match self.kind() {
            TokenKind::All => true,
            TokenKind::Some => false,
            _ => return self.fail("missing \"all\" or \"some\""),
        };
        self.bump();
        let iterator = self.iterator()?;
        self.expect(TokenKind::Arrow);
        // In SPARK 2005 the predicate is in parentheses, and what follows them does not belong to it.
        let predicate = match self.in_annotation && matches!(self.kind(), TokenKind::LeftParen | TokenKind::For) {
            true => self.primary()?,
            false => self.expression_or_conditional()?,
        };
        Ok(ExprKind::Quantified(Box::new(Quantified { universal, iterator, predicate })))
    }

    /// RM 4.5.9: `declare … begin E`.
    fn declare_expression(&mut self) -> Read<ExprKind> {
        self.bump();
        let mut declarations: Vec<Decl> = Vec::new();
        while !matches!(self.kind(), TokenKind::Begin | TokenKind::Eof) {
            let before = self.at;
            self.declaration(&mut declarations)?;
            if self.at == before {
                return self.fail("missing \"begin\"");
            }
        }
        self.expect(TokenKind::Begin);
        let value = self.expression_or_conditional()?;
        Ok(ExprKind::Declare(Box::new(DeclareExpr { declarations, value })))
    }

    /// An operator of a chain such as `A & B & C`, applied to what was read: see [`LINKS`].
    fn link(&mut self, op: BinaryOp, op_span: Span, left: Expr, right: Expr, links: &mut u32) -> Read<Expr> {
        *links += 1;
        if links.is_multiple_of(LINKS) {
            return self.binary(op, op_span, left, right);
        }
        self.height = self.height.max(2);
        let span = Span::new(left.span.start, right.span.end.max(left.span.start));
        Ok(Expr { kind: ExprKind::Binary(Box::new(Binary { op, op_span, left, right })), span })
    }

    /// An operator applied to what was read.
    fn binary(&mut self, op: BinaryOp, op_span: Span, left: Expr, right: Expr) -> Read<Expr> {
        self.grow()?;
        let span = Span::new(left.span.start, right.span.end.max(left.span.start));
        Ok(Expr { kind: ExprKind::Binary(Box::new(Binary { op, op_span, left, right })), span })
    }

    /// RM 3.5: a range, behind the reserved word `range` or on its own.
    pub(super) fn range(&mut self) -> Read<Range> {
        let first = self.simple_expression()?;
        let at = self.at;
        match self.range_behind(first)? {
            Choice::Range(DiscreteRange::Range(range)) => Ok(range),
            Choice::Range(DiscreteRange::Subtype(_)) | Choice::Expr(_) | Choice::Others(_) => {
                self.last_error = self.last_error.filter(|seen| *seen == at);
                self.error_behind("missing \"..\"");
                Err(super::Bail)
            }
        }
    }

    /// RM 3.6.1: a discrete range.
    pub(super) fn discrete_range(&mut self) -> Read<DiscreteRange> {
        let first = self.simple_expression()?;
        match self.range_behind(first)? {
            Choice::Range(range) => Ok(range),
            Choice::Expr(Expr { kind: ExprKind::Name(mark), span }) => {
                Ok(DiscreteRange::Subtype(Box::new(SubtypeIndication {
                    not_null: false,
                    mark: *mark,
                    constraint: None,
                    span,
                })))
            }
            Choice::Expr(_) | Choice::Others(_) => {
                self.error_behind("missing \"..\"");
                Err(super::Bail)
            }
        }
    }
}
