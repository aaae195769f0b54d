//! Assignments of objects with finalization (RM 7.6 (17)), in GNAT's order: the target is finalized, gets the value,
//! and is adjusted; an object that is assigned to itself stays as it is.

use super::initial::is_name;
use super::temporaries::{Becomes, Held};
use super::{Operation, Refusal};
use crate::place::Loc;
use crate::sema::Sema;
use crate::sema::tree::{BinaryOp, Expr, ExprKind, Stmt, StmtKind};
use crate::sema::types::{Bound, Constraint, TypeId};
use crate::sema::walk::{walk_expr, without_conversions};

/// Whether two names are of one object.
enum Same {
    Known(bool),
    If(Expr),
}

impl Sema<'_> {
    pub(super) fn finalized_assign(
        &mut self,
        mut target: Expr,
        mut value: Expr,
        loc: Loc,
    ) -> Result<Vec<Stmt>, Refusal> {
        let mut held = Held::default();
        self.hold(&mut target, Becomes::Operand, &mut held)?;
        self.hold(&mut value, Becomes::Operand, &mut held)?;
        let assign = |target: &Expr, value: &Expr| Stmt { kind: StmtKind::Assign(target.clone(), value.clone()), loc };
        let mut rest = vec![value.clone()];
        evaluated_parts(&target, &mut rest);
        if !self.has_finalization(target.ty) {
            return Ok(self.held_around(held, rest, vec![assign(&target, &value)], loc));
        }
        if !is_name(&value) {
            return Err((loc, "assignment of this value with finalization (RM 5.2)".into()));
        }
        if self.tree.types.has_predicates(target.ty) {
            return Err((loc, "assignment with finalization and predicates (RM 5.2)".into()));
        }
        let mut inside = Vec::new();
        let target = self.fixed_name(target, &mut inside)?;
        let value = self.fixed_name(value, &mut inside)?;
        self.checks_of_assignment(&target, &value, loc)?;
        let mut copied = self.copied(&target, &value, loc)?;
        if self.tree.types.is_class_wide(target.ty) {
            // The tags are compared first.
            let same = self.compared(BinaryOp::Eq, self.tag_of(&target, loc), self.tag_of(&value, loc), loc);
            copied = vec![Stmt { kind: StmtKind::If(vec![(same, copied)], vec![assign(&target, &value)]), loc }];
        }
        for at in 0..self.tree.record(target.ty).discriminants {
            // So are discriminants.
            let ty = self.tree.record(target.ty).components[at].ty;
            let of = |name: &Expr| Expr { kind: ExprKind::Field(Box::new(name.clone()), at), ty, loc };
            let same = self.compared(BinaryOp::Eq, of(&target), of(&value), loc);
            copied = vec![Stmt { kind: StmtKind::If(vec![(same, copied)], vec![assign(&target, &value)]), loc }];
        }
        match self.same_object(&target, &value, loc)? {
            Same::Known(false) => inside.extend(copied),
            Same::Known(true) => inside.push(Stmt { kind: StmtKind::Name(target), loc }),
            Same::If(condition) => {
                let name = vec![Stmt { kind: StmtKind::Name(target), loc }];
                inside.push(Stmt { kind: StmtKind::If(vec![(condition, name)], copied), loc });
            }
        }
        Ok(self.held_around(held, rest, inside, loc))
    }

    /// The target is finalized, gets the value, and is adjusted; of arrays each component by itself.
    fn copied(&mut self, target: &Expr, value: &Expr, loc: Loc) -> Result<Vec<Stmt>, Refusal> {
        if let Some((index, element)) =
            self.tree.types.array(target.ty).map(|(index, element)| (index.to_vec(), element))
        {
            let (vars, places) = self.indices(&index, loc);
            let part = |of: &Expr| {
                let kind = ExprKind::Index(Box::new(of.clone()), places.clone());
                Expr { kind, ty: element, loc }
            };
            let body = self.copied(&part(target), &part(value), loc)?;
            return Ok(vec![self.loop_over(target, vars, false, body, loc)]);
        }
        let mut copied = self.operate(Operation::Finalize, target, loc)?;
        copied.push(Stmt { kind: StmtKind::Assign(target.clone(), value.clone()), loc });
        copied.extend(self.operate(Operation::Adjust, target, loc)?);
        Ok(copied)
    }

    /// A name whose indices and access values are evaluated, by statements in front of it.
    pub(super) fn fixed_name(&mut self, name: Expr, done: &mut Vec<Stmt>) -> Result<Expr, Refusal> {
        let sink = std::mem::take(&mut self.sink);
        let name = self.evaluated_name(name);
        let made = std::mem::replace(&mut self.sink, sink);
        done.extend(made);
        Ok(name)
    }

    /// What an assignment checks besides tags is known to hold: the target is finalized before.
    fn checks_of_assignment(&self, target: &Expr, value: &Expr, loc: Loc) -> Result<(), Refusal> {
        let types = &self.tree.types;
        let refusal = || Err((loc, "assignment with finalization that checks bounds or discriminants (RM 5.2)".into()));
        if types.array(target.ty).is_some() {
            let fixed = |ty: TypeId| match &types[ty].constraint {
                Constraint::Index(bounds) if bounds.iter().all(|(low, high)| is_static(low) && is_static(high)) => {
                    Some(bounds.clone())
                }
                _ => None,
            };
            return match (fixed(target.ty), fixed(value.ty)) {
                (Some(own), Some(other)) if own == other => Ok(()),
                _ => refusal(),
            };
        }
        match types.record(target.ty) {
            Some(record) if record.discriminants > 0 && (record.mutable || !types.has_tag(target.ty)) => refusal(),
            _ => Ok(()),
        }
    }

    /// Whether two names whose indices are evaluated are of one object.
    fn same_object(&self, a: &Expr, b: &Expr, loc: Loc) -> Result<Same, Refusal> {
        let refusal = || Err((loc, "assignment with finalization between names that may be of one object".into()));
        let (a, b) = (without_conversions(a), without_conversions(b));
        let equal = |left: &Expr, right: &Expr| self.compared(BinaryOp::Eq, left.clone(), right.clone(), loc);
        let both = |one: Same, other: Same| match (one, other) {
            (Same::Known(true), rest) | (rest, Same::Known(true)) => rest,
            (Same::Known(false), _) | (_, Same::Known(false)) => Same::Known(false),
            (Same::If(left), Same::If(right)) => Same::If(self.all_of(vec![left, right])),
        };
        match (&a.kind, &b.kind) {
            (ExprKind::Object(x), ExprKind::Object(y)) => Ok(Same::Known(x == y)),
            (ExprKind::Field(x, i), ExprKind::Field(y, j)) => {
                if i == j {
                    self.same_object(x, y, loc)
                } else {
                    Ok(Same::Known(false))
                }
            }
            (ExprKind::Index(x, is), ExprKind::Index(y, js)) => {
                let mut same = self.same_object(x, y, loc)?;
                for (i, j) in is.iter().zip(js) {
                    let one = match (i.as_int(), j.as_int()) {
                        (Some(i), Some(j)) => Same::Known(i == j),
                        _ if i.kind == j.kind => Same::Known(true),
                        _ => Same::If(equal(i, j)),
                    };
                    same = both(same, one);
                }
                Ok(same)
            }
            (ExprKind::Deref(p), ExprKind::Deref(q)) => {
                if self.tree.types.base(p.ty) == self.tree.types.base(q.ty) {
                    Ok(Same::If(equal(p, q)))
                } else {
                    refusal()
                }
            }
            (ExprKind::Slice(..), _) | (_, ExprKind::Slice(..)) => refusal(),
            _ => {
                // Objects of one type are no parts of each other, but access values may designate variables.
                let of_heap = |expr: &Expr| {
                    let mut found = false;
                    walk_expr(expr, &mut |part| {
                        found |= matches!(part.kind, ExprKind::Deref(_))
                            || matches!(&part.kind, ExprKind::Object(one) if self.designated_objects.contains(one));
                    });
                    found
                };
                if of_heap(a) && of_heap(b) { refusal() } else { Ok(Same::Known(false)) }
            }
        }
    }
}

fn is_static(bound: &Bound) -> bool {
    matches!(bound, Bound::Int(_))
}

/// What is evaluated of the name of a variable that is assigned.
fn evaluated_parts(target: &Expr, found: &mut Vec<Expr>) {
    match &target.kind {
        ExprKind::Object(_) => {}
        ExprKind::Field(inner, _) | ExprKind::Convert(inner) | ExprKind::Qualified(inner) => {
            evaluated_parts(inner, found);
        }
        ExprKind::Index(inner, indices) => {
            found.extend(indices.iter().cloned());
            evaluated_parts(inner, found);
        }
        ExprKind::Deref(pointer) => found.push((**pointer).clone()),
        _ => found.push(target.clone()),
    }
}
