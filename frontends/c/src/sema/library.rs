//! Calls of functions of the standard library go to those of our own (`library`), where the program neither
//! defines them nor declares them with another type.

use super::{Entity, Sema};
use crate::ctype::CType;
use crate::library::own_name;
use crate::typed::{Ex, FnId, Kind, Step};
use horn_solver::num::Int;

/// Where the format of a function that prints stands among its arguments, or the only text.
fn prints_text(name: &str) -> Option<usize> {
    match name.strip_prefix("__builtin_").unwrap_or(name) {
        "printf" | "puts" | "fputs" => Some(0),
        "fprintf" => Some(1),
        _ => None,
    }
}

/// How much of a text is read at most.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Limit {
    /// All of it.
    No,
    /// As the format says.
    Fixed(u32),
    /// As an argument says.
    Given(Option<Ex>),
}

/// The arguments that a format reads as texts, each with how much of it.
fn texts(format: &[u8], args: &[Ex]) -> Vec<(Ex, Limit)> {
    let (mut found, mut args, mut at) = (Vec::new(), args.iter().copied(), 0);
    while at < format.len() {
        at += 1;
        if format[at - 1] != b'%' {
            continue;
        }
        let mut limit = Limit::No;
        while let Some(c) = format.get(at) {
            at += 1;
            match c {
                b'*' => {
                    let given = args.next();
                    if limit != Limit::No {
                        limit = Limit::Given(given);
                    }
                }
                b'.' => limit = Limit::Fixed(0),
                b'0'..=b'9' => {
                    if let Limit::Fixed(count) = &mut limit {
                        *count = count.saturating_mul(10).saturating_add(u32::from(c - b'0'));
                    }
                }
                b'%' => break,
                b's' => {
                    found.extend(args.next().map(|text| (text, limit)));
                    break;
                }
                c if c.is_ascii_alphabetic() && !b"hlLqjzt".contains(c) => {
                    args.next();
                    break;
                }
                _ => {}
            }
        }
    }
    found
}

impl Sema<'_> {
    pub(super) fn own_functions(&mut self) {
        for at in 0..self.unit.exprs.len() {
            let Kind::Call(callee, args) = &self.unit.exprs[at].kind else { continue };
            if let Some(first) = prints_text(&self.unit.function(*callee).name)
                && self.unit.function(*callee).body.is_none()
            {
                let args = args.get(first..).unwrap_or_default().to_vec();
                self.read_texts(at, &args);
                continue;
            }
            let Some(own) = self.own(*callee) else { continue };
            let (args, old) = (args.clone(), self.unit.exprs[at].clone());
            let void = matches!(&self.function_type(self.unit.function(own).ty), Some(ty)
                if matches!(self.unit.types.get(ty.result), CType::Void));
            let Some(first) = args.first().copied().filter(|_| void) else {
                self.unit.exprs[at].kind = Kind::Call(own, args);
                continue;
            };
            if !self.is_plain(first) {
                continue;
            }
            // The value is the first argument.
            let ty = self.unit.types.void();
            let call = self.add(Kind::Call(own, args), ty, old.loc);
            self.unit.exprs[at].kind = Kind::Comma(call, first);
        }
    }

    /// A call that prints reads the texts among its arguments: they are gone through in front of it. `args` begins
    /// with the format, or with the only text.
    fn read_texts(&mut self, at: usize, args: &[Ex]) {
        let old = self.unit.exprs[at].clone();
        let Kind::Call(callee, _) = &old.kind else { return };
        let only_text = self.unit.function(*callee).name.contains("puts");
        let texts = match (args, only_text) {
            ([], _) => return,
            ([text, ..], true) => Some(vec![(*text, Limit::No)]),
            ([format, rest @ ..], false) => self.literal_text(*format).map(|format| texts(&format, rest)),
        };
        let Some(texts) = texts else {
            self.unit.exprs[at].kind = Kind::Unsupported("a format that is no literal".into());
            return;
        };
        let void = self.unit.types.void();
        let size = self.unit.types.size_type();
        let mut reads = Vec::new();
        for (text, limit) in texts {
            if self.literal_text(text).is_some() {
                continue;
            }
            let limit = match limit {
                Limit::No => None,
                Limit::Fixed(count) => Some(self.int(Int::from(i64::from(count)), size, old.loc)),
                Limit::Given(Some(limit)) => Some(limit),
                Limit::Given(None) => continue,
            };
            let reader = if limit.is_some() { "__horn_text_within" } else { "__horn_text" };
            let known = match self.linked.get(reader) {
                Some(Entity::Function(reader)) => Some(*reader),
                _ => None,
            };
            let plain = self.is_plain(text) && limit.is_none_or(|limit| self.is_plain(limit));
            let pointer = self.unit.types.object_pointee(self.unit.ty(text)).is_some();
            let Some(reader) = known.filter(|_| plain && pointer) else {
                self.unit.exprs[at].kind = Kind::Unsupported("a text that is computed where it is printed".into());
                return;
            };
            let mut given = vec![text];
            given.extend(limit.map(|limit| self.convert(limit, size)));
            reads.push(self.add(Kind::Call(reader, given), void, old.loc));
        }
        let Some((first, rest)) = reads.split_first() else { return };
        let mut last = self.add(old.kind, old.ty, old.loc);
        for read in rest.iter().rev() {
            last = self.add(Kind::Comma(*read, last), old.ty, old.loc);
        }
        self.unit.exprs[at].kind = Kind::Comma(*first, last);
    }

    /// The characters of a string literal, up to the first zero.
    fn literal_text(&self, ex: Ex) -> Option<Vec<u8>> {
        let Kind::Decay(lvalue) = self.unit.expr(self.unconverted(ex)).kind else { return None };
        let Kind::Object(object) = self.unit.expr(lvalue).kind else { return None };
        let object = self.unit.object(object);
        let init = object.init.as_ref().filter(|_| object.literal)?;
        let mut text = Vec::new();
        for (place, value) in &init.parts {
            let [Step::Index(index)] = place[..] else { return None };
            if usize::try_from(index).ok()? != text.len() {
                break;
            }
            text.push(self.unit.constant(*value)?.to_i64()? as u8);
        }
        Some(text)
    }

    /// A value without the conversions between types of pointers around it.
    fn unconverted(&self, ex: Ex) -> Ex {
        let mut at = ex;
        while let Kind::Convert(inner) = self.unit.expr(at).kind {
            at = inner;
        }
        at
    }

    /// Our function for one of the library.
    fn own(&self, callee: FnId) -> Option<FnId> {
        let function = self.unit.function(callee);
        if function.body.is_some() {
            return None;
        }
        let Some(Entity::Function(own)) = self.linked.get(&own_name(&function.name)?) else { return None };
        let (theirs, ours) = (self.function_type(function.ty)?, self.function_type(self.unit.function(*own).ty)?);
        let (given, wanted) = (theirs.params?, ours.params?);
        let pairs = given.iter().zip(&wanted).all(|(a, b)| self.unit.types.compatible(*a, *b));
        let void = matches!(self.unit.types.get(ours.result), CType::Void);
        let result = void || self.unit.types.compatible(theirs.result, ours.result);
        (pairs && result && given.len() == wanted.len()).then_some(*own)
    }

    /// Whether evaluating an expression twice is as good as once.
    pub(super) fn is_plain(&self, ex: Ex) -> bool {
        let mut todo = vec![ex];
        while let Some(ex) = todo.pop() {
            let kind = &self.unit.expr(ex).kind;
            let changes = matches!(kind, Kind::Block(..))
                || matches!(kind, Kind::Assign(..) | Kind::Update(..) | Kind::Call(..) | Kind::CallThrough(..));
            if changes || matches!(kind, Kind::Assert(..) | Kind::Unsupported(_)) {
                return false;
            }
            kind.operands(|operand| todo.push(operand));
        }
        true
    }
}
