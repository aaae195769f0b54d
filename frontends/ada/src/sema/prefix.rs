//! Names whose prefix is a call that could be one of several functions: the type that the context asks for decides (RM
//! 8.6 (17)).
//!
//! A name is looked at as always. Where its prefix turns out to be ambiguous, every function is tried, and the one that
//! gives the name a type that fits is taken, if it is only one.

use super::Sema;
use super::name::{Callable, Denoted};
use super::tree::{Expr, SubpId};
use super::types::TypeId;
use crate::ast;
use horn_frontend::Span;

/// What happens where a prefix is ambiguous.
#[derive(Debug, Default)]
pub(crate) struct Ambiguous {
    /// Whether somebody will try the choices.
    awaited: bool,
    /// The choices that were found first.
    found: Option<Vec<Choice>>,
}

/// One of the functions that a prefix may call, and the place that it is chosen for: the name of the function, or with
/// its parameters behind it, where these could be indices of the result too.
pub(crate) type Choice = (Span, Callable);

impl<'a> Sema<'a> {
    /// The function that a call in a prefix is taken to be of, if somebody has said so; otherwise the choices are
    /// noted.
    pub fn narrowed(&mut self, span: Span, choices: &[Callable]) -> Option<Callable> {
        let choices: Vec<Choice> = choices.iter().map(|callable| (span, callable.clone())).collect();
        self.narrowed_choice(choices).map(|(_, callable)| callable)
    }

    /// The same for choices that stand for different places.
    pub fn narrowed_choice(&mut self, choices: Vec<Choice>) -> Option<Choice> {
        let known = self.narrowing.iter().rev().find(|choice| choices.contains(choice)).cloned();
        if known.is_none() {
            self.ambiguous.found.get_or_insert(choices);
        }
        known
    }

    /// Whether somebody will try the choices of an ambiguous prefix.
    pub fn awaits_choices(&self) -> bool {
        self.ambiguous.awaited
    }

    /// A prefix is ambiguous, and nobody will try its choices.
    pub fn reject_ambiguous(&mut self, span: Span, what: &str) {
        if !self.ambiguous.awaited {
            self.reject(span, what);
        }
    }

    /// Does something during which ambiguous prefixes are noted; what was found.
    fn awaiting<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> (T, Option<Vec<Choice>>) {
        let outer = std::mem::replace(&mut self.ambiguous, Ambiguous { awaited: true, found: None });
        let result = f(self);
        let found = std::mem::replace(&mut self.ambiguous, outer).found;
        (result, found)
    }

    fn with_narrowed<T>(&mut self, choice: Choice, f: impl FnOnce(&mut Self) -> T) -> T {
        self.narrowing.push(choice);
        let result = f(self);
        self.narrowing.pop();
        result
    }

    /// The types that a name may have, with each of the functions that its prefix may call.
    pub fn types_of_each(&mut self, name: &'a ast::Name) -> Vec<TypeId> {
        let (plain, found) = self.awaiting(|sema| sema.types_of_plain_name(name));
        let Some(choices) = found.filter(|choices| !self.is_narrowed(choices)) else { return plain };
        let error = self.tree.types.std.error;
        let mut all = Vec::new();
        for choice in choices {
            for ty in self.with_narrowed(choice, |sema| sema.types_of_each(name)) {
                if ty != error && !all.contains(&ty) {
                    all.push(ty);
                }
            }
        }
        if all.is_empty() { plain } else { all }
    }

    /// Whether somebody has said which function a call is of: it is no choice for this place otherwise.
    fn is_narrowed(&self, choices: &[Choice]) -> bool {
        self.narrowing.iter().any(|(at, _)| choices.iter().any(|(span, _)| at == span))
    }

    /// The value of a name whose type must fit.
    pub fn name_in_context(
        &mut self,
        name: &'a ast::Name,
        fits: &dyn Fn(&mut Self, TypeId) -> bool,
        expected: Option<TypeId>,
    ) -> Expr {
        let (value, found) = self.awaiting(|sema| sema.plain_name_value(name, expected));
        let Some(choices) = found else { return value };
        let span = choices.first().map_or(name.span, |(span, _)| *span);
        let known = self.is_narrowed(&choices);
        let mut fitting = Vec::new();
        for choice in choices {
            let types = self.with_narrowed(choice.clone(), |sema| sema.attempt(|sema| sema.types_of_each(name)));
            if types.into_iter().any(|ty| ty != self.tree.types.std.error && fits(self, ty)) {
                fitting.push(choice);
            }
        }
        match fitting.as_slice() {
            [only] if !known => {
                let only = only.clone();
                self.with_narrowed(only, |sema| sema.name_in_context(name, fits, expected))
            }
            _ => {
                self.reject(span, "component of the result of overloaded functions (RM 8.6)");
                Expr::error(self.tree.types.std.error, self.loc(span))
            }
        }
    }

    /// What the name in a subprogram renaming denotes: of several functions that its prefix may call the one that gives
    /// an object with an operation of the profile (RM 8.5.4 (4), 8.6).
    pub fn denote_renamed(&mut self, name: &'a ast::Name, subp: SubpId) -> Denoted<'a> {
        let (plain, found) = self.awaiting(|sema| sema.denote(name));
        let Some(choices) = found.filter(|choices| !self.is_narrowed(choices)) else { return plain };
        let mut fitting = Vec::new();
        for choice in choices {
            let denoted = self.with_narrowed(choice.clone(), |sema| sema.attempt(|sema| sema.denote(name)));
            if matches!(&denoted, Denoted::Calls(calls) if self.operation_to_rename(subp, calls).is_some()) {
                fitting.push(choice);
            }
        }
        match fitting.as_slice() {
            [only] => {
                let only = only.clone();
                self.with_narrowed(only, |sema| sema.denote_renamed(name, subp))
            }
            _ => {
                self.reject(name.span, "component of the result of overloaded functions (RM 8.6)");
                Denoted::Error
            }
        }
    }

    /// Whether an expression may be of a type.
    pub fn could_be(&mut self, expr: &'a ast::Expr, ty: TypeId) -> bool {
        let types = self.types_of(expr);
        types.into_iter().any(|found| self.tree.types.compatible(found, ty))
    }
}
