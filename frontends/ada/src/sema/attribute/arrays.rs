//! Attributes of arrays (RM 3.6.2), and `'Range` of arrays and scalar subtypes.

use super::super::Sema;
use super::super::name::Denoted;
use super::super::tree::{Builtin, Expr, ExprKind, ObjId, Range};
use super::super::types::{Bound, Constraint};
use super::super::walk::{names_object, walk_expr};
use super::{Prefix, Reference};
use crate::ast::{self, Association, NameKind};
use crate::place::Loc;
use horn_solver::num::Int;

impl<'a> Sema<'a> {
    /// The bound of an array value: static, a constant, or taken from the value.
    pub fn array_bound(&mut self, array: &Expr, dimension: usize, low: bool, loc: Loc) -> Expr {
        let std = self.tree.types.std;
        let Some(index) = self.tree.types.array(array.ty).and_then(|(index, _)| index.get(dimension).copied()) else {
            return Expr::error(std.error, loc);
        };
        let base = self.tree.types.base(index);
        if let Constraint::Index(bounds) = &self.tree.types[array.ty].constraint {
            let (first, last) = &bounds[dimension];
            let bound = if low { first } else { last };
            match bound {
                // Of the record whose component is made: there is no array yet.
                Bound::Discriminant(at) if array.kind == ExprKind::Error => {
                    let kind = ExprKind::Builtin(Builtin::BoundOfComponent(*at), Vec::new());
                    return Expr { kind, ty: base, loc };
                }
                Bound::Discriminant(_) => {}
                _ => return Expr::of_bound(bound, base, loc),
            }
        }
        let builtin = if low { Builtin::First(dimension) } else { Builtin::Last(dimension) };
        Expr { kind: ExprKind::Builtin(builtin, vec![array.clone()]), ty: base, loc }
    }

    /// The bound of an array that an attribute names.
    pub fn attribute_bound(&mut self, array: &Expr, dimension: usize, low: bool, loc: Loc) -> Expr {
        let bound = self.array_bound(array, dimension, low, loc);
        self.behind_prefix(array, bound, if low { Builtin::First(dimension) } else { Builtin::Last(dimension) })
    }

    /// A number that is known of an array, behind the evaluation of the prefix; `builtin` takes it from a value.
    fn behind_prefix(&self, array: &Expr, number: Expr, builtin: Builtin) -> Expr {
        if matches!(number.kind, ExprKind::Error | ExprKind::Builtin(..)) || !self.may_fail_as_prefix(array) {
            return number;
        }
        match names_object(array) {
            true => number.behind(array.clone()),
            false => Expr { kind: ExprKind::Builtin(builtin, vec![array.clone()]), ..number },
        }
    }

    /// Whether the evaluation of a name or qualified expression may fail where an attribute asks for its bounds, which
    /// needs it even if they are those of its subtype (RM 4.1.4). What a function gives is not evaluated where its own
    /// subtype has them: so does GNAT.
    fn may_fail_as_prefix(&self, array: &Expr) -> bool {
        let mut at = array;
        while let ExprKind::Field(inner, place) = &at.kind {
            let record = self.tree.types.record(inner.ty);
            if record.is_none_or(|record| !record.components[*place].guard.is_empty()) {
                return true;
            }
            at = inner;
        }
        match &at.kind {
            // Subtypes, and what has its bounds without being evaluated.
            ExprKind::Error | ExprKind::Call(..) | ExprKind::Old(_) | ExprKind::Result => false,
            ExprKind::Qualified(inner) | ExprKind::Convert(inner) if matches!(inner.kind, ExprKind::Call(..)) => {
                let types = &self.tree.types;
                let same = types.base(inner.ty) == types.base(at.ty)
                    && types[inner.ty].constraint == types[at.ty].constraint
                    && !types.has_predicates(at.ty);
                !same
            }
            _ => self.is_checked(array),
        }
    }

    /// `X'Range` (RM 3.6.2, 3.5).
    pub fn range_attribute(&mut self, name: &'a ast::Name) -> Range {
        let std = self.tree.types.std;
        let loc = self.loc(name.span);
        let error = Range::error(std.error, loc);
        let NameKind::Attribute(attribute) = &name.kind else { return error };
        let Some(prefix) = self.attribute_prefix(&attribute.prefix) else { return error };
        let Some(dimension) = self.dimension(&attribute.arguments) else { return error };
        let array = match prefix {
            Prefix::Type(ty) if self.tree.types.is_scalar(ty) => {
                return match self.range_of_subtype(ty, loc) {
                    Some((low, high)) => Range::unchecked(ty, low, high),
                    None => error,
                };
            }
            Prefix::Type(ty) => Expr::error(ty, loc),
            Prefix::Value(value) => self.through(value),
        };
        let index = match self.tree.types.array(array.ty) {
            Some((index, _)) if dimension < index.len() => index[dimension],
            _ => {
                if array.ty != std.error {
                    self.error(name.span, "prefix for \"Range\" attribute must be an array or a scalar subtype");
                }
                return error;
            }
        };
        // A prefix with calls is evaluated once, in front of both bounds.
        let (array, called) = self.prefix_once(array);
        let mut low = self.attribute_bound(&array, dimension, true, loc);
        let high = self.array_bound(&array, dimension, false, loc);
        if let Some(called) = called {
            let ty = low.ty;
            low = Expr { kind: ExprKind::Let(vec![called], Box::new(low)), ty, loc };
        }
        Range::unchecked(index, low, high)
    }

    /// A prefix that calls something as a constant, and what gives the constant its value; others as they are.
    fn prefix_once(&mut self, array: Expr) -> (Expr, Option<(ObjId, Expr)>) {
        let mut calls = false;
        walk_expr(&array, &mut |part| calls |= matches!(part.kind, ExprKind::Call(..)));
        if !calls {
            return (array, None);
        }
        let (name, value) = self.held_value("prefix", array);
        (name, Some(value))
    }

    /// The dimension, from 0.
    fn dimension(&mut self, arguments: &'a [Association]) -> Option<usize> {
        let Some(argument) = arguments.first() else { return Some(0) };
        let value = self.expr(argument.expr()?, None);
        match value.as_int().and_then(Int::to_i64) {
            Some(number) if number >= 1 => usize::try_from(number - 1).ok(),
            _ => {
                self.error(argument.span, "invalid dimension number in array attribute");
                None
            }
        }
    }

    /// `'First`, `'Last` and `'Length` of a scalar subtype or an array.
    pub(super) fn bound_attribute(&mut self, r: &Reference<'a, '_>, prefix: Prefix) -> Result<Denoted<'a>, Prefix> {
        match (r.name, prefix) {
            ("first" | "last", Prefix::Type(ty)) if self.tree.types.is_scalar(ty) => {
                self.no_bounds(ty, &format!("attribute \"{}\"", r.spelling), r.loc);
                let Some((low, high)) = self.tree.types.bounds(ty) else { return Ok(Denoted::Error) };
                let bound = if r.name == "first" { low } else { high };
                Ok(Denoted::Value(Expr::of_bound(&bound, ty, r.loc)))
            }
            ("first" | "last" | "length", prefix) => Ok(self.array_attribute(r, prefix)),
            ("range", _) => {
                self.error(r.span, "range attribute cannot be used here");
                Ok(Denoted::Error)
            }
            (_, prefix) => Err(prefix),
        }
    }

    fn array_attribute(&mut self, r: &Reference<'a, '_>, prefix: Prefix) -> Denoted<'a> {
        let &Reference { attribute, span, loc, .. } = r;
        let array = match prefix {
            Prefix::Type(ty) => Expr::error(ty, loc),
            Prefix::Value(value) => value,
        };
        let Some((index, _)) = self.tree.types.array(array.ty).map(|(index, element)| (index.len(), element)) else {
            self.error(span, format!("prefix for \"{}\" attribute must be constrained array", r.spelling));
            return Denoted::Error;
        };
        let Some(dimension) = self.dimension(&attribute.arguments) else { return Denoted::Error };
        if dimension >= index {
            self.error(span, "invalid dimension number in array attribute");
            return Denoted::Error;
        }
        if array.kind == ExprKind::Error && !self.tree.types.is_constrained(array.ty) {
            self.error(span, format!("prefix for \"{}\" attribute must be constrained array", r.spelling));
            return Denoted::Error;
        }
        if r.name != "length" {
            let mut bound = self.attribute_bound(&array, dimension, r.name == "first", loc);
            bound.loc = loc;
            return Denoted::Value(bound);
        }
        let length = self.array_length(&array, dimension, loc);
        Denoted::Value(self.behind_prefix(&array, length, Builtin::Length(dimension)))
    }

    /// `A'Length (N)`, also of a subtype, which an erroneous value of it stands for.
    pub fn array_length(&mut self, array: &Expr, dimension: usize, loc: Loc) -> Expr {
        let ty = self.tree.types.std.universal_integer;
        let low = self.array_bound(array, dimension, true, loc);
        let high = self.array_bound(array, dimension, false, loc);
        if let (Some(low), Some(high)) = (low.as_int(), high.as_int()) {
            let length = (&(high - low) + &Int::from(1)).max(Int::from(0));
            return Expr::int(length, ty, loc);
        }
        let kind = match array.kind {
            ExprKind::Error => ExprKind::Builtin(Builtin::RangeLength, vec![low, high]),
            _ => ExprKind::Builtin(Builtin::Length(dimension), vec![array.clone()]),
        };
        Expr { kind, ty, loc }
    }
}
