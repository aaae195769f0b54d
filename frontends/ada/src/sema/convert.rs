//! Type conversions (RM 4.6).

use super::Sema;
use super::fold;
use super::tree::{Expr, ExprKind, Value};
use super::types::{Kind, TypeId};
use crate::ast;
use crate::place::Loc;
use horn_frontend::Span;
use horn_solver::num::Rat;

impl<'a> Sema<'a> {
    /// A type conversion (RM 4.6).
    pub fn convert(&mut self, operand: &'a ast::Expr, ty: TypeId, span: Span) -> Expr {
        let loc = self.loc(span);
        let std = self.tree.types.std;
        if let Kind::Unsupported(what) = self.tree.types.kind(ty) {
            let what = what.clone();
            self.reject(span, what);
            return Expr::error(ty, loc);
        }
        let candidates = self.types_of(operand);
        let fitting: Vec<TypeId> = candidates.iter().copied().filter(|from| self.convertible(*from, ty)).collect();
        let universal = |ty: &&TypeId| **ty == std.universal_integer || **ty == std.universal_real;
        let from = fitting.iter().find(universal).or(fitting.first()).copied();
        let Some(from) = from else {
            if candidates.is_empty() || candidates.contains(&std.error) || candidates.contains(&std.no_value) {
                self.expr(operand, None);
            } else if !self.mismatch_is_poison(&[ty, candidates[0]].map(|ty| self.tree.types.designated(ty)), loc) {
                let mut operand_type = candidates[0];
                if operand_type == std.any_string {
                    operand_type = std.string;
                }
                let text =
                    format!("invalid conversion, not compatible with {}", self.tree.types.describe(operand_type));
                self.error(span, text);
            }
            return Expr::error(ty, loc);
        };
        // What has no type of its own gets that of the conversion.
        let from = if from == std.any_access { self.tree.types.base(ty) } else { from };
        let value = self.expr(operand, Some(from));
        self.converted(value, ty, loc)
    }

    /// The conversion of an analysed value.
    pub fn converted(&self, mut value: Expr, ty: TypeId, loc: Loc) -> Expr {
        let types = &self.tree.types;
        if value.ty == types.std.universal_fixed && matches!(types.kind(ty), Kind::Fixed { .. }) {
            let base = types.base(ty);
            value.ty = base;
            self.fixed_literal(&mut value, base);
        }
        let static_value = match (value.value(), types.kind(ty)) {
            (Some(Value::Int(number)), Kind::Float { .. }) => Some(Value::Real(Rat::from(number))),
            (Some(Value::Int(number)), Kind::Fixed { small, .. }) => {
                Some(Value::Real(super::fixed::multiple(&Rat::from(number), small)))
            }
            (Some(Value::Real(number)), Kind::Signed { .. } | Kind::Modular(_)) => {
                // A part of a larger static expression is no machine number (RM 4.9 (38)).
                Some(Value::Int(fold::round_away(&number)))
            }
            // GNAT truncates static values, whatever type they come from; what it computes at run time it rounds.
            (Some(Value::Real(number)), Kind::Fixed { small, .. }) => {
                Some(Value::Real(super::fixed::multiple(&number, small)))
            }
            (Some(value @ (Value::Int(_) | Value::Real(_))), _) => Some(value),
            _ => None,
        };
        if let Some(found) = static_value {
            let kind = match found {
                Value::Int(number) => ExprKind::Int(number),
                Value::Real(number) => ExprKind::Real(number),
                Value::Text(text) => ExprKind::Text(text),
            };
            let folded = Expr { kind, ty, loc };
            if self.statically_in(&folded, ty) {
                return folded;
            }
        }
        Expr { kind: ExprKind::Convert(Box::new(value)), ty, loc }
    }

    fn convertible(&self, from: TypeId, to: TypeId) -> bool {
        let types = &self.tree.types;
        let std = types.std;
        if from == std.no_value || from == std.any_string || from == std.any_composite || from == std.any_container {
            return false;
        }
        if from == std.any_access {
            return types.access(to).is_some();
        }
        if let (Some(from), Some(to)) = (types.access(from), types.access(to)) {
            let (source, target) = (from.designated, to.designated);
            // RM 4.6 (24.16): as objects of these types are.
            let tagged = types.has_tag(source)
                && types.has_tag(target)
                && (types.is_class_wide(source) || types.descends(source, target));
            return (types.base(source) == types.base(target) || tagged) && (to.constant || !from.constant);
        }
        if from == std.error || types.base(to) == std.error {
            return true;
        }
        if types.is_numeric(from) && types.is_numeric(to) {
            return true;
        }
        if types.related(from, to) {
            return true;
        }
        if types.has_tag(from) && types.has_tag(to) {
            // Through interfaces.
            return types.is_class_wide(from) || types.is_class_wide(to) || types.descends(from, to);
        }
        match (types.array(from), types.array(to)) {
            (Some((a, x)), Some((b, y))) => a.len() == b.len() && types.related(x, y),
            _ => false,
        }
    }
}
