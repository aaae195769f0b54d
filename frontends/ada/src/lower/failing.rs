//! What an evaluation may raise, as far as the text shows. Where somebody handles it, what other operands have done
//! before is seen: the order of evaluation matters (RM 1.1.4 (18)) also where no operand reads what another one
//! changes.

use super::effects::{Effects, walk_body, walk_expr};
use crate::sema::tree::{
    BinaryOp, Builtin, Concurrency, ExnId, Expr, ExprKind, Stmt, StmtKind, SubpId, TASKING_ERROR, Tree, UnaryOp,
};
use crate::sema::types::{Bound, Constraint, Kind, TypeId};
use horn_solver::num::Int;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// What is raised.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Raised {
    /// A check of the language, or an assertion, may fail.
    pub checks: bool,
    /// Exceptions that statements and expressions name.
    pub named: BTreeSet<ExnId>,
    /// Nobody knows what.
    pub unknown: bool,
}

impl Raised {
    /// Whether anything may be raised.
    pub fn some(&self) -> bool {
        self.checks || self.unknown || !self.named.is_empty()
    }

    fn add(&mut self, other: &Raised) {
        self.checks |= other.checks;
        self.unknown |= other.unknown;
        self.named.extend(&other.named);
    }
}

/// What each of these subprograms may raise, which call no others.
pub(super) fn of_subprograms(
    tree: &Tree,
    subprograms: &BTreeSet<SubpId>,
    calls: &BTreeMap<SubpId, BTreeSet<SubpId>>,
) -> BTreeMap<SubpId, Raised> {
    let mut all: BTreeMap<SubpId, Raised> = subprograms.iter().map(|id| (*id, own(tree, *id))).collect();
    let mut callers: BTreeMap<SubpId, Vec<SubpId>> = BTreeMap::new();
    for (caller, callees) in calls.iter().filter(|(caller, _)| subprograms.contains(caller)) {
        callees.iter().for_each(|callee| callers.entry(*callee).or_default().push(*caller));
    }
    let mut todo: Vec<SubpId> = all.iter().filter(|(_, raised)| raised.some()).map(|(id, _)| *id).collect();
    while let Some(id) = todo.pop() {
        let Some(raised) = all.get(&id).cloned() else { continue };
        for caller in callers.get(&id).into_iter().flatten() {
            let Some(known) = all.get_mut(caller) else { continue };
            let before = known.clone();
            known.add(&raised);
            if *known != before {
                todo.push(*caller);
            }
        }
    }
    all
}

/// What a subprogram raises itself.
fn own(tree: &Tree, id: SubpId) -> Raised {
    let subp = tree.subprogram(id);
    let found = RefCell::new(Raised::default());
    let contract = subp.conditions().next().is_some() || !subp.variant.is_empty() || !subp.invariants.is_empty();
    found.borrow_mut().checks = contract;
    let Some(body) = &subp.body else {
        return Raised { unknown: subp.loc != crate::place::Loc::NONE, ..found.into_inner() };
    };
    let result = subp.result;
    let mut stmt = |stmt: &Stmt| {
        let mut found = found.borrow_mut();
        match &stmt.kind {
            StmtKind::Raise(Some(exception)) => {
                found.named.insert(*exception);
            }
            StmtKind::Raise(None) | StmtKind::RaiseOf(..) | StmtKind::Unsupported | StmtKind::Dropped => {
                found.unknown = true;
            }
            StmtKind::Assign(target, value) => found.checks |= !fits(tree, value, target.ty),
            StmtKind::Declare(object, Some(value)) => found.checks |= !fits(tree, value, tree.object(*object).ty),
            StmtKind::Return(Some(value)) => {
                found.checks |= result.is_some_and(|result| !fits(tree, value, result));
            }
            StmtKind::Call(callee, args) => found.checks |= !all_fit(tree, *callee, args),
            StmtKind::Assert(..) | StmtKind::CheckRange { .. } | StmtKind::LoopVariant(..) => found.checks = true,
            _ => {}
        }
    };
    walk_body(body, &mut stmt, &mut |e| node(tree, e, &mut found.borrow_mut()));
    let mut found = found.into_inner();
    if subp.concurrency == Some(Concurrency::TaskEntry) {
        // The task may have come to its end.
        found.named.insert(TASKING_ERROR);
    }
    found
}

/// What the evaluation of an expression raises itself, and what its calls do.
pub(super) fn of_expression(tree: &Tree, effects: &Effects, expr: &Expr) -> (Raised, Raised) {
    let (mut own, mut called) = (Raised::default(), Raised::default());
    walk_expr(expr, &mut |e| {
        node(tree, e, &mut own);
        if let ExprKind::Call(callee, _) = &e.kind {
            match effects.raised.get(callee) {
                Some(raised) => called.add(raised),
                None => called.unknown = true,
            }
        }
    });
    (own, called)
}

/// What one node raises, without its operands.
fn node(tree: &Tree, e: &Expr, found: &mut Raised) {
    let types = &tree.types;
    found.checks |= match &e.kind {
        ExprKind::Index(array, indices) => {
            let inside = |(index, bounds): (&Expr, &(Bound, Bound))| {
                let value = index.as_int().map(|value| (value.clone(), value.clone()));
                match (value.or_else(|| types.value_range(index.ty)), bounds) {
                    (Some((low, high)), (Bound::Int(first), Bound::Int(last))) => *first <= low && high <= *last,
                    _ => false,
                }
            };
            match &types[array.ty].constraint {
                Constraint::Index(bounds) => !indices.iter().zip(bounds).all(inside),
                _ => true,
            }
        }
        ExprKind::Slice(..) | ExprKind::Deref(_) | ExprKind::CheckedRange(..) | ExprKind::Asserted(..) => true,
        ExprKind::Field(inner, _) => types.record(inner.ty).is_some_and(|record| record.discriminants > 0),
        ExprKind::Binary(op, _, right) => match op {
            BinaryOp::Div | BinaryOp::Mod | BinaryOp::Rem => right.as_int().is_none_or(|right| *right == Int::from(0)),
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Pow => {
                !matches!(types.kind(e.ty), Kind::Modular(_))
            }
            _ => false,
        },
        ExprKind::Unary(UnaryOp::Neg | UnaryOp::Abs, _) => !matches!(types.kind(e.ty), Kind::Modular(_)),
        ExprKind::Concat(..) => true,
        ExprKind::Convert(inner) | ExprKind::Qualified(inner) => !fits(tree, inner, e.ty),
        ExprKind::Call(callee, args) => !all_fit(tree, *callee, args),
        ExprKind::Builtin(Builtin::Val | Builtin::Succ | Builtin::Pred | Builtin::Value, _) => true,
        ExprKind::Reduce(_) => true,
        _ => false,
    };
    match &e.kind {
        ExprKind::Raise(exception) => {
            found.named.insert(*exception);
        }
        ExprKind::NotAnalysed(_) | ExprKind::Error => found.unknown = true,
        _ => {}
    }
}

/// Whether no check fails where a value gets this subtype, as its own one tells.
fn fits(tree: &Tree, value: &Expr, target: TypeId) -> bool {
    let types = &tree.types;
    if !types[target].predicates.is_empty() {
        return false;
    }
    if !types.is_scalar(target) {
        return value.ty == target || types.record(target).is_some_and(|record| record.discriminants == 0);
    }
    match (value.as_int(), types.value_range(value.ty), types.static_range(target)) {
        (Some(number), _, Some((first, last))) => first <= *number && *number <= last,
        (None, Some((low, high)), Some((first, last))) => first <= low && high <= last,
        _ => types.base(target) == target && types.base(value.ty) == target,
    }
}

/// Whether the actual parameters of a call are of the subtypes of the formal ones.
fn all_fit(tree: &Tree, callee: SubpId, args: &[Expr]) -> bool {
    tree.subprogram(callee).params.iter().zip(args).all(|(param, arg)| fits(tree, arg, tree.object(*param).ty))
}
