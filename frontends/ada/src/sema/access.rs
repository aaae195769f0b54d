//! Access-to-object types (RM 3.10): their declaration, null, allocators, dereference, `'Access`, deallocation.
//!
//! Here what access values designate is an expression of its own; [`super::heap`] puts it into heaps when the whole
//! program is known.

use super::Sema;
use super::hidden::Formal;
use super::scope::{Entity, ScopeId, ScopeKind};
use super::tree::{Allocator, Expr, ExprKind, Mode, ObjectKind, Stmt, StmtKind};
use super::types::{Access, Bound, Constraint, Kind, TypeId, Types};
use crate::ast::{self, AccessModifier, Association, Ident, NameKind};
use crate::place::Loc;
use horn_frontend::Span;
use horn_solver::num::Int;

/// Results whose calls dispatch by what they designate.
const CONTROLLING: &str = "access result that controls calls (RM 3.9.2 (2))";
/// What the name of a type denotes inside of its declaration.
const CURRENT_INSTANCE: &str = "current instance of a type (RM 8.6 (17))";

impl Types {
    /// What values of an access type designate; any other type itself: where a name may be dereferenced implicitly.
    pub fn designated(&self, ty: TypeId) -> TypeId {
        self.access(ty).map_or(ty, |access| access.designated)
    }

    /// Whether the constraint of a subtype names discriminants of the record that it is a component of (RM 3.8 (12)).
    pub fn depends_on_discriminants(&self, ty: TypeId) -> bool {
        match &self[ty].constraint {
            Constraint::Index(bounds) => {
                bounds.iter().any(|(low, high)| low.is_discriminant() || high.is_discriminant())
            }
            Constraint::Discriminants(values) => values.iter().any(Bound::is_discriminant),
            Constraint::Access(_, Some(designated)) => self.depends_on_discriminants(*designated),
            _ => false,
        }
    }

    /// A subtype of an access type with these constraints besides those it has.
    pub fn constrain_access(&mut self, of: TypeId, not_null: bool, designated: Option<TypeId>) -> TypeId {
        let (old_null, old) = match &self[of].constraint {
            Constraint::Access(not_null, designated) => (*not_null, *designated),
            _ => (false, None),
        };
        let name = self[of].name.clone();
        let loc = self[of].loc;
        self.add_subtype(&name, loc, of, Constraint::Access(old_null || not_null, designated.or(old)))
    }
}

impl<'a> Sema<'a> {
    /// How many subprograms and blocks are around this place.
    pub fn level(&self) -> u32 {
        let around = self.scopes.outward(self.scope).into_iter();
        let ends =
            around.filter(|scope| matches!(self.scopes[*scope].kind, ScopeKind::Subprogram(_) | ScopeKind::Inner));
        u32::try_from(ends.count()).unwrap_or(u32::MAX)
    }

    /// An access type with a name.
    pub fn access_type(&mut self, def: &'a ast::AccessDef, name: &str, loc: Loc) -> TypeId {
        let designated = self.subtype_indication(&def.designated);
        if let Some(poison) = self.no_designated(designated, def.span) {
            return poison;
        }
        let access = Access {
            designated,
            constant: def.modifier == AccessModifier::Constant,
            anonymous: false,
            level: self.level(),
        };
        let base = self.tree.types.add(name, Kind::Access(access));
        self.tree.types[base].loc = Some(loc);
        if def.not_null { self.tree.types.constrain_access(base, true, None) } else { base }
    }

    /// An anonymous access type. Those of one designated subtype are one type here, as the profiles of a declaration
    /// and its body must be the same.
    pub fn anonymous_access(&mut self, def: &'a ast::AccessDef) -> TypeId {
        let inside = self.scope;
        if let Some(outside) = self.scope_outside_of_own_type(&def.designated) {
            self.scope = outside;
        }
        let designated = self.subtype_indication(&def.designated);
        self.scope = inside;
        if let Some(poison) = self.no_designated(designated, def.span) {
            return poison;
        }
        let base = self.anonymous_to(designated, def.modifier == AccessModifier::Constant);
        if def.not_null { self.tree.types.constrain_access(base, true, None) } else { base }
    }

    /// Inside of the declaration of a type its name stands for the object that is made (RM 8.6 (17)).
    pub(super) fn declare_current_instance(&mut self, name: ast::Symbol) {
        let scope = self.scope;
        self.scopes.declare(scope, name, Entity::Unsupported(CURRENT_INSTANCE.into()), None);
    }

    /// Inside of the declaration of a type, where its name stands in an access definition: the region of the type,
    /// which it denotes there, and not the object that is made (RM 8.6 (17)).
    fn scope_outside_of_own_type(&self, designated: &ast::SubtypeIndication) -> Option<ScopeId> {
        let ident = type_named(&designated.mark).filter(|_| designated.constraint.is_none())?;
        let around = self.scopes.outward(self.scope);
        let names = |scope: &ScopeId| self.scopes[*scope].names.get(&ident.symbol).and_then(|entries| entries.first());
        let (at, entry) = around.iter().enumerate().find_map(|(at, scope)| Some((at, names(scope)?)))?;
        let is_own = matches!(&entry.entity, Entity::Unsupported(what) if **what == *CURRENT_INSTANCE);
        let outside = *around.get(at + 1).filter(|_| is_own)?;
        names(&outside).filter(|entry| matches!(entry.entity, Entity::Type(_))).map(|_| outside)
    }

    /// The anonymous access type for a designated subtype.
    pub fn anonymous_to(&mut self, designated: TypeId, constant: bool) -> TypeId {
        let types = &self.tree.types;
        let same = |ty: &TypeId| {
            types.access(*ty).is_some_and(|access| {
                access.constant == constant
                    && types.base(access.designated) == types.base(designated)
                    && types[access.designated].constraint == types[designated].constraint
            })
        };
        let known = self.anonymous_accesses.iter().copied().find(same);
        known.unwrap_or_else(|| {
            let access = Access { designated, constant, anonymous: true, level: u32::MAX };
            let name = if constant { "access constant " } else { "access " };
            let name = format!("{name}{}", self.tree.types[designated].name);
            let ty = self.tree.types.add(&name, Kind::Access(access));
            self.anonymous_accesses.push(ty);
            ty
        })
    }

    /// The type that stands for an access type to something outside the subset.
    fn no_designated(&mut self, designated: TypeId, span: Span) -> Option<TypeId> {
        if designated == self.tree.types.std.error {
            return Some(match self.poison.clone() {
                Some((_, construct)) => self.tree.types.add("", Kind::Unsupported(construct)),
                None => designated,
            });
        }
        if self.tree.types.is_volatile(designated) {
            let what = "access type to volatile objects (RM C.6)";
            self.reject(span, what);
            return Some(self.tree.types.add("", Kind::Unsupported(what.into())));
        }
        let what = self.poisoned_type(designated)?;
        Some(self.tree.types.add("", Kind::Unsupported(what)))
    }

    /// The type of a result, if no call can dispatch by it (RM 3.9.2 (2)).
    pub fn without_control(&mut self, ty: TypeId) -> TypeId {
        let controls = self.tree.types.access(ty).is_some() && self.tree.types.controlled(ty).is_some();
        if controls { self.tree.types.add("", Kind::Unsupported(CONTROLLING.into())) } else { ty }
    }

    /// The subtype of a parameter: one that controls calls of a primitive operation is never null (RM 3.10 (26)).
    pub fn controlling_parameter(&mut self, ty: TypeId) -> TypeId {
        let home = self.tree.types.controlled(ty).and_then(|of| self.homes.get(&of));
        let primitive = home == Some(&self.scope) && self.scopes[self.scope].kind == ScopeKind::Package;
        if primitive && self.tree.types.access(ty).is_some() {
            self.tree.types.constrain_access(ty, true, None)
        } else {
            ty
        }
    }

    /// `not null T` (RM 3.10 (14)).
    pub fn excluding_null(&mut self, mark: TypeId, span: Span) -> TypeId {
        if self.tree.types.access(mark).is_some() {
            return self.tree.types.constrain_access(mark, true, None);
        }
        if self.poisoned_type(mark).is_none() && mark != self.tree.types.std.error {
            self.error(span, "null-exclusion must be applied to an access type");
        }
        mark
    }

    /// `null`.
    pub fn null_value(&mut self, expected: Option<TypeId>, loc: Loc) -> Expr {
        let ty = self.access_wanted(expected);
        Expr { kind: ExprKind::Int(Int::from(0)), ty, loc }
    }

    /// The type of an access value that the context decides.
    fn access_wanted(&self, expected: Option<TypeId>) -> TypeId {
        let types = &self.tree.types;
        match expected {
            Some(ty) if types.access(ty).is_some() => types.base(ty),
            Some(ty) if matches!(types.kind(ty), Kind::Unsupported(_) | Kind::Error) => ty,
            _ => types.std.any_access,
        }
    }

    /// `new T`, `new T'(E)`, `new T (C)`.
    pub fn allocator(
        &mut self,
        indication: &'a ast::SubtypeIndication,
        subpool: bool,
        expected: Option<TypeId>,
        span: Span,
    ) -> Expr {
        let loc = self.loc(span);
        let ty = self.access_wanted(expected);
        if self.trying > 0 {
            return Expr { kind: ExprKind::Error, ty, loc };
        }
        if subpool {
            self.reject(span, "allocator with a subpool (RM 13.11.4)");
            return Expr::error(ty, loc);
        }
        // What its constraint computes is computed where it is evaluated.
        let sink = std::mem::take(&mut self.sink);
        let (subtype, value) = match &indication.mark.kind {
            NameKind::Qualified(mark, operand) => {
                let subtype = self.subtype_mark(mark);
                let value = self.expr(operand, Some(subtype));
                let loc = value.loc;
                let value = Expr { kind: ExprKind::Qualified(Box::new(value)), ty: subtype, loc };
                (subtype, Some(value))
            }
            _ => (self.subtype_indication(indication), None),
        };
        let computed = std::mem::replace(&mut self.sink, sink);
        if let Some(what) = self.poisoned_type(subtype) {
            self.reject(span, what);
            return Expr::error(ty, loc);
        }
        let Some(designated) = self.tree.types.access(ty).map(|access| access.designated) else {
            return Expr { kind: ExprKind::Error, ty, loc };
        };
        if self.tree.types.is_class_wide(subtype) && !self.tree.types.is_class_wide(designated) {
            self.reject(span, "allocator that controls a call (RM 3.9.2)");
            return Expr::error(ty, loc);
        }
        if !self.tree.types.compatible(subtype, designated) {
            if !self.mismatch_is_poison(&[subtype, designated], loc) {
                let types = &self.tree.types;
                let text = format!("expected {}, found {}", types.describe(designated), types.describe(subtype));
                self.error(indication.span, text);
            }
            return Expr::error(ty, loc);
        }
        if value.is_none() && !self.tree.types.is_constrained(subtype) {
            let mutable = self.tree.types.record(subtype).is_some_and(|record| record.mutable);
            if !mutable {
                self.error(indication.span, "uninitialized unconstrained allocation not allowed");
                return Expr::error(ty, loc);
            }
        }
        let made = ExprKind::Allocate(Box::new(Allocator { subtype, value }));
        let mut made = Expr { kind: made, ty, loc };
        let mut constants = Vec::new();
        if computed.iter().all(|stmt| matches!(stmt.kind, StmtKind::Declare(_, Some(_)))) {
            constants.extend(computed.into_iter().filter_map(|stmt| match stmt.kind {
                StmtKind::Declare(object, value) => Some((object, value?)),
                _ => None,
            }));
        } else if self.in_statements() {
            self.sink.extend(computed);
        } else {
            self.reject(span, "constraint of an allocator in a default expression (RM 4.8)");
            return Expr::error(ty, loc);
        }
        if !constants.is_empty() {
            made = Expr { kind: ExprKind::Let(constants, Box::new(made)), ty, loc };
        }
        made
    }

    /// The access types that an allocator may be of: by what they designate (RM 4.8 (3)).
    pub fn types_of_allocator(&mut self, indication: &'a ast::SubtypeIndication) -> Vec<TypeId> {
        let mark = match &indication.mark.kind {
            NameKind::Qualified(mark, _) => mark,
            _ => &indication.mark,
        };
        let subtype = self.subtype_mark(mark);
        let types = &self.tree.types;
        let wanted = types.base(subtype);
        let fits = |ty: &TypeId| {
            let fits = |designated| types.base(designated) == wanted || types.covers(designated, wanted);
            types.base(*ty) == *ty && types.access(*ty).is_some_and(|access| fits(access.designated))
        };
        let found: Vec<TypeId> = types.ids().filter(fits).collect();
        if found.is_empty() { vec![types.std.any_access] } else { found }
    }

    /// The access value in front of `.all`: of several functions one that gives access values.
    pub fn dereferenced_call(&mut self, calls: &super::name::Calls<'a>) -> Expr {
        if calls.candidates.len() > 1 {
            let mut narrowed = Vec::new();
            for callable in self.applicable(calls) {
                let result = self.result_type(&callable, calls);
                if result.is_some_and(|ty| self.tree.types.access(ty).is_some() || self.poisoned_type(ty).is_some()) {
                    narrowed.push(callable);
                }
            }
            match narrowed.len() {
                0 => {}
                1 => {
                    let calls = super::name::Calls { candidates: narrowed, ..calls.clone() };
                    return self.resolve_calls(&calls, None, None);
                }
                _ => {
                    if let Some(chosen) = self.narrowed(calls.span, &narrowed) {
                        let calls = super::name::Calls { candidates: vec![chosen], ..calls.clone() };
                        return self.resolve_calls(&calls, None, None);
                    }
                    let what = "dereference of the result of overloaded functions (RM 8.6)";
                    self.reject_ambiguous(calls.span, what);
                    return Expr::error(self.tree.types.std.error, self.loc(calls.span));
                }
            }
        }
        self.resolve_calls(calls, None, None)
    }

    /// Whether what is collected here is evaluated together with the expression under analysis.
    fn in_statements(&self) -> bool {
        self.defaults == 0
    }

    /// An expression that is evaluated later, and perhaps many times: a default.
    pub fn default_expr(&mut self, expr: &'a ast::Expr, expected: TypeId) -> Expr {
        self.defaults += 1;
        let value = self.expr(expr, Some(expected));
        self.defaults -= 1;
        value
    }

    /// What an access value designates.
    pub fn dereferenced(&mut self, pointer: Expr, span: Span) -> Expr {
        let loc = self.loc(span);
        match self.tree.types.access(pointer.ty).map(|access| access.designated) {
            Some(designated) => {
                if let Some(what) = self.poisoned_type(designated) {
                    self.reject(span, what);
                }
                if matches!(self.tree.types.kind(designated), Kind::Private) {
                    // The full view is elsewhere, or comes later.
                    self.reject(span, "view of an incomplete or private type through an access value (RM 3.10.1)");
                }
                Expr { kind: ExprKind::Deref(Box::new(pointer)), ty: designated, loc }
            }
            None => {
                if let Some(what) = self.poisoned_type(pointer.ty) {
                    self.reject(span, what);
                } else if pointer.ty != self.tree.types.std.error {
                    self.error(span, "access type required");
                }
                Expr::error(self.tree.types.std.error, loc)
            }
        }
    }

    /// The prefix of a component, index or slice: an access value is dereferenced (RM 4.1 (6)).
    pub fn through(&mut self, value: Expr) -> Expr {
        if self.tree.types.access(value.ty).is_none() {
            return value;
        }
        let span = value.loc.span;
        self.dereferenced(value, span)
    }

    /// `X'Access`, `X'Unchecked_Access`.
    pub fn reference(&mut self, object: Expr, unchecked: bool, expected: Option<TypeId>, span: Span) -> Expr {
        let loc = self.loc(span);
        let ty = self.access_wanted(expected);
        if self.tree.types.access(ty).is_none() {
            return Expr { kind: ExprKind::Error, ty, loc };
        }
        let class_wide = self.tree.types.is_class_wide(self.tree.types.designated(ty));
        if self.tree.types.is_class_wide(object.ty) && !class_wide {
            self.reject(span, "access value that controls a call (RM 3.9.2)");
            return Expr::error(ty, loc);
        }
        match &object.kind {
            ExprKind::Deref(_) => {}
            ExprKind::Object(root) => {
                if !unchecked {
                    self.check_outlives(*root, ty, span);
                }
                let entry = self.tree.object(*root);
                if entry.volatile || !matches!(entry.kind, ObjectKind::Variable | ObjectKind::Constant) {
                    self.reject(span, "access value for a parameter or a volatile object (RM 3.10.2)");
                    return Expr::error(ty, loc);
                }
                if !self.aliased.contains(root) {
                    self.error(span, "prefix of \"Access\" attribute must be aliased");
                }
            }
            _ => match super::heap::path_of(&object) {
                Some((root, _)) if self.tree.object(root).kind.is_declared() && !self.tree.object(root).volatile => {
                    if !unchecked {
                        self.check_outlives(root, ty, span);
                    }
                }
                _ => {
                    self.reject(span, "access value for a component (RM 3.10.2)");
                    return Expr::error(ty, loc);
                }
            },
        }
        self.designated_objects.extend(super::walk::root(&object));
        Expr { kind: ExprKind::Reference(Box::new(object), unchecked), ty, loc }
    }

    /// A constraint on what the values of an access subtype designate (RM 3.6.1, 3.7.1).
    pub fn access_constraint(&mut self, mark: TypeId, parts: &'a [Association], span: Span) -> TypeId {
        let designated = self.tree.types.designated(mark);
        let constrained = self.composite_constraint(designated, parts, span);
        if constrained == designated {
            return mark;
        }
        self.tree.types.constrain_access(mark, false, Some(constrained))
    }

    /// An instance of `Ada.Unchecked_Deallocation`: a procedure that frees.
    pub fn deallocation_instance(&mut self, instance: &'a ast::Instantiation, ident: &'a Ident) -> bool {
        let Some(last) = instance.generic.last_ident() else { return false };
        if self.names.text(last.symbol) != "unchecked_deallocation" {
            return false;
        }
        let Some(name) = instance.actuals.get(1).and_then(Association::expr).and_then(ast::Expr::as_name) else {
            return false;
        };
        let named = |actual: &Association, wanted: &str| {
            actual.is_positional() || actual.formal().is_some_and(|formal| self.names.text(formal.symbol) == wanted)
        };
        let [object, pointer] = instance.actuals.as_slice() else { return false };
        if !named(object, "object") || !named(pointer, "name") {
            self.reject(instance.span, "unchecked deallocation (RM 13.11.2)");
            self.declare_poison(ident, "unchecked deallocation (RM 13.11.2)");
            return true;
        }
        let ty = self.subtype_mark(name);
        if let Some(what) = self.poisoned_type(ty) {
            self.reject(name.span, what.clone());
            self.declare_poison(ident, &what);
            return true;
        }
        if self.tree.types.access(ty).is_none() {
            self.error(name.span, "expect access type as actual for \"Name\"");
            return true;
        }
        let loc = self.loc(ident.span);
        let name = self.qualified(&self.spelling(ident));
        let formals = vec![Formal::new("X", Mode::InOut, ty, loc)];
        let subp = self.hidden_subprogram(name, (self.owner, loc), formals, None);
        let param = self.tree.subprogram(subp).params[0];
        let value = Expr { kind: ExprKind::Object(param), ty, loc };
        self.give_body(subp, vec![Stmt { kind: StmtKind::Free(value), loc }], loc);
        self.declare(ident, Entity::Subprogram(subp));
        true
    }
}

/// The name of a type in a subtype mark, also in `T'Class`.
fn type_named(mark: &ast::Name) -> Option<&ast::Ident> {
    match &mark.kind {
        ast::NameKind::Attribute(attribute) => attribute.prefix.as_ident(),
        _ => mark.as_ident(),
    }
}

/// Whether a component of a record is of an anonymous access type to the type of that name.
pub(super) fn designates(components: &ast::ComponentList, name: ast::Symbol) -> bool {
    let of_name = |component: &ast::ComponentDecl| match &component.subtype {
        ast::TypeUse::Access(def) => type_named(&def.designated.mark).is_some_and(|ident| ident.symbol == name),
        _ => false,
    };
    let mut variants = components.variants.iter().flat_map(|part| &part.variants);
    components.components.iter().any(of_name) || variants.any(|variant| designates(&variant.components, name))
}
