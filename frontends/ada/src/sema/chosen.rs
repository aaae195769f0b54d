//! Functions whose bodies do nothing but to choose among expressions: what they give, as one expression.
//!
//! A call of such a function means something for any value of a bound variable, also though the function was not
//! written as an expression function (RM 6.8).

use super::tree::{AssertKind, Body, Expr, ExprKind, ObjectKind, Stmt, StmtKind, Tree};
use super::types::TypeId;
use super::walk::walk_expr;

/// Expressions of one function at most: what stands behind a choice stands in each of its branches.
const MOST: usize = 200;

/// Notes the values of all such functions with scalar results.
pub fn find(tree: &mut Tree) {
    for id in tree.subprogram_ids() {
        let subp = tree.subprogram(id);
        let (Some(result), Some(body)) = (subp.result, &subp.body) else { continue };
        if subp.expression_function || !tree.types.is_scalar(result) {
            continue;
        }
        let mut left = MOST;
        let value = Chooser { tree, result }.body(body, &[], &mut left);
        tree.subprogram_mut(id).value = value;
    }
}

struct Chooser<'t> {
    tree: &'t Tree,
    /// The subtype of the result.
    result: TypeId,
}

impl Chooser<'_> {
    /// The value of a body or block with what stands behind it.
    fn body(&self, body: &Body, behind: &[&Stmt], left: &mut usize) -> Option<Expr> {
        let own = body.declarations.iter().chain(&body.statements);
        if body.handlers.is_empty() { self.in_front(own, behind, left) } else { None }
    }

    /// The value of statements with what stands behind them.
    fn in_front<'s>(
        &self,
        own: impl IntoIterator<Item = &'s Stmt>,
        behind: &[&'s Stmt],
        left: &mut usize,
    ) -> Option<Expr> {
        let all: Vec<&Stmt> = own.into_iter().chain(behind.iter().copied()).collect();
        self.statements(&all, left)
    }

    fn statements(&self, all: &[&Stmt], left: &mut usize) -> Option<Expr> {
        let (stmt, behind) = all.split_first()?;
        let ty = self.result;
        let made = |kind: ExprKind| Some(Expr { kind, ty, loc: stmt.loc });
        match &stmt.kind {
            StmtKind::Null => self.statements(behind, left),
            StmtKind::Return(Some(value)) => {
                self.counted(value, left)?;
                Some(Expr { kind: ExprKind::Qualified(Box::new(value.clone())), ty, loc: value.loc })
            }
            StmtKind::Declare(object, Some(value)) => {
                let entry = self.tree.object(*object);
                if entry.kind != ObjectKind::Constant || !self.tree.types.is_scalar(entry.ty) {
                    return None;
                }
                self.counted(value, left)?;
                let rest = self.statements(behind, left)?;
                made(ExprKind::Let(vec![(*object, value.clone())], Box::new(rest)))
            }
            StmtKind::Assert(AssertKind::Assert, condition) => {
                self.counted(condition, left)?;
                let rest = self.statements(behind, left)?;
                made(ExprKind::Asserted(Box::new(condition.clone()), Box::new(rest)))
            }
            StmtKind::If(branches, otherwise) => {
                let mut found = Vec::new();
                for (condition, statements) in branches {
                    self.counted(condition, left)?;
                    found.push((condition.clone(), self.in_front(statements, behind, left)?));
                }
                let otherwise = self.in_front(otherwise, behind, left)?;
                made(ExprKind::If(found, Box::new(otherwise)))
            }
            StmtKind::Case(selector, alternatives) => {
                self.counted(selector, left)?;
                let alternatives = alternatives.iter().map(|(choices, statements)| {
                    let value = self.in_front(statements, behind, left)?;
                    Some((choices.clone(), value))
                });
                let alternatives = alternatives.collect::<Option<Vec<_>>>()?;
                made(ExprKind::Case(Box::new(selector.clone()), alternatives))
            }
            StmtKind::Block(body) => self.body(body, behind, left),
            _ => None,
        }
    }

    /// Counts the parts of an expression; `None` if they are too many, or if statements evaluate it.
    fn counted(&self, expr: &Expr, left: &mut usize) -> Option<()> {
        let (mut parts, mut fine) = (0, true);
        walk_expr(expr, &mut |inner| {
            parts += 1;
            fine &= !matches!(inner.kind, ExprKind::Allocate(_) | ExprKind::Raise(_) | ExprKind::Error);
        });
        *left = left.checked_sub(parts)?;
        fine.then_some(())
    }
}
