//! Expressions (RM 4.4): the typed tree for the interpretation that the context wants.

use super::Sema;
use super::name::Denoted;
use super::scope::{Entity, ScopeKind};
use super::tree::{AssertKind, BinaryOp, Expr, ExprKind, ObjId, ObjectKind, StmtKind};
use super::types::{Kind, TypeId};
use super::walk::names_object;
use crate::ast;
use crate::place::Loc;
use horn_frontend::Span;
use horn_solver::num::{Int, Rat};

impl<'a> Sema<'a> {
    /// An expression of the type `expected` (any type without one).
    pub fn expr(&mut self, expr: &'a ast::Expr, expected: Option<TypeId>) -> Expr {
        let mut inner = expr;
        while let ast::ExprKind::Paren(within) = &inner.kind {
            inner = within;
        }
        if let Some(construct) = expected.and_then(|expected| self.poisoned_type(expected)) {
            self.touch(self.loc(expr.span), &construct);
        }
        let value = self.expr_untested(expr, expected);
        if value.loc != self.loc(inner.span) && value.loc.span != Span::new(0, 0) {
            self.tree.extents.entry(value.loc).or_insert(inner.span);
        }
        match expected {
            Some(expected) => self.coerce(value, expected, expr.span),
            None => value,
        }
    }

    /// Reports a type that does not fit, and gives universal values their type.
    pub fn coerce(&mut self, mut value: Expr, expected: TypeId, span: Span) -> Expr {
        let types = &self.tree.types;
        let std = types.std;
        if !types.compatible(value.ty, expected) {
            if value.kind != ExprKind::Error && !self.mismatch_is_poison(&[value.ty, expected], value.loc) {
                let types = &self.tree.types;
                let text = format!("expected {}, found {}", types.describe(expected), types.describe(value.ty));
                self.error(span, text);
            }
            return Expr::error(expected, value.loc);
        }
        if expected == std.error || value.ty == std.error {
            value.ty = if expected == std.error { value.ty } else { expected };
            return value;
        }
        if value.ty == std.universal_fixed && types.base(expected) != value.ty {
            // The context gives a product its type.
            value.ty = types.base(expected);
            let base = value.ty;
            self.fixed_literal(&mut value, base);
            return value;
        }
        if types.access(expected).is_some() && types.access(value.ty).is_some() {
            if types.base(expected) != types.base(value.ty) {
                // Implicit (RM 4.6 (24.7)).
                let (ty, loc) = (types.base(expected), value.loc);
                value = Expr { kind: ExprKind::Convert(Box::new(value)), ty, loc };
            }
            return value;
        }
        if value.ty == std.universal_integer || value.ty == std.universal_real {
            let base = types.base(expected);
            if base != value.ty {
                self.check_literal(expected, span);
                let types = &self.tree.types;
                let outside = match (types.kind(base), &value.kind) {
                    (Kind::Signed { low, high }, ExprKind::Int(number)) => number < low || number > high,
                    (Kind::Modular(modulus), ExprKind::Int(number)) => number.is_negative() || number >= modulus,
                    _ => false,
                };
                if outside {
                    let text = format!("value not in range of {}", types.describe(base));
                    self.error(span, text);
                }
                let universal = value.ty;
                self.retype(&mut value, universal, base);
            }
        }
        value
    }

    fn expr_untested(&mut self, expr: &'a ast::Expr, expected: Option<TypeId>) -> Expr {
        // What is assigned is what these make of their operands.
        let operands = matches!(
            expr.kind,
            ast::ExprKind::Name(_)
                | ast::ExprKind::Unary(..)
                | ast::ExprKind::Binary(_)
                | ast::ExprKind::Membership(_)
                | ast::ExprKind::Quantified(_)
        );
        self.parts_of_assigned += u32::from(operands);
        let found = self.expr_of_any_kind(expr, expected);
        self.parts_of_assigned -= u32::from(operands);
        found
    }

    fn expr_of_any_kind(&mut self, expr: &'a ast::Expr, expected: Option<TypeId>) -> Expr {
        let loc = self.loc(expr.span);
        let std = self.tree.types.std;
        match &expr.kind {
            ast::ExprKind::Integer(value) => Expr::int(Int::from_big((**value).clone()), std.universal_integer, loc),
            ast::ExprKind::Real(value) => {
                let value = Rat::new(Int::from_big(value.numerator.clone()), Int::from_big(value.denominator.clone()));
                Expr { kind: ExprKind::Real(value), ty: std.universal_real, loc }
            }
            ast::ExprKind::String(text) => self.string_literal(text, expected, expr.span),
            ast::ExprKind::Null => self.null_value(expected, loc),
            ast::ExprKind::Allocator(indication, subpool) => self.allocator(indication, *subpool, expected, expr.span),
            ast::ExprKind::Error => Expr::error(expected.unwrap_or(std.error), loc),
            ast::ExprKind::Name(name) => self.name_value(name, expected),
            ast::ExprKind::Paren(inner) => self.expr_untested(inner, expected),
            ast::ExprKind::Aggregate(aggregate) => self.aggregate(aggregate, expected, expr.span),
            ast::ExprKind::Unary(op, operand) => self.unary(*op, operand, expected, expr.span),
            ast::ExprKind::Binary(binary) => self.binary(binary, expected),
            ast::ExprKind::Membership(test) => self.membership(test),
            ast::ExprKind::If(branches) => self.if_expr(branches, expected, loc),
            ast::ExprKind::Case(case) => self.case_expr(case, expected, loc),
            ast::ExprKind::Quantified(quantified) => self.quantified(quantified, loc),
            ast::ExprKind::Declare(declare) => self.declare_expr(declare, expected, loc),
            ast::ExprKind::Raise(name, message) => match self.denote(name) {
                Denoted::Exception(exception) => {
                    let ty = expected.unwrap_or(std.error);
                    let raise = Expr { kind: ExprKind::Raise(exception), ty, loc };
                    let parts = message.as_deref().map(|message| self.message_parts(message)).unwrap_or_default();
                    if parts.is_empty() {
                        return raise;
                    }
                    let parts = parts
                        .into_iter()
                        .map(|part| {
                            let name = "message";
                            (self.new_object(name, part.loc, part.ty, super::tree::ObjectKind::Constant), part)
                        })
                        .collect();
                    Expr { kind: ExprKind::Let(parts, Box::new(raise)), ty, loc }
                }
                Denoted::Error => Expr::error(expected.unwrap_or(std.error), loc),
                _ => {
                    self.error(name.span, "exception name expected in raise expression");
                    Expr::error(expected.unwrap_or(std.error), loc)
                }
            },
        }
    }

    /// A condition.
    pub fn condition(&mut self, expr: &'a ast::Expr) -> Expr {
        self.fresh();
        let boolean = self.tree.types.std.boolean;
        if let ast::ExprKind::Aggregate(aggregate) = &expr.unparenthesized().kind {
            // `(Level => Condition, …)`: conditions of all levels hold (SPARK RM 11.4.3).
            let mut conditions = Vec::new();
            for item in &aggregate.items {
                let condition = match item {
                    ast::AggregateItem::Association(association) if association.formal().is_some() => {
                        association.expr()
                    }
                    _ => None,
                };
                let Some(condition) = condition else {
                    self.error(expr.span, "expected a condition");
                    return Expr::error(boolean, self.loc(expr.span));
                };
                conditions.push(self.condition(condition));
            }
            if !conditions.is_empty() {
                return self.all_of(conditions);
            }
        }
        // Any Boolean type will do (RM 4.5.7); a derived one is taken as it is.
        let types = self.types_of(expr);
        let derived = types.iter().find(|ty| **ty != boolean && self.tree.types.is_boolean(**ty)).copied();
        let wanted = if types.contains(&boolean) { boolean } else { derived.unwrap_or(boolean) };
        self.expr(expr, Some(wanted))
    }

    /// A comparison of two values, or another operation that has a Boolean result.
    pub fn compared(&self, op: BinaryOp, left: Expr, right: Expr, loc: Loc) -> Expr {
        let kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
        Expr { kind, ty: self.tree.types.std.boolean, loc }
    }

    /// That all of these hold, in their order.
    pub fn all_of(&self, conditions: Vec<Expr>) -> Expr {
        let and = |left: Expr, right: Expr| {
            let loc = left.loc;
            self.compared(BinaryOp::AndThen, left, right, loc)
        };
        let all = conditions.into_iter().reduce(and);
        all.unwrap_or_else(|| Expr::error(self.tree.types.std.boolean, Loc::NONE))
    }

    pub fn string_literal(&mut self, text: &str, expected: Option<TypeId>, span: Span) -> Expr {
        let std = self.tree.types.std;
        let ty = expected.filter(|ty| self.tree.types.is_string(*ty) && *ty != std.error).unwrap_or(std.string);
        let element = self.tree.types.array(ty).map_or(std.character, |(_, element)| element);
        let loc = self.loc(span);
        let literals = match self.tree.types.kind(element) {
            Kind::Enumeration { literals, .. } => literals.clone(),
            _ => Vec::new(),
        };
        let mut positions = Vec::new();
        for c in text.chars() {
            if literals.is_empty() {
                positions.push(u32::from(c));
            } else if let Some(at) = literals.iter().position(|literal| *literal == format!("'{c}'")) {
                positions.push(u32::try_from(at).unwrap_or(u32::MAX));
            } else {
                self.error(span, format!("character not defined for {}", self.tree.types.describe(element)));
            }
        }
        let base = self.tree.types.base(element);
        let character = |at: &u32| Expr::int(Int::from(i64::from(*at)), base, loc);
        if positions.iter().any(|at| !self.statically_in(&character(at), element)) {
            // Each character is checked like a component of an aggregate (RM 4.2 (11)).
            let elements = positions.iter().map(character).collect();
            return self.positional(elements, ty, loc);
        }
        Expr { kind: ExprKind::Text(positions), ty: self.tree.types.base(ty), loc }
    }

    fn if_expr(&mut self, branches: &'a ast::IfExpr, expected: Option<TypeId>, loc: Loc) -> Expr {
        let std = self.tree.types.std;
        let wanted = expected.unwrap_or_else(|| {
            let values: Vec<&'a ast::Expr> =
                branches.branches.iter().map(|(_, value)| value).chain(&branches.otherwise).collect();
            let mut common: Option<Vec<TypeId>> = None;
            for value in values {
                let types = self.types_of(value);
                common = Some(match common {
                    None => types,
                    Some(before) => self.unify(&before, &types),
                });
            }
            common.and_then(|types| types.first().copied()).unwrap_or(std.error)
        });
        let mut parts = Vec::new();
        for (condition, value) in &branches.branches {
            let boolean = self.boolean_type_of(condition);
            let condition = self.expr(condition, Some(boolean));
            parts.push((condition, self.expr(value, Some(wanted))));
        }
        let otherwise = match &branches.otherwise {
            Some(value) => self.expr(value, Some(wanted)),
            None => {
                if !self.tree.types.is_boolean(wanted) {
                    self.error_at(loc, "if expression without \"else\" must have Boolean type");
                }
                Expr::int(Int::from(1), wanted, loc)
            }
        };
        let ty = self.dependent_type(wanted);
        match static_choice(&parts, &otherwise) {
            Some(chosen) if self.tree.types.is_scalar(ty) => Expr { kind: chosen, ty, loc },
            _ => Expr { kind: ExprKind::If(parts, Box::new(otherwise)), ty, loc },
        }
    }

    fn boolean_type_of(&mut self, condition: &'a ast::Expr) -> TypeId {
        let boolean = self.tree.types.std.boolean;
        let types = self.types_of(condition);
        if types.contains(&boolean) {
            return boolean;
        }
        types.into_iter().find(|ty| self.tree.types.is_boolean(*ty)).unwrap_or(boolean)
    }

    /// The type of a conditional expression: scalars of the base type, arrays and records with the
    /// constraint the context gives them.
    pub(super) fn dependent_type(&self, wanted: TypeId) -> TypeId {
        if self.tree.types.is_scalar(wanted) { self.tree.types.base(wanted) } else { wanted }
    }

    fn quantified(&mut self, quantified: &'a ast::Quantified, loc: Loc) -> Expr {
        let boolean = self.tree.types.std.boolean;
        let iterator = &quantified.iterator;
        let old = self.open(ScopeKind::Inner);
        let mut within = None;
        let mut held = None;
        let container = self.iterated(&iterator.domain);
        if container.is_some() {
            self.deny_reverse(iterator);
        }
        let (var, low, high) = match &iterator.domain {
            _ if container.is_some() => {
                let found = container.and_then(|on| self.quantified_container(on, &mut held, &iterator.name));
                let Some(found) = found else {
                    self.scope = old;
                    return Expr::error(boolean, loc);
                };
                within = found.held;
                (found.var, found.low, found.high)
            }
            ast::IteratorDomain::In(range) => {
                let range = self.discrete_range(range, None);
                let ty = self.tree.types.base(range.ty);
                let var = self.new_object(
                    self.spelling(&iterator.name),
                    self.loc(iterator.name.span),
                    ty,
                    ObjectKind::LoopParameter,
                );
                self.declare(&iterator.name, Entity::Object(var));
                within = self.predicate_filter(var, range.ty, iterator);
                let (low, high) = self.checked_bounds(range, &mut held);
                (var, low, high)
            }
            ast::IteratorDomain::Of(name) => {
                let array = self.name_value(name, None);
                let array = self.iterated_in_expression(array, iterator.name.span);
                let array = self.held_array(array, &mut held);
                let Some((var, low, high, element)) = self.iterate_elements(&array, iterator.name.span) else {
                    self.scope = old;
                    return Expr::error(boolean, loc);
                };
                self.declare(&iterator.name, Entity::Renamed(std::rc::Rc::new(element)));
                (var, low, high)
            }
        };
        let filter = iterator.filter.as_ref().map(|filter| self.expr(filter, Some(boolean)));
        let filter = self.both(within, filter);
        let condition = self.boolean_type_of(&quantified.predicate);
        let mut body = self.expr(&quantified.predicate, Some(condition));
        if let Some(filter) = filter {
            body = if quantified.universal {
                let not = self.negated(filter);
                let loc = body.loc;
                Expr { kind: ExprKind::Binary(BinaryOp::OrElse, Box::new(not), Box::new(body)), ty: boolean, loc }
            } else {
                let loc = body.loc;
                Expr { kind: ExprKind::Binary(BinaryOp::AndThen, Box::new(filter), Box::new(body)), ty: boolean, loc }
            };
        }
        self.scope = old;
        let kind = ExprKind::Quantified {
            all: quantified.universal,
            var,
            low: Box::new(low),
            high: Box::new(high),
            body: Box::new(body),
            reverse: iterator.reverse,
        };
        let found = Expr { kind, ty: boolean, loc };
        match held {
            Some(held) => Expr { kind: ExprKind::Let(vec![held], Box::new(found)), ty: boolean, loc },
            None => found,
        }
    }

    /// An array that is iterated over in an expression: what is no variable is held by a constant, so that it is
    /// computed once.
    pub fn held_array(&mut self, array: Expr, held: &mut Option<(ObjId, Expr)>) -> Expr {
        let mut root = &array;
        while let ExprKind::Field(inner, _)
        | ExprKind::Index(inner, _)
        | ExprKind::Slice(inner, ..)
        | ExprKind::Deref(inner) = &root.kind
        {
            root = inner;
        }
        if !matches!(root.kind, ExprKind::Call(..) | ExprKind::Allocate(_)) {
            return array;
        }
        let (name, value) = self.held_value("array", array);
        *held = Some(value);
        name
    }

    /// What is iterated over is no array: a container, or a mistake.
    pub fn no_array(&mut self, ty: TypeId, span: Span) {
        let scalar = self.tree.types.is_scalar(ty) && ty != self.tree.types.std.error;
        match scalar {
            true => self.error(span, "array or iterable container expected in \"of\" iteration"),
            false => self.reject(span, "iteration over a container (RM 5.5.2)"),
        }
    }

    /// Parameters of a loop over the components of an array, one for each dimension, and their names.
    pub fn indices(&mut self, index: &[TypeId], loc: Loc) -> (Vec<ObjId>, Vec<Expr>) {
        let mut vars = Vec::new();
        let mut places = Vec::new();
        for ty in index {
            let ty = self.tree.types.base(*ty);
            let var = self.hidden_object("index", loc, ty, ObjectKind::LoopParameter);
            vars.push(var);
            places.push(Expr { kind: ExprKind::Object(var), ty, loc });
        }
        (vars, places)
    }

    /// A hidden index for `of A` with one dimension: the index, its range, and the element.
    pub fn iterate_elements(&mut self, array: &Expr, span: Span) -> Option<(ObjId, Expr, Expr, Expr)> {
        let Some((index, element)) = self.tree.types.array(array.ty).map(|(index, element)| (index.to_vec(), element))
        else {
            if array.kind != ExprKind::Error {
                self.no_array(array.ty, span);
            }
            return None;
        };
        if index.len() != 1 {
            self.reject(span, "iteration over the elements of a multi-dimensional array in an expression (RM 5.5.2)");
            return None;
        }
        let loc = self.loc(span);
        let index = self.tree.types.base(index[0]);
        let var = self.hidden_object("index", loc, index, ObjectKind::LoopParameter);
        // The name is evaluated, also where nobody reads an element.
        let low = self.attribute_bound(array, 0, true, loc);
        let high = self.array_bound(array, 0, false, loc);
        let at = Expr { kind: ExprKind::Object(var), ty: index, loc };
        let kind = ExprKind::Index(Box::new(array.clone()), vec![at]);
        Some((var, low, high, Expr { kind, ty: element, loc }))
    }

    fn declare_expr(&mut self, declare: &'a ast::DeclareExpr, expected: Option<TypeId>, loc: Loc) -> Expr {
        let old = self.open(ScopeKind::Inner);
        let mut values = Vec::new();
        // What is asserted, and how many of the constants stand in front of it.
        let mut asserted: Vec<(usize, Expr)> = Vec::new();
        for declaration in &declare.declarations {
            match declaration {
                ast::Decl::Object(object) => {
                    let ast::TypeUse::Named(indication) = &object.subtype else {
                        self.reject(object.span, "anonymous type in a declare expression (RM 4.5.9)");
                        continue;
                    };
                    let ty = self.subtype_indication(indication);
                    let Some(init) = &object.init else {
                        self.error(object.span, "object in declare expression must be a constant");
                        continue;
                    };
                    let init = self.expr(init, Some(ty));
                    for name in &object.names {
                        let id = self.new_object(self.spelling(name), self.loc(name.span), ty, ObjectKind::Constant);
                        values.push((id, init.clone()));
                        self.declare(name, Entity::Object(id));
                    }
                }
                ast::Decl::Renaming(renaming) => {
                    let value = self.name_value(&renaming.renamed, None);
                    let Some(ident) = renaming.name.as_ident() else { continue };
                    let at = self.loc(ident.span);
                    let entity = if names_object(&value) {
                        // It is evaluated here, also where nobody reads it.
                        let yes = Expr::int(1.into(), self.tree.types.std.boolean, at).behind(value.clone());
                        values.push(self.held_value("renamed", yes).1);
                        Entity::Renamed(std::rc::Rc::new(value))
                    } else if matches!(value.kind, ExprKind::Error) {
                        Entity::Renamed(std::rc::Rc::new(value))
                    } else {
                        let id = self.new_object(self.spelling(ident), at, value.ty, ObjectKind::Constant);
                        values.push((id, value));
                        Entity::Object(id)
                    };
                    self.declare(ident, entity);
                }
                ast::Decl::Pragma(pragma) if self.deny_pragma(pragma) => {}
                ast::Decl::Pragma(pragma) => match self.pragma(pragma) {
                    None => {}
                    Some(StmtKind::Assert(AssertKind::Assert | AssertKind::Cut, condition)) => {
                        asserted.push((values.len(), condition));
                    }
                    Some(_) => {
                        let name = self.spelling(&pragma.name);
                        self.reject(pragma.span, format!("pragma {name} in a declare expression (RM 4.5.9)"));
                    }
                },
                other => {
                    self.error(other.span(), "object renaming or constant declaration expected in declare expression")
                }
            }
        }
        let value = self.expr(&declare.value, expected);
        self.scope = old;
        let ty = value.ty;
        let mut value = value;
        for (before, condition) in asserted.into_iter().rev() {
            let behind = values.split_off(before);
            if !behind.is_empty() {
                value = Expr { kind: ExprKind::Let(behind, Box::new(value)), ty, loc };
            }
            value = Expr { kind: ExprKind::Asserted(Box::new(condition), Box::new(value)), ty, loc };
        }
        Expr { kind: ExprKind::Let(values, Box::new(value)), ty, loc }
    }
}

/// What a static conditional expression gives (RM 4.9 (12.1)): its conditions and values are static.
fn static_choice(parts: &[(Expr, Expr)], otherwise: &Expr) -> Option<ExprKind> {
    if otherwise.value().is_none() || parts.iter().any(|(_, value)| value.value().is_none()) {
        return None;
    }
    for (condition, value) in parts {
        if !condition.as_int()?.is_zero() {
            return Some(value.kind.clone());
        }
    }
    Some(otherwise.kind.clone())
}
