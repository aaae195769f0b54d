//! Attribute references (RM 4.1.4, K.2), and the annotations' forms of `'Old` and `'Loop_Entry`.
//!
//! What an attribute means is said in one arm of a match: here those of annotations, of all objects and types and of
//! access values, in [`arrays`], [`discrete`], [`real`] and [`text`] the others.

mod arrays;
mod discrete;
mod real;
mod text;

pub(crate) use text::{character_image, is_graphic};

use super::Sema;
use super::fold;
use super::name::Denoted;
use super::tree::{Builtin, Expr, ExprKind, ObjectKind};
use super::types::{Kind, TypeId};
use super::walk::has_part;
use crate::ast::{self, Association, NameKind};
use crate::place::Loc;
use horn_frontend::Span;
use horn_solver::num::Int;

/// The prefix of an attribute.
enum Prefix {
    Type(TypeId),
    Value(Expr),
}

/// An attribute reference.
struct Reference<'a, 'n> {
    /// As it was parsed.
    attribute: &'a ast::Attribute,
    /// The designator in lower case.
    name: &'n str,
    /// The designator as it is written.
    spelling: &'n str,
    /// The type that the context wants, if it says so.
    expected: Option<TypeId>,
    span: Span,
    loc: Loc,
}

impl<'a> Sema<'a> {
    fn attribute_prefix(&mut self, prefix: &'a ast::Name) -> Option<Prefix> {
        match self.denote(prefix) {
            Denoted::Type(ty) => Some(Prefix::Type(ty)),
            Denoted::Value(value) => Some(Prefix::Value(value)),
            Denoted::Calls(calls) => {
                let value = self.resolve_calls(&calls, None, None);
                Some(Prefix::Value(value))
            }
            Denoted::Error => None,
            Denoted::Exception(_) => {
                self.error(prefix.span, "invalid prefix for attribute");
                None
            }
            _ => {
                self.error(prefix.span, "invalid prefix for attribute");
                None
            }
        }
    }

    fn attribute_argument(
        &mut self,
        attribute: &'a ast::Attribute,
        at: usize,
        expected: Option<TypeId>,
        span: Span,
    ) -> Option<Expr> {
        match attribute.arguments.get(at).and_then(Association::expr) {
            Some(expr) => Some(self.expr(expr, expected)),
            None => {
                let name = self.spelling(&attribute.designator);
                self.error(span, format!("missing argument for \"{name}\" attribute"));
                None
            }
        }
    }

    /// An attribute reference. Values of universal types are given as such.
    pub fn denote_attribute(
        &mut self,
        attribute: &'a ast::Attribute,
        span: Span,
        expected: Option<TypeId>,
    ) -> Denoted<'a> {
        let name = self.names.text(attribute.designator.symbol).to_string();
        let spelling = self.spelling(&attribute.designator);
        let std = self.tree.types.std;
        let loc = self.loc(span);
        if self.deny_attribute(attribute, span) {
            return Denoted::Value(Expr::error(std.error, loc));
        }
        let r = &Reference { attribute, name: &name, spelling: &spelling, expected, span, loc };
        if let Some(found) = self.annotation_attribute(r) {
            return found;
        }
        if let Some(found) = self.machine_number(&name, attribute, loc) {
            return found;
        }
        if let Some(found) = self.attribute_of_task(&name, attribute, span) {
            return found;
        }
        if let Some(found) = self.of_subprogram(r) {
            return found;
        }
        if name == "identity" {
            return match self.denote(&attribute.prefix) {
                Denoted::Exception(exception) => {
                    let ty = self.exception_id();
                    Denoted::Value(Expr::int(Int::from(exception.number()), ty, loc))
                }
                Denoted::Error => Denoted::Error,
                _ => {
                    self.reject(span, "attribute Identity of a task (RM C.7.1)");
                    Denoted::Value(Expr::error(std.error, loc))
                }
            };
        }
        let Some(mut prefix) = self.attribute_prefix(&attribute.prefix) else { return Denoted::Error };
        // A prefix that is an access value is dereferenced where the attribute is one of arrays (RM 4.1.4 (10)).
        if let (Prefix::Value(value), "first" | "last" | "length" | "constrained") = (&prefix, name.as_str())
            && self.tree.types.access(value.ty).is_some()
        {
            prefix = Prefix::Value(self.through(value.clone()));
        }
        let of_name = matches!(name.as_str(), "access" | "unchecked_access" | "address" | "size" | "alignment");
        if let Prefix::Value(value) = &mut prefix
            && of_name
            && value.value().is_some()
            && let Some(object) = self.named_object(&attribute.prefix)
        {
            // The value of a static constant stands for its name.
            value.kind = ExprKind::Object(object);
        }
        if let (Prefix::Value(value), "access" | "unchecked_access") = (&prefix, name.as_str()) {
            return Denoted::Value(self.reference(value.clone(), name == "unchecked_access", expected, span));
        }
        if let Prefix::Type(ty) = &prefix
            && let Kind::Unsupported(what) = self.tree.types.kind(*ty)
        {
            let what = what.clone();
            self.reject(span, what);
            return Denoted::Value(Expr::error(std.error, loc));
        }
        let laid_out = match &prefix {
            Prefix::Type(ty) => self.layout_of_type(&name, *ty, span),
            Prefix::Value(value) => self.layout_of_value(&name, value, span),
        };
        if let Some(found) = laid_out {
            return found;
        }
        if let Prefix::Value(value) = &prefix
            && value.kind == ExprKind::Error
            && value.ty == std.error
        {
            return Denoted::Value(value.clone());
        }
        let found = self.bound_attribute(r, prefix);
        let found = found.or_else(|prefix| self.discrete_attribute(r, prefix));
        let found = found.or_else(|prefix| self.real_attribute(r, prefix));
        let found = found.or_else(|prefix| self.image_attribute(r, prefix));
        let found = found.or_else(|prefix| self.type_attribute(r, prefix));
        found.unwrap_or_else(|_| {
            self.error(span, format!("invalid prefix for \"{spelling}\" attribute"));
            Denoted::Error
        })
    }

    /// Attributes that only annotations have, and those whose prefix is a value that they change or sum up.
    fn annotation_attribute(&mut self, r: &Reference<'a, '_>) -> Option<Denoted<'a>> {
        let &Reference { attribute, span, loc, .. } = r;
        let std = self.tree.types.std;
        Some(match r.name {
            "result" => match self.result_of {
                Some(subp) => {
                    let ty = self.tree.subprogram(subp).result.unwrap_or(std.error);
                    Denoted::Value(Expr { kind: ExprKind::Result, ty, loc })
                }
                None => {
                    self.error(span, "attribute \"Result\" can only appear in a postcondition of a function");
                    Denoted::Error
                }
            },
            "old" => {
                let value = self.name_value(&attribute.prefix, None);
                self.old_value(value, span)
            }
            "loop_entry" => {
                let value = self.name_value(&attribute.prefix, None);
                let target = attribute.arguments.first().and_then(Association::expr).and_then(ast::Expr::as_name);
                self.loop_entry_value(value, target, span)
            }
            "reduce" | "parallel_reduce" => self.reduce(attribute, r.expected, span),
            "update" => {
                let value = self.name_value(&attribute.prefix, None);
                let whole = attribute.arguments.first().filter(|argument| argument.is_positional());
                let Some(ast::ExprKind::Aggregate(aggregate)) =
                    whole.and_then(Association::expr).map(|expr| &expr.kind)
                else {
                    return Some(self.update_arguments(value, &attribute.arguments, span));
                };
                Denoted::Value(self.delta(value, &aggregate.items, span))
            }
            _ => return None,
        })
    }

    /// `'Address` and `'Access` of a subprogram.
    fn of_subprogram(&mut self, r: &Reference<'a, '_>) -> Option<Denoted<'a>> {
        let &Reference { attribute, span, loc, .. } = r;
        if r.name == "address"
            && let Denoted::Calls(calls) = self.attempt(|sema| sema.denote(&attribute.prefix))
            && calls.arguments.is_none()
        {
            // Of a subprogram, which whoever has its address may call.
            self.escapes();
            let ty = self.address_type();
            return Some(self.unknown(Vec::new(), ty, loc));
        }
        if matches!(r.name, "access" | "unchecked_access")
            && matches!(attribute.prefix.kind, NameKind::Ident(_) | NameKind::Selected(..))
            && let Denoted::Calls(calls) = self.denote(&attribute.prefix)
            && calls.prefix.is_none()
        {
            return Some(Denoted::Value(self.designating(&calls, r.expected, span)));
        }
        None
    }

    /// Attributes of types of every kind, and of objects of composite types.
    /// The prefix comes back where the attribute is another one.
    fn type_attribute(&mut self, r: &Reference<'a, '_>, prefix: Prefix) -> Result<Denoted<'a>, Prefix> {
        let &Reference { span, loc, .. } = r;
        let std = self.tree.types.std;
        Ok(match (r.name, prefix) {
            ("base", Prefix::Type(ty)) => Denoted::Type(self.tree.types.base(ty)),
            ("class", Prefix::Type(ty)) => match self.class_of(ty) {
                Some(class) => Denoted::Type(class),
                None => self.without_value("Class of a type that is not tagged (RM 3.9)", span),
            },
            ("tag", prefix) => {
                let tag = self.tag_type();
                match prefix {
                    Prefix::Type(ty) if self.tree.types.has_tag(ty) && !self.tree.types.is_class_wide(ty) => {
                        let number = Int::from(i64::from(self.tree.types.specific(ty).0));
                        Denoted::Value(Expr::int(number, tag, loc))
                    }
                    Prefix::Value(value) if self.tree.types.is_class_wide(value.ty) => {
                        Denoted::Value(Expr { kind: ExprKind::Builtin(Builtin::Tag, vec![value]), ty: tag, loc })
                    }
                    _ => self.without_value("Tag of this prefix (RM 3.9)", span),
                }
            }
            ("has_discriminants", Prefix::Type(ty)) => {
                let some = self.tree.record(ty).discriminants > 0;
                Denoted::Value(Expr::int(Int::from(i64::from(some)), std.boolean, loc))
            }
            ("definite", Prefix::Type(ty)) => {
                let definite = self.tree.types.is_constrained(ty) || self.tree.record(ty).mutable;
                Denoted::Value(Expr::int(Int::from(i64::from(definite)), std.boolean, loc))
            }
            ("valid" | "valid_scalars", Prefix::Value(value)) => {
                self.builtin(Builtin::Valid, vec![value], std.boolean, loc)
            }
            ("initialized", Prefix::Value(value)) => self.builtin(Builtin::Initialized, vec![value], std.boolean, loc),
            ("constrained", Prefix::Value(value)) => {
                let designated = super::walk::has_part(&value, |part| matches!(part.kind, ExprKind::Deref(_)));
                match self.builtin(Builtin::Constrained, vec![value.clone()], std.boolean, loc) {
                    // Which object it is says nothing yet of whether it is there.
                    Denoted::Value(found) if designated => Denoted::Value(found.behind(value)),
                    found => found,
                }
            }
            // Of a private or formal subtype (RM J.4).
            ("constrained", Prefix::Type(ty)) => {
                let constrained = self.tree.types.is_constrained(ty);
                match self.tree.types.kind(ty) {
                    // The full type may have discriminants of its own.
                    Kind::Private | Kind::Error | Kind::NoValue => {
                        self.reject(span, "attribute Constrained of a private type without a full view (RM J.4)");
                        Denoted::Value(Expr::error(std.boolean, loc))
                    }
                    _ => Denoted::Value(Expr::int(Int::from(i64::from(constrained)), std.boolean, loc)),
                }
            }
            (_, prefix) => return Err(prefix),
        })
    }

    fn builtin(&mut self, builtin: Builtin, arguments: Vec<Expr>, ty: TypeId, loc: Loc) -> Denoted<'a> {
        if let Some(kind) = fold::builtin(&self.tree.types, builtin, &arguments, ty) {
            return Denoted::Value(Expr { kind, ty, loc });
        }
        Denoted::Value(Expr { kind: ExprKind::Builtin(builtin, arguments), ty, loc })
    }

    /// An attribute whose value is not known for this prefix.
    fn without_value(&mut self, what: &str, span: Span) -> Denoted<'a> {
        self.reject(span, format!("attribute {what}"));
        Denoted::Value(Expr::error(self.tree.types.std.error, self.loc(span)))
    }

    fn unknown(&mut self, arguments: Vec<Expr>, ty: TypeId, loc: Loc) -> Denoted<'a> {
        Denoted::Value(Expr { kind: ExprKind::Builtin(Builtin::Unknown, arguments), ty, loc })
    }

    /// `X'Old`.
    pub fn old_value(&mut self, value: Expr, span: Span) -> Denoted<'a> {
        if !self.old_allowed {
            self.error(span, "attribute \"Old\" can only appear in a postcondition");
            return Denoted::Error;
        }
        if has_part(&value, |part| matches!(part.kind, ExprKind::Old(_))) {
            self.error(span, "attribute \"Old\" cannot appear in the prefix of attribute \"Old\" (RM 6.1.1 (27))");
            return Denoted::Error;
        }
        let (ty, loc) = (value.ty, self.loc(span));
        Denoted::Value(Expr { kind: ExprKind::Old(Box::new(value)), ty, loc })
    }

    /// `X'Loop_Entry (L)`, where `L` is the name of a loop.
    pub fn entry_value_of_named(
        &mut self,
        prefix: &'a ast::Name,
        arguments: &'a [Association],
        span: Span,
    ) -> Option<Denoted<'a>> {
        let ast::NameKind::Attribute(attribute) = &prefix.kind else { return None };
        let [argument] = arguments else { return None };
        let name = argument.expr().filter(|_| argument.is_positional()).and_then(ast::Expr::as_name)?;
        let of_entry = self.names.text(attribute.designator.symbol) == "loop_entry" && attribute.arguments.is_empty();
        if !of_entry || !matches!(self.attempt(|sema| sema.denote(name)), Denoted::Loop(_)) {
            return None;
        }
        let value = self.name_value(&attribute.prefix, None);
        Some(self.loop_entry_value(value, Some(name), span))
    }

    /// `X'Loop_Entry`, of the innermost loop or of a named one.
    pub fn loop_entry_value(&mut self, value: Expr, target: Option<&'a ast::Name>, span: Span) -> Denoted<'a> {
        let loc = self.loc(span);
        let wanted = target.and_then(|name| name.last_ident()).map(|ident| ident.symbol);
        let found = self.loops.iter().rposition(|open| wanted.is_none() || open.name == wanted);
        let Some(at) = found else {
            self.error(span, "attribute \"Loop_Entry\" must appear within a loop");
            return Denoted::Error;
        };
        let ty = value.ty;
        if let Some((known, _)) = self.loops[at].entry_values.iter().find(|(_, old)| old.kind == value.kind) {
            return Denoted::Value(Expr { kind: ExprKind::Object(*known), ty, loc });
        }
        if self.trying > 0 {
            return Denoted::Value(value);
        }
        let name = match &value.kind {
            ExprKind::Object(object) => format!("{}'Loop_Entry", self.tree.object(*object).name),
            _ => "'Loop_Entry".to_string(),
        };
        let object = self.hidden_object(name, loc, ty, ObjectKind::Constant);
        self.loops[at].entry_values.push((object, value));
        Denoted::Value(Expr { kind: ExprKind::Object(object), ty, loc })
    }
}
