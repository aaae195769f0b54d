//! Types with aspect `Iterable` (GNAT RM, "Aspect Iterable"): what iterates over their objects is a loop over cursors.
//! `First` gives the first one, `Next` the one behind another one, `Has_Element` says whether one stands for an
//! element, and `Element` gives it.
//!
//! The containers of the tool's own library add three functions, which say what the elements are in any order: `Count`,
//! and the cursor (`Cursor_At`) and the element (`Element_At`) at each number from 1 to it. With these a quantified
//! expression is one over numbers, and needs no loop. Where elements are discrete the three may be `Low` and `High`,
//! between which the elements are, and `Held`, which says whether a value is one.

use super::Sema;
use super::scope::{Entity, ScopeId};
use super::tree::{Body, Expr, ExprKind, ObjId, ObjectKind, Scheme, Stmt, StmtKind, SubpId};
use super::types::TypeId;
use crate::ast::{self, Ident, IteratorDomain, Name, Symbol};
use crate::place::Loc;
use horn_frontend::Span;

/// What an aspect of a type names (`Iterable`, `Aggregate`), by its role there.
#[derive(Clone, Debug)]
pub(crate) struct Operations {
    scope: ScopeId,
    names: Vec<(String, Symbol)>,
}

/// Types with such an aspect.
pub(crate) type OfTypes = Vec<(TypeId, Operations)>;

impl Operations {
    fn has(&self, role: &str) -> bool {
        self.names.iter().any(|(name, _)| name == role)
    }
}

/// A container that a loop or a quantified expression iterates over.
pub(crate) struct Iterated {
    container: Expr,
    functions: Operations,
    /// Whether the parameter is the element (`of`) and not the cursor (`in`).
    of: bool,
}

/// What a quantified expression over a container is one over: the values of an object from a first to a last one.
pub(crate) struct Members {
    /// The object.
    pub var: ObjId,
    /// The first value.
    pub low: Expr,
    /// The last one.
    pub high: Expr,
    /// Which of these count; `None`: all.
    pub held: Option<Expr>,
}

impl<'a> Sema<'a> {
    /// Notes the aspect of a type.
    pub fn iterable_type(&mut self, ty: TypeId, value: &'a ast::Expr) {
        let operations = self.operations_of_aspect(value, "aspect Iterable of this form");
        self.iterables.extend(operations.map(|operations| (ty, operations)));
    }

    /// `(Role => Name, …)`, unless a message says that it has another form.
    pub(super) fn operations_of_aspect(&mut self, value: &'a ast::Expr, form: &str) -> Option<Operations> {
        let ast::ExprKind::Aggregate(aggregate) = &value.kind else {
            self.reject(value.span, form);
            return None;
        };
        let mut names = Vec::new();
        for item in &aggregate.items {
            let ast::AggregateItem::Association(association) = item else { continue };
            let [ast::Choice::Expr(role)] = association.choices.as_slice() else { continue };
            let role = role.as_name().and_then(Name::as_ident);
            let named = association.expr().and_then(ast::Expr::as_name).and_then(Name::as_ident);
            let (Some(role), Some(named)) = (role, named) else {
                self.reject(association.span, form);
                return None;
            };
            names.push((self.names.text(role.symbol).to_string(), named.symbol));
        }
        Some(Operations { scope: self.scope, names })
    }

    /// The operations of a type in such a list.
    pub(super) fn operations_of<'o>(&self, list: &'o OfTypes, ty: TypeId) -> Option<&'o Operations> {
        let types = &self.tree.types;
        list.iter().find(|(of, _)| types.base(*of) == types.base(ty)).map(|(_, operations)| operations)
    }

    /// What is declared with the name that has a role.
    pub(super) fn entities_of(&self, operations: &Operations, role: &str) -> impl Iterator<Item = &Entity> {
        let named = operations.names.iter().find(|(name, _)| name == role);
        let entries = named.and_then(|(_, symbol)| self.scopes[operations.scope].names.get(symbol));
        entries.into_iter().flatten().map(|entry| &entry.entity)
    }

    /// The subprograms with the name that has a role.
    pub(super) fn subprograms_of(&self, operations: &Operations, role: &str) -> Vec<SubpId> {
        let subprogram = |entity: &Entity| match entity {
            Entity::Subprogram(subp) => Some(*subp),
            _ => None,
        };
        self.entities_of(operations, role).filter_map(subprogram).collect()
    }

    /// Whether a container is iterated over from its end on, which is not analysed.
    pub fn deny_reverse(&mut self, iterator: &ast::IteratorSpec) -> bool {
        if iterator.reverse {
            self.reject(iterator.name.span, "iteration over a container in reverse (RM 5.5.2)");
        }
        iterator.reverse
    }

    /// The container behind the keyword of an iterator, if there is one whose type has the aspect.
    pub fn iterated(&mut self, domain: &'a IteratorDomain) -> Option<Iterated> {
        if self.iterables.is_empty() {
            return None;
        }
        let (name, of) = match domain {
            IteratorDomain::Of(name) => (&**name, true),
            IteratorDomain::In(range) => match (self.container_of_iterate(range), range) {
                (Some(name), _) => {
                    let ty = self.attempt(|sema| sema.name_value(name, None).ty);
                    let ty = self.tree.types.designated(ty);
                    let functions = self.iterable_of(ty).filter(|iterable| iterable.has("open"))?.clone();
                    let container = self.name_value(name, None);
                    return Some(Iterated { container: self.through(container), functions, of: false });
                }
                (None, ast::DiscreteRange::Subtype(mark)) if mark.constraint.is_none() => (&mark.mark, false),
                _ => return None,
            },
        };
        let ty = self.type_of_value(name)?;
        let functions = self.iterable_of(ty)?.clone();
        if functions.has("slot") || functions.has("open") && !of {
            return None;
        }
        let container = self.name_value(name, None);
        Some(Iterated { container, functions, of })
    }

    /// The type of the value that a name denotes, if it denotes one. A name that is of no interest then is looked at
    /// again, by those who know what else it can be.
    pub(super) fn type_of_value(&mut self, name: &'a Name) -> Option<TypeId> {
        self.attempt_apart(|sema| (!sema.denotes_type(name)).then(|| sema.name_value(name, None).ty)).0
    }

    /// Whether a container is one of the language's library whose elements are named by indices: the aspect has a
    /// function `Slot`, which says where the element of an index is.
    pub fn has_slots(&self, ty: TypeId) -> bool {
        self.iterable_of(ty).is_some_and(|iterable| iterable.has("slot"))
    }

    /// That function.
    pub fn slot_function(&self, ty: TypeId) -> Option<SubpId> {
        self.iterable_function(self.iterable_of(ty)?, ty, "slot", 2)
    }

    /// The function that gives an order in which the elements of such a container are looked at, where that is open.
    pub fn order_function(&self, ty: TypeId) -> Option<SubpId> {
        self.iterable_function(self.iterable_of(ty)?, ty, "order", 1)
    }

    /// Whether a container is one of the language's library whose elements are not followed.
    pub fn has_open_elements(&self, ty: TypeId) -> bool {
        self.iterable_of(ty).is_some_and(|iterable| iterable.has("open"))
    }

    /// The functions that give such an element by an index, a key or a cursor.
    pub fn open_functions(&self, ty: TypeId) -> Vec<SubpId> {
        let Some(iterable) = self.iterable_of(ty) else { return Vec::new() };
        self.subprograms_of(iterable, "open")
    }

    /// The function that says where the element of a cursor is.
    pub fn cursor_slot_function(&self, ty: TypeId) -> Option<SubpId> {
        self.iterable_function(self.iterable_of(ty)?, ty, "cursor_slot", 2)
    }

    /// The function that gives the cursor of a place.
    pub fn cursor_function(&self, ty: TypeId) -> Option<SubpId> {
        self.iterable_function(self.iterable_of(ty)?, ty, "cursor", 2)
    }

    /// The function that gives the element (`cursor_element`) or the key (`cursor_key`) of a place.
    pub fn cursor_value_function(&self, ty: TypeId, role: &str) -> Option<SubpId> {
        self.iterable_function(self.iterable_of(ty)?, ty, role, 2)
    }

    pub fn is_slot_function(&self, function: SubpId) -> bool {
        let param = self.tree.subprogram(function).params.first().map(|param| self.tree.object(*param).ty);
        param.is_some_and(|ty| {
            [self.slot_function(ty), self.cursor_slot_function(ty), self.cursor_function(ty)].contains(&Some(function))
        })
    }

    /// What is not known of the library unit that declares a container, or one that a type is derived from.
    pub fn open_container(&self, ty: TypeId) -> Option<std::rc::Rc<str>> {
        let lineage = self.tree.types.lineage(self.tree.types.specific(ty));
        let scope = lineage.into_iter().find_map(|one| self.iterable_of(one))?.scope;
        self.scopes[scope].open.clone()
    }

    fn iterable_of(&self, ty: TypeId) -> Option<&Operations> {
        self.operations_of(&self.iterables, ty)
    }

    /// Whether a name denotes a subtype.
    pub(super) fn denotes_type(&mut self, name: &'a Name) -> bool {
        matches!(name.kind, ast::NameKind::Ident(_) | ast::NameKind::Selected(..))
            && matches!(self.denote(name), super::name::Denoted::Type(_))
    }

    /// One of the functions of the aspect: the one with such parameters.
    fn iterable_function(&self, of: &Operations, container: TypeId, role: &str, params: usize) -> Option<SubpId> {
        let types = &self.tree.types;
        let fits = |subp: &SubpId| {
            let subp = self.tree.subprogram(*subp);
            let first = subp.params.first().map(|param| types.base(self.tree.object(*param).ty));
            subp.params.len() == params && subp.result.is_some() && first == Some(types.base(container))
        };
        self.subprograms_of(of, role).into_iter().rev().find(fits)
    }

    fn iterable_call(&mut self, on: &Iterated, role: &str, cursor: Option<Expr>, span: Span) -> Option<Expr> {
        let arguments: Vec<Expr> = [on.container.clone()].into_iter().chain(cursor).collect();
        let Some(subp) = self.iterable_function(&on.functions, on.container.ty, role, arguments.len()) else {
            self.reject(span, format!("aspect Iterable without a function {role} of the package"));
            return None;
        };
        let ty = self.tree.subprogram(subp).result?;
        Some(Expr { kind: ExprKind::Call(subp, arguments), ty, loc: self.loc(span) })
    }

    /// A loop over a container: its scheme, what stands before the statements of its body and behind them. The cursor
    /// and the container, if it is computed, are declared in front of the loop.
    pub fn container_scheme(
        &mut self,
        mut on: Iterated,
        iterator: &'a ast::IteratorSpec,
    ) -> Option<(Scheme, Vec<Stmt>, Vec<Stmt>)> {
        let span = iterator.name.span;
        let loc = self.loc(span);
        if self.deny_reverse(iterator) {
            return None;
        }
        let mut held = None;
        on.container = self.held_array(on.container, &mut held);
        match held {
            Some((object, value)) => self.sink.push(Stmt { kind: StmtKind::Declare(object, Some(value)), loc }),
            None => on.container = self.evaluated_name(on.container),
        }
        let first = self.iterable_call(&on, "first", None, span)?;
        let cursor = self.hidden_object("cursor", loc, first.ty, ObjectKind::Variable);
        let at = Expr { kind: ExprKind::Object(cursor), ty: first.ty, loc };
        self.sink.push(Stmt { kind: StmtKind::Declare(cursor, Some(first)), loc });
        let goes_on = self.iterable_call(&on, "has_element", Some(at.clone()), span)?;
        let next = self.iterable_call(&on, "next", Some(at.clone()), span)?;
        let value = match on.of {
            true => self.iterable_call(&on, "element", Some(at.clone()), span)?,
            false => at.clone(),
        };
        // An element that is not followed may be changed as well.
        let kind = if on.of && on.functions.has("open") { ObjectKind::Variable } else { ObjectKind::Constant };
        let parameter = self.new_object(self.spelling(&iterator.name), loc, value.ty, kind);
        self.declare(&iterator.name, Entity::Object(parameter));
        let before = vec![Stmt { kind: StmtKind::Declare(parameter, Some(value)), loc }];
        let behind = vec![Stmt { kind: StmtKind::Assign(at, next), loc }];
        Some((Scheme::While(goes_on), before, behind))
    }

    /// The body of a loop over a container: the parameter is another constant each time.
    pub fn container_body(before: Vec<Stmt>, statements: Vec<Stmt>, behind: Vec<Stmt>, end: Loc) -> Vec<Stmt> {
        let body = Body { declarations: before, statements, handlers: Vec::new(), end };
        [Stmt { kind: StmtKind::Block(Box::new(body)), loc: end }].into_iter().chain(behind).collect()
    }

    /// A quantified expression over a container of the tool's library: the values of its hidden number, or of its
    /// parameter if that is of a discrete type. A container that is computed is held by a constant.
    pub fn quantified_container(
        &mut self,
        mut on: Iterated,
        held: &mut Option<(ObjId, Expr)>,
        name: &'a Ident,
    ) -> Option<Members> {
        let span = name.span;
        if !on.functions.has("count") && !on.functions.has("held") {
            self.reject(span, "quantified expression over a container that is not one of the library (RM 4.5.8)");
            return None;
        }
        on.container = self.held_array(on.container, held);
        if on.functions.has("held") { self.members_by_value(&on, name) } else { self.members_by_number(&on, name) }
    }

    /// The elements, or the cursors, by numbers from 1 on.
    fn members_by_number(&mut self, on: &Iterated, name: &'a Ident) -> Option<Members> {
        let (span, loc) = (name.span, self.loc(name.span));
        let high = self.iterable_call(on, "count", None, span)?;
        let ty = self.tree.types.base(high.ty);
        let var = self.hidden_object("number", loc, ty, ObjectKind::LoopParameter);
        let at = Expr { kind: ExprKind::Object(var), ty, loc };
        let role = if on.of { "element_at" } else { "cursor_at" };
        let value = self.iterable_call(on, role, Some(at), span)?;
        self.declare(name, Entity::Renamed(std::rc::Rc::new(value)));
        let low = Expr::int(horn_solver::num::Int::from(1), ty, loc);
        Some(Members { var, low, high, held: None })
    }

    /// The values of a discrete type of which the container says whether it holds them.
    fn members_by_value(&mut self, on: &Iterated, name: &'a Ident) -> Option<Members> {
        let (span, loc) = (name.span, self.loc(name.span));
        let low = self.iterable_call(on, "low", None, span)?;
        let high = self.iterable_call(on, "high", None, span)?;
        let ty = self.tree.types.base(low.ty);
        let var = self.new_object(self.spelling(name), loc, ty, ObjectKind::LoopParameter);
        let at = Expr { kind: ExprKind::Object(var), ty, loc };
        let held = self.iterable_call(on, "held", Some(at), span)?;
        self.declare(name, Entity::Object(var));
        Some(Members { var, low, high, held: Some(held) })
    }
}
