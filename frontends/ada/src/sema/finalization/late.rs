//! Initial values that are evaluated behind what initialises or adjusts the parts in front of them, as GNAT 12 does it:
//! components and elements get their values one after the other, each with what its finalization asks for.
//!
//! A value of which nobody can tell when it is evaluated stays where it is. Any other one is assigned to its part by a
//! statement of its own, and the part has an unknown value until then.

use super::{Operation, Refusal};
use crate::place::Loc;
use crate::sema::Sema;
use crate::sema::tree::{Body, Builtin, Expr, ExprKind, Stmt, StmtKind};
use crate::sema::types::{Bound, Component, Constraint, Kind, Record, TypeId};
use crate::sema::walk::discriminants_mut;
use std::collections::BTreeSet;

impl Sema<'_> {
    /// Finds the types of whose objects parts are initialised by statements, and the components of records that are
    /// evaluated behind such parts.
    pub(super) fn find_late_components(&mut self) {
        let ids: Vec<TypeId> = self.tree.types.ids().collect();
        for ty in ids {
            if self.acts(Operation::Initialize, ty) {
                let base = self.tree.types.base(ty);
                self.tree.initialized.insert(base);
                if self.has_late_elements(base) {
                    self.tree.late_elements.insert(base);
                }
            }
            let Kind::Record(record) = self.tree.types[ty].kind.clone() else { continue };
            let late = self.late_components(&record);
            if late.is_empty() {
                continue;
            }
            let mut record = record;
            for at in late {
                record.components[at].late = true;
            }
            self.tree.types[ty].kind = Kind::Record(record);
        }
    }

    /// Whether one element of an array is initialised when the value of the next one is evaluated.
    fn has_late_elements(&mut self, array: TypeId) -> bool {
        let Some((_, element)) = self.tree.types.array(array) else { return false };
        let parts = self.tree.types.record(element).map_or(Vec::new(), |record| record.components.clone());
        let own = |sema: &mut Self, part: &Component| part.default.is_some() && sema.has_finalization(part.ty);
        parts.iter().any(|part| self.acts(Operation::Initialize, part.ty) || own(self, part))
            && !self.starts_evidently(element, None)
    }

    fn late_components(&mut self, record: &Record) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut acted = false;
        for (at, component) in record.components.iter().enumerate().skip(record.discriminants) {
            let own = self.has_finalization(component.ty);
            let late = match &component.default {
                Some(default) => (acted || own) && !self.is_evident(default, component.ty),
                None => acted && !self.starts_evidently(component.ty, Some(record)),
            };
            if late {
                found.insert(at);
            }
            acted |= self.acts(Operation::Initialize, component.ty) || own && component.default.is_some();
        }
        found
    }

    /// Whether nobody can tell when a value for this subtype is evaluated: it is the same each time, and fails never.
    pub(super) fn is_evident(&self, value: &Expr, ty: TypeId) -> bool {
        let types = &self.tree.types;
        match &value.kind {
            ExprKind::Int(number) => match types.access(ty) {
                Some(_) => !types.excludes_null(ty),
                None => {
                    types[ty].predicates.is_empty()
                        && types.static_range(ty).is_some_and(|(low, high)| low <= *number && *number <= high)
                }
            },
            ExprKind::Real(_) => types[ty].constraint == Constraint::None && types[ty].predicates.is_empty(),
            ExprKind::Record(values) => {
                let whole = types[ty].constraint == Constraint::None && !types.has_predicates(ty);
                let Some(record) = types.record(ty).filter(|_| whole) else { return false };
                let mut parts = values.iter().zip(&record.components);
                parts.all(|(value, component)| match value {
                    Some(value) => self.is_evident(value, component.ty),
                    None => self.starts_evidently(component.ty, Some(record)),
                })
            }
            ExprKind::Array(aggregate) => {
                let alone = aggregate.positional.is_empty() && aggregate.named.is_empty();
                let element = types.array(ty).map(|(_, element)| element);
                match (&aggregate.others, element) {
                    (Some(Some(value)), Some(element)) => alone && self.is_evident(value, element),
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// The same of the value that an object has by default, before parts of it are initialised; `around` is the record
    /// that it is a component of.
    pub(super) fn starts_evidently(&self, ty: TypeId, around: Option<&Record>) -> bool {
        let types = &self.tree.types;
        if !types[ty].predicates.is_empty() || !self.has_evident_constraint(ty, around) {
            return false;
        }
        if types.access(ty).is_some() {
            return !types.excludes_null(ty);
        }
        match types.kind(ty) {
            Kind::Record(record) => {
                let given = matches!(types[ty].constraint, Constraint::Discriminants(_));
                let given = if given { record.discriminants } else { 0 };
                types.initial_conditions(ty).is_empty()
                    && record.components.iter().skip(given).all(|component| match &component.default {
                        Some(default) => self.is_evident(default, component.ty),
                        None => self.starts_evidently(component.ty, Some(record)),
                    })
            }
            Kind::Array { element, .. } => self.starts_evidently(*element, None),
            _ => true,
        }
    }

    /// Whether no value of discriminants fails the constraint of a component, if it depends on them at all.
    fn has_evident_constraint(&self, ty: TypeId, around: Option<&Record>) -> bool {
        let types = &self.tree.types;
        if !types.depends_on_discriminants(ty) {
            return true;
        }
        let (Constraint::Index(bounds), Some((index, _)), Some(around)) =
            (&types[ty].constraint, types.array(ty), around)
        else {
            return false;
        };
        let mut ends = bounds.iter().zip(index).flat_map(|((low, high), index)| [(low, *index), (high, *index)]);
        ends.all(|(end, index)| match end {
            Bound::Discriminant(at) => {
                let own = around.components.get(*at).and_then(|discriminant| types.static_range(discriminant.ty));
                let all = types.static_range(index);
                own.zip(all).is_some_and(|((low, high), (first, last))| first <= low && high <= last)
            }
            _ => true,
        })
    }

    /// What gives a late component of a record its value; then its own parts are to be initialised.
    pub(super) fn late_value(
        &mut self,
        object: &Expr,
        component: &Component,
        part: &Expr,
        loc: Loc,
    ) -> Result<(Vec<Stmt>, Option<Expr>), Refusal> {
        self.is_late(part)?;
        let Some(default) = &component.default else { return Ok((self.started(part, loc)?, None)) };
        let mut value = default.clone();
        self.name_discriminants(&mut value, object);
        Ok((Vec::new(), Some(value)))
    }

    /// The discriminants that a default value speaks of are those of this object.
    pub(super) fn name_discriminants(&self, value: &mut Expr, object: &Expr) {
        let record = self.tree.record(object.ty);
        discriminants_mut(value, &mut |inner, at| {
            let ty = record.components[at].ty;
            *inner = Expr { kind: ExprKind::Field(Box::new(object.clone()), at), ty, loc: inner.loc };
        });
    }

    /// A part that has no value of its own yet is started again, with the default values of its own components.
    pub(super) fn started(&mut self, part: &Expr, loc: Loc) -> Result<Vec<Stmt>, Refusal> {
        self.is_late(part)?;
        self.no_objects_by_default(part.ty, loc)?;
        let fresh = self.held_object("initial value", part.ty, loc);
        let value = self.object_expr(fresh);
        let declarations = vec![Stmt { kind: StmtKind::Declare(fresh, None), loc }];
        let statements = vec![Stmt { kind: StmtKind::Assign(part.clone(), value), loc }];
        let body = Body { declarations, statements, end: loc, ..Body::default() };
        Ok(vec![Stmt { kind: StmtKind::Block(Box::new(body)), loc }])
    }

    /// The value of a part is assigned to it by a statement of its own.
    pub(super) fn assigned_later(&mut self, part: &Expr, value: &mut Expr, loc: Loc) -> Result<Stmt, Refusal> {
        self.is_late(part)?;
        let (at, ty) = (value.loc, part.ty);
        let some = Expr { kind: ExprKind::Builtin(Builtin::Replaced, Vec::new()), ty, loc: at };
        let own = std::mem::replace(value, some);
        Ok(Stmt { kind: StmtKind::Assign(Expr { loc, ..part.clone() }, own), loc })
    }

    /// Parts whose constraints depend on discriminants have their values from the start.
    fn is_late(&self, part: &Expr) -> Result<(), Refusal> {
        match self.tree.types.depends_on_discriminants(part.ty) {
            true => Err((part.loc, "component behind one with finalization that depends on a discriminant".into())),
            false => Ok(()),
        }
    }
}
