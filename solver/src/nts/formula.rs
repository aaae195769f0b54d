//! Labels of transitions: formulas over current and primed variables, and calls. Expressions are read by operator
//! precedence with a stack of their own, so depth costs memory alone.

use super::lexer::{Cursor, Kind, Token};
use super::parser;
use crate::num::Int;
use crate::scan::{Arithmetic, Expr};
use crate::smtlib::Diagnostic;
use crate::term::{SortId, Store, TermId};
use hashbrown::HashMap;

/// The terms that stand for a variable.
#[derive(Clone, Copy, Debug)]
pub struct Images {
    /// Its current value.
    pub now: TermId,
    /// Its value after the transition; `None` where there is no transition.
    pub next: Option<TermId>,
}

/// The variables that a label may name.
#[derive(Debug, Default)]
pub struct Scope<'a> {
    /// In the order of declaration.
    pub order: Vec<&'a str>,
    /// What they stand for.
    pub images: HashMap<&'a str, Images>,
}

/// A call: `(y', z') = callee(t, u) and havoc(y, z)`.
#[derive(Debug)]
pub struct Call<'a> {
    /// The name of the callee.
    pub callee: Token,
    /// The values it gets.
    pub args: Vec<TermId>,
    /// The variables that take its results.
    pub results: Vec<&'a str>,
    /// Variables that `havoc` leaves open; others keep their values, with or without it.
    pub havoc: Vec<&'a str>,
}

/// What is between the braces of a transition.
#[derive(Debug)]
pub enum Label<'a> {
    /// A relation of current and primed variables.
    Formula(TermId),
    /// A call.
    Call(Call<'a>),
}

/// What waits on the operator stack.
enum Waiting<'a> {
    Paren,
    Quantifier { universal: bool, bound: Vec<(u32, SortId)>, hidden: Vec<(&'a str, Option<Images>)> },
    Negate,
    Not,
    Binary(Kind),
}

impl Waiting<'_> {
    /// How tight it binds.
    fn strength(&self) -> u8 {
        match self {
            Waiting::Paren => 0,
            Waiting::Quantifier { .. } => 1,
            Waiting::Not => 6,
            Waiting::Negate => 10,
            Waiting::Binary(kind) => strength(*kind),
        }
    }
}

/// How tight a binary operator binds; 0 for what is none.
fn strength(kind: Kind) -> u8 {
    match kind {
        Kind::Equivalent => 2,
        Kind::Implies | Kind::Arrow => 3,
        Kind::Or => 4,
        Kind::And => 5,
        Kind::Arithmetic(operator) => 7 + operator.strength(),
        _ => 0,
    }
}

/// Reads a label up to the `}`, which stays.
pub fn label<'a>(cursor: &mut Cursor<'a>, store: &mut Store, scope: &mut Scope<'a>) -> Result<Label<'a>, Diagnostic> {
    if cursor.peek().kind == Kind::CloseBrace {
        return Ok(Label::Formula(Store::TRUE));
    }
    let Some(results) = call_ahead(cursor) else {
        let formula = condition(cursor, store, scope)?;
        end(cursor)?;
        return Ok(Label::Formula(formula));
    };
    for &result in &results {
        if !scope.images.contains_key(cursor.word(result)) {
            return Err(unknown(cursor, result));
        }
    }
    let callee = cursor.take();
    cursor.take();
    let mut args = Vec::new();
    while !cursor.accept(Kind::Close) {
        let token = cursor.peek();
        match expression(cursor, store, scope)? {
            Expr::Int(term) | Expr::Bool(term) => args.push(term),
        }
        if !cursor.accept(Kind::Comma) && cursor.peek().kind != Kind::Close {
            return Err(cursor.error(token, "expected an argument"));
        }
    }
    let mut open = Vec::new();
    if cursor.accept(Kind::And) {
        let token = cursor.take();
        if token.kind != Kind::Havoc {
            return Err(cursor.mistake(token, "a call can be combined with nothing but `havoc`"));
        }
        open = havoc(cursor, scope)?;
    }
    end(cursor)?;
    let results = results.into_iter().map(|token| cursor.word(token)).collect();
    Ok(Label::Call(Call { callee, args, results, havoc: open }))
}

/// Whether a label begins a call: `f(`, `y' = f(` or `(y', z') = f(`. The results; the cursor is then at the callee's
/// name.
fn call_ahead(cursor: &mut Cursor<'_>) -> Option<Vec<Token>> {
    let mut ahead = *cursor;
    let mut results = Vec::new();
    let listed = ahead.accept(Kind::Open);
    if listed || ahead.look(1).kind == Kind::Prime {
        loop {
            let token = ahead.take();
            if token.kind != Kind::Name || !ahead.accept(Kind::Prime) {
                return None;
            }
            results.push(token);
            if !listed {
                break;
            }
            match ahead.take().kind {
                Kind::Comma => {}
                Kind::Close => break,
                _ => return None,
            }
        }
        if !ahead.accept(Kind::Arithmetic(Arithmetic::Equal)) {
            return None;
        }
    }
    if ahead.peek().kind != Kind::Name || ahead.look(1).kind != Kind::Open {
        return None;
    }
    *cursor = ahead;
    Some(results)
}

fn end(cursor: &Cursor<'_>) -> Result<(), Diagnostic> {
    let token = cursor.peek();
    if token.kind == Kind::CloseBrace { Ok(()) } else { Err(cursor.error(token, "expected an operator or `}`")) }
}

/// Reads a formula up to what can't continue it.
pub fn condition<'a>(cursor: &mut Cursor<'a>, store: &mut Store, scope: &mut Scope<'a>) -> Result<TermId, Diagnostic> {
    let token = cursor.peek();
    match expression(cursor, store, scope)? {
        Expr::Bool(term) => Ok(term),
        Expr::Int(_) => Err(cursor.error(token, "expected a condition, this is a number")),
    }
}

fn unknown(cursor: &Cursor<'_>, token: Token) -> Diagnostic {
    cursor.mistake(token, format!("unknown variable {}", cursor.word(token)))
}

/// `(x, y)` after `havoc`.
fn havoc<'a>(cursor: &mut Cursor<'a>, scope: &Scope<'a>) -> Result<Vec<&'a str>, Diagnostic> {
    cursor.expect(Kind::Open, "`(`")?;
    let mut names = Vec::new();
    while !cursor.accept(Kind::Close) {
        let token = cursor.expect(Kind::Name, "the name of a variable")?;
        let name = cursor.word(token);
        if !scope.images.contains_key(name) {
            return Err(unknown(cursor, token));
        }
        names.push(name);
        if !cursor.accept(Kind::Comma) && cursor.peek().kind != Kind::Close {
            return Err(cursor.error(cursor.peek(), "expected `,` or `)`"));
        }
    }
    Ok(names)
}

fn expression<'a>(cursor: &mut Cursor<'a>, store: &mut Store, scope: &mut Scope<'a>) -> Result<Expr, Diagnostic> {
    let mut waiting: Vec<(Waiting<'a>, Token)> = Vec::new();
    let mut values: Vec<Expr> = Vec::new();
    let mut depth = 0u32;
    loop {
        // Where an operand is due.
        let token = cursor.take();
        let value = match token.kind {
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
            Kind::Exists | Kind::Forall => {
                let quantifier = quantifier(cursor, store, scope, token.kind == Kind::Forall)?;
                waiting.push((quantifier, token));
                continue;
            }
            Kind::True => Expr::Bool(Store::TRUE),
            Kind::False => Expr::Bool(Store::FALSE),
            Kind::Havoc => {
                let open = havoc(cursor, scope)?;
                let kept = scope.order.iter().filter(|name| !open.contains(name));
                let mut parts = Vec::new();
                for name in kept {
                    let Some(images) = scope.images.get(name) else { continue };
                    let Some(next) = images.next else {
                        return Err(cursor.mistake(token, "`havoc` outside of a transition"));
                    };
                    parts.push(store.eq(next, images.now));
                }
                Expr::Bool(store.and(&parts))
            }
            Kind::Name => variable(cursor, store, scope, token)?,
            Kind::Number => {
                let Ok(value) = cursor.word(token).parse::<num_bigint::BigInt>() else {
                    return Err(cursor.error(token, "this is no number"));
                };
                Expr::Int(store.int_big(Int::from_big(value)))
            }
            _ => return Err(cursor.error(token, "expected an expression")),
        };
        values.push(value);
        // Where an operator is due, after closing parentheses.
        loop {
            let token = cursor.peek();
            let new = strength(token.kind);
            let least = new.max(1);
            while let Some((top, _)) = waiting.last() {
                // An implication binds to the right.
                if top.strength() < least || (new == 3 && top.strength() == 3) {
                    break;
                }
                if let Some((top, place)) = waiting.pop() {
                    reduce(cursor, store, scope, top, place, &mut values)?;
                }
            }
            if new > 0 {
                cursor.take();
                waiting.push((Waiting::Binary(token.kind), token));
                break;
            }
            if token.kind == Kind::Close && depth > 0 {
                cursor.take();
                depth -= 1;
                waiting.pop();
                continue;
            }
            if depth > 0 {
                return Err(cursor.error(token, "expected an operator or `)`"));
            }
            return values.pop().ok_or_else(|| cursor.error(token, "expected an expression"));
        }
    }
}

/// A variable, with `'` for its next value.
fn variable(cursor: &mut Cursor<'_>, store: &Store, scope: &Scope<'_>, token: Token) -> Result<Expr, Diagnostic> {
    let Some(images) = scope.images.get(cursor.word(token)) else {
        if cursor.peek().kind == Kind::Open {
            return Err(cursor.mistake(token, "a call can't be part of a formula"));
        }
        return Err(unknown(cursor, token));
    };
    let term = if cursor.accept(Kind::Prime) {
        images.next.ok_or_else(|| cursor.mistake(token, "a primed variable outside of a transition"))?
    } else {
        images.now
    };
    Ok(if store.sort_of(term) == SortId::BOOL { Expr::Bool(term) } else { Expr::Int(term) })
}

/// `k, l : int .` after `exists` or `forall`.
fn quantifier<'a>(
    cursor: &mut Cursor<'a>,
    store: &mut Store,
    scope: &mut Scope<'a>,
    universal: bool,
) -> Result<Waiting<'a>, Diagnostic> {
    let mut names = Vec::new();
    loop {
        let token = cursor.expect(Kind::Name, "the name of a variable")?;
        names.push(cursor.word(token));
        if !cursor.accept(Kind::Comma) {
            break;
        }
    }
    cursor.expect(Kind::Colon, "`,` or `:`")?;
    let sort = parser::sort(cursor)?;
    cursor.expect(Kind::Dot, "`.`")?;
    let (mut bound, mut hidden) = (Vec::new(), Vec::new());
    for name in names {
        let number = store.fresh_bound();
        let now = store.bound(number, sort);
        bound.push((number, sort));
        hidden.push((name, scope.images.insert(name, Images { now, next: None })));
    }
    Ok(Waiting::Quantifier { universal, bound, hidden })
}

/// Applies an operator to the values on the stack.
fn reduce<'a>(
    cursor: &Cursor<'a>,
    store: &mut Store,
    scope: &mut Scope<'a>,
    operator: Waiting<'a>,
    place: Token,
    values: &mut Vec<Expr>,
) -> Result<(), Diagnostic> {
    let mixed = || cursor.error(place, "numbers and conditions are mixed up here");
    let value = match (operator, values.pop()) {
        (Waiting::Negate, Some(Expr::Int(a))) => Expr::Int(store.neg(a)),
        (Waiting::Not, Some(Expr::Bool(a))) => Expr::Bool(store.not(a)),
        (Waiting::Quantifier { universal, bound, hidden }, Some(Expr::Bool(body))) => {
            for (name, images) in hidden.into_iter().rev() {
                match images {
                    Some(images) => scope.images.insert(name, images),
                    None => scope.images.remove(name),
                };
            }
            Expr::Bool(if universal { store.forall(&bound, body) } else { store.exists(&bound, body) })
        }
        (Waiting::Binary(kind), Some(right)) => match (kind, values.pop(), right) {
            (Kind::Arithmetic(operator), Some(Expr::Int(a)), Expr::Int(b)) => operator.apply(store, a, b),
            (Kind::Arithmetic(Arithmetic::Equal) | Kind::Equivalent, Some(Expr::Bool(a)), Expr::Bool(b)) => {
                Expr::Bool(store.eq(a, b))
            }
            (Kind::Arithmetic(Arithmetic::Unequal), Some(Expr::Bool(a)), Expr::Bool(b)) => Expr::Bool(store.neq(a, b)),
            (Kind::Implies | Kind::Arrow, Some(Expr::Bool(a)), Expr::Bool(b)) => Expr::Bool(store.implies(a, b)),
            (Kind::Or, Some(Expr::Bool(a)), Expr::Bool(b)) => Expr::Bool(store.or2(a, b)),
            (Kind::And, Some(Expr::Bool(a)), Expr::Bool(b)) => Expr::Bool(store.and2(a, b)),
            _ => return Err(mixed()),
        },
        _ => return Err(mixed()),
    };
    values.push(value);
    Ok(())
}
