//! Pointers to members of elements: `&a[i].x` and `&p->next`, kept in variables and elsewhere. Such a pointer is the
//! number of the element, as one to the element is; which member it means says its region. There is no arithmetic on
//! them but the way back from a member to the struct around it, which the macros called `container_of` compute in
//! bytes.

use super::expr::{Pointer, Val};
use super::function::Proc;
use super::memory::Region;
use super::place::{Place, Step};
use super::several::Several;
use super::{Res, refuse};
use crate::ctype::CType;
use crate::typed::Ex;
use horn_frontend::ir::{BinaryOp, CheckKind, ExprId, Loc, TypeId};

/// The objects that a conversion leads to from such a one.
pub(super) fn converted(region: &Region, way: &[u32], to_member: bool) -> Region {
    let down = || Region { root: region.root, path: [region.path.clone(), way.to_vec()].concat() };
    if to_member { down() } else { around(region, way).unwrap_or_else(|| region.clone()) }
}

/// The object around a member, if this is one at the end of such a way.
pub(super) fn around(region: &Region, way: &[u32]) -> Option<Region> {
    let path = region.path.strip_suffix(way)?.to_vec();
    Some(Region { root: region.root, path })
}

impl Proc<'_, '_> {
    /// The part of what is at a place that these members lead to, of each element if it is an array.
    pub fn below(&mut self, mut place: Place, path: &[u32], loc: Loc) -> Res<Place> {
        for member in path {
            let ty = self.member_type(place.element, *member, loc)?;
            if place.lengths.is_empty() {
                place = self.member(place, *member, ty, loc)?;
                continue;
            }
            if place.lengths.len() > 1 || !place.row.is_empty() || matches!(self.unit.types.get(ty), CType::Array(..)) {
                return refuse(loc, "a pointer to a part of an element of an array");
            }
            place.parts |= self.is_union(place.element);
            place.inner.push(*member);
            place.element = ty;
            if let Some(region) = &mut place.region {
                region.path.push(*member);
            }
        }
        Ok(place)
    }

    /// A pointer to a member of an element as one that can be kept: its number is that of the element.
    pub fn keepable(&mut self, pointer: Pointer, loc: Loc) -> Res<Pointer> {
        if let Some(place) = &pointer.base {
            return Ok(match self.whole_of(place, loc)? {
                Some((place, offset)) => Pointer { base: Some(Box::new(place)), offset, ..pointer },
                None => pointer,
            });
        }
        let Some(several) = pointer.several.clone() else { return Ok(pointer) };
        let (mut places, mut offset, mut changed) = (Vec::new(), pointer.offset, false);
        for (at, place) in several.places.iter().enumerate() {
            let Some((place, own)) = self.whole_of(place, loc)? else {
                places.push(place.clone());
                continue;
            };
            let here = self.is_number(several.which, at, several.places.len(), loc);
            offset = self.b.ite(here, own, offset, loc);
            changed = true;
            places.push(place);
        }
        if !changed {
            return Ok(pointer);
        }
        let several = Some(Box::new(Several { which: several.which, places }));
        Ok(Pointer { several, offset, ..pointer })
    }

    /// For a member of an element: the place of that member of all elements, and the number of the element.
    fn whole_of(&mut self, place: &Place, loc: Loc) -> Res<Option<(Place, ExprId)>> {
        let is_index = |step: &Step| matches!(step, Step::Index(_));
        let (Some(root), Some(at)) = (place.root, place.steps.iter().position(is_index)) else { return Ok(None) };
        let Step::Index(indexes) = &place.steps[at] else { return Ok(None) };
        let [index] = indexes.as_slice() else { return Ok(None) };
        let fields = |steps: &[Step]| -> Option<Vec<u32>> {
            let field = |step: &Step| match step {
                Step::Field(field) => Some(*field),
                Step::Index(_) => None,
            };
            steps.iter().map(field).collect()
        };
        let (Some(before), Some(behind)) = (fields(&place.steps[..at]), fields(&place.steps[at + 1..])) else {
            return Ok(None);
        };
        if behind.is_empty() || !place.lengths.is_empty() || place.region.is_some() {
            return Ok(None);
        }
        let whole = self.region_place(&Region { root, path: [before, behind.clone()].concat() }, loc)?;
        let same = whole.var == place.var && whole.steps == place.steps[..at] && whole.inner == behind;
        Ok(same.then_some((whole, *index)))
    }

    /// The pointer that a conversion to the struct around a member gives.
    pub fn pointer_around(&mut self, pointer: Ex, way: &[u32], loc: Loc) -> Res<Val> {
        let Val::Ptr(pointer) = self.value(pointer)? else { return refuse(loc, "this pointer") };
        let pointer = self.keepable(pointer, loc)?;
        self.lives(&pointer, CheckKind::Pointer, loc);
        if pointer.nullable {
            let null = self.null(loc);
            let fine = self.b.compare(BinaryOp::Ne, pointer.offset, null, loc);
            self.check(CheckKind::Pointer, fine, loc, "a null pointer points to no member");
        }
        let no_member = "a conversion to a struct around what is no member of one";
        let (places, which) = match (&pointer.base, &pointer.several) {
            (Some(base), _) => (vec![(**base).clone()], None),
            (None, Some(several)) => (several.places.clone(), Some(several.which)),
            (None, None) => return refuse(loc, no_member),
        };
        let mut found = Vec::new();
        for (at, place) in places.iter().enumerate() {
            let region = place.region.as_ref().filter(|_| place.row.is_empty());
            if let Some(region) = region.and_then(|region| around(region, way)) {
                found.push((at, self.region_place(&region, loc)?));
                continue;
            }
            let Some(which) = which else { return refuse(loc, no_member) };
            let here = self.is_number(which, at, places.len(), loc);
            let other = self.b.not(here, loc);
            self.check(CheckKind::Unsupported, other, loc, no_member);
        }
        let mut number = self.number(0, loc);
        for (new, (old, _)) in found.iter().enumerate().skip(1) {
            let Some(which) = which else { continue };
            let here = self.is_number(which, *old, places.len(), loc);
            let new = self.number(i64::try_from(new).unwrap_or(0), loc);
            number = self.b.expr(horn_frontend::ir::ExprKind::Ite(here, new, number), TypeId::INT, loc);
        }
        let mut places: Vec<Place> = found.into_iter().map(|(_, place)| place).collect();
        let (base, several) = match places.len() {
            0 => return refuse(loc, no_member),
            1 => (places.pop().map(Box::new), None),
            _ => (None, Some(Box::new(Several { which: number, places }))),
        };
        Ok(Val::Ptr(Pointer { base, several, nullable: false, ..pointer }))
    }

    /// The pointer that a conversion between a struct and its first member gives.
    pub fn pointer_to_first(&mut self, pointer: Ex, way: &[u32], to_member: bool, loc: Loc) -> Res<Val> {
        let from = self.unit.types.object_pointee(self.unit.ty(pointer)).unwrap_or_default();
        let Val::Ptr(pointer) = self.value(pointer)? else { return refuse(loc, "this pointer") };
        let pointer = self.keepable(pointer, loc)?;
        let lead = |proc: &mut Self, place: &Place| {
            let Some(region) = place.region.as_ref().filter(|_| place.row.is_empty()) else {
                return refuse(loc, "a conversion of a pointer to a part of an element of an array");
            };
            if to_member && !proc.unit.types.compatible(place.element, from) {
                return refuse(loc, "a conversion of a pointer to an object of another type");
            }
            proc.region_place(&converted(region, way, to_member), loc)
        };
        let base = match &pointer.base {
            Some(place) => Some(Box::new(lead(self, place)?)),
            None => None,
        };
        let several = match &pointer.several {
            Some(several) => {
                let places: Res<Vec<Place>> = several.places.iter().map(|place| lead(self, place)).collect();
                Some(Box::new(Several { which: several.which, places: places? }))
            }
            None => None,
        };
        Ok(Val::Ptr(Pointer { base, several, ..pointer }))
    }

    /// A pointer argument that is used at once: one to a member of an element as the place of that member, with the
    /// check that it exists.
    pub fn at_once(&mut self, pointer: Pointer, kind: CheckKind, loc: Loc) -> Res<Pointer> {
        let Some(place) = pointer.base.as_deref().filter(|place| !place.inner.is_empty()) else { return Ok(pointer) };
        let mut place = place.clone();
        let offset = self.spilled(pointer.offset, loc);
        let inside = self.within(&place, offset, 0, loc)?;
        self.check(kind, inside, loc, "the pointer must point to its object");
        place.index(offset);
        let offset = self.number(0, loc);
        Ok(Pointer { base: Some(Box::new(place)), offset, ..pointer })
    }
}
