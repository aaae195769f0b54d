//! Subprograms that always terminate (SPARK RM 6.1.10): their loops end. A loop with a variant has its checks; of one
//! without, the condition that it goes on under gives a measure: while `A < B` it is `B - A`, which every iteration
//! makes smaller. Where there is none it is not decided whether the loop ends.

use super::effects::changed_arguments;
use super::procedure::Proc;
use super::{Lowering, Refusal};
use crate::place::Loc;
use crate::sema::tree::{
    BinaryOp, Builtin, Expr, ExprKind, Loop, ObjId, Scheme, Stmt, StmtKind, SubpId, Tree, UnaryOp,
};
use crate::sema::walk::{root, walk_stmts};
use horn_frontend::ir::{BinaryOp as Ir, CheckKind, ExprId, TypeId, UnaryOp as IrUnary, VarId};
use std::collections::BTreeSet;

/// Why it is checked.
pub(crate) const ENDS: &str = "a subprogram that always terminates has no loop that goes on forever";

/// What every iteration of a loop makes smaller, as far as the loop goes on.
pub(super) struct Measure {
    /// `left op right` holds as long as the loop goes on.
    op: BinaryOp,
    left: Expr,
    right: Expr,
    /// What it was at the start of the iteration.
    old: VarId,
}

impl Lowering<'_> {
    /// The subprograms that what always terminates calls, and itself.
    pub fn terminating(&self) -> BTreeSet<SubpId> {
        if !self.tree.spark_checks {
            return BTreeSet::new();
        }
        let starts = self.tree.subprogram_ids().filter(|id| self.tree.subprogram(*id).terminates);
        self.effects.reachable_without(starts.collect(), &BTreeSet::new())
    }
}

impl Proc<'_, '_> {
    /// Begins to watch a loop whose iterations start here. Without a measure a check says that its end is not decided.
    pub(super) fn watch_loop(&mut self, inner: &Loop, variants: usize, loc: Loc) -> Result<Option<Measure>, Refusal> {
        let structural = self.tree().structural_loops.contains_key(&inner.id);
        if variants > 0 || structural || !self.l.terminating.contains(&self.id) || self.l.is_own_text(loc) {
            return Ok(None);
        }
        let tree = self.tree();
        let Some((op, left, right)) = goes_on_while(tree, inner) else {
            if self.leaves_somewhere_else(inner) {
                return Ok(None);
            }
            let what = "whether the loop ends, which has no variant and no condition to measure it by";
            self.undecided_end(what, loc);
            return Ok(None);
        };
        let old = self.b.temporary("measure", TypeId::INT, loc);
        let mut measure = Measure { op, left, right, old };
        let (now, _) = self.measured(&mut measure, loc)?;
        self.b.assign(old, now, loc);
        Ok(Some(measure))
    }

    /// The end of an iteration: if the loop goes on the measure is smaller.
    pub(super) fn end_of_iteration(&mut self, measure: Option<Measure>, loc: Loc) -> Result<(), Refusal> {
        let Some(mut measure) = measure else { return Ok(()) };
        let (now, goes_on) = self.measured(&mut measure, loc)?;
        let old = self.b.var(measure.old, loc);
        let smaller = self.b.compare(Ir::Lt, now, old, loc);
        let holds = self.b.implies(goes_on, smaller, loc);
        let fails = self.b.not(holds, loc);
        self.b.begin_if(fails, loc);
        self.rests_on("whether the loop ends although an iteration brings it no nearer to its condition", loc);
        self.check_without_exception(CheckKind::Termination, loc, holds, (ENDS, ""));
        self.b.end_if();
        Ok(())
    }

    /// The measure, and whether the loop goes on with it.
    fn measured(&mut self, measure: &mut Measure, loc: Loc) -> Result<(ExprId, ExprId), Refusal> {
        let Measure { op, left, right, .. } = measure;
        let (a, b) = self.silently(|p| Ok((p.value(left)?, p.value(right)?)))?;
        let (a, b) = (self.as_index(a, loc), self.as_index(b, loc));
        let (from, to) = if matches!(op, BinaryOp::Gt | BinaryOp::Ge) { (b, a) } else { (a, b) };
        let apart = self.b.binary(Ir::Sub, to, from, TypeId::INT, loc);
        let op = match op {
            BinaryOp::Lt | BinaryOp::Gt => Ir::Lt,
            BinaryOp::Le | BinaryOp::Ge => Ir::Le,
            _ => {
                let apart = self.b.unary(IrUnary::Abs, apart, TypeId::INT, loc);
                return Ok((apart, self.b.compare(Ir::Ne, from, to, loc)));
            }
        };
        Ok((apart, self.b.compare(op, from, to, loc)))
    }

    /// A recursion without a variant.
    pub(super) fn watch_recursion(&mut self) {
        let subp = self.tree().subprogram(self.id);
        let measured = !subp.variant.is_empty() || subp.structural.is_some();
        if !measured && self.l.effects.recursive.contains(&self.id) && self.l.terminating.contains(&self.id) {
            self.undecided_end("whether the recursion ends, which has no variant", subp.loc);
        }
    }

    fn undecided_end(&mut self, what: &str, loc: Loc) {
        if self.l.is_own_text(loc) {
            return;
        }
        let ends = self.unfollowed("ends", what, loc);
        self.check_without_exception(CheckKind::Termination, loc, ends, (ENDS, ""));
    }

    /// Whether the statements of a loop without a condition end with a statement that leaves it in any case.
    fn leaves_somewhere_else(&self, inner: &Loop) -> bool {
        let last = inner.body.last().map(|stmt| &stmt.kind);
        matches!(last, Some(StmtKind::Return(_) | StmtKind::Raise(_) | StmtKind::Exit(_, None)))
            && matches!(inner.scheme, Scheme::Forever | Scheme::While(_))
    }
}

/// The comparison that holds as long as a loop goes on and of which the loop changes a side: a conjunct of its
/// condition, or the opposite of one that leads out, where that stands first or last in the loop.
fn goes_on_while(tree: &Tree, inner: &Loop) -> Option<(BinaryOp, Expr, Expr)> {
    let mut found = Vec::new();
    match &inner.scheme {
        Scheme::While(condition) => comparisons(tree, condition, false, &mut found),
        Scheme::Forever => {
            for stmt in [first_statement(&inner.body), inner.body.last()].into_iter().flatten() {
                match &stmt.kind {
                    StmtKind::Exit(id, Some(condition)) if *id == inner.id => {
                        comparisons(tree, condition, true, &mut found);
                    }
                    _ => {}
                }
            }
        }
        Scheme::For { .. } | Scheme::Of { .. } => return None,
    }
    let changed = assigned(tree, inner);
    let reads = |side: &Expr| objects(side).is_some_and(|objects| objects.iter().any(|one| changed.contains(one)));
    let (op, left, right) = found.into_iter().find(|(_, left, right)| reads(left) || reads(right))?;
    Some((op, left.clone(), right.clone()))
}

/// The first statement that is no assertion.
fn first_statement(body: &[Stmt]) -> Option<&Stmt> {
    body.iter().find(|stmt| !matches!(stmt.kind, StmtKind::Assert(..)))
}

/// The comparisons of discrete values that follow from a condition, or from its opposite.
fn comparisons<'e>(tree: &Tree, condition: &'e Expr, opposite: bool, found: &mut Vec<(BinaryOp, &'e Expr, &'e Expr)>) {
    let mut todo = vec![(condition, opposite)];
    while let Some((expr, opposite)) = todo.pop() {
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, inner) => todo.push((inner, !opposite)),
            ExprKind::Binary(op, left, right) => match (op, opposite) {
                (BinaryOp::And | BinaryOp::AndThen, false) | (BinaryOp::Or | BinaryOp::OrElse, true) => {
                    todo.extend([(&**right, opposite), (&**left, opposite)]);
                }
                _ => {
                    let discrete = tree.types.is_discrete(left.ty) && objects(left).is_some();
                    if let (Some(op), true, true) = (going_on(*op, opposite), discrete, objects(right).is_some()) {
                        found.push((op, left, right));
                    }
                }
            },
            ExprKind::Convert(inner) | ExprKind::Qualified(inner) => todo.push((inner, opposite)),
            _ => {}
        }
    }
}

fn going_on(op: BinaryOp, opposite: bool) -> Option<BinaryOp> {
    Some(match (op, opposite) {
        (BinaryOp::Lt, false) | (BinaryOp::Ge, true) => BinaryOp::Lt,
        (BinaryOp::Le, false) | (BinaryOp::Gt, true) => BinaryOp::Le,
        (BinaryOp::Gt, false) | (BinaryOp::Le, true) => BinaryOp::Gt,
        (BinaryOp::Ge, false) | (BinaryOp::Lt, true) => BinaryOp::Ge,
        (BinaryOp::Ne, false) | (BinaryOp::Eq, true) => BinaryOp::Ne,
        _ => return None,
    })
}

/// The objects that an expression reads, if it is made of nothing but them, numbers and arithmetic.
fn objects(expr: &Expr) -> Option<BTreeSet<ObjId>> {
    let mut found = BTreeSet::new();
    let mut todo = vec![expr];
    while let Some(expr) = todo.pop() {
        match &expr.kind {
            ExprKind::Int(_) => {}
            ExprKind::Object(object) => drop(found.insert(*object)),
            ExprKind::Field(inner, _) | ExprKind::Convert(inner) | ExprKind::Unary(UnaryOp::Neg, inner) => {
                todo.push(inner);
            }
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, left, right) => {
                todo.extend([&**left, &**right]);
            }
            ExprKind::Builtin(Builtin::First(_) | Builtin::Last(_) | Builtin::Length(_), args) => todo.extend(args),
            _ => return None,
        }
    }
    Some(found)
}

/// What the statements of a loop assign, or give to a call that may.
fn assigned(tree: &Tree, inner: &Loop) -> BTreeSet<ObjId> {
    let mut found = BTreeSet::new();
    let mut look = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Assign(target, _) => found.extend(root(target)),
        StmtKind::Call(callee, args) => {
            found.extend(changed_arguments(tree, *callee, args).into_iter().filter_map(root));
        }
        _ => {}
    };
    walk_stmts(&inner.body, &mut look, &mut |_| {});
    found
}
