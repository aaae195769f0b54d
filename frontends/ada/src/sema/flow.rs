//! What annotations and aspects say about data flow and state: `global`, `derives`, `own`, `initializes`, `inherit`
//! (SPARK 2005), `Global`, `Depends`, `Abstract_State`, `Initializes` and their refinements (SPARK 2014).
//!
//! Where there is a body it says what is read and written. Of a subprogram without one `Global` and `Depends` say what
//! it changes. A name in them that means nothing, or no variable, is a mistake of the programmer and is reported where
//! it stands, inside the comment.

use super::Sema;
use super::scope::{Entity, ScopeId, ScopeKind};
use super::tree::{ENVIRONMENT, ObjId, ObjectKind, Reads, SubpId};
use super::walk::root;
use crate::ast::{self, AnnotationKind, Aspect, Expr, ExprKind, Ident, Name, NameKind, Symbol, UnaryOp};
use crate::place::Loc;

/// The own annotation of a package specification.
#[derive(Clone, Debug)]
pub(crate) struct Own<'a> {
    package: ScopeId,
    file: horn_frontend::ir::FileId,
    variables: &'a [ast::OwnVariable],
}

/// What a name in an annotation is.
enum Named {
    Entity(Entity),
    /// An abstract state of this package.
    State(ScopeId),
    /// A component, or it was reported that nothing has that name.
    Unknown,
}

/// Modes that `Global` knows.
const MODES: &[&str] = &["input", "output", "in_out", "proof_in"];

impl<'a> Sema<'a> {
    /// Declares the abstract states of a package: own variables, and those of `Abstract_State`.
    pub fn package_states(&mut self, annotations: &'a [ast::Annotation], aspects: &'a [Aspect], package: ScopeId) {
        for annotation in annotations {
            if let AnnotationKind::Own(variables) = &annotation.kind {
                self.states.extend(variables.iter().map(|variable| (package, variable.name.symbol)));
                self.own.push(Own { package, file: self.file, variables });
            }
        }
        for aspect in aspects {
            if self.names.text(aspect.name.symbol) != "abstract_state" {
                continue;
            }
            self.declare_states(aspect.value.iter().collect(), package);
        }
    }

    /// The states that `Abstract_State` names, as an aspect or as a pragma.
    pub fn declare_states(&mut self, named: Vec<&'a Expr>, package: ScopeId) {
        let mut found = Vec::new();
        let mut todo = named;
        while let Some(expr) = todo.pop() {
            match &expr.kind {
                ExprKind::Null => {}
                ExprKind::Name(name) => found.extend(name.as_ident().map(|ident| ident.symbol)),
                ExprKind::Paren(inner) => todo.push(inner),
                // `(State with External)`, `(A, B)`.
                ExprKind::Aggregate(aggregate) => match &aggregate.base {
                    ast::AggregateBase::Extension(inner) => {
                        // `with Ghost` alone says nothing of who else writes it.
                        self.external_states.insert(package);
                        todo.push(inner);
                    }
                    _ => todo.extend(aggregate.items.iter().filter_map(|item| match item {
                        ast::AggregateItem::Association(association) if association.choices.is_empty() => {
                            association.expr()
                        }
                        _ => None,
                    })),
                },
                _ => self.error(expr.span, "name of an abstract state expected"),
            }
        }
        self.states.extend(found.into_iter().map(|symbol| (package, symbol)));
    }

    /// Checks the annotations and aspects of a package specification; its declarations are known.
    pub fn package_flow(&mut self, annotations: &'a [ast::Annotation], aspects: &'a [Aspect], package: ScopeId) {
        for annotation in annotations {
            match &annotation.kind {
                AnnotationKind::Own(variables)
                    if self.units.is_library(package) && !self.units.awaits_body(package) =>
                {
                    let own = Own { package, file: self.file, variables };
                    self.own_variables(&own, package, &[]);
                }
                AnnotationKind::Initializes(names) => {
                    for name in names {
                        let own = name.as_ident().is_some_and(|ident| self.states.contains(&(package, ident.symbol)));
                        if !own {
                            let text = format!("\"{}\" is no own variable of this package", self.text_of(name));
                            self.error(name.span, text);
                        }
                    }
                }
                _ => {}
            }
        }
        for aspect in aspects {
            if self.names.text(aspect.name.symbol) == "initializes"
                && let Some(value) = &aspect.value
            {
                self.flow_expression(value);
            }
        }
    }

    /// Checks the annotations and aspects of a package body, and the own variables of its specification.
    pub fn package_body_flow(&mut self, body: &'a ast::PackageBody, scope: ScopeId, package: ScopeId) {
        let mut refined = Vec::new();
        for annotation in &body.annotations {
            let AnnotationKind::Own(variables) = &annotation.kind else { continue };
            for variable in variables {
                refined.push(variable.name.symbol);
                if !self.states.contains(&(package, variable.name.symbol)) {
                    let name = self.spelling(&variable.name);
                    self.error(variable.name.span, format!("\"{name}\" is no own variable of this package"));
                }
                for (_, constituent) in &variable.constituents {
                    self.flow_name(constituent);
                }
            }
        }
        for aspect in &body.aspects {
            if self.names.text(aspect.name.symbol) == "refined_state"
                && let Some(value) = &aspect.value
            {
                self.flow_expression(value);
            }
        }
        for own in self.own.clone() {
            if own.package == package {
                self.own_variables(&own, scope, &refined);
            }
        }
    }

    /// Own variables are declared in their package, or refined by its body; their announced types exist.
    fn own_variables(&mut self, own: &Own<'a>, scope: ScopeId, refined: &[Symbol]) {
        let file = std::mem::replace(&mut self.file, own.file);
        let outer = std::mem::replace(&mut self.scope, scope);
        for variable in own.variables {
            let symbol = variable.name.symbol;
            let declared = [own.package, scope].iter().any(|place| {
                let mut entries = self.scopes[*place].names.get(&symbol).into_iter().flatten();
                entries.any(|entry| !matches!(entry.entity, Entity::Subprogram(_) | Entity::Type(_)))
            });
            if !declared && !refined.contains(&symbol) {
                let name = self.spelling(&variable.name);
                self.error(variable.name.span, format!("own variable \"{name}\" is neither declared nor refined"));
            }
            if let Some(subtype) = &variable.subtype {
                self.annotation_type(subtype);
            }
        }
        self.scope = outer;
        self.file = file;
    }

    /// The name of a type in an annotation.
    pub fn annotation_type(&mut self, name: &'a Name) {
        match self.annotated(name) {
            Named::Entity(Entity::Type(_) | Entity::Unsupported(_)) | Named::State(_) | Named::Unknown => {}
            Named::Entity(_) => {
                let text = format!("\"{}\" is no type", self.text_of(name));
                self.error(name.span, text);
            }
        }
    }

    /// `global`, `derives` of a subprogram, in its scope.
    pub fn flow_annotation(&mut self, subp: SubpId, annotation: &'a ast::Annotation) {
        match &annotation.kind {
            AnnotationKind::Global(groups) => {
                self.says_what_changes(subp);
                for (mode, names) in groups {
                    for name in names {
                        let named = self.flow_name(name);
                        if *mode != Some(ast::Mode::In) {
                            self.changed(subp, named);
                        }
                    }
                }
            }
            AnnotationKind::Derives(clauses) => {
                for name in clauses.iter().flat_map(|clause| clause.exports.iter().chain(&clause.imports)) {
                    self.flow_name(name);
                }
            }
            _ => {}
        }
    }

    /// `Global`, `Depends` and their refinements, in the scope of the subprogram.
    pub fn flow_aspect(&mut self, subp: SubpId, aspect: &'a Aspect) {
        let Some(value) = &aspect.value else { return };
        self.says_what_changes(subp);
        let name = self.names.text(aspect.name.symbol);
        let (global, outside) = (matches!(name, "global" | "refined_global"), name == "global");
        let mut read = outside.then(Reads::default);
        if let ExprKind::Aggregate(aggregate) = &value.kind {
            for item in &aggregate.items {
                if let ast::AggregateItem::Association(association) = item {
                    read = self.flow_association(subp, association, global, read);
                }
            }
        } else {
            for named in self.flow_expression(value) {
                read = self.with_read(read, subp, &named);
            }
        }
        if outside {
            self.tree.subprogram_mut(subp).reads = read;
        }
    }

    /// One association of such an aspect: a mode with what has it, or what is changed with what that depends on.
    fn flow_association(
        &mut self,
        subp: SubpId,
        association: &'a ast::Association,
        global: bool,
        mut read: Option<Reads>,
    ) -> Option<Reads> {
        let mut changes = false;
        for choice in &association.choices {
            let ast::Choice::Expr(choice) = choice else { continue };
            if !global {
                // What depends on something is changed.
                for named in self.flow_expression(choice) {
                    self.changed(subp, named);
                }
                continue;
            }
            let mode = choice.as_name().and_then(Name::as_ident).map(|mode| self.names.text(mode.symbol));
            changes |= matches!(mode, Some("output" | "in_out"));
            if !mode.is_some_and(|mode| MODES.contains(&mode)) {
                self.error(association.span, "invalid mode selector");
            }
        }
        let named = association.expr().map(|expr| self.flow_expression(expr)).unwrap_or_default();
        for named in named {
            read = self.with_read(read, subp, &named);
            if changes {
                self.changed(subp, named);
            }
        }
        read
    }

    /// What is read besides; nothing is known any more where a name means what is not.
    fn with_read(&mut self, read: Option<Reads>, subp: SubpId, named: &Named) -> Option<Reads> {
        let mut read = read?;
        match named {
            Named::Entity(Entity::Object(object)) => read.objects.push(*object),
            Named::Entity(Entity::Renamed(expr)) => read.objects.push(root(expr)?),
            Named::Entity(_) => {}
            // What others outside of the program write may be another value each time.
            Named::State(package) if self.external_states.contains(package) => return None,
            Named::State(package) => {
                read.states = true;
                self.read_states.push((subp, *package));
            }
            Named::Unknown => return None,
        }
        Some(read)
    }

    fn says_what_changes(&mut self, subp: SubpId) {
        self.tree.subprogram_mut(subp).changes.get_or_insert_with(Vec::new);
    }

    /// Notes that a subprogram says that it changes something.
    fn changed(&mut self, subp: SubpId, named: Named) {
        let object = match named {
            Named::Entity(Entity::Object(object)) => Some(object),
            Named::Entity(Entity::Renamed(expr)) => root(&expr),
            Named::Entity(_) => return,
            Named::State(package) => return self.changed_states.push((subp, Some(package))),
            Named::Unknown => None,
        };
        match object {
            Some(object) => self.tree.subprogram_mut(subp).changes.get_or_insert_with(Vec::new).push(object),
            None => self.changed_states.push((subp, None)),
        }
    }

    /// Variables in the place of abstract states, once everything is declared: those that the package declares where
    /// only it sees them, and those of its children, which may be constituents, too (SPARK RM 7.2.6).
    pub fn resolve_states(&mut self) {
        for (subp, package) in std::mem::take(&mut self.changed_states) {
            let found = self.constituents(package);
            let entry = self.tree.subprogram_mut(subp);
            entry.changes_states = true;
            entry.changes.get_or_insert_with(Vec::new).extend(found);
        }
        for (subp, package) in std::mem::take(&mut self.read_states) {
            let found = self.constituents(Some(package));
            if let Some(reads) = &mut self.tree.subprogram_mut(subp).reads {
                reads.objects.extend(found);
            }
        }
        for id in self.tree.subprogram_ids() {
            let concrete = !self.abstract_ones.contains(&id);
            let subp = self.tree.subprogram_mut(id);
            let outside = subp.imported && subp.body.is_none() && subp.loc != Loc::NONE && !subp.hidden;
            subp.unstated =
                outside && concrete && subp.changes.is_none() && (subp.absent || subp.concurrency.is_none());
        }
    }

    /// The variables that may be constituents of abstract states of a package; `None`: of any.
    fn constituents(&self, package: Option<ScopeId>) -> Vec<ObjId> {
        let mut found = Vec::new();
        for scope in self.scopes.ids() {
            let around = self.scopes.outward(scope);
            if package.is_some_and(|package| !around.contains(&package)) {
                continue;
            }
            // What a private child shows may be one as well.
            let of_child = around.iter().take_while(|one| Some(**one) != package);
            let mut units = of_child.filter_map(|one| self.units.names_of.get(one));
            let hidden = package.is_none() || units.any(|unit| self.is_private_unit(unit));
            for entry in self.scopes[scope].names.values().flatten() {
                let Entity::Object(object) = entry.entity else { continue };
                let entry = self.tree.object(object);
                let library = entry.owner == ENVIRONMENT && entry.kind == ObjectKind::Variable;
                if library && (entry.private || hidden) {
                    found.push(object);
                }
            }
        }
        found.sort();
        found
    }

    /// All names in the value of an aspect about flow, and what they are.
    fn flow_expression(&mut self, value: &'a Expr) -> Vec<Named> {
        let mut todo = vec![value];
        let mut names: Vec<&'a Name> = Vec::new();
        while let Some(expr) = todo.pop() {
            match &expr.kind {
                ExprKind::Null | ExprKind::Error => {}
                ExprKind::Name(name) => names.push(name),
                ExprKind::Paren(inner) | ExprKind::Unary(UnaryOp::Plus, inner) => todo.push(inner),
                ExprKind::Aggregate(aggregate) => {
                    let mut inner = Vec::new();
                    for item in &aggregate.items {
                        let ast::AggregateItem::Association(association) = item else { continue };
                        for choice in &association.choices {
                            if let ast::Choice::Expr(expr) = choice {
                                inner.push(expr);
                            }
                        }
                        inner.extend(association.expr());
                    }
                    todo.extend(inner.into_iter().rev());
                }
                _ => self.error(expr.span, "name of a variable expected"),
            }
        }
        names.into_iter().map(|name| self.flow_name(name)).collect()
    }

    /// A name that must be one of a variable, parameter, constant or abstract state.
    fn flow_name(&mut self, name: &'a Name) -> Named {
        if let NameKind::Attribute(attribute) = &name.kind {
            // `F'Result` in `Depends` is nothing that others see.
            if self.names.text(attribute.designator.symbol) != "result" {
                self.error(name.span, "name of a variable expected");
            }
            return Named::Entity(Entity::Block);
        }
        let named = self.annotated(name);
        match &named {
            Named::State(_) | Named::Unknown => {}
            Named::Entity(Entity::Object(_) | Entity::Renamed(_) | Entity::Number(_) | Entity::Unsupported(_)) => {}
            Named::Entity(Entity::Generic(_)) => {}
            Named::Entity(_) => {
                let text = format!("\"{}\" is no variable", self.text_of(name));
                self.error(name.span, text);
            }
        }
        named
    }

    /// What a name in an annotation is. Packages need no with clause to be named in annotations: `inherit` is enough.
    fn annotated(&mut self, name: &'a Name) -> Named {
        let Some(path) = name.path() else {
            self.error(name.span, "name of a variable expected");
            return Named::Unknown;
        };
        let Some((first, rest)) = path.split_first() else { return Named::Unknown };
        let (found, _) = self.scopes.lookup(self.scope, first.symbol, |_| true);
        if rest.is_empty()
            && let Some(package) = self.visible_state(first.symbol)
        {
            return Named::State(package);
        }
        let Some(mut entity) = found.into_iter().next().map(|entry| entry.entity) else {
            // Of a unit of which only a limited view may be there (RM 10.1.2 (4)) nothing more is known here.
            if !self.units.specs.contains_key(self.names.text(first.symbol)) && !self.uses_open_package() {
                self.undefined(first);
            }
            return Named::Unknown;
        };
        for (at, selector) in rest.iter().enumerate() {
            let Entity::Package(package) = entity else {
                // A component, or something of a subprogram or block: named fully. Its prefix exists.
                return Named::Unknown;
            };
            if at + 1 == rest.len() && self.states.contains(&(package, selector.symbol)) {
                return Named::State(package);
            }
            match self.scopes.select(package, selector.symbol, self.scope).into_iter().next() {
                Some(entry) => entity = entry.entity,
                None => {
                    // There may be more behind a limited view.
                    if self.scopes[package].open.is_none() {
                        self.undefined(selector);
                    }
                    return Named::Unknown;
                }
            }
        }
        Named::Entity(entity)
    }

    /// Whether a package is used here of which not everything is known, as the abstract states of a library unit.
    fn uses_open_package(&self) -> bool {
        let open = |package: &ScopeId| self.scopes[*package].open.is_some();
        self.scopes.outward(self.scope).into_iter().any(|scope| self.scopes[scope].uses.iter().any(open))
    }

    fn undefined(&mut self, ident: &Ident) {
        if !self.units.missing {
            let text = format!("\"{}\" is undefined", self.spelling(ident));
            self.error(ident.span, text);
        }
    }

    /// The package whose abstract state a direct name is: one around this place, or one that is used.
    pub fn visible_state(&self, symbol: Symbol) -> Option<ScopeId> {
        self.scopes.outward(self.scope).into_iter().find_map(|scope| {
            let package = match self.scopes[scope].kind {
                ScopeKind::PackageBody(package) => package,
                _ => scope,
            };
            let used = self.scopes[scope].uses.iter().copied();
            used.chain([package]).find(|package| self.states.contains(&(*package, symbol)))
        })
    }

    /// `inherit P, Q;`: the units exist, and are analysed before this one. Then other annotations may name their
    /// variables.
    pub fn inherits(&mut self, annotations: &'a [ast::Annotation]) {
        for annotation in annotations {
            let AnnotationKind::Inherit(names) = &annotation.kind else { continue };
            for name in names {
                let full = self.text_of(name).to_lowercase();
                let known = self.units.specs.contains_key(&full) || self.units.body_units.contains_key(&full);
                if known {
                    let loc = self.loc(name.span);
                    self.unit_spec(&full, Some(loc));
                } else if self.predefined_unit(&full).is_none() {
                    let text = format!("unit \"{}\" is undefined", self.text_of(name));
                    self.error(name.span, text);
                }
            }
        }
    }

    /// Whether a body is hidden (`hide P;` at its start): it is not analysed. The name must be that of the body.
    pub fn hidden(&mut self, ident: &Ident, declarations: &'a [ast::Decl], statements: &'a [ast::Stmt]) -> bool {
        let first_declaration = declarations.first().and_then(|decl| match decl {
            ast::Decl::Annotation(annotation) => Some(&**annotation),
            _ => None,
        });
        let first_statement = statements.first().and_then(|stmt| match &stmt.kind {
            ast::StmtKind::Annotation(annotation) => Some(&**annotation),
            _ => None,
        });
        let mut hidden = false;
        for annotation in first_declaration.into_iter().chain(first_statement) {
            if let AnnotationKind::Hide(name) = &annotation.kind {
                hidden = true;
                if name.last_ident().is_none_or(|last| last.symbol != ident.symbol) {
                    let text = format!("hidden part is of \"{}\"", self.spelling(ident));
                    self.error(name.span, text);
                }
            }
        }
        hidden
    }

    /// Declarations that only annotations use (proof types, functions, constants): there is no meaning to give them.
    pub fn annotation_declaration(&mut self, annotation: &'a ast::Annotation) {
        match &annotation.kind {
            AnnotationKind::Proof(decl) => {
                let (names, what): (Vec<&Ident>, &str) = match &**decl {
                    ast::Decl::Type(decl) => (vec![&decl.name], "proof type (SPARK 2005)"),
                    ast::Decl::Subprogram(decl) => {
                        (decl.spec.name.last_ident().into_iter().collect(), "proof function (SPARK 2005)")
                    }
                    ast::Decl::Object(decl) => (decl.names.iter().collect(), "proof constant (SPARK 2005)"),
                    _ => (Vec::new(), ""),
                };
                for name in names {
                    self.declare(name, Entity::Unsupported(what.into()));
                }
            }
            AnnotationKind::BaseType(declared, base) => {
                self.annotation_type(declared);
                self.annotation_type(base);
            }
            AnnotationKind::Global(_) | AnnotationKind::Derives(_) => {
                self.error(annotation.span, "annotation does not follow a subprogram");
            }
            AnnotationKind::Pre(_) | AnnotationKind::Post(_) | AnnotationKind::Return(..) => {
                self.error(annotation.span, "annotation does not follow a subprogram");
            }
            AnnotationKind::Assert(_)
            | AnnotationKind::Check(_)
            | AnnotationKind::Assume(_)
            | AnnotationKind::NotOverflow(_) => {
                self.error(annotation.span, "annotation stands where no statement may");
            }
            _ => {}
        }
    }

    /// The source spelling of an expanded name.
    fn text_of(&self, name: &Name) -> String {
        let path = name.path().unwrap_or_default();
        path.iter().map(|ident| self.spelling(ident)).collect::<Vec<_>>().join(".")
    }
}
