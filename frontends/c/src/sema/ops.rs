//! Conversions and operators on typed operands, folded where both are constants and nothing is undefined.
//!
//! What is undefined stays an operation, so that its check fails where the program comes to it.

use super::Sema;
use crate::ctype::{CType, FloatKind, IntKind, Ty};
use crate::typed::{Bin, Ex, Init, Kind, ObjId, Sign, Step, Storage};
use horn_frontend::ir::Loc;
use horn_solver::num::Int;

impl Sema<'_> {
    /// Whether an expression denotes an object.
    pub(super) fn is_lvalue(&self, ex: Ex) -> bool {
        let mut ex = ex;
        loop {
            match &self.unit.expr(ex).kind {
                Kind::Object(_) | Kind::Deref(_) | Kind::Str(_) => return true,
                Kind::Member(inner, _) => ex = *inner,
                Kind::Block(_, Some(value)) => ex = *value,
                _ => return false,
            }
        }
    }

    /// The value of an expression: of an lvalue what it holds, of an array or a function a pointer (C11 6.3.2.1).
    pub(super) fn rvalue(&mut self, ex: Ex) -> Ex {
        let (ty, loc) = (self.unit.ty(ex), self.unit.expr(ex).loc);
        match self.unit.types.get(ty).clone() {
            CType::Array(element, _) => {
                let pointer = self.unit.types.pointer(element);
                if let Kind::Str(units) = self.unit.expr(ex).kind.clone() {
                    let object = self.literal_object(&units, ty, element, loc);
                    let object = self.add(Kind::Object(object), ty, loc);
                    return self.add(Kind::Decay(object), pointer, loc);
                }
                if self.is_lvalue(ex) {
                    self.add(Kind::Decay(ex), pointer, loc)
                } else {
                    self.unsupported("an array in a value that is no object", pointer, loc)
                }
            }
            CType::Function(_) => {
                if let Kind::Deref(pointer) = self.unit.expr(ex).kind {
                    return pointer;
                }
                let pointer = self.unit.types.pointer(ty);
                self.add(Kind::AddressOf(ex), pointer, loc)
            }
            _ if self.is_lvalue(ex) => {
                if self.unit.types.aggregate(ty).is_some() && !self.unit.types.is_complete(ty) {
                    let name = self.unit.types.name(ty);
                    self.error(loc, format!("the value of an object of the incomplete type `{name}`"));
                }
                let value = self.add(Kind::Load(ex), ty, loc);
                self.promoted_field(value, ex)
            }
            _ => self.promoted_field(ex, ex),
        }
    }

    /// The value of an lvalue, or of a change of it: that of a bit-field is promoted by its width (C11 6.3.1.1).
    pub(super) fn promoted_field(&mut self, value: Ex, target: Ex) -> Ex {
        match (self.bit_field(target), self.unit.types.int_kind(self.unit.ty(target))) {
            (Some(width), Some(kind)) if width < 32 || kind.signed() => {
                let int = self.unit.types.plain_int();
                self.convert(value, int)
            }
            _ => value,
        }
    }

    /// The width of the bit-field that an lvalue is.
    pub(super) fn bit_field(&self, ex: Ex) -> Option<u32> {
        let Kind::Member(inner, member) = self.unit.expr(ex).kind else { return None };
        let tag = self.unit.types.aggregate(self.unit.ty(inner))?;
        self.unit.types.tag(tag).members.as_ref()?.get(member as usize)?.bits
    }

    /// The object that a string literal is: static, and nobody may change it.
    fn literal_object(&mut self, units: &[u32], ty: Ty, element: Ty, loc: Loc) -> ObjId {
        let kind = self.unit.types.int_kind(element).unwrap_or(IntKind::Char);
        let mut parts = Vec::new();
        for (at, unit) in (0..).zip(units) {
            let value = kind.wrap(&Int::from(i64::from(*unit)), self.unit.types.model);
            if !value.is_zero() {
                parts.push((vec![Step::Index(at)], self.int(value, element, loc)));
            }
        }
        let object = self.add_object("string literal", ty, Storage::Static, loc);
        let entry = &mut self.unit.objects[object.index()];
        (entry.literal, entry.constant, entry.init) = (true, true, Some(Init { parts }));
        self.unit.statics.push(object);
        object
    }

    /// The typed value of a tree's expression.
    pub(super) fn rvalue_of(&mut self, id: crate::tree::ExprId) -> Ex {
        let ex = self.expr(id);
        self.rvalue(ex)
    }

    /// An integer constant.
    pub(super) fn int(&mut self, value: Int, ty: Ty, loc: Loc) -> Ex {
        self.add(Kind::Int(value), ty, loc)
    }

    /// 0 or 1 of type `int`.
    pub(super) fn truth(&mut self, value: bool, loc: Loc) -> Ex {
        let int = self.unit.types.plain_int();
        self.int(if value { Int::ONE } else { Int::ZERO }, int, loc)
    }

    /// A value converted to a type, as by assignment or a cast: scalars to scalars, anything to void.
    pub(super) fn convert(&mut self, ex: Ex, ty: Ty) -> Ex {
        let (from, loc) = (self.unit.ty(ex), self.unit.expr(ex).loc);
        if from == ty {
            return ex;
        }
        let kind = self.unit.expr(ex).kind.clone();
        let model = self.unit.types.model;
        if let CType::Opaque(name) = self.unit.types.get(ty).clone() {
            return self.unsupported(format!("a value of type `{name}`"), ty, loc);
        }
        if let CType::Opaque(name) = self.unit.types.get(from).clone() {
            return self.unsupported(format!("a value of type `{name}`"), ty, loc);
        }
        match (&kind, self.unit.types.int_kind(ty), self.unit.types.float_kind(ty)) {
            (Kind::Int(value), Some(target), _) => {
                let value = target.wrap(value, model);
                return self.int(value, ty, loc);
            }
            (Kind::Int(value), None, Some(target)) => {
                if let Some(value) = value.to_i64().filter(|value| value.unsigned_abs() < 1 << 24) {
                    let _ = target;
                    return self.add(Kind::Float(value as f64), ty, loc);
                }
            }
            (Kind::Float(value), None, Some(target)) => {
                let rounded = match target {
                    FloatKind::Float => f64::from(*value as f32),
                    FloatKind::Double => *value,
                };
                if rounded.is_finite() {
                    return self.add(Kind::Float(rounded), ty, loc);
                }
            }
            (Kind::Int(value), None, None) if value.is_zero() && self.unit.types.pointee(ty).is_some() => {
                return self.add(Kind::Null, ty, loc);
            }
            (Kind::Null, None, None) if self.unit.types.pointee(ty).is_some() => return self.add(Kind::Null, ty, loc),
            _ => {}
        }
        let void = matches!(self.unit.types.get(ty), CType::Void);
        let scalars = self.unit.types.is_scalar(from) && self.unit.types.is_scalar(ty);
        if !void && !scalars {
            let (a, b) = (self.unit.types.name(from), self.unit.types.name(ty));
            self.error(loc, format!("a value of type `{a}` cannot be converted to `{b}`"));
        }
        let float_pointer =
            |a: Ty, b: Ty| self.unit.types.float_kind(a).is_some() && self.unit.types.pointee(b).is_some();
        if float_pointer(from, ty) || float_pointer(ty, from) {
            let (a, b) = (self.unit.types.name(from), self.unit.types.name(ty));
            self.error(loc, format!("a value of type `{a}` cannot be converted to `{b}`"));
        }
        self.add(Kind::Convert(ex), ty, loc)
    }

    /// A value after the integer promotions.
    pub(super) fn promote(&mut self, ex: Ex) -> Ex {
        let ty = self.unit.types.promoted(self.unit.ty(ex));
        self.convert(ex, ty)
    }

    /// Both operands in their common type; none, with an error, if one is no number.
    pub(super) fn usual(&mut self, a: Ex, b: Ex, loc: Loc) -> Option<(Ex, Ex, Ty)> {
        let (ta, tb) = (self.unit.ty(a), self.unit.ty(b));
        match self.unit.types.common(ta, tb) {
            Some(ty) => Some((self.convert(a, ty), self.convert(b, ty), ty)),
            None => {
                self.bad_operands(ta, tb, loc);
                None
            }
        }
    }

    pub(super) fn bad_operands(&mut self, a: Ty, b: Ty, loc: Loc) {
        let opaque = |ty: Ty| matches!(self.unit.types.get(ty), CType::Opaque(_));
        if opaque(a) || opaque(b) {
            return;
        }
        let (a, b) = (self.unit.types.name(a), self.unit.types.name(b));
        self.error(loc, format!("the operator does not take operands of types `{a}` and `{b}`"));
    }

    /// What stands for an expression with an error, or with an operand that is not modelled.
    pub(super) fn poison(&mut self, loc: Loc) -> Ex {
        let int = self.unit.types.plain_int();
        self.unsupported("a value of a type that is not modelled", int, loc)
    }

    /// `a op b` on numbers, with the usual conversions.
    pub(super) fn arith(&mut self, op: Bin, a: Ex, b: Ex, loc: Loc) -> Ex {
        let int = self.unit.types.plain_int();
        if matches!(op, Bin::Shl | Bin::Shr) {
            let (a, b) = (self.promote(a), self.promote(b));
            let (ta, tb) = (self.unit.ty(a), self.unit.ty(b));
            if self.unit.types.int_kind(ta).is_none() || self.unit.types.int_kind(tb).is_none() {
                self.bad_operands(ta, tb, loc);
                return self.poison(loc);
            }
            return self.folded(op, a, b, ta, loc);
        }
        let Some((a, b, common)) = self.usual(a, b, loc) else { return self.poison(loc) };
        let integral = matches!(op, Bin::Rem | Bin::BitAnd | Bin::BitOr | Bin::BitXor);
        if integral && self.unit.types.int_kind(common).is_none() {
            self.bad_operands(common, common, loc);
            return self.poison(loc);
        }
        let ty = if op.is_comparison() { int } else { common };
        self.folded(op, a, b, ty, loc)
    }

    fn folded(&mut self, op: Bin, a: Ex, b: Ex, ty: Ty, loc: Loc) -> Ex {
        let operands = self.unit.types.int_kind(self.unit.ty(a));
        if let (Some(x), Some(y), Some(kind)) = (self.unit.constant(a), self.unit.constant(b), operands)
            && let Some(value) = fold(op, x, y, kind, self.unit.types.model)
        {
            return self.int(value, ty, loc);
        }
        if let (Kind::Float(x), Kind::Float(y)) = (&self.unit.expr(a).kind, &self.unit.expr(b).kind) {
            let (x, y) = (*x, *y);
            match (op, x.partial_cmp(&y)) {
                (Bin::Lt, Some(order)) => return self.truth(order.is_lt(), loc),
                (Bin::Le, Some(order)) => return self.truth(order.is_le(), loc),
                (Bin::Gt, Some(order)) => return self.truth(order.is_gt(), loc),
                (Bin::Ge, Some(order)) => return self.truth(order.is_ge(), loc),
                (Bin::Eq, Some(order)) => return self.truth(order.is_eq(), loc),
                (Bin::Ne, Some(order)) => return self.truth(order.is_ne(), loc),
                _ => {}
            }
            let value = match op {
                Bin::Add => x + y,
                Bin::Sub => x - y,
                Bin::Mul => x * y,
                _ => x / y,
            };
            // Products of two binary32 numbers are exact in binary64, sums and quotients round twice without harm.
            let single = self.unit.types.float_kind(ty) == Some(FloatKind::Float);
            let value = if single { f64::from(value as f32) } else { value };
            if value.is_finite() {
                return self.add(Kind::Float(value), ty, loc);
            }
        }
        self.add(Kind::Binary(op, a, b), ty, loc)
    }

    /// `a + b` and `a - b`, where one operand may be a pointer.
    pub(super) fn additive(&mut self, op: Bin, a: Ex, b: Ex, loc: Loc) -> Ex {
        let (ta, tb) = (self.unit.ty(a), self.unit.ty(b));
        let (pa, pb) = (self.unit.types.pointee(ta), self.unit.types.pointee(tb));
        let (ia, ib) = (self.unit.types.int_kind(ta).is_some(), self.unit.types.int_kind(tb).is_some());
        match (op, pa, pb) {
            (Bin::Add, Some(_), None) if ib => self.pointer_add(a, b, Sign::Plus, loc),
            (Bin::Add, None, Some(_)) if ia => self.pointer_add(b, a, Sign::Plus, loc),
            (Bin::Sub, Some(_), None) if ib => self.pointer_add(a, b, Sign::Minus, loc),
            (Bin::Sub, Some(_), Some(_)) => {
                let ty = self.unit.types.difference_type();
                self.add(Kind::PtrDiff(a, b), ty, loc)
            }
            (_, None, None) => self.arith(op, a, b, loc),
            _ => {
                self.bad_operands(ta, tb, loc);
                self.poison(loc)
            }
        }
    }

    pub(super) fn pointer_add(&mut self, pointer: Ex, index: Ex, sign: Sign, loc: Loc) -> Ex {
        let ty = self.unit.ty(pointer);
        let to = self.unit.types.pointee(ty).unwrap_or(ty);
        if self.unit.types.aggregate(to).is_some() && !self.unit.types.is_complete(to) {
            let name = self.unit.types.name(to);
            self.error(loc, format!("arithmetic on a pointer to the incomplete type `{name}`"));
        }
        self.add(Kind::PtrAdd(pointer, index, sign), ty, loc)
    }

    /// A comparison, also of pointers.
    pub(super) fn comparison(&mut self, op: Bin, a: Ex, b: Ex, loc: Loc) -> Ex {
        let (ta, tb) = (self.unit.ty(a), self.unit.ty(b));
        let (pa, pb) = (self.unit.types.pointee(ta).is_some(), self.unit.types.pointee(tb).is_some());
        if !pa && !pb {
            return self.arith(op, a, b, loc);
        }
        let int = self.unit.types.plain_int();
        let (a, b) = match (pa, pb) {
            (true, false) if self.unit.types.int_kind(tb).is_some() => (a, self.convert(b, ta)),
            (false, true) if self.unit.types.int_kind(ta).is_some() => (self.convert(a, tb), b),
            (true, true) if matches!(self.unit.expr(b).kind, Kind::Null) => (a, self.convert(b, ta)),
            (true, true) if matches!(self.unit.expr(a).kind, Kind::Null) => (self.convert(a, tb), b),
            (true, true) => (a, b),
            _ => {
                self.bad_operands(ta, tb, loc);
                return self.poison(loc);
            }
        };
        self.add(Kind::PtrCompare(op, a, b), int, loc)
    }

    /// A scalar as a condition.
    pub(super) fn scalar(&mut self, ex: Ex) -> Ex {
        let ty = self.unit.ty(ex);
        if !self.unit.types.is_scalar(ty) && !matches!(self.unit.types.get(ty), CType::Opaque(_)) {
            let (name, loc) = (self.unit.types.name(ty), self.unit.expr(ex).loc);
            self.error(loc, format!("a condition has the type `{name}`"));
        }
        if let CType::Opaque(name) = self.unit.types.get(ty).clone() {
            let (int, loc) = (self.unit.types.plain_int(), self.unit.expr(ex).loc);
            return self.unsupported(format!("a value of type `{name}`"), int, loc);
        }
        ex
    }

    /// The truth value of a constant condition.
    pub(super) fn decided(&self, ex: Ex) -> Option<bool> {
        match &self.unit.expr(ex).kind {
            Kind::Int(value) => Some(!value.is_zero()),
            Kind::Float(value) => Some(*value != 0.0),
            Kind::Null => Some(false),
            _ => None,
        }
    }

    /// `-a`, `~a`, `+a`.
    pub(super) fn negated(&mut self, op: crate::tree::UnaryOp, a: Ex, loc: Loc) -> Ex {
        use crate::tree::UnaryOp::{BitNot, Minus};
        let a = self.promote(a);
        let ty = self.unit.ty(a);
        let kind = self.unit.types.int_kind(ty);
        if !self.unit.types.is_arithmetic(ty) || op == BitNot && kind.is_none() {
            self.bad_operands(ty, ty, loc);
            return self.poison(loc);
        }
        let model = self.unit.types.model;
        match (op, &self.unit.expr(a).kind, kind) {
            (Minus, Kind::Int(value), Some(kind)) => {
                let value = -value.clone();
                if !kind.signed() || kind.range(model).contains(&value) {
                    return self.int(kind.wrap(&value, model), ty, loc);
                }
            }
            (BitNot, Kind::Int(value), Some(kind)) => {
                let value = kind.wrap(&(-value.clone() - Int::ONE), model);
                return self.int(value, ty, loc);
            }
            (Minus, Kind::Float(value), _) => {
                let value = -*value;
                return self.add(Kind::Float(value), ty, loc);
            }
            _ => {}
        }
        match op {
            Minus => self.add(Kind::Neg(a), ty, loc),
            BitNot => self.add(Kind::BitNot(a), ty, loc),
            _ => a,
        }
    }
}

/// The value of an operation on integers of a kind; none if it is undefined.
fn fold(op: Bin, x: &Int, y: &Int, kind: IntKind, model: crate::options::DataModel) -> Option<Int> {
    let truth = |value: bool| Some(if value { Int::ONE } else { Int::ZERO });
    let bits = kind.bits(model);
    let exact = match op {
        Bin::Add => x.clone() + y.clone(),
        Bin::Sub => x.clone() - y.clone(),
        Bin::Mul => x.clone() * y.clone(),
        Bin::Div | Bin::Rem => {
            if y.is_zero() {
                return None;
            }
            let quotient = x.abs().div_floor(&y.abs());
            let quotient = if x.is_negative() == y.is_negative() { quotient } else { -quotient };
            if kind.signed() && !kind.range(model).contains(&quotient) {
                return None;
            }
            if op == Bin::Div { quotient } else { x.clone() - quotient * y.clone() }
        }
        Bin::Shl | Bin::Shr => {
            let count = y.to_i64().and_then(|count| u32::try_from(count).ok()).filter(|count| *count < bits)?;
            if op == Bin::Shr {
                // Shifts of negative numbers copy the sign, as in gcc.
                return Some(x.div_floor(&Int::pow2(count)));
            }
            return Some(kind.wrap(&(x.clone() * Int::pow2(count)), model));
        }
        Bin::BitAnd | Bin::BitOr | Bin::BitXor => {
            let (a, b) = (x.to_big(), y.to_big());
            return Some(Int::from_big(match op {
                Bin::BitAnd => a & b,
                Bin::BitOr => a | b,
                _ => a ^ b,
            }));
        }
        Bin::Lt => return truth(x < y),
        Bin::Le => return truth(x <= y),
        Bin::Gt => return truth(x > y),
        Bin::Ge => return truth(x >= y),
        Bin::Eq => return truth(x == y),
        Bin::Ne => return truth(x != y),
    };
    if kind.signed() && !kind.range(model).contains(&exact) {
        return None;
    }
    Some(kind.wrap(&exact, model))
}
