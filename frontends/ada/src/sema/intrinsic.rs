//! Functions of predefined units that are computed without a body: shifts of modular types and elementary functions.
//! Each is for one type, so that overloads are resolved by the types of their parameters (RM 8.6).

use super::Sema;
use super::name::{Callable, Calls};
use super::scope::{Entity, Intrinsic, ScopeId};
use super::tree::{Body, Builtin, Expr, ExprKind, Mode, ObjId, ObjectKind, Stmt, StmtKind, SubpId};
use super::types::{Kind, TypeId};
use crate::ast::{self, Association, Symbol};
use crate::place::Loc;

/// The shifts by their names (RM B.2 (9)).
pub(super) const SHIFTS: [(&str, Builtin); 5] = [
    ("shift_left", Builtin::ShiftLeft),
    ("shift_right", Builtin::ShiftRight),
    ("shift_right_arithmetic", Builtin::ShiftRightArithmetic),
    ("rotate_left", Builtin::RotateLeft),
    ("rotate_right", Builtin::RotateRight),
];

impl<'a> Sema<'a> {
    /// The base types of the parameters and of the result, if the intrinsic is a function of a known profile.
    pub(super) fn intrinsic_profile(&self, intrinsic: Intrinsic) -> Option<(Vec<TypeId>, TypeId)> {
        match intrinsic {
            Intrinsic::Shift(_, ty) => Some((vec![ty, self.tree.types.std.integer], ty)),
            Intrinsic::Elementary(_, ty) => Some((vec![ty], ty)),
            Intrinsic::Output | Intrinsic::Files | Intrinsic::Raise | Intrinsic::Reraise => None,
        }
    }

    /// Whether a subprogram has the profile of an intrinsic function.
    pub(super) fn has_intrinsic_profile(&self, subp: SubpId, intrinsic: Intrinsic) -> bool {
        let Some((formals, gives)) = self.intrinsic_profile(intrinsic) else { return false };
        let types = &self.tree.types;
        let same = |ty: TypeId, wanted: TypeId| types.same(types.base(ty), types.base(wanted));
        let entry = self.tree.subprogram(subp);
        entry.result.is_some_and(|ty| same(ty, gives))
            && entry.params.len() == formals.len()
            && entry.params.iter().zip(formals).all(|(param, wanted)| same(self.tree.object(*param).ty, wanted))
    }

    /// The actual parameters of a call of an intrinsic function in the order of its `count` formal ones.
    pub(super) fn intrinsic_actuals(
        &self,
        intrinsic: Intrinsic,
        count: usize,
        calls: &Calls<'a>,
    ) -> Option<Vec<&'a ast::Expr>> {
        let arguments = calls.arguments.unwrap_or_default();
        if arguments.len() != count {
            return None;
        }
        let names: &[&str] = match intrinsic {
            Intrinsic::Shift(..) => &["value", "amount"],
            // Whatever the names are, those of one parameter say nothing.
            _ => &[],
        };
        let actual = |at: usize| {
            let is_name = |ident: &ast::Ident| names.get(at).is_some_and(|name| self.names.text(ident.symbol) == *name);
            match names.is_empty() {
                true => arguments.get(at),
                false => Association::of_parameter(arguments, at, is_name),
            }
            .and_then(Association::expr)
        };
        (0..count).map(actual).collect()
    }

    /// Whether the actual parameters fit an intrinsic. Where it is the only candidate with as many parameters, what is
    /// wrong with them is said where they are analysed for it.
    pub(super) fn fits_intrinsic(&mut self, intrinsic: Intrinsic, calls: &Calls<'a>) -> bool {
        let Some((formals, _)) = self.intrinsic_profile(intrinsic) else { return true };
        let Some(actuals) = self.intrinsic_actuals(intrinsic, formals.len(), calls) else { return false };
        let as_many = |callable: &&Callable| match callable {
            Callable::Intrinsic(other) => {
                self.intrinsic_profile(*other).is_none_or(|(other, _)| other.len() == formals.len())
            }
            _ => true,
        };
        if calls.candidates.iter().filter(as_many).count() == 1 {
            return true;
        }
        actuals.into_iter().zip(formals).all(|(actual, formal)| {
            let found = self.types_of(actual);
            found.into_iter().any(|ty| self.may_be_actual(ty, formal))
        })
    }

    /// Gives a subprogram without a body, which has the profile of an intrinsic function, the body that computes it:
    /// for renamings and actual parameters of generic units. Its subtypes are those of the intrinsic (RM 8.5.4 (7)).
    pub(super) fn intrinsic_function(&mut self, subp: SubpId, intrinsic: Intrinsic, loc: Loc) -> Option<Entity> {
        if !self.has_intrinsic_profile(subp, intrinsic) {
            return None;
        }
        let (builtin, formals, gives) = match intrinsic {
            Intrinsic::Shift(builtin, ty) => (builtin, vec![ty, self.tree.types.std.natural], ty),
            Intrinsic::Elementary(builtin, ty) => (builtin, vec![ty], ty),
            _ => return None,
        };
        let params = self.tree.subprogram(subp).params.clone();
        let in_mode = |param: &ObjId| self.tree.object(*param).kind == ObjectKind::Parameter(Mode::In);
        if !params.iter().all(in_mode) {
            return None;
        }
        let mut operands = Vec::new();
        for (param, ty) in params.iter().zip(formals) {
            self.tree.objects[param.0 as usize].ty = ty;
            operands.push(Expr { kind: ExprKind::Object(*param), ty, loc });
        }
        let value = Expr { kind: ExprKind::Builtin(builtin, operands), ty: gives, loc };
        let statements = vec![Stmt { kind: StmtKind::Return(Some(value)), loc }];
        let entry = self.tree.subprogram_mut(subp);
        entry.result = Some(gives);
        entry.imported = false;
        entry.expression_function = true;
        entry.body = Some(Body { statements, end: loc, ..Body::default() });
        Some(Entity::Subprogram(subp))
    }

    /// The intrinsic operations of a type among those that a region declares, but those that are overridden there by a
    /// subprogram of the same profile, before or behind them (RM 8.3 (10)).
    pub(super) fn intrinsics_of(&self, ty: TypeId, home: ScopeId) -> Vec<(Symbol, Intrinsic)> {
        let scope = &self.scopes[home];
        let mut found: Vec<(Symbol, Intrinsic)> = Vec::new();
        for name in &scope.order {
            let entries = scope.names.get(name).map(Vec::as_slice).unwrap_or_default();
            for entry in entries {
                let Entity::Intrinsic(intrinsic) = entry.entity else { continue };
                let overrides = |other: &super::scope::Entry| match other.entity {
                    Entity::Subprogram(subp) => self.has_intrinsic_profile(subp, intrinsic),
                    _ => false,
                };
                let known = found.contains(&(*name, intrinsic));
                if !known && self.is_intrinsic_of(intrinsic, ty) && !entries.iter().any(overrides) {
                    found.push((*name, intrinsic));
                }
            }
        }
        found
    }

    /// Whether an intrinsic is an operation of a type.
    fn is_intrinsic_of(&self, intrinsic: Intrinsic, ty: TypeId) -> bool {
        match intrinsic {
            Intrinsic::Shift(_, of) | Intrinsic::Elementary(_, of) => of == ty,
            Intrinsic::Output | Intrinsic::Files => self.units.text_file == Some(ty),
            Intrinsic::Raise => self.units.exception_id == Some(ty),
            Intrinsic::Reraise => self.units.exception_occurrence == Some(ty),
        }
    }

    /// `pragma Provide_Shift_Operators (T)` of GNAT: the shifts and rotations of `Interfaces`, for a type of one's own.
    pub(super) fn provide_shifts(&mut self, pragma: &ast::Pragma) {
        let named = match self.entity_of(pragma) {
            Some((_, Entity::Type(ty))) => Some(self.tree.types.base(ty)),
            _ => None,
        };
        let types = &self.tree.types;
        let whole = |ty: &TypeId| matches!(types.kind(*ty), Kind::Modular(_)) && types.has_every_pattern(*ty);
        let Some(ty) = named.filter(whole) else {
            return self.reject(pragma.span, "pragma Provide_Shift_Operators of this type");
        };
        let loc = self.loc(pragma.span);
        for (name, builtin) in SHIFTS {
            let symbol = self.names.fold(name);
            let shift = Entity::Intrinsic(Intrinsic::Shift(builtin, ty));
            self.scopes.declare(self.scope, symbol, shift, Some(loc));
        }
    }

    /// A type inherits the shifts of the one that it is derived from (RM 3.4 (17), B.2 (9)).
    pub(super) fn inherit_shifts(&mut self, parent: TypeId, derived: TypeId, scope: ScopeId, loc: Option<Loc>) {
        let Some(home) = self.homes.get(&parent).copied() else { return };
        for (name, intrinsic) in self.intrinsics_of(parent, home) {
            if let Intrinsic::Shift(builtin, _) = intrinsic {
                let shift = Entity::Intrinsic(Intrinsic::Shift(builtin, derived));
                self.scopes.declare(scope, name, shift, loc);
            }
        }
    }
}
