//! Expressions: their values, and their effects in the order of the text.
//!
//! What guards an operand (`&&`, `||`, `?:`) becomes control flow if the operand changes anything; otherwise it stays
//! an expression, and the checks inside say what guards them.

use super::call::Allocated;
use super::function::Proc;
use super::memory::{Binding, Region};
use super::place::Place;
use super::several::Several;
use super::types::Rep;
use super::{Res, refuse};
use crate::ctype::{CType, Ty};
use crate::typed::{Ex, Kind};
use horn_frontend::ir::{Check, CheckKind, ExprId, ExprKind, Loc, Terminator, TypeId};

/// Expressions nested deeper than this are put into variables.
const DEEP: u32 = 100;

/// The value of an expression.
#[derive(Clone, Debug)]
pub(crate) enum Val {
    /// A number in the representation of its type.
    Num(ExprId),
    /// 0 or 1, as a truth value.
    Truth(ExprId),
    /// A pointer.
    Ptr(Pointer),
    /// A struct.
    Agg(ExprId),
    /// None.
    Void,
}

/// A pointer: the array it points into, or the object it points to, and the number of the element.
#[derive(Clone, Debug)]
pub(crate) struct Pointer {
    /// None if it can only be null, or points to one of several.
    pub base: Option<Box<Place>>,
    /// What it points to one of.
    pub several: Option<Box<Several>>,
    pub offset: ExprId,
    /// Whether it may be null.
    pub nullable: bool,
    /// Whether it comes out of a variable, where its object may have ended.
    pub stored: bool,
}

impl Proc<'_, '_> {
    /// The number of a null pointer.
    pub fn null(&mut self, loc: Loc) -> ExprId {
        self.number(crate::notation::null(), loc)
    }

    /// States a check, under what guards the place.
    pub fn check(&mut self, kind: CheckKind, condition: ExprId, loc: Loc, reason: &str) {
        if matches!(self.b.node(condition).kind, ExprKind::Bool(true)) {
            return;
        }
        // What is no access is no failing one.
        let kind = match kind {
            CheckKind::Dereference | CheckKind::Index if self.only_address && self.l.options.accesses => {
                CheckKind::Pointer
            }
            kind => kind,
        };
        let mut entry = Check::new(kind, loc);
        entry.reason = reason.to_string();
        let check = self.l.program.add_check(entry);
        self.stated(check, condition, loc);
    }

    pub fn stated(&mut self, check: horn_frontend::ir::CheckId, condition: ExprId, loc: Loc) {
        let mut condition = condition;
        for guard in self.guards.clone().into_iter().rev() {
            condition = self.b.implies(guard, condition, loc);
        }
        self.b.check(check, condition, loc);
    }

    /// The expression, in a variable if it is nested deeply.
    pub fn spilled(&mut self, e: ExprId, loc: Loc) -> ExprId {
        if self.b.node(e).depth < DEEP || !self.guards.is_empty() { e } else { self.frozen(e, loc) }
    }

    /// The value of an expression now, whatever is assigned later.
    pub fn frozen(&mut self, e: ExprId, loc: Loc) -> ExprId {
        if matches!(self.b.node(e).kind, ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Float(_)) {
            return e;
        }
        let ty = self.b.type_of(e);
        let temporary = self.b.temporary("value", ty, loc);
        self.b.assign(temporary, e, loc);
        self.b.var(temporary, loc)
    }

    pub fn frozen_value(&mut self, value: Val, loc: Loc) -> Val {
        match value {
            Val::Num(e) => Val::Num(self.frozen(e, loc)),
            Val::Truth(e) => Val::Truth(self.frozen(e, loc)),
            Val::Agg(e) => Val::Agg(self.frozen(e, loc)),
            Val::Ptr(pointer) => {
                let offset = self.frozen(pointer.offset, loc);
                let base = pointer.base.map(|place| Box::new(self.frozen_place(*place, loc)));
                let several = pointer.several.map(|mut several| {
                    several.which = self.frozen(several.which, loc);
                    several
                });
                Val::Ptr(Pointer { base, several, offset, ..pointer })
            }
            Val::Void => Val::Void,
        }
    }

    pub fn has_effects(&self, ex: Ex) -> bool {
        self.l.effects[ex.index()]
    }

    /// The values of two operands, the left one first.
    pub fn both(&mut self, a: Ex, b: Ex) -> Res<(Val, Val)> {
        let mut left = self.value(a)?;
        if self.has_effects(b) {
            let loc = self.unit.expr(a).loc;
            left = self.frozen_value(left, loc);
        }
        let right = self.value(b)?;
        Ok((left, right))
    }

    /// The value of an expression as a condition.
    pub fn condition(&mut self, ex: Ex) -> Res<ExprId> {
        let value = self.value(ex)?;
        let (ty, loc) = (self.unit.ty(ex), self.unit.expr(ex).loc);
        let e = self.truth(value, ty, loc)?;
        Ok(self.spilled(e, loc))
    }

    /// The value of an expression.
    pub fn value(&mut self, ex: Ex) -> Res<Val> {
        let node = self.unit.expr(ex);
        let (ty, loc) = (node.ty, node.loc);
        match &node.kind {
            Kind::Int(value) => {
                if self.l.rep(ty, loc)? == Rep::Truth {
                    return Ok(Val::Truth(self.b.bool(!value.is_zero(), loc)));
                }
                let ir = self.l.ty(ty, loc)?;
                Ok(Val::Num(self.b.int(value.clone(), ir, loc)))
            }
            Kind::Float(value) => {
                let ir = self.l.ty(ty, loc)?;
                Ok(Val::Num(self.b.float(*value, ir, loc)))
            }
            Kind::Null if self.unit.types.function_pointee(ty).is_some() => Ok(Val::Num(self.number(0, loc))),
            Kind::Null => {
                let offset = self.null(loc);
                Ok(Val::Ptr(Pointer { base: None, several: None, offset, nullable: true, stored: false }))
            }
            Kind::Load(lvalue) => self.load(*lvalue, loc),
            Kind::Decay(lvalue) => self.address_of(*lvalue, false, loc),
            Kind::AddressOf(lvalue) => self.address_of(*lvalue, true, loc),
            Kind::Member(inner, member) => {
                let Val::Agg(whole) = self.value(*inner)? else { return refuse(loc, "a member of what is no struct") };
                self.member_value(whole, *member, ty, loc)
            }
            Kind::Object(_) | Kind::Deref(_) | Kind::Str(_) => refuse(loc, "an object in the place of a value"),
            Kind::Function(_) => refuse(loc, "a function as a value"),
            Kind::Convert(inner) => self.conversion(ex, *inner, ty, loc),
            Kind::Neg(a) | Kind::BitNot(a) => {
                let complement = matches!(node.kind, Kind::BitNot(_));
                let value = self.value(*a)?;
                self.negated(complement, value, ty, loc)
            }
            Kind::Not(a) => {
                let e = self.condition(*a)?;
                Ok(Val::Truth(self.b.not(e, loc)))
            }
            Kind::Binary(op, a, b) => {
                let (x, y) = self.both(*a, *b)?;
                let (tx, ty_b) = (self.unit.ty(*a), self.unit.ty(*b));
                self.binary(*op, (x, tx), (y, ty_b), ty, loc)
            }
            Kind::PtrAdd(pointer, index, sign) => self.pointer_sum(*pointer, *index, *sign, loc),
            Kind::PtrDiff(a, b) => self.pointer_difference(*a, *b, ty, loc),
            Kind::PtrCompare(op, a, b) => self.pointer_comparison(*op, *a, *b, loc),
            Kind::And(a, b) => self.short(*a, *b, true, loc),
            Kind::Or(a, b) => self.short(*a, *b, false, loc),
            Kind::Conditional(c, a, b) => self.conditional(*c, *a, *b, ty, loc),
            Kind::Comma(a, b) => {
                self.value(*a)?;
                self.value(*b)
            }
            Kind::Assign(target, value) => self.assignment(*target, *value, true, loc),
            Kind::Update(target, _, value, which) => self.update(*target, *value, *which, true, loc),
            Kind::Current => match self.current.last() {
                Some(value) => Ok(value.clone()),
                None => refuse(loc, "this update"),
            },
            Kind::Call(function, args) => self.call(ex, *function, args, ty, loc),
            Kind::CallThrough(function, args, done) => self.call_through(*function, (args, done), ty, loc),
            Kind::Assert(condition, text) => {
                let e = self.condition(*condition)?;
                self.ends_unless(Some(e), loc);
                match self.l.options.asserts_end {
                    true => self.b.believe(e, loc),
                    false => self.assertion(e, text, loc),
                }
                Ok(Val::Void)
            }
            Kind::Block(..) => refuse(loc, "code in this place"),
            Kind::Unsupported(what) => refuse(loc, what.to_string()),
        }
    }

    /// An assertion; what is constant false is a place that must not be reached.
    pub fn assertion(&mut self, condition: ExprId, text: &str, loc: Loc) {
        let mut entry = Check::new(CheckKind::Assertion, loc);
        entry.condition = text.to_string();
        let check = self.l.program.add_check(entry);
        self.stated(check, condition, loc);
    }

    /// A truth value of any width as an integer.
    pub fn converted_to_int(&mut self, value: Val, ty: Ty, loc: Loc) -> Res<ExprId> {
        let e = self.truth(value, ty, loc)?;
        Ok(self.b.convert(horn_frontend::ir::Conversion::BoolToInt, e, TypeId::INT, loc))
    }

    /// What an IR expression of a type is as a value.
    pub fn wrapped_up(&mut self, e: ExprId, ty: Ty, loc: Loc) -> Res<Val> {
        if self.unit.types.aggregate(ty).is_some() {
            return Ok(Val::Agg(e));
        }
        Ok(match self.l.rep(ty, loc)? {
            Rep::Truth => Val::Truth(e),
            Rep::Pointer => return refuse(loc, "a pointer that is stored in an array, a struct or behind a pointer"),
            _ => Val::Num(e),
        })
    }

    pub fn load(&mut self, lvalue: Ex, loc: Loc) -> Res<Val> {
        let ty = self.unit.ty(lvalue);
        if self.unit.types.object_pointee(ty).is_some() {
            let Kind::Object(object) = self.unit.expr(lvalue).kind else { return self.load_stored(lvalue, loc) };
            if !self.pointers.is_plain(object) {
                return self.load_stored(lvalue, loc);
            }
            let offset = self.pointer_variable(object, loc)?;
            let binding = self.pointers.get(&object).cloned();
            let base = match &binding {
                Some(Binding::Some(all)) if all.is_empty() => None,
                Some(Binding::Some(all)) if all.len() == 1 => {
                    let region: Region = all.iter().next().cloned().unwrap_or_else(|| unreachable!("one region"));
                    Some(Box::new(self.region_place(&region, loc)?))
                }
                Some(Binding::Some(_)) => None,
                _ => return refuse(loc, "a pointer whose object is not known"),
            };
            let several = match &binding {
                Some(Binding::Some(all)) if all.len() > 1 => Some(self.several(object, loc)?),
                _ => None,
            };
            let offset = self.b.var(offset, loc);
            let nullable = self.nullable.contains(&object);
            return Ok(Val::Ptr(Pointer { base, several, offset, nullable, stored: true }));
        }
        if let Kind::Object(object) = self.unit.expr(lvalue).kind
            && self.unit.object(object).volatile
        {
            return self.volatile(object, loc);
        }
        let target = self.lvalues(lvalue)?;
        let e = self.read_one(&target, loc)?;
        self.wrapped_up(e, ty, loc)
    }

    /// What is read from a volatile object may be anything. A failure that depends on it is none for sure, since the
    /// compiled program mostly reads what was written.
    pub fn volatile(&mut self, object: crate::typed::ObjId, loc: Loc) -> Res<Val> {
        let entry = self.unit.object(object);
        let ir = self.l.object_type(object)?;
        let any = self.b.temporary(entry.name.clone(), ir, loc);
        self.b.set_origin_of(any, format!("the value of the volatile object \"{}\"", entry.name));
        self.b.havoc(any, loc);
        let e = self.b.var(any, loc);
        self.wrapped_up(e, entry.ty, loc)
    }

    fn conversion(&mut self, conversion: Ex, inner: Ex, ty: Ty, loc: Loc) -> Res<Val> {
        if matches!(self.unit.types.get(ty), CType::Void) {
            self.value(inner)?;
            return Ok(Val::Void);
        }
        let from = self.unit.ty(inner);
        if let Some((member, way)) = crate::containers::container(self.unit, conversion) {
            return self.pointer_around(member, &way, loc);
        }
        if let Some((pointer, way, to_member)) = crate::containers::first_member(self.unit, conversion) {
            return self.pointer_to_first(pointer, &way, to_member, loc);
        }
        let value = self.value(inner)?;
        let code = [from, ty].map(|ty| self.unit.types.function_pointee(ty).is_some());
        match (code, &value) {
            ([true, true], _) => return Ok(value),
            ([true, false], _) if self.l.rep(ty, loc)? == Rep::Truth => {
                return Ok(Val::Truth(self.truth(value, from, loc)?));
            }
            ([false, false], _) => {}
            _ => return refuse(loc, "a conversion between a pointer to a function and another value"),
        }
        let pointers = (self.unit.types.object_pointee(from).is_some(), self.unit.types.object_pointee(ty).is_some());
        match pointers {
            (true, true) => Ok(value),
            (true, false) if self.l.rep(ty, loc)? == Rep::Truth => Ok(Val::Truth(self.truth(value, from, loc)?)),
            (false, false) => self.converted(value, from, ty, loc),
            _ => refuse(loc, "a conversion between a pointer and a number"),
        }
    }

    /// `a && b`, `a || b`.
    fn short(&mut self, a: Ex, b: Ex, and: bool, loc: Loc) -> Res<Val> {
        let left = self.condition(a)?;
        if !self.has_effects(b) {
            let guard = if and { left } else { self.b.not(left, loc) };
            self.guards.push(guard);
            let right = self.condition(b);
            self.guards.pop();
            let right = right?;
            return Ok(Val::Truth(if and { self.b.and(left, right, loc) } else { self.b.or(left, right, loc) }));
        }
        let result = self.b.temporary("condition", TypeId::BOOL, loc);
        self.b.assign(result, left, loc);
        let [more, join] = [self.b.new_block(loc), self.b.new_block(loc)];
        let (yes, no) = if and { (more, join) } else { (join, more) };
        let test = self.b.var(result, loc);
        self.b.terminate(Terminator::Branch(test, yes, no), loc, more);
        if let Some(right) = self.attempt(|proc| proc.condition(b)) {
            self.b.assign(result, right, loc);
        }
        self.b.jump(join, join);
        Ok(Val::Truth(self.b.var(result, loc)))
    }

    fn conditional(&mut self, c: Ex, a: Option<Ex>, b: Ex, ty: Ty, loc: Loc) -> Res<Val> {
        let Some(a) = a else { return refuse(loc, "`?:` without its middle, whose condition changes something,") };
        let condition = self.condition(c)?;
        let void = matches!(self.unit.types.get(ty), CType::Void);
        if !self.has_effects(a) && !self.has_effects(b) && !void {
            self.guards.push(condition);
            let yes = self.value(a);
            self.guards.pop();
            let yes = yes?;
            let other = self.b.not(condition, loc);
            self.guards.push(other);
            let no = self.value(b);
            self.guards.pop();
            let no = no?;
            return Ok(match (yes, no) {
                (Val::Truth(x), Val::Truth(y)) => Val::Truth(self.b.ite(condition, x, y, loc)),
                (Val::Agg(x), Val::Agg(y)) => Val::Agg(self.b.ite(condition, x, y, loc)),
                (Val::Ptr(x), Val::Ptr(y)) => {
                    let (x, y) = (self.keepable(x, loc)?, self.keepable(y, loc)?);
                    let (nullable, stored) = (x.nullable || y.nullable, x.stored || y.stored);
                    let kind = ExprKind::Ite(condition, x.offset, y.offset);
                    let offset = self.b.expr(kind, TypeId::INT, loc);
                    let (base, several) = if self.one_object(&x, &y) {
                        (x.base.or(y.base), None)
                    } else {
                        (None, Some(self.either(condition, &x, &y, loc)?))
                    };
                    Val::Ptr(Pointer { base, several, offset, nullable, stored })
                }
                (yes, no) => {
                    let (x, y) = (self.num(yes, ty, loc)?, self.num(no, ty, loc)?);
                    // Operands keep the types from before their conversions: the result may be in neither.
                    let ir = self.l.ty(ty, loc)?;
                    Val::Num(self.b.expr(ExprKind::Ite(condition, x, y), ir, loc))
                }
            });
        }
        let [then, otherwise, join] = [self.b.new_block(loc), self.b.new_block(loc), self.b.new_block(loc)];
        let result = match self.unit.types.object_pointee(ty).is_some() {
            _ if void => None,
            true => return refuse(loc, "a choice of pointers with effects"),
            false => {
                let ir = self.l.ty(ty, loc)?;
                Some(self.b.temporary("choice", ir, loc))
            }
        };
        self.b.terminate(Terminator::Branch(condition, then, otherwise), loc, then);
        for (ex, next) in [(a, otherwise), (b, join)] {
            let value = self.attempt(|proc| match (result, proc.value(ex)?) {
                (None, _) => Ok(None),
                (Some(_), Val::Agg(e)) => Ok(Some(e)),
                (Some(_), value) => proc.num(value, ty, loc).map(Some),
            });
            if let (Some(result), Some(Some(value))) = (result, value) {
                self.b.assign(result, value, loc);
            }
            self.b.jump(join, next);
        }
        match result {
            None => Ok(Val::Void),
            Some(result) => {
                let e = self.b.var(result, loc);
                self.wrapped_up(e, ty, loc)
            }
        }
    }

    /// What an allocation gives, by its expression.
    pub fn allocated(&self, ex: Ex) -> Option<&Allocated> {
        self.heaps.get(&ex)
    }
}
