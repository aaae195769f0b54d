//! Fixed point types (RM 3.5.9): values are integer multiples of the small, held in a machine integer.
//!
//! As GNAT has it, where the language leaves it open (RM 3.5.9 (13), 4.9 (38)): the base type is the smallest machine
//! integer for the multiples of the bounds; static values that are no multiple are truncated, and so are the bounds of
//! decimal types; those of ordinary types are the next multiples outside. All checked with runs of GNAT 12.

use super::Sema;
use super::name::Denoted;
use super::tree::{Expr, ExprKind, Value};
use super::types::{Bound, Constraint, Kind, TypeId, signed_range};
use crate::ast;
use horn_solver::num::{Int, Rat};

/// A value as a number of smalls, truncated towards zero.
pub(crate) fn truncated(value: &Rat, small: &Rat) -> Int {
    let quotient = value / small;
    if quotient.is_negative() { quotient.ceil() } else { quotient.floor() }
}

/// The multiple of the small that a static value becomes.
pub(crate) fn multiple(value: &Rat, small: &Rat) -> Rat {
    &Rat::from(truncated(value, small)) * small
}

impl<'a> Sema<'a> {
    /// Notes clauses `for T'Small use E;` of a region's declarations: what the type is they say, behind it (RM 3.5.10).
    pub(super) fn note_small_clauses(&mut self, decls: impl IntoIterator<Item = &'a ast::Decl>) {
        for decl in decls {
            if let ast::Decl::Representation(clause) = decl
                && let (ast::RepresentationKind::Attribute(value), ast::NameKind::Attribute(attribute)) =
                    (&clause.kind, &clause.target.kind)
                && self.names.text(attribute.designator.symbol) == "small"
                && let Some(ident) = attribute.prefix.as_ident()
            {
                self.small_clauses.insert((self.scope, ident.symbol), value);
            }
        }
    }

    /// Whether a type has the small that a clause behind it gives; a derived one has that of its parent.
    pub(super) fn has_small(&mut self, ty: &'a ast::Name, value: &'a ast::Expr) -> bool {
        let wanted = self.attempt(|sema| sema.static_real(value));
        let small = match self.attempt(|sema| sema.denote(ty)) {
            Denoted::Type(ty) => match self.tree.types.kind(ty) {
                Kind::Fixed { small, .. } => Some(small),
                _ => None,
            },
            _ => None,
        };
        small.is_some() && small == wanted.as_ref()
    }

    /// An ordinary or a decimal fixed point type definition.
    pub fn fixed_definition(
        &mut self,
        decl: &'a ast::TypeDecl,
        name: &str,
        delta: &'a ast::Expr,
        digits: Option<&'a ast::Expr>,
        range: Option<&'a ast::Range>,
    ) -> TypeId {
        let std = self.tree.types.std;
        let loc = self.loc(decl.name.span);
        let Some(delta_value) = self.static_real(delta) else { return std.error };
        if delta_value <= Rat::ZERO {
            self.error(delta.span, "delta must be positive");
            return std.error;
        }
        let aspect = decl.aspects.iter().find(|aspect| self.names.text(aspect.name.symbol) == "small");
        let clause = self.small_clauses.get(&(self.scope, decl.name.symbol)).copied();
        let own = match aspect.and_then(|aspect| aspect.value.as_ref()).or(clause) {
            Some(value) => {
                // It may name what is declared later (RM 13.1.1).
                let outer = self.poison.take();
                let found = self.attempt(|sema| sema.static_real(value));
                self.poison = outer;
                if found.is_none() {
                    let what = "aspect Small of a value that is not known here (RM 13.1.1)";
                    self.reject(value.span, what);
                    return self.tree.types.add(name, Kind::Unsupported(what.into()));
                }
                found
            }
            None => None,
        };
        let digits = match digits {
            Some(digits) => match self.expr(digits, None).as_int().and_then(Int::to_i64) {
                Some(count @ 1..=38) => Some(count),
                _ => {
                    self.error(digits.span, "digits value must be static, and from 1 to 38");
                    return std.error;
                }
            },
            None => None,
        };
        let small = match (own, digits) {
            (Some(small), _) if small > Rat::ZERO && small <= delta_value => small,
            (Some(_), _) => {
                self.error(decl.span, "small must be positive and not greater than delta");
                return std.error;
            }
            (None, Some(_)) => delta_value.clone(),
            (None, None) => power_of_two_up_to(&delta_value),
        };
        let bounds = match range {
            Some(ast::Range::Bounds(low, high)) => {
                let (low, high) = (self.static_real(low), self.static_real(high));
                let Some((low, high)) = low.zip(high) else { return std.error };
                match digits {
                    Some(_) => (truncated(&low, &small), truncated(&high, &small)),
                    None => ((&low / &small).floor(), (&high / &small).ceil()),
                }
            }
            Some(ast::Range::Attribute(name)) => {
                self.reject(name.span, "range attribute in a fixed point definition (RM 3.5.9)");
                return std.error;
            }
            None => match digits.and_then(|digits| super::fold::power(&Int::from(10), &Int::from(digits))) {
                Some(limit) => (-(&limit - &Int::from(1)), &limit - &Int::from(1)),
                None => {
                    self.error(decl.span, "missing range in fixed point definition");
                    return std.error;
                }
            },
        };
        let (mut low, mut high) = bounds;
        // The base type of a decimal type holds all its digits.
        let (mut least, mut most) = (low.clone(), high.clone());
        if let Some(limit) = digits.and_then(|digits| super::fold::power(&Int::from(10), &Int::from(digits))) {
            let limit = &limit - &Int::from(1);
            least = least.min(-limit.clone());
            most = most.max(limit);
        }
        // A bound may be outside of the machine's range by one small (RM 3.5.9 (13)).
        let one = Int::from(1);
        let fits = |bits: u32| {
            let (first, last) = signed_range(bits);
            first <= &least + &one && &most - &one <= last
        };
        let Some(bits) = [8, 16, 32, 64, 128].into_iter().find(|bits| fits(*bits)) else {
            self.error(decl.span, "fixed point type definition out of range");
            return std.error;
        };
        let (first, last) = signed_range(bits);
        low = low.max(first.clone());
        high = high.min(last.clone());
        let bound = |value: &Int| Bound::Real(&Rat::from(value.clone()) * &small);
        let constraint = Constraint::Range(bound(&low), bound(&high));
        let kind = Kind::Fixed { small, delta: delta_value, decimal: digits.is_some(), low: first, high: last };
        let base = self.tree.types.add(name, kind);
        self.tree.types[base].loc = Some(loc);
        let first = self.tree.types.add_subtype(name, Some(loc), base, constraint);
        self.tree.types[first].accuracy = digits.map(Rat::from);
        first
    }

    pub fn static_real(&mut self, expr: &'a ast::Expr) -> Option<Rat> {
        let wanted = self.only_type(expr, |types, ty| types.is_real(ty));
        let value = self.expr(expr, wanted);
        match value.value() {
            Some(Value::Real(value)) => Some(value),
            Some(Value::Int(value)) => Some(Rat::from(value)),
            _ => {
                if value.kind != ExprKind::Error {
                    self.error(expr.span, "static real expression expected");
                }
                None
            }
        }
    }

    /// A static universal value as one of a fixed point type.
    pub fn fixed_literal(&self, value: &mut Expr, base: TypeId) {
        if let (Kind::Fixed { small, .. }, ExprKind::Real(number)) = (self.tree.types.kind(base), &mut value.kind) {
            *number = multiple(number, small);
        }
    }
}

/// The greatest power of two that is not greater than a positive number.
fn power_of_two_up_to(value: &Rat) -> Rat {
    let two = Rat::from(2);
    let mut power = Rat::ONE;
    while power > *value {
        power = &power / &two;
    }
    while &power * &two <= *value {
        power = &power * &two;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_become_multiples() {
        let rat = |a: i64, b: i64| Rat::new(Int::from(a), Int::from(b));
        assert_eq!(power_of_two_up_to(&rat(1, 10)), rat(1, 16));
        assert_eq!(power_of_two_up_to(&rat(1, 8)), rat(1, 8));
        assert_eq!(power_of_two_up_to(&rat(5, 1)), rat(4, 1));
        assert_eq!(multiple(&rat(3, 10), &rat(1, 8)), rat(1, 4));
        assert_eq!(multiple(&rat(-19, 100), &rat(1, 8)), rat(-1, 8));
    }
}
