//! Library units: their order of elaboration, context clauses, and the analysis of a whole program (RM 10).
//!
//! A unit is analysed behind everything it names in its context clause: first the specifications, then the
//! bodies of those units, then its own body.

use super::elaboration::UnitPart;
use super::generic::PendingInstance;
use super::scope::{Entity, ScopeId, ScopeKind, Scopes, With};
use super::tree::{ENVIRONMENT, SubpId, Tree};
use super::types::{TypeId, Types};
use super::{Message, Sema, Unsupported};
use crate::ast::{self, CompilationUnit, ContextItem, Decl, Interner};
use crate::place::Loc;
use crate::policy::Policies;
use horn_frontend::ir::FileId;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What is known about library units.
#[derive(Debug, Default)]
pub(crate) struct Units<'a> {
    /// Specifications by name in lower case.
    pub specs: BTreeMap<String, (FileId, &'a CompilationUnit)>,
    /// Bodies by name.
    pub body_units: BTreeMap<String, (FileId, &'a CompilationUnit)>,
    /// Scopes of analysed library packages.
    pub scopes: BTreeMap<String, ScopeId>,
    /// Units whose specification was analysed, or is being analysed.
    started: Vec<String>,
    /// Units whose specification was analysed.
    finished: Vec<String>,
    /// Units whose body was analysed, or is being analysed.
    pub bodies_started: Vec<String>,
    /// Predefined units in use.
    pub predefined: BTreeMap<String, ScopeId>,
    /// Scopes of packages and of their bodies.
    pub bodies: Vec<(ScopeId, ScopeId)>,
    /// All scopes of library packages.
    pub packages: Vec<ScopeId>,
    /// Bodies of packages and subprograms anywhere in library units, for generic units.
    pub body_index: HashMap<String, (FileId, &'a Decl)>,
    /// Bodies in the declarative parts that are being analysed, or were, by their regions.
    pub local_bodies: HashMap<(ScopeId, ast::Symbol), (FileId, &'a Decl)>,
    /// Instances whose bodies have to wait.
    pub pending: Vec<PendingInstance>,
    /// Nothing more will come.
    pub all_bodies_known: bool,
    /// A unit was not found: undefined names are its fault.
    pub missing: bool,
    /// `File_Type` of the units for text input and output, once one of them is named.
    pub text_file: Option<TypeId>,
    /// The other types there, by their names.
    pub text_types: BTreeMap<&'static str, TypeId>,
    /// Whether output to the file that is set may raise anything, once somebody asked.
    pub output_may_raise: Option<bool>,
    /// Those of `Ada.IO_Exceptions`.
    pub io_exceptions: Vec<super::tree::ExnId>,
    /// What stands for operations on files.
    pub file_operation: Option<SubpId>,
    /// `Get` from strings and `Put` to strings.
    pub text_in_strings: BTreeSet<SubpId>,
    /// `Ada.Exceptions.Exception_Occurrence`, once it is needed.
    pub exception_occurrence: Option<TypeId>,
    /// `Ada.Exceptions.Exception_Id`.
    pub exception_id: Option<TypeId>,
    /// `Ada.Tags.Tag`, if it was named.
    pub tag: Option<TypeId>,
    pub(super) names_of: HashMap<ScopeId, String>,
    /// Library packages of which there is a limited view, and nothing else yet.
    pub views: BTreeSet<String>,
    /// The scopes around the declarations of library units that are no packages of their own, by their names.
    pub around: HashMap<String, ScopeId>,
    /// Library subprograms without a declaration that were declared for a specification.
    pub declared: BTreeSet<String>,
    /// Children of generic packages.
    pub children: super::children::GenericChildren<'a>,
    /// The procedures `Ada.Assertions.Assert`, if the package was named.
    pub assert_procedures: Vec<SubpId>,
    /// Which statements of the environment belong to which part of a unit, inner parts first.
    pub parts: Vec<(std::ops::Range<usize>, UnitPart)>,
}

impl Units<'_> {
    /// Whether a library package will still get its body.
    pub fn awaits_body(&self, scope: ScopeId) -> bool {
        let Some(name) = self.names_of.get(&scope) else { return false };
        !self.all_bodies_known && self.body_units.contains_key(name)
    }

    /// The region of a library package, by its name in lower case.
    pub fn region(&self, name: &str) -> Option<ScopeId> {
        self.scopes.get(name).copied()
    }

    /// Whether it is a library package, whose body is analysed behind all specifications.
    pub fn is_library(&self, scope: ScopeId) -> bool {
        self.names_of.contains_key(&scope)
    }
}

/// Name of a unit in lower case.
fn unit_name(names: &Interner, unit: &CompilationUnit) -> Option<String> {
    let path = unit.name()?.path()?;
    let mut parts: Vec<&str> = path.iter().map(|ident| names.text(ident.symbol)).collect();
    let parent = unit.separate.as_ref().and_then(ast::Name::path).unwrap_or_default();
    let prefix: Vec<&str> = parent.iter().map(|ident| names.text(ident.symbol)).collect();
    parts.splice(0..0, prefix);
    Some(parts.join("."))
}

/// Nothing is declared yet but the two outermost regions.
fn empty(names: &mut Interner) -> Sema<'_> {
    let mut scopes = Scopes::default();
    let standard = scopes.add(None, ScopeKind::Standard, String::new(), ENVIRONMENT);
    let library = scopes.add(Some(standard), ScopeKind::Library, String::new(), ENVIRONMENT);
    Sema {
        names,
        tree: Tree { types: Types::new(), ..Tree::default() },
        scopes,
        profiles: Vec::new(),
        messages: Vec::new(),
        unsupported: Vec::new(),
        file: FileId(0),
        scope: standard,
        in_context: false,
        owner: ENVIRONMENT,
        sink: Vec::new(),
        stand_for_others: std::collections::BTreeSet::new(),
        small_clauses: std::collections::HashMap::new(),
        marks: super::marks::Marks::default(),
        formal_discriminants: std::collections::HashMap::new(),
        wanted_formal: None,
        formal_regions: std::collections::BTreeSet::new(),
        named_outside: std::collections::BTreeSet::new(),
        poison: None,
        wrong: None,
        aside: None,
        trying: 0,
        narrowing: Vec::new(),
        ambiguous: super::prefix::Ambiguous::default(),
        memo: HashMap::new(),
        loops: Vec::new(),
        labels: Vec::new(),
        operators: HashMap::new(),
        deferred: Vec::new(),
        generics: Vec::new(),
        target: None,
        target_named: false,
        result_of: None,
        old_allowed: false,
        instances: 0,
        subunits: HashMap::new(),
        library,
        standard,
        units: Units::default(),
        bodies_done: Vec::new(),
        states: std::collections::HashSet::new(),
        changed_states: Vec::new(),
        read_states: Vec::new(),
        external_states: std::collections::HashSet::new(),
        own: Vec::new(),
        denied_files: Vec::new(),
        homes: HashMap::new(),
        extended_returns: 0,
        primitives: Default::default(),
        formal_types: HashMap::new(),
        dispatchers: Vec::new(),
        controlled: super::finalization::Controlled::default(),
        class_wide: Vec::new(),
        unequal: HashMap::new(),
        indirect: Vec::new(),
        parts_of_assigned: 0,
        chosen_numbers: Default::default(),
        aliased: Default::default(),
        laid_out_objects: Default::default(),
        unknown_types: Default::default(),
        abstract_ones: std::collections::HashSet::new(),
        inherited_ones: HashMap::new(),
        initial_conditions: Vec::new(),
        unit_part: UnitPart::default(),
        defaults: 0,
        anonymous_accesses: Vec::new(),
        invariant_types: Vec::new(),
        defaulted_types: Vec::new(),
        iterables: Vec::new(),
        aggregated: Vec::new(),
        relations: Vec::new(),
        addresses: Default::default(),
        constants_without_value: Vec::new(),
        elements: Default::default(),
        designated_objects: Default::default(),
        concurrent: HashMap::new(),
        unit_scopes: HashMap::new(),
        operations: HashMap::new(),
        views: HashMap::new(),
        activations: Vec::new(),
        accepts: Vec::new(),
        accepted: Vec::new(),
        requeued: std::collections::BTreeSet::new(),
        accept_regions: Vec::new(),
        file_parts: Default::default(),
    }
}

/// Analyses all units of a program. `policies` are those of files of configuration pragmas.
pub(crate) fn analyze(
    units: &[(FileId, &CompilationUnit)],
    names: &mut Interner,
    policies: &Policies,
) -> (Tree, Vec<Message>, Vec<Unsupported>) {
    let mut sema = empty(names);
    sema.tree.check_kinds_off.clone_from(&policies.kinds_off);
    if policies.unread {
        sema.tree.assertions_off.note_unread();
        sema.tree.checks_off.note_unread();
        sema.tree.ghost_off.note_unread();
    }
    let environment = sema.new_subprogram("environment".into(), Loc::NONE);
    debug_assert_eq!(environment, ENVIRONMENT);
    sema.tree.subprogram_mut(environment).hidden = true;
    sema.standard_package();
    sema.scope = sema.library;
    let mut order = Vec::new();
    for (file, unit) in units {
        {
            let Some(name) = unit_name(sema.names, unit) else {
                sema.file = *file;
                if let Decl::Unsupported(what) = &unit.item {
                    sema.reject(what.span, format!("{} (RM {})", what.construct, what.section));
                }
                continue;
            };
            sema.file = *file;
            sema.deny_in_unit(unit);
            sema.index_bodies(*file, unit, &name);
            match unit.part() {
                ast::UnitPart::Subunit => {
                    sema.subunits.insert(name, (*file, unit));
                    continue;
                }
                ast::UnitPart::Spec => {
                    sema.units.specs.entry(name.clone()).or_insert((*file, unit));
                }
                ast::UnitPart::Body => {
                    sema.units.body_units.entry(name.clone()).or_insert((*file, unit));
                }
            }
            if !order.contains(&name) {
                order.push(name);
            }
        }
    }
    for name in &order {
        sema.unit_spec(name, None);
    }
    for name in &order {
        sema.unit_body(name);
    }
    sema.pending_instances();
    sema.check_relations();
    sema.finish_class_wide();
    sema.finish_dispatchers();
    sema.finish_indirect();
    sema.finish_entries();
    sema.deny_files();
    sema.finalize_objects();
    sema.tree.assertions_off.spread(&sema.file_parts);
    sema.tree.checks_off.spread(&sema.file_parts);
    let statements = std::mem::take(&mut sema.sink);
    let declarations = sema.in_order_of_elaboration(&order, statements);
    sema.finalize_library(&declarations);
    let body = super::tree::Body { declarations, ..Default::default() };
    sema.tree.subprogram_mut(ENVIRONMENT).body = Some(body);
    sema.finish_constants();
    sema.objects_at_addresses();
    sema.resolve_states();
    super::structural::decide(&mut sema.tree);
    super::heap::make(&mut sema.tree, &mut sema.unsupported);
    super::chosen::find(&mut sema.tree);
    sema.note_visible(&order);
    sema.note_named_constructs();
    (sema.tree, sema.messages, sema.unsupported)
}

/// That the specification of a unit is not there.
fn not_found(unit: &str) -> String {
    format!("file \"{}.ads\" not found", unit.replace('.', "-"))
}

/// The name of a declaration that may complete a generic one: a body, an expression function or a null procedure.
fn body_designator(decl: &Decl) -> Option<&ast::Ident> {
    match decl {
        Decl::PackageBody(body) => body.name.last_ident(),
        Decl::SubprogramBody(body) => body.spec.name.last_ident(),
        Decl::ConcurrentBody(body) => body.name.last_ident(),
        Decl::Subprogram(decl)
            if matches!(decl.form, ast::SubprogramForm::Expression(_) | ast::SubprogramForm::Null) =>
        {
            decl.spec.name.last_ident()
        }
        _ => None,
    }
}

impl<'a> Sema<'a> {
    /// Notes the bodies of a declarative part, for instances that stand before them.
    pub fn index_local_bodies(&mut self, decls: &'a [Decl]) {
        for decl in decls {
            if let Some(ident) = body_designator(decl) {
                self.units.local_bodies.insert((self.scope, ident.symbol), (self.file, decl));
            }
        }
    }

    /// The body of a generic unit: in the declarative part it stands in, or in the body of its package.
    pub fn generic_body(&self, generic: &super::generic::Generic<'a>) -> Option<(FileId, &'a Decl)> {
        let home = self.units.bodies.iter().rev().find(|(spec, _)| *spec == generic.scope).map(|(_, body)| *body);
        let local = [Some(generic.scope), home].into_iter().flatten();
        let found = local.filter_map(|scope| self.units.local_bodies.get(&(scope, generic.symbol))).next().copied();
        // Qualified names are those of one region only outside of blocks.
        let unique = !matches!(self.scopes[generic.scope].kind, ScopeKind::Inner) || generic.library;
        found.or_else(|| self.units.body_index.get(&generic.name).copied().filter(|_| unique))
    }

    fn index_bodies(&mut self, file: FileId, unit: &'a CompilationUnit, name: &str) {
        if unit.part() == ast::UnitPart::Spec {
            return;
        }
        self.units.body_index.insert(name.to_string(), (file, &unit.item));
        let mut todo: Vec<(String, &'a [Decl])> = Vec::new();
        let inside = |decl: &'a Decl| -> &'a [Decl] {
            match decl {
                Decl::PackageBody(body) => &body.declarations,
                Decl::SubprogramBody(body) => &body.declarations,
                Decl::ConcurrentBody(body) => &body.declarations,
                _ => &[],
            }
        };
        todo.push((name.to_string(), inside(&unit.item)));
        while let Some((prefix, decls)) = todo.pop() {
            for decl in decls {
                let Some(ident) = body_designator(decl) else { continue };
                let name = format!("{prefix}.{}", self.names.text(ident.symbol));
                self.units.body_index.entry(name.clone()).or_insert((file, decl));
                todo.push((name, inside(decl)));
            }
        }
    }

    /// Analyses the specification of a library unit, and those it needs before.
    pub fn unit_spec(&mut self, name: &str, from: Option<Loc>) {
        if self.units.started.iter().any(|other| other == name) {
            if !self.units.scopes.contains_key(name)
                && let Some(loc) = from
                && self.units.specs.contains_key(name)
                && !self.units_done(name)
            {
                self.error_at(loc, "circular dependency between units");
            }
            return;
        }
        self.units.started.push(name.to_string());
        let (file, unit) = match (self.units.specs.get(name), self.units.body_units.get(name)) {
            (Some(found), _) => *found,
            // A subprogram body without a declaration declares the unit.
            (None, Some(found)) if matches!(found.1.item, Decl::SubprogramBody(_)) => *found,
            _ => return,
        };
        let outer_file = std::mem::replace(&mut self.file, file);
        if let Some((parent, _)) = name.rsplit_once('.') {
            self.unit_spec(parent, None);
        }
        self.inherits(&unit.annotations);
        let (withs, uses) = self.context(&unit.context);
        let spec_is_body = matches!(unit.item, Decl::SubprogramBody(_));
        if !spec_is_body && self.has_generic_parent(name) {
            self.generic_child(name, unit, (withs, uses));
        } else if !spec_is_body {
            let scope = self.unit_parent(name);
            let outer = std::mem::replace(&mut self.scope, scope);
            let part = UnitPart { unit: name.to_string(), body: false };
            self.elaborating(part, |sema| sema.library_item(name, unit, withs, &uses));
            self.scope = outer;
        }
        self.file = outer_file;
        self.units.finished.push(name.to_string());
    }

    /// The scope of a library package whose specification was analysed.
    pub fn unit_scope(&self, name: &str) -> Option<ScopeId> {
        self.units.scopes.get(name).copied()
    }

    fn units_done(&self, name: &str) -> bool {
        self.units.finished.iter().any(|other| other == name)
    }

    /// The scope in which a library unit is declared: its parent's, or the library.
    pub(super) fn unit_parent(&mut self, name: &str) -> ScopeId {
        match name.rsplit_once('.') {
            Some((parent, _)) => match self.units.scopes.get(parent) {
                Some(scope) => *scope,
                None if self.units.specs.contains_key(parent) => {
                    // The parent is an instance outside the subset.
                    let loc = Loc { file: self.file, span: horn_frontend::Span::new(0, 0) };
                    let what = "child of a generic unit (RM 10.1.1)";
                    self.reject_at(loc, what);
                    let library = self.library;
                    let scope = self.scopes.add(Some(library), ScopeKind::Package, format!("{parent}."), ENVIRONMENT);
                    self.scopes[scope].open = Some(what.into());
                    scope
                }
                None => match self.predefined_unit(parent) {
                    Some(scope) => scope,
                    None => {
                        let loc = Loc { file: self.file, span: horn_frontend::Span::new(0, 0) };
                        self.error_at(loc, not_found(parent));
                        self.library
                    }
                },
            },
            None => self.library,
        }
    }

    /// Analyses the units of a context clause; gives the packages it names and those it uses.
    pub(super) fn context(&mut self, items: &'a [ContextItem]) -> (Vec<With>, Vec<&'a ast::UseClause>) {
        let mut withs = Vec::new();
        let mut uses = Vec::new();
        for item in items {
            match item {
                ContextItem::With(clause) => {
                    let with = |unit| With { unit, private: clause.private };
                    for name in &clause.names {
                        let Some(path) = name.path() else { continue };
                        let parts: Vec<String> =
                            path.iter().map(|ident| self.names.text(ident.symbol).to_string()).collect();
                        let full = parts.join(".");
                        let loc = self.loc(name.span);
                        if self.units.specs.contains_key(&full) || self.units.body_units.contains_key(&full) {
                            if clause.limited {
                                self.limited_view(&full);
                            } else {
                                self.unit_spec(&full, Some(loc));
                            }
                            if !self.units.specs.contains_key(&full) {
                                self.declare_body_unit(&full);
                            }
                        } else if let Some(scope) = self.predefined_unit(&full) {
                            withs.push(with(scope));
                        } else {
                            self.error(name.span, not_found(&full));
                            // Whatever it declares is not there: names are no longer worth a message.
                            self.units.missing = true;
                            withs.push(with(self.missing_unit(&full)));
                        }
                        // A with clause makes the ancestors visible too.
                        for end in 1..=parts.len() {
                            let prefix = parts[..end].join(".");
                            let scope = self.units.scopes.get(&prefix).or_else(|| self.units.predefined.get(&prefix));
                            withs.extend(scope.copied().map(with));
                            withs.extend(self.units.around.get(&prefix).copied().map(with));
                        }
                    }
                }
                ContextItem::Use(clause) => uses.push(clause),
                ContextItem::Pragma(_) => {}
            }
        }
        (withs, uses)
    }

    /// What stands for a unit that is not there: a package of which nothing is known.
    fn missing_unit(&mut self, name: &str) -> ScopeId {
        if let Some(known) = self.units.predefined.get(name) {
            return *known;
        }
        let parent = match name.rsplit_once('.') {
            Some((parent, _)) => match self.units.scopes.get(parent) {
                Some(scope) => *scope,
                None => self.missing_unit(parent),
            },
            None => self.library,
        };
        let short = name.rsplit('.').next().unwrap_or(name);
        let scope = self.scopes.add(Some(parent), ScopeKind::Package, format!("{name}."), ENVIRONMENT);
        self.scopes[scope].open = Some(super::MISSING_UNIT.into());
        self.units.predefined.insert(name.to_string(), scope);
        let symbol = self.names.fold(short);
        self.declare_child((parent, Some(scope)), symbol, (Entity::Package(scope), None), false);
        scope
    }

    /// A subunit, where its stub stands. What its context clause names is visible in it alone.
    pub fn subunit(&mut self, unit: &'a CompilationUnit) {
        let scope = self.scope;
        let (withs, uses) = self.context(&unit.context);
        let before = (self.scopes[scope].withs.len(), self.scopes[scope].uses.len());
        self.scopes[scope].withs.extend(withs);
        for clause in uses {
            self.use_clause(clause);
        }
        self.declaration(&unit.item);
        let around = &mut self.scopes[scope];
        around.withs.truncate(before.0);
        around.uses.truncate(before.1);
    }

    /// The context clause of the body of a generic library unit, for the body of an instance.
    pub fn context_of_body(&mut self, unit: &'a CompilationUnit, scope: ScopeId) {
        let (withs, uses) = self.context(&unit.context);
        self.give_context(scope, withs, &uses);
    }

    /// Sets what a context clause makes visible in a unit's scope.
    pub(super) fn give_context(&mut self, scope: ScopeId, withs: Vec<With>, uses: &[&'a ast::UseClause]) {
        self.scopes[scope].withs.extend(withs);
        // Never empty: it marks the scope of a library unit.
        let standard = self.standard;
        self.scopes[scope].withs.push(With { unit: standard, private: false });
        let outer = std::mem::replace(&mut self.scope, scope);
        // The names in use clauses are not those of the unit's own region: a child does not hide a root unit (RM
        // 10.1.6).
        let around = std::mem::replace(&mut self.in_context, true);
        for clause in uses {
            self.use_clause(clause);
        }
        self.in_context = around;
        self.scope = outer;
    }

    /// A declaration as library unit, in the scope of its parent.
    fn library_item(&mut self, name: &str, unit: &'a CompilationUnit, withs: Vec<With>, uses: &[&'a ast::UseClause]) {
        let parent = self.scope;
        match &unit.item {
            Decl::Package(package) => {
                let Some(ident) = package.name.last_ident() else { return };
                let qualified = self.qualified(&self.spelling(ident));
                let scope = match self.units.scopes.get(name).copied().filter(|_| self.units.views.remove(name)) {
                    Some(scope) => {
                        self.scopes[scope].open = None;
                        scope
                    }
                    None => {
                        let prefix = format!("{qualified}.");
                        let scope = self.scopes.add(Some(parent), ScopeKind::Package, prefix, ENVIRONMENT);
                        let private = std::mem::replace(&mut self.scopes[parent].in_private, unit.private);
                        self.declare(ident, Entity::Package(scope));
                        self.scopes[parent].in_private = private;
                        self.scopes.note_unit(parent, ident.symbol, scope);
                        scope
                    }
                };
                self.units.scopes.insert(name.to_string(), scope);
                self.units.names_of.insert(scope, name.to_string());
                self.units.packages.push(scope);
                self.scopes[scope].unit = true;
                self.scopes[scope].private_child = unit.private;
                self.give_context(scope, withs, uses);
                if crate::library::has(name) {
                    let unit = super::standard::unit_spelling(name);
                    self.scopes[scope].open = Some(format!("a declaration of library unit {unit}").into());
                }
                self.package_parts(package, scope);
            }
            item => {
                // The context is visible in the declaration: a scope around it.
                let scope =
                    self.scopes.add(Some(parent), ScopeKind::Inner, self.scopes[parent].prefix.clone(), ENVIRONMENT);
                self.scopes[scope].private_child = unit.private;
                self.give_context(scope, withs, uses);
                self.scope = scope;
                let waiting = std::mem::take(&mut self.deferred);
                self.declaration(item);
                self.run_deferred();
                self.deferred = waiting;
                self.scope = parent;
                self.units.around.insert(name.to_string(), scope);
                let names: Vec<_> = self.scopes[scope].order.clone();
                for symbol in names {
                    for entry in self.scopes[scope].names.get(&symbol).cloned().unwrap_or_default() {
                        if let Entity::Package(package) = entry.entity {
                            self.units.scopes.insert(name.to_string(), package);
                            self.units.packages.push(package);
                        }
                        if let Entity::Subprogram(subp) = entry.entity {
                            self.tree.subprogram_mut(subp).library = true;
                        }
                        let declared = (entry.entity, entry.loc);
                        self.declare_child((parent, Some(scope)), symbol, declared, unit.private);
                    }
                }
            }
        }
    }

    /// Analyses the body of a library unit, behind the bodies of the units it names.
    fn unit_body(&mut self, name: &str) {
        if self.units.bodies_started.iter().any(|other| other == name) {
            return;
        }
        self.units.bodies_started.push(name.to_string());
        let spec = self.units.specs.get(name).copied();
        let body = self.units.body_units.get(name).copied();
        for (_, unit) in [spec, body].into_iter().flatten() {
            for item in &unit.context {
                let ContextItem::With(clause) = item else { continue };
                for with in &clause.names {
                    let Some(path) = with.path() else { continue };
                    let parts: Vec<&str> = path.iter().map(|ident| self.names.text(ident.symbol)).collect();
                    let full = parts.join(".");
                    self.unit_body(&full);
                }
            }
        }
        let Some((file, unit)) = body else {
            if let (Some((file, _)), Some(scope)) = (spec, self.units.scopes.get(name).copied()) {
                self.file = file;
                self.no_body();
                let part = UnitPart { unit: name.to_string(), body: false };
                self.elaborating(part, |sema| sema.check_initial_condition(scope));
            }
            return;
        };
        let outer_file = std::mem::replace(&mut self.file, file);
        self.inherits(&unit.annotations);
        let (mut withs, mut uses) = self.context(&unit.context);
        if self.has_generic_parent(name) {
            if spec.is_none() {
                self.error(unit.item.span(), not_found(name));
            }
            // Instances of the parent have instances of it.
            self.file = outer_file;
            return;
        }
        if let (Some((_, spec)), Decl::SubprogramBody(_)) = (spec, &unit.item) {
            // The context clause of the declaration is the body's, too (RM 10.1.2 (6)).
            let (more_withs, more_uses) = self.context(&spec.context);
            withs.extend(more_withs);
            uses.extend(more_uses);
        }
        let parent = self.unit_parent(name);
        let outer = std::mem::replace(&mut self.scope, parent);
        let part = UnitPart { unit: name.to_string(), body: true };
        self.elaborating(part, |sema| sema.body_item(name, unit, parent, withs, &uses));
        self.scope = outer;
        self.file = outer_file;
    }

    /// The body of a library unit as an item in the scope of its parent.
    fn body_item(
        &mut self,
        name: &str,
        unit: &'a CompilationUnit,
        parent: ScopeId,
        withs: Vec<With>,
        uses: &[&'a ast::UseClause],
    ) {
        match &unit.item {
            Decl::PackageBody(body) => match self.units.scopes.get(name).copied() {
                Some(spec) => {
                    let scope = self.open_body(spec, spec);
                    self.give_context(scope, withs, uses);
                    self.package_body_in(body, scope, spec);
                }
                None => {
                    let generic = body.name.last_ident().and_then(|ident| self.local_entity(ident));
                    if !matches!(generic, Some(Entity::Generic(_))) {
                        self.error(body.name.span, not_found(name));
                    }
                }
            },
            Decl::SubprogramBody(body) => {
                let scope =
                    self.scopes.add(Some(parent), ScopeKind::Inner, self.scopes[parent].prefix.clone(), ENVIRONMENT);
                self.give_context(scope, withs, uses);
                // A declaration of the library unit stands in the parent; the body completes it.
                if let Some(ident) = body.spec.name.last_ident() {
                    for entry in self.scopes[parent].names.get(&ident.symbol).cloned().unwrap_or_default() {
                        if matches!(entry.entity, Entity::Subprogram(_) | Entity::Generic(_)) {
                            self.scopes.declare(scope, ident.symbol, entry.entity, entry.loc);
                        }
                    }
                }
                self.scope = scope;
                let before = self.tree.subprograms.len();
                let waiting = std::mem::take(&mut self.deferred);
                self.subprogram_body(body);
                self.run_deferred();
                self.deferred = waiting;
                self.scope = parent;
                let symbol = body.spec.name.last_ident().map(|ident| ident.symbol);
                if let Some(symbol) = symbol {
                    let found = self.scopes[scope].names.get(&symbol).cloned().unwrap_or_default();
                    for entry in found {
                        if let Entity::Subprogram(subp) = entry.entity {
                            self.tree.subprogram_mut(subp).library = true;
                            let known = self.scopes[parent].names.get(&symbol).is_some_and(|entries| {
                                entries.iter().any(|e| matches!(e.entity, Entity::Subprogram(other) if other == subp))
                            });
                            if !known {
                                self.units.around.insert(name.to_string(), scope);
                                let declared = (entry.entity, entry.loc);
                                self.declare_child((parent, Some(scope)), symbol, declared, unit.private);
                            }
                        }
                    }
                }
                let _ = before;
            }
            _ => {}
        }
    }

    /// A package without a body unit must not need one; where it does, its subprograms are unknown, also those of
    /// packages and protected units in it.
    fn no_body(&mut self) {
        for id in self.tree.subprogram_ids() {
            let found = self.tree.subprogram_mut(id);
            let here = found.loc != Loc::NONE && found.loc.file == self.file && found.parent == ENVIRONMENT;
            if here && found.body.is_none() && !found.imported && !found.hidden && id != ENVIRONMENT {
                // Its contract, if any, stands for it.
                found.imported = true;
                found.absent = true;
            }
        }
    }
}
