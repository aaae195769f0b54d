//! Pointers that are kept in structs, in arrays and behind pointers: the number of the object and that of the element.
//!
//! Objects have numbers of their own in the whole program. What such a pointer may point to says the same analysis that
//! knows the pointer variables (`memory`), for each member of each object, whatever the index. Where a function cannot
//! know it, because the object is a caller's or is static and others name it too, it refuses to follow.

use super::expr::{Pointer, Val};
use super::function::Proc;
use super::memory::{Binding, Region, Root};
use super::several::{MOST, Several, Target};
use super::{Res, lifetime, refuse};
use crate::ctype::Ty;
use crate::typed::{Ex, ObjId, Storage};
use horn_frontend::ir::{BinaryOp, ExprId, ExprKind, Loc, TypeId};

impl Proc<'_, '_> {
    /// The null pointer as it is kept.
    pub fn null_stored(&mut self, ty: TypeId, loc: Loc) -> ExprId {
        let (none, null) = (self.number(0, loc), self.null(loc));
        self.b.expr(ExprKind::Record(vec![none, null]), ty, loc)
    }

    /// The number of an object.
    fn object_number(&mut self, region: &Region) -> i64 {
        let next = i64::try_from(self.l.object_numbers.len()).unwrap_or(i64::MAX - 1) + 1;
        *self.l.object_numbers.entry(region.clone()).or_insert(next)
    }

    /// The pointer that an lvalue holds.
    pub fn load_stored(&mut self, lvalue: Ex, loc: Loc) -> Res<Val> {
        let target = self.lvalues(lvalue)?;
        let e = self.read_one(&target, loc)?;
        let Binding::Some(all) = self.pointers.stored(self.unit, lvalue) else {
            return refuse(loc, "a pointer that is kept in an object, and may point to anything,");
        };
        let offset = self.b.expr(ExprKind::Field(e, 1), TypeId::INT, loc);
        let regions: Vec<Region> = all.into_iter().collect();
        let pointer = |base, several| Pointer { base, several, offset, nullable: true, stored: true };
        if regions.len() > MOST {
            return refuse(loc, "a pointer that may point to one of several objects");
        }
        let mut places = Vec::new();
        for region in &regions {
            places.push(self.region_place(region, loc)?);
        }
        if places.len() < 2 {
            return Ok(Val::Ptr(pointer(places.pop().map(Box::new), None)));
        }
        let object = self.b.expr(ExprKind::Field(e, 0), TypeId::INT, loc);
        let mut which = self.number(i64::try_from(regions.len() - 1).unwrap_or(0), loc);
        for (at, region) in
            (0..).zip(&regions).take(regions.len() - 1).collect::<Vec<(i64, &Region)>>().into_iter().rev()
        {
            let number = self.object_number(region);
            let number = self.number(number, loc);
            let here = self.b.compare(BinaryOp::Eq, object, number, loc);
            let at = self.number(at, loc);
            which = self.b.ite(here, at, which, loc);
        }
        Ok(Val::Ptr(pointer(None, Some(Box::new(Several { which, places })))))
    }

    /// `lvalue = pointer`, where the lvalue is an object that holds pointers.
    pub fn store_pointer(&mut self, lvalue: Ex, value: Ex, loc: Loc) -> Res<Val> {
        let before = self.l.effects[lvalue.index()];
        let early = if before {
            let target = self.lvalues(lvalue)?;
            Some(self.frozen_target(target, loc))
        } else {
            None
        };
        let value = self.value(value)?;
        let Val::Ptr(pointer) = value else { return refuse(loc, "this pointer") };
        let target = match early {
            Some(target) => target,
            None => self.lvalues(lvalue)?,
        };
        self.keep_in(lvalue, target, pointer, loc)
    }

    /// Keeps a pointer in what an lvalue denotes; the pointer as it is from then on.
    pub fn keep_in(&mut self, lvalue: Ex, target: Target, pointer: Pointer, loc: Loc) -> Res<Val> {
        self.writable(&target, loc);
        let roots = super::memory::places(self.unit, lvalue, &self.pointers);
        let Val::Ptr(pointer) = self.frozen_value(Val::Ptr(pointer), loc) else { return refuse(loc, "this pointer") };
        let pointer = self.put(&target, &roots, pointer, loc)?;
        Ok(Val::Ptr(pointer))
    }

    /// Writes a pointer to a place; `roots` are the objects that the place may belong to. The pointer as it is kept.
    pub fn put(&mut self, target: &Target, roots: &Binding, pointer: Pointer, loc: Loc) -> Res<Pointer> {
        let pointer = self.keepable(pointer, loc)?;
        let places: Vec<_> = match (&pointer.base, &pointer.several) {
            (Some(base), _) => vec![(**base).clone()],
            (None, Some(several)) => several.places.clone(),
            (None, None) => Vec::new(),
        };
        let Binding::Some(roots) = roots else { return refuse(loc, "a pointer that is kept nobody knows where") };
        let mut numbers = Vec::new();
        for place in &places {
            let Some(region) = place.region.clone().filter(|_| place.row.is_empty()) else {
                return refuse(loc, "a pointer to a part of an element of an array");
            };
            if place.parts {
                return refuse(loc, "a pointer to a part of a union");
            }
            if let Root::Object(object) = region.root
                && !roots.iter().all(|root| self.lasts(object, root))
            {
                return refuse(loc, "a pointer to an object of a block that is kept beyond the block");
            }
            numbers.push(self.object_number(&region));
        }
        let which = match &pointer.several {
            Some(several) => several.which,
            None => self.number(0, loc),
        };
        let mut object = self.number(0, loc);
        for (at, number) in numbers.iter().enumerate().rev() {
            let number = self.number(*number, loc);
            object = if at + 1 == numbers.len() {
                number
            } else {
                let here = self.is_number(which, at, numbers.len(), loc);
                self.b.ite(here, number, object, loc)
            };
        }
        let ty = self.l.stored_pointer_type();
        let value = self.b.expr(ExprKind::Record(vec![object, pointer.offset]), ty, loc);
        let value = self.frozen(value, loc);
        let target = self.frozen_target(target.clone(), loc);
        self.on_one(&target, loc, |proc, place| proc.write(place, value, loc))?;
        Ok(pointer)
    }

    /// Whether an object lives as long as the one that a pointer to it is kept in.
    fn lasts(&self, object: ObjId, root: &Region) -> bool {
        if self.unit.object(object).storage != Storage::Automatic {
            return true;
        }
        if lifetime::has_variable_length(self.unit, object) {
            return false;
        }
        match root.root {
            Root::Object(holder) => self.outlives(object, holder),
            Root::Heap(_) | Root::Class(_) => self.outlives(object, ObjId(u32::MAX)),
        }
    }

    /// Refuses objects that hold pointers where a function gets them that is not put in the place of its call.
    pub fn without_pointers(&self, ty: Ty, loc: Loc) -> Res<()> {
        if self.unit.types.holds_pointers(ty) || self.unit.types.object_pointee(ty).is_some() {
            return refuse(loc, "an argument that holds pointers, for a function that may call itself,");
        }
        Ok(())
    }
}
