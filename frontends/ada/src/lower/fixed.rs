//! Fixed point arithmetic (RM 4.5.5, 4.6): exact integers, with the overflow checks and the rounding of GNAT 12.
//!
//! Products, quotients and conversions between fixed point types truncate, conversions to integers and from floating
//! point types round halves away from zero. GNAT computes them exactly where the smalls are multiples of each other (RM
//! G.2.3); elsewhere it goes through floating point, and here the result is one of the numbers that are near.

use super::Refusal;
use super::convert::NOT_CONVERTIBLE;
use super::procedure::Proc;
use crate::place::Loc;
use crate::sema::tree::{BinaryOp, Expr, ExprKind};
use crate::sema::types::{Kind, TypeId as AdaType};
use horn_frontend::ir::{BinaryOp as Ir, CheckKind, Conversion, ExprId, Rounding, TypeId};
use horn_solver::num::{Int, Rat};

/// How many binary digits of a number are right in any case that floating point operations give.
const DIGITS: u32 = 48;

/// A factor that integers can be multiplied with exactly, but for truncation.
enum Factor {
    Times(Int),
    Over(Int),
}

fn factor(ratio: &Rat) -> Option<Factor> {
    if let Some(number) = ratio.to_int() {
        return Some(Factor::Times(number));
    }
    if ratio.is_zero() {
        return None;
    }
    ratio.recip().to_int().map(Factor::Over)
}

impl Proc<'_, '_> {
    fn small(&self, ty: AdaType) -> Option<Rat> {
        match self.tree().types.kind(ty) {
            Kind::Fixed { small, .. } => Some(small.clone()),
            _ => None,
        }
    }

    /// `number * ratio`, truncated.
    fn scaled(&mut self, number: ExprId, ratio: &Rat, loc: Loc) -> Result<ExprId, Refusal> {
        match factor(ratio) {
            Some(Factor::Times(factor)) if factor.is_one() => Ok(number),
            Some(Factor::Times(factor)) => {
                let factor = self.b.int(factor, TypeId::INT, loc);
                Ok(self.b.binary(Ir::Mul, number, factor, TypeId::INT, loc))
            }
            Some(Factor::Over(divisor)) => {
                let divisor = self.b.int(divisor, TypeId::INT, loc);
                Ok(self.b.binary(Ir::Div, number, divisor, TypeId::INT, loc))
            }
            None if ratio.is_zero() => Ok(self.b.int(0, TypeId::INT, loc)),
            None => self.nearly_scaled(number, ratio, loc),
        }
    }

    /// The same where the machine goes through floating point numbers: the neighbours of the exact number, and some
    /// more where it has more digits than they have (RM G.2.3).
    fn nearly_scaled(&mut self, number: ExprId, ratio: &Rat, loc: Loc) -> Result<ExprId, Refusal> {
        if self.quantifying() {
            return Err((loc, "fixed point operation that rounds, in a quantified expression (RM G.2.3)".into()));
        }
        let (by, parts) = (ratio.numer().clone(), ratio.denom().clone());
        let (by, parts) = (self.b.int(by, TypeId::INT, loc), self.b.int(parts, TypeId::INT, loc));
        let product = self.b.binary(Ir::Mul, number, by, TypeId::INT, loc);
        let exact = self.b.binary(Ir::Div, product, parts, TypeId::INT, loc);
        let exact = self.kept(exact, loc);
        let zero = self.b.int(0, TypeId::INT, loc);
        let negative = self.b.compare(Ir::Lt, exact, zero, loc);
        let turned = self.b.binary(Ir::Sub, zero, exact, TypeId::INT, loc);
        let size = self.b.ite(negative, turned, exact, loc);
        let digits = self.b.int(Int::pow2(DIGITS), TypeId::INT, loc);
        let (more, one) = (self.b.binary(Ir::Div, size, digits, TypeId::INT, loc), self.b.int(1, TypeId::INT, loc));
        let error = self.b.binary(Ir::Add, more, one, TypeId::INT, loc);
        let var = self.b.temporary("rounded", TypeId::INT, loc);
        self.b.set_origin_of(var, "how a fixed point operation is rounded");
        self.b.havoc(var, loc);
        let value = self.b.var(var, loc);
        let (low, high) = (
            self.b.binary(Ir::Sub, exact, error, TypeId::INT, loc),
            self.b.binary(Ir::Add, exact, error, TypeId::INT, loc),
        );
        let near = self.b.between(value, low, high, loc);
        let near = self.wrapped(near, false, loc);
        self.b.assume(near, loc);
        Ok(value)
    }

    /// The product or quotient of two fixed point values, or of one and a literal. `None` for other operations.
    pub fn fixed_product(
        &mut self,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
        ty: AdaType,
        loc: Loc,
    ) -> Result<Option<ExprId>, Refusal> {
        let (BinaryOp::Mul | BinaryOp::Div) = op else { return Ok(None) };
        let universal = self.tree().types.std.universal_real;
        // Smalls of the operands; a literal is the only multiple, 1, of itself.
        let operand = |this: &Self, expr: &Expr| match (&expr.kind, this.small(expr.ty)) {
            (ExprKind::Real(value), _) if expr.ty == universal => Some((value.clone(), true)),
            (_, Some(small)) => Some((small, false)),
            _ => None,
        };
        let (Some((sl, literal_left)), Some((sr, literal_right))) = (operand(self, left), operand(self, right)) else {
            return Ok(None);
        };
        let Some(small) = self.small(ty) else { return Ok(None) };
        let mut values = Vec::new();
        for (expr, literal) in [(left, literal_left), (right, literal_right)] {
            values.push(if literal { self.b.int(1, TypeId::INT, loc) } else { self.value(expr)? });
        }
        let (mut a, b) = (values[0], values[1]);
        let result = if op == BinaryOp::Mul {
            let product = match (literal_left, literal_right) {
                (true, _) => b,
                (_, true) => a,
                _ => self.b.binary(Ir::Mul, a, b, TypeId::INT, loc),
            };
            let ratio = &(&sl * &sr) / &small;
            self.scaled(product, &ratio, loc)?
        } else if literal_right {
            if sr.is_zero() {
                let no = self.b.bool(false, loc);
                self.check(CheckKind::Division, loc, no, "")?;
                return Ok(Some(a));
            }
            let ratio = &(&sl / &sr) / &small;
            self.scaled(a, &ratio, loc)?
        } else {
            let zero = self.b.int(0, TypeId::INT, loc);
            let nonzero = self.b.compare(Ir::Ne, b, zero, loc);
            self.check(CheckKind::Division, loc, nonzero, "")?;
            let ratio = &(&sl / &sr) / &small;
            let mut divisor = b;
            match factor(&ratio) {
                Some(Factor::Over(by)) => {
                    let by = self.b.int(by, TypeId::INT, loc);
                    divisor = self.b.binary(Ir::Mul, b, by, TypeId::INT, loc);
                }
                _ => a = self.scaled(a, &ratio, loc)?,
            }
            self.b.binary(Ir::Div, a, divisor, TypeId::INT, loc)
        };
        let name = if op == BinaryOp::Mul { "multiplication" } else { "division" };
        self.check_overflow(result, None, ty, loc, name)?;
        Ok(Some(result))
    }

    /// The conversion of a product or quotient of two fixed point values to an integer type: the exact number, halves
    /// away from zero (RM 4.6 (33)). `None` for other conversions.
    pub fn integer_of_fixed_product(
        &mut self,
        operand: &Expr,
        target: AdaType,
        loc: Loc,
    ) -> Result<Option<ExprId>, Refusal> {
        let types = &self.tree().types;
        // Of modular types of 64 bits GNAT has not all results.
        let (true, Kind::Signed { .. }) = (operand.ty == types.std.universal_fixed, types.kind(target)) else {
            return Ok(None);
        };
        let ExprKind::Binary(op @ (BinaryOp::Mul | BinaryOp::Div), left, right) = &operand.kind else {
            return Ok(None);
        };
        let (Some(sl), Some(sr)) = (self.small(left.ty), self.small(right.ty)) else { return Ok(None) };
        let ratio = if *op == BinaryOp::Mul { &sl * &sr } else { &sl / &sr };
        let Some(factor) = factor(&ratio) else {
            let what = "fixed point operation on smalls that are no multiples of each other (RM G.2.3)";
            return Err((loc, what.into()));
        };
        self.independent(&[left, right], false, loc)?;
        let values = self.values(&[left, right])?;
        let (mut number, mut parts) = (values[0], values[1]);
        if *op == BinaryOp::Mul {
            number = self.b.binary(Ir::Mul, number, parts, TypeId::INT, loc);
            parts = self.b.int(1, TypeId::INT, loc);
        } else {
            let zero = self.b.int(0, TypeId::INT, loc);
            let nonzero = self.b.compare(Ir::Ne, parts, zero, loc);
            self.check(CheckKind::Division, operand.loc, nonzero, "")?;
            // The divisor is made positive, so that halves are told by the sign of the number.
            let positive = self.b.compare(Ir::Gt, parts, zero, loc);
            let other = self.b.binary(Ir::Sub, zero, number, TypeId::INT, loc);
            number = self.b.ite(positive, number, other, loc);
            let other = self.b.binary(Ir::Sub, zero, parts, TypeId::INT, loc);
            parts = self.b.ite(positive, parts, other, loc);
        }
        match factor {
            Factor::Times(by) => {
                let by = self.b.int(by, TypeId::INT, loc);
                number = self.b.binary(Ir::Mul, number, by, TypeId::INT, loc);
            }
            Factor::Over(by) => {
                let by = self.b.int(by, TypeId::INT, loc);
                parts = self.b.binary(Ir::Mul, parts, by, TypeId::INT, loc);
            }
        }
        let number = self.rounded_quotient(number, parts, loc);
        self.number_in(number, None, target, loc)?;
        self.with_predicates(number, operand.ty, target, loc).map(Some)
    }

    /// A conversion from or to a fixed point type.
    pub fn convert_fixed(
        &mut self,
        value: ExprId,
        source: Option<&Expr>,
        from: AdaType,
        target: AdaType,
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        let types = &self.tree().types;
        let (from_kind, to_kind) = (types.kind(from).clone(), types.kind(target).clone());
        let wanted = self.ty(target, loc)?;
        match (&from_kind, &to_kind) {
            (Kind::Fixed { small: a, .. }, Kind::Fixed { small: b, .. }) => {
                let number = self.scaled(value, &(a / b), loc)?;
                let known = source.filter(|_| a == b).and_then(|source| self.range_of(source));
                self.number_in(number, known, target, loc)?;
                self.with_predicates(number, from, target, loc)
            }
            (Kind::Signed { .. } | Kind::Modular(_) | Kind::UniversalInteger, Kind::Fixed { small, .. }) => {
                let number = self.as_index(value, loc);
                let number = self.scaled(number, &small.recip(), loc)?;
                self.number_in(number, None, target, loc)?;
                self.with_predicates(number, from, target, loc)
            }
            (Kind::Fixed { small, .. }, Kind::Signed { .. } | Kind::Modular(_)) => {
                let number = match factor(small) {
                    Some(Factor::Over(parts)) => {
                        let parts = self.b.int(parts, TypeId::INT, loc);
                        self.rounded_quotient(value, parts, loc)
                    }
                    _ => self.scaled(value, small, loc)?,
                };
                self.number_in(number, None, target, loc)?;
                let value = self.at_index(number, wanted, loc);
                self.with_predicates(value, from, target, loc)
            }
            (Kind::Fixed { small, low, high, .. }, Kind::Float { bits, .. }) => {
                let exact = Int::pow2(if *bits == 32 { 24 } else { 53 });
                let range = self.tree().types.value_range(from).unwrap_or((low.clone(), high.clone()));
                let narrow = -exact.clone() <= range.0 && range.1 <= exact;
                let number = self.b.convert(Conversion::IntToFloat, value, wanted, loc);
                let scaled = match factor(small) {
                    Some(Factor::Over(parts)) if narrow || is_power_of_two(&parts) => {
                        let parts = self.b.float(super::types::to_f64(&Rat::from(parts)), wanted, loc);
                        self.b.binary(Ir::Div, number, parts, wanted, loc)
                    }
                    Some(Factor::Times(times)) if is_power_of_two(&times) => {
                        let times = self.b.float(super::types::to_f64(&Rat::from(times)), wanted, loc);
                        self.b.binary(Ir::Mul, number, times, wanted, loc)
                    }
                    _ => return Err((loc, "conversion of this fixed point type to floating point (RM 4.6)".into())),
                };
                let base = self.tree().types.base(target);
                self.check_range(scaled, None, base, target, loc)?;
                self.with_predicates(scaled, from, target, loc)
            }
            (Kind::Float { .. }, Kind::Fixed { small, decimal: false, low, high, .. })
                if is_power_of_two(small.numer()) && is_power_of_two(small.denom()) =>
            {
                // Scaling by powers of two is exact. Far outside the result need not be a machine number: that is the
                // first check.
                let float = self.b.type_of(value);
                let limit = low.abs().max(high.abs());
                let limit = super::types::to_f64(&(&Rat::from(&limit + &limit) * small));
                let (low, high) = (self.b.float(-limit, float, loc), self.b.float(limit, float, loc));
                let near = self.b.between(value, low, high, loc);
                self.check(CheckKind::Range, loc, near, NOT_CONVERTIBLE)?;
                let scale = self.b.float(super::types::to_f64(&small.recip()), float, loc);
                let scaled = self.b.binary(Ir::Mul, value, scale, float, loc);
                let rounding = Conversion::FloatToInt(Rounding::NearestAway);
                let number = self.b.convert(rounding, scaled, TypeId::INT, loc);
                self.number_in(number, None, target, loc)?;
                self.with_predicates(number, from, target, loc)
            }
            (Kind::Float { .. }, _) => {
                Err((loc, "conversion of floating point to a small that is no power of two (RM 4.6)".into()))
            }
            _ => Err((loc, "conversion of a fixed point product to another class of types (RM 4.5.5)".into())),
        }
    }

    /// `number / parts` for positive `parts`, halves away from zero.
    fn rounded_quotient(&mut self, number: ExprId, parts: ExprId, loc: Loc) -> ExprId {
        let two = self.b.int(2, TypeId::INT, loc);
        let zero = self.b.int(0, TypeId::INT, loc);
        let double = self.b.binary(Ir::Mul, number, two, TypeId::INT, loc);
        let down = self.b.binary(Ir::Sub, zero, parts, TypeId::INT, loc);
        let positive = self.b.compare(Ir::Ge, number, zero, loc);
        let half = self.b.ite(positive, parts, down, loc);
        let sum = self.b.binary(Ir::Add, double, half, TypeId::INT, loc);
        let divisor = self.b.binary(Ir::Mul, parts, two, TypeId::INT, loc);
        self.b.binary(Ir::Div, sum, divisor, TypeId::INT, loc)
    }
}

pub fn is_power_of_two(value: &Int) -> bool {
    let bits = value.to_big().bits();
    value.is_positive() && u32::try_from(bits - 1).is_ok_and(|bits| *value == Int::pow2(bits))
}
