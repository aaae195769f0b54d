//! Array expressions: bounds and one SMT array per component slot.
//!
//! Single components, aggregates with `others`, slices, and everything of a small constant size are exact terms. Other
//! arrays built by a rule (comprehensions, copies into the middle, sliding by an unknown distance) are fresh arrays
//! with a quantified [`Fact`].

use super::expr::Context;
use super::procedure::{Slots, unsupported};
use super::quant::{Fact, Rule};
use super::{Encoder, Unsupported, layout};
use crate::ir::{BoundId, ExprId, ExprKind, TypeId};
use horn_solver::num::Rat;
use horn_solver::term::{SortId, TermId};
use std::rc::Rc;

/// Two arrays to be compared.
struct Pair {
    component: TypeId,
    /// Of the left one.
    bounds: Bounds,
    left: Vec<TermId>,
    right: Vec<TermId>,
    /// The lengths are equal.
    lengths: TermId,
    /// From an index of the left one to that of the right one.
    offsets: Vec<TermId>,
}

/// Bounds of each dimension.
type Bounds = Vec<(TermId, TermId)>;

impl<'p> Encoder<'p> {
    /// An array value taken apart: its bounds and the arrays of its component slots.
    pub(super) fn parts(&mut self, ty: TypeId, slots: &[TermId]) -> (Bounds, Vec<TermId>) {
        let bounds = layout::bounds(&mut self.store, self.program, ty, slots);
        (bounds, slots[layout::bound_slots(self.program, ty)..].to_vec())
    }

    /// An array value of a type put together; bounds of a static type are the type's.
    fn whole(&self, ty: TypeId, bounds: &Bounds, cells: Vec<TermId>) -> Slots {
        let own = layout::bound_slots(self.program, ty) > 0;
        let bounds = bounds.iter().flat_map(|(first, last)| [*first, *last]).filter(|_| own);
        bounds.chain(cells).collect()
    }

    fn component(&self, ty: TypeId) -> TypeId {
        layout::array_type(self.program, ty).map_or(ty, |array| array.component)
    }

    /// The sorts of the component slots' arrays.
    fn cell_sorts(&self, ty: TypeId) -> Vec<SortId> {
        self.layouts.slots(ty)[layout::bound_slots(self.program, ty)..].to_vec()
    }

    fn fresh_cells(&mut self, cx: &mut Context<'p>, ty: TypeId) -> Vec<TermId> {
        let ranges = self.layouts.ranges(ty)[layout::bound_slots(self.program, ty)..].to_vec();
        let sorts = self.cell_sorts(ty).into_iter().zip(ranges);
        sorts.map(|(sort, range)| self.fresh_in(&mut cx.region, sort, range)).collect()
    }

    fn evaluated_bounds(&mut self, cx: &mut Context<'p>, bounds: &[(ExprId, ExprId)]) -> Result<Bounds, Unsupported> {
        bounds.iter().map(|(first, last)| Ok((self.scalar(cx, *first)?, self.scalar(cx, *last)?))).collect()
    }

    /// An expression about arrays.
    pub(super) fn array(&mut self, cx: &mut Context<'p>, id: ExprId) -> Result<Slots, Unsupported> {
        use ExprKind::*;
        let node = &cx.procedure.exprs[id];
        let ty = node.ty;
        let type_of = |cx: &Context<'p>, e: ExprId| cx.procedure.exprs[e].ty;
        match &node.kind {
            First(a, dim) | Last(a, dim) | Length(a, dim) => {
                let value = self.expr(cx, *a)?;
                let (bounds, _) = self.parts(type_of(cx, *a), &value);
                let (first, last) = bounds[*dim as usize];
                Ok([match &node.kind {
                    First(..) => first,
                    Last(..) => last,
                    _ => self.length(first, last),
                }]
                .into())
            }
            Index(a, at) => {
                let value = self.expr(cx, *a)?;
                let at = self.scalars(cx, at)?;
                let (_, cells) = self.parts(type_of(cx, *a), &value);
                let slots: Slots = cells.iter().map(|cells| layout::select(&mut self.store, *cells, &at)).collect();
                if !self.is_binding() {
                    let component = self.component(type_of(cx, *a));
                    let range = self.in_range(component, &slots);
                    cx.side.push(range);
                }
                Ok(slots)
            }
            Update(a, at, value) => {
                let array = self.expr(cx, *a)?;
                let at = self.scalars(cx, at)?;
                let value = self.expr(cx, *value)?;
                let (bounds, cells) = self.parts(ty, &array);
                let cells = self.updated(&cells, &at, &value);
                Ok(self.whole(ty, &bounds, cells))
            }
            Slice(a, first, last) => {
                let value = self.expr(cx, *a)?;
                let bounds = vec![(self.scalar(cx, *first)?, self.scalar(cx, *last)?)];
                let (_, cells) = self.parts(type_of(cx, *a), &value);
                Ok(self.whole(ty, &bounds, cells))
            }
            SliceUpdate(a, first, last, value) => self.slice_update(cx, ty, *a, (*first, *last), *value),
            Slide(a, bounds) => self.slid(cx, ty, *a, bounds.as_deref()),
            Concat(a, b, first) => self.joined(cx, ty, (*a, *b), *first),
            Aggregate { bounds, others, items } => {
                let bounds = self.evaluated_bounds(cx, bounds)?;
                let mut cells = match others {
                    Some(others) => {
                        let value = self.expr(cx, *others)?;
                        self.constant_cells(ty, &value)
                    }
                    None => self.fresh_cells(cx, ty),
                };
                for (at, value) in items {
                    let at = self.scalars(cx, at)?;
                    let value = self.expr(cx, *value)?;
                    cells = self.updated(&cells, &at, &value);
                }
                Ok(self.whole(ty, &bounds, cells))
            }
            Comprehension { bounds, vars, body } => {
                let bounds = self.evaluated_bounds(cx, bounds)?;
                let cells = self.comprehension(cx, ty, &bounds, vars, *body)?;
                Ok(self.whole(ty, &bounds, cells))
            }
            _ => Err(unsupported(node.loc, "an expression")),
        }
    }

    fn slice_update(
        &mut self,
        cx: &mut Context<'p>,
        ty: TypeId,
        a: ExprId,
        (first, last): (ExprId, ExprId),
        value: ExprId,
    ) -> Result<Slots, Unsupported> {
        let array = self.expr(cx, a)?;
        let part = (self.scalar(cx, first)?, self.scalar(cx, last)?);
        let given = self.expr(cx, value)?;
        let (bounds, cells) = self.parts(ty, &array);
        let (given_bounds, given) = self.parts(cx.procedure.exprs[value].ty, &given);
        let offset = self.store.sub(given_bounds[0].0, part.0);
        let zero = self.store.int(0);
        let outside = Some((cells, vec![zero]));
        let cells = self.copy(cx, ty, &bounds, Some(part), (given, vec![offset]), outside);
        Ok(self.whole(ty, &bounds, cells))
    }

    /// The array with other bounds: the given ones, or those of its type.
    fn slid(
        &mut self,
        cx: &mut Context<'p>,
        ty: TypeId,
        a: ExprId,
        bounds: Option<&[(ExprId, ExprId)]>,
    ) -> Result<Slots, Unsupported> {
        let value = self.expr(cx, a)?;
        let (old, cells) = self.parts(cx.procedure.exprs[a].ty, &value);
        let new = match bounds {
            Some(bounds) => self.evaluated_bounds(cx, bounds)?,
            None => match layout::array_type(self.program, ty).is_some_and(|array| array.bounds.is_some()) {
                true => layout::bounds(&mut self.store, self.program, ty, &[]),
                false => old.clone(),
            },
        };
        let offsets: Vec<TermId> =
            old.iter().zip(&new).map(|((old, _), (new, _))| self.store.sub(*old, *new)).collect();
        let zero = self.store.int(0);
        let cells = if offsets.iter().all(|offset| *offset == zero) {
            cells
        } else {
            let moved = self.copy(cx, ty, &new, None, (cells.clone(), offsets.clone()), None);
            let still: Vec<TermId> = offsets.iter().map(|offset| self.store.eq(*offset, zero)).collect();
            let still = self.store.and(&still);
            cells.iter().zip(moved).map(|(old, new)| self.store.ite(still, *old, new)).collect()
        };
        Ok(self.whole(ty, &new, cells))
    }

    /// `a & b`, from the index `first` on.
    fn joined(
        &mut self,
        cx: &mut Context<'p>,
        ty: TypeId,
        (a, b): (ExprId, ExprId),
        first: ExprId,
    ) -> Result<Slots, Unsupported> {
        let (left, right) = (self.expr(cx, a)?, self.expr(cx, b)?);
        let first = self.scalar(cx, first)?;
        let (of_left, left) = self.parts(cx.procedure.exprs[a].ty, &left);
        let (of_right, right) = self.parts(cx.procedure.exprs[b].ty, &right);
        let one = self.store.int(1);
        let left_length = self.length(of_left[0].0, of_left[0].1);
        let right_length = self.length(of_right[0].0, of_right[0].1);
        let split = self.store.add(&[first, left_length]);
        let end = self.store.add(&[split, right_length]);
        let last = self.store.sub(end, one);
        let (by_left, by_right) = (self.store.sub(of_left[0].0, first), self.store.sub(of_right[0].0, split));
        let bounds = vec![(first, last)];
        // The right part goes into the left array, the rest of which stays where it is if it did not move.
        let outside = Some((left, vec![by_left]));
        let cells = self.copy(cx, ty, &bounds, Some((split, last)), (right, vec![by_right]), outside);
        Ok(self.whole(ty, &bounds, cells))
    }

    /// `max (last - first + 1, 0)`.
    fn length(&mut self, first: TermId, last: TermId) -> TermId {
        let one = self.store.int(1);
        let difference = self.store.sub(last, first);
        let length = self.store.add(&[difference, one]);
        let some = self.store.le(first, last);
        let zero = self.store.int(0);
        self.store.ite(some, length, zero)
    }

    fn updated(&mut self, cells: &[TermId], at: &[TermId], value: &[TermId]) -> Vec<TermId> {
        cells.iter().zip(value).map(|(cells, value)| layout::update(&mut self.store, *cells, at, *value)).collect()
    }

    /// Arrays with one value everywhere.
    fn constant_cells(&mut self, ty: TypeId, value: &[TermId]) -> Vec<TermId> {
        let sorts = self.cell_sorts(ty);
        sorts.into_iter().zip(value).map(|(sort, value)| self.constant_cell(sort, *value)).collect()
    }

    fn constant_cell(&mut self, sort: SortId, value: TermId) -> TermId {
        let mut rows = vec![sort];
        while rows[rows.len() - 1] != self.store.sort_of(value) {
            match self.store.array_sorts(rows[rows.len() - 1]) {
                Some((_, element)) => rows.push(element),
                None => break,
            }
        }
        rows.pop();
        rows.into_iter().rev().fold(value, |value, sort| self.store.const_array(sort, value))
    }

    fn comprehension(
        &mut self,
        cx: &mut Context<'p>,
        ty: TypeId,
        bounds: &Bounds,
        vars: &[BoundId],
        body: ExprId,
    ) -> Result<Vec<TermId>, Unsupported> {
        let depth = cx.env.len();
        if let Some(indexes) = self.small_box(bounds) {
            let mut cells = self.fresh_cells(cx, ty);
            for at in indexes {
                cx.env.extend(vars.iter().copied().zip(at.iter().copied()));
                let value = self.expr(cx, body);
                cx.env.truncate(depth);
                cells = self.updated(&cells, &at, &value?);
            }
            return Ok(cells);
        }
        // A body that does not look at the index gives the same everywhere.
        let probe: Vec<TermId> = vars.iter().map(|_| self.fresh_var(&mut cx.region, SortId::INT)).collect();
        let (sides, facts, names) = (cx.side.len(), cx.facts.len(), cx.region.sorts.len());
        cx.env.extend(vars.iter().copied().zip(probe.iter().copied()));
        let value = self.expr(cx, body);
        cx.env.truncate(depth);
        let value = value?;
        let free = horn_solver::term::free_vars(&self.store, &value);
        // A name that was made for it may be of this index alone.
        let plain = cx.side.len() == sides && cx.facts.len() == facts && cx.region.sorts.len() == names;
        if plain && !free.iter().any(|var| probe.contains(var)) {
            return Ok(self.constant_cells(ty, &value));
        }
        let cells = self.fresh_cells(cx, ty);
        let rule = Rule::Comprehension { cells: cells.clone(), body, vars: vars.to_vec(), env: cx.env.clone() };
        cx.facts.push(Rc::new(Fact { home: cx.home(), guard: self.store.bool(true), bounds: bounds.clone(), rule }));
        Ok(cells)
    }

    /// Component arrays that have inside `part` (or everywhere) what `inside` has at the index plus its offset, and
    /// what `outside` has elsewhere.
    fn copy(
        &mut self,
        cx: &mut Context<'p>,
        ty: TypeId,
        bounds: &Bounds,
        part: Option<(TermId, TermId)>,
        inside: (Vec<TermId>, Vec<TermId>),
        outside: Option<(Vec<TermId>, Vec<TermId>)>,
    ) -> Vec<TermId> {
        let zero = self.store.int(0);
        // Few components into an array that stays where it is, or few components at all: one by one.
        let few = match part {
            Some((first, last)) => self.few(first, last).map(|list| list.into_iter().map(|at| vec![at]).collect()),
            None => self.small_box(bounds),
        };
        let unmoved = outside.as_ref().is_none_or(|(_, offsets)| offsets.iter().all(|offset| *offset == zero));
        if let (Some(few), true) = (few, unmoved) {
            let mut cells = match outside {
                Some((cells, _)) => cells,
                None => self.fresh_cells(cx, ty),
            };
            for at in few {
                let there: Vec<TermId> = at.iter().zip(&inside.1).map(|(at, by)| self.store.add(&[*at, *by])).collect();
                let value: Vec<TermId> =
                    inside.0.iter().map(|source| layout::select(&mut self.store, *source, &there)).collect();
                cells = self.updated(&cells, &at, &value);
            }
            return cells;
        }
        let cells = self.fresh_cells(cx, ty);
        let rule = Rule::Copy { cells: cells.clone(), part, inside, outside };
        cx.facts.push(Rc::new(Fact { home: cx.home(), guard: self.store.bool(true), bounds: bounds.clone(), rule }));
        cells
    }

    /// The indexes of a range whose length is a small constant, though its ends may not be.
    fn few(&mut self, first: TermId, last: TermId) -> Option<Vec<TermId>> {
        let difference = self.store.sub(last, first);
        let difference = self.store.as_num(difference).and_then(Rat::to_int)?.to_i64()?;
        if difference >= i64::from(self.options.expand) {
            return None;
        }
        Some(
            (0..=difference)
                .map(|by| {
                    let by = self.store.int(by);
                    self.store.add(&[first, by])
                })
                .collect(),
        )
    }

    /// Equality of arrays, as a term: lengths and components in order.
    pub(super) fn equal_arrays(
        &mut self,
        cx: &mut Context<'p>,
        x: (TypeId, &[TermId]),
        y: (TypeId, &[TermId]),
    ) -> TermId {
        let pair = self.pair(x, y);
        if let Some(indexes) = self.small_box(&pair.bounds) {
            return self.equal_everywhere(cx, &pair, indexes);
        }
        if self.is_binding() {
            return self.equal_closed(cx, &pair);
        }
        let truth = self.fresh_var(&mut cx.region, SortId::BOOL);
        let differs = self.differs(cx, &pair);
        let fact = self.store.or2(truth, differs);
        cx.side.push(fact);
        let fact = self.store.implies(truth, pair.lengths);
        cx.side.push(fact);
        self.equal_fact(cx, pair, truth);
        truth
    }

    /// A term that holds if the arrays are equal, or if they are not; see [`super::truth`].
    pub(super) fn arrays_compare(
        &mut self,
        cx: &mut Context<'p>,
        x: (TypeId, &[TermId]),
        y: (TypeId, &[TermId]),
        equal: bool,
        firm: bool,
    ) -> TermId {
        let pair = self.pair(x, y);
        if let Some(indexes) = self.small_box(&pair.bounds) {
            let same = self.equal_everywhere(cx, &pair, indexes);
            return if equal { same } else { self.store.not(same) };
        }
        if self.is_binding() {
            let same = self.equal_closed(cx, &pair);
            return if equal { same } else { self.store.not(same) };
        }
        if !equal {
            return self.differs(cx, &pair);
        }
        if !firm {
            return self.equal_arrays(cx, x, y);
        }
        let lengths = pair.lengths;
        let guard = self.store.bool(true);
        self.equal_fact(cx, pair, guard);
        lengths
    }

    fn pair(&mut self, (of_x, x): (TypeId, &[TermId]), (of_y, y): (TypeId, &[TermId])) -> Pair {
        let (bounds, left) = self.parts(of_x, x);
        let (right_bounds, right) = self.parts(of_y, y);
        let mut lengths = Vec::new();
        let mut offsets = Vec::new();
        for ((first, last), (other, end)) in bounds.iter().zip(&right_bounds) {
            let (a, b) = (self.length(*first, *last), self.length(*other, *end));
            lengths.push(self.store.eq(a, b));
            offsets.push(self.store.sub(*other, *first));
        }
        let lengths = self.store.and(&lengths);
        Pair { component: self.component(of_x), bounds, left, right, lengths, offsets }
    }

    fn equal_everywhere(&mut self, cx: &mut Context<'p>, pair: &Pair, indexes: Vec<Vec<TermId>>) -> TermId {
        let mut all = vec![pair.lengths];
        for at in indexes {
            all.push(self.equal_at(cx, pair, &at));
        }
        self.store.and(&all)
    }

    /// Equality below a quantifier of the formula: one more quantifier.
    fn equal_closed(&mut self, cx: &mut Context<'p>, pair: &Pair) -> TermId {
        let everywhere = self.everywhere(cx, &pair.bounds, |encoder, cx, at| encoder.equal_at(cx, pair, at));
        self.store.and2(pair.lengths, everywhere)
    }

    /// The lengths differ, or the components at some place.
    fn differs(&mut self, cx: &mut Context<'p>, pair: &Pair) -> TermId {
        let witness: Vec<TermId> = pair.bounds.iter().map(|_| self.fresh_var(&mut cx.region, SortId::INT)).collect();
        let same = self.equal_at(cx, pair, &witness);
        let different = self.store.not(same);
        let inside = self.inside(&pair.bounds, &witness);
        let different = self.store.and2(inside, different);
        let other_length = self.store.not(pair.lengths);
        self.store.or2(other_length, different)
    }

    fn equal_fact(&mut self, cx: &mut Context<'p>, pair: Pair, guard: TermId) {
        let Pair { component, bounds, left, right, offsets, .. } = pair;
        let rule = Rule::Equal { component, left, right, offsets };
        cx.facts.push(Rc::new(Fact { home: cx.home(), guard, bounds, rule }));
    }

    fn equal_at(&mut self, cx: &mut Context<'p>, pair: &Pair, at: &[TermId]) -> TermId {
        let there: Vec<TermId> = at.iter().zip(&pair.offsets).map(|(at, by)| self.store.add(&[*at, *by])).collect();
        let a: Vec<TermId> = pair.left.iter().map(|cells| layout::select(&mut self.store, *cells, at)).collect();
        let b: Vec<TermId> = pair.right.iter().map(|cells| layout::select(&mut self.store, *cells, &there)).collect();
        self.equal_values(cx, (pair.component, &a), (pair.component, &b))
    }
}
