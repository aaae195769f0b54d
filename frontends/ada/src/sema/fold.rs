//! Exact evaluation of static expressions (RM 4.9): integers without bounds, reals as fractions.
//!
//! Nothing is folded whose evaluation would raise an exception: such an expression keeps its operators,
//! and the checks of the lowering report it.

use super::tree::{BinaryOp, Builtin, Expr, ExprKind, UnaryOp, Value};
use super::types::{Kind, TypeId, Types};
use horn_solver::num::{Int, Rat};

/// Static values with more bits than this stay unevaluated.
const MAX_BITS: u64 = 100_000;

/// `a / b`, truncated towards zero; `b` is not 0.
pub(crate) fn div_trunc(a: &Int, b: &Int) -> Int {
    let quotient = a.abs().div_floor(&b.abs());
    if a.is_negative() != b.is_negative() { -quotient } else { quotient }
}

/// `a rem b`: the sign of `a`.
pub(crate) fn rem_trunc(a: &Int, b: &Int) -> Int {
    a - &(&div_trunc(a, b) * b)
}

/// `a mod b`: the sign of `b`.
pub(crate) fn mod_floor(a: &Int, b: &Int) -> Int {
    a - &(&a.div_floor(b) * b)
}

fn bits(value: &Int) -> u64 {
    value.to_big().bits()
}

/// `base ** exponent` for exponents from 0, unless it is huge.
pub(crate) fn power(base: &Int, exponent: &Int) -> Option<Int> {
    let exponent = u32::try_from(exponent.to_i64()?).ok()?;
    if bits(base).saturating_mul(u64::from(exponent)) > MAX_BITS {
        return None;
    }
    Some(Int::from_big(base.to_big().pow(exponent)))
}

/// The nearest integer, halves away from zero: `Integer (X)`.
pub(crate) fn round_away(value: &Rat) -> Int {
    let half = Rat::new(Int::from(1), Int::from(2));
    let magnitude = (&value.abs() + &half).floor();
    if value.is_negative() { -magnitude } else { magnitude }
}

/// The machine number of a binary format nearest to `value`, halves to even; `None` if it overflows. Below the smallest
/// normal number it is what GNAT makes of it: first rounded to the full precision, then truncated to a multiple of the
/// smallest denormal.
pub(crate) fn round_to_float(value: &Rat, bits: u32) -> Option<Rat> {
    let (precision, min_exponent) = match bits {
        32 => (24i64, -149i64),
        64 => (53, -1074),
        _ => (64, -16_445),
    };
    if value.is_zero() {
        return Some(value.clone());
    }
    let size = |n: &Int| i64::try_from(bits_of(n)).unwrap_or(i64::MAX);
    // The exponent of the last place, first by the sizes of numerator and denominator, then corrected by one.
    let mut last = size(value.numer()) - size(value.denom()) - precision;
    let scale = |exponent: i64| {
        let power = Int::pow2(u32::try_from(exponent.unsigned_abs()).unwrap_or(u32::MAX));
        if exponent >= 0 { Rat::from(power) } else { Rat::new(Int::from(1), power) }
    };
    if last < 2 * min_exponent {
        return Some(Rat::ZERO);
    }
    loop {
        let scaled = &value.abs() * &scale(-last);
        let floor = scaled.floor();
        if size(&floor) > precision {
            last += 1;
            continue;
        }
        let rest = &scaled - &Rat::from(floor.clone());
        let twice = &rest + &rest;
        let odd = !rem_trunc(&floor, &Int::from(2)).is_zero();
        let up = twice > Rat::ONE || (twice == Rat::ONE && odd);
        let mantissa = if up { &floor + &Int::from(1) } else { floor };
        let mut result = &Rat::from(mantissa) * &scale(last);
        if last < min_exponent {
            let places = &result * &scale(-min_exponent);
            result = &Rat::from(places.floor()) * &scale(min_exponent);
        }
        if result > super::types::float_last(bits) {
            return None;
        }
        return Some(if value.is_negative() { -&result } else { result });
    }
}

/// The value that a static real has as a value of a type: a machine number of a floating point type.
pub(crate) fn machine(types: &Types, value: Rat, ty: TypeId) -> Rat {
    match types.kind(ty) {
        Kind::Float { bits, .. } => round_to_float(&value, *bits).unwrap_or(value),
        _ => value,
    }
}

fn bits_of(value: &Int) -> u64 {
    bits(value)
}

fn boolean(value: bool) -> ExprKind {
    ExprKind::Int(Int::from(i64::from(value)))
}

/// A value of a discrete type if it is in the base range; modular ones wrap.
fn discrete(types: &Types, value: Int, ty: TypeId) -> Option<ExprKind> {
    match types.kind(ty) {
        Kind::UniversalInteger => Some(ExprKind::Int(value)),
        Kind::Modular(modulus) => Some(ExprKind::Int(mod_floor(&value, modulus))),
        _ => {
            let (low, high) = types.base_range(ty)?;
            (low <= value && value <= high).then_some(ExprKind::Int(value))
        }
    }
}

fn real(types: &Types, value: Rat, ty: TypeId) -> Option<ExprKind> {
    if let Kind::Float { bits, .. } = types.kind(ty)
        && value.abs() > super::types::float_last(*bits)
    {
        return None;
    }
    if let Kind::Fixed { small, low, high, .. } = types.kind(ty) {
        let number = super::fixed::truncated(&value, small);
        return (*low <= number && number <= *high).then(|| ExprKind::Real(&Rat::from(number) * small));
    }
    if bits(value.numer()) + bits(value.denom()) > 2 * MAX_BITS {
        return None;
    }
    Some(ExprKind::Real(value))
}

/// The value of a static operand. Inside of a larger static expression a number may be outside of its base range (RM
/// 4.9 (33)).
fn operand(types: &Types, expr: &Expr) -> Option<Value> {
    expr.value().or_else(|| exact(types, expr))
}

/// The mathematical value of operators of a numeric type on static operands, which was not folded because it is out of
/// range.
fn exact(types: &Types, expr: &Expr) -> Option<Value> {
    let universal = match types.kind(expr.ty) {
        Kind::Signed { .. } => types.std.universal_integer,
        Kind::Float { .. } | Kind::Fixed { .. } => types.std.universal_real,
        _ => return None,
    };
    let found = match &expr.kind {
        ExprKind::Unary(op, inner) => unary_on(types, *op, operand(types, inner)?, universal)?,
        ExprKind::Binary(op, left, right) => {
            binary_on(types, *op, operand(types, left)?, operand(types, right)?, universal)?
        }
        _ => return None,
    };
    match found {
        ExprKind::Int(value) => (bits(&value) <= MAX_BITS).then_some(Value::Int(value)),
        ExprKind::Real(value) => Some(Value::Real(value)),
        _ => None,
    }
}

/// A unary operator on a static operand.
pub(crate) fn unary(types: &Types, op: UnaryOp, operand: &Expr, ty: TypeId) -> Option<ExprKind> {
    unary_on(types, op, self::operand(types, operand)?, ty)
}

fn unary_on(types: &Types, op: UnaryOp, operand: Value, ty: TypeId) -> Option<ExprKind> {
    match operand {
        Value::Int(value) => match op {
            UnaryOp::Neg => discrete(types, -value, ty),
            UnaryOp::Abs => discrete(types, value.abs(), ty),
            UnaryOp::Not => match types.kind(ty) {
                Kind::Modular(modulus) => Some(ExprKind::Int(&(modulus - &Int::from(1)) - &value)),
                _ => Some(boolean(value.is_zero())),
            },
        },
        Value::Real(value) => match op {
            UnaryOp::Neg => real(types, -&value, ty),
            UnaryOp::Abs => real(types, value.abs(), ty),
            UnaryOp::Not => None,
        },
        Value::Text(_) => None,
    }
}

/// A binary operator on static operands. `ty` is the type of the result.
pub(crate) fn binary(types: &Types, op: BinaryOp, left: &Expr, right: &Expr, ty: TypeId) -> Option<ExprKind> {
    // Short-circuit forms need the left operand only.
    match (op, left.as_int()) {
        (BinaryOp::AndThen, Some(value)) if value.is_zero() => return Some(boolean(false)),
        (BinaryOp::OrElse, Some(value)) if !value.is_zero() => return Some(boolean(true)),
        (BinaryOp::AndThen | BinaryOp::OrElse, Some(_)) => return Some(right.kind.clone()),
        _ => {}
    }
    binary_on(types, op, operand(types, left)?, operand(types, right)?, ty)
}

fn binary_on(types: &Types, op: BinaryOp, left: Value, right: Value, ty: TypeId) -> Option<ExprKind> {
    match (left, right) {
        (Value::Int(a), Value::Int(b)) => integers(types, op, &a, &b, ty),
        (Value::Real(a), Value::Real(b)) => reals(types, op, &a, &b, ty),
        (Value::Real(a), Value::Int(b)) => match op {
            BinaryOp::Mul => real(types, &a * &Rat::from(b), ty),
            BinaryOp::Div if !b.is_zero() => real(types, &a / &Rat::from(b), ty),
            BinaryOp::Pow => {
                let exponent = b.abs();
                let power_of = |n: &Int| power(n, &exponent);
                let (numer, denom) = (power_of(a.numer())?, power_of(a.denom())?);
                if b.is_negative() {
                    (!numer.is_zero()).then(|| real(types, Rat::new(denom, numer), ty)).flatten()
                } else {
                    real(types, Rat::new(numer, denom), ty)
                }
            }
            _ => None,
        },
        (Value::Int(a), Value::Real(b)) => match op {
            BinaryOp::Mul => real(types, &Rat::from(a) * &b, ty),
            _ => None,
        },
        (Value::Text(a), Value::Text(b)) => match op {
            BinaryOp::Eq => Some(boolean(a == b)),
            BinaryOp::Ne => Some(boolean(a != b)),
            _ => None,
        },
        _ => None,
    }
}

fn integers(types: &Types, op: BinaryOp, a: &Int, b: &Int, ty: TypeId) -> Option<ExprKind> {
    use BinaryOp::*;
    let modular = matches!(types.kind(ty), Kind::Modular(_));
    let bitwise =
        |f: fn(num_bigint::BigInt, num_bigint::BigInt) -> num_bigint::BigInt| Int::from_big(f(a.to_big(), b.to_big()));
    match op {
        Add => discrete(types, a + b, ty),
        Sub => discrete(types, a - b, ty),
        Mul => discrete(types, a * b, ty),
        Div | Mod | Rem if b.is_zero() => None,
        Div => discrete(types, div_trunc(a, b), ty),
        Mod => discrete(types, mod_floor(a, b), ty),
        Rem => discrete(types, rem_trunc(a, b), ty),
        Pow if b.is_negative() => None,
        Pow => discrete(types, power(a, b)?, ty),
        And if modular => discrete(types, bitwise(|x, y| x & y), ty),
        // Of what is more than the greatest value the modulus is subtracted (RM 4.5.1 (5)).
        Or if modular => discrete(types, bitwise(|x, y| x | y), ty),
        Xor if modular => discrete(types, bitwise(|x, y| x ^ y), ty),
        And => Some(boolean(!a.is_zero() && !b.is_zero())),
        Or => Some(boolean(!a.is_zero() || !b.is_zero())),
        Xor => Some(boolean(a.is_zero() != b.is_zero())),
        Eq => Some(boolean(a == b)),
        Ne => Some(boolean(a != b)),
        Lt => Some(boolean(a < b)),
        Le => Some(boolean(a <= b)),
        Gt => Some(boolean(a > b)),
        Ge => Some(boolean(a >= b)),
        AndThen | OrElse => None,
    }
}

fn reals(types: &Types, op: BinaryOp, a: &Rat, b: &Rat, ty: TypeId) -> Option<ExprKind> {
    use BinaryOp::*;
    match op {
        Add => real(types, a + b, ty),
        Sub => real(types, a - b, ty),
        Mul => real(types, a * b, ty),
        Div if b.is_zero() => None,
        Div => real(types, a / b, ty),
        Eq => Some(boolean(a == b)),
        Ne => Some(boolean(a != b)),
        Lt => Some(boolean(a < b)),
        Le => Some(boolean(a <= b)),
        Gt => Some(boolean(a > b)),
        Ge => Some(boolean(a >= b)),
        _ => None,
    }
}

/// Attribute functions on static operands.
pub(crate) fn builtin(types: &Types, builtin: Builtin, args: &[Expr], ty: TypeId) -> Option<ExprKind> {
    let int = |at: usize| args.get(at).and_then(Expr::as_int).cloned();
    let rat = |at: usize| match args.get(at).and_then(Expr::value) {
        Some(Value::Real(value)) => Some(value),
        _ => None,
    };
    match builtin {
        Builtin::Pos => Some(ExprKind::Int(int(0)?)),
        Builtin::Val => discrete_in(types, int(0)?, ty),
        Builtin::Succ if types.is_discrete(ty) => successor(types, int(0)?, 1, ty),
        Builtin::Pred if types.is_discrete(ty) => successor(types, int(0)?, -1, ty),
        Builtin::Min | Builtin::Max => {
            let least = builtin == Builtin::Min;
            if let (Some(a), Some(b)) = (int(0), int(1)) {
                return Some(ExprKind::Int(if (a < b) == least { a } else { b }));
            }
            let (a, b) = (rat(0)?, rat(1)?);
            Some(ExprKind::Real(if (a < b) == least { a } else { b }))
        }
        Builtin::Mod => match types.kind(ty) {
            Kind::Modular(modulus) => Some(ExprKind::Int(mod_floor(&int(0)?, modulus))),
            _ => None,
        },
        Builtin::Floor => real(types, Rat::from(rat(0)?.floor()), ty),
        Builtin::Ceiling => real(types, Rat::from(rat(0)?.ceil()), ty),
        Builtin::Rounding => real(types, Rat::from(round_away(&rat(0)?)), ty),
        Builtin::Truncation => {
            let value = rat(0)?;
            real(types, Rat::from(if value.is_negative() { value.ceil() } else { value.floor() }), ty)
        }
        _ => None,
    }
}

fn successor(types: &Types, value: Int, step: i64, ty: TypeId) -> Option<ExprKind> {
    let next = &value + &Int::from(step);
    match types.kind(ty) {
        Kind::Modular(_) => discrete(types, next, ty),
        _ => discrete_in(types, next, ty),
    }
}

/// A value of the base range, without wrapping.
fn discrete_in(types: &Types, value: Int, ty: TypeId) -> Option<ExprKind> {
    match types.kind(ty) {
        Kind::UniversalInteger => Some(ExprKind::Int(value)),
        _ => {
            let (low, high) = types.base_range(ty)?;
            (low <= value && value <= high).then_some(ExprKind::Int(value))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_follows_ada() {
        let cases = [(7, 2, 3, 1, 1), (-7, 2, -3, -1, 1), (7, -2, -3, 1, -1), (-7, -2, 3, -1, -1)];
        for (a, b, quotient, rem, modulo) in cases {
            let (a, b) = (Int::from(a), Int::from(b));
            assert_eq!(div_trunc(&a, &b), Int::from(quotient));
            assert_eq!(rem_trunc(&a, &b), Int::from(rem));
            assert_eq!(mod_floor(&a, &b), Int::from(modulo));
        }
    }

    #[test]
    fn conversion_rounds_halves_away_from_zero() {
        for (numer, rounded) in [(5, 3), (-5, -3), (3, 2), (1, 1), (-1, -1), (4, 2)] {
            assert_eq!(round_away(&Rat::new(Int::from(numer), Int::from(2))), Int::from(rounded));
        }
    }

    #[test]
    fn machine_numbers_are_those_of_the_hardware() {
        let tenth = Rat::new(Int::from(1), Int::from(10));
        let rounded = round_to_float(&tenth, 32).unwrap();
        assert_eq!(rounded, Rat::new(Int::from(13_421_773), Int::from(134_217_728)));
        assert_eq!(round_to_float(&rounded, 32), Some(rounded.clone()));
        for value in [1.0f32, 16_777_216.0, 0.333_333_34, 1.0e-40, 3.0e38] {
            let exact = Rat::new(Int::from(value as i64), Int::from(1));
            if value.fract() == 0.0 && value < 1.0e18 {
                assert_eq!(round_to_float(&exact, 32), Some(exact));
            }
        }
        // Halfway between 2**24 and 2**24 + 2: to even.
        let odd = Rat::from(16_777_217);
        assert_eq!(round_to_float(&odd, 32), Some(Rat::from(16_777_216)));
        let big = Rat::from(Int::pow2(128));
        // Denormal numbers, as GNAT 12 compiles them: thousandths of the smallest one, and how often it is in the
        // result.
        for (thousandths, places) in [(992, 0), (1012, 1), (1821, 1), (2024, 2), (8_388_606_995, 8_388_607)] {
            let smallest = Rat::new(Int::from(1), Int::pow2(149));
            let value = &Rat::new(Int::from(thousandths), Int::from(1000)) * &smallest;
            assert_eq!(round_to_float(&value, 32), Some(&Rat::from(places) * &smallest));
        }
        assert_eq!(round_to_float(&big, 32), None);
    }
}
