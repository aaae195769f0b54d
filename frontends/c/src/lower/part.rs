//! Parts of variables: reading and writing what is at the steps of a place, members of unions, bit-fields.
//!
//! A union is a record with all of its members and the number of the one that it holds, counted from 1; 0 says that
//! each of them may be read, since all bytes are zero or none is known. What another member than that one has for a
//! value is said in `views`. A bit-field is a field of its declared type that only ever gets values of its width.

use super::expr::Val;
use super::function::Proc;
use super::place::{Place, Step};
use super::{Integers, Res, refuse};
use crate::ctype::{IntKind, TagId, TagKind, Ty};
use horn_frontend::ir::{BinaryOp, CheckKind, Conversion, ExprId, ExprKind, Loc, TypeId, TypeKind};
use horn_solver::num::Int;

impl Proc<'_, '_> {
    /// Whether a type is a union.
    pub fn is_union(&self, ty: Ty) -> bool {
        self.unit.types.aggregate(ty).is_some_and(|tag| self.unit.types.tag(tag).kind == TagKind::Union)
    }

    /// The place of a member of the struct or union at a place.
    pub fn member(&mut self, mut place: Place, member: u32, ty: Ty, loc: Loc) -> Res<Place> {
        if !place.row.is_empty() || !place.lengths.is_empty() {
            return refuse(loc, "a member of an array");
        }
        place.parts |= self.is_union(place.element);
        let tag = self.unit.types.aggregate(place.element);
        let members = tag.and_then(|tag| self.unit.types.tag(tag).members.as_ref());
        let width = members.and_then(|all| all.get(member as usize)).and_then(|member| member.bits);
        place.bits = width.and_then(|width| Some((self.unit.types.int_kind(ty)?, width)));
        place.steps.push(Step::Field(member));
        if let Some(region) = &mut place.region {
            region.path.push(member);
        }
        (place.element, place.lengths) = self.l.dimensions(ty);
        place.counts = vec![None; place.lengths.len()];
        Ok(place)
    }

    /// The value of a member of a union, which is followed along `rest`, with the check that it is known.
    fn member_of_union(&mut self, (union, tag): (ExprId, TagId), member: u32, rest: &[Step], loc: Loc) -> Res<ExprId> {
        let (last, ty) = self.held(union, loc)?;
        let held = self.b.expr(ExprKind::Field(union, last), ty, loc);
        let (any, own) = (self.number(0, loc), self.number(i64::from(member) + 1, loc));
        let any = self.b.compare(BinaryOp::Eq, held, any, loc);
        let own = self.b.compare(BinaryOp::Eq, held, own, loc);
        let mut fine = self.b.or(any, own, loc);
        let Some(ty) = self.field_type(union, member) else { return refuse(loc, "this member") };
        let mut value = self.b.expr(ExprKind::Field(union, member), ty, loc);
        for other in (0..last).filter(|other| *other != member) {
            let Some(seen) = self.view((union, tag), (other, member), rest, loc)? else { continue };
            let other = self.number(i64::from(other) + 1, loc);
            let other = self.b.compare(BinaryOp::Eq, held, other, loc);
            value = self.b.ite(other, seen, value, loc);
            fine = self.b.or(fine, other, loc);
        }
        self.check(CheckKind::Unsupported, fine, loc, "a member of a union other than the one that was written");
        Ok(value)
    }

    /// The type of a field of a record.
    fn field_type(&self, record: ExprId, field: u32) -> Option<TypeId> {
        match &self.l.program.ty(self.b.type_of(record)).kind {
            TypeKind::Record(record) => record.fields.get(field as usize).map(|entry| entry.ty),
            _ => None,
        }
    }

    /// The field of a union that says which member it holds, and its type.
    fn held(&self, union: ExprId, loc: Loc) -> Res<(u32, TypeId)> {
        match &self.l.program.ty(self.b.type_of(union)).kind {
            TypeKind::Record(record) => match record.fields.last() {
                Some(last) => Ok((u32::try_from(record.fields.len() - 1).unwrap_or(0), last.ty)),
                None => refuse(loc, "this union"),
            },
            _ => refuse(loc, "this union"),
        }
    }

    /// The union that a value is one of.
    fn union_of(&self, e: ExprId) -> Option<TagId> {
        self.l.unions.get(&self.b.type_of(e)).copied()
    }

    /// The value of a part of a value, of which only what is at the steps `rest` matters.
    fn part(&mut self, e: ExprId, step: &Step, rest: &[Step], loc: Loc) -> Res<ExprId> {
        if let (Step::Field(field), Some(tag)) = (step, self.union_of(e)) {
            return self.member_of_union((e, tag), *field, rest, loc);
        }
        let (kind, ty) = match (step, &self.l.program.ty(self.b.type_of(e)).kind) {
            (Step::Index(at), TypeKind::Array(array)) => (ExprKind::Index(e, at.clone()), array.component),
            (Step::Field(field), TypeKind::Record(record)) => match record.fields.get(*field as usize) {
                Some(entry) => (ExprKind::Field(e, *field), entry.ty),
                None => return refuse(loc, "this member"),
            },
            _ => return refuse(loc, "this access"),
        };
        Ok(self.b.expr(kind, ty, loc))
    }

    /// The value at the steps of a place, the array if it is one.
    pub fn whole(&mut self, place: &Place, loc: Loc) -> Res<ExprId> {
        let mut e = self.b.var(place.var, loc);
        for (at, step) in place.steps.iter().enumerate() {
            e = self.part(e, step, &place.steps[at + 1..], loc)?;
        }
        Ok(e)
    }

    /// The value at a place.
    pub fn read(&mut self, place: &Place, loc: Loc) -> Res<ExprId> {
        if !place.row.is_empty() || !place.lengths.is_empty() {
            return refuse(loc, "an array as a value");
        }
        let e = self.whole(place, loc)?;
        if let Some(seen) = place.seen {
            let value = self.converted(Val::Num(e), place.element, seen, loc)?;
            return self.num(value, seen, loc);
        }
        let Some((kind, width)) = place.bits else { return Ok(e) };
        if place.steps.iter().any(|step| matches!(step, Step::Index(_))) {
            // Behind the end of an array there may be anything.
            return self.narrowed(e, kind, width, loc);
        }
        if kind != IntKind::Bool {
            let number = self.exact(e, self.l.int_rep(kind), loc);
            let (low, high) = bounds(kind, width);
            let (low, high) = (self.number(low, loc), self.number(high, loc));
            let mut inside = self.b.between(number, low, high, loc);
            for guard in self.guards.clone().into_iter().rev() {
                inside = self.b.implies(guard, inside, loc);
            }
            self.b.assume(inside, loc);
        }
        Ok(e)
    }

    /// Changes the value at a place.
    pub fn write(&mut self, place: &Place, value: ExprId, loc: Loc) -> Res<()> {
        if !place.row.is_empty() || !place.lengths.is_empty() {
            return refuse(loc, "an assignment of an array");
        }
        if let Some(seen) = place.seen {
            let value = self.converted(Val::Num(value), seen, place.element, loc)?;
            let value = self.num(value, place.element, loc)?;
            return self.replace(place, value, loc);
        }
        self.replace(place, value, loc)
    }

    /// Changes the value at the steps of a place, also a whole array.
    pub fn replace(&mut self, place: &Place, value: ExprId, loc: Loc) -> Res<()> {
        let mut wholes = vec![self.b.var(place.var, loc)];
        for step in place.steps.iter().take(place.steps.len().saturating_sub(1)) {
            let inner = self.part(wholes[wholes.len() - 1], step, &[], loc)?;
            wholes.push(inner);
        }
        let mut new = value;
        for (step, whole) in place.steps.iter().zip(&wholes).rev() {
            let ty = self.b.type_of(*whole);
            let kind = match step {
                Step::Index(at) => ExprKind::Update(*whole, at.clone(), new),
                Step::Field(field) => ExprKind::WithField(*whole, *field, new),
            };
            new = self.b.expr(kind, ty, loc);
            if let (Step::Field(field), Some(_)) = (step, self.union_of(*whole)) {
                let (last, held) = self.held(*whole, loc)?;
                let own = self.b.int(i64::from(*field) + 1, held, loc);
                new = self.b.expr(ExprKind::WithField(new, last, own), ty, loc);
            }
        }
        self.b.assign(place.var, new, loc);
        Ok(())
    }

    /// Unions that get no value hold any member.
    pub fn fresh_unions(&mut self, place: &Place, loc: Loc) -> Res<()> {
        let mut todo = vec![place.clone()];
        while let Some(place) = todo.pop() {
            let Some(tag) = self.unit.types.aggregate(place.element).filter(|_| place.lengths.is_empty()) else {
                continue;
            };
            let members = self.unit.types.tag(tag).members.clone().unwrap_or_default();
            if self.unit.types.tag(tag).kind == TagKind::Union {
                let whole = self.whole(&place, loc)?;
                let (last, held) = self.held(whole, loc)?;
                let (ty, any) = (self.b.type_of(whole), self.b.int(0, held, loc));
                let new = self.b.expr(ExprKind::WithField(whole, last, any), ty, loc);
                self.replace(&place, new, loc)?;
                continue;
            }
            for (at, member) in (0..).zip(&members) {
                if self.unit.types.aggregate(member.ty).is_some() {
                    todo.push(self.member(place.clone(), at, member.ty, loc)?);
                }
            }
        }
        Ok(())
    }

    /// A value that goes to a place, in the width of the bit-field there.
    pub fn fitted(&mut self, place: &Place, e: ExprId, loc: Loc) -> Res<ExprId> {
        match place.bits {
            Some((kind, width)) => self.narrowed(e, kind, width, loc),
            None => Ok(e),
        }
    }

    /// The number with the last bits of another one.
    fn narrowed(&mut self, e: ExprId, kind: IntKind, width: u32, loc: Loc) -> Res<ExprId> {
        if kind == IntKind::Bool || width >= kind.bits(self.unit.types.model) {
            return Ok(e);
        }
        if self.l.options.integers == Integers::Math {
            return refuse(loc, "a bit-field in mathematical integers");
        }
        let (low, high) = bounds(kind, width);
        let ty = self.b.type_of(e);
        if self.known(e).is_some_and(|value| low <= value && value <= high) {
            return Ok(e);
        }
        let exact = self.exact(e, self.l.int_rep(kind), loc);
        let bits = self.l.bits_type(width);
        let e = self.b.convert(Conversion::IntToModularWrap, exact, bits, loc);
        let e = self.b.convert(Conversion::ModularToInt, e, TypeId::INT, loc);
        let e = match kind.signed() {
            false => e,
            true => {
                let (last, modulus) = (self.number(high, loc), self.number(Int::pow2(width), loc));
                let large = self.b.compare(BinaryOp::Gt, e, last, loc);
                let below = self.b.binary(BinaryOp::Sub, e, modulus, TypeId::INT, loc);
                self.b.ite(large, below, e, loc)
            }
        };
        Ok(match self.l.program.ty(ty).kind {
            TypeKind::Modular(_) => self.b.convert(Conversion::IntToModular, e, ty, loc),
            _ => e,
        })
    }

    /// The value of a member of a struct that is no object.
    pub fn member_value(&mut self, whole: ExprId, member: u32, ty: Ty, loc: Loc) -> Res<Val> {
        let e = self.part(whole, &Step::Field(member), &[], loc)?;
        self.wrapped_up(e, ty, loc)
    }
}

/// The values of a bit-field.
fn bounds(kind: IntKind, width: u32) -> (Int, Int) {
    if kind.signed() {
        let half = Int::pow2(width.saturating_sub(1));
        (-half.clone(), half - Int::ONE)
    } else {
        (Int::ZERO, Int::pow2(width) - Int::ONE)
    }
}
