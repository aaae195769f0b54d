//! `E : constant access T := Reference (C, …)` for a container `C` of the tool's library: `E.all` is the element
//! itself, a component of the container. It stays where it is as long as nobody uses the container by another name,
//! which SPARK forbids while the element is borrowed or observed (SPARK RM 3.10) and which is not supported here.

use super::Sema;
use super::scope::{Entity, ScopeId};
use super::tree::{Expr, ExprKind, ObjId, ObjectKind, Stmt, StmtKind, SubpId};
use super::types::TypeId;
use super::walk::root;
use crate::ast::{self, Ident, Name};
use crate::place::Loc;
use horn_frontend::Span;
use std::collections::HashMap;

/// The references to elements of containers that are declared so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Elements {
    /// The elements, by the places of the declarations.
    by_place: HashMap<Loc, Expr>,
    /// Where each of them is declared, and the container.
    containers: Vec<(ScopeId, ObjId)>,
}

pub(super) const BORROWED: &str = "container one of whose elements is borrowed or observed (SPARK RM 3.10)";
const OTHER_USE: &str = "reference to an element of a container, used otherwise than by .all";

impl<'a> Sema<'a> {
    /// Declares such a reference, if it is one.
    pub fn element_reference(&mut self, decl: &'a ast::ObjectDecl) -> bool {
        let (ast::TypeUse::Access(_), true, [ident]) = (&decl.subtype, decl.constant, decl.names.as_slice()) else {
            return false;
        };
        let Some(name) = decl.init.as_ref().and_then(ast::Expr::as_name) else { return false };
        let Some(prefix) = called(name) else { return false };
        if !["reference", "constant_reference"].contains(&self.names.text(prefix.symbol)) {
            return false;
        }
        let (tried, _) = self.attempt_apart(|sema| sema.name_value(name, None));
        let Some((index, self_at)) = self.index_function(&tried) else { return false };
        let value = self.name_value(name, None);
        let ExprKind::Call(_, arguments) = value.kind else { return false };
        let span = ident.span;
        let (loc, at_call) = (self.loc(span), value.loc);
        self.declare(ident, Entity::Unsupported(OTHER_USE.into()));
        let mut arguments = arguments.into_iter();
        let Some(container) = arguments.next() else { return true };
        let container = self.evaluated_name(container);
        let indefinite = |array: &Expr| {
            let element = self.tree.types.array(array.ty)?.1;
            Some(self.tree.types.array(element).is_some() && !self.tree.types.is_constrained(element))
        };
        if self.elements(container.clone(), self_at).as_ref().and_then(indefinite) == Some(true) {
            // It keeps its bounds, where those in the container have others with each value.
            self.reject(span, "reference to an element of an indefinite type");
            return true;
        }
        let Some(object) = root(&container) else {
            self.reject(span, "reference to an element of a container that is no variable");
            return true;
        };
        if self.others_reach(object) {
            self.reject(span, "reference to an element of a container that other subprograms reach");
            return true;
        }
        let ty = self.tree.subprogram(index).result.unwrap_or(self.tree.types.std.error);
        let arguments = [container.clone()].into_iter().chain(arguments).collect();
        let slot = self.hidden_object("slot", loc, ty, ObjectKind::Constant);
        let call = Expr { kind: ExprKind::Call(index, arguments), ty, loc: at_call };
        self.sink.push(Stmt { kind: StmtKind::Declare(slot, Some(call)), loc: at_call });
        let Some(element) = self.element_at(container, self_at, Expr { kind: ExprKind::Object(slot), ty, loc }) else {
            self.reject(span, OTHER_USE);
            return true;
        };
        self.elements.by_place.insert(loc, element);
        self.elements.containers.push((self.scope, object));
        true
    }

    /// The function of the library that says where the element of such a call is, and the component of the container
    /// that has all of them.
    fn index_function(&self, call: &Expr) -> Option<(SubpId, usize)> {
        let ExprKind::Call(reference, _) = &call.kind else { return None };
        let reference = self.tree.subprogram(*reference);
        let name = reference.name.rsplit_once('.').map_or("", |(scope, _)| scope);
        let wanted = format!("{name}.Reference_Index");
        let types = |params: &[ObjId]| -> Vec<_> {
            params.iter().map(|param| self.tree.types.base(self.tree.object(*param).ty)).collect()
        };
        let of = types(&reference.params);
        let at = self.tree.subprograms.iter().position(|subp| subp.name == wanted && types(&subp.params) == of)?;
        let self_at = self.place_in(*of.first()?, "self")?;
        Some((SubpId(u32::try_from(at).ok()?), self_at))
    }

    /// `Container.Self.Elements (Slot)`.
    fn element_at(&self, container: Expr, self_at: usize, slot: Expr) -> Option<Expr> {
        let elements = self.elements(container, self_at)?;
        let (ty, loc) = (self.tree.types.array(elements.ty)?.1, elements.loc);
        Some(Expr { kind: ExprKind::Index(Box::new(elements), vec![slot]), ty, loc })
    }

    /// `Container.Self.Elements`.
    fn elements(&self, container: Expr, self_at: usize) -> Option<Expr> {
        let loc = container.loc;
        let types = &self.tree.types;
        let content = types.record(container.ty)?.components[self_at].ty;
        let components = &types.record(content)?.components;
        let at = components.iter().position(|component| component.name.eq_ignore_ascii_case("elements"))?;
        let field = |of: Expr, at: usize, ty| Expr { kind: ExprKind::Field(Box::new(of), at), ty, loc };
        Some(field(field(container, self_at, content), at, components[at].ty))
    }

    /// The array of the elements of a container of the language's library whose elements can be named by indices;
    /// anything else as it is.
    pub fn iterated_array(&mut self, value: Expr) -> Expr {
        let ty = self.tree.types.base(value.ty);
        if !self.has_slots(ty) {
            return value;
        }
        self.tree.slotted.insert(ty);
        let array = self.place_in(ty, "self").and_then(|self_at| self.elements(value.clone(), self_at));
        array.unwrap_or(value)
    }

    /// The same in an expression, where an order that is open is not followed.
    pub fn iterated_in_expression(&mut self, value: Expr, span: Span) -> Expr {
        let array = self.iterated_array(value);
        let container = self.tree.container_of(&array).map(|container| container.ty);
        if container.is_some_and(|ty| self.order_function(ty).is_some()) {
            self.reject(span, "iteration over a container whose order is open in an expression (RM 4.5.8, 4.5.10)");
        }
        array
    }

    /// The places of the elements of a container in a loop over their array: where the order is open, that of the loop
    /// is chosen in front of it.
    pub fn in_open_order(&mut self, array: &Expr, places: Vec<Expr>) -> Vec<Expr> {
        let container = self.tree.container_of(array).cloned();
        let Some((container, function)) =
            container.and_then(|container| self.order_function(container.ty).map(|function| (container, function)))
        else {
            return places;
        };
        let (loc, ty) = (array.loc, self.tree.subprogram(function).result.unwrap_or(self.tree.types.std.error));
        let order = self.hidden_object("order", loc, ty, ObjectKind::Constant);
        let call = Expr { kind: ExprKind::Call(function, vec![container]), ty, loc };
        self.sink.push(Stmt { kind: StmtKind::Declare(order, Some(call)), loc });
        let order = Expr { kind: ExprKind::Object(order), ty, loc };
        let ty = self.tree.types.array(ty).map_or(self.tree.types.std.error, |(_, place)| place);
        vec![Expr { kind: ExprKind::Index(Box::new(order), places), ty, loc }]
    }

    /// `Container (Index)` for such a container.
    pub fn indexed_container(&mut self, value: &Expr, arguments: &'a [ast::Association], span: Span) -> Option<Expr> {
        let ty = self.tree.types.base(self.tree.types.designated(value.ty));
        if self.has_open_elements(ty) {
            return self.open_element(value, arguments, span);
        }
        if !self.has_slots(ty) {
            if self.tree.types.ancestors(ty).into_iter().any(|parent| self.has_slots(parent)) {
                self.reject(span, "index of a type derived from a container (RM 4.1.6)");
                return Some(Expr::error(self.tree.types.std.error, self.loc(span)));
            }
            return None;
        }
        self.tree.slotted.insert(ty);
        let value = self.through(value.clone());
        let loc = self.loc(span);
        // It is evaluated with the index and without it.
        let called = |part: &Expr| match &part.kind {
            ExprKind::Call(callee, _) => !self.is_slot_function(*callee),
            ExprKind::Allocate(_) => true,
            _ => false,
        };
        if super::walk::has_part(&value, called) {
            self.reject(span, "index of a container that a function gives (RM 4.1.6)");
            return Some(Expr::error(self.tree.types.std.error, loc));
        }
        let index = arguments.first().filter(|one| arguments.len() == 1 && one.choices.is_empty());
        let (Some(index), Some(slot)) = (index.and_then(ast::Association::expr), self.slot_function(ty)) else {
            self.reject(span, "index of a container of this form (RM 4.1.6)");
            return Some(Expr::error(self.tree.types.std.error, loc));
        };
        let index_of = |sema: &Self, slot: SubpId| sema.tree.object(sema.tree.subprogram(slot).params[1]).ty;
        let by_cursor = self.cursor_slot_function(ty);
        let mut fitting = [Some(slot), by_cursor].into_iter().flatten();
        let Some(slot) = fitting.find(|slot| self.could_be(index, index_of(self, *slot))) else {
            self.reject(index.span, "index of a container of this type (RM 4.1.6)");
            return Some(Expr::error(self.tree.types.std.error, loc));
        };
        let index = self.expr(index, Some(index_of(self, slot)));
        let self_at = self.place_in(ty, "self")?;
        let slot_type = self.tree.subprogram(slot).result?;
        let place = self.place_of_cursor(&value, &index).unwrap_or_else(|| {
            let kind = ExprKind::Call(slot, vec![value.clone(), index]);
            Expr { kind, ty: slot_type, loc }
        });
        let element = self.element_at(value.clone(), self_at, place)?;
        if !self.tree.types.is_constrained(element.ty) && self.tree.types.record(element.ty).is_some() {
            // What an access value designates keeps its discriminants.
            self.reject(span, "element of a container whose discriminants have default values (RM A.18.2)");
        }
        Some(Expr { loc, ..element })
    }

    /// Refuses a name that stays that of an element of such a container for longer than a statement.
    pub fn deny_slot(&mut self, name: &Expr, span: Span) {
        let tree = &self.tree;
        let slot = |part: &Expr| matches!(&part.kind, ExprKind::Index(all, _) if tree.container_of(all).is_some());
        if super::walk::has_part(name, slot) {
            self.reject(span, "renaming of an element of a container (RM A.18.2)");
        }
    }

    fn place_in(&self, ty: TypeId, component: &str) -> Option<usize> {
        self.tree.types.record(ty)?.components.iter().position(|one| one.name.eq_ignore_ascii_case(component))
    }

    /// Whether a subprogram other than the one under analysis can name a variable. Instances of units of the library
    /// name none.
    fn others_reach(&self, object: ObjId) -> bool {
        let instances: Vec<&str> = self.library_instances().collect();
        let own = |name: &str| instances.iter().any(|instance| name.starts_with(instance));
        let nested = |subp: &super::tree::Subprogram| subp.parent == self.owner && !subp.hidden && !own(&subp.name);
        // What designates it would be another name.
        let designated = self.designated_objects.contains(&object);
        designated || self.tree.object(object).owner != self.owner || self.tree.subprograms.iter().any(nested)
    }

    /// What `Name.all` is, if the name is that of such a reference.
    pub fn referenced_element(&mut self, name: &'a Name) -> Option<Expr> {
        let ident = name.as_ident().filter(|_| !self.elements.by_place.is_empty())?;
        let entries = self.attempt(|sema| sema.find(ident));
        let element = self.elements.by_place.get(&entries.first()?.loc?)?;
        Some(Expr { loc: self.loc(name.span), ..element.clone() })
    }

    /// Whether an element of a variable is borrowed or observed here.
    pub fn has_references(&self, object: ObjId) -> bool {
        let here = |at: &(ScopeId, ObjId)| at.1 == object && self.scopes.inside(self.scope, at.0);
        self.elements.containers.iter().any(here)
    }
}

/// The name of the function that a call names.
fn called(name: &Name) -> Option<&Ident> {
    match &name.kind {
        ast::NameKind::Apply(prefix, ..) => prefix.last_ident(),
        _ => None,
    }
}
