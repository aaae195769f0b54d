//! Places: where in which variable an lvalue is, with the checks that it exists; reading and writing them.

use super::expr::{Pointer, Val};
use super::function::Proc;
use super::memory::{Region, Root};
use super::{Integers, Res, refuse};
use crate::ctype::{CType, IntKind, Length, Ty};
use crate::typed::{Ex, Kind, ObjId};
use horn_frontend::ir::{BinaryOp, CheckKind, Conversion, ExprId, Loc, TypeId, VarId};
use horn_solver::num::Int;

/// A step into a variable.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Step {
    /// A component of an array, with an index for each dimension.
    Index(Vec<ExprId>),
    /// A field.
    Field(u32),
}

/// A part of a variable.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Place {
    /// The variable.
    pub var: VarId,
    /// The steps from the variable.
    pub steps: Vec<Step>,
    /// Indexes of the array there that were given, fewer than it has dimensions.
    pub row: Vec<ExprId>,
    /// The elements of the array there, or the type of the part if it is none.
    pub element: Ty,
    /// The lengths of the array's dimensions; none if it is no array.
    pub lengths: Vec<Length>,
    /// The members behind the index, where it is a member of each element of the array.
    pub inner: Vec<u32>,
    /// For each dimension whose length is no constant the variable that holds it.
    pub counts: Vec<Option<VarId>>,
    /// The object and the members on the way, if no index is among the steps.
    pub region: Option<Region>,
    /// The object that it is a part of.
    pub root: Option<Root>,
    /// For objects that may be freed: whether it lives.
    pub live: Option<VarId>,
    /// Whether it is a part of an object that is declared `const`.
    pub constant: bool,
    /// Whether it is an array of objects of their own, which an allocation in a loop gives.
    pub pool: bool,
    /// The number of the object among such that it is a part of.
    pub object: Option<ExprId>,
    /// Whether it is a part of a union.
    pub parts: bool,
    /// The kind and the width of the bit-field that it is.
    pub bits: Option<(IntKind, u32)>,
    /// The integer type of the same size as which it is read and written, if that is another one than its own.
    pub seen: Option<Ty>,
}

impl Place {
    /// A whole variable that is no array.
    pub fn of(var: VarId, element: Ty) -> Place {
        let (steps, row, lengths, counts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (region, root, live, bits, pool) = (None, None, None, None, false);
        Place {
            var,
            steps,
            row,
            element,
            lengths,
            inner: Vec::new(),
            counts,
            region,
            root,
            live,
            constant: false,
            pool,
            object: None,
            parts: false,
            bits,
            seen: None,
        }
    }

    /// One more index of the array there; the last one makes the place that of an element.
    pub fn index(&mut self, at: ExprId) {
        if self.pool {
            self.object = Some(at);
        }
        self.row.push(at);
        if self.row.len() == self.lengths.len() {
            let row = std::mem::take(&mut self.row);
            self.steps.push(Step::Index(row));
            self.steps.extend(std::mem::take(&mut self.inner).into_iter().map(Step::Field));
            self.lengths = Vec::new();
            self.counts = Vec::new();
            (self.region, self.pool) = (None, false);
        }
    }
}

impl Proc<'_, '_> {
    /// The place of an lvalue. Its row is not empty for a row of a matrix.
    pub fn lvalue(&mut self, ex: Ex) -> Res<Place> {
        let node = self.unit.expr(ex);
        let loc = node.loc;
        match &node.kind {
            Kind::Object(object) => self.region_place(&Region { root: Root::Object(*object), path: Vec::new() }, loc),
            Kind::Member(..) => match self.lvalues(ex)?.as_slice() {
                [(None, place)] => Ok(place.clone()),
                _ => refuse(loc, "a pointer that may point to one of several objects"),
            },
            Kind::Deref(pointer) => {
                if let Some((object, index)) = self.split_access(ex)
                    && let Some(var) = self.split.get(&(object, index)).copied()
                {
                    let element = node.ty;
                    return Ok(Place::of(var, element));
                }
                let array = self.is_element_of_array(*pointer);
                let only_address = std::mem::take(&mut self.only_address);
                let Val::Ptr(value) = self.value(*pointer)? else { return refuse(loc, "this pointer") };
                self.only_address = only_address;
                let kind = if array { CheckKind::Index } else { CheckKind::Dereference };
                self.target(value, self.unit.ty(*pointer), kind, loc)
            }
            Kind::Str(_) => refuse(loc, "a string literal as an object"),
            Kind::Unsupported(what) => refuse(loc, what.to_string()),
            _ => refuse(loc, "this expression as an object"),
        }
    }

    /// Whether a pointer is written `a + i` with an array.
    pub fn is_element_of_array(&self, pointer: Ex) -> bool {
        matches!(
            self.unit.expr(pointer).kind,
            Kind::PtrAdd(base, ..) if matches!(self.unit.expr(base).kind, Kind::Decay(_))
        )
    }

    /// An access `a[c]` with a constant index to an array that may be split into its elements.
    pub fn split_access(&self, ex: Ex) -> Option<(ObjId, u64)> {
        let Kind::Deref(pointer) = self.unit.expr(ex).kind else { return None };
        let (base, index) = match self.unit.expr(pointer).kind {
            Kind::PtrAdd(base, index, crate::typed::Sign::Plus) => {
                (base, self.unit.constant(index)?.to_i64().and_then(|at| u64::try_from(at).ok())?)
            }
            _ => (pointer, 0),
        };
        let Kind::Decay(lvalue) = self.unit.expr(base).kind else { return None };
        let Kind::Object(object) = self.unit.expr(lvalue).kind else { return None };
        Some((object, index))
    }

    /// The place of an object or of a member in it.
    pub fn region_place(&mut self, region: &Region, loc: Loc) -> Res<Place> {
        let (var, ty) = match region.root {
            Root::Object(object) => {
                if self.split.contains_key(&(object, 0)) {
                    return refuse(loc, "an array that was split");
                }
                (self.variable(object, loc)?, self.unit.object(object).ty)
            }
            Root::Heap(ex) => {
                let Some(heap) = self.allocated(ex).cloned() else { return refuse(loc, "this allocation") };
                let mut place = Place::of(heap.var, heap.element);
                place.lengths = vec![Length::Unknown];
                place.counts = vec![Some(heap.count)];
                (place.live, place.pool) = (heap.live, heap.pool);
                (place.region, place.root) = (Some(Region { root: region.root, path: Vec::new() }), Some(region.root));
                return self.below(place, &region.path, loc);
            }
            Root::Class(class) => {
                let Some(class) = self.classes.get(&class).cloned() else { return refuse(loc, "this parameter") };
                let mut place = Place::of(class.var, class.element);
                place.constant = class.constant;
                (place.lengths, place.counts) = (class.lengths, class.counts);
                (place.region, place.root) = (Some(Region { root: region.root, path: Vec::new() }), Some(region.root));
                return self.below(place, &region.path, loc);
            }
        };
        let (element, lengths) = self.l.dimensions(ty);
        let mut counts = Vec::new();
        for length in &lengths {
            counts.push(match length {
                Length::Fixed(_) => None,
                Length::Variable(number) => Some(self.variable(self.unit.lengths[*number as usize], loc)?),
                Length::Unknown => return refuse(loc, "an array without a length"),
            });
        }
        let mut place = Place::of(var, element);
        (place.lengths, place.counts) = (lengths, counts);
        (place.region, place.root) = (Some(Region { root: region.root, path: Vec::new() }), Some(region.root));
        place.constant = matches!(region.root, Root::Object(object) if self.unit.object(object).constant);
        self.below(place, &region.path, loc)
    }

    pub fn member_type(&self, ty: Ty, member: u32, loc: Loc) -> Res<Ty> {
        let tag = self.unit.types.aggregate(ty);
        let members = tag.and_then(|tag| self.unit.types.tag(tag).members.as_ref());
        match members.and_then(|members| members.get(member as usize)) {
            Some(member) => Ok(member.ty),
            None => refuse(loc, "a member of what is no struct"),
        }
    }

    /// Refuses a pointer type whose elements are not those of the array it points into.
    pub fn unit_of(&mut self, pointer: &Pointer, ty: Ty, loc: Loc) -> Res<()> {
        if let Some(several) = &pointer.several {
            for place in several.places.clone() {
                let one = Pointer { base: Some(Box::new(place)), several: None, ..pointer.clone() };
                self.unit_of(&one, ty, loc)?;
            }
            return Ok(());
        }
        let Some(base) = &pointer.base else { return Ok(()) };
        let Some(to) = self.unit.types.object_pointee(ty) else { return refuse(loc, "a value that is no pointer") };
        let (element, lengths) = self.l.dimensions(to);
        let rest = base.lengths.len().saturating_sub(base.row.len());
        // A pointer to a whole array is not one to its elements.
        let same = self.fits_as(element, base.element) && lengths.len() == rest.saturating_sub(1);
        let inner = &base.lengths[base.lengths.len() - lengths.len().min(base.lengths.len())..];
        let fixed = inner.iter().zip(&lengths).all(|(a, b)| match (a, b) {
            (Length::Fixed(a), Length::Fixed(b)) => a == b,
            // Lengths that are computed twice may differ.
            (Length::Variable(a), Length::Variable(b)) => a == b,
            _ => false,
        });
        if same && fixed {
            return Ok(());
        }
        let (a, b) = (self.unit.types.name(to), self.unit.types.name(base.element));
        refuse(loc, format!("a pointer to `{a}` that points to an object of type `{b}`"))
    }

    /// Whether an object of one type may be read and written as one of another: it is that type, or both are integers
    /// of one size, which have their bits in common.
    fn fits_as(&self, wanted: Ty, own: Ty) -> bool {
        let types = &self.unit.types;
        let size = |ty: Ty| {
            let kind = types.int_kind(ty).filter(|kind| *kind != IntKind::Bool)?;
            (self.l.options.integers != Integers::Math).then(|| kind.size(types.model))
        };
        types.compatible(wanted, own) || size(wanted).is_some_and(|wanted| size(own) == Some(wanted))
    }

    /// The place that a pointer points to, with the check that it exists.
    pub fn target(&mut self, pointer: Pointer, ty: Ty, kind: CheckKind, loc: Loc) -> Res<Place> {
        let mut place = self.target_itself(pointer, ty, kind, loc)?;
        let wanted = self.unit.types.object_pointee(ty).filter(|_| place.lengths.is_empty() && place.row.is_empty());
        place.seen = wanted.filter(|wanted| {
            self.unit.types.int_kind(*wanted).is_some() && !self.unit.types.compatible(*wanted, place.element)
        });
        Ok(place)
    }

    fn target_itself(&mut self, pointer: Pointer, ty: Ty, kind: CheckKind, loc: Loc) -> Res<Place> {
        self.unit_of(&pointer, ty, loc)?;
        self.lives(&pointer, CheckKind::Dereference, loc);
        if pointer.several.is_some() {
            return refuse(loc, "a pointer that may point to one of several objects");
        }
        let Some(place) = pointer.base else {
            let never = self.b.bool(false, loc);
            self.check(CheckKind::Dereference, never, loc, "the pointer points to nothing");
            // No run goes on here, and what guards the access may be false: any object will do.
            let to = self.unit.types.object_pointee(ty).unwrap_or_default();
            let (element, lengths) = self.l.dimensions(to);
            if !lengths.is_empty() {
                return refuse(loc, "an access through a null pointer");
            }
            let ir = self.l.ty(element, loc)?;
            let nothing = self.b.temporary("nothing", ir, loc);
            return Ok(Place::of(nothing, element));
        };
        let mut place = *place;
        if let Some(live) = self.alive(&place, pointer.offset, loc)? {
            self.check(CheckKind::Dereference, live, loc, "the object was freed");
        }
        let zero = self.number(0, loc);
        let kind = self.outside(&place, kind);
        if place.lengths.is_empty() {
            let known = self.known(pointer.offset);
            if !known.is_some_and(|value| value.is_zero()) {
                let condition = self.b.compare(BinaryOp::Eq, pointer.offset, zero, loc);
                self.check(kind, condition, loc, "the pointer must point to its object");
            }
            return Ok(place);
        }
        let dimension = place.row.len();
        let offset = self.spilled(pointer.offset, loc);
        let inside = self.within(&place, offset, 0, loc)?;
        let text = match place.lengths[dimension] {
            Length::Fixed(length) => format!("the index must be in 0 .. {}", length.saturating_sub(1)),
            _ => "the index must be within the array".to_string(),
        };
        self.check(kind, inside, loc, &text);
        place.index(offset);
        Ok(place)
    }

    /// The kind of the check that an index is within the array at a place: an array that is a part of an object may
    /// have more of it behind its end.
    pub fn outside(&self, place: &Place, kind: CheckKind) -> CheckKind {
        let part = place.lengths.len() > 1 || !place.steps.is_empty();
        if self.l.options.accesses && part { CheckKind::Pointer } else { kind }
    }

    /// Whether an index is one of the array at a place, or `more` beyond the last.
    pub fn within(&mut self, place: &Place, offset: ExprId, more: i64, loc: Loc) -> Res<ExprId> {
        let dimension = place.row.len();
        let zero = self.number(0, loc);
        Ok(match (place.lengths[dimension], self.known(offset)) {
            (Length::Fixed(length), Some(at)) => {
                let end = i64::try_from(length).unwrap_or(i64::MAX).saturating_add(more);
                self.b.bool(!at.is_negative() && at < Int::from(end), loc)
            }
            (Length::Fixed(length), None) => {
                let last = i64::try_from(length).unwrap_or(i64::MAX) - 1 + more;
                let last = self.number(last, loc);
                self.b.between(offset, zero, last, loc)
            }
            _ => {
                let count = self.length(place, dimension, loc)?;
                let low = self.b.compare(BinaryOp::Le, zero, offset, loc);
                let op = if more == 0 { BinaryOp::Lt } else { BinaryOp::Le };
                let high = self.b.compare(op, offset, count, loc);
                self.b.and(low, high, loc)
            }
        })
    }

    /// The pointer `&a[i]` of an array: to an element, or behind the last one.
    pub fn address_of_element(&mut self, pointer: Ex, loc: Loc) -> Res<Val> {
        let base = match self.unit.expr(pointer).kind {
            Kind::PtrAdd(base, ..) => base,
            _ => pointer,
        };
        let member = |lvalue: Ex| matches!(self.unit.expr(lvalue).kind, Kind::Member(..));
        self.only_address = matches!(self.unit.expr(base).kind, Kind::Decay(lvalue) if member(lvalue));
        let value = self.value(pointer);
        self.only_address = false;
        let Val::Ptr(value) = value? else { return refuse(loc, "this pointer") };
        self.unit_of(&value, self.unit.ty(pointer), loc)?;
        if let Some(place) = &value.base
            && place.lengths.len() > place.row.len()
        {
            let place = place.clone();
            let offset = self.spilled(value.offset, loc);
            let inside = self.within(&place, offset, 1, loc)?;
            self.check(CheckKind::Pointer, inside, loc, "the index must be within the array, or one behind it");
        }
        Ok(Val::Ptr(value))
    }

    /// The length of a dimension of the array at a place.
    pub fn length(&mut self, place: &Place, dimension: usize, loc: Loc) -> Res<ExprId> {
        if let Some(Length::Fixed(length)) = place.lengths.get(dimension) {
            return Ok(self.number(i64::try_from(*length).unwrap_or(i64::MAX), loc));
        }
        let Some(Some(count)) = place.counts.get(dimension) else { return refuse(loc, "an array without a length") };
        let e = self.b.var(*count, loc);
        let modular = matches!(self.l.program.ty(self.b.type_of(e)).kind, horn_frontend::ir::TypeKind::Modular(_));
        Ok(if modular { self.b.convert(Conversion::ModularToInt, e, TypeId::INT, loc) } else { e })
    }

    /// Two pointers into one array; `ordered` if more is asked than whether they are the same.
    pub fn same_array(&mut self, a: &Pointer, b: &Pointer, ordered: bool, loc: Loc) -> Res<()> {
        self.lives(a, CheckKind::Pointer, loc);
        self.lives(b, CheckKind::Pointer, loc);
        let several = |place: &Place| place.pool || !place.inner.is_empty();
        if ordered && [a, b].into_iter().any(|pointer| pointer.base.as_deref().is_some_and(several)) {
            return refuse(loc, "pointers to members of elements, or to what a loop allocates, ordered or subtracted,");
        }
        match (&a.base, &b.base) {
            (Some(x), Some(y))
                if x.var == y.var
                    && (&x.steps, &x.inner) == (&y.steps, &y.inner)
                    && x.row.is_empty()
                    && y.row.is_empty() =>
            {
                Ok(())
            }
            _ => refuse(loc, "pointers into two objects, compared or subtracted,"),
        }
    }

    /// The place with its indexes as they are now.
    pub fn frozen_place(&mut self, mut place: Place, loc: Loc) -> Place {
        let freeze = |proc: &mut Self, all: &mut Vec<ExprId>| {
            for e in all {
                *e = proc.frozen(*e, loc);
            }
        };
        for step in &mut place.steps {
            if let Step::Index(all) = step {
                freeze(self, all);
            }
        }
        freeze(self, &mut place.row);
        place.object = place.object.map(|object| self.frozen(object, loc));
        place
    }

    /// The number of elements as a mathematical integer, from a value of an integer type.
    pub fn count(&mut self, value: Val, ty: Ty, loc: Loc) -> Res<ExprId> {
        let rep = self.l.rep(ty, loc)?;
        if let Val::Truth(e) = value {
            return Ok(self.b.convert(Conversion::BoolToInt, e, TypeId::INT, loc));
        }
        let e = self.num(value, ty, loc)?;
        Ok(self.exact(e, rep, loc))
    }

    /// Whether a type is an array.
    pub fn is_array(&self, ty: Ty) -> bool {
        matches!(self.unit.types.get(ty), CType::Array(..))
    }
}
