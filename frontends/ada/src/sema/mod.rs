//! Semantic analysis: from syntax trees to the typed program of [`tree`].
//!
//! One pass in the order of elaboration resolves names and overloads, evaluates static expressions
//! exactly, expands generic instances, and reports violations of the legality rules in GNAT's wording.
//! Contracts, predicates and expression functions are analysed at the end of the declarative part they
//! stand in, because they may name what is declared behind them (RM 13.14).
//!
//! An expression is analysed in two steps (RM 8.6): `overload` finds the types it could have without
//! committing itself, `expr` then builds the tree for the one the context wants. Everything the first
//! step reports is thrown away.

mod access;
mod activation;
mod aggregate;
mod attribute;
mod bits;
mod call;
mod case;
mod children;
mod chosen;
mod class_wide;
mod concurrent;
mod container_aggregate;
mod contract;
mod convert;
mod cursors;
mod decl;
mod delta;
mod deny;
mod elaboration;
mod element;
mod evident;
mod expr;
mod finalization;
mod fixed;
mod flow;
mod fold;
mod formal_types;
mod generic;
mod heap;
mod hidden;
mod indirect;
mod intrinsic;
mod invariant;
mod iterable;
mod layout;
mod legal;
mod library;
mod marks;
mod membership;
mod name;
mod operators;
mod overload;
mod poison;
mod predicate;
mod prefix;
mod range;
mod relaxed;
mod rendezvous;
pub mod renewed;
mod representation;
mod scope;
mod sizes;
pub(crate) mod standard;
mod stmt;
mod structural;
mod subprogram;
mod tagged;
mod tasking;
mod told;
pub mod tree;
mod typedecl;
pub mod types;
mod unchecked;
mod units;
mod variant;
mod views;
mod visible;
pub(crate) mod walk;

use crate::ast::{self, Interner, Symbol};
use crate::place::Loc;
use horn_frontend::ir::FileId;
use horn_frontend::{Severity, Span};
use scope::{Entity, ScopeId, ScopeKind, Scopes};
use std::collections::HashMap;
use tree::{ExnId, Expr, ExprKind, LoopId, ObjId, Object, ObjectKind, Stmt, StmtKind, SubpId, Subprogram, Tree};
use types::TypeId;

pub(crate) use attribute::{character_image, is_graphic};
pub(crate) use fixed::multiple;
pub(crate) use fold::{machine, power, round_to_float};
pub(crate) use heap::{LAST as LAST_OBJECT, is_heap};
pub(crate) use poison::{ERRONEOUS, MISSING_UNIT};
pub(crate) use units::analyze;

/// A message about a place in one of the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Where.
    pub loc: Loc,
    /// How serious.
    pub severity: Severity,
    /// One line, without a final full stop.
    pub text: String,
}

/// A subprogram, or a part of a package, that is not analysed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// The subprogram; empty for declarations of packages.
    pub subprogram: String,
    /// Where the construct stands.
    pub loc: Loc,
    /// `task type (RM 9.1)`.
    pub construct: String,
}

/// What calls need to know about a subprogram.
#[derive(Clone, Debug, Default)]
pub(crate) struct Profile {
    /// Names of the parameters.
    pub names: Vec<Symbol>,
    /// Their defaults.
    pub defaults: Vec<Option<Expr>>,
    /// The formal types that the subtype marks of the parameters name, and that of the result, where the profile stands
    /// in a generic unit.
    pub formal_types: Vec<Option<told::FormalType>>,
}

/// A loop that encloses the place of analysis.
#[derive(Clone, Debug)]
pub(crate) struct OpenLoop {
    pub id: LoopId,
    pub name: Option<Symbol>,
    pub scope: ScopeId,
    pub entry_values: Vec<(ObjId, Expr)>,
    /// How many branches of statements are open inside.
    pub branches: u32,
}

/// Something that waits for the end of its declarative part.
#[derive(Clone, Debug)]
pub(crate) enum Deferred<'a> {
    /// Aspects of a subprogram.
    Contract { subp: SubpId, aspects: &'a [ast::Aspect], scope: ScopeId },
    /// `--#` annotations of a subprogram.
    Annotations { subp: SubpId, annotations: &'a [ast::Annotation], scope: ScopeId },
    /// The expression of an expression function, and how many declarations there were in front of it.
    Expression { subp: SubpId, expr: &'a ast::Expr, scope: ScopeId, order: usize },
    /// Predicates of a subtype: the function that decides it, and its parameter.
    Predicate { subp: SubpId, expr: &'a ast::Expr, scope: ScopeId },
}

/// The state of the analysis.
pub(crate) struct Sema<'a> {
    pub names: &'a mut Interner,
    pub tree: Tree,
    pub scopes: Scopes,
    pub profiles: Vec<Profile>,
    pub messages: Vec<Message>,
    pub unsupported: Vec<Unsupported>,
    pub file: FileId,
    /// Where names are looked up and declared.
    pub scope: ScopeId,
    /// Whether names are those of a context clause: library units.
    pub in_context: bool,
    /// The subprogram whose activation owns new objects.
    pub owner: SubpId,
    /// Statements of the declarative part under analysis.
    pub sink: Vec<Stmt>,
    /// The names of types whose values can stand for other ones, by aspects that are not supported.
    pub stand_for_others: std::collections::BTreeSet<String>,
    /// The values that clauses give for the small of fixed point types, by the region and the name of the type.
    pub small_clauses: std::collections::HashMap<(scope::ScopeId, Symbol), &'a ast::Expr>,
    /// The subtype marks of what instances declare.
    pub marks: marks::Marks,
    /// The discriminants of formal types, in lower case, whose actual types have other names for them: by the scope of
    /// the formals and the actual type.
    pub formal_discriminants: std::collections::HashMap<(scope::ScopeId, TypeId), Vec<String>>,
    /// The formal type that the context of a call without parameters has.
    pub wanted_formal: Option<told::FormalType>,
    /// The scopes that hold the generic formals of the instances met so far.
    pub formal_regions: std::collections::BTreeSet<scope::ScopeId>,
    /// Types, with those of their parts, of what an instance names outside of its generic unit. Instances are told by
    /// the scopes of their formals.
    pub named_outside: std::collections::BTreeSet<(scope::ScopeId, types::TypeId)>,
    /// What outside the subset the declaration or statement under analysis names.
    pub poison: Option<poison::Poison>,
    /// Where the declaration or statement under analysis is wrong.
    pub wrong: Option<Loc>,
    /// The owner of an assertion under analysis: what is not supported in it concerns it alone.
    pub aside: Option<SubpId>,
    /// Greater than 0 while an interpretation is only tried: nothing is reported.
    pub trying: u32,
    /// Calls in prefixes that could be of several functions, by their places, and the functions that are taken.
    pub narrowing: Vec<(Span, name::Callable)>,
    /// Whether somebody waits for the choices at a place that is ambiguous by itself, and what was found.
    pub ambiguous: prefix::Ambiguous,
    /// Possible types of expressions, by the address of their node; valid during one statement.
    pub memo: HashMap<usize, Vec<TypeId>>,
    pub loops: Vec<OpenLoop>,
    /// Functions that rename predefined operators: calls are the operators, with checks where they stand.
    pub operators: HashMap<SubpId, ast::BinaryOp>,
    /// The labels of the sequences of statements around the place of analysis, innermost last.
    pub labels: Vec<Vec<(Symbol, tree::LabelId)>>,
    pub deferred: Vec<(bool, Deferred<'a>)>,
    pub generics: Vec<generic::Generic<'a>>,
    /// The variable that `@` stands for.
    pub target: Option<Expr>,
    /// Whether `@` was met.
    pub target_named: bool,
    /// The function whose postcondition is under analysis, for `'Result` (its name in SPARK 2005).
    pub result_of: Option<SubpId>,
    /// Set inside contracts and other assertions that allow `'Old`.
    pub old_allowed: bool,
    /// Nesting of instantiations, bounded.
    pub instances: u32,
    /// Subprogram bodies that wait for their `separate` subunit, by qualified name.
    pub subunits: HashMap<String, (FileId, &'a ast::CompilationUnit)>,
    pub library: ScopeId,
    pub standard: ScopeId,
    pub units: units::Units<'a>,
    /// Signatures of completed bodies in this place: homographs.
    pub bodies_done: Vec<SubpId>,
    /// Own variables (SPARK 2005) and abstract states (SPARK 2014) of packages: names that annotations about flow may
    /// use.
    pub states: std::collections::HashSet<(ScopeId, Symbol)>,
    /// Subprograms that say that they change the abstract state of a package, or something that is not known.
    changed_states: Vec<(SubpId, Option<ScopeId>)>,
    /// Subprograms that say that they read the abstract state of a package.
    read_states: Vec<(SubpId, ScopeId)>,
    /// Packages of whose abstract states something else is said besides their names, perhaps that they are external.
    external_states: std::collections::HashSet<ScopeId>,
    /// The own annotations of package specifications.
    pub own: Vec<flow::Own<'a>>,
    /// Files that are not analysed, because of what they say as a whole.
    pub denied_files: Vec<deny::DeniedFile>,
    /// The regions that declare types, by base type: their primitive operations are found there.
    pub homes: HashMap<TypeId, ScopeId>,
    /// Extended return statements around the place of analysis, in the same subprogram.
    pub extended_returns: u32,
    /// Numbers that the implementation chooses, by attribute and what it is of.
    pub chosen_numbers: std::collections::BTreeMap<(String, layout::Whose), ObjId>,
    /// Objects that are declared `aliased`.
    pub aliased: std::collections::BTreeSet<ObjId>,
    /// Objects with a size or an alignment of their own.
    pub laid_out_objects: std::collections::BTreeSet<ObjId>,
    /// What subtype marks denote that name something outside the subset; see [`Sema::unknown_type`].
    pub unknown_types: HashMap<(Symbol, String), TypeId>,
    /// The primitive operations of tagged types.
    pub primitives: HashMap<TypeId, Vec<tagged::Primitive>>,
    /// What instances know of formal types.
    pub formal_types: HashMap<told::FormalType, formal_types::View>,
    /// What stands for calls that dispatch.
    pub dispatchers: Vec<tagged::Dispatcher>,
    /// Class-wide conditions that operations have of their own.
    pub class_wide: Vec<class_wide::ClassWide>,
    /// The functions `/=` that come with functions `=`.
    pub unequal: HashMap<SubpId, SubpId>,
    /// Controlled types.
    controlled: finalization::Controlled,
    /// What stands for calls through access values.
    pub indirect: Vec<indirect::Indirect>,
    /// Record aggregates around the place of analysis, and operators and names, which have operands.
    pub parts_of_assigned: u32,
    /// Abstract subprograms: they hide others and cannot be called (RM 6.4 (8)).
    pub abstract_ones: std::collections::HashSet<SubpId>,
    /// Subprograms that derived types inherit, with the one of the ancestor that each calls.
    pub inherited_ones: HashMap<SubpId, SubpId>,
    /// Initial conditions of packages whose elaboration has not come to its end.
    pub initial_conditions: Vec<(ScopeId, tree::Stmt)>,
    /// The part of a library unit under analysis.
    pub unit_part: elaboration::UnitPart,
    /// Greater than 0 inside of default expressions, which are evaluated later.
    pub defaults: u32,
    /// Anonymous access types: those with the same designated subtype are one.
    pub anonymous_accesses: Vec<TypeId>,
    /// Task and protected units, by the types of their objects.
    pub concurrent: HashMap<TypeId, concurrent::Unit>,
    /// The regions of the declarations and bodies of these units.
    pub unit_scopes: HashMap<ScopeId, TypeId>,
    /// The operations and entries of these units.
    pub operations: HashMap<SubpId, concurrent::Operation>,
    /// Regions in which the components of an object of such a unit are directly visible, and the object.
    pub views: HashMap<ScopeId, (TypeId, ObjId)>,
    /// Tasks that start where the declarative part under analysis ends.
    pub activations: Vec<activation::Activation>,
    /// Labels behind the accept statements around the place of analysis, and whether something returns there.
    pub accepts: Vec<(tree::LabelId, bool)>,
    /// Entries that requeue statements name.
    pub requeued: std::collections::BTreeSet<SubpId>,
    /// The accept statements of the program.
    pub accepted: Vec<rendezvous::Accepted>,
    /// The regions of these accept statements, with the names of their entries.
    pub accept_regions: Vec<(Symbol, ScopeId)>,
    /// Files with those in which parts of them stand: subunits, and generic units that are instantiated.
    pub file_parts: std::collections::BTreeSet<(FileId, FileId)>,
    /// Types with invariants, in the order of their aspects.
    pub invariant_types: Vec<TypeId>,
    /// Types with `Default_Initial_Condition`, in the order of their aspects, and their partial views.
    pub defaulted_types: Vec<(TypeId, Loc)>,
    /// Types with aspect `Iterable`.
    pub iterables: iterable::OfTypes,
    /// The types with aspect `Aggregate`.
    pub aggregated: iterable::OfTypes,
    /// Objects whose `'Access` is taken.
    pub designated_objects: std::collections::BTreeSet<ObjId>,
    /// Objects whose `'Address` is a value in the program, and those that lie where a computed address says.
    pub addresses: representation::Addresses,
    /// Constants in declarative parts without an initial value, and where they are declared.
    pub constants_without_value: Vec<(ObjId, Loc)>,
    /// References to elements of containers.
    pub elements: element::Elements,
    /// Instances of generic units of the library that rely on relations.
    pub relations: Vec<evident::Relations>,
}

impl<'a> Sema<'a> {
    /// Goes on in another file, which has a part of what stands here. The file until now.
    pub fn enter_part_in(&mut self, file: FileId) -> FileId {
        self.file_parts.insert((self.file, file));
        std::mem::replace(&mut self.file, file)
    }

    pub fn loc(&self, span: Span) -> Loc {
        Loc { file: self.file, span }
    }

    pub fn error(&mut self, span: Span, text: impl Into<String>) {
        let loc = self.loc(span);
        self.error_at(loc, text);
    }

    pub fn error_at(&mut self, loc: Loc, text: impl Into<String>) {
        if self.trying == 0 {
            if let Some((place, construct)) = self.poison.clone() {
                // A consequence of what is not known.
                return self.reject_at(place, construct);
            }
            self.wrong.get_or_insert(loc);
            let message = Message { loc, severity: Severity::Error, text: text.into() };
            // One message for one place: a second one is nearly always a consequence of the first.
            if !self.messages.iter().any(|old| old.loc.file == loc.file && old.loc.span.start == loc.span.start) {
                self.messages.push(message);
            }
        }
    }

    pub fn warning(&mut self, span: Span, text: impl Into<String>) {
        if self.trying == 0 {
            let loc = self.loc(span);
            let message = Message { loc, severity: Severity::Warning, text: text.into() };
            if !self.messages.contains(&message) {
                self.messages.push(message);
            }
        }
    }

    /// Marks the subprogram under analysis as outside the subset.
    pub fn reject(&mut self, span: Span, construct: impl Into<String>) {
        let loc = self.loc(span);
        self.reject_at(loc, construct);
    }

    /// Marks a subprogram as outside the subset for something in its profile: its users are concerned.
    pub fn reject_of(&mut self, subp: SubpId, span: Span, construct: impl Into<String>) {
        let outer = (std::mem::replace(&mut self.owner, subp), self.poison.take());
        self.reject(span, construct);
        (self.owner, self.poison) = outer;
    }

    pub fn reject_at(&mut self, loc: Loc, construct: impl Into<String>) {
        let construct = construct.into();
        self.touch(loc, &construct);
        if self.trying > 0 {
            return;
        }
        let owner = self.owner;
        if self.aside == Some(owner) {
            return;
        }
        let name = if owner == tree::ENVIRONMENT { String::new() } else { self.tree.subprogram(owner).name.clone() };
        let subp = self.tree.subprogram_mut(owner);
        if owner != tree::ENVIRONMENT && subp.unsupported.is_some() {
            return;
        }
        subp.unsupported.get_or_insert((loc, construct.clone()));
        let entry = Unsupported { subprogram: name, loc, construct };
        if !self.unsupported.contains(&entry) {
            self.unsupported.push(entry);
        }
    }

    pub fn spelling(&self, ident: &ast::Ident) -> String {
        self.names.text(ident.spelling).to_string()
    }

    /// Declares an object.
    pub fn new_object(&mut self, name: impl Into<String>, loc: Loc, ty: TypeId, kind: ObjectKind) -> ObjId {
        let id = ObjId(u32::try_from(self.tree.objects.len()).unwrap_or(u32::MAX));
        self.tree.objects.push(Object {
            private: self.in_private_place(),
            volatile: self.tree.types.is_volatile(ty),
            relaxed: self.tree.types.is_relaxed(ty),
            wholly_relaxed: self.tree.types.is_wholly_relaxed(ty),
            level: self.level(),
            ..Object::new(name.into(), loc, ty, kind, self.owner)
        });
        id
    }

    /// An object that no source declares.
    pub fn hidden_object(&mut self, name: impl Into<String>, loc: Loc, ty: TypeId, kind: ObjectKind) -> ObjId {
        let id = self.new_object(name, loc, ty, kind);
        self.tree.objects[id.0 as usize].hidden = true;
        id
    }

    /// A hidden constant in the place of a value, and what somebody around binds to it.
    pub fn held_value(&mut self, name: &str, value: Expr) -> (Expr, (ObjId, Expr)) {
        let (ty, loc) = (value.ty, value.loc);
        let object = self.hidden_object(name, loc, ty, ObjectKind::Constant);
        (Expr { kind: ExprKind::Object(object), ty, loc }, (object, value))
    }

    /// Whether declarations are made in the body or the private part of a package.
    fn in_private_place(&self) -> bool {
        let mut at = Some(self.scope);
        while let Some(scope) = at {
            let entry = &self.scopes[scope];
            if entry.in_private || matches!(entry.kind, ScopeKind::PackageBody(_)) {
                return true;
            }
            at = entry.parent;
        }
        false
    }

    /// A hidden constant, initialised here.
    pub fn hidden_constant(&mut self, name: &str, ty: TypeId, value: Expr) -> ObjId {
        let loc = value.loc;
        let id = self.hidden_object(name, loc, ty, ObjectKind::Constant);
        self.sink.push(Stmt { kind: StmtKind::Declare(id, Some(value)), loc });
        id
    }

    pub fn new_subprogram(&mut self, name: String, loc: Loc) -> SubpId {
        let id = SubpId(u32::try_from(self.tree.subprograms.len()).unwrap_or(u32::MAX));
        self.tree.subprograms.push(Subprogram {
            name,
            loc,
            params: Vec::new(),
            result: None,
            parent: self.owner,
            pre: Vec::new(),
            post: Vec::new(),
            cases: Vec::new(),
            cases_loc: None,
            exit_cases: Vec::new(),
            exit_cases_loc: None,
            case_starts: Vec::new(),
            exits: Vec::new(),
            variant: Vec::new(),
            structural: None,
            invariants: Vec::new(),
            body: None,
            imported: false,
            changes: None,
            reads: None,
            changes_states: false,
            bits: false,
            absent: false,
            unstated: false,
            unsupported: None,
            no_return: false,
            terminates: false,
            relaxed_result: false,
            library: false,
            withheld: false,
            hidden: false,
            expression_function: false,
            value: None,
            exact: false,
            ends_with: Vec::new(),
            might_end_with: Vec::new(),
            granted: None,
            input: false,
            file: false,
            concurrency: None,
        });
        self.profiles.push(Profile::default());
        id
    }

    pub fn new_loop(&mut self) -> LoopId {
        self.tree.loops += 1;
        LoopId(self.tree.loops - 1)
    }

    pub fn new_exception(&mut self, name: String) -> ExnId {
        self.tree.exceptions.push(tree::Exception { name });
        ExnId(u32::try_from(self.tree.exceptions.len() - 1).unwrap_or(u32::MAX))
    }

    /// Declares a name in the current scope; a second declaration of a name that cannot be overloaded is an error.
    pub fn declare(&mut self, ident: &ast::Ident, entity: Entity) {
        let clash = self.scopes[self.scope].names.get(&ident.symbol).and_then(|entries| {
            let both = |old: &Entity| entity.overloadable() && old.overloadable();
            entries.iter().find(|entry| !both(&entry.entity)).map(|entry| (entry.loc, entry.entity.clone()))
        });
        if let Some((_, old)) = &clash
            && self.clash_of_poison(old, &entity)
        {
            // A private or incomplete type whose full view is outside the subset.
            if let (Entity::Type(private), Entity::Unsupported(what)) = (old, &entity)
                && (self.tree.types[*private].partial || self.tree.types[*private].kind == types::Kind::Private)
            {
                let private = *private;
                self.tree.types[private].kind = types::Kind::Unsupported(what.to_string());
                self.tree.types[private].partial = false;
            }
            return;
        }
        if let Some((old, _)) = clash {
            let line = old.map_or(String::new(), |old| format!(" at line {}", self.line(old)));
            let text = format!("\"{}\" conflicts with declaration{line}", self.spelling(ident));
            self.error(ident.span, text);
            return;
        }
        let loc = self.loc(ident.span);
        self.scopes.declare(self.scope, ident.symbol, entity, Some(loc));
    }

    /// The line of a place: a mark that the driver of the analysis replaces, because texts are not at hand here.
    pub fn line(&self, loc: Loc) -> String {
        format!("\u{1}{}:{}\u{2}", loc.file.0, loc.span.start)
    }

    /// Opens a scope inside the current one and makes it current; gives the old one.
    pub fn open(&mut self, kind: ScopeKind) -> ScopeId {
        let old = self.scope;
        let prefix = self.scopes[old].prefix.clone();
        self.scope = self.scopes.add(Some(old), kind, prefix, self.owner);
        old
    }

    pub fn qualified(&self, name: &str) -> String {
        format!("{}{name}", self.scopes[self.scope].prefix)
    }

    /// Forgets possible types: called wherever the meaning of a node may have changed.
    pub fn fresh(&mut self) {
        self.memo.clear();
    }

    /// Analyses `f` without reporting anything.
    pub fn attempt<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        self.trying += 1;
        let sink = std::mem::take(&mut self.sink);
        let result = f(self);
        self.sink = sink;
        self.trying -= 1;
        result
    }

    /// The same, and what it touches poisons nothing; tells whether it touched something.
    pub fn attempt_apart<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        let (poison, wrong) = (self.poison.take(), self.wrong.take());
        let result = self.attempt(f);
        let touched = self.poison.is_some();
        (self.poison, self.wrong) = (poison, wrong);
        (result, touched)
    }
}
