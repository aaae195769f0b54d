//! Ranges (RM 3.5, 3.6.1).

use super::Sema;
use super::tree::{Expr, ExprKind, ObjId, Range};
use super::types::TypeId;
use crate::ast::{self, Association, AssociationValue, DiscreteRange};

impl<'a> Sema<'a> {
    pub fn types_of_range(&mut self, range: &'a DiscreteRange) -> Vec<TypeId> {
        match range {
            DiscreteRange::Range(ast::Range::Bounds(low, high)) => {
                let (low, high) = self.types_of_both(low, high);
                self.unify(&low, &high)
            }
            DiscreteRange::Range(ast::Range::Attribute(_)) => {
                let found = self.attempt(|sema| sema.discrete_range(range, None));
                vec![self.tree.types.base(found.ty)]
            }
            DiscreteRange::Subtype(indication) => {
                let ty = self.attempt(|sema| sema.subtype_mark(&indication.mark));
                vec![self.tree.types.base(ty)]
            }
        }
    }

    /// A range of any scalar type as bounds of the type `ty`.
    pub fn discrete_or_real_range(&mut self, range: &'a DiscreteRange, ty: TypeId) -> (Expr, Expr) {
        if let DiscreteRange::Range(ast::Range::Bounds(low, high)) = range {
            return (self.expr(low, Some(ty)), self.expr(high, Some(ty)));
        }
        let found = self.discrete_range(range, Some(ty));
        (found.low, found.high)
    }

    /// A range given by bounds or by an attribute, for a type if it is known.
    pub fn range(&mut self, range: &'a ast::Range, ty: Option<TypeId>) -> Range {
        let std = self.tree.types.std;
        match range {
            ast::Range::Bounds(low, high) => {
                let ty = match ty {
                    Some(ty) => ty,
                    None => {
                        let (left, right) = self.types_of_both(low, high);
                        let mut both = self.unify(&left, &right);
                        // Only discrete types make a discrete range.
                        if both.len() > 1 && both.iter().any(|ty| self.tree.types.is_discrete(*ty)) {
                            both.retain(|ty| self.tree.types.is_discrete(*ty));
                        }
                        if both.is_empty() && !left.is_empty() && !right.is_empty() {
                            let t = &self.tree.types;
                            let text = format!("expected {}, found {}", t.describe(left[0]), t.describe(right[0]));
                            self.error(high.span, text);
                        }
                        // Bounds that are both universal are of type Integer (RM 3.6.1 (4)).
                        let universal = both.contains(&std.universal_integer);
                        if universal { std.integer } else { both.first().copied().unwrap_or(std.error) }
                    }
                };
                let base = self.tree.types.base(ty);
                let (low, high) = (self.expr(low, Some(base)), self.expr(high, Some(base)));
                Range { ty, low, high, check: true, stated: false }
            }
            ast::Range::Attribute(name) => {
                let found = self.range_attribute(name);
                if let Some(ty) = ty
                    && !self.tree.types.compatible(found.ty, ty)
                {
                    let t = &self.tree.types;
                    let text = format!("expected {}, found {}", t.describe(ty), t.describe(found.ty));
                    self.error(name.span, text);
                }
                found
            }
        }
    }

    /// Whether a name in the place of a subtype mark is that of a value which may be an iterator: of a class, or of a
    /// type that is not known.
    fn names_iterator(&mut self, name: &'a ast::Name) -> bool {
        let (value, unknown) = self.attempt_apart(|sema| match sema.denote(name) {
            super::name::Denoted::Value(value) => Some(value.ty),
            super::name::Denoted::Calls(_) => Some(sema.name_value(name, None).ty),
            _ => None,
        });
        value.is_some_and(|ty| unknown || self.tree.types.is_class_wide(ty) || self.poisoned_type(ty).is_some())
    }

    /// A discrete range (RM 3.6.1), wanted of a type if it is known.
    pub fn discrete_range(&mut self, range: &'a DiscreteRange, ty: Option<TypeId>) -> Range {
        match range {
            DiscreteRange::Range(inner) => {
                let found = self.range(inner, ty);
                if ty.is_none() && !self.tree.types.is_discrete(found.ty) {
                    self.error(inner.span(), "discrete type required for range");
                }
                found
            }
            DiscreteRange::Subtype(indication) => {
                if self.container_of_iterate(range).is_some() || self.is_partial_iteration(range) {
                    self.reject(indication.span, "iteration over the cursors of a container here (RM 4.5.8, 5.5.2)");
                    let loc = self.loc(indication.span);
                    return Range::error(self.tree.types.std.error, loc);
                }
                if indication.constraint.is_none() && self.names_iterator(&indication.mark) {
                    self.reject(indication.span, "iteration over an iterator (RM 5.5.2)");
                    let loc = self.loc(indication.span);
                    return Range::error(self.tree.types.std.error, loc);
                }
                let mark = self.subtype_mark(&indication.mark);
                if let Some(ty) = ty
                    && !self.tree.types.compatible(mark, ty)
                {
                    let t = &self.tree.types;
                    let text = format!("expected {}, found {}", t.describe(ty), t.describe(mark));
                    self.error(indication.span, text);
                }
                match &indication.constraint {
                    Some(ast::Constraint::Range(inner)) => {
                        let found = self.range(inner, Some(mark));
                        Range { ty: mark, check: true, stated: true, ..found }
                    }
                    Some(_) => {
                        self.error(indication.span, "range constraint expected");
                        let loc = self.loc(indication.span);
                        Range::error(mark, loc)
                    }
                    None => {
                        let loc = self.loc(indication.span);
                        if !self.tree.types.is_discrete(mark) {
                            self.error(indication.span, "discrete type required for range");
                        }
                        let bounds = self.range_of_subtype(mark, loc);
                        bounds.map_or(Range::error(mark, loc), |(low, high)| Range::unchecked(mark, low, high))
                    }
                }
            }
        }
    }

    /// The bounds of a range that is evaluated in an expression, with the check that a constraint asks for (RM 3.2.2
    /// (11)). A second bound with calls is `held` by a constant, so that it is evaluated once.
    pub fn checked_bounds(&mut self, range: Range, held: &mut Option<(ObjId, Expr)>) -> (Expr, Expr) {
        let Range { ty, low, mut high, stated, .. } = range;
        if !stated || matches!(low.kind, ExprKind::Error) || matches!(high.kind, ExprKind::Error) {
            return (low, high);
        }
        let mut calls = false;
        super::walk::walk_expr(&high, &mut |expr| calls |= matches!(expr.kind, ExprKind::Call(..)));
        if calls && held.is_none() {
            let (name, value) = self.held_value("bound", high);
            *held = Some(value);
            high = name;
        } else if calls {
            let span = high.loc.span;
            self.reject(span, "range constraint with calls in an expression (RM 3.2.2)");
        }
        let (bound, loc) = (low.ty, low.loc);
        let kind = ExprKind::CheckedRange(ty, Box::new(low), Box::new(high.clone()));
        (Expr { kind, ty: bound, loc }, high)
    }

    /// A discrete range that may be hidden in an expression which is just a name.
    pub fn association_range(&mut self, association: &'a Association, ty: Option<TypeId>) -> Option<Range> {
        match &association.value {
            AssociationValue::Range(range) => Some(match ty {
                Some(ty) => self.checked_range(range, ty),
                None => self.discrete_range(range, ty),
            }),
            AssociationValue::Expr(expr) => {
                let mark = self.choice_subtype(expr)?;
                let loc = self.loc(expr.span);
                let (low, high) = self.range_of_subtype(mark, loc)?;
                Some(Range::unchecked(mark, low, high))
            }
            AssociationValue::Box(_) => None,
        }
    }
}
