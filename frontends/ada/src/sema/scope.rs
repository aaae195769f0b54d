//! Scopes and visibility (RM 8): what a name can denote at a place.
//!
//! A scope is a declarative region: a package, its body, a subprogram, a block, a loop. Scopes form a
//! tree by `parent`. A package's body is a scope of its own whose parent is the package's scope, so that
//! the body sees everything of its package and nobody else sees the body. Overloadable entities are
//! collected from the inside out; others hide what is further out (RM 8.3). Use-visible declarations
//! come last (RM 8.4).

use super::tree::{ExnId, Expr, LoopId, ObjId, SubpId, Value};
use super::types::TypeId;
use crate::ast::Symbol;
use crate::place::Loc;
use std::collections::HashMap;
use std::rc::Rc;

/// Index of a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ScopeId(pub u32);

/// Index of a generic unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct GenericId(pub u32);

/// Subprograms of predefined packages that are known to the analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intrinsic {
    /// A procedure without effect on the program: output.
    Output,
    /// An operation on a file: without effect, but it may raise an exception.
    Files,
    /// `Shift_Left` and its relatives, for a type of `Interfaces` or one that is derived from it.
    Shift(super::tree::Builtin, super::types::TypeId),
    /// `Raise_Exception` of `Ada.Exceptions`.
    Raise,
    /// `Reraise_Occurrence`.
    Reraise,
    /// A function of `Ada.Numerics.Elementary_Functions` or an instance, for that type.
    Elementary(super::tree::Builtin, super::types::TypeId),
}

/// What a declaration introduces.
#[derive(Clone, Debug)]
pub(crate) enum Entity {
    /// An object.
    Object(ObjId),
    /// A renamed object: the expression it stands for.
    Renamed(Rc<Expr>),
    /// A named number.
    Number(Value),
    /// A type or subtype.
    Type(TypeId),
    /// A subprogram.
    Subprogram(SubpId),
    /// An enumeration literal.
    Literal(TypeId, u32),
    /// A package.
    Package(ScopeId),
    /// An exception.
    Exception(ExnId),
    /// A generic unit.
    Generic(GenericId),
    /// A loop, for `exit` and `'Loop_Entry`.
    Loop(LoopId),
    /// The name of a block, or a label.
    Block,
    /// A subprogram of a predefined package.
    Intrinsic(Intrinsic),
    /// Something outside the subset.
    Unsupported(Rc<str>),
}

impl Entity {
    /// Whether several declarations of the name can be visible at once.
    pub fn overloadable(&self) -> bool {
        matches!(self, Entity::Subprogram(_) | Entity::Literal(..) | Entity::Intrinsic(_))
    }
}

/// A declared name.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// What it is.
    pub entity: Entity,
    /// Where it is declared; predefined ones are nowhere.
    pub loc: Option<Loc>,
    /// Declared in a private part.
    pub private: bool,
    /// The package whose use clause makes it visible, if it was found by one.
    pub used: Option<ScopeId>,
    /// Found outside of the generic unit whose instance is analysed.
    pub outside: bool,
    /// How many declarations there were before.
    pub order: usize,
    /// Of a library unit that is visible where a with clause names it (RM 10.1.6 (2)): the scope of the package or, of
    /// a subprogram, an instance, a generic unit or a renaming, the one around its declaration.
    pub unit: Option<ScopeId>,
}

/// What a with clause names, or an ancestor of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct With {
    /// The unit.
    pub unit: ScopeId,
    /// Named by private with clauses alone.
    pub private: bool,
}

/// What a scope is the region of.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ScopeKind {
    /// Package Standard.
    Standard,
    /// The library: root library units.
    Library,
    /// A package specification.
    Package,
    /// The body of this package.
    PackageBody(ScopeId),
    /// A subprogram.
    Subprogram(SubpId),
    /// Blocks, loops, quantified expressions.
    Inner,
}

/// A declarative region.
#[derive(Clone, Debug)]
pub(crate) struct Scope {
    /// The enclosing region.
    pub parent: Option<ScopeId>,
    /// What it belongs to.
    pub kind: ScopeKind,
    /// Of a package body inside other bodies: the region it stands in, which is searched behind the package's own.
    pub place: Option<ScopeId>,
    /// Its declarations.
    pub names: HashMap<Symbol, Vec<Entry>>,
    /// Use-visible packages.
    pub uses: Vec<ScopeId>,
    /// Prefix of qualified names: `Pkg.`.
    pub prefix: String,
    /// Declarations that follow are private.
    pub in_private: bool,
    /// Of a library package, or around the declaration of another library unit: a private child of its parent.
    pub private_child: bool,
    /// How many declarations there were where its private part began.
    pub private_from: Option<usize>,
    /// Library units that context clauses name; only in scopes of library units.
    pub withs: Vec<With>,
    /// Whether it is a library package: only units that name it in a context clause see it (RM 10.1.6 (2)).
    pub unit: bool,
    /// Which subprogram the objects declared here belong to.
    pub owner: SubpId,
    /// Why there may be declarations that are not known.
    pub open: Option<Rc<str>>,
    /// Entities in order of declaration, for instances.
    pub order: Vec<Symbol>,
}

/// A generic unit whose text is analysed for an instance.
#[derive(Clone, Debug)]
pub(crate) struct InsideGeneric {
    /// The unit.
    pub generic: GenericId,
    /// The scope of its formals in this instance.
    pub formals: ScopeId,
    /// The part that is analysed: its declaration or its body.
    pub end: Loc,
}

/// All scopes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scopes {
    /// The generic unit of which an instance is under analysis.
    pub generic: Option<InsideGeneric>,
    /// Operations that a type inherits from the actual type of a formal one, and that the formal type does not have:
    /// they are not visible inside of the instance, whose formals have this region (RM 12.3 (16), (17)).
    pub of_actual: HashMap<SubpId, ScopeId>,
    /// What was declared meanwhile is not visible: the expression of an expression function is analysed at the end of
    /// its declarative part, but names in it denote what they denote where it stands (RM 8.3).
    pub meanwhile: Option<std::ops::Range<usize>>,
    /// What is analysed behind the private part stands in the visible part.
    pub of_visible_part: bool,
    /// Inherited operations that explicit declarations of a region have replaced.
    pub replaced: HashMap<(ScopeId, Symbol), Vec<Entry>>,
    /// How many declarations and use clauses there are.
    pub declarations: usize,
    /// How many there were before a use clause in a region for a package, the first of them.
    use_orders: HashMap<(ScopeId, ScopeId), usize>,
    all: Vec<Scope>,
}

impl std::ops::Index<ScopeId> for Scopes {
    type Output = Scope;
    fn index(&self, id: ScopeId) -> &Scope {
        &self.all[id.0 as usize]
    }
}

impl std::ops::IndexMut<ScopeId> for Scopes {
    fn index_mut(&mut self, id: ScopeId) -> &mut Scope {
        &mut self.all[id.0 as usize]
    }
}

impl Scopes {
    /// All of them.
    pub fn ids(&self) -> impl Iterator<Item = ScopeId> + use<> {
        (0..u32::try_from(self.all.len()).unwrap_or(u32::MAX)).map(ScopeId)
    }

    /// A new scope inside `parent`.
    pub fn add(&mut self, parent: Option<ScopeId>, kind: ScopeKind, prefix: String, owner: SubpId) -> ScopeId {
        let id = ScopeId(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
        self.all.push(Scope {
            parent,
            kind,
            place: None,
            names: HashMap::new(),
            uses: Vec::new(),
            prefix,
            in_private: false,
            private_child: false,
            private_from: None,
            withs: Vec::new(),
            unit: false,
            owner,
            open: None,
            order: Vec::new(),
        });
        id
    }

    /// Adds a declaration.
    pub fn declare(&mut self, scope: ScopeId, name: Symbol, entity: Entity, loc: Option<Loc>) {
        let order = self.declarations;
        self.declarations += 1;
        let at = &mut self[scope];
        let private = at.in_private;
        at.order.push(name);
        let entry = Entry { entity, loc, private, used: None, outside: false, order, unit: None };
        at.names.entry(name).or_default().push(entry);
    }

    /// Says of the last declaration of a name in a region that it is the one of this library unit.
    pub fn note_unit(&mut self, scope: ScopeId, name: Symbol, unit: ScopeId) {
        if let Some(entry) = self[scope].names.get_mut(&name).and_then(|entries| entries.last_mut()) {
            entry.unit = Some(unit);
        }
    }

    /// Notes a use clause for a package.
    pub fn use_package(&mut self, scope: ScopeId, package: ScopeId) {
        self.use_orders.entry((scope, package)).or_insert(self.declarations);
        self.declarations += 1;
        self[scope].uses.push(package);
    }

    /// Whether a use clause stands where it is known at the place of analysis.
    fn is_used_here(&self, scope: ScopeId, package: ScopeId) -> bool {
        let order = self.use_orders.get(&(scope, package));
        !self.meanwhile.as_ref().zip(order).is_some_and(|(meanwhile, order)| meanwhile.contains(order))
    }

    /// The regions around a place, from the inside out: that of a package body, of its package, then what the body
    /// stands in.
    pub fn outward(&self, from: ScopeId) -> Vec<ScopeId> {
        let mut found = Vec::new();
        let mut places: Vec<(ScopeId, ScopeId)> = Vec::new();
        let mut at = Some(from);
        while let Some(id) = at {
            found.push(id);
            let scope = &self[id];
            if let (ScopeKind::PackageBody(spec), Some(place)) = (&scope.kind, scope.place) {
                places.push((*spec, place));
            }
            at = match places.iter().rposition(|(spec, _)| *spec == id) {
                Some(last) => Some(places.swap_remove(last).1),
                None => scope.parent,
            };
        }
        found
    }

    /// Whether code in `inner` is inside the region of `outer` (so that it sees its private part).
    pub fn inside(&self, inner: ScopeId, outer: ScopeId) -> bool {
        self.outward(inner).into_iter().any(|scope| scope == outer || self[scope].kind == ScopeKind::PackageBody(outer))
    }

    /// Whether code in `from` is inside of an instance in which a declaration is not visible: see
    /// [`Scopes::of_actual`].
    pub fn is_of_actual(&self, entity: &Entity, from: ScopeId) -> bool {
        let Entity::Subprogram(subp) = entity else { return false };
        self.of_actual.get(subp).is_some_and(|formals| self.inside(from, *formals))
    }

    /// The declarations of `name` in the package `package` that code in `from` can select.
    pub fn select(&self, package: ScopeId, name: Symbol, from: ScopeId) -> Vec<Entry> {
        let inside = self.inside(from, package);
        let mut found: Vec<Entry> = Vec::new();
        if inside {
            // The body of the package, when the name is expanded inside it.
            for scope in self.outward(from) {
                if self[scope].kind == ScopeKind::PackageBody(package) {
                    found.extend(self.declared(scope, name).into_iter().cloned());
                }
            }
        }
        // The last one first: an explicit declaration overrides an inherited one (RM 8.3 (10)).
        let own = self.declared(package, name).into_iter();
        let sees = inside && !self.hidden_private_parts(&self.outward(from)).contains(&package);
        found.extend(own.filter(|entry| sees || !entry.private).cloned());
        found.retain(|entry| !self.is_of_actual(&entry.entity, from));
        found
    }

    /// The declarations of a name in a region that are known at the place of analysis, the last one first.
    fn declared(&self, scope: ScopeId, name: Symbol) -> Vec<&Entry> {
        let entries = self[scope].names.get(&name).into_iter().flatten().rev();
        let Some(meanwhile) = &self.meanwhile else { return entries.collect() };
        let is_known = |entry: &&Entry| !meanwhile.contains(&entry.order);
        let (mut known, behind): (Vec<&Entry>, Vec<&Entry>) = entries.partition(is_known);
        if !behind.is_empty() {
            known.extend(self.replaced.get(&(scope, name)).into_iter().flatten().filter(is_known));
        }
        known
    }

    /// Whether an inherited operation is visible where it is analysed, but replaced behind.
    pub fn is_replaced_behind(&self, operation: SubpId) -> bool {
        let is_it = |entry: &Entry| matches!(entry.entity, Entity::Subprogram(subp) if subp == operation);
        self.meanwhile.is_some() && self.replaced.values().flatten().any(is_it)
    }

    /// Whether a declaration around a generic unit comes behind the part of it that is analysed for an instance: names
    /// in there denote what they denote in the generic unit (RM 12.3 (13)).
    fn is_behind(&self, entry: &Entry) -> bool {
        let behind = |unit: &InsideGeneric| {
            entry.loc.is_some_and(|loc| loc.file == unit.end.file && loc.span.start >= unit.end.span.end)
        };
        self.generic.as_ref().is_some_and(behind)
    }

    /// From here on declarations are in the private part of a package.
    pub fn begin_private_part(&mut self, package: ScopeId) {
        let from = self.declarations;
        let scope = &mut self[package];
        (scope.in_private, scope.private_from) = (true, Some(from));
    }

    /// The packages whose private parts are not visible where these regions are around, from the inside out: the
    /// ancestors of the public child in whose visible part the place is (RM 8.2 (4)).
    fn hidden_private_parts(&self, around: &[ScopeId]) -> Vec<ScopeId> {
        let (mut found, mut child, mut bodies) = (Vec::new(), false, Vec::new());
        let mut package = None;
        for id in around.iter().copied() {
            let scope = &self[id];
            let is_package = scope.kind == ScopeKind::Package;
            if let ScopeKind::PackageBody(spec) = scope.kind {
                bodies.push(spec);
            }
            // An instance of a generic child is in the scope around the generic unit; other children are no packages.
            let around_generic = !child && scope.kind == ScopeKind::Inner && !scope.withs.is_empty();
            if is_package {
                package = Some(id);
            }
            if !(around_generic || is_package && scope.unit) {
                continue;
            }
            let in_visible_part =
                package.is_some_and(|package| !bodies.contains(&package) && self.is_before_private_part(package));
            if child {
                found.push(id);
            } else if !in_visible_part {
                break;
            }
            child = true;
            if scope.private_child {
                break;
            }
        }
        found
    }

    /// Whether what is analysed stands in front of the private part of a package, if it stands in its specification.
    fn is_before_private_part(&self, package: ScopeId) -> bool {
        !self[package].in_private || self.of_visible_part
    }

    /// Whether a place is in the visible part of a library package, where what a private with clause names is not
    /// visible (RM 10.1.2 (12)).
    pub fn is_in_visible_part(&self, from: ScopeId, package: ScopeId) -> bool {
        let before = self[package].kind == ScopeKind::Package && self.is_before_private_part(package);
        before && !self.outward(from).iter().any(|id| self[*id].kind == ScopeKind::PackageBody(package))
    }

    /// Whether a use clause stands in the private part of its region.
    fn is_private_use(&self, scope: ScopeId, package: ScopeId) -> bool {
        let order = self.use_orders.get(&(scope, package));
        self[scope].private_from.zip(order).is_some_and(|(from, order)| *order >= from)
    }

    /// All visible declarations of a direct name: one that is not overloadable, or overloadable ones from
    /// the inside out. The flag says that several use clauses hide each other's declarations.
    pub fn lookup(&self, from: ScopeId, name: Symbol, visible_unit: impl Fn(ScopeId) -> bool) -> (Vec<Entry>, bool) {
        let mut found: Vec<Entry> = Vec::new();
        let mut used: Vec<ScopeId> = Vec::new();
        let mut around_generic = false;
        let around = self.outward(from);
        let hidden = self.hidden_private_parts(&around);
        'regions: for id in around {
            let scope = &self[id];
            let private = hidden.contains(&id);
            let outside = around_generic && scope.kind != ScopeKind::Library;
            around_generic |= self.generic.as_ref().is_some_and(|unit| unit.formals == id);
            for package in &scope.uses {
                let hidden = private && self.is_private_use(id, *package);
                if !hidden && !used.contains(package) && self.is_used_here(id, *package) {
                    used.push(*package);
                }
            }
            for entry in self.declared(id, name) {
                if private && entry.private {
                    continue;
                }
                let own = |generic| self.generic.as_ref().is_some_and(|unit| unit.generic == generic);
                let own = matches!(entry.entity, Entity::Generic(generic) if own(generic));
                if entry.unit.is_some_and(|unit| !own && !visible_unit(unit)) {
                    continue;
                }
                if outside && self.is_behind(entry) || self.is_of_actual(&entry.entity, from) {
                    continue;
                }
                if entry.entity.overloadable() {
                    found.push(Entry { outside, ..entry.clone() });
                } else if let (Entity::Generic(own), Some(unit), false) =
                    (&entry.entity, &self.generic, found.is_empty())
                    && *own == unit.generic
                {
                    // Inside, its name is that of the instance, a subprogram, which hides no others.
                } else if found.is_empty() {
                    return (vec![Entry { outside, ..entry.clone() }], false);
                } else {
                    break 'regions;
                }
            }
        }
        // Declarations that are directly visible hide those made visible by use clauses, unless all are overloadable.
        let mut clash = false;
        let mut other: Option<Entry> = None;
        let mut unsupported = true;
        for package in used {
            if self.inside(from, package) {
                continue;
            }
            let outside = self.generic.as_ref().is_some_and(|unit| !self.inside(package, unit.formals));
            for entry in self.declared(package, name) {
                let hidden_child = entry.unit.is_some_and(|unit| !visible_unit(unit));
                if entry.private || hidden_child || self.is_of_actual(&entry.entity, from) {
                    continue;
                }
                if entry.entity.overloadable() {
                    found.push(Entry { used: Some(package), outside, ..entry.clone() });
                } else {
                    let same = other.as_ref().is_some_and(|first| same_entity(&first.entity, &entry.entity));
                    unsupported &= matches!(entry.entity, Entity::Unsupported(_));
                    clash |= other.is_some() && !same;
                    other = Some(entry.clone());
                }
            }
        }
        match other {
            // Instances that are not supported may be subprograms, which hide nothing: which one is meant is not known.
            Some(entry) if unsupported && found.iter().all(|entry| entry.used.is_some()) => (vec![entry], false),
            Some(entry) if found.is_empty() => (vec![entry], clash),
            _ => (found, false),
        }
    }
}

/// Whether two names denote the same thing.
pub(crate) fn same_entity(a: &Entity, b: &Entity) -> bool {
    match (a, b) {
        (Entity::Subprogram(a), Entity::Subprogram(b)) => a == b,
        (Entity::Literal(a, x), Entity::Literal(b, y)) => a == b && x == y,
        (Entity::Object(a), Entity::Object(b)) => a == b,
        (Entity::Type(a), Entity::Type(b)) => a == b,
        (Entity::Package(a), Entity::Package(b)) => a == b,
        (Entity::Exception(a), Entity::Exception(b)) => a == b,
        (Entity::Generic(a), Entity::Generic(b)) => a == b,
        _ => false,
    }
}
