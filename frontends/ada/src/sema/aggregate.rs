//! Aggregates (RM 4.3), `'Update`, and reductions (RM 4.5.10).

use super::Sema;
use super::name::{Callable, Denoted};
use super::scope::{Entity, ScopeKind};
use super::tree::{ArrayAggregate, BinaryOp, Expr, ExprKind, NamedComponent, ObjectKind, Reduce};
use super::types::{Component, Constraint, TypeId};
use crate::ast::{self, AggregateItem, AssociationValue, Choice};
use horn_frontend::Span;
use horn_solver::num::Int;

impl<'a> Sema<'a> {
    /// An aggregate of the type that the context gives.
    pub fn aggregate(&mut self, aggregate: &'a ast::Aggregate, expected: Option<TypeId>, span: Span) -> Expr {
        let std = self.tree.types.std;
        let loc = self.loc(span);
        match &aggregate.base {
            ast::AggregateBase::Delta(base) => {
                let base = self.expr(base, expected);
                return self.delta(base, &aggregate.items, span);
            }
            ast::AggregateBase::Extension(base) => {
                return self.extension_aggregate(base, &aggregate.items, expected, span);
            }
            ast::AggregateBase::NullRecord | ast::AggregateBase::None => {}
        }
        self.positional_first(&aggregate.items);
        let Some(ty) = expected.filter(|ty| *ty != std.error) else {
            self.error(span, "no unique type for aggregate");
            return Expr::error(std.error, loc);
        };
        if self.tree.types.array(ty).is_some() {
            return self.array_aggregate(&aggregate.items, ty, 0, span);
        }
        if !self.sees(ty) && self.mismatch_is_poison(&[ty], loc) {
            return Expr::error(ty, loc);
        }
        let base = self.tree.types.base(ty);
        if aggregate.brackets && self.is_container(ty) && !self.tree.types.is_class_wide(ty) {
            return self.container_aggregate(aggregate, ty, span);
        }
        if aggregate.brackets && self.tree.types.ancestors(ty).into_iter().any(|parent| self.is_container(parent)) {
            self.reject(span, "container aggregate of a derived type (RM 4.3.5)");
            return Expr::error(ty, loc);
        }
        if !self.sees(ty) && (self.has_slots(base) || self.has_open_elements(base)) {
            self.reject(span, "container aggregate (RM 4.3.5)");
            return Expr::error(ty, loc);
        }
        if self.tree.types.is_class_wide(ty) {
            self.error(span, "type of aggregate cannot be class-wide");
            return Expr::error(ty, loc);
        }
        if self.tree.types.record(ty).is_some() {
            return self.record_aggregate(&aggregate.items, ty, span);
        }
        if let super::types::Kind::Unsupported(what) = self.tree.types.kind(ty) {
            let what = what.clone();
            self.reject(span, what);
        } else {
            let text = format!("expected {}, found an aggregate", self.tree.types.describe(ty));
            self.error(span, text);
        }
        Expr::error(ty, loc)
    }

    // Records

    /// `(Ancestor with Component => …)` (RM 4.3.2).
    fn extension_aggregate(
        &mut self,
        base: &'a ast::Expr,
        items: &'a [AggregateItem],
        expected: Option<TypeId>,
        span: Span,
    ) -> Expr {
        let std = self.tree.types.std;
        let loc = self.loc(span);
        let Some(ty) = expected.filter(|ty| self.tree.types.has_tag(*ty) && !self.tree.types.is_class_wide(*ty)) else {
            self.reject(span, "extension aggregate of this type (RM 4.3.2)");
            return Expr::error(expected.unwrap_or(std.error), loc);
        };
        let mark = self.choice_subtype(base);
        let ancestor = match mark {
            // By default (RM 4.3.2 (4)).
            Some(mark) => {
                let components = self.tree.record(mark).components;
                let values = components.iter().map(|component| component.default.clone()).collect();
                Expr { kind: ExprKind::Record(values), ty: mark, loc: self.loc(base.span) }
            }
            None => {
                let types = self.types_of(base);
                let fits = |one: &&TypeId| self.tree.types.has_tag(**one) && self.tree.types.descends(ty, **one);
                let wanted = types.iter().find(fits).copied();
                self.expr(base, wanted)
            }
        };
        let record = self.tree.record(ty);
        let types = &self.tree.types;
        let mut inherited = types.inherited_from(ty, ancestor.ty);
        // What a subtype mark stands for is made with the discriminants of the aggregate, part by part.
        let by_parts = mark.is_some() && record.discriminants > 0 && !self.is_controlled_root(ancestor.ty);
        let known = types.has_tag(ancestor.ty)
            && !types.is_class_wide(ancestor.ty)
            && types.descends(ty, ancestor.ty)
            && (record.discriminants == 0 || self.has_plain_ancestor(ty, ancestor.ty))
            && (!by_parts || types[ancestor.ty].constraint == Constraint::None);
        if !known {
            self.reject(span, "extension aggregate of this ancestor (RM 4.3.2)");
            return Expr::error(ty, loc);
        }
        if by_parts {
            // Discriminants that the subtype mark leaves open are said (RM 4.3.2 (6)).
            inherited[..record.discriminants].fill(false);
        }
        let own: Vec<usize> = (0..record.components.len()).filter(|at| !inherited[*at]).collect();
        let mut values: Vec<Option<Expr>> = vec![None; record.components.len()];
        let mut position = 0;
        for item in items {
            let AggregateItem::Association(association) = item else {
                self.error(span, "iterated association not allowed in record aggregate");
                return Expr::error(ty, loc);
            };
            let mut places = Vec::new();
            let exists = |at: usize| exists(&record.components[at], |at| values[at].as_ref()?.as_int());
            if association.is_positional() {
                while own.get(position).is_some_and(|at| exists(*at) == Some(false)) {
                    position += 1;
                }
                places.push(own.get(position).copied().unwrap_or(usize::MAX));
                position += 1;
            }
            for choice in &association.choices {
                match choice {
                    Choice::Others(_) => {
                        places.extend(own.iter().filter(|at| values[**at].is_none() && exists(**at) != Some(false)));
                    }
                    Choice::Expr(expr) => {
                        let ident = expr.as_name().and_then(ast::Name::as_ident);
                        let name = ident.map(|ident| self.names.text(ident.symbol).to_string()).unwrap_or_default();
                        match record.place_of(&name).filter(|at| !inherited[*at]) {
                            Some(at) => places.push(at),
                            None => {
                                self.error(expr.span, format!("\"{name}\" is undefined"));
                                return Expr::error(ty, loc);
                            }
                        }
                    }
                    Choice::Range(range) => {
                        self.error(range.span(), "component name expected in record aggregate");
                        return Expr::error(ty, loc);
                    }
                }
            }
            for at in places {
                let Some(component) = record.components.get(at) else {
                    self.error(association.span, "too many components in record aggregate");
                    return Expr::error(ty, loc);
                };
                match self.component_value(&association.value, component) {
                    Some(value) => values[at] = Some(value),
                    None => {
                        self.reject(span, "box without a default in an extension aggregate (RM 4.3.2)");
                        return Expr::error(ty, loc);
                    }
                }
            }
        }
        for (at, component) in record.components.iter().enumerate() {
            match exists(component, |at| values[at].as_ref()?.as_int()) {
                Some(false) if values[at].is_some() => {
                    let text = format!("\"{}\" is not a component of the aggregate subtype", component.name);
                    self.error(span, text);
                    return Expr::error(ty, loc);
                }
                Some(false) => {}
                None if by_parts || !inherited[at] => {
                    self.reject(span, "aggregate of a variant that is not known statically (RM 4.3.1)");
                    return Expr::error(ty, loc);
                }
                _ if values[at].is_none() && !inherited[at] => {
                    self.error(span, "no value supplied for a component of the extension");
                    return Expr::error(ty, loc);
                }
                _ if by_parts && values[at].is_none() => values[at].clone_from(&component.default),
                _ => {}
            }
        }
        if by_parts {
            return Expr { kind: ExprKind::Record(values), ty: self.tree.types.base(ty), loc };
        }
        let changes = values.into_iter().enumerate().filter_map(|(at, value)| Some((at, value?))).collect();
        Expr { kind: ExprKind::DeltaRecord(Box::new(ancestor), changes), ty: self.tree.types.base(ty), loc }
    }

    /// Whether nothing is done for the ancestor part of an extension aggregate.
    fn has_plain_ancestor(&self, ty: TypeId, ancestor: TypeId) -> bool {
        let controlled = self.tree.types.lineage(ty).iter().any(|one| self.is_controlled_root(*one));
        !controlled || self.is_controlled_root(ancestor)
    }

    fn record_aggregate(&mut self, items: &'a [AggregateItem], ty: TypeId, span: Span) -> Expr {
        let loc = self.loc(span);
        let record = self.tree.record(ty);
        let count = record.components.len();
        let mut values: Vec<Option<Option<Expr>>> = vec![None; count];
        let mut others: Option<&'a AssociationValue> = None;
        let mut position = 0;
        for item in items {
            let AggregateItem::Association(association) = item else {
                self.error(span, "iterated association not allowed in record aggregate");
                return Expr::error(ty, loc);
            };
            if association.is_positional() {
                while position < count && !self.component_exists(&record.components[position], &values) {
                    position += 1;
                }
                let Some(component) = record.components.get(position) else {
                    self.error(association.span, "too many components in record aggregate");
                    return Expr::error(ty, loc);
                };
                let value = self.component_value(&association.value, component);
                values[position] = Some(value);
                position += 1;
                continue;
            }
            for choice in &association.choices {
                match choice {
                    Choice::Others(_) => others = Some(&association.value),
                    Choice::Expr(expr) => {
                        let Some(ident) = expr.as_name().and_then(ast::Name::as_ident) else {
                            self.error(expr.span, "component name expected in record aggregate");
                            return Expr::error(ty, loc);
                        };
                        let name = self.names.text(ident.symbol).to_string();
                        let Some(at) = record.place_of(&name) else {
                            let text = format!("\"{}\" is undefined", self.spelling(ident));
                            self.error(ident.span, text);
                            return Expr::error(ty, loc);
                        };
                        if values[at].is_some() {
                            let text = format!("more than one value supplied for \"{}\"", self.spelling(ident));
                            self.error(ident.span, text);
                        }
                        let value = self.component_value(&association.value, &record.components[at]);
                        values[at] = Some(value);
                    }
                    Choice::Range(range) => {
                        self.error(range.span(), "component name expected in record aggregate");
                        return Expr::error(ty, loc);
                    }
                }
            }
        }
        let mut used = matches!(others, None | Some(AssociationValue::Box(_)));
        // Discriminants of the constraint or of the aggregate decide which components there are.
        for at in 0..count {
            let component = &record.components[at];
            if values[at].is_some() {
                if self.exists(component, &values) == Some(false) {
                    let text = format!("\"{}\" is not a component of the aggregate subtype", component.name);
                    self.error(span, text);
                }
                continue;
            }
            match self.exists(component, &values) {
                Some(false) => continue,
                None => {
                    self.reject(span, "aggregate of a variant that is not known statically (RM 4.3.1)");
                    return Expr::error(ty, loc);
                }
                Some(true) => {}
            }
            match others {
                Some(value) => {
                    used = true;
                    let value = self.component_value(value, component);
                    values[at] = Some(value);
                }
                None => {
                    let text = format!("no value supplied for component \"{}\"", component.name);
                    self.error(span, text);
                    return Expr::error(ty, loc);
                }
            }
        }
        if !used {
            self.error(span, "\"others\" must represent at least one component");
        }
        let values = values.into_iter().map(Option::flatten).collect();
        // Its discriminants are those it says: whether they are those of the subtype is checked where it goes (RM 4.6
        // (51)).
        let ty = if record.discriminants > 0 { self.tree.types.base(ty) } else { ty };
        Expr { kind: ExprKind::Record(values), ty, loc }
    }

    fn component_exists(&self, component: &Component, values: &[Option<Option<Expr>>]) -> bool {
        self.exists(component, values).unwrap_or(true)
    }

    /// Whether a component exists for the discriminants given so far; `None` if they are not static.
    fn exists(&self, component: &Component, values: &[Option<Option<Expr>>]) -> Option<bool> {
        exists(component, |at| values.get(at)?.as_ref()?.as_ref()?.as_int())
    }

    /// The value of a component; `None` for a box without a default.
    fn component_value(&mut self, value: &'a AssociationValue, component: &Component) -> Option<Expr> {
        match value {
            AssociationValue::Expr(expr) => {
                self.parts_of_assigned += 1;
                let value = self.expr(expr, Some(component.ty));
                self.parts_of_assigned -= 1;
                let discriminants = |part: &Expr| matches!(part.kind, ExprKind::Discriminant(_));
                if component.is_boxed(&value) && super::walk::has_part(&value, discriminants) {
                    // It speaks of the record around, and reads like the default value, which speaks of this one.
                    self.reject(expr.span, "discriminant in an aggregate that reads like a default value (RM 3.8)");
                }
                Some(value)
            }
            AssociationValue::Box(_) => component.default.clone(),
            AssociationValue::Range(range) => {
                self.error(range.span(), "expression expected in record aggregate");
                None
            }
        }
    }

    // Arrays

    fn array_aggregate(&mut self, items: &'a [AggregateItem], ty: TypeId, dimension: usize, span: Span) -> Expr {
        let std = self.tree.types.std;
        let loc = self.loc(span);
        let Some((index, element)) = self.tree.types.array(ty).map(|(index, element)| (index.to_vec(), element)) else {
            return Expr::error(ty, loc);
        };
        let Some(index_ty) = index.get(dimension).copied() else { return Expr::error(ty, loc) };
        let base = self.tree.types.base(index_ty);
        let last = dimension + 1 == index.len();
        let mut positional = Vec::new();
        let mut named: Vec<NamedComponent> = Vec::new();
        let mut others = None;
        for item in items {
            match item {
                AggregateItem::Association(association) if association.is_positional() => {
                    let value = self.element(&association.value, ty, element, dimension, last);
                    positional.extend(value);
                }
                AggregateItem::Association(association) => {
                    // A fresh copy of the value for every choice: it is evaluated once for each component.
                    for choice in &association.choices {
                        let value = self.element(&association.value, ty, element, dimension, last);
                        match choice {
                            Choice::Others(_) => others = Some(value),
                            choice => named.extend(self.named_component(choice, base, value)),
                        }
                    }
                }
                AggregateItem::Iterated(iterated) => {
                    let Some(component) = self.iterated_component(iterated, base, (ty, element), dimension, last)
                    else {
                        return Expr::error(ty, loc);
                    };
                    named.push(component);
                }
            }
        }
        self.check_choices(&named, others.is_some(), span);
        let constraint = self.aggregate_constraint(ty, dimension, loc);
        let bounds = match (&constraint, others.is_some()) {
            (Some((low, high)), true) => Some((low.clone(), Some(high.clone()))),
            (None, true) => {
                self.error(span, "\"others\" choice not allowed here");
                None
            }
            (_, false) if !named.is_empty() => self.named_bounds(&named, base, span),
            (Some((low, _)), false) => Some((low.clone(), None)),
            (None, false) => match self.range_of_subtype(index_ty, loc) {
                Some((low, _)) => Some((low, None)),
                None => Some((Expr::error(std.error, loc), None)),
            },
        };
        let Some(bounds) = bounds else { return Expr::error(ty, loc) };
        if let (None, None, ExprKind::Int(low)) = (&others, &bounds.1, &bounds.0.kind) {
            // A static length that cannot fit the constraint is worth a word: GNAT warns.
            if let Some((Some(first), Some(last))) =
                constraint.as_ref().map(|(low, high)| (low.as_int(), high.as_int()))
            {
                let wanted = &(last - first) + &Int::from(1);
                let given = Int::from(i64::try_from(positional.len()).unwrap_or(i64::MAX));
                if wanted.max(Int::from(0)) != given && *low == *first {
                    self.warning(span, "Constraint_Error will be raised at run time: wrong number of components");
                }
            }
        }
        let aggregate = ArrayAggregate { dimension, bounds, positional, named, others };
        Expr { kind: ExprKind::Array(Box::new(aggregate)), ty, loc }
    }

    /// The components that a choice stands for, unless it is wrong.
    pub(super) fn named_component(
        &mut self,
        choice: &'a Choice,
        base: TypeId,
        value: Option<Expr>,
    ) -> Option<NamedComponent> {
        let (low, high) = match choice {
            Choice::Others(_) => return None,
            Choice::Expr(expr) => match self.choice_subtype(expr) {
                Some(subtype) => {
                    let at = self.loc(expr.span);
                    self.no_predicates(subtype, expr.span);
                    let (low, high) = self.range_of_subtype(subtype, at)?;
                    (low, Some(high))
                }
                None => (self.expr(expr, Some(base)), None),
            },
            Choice::Range(range) => {
                let range = self.checked_range(range, base);
                (range.low, Some(range.high))
            }
        };
        Some(NamedComponent { low, high, var: None, value })
    }

    /// `for I in Range => Value`; none where a message says why not.
    fn iterated_component(
        &mut self,
        iterated: &'a ast::IteratedAssociation,
        base: TypeId,
        (ty, element): (TypeId, TypeId),
        dimension: usize,
        last: bool,
    ) -> Option<NamedComponent> {
        let range = match &iterated.iterator.domain {
            ast::IteratorDomain::In(range) => range,
            ast::IteratorDomain::Of(name) if last && dimension == 0 => {
                return self.components_of(iterated, name, base, (ty, element));
            }
            ast::IteratorDomain::Of(_) => {
                self.reject(iterated.span, "iterated element association of several dimensions (RM 4.3.3)");
                return None;
            }
        };
        if !iterated.more_choices.is_empty() || iterated.key.is_some() || iterated.iterator.filter.is_some() {
            self.reject(iterated.span, "this form of iterated association (RM 4.3.3)");
            return None;
        }
        self.no_reverse(&iterated.iterator);
        // `for I in 1 => V`: a single value parses as a subtype mark or a range only.
        let subtype = matches!(range, ast::DiscreteRange::Subtype(_));
        let range = self.discrete_range(range, Some(base));
        if subtype {
            self.no_predicates(range.ty, iterated.span);
        }
        let old = self.open(ScopeKind::Inner);
        let name = &iterated.iterator.name;
        let var = self.new_object(self.spelling(name), self.loc(name.span), base, ObjectKind::LoopParameter);
        self.declare(name, Entity::Object(var));
        let value = match last {
            true => Some(self.expr(&iterated.value, Some(element))),
            false => self.nested(&iterated.value, ty, dimension),
        };
        self.scope = old;
        Some(NamedComponent { low: range.low, high: Some(range.high), var: Some(var), value })
    }

    /// `for X of Array => Value`: a component for each of another array, from the first index on (RM 4.3.3).
    fn components_of(
        &mut self,
        iterated: &'a ast::IteratedAssociation,
        name: &'a ast::Name,
        base: TypeId,
        (ty, element): (TypeId, TypeId),
    ) -> Option<NamedComponent> {
        let loc = self.loc(iterated.span);
        let array = self.name_value(name, None);
        let index = self.tree.types.array(array.ty).map(|(index, _)| index.to_vec());
        let plain = !iterated.iterator.reverse && iterated.key.is_none() && iterated.iterator.filter.is_none();
        let integers = |index: &[TypeId]| {
            let types = &self.tree.types;
            index.len() == 1 && types.is_integer(index[0]) && types.is_integer(base)
        };
        let Some(of) = index.filter(|index| plain && integers(index) && super::walk::names_object(&array)) else {
            self.reject(iterated.span, "iterated element association of this form (RM 4.3.3)");
            return None;
        };
        let of = self.tree.types.base(of[0]);
        let low = match self.aggregate_constraint(ty, 0, loc) {
            Some((low, _)) => low,
            None => self.range_of_subtype(self.tree.types.array(ty)?.0[0], loc)?.0,
        };
        let low = Expr { ty: base, ..low };
        let binary = |op, left: Expr, right: Expr| {
            let ty = left.ty;
            Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, loc }
        };
        let length = self.array_length(&array, 0, loc);
        let length = Expr { kind: ExprKind::Convert(Box::new(length)), ty: base, loc };
        let before = binary(BinaryOp::Sub, length, Expr::int(Int::from(1), base, loc));
        let high = binary(BinaryOp::Add, low.clone(), before);
        let old = self.open(ScopeKind::Inner);
        let var = self.hidden_object("index", loc, base, ObjectKind::LoopParameter);
        let at = Expr { kind: ExprKind::Object(var), ty: base, loc };
        let offset = binary(BinaryOp::Sub, at, low.clone());
        let offset = match of == base {
            true => offset,
            false => Expr { kind: ExprKind::Convert(Box::new(offset)), ty: of, loc },
        };
        let first = Expr { ty: of, ..self.array_bound(&array, 0, true, loc) };
        let kind = ExprKind::Index(Box::new(array.clone()), vec![binary(BinaryOp::Add, first, offset)]);
        let component = Expr { kind, ty: self.tree.types.array(array.ty)?.1, loc };
        self.declare(&iterated.iterator.name, Entity::Renamed(std::rc::Rc::new(component)));
        let value = Some(self.expr(&iterated.value, Some(element)));
        self.scope = old;
        Some(NamedComponent { low, high: Some(high), var: Some(var), value })
    }

    /// The applicable index constraint (RM 4.3.3 (10–15)): of the subtype, or of the target of the assignment.
    fn aggregate_constraint(&mut self, ty: TypeId, dimension: usize, loc: crate::place::Loc) -> Option<(Expr, Expr)> {
        let base = self.tree.types.base(ty);
        let target = self.target.clone().filter(|target| self.tree.types.base(target.ty) == base);
        // What is assigned is the record around, or what operators and calls make of it.
        let target = target.filter(|_| self.parts_of_assigned == 0);
        let of_record = self.tree.types.depends_on_discriminants(ty);
        let array = match target {
            Some(target) if of_record || !self.tree.types.is_constrained(ty) => target,
            _ if self.tree.types.is_constrained(ty) => Expr::error(ty, loc),
            _ => return None,
        };
        Some((self.array_bound(&array, dimension, true, loc), self.array_bound(&array, dimension, false, loc)))
    }

    /// The smallest and greatest choice. Several choices must be static.
    pub(super) fn named_bounds(
        &mut self,
        named: &[NamedComponent],
        base: TypeId,
        span: Span,
    ) -> Option<(Expr, Option<Expr>)> {
        if let [only] = named {
            let high = only.high.clone().unwrap_or_else(|| only.low.clone());
            return Some((only.low.clone(), Some(high)));
        }
        let mut range: Option<(Int, Int)> = None;
        for component in named {
            let high = component.high.as_ref().unwrap_or(&component.low);
            let (Some(first), Some(last)) = (component.low.as_int(), high.as_int()) else {
                self.error(span, "dynamic or empty choice in aggregate must be the only choice");
                return None;
            };
            if first > last {
                continue;
            }
            range = Some(match range {
                None => (first.clone(), last.clone()),
                Some((low, high)) => (low.min(first.clone()), high.max(last.clone())),
            });
        }
        let (low, high) = range?;
        let mut covered = Int::from(0);
        for component in named {
            let high = component.high.as_ref().unwrap_or(&component.low);
            if let (Some(first), Some(last)) = (component.low.as_int(), high.as_int()) {
                covered = &covered + &(&(last - first) + &Int::from(1)).max(Int::from(0));
            }
        }
        let wanted = &(&high - &low) + &Int::from(1);
        if covered < wanted {
            self.error(span, "missing index value in array aggregate");
            return None;
        }
        if covered > wanted {
            self.error(span, "duplicate choice values in array aggregate");
            return None;
        }
        let loc = self.loc(span);
        Some((Expr::int(low, base, loc), Some(Expr::int(high, base, loc))))
    }

    /// A component, or for outer dimensions an aggregate of the next one; `None` for a box.
    fn element(
        &mut self,
        value: &'a AssociationValue,
        array: TypeId,
        element: TypeId,
        dimension: usize,
        last: bool,
    ) -> Option<Expr> {
        match value {
            AssociationValue::Expr(expr) if last => Some(self.expr(expr, Some(element))),
            AssociationValue::Expr(expr) => self.nested(expr, array, dimension),
            AssociationValue::Box(_) => None,
            AssociationValue::Range(range) => {
                self.error(range.span(), "expression expected in array aggregate");
                None
            }
        }
    }

    fn nested(&mut self, expr: &'a ast::Expr, array: TypeId, dimension: usize) -> Option<Expr> {
        match &expr.unparenthesized().kind {
            ast::ExprKind::Aggregate(inner) => {
                Some(self.array_aggregate(&inner.items, array, dimension + 1, expr.span))
            }
            ast::ExprKind::String(text) => self.nested_string(text, array, dimension + 1, expr.span),
            ast::ExprKind::Paren(_) => None,
            _ => {
                self.error(expr.span, "nested aggregate expected for a multi-dimensional array");
                None
            }
        }
    }

    /// An aggregate of these components for a type with one dimension.
    pub fn positional(&mut self, positional: Vec<Expr>, ty: TypeId, loc: crate::place::Loc) -> Expr {
        let low = match self.aggregate_constraint(ty, 0, loc) {
            Some((low, _)) => Some(low),
            None => {
                let index = self.tree.types.array(ty).map(|(index, _)| index[0]);
                index.and_then(|index| self.range_of_subtype(index, loc)).map(|(low, _)| low)
            }
        };
        let Some(low) = low else { return Expr::error(ty, loc) };
        let aggregate =
            ArrayAggregate { dimension: 0, bounds: (low, None), positional, named: Vec::new(), others: None };
        Expr { kind: ExprKind::Array(Box::new(aggregate)), ty, loc }
    }

    /// A string literal as the aggregate of the last dimension (RM 4.3.3 (6)).
    fn nested_string(&mut self, text: &str, array: TypeId, dimension: usize, span: Span) -> Option<Expr> {
        let loc = self.loc(span);
        let (index, element) = self.tree.types.array(array).map(|(index, element)| (index.to_vec(), element))?;
        if dimension + 1 != index.len() {
            self.error(span, "nested aggregate expected for a multi-dimensional array");
            return None;
        }
        let kind = super::types::Kind::Array { index: vec![index[dimension]], element, constrained: false };
        let string = self.tree.types.add("", kind);
        let positional = match self.string_literal(text, Some(string), span).kind {
            ExprKind::Text(positions) => {
                let base = self.tree.types.base(element);
                positions.iter().map(|at| Expr::int(Int::from(i64::from(*at)), base, loc)).collect()
            }
            ExprKind::Array(aggregate) => aggregate.positional,
            _ => return None,
        };
        let low = match self.aggregate_constraint(array, dimension, loc) {
            Some((low, _)) => low,
            None => self.range_of_subtype(index[dimension], loc)?.0,
        };
        let aggregate = ArrayAggregate { dimension, bounds: (low, None), positional, named: Vec::new(), others: None };
        Some(Expr { kind: ExprKind::Array(Box::new(aggregate)), ty: array, loc })
    }

    // Reductions

    /// `A'Reduce (Reducer, Init)` and `[for … => E]'Reduce (Reducer, Init)`.
    pub fn reduce(&mut self, attribute: &'a ast::Attribute, expected: Option<TypeId>, span: Span) -> Denoted<'a> {
        let std = self.tree.types.std;
        let loc = self.loc(span);
        let [reducer, init] = attribute.arguments.as_slice() else {
            self.error(span, "attribute \"Reduce\" needs a reducer and an initial value");
            return Denoted::Error;
        };
        let (Some(reducer), Some(init)) = (reducer.expr(), init.expr()) else { return Denoted::Error };
        let old = self.open(ScopeKind::Inner);
        let (mut held, mut within) = (None, None);
        let found = self.reduced_values(&attribute.prefix, span, &mut held, &mut within);
        let Some((var, low, high, body)) = found else {
            self.scope = old;
            return Denoted::Error;
        };
        let reverse = iterated_alone(&attribute.prefix).is_some_and(|iterated| iterated.iterator.reverse);
        // The accumulator has the type the context wants, else that of the values.
        let candidates = self.types_of(init);
        let element = self.tree.types.base(body.ty);
        let fits = |ty: &TypeId| candidates.iter().any(|from| self.tree.types.compatible(*from, *ty));
        let ty = expected.map(|ty| self.tree.types.base(ty)).filter(|ty| fits(ty)).unwrap_or(element);
        let ty = if ty == std.universal_integer { std.integer } else { ty };
        let body = if body.ty == std.universal_integer { self.coerce(body, ty, span) } else { body };
        let init = self.expr(init, Some(ty));
        let accumulator = self.hidden_object("accumulator", loc, ty, ObjectKind::Variable);
        let left = Expr { kind: ExprKind::Object(accumulator), ty, loc };
        let combine = self.reducer(reducer, left.clone(), body.clone(), ty, span);
        self.scope = old;
        let Some(mut combine) = combine else { return Denoted::Error };
        if let Some(within) = within {
            // Values that do not satisfy the predicates of the subtype are passed over (RM 5.5 (9)).
            combine = Expr { kind: ExprKind::If(vec![(within, combine)], Box::new(left)), ty, loc };
        }
        let reduce = Reduce { var, low, high, reverse, body, accumulator, init, combine };
        let found = Expr { kind: ExprKind::Reduce(Box::new(reduce)), ty, loc };
        Denoted::Value(match held {
            Some(held) => Expr { kind: ExprKind::Let(vec![held], Box::new(found)), ty, loc },
            None => found,
        })
    }

    /// Index values have no order in an iterated component association (RM 4.3.3 (5.1)).
    fn no_reverse(&mut self, iterator: &ast::IteratorSpec) {
        if iterator.reverse {
            self.error(iterator.name.span, "\"reverse\" not allowed in iterated component association");
        }
    }

    fn reduced_values(
        &mut self,
        prefix: &'a ast::Name,
        span: Span,
        held: &mut Option<(super::tree::ObjId, Expr)>,
        within: &mut Option<Expr>,
    ) -> Option<(super::tree::ObjId, Expr, Expr, Expr)> {
        if let Some(iterated) = iterated_alone(prefix) {
            if !iterated.more_choices.is_empty() {
                self.reject(iterated.span, "several choices in a reduction (RM 4.5.10)");
                return None;
            }
            let name = &iterated.iterator.name;
            let (var, low, high) = match &iterated.iterator.domain {
                ast::IteratorDomain::In(range) => {
                    self.no_reverse(&iterated.iterator);
                    let range = self.discrete_range(range, None);
                    let subtype = range.ty;
                    let ty = self.tree.types.base(subtype);
                    let var = self.new_object(self.spelling(name), self.loc(name.span), ty, ObjectKind::LoopParameter);
                    self.declare(name, Entity::Object(var));
                    *within = self.predicate_filter(var, subtype, &iterated.iterator);
                    let (low, high) = self.checked_bounds(range, held);
                    (var, low, high)
                }
                ast::IteratorDomain::Of(array) => {
                    let array = self.name_value(array, None);
                    let array = self.iterated_in_expression(array, name.span);
                    let array = self.held_array(array, held);
                    let (var, low, high, element) = self.iterate_elements(&array, name.span)?;
                    self.declare(name, Entity::Renamed(std::rc::Rc::new(element)));
                    (var, low, high)
                }
            };
            let filter = iterated.iterator.filter.as_ref().map(|filter| self.condition(filter));
            *within = self.both(within.take(), filter);
            let body = self.expr(&iterated.value, None);
            return Some((var, low, high, body));
        }
        let array = self.name_value(prefix, None);
        let array = self.held_array(array, held);
        self.iterate_elements(&array, span)
    }

    fn reducer(&mut self, reducer: &'a ast::Expr, left: Expr, right: Expr, ty: TypeId, span: Span) -> Option<Expr> {
        let loc = self.loc(span);
        let symbol = match &reducer.kind {
            ast::ExprKind::String(text) => Some(text.to_lowercase()),
            ast::ExprKind::Name(name) => name
                .as_ident()
                .map(|ident| self.names.text(ident.symbol).trim_matches('"').to_string())
                .filter(|text| {
                    !text.chars().next().is_some_and(char::is_alphabetic)
                        || ["and", "or", "xor"].contains(&text.as_str())
                }),
            _ => None,
        };
        if let Some(symbol) = symbol {
            let ops =
                [ast::BinaryOp::Plus, ast::BinaryOp::Times, ast::BinaryOp::And, ast::BinaryOp::Or, ast::BinaryOp::Xor];
            let Some(op) = ops.into_iter().find(|op| op.text() == symbol) else {
                self.reject(reducer.span, "this reducer (RM 4.5.10)");
                return None;
            };
            return Some(self.predefined_binary(op, left, right, ty, loc));
        }
        let name = reducer.as_name()?;
        if let ast::NameKind::Attribute(attribute) = &name.kind {
            let which = self.names.text(attribute.designator.symbol).to_string();
            let builtin = match which.as_str() {
                "min" => super::tree::Builtin::Min,
                "max" => super::tree::Builtin::Max,
                _ => {
                    self.reject(reducer.span, "this reducer (RM 4.5.10)");
                    return None;
                }
            };
            return Some(Expr { kind: ExprKind::Builtin(builtin, vec![left, right]), ty, loc });
        }
        match self.denote(name) {
            Denoted::Calls(calls) => {
                let found = calls.candidates.iter().find_map(|callable| match callable {
                    Callable::Subprogram(subp) if self.tree.subprogram(*subp).params.len() == 2 => Some(*subp),
                    _ => None,
                });
                let subp = found?;
                let result = self.tree.subprogram(subp).result?;
                Some(Expr { kind: ExprKind::Call(subp, vec![left, right]), ty: result, loc })
            }
            _ => {
                self.error(reducer.span, "reducer must be a subprogram or operator");
                None
            }
        }
    }
}

/// The iterated association that is all of an aggregate, which a name is the value of: `[for X of A => F (X)]`.
fn iterated_alone(prefix: &ast::Name) -> Option<&ast::IteratedAssociation> {
    let ast::NameKind::Value(value) = &prefix.kind else { return None };
    let ast::ExprKind::Aggregate(aggregate) = &value.unparenthesized().kind else { return None };
    match aggregate.items.as_slice() {
        [AggregateItem::Iterated(iterated)] => Some(iterated),
        _ => None,
    }
}

/// Whether a component exists with these values of discriminants, by their places; `None` if they are not known.
fn exists<'v>(component: &Component, value: impl Fn(usize) -> Option<&'v Int>) -> Option<bool> {
    for (discriminant, ranges) in &component.guard {
        let value = value(*discriminant)?;
        if !ranges.iter().any(|(low, high)| low <= value && value <= high) {
            return Some(false);
        }
    }
    Some(true)
}
