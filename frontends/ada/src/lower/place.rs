//! Variables that can be assigned: whole objects, components, slices, and views through conversions.

use super::Refusal;
use super::procedure::Proc;
use crate::place::Loc;
use crate::sema::tree::{Expr, ExprKind, Mode, ObjId, ObjectKind};
use crate::sema::types::{Constraint, TypeId as AdaType};
use horn_frontend::ir::{CheckKind, ExprId, ExprKind as Ir};
use std::collections::BTreeMap;

/// A variable, with its indices evaluated.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    Object(ObjId),
    Field(Box<Place>, usize, AdaType),
    Index(Box<Place>, Vec<ExprId>, AdaType),
    Slice(Box<Place>, ExprId, ExprId, AdaType),
    /// A view conversion: the operand's place and type, the type of the view.
    View(Box<Place>, AdaType, AdaType),
    /// Not readable or writable: an error was reported.
    Nothing,
}

impl Proc<'_, '_> {
    /// The place that a variable denotes; states the checks of its indices.
    pub fn place(&mut self, expr: &Expr) -> Result<Place, Refusal> {
        match &expr.kind {
            ExprKind::Object(object) => Ok(Place::Object(*object)),
            ExprKind::Field(inner, at) => {
                let inner_place = self.place(inner)?;
                let record = self.read(&inner_place, inner.loc)?;
                self.check_discriminant(record, inner.ty, *at, expr.loc)?;
                Ok(Place::Field(Box::new(inner_place), *at, expr.ty))
            }
            ExprKind::Index(inner, indices) if let Some(heap) = self.heap_of_array(inner) => {
                let at = self.pointer(heap, &indices[0])?;
                Ok(Place::Index(Box::new(Place::Object(heap.cells)), vec![at], expr.ty))
            }
            ExprKind::Index(inner, indices) => {
                let inner_place = self.place(inner)?;
                let array = self.read(&inner_place, inner.loc)?;
                let indices = self.indices(inner, array, indices)?;
                Ok(Place::Index(Box::new(inner_place), indices, expr.ty))
            }
            ExprKind::Slice(inner, low, high) => {
                let inner_place = self.place(inner)?;
                let array = self.read(&inner_place, inner.loc)?;
                let (first, last) = self.slice_bounds(array, low, high, expr.loc)?;
                Ok(Place::Slice(Box::new(inner_place), first, last, expr.ty))
            }
            ExprKind::Qualified(inner) => {
                let place = self.place(inner)?;
                let value = self.read(&place, inner.loc)?;
                self.qualified(value, inner, expr.ty, expr.loc)?;
                Ok(Place::View(Box::new(place), inner.ty, expr.ty))
            }
            ExprKind::Convert(inner) => {
                let place = self.place(inner)?;
                Ok(Place::View(Box::new(place), inner.ty, expr.ty))
            }
            ExprKind::Error => Ok(Place::Nothing),
            _ => Err((expr.loc, "this form of variable".into())),
        }
    }

    /// The place with its indices in variables of their own.
    pub fn settled(&mut self, place: Place, loc: Loc) -> Place {
        match place {
            Place::Field(inner, at, ty) => Place::Field(Box::new(self.settled(*inner, loc)), at, ty),
            Place::Index(inner, indices, ty) => {
                let inner = self.settled(*inner, loc);
                let indices = indices.into_iter().map(|index| self.kept(index, loc)).collect();
                Place::Index(Box::new(inner), indices, ty)
            }
            Place::Slice(inner, first, last, ty) => {
                let inner = self.settled(*inner, loc);
                let (first, last) = (self.kept(first, loc), self.kept(last, loc));
                Place::Slice(Box::new(inner), first, last, ty)
            }
            Place::View(inner, from, to) => Place::View(Box::new(self.settled(*inner, loc)), from, to),
            Place::Object(_) | Place::Nothing => place,
        }
    }

    /// The value of a place.
    pub fn read(&mut self, place: &Place, loc: Loc) -> Result<ExprId, Refusal> {
        match place {
            Place::Object(object) => {
                if let Some(value) = self.env.get(object) {
                    return Ok(*value);
                }
                let entry = self.tree().object(*object);
                if entry.volatile && entry.unsupported.is_none() && !self.quantifying() {
                    return self.volatile_value(*object, loc);
                }
                let var = self.variable(*object, loc)?;
                Ok(self.b.var(var, loc))
            }
            Place::Field(inner, at, ty) => {
                let record = self.read(inner, loc)?;
                let Some(of) = self.place_type(inner) else { return Err((loc, "component".into())) };
                self.field(record, of, *at, *ty, loc)
            }
            Place::Index(inner, indices, ty) => {
                let array = self.read(inner, loc)?;
                let ty = self.ty(*ty, loc)?;
                Ok(self.b.expr(Ir::Index(array, indices.clone()), ty, loc))
            }
            Place::Slice(inner, first, last, ty) => {
                let array = self.read(inner, loc)?;
                let dynamic = self.l.array_with_dynamic_bounds(*ty).map_err(|what| (loc, what))?;
                let array = self.shape_to(array, dynamic, loc);
                Ok(self.b.expr(Ir::Slice(array, *first, *last), dynamic, loc))
            }
            Place::View(inner, from, to) => {
                let value = self.read(inner, loc)?;
                self.convert_value(value, None, *from, *to, loc)
            }
            Place::Nothing => Err((loc, "expression with an error".into())),
        }
    }

    /// The subtype of a place, for what is assigned to it.
    pub fn place_type(&self, place: &Place) -> Option<AdaType> {
        match place {
            Place::Object(object) => Some(self.tree().object(*object).ty),
            Place::Field(_, _, ty) | Place::Index(_, _, ty) | Place::Slice(_, _, _, ty) | Place::View(_, _, ty) => {
                Some(*ty)
            }
            Place::Nothing => None,
        }
    }

    /// Checks a value against a place and brings it into its shape: the bounds of the place stay.
    pub fn fit(
        &mut self,
        value: ExprId,
        source: Option<&Expr>,
        from: AdaType,
        place: &Place,
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        let Some(ty) = self.place_type(place) else { return Ok(value) };
        let types = &self.tree().types;
        if types.array(ty).is_some() {
            let unconstrained = !matches!(types[ty].constraint, Constraint::Index(_));
            let element = matches!(place, Place::Index(array, ..) if matches!(**array, Place::Field(..)));
            if unconstrained && element && self.l.is_own_text(loc) {
                // An element of a container of the tool's library: it has the bounds of what it is given there. Outside
                // a name of it denotes the object that a reference designates, which keeps its bounds.
                let wanted = self.ty(ty, loc)?;
                return Ok(self.shape_to(value, wanted, loc));
            }
            if unconstrained || matches!(place, Place::Slice(..)) {
                // The bounds are those of the variable itself.
                let own = self.read(place, loc)?;
                let dimensions = types.array(ty).map_or(0, |(index, _)| index.len());
                let mut bounds = Vec::new();
                for dimension in 0..u32::try_from(dimensions).unwrap_or(0) {
                    let (low, high) = self.value_bounds(own, dimension, loc);
                    let length = self.length_of(low, high, loc);
                    self.check_length(value, dimension, length, loc)?;
                    bounds.push((low, high));
                }
                let wanted = self.ty(ty, loc)?;
                let value = self.shape_to(value, wanted, loc);
                return Ok(self.b.expr(Ir::Slide(value, Some(bounds)), wanted, loc));
            }
            if types.array(ty).is_some() && types.depends_on_discriminants(ty) {
                let own = self.read(place, loc)?;
                let (low, high) = self.value_bounds(own, 0, loc);
                let length = self.length_of(low, high, loc);
                self.check_length(value, 0, length, loc)?;
                let wanted = self.ty(ty, loc)?;
                let value = self.shape_to(value, wanted, loc);
                return Ok(self.b.expr(Ir::Slide(value, Some(vec![(low, high)])), wanted, loc));
            }
        }
        self.check_kept_discriminants(place, ty, value, loc)?;
        if let (Place::Field(record, ..), Constraint::Discriminants(_) | Constraint::Access(_, Some(_))) =
            (place, &self.tree().types[ty].constraint)
            && let Some(around) = self.place_type(record)
        {
            let whole = self.read(record, loc)?;
            let own = self.discriminants_of(whole, around, loc)?;
            return self.inside_record(own, |p| p.checked(value, source, from, ty, loc));
        }
        self.checked(value, source, from, ty, loc)
    }

    /// Assigns a fitting value to a place.
    pub fn write(&mut self, place: &Place, value: ExprId, loc: Loc) -> Result<(), Refusal> {
        self.note_write(place, false, loc);
        self.put(place, value, loc)
    }

    /// The same where it is noted already what is written.
    pub fn put(&mut self, place: &Place, value: ExprId, loc: Loc) -> Result<(), Refusal> {
        match place {
            Place::Object(object) => {
                let var = self.variable(*object, loc)?;
                let wanted = self.b.var_type(var);
                let value = self.shape_to(value, wanted, loc);
                self.b.assign(var, value, loc);
                if let Some(flag) = self.flags.get(object).copied() {
                    let yes = self.b.bool(true, loc);
                    self.b.assign(flag, yes, loc);
                }
                Ok(())
            }
            Place::Field(inner, at, _) => {
                let record = self.read(inner, loc)?;
                let ty = self.b.type_of(record);
                let Some(of) = self.place_type(inner) else { return Err((loc, "component".into())) };
                let at = self.l.field_at(of, *at).map_err(|what| (loc, what))?;
                let new = self.b.expr(Ir::WithField(record, at, value), ty, loc);
                self.predicates_of_whole(inner, new, loc)?;
                self.put(inner, new, loc)
            }
            Place::Index(inner, indices, element) => {
                let array = self.read(inner, loc)?;
                let ty = self.b.type_of(array);
                let element = self.ty(*element, loc)?;
                let value = self.shape_to(value, element, loc);
                let new = self.b.expr(Ir::Update(array, indices.clone(), value), ty, loc);
                self.predicates_of_whole(inner, new, loc)?;
                self.put(inner, new, loc)
            }
            Place::Slice(inner, first, last, ty) => {
                let array = self.read(inner, loc)?;
                let own = self.b.type_of(array);
                let dynamic = self.l.array_with_dynamic_bounds(*ty).map_err(|what| (loc, what))?;
                let whole = self.shape_to(array, dynamic, loc);
                let value = self.shape_to(value, dynamic, loc);
                let new = self.b.expr(Ir::SliceUpdate(whole, *first, *last, value), dynamic, loc);
                let new = self.shape_to(new, own, loc);
                self.predicates_of_whole(inner, new, loc)?;
                self.put(inner, new, loc)
            }
            // The value has kept its tag.
            Place::View(inner, from, _) if self.tree().types.has_tag(*from) => self.put(inner, value, loc),
            Place::View(inner, from, to) => {
                let back = self.convert_value(value, None, *to, *from, loc)?;
                let back = self.fit(back, None, *from, inner, loc)?;
                self.put(inner, back, loc)
            }
            Place::Nothing => Err((loc, "expression with an error".into())),
        }
    }

    /// In SPARK an object satisfies the predicates of its subtype also when a part of it has been assigned; Ada looks
    /// only where the whole object is given to somebody (RM 3.2.4 (31)). What has no value yet need not.
    fn predicates_of_whole(&mut self, whole: &Place, value: ExprId, loc: Loc) -> Result<(), Refusal> {
        let tree = self.tree();
        let Some(ty) = self.place_type(whole) else { return Ok(()) };
        let predicates = tree.types[ty].predicates.clone();
        let Some(object) = root_of(whole) else { return Ok(()) };
        let root = tree.object(object);
        let relaxed = root.wholly_relaxed || tree.types.is_wholly_relaxed(ty);
        if !tree.spark_checks || predicates.is_empty() || relaxed || self.silent() || self.l.is_own_text(loc) {
            return Ok(());
        }
        let open = root.kind == ObjectKind::Parameter(Mode::Out) || self.bare.contains(&object);
        for predicate in predicates {
            let holds = self.predicate(predicate, value, loc)?;
            if open {
                let fails = self.b.not(holds, loc);
                self.b.begin_if(fails, loc);
                self.rests_on(&format!("whether all parts of \"{}\" have been written", root.name), loc);
            }
            self.check_without_exception(CheckKind::Predicate, loc, holds, (super::checks::OF_PART, ""));
            if open {
                self.b.end_if();
            }
        }
        Ok(())
    }
}

/// The object that a place is a part of.
fn root_of(place: &Place) -> Option<ObjId> {
    match place {
        Place::Object(object) => Some(*object),
        Place::Field(inner, ..) | Place::Index(inner, ..) | Place::Slice(inner, ..) | Place::View(inner, ..) => {
            root_of(inner)
        }
        Place::Nothing => None,
    }
}

/// An operation on other operands.
pub(crate) fn renamed(kind: &Ir, map: &BTreeMap<ExprId, ExprId>) -> Ir {
    kind.with_operands(|id| map.get(&id).copied().unwrap_or(id))
}
