//! Type invariants (RM 7.3.2, SPARK RM 7.3.2): conditions on the values of a private type that hold whenever they are
//! outside of its package.
//!
//! The boundary are the subprograms of the package's visible part. What they get of the type satisfies the invariant,
//! which is checked where they are called, like a precondition; what they give back is checked where they return. A
//! function that the invariant itself calls is exempt from the first, as it decides the matter. Inside of the package a
//! value may break the invariant in between.

use super::Sema;
use super::tree::{Body, Expr, ExprKind, Invariant, Mode, ObjectKind, Stmt, StmtKind, SubpId};
use super::types::{Bound, Constraint, Kind, TypeId};
use super::walk::walk_body;
use crate::ast;
use crate::place::Loc;
use horn_frontend::Span;
use std::collections::BTreeSet;

impl<'a> Sema<'a> {
    /// The aspect Type_Invariant.
    pub fn type_invariant(&mut self, ty: TypeId, expr: &'a ast::Expr, span: Span, class: bool) {
        if class {
            return self.reject(span, "aspect Type_Invariant'Class (RM 7.3.2)");
        }
        if !self.tree.types[ty].private {
            return self.error(span, "aspect Type_Invariant is only allowed for private types");
        }
        let function = self.condition_function(ty, "Invariant", expr, span);
        let base = self.tree.types.base(ty);
        self.tree.types[ty].invariants.push(function);
        if base != ty {
            self.tree.types[base].invariants.push(function);
        }
        self.invariant_types.push(ty);
    }

    /// The aspect `Default_Initial_Condition`; `null` and no expression say nothing that a run can break.
    pub fn default_initial_condition(&mut self, ty: TypeId, expr: &'a ast::Expr, span: Span) {
        if matches!(expr.kind, ast::ExprKind::Null) {
            return;
        }
        if !self.tree.types[ty].private {
            return self.error(span, "aspect Default_Initial_Condition is only allowed for private types");
        }
        let function = self.condition_function(ty, "Default_Initial_Condition", expr, span);
        let base = self.tree.types.base(ty);
        for entry in BTreeSet::from([ty, base]) {
            self.tree.types[entry].initial_conditions.push(function);
        }
        self.defaulted_types.extend(self.tree.types[ty].loc.map(|loc| (ty, loc)));
    }

    /// A subprogram that declares an object of a type which is initialised by default, with any discriminants where
    /// these have no defaults: its condition is checked once also where the program declares none.
    pub fn default_initialization(&mut self, ty: TypeId, loc: Loc) {
        let types = &self.tree.types;
        let abstract_ = types.tagged(ty).is_some_and(|tagged| tagged.abstract_ || tagged.interface);
        if abstract_ || matches!(types.kind(ty), Kind::Private | Kind::Unsupported(_) | Kind::Error) {
            return;
        }
        let name = self.qualified(&format!("{}'Default_Initial_Condition", types[ty].name));
        let record = types.record(ty).filter(|record| record.discriminants > 0 && !record.mutable).cloned();
        let subp = self.new_subprogram(name, loc);
        let owner = std::mem::replace(&mut self.owner, subp);
        let mut params = Vec::new();
        let mut constraint = Constraint::None;
        if let Some(record) = record {
            for discriminant in &record.components[..record.discriminants] {
                let kind = ObjectKind::Parameter(Mode::In);
                params.push(self.new_object(discriminant.name.clone(), loc, discriminant.ty, kind));
            }
            constraint = Constraint::Discriminants(params.iter().copied().map(Bound::Object).collect());
        }
        let subtype = self.tree.types.add_subtype("", None, ty, constraint);
        let object = self.new_object("Object", loc, subtype, ObjectKind::Variable);
        self.owner = owner;
        let declarations = vec![Stmt { kind: StmtKind::Declare(object, None), loc }];
        let entry = self.tree.subprogram_mut(subp);
        entry.params = params;
        entry.body = Some(Body { declarations, end: loc, ..Body::default() });
    }

    /// Invariants at the boundary of a package: of the types declared in it, for the subprograms with these numbers.
    /// All expressions of the invariants have been analysed.
    pub fn boundary(&mut self, types: &[TypeId], visible: std::ops::Range<usize>) {
        let functions: BTreeSet<SubpId> =
            types.iter().flat_map(|ty| self.tree.types[*ty].invariants.iter().copied()).collect();
        let mut deciding: BTreeSet<SubpId> = functions.clone();
        for function in &functions {
            let Some(body) = &self.tree.subprogram(*function).body else { continue };
            let mut called = |expr: &Expr| {
                if let ExprKind::Call(callee, _) = &expr.kind {
                    deciding.insert(*callee);
                }
            };
            walk_body(body, &mut |_| {}, &mut called);
        }
        for at in visible {
            let id = SubpId(u32::try_from(at).unwrap_or(u32::MAX));
            let subp = self.tree.subprogram(id);
            if subp.hidden || functions.contains(&id) {
                continue;
            }
            let mut values: Vec<(Expr, bool, bool)> = Vec::new();
            for param in &subp.params {
                let object = self.tree.object(*param);
                let value = Expr { kind: ExprKind::Object(*param), ty: object.ty, loc: object.loc };
                let (entry, exit) = match object.kind {
                    ObjectKind::Parameter(Mode::Out) => (false, true),
                    ObjectKind::Parameter(Mode::InOut) => (true, true),
                    _ => (true, false),
                };
                values.push((value, entry && !deciding.contains(&id), exit));
            }
            if let Some(result) = subp.result {
                values.push((Expr { kind: ExprKind::Result, ty: result, loc: subp.loc }, false, true));
            }
            for (value, entry, exit) in values {
                self.boundary_value(id, types, &value, entry, exit);
            }
        }
    }

    /// The invariants of one value that crosses the boundary.
    fn boundary_value(&mut self, subp: SubpId, types: &[TypeId], value: &Expr, entry: bool, exit: bool) {
        let base = self.tree.types.base(value.ty);
        for ty in types {
            if self.tree.types.base(*ty) != base {
                if exit && self.tree.types.has_part(base, *ty) {
                    let name = self.tree.types[*ty].name.clone();
                    self.reject_at(
                        value.loc,
                        format!("value with parts of \"{name}\", which has an invariant (RM 7.3.2)"),
                    );
                }
                continue;
            }
            for function in self.tree.types[*ty].invariants.clone() {
                let boolean = self.tree.types.std.boolean;
                let kind = ExprKind::Call(function, vec![value.clone()]);
                let condition = Expr { kind, ty: boolean, loc: value.loc };
                self.tree.subprogram_mut(subp).invariants.push(Invariant { condition, entry, exit });
            }
        }
    }
}
