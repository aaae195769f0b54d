//! Deny by default: aspects, pragmas, attributes, representation clauses and library units that the lists of
//! [`crate::supported`] don't name as supported are rejected where they stand, and what they are given for with them.

use super::scope::{Entity, ScopeKind};
use super::tree::SubpId;
use super::{Sema, Unsupported};
use crate::ast::{self, Decl};
use crate::place::Loc;
use crate::policy::{is_free_kind, switches_off};
use crate::supported::{Holder, Kind, Status};
use horn_frontend::Span;

/// Pragmas that only state a check of the package they are given for: without it the rest stays what it is.
const ONLY_CHECKS: &[&str] = &["initial_condition"];
/// Pragmas that state a contract of the subprogram in front of them.
const CONTRACTS: &[&str] = &[
    "contract_cases",
    "exceptional_cases",
    "exit_cases",
    "post",
    "post_class",
    "postcondition",
    "pre",
    "pre_class",
    "precondition",
    "program_exit",
    "refined_post",
    "subprogram_variant",
];
/// Aspects of subprograms that state a check and nothing else: nobody executes them, and nothing follows from them.
const ONLY_STATED: &[&str] = &["modifies", "program_exit"];
/// Conventions that change nothing (RM B.1).
const CONVENTIONS: &[&str] = &["ada", "intrinsic", "stdcall", "c", "c_plus_plus", "cpp"];

/// Those of types that are as others.
pub(super) const OF_ADA: &[&str] = &["ada", "intrinsic"];

/// Aspects that let values of a type stand where those of other types are expected (RM 4.1.5, 4.1.6, 4.2.1).
const STAND_FOR_OTHERS: &[&str] = &[
    "constant_indexing",
    "implicit_dereference",
    "integer_literal",
    "real_literal",
    "string_literal",
    "variable_indexing",
];

impl<'a> Sema<'a> {
    /// Rejects what a declaration says by aspects that nothing else looks at. Those of subprograms are looked at with
    /// their contracts.
    pub fn deny_in(&mut self, decl: &'a Decl) {
        match decl {
            Decl::Object(decl) => self.deny_aspects(&decl.aspects, Holder::Object, true),
            Decl::Subtype(decl) => self.deny_aspects(&decl.aspects, Holder::Type, true),
            Decl::Type(decl) | Decl::Single(decl) => {
                for aspect in &decl.aspects {
                    // What a convention means depends on the type.
                    let name = self.names.text(aspect.name.symbol);
                    let of_calls = matches!(decl.definition, ast::TypeDef::AccessSubprogram(_))
                        && super::indirect::OF_CALLS.contains(&name);
                    if name != "convention" && !of_calls {
                        self.deny_aspect(aspect, Holder::Type, true);
                    }
                    if STAND_FOR_OTHERS.contains(&self.names.text(aspect.name.symbol)) {
                        let name = self.spelling(&decl.name).to_lowercase();
                        self.stand_for_others.insert(name);
                    }
                }
                self.deny_in_components(&decl.definition);
            }
            Decl::Package(decl) => self.deny_aspects(&decl.aspects, Holder::Package, true),
            Decl::PackageBody(decl) => self.deny_aspects(&decl.aspects, Holder::Package, true),
            Decl::Exception(decl) => self.deny_aspects(&decl.aspects, Holder::Object, false),
            Decl::Renaming(decl) => {
                let holder = match decl.kind {
                    ast::RenamingKind::Object(_) | ast::RenamingKind::Exception => Holder::Object,
                    ast::RenamingKind::Package | ast::RenamingKind::Generic(_) => Holder::Package,
                };
                self.deny_aspects(&decl.aspects, holder, false);
            }
            Decl::Instantiation(decl) => self.deny_aspects(&decl.aspects, Holder::Package, false),
            Decl::Generic(decl) => {
                if let Decl::Package(package) = &decl.unit {
                    self.deny_aspects(&package.aspects, Holder::Package, true);
                }
            }
            Decl::Stub(stub) => {
                let holder = match stub.kind {
                    ast::StubKind::Subprogram(_) => Holder::Subprogram,
                    ast::StubKind::Concurrent(..) => Holder::Type,
                    _ => Holder::Package,
                };
                self.deny_aspects(&stub.aspects, holder, false);
            }
            Decl::Subprogram(decl) => {
                if matches!(decl.form, ast::SubprogramForm::Renaming(_)) {
                    self.deny_aspects(&decl.aspects, Holder::Subprogram, false);
                }
                self.deny_in_parameters(&decl.spec);
            }
            Decl::SubprogramBody(body) => self.deny_in_parameters(&body.spec),
            Decl::Entry(entry) => self.deny_in_parameters(&entry.spec),
            Decl::EntryBody(body) => self.deny_in_parameters(&body.spec),
            _ => {}
        }
    }

    fn deny_in_parameters(&mut self, spec: &'a ast::SubprogramSpec) {
        for parameter in &spec.parameters {
            self.deny_aspects(&parameter.aspects, Holder::Object, false);
        }
    }

    fn deny_in_components(&mut self, definition: &'a ast::TypeDef) {
        let record = match definition {
            ast::TypeDef::Record(record) => &**record,
            ast::TypeDef::Concurrent(unit) => &unit.components,
            _ => return,
        };
        let mut todo = vec![&record.components];
        while let Some(list) = todo.pop() {
            for component in &list.components {
                self.deny_aspects(&component.aspects, Holder::Object, false);
            }
            for pragma in &list.pragmas {
                self.deny_unheard_pragma(pragma);
            }
            todo.extend(list.variants.iter().flat_map(|part| &part.variants).map(|variant| &variant.components));
        }
    }

    /// Rejects aspects that are not supported; with `heard` false those that are only modelled too, as nothing
    /// models them there.
    fn deny_aspects(&mut self, aspects: &'a [ast::Aspect], holder: Holder, heard: bool) {
        for aspect in aspects {
            self.deny_aspect(aspect, holder, heard);
        }
    }

    /// As [`Sema::deny_aspects`] for a single one.
    pub fn deny_aspect(&mut self, aspect: &'a ast::Aspect, holder: Holder, heard: bool) {
        let ident = aspect.value.as_ref().and_then(ast::Expr::as_name).and_then(ast::Name::as_ident);
        let word = ident.map(|ident| self.names.text(ident.symbol).to_string()).unwrap_or_default();
        let name = self.names.text(aspect.name.symbol).to_string();
        self.note_escape(&name);
        let plain = name != "convention" || self.plain_convention(&word, holder);
        let status = Kind::Aspect.status(&name, holder);
        // What the source does not want to be verified may be all the same.
        let heard = heard || name == "spark_mode";
        let fine = status == Status::WithoutEffect || (heard && status == Status::Modelled);
        if name == "predicate_failure" && holder == Holder::Type && aspect.value.as_ref().is_some_and(is_message) {
            return;
        }
        let removed = self.removed_ghost(&name);
        // A Boolean aspect that is switched off says nothing.
        if (fine && plain && removed.is_none()) || word == "false" {
            return;
        }
        let class = if aspect.class_wide { "'Class" } else { "" };
        let what = format!("aspect {}{class}{}", self.spelling(&aspect.name), removed.unwrap_or_default());
        match holder {
            Holder::Subprogram if ONLY_STATED.contains(&name.as_str()) => self.not_checked(aspect.span, what),
            Holder::Package => self.deny_file(aspect.span, what),
            _ => self.reject(aspect.span, what),
        }
    }

    /// Whether a convention changes nothing.
    fn plain_convention(&self, name: &str, holder: Holder) -> bool {
        CONVENTIONS.contains(&name) && (OF_ADA.contains(&name) || holder != Holder::Type)
    }

    /// Notes that something is left out on which nothing else depends.
    fn not_checked(&mut self, span: Span, construct: String) {
        let entry = Unsupported { subprogram: String::new(), loc: self.loc(span), construct };
        if self.trying == 0 && !self.unsupported.contains(&entry) {
            self.unsupported.push(entry);
        }
    }

    /// What is done with a pragma, which depends on what it is given for.
    fn pragma_status(&mut self, pragma: &'a ast::Pragma) -> Status {
        // Of an operator that was declared here.
        let operator = pragma.arguments.get(1).and_then(|argument| match &argument.value.kind {
            ast::ExprKind::String(operator) => Some(self.names.fold(&format!("\"{operator}\""))),
            _ => None,
        });
        let name = self.names.text(pragma.name.symbol);
        if self.removed_ghost(name).is_some() {
            return Status::NotSupported;
        }
        if matches!(name, "import" | "interface" | "export")
            && operator.is_some_and(|operator| !self.declared_here(operator).is_empty())
        {
            return Kind::Pragma.status(name, Holder::Subprogram);
        }
        let entity = self.entity_of(pragma).map(|(_, entity)| entity);
        if matches!(entity, Some(Entity::Type(_))) && name == "convention" {
            // What it means depends on the type.
            return Status::WithoutEffect;
        }
        if matches!(entity, Some(Entity::Unsupported(_))) {
            // Nothing that uses it is analysed.
            return Status::WithoutEffect;
        }
        match entity.and_then(|entity| holder(&entity)) {
            Some(holder) => {
                let plain = name != "convention" || {
                    let first = pragma.arguments.first().and_then(|argument| argument.value.as_name());
                    let ident = first.and_then(ast::Name::as_ident);
                    ident.is_some_and(|ident| self.plain_convention(self.names.text(ident.symbol), holder))
                };
                if plain { Kind::Pragma.status(name, holder) } else { Status::NotSupported }
            }
            None => Kind::Pragma.status_anywhere(name),
        }
    }

    /// The argument of a pragma that names what it is about.
    pub(super) fn entity_argument(&self, pragma: &'a ast::Pragma) -> Option<&'a ast::PragmaArgument> {
        let named = |wanted: &str| {
            pragma
                .arguments
                .iter()
                .find(|argument| argument.name.as_ref().is_some_and(|name| self.names.text(name.symbol) == wanted))
        };
        let name = self.names.text(pragma.name.symbol);
        let at = usize::from(matches!(name, "import" | "export" | "convention" | "interface"));
        named("entity").or(named("on")).or(pragma.arguments.get(at))
    }

    /// The local entity that a pragma names.
    pub(super) fn entity_of(&self, pragma: &'a ast::Pragma) -> Option<(&'a ast::Ident, Entity)> {
        let ident = self.entity_argument(pragma)?.value.as_name()?.as_ident()?;
        Some((ident, self.local_entity(ident)?))
    }

    /// Notes where checks need not be made and assertions are not evaluated. All are stated all the same; where
    /// somebody waits for what their failure raises it makes a difference, and what fails there may not fail in a run.
    fn note_policy(&mut self, pragma: &'a ast::Pragma, in_spec: bool) {
        let name = self.names.text(pragma.name.symbol);
        if matches!(name, "suppress" | "suppress_all") {
            self.tree.checks_off.note(self.file, in_spec);
        }
        if !matches!(name, "assertion_policy" | "check_policy") {
            return;
        }
        let off = |argument: &ast::PragmaArgument| {
            let name = argument.value.as_name().and_then(ast::Name::as_ident);
            name.is_some_and(|name| switches_off(self.names.text(name.symbol)))
        };
        let free = |argument: &ast::PragmaArgument| {
            let kind = argument.name.as_ref().map(|kind| self.names.text(kind.symbol));
            kind.filter(|kind| name == "check_policy" && is_free_kind(kind))
        };
        let switched_off = pragma.arguments.iter().filter(|argument| off(argument));
        let kinds: Vec<String> = switched_off.filter_map(free).map(str::to_string).collect();
        if pragma.arguments.iter().any(|argument| off(argument) && free(argument).is_none()) {
            self.tree.assertions_off.note(self.file, in_spec);
        }
        // Of all kinds, or of ghost code.
        let of_ghost = |argument: &ast::PragmaArgument| match &argument.name {
            Some(kind) => matches!(self.names.text(kind.symbol), "ghost" | "policy"),
            None => true,
        };
        if pragma.arguments.iter().any(|argument| of_ghost(argument) && off(argument)) {
            self.tree.ghost_off.note(self.file, in_spec);
        }
        self.tree.check_kinds_off.extend(kinds);
    }

    /// Why ghost code is not analysed here: a policy may remove it, with all of its checks (SPARK RM 6.9).
    fn removed_ghost(&self, name: &str) -> Option<&'static str> {
        let removed = name == "ghost" && self.tree.ghost_off.may_cover(self.file);
        removed.then_some(" where an assertion policy may remove ghost code (SPARK RM 6.9)")
    }

    /// Handlers of what failing assertions raise, where some are not checked.
    pub fn deny_handler(&mut self, exceptions: &[super::tree::ExnId], span: Span) {
        if self.tree.assertions_off.anywhere() && exceptions.contains(&super::tree::ASSERTION_ERROR) {
            self.reject(
                span,
                "handler of Assertion_Error where an assertion policy switches assertions off (RM 11.4.2)",
            );
        }
    }

    /// Rejects a pragma that is not supported, and what it is given for; tells whether it did.
    pub fn deny_pragma(&mut self, pragma: &'a ast::Pragma) -> bool {
        let in_spec = matches!(self.scopes[self.scope].kind, ScopeKind::Package);
        self.note_policy(pragma, in_spec);
        let name = self.names.text(pragma.name.symbol).to_string();
        self.note_escape(&name);
        if self.pragma_status(pragma) != Status::NotSupported {
            return false;
        }
        let what = format!("pragma {}", self.spelling(&pragma.name));
        if ONLY_CHECKS.contains(&name.as_str()) {
            self.not_checked(pragma.span, what);
            return true;
        }
        if CONTRACTS.contains(&name.as_str()) {
            if let Some(subp) = self.in_front() {
                self.deny_subprogram(subp, pragma.span, &what);
            }
        } else if let Some((ident, entity)) = self.entity_of(pragma) {
            match entity {
                Entity::Subprogram(_) => {
                    for subp in self.subprograms_named(ident) {
                        self.deny_subprogram(subp, pragma.span, &what);
                    }
                    return true;
                }
                // What is said of a generic unit nobody tells its instances.
                Entity::Generic(_) => {
                    self.deny_file(pragma.span, what);
                    return true;
                }
                _ => self.replace_by_poison(ident, &what),
            }
        }
        self.reject(pragma.span, what);
        true
    }

    /// The subprogram that was declared last in this scope.
    fn in_front(&self) -> Option<SubpId> {
        let last = self.scopes[self.scope].order.last()?;
        let entry = self.scopes[self.scope].names.get(last)?.last()?;
        match entry.entity {
            Entity::Subprogram(subp) => Some(subp),
            _ => None,
        }
    }

    fn subprograms_named(&self, ident: &ast::Ident) -> Vec<SubpId> {
        self.declared_here(ident.symbol)
    }

    /// The subprograms of that name or operator symbol which the current scope declares.
    pub fn declared_here(&self, symbol: ast::Symbol) -> Vec<SubpId> {
        let entries = self.scopes[self.scope].names.get(&symbol).into_iter().flatten();
        let subprogram = |entity: &Entity| match entity {
            Entity::Subprogram(subp) => Some(*subp),
            _ => None,
        };
        entries.filter_map(|entry| subprogram(&entry.entity)).collect()
    }

    fn deny_subprogram(&mut self, subp: SubpId, span: Span, what: &str) {
        let owner = std::mem::replace(&mut self.owner, subp);
        self.reject(span, what);
        self.owner = owner;
    }

    pub(super) fn replace_by_poison(&mut self, ident: &ast::Ident, what: &str) {
        let scope = self.scope;
        let mut types = Vec::new();
        for entry in self.scopes[scope].names.get_mut(&ident.symbol).into_iter().flatten() {
            match entry.entity {
                // The profiles that name it go on naming it.
                Entity::Type(ty) if self.tree.types.base(ty) == ty => types.push(ty),
                _ => entry.entity = Entity::Unsupported(what.into()),
            }
        }
        let kind = super::types::Kind::Unsupported(what.into());
        types.into_iter().for_each(|ty| self.tree.types[ty].kind = kind.clone());
    }

    /// Rejects a pragma where nothing would model it.
    pub fn deny_unheard_pragma(&mut self, pragma: &'a ast::Pragma) {
        if self.pragma_status(pragma) != Status::WithoutEffect {
            self.reject(pragma.span, format!("pragma {} in this place", self.spelling(&pragma.name)));
        }
    }

    /// Rejects a representation clause that is not supported, and what it is given for.
    pub fn deny_representation(&mut self, clause: &'a ast::RepresentationClause) {
        let (name, target) = match (&clause.kind, &clause.target.kind) {
            (ast::RepresentationKind::Record(_), _) => ("record".to_string(), &clause.target),
            (ast::RepresentationKind::At(_), _) => ("at".to_string(), &clause.target),
            (_, ast::NameKind::Attribute(attribute)) => (self.spelling(&attribute.designator), &attribute.prefix),
            _ => ("enumeration".to_string(), &clause.target),
        };
        if Kind::Representation.status_anywhere(&name) != Status::NotSupported {
            return;
        }
        let what = format!("representation clause for {name}");
        if let Some(ident) = target.as_ident() {
            match self.local_entity(ident) {
                Some(Entity::Subprogram(_)) => {
                    for subp in self.subprograms_named(ident) {
                        self.deny_subprogram(subp, clause.span, &what);
                    }
                    return;
                }
                _ => self.replace_by_poison(ident, &what),
            }
        }
        self.reject(clause.span, what);
    }

    /// What of a library unit stands where no declaration has it: what is not supported concerns the whole file.
    pub fn deny_in_unit(&mut self, unit: &'a ast::CompilationUnit) {
        // Others are declarations like those inside of units.
        if let Decl::Package(_) | Decl::PackageBody(_) = &unit.item {
            self.deny_in(&unit.item);
        }
        let context = unit.context.iter().filter_map(|item| match item {
            ast::ContextItem::Pragma(pragma) => Some((pragma, true)),
            _ => None,
        });
        for item in &unit.context {
            if let ast::ContextItem::Pragma(pragma) = item {
                self.note_policy(pragma, false);
            }
        }
        for (pragma, heard) in context.chain(unit.stray_pragmas.iter().map(|pragma| (pragma, false))) {
            let name = self.names.text(pragma.name.symbol).to_string();
            self.note_escape(&name);
            let status = Kind::Pragma.status_anywhere(self.names.text(pragma.name.symbol));
            if status == Status::NotSupported || (!heard && status == Status::Modelled) {
                let what = format!("pragma {} in this place", self.spelling(&pragma.name));
                self.deny_file(pragma.span, what);
            }
        }
        for aspect in &unit.stray_aspects {
            let name = self.names.text(aspect.name.symbol).to_string();
            self.note_escape(&name);
            if Kind::Aspect.status_anywhere(&name) != Status::WithoutEffect {
                let what = format!("aspect {} in this place", self.spelling(&aspect.name));
                self.deny_file(aspect.span, what);
            }
        }
    }

    /// Nothing in this file is analysed.
    fn deny_file(&mut self, span: Span, what: String) {
        if self.trying == 0 {
            self.denied_files.push((self.loc(span), what.clone()));
        }
        self.not_checked(span, what);
    }

    /// Marks the subprograms of files that are not analysed.
    pub fn deny_files(&mut self) {
        for (loc, what) in std::mem::take(&mut self.denied_files) {
            for subp in self.tree.subprograms.iter_mut().skip(1).filter(|subp| subp.loc.file == loc.file) {
                subp.unsupported.get_or_insert_with(|| (loc, what.clone()));
            }
        }
    }

    /// Whether an attribute is not supported; then it is rejected.
    pub fn deny_attribute(&mut self, attribute: &'a ast::Attribute, span: Span) -> bool {
        let name = self.names.text(attribute.designator.symbol);
        if Kind::Attribute.status_anywhere(name) != Status::NotSupported {
            return false;
        }
        let unknown = if Kind::Attribute.lists(name).is_empty() { ", which is not known," } else { "" };
        let what = format!("attribute {}{unknown}", self.spelling(&attribute.designator));
        self.reject(span, what.trim_end_matches(','));
        true
    }
}

/// What kind of thing an entity is, where lists tell kinds apart.
fn holder(entity: &Entity) -> Option<Holder> {
    match entity {
        Entity::Object(_) | Entity::Renamed(_) | Entity::Exception(_) | Entity::Number(_) => Some(Holder::Object),
        Entity::Type(_) => Some(Holder::Type),
        Entity::Subprogram(_) => Some(Holder::Subprogram),
        Entity::Package(_) => Some(Holder::Package),
        _ => None,
    }
}

/// A file that is not analysed: where what it says stands, and the construct.
pub(crate) type DeniedFile = (Loc, String);

/// Whether an expression is a text and nothing else: what a failing check says, and not what it raises.
fn is_message(value: &ast::Expr) -> bool {
    match &value.unparenthesized().kind {
        ast::ExprKind::String(_) => true,
        ast::ExprKind::Binary(binary) => {
            binary.op == ast::BinaryOp::Concat && is_message(&binary.left) && is_message(&binary.right)
        }
        _ => false,
    }
}
