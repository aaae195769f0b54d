//! What is between the least and the greatest component of a constant table: stated wherever one is read, as the table
//! itself is a term of its size.

use super::Refusal;
use super::procedure::Proc;
use crate::place::Loc;
use crate::sema::tree::{ArrayAggregate, Expr, ExprKind, ObjId, ObjectKind, StmtKind, Tree, Value};
use crate::sema::walk::walk_body;
use horn_frontend::ir::{self, ExprId};
use std::collections::BTreeMap;

/// Tables with fewer components need no help.
const FEW: usize = 8;

/// The least and the greatest component of each constant array whose components are static numbers.
pub(super) fn tables(tree: &Tree) -> BTreeMap<ObjId, (Value, Value)> {
    let mut found = BTreeMap::new();
    for body in tree.subprograms.iter().filter_map(|subp| subp.body.as_ref()) {
        let mut stmt = |stmt: &crate::sema::tree::Stmt| {
            if let StmtKind::Declare(object, Some(value)) = &stmt.kind
                && tree.object(*object).kind == ObjectKind::Constant
                && !tree.object(*object).volatile
                && let Some(range) = range_of_components(value)
            {
                found.insert(*object, range);
            }
        };
        walk_body(body, &mut stmt, &mut |_| {});
    }
    found
}

/// The least and the greatest of the numbers that an aggregate consists of, if there are more than a few and nothing
/// else.
fn range_of_components(whole: &Expr) -> Option<(Value, Value)> {
    let mut range: Option<(Value, Value)> = None;
    let mut count = 0;
    let mut todo = vec![whole];
    while let Some(part) = todo.pop() {
        match &part.kind {
            ExprKind::Array(aggregate) => todo.extend(components(aggregate)?),
            ExprKind::Qualified(inner) => todo.push(inner),
            _ => {
                count += 1;
                let value = part.value()?;
                range = Some(match range {
                    None => (value.clone(), value),
                    Some((low, high)) if is_below(&value, &low)? => (value, high),
                    Some((low, high)) if is_below(&high, &value)? => (low, value),
                    within => within?,
                });
            }
        }
    }
    range.filter(|_| count > FEW)
}

/// The values of an array aggregate; nothing where one is left to a default.
fn components(aggregate: &ArrayAggregate) -> Option<Vec<&Expr>> {
    let mut found: Vec<&Expr> = aggregate.positional.iter().collect();
    for named in &aggregate.named {
        found.push(named.value.as_ref()?);
    }
    if let Some(others) = &aggregate.others {
        found.push(others.as_ref()?);
    }
    Some(found)
}

/// Whether a number is less than another one of its kind.
fn is_below(a: &Value, b: &Value) -> Option<bool> {
    match (a, b) {
        (Value::Int(x), Value::Int(y)) => Some(x < y),
        (Value::Real(x), Value::Real(y)) => Some(x < y),
        _ => None,
    }
}

impl Proc<'_, '_> {
    /// A component of a constant table is between the least and the greatest one, where the index is one of the table.
    pub(super) fn in_table(
        &mut self,
        table: &Expr,
        whole: ExprId,
        indices: &[ExprId],
        component: (ExprId, &Expr),
        loc: Loc,
    ) -> Result<(), Refusal> {
        let (value, expr) = component;
        let ExprKind::Object(object) = &table.kind else { return Ok(()) };
        let Some((low, high)) = self.l.tables.get(object).cloned() else { return Ok(()) };
        let types = &self.tree().types;
        if self.quantifying() || types.is_boolean(expr.ty) || !types.is_scalar(expr.ty) {
            return Ok(());
        }
        let number = |value: Value| match value {
            Value::Int(value) => Some(Expr { kind: ExprKind::Int(value), ty: expr.ty, loc }),
            Value::Real(value) => Some(Expr { kind: ExprKind::Real(value), ty: expr.ty, loc }),
            Value::Text(_) => None,
        };
        let (Some(low), Some(high)) = (number(low), number(high)) else { return Ok(()) };
        let (low, high) = (self.value(&low)?, self.value(&high)?);
        let mut fact = self.b.between(value, low, high, loc);
        for (at, dimension) in indices.iter().zip(0u32..) {
            let (first, last) = self.value_bounds(whole, dimension, loc);
            let inside = self.b.between(*at, first, last, loc);
            fact = self.b.implies(inside, fact, loc);
        }
        if !matches!(self.b.node(fact).kind, ir::ExprKind::Bool(_)) {
            // Where it is not evaluated an index need not have a value.
            let fact = self.wrapped(fact, false, loc);
            self.b.assume(fact, loc);
        }
        Ok(())
    }
}
