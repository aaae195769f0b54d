//! Values of pointers: addresses, sums, differences and comparisons.

use super::expr::{Pointer, Val};
use super::function::Proc;
use super::place::Place;
use super::several::Several;
use super::types::Rep;
use super::{Res, refuse};
use crate::ctype::Ty;
use crate::typed::{Bin, Ex, Kind, Sign};
use horn_frontend::ir::{BinaryOp, CheckKind, ExprId, Loc, TypeId};

impl Proc<'_, '_> {
    /// The address of an object, taken by `&` or because it is an array.
    pub fn address_of(&mut self, lvalue: Ex, written: bool, loc: Loc) -> Res<Val> {
        if let Kind::Function(function) = self.unit.expr(lvalue).kind {
            return Ok(Val::Num(self.code_of(function, loc)));
        }
        if let (true, Kind::Deref(pointer)) = (written, &self.unit.expr(lvalue).kind) {
            return self.address_of_element(*pointer, loc);
        }
        if matches!(self.unit.expr(lvalue).kind, Kind::Object(object) if self.unit.object(object).volatile) {
            return refuse(loc, "the address of a volatile object");
        }
        if let Kind::Object(object) = self.unit.expr(lvalue).kind
            && self.unit.types.object_pointee(self.unit.ty(lvalue)).is_some()
            && self.pointers.is_plain(object)
        {
            return refuse(loc, "the address of a pointer that other functions use as well");
        }
        self.only_address |= written;
        let target = self.lvalues(lvalue);
        self.only_address = false;
        let target = target?;
        let mut places: Vec<Place> = target.iter().map(|(_, place)| Place { seen: None, ..place.clone() }).collect();
        // The address of an element of an array is computed as the sum by the typed tree; that of a struct
        // member has no number of its own.
        let offset = self.number(0, loc);
        let (base, several) = if places.len() == 1 {
            (places.pop().map(Box::new), None)
        } else {
            let mut which = offset;
            for (at, (here, _)) in (0..).zip(&target).skip(1) {
                let Some(here) = here else { continue };
                let at = self.number(at, loc);
                which = self.b.ite(*here, at, which, loc);
            }
            (None, Some(Box::new(Several { which, places })))
        };
        Ok(Val::Ptr(Pointer { base, several, offset, nullable: false, stored: false }))
    }

    pub fn pointer_sum(&mut self, pointer: Ex, index: Ex, sign: Sign, loc: Loc) -> Res<Val> {
        let (value, index_value) = self.both(pointer, index)?;
        let Val::Ptr(value) = value else { return refuse(loc, "arithmetic on what is no pointer") };
        let index_ty = self.unit.ty(index);
        let rep = self.l.rep(index_ty, loc)?;
        let e = match rep {
            Rep::Truth => self.converted_to_int(index_value, index_ty, loc)?,
            _ => {
                let e = self.num(index_value, index_ty, loc)?;
                self.exact(e, rep, loc)
            }
        };
        self.moved(value, e, sign, self.unit.ty(pointer), loc)
    }

    pub fn pointer_difference(&mut self, a: Ex, b: Ex, ty: Ty, loc: Loc) -> Res<Val> {
        let (Val::Ptr(x), Val::Ptr(y)) = self.both(a, b)? else { return refuse(loc, "this difference") };
        self.same_array(&x, &y, true, loc)?;
        self.unit_of(&x, self.unit.ty(a), loc)?;
        let ir = self.l.ty(ty, loc)?;
        let e = self.b.binary(BinaryOp::Sub, x.offset, y.offset, TypeId::INT, loc);
        self.difference_fits(e, ty, [&x, &y], loc);
        let e = self.b.binary(BinaryOp::Sub, x.offset, y.offset, ir, loc);
        Ok(Val::Num(e))
    }

    pub fn pointer_comparison(&mut self, op: Bin, a: Ex, b: Ex, loc: Loc) -> Res<Val> {
        let (x, y) = self.both(a, b)?;
        if let (Val::Num(x), Val::Num(y), Bin::Eq | Bin::Ne) = (&x, &y, op) {
            let op = if op == Bin::Eq { BinaryOp::Eq } else { BinaryOp::Ne };
            return Ok(Val::Truth(self.b.compare(op, *x, *y, loc)));
        }
        let (Val::Ptr(x), Val::Ptr(y)) = (x, y) else { return refuse(loc, "this comparison") };
        let (x, y) = (self.keepable(x, loc)?, self.keepable(y, loc)?);
        let Some(op) = super::arith::comparison(op) else { return refuse(loc, "this comparison") };
        let objects = [&x, &y].map(|pointer| pointer.base.is_some() || pointer.several.is_some());
        let single = x.several.is_none() && y.several.is_none();
        let region = |pointer: &Pointer| pointer.base.as_ref().and_then(|place| place.region.clone());
        let apart = matches!((region(&x), region(&y)), (Some(a), Some(b)) if a != b);
        if matches!(op, BinaryOp::Eq | BinaryOp::Ne) && (!single || apart) {
            let same = self.same_pointer(&x, &y, loc)?;
            return Ok(Val::Truth(if op == BinaryOp::Eq { same } else { self.b.not(same, loc) }));
        }
        if objects == [true, true] {
            self.same_array(&x, &y, !matches!(op, BinaryOp::Eq | BinaryOp::Ne), loc)?;
            self.unit_of(&x, self.unit.ty(a), loc)?;
        } else if !matches!(op, BinaryOp::Eq | BinaryOp::Ne) {
            return refuse(loc, "an order between a pointer and a null pointer");
        }
        Ok(Val::Truth(self.b.compare(op, x.offset, y.offset, loc)))
    }

    /// A pointer moved by some elements.
    pub fn moved(&mut self, pointer: Pointer, by: ExprId, sign: Sign, ty: Ty, loc: Loc) -> Res<Val> {
        self.unit_of(&pointer, ty, loc)?;
        if self.known(by).is_some_and(|value| value.is_zero()) {
            return Ok(Val::Ptr(pointer));
        }
        self.lives(&pointer, CheckKind::Pointer, loc);
        let several = pointer.several.iter().flat_map(|several| &several.places);
        if pointer.base.as_deref().into_iter().chain(several).any(|place| place.pool) {
            return refuse(loc, "arithmetic on a pointer to an object that is allocated in a loop");
        }
        let several = pointer.several.iter().flat_map(|several| &several.places);
        if pointer.base.as_deref().into_iter().chain(several).any(|place| !place.inner.is_empty()) {
            return refuse(loc, "arithmetic on a pointer to a member of an element of an array");
        }
        if pointer.nullable {
            let (null, zero) = (self.null(loc), self.number(0, loc));
            let fine = self.b.compare(BinaryOp::Ne, pointer.offset, null, loc);
            let stays = self.b.compare(BinaryOp::Eq, by, zero, loc);
            let fine = if self.known(by).is_some() { fine } else { self.b.or(stays, fine, loc) };
            self.check(CheckKind::Pointer, fine, loc, "a null pointer points to no element, and has no neighbours");
        }
        let nullable = pointer.nullable && self.known(by).is_none();
        let offset = if self.known(pointer.offset).is_some_and(|value| value.is_zero()) && sign == Sign::Plus {
            by
        } else {
            let op = if sign == Sign::Plus { BinaryOp::Add } else { BinaryOp::Sub };
            self.b.binary(op, pointer.offset, by, TypeId::INT, loc)
        };
        Ok(Val::Ptr(Pointer { offset, nullable, stored: false, ..pointer }))
    }

    /// The checks that two pointers have a difference: both point to something, and it has a value of its type.
    fn difference_fits(&mut self, e: ExprId, ty: Ty, pointers: [&Pointer; 2], loc: Loc) {
        for pointer in pointers.into_iter().filter(|pointer| pointer.nullable) {
            let null = self.null(loc);
            let fine = self.b.compare(BinaryOp::Ne, pointer.offset, null, loc);
            self.check(CheckKind::Pointer, fine, loc, "a null pointer points to no element");
        }
        if let Some(kind) = self.unit.types.int_kind(ty) {
            let range = kind.range(self.unit.types.model);
            let inside = self.inside(e, &range, loc);
            self.check(CheckKind::Pointer, inside, loc, "the difference of the pointers must fit into its type");
        }
    }
}
