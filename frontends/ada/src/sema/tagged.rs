//! Tagged types (RM 3.9): class-wide types, primitive operations and who overrides whom, calls that dispatch.
//!
//! The types of a program are all known, so a call that dispatches becomes the call of a *dispatcher*: a hidden
//! subprogram with class-wide parameters that looks at the tag and calls the operation of that type. Its body is made
//! at the end of the analysis, when every type that descends from the class has been met.

use super::Sema;
use super::name::{Callable, Calls};
use super::scope::{Entity, ScopeKind};
use super::tree::{
    BinaryOp, Body, Builtin, CONSTRAINT_ERROR, Expr, ExprKind, ObjId, PROGRAM_ERROR, Stmt, StmtKind, SubpId,
};
use super::types::{Kind, Record, Tagged, TypeId};
use crate::ast;
use crate::place::Loc;
use horn_solver::num::Int;

/// A primitive operation of a type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Primitive {
    /// The operation that introduced it: overriding ones have the same.
    pub slot: SubpId,
    /// What the type has for it.
    pub own: SubpId,
}

impl<'a> Sema<'a> {
    /// Makes a type tagged, with its class-wide type.
    pub fn make_tagged(&mut self, ty: TypeId, abstract_: bool, interface: bool, interfaces: Vec<TypeId>) {
        let base = self.tree.types.base(ty);
        let name = format!("{}'Class", self.tree.types[base].name);
        let kind = self.tree.types[base].kind.clone();
        let class = self.tree.types.add(&name, kind);
        let entry = &mut self.tree.types[class];
        (entry.class_of, entry.parent) = (Some(base), Some(base));
        self.tree.types[base].tagged = Some(Tagged { abstract_, interface, interfaces, class });
    }

    /// Gives a tagged type its components: those of its class-wide type are the same.
    pub fn set_tagged_record(&mut self, ty: TypeId, record: Record) {
        let base = self.tree.types.base(ty);
        let class = self.tree.types[base].tagged.as_ref().map(|tagged| tagged.class);
        for entry in [Some(base), class].into_iter().flatten() {
            self.tree.types[entry].kind = Kind::Record(record.clone());
        }
    }

    /// The declaration of a tagged record type, an extension or an interface; `earlier` is the private view that it
    /// completes.
    pub fn tagged_decl(&mut self, decl: &'a ast::TypeDecl, earlier: Option<TypeId>) {
        let name = self.spelling(&decl.name);
        let loc = self.loc(decl.name.span);
        let untagged = earlier.filter(|ty| self.tree.types[*ty].tagged.is_none());
        if let Some(earlier) = untagged {
            // Its partial view is not tagged.
            self.make_tagged(earlier, false, false, Vec::new());
        }
        let ty = match &decl.definition {
            ast::TypeDef::Record(def) => {
                let made = self.record_definition(decl, def, &name);
                let ty = earlier.unwrap_or(made);
                if earlier.is_none() {
                    self.make_tagged(ty, def.abstract_, false, Vec::new());
                }
                match self.tree.types[made].kind.clone() {
                    Kind::Record(record) => self.set_tagged_record(ty, record),
                    Kind::Unsupported(what) => self.poison_tagged(ty, &what),
                    _ => {}
                }
                if let Some(tagged) = &mut self.tree.types[ty].tagged {
                    tagged.abstract_ = def.abstract_;
                }
                ty
            }
            ast::TypeDef::Interface(names) => {
                let interfaces = self.interface_marks(names);
                let ty = match earlier {
                    Some(earlier) => {
                        if let Some(tagged) = &mut self.tree.types[earlier].tagged {
                            (tagged.abstract_, tagged.interface) = (true, true);
                            tagged.interfaces.clone_from(&interfaces);
                        }
                        self.set_tagged_record(earlier, Record::default());
                        earlier
                    }
                    None => {
                        let ty = self.tree.types.add(&name, Kind::Record(Record::default()));
                        self.make_tagged(ty, true, true, interfaces.clone());
                        ty
                    }
                };
                self.homes.insert(ty, self.scope);
                self.inherit_all(None, &interfaces, ty, loc);
                ty
            }
            ast::TypeDef::Extension(def) => match self.extension(decl, def, earlier) {
                Ok(ty) => ty,
                Err(what) => {
                    // Its inherited operations are not known.
                    self.open_scope(&what);
                    if let Some(earlier) = earlier {
                        return self.poison_tagged(earlier, &what);
                    }
                    let ty = self.tree.types.add(&name, Kind::Unsupported(what));
                    return self.declare(&decl.name, Entity::Type(ty));
                }
            },
            _ => return,
        };
        self.tree.types[ty].loc = Some(loc);
        let region = self.scope;
        self.homes.entry(ty).or_insert(region);
        if earlier.is_some() {
            self.tree.types[ty].partial = false;
            if untagged.is_some() {
                // What was declared for it in front.
                let names = self.scopes[region].names.clone();
                let mut subprograms: Vec<SubpId> = names
                    .values()
                    .flatten()
                    .filter_map(|entry| match entry.entity {
                        Entity::Subprogram(subp) if !self.inherited_ones.contains_key(&subp) => Some(subp),
                        _ => None,
                    })
                    .collect();
                subprograms.sort();
                subprograms.into_iter().for_each(|subp| self.note_primitive(subp));
            }
            self.drop_overridden();
        } else {
            self.declare(&decl.name, Entity::Type(ty));
        }
        self.type_aspects(ty, &decl.aspects);
    }

    /// What a tagged type is made of is outside the subset.
    fn poison_tagged(&mut self, ty: TypeId, what: &str) {
        let class = self.tree.types[ty].tagged.as_ref().map(|tagged| tagged.class);
        for entry in [Some(ty), class].into_iter().flatten() {
            self.tree.types[entry].kind = Kind::Unsupported(what.into());
        }
        self.tree.types[ty].partial = false;
    }

    fn interface_marks(&mut self, names: &'a [ast::Name]) -> Vec<TypeId> {
        let marks: Vec<TypeId> = names.iter().map(|name| self.subtype_mark(name)).collect();
        marks.into_iter().map(|ty| self.tree.types.base(ty)).filter(|ty| self.tree.types.has_tag(*ty)).collect()
    }

    /// A record or private extension; an error names what is outside the subset.
    fn extension(
        &mut self,
        decl: &'a ast::TypeDecl,
        def: &'a ast::ExtensionDef,
        earlier: Option<TypeId>,
    ) -> Result<TypeId, String> {
        let name = self.spelling(&decl.name);
        let loc = self.loc(decl.name.span);
        let unknown = matches!(decl.discriminants, ast::Discriminants::Unknown);
        let known = matches!(decl.discriminants, ast::Discriminants::Known(_));
        if unknown && def.record.is_some() {
            return Err("record extension with unknown discriminants (RM 3.9.1)".into());
        }
        // Constraints of the parent speak of the new discriminants.
        let region = self.scope;
        let inside = self.open(ScopeKind::Inner);
        let own = known.then(|| self.discriminants(decl));
        let mark = self.subtype_indication(&def.parent);
        let inside = std::mem::replace(&mut self.scope, inside);
        debug_assert_eq!(self.scope, region);
        let parent = self.tree.types.base(mark);
        let poisoned =
            own.iter().flat_map(|own| &own.components).map(|component| component.ty).collect::<Vec<TypeId>>();
        if let Some(what) = poisoned.into_iter().find_map(|ty| self.poisoned_type(ty)) {
            return Err(what);
        }
        if known && self.tree.types[parent].partial && def.record.is_some() {
            return Err("extension with discriminants of a private type without a full view (RM 3.9.1)".into());
        }
        if let Some(what) = self.poisoned_type(mark) {
            return Err(what);
        }
        if !self.tree.types.has_tag(mark) || self.tree.types.is_class_wide(mark) {
            let poison = self.poison.clone().map(|(_, construct)| construct);
            return Err(poison.unwrap_or_else(|| "extension of a type that is not tagged".into()));
        }
        let constraint = self.tree.types[mark].constraint.clone();
        let own = match own {
            Some(own) => Some(self.renewed(own, mark, loc)?),
            None => None,
        };
        let formal = self.formal_parent(&def.parent, parent)?;
        let interfaces = self.interface_marks(&def.interfaces);
        let poisoned = interfaces.iter().find_map(|one| self.poisoned_type(*one));
        if let Some(what) = poisoned {
            return Err(what);
        }
        if interfaces.len() != def.interfaces.len() {
            return Err("interface that is not known (RM 3.9.4)".into());
        }
        let owner = self.homes.get(&parent).map(|home| self.scopes[*home].owner);
        if owner.is_some_and(|owner| owner != self.owner) {
            self.tree.nested_extensions = true;
        }
        let inherited = self.tree.types[parent].kind.clone();
        let ty = match earlier {
            Some(earlier) => {
                self.completed_extension(earlier, parent, &interfaces, loc)?;
                if let Some(tagged) = &mut self.tree.types[earlier].tagged {
                    tagged.abstract_ = def.abstract_;
                }
                earlier
            }
            None => {
                let ty = self.tree.types.add(&name, inherited.clone());
                self.tree.types[ty].parent = Some(parent);
                self.tree.types[ty].volatile = self.tree.types[parent].volatile;
                self.make_tagged(ty, def.abstract_, false, interfaces.clone());
                self.homes.insert(ty, self.scope);
                let inherited = self.inherit_all(Some(parent), &interfaces, ty, loc);
                self.note_of_actual(formal, parent, &inherited);
                let types = &self.tree.types;
                if types.lineage(parent).iter().any(|one| !types[*one].initial_conditions.is_empty()) {
                    self.not_decided(loc, "inherited Default_Initial_Condition of a tagged type".into());
                }
                ty
            }
        };
        let level = self.level();
        self.tree.extension_levels.insert(ty, level);
        if !known {
            // All objects of the type have the discriminants of the parent subtype (RM 3.4 (11)).
            self.tree.types[ty].constraint = constraint;
        }
        let Some(components) = &def.record else {
            if let Some(own) = own {
                self.set_tagged_record(ty, own);
            }
            self.tree.types[ty].partial = true;
            self.tree.types[ty].private = true;
            return Ok(ty);
        };
        let Kind::Record(mut record) = inherited else {
            return Err("extension of a private type without a full view (RM 3.9.1)".into());
        };
        record.renewed = None;
        if let Some(own) = own {
            record = own;
        }
        record.inherited = record.components.len();
        let old = std::mem::replace(&mut self.scope, inside);
        self.declare_current_instance(decl.name.symbol);
        let mut unsupported = None;
        self.component_list(&components.components, &mut record, &[], &mut unsupported);
        self.scope = old;
        match unsupported {
            Some(what) => self.poison_tagged(ty, &what),
            None => self.set_tagged_record(ty, record),
        }
        Ok(ty)
    }

    /// A private type, or private extension, turns out to be an extension of this parent.
    fn completed_extension(
        &mut self,
        earlier: TypeId,
        parent: TypeId,
        interfaces: &[TypeId],
        loc: Loc,
    ) -> Result<(), String> {
        let known = self.tree.types[earlier].parent.map(|known| self.tree.types.base(known));
        if let Some(known) = known.filter(|known| *known != parent) {
            if !self.tree.types.descends(parent, known) {
                return Err("private extension of another ancestor (RM 7.3 (8))".into());
            }
            self.tree.types[earlier].parent = Some(parent);
            self.inherit_from_nearer(parent, earlier, loc);
        }
        if self.tree.types[earlier].parent.is_none() {
            // It is private and tagged.
            self.tree.types[earlier].parent = Some(parent);
            self.inherit_all(Some(parent), interfaces, earlier, loc);
        }
        if let Some(tagged) = &mut self.tree.types[earlier].tagged {
            let more = interfaces.iter().filter(|one| !tagged.interfaces.contains(one)).copied();
            let more: Vec<TypeId> = more.collect();
            tagged.interfaces.extend(more);
        }
        Ok(())
    }

    /// A type inherits from its parent and from interfaces. What the parent has is visible in front of what interfaces
    /// have, and is what counts for both. Gives the operations of ancestors with those of the type.
    fn inherit_all(
        &mut self,
        parent: Option<TypeId>,
        interfaces: &[TypeId],
        ty: TypeId,
        loc: Loc,
    ) -> Vec<(SubpId, SubpId)> {
        let mut pairs = Vec::new();
        for ancestor in interfaces.iter().copied().chain(parent) {
            let mut own = Vec::new();
            self.inherit_visible(ancestor, ty, loc, &mut own);
            pairs.push((ancestor, own));
        }
        for (ancestor, own) in pairs.iter().rev() {
            self.inherit_primitives(*ancestor, ty, own);
        }
        let pairs: Vec<(SubpId, SubpId)> = pairs.into_iter().rev().flat_map(|(_, own)| own).collect();
        self.keep_one_of_homographs(ty, pairs.iter().map(|(_, new)| *new).collect());
        pairs
    }

    /// Of operations with the same profile that a type inherits from several ancestors one counts, and is what is
    /// visible: one with a body, that of the parent first (RM 8.3 (12)).
    fn keep_one_of_homographs(&mut self, ty: TypeId, mut inherited: Vec<SubpId>) {
        inherited.sort_by_key(|one| self.abstract_ones.contains(one));
        let mut kept: Vec<SubpId> = Vec::new();
        let name = |sema: &Self, one: SubpId| short(&sema.tree.subprogram(one).name);
        for one in inherited {
            let same = |other: &SubpId| name(self, *other) == name(self, one) && self.same_profile(*other, one);
            let Some(counts) = kept.iter().copied().find(same) else {
                kept.push(one);
                continue;
            };
            let symbol = self.names.fold(&name(self, one));
            if let Some(entries) = self.scopes[self.scope].names.get_mut(&symbol) {
                entries.retain(|entry| !matches!(entry.entity, Entity::Subprogram(other) if other == one));
            }
            for primitive in self.primitives.entry(ty).or_default().iter_mut().filter(|own| own.own == one) {
                primitive.own = counts;
            }
        }
    }

    /// The full view of a private extension has a parent that descends from the ancestor of the partial view (RM 7.3
    /// (8)): what it inherits is what that parent has.
    fn inherit_from_nearer(&mut self, parent: TypeId, ty: TypeId, loc: Loc) {
        let known = self.primitives.get(&ty).cloned().unwrap_or_default();
        for one in self.primitives.get(&parent).cloned().unwrap_or_default() {
            match known.iter().find(|own| own.slot == one.slot) {
                Some(own) if self.inherited_ones.contains_key(&own.own) => {
                    let body = self.inherited_body(own.own, one.own, loc);
                    self.inherited_ones.insert(own.own, one.own);
                    self.tree.subprogram_mut(own.own).body = Some(body);
                    if self.abstract_ones.contains(&one.own) {
                        self.abstract_ones.insert(own.own);
                    } else {
                        self.abstract_ones.remove(&own.own);
                    }
                }
                Some(_) => {}
                None => {
                    let name = self.tree.subprogram(one.own).name.clone();
                    let name = self.names.fold(&short(&name));
                    let new = self.inherited(one.own, parent, ty, name, loc);
                    self.primitives.entry(ty).or_default().push(Primitive { slot: one.slot, own: new });
                }
            }
        }
    }

    /// The class-wide type of a tagged type, or of a class-wide one.
    pub fn class_of(&self, ty: TypeId) -> Option<TypeId> {
        let specific = self.tree.types.specific(ty);
        self.tree.types[specific].tagged.as_ref().map(|tagged| tagged.class)
    }

    /// The operation of a tagged type that a subprogram is.
    pub(super) fn primitive_of(&self, ty: TypeId, subp: SubpId) -> Option<Primitive> {
        self.primitives.get(&ty)?.iter().find(|one| one.own == subp).copied()
    }

    /// The tagged types whose specific subtypes the profile of a subprogram names (RM 3.9.2 (2)).
    pub(super) fn controlling_types(&self, subp: SubpId) -> Vec<TypeId> {
        let entry = self.tree.subprogram(subp);
        let types = entry.params.iter().map(|param| self.tree.object(*param).ty).chain(entry.result);
        let mut found = Vec::new();
        for ty in types {
            found.extend(self.tree.types.controlled(ty).filter(|base| !found.contains(base)));
        }
        found
    }

    /// Whether a subprogram that is declared here may be a primitive operation of a tagged type.
    pub fn declares_primitive(&self, subp: SubpId) -> bool {
        self.controlling_types(subp).iter().any(|ty| self.homes.get(ty) == Some(&self.scope))
    }

    /// A subprogram is declared: is it a primitive operation of a tagged type, a new one or one that overrides what the
    /// type inherits (RM 3.2.3, 8.3)?
    pub fn note_primitive(&mut self, subp: SubpId) {
        let package = self.scopes[self.scope].kind == ScopeKind::Package;
        let name = short(&self.tree.subprogram(subp).name);
        for ty in self.controlling_types(subp) {
            if self.homes.get(&ty) != Some(&self.scope) {
                continue;
            }
            let known = self.primitives.get(&ty).cloned().unwrap_or_default();
            let mut overrides = false;
            let mut overridden = Vec::new();
            let mut updated = known.clone();
            for one in &mut updated {
                let same = short(&self.tree.subprogram(one.own).name) == name && self.overrides(ty, one.own, subp);
                if same && one.own != subp && !self.never_declared(one.own, ty) && !self.is_apart(one.own, subp) {
                    overridden.push(one.own);
                    one.own = subp;
                    overrides = true;
                }
            }
            if package && !overrides {
                updated.push(Primitive { slot: subp, own: subp });
            }
            self.primitives.insert(ty, updated);
            if !overridden.is_empty() {
                let symbol = self.names.fold(&name);
                self.drop_overridden_of(symbol);
            }
            for old in overridden {
                // Where only what is inherited is visible, it is the overriding one all the same (RM 3.9.2 (20)).
                if self.inherited_ones.contains_key(&old) && self.same_profile(old, subp) {
                    self.abstract_ones.remove(&old);
                    self.calls_other(old, subp);
                }
            }
        }
    }

    /// Whether an operation of an ancestor is not visible where a type derived from it is: the type has it, but it is
    /// never declared there, so that nothing overrides it (RM 7.3.1 (6)).
    fn never_declared(&self, old: SubpId, ty: TypeId) -> bool {
        !self.controlling_types(old).contains(&ty) && self.is_hidden_here(old)
    }

    /// Whether an operation is declared in the private part of a package that this place is outside of.
    pub(super) fn is_hidden_here(&self, subp: SubpId) -> bool {
        let of = self.controlling_types(subp);
        let homes = of.iter().filter_map(|ty| self.homes.get(ty));
        let mut outside = homes.filter(|home| !self.scopes.inside(self.scope, **home));
        outside.any(|home| {
            let mut entries = self.scopes[*home].names.values().flatten();
            entries.any(|entry| entry.private && matches!(entry.entity, Entity::Subprogram(one) if one == subp))
        })
    }

    /// Whether the profile of `new`, of type `ty`, is that of `old` with `ty` for the type that `old` is of.
    fn overrides(&self, ty: TypeId, old: SubpId, new: SubpId) -> bool {
        let types = &self.tree.types;
        let (a, b) = (self.tree.subprogram(old), self.tree.subprogram(new));
        let same = |x: TypeId, y: TypeId| {
            let designated = |of: TypeId| types.access(of).filter(|access| access.anonymous);
            let (x, y) = match (designated(x), designated(y)) {
                (Some(x), Some(y)) if x.constant == y.constant => (x.designated, y.designated),
                _ => (x, y),
            };
            let (x, y) = (types.base(x), types.base(y));
            x == y || y == ty && types[x].tagged.is_some() && types.descends(ty, x)
        };
        let param = |id: &ObjId| self.tree.object(*id).ty;
        a.params.len() == b.params.len()
            && a.params.iter().zip(&b.params).all(|(x, y)| same(param(x), param(y)))
            && match (a.result, b.result) {
                (Some(x), Some(y)) => same(x, y),
                (None, None) => true,
                _ => false,
            }
    }

    /// A type is derived from a tagged one: `inherited` has what it inherits, as operations of the ancestor and of
    /// itself. Operations that are not visible here are called for it all the same.
    pub fn inherit_primitives(&mut self, ancestor: TypeId, derived: TypeId, inherited: &[(SubpId, SubpId)]) {
        let mut own = self.primitives.get(&derived).cloned().unwrap_or_default();
        for one in self.primitives.get(&ancestor).cloned().unwrap_or_default() {
            let now = inherited.iter().find(|(old, _)| *old == one.own).map_or(one.own, |(_, new)| *new);
            if own.iter().any(|known| known.slot == one.slot) {
                continue;
            }
            // What another ancestor has already, with a body, is what the type has.
            let name = short(&self.tree.subprogram(one.own).name);
            let earlier = own.iter().find(|known| {
                short(&self.tree.subprogram(known.own).name) == name && self.same_profile(known.own, now)
            });
            let earlier = earlier.copied().filter(|known| !self.abstract_ones.contains(&known.own));
            own.push(Primitive { slot: one.slot, own: earlier.map_or(now, |known| known.own) });
        }
        self.primitives.insert(derived, own);
    }

    /// The formal parameters of a call that control it, with the actual ones given for them.
    fn controlling_actuals(&mut self, subp: SubpId, ty: TypeId, calls: &Calls<'a>) -> Vec<&'a ast::Expr> {
        let params = self.tree.subprogram(subp).params.clone();
        let names = self.profiles[subp.0 as usize].names.clone();
        let skipped = usize::from(self.leading(calls, subp).is_some_and(|(prefix, _)| prefix.is_some()));
        let mut found = Vec::new();
        for (at, argument) in calls.arguments.unwrap_or_default().iter().enumerate() {
            let position = match argument.formal() {
                _ if argument.is_positional() => Some(at + skipped),
                Some(formal) => names.iter().position(|name| *name == formal.symbol),
                None => None,
            };
            let formal = position.and_then(|position| params.get(position));
            if formal.is_some_and(|formal| self.tree.types.controlled(self.tree.object(*formal).ty) == Some(ty)) {
                found.extend(argument.expr());
            }
        }
        found
    }

    /// The type of whose class a call dispatches, if it does: an actual parameter that controls it is class-wide.
    pub fn dispatches(&mut self, subp: SubpId, calls: &Calls<'a>) -> Option<TypeId> {
        for ty in self.controlling_types(subp) {
            if self.primitive_of(ty, subp).is_none() {
                continue;
            }
            if let Some(prefix) = &calls.prefix {
                let first = self.tree.subprogram(subp).params.first();
                let types = &self.tree.types;
                let controls = first.is_some_and(|first| types.controlled(self.tree.object(*first).ty) == Some(ty));
                if controls && self.tree.types.is_class_wide(prefix.ty) {
                    return Some(ty);
                }
            }
            for actual in self.controlling_actuals(subp, ty, calls) {
                let types = self.types_of_designating(actual);
                let class_wide = |one: &TypeId| self.tree.types.is_class_wide(self.tree.types.designated(*one));
                if !types.is_empty() && types.iter().all(class_wide) {
                    return Some(ty);
                }
            }
        }
        None
    }

    /// The types that an actual parameter may have; of `X'Access` and of an allocator, which fit any access type, those
    /// of what they designate (RM 3.9.2 (5)).
    fn types_of_designating(&mut self, actual: &'a ast::Expr) -> Vec<TypeId> {
        match &actual.kind {
            ast::ExprKind::Name(name) => match &name.kind {
                ast::NameKind::Attribute(attribute)
                    if matches!(self.names.text(attribute.designator.symbol), "access" | "unchecked_access") =>
                {
                    self.types_of_each(&attribute.prefix)
                }
                _ => self.types_of(actual),
            },
            ast::ExprKind::Allocator(indication, _) => {
                let mark = match &indication.mark.kind {
                    ast::NameKind::Qualified(mark, _) => mark,
                    _ => &indication.mark,
                };
                vec![self.attempt(|sema| sema.subtype_mark(mark))]
            }
            _ => self.types_of(actual),
        }
    }

    /// Whether a subprogram is a primitive operation of a tagged type.
    pub fn is_primitive(&self, subp: SubpId) -> bool {
        self.controlling_types(subp).into_iter().any(|ty| self.primitive_of(ty, subp).is_some())
    }

    /// A call that would dispatch by the tag of its context (RM 3.9.2 (6)) is outside the subset.
    pub fn check_own_tag(&mut self, value: &Expr, span: horn_frontend::Span) {
        let base = self.tree.types.base(value.ty);
        let controlled = match &value.kind {
            ExprKind::Call(subp, _) => self.primitive_of(base, *subp).is_some(),
            ExprKind::Qualified(inner) => return self.check_own_tag(inner, span),
            ExprKind::If(branches, otherwise) => {
                branches.iter().for_each(|(_, branch)| self.check_own_tag(branch, span));
                return self.check_own_tag(otherwise, span);
            }
            ExprKind::Case(_, alternatives) => {
                return alternatives.iter().for_each(|(_, branch)| self.check_own_tag(branch, span));
            }
            _ => false,
        };
        if controlled {
            self.reject(span, "call that takes its tag from the context (RM 3.9.2)");
        }
    }

    /// Whether a class-wide actual parameter may stand for a formal one of a specific type: the call dispatches.
    pub fn may_dispatch(&self, subp: SubpId, actual: TypeId, formal: TypeId) -> bool {
        let types = &self.tree.types;
        let actual = match (types.access(formal), types.access(actual)) {
            (Some(_), Some(access)) => access.designated,
            _ => actual,
        };
        types.controlled(formal).is_some_and(|base| {
            types.is_class_wide(actual) && types.specific(actual) == base && self.primitive_of(base, subp).is_some()
        })
    }

    /// The subprogram that stands for dispatching calls of an operation in the class of its type.
    pub fn dispatcher(&mut self, subp: SubpId, ty: TypeId) -> Option<SubpId> {
        let primitive = self.primitive_of(ty, subp)?;
        let class = self.class_of(ty)?;
        if let Some(known) = self.dispatchers.iter().find(|one| one.slot == primitive.slot && one.ty == ty) {
            return Some(known.subp);
        }
        let old = self.tree.subprogram(subp).clone();
        let mut formals = self.formals(subp);
        for formal in &mut formals {
            formal.ty = self.with_other(formal.ty, ty, class);
        }
        let result = old.result.map(|at| self.with_other(at, ty, class));
        // An operation of a type inside a subprogram is called there only.
        let new = self.hidden_subprogram(old.name, (old.parent, old.loc), formals, result);
        self.called_like(new, subp);
        self.bodies_done.push(new);
        self.dispatchers.push(Dispatcher { slot: primitive.slot, ty, subp: new });
        self.tree.dispatchers.insert(new);
        Some(new)
    }

    /// Gives all dispatchers their bodies.
    pub fn finish_dispatchers(&mut self) {
        for one in self.dispatchers.clone() {
            let members = self.tree.types.members(one.ty);
            let entry = self.tree.subprogram(one.subp).clone();
            let loc = entry.loc;
            let class = self.class_of(one.ty).unwrap_or(one.ty);
            let object = |param: &ObjId| Expr { kind: ExprKind::Object(*param), ty: self.tree.object(*param).ty, loc };
            let types = &self.tree.types;
            let controlling: Vec<Expr> = entry
                .params
                .iter()
                .map(object)
                .filter(|value| types.base(self.controlled_or_own(value.ty)) == class)
                .map(|value| match types.access(value.ty) {
                    Some(_) => Expr { kind: ExprKind::Deref(Box::new(value)), ty: class, loc },
                    None => value,
                })
                .collect();
            let Some(first) = controlling.first() else { continue };
            let mut statements = Vec::new();
            // All operands that control the call have the same tag, but those of an equality, which are not equal
            // otherwise (RM 3.9.2 (16)).
            let boolean = self.tree.types.std.boolean;
            let equality = controlling.len() == 2
                && entry.params.len() == 2
                && entry.result.is_some_and(|result| self.tree.types.base(result) == boolean)
                && short(&entry.name) == "\"=\"";
            for other in controlling.iter().skip(1) {
                let differ = self.compared(BinaryOp::Ne, self.tag_of(first, loc), self.tag_of(other, loc), loc);
                let kind = match equality {
                    true => StmtKind::Return(Some(Expr::int(Int::from(0), boolean, loc))),
                    false => StmtKind::Raise(Some(CONSTRAINT_ERROR)),
                };
                let stmt = Stmt { kind, loc };
                statements.push(Stmt { kind: StmtKind::If(vec![(differ, vec![stmt])], Vec::new()), loc });
            }
            let mut branches = Vec::new();
            let mut missing = None;
            for member in members {
                let own = self.primitives.get(&member).and_then(|all| all.iter().find(|p| p.slot == one.slot));
                let Some(own) = own.map(|own| own.own).filter(|own| !self.abstract_ones.contains(own)) else {
                    missing.get_or_insert(member);
                    continue;
                };
                let call = self.call_for(own, &entry.params, class, loc);
                let kind = match (self.tree.subprogram(own).result, entry.result) {
                    (Some(from), Some(to)) => {
                        let call = Expr { kind: ExprKind::Call(own, call), ty: from, loc };
                        let same = self.tree.types.base(from) == self.tree.types.base(to);
                        StmtKind::Return(Some(if same {
                            call
                        } else {
                            Expr { kind: ExprKind::Convert(Box::new(call)), ty: to, loc }
                        }))
                    }
                    _ => StmtKind::Call(own, call),
                };
                branches.push((self.is_tagged_as(first, member, loc), vec![Stmt { kind, loc }]));
            }
            if let Some(member) = missing {
                let name = self.tree.types[member].name.clone();
                let owner = std::mem::replace(&mut self.owner, one.subp);
                self.apart(|sema| sema.reject_at(loc, format!("operation that \"{name}\" does not have (RM 3.9.3)")));
                self.owner = owner;
            }
            let raise = Stmt { kind: StmtKind::Raise(Some(PROGRAM_ERROR)), loc };
            statements.push(Stmt { kind: StmtKind::If(branches, vec![raise]), loc });
            let body = Body { statements, end: loc, ..Body::default() };
            self.tree.subprogram_mut(one.subp).body = Some(body);
        }
    }

    /// The tag of a value, as a number.
    pub fn tag_of(&self, value: &Expr, loc: Loc) -> Expr {
        let kind = ExprKind::Builtin(Builtin::Tag, vec![value.clone()]);
        Expr { kind, ty: self.tree.types.std.universal_integer, loc }
    }

    /// Whether the tag of a value is that of a type.
    pub fn is_tagged_as(&self, value: &Expr, ty: TypeId, loc: Loc) -> Expr {
        let number = Expr::int(Int::from(i64::from(ty.0)), self.tree.types.std.universal_integer, loc);
        self.compared(BinaryOp::Eq, self.tag_of(value, loc), number, loc)
    }

    /// The arguments of the call of a type's operation inside a dispatcher.
    fn call_for(&self, own: SubpId, params: &[ObjId], class: TypeId, loc: Loc) -> Vec<Expr> {
        let wanted = self.tree.subprogram(own).params.iter().map(|param| self.tree.object(*param).ty);
        let argument = |(param, wanted): (&ObjId, TypeId)| {
            let ty = self.tree.object(*param).ty;
            let value = Expr { kind: ExprKind::Object(*param), ty, loc };
            let of = |ty: TypeId| self.tree.types.base(self.controlled_or_own(ty));
            match of(ty) == class && of(wanted) != class {
                true => Expr { kind: ExprKind::Convert(Box::new(value)), ty: wanted, loc },
                false => value,
            }
        };
        params.iter().zip(wanted).map(argument).collect()
    }

    /// What values of an anonymous access type designate; any other type itself.
    fn controlled_or_own(&self, ty: TypeId) -> TypeId {
        self.tree.types.access(ty).filter(|access| access.anonymous).map_or(ty, |access| access.designated)
    }

    /// The candidates for `X.Name` where X is of a tagged type: primitive operations of the type, and subprograms
    /// declared with it or its ancestors whose first parameter is class-wide (RM 4.1.3 (9.2)).
    pub fn prefixed(&mut self, prefix: &Expr, name: ast::Symbol) -> Vec<Callable> {
        let specific = self.tree.types.specific(prefix.ty);
        let mut found: Vec<Callable> = Vec::new();
        let mut seen = Vec::new();
        let mut todo = vec![specific];
        let text = self.names.text(name).to_string();
        for one in self.primitives.get(&specific).cloned().unwrap_or_default() {
            let callable = Callable::Subprogram(one.own);
            if short(&self.tree.subprogram(one.own).name) == text
                && self.takes_first(one.own, prefix.ty)
                && !found.contains(&callable)
                && !self.is_hidden_here(one.own)
                && !self.scopes.is_of_actual(&Entity::Subprogram(one.own), self.scope)
            {
                found.push(callable);
            }
        }
        while let Some(at) = todo.pop() {
            if seen.contains(&at) {
                continue;
            }
            seen.push(at);
            if let Some(tagged) = &self.tree.types[at].tagged {
                todo.extend(tagged.interfaces.iter().chain(&self.tree.types[at].parent).copied());
            }
            let Some(home) = self.homes.get(&at).copied() else { continue };
            for entry in self.scopes[home].names.get(&name).cloned().unwrap_or_default().into_iter().rev() {
                let Entity::Subprogram(subp) = entry.entity else { continue };
                let first = self.tree.subprogram(subp).params.first().map(|param| self.tree.object(*param).ty);
                let class_wide =
                    first.is_some_and(|first| self.tree.types.is_class_wide(self.controlled_or_own(first)));
                let callable = Callable::Subprogram(subp);
                if (class_wide || at == specific)
                    && self.takes_first(subp, prefix.ty)
                    && !self.scopes.is_of_actual(&entry.entity, self.scope)
                    && !found.contains(&callable)
                    && !self.hidden_by(&found, &callable)
                {
                    found.push(callable);
                }
            }
        }
        let concrete =
            |callable: &Callable| !matches!(callable, Callable::Subprogram(subp) if self.abstract_ones.contains(subp));
        if found.iter().any(concrete) && !self.tree.types.is_class_wide(prefix.ty) {
            found.retain(concrete);
        }
        found
    }

    /// Whether a value of a type may be the first parameter of a subprogram.
    fn takes_first(&self, subp: SubpId, ty: TypeId) -> bool {
        let first = self.tree.subprogram(subp).params.first().map(|param| self.tree.object(*param).ty);
        first.is_some_and(|first| self.fits_prefix(subp, ty, first))
    }

    /// Whether a value may be the prefix of a call whose first parameter is of this type: of what is an access value
    /// the prefix is the object (RM 4.1.3 (9.2)).
    pub fn fits_prefix(&self, subp: SubpId, ty: TypeId, first: TypeId) -> bool {
        let types = &self.tree.types;
        let object = match types.access(ty) {
            Some(_) => first,
            None => self.controlled_or_own(first),
        };
        types.compatible(ty, object) || self.may_dispatch(subp, ty, first)
    }

    /// The access value that a prefix stands for where the first parameter is one: `L.R` is `R (L.all'Access)`, for
    /// which `L` is not null (RM 4.1.3 (9.2)). Parameters that control calls exclude null by themselves.
    pub fn prefix_as_access(&mut self, prefix: Expr, first: TypeId, span: horn_frontend::Span) -> Expr {
        let types = &self.tree.types;
        if types.access(first).is_none() {
            return prefix;
        }
        let pointer = match prefix.kind {
            _ if types.access(prefix.ty).is_some() => prefix,
            ExprKind::Deref(pointer) => *pointer,
            _ => return self.reference(prefix, false, Some(first), span),
        };
        let class = self.tree.types.is_class_wide(self.tree.types.designated(first));
        if !class || self.tree.types.excludes_null(pointer.ty) {
            return pointer;
        }
        let (ty, loc) = (pointer.ty, pointer.loc);
        Expr { kind: ExprKind::Builtin(Builtin::Prefix, vec![pointer]), ty, loc }
    }
}

/// A dispatcher: the operation, the root of the class, and the subprogram.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dispatcher {
    pub slot: SubpId,
    pub ty: TypeId,
    pub subp: SubpId,
}

/// The name of a subprogram without the units around it, in lower case.
pub(super) fn short(name: &str) -> String {
    // Names of operators have no points.
    name.rsplit('.').next().unwrap_or(name).to_lowercase()
}
