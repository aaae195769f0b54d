//! `X'Old`: a constant that is declared where the subprogram starts, with the value and the nominal subtype of `X` (RM
//! 6.1.1 (26)).
//!
//! Where the postcondition needs it under a condition only, it has a value under that condition only: that holds for
//! contract cases, and for conditions whose values are known on entry (RM 6.1.1 (20) to (24)). Of other conditions an
//! `'Old` is evaluated in any case.

use super::Refusal;
use super::effects::{each_part, walk_body};
use super::procedure::Proc;
use crate::place::Loc;
use crate::sema::tree::{BinaryOp, Choice, Expr, ExprKind, Mode, ObjectKind, Tree};
use horn_frontend::ir::{ExprId, VarId};

/// A condition on the way to an `'Old`.
#[derive(Clone, Copy)]
enum Step<'e> {
    /// The guard of a contract case, which was evaluated before.
    Guard(ExprId),
    /// A condition, and what it must be.
    Truth(&'e Expr, bool),
    /// The alternative of a case expression that is chosen.
    Chosen(&'e Expr, &'e [(Vec<Choice>, Expr)], usize),
}

/// The `'Old`s of a condition with the steps to each; no steps where it is evaluated in any case.
struct Search<'e> {
    tree: &'e Tree,
    found: Vec<(&'e Expr, Vec<Step<'e>>)>,
}

impl<'e> Search<'e> {
    /// `known` says whether all conditions on the way are known on entry.
    fn look(&mut self, expr: &'e Expr, way: &mut Vec<Step<'e>>, known: bool) {
        let length = way.len();
        match &expr.kind {
            ExprKind::Old(inner) => self.found.push((inner, if known { way.clone() } else { Vec::new() })),
            ExprKind::Binary(op @ (BinaryOp::AndThen | BinaryOp::OrElse), left, right) => {
                self.look(left, way, known);
                way.push(Step::Truth(left, *op == BinaryOp::AndThen));
                let known = known && known_on_entry(self.tree, left);
                self.look(right, way, known);
            }
            ExprKind::If(branches, otherwise) => {
                let mut known = known;
                for (condition, value) in branches {
                    self.look(condition, way, known);
                    known &= known_on_entry(self.tree, condition);
                    way.push(Step::Truth(condition, true));
                    self.look(value, way, known);
                    way.pop();
                    way.push(Step::Truth(condition, false));
                }
                self.look(otherwise, way, known);
            }
            ExprKind::Case(selector, alternatives) => {
                self.look(selector, way, known);
                let known = known && known_on_entry(self.tree, selector);
                for (at, (_, value)) in alternatives.iter().enumerate() {
                    way.push(Step::Chosen(selector, alternatives, at));
                    self.look(value, way, known);
                    way.pop();
                }
            }
            // Not every iteration is made, and nothing says on entry which ones.
            ExprKind::Quantified { .. } | ExprKind::Reduce(_) | ExprKind::Let(..) => {
                each_part(expr, &mut |part| self.look(part, way, false));
            }
            _ => each_part(expr, &mut |part| self.look(part, way, known)),
        }
        way.truncate(length);
    }
}

/// Whether an expression has the same value on entry and where the postcondition is evaluated.
fn known_on_entry(tree: &Tree, expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Old(_) | ExprKind::Int(_) | ExprKind::Real(_) | ExprKind::Text(_) => true,
        ExprKind::Object(object) => {
            let object = tree.object(*object);
            let unchanged = match object.kind {
                ObjectKind::Constant => true,
                ObjectKind::Parameter(Mode::In) => tree.types.is_elementary(object.ty),
                _ => false,
            };
            unchanged && !object.volatile
        }
        ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Convert(_)
        | ExprKind::Qualified(_)
        | ExprKind::Field(..) => {
            let mut known = true;
            each_part(expr, &mut |part| known &= known_on_entry(tree, part));
            known
        }
        _ => false,
    }
}

impl<'l, 't> Proc<'l, 't> {
    /// The values of `X'Old`, before anything changes.
    pub fn save_olds(&mut self) -> Result<(), Refusal> {
        let subp = self.tree().subprogram(self.id);
        let mut search = Search { tree: self.tree(), found: Vec::new() };
        for post in &subp.post {
            search.look(post, &mut Vec::new(), true);
        }
        for condition in subp.exits.iter().filter_map(|exit| exit.condition.as_ref()) {
            // Whether it comes to that exception nobody knows on entry.
            search.look(condition, &mut Vec::new(), false);
        }
        for (guard, consequence, _) in self.case_consequences(subp.loc) {
            search.look(consequence, &mut vec![Step::Guard(guard)], true);
        }
        let mut olds: Vec<(&Expr, Vec<Vec<Step<'_>>>)> = Vec::new();
        let mut add = |inner, way| match olds.iter_mut().find(|(known, _)| *known == inner) {
            Some((_, ways)) => ways.push(way),
            None => olds.push((inner, vec![way])),
        };
        search.found.into_iter().for_each(|(inner, way)| add(inner, way));
        if let Some(body) = &subp.body {
            let mut inside: Vec<Expr> = Vec::new();
            walk_body(body, &mut |_| {}, &mut |expr: &Expr| {
                if let ExprKind::Old(inner) = &expr.kind {
                    inside.push((**inner).clone());
                }
            });
            for inner in inside {
                self.save_old(&inner, &[Vec::new()])?;
            }
        }
        for (inner, mut ways) in olds {
            if ways.iter().any(Vec::is_empty) {
                ways = vec![Vec::new()];
            }
            self.save_old(inner, &ways)?;
        }
        Ok(())
    }

    /// Declares the constant of one `'Old`, which has a value on each of these ways.
    fn save_old(&mut self, inner: &Expr, ways: &[Vec<Step<'_>>]) -> Result<(), Refusal> {
        if self.olds.iter().any(|(known, _)| known == inner) {
            return Ok(());
        }
        let ty = self.ty(inner.ty, inner.loc)?;
        let name = match &inner.kind {
            ExprKind::Object(object) => format!("{}'Old", self.tree().object(*object).name),
            _ => "'Old".to_string(),
        };
        let var = self.b.temporary(name, ty, inner.loc);
        for way in ways {
            for step in way {
                let holds = self.step(*step)?;
                self.b.begin_if(holds, inner.loc);
            }
            self.assign_old(var, inner)?;
            way.iter().for_each(|_| self.b.end_if());
        }
        self.olds.push((inner.clone(), var));
        Ok(())
    }

    fn assign_old(&mut self, var: VarId, inner: &Expr) -> Result<(), Refusal> {
        // An expression over quantified variables has no value here: reading one is refused.
        let value = self.value(inner)?;
        if !self.tree().types.is_elementary(inner.ty) {
            // What is of an elementary subtype satisfies its predicates.
            self.check_all_predicates(value, inner.ty, inner.loc)?;
        }
        let ty = self.b.var_type(var);
        let value = self.shape_to(value, ty, inner.loc);
        self.b.assign(var, value, inner.loc);
        Ok(())
    }

    /// The condition of a step.
    fn step(&mut self, step: Step<'_>) -> Result<ExprId, Refusal> {
        match step {
            Step::Guard(condition) => Ok(condition),
            Step::Truth(condition, wanted) => {
                let value = self.value(condition)?;
                Ok(if wanted { value } else { self.b.not(value, condition.loc) })
            }
            Step::Chosen(selector, alternatives, at) => self.chosen(selector, alternatives, at, selector.loc),
        }
    }

    /// Whether a case expression takes this alternative.
    fn chosen(
        &mut self,
        selector: &Expr,
        alternatives: &[(Vec<Choice>, Expr)],
        at: usize,
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        let value = self.value(selector)?;
        let value = self.kept(value, loc);
        let mut chosen = self.b.bool(true, loc);
        for (choices, _) in &alternatives[..at] {
            let other = self.matches(value, selector.ty, choices, loc)?;
            let not = self.b.not(other, loc);
            chosen = self.b.and(chosen, not, loc);
        }
        let own = self.matches(value, selector.ty, &alternatives[at].0, loc)?;
        Ok(self.b.and(chosen, own, loc))
    }
}
