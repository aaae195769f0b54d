//! Generic units of the tool's library that have another text for elements of discrete types: where only equal elements
//! are equivalent, a set is best known by saying for each value whether it is in it.

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
        let variant = library::discrete_variant(&generic.name)?;
        let symbol = self.names.find(variant.type_formal)?;
        let Entity::Type(ty) = self.scopes[formals].names.get(&symbol)?.last()?.entity else { return None };
        let equivalence = self.formal_function(formals, variant.equivalence)?;
        // They are compared as they are, by the equality of the language.
        let plain = self.mirrored(equivalence)?.iter().all(|compared| compared.kind == ExprKind::Result);
        if !plain || !self.is_plainly_discrete(ty) {
            return None;
        }
        self.generics.iter().find(|other| other.library && other.name == variant.unit).map(|other| other.id)
    }

    /// Whether the values of a subtype are all those between two that are known here.
    fn is_plainly_discrete(&self, ty: TypeId) -> bool {
        let types = &self.tree.types;
        types.is_discrete(ty) && types.static_range(ty).is_some() && !types.has_predicates(ty)
    }
}
