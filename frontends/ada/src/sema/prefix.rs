//! Names whose prefix is a call that could be one of several functions: the type that the context asks for decides (RM
//! 8.6 (17)).
//!
//! A name is looked at as always. Where its prefix turns out to be ambiguous, every function is tried, and the one that
//! gives the name a type that fits is taken, if it is only one.

use super::Sema;
use super::name::Callable;
use super::tree::Expr;
use super::types::TypeId;
use crate::ast;
use horn_frontend::Span;

/// What happens where a prefix is ambiguous.
#[derive(Debug, Default)]
pub(crate) struct Ambiguous {
    /// Whether somebody will try the choices.
    awaited: bool,
    /// The place of the call and its choices.
    found: Option<(Span, Vec<Callable>)>,
}

impl<'a> Sema<'a> {
    /// The function that a call in a prefix is taken to be of, if somebody has said so; otherwise the choices are
    /// noted.
    pub fn narrowed(&mut self, span: Span, choices: &[Callable]) -> Option<Callable> {
        let known = self.narrowing.iter().rev().find(|(at, callable)| *at == span && choices.contains(callable));
        let known = known.map(|(_, callable)| callable.clone());
        if known.is_none() {
            self.ambiguous.found.get_or_insert_with(|| (span, choices.to_vec()));
        }
        known
    }

    /// A prefix is ambiguous, and nobody will try its choices.
    pub fn reject_ambiguous(&mut self, span: Span, what: &str) {
        if !self.ambiguous.awaited {
            self.reject(span, what);
        }
    }

    /// Does something during which ambiguous prefixes are noted; what was found.
    fn awaiting<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> (T, Option<(Span, Vec<Callable>)>) {
        let outer = std::mem::replace(&mut self.ambiguous, Ambiguous { awaited: true, found: None });
        let result = f(self);
        let found = std::mem::replace(&mut self.ambiguous, outer).found;
        (result, found)
    }

    fn with_narrowed<T>(&mut self, span: Span, callable: Callable, f: impl FnOnce(&mut Self) -> T) -> T {
        self.narrowing.push((span, callable));
        let result = f(self);
        self.narrowing.pop();
        result
    }

    /// The types that a name may have, with each of the functions that its prefix may call.
    pub fn types_of_each(&mut self, name: &'a ast::Name) -> Vec<TypeId> {
        let (plain, found) = self.awaiting(|sema| sema.types_of_plain_name(name));
        let Some((span, choices)) = found.filter(|(span, _)| !self.is_narrowed(*span)) else { return plain };
        let error = self.tree.types.std.error;
        let mut all = Vec::new();
        for callable in choices {
            for ty in self.with_narrowed(span, callable, |sema| sema.types_of_each(name)) {
                if ty != error && !all.contains(&ty) {
                    all.push(ty);
                }
            }
        }
        if all.is_empty() { plain } else { all }
    }

    /// Whether somebody has said which function a call is of: it is no choice for this place otherwise.
    fn is_narrowed(&self, span: Span) -> bool {
        self.narrowing.iter().any(|(at, _)| *at == span)
    }

    /// The value of a name whose type must fit.
    pub fn name_in_context(
        &mut self,
        name: &'a ast::Name,
        fits: &dyn Fn(&mut Self, TypeId) -> bool,
        expected: Option<TypeId>,
    ) -> Expr {
        let (value, found) = self.awaiting(|sema| sema.plain_name_value(name, expected));
        let Some((span, choices)) = found else { return value };
        let mut fitting = Vec::new();
        for callable in choices {
            let types =
                self.with_narrowed(span, callable.clone(), |sema| sema.attempt(|sema| sema.types_of_each(name)));
            if types.into_iter().any(|ty| ty != self.tree.types.std.error && fits(self, ty)) {
                fitting.push(callable);
            }
        }
        match fitting.as_slice() {
            [only] if !self.is_narrowed(span) => {
                let only = only.clone();
                self.with_narrowed(span, only, |sema| sema.name_in_context(name, fits, expected))
            }
            _ => {
                self.reject(span, "component of the result of overloaded functions (RM 8.6)");
                Expr::error(self.tree.types.std.error, self.loc(span))
            }
        }
    }

    /// Whether an expression may be of a type.
    pub fn could_be(&mut self, expr: &'a ast::Expr, ty: TypeId) -> bool {
        let types = self.types_of(expr);
        types.into_iter().any(|found| self.tree.types.compatible(found, ty))
    }
}
