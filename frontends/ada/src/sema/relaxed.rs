//! `Relaxed_Initialization` (SPARK RM 6.10): objects that may have parts without a value where SPARK wants all others
//! to have them. In Ada every object may, so the aspect only says where initial values cannot be taken for granted.
//!
//! A predicate of such an object need not hold as long as parts have no value. It is checked where GNAT checks it, and
//! never taken for granted; the values of scalar subtypes with predicates are followed as those of other subtypes that
//! do not take every pattern of bits.

use super::Sema;
use super::tree::{ObjId, SubpId};
use super::types::{Kind, TypeId};
use crate::ast;
use horn_frontend::Span;
use std::collections::BTreeSet;

impl<'a> Sema<'a> {
    /// The aspect of a type.
    pub fn relaxed_type(&mut self, ty: TypeId, span: Span) {
        let base = self.tree.types.base(ty);
        for entry in [ty, base] {
            self.tree.types[entry].relaxed = true;
        }
        if let Some(what) = self.unsupported_if_relaxed(ty) {
            self.reject_type(ty, what, span);
        }
    }

    /// A type is not supported, with all its subtypes.
    fn reject_type(&mut self, ty: TypeId, what: &str, span: Span) {
        self.reject(span, what);
        let base = self.tree.types.base(ty);
        for entry in [ty, base] {
            self.tree.types[entry].kind = Kind::Unsupported(what.into());
        }
    }

    /// The aspect of an object.
    pub fn relaxed_object(&mut self, object: ObjId, span: Span) {
        let entry = &mut self.tree.objects[object.0 as usize];
        entry.relaxed = true;
        entry.wholly_relaxed = true;
        let ty = entry.ty;
        if let Some(what) = self.unsupported_if_relaxed(ty) {
            self.reject(span, what);
            self.tree.objects[object.0 as usize].unsupported = Some(what.into());
        }
    }

    /// What is not supported of such values: objects behind access values that have predicates, or of whose values not
    /// every pattern of bits is one.
    fn unsupported_if_relaxed(&self, ty: TypeId) -> Option<&'static str> {
        let types = &self.tree.types;
        let mut todo: Vec<TypeId> = types.parts(ty).collect();
        let mut seen = BTreeSet::new();
        while let Some(part) = todo.pop() {
            let Some(access) = types.access(part).filter(|_| seen.insert(part)) else { continue };
            let designated = access.designated;
            if types.has_predicates(designated) || !self.tree.types.has_every_pattern(designated) {
                return Some("Relaxed_Initialization of what access values designate (SPARK RM 6.10)");
            }
            todo.extend(types.parts(designated));
        }
        None
    }

    /// The aspect of a subprogram: it names parameters and the result.
    ///
    /// Gives the place of the result's name, if it is there: nobody knows what a function returns that has no body.
    pub fn relaxed_parameters(&mut self, subp: SubpId, value: &'a ast::Expr) -> Option<Span> {
        let mut names: Vec<&'a ast::Expr> = Vec::new();
        match &value.kind {
            ast::ExprKind::Aggregate(aggregate) => {
                for item in &aggregate.items {
                    let ast::AggregateItem::Association(association) = item else { continue };
                    let off = |value: &ast::Expr| {
                        let ident = value.as_name().and_then(ast::Name::as_ident);
                        ident.is_some_and(|ident| self.names.text(ident.symbol) == "false")
                    };
                    match association.choices.as_slice() {
                        [] => names.extend(association.expr()),
                        _ if association.expr().is_some_and(off) => {}
                        choices => names.extend(choices.iter().filter_map(|choice| match choice {
                            ast::Choice::Expr(name) => Some(name),
                            _ => None,
                        })),
                    }
                }
            }
            _ => names.push(value.unparenthesized()),
        }
        let mut of_result = None;
        for name in names {
            let ident = name.as_name().and_then(ast::Name::as_ident);
            let param = ident.and_then(|ident| {
                let spelling = self.names.text(ident.symbol);
                let params = self.tree.subprogram(subp).params.iter();
                params.copied().find(|param| self.tree.object(*param).name.eq_ignore_ascii_case(spelling))
            });
            match param {
                Some(param) => self.relaxed_object(param, name.span),
                // The result of a body is what it returns.
                None if ident.is_none() && self.tree.subprogram(subp).result.is_some() => of_result = Some(name.span),
                None => self.error(name.span, "parameter or result expected in aspect Relaxed_Initialization"),
            }
        }
        of_result
    }
}
