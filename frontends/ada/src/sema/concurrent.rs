//! Protected units and tasks (RM 9) in the sequential view.
//!
//! A protected type is a limited record of its discriminants and components. Its operations and entries are subprograms
//! whose first parameter is the object, constant for functions. Inside of their bodies the components stand for those
//! of this parameter. What comes between two calls, where other tasks call too, the lowering says: such objects have
//! another state each time.
//!
//! A task type is a record of its discriminants, the body of a task a subprogram that is called in a branch of its own
//! where the task starts. Entries of tasks are subprograms without a body.

use super::name::{Callable, Calls, Denoted};
use super::scope::{Entity, ScopeId, ScopeKind};
use super::subprogram::Family;
use super::tree::{
    Body, Concurrency, Expr, ExprKind, Handler, Mode, ObjId, ObjectKind, PROGRAM_ERROR, Stmt, StmtKind, SubpId,
};
use super::types::{Bound, Constraint, TypeId};
use super::{Deferred, Sema};
use crate::ast::{self, Ident, Symbol};
use crate::place::Loc;
use horn_frontend::Span;

/// A task or protected unit, by the type of its objects.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    /// A task, or a protected unit.
    pub task: bool,
    /// Its name.
    pub name: Symbol,
    /// The region of its declaration.
    pub scope: ScopeId,
    /// The body of a task.
    pub body: Option<SubpId>,
}

/// An operation or entry of such a unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operation {
    /// The type of the object.
    pub unit: TypeId,
    /// An entry.
    pub entry: bool,
    /// A family: its second parameter is the index.
    pub family: bool,
}

/// An operation of an object that is renamed, with what stands in front of its parameters: the object, and the index of
/// an entry of a family.
pub(crate) struct Renamed<'a> {
    other: SubpId,
    prefix: Option<Expr>,
    family: Option<&'a ast::Expr>,
}

impl<'a> Sema<'a> {
    /// The unit that the current region is the declaration or the body of, with the type of its objects.
    pub fn unit_here(&self) -> Option<TypeId> {
        self.unit_scopes.get(&self.scope).copied()
    }

    /// The type of the objects of a unit, where a value is one of them or designates one.
    pub fn unit_of(&self, ty: TypeId) -> Option<TypeId> {
        let base = self.tree.types.base(self.tree.types.designated(ty));
        self.concurrent.contains_key(&base).then_some(base)
    }

    /// A single task or protected object.
    pub fn single_unit(&mut self, decl: &'a ast::TypeDecl) {
        self.fresh();
        let name = self.spelling(&decl.name);
        let loc = self.loc(decl.name.span);
        let ty = self.definition(decl, &name);
        self.tree.types[ty].loc = Some(loc);
        self.homes.insert(self.tree.types.base(ty), self.scope);
        if let Some(what) = self.poisoned_type(ty) {
            self.reject(decl.span, what.clone());
            if self.local_entity(&decl.name).is_none() {
                self.declare_poison(&decl.name, &what);
            }
            return;
        }
        let object = self.new_object(name, loc, ty, ObjectKind::Variable);
        self.declare(&decl.name, Entity::Object(object));
        self.sink.push(Stmt { kind: StmtKind::Declare(object, None), loc });
        if let ast::TypeDef::Concurrent(def) = &decl.definition {
            self.declare_unit(decl, def, ty, true);
        }
        self.note_activation(object, loc);
    }

    /// The operations and entries of a unit whose type has been declared.
    pub fn declare_unit(&mut self, decl: &'a ast::TypeDecl, def: &'a ast::ConcurrentDef, ty: TypeId, single: bool) {
        if self.poisoned_type(ty).is_some() {
            return;
        }
        let base = self.tree.types.base(ty);
        let name = self.qualified(&self.spelling(&decl.name));
        let scope = self.scopes.add(Some(self.scope), ScopeKind::Package, format!("{name}."), self.owner);
        let body = def.task.then(|| self.task_procedure(&name, base, single, self.loc(decl.name.span)));
        let unit = Unit { task: def.task, name: decl.name.symbol, scope, body };
        self.unit_scopes.insert(scope, base);
        self.concurrent.insert(base, unit);
        let types = if def.task { &mut self.tree.tasks } else { &mut self.tree.protected };
        types.insert(base);
        let outer = std::mem::replace(&mut self.scope, scope);
        for item in &def.visible {
            self.declaration(item);
        }
        self.scopes[scope].in_private = true;
        for item in &def.private {
            self.declaration(item);
        }
        self.scope = outer;
    }

    /// What runs when a task of the type runs. Its parameter is the task, for its discriminants.
    fn task_procedure(&mut self, name: &str, ty: TypeId, single: bool, loc: Loc) -> SubpId {
        let subp = self.new_subprogram(name.to_string(), loc);
        if self.tree.record(ty).discriminants > 0 {
            let owner = std::mem::replace(&mut self.owner, subp);
            let short = name.rsplit('.').next().unwrap_or(name).to_string();
            let object = self.new_object(short, loc, ty, ObjectKind::Parameter(Mode::In));
            self.owner = owner;
            self.tree.subprogram_mut(subp).params = vec![object];
            self.profiles[subp.0 as usize] =
                super::Profile { names: vec![self.own_symbol()], defaults: vec![None], ..Default::default() };
        }
        self.tree.subprogram_mut(subp).concurrency = Some(Concurrency::Task { single });
        self.bodies_done.push(subp);
        subp
    }

    /// The name of the parameter that is the object: nobody can write it.
    pub fn own_symbol(&mut self) -> Symbol {
        self.names.fold("(object)")
    }

    /// The object parameter of an operation, with the names of its components in a region around the operation's.
    pub fn object_parameter(&mut self, subp: SubpId, unit: TypeId, function: bool, view: ScopeId) -> ObjId {
        let text = self.tree.types[unit].name.clone();
        let loc = self.tree.subprogram(subp).loc;
        let task = self.concurrent.get(&unit).is_some_and(|unit| unit.task);
        let mode = if function || task { Mode::In } else { Mode::InOut };
        let owner = std::mem::replace(&mut self.owner, subp);
        let object = self.new_object(text, loc, unit, ObjectKind::Parameter(mode));
        self.owner = owner;
        self.fill_view(view, unit, object);
        object
    }

    /// Declares what the names of a unit and of its components stand for inside of an operation.
    pub fn fill_view(&mut self, view: ScopeId, unit: TypeId, object: ObjId) {
        let Some(known) = self.concurrent.get(&unit).cloned() else { return };
        self.views.insert(view, (unit, object));
        self.scopes[view].names.clear();
        let loc = self.tree.object(object).loc;
        let whole = Expr { kind: ExprKind::Object(object), ty: unit, loc };
        if !known.task {
            for (at, component) in self.tree.record(unit).components.iter().enumerate() {
                let name = self.names.fold(&component.name.to_lowercase());
                let kind = ExprKind::Field(Box::new(whole.clone()), at);
                let value = Expr { kind, ty: component.ty, loc };
                self.scopes.declare(view, name, Entity::Renamed(std::rc::Rc::new(value)), Some(loc));
            }
        }
        self.scopes.declare(view, known.name, Entity::Renamed(std::rc::Rc::new(whole)), Some(loc));
    }

    /// The object that an operation of the unit, called by its simple name, is called for (RM 9.5 (3)).
    pub fn current_instance(&self, unit: TypeId, span: Span) -> Option<Expr> {
        let views = self.scopes.outward(self.scope).into_iter().filter_map(|scope| self.views.get(&scope));
        let object = views.into_iter().find(|(of, _)| *of == unit).map(|(_, object)| *object)?;
        Some(Expr { kind: ExprKind::Object(object), ty: unit, loc: self.loc(span) })
    }

    /// Whether what can be called is an operation or entry of a unit.
    pub fn is_operation(&self, callable: &Callable) -> bool {
        matches!(callable, Callable::Subprogram(subp) if self.operations.contains_key(subp))
    }

    /// Whether objects of a type, or what its values designate, have an operation of this name.
    pub fn has_operation(&self, ty: TypeId, name: Symbol) -> bool {
        let unit = self.unit_of(ty).and_then(|base| self.concurrent.get(&base));
        unit.is_some_and(|unit| self.scopes[unit.scope].names.contains_key(&name))
    }

    /// `X.Operation` for an object of a unit; `None` if a component is meant.
    pub fn operation_of(&mut self, value: &Expr, selector: &Ident, span: Span) -> Option<Denoted<'a>> {
        let base = self.unit_of(value.ty)?;
        let unit = self.concurrent.get(&base).cloned()?;
        let name = self.spelling(selector);
        let mut candidates: Vec<Callable> = Vec::new();
        for entry in self.scopes.select(unit.scope, selector.symbol, self.scope) {
            match entry.entity {
                Entity::Subprogram(subp) => {
                    let callable = Callable::Subprogram(subp);
                    if !candidates.contains(&callable) && !self.hidden_by(&candidates, &callable) {
                        candidates.push(callable);
                    }
                }
                Entity::Unsupported(what) => {
                    self.reject(span, &*what);
                    return Some(Denoted::Error);
                }
                _ => {}
            }
        }
        if candidates.is_empty() {
            let wanted = self.names.text(selector.symbol);
            let record = self.tree.record(base);
            let discriminant = record.place_of(wanted).is_some_and(|at| at < record.discriminants);
            let inside = self.scopes.inside(self.scope, unit.scope);
            if discriminant || inside && !unit.task {
                return None;
            }
            if inside {
                self.reject(span, "expanded name in a task (RM 4.1.3)");
                return Some(Denoted::Error);
            }
            if let Some(why) = self.open_package(unit.scope) {
                self.reject(span, &*why);
                return Some(Denoted::Error);
            }
            let text = format!("no selector \"{name}\" for {}", self.tree.types.describe(base));
            self.error(selector.span, text);
            return Some(Denoted::Error);
        }
        let prefix = Some(Box::new(self.through(value.clone())));
        Some(Denoted::Calls(Calls::of(candidates, prefix, span, name)))
    }

    /// The declaration of an entry.
    pub fn entry_decl(&mut self, decl: &'a ast::EntryDecl) {
        let Some(ident) = decl.spec.name.as_ident() else { return };
        let Some(unit) = self.unit_here() else {
            self.error(decl.span, "entry declaration outside of a task or protected unit");
            return;
        };
        let family = decl.family.as_ref().map(|range| {
            let ty = self.index_subtype(range);
            (self.names.fold("(index)"), ty, "index".to_string())
        });
        let name = self.qualified(&self.spelling(ident));
        let (subp, scope) = self.profile_of(&decl.spec, &name, Some(family));
        self.declare(ident, Entity::Subprogram(subp));
        self.defer(Deferred::Contract { subp, aspects: &decl.aspects, scope });
        if self.concurrent.get(&unit).is_some_and(|unit| unit.task) {
            self.tree.subprogram_mut(subp).imported = true;
            // The task may call subprograms that the caller has nested in its own.
            let params = self.tree.subprogram(subp).params.clone();
            let to_subprograms = |param: &ObjId| {
                let ty = self.tree.object(*param).ty;
                self.tree.types.parts(ty).any(|part| self.tree.types.is_to_subprograms(part))
            };
            if params.iter().any(to_subprograms) {
                self.reject_of(subp, decl.span, "entry with parameters that designate subprograms (RM 9.5.2)");
            }
        }
    }

    /// Notes what a subprogram is of a unit; of an entry whether it is a family.
    pub fn note_operation(&mut self, subp: SubpId, unit: TypeId, family: Option<bool>) {
        let entry = family.is_some();
        self.operations.insert(subp, Operation { unit, entry, family: family == Some(true) });
        let task = self.concurrent.get(&unit).is_some_and(|unit| unit.task);
        let kind = if task { Concurrency::TaskEntry } else { Concurrency::Protected { entry, interrupt: false } };
        self.tree.subprogram_mut(subp).concurrency = Some(kind);
    }

    /// Gives the profile of a renaming, or of a formal subprogram, a body that calls an operation of an object, which
    /// is evaluated here; tells whether there is such an operation.
    pub fn renamed_operation(&mut self, subp: SubpId, calls: &Calls<'a>) -> bool {
        let Some(Renamed { other, prefix, family }) = self.operation_to_rename(subp, calls) else { return false };
        let own = self.tree.subprogram(subp).clone();
        let loc = self.loc(calls.span);
        let target = self.tree.subprogram(other).clone();
        let mut arguments = Vec::new();
        if let Some(prefix) = prefix {
            let prefix = self.evaluated_name(prefix);
            arguments.push(match (self.operations.contains_key(&other), target.params.first()) {
                (false, Some(first)) => {
                    let first = self.tree.object(*first).ty;
                    let prefix = self.prefix_as_access(prefix, first, calls.span);
                    let prefix = if self.tree.types.access(prefix.ty).is_some() { self.once(prefix) } else { prefix };
                    self.coerce(prefix, first, calls.span)
                }
                _ => prefix,
            });
        }
        if let Some(index) = family {
            let ty = target.params.get(1).map_or(self.tree.types.std.error, |param| self.tree.object(*param).ty);
            let index = self.expr(index, Some(ty));
            let kind = ExprKind::Object(self.hidden_constant("index", ty, index));
            arguments.push(Expr { kind, ty, loc });
        }
        for param in &own.params {
            arguments.push(Expr { kind: ExprKind::Object(*param), ty: self.tree.object(*param).ty, loc });
        }
        let kind = match target.result {
            Some(ty) => StmtKind::Return(Some(Expr { kind: ExprKind::Call(other, arguments), ty, loc })),
            None => StmtKind::Call(other, arguments),
        };
        let entry = self.tree.subprogram_mut(subp);
        entry.imported = false;
        entry.body = Some(Body { statements: vec![Stmt { kind, loc }], end: loc, ..Body::default() });
        self.bodies_done.push(subp);
        true
    }

    /// The operation of an object that a name in a renaming denotes, by the profile of the renaming: one of a task or
    /// protected object, or of a tagged one (RM 8.5.4 (5.2)), which the object's tag selects where that is class-wide.
    pub fn operation_to_rename(&mut self, subp: SubpId, calls: &Calls<'a>) -> Option<Renamed<'a>> {
        let own = self.tree.subprogram(subp).clone();
        let types = |params: &[ObjId], sema: &Self| -> Vec<TypeId> {
            params.iter().map(|param| sema.tree.types.base(sema.tree.object(*param).ty)).collect()
        };
        let wanted = types(&own.params, self);
        let mut found = calls.candidates.iter().find_map(|candidate| {
            let Callable::Subprogram(other) = candidate else { return None };
            if !self.operations.contains_key(other) && (calls.implicit || calls.prefix.is_none()) {
                return None;
            }
            let (prefix, family) = self.leading(calls, *other)?;
            let skipped = usize::from(prefix.is_some()) + usize::from(family.is_some());
            let of = self.tree.subprogram(*other);
            let same = of.params.len() >= skipped && types(&of.params[skipped..], self) == wanted;
            let base = |ty: TypeId| self.tree.types.base(ty);
            let same = same && of.result.map(base) == own.result.map(base);
            same.then(|| Renamed { other: *other, prefix: prefix.cloned(), family })
        })?;
        if !self.operations.contains_key(&found.other) {
            let (other, prefix) = (found.other, found.prefix.as_ref()?.ty);
            let class = self.tree.types.designated(prefix);
            if self.tree.types.is_class_wide(class) && self.is_primitive(other) {
                let ty = self.tree.types.specific(class);
                found.other = self.dispatcher(other, ty)?;
            } else if self.abstract_ones.contains(&other) {
                return None;
            }
        }
        Some(found)
    }

    /// The body of a unit is elsewhere, and not at hand.
    pub fn missing_unit_body(&mut self, task: bool, ident: &'a Ident, span: Span) {
        let what = "body stub without its subunit (RM 10.1.3)";
        let base = match self.local_entity(ident) {
            Some(Entity::Type(ty)) => self.unit_of(ty),
            Some(Entity::Object(object)) => self.unit_of(self.tree.object(object).ty),
            _ => None,
        };
        let mut found: Vec<SubpId> = match base.and_then(|base| self.concurrent.get(&base)) {
            Some(unit) if task => unit.body.into_iter().collect(),
            Some(_) => {
                let of_unit = |(_, operation): &(&SubpId, &Operation)| Some(operation.unit) == base;
                let mut all: Vec<SubpId> = self.operations.iter().filter(of_unit).map(|(subp, _)| *subp).collect();
                all.sort();
                all
            }
            None => Vec::new(),
        };
        if found.is_empty() && task {
            let name = self.qualified(&self.spelling(ident));
            let subp = self.new_subprogram(name, self.loc(ident.span));
            self.tree.subprogram_mut(subp).concurrency = Some(Concurrency::Task { single: false });
            found.push(subp);
        }
        for subp in found {
            self.bodies_done.push(subp);
            self.reject_of(subp, span, what);
        }
    }

    /// The subtype of the index of a family; wider where its bounds are not those of the program alone.
    fn index_subtype(&mut self, range: &'a ast::DiscreteRange) -> TypeId {
        let found = self.discrete_range(range, None);
        if !found.check {
            return found.ty;
        }
        let (low, high) = (self.once(found.low), self.once(found.high));
        let (low, high) = (self.bound(low), self.bound(high));
        let own = |bound: &Bound| matches!(bound, Bound::Discriminant(_) | Bound::Error);
        if own(&low) || own(&high) {
            self.reject(range.span(), "family of entries whose index depends on a discriminant (RM 9.5.2)");
            return found.ty;
        }
        let name = self.tree.types[found.ty].name.clone();
        self.tree.types.add_subtype(&name, None, found.ty, Constraint::Range(low, high))
    }

    /// The body of an entry of a protected unit: behind its barrier.
    pub fn entry_body(&mut self, body: &'a ast::EntryBody) {
        let Some(ident) = body.spec.name.as_ident() else { return };
        if self.unit_here().is_none() {
            self.error(body.span, "entry body outside of a protected body");
            return;
        }
        let family: Option<Family> = body.family.as_ref().map(|iterator| {
            let ty = match &iterator.domain {
                ast::IteratorDomain::In(range) => self.index_subtype(range),
                ast::IteratorDomain::Of(_) => self.tree.types.std.error,
            };
            (iterator.name.symbol, ty, self.spelling(&iterator.name))
        });
        let name = self.qualified(&self.spelling(ident));
        let (again, scope) = self.profile_of(&body.spec, &name, Some(family));
        let Some(subp) = self.earlier(ident, again) else {
            self.error(ident.span, format!("no declaration of entry \"{}\"", self.spelling(ident)));
            return;
        };
        self.merge(subp, again, scope);
        self.bodies_done.push(subp);
        self.defer(Deferred::Contract { subp, aspects: &body.aspects, scope });
        let saved = self.enter(scope, subp);
        self.fresh();
        let ((barrier, loc), _) = self.apart(|sema| (sema.condition(&body.barrier), sema.loc(body.barrier.span)));
        let mut before = self.leave(saved);
        before.extend(self.behind_barrier(barrier, loc));
        self.body_of(subp, scope, &body.declarations, &body.body, body.span);
        if let Some(own) = &mut self.tree.subprogram_mut(subp).body {
            own.declarations.splice(0..0, before);
        }
        let loc = self.loc(body.span);
        self.sink.push(Stmt { kind: StmtKind::Elaborated(subp), loc });
    }

    /// What an entry waits for. An exception that its barrier raises is Program_Error for the callers (RM 9.5.3 (7)).
    fn behind_barrier(&self, barrier: Expr, loc: Loc) -> Vec<Stmt> {
        let mut simple = true;
        super::walk::walk_expr(&barrier, &mut |expr| match &expr.kind {
            ExprKind::Object(_) | ExprKind::Int(_) => {}
            ExprKind::Field(inner, at) => {
                let record = self.tree.types.record(inner.ty);
                simple &= record.is_some_and(|record| record.components[*at].guard.is_empty());
            }
            ExprKind::Unary(super::tree::UnaryOp::Not, _) => {}
            ExprKind::Binary(op, ..) => {
                use super::tree::BinaryOp as Op;
                simple &= !matches!(op, Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Mod | Op::Rem | Op::Pow);
            }
            _ => simple = false,
        });
        let wait = Stmt { kind: StmtKind::Await(barrier), loc };
        if simple {
            return vec![wait];
        }
        let raise = Stmt { kind: StmtKind::Raise(Some(PROGRAM_ERROR)), loc };
        let handlers = vec![Handler { exceptions: Vec::new(), statements: vec![raise] }];
        let block = Body { declarations: Vec::new(), statements: vec![wait], handlers, end: loc };
        vec![Stmt { kind: StmtKind::Block(Box::new(block)), loc }]
    }

    /// The body of a task or protected unit.
    pub fn concurrent_body(&mut self, body: &'a ast::ConcurrentBody) {
        let Some(ident) = body.name.last_ident() else { return };
        let what = if body.task { "task body (RM 9.1)" } else { "protected body (RM 9.4)" };
        let base = match self.local_entity(ident) {
            Some(Entity::Type(ty)) => self.unit_of(ty),
            Some(Entity::Object(object)) => self.unit_of(self.tree.object(object).ty),
            Some(Entity::Unsupported(_)) => None,
            _ => {
                let kind = if body.task { "task" } else { "protected" };
                self.error(ident.span, format!("missing specification for {kind} body \"{}\"", self.spelling(ident)));
                None
            }
        };
        let unit = base.and_then(|base| self.concurrent.get(&base).cloned().map(|unit| (base, unit)));
        let Some((base, unit)) = unit.filter(|(_, unit)| unit.task == body.task) else {
            // Nobody knows what it does.
            if body.task {
                let name = self.qualified(&self.spelling(ident));
                let subp = self.new_subprogram(name, self.loc(ident.span));
                self.tree.subprogram_mut(subp).concurrency = Some(Concurrency::Task { single: false });
                self.reject_of(subp, body.span, what);
            }
            return;
        };
        for aspect in &body.aspects {
            self.deny_aspect(aspect, crate::supported::Holder::Type, false);
        }
        match unit.body {
            Some(subp) => self.task_body(body, base, &unit, subp),
            None => {
                let scope = self.open_body(unit.scope, self.scope);
                self.unit_scopes.insert(scope, base);
                let outer = std::mem::replace(&mut self.scope, scope);
                self.declarations(&body.declarations);
                self.missing_bodies(scope, unit.scope);
                self.scope = outer;
            }
        }
    }

    fn task_body(&mut self, body: &'a ast::ConcurrentBody, base: TypeId, unit: &Unit, subp: SubpId) {
        if self.tree.subprogram(subp).body.is_some() {
            let text = "duplicate body of a task";
            return self.error(body.name.span, text);
        }
        let spec = self.open_body(unit.scope, self.scope);
        let prefix = self.scopes[spec].prefix.clone();
        let view = self.scopes.add(Some(spec), ScopeKind::Inner, prefix.clone(), self.owner);
        if let Some(object) = self.tree.subprogram(subp).params.first().copied() {
            self.fill_view(view, base, object);
            let loc = self.tree.object(object).loc;
            for (at, component) in self.tree.record(base).components.iter().enumerate() {
                let whole = Box::new(Expr { kind: ExprKind::Object(object), ty: base, loc });
                let value = Expr { kind: ExprKind::Field(whole, at), ty: component.ty, loc };
                let name = self.names.fold(&component.name.to_lowercase());
                self.scopes.declare(view, name, Entity::Renamed(std::rc::Rc::new(value)), Some(loc));
            }
        } else if self.tree.subprogram(subp).concurrency == Some(Concurrency::Task { single: false }) {
            let current = Entity::Unsupported("current instance of a task type (RM 8.6 (17))".into());
            self.scopes.declare(view, unit.name, current, None);
        }
        let scope = self.scopes.add(Some(view), ScopeKind::Subprogram(subp), prefix, subp);
        self.scopes[scope].owner = subp;
        self.body_of(subp, scope, &body.declarations, &body.body, body.span);
        let loc = self.loc(body.span);
        self.sink.push(Stmt { kind: StmtKind::Elaborated(subp), loc });
    }

    /// Marks the operation that a pragma or aspect makes a handler of interrupts: it may be called at any time.
    pub fn interrupt_handler(&mut self, subp: SubpId) {
        if let Some(Concurrency::Protected { interrupt, .. }) = &mut self.tree.subprogram_mut(subp).concurrency {
            *interrupt = true;
        }
    }
}
