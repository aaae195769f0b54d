//! Declarations other than types and subprograms (RM 3.3, 7, 8, 11).

use super::Sema;
use super::fold;
use super::name::{Callable, Denoted};
use super::scope::{Entity, ScopeKind};
use super::tree::{AssertKind, Body, Builtin, Expr, ExprKind, ObjectKind, Stmt, StmtKind, Value};
use super::types::{Bound, Constraint, Kind, TypeId};
use crate::ast::{self, Decl};
use horn_solver::num::Int;

impl<'a> Sema<'a> {
    /// A declarative part, with what waits for its end.
    pub fn declarations(&mut self, decls: &'a [Decl]) {
        let waiting = std::mem::take(&mut self.deferred);
        self.index_local_bodies(decls);
        self.note_small_clauses(decls);
        let outer = std::mem::take(&mut self.initial_conditions);
        let activations = std::mem::take(&mut self.activations);
        for decl in decls {
            if matches!(
                decl,
                Decl::SubprogramBody(_) | Decl::PackageBody(_) | Decl::ConcurrentBody(_) | Decl::EntryBody(_)
            ) {
                self.run_deferred_predicates();
            }
            self.declaration(decl);
        }
        self.run_deferred();
        self.missing_local_bodies(decls);
        self.deferred = waiting;
        // Of packages without a body.
        let without_body = std::mem::replace(&mut self.initial_conditions, outer);
        self.sink.extend(without_body.into_iter().map(|(_, stmt)| stmt));
        self.activate(activations);
    }

    /// One declaration, as [`Sema::declaration`] does it.
    pub fn declaration_inside(&mut self, decl: &'a Decl) {
        self.fresh();
        self.deny_in(decl);
        match decl {
            Decl::Object(object) => self.object_declaration(object),
            Decl::Number(number) => self.number_decl(number),
            Decl::Type(ty) => {
                self.type_decl(ty);
                if self.has_aspect(&ty.aspects, "unchecked_union") {
                    // No discriminant is there to be checked.
                    self.replace_by_poison(&ty.name, "aspect Unchecked_Union (RM B.3.3)");
                }
            }
            Decl::Subtype(subtype) => self.subtype_decl(subtype),
            Decl::Subprogram(subp) => self.subprogram_decl(subp),
            Decl::SubprogramBody(body) => self.subprogram_body(body),
            Decl::Package(package) => self.package_decl(package),
            Decl::PackageBody(body) => self.package_body(body),
            Decl::Renaming(renaming) => self.renaming_decl(renaming),
            Decl::Exception(exceptions) => {
                for ident in &exceptions.names {
                    let name = self.spelling(ident);
                    let name = self.qualified(&name);
                    let exception = self.new_exception(name);
                    self.declare(ident, Entity::Exception(exception));
                }
            }
            Decl::Generic(generic) => self.generic_decl(generic),
            Decl::Instantiation(instantiation) => self.instantiation(instantiation),
            Decl::Use(clause) => self.use_clause(clause),
            Decl::Pragma(pragma) => self.declaration_pragma(pragma),
            Decl::Stub(stub) => self.stub(stub),
            Decl::Annotation(annotation) => self.annotation_declaration(annotation),
            Decl::Single(unit) => self.single_unit(unit),
            Decl::ConcurrentBody(body) => self.concurrent_body(body),
            Decl::Entry(entry) => self.entry_decl(entry),
            Decl::EntryBody(body) => self.entry_body(body),
            Decl::Representation(clause) => {
                if !self.representation(clause) {
                    self.deny_representation(clause);
                }
            }
            Decl::Error(_) => {}
            Decl::Unsupported(what) => {
                let text = format!("{} (RM {})", what.construct, what.section);
                if let Some(name) = &what.name
                    && !matches!(self.local_entity(name), Some(Entity::Unsupported(_)))
                {
                    self.declare_poison(name, &text);
                }
                self.reject(what.span, text);
            }
        }
    }

    pub(super) fn has_aspect(&self, aspects: &[ast::Aspect], wanted: &str) -> bool {
        aspects.iter().any(|aspect| {
            let on = match &aspect.value {
                None => true,
                Some(value) => value
                    .as_name()
                    .and_then(ast::Name::as_ident)
                    .is_none_or(|ident| self.names.text(ident.symbol) != "false"),
            };
            on && self.names.text(aspect.name.symbol) == wanted
        })
    }

    /// Whether a volatile object is one that others read and nobody else writes: of the four properties those that are
    /// not said are off once one is said, and all of them with `No_Caching` (SPARK RM 7.1.2). It has the value that was
    /// assigned.
    pub(super) fn only_others_read(&self, aspects: &[ast::Aspect]) -> bool {
        let any = |names: [&str; 2]| names.iter().any(|name| self.has_aspect(aspects, name));
        let inputs = any(["async_writers", "effective_reads"]);
        (any(["async_readers", "effective_writes"]) || self.has_aspect(aspects, "no_caching")) && !inputs
    }

    pub fn object_declaration(&mut self, decl: &'a ast::ObjectDecl) {
        if self.element_reference(decl) {
            return;
        }
        let loc = self.loc(decl.span);
        let declared = self.type_use(&decl.subtype);
        if let Kind::Unsupported(what) = self.tree.types.kind(declared) {
            let what = what.clone();
            self.reject(decl.span, what.clone());
            for ident in &decl.names {
                self.declare(ident, Entity::Unsupported(what.as_str().into()));
            }
            return;
        }
        let said = |names: &[&str]| names.iter().any(|name| self.has_aspect(&decl.aspects, name));
        let exported = said(&["export"]) && !decl.constant;
        let outside = said(&["import", "address", "async_writers"]) || exported;
        let volatile = outside || said(&super::typedecl::VOLATILE) && !self.only_others_read(&decl.aspects);
        let laid_out = said(&super::layout::LAYOUTS);
        let relaxed = said(&["relaxed_initialization"]);
        let address = decl.aspects.iter().find(|aspect| self.names.text(aspect.name.symbol) == "address");
        let address = address.and_then(|aspect| Some((aspect.value.as_ref()?, aspect.span)));
        for (at, ident) in decl.names.iter().enumerate() {
            // The name is not visible in its own initial value.
            self.fresh();
            // As if declared one by one (RM 3.3.1 (7)).
            let declared = if at > 0 && decl.subtype.is_evaluated() { self.type_use(&decl.subtype) } else { declared };
            let init = decl.init.as_ref().map(|init| self.expr(init, Some(declared)));
            if let (Some(value), Some(init)) = (&init, &decl.init) {
                self.check_copied(value, init.span);
            }
            self.check_object_type(declared, init.is_some() || decl.constant, decl.span);
            let mut ty = declared;
            if !self.tree.types.is_constrained(ty) {
                match &init {
                    Some(init) => ty = self.constrained_by(ty, init),
                    None if self.tree.types.array(ty).is_some() && !decl.constant => {
                        self.error(decl.span, "unconstrained subtype not allowed (need initialization)");
                    }
                    None => {
                        let record = self.tree.record(ty);
                        if !record.mutable && record.discriminants > 0 && !decl.constant {
                            self.error(decl.span, "unconstrained subtype not allowed (need initialization)");
                        }
                    }
                }
            }
            let kind = if decl.constant { ObjectKind::Constant } else { ObjectKind::Variable };
            let deferred = if decl.constant && init.is_some() { self.deferred_constant(ident) } else { None };
            let object = match deferred {
                Some(object) => {
                    self.tree.objects[object.0 as usize].ty = ty;
                    object
                }
                None => {
                    let object = self.new_object(self.spelling(ident), self.loc(ident.span), ty, kind);
                    self.declare(ident, Entity::Object(object));
                    object
                }
            };
            self.tree.objects[object.0 as usize].volatile |= volatile && !decl.constant;
            self.tree.objects[object.0 as usize].written_outside |= outside;
            self.tree.objects[object.0 as usize].overlaid |= exported;
            if laid_out {
                self.laid_out_objects.insert(object);
            }
            if decl.aliased {
                self.aliased.insert(object);
            }
            self.note_mark(object, &decl.subtype);
            if relaxed {
                self.relaxed_object(object, decl.span);
            }
            if let Some((address, span)) = address {
                self.overlay(object, address, span);
            }
            if decl.constant {
                match &init {
                    Some(init) => self.tree.objects[object.0 as usize].value = self.constant_value(init, ty),
                    None => {
                        let inside =
                            matches!(self.scopes[self.scope].kind, ScopeKind::Subprogram(_) | ScopeKind::Inner);
                        if inside && !outside {
                            // A pragma Import may follow (RM 7.4 (4)).
                            self.constants_without_value.push((object, self.loc(decl.span)));
                        }
                        continue;
                    }
                }
            }
            self.sink.push(Stmt { kind: StmtKind::Declare(object, init), loc });
            self.note_activation(object, loc);
        }
    }

    /// The value of a static constant; a floating point one is a machine number.
    fn constant_value(&self, init: &Expr, ty: TypeId) -> Option<Value> {
        if !self.statically_in(init, ty) {
            return None;
        }
        match (init.value()?, self.tree.types.kind(ty)) {
            (Value::Real(value), Kind::Float { bits, .. }) => fold::round_to_float(&value, *bits).map(Value::Real),
            (value, _) => Some(value),
        }
    }

    fn deferred_constant(&self, ident: &ast::Ident) -> Option<super::tree::ObjId> {
        let entries = self.scopes[self.scope].names.get(&ident.symbol)?;
        entries.iter().find_map(|entry| match entry.entity {
            Entity::Object(object)
                if self.scopes[self.scope].in_private
                    && !entry.private
                    && self.tree.object(object).kind == ObjectKind::Constant =>
            {
                Some(object)
            }
            _ => None,
        })
    }

    /// The subtype of an object whose bounds come from its initial value, when they are known here.
    fn constrained_by(&mut self, ty: TypeId, init: &Expr) -> TypeId {
        if let Some((index, _)) = self.tree.types.array(ty) {
            let first = index[0];
            let dimensions = index.len();
            let name = self.tree.types[ty].name.clone();
            if let (ExprKind::Text(text), Some((low, _))) = (&init.kind, self.tree.types.static_range(first)) {
                let length = Int::from(i64::try_from(text.len()).unwrap_or(i64::MAX));
                let high = &(&low + &length) - &Int::from(1);
                if self.tree.types.base_range(first).is_some_and(|(least, _)| high < least) {
                    // There is no value before the first one for the bound of a null string (RM 4.2 (12)).
                    self.reject_at(init.loc, "null string of a type without a lower bound for it (RM 4.2)");
                    return ty;
                }
                let bounds = vec![(Bound::Int(low), Bound::Int(high))];
                return self.tree.types.add_subtype(&name, None, ty, Constraint::Index(bounds));
            }
            if let (ExprKind::Array(aggregate), 1) = (&init.kind, dimensions) {
                let low = aggregate.bounds.0.as_int().cloned();
                let high = match &aggregate.bounds.1 {
                    Some(high) => high.as_int().cloned(),
                    None => {
                        let count = Int::from(i64::try_from(aggregate.positional.len()).unwrap_or(i64::MAX));
                        low.as_ref().map(|low| &(low + &count) - &Int::from(1))
                    }
                };
                if let (Some(low), Some(high)) = (low, high) {
                    let bounds = vec![(Bound::Int(low), Bound::Int(high))];
                    return self.tree.types.add_subtype(&name, None, ty, Constraint::Index(bounds));
                }
            }
            let constraint = self.tree.types[init.ty].constraint.clone();
            if let Constraint::Index(bounds) = &constraint {
                let known = |bound: &Bound| matches!(bound, Bound::Int(_) | Bound::Object(_));
                if bounds.iter().all(|(low, high)| known(low) && known(high)) {
                    return self.tree.types.add_subtype(&name, None, ty, constraint);
                }
            }
        }
        ty
    }

    fn number_decl(&mut self, decl: &'a ast::NumberDecl) {
        let value = self.expr(&decl.value, None);
        let found = match value.value() {
            Some(found @ (Value::Int(_) | Value::Real(_))) => found,
            _ => {
                if value.kind != ExprKind::Error {
                    let text = "static expression expected in named number declaration";
                    self.not_static(&value, decl.value.span, text);
                }
                for ident in &decl.names {
                    self.declare_poison(ident, "named number whose value is not known");
                }
                return;
            }
        };
        for ident in &decl.names {
            self.declare(ident, Entity::Number(found.clone()));
        }
    }

    fn renaming_decl(&mut self, decl: &'a ast::RenamingDecl) {
        let Some(ident) = decl.name.last_ident() else { return };
        match &decl.kind {
            ast::RenamingKind::Object(ty) => {
                let wanted = ty.as_ref().map(|ty| self.type_use(ty));
                let value = self.name_value(&decl.renamed, wanted);
                let value = match wanted {
                    Some(ty) => self.coerce(value, ty, decl.renamed.span),
                    None => value,
                };
                self.deny_slot(&value, decl.renamed.span);
                let value = self.evaluated_name(value);
                self.declare(ident, Entity::Renamed(std::rc::Rc::new(value)));
            }
            _ => match self.denote(&decl.renamed) {
                Denoted::Exception(exception) => self.declare(ident, Entity::Exception(exception)),
                Denoted::Package(scope) => self.declare(ident, Entity::Package(scope)),
                Denoted::Generic(generic) => self.declare(ident, Entity::Generic(generic)),
                Denoted::Error => {
                    if let Some((_, why)) = self.poison.clone() {
                        self.declare_open(ident, &why);
                    }
                }
                _ => self.error(decl.renamed.span, "invalid name in renaming declaration"),
            },
        }
    }

    /// Evaluates a name here, once, with its checks (RM 8.5.1 (8), 5.2.1, 5.5.2): what comes back has constant indices
    /// and bounds.
    pub fn evaluated_name(&mut self, name: Expr) -> Expr {
        let name = self.stabilize(name);
        let mut at = &name;
        let mut checked = false;
        loop {
            at = match &at.kind {
                ExprKind::Index(inner, _) | ExprKind::Slice(inner, ..) | ExprKind::Qualified(inner) => {
                    checked = true;
                    inner
                }
                ExprKind::Field(inner, component) => {
                    let record = self.tree.types.record(inner.ty);
                    let guard = record.and_then(|record| record.components.get(*component)).map(|one| &one.guard);
                    checked |= guard.is_some_and(|guard| !guard.is_empty());
                    inner
                }
                ExprKind::Deref(_) => {
                    checked = true;
                    break;
                }
                _ => break,
            }
        }
        if checked && self.trying == 0 {
            let loc = name.loc;
            self.sink.push(Stmt { kind: StmtKind::Name(name.clone()), loc });
        }
        name
    }

    /// A name whose indices and bounds are constants that are evaluated here.
    fn stabilize(&mut self, value: Expr) -> Expr {
        let (ty, loc) = (value.ty, value.loc);
        let kind = match value.kind {
            ExprKind::Field(inner, at) => ExprKind::Field(Box::new(self.stabilize(*inner)), at),
            // A literal is no object.
            ExprKind::Qualified(inner) if self.trying == 0 && matches!(inner.kind, ExprKind::Text(_)) => {
                let value = Expr { kind: ExprKind::Qualified(inner), ty, loc };
                ExprKind::Object(self.hidden_constant("renamed", ty, value))
            }
            ExprKind::Qualified(inner) => ExprKind::Qualified(Box::new(self.stabilize(*inner))),
            // A view of the same object.
            ExprKind::Convert(inner) if self.tree.types.has_tag(ty) => {
                ExprKind::Convert(Box::new(self.stabilize(*inner)))
            }
            ExprKind::Deref(inner) => ExprKind::Deref(Box::new(self.once(*inner))),
            ExprKind::Index(inner, indices) => {
                let inner = self.stabilize(*inner);
                let indices = indices.into_iter().map(|index| self.once(index)).collect();
                ExprKind::Index(Box::new(inner), indices)
            }
            ExprKind::Slice(inner, low, high) => {
                let inner = self.stabilize(*inner);
                ExprKind::Slice(Box::new(inner), Box::new(self.once(*low)), Box::new(self.once(*high)))
            }
            ExprKind::Object(_) | ExprKind::Int(_) | ExprKind::Real(_) | ExprKind::Text(_) | ExprKind::Error => {
                value.kind
            }
            // A value: a constant that holds it.
            other if self.trying > 0 => other,
            other => ExprKind::Object(self.hidden_constant("renamed", ty, Expr { kind: other, ty, loc })),
        };
        Expr { kind, ty, loc }
    }

    /// `use P;`; use clauses of types change nothing, because operators are always found.
    pub fn use_clause(&mut self, clause: &'a ast::UseClause) {
        for name in &clause.names {
            match clause.kind {
                ast::UseKind::Package => {
                    let (denoted, poisoned) = self.used_package(name);
                    match denoted {
                        Denoted::Package(package) => {
                            let scope = self.scope;
                            self.scopes.use_package(scope, package);
                            if let Some(formals) = self.formals_seen(package) {
                                self.scopes.use_package(scope, formals);
                            }
                        }
                        // Whatever it declares may be meant from here on.
                        _ if poisoned.is_some() => self.open_scope(&poisoned.unwrap_or_default()),
                        Denoted::Error => {}
                        _ => self.error(name.span, "package name expected in use clause"),
                    }
                }
                ast::UseKind::Type | ast::UseKind::AllType => {
                    let ty = self.subtype_mark(name);
                    if let (Some(why), ast::UseKind::AllType) = (self.poisoned_type(ty), &clause.kind) {
                        self.open_scope(&why);
                    }
                    self.use_primitives(ty, clause.kind == ast::UseKind::AllType);
                }
            }
        }
    }

    /// What the name in a use clause denotes, and why it is outside the subset if it is: that alone harms nobody.
    fn used_package(&mut self, name: &'a ast::Name) -> (Denoted<'a>, Option<String>) {
        let outer = self.poison.take();
        let tried = self.attempt(|sema| sema.denote(name));
        let poisoned = std::mem::replace(&mut self.poison, outer).map(|(_, construct)| construct);
        let denoted = if poisoned.is_some() { tried } else { self.denote(name) };
        (denoted, poisoned)
    }

    /// The primitive operators of a type, with `all` also its literals and other primitive subprograms (RM 8.4 (8.1)):
    /// those of the region that declares it.
    pub(super) fn use_primitives(&mut self, ty: TypeId, all: bool) {
        if all && self.tree.types.has_tag(ty) {
            // What is declared for the classes of its ancestors, too (RM 8.4 (8.1)).
            let specific = self.tree.types.specific(ty);
            for one in self.tree.types.ancestors(specific).into_iter().rev().chain([specific]) {
                if let Some(class) = self.class_of(one) {
                    self.use_operations(class, one, all);
                }
            }
        }
        let base = self.tree.types.base(ty);
        self.use_operations(base, base, all);
    }

    /// The operations of one type that the region of another one declares.
    fn use_operations(&mut self, base: TypeId, declared_with: TypeId, all: bool) {
        let Some(home) = self.homes.get(&declared_with).copied() else { return };
        let inside = self.scopes.inside(self.scope, home);
        for (name, intrinsic) in self.intrinsics_of(base, home).into_iter().filter(|_| all) {
            self.scopes.declare(self.scope, name, Entity::Intrinsic(intrinsic), None);
        }
        for name in self.scopes[home].order.clone() {
            if !all && !self.names.text(name).starts_with('"') {
                continue;
            }
            for entry in self.scopes[home].names.get(&name).cloned().unwrap_or_default() {
                let concerned = match entry.entity {
                    Entity::Literal(of, _) => self.tree.types.base(of) == base,
                    Entity::Subprogram(subp) => self.is_of_type(subp, base),
                    _ => false,
                };
                if concerned && (inside || !entry.private) {
                    self.declare_once(name, entry.entity);
                }
            }
        }
    }

    /// Whether the profile of a subprogram names a type, by its base type.
    pub(super) fn is_of_type(&self, subp: super::tree::SubpId, base: TypeId) -> bool {
        let subp = self.tree.subprogram(subp);
        let of = |ty: TypeId| self.tree.types.base(ty) == base;
        subp.result.is_some_and(of) || subp.params.iter().any(|param| of(self.tree.object(*param).ty))
    }

    /// Declares something that is declared elsewhere, unless it is here already.
    pub(super) fn declare_once(&mut self, name: ast::Symbol, entity: Entity) {
        let scope = self.scope;
        let entries = self.scopes[scope].names.get(&name).map(Vec::as_slice).unwrap_or_default();
        if !entries.iter().any(|other| super::scope::same_entity(&other.entity, &entity)) {
            self.scopes.declare(scope, name, entity, None);
        }
    }

    fn declaration_pragma(&mut self, pragma: &'a ast::Pragma) {
        if self.deny_pragma(pragma) {
            return;
        }
        let name = self.names.text(pragma.name.symbol).to_string();
        match name.as_str() {
            "provide_shift_operators" => self.provide_shifts(pragma),
            "export" => {
                if let Some((_, Entity::Object(object))) = self.entity_of(pragma)
                    && self.tree.object(object).kind == ObjectKind::Variable
                {
                    let entry = &mut self.tree.objects[object.0 as usize];
                    (entry.volatile, entry.written_outside, entry.overlaid) = (true, true, true);
                }
            }
            "import" | "interface" => {
                if let Some(argument) = self.entity_argument(pragma) {
                    self.import(&argument.value, true);
                    let convention = pragma.arguments.iter().find(|argument| {
                        argument.name.as_ref().is_some_and(|name| self.names.text(name.symbol) == "convention")
                    });
                    let convention = convention.or(pragma.arguments.first());
                    let called = argument.value.as_name().map(|name| self.denote(name));
                    if let (Some(convention), Some(Denoted::Calls(calls))) = (convention, called) {
                        for callable in calls.candidates {
                            if let Callable::Subprogram(subp) = callable {
                                self.intrinsic(subp, &convention.value);
                            }
                        }
                    }
                }
            }
            "annotate" => {
                if let [tool, kind, of, ..] = pragma.arguments.as_slice()
                    && self.is_no_wrap(Some(&tool.value), Some(&kind.value))
                    && let Some(name) = of.value.as_name()
                    && let Denoted::Type(ty) = self.attempt(|sema| sema.denote(name))
                {
                    self.no_wrap_around(ty);
                }
            }
            "abstract_state" => {
                let named = pragma.arguments.iter().map(|argument| &argument.value).collect();
                self.declare_states(named, self.scope);
            }
            "convention" => {
                if let [convention, entity] = pragma.arguments.as_slice()
                    && let Some(name) = entity.value.as_name()
                    && let Denoted::Type(ty) = self.attempt(|sema| sema.denote(name))
                {
                    self.convention_of_type(ty, &convention.value, pragma.span, "pragma Convention");
                }
            }
            "no_return" => {
                for argument in &pragma.arguments {
                    if let Some(name) = argument.value.as_name()
                        && let Denoted::Calls(calls) = self.denote(name)
                    {
                        for callable in calls.candidates {
                            if let Callable::Subprogram(subp) = callable {
                                self.tree.subprogram_mut(subp).no_return = true;
                            }
                        }
                    }
                }
            }
            "attach_handler" | "interrupt_handler" => {
                let handler = pragma.arguments.first().and_then(|argument| argument.value.as_name());
                let handlers = handler.and_then(ast::Name::as_ident).map(|ident| self.declared_here(ident.symbol));
                match handlers {
                    Some(handlers) if !handlers.is_empty() => {
                        handlers.into_iter().for_each(|handler| self.interrupt_handler(handler));
                    }
                    _ => self.reject(pragma.span, "handler of interrupts outside of its unit (RM C.3.1)"),
                }
            }
            name if super::layout::LAYOUTS.contains(&name) => {
                for argument in &pragma.arguments {
                    if let Some(name) = argument.value.as_name() {
                        let denoted = self.attempt(|sema| sema.denote(name));
                        if let Denoted::Type(ty) = denoted {
                            let what = self.names.text(pragma.name.symbol).to_string();
                            self.said_of_layout(ty, &what, None);
                        }
                        self.note_layout(denoted);
                    }
                }
            }
            name if super::typedecl::VOLATILE.contains(&name) => {
                for argument in &pragma.arguments {
                    self.import(&argument.value, name == "async_writers");
                }
            }
            _ => {
                if let Some(kind) = self.pragma(pragma) {
                    let loc = self.loc(pragma.span);
                    self.sink.push(Stmt { kind, loc });
                }
            }
        }
    }

    /// The subprograms of a name that are declared here, and have no body yet, are written in another language (RM B.1
    /// (22)).
    fn import_declared_here(&mut self, symbol: ast::Symbol) {
        for subp in self.declared_here(symbol) {
            let subp = self.tree.subprogram_mut(subp);
            subp.imported |= subp.body.is_none();
        }
    }

    fn import(&mut self, entity: &'a ast::Expr, outside: bool) {
        if let ast::ExprKind::String(operator) = &entity.kind {
            let symbol = self.names.fold(&format!("\"{operator}\""));
            return self.import_declared_here(symbol);
        }
        let Some(name) = entity.as_name() else { return };
        match self.denote(name) {
            Denoted::Calls(calls) => match (name.as_ident(), calls.candidates.first()) {
                (Some(ident), _) if !self.declared_here(ident.symbol).is_empty() => {
                    self.import_declared_here(ident.symbol);
                }
                (_, Some(Callable::Subprogram(subp))) => self.tree.subprogram_mut(*subp).imported = true,
                _ => {}
            },
            Denoted::Value(Expr { kind: ExprKind::Object(object), .. }) => {
                self.tree.objects[object.0 as usize].volatile = true;
                self.tree.objects[object.0 as usize].written_outside |= outside;
            }
            Denoted::Type(ty) => self.volatile_type(ty),
            _ => {}
        }
    }

    /// Constants in declarative parts have initial values, or are imported (RM 3.3.1 (5), 7.4 (4)).
    pub fn finish_constants(&mut self) {
        for (object, loc) in std::mem::take(&mut self.constants_without_value) {
            if !self.tree.object(object).written_outside {
                self.error_at(loc, "constant declaration requires initialization expression");
            }
        }
    }

    /// `pragma Debug (Call)` and `pragma Debug (Condition, Call)` of GNAT: a call that is made where assertions are
    /// checked, as they are here. Where the program names policies it may be left out.
    fn debug(&mut self, pragma: &'a ast::Pragma) -> Option<StmtKind> {
        let (call, condition) = pragma.arguments.split_last()?;
        let condition = match condition {
            [] => None,
            [condition] => Some(self.condition(&condition.value)),
            _ => return None,
        };
        let Some(name) = call.value.as_name() else {
            self.error(call.value.span, "procedure call expected in pragma \"Debug\"");
            return None;
        };
        let loc = self.loc(pragma.span);
        let policies = ["assertion_policy", "check_policy", "debug_policy"];
        let enabled = policies.iter().any(|policy| self.names.find(policy).is_some()).then(|| {
            let kind = ExprKind::Builtin(Builtin::Unknown, Vec::new());
            Expr { kind, ty: self.tree.types.std.boolean, loc }
        });
        let condition = self.both(enabled, condition);
        let before = std::mem::take(&mut self.sink);
        let call = self.call_statement(name);
        let mut made = std::mem::replace(&mut self.sink, before);
        made.push(Stmt { kind: call, loc });
        Some(match condition {
            Some(condition) => StmtKind::If(vec![(condition, made)], Vec::new()),
            None => StmtKind::Block(Box::new(Body { statements: made, end: loc, ..Body::default() })),
        })
    }

    /// An assertion pragma; other pragmas mean nothing here.
    pub fn pragma(&mut self, pragma: &'a ast::Pragma) -> Option<StmtKind> {
        let name = self.names.text(pragma.name.symbol).to_string();
        let argument = |at: usize| pragma.arguments.get(at).map(|argument| &argument.value);
        if matches!(name.as_str(), "loop_invariant" | "loop_variant")
            && self.loops.last().is_some_and(|open| open.branches > 0)
        {
            let text = "must appear immediately within the statements of a loop";
            self.error(pragma.span, format!("pragma \"{}\" {text}", self.spelling(&pragma.name)));
            return None;
        }
        let kind = match name.as_str() {
            "assert" => AssertKind::Assert,
            "assume" => AssertKind::Assume,
            "assert_and_cut" => AssertKind::Cut,
            "loop_invariant" => match self.loops.last() {
                Some(open) => AssertKind::LoopInvariant(open.id),
                None => {
                    self.error(pragma.span, "pragma Loop_Invariant must appear inside a loop");
                    return None;
                }
            },
            "check" => {
                let kind = argument(0)?.as_name().and_then(ast::Name::as_ident);
                let left_out =
                    kind.is_some_and(|kind| self.tree.check_kinds_off.contains(self.names.text(kind.symbol)));
                let condition = argument(1)?;
                let condition = self.asserted(condition);
                let kind = if left_out { AssertKind::LeftOut } else { AssertKind::Assert };
                return Some(StmtKind::Assert(kind, condition));
            }
            "debug" => return self.debug(pragma),
            "loop_variant" => {
                let Some(id) = self.loops.last().map(|open| open.id) else {
                    self.error(pragma.span, "pragma Loop_Variant must appear inside a loop");
                    return None;
                };
                let mut measures = Vec::new();
                for argument in &pragma.arguments {
                    let direction = argument.name.as_ref().map(|name| self.names.text(name.symbol).to_string());
                    let increases = match direction.as_deref() {
                        Some("increases") => true,
                        Some("decreases") => false,
                        Some("structural") => {
                            let value = self.expr(&argument.value, None);
                            let ExprKind::Object(object) = value.kind else {
                                // Nothing else depends on it.
                                let what = "structural variant that is no variable (SPARK RM 5.5.3)";
                                self.not_decided(value.loc, what.into());
                                return None;
                            };
                            self.tree.structural_loops.insert(id, (object, false));
                            return Some(StmtKind::LoopVariant(id, Vec::new()));
                        }
                        _ => {
                            self.error(pragma.span, "expect name \"Increases\" or \"Decreases\"");
                            return None;
                        }
                    };
                    measures.push((increases, self.expr(&argument.value, None)));
                }
                return Some(StmtKind::LoopVariant(id, measures));
            }
            _ => return None,
        };
        let Some(condition) = argument(0) else {
            self.error(pragma.span, format!("missing argument for pragma \"{}\"", self.spelling(&pragma.name)));
            return None;
        };
        let named = |argument: &ast::PragmaArgument, wanted: &str| {
            argument.name.as_ref().is_some_and(|name| self.names.text(name.symbol) == wanted)
        };
        let mut conditions = vec![condition];
        if let Some(check) = pragma.arguments.iter().find(|argument| named(argument, "check")) {
            conditions = vec![&check.value];
        } else if pragma.arguments[0].name.is_some() {
            // One for each assertion level (SPARK RM 11.4.3); all of them hold.
            let levels = pragma.arguments.iter().filter(|argument| !named(argument, "message"));
            conditions = levels.map(|argument| &argument.value).collect();
        }
        let conditions = conditions.into_iter().map(|condition| self.asserted(condition)).collect();
        Some(StmtKind::Assert(kind, self.all_of(conditions)))
    }

    /// The scope of a package body, child of its specification's.
    pub fn open_body(&mut self, spec: super::scope::ScopeId, parent: super::scope::ScopeId) -> super::scope::ScopeId {
        let prefix = self.scopes[spec].prefix.clone();
        let owner = self.scopes[spec].owner;
        let scope = self.scopes.add(Some(spec), ScopeKind::PackageBody(spec), prefix, owner);
        // Use clauses and declarations of the place of the body are seen through the specification's parent,
        // except for those that came after it.
        let uses = self.scopes[parent].uses.clone();
        self.scopes[scope].uses.extend(uses);
        self.scopes[scope].place = Some(parent).filter(|parent| *parent != spec);
        scope
    }
}
