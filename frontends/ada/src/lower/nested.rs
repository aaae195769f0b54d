//! Aggregates of arrays with several dimensions.

use super::Refusal;
use super::effects;
use super::procedure::{Context, Proc};
use crate::place::Loc;
use crate::sema::tree::{ArrayAggregate, Expr, ExprKind, NamedComponent};
use crate::sema::types::TypeId as AdaType;
use horn_frontend::ir::{self, BinaryOp as Ir, BoundId, CheckKind, ExprId, TypeId};

impl Proc<'_, '_> {
    /// An aggregate of several dimensions: only regular ones, whose inner aggregates have the same bounds.
    pub(super) fn nested_aggregate(
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

    /// The aggregate with its choices in the order of the indices, where all of these are known and functions that
    /// change something are called: in that order GNAT evaluates the expressions behind them.
    pub(super) fn in_order_of_indices(&self, aggregate: &ArrayAggregate) -> Option<ArrayAggregate> {
        let values = aggregate.named.iter().filter_map(|named| named.value.as_ref());
        let mut values = values.chain(&aggregate.positional).chain(aggregate.others.iter().flatten());
        if !values.any(|value| self.changes_something(value)) {
            return None;
        }
        let mut sorted = aggregate.clone();
        sort_choices(&mut sorted);
        Some(sorted)
    }

    /// Where the order of their evaluation matters, the expressions of an aggregate stand in the order of the indices:
    /// in that order GNAT makes the components, whatever the text says, and others at the end.
    pub(super) fn independent_parts(&mut self, aggregate: &ArrayAggregate, loc: Loc) -> Result<(), Refusal> {
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
}

/// Brings the choices of an aggregate, and of those for its inner dimensions, into the order of the indices, if these
/// are known.
fn sort_choices(aggregate: &mut ArrayAggregate) {
    let low = |named: &NamedComponent| named.low.as_int().cloned();
    if aggregate.named.iter().all(|named| low(named).is_some()) {
        aggregate.named.sort_by_key(low);
    }
    let named = aggregate.named.iter_mut().filter_map(|named| named.value.as_mut());
    for value in named.chain(&mut aggregate.positional).chain(aggregate.others.iter_mut().flatten()) {
        if let ExprKind::Array(inner) = &mut value.kind
            && inner.dimension > 0
        {
            sort_choices(inner);
        }
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
