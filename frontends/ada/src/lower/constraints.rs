//! What is known of a value by its subtype: bounds, discriminants, predicates.

use super::Refusal;
use super::procedure::{Context, Discriminants, Proc};
use crate::place::Loc;
use crate::sema::tree::{Expr, ObjId, SubpId};
use crate::sema::types::{Bound, Constraint, Kind, Record, TypeId as AdaType};
use horn_frontend::ir::{self, BinaryOp, CheckKind, ExprId, TypeId, VarId};

impl<'t> Proc<'_, 't> {
    /// What a subtype says about a value beyond its type: bounds that are not static, discriminants, predicates. Of a
    /// value that is made only under a condition, as a component of a variant is, it says that under this condition.
    pub fn assume_constraint(&mut self, var: VarId, ty: AdaType, loc: Loc) -> Result<(), Refusal> {
        self.assume_of_subtype(var, ty, true, loc)
    }

    /// What it says about the value of an object, which may be one with `Relaxed_Initialization`.
    pub fn assume_of_object(&mut self, var: VarId, object: ObjId, loc: Loc) -> Result<(), Refusal> {
        let entry = self.tree().object(object);
        self.assume_of_subtype(var, entry.ty, !entry.wholly_relaxed, loc)
    }

    /// The same without predicates: they need not hold of what has not been written, nor of a composite object some of
    /// whose components have changed.
    pub fn assume_shape(&mut self, var: VarId, ty: AdaType, loc: Loc) -> Result<(), Refusal> {
        self.assume_of_subtype(var, ty, false, loc)
    }

    pub(super) fn assume_of_subtype(
        &mut self,
        var: VarId,
        ty: AdaType,
        predicates: bool,
        loc: Loc,
    ) -> Result<(), Refusal> {
        // Values get past the check of a predicate that a policy may switch off.
        let predicates = predicates && self.l.made_only_if(CheckKind::Predicate, loc).is_none();
        let value = self.b.var(var, loc);
        for condition in self.constraint_of(value, ty, predicates, loc)? {
            let condition = self.wrapped(condition, false, loc);
            self.b.assume(condition, loc);
        }
        Ok(())
    }

    /// That a subtype of scalars has a value at all, which the variable holds: it was checked when it got it. What is
    /// declared without a value may be of a subtype that has none.
    pub(super) fn assume_value(&mut self, var: VarId, ty: AdaType, loc: Loc) -> Result<(), Refusal> {
        let types = &self.tree().types;
        let Constraint::Range(low, high) = &types[ty].constraint else { return Ok(()) };
        let said = types.static_range(ty).is_some_and(|(low, high)| low <= high);
        if said && !types.is_boolean(ty) {
            return Ok(());
        }
        let (first, last) = (self.bound(low, ty, loc)?, self.bound(high, ty, loc)?);
        let value = self.b.var(var, loc);
        let [value, first, last] = [value, first, last].map(|one| self.as_index(one, loc));
        let inside = self.b.between(value, first, last, loc);
        self.b.assume(inside, loc);
        Ok(())
    }

    /// Whether parts of an object satisfy the predicates of their subtypes wherever it is looked at: in SPARK these are
    /// checked whenever a part changes (SPARK RM 3.2.4).
    pub(super) fn keeps_predicates_of_parts(&self) -> bool {
        self.tree().spark_checks
    }

    fn constraint_of(
        &mut self,
        value: ExprId,
        ty: AdaType,
        predicates: bool,
        loc: Loc,
    ) -> Result<Vec<ExprId>, Refusal> {
        let mut found = Vec::new();
        let predicates = predicates && !self.tree().types.is_wholly_relaxed(ty);
        if self.tree().types.has_tag(ty) {
            found.push(self.possible_tags(value, ty, loc));
        }
        let types = &self.tree().types;
        if let Some((index, element)) = types.array(ty)
            && types.has_tags(element)
        {
            if index.len() > 1 {
                return Err((loc, "any array of several dimensions of tagged values (RM 3.9)".into()));
            }
            found.push(self.tags_of_components(value, element, loc)?);
        }
        let of_parts = predicates && self.keeps_predicates_of_parts();
        if let Some((index, element)) = types.array(ty)
            && !types.has_tags(element)
            && (self.l.carries_bounds(element) || of_parts && types.has_predicates(element))
        {
            found.extend(self.components_of_array_inside(value, index.len(), (element, of_parts), loc)?);
        }
        match (&types[ty].constraint, types.kind(ty)) {
            (Constraint::Range(low, high), kind)
                if types.static_range(ty).is_none()
                    && (types.is_discrete(ty) || matches!(kind, Kind::Fixed { .. })) =>
            {
                let (first, last) = (self.bound(low, ty, loc)?, self.bound(high, ty, loc)?);
                let some = self.b.compare(BinaryOp::Le, first, last, loc);
                let inside = self.b.between(value, first, last, loc);
                found.push(self.b.implies(some, inside, loc));
            }
            (Constraint::Range(low, high), Kind::Float { .. }) => {
                let (first, last) = (self.bound(low, ty, loc)?, self.bound(high, ty, loc)?);
                let some = self.b.compare(BinaryOp::Le, first, last, loc);
                let inside = self.b.between(value, first, last, loc);
                found.push(self.b.implies(some, inside, loc));
            }
            (Constraint::Index(bounds), Kind::Array { .. }) if self.l.static_bounds(ty).is_none() => {
                found.extend(self.bounds_of_constraint(value, bounds, ty, loc)?);
            }
            (Constraint::None, Kind::Array { index, .. }) => found.extend(self.bounds_in_index(value, index, loc)),
            (_, Kind::Record(record)) => found.extend(self.components_inside(value, ty, record, predicates, loc)?),
            (_, Kind::Access(_)) => found.extend(self.access_constraint_of(value, ty, loc)?),
            _ => {}
        }
        let lasting = |predicate: &SubpId| predicates && !self.l.effects.varying.contains(predicate);
        let lasting: Vec<SubpId> = types[ty].predicates.iter().copied().filter(lasting).collect();
        for predicate in lasting {
            let condition = self.silently(|p| p.predicate(predicate, value, loc))?;
            found.push(condition);
        }
        Ok(found)
    }

    /// The bounds of an array are those of its subtype; what depends on discriminants that are not known here is left
    /// out.
    fn bounds_of_constraint(
        &mut self,
        value: ExprId,
        bounds: &[(Bound, Bound)],
        ty: AdaType,
        loc: Loc,
    ) -> Result<Vec<ExprId>, Refusal> {
        let mut found = Vec::new();
        for ((low, high), dimension) in bounds.iter().zip(0u32..) {
            let depends = low.is_discriminant() || high.is_discriminant();
            if depends && self.discriminants.is_empty() {
                continue;
            }
            let index = self.tree().types.array(ty).map(|(index, _)| index[dimension as usize]);
            let Some(index) = index else { continue };
            let low = self.index_bound(low, index, loc)?;
            let high = self.index_bound(high, index, loc)?;
            let first = self.b.expr(ir::ExprKind::First(value, dimension), TypeId::INT, loc);
            let last = self.b.expr(ir::ExprKind::Last(value, dimension), TypeId::INT, loc);
            found.push(self.b.compare(BinaryOp::Eq, first, low, loc));
            found.push(self.b.compare(BinaryOp::Eq, last, high, loc));
        }
        Ok(found)
    }

    /// Bounds of a non-null array are in the index subtype, those of a null array in its base type (RM 3.6.1 (3)).
    fn bounds_in_index(&mut self, value: ExprId, index: &[AdaType], loc: Loc) -> Vec<ExprId> {
        let mut found = Vec::new();
        for (one, dimension) in index.iter().zip(0u32..) {
            let types = &self.tree().types;
            let Some((least, most)) = types.base_range(*one) else { continue };
            // Bounds that are known when the program runs are not followed here.
            let (low, high) = types.static_range(*one).unwrap_or_else(|| (least.clone(), most.clone()));
            let first = self.b.expr(ir::ExprKind::First(value, dimension), TypeId::INT, loc);
            let last = self.b.expr(ir::ExprKind::Last(value, dimension), TypeId::INT, loc);
            let [least, most, low, high] = [least, most, low, high].map(|bound| self.b.int(bound, TypeId::INT, loc));
            let null = self.b.compare(BinaryOp::Lt, last, first, loc);
            let above = self.b.compare(BinaryOp::Le, least, last, loc);
            let below = self.b.compare(BinaryOp::Le, first, most, loc);
            found.push(self.b.and(above, below, loc));
            let above = self.b.compare(BinaryOp::Le, low, first, loc);
            let below = self.b.compare(BinaryOp::Le, last, high, loc);
            let inside = self.b.and(above, below, loc);
            found.push(self.b.or(null, inside, loc));
        }
        found
    }

    /// The components of an array have the bounds and discriminants of their subtype, which is elaborated once
    /// (RM 3.6 (22)), and may be known to satisfy its predicates.
    fn components_of_array_inside(
        &mut self,
        value: ExprId,
        dimensions: usize,
        (element, predicates): (AdaType, bool),
        loc: Loc,
    ) -> Result<Option<ExprId>, Refusal> {
        let dimensions = 0..u32::try_from(dimensions).unwrap_or(u32::MAX);
        let ends: Vec<(ExprId, ExprId)> = dimensions.map(|at| self.value_bounds(value, at, loc)).collect();
        let (vars, indices): (Vec<_>, Vec<_>) = ends.iter().map(|_| self.b.bound(TypeId::INT, loc)).unzip();
        let ty = self.ty(element, loc)?;
        let component = self.b.expr(ir::ExprKind::Index(value, indices), ty, loc);
        let depth = self.context.len();
        for ((low, high), var) in ends.iter().zip(&vars) {
            self.context.push(Context::Bound { var: *var, low: *low, high: *high, undecided: None });
        }
        let inside = self.constraint_of(component, element, predicates, loc);
        self.context.truncate(depth);
        let Some(mut body) = inside?.into_iter().reduce(|all, one| self.b.and(all, one, loc)) else { return Ok(None) };
        for ((first, last), var) in ends.into_iter().zip(vars).rev() {
            let kind = ir::ExprKind::Quantified { forall: true, var, first, last, body };
            body = self.b.expr(kind, TypeId::BOOL, loc);
        }
        Ok(Some(body))
    }

    /// The discriminants of a record are those of its subtype, and its components are in theirs.
    fn components_inside(
        &mut self,
        value: ExprId,
        ty: AdaType,
        record: &Record,
        predicates: bool,
        loc: Loc,
    ) -> Result<Vec<ExprId>, Refusal> {
        let types = &self.tree().types;
        let mut found = Vec::new();
        if let Constraint::Discriminants(values) = &types[ty].constraint {
            for (at, bound) in values.iter().enumerate() {
                let component = record.components[at].ty;
                let wanted = self.bound(bound, component, loc)?;
                let field = self.field(value, ty, at, component, loc)?;
                found.push(self.b.compare(BinaryOp::Eq, field, wanted, loc));
            }
        }
        for (at, component) in record.components.iter().enumerate() {
            let plain = self.l.bound_objects(component.ty).is_empty()
                && !self.l.carries_bounds(component.ty)
                && types.access(component.ty).is_none()
                && !(predicates && self.keeps_predicates_of_parts() && types.has_predicates(component.ty));
            if plain && !types.has_tags(component.ty) {
                continue;
            }
            let before = found.len();
            let field = self.field(value, ty, at, component.ty, loc)?;
            if types.has_tag(component.ty) && !types.is_class_wide(component.ty) {
                found.push(self.tag_in(field, component.ty, loc));
            }
            let own = self.discriminants_of(value, ty, loc)?;
            let inner = self.inside_record(own, |p| p.constraint_of(field, component.ty, predicates, loc))?;
            found.extend(inner);
            // Nothing is said of a component that does not exist: no value may satisfy its constraint.
            if let Some(exists) = self.component_exists(value, ty, at, loc)? {
                for condition in &mut found[before..] {
                    *condition = self.b.implies(exists, *condition, loc);
                }
            }
        }
        Ok(found)
    }

    /// A component, of this type, of a record of type `of`.
    pub fn field(&mut self, record: ExprId, of: AdaType, at: usize, ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let ty = self.ty(ty, loc)?;
        let at = self.l.field_at(of, at).map_err(|what| (loc, what))?;
        Ok(self.b.expr(ir::ExprKind::Field(record, at), ty, loc))
    }

    /// A bound of a subtype as an expression.
    pub fn bound(&mut self, bound: &Bound, ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        if let Bound::Discriminant(at) = bound {
            return self.discriminant(*at, loc);
        }
        let base = self.tree().types.base(ty);
        self.value(&Expr::of_bound(bound, base, loc))
    }

    /// The value of a discriminant of the record whose components are made.
    pub fn discriminant(&self, at: usize, loc: Loc) -> Result<ExprId, Refusal> {
        known_discriminant(self.discriminants.last().map(|around| &around.own), at, loc)
    }

    /// The value of a discriminant that an expression names.
    pub fn named_discriminant(&self, at: usize, loc: Loc) -> Result<ExprId, Refusal> {
        known_discriminant(self.discriminants.last().map(|around| &around.named), at, loc)
    }

    /// Does something with the discriminants of a record value at hand.
    pub fn inside_record<T>(
        &mut self,
        discriminants: Vec<ExprId>,
        f: impl FnOnce(&mut Self) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        self.with_discriminants(Discriminants::of(discriminants), f)
    }

    /// Does something with the discriminants of a record that an aggregate makes: what the aggregate names are those of
    /// the record around it.
    pub fn inside_aggregate<T>(
        &mut self,
        own: Vec<ExprId>,
        f: impl FnOnce(&mut Self) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let named = self.discriminants.last().map(|around| around.named.clone()).unwrap_or_default();
        self.with_discriminants(Discriminants { own, named }, f)
    }

    fn with_discriminants<T>(
        &mut self,
        discriminants: Discriminants,
        f: impl FnOnce(&mut Self) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        self.discriminants.push(discriminants);
        let found = f(self);
        self.discriminants.pop();
        found
    }

    /// The discriminants of a record value.
    pub fn discriminants_of(&mut self, value: ExprId, ty: AdaType, loc: Loc) -> Result<Vec<ExprId>, Refusal> {
        let record = self.tree().record(ty);
        let mut found = Vec::new();
        for (at, component) in record.components.iter().take(record.discriminants).enumerate() {
            found.push(self.field(value, ty, at, component.ty, loc)?);
        }
        Ok(found)
    }

    /// A bound of an array as an Int.
    pub fn index_bound(&mut self, bound: &Bound, index: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let value = self.bound(bound, index, loc)?;
        Ok(self.as_index(value, loc))
    }
}

fn known_discriminant(known: Option<&Vec<ExprId>>, at: usize, loc: Loc) -> Result<ExprId, Refusal> {
    let known = known.and_then(|values| values.get(at)).copied();
    known.ok_or_else(|| (loc, "discriminant outside of its record (RM 3.8)".into()))
}
