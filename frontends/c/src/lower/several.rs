//! Memory layer M1: pointers that point to one of several objects. Beside the number of the element such a pointer
//! variable has another one, of the object: its place in the list of those that the analysis finds for it.
//!
//! What is read through such a pointer is a choice of what is read from each object; a write is a branch for each. Only
//! the object that is pointed to is looked at: the checks of the others are guarded.

use super::expr::{Pointer, Val};
use super::function::Proc;
use super::memory::{Binding, Region, Root};
use super::place::Place;
use super::{Bound, Res, refuse};
use crate::ctype::{Length, Ty};
use crate::typed::{Ex, Kind, ObjId};
use horn_frontend::ir::{BinaryOp, CheckKind, ExprId, Loc, Terminator, TypeId, VarId};

/// Pointers to more objects than this are not modelled.
pub(crate) const MOST: usize = 8;

/// The objects that a pointer may point to.
#[derive(Clone, Debug)]
pub(crate) struct Several {
    /// The number of the object in the list.
    pub which: ExprId,
    /// The objects.
    pub places: Vec<Place>,
}

/// What an lvalue denotes: a place, or one of several, each with the condition that it is that.
pub(crate) type Target = Vec<(Option<ExprId>, Place)>;

impl Proc<'_, '_> {
    /// The objects of a pointer variable that may point to several.
    fn objects_of(&self, pointer: ObjId) -> Vec<Region> {
        match self.pointers.get(&pointer) {
            Some(Binding::Some(all)) if (2..=MOST).contains(&all.len()) => all.iter().cloned().collect(),
            _ => Vec::new(),
        }
    }

    /// The variable with the number of the object that a pointer points to.
    pub fn selector(&mut self, pointer: ObjId) -> VarId {
        if let Some(known) = self.selectors.get(&pointer) {
            return *known;
        }
        let entry = self.unit.object(pointer);
        let var = self.b.temporary(format!("object of {}", entry.name), TypeId::INT, entry.loc);
        self.selectors.insert(pointer, var);
        var
    }

    /// The objects that the value of a pointer variable may point to.
    pub fn several(&mut self, pointer: ObjId, loc: Loc) -> Res<Box<Several>> {
        let regions = self.objects_of(pointer);
        let shared = self.l.is_static(pointer) && !self.pointers.own_statics.contains(&pointer);
        if regions.is_empty() || shared {
            return refuse(loc, "a pointer that may point to one of several objects");
        }
        let mut places = Vec::new();
        for region in &regions {
            places.push(self.region_place(region, loc)?);
        }
        let which = self.selector(pointer);
        Ok(Box::new(Several { which: self.b.var(which, loc), places }))
    }

    /// The condition that a pointer points to this one of its objects.
    fn is_object(&mut self, several: &Several, at: usize, loc: Loc) -> ExprId {
        self.is_number(several.which, at, several.places.len(), loc)
    }

    /// The condition that a number means this one of so many objects: each number means one of them.
    pub fn is_number(&mut self, which: ExprId, at: usize, count: usize, loc: Loc) -> ExprId {
        let op = match at {
            0 => BinaryOp::Le,
            _ if at + 1 == count => BinaryOp::Ge,
            _ => BinaryOp::Eq,
        };
        let at = self.number(i64::try_from(at).unwrap_or(i64::MAX), loc);
        self.b.compare(op, which, at, loc)
    }

    /// A parameter that may get other objects starts with that of the caller.
    pub fn start_object(&mut self, param: ObjId, bound: &Bound, loc: Loc) {
        let region = match bound {
            Bound::Static(region) => region.clone(),
            Bound::Class(class, ..) => Region { root: Root::Class(*class), path: Vec::new() },
            Bound::Nothing | Bound::Unknown => return,
        };
        if let Some(at) = self.objects_of(param).iter().position(|known| *known == region) {
            let selector = self.selector(param);
            let at = self.number(i64::try_from(at).unwrap_or(i64::MAX), loc);
            self.b.assign(selector, at, loc);
        }
    }

    /// The checks that a pointer whose value is used, and which is not null, points to an object that lives.
    pub fn passed(&mut self, pointer: &Pointer, loc: Loc) {
        self.lives(pointer, CheckKind::Pointer, loc);
        for (here, place) in self.possible(pointer, loc) {
            let Ok(Some(mut fine)) = self.alive(&place, pointer.offset, loc) else { continue };
            if pointer.nullable {
                let null = self.null(loc);
                let is_null = self.b.compare(BinaryOp::Eq, pointer.offset, null, loc);
                fine = self.b.or(is_null, fine, loc);
            }
            if let Some(here) = here {
                fine = self.b.implies(here, fine, loc);
            }
            self.check(CheckKind::Pointer, fine, loc, "the object was freed");
        }
    }

    /// One of several objects, each with the condition that it is that.
    pub fn singly(&mut self, several: &Several, loc: Loc) -> Target {
        let places = several.places.iter().enumerate();
        places.map(|(at, place)| (Some(self.is_object(several, at, loc)), place.clone())).collect()
    }

    /// All that a pointer may point to, each with the condition that it does, if there are several.
    fn possible(&mut self, pointer: &Pointer, loc: Loc) -> Target {
        match (&pointer.base, &pointer.several) {
            (Some(base), _) => vec![(None, (**base).clone())],
            (None, Some(several)) => self.singly(several, loc),
            (None, None) => Vec::new(),
        }
    }

    /// The places that a pointer may point to, with the checks that the one which it points to exists.
    pub fn targets(&mut self, pointer: Pointer, ty: Ty, kind: CheckKind, loc: Loc) -> Res<Target> {
        let Some(several) = pointer.several.clone() else {
            return Ok(vec![(None, self.target(pointer, ty, kind, loc)?)]);
        };
        let mut target = Vec::new();
        for (at, place) in several.places.iter().enumerate() {
            let here = self.is_object(&several, at, loc);
            let one = Pointer { base: Some(Box::new(place.clone())), several: None, ..pointer.clone() };
            if let Err(refusal) = self.unit_of(&one, ty, loc) {
                let other = self.b.not(here, loc);
                self.check(CheckKind::Unsupported, other, loc, &refusal.what);
                continue;
            }
            self.guards.push(here);
            let place = self.target(one, ty, kind, loc);
            self.guards.pop();
            target.push((Some(here), place?));
        }
        if target.is_empty() {
            return refuse(loc, "a pointer to objects of other types");
        }
        Ok(target)
    }

    /// The value at one of several places.
    pub fn read_one(&mut self, target: &Target, loc: Loc) -> Res<ExprId> {
        let mut value = None;
        for (here, place) in target.iter().rev() {
            let e = self.read(place, loc)?;
            value = Some(match (value, here) {
                (Some(rest), Some(here)) => self.b.ite(*here, e, rest, loc),
                _ => e,
            });
        }
        match value {
            Some(value) => Ok(value),
            None => refuse(loc, "an access to nothing"),
        }
    }

    /// Does something with the one of several places that it is.
    pub fn on_one(&mut self, target: &Target, loc: Loc, act: impl Fn(&mut Self, &Place) -> Res<()>) -> Res<()> {
        if let [(None, place)] = target.as_slice() {
            return act(self, place);
        }
        let join = self.b.new_block(loc);
        for (at, (here, place)) in target.iter().enumerate() {
            let last = at + 1 == target.len();
            let next = self.b.new_block(loc);
            if let (Some(here), false) = (here, last) {
                let inside = self.b.new_block(loc);
                self.b.terminate(Terminator::Branch(*here, inside, next), loc, inside);
            }
            self.attempt(|proc| act(proc, place));
            self.b.jump(join, if last { join } else { next });
        }
        Ok(())
    }

    /// The number that a pointer's object has among those of a variable; none if it only can be null.
    pub fn number_for(&mut self, variable: ObjId, pointer: &Pointer, loc: Loc) -> Res<Option<ExprId>> {
        let regions = self.objects_of(variable);
        let unknown = "a pointer that may point to one of several objects";
        let place_of = |place: &Place| regions.iter().position(|region| place.region.as_ref() == Some(region));
        let index = |at: usize| i64::try_from(at).unwrap_or(i64::MAX);
        if let Some(base) = &pointer.base {
            let Some(at) = place_of(base) else { return refuse(loc, unknown) };
            return Ok(Some(self.number(index(at), loc)));
        }
        let Some(several) = &pointer.several else { return Ok(None) };
        let mut number = None;
        for (at, place) in several.places.iter().enumerate().rev() {
            let Some(own) = place_of(place) else { return refuse(loc, unknown) };
            let own = self.number(index(own), loc);
            number = Some(match number {
                None => own,
                Some(rest) => {
                    let here = self.is_object(several, at, loc);
                    self.b.ite(here, own, rest, loc)
                }
            });
        }
        Ok(number)
    }

    /// What either of two pointers points to, the first one where the condition holds.
    pub fn either(&mut self, condition: ExprId, x: &Pointer, y: &Pointer, loc: Loc) -> Res<Box<Several>> {
        let list = |pointer: &Pointer| match (&pointer.base, &pointer.several) {
            (Some(base), _) => vec![(**base).clone()],
            (None, Some(several)) => several.places.clone(),
            (None, None) => Vec::new(),
        };
        let (first, second) = (list(x), list(y));
        let shift = self.number(i64::try_from(first.len()).unwrap_or(i64::MAX), loc);
        let zero = self.number(0, loc);
        let which = |pointer: &Pointer| pointer.several.as_ref().map_or(zero, |several| several.which);
        let (a, b) = (which(x), which(y));
        let b = self.b.binary(BinaryOp::Add, b, shift, TypeId::INT, loc);
        Ok(Box::new(Several { which: self.b.ite(condition, a, b, loc), places: [first, second].concat() }))
    }

    /// Whether two pointers that are not both into one known object are the same.
    pub fn same_pointer(&mut self, x: &Pointer, y: &Pointer, loc: Loc) -> Res<ExprId> {
        self.passed(x, loc);
        self.passed(y, loc);
        let null = self.null(loc);
        let equal = self.b.compare(BinaryOp::Eq, x.offset, y.offset, loc);
        let is_null = self.b.compare(BinaryOp::Eq, x.offset, null, loc);
        // Both are null, or neither is and they have the object and the element in common.
        let mut same = self.b.and(equal, is_null, loc);
        // Behind the end of one object another one may begin.
        let any = self.b.temporary("adjacent", TypeId::BOOL, loc);
        self.b.havoc(any, loc);
        let any = self.b.var(any, loc);
        let other_null = self.b.compare(BinaryOp::Eq, y.offset, null, loc);
        let one_null = self.b.or(is_null, other_null, loc);
        let neither = self.b.not(one_null, loc);
        let (first, second) = (self.possible(x, loc), self.possible(y, loc));
        for (i, a) in &first {
            for (j, b) in &second {
                if a.parts || b.parts {
                    return refuse(loc, "a comparison of pointers to parts of a union");
                }
                let literal = |place: &Place| match place.region.as_ref().map(|region| region.root) {
                    Some(Root::Object(object)) => self.unit.object(object).literal,
                    _ => false,
                };
                if literal(a) && literal(b) && a.region != b.region {
                    return refuse(loc, "a comparison of pointers to string literals, which may share their places,");
                }
                let result = match (&a.region, &b.region) {
                    (Some(p), Some(q)) if p == q && a.row.is_empty() && b.row.is_empty() => equal,
                    (Some(p), Some(q)) if !p.overlaps(q) => {
                        let (inside, other) = (self.points_inside(a, x, loc)?, self.points_inside(b, y, loc)?);
                        let both = self.b.and(inside, other, loc);
                        let outside = self.b.not(both, loc);
                        self.b.and(outside, any, loc)
                    }
                    _ => return refuse(loc, "a comparison of pointers to parts of one object"),
                };
                let mut case = self.b.and(neither, result, loc);
                for here in [i, j].into_iter().flatten() {
                    case = self.b.and(*here, case, loc);
                }
                same = self.b.or(same, case, loc);
            }
        }
        Ok(same)
    }

    /// Whether a pointer points to an element of the array at a place, and not behind it.
    fn points_inside(&mut self, place: &Place, pointer: &Pointer, loc: Loc) -> Res<ExprId> {
        let zero = self.number(0, loc);
        match place.lengths.get(place.row.len()) {
            None => Ok(self.b.compare(BinaryOp::Eq, pointer.offset, zero, loc)),
            Some(Length::Fixed(length)) => {
                let last = self.number(i64::try_from(*length).unwrap_or(i64::MAX) - 1, loc);
                Ok(self.b.between(pointer.offset, zero, last, loc))
            }
            Some(_) => {
                let count = self.length(place, place.row.len(), loc)?;
                let low = self.b.compare(BinaryOp::Le, zero, pointer.offset, loc);
                let high = self.b.compare(BinaryOp::Lt, pointer.offset, count, loc);
                Ok(self.b.and(low, high, loc))
            }
        }
    }

    /// What an lvalue denotes.
    pub fn lvalues(&mut self, ex: Ex) -> Res<Target> {
        let node = self.unit.expr(ex);
        match &node.kind {
            Kind::Member(inner, member) => {
                let mut target = self.lvalues(*inner)?;
                for (_, place) in &mut target {
                    *place = self.member(place.clone(), *member, node.ty, node.loc)?;
                }
                Ok(target)
            }
            Kind::Deref(pointer) if self.split_access(ex).is_none_or(|access| !self.split.contains_key(&access)) => {
                let array = self.is_element_of_array(*pointer);
                let only_address = std::mem::take(&mut self.only_address);
                let Val::Ptr(value) = self.value(*pointer)? else { return refuse(node.loc, "this pointer") };
                self.only_address = only_address;
                let kind = if array { CheckKind::Index } else { CheckKind::Dereference };
                self.targets(value, self.unit.ty(*pointer), kind, node.loc)
            }
            _ => Ok(vec![(None, self.lvalue(ex)?)]),
        }
    }
}
