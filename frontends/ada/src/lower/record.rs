//! Records: variants, discriminants, aggregates.

use super::Refusal;
use super::procedure::{Context, Proc};
use crate::place::Loc;
use crate::sema::tree::Expr;
use crate::sema::types::{Component, Constraint, Record, TypeId as AdaType};
use horn_frontend::ir::{self, BinaryOp as Ir, CheckKind, ExprId};

impl<'t> Proc<'_, 't> {
    /// A component of a variant exists for the current discriminants.
    pub fn check_discriminant(&mut self, record: ExprId, ty: AdaType, at: usize, loc: Loc) -> Result<(), Refusal> {
        for condition in self.existence(record, ty, at, loc)? {
            self.check(CheckKind::Discriminant, loc, condition, "")?;
        }
        Ok(())
    }

    /// That a component exists for the current discriminants; `None` if it always does.
    pub fn component_exists(
        &mut self,
        record: ExprId,
        ty: AdaType,
        at: usize,
        loc: Loc,
    ) -> Result<Option<ExprId>, Refusal> {
        let conditions = self.existence(record, ty, at, loc)?;
        Ok(conditions.into_iter().reduce(|all, one| self.b.and(all, one, loc)))
    }

    /// What must hold of the discriminants of a record value for a component to exist.
    fn existence(&mut self, value: ExprId, ty: AdaType, at: usize, loc: Loc) -> Result<Vec<ExprId>, Refusal> {
        let record = self.tree().record(ty);
        let Some(component) = record.components.get(at) else { return Ok(Vec::new()) };
        self.variant_conditions(&record, component, loc, |proc, discriminant| {
            proc.field(value, ty, discriminant, record.components[discriminant].ty, loc)
        })
    }

    /// What must hold of the discriminants, which `value_of` gives by their places, for a component to exist: one
    /// condition for each variant around it (RM 3.8.1).
    pub fn variant_conditions(
        &mut self,
        record: &Record,
        component: &Component,
        loc: Loc,
        mut value_of: impl FnMut(&mut Self, usize) -> Result<ExprId, Refusal>,
    ) -> Result<Vec<ExprId>, Refusal> {
        let mut found = Vec::new();
        for (discriminant, ranges) in &component.guard {
            let discriminant_ty = record.components[*discriminant].ty;
            let value = value_of(self, *discriminant)?;
            let mut condition = self.b.bool(false, loc);
            for (low, high) in ranges {
                let inside = if low == high {
                    let one = self.discrete(low, discriminant_ty, loc)?;
                    self.b.compare(Ir::Eq, value, one, loc)
                } else {
                    let low = self.discrete(low, discriminant_ty, loc)?;
                    let high = self.discrete(high, discriminant_ty, loc)?;
                    self.b.between(value, low, high, loc)
                };
                condition = self.b.or(condition, inside, loc);
            }
            found.push(condition);
        }
        Ok(found)
    }

    pub(super) fn record_aggregate(
        &mut self,
        values: &[Option<Expr>],
        ty: AdaType,
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        let record = self.tree().record(ty);
        let parts: Vec<&Expr> = values.iter().flatten().collect();
        self.independent(&parts, true, loc)?;
        let mut fields = Vec::new();
        let boxes = record.components.iter().zip(values).filter(|(_, value)| value.is_none());
        let changing = boxes.into_iter().any(|(component, _)| self.default_changes(component.ty));
        for (component, value) in record.components.iter().zip(values) {
            let field = match value {
                Some(value) => {
                    let own: Vec<ExprId> = fields.iter().copied().take(record.discriminants).collect();
                    let found = self.aggregate_component(value, component, own, &fields)?;
                    self.kept_if_changing(found, values, value.loc)
                }
                None => {
                    let own: Vec<ExprId> = fields.iter().copied().take(record.discriminants).collect();
                    // What the constraint of a component that does not exist asks for, no value may satisfy.
                    let types = &self.tree().types;
                    let any = match types[component.ty].constraint {
                        Constraint::Discriminants(_) if !component.guard.is_empty() => types.base(component.ty),
                        _ => component.ty,
                    };
                    let wanted = self.ty(component.ty, loc)?;
                    // What is said of its bounds is said for the case that it exists.
                    let exists = self.variant_conditions(&record, component, loc, |_, at| Ok(fields[at]))?;
                    let depth = self.context.len();
                    self.context.extend(exists.into_iter().map(Context::Guard));
                    let found = self.inside_record(own, |p| p.default_value(any, loc));
                    self.context.truncate(depth);
                    self.shape_to(found?, wanted, loc)
                }
            };
            let field = if changing { self.kept(field, loc) } else { field };
            fields.push(field);
        }
        // An extension of a constrained type has no other values (RM 3.4 (11)).
        self.check_constraint(&fields, ty, self.tree().types.base(ty), loc)?;
        self.record_value(ty, fields, loc)
    }

    /// The value that an aggregate gives a component. Where it stands for a box, which is the default value, it is one
    /// of the record that is made, and speaks of its discriminants (`own`); what an aggregate says in a default value
    /// speaks of those of the record around it.
    pub fn aggregate_component(
        &mut self,
        value: &Expr,
        component: &Component,
        own: Vec<ExprId>,
        fields: &[ExprId],
    ) -> Result<ExprId, Refusal> {
        if component.is_boxed(value) {
            return self.inside_record(own, |p| p.converted_component(value, component.ty, fields, value.loc));
        }
        self.inside_aggregate(own, |p| p.converted_component(value, component.ty, fields, value.loc))
    }

    fn kept_if_changing(&mut self, value: ExprId, others: &[Option<Expr>], loc: Loc) -> ExprId {
        if others.iter().flatten().any(|other| self.changes_something(other)) { self.kept(value, loc) } else { value }
    }

    /// The value of a component. Where its bounds depend on discriminants, whose values come first in `fields`, it has
    /// their length and slides to them, and they belong to the index subtype.
    pub fn converted_component(
        &mut self,
        value: &Expr,
        ty: AdaType,
        fields: &[ExprId],
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        use crate::sema::types::Bound;
        if let Constraint::Index(bounds) = self.tree().types[ty].constraint.clone()
            && self.tree().types.depends_on_discriminants(ty)
        {
            let found = self.value(value)?;
            let mut wanted = Vec::new();
            for ((low, high), dimension) in bounds.iter().zip(0usize..) {
                let index = self.tree().types.array(ty).and_then(|(index, _)| index.get(dimension).copied());
                let Some(index) = index else { continue };
                let mut ends = Vec::new();
                for end in [low, high] {
                    ends.push(match end {
                        Bound::Discriminant(at) => match fields.get(*at) {
                            Some(field) => self.as_index(*field, loc),
                            None => return Err((loc, "component in front of its discriminant (RM 3.8)".into())),
                        },
                        other => self.index_bound(other, index, loc)?,
                    });
                }
                self.check_index_subtype(ty, dimension, (ends[0], ends[1]), loc)?;
                let length = self.length_of(ends[0], ends[1], loc);
                self.check_length(found, u32::try_from(dimension).unwrap_or(u32::MAX), length, loc)?;
                wanted.push((ends[0], ends[1]));
            }
            let ir_ty = self.ty(ty, loc)?;
            let found = self.shape_to(found, ir_ty, loc);
            return Ok(self.b.expr(ir::ExprKind::Slide(found, Some(wanted)), ir_ty, loc));
        }
        let found = self.converted(value, ty, loc)?;
        Ok(self.as_own(found, ty, loc))
    }
}
