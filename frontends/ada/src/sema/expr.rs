//! Expressions (RM 4.4): the typed tree for the interpretation that the context wants.

use super::Sema;
use super::fold;
use super::name::Denoted;
use super::overload::Interpretation;
use super::scope::{Entity, ScopeKind};
use super::tree::{AssertKind, BinaryOp, Builtin, Choice, Expr, ExprKind, ObjectKind, Range, StmtKind, Value};
use super::types::{Bound, Kind, TypeId};
use crate::ast::{self, Association, AssociationValue, BinaryOp as Op, DiscreteRange, NameKind};
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

    /// That all of these hold, in their order.
    pub fn all_of(&self, conditions: Vec<Expr>) -> Expr {
        let boolean = self.tree.types.std.boolean;
        let and = |left: Expr, right: Expr| {
            let loc = left.loc;
            let kind = ExprKind::Binary(BinaryOp::AndThen, Box::new(left), Box::new(right));
            Expr { kind, ty: boolean, loc }
        };
        let all = conditions.into_iter().reduce(and);
        all.unwrap_or_else(|| Expr::error(boolean, crate::place::Loc::NONE))
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

    fn unary(&mut self, op: ast::UnaryOp, operand: &'a ast::Expr, expected: Option<TypeId>, span: Span) -> Expr {
        let found = self.unary_interpretations(op, operand);
        let loc = self.loc(span);
        let Some(chosen) = self.choose(found, expected) else {
            let types = self.types_of(operand);
            self.no_operator(op.text(), &[types], span);
            return Expr::error(expected.unwrap_or(self.tree.types.std.error), loc);
        };
        if let Some(function) = chosen.function {
            let argument = self.expr(operand, Some(chosen.operands[0]));
            let ty = self.tree.subprogram(function).result.unwrap_or(self.tree.types.std.error);
            return Expr { kind: ExprKind::Call(function, vec![argument]), ty, loc };
        }
        // No value of a root type is one of a modular type: the operator is that type's, and wraps around.
        let modular = expected.filter(|ty| matches!(self.tree.types.kind(*ty), Kind::Modular(_)));
        let ty = match modular {
            Some(modular) if chosen.operands[0] == self.tree.types.std.universal_integer => {
                self.tree.types.base(modular)
            }
            _ => chosen.operands[0],
        };
        let operand = self.expr(operand, Some(ty));
        self.operator_of_actual(op.text(), &chosen.operands, span);
        self.predefined_unary(op, Expr { ty, ..operand }, loc)
    }

    /// A predefined unary operator on an analysed operand.
    pub fn predefined_unary(&mut self, op: ast::UnaryOp, operand: Expr, loc: Loc) -> Expr {
        let Some(op) = Self::unary_op(op) else { return Expr { loc, ..operand } };
        let ty = self.tree.types.base(operand.ty);
        if let Some(kind) = fold::unary(&self.tree.types, op, &operand, ty) {
            return Expr { kind, ty, loc };
        }
        Expr { kind: ExprKind::Unary(op, Box::new(operand)), ty, loc }
    }

    /// Gives the universal parts of a value the specific type that the context wants.
    fn retype(&self, value: &mut Expr, universal: TypeId, base: TypeId) {
        if value.ty != universal {
            return;
        }
        if let ExprKind::Builtin(Builtin::Max, _) = value.kind {
            // A number that the implementation chooses need not be a value of the type.
            let loc = value.loc;
            let number = std::mem::replace(value, Expr::error(base, loc));
            *value = Expr { kind: ExprKind::Convert(Box::new(number)), ty: base, loc };
            return;
        }
        value.ty = base;
        self.fixed_literal(value, base);
        match &mut value.kind {
            ExprKind::Unary(_, operand) => self.retype(operand, universal, base),
            ExprKind::Binary(op, left, right) if !op.is_comparison() => {
                self.retype(left, universal, base);
                if *op != BinaryOp::Pow {
                    self.retype(right, universal, base);
                }
            }
            ExprKind::If(branches, otherwise) => {
                branches.iter_mut().for_each(|(_, part)| self.retype(part, universal, base));
                self.retype(otherwise, universal, base);
            }
            ExprKind::Case(_, alternatives) => {
                alternatives.iter_mut().for_each(|(_, part)| self.retype(part, universal, base));
            }
            _ => {}
        }
    }

    fn binary(&mut self, binary: &'a ast::Binary, expected: Option<TypeId>) -> Expr {
        let found = self.binary_interpretations(binary, expected);
        let Some(chosen) = self.choose(found, expected) else {
            let types = [self.types_of(&binary.left), self.types_of(&binary.right)];
            let std = self.tree.types.std;
            if types.iter().any(|types| types.is_empty() || types.contains(&std.error)) {
                // The operand itself is wrong: let it speak.
                self.expr(&binary.left, None);
                self.expr(&binary.right, None);
            }
            self.no_operator(binary.op.text(), &types, binary.op_span);
            return Expr::error(expected.unwrap_or(std.error), self.loc(binary.op_span));
        };
        let [left, right] = [&binary.left, &binary.right];
        let loc = self.loc(binary.op_span);
        if let Some(function) = chosen.function {
            let arguments = vec![self.expr(left, Some(chosen.operands[0])), self.expr(right, Some(chosen.operands[1]))];
            let ty = self.tree.subprogram(function).result.unwrap_or(self.tree.types.std.error);
            let call = Expr { kind: ExprKind::Call(function, arguments), ty, loc };
            return if binary.op == Op::NotEqual { self.negated(call) } else { call };
        }
        let left = self.expr(left, Some(chosen.operands[0]));
        let right = self.expr(right, Some(chosen.operands[1]));
        self.operator_of_actual(binary.op.text(), &chosen.operands, binary.op_span);
        self.predefined_binary(binary.op, left, right, chosen.result, loc)
    }

    /// A predefined operator on analysed operands.
    pub fn predefined_binary(&mut self, op: Op, left: Expr, right: Expr, result: TypeId, loc: Loc) -> Expr {
        let result = self.tree.types.base(result);
        if op == Op::Concat {
            let component = |expr: &Expr| self.tree.types.base(expr.ty) != result;
            let (left_component, right_component) = (component(&left), component(&right));
            let (left, right) = ((left, left_component), (right, right_component));
            return Expr { kind: ExprKind::Concat(Box::new(left), Box::new(right)), ty: result, loc };
        }
        let left = if op == Op::Implies { self.negated(left) } else { left };
        let op = Self::binary_op(op);
        if let Some(kind) = fold::binary(&self.tree.types, op, &left, &right, result) {
            return Expr { kind, ty: result, loc };
        }
        Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty: result, loc }
    }

    /// `not X`.
    pub fn negated(&self, value: Expr) -> Expr {
        let (ty, loc) = (value.ty, value.loc);
        match fold::unary(&self.tree.types, super::tree::UnaryOp::Not, &value, ty) {
            Some(kind) => Expr { kind, ty, loc },
            None => Expr { kind: ExprKind::Unary(super::tree::UnaryOp::Not, Box::new(value)), ty, loc },
        }
    }

    /// The interpretation the context wants (RM 8.6 (27–29)); `None` if there is none.
    fn choose(&mut self, found: Vec<Interpretation>, expected: Option<TypeId>) -> Option<Interpretation> {
        let types = &self.tree.types;
        let std = types.std;
        let mut fitting: Vec<Interpretation> = found
            .into_iter()
            .filter(|one| expected.is_none_or(|expected| types.compatible(one.result, expected)))
            .collect();
        if fitting.len() > 1 {
            // Preference for the universal types, and for anything over an operand that was already reported.
            let universal = |one: &Interpretation| {
                one.operands.iter().any(|ty| *ty == std.universal_integer || *ty == std.universal_real)
            };
            // Where the context wants a specific type, they stand for its predefined operator: a function hides that.
            let base = |ty: &TypeId| types.base(*ty);
            let wanted = expected.map(|ty| types.base(ty)).filter(|ty| {
                *ty != std.universal_integer && *ty != std.universal_real && *ty != std.error && types.is_numeric(*ty)
            });
            if let Some(wanted) = wanted
                && fitting.iter().any(|one| one.function.is_none() && universal(one))
                && let Some(at) = fitting.iter().position(|one| {
                    one.function.is_some()
                        && base(&one.result) == wanted
                        && one.operands.iter().all(|ty| base(ty) == wanted)
                })
            {
                return Some(fitting.swap_remove(at));
            }
            if let Some(at) = fitting.iter().position(universal) {
                return Some(fitting.swap_remove(at));
            }
        }
        if fitting.is_empty() { None } else { Some(fitting.swap_remove(0)) }
    }

    fn no_operator(&mut self, op: &str, operands: &[Vec<TypeId>], span: Span) {
        let std = self.tree.types.std;
        if operands.iter().any(|types| types.is_empty() || types.contains(&std.error)) {
            return;
        }
        let loc = self.loc(span);
        if operands.iter().any(|types| self.mismatch_is_poison(types, loc)) {
            return;
        }
        let float = |types: &Vec<TypeId>| types.iter().any(|ty| self.tree.types.is_float(*ty));
        if op == "**" && operands.iter().all(float) {
            self.reject(span, "exponentiation with a real exponent (RM A.5.1)");
            return;
        }
        let types = &self.tree.types;
        let describe = |ty: &[TypeId]| {
            let ty = ty[0];
            match ty {
                _ if ty == std.any_string => "a string type".to_string(),
                _ if ty == std.any_composite => "a composite type".to_string(),
                _ => types.describe(ty),
            }
        };
        let text = match operands {
            [left, right] => {
                let (left, right) = (describe(left), describe(right));
                format!(
                    "invalid operand types for operator \"{op}\": left operand has {left}, right operand has {right}"
                )
            }
            [operand] => format!("invalid operand type for operator \"{op}\": operand has {}", describe(operand)),
            _ => return,
        };
        self.error(span, text);
    }

    fn membership(&mut self, test: &'a ast::Membership) -> Expr {
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
        let wanted = candidates.first().copied();
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
                Choice::Range(low, high) => in_range(&value, &low.value()?, &high.value()?)?,
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
    fn machine(&self, value: Value, ty: TypeId) -> Value {
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

    pub fn types_of_range(&mut self, range: &'a DiscreteRange) -> Vec<TypeId> {
        match range {
            DiscreteRange::Range(ast::Range::Bounds(low, high)) => {
                let (low, high) = (self.types_of(low), self.types_of(high));
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
                        let (left, right) = (self.types_of(low), self.types_of(high));
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
                Range { ty, low, high, check: true }
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
                        Range { ty: mark, check: true, ..found }
                    }
                    Some(_) => {
                        self.error(indication.span, "range constraint expected");
                        let loc = self.loc(indication.span);
                        Range { ty: mark, low: Expr::error(mark, loc), high: Expr::error(mark, loc), check: false }
                    }
                    None => {
                        let loc = self.loc(indication.span);
                        if !self.tree.types.is_discrete(mark) {
                            self.error(indication.span, "discrete type required for range");
                        }
                        let (low, high) = self
                            .range_of_subtype(mark, loc)
                            .unwrap_or_else(|| (Expr::error(mark, loc), Expr::error(mark, loc)));
                        Range { ty: mark, low, high, check: false }
                    }
                }
            }
        }
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
                Some(Range { ty: mark, low, high, check: false })
            }
            AssociationValue::Box(_) => None,
        }
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
        Expr { kind: ExprKind::If(parts, Box::new(otherwise)), ty, loc }
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
    fn dependent_type(&self, wanted: TypeId) -> TypeId {
        if self.tree.types.is_scalar(wanted) { self.tree.types.base(wanted) } else { wanted }
    }

    fn case_expr(&mut self, case: &'a ast::CaseExpr, expected: Option<TypeId>, loc: Loc) -> Expr {
        let std = self.tree.types.std;
        let selector = self.case_selector(&case.selector);
        let wanted = expected.unwrap_or_else(|| {
            let mut common: Option<Vec<TypeId>> = None;
            for alternative in &case.alternatives {
                let types = self.types_of(&alternative.value);
                common = Some(match common {
                    None => types,
                    Some(before) => self.unify(&before, &types),
                });
            }
            common.and_then(|types| types.first().copied()).unwrap_or(std.error)
        });
        let mut alternatives = Vec::new();
        for alternative in &case.alternatives {
            let choices = self.case_choices(&alternative.choices, selector.ty);
            alternatives.push((choices, self.expr(&alternative.value, Some(wanted))));
        }
        let all: Vec<&[Choice]> = alternatives.iter().map(|(choices, _)| choices.as_slice()).collect();
        self.check_coverage(&all, &selector, loc);
        let ty = self.dependent_type(wanted);
        // A static one has a static value (RM 4.9 (12.1)).
        if let Some(number) = selector.as_int() {
            let takes = |choice: &Choice| match choice {
                Choice::Value(value) => value.as_int().map(|value| value == number),
                Choice::Range(low, high) => Some(low.as_int()? <= number && number <= high.as_int()?),
                Choice::Others => Some(true),
                Choice::Subtype(_) => None,
            };
            let values = |(_, value): &(Vec<Choice>, Expr)| value.as_int().is_some();
            if alternatives.iter().all(values) {
                for (choices, value) in &alternatives {
                    let taken: Vec<Option<bool>> = choices.iter().map(takes).collect();
                    if taken.contains(&Some(true)) {
                        return Expr { ty, loc, ..value.clone() };
                    }
                    if taken.contains(&None) {
                        break;
                    }
                }
            }
        }
        Expr { kind: ExprKind::Case(Box::new(selector), alternatives), ty, loc }
    }

    /// The expression of a case: of a discrete type that the context does not give.
    pub fn case_selector(&mut self, expr: &'a ast::Expr) -> Expr {
        let wanted = self.type_among(expr, |sema, ty| sema.tree.types.is_discrete(ty));
        if wanted.is_none() {
            self.error(expr.span, "discrete type required in case expression");
        }
        self.expr(expr, wanted)
    }

    /// An operand of any integer type, of `'Val`.
    pub fn integer_operand(&mut self, expr: &'a ast::Expr) -> Expr {
        let wanted = self.type_among(expr, |sema, ty| sema.tree.types.is_integer(ty));
        match wanted {
            Some(_) => self.expr(expr, wanted),
            None => self.case_selector(expr),
        }
    }

    /// The type of an expression where any type of a class may stand: of several, the operators of the root types are
    /// preferred (RM 8.6 (29)).
    fn type_among(&mut self, expr: &'a ast::Expr, accepts: impl Fn(&Self, TypeId) -> bool) -> Option<TypeId> {
        let mut types = self.types_of(expr);
        types.retain(|ty| accepts(self, *ty));
        let std = self.tree.types.std;
        if types.contains(&std.universal_integer) { Some(std.integer) } else { types.first().copied() }
    }

    /// A choice by a subtype stands for all values between its bounds only if it has no predicate.
    pub fn no_predicates(&mut self, subtype: TypeId, span: Span) {
        if !self.tree.types[subtype].predicates.is_empty() {
            self.reject(span, "choice by a subtype with a predicate (RM 3.2.4)");
        }
    }

    /// The choices of an alternative, static and of the type of the selector.
    pub fn case_choices(&mut self, choices: &'a [ast::Choice], ty: TypeId) -> Vec<Choice> {
        let base = self.tree.types.base(ty);
        let mut found = Vec::new();
        for choice in choices {
            match choice {
                ast::Choice::Others(_) => found.push(Choice::Others),
                ast::Choice::Expr(expr) => match self.choice_subtype(expr) {
                    Some(subtype) if !self.tree.types[subtype].predicates.is_empty() => {
                        let loc = self.loc(expr.span);
                        match self.predicate_values(subtype) {
                            Some(values) => found.extend(values.into_iter().map(|(low, high)| {
                                Choice::Range(Expr::int(low, base, loc), Expr::int(high, base, loc))
                            })),
                            None => self.reject(expr.span, "choice by a predicate that is not static (RM 3.2.4)"),
                        }
                    }
                    Some(subtype) => {
                        let loc = self.loc(expr.span);
                        self.no_predicates(subtype, expr.span);
                        if let Some((low, high)) = self.range_of_subtype(subtype, loc) {
                            found.push(Choice::Range(low, high));
                        }
                    }
                    None => {
                        let value = self.expr(expr, Some(base));
                        self.require_static(&value, expr.span, "choice given in case statement is not static");
                        found.push(Choice::Value(value));
                    }
                },
                ast::Choice::Range(range) => {
                    let span = range.span();
                    let found_range = self.discrete_range(range, Some(base));
                    for bound in [&found_range.low, &found_range.high] {
                        self.require_static(bound, span, "choice given in case statement is not static");
                    }
                    found.push(Choice::Range(found_range.low, found_range.high));
                }
            }
        }
        found
    }

    fn require_static(&mut self, value: &Expr, span: Span, text: &str) {
        if value.as_int().is_none() && value.kind != ExprKind::Error {
            self.error(span, text);
        }
    }

    /// Every value of the selector's subtype must be covered exactly once (RM 5.4 (5–10)).
    pub fn check_coverage(&mut self, alternatives: &[&[Choice]], selector: &Expr, loc: Loc) {
        let types = &self.tree.types;
        let mut ranges: Vec<(Int, Int, Loc)> = Vec::new();
        let mut others = false;
        for choice in alternatives.iter().flat_map(|choices| choices.iter()) {
            match choice {
                Choice::Others => others = true,
                Choice::Value(value) => match value.as_int() {
                    Some(at) => ranges.push((at.clone(), at.clone(), value.loc)),
                    None => return,
                },
                Choice::Range(low, high) => match (low.as_int(), high.as_int()) {
                    (Some(first), Some(last)) if first <= last => {
                        ranges.push((first.clone(), last.clone(), low.loc));
                    }
                    (Some(_), Some(_)) => {}
                    _ => return,
                },
                Choice::Subtype(_) => return,
            }
        }
        // The nominal subtype counts for a plain variable, else the base type.
        let plain = matches!(
            selector.kind,
            ExprKind::Object(_)
                | ExprKind::Field(..)
                | ExprKind::Index(..)
                | ExprKind::Call(..)
                | ExprKind::Qualified(_)
                | ExprKind::Convert(_)
                | ExprKind::Int(_)
        );
        let static_range = if plain { types.static_range(selector.ty) } else { None };
        let Some((low, high)) = static_range.or_else(|| types.base_range(selector.ty)) else { return };
        if low > high {
            // Of an empty subtype there is no value to cover.
            return;
        }
        ranges.sort_by(|a, b| a.0.cmp(&b.0));
        let one = Int::from(1);
        // Of a subtype with a static predicate only the values that satisfy it need be covered.
        let wanted = if plain { self.predicate_values(selector.ty) } else { None };
        let excepted = plain && wanted.is_none() && !types[selector.ty].predicates.is_empty();
        let mut next = low.clone();
        let mut missing = None;
        let mut last: Option<Int> = None;
        for (first, end, at) in &ranges {
            if last.as_ref().is_some_and(|last| first <= last) {
                self.error_at(*at, "duplication of choice value");
                return;
            }
            if missing.is_none() && *first > next {
                missing = Some(next.clone());
            }
            next = next.max(end + &one);
            last = Some(end.clone());
        }
        if missing.is_none() && next <= high {
            missing = Some(next);
        }
        if let Some(wanted) = wanted {
            let covered = |(low, high): &(Int, Int)| {
                let mut next = low.clone();
                for (first, end, _) in &ranges {
                    if *first <= next {
                        next = next.max(end + &one);
                    }
                }
                (next <= *high).then_some(next)
            };
            missing = wanted.iter().find_map(covered);
        }
        if let Some(value) = missing
            && !others
            && !excepted
            && value <= high
        {
            let name = match self.tree.types.kind(selector.ty) {
                Kind::Enumeration { literals, .. } => {
                    let at = value.to_i64().and_then(|at| usize::try_from(at).ok());
                    at.and_then(|at| literals.get(at)).cloned().unwrap_or_else(|| value.to_string())
                }
                _ => value.to_string(),
            };
            self.error_at(loc, format!("missing case value: {name}"));
        }
    }

    fn quantified(&mut self, quantified: &'a ast::Quantified, loc: Loc) -> Expr {
        let boolean = self.tree.types.std.boolean;
        let iterator = &quantified.iterator;
        let old = self.open(ScopeKind::Inner);
        let mut within = None;
        let mut held = None;
        let (var, low, high) = match &iterator.domain {
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
                (var, range.low, range.high)
            }
            ast::IteratorDomain::Of(name) => {
                let array = self.name_value(name, None);
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
        };
        let found = Expr { kind, ty: boolean, loc };
        match held {
            Some(held) => Expr { kind: ExprKind::Let(vec![held], Box::new(found)), ty: boolean, loc },
            None => found,
        }
    }

    /// An array that is iterated over in an expression: what is no variable is held by a constant, so that it is
    /// computed once.
    pub fn held_array(&mut self, array: Expr, held: &mut Option<(super::tree::ObjId, Expr)>) -> Expr {
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
        let (ty, loc) = (array.ty, array.loc);
        let object = self.new_object("array", loc, ty, ObjectKind::Constant);
        self.tree.objects[object.0 as usize].hidden = true;
        *held = Some((object, array));
        Expr { kind: ExprKind::Object(object), ty, loc }
    }

    /// What is iterated over is no array: a container, or a mistake.
    pub fn no_array(&mut self, ty: TypeId, span: Span) {
        let scalar = self.tree.types.is_scalar(ty) && ty != self.tree.types.std.error;
        match scalar {
            true => self.error(span, "array or iterable container expected in \"of\" iteration"),
            false => self.reject(span, "iteration over a container (RM 5.5.2)"),
        }
    }

    /// A hidden index for `of A` with one dimension: the index, its range, and the element.
    pub fn iterate_elements(&mut self, array: &Expr, span: Span) -> Option<(super::tree::ObjId, Expr, Expr, Expr)> {
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
        let var = self.new_object("index", loc, index, ObjectKind::LoopParameter);
        self.tree.objects[var.0 as usize].hidden = true;
        let low = self.array_bound(array, 0, true, loc);
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
                    if let Some(ident) = renaming.name.as_ident() {
                        self.declare(ident, Entity::Renamed(std::rc::Rc::new(value)));
                    }
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
            } else {
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
                Some(Value::Int(fold::round_away(&fold::machine(types, number, value.ty))))
            }
            // GNAT truncates static values, whatever type they come from; what it computes at run time it rounds.
            (Some(Value::Real(number)), Kind::Fixed { small, .. }) => {
                let number = fold::machine(types, number, value.ty);
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
        if from == std.no_value || from == std.any_string || from == std.any_composite {
            return false;
        }
        if from == std.any_access {
            return types.access(to).is_some();
        }
        if let (Some(from), Some(to)) = (types.access(from), types.access(to)) {
            return types.base(from.designated) == types.base(to.designated) && (to.constant || !from.constant);
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

fn bound_value(bound: &Bound) -> Option<Value> {
    match bound {
        Bound::Int(value) => Some(Value::Int(value.clone())),
        Bound::Real(value) => Some(Value::Real(value.clone())),
        _ => None,
    }
}

fn in_range(value: &Value, low: &Value, high: &Value) -> Option<bool> {
    match (value, low, high) {
        (Value::Int(value), Value::Int(low), Value::Int(high)) => Some(low <= value && value <= high),
        (Value::Real(value), Value::Real(low), Value::Real(high)) => Some(low <= value && value <= high),
        _ => None,
    }
}

impl BinaryOp {
    /// `=`, `/=`, `<` and so on.
    pub fn is_comparison(self) -> bool {
        use BinaryOp::*;
        matches!(self, Eq | Ne | Lt | Le | Gt | Ge)
    }
}
