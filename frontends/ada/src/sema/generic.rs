//! Generic units (RM 12): an instance is the unit analysed again with its formals bound to the actuals.

use super::Sema;
use super::evident::Relations;
use super::name::{Callable, Denoted};
use super::scope::{Entity, Entry, GenericId, InsideGeneric, Intrinsic, ScopeId, ScopeKind};
use super::tree::{ENVIRONMENT, Expr, ExprKind, Mode, ObjectKind, PROGRAM_ERROR, Stmt, StmtKind, SubpId};
use super::types::{Kind, TypeId};
use crate::ast::{self, Association, Decl, FormalDefault, FormalType, GenericFormal, Ident};
use horn_frontend::ir::FileId;

/// Nested instantiations deeper than this are refused.
const MAX_INSTANCES: u32 = 40;

/// A generic unit.
#[derive(Clone, Debug)]
pub(crate) struct Generic<'a> {
    /// Its place in the table.
    pub id: GenericId,
    /// Its declaration.
    pub decl: &'a ast::GenericDecl,
    /// Its file.
    pub file: FileId,
    /// Where it is declared.
    pub scope: ScopeId,
    /// Its qualified name in lower case: the key of its body.
    pub name: String,
    /// Its own name.
    pub symbol: ast::Symbol,
    /// Whether it is a library unit.
    pub library: bool,
    /// The subprogram that declares it, and the part of a library unit.
    pub owner: SubpId,
    /// See [`Generic::owner`].
    pub part: super::elaboration::UnitPart,
    /// Whether its body was met.
    pub elaborated: bool,
    /// Subprograms inside of which it was instantiated before that: they cannot be called earlier either.
    pub waiting: Vec<SubpId>,
}

/// An instance whose body was not met yet.
#[derive(Clone, Debug)]
pub(crate) struct PendingInstance {
    generic: GenericId,
    scope: ScopeId,
    subp: Option<(SubpId, ScopeId)>,
    owner: SubpId,
    part: super::elaboration::UnitPart,
}

impl<'a> Sema<'a> {
    /// A generic declaration.
    pub fn generic_decl(&mut self, decl: &'a ast::GenericDecl) {
        let name = match &decl.unit {
            Decl::Package(package) => &package.name,
            Decl::Subprogram(subp) => &subp.spec.name,
            other => {
                self.reject(other.span(), "generic unit (RM 12.1)");
                return;
            }
        };
        let Some(ident) = name.last_ident() else { return };
        let qualified = self.qualified(&self.spelling(ident)).to_lowercase();
        let library = self
            .units
            .specs
            .get(&qualified)
            .is_some_and(|(_, unit)| matches!(&unit.item, Decl::Generic(own) if std::ptr::eq(&**own, decl)));
        let (scope, owner) = (self.scope, self.owner);
        let id = self.add_generic(decl, ident.symbol, (qualified, library), (scope, owner));
        self.declare(ident, Entity::Generic(id));
    }

    /// A generic unit of this qualified name, which may be a library unit, in the current file.
    pub fn add_generic(
        &mut self,
        decl: &'a ast::GenericDecl,
        symbol: ast::Symbol,
        (name, library): (String, bool),
        (scope, owner): (ScopeId, SubpId),
    ) -> GenericId {
        let id = GenericId(u32::try_from(self.generics.len()).unwrap_or(u32::MAX));
        self.generics.push(Generic {
            id,
            decl,
            file: self.file,
            scope,
            name,
            symbol,
            library,
            owner,
            part: self.unit_part.clone(),
            elaborated: false,
            waiting: Vec::new(),
        });
        id
    }

    /// An instantiation.
    pub fn instantiation(&mut self, instance: &'a ast::Instantiation) {
        let Some(ident) = instance.name.last_ident() else { return };
        if self.output_instance(instance, ident)
            || self.elementary_instance(instance, ident)
            || self.deallocation_instance(instance, ident)
            || self.conversion_instance(instance, ident)
        {
            return;
        }
        let generic = match self.denote(&instance.generic) {
            Denoted::Generic(generic) => generic,
            Denoted::Error => {
                if let Some((_, why)) = self.poison.clone() {
                    self.declare_open(ident, &why);
                }
                return;
            }
            Denoted::Value(value) if value.kind == ExprKind::Error => {
                self.declare_poison(ident, "instance of a generic unit outside the subset");
                return;
            }
            // A generic package of the library that is not modelled: of what its instances declare nothing is known.
            Denoted::Package(unit) if self.open_package(unit).is_some() => {
                let why = self.open_package(unit).unwrap_or_default();
                if why.starts_with(super::standard::LIBRARY_UNIT) && evaluates_nothing(instance) {
                    // Its elaboration changes nothing of the program: only what uses the instance is concerned.
                    let loc = self.loc(instance.generic.span);
                    self.not_decided(loc, why.to_string());
                } else {
                    self.reject(instance.generic.span, &*why);
                }
                self.declare_open(ident, &why);
                return;
            }
            _ => {
                self.error(instance.generic.span, "generic unit name expected in instantiation");
                return;
            }
        };
        if self.instances >= MAX_INSTANCES {
            self.reject(instance.span, "deeply nested instantiation (RM 12.3)");
            return;
        }
        self.instance_in_time(generic, instance.span);
        self.instances += 1;
        self.instantiate(generic, instance, ident);
        self.instances -= 1;
    }

    /// Instances of `Ada.Text_IO.Integer_IO` and its relatives: output without effect.
    fn output_instance(&mut self, instance: &'a ast::Instantiation, ident: &'a Ident) -> bool {
        let generics = ["integer_io", "float_io", "modular_io", "enumeration_io", "fixed_io", "decimal_io"];
        let Some(last) = instance.generic.last_ident() else { return false };
        if !generics.contains(&self.names.text(last.symbol)) {
            return false;
        }
        let outer = self.poison.take();
        let denoted = self.attempt(|sema| sema.denote(&instance.generic));
        self.poison = outer;
        if !matches!(denoted, Denoted::Value(Expr { kind: ExprKind::Error, .. })) {
            return false;
        }
        let actual = instance.actuals.first().and_then(Association::expr).and_then(ast::Expr::as_name);
        let ty = actual.map(|actual| self.subtype_mark(actual));
        let formal = if self.names.text(last.symbol) == "enumeration_io" { "enum" } else { "num" };
        let scope = self.predefined_instance(ident, last, formal, ty);
        let formats =
            ["default_width", "default_base", "default_fore", "default_aft", "default_exp", "default_setting"];
        for format in formats {
            let symbol = self.names.fold(format);
            let what = Entity::Unsupported("format of text output (RM A.10.8)".into());
            self.scopes.declare(scope, symbol, what, None);
        }
        if let Some(ty) = ty {
            self.text_output(scope, ty);
            self.text_input(scope, Some(ty));
        }
        self.declare(ident, Entity::Package(scope));
        true
    }

    /// The region of an instance of a predefined generic package, in that of its formal type, which formal packages
    /// name (RM 12.7 (10)).
    fn predefined_instance(&mut self, ident: &Ident, generic: &Ident, formal: &str, actual: Option<TypeId>) -> ScopeId {
        let prefix = format!("{}.", self.qualified(&self.spelling(ident)));
        let formals = self.scopes.add(Some(self.scope), ScopeKind::Inner, prefix.clone(), self.owner);
        let scope = self.scopes.add(Some(formals), ScopeKind::Package, prefix, self.owner);
        self.scopes.declare(formals, generic.symbol, Entity::Package(scope), None);
        if let Some(ty) = actual {
            let formal = self.names.fold(formal);
            self.scopes.declare(formals, formal, Entity::Type(ty), None);
        }
        scope
    }

    /// An instance of `Ada.Numerics.Generic_Elementary_Functions`.
    fn elementary_instance(&mut self, instance: &'a ast::Instantiation, ident: &'a Ident) -> bool {
        let Some(last) = instance.generic.last_ident() else { return false };
        if self.names.text(last.symbol) != "generic_elementary_functions" {
            return false;
        }
        let [actual] = instance.actuals.as_slice() else { return false };
        let Some(name) = actual.expr().and_then(ast::Expr::as_name) else { return false };
        let Denoted::Type(ty) = self.denote(name) else { return false };
        let scope = self.predefined_instance(ident, last, "float_type", Some(ty));
        self.elementary_functions(scope, ty);
        self.declare(ident, Entity::Package(scope));
        true
    }

    /// The body of a generic unit is met here.
    pub fn generic_body_met(&mut self, id: GenericId, span: horn_frontend::Span) {
        let loc = self.loc(span);
        let generic = &mut self.generics[id.0 as usize];
        generic.elaborated = true;
        for owner in std::mem::take(&mut generic.waiting) {
            self.sink.push(Stmt { kind: StmtKind::Elaborated(owner), loc });
        }
    }

    /// An instance in front of the body of its generic unit raises Program_Error (RM 3.11 (13)).
    fn instance_in_time(&mut self, id: GenericId, span: horn_frontend::Span) {
        let generic = &self.generics[id.0 as usize];
        if generic.elaborated || generic.library || self.generic_body(generic).is_none() {
            return;
        }
        if generic.owner == self.owner {
            if self.owner != ENVIRONMENT || generic.part.unit == self.unit_part.unit {
                let loc = self.loc(span);
                self.sink.push(Stmt { kind: StmtKind::Raise(Some(PROGRAM_ERROR)), loc });
            }
            return;
        }
        let mut at = self.owner;
        while at != ENVIRONMENT {
            at = self.tree.subprogram(at).parent;
            if at == generic.owner {
                let owner = self.owner;
                self.generics[id.0 as usize].waiting.push(owner);
                return;
            }
        }
    }

    fn instantiate(&mut self, id: GenericId, instance: &'a ast::Instantiation, ident: &'a Ident) {
        let generic = self.generics[id.0 as usize].clone();
        let name = self.qualified(&self.spelling(ident));
        // The scope of the formals, inside the place of the generic unit.
        let formals = self.scopes.add(Some(generic.scope), ScopeKind::Inner, format!("{name}."), self.owner);
        if !self.bind_formals(&generic, formals, instance) {
            match (self.poison.clone(), &generic.decl.unit) {
                (Some((_, why)), Decl::Package(_)) => self.declare_open(ident, &why),
                (Some((_, why)), _) => self.declare_poison(ident, &why),
                (None, _) => self.declare_poison(ident, "instance with errors"),
            }
            return;
        }
        let original = generic;
        let id = self.variant(&original, formals).unwrap_or(id);
        let generic = self.generics[id.0 as usize].clone();
        let outer_file = self.enter_part_in(generic.file);
        let outer_scope = std::mem::replace(&mut self.scope, formals);
        let around = self.enter_generic(id, formals, generic.file, generic.decl.span);
        let loops = std::mem::take(&mut self.loops);
        let place = crate::place::Loc { file: self.file, span: generic.decl.span };
        let (entity, subp, scope) = match &generic.decl.unit {
            Decl::Package(package) => {
                let scope = self.scopes.add(Some(formals), ScopeKind::Package, format!("{name}."), self.owner);
                // Inside, the name of the generic package denotes the instance (RM 12.3 (15)).
                self.scopes.declare(formals, original.symbol, Entity::Package(scope), None);
                if generic.library && crate::library::has(&generic.name) {
                    let unit = super::standard::unit_spelling(&original.name);
                    self.scopes[scope].open = Some(format!("a declaration of library unit {unit}").into());
                    let matter = !generic.name.contains(".indefinite_");
                    self.relations.push(Relations { matter, ..Relations::new(scope, formals, place) });
                }
                let outer = self.relations.iter().find(|relations| relations.instance == generic.scope);
                if let Some(outer) = outer.map(|outer| outer.formals) {
                    // One that a container of the library declares.
                    self.relations.push(Relations { outer: Some(outer), ..Relations::new(scope, formals, place) });
                }
                self.package_parts(package, scope);
                if generic.library {
                    self.instance_with_children(&original.name, scope);
                }
                (Entity::Package(scope), None, scope)
            }
            Decl::Subprogram(subp) => {
                let (new, scope) = self.new_profile(&subp.spec, &name);
                if let Some(own) = subp.spec.name.last_ident() {
                    self.scopes.declare(formals, own.symbol, Entity::Subprogram(new), None);
                }
                let waiting = std::mem::take(&mut self.deferred);
                self.defer(super::Deferred::Contract { subp: new, aspects: &subp.aspects, scope });
                // Names in aspects may be declared behind the generic unit, in the same list (RM 13.1.1 (11)).
                let end = self.scopes.generic.as_mut().map(|unit| &mut unit.end.span.end);
                let end = end.map(|end| std::mem::replace(end, u32::MAX));
                self.run_deferred();
                if let (Some(unit), Some(end)) = (&mut self.scopes.generic, end) {
                    unit.end.span.end = end;
                }
                if let ast::SubprogramForm::Expression(expr) = &subp.form {
                    self.defer_expression(new, expr, scope);
                    self.run_deferred();
                }
                self.deferred = waiting;
                if generic.library && crate::library::has(&generic.name) {
                    let subprogram = Some(new);
                    self.relations.push(Relations { subprogram, ..Relations::new(scope, formals, place) });
                }
                (Entity::Subprogram(new), Some((new, scope)), formals)
            }
            _ => (Entity::Block, None, formals),
        };
        self.scopes.generic = around;
        self.scope = outer_scope;
        self.file = outer_file;
        self.declare(ident, entity);
        let pending = PendingInstance { generic: id, scope, subp, owner: self.owner, part: self.unit_part.clone() };
        if !self.instance_body(&pending) {
            // Subprograms are followed, but not inside of other instances; packages nowhere.
            let here = self.generics[id.0 as usize].scope == self.scope;
            if here && (pending.subp.is_none() || self.scopes.generic.is_some()) {
                self.reject(ident.span, "instance of a generic unit before its body is elaborated (RM 3.11 (14))");
            }
            self.units.pending.push(pending);
        }
        self.loops = loops;
    }

    /// From here on names are looked up as in the text of a generic unit that ends there. Gives what was the case
    /// before.
    fn enter_generic(
        &mut self,
        generic: GenericId,
        formals: ScopeId,
        file: FileId,
        span: horn_frontend::Span,
    ) -> Option<InsideGeneric> {
        let end = crate::place::Loc { file, span };
        self.formal_regions.insert(formals);
        self.scopes.generic.replace(InsideGeneric { generic, formals, end })
    }

    /// Analyses the body of an instance if it is known by now.
    fn instance_body(&mut self, pending: &PendingInstance) -> bool {
        let generic = self.generics[pending.generic.0 as usize].clone();
        let needs_body = match &generic.decl.unit {
            Decl::Package(_) => true,
            Decl::Subprogram(decl) => matches!(decl.form, ast::SubprogramForm::Declaration),
            _ => false,
        };
        if !needs_body {
            return true;
        }
        let Some((file, body)) = self.generic_body(&generic) else {
            return match &generic.decl.unit {
                Decl::Package(package) => !needs_completion(package),
                _ => false,
            };
        };
        // A generic unit declared in a package with a body may use what that body declares.
        let home = self.units.bodies.iter().rev().find(|(spec, _)| *spec == generic.scope).map(|(_, body)| *body);
        if home.is_none() && self.units.awaits_body(generic.scope) {
            return false;
        }
        // The body of a library unit has a context clause of its own.
        let unit = self.units.body_units.get(&generic.name).copied();
        self.file_parts.insert((generic.file, file));
        let outer_file = std::mem::replace(&mut self.file, file);
        let outer_owner = std::mem::replace(&mut self.owner, pending.owner);
        if let Some(home) = home {
            // Names of the body are found behind those of the formals.
            let formals = match pending.subp {
                Some(_) => Some(pending.scope),
                None => self.scopes[pending.scope].parent,
            };
            if let Some(formals) = formals {
                self.scopes[formals].parent = Some(home);
            }
        }
        let formals = match pending.subp {
            Some(_) => Some(pending.scope),
            None => self.scopes[pending.scope].parent,
        };
        let around = self.scopes.generic.clone();
        if let Some(formals) = formals {
            self.enter_generic(pending.generic, formals, file, body.span());
        }
        if let (Some((_, unit)), Some((_, scope))) = (unit, pending.subp) {
            self.context_of_body(unit, scope);
        }
        match (body, pending.subp) {
            (Decl::PackageBody(body), None) => {
                let spec = pending.scope;
                let prefix = self.scopes[spec].prefix.clone();
                let scope = self.scopes.add(Some(spec), ScopeKind::PackageBody(spec), prefix, pending.owner);
                if let Some((_, unit)) = unit {
                    self.context_of_body(unit, scope);
                }
                self.package_body_in(body, scope, spec);
            }
            (Decl::SubprogramBody(body), Some((subp, scope))) => {
                // The body repeats the profile, perhaps with other names for the same parameters.
                self.bodies_done.push(subp);
                self.body_of(subp, scope, &body.declarations, &body.body, body.span);
            }
            (Decl::Subprogram(decl), Some((subp, scope))) => {
                self.bodies_done.push(subp);
                match &decl.form {
                    ast::SubprogramForm::Expression(expr) => {
                        self.tree.subprogram_mut(subp).expression_function = true;
                        let waiting = std::mem::take(&mut self.deferred);
                        self.defer_expression(subp, expr, scope);
                        self.run_deferred();
                        self.deferred = waiting;
                    }
                    _ => {
                        let end = self.loc(decl.span);
                        let body = super::tree::Body { end, ..super::tree::Body::default() };
                        self.tree.subprogram_mut(subp).body = Some(body);
                    }
                }
            }
            _ => {}
        }
        self.scopes.generic = around;
        self.owner = outer_owner;
        self.file = outer_file;
        true
    }

    /// The body of an instance, once all bodies are known: without one, what depends on it is not analysed.
    fn last_body(&mut self, instance: &PendingInstance) {
        if self.instance_body(instance) {
            return;
        }
        if let Some((subp, _)) = instance.subp {
            self.tree.subprogram_mut(subp).imported = true;
            let loc = self.tree.subprogram(subp).loc;
            let owner = std::mem::replace(&mut self.owner, subp);
            self.apart(|sema| sema.reject_at(loc, "instance of a generic subprogram without a body"));
            self.owner = owner;
            return;
        }
        // What the body does when it is elaborated is not known either.
        let what = "instance of a generic package without a body";
        let file = self.generics[instance.generic.0 as usize].file;
        let span = self.generics[instance.generic.0 as usize].decl.span;
        let loc = crate::place::Loc { file, span };
        let subprograms: Vec<SubpId> = self.scopes[instance.scope]
            .names
            .values()
            .flatten()
            .filter_map(|entry| match entry.entity {
                Entity::Subprogram(subp) if self.tree.subprogram(subp).body.is_none() => Some(subp),
                _ => None,
            })
            .collect();
        for owner in subprograms.into_iter().chain([instance.owner]) {
            let outer = std::mem::replace(&mut self.owner, owner);
            self.apart(|sema| sema.reject_at(loc, what));
            self.owner = outer;
        }
        if instance.owner == super::tree::ENVIRONMENT {
            self.sink.push(super::tree::Stmt { kind: super::tree::StmtKind::Unsupported, loc });
        }
    }

    /// Bodies of instances that had to wait.
    pub fn pending_instances(&mut self) {
        for _ in 0..MAX_INSTANCES {
            let pending = std::mem::take(&mut self.units.pending);
            if pending.is_empty() {
                return;
            }
            self.units.all_bodies_known = true;
            for instance in pending {
                self.elaborating(instance.part.clone(), |sema| sema.last_body(&instance));
            }
        }
    }

    /// A named actual for which a unit of the library has no formal here: what it would be for is not known.
    fn unknown_actual(&self, generic: &Generic<'a>, instance: &'a ast::Instantiation) -> Option<&'a Ident> {
        if !(generic.library && crate::library::has(&generic.name)) {
            return None;
        }
        let known = |name: &Ident| {
            generic.decl.formals.iter().any(|formal| match formal {
                GenericFormal::Object { names, .. } => names.iter().any(|own| own.symbol == name.symbol),
                GenericFormal::Type { name: own, .. } | GenericFormal::Package { name: own, .. } => {
                    own.symbol == name.symbol
                }
                GenericFormal::Subprogram { spec, .. } => {
                    spec.name.last_ident().is_some_and(|own| own.symbol == name.symbol)
                }
                GenericFormal::Use(_) | GenericFormal::Pragma(_) => false,
            })
        };
        let named = instance.actuals.iter().filter_map(|actual| match actual.choices.as_slice() {
            [ast::Choice::Expr(expr)] => expr.as_name().and_then(ast::Name::last_ident),
            _ => None,
        });
        named.into_iter().find(|name| !known(name))
    }

    fn bind_formals(&mut self, generic: &Generic<'a>, formals: ScopeId, instance: &'a ast::Instantiation) -> bool {
        if let Some(name) = self.unknown_actual(generic, instance) {
            let what = format!("formal {} of library unit {}", self.spelling(name), generic.name);
            self.reject(name.span, what);
            return false;
        }
        let mut position = 0;
        let mut fine = true;
        let count_before = self.messages.len();
        for formal in &generic.decl.formals {
            let idents: Vec<&'a Ident> = match formal {
                GenericFormal::Object { names, .. } => names.iter().collect(),
                GenericFormal::Type { name, .. } | GenericFormal::Package { name, .. } => vec![name],
                GenericFormal::Subprogram { spec, .. } => spec.name.last_ident().into_iter().collect(),
                GenericFormal::Use(clause) => {
                    self.in_generic(generic, formals, |sema| sema.use_clause(clause));
                    continue;
                }
                GenericFormal::Pragma(_) => continue,
            };
            for ident in idents {
                let actual = self.actual_for(ident, position, instance);
                position += 1;
                fine &= self.bind_formal(generic, formals, formal, ident, actual, instance);
            }
        }
        let _ = count_before;
        fine
    }

    /// Whether a type has discriminants of these names, so that they can be told in the generic unit as they are in the
    /// actual type. What is poison has any.
    fn same_discriminants(&self, specs: &[ast::DiscriminantSpec], ty: TypeId) -> bool {
        let names = specs.iter().flat_map(|spec| &spec.names).map(|name| self.names.text(name.symbol).to_string());
        match self.tree.types.record(ty) {
            Some(record) => {
                let own = record.components[..record.discriminants].iter().map(|one| one.name.to_lowercase());
                names.eq(own)
            }
            None => self.poisoned_type(ty).is_some(),
        }
    }

    fn actual_for(&self, ident: &Ident, position: usize, instance: &'a ast::Instantiation) -> Option<&'a Association> {
        Association::of_parameter(&instance.actuals, position, |name| name.symbol == ident.symbol)
    }

    fn bind_formal(
        &mut self,
        generic: &Generic<'a>,
        formals: ScopeId,
        formal: &'a GenericFormal,
        ident: &'a Ident,
        actual: Option<&'a Association>,
        instance: &'a ast::Instantiation,
    ) -> bool {
        let actual = actual.and_then(Association::expr);
        match formal {
            GenericFormal::Type { definition, discriminants, .. } => {
                let Some(name) = actual.and_then(ast::Expr::as_name) else {
                    let text = format!("missing actual for generic formal \"{}\"", self.spelling(ident));
                    self.error(instance.span, text);
                    return false;
                };
                let ty = self.subtype_mark(name);
                if !self.formal_accepts(definition, ty) {
                    let text = format!("actual for \"{}\" does not match the formal type", self.spelling(ident));
                    self.error(name.span, text);
                    return false;
                }
                if let ast::Discriminants::Known(specs) = discriminants
                    && !self.same_discriminants(specs, ty)
                {
                    let names = specs.iter().flat_map(|spec| &spec.names);
                    let names: Vec<String> = names.map(|name| self.names.text(name.symbol).to_string()).collect();
                    let Some(count) = self.tree.types.record(ty).map(|record| record.discriminants) else {
                        let what = "discriminants of a formal type whose actual type is not known (RM 12.5.1)";
                        self.reject(ident.span, what);
                        self.scopes.declare(formals, ident.symbol, Entity::Unsupported(what.into()), None);
                        return false;
                    };
                    if names.len() != count {
                        let text = format!("actual for \"{}\" has other discriminants", self.spelling(ident));
                        self.error(name.span, text);
                        return false;
                    }
                    self.formal_discriminants.insert((formals, self.tree.types.base(ty)), names);
                }
                if let Some(why) = self.poisoned_type(ty) {
                    // Operations that come with it are not known.
                    self.scopes[formals].open = Some(why.as_str().into());
                    self.scopes.declare(formals, ident.symbol, Entity::Type(ty), None);
                    return true;
                }
                let (required, sources) = self.in_generic(generic, formals, |sema| sema.formal_ancestors(definition));
                if let Some(other) = required.iter().find(|one| !self.has_ancestor(ty, **one)) {
                    let other = self.tree.types[*other].name.clone();
                    self.error(name.span, format!("actual must be derived from \"{other}\""));
                    return false;
                }
                self.scopes.declare(formals, ident.symbol, Entity::Type(ty), None);
                let key = (formals, ident.symbol);
                self.in_generic(generic, formals, |sema| {
                    sema.note_formal_parts(key, definition);
                    sema.formal_operations(key, sources, ty);
                });
                true
            }
            GenericFormal::Object { mode, subtype, default, .. } => {
                let ty = self.in_generic(generic, formals, |sema| {
                    sema.note_formal_object((formals, ident.symbol), subtype);
                    sema.type_use(subtype)
                });
                if *mode != ast::Mode::In {
                    let Some(name) = actual.and_then(ast::Expr::as_name) else {
                        self.error(instance.span, "missing actual for generic formal object");
                        return false;
                    };
                    let value = self.name_value(name, Some(ty));
                    let value = self.coerce(value, ty, name.span);
                    self.check_variable(&value, name.span, false);
                    // It is a renaming (RM 12.4 (9)).
                    self.deny_slot(&value, name.span);
                    let value = self.evaluated_name(value);
                    self.scopes.declare(formals, ident.symbol, Entity::Renamed(std::rc::Rc::new(value)), None);
                    return true;
                }
                let value = match (actual, default) {
                    (Some(actual), _) => self.expr(actual, Some(ty)),
                    (None, Some(default)) => self.in_generic(generic, formals, |sema| sema.expr(default, Some(ty))),
                    (None, None) => {
                        let text = format!("missing actual for generic formal \"{}\"", self.spelling(ident));
                        self.error(instance.span, text);
                        return false;
                    }
                };
                let loc = value.loc;
                let object = self.new_object(self.spelling(ident), loc, ty, ObjectKind::Constant);
                if self.statically_in(&value, ty) {
                    self.tree.objects[object.0 as usize].value = value.value();
                }
                let kind = super::tree::StmtKind::Declare(object, Some(value));
                self.sink.push(super::tree::Stmt { kind, loc });
                self.scopes.declare(formals, ident.symbol, Entity::Object(object), None);
                true
            }
            GenericFormal::Subprogram { spec, default, .. } => {
                let (profile, _) = self.in_generic(generic, formals, |sema| {
                    let name = sema.qualified("formal");
                    sema.new_profile(spec, &name)
                });
                let hidden = self.tree.subprogram_mut(profile);
                hidden.hidden = true;
                hidden.imported = true;
                let found = match (actual, default) {
                    (Some(actual), _) => self.matching_subprogram(actual, profile),
                    (None, FormalDefault::Name(name)) => {
                        self.in_generic(generic, formals, |sema| sema.matching_name(name, profile))
                    }
                    (None, FormalDefault::Box) => {
                        let entries = self.find(ident);
                        let fitting = entries.iter().filter_map(|entry| match entry.entity {
                            Entity::Subprogram(subp) if self.same_profile(subp, profile) => Some(subp),
                            _ => None,
                        });
                        let fitting: Vec<SubpId> = fitting.collect();
                        let in_instance = self.scopes.generic.is_some();
                        if in_instance && fitting.iter().any(|one| self.told_apart(fitting[0], *one, false)) {
                            let homographs = Entity::Unsupported(super::told::HOMOGRAPHS.into());
                            self.scopes.declare(formals, ident.symbol, homographs, None);
                            return true;
                        }
                        entries
                            .into_iter()
                            .map(|entry| entry.entity)
                            .find(|entity| match entity {
                                Entity::Subprogram(subp) => self.same_profile(*subp, profile),
                                Entity::Intrinsic(intrinsic) => self.has_intrinsic_profile(profile, *intrinsic),
                                _ => false,
                            })
                            .and_then(|entity| match entity {
                                Entity::Intrinsic(intrinsic) => {
                                    let loc = self.loc(instance.span);
                                    self.intrinsic_function(profile, intrinsic, loc)
                                }
                                entity => Some(entity),
                            })
                            .or_else(|| self.operator_function(ident, profile, true))
                    }
                    (None, FormalDefault::Null) => Some(self.does_nothing(profile)),
                    _ => None,
                };
                let denoted = match (actual, default) {
                    _ if found.is_some() => None,
                    (Some(actual), _) => actual.as_name().map(|name| self.attempt(|sema| sema.denote(name))),
                    (None, FormalDefault::Name(name)) => {
                        Some(self.in_generic(generic, formals, |sema| sema.attempt(|sema| sema.denote(name))))
                    }
                    _ => None,
                };
                let predefined = match denoted {
                    Some(Denoted::Calls(calls)) => calls.candidates,
                    _ => Vec::new(),
                };
                let found = found.or_else(|| self.output_procedure(&predefined, profile));
                match found {
                    Some(entity) => {
                        // Inside, names and defaults of its parameters are those of the formal subprogram.
                        let entity = match entity {
                            Entity::Subprogram(subp) if subp != profile => {
                                Entity::Subprogram(self.renamed_subprogram(profile, subp))
                            }
                            entity => entity,
                        };
                        let homograph = self.scopes[formals].names.get(&ident.symbol).is_some_and(|entries| {
                            entries.iter().any(|entry| match entry.entity {
                                Entity::Subprogram(other) => self.same_profile(other, profile),
                                _ => false,
                            })
                        });
                        let entity = match homograph {
                            true => Entity::Unsupported(super::told::HOMOGRAPHS.into()),
                            false => entity,
                        };
                        self.scopes.declare(formals, ident.symbol, entity, None);
                        true
                    }
                    None => {
                        let named = match (actual, default) {
                            (Some(actual), _) => actual.as_name().and_then(ast::Name::last_ident),
                            (None, FormalDefault::Name(name)) => name.last_ident(),
                            _ => Some(ident),
                        };
                        let entries = named.map(|ident| self.attempt(|sema| sema.find(ident))).unwrap_or_default();
                        if self.profile_is_unknown(profile) {
                            self.reject(instance.span, "instance with a formal subprogram of an unknown profile");
                        }
                        let fits = |intrinsic: Intrinsic| {
                            let known = self.intrinsic_profile(intrinsic).is_some();
                            !known || self.has_intrinsic_profile(profile, intrinsic)
                        };
                        let actual = |callable: &Callable| matches!(callable, Callable::Intrinsic(one) if fits(*one));
                        let visible = |entry: &Entry| matches!(entry.entity, Entity::Intrinsic(one) if fits(one));
                        if predefined.iter().any(actual) || entries.iter().any(visible) {
                            let what = "subprogram of a predefined unit as an actual one (RM 12.6)";
                            self.reject(instance.span, what);
                        }
                        let text =
                            format!("no visible subprogram matches the generic formal \"{}\"", self.spelling(ident));
                        self.error(instance.span, text);
                        false
                    }
                }
            }
            GenericFormal::Package { .. } => {
                let Some(name) = actual.and_then(ast::Expr::as_name) else { return false };
                match self.denote(name) {
                    // One that GNAT declares as an instance, such as Ada.Integer_Text_IO, but the manual does not.
                    Denoted::Package(scope) if !self.is_instance(scope) => {
                        self.reject(
                            name.span,
                            "actual of a formal package that is no instance by the manual (RM 12.7)",
                        );
                        false
                    }
                    Denoted::Package(scope) => {
                        self.scopes.declare(formals, ident.symbol, Entity::Package(scope), None);
                        true
                    }
                    _ => {
                        self.error(name.span, "package instance expected as actual");
                        false
                    }
                }
            }
            GenericFormal::Use(_) | GenericFormal::Pragma(_) => true,
        }
    }

    /// Runs with the names of the generic unit and the formals bound so far.
    fn in_generic<T>(&mut self, generic: &Generic<'a>, formals: ScopeId, f: impl FnOnce(&mut Self) -> T) -> T {
        let scope = std::mem::replace(&mut self.scope, formals);
        let file = std::mem::replace(&mut self.file, generic.file);
        self.fresh();
        let around = self.scopes.generic.clone();
        self.enter_generic(generic.id, formals, generic.file, generic.decl.span);
        let result = f(self);
        self.scopes.generic = around;
        self.fresh();
        self.file = file;
        self.scope = scope;
        result
    }

    fn formal_accepts(&self, definition: &FormalType, ty: TypeId) -> bool {
        let types = &self.tree.types;
        // Of what is not known nothing can be said.
        if ty == types.std.error || self.poisoned_type(ty).is_some() {
            return true;
        }
        match definition {
            FormalType::Private { limited, .. } => *limited || !self.is_limited(ty),
            FormalType::Derived { extension, interfaces, .. } => {
                let tagged = *extension || !interfaces.is_empty();
                !tagged || types.has_tag(ty)
            }
            FormalType::Interface(_) => types[types.base(ty)].tagged.as_ref().is_some_and(|tagged| tagged.interface),
            FormalType::Unsupported(_) => true,
            FormalType::Discrete => types.is_discrete(ty),
            FormalType::SignedInteger => matches!(types.kind(ty), Kind::Signed { .. }),
            FormalType::Modular => matches!(types.kind(ty), Kind::Modular(_)),
            FormalType::Float => matches!(types.kind(ty), Kind::Float { .. }),
            FormalType::OrdinaryFixed | FormalType::DecimalFixed => true,
            FormalType::Array(_) => types.array(ty).is_some(),
            FormalType::Access(_) => types.access(ty).is_some() && !types.is_to_subprograms(ty),
            FormalType::AccessSubprogram(_) => types.is_to_subprograms(ty),
        }
    }

    fn matching_subprogram(&mut self, actual: &'a ast::Expr, profile: SubpId) -> Option<Entity> {
        let name = match &actual.kind {
            ast::ExprKind::Name(name) => match &name.kind {
                ast::NameKind::Attribute(attribute) => return self.attribute_function(attribute, name.span, profile),
                _ => name,
            },
            ast::ExprKind::String(text) => {
                let symbol = self.names.fold(&format!("\"{text}\""));
                let ident = Ident { symbol, spelling: symbol, span: actual.span };
                return self.operator_function(&ident, profile, true);
            }
            _ => return None,
        };
        let denoted = self.denote(name);
        if let (Denoted::Calls(calls), Some(ident)) = (&denoted, name.as_ident())
            && calls.candidates.is_empty()
        {
            return self.operator_function(ident, profile, true);
        }
        if let Some((_, construct)) = self.profile_poison(profile) {
            let loc = self.loc(actual.span);
            self.touch(loc, &construct);
        }
        let found = self.matching(denoted, profile);
        match (found, name.last_ident()) {
            (None, Some(ident)) => self.operator_function(ident, profile, name.as_ident().is_some()),
            (found, _) => found,
        }
    }

    /// A formal procedure whose actual does nothing that the program sees.
    fn does_nothing(&mut self, profile: SubpId) -> Entity {
        let loc = self.tree.subprogram(profile).loc;
        let entry = self.tree.subprogram_mut(profile);
        entry.imported = false;
        entry.body = Some(super::tree::Body { end: loc, ..super::tree::Body::default() });
        Entity::Subprogram(profile)
    }

    /// `Put` or `Put_Line` of `Ada.Text_IO`, of a character or string, as the actual of a formal procedure.
    fn output_procedure(&mut self, candidates: &[Callable], profile: SubpId) -> Option<Entity> {
        let output = |callable: &Callable| matches!(callable, Callable::Intrinsic(Intrinsic::Output));
        let entry = self.tree.subprogram(profile);
        let [item] = entry.params.as_slice() else { return None };
        let item = self.tree.object(*item);
        let (types, std) = (&self.tree.types, self.tree.types.std);
        let text = [std.string, std.character].contains(&types.base(item.ty));
        let fits = text && entry.result.is_none() && item.kind == ObjectKind::Parameter(Mode::In);
        (fits && candidates.iter().any(output) && !self.output_may_raise()).then(|| self.does_nothing(profile))
    }

    /// The subprogram that a default name of a formal subprogram denotes.
    fn matching_name(&mut self, name: &'a ast::Name, profile: SubpId) -> Option<Entity> {
        if let ast::NameKind::Attribute(attribute) = &name.kind {
            return self.attribute_function(attribute, name.span, profile);
        }
        let denoted = self.denote(name);
        let operator = match (&denoted, name.last_ident()) {
            (Denoted::Calls(calls), Some(ident)) if calls.candidates.is_empty() => Some(ident),
            _ => None,
        };
        match operator {
            Some(ident) => self.operator_function(ident, profile, name.as_ident().is_some()),
            None => self.matching(denoted, profile),
        }
    }

    /// `T'Succ` and `T'Pred` as subprograms (RM 8.5.4, 12.6): a function that applies the attribute.
    pub fn attribute_function(
        &mut self,
        attribute: &'a ast::Attribute,
        span: horn_frontend::Span,
        profile: SubpId,
    ) -> Option<Entity> {
        use super::tree::Builtin;
        let which = self.names.text(attribute.designator.symbol).to_string();
        let Denoted::Type(ty) = self.denote(&attribute.prefix) else { return None };
        let base = self.tree.types.base(ty);
        let entry = self.tree.subprogram(profile).clone();
        let loc = self.loc(span);
        let std = self.tree.types.std;
        let types = &self.tree.types;
        let (discrete, scalar, float) = (types.is_discrete(base), types.is_scalar(base), types.is_float(base));
        // What it needs of the type, the types of its parameters, that of its result.
        let (builtin, fits, formals, gives) = match which.as_str() {
            "succ" => (Builtin::Succ, discrete, vec![base], base),
            "pred" => (Builtin::Pred, discrete, vec![base], base),
            "min" => (Builtin::Min, scalar, vec![base; 2], base),
            "max" => (Builtin::Max, scalar, vec![base; 2], base),
            "image" => (Builtin::Unknown, scalar, vec![base], std.string),
            "wide_image" => (Builtin::Unknown, scalar, vec![base], std.wide_string),
            "value" => (Builtin::Value, scalar, vec![std.string], base),
            "wide_value" => (Builtin::Value, scalar, vec![std.wide_string], base),
            "floor" => (Builtin::Floor, float, vec![base], base),
            "ceiling" => (Builtin::Ceiling, float, vec![base], base),
            "rounding" => (Builtin::Rounding, float, vec![base], base),
            "truncation" => (Builtin::Truncation, float, vec![base], base),
            _ => {
                let what = format!("attribute {} as a subprogram (RM 8.5.4)", self.spelling(&attribute.designator));
                self.reject(span, what);
                return None;
            }
        };
        let result = entry.result?;
        let same = |ty: TypeId, wanted: TypeId| self.tree.types.base(ty) == wanted;
        let of: Vec<TypeId> = entry.params.iter().map(|param| self.tree.object(*param).ty).collect();
        if !fits
            || of.len() != formals.len()
            || !of.iter().zip(&formals).all(|(ty, wanted)| same(*ty, *wanted))
            || !same(result, gives)
        {
            return None;
        }
        // The subtypes are those of the attribute, not those of the profile (RM 8.5.4 (7)).
        for (param, wanted) in entry.params.iter().zip(&formals) {
            self.tree.objects[param.0 as usize].ty = *wanted;
        }
        self.tree.subprogram_mut(profile).result = Some(gives);
        let of = formals;
        let operands = entry.params.iter().zip(of);
        let operands = operands.map(|(param, ty)| Expr { kind: ExprKind::Object(*param), ty, loc }).collect();
        let ty = self.tree.types.base(result);
        let value = Expr { kind: ExprKind::Builtin(builtin, operands), ty, loc };
        let statements = vec![super::tree::Stmt { kind: super::tree::StmtKind::Return(Some(value)), loc }];
        let entry = self.tree.subprogram_mut(profile);
        entry.imported = false;
        entry.body = Some(super::tree::Body { statements, end: loc, ..super::tree::Body::default() });
        Some(Entity::Subprogram(profile))
    }

    fn matching(&mut self, denoted: Denoted<'a>, profile: SubpId) -> Option<Entity> {
        if let Denoted::Calls(calls) = &denoted
            && calls.prefix.is_some()
        {
            if self.renamed_operation(profile, calls) {
                return Some(Entity::Subprogram(profile));
            }
            return Some(Entity::Unsupported(super::subprogram::WITH_PREFIX.into()));
        }
        if self.has_homographs(&denoted) {
            return Some(Entity::Unsupported(super::told::HOMOGRAPHS.into()));
        }
        let Denoted::Calls(calls) = denoted else { return None };
        calls.candidates.iter().find_map(|callable| match callable {
            Callable::Subprogram(subp) if self.same_profile(*subp, profile) => Some(Entity::Subprogram(*subp)),
            Callable::Literal(ty, position) => {
                let entry = self.tree.subprogram(profile);
                let base = |ty: TypeId| self.tree.types.base(ty);
                let same = entry.params.is_empty() && entry.result.map(base) == Some(base(*ty));
                same.then_some(Entity::Literal(*ty, *position))
            }
            Callable::Intrinsic(intrinsic) if self.has_intrinsic_profile(profile, *intrinsic) => {
                let loc = self.tree.subprogram(profile).loc;
                self.intrinsic_function(profile, *intrinsic, loc)
            }
            _ => None,
        })
    }

    /// An operator as an actual: a function that applies the predefined one, or one that hides it if the symbol alone
    /// says which is meant (`direct`), and not a name such as `Standard."+"`.
    pub fn operator_function(&mut self, ident: &Ident, profile: SubpId, direct: bool) -> Option<Entity> {
        let symbol = self.names.text(ident.symbol).trim_matches('"').to_string();
        self.take_base_subtypes(profile);
        let entry = self.tree.subprogram(profile).clone();
        let result = entry.result?;
        let loc = self.loc(ident.span);
        let values: Vec<Expr> = entry
            .params
            .iter()
            .map(|param| Expr { kind: ExprKind::Object(*param), ty: self.tree.object(*param).ty, loc })
            .collect();
        let value = match values.as_slice() {
            [left, right] => {
                use ast::BinaryOp as Op;
                let op = Op::of_symbol(&symbol)?;
                let (l, r) = (vec![self.tree.types.base(left.ty)], vec![self.tree.types.base(right.ty)]);
                let found = match direct {
                    true => self.interpretations_on(op, l, r, Some(result)),
                    false => self.predefined_on(op, l, r, Some(result)),
                };
                let chosen = found.into_iter().find(|one| self.tree.types.compatible(one.result, result))?;
                if let Some(function) = chosen.function {
                    let function = if op == Op::NotEqual { self.unequal_of(function) } else { function };
                    return Some(Entity::Subprogram(function));
                }
                self.predefined_binary(op, left.clone(), right.clone(), chosen.result, loc)
            }
            [operand] => {
                let op = ast::UnaryOp::of_symbol(&symbol)?;
                let types = vec![self.tree.types.base(operand.ty)];
                let found = match direct {
                    true => self.unary_interpretations_on(op, types),
                    false => self.unary_predefined_on(op, types),
                };
                let chosen = found.into_iter().find(|one| self.tree.types.compatible(one.result, result))?;
                if let Some(function) = chosen.function {
                    return Some(Entity::Subprogram(function));
                }
                let ty = self.tree.types.base(operand.ty);
                self.predefined_unary(op, Expr { ty, ..operand.clone() }, loc)
            }
            _ => return None,
        };
        let statements = vec![super::tree::Stmt { kind: super::tree::StmtKind::Return(Some(value)), loc }];
        let entry = self.tree.subprogram_mut(profile);
        entry.imported = false;
        entry.expression_function = true;
        entry.body = Some(super::tree::Body { statements, end: loc, ..super::tree::Body::default() });
        Some(Entity::Subprogram(profile))
    }
}

impl Sema<'_> {
    /// Operands and results of predefined operators have the base subtypes of their scalar types, whatever subtypes the
    /// profile names that they are called by (RM 4.5, 8.5.4 (7), 12.6 (10)).
    fn take_base_subtypes(&mut self, profile: SubpId) {
        let entry = self.tree.subprogram(profile).clone();
        let types = &self.tree.types;
        let base = |ty: TypeId| if types.is_scalar(ty) { types.base(ty) } else { ty };
        let result = entry.result.map(base);
        let params: Vec<_> = entry.params.iter().map(|param| (*param, base(self.tree.object(*param).ty))).collect();
        self.tree.subprogram_mut(profile).result = result;
        for (param, ty) in params {
            self.tree.objects[param.0 as usize].ty = ty;
        }
    }

    /// The function `/=` that comes with a function `=` (RM 6.6 (6)).
    pub fn unequal_of(&mut self, equal: SubpId) -> SubpId {
        if let Some(known) = self.unequal.get(&equal) {
            return *known;
        }
        let old = self.tree.subprogram(equal).clone();
        let loc = old.loc;
        let name = old.name.replace("\"=\"", "\"/=\"");
        let new = self.hidden_subprogram(name, (old.parent, loc), self.formals(equal), old.result);
        let params = &self.tree.subprogram(new).params;
        let object = |param: &super::tree::ObjId| {
            let ty = self.tree.object(*param).ty;
            Expr { kind: ExprKind::Object(*param), ty, loc }
        };
        let arguments = params.iter().map(object).collect();
        let ty = old.result.unwrap_or(self.tree.types.std.boolean);
        let value = self.negated(Expr { kind: ExprKind::Call(equal, arguments), ty, loc });
        self.tree.subprogram_mut(new).expression_function = true;
        self.give_body(new, vec![Stmt { kind: StmtKind::Return(Some(value)), loc }], loc);
        self.called_like(new, equal);
        if self.abstract_ones.contains(&equal) {
            self.abstract_ones.insert(new);
        }
        self.unequal.insert(equal, new);
        new
    }
}

/// Whether a package needs a body: it declares a subprogram that nothing in it completes.
fn needs_completion(package: &ast::PackageDecl) -> bool {
    let all = || package.visible.iter().chain(package.private.iter().flatten());
    let completions: Vec<_> = all()
        .filter_map(|decl| match decl {
            Decl::Subprogram(subp) if matches!(subp.form, ast::SubprogramForm::Expression(_)) => Some(&subp.spec),
            _ => None,
        })
        .collect();
    all().any(|decl| match decl {
        Decl::Subprogram(subp) => {
            let imported = |aspect: &ast::Aspect| aspect.value.is_none();
            let completed = || {
                let same = |one: &ast::SubprogramSpec| names_of(one).eq(names_of(&subp.spec));
                let declared = all().filter(|decl| match decl {
                    Decl::Subprogram(one) => matches!(one.form, ast::SubprogramForm::Declaration) && same(&one.spec),
                    _ => false,
                });
                declared.count() <= completions.iter().filter(|one| same(one)).count()
            };
            matches!(subp.form, ast::SubprogramForm::Declaration) && !subp.aspects.iter().any(imported) && !completed()
        }
        Decl::Package(inner) => needs_completion(inner),
        Decl::Single(_) => true,
        Decl::Type(unit) => matches!(unit.definition, ast::TypeDef::Concurrent(_)),
        _ => false,
    })
}

/// The names in a profile, by which a completion is told: its own and those of its parameters.
fn names_of(spec: &ast::SubprogramSpec) -> impl Iterator<Item = ast::Symbol> + '_ {
    let own = spec.name.last_ident().into_iter();
    own.chain(spec.parameters.iter().flat_map(|parameter| &parameter.names)).map(|ident| ident.symbol)
}

/// Whether the actual parameters of an instance are names and literals.
fn evaluates_nothing(instance: &ast::Instantiation) -> bool {
    let plain = |actual: &Association| {
        actual.expr().is_some_and(|value| match &value.kind {
            ast::ExprKind::Name(name) => name.as_ident().is_some() || matches!(name.kind, ast::NameKind::Selected(..)),
            ast::ExprKind::Integer(_) | ast::ExprKind::Real(_) | ast::ExprKind::String(_) => true,
            _ => false,
        })
    };
    instance.actuals.iter().all(plain)
}
