//! The subtype marks by which an instance's generic unit declares objects, and parts of types: an instance is analysed
//! with actual types, and only the text says that `A (J)` or `R.Key` is of a formal type (RM 12.3 (18)).

use super::Sema;
use super::scope::{Entity, Entry, ScopeId};
use super::tree::ObjId;
use crate::ast::{self, AssociationValue, NameKind, Symbol};
use std::collections::HashMap;

/// A type or subtype that has a simple name: the region that declares it, and the name.
pub(crate) type Mark = (ScopeId, Symbol);

/// Subtypes of subtypes that are looked through.
const DEPTH: usize = 20;

/// A part of the values of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Part {
    /// The components of an array.
    Component,
    /// The component of a record with this name.
    Field(Symbol),
    /// What an access value designates.
    Designated,
}

/// What the text of generic units says of types.
#[derive(Default)]
pub(crate) struct Marks {
    objects: HashMap<ObjId, Mark>,
    /// Of formal objects, and of what stands for a part of an object: its name, with the region that declares it.
    views: HashMap<Mark, Mark>,
    parts: HashMap<(Mark, Part), Mark>,
    /// What a subtype is one of.
    of: HashMap<Mark, Mark>,
    /// What a type is derived from, which has the same parts.
    derived: HashMap<Mark, Mark>,
}

impl Sema<'_> {
    fn mark_named(&self, name: &ast::Name) -> Option<Mark> {
        let symbol = name.as_ident()?.symbol;
        Some((self.region_of(symbol)?, symbol))
    }

    fn mark_of_use(&self, mark: &ast::TypeUse) -> Option<Mark> {
        let ast::TypeUse::Named(indication) = mark else { return None };
        self.mark_named(&indication.mark)
    }

    /// Notes the subtype of an object that an instance declares.
    pub(super) fn note_mark(&mut self, object: ObjId, subtype: &ast::TypeUse) {
        if self.scopes.generic.is_some()
            && let Some(mark) = self.mark_of_use(subtype)
        {
            self.marks.objects.insert(object, mark);
        }
    }

    /// Notes the subtype of what a name stands for that is declared here: the components of an array, one after the
    /// other (`for X of A`).
    pub(super) fn note_element(&mut self, name: Symbol, of: &ast::Name) {
        if self.scopes.generic.is_some()
            && let Some(mark) = self.mark_of_name(of).and_then(|mark| self.part_of_designated(mark, Part::Component))
        {
            self.marks.views.insert((self.scope, name), mark);
        }
    }

    /// Notes what a type that an instance declares has as parts.
    pub(super) fn note_parts(&mut self, decl: &ast::TypeDecl) {
        if self.scopes.generic.is_none() {
            return;
        }
        let key = (self.scope, decl.name.symbol);
        match &decl.definition {
            ast::TypeDef::Array(def) => self.note_components(key, def),
            ast::TypeDef::Record(def) => self.note_fields(key, &def.components),
            ast::TypeDef::Access(def) => self.note_designated(key, def),
            ast::TypeDef::Derived(indication) => {
                let mark = self.mark_named(&indication.mark);
                self.marks.derived.extend(mark.map(|mark| (key, mark)));
            }
            _ => {}
        }
    }

    /// Notes what a subtype that an instance declares is a subtype of.
    pub(super) fn note_subtype(&mut self, name: Symbol, indication: &ast::SubtypeIndication) {
        if self.scopes.generic.is_some()
            && let Some(mark) = self.mark_named(&indication.mark)
        {
            self.marks.of.insert((self.scope, name), mark);
        }
    }

    /// Notes what a formal type has as parts.
    pub(super) fn note_formal_parts(&mut self, key: Mark, definition: &ast::FormalType) {
        match definition {
            ast::FormalType::Array(def) => self.note_components(key, def),
            ast::FormalType::Access(def) => self.note_designated(key, def),
            _ => {}
        }
    }

    /// Notes the subtype of a formal object.
    pub(super) fn note_formal_object(&mut self, key: Mark, subtype: &ast::TypeUse) {
        self.marks.views.extend(self.mark_of_use(subtype).map(|mark| (key, mark)));
    }

    fn note_designated(&mut self, key: Mark, def: &ast::AccessDef) {
        let mark = self.mark_named(&def.designated.mark);
        self.marks.parts.extend(mark.map(|mark| ((key, Part::Designated), mark)));
    }

    fn note_components(&mut self, key: Mark, def: &ast::ArrayDef) {
        let mark = self.mark_of_use(&def.component);
        self.marks.parts.extend(mark.map(|mark| ((key, Part::Component), mark)));
    }

    fn note_fields(&mut self, key: Mark, list: &ast::ComponentList) {
        for component in &list.components {
            let mark = self.mark_of_use(&component.subtype);
            let names = component.names.iter().map(|name| (key, Part::Field(name.symbol)));
            self.marks.parts.extend(mark.into_iter().flat_map(|mark| names.clone().map(move |name| (name, mark))));
        }
        let variants = list.variants.iter().flat_map(|part| &part.variants);
        variants.for_each(|variant| self.note_fields(key, &variant.components));
    }

    /// A part of a type, also of the one that it is a subtype of.
    fn part_of(&self, mut mark: Mark, part: Part) -> Option<Mark> {
        for _ in 0..DEPTH {
            if let Some(found) = self.marks.parts.get(&(mark, part)) {
                return Some(*found);
            }
            mark = *self.marks.of.get(&mark).or_else(|| self.marks.derived.get(&mark))?;
        }
        None
    }

    /// The same, also of what an access value designates.
    fn part_of_designated(&self, mark: Mark, part: Part) -> Option<Mark> {
        let through = || self.part_of(self.part_of(mark, Part::Designated)?, part);
        self.part_of(mark, part).or_else(through)
    }

    /// The subtype mark that the text says a name of an object, or of a part of one, has.
    fn mark_of_name(&self, name: &ast::Name) -> Option<Mark> {
        match &name.kind {
            NameKind::Ident(ident) => {
                let region = self.region_of(ident.symbol)?;
                let object = match self.scopes[region].names[&ident.symbol].as_slice() {
                    [Entry { entity: Entity::Object(object), .. }] => self.marks.objects.get(object),
                    _ => None,
                };
                object.or_else(|| self.marks.views.get(&(region, ident.symbol))).copied()
            }
            NameKind::Apply(prefix, arguments) => {
                let mark = self.mark_of_name(prefix)?;
                // A slice has the type of the whole.
                let indexed = arguments.iter().all(|one| match &one.value {
                    AssociationValue::Expr(index) => {
                        index.as_name().is_none_or(|name| !self.names_type(name) && !is_range(name, self))
                    }
                    AssociationValue::Range(_) | AssociationValue::Box(_) => false,
                });
                if indexed { self.part_of_designated(mark, Part::Component) } else { Some(mark) }
            }
            NameKind::Selected(prefix, field) => {
                self.part_of_designated(self.mark_of_name(prefix)?, Part::Field(field.symbol))
            }
            NameKind::Dereference(prefix) => self.part_of(self.mark_of_name(prefix)?, Part::Designated),
            _ => None,
        }
    }

    fn names_type(&self, name: &ast::Name) -> bool {
        let Some((region, symbol)) = self.mark_named(name) else { return false };
        self.scopes[region].names[&symbol].iter().any(|entry| matches!(entry.entity, Entity::Type(_)))
    }

    /// Whether the marks of the text say that a name is of a type that no generic unit declares.
    pub(super) fn outside_by_marks(&self, name: &ast::Name) -> bool {
        self.mark_of_name(name).is_some_and(|mark| self.is_outside(mark))
    }

    /// Whether a subtype mark is one of a type that no generic unit declares.
    pub(super) fn names_outside(&self, name: &ast::Name) -> bool {
        self.names_type(name) && self.mark_named(name).is_some_and(|mark| self.is_outside(mark))
    }

    fn is_outside(&self, mut mark: Mark) -> bool {
        for _ in 0..DEPTH {
            if self.formal_regions.contains(&mark.0) {
                return false;
            }
            let Some(next) = self.marks.of.get(&mark) else {
                let inside = self.formal_regions.iter().any(|formals| self.scopes.inside(mark.0, *formals));
                return !inside;
            };
            mark = *next;
        }
        false
    }

    /// The formal type that a name is of by the marks of the text, also by subtypes of it.
    pub(super) fn formal_by_marks(&self, name: &ast::Name) -> Option<Mark> {
        let mut mark = self.mark_of_name(name)?;
        for _ in 0..DEPTH {
            if self.formal_regions.contains(&mark.0) {
                return Some(mark);
            }
            mark = *self.marks.of.get(&mark)?;
        }
        None
    }
}

/// Whether a name is that of a range.
fn is_range(name: &ast::Name, sema: &Sema<'_>) -> bool {
    matches!(&name.kind, NameKind::Attribute(attribute) if sema.names.text(attribute.designator.symbol) == "range")
}
