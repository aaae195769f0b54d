//! Initial values of the components of a record, which may depend on its discriminants (RM 3.3.1 (18–20), 3.7.1,
//! 3.8).

use super::Refusal;
use super::effects::default_calls;
use super::procedure::{Context, Discriminants, Proc};
use crate::place::Loc;
use crate::sema::types::{Bound, Component, Constraint, Kind, Record, TypeId as AdaType};
use horn_frontend::ir::ExprId;

impl Proc<'_, '_> {
    /// The components of a record that is initialised by default; `given` are the discriminants of its constraint.
    pub fn default_components(
        &mut self,
        record: &Record,
        given: Option<&[Bound]>,
        loc: Loc,
    ) -> Result<Vec<ExprId>, Refusal> {
        let mut fields = Vec::new();
        let depends = given.iter().any(|given| given.iter().any(Bound::is_discriminant));
        for (at, component) in record.components[..record.discriminants].iter().enumerate() {
            let value = match (given.and_then(|given| given.get(at)), &component.default) {
                (Some(bound), _) => {
                    let value = self.bound(bound, component.ty, loc)?;
                    if depends {
                        let base = self.tree().types.base(component.ty);
                        self.check_range(value, None, base, component.ty, loc)?;
                    }
                    value
                }
                (None, Some(default)) => self.converted(default, component.ty, default.loc)?,
                (None, None) => self.default_value(component.ty, loc)?,
            };
            let value = self.kept(value, loc);
            let wanted = self.ty(component.ty, loc)?;
            fields.push(self.shape_to(value, wanted, loc));
        }
        self.discriminants.push(Discriminants::of(fields.clone()));
        let depth = self.context.len();
        // A value is the one that it is when its turn comes.
        let changing = record.components.iter().any(|component| match &component.default {
            Some(default) => self.changes_something(default),
            None => self.default_changes(component.ty),
        });
        for component in &record.components[record.discriminants..] {
            let field = self.default_component(record, component, &fields, loc);
            self.context.truncate(depth);
            match field {
                Ok(field) if changing => fields.push(self.kept(field, loc)),
                Ok(field) => fields.push(field),
                Err(refusal) => {
                    self.discriminants.pop();
                    return Err(refusal);
                }
            }
        }
        self.discriminants.pop();
        Ok(fields)
    }

    /// Whether the default initialisation of an object changes something.
    pub fn default_changes(&self, ty: AdaType) -> bool {
        default_calls(self.tree(), ty).iter().any(|callee| self.l.effects.changing.contains(callee))
    }

    /// One component. One of a variant that does not exist has any value, and nothing of it is evaluated.
    fn default_component(
        &mut self,
        record: &Record,
        component: &Component,
        fields: &[ExprId],
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        let wanted = self.ty(component.ty, loc)?;
        if component.late {
            let value = self.some_value(component.ty, loc)?;
            return Ok(self.shape_to(value, wanted, loc));
        }
        if component.guard.is_empty() {
            self.check_depending_bounds(component, loc)?;
            let value = self.component_value(component, fields, loc)?;
            return Ok(self.shape_to(value, wanted, loc));
        }
        let conditions = self.variant_conditions(record, component, loc, |_, discriminant| Ok(fields[discriminant]))?;
        let exists = conditions.into_iter().fold(self.b.bool(true, loc), |all, one| self.b.and(all, one, loc));
        let depends = match &self.tree().types[component.ty].constraint {
            Constraint::Discriminants(values) => values.iter().any(Bound::is_discriminant),
            _ => false,
        };
        let by_itself = component.default.is_none() && self.is_made_one_by_one(component.ty);
        if depends || by_itself || component.default.as_ref().is_some_and(|default| self.needs_control(default)) {
            let var = self.b.temporary("component", wanted, loc);
            self.b.havoc(var, loc);
            self.b.begin_if(exists, loc);
            self.check_depending_bounds(component, loc)?;
            let value = self.component_value(component, fields, loc)?;
            let value = self.shape_to(value, wanted, loc);
            self.b.assign(var, value, loc);
            self.b.end_if();
            return Ok(self.b.var(var, loc));
        }
        self.context.push(Context::Guard(exists));
        self.check_depending_bounds(component, loc)?;
        let value = self.component_value(component, fields, loc)?;
        Ok(self.shape_to(value, wanted, loc))
    }

    /// A value of a subtype which is replaced before anybody reads it.
    pub fn some_value(&mut self, ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let types = &self.tree().types;
        match types.kind(ty).clone() {
            Kind::Access(_) if !types.excludes_null(ty) => {
                let ir_ty = self.ty(ty, loc)?;
                Ok(self.b.int(0, ir_ty, loc))
            }
            Kind::Record(record) if self.has_plain_parts(&record) => {
                let given = match &types[ty].constraint {
                    Constraint::Discriminants(given) => given.clone(),
                    _ if record.discriminants > 0 => return self.arbitrary(ty, loc),
                    _ => Vec::new(),
                };
                let mut fields = Vec::new();
                for (at, component) in record.components.iter().enumerate() {
                    fields.push(match given.get(at) {
                        Some(bound) => self.bound(bound, component.ty, loc)?,
                        None => self.some_value(component.ty, loc)?,
                    });
                }
                self.record_value(ty, fields, loc)
            }
            Kind::Array { element, .. } if self.l.static_bounds(ty).is_some() => {
                let value = self.some_value(element, loc)?;
                self.filled(ty, value, loc)
            }
            _ => match types.static_range(ty).filter(|(low, high)| low <= high && types.is_discrete(ty)) {
                Some((low, _)) => self.discrete(&low, ty, loc),
                None => self.arbitrary(ty, loc),
            },
        }
    }

    /// Whether all components exist whatever the discriminants are, and depend on none.
    fn has_plain_parts(&self, record: &Record) -> bool {
        let types = &self.tree().types;
        record.components.iter().all(|one| one.guard.is_empty() && !types.depends_on_discriminants(one.ty))
    }

    fn component_value(&mut self, component: &Component, fields: &[ExprId], loc: Loc) -> Result<ExprId, Refusal> {
        match &component.default {
            Some(default) => self.converted_component(default, component.ty, fields, default.loc),
            None => self.default_value(component.ty, loc),
        }
    }

    /// Bounds of an array that are discriminants belong to its index subtype.
    fn check_depending_bounds(&mut self, component: &Component, loc: Loc) -> Result<(), Refusal> {
        let types = &self.tree().types;
        let (Constraint::Index(bounds), Some((index, _))) =
            (types[component.ty].constraint.clone(), types.array(component.ty))
        else {
            return Ok(());
        };
        let index = index.to_vec();
        for (dimension, ((low, high), index)) in bounds.iter().zip(index).enumerate() {
            if low.is_discriminant() || high.is_discriminant() {
                let ends = (self.index_bound(low, index, loc)?, self.index_bound(high, index, loc)?);
                self.check_index_subtype(component.ty, dimension, ends, loc)?;
            }
        }
        Ok(())
    }
}
