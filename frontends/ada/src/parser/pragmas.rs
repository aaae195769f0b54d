//! Pragmas that say what an aspect says of a declaration in the same list: they become that aspect (RM 11.4.2, J.15;
//! GNAT's contract pragmas), so that the analysis knows one form only.
//!
//! The contract pragmas belong to the declaration directly in front, or to the body whose declarative part they begin;
//! predicates and invariants name their type. What belongs to nothing stays where it is, and the analysis refuses it.

use super::Parser;
use crate::ast::{Aspect, Decl, Pragma, PragmaArgument, TypeDef};

/// Pragmas about the subprogram in front, with the aspect they stand for.
const CONTRACTS: [(&str, &str); 11] = [
    ("precondition", "pre"),
    ("pre", "pre"),
    ("pre_class", "pre"),
    ("postcondition", "post"),
    ("post", "post"),
    ("post_class", "post"),
    ("refined_post", "refined_post"),
    ("contract_cases", "contract_cases"),
    ("subprogram_variant", "subprogram_variant"),
    ("exceptional_cases", "exceptional_cases"),
    ("exit_cases", "exit_cases"),
];

/// Pragmas about a type of the same list, which their first argument names.
const OF_TYPES: [(&str, &str); 4] = [
    ("predicate", "predicate"),
    ("predicate_failure", "predicate_failure"),
    ("type_invariant", "type_invariant"),
    ("invariant", "type_invariant"),
];

/// The pragma about the private type in front.
const DEFAULT: &str = "default_initial_condition";

/// The pragma about the package whose visible part it stands in.
const INITIAL: &str = "initial_condition";

fn looked_up<'n>(table: &'n [(&'n str, &'n str)], name: &str) -> Option<&'n str> {
    table.iter().find(|(pragma, _)| *pragma == name).map(|(_, aspect)| *aspect)
}

/// Whether a pragma says something about a subprogram or a type that is checked when the program runs.
fn states_contract(name: &str) -> bool {
    name == DEFAULT || looked_up(&CONTRACTS, name).or_else(|| looked_up(&OF_TYPES, name)).is_some()
}

/// The aspects of a subprogram's declaration or body.
fn aspects_of(decl: &mut Decl) -> Option<&mut Vec<Aspect>> {
    match decl {
        Decl::Subprogram(subp) => Some(&mut subp.aspects),
        Decl::SubprogramBody(body) => Some(&mut body.aspects),
        Decl::Entry(entry) => Some(&mut entry.aspects),
        Decl::Stub(stub) => Some(&mut stub.aspects),
        Decl::Generic(generic) => match &mut generic.unit {
            Decl::Subprogram(subp) => Some(&mut subp.aspects),
            _ => None,
        },
        _ => None,
    }
}

impl Parser<'_> {
    /// The aspect that a pragma stands for, with the argument at `at` or the one that is named `Check`.
    fn aspect_of_pragma(&mut self, pragma: &Pragma, aspect: &str, at: usize) -> Option<Aspect> {
        let named = |argument: &&PragmaArgument| {
            argument.name.as_ref().is_some_and(|name| self.names.text(name.symbol) == "check")
        };
        let argument = pragma.arguments.iter().find(named).or_else(|| pragma.arguments.get(at))?;
        let value = Some(argument.value.clone());
        let name = self.names.ident(aspect, pragma.name.span);
        Some(Aspect { name, class_wide: false, value, span: pragma.span })
    }

    /// Gives a contract pragma behind a declaration to it; gives it back if it is none, or none of that declaration's.
    pub(super) fn contract_pragma(&mut self, pragma: Box<Pragma>, decl: Option<&mut Decl>) -> Option<Box<Pragma>> {
        let name = self.names.text(pragma.name.symbol).to_string();
        let aspects = decl.and_then(aspects_of);
        let (Some(aspect), Some(aspects)) = (looked_up(&CONTRACTS, &name), aspects) else { return Some(pragma) };
        match self.aspect_of_pragma(&pragma, aspect, 0) {
            Some(aspect) => {
                aspects.push(aspect);
                None
            }
            None => Some(pragma),
        }
    }

    /// Gives the pragmas of a list of declarations to the declarations they are about.
    pub(super) fn attach_pragmas(&mut self, list: Vec<Decl>) -> Vec<Decl> {
        let some = list.iter().any(|decl| match decl {
            Decl::Pragma(pragma) => states_contract(self.names.text(pragma.name.symbol)),
            _ => false,
        });
        if !some {
            return list;
        }
        let mut kept: Vec<Decl> = Vec::new();
        for decl in list {
            let Decl::Pragma(pragma) = decl else {
                kept.push(decl);
                continue;
            };
            let in_front = kept.iter_mut().rev().find(|decl| !matches!(decl, Decl::Pragma(_)));
            let left = self
                .default_pragma(pragma, in_front)
                .and_then(|pragma| {
                    let in_front = kept.iter_mut().rev().find(|decl| !matches!(decl, Decl::Pragma(_)));
                    self.contract_pragma(pragma, in_front)
                })
                .and_then(|pragma| self.type_pragma(pragma, &mut kept));
            kept.extend(left.map(Decl::Pragma));
        }
        kept
    }

    /// Gives `pragma Default_Initial_Condition` to the private type in front.
    fn default_pragma(&mut self, pragma: Box<Pragma>, decl: Option<&mut Decl>) -> Option<Box<Pragma>> {
        let of_type = match decl {
            Some(Decl::Type(ty)) if matches!(ty.definition, TypeDef::Private { .. }) => Some(&mut ty.aspects),
            _ => None,
        };
        let (true, Some(aspects)) = (self.names.text(pragma.name.symbol) == DEFAULT, of_type) else {
            return Some(pragma);
        };
        let Some(aspect) = self.aspect_of_pragma(&pragma, DEFAULT, 0) else { return Some(pragma) };
        aspects.push(aspect);
        None
    }

    /// The pragmas in the visible part of a package that are about the package.
    pub(super) fn pragmas_of_package(&mut self, visible: &mut Vec<Decl>, aspects: &mut Vec<Aspect>) {
        visible.retain(|decl| match decl {
            Decl::Pragma(pragma) if self.names.text(pragma.name.symbol) == INITIAL => {
                let aspect = self.aspect_of_pragma(pragma, INITIAL, 0);
                let left = aspect.is_none();
                aspects.extend(aspect);
                left
            }
            _ => true,
        });
    }

    /// Gives a pragma about a type to the declaration of that type.
    fn type_pragma(&mut self, pragma: Box<Pragma>, list: &mut [Decl]) -> Option<Box<Pragma>> {
        let name = self.names.text(pragma.name.symbol).to_string();
        let Some(aspect) = looked_up(&OF_TYPES, &name) else { return Some(pragma) };
        let of =
            pragma.arguments.first().and_then(|argument| argument.value.as_name()).and_then(|name| name.as_ident());
        let Some(of) = of.map(|ident| ident.symbol) else { return Some(pragma) };
        let found = list.iter_mut().rev().find_map(|decl| match decl {
            Decl::Type(ty) if ty.name.symbol == of => Some(&mut ty.aspects),
            Decl::Subtype(ty) if ty.name.symbol == of => Some(&mut ty.aspects),
            _ => None,
        });
        match (found, self.aspect_of_pragma(&pragma, aspect, 1)) {
            (Some(aspects), Some(aspect)) => {
                aspects.push(aspect);
                None
            }
            _ => Some(pragma),
        }
    }

    /// The contract pragmas with which the declarative part of a body begins are the body's.
    pub(super) fn pragmas_of_body(&mut self, declarations: &mut Vec<Decl>, aspects: &mut Vec<Aspect>) {
        let mut rest = Vec::new();
        let mut beginning = true;
        for decl in std::mem::take(declarations) {
            match decl {
                Decl::Pragma(pragma) if beginning => {
                    let name = self.names.text(pragma.name.symbol).to_string();
                    match looked_up(&CONTRACTS, &name).and_then(|aspect| self.aspect_of_pragma(&pragma, aspect, 0)) {
                        Some(aspect) => aspects.push(aspect),
                        None => rest.push(Decl::Pragma(pragma)),
                    }
                }
                decl => {
                    beginning = false;
                    rest.push(decl);
                }
            }
        }
        *declarations = rest;
    }
}
