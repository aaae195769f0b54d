//! Functions of `<math.h>` that are exact, or whose range is known, and those that classify floats (C11 7.12).
//!
//! Where C leaves a result open (the sign of a zero that `fmin` gives, which number a true classification is) any value
//! may come out. The sign of NaN is not modelled. Rounding is to nearest: other modes are refused where they are set.

use super::expr::Val;
use super::function::Proc;
use super::types::Rep;
use super::{Res, refuse};
use crate::ctype::{FloatKind, IntKind, Ty};
use crate::math::{CLASSES, TO_INTEGER, UNARY, stem};
use crate::typed::Ex;
use horn_frontend::ir::{BinaryOp, CheckKind, ExprId, ExprKind, Loc, Type, TypeId, UnaryOp};

impl Proc<'_, '_> {
    fn float_constant(&mut self, value: f64, like: ExprId, loc: Loc) -> ExprId {
        let ty = self.b.type_of(like);
        self.b.float(value, ty, loc)
    }

    fn is_nan(&mut self, e: ExprId, loc: Loc) -> ExprId {
        self.b.compare(BinaryOp::Ne, e, e, loc)
    }

    /// Whether the sign bit is set; the sign of NaN is not modelled.
    fn sign_bit(&mut self, e: ExprId, loc: Loc) -> ExprId {
        let number = self.b.compare(BinaryOp::Eq, e, e, loc);
        self.check(CheckKind::Unsupported, number, loc, "the sign of NaN");
        self.b.unary(UnaryOp::IsNegative, e, TypeId::BOOL, loc)
    }

    /// The value of a call of a function that is known; none for others.
    pub fn math(&mut self, name: &str, args: &[Ex], ty: Ty, loc: Loc) -> Res<Option<Val>> {
        let Some(stem) = stem(name) else { return Ok(None) };
        if CLASSES.contains(&stem) {
            return self.class(stem, args, loc).map(Some);
        }
        let rep = self.l.rep(ty, loc)?;
        let ir = self.l.ty(ty, loc)?;
        if let ("nan", Rep::Float(_)) = (stem, rep) {
            return Ok(Some(Val::Num(self.b.float(f64::NAN, ir, loc))));
        }
        let mut operands = Vec::with_capacity(args.len());
        for arg in args {
            let operand = self.unit.ty(*arg);
            if self.unit.types.float_kind(operand).is_none() {
                return refuse(loc, format!("this form of `{name}`"));
            }
            let value = self.value(*arg)?;
            let e = self.num(value, operand, loc)?;
            operands.push(self.frozen(e, loc));
        }
        let result_is_float = matches!(rep, Rep::Float(_));
        if let (Some((_, op)), [e], true) =
            (UNARY.iter().find(|(known, _)| *known == stem), &operands[..], result_is_float)
        {
            return Ok(Some(Val::Num(self.b.unary(*op, *e, ir, loc))));
        }
        if let (Some((_, rounding)), [e]) = (TO_INTEGER.iter().find(|(known, _)| *known == stem), &operands[..]) {
            let (Rep::Int(kind), e) = (rep, *e) else { return refuse(loc, format!("this form of `{name}`")) };
            let of = self.b.type_of(e);
            let whole = self.b.unary(UnaryOp::FloatRound(*rounding), e, of, loc);
            let inside = self.truncation_fits(whole, &kind.range(self.unit.types.model), loc);
            self.check(CheckKind::Unsupported, inside, loc, "a number that does not fit into the result");
            let e = self.b.convert(horn_frontend::ir::Conversion::FloatToInt(*rounding), whole, TypeId::INT, loc);
            return Ok(Some(Val::Num(e)));
        }
        match (stem, &operands[..]) {
            ("fmod", [x, y]) => Ok(Some(Val::Num(self.b.binary(BinaryOp::Rem, *x, *y, ir, loc)))),
            ("fmin" | "fmax", [x, y]) => {
                let (x, y) = (*x, *y);
                let (nan_x, nan_y) = (self.is_nan(x, loc), self.is_nan(y, loc));
                let (first, second) =
                    if stem == "fmin" { (BinaryOp::Lt, BinaryOp::Gt) } else { (BinaryOp::Gt, BinaryOp::Lt) };
                let (take_x, take_y) = (self.b.compare(first, x, y, loc), self.b.compare(second, x, y, loc));
                let any = self.b.temporary("either zero", TypeId::BOOL, loc);
                self.b.havoc(any, loc);
                let any = self.b.var(any, loc);
                let either = self.b.ite(any, x, y, loc);
                let rest = self.b.ite(take_y, y, either, loc);
                let rest = self.b.ite(take_x, x, rest, loc);
                let rest = self.b.ite(nan_y, x, rest, loc);
                Ok(Some(Val::Num(self.b.ite(nan_x, y, rest, loc))))
            }
            ("fdim", [x, y]) => {
                let below = self.b.compare(BinaryOp::Le, *x, *y, loc);
                let zero = self.b.float(0.0, ir, loc);
                let difference = self.b.binary(BinaryOp::Sub, *x, *y, ir, loc);
                Ok(Some(Val::Num(self.b.ite(below, zero, difference, loc))))
            }
            ("copysign", [x, y]) => {
                let negative = self.sign_bit(*y, loc);
                let size = self.b.unary(UnaryOp::Abs, *x, ir, loc);
                let minus = self.b.unary(UnaryOp::Neg, size, ir, loc);
                Ok(Some(Val::Num(self.b.ite(negative, minus, size, loc))))
            }
            _ => refuse(loc, format!("this form of `{name}`")),
        }
    }

    fn class(&mut self, name: &str, args: &[Ex], loc: Loc) -> Res<Val> {
        let (numbers, floats): (&[Ex], &[Ex]) = match (name, args) {
            ("fpclassify", [numbers @ .., float]) if matches!(numbers.len(), 0 | 5) => {
                (numbers, std::slice::from_ref(float))
            }
            (_, [_]) if !name.starts_with("isg") && !name.starts_with("isl") => (&[], args),
            (_, [_, _]) if name.starts_with("isg") || name.starts_with("isl") || name == "isunordered" => (&[], args),
            _ => return refuse(loc, format!("this form of `{name}`")),
        };
        let mut operands = Vec::new();
        for arg in floats {
            operands.push(self.float_operand(name, *arg, loc)?);
        }
        let compare = |proc: &mut Self, op: BinaryOp, x: ExprId, y: ExprId| proc.b.compare(op, x, y, loc);
        if let [(x, a), (y, b)] = operands[..] {
            if a != b {
                return refuse(loc, format!("`{name}` of floats of two types"));
            }
            return Ok(Val::Truth(self.ordered(name, x, y, loc)));
        }
        let [(x, kind)] = operands[..] else { return refuse(loc, format!("this form of `{name}`")) };
        let ty = self.b.type_of(x);
        let size = self.b.unary(UnaryOp::Abs, x, ty, loc);
        let (infinity, zero) = (self.float_constant(f64::INFINITY, x, loc), self.float_constant(0.0, x, loc));
        let normal = match kind {
            FloatKind::Float => f64::from(f32::MIN_POSITIVE),
            FloatKind::Double => f64::MIN_POSITIVE,
        };
        let normal = self.float_constant(normal, x, loc);
        Ok(match name {
            "isnan" => Val::Truth(self.is_nan(x, loc)),
            "isinf" => Val::Truth(compare(self, BinaryOp::Eq, size, infinity)),
            "isinf_sign" => {
                let (infinite, below) =
                    (compare(self, BinaryOp::Eq, size, infinity), compare(self, BinaryOp::Lt, x, zero));
                let [one, minus, none] = [1, -1, 0].map(|n| self.b.int(n, TypeId::INT, loc));
                let sign = self.b.ite(below, minus, one, loc);
                Val::Num(self.b.ite(infinite, sign, none, loc))
            }
            "isfinite" | "finite" => Val::Truth(self.b.unary(UnaryOp::IsFinite, x, TypeId::BOOL, loc)),
            "isnormal" => {
                let (large, finite) =
                    (compare(self, BinaryOp::Ge, size, normal), compare(self, BinaryOp::Lt, size, infinity));
                Val::Truth(self.b.and(large, finite, loc))
            }
            "signbit" => {
                let negative = self.sign_bit(x, loc);
                let range = IntKind::Int.range(self.unit.types.model);
                let int = self.l.program.add_type(Type::int("int", range.clone(), range));
                let some = self.b.temporary("not zero", int, loc);
                self.b.havoc(some, loc);
                let (some, none) = (self.b.var(some, loc), self.b.int(0, int, loc));
                let set = self.b.compare(BinaryOp::Ne, some, none, loc);
                self.b.assume(set, loc);
                Val::Num(self.b.ite(negative, some, none, loc))
            }
            _ => {
                let results = self.class_numbers(numbers, loc)?;
                let [nan, infinite, usual, small, none] = results[..] else {
                    return refuse(loc, "this classification");
                };
                let is_zero = compare(self, BinaryOp::Eq, x, zero);
                let is_small = compare(self, BinaryOp::Lt, size, normal);
                let is_infinite = compare(self, BinaryOp::Eq, size, infinity);
                let is_nan = self.is_nan(x, loc);
                let mut result = usual;
                for (test, number) in [(is_small, small), (is_zero, none), (is_infinite, infinite), (is_nan, nan)] {
                    result = self.b.expr(ExprKind::Ite(test, number, result), TypeId::INT, loc);
                }
                Val::Num(result)
            }
        })
    }

    /// An operand of a function on floats, evaluated once, and its type.
    fn float_operand(&mut self, name: &str, arg: Ex, loc: Loc) -> Res<(ExprId, FloatKind)> {
        let ty = self.unit.ty(arg);
        let Some(kind) = self.unit.types.float_kind(ty) else {
            return refuse(loc, format!("`{name}` of what is no float"));
        };
        let value = self.value(arg)?;
        let e = self.num(value, ty, loc)?;
        Ok((self.frozen(e, loc), kind))
    }

    /// A comparison that raises nothing for numbers that are none.
    fn ordered(&mut self, name: &str, x: ExprId, y: ExprId, loc: Loc) -> ExprId {
        match name {
            "isgreater" => self.b.compare(BinaryOp::Gt, x, y, loc),
            "isgreaterequal" => self.b.compare(BinaryOp::Ge, x, y, loc),
            "isless" => self.b.compare(BinaryOp::Lt, x, y, loc),
            "islessequal" => self.b.compare(BinaryOp::Le, x, y, loc),
            "islessgreater" => {
                let (less, greater) =
                    (self.b.compare(BinaryOp::Lt, x, y, loc), self.b.compare(BinaryOp::Gt, x, y, loc));
                self.b.or(less, greater, loc)
            }
            _ => {
                let (x, y) = (self.is_nan(x, loc), self.is_nan(y, loc));
                self.b.or(x, y, loc)
            }
        }
    }

    /// What `fpclassify` says of NaN, infinity, normal and subnormal numbers and zero: what is given, or glibc's
    /// numbers.
    fn class_numbers(&mut self, numbers: &[Ex], loc: Loc) -> Res<Vec<ExprId>> {
        if numbers.is_empty() {
            return Ok([0, 1, 4, 3, 2].map(|n| self.b.int(n, TypeId::INT, loc)).to_vec());
        }
        let mut results = Vec::new();
        for number in numbers {
            let ty = self.unit.ty(*number);
            let value = self.value(*number)?;
            let e = self.num(value, ty, loc)?;
            results.push(self.frozen(e, loc));
        }
        Ok(results)
    }

    /// `fesetround` and `fegetround`: the only mode is the nearest, 0.
    pub fn rounding_mode(&mut self, mode: Option<Ex>, loc: Loc) -> Res<Val> {
        if let Some(mode) = mode {
            let ty = self.unit.ty(mode);
            let value = self.value(mode)?;
            let e = self.num(value, ty, loc)?;
            let zero = self.number(0, loc);
            let nearest = self.b.compare(BinaryOp::Eq, e, zero, loc);
            self.check(CheckKind::Unsupported, nearest, loc, "a rounding mode other than FE_TONEAREST");
        }
        Ok(Val::Num(self.number(0, loc)))
    }
}
