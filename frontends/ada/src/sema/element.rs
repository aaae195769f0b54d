//! `E : constant access T := Reference (C, …)` for a container `C` of the tool's library: `E.all` is the element
//! itself, a component of the container. It stays where it is as long as nobody uses the container by another name,
//! which SPARK forbids while the element is borrowed or observed (SPARK RM 3.10) and which is not supported here.

use super::Sema;
use super::scope::{Entity, ScopeId};
use super::tree::{Expr, ExprKind, ObjId, ObjectKind, Stmt, StmtKind, SubpId};
use super::walk::root;
use crate::ast::{self, Ident, Name};
use crate::place::Loc;
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
        let (poison, wrong) = (self.poison.take(), self.wrong.take());
        let tried = self.attempt(|sema| sema.name_value(name, None));
        (self.poison, self.wrong) = (poison, wrong);
        let Some((index, self_at)) = self.index_function(&tried) else { return false };
        let value = self.name_value(name, None);
        let ExprKind::Call(_, arguments) = value.kind else { return false };
        let span = ident.span;
        let (loc, at_call) = (self.loc(span), value.loc);
        self.declare(ident, Entity::Unsupported(OTHER_USE.into()));
        let mut arguments = arguments.into_iter();
        let Some(container) = arguments.next() else { return true };
        let container = self.evaluated_name(container);
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
        let record = self.tree.types.record(*of.first()?)?;
        let self_at = record.components.iter().position(|component| component.name.eq_ignore_ascii_case("self"))?;
        Some((SubpId(u32::try_from(at).ok()?), self_at))
    }

    /// `Container.Self.Elements (Slot)`.
    fn element_at(&self, container: Expr, self_at: usize, slot: Expr) -> Option<Expr> {
        let loc = container.loc;
        let types = &self.tree.types;
        let content = types.record(container.ty)?.components[self_at].ty;
        let components = &types.record(content)?.components;
        let at = components.iter().position(|component| component.name.eq_ignore_ascii_case("elements"))?;
        let (_, ty) = types.array(components[at].ty)?;
        let field = |of: Expr, at: usize, ty| Expr { kind: ExprKind::Field(Box::new(of), at), ty, loc };
        let elements = field(field(container, self_at, content), at, components[at].ty);
        Some(Expr { kind: ExprKind::Index(Box::new(elements), vec![slot]), ty, loc })
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
