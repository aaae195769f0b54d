//! Views of types that have discriminants of their own in the place of those of their parents (`sema::renewed`).

use super::Refusal;
use super::procedure::Proc;
use crate::place::Loc;
use crate::sema::types::{Bound, Constraint, TypeId as AdaType};
use horn_frontend::ir::{BinaryOp as Ir, CheckKind, ExprId};

impl Proc<'_, '_> {
    /// The discriminants of ancestors that a tagged type has replaced, by those of the type.
    pub fn replaced_discriminants(
        &mut self,
        ty: AdaType,
        discriminants: Vec<ExprId>,
        loc: Loc,
    ) -> Result<Vec<(AdaType, Vec<ExprId>)>, Refusal> {
        let mut found = Vec::new();
        let (mut at, mut own) = (self.tree().types.base(ty), discriminants);
        while let Some(parent) = self.tree().types[at].parent.map(|parent| self.tree().types.base(parent)) {
            if let Some(values) = self.parent_discriminants(at, &own, loc)? {
                found.push((parent, values.clone()));
                own = values;
            }
            at = parent;
        }
        Ok(found)
    }

    /// The discriminants of the parent of a type, by those of the type, where it has others.
    fn parent_discriminants(&mut self, ty: AdaType, own: &[ExprId], loc: Loc) -> Result<Option<Vec<ExprId>>, Refusal> {
        let record = self.tree().record(ty);
        let Some(renewed) = &record.renewed else { return Ok(None) };
        let Some(parent) = self.tree().types[self.tree().types.base(ty)].parent else { return Ok(None) };
        let parent = self.tree().record(parent);
        let mut values = Vec::new();
        for (bound, component) in renewed.values.iter().zip(&parent.components) {
            values.push(match bound {
                Bound::Discriminant(at) => {
                    *own.get(*at).ok_or_else(|| (loc, "discriminant of a parent that is not known".to_string()))?
                }
                other => self.bound(other, component.ty, loc)?,
            });
        }
        Ok(Some(values))
    }

    /// That the discriminants of an ancestor are what the derivation says (RM 4.3.2 (8)), where a value of a tagged
    /// type is made of one of the ancestor.
    pub fn check_ancestor(&mut self, value: ExprId, ancestor: AdaType, ty: AdaType, loc: Loc) -> Result<(), Refusal> {
        let types = &self.tree().types;
        let (ancestor, mut at) = (types.base(ancestor), types.base(ty));
        self.check_stated(value, at, at, loc)?;
        while at != ancestor {
            let Some(parent) = self.tree().types[at].parent.map(|parent| self.tree().types.base(parent)) else { break };
            if self.tree().record(at).renewed.is_some() {
                self.check_replaced(value, at, parent, loc)?;
            }
            at = parent;
        }
        Ok(())
    }

    /// That a value, seen as one of a type, has the discriminants of the constraint of a subtype.
    pub fn check_stated(&mut self, value: ExprId, view: AdaType, subtype: AdaType, loc: Loc) -> Result<(), Refusal> {
        let Constraint::Discriminants(_) = self.tree().types[subtype].constraint else { return Ok(()) };
        let found = self.discriminants_of(value, view, loc)?;
        self.check_constraint(&found, view, subtype, loc)
    }

    /// That these values of the discriminants of a type are those of the constraint of a subtype, if it has one.
    pub fn check_constraint(
        &mut self,
        found: &[ExprId],
        view: AdaType,
        subtype: AdaType,
        loc: Loc,
    ) -> Result<(), Refusal> {
        let Constraint::Discriminants(values) = self.tree().types[subtype].constraint.clone() else { return Ok(()) };
        let record = self.tree().record(view);
        for ((bound, field), component) in values.iter().zip(found).zip(&record.components) {
            let wanted = self.bound(bound, component.ty, loc)?;
            let same = self.b.compare(Ir::Eq, *field, wanted, loc);
            self.check(CheckKind::Discriminant, loc, same, "")?;
        }
        Ok(())
    }

    /// That the discriminants of the parent that a value of a tagged type has are those that follow from its own.
    fn check_replaced(&mut self, value: ExprId, ty: AdaType, parent: AdaType, loc: Loc) -> Result<(), Refusal> {
        let own = self.discriminants_of(value, ty, loc)?;
        let Some(wanted) = self.parent_discriminants(ty, &own, loc)? else { return Ok(()) };
        let found = self.discriminants_of(value, parent, loc)?;
        for (found, wanted) in found.into_iter().zip(wanted) {
            let same = self.b.compare(Ir::Eq, found, wanted, loc);
            self.check(CheckKind::Discriminant, loc, same, "")?;
        }
        Ok(())
    }

    /// The conversion of a value between types without tags whose components have other places (RM 4.6 (43–50)).
    pub fn moved(&mut self, value: ExprId, from: AdaType, target: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let types = &self.tree().types;
        let Some(ancestor) = types.common_ancestor(from, target) else {
            return Err((loc, "conversion between these types (RM 4.6)".into()));
        };
        let mut at = types.base(from);
        let mut value = self.kept(value, loc);
        while at != ancestor {
            let Some(parent) = self.tree().types[at].parent.map(|parent| self.tree().types.base(parent)) else { break };
            value = self.as_parent(value, at, parent, loc)?;
            at = parent;
        }
        let mut down = self.tree().types.lineage(target);
        down.truncate(down.iter().position(|one| *one == ancestor).unwrap_or(0));
        for child in down.into_iter().rev() {
            value = self.as_child(value, at, child, loc)?;
            at = child;
        }
        Ok(value)
    }

    /// A value as one of the parent type.
    fn as_parent(&mut self, value: ExprId, ty: AdaType, parent: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let Some(renewed) = self.tree().record(ty).renewed else { return Ok(value) };
        let own = self.discriminants_of(value, ty, loc)?;
        let mut fields = self.parent_discriminants(ty, &own, loc)?.unwrap_or_default();
        let (record, components) = (self.tree().record(parent), self.tree().record(ty).components);
        for (component, place) in record.components.iter().zip(&renewed.places).skip(record.discriminants) {
            let wanted = self.ty(component.ty, loc)?;
            fields.push(match place {
                Some(place) => {
                    let field = self.field(value, ty, *place, components[*place].ty, loc)?;
                    self.shape_to(field, wanted, loc)
                }
                None => {
                    let unused = self.b.temporary("unused", wanted, loc);
                    self.b.var(unused, loc)
                }
            });
        }
        let whole = self.record_value(parent, fields, loc)?;
        Ok(self.kept(whole, loc))
    }

    /// A value of the parent type as one of a type derived from it: what the derivation says of its discriminants must
    /// hold (RM 4.6 (50)).
    fn as_child(&mut self, value: ExprId, parent: AdaType, ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let (record, above) = (self.tree().record(ty), self.tree().record(parent));
        let Some(renewed) = &record.renewed else { return Ok(value) };
        let found = self.discriminants_of(value, parent, loc)?;
        let mut fields = Vec::new();
        for at in 0..record.discriminants {
            let place = renewed.values.iter().position(|value| *value == Bound::Discriminant(at));
            let from = place.and_then(|place| found.get(place)).copied();
            let from = from.ok_or_else(|| (loc, "discriminant without one of the parent (RM 3.7 (18))".to_string()))?;
            let component = &record.components[at];
            let base = self.tree().types.base(component.ty);
            self.check_range(from, None, base, component.ty, loc)?;
            fields.push(from);
        }
        let wanted = self.parent_discriminants(ty, &fields, loc)?.unwrap_or_default();
        for (found, wanted) in found.into_iter().zip(wanted) {
            let same = self.b.compare(Ir::Eq, found, wanted, loc);
            self.check(CheckKind::Discriminant, loc, same, "")?;
        }
        for (at, component) in record.components.iter().enumerate().skip(record.discriminants) {
            let wanted = self.ty(component.ty, loc)?;
            let place = renewed.places.iter().position(|place| *place == Some(at));
            let Some(place) = place else { return Err((loc, "component without one of the parent".into())) };
            let field = self.field(value, parent, place, above.components[place].ty, loc)?;
            fields.push(self.shape_to(field, wanted, loc));
        }
        let whole = self.record_value(ty, fields, loc)?;
        Ok(self.kept(whole, loc))
    }
}
