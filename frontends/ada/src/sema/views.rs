//! Library units before their turn: limited views of packages, and subprograms that have a body alone.

use super::Sema;
use super::scope::{Entity, ScopeId, ScopeKind};
use super::tree::ENVIRONMENT;
use crate::ast::{self, Decl};
use crate::place::Loc;

impl<'a> Sema<'a> {
    /// Declares a library unit in the region of its parent, where it is visible unless it is a private child, whatever
    /// part of the parent was the last. With a scope, that of a package or the one around another unit, it is visible
    /// where a with clause names it.
    pub(super) fn declare_child(
        &mut self,
        (parent, unit): (ScopeId, Option<ScopeId>),
        symbol: ast::Symbol,
        (entity, loc): (Entity, Option<Loc>),
        private: bool,
    ) {
        let outer = std::mem::replace(&mut self.scopes[parent].in_private, private);
        self.scopes.declare(parent, symbol, entity, loc);
        self.scopes[parent].in_private = outer;
        if let Some(unit) = unit {
            self.scopes.note_unit(parent, symbol, unit);
        }
    }

    /// Declares a library subprogram whose only text is its body, for a specification that names it. The body completes
    /// it.
    pub(super) fn declare_body_unit(&mut self, name: &str) {
        let Some((file, unit)) = self.units.body_units.get(name).copied() else { return };
        let Decl::SubprogramBody(body) = &unit.item else { return };
        if self.units.bodies_started.iter().any(|other| other == name) || !self.units.declared.insert(name.to_string())
        {
            return;
        }
        let outer = (std::mem::replace(&mut self.file, file), self.scope);
        let (withs, uses) = self.context(&unit.context);
        let parent = self.unit_parent(name);
        let scope = self.scopes.add(Some(parent), ScopeKind::Inner, self.scopes[parent].prefix.clone(), ENVIRONMENT);
        self.give_context(scope, withs, &uses);
        self.scope = scope;
        if let (Some((subp, ..)), Some(ident)) = (self.declared(&body.spec), body.spec.name.last_ident()) {
            self.tree.subprogram_mut(subp).library = true;
            self.units.around.insert(name.to_string(), scope);
            for entry in self.scopes[scope].names.get(&ident.symbol).cloned().unwrap_or_default() {
                self.declare_child((parent, Some(scope)), ident.symbol, (entry.entity, entry.loc), unit.private);
            }
        }
        (self.file, self.scope) = outer;
    }

    /// The limited view of a library package (RM 10.1.1 (12.1)): its types, incomplete. The package itself is analysed
    /// later.
    pub(super) fn limited_view(&mut self, name: &str) -> Option<ScopeId> {
        if let Some(scope) = self.units.scopes.get(name) {
            return Some(*scope);
        }
        let (file, unit) = self.units.specs.get(name).copied()?;
        let Decl::Package(package) = &unit.item else { return None };
        let parent = match name.rsplit_once('.') {
            Some((parent, _)) => self.limited_view(parent)?,
            None => self.library,
        };
        let outer = (std::mem::replace(&mut self.file, file), std::mem::replace(&mut self.scope, parent));
        let ident = package.name.last_ident()?;
        let qualified = self.qualified(&self.spelling(ident));
        let scope = self.scopes.add(Some(parent), ScopeKind::Package, format!("{qualified}."), ENVIRONMENT);
        let entity = (Entity::Package(scope), Some(self.loc(ident.span)));
        self.declare_child((parent, Some(scope)), ident.symbol, entity, unit.private);
        self.units.scopes.insert(name.to_string(), scope);
        self.units.views.insert(name.to_string());
        self.scopes[scope].open = Some("name of a limited view that is no type without a tag (RM 10.1.1)".into());
        self.scope = scope;
        for decl in &package.visible {
            if let Decl::Type(ty) = decl
                && !matches!(ty.definition, ast::TypeDef::Incomplete { .. })
            {
                self.incomplete_view(ty);
            }
        }
        (self.file, self.scope) = outer;
        Some(scope)
    }
}
