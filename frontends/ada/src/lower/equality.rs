//! Equality (RM 4.5.2): of records and arrays with components that have an equality of their own, and the predefined
//! one.

use super::Refusal;
use super::procedure::{Context, Proc};
use crate::place::Loc;
use crate::sema::tree::SubpId;
use crate::sema::types::TypeId as AdaType;
use horn_frontend::ir::{self, BinaryOp as Ir, ExprId, TypeId};

impl Proc<'_, '_> {
    /// Whether two values of a type are equal: by the user-defined equality of its record types, component by component
    /// otherwise.
    pub fn equal(
        &mut self,
        left: ExprId,
        left_ty: AdaType,
        right: ExprId,
        right_ty: AdaType,
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        let types = &self.tree().types;
        if types.is_class_wide(left_ty) || types.is_class_wide(right_ty) {
            return self.equal_in_class(left, left_ty, right, right_ty, loc);
        }
        if let Some(function) = types.equality(left_ty) {
            return self.call_on_values(function, &[left, right], loc);
        }
        self.equal_predefined(left, left_ty, right, right_ty, loc)
    }

    /// The predefined equality of a type.
    pub fn equal_predefined(
        &mut self,
        left: ExprId,
        left_ty: AdaType,
        right: ExprId,
        right_ty: AdaType,
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        let types = &self.tree().types;
        if types.has_tag(left_ty)
            && let Some((parent, function)) =
                types.ancestors(left_ty).into_iter().find_map(|one| Some((one, types.equality(one)?)))
        {
            // That of the parent for its part, and the components of the extension (RM 4.5.2 (15)).
            if types.is_renewed_below(left_ty, parent) {
                return Err((loc, "equality of an extension with other discriminants (RM 4.5.2 (15))".into()));
            }
            let inherited = types.inherited_from(left_ty, parent);
            let first = self.call_on_values(function, &[left, right], loc)?;
            self.context.push(Context::Guard(first));
            let others = self.equal_components(left, left_ty, right, right_ty, &inherited, loc);
            self.context.pop();
            let others = others?;
            return Ok(self.b.and(first, others, loc));
        }
        if !types.equalities_inside(left_ty).is_empty() || types.has_variants(left_ty) || types.has_tags(left_ty) {
            return self.equal_by_components(left, left_ty, right, right_ty, loc);
        }
        let (a, b) = (self.b.type_of(left), self.b.type_of(right));
        if types.array(left_ty).is_some() && self.l.program.shape(a) != self.l.program.shape(b) {
            let dynamic = self.l.array_with_dynamic_bounds(left_ty).map_err(|what| (loc, what))?;
            let left = self.shape_to(left, dynamic, loc);
            let right = self.shape_to(right, dynamic, loc);
            return Ok(self.equal_or_null(left, right, left_ty, loc));
        }
        Ok(self.equal_or_null(left, right, left_ty, loc))
    }

    /// Arrays without components are equal, whatever their lengths in other dimensions are (RM 4.5.2 (18)).
    fn equal_or_null(&mut self, left: ExprId, right: ExprId, ty: AdaType, loc: Loc) -> ExprId {
        let same = self.b.compare(Ir::Eq, left, right, loc);
        let dimensions = self.tree().types.array(ty).map_or(0, |(index, _)| index.len());
        if dimensions < 2 {
            return same;
        }
        let mut null = self.b.bool(true, loc);
        for side in [left, right] {
            let mut none = self.b.bool(false, loc);
            for dimension in 0..u32::try_from(dimensions).unwrap_or(u32::MAX) {
                let (low, high) = self.value_bounds(side, dimension, loc);
                let length = self.length_of(low, high, loc);
                let zero = self.b.int(0, TypeId::INT, loc);
                let empty = match &self.b.node(length).kind {
                    ir::ExprKind::Int(length) => {
                        let empty = length.is_zero();
                        self.b.bool(empty, loc)
                    }
                    _ => self.b.compare(Ir::Eq, length, zero, loc),
                };
                none = self.b.or(none, empty, loc);
            }
            null = self.b.and(null, none, loc);
        }
        self.b.or(null, same, loc)
    }

    /// Values of a class are equal if their tags are, and the equality of that type says so (RM 4.5.2 (15)).
    fn equal_in_class(
        &mut self,
        left: ExprId,
        left_ty: AdaType,
        right: ExprId,
        right_ty: AdaType,
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        let types = &self.tree().types;
        // The class that both are in; a value of a specific type beside it has any tag of its descendants.
        let class = if types.is_class_wide(left_ty) { left_ty } else { right_ty };
        let (a, b) = (self.tag(left, loc), self.tag(right, loc));
        let same = self.b.compare(Ir::Eq, a, b, loc);
        let mut found = self.b.bool(false, loc);
        for member in types.members(class) {
            let here = self.tag_in(left, member, loc);
            let both = self.b.and(same, here, loc);
            self.context.push(Context::Guard(both));
            let equal = self.equal(left, member, right, member, loc);
            self.context.pop();
            let one = self.b.and(here, equal?, loc);
            found = self.b.or(found, one, loc);
        }
        Ok(self.b.and(same, found, loc))
    }

    fn equal_by_components(
        &mut self,
        left: ExprId,
        left_ty: AdaType,
        right: ExprId,
        right_ty: AdaType,
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        if let Some((indices, element)) =
            self.tree().types.array(left_ty).map(|(index, element)| (index.len(), element))
        {
            if indices != 1 {
                let what = "equality of multi-dimensional arrays whose components have their own (RM 4.5.2)";
                return Err((loc, what.into()));
            }
            return self.equal_arrays(left, right, left_ty, element, loc);
        }
        self.equal_components(left, left_ty, right, right_ty, &[], loc)
    }

    /// Whether the components of two records are equal, but for those that are said to be known.
    fn equal_components(
        &mut self,
        left: ExprId,
        left_ty: AdaType,
        right: ExprId,
        right_ty: AdaType,
        known: &[bool],
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        let components = self.tree().record(left_ty).components;
        let others = self.tree().record(right_ty).components;
        let mut found: Option<ExprId> = None;
        let depth = self.context.len();
        for (at, (component, other)) in components.iter().zip(&others).enumerate() {
            if known.get(at) == Some(&true) {
                continue;
            }
            let a = self.field(left, left_ty, at, component.ty, loc)?;
            let b = self.field(right, right_ty, at, other.ty, loc)?;
            // What a variant does not have is not compared; the discriminants are equal where it comes to that.
            let exists = self.component_exists(left, left_ty, at, loc)?;
            self.context.extend(exists.map(Context::Guard));
            let same = self.equal(a, component.ty, b, other.ty, loc);
            if exists.is_some() {
                self.context.pop();
            }
            let same = match same {
                Ok(same) => exists.map_or(same, |exists| self.b.implies(exists, same, loc)),
                Err(refusal) => {
                    self.context.truncate(depth);
                    return Err(refusal);
                }
            };
            found = Some(match found {
                None => same,
                Some(before) => self.b.and(before, same, loc),
            });
            // Components behind the first that differ are not looked at.
            self.context.push(Context::Guard(same));
        }
        self.context.truncate(depth);
        Ok(found.unwrap_or_else(|| self.b.bool(true, loc)))
    }

    /// Arrays of the same length whose components are equal in order.
    fn equal_arrays(
        &mut self,
        left: ExprId,
        right: ExprId,
        ty: AdaType,
        element: AdaType,
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        let dynamic = self.l.array_with_dynamic_bounds(ty).map_err(|what| (loc, what))?;
        let (left, right) = (self.shape_to(left, dynamic, loc), self.shape_to(right, dynamic, loc));
        let component = self.ty(element, loc)?;
        let length = |this: &mut Self, of| this.b.expr(ir::ExprKind::Length(of, 0), TypeId::INT, loc);
        let (ll, rl) = (length(self, left), length(self, right));
        let same_length = self.b.compare(Ir::Eq, ll, rl, loc);
        let (zero, one) = (self.b.int(0, TypeId::INT, loc), self.b.int(1, TypeId::INT, loc));
        let last = self.b.binary(Ir::Sub, ll, one, TypeId::INT, loc);
        let (var, at) = self.b.bound(TypeId::INT, loc);
        let part = |this: &mut Self, of: ExprId| {
            let first = this.b.expr(ir::ExprKind::First(of, 0), TypeId::INT, loc);
            let index = this.b.binary(Ir::Add, first, at, TypeId::INT, loc);
            this.b.expr(ir::ExprKind::Index(of, vec![index]), component, loc)
        };
        let (a, b) = (part(self, left), part(self, right));
        self.context.push(Context::Guard(same_length));
        self.context.push(Context::Bound { var, low: zero, high: last, undecided: None });
        let body = self.equal(a, element, b, element, loc);
        self.context.pop();
        self.context.pop();
        let kind = ir::ExprKind::Quantified { forall: true, var, first: zero, last, body: body? };
        let all = self.b.expr(kind, TypeId::BOOL, loc);
        Ok(self.b.and(same_length, all, loc))
    }

    /// A call of a function that is not written as one, on values.
    fn call_on_values(&mut self, callee: SubpId, values: &[ExprId], loc: Loc) -> Result<ExprId, Refusal> {
        let tree = self.tree();
        let subp = tree.subprogram(callee);
        let mut env = Vec::new();
        for (param, value) in subp.params.iter().zip(values) {
            let ty = self.ty(tree.object(*param).ty, loc)?;
            env.push((*param, self.shape_to(*value, ty, loc)));
        }
        if self.inlinable_here(callee) && !self.inlining.contains(&callee) {
            return self.inline_with(callee, &env, loc);
        }
        let refused = |what: &str| {
            (loc, format!("{what} of \"{}\", an equality that is not written as a call (RM 4.5.2)", subp.name))
        };
        if !self.context.is_empty() {
            return Err(refused("conditional call"));
        }
        if self.l.effects.changing.contains(&callee) {
            return Err(refused("effects"));
        }
        let (Some(proc), Some(result)) = (self.l.procs.get(&callee).copied(), subp.result) else {
            return Err(refused("missing body"));
        };
        if self.l.refused.contains_key(&callee) {
            return Err(refused("unsupported body"));
        }
        self.contract_of_call(callee, &env, loc)?;
        let ty = self.ty(result, loc)?;
        let result = self.b.temporary("equal", ty, loc);
        let exception = (!self.regions.is_empty()).then(|| self.b.temporary("exception", TypeId::INT, loc));
        let args = env.iter().map(|(_, value)| ir::Arg::In(*value)).collect();
        let noted = self.announce_handlers(callee, loc);
        self.b.call(ir::Call { callee: proc, args, result: Some(result), exception }, loc);
        self.forget_handlers(noted, loc);
        if let Some(exception) = exception {
            self.begin_if_raised(exception, loc);
            self.raise_number(exception, loc)?;
            self.b.end_if();
        }
        Ok(self.b.var(result, loc))
    }
}
