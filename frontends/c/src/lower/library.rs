//! Functions whose meaning is known by their name, and functions of the program that only assert or assume.

use super::expr::Val;
use super::function::Proc;
use super::leaks::only_ends;
use super::types::Rep;
use super::{Integers, LowerOptions, Res, refuse};
use crate::ctype::{CType, Ty};
use crate::library::allocates;
use crate::typed::{Bin, Ex, FnId, Kind, Label, ObjId, OpKind, Storage, Unit};
use horn_frontend::ir::{BinaryOp, CheckKind, ExprId, Loc, UnaryOp};
use std::collections::BTreeMap;

/// What a function of the program does with its only argument, if it does nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wrapper {
    /// The error function is called if it is zero.
    Assert,
    /// The run ends if it is zero.
    Assume,
}

/// Whether a function is the error that must not be reached.
pub(crate) fn is_error(name: &str) -> bool {
    matches!(name, "reach_error" | "__VERIFIER_error" | "__assert_fail" | "__assert" | "__assert_rtn")
}

/// Whether it is a function that `assert` calls where it fails.
fn is_failed_assert(name: &str) -> bool {
    matches!(name, "__assert_fail" | "__assert" | "__assert_rtn")
}

/// Whether code anywhere calls the error function itself, not only `assert`.
pub(crate) fn calls_the_error(unit: &Unit) -> bool {
    unit.exprs.iter().any(|expr| match &expr.kind {
        Kind::Call(callee, _) => {
            let name = unit.function(*callee).name.as_str();
            is_error(name) && !is_failed_assert(name)
        }
        _ => false,
    })
}

/// Whether a call of a function without a body ends the run.
pub(super) fn ends(name: &str) -> bool {
    let base = name.strip_prefix("__builtin_").unwrap_or(name);
    matches!(base, "abort" | "exit" | "_Exit" | "_exit" | "quick_exit" | "trap")
}

/// Whether a function without a body gives any value of its type and does nothing else.
fn is_nondet(name: &str) -> bool {
    name.starts_with("__VERIFIER_nondet_")
        || name.starts_with("nondet_")
        || matches!(name, "nondet" | "unknown")
        || name.starts_with("unknown_")
}

/// Functions whose arguments are looked at for nothing but texts to be shown.
const PRINTS: [&str; 8] = ["printf", "puts", "putchar", "fprintf", "fputs", "fputc", "putc", "fflush"];

/// Whether a value is one of the streams that every program has.
fn is_stream(unit: &Unit, ex: Ex) -> bool {
    let Kind::Load(lvalue) = unit.expr(ex).kind else { return false };
    let Kind::Object(object) = unit.expr(lvalue).kind else { return false };
    let object = unit.object(object);
    object.storage == Storage::Extern && matches!(object.name.as_str(), "stdin" | "stdout" | "stderr")
}

/// Whether an expression is a call that shows texts, or is the error, with the texts that say which.
pub(crate) fn prints(unit: &Unit, ex: Ex) -> bool {
    let Kind::Call(callee, _) = unit.expr(ex).kind else { return false };
    let function = unit.function(callee);
    is_error(&function.name) || function.body.is_none() && PRINTS.contains(&function.name.as_str())
}

/// The string literal that a value points to the beginning of.
pub(crate) fn literal(unit: &Unit, ex: Ex) -> Option<ObjId> {
    let Kind::Decay(lvalue) = unit.expr(ex).kind else { return None };
    let Kind::Object(object) = unit.expr(lvalue).kind else { return None };
    unit.object(object).literal.then_some(object)
}

/// How a walk through a body ends.
#[derive(PartialEq, Eq)]
enum Way {
    Error,
    Stops,
    Returns,
    Other,
}

/// What a function is, if its body is nothing but a test of its parameter. An error function with a body that
/// may run on is the error only if the body ends the program.
pub(crate) fn wrapper(unit: &Unit, id: FnId, options: &LowerOptions) -> Option<Wrapper> {
    let runs = options.errors_run;
    let function = unit.function(id);
    let [param] = function.params.as_slice() else { return None };
    let CType::Function(ty) = unit.types.get(function.ty) else { return None };
    if !matches!(unit.types.get(ty.result), CType::Void) || unit.types.int_kind(unit.object(*param).ty).is_none() {
        return None;
    }
    let code = function.body.as_ref()?;
    let mut places: BTreeMap<Label, usize> = BTreeMap::new();
    for (at, op) in code.iter().enumerate() {
        if let OpKind::Label(label) = op.kind {
            places.insert(label, at);
        }
    }
    // Whether an expression is not zero, where the parameter is not zero or is.
    let truth = |ex: Ex, param_holds: bool| -> Option<bool> {
        let (mut ex, mut positive) = (ex, true);
        loop {
            match &unit.expr(ex).kind {
                Kind::Not(inner) => (ex, positive) = (*inner, !positive),
                Kind::Binary(op @ (Bin::Eq | Bin::Ne), a, b) if unit.constant(*b).is_some_and(|b| b.is_zero()) => {
                    (ex, positive) = (*a, positive == (*op == Bin::Ne));
                }
                Kind::Load(lvalue) => {
                    let known = matches!(unit.expr(*lvalue).kind, Kind::Object(object) if object == *param);
                    return known.then_some(param_holds == positive);
                }
                _ => return None,
            }
        }
    };
    let walk = |param_holds: bool| -> Way {
        let mut at = 0;
        for _ in 0..=code.len() {
            let Some(op) = code.get(at) else { return Way::Returns };
            at += 1;
            match &op.kind {
                OpKind::Label(_) => {}
                OpKind::Goto(label) => at = places.get(label).copied().unwrap_or(code.len()),
                OpKind::Branch(condition, yes, no) => match truth(*condition, param_holds) {
                    Some(true) => at = places.get(yes).copied().unwrap_or(code.len()),
                    Some(false) => at = places.get(no).copied().unwrap_or(code.len()),
                    None => return Way::Other,
                },
                OpKind::Return(None) => return Way::Returns,
                OpKind::Eval(ex) => {
                    let Kind::Call(callee, args) = &unit.expr(*ex).kind else { return Way::Other };
                    let id = *callee;
                    let callee = unit.function(id);
                    if options.asserts_end && is_failed_assert(&callee.name) {
                        return Way::Stops;
                    }
                    if is_error(&callee.name) && (callee.body.is_none() || !runs || only_ends(unit, id)) {
                        return Way::Error;
                    }
                    let plain = args.iter().all(|arg| unit.constant(*arg).is_some());
                    if callee.body.is_none() && ends(&callee.name) && plain {
                        return Way::Stops;
                    }
                    return Way::Other;
                }
                _ => return Way::Other,
            }
        }
        Way::Other
    };
    match (walk(true), walk(false)) {
        (Way::Returns, Way::Error) => Some(Wrapper::Assert),
        (Way::Returns, Way::Stops) => Some(Wrapper::Assume),
        _ => None,
    }
}

impl Proc<'_, '_> {
    /// The value of a call whose meaning is known; none if the body of the function tells it.
    pub fn library(&mut self, ex: Ex, callee: FnId, args: &[Ex], ty: Ty, loc: Loc) -> Res<Option<Val>> {
        let function = self.unit.function(callee);
        let name = function.name.as_str();
        if self.l.is_the_error(callee) {
            self.ends_unless(None, loc);
            if self.l.options.asserts_end && is_failed_assert(name) {
                self.b.stop(loc);
                return self.arbitrary(name, ty, loc).map(Some);
            }
            let never = self.b.bool(false, loc);
            self.assertion(never, "", loc);
            self.b.stop(loc);
            return self.arbitrary(name, ty, loc).map(Some);
        }
        if function.body.is_some() {
            let ([arg], Some(wrapper)) = (args, wrapper(self.unit, callee, self.l.options)) else {
                return Ok(None);
            };
            let condition = self.condition(*arg)?;
            match wrapper {
                Wrapper::Assert => {
                    self.ends_unless(Some(condition), loc);
                    self.assertion(condition, "", loc);
                }
                Wrapper::Assume => {
                    self.ends_unless(Some(condition), loc);
                    self.b.believe(condition, loc);
                }
            }
            return Ok(Some(Val::Void));
        }
        let base = name.strip_prefix("__builtin_").unwrap_or(name);
        if function.implicit && !matches!(base, "__ESBMC_assume" | "assert") {
            return refuse(loc, format!("a call of `{name}`, which is not declared,"));
        }
        if let Some(value) = self.math(name, args, ty, loc)? {
            return Ok(Some(value));
        }
        if ends(name) {
            for arg in args {
                self.value(*arg)?;
            }
            self.ends_unless(None, loc);
            self.b.stop(loc);
            return self.arbitrary(name, ty, loc).map(Some);
        }
        if is_nondet(name) && args.is_empty() {
            return self.arbitrary(name, ty, loc).map(Some);
        }
        if let ("realloc", [old, bytes]) = (base, args) {
            return self.reallocate(ex, *old, *bytes, loc).map(Some);
        }
        if allocates(name) {
            return self.allocate(ex, args, base == "calloc", loc).map(Some);
        }
        match (base, args) {
            ("__VERIFIER_assume" | "__ESBMC_assume", [arg]) => {
                let condition = self.condition(*arg)?;
                self.b.believe(condition, loc);
            }
            ("__VERIFIER_assert" | "assert", [arg]) => {
                let condition = self.condition(*arg)?;
                self.ends_unless(Some(condition), loc);
                match self.l.options.asserts_end && base == "assert" {
                    true => self.b.believe(condition, loc),
                    false => self.assertion(condition, "", loc),
                }
            }
            ("free", [pointer]) => return self.free(*pointer, loc).map(Some),
            (name, _) if PRINTS.contains(&name) => {
                for arg in args {
                    if literal(self.unit, *arg).is_none() && !is_stream(self.unit, *arg) {
                        self.value(*arg)?;
                    }
                }
                return self.arbitrary(name, ty, loc).map(Some);
            }
            ("memcpy", [to, from, size]) => return self.copy(*to, *from, *size, false, loc).map(Some),
            ("memmove", [to, from, size]) => return self.copy(*to, *from, *size, true, loc).map(Some),
            ("memset", [to, byte, size]) => return self.fill(*to, *byte, *size, loc).map(Some),
            ("abs" | "labs" | "llabs", [arg]) => return self.absolute(*arg, ty, loc).map(Some),
            ("fesetround", [mode]) => return self.rounding_mode(Some(*mode), loc).map(Some),
            ("fegetround", []) => return self.rounding_mode(None, loc).map(Some),
            _ => return refuse(loc, format!("a call of `{name}`, which has no body,")),
        }
        Ok(Some(Val::Void))
    }

    /// Any value of a type.
    pub fn arbitrary(&mut self, name: &str, ty: Ty, loc: Loc) -> Res<Val> {
        if matches!(self.unit.types.get(ty), CType::Void) {
            return Ok(Val::Void);
        }
        let ir = match self.unit.types.object_pointee(ty) {
            Some(_) => return refuse(loc, format!("the pointer that `{name}` returns")),
            None => self.l.ty(ty, loc)?,
        };
        let any = self.b.temporary(format!("{name} ()"), ir, loc);
        self.b.havoc(any, loc);
        let e = self.b.var(any, loc);
        self.wrapped_up(e, ty, loc)
    }

    fn absolute(&mut self, arg: Ex, ty: Ty, loc: Loc) -> Res<Val> {
        let value = self.value(arg)?;
        let e = self.num(value, ty, loc)?;
        let Rep::Int(kind) = self.l.rep(ty, loc)? else { return refuse(loc, "this absolute value") };
        if self.l.options.integers != Integers::Math {
            let first = self.number(kind.range(self.unit.types.model).first, loc);
            let fine = self.b.compare(BinaryOp::Ne, e, first, loc);
            self.check(CheckKind::Overflow, fine, loc, "the absolute value must fit");
        }
        let ir = self.l.ty(ty, loc)?;
        let result: ExprId = self.b.unary(UnaryOp::Abs, e, ir, loc);
        Ok(Val::Num(result))
    }
}
