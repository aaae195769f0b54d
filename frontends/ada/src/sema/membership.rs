//! Membership tests (RM 4.5.2) and what is known of them statically.

use super::Sema;
use super::fold;
use super::name::Denoted;
use super::tree::{Choice, Expr, ExprKind, Value};
use super::types::{Bound, TypeId};
use crate::ast::{self, NameKind};
use horn_solver::num::Int;

impl<'a> Sema<'a> {
    pub(super) fn membership(&mut self, test: &'a ast::Membership) -> Expr {
        let boolean = self.tree.types.std.boolean;
        let loc = self.loc(test.op_span);
        // The tested type is that of the choices if the operand alone does not say it.
        let mut candidates = self.types_of(&test.operand);
        let mut subtypes = Vec::new();
        for choice in &test.choices {
            let types = match choice {
                ast::Choice::Expr(expr) => match self.choice_subtype(expr) {
                    Some(ty) => {
                        subtypes.push(Some(ty));
                        vec![self.tree.types.base(ty)]
                    }
                    None => {
                        subtypes.push(None);
                        self.types_of(expr)
                    }
                },
                ast::Choice::Range(range) => {
                    subtypes.push(None);
                    self.types_of_range(range)
                }
                ast::Choice::Others(_) => continue,
            };
            let common = self.unify(&candidates, &types);
            if !common.is_empty() {
                candidates = common;
            }
        }
        // The operators of the root types are preferred (RM 8.6 (29)).
        let std = self.tree.types.std;
        let universal = [std.universal_integer, std.universal_real].into_iter().find(|ty| candidates.contains(ty));
        let wanted = universal.or(candidates.first().copied());
        let operand = self.expr(&test.operand, wanted);
        let ty = self.tree.types.base(operand.ty);
        let mut choices = Vec::new();
        for (choice, subtype) in test.choices.iter().zip(subtypes) {
            choices.push(match (choice, subtype) {
                (_, Some(subtype)) => {
                    let tags = self.tree.types.has_tag(subtype) && self.tree.types.has_tag(ty);
                    if !tags && !self.tree.types.compatible(subtype, ty) && !self.tree.types.compatible(ty, subtype) {
                        let text = format!(
                            "expected {}, found {}",
                            self.tree.types.describe(subtype),
                            self.tree.types.describe(ty)
                        );
                        self.error(test.operand.span, text);
                    }
                    Choice::Subtype(subtype)
                }
                (ast::Choice::Expr(expr), None) => Choice::Value(self.expr(expr, Some(ty))),
                (ast::Choice::Range(range), None) => {
                    let range = self.discrete_or_real_range(range, ty);
                    Choice::Range(range.0, range.1)
                }
                (ast::Choice::Others(_), None) => Choice::Others,
            });
        }
        let member = Expr { kind: ExprKind::Member(Box::new(operand), choices, test.negated), ty: boolean, loc };
        match self.static_member(&member) {
            Some(value) => Expr { kind: ExprKind::Int(Int::from(i64::from(value))), ty: boolean, loc },
            None => member,
        }
    }

    fn static_member(&self, member: &Expr) -> Option<bool> {
        let ExprKind::Member(operand, choices, negated) = &member.kind else { return None };
        let value = operand.value()?;
        let mut found = false;
        for choice in choices {
            found |= match choice {
                Choice::Value(other) => other.value()? == value,
                // A range is no expression: its bounds are machine numbers (RM 4.9 (38)).
                Choice::Range(low, high) => {
                    let [low, high] = [low, high].map(|bound| Some(self.machine(bound.value()?, operand.ty)));
                    in_range(&value, &low?, &high?)?
                }
                Choice::Subtype(ty) => {
                    if !self.tree.types[*ty].predicates.is_empty() {
                        return None;
                    }
                    let (low, high) = self.tree.types.bounds(*ty)?;
                    in_range(&value, &bound_value(&low)?, &bound_value(&high)?)?
                }
                Choice::Others => return None,
            };
        }
        Some(found != *negated)
    }

    /// A static value as a value of a type.
    pub(super) fn machine(&self, value: Value, ty: TypeId) -> Value {
        match value {
            Value::Real(number) => Value::Real(fold::machine(&self.tree.types, number, ty)),
            other => other,
        }
    }

    /// Whether a static value satisfies the static constraint of a subtype without predicates.
    pub fn statically_in(&self, value: &Expr, ty: TypeId) -> bool {
        let Some(value) = value.value().map(|value| self.machine(value, ty)) else { return false };
        if !self.tree.types[ty].predicates.is_empty() {
            return false;
        }
        let Some((low, high)) = self.tree.types.bounds(ty) else { return false };
        match (bound_value(&low), bound_value(&high)) {
            (Some(low), Some(high)) => in_range(&value, &low, &high).unwrap_or(false),
            _ => false,
        }
    }

    /// The subtype that a choice names, if it names one.
    pub fn choice_subtype(&mut self, expr: &'a ast::Expr) -> Option<TypeId> {
        let name = expr.as_name()?;
        let plausible = match &name.kind {
            NameKind::Ident(_) | NameKind::Selected(..) => true,
            NameKind::Attribute(attribute) => {
                matches!(self.names.text(attribute.designator.symbol), "base" | "class")
            }
            _ => false,
        };
        if !plausible {
            return None;
        }
        match self.attempt(|sema| sema.denote(name)) {
            Denoted::Type(ty) => Some(ty),
            _ => None,
        }
    }
}

fn in_range(value: &Value, low: &Value, high: &Value) -> Option<bool> {
    match (value, low, high) {
        (Value::Int(value), Value::Int(low), Value::Int(high)) => Some(low <= value && value <= high),
        (Value::Real(value), Value::Real(low), Value::Real(high)) => Some(low <= value && value <= high),
        _ => None,
    }
}

fn bound_value(bound: &Bound) -> Option<Value> {
    match bound {
        Bound::Int(value) => Some(Value::Int(value.clone())),
        Bound::Real(value) => Some(Value::Real(value.clone())),
        _ => None,
    }
}
