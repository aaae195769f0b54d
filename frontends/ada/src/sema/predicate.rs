//! The values that satisfy a static predicate (RM 3.2.4 (15–23)): for the coverage of case statements, for choices,
//! and for loops over a subtype with one.

use super::Sema;
use super::tree::{BinaryOp, Choice, Expr, ExprKind, ObjId, StmtKind, UnaryOp};
use super::types::TypeId;
use horn_solver::num::Int;

/// Disjoint intervals in ascending order.
pub(crate) type Values = Vec<(Int, Int)>;

impl Sema<'_> {
    /// The values of a discrete subtype with predicates; `None` without predicates, or if one is not static (or not
    /// known yet).
    pub fn predicate_values(&self, ty: TypeId) -> Option<Values> {
        let types = &self.tree.types;
        if types[ty].predicates.is_empty() || !types.is_discrete(ty) {
            return None;
        }
        let (low, high) = types.static_range(ty)?;
        let mut values = vec![(low, high)];
        for predicate in &types[ty].predicates {
            let subp = self.tree.subprogram(*predicate);
            let [stmt] = subp.body.as_ref()?.statements.as_slice() else { return None };
            let StmtKind::Return(Some(condition)) = &stmt.kind else { return None };
            values = meet(&values, &self.satisfying(condition, *subp.params.first()?)?);
        }
        Some(values)
    }

    /// Where a condition on one discrete variable holds, within its base range.
    fn satisfying(&self, condition: &Expr, var: ObjId) -> Option<Values> {
        let all = self.tree.types.base_range(self.tree.object(var).ty)?;
        let is_var = |expr: &Expr| matches!(&expr.kind, ExprKind::Object(object) if *object == var);
        match &condition.kind {
            ExprKind::Int(value) => Some(if value.is_zero() { Vec::new() } else { vec![all] }),
            ExprKind::Unary(UnaryOp::Not, inner) => Some(without(&all, &self.satisfying(inner, var)?)),
            ExprKind::Binary(BinaryOp::And | BinaryOp::AndThen, left, right) => {
                Some(meet(&self.satisfying(left, var)?, &self.satisfying(right, var)?))
            }
            ExprKind::Binary(BinaryOp::Or | BinaryOp::OrElse, left, right) => {
                let mut both = self.satisfying(left, var)?;
                both.extend(self.satisfying(right, var)?);
                Some(join(both))
            }
            ExprKind::Binary(op, left, right) if op.is_comparison() => {
                let (op, number) = match (left.as_int(), right.as_int()) {
                    (None, Some(number)) if is_var(left) => (*op, number),
                    (Some(number), None) if is_var(right) => (mirrored(*op), number),
                    _ => return None,
                };
                let (low, high) = all.clone();
                let one = Int::from(1);
                let found = match op {
                    BinaryOp::Lt => vec![(low, number - &one)],
                    BinaryOp::Le => vec![(low, number.clone())],
                    BinaryOp::Gt => vec![(number + &one, high)],
                    BinaryOp::Ge => vec![(number.clone(), high)],
                    BinaryOp::Eq => vec![(number.clone(), number.clone())],
                    _ => without(&all, &[(number.clone(), number.clone())]),
                };
                Some(meet(&found, &[all]))
            }
            ExprKind::Member(operand, choices, negated) if is_var(operand) => {
                let mut found = Vec::new();
                for choice in choices {
                    match choice {
                        Choice::Value(value) => found.push((value.as_int()?.clone(), value.as_int()?.clone())),
                        Choice::Range(low, high) => found.push((low.as_int()?.clone(), high.as_int()?.clone())),
                        Choice::Subtype(ty) if self.tree.types[*ty].predicates.is_empty() => {
                            found.push(self.tree.types.static_range(*ty)?);
                        }
                        Choice::Subtype(ty) => found.extend(self.predicate_values(*ty)?),
                        Choice::Others => return None,
                    }
                }
                let found = join(found);
                Some(if *negated { without(&all, &found) } else { meet(&found, &[all]) })
            }
            _ => None,
        }
    }
}

fn mirrored(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Ge => BinaryOp::Le,
        other => other,
    }
}

/// Intervals in order, merged; empty ones are dropped.
fn join(mut parts: Values) -> Values {
    parts.retain(|(low, high)| low <= high);
    parts.sort();
    let mut found: Values = Vec::new();
    for (low, high) in parts {
        match found.last_mut() {
            Some((_, last)) if low <= &*last + &Int::from(1) => *last = last.clone().max(high),
            _ => found.push((low, high)),
        }
    }
    found
}

fn meet(left: &[(Int, Int)], right: &[(Int, Int)]) -> Values {
    let both = |(a, b): &(Int, Int)| {
        right.iter().map(|(c, d)| (a.clone().max(c.clone()), b.clone().min(d.clone()))).collect::<Vec<_>>()
    };
    join(left.iter().flat_map(both).collect())
}

fn without((low, high): &(Int, Int), parts: &[(Int, Int)]) -> Values {
    let one = Int::from(1);
    let mut found = Vec::new();
    let mut next = low.clone();
    for (first, last) in join(parts.to_vec()) {
        found.push((next.clone(), &first - &one));
        next = next.max(&last + &one);
    }
    found.push((next, high.clone()));
    join(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(parts: &[(i64, i64)]) -> Values {
        parts.iter().map(|(a, b)| (Int::from(*a), Int::from(*b))).collect()
    }

    #[test]
    fn sets_of_intervals() {
        assert_eq!(join(values(&[(5, 6), (1, 3), (4, 4), (9, 8)])), values(&[(1, 6)]));
        assert_eq!(meet(&values(&[(1, 5), (8, 9)]), &values(&[(4, 8)])), values(&[(4, 5), (8, 8)]));
        assert_eq!(without(&(Int::from(0), Int::from(9)), &values(&[(2, 3), (9, 9)])), values(&[(0, 1), (4, 8)]));
        assert_eq!(without(&(Int::from(0), Int::from(9)), &[]), values(&[(0, 9)]));
    }
}
