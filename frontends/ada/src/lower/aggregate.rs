//! Array aggregates (RM 4.3.3) and delta aggregates of arrays (RM 4.3.4).

use super::Refusal;
use super::procedure::{Context, Proc};
use crate::place::Loc;
use crate::sema::tree::{ArrayAggregate, Choice2, Expr, ExprKind, NamedComponent, ObjId};
use crate::sema::types::TypeId as AdaType;
use horn_frontend::ir::{self, BinaryOp as Ir, BoundId, ExprId, Range, TypeId};
use horn_solver::num::Int;

/// Named ranges of an aggregate up to this length become single items, longer ones a formula.
pub(super) const MAX_ITEMS: i64 = 64;

/// A component: its index, its value.
type Item = (Vec<ExprId>, ExprId);

/// A part of an aggregate: the first index, the last one, the value as a function of the index.
struct Part {
    low: ExprId,
    high: ExprId,
    var: Option<(BoundId, ExprId)>,
    value: ExprId,
}

impl Proc<'_, '_> {
    /// An array aggregate. Its parts are evaluated for every component they stand for.
    pub fn array_aggregate(&mut self, aggregate: &ArrayAggregate, ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let Some((dimensions, element)) = self.tree().types.array(ty).map(|(index, element)| (index.len(), element))
        else {
            return Err((loc, "array aggregate".into()));
        };
        let sorted = self.in_order_of_indices(aggregate);
        let aggregate = sorted.as_ref().unwrap_or(aggregate);
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
        let mut items: Vec<Item> = Vec::new();
        let mut parts: Vec<Part> = Vec::new();
        self.independent_parts(aggregate, loc)?;
        let named = aggregate.named.iter().filter_map(|named| named.value.as_ref());
        let mut values = aggregate.positional.iter().chain(named).chain(aggregate.others.iter().flatten());
        let changing = values.any(|value| self.changes_something(value));
        for (value, position) in aggregate.positional.iter().zip(0i64..) {
            let at = self.shifted(low, position, loc);
            let value = self.component(value, element)?;
            let value = if changing { self.kept(value, loc) } else { value };
            items.push((vec![at], value));
        }
        if aggregate.others.is_some() {
            self.check_positions_fit(aggregate.positional.len(), (low, high), loc)?;
        }
        for named in &aggregate.named {
            self.named_components(aggregate, named, (ty, element), (low, high), (&mut items, &mut parts), loc)?;
        }
        let others = self.other_components(aggregate, (ty, element), (low, high), &mut items, loc)?;
        let bounds = vec![(low, high)];
        if parts.is_empty() {
            return Ok(self.b.expr(ir::ExprKind::Aggregate { bounds, others, items }, wanted, loc));
        }
        let (var, index) = self.b.bound(TypeId::INT, loc);
        let body = self.component_at(index, (items, parts, others), loc)?;
        Ok(self.b.expr(ir::ExprKind::Comprehension { bounds, vars: vec![var], body }, wanted, loc))
    }

    /// The components of named choices: few ones each as an item, others as a range.
    fn named_components(
        &mut self,
        aggregate: &ArrayAggregate,
        named: &NamedComponent,
        (ty, element): (AdaType, AdaType),
        (low, high): (ExprId, ExprId),
        (items, parts): (&mut Vec<Item>, &mut Vec<Part>),
        loc: Loc,
    ) -> Result<(), Refusal> {
        let (first, last) = self.choice_bounds(aggregate, named, (low, high))?;
        self.check_choice_fits(aggregate, (first, last), (low, high), named.low.loc)?;
        let count = match (&self.b.node(first).kind, &self.b.node(last).kind) {
            (ir::ExprKind::Int(first), ir::ExprKind::Int(last)) => (last - first).to_i64().map(|n| n + 1),
            _ if named.high.is_none() => Some(1),
            _ => None,
        };
        match count {
            Some(count)
                if named.var.is_none() && count <= MAX_ITEMS && self.varies_in(ty, named.value.as_ref(), element) =>
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
                return Err((named.low.loc, "aggregate with parts that differ at each evaluation (RM 4.3.3)".into()));
            }
            _ => parts.push(self.part(named.var, (first, last), named.value.as_ref(), (ty, element), loc)?),
        }
        Ok(())
    }

    /// What the components have that no other choice names.
    fn other_components(
        &mut self,
        aggregate: &ArrayAggregate,
        (ty, element): (AdaType, AdaType),
        (low, high): (ExprId, ExprId),
        items: &mut Vec<Item>,
        loc: Loc,
    ) -> Result<Option<ExprId>, Refusal> {
        Ok(match &aggregate.others {
            Some(value) if self.varies_in(ty, value.as_ref(), element) => {
                let Some(left) = self.others_indices(low, high, items) else {
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
        })
    }

    /// A formula for the component at an index: the ranges, then the rest, then single items on top.
    fn component_at(
        &mut self,
        index: ExprId,
        (items, parts, others): (Vec<Item>, Vec<Part>, Option<ExprId>),
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
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
        Ok(body)
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
            _ if offset == 0 => first,
            _ => {
                let offset = self.b.int(offset, TypeId::INT, loc);
                self.b.binary(Ir::Add, first, offset, TypeId::INT, loc)
            }
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

    /// A component, evaluated only if the range is not empty (RM 4.3.3 (20)).
    fn guarded_component(
        &mut self,
        value: &Expr,
        element: AdaType,
        low: ExprId,
        high: ExprId,
    ) -> Result<ExprId, Refusal> {
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
        let found = found?;
        if value.value().is_some() || matches!(value.kind, ExprKind::Object(_)) {
            return Ok(found);
        }
        let unused = self.any_component(element, value.loc)?;
        let wanted = self.b.type_of(unused);
        let found = self.shape_to(found, wanted, value.loc);
        Ok(self.b.ite(some, found, unused, value.loc))
    }

    pub fn component(&mut self, value: &Expr, element: AdaType) -> Result<ExprId, Refusal> {
        let found = self.converted(value, element, value.loc)?;
        Ok(self.as_own(found, element, value.loc))
    }

    pub(super) fn range_inside(&mut self, first: ExprId, last: ExprId, low: ExprId, high: ExprId, loc: Loc) -> ExprId {
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
}
