//! Names (RM 4.1), calls and their associations (RM 6.4), subtype marks.

use super::{Parser, Read};
use crate::ast::{
    Association, AssociationValue, Attribute, BinaryOp, Choice, DiscreteRange, Expr, ExprKind, Name, NameKind, Range,
    UpdateItem,
};
use crate::lexer::{TokenKind, reserved_word};

/// Which suffixes a name may have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Suffixes {
    /// All.
    All,
    /// Selectors and attributes only: a subtype mark, before its constraint in parentheses.
    Mark,
    /// Selectors only: the name of a unit.
    Unit,
}

impl Parser<'_> {
    /// RM 4.1: a name of any form.
    pub(super) fn name(&mut self) -> Read<Name> {
        let prefix = self.direct_name()?;
        self.suffixes(prefix, Suffixes::All)
    }

    /// RM 3.2.2: a subtype mark, also `T'Base` and `T'Class`.
    pub(super) fn subtype_mark(&mut self) -> Read<Name> {
        let prefix = self.direct_name()?;
        self.suffixes(prefix, Suffixes::Mark)
    }

    /// RM 6.1, 10.1.1: the name of a unit, perhaps a child, or a package in a clause.
    pub(super) fn unit_name(&mut self) -> Read<Name> {
        let prefix = Name::direct(self.designator()?);
        self.suffixes(prefix, Suffixes::Unit)
    }

    /// RM 4.1: identifier, operator symbol, character literal or target name.
    fn direct_name(&mut self) -> Read<Name> {
        match self.kind() {
            TokenKind::Target => {
                let span = self.bump().span();
                Ok(Name { kind: NameKind::Target, span })
            }
            TokenKind::String | TokenKind::Character => Ok(Name::direct(self.designator()?)),
            _ => Ok(Name::direct(self.identifier()?)),
        }
    }

    /// What follows a prefix that is a value: only attributes.
    pub(super) fn value_suffixes(&mut self, value: Expr) -> Read<Expr> {
        if self.kind() != TokenKind::Tick {
            return Ok(value);
        }
        let span = value.span;
        let prefix = Name { kind: NameKind::Value(Box::new(value)), span };
        Ok(Expr::name(self.suffixes(prefix, Suffixes::All)?))
    }

    /// What follows a prefix that was read.
    pub(super) fn suffixes_of(&mut self, prefix: Name) -> Read<Name> {
        self.suffixes(prefix, Suffixes::All)
    }

    /// The suffixes of a name; each makes it one level higher.
    fn suffixes(&mut self, mut name: Name, allowed: Suffixes) -> Read<Name> {
        let start = name.span.start;
        let outer = std::mem::take(&mut self.height);
        loop {
            let kind = match self.kind() {
                TokenKind::Dot => {
                    self.bump();
                    if allowed != Suffixes::Unit && self.eat(TokenKind::All) {
                        NameKind::Dereference(Box::new(name))
                    } else {
                        let selector = self.designator()?;
                        NameKind::Selected(Box::new(name), selector)
                    }
                }
                TokenKind::LeftParen if allowed == Suffixes::All => {
                    let arguments = self.nested(Self::arguments)?;
                    NameKind::Apply(Box::new(name), arguments)
                }
                TokenKind::Tick if allowed == Suffixes::Mark && self.nth(1) != TokenKind::Identifier => break,
                TokenKind::Tick if allowed != Suffixes::Unit => {
                    self.bump();
                    self.tick(name, allowed)?
                }
                TokenKind::LeftBracket if self.in_annotation && allowed == Suffixes::All => {
                    let items = self.nested(Self::update)?;
                    NameKind::Update(Box::new(name), items)
                }
                TokenKind::Tilde => {
                    self.bump();
                    NameKind::OldValue(Box::new(name))
                }
                TokenKind::Percent => {
                    self.bump();
                    NameKind::LoopEntryValue(Box::new(name))
                }
                _ => break,
            };
            self.grow()?;
            name = Name { kind, span: self.span_from(start) };
        }
        self.height = self.height.max(outer);
        Ok(name)
    }

    /// Behind a tick: RM 4.7 qualified expression, or RM 4.1.4 attribute.
    fn tick(&mut self, prefix: Name, allowed: Suffixes) -> Read<NameKind> {
        if matches!(self.kind(), TokenKind::LeftParen | TokenKind::LeftBracket) {
            let operand = self.aggregate_or_parenthesized()?;
            return Ok(NameKind::Qualified(Box::new(prefix), Box::new(operand)));
        }
        if self.kind() != TokenKind::Identifier || is_no_designator(self.text_of(self.token())) {
            return self.fail("attribute designator expected");
        }
        let designator = self.identifier()?;
        let text = self.names.text(designator.symbol);
        let denotes_entity = matches!(text, "old" | "result" | "loop_entry" | "base" | "class" | "subtype" | "access")
            || text.ends_with("_access");
        let arguments = if self.kind() == TokenKind::LeftParen && allowed == Suffixes::All && !denotes_entity {
            self.nested(Self::arguments)?
        } else {
            Vec::new()
        };
        Ok(NameKind::Attribute(Box::new(Attribute { prefix, designator, arguments })))
    }

    /// RM 4.1.1, 6.4, 12.3: `(A, B => C, 1 .. 2, <>)`.
    pub(super) fn arguments(&mut self) -> Read<Vec<Association>> {
        self.expect(TokenKind::LeftParen);
        let list = self.comma_list(Self::association)?;
        self.close_parenthesis()?;
        Ok(list)
    }

    /// The `)` that closes a list.
    pub(super) fn close_parenthesis(&mut self) -> Read<()> {
        if self.kind() == TokenKind::RightParen {
            self.bump();
            return Ok(());
        }
        let behind = matches!(
            self.kind(),
            TokenKind::Semicolon | TokenKind::Is | TokenKind::Then | TokenKind::Loop | TokenKind::Eof
        ) || self.first_on_line(0);
        if behind {
            self.error_behind("missing \")\"");
            return Ok(());
        }
        match self.kind() {
            TokenKind::Identifier | TokenKind::Integer | TokenKind::Real | TokenKind::String | TokenKind::Character => {
                self.fail("binary operator expected")
            }
            _ => {
                let message = format!("missing \")\" before {}", self.describe());
                self.fail(message)
            }
        }
    }

    /// One association of a call, an aggregate or a constraint.
    pub(super) fn association(&mut self) -> Read<Association> {
        let start = self.start();
        if self.kind() == TokenKind::Box {
            let span = self.bump().span();
            return Ok(Association { choices: Vec::new(), value: AssociationValue::Box(span), span });
        }
        // The name of a formal subprogram that is an operator: `"<" => Less`.
        if self.kind() == TokenKind::String && self.nth(1) == TokenKind::Arrow {
            let name = Name::direct(self.designator()?);
            return self.association_value(start, vec![Choice::Expr(Expr::name(name))]);
        }
        let first = self.choice()?;
        if matches!(self.kind(), TokenKind::Bar | TokenKind::Arrow) || matches!(first, Choice::Others(_)) {
            let mut choices = vec![first];
            while self.eat(TokenKind::Bar) {
                choices.push(self.choice()?);
            }
            return self.association_value(start, choices);
        }
        let value = match first {
            Choice::Expr(expr) => AssociationValue::Expr(expr),
            Choice::Range(range) => AssociationValue::Range(range),
            Choice::Others(span) => AssociationValue::Expr(self.error_expr(span.start)),
        };
        Ok(Association { choices: Vec::new(), value, span: self.span_from(start) })
    }

    /// `=> V` behind choices.
    pub(super) fn association_value(&mut self, start: u32, choices: Vec<Choice>) -> Read<Association> {
        self.expect(TokenKind::Arrow);
        let value = if self.kind() == TokenKind::Box {
            AssociationValue::Box(self.bump().span())
        } else {
            match self.expression_or_range()? {
                Choice::Range(range) => AssociationValue::Range(range),
                Choice::Expr(expr) => AssociationValue::Expr(expr),
                Choice::Others(span) => AssociationValue::Expr(self.error_expr(span.start)),
            }
        };
        Ok(Association { choices, value, span: self.span_from(start) })
    }

    /// RM 3.8.1: a discrete choice, or any value or range where one may stand.
    pub(super) fn choice(&mut self) -> Read<Choice> {
        if self.kind() == TokenKind::Others {
            return Ok(Choice::Others(self.bump().span()));
        }
        self.expression_or_range()
    }

    /// An expression, or a range that is recognised behind its first bound or name.
    pub(super) fn expression_or_range(&mut self) -> Read<Choice> {
        let first = self.expression_or_conditional()?;
        self.range_behind(first)
    }

    /// Makes a range of an expression if `..` or `range` follows, or if it is `A'Range`.
    pub(super) fn range_behind(&mut self, first: Expr) -> Read<Choice> {
        match self.kind() {
            TokenKind::DotDot => {
                if !is_simple(&first) {
                    self.error(first.span, "this expression must be parenthesized");
                }
                self.bump();
                let high = self.simple_expression()?;
                Ok(Choice::Range(DiscreteRange::Range(Range::Bounds(Box::new(first), Box::new(high)))))
            }
            TokenKind::Range | TokenKind::Digits | TokenKind::Delta if first.as_name().is_some() => {
                let ExprKind::Name(mark) = first.kind else { return Ok(Choice::Expr(first)) };
                let indication = self.constrained(*mark, false, first.span.start)?;
                Ok(Choice::Range(DiscreteRange::Subtype(Box::new(indication))))
            }
            _ => Ok(match first.kind {
                ExprKind::Name(name) if self.is_range_attribute(&name) => {
                    Choice::Range(DiscreteRange::Range(Range::Attribute(name)))
                }
                kind => Choice::Expr(Expr { kind, span: first.span }),
            }),
        }
    }

    /// True for `A'Range` and `A'Range (N)`.
    pub(super) fn is_range_attribute(&self, name: &Name) -> bool {
        matches!(&name.kind, NameKind::Attribute(attribute) if self.names.text(attribute.designator.symbol) == "range")
    }

    /// SPARK 2005: `[I => V; J, K => W]` behind a name in an annotation.
    fn update(&mut self) -> Read<Vec<UpdateItem>> {
        self.expect(TokenKind::LeftBracket);
        let mut items = Vec::new();
        loop {
            let start = self.start();
            let selectors = self.comma_list(Self::expression)?;
            self.expect(TokenKind::Arrow);
            let value = self.expression()?;
            items.push(UpdateItem { selectors, value, span: self.span_from(start) });
            if !self.eat(TokenKind::Semicolon) {
                break;
            }
        }
        if !self.eat(TokenKind::RightBracket) {
            return self.fail("missing \"]\"");
        }
        Ok(items)
    }
}

/// True if an expression may be a bound without parentheses: it is no relation and has no logical operators.
fn is_simple(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary(binary) => matches!(
            binary.op,
            BinaryOp::Plus
                | BinaryOp::Minus
                | BinaryOp::Concat
                | BinaryOp::Times
                | BinaryOp::Divide
                | BinaryOp::Mod
                | BinaryOp::Rem
                | BinaryOp::Power
        ),
        ExprKind::Membership(_)
        | ExprKind::If(_)
        | ExprKind::Case(_)
        | ExprKind::Quantified(_)
        | ExprKind::Declare(_)
        | ExprKind::Raise(..) => false,
        _ => true,
    }
}

/// True for reserved words that are no attributes; behind a tick the lexer takes all of them for identifiers.
fn is_no_designator(text: &str) -> bool {
    let reserved = reserved_word(&text.to_ascii_lowercase());
    reserved.is_some_and(|word| {
        !matches!(word, TokenKind::Access | TokenKind::Delta | TokenKind::Digits | TokenKind::Mod | TokenKind::Range)
    })
}
