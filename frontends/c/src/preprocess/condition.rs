//! `#if` and its like: which groups of lines are read, and constant expressions (C11 6.10.1).
//!
//! Values have 64 bits and are signed or not, as the standard says of `intmax_t`. An operand that is not evaluated
//! (`0 && 1/0`) may be wrong: a division by zero is a value that is reported only when it is needed.

use super::Preprocessor;
use super::directive::Builtin;
use crate::lexer::{Kind, Token};
use crate::literal::{Number, character, number};
use horn_frontend::Severity;
use horn_frontend::ir::Loc;

/// An `#if` that is open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Condition {
    /// The `#if`.
    pub loc: Loc,
    /// One of its groups was read, or is being read.
    pub taken: bool,
    /// Behind `#else`.
    pub in_else: bool,
}

/// A value in `#if`.
#[derive(Clone, Copy, Debug)]
struct Value {
    bits: u64,
    unsigned: bool,
    /// What is wrong with it, if it is used.
    wrong: Option<&'static str>,
}

impl Value {
    fn int(value: bool) -> Value {
        Value { bits: u64::from(value), unsigned: false, wrong: None }
    }
}

/// An operator that waits for its right operand.
#[derive(Clone, Copy, Debug)]
enum Pending {
    Open(Token),
    Unary(Kind),
    Binary(Kind, Value),
    /// `c ?`
    Then(Value),
    /// `c ? a :`
    Else(Value, Value),
}

/// How tight an operator binds; none if it is none of `#if`.
fn precedence(kind: Kind) -> Option<u8> {
    use Kind as K;
    Some(match kind {
        K::Comma => 1,
        K::BarBar => 3,
        K::AmpAmp => 4,
        K::Bar => 5,
        K::Caret => 6,
        K::Amp => 7,
        K::Equal | K::NotEqual => 8,
        K::Less | K::Greater | K::LessEqual | K::GreaterEqual => 9,
        K::Shl | K::Shr => 10,
        K::Plus | K::Minus => 11,
        K::Star | K::Slash | K::Percent => 12,
        _ => return None,
    })
}

impl Preprocessor<'_> {
    pub(super) fn push_condition(&mut self, condition: Condition) {
        if let Some(open) = self.files.last_mut() {
            open.conditions.push(condition);
        }
    }

    /// Whether the condition of `#if`, `#ifdef`, `#ifndef` or `#elif` holds.
    pub(super) fn condition_holds(&mut self, directive: &str, hash: Token, line: &[Token]) -> bool {
        if matches!(directive, "ifdef" | "ifndef") {
            let Some(name) = line.first().filter(|token| token.kind == Kind::Name) else {
                self.report_at(Severity::Error, hash, format!("`#{directive}` without the name of a macro"));
                return false;
            };
            return self.macro_at(name.symbol).is_some() == (directive == "ifdef");
        }
        match self.evaluate(&line[..line.len() - 1], line[line.len() - 1]) {
            Ok(value) => value.bits != 0,
            Err((at, message)) => {
                self.report_at(Severity::Error, at, format!("in `#{directive}`: {message}"));
                false
            }
        }
    }

    /// `#elif`, `#else` or `#endif` behind a group that was read.
    pub(super) fn end_of_group(&mut self, directive: &str, word: Token) {
        let Some(condition) = self.files.last_mut().and_then(|open| open.conditions.last_mut()) else {
            self.report_at(Severity::Error, word, format!("`#{directive}` without `#if`"));
            return;
        };
        match directive {
            "endif" => {
                if let Some(open) = self.files.last_mut() {
                    open.conditions.pop();
                }
            }
            _ => {
                let behind_else = condition.in_else;
                condition.in_else |= directive == "else";
                if behind_else {
                    self.report_at(Severity::Error, word, format!("`#{directive}` behind `#else`"));
                }
                self.skip_group();
            }
        }
    }

    /// Skips lines up to one that ends the group: behind it is what is read next.
    pub(super) fn skip_group(&mut self) {
        let mut depth = 0_usize;
        loop {
            if let Some(open) = self.files.last_mut() {
                open.lexer.in_directive = false;
            }
            let token = self.lex_skipped();
            if token.kind == Kind::Eof {
                return;
            }
            if token.kind != Kind::Hash || !token.has(Token::FIRST) {
                continue;
            }
            if let Some(open) = self.files.last_mut() {
                open.lexer.in_directive = true;
            }
            let word = self.lex_skipped();
            if word.kind != Kind::Name {
                continue;
            }
            match self.symbols.name(word.symbol) {
                "if" | "ifdef" | "ifndef" => depth += 1,
                "endif" if depth > 0 => depth -= 1,
                "endif" => {
                    self.rest_of_line();
                    if let Some(open) = self.files.last_mut() {
                        open.conditions.pop();
                    }
                    return;
                }
                "else" if depth == 0 => {
                    self.rest_of_line();
                    if self.begin_group("else", word, true) {
                        return;
                    }
                }
                "elif" if depth == 0 => {
                    let line = self.rest_of_line();
                    let taken = self.files.last().and_then(|open| open.conditions.last()).is_none_or(|last| last.taken);
                    let holds = !taken && self.condition_holds("elif", word, &line);
                    if self.begin_group("elif", word, holds) {
                        return;
                    }
                }
                _ => {}
            }
        }
    }

    /// Whether the group behind `#else` or `#elif` is read, if its condition holds.
    fn begin_group(&mut self, directive: &str, word: Token, holds: bool) -> bool {
        let Some(condition) = self.files.last_mut().and_then(|open| open.conditions.last_mut()) else { return true };
        let read = holds && !condition.taken;
        condition.taken |= read;
        let behind_else = condition.in_else;
        condition.in_else |= directive == "else";
        if behind_else {
            self.report_at(Severity::Error, word, format!("`#{directive}` behind `#else`"));
        }
        read
    }

    /// A token of lines that are not read: what is wrong with it does not matter.
    fn lex_skipped(&mut self) -> Token {
        let Some(open) = self.files.last_mut() else { return self.end_token() };
        let text = &self.sources.files[usize::from(open.lexer.file)].text;
        let token = open.lexer.next(text, &mut self.symbols);
        let end = text.len();
        open.lexer.problems.retain(|problem| problem.message.starts_with("a comment") && problem.start as usize <= end);
        if !open.lexer.problems.is_empty() {
            self.report_problems();
        }
        token
    }

    fn evaluate(&mut self, line: &[Token], end: Token) -> Result<Value, (Token, String)> {
        let start = self.pool.len();
        self.pool.extend_from_slice(line);
        self.push_context(start, None, true);
        let collecting = std::mem::take(&mut self.collecting);
        let result = self.evaluate_next(Token { kind: Kind::EndOfLine, ..end });
        self.collecting = collecting;
        self.drop_to_barrier();
        let value = result?;
        match value.wrong {
            Some(message) => Err((line.first().copied().unwrap_or(end), message.into())),
            None => Ok(value),
        }
    }

    /// The value of what comes up to the end. The stack holds what is left of the operand at hand.
    fn evaluate_next(&mut self, end: Token) -> Result<Value, (Token, String)> {
        let mut stack: Vec<Pending> = Vec::new();
        loop {
            let token = self.next_expanded();
            let mut value = match token.kind {
                Kind::LeftParen => {
                    stack.push(Pending::Open(token));
                    continue;
                }
                Kind::Plus | Kind::Minus | Kind::Tilde | Kind::Bang => {
                    stack.push(Pending::Unary(token.kind));
                    continue;
                }
                Kind::Eof => return Err((end, "expected a value at the end of the line".into())),
                _ => self.operand(token)?,
            };
            // Behind an operand: operators and closing parentheses.
            loop {
                let token = self.next_expanded();
                let level = match token.kind {
                    Kind::Eof | Kind::RightParen | Kind::Colon => 0,
                    Kind::Question => 2,
                    kind => match precedence(kind) {
                        Some(level) => level,
                        None => {
                            let text = format!("expected an operator, not `{}`", self.spelling(token));
                            return Err((token, text));
                        }
                    },
                };
                value = reduce(&mut stack, value, level);
                match (token.kind, stack.pop()) {
                    (Kind::RightParen, Some(Pending::Open(_))) => continue,
                    (Kind::RightParen, _) => return Err((token, "`)` without `(`".into())),
                    (Kind::Colon, Some(Pending::Then(condition))) => {
                        stack.push(Pending::Else(condition, value));
                        break;
                    }
                    (Kind::Colon, _) => return Err((token, "`:` without `?`".into())),
                    (Kind::Eof, None) => return Ok(value),
                    (Kind::Eof, Some(Pending::Open(open))) => return Err((open, "`(` without `)`".into())),
                    (Kind::Eof, Some(_)) => return Err((end, "expected `:`".into())),
                    (kind, top) => {
                        stack.extend(top);
                        let pending =
                            if kind == Kind::Question { Pending::Then(value) } else { Pending::Binary(kind, value) };
                        stack.push(pending);
                        break;
                    }
                }
            }
        }
    }

    fn operand(&mut self, token: Token) -> Result<Value, (Token, String)> {
        match token.kind {
            Kind::Number => match number(self.spelling(token)) {
                Ok(Number::Int(int)) => match u64::try_from(int.value) {
                    Ok(bits) => {
                        let unsigned = int.unsigned || bits > i64::MAX as u64;
                        Ok(Value { bits, unsigned, wrong: None })
                    }
                    Err(_) => Err((token, "an integer of more than 64 bits".into())),
                },
                Ok(Number::Float(_)) => Err((token, "a floating number".into())),
                Err(message) => Err((token, message)),
            },
            Kind::Char => {
                let latin = self.latin[usize::from(token.file)];
                let (literal, messages) = character(self.spelling(token), latin);
                match messages.into_iter().next() {
                    Some(message) => Err((token, message)),
                    None => Ok(Value { bits: literal.value as u64, unsigned: false, wrong: None }),
                }
            }
            Kind::Name if token.symbol == self.names.defined => self.defined(token),
            Kind::Name => match self.macro_at(token.symbol).map(|index| &self.macros[index].kind) {
                Some(super::macros::MacroKind::Builtin(Builtin::HasInclude)) => self.has_include(token),
                Some(super::macros::MacroKind::Builtin(Builtin::HasFeature)) => {
                    self.bracketed(token)?;
                    Ok(Value::int(false))
                }
                _ => Ok(Value::int(false)),
            },
            _ => Err((token, format!("expected a value, not `{}`", self.spelling(token)))),
        }
    }

    fn defined(&mut self, at: Token) -> Result<Value, (Token, String)> {
        let mut name = self.next_raw();
        let open = name.kind == Kind::LeftParen;
        if open {
            name = self.next_raw();
        }
        if name.kind != Kind::Name {
            return Err((at, "expected the name of a macro behind `defined`".into()));
        }
        if open && self.next_raw().kind != Kind::RightParen {
            return Err((at, "expected `)` behind `defined (`".into()));
        }
        Ok(Value::int(self.macro_at(name.symbol).is_some()))
    }

    /// The tokens in the parentheses that follow.
    fn bracketed(&mut self, at: Token) -> Result<Vec<Token>, (Token, String)> {
        if self.next_raw().kind != Kind::LeftParen {
            return Err((at, format!("expected `(` behind `{}`", self.spelling(at))));
        }
        let (mut tokens, mut depth) = (Vec::new(), 0_usize);
        loop {
            let token = self.next_raw();
            match token.kind {
                Kind::Eof => return Err((at, format!("expected `)` behind `{} (`", self.spelling(at)))),
                Kind::RightParen if depth == 0 => break,
                Kind::RightParen => depth -= 1,
                Kind::LeftParen => depth += 1,
                _ => {}
            }
            tokens.push(token);
        }
        Ok(tokens)
    }

    fn has_include(&mut self, at: Token) -> Result<Value, (Token, String)> {
        let mut line = self.bracketed(at)?;
        line.push(Token { kind: Kind::EndOfLine, ..at });
        match self.header_name(&line) {
            Some(header) => Ok(Value::int(self.find_header(&header).is_some())),
            None => Err((at, "expected \"file\" or <file>".into())),
        }
    }
}

/// Applies the operators that bind tighter than `level`, or as tight from the left.
fn reduce(stack: &mut Vec<Pending>, mut value: Value, level: u8) -> Value {
    loop {
        value = match stack.last() {
            Some(Pending::Unary(kind)) => unary(*kind, value),
            Some(Pending::Binary(kind, left)) if precedence(*kind).unwrap_or(0) >= level => binary(*kind, *left, value),
            Some(Pending::Else(condition, then)) if level < 2 => {
                let chosen = if condition.bits != 0 { *then } else { value };
                let unsigned = then.unsigned || value.unsigned;
                Value { unsigned, wrong: condition.wrong.or(chosen.wrong), ..chosen }
            }
            _ => return value,
        };
        stack.pop();
    }
}

fn unary(kind: Kind, value: Value) -> Value {
    match kind {
        Kind::Minus => Value { bits: value.bits.wrapping_neg(), ..value },
        Kind::Tilde => Value { bits: !value.bits, ..value },
        Kind::Bang => Value { wrong: value.wrong, ..Value::int(value.bits == 0) },
        _ => value,
    }
}

fn binary(kind: Kind, left: Value, right: Value) -> Value {
    use Kind as K;
    let wrong = left.wrong.or(right.wrong);
    let (a, b) = (left.bits, right.bits);
    match kind {
        K::AmpAmp if a == 0 => return Value { wrong: left.wrong, ..Value::int(false) },
        K::BarBar if a != 0 => return Value { wrong: left.wrong, ..Value::int(true) },
        K::AmpAmp | K::BarBar => return Value { wrong, ..Value::int(b != 0) },
        K::Comma => return Value { wrong, ..right },
        K::Shl | K::Shr => return Value { bits: shift(kind == K::Shl, left, right), wrong, ..left },
        _ => {}
    }
    let unsigned = left.unsigned || right.unsigned;
    let less = |x: u64, y: u64| if unsigned { x < y } else { (x as i64) < (y as i64) };
    let truth = |value: bool| Value { wrong, ..Value::int(value) };
    let bits = match kind {
        K::Less => return truth(less(a, b)),
        K::Greater => return truth(less(b, a)),
        K::LessEqual => return truth(!less(b, a)),
        K::GreaterEqual => return truth(!less(a, b)),
        K::Equal => return truth(a == b),
        K::NotEqual => return truth(a != b),
        K::Slash | K::Percent if b == 0 => {
            return Value { bits: 0, unsigned, wrong: wrong.or(Some("division by zero")) };
        }
        K::Slash if unsigned => a / b,
        K::Percent if unsigned => a % b,
        K::Slash => (a as i64).wrapping_div(b as i64) as u64,
        K::Percent => (a as i64).wrapping_rem(b as i64) as u64,
        K::Plus => a.wrapping_add(b),
        K::Minus => a.wrapping_sub(b),
        K::Star => a.wrapping_mul(b),
        K::Amp => a & b,
        K::Caret => a ^ b,
        _ => a | b,
    };
    Value { bits, unsigned, wrong }
}

/// Shifts; a negative distance goes the other way, as in gcc.
fn shift(to_left: bool, left: Value, right: Value) -> u64 {
    let negative = !right.unsigned && (right.bits as i64) < 0;
    let distance = if negative { (right.bits as i64).unsigned_abs() } else { right.bits };
    let distance = u32::try_from(distance).unwrap_or(u32::MAX);
    if to_left != negative {
        return left.bits.checked_shl(distance).unwrap_or(0);
    }
    let sign = if !left.unsigned && (left.bits as i64) < 0 { u64::MAX } else { 0 };
    match (left.unsigned, distance < 64) {
        (true, true) => left.bits >> distance,
        (false, true) => ((left.bits as i64) >> distance) as u64,
        (_, false) => sign,
    }
}
