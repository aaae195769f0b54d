//! Container aggregates (RM 4.3.5): `[A, B]`, `[K => V]`, `[for X of A => F (X)]` for a type with aspect `Aggregate`.
//!
//! The aspect names what makes an empty container and what adds an element. An aggregate becomes a hidden function of
//! the subprogram around it: an object that starts as the empty container and gets one element after the other. Keys
//! and elements outside of loops are evaluated where the aggregate stands, and passed: there values on entry, elements
//! in use and the order of evaluation are looked at. Where what adds is a function, as in the functional containers of
//! the tool's library, and there are no loops, the aggregate is a nest of calls, which contracts and quantified
//! expressions can have as well.

use super::Sema;
use super::hidden::Formal;
use super::iterable::Operations;
use super::scope::{Entity, ScopeKind};
use super::tree::{
    BinaryOp, Body, Expr, ExprKind, Loop, Mode, NamedComponent, ObjId, ObjectKind, Range, Scheme, Stmt, StmtKind,
    SubpId,
};
use super::types::TypeId;
use super::walk;
use crate::ast::{self, AggregateItem, AssociationValue, Choice, Name};
use crate::place::Loc;
use horn_frontend::Span;
use horn_solver::num::Int;
use std::collections::{BTreeSet, HashMap};

/// What adds elements.
#[derive(Clone, Copy)]
struct Adding {
    subp: SubpId,
    /// How many parameters stand behind the container.
    parts: usize,
}

/// An aggregate that is being made.
struct Making {
    /// The container: an object, or the calls so far.
    result: Expr,
    /// The result is the calls.
    nested: bool,
    add: Adding,
    /// The statements so far.
    statements: Vec<Stmt>,
    /// The subprogram around, and its statements so far.
    outer: (SubpId, Vec<Stmt>),
    /// What the hidden function is passed.
    arguments: Vec<Expr>,
    /// How many loops are around.
    loops: usize,
}

impl Making {
    fn new(result: Expr, nested: bool, add: Adding, outer: (SubpId, Vec<Stmt>)) -> Making {
        Making { result, nested, add, statements: Vec::new(), outer, arguments: Vec::new(), loops: 0 }
    }
}

impl<'a> Sema<'a> {
    /// Notes the aspect of a type.
    pub fn aggregate_aspect(&mut self, ty: TypeId, value: &'a ast::Expr) {
        let operations = self.operations_of_aspect(value, "aspect Aggregate of this form (RM 4.3.5)");
        self.aggregated.extend(operations.map(|operations| (ty, operations)));
    }

    /// Whether any type has the aspect.
    pub fn has_containers(&self) -> bool {
        !self.aggregated.is_empty()
    }

    /// Whether an aggregate in brackets is one of a container.
    pub fn is_container(&self, ty: TypeId) -> bool {
        self.aggregated_of(ty).is_some()
    }

    fn aggregated_of(&self, ty: TypeId) -> Option<&Operations> {
        self.operations_of(&self.aggregated, ty)
    }

    /// The subprogram that the aspect names, by the base types of its parameters and whether it gives a container.
    fn aggregate_subprogram(&self, ty: TypeId, role: &str, fits: impl Fn(&[TypeId], bool) -> bool) -> Option<SubpId> {
        let types = &self.tree.types;
        self.subprograms_of(self.aggregated_of(ty)?, role).into_iter().rev().find(|subp| {
            let subp = self.tree.subprogram(*subp);
            let params: Vec<TypeId> = subp.params.iter().map(|param| types.base(self.tree.object(*param).ty)).collect();
            fits(&params, subp.result.is_some_and(|result| types.base(result) == types.base(ty)))
        })
    }

    /// The empty container: a constant, or what a function gives, with the number of elements where it asks for one.
    fn empty_container(&self, ty: TypeId, count: Option<usize>, loc: Loc) -> Option<Expr> {
        let constant = self.entities_of(self.aggregated_of(ty)?, "empty").find_map(|entity| match entity {
            Entity::Object(object) => Some(*object),
            _ => None,
        });
        if let Some(object) = constant {
            return Some(Expr { kind: ExprKind::Object(object), ty: self.tree.object(object).ty, loc });
        }
        let is_count = |params: &[TypeId]| matches!(params, [one] if self.tree.types.is_integer(*one));
        let function = |with: bool| {
            self.aggregate_subprogram(ty, "empty", |params, gives| {
                gives && if with { is_count(params) } else { params.is_empty() }
            })
        };
        let (function, arguments) = match (function(false), function(true), count) {
            (Some(function), ..) => (function, Vec::new()),
            (None, Some(function), Some(count)) => {
                let param = self.tree.object(self.tree.subprogram(function).params[0]).ty;
                let count = Int::from(i64::try_from(count).unwrap_or(i64::MAX));
                (function, vec![Expr::int(count, param, loc)])
            }
            _ => return None,
        };
        let ty = self.tree.subprogram(function).result?;
        Some(Expr { kind: ExprKind::Call(function, arguments), ty, loc })
    }

    /// `[…]` for a container.
    pub fn container_aggregate(&mut self, aggregate: &'a ast::Aggregate, ty: TypeId, span: Span) -> Expr {
        let (base, loc) = (self.tree.types.base(ty), self.loc(span));
        if self.trying > 0 {
            return Expr::error(base, loc);
        }
        match self.made_container(aggregate, base, span) {
            Ok(value) => value,
            Err((span, what)) => {
                self.reject(span, what);
                Expr::error(ty, loc)
            }
        }
    }

    fn made_container(
        &mut self,
        aggregate: &'a ast::Aggregate,
        ty: TypeId,
        span: Span,
    ) -> Result<Expr, (Span, &'static str)> {
        let loc = self.loc(span);
        let named = aggregate.items.iter().any(|item| match item {
            AggregateItem::Association(association) => !association.is_positional(),
            AggregateItem::Iterated(iterated) => iterated.key.is_some(),
        });
        let new_indexed = self.new_indexed(ty);
        let named = named || new_indexed.is_some() && self.has_loop_over_indices(aggregate);
        let index =
            new_indexed.map(|new| self.tree.types.base(self.tree.object(self.tree.subprogram(new).params[0]).ty));
        let adds = |role: &str, wanted: usize| {
            let by_index = role == "assign_indexed";
            let found = self.aggregate_subprogram(ty, role, |params, _| {
                params.len() == wanted + 1
                    && params[0] == ty
                    && !params[1..].contains(&ty)
                    && (!by_index || Some(params[1]) == index)
            });
            found.map(|subp| Adding { subp, parts: wanted })
        };
        let indexed = (adds("assign_indexed", 2), new_indexed);
        let (add, new_indexed) = match (adds("add_unnamed", 1), adds("add_named", 2), indexed) {
            (Some(add), ..) if !named => (add, None),
            (_, Some(add), _) => (add, None),
            (.., (Some(add), Some(new))) if named => (add, Some(new)),
            _ => return Err((span, "container aggregate of this form (RM 4.3.5)")),
        };
        // How many elements there are, where no loop says it.
        let counts = aggregate.items.iter().map(|item| match item {
            AggregateItem::Association(association) if association.is_positional() => Some(1),
            AggregateItem::Association(association) => {
                let single = |choice: &Choice| matches!(choice, Choice::Expr(_));
                association.choices.iter().all(single).then_some(association.choices.len())
            }
            AggregateItem::Iterated(_) => None,
        });
        let count = counts.sum::<Option<usize>>();
        let Some(empty) = self.empty_container(ty, count, loc) else {
            return Err((span, "container aggregate of a length that is not known (RM 4.3.5)"));
        };
        if count.is_some() && self.tree.subprogram(add.subp).result.is_some() {
            let mut making = Making::new(empty, true, add, (self.owner, Vec::new()));
            self.made_components(&mut making, &aggregate.items)?;
            return Ok(making.result);
        }
        let outer = self.owner;
        let function = self.hidden_subprogram("aggregate".into(), (outer, loc), Vec::new(), Some(ty));
        self.owner = function;
        let sink = std::mem::take(&mut self.sink);
        let object = self.hidden_object("aggregate", loc, ty, ObjectKind::Variable);
        let result = Expr { kind: ExprKind::Object(object), ty, loc };
        let first = match new_indexed {
            Some(new) => self.new_container(new, empty, aggregate, span),
            None => Ok(empty),
        };
        let mut making = Making::new(result.clone(), false, add, (outer, sink));
        let made = self.made_components(&mut making, &aggregate.items);
        self.sink = making.outer.1;
        self.owner = outer;
        made?;
        let mut declarations = vec![Stmt { kind: StmtKind::Declare(object, Some(first?)), loc }];
        let mut statements = making.statements;
        self.deny_in_loops(&statements, &making.arguments, span)?;
        statements.push(Stmt { kind: StmtKind::Return(Some(result)), loc });
        let mut arguments = making.arguments;
        arguments.extend(self.passed_to(function, [&mut declarations, &mut statements], outer));
        let body = Body { declarations, statements, end: loc, ..Default::default() };
        let block = Stmt { kind: StmtKind::Block(Box::new(body)), loc };
        self.give_body(function, vec![block], loc);
        Ok(Expr { kind: ExprKind::Call(function, arguments), ty, loc })
    }

    /// Constants and parameters of the subprogram around are parameters of the hidden function: they may be bound in an
    /// expression there, and an expression function may become a part of its callers. Gives what is passed.
    fn passed_to(&mut self, function: SubpId, lists: [&mut Vec<Stmt>; 2], outer: SubpId) -> Vec<Expr> {
        let mut used: BTreeSet<ObjId> = BTreeSet::new();
        for statements in &lists {
            walk::walk_stmts(statements, &mut |_| (), &mut |part| {
                if let ExprKind::Object(object) = part.kind {
                    used.insert(object);
                }
            });
        }
        used.retain(|object| {
            let object = self.tree.object(*object);
            let fixed = [ObjectKind::Constant, ObjectKind::LoopParameter, ObjectKind::Parameter(Mode::In)];
            fixed.contains(&object.kind) && object.owner == outer && object.value.is_none()
        });
        let mut params = HashMap::new();
        let mut arguments = Vec::new();
        for object in used {
            let entry = self.tree.object(object);
            let formal = Formal::new(&entry.name, Mode::In, entry.ty, entry.loc);
            arguments.push(Expr { kind: ExprKind::Object(object), ty: entry.ty, loc: entry.loc });
            params.insert(object, self.hidden_parameter(function, formal));
        }
        for statements in lists {
            walk::stmts_mut(statements, &mut |_| (), &mut |expr| {
                walk::expr_mut(expr, &mut |part| {
                    if let ExprKind::Object(object) = &mut part.kind
                        && let Some(param) = params.get(object)
                    {
                        *object = *param;
                    }
                });
            });
        }
        arguments
    }

    /// Refuses in loops what means something else in the hidden function than around it.
    fn deny_in_loops(&self, statements: &[Stmt], arguments: &[Expr], span: Span) -> Result<(), (Span, &'static str)> {
        let target = self.target.as_ref().and_then(walk::root);
        let (mut of_outer, mut in_use) = (false, false);
        walk::walk_stmts(statements, &mut |_| (), &mut |part| match &part.kind {
            ExprKind::Old(_) | ExprKind::Result => of_outer = true,
            ExprKind::Index(all, _) => {
                let container = self.tree.container_of(all).and_then(walk::root);
                in_use |= container.is_some() && container == target;
            }
            _ => {}
        });
        let calls = |expr: &Expr| walk::has_part(expr, |part| matches!(part.kind, ExprKind::Call(..)));
        let loops = statements.iter().any(|stmt| matches!(stmt.kind, StmtKind::Loop(_)));
        let why = if of_outer {
            "value on entry or result in an iterated association (RM 4.3.5)"
        } else if in_use {
            "change of a container one of whose elements is in use (RM A.18.2)"
        } else if loops && arguments.iter().any(calls) {
            "container aggregate whose result may depend on the order of evaluation (RM 4.3.5)"
        } else {
            return Ok(());
        };
        Err((span, why))
    }

    /// A key or an element. Outside of loops it is evaluated where the aggregate stands, in any order with the others,
    /// and passed to the hidden function; what is static stays where it is.
    fn evaluated_part(&mut self, making: &mut Making, value: &'a ast::Expr, ty: Option<TypeId>) -> Expr {
        if making.nested || making.loops > 0 {
            return self.expr(value, ty);
        }
        let function = std::mem::replace(&mut self.owner, making.outer.0);
        std::mem::swap(&mut self.sink, &mut making.outer.1);
        let found = self.expr(value, ty);
        std::mem::swap(&mut self.sink, &mut making.outer.1);
        self.owner = function;
        if found.value().is_some() || found.kind == ExprKind::Error {
            return found;
        }
        let loc = found.loc;
        let ty = ty.unwrap_or(found.ty);
        let param = self.hidden_parameter(function, Formal::new("Element", Mode::In, ty, loc));
        making.arguments.push(found);
        Expr { kind: ExprKind::Object(param), ty, loc }
    }

    /// The function that makes a container with elements from a first to a last index.
    fn new_indexed(&self, ty: TypeId) -> Option<SubpId> {
        self.aggregate_subprogram(ty, "new_indexed", |params, gives| gives && params.len() == 2)
    }

    /// Whether a loop over a discrete range gives elements: its parameter is the index, where a container has indices.
    fn has_loop_over_indices(&mut self, aggregate: &'a ast::Aggregate) -> bool {
        aggregate.items.iter().any(|item| match item {
            AggregateItem::Iterated(iterated) => match &iterated.iterator.domain {
                ast::IteratorDomain::In(ast::DiscreteRange::Subtype(mark)) => self.denotes_type(&mark.mark),
                ast::IteratorDomain::In(ast::DiscreteRange::Range(_)) => true,
                ast::IteratorDomain::Of(_) => false,
            },
            AggregateItem::Association(_) => false,
        })
    }

    /// A container with the indices that the choices of an aggregate give: the empty one, where there are none.
    fn new_container(
        &mut self,
        new: SubpId,
        empty: Expr,
        aggregate: &'a ast::Aggregate,
        span: Span,
    ) -> Result<Expr, (Span, &'static str)> {
        let loc = self.loc(span);
        let index = self.tree.object(self.tree.subprogram(new).params[0]).ty;
        let base = self.tree.types.base(index);
        let mut named: Vec<NamedComponent> = Vec::new();
        for item in &aggregate.items {
            match item {
                AggregateItem::Association(association) => {
                    for choice in &association.choices {
                        named.extend(self.named_component(choice, base, None));
                    }
                }
                AggregateItem::Iterated(iterated) => {
                    let plain = iterated.key.is_none() && iterated.iterator.filter.is_none();
                    let ast::IteratorDomain::In(range) = &iterated.iterator.domain else {
                        return Err((iterated.span, "elements of an iteration with indices (RM 4.3.5)"));
                    };
                    if !plain {
                        return Err((iterated.span, "keys or a filter of an iteration over indices (RM 4.3.5)"));
                    }
                    let range = self.discrete_range(range, Some(base));
                    named.push(NamedComponent { low: range.low, high: Some(range.high), var: None, value: None });
                }
            }
        }
        let called = |expr: &Expr| walk::has_part(expr, |part| matches!(part.kind, ExprKind::Call(..)));
        match self.named_bounds(&named, base, span) {
            Some((low, Some(high))) if !called(&low) && !called(&high) => {
                let ty = self.tree.subprogram(new).result.unwrap_or(self.tree.types.std.error);
                let some = ExprKind::Binary(BinaryOp::Le, Box::new(low.clone()), Box::new(high.clone()));
                let some = Expr { kind: some, ty: self.tree.types.std.boolean, loc };
                let made = Expr { kind: ExprKind::Call(new, vec![low.clone(), high.clone()]), ty, loc };
                match (low.as_int(), high.as_int()) {
                    (Some(low), Some(high)) => Ok(if low <= high { made } else { empty }),
                    _ => Ok(Expr { kind: ExprKind::If(vec![(some, made)], Box::new(empty)), ty, loc }),
                }
            }
            _ => Err((span, "bounds of a container aggregate (RM 4.3.5)")),
        }
    }

    fn made_components(&mut self, making: &mut Making, items: &'a [AggregateItem]) -> Result<(), (Span, &'static str)> {
        for item in items {
            match item {
                AggregateItem::Association(association) => {
                    let AssociationValue::Expr(value) = &association.value else {
                        return Err((association.span, "box in a container aggregate (RM 4.3.5)"));
                    };
                    if association.is_positional() {
                        if making.add.parts != 1 {
                            return Err((
                                association.span,
                                "element without a key in a container aggregate (RM 4.3.5)",
                            ));
                        }
                        self.added(making, Vec::new(), value);
                    }
                    for choice in &association.choices {
                        self.chosen_component(making, choice, value)?;
                    }
                }
                AggregateItem::Iterated(iterated) => self.iterated_components(making, iterated)?,
            }
        }
        Ok(())
    }

    /// The types of the parameters behind the container.
    fn part_types(&self, add: Adding) -> Vec<TypeId> {
        let params = &self.tree.subprogram(add.subp).params;
        params[1..].iter().map(|param| self.tree.object(*param).ty).collect()
    }

    /// The element, behind its key, is added.
    fn added(&mut self, making: &mut Making, mut parts: Vec<Expr>, value: &'a ast::Expr) {
        let last = self.part_types(making.add).last().copied();
        let loc = self.loc(value.span);
        let value = self.evaluated_part(making, value, last);
        parts.push(value);
        if !making.nested {
            making.statements.append(&mut self.sink);
        }
        let subp = making.add.subp;
        let arguments = [making.result.clone()].into_iter().chain(parts).collect();
        let kind = match self.tree.subprogram(subp).result {
            Some(ty) => {
                let call = Expr { kind: ExprKind::Call(subp, arguments), ty, loc };
                if making.nested {
                    making.result = call;
                    return;
                }
                StmtKind::Assign(making.result.clone(), call)
            }
            None => StmtKind::Call(subp, arguments),
        };
        making.statements.push(Stmt { kind, loc });
    }

    /// `K => V`, and `Low .. High => V`.
    fn chosen_component(
        &mut self,
        making: &mut Making,
        choice: &'a Choice,
        value: &'a ast::Expr,
    ) -> Result<(), (Span, &'static str)> {
        let types = self.part_types(making.add);
        let &[key, _] = types.as_slice() else {
            return Err((choice.span(), "key in a container aggregate (RM 4.3.5)"));
        };
        match choice {
            Choice::Expr(expr) => {
                // The parser takes a string in front of an arrow for an operator.
                let ident = expr.as_name().and_then(Name::as_ident);
                let text = ident.map(|ident| self.spelling(ident)).filter(|text| text.starts_with('"'));
                let key = match text.as_deref().and_then(|text| text.strip_prefix('"')?.strip_suffix('"')) {
                    Some(text) => self.string_literal(&text.replace("\"\"", "\""), Some(key), expr.span),
                    None => self.evaluated_part(making, expr, Some(key)),
                };
                self.added(making, vec![key], value);
                Ok(())
            }
            Choice::Range(range) => {
                let loc = self.loc(range.span());
                let range: Range = self.discrete_range(range, Some(key));
                let var = self.hidden_object("key", loc, range.ty, ObjectKind::LoopParameter);
                let key = Expr { kind: ExprKind::Object(var), ty: range.ty, loc };
                let scheme = Scheme::For { var, reverse: false, range };
                self.loop_of(making, scheme, loc, |sema, making| {
                    sema.added(making, vec![key], value);
                    Ok(())
                })
            }
            Choice::Others(span) => Err((*span, "others in a container aggregate (RM 4.3.5)")),
        }
    }

    /// The elements that are made in a loop.
    fn loop_of(
        &mut self,
        making: &mut Making,
        scheme: Scheme,
        loc: Loc,
        inside: impl FnOnce(&mut Self, &mut Making) -> Result<(), (Span, &'static str)>,
    ) -> Result<(), (Span, &'static str)> {
        making.statements.append(&mut self.sink);
        let before = std::mem::take(&mut making.statements);
        let id = self.new_loop();
        making.loops += 1;
        let done = inside(self, making);
        making.loops -= 1;
        let body = std::mem::replace(&mut making.statements, before);
        let kind = StmtKind::Loop(Box::new(Loop { id, scheme, body, entry_values: Vec::new() }));
        making.statements.push(Stmt { kind, loc });
        done
    }

    /// `for … use Key => Value`.
    fn iterated_components(
        &mut self,
        making: &mut Making,
        iterated: &'a ast::IteratedAssociation,
    ) -> Result<(), (Span, &'static str)> {
        if !iterated.more_choices.is_empty() {
            return Err((iterated.span, "several choices of an iterated association (RM 4.3.5)"));
        }
        let iterator = &iterated.iterator;
        let loc = self.loc(iterated.span);
        let old = self.open(ScopeKind::Inner);
        let (scheme, steps) = self.iteration(iterator, iterated.span);
        if matches!(scheme, Scheme::Forever) {
            self.scope = old;
            return Err((iterated.span, "iteration that is not supported (RM 4.3.5)"));
        }
        let filter = self.iteration_filter(&scheme, iterator);
        let done = self.loop_of(making, scheme, loc, |sema, making| {
            let key = match (&iterated.key, sema.part_types(making.add).as_slice()) {
                (Some(key), &[ty, _]) => vec![sema.expr(key, Some(ty))],
                (None, &[_, _]) => match sema.parameter_value(iterator) {
                    Some(key) => vec![key],
                    None => return Err((iterated.span, "iterated association without a key (RM 4.3.5)")),
                },
                (Some(key), _) => return Err((key.span, "key in a container aggregate (RM 4.3.5)")),
                (None, _) => Vec::new(),
            };
            sema.added(making, key, &iterated.value);
            let mut body = std::mem::take(&mut making.statements);
            if let Some(condition) = filter {
                let kind = StmtKind::If(vec![(condition, body)], Vec::new());
                body = vec![Stmt { kind, loc }];
            }
            making.statements = match steps {
                Some((before, behind)) => Sema::container_body(before, body, behind, loc),
                None => body,
            };
            Ok(())
        });
        self.scope = old;
        done
    }

    /// What the parameter of an iteration stands for.
    fn parameter_value(&self, iterator: &ast::IteratorSpec) -> Option<Expr> {
        let loc = self.loc(iterator.name.span);
        match &self.scopes[self.scope].names.get(&iterator.name.symbol)?.first()?.entity {
            Entity::Object(object) => {
                let ty = self.tree.object(*object).ty;
                Some(Expr { kind: ExprKind::Object(*object), ty, loc })
            }
            Entity::Renamed(value) => Some(Expr { loc, ..(**value).clone() }),
            _ => None,
        }
    }
}
