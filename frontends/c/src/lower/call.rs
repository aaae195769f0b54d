//! Calls of functions with bodies, and allocation.

use super::expr::{Pointer, Val};
use super::function::Proc;
use super::memory::{Region, Root};
use super::place::Place;
use super::several::Several;
use super::{Bound, Key, Res, refuse, types};
use crate::ctype::{CType, Length, Ty};
use crate::typed::{Ex, FnId, Kind};
use horn_frontend::ir::{Arg, BinaryOp, Call, CheckKind, ExprId, ExprKind, Loc, Terminator, TypeId, VarId};
use horn_solver::num::Int;

/// An object that the function allocates.
#[derive(Clone, Debug)]
pub(crate) struct Allocated {
    pub var: VarId,
    pub element: Ty,
    /// The number of its elements.
    pub count: VarId,
    /// Whether it lives, if anything is ever freed.
    pub live: Option<VarId>,
    /// Whether it lives as long as the function, and nobody may free it.
    pub automatic: bool,
    /// Whether each run of the allocation gives one more object of its own: an element, which has no neighbours.
    pub pool: bool,
    /// How many of these live, where that is asked.
    pub alive: Option<VarId>,
}

impl Proc<'_, '_> {
    /// A call.
    pub fn call(&mut self, ex: Ex, callee: FnId, args: &[Ex], ty: Ty, loc: Loc) -> Res<Val> {
        if let Some(value) = self.library(ex, callee, args, ty, loc)? {
            return Ok(value);
        }
        let function = self.unit.function(callee);
        if let CType::Function(kind) = self.unit.types.get(function.ty)
            && kind.variadic
        {
            return refuse(loc, format!("a call of `{}`, which has a variable number of arguments,", function.name));
        }
        if function.params.len() != args.len() {
            return refuse(loc, format!("a call of `{}` with another number of arguments", function.name));
        }
        if self.unit.types.object_pointee(ty).is_some() {
            return refuse(loc, "a function that returns a pointer");
        }
        let mut values = Vec::new();
        for (at, arg) in args.iter().enumerate() {
            let value = self.value(*arg)?;
            let later = args[at + 1..].iter().any(|arg| self.l.effects[arg.index()]);
            values.push(if later { self.frozen_value(value, loc) } else { value });
        }
        self.call_with(callee, args, values, ty, loc)
    }

    /// A call with these values of its arguments.
    pub fn call_with(&mut self, callee: FnId, args: &[Ex], values: Vec<Val>, ty: Ty, loc: Loc) -> Res<Val> {
        let one_of = |value: &Val| match value {
            Val::Ptr(pointer) => pointer.several.clone(),
            _ => None,
        };
        if let Some((at, several)) = values.iter().enumerate().find_map(|(at, value)| Some((at, one_of(value)?))) {
            return self.call_for_each(callee, args, (values, at, &several), ty, loc);
        }
        self.without_pointers(ty, loc)?;
        let function = self.unit.function(callee);
        let mut bounds = Vec::new();
        let mut nullable = Vec::new();
        let mut given = Vec::new();
        let mut objects: Vec<(Region, Place)> = Vec::new();
        for ((param, arg), value) in function.params.iter().zip(args).zip(values) {
            let (wanted, actual) = (self.unit.object(*param).ty, self.unit.ty(*arg));
            if self.unit.types.object_pointee(wanted).is_some() {
                let Val::Ptr(pointer) = value else { return refuse(loc, "an argument that is no pointer") };
                self.passed(&pointer, loc);
                let shared = pointer.base.as_ref().is_some_and(|place| self.is_shared(place.root));
                let pointer = match shared {
                    true => self.keepable(pointer, loc)?,
                    false if pointer.nullable => pointer,
                    false => self.at_once(pointer, CheckKind::Pointer, loc)?,
                };
                bounds.push(Some(self.bound(&pointer, &mut objects, loc)?));
                nullable.push(pointer.nullable);
                given.push(Arg::In(pointer.offset));
                continue;
            }
            if !self.unit.types.compatible(wanted, actual) {
                return refuse(loc, "an argument of another type than the parameter");
            }
            self.without_pointers(wanted, loc)?;
            // The type of the parameter is asked for here too, so that both sides refuse it.
            self.l.object_type(*param)?;
            let e = match value {
                Val::Agg(e) => e,
                value => self.num(value, wanted, loc)?,
            };
            bounds.push(None);
            nullable.push(false);
            given.push(Arg::In(e));
        }
        self.hands_over(callee, loc);
        let key = Key { function: callee, params: bounds, nullable };
        let id = self.l.instance(key, false);
        let mut back: Vec<(Place, VarId)> = Vec::new();
        for (_, place) in &objects {
            if !place.row.is_empty() {
                let ir = self.l.array_type(place.element, &place.lengths[place.row.len()..], loc)?;
                let temporary = self.b.temporary("row", ir, loc);
                self.copy_row(place, temporary, false, loc)?;
                given.push(Arg::InOut(temporary));
                back.push((place.clone(), temporary));
            } else if place.steps.is_empty() {
                given.push(Arg::InOut(place.var));
            } else {
                let whole = self.content(place, loc)?;
                let ir = self.b.type_of(whole);
                let temporary = self.b.temporary("object", ir, loc);
                self.b.assign(temporary, whole, loc);
                given.push(Arg::InOut(temporary));
                back.push((place.clone(), temporary));
            }
            for dimension in place.row.len()..place.lengths.len() {
                if types::fixed(place.lengths[dimension]).is_none() {
                    given.push(Arg::In(self.length(place, dimension, loc)?));
                }
            }
        }
        let void = matches!(self.unit.types.get(ty), CType::Void);
        let result = match void {
            true => None,
            false => {
                let ir = self.l.ty(ty, loc)?;
                Some(self.b.temporary(format!("{} result", function.name), ir, loc))
            }
        };
        self.b.call(Call { callee: id, args: given, result, exception: None }, loc);
        for (place, temporary) in back {
            if !place.row.is_empty() {
                self.copy_row(&place, temporary, true, loc)?;
                continue;
            }
            let value = self.b.var(temporary, loc);
            self.replace(&place, value, loc)?;
        }
        match result {
            None => Ok(Val::Void),
            Some(result) => {
                let e = self.b.var(result, loc);
                self.wrapped_up(e, ty, loc)
            }
        }
    }

    /// A call for each of the objects that an argument may point to.
    fn call_for_each(
        &mut self,
        callee: FnId,
        args: &[Ex],
        (values, at, several): (Vec<Val>, usize, &Several),
        ty: Ty,
        loc: Loc,
    ) -> Res<Val> {
        let values: Vec<Val> = values.into_iter().map(|value| self.frozen_value(value, loc)).collect();
        let Some(Val::Ptr(pointer)) = values.get(at).cloned() else { return refuse(loc, "this argument") };
        let several = pointer.several.as_deref().unwrap_or(several).clone();
        let result = match matches!(self.unit.types.get(ty), CType::Void) {
            true => None,
            false => {
                let ir = self.l.ty(ty, loc)?;
                Some(self.b.temporary(format!("{} result", self.unit.function(callee).name), ir, loc))
            }
        };
        let target = self.singly(&several, loc);
        self.on_one(&target, loc, |proc, place| {
            let base = Some(Box::new(place.clone()));
            let mut values = values.clone();
            values[at] = Val::Ptr(Pointer { base, several: None, ..pointer.clone() });
            match (result, proc.call_with(callee, args, values, ty, loc)?) {
                (None, _) => {}
                (Some(result), Val::Agg(e)) => proc.b.assign(result, e, loc),
                (Some(result), value) => {
                    let e = proc.num(value, ty, loc)?;
                    proc.b.assign(result, e, loc);
                }
            }
            Ok(())
        })?;
        match result {
            None => Ok(Val::Void),
            Some(result) => {
                let e = self.b.var(result, loc);
                self.wrapped_up(e, ty, loc)
            }
        }
    }

    /// The value of the whole object at a place.
    fn content(&mut self, place: &Place, loc: Loc) -> Res<ExprId> {
        let mut inner = place.clone();
        inner.lengths = Vec::new();
        self.read(&inner, loc)
    }

    /// Whether an object is a static one that other functions name as well.
    fn is_shared(&self, root: Option<Root>) -> bool {
        matches!(root, Some(Root::Object(object))
            if self.l.is_static(object) && !self.l.is_local(object, self.function))
    }

    /// What a pointer argument is bound to. Objects of this function are collected, each once.
    fn bound(&mut self, pointer: &Pointer, objects: &mut Vec<(Region, Place)>, loc: Loc) -> Res<Bound> {
        let Some(place) = &pointer.base else { return Ok(Bound::Nothing) };
        let Some(region) = place.region.clone().filter(|_| place.row.is_empty()) else {
            return self.bound_part(place, objects, loc);
        };
        self.without_pointers(place.element, loc)?;
        if place.pool {
            return refuse(loc, "an argument that points to an object that is allocated in a loop");
        }
        if place.parts {
            return refuse(loc, "an argument that points to a part of a union");
        }
        if self.is_shared(Some(region.root)) {
            return Ok(Bound::Static(region));
        }
        if !place.inner.is_empty() {
            return refuse(loc, "an argument that points to a member of an element of an array");
        }
        let dimensions: Vec<Option<u64>> = place.lengths.iter().map(|length| types::fixed(*length)).collect();
        let part = |place: &Place| place.region.is_none() || !place.row.is_empty();
        if let Some(at) = objects.iter().position(|(known, other)| *known == region && !part(other)) {
            return Ok(Bound::Class(u32::try_from(at).unwrap_or(0), place.element, dimensions, place.constant));
        }
        if objects.iter().any(|(known, other)| known.overlaps(&region) || known.root == region.root && part(other)) {
            return refuse(loc, "arguments that point to an object and to a part of it");
        }
        objects.push((region, (**place).clone()));
        let class = u32::try_from(objects.len() - 1).unwrap_or(0);
        Ok(Bound::Class(class, place.element, dimensions, place.constant))
    }

    /// What an argument is bound to that points to a part of an element of an array, or to a row of a matrix: a copy,
    /// since nobody else names the object in the meantime.
    fn bound_part(&mut self, place: &Place, objects: &mut Vec<(Region, Place)>, loc: Loc) -> Res<Bound> {
        let Some(root) = place.root.filter(|_| !place.parts && !place.pool) else {
            return refuse(loc, "an argument that points to a part of an element of an array");
        };
        if self.is_shared(Some(root)) {
            return refuse(loc, "an argument that points to a part of an element of a static array");
        }
        let rest = &place.lengths[place.row.len()..];
        if !place.row.is_empty() && rest.len() != 1 {
            return refuse(loc, "an argument that points to several rows");
        }
        self.without_pointers(place.element, loc)?;
        if objects.iter().any(|(known, _)| known.root == root) {
            return refuse(loc, "arguments that point to parts of one object");
        }
        let dimensions = rest.iter().map(|length| types::fixed(*length)).collect();
        let place = self.frozen_place(place.clone(), loc);
        let (element, constant) = (place.element, place.constant);
        objects.push((Region { root, path: Vec::new() }, place));
        let class = u32::try_from(objects.len() - 1).unwrap_or(0);
        Ok(Bound::Class(class, element, dimensions, constant))
    }

    /// The cells of a row, copied into a variable or back.
    fn copy_row(&mut self, row: &Place, copy: VarId, back: bool, loc: Loc) -> Res<()> {
        let count = self.length(row, row.row.len(), loc)?;
        let mut own = Place::of(copy, row.element);
        own.lengths = row.lengths[row.row.len()..].to_vec();
        own.counts = row.counts[row.row.len()..].to_vec();
        self.for_cells(count, false, loc, |proc, at| {
            let (mut inner, mut outer) = (own.clone(), row.clone());
            inner.index(at);
            outer.index(at);
            let (from, to) = if back { (inner, outer) } else { (outer, inner) };
            let value = proc.read(&from, loc)?;
            proc.write(&to, value, loc)
        })
    }

    /// Notes that this call gives objects with these elements.
    pub fn announce(&mut self, call: Ex, element: Ty, again: bool) {
        if self.heaps.contains_key(&call) || self.is_array(element) {
            return;
        }
        let loc = self.unit.expr(call).loc;
        let Ok(ty) = self.l.array_type(element, &[Length::Unknown], loc) else { return };
        let Kind::Call(callee, args) = self.unit.expr(call).kind.clone() else { return };
        let name = self.unit.function(callee).name.clone();
        let automatic = name.ends_with("alloca");
        let var = self.b.local(name, ty, loc);
        let count = self.b.temporary("length", TypeId::INT, loc);
        let size = self.unit.types.size(element).and_then(|size| i64::try_from(size).ok()).map(Int::from);
        let bytes = match args.as_slice() {
            [bytes] => self.unit.constant(*bytes).cloned(),
            [one, each] if self.unit.constant(*one) == Some(&Int::ONE) => self.unit.constant(*each).cloned(),
            _ => None,
        };
        let pool = again && size.is_some() && bytes == size;
        let lives = (self.l.frees() || self.l.options.leaks.any()) && !automatic;
        let alive = (pool && lives && self.l.options.leaks.any()).then(|| {
            let alive = self.b.temporary("alive", TypeId::INT, loc);
            let zero = self.number(0, loc);
            self.b.assign(alive, zero, loc);
            alive
        });
        let live = match pool {
            false => lives.then(|| {
                let live = self.b.temporary("lives", TypeId::BOOL, loc);
                if self.l.options.leaks.any() {
                    let not = self.b.bool(false, loc);
                    self.b.assign(live, not, loc);
                }
                live
            }),
            true => {
                let zero = self.number(0, loc);
                self.b.assign(count, zero, loc);
                let ty = lives.then(|| self.l.live_type());
                ty.map(|ty| self.b.temporary("live", ty, loc))
            }
        };
        self.heaps.insert(call, Allocated { var, element, count, live, automatic, pool, alive });
    }

    /// `malloc`, `alloca`, `calloc`: they never fail, as SV-COMP has it.
    pub fn allocate(&mut self, ex: Ex, args: &[Ex], zeros: bool, loc: Loc) -> Res<Val> {
        let Some(heap) = self.heaps.get(&ex).cloned() else {
            return refuse(loc, "memory that is allocated without a type");
        };
        if heap.pool {
            return self.one_more(ex, &heap, zeros, loc);
        }
        if self.repeated.get(self.at).copied().unwrap_or(true) {
            return refuse(loc, "memory for several objects that is allocated in a loop");
        }
        let Some(size) = self.unit.types.size(heap.element).filter(|size| *size > 0) else {
            return refuse(loc, "memory for objects without a size");
        };
        let size = Int::from(i64::try_from(size).unwrap_or(1));
        let count = match (args, zeros) {
            ([bytes], false) => self.elements(*bytes, &size, loc)?,
            ([count, each], true) if self.unit.constant(*each) == Some(&size) => {
                let value = self.value(*count)?;
                self.count(value, self.unit.ty(*count), loc)?
            }
            _ => return refuse(loc, "this form of allocation"),
        };
        self.b.assign(heap.count, count, loc);
        if zeros {
            let ty = self.b.var_type(heap.var);
            let value = self.zero(ty, loc)?;
            self.b.assign(heap.var, value, loc);
        } else {
            self.b.havoc(heap.var, loc);
        }
        if let Some(live) = heap.live {
            let truth = self.b.bool(true, loc);
            self.b.assign(live, truth, loc);
        }
        let place = self.region_place(&Region { root: Root::Heap(ex), path: Vec::new() }, loc)?;
        let offset = self.number(0, loc);
        Ok(Val::Ptr(Pointer { base: Some(Box::new(place)), several: None, offset, nullable: false, stored: false }))
    }

    /// `realloc`: a new object with the elements of the old one, which is freed. It does not fail either.
    pub fn reallocate(&mut self, ex: Ex, old: Ex, bytes: Ex, loc: Loc) -> Res<Val> {
        let Val::Ptr(old) = self.value(old)? else { return refuse(loc, "this pointer") };
        let Val::Ptr(old) = self.frozen_value(Val::Ptr(old), loc) else { return refuse(loc, "this pointer") };
        if self.heaps.get(&ex).is_none_or(|heap| heap.pool) {
            return refuse(loc, "memory that is allocated again, in a loop or without a type");
        }
        let Val::Ptr(new) = self.allocate(ex, &[bytes], false, loc)? else { return refuse(loc, "this allocation") };
        let Some(into) = new.base.as_deref().cloned() else { return refuse(loc, "this allocation") };
        let count = self.length(&into, 0, loc)?;
        let count = self.frozen(count, loc);
        let zero = self.number(0, loc);
        let some = self.b.compare(BinaryOp::Gt, count, zero, loc);
        self.check(CheckKind::Unsupported, some, loc, "memory that is allocated again for no object");
        let null = self.null(loc);
        let is_null = self.b.compare(BinaryOp::Eq, old.offset, null, loc);
        let target = match (&old.base, &old.several) {
            (Some(base), _) => vec![(None, (**base).clone())],
            (None, Some(several)) => self.singly(several, loc),
            (None, None) => Vec::new(),
        };
        if target.iter().any(|(_, from)| {
            from.lengths.len() != 1 || !from.row.is_empty() || !self.unit.types.compatible(from.element, into.element)
        }) {
            return refuse(loc, "memory that is allocated again for objects of another type");
        }
        if target.is_empty() {
            return Ok(Val::Ptr(new));
        }
        self.on_one(&target, loc, |proc, from| {
            let one = Pointer { base: Some(Box::new(from.clone())), several: None, ..old.clone() };
            proc.free_one(&one, loc)?;
            let [there, join] = [proc.b.new_block(loc), proc.b.new_block(loc)];
            proc.b.terminate(Terminator::Branch(is_null, join, there), loc, there);
            let before = proc.length(from, 0, loc)?;
            let less = proc.b.compare(BinaryOp::Lt, before, count, loc);
            let kept = proc.b.ite(less, before, count, loc);
            let kept = proc.frozen(kept, loc);
            proc.for_cells(kept, false, loc, |proc, at| {
                let (mut source, mut target) = (from.clone(), into.clone());
                source.index(at);
                target.index(at);
                let value = proc.read(&source, loc)?;
                proc.write(&target, value, loc)
            })?;
            proc.b.jump(join, join);
            Ok(())
        })?;
        Ok(Val::Ptr(new))
    }

    /// One more object of those that an allocation in a loop gives.
    fn one_more(&mut self, ex: Ex, heap: &Allocated, zeros: bool, loc: Loc) -> Res<Val> {
        let place = self.region_place(&Region { root: Root::Heap(ex), path: Vec::new() }, loc)?;
        let before = self.b.var(heap.count, loc);
        let offset = self.frozen(before, loc);
        let one = self.number(1, loc);
        let next = self.b.binary(BinaryOp::Add, offset, one, TypeId::INT, loc);
        self.b.assign(heap.count, next, loc);
        // Elements that nobody has written have any value.
        if zeros {
            let element = self.l.ty(heap.element, loc)?;
            let value = self.zero(element, loc)?;
            let mut cell = place.clone();
            cell.index(offset);
            self.write(&cell, value, loc)?;
        }
        if let Some(live) = heap.live {
            let truth = self.b.bool(true, loc);
            self.set_live(live, offset, truth, loc);
        }
        self.count_alive(heap.alive, BinaryOp::Add, loc);
        Ok(Val::Ptr(Pointer { base: Some(Box::new(place)), several: None, offset, nullable: false, stored: false }))
    }

    fn count_alive(&mut self, alive: Option<VarId>, op: BinaryOp, loc: Loc) {
        let Some(alive) = alive else { return };
        let (old, one) = (self.b.var(alive, loc), self.number(1, loc));
        let new = self.b.binary(op, old, one, TypeId::INT, loc);
        self.b.assign(alive, new, loc);
    }

    fn set_live(&mut self, live: VarId, at: ExprId, value: ExprId, loc: Loc) {
        let (ty, all) = (self.b.var_type(live), self.b.var(live, loc));
        let new = self.b.expr(ExprKind::Update(all, vec![at], value), ty, loc);
        self.b.assign(live, new, loc);
    }

    /// Whether the object lives that a pointer into a place points to, if that may be freed.
    pub fn alive(&mut self, place: &Place, offset: ExprId, loc: Loc) -> Res<Option<ExprId>> {
        let Some(live) = place.live else { return Ok(None) };
        if let (Some(object), Some(root)) = (place.object, place.root) {
            // A part of one of several objects lives with it.
            let whole = self.region_place(&Region { root, path: Vec::new() }, loc)?;
            return self.alive(&whole, object, loc);
        }
        let all = self.b.var(live, loc);
        if !place.pool {
            return Ok(Some(all));
        }
        // Other numbers are no object's, which other checks tell of.
        let (zero, count) = (self.number(0, loc), self.length(place, 0, loc)?);
        let low = self.b.compare(BinaryOp::Le, zero, offset, loc);
        let high = self.b.compare(BinaryOp::Lt, offset, count, loc);
        let inside = self.b.and(low, high, loc);
        let lives = self.b.expr(ExprKind::Index(all, vec![offset]), TypeId::BOOL, loc);
        Ok(Some(self.b.implies(inside, lives, loc)))
    }

    /// How many elements of a size fit into a number of bytes. `n * size` is `n`, as long as the product does not wrap.
    fn elements(&mut self, bytes: Ex, size: &Int, loc: Loc) -> Res<ExprId> {
        let ty = self.unit.ty(bytes);
        let value = self.value(bytes)?;
        let exact = self.count(value, ty, loc)?;
        let divisor = self.number(size.clone(), loc);
        if let Some(known) = self.known(exact) {
            return Ok(self.number(known.div_floor(size), loc));
        }
        let general = self.b.binary(BinaryOp::Div, exact, divisor, TypeId::INT, loc);
        let Kind::Binary(crate::typed::Bin::Mul, a, b) = self.unit.expr(bytes).kind else { return Ok(general) };
        let factor = match (self.unit.constant(a) == Some(size), self.unit.constant(b) == Some(size)) {
            (true, _) => b,
            (_, true) => a,
            _ => return Ok(general),
        };
        let inner = match self.unit.expr(factor).kind {
            Kind::Convert(inner) if self.unit.types.int_kind(self.unit.ty(inner)).is_some() => inner,
            _ => factor,
        };
        if self.l.effects[inner.index()] {
            return Ok(general);
        }
        let value = self.value(inner)?;
        let n = self.count(value, self.unit.ty(inner), loc)?;
        let most = self.l.modulus(self.unit.types.size_kind()) - Int::ONE;
        let most = self.number(most.div_floor(size), loc);
        let zero = self.number(0, loc);
        let plain = self.b.between(n, zero, most, loc);
        Ok(self.b.ite(plain, n, general, loc))
    }

    /// `free (p)`.
    pub fn free(&mut self, pointer: Ex, loc: Loc) -> Res<Val> {
        let Val::Ptr(pointer) = self.value(pointer)? else { return refuse(loc, "this pointer") };
        let Some(several) = &pointer.several else { return self.free_one(&pointer, loc) };
        let target = self.singly(several, loc);
        self.on_one(&target, loc, |proc, place| {
            let one = Pointer { base: Some(Box::new(place.clone())), several: None, ..pointer.clone() };
            proc.free_one(&one, loc).map(drop)
        })?;
        Ok(Val::Void)
    }

    fn free_one(&mut self, pointer: &Pointer, loc: Loc) -> Res<Val> {
        let Some(place) = &pointer.base else { return Ok(Val::Void) };
        let null = self.null(loc);
        let is_null = self.b.compare(BinaryOp::Eq, pointer.offset, null, loc);
        let never = match place.region.as_ref().map(|region| region.root) {
            Some(Root::Object(_)) => true,
            Some(Root::Heap(call)) => self.allocated(call).is_some_and(|heap| heap.automatic),
            Some(Root::Class(_)) | None => false,
        };
        if never {
            self.check(CheckKind::Free, is_null, loc, "what is freed must be allocated memory");
            return Ok(Val::Void);
        }
        if place.live.is_some() && (!place.steps.is_empty() || !place.inner.is_empty() || place.object.is_some()) {
            return refuse(loc, "memory that is freed through a pointer to a part of it");
        }
        if let (Some(live), true) = (place.live, place.pool) {
            let inside = self.frozen(pointer.offset, loc);
            let (zero, count) = (self.number(0, loc), self.length(place, 0, loc)?);
            let low = self.b.compare(BinaryOp::Le, zero, inside, loc);
            let high = self.b.compare(BinaryOp::Lt, inside, count, loc);
            let exists = self.b.and(low, high, loc);
            let all = self.b.var(live, loc);
            let lives = self.b.expr(ExprKind::Index(all, vec![inside]), TypeId::BOOL, loc);
            let both = self.b.and(exists, lives, loc);
            let fine = self.b.or(is_null, both, loc);
            self.check(CheckKind::Free, fine, loc, "what is freed must be allocated memory that lives");
            let [there, join] = [self.b.new_block(loc), self.b.new_block(loc)];
            self.b.terminate(Terminator::Branch(is_null, join, there), loc, there);
            let never = self.b.bool(false, loc);
            self.set_live(live, inside, never, loc);
            if let Some(Root::Heap(call)) = place.root {
                let alive = self.allocated(call).and_then(|heap| heap.alive);
                self.count_alive(alive, BinaryOp::Sub, loc);
            }
            self.b.jump(join, join);
            return Ok(Val::Void);
        }
        let Some(live) = place.live else {
            return refuse(loc, "memory that is freed by another function, or that was not allocated");
        };
        let zero = self.number(0, loc);
        let first = self.b.compare(BinaryOp::Eq, pointer.offset, zero, loc);
        let lives = self.b.var(live, loc);
        let both = self.b.and(first, lives, loc);
        let fine = self.b.or(is_null, both, loc);
        self.check(CheckKind::Free, fine, loc, "what is freed must be allocated memory that lives");
        let still = self.b.and(is_null, lives, loc);
        self.b.assign(live, still, loc);
        Ok(Val::Void)
    }
}
