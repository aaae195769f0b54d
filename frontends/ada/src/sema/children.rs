//! Children of generic library units (RM 10.1.1 (17..19)): they are generic themselves, and each instance of the parent
//! has them as if they were declared at its end.

use super::Sema;
use super::scope::{Entity, ScopeId, ScopeKind, With};
use crate::ast::{self, CompilationUnit, Decl};
use horn_frontend::ir::FileId;

/// A child of a generic package.
#[derive(Clone, Debug)]
pub(crate) struct GenericChild<'a> {
    /// Its name in lower case.
    name: String,
    decl: &'a ast::GenericDecl,
    file: FileId,
    /// Whether only the parent and its descendants see it.
    private: bool,
    /// What its context clause names, and uses.
    withs: Vec<With>,
    uses: Vec<&'a ast::UseClause>,
}

/// The children of all generic library packages, and the instances that have them.
#[derive(Debug, Default)]
pub(crate) struct GenericChildren<'a> {
    children: Vec<GenericChild<'a>>,
    /// By the name of the generic unit.
    instances: Vec<(String, ScopeId)>,
}

impl GenericChild<'_> {
    fn is_of(&self, generic: &str) -> bool {
        self.name.rsplit_once('.').is_some_and(|(parent, _)| parent == generic)
    }
}

impl<'a> Sema<'a> {
    /// Whether the parent of a library unit is a generic package.
    pub(super) fn has_generic_parent(&self, name: &str) -> bool {
        let parent = name.rsplit_once('.').and_then(|(parent, _)| self.units.specs.get(parent));
        parent.is_some_and(|(_, unit)| matches!(unit.item, Decl::Generic(_)))
    }

    /// The declaration of a unit whose parent is a generic package: the instances of that have it from here on.
    pub(super) fn generic_child(
        &mut self,
        name: &str,
        unit: &'a CompilationUnit,
        (withs, uses): (Vec<With>, Vec<&'a ast::UseClause>),
    ) {
        let Decl::Generic(decl) = &unit.item else {
            match &unit.item {
                Decl::Renaming(renaming) => self.reject(renaming.span, "renaming as a child of a generic unit"),
                other => self.error(other.span(), "child of a generic package must be a generic unit"),
            }
            return;
        };
        let (name, file) = (name.to_string(), self.file);
        let child = GenericChild { name, decl, file, private: unit.private, withs, uses };
        let instances = self.units.children.instances.iter().filter(|(generic, _)| child.is_of(generic));
        let instances: Vec<ScopeId> = instances.map(|(_, instance)| *instance).collect();
        for instance in instances {
            self.declare_generic_child(&child, instance);
        }
        self.units.children.children.push(child);
    }

    /// An instance of a generic library package: it has the children of that.
    pub(super) fn instance_with_children(&mut self, generic: &str, instance: ScopeId) {
        let children = self.units.children.children.iter().filter(|child| child.is_of(generic));
        for child in children.cloned().collect::<Vec<_>>() {
            self.declare_generic_child(&child, instance);
        }
        self.units.children.instances.push((generic.to_string(), instance));
    }

    fn declare_generic_child(&mut self, child: &GenericChild<'a>, instance: ScopeId) {
        let ident = match &child.decl.unit {
            Decl::Package(package) => package.name.last_ident(),
            Decl::Subprogram(subp) => subp.spec.name.last_ident(),
            _ => None,
        };
        let Some(ident) = ident else { return };
        let outer_file = std::mem::replace(&mut self.file, child.file);
        let (prefix, owner) = (self.scopes[instance].prefix.clone(), self.scopes[instance].owner);
        // The context clause is visible in the declaration: a scope around it.
        let scope = self.scopes.add(Some(instance), ScopeKind::Inner, prefix, owner);
        self.give_context(scope, child.withs.clone(), &child.uses);
        let name = (child.name.clone(), true);
        let id = self.add_generic(child.decl, ident.symbol, name, (scope, owner));
        let loc = self.loc(ident.span);
        self.declare_child((instance, None), ident.symbol, (Entity::Generic(id), Some(loc)), child.private);
        self.file = outer_file;
    }
}
