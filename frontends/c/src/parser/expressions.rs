//! Expressions (C11 6.5): operators by precedence, with a stack of what waits for its operand.

use super::Parser;
use crate::lexer::{Kind, Token};
use crate::tree::{BinaryOp, ExprId, ExprKind, TypeId, UnaryOp};

/// An operator with one operand that stands before it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Prefix {
    Op(UnaryOp),
    Sizeof,
    Alignof,
    Cast(TypeId),
}

/// What waits for an operand, or for what closes it. `first` is the first token of its text.
#[derive(Debug)]
pub(super) enum Frame {
    Prefix {
        op: Prefix,
        first: usize,
    },
    Binary {
        op: BinaryOp,
        left: ExprId,
        first: usize,
        operator: usize,
    },
    Assign {
        op: Option<BinaryOp>,
        target: ExprId,
        first: usize,
        operator: usize,
    },
    /// `condition ?`
    Then {
        condition: ExprId,
        first: usize,
        operator: usize,
    },
    /// `condition ? then :`
    Else {
        condition: ExprId,
        then: Option<ExprId>,
        first: usize,
        operator: usize,
    },
    Paren {
        first: usize,
    },
    Index {
        base: ExprId,
        first: usize,
        operator: usize,
    },
    Call {
        function: ExprId,
        args: Vec<ExprId>,
        first: usize,
        operator: usize,
    },
    /// ACSL: `a < b` of `a < b < c`.
    Chain {
        before: ExprId,
        first: usize,
        operator: usize,
    },
    /// ACSL: `low ..`
    Range {
        low: ExprId,
        first: usize,
        operator: usize,
    },
}

const COMMA: u8 = 1;
const ASSIGN: u8 = 2;
const CONDITIONAL: u8 = 3;
const IMPLIES: u8 = 5;
const RELATION: u8 = 12;

/// How tight an operator binds.
fn level(op: BinaryOp) -> u8 {
    use BinaryOp as B;
    match op {
        B::Comma => COMMA,
        B::Equivalent => 4,
        B::Implies => IMPLIES,
        B::Or => 6,
        B::And => 7,
        B::BitOr => 8,
        B::BitXor => 9,
        B::BitAnd => 10,
        B::Equal | B::NotEqual => 11,
        B::Less | B::Greater | B::LessEqual | B::GreaterEqual => RELATION,
        B::Shl | B::Shr => 13,
        B::Add | B::Sub => 14,
        B::Mul | B::Div | B::Rem => 15,
    }
}

fn binary_op(kind: Kind) -> Option<BinaryOp> {
    use {BinaryOp as B, Kind as K};
    Some(match kind {
        K::Star => B::Mul,
        K::Slash => B::Div,
        K::Percent => B::Rem,
        K::Plus => B::Add,
        K::Minus => B::Sub,
        K::Shl => B::Shl,
        K::Shr => B::Shr,
        K::Less => B::Less,
        K::Greater => B::Greater,
        K::LessEqual => B::LessEqual,
        K::GreaterEqual => B::GreaterEqual,
        K::Equal => B::Equal,
        K::NotEqual => B::NotEqual,
        K::Amp => B::BitAnd,
        K::Caret => B::BitXor,
        K::Bar => B::BitOr,
        K::AmpAmp => B::And,
        K::BarBar => B::Or,
        _ => return None,
    })
}

/// The operator of an assignment, and of a compound one the operation.
fn assignment(kind: Kind) -> Option<Option<BinaryOp>> {
    use {BinaryOp as B, Kind as K};
    Some(match kind {
        K::Assign => None,
        K::StarAssign => Some(B::Mul),
        K::SlashAssign => Some(B::Div),
        K::PercentAssign => Some(B::Rem),
        K::PlusAssign => Some(B::Add),
        K::MinusAssign => Some(B::Sub),
        K::ShlAssign => Some(B::Shl),
        K::ShrAssign => Some(B::Shr),
        K::AmpAssign => Some(B::BitAnd),
        K::CaretAssign => Some(B::BitXor),
        K::BarAssign => Some(B::BitOr),
        _ => return None,
    })
}

impl Parser {
    /// An expression with comma operators.
    pub(super) fn expression(&mut self) -> ExprId {
        self.expression_up_to(true)
    }

    /// An expression that ends at a comma.
    pub(super) fn assignment_expression(&mut self) -> ExprId {
        self.expression_up_to(false)
    }

    fn expression_up_to(&mut self, comma: bool) -> ExprId {
        let mut stack: Vec<Frame> = Vec::new();
        loop {
            let Some((mut value, mut first)) = self.operand(&mut stack) else { continue };
            // Behind an operand; left when an operator was read that needs another one.
            loop {
                let operator = self.at;
                match self.kind() {
                    Kind::LeftBracket => {
                        self.advance();
                        stack.push(Frame::Index { base: value, first, operator });
                        break;
                    }
                    Kind::LeftParen => {
                        self.advance();
                        if self.accept(Kind::RightParen) {
                            let kind = ExprKind::Call { function: value, args: Vec::new() };
                            value = self.expr(kind, first, Some(operator));
                            continue;
                        }
                        stack.push(Frame::Call { function: value, args: Vec::new(), first, operator });
                        break;
                    }
                    Kind::Dot | Kind::Arrow => {
                        let arrow = self.kind() == Kind::Arrow;
                        self.advance();
                        let field = self.token();
                        if self.expect(Kind::Name, if arrow { "behind `->`" } else { "behind `.`" }) {
                            let kind = ExprKind::Member { base: value, field: field.symbol, arrow };
                            value = self.expr(kind, first, Some(operator));
                        }
                        continue;
                    }
                    Kind::PlusPlus | Kind::MinusMinus => {
                        let up = self.kind() == Kind::PlusPlus;
                        self.advance();
                        let op = if up { UnaryOp::PostIncrement } else { UnaryOp::PostDecrement };
                        value = self.expr(ExprKind::Unary { op, operand: value }, first, Some(operator));
                        continue;
                    }
                    _ => {}
                }
                while let Some(Frame::Prefix { op, first: at }) = stack.last() {
                    (value, first) = self.prefix(*op, value, *at);
                    stack.pop();
                }
                if self.operator(&mut stack, &mut value, &mut first) {
                    break;
                }
                // What closes something, or ends the expression.
                self.reduce(&mut stack, &mut value, &mut first, 0);
                match (self.kind(), stack.pop()) {
                    (Kind::RightParen, Some(Frame::Paren { first: open })) => {
                        self.advance();
                        first = open;
                    }
                    (Kind::RightParen, Some(Frame::Call { function, mut args, first: at, operator })) => {
                        self.advance();
                        args.push(value);
                        first = at;
                        value = self.expr(ExprKind::Call { function, args }, first, Some(operator));
                    }
                    (Kind::Comma, Some(Frame::Call { function, mut args, first, operator })) => {
                        self.advance();
                        args.push(value);
                        stack.push(Frame::Call { function, args, first, operator });
                        break;
                    }
                    (Kind::RightBracket, Some(Frame::Index { base, first: at, operator })) => {
                        self.advance();
                        first = at;
                        value = self.expr(ExprKind::Index { base, index: value }, first, Some(operator));
                    }
                    (Kind::Colon, Some(Frame::Then { condition, first, operator })) => {
                        self.advance();
                        stack.push(Frame::Else { condition, then: Some(value), first, operator });
                        break;
                    }
                    (Kind::Comma, top) if comma || top.is_some() => {
                        stack.extend(top);
                        self.advance();
                        stack.push(Frame::Binary { op: BinaryOp::Comma, left: value, first, operator });
                        break;
                    }
                    (_, None) => return value,
                    (_, Some(frame)) => (value, first) = self.unclosed(frame, value),
                }
            }
        }
    }

    /// Reads an operator behind an operand: what waits for its right operand is pushed. False if there is none.
    fn operator(&mut self, stack: &mut Vec<Frame>, value: &mut ExprId, first: &mut usize) -> bool {
        let (kind, operator) = (self.kind(), self.at);
        if self.in_annotation && self.acsl_operator(stack, value, first) {
            return true;
        }
        if let Some(op) = binary_op(kind) {
            self.reduce(stack, value, first, level(op));
            self.advance();
            stack.push(Frame::Binary { op, left: *value, first: *first, operator });
            return true;
        }
        if let Some(op) = assignment(kind) {
            self.reduce(stack, value, first, ASSIGN + 1);
            self.advance();
            stack.push(Frame::Assign { op, target: *value, first: *first, operator });
            return true;
        }
        if kind == Kind::Question {
            self.reduce(stack, value, first, CONDITIONAL + 1);
            self.advance();
            if self.accept(Kind::Colon) {
                stack.push(Frame::Else { condition: *value, then: None, first: *first, operator });
            } else {
                stack.push(Frame::Then { condition: *value, first: *first, operator });
            }
            return true;
        }
        false
    }

    /// ACSL's `==>`, `<==>`, `..`, and chained comparisons.
    fn acsl_operator(&mut self, stack: &mut Vec<Frame>, value: &mut ExprId, first: &mut usize) -> bool {
        let (kind, operator) = (self.kind(), self.at);
        let adjacent = |ahead: usize| {
            let next = self.tokens.get(operator + ahead);
            next.is_some_and(|next| !next.has(Token::SPACE))
        };
        let equivalent = kind == Kind::LessEqual
            && self.kind_at(1) == Kind::Assign
            && self.kind_at(2) == Kind::Greater
            && adjacent(1)
            && adjacent(2);
        let implies = kind == Kind::Equal && self.kind_at(1) == Kind::Greater && adjacent(1);
        if equivalent || implies {
            // `==>` binds to the right.
            let (op, width, up_to) =
                if implies { (BinaryOp::Implies, 2, IMPLIES + 1) } else { (BinaryOp::Equivalent, 3, 4) };
            self.reduce(stack, value, first, up_to);
            self.at += width;
            stack.push(Frame::Binary { op, left: *value, first: *first, operator });
            return true;
        }
        if kind == Kind::Ellipsis {
            self.reduce(stack, value, first, ASSIGN + 1);
            self.advance();
            stack.push(Frame::Range { low: *value, first: *first, operator });
            return true;
        }
        let Some(op) = binary_op(kind).filter(|op| level(*op) == RELATION) else { return false };
        self.reduce(stack, value, first, RELATION + 1);
        if let Some(Frame::Binary { op: before, .. }) = stack.last()
            && level(*before) == RELATION
        {
            let right = *value;
            self.reduce(stack, value, first, RELATION);
            stack.push(Frame::Chain { before: *value, first: *first, operator });
            *value = right;
        }
        self.advance();
        stack.push(Frame::Binary { op, left: *value, first: *first, operator });
        true
    }

    fn prefix(&mut self, op: Prefix, operand: ExprId, first: usize) -> (ExprId, usize) {
        let kind = match op {
            Prefix::Op(op) => ExprKind::Unary { op, operand },
            Prefix::Sizeof => ExprKind::SizeofExpr(operand),
            Prefix::Alignof => ExprKind::AlignofExpr(operand),
            Prefix::Cast(ty) => ExprKind::Cast { ty, operand },
        };
        (self.expr(kind, first, Some(first)), first)
    }

    /// Applies the operators that bind at least as tight as `up_to`.
    fn reduce(&mut self, stack: &mut Vec<Frame>, value: &mut ExprId, first: &mut usize, up_to: u8) {
        loop {
            let level = match stack.last() {
                Some(Frame::Binary { op, .. }) => level(*op),
                Some(Frame::Chain { .. }) => RELATION,
                Some(Frame::Assign { .. } | Frame::Range { .. }) => ASSIGN,
                Some(Frame::Else { .. }) => CONDITIONAL,
                _ => return,
            };
            if level < up_to {
                return;
            }
            let (kind, at, operator) = match stack.pop() {
                Some(Frame::Binary { op, left, first, operator }) => {
                    (ExprKind::Binary { op, left, right: *value }, first, operator)
                }
                Some(Frame::Chain { before, first, operator }) => {
                    (ExprKind::Binary { op: BinaryOp::And, left: before, right: *value }, first, operator)
                }
                Some(Frame::Assign { op, target, first, operator }) => {
                    (ExprKind::Assign { op, target, value: *value }, first, operator)
                }
                Some(Frame::Range { low, first, operator }) => {
                    (ExprKind::AcslRange { low: Some(low), high: Some(*value) }, first, operator)
                }
                Some(Frame::Else { condition, then, first, operator }) => {
                    (ExprKind::Conditional { condition, then, otherwise: *value }, first, operator)
                }
                other => {
                    stack.extend(other);
                    return;
                }
            };
            *first = at;
            *value = self.expr(kind, at, Some(operator));
        }
    }

    /// What is missing its closing token: an error, and the value as if it were there.
    fn unclosed(&mut self, frame: Frame, value: ExprId) -> (ExprId, usize) {
        let found = self.describe();
        let mut expected = |what: &str| self.error(self.at, format!("expected {what}, not {found}"));
        match frame {
            Frame::Paren { first } => {
                expected("`)` or an operator");
                (value, first)
            }
            Frame::Call { first, .. } => {
                expected("`,` or `)` in the arguments of a call");
                (value, first)
            }
            Frame::Index { first, .. } => {
                expected("`]`");
                (value, first)
            }
            Frame::Then { first, .. } => {
                expected("`:` behind `?`");
                (value, first)
            }
            Frame::Prefix { first, .. }
            | Frame::Binary { first, .. }
            | Frame::Assign { first, .. }
            | Frame::Else { first, .. }
            | Frame::Chain { first, .. }
            | Frame::Range { first, .. } => (value, first),
        }
    }
}
