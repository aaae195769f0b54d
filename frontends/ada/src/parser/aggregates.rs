//! Aggregates and expressions in parentheses (RM 4.3, 4.4).

use super::{Parser, Read};
use crate::ast::{
    Aggregate, AggregateBase, AggregateItem, Association, AssociationValue, Choice, Expr, ExprKind,
    IteratedAssociation, Name, NameKind,
};
use crate::lexer::TokenKind;
use horn_frontend::Span;

impl Parser<'_> {
    /// RM 4.3, 4.4: `(E)`, `(A, B)`, `(C => V)`, `(null record)`, `(E with …)`, `[…]`.
    pub(super) fn aggregate_or_parenthesized(&mut self) -> Read<Expr> {
        self.nested(|parser| match parser.kind() {
            TokenKind::LeftBracket => parser.bracketed(),
            _ => parser.parenthesized(),
        })
    }

    /// RM 4.3.3, 4.3.5: `[…]`.
    fn bracketed(&mut self) -> Read<Expr> {
        let start = self.bump().start;
        let mut items = Vec::new();
        let mut base = AggregateBase::None;
        if self.kind() != TokenKind::RightBracket {
            base = self.aggregate_items(&mut items)?;
        }
        if !self.eat(TokenKind::RightBracket) {
            return self.fail("missing \"]\"");
        }
        let aggregate = Aggregate { brackets: true, base, items };
        Ok(Expr { kind: ExprKind::Aggregate(Box::new(aggregate)), span: self.span_from(start) })
    }

    fn parenthesized(&mut self) -> Read<Expr> {
        let start = self.start();
        if !self.eat(TokenKind::LeftParen) {
            return self.fail("missing \"(\"");
        }
        let mut items = Vec::new();
        let base = if self.kind() == TokenKind::Null && self.nth(1) == TokenKind::Record {
            self.bump();
            self.bump();
            AggregateBase::NullRecord
        } else {
            self.aggregate_items(&mut items)?
        };
        self.close_parenthesis()?;
        let span = self.span_from(start);
        if base == AggregateBase::None && items.len() == 1 && is_plain(&items[0]) {
            let Some(AggregateItem::Association(Association { value: AssociationValue::Expr(expr), .. })) = items.pop()
            else {
                return Ok(self.error_expr(start));
            };
            return Ok(Expr { kind: ExprKind::Paren(Box::new(expr)), span });
        }
        let aggregate = Aggregate { brackets: false, base, items };
        Ok(Expr { kind: ExprKind::Aggregate(Box::new(aggregate)), span })
    }

    /// What stands between the brackets of an aggregate.
    fn aggregate_items(&mut self, items: &mut Vec<AggregateItem>) -> Read<AggregateBase> {
        let mut base = AggregateBase::None;
        items.push(self.aggregate_item()?);
        if self.kind() == TokenKind::With && items.len() == 1 && is_plain(&items[0]) {
            self.bump();
            let Some(AggregateItem::Association(Association { value: AssociationValue::Expr(expr), .. })) = items.pop()
            else {
                return Ok(base);
            };
            if self.eat(TokenKind::Delta) {
                base = AggregateBase::Delta(expr);
            } else {
                base = AggregateBase::Extension(expr);
                if self.kind() == TokenKind::Null && self.nth(1) == TokenKind::Record {
                    self.bump();
                    self.bump();
                    return Ok(base);
                }
            }
            let delta = matches!(base, AggregateBase::Delta(_));
            items.push(self.item_of(delta)?);
        }
        let delta = matches!(base, AggregateBase::Delta(_));
        while self.eat(TokenKind::Comma) {
            items.push(self.item_of(delta)?);
        }
        if self.kind() == TokenKind::Semicolon && !self.in_annotation {
            let ahead = self.nth(1);
            if matches!(ahead, TokenKind::Identifier | TokenKind::Others | TokenKind::Integer) && !self.first_on_line(1)
            {
                return self.fail("\";\" should be \",\"");
            }
        }
        Ok(base)
    }

    /// An association, of a delta aggregate perhaps one whose choices begin with an index: `(I).A.B => V` (SPARK RM
    /// 4.3.4). The target name stands for the base in front of it.
    fn item_of(&mut self, delta: bool) -> Read<AggregateItem> {
        if !delta || !self.at_index_of_base() {
            return self.aggregate_item();
        }
        let start = self.start();
        let mut choices = vec![self.part_of_base()?];
        while self.eat(TokenKind::Bar) {
            choices.push(if self.at_index_of_base() { self.part_of_base()? } else { self.choice()? });
        }
        self.association_value(start, choices).map(AggregateItem::Association)
    }

    /// Whether an index in parentheses stands here with a selector, or another index, behind it.
    fn at_index_of_base(&self) -> bool {
        let mut depth = 0;
        for (at, token) in self.tokens.iter().enumerate().skip(self.at) {
            match token.kind {
                TokenKind::LeftParen => depth += 1,
                TokenKind::RightParen => depth -= 1,
                TokenKind::Semicolon | TokenKind::Eof => return false,
                _ => {}
            }
            if depth == 0 {
                let behind = self.tokens.get(at + 1).map(|token| token.kind);
                return at > self.at && matches!(behind, Some(TokenKind::Dot | TokenKind::LeftParen));
            }
        }
        false
    }

    fn part_of_base(&mut self) -> Read<Choice> {
        let span = self.token().span();
        let base = Name { kind: NameKind::Target, span: Span::new(span.start, span.start) };
        self.suffixes_of(base).map(|name| Choice::Expr(Expr::name(name)))
    }

    /// RM 4.3.1, 4.3.3, 4.3.5: one association.
    fn aggregate_item(&mut self) -> Read<AggregateItem> {
        let quantified = matches!(self.nth(1), TokenKind::All | TokenKind::Some);
        if self.kind() != TokenKind::For || quantified {
            return Ok(AggregateItem::Association(self.association()?));
        }
        let start = self.bump().start;
        let iterator = self.iterator()?;
        let mut more_choices: Vec<Choice> = Vec::new();
        while self.eat(TokenKind::Bar) {
            more_choices.push(self.choice()?);
        }
        let key = match self.eat(TokenKind::Use) {
            true => Some(self.expression()?),
            false => None,
        };
        self.expect(TokenKind::Arrow);
        // A component may be `<>` here too.
        let value = if self.kind() == TokenKind::Box {
            return self.fail("\"<>\" is not supported in iterated associations");
        } else {
            self.expression_or_conditional()?
        };
        let span = self.span_from(start);
        Ok(AggregateItem::Iterated(Box::new(IteratedAssociation { iterator, more_choices, key, value, span })))
    }
}

/// A positional association with an expression: what `(E)` and the base of an extension look like.
fn is_plain(item: &AggregateItem) -> bool {
    matches!(item, AggregateItem::Association(Association { choices, value: AssociationValue::Expr(_), .. }) if choices.is_empty())
}
