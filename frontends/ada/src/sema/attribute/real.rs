//! Attributes of real types (RM 3.5.8 to 3.5.10, A.5.3).

use super::super::Sema;
use super::super::name::Denoted;
use super::super::tree::{BinaryOp, Builtin, Expr, ExprKind, UnaryOp};
use super::super::types::{Bound, Kind, TypeId, float_last};
use super::{Prefix, Reference};
use crate::place::Loc;
use horn_frontend::Span;
use horn_solver::num::{Int, Rat};

impl<'a> Sema<'a> {
    /// Attributes of real types. The prefix comes back where the attribute is another one.
    pub(super) fn real_attribute(&mut self, r: &Reference<'a, '_>, prefix: Prefix) -> Result<Denoted<'a>, Prefix> {
        let &Reference { attribute, span, loc, .. } = r;
        let std = self.tree.types.std;
        Ok(match (r.name, prefix) {
            (
                "floor" | "ceiling" | "rounding" | "truncation" | "unbiased_rounding" | "machine_rounding",
                Prefix::Type(ty),
            ) => {
                if !matches!(self.tree.types.kind(ty), Kind::Float { .. } | Kind::Error) {
                    self.error(span, format!("prefix of \"{}\" attribute must be a floating point type", r.name));
                    return Ok(Denoted::Error);
                }
                let base = self.tree.types.base(ty);
                let Some(value) = self.attribute_argument(attribute, 0, Some(base), span) else {
                    return Ok(Denoted::Error);
                };
                let builtin = match r.name {
                    "floor" => Builtin::Floor,
                    "ceiling" => Builtin::Ceiling,
                    // What a machine does with ties is its own; GNAT's rounds them away from zero.
                    "rounding" | "machine_rounding" => Builtin::Rounding,
                    "truncation" => Builtin::Truncation,
                    _ => Builtin::UnbiasedRounding,
                };
                self.builtin(builtin, vec![value], base, loc)
            }
            ("digits", Prefix::Type(ty)) => match (self.tree.types.kind(ty), &self.tree.types[ty].accuracy) {
                (Kind::Float { .. } | Kind::Fixed { decimal: true, .. }, Some(digits)) => {
                    Denoted::Value(Expr::int(digits.floor(), std.universal_integer, loc))
                }
                (Kind::Float { digits, .. }, None) => {
                    Denoted::Value(Expr::int(Int::from(i64::from(*digits)), std.universal_integer, loc))
                }
                (Kind::Fixed { decimal: true, .. }, None) => self.without_value("Digits of a base type", span),
                _ => Denoted::Error,
            },
            (
                "model_epsilon" | "epsilon" | "model_small" | "small" | "safe_first" | "safe_last" | "machine_mantissa"
                | "machine_emax" | "machine_emin" | "machine_radix" | "model_mantissa" | "model_emin" | "delta",
                Prefix::Type(ty),
            ) => self.float_constant(r.name, ty, span),
            ("machine_overflows" | "machine_rounds" | "signed_zeros" | "denorm", Prefix::Type(ty))
                if self.tree.types.is_real(ty) =>
            {
                // As GNAT has them; fixed point values are truncated.
                let fixed = matches!(self.tree.types.kind(ty), Kind::Fixed { .. });
                let value = (r.name == "machine_overflows") == fixed;
                Denoted::Value(Expr::int(Int::from(i64::from(value)), std.boolean, loc))
            }
            ("copy_sign", Prefix::Type(ty)) if matches!(self.tree.types.kind(ty), Kind::Float { .. }) => {
                let base = self.tree.types.base(ty);
                let value = self.attribute_argument(attribute, 0, Some(base), span);
                let sign = self.attribute_argument(attribute, 1, Some(base), span);
                match value.zip(sign) {
                    Some((value, sign)) => Denoted::Value(self.copy_sign(value, sign, loc)),
                    None => Denoted::Error,
                }
            }
            ("fore" | "aft", Prefix::Type(ty)) => self.decimal_places(ty, r.name == "fore", span),
            ("machine" | "model", Prefix::Type(ty)) if matches!(self.tree.types.kind(ty), Kind::Float { .. }) => {
                // Every value is a machine number.
                let base = self.tree.types.base(ty);
                match self.attribute_argument(attribute, 0, Some(base), span) {
                    Some(value) if value.value().is_none() => {
                        Denoted::Value(Expr { kind: ExprKind::Qualified(Box::new(value)), ty: base, loc })
                    }
                    Some(_) => self.without_value("Machine of a static value (RM A.5.3)", span),
                    None => Denoted::Error,
                }
            }
            ("scale", Prefix::Type(ty)) => match self.tree.types.kind(ty) {
                Kind::Fixed { decimal: true, delta, .. } => {
                    // Delta is ten to the power of minus the scale (RM 3.5.10 (11)).
                    let (mut scale, mut at, ten) = (0i64, delta.clone(), Rat::from(10));
                    while at < Rat::ONE && scale < 64 {
                        (at, scale) = (&at * &ten, scale + 1);
                    }
                    while at > Rat::ONE && scale > -64 {
                        (at, scale) = (&at / &ten, scale - 1);
                    }
                    Denoted::Value(Expr::int(Int::from(scale), std.universal_integer, loc))
                }
                _ => {
                    self.error(span, "prefix of \"Scale\" attribute must be a decimal fixed point type");
                    Denoted::Error
                }
            },
            ("small_numerator" | "small_denominator", Prefix::Type(ty)) => match self.tree.types.kind(ty) {
                Kind::Fixed { small, .. } => {
                    let value = if r.name == "small_numerator" { small.numer() } else { small.denom() };
                    let value = value.clone();
                    Denoted::Value(Expr::int(value, std.universal_integer, loc))
                }
                _ => {
                    self.error(span, "prefix of this attribute must be a fixed point type");
                    Denoted::Error
                }
            },
            (_, prefix) => return Err(prefix),
        })
    }

    /// `T'Copy_Sign (Value, Sign)` (RM A.5.3 (51)): the sign of a zero is not followed, it may be either.
    fn copy_sign(&mut self, value: Expr, sign: Expr, loc: Loc) -> Expr {
        // The function is one of the type, whatever the subtypes are.
        let (ty, boolean) = (self.tree.types.base(value.ty), self.tree.types.std.boolean);
        let (value, held_value) = self.held_value("operand", value);
        let (sign, held_sign) = self.held_value("operand", sign);
        let unary = |op, operand: Expr| Expr { kind: ExprKind::Unary(op, Box::new(operand)), ty, loc };
        let zero = || Expr { kind: ExprKind::Real(Rat::from(0)), ty, loc };
        let compare = |op| self.compared(op, sign.clone(), zero(), loc);
        let positive = unary(UnaryOp::Abs, value);
        let negative = unary(UnaryOp::Neg, positive.clone());
        let either = Expr { kind: ExprKind::Builtin(Builtin::Unknown, Vec::new()), ty: boolean, loc };
        let branches = vec![
            (compare(BinaryOp::Lt), negative.clone()),
            (compare(BinaryOp::Gt), positive.clone()),
            (either, positive),
        ];
        let found = Expr { kind: ExprKind::If(branches, Box::new(negative)), ty, loc };
        Expr { kind: ExprKind::Let(vec![held_value, held_sign], Box::new(found)), ty, loc }
    }

    /// `T'Fore` and `T'Aft` of a fixed point type (RM 3.5.10).
    fn decimal_places(&mut self, ty: TypeId, fore: bool, span: Span) -> Denoted<'a> {
        let std = self.tree.types.std;
        let loc = self.loc(span);
        let Kind::Fixed { delta, decimal, .. } = self.tree.types.kind(ty) else {
            self.error(span, "prefix of this attribute must be a fixed point type");
            return Denoted::Error;
        };
        let own = self.tree.types[ty].accuracy.as_ref().filter(|_| !decimal);
        let delta = own.unwrap_or(delta);
        let ten = Rat::from(10);
        let mut places = 1i64;
        if fore {
            let (low, high) = match self.tree.types.bounds(ty) {
                Some((Bound::Real(low), Bound::Real(high))) => (low, high),
                Some((low, high)) => return self.fore_at_run_time(ty, [low, high], loc),
                None => return Denoted::Error,
            };
            let size = |bound: &Rat| if bound.is_negative() { -bound } else { bound.clone() };
            let mut rest = size(&low).max(size(&high));
            // The sign, and one digit at least.
            places = 2;
            while rest >= ten {
                rest = &rest / &ten;
                places += 1;
            }
        } else {
            let mut unit = delta * &ten;
            while unit < Rat::ONE {
                unit = &unit * &ten;
                places += 1;
            }
        }
        Denoted::Value(Expr::int(Int::from(places), std.universal_integer, loc))
    }

    /// `T'Fore` of a subtype with bounds that are known when the program runs.
    fn fore_at_run_time(&mut self, ty: TypeId, bounds: [Bound; 2], loc: Loc) -> Denoted<'a> {
        let std = self.tree.types.std;
        let base = self.tree.types.base(ty);
        let Kind::Fixed { small, low, high, .. } = self.tree.types.kind(ty).clone() else { return Denoted::Error };
        let [first, last] = bounds.map(|bound| Expr::of_bound(&bound, base, loc));
        let most = (-&low).max(high);
        let places = |count: i64| Expr::int(Int::from(count), std.integer, loc);
        let (mut branches, mut count, mut power) = (Vec::new(), 2i64, Rat::from(10));
        loop {
            // The largest multiple of the small with fewer digits.
            let limit = &(&power / &small).ceil() - &Int::from(1);
            if limit >= most {
                break;
            }
            let real = |number: Int| {
                let kind = ExprKind::Real(&Rat::from(number) * &small);
                Expr { kind, ty: base, loc }
            };
            let above = self.compared(BinaryOp::Ge, first.clone(), real(-&limit), loc);
            let below = self.compared(BinaryOp::Le, last.clone(), real(limit), loc);
            let kind = ExprKind::Binary(BinaryOp::AndThen, Box::new(above), Box::new(below));
            branches.push((Expr { kind, ty: std.boolean, loc }, places(count)));
            (count, power) = (count + 1, &power * &Rat::from(10));
        }
        let otherwise = places(count);
        let found = match branches.is_empty() {
            true => otherwise,
            false => Expr { kind: ExprKind::If(branches, Box::new(otherwise)), ty: std.integer, loc },
        };
        Denoted::Value(Expr { kind: ExprKind::Convert(Box::new(found)), ty: std.universal_integer, loc })
    }

    fn float_constant(&mut self, name: &str, ty: TypeId, span: Span) -> Denoted<'a> {
        let std = self.tree.types.std;
        let loc = self.loc(span);
        if let Kind::Fixed { small, delta, decimal, .. } = self.tree.types.kind(ty) {
            let own = self.tree.types[ty].accuracy.as_ref().filter(|_| !decimal);
            let value = match name {
                "small" => small.clone(),
                "delta" => own.unwrap_or(delta).clone(),
                _ => {
                    self.reject(span, format!("attribute {name} of a fixed point type (RM 3.5.10)"));
                    return Denoted::Value(Expr::error(std.error, loc));
                }
            };
            return Denoted::Value(Expr { kind: ExprKind::Real(value), ty: std.universal_real, loc });
        }
        let Kind::Float { bits, digits } = self.tree.types.kind(ty) else {
            self.reject(span, "attribute of a fixed point type (RM 3.5.10)");
            return Denoted::Value(Expr::error(std.error, loc));
        };
        let own = self.tree.types[ty].accuracy.as_ref().and_then(|own| own.floor().to_i64());
        let (bits, digits) = (*bits, own.and_then(|own| u32::try_from(own).ok()).unwrap_or(*digits));
        let (precision, emax) = match bits {
            32 => (24u32, 128i64),
            64 => (53, 1024),
            _ => (64, 16_384),
        };
        let integer = |value: i64| Expr::int(Int::from(value), std.universal_integer, loc);
        let real = |value: Rat| Expr { kind: ExprKind::Real(value), ty: std.universal_real, loc };
        let inverse = |exponent: u32| Rat::new(Int::from(1), Int::pow2(exponent));
        Denoted::Value(match name {
            "model_epsilon" => real(inverse(precision - 1)),
            "model_small" => real(inverse(u32::try_from(emax - 2).unwrap_or(0))),
            // GNAT's, of the model numbers that the digits asked for: as many binary digits, and four times as great an
            // exponent (Ada 83 manual 3.5.7 (6), 3.5.8).
            "epsilon" => real(inverse(model_mantissa(digits) - 1)),
            "small" => real(inverse(4 * model_mantissa(digits) + 1)),
            "safe_first" => real(-&float_last(bits)),
            "safe_last" => real(float_last(bits)),
            "machine_mantissa" | "model_mantissa" => integer(i64::from(precision)),
            "machine_emax" => integer(emax),
            "machine_emin" | "model_emin" => integer(3 - emax),
            "machine_radix" => integer(2),
            _ => {
                self.reject(span, "attribute of a floating point type (RM A.5.3)");
                Expr::error(std.error, loc)
            }
        })
    }
}

/// How many binary digits numbers with so many decimal ones have: the least integer that is not less than
/// digits * log 10 / log 2 + 1 (Ada 83 manual 3.5.7 (6)).
fn model_mantissa(digits: u32) -> u32 {
    (f64::from(digits) * std::f64::consts::LOG2_10 + 1.0).ceil() as u32
}
