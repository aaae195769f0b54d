//! Rules of legality whose violation changes nothing in the tree: what is said of a program would be said of none.

use super::Sema;
use super::scope::{Entity, ScopeId, ScopeKind};
use super::tree::{Expr, ExprKind, ObjId, SubpId};
use super::types::{Kind, TypeId};
use crate::ast::{self, Decl, SubprogramForm};
use crate::place::Loc;
use horn_frontend::Span;

/// The operators that a function may be called (RM 6.1 (9)).
const OPERATORS: [&str; 19] =
    ["and", "or", "xor", "=", "/=", "<", "<=", ">", ">=", "+", "-", "&", "*", "/", "mod", "rem", "**", "abs", "not"];

impl<'a> Sema<'a> {
    /// What a declarative part declares without a body has it further down (RM 3.11.1). Package bodies are looked at as
    /// a whole.
    pub(super) fn missing_local_bodies(&mut self, decls: &'a [Decl]) {
        let scope = self.scope;
        let whole = matches!(self.scopes[scope].kind, ScopeKind::PackageBody(_));
        for decl in decls {
            match decl {
                Decl::Subprogram(_) if !whole => self.missing_body_of(scope, decl),
                Decl::Package(package) if !decls.iter().any(|decl| matches!(decl, Decl::Stub(_))) => {
                    let Some(ident) = package.name.last_ident() else { continue };
                    let entries = self.scopes[scope].names.get(&ident.symbol).cloned().unwrap_or_default();
                    for entry in entries {
                        if let Entity::Package(inner) = entry.entity
                            && !self.units.bodies.iter().any(|(spec, _)| *spec == inner)
                        {
                            let all = package.visible.iter().chain(package.private.iter().flatten());
                            all.for_each(|decl| self.missing_body_of(inner, decl));
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn missing_body_of(&mut self, scope: ScopeId, decl: &'a Decl) {
        let Decl::Subprogram(decl) = decl else { return };
        let Some(ident) = decl.spec.name.last_ident().filter(|_| matches!(decl.form, SubprogramForm::Declaration))
        else {
            return;
        };
        let loc = self.loc(ident.span);
        for entry in self.scopes[scope].names.get(&ident.symbol).cloned().unwrap_or_default() {
            if let (Entity::Subprogram(subp), Some(at)) = (entry.entity, entry.loc)
                && at == loc
            {
                self.missing_body(subp, loc);
            }
        }
    }

    /// Private types and deferred constants are completed in the private part (RM 7.3 (4), 7.4 (2)).
    pub(super) fn missing_completions(&mut self, package: &'a ast::PackageDecl, scope: ScopeId) {
        let private = package.private.as_deref().unwrap_or_default();
        if private
            .iter()
            .any(|decl| !matches!(decl, Decl::Type(_) | Decl::Subtype(_) | Decl::Object(_) | Decl::Subprogram(_)))
        {
            // Others may hide text, or complete something in a way of their own.
            return;
        }
        for decl in &package.visible {
            if let Decl::Object(object) = decl {
                self.deferred_constants(object, private);
                continue;
            }
            let (ident, text) = match decl {
                Decl::Type(ty) if matches!(ty.definition, ast::TypeDef::Private { .. }) => {
                    let completed = private
                        .iter()
                        .any(|decl| matches!(decl, Decl::Type(full) if full.name.symbol == ty.name.symbol));
                    let text = format!("missing full declaration for private type \"{}\"", self.spelling(&ty.name));
                    if completed { continue } else { (&ty.name, text) }
                }
                _ => continue,
            };
            let known = self.scopes[scope].names.get(&ident.symbol).into_iter().flatten();
            let types = &self.tree.types;
            let open = |ty| *types.kind(ty) == Kind::Private || types[ty].partial;
            if known.clone().any(|entry| matches!(entry.entity, Entity::Type(ty) if open(ty))) {
                self.error(ident.span, text);
            }
        }
    }

    /// Positional components come before named ones (RM 4.3.1 (4), 4.3.3 (3)).
    pub(super) fn positional_first(&mut self, items: &'a [ast::AggregateItem]) {
        let mut named = false;
        for item in items {
            match item {
                ast::AggregateItem::Association(association) if association.is_positional() => {
                    if named {
                        self.error(association.span, "positional association cannot follow named association");
                    }
                }
                _ => named = true,
            }
        }
    }

    /// Limited types have no predefined equality (RM 4.5.2 (1)).
    pub(super) fn check_equality(&mut self, ty: TypeId, span: Span) {
        let types = &self.tree.types;
        if self.is_limited(ty) && types.equality(ty).is_none() {
            let text = format!("there is no applicable operator \"=\" for {}", types.describe(ty));
            self.error(span, text);
        }
    }

    /// A choice of an array aggregate that is not static is the only one (RM 4.3.3 (17)).
    pub(super) fn check_choices(&mut self, named: &[super::tree::NamedComponent], others: bool, span: Span) {
        let is_static = |bound: &Expr| bound.as_int().is_some() || matches!(bound.kind, ExprKind::Error);
        let dynamic =
            |one: &super::tree::NamedComponent| !is_static(&one.low) || !one.high.as_ref().is_none_or(is_static);
        let dynamic = |one: &super::tree::NamedComponent| one.var.is_none() && dynamic(one);
        if named.len() + usize::from(others) > 1 && named.iter().any(dynamic) {
            self.error(span, "dynamic choice in aggregate must be the only choice");
        }
    }

    fn deferred_constants(&mut self, object: &'a ast::ObjectDecl, private: &'a [Decl]) {
        let imported = object.aspects.iter().any(|aspect| self.names.text(aspect.name.symbol) == "import");
        if !object.constant || object.init.is_some() || imported {
            return;
        }
        for ident in &object.names {
            let full = |decl: &Decl| match decl {
                Decl::Object(full) => full.init.is_some() && full.names.iter().any(|name| name.symbol == ident.symbol),
                _ => false,
            };
            let entries = self.scopes[self.scope].names.get(&ident.symbol).into_iter().flatten();
            let outside = entries.clone().any(|entry| match entry.entity {
                Entity::Object(object) => self.tree.object(object).written_outside,
                _ => true,
            });
            if !outside && !private.iter().any(full) {
                self.error(
                    ident.span,
                    format!("missing full declaration for deferred constant \"{}\"", self.spelling(ident)),
                );
            }
        }
    }

    /// `others` stands alone, and last (RM 4.5.7 (15), 5.4 (5), 11.2 (6)).
    pub(super) fn others_last(&mut self, alternatives: &[&'a [ast::Choice]]) {
        for (at, choices) in alternatives.iter().enumerate() {
            let others = choices.iter().find_map(|choice| match choice {
                ast::Choice::Others(span) => Some(*span),
                _ => None,
            });
            if let Some(span) = others.filter(|_| choices.len() > 1 || at + 1 < alternatives.len()) {
                self.error(span, "the choice \"others\" must appear alone and last");
            }
        }
    }

    /// Two subprograms with one profile in one region (RM 8.3 (26)), whose bodies both are there.
    pub(super) fn check_homograph(&mut self, ident: &ast::Ident, subp: SubpId) {
        if self.instances > 0 || self.profile_is_unknown(subp) {
            return;
        }
        let entries = self.scopes[self.scope].names.get(&ident.symbol).cloned().unwrap_or_default();
        let same = entries.into_iter().find_map(|entry| match entry.entity {
            Entity::Subprogram(other)
                if other != subp
                    && entry.loc == Some(self.tree.subprogram(other).loc)
                    && !self.tree.subprogram(other).hidden
                    && self.bodies_done.contains(&other)
                    && self.same_profile(other, subp) =>
            {
                entry.loc
            }
            _ => None,
        });
        if let Some(old) = same {
            let text = format!("\"{}\" conflicts with declaration at line {}", self.spelling(ident), self.line(old));
            self.error(ident.span, text);
        }
    }

    /// Only operators are named by strings, and `/=` with a Boolean result is what `=` makes it (RM 6.1 (9), 6.6 (6)).
    pub(super) fn check_designator(&mut self, ident: &ast::Ident, subp: SubpId) {
        let text = self.names.text(ident.symbol).to_string();
        let Some(operator) = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) else { return };
        let boolean = self.tree.subprogram(subp).result.is_some_and(|ty| self.tree.types.is_boolean(ty));
        if !OPERATORS.contains(&operator) {
            self.error(ident.span, "invalid operator name");
        } else if operator == "/=" && boolean {
            self.error(ident.span, "explicit definition of inequality not allowed");
        }
    }

    /// A completion has the names and modes of the declaration (RM 6.3.1).
    pub(super) fn check_conformance(&mut self, first: SubpId, again: SubpId, span: Span) {
        let of = |subp: SubpId| {
            let params = self.tree.subprogram(subp).params.iter().map(|param| self.tree.object(*param).kind);
            params.collect::<Vec<_>>()
        };
        if self.profile_is_unknown(first) || self.profile_is_unknown(again) {
            return;
        }
        if of(first) != of(again) || self.profiles[first.0 as usize].names != self.profiles[again.0 as usize].names {
            self.error(span, "not fully conformant with the declaration that it completes");
        }
    }

    /// Objects of abstract types, and of class-wide types without an initial value (RM 3.9.3 (8), 3.3.1 (8)).
    pub(super) fn check_object_type(&mut self, ty: TypeId, initialised: bool, span: Span) {
        let types = &self.tree.types;
        if types.is_class_wide(ty) {
            if !initialised {
                self.error(span, "initialization required in class-wide declaration");
            }
            return;
        }
        if types[types.base(ty)].tagged.as_ref().is_some_and(|tagged| tagged.abstract_) {
            self.error(span, "type of object cannot be abstract");
        }
    }

    /// Components have definite subtypes (RM 3.6 (10), 3.8 (9)). Those of our own library units have them in the units
    /// that they stand for: says what is not supported there.
    pub(super) fn check_definite(&mut self, ty: TypeId, span: Span) -> Option<&'static str> {
        let indefinite = self.is_indefinite(ty);
        if indefinite && self.in_library_instance() {
            // Each component of such an array has bounds of its own.
            let types = &self.tree.types;
            if types.array(ty).is_some() && !types.is_class_wide(ty) {
                return None;
            }
            return Some("container of elements of an indefinite type (RM A.18)");
        }
        if indefinite {
            self.error(span, "unconstrained subtype not allowed for components");
        }
        None
    }

    /// Whether objects of a subtype need bounds, discriminants or a tag from an initial value (RM 3.3 (23)).
    pub(super) fn is_indefinite(&self, ty: TypeId) -> bool {
        let types = &self.tree.types;
        let record = types.record(ty).is_some_and(|record| record.discriminants > 0 && !record.mutable);
        types.is_class_wide(ty) || !types.is_constrained(ty) && (types.array(ty).is_some() || record)
    }

    /// Whether a type is limited for everybody: it, or a part of it, is declared so, or is a task or protected object.
    pub(super) fn is_limited(&self, ty: TypeId) -> bool {
        let types = &self.tree.types;
        matches!(types.kind(ty), Kind::Array { .. } | Kind::Record(_))
            && types.parts(ty).any(|part| types.record(part).is_some_and(|record| record.limited))
    }

    /// Objects of limited types are not assigned (RM 7.5 (1)).
    pub(super) fn check_assigned(&mut self, ty: TypeId, span: Span) {
        if self.is_limited(ty) {
            self.error(span, "left hand of assignment must not be limited type");
        }
    }

    /// Nor do they get copies of others as initial values (RM 7.5 (2.1)).
    pub(super) fn check_copied(&mut self, value: &Expr, span: Span) {
        let named =
            matches!(value.kind, ExprKind::Object(_) | ExprKind::Field(..) | ExprKind::Index(..) | ExprKind::Deref(_));
        if named && self.is_limited(value.ty) {
            self.error(span, "cannot copy object of a limited type");
        }
    }

    /// Discriminants change with the whole object only (RM 3.7.1 (9)).
    pub(super) fn check_discriminant(&mut self, target: &Expr, span: Span) {
        if let ExprKind::Field(of, at) = &target.kind
            && self.tree.types.record(of.ty).is_some_and(|record| *at < record.discriminants)
        {
            self.error(span, "assignment to discriminant not allowed");
        }
    }

    /// An object designated by values of a type that is declared outside of its region would be gone before them (RM
    /// 3.10.2 (28)). In instances this is looked at when the program runs.
    pub(super) fn check_outlives(&mut self, root: ObjId, access: TypeId, span: Span) {
        let Some(access) = self.tree.types.access(access) else { return };
        if access.anonymous || self.tree.object(root).level <= access.level {
            return;
        }
        if self.instances > 0 {
            self.reject(span, "access value whose accessibility is checked at run time (RM 3.10.2 (29))");
        } else {
            self.error(span, "non-local pointer cannot point to local object");
        }
    }

    /// Whether the full view of a type is visible here.
    pub(super) fn sees(&self, ty: TypeId) -> bool {
        let base = self.tree.types.base(ty);
        let home = self.homes.get(&base).or_else(|| self.homes.get(&ty));
        self.instances > 0
            || !self.tree.types[base].private && !self.tree.types[ty].private
            || home.is_none_or(|home| self.scopes.inside(self.scope, *home))
    }

    /// The components of a private type but its discriminants are visible to its package alone (RM 7.3.1).
    pub(super) fn check_component(&mut self, of: TypeId, at: usize, name: &str, span: Span) {
        if !self.sees_component(of, at) {
            self.error(span, format!("invalid prefix in selected component \"{name}\""));
        }
    }

    /// Whether a component is visible here: a discriminant, or one of a type whose full view is, as the one is that
    /// declares it (RM 7.3 (15)).
    pub(super) fn sees_component(&self, of: TypeId, at: usize) -> bool {
        let types = &self.tree.types;
        let of = if types.is_class_wide(of) { types.specific(of) } else { of };
        let ancestors = std::iter::successors(Some((of, at)), |(ty, at)| types.in_parent(*ty, *at));
        let home = ancestors.last().map_or(of, |(home, _)| home);
        types.record(of).is_some_and(|record| at < record.discriminants) || self.sees(home)
    }

    /// Literals are no values of private types elsewhere.
    pub(super) fn check_literal(&mut self, expected: TypeId, span: Span) {
        if !self.sees(expected) && self.stand_for_others.is_empty() {
            let text = format!("expected private {}", self.tree.types.describe(expected));
            self.error(span, text);
        }
    }

    /// A subtype with a predicate has no bounds and is no index subtype (RM 3.2.4 (31)).
    pub(super) fn no_bounds(&mut self, ty: TypeId, what: &str, loc: Loc) {
        if !self.tree.types[ty].predicates.is_empty() {
            let name = self.tree.types[ty].name.clone();
            self.error_at(loc, format!("subtype \"{name}\" has predicate, {what} not allowed"));
        }
    }
}
