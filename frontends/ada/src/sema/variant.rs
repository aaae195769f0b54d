//! Generic units of the tool's library that have another text for elements of discrete types: where only equal elements
//! are equivalent, a set is best known by saying for each value whether it is in it.

use super::Sema;
use super::generic::Generic;
use super::scope::{Entity, GenericId, ScopeId};
use super::tree::{BinaryOp, Expr, ExprKind, SubpId};
use super::types::TypeId;
use crate::library;

impl<'a> Sema<'a> {
    /// The generic unit whose text an instance with these actuals has, if that is another one.
    pub(super) fn variant(&mut self, generic: &Generic<'a>, formals: ScopeId) -> Option<GenericId> {
        // The models of the library's own containers are made from sequences of elements.
        if !generic.library || self.in_library_instance() {
            return None;
        }
        let variant = library::discrete_variant(&generic.name)?;
        let Entity::Type(ty) = self.formal(formals, variant.type_formal)? else { return None };
        let Entity::Subprogram(equivalence) = self.formal(formals, variant.equivalence)? else { return None };
        if !self.is_plainly_discrete(ty) || !self.is_predefined_equality(equivalence) {
            return None;
        }
        self.generics.iter().find(|other| other.library && other.name == variant.unit).map(|other| other.id)
    }

    fn formal(&mut self, formals: ScopeId, name: &str) -> Option<Entity> {
        let symbol = self.names.fold(name);
        Some(self.scopes[formals].names.get(&symbol)?.last()?.entity.clone())
    }

    /// Whether the values of a subtype are all those between two that are known here.
    fn is_plainly_discrete(&self, ty: TypeId) -> bool {
        let types = &self.tree.types;
        types.is_discrete(ty) && types.static_range(ty).is_some() && !types.has_predicates(ty)
    }

    /// Whether a function with two parameters compares them by the equality of the language.
    fn is_predefined_equality(&self, function: SubpId) -> bool {
        let params = &self.tree.subprogram(function).params;
        let ([left, right], Some(result)) = (params.as_slice(), self.result_of(function)) else { return false };
        let is = |part: &Expr, object| matches!(part.kind, ExprKind::Object(one) if one == object);
        match &result.kind {
            ExprKind::Binary(BinaryOp::Eq, a, b) => {
                self.tree.types.equality(a.ty).is_none() && is(a, *left) && is(b, *right)
            }
            ExprKind::Call(other, arguments) => {
                let same = matches!(arguments.as_slice(), [a, b] if is(a, *left) && is(b, *right));
                same && *other != function && self.is_predefined_equality(*other)
            }
            _ => false,
        }
    }
}
