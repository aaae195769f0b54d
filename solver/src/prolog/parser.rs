//! Tokens to clauses. Expressions are read by operator precedence with a stack of their own, so depth costs memory
//! alone.

use super::lexer::{Kind, Token};
use crate::num::Int;
use crate::scan::{Arithmetic, Expr};
use crate::smtlib::{Diagnostic, Fault};
use crate::system::{Atom, Clause, Origin, PredId, System};
use crate::term::{SortId, Store, TermId};
use hashbrown::HashMap;

/// What waits on the operator stack.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Waiting {
    /// An opening parenthesis.
    Paren,
    /// A unary minus.
    Negate,
    /// A `\+`.
    Not,
    /// A binary operator.
    Binary(Kind),
}

impl Waiting {
    /// How tight it binds. `\+` stands below the comparisons, because its operand is one.
    fn strength(self) -> u8 {
        match self {
            Waiting::Paren => 0,
            Waiting::Binary(Kind::Comma) => 1,
            Waiting::Binary(Kind::Semicolon) => 2,
            Waiting::Not => 3,
            Waiting::Binary(Kind::Arithmetic(operator)) => 4 + operator.strength(),
            Waiting::Negate => 7,
            Waiting::Binary(_) => 0,
        }
    }
}

/// The parser's state.
pub struct Parser<'a> {
    text: &'a str,
    tokens: &'a [Token],
    next: usize,
    store: Store,
    system: System,
    preds: HashMap<(&'a str, usize), PredId>,
    /// The variables of the clause being read.
    vars: HashMap<&'a str, TermId>,
}

impl<'a> Parser<'a> {
    /// A parser of tokens, of which the last is [`Kind::End`].
    pub fn new(text: &'a str, tokens: &'a [Token]) -> Parser<'a> {
        Parser {
            text,
            tokens,
            next: 0,
            store: Store::new(),
            system: System::new(),
            preds: HashMap::new(),
            vars: HashMap::new(),
        }
    }

    /// All clauses; there has to be one.
    pub fn program(mut self) -> Result<(Store, System), Diagnostic> {
        loop {
            self.clause()?;
            if self.peek().kind == Kind::End {
                return Ok((self.store, self.system));
            }
        }
    }

    fn peek(&self) -> Token {
        self.look(0)
    }

    fn look(&self, ahead: usize) -> Token {
        self.tokens[(self.next + ahead).min(self.tokens.len() - 1)]
    }

    fn take(&mut self) -> Token {
        let token = self.peek();
        self.next += 1;
        token
    }

    fn fail<T>(&self, token: Token, message: impl Into<String>) -> Result<T, Diagnostic> {
        Err(Diagnostic::new(self.text, token.span, message).of(Fault::Syntax))
    }

    fn expect(&mut self, kind: Kind, what: &str) -> Result<Token, Diagnostic> {
        let token = self.take();
        if token.kind == kind { Ok(token) } else { self.fail(token, format!("expected {what}")) }
    }

    fn clause(&mut self) -> Result<(), Diagnostic> {
        self.vars.clear();
        let start = self.peek();
        let head = match start.kind {
            Kind::False => {
                self.take();
                if self.peek().kind == Kind::OpenList {
                    self.take();
                    self.expect(Kind::CloseList, "`]`")?;
                }
                None
            }
            Kind::Name => Some(self.relation()?),
            _ => return self.fail(start, "expected the head of a clause: a relation symbol or `false`"),
        };
        self.expect(Kind::If, "`:-`")?;
        let (mut body, mut constraint) = (Vec::new(), Vec::new());
        loop {
            let (first, second) = (self.peek().kind, self.look(1).kind);
            match (first, second) {
                (Kind::Name, Kind::Open | Kind::OpenList | Kind::Comma | Kind::Dot) => body.push(self.relation()?),
                (Kind::False, Kind::Comma | Kind::Dot) => {
                    self.take();
                    constraint.push(Store::FALSE);
                }
                _ => constraint.push(self.condition()?),
            }
            let token = self.take();
            match token.kind {
                Kind::Comma => {}
                Kind::Dot => break,
                _ => return self.fail(token, "expected `,` or `.`"),
            }
        }
        let (line, column) = crate::smtlib::diagnostic::line_column(self.text.as_bytes(), start.span.start as usize);
        let origin = Origin { assertion: self.system.clauses.len() as u32, line, column };
        let constraint = self.store.and(&constraint);
        let vars = vec![SortId::INT; self.vars.len()];
        self.system.add_clause(Clause { vars, body, constraint, head, origin });
        Ok(())
    }

    /// `name`, `name(X, Y)` or `name-[X, Y]`.
    fn relation(&mut self) -> Result<Atom, Diagnostic> {
        let name = self.take().span.text(self.text);
        let mut args = Vec::new();
        let closing = match self.peek().kind {
            Kind::Open => Some(Kind::Close),
            Kind::OpenList => Some(Kind::CloseList),
            _ => None,
        };
        if let Some(closing) = closing {
            self.take();
            loop {
                let token = self.expect(Kind::Name, "a variable")?;
                args.push(self.variable(token));
                let token = self.take();
                match token.kind {
                    Kind::Comma => {}
                    kind if kind == closing => break,
                    _ => return self.fail(token, "expected `,` or the end of the arguments"),
                }
            }
        }
        let system = &mut self.system;
        let pred = *self
            .preds
            .entry((name, args.len()))
            .or_insert_with(|| system.add_pred(name, vec![SortId::INT; args.len()]));
        Ok(Atom::new(pred, args))
    }

    fn variable(&mut self, token: Token) -> TermId {
        let next = self.vars.len() as u32;
        let store = &mut self.store;
        *self.vars.entry(token.span.text(self.text)).or_insert_with(|| store.var(next, SortId::INT))
    }

    /// A condition up to the `,` or `.` that ends it.
    fn condition(&mut self) -> Result<TermId, Diagnostic> {
        let start = self.peek();
        let mut waiting: Vec<(Waiting, Token)> = Vec::new();
        let mut values: Vec<Expr> = Vec::new();
        let mut depth = 0u32;
        loop {
            // Where an operand is due.
            let token = self.take();
            match token.kind {
                Kind::Open => {
                    depth += 1;
                    waiting.push((Waiting::Paren, token));
                    continue;
                }
                Kind::Arithmetic(Arithmetic::Minus) => {
                    waiting.push((Waiting::Negate, token));
                    continue;
                }
                Kind::Not => {
                    waiting.push((Waiting::Not, token));
                    continue;
                }
                Kind::Name if !matches!(self.peek().kind, Kind::Open | Kind::OpenList) => {
                    let variable = self.variable(token);
                    values.push(Expr::Int(variable));
                }
                Kind::Name => return self.fail(token, "a relation symbol can't be part of a condition"),
                Kind::Number => {
                    let digits = token.span.text(self.text);
                    let Ok(value) = digits.parse::<num_bigint::BigInt>() else {
                        return self.fail(token, "this is no number");
                    };
                    let number = self.store.int_big(Int::from_big(value));
                    values.push(Expr::Int(number));
                }
                _ => return self.fail(token, "expected an expression"),
            }
            // Where an operator is due, after closing parentheses.
            loop {
                let token = self.peek();
                let ends = match token.kind {
                    Kind::Close if depth > 0 => true,
                    Kind::Comma => depth == 0,
                    Kind::Arithmetic(_) | Kind::Semicolon => false,
                    Kind::Dot if depth == 0 => true,
                    _ => return self.fail(token, "expected an operator"),
                };
                let new = Waiting::Binary(token.kind);
                let least = if ends { 1 } else { new.strength() };
                while let Some(&(top, place)) = waiting.last() {
                    if top.strength() < least {
                        break;
                    }
                    waiting.pop();
                    self.reduce(top, place, &mut values)?;
                }
                if !ends {
                    self.take();
                    waiting.push((new, token));
                    break;
                }
                if token.kind != Kind::Close {
                    return match values.pop() {
                        Some(Expr::Bool(term)) => Ok(term),
                        _ => self.fail(start, "expected a condition, this is a number"),
                    };
                }
                self.take();
                depth -= 1;
                waiting.pop();
            }
        }
    }

    /// Applies an operator to the values on the stack.
    fn reduce(&mut self, operator: Waiting, place: Token, values: &mut Vec<Expr>) -> Result<(), Diagnostic> {
        let store = &mut self.store;
        let last = values.pop();
        let value = match (operator, last) {
            (Waiting::Negate, Some(Expr::Int(a))) => Expr::Int(store.neg(a)),
            (Waiting::Not, Some(Expr::Bool(a))) => Expr::Bool(store.not(a)),
            (Waiting::Binary(kind), Some(right)) => match (kind, values.pop(), right) {
                (Kind::Arithmetic(operator), Some(Expr::Int(a)), Expr::Int(b)) => operator.apply(store, a, b),
                (Kind::Semicolon, Some(Expr::Bool(a)), Expr::Bool(b)) => Expr::Bool(store.or2(a, b)),
                (Kind::Comma, Some(Expr::Bool(a)), Expr::Bool(b)) => Expr::Bool(store.and2(a, b)),
                _ => return self.fail(place, "numbers and conditions are mixed up here"),
            },
            _ => return self.fail(place, "numbers and conditions are mixed up here"),
        };
        values.push(value);
        Ok(())
    }
}
