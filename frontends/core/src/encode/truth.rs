//! Conditions that are assumed or refuted as a whole, where a quantifier needs no truth value of its own.
//!
//! `assume forall i: P (i)` is just a fact, and the failure of `check forall i: P (i)` just a witness: no fresh
//! Boolean, which would stand between the engines and the array. Elsewhere, and below connectives that need it,
//! [`super::quant`] gives the quantifier its truth value. *Firm* below means: the result is asserted as a conjunct, so
//! that facts may be recorded unguarded.

use super::expr::Context;
use super::quant::{Fact, Rule};
use super::{Encoder, Unsupported};
use crate::ir::{BinaryOp, ExprId, ExprKind, Exprs, Program, Shape, UnaryOp};
use horn_solver::term::{SortId, TermId};
use std::rc::Rc;

/// Whether a condition has a quantifier or an array comparison at a place that this file treats.
pub(super) fn quantifies(program: &Program, exprs: &Exprs, id: ExprId) -> bool {
    match &exprs[id].kind {
        ExprKind::Quantified { .. } => true,
        ExprKind::And(a, b) | ExprKind::Or(a, b) | ExprKind::Implies(a, b) => {
            quantifies(program, exprs, *a) || quantifies(program, exprs, *b)
        }
        ExprKind::Unary(UnaryOp::Not, a) => quantifies(program, exprs, *a),
        ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, a, _) => {
            matches!(program.shape(exprs[*a].ty), Shape::Array(..))
        }
        _ => false,
    }
}

impl<'p> Encoder<'p> {
    /// A term that holds if the expression has the truth value `is`.
    pub(super) fn truth(
        &mut self,
        cx: &mut Context<'p>,
        id: ExprId,
        is: bool,
        firm: bool,
    ) -> Result<TermId, Unsupported> {
        let exprs = &cx.procedure.exprs;
        if !quantifies(self.program, exprs, id) {
            let value = self.scalar(cx, id)?;
            return Ok(if is { value } else { self.store.not(value) });
        }
        match exprs[id].kind {
            ExprKind::Unary(_, a) => self.truth(cx, a, !is, firm),
            ExprKind::And(a, b) => self.both(cx, (a, is), (b, is), is, firm),
            ExprKind::Or(a, b) => self.both(cx, (a, is), (b, is), !is, firm),
            ExprKind::Implies(a, b) => self.both(cx, (a, !is), (b, is), !is, firm),
            ExprKind::Quantified { forall, var, first, last, body } => {
                let (low, high) = (self.scalar(cx, first)?, self.scalar(cx, last)?);
                let small = self.small_range(low, high).is_some();
                if small || (forall == is && !firm) {
                    let value = self.scalar(cx, id)?;
                    return Ok(if is { value } else { self.store.not(value) });
                }
                let bounds = vec![(low, high)];
                if forall != is {
                    let witness = self.fresh_var(&mut cx.region, SortId::INT);
                    cx.env.push((var, witness));
                    let found = self.truth(cx, body, is, false);
                    cx.env.pop();
                    let inside = self.inside(&bounds, &[witness]);
                    return Ok(self.store.and2(inside, found?));
                }
                let rule = Rule::Body { body, var, env: cx.env.clone(), is };
                let guard = self.store.bool(true);
                cx.facts.push(Rc::new(Fact { home: cx.home(), guard, bounds, rule }));
                Ok(guard)
            }
            ExprKind::Binary(op, a, b) => {
                let (x, y) = (self.expr(cx, a)?, self.expr(cx, b)?);
                let types = (cx.procedure.exprs[a].ty, cx.procedure.exprs[b].ty);
                let equal = is == (op == BinaryOp::Eq);
                Ok(self.arrays_compare(cx, (types.0, &x), (types.1, &y), equal, firm))
            }
            _ => {
                let value = self.scalar(cx, id)?;
                Ok(if is { value } else { self.store.not(value) })
            }
        }
    }

    /// Two conditions with these truth values, as a conjunction or a disjunction.
    fn both(
        &mut self,
        cx: &mut Context<'p>,
        (a, a_is): (ExprId, bool),
        (b, b_is): (ExprId, bool),
        conjunction: bool,
        firm: bool,
    ) -> Result<TermId, Unsupported> {
        let firm = firm && conjunction;
        let (a, b) = (self.truth(cx, a, a_is, firm)?, self.truth(cx, b, b_is, firm)?);
        Ok(if conjunction { self.store.and2(a, b) } else { self.store.or2(a, b) })
    }
}
