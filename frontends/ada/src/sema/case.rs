//! Case expressions, and what they share with case statements: selectors, choices, coverage (RM 4.5.7, 5.4).

use super::Sema;
use super::tree::{Choice, Expr, ExprKind};
use super::types::{Kind, TypeId};
use crate::ast;
use crate::place::Loc;
use horn_frontend::Span;
use horn_solver::num::Int;

impl<'a> Sema<'a> {
    pub(super) fn case_expr(&mut self, case: &'a ast::CaseExpr, expected: Option<TypeId>, loc: Loc) -> Expr {
        let std = self.tree.types.std;
        let selector = self.case_selector(&case.selector);
        let wanted = expected.unwrap_or_else(|| {
            let mut common: Option<Vec<TypeId>> = None;
            for alternative in &case.alternatives {
                let types = self.types_of(&alternative.value);
                common = Some(match common {
                    None => types,
                    Some(before) => self.unify(&before, &types),
                });
            }
            common.and_then(|types| types.first().copied()).unwrap_or(std.error)
        });
        let mut alternatives = Vec::new();
        for alternative in &case.alternatives {
            let choices = self.case_choices(&alternative.choices, selector.ty);
            alternatives.push((choices, self.expr(&alternative.value, Some(wanted))));
        }
        let written: Vec<&[ast::Choice]> = case.alternatives.iter().map(|one| one.choices.as_slice()).collect();
        self.others_last(&written);
        let all: Vec<&[Choice]> = alternatives.iter().map(|(choices, _)| choices.as_slice()).collect();
        self.check_coverage(&all, &selector, loc);
        let ty = self.dependent_type(wanted);
        // A static one has a static value (RM 4.9 (12.1)).
        if let Some(number) = selector.as_int() {
            let takes = |choice: &Choice| match choice {
                Choice::Value(value) => value.as_int().map(|value| value == number),
                Choice::Range(low, high) => Some(low.as_int()? <= number && number <= high.as_int()?),
                Choice::Others => Some(true),
                Choice::Subtype(_) => None,
            };
            let values = |(_, value): &(Vec<Choice>, Expr)| value.as_int().is_some();
            if alternatives.iter().all(values) {
                for (choices, value) in &alternatives {
                    let taken: Vec<Option<bool>> = choices.iter().map(takes).collect();
                    if taken.contains(&Some(true)) {
                        return Expr { ty, loc, ..value.clone() };
                    }
                    if taken.contains(&None) {
                        break;
                    }
                }
            }
        }
        Expr { kind: ExprKind::Case(Box::new(selector), alternatives), ty, loc }
    }

    /// The expression of a case: of a discrete type that the context does not give.
    pub fn case_selector(&mut self, expr: &'a ast::Expr) -> Expr {
        let wanted = self.type_among(expr, |sema, ty| sema.tree.types.is_discrete(ty));
        if wanted.is_none() {
            self.error(expr.span, "discrete type required in case expression");
        }
        self.expr(expr, wanted)
    }

    /// An operand of any integer type, of `'Val`.
    pub fn integer_operand(&mut self, expr: &'a ast::Expr) -> Expr {
        let wanted = self.type_among(expr, |sema, ty| sema.tree.types.is_integer(ty));
        match wanted {
            Some(_) => self.expr(expr, wanted),
            None => self.case_selector(expr),
        }
    }

    /// The type of an expression where any type of a class may stand: of several, the operators of the root types are
    /// preferred (RM 8.6 (29)).
    fn type_among(&mut self, expr: &'a ast::Expr, accepts: impl Fn(&Self, TypeId) -> bool) -> Option<TypeId> {
        let mut types = self.types_of(expr);
        types.retain(|ty| accepts(self, *ty));
        let std = self.tree.types.std;
        if types.contains(&std.universal_integer) { Some(std.integer) } else { types.first().copied() }
    }

    /// A choice by a subtype stands for all values between its bounds only if it has no predicate.
    pub fn no_predicates(&mut self, subtype: TypeId, span: Span) {
        if !self.tree.types[subtype].predicates.is_empty() {
            self.reject(span, "choice by a subtype with a predicate (RM 3.2.4)");
        }
    }

    /// The choices of an alternative, static and of the type of the selector.
    pub fn case_choices(&mut self, choices: &'a [ast::Choice], ty: TypeId) -> Vec<Choice> {
        let base = self.tree.types.base(ty);
        let mut found = Vec::new();
        for choice in choices {
            match choice {
                ast::Choice::Others(_) => found.push(Choice::Others),
                ast::Choice::Expr(expr) => match self.choice_subtype(expr) {
                    Some(subtype) if !self.tree.types[subtype].predicates.is_empty() => {
                        let loc = self.loc(expr.span);
                        match self.predicate_values(subtype) {
                            Some(values) => found.extend(values.into_iter().map(|(low, high)| {
                                Choice::Range(Expr::int(low, base, loc), Expr::int(high, base, loc))
                            })),
                            None => self.reject(expr.span, "choice by a predicate that is not static (RM 3.2.4)"),
                        }
                    }
                    Some(subtype) => {
                        let loc = self.loc(expr.span);
                        self.no_predicates(subtype, expr.span);
                        if let Some((low, high)) = self.range_of_subtype(subtype, loc) {
                            found.push(Choice::Range(low, high));
                        }
                    }
                    None => {
                        let value = self.expr(expr, Some(base));
                        self.require_static(&value, expr.span, "choice given in case statement is not static");
                        found.push(Choice::Value(value));
                    }
                },
                ast::Choice::Range(range) => {
                    let span = range.span();
                    let found_range = self.discrete_range(range, Some(base));
                    for bound in [&found_range.low, &found_range.high] {
                        self.require_static(bound, span, "choice given in case statement is not static");
                    }
                    found.push(Choice::Range(found_range.low, found_range.high));
                }
            }
        }
        found
    }

    fn require_static(&mut self, value: &Expr, span: Span, text: &str) {
        if value.as_int().is_none() && value.kind != ExprKind::Error {
            self.not_static(value, span, text);
        }
    }

    /// Every value of the selector's subtype must be covered exactly once (RM 5.4 (5–10)).
    pub fn check_coverage(&mut self, alternatives: &[&[Choice]], selector: &Expr, loc: Loc) {
        let types = &self.tree.types;
        let mut ranges: Vec<(Int, Int, Loc)> = Vec::new();
        let mut others = false;
        for choice in alternatives.iter().flat_map(|choices| choices.iter()) {
            match choice {
                Choice::Others => others = true,
                Choice::Value(value) => match value.as_int() {
                    Some(at) => ranges.push((at.clone(), at.clone(), value.loc)),
                    None => return,
                },
                Choice::Range(low, high) => match (low.as_int(), high.as_int()) {
                    (Some(first), Some(last)) if first <= last => {
                        ranges.push((first.clone(), last.clone(), low.loc));
                    }
                    (Some(_), Some(_)) => {}
                    _ => return,
                },
                Choice::Subtype(_) => return,
            }
        }
        // The nominal subtype counts for a plain variable, else the base type.
        let plain = matches!(
            selector.kind,
            ExprKind::Object(_)
                | ExprKind::Field(..)
                | ExprKind::Index(..)
                | ExprKind::Call(..)
                | ExprKind::Discriminant(_)
                | ExprKind::Qualified(_)
                | ExprKind::Convert(_)
                | ExprKind::Int(_)
        );
        let static_range = if plain { types.static_range(selector.ty) } else { None };
        let Some((low, high)) = static_range.or_else(|| types.base_range(selector.ty)) else { return };
        if low > high {
            // Of an empty subtype there is no value to cover.
            return;
        }
        ranges.sort_by(|a, b| a.0.cmp(&b.0));
        let one = Int::from(1);
        // Of a subtype with a static predicate only the values that satisfy it need be covered.
        let wanted = if plain { self.predicate_values(selector.ty) } else { None };
        let excepted = plain && wanted.is_none() && !types[selector.ty].predicates.is_empty();
        let mut next = low.clone();
        let mut missing = None;
        let mut last: Option<Int> = None;
        for (first, end, at) in &ranges {
            if last.as_ref().is_some_and(|last| first <= last) {
                self.error_at(*at, "duplication of choice value");
                return;
            }
            if missing.is_none() && *first > next {
                missing = Some(next.clone());
            }
            next = next.max(end + &one);
            last = Some(end.clone());
        }
        if missing.is_none() && next <= high {
            missing = Some(next);
        }
        if let Some(wanted) = wanted {
            let covered = |(low, high): &(Int, Int)| {
                let mut next = low.clone();
                for (first, end, _) in &ranges {
                    if *first <= next {
                        next = next.max(end + &one);
                    }
                }
                (next <= *high).then_some(next)
            };
            missing = wanted.iter().find_map(covered);
        }
        if let Some(value) = missing
            && !others
            && !excepted
            && value <= high
        {
            let name = match self.tree.types.kind(selector.ty) {
                Kind::Enumeration { literals, .. } => {
                    let at = value.to_i64().and_then(|at| usize::try_from(at).ok());
                    at.and_then(|at| literals.get(at)).cloned().unwrap_or_else(|| value.to_string())
                }
                _ => value.to_string(),
            };
            self.error_at(loc, format!("missing case value: {name}"));
        }
    }
}
