//! The types an expression could have (RM 8.6), found without reporting anything.
//!
//! Besides real types the answer may contain the universal types and two stand-ins: every string type
//! (a string literal) and every composite type (an aggregate).

use super::Sema;
use super::name::{Callable, Calls, Denoted};
use super::scope::{Entity, ScopeId};
use super::tree::{BinaryOp, SubpId, UnaryOp};
use super::types::{Kind, TypeId};
use crate::ast::{self, BinaryOp as Op, ExprKind, NameKind, UnaryOp as Un};

/// An interpretation of an operator.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Interpretation {
    /// A user-defined operator; `None` for a predefined one.
    pub function: Option<SubpId>,
    /// Types wanted of the operands.
    pub operands: Vec<TypeId>,
    /// Type of the result.
    pub result: TypeId,
}

impl<'a> Sema<'a> {
    /// The base types `expr` may have.
    pub fn types_of(&mut self, expr: &'a ast::Expr) -> Vec<TypeId> {
        let key = std::ptr::from_ref(expr) as usize;
        if let Some(known) = self.memo.get(&key) {
            return known.clone();
        }
        let types = self.attempt(|sema| sema.collect_types(expr));
        self.memo.insert(key, types.clone());
        types
    }

    fn collect_types(&mut self, expr: &'a ast::Expr) -> Vec<TypeId> {
        let std = self.tree.types.std;
        match &expr.kind {
            ExprKind::Integer(_) => vec![std.universal_integer],
            ExprKind::Real(_) => vec![std.universal_real],
            ExprKind::String(_) => vec![std.any_string],
            ExprKind::Raise(..) | ExprKind::Error => vec![std.error],
            ExprKind::Null => vec![std.any_access],
            ExprKind::Allocator(indication, _) => self.types_of_allocator(indication),
            ExprKind::Paren(inner) => self.types_of(inner),
            ExprKind::Name(name) => self.types_of_name(name),
            ExprKind::Aggregate(aggregate) => match &aggregate.base {
                ast::AggregateBase::Delta(base) => self.types_of(base),
                _ if aggregate.brackets && self.has_containers() => vec![std.any_composite, std.any_container],
                _ => vec![std.any_composite],
            },
            ExprKind::Unary(op, operand) => {
                let found = self.unary_interpretations(*op, operand);
                distinct(found.into_iter().map(|found| found.result))
            }
            ExprKind::Binary(binary) => {
                let found = self.binary_interpretations(binary, None);
                distinct(found.into_iter().map(|found| found.result))
            }
            ExprKind::Membership(_) | ExprKind::Quantified(_) => vec![std.boolean],
            ExprKind::If(expr) => {
                let branches: Vec<&'a ast::Expr> =
                    expr.branches.iter().map(|(_, value)| value).chain(&expr.otherwise).collect();
                if expr.otherwise.is_none() { vec![std.boolean] } else { self.common_types(&branches) }
            }
            ExprKind::Case(expr) => {
                let branches: Vec<&'a ast::Expr> = expr.alternatives.iter().map(|branch| &branch.value).collect();
                self.common_types(&branches)
            }
            ExprKind::Declare(_) => {
                let value = self.expr(expr, None);
                vec![self.tree.types.base(value.ty)]
            }
        }
    }

    /// Types that fit all dependent expressions.
    fn common_types(&mut self, branches: &[&'a ast::Expr]) -> Vec<TypeId> {
        let mut common: Option<Vec<TypeId>> = None;
        for branch in branches {
            let types = self.types_of(branch);
            common = Some(match common {
                None => types,
                Some(before) => self.unify(&before, &types),
            });
        }
        common.unwrap_or_default()
    }

    fn types_of_name(&mut self, name: &'a ast::Name) -> Vec<TypeId> {
        self.types_of_each(name)
    }

    pub fn types_of_plain_name(&mut self, name: &'a ast::Name) -> Vec<TypeId> {
        let std = self.tree.types.std;
        let denoted = match &name.kind {
            NameKind::Attribute(attribute) => self.denote_attribute(attribute, name.span, None),
            _ => self.denote(name),
        };
        match denoted {
            Denoted::Value(value) => {
                let value = self.touched(value);
                vec![self.tree.types.base(value.ty)]
            }
            Denoted::Calls(calls) => {
                let found = self.applicable(&calls);
                let mut types = distinct(found.into_iter().filter_map(|callable| self.result_type(&callable, &calls)));
                for one in self.predefined_calls(&calls, None) {
                    if !types.contains(&one.result) {
                        types.push(one.result);
                    }
                }
                types
            }
            Denoted::Type(_) | Denoted::Package(_) => vec![std.no_value],
            _ => vec![std.error],
        }
    }

    /// The base type of the result of a call; `None` for procedures.
    pub fn result_type(&mut self, callable: &Callable, calls: &Calls<'a>) -> Option<TypeId> {
        match callable {
            Callable::Subprogram(subp) => {
                let result = self.tree.types.base(self.tree.subprogram(*subp).result?);
                if self.tree.types[result].tagged.is_some() && self.dispatches(*subp, calls) == Some(result) {
                    return self.class_of(result);
                }
                Some(result)
            }
            Callable::Literal(ty, _) => Some(self.tree.types.base(*ty)),
            Callable::Intrinsic(intrinsic) => self.intrinsic_profile(*intrinsic).map(|(_, result)| result),
        }
    }

    /// The predefined operators that a call by an operator symbol may mean.
    pub fn predefined_calls(&mut self, calls: &Calls<'a>, expected: Option<TypeId>) -> Vec<Interpretation> {
        let (Some(arguments), true) = (calls.arguments, calls.name.starts_with('"')) else { return Vec::new() };
        let symbol = calls.name.trim_matches('"').to_lowercase();
        let Some(operands) = self.operands(arguments) else { return Vec::new() };
        // Without a candidate the name, such as `Standard."+"`, denotes none that is declared elsewhere.
        let any = !calls.candidates.is_empty();
        let mut found = match (operands.as_slice(), Un::of_symbol(&symbol), Op::of_symbol(&symbol)) {
            ([operand], Some(op), _) => {
                let types = self.types_of(operand);
                match any {
                    true => self.unary_interpretations_on(op, types),
                    false => self.unary_predefined_on(op, types),
                }
            }
            ([left, right], _, Some(op)) => {
                let (left, right) = self.types_of_both(left, right);
                match any {
                    true => self.interpretations_on(op, left, right, expected),
                    false => self.predefined_on(op, left, right, expected),
                }
            }
            _ => Vec::new(),
        };
        found.retain(|one| one.function.is_none());
        if let Some(package) = calls.package {
            found.retain(|one| one.operands.iter().any(|ty| self.has_operators_in(*ty, package, !any)));
        }
        found
    }

    /// Whether a type is declared in that package, and with it its predefined operators (RM 4.5 (2)). Those of the
    /// universal types are declared in Standard; with `alone`, where no function of the package is in question, they
    /// stand for those of a numeric type there.
    fn has_operators_in(&self, ty: TypeId, package: super::scope::ScopeId, alone: bool) -> bool {
        let t = &self.tree.types;
        let universal = [t.std.universal_integer, t.std.universal_real, t.std.universal_fixed].contains(&ty);
        let meant = |declared: TypeId| match universal {
            true => alone && t.is_numeric(declared),
            false => t.base(declared) == t.base(ty),
        };
        let names = self.scopes[package].names.values().flatten();
        let mut types = names.filter_map(|entry| match entry.entity {
            Entity::Type(declared) => Some(declared),
            _ => None,
        });
        types.any(meant)
    }

    /// The candidates whose parameters fit the actual parameters.
    pub fn applicable(&mut self, calls: &Calls<'a>) -> Vec<Callable> {
        let candidates = calls.candidates.clone();
        let fits = |sema: &mut Self, hidden| -> Vec<Callable> {
            candidates.iter().filter(|candidate| sema.fits_call(candidate, calls, hidden)).cloned().collect()
        };
        let mut fitting = fits(self, false);
        let characters = |sema: &Self| {
            let mut actuals = calls.arguments.unwrap_or_default().iter().filter_map(ast::Association::expr);
            actuals.any(|actual| sema.character_literal(actual).is_some())
        };
        if fitting.is_empty() && characters(self) {
            fitting = fits(self, true);
        }
        let mut callable = Vec::new();
        for candidate in &fitting {
            let only_dispatches = matches!(candidate, Callable::Subprogram(subp)
                if self.abstract_ones.contains(subp) && self.dispatches(*subp, calls).is_none());
            if !only_dispatches {
                callable.push(candidate.clone());
            }
        }
        let found = if callable.is_empty() { fitting } else { callable };
        if found.len() < 2 {
            return found;
        }
        let (hidden, others): (Vec<_>, Vec<_>) = found.into_iter().partition(|one| self.has_hidden_literal(one, calls));
        if others.is_empty() { hidden } else { others }
    }

    /// Whether an actual parameter is a literal or an aggregate, and the formal one of a private type whose full view
    /// is not visible here: no values of that are written so.
    fn has_hidden_literal(&self, candidate: &Callable, calls: &Calls<'a>) -> bool {
        let Callable::Subprogram(subp) = candidate else { return false };
        let skipped = usize::from(calls.prefix.is_some());
        let arguments = calls.arguments.unwrap_or_default();
        let params = self.tree.subprogram(*subp).params.iter().zip(&self.profiles[subp.0 as usize].names);
        params.skip(skipped).enumerate().any(|(at, (param, name))| {
            let actual = ast::Association::of_parameter(arguments, at, |formal| formal.symbol == *name);
            actual.and_then(ast::Association::expr).is_some_and(is_written_out)
                && !self.sees(self.tree.object(*param).ty)
        })
    }

    /// The types of two expressions that are to have one: a character literal also has those of the other one that it
    /// is a literal of, whether or not their declarations are visible (RM 4.2 (3)).
    pub(super) fn types_of_both(&mut self, left: &'a ast::Expr, right: &'a ast::Expr) -> (Vec<TypeId>, Vec<TypeId>) {
        let (mut of_left, mut of_right) = (self.types_of(left), self.types_of(right));
        let hidden = |literal: &'a ast::Expr, types: &[TypeId], others: &[TypeId]| -> Vec<TypeId> {
            let Some(text) = self.character_literal(literal) else { return Vec::new() };
            let other = others.iter().filter(|ty| self.place_of_character(text, **ty).is_some());
            other.copied().filter(|ty| !types.contains(ty)).collect()
        };
        let (more_left, more_right) = (hidden(left, &of_left, &of_right), hidden(right, &of_right, &of_left));
        of_left.extend(more_left);
        of_right.extend(more_right);
        (of_left, of_right)
    }

    /// The text of a character literal.
    fn character_literal(&self, expr: &'a ast::Expr) -> Option<&str> {
        let name = expr.unparenthesized().as_name()?.as_ident()?;
        Some(self.names.text(name.symbol)).filter(|text| text.starts_with('\''))
    }

    /// Whether a call may mean a candidate; `hidden`: with character literals whose declarations are not visible.
    fn fits_call(&mut self, candidate: &Callable, calls: &Calls<'a>, hidden: bool) -> bool {
        let arguments = calls.arguments.unwrap_or_default();
        let subp = match candidate {
            Callable::Literal(..) => return arguments.is_empty(),
            Callable::Intrinsic(intrinsic) => return self.fits_intrinsic(*intrinsic, calls),
            Callable::Subprogram(subp) => *subp,
        };
        let Some((prefix, family)) = self.leading(calls, subp) else { return false };
        if prefix.is_none() && self.operations.contains_key(&subp) {
            return true;
        }
        let skipped = usize::from(prefix.is_some()) + usize::from(family.is_some());
        let profile = self.profiles[subp.0 as usize].clone();
        let params = self.tree.subprogram(subp).params.clone();
        let mut given = vec![false; params.len()];
        if let Some(prefix) = prefix {
            let Some(first) = params.first() else { return false };
            let wanted = self.tree.object(*first).ty;
            if !self.fits_prefix(subp, prefix.ty, wanted) {
                return false;
            }
            given[0] = true;
        }
        if family.is_some() {
            let Some(index) = given.get_mut(usize::from(prefix.is_some())) else { return false };
            *index = true;
        }
        for (at, argument) in arguments.iter().enumerate() {
            let position = if argument.is_positional() {
                at + skipped
            } else {
                let Some(formal) = argument.formal() else { return false };
                match profile.names.iter().position(|name| *name == formal.symbol) {
                    Some(position) => position,
                    None => return false,
                }
            };
            let Some(param) = params.get(position) else { return false };
            if std::mem::replace(&mut given[position], true) {
                return false;
            }
            let Some(expr) = argument.expr() else { return false };
            let wanted = self.tree.object(*param).ty;
            // Where a type is private it has no aggregates but those of a container.
            let literal = [self.tree.types.std.any_composite, self.tree.types.std.any_string];
            let private = !self.sees(wanted);
            let fits = |sema: &Self, ty| {
                let fits = sema.may_be_actual(ty, wanted) || sema.may_dispatch(subp, ty, wanted);
                fits && !(private && literal.contains(&ty))
            };
            let character = self.character_literal(expr).and_then(|text| self.place_of_character(text, wanted));
            if hidden && character.is_some() {
                continue;
            }
            if !self.types_of(expr).into_iter().any(|ty| fits(self, ty)) || !self.may_designate(expr, wanted) {
                return false;
            }
        }
        given.iter().zip(&profile.defaults).all(|(given, default)| *given || default.is_some())
    }

    /// Whether a value of this type may be an actual parameter for one of the other: of an unknown type only one that
    /// is not known either, as a legal call has one interpretation (RM 8.6 (29)), and the known one is another.
    pub(super) fn may_be_actual(&self, actual: TypeId, formal: TypeId) -> bool {
        let types = &self.tree.types;
        if actual == types.std.any_container {
            return self.is_container(formal);
        }
        match self.poisoned_type(formal) {
            Some(_) => actual == types.std.error || self.poisoned_type(actual).is_some(),
            None => types.compatible(actual, formal),
        }
    }

    /// Whether an actual parameter that is `X'Access` may designate what a formal parameter of an access type does: the
    /// type of `X` decides between overloaded subprograms (RM 3.10.2 (24), 8.6 (25)).
    fn may_designate(&mut self, actual: &'a ast::Expr, formal: TypeId) -> bool {
        let Some(NameKind::Attribute(attribute)) = actual.unparenthesized().as_name().map(|name| &name.kind) else {
            return true;
        };
        let name = self.names.text(attribute.designator.symbol);
        if !["access", "unchecked_access"].contains(&name) || self.tree.types.is_to_subprograms(formal) {
            return true;
        }
        let Some(designated) = self.tree.types.access(formal).map(|access| access.designated) else { return true };
        let found = self.types_of_name(&attribute.prefix);
        let types = &self.tree.types;
        let fits = |ty: TypeId| {
            let same = types.base(ty) == types.base(designated) || types.covers(designated, ty);
            let dispatches = types.is_class_wide(ty) && types.specific(ty) == types.base(designated);
            let unknown = matches!(types.kind(ty), Kind::Error | Kind::NoValue | Kind::Unsupported(_));
            same || dispatches || unknown || types.access(ty).is_some()
        };
        found.is_empty() || found.into_iter().any(fits)
    }

    /// Types on which two operands can agree.
    pub fn unify(&self, left: &[TypeId], right: &[TypeId]) -> Vec<TypeId> {
        let types = &self.tree.types;
        let std = types.std;
        // What stands beside an unknown type has that type, unless it is a literal, which says nothing of it.
        let beside_unknown = |other: TypeId| {
            if [std.universal_integer, std.universal_real].contains(&other) { std.error } else { other }
        };
        let mut found = Vec::new();
        for l in left {
            for r in right {
                let both = if *l == std.error {
                    beside_unknown(*r)
                } else if *r == std.error {
                    beside_unknown(*l)
                } else if types.compatible(*r, *l) {
                    *l
                } else if types.compatible(*l, *r) {
                    *r
                } else {
                    continue;
                };
                if !found.contains(&both) {
                    found.push(both);
                }
            }
        }
        found
    }

    /// What is declared with an operator symbol as name.
    pub(super) fn visible_operators(&self, symbol: &str) -> Vec<super::scope::Entry> {
        let name = self.names.find(&format!("\"{symbol}\""));
        name.map_or_else(Vec::new, |name| self.scopes.lookup(self.scope, name, |_| true).0)
    }

    /// User-defined functions with an operator symbol as name.
    fn operator_functions(&mut self, symbol: &str, arity: usize) -> Vec<SubpId> {
        let Some(name) = self.names.find(&format!("\"{symbol}\"")) else { return Vec::new() };
        let (found, _) = self.scopes.lookup(self.scope, name, |_| true);
        let mut functions: Vec<SubpId> = Vec::new();
        for entry in found {
            if let Entity::Subprogram(subp) = entry.entity {
                if self.hidden_by_predefined(name, subp) || entry.outside && self.is_of_actual_type(subp) {
                    continue;
                }
                let fresh =
                    !functions.contains(&subp) && !functions.iter().any(|other| self.same_profile(*other, subp));
                if fresh && self.tree.subprogram(subp).params.len() == arity {
                    functions.push(subp);
                }
            }
        }
        functions
    }

    /// Whether a function is one of the actual types of the instance under analysis: operators of formal types are the
    /// predefined ones, also where the actual type has others (RM 12.3 (18)).
    fn is_of_actual_type(&self, subp: SubpId) -> bool {
        let Some(unit) = &self.scopes.generic else { return false };
        let base = |ty: TypeId| self.tree.types.base(ty);
        let params = &self.tree.subprogram(subp).params;
        let formals = self.scopes[unit.formals].names.values().flatten();
        let mut actuals = formals.filter_map(|entry| match entry.entity {
            Entity::Type(ty) if self.tree.types.record(ty).is_none() => Some(base(ty)),
            _ => None,
        });
        actuals.any(|actual| params.iter().any(|param| base(self.tree.object(*param).ty) == actual))
    }

    /// A predefined operator was chosen in an instance. Its operands may be of the formal type, or of the actual one,
    /// which has an operator of its own: where the generic unit names that type itself, or something of it, nobody can
    /// tell here.
    pub fn operator_of_actual(&mut self, symbol: &str, operands: &[TypeId], span: horn_frontend::Span) {
        let Some(formals) = self.scopes.generic.as_ref().map(|unit| unit.formals) else { return };
        let base = |sema: &Self, ty: TypeId| sema.tree.types.base(ty);
        if !operands.iter().any(|ty| self.named_outside.contains(&(formals, base(self, *ty)))) {
            return;
        }
        let symbol = if symbol == "/=" { "=" } else { symbol };
        let own = self.visible_operators(symbol).iter().any(|entry| match entry.entity {
            Entity::Subprogram(subp) if entry.outside && self.is_of_actual_type(subp) => {
                let params = &self.tree.subprogram(subp).params;
                params
                    .iter()
                    .map(|param| base(self, self.tree.object(*param).ty))
                    .eq(operands.iter().map(|ty| base(self, *ty)))
            }
            _ => false,
        });
        if own {
            let text =
                format!("operator \"{symbol}\" of an actual type that the generic unit names itself (RM 12.3 (18))");
            self.reject(span, text);
        }
    }

    /// Notes the types of something outside of the generic unit whose instance is under analysis.
    pub fn note_outside(&mut self, entity: &Entity) {
        let Some(formals) = self.scopes.generic.as_ref().map(|unit| unit.formals) else { return };
        let mut todo = match entity {
            Entity::Type(ty) | Entity::Literal(ty, _) => vec![*ty],
            Entity::Object(object) => vec![self.tree.object(*object).ty],
            Entity::Renamed(value) => vec![value.ty],
            Entity::Subprogram(subp) => {
                let subp = self.tree.subprogram(*subp);
                subp.params.iter().map(|param| self.tree.object(*param).ty).chain(subp.result).collect()
            }
            _ => Vec::new(),
        };
        while let Some(ty) = todo.pop() {
            let types = &self.tree.types;
            if !self.named_outside.insert((formals, types.base(ty))) {
                continue;
            }
            match types.kind(ty) {
                Kind::Record(record) => todo.extend(record.components.iter().map(|component| component.ty)),
                Kind::Array { element, .. } => todo.push(*element),
                _ => {}
            }
        }
    }

    /// Whether a function that only a use clause makes visible has the profile of a predefined operator that is
    /// directly visible, because its type is declared in a region around this place (RM 8.4 (10)).
    fn hidden_by_predefined(&self, name: crate::ast::Symbol, subp: SubpId) -> bool {
        let entry = self.tree.subprogram(subp);
        let base = |ty: TypeId| self.tree.types.base(ty);
        let mut operands = entry.params.iter().map(|param| base(self.tree.object(*param).ty));
        let Some(of) = operands.next() else { return false };
        let arity = entry.params.len();
        let symbol = self.names.text(name).trim_matches('"').to_string();
        let relation = matches!(symbol.as_str(), "=" | "/=" | "<" | "<=" | ">" | ">=");
        let result = entry.result.map(base);
        let same = operands.all(|ty| ty == of)
            && result == Some(if relation { self.tree.types.std.boolean } else { of })
            && self.is_predefined(&symbol, arity, of);
        let standard = || {
            let names = self.scopes[self.standard].names.values().flatten();
            names
                .into_iter()
                .any(|entry| matches!(entry.entity, Entity::Type(ty) if base(ty) == of))
                .then_some(&self.standard)
        };
        let Some(home) = same.then(|| self.homes.get(&of).or_else(standard)).flatten() else { return false };
        let around = self.scopes.outward(self.scope);
        let direct = |scope: &ScopeId| {
            self.scopes[*scope].names.get(&name).is_some_and(|entries| {
                entries.iter().any(|entry| matches!(entry.entity, Entity::Subprogram(other) if other == subp))
            })
        };
        around.contains(home) && !around.iter().any(direct)
    }

    /// Whether a type has a predefined operator of this symbol on operands of its own type.
    fn is_predefined(&self, symbol: &str, arity: usize, ty: TypeId) -> bool {
        let t = &self.tree.types;
        match (symbol, arity) {
            ("+" | "-", 1 | 2) | ("abs", 1) => t.is_numeric(ty),
            ("*" | "/", 2) => t.is_numeric(ty) && !matches!(t.kind(ty), Kind::Fixed { .. }),
            ("mod" | "rem", 2) => t.is_integer(ty),
            ("and" | "or" | "xor", 2) | ("not", 1) => t.is_boolean(ty) || matches!(t.kind(ty), Kind::Modular(_)),
            ("=" | "/=", 2) => true,
            ("<" | "<=" | ">" | ">=", 2) => t.is_scalar(ty),
            ("&", 2) => t.array(ty).is_some_and(|(index, _)| index.len() == 1),
            _ => false,
        }
    }

    fn user_operators(&mut self, symbol: &str, operands: &[Vec<TypeId>]) -> Vec<Interpretation> {
        let mut found = Vec::new();
        for subp in self.operator_functions(symbol, operands.len()) {
            let entry = self.tree.subprogram(subp);
            let Some(result) = entry.result else { continue };
            let wanted: Vec<TypeId> = entry.params.iter().map(|param| self.tree.object(*param).ty).collect();
            let fits = wanted
                .iter()
                .zip(operands)
                .all(|(wanted, types)| types.iter().any(|ty| self.may_be_operand(*ty, *wanted)));
            if fits {
                let result = self.tree.types.base(result);
                found.push(Interpretation { function: Some(subp), operands: wanted, result });
            }
        }
        found
    }

    /// Whether a value may be the operand of a function with an operator symbol as name. Literals are no values of
    /// types whose full view is not visible.
    fn may_be_operand(&self, ty: TypeId, wanted: TypeId) -> bool {
        let std = self.tree.types.std;
        let literal = [std.universal_integer, std.universal_real, std.any_string, std.any_composite].contains(&ty);
        self.may_be_actual(ty, wanted) && (!literal || self.sees(wanted))
    }

    /// All interpretations of a unary operator.
    pub fn unary_interpretations(&mut self, op: Un, operand: &'a ast::Expr) -> Vec<Interpretation> {
        let types = self.types_of(operand);
        self.unary_interpretations_on(op, types)
    }

    /// The interpretations of a unary operator on an operand of these possible types.
    pub fn unary_interpretations_on(&mut self, op: Un, types: Vec<TypeId>) -> Vec<Interpretation> {
        let users = self.user_operators(op.text(), std::slice::from_ref(&types));
        self.unary_beside(users, op, types)
    }

    /// Those of the predefined operator alone.
    pub fn unary_predefined_on(&mut self, op: Un, types: Vec<TypeId>) -> Vec<Interpretation> {
        self.unary_beside(Vec::new(), op, types)
    }

    /// What functions that were found hide, and do not.
    fn unary_beside(&mut self, mut found: Vec<Interpretation>, op: Un, types: Vec<TypeId>) -> Vec<Interpretation> {
        for ty in types {
            let t = &self.tree.types;
            let defined = match op {
                Un::Plus | Un::Minus | Un::Abs => {
                    // A product of no type of its own has that of the context.
                    if ty == t.std.universal_fixed {
                        for wanted in self.fixed_types_for(None) {
                            let result = Interpretation { function: None, operands: vec![wanted], result: wanted };
                            self.add_predefined(&mut found, result);
                        }
                    }
                    t.is_numeric(ty) && ty != t.std.universal_fixed
                }
                Un::Not => {
                    // A literal is one of a modular type, if the context wants one.
                    ty == t.std.universal_integer
                        || t.is_boolean(ty)
                        || matches!(t.kind(ty), Kind::Modular(_))
                        || t.array(ty).is_some_and(|(_, element)| t.is_boolean(element))
                }
            };
            // What comes with the full view of a private type is visible where that is.
            if defined && self.sees(ty) {
                let predefined = Interpretation { function: None, operands: vec![ty], result: ty };
                self.add_predefined(&mut found, predefined);
            }
        }
        found
    }

    /// Adds a predefined operator unless a user-defined one has the same operand types (RM 8.3).
    fn add_predefined(&self, found: &mut Vec<Interpretation>, predefined: Interpretation) {
        let base = |ty: &TypeId| self.tree.types.base(*ty);
        let hidden = found.iter().any(|other| {
            other.function.is_some()
                && other.operands.iter().map(base).eq(predefined.operands.iter().map(base))
                && other.result == self.tree.types.base(predefined.result)
        });
        if !hidden && !found.contains(&predefined) {
            found.push(predefined);
        }
    }

    /// All interpretations of a binary operator.
    pub fn binary_interpretations(&mut self, binary: &'a ast::Binary, expected: Option<TypeId>) -> Vec<Interpretation> {
        let (left, right) = self.types_of_both(&binary.left, &binary.right);
        self.interpretations_on(binary.op, left, right, expected)
    }

    /// The interpretations of an operator on operands of these possible types.
    pub fn interpretations_on(
        &mut self,
        op: Op,
        left: Vec<TypeId>,
        right: Vec<TypeId>,
        expected: Option<TypeId>,
    ) -> Vec<Interpretation> {
        let operands = [left, right];
        let short = matches!(op, Op::AndThen | Op::OrElse | Op::Implies | Op::Iff);
        let symbol = if op == Op::NotEqual { "=" } else { op.text() };
        let users = if short { Vec::new() } else { self.user_operators(symbol, &operands) };
        self.interpretations_beside(users, op, &operands, expected)
    }

    /// Those of the predefined operator alone.
    pub fn predefined_on(
        &mut self,
        op: Op,
        left: Vec<TypeId>,
        right: Vec<TypeId>,
        expected: Option<TypeId>,
    ) -> Vec<Interpretation> {
        self.interpretations_beside(Vec::new(), op, &[left, right], expected)
    }

    /// What functions that were found hide, and do not.
    fn interpretations_beside(
        &mut self,
        mut found: Vec<Interpretation>,
        op: Op,
        operands: &[Vec<TypeId>; 2],
        expected: Option<TypeId>,
    ) -> Vec<Interpretation> {
        let std = self.tree.types.std;
        let [left, right] = operands;
        let mut predefined = Vec::new();
        let mut add = |operands: [TypeId; 2], result: TypeId| {
            predefined.push(Interpretation { function: None, operands: operands.to_vec(), result });
        };
        let t = &self.tree.types;
        let both = self.unify(left, right);
        match op {
            Op::AndThen | Op::OrElse | Op::Implies | Op::Iff => {
                both.iter().filter(|ty| t.is_boolean(**ty)).for_each(|ty| add([*ty, *ty], *ty));
            }
            Op::And | Op::Or | Op::Xor => {
                let defined = |ty: &&TypeId| {
                    t.is_boolean(**ty)
                        || matches!(t.kind(**ty), Kind::Modular(_))
                        || t.array(**ty).is_some_and(|(_, element)| t.is_boolean(element))
                };
                both.iter().filter(defined).for_each(|ty| add([*ty, *ty], *ty));
                // Literals are those of a modular type, if the context wants one.
                let wanted = expected.map_or(std.universal_integer, |ty| t.base(ty));
                let modular = expected.is_none() || matches!(t.kind(wanted), Kind::Modular(_));
                if both.contains(&std.universal_integer) && modular {
                    add([wanted, wanted], wanted);
                }
            }
            Op::Equal | Op::NotEqual => {
                let any =
                    |ty: TypeId| [std.no_value, std.any_composite, std.any_container, std.any_access].contains(&ty);
                both.iter().filter(|ty| !any(**ty)).for_each(|ty| {
                    let ty = if *ty == std.any_string { std.string } else { *ty };
                    add([ty, ty], std.boolean);
                })
            }
            Op::Less | Op::LessEqual | Op::Greater | Op::GreaterEqual => {
                let defined = |ty: &&TypeId| {
                    t.is_scalar(**ty)
                        || **ty == std.any_string
                        || t.array(**ty).is_some_and(|(index, element)| index.len() == 1 && t.is_discrete(element))
                };
                both.iter().filter(defined).for_each(|ty| {
                    let ty = if *ty == std.any_string { std.string } else { *ty };
                    add([ty, ty], std.boolean);
                });
            }
            Op::Plus | Op::Minus => {
                let open = |ty: &TypeId| *ty == std.universal_fixed;
                let real = |ty: &TypeId| *ty == std.universal_real;
                // A product of no type of its own, beside another one or a literal, has that of the context.
                let product = left.iter().any(open) && right.iter().any(|ty| open(ty) || real(ty))
                    || right.iter().any(open) && left.iter().any(real);
                let literals = left.iter().any(real) && right.iter().any(real);
                let known = |ty: &&TypeId| t.is_numeric(**ty) && !open(ty) && !(product && real(ty) && !literals);
                both.iter().filter(known).for_each(|ty| add([*ty, *ty], *ty));
                if product {
                    self.fixed_types_for(expected).into_iter().for_each(|ty| add([ty, ty], ty));
                }
            }
            Op::Times | Op::Divide => {
                both.iter()
                    .filter(|ty| t.is_numeric(**ty) && !matches!(t.kind(**ty), Kind::Fixed { .. }))
                    .for_each(|ty| add([*ty, *ty], *ty));
                for (l, r) in left.iter().flat_map(|l| right.iter().map(move |r| (*l, *r))) {
                    self.mixed_products(op, [l, r], expected, &mut add);
                }
            }
            Op::Mod | Op::Rem => {
                both.iter().filter(|ty| t.is_integer(**ty)).for_each(|ty| add([*ty, *ty], *ty));
            }
            Op::Power => {
                if right.iter().any(|ty| t.compatible(*ty, std.integer)) {
                    let defined = |ty: &&TypeId| t.is_integer(**ty) || t.is_float(**ty);
                    left.iter().filter(defined).for_each(|ty| add([*ty, std.integer], *ty));
                }
            }
            Op::Concat => self.concatenations(left, right, expected, &mut add),
        }
        let equality = matches!(op, Op::Equal | Op::NotEqual);
        for interpretation in predefined {
            // What comes with the full view of a private type is visible where that is; equality is anywhere.
            let is_seen = interpretation.operands.iter().zip(operands).all(|(ty, given)| {
                let itself = || given.iter().any(|given| self.tree.types.base(*given) == self.tree.types.base(*ty));
                self.sees(*ty) || equality && itself()
            });
            if is_seen {
                self.add_predefined(&mut found, interpretation);
            }
        }
        // Abstract functions only hide predefined operators.
        found.retain(|one| one.function.is_none_or(|function| !self.abstract_ones.contains(&function)));
        found
    }

    /// The fixed point type that the context wants; as long as nobody knows the context, any of them.
    fn fixed_types_for(&self, expected: Option<TypeId>) -> Vec<TypeId> {
        let t = &self.tree.types;
        let fixed = |ty: &TypeId| matches!(t.kind(*ty), Kind::Fixed { .. });
        match expected.map(|ty| t.base(ty)) {
            Some(wanted) => Some(wanted).filter(fixed).into_iter().collect(),
            None => t.ids().filter(|ty| fixed(ty) && t.base(*ty) == *ty).collect(),
        }
    }

    /// Products and quotients of operands of two types: with fixed point and universal types (RM 4.5.5).
    fn mixed_products(
        &self,
        op: Op,
        [l, r]: [TypeId; 2],
        expected: Option<TypeId>,
        add: &mut impl FnMut([TypeId; 2], TypeId),
    ) {
        let (t, std) = (&self.tree.types, self.tree.types.std);
        let integer = |ty: TypeId| ty == std.universal_integer || ty == std.integer;
        let fixed = |ty: TypeId| matches!(t.kind(ty), Kind::Fixed { .. });
        let real = |ty: TypeId| fixed(ty) || ty == std.universal_real;
        if l == std.universal_real && r == std.universal_integer {
            add([l, r], l);
        }
        if op == Op::Times && l == std.universal_integer && r == std.universal_real {
            add([l, r], r);
        }
        if fixed(l) && real(r) || real(l) && fixed(r) {
            add([l, r], std.universal_fixed);
        }
        if fixed(l) && integer(r) {
            add([l, std.integer], l);
        }
        if expected.is_none() && l == std.integer && r == std.universal_real {
            add([l, r], std.universal_fixed);
        }
        // A real literal beside an Integer has the fixed point type that the context wants.
        // So has a product of no type of its own.
        let open = |ty: TypeId| ty == std.universal_fixed;
        for wanted in self.fixed_types_for(expected) {
            if l == std.universal_real && r == std.integer || open(l) && integer(r) {
                add([wanted, std.integer], wanted);
            }
            if op == Op::Times && (l == std.integer && r == std.universal_real || integer(l) && open(r)) {
                add([std.integer, wanted], wanted);
            }
        }
        if op == Op::Times && fixed(r) && integer(l) {
            add([std.integer, r], r);
        }
    }

    fn concatenations(
        &self,
        left: &[TypeId],
        right: &[TypeId],
        expected: Option<TypeId>,
        add: &mut impl FnMut([TypeId; 2], TypeId),
    ) {
        let t = &self.tree.types;
        let std = t.std;
        let mut arrays: Vec<TypeId> = Vec::new();
        let consider = |ty: TypeId, arrays: &mut Vec<TypeId>| {
            let base = t.base(ty);
            if t.array(base).is_some_and(|(index, _)| index.len() == 1) && !arrays.contains(&base) {
                arrays.push(base);
            }
        };
        left.iter().chain(right).for_each(|ty| consider(*ty, &mut arrays));
        if arrays.is_empty() {
            // Two components, two literals or aggregates: the context decides.
            if let Some(expected) = expected {
                consider(expected, &mut arrays);
            }
            consider(std.string, &mut arrays);
            // Every array type of such components has the operator (RM 4.5.3 (4)); of numbers any that the result is
            // wanted for, also in the middle of a chain.
            let specific = |ty: TypeId| {
                let scalar = matches!(
                    t.kind(ty),
                    Kind::Enumeration { .. }
                        | Kind::Signed { .. }
                        | Kind::Modular(_)
                        | Kind::Float { .. }
                        | Kind::Fixed { .. }
                );
                t.base(ty) == ty && (scalar || t.record(ty).is_some())
            };
            let number = |ty: TypeId| [std.universal_integer, std.universal_real].contains(&ty);
            let both = || left.iter().chain(right).copied();
            let aggregates = |types: &[TypeId]| types.contains(&std.any_composite);
            if aggregates(left) && aggregates(right) {
                // Two aggregates may be of any array type.
                t.ids().for_each(|ty| consider(ty, &mut arrays));
            }
            for component in both().filter(|ty| specific(*ty)).chain(both().filter(|ty| number(*ty))) {
                let of_component = |ty: &TypeId| {
                    t.base(*ty) == *ty
                        && t.array(*ty).is_some_and(|(_, element)| match number(component) {
                            true => t.compatible(component, element),
                            false => t.base(element) == component,
                        })
                };
                t.ids().filter(of_component).for_each(|ty| consider(ty, &mut arrays));
            }
        }
        for array in arrays {
            let Some((_, element)) = t.array(array) else { continue };
            let part = |ty: &TypeId| t.compatible(*ty, array) || t.compatible(*ty, element);
            if left.iter().any(part) && right.iter().any(part) {
                let as_array = |types: &[TypeId]| {
                    if types.iter().any(|ty| t.compatible(*ty, array)) { array } else { t.base(element) }
                };
                add([as_array(left), as_array(right)], array);
            }
        }
    }

    /// The operators of the tree for those of the syntax.
    pub fn binary_op(op: Op) -> BinaryOp {
        match op {
            Op::And => BinaryOp::And,
            Op::Or => BinaryOp::Or,
            Op::Xor => BinaryOp::Xor,
            Op::AndThen => BinaryOp::AndThen,
            Op::OrElse | Op::Implies => BinaryOp::OrElse,
            Op::Equal | Op::Iff => BinaryOp::Eq,
            Op::NotEqual => BinaryOp::Ne,
            Op::Less => BinaryOp::Lt,
            Op::LessEqual => BinaryOp::Le,
            Op::Greater => BinaryOp::Gt,
            Op::GreaterEqual => BinaryOp::Ge,
            Op::Plus | Op::Concat => BinaryOp::Add,
            Op::Minus => BinaryOp::Sub,
            Op::Times => BinaryOp::Mul,
            Op::Divide => BinaryOp::Div,
            Op::Mod => BinaryOp::Mod,
            Op::Rem => BinaryOp::Rem,
            Op::Power => BinaryOp::Pow,
        }
    }

    /// Unary plus has no counterpart.
    pub fn unary_op(op: Un) -> Option<UnaryOp> {
        match op {
            Un::Plus => None,
            Un::Minus => Some(UnaryOp::Neg),
            Un::Abs => Some(UnaryOp::Abs),
            Un::Not => Some(UnaryOp::Not),
        }
    }
}

fn distinct(types: impl Iterator<Item = TypeId>) -> Vec<TypeId> {
    let mut found = Vec::new();
    for ty in types {
        if !found.contains(&ty) {
            found.push(ty);
        }
    }
    found
}

/// Whether an expression is a literal but one of an enumeration, or an aggregate.
fn is_written_out(expr: &ast::Expr) -> bool {
    match &expr.kind {
        ast::ExprKind::Integer(_)
        | ast::ExprKind::Real(_)
        | ast::ExprKind::String(_)
        | ast::ExprKind::Null
        | ast::ExprKind::Aggregate(_) => true,
        ast::ExprKind::Paren(inner) | ast::ExprKind::Unary(_, inner) => is_written_out(inner),
        ast::ExprKind::Binary(binary) => is_written_out(&binary.left) && is_written_out(&binary.right),
        _ => false,
    }
}
