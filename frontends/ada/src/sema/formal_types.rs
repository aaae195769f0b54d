//! Formal derived types, formal interfaces, and types derived from formal ones (RM 12.5.1, 12.5.5, 12.3 (16) to (18)).
//!
//! An instance is analysed with actual types. What the generic unit knows of them are the operations of the ancestors
//! it names: these are declared where the formal types are. What a type that is derived from a formal one inherits from
//! the actual type alone is visible outside of the instance only, and is overridden in the visible part only.

use super::Sema;
use super::scope::{Entity, ScopeId};
use super::told::FormalType;
use super::tree::SubpId;
use super::types::TypeId;
use crate::ast;

/// What nobody knows: an operation of a formal type that could not be declared.
const OPERATION: &str = "operation of a formal derived type (RM 12.5.1)";

/// What is known of a formal type in an instance.
#[derive(Debug)]
pub(crate) struct View {
    /// The types that it has its operations from, none of them formal.
    sources: Vec<TypeId>,
    /// Its tagged operations.
    slots: Vec<SubpId>,
}

impl<'a> Sema<'a> {
    /// The ancestor that a formal type names, and its interfaces: what its actual type must be derived from, and what
    /// it has its operations from. Of an ancestor that is a formal type itself these are what that one has them from.
    pub(super) fn formal_ancestors(&mut self, definition: &'a ast::FormalType) -> (Vec<TypeId>, Vec<TypeId>) {
        let (ancestor, interfaces) = match definition {
            ast::FormalType::Derived { ancestor, interfaces, .. } => (Some(ancestor), interfaces.as_slice()),
            ast::FormalType::Interface(interfaces) => (None, interfaces.as_slice()),
            _ => return Default::default(),
        };
        let mut required: Vec<TypeId> =
            ancestor.map(|ancestor| self.attempt(|sema| sema.subtype_indication(ancestor))).into_iter().collect();
        required.extend(interfaces.iter().map(|name| self.subtype_mark(name)));
        required.iter_mut().for_each(|ty| *ty = self.tree.types.base(*ty));
        let marks = ancestor.map(|ancestor| &ancestor.mark).into_iter().chain(interfaces);
        let mut sources = Vec::new();
        for (mark, ty) in marks.zip(&required) {
            match self.formal_named(mark).and_then(|formal| self.formal_types.get(&formal)) {
                Some(view) => sources.extend(view.sources.iter().copied()),
                None => sources.push(*ty),
            }
        }
        (required, sources)
    }

    /// Whether a type is derived from another one, as actual types of formal derived types are. What is not known may
    /// be.
    pub(super) fn has_ancestor(&self, ty: TypeId, ancestor: TypeId) -> bool {
        let types = &self.tree.types;
        let known = ancestor != types.std.error && self.poisoned_type(ancestor).is_none();
        !known
            || types.lineage(ty).contains(&ancestor)
            || types.has_tag(ancestor) && types.has_tag(ty) && types.descends(ty, ancestor)
    }

    /// Declares the operations that a formal type has from its ancestors: views of the ancestor's, also where the
    /// actual type has others; of tagged types its own ones are what is executed (RM 12.5.1 (21)). The current scope is
    /// that of the formals.
    pub(super) fn formal_operations(&mut self, formal: FormalType, sources: Vec<TypeId>, ty: TypeId) {
        let actual = self.tree.types.base(ty);
        if !self.tree.types.has_tag(actual) {
            let loc = self.tree.types[actual].loc.unwrap_or(crate::place::Loc::NONE);
            for source in sources.iter().copied() {
                if source == actual {
                    self.inherit_shifts(source, actual, self.scope, None);
                    self.use_primitives(source, true);
                } else {
                    self.inherit_visible(source, actual, loc, &mut Vec::new());
                }
            }
            self.formal_types.insert(formal, View { sources, slots: Vec::new() });
            return;
        }
        let mut slots: Vec<SubpId> = Vec::new();
        for source in &sources {
            let all = self.primitives.get(source).into_iter().flatten().map(|one| one.slot);
            slots.extend(all.filter(|slot| !slots.contains(slot)).collect::<Vec<_>>());
            self.declare_operations(*source, actual, &slots);
        }
        self.formal_types.insert(formal, View { sources, slots });
    }

    /// Declares an actual type's operations where it has them from this ancestor of a formal type.
    fn declare_operations(&mut self, ancestor: TypeId, actual: TypeId, slots: &[SubpId]) {
        let find = |sema: &Self, ty: TypeId, slot: SubpId| {
            sema.primitives.get(&ty).into_iter().flatten().find(|one| one.slot == slot).map(|one| one.own)
        };
        for slot in slots.iter().copied() {
            let (Some(old), Some(own)) = (find(self, ancestor, slot), find(self, actual, slot)) else { continue };
            if self.is_hidden_here(old) {
                continue;
            }
            let name = self.tree.subprogram(old).name.clone();
            let symbol = self.names.fold(&super::tagged::short(&name));
            // Names and defaults of the parameters are the ancestor's.
            let (of_ancestor, of_actual) = (&self.profiles[old.0 as usize], &self.profiles[own.0 as usize]);
            let none = |profile: &super::Profile| profile.defaults.iter().all(Option::is_none);
            let same = old == own || of_ancestor.names == of_actual.names && none(of_ancestor) && none(of_actual);
            let entity = match same {
                true => Entity::Subprogram(own),
                false => Entity::Unsupported(OPERATION.into()),
            };
            self.declare_once(symbol, entity);
        }
    }

    /// Whether a type is the actual one of a formal type that is not tagged, and has operations of its own: what is
    /// derived from it in the generic unit has those that the unit knows of, and others outside (RM 12.3 (15), (16)).
    pub(super) fn has_other_operations(&self, ty: TypeId) -> bool {
        let base = self.tree.types.base(ty);
        let mut regions = self.scopes.outward(self.scope);
        regions.retain(|region| self.formal_regions.contains(region));
        let known = |(region, _): &FormalType, view: &View| regions.contains(region) && view.sources.contains(&base);
        regions.iter().any(|region| self.declares_type(*region, base))
            && !self.formal_types.iter().any(|(formal, view)| known(formal, view))
            && self.homes.get(&base).is_some_and(|home| {
                let mut entries = self.scopes[*home].names.values().flatten();
                entries.any(|entry| matches!(entry.entity, Entity::Subprogram(subp) if self.is_of_type(subp, base)))
            })
    }

    /// Whether a region declares a type or subtype of this base type.
    fn declares_type(&self, region: ScopeId, base: TypeId) -> bool {
        let mut entries = self.scopes[region].names.values().flatten();
        entries.any(|entry| matches!(entry.entity, Entity::Type(ty) if self.tree.types.base(ty) == base))
    }

    /// The formal type that the parent of an extension is, if it is one.
    pub(super) fn formal_parent(
        &self,
        mark: &ast::SubtypeIndication,
        parent: TypeId,
    ) -> Result<Option<FormalType>, String> {
        let Some(unit) = &self.scopes.generic else { return Ok(None) };
        let named = self.formal_named(&mark.mark).filter(|formal| self.formal_types.contains_key(formal));
        if named.is_none() && self.declares_type(unit.formals, parent) {
            // By another name, or the actual type itself.
            return Err("extension of a formal type (RM 12.3 (18))".into());
        }
        Ok(named)
    }

    /// Notes which operations a type has inherited from the actual type of a formal one alone: pairs of the parent's
    /// and its own.
    pub(super) fn note_of_actual(
        &mut self,
        formal: Option<FormalType>,
        parent: TypeId,
        inherited: &[(SubpId, SubpId)],
    ) {
        for (old, new) in inherited {
            let region = match formal {
                Some(formal) => {
                    let slots = &self.formal_types[&formal].slots;
                    let all = self.primitives.get(&parent).into_iter().flatten();
                    let known = all.filter(|one| one.own == *old).any(|one| slots.contains(&one.slot));
                    (!known).then_some(formal.0)
                }
                None => self.scopes.of_actual.get(old).copied(),
            };
            if let Some(region) = region.filter(|region| self.scopes.inside(self.scope, *region)) {
                self.scopes.of_actual.insert(*new, region);
            }
        }
    }

    /// Whether an operation does not override an inherited one, because it is declared in the private part of a generic
    /// unit that does not know of the other (RM 12.3 (18)).
    pub(super) fn is_apart(&self, inherited: SubpId, own: SubpId) -> bool {
        self.scopes.of_actual.contains_key(&inherited)
            && match self.scopes[self.scope]
                .names
                .values()
                .flatten()
                .find(|entry| matches!(entry.entity, Entity::Subprogram(subp) if subp == own))
            {
                Some(entry) => entry.private,
                None => self.scopes[self.scope].in_private,
            }
    }
}
