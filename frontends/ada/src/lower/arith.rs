//! Operators and their checks: overflow against the base type, division, finite floating point results.

use super::Refusal;
use super::fixed::is_power_of_two;
use super::procedure::{Context, Proc};
use crate::place::Loc;
use crate::sema::tree::{BinaryOp, Builtin, Expr, ExprKind, UnaryOp};
use crate::sema::types::{Kind, TypeId as AdaType};
use horn_frontend::ir::{self, BinaryOp as Ir, CheckKind, ExprId, TypeId, UnaryOp as IrUnary};
use horn_solver::num::Int;

/// Static exponents up to this become products.
const MAX_EXPANDED: i64 = 8;

impl Proc<'_, '_> {
    /// Numbers a discrete expression can have, by its subtype and those of its operands; every variable holds
    /// a value of its subtype, because what is assigned was checked.
    pub fn range_of(&self, expr: &Expr) -> Option<(Int, Int)> {
        let types = &self.tree().types;
        let declared = types.value_range(expr.ty);
        let computed = match &expr.kind {
            ExprKind::Int(value) => return Some((value.clone(), value.clone())),
            ExprKind::Real(value) => {
                let Kind::Fixed { small, .. } = types.kind(expr.ty) else { return None };
                let number = (&crate::sema::multiple(value, small) / small).floor();
                return Some((number.clone(), number));
            }
            ExprKind::Binary(op, left, right)
                if matches!(types.kind(expr.ty), Kind::Signed { .. } | Kind::UniversalInteger) =>
            {
                let (l, r) = (self.range_of(left)?, self.range_of(right)?);
                arithmetic_range(*op, &l, &r)
            }
            ExprKind::Unary(UnaryOp::Neg, operand) if matches!(types.kind(expr.ty), Kind::Signed { .. }) => {
                self.range_of(operand).map(|(low, high)| (-high, -low))
            }
            ExprKind::Convert(operand) | ExprKind::Qualified(operand)
                if types.is_discrete(operand.ty)
                    && !matches!(types.kind(expr.ty), Kind::Float { .. } | Kind::Fixed { .. }) =>
            {
                self.range_of(operand)
            }
            ExprKind::Builtin(Builtin::Pos | Builtin::Val, args) => self.range_of(&args[0]),
            ExprKind::Builtin(Builtin::Length(_) | Builtin::RangeLength, _) => Some((Int::from(0), Int::pow2(64))),
            ExprKind::If(branches, otherwise) => {
                let mut range = self.range_of(otherwise)?;
                for (_, value) in branches {
                    let (low, high) = self.range_of(value)?;
                    range = (range.0.min(low), range.1.max(high));
                }
                Some(range)
            }
            _ => None,
        };
        match (declared, computed) {
            (Some((low, high)), Some((first, last))) => {
                let meet = (low.clone().max(first), high.clone().min(last));
                // An empty meeting says that the place is not reached; the declared range is safe too.
                Some(if meet.0 <= meet.1 { meet } else { (low, high) })
            }
            (declared, computed) => declared.or(computed),
        }
    }

    /// The result must be in the base type; universal values have no bounds.
    pub fn check_overflow(
        &mut self,
        result: ExprId,
        range: Option<(Int, Int)>,
        ty: AdaType,
        loc: Loc,
        operation: &str,
    ) -> Result<(), Refusal> {
        let types = &self.tree().types;
        let (Kind::Signed { low, high } | Kind::Fixed { low, high, .. }) = types.kind(ty) else { return Ok(()) };
        let known = range.as_ref().is_some_and(|(first, last)| low <= first && last <= high);
        let inside = if known { self.b.bool(true, loc) } else { self.inside(result, low, high, loc) };
        let bits = self.tree().types.bits(ty);
        let fixed = matches!(types.kind(ty), Kind::Fixed { .. });
        let machine = if fixed { "fixed point type" } else { "machine integer" };
        let reason = format!("result of {operation} must fit in a {bits}-bits {machine}");
        let stated = match fixed {
            // Its bounds are multiples of `small`, which is not what the source says.
            true => String::new(),
            false => self.stated_range(loc, range.as_ref(), &(low.clone(), high.clone()), &self.base_name(ty)),
        };
        self.check_of(CheckKind::Overflow, loc, inside, &reason, &stated)
    }

    /// Of a type that is annotated with `No_Wrap_Around`: the operation on these numbers gives a value of the type.
    pub fn check_no_wrap(&mut self, op: Ir, (a, b): (ExprId, ExprId), ty: AdaType, loc: Loc) {
        let types = &self.tree().types;
        let Kind::Modular(modulus) = types.kind(ty).clone() else { return };
        if types.wraps_around(ty) {
            return;
        }
        let (a, b) = (self.as_index(a, loc), self.as_index(b, loc));
        let exact = self.b.binary(op, a, b, TypeId::INT, loc);
        let inside = self.inside(exact, &Int::from(0), &(&modulus - &Int::from(1)), loc);
        let stated = self.l.text(loc);
        let stated = if stated.is_empty() { stated } else { format!("{stated} in {}", self.base_name(ty)) };
        self.check_without_exception(CheckKind::Overflow, loc, inside, (super::checks::NO_WRAP, &stated));
    }

    fn check_finite(&mut self, result: ExprId, ty: AdaType, loc: Loc, operation: &str) -> Result<(), Refusal> {
        let finite = self.b.unary(IrUnary::IsFinite, result, TypeId::BOOL, loc);
        let reason = format!("result of floating-point {operation} must be bounded");
        let stated = match (self.l.text(loc), self.base_name(ty)) {
            (text, name) if text.is_empty() || name.is_empty() => text,
            (text, name) => format!("{text} in {name}"),
        };
        self.check_of(CheckKind::FloatOverflow, loc, finite, &reason, &stated)
    }

    /// `and`, `or`, `xor`: both operands are evaluated.
    pub fn logical(
        &mut self,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
        ty: AdaType,
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        let values = self.values(&[left, right])?;
        let ir_ty = self.ty(ty, loc)?;
        match self.tree().types.kind(ty) {
            Kind::Modular(modulus) => {
                let op = match op {
                    BinaryOp::And => Ir::BitAnd,
                    BinaryOp::Or => Ir::BitOr,
                    _ => Ir::BitXor,
                };
                if is_power_of_two(modulus) {
                    return Ok(self.b.binary(op, values[0], values[1], ir_ty, loc));
                }
                Ok(self.bits_of_any_modulus(op, (values[0], values[1]), &modulus.clone(), ir_ty, loc))
            }
            Kind::Array { .. } => self.map_array(values[0], Some((op, values[1])), ty, loc),
            _ => Ok(match op {
                BinaryOp::And => self.b.and(values[0], values[1], loc),
                BinaryOp::Or => self.b.or(values[0], values[1], loc),
                _ => self.b.compare(Ir::Ne, values[0], values[1], loc),
            }),
        }
    }

    /// A bit operation on a modulus that is no power of two: on words that hold all values, and of what is too large
    /// the modulus is subtracted (RM 4.5.1 (5)).
    fn bits_of_any_modulus(&mut self, op: Ir, (a, b): (ExprId, ExprId), modulus: &Int, ty: TypeId, loc: Loc) -> ExprId {
        let bits = (modulus - &Int::from(1)).to_big().bits();
        let word = ir::Type::modular("", Int::pow2(u32::try_from(bits).unwrap_or(u32::MAX)));
        let word = self.l.program.add_type(word);
        let (a, b) = (self.as_index(a, loc), self.as_index(b, loc));
        let (a, b) = (self.at_index(a, word, loc), self.at_index(b, word, loc));
        let result = self.b.binary(op, a, b, word, loc);
        let result = self.as_index(result, loc);
        let limit = self.b.int(modulus.clone(), TypeId::INT, loc);
        let less = self.b.binary(Ir::Sub, result, limit, TypeId::INT, loc);
        let fits = self.b.compare(Ir::Lt, result, limit, loc);
        let result = self.b.ite(fits, result, less, loc);
        self.at_index(result, ty, loc)
    }

    pub fn comparison(&mut self, op: BinaryOp, left: &Expr, right: &Expr, loc: Loc) -> Result<ExprId, Refusal> {
        let values = self.values(&[left, right])?;
        match op {
            BinaryOp::Eq | BinaryOp::Ne => {
                let equal = self.equal(values[0], left.ty, values[1], right.ty, loc)?;
                Ok(if op == BinaryOp::Ne { self.b.not(equal, loc) } else { equal })
            }
            _ => {
                if self.tree().types.array(left.ty).is_some() {
                    return self.array_order(op, (values[0], values[1]), left.ty, loc);
                }
                let op = match op {
                    BinaryOp::Lt => Ir::Lt,
                    BinaryOp::Le => Ir::Le,
                    BinaryOp::Gt => Ir::Gt,
                    _ => Ir::Ge,
                };
                Ok(self.b.compare(op, values[0], values[1], loc))
            }
        }
    }

    /// The order of arrays (RM 4.5.2 (26)): at the first place where they differ, or by length if there is none.
    fn array_order(
        &mut self,
        op: BinaryOp,
        (left, right): (ExprId, ExprId),
        ty: AdaType,
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        let dynamic = self.l.array_with_dynamic_bounds(ty).map_err(|what| (loc, what))?;
        let Some((_, element)) = self.tree().types.array(ty) else { return Err((loc, "array operation".into())) };
        let element = self.ty(element, loc)?;
        // `L > R` is `R < L`, `L <= R` is `not (R < L)`.
        let swapped = matches!(op, BinaryOp::Gt | BinaryOp::Le);
        let (left, right) = if swapped { (right, left) } else { (left, right) };
        let (left, right) = (self.shape_to(left, dynamic, loc), self.shape_to(right, dynamic, loc));
        let part = |this: &mut Self, of: ExprId, at: ExprId| {
            let first = this.b.expr(ir::ExprKind::First(of, 0), TypeId::INT, loc);
            let index = this.b.binary(Ir::Add, first, at, TypeId::INT, loc);
            let value = this.b.expr(ir::ExprKind::Index(of, vec![index]), element, loc);
            this.as_index(value, loc)
        };
        let zero = self.b.int(0, TypeId::INT, loc);
        let one = self.b.int(1, TypeId::INT, loc);
        let ll = self.b.expr(ir::ExprKind::Length(left, 0), TypeId::INT, loc);
        let rl = self.b.expr(ir::ExprKind::Length(right, 0), TypeId::INT, loc);
        let common = self.b.binary(Ir::Min, ll, rl, TypeId::INT, loc);
        let last = self.b.binary(Ir::Sub, common, one, TypeId::INT, loc);
        // Equal up to, but without, a place.
        let same_before = |this: &mut Self, end: ExprId| {
            let (var, at) = this.b.bound(TypeId::INT, loc);
            let (a, b) = (part(this, left, at), part(this, right, at));
            let body = this.b.compare(Ir::Eq, a, b, loc);
            let one = this.b.int(1, TypeId::INT, loc);
            let last = this.b.binary(Ir::Sub, end, one, TypeId::INT, loc);
            let kind = ir::ExprKind::Quantified { forall: true, var, first: zero, last, body };
            this.b.expr(kind, TypeId::BOOL, loc)
        };
        let (var, at) = self.b.bound(TypeId::INT, loc);
        let (a, b) = (part(self, left, at), part(self, right, at));
        let smaller = self.b.compare(Ir::Lt, a, b, loc);
        let before = same_before(self, at);
        let body = self.b.and(smaller, before, loc);
        let kind = ir::ExprKind::Quantified { forall: false, var, first: zero, last, body };
        let differ = self.b.expr(kind, TypeId::BOOL, loc);
        let shorter = self.b.compare(Ir::Lt, ll, rl, loc);
        let all = same_before(self, common);
        let prefix = self.b.and(shorter, all, loc);
        let less = self.b.or(differ, prefix, loc);
        Ok(if matches!(op, BinaryOp::Le | BinaryOp::Ge) { self.b.not(less, loc) } else { less })
    }

    pub fn arithmetic(
        &mut self,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
        ty: AdaType,
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        if let Kind::Fixed { .. } = self.tree().types.kind(ty)
            && let Some(result) = self.fixed_product(op, left, right, ty, loc)?
        {
            return Ok(result);
        }
        // GNAT computes the right operand of these first, for its check.
        let textual = !matches!(op, BinaryOp::Div | BinaryOp::Mod | BinaryOp::Rem | BinaryOp::Pow);
        if !textual {
            self.value_in_one_order(&[left, right], loc)?;
        }
        let values = self.values_by(&[left, right], textual)?;
        let (a, b) = (values[0], values[1]);
        let ir_ty = self.ty(ty, loc)?;
        let kind = self.tree().types.kind(ty).clone();
        let name = match op {
            BinaryOp::Add => "addition",
            BinaryOp::Sub => "subtraction",
            BinaryOp::Mul => "multiplication",
            BinaryOp::Div => "division",
            BinaryOp::Pow => "exponentiation",
            _ => "operation",
        };
        if op == BinaryOp::Pow {
            return self.power(Power { base: a, exponent: b, left, right, ty }, loc);
        }
        let ir_op = match op {
            BinaryOp::Add => Ir::Add,
            BinaryOp::Sub => Ir::Sub,
            BinaryOp::Mul => Ir::Mul,
            BinaryOp::Div => Ir::Div,
            BinaryOp::Mod => Ir::Mod,
            _ => Ir::Rem,
        };
        if matches!(op, BinaryOp::Div | BinaryOp::Mod | BinaryOp::Rem) {
            let zero = match kind {
                Kind::Float { .. } => self.b.float(0.0, ir_ty, loc),
                _ => self.b.int(0, ir_ty, loc),
            };
            let nonzero_static = match &right.kind {
                ExprKind::Int(value) => !value.is_zero(),
                ExprKind::Real(value) => !value.is_zero(),
                _ => self.range_of(right).is_some_and(|(low, high)| low > Int::from(0) || high < Int::from(0)),
            };
            let nonzero = if nonzero_static { self.b.bool(true, loc) } else { self.b.compare(Ir::Ne, b, zero, loc) };
            let stated = match self.source_of(right) {
                text if text.is_empty() => text,
                text if matches!(kind, Kind::Float { .. }) => format!("{text} /= 0.0"),
                text => format!("{text} /= 0"),
            };
            // GNAT shifts: by as many bits as there are, or more, nothing is left, and nothing raised (RM 4.5.5 (22)).
            let shifts = op == BinaryOp::Div && shifts_by(&kind, right);
            let (fine, left_out) = match shifts {
                true => {
                    let origin = "whether a division by a power of two that is too large raises Constraint_Error";
                    self.perhaps_left_out(nonzero, origin, loc)?
                }
                false => (nonzero, false),
            };
            self.check_of(CheckKind::Division, loc, fine, "", &stated)?;
            if left_out {
                let divided = self.b.binary(ir_op, a, b, ir_ty, loc);
                return Ok(self.b.ite(nonzero, divided, zero, loc));
            }
        }
        if matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul) {
            self.check_no_wrap(ir_op, (a, b), ty, loc);
        }
        let result = self.b.binary(ir_op, a, b, ir_ty, loc);
        match kind {
            Kind::Float { .. } => {
                self.check_finite(result, ty, loc, name)?;
            }
            Kind::Signed { .. } | Kind::Fixed { .. } if !matches!(op, BinaryOp::Mod | BinaryOp::Rem) => {
                let range =
                    self.range_of(left).zip(self.range_of(right)).and_then(|(l, r)| arithmetic_range(op, &l, &r));
                self.check_overflow(result, range, ty, loc, name)?;
            }
            _ => {}
        }
        Ok(result)
    }

    fn power(&mut self, power: Power<'_>, loc: Loc) -> Result<ExprId, Refusal> {
        let Power { base: a, exponent: b, left, right, ty } = power;
        let ir_ty = self.ty(ty, loc)?;
        let kind = self.tree().types.kind(ty).clone();
        let float = matches!(kind, Kind::Float { .. });
        let exponent = right.as_int().and_then(Int::to_i64);
        if float {
            let negative_possible = exponent.is_none_or(|exponent| exponent < 0);
            if negative_possible {
                // Zero to a negative power divides by zero.
                let zero_base = self.b.float(0.0, ir_ty, loc);
                let zero = self.b.int(0, TypeId::INT, loc);
                let nonzero = self.b.compare(Ir::Ne, a, zero_base, loc);
                let positive = self.b.compare(Ir::Ge, b, zero, loc);
                let fine = self.b.or(positive, nonzero, loc);
                self.check(CheckKind::Division, loc, fine, "")?;
            }
            let result = match exponent {
                Some(2) => self.b.binary(Ir::Mul, a, a, ir_ty, loc),
                _ => self.b.binary(Ir::Pow, a, b, ir_ty, loc),
            };
            self.check_finite(result, ty, loc, "exponentiation")?;
            return Ok(result);
        }
        if exponent.is_none_or(|exponent| exponent < 0) {
            let known = self.range_of(right).is_some_and(|(low, _)| !low.is_negative());
            let zero = self.b.int(0, TypeId::INT, loc);
            let natural = if known { self.b.bool(true, loc) } else { self.b.compare(Ir::Ge, b, zero, loc) };
            let stated = format!("lower bound for {}", self.source_of(right));
            // GNAT shifts: nothing is left, and nothing raised (RM 4.5.6 (9)).
            let two = left.as_int() == Some(&Int::from(2));
            let shifts = self.context.is_empty() && two && (matches!(kind, Kind::Signed { .. }) || is_binary(&kind));
            let (fine, left_out) = match shifts {
                true => self.perhaps_left_out(natural, "whether a negative exponent raises Constraint_Error", loc)?,
                false => (natural, false),
            };
            self.check_of(CheckKind::Range, right.loc, fine, "exponent must not be negative", &stated)?;
            if left_out {
                self.context.push(Context::Guard(natural));
                let raised = self.natural_power(power, loc);
                self.context.pop();
                let nothing = self.b.int(0, ir_ty, loc);
                return Ok(self.b.ite(natural, raised?, nothing, loc));
            }
        }
        self.natural_power(power, loc)
    }

    /// What a number is raised to an exponent that is not negative.
    fn natural_power(&mut self, power: Power<'_>, loc: Loc) -> Result<ExprId, Refusal> {
        let Power { base: a, exponent: b, left, right, ty } = power;
        let ir_ty = self.ty(ty, loc)?;
        let kind = self.tree().types.kind(ty).clone();
        let exponent = right.as_int().and_then(Int::to_i64);
        if let (Kind::Modular(_), Some(exponent)) = (&kind, exponent.filter(|one| (2..=MAX_EXPANDED).contains(one))) {
            let mut product = self.as_index(a, loc);
            for _ in 2..exponent {
                let factor = self.as_index(a, loc);
                product = self.b.binary(Ir::Mul, product, factor, TypeId::INT, loc);
            }
            self.check_no_wrap(Ir::Mul, (product, a), ty, loc);
        } else if exponent.is_none_or(|exponent| exponent > 1) {
            self.check_no_wrap(Ir::Pow, (a, b), ty, loc);
        }
        let result = match exponent {
            // There is no other value.
            _ if matches!(&kind, Kind::Modular(modulus) if *modulus == Int::from(1)) => self.b.int(0, ir_ty, loc),
            Some(0) => self.b.int(1, ir_ty, loc),
            Some(exponent) if (1..=MAX_EXPANDED).contains(&exponent) => {
                let mut product = a;
                for _ in 1..exponent {
                    product = self.b.binary(Ir::Mul, product, a, ir_ty, loc);
                }
                product
            }
            _ => self.b.binary(Ir::Pow, a, b, ir_ty, loc),
        };
        if let Kind::Signed { .. } = kind {
            let range = self.range_of(left).zip(exponent).and_then(|((low, high), exponent)| {
                let exponent = Int::from(exponent);
                let greatest = crate::sema::power(&low.abs().max(high.abs()), &exponent)?;
                Some((-greatest.clone(), greatest))
            });
            self.check_overflow(result, range, ty, loc, "exponentiation")?;
        }
        Ok(result)
    }

    /// `Left op Right` or `not Left` component by component, for Boolean arrays; a single operand without the pair.
    pub fn map_array(
        &mut self,
        left: ExprId,
        right: Option<(BinaryOp, ExprId)>,
        ty: AdaType,
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        let dynamic = self.l.array_with_dynamic_bounds(ty).map_err(|what| (loc, what))?;
        let Some((index, element)) = self.tree().types.array(ty).map(|(index, element)| (index.len(), element)) else {
            return Err((loc, "array operation".into()));
        };
        if index != 1 {
            return Err((loc, "logical operator on multi-dimensional arrays".into()));
        }
        let range = self.tree().types.static_range(element);
        let element = self.ty(element, loc)?;
        let left = self.shape_to(left, dynamic, loc);
        let first = self.b.expr(ir::ExprKind::First(left, 0), TypeId::INT, loc);
        let last = self.b.expr(ir::ExprKind::Last(left, 0), TypeId::INT, loc);
        let (var, at) = self.b.bound(TypeId::INT, loc);
        let l = self.b.expr(ir::ExprKind::Index(left, vec![at]), element, loc);
        let body = match right {
            None => self.b.unary(IrUnary::Not, l, element, loc),
            Some((op, right)) => {
                let right = self.shape_to(right, dynamic, loc);
                let (ll, rl) = (
                    self.b.expr(ir::ExprKind::Length(left, 0), TypeId::INT, loc),
                    self.b.expr(ir::ExprKind::Length(right, 0), TypeId::INT, loc),
                );
                let same = self.b.compare(Ir::Eq, ll, rl, loc);
                self.check(CheckKind::Length, loc, same, "both array operands must have the same length")?;
                let right_first = self.b.expr(ir::ExprKind::First(right, 0), TypeId::INT, loc);
                let offset = self.b.binary(Ir::Sub, at, first, TypeId::INT, loc);
                let there = self.b.binary(Ir::Add, right_first, offset, TypeId::INT, loc);
                let r = self.b.expr(ir::ExprKind::Index(right, vec![there]), element, loc);
                match op {
                    BinaryOp::And => self.b.and(l, r, loc),
                    BinaryOp::Or => self.b.or(l, r, loc),
                    _ => self.b.compare(Ir::Ne, l, r, loc),
                }
            }
        };
        if let Some((low, high)) = range.filter(|(low, high)| low >= high) {
            // Components of a subtype with one value: the result must have it everywhere (RM 4.5.1 (8), 4.5.6 (6)).
            let (own, here) = self.b.bound(TypeId::INT, loc);
            let value = self.substituted(var, body, here);
            let fine = match (low == high, high.is_zero()) {
                (true, true) => self.b.not(value, loc),
                (true, false) => value,
                (false, _) => self.b.bool(false, loc),
            };
            let kind = ir::ExprKind::Quantified { forall: true, var: own, first, last, body: fine };
            let fine = self.b.expr(kind, TypeId::BOOL, loc);
            self.check(CheckKind::Range, loc, fine, "components must be in the component subtype")?;
        }
        let kind = ir::ExprKind::Comprehension { bounds: vec![(first, last)], vars: vec![var], body };
        Ok(self.b.expr(kind, dynamic, loc))
    }
}

/// Where the exact result of an operator lies.
fn arithmetic_range(op: BinaryOp, left: &(Int, Int), right: &(Int, Int)) -> Option<(Int, Int)> {
    let ((a, b), (c, d)) = (left, right);
    match op {
        BinaryOp::Add => Some((a + c, b + d)),
        BinaryOp::Sub => Some((a - d, b - c)),
        BinaryOp::Mul => {
            let products = [a * c, a * d, b * c, b * d];
            let low = products.iter().min()?.clone();
            let high = products.iter().max()?.clone();
            Some((low, high))
        }
        BinaryOp::Div => {
            // The quotient is not greater than the dividend, except that dividing by -1 changes its sign.
            let greatest = a.abs().max(b.abs());
            let one = Int::from(1);
            if *c >= one {
                let low = if a.is_negative() { a.clone() } else { Int::from(0) };
                let high = if b.is_negative() { Int::from(0) } else { b.clone() };
                return Some((low, high));
            }
            Some((-greatest.clone(), greatest))
        }
        BinaryOp::Mod => {
            let greatest = c.abs().max(d.abs());
            let one = Int::from(1);
            let low = if c.is_negative() { &one - &greatest } else { Int::from(0) };
            let high = if d.is_negative() { Int::from(0) } else { (&greatest - &one).max(Int::from(0)) };
            Some((low.min(Int::from(0)), high))
        }
        BinaryOp::Rem => {
            let greatest = (&c.abs().max(d.abs()) - &Int::from(1)).max(Int::from(0));
            let low = if a.is_negative() { -greatest.clone() } else { Int::from(0) };
            let high = if b.is_negative() { Int::from(0) } else { greatest };
            Some((low, high))
        }
        _ => None,
    }
}

/// A number raised to an exponent: values and expressions of both, and the type of the result.
#[derive(Clone, Copy)]
struct Power<'e> {
    base: ExprId,
    exponent: ExprId,
    left: &'e Expr,
    right: &'e Expr,
    ty: AdaType,
}

/// Whether a type is modular, and its modulus a power of two.
fn is_binary(kind: &Kind) -> bool {
    matches!(kind, Kind::Modular(modulus) if (1..=128).any(|bits| *modulus == Int::pow2(bits)))
}

/// Whether a divisor is a power of two of a type whose modulus is one.
pub(super) fn shifts_by(kind: &Kind, divisor: &Expr) -> bool {
    let two = |base: &Expr| base.as_int() == Some(&Int::from(2));
    is_binary(kind) && matches!(&divisor.kind, ExprKind::Binary(BinaryOp::Pow, base, _) if two(base))
}
