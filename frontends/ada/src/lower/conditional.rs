//! Conditional and quantified expressions (RM 4.5.7, 4.5.8), and short circuits.

use super::arith::shifts_by;
use super::procedure::{Context, Proc};
use super::{Refusal, effects};
use crate::place::Loc;
use crate::sema::tree::{BinaryOp, Builtin, Choice, Expr, ExprKind, ObjId, SubpId};
use crate::sema::types::{TypeId as AdaType, Types};
use horn_frontend::ir::{self, BinaryOp as Ir, ExprId, TypeId, VarId};
use std::collections::BTreeMap;

impl<'t> Proc<'_, 't> {
    pub(super) fn if_value(
        &mut self,
        branches: &[(Expr, Expr)],
        otherwise: &Expr,
        ty: AdaType,
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        let parts: Vec<&Expr> =
            branches.iter().flat_map(|(condition, value)| [condition, value]).chain([otherwise]).collect();
        if parts.iter().skip(1).any(|part| self.needs_control(part)) {
            let result = self.control_result(ty, loc)?;
            let mut open = 0;
            for (condition, value) in branches {
                let condition = self.value(condition)?;
                self.b.begin_if(condition, loc);
                self.assign_result(result, value, ty)?;
                self.b.begin_else();
                open += 1;
            }
            self.assign_result(result, otherwise, ty)?;
            for _ in 0..open {
                self.b.end_if();
            }
            return Ok(self.b.var(result, loc));
        }
        let depth = self.context.len();
        let mut conditions = Vec::new();
        let mut values = Vec::new();
        for (condition, value) in branches {
            let condition = self.value(condition)?;
            conditions.push(condition);
            self.context.push(Context::Guard(condition));
            let found = self.branch_value(value, ty);
            self.context.pop();
            values.push(found?);
            let not = self.b.not(condition, loc);
            self.context.push(Context::Guard(not));
        }
        let last = self.branch_value(otherwise, ty);
        self.context.truncate(depth);
        let mut result = last?;
        let array = self.tree().types.array(ty).is_some();
        let wanted = if array { Some(self.ty(ty, loc)?) } else { None };
        if let Some(wanted) = wanted {
            result = self.shape_to(result, wanted, loc);
        }
        for (condition, value) in conditions.into_iter().zip(values).rev() {
            let value = match wanted {
                Some(wanted) => self.shape_to(value, wanted, loc),
                None => value,
            };
            result = self.b.ite(condition, value, result, loc);
        }
        Ok(result)
    }

    /// The value of a branch: with the constraint of the context, if it is composite.
    fn branch_value(&mut self, value: &Expr, ty: AdaType) -> Result<ExprId, Refusal> {
        if self.tree().types.is_scalar(ty) { self.value(value) } else { self.converted(value, ty, value.loc) }
    }

    fn control_result(&mut self, ty: AdaType, loc: Loc) -> Result<VarId, Refusal> {
        let ir_ty = self.ty(ty, loc)?;
        Ok(self.b.temporary("choice", ir_ty, loc))
    }

    fn assign_result(&mut self, result: VarId, value: &Expr, ty: AdaType) -> Result<(), Refusal> {
        let loc = value.loc;
        let found = self.branch_value(value, ty)?;
        let wanted = self.b.var_type(result);
        let found = self.shape_to(found, wanted, loc);
        self.b.assign(result, found, loc);
        Ok(())
    }

    pub(super) fn case_value(
        &mut self,
        selector: &Expr,
        alternatives: &[(Vec<Choice>, Expr)],
        ty: AdaType,
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        let value = self.value(selector)?;
        let value = self.kept(value, selector.loc);
        let control = alternatives.iter().any(|(_, value)| self.needs_control(value));
        let count = alternatives.len();
        if control {
            let result = self.control_result(ty, loc)?;
            let mut open = 0;
            for (at, (choices, branch)) in alternatives.iter().enumerate() {
                if at + 1 == count {
                    self.assign_result(result, branch, ty)?;
                    break;
                }
                let condition = self.matches(value, selector.ty, choices, loc)?;
                self.b.begin_if(condition, loc);
                self.assign_result(result, branch, ty)?;
                self.b.begin_else();
                open += 1;
            }
            for _ in 0..open {
                self.b.end_if();
            }
            return Ok(self.b.var(result, loc));
        }
        let depth = self.context.len();
        let mut parts = Vec::new();
        let mut last = None;
        for (at, (choices, branch)) in alternatives.iter().enumerate() {
            if at + 1 == count {
                last = Some(self.branch_value(branch, ty));
                break;
            }
            let condition = self.matches(value, selector.ty, choices, loc)?;
            self.context.push(Context::Guard(condition));
            let found = self.branch_value(branch, ty);
            self.context.pop();
            parts.push((condition, found?));
            let not = self.b.not(condition, loc);
            self.context.push(Context::Guard(not));
        }
        self.context.truncate(depth);
        let mut result = match last {
            Some(last) => last?,
            None => return Err((loc, "case expression without alternatives".into())),
        };
        let array = self.tree().types.array(ty).is_some();
        for (condition, value) in parts.into_iter().rev() {
            let value = if array {
                let wanted = self.b.type_of(result);
                self.shape_to(value, wanted, loc)
            } else {
                value
            };
            result = self.b.ite(condition, value, result, loc);
        }
        Ok(result)
    }

    /// Whether the evaluation needs statements that a guard cannot protect: calls, loops.
    pub fn needs_control(&self, expr: &Expr) -> bool {
        let mut found = false;
        effects::walk_expr(expr, &mut |inner| match &inner.kind {
            ExprKind::Raise(_) if self.lacks_storage(inner) => {}
            ExprKind::Call(callee, _) => found |= !self.inlinable(*callee) || self.inline_needs_control(*callee),
            _ if is_statement(&self.tree().types, inner) => found = true,
            _ => {
                let implied = effects::implied_calls(self.tree(), inner);
                found |= implied.iter().any(|callee| !self.inlinable(*callee) || self.inline_needs_control(*callee));
            }
        });
        found && !self.quantifying()
    }

    pub(super) fn inline_needs_control(&self, callee: SubpId) -> bool {
        let reach = self.l.effects.reachable([callee].into());
        self.is_body_among(&reach, callee)
            || reach.iter().any(|id| {
                let Some(body) = &self.tree().subprogram(*id).body else { return true };
                let mut found = false;
                effects::walk_body(body, &mut |_| {}, &mut |e| {
                    found |= !self.lacks_storage(e) && is_statement(&self.tree().types, e);
                });
                found
            })
    }

    /// Whether one of the functions that an inlined one reaches is not inlined.
    fn is_body_among(&self, reach: &std::collections::BTreeSet<SubpId>, callee: SubpId) -> bool {
        reach.iter().any(|id| *id != callee && !self.inlinable(*id))
    }

    pub(super) fn quantified(
        &mut self,
        (all, reverse): (bool, bool),
        object: ObjId,
        (low, high): (ExprId, ExprId),
        body: &Expr,
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        let entry = self.tree().object(object);
        let ty = self.ty(entry.ty, loc)?;
        let (low, high) = (self.as_index(low, loc), self.as_index(high, loc));
        if !self.quantifying() && self.calls_bodies(body) {
            return self.quantified_one_by_one((all, reverse), (object, ty), (low, high), body, loc);
        }
        let (var, bound) = self.b.bound(TypeId::INT, loc);
        let order = (reverse, low, high);
        let at = self.in_order(bound, order, loc);
        let value = self.at_index(at, ty, loc);
        let undecided = match self.quantifying() || self.silent() {
            true => None,
            false => self.undecided_before(all, object, (bound, order, ty), body, loc)?,
        };
        self.context.push(Context::Bound { var, low, high, undecided });
        let body = self.with_value(object, value, |p| p.value(body));
        self.context.pop();
        if !self.quantifying() {
            for condition in std::mem::take(&mut self.behind) {
                self.b.assume(condition, loc);
            }
        }
        let kind = ir::ExprKind::Quantified { forall: all, var, first: low, last: high, body: body? };
        Ok(self.b.expr(kind, TypeId::BOOL, loc))
    }

    /// Whether the evaluation calls a function that is no expression, or needs a value that is not known: nothing that
    /// can be said of all values of a bound variable at once.
    fn calls_bodies(&self, expr: &Expr) -> bool {
        let unknown =
            |e: &Expr| matches!(e.kind, ExprKind::Builtin(Builtin::Unknown | Builtin::OfBits | Builtin::Value, _));
        let types = &self.tree().types;
        let stated = |post: &Expr| !effects::has_part(post, |e| is_statement(types, e) || unknown(e));
        let visible =
            |callee: SubpId| self.has_visible_value(callee) && self.tree().subprogram(callee).post.iter().all(stated);
        let called =
            |callee: SubpId| !self.l.effects.reachable([callee].into()).into_iter().chain([callee]).all(visible);
        let mut found = false;
        effects::walk_expr(expr, &mut |inner| {
            found |= match &inner.kind {
                ExprKind::Call(callee, _) => called(*callee),
                _ => unknown(inner) || effects::implied_calls(self.tree(), inner).into_iter().any(called),
            };
        });
        found
    }

    /// A quantified expression as a loop over its values, which ends at the first one that decides (RM 4.5.8 (6)).
    fn quantified_one_by_one(
        &mut self,
        (all, reverse): (bool, bool),
        (object, ty): (ObjId, TypeId),
        (low, high): (ExprId, ExprId),
        body: &Expr,
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        let result = self.b.temporary("quantified", TypeId::BOOL, loc);
        let start = self.b.bool(all, loc);
        self.b.assign(result, start, loc);
        let counter = self.b.temporary("index", TypeId::INT, loc);
        let id = self.b.begin_for(None, counter, low, high, reverse, None, loc);
        let index = self.b.var(counter, loc);
        let value = self.at_index(index, ty, loc);
        let found = self.with_value(object, value, |p| p.value(body));
        // The loop is closed also where its condition is refused.
        let found = match found {
            Ok(found) => found,
            Err(refusal) => {
                self.b.end_loop();
                return Err(refusal);
            }
        };
        self.b.assign(result, found, loc);
        let decided = if all { self.b.not(found, loc) } else { found };
        self.b.exit_when(id, decided, loc);
        self.b.end_loop();
        Ok(self.b.var(result, loc))
    }

    /// The value that comes in the place of another one: the range from its end on, with `reverse`.
    fn in_order(&mut self, bound: ExprId, (reverse, low, high): (bool, ExprId, ExprId), loc: Loc) -> ExprId {
        if !reverse {
            return bound;
        }
        let both = self.b.binary(Ir::Add, low, high, TypeId::INT, loc);
        self.b.binary(Ir::Sub, both, bound, TypeId::INT, loc)
    }

    /// That the values in front of one do not decide a quantified expression, and that no value does.
    fn undecided_before(
        &mut self,
        all: bool,
        object: ObjId,
        (bound, order, ty): (ExprId, (bool, ExprId, ExprId), TypeId),
        body: &Expr,
        loc: Loc,
    ) -> Result<Option<(ExprId, ExprId)>, Refusal> {
        let one = self.b.int(1, TypeId::INT, loc);
        let (_, low, high) = order;
        let last = self.b.binary(Ir::Sub, bound, one, TypeId::INT, loc);
        let (var, earlier) = self.b.bound(TypeId::INT, loc);
        let at = self.in_order(earlier, order, loc);
        let value = self.at_index(at, ty, loc);
        self.context.push(Context::Bound { var, low, high: last, undecided: None });
        let found = self.with_value(object, value, |p| p.silently(|p| p.value(body)));
        self.context.pop();
        let found = found?;
        let goes_on = if all { found } else { self.b.not(found, loc) };
        let until = |last| ir::ExprKind::Quantified { forall: true, var, first: low, last, body: goes_on };
        let before = self.b.expr(until(last), TypeId::BOOL, loc);
        Ok(Some((before, self.b.expr(until(high), TypeId::BOOL, loc))))
    }

    /// `and then`, `or else`: the right operand is guarded by the left one.
    pub fn short_circuit(&mut self, and: bool, left: &Expr, right: &Expr, loc: Loc) -> Result<ExprId, Refusal> {
        let first = self.value(left)?;
        let control = self.needs_control(right);
        self.joined(and, first, control, loc, |p| p.value(right))
    }

    /// A conjunction or disjunction whose second operand is evaluated only where the first one does not decide: behind
    /// a branch if it needs statements.
    pub(super) fn joined(
        &mut self,
        and: bool,
        first: ExprId,
        control: bool,
        loc: Loc,
        second: impl FnOnce(&mut Self) -> Result<ExprId, Refusal>,
    ) -> Result<ExprId, Refusal> {
        let open = if and { first } else { self.b.not(first, loc) };
        if !control {
            let second = self.only_where(open, false, loc, second)?;
            return Ok(if and { self.b.and(first, second, loc) } else { self.b.or(first, second, loc) });
        }
        let result = self.b.temporary("choice", TypeId::BOOL, loc);
        self.b.assign(result, first, loc);
        self.only_where(open, true, loc, |p| {
            let second = second(p)?;
            p.b.assign(result, second, loc);
            Ok(())
        })?;
        Ok(self.b.var(result, loc))
    }

    /// Evaluates something where a condition holds alone: behind a branch if that needs statements.
    pub(super) fn only_where<T>(
        &mut self,
        condition: ExprId,
        control: bool,
        loc: Loc,
        evaluate: impl FnOnce(&mut Self) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        if control {
            self.b.begin_if(condition, loc);
            let found = evaluate(self);
            self.b.end_if();
            return found;
        }
        self.context.push(Context::Guard(condition));
        let found = evaluate(self);
        self.context.pop();
        found
    }

    /// Evaluates something with a value for an object.
    fn with_value<T>(&mut self, object: ObjId, value: ExprId, evaluate: impl FnOnce(&mut Self) -> T) -> T {
        self.with_values(&[(object, value)], evaluate)
    }

    /// Evaluates something with values for objects.
    fn with_values<T>(&mut self, values: &[(ObjId, ExprId)], evaluate: impl FnOnce(&mut Self) -> T) -> T {
        let before = replace(&mut self.env, values);
        let found = evaluate(self);
        put_back(&mut self.env, before);
        found
    }

    /// Evaluates something inside of a subprogram whose parameters have these values.
    pub(super) fn in_callee<T>(
        &mut self,
        callee: SubpId,
        values: &[(ObjId, ExprId)],
        evaluate: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.inlining.push(callee);
        let found = self.with_values(values, evaluate);
        self.inlining.pop();
        found
    }
}

/// Puts what objects have into a map; gives what was there.
pub(super) fn replace<V: Clone>(map: &mut BTreeMap<ObjId, V>, new: &[(ObjId, V)]) -> Vec<(ObjId, Option<V>)> {
    new.iter().map(|(object, value)| (*object, map.insert(*object, value.clone()))).collect()
}

/// Puts back what was in a map before.
pub(super) fn put_back<V>(map: &mut BTreeMap<ObjId, V>, before: Vec<(ObjId, Option<V>)>) {
    for (object, old) in before {
        match old {
            Some(old) => map.insert(object, old),
            None => map.remove(&object),
        };
    }
}

/// Whether an expression is evaluated by statements that no guard can protect.
fn is_statement(types: &Types, expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Reduce(_) | ExprKind::Allocate(_) | ExprKind::Raise(_) => true,
        ExprKind::Builtin(Builtin::Succ | Builtin::Pred, _) => types.codes_leave_gaps(expr.ty),
        ExprKind::Builtin(builtin, _) => builtin.is_open() || *builtin == Builtin::Prefix,
        ExprKind::Binary(BinaryOp::Div, _, divisor) => shifts_by(types.kind(expr.ty), divisor),
        _ => false,
    }
}
