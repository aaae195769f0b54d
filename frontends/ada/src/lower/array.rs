//! Arrays: indices, slices, aggregates, concatenation, reductions.

use super::Refusal;
use super::effects;
use super::procedure::{Context, Proc};
use crate::place::Loc;
use crate::sema::tree::{ArrayAggregate, Choice2, Expr, ExprKind, NamedComponent, ObjId, Reduce};
use crate::sema::types::{Constraint, Kind, TypeId as AdaType};
use horn_frontend::ir::{self, BinaryOp as Ir, BoundId, CheckKind, ExprId, Range, TypeId};
use horn_solver::num::Int;

/// Named ranges of an aggregate up to this length become single items, longer ones a formula.
pub(super) const MAX_ITEMS: i64 = 64;

/// A part of an aggregate: the first index, the last one, the value as a function of the index.
struct Part {
    low: ExprId,
    high: ExprId,
    var: Option<(BoundId, ExprId)>,
    value: ExprId,
}

impl Proc<'_, '_> {
    /// The bounds of an array value in a dimension, as constants where they are static.
    pub fn value_bounds(&mut self, array: ExprId, dimension: u32, loc: Loc) -> (ExprId, ExprId) {
        let ty = self.b.type_of(array);
        if let ir::TypeKind::Array(ir::ArrayType { bounds: Some(bounds), .. }) = &self.l.program.ty(ty).kind {
            let Range { first, last } = bounds[dimension as usize].clone();
            return (self.b.int(first, TypeId::INT, loc), self.b.int(last, TypeId::INT, loc));
        }
        (
            self.b.expr(ir::ExprKind::First(array, dimension), TypeId::INT, loc),
            self.b.expr(ir::ExprKind::Last(array, dimension), TypeId::INT, loc),
        )
    }

    /// Index values, each checked against the bounds.
    pub fn indices(&mut self, array: &Expr, value: ExprId, indices: &[Expr]) -> Result<Vec<ExprId>, Refusal> {
        let exprs: Vec<&Expr> = indices.iter().collect();
        let values = self.values(&exprs)?;
        let mut found = Vec::new();
        for ((index, at), dimension) in indices.iter().zip(values).zip(0u32..) {
            let at = self.as_index(at, index.loc);
            let (low, high) = self.value_bounds(value, dimension, index.loc);
            let known = match (&self.b.node(low).kind, &self.b.node(high).kind, self.range_of(index)) {
                (ir::ExprKind::Int(low), ir::ExprKind::Int(high), Some((first, last))) => {
                    *low <= first && last <= *high
                }
                _ => false,
            };
            let inside = if known { self.b.bool(true, index.loc) } else { self.b.between(at, low, high, index.loc) };
            // A loop parameter over the very range of the array needs no thought either, but the solver's.
            let text = self.source_of(index);
            let stated = match self.source_of(array) {
                array if array.is_empty() || text.is_empty() => text,
                array if indices.len() > 1 => format!("{text} in {array}'Range ({})", dimension + 1),
                array => format!("{text} in {array}'Range"),
            };
            let reason = "value must be a valid index into the array";
            self.check_of(CheckKind::Index, index.loc, inside, reason, &stated)?;
            found.push(at);
        }
        Ok(found)
    }

    /// A slice: a null range fits anywhere, others must be inside.
    pub fn slice(&mut self, array: &Expr, low: &Expr, high: &Expr, ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let value = self.value(array)?;
        let (first, last) = self.slice_bounds(value, low, high, loc)?;
        let dynamic = self.l.array_with_dynamic_bounds(ty).map_err(|what| (loc, what))?;
        let value = self.shape_to(value, dynamic, loc);
        Ok(self.b.expr(ir::ExprKind::Slice(value, first, last), dynamic, loc))
    }

    pub fn slice_bounds(
        &mut self,
        array: ExprId,
        low: &Expr,
        high: &Expr,
        loc: Loc,
    ) -> Result<(ExprId, ExprId), Refusal> {
        let values = self.values(&[low, high])?;
        let (first, last) = (self.as_index(values[0], loc), self.as_index(values[1], loc));
        let (bottom, top) = self.value_bounds(array, 0, loc);
        let null = self.b.compare(Ir::Gt, first, last, loc);
        let above = self.b.compare(Ir::Le, bottom, first, loc);
        let below = self.b.compare(Ir::Le, last, top, loc);
        let inside = self.b.and(above, below, loc);
        let fine = self.b.or(null, inside, loc);
        self.check(CheckKind::Range, loc, fine, "slice bounds must fit in the underlying array")?;
        Ok((first, last))
    }

    /// The bounds of an index subtype of an array type; `None` if it has no constraint.
    fn index_range(&mut self, ty: AdaType, dimension: usize, loc: Loc) -> Result<Option<(ExprId, ExprId)>, Refusal> {
        let types = &self.tree().types;
        let Some(index) = types.array(ty).and_then(|(index, _)| index.get(dimension).copied()) else { return Ok(None) };
        let Constraint::Range(bottom, top) = types[index].constraint.clone() else { return Ok(None) };
        Ok(Some((self.index_bound(&bottom, index, loc)?, self.index_bound(&top, index, loc)?)))
    }

    /// The bounds of an array value belong to its index subtype, unless the range is null (RM 3.6.1 (3), 4.3.3 (28),
    /// 4.6 (38)).
    pub fn check_index_subtype(
        &mut self,
        ty: AdaType,
        dimension: usize,
        (first, last): (ExprId, ExprId),
        loc: Loc,
    ) -> Result<(), Refusal> {
        let Some((bottom, top)) = self.index_range(ty, dimension, loc)? else { return Ok(()) };
        let inside = self.range_inside(first, last, bottom, top, loc);
        if matches!(self.b.node(inside).kind, ir::ExprKind::Bool(true)) {
            return Ok(());
        }
        self.check(CheckKind::Range, loc, inside, "bounds of the array must be in its index subtype")
    }

    /// The bounds that an array brings along when it is converted to a type with another index subtype. GNAT takes a
    /// null array only if one of its bounds belongs to the subtype (RM 4.6 (38) takes any).
    pub fn check_converted_bounds(
        &mut self,
        ty: AdaType,
        dimension: usize,
        (first, last): (ExprId, ExprId),
        loc: Loc,
    ) -> Result<(), Refusal> {
        let Some((bottom, top)) = self.index_range(ty, dimension, loc)? else { return Ok(()) };
        let fine = self.b.between(first, bottom, top, loc);
        let end = self.b.between(last, bottom, top, loc);
        let null = self.b.compare(Ir::Gt, first, last, loc);
        let (some, both) = (self.b.or(fine, end, loc), self.b.and(fine, end, loc));
        let null = self.b.and(null, some, loc);
        let inside = self.b.or(null, both, loc);
        self.check(CheckKind::Range, loc, inside, "bounds of the array must be in its index subtype")
    }

    /// A string literal.
    pub fn text(&mut self, text: &[u32], ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let Some((index, element)) = self.tree().types.array(ty).map(|(index, element)| (index[0], element)) else {
            return Err((loc, "string literal".into()));
        };
        let low = match self.l.static_bounds(ty) {
            Some(bounds) => bounds[0].first.clone(),
            None => self.tree().types.static_range(index).map_or(Int::from(1), |(low, _)| low),
        };
        let count = Int::from(i64::try_from(text.len()).unwrap_or(i64::MAX));
        let high = &(&low + &count) - &Int::from(1);
        let static_ty =
            self.l.array_with_bounds(ty, vec![Range::new(low.clone(), high.clone())]).map_err(|what| (loc, what))?;
        let ends = (self.b.int(low.clone(), TypeId::INT, loc), self.b.int(high.clone(), TypeId::INT, loc));
        self.check_index_subtype(ty, 0, ends, loc)?;
        let element = self.ty(element, loc)?;
        let mut items = Vec::new();
        for (position, offset) in text.iter().zip(0i64..) {
            let at = self.b.int(&low + &Int::from(offset), TypeId::INT, loc);
            let value = self.b.int(i64::from(*position), element, loc);
            items.push((vec![at], value));
        }
        let bounds = vec![(self.b.int(low, TypeId::INT, loc), self.b.int(high, TypeId::INT, loc))];
        Ok(self.b.expr(ir::ExprKind::Aggregate { bounds, others: None, items }, static_ty, loc))
    }

    /// `Left & Right`: the lower bound is that of the left operand, or of the right one if the left one is null
    /// (RM 4.5.3 (6, 7)); the index subtype's for components.
    pub fn concat(
        &mut self,
        left: &(Expr, bool),
        right: &(Expr, bool),
        ty: AdaType,
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        let dynamic = self.l.array_with_dynamic_bounds(ty).map_err(|what| (loc, what))?;
        let Some((index, element)) = self.tree().types.array(ty).map(|(index, element)| (index[0], element)) else {
            return Err((loc, "concatenation".into()));
        };
        let (first_of_index, last_of_index) = self
            .tree()
            .types
            .static_range(index)
            .ok_or_else(|| (loc, "concatenation with a dynamic index subtype (RM 4.5.3)".to_string()))?;
        self.independent(&[&left.0, &right.0], true, loc)?;
        let mut parts = Vec::new();
        for (operand, component) in [left, right] {
            let value = if *component {
                let value = self.converted(operand, element, operand.loc)?;
                let low = self.b.int(first_of_index.clone(), TypeId::INT, loc);
                let kind =
                    ir::ExprKind::Aggregate { bounds: vec![(low, low)], others: None, items: vec![(vec![low], value)] };
                self.b.expr(kind, dynamic, loc)
            } else {
                let value = self.value(operand)?;
                self.shape_to(value, dynamic, loc)
            };
            let later = parts.is_empty() && self.changes_something(&right.0);
            parts.push(if later { self.kept(value, operand.loc) } else { value });
        }
        let constrained = matches!(self.tree().types.kind(ty), Kind::Array { constrained: true, .. });
        let first = match constrained {
            true => self.b.int(first_of_index, TypeId::INT, loc),
            false => self.b.expr(ir::ExprKind::First(parts[0], 0), TypeId::INT, loc),
        };
        let length = self.b.expr(ir::ExprKind::Length(parts[0], 0), TypeId::INT, loc);
        let zero = self.b.int(0, TypeId::INT, loc);
        let null = self.b.compare(Ir::Eq, length, zero, loc);
        let other = self.b.expr(ir::ExprKind::First(parts[1], 0), TypeId::INT, loc);
        let low = if left.1 { first } else { self.b.ite(null, other, first, loc) };
        // The upper bound must be in the index subtype; behind a null left operand it is that of the right one.
        let right_length = self.b.expr(ir::ExprKind::Length(parts[1], 0), TypeId::INT, loc);
        let total = self.b.binary(Ir::Add, length, right_length, TypeId::INT, loc);
        let end = self.b.binary(Ir::Add, low, total, TypeId::INT, loc);
        let top = self.b.int(&last_of_index + &Int::from(1), TypeId::INT, loc);
        let fits = self.b.compare(Ir::Le, end, top, loc);
        let fits = if left.1 { fits } else { self.b.or(null, fits, loc) };
        self.check(CheckKind::Range, loc, fits, "")?;
        let whole = self.b.expr(ir::ExprKind::Concat(parts[0], parts[1], low), dynamic, loc);
        if [left, right].into_iter().any(|(operand, component)| *component || self.has_components(operand)) {
            return Ok(whole);
        }
        // Of two null operands the result is the right one, with its upper bound too.
        let none = self.b.compare(Ir::Eq, total, zero, loc);
        Ok(self.b.ite(none, parts[1], whole, loc))
    }

    /// Whether an array is known to have components.
    fn has_components(&self, array: &Expr) -> bool {
        match &array.kind {
            ExprKind::Text(text) => !text.is_empty(),
            ExprKind::Array(aggregate) if !aggregate.positional.is_empty() => true,
            ExprKind::Concat(left, right) => {
                [left, right].into_iter().any(|side| side.1 || self.has_components(&side.0))
            }
            _ => self.l.static_bounds(array.ty).is_some_and(|bounds| bounds.iter().all(|range| !range.is_empty())),
        }
    }

    /// An array aggregate. Its parts are evaluated for every component they stand for.
    pub fn array_aggregate(&mut self, aggregate: &ArrayAggregate, ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let Some((dimensions, element)) = self.tree().types.array(ty).map(|(index, element)| (index.len(), element))
        else {
            return Err((loc, "array aggregate".into()));
        };
        if dimensions > 1 {
            return self.nested_aggregate(aggregate, ty, dimensions, element, loc);
        }
        let (low, high) = self.aggregate_bounds(aggregate, loc)?;
        if aggregate.others.is_none() {
            self.check_index_subtype(ty, 0, (low, high), loc)?;
        }
        if self.must_go_one_by_one(aggregate, (ty, element), (low, high)) {
            self.independent_parts(aggregate, loc)?;
            return self.aggregate_one_by_one(aggregate, (ty, element), &[(low, high)], loc);
        }
        let wanted = self.aggregate_type(ty, &[(low, high)], loc)?;
        let mut items: Vec<(Vec<ExprId>, ExprId)> = Vec::new();
        let mut parts: Vec<Part> = Vec::new();
        let mut at = low;
        let one = self.b.int(1, TypeId::INT, loc);
        self.independent_parts(aggregate, loc)?;
        let named = aggregate.named.iter().filter_map(|named| named.value.as_ref());
        let mut values = aggregate.positional.iter().chain(named).chain(aggregate.others.iter().flatten());
        let changing = values.any(|value| self.changes_something(value));
        for (value, position) in aggregate.positional.iter().zip(0i64..) {
            if position > 0 {
                at = match &self.b.node(low).kind {
                    ir::ExprKind::Int(low) => {
                        let next = low + &Int::from(position);
                        self.b.int(next, TypeId::INT, loc)
                    }
                    _ => self.b.binary(Ir::Add, at, one, TypeId::INT, loc),
                };
            }
            let value = self.component(value, element)?;
            let value = if changing { self.kept(value, loc) } else { value };
            items.push((vec![at], value));
        }
        if aggregate.others.is_some() {
            self.check_positions_fit(aggregate.positional.len(), (low, high), loc)?;
        }
        for named in &aggregate.named {
            let (first, last) = self.choice_bounds(aggregate, named, (low, high))?;
            self.check_choice_fits(aggregate, (first, last), (low, high), named.low.loc)?;
            let count = match (&self.b.node(first).kind, &self.b.node(last).kind) {
                (ir::ExprKind::Int(first), ir::ExprKind::Int(last)) => (last - first).to_i64().map(|n| n + 1),
                _ if named.high.is_none() => Some(1),
                _ => None,
            };
            match count {
                Some(count)
                    if named.var.is_none()
                        && count <= MAX_ITEMS
                        && self.varies_in(ty, named.value.as_ref(), element) =>
                {
                    for offset in 0..count.max(0) {
                        let at = self.shifted(first, offset, loc);
                        let value = self.each_component(named.value.as_ref(), (ty, element), loc)?;
                        items.push((vec![at], value));
                    }
                }
                Some(count) if named.var.is_none() && count <= MAX_ITEMS => {
                    let value = match &named.value {
                        Some(value) => self.guarded_component(value, element, first, last)?,
                        None => self.box_component(ty, element, loc)?,
                    };
                    for offset in 0..count.max(0) {
                        let at = self.shifted(first, offset, loc);
                        items.push((vec![at], value));
                    }
                }
                _ if self.varies_in(ty, named.value.as_ref(), element) => {
                    return Err((
                        named.low.loc,
                        "aggregate with parts that differ at each evaluation (RM 4.3.3)".into(),
                    ));
                }
                _ => parts.push(self.part(named.var, (first, last), named.value.as_ref(), (ty, element), loc)?),
            }
        }
        let others = match &aggregate.others {
            Some(value) if self.varies_in(ty, value.as_ref(), element) => {
                let Some(left) = self.others_indices(low, high, &items) else {
                    return Err((loc, "aggregate with parts that differ at each evaluation (RM 4.3.3)".into()));
                };
                for at in left {
                    let at = self.b.int(at, TypeId::INT, loc);
                    let value = self.each_component(value.as_ref(), (ty, element), loc)?;
                    items.push((vec![at], value));
                }
                Some(self.any_component(element, loc)?)
            }
            Some(Some(value)) => Some(self.guarded_component(value, element, low, high)?),
            Some(None) => {
                let some = self.b.compare(Ir::Le, low, high, loc);
                self.context.push(super::procedure::Context::Guard(some));
                let value = self.box_component(ty, element, loc);
                self.context.pop();
                Some(value?)
            }
            None => None,
        };
        let bounds = vec![(low, high)];
        if parts.is_empty() {
            return Ok(self.b.expr(ir::ExprKind::Aggregate { bounds, others, items }, wanted, loc));
        }
        // A formula for the component at an index: the ranges, then the rest, then single items on top.
        let (var, index) = self.b.bound(TypeId::INT, loc);
        let mut parts = parts.into_iter().rev();
        let mut body = match (others, parts.next()) {
            (Some(others), Some(first)) => self.choose_part(first, index, others, loc),
            (None, Some(first)) => match first.var {
                Some((own, _)) => self.substituted(own, first.value, index),
                None => first.value,
            },
            (_, None) => return Err((loc, "array aggregate".into())),
        };
        for part in parts {
            body = self.choose_part(part, index, body, loc);
        }
        for (at, value) in items {
            let here = self.b.compare(Ir::Eq, index, at[0], loc);
            body = self.b.ite(here, value, body, loc);
        }
        Ok(self.b.expr(ir::ExprKind::Comprehension { bounds, vars: vec![var], body }, wanted, loc))
    }

    /// The range of a named choice. The bounds of an only choice are those of the aggregate, and evaluated once.
    pub fn choice_bounds(
        &mut self,
        aggregate: &ArrayAggregate,
        named: &NamedComponent,
        whole: (ExprId, ExprId),
    ) -> Result<(ExprId, ExprId), Refusal> {
        if aggregate.others.is_none() && aggregate.named.len() == 1 {
            return Ok(whole);
        }
        let first = self.value(&named.low)?;
        let first = self.as_index(first, named.low.loc);
        let Some(high) = &named.high else { return Ok((first, first)) };
        let last = self.value(high)?;
        Ok((first, self.as_index(last, high.loc)))
    }

    /// The same for a component of this array type, which may have a default of its own.
    pub fn varies_in(&self, ty: AdaType, value: Option<&Expr>, element: AdaType) -> bool {
        let own = self.tree().types[ty].default.as_deref();
        self.varies(value.or(own), element)
    }

    /// Whether two evaluations of a component's expression may give different values, or evaluating it twice does
    /// something else than evaluating it once; without an expression it has its default value.
    pub fn varies(&self, value: Option<&Expr>, element: AdaType) -> bool {
        match value {
            Some(value) => self.changes_something(value) || self.gives_unknown(value),
            None => !self.wholly_default(element),
        }
    }

    /// The value of one component out of several with the same expression.
    fn each_component(
        &mut self,
        value: Option<&Expr>,
        (array, element): (AdaType, AdaType),
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        let value = match value {
            Some(value) => self.component(value, element)?,
            None => self.box_component(array, element, loc)?,
        };
        Ok(self.kept(value, loc))
    }

    /// A value where no component is left.
    pub fn any_component(&mut self, element: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let ty = self.ty(element, loc)?;
        let var = self.b.temporary("unused", ty, loc);
        Ok(self.b.var(var, loc))
    }

    /// The indices between static bounds that no item has, if these are static too and not many.
    fn others_indices(&self, low: ExprId, high: ExprId, items: &[(Vec<ExprId>, ExprId)]) -> Option<Vec<Int>> {
        let number = |at: ExprId| match &self.b.node(at).kind {
            ir::ExprKind::Int(value) => Some(value.clone()),
            _ => None,
        };
        let (low, high) = (number(low)?, number(high)?);
        let taken: Vec<Int> = items.iter().map(|(at, _)| number(at[0])).collect::<Option<_>>()?;
        let count = (&high - &low).to_i64()? + 1;
        let all = (count <= MAX_ITEMS).then(|| (0..count.max(0)).map(|offset| &low + &Int::from(offset)))?;
        Some(all.filter(|at| !taken.contains(at)).collect())
    }

    /// An index a number of places further on.
    fn shifted(&mut self, first: ExprId, offset: i64, loc: Loc) -> ExprId {
        match &self.b.node(first).kind {
            ir::ExprKind::Int(first) => {
                let at = first + &Int::from(offset);
                self.b.int(at, TypeId::INT, loc)
            }
            _ => first,
        }
    }

    fn choose_part(&mut self, part: Part, index: ExprId, otherwise: ExprId, loc: Loc) -> ExprId {
        let inside = self.b.between(index, part.low, part.high, loc);
        let value = match part.var {
            Some((own, _)) => self.substituted(own, part.value, index),
            None => part.value,
        };
        self.b.ite(inside, value, otherwise, loc)
    }

    /// The value of a part of an aggregate, as a formula over its index.
    fn part(
        &mut self,
        object: Option<ObjId>,
        (low, high): (ExprId, ExprId),
        value: Option<&Expr>,
        (array, element): (AdaType, AdaType),
        loc: Loc,
    ) -> Result<Part, Refusal> {
        let Some(value) = value else {
            let value = self.box_component(array, element, loc)?;
            return Ok(Part { low, high, var: None, value });
        };
        let Some(object) = object else {
            let value = self.guarded_component(value, element, low, high)?;
            return Ok(Part { low, high, var: None, value });
        };
        let ty = self.tree().object(object).ty;
        let ty = self.ty(ty, loc)?;
        let (var, bound) = self.b.bound(TypeId::INT, loc);
        let index = self.at_index(bound, ty, loc);
        self.env.insert(object, index);
        self.context.push(Context::Bound { var, low, high, undecided: None });
        let found = self.component(value, element);
        self.context.pop();
        self.env.remove(&object);
        Ok(Part { low, high, var: Some((var, bound)), value: found? })
    }

    /// An expression with a bound variable replaced by an index.
    pub fn substituted(&mut self, var: BoundId, value: ExprId, index: ExprId) -> ExprId {
        let mut done = std::collections::BTreeMap::new();
        self.substitute(var, value, index, &mut done)
    }

    fn substitute(
        &mut self,
        var: BoundId,
        value: ExprId,
        index: ExprId,
        done: &mut std::collections::BTreeMap<ExprId, ExprId>,
    ) -> ExprId {
        if let Some(known) = done.get(&value) {
            return *known;
        }
        let node = self.b.node(value).clone();
        let found = if node.kind == ir::ExprKind::Bound(var) {
            index
        } else {
            // Depth is bounded by the arena's limit.
            let mut changed = false;
            let mut operands = Vec::new();
            node.kind.operands(|operand| operands.push(operand));
            let mut map = std::collections::BTreeMap::new();
            for operand in operands {
                let new = self.substitute(var, operand, index, done);
                changed |= new != operand;
                map.insert(operand, new);
            }
            if changed { self.b.expr(super::place::renamed(&node.kind, &map), node.ty, node.loc) } else { value }
        };
        done.insert(value, found);
        found
    }

    /// A component, checked only if the range is not empty.
    fn guarded_component(
        &mut self,
        value: &Expr,
        element: AdaType,
        low: ExprId,
        high: ExprId,
    ) -> Result<ExprId, Refusal> {
        if value.value().is_some() || matches!(value.kind, ExprKind::Object(_)) {
            return self.component(value, element);
        }
        let static_some = match (&self.b.node(low).kind, &self.b.node(high).kind) {
            (ir::ExprKind::Int(low), ir::ExprKind::Int(high)) => low <= high,
            _ => low == high,
        };
        if static_some {
            return self.component(value, element);
        }
        let some = self.b.compare(Ir::Le, low, high, value.loc);
        if self.needs_control(value) {
            let ty = self.ty(element, value.loc)?;
            let var = self.b.temporary("component", ty, value.loc);
            self.b.begin_if(some, value.loc);
            let found = self.component(value, element)?;
            self.b.assign(var, found, value.loc);
            self.b.end_if();
            return Ok(self.b.var(var, value.loc));
        }
        self.context.push(Context::Guard(some));
        let found = self.component(value, element);
        self.context.pop();
        found
    }

    pub fn component(&mut self, value: &Expr, element: AdaType) -> Result<ExprId, Refusal> {
        let found = self.converted(value, element, value.loc)?;
        Ok(self.as_own(found, element, value.loc))
    }

    fn range_inside(&mut self, first: ExprId, last: ExprId, low: ExprId, high: ExprId, loc: Loc) -> ExprId {
        if let [Some(first), Some(last), Some(low), Some(high)] =
            [first, last, low, high].map(|at| match &self.b.node(at).kind {
                ir::ExprKind::Int(value) => Some(value.clone()),
                _ => None,
            })
        {
            return self.b.bool(first > last || (low <= first && last <= high), loc);
        }
        let null = self.b.compare(Ir::Gt, first, last, loc);
        let above = self.b.compare(Ir::Le, low, first, loc);
        let below = self.b.compare(Ir::Le, last, high, loc);
        let inside = self.b.and(above, below, loc);
        self.b.or(null, inside, loc)
    }

    pub fn aggregate_bounds(&mut self, aggregate: &ArrayAggregate, loc: Loc) -> Result<(ExprId, ExprId), Refusal> {
        let (low, high) = match &aggregate.bounds {
            (low, Some(high)) if low == high => {
                let low = self.value(low)?;
                (low, Some(low))
            }
            (low, Some(high)) => {
                let values = self.values(&[low, high])?;
                (values[0], Some(values[1]))
            }
            (low, None) => (self.value(low)?, None),
        };
        let low = self.as_index(low, loc);
        let high = match high {
            Some(high) => self.as_index(high, loc),
            None => {
                let count = i64::try_from(aggregate.positional.len()).unwrap_or(i64::MAX);
                match &self.b.node(low).kind {
                    ir::ExprKind::Int(low) => {
                        let high = &(low + &Int::from(count)) - &Int::from(1);
                        self.b.int(high, TypeId::INT, loc)
                    }
                    _ => {
                        let offset = self.b.int(count - 1, TypeId::INT, loc);
                        self.b.binary(Ir::Add, low, offset, TypeId::INT, loc)
                    }
                }
            }
        };
        Ok((low, high))
    }

    /// The type of an aggregate with these bounds: static if they are.
    pub fn aggregate_type(&mut self, ty: AdaType, bounds: &[(ExprId, ExprId)], loc: Loc) -> Result<TypeId, Refusal> {
        let mut ranges = Vec::new();
        for (low, high) in bounds {
            match (&self.b.node(*low).kind, &self.b.node(*high).kind) {
                (ir::ExprKind::Int(low), ir::ExprKind::Int(high)) => ranges.push(Range::new(low.clone(), high.clone())),
                _ => return self.l.array_with_dynamic_bounds(ty).map_err(|what| (loc, what)),
            }
        }
        if self.l.static_bounds(ty).as_ref() == Some(&ranges) {
            return self.ty(ty, loc);
        }
        self.l.array_with_bounds(ty, ranges).map_err(|what| (loc, what))
    }

    /// An aggregate of several dimensions: only regular ones, whose inner aggregates have the same bounds.
    fn nested_aggregate(
        &mut self,
        aggregate: &ArrayAggregate,
        ty: AdaType,
        dimensions: usize,
        element: AdaType,
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        let mut bounds = Vec::new();
        let mut at = Some(aggregate);
        while let Some(level) = at {
            let ends = [Some(&level.bounds.0), level.bounds.1.as_ref()];
            if ends.into_iter().flatten().any(|end| self.changes_something(end)) {
                return Err((loc, "bounds with effects in a multi-dimensional aggregate (RM 4.3.3)".into()));
            }
            let ends = self.aggregate_bounds(level, loc)?;
            if level.others.is_none() {
                self.check_index_subtype(ty, level.dimension, ends, loc)?;
            }
            bounds.push(ends);
            at = first_nested(level);
        }
        if bounds.len() != dimensions {
            return Err((loc, "this form of multi-dimensional aggregate (RM 4.3.3)".into()));
        }
        if self.some_leaf_varies(aggregate, (ty, element)) {
            self.independent_levels(aggregate, loc)?;
            return self.aggregate_one_by_one(aggregate, (ty, element), &bounds, loc);
        }
        let wanted = self.aggregate_type(ty, &bounds, loc)?;
        let mut vars = Vec::new();
        let mut indices = Vec::new();
        for _ in 0..dimensions {
            let (var, index) = self.b.bound(TypeId::INT, loc);
            vars.push(var);
            indices.push(index);
        }
        let body = self.nested_body(aggregate, (ty, element), &bounds, &indices, &vars, loc)?;
        Ok(self.b.expr(ir::ExprKind::Comprehension { bounds, vars, body }, wanted, loc))
    }

    fn nested_body(
        &mut self,
        aggregate: &ArrayAggregate,
        of: (AdaType, AdaType),
        bounds: &[(ExprId, ExprId)],
        indices: &[ExprId],
        vars: &[BoundId],
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        let level = aggregate.dimension;
        let (low, high) = bounds[level];
        let index = indices[level];
        let own = self.aggregate_bounds(aggregate, loc)?;
        self.check_same_bounds(own, (low, high), loc)?;
        if aggregate.others.is_some() {
            self.check_positions_fit(aggregate.positional.len(), (low, high), loc)?;
        }
        let mut body: Option<ExprId> = None;
        match &aggregate.others {
            Some(Some(value)) => body = Some(self.nested_value(value, of, bounds, indices, vars, loc)?),
            Some(None) => body = Some(self.nested_box(of, loc)?),
            None => {}
        }
        for named in aggregate.named.iter().rev() {
            let (first, last) = self.choice_bounds(aggregate, named, (low, high))?;
            self.check_choice_fits(aggregate, (first, last), (low, high), named.low.loc)?;
            if let Some(object) = named.var {
                let ty = self.tree().object(object).ty;
                let ty = self.ty(ty, loc)?;
                let value = self.at_index(index, ty, loc);
                self.env.insert(object, value);
                self.context.push(Context::Bound { var: vars[level], low: first, high: last, undecided: None });
            }
            let value = match &named.value {
                Some(value) => self.nested_value(value, of, bounds, indices, vars, loc),
                None => self.nested_box(of, loc),
            };
            if let Some(object) = named.var {
                self.context.pop();
                self.env.remove(&object);
            }
            let value = value?;
            body = Some(match body {
                None => value,
                Some(before) => {
                    let here = self.b.between(index, first, last, loc);
                    self.b.ite(here, value, before, loc)
                }
            });
        }
        for (value, position) in aggregate.positional.iter().zip(0i64..).collect::<Vec<_>>().into_iter().rev() {
            let value = self.nested_value(value, of, bounds, indices, vars, loc)?;
            let offset = self.b.int(position, TypeId::INT, loc);
            let at = self.b.binary(Ir::Add, low, offset, TypeId::INT, loc);
            body = Some(match body {
                None => value,
                Some(before) => {
                    let here = self.b.compare(Ir::Eq, index, at, loc);
                    self.b.ite(here, value, before, loc)
                }
            });
        }
        match body {
            Some(body) => Ok(body),
            None => self.any_component(of.1, loc),
        }
    }

    /// In front of `others` there are no more components than the array has (RM 4.3.3 (29)).
    pub fn check_positions_fit(
        &mut self,
        count: usize,
        (low, high): (ExprId, ExprId),
        loc: Loc,
    ) -> Result<(), Refusal> {
        if count == 0 {
            return Ok(());
        }
        let count = self.b.int(i64::try_from(count).unwrap_or(i64::MAX), TypeId::INT, loc);
        let length = self.length_of(low, high, loc);
        let fits = self.b.compare(Ir::Le, count, length, loc);
        self.check(CheckKind::Range, loc, fits, "")
    }

    /// In front of `others` a choice names components that the array has (RM 4.3.3 (29)).
    pub fn check_choice_fits(
        &mut self,
        aggregate: &ArrayAggregate,
        (first, last): (ExprId, ExprId),
        (low, high): (ExprId, ExprId),
        loc: Loc,
    ) -> Result<(), Refusal> {
        if aggregate.others.is_none() {
            return Ok(());
        }
        let inside = self.range_inside(first, last, low, high, loc);
        self.check(CheckKind::Range, loc, inside, "")
    }

    /// The parts of one dimension have the same bounds (RM 4.3.3 (31)).
    pub fn check_same_bounds(
        &mut self,
        own: (ExprId, ExprId),
        (low, high): (ExprId, ExprId),
        loc: Loc,
    ) -> Result<(), Refusal> {
        let known = [own.0, own.1, low, high].map(|at| self.b.node(at).kind.clone());
        if known[0] == known[2] && known[1] == known[3] {
            return Ok(());
        }
        let first = self.b.compare(Ir::Eq, own.0, low, loc);
        let last = self.b.compare(Ir::Eq, own.1, high, loc);
        let same = self.b.and(first, last, loc);
        self.check(CheckKind::Length, loc, same, "parts of an aggregate must have the same bounds")
    }

    /// Whether the value of some component of a multi-dimensional aggregate is another one at each evaluation.
    fn some_leaf_varies(&self, aggregate: &ArrayAggregate, (array, element): (AdaType, AdaType)) -> bool {
        let mut todo = vec![aggregate];
        while let Some(level) = todo.pop() {
            let named = level.named.iter().map(|named| named.value.as_ref());
            let values = level.positional.iter().map(Some).chain(named);
            for value in values.chain(level.others.iter().map(Option::as_ref)) {
                match value.map(|value| &value.kind) {
                    Some(ExprKind::Array(inner)) if inner.dimension > 0 => todo.push(&**inner),
                    _ if self.varies_in(array, value, element) => return true,
                    _ => {}
                }
            }
        }
        false
    }

    /// Where the order of their evaluation matters, the expressions of an aggregate stand in the order of the indices:
    /// in that order GNAT makes the components, whatever the text says, and others at the end.
    fn independent_parts(&mut self, aggregate: &ArrayAggregate, loc: Loc) -> Result<(), Refusal> {
        let named = aggregate.named.iter().filter_map(|named| named.value.as_ref());
        let values = aggregate.positional.iter().chain(named).chain(aggregate.others.iter().flatten());
        let all: Vec<&Expr> = values.collect();
        // Numbers and literals can be anywhere.
        let depends = |value: &Option<Expr>| {
            let mut found = value.is_none();
            value.iter().for_each(|value| {
                effects::walk_expr(value, &mut |part| {
                    found |= matches!(part.kind, ExprKind::Object(_) | ExprKind::Call(..) | ExprKind::Allocate(_));
                });
            });
            found
        };
        let mut ends = aggregate.named.iter().filter(|named| depends(&named.value)).map(|named| {
            let high = named.high.as_ref().unwrap_or(&named.low);
            Some((named.low.as_int()?, high.as_int()?))
        });
        let ascending = match ends.next() {
            None => true,
            Some(first) => {
                let mut last = first.map(|(_, high)| high);
                ends.all(|next| match (last, next) {
                    (Some(before), Some((low, high))) => {
                        last = Some(high);
                        before < low
                    }
                    _ => false,
                })
            }
        };
        self.independent(&all, ascending, loc)
    }

    /// The same for all levels of an aggregate of several dimensions.
    fn independent_levels(&mut self, aggregate: &ArrayAggregate, loc: Loc) -> Result<(), Refusal> {
        let mut todo = vec![aggregate];
        while let Some(level) = todo.pop() {
            self.independent_parts(level, loc)?;
            let named = level.named.iter().filter_map(|named| named.value.as_ref());
            for value in level.positional.iter().chain(named).chain(level.others.iter().flatten()) {
                if let ExprKind::Array(inner) = &value.kind
                    && inner.dimension > 0
                {
                    todo.push(inner);
                }
            }
        }
        Ok(())
    }

    fn nested_value(
        &mut self,
        value: &Expr,
        of: (AdaType, AdaType),
        bounds: &[(ExprId, ExprId)],
        indices: &[ExprId],
        vars: &[BoundId],
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        match &value.kind {
            ExprKind::Array(inner) if inner.dimension > 0 => self.nested_body(inner, of, bounds, indices, vars, loc),
            _ => {
                let some = |(low, high): &(ExprId, ExprId)| match (&self.b.node(*low).kind, &self.b.node(*high).kind) {
                    (ir::ExprKind::Int(low), ir::ExprKind::Int(high)) => low <= high,
                    _ => false,
                };
                let some = bounds.iter().all(some);
                if self.varies(Some(value), of.1) {
                    return Err((value.loc, "call in a multi-dimensional aggregate (RM 4.3.3)".into()));
                }
                if some {
                    return self.component(value, of.1);
                }
                // It gives the same for each component; without components it is not evaluated.
                let mut some = self.b.bool(true, loc);
                for (low, high) in bounds.iter().copied() {
                    let here = self.b.compare(Ir::Le, low, high, loc);
                    some = self.b.and(some, here, loc);
                }
                if !self.needs_control(value) {
                    self.context.push(Context::Guard(some));
                    let found = self.component(value, of.1);
                    self.context.pop();
                    return found;
                }
                let ty = self.ty(of.1, value.loc)?;
                let var = self.b.temporary("component", ty, value.loc);
                self.b.begin_if(some, value.loc);
                let found = self.component(value, of.1)?;
                self.b.assign(var, found, value.loc);
                self.b.end_if();
                Ok(self.b.var(var, value.loc))
            }
        }
    }

    /// The value of the components for which a multi-dimensional aggregate has a box.
    fn nested_box(&mut self, (array, element): (AdaType, AdaType), loc: Loc) -> Result<ExprId, Refusal> {
        if self.varies_in(array, None, element) {
            return Err((
                loc,
                "box for components without a default in a multi-dimensional aggregate (RM 4.3.3)".into(),
            ));
        }
        self.box_component(array, element, loc)
    }

    /// `(A with delta I => V)`.
    pub fn delta_array(
        &mut self,
        base: &Expr,
        changes: &[(Choice2, Expr)],
        ty: AdaType,
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        let mut array = self.value(base)?;
        let Some(element) = self.tree().types.array(ty).map(|(_, element)| element) else {
            return Err((loc, "delta aggregate".into()));
        };
        let changing = |((low, high), value): &(Choice2, Expr)| {
            [Some(low), high.as_ref(), Some(value)].into_iter().flatten().any(|part| self.changes_something(part))
        };
        if changes.iter().any(changing) {
            // The base is evaluated first (RM 4.3.4 (16)).
            array = self.kept(array, loc);
        }
        let array_ty = self.b.type_of(array);
        for ((low, high), value) in changes {
            match high {
                None => {
                    let at = self.indices(base, array, std::slice::from_ref(low))?;
                    let value = self.component(value, element)?;
                    array = self.b.expr(ir::ExprKind::Update(array, at, value), array_ty, loc);
                }
                Some(high) => {
                    let (first, last) = self.slice_bounds(array, low, high, low.loc)?;
                    if self.varies(Some(value), element) {
                        array = self.changed_one_by_one(array, (first, last), value, element, loc)?;
                        continue;
                    }
                    let value = self.guarded_component(value, element, first, last)?;
                    let (bottom, top) = self.value_bounds(array, 0, loc);
                    let (var, index) = self.b.bound(TypeId::INT, loc);
                    let element = self.ty(element, loc)?;
                    let old = self.b.expr(ir::ExprKind::Index(array, vec![index]), element, loc);
                    let here = self.b.between(index, first, last, loc);
                    let body = self.b.ite(here, value, old, loc);
                    let kind = ir::ExprKind::Comprehension { bounds: vec![(bottom, top)], vars: vec![var], body };
                    array = self.b.expr(kind, array_ty, loc);
                }
            }
        }
        Ok(array)
    }

    /// A reduction is a loop over the values.
    pub fn reduce(&mut self, reduce: &Reduce, ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        if self.quantifying() || self.silent() {
            return Err((
                loc,
                "reduction inside a quantified expression or a contract that is assumed (RM 4.5.10)".into(),
            ));
        }
        let low = self.value(&reduce.low)?;
        let high = self.value(&reduce.high)?;
        let (low, high) = (self.as_index(low, loc), self.as_index(high, loc));
        let init = self.converted(&reduce.init, ty, reduce.init.loc)?;
        let ir_ty = self.ty(ty, loc)?;
        let accumulator = self.b.temporary("'Reduce", ir_ty, loc);
        self.b.assign(accumulator, init, loc);
        let counter = self.b.temporary("index", TypeId::INT, loc);
        self.b.begin_for(None, counter, low, high, false, None, loc);
        let index_ty = self.tree().object(reduce.var).ty;
        let index_ty = self.ty(index_ty, loc)?;
        let index = self.b.var(counter, loc);
        let index = self.at_index(index, index_ty, loc);
        self.env.insert(reduce.var, index);
        let current = self.b.var(accumulator, loc);
        self.env.insert(reduce.accumulator, current);
        let next = self.converted(&reduce.combine, ty, loc);
        self.env.remove(&reduce.var);
        self.env.remove(&reduce.accumulator);
        self.b.assign(accumulator, next?, loc);
        self.b.end_loop();
        Ok(self.b.var(accumulator, loc))
    }
}

/// An inner aggregate of the next dimension.
fn first_nested(aggregate: &ArrayAggregate) -> Option<&ArrayAggregate> {
    let values = aggregate
        .positional
        .iter()
        .chain(aggregate.named.iter().filter_map(|named| named.value.as_ref()))
        .chain(aggregate.others.iter().flatten());
    values.into_iter().find_map(|value| match &value.kind {
        ExprKind::Array(inner) if inner.dimension == aggregate.dimension + 1 => Some(&**inner),
        _ => None,
    })
}
