//! Assignments and updates, of numbers, structs and pointers.

use super::expr::{Pointer, Val};
use super::function::Proc;
use super::memory::Binding;
use super::place::Place;
use super::several::Target;
use super::{Res, refuse};
use crate::ctype::{CType, Ty};
use crate::typed::{Ex, Kind, Result as Which};
use horn_frontend::ir::{CheckKind, Loc};

impl Proc<'_, '_> {
    /// Evaluates for the effects only.
    pub fn effect(&mut self, ex: Ex) -> Res<()> {
        let node = self.unit.expr(ex);
        match &node.kind {
            Kind::Assign(target, value) => self.assignment(*target, *value, false, node.loc).map(drop),
            Kind::Update(target, _, value, which) => self.update(*target, *value, *which, false, node.loc).map(drop),
            Kind::Convert(inner) if matches!(self.unit.types.get(node.ty), CType::Void) => self.effect(*inner),
            Kind::Comma(a, b) => {
                self.effect(*a)?;
                self.effect(*b)
            }
            _ => self.value(ex).map(drop),
        }
    }

    pub fn assignment(&mut self, target: Ex, value: Ex, needed: bool, loc: Loc) -> Res<Val> {
        let ty = self.unit.ty(target);
        if self.unit.types.object_pointee(ty).is_some() {
            return self.pointer_assignment(target, value, loc);
        }
        // The value first; where the target has effects of its own, its address before them.
        let (place, value) = if self.has_effects(target) {
            let place = self.lvalues(target)?;
            let place = self.frozen_target(place, loc);
            (place, self.value(value)?)
        } else {
            let value = self.value(value)?;
            (self.lvalues(target)?, value)
        };
        self.writable(&place, loc);
        self.store_one(&place, value, ty, needed, loc)
    }

    /// Writes a value. It is the value of the assignment, if that is needed.
    pub fn store(&mut self, place: &Place, value: Val, ty: Ty, needed: bool, loc: Loc) -> Res<Val> {
        let e = match value {
            Val::Agg(e) => e,
            value => self.num(value, ty, loc)?,
        };
        let e = self.fitted(place, e, loc)?;
        // It may be computed from the target itself.
        let e = if needed { self.frozen(e, loc) } else { e };
        self.write(place, e, loc)?;
        if needed { self.wrapped_up(e, ty, loc) } else { Ok(Val::Void) }
    }

    /// Writes a value to the one of several places that it is.
    fn store_one(&mut self, target: &Target, value: Val, ty: Ty, needed: bool, loc: Loc) -> Res<Val> {
        if let [(None, place)] = target.as_slice() {
            return self.store(place, value, ty, needed, loc);
        }
        let e = match value {
            Val::Agg(e) => e,
            value => self.num(value, ty, loc)?,
        };
        let e = match target.first() {
            Some((_, place)) => self.fitted(&place.clone(), e, loc)?,
            None => e,
        };
        // Whatever it is computed from, and whatever says where it goes.
        let e = self.frozen(e, loc);
        let target = self.frozen_target(target.clone(), loc);
        self.on_one(&target, loc, |proc, place| proc.write(place, e, loc))?;
        if needed { self.wrapped_up(e, ty, loc) } else { Ok(Val::Void) }
    }

    /// Places with their indexes and conditions as they are now.
    pub fn frozen_target(&mut self, target: Target, loc: Loc) -> Target {
        let frozen = target.into_iter().map(|(here, place)| {
            let here = here.map(|here| self.frozen(here, loc));
            (here, self.frozen_place(place, loc))
        });
        frozen.collect()
    }

    /// Whether two pointers point to one object at most.
    pub fn one_object(&self, x: &Pointer, y: &Pointer) -> bool {
        match (&x.base, &y.base) {
            _ if x.several.is_some() || y.several.is_some() => false,
            (Some(a), Some(b)) => a == b,
            _ => true,
        }
    }

    fn pointer_assignment(&mut self, target: Ex, value: Ex, loc: Loc) -> Res<Val> {
        let object = match self.unit.expr(target).kind {
            Kind::Object(object) if self.pointers.is_plain(object) => object,
            _ => return self.store_pointer(target, value, loc),
        };
        let Val::Ptr(pointer) = self.value(value)? else { return refuse(loc, "this pointer") };
        self.keep(object, pointer, loc)
    }

    /// Gives a pointer variable a value.
    pub fn keep(&mut self, object: crate::typed::ObjId, pointer: Pointer, loc: Loc) -> Res<Val> {
        let pointer = self.keepable(pointer, loc)?;
        let places = pointer.several.iter().flat_map(|several| &several.places);
        if pointer.base.as_deref().into_iter().chain(places).any(|base| base.region.is_none() || !base.row.is_empty()) {
            return refuse(loc, "a pointer to a part of an element of an array");
        }
        let places = pointer.several.iter().flat_map(|several| &several.places);
        if pointer.base.as_deref().into_iter().chain(places).any(|base| base.parts) {
            return refuse(loc, "a pointer to a part of a union");
        }
        let var = self.pointer_variable(object, loc)?;
        let mut pointer = pointer;
        if matches!(self.pointers.get(&object), Some(Binding::Some(all)) if all.len() > 1) {
            let several = self.several(object, loc)?;
            if let Some(number) = self.number_for(object, &pointer, loc)? {
                let selector = self.selector(object);
                let number = self.frozen(number, loc);
                pointer.offset = self.frozen(pointer.offset, loc);
                self.b.assign(selector, number, loc);
            }
            (pointer.base, pointer.several) = (None, Some(several));
        } else if pointer.several.is_some() {
            return refuse(loc, "a pointer that may point to one of several objects");
        }
        self.b.assign(var, pointer.offset, loc);
        let offset = self.b.var(var, loc);
        Ok(Val::Ptr(Pointer { offset, ..pointer }))
    }

    pub fn update(&mut self, target: Ex, value: Ex, which: Which, needed: bool, loc: Loc) -> Res<Val> {
        let ty = self.unit.ty(target);
        if self.unit.types.object_pointee(ty).is_some() {
            let plain = match self.unit.expr(target).kind {
                Kind::Object(object) if self.pointers.is_plain(object) => Some(object),
                _ => None,
            };
            if plain.is_none() && (self.has_effects(target) || self.has_effects(value)) {
                return refuse(loc, "a change of a pointer in an object, with other effects");
            }
            let old = self.load(target, loc)?;
            let old = if which == Which::Old { self.frozen_value(old, loc) } else { old };
            self.current.push(old.clone());
            let new = self.value(value);
            self.current.pop();
            let Val::Ptr(new) = new? else { return refuse(loc, "this pointer") };
            let new = match plain {
                Some(object) => self.keep(object, new, loc)?,
                None => {
                    let places = self.lvalues(target)?;
                    self.keep_in(target, places, new, loc)?
                }
            };
            return Ok(if which == Which::Old { old } else { new });
        }
        let place = self.lvalues(target)?;
        self.writable(&place, loc);
        let changes = self.has_effects(target) || self.has_effects(value);
        let place = if changes { self.frozen_target(place, loc) } else { place };
        let old = match self.unit.expr(target).kind {
            Kind::Object(object) if self.unit.object(object).volatile => self.volatile(object, loc)?,
            _ => {
                let e = self.read_one(&place, loc)?;
                self.wrapped_up(e, ty, loc)?
            }
        };
        // The old value is needed behind the change, or there are effects before it.
        let keep = which == Which::Old && needed || self.has_effects(value);
        let old = if keep { self.frozen_value(old, loc) } else { old };
        self.current.push(old.clone());
        let new = self.value(value);
        self.current.pop();
        let new = self.store_one(&place, new?, ty, needed && which == Which::New, loc)?;
        Ok(if which == Which::Old && needed { old } else { new })
    }

    /// The check that a part of an object may be changed.
    pub fn writable(&mut self, target: &Target, loc: Loc) {
        for (here, _) in target.iter().filter(|(_, place)| place.constant) {
            let other = match here {
                Some(here) => self.b.not(*here, loc),
                None => self.b.bool(false, loc),
            };
            self.check(
                CheckKind::Pointer,
                other,
                loc,
                "an object that is declared `const`, or a string literal, is changed",
            );
        }
    }
}
