//! Quantifiers over large ranges: the values of the bound variable that decide them.
//!
//! Where a variable is only the index of a component, or compared with what does not depend on it, what is said of it
//! changes only where some array has a component of its own, or ends, and at what it is compared with. Between two such
//! values all say the same, and one of them stands for the others.

use super::eval::Bound;
use super::value::{Value, from_i128};
use super::{Machine, Stop};
use crate::ir::{BoundId, ExprId, ExprKind};
use horn_solver::num::Int;
use std::collections::{BTreeMap, BTreeSet};

/// Values up to which all are looked at.
pub(super) const FEW: i64 = 1_000;
/// Values that decide a quantifier, at most.
const POINTS: usize = 100_000;

/// What decides a quantifier, as far as it was found.
struct Found {
    points: BTreeSet<Int>,
    /// Whether an expression names the variable, where that was looked at.
    named: BTreeMap<ExprId, bool>,
    seen: BTreeSet<ExprId>,
}

impl Machine<'_, '_> {
    /// Values of a bound variable between two such that what is said of it holds for all values there if it holds for
    /// these; `None` where the expression has it in other places.
    pub(super) fn decisive(
        &mut self,
        var: BoundId,
        (first, last): (&Int, &Int),
        body: ExprId,
        bound: &mut Bound,
    ) -> Option<Vec<Int>> {
        let mut found = Found { points: BTreeSet::new(), named: BTreeMap::new(), seen: BTreeSet::new() };
        self.look(var, body, bound, &mut found).ok()??;
        if found.points.len() > POINTS {
            return None;
        }
        // Between two neighbours nothing changes: one value there stands for all.
        let mut points = Vec::new();
        let mut next = first.clone();
        for point in found.points.range(first..=last) {
            if next < *point {
                points.push(next);
            }
            next = point.clone() + Int::ONE;
            points.push(point.clone());
        }
        if next <= *last {
            points.push(next);
        }
        Some(points)
    }

    /// The values that matter to an expression; `None` where it has the variable in a place of another kind.
    fn look(&mut self, var: BoundId, id: ExprId, bound: &mut Bound, found: &mut Found) -> Result<Option<()>, Stop> {
        self.tick()?;
        if !self.names(var, id, found) || !found.seen.insert(id) {
            return Ok(Some(()));
        }
        let procedure = self.procedure();
        let itself = |id: ExprId| matches!(procedure.exprs[id].kind, ExprKind::Bound(other) if other == var);
        match &procedure.exprs[id].kind {
            ExprKind::Bound(_) => return Ok(None),
            ExprKind::Index(array, at) if matches!(at.as_slice(), [at] if itself(*at)) => {
                if self.names(var, *array, found) {
                    return Ok(None);
                }
                let Value::Array(array) = self.value(*array, bound)? else { return Ok(None) };
                let Some((low, high)) = array.bounds.first() else { return Ok(None) };
                let at = array.cells.keys().take(POINTS + 1).map(|offset| low.clone() + from_i128(*offset));
                found.points.extend(at);
                // Outside of its bounds is another place than inside.
                found.points.extend([low.clone(), high.clone()]);
            }
            ExprKind::Binary(op, a, b) if op.is_comparison() && (itself(*a) || itself(*b)) => {
                let other = if itself(*a) { *b } else { *a };
                if self.names(var, other, found) {
                    return Ok(None);
                }
                let Value::Int(value) = self.value(other, bound)? else { return Ok(None) };
                found.points.insert(value);
            }
            kind => {
                let mut parts = Vec::new();
                kind.operands(|part| parts.push(part));
                for part in parts {
                    if self.look(var, part, bound, found)?.is_none() {
                        return Ok(None);
                    }
                }
            }
        }
        Ok(Some(()))
    }

    /// Whether an expression names a bound variable.
    fn names(&self, var: BoundId, id: ExprId, found: &mut Found) -> bool {
        if let Some(known) = found.named.get(&id) {
            return *known;
        }
        let kind = &self.procedure().exprs[id].kind;
        let mut names = matches!(kind, ExprKind::Bound(other) if *other == var);
        let mut parts = Vec::new();
        kind.operands(|part| parts.push(part));
        names |= parts.into_iter().any(|part| self.names(var, part, found));
        found.named.insert(id, names);
        names
    }
}
