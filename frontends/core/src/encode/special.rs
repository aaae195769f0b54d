//! Floats of types with infinities and NaN, over the reals.
//!
//! Such a value is a Real as well: a finite number is itself, plus and minus infinity are plus and minus twice the
//! power of two of the largest number, and NaN is twice infinity. So comparisons of numbers are those of reals, a value
//! is NaN where it is above infinity, and it is finite where it lies between the infinities. Both zeros are one real:
//! where the sign of a zero matters (a quotient by it, its sign bit) either is taken.
//!
//! Finite results are those of [`super::float`], whose facts about rounding can be satisfied for any real operands, so
//! that they exclude no run in which an operand is infinite and the fact of no use.

use super::Encoder;
use super::expr::Context;
use crate::ir::{BinaryOp, Conversion, ExprId, ExprKind, FloatFormat, TypeId, TypeKind, UnaryOp, ieee};
use horn_solver::num::{Int, Rat};
use horn_solver::term::{SortId, Store, TermId};

/// Integers below this in magnitude are not rounded to infinity by any format.
const SMALL: u32 = 127;
/// Reals below two to this are far from infinity.
const FAR: u32 = 110;

/// The real that stands for plus infinity.
fn infinity(format: FloatFormat) -> Rat {
    Rat::from(match format {
        FloatFormat::F32 => Int::pow2(128),
        FloatFormat::F64 => Int::pow2(1024),
    })
}

/// The real that stands for NaN.
fn no_number(format: FloatFormat) -> Rat {
    infinity(format) * Rat::from(2)
}

/// The real that stands for a value that is no finite number.
pub(super) fn code(value: f64, format: FloatFormat) -> Rat {
    match value {
        _ if value.is_nan() => no_number(format),
        _ if value < 0.0 => -infinity(format),
        _ => infinity(format),
    }
}

/// The value that a real stands for, or one close to it.
pub(crate) fn special_value(value: &Rat, format: FloatFormat) -> f64 {
    if *value > infinity(format) {
        return f64::NAN;
    }
    // Beyond the largest number the nearest one is infinite.
    ieee::from_rat(value, format)
}

/// That a real stands for a value.
pub(super) fn any(store: &mut Store, term: TermId, format: FloatFormat) -> TermId {
    let largest = ieee::to_rat(ieee::largest(format)).unwrap_or(Rat::ZERO);
    let (low, high) = (store.num(-largest.clone(), SortId::REAL), store.num(largest, SortId::REAL));
    let (above, below) = (store.le(low, term), store.le(term, high));
    let mut cases = vec![store.and2(above, below)];
    for code in [infinity(format), -infinity(format), no_number(format)] {
        let code = store.num(code, SortId::REAL);
        cases.push(store.eq(term, code));
    }
    store.or(&cases)
}

impl<'p> Encoder<'p> {
    /// The format of a type of floats with infinities and NaN.
    pub(super) fn special(&self, ty: TypeId) -> Option<FloatFormat> {
        match &self.program.ty(ty).kind {
            TypeKind::Float(float) if float.special => Some(float.format),
            _ => None,
        }
    }

    fn real(&mut self, value: Rat) -> TermId {
        self.store.num(value, SortId::REAL)
    }

    /// Some value of the type.
    pub(super) fn any_special(&mut self, cx: &mut Context<'p>, format: FloatFormat) -> TermId {
        let fresh = self.fresh_var(&mut cx.region, SortId::REAL);
        let range = any(&mut self.store, fresh, format);
        cx.side.push(range);
        fresh
    }

    /// The range of a real, if it is known and far from what is too large for a format.
    fn small(&mut self, cx: &Context<'p>, value: TermId) -> Option<(Rat, Rat)> {
        let limit = Rat::from(Int::pow2(FAR));
        self.interval(cx, value).filter(|(low, high)| low.abs() < limit && high.abs() < limit)
    }

    /// Whether the exact result of an operation on finite numbers is far from what is too large.
    fn is_moderate(&mut self, cx: &Context<'p>, op: BinaryOp, x: TermId, y: TermId, exact: TermId) -> bool {
        if self.small(cx, exact).is_some() {
            return true;
        }
        let (Some((a, b)), Some((c, d))) = (self.small(cx, x), self.small(cx, y)) else { return false };
        let limit = Rat::from(Int::pow2(FAR));
        let largest = a.abs().max(b.abs());
        match op {
            BinaryOp::Mul => largest * c.abs().max(d.abs()) < limit,
            BinaryOp::Div if c > Rat::ZERO || d < Rat::ZERO => largest < limit * c.abs().min(d.abs()),
            _ => false,
        }
    }

    /// Whether a value is finite.
    pub(super) fn finite(&mut self, cx: &mut Context<'p>, value: TermId, format: FloatFormat) -> TermId {
        if self.small(cx, value).is_some() {
            return self.store.bool(true);
        }
        let (low, high) = (self.real(-infinity(format)), self.real(infinity(format)));
        let (above, below) = (self.store.lt(low, value), self.store.lt(value, high));
        self.store.and2(above, below)
    }

    /// Whether a value is not NaN.
    fn is_number(&mut self, cx: &mut Context<'p>, value: TermId, format: FloatFormat) -> TermId {
        if self.small(cx, value).is_some() {
            return self.store.bool(true);
        }
        let high = self.real(infinity(format));
        self.store.le(value, high)
    }

    /// An infinity with the sign of a real that is not zero.
    fn infinite(&mut self, positive: TermId, format: FloatFormat) -> TermId {
        let (low, high) = (self.real(-infinity(format)), self.real(infinity(format)));
        self.store.ite(positive, high, low)
    }

    /// The rounded number, or infinity where the exact one is too large.
    pub(super) fn or_infinite(&mut self, exact: TermId, rounded: TermId, format: FloatFormat) -> TermId {
        let zero = self.real(Rat::ZERO);
        let fits = self.fits(exact, format);
        let positive = self.store.ge(exact, zero);
        let infinite = self.infinite(positive, format);
        self.store.ite(fits, rounded, infinite)
    }

    /// Whether an integer is so small that it is no infinite float.
    pub(super) fn is_small(&self, cx: &Context<'p>, id: ExprId) -> bool {
        let node = &cx.procedure.exprs[id];
        let limit = Int::pow2(SMALL);
        match (&node.kind, &self.program.ty(node.ty).kind) {
            (_, TypeKind::Int(int)) if int.range.is_some() => {
                int.range.as_ref().is_some_and(|range| -limit.clone() <= range.first && range.last <= limit)
            }
            (ExprKind::Int(value), _) => value.abs() <= limit,
            (ExprKind::Convert(Conversion::BoolToInt, _), _) => true,
            (ExprKind::Convert(Conversion::ModularToInt, inner), _) => {
                match &self.program.ty(cx.procedure.exprs[*inner].ty).kind {
                    TypeKind::Modular(modular) => modular.modulus <= limit,
                    _ => false,
                }
            }
            _ => false,
        }
    }

    pub(super) fn special_unary(
        &mut self,
        cx: &mut Context<'p>,
        op: UnaryOp,
        value: TermId,
        format: FloatFormat,
    ) -> TermId {
        let zero = self.real(Rat::ZERO);
        match op {
            UnaryOp::Neg => {
                let (number, negated) = (self.is_number(cx, value, format), self.store.neg(value));
                self.store.ite(number, negated, value)
            }
            UnaryOp::Abs => self.store.abs(value),
            UnaryOp::IsNegative => {
                let any = self.fresh_var(&mut cx.region, SortId::BOOL);
                let number = self.is_number(cx, value, format);
                let not_zero = self.store.neq(value, zero);
                let (known, below) = (self.store.and2(number, not_zero), self.store.lt(value, zero));
                self.store.ite(known, below, any)
            }
            UnaryOp::FloatRound(rounding) => {
                let finite = self.finite(cx, value, format);
                let rounded = self.integral(cx, rounding, value);
                let rounded = self.store.to_real(rounded);
                self.store.ite(finite, rounded, value)
            }
            UnaryOp::Sqrt => {
                let finite = self.finite(cx, value, format);
                let root = self.sqrt(cx, value, format);
                let negative = self.store.lt(value, zero);
                let nan = self.real(no_number(format));
                let number = self.store.ite(finite, root, value);
                self.store.ite(negative, nan, number)
            }
            UnaryOp::Elementary(function) => {
                let (first, last) = function.domain(format);
                let [first, last] = [first, last].map(|end| self.real(ieee::to_rat(end).unwrap_or(Rat::ZERO)));
                let (above, below) = (self.store.le(first, value), self.store.le(value, last));
                let inside = self.store.and2(above, below);
                let result = self.elementary(cx, function, value, format);
                let other = self.any_special(cx, format);
                self.store.ite(inside, result, other)
            }
            _ => value,
        }
    }

    pub(super) fn special_binary(
        &mut self,
        cx: &mut Context<'p>,
        op: BinaryOp,
        x: TermId,
        y: TermId,
        format: FloatFormat,
    ) -> TermId {
        use BinaryOp::*;
        match op {
            Lt | Gt | Le | Ge => {
                let (x, y) = if matches!(op, Lt | Le) { (x, y) } else { (y, x) };
                let ordered = if matches!(op, Lt | Gt) { self.store.lt(x, y) } else { self.store.le(x, y) };
                // A number is never above NaN, so that one test is enough.
                let number = self.is_number(cx, y, format);
                self.store.and2(ordered, number)
            }
            Eq | Ne => {
                let (same, number) = (self.store.eq(x, y), self.is_number(cx, x, format));
                let equal = self.store.and2(same, number);
                if op == Eq { equal } else { self.store.not(equal) }
            }
            Min | Max => {
                let yes = self.special_binary(cx, if op == Min { Le } else { Ge }, x, y, format);
                self.store.ite(yes, x, y)
            }
            Add | Sub | Mul | Div => self.special_arithmetic(cx, op, x, y, format),
            _ => self.any_special(cx, format),
        }
    }

    fn special_arithmetic(
        &mut self,
        cx: &mut Context<'p>,
        op: BinaryOp,
        x: TermId,
        y: TermId,
        format: FloatFormat,
    ) -> TermId {
        let (zero, nan) = (self.real(Rat::ZERO), self.real(no_number(format)));
        let (finite_x, finite_y) = (self.finite(cx, x, format), self.finite(cx, y, format));
        // Both are finite.
        let exact = self.exact(op, x, y);
        let rounded = self.float(cx, op, x, y, format);
        let moderate = self.is_moderate(cx, op, x, y, exact);
        let mut number = if moderate { rounded } else { self.or_infinite(exact, rounded, format) };
        let (zero_x, zero_y) = (self.store.eq(x, zero), self.store.eq(y, zero));
        if op == BinaryOp::Div && !self.is_apart(cx, y) {
            let sign = self.fresh_var(&mut cx.region, SortId::BOOL);
            let infinite = self.infinite(sign, format);
            let quotient = self.store.ite(zero_x, nan, infinite);
            number = self.store.ite(zero_y, quotient, number);
        }
        let both = self.store.and2(finite_x, finite_y);
        if both == self.store.bool(true) {
            return number;
        }
        // One is not.
        let (number_x, number_y) = (self.is_number(cx, x, format), self.is_number(cx, y, format));
        let numbers = self.store.and2(number_x, number_y);
        let (above_x, above_y) = (self.store.gt(x, zero), self.store.gt(y, zero));
        let other = match op {
            BinaryOp::Add | BinaryOp::Sub => {
                let minus = self.store.neg(y);
                let y = if op == BinaryOp::Add { y } else { minus };
                // Infinities of both signs have no sum.
                let (same, either) = (self.store.eq(x, y), self.store.ite(finite_x, y, x));
                let one = self.store.or(&[finite_x, finite_y, same]);
                self.store.ite(one, either, nan)
            }
            BinaryOp::Mul => {
                let none = self.store.or2(zero_x, zero_y);
                let positive = self.store.eq(above_x, above_y);
                let infinite = self.infinite(positive, format);
                self.store.ite(none, nan, infinite)
            }
            _ => {
                // An infinite number by zero: the sign of the zero is not known.
                let any = self.fresh_var(&mut cx.region, SortId::BOOL);
                let same = self.store.eq(above_x, above_y);
                let positive = self.store.ite(zero_y, any, same);
                let infinite = self.infinite(positive, format);
                let quotient = self.store.ite(finite_y, infinite, nan);
                self.store.ite(finite_x, zero, quotient)
            }
        };
        let other = self.store.ite(numbers, other, nan);
        self.store.ite(both, number, other)
    }

    /// Whether a value is known not to be zero.
    fn is_apart(&mut self, cx: &Context<'p>, value: TermId) -> bool {
        self.interval(cx, value).is_some_and(|(low, high)| low > Rat::ZERO || high < Rat::ZERO)
    }

    /// A value in another format.
    pub(super) fn special_format(
        &mut self,
        cx: &mut Context<'p>,
        value: TermId,
        from: FloatFormat,
        to: FloatFormat,
    ) -> TermId {
        if from == to || self.small(cx, value).is_some() && to == FloatFormat::F64 {
            return value;
        }
        let number = if to == FloatFormat::F64 {
            value
        } else {
            let rounded = self.rounded(cx, value, to);
            if self.small(cx, value).is_some() {
                return rounded;
            }
            self.or_infinite(value, rounded, to)
        };
        let mut result = number;
        for special in [f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
            let (old, new) = (self.real(code(special, from)), self.real(code(special, to)));
            let here = self.store.eq(value, old);
            result = self.store.ite(here, new, result);
        }
        result
    }
}
