//! Declarations and the initial values of objects.

use super::expr::{Pointer, Val};
use super::function::Proc;
use super::memory::Root;
use super::place::Place;
use super::{Res, lifetime, memory, refuse};

use crate::typed::{self, Init, ObjId};
use horn_frontend::ir::{ExprId, ExprKind, Loc, TypeId, TypeKind, VarId};

impl Proc<'_, '_> {
    pub fn declare(&mut self, object: ObjId, init: Option<&Init>, loc: Loc) -> Res<()> {
        let again = self.repeated.get(self.at).copied().unwrap_or(true);
        if again && lifetime::has_variable_length(self.unit, object) {
            // It ends also where a run goes back in front of its declaration.
            self.end(object, &[], loc);
        }
        if let Some(init) = init {
            return self.initialise(object, init, loc);
        }
        let split: Vec<VarId> =
            self.split.range((object, 0)..=(object, u64::MAX)).map(|(_, element)| *element).collect();
        if !split.is_empty() {
            if again {
                split.into_iter().for_each(|element| self.b.havoc(element, loc));
            }
            return Ok(());
        }
        // What is not used has no variable; refusing an unused object would cut off everything behind it.
        match self.variable(object, loc) {
            Ok(var) if again => self.b.havoc(var, loc),
            Ok(_) => {}
            Err(_) => return Ok(()),
        }
        if self.unit.types.aggregate(self.unit.object(object).ty).is_some() {
            let place = self.region_place(&memory::Region { root: Root::Object(object), path: Vec::new() }, loc)?;
            self.fresh_unions(&place, loc)?;
        }
        Ok(())
    }

    /// The value of a type with all bits zero.
    pub fn zero(&mut self, ty: TypeId, loc: Loc) -> Res<ExprId> {
        if self.l.stored_pointer == Some(ty) {
            return Ok(self.null_stored(ty, loc));
        }
        Ok(match self.l.program.ty(ty).kind.clone() {
            TypeKind::Bool => self.b.bool(false, loc),
            TypeKind::Int(_) | TypeKind::Modular(_) => self.b.int(0, ty, loc),
            TypeKind::Float(_) => self.b.float(0.0, ty, loc),
            TypeKind::Array(array) => {
                let Some(ranges) = array.bounds else {
                    return refuse(loc, "an initialiser of an array of variable length");
                };
                let component = self.zero_of(array.component, loc)?;
                let mut bounds = Vec::new();
                for range in ranges {
                    bounds.push((self.number(range.first, loc), self.number(range.last, loc)));
                }
                self.b.expr(ExprKind::Aggregate { bounds, others: Some(component), items: Vec::new() }, ty, loc)
            }
            TypeKind::Record(record) => {
                let mut fields = Vec::new();
                for field in &record.fields {
                    fields.push(self.zero_of(field.ty, loc)?);
                }
                self.b.expr(ExprKind::Record(fields), ty, loc)
            }
        })
    }

    /// Types nest as deeply as the typed tree lets them.
    fn zero_of(&mut self, ty: TypeId, loc: Loc) -> Res<ExprId> {
        self.zero(ty, loc)
    }

    /// Gives an object its initial value.
    fn initialise(&mut self, object: ObjId, init: &Init, loc: Loc) -> Res<()> {
        let entry = self.unit.object(object);
        let ty = entry.ty;
        if self.split.contains_key(&(object, 0)) {
            let elements: Vec<(u64, VarId)> =
                self.split.range((object, 0)..=(object, u64::MAX)).map(|((_, at), var)| (*at, *var)).collect();
            for (_, var) in &elements {
                let ir = self.b.var_type(*var);
                let zero = self.zero(ir, loc)?;
                self.b.assign(*var, zero, loc);
            }
            for (steps, value) in &init.parts {
                let [typed::Step::Index(at)] = steps.as_slice() else { return refuse(loc, "this initialiser") };
                let Some((_, var)) = elements.iter().find(|(index, _)| index == at) else { continue };
                let e = self.value(*value)?;
                let e = self.num(e, self.unit.ty(*value), loc)?;
                self.b.assign(*var, e, loc);
            }
            return Ok(());
        }
        if self.unit.types.object_pointee(ty).is_some() && self.pointers.is_plain(object) {
            for (_, value) in &init.parts {
                let Val::Ptr(pointer) = self.value(*value)? else { return refuse(loc, "this pointer") };
                self.keep(object, pointer, loc)?;
            }
            return if init.parts.is_empty() { self.null_pointer(object, loc) } else { Ok(()) };
        }
        let root = memory::Region { root: Root::Object(object), path: Vec::new() };
        let whole = matches!(init.parts.as_slice(), [(steps, _)] if steps.is_empty());
        if !whole {
            let var = self.variable(object, loc)?;
            let ir = self.b.var_type(var);
            let zero = self.zero(ir, loc)?;
            self.b.assign(var, zero, loc);
        }
        for (steps, value) in &init.parts {
            let e = self.value(*value)?;
            let mut place = self.region_place(&root, loc)?;
            for step in steps {
                self.enter_part(&mut place, *step, loc)?;
            }
            let ty = self.unit.ty(*value);
            if let Val::Ptr(pointer) = e {
                self.put(&vec![(None, place)], &memory::Binding::of(root.clone()), pointer, loc)?;
                continue;
            }
            self.store(&place, e, ty, false, loc)?;
        }
        Ok(())
    }

    fn null_pointer(&mut self, object: ObjId, loc: Loc) -> Res<()> {
        let offset = self.null(loc);
        self.keep(object, Pointer { base: None, several: None, offset, nullable: true, stored: false }, loc).map(drop)
    }

    fn enter_part(&mut self, place: &mut Place, step: typed::Step, loc: Loc) -> Res<()> {
        match step {
            typed::Step::Index(at) => {
                let at = self.number(i64::try_from(at).unwrap_or(i64::MAX), loc);
                place.index(at);
            }
            typed::Step::Member(member) => {
                let tag = self.unit.types.aggregate(place.element);
                let members = tag.and_then(|tag| self.unit.types.tag(tag).members.as_ref());
                let Some(entry) = members.and_then(|all| all.get(member as usize)) else {
                    return refuse(loc, "this initialiser");
                };
                *place = self.member(place.clone(), member, entry.ty, loc)?;
            }
        }
        Ok(())
    }

    /// The static objects get their values before the program starts.
    pub fn statics(&mut self) {
        for object in self.unit.statics.clone() {
            if !self.l.is_used(object) {
                continue;
            }
            let loc = self.unit.object(object).loc;
            let none = Init { parts: Vec::new() };
            let init = self.unit.object(object).init.clone().unwrap_or(none);
            let usable = self.split.contains_key(&(object, 0)) || self.variable(object, loc).is_ok();
            if usable {
                self.attempt(|proc| proc.initialise(object, &init, loc));
            }
        }
    }
}
