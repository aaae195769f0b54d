//! Attributes of discrete subtypes (RM 3.5, 3.5.5, 3.5.4, 13.4).

use super::super::Sema;
use super::super::name::Denoted;
use super::super::tree::{Builtin, Expr};
use super::super::types::Kind;
use super::{Prefix, Reference};
use crate::ast::Association;
use horn_solver::num::Int;

impl<'a> Sema<'a> {
    /// Attributes of discrete subtypes, and those of all scalar ones with values of the subtype as arguments.
    /// The prefix comes back where the attribute is another one.
    pub(super) fn discrete_attribute(&mut self, r: &Reference<'a, '_>, prefix: Prefix) -> Result<Denoted<'a>, Prefix> {
        let &Reference { attribute, span, loc, .. } = r;
        let std = self.tree.types.std;
        Ok(match (r.name, prefix) {
            ("min" | "max", Prefix::Type(ty)) => {
                let base = self.tree.types.base(ty);
                let left = self.attribute_argument(attribute, 0, Some(base), span);
                let right = self.attribute_argument(attribute, 1, Some(base), span);
                let (Some(left), Some(right)) = (left, right) else { return Ok(Denoted::Error) };
                let builtin = if r.name == "min" { Builtin::Min } else { Builtin::Max };
                self.builtin(builtin, vec![left, right], base, loc)
            }
            ("pos", Prefix::Type(ty)) => {
                let base = self.tree.types.base(ty);
                let Some(value) = self.attribute_argument(attribute, 0, Some(base), span) else {
                    return Ok(Denoted::Error);
                };
                self.builtin(Builtin::Pos, vec![value], std.universal_integer, loc)
            }
            ("enum_rep", prefix) => {
                let value = match prefix {
                    Prefix::Type(ty) => {
                        let base = self.tree.types.base(ty);
                        self.attribute_argument(attribute, 0, Some(base), span)
                    }
                    Prefix::Value(value) => Some(value),
                };
                let Some(value) = value else { return Ok(Denoted::Error) };
                self.code_of(value, loc)
            }
            ("val" | "enum_val", Prefix::Type(ty)) => {
                let base = self.tree.types.base(ty);
                let argument = attribute.arguments.first().and_then(Association::expr);
                let Some(argument) = argument else { return Ok(Denoted::Error) };
                let mut value = self.integer_operand(argument);
                if r.name == "enum_val" {
                    value = self.place_of_code(value, ty, loc);
                }
                self.builtin(Builtin::Val, vec![value], base, loc)
            }
            ("succ" | "pred", Prefix::Type(ty)) => {
                let base = self.tree.types.base(ty);
                let Some(value) = self.attribute_argument(attribute, 0, Some(base), span) else {
                    return Ok(Denoted::Error);
                };
                let known = matches!(self.tree.types.kind(base), Kind::Fixed { .. } | Kind::Float { .. });
                if !self.tree.types.is_discrete(base) && !known {
                    self.reject(span, format!("attribute {} of a real type (RM 3.5)", r.spelling));
                    return Ok(Denoted::Value(Expr::error(base, loc)));
                }
                let builtin = if r.name == "succ" { Builtin::Succ } else { Builtin::Pred };
                self.builtin(builtin, vec![value], base, loc)
            }
            ("mod", Prefix::Type(ty)) if !matches!(self.tree.types.kind(ty), Kind::Modular(_)) => {
                if self.poisoned_type(ty).is_none() && ty != std.error {
                    self.error(span, "prefix of \"Mod\" attribute must be modular integer type");
                }
                Denoted::Error
            }
            ("mod", Prefix::Type(ty)) => {
                let argument = attribute.arguments.first().and_then(Association::expr);
                let Some(argument) = argument else { return Ok(Denoted::Error) };
                let value = self.expr(argument, None);
                self.builtin(Builtin::Mod, vec![value], self.tree.types.base(ty), loc)
            }
            ("modulus", Prefix::Type(ty)) => match self.tree.types.kind(ty) {
                Kind::Modular(modulus) => {
                    let modulus = modulus.clone();
                    Denoted::Value(Expr::int(modulus, std.universal_integer, loc))
                }
                _ => {
                    self.error(span, "prefix of \"Modulus\" attribute must be a modular type");
                    Denoted::Error
                }
            },
            ("range_length", Prefix::Type(ty)) if self.tree.types.is_discrete(ty) => {
                let Some((low, high)) = self.range_of_subtype(ty, loc) else { return Ok(Denoted::Error) };
                if let (Some(low), Some(high)) = (low.as_int(), high.as_int()) {
                    let length = (&(high - low) + &Int::from(1)).max(Int::from(0));
                    return Ok(Denoted::Value(Expr::int(length, std.universal_integer, loc)));
                }
                self.builtin(Builtin::RangeLength, vec![low, high], std.universal_integer, loc)
            }
            ("first_valid" | "last_valid", Prefix::Type(ty)) if self.tree.types.is_discrete(ty) => {
                let first = r.name == "first_valid";
                let values = match self.tree.types[ty].predicates.is_empty() {
                    true => self.tree.types.static_range(ty).map(|range| vec![range]),
                    false => self.predicate_values(ty),
                };
                let found = values.unwrap_or_default();
                let range = if first { found.first() } else { found.last() };
                match range.filter(|(low, high)| low <= high) {
                    Some((low, high)) => {
                        let value = if first { low.clone() } else { high.clone() };
                        Denoted::Value(Expr::int(value, self.tree.types.base(ty), loc))
                    }
                    None => self.without_value("First_Valid or Last_Valid of this subtype (RM 3.5.5)", span),
                }
            }
            (_, prefix) => return Err(prefix),
        })
    }
}
