//! Generic units of the tool's library that have another text for some elements. Where these are of discrete types and
//! only equal ones equivalent, a set is best known by saying for each value whether it is in it. Where elements and
//! keys of a container of indefinite ones are definite, or arrays with bounds of their own, they are followed.

use super::Sema;
use super::generic::Generic;
use super::scope::{Entity, GenericId, ScopeId};
use super::tree::ExprKind;
use super::types::TypeId;
use crate::library;

impl<'a> Sema<'a> {
    /// The generic unit whose text an instance with these actuals has, if that is another one.
    pub(super) fn variant(&self, generic: &Generic<'a>, formals: ScopeId) -> Option<GenericId> {
        // The models of the library's own containers are made from sequences of elements.
        if !generic.library || self.in_library_instance() {
            return None;
        }
        // What the containers rely on must be evident now: with the other text nothing is concluded from it.
        if let Some(arrays) = self.components(formals)
            && let Some(unit) = library::definite_variant(&generic.name, arrays)
            && self.relations_hold(formals)
        {
            return self.library_generic(&unit);
        }
        let variant = library::discrete_variant(&generic.name)?;
        let symbol = self.names.find(variant.type_formal)?;
        let Entity::Type(ty) = self.scopes[formals].names.get(&symbol)?.last()?.entity else { return None };
        let equivalence = self.formal_function(formals, variant.equivalence)?;
        // They are compared as they are, by the equality of the language.
        let plain = self.mirrored(equivalence)?.iter().all(|compared| compared.kind == ExprKind::Result);
        if !plain || !self.is_plainly_discrete(ty) {
            return None;
        }
        self.library_generic(variant.unit)
    }

    fn library_generic(&self, unit: &str) -> Option<GenericId> {
        self.generics.iter().find(|other| other.library && other.name == unit).map(|other| other.id)
    }

    /// Whether there is an array among the types of the formals, if all of them are ones that components of the
    /// library's arrays have.
    fn components(&self, formals: ScopeId) -> Option<bool> {
        let types = &self.tree.types;
        let mut arrays = false;
        for entry in self.scopes[formals].names.values().flatten() {
            let Entity::Type(ty) = entry.entity else { continue };
            if types.is_class_wide(ty) || types.array(ty).is_none() && self.is_indefinite(ty) {
                return None;
            }
            arrays |= types.array(ty).is_some();
        }
        Some(arrays)
    }

    /// Whether the values of a subtype are all those between two that are known here.
    fn is_plainly_discrete(&self, ty: TypeId) -> bool {
        let types = &self.tree.types;
        types.is_discrete(ty) && types.static_range(ty).is_some() && !types.has_predicates(ty)
    }
}
