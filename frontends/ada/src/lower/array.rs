//! Arrays: indices, slices, aggregates, concatenation, reductions.

use super::Refusal;
use super::procedure::Proc;
use crate::place::Loc;
use crate::sema::tree::{Expr, ExprKind, Reduce};
use crate::sema::types::{Constraint, Kind, TypeId as AdaType};
use horn_frontend::ir::{self, BinaryOp as Ir, CheckKind, ExprId, Range, TypeId};
use horn_solver::num::Int;

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

    /// The bounds that an array brings along when it is converted to a type with another index subtype: those of a null
    /// array may be any (RM 4.6 (38)), but GNAT raises Constraint_Error if none of them belongs to the subtype and they
    /// are not static.
    pub fn check_converted_bounds(
        &mut self,
        ty: AdaType,
        dimension: usize,
        (first, last): (ExprId, ExprId),
        loc: Loc,
    ) -> Result<(), Refusal> {
        let Some((bottom, top)) = self.index_range(ty, dimension, loc)? else { return Ok(()) };
        let mut inside = self.range_inside(first, last, bottom, top, loc);
        if self.context.is_empty() {
            let one = self.b.between(first, bottom, top, loc);
            let other = self.b.between(last, bottom, top, loc);
            let some = self.b.compare(Ir::Le, first, last, loc);
            let belongs = self.b.or(one, other, loc);
            let taken = self.b.or(some, belongs, loc);
            let origin =
                "whether the conversion of a null array none of whose bounds belongs to the index subtype raises";
            let (taken, _) = self.perhaps_left_out(taken, origin, loc)?;
            inside = self.b.and(inside, taken, loc);
        }
        if matches!(self.b.node(inside).kind, ir::ExprKind::Bool(true)) {
            return Ok(());
        }
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
        let known = self.l.static_bounds(ty).is_some() || self.tree().types.static_range(index).is_some();
        let count = Int::from(i64::try_from(text.len()).unwrap_or(i64::MAX));
        let high = &(&low + &count) - &Int::from(1);
        let static_ty =
            self.l.array_with_bounds(ty, vec![Range::new(low.clone(), high.clone())]).map_err(|what| (loc, what))?;
        let mut ends = (self.b.int(low.clone(), TypeId::INT, loc), self.b.int(high.clone(), TypeId::INT, loc));
        let start = if known { None } else { self.index_range(ty, 0, loc)?.map(|(bottom, _)| bottom) };
        if let Some(start) = start {
            let more = self.b.int(&count - &Int::from(1), TypeId::INT, loc);
            ends = (start, self.b.binary(Ir::Add, start, more, TypeId::INT, loc));
        }
        self.check_index_subtype(ty, 0, ends, loc)?;
        let element = self.ty(element, loc)?;
        let mut items = Vec::new();
        for (position, offset) in text.iter().zip(0i64..) {
            let at = self.b.int(&low + &Int::from(offset), TypeId::INT, loc);
            let value = self.b.int(i64::from(*position), element, loc);
            items.push((vec![at], value));
        }
        let bounds = vec![(self.b.int(low, TypeId::INT, loc), self.b.int(high, TypeId::INT, loc))];
        let value = self.b.expr(ir::ExprKind::Aggregate { bounds, others: None, items }, static_ty, loc);
        if start.is_none() {
            return Ok(value);
        }
        let dynamic = self.l.array_with_dynamic_bounds(ty).map_err(|what| (loc, what))?;
        let value = self.shape_to(value, dynamic, loc);
        Ok(self.b.expr(ir::ExprKind::Slide(value, Some(vec![ends])), dynamic, loc))
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
        self.b.begin_for(None, counter, low, high, reduce.reverse, None, loc);
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
