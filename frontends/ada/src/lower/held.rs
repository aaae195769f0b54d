//! Elements of containers of the language's library that statements hold, as `V (I)` does for the statement that names
//! it and `for E of V` for its loop: meanwhile nobody may add elements to the container, or take some away (RM A.18.2,
//! "tampering with cursors"). The run-time system raises Program_Error then; such a statement is not analysed.

use super::Refusal;
use super::effects::{self, each_part, root, walk_expr};
use super::procedure::Proc;
use crate::sema::tree::{Expr, ExprKind, Scheme, Stmt, StmtKind, SubpId};
use crate::sema::walk::{each_own_expr, walk_stmts};

impl Proc<'_, '_> {
    /// Refuses a statement that changes a container one of whose elements it holds.
    pub fn elements_stay(&self, stmt: &Stmt) -> Result<(), Refusal> {
        if self.tree().slotted.is_empty() || self.l.is_own_text(stmt.loc) {
            return Ok(());
        }
        let mut held = Vec::new();
        each_own_expr(stmt, &mut |expr| self.held_in(expr, &mut held));
        let mut fine = held.is_empty() || !self.changes_some(stmt, false, &held, false);
        // What a loop is over, it holds until its end; one over cursors lets its elements get other values.
        if let StmtKind::Loop(inner) = &stmt.kind {
            let mut held = Vec::new();
            let by_cursors = match &inner.scheme {
                Scheme::Of { index, .. } => index.iter().any(|index| self.tree().cursor_loops.contains(index)),
                _ => false,
            };
            match &inner.scheme {
                Scheme::Of { array, .. } => self.held_in(array, &mut held),
                Scheme::For { range, .. } => {
                    self.held_in(&range.low, &mut held);
                    self.held_in(&range.high, &mut held);
                }
                Scheme::While(_) | Scheme::Forever => {}
            }
            fine &=
                held.is_empty() || !inner.body.iter().any(|inside| self.changes_some(inside, true, &held, by_cursors));
        }
        match fine {
            true => Ok(()),
            false => Err((stmt.loc, "change of a container one of whose elements is in use (RM A.18.2)".into())),
        }
    }

    /// The containers of which an expression names elements.
    fn held_in<'e>(&self, expr: &'e Expr, held: &mut Vec<&'e Expr>) {
        held.extend(self.tree().container_of(expr));
        each_part(expr, &mut |part| self.held_in(part, held));
    }

    /// Whether a subprogram of the library gives elements of a container other values, and no other places: that is no
    /// tampering with cursors (RM A.18.2 (91–96)).
    fn keeps_places(&self, callee: SubpId) -> bool {
        let tree = self.tree();
        let subp = tree.subprogram(callee);
        let name = subp.name.rsplit('.').next().unwrap_or_default().to_lowercase();
        // In a set the place depends on the value.
        let of_set = subp.params.first().is_none_or(|param| {
            let name = &tree.types[tree.types.base(tree.object(*param).ty)].name;
            name.rsplit('.').next().is_some_and(|last| last.eq_ignore_ascii_case("set"))
        });
        tree.is_own_text(subp.loc) && !of_set && ["replace_element", "update_element", "swap"].contains(&name.as_str())
    }

    /// Whether a statement, with those inside of it or without them, may change one of these containers otherwise than
    /// by its elements; where their values may change, otherwise than by these.
    fn changes_some(&self, stmt: &Stmt, inside: bool, held: &[&Expr], values_may: bool) -> bool {
        let mut found = false;
        let by_call = |callee: SubpId, args: &[Expr]| {
            if values_may && self.keeps_places(callee) {
                return false;
            }
            let effects = &self.l.effects;
            let written = effects.written(callee);
            let of_nobody = effects.changing.contains(&callee) && held.iter().any(|one| root(one).is_none());
            let changed = effects::changed_arguments(self.tree(), callee, args);
            of_nobody
                || held.iter().filter_map(|one| root(one)).any(|object| written.contains(&object))
                || changed.iter().any(|arg| held.iter().any(|one| is_part(one, arg)))
        };
        let by_statement = |one: &Stmt| match &one.kind {
            StmtKind::Assign(target, _) => held.iter().any(|container| is_part(container, target)),
            StmtKind::Call(callee, args) => by_call(*callee, args),
            _ => false,
        };
        let by_expression = |expr: &Expr| match &expr.kind {
            ExprKind::Call(callee, args) => by_call(*callee, args),
            _ => effects::implied_calls(self.tree(), expr).into_iter().any(|callee| by_call(callee, &[])),
        };
        if inside {
            let changed = std::cell::Cell::new(false);
            let visit = |stmt: &Stmt| changed.set(changed.get() || by_statement(stmt));
            walk_stmts(std::slice::from_ref(stmt), &mut { visit }, &mut |expr| {
                changed.set(changed.get() || by_expression(expr));
            });
            return changed.get();
        }
        each_own_expr(stmt, &mut |own| walk_expr(own, &mut |expr| found |= by_expression(expr)));
        found || by_statement(stmt)
    }
}

/// Whether an object is another one, or part of it. Elements of arrays may be the same.
fn is_part(part: &Expr, whole: &Expr) -> bool {
    if may_be_same(part, whole) {
        return true;
    }
    match &part.kind {
        ExprKind::Field(inner, _)
        | ExprKind::Index(inner, _)
        | ExprKind::Slice(inner, ..)
        | ExprKind::Convert(inner)
        | ExprKind::Qualified(inner) => is_part(inner, whole),
        _ => false,
    }
}

fn may_be_same(one: &Expr, other: &Expr) -> bool {
    match (&one.kind, &other.kind) {
        (ExprKind::Convert(inner) | ExprKind::Qualified(inner), _) => may_be_same(inner, other),
        (_, ExprKind::Convert(inner) | ExprKind::Qualified(inner)) => may_be_same(one, inner),
        (ExprKind::Object(a), ExprKind::Object(b)) => a == b,
        (ExprKind::Field(a, at), ExprKind::Field(b, place)) => (at == place || a.ty != b.ty) && may_be_same(a, b),
        (ExprKind::Index(a, _) | ExprKind::Slice(a, ..), ExprKind::Index(b, _) | ExprKind::Slice(b, ..)) => {
            may_be_same(a, b)
        }
        // Any two of one type.
        (ExprKind::Deref(a), ExprKind::Deref(b)) => a.ty == b.ty,
        _ => false,
    }
}
