//! Attribute references (RM 4.1.4, K.2), and the annotations' forms of `'Old` and `'Loop_Entry`.

use super::Sema;
use super::fold;
use super::name::Denoted;
use super::scope::Entity;
use super::tree::{Builtin, Expr, ExprKind, Range};
use super::types::{Bound, Constraint, Kind, TypeId};
use crate::ast::{self, Association, NameKind};
use crate::place::Loc;
use horn_frontend::Span;
use horn_solver::num::{Int, Rat};

/// The prefix of an attribute.
enum Prefix {
    Type(TypeId),
    Value(Expr),
}

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
                    return Expr { kind: ExprKind::Discriminant(*at), ty: base, loc };
                }
                Bound::Discriminant(_) => {}
                _ => return Expr::of_bound(bound, base, loc),
            }
        }
        let builtin = if low { Builtin::First(dimension) } else { Builtin::Last(dimension) };
        Expr { kind: ExprKind::Builtin(builtin, vec![array.clone()]), ty: base, loc }
    }

    /// `X'Range` (RM 3.6.2, 3.5).
    pub fn range_attribute(&mut self, name: &'a ast::Name) -> Range {
        let std = self.tree.types.std;
        let loc = self.loc(name.span);
        let error =
            Range { ty: std.error, low: Expr::error(std.error, loc), high: Expr::error(std.error, loc), check: false };
        let NameKind::Attribute(attribute) = &name.kind else { return error };
        let Some(prefix) = self.attribute_prefix(&attribute.prefix) else { return error };
        let Some(dimension) = self.dimension(&attribute.arguments) else { return error };
        let array = match prefix {
            Prefix::Type(ty) if self.tree.types.is_scalar(ty) => {
                return match self.range_of_subtype(ty, loc) {
                    Some((low, high)) => Range { ty, low, high, check: false },
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
        let mut low = self.array_bound(&array, dimension, true, loc);
        let high = self.array_bound(&array, dimension, false, loc);
        if let Some(called) = called {
            let ty = low.ty;
            low = Expr { kind: ExprKind::Let(vec![called], Box::new(low)), ty, loc };
        }
        Range { ty: index, low, high, check: false }
    }

    /// A prefix that calls something as a constant, and what gives the constant its value; others as they are.
    fn prefix_once(&mut self, array: Expr) -> (Expr, Option<(super::tree::ObjId, Expr)>) {
        let mut calls = false;
        super::walk::walk_expr(&array, &mut |part| calls |= matches!(part.kind, ExprKind::Call(..)));
        if !calls {
            return (array, None);
        }
        let (loc, ty) = (array.loc, array.ty);
        let object = self.new_object("prefix", loc, ty, super::tree::ObjectKind::Constant);
        self.tree.objects[object.0 as usize].hidden = true;
        (Expr { kind: ExprKind::Object(object), ty, loc }, Some((object, array)))
    }

    fn attribute_prefix(&mut self, prefix: &'a ast::Name) -> Option<Prefix> {
        match self.denote(prefix) {
            Denoted::Type(ty) => Some(Prefix::Type(ty)),
            Denoted::Value(value) => Some(Prefix::Value(value)),
            Denoted::Calls(calls) => {
                let value = self.resolve_calls(&calls, None, None);
                Some(Prefix::Value(value))
            }
            Denoted::Error => None,
            Denoted::Exception(_) => {
                self.reject(prefix.span, "exception identities and saved occurrences (RM 11.4.1)");
                None
            }
            _ => {
                self.error(prefix.span, "invalid prefix for attribute");
                None
            }
        }
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

    fn attribute_argument(
        &mut self,
        attribute: &'a ast::Attribute,
        at: usize,
        expected: Option<TypeId>,
        span: Span,
    ) -> Option<Expr> {
        match attribute.arguments.get(at).and_then(Association::expr) {
            Some(expr) => Some(self.expr(expr, expected)),
            None => {
                let name = self.spelling(&attribute.designator);
                self.error(span, format!("missing argument for \"{name}\" attribute"));
                None
            }
        }
    }

    /// An attribute reference. Values of universal types are given as such.
    pub fn denote_attribute(
        &mut self,
        attribute: &'a ast::Attribute,
        span: Span,
        expected: Option<TypeId>,
    ) -> Denoted<'a> {
        let name = self.names.text(attribute.designator.symbol).to_string();
        let spelling = self.spelling(&attribute.designator);
        let std = self.tree.types.std;
        let loc = self.loc(span);
        if self.deny_attribute(attribute, span) {
            return Denoted::Value(Expr::error(std.error, loc));
        }
        match name.as_str() {
            "result" => {
                return match self.result_of {
                    Some(subp) => {
                        let ty = self.tree.subprogram(subp).result.unwrap_or(std.error);
                        Denoted::Value(Expr { kind: ExprKind::Result, ty, loc })
                    }
                    None => {
                        self.error(span, "attribute \"Result\" can only appear in a postcondition of a function");
                        Denoted::Error
                    }
                };
            }
            "old" => {
                let value = self.name_value(&attribute.prefix, None);
                return self.old_value(value, span);
            }
            "loop_entry" => {
                let value = self.name_value(&attribute.prefix, None);
                let target = attribute.arguments.first().and_then(Association::expr).and_then(ast::Expr::as_name);
                return self.loop_entry_value(value, target, span);
            }
            "reduce" | "parallel_reduce" => return self.reduce(attribute, expected, span),
            "update" => {
                let value = self.name_value(&attribute.prefix, None);
                let whole = attribute.arguments.first().filter(|argument| argument.is_positional());
                let Some(ast::ExprKind::Aggregate(aggregate)) =
                    whole.and_then(Association::expr).map(|expr| &expr.kind)
                else {
                    return self.update_arguments(value, &attribute.arguments, span);
                };
                return Denoted::Value(self.delta(value, &aggregate.items, span));
            }
            _ => {}
        }
        if let Some(found) = self.machine_number(&name, attribute, loc) {
            return found;
        }
        if name == "address"
            && let Denoted::Calls(calls) = self.attempt(|sema| sema.denote(&attribute.prefix))
            && calls.arguments.is_none()
        {
            // Of a subprogram.
            let ty = self.address_type();
            return self.unknown(Vec::new(), ty, loc);
        }
        if matches!(name.as_str(), "access" | "unchecked_access")
            && let Denoted::Calls(calls) = self.denote(&attribute.prefix)
            && calls.arguments.is_none()
        {
            self.reject(span, "access value for a subprogram (RM 3.10.2)");
            return Denoted::Value(Expr { kind: ExprKind::Error, ty: std.error, loc });
        }
        let Some(mut prefix) = self.attribute_prefix(&attribute.prefix) else { return Denoted::Error };
        // A prefix that is an access value is dereferenced where the attribute is one of arrays (RM 4.1.4 (10)).
        if let (Prefix::Value(value), "first" | "last" | "length" | "constrained") = (&prefix, name.as_str())
            && self.tree.types.access(value.ty).is_some()
        {
            prefix = Prefix::Value(self.through(value.clone()));
        }
        if let (Prefix::Value(value), "access" | "unchecked_access") = (&prefix, name.as_str()) {
            let mut value = value.clone();
            // The value of a static constant stands for its name.
            if let (Some(_), NameKind::Ident(ident)) = (value.value(), &attribute.prefix.kind)
                && let Some(Entity::Object(object)) = self.find(ident).first().map(|entry| entry.entity.clone())
            {
                value.kind = ExprKind::Object(object);
            }
            return Denoted::Value(self.reference(value, name == "unchecked_access", expected, span));
        }
        if let Prefix::Type(ty) = &prefix
            && let Kind::Unsupported(what) = self.tree.types.kind(*ty)
        {
            let what = what.clone();
            self.reject(span, what);
            return Denoted::Value(Expr::error(std.error, loc));
        }
        let laid_out = match &prefix {
            Prefix::Type(ty) => self.layout_of_type(&name, *ty, span),
            Prefix::Value(value) => self.layout_of_value(&name, value, span),
        };
        if let Some(found) = laid_out {
            return found;
        }
        match (name.as_str(), prefix) {
            (_, Prefix::Value(value)) if value.kind == ExprKind::Error && value.ty == std.error => {
                Denoted::Value(value)
            }
            ("base", Prefix::Type(ty)) => Denoted::Type(self.tree.types.base(ty)),
            ("class", Prefix::Type(ty)) => match self.class_of(ty) {
                Some(class) => Denoted::Type(class),
                None => self.without_value("Class of a type that is not tagged (RM 3.9)", span),
            },
            ("tag", prefix) => {
                let tag = self.tag_type();
                match prefix {
                    Prefix::Type(ty) if self.tree.types.has_tag(ty) && !self.tree.types.is_class_wide(ty) => {
                        let number = Int::from(i64::from(self.tree.types.specific(ty).0));
                        Denoted::Value(Expr::int(number, tag, loc))
                    }
                    Prefix::Value(value) if self.tree.types.is_class_wide(value.ty) => {
                        Denoted::Value(Expr { kind: ExprKind::Builtin(Builtin::Tag, vec![value]), ty: tag, loc })
                    }
                    _ => self.without_value("Tag of this prefix (RM 3.9)", span),
                }
            }
            ("first" | "last", Prefix::Type(ty)) if self.tree.types.is_scalar(ty) => {
                let Some((low, high)) = self.tree.types.bounds(ty) else { return Denoted::Error };
                let bound = if name == "first" { low } else { high };
                Denoted::Value(Expr::of_bound(&bound, ty, loc))
            }
            ("first" | "last" | "length", prefix) => {
                let array = match prefix {
                    Prefix::Type(ty) => Expr::error(ty, loc),
                    Prefix::Value(value) => value,
                };
                let Some((index, _)) = self.tree.types.array(array.ty).map(|(index, element)| (index.len(), element))
                else {
                    self.error(span, format!("prefix for \"{spelling}\" attribute must be constrained array"));
                    return Denoted::Error;
                };
                let Some(dimension) = self.dimension(&attribute.arguments) else { return Denoted::Error };
                if dimension >= index {
                    self.error(span, "invalid dimension number in array attribute");
                    return Denoted::Error;
                }
                if array.kind == ExprKind::Error && !self.tree.types.is_constrained(array.ty) {
                    self.error(span, format!("prefix for \"{spelling}\" attribute must be constrained array"));
                    return Denoted::Error;
                }
                // A prefix with calls whose bounds are known without it is not evaluated: so does GNAT.
                if name != "length" {
                    let mut bound = self.array_bound(&array, dimension, name == "first", loc);
                    bound.loc = loc;
                    return Denoted::Value(bound);
                }
                let low = self.array_bound(&array, dimension, true, loc);
                let high = self.array_bound(&array, dimension, false, loc);
                if let (Some(low), Some(high)) = (low.as_int(), high.as_int()) {
                    let length = (&(high - low) + &Int::from(1)).max(Int::from(0));
                    return Denoted::Value(Expr::int(length, std.universal_integer, loc));
                }
                let kind = match array.kind {
                    ExprKind::Error => ExprKind::Builtin(Builtin::RangeLength, vec![low, high]),
                    _ => ExprKind::Builtin(Builtin::Length(dimension), vec![array]),
                };
                Denoted::Value(Expr { kind, ty: std.universal_integer, loc })
            }
            ("range", _) => {
                self.error(span, "range attribute cannot be used here");
                Denoted::Error
            }
            ("min" | "max", Prefix::Type(ty)) => {
                let base = self.tree.types.base(ty);
                let left = self.attribute_argument(attribute, 0, Some(base), span);
                let right = self.attribute_argument(attribute, 1, Some(base), span);
                let (Some(left), Some(right)) = (left, right) else { return Denoted::Error };
                let builtin = if name == "min" { Builtin::Min } else { Builtin::Max };
                self.builtin(builtin, vec![left, right], base, loc)
            }
            ("pos", Prefix::Type(ty)) => {
                let base = self.tree.types.base(ty);
                let Some(value) = self.attribute_argument(attribute, 0, Some(base), span) else {
                    return Denoted::Error;
                };
                self.builtin(Builtin::Pos, vec![value], std.universal_integer, loc)
            }
            ("enum_rep", prefix) => {
                let value = match prefix {
                    Prefix::Type(ty) => {
                        let base = self.tree.types.base(ty);
                        self.attribute_argument(attribute, 0, Some(base), span)
                    }
                    Prefix::Value(value) => Some(value),
                };
                let Some(value) = value else { return Denoted::Error };
                self.code_of(value, loc)
            }
            ("val" | "enum_val", Prefix::Type(ty)) => {
                let base = self.tree.types.base(ty);
                let argument = attribute.arguments.first().and_then(Association::expr);
                let Some(argument) = argument else { return Denoted::Error };
                let mut value = self.integer_operand(argument);
                if name == "enum_val" {
                    value = self.place_of_code(value, ty, loc);
                }
                self.builtin(Builtin::Val, vec![value], base, loc)
            }
            ("succ" | "pred", Prefix::Type(ty)) => {
                let base = self.tree.types.base(ty);
                let Some(value) = self.attribute_argument(attribute, 0, Some(base), span) else {
                    return Denoted::Error;
                };
                if !self.tree.types.is_discrete(base) && !matches!(self.tree.types.kind(base), Kind::Fixed { .. }) {
                    self.reject(span, format!("attribute {spelling} of a real type (RM 3.5)"));
                    return Denoted::Value(Expr::error(base, loc));
                }
                let builtin = if name == "succ" { Builtin::Succ } else { Builtin::Pred };
                self.builtin(builtin, vec![value], base, loc)
            }
            ("mod", Prefix::Type(ty)) => {
                let argument = attribute.arguments.first().and_then(Association::expr);
                let Some(argument) = argument else { return Denoted::Error };
                let value = self.expr(argument, None);
                self.builtin(Builtin::Mod, vec![value], self.tree.types.base(ty), loc)
            }
            ("modulus", Prefix::Type(ty)) => match self.tree.types.kind(ty) {
                Kind::Modular(modulus) => {
                    let modulus = modulus.clone();
                    Denoted::Value(Expr::int(modulus, std.universal_integer, loc))
                }
                _ => {
                    self.error(span, "prefix of \"Modulus\" attribute must be a modular type");
                    Denoted::Error
                }
            },
            (
                "floor" | "ceiling" | "rounding" | "truncation" | "unbiased_rounding" | "machine_rounding",
                Prefix::Type(ty),
            ) => {
                let base = self.tree.types.base(ty);
                let Some(value) = self.attribute_argument(attribute, 0, Some(base), span) else {
                    return Denoted::Error;
                };
                let builtin = match name.as_str() {
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
            ) => self.float_constant(&name, ty, span),
            ("machine_overflows" | "machine_rounds" | "signed_zeros" | "denorm", Prefix::Type(ty))
                if self.tree.types.is_real(ty) =>
            {
                // As GNAT has them; fixed point values are truncated.
                let fixed = matches!(self.tree.types.kind(ty), Kind::Fixed { .. });
                let value = (name == "machine_overflows") == fixed;
                Denoted::Value(Expr::int(Int::from(i64::from(value)), std.boolean, loc))
            }
            ("fore" | "aft", Prefix::Type(ty)) => self.decimal_places(ty, name == "fore", span),
            ("width" | "wide_width" | "wide_wide_width", Prefix::Type(ty)) => self.width(ty, span),
            ("image" | "img" | "wide_image" | "wide_wide_image", prefix) => {
                let mut arguments = Vec::new();
                match prefix {
                    Prefix::Type(ty) => {
                        let base = self.tree.types.base(ty);
                        let Some(value) = self.attribute_argument(attribute, 0, Some(base), span) else {
                            return Denoted::Error;
                        };
                        arguments.push(value);
                    }
                    Prefix::Value(value) => arguments.push(value),
                }
                let ty = match name.as_str() {
                    "wide_image" => std.wide_string,
                    "wide_wide_image" => std.wide_wide_string,
                    _ => std.string,
                };
                self.unknown(arguments, ty, loc)
            }
            ("value" | "wide_value" | "wide_wide_value", Prefix::Type(ty)) if self.tree.types.is_scalar(ty) => {
                let string = match name.as_str() {
                    "wide_value" => std.wide_string,
                    "wide_wide_value" => std.wide_wide_string,
                    _ => std.string,
                };
                let Some(text) = self.attribute_argument(attribute, 0, Some(string), span) else {
                    return Denoted::Error;
                };
                let base = self.tree.types.base(ty);
                self.builtin(Builtin::Value, vec![text], base, loc)
            }
            ("range_length", Prefix::Type(ty)) if self.tree.types.is_discrete(ty) => {
                let Some((low, high)) = self.range_of_subtype(ty, loc) else { return Denoted::Error };
                if let (Some(low), Some(high)) = (low.as_int(), high.as_int()) {
                    let length = (&(high - low) + &Int::from(1)).max(Int::from(0));
                    return Denoted::Value(Expr::int(length, std.universal_integer, loc));
                }
                self.builtin(Builtin::RangeLength, vec![low, high], std.universal_integer, loc)
            }
            ("first_valid" | "last_valid", Prefix::Type(ty)) if self.tree.types.is_discrete(ty) => {
                let first = name == "first_valid";
                let values = match self.tree.types[ty].predicates.is_empty() {
                    true => self.tree.types.static_range(ty).map(|range| vec![range]),
                    false => self.predicate_values(ty),
                };
                let found = values.unwrap_or_default();
                let range = if first { found.first() } else { found.last() };
                match range.filter(|(low, high)| low <= high) {
                    Some((low, high)) => {
                        let value = if first { low.clone() } else { high.clone() };
                        Denoted::Value(Expr::int(value, self.tree.types.base(ty), loc))
                    }
                    None => self.without_value("First_Valid or Last_Valid of this subtype (RM 3.5.5)", span),
                }
            }
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
            ("has_discriminants", Prefix::Type(ty)) => {
                let some = self.tree.record(ty).discriminants > 0;
                Denoted::Value(Expr::int(Int::from(i64::from(some)), std.boolean, loc))
            }
            ("definite", Prefix::Type(ty)) => {
                let definite = self.tree.types.is_constrained(ty) || self.tree.record(ty).mutable;
                Denoted::Value(Expr::int(Int::from(i64::from(definite)), std.boolean, loc))
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
                    let value = if name == "small_numerator" { small.numer() } else { small.denom() };
                    let value = value.clone();
                    Denoted::Value(Expr::int(value, std.universal_integer, loc))
                }
                _ => {
                    self.error(span, "prefix of this attribute must be a fixed point type");
                    Denoted::Error
                }
            },
            ("valid" | "valid_scalars", Prefix::Value(value)) => {
                self.builtin(Builtin::Valid, vec![value], std.boolean, loc)
            }
            ("constrained", Prefix::Value(value)) => self.builtin(Builtin::Constrained, vec![value], std.boolean, loc),
            // Of a private or formal subtype (RM J.4).
            ("constrained", Prefix::Type(ty)) => {
                let constrained = self.tree.types.is_constrained(ty);
                match self.tree.types.kind(ty) {
                    // The full type may have discriminants of its own.
                    Kind::Private | Kind::Error | Kind::NoValue => {
                        self.reject(span, "attribute Constrained of a private type without a full view (RM J.4)");
                        Denoted::Value(Expr::error(std.boolean, loc))
                    }
                    _ => Denoted::Value(Expr::int(Int::from(i64::from(constrained)), std.boolean, loc)),
                }
            }
            (_, Prefix::Type(_) | Prefix::Value(_)) => {
                self.error(span, format!("invalid prefix for \"{spelling}\" attribute"));
                Denoted::Error
            }
        }
    }

    fn builtin(&mut self, builtin: Builtin, arguments: Vec<Expr>, ty: TypeId, loc: Loc) -> Denoted<'a> {
        if let Some(kind) = fold::builtin(&self.tree.types, builtin, &arguments, ty) {
            return Denoted::Value(Expr { kind, ty, loc });
        }
        Denoted::Value(Expr { kind: ExprKind::Builtin(builtin, arguments), ty, loc })
    }

    /// An attribute whose value is not known for this prefix.
    fn without_value(&mut self, what: &str, span: Span) -> Denoted<'a> {
        self.reject(span, format!("attribute {what}"));
        Denoted::Value(Expr::error(self.tree.types.std.error, self.loc(span)))
    }

    fn unknown(&mut self, arguments: Vec<Expr>, ty: TypeId, loc: Loc) -> Denoted<'a> {
        Denoted::Value(Expr { kind: ExprKind::Builtin(Builtin::Unknown, arguments), ty, loc })
    }

    /// `T'Width`: the length of the longest image of a discrete subtype (RM 3.5 (39)).
    fn width(&mut self, ty: TypeId, span: Span) -> Denoted<'a> {
        let loc = self.loc(span);
        let std = self.tree.types.std;
        if !self.tree.types.is_discrete(ty) {
            return self.without_value("Width of a real subtype (RM 3.5)", span);
        }
        let number =
            |value: usize| Expr::int(Int::from(i64::try_from(value).unwrap_or(i64::MAX)), std.universal_integer, loc);
        let lengths = match self.tree.types.kind(ty) {
            Kind::Enumeration { literals, .. } if !literals.is_empty() => {
                Some(literals.iter().map(|name| name.chars().count()).collect::<Vec<usize>>())
            }
            Kind::Enumeration { count: 256, .. } => Some((0..256u32).map(image_length).collect()),
            Kind::Enumeration { .. } => return self.without_value("Width of a wide character type (RM 3.5)", span),
            _ => None,
        };
        let static_range = self.tree.types.static_range(ty);
        if let Some((low, high)) = static_range {
            let place = |bound: &Int| bound.to_i64().and_then(|at| usize::try_from(at).ok());
            let length = match (lengths, place(&low), place(&high)) {
                _ if low > high => Some(0),
                (Some(lengths), Some(first), Some(last)) => {
                    lengths.get(first..=last).and_then(|range| range.iter().copied().max())
                }
                (Some(_), ..) => None,
                (None, ..) => [&low, &high].into_iter().map(digits_of).max(),
            };
            return match length {
                Some(length) => Denoted::Value(number(length)),
                None => self.without_value("Width of this subtype (RM 3.5)", span),
            };
        }
        let Some((low, high)) = self.range_of_subtype(ty, loc) else { return Denoted::Error };
        let boolean = std.boolean;
        let compare = |op, left: &Expr, right: &Expr| Expr {
            kind: ExprKind::Binary(op, Box::new(left.clone()), Box::new(right.clone())),
            ty: boolean,
            loc,
        };
        let choose = |condition: Expr, value: Expr, otherwise: Expr| {
            let ty = std.integer;
            Expr {
                kind: ExprKind::If(vec![(condition, Expr { ty, ..value })], Box::new(Expr { ty, ..otherwise })),
                ty,
                loc,
            }
        };
        let base = self.tree.types.base(ty);
        let at = |value: usize| Expr::int(Int::from(i64::try_from(value).unwrap_or(i64::MAX)), base, loc);
        use super::tree::BinaryOp::{AndThen, Gt, Le, OrElse};
        let width = match lengths {
            // The lengths from the longest down: the first one that a literal in the range has.
            Some(lengths) if lengths.len() <= 64 => {
                let mut found = number(0);
                let mut all: Vec<usize> = lengths.clone();
                all.sort_unstable();
                all.dedup();
                for length in all {
                    let places = (0..lengths.len()).filter(|place| lengths[*place] == length);
                    let inside = places.map(|place| {
                        let (above, below) = (compare(Le, &low, &at(place)), compare(Le, &at(place), &high));
                        compare(AndThen, &above, &below)
                    });
                    let some = inside.reduce(|left, right| compare(OrElse, &left, &right));
                    if let Some(some) = some {
                        found = choose(some, number(length), found);
                    }
                }
                found
            }
            Some(_) => return self.without_value("Width of a subtype with dynamic bounds (RM 3.5)", span),
            None => {
                let Some((first, last)) = self.tree.types.base_range(ty) else { return Denoted::Error };
                let most = digits_of(&first).max(digits_of(&last));
                // As many digits as a bound needs: the powers of ten it reaches.
                let mut found = number(2);
                let mut power = Int::from(10);
                for length in 3..=most {
                    let mut reached = Vec::new();
                    if power <= last {
                        let limit = Expr::int(power.clone(), base, loc);
                        reached.push(compare(Le, &limit, &high));
                        reached.push(compare(Le, &limit, &low));
                    }
                    if -power.clone() >= first {
                        let limit = Expr::int(-power.clone(), base, loc);
                        reached.push(compare(Le, &low, &limit));
                        reached.push(compare(Le, &high, &limit));
                    }
                    if let Some(some) = reached.into_iter().reduce(|left, right| compare(OrElse, &left, &right)) {
                        found = choose(some, number(length), found);
                    }
                    power = &power * &Int::from(10);
                }
                choose(compare(Gt, &low, &high), number(0), found)
            }
        };
        self.builtin(Builtin::Pos, vec![width], std.universal_integer, loc)
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
            let Some((Bound::Real(low), Bound::Real(high))) = self.tree.types.bounds(ty) else {
                return self.without_value("Fore of a subtype with dynamic bounds (RM 3.5.10)", span);
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
        let Kind::Float { bits, .. } = self.tree.types.kind(ty) else {
            self.reject(span, "attribute of a fixed point type (RM 3.5.10)");
            return Denoted::Value(Expr::error(std.error, loc));
        };
        let bits = *bits;
        let (precision, emax) = match bits {
            32 => (24u32, 128i64),
            64 => (53, 1024),
            _ => (64, 16_384),
        };
        let integer = |value: i64| Expr::int(Int::from(value), std.universal_integer, loc);
        let real = |value: Rat| Expr { kind: ExprKind::Real(value), ty: std.universal_real, loc };
        let inverse = |exponent: u32| Rat::new(Int::from(1), Int::pow2(exponent));
        Denoted::Value(match name {
            "model_epsilon" | "epsilon" => real(inverse(precision - 1)),
            "model_small" | "small" => real(inverse(u32::try_from(emax - 2).unwrap_or(0))),
            "safe_first" => real(-&super::types::float_last(bits)),
            "safe_last" => real(super::types::float_last(bits)),
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

    /// `X'Old`.
    pub fn old_value(&mut self, value: Expr, span: Span) -> Denoted<'a> {
        if !self.old_allowed {
            self.error(span, "attribute \"Old\" can only appear in a postcondition");
            return Denoted::Error;
        }
        let (ty, loc) = (value.ty, self.loc(span));
        Denoted::Value(Expr { kind: ExprKind::Old(Box::new(value)), ty, loc })
    }

    /// `X'Loop_Entry`, of the innermost loop or of a named one.
    pub fn loop_entry_value(&mut self, value: Expr, target: Option<&'a ast::Name>, span: Span) -> Denoted<'a> {
        let loc = self.loc(span);
        let wanted = target.and_then(|name| name.last_ident()).map(|ident| ident.symbol);
        let found = self.loops.iter().rposition(|open| wanted.is_none() || open.name == wanted);
        let Some(at) = found else {
            self.error(span, "attribute \"Loop_Entry\" must appear within a loop");
            return Denoted::Error;
        };
        let ty = value.ty;
        if let Some((known, _)) = self.loops[at].entry_values.iter().find(|(_, old)| old.kind == value.kind) {
            return Denoted::Value(Expr { kind: ExprKind::Object(*known), ty, loc });
        }
        if self.trying > 0 {
            return Denoted::Value(value);
        }
        let name = match &value.kind {
            ExprKind::Object(object) => format!("{}'Loop_Entry", self.tree.object(*object).name),
            _ => "'Loop_Entry".to_string(),
        };
        let object = self.new_object(name, loc, ty, super::tree::ObjectKind::Constant);
        self.tree.objects[object.0 as usize].hidden = true;
        self.loops[at].entry_values.push((object, value));
        Denoted::Value(Expr { kind: ExprKind::Object(object), ty, loc })
    }
}

/// The length of the image of an integer: a sign or a blank stands before the digits.
fn digits_of(value: &Int) -> usize {
    value.to_string().trim_start_matches('-').len() + 1
}

/// The length of the image of a character of Latin-1 (RM 3.5.2, A.3.3): of those that are not graphic, of the name that
/// GNAT gives them.
fn image_length(code: u32) -> usize {
    match code {
        8..=13 | 25 | 28..=31 | 141 | 149 | 156 | 158 => 2,
        14 | 15 => 2,
        128 | 129 | 132 | 153 => "RESERVED_128".len(),
        173 => "SOFT_HYPHEN".len(),
        // Three letters, or the character between apostrophes.
        _ => 3,
    }
}
