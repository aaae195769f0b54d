//! Types with discriminants of their own in the place of those of their parent (RM 3.4 (11), 3.7 (13–15), 3.9.1):
//! `type T2 (A : Positive) is new T1 (X => A, Y => 3)`.
//!
//! Such a type has its discriminants in front, then what the parent has beyond discriminants, with the values of the
//! parent's discriminants put in, then its own components. What the parent's discriminants are is said once for the
//! type (`Renewed::values`); views with the parent's type compute them.

use super::Sema;
use super::tree::{Builtin, Expr, ExprKind};
use super::types::{Bound, Component, Constraint, Record, TypeId, Types};
use super::walk::{discriminants_mut, each_part, has_part};
use crate::place::Loc;
use horn_solver::num::Int;

/// Where a type with discriminants of its own has what its parent has.
#[derive(Clone, Debug, PartialEq)]
pub struct Renewed {
    /// The values of the discriminants of the parent.
    pub values: Vec<Bound>,
    /// For each component of the parent its place among those of the type; `None` for discriminants, and for what is in
    /// a variant that no object of the type has.
    pub places: Vec<Option<usize>>,
}

impl Types {
    /// The number of a component that it has in all views of an object: in those with the type of the parent, too.
    pub fn slot(&self, record: TypeId, at: usize) -> usize {
        self.record(record).and_then(|record| record.components.get(at)).map_or(at, |component| component.slot)
    }

    /// The component of a record type with this number.
    pub fn at_slot(&self, record: TypeId, slot: usize) -> Option<&Component> {
        let components = &self.record(record)?.components;
        let first = components.get(slot).filter(|component| component.slot == slot);
        first.or_else(|| components.iter().find(|component| component.slot == slot))
    }

    /// The place that a component of a type has in its parent; `None` where it is declared with the type.
    pub fn in_parent(&self, ty: TypeId, at: usize) -> Option<(TypeId, usize)> {
        let base = self.base(ty);
        let parent = self.base(self[base].parent?);
        let record = self.record(base)?;
        if self.is_class_wide(base) {
            return Some((parent, at));
        }
        let place = match &record.renewed {
            Some(renewed) => renewed.places.iter().position(|place| *place == Some(at))?,
            None => at,
        };
        (place < self.record(parent)?.components.len()).then_some((parent, place))
    }

    /// For each component of a type whether it is one of an ancestor, and has the value of the ancestor's.
    pub fn inherited_from(&self, ty: TypeId, ancestor: TypeId) -> Vec<bool> {
        let count = self.record(ty).map_or(0, |record| record.components.len());
        let wanted = self.base(ancestor);
        let first = |at: usize| {
            let mut place = Some((self.base(ty), at));
            while let Some((here, at)) = place.filter(|(here, _)| *here != wanted) {
                place = self.in_parent(here, at);
            }
            place.is_some()
        };
        (0..count).map(first).collect()
    }

    /// Whether a type, or one between it and an ancestor, has other discriminants than that ancestor, so that their
    /// components have other places.
    pub fn is_renewed_below(&self, ty: TypeId, ancestor: TypeId) -> bool {
        let mut at = self.base(ty);
        let ancestor = self.base(ancestor);
        while at != ancestor {
            if !self.is_class_wide(at) && self.record(at).is_some_and(|record| record.renewed.is_some()) {
                return true;
            }
            match self[at].parent {
                Some(parent) => at = self.base(parent),
                None => return false,
            }
        }
        false
    }

    /// The type derived from last that two types have in common, if there is one.
    pub fn common_ancestor(&self, a: TypeId, b: TypeId) -> Option<TypeId> {
        let above = self.lineage(a);
        self.lineage(b).into_iter().find(|one| above.contains(one))
    }

    /// Whether a conversion between two record types moves components.
    pub fn moves_components(&self, a: TypeId, b: TypeId) -> bool {
        match self.common_ancestor(a, b) {
            Some(ancestor) => self.is_renewed_below(a, ancestor) || self.is_renewed_below(b, ancestor),
            None => false,
        }
    }
}

/// A value of a discriminant of the parent, for an expression in its place.
fn value_of(bound: &Bound, of_component: bool, ty: TypeId, loc: Loc) -> Expr {
    match bound {
        Bound::Discriminant(at) if of_component => {
            Expr { kind: ExprKind::Builtin(Builtin::BoundOfComponent(*at), Vec::new()), ty, loc }
        }
        Bound::Discriminant(at) => Expr { kind: ExprKind::Discriminant(*at), ty, loc },
        other => Expr::of_bound(other, ty, loc),
    }
}

impl Sema<'_> {
    /// In an instance a discriminant that the generic unit knows of a formal derived type's ancestor may be one that
    /// the actual type has replaced: it is one of the view with the ancestor's type (RM 12.5.1 (21)).
    pub(super) fn as_ancestor_with(&self, value: Expr, name: &str) -> Expr {
        let types = &self.tree.types;
        let has = |ty: TypeId| types.record(ty).is_some_and(|record| record.place_of(name).is_some());
        if self.instances == 0 || types.record(value.ty).is_none() || has(value.ty) {
            return value;
        }
        let lineage = types.lineage(value.ty);
        let Some(ancestor) = lineage.into_iter().find(|ty| has(*ty)) else { return value };
        let (ty, loc) = (ancestor, value.loc);
        Expr { kind: ExprKind::Convert(Box::new(value)), ty, loc }
    }

    /// The components that a type with these discriminants has of its parent, which `mark` constrains with values for
    /// the parent's discriminants; an error names what of it is outside the subset.
    pub(super) fn renewed(&mut self, mut own: Record, mark: TypeId, loc: Loc) -> Result<Record, String> {
        let Some(parent) = self.tree.types.record(mark).cloned() else {
            return Err("derived type with discriminants of a private type without a full view (RM 3.7)".into());
        };
        let values = match self.tree.types[mark].constraint.clone() {
            Constraint::Discriminants(values) => values,
            _ if parent.discriminants == 0 => Vec::new(),
            _ => return Err("discriminants of the parent that are not said (RM 3.7 (14))".into()),
        };
        if parent.mutable && own.mutable && parent.discriminants > 0 {
            return Err("type with defaults for its discriminants in the place of others with defaults (RM 3.7)".into());
        }
        if self.tree.types[mark].tagged.is_none() && !self.tree.types[mark].predicates.is_empty() {
            return Err("discriminants in the place of those of a type with a predicate (RM 3.7)".into());
        }
        if parent.components.iter().any(|component| component.late) {
            return Err("discriminants that replace others where statements initialize components (RM 3.7)".into());
        }
        // Arrays keep bounds of their own, as they do in views with the parent's type.
        let mut held = Vec::new();
        for (value, component) in values.iter().zip(&parent.components) {
            held.push(match value {
                Bound::Int(number) => {
                    let base = self.tree.types.base(component.ty);
                    let value = Expr::int(number.clone(), base, loc);
                    Bound::Object(self.hidden_constant("discriminant", base, value))
                }
                other => other.clone(),
            });
        }
        let first_slot = parent.components.iter().map(|component| component.slot + 1).max().unwrap_or(0);
        for (component, more) in own.components.iter_mut().zip(0..) {
            component.slot = first_slot + more;
        }
        own.limited = parent.limited;
        let mut places = vec![None; parent.discriminants];
        for component in &parent.components[parent.discriminants..] {
            let Some(component) = self.renewed_component(component, &values, &held)? else {
                places.push(None);
                continue;
            };
            places.push(Some(own.components.len()));
            own.components.push(component);
        }
        own.renewed = Some(Box::new(Renewed { values, places }));
        Ok(own)
    }

    /// A component of the parent with the values of the parent's discriminants put in; `None` if it does not exist with
    /// them.
    fn renewed_component(
        &mut self,
        component: &Component,
        values: &[Bound],
        held: &[Bound],
    ) -> Result<Option<Component>, String> {
        let mut found = component.clone();
        found.guard.clear();
        for (at, ranges) in &component.guard {
            match values.get(*at) {
                Some(Bound::Discriminant(new)) => found.guard.push((*new, ranges.clone())),
                Some(Bound::Int(number)) if is_in(ranges, number) => {}
                Some(Bound::Int(_)) => return Ok(None),
                _ => return Err("variant that a discriminant of the parent decides about at run time (RM 3.7)".into()),
            }
        }
        found.ty = self.renewed_type(component.ty, held)?;
        if let Some(default) = &mut found.default {
            if inner_discriminants(default) {
                return Err("default value with discriminants inside of an aggregate (RM 3.7)".into());
            }
            discriminants_mut(default, &mut |part, at| {
                if let Some(value) = held.get(at) {
                    let bound = matches!(part.kind, ExprKind::Builtin(..));
                    *part = value_of(value, bound, part.ty, part.loc);
                }
            });
        }
        Ok(Some(found))
    }

    /// The subtype of a component with other values for the discriminants of the record around.
    fn renewed_type(&mut self, ty: TypeId, values: &[Bound]) -> Result<TypeId, String> {
        let of = |bound: &Bound| match bound {
            Bound::Discriminant(at) => values.get(*at).cloned().unwrap_or(Bound::Error),
            other => other.clone(),
        };
        let constraint = match &self.tree.types[ty].constraint {
            Constraint::Index(bounds) if bounds.iter().any(|(a, b)| a.is_discriminant() || b.is_discriminant()) => {
                Constraint::Index(bounds.iter().map(|(low, high)| (of(low), of(high))).collect())
            }
            Constraint::Discriminants(given) if given.iter().any(Bound::is_discriminant) => {
                Constraint::Discriminants(given.iter().map(of).collect())
            }
            Constraint::Access(not_null, Some(designated)) => {
                let (not_null, designated) = (*not_null, *designated);
                let new = self.renewed_type(designated, values)?;
                if new == designated {
                    return Ok(ty);
                }
                Constraint::Access(not_null, Some(new))
            }
            _ => return Ok(ty),
        };
        if !self.tree.types[ty].predicates.is_empty() {
            return Err("component with a predicate and discriminants of the parent (RM 3.7)".into());
        }
        let (name, loc) = (self.tree.types[ty].name.clone(), self.tree.types[ty].loc);
        Ok(self.tree.types.add_subtype(&name, loc, ty, constraint))
    }
}

fn is_in(ranges: &[(Int, Int)], number: &Int) -> bool {
    ranges.iter().any(|(low, high)| low <= number && number <= high)
}

/// Whether discriminants are named inside of an aggregate of a type with discriminants, so that it is not evident whose
/// they are.
fn inner_discriminants(expr: &Expr) -> bool {
    let named = |expr: &Expr| has_part(expr, |part| matches!(part.kind, ExprKind::Discriminant(_)));
    let mut found = false;
    match &expr.kind {
        ExprKind::Record(_) | ExprKind::DeltaRecord(..) => found |= named(expr),
        _ => each_part(expr, &mut |part| found |= inner_discriminants(part)),
    }
    found
}
