//! Cursors of the containers of the language's library (RM A.18). Such a container is a value, and a cursor a place in
//! it: the aspect of the library's texts has more functions, `Cursor_Slot`, which says where the element of a cursor
//! is, and `Cursor`, `Cursor_Element` and `Cursor_Key`, which give the cursor, the element and the key of a place.
//!
//! In a loop over `Container.Iterate` the parameter stands for the cursor of the place that the loop is at, so that
//! what names the element of the parameter is the element itself. Elsewhere a cursor does not say which container it
//! is of, and `Element (Position)` is any value.

use super::Sema;
use super::scope::Entity;
use super::tree::{Expr, ExprKind, Scheme, SubpId};
use crate::ast::{self, DiscreteRange, Name, NameKind};
use horn_frontend::Span;

/// The functions that give access to an element (RM A.18.2 (34.1)).
const REFERENCES: [&str; 2] = ["reference", "constant_reference"];

impl<'a> Sema<'a> {
    /// The name of the container of `Container.Iterate` or `Iterate (Container)`.
    pub fn container_of_iterate(&mut self, range: &'a DiscreteRange) -> Option<&'a Name> {
        let DiscreteRange::Subtype(mark) = range else { return None };
        if mark.constraint.is_some() {
            return None;
        }
        let (called, container) = match &mark.mark.kind {
            NameKind::Selected(prefix, selector) => (selector, &**prefix),
            NameKind::Apply(called, arguments) => {
                let [argument] = arguments.as_slice() else { return None };
                (called.last_ident()?, argument.expr()?.as_name()?)
            }
            _ => return None,
        };
        (self.names.text(called.symbol) == "iterate" && self.names_container(container)).then_some(container)
    }

    /// Whether a range is `Container.Iterate (Start)`, or the like.
    pub fn is_partial_iteration(&mut self, range: &'a DiscreteRange) -> bool {
        let DiscreteRange::Subtype(mark) = range else { return false };
        let NameKind::Apply(called, arguments) = &mark.mark.kind else { return false };
        if called.last_ident().is_none_or(|ident| self.names.text(ident.symbol) != "iterate") {
            return false;
        }
        let first = arguments.first().and_then(ast::Association::expr).and_then(ast::Expr::as_name);
        let prefix = match &called.kind {
            NameKind::Selected(prefix, _) => Some(&**prefix),
            _ => None,
        };
        prefix.into_iter().chain(first).any(|name| self.names_container(name))
    }

    /// Whether a name is one of a container whose elements have places.
    fn names_container(&mut self, name: &'a Name) -> bool {
        if self.iterables.is_empty() {
            return false;
        }
        self.type_of_value(name).is_some_and(|ty| {
            let ty = self.tree.types.base(self.tree.types.designated(ty));
            self.has_slots(ty) || self.has_open_elements(ty)
        })
    }

    /// A loop over the cursors of a container, which are those of the places in it (RM A.18.2 (230.3)).
    pub fn cursor_scheme(&mut self, container: &'a Name, iterator: &'a ast::IteratorSpec) -> Scheme {
        let value = self.name_value(container, None);
        let value = self.through(value);
        let array = self.iterated_array(value);
        let array = self.evaluated_name(array);
        let loc = self.loc(iterator.name.span);
        let index = self.tree.types.array(array.ty).map(|(index, _)| index.to_vec()).unwrap_or_default();
        let (vars, places) = self.indices(&index, loc);
        let places = self.in_open_order(&array, places);
        let cursor = self.tree.container_of(&array).cloned().zip(places.into_iter().next()).and_then(|(on, place)| {
            let function = self.cursor_function(on.ty)?;
            let ty = self.tree.subprogram(function).result?;
            Some(Expr { kind: ExprKind::Call(function, vec![on, place]), ty, loc })
        });
        match cursor {
            Some(cursor) => {
                self.tree.cursor_loops.extend(&vars);
                self.declare(&iterator.name, Entity::Renamed(std::rc::Rc::new(cursor)));
            }
            None => self.reject(container.span, "iteration over the cursors of this container (RM 5.5.2)"),
        }
        Scheme::Of { index: vars, array, reverse: iterator.reverse }
    }

    /// The place in a container that a cursor has, if it is one of a loop over this container.
    pub fn place_of_cursor(&self, container: &Expr, cursor: &Expr) -> Option<Expr> {
        let (on, place) = self.cursor_of_place(cursor)?;
        same_name(on, container).then(|| place.clone())
    }

    /// The container and the place of the cursor of a loop.
    fn cursor_of_place<'e>(&self, cursor: &'e Expr) -> Option<(&'e Expr, &'e Expr)> {
        let ExprKind::Call(function, arguments) = &cursor.kind else { return None };
        let [on, place] = arguments.as_slice() else { return None };
        (self.cursor_function(on.ty) == Some(*function)).then_some((on, place))
    }

    /// What a function of the library gives for the cursor of a loop: the element, or the key, that is at its place.
    pub fn of_cursor(&self, callee: SubpId, arguments: &[Expr]) -> Option<Expr> {
        let [cursor] = arguments else { return None };
        let (on, place) = self.cursor_of_place(cursor)?;
        let function = self.cursor_function(on.ty)?;
        let (unit, name) = self.tree.subprogram(callee).name.rsplit_once('.')?;
        if self.tree.subprogram(function).name.rsplit_once('.')?.0 != unit {
            return None;
        }
        let role = match name.to_lowercase().as_str() {
            "element" => "cursor_element",
            "key" => "cursor_key",
            "has_element" => return Some(Expr::int(1.into(), self.tree.types.std.boolean, cursor.loc)),
            _ => return None,
        };
        let function = self.cursor_value_function(on.ty, role)?;
        let ty = self.tree.subprogram(function).result?;
        Some(Expr { kind: ExprKind::Call(function, vec![on.clone(), place.clone()]), ty, loc: cursor.loc })
    }

    /// The container, and the cursor or index, of `Container.Reference (Position)` and `Constant_Reference`, with
    /// `.Element.all` behind it or without.
    fn reference_to_element(&mut self, name: &'a Name) -> Option<(&'a Name, &'a [ast::Association])> {
        let NameKind::Apply(called, arguments) = &name.kind else { return None };
        let NameKind::Selected(container, function) = &called.kind else { return None };
        let known = REFERENCES.contains(&self.names.text(function.symbol));
        (known && arguments.len() == 1 && self.names_container(container))
            .then_some((&**container, arguments.as_slice()))
    }

    /// The element that such a name designates (RM A.18.2 (147.14)).
    pub fn element_by_reference(&mut self, name: &'a Name, span: Span) -> Option<Expr> {
        let (container, arguments) = self.reference_to_element(name)?;
        let value = self.name_value(container, None);
        self.indexed_container(&value, arguments, span)
    }

    /// Whether a name denotes an element of a container, and the element has no component of this name.
    pub fn is_element_without(&self, element: &Expr, component: &str) -> bool {
        let in_container = matches!(&element.kind, ExprKind::Index(all, _) if self.tree.container_of(all).is_some());
        let has = |record: &super::types::Record| record.place_of(component).is_some();
        let types = &self.tree.types;
        in_container && !types.record(types.designated(element.ty)).is_some_and(has)
    }

    /// The same for what stands in front of `.all`, which is the discriminant of the reference.
    pub fn element_of_reference(&mut self, prefix: &'a Name, span: Span) -> Option<Expr> {
        let NameKind::Selected(reference, discriminant) = &prefix.kind else { return None };
        (self.names.text(discriminant.symbol) == "element").then(|| self.element_by_reference(reference, span))?
    }
}

impl<'a> Sema<'a> {
    /// An element of a container whose elements are not followed, by an index, a key or a cursor: any value.
    pub fn open_element(&mut self, value: &Expr, arguments: &'a [ast::Association], span: Span) -> Option<Expr> {
        let ty = self.tree.types.base(self.tree.types.designated(value.ty));
        let index = arguments.first().filter(|one| arguments.len() == 1 && one.choices.is_empty())?.expr()?;
        let index_of = |sema: &Self, function: SubpId| sema.tree.object(sema.tree.subprogram(function).params[1]).ty;
        let functions = self.open_functions(ty);
        let function = functions.into_iter().find(|function| self.could_be(index, index_of(self, *function)))?;
        let index = self.expr(index, Some(index_of(self, function)));
        let (value, loc) = (self.through(value.clone()), self.loc(span));
        let ty = self.tree.subprogram(function).result?;
        Some(Expr { kind: ExprKind::Call(function, vec![value, index]), ty, loc })
    }

    /// Whether an expression is such an element.
    pub fn is_open_element(&self, expr: &Expr) -> bool {
        let ExprKind::Call(callee, arguments) = &expr.kind else { return false };
        arguments.first().is_some_and(|container| self.open_functions(container.ty).contains(callee))
    }
}

/// Whether two names are of the same object, as they are written.
fn same_name(one: &Expr, other: &Expr) -> bool {
    match (&one.kind, &other.kind) {
        (ExprKind::Object(a), ExprKind::Object(b)) => a == b,
        (ExprKind::Field(a, at), ExprKind::Field(b, place)) => at == place && same_name(a, b),
        (ExprKind::Convert(a), ExprKind::Convert(b)) | (ExprKind::Qualified(a), ExprKind::Qualified(b)) => {
            one.ty == other.ty && same_name(a, b)
        }
        _ => false,
    }
}
