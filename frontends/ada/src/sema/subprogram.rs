//! Subprograms: profiles, completions, bodies (RM 6), and packages (RM 7).

use super::name::{Callable, Denoted};
use super::scope::{Entity, ScopeId, ScopeKind};
use super::tree::{AssertKind, Body, ENVIRONMENT, Expr, ExprKind, Mode, ObjectKind, Stmt, StmtKind, SubpId};
use super::types::{Kind, TypeId};
use super::{Deferred, Profile, Sema};
use crate::ast::{self, Decl, Ident, SubprogramForm};

/// What is kept while another body is analysed.
pub(crate) struct Saved {
    scope: ScopeId,
    owner: SubpId,
    sink: Vec<Stmt>,
    loops: Vec<super::OpenLoop>,
    labels: Vec<Vec<(crate::ast::Symbol, super::tree::LabelId)>>,
    target: Option<Expr>,
    extended_returns: u32,
    accepts: Vec<(super::tree::LabelId, bool)>,
}

/// How a subprogram in a renaming or an instantiation is called that needs a value to be named: one that an access
/// value designates, or an operation in prefix notation.
pub(super) const WITH_PREFIX: &str = "renaming of a subprogram with a prefix (RM 8.5.4)";

/// The index parameter of an entry family: the name, its subtype, the name as it is written.
pub(crate) type Family = (crate::ast::Symbol, TypeId, String);

/// The kind of a formal parameter of a mode.
pub(super) fn formal_kind(mode: ast::Mode) -> ObjectKind {
    ObjectKind::Parameter(match mode {
        ast::Mode::In => Mode::In,
        ast::Mode::Out => Mode::Out,
        ast::Mode::InOut => Mode::InOut,
    })
}

impl<'a> Sema<'a> {
    pub fn enter(&mut self, scope: ScopeId, owner: SubpId) -> Saved {
        Saved {
            scope: std::mem::replace(&mut self.scope, scope),
            owner: std::mem::replace(&mut self.owner, owner),
            sink: std::mem::take(&mut self.sink),
            loops: std::mem::take(&mut self.loops),
            labels: std::mem::take(&mut self.labels),
            target: self.target.take(),
            extended_returns: std::mem::take(&mut self.extended_returns),
            accepts: std::mem::take(&mut self.accepts),
        }
    }

    /// Goes back; gives the statements collected meanwhile.
    pub fn leave(&mut self, saved: Saved) -> Vec<Stmt> {
        self.scope = saved.scope;
        self.owner = saved.owner;
        self.loops = saved.loops;
        self.labels = saved.labels;
        self.target = saved.target;
        self.extended_returns = saved.extended_returns;
        self.accepts = saved.accepts;
        std::mem::replace(&mut self.sink, saved.sink)
    }

    fn designator(name: &'a ast::Name) -> Option<&'a Ident> {
        name.last_ident()
    }

    /// A new subprogram with the profile of `spec`, declared in the current scope under its designator; gives
    /// its scope too.
    pub fn new_profile(&mut self, spec: &'a ast::SubprogramSpec, name: &str) -> (SubpId, ScopeId) {
        self.profile_of(spec, name, None)
    }

    /// The same for an operation of a task or protected unit where this is one: its first parameter is the object. An
    /// entry of a family has its index behind that.
    pub fn profile_of(
        &mut self,
        spec: &'a ast::SubprogramSpec,
        name: &str,
        entry: Option<Option<Family>>,
    ) -> (SubpId, ScopeId) {
        let loc = self.loc(spec.name.span);
        let subp = self.new_subprogram(name.to_string(), loc);
        let mut profile = Profile::default();
        let mut params = Vec::new();
        let mut around = self.scope;
        if let Some(unit) = self.unit_here() {
            let prefix = self.scopes[around].prefix.clone();
            let view = self.scopes.add(Some(around), ScopeKind::Inner, prefix, self.owner);
            params.push(self.object_parameter(subp, unit, spec.result.is_some(), view));
            profile.names.push(self.own_symbol());
            profile.defaults.push(None);
            around = view;
        }
        let scope = self.scopes.add(Some(around), ScopeKind::Subprogram(subp), format!("{name}."), subp);
        let operation = entry.as_ref().map(Option::is_some);
        if let Some((symbol, ty, spelling)) = entry.flatten() {
            let owner = std::mem::replace(&mut self.owner, subp);
            let index = self.new_object(spelling, loc, ty, ObjectKind::Parameter(Mode::In));
            self.owner = owner;
            self.scopes.declare(scope, symbol, Entity::Object(index), Some(loc));
            params.push(index);
            profile.names.push(symbol);
            profile.defaults.push(None);
        }
        for parameter in &spec.parameters {
            // What is wrong with a profile concerns its users.
            let outer = (std::mem::replace(&mut self.owner, subp), self.poison.take());
            let ty = self.type_use(&parameter.subtype);
            let ty = self.controlling_parameter(ty);
            (self.owner, self.poison) = outer;
            let default = parameter.default.as_ref().map(|default| self.default_expr(default, ty));
            let formal_type = self.formal_type(&parameter.subtype);
            profile.formal_types.extend(parameter.names.iter().map(|_| formal_type));
            let kind = formal_kind(parameter.mode);
            for ident in &parameter.names {
                let owner = std::mem::replace(&mut self.owner, subp);
                let object = self.new_object(self.spelling(ident), self.loc(ident.span), ty, kind);
                self.owner = owner;
                let outer = std::mem::replace(&mut self.scope, scope);
                self.declare(ident, Entity::Object(object));
                self.scope = outer;
                self.note_mark(object, &parameter.subtype);
                if parameter.aliased {
                    self.tree.aliased_parameters.insert(object);
                }
                params.push(object);
                profile.names.push(ident.symbol);
                profile.defaults.push(default.clone());
                if let Kind::Unsupported(what) = self.tree.types.kind(ty) {
                    let what = what.clone();
                    self.reject_of(subp, parameter.span, what);
                }
            }
        }
        let outer = (std::mem::replace(&mut self.owner, subp), self.poison.take());
        profile.formal_types.extend(spec.result.as_ref().map(|result| self.formal_type(result)));
        let result = spec.result.as_ref().map(|result| self.type_use(result));
        let declared = spec.name.last_ident().is_some_and(|ident| self.is_declared_with(ident, subp, result));
        let result = if declared { result } else { result.map(|ty| self.without_control(ty)) };
        (self.owner, self.poison) = outer;
        if let Some(Kind::Unsupported(what)) = result.map(|ty| self.tree.types.kind(ty)) {
            let what = what.clone();
            self.reject_of(subp, spec.span, what);
        }
        let entry = self.tree.subprogram_mut(subp);
        entry.params = params;
        entry.result = result;
        self.profiles[subp.0 as usize] = profile;
        if let Some(unit) = self.unit_here() {
            self.note_operation(subp, unit, operation);
        }
        (subp, scope)
    }

    /// Whether a function is declared with this result type that has no body yet: where it was, calls did not dispatch
    /// by it, as the type was not known as a tagged one.
    fn is_declared_with(&self, ident: &Ident, subp: SubpId, result: Option<TypeId>) -> bool {
        let base = result.map(|ty| self.tree.types.base(ty));
        let of_body = match self.scopes[self.scope].kind {
            ScopeKind::PackageBody(spec) => Some(spec),
            _ => None,
        };
        let places = [self.scope].into_iter().chain(of_body);
        let mut entries = places.filter_map(|place| self.scopes[place].names.get(&ident.symbol)).flatten();
        entries.any(|entry| match entry.entity {
            Entity::Subprogram(other) => {
                let found = self.tree.subprogram(other).result.map(|ty| self.tree.types.base(ty));
                other != subp && !self.bodies_done.contains(&other) && found.is_some() && found == base
            }
            _ => false,
        })
    }

    /// An earlier declaration that this profile completes.
    pub(super) fn earlier(&self, ident: &Ident, subp: SubpId) -> Option<SubpId> {
        let mut places = vec![self.scope];
        if let ScopeKind::PackageBody(spec) = self.scopes[self.scope].kind {
            places.push(spec);
        }
        for place in places {
            for entry in self.scopes[place].names.get(&ident.symbol).into_iter().flatten() {
                if let Entity::Subprogram(other) = entry.entity
                    && other != subp
                    && !self.bodies_done.contains(&other)
                    && self.same_profile(other, subp)
                    && !self.told_apart(other, subp, true)
                {
                    return Some(other);
                }
            }
        }
        None
    }

    /// Makes `again`, the profile of a completion, another name for the parameters of `first`.
    pub(super) fn merge(&mut self, first: SubpId, again: SubpId, scope: ScopeId) {
        let (old, new) = (self.tree.subprogram(first).params.clone(), self.tree.subprogram(again).params.clone());
        let names = self.profiles[again.0 as usize].names.clone();
        for ((old, new), name) in old.iter().zip(new).zip(names) {
            let _ = new;
            if let Some(entries) = self.scopes[scope].names.get_mut(&name) {
                for entry in entries {
                    entry.entity = Entity::Object(*old);
                }
            }
        }
        self.scopes[scope].kind = ScopeKind::Subprogram(first);
        self.scopes[scope].owner = first;
        if let Some(view) = self.scopes[scope].parent
            && let (Some((unit, _)), Some(object)) = (self.views.get(&view).copied(), old.first())
        {
            self.fill_view(view, unit, *object);
        }
        // The second profile is nobody's.
        let hidden = self.tree.subprogram_mut(again);
        hidden.hidden = true;
        hidden.imported = true;
    }

    /// The subprogram that `spec` declares or completes, and the scope of its parameters.
    pub(super) fn declared(&mut self, spec: &'a ast::SubprogramSpec) -> Option<(SubpId, ScopeId, bool)> {
        let ident = Self::designator(&spec.name)?;
        let name = self.qualified(&self.spelling(ident));
        let (subp, scope) = self.new_profile(spec, &name);
        if let Some(first) = self.earlier(ident, subp) {
            self.check_conformance(first, subp, ident.span);
            self.merge(first, subp, scope);
            return Some((first, scope, true));
        }
        self.check_designator(ident, subp);
        self.check_homograph(ident, subp);
        self.declare(ident, Entity::Subprogram(subp));
        if self.names.text(ident.symbol) == "\"=\"" {
            self.primitive_equality(subp);
        }
        self.note_primitive(subp);
        Some((subp, scope, false))
    }

    /// Notes a function `=` that is a primitive operation of a type: declared where the type is.
    fn primitive_equality(&mut self, subp: SubpId) {
        let entry = self.tree.subprogram(subp);
        let types = &self.tree.types;
        let [left, right] = entry.params.as_slice() else { return };
        let base = types.base(self.tree.object(*left).ty);
        let fits = types.base(self.tree.object(*right).ty) == base
            && entry.result.is_some_and(|result| types.is_boolean(result));
        if fits && self.homes.get(&base) == Some(&self.scope) {
            self.tree.types.equalities.push((base, subp));
        }
    }

    /// A subprogram declaration, expression function, null procedure or renaming.
    pub fn subprogram_decl(&mut self, decl: &'a ast::SubprogramDecl) {
        let Some(ident) = Self::designator(&decl.spec.name) else { return };
        if let SubprogramForm::Renaming(name) = &decl.form {
            self.subprogram_renaming(ident, &decl.spec, name);
            return;
        }
        if let Some(Entity::Generic(generic)) = self.local_entity(ident)
            && matches!(decl.form, SubprogramForm::Expression(_) | SubprogramForm::Null)
        {
            // The completion of a generic subprogram is analysed in its instances.
            self.generic_body_met(generic, decl.span);
            return;
        }
        let Some((subp, scope, completes)) = self.declared(&decl.spec) else { return };
        self.defer(Deferred::Contract { subp, aspects: &decl.aspects, scope });
        if !decl.annotations.is_empty() {
            self.defer(Deferred::Annotations { subp, annotations: &decl.annotations, scope });
        }
        match &decl.form {
            SubprogramForm::Declaration => {
                if completes && self.instances > 0 {
                    self.reject(ident.span, super::told::HOMOGRAPHS);
                } else if completes && !self.profile_is_unknown(subp) {
                    let text = format!("duplicate declaration of \"{}\"", self.spelling(ident));
                    self.error(ident.span, text);
                }
            }
            SubprogramForm::Abstract => {
                self.tree.subprogram_mut(subp).imported = true;
                self.abstract_ones.insert(subp);
            }
            SubprogramForm::Null => {
                self.bodies_done.push(subp);
                let end = self.loc(decl.span);
                self.tree.subprogram_mut(subp).body = Some(Body { end, ..Body::default() });
            }
            SubprogramForm::Expression(expr) => {
                self.bodies_done.push(subp);
                self.tree.subprogram_mut(subp).expression_function = true;
                self.defer_expression(subp, expr, scope);
            }
            SubprogramForm::Renaming(_) => {}
        }
        if completes && matches!(decl.form, SubprogramForm::Null | SubprogramForm::Expression(_)) {
            let loc = self.loc(decl.span);
            self.sink.push(Stmt { kind: StmtKind::Elaborated(subp), loc });
        }
    }

    fn subprogram_renaming(&mut self, ident: &'a Ident, spec: &'a ast::SubprogramSpec, name: &'a ast::Name) {
        let qualified = self.qualified(&self.spelling(ident));
        let (subp, _) = self.new_profile(spec, &qualified);
        let hidden = self.tree.subprogram_mut(subp);
        hidden.hidden = true;
        hidden.imported = true;
        if let ast::NameKind::Attribute(attribute) = &name.kind {
            if let Some(entity) = self.attribute_function(attribute, name.span, subp) {
                self.declare(ident, entity);
            }
            return;
        }
        let denoted = self.denote_renamed(name, subp);
        if self.has_homographs(&denoted) {
            self.reject(name.span, super::told::HOMOGRAPHS);
            self.declare(ident, Entity::Unsupported(super::told::HOMOGRAPHS.into()));
            return;
        }
        match denoted {
            Denoted::Calls(calls) if calls.prefix.is_some() && self.renamed_operation(subp, &calls) => {
                match self.earlier(ident, subp) {
                    Some(first) => {
                        self.bodies_done.push(first);
                        self.calls_other(first, subp);
                        let loc = self.loc(name.span);
                        self.sink.push(Stmt { kind: StmtKind::Elaborated(first), loc });
                    }
                    None => self.declare(ident, Entity::Subprogram(subp)),
                }
            }
            Denoted::Calls(calls)
                if calls.prefix.is_some() && !calls.implicit
                    || calls.candidates.iter().any(|one| self.is_operation(one)) =>
            {
                match self.earlier(ident, subp) {
                    // It completes a declaration.
                    Some(first) => {
                        self.bodies_done.push(first);
                        self.reject_of(first, name.span, WITH_PREFIX);
                        let loc = self.loc(name.span);
                        self.sink.push(Stmt { kind: StmtKind::Elaborated(first), loc });
                    }
                    None => self.declare_poison(ident, WITH_PREFIX),
                }
            }
            Denoted::Calls(calls) => {
                let found = calls.candidates.iter().find(|callable| match callable {
                    Callable::Subprogram(other) => self.same_profile(*other, subp),
                    Callable::Literal(ty, _) => {
                        self.tree.subprogram(subp).params.is_empty()
                            && self.tree.subprogram(subp).result.map(|ty| self.tree.types.base(ty))
                                == Some(self.tree.types.base(*ty))
                    }
                    Callable::Intrinsic(intrinsic) => {
                        self.intrinsic_profile(*intrinsic).is_none() || self.has_intrinsic_profile(subp, *intrinsic)
                    }
                });
                let loc = self.loc(name.span);
                let entity = match found {
                    Some(Callable::Subprogram(other)) => Entity::Subprogram(self.renamed_subprogram(subp, *other)),
                    Some(Callable::Literal(ty, at)) => Entity::Literal(*ty, *at),
                    Some(Callable::Intrinsic(intrinsic)) => {
                        let function = self.intrinsic_function(subp, *intrinsic, loc);
                        function.unwrap_or(Entity::Intrinsic(*intrinsic))
                    }
                    None => {
                        // A predefined operator: a function that applies it.
                        let symbol = name.last_ident().filter(|ident| self.names.text(ident.symbol).starts_with('"'));
                        let direct = name.as_ident().is_some();
                        match symbol.and_then(|symbol| self.operator_function(symbol, subp, direct)) {
                            Some(entity) => {
                                let text =
                                    symbol.map(|symbol| self.names.text(symbol.symbol).trim_matches('"').to_string());
                                if self.renames_own_equality(subp) {
                                    // What is declared for the type later does not count.
                                } else if let Some(op) = text.as_deref().and_then(ast::BinaryOp::of_symbol)
                                    && self.tree.subprogram(subp).params.len() == 2
                                {
                                    self.operators.insert(subp, op);
                                }
                                entity
                            }
                            None => {
                                if let Some((_, construct)) = self.profile_poison(subp) {
                                    let loc = self.loc(name.span);
                                    self.touch(loc, &construct);
                                }
                                let text = "no visible subprogram matches the specification for the renaming";
                                self.error(name.span, text);
                                self.declare_poison(ident, text);
                                return;
                            }
                        }
                    }
                };
                match (self.earlier(ident, subp), entity) {
                    // A renaming as body (RM 8.5.4).
                    (Some(first), Entity::Subprogram(other)) if first != other => {
                        self.bodies_done.push(first);
                        self.calls_other(first, other);
                        let loc = self.loc(name.span);
                        self.sink.push(Stmt { kind: StmtKind::Elaborated(first), loc });
                    }
                    (Some(first), _) => self.reject_of(first, name.span, "renaming as body (RM 8.5.4)"),
                    (None, entity) => {
                        let own = matches!(entity, Entity::Subprogram(one) if one == subp);
                        self.declare(ident, entity);
                        if own {
                            self.note_primitive(subp);
                        }
                    }
                }
            }
            denoted => {
                if !matches!(denoted, Denoted::Error) || self.poison.is_none() {
                    self.reject(name.span, "renaming of this name as a subprogram (RM 8.5.4)");
                }
                let why = self.poison.clone().map(|(_, construct)| construct).unwrap_or_default();
                match self.earlier(ident, subp) {
                    Some(first) => {
                        self.bodies_done.push(first);
                        self.reject_of(first, name.span, why);
                    }
                    None => self.declare_poison(ident, &why),
                }
            }
        }
    }

    /// Where a function renames the predefined equality of a record type in the region that declares the type, the type
    /// has no equality of its own yet: the function keeps the predefined one. Tells whether it is such a function.
    fn renames_own_equality(&mut self, subp: SubpId) -> bool {
        let entry = self.tree.subprogram(subp);
        let Some(first) = entry.params.first() else { return false };
        let base = self.tree.types.base(self.tree.object(*first).ty);
        let record = matches!(self.tree.types.kind(base), Kind::Record(_) | Kind::Private);
        if !record || self.homes.get(&base) != Some(&self.scope) {
            return false;
        }
        let statement = self.tree.subprogram_mut(subp).body.as_mut().and_then(|body| body.statements.first_mut());
        let Some(StmtKind::Return(Some(value))) = statement.map(|statement| &mut statement.kind) else { return false };
        let ExprKind::Binary(super::tree::BinaryOp::Eq, left, right) = &value.kind else { return false };
        let operands = vec![(**left).clone(), (**right).clone()];
        value.kind = ExprKind::Builtin(super::tree::Builtin::PredefinedEqual, operands);
        true
    }

    /// A subprogram for `new`, the profile of a renaming of `other`. Names and defaults of the parameters are those of
    /// the renaming, everything else is that of the renamed one (RM 8.5.4 (7)). An operation of a tagged type is one of
    /// its own: what overrides the renamed one does not override it.
    pub fn renamed_subprogram(&mut self, new: SubpId, other: SubpId) -> SubpId {
        let (own, old) = (self.profiles[new.0 as usize].clone(), self.profiles[other.0 as usize].clone());
        let plain = own.names == old.names
            && own.defaults.iter().zip(&old.defaults).all(|(own, old)| own.is_none() && old.is_none());
        if plain && !self.declares_primitive(new) || self.tree.subprogram(new).unsupported.is_some() {
            return other;
        }
        let target = self.tree.subprogram(other).clone();
        let params = self.tree.subprogram(new).params.clone();
        for (param, of) in params.iter().zip(&target.params) {
            let (ty, kind) = (self.tree.object(*of).ty, self.tree.object(*of).kind);
            let object = &mut self.tree.objects[param.0 as usize];
            (object.ty, object.kind) = (ty, kind);
        }
        self.tree.subprogram_mut(new).result = target.result;
        self.calls_other(new, other);
        self.bodies_done.push(new);
        new
    }

    /// Gives a subprogram a body that calls another one with its own parameters.
    pub(super) fn calls_other(&mut self, new: SubpId, other: SubpId) {
        let loc = self.tree.subprogram(new).loc;
        let target = self.tree.subprogram(other).clone();
        let params = self.tree.subprogram(new).params.clone();
        let value =
            |param: &super::tree::ObjId| Expr { kind: ExprKind::Object(*param), ty: self.tree.object(*param).ty, loc };
        let arguments: Vec<Expr> = params.iter().map(value).collect();
        let kind = match target.result {
            Some(ty) => StmtKind::Return(Some(Expr { kind: ExprKind::Call(other, arguments), ty, loc })),
            None => StmtKind::Call(other, arguments),
        };
        let entry = self.tree.subprogram_mut(new);
        entry.imported = false;
        // What the other one computes is seen where this one is called.
        entry.expression_function = target.result.is_some();
        entry.body = Some(Body { statements: vec![Stmt { kind, loc }], end: loc, ..Body::default() });
    }

    /// A subprogram body.
    pub fn subprogram_body(&mut self, body: &'a ast::SubprogramBody) {
        let Some(ident) = Self::designator(&body.spec.name) else { return };
        if let Some(Entity::Generic(generic)) = self.local_entity(ident) {
            // The body of a generic subprogram is analysed in its instances.
            self.generic_body_met(generic, body.span);
            return;
        }
        let Some((subp, scope, completes)) = self.declared(&body.spec) else { return };
        if completes && self.bodies_done.contains(&subp) {
            let text = format!("duplicate body for \"{}\"", self.spelling(ident));
            self.error(ident.span, text);
            return;
        }
        self.bodies_done.push(subp);
        // Contracts of a body see the declarations around it; they can be analysed at once, except that functions
        // declared later may occur in them.
        self.defer(Deferred::Contract { subp, aspects: &body.aspects, scope });
        if !body.annotations.is_empty() {
            self.defer(Deferred::Annotations { subp, annotations: &body.annotations, scope });
        }
        if self.hidden(ident, &body.declarations, &body.body.statements) {
            // What is hidden is as if it were written in another language: its contract stands for it. Without a
            // global annotation it changes nothing else (SPARK 2005).
            let entry = self.tree.subprogram_mut(subp);
            entry.imported = true;
            entry.changes.get_or_insert_with(Vec::new);
            return;
        }
        self.body_of(subp, scope, &body.declarations, &body.body, body.span);
        let loc = self.loc(body.span);
        self.sink.push(Stmt { kind: StmtKind::Elaborated(subp), loc });
    }

    pub fn local_entity(&self, ident: &Ident) -> Option<Entity> {
        let mut places = vec![self.scope];
        if let ScopeKind::PackageBody(spec) = self.scopes[self.scope].kind {
            places.push(spec);
        }
        places.iter().find_map(|place| {
            self.scopes[*place]
                .names
                .get(&ident.symbol)
                .and_then(|entries| entries.first())
                .map(|entry| entry.entity.clone())
        })
    }

    /// Analyses the inside of a body.
    pub fn body_of(
        &mut self,
        subp: SubpId,
        scope: ScopeId,
        declarations: &'a [Decl],
        body: &'a ast::HandledStatements,
        span: horn_frontend::Span,
    ) {
        let saved = self.enter(scope, subp);
        self.declarations(declarations);
        let elaboration = std::mem::take(&mut self.sink);
        let statements = self.statements(&body.statements);
        let handlers = self.handlers(&body.handlers);
        let end = self.loc(body.end_span.unwrap_or(span));
        if self.tree.subprogram(subp).result.is_some()
            && !has_return(&statements)
            && handlers.iter().all(|h| !has_return(&h.statements))
            && !self.tree.subprogram(subp).no_return
            && self.tree.subprogram(subp).unsupported.is_none()
            && !ends_in_raise(&statements)
        {
            let loc = self.tree.subprogram(subp).loc;
            self.error_at(loc, "missing \"return\" statement in function body");
        }
        self.leave(saved);
        self.tree.subprogram_mut(subp).body = Some(Body { declarations: elaboration, statements, handlers, end });
    }

    /// A stub: its subunit is analysed in its place.
    pub fn stub(&mut self, stub: &'a ast::BodyStub) {
        match &stub.kind {
            ast::StubKind::Subprogram(spec) => {
                let Some(ident) = Self::designator(&spec.name) else { return };
                let name = self.qualified(&self.spelling(ident)).to_lowercase();
                match self.subunits.get(&name).copied() {
                    Some((file, unit)) => {
                        let old = self.enter_part_in(file);
                        self.subunit(unit);
                        self.file = old;
                    }
                    None => {
                        if let Some((subp, ..)) = self.declared(spec) {
                            self.bodies_done.push(subp);
                            let owner = std::mem::replace(&mut self.owner, subp);
                            self.reject(stub.span, "body stub without its subunit (RM 10.1.3)");
                            self.owner = owner;
                        }
                    }
                }
            }
            ast::StubKind::Package(ident) => {
                let name = self.qualified(&self.spelling(ident)).to_lowercase();
                match self.subunits.get(&name).copied() {
                    Some((file, unit)) => {
                        let old = self.enter_part_in(file);
                        self.subunit(unit);
                        self.file = old;
                    }
                    None => self.reject(stub.span, "body stub without its subunit (RM 10.1.3)"),
                }
            }
            ast::StubKind::Concurrent(task, ident) => {
                let name = self.qualified(&self.spelling(ident)).to_lowercase();
                match self.subunits.get(&name).copied() {
                    Some((file, unit)) => {
                        let old = self.enter_part_in(file);
                        self.subunit(unit);
                        self.file = old;
                    }
                    None => self.missing_unit_body(*task, ident, stub.span),
                }
            }
        }
    }

    // Packages

    /// A package specification inside a declarative part.
    pub fn package_decl(&mut self, decl: &'a ast::PackageDecl) {
        let Some(ident) = decl.name.last_ident() else { return };
        let name = self.qualified(&self.spelling(ident));
        let scope = self.scopes.add(Some(self.scope), ScopeKind::Package, format!("{name}."), self.owner);
        self.declare(ident, Entity::Package(scope));
        self.package_parts(decl, scope);
    }

    /// The parts of a package specification, in its scope.
    pub fn package_parts(&mut self, decl: &'a ast::PackageDecl, scope: ScopeId) {
        let old = std::mem::replace(&mut self.scope, scope);
        let waiting = std::mem::take(&mut self.deferred);
        self.package_states(&decl.annotations, &decl.aspects, scope);
        let outer = std::mem::take(&mut self.invariant_types);
        let outer_defaulted = std::mem::take(&mut self.defaulted_types);
        let first = self.tree.subprograms.len();
        // Expression functions complete generic functions.
        self.index_local_bodies(&decl.visible);
        decl.private.iter().for_each(|private| self.index_local_bodies(private));
        self.note_small_clauses(decl.visible.iter().chain(decl.private.iter().flatten()));
        for declaration in &decl.visible {
            self.declaration(declaration);
        }
        let visible = first..self.tree.subprograms.len();
        self.scopes.begin_private_part(scope);
        for declaration in decl.private.iter().flatten() {
            self.declaration(declaration);
        }
        self.run_deferred();
        self.missing_completions(decl, scope);
        self.deferred = waiting;
        let types = std::mem::replace(&mut self.invariant_types, outer);
        self.boundary(&types, visible);
        let defaulted = std::mem::replace(&mut self.defaulted_types, outer_defaulted);
        for (ty, loc) in defaulted {
            self.default_initialization(ty, loc);
        }
        for aspect in &decl.aspects {
            if let ("initial_condition", Some(value)) = (self.names.text(aspect.name.symbol), &aspect.value) {
                self.fresh();
                let loc = self.loc(value.span);
                let condition = self.condition(value);
                self.initial_conditions
                    .push((scope, Stmt { kind: StmtKind::Assert(AssertKind::InitialCondition, condition), loc }));
            }
        }
        self.package_flow(&decl.annotations, &decl.aspects, scope);
        if decl.private.is_none() {
            // Declarations of child units and bodies stay visible only through their own scopes.
            self.scopes[scope].in_private = false;
        }
        self.scope = old;
    }

    /// A package body inside a declarative part, or of a library package.
    pub fn package_body(&mut self, body: &'a ast::PackageBody) {
        let Some(ident) = body.name.last_ident() else { return };
        match self.local_entity(ident) {
            Some(Entity::Generic(generic)) => self.generic_body_met(generic, body.span),
            Some(Entity::Package(spec)) => {
                let parent = self.scope;
                let scope = self.open_body(spec, parent);
                self.package_body_in(body, scope, spec);
            }
            _ => {
                let text = format!("no spec for package body \"{}\"", self.spelling(ident));
                self.error(ident.span, text);
            }
        }
    }

    /// The inside of a package body.
    pub fn package_body_in(&mut self, body: &'a ast::PackageBody, scope: ScopeId, spec: ScopeId) {
        let old = std::mem::replace(&mut self.scope, scope);
        self.units.bodies.push((spec, scope));
        self.declarations(&body.declarations);
        self.package_body_flow(body, scope, spec);
        self.missing_bodies(scope, spec);
        self.activate_package(spec, scope);
        if let Some(statements) = &body.body {
            let loc = self.loc(statements.end_span.unwrap_or(body.span));
            let inner = self.statements(&statements.statements);
            if statements.handlers.is_empty() {
                self.sink.extend(inner);
            } else {
                let handlers = self.handlers(&statements.handlers);
                let block = Body { declarations: Vec::new(), statements: inner, handlers, end: loc };
                let mut block = Stmt { kind: StmtKind::Block(Box::new(block)), loc };
                if self.owner == ENVIRONMENT && super::stmt::is_in_part_dropped(&block) {
                    block.kind = StmtKind::Dropped;
                }
                self.sink.push(block);
            }
        }
        self.check_initial_condition(spec);
        self.scope = old;
    }

    /// The initial condition of a package holds where its elaboration ends.
    pub fn check_initial_condition(&mut self, package: ScopeId) {
        let all = std::mem::take(&mut self.initial_conditions);
        let (own, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|(of, _)| *of == package);
        self.initial_conditions = others;
        self.sink.extend(own.into_iter().map(|(_, stmt)| stmt));
    }

    /// Declarations of a package whose bodies should be in its body.
    pub(super) fn missing_bodies(&mut self, body: ScopeId, spec: ScopeId) {
        for scope in [spec, body] {
            let order = self.scopes[scope].order.clone();
            for name in order {
                for entry in self.scopes[scope].names.get(&name).cloned().unwrap_or_default() {
                    let Entity::Subprogram(subp) = entry.entity else { continue };
                    let Some(loc) = entry.loc else { continue };
                    self.missing_body(subp, loc);
                }
            }
        }
    }

    /// A subprogram that is declared at this place should have a body by now.
    pub(super) fn missing_body(&mut self, subp: SubpId, loc: crate::place::Loc) {
        let found = self.tree.subprogram(subp);
        if found.body.is_none()
            && !found.imported
            && found.unsupported.is_none()
            && !self.bodies_done.contains(&subp)
            && found.loc == loc
            && !self.profile_is_unknown(subp)
            && !self.imported_later(subp)
        {
            let short = found.name.rsplit('.').next().unwrap_or("").to_string();
            self.error_at(loc, format!("missing body for \"{short}\""));
        }
    }

    fn imported_later(&self, subp: SubpId) -> bool {
        self.deferred.iter().any(|(_, waiting)| match waiting {
            Deferred::Contract { subp: other, aspects, .. } => {
                *other == subp && aspects.iter().any(|aspect| self.names.text(aspect.name.symbol) == "import")
            }
            _ => false,
        })
    }

    /// User-defined subprograms of the parent type become those of a derived type (RM 3.4 (17–23)): the same
    /// bodies, called with conversions.
    pub fn inherit(&mut self, parent: TypeId, derived: TypeId, loc: crate::place::Loc) {
        let mut pairs = Vec::new();
        self.inherit_visible(parent, derived, loc, &mut pairs);
        if self.tree.types[derived].tagged.is_some() {
            self.inherit_primitives(parent, derived, &pairs);
        }
    }

    /// The same for what is visible; gives the operations of the parent with those of the derived type.
    pub(super) fn inherit_visible(
        &mut self,
        parent: TypeId,
        derived: TypeId,
        loc: crate::place::Loc,
        pairs: &mut Vec<(SubpId, SubpId)>,
    ) {
        let Some(home) = self.homes.get(&parent).copied() else { return };
        let tagged = self.tree.types[derived].tagged.is_some();
        let order: Vec<_> = self.scopes[home].order.clone();
        self.inherit_shifts(parent, derived, self.scope, Some(loc));
        // What is private there is inherited too, but not visible elsewhere (RM 7.3.1).
        let inside = self.scopes.inside(self.scope, home);
        let specification = self.scopes[home].kind == ScopeKind::Package;
        let mut names: Vec<crate::ast::Symbol> = Vec::new();
        for name in order {
            if names.contains(&name) {
                continue;
            }
            names.push(name);
            let mut seen: Vec<Callable> = Vec::new();
            // The last one first: an explicit declaration overrides an inherited one.
            for entry in self.scopes[home].names.get(&name).cloned().unwrap_or_default().into_iter().rev() {
                let Entity::Subprogram(subp) = entry.entity else { continue };
                if let Some((_, why)) = self.profile_poison(subp).filter(|_| tagged) {
                    // It may be one of the type, with parameters that are not known.
                    self.open_scope(&why);
                }
                let old = self.tree.subprogram(subp);
                let types = &self.tree.types;
                let of_parent = |ty: TypeId| types.base(ty) == parent || tagged && types.controlled(ty) == Some(parent);
                let concerned = old.params.iter().any(|param| of_parent(self.tree.object(*param).ty))
                    || old.result.is_some_and(of_parent);
                let callable = Callable::Subprogram(subp);
                if !concerned || seen.contains(&callable) || self.hidden_by(&seen, &callable) {
                    continue;
                }
                // Outside of package specifications only what is inherited, or overrides that, is primitive (RM 3.2.3).
                let primitive = specification
                    || self.inherited_ones.contains_key(&subp)
                    || self.overrides_predefined(subp, parent)
                    || self.overrides_intrinsic(subp, name, home)
                    || {
                        let same = |other: &super::scope::Entry| {
                            matches!(other.entity, Entity::Subprogram(other)
                            if self.inherited_ones.contains_key(&other) && self.same_profile(other, subp))
                        };
                        self.scopes[home].names[&name].iter().any(same)
                    };
                if !primitive || entry.private && !inside {
                    continue;
                }
                seen.push(callable);
                if tagged && self.overrides_predefined(subp, parent) {
                    // The predefined equality of an extension is made of this one and its own components.
                    continue;
                }
                // In the visible part of a child the private part of its parent is not visible: it is inherited behind
                // that (RM 7.3.1 (6)).
                let here = self.scope;
                let later = entry.private && home != here && self.is_visible_part_of_public_child(here);
                let outer = self.scopes[here].in_private;
                self.scopes[here].in_private = outer || later;
                let new = self.inherited(subp, parent, derived, name, loc);
                self.scopes[here].in_private = outer;
                pairs.push((subp, new));
            }
        }
    }

    /// Whether a region is that of a library package, at its visible part, and no private child.
    fn is_visible_part_of_public_child(&self, region: super::scope::ScopeId) -> bool {
        let scope = &self.scopes[region];
        scope.unit && !scope.in_private && !scope.private_child
    }

    /// Whether a subprogram overrides an inherited intrinsic operation of its region.
    fn overrides_intrinsic(&self, subp: SubpId, name: crate::ast::Symbol, home: super::scope::ScopeId) -> bool {
        let entries = self.scopes[home].names.get(&name).map(Vec::as_slice).unwrap_or_default();
        entries.iter().any(
            |entry| matches!(entry.entity, Entity::Intrinsic(intrinsic) if self.has_intrinsic_profile(subp, intrinsic)),
        )
    }

    /// Whether an operator of a type overrides the predefined one, which is declared implicitly with the type (RM 4.5).
    fn overrides_predefined(&self, subp: SubpId, ty: TypeId) -> bool {
        let types = &self.tree.types;
        let entry = self.tree.subprogram(subp);
        let operands = entry.params.len();
        let of_type = |other: TypeId| types.base(other) == ty;
        if !entry.params.iter().all(|param| of_type(self.tree.object(*param).ty)) {
            return false;
        }
        let Some(result) = entry.result else { return false };
        let element = types.array(ty).map(|(_, element)| element);
        let logical = |ty: TypeId| types.is_boolean(ty) || matches!(types.kind(ty), Kind::Modular(_));
        match (entry.name.to_lowercase().rsplit('.').next().unwrap_or(""), operands) {
            ("\"=\"", 2) => types.is_boolean(result),
            ("\"<\"" | "\"<=\"" | "\">\"" | "\">=\"", 2) => {
                types.is_boolean(result) && (types.is_scalar(ty) || element.is_some_and(|e| types.is_discrete(e)))
            }
            ("\"+\"" | "\"-\"" | "\"*\"" | "\"/\"" | "\"mod\"" | "\"rem\"", 2) | ("\"+\"" | "\"-\"" | "\"abs\"", 1) => {
                of_type(result) && types.is_numeric(ty)
            }
            ("\"and\"" | "\"or\"" | "\"xor\"", 2) | ("\"not\"", 1) => {
                of_type(result) && (logical(ty) || element.is_some_and(logical))
            }
            ("\"&\"", 2) => of_type(result) && element.is_some(),
            _ => false,
        }
    }

    /// What is inherited goes where the same region declares a subprogram with the same profile (RM 8.3 (10)), before
    /// or behind.
    pub fn drop_overridden(&mut self) {
        for name in self.scopes[self.scope].order.clone() {
            self.drop_overridden_of(name);
        }
    }

    /// The same for what has this name.
    pub(super) fn drop_overridden_of(&mut self, name: crate::ast::Symbol) {
        let scope = self.scope;
        let entries = self.scopes[scope].names.get(&name).cloned().unwrap_or_default();
        let own = |entry: &super::scope::Entry| match entry.entity {
            Entity::Subprogram(subp) => Some((subp, self.inherited_ones.contains_key(&subp))),
            _ => None,
        };
        let overridden = |entry: &super::scope::Entry| {
            own(entry).is_some_and(|(subp, inherited)| {
                let mut others = entries.iter().filter_map(own);
                let overrides = |other: SubpId| self.same_profile(other, subp) && !self.is_apart(subp, other);
                inherited && others.any(|(other, from_parent)| !from_parent && overrides(other))
            })
        };
        if !entries.iter().any(overridden) {
            return;
        }
        let (replaced, mut kept): (Vec<_>, Vec<_>) = entries.iter().cloned().partition(overridden);
        // What is visible of a tagged type stays so.
        let visible = replaced.iter().filter(|entry| !entry.private);
        let visible: Vec<SubpId> = visible.filter_map(|entry| own(entry).map(|(subp, _)| subp)).collect();
        for entry in &mut kept {
            if let Entity::Subprogram(subp) = entry.entity
                && self.is_primitive(subp)
                && visible.iter().any(|old| self.same_profile(*old, subp))
            {
                entry.private = false;
            }
        }
        self.scopes.replaced.entry((scope, name)).or_default().extend(replaced);
        self.scopes[scope].names.insert(name, kept);
    }

    /// The body of a subprogram that is inherited: a call of that of the parent, with conversions.
    pub(super) fn inherited_body(&self, new: SubpId, subp: SubpId, loc: crate::place::Loc) -> Body {
        let (own, old) = (self.tree.subprogram(new), self.tree.subprogram(subp));
        let ty = |param: &super::tree::ObjId| self.tree.object(*param).ty;
        let argument = |(own, old): (&super::tree::ObjId, &super::tree::ObjId)| {
            let (from, to) = (ty(own), ty(old));
            let value = Expr { kind: ExprKind::Object(*own), ty: from, loc };
            if from == to { value } else { Expr { kind: ExprKind::Convert(Box::new(value)), ty: to, loc } }
        };
        let arguments = own.params.iter().zip(&old.params).map(argument).collect();
        let kind = match (old.result, own.result) {
            (Some(from), Some(to)) => {
                let call = Expr { kind: ExprKind::Call(subp, arguments), ty: from, loc };
                let kind = if self.tree.types.has_tag(to) && self.tree.types.has_tag(from) {
                    // Of a null extension (RM 3.9.3 (4)); otherwise it must be overridden.
                    ExprKind::DeltaRecord(Box::new(call.clone()), Vec::new())
                } else {
                    ExprKind::Convert(Box::new(call.clone()))
                };
                StmtKind::Return(Some(if from == to { call } else { Expr { kind, ty: to, loc } }))
            }
            _ => StmtKind::Call(subp, arguments),
        };
        Body { statements: vec![Stmt { kind, loc }], end: loc, ..Body::default() }
    }

    /// A type of a profile with another one for a type, also for what anonymous access values designate.
    pub(super) fn with_other(&mut self, ty: TypeId, old: TypeId, new: TypeId) -> TypeId {
        let types = &self.tree.types;
        match types.access(ty) {
            Some(access) if types.base(ty) != old && types.controlled(ty) == Some(old) => {
                let (constant, not_null) = (access.constant, types.excludes_null(ty));
                let base = self.anonymous_to(new, constant);
                if not_null { self.tree.types.constrain_access(base, true, None) } else { base }
            }
            _ if types.base(ty) == old => new,
            _ => ty,
        }
    }

    pub(super) fn inherited(
        &mut self,
        subp: SubpId,
        parent: TypeId,
        derived: TypeId,
        name: crate::ast::Symbol,
        loc: crate::place::Loc,
    ) -> SubpId {
        let old = self.tree.subprogram(subp).clone();
        let short = old.name.rsplit('.').next().unwrap_or("").to_string();
        let qualified = self.qualified(&short);
        let mut formals = self.formals(subp);
        for formal in &mut formals {
            (formal.ty, formal.loc) = (self.with_other(formal.ty, parent, derived), loc);
        }
        let result = old.result.map(|ty| self.with_other(ty, parent, derived));
        let new = self.hidden_subprogram(qualified, (self.owner, loc), formals, result);
        let body = self.inherited_body(new, subp, loc);
        self.tree.subprogram_mut(new).body = Some(body);
        self.bodies_done.push(new);
        self.inherited_ones.insert(new, subp);
        if self.abstract_ones.contains(&subp) {
            self.abstract_ones.insert(new);
        }
        self.called_like(new, subp);
        let scope = self.scope;
        self.scopes.declare(scope, name, Entity::Subprogram(new), None);
        if self.names.text(name) == "\"=\"" && self.tree.types.equalities.iter().any(|(_, known)| *known == subp) {
            self.tree.types.equalities.push((self.tree.types.base(derived), new));
        }
        new
    }
}

/// Whether a return statement occurs somewhere.
fn has_return(statements: &[Stmt]) -> bool {
    statements.iter().any(|stmt| match &stmt.kind {
        StmtKind::Return(_) | StmtKind::ExtendedReturn(..) | StmtKind::Unsupported => true,
        StmtKind::If(branches, otherwise) => branches.iter().any(|(_, body)| has_return(body)) || has_return(otherwise),
        StmtKind::Case(_, alternatives) => alternatives.iter().any(|(_, body)| has_return(body)),
        StmtKind::Loop(inner) => has_return(&inner.body),
        StmtKind::Block(body) => {
            has_return(&body.statements) || body.handlers.iter().any(|handler| has_return(&handler.statements))
        }
        _ => false,
    })
}

fn ends_in_raise(statements: &[Stmt]) -> bool {
    statements.iter().any(|stmt| matches!(stmt.kind, StmtKind::Raise(_)))
}
