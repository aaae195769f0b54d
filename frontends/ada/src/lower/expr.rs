//! Expressions: values of the representation, with the checks stated in front.

use super::convert::NOT_CONVERTIBLE;
use super::procedure::{Context, Proc};
use super::types::to_f64;
use super::{Refusal, effects};
use crate::place::Loc;
use crate::sema::tree::{BinaryOp, Builtin, Choice, Expr, ExprKind, SubpId, UnaryOp};
use crate::sema::types::{Component, Constraint, Kind, Record, TypeId as AdaType};
use horn_frontend::ir::{
    self, BinaryOp as Ir, CheckKind, Conversion, ExprId, Rounding, TypeId, UnaryOp as IrUnary, VarId,
};
use horn_solver::num::{Int, Rat};

/// Objects that were made by another task may be designated.
pub(super) const SHARED_HEAP: &str = "access value where several tasks reach the same objects (RM 9.10)";
/// Where values come from that nothing is known of.
pub(super) const UNKNOWN_VALUE: &str = "a value that is not known here";

impl<'t> Proc<'_, 't> {
    /// The value of an expression in its own type.
    pub fn value(&mut self, expr: &Expr) -> Result<ExprId, Refusal> {
        let value = self.value_of(expr)?;
        self.check_written(expr, Some(value))?;
        Ok(value)
    }

    fn value_of(&mut self, expr: &Expr) -> Result<ExprId, Refusal> {
        let loc = expr.loc;
        match &expr.kind {
            ExprKind::Int(value) => self.discrete(value, expr.ty, loc),
            ExprKind::Real(value) => self.real(value, expr.ty, loc),
            ExprKind::Text(text) => self.text(text, expr.ty, loc),
            ExprKind::Object(object) => self.object(*object, loc),
            ExprKind::Field(inner, at) => {
                let record = self.value(inner)?;
                self.check_discriminant(record, inner.ty, *at, loc)?;
                self.field(record, inner.ty, *at, expr.ty, loc)
            }
            ExprKind::Index(array, indices) if self.heap_of_array(array).is_some() => {
                let place = self.place(expr)?;
                let _ = (array, indices);
                self.read(&place, loc)
            }
            ExprKind::Index(array, indices) => {
                let array_value = self.value(array)?;
                let indices = self.indices(array, array_value, indices)?;
                let ty = self.ty(expr.ty, loc)?;
                Ok(self.b.expr(ir::ExprKind::Index(array_value, indices), ty, loc))
            }
            ExprKind::Slice(array, low, high) => self.slice(array, low, high, expr.ty, loc),
            ExprKind::Unary(op, operand) => self.unary(*op, operand, expr.ty, loc),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, expr.ty, loc),
            ExprKind::Concat(left, right) => self.concat(left, right, expr.ty, loc),
            ExprKind::Member(operand, choices, negated) => {
                let value = self.value(operand)?;
                let found = self.matches(value, operand.ty, choices, loc)?;
                Ok(if *negated { self.b.not(found, loc) } else { found })
            }
            ExprKind::Convert(operand) => self.conversion(operand, expr.ty, loc),
            ExprKind::Qualified(operand) => {
                let value = self.value(operand)?;
                self.qualified(value, operand, expr.ty, loc)
            }
            ExprKind::Call(callee, args) => self.call_value(*callee, args, expr.ty, loc),
            ExprKind::Builtin(builtin, args) => self.builtin(*builtin, args, expr.ty, loc),
            ExprKind::If(branches, otherwise) => self.if_value(branches, otherwise, expr.ty, loc),
            ExprKind::Case(selector, alternatives) => self.case_value(selector, alternatives, expr.ty, loc),
            ExprKind::Quantified { all, var, low, high, body } => {
                let low = self.value(low)?;
                let high = self.value(high)?;
                self.quantified(*all, *var, low, high, body, loc)
            }
            ExprKind::Array(aggregate) => self.array_aggregate(aggregate, expr.ty, loc),
            ExprKind::Record(values) => self.record_aggregate(values, expr.ty, loc),
            ExprKind::DeltaRecord(base, changes) => {
                let mut value = self.value(base)?;
                if changes.iter().any(|(_, change)| self.changes_something(change)) {
                    // The base is evaluated first (RM 4.3.4 (16)).
                    value = self.kept(value, loc);
                }
                let ty = self.ty(expr.ty, loc)?;
                let record = self.tree().record(expr.ty);
                for (at, change) in changes {
                    self.check_discriminant(value, expr.ty, *at, loc)?;
                    let component = record.components[*at].ty;
                    let change = self.converted(change, component, change.loc)?;
                    let at = self.l.field_at(expr.ty, *at).map_err(|what| (loc, what))?;
                    value = self.b.expr(ir::ExprKind::WithField(value, at, change), ty, loc);
                }
                Ok(self.as_own(value, expr.ty, loc))
            }
            ExprKind::DeltaArray(base, changes) => self.delta_array(base, changes, expr.ty, loc),
            ExprKind::Old(inner) => match self.olds.iter().find(|(old, _)| old == &**inner) {
                Some((_, var)) => Ok(self.b.var(*var, loc)),
                None => self.value(inner),
            },
            ExprKind::Result => match self.result {
                Some(result) => Ok(self.b.var(result, loc)),
                None => Err((loc, "attribute Result here".into())),
            },
            ExprKind::Let(values, value) => {
                for (at, (object, init)) in values.iter().enumerate() {
                    let (ty, at_init) = (self.tree().object(*object).ty, init.loc);
                    let mut found = self.converted(init, ty, at_init)?;
                    let later = values[at + 1..].iter().map(|(_, later)| later).chain([&**value]);
                    if later.into_iter().any(|later| self.changes_something(later)) {
                        found = self.kept(found, at_init);
                    }
                    self.env.insert(*object, found);
                }
                self.value(value)
            }
            ExprKind::Asserted(condition, value) => {
                self.split_condition(condition, CheckKind::Assertion)?;
                self.value(value)
            }
            ExprKind::Raise(exception) => {
                if self.context.is_empty() {
                    self.raise(*exception, loc)?;
                } else if self.regions.is_empty() && !self.propagates {
                    let no = self.b.bool(false, loc);
                    self.check(CheckKind::Raise, loc, no, "")?;
                } else {
                    return Err((loc, "raise expression that a handler may take (RM 11.3)".into()));
                }
                self.arbitrary(expr.ty, loc)
            }
            ExprKind::Reduce(reduce) => self.reduce(reduce, expr.ty, loc),
            ExprKind::Discriminant(at) => self.discriminant(*at, loc),
            ExprKind::Allocate(allocator) => self.allocate(allocator, expr.ty, loc),
            ExprKind::Deref(_) | ExprKind::Reference(..) => Err((loc, "access value (RM 3.10)".into())),
            ExprKind::NotAnalysed(what) => self.not_analysed(what, loc),
            ExprKind::Error => Err((loc, "expression with an error".into())),
        }
    }

    /// Several expressions in order; values that a later call may change are kept.
    pub fn values(&mut self, exprs: &[&Expr]) -> Result<Vec<ExprId>, Refusal> {
        if let Some(first) = exprs.first() {
            self.independent(exprs, true, first.loc)?;
        }
        let mut found = Vec::new();
        for (at, expr) in exprs.iter().enumerate() {
            let value = self.value(expr)?;
            let keep = exprs[at + 1..].iter().any(|later| self.changes_something(later));
            found.push(if keep { self.kept(value, expr.loc) } else { value });
        }
        Ok(found)
    }

    /// Whether the evaluation calls a function that changes variables.
    pub fn changes_something(&self, expr: &Expr) -> bool {
        let mut found = false;
        effects::walk_expr(expr, &mut |inner| match &inner.kind {
            ExprKind::Call(callee, _) => found |= self.l.effects.changing.contains(callee),
            ExprKind::Allocate(_) => found = true,
            _ => {}
        });
        found
    }

    /// Whether the evaluation gives a value that nothing is known of: of a volatile object, or of a subprogram without
    /// a body.
    pub fn gives_unknown(&self, expr: &Expr) -> bool {
        let tree = self.tree();
        let unknown = |e: &Expr| match &e.kind {
            ExprKind::Object(object) => tree.object(*object).volatile,
            ExprKind::Call(callee, _) => tree.subprogram(*callee).body.is_none() || self.l.refused.contains_key(callee),
            ExprKind::Builtin(Builtin::Unknown | Builtin::Valid | Builtin::Initialized | Builtin::Value, _) => true,
            _ => false,
        };
        let mut found = false;
        let mut called = std::collections::BTreeSet::new();
        effects::walk_expr(expr, &mut |inner| {
            found |= unknown(inner);
            if let ExprKind::Call(callee, _) = &inner.kind {
                called.insert(*callee);
            }
        });
        if called.is_empty() || found {
            return found;
        }
        for id in self.l.effects.reachable(called) {
            match &tree.subprogram(id).body {
                Some(body) => effects::walk_body(body, &mut |_| {}, &mut |e| found |= unknown(e)),
                None => found = true,
            }
        }
        found
    }

    /// A copy of a value in a temporary variable.
    pub fn kept(&mut self, value: ExprId, loc: Loc) -> ExprId {
        let node = self.b.node(value);
        if matches!(node.kind, ir::ExprKind::Int(_) | ir::ExprKind::Bool(_) | ir::ExprKind::Float(_))
            || self.quantifying()
        {
            return value;
        }
        let ty = self.b.type_of(value);
        let var = self.b.temporary("value", ty, loc);
        self.b.assign(var, value, loc);
        self.b.var(var, loc)
    }

    pub fn quantifying(&self) -> bool {
        self.context.iter().any(|context| matches!(context, Context::Bound { .. }))
    }

    /// A value of a discrete type.
    pub fn discrete(&mut self, value: &Int, ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        if let Kind::Float { .. } | Kind::Fixed { .. } = self.tree().types.kind(ty) {
            return self.real(&Rat::from(value.clone()), ty, loc);
        }
        let ir_ty = self.ty(ty, loc)?;
        if matches!(self.l.program.ty(ir_ty).kind, ir::TypeKind::Bool) {
            return Ok(self.b.expr(ir::ExprKind::Bool(!value.is_zero()), ir_ty, loc));
        }
        Ok(self.b.int(value.clone(), ir_ty, loc))
    }

    fn real(&mut self, value: &Rat, ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        if let Kind::Fixed { small, .. } = self.tree().types.kind(ty) {
            let number = crate::sema::multiple(value, small);
            let number = (&number / small).floor();
            let ir_ty = self.ty(ty, loc)?;
            return Ok(self.b.int(number, ir_ty, loc));
        }
        let Kind::Float { bits, .. } = self.tree().types.kind(ty) else {
            return Err((loc, "universal real value that is not static (RM 4.9)".into()));
        };
        let bits = *bits;
        let ir_ty = self.ty(ty, loc)?;
        match crate::sema::round_to_float(value, bits) {
            Some(rounded) => Ok(self.b.float(to_f64(&rounded), ir_ty, loc)),
            None => {
                let no = self.b.bool(false, loc);
                self.check(CheckKind::FloatOverflow, loc, no, "")?;
                Ok(self.b.float(0.0, ir_ty, loc))
            }
        }
    }

    fn object(&mut self, object: crate::sema::tree::ObjId, loc: Loc) -> Result<ExprId, Refusal> {
        if let Some(value) = self.env.get(&object) {
            return Ok(*value);
        }
        let entry = self.tree().object(object);
        if let Some(what) = &entry.unsupported {
            return Err((loc, what.clone()));
        }
        if entry.volatile {
            return self.volatile_value(object, loc);
        }
        let quantified = entry.kind == crate::sema::tree::ObjectKind::LoopParameter
            && ![entry.owner, self.id].iter().any(|owner| self.l.vars.contains_key(&(*owner, object)));
        if quantified {
            // Outside of its quantifier, or of its loop: an old value that depends on it.
            return Err((loc, format!("value of \"{}\" on entry (RM 6.1.1)", entry.name)));
        }
        if let Some(flag) = self.flags.get(&object).copied() {
            let set = self.b.var(flag, loc);
            self.check(CheckKind::Initialization, loc, set, "")?;
        }
        let var = self.variable(object, loc)?;
        Ok(self.b.var(var, loc))
    }

    /// What a volatile object has. What only its package sees, and nobody outside is said to write, has some value that
    /// no run can show.
    pub fn volatile_value(&mut self, object: crate::sema::tree::ObjId, loc: Loc) -> Result<ExprId, Refusal> {
        let entry = self.tree().object(object);
        let value = self.arbitrary(entry.ty, loc)?;
        if entry.concurrent || entry.private && !entry.written_outside {
            self.unknown_value(value);
        }
        Ok(value)
    }

    /// Any value of a subtype.
    pub fn arbitrary(&mut self, ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let ir_ty = self.ty(ty, loc)?;
        if self.quantifying() {
            return Err((loc, "value that is not known, in a quantified expression".into()));
        }
        if !self.tree().shared_heaps.is_empty() && self.tree().types.has_accesses(ty) {
            return Err((loc, SHARED_HEAP.into()));
        }
        let var = self.b.temporary("unknown", ir_ty, loc);
        self.b.havoc(var, loc);
        self.assume_constraint(var, ty, loc)?;
        Ok(self.b.var(var, loc))
    }

    /// A component of a variant exists for the current discriminants.
    pub fn check_discriminant(&mut self, record: ExprId, ty: AdaType, at: usize, loc: Loc) -> Result<(), Refusal> {
        for condition in self.existence(record, ty, at, loc)? {
            self.check(CheckKind::Discriminant, loc, condition, "")?;
        }
        Ok(())
    }

    /// That a component exists for the current discriminants; `None` if it always does.
    pub fn component_exists(
        &mut self,
        record: ExprId,
        ty: AdaType,
        at: usize,
        loc: Loc,
    ) -> Result<Option<ExprId>, Refusal> {
        let conditions = self.existence(record, ty, at, loc)?;
        Ok(conditions.into_iter().reduce(|all, one| self.b.and(all, one, loc)))
    }

    /// What must hold of the discriminants of a record value for a component to exist.
    fn existence(&mut self, value: ExprId, ty: AdaType, at: usize, loc: Loc) -> Result<Vec<ExprId>, Refusal> {
        let record = self.tree().record(ty);
        let Some(component) = record.components.get(at) else { return Ok(Vec::new()) };
        self.variant_conditions(&record, component, loc, |proc, discriminant| {
            proc.field(value, ty, discriminant, record.components[discriminant].ty, loc)
        })
    }

    /// What must hold of the discriminants, which `value_of` gives by their places, for a component to exist: one
    /// condition for each variant around it (RM 3.8.1).
    pub fn variant_conditions(
        &mut self,
        record: &Record,
        component: &Component,
        loc: Loc,
        mut value_of: impl FnMut(&mut Self, usize) -> Result<ExprId, Refusal>,
    ) -> Result<Vec<ExprId>, Refusal> {
        let mut found = Vec::new();
        for (discriminant, ranges) in &component.guard {
            let discriminant_ty = record.components[*discriminant].ty;
            let value = value_of(self, *discriminant)?;
            let mut condition = self.b.bool(false, loc);
            for (low, high) in ranges {
                let inside = if low == high {
                    let one = self.discrete(low, discriminant_ty, loc)?;
                    self.b.compare(Ir::Eq, value, one, loc)
                } else {
                    let low = self.discrete(low, discriminant_ty, loc)?;
                    let high = self.discrete(high, discriminant_ty, loc)?;
                    self.b.between(value, low, high, loc)
                };
                condition = self.b.or(condition, inside, loc);
            }
            found.push(condition);
        }
        Ok(found)
    }

    /// A condition for the choices of a case or membership.
    pub fn matches(&mut self, value: ExprId, ty: AdaType, choices: &[Choice], loc: Loc) -> Result<ExprId, Refusal> {
        let mut found: Option<ExprId> = None;
        for choice in choices {
            // A choice is evaluated only if none before it decides (RM 4.5.2 (27.1)).
            let parts: Vec<&Expr> = match choice {
                Choice::Value(other) => vec![other],
                Choice::Range(low, high) => vec![low, high],
                Choice::Subtype(_) | Choice::Others => Vec::new(),
            };
            let Some(before) = found else {
                found = Some(self.matches_one(value, ty, choice, loc)?);
                continue;
            };
            let open = self.b.not(before, loc);
            if parts.iter().any(|part| self.needs_control(part)) {
                let result = self.b.temporary("choice", TypeId::BOOL, loc);
                self.b.assign(result, before, loc);
                self.b.begin_if(open, loc);
                let one = self.matches_one(value, ty, choice, loc)?;
                self.b.assign(result, one, loc);
                self.b.end_if();
                found = Some(self.b.var(result, loc));
                continue;
            }
            // What is no call GNAT 12 computes in front of the test.
            let depth = self.context.len();
            if parts.iter().any(|part| calls(part)) {
                self.context.push(Context::Guard(open));
            }
            let one = self.matches_one(value, ty, choice, loc);
            self.context.truncate(depth);
            found = Some(self.b.or(before, one?, loc));
        }
        Ok(found.unwrap_or_else(|| self.b.bool(false, loc)))
    }

    fn matches_one(&mut self, value: ExprId, ty: AdaType, choice: &Choice, loc: Loc) -> Result<ExprId, Refusal> {
        match choice {
            Choice::Others => Ok(self.b.bool(true, loc)),
            Choice::Value(other) => {
                let other_value = self.value(other)?;
                self.equal(value, ty, other_value, other.ty, loc)
            }
            Choice::Range(low, high) => {
                let ends = self.values(&[low, high])?;
                Ok(self.b.between(value, ends[0], ends[1], loc))
            }
            Choice::Subtype(subtype) => self.in_subtype(value, *subtype, loc),
        }
    }

    fn if_value(
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

    fn case_value(
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
            ExprKind::Call(callee, _) => found |= !self.inlinable(*callee) || self.inline_needs_control(*callee),
            ExprKind::Reduce(_) | ExprKind::Allocate(_) => found = true,
            ExprKind::Builtin(Builtin::Unknown | Builtin::Valid | Builtin::Initialized | Builtin::Value, _)
            | ExprKind::Raise(_) => {
                found = true;
            }
            _ => {
                let implied = effects::implied_calls(self.tree(), inner);
                found |= implied.iter().any(|callee| !self.inlinable(*callee) || self.inline_needs_control(*callee));
            }
        });
        found && !self.quantifying()
    }

    fn inline_needs_control(&self, callee: SubpId) -> bool {
        let reach = self.l.effects.reachable(std::collections::BTreeSet::from([callee]));
        reach.iter().any(|id| *id != callee && !self.inlinable(*id))
            || reach.iter().any(|id| {
                let Some(body) = &self.tree().subprogram(*id).body else { return true };
                let mut found = false;
                effects::walk_body(body, &mut |_| {}, &mut |e| {
                    found |= matches!(
                        e.kind,
                        ExprKind::Reduce(_)
                            | ExprKind::Allocate(_)
                            | ExprKind::Builtin(
                                Builtin::Unknown | Builtin::Valid | Builtin::Initialized | Builtin::Value,
                                _
                            )
                            | ExprKind::Raise(_)
                    );
                });
                found
            })
    }

    fn quantified(
        &mut self,
        all: bool,
        object: crate::sema::tree::ObjId,
        low: ExprId,
        high: ExprId,
        body: &Expr,
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        let entry = self.tree().object(object);
        let ty = self.ty(entry.ty, loc)?;
        let (low, high) = (self.as_index(low, loc), self.as_index(high, loc));
        let (var, bound) = self.b.bound(TypeId::INT, loc);
        let value = self.at_index(bound, ty, loc);
        let undecided = match self.quantifying() || self.silent() {
            true => None,
            false => self.undecided_before(all, object, (bound, (low, high), ty), body, loc)?,
        };
        let before = self.env.insert(object, value);
        self.context.push(Context::Bound { var, low, high, undecided });
        let body = self.value(body);
        self.context.pop();
        if !self.quantifying() {
            for condition in std::mem::take(&mut self.behind) {
                self.b.assume(condition, loc);
            }
        }
        match before {
            Some(before) => self.env.insert(object, before),
            None => self.env.remove(&object),
        };
        let kind = ir::ExprKind::Quantified { forall: all, var, first: low, last: high, body: body? };
        Ok(self.b.expr(kind, TypeId::BOOL, loc))
    }

    /// That the values in front of one do not decide a quantified expression, and that no value does.
    fn undecided_before(
        &mut self,
        all: bool,
        object: crate::sema::tree::ObjId,
        (bound, (low, high), ty): (ExprId, (ExprId, ExprId), TypeId),
        body: &Expr,
        loc: Loc,
    ) -> Result<Option<(ExprId, ExprId)>, Refusal> {
        let one = self.b.int(1, TypeId::INT, loc);
        let last = self.b.binary(Ir::Sub, bound, one, TypeId::INT, loc);
        let (var, earlier) = self.b.bound(TypeId::INT, loc);
        let value = self.at_index(earlier, ty, loc);
        let before = self.env.insert(object, value);
        self.context.push(Context::Bound { var, low, high: last, undecided: None });
        let found = self.silently(|p| p.value(body));
        self.context.pop();
        match before {
            Some(before) => self.env.insert(object, before),
            None => self.env.remove(&object),
        };
        let found = found?;
        let goes_on = if all { found } else { self.b.not(found, loc) };
        let until = |last| ir::ExprKind::Quantified { forall: true, var, first: low, last, body: goes_on };
        let before = self.b.expr(until(last), TypeId::BOOL, loc);
        Ok(Some((before, self.b.expr(until(high), TypeId::BOOL, loc))))
    }

    fn record_aggregate(&mut self, values: &[Option<Expr>], ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let record = self.tree().record(ty);
        let parts: Vec<&Expr> = values.iter().flatten().collect();
        self.independent(&parts, true, loc)?;
        let mut fields = Vec::new();
        for (component, value) in record.components.iter().zip(values) {
            let field = match value {
                Some(value) => {
                    let own: Vec<ExprId> = fields.iter().copied().take(record.discriminants).collect();
                    let found =
                        self.inside_record(own, |p| p.converted_component(value, component.ty, &fields, value.loc))?;
                    self.kept_if_changing(found, values, value.loc)
                }
                None => {
                    let own: Vec<ExprId> = fields.iter().copied().take(record.discriminants).collect();
                    // What the constraint of a component that does not exist asks for, no value may satisfy.
                    let types = &self.tree().types;
                    let any = match types[component.ty].constraint {
                        Constraint::Discriminants(_) if !component.guard.is_empty() => types.base(component.ty),
                        _ => component.ty,
                    };
                    let wanted = self.ty(component.ty, loc)?;
                    // What is said of its bounds is said for the case that it exists.
                    let exists = self.variant_conditions(&record, component, loc, |_, at| Ok(fields[at]))?;
                    let depth = self.context.len();
                    self.context.extend(exists.into_iter().map(Context::Guard));
                    let found = self.inside_record(own, |p| p.default_value(any, loc));
                    self.context.truncate(depth);
                    self.shape_to(found?, wanted, loc)
                }
            };
            fields.push(field);
        }
        self.record_value(ty, fields, loc)
    }

    fn kept_if_changing(&mut self, value: ExprId, others: &[Option<Expr>], loc: Loc) -> ExprId {
        if others.iter().flatten().any(|other| self.changes_something(other)) { self.kept(value, loc) } else { value }
    }

    /// The value of a component. Where its bounds depend on discriminants, whose values come first in `fields`, it has
    /// their length and slides to them, and they belong to the index subtype.
    pub fn converted_component(
        &mut self,
        value: &Expr,
        ty: AdaType,
        fields: &[ExprId],
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        use crate::sema::types::Bound;
        if let Constraint::Index(bounds) = self.tree().types[ty].constraint.clone()
            && self.tree().types.depends_on_discriminants(ty)
        {
            let found = self.value(value)?;
            let mut wanted = Vec::new();
            for ((low, high), dimension) in bounds.iter().zip(0usize..) {
                let index = self.tree().types.array(ty).and_then(|(index, _)| index.get(dimension).copied());
                let Some(index) = index else { continue };
                let mut ends = Vec::new();
                for end in [low, high] {
                    ends.push(match end {
                        Bound::Discriminant(at) => match fields.get(*at) {
                            Some(field) => self.as_index(*field, loc),
                            None => return Err((loc, "component in front of its discriminant (RM 3.8)".into())),
                        },
                        other => self.index_bound(other, index, loc)?,
                    });
                }
                self.check_index_subtype(ty, dimension, (ends[0], ends[1]), loc)?;
                let length = self.length_of(ends[0], ends[1], loc);
                self.check_length(found, u32::try_from(dimension).unwrap_or(u32::MAX), length, loc)?;
                wanted.push((ends[0], ends[1]));
            }
            let ir_ty = self.ty(ty, loc)?;
            let found = self.shape_to(found, ir_ty, loc);
            return Ok(self.b.expr(ir::ExprKind::Slide(found, Some(wanted)), ir_ty, loc));
        }
        let found = self.converted(value, ty, loc)?;
        Ok(self.as_own(found, ty, loc))
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expr, ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let value = self.value(operand)?;
        let ir_ty = self.ty(ty, loc)?;
        match (op, self.tree().types.kind(ty)) {
            (UnaryOp::Not, Kind::Array { .. }) => self.map_array(value, None, ty, loc),
            (UnaryOp::Not, Kind::Modular(_)) => Ok(self.b.unary(IrUnary::BitNot, value, ir_ty, loc)),
            (UnaryOp::Not, _) => Ok(self.b.unary(IrUnary::Not, value, ir_ty, loc)),
            (UnaryOp::Neg, Kind::Signed { .. } | Kind::Fixed { .. }) => {
                let result = self.b.unary(IrUnary::Neg, value, ir_ty, loc);
                let range = self.range_of(operand).map(|(low, high)| (-high, -low));
                self.check_overflow(result, range, ty, loc, "negation")?;
                Ok(result)
            }
            (UnaryOp::Abs, Kind::Signed { .. } | Kind::Fixed { .. }) => {
                let result = self.b.unary(IrUnary::Abs, value, ir_ty, loc);
                let range = self.range_of(operand).map(|(low, high)| (Int::from(0), low.abs().max(high.abs())));
                self.check_overflow(result, range, ty, loc, "absolute value")?;
                Ok(result)
            }
            (UnaryOp::Abs, Kind::Modular(_)) => Ok(value),
            (UnaryOp::Neg, _) => Ok(self.b.unary(IrUnary::Neg, value, ir_ty, loc)),
            (UnaryOp::Abs, _) => Ok(self.b.unary(IrUnary::Abs, value, ir_ty, loc)),
        }
    }

    /// `and then`, `or else`: the right operand is guarded by the left one.
    pub fn short_circuit(&mut self, and: bool, left: &Expr, right: &Expr, loc: Loc) -> Result<ExprId, Refusal> {
        let first = self.value(left)?;
        if self.needs_control(right) {
            let result = self.b.temporary("choice", TypeId::BOOL, loc);
            self.b.assign(result, first, loc);
            let condition = if and { first } else { self.b.not(first, loc) };
            self.b.begin_if(condition, loc);
            let second = self.value(right)?;
            self.b.assign(result, second, loc);
            self.b.end_if();
            return Ok(self.b.var(result, loc));
        }
        let guard = if and { first } else { self.b.not(first, loc) };
        self.context.push(Context::Guard(guard));
        let second = self.value(right);
        self.context.pop();
        let second = second?;
        Ok(if and { self.b.and(first, second, loc) } else { self.b.or(first, second, loc) })
    }

    fn builtin(&mut self, builtin: Builtin, args: &[Expr], ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let dimension = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        match builtin {
            Builtin::First(at) | Builtin::Last(at) | Builtin::Length(at) => {
                // Attributes look at the bounds only: an uninitialised array has them.
                let array = self.bounds_holder(&args[0])?;
                let kind = match builtin {
                    Builtin::First(_) => ir::ExprKind::First(array, dimension(at)),
                    Builtin::Last(_) => ir::ExprKind::Last(array, dimension(at)),
                    _ => ir::ExprKind::Length(array, dimension(at)),
                };
                let found = self.b.expr(kind, TypeId::INT, loc);
                if let Builtin::Length(at) = builtin {
                    let most = self.longest(args[0].ty, at);
                    self.check_length_fits(found, most, ty, loc)?;
                }
                let ir_ty = self.ty(ty, loc)?;
                Ok(self.at_index(found, ir_ty, loc))
            }
            Builtin::RangeLength => {
                let values = self.values(&[&args[0], &args[1]])?;
                let (low, high) = (self.as_index(values[0], loc), self.as_index(values[1], loc));
                let one = self.b.int(1, TypeId::INT, loc);
                let zero = self.b.int(0, TypeId::INT, loc);
                let length = self.b.binary(Ir::Sub, high, low, TypeId::INT, loc);
                let length = self.b.binary(Ir::Add, length, one, TypeId::INT, loc);
                let length = self.b.binary(Ir::Max, length, zero, TypeId::INT, loc);
                let most = match (self.range_of(&args[0]), self.range_of(&args[1])) {
                    (Some((low, _)), Some((_, high))) => Some((&(&high - &low) + &Int::from(1)).max(Int::from(0))),
                    _ => None,
                };
                self.check_length_fits(length, most, ty, loc)?;
                let ir_ty = self.ty(ty, loc)?;
                Ok(self.at_index(length, ir_ty, loc))
            }
            Builtin::Pos => {
                let value = self.value(&args[0])?;
                let position = self.as_index(value, loc);
                let ir_ty = self.ty(ty, loc)?;
                // Context types smaller than the position's would need a check: the conversion is implicit.
                if let (Some((low, high)), Some((first, last))) =
                    (self.range_of(&args[0]), self.tree().types.base_range(ty))
                    && (low < first || high > last)
                {
                    let inside = self.inside(position, &first, &last, loc);
                    self.check(CheckKind::Range, loc, inside, "")?;
                }
                Ok(self.at_index(position, ir_ty, loc))
            }
            Builtin::Val => {
                let value = self.value(&args[0])?;
                let position = self.as_index(value, loc);
                if let Some((low, high)) = self.tree().types.base_range(ty) {
                    let known = self.range_of(&args[0]).is_some_and(|(first, last)| low <= first && last <= high);
                    if !known {
                        let inside = self.inside(position, &low, &high, loc);
                        self.check(CheckKind::Range, loc, inside, NOT_CONVERTIBLE)?;
                    }
                }
                let ir_ty = self.ty(ty, loc)?;
                Ok(self.at_index(position, ir_ty, loc))
            }
            Builtin::Succ | Builtin::Pred => self.successor(builtin == Builtin::Succ, &args[0], ty, loc),
            Builtin::Min | Builtin::Max => {
                let values = self.values(&[&args[0], &args[1]])?;
                let ir_ty = self.ty(ty, loc)?;
                if matches!(self.l.program.ty(ir_ty).kind, ir::TypeKind::Bool) {
                    return Ok(if builtin == Builtin::Min {
                        self.b.and(values[0], values[1], loc)
                    } else {
                        self.b.or(values[0], values[1], loc)
                    });
                }
                let op = if builtin == Builtin::Min { Ir::Min } else { Ir::Max };
                Ok(self.b.binary(op, values[0], values[1], ir_ty, loc))
            }
            Builtin::Mod => {
                let value = self.value(&args[0])?;
                let value = self.as_index(value, loc);
                let ir_ty = self.ty(ty, loc)?;
                Ok(self.b.convert(Conversion::IntToModularWrap, value, ir_ty, loc))
            }
            Builtin::Floor | Builtin::Ceiling | Builtin::Rounding | Builtin::UnbiasedRounding | Builtin::Truncation => {
                let value = self.value(&args[0])?;
                let ir_ty = self.ty(ty, loc)?;
                let rounding = match builtin {
                    Builtin::Floor => Rounding::Floor,
                    Builtin::Ceiling => Rounding::Ceiling,
                    Builtin::Rounding => Rounding::NearestAway,
                    Builtin::UnbiasedRounding => Rounding::NearestEven,
                    _ => Rounding::Truncate,
                };
                Ok(self.b.unary(IrUnary::FloatRound(rounding), value, ir_ty, loc))
            }
            Builtin::ShiftLeft
            | Builtin::ShiftRight
            | Builtin::ShiftRightArithmetic
            | Builtin::RotateLeft
            | Builtin::RotateRight => {
                let value = self.value(&args[0])?;
                let natural = self.tree().types.std.natural;
                let amount = self.converted(&args[1], natural, args[1].loc)?;
                let ir_ty = self.ty(ty, loc)?;
                let op = match builtin {
                    Builtin::ShiftLeft => Ir::ShiftLeft,
                    Builtin::ShiftRight => Ir::ShiftRight,
                    Builtin::ShiftRightArithmetic => Ir::ShiftRightArithmetic,
                    Builtin::RotateLeft => Ir::RotateLeft,
                    _ => Ir::RotateRight,
                };
                Ok(self.b.binary(op, value, amount, ir_ty, loc))
            }
            // As an expression, what a qualification or conversion gives is a constant (RM 4.7, 4.6, 3.7.2 (5)).
            Builtin::Constrained if matches!(args[0].kind, ExprKind::Qualified(_) | ExprKind::Convert(_)) => {
                Ok(self.b.bool(true, loc))
            }
            Builtin::Constrained => self.is_constrained(&args[0]),
            Builtin::PredefinedEqual => {
                let values = self.values(&[&args[0], &args[1]])?;
                self.equal_predefined(values[0], args[0].ty, values[1], args[1].ty, loc)
            }
            Builtin::Tag => {
                let value = self.value(&args[0])?;
                Ok(self.tag(value, loc))
            }
            Builtin::Valid => self.valid(&args[0], loc),
            Builtin::Initialized => self.initialized(&args[0], loc),
            Builtin::Value => self.value_of_text(&args[0], ty, loc),
            Builtin::Sqrt | Builtin::Elementary(_) => self.elementary(builtin, &args[0], ty, loc),
            Builtin::Unknown => {
                let mut values = Vec::new();
                for arg in args {
                    values.push(self.value(arg)?);
                }
                match (args, values.as_slice()) {
                    ([arg], [value]) if self.tree().types.is_string(ty) && self.tree().types.is_scalar(arg.ty) => {
                        self.image(arg, *value, ty, loc)
                    }
                    _ => {
                        let value = self.arbitrary(ty, loc)?;
                        self.unknown_value(value);
                        Ok(value)
                    }
                }
            }
        }
    }

    /// The greatest length of an array of this type in a dimension.
    fn longest(&self, ty: AdaType, dimension: usize) -> Option<Int> {
        let types = &self.tree().types;
        if let Some(bounds) = self.l.static_bounds(ty) {
            return bounds.get(dimension).map(ir::Range::len);
        }
        let index = types.array(ty).and_then(|(index, _)| index.get(dimension).copied())?;
        let (low, high) = types.static_range(index).or_else(|| types.base_range(index))?;
        Some((&(&high - &low) + &Int::from(1)).max(Int::from(0)))
    }

    /// A length is universal: what it becomes in its context must hold it (RM 4.6 (28)). That no object has more
    /// components than a word of 32 bits can count is taken for granted.
    fn check_length_fits(&mut self, length: ExprId, most: Option<Int>, ty: AdaType, loc: Loc) -> Result<(), Refusal> {
        let Some((low, high)) = self.tree().types.base_range(ty) else { return Ok(()) };
        if high >= &Int::pow2(31) - &Int::from(1) || most.is_some_and(|most| most <= high) {
            return Ok(());
        }
        let inside = self.inside(length, &low, &high, loc);
        self.check(CheckKind::Range, loc, inside, NOT_CONVERTIBLE)
    }

    /// `X'Valid` (RM 13.9.2): what was assigned is a value of its subtype, because that was checked. What comes from
    /// elsewhere or was perhaps never assigned may be anything.
    fn valid(&mut self, operand: &Expr, loc: Loc) -> Result<ExprId, Refusal> {
        use crate::sema::tree::{Mode, ObjectKind};
        let yes = self.b.bool(true, loc);
        let Some(root) = effects::root(operand) else {
            self.value(operand)?;
            return Ok(yes);
        };
        let entry = self.tree().object(root);
        let boolean = self.tree().types.std.boolean;
        if let Some(what) = &entry.unsupported {
            return Err((loc, what.clone()));
        }
        if entry.volatile {
            return self.arbitrary(boolean, loc);
        }
        let doubtful = self.l.unwritten.doubtful.contains(&super::unwritten::read_of(operand));
        if matches!(operand.kind, ExprKind::Object(_)) && self.tree().types.is_scalar(entry.ty) {
            let unknown = self.arbitrary(boolean, loc)?;
            if doubtful {
                self.unknown_value(unknown);
                return Ok(unknown);
            }
            let Some(flag) = self.flags.get(&root).copied() else { return Ok(yes) };
            let set = self.b.var(flag, loc);
            return Ok(self.b.or(set, unknown, loc));
        }
        // Indices and selectors are evaluated.
        self.value(operand)?;
        let given = matches!(entry.kind, ObjectKind::Constant | ObjectKind::Parameter(Mode::In | Mode::InOut));
        if given && !doubtful {
            return Ok(yes);
        }
        let unknown = self.arbitrary(boolean, loc)?;
        self.unknown_value(unknown);
        Ok(unknown)
    }

    /// `X'Initialized` (SPARK RM 6.10): true where everything has been written for sure. Elsewhere it may be either:
    /// GNAT says that it is true.
    fn initialized(&mut self, operand: &Expr, loc: Loc) -> Result<ExprId, Refusal> {
        use crate::sema::tree::{Mode, ObjectKind};
        let boolean = self.tree().types.std.boolean;
        let doubtful = self.l.unwritten.doubtful.contains(&super::unwritten::read_of(operand));
        let mut whole = None;
        let mut known = false;
        if let Some(root) = effects::root(operand) {
            let entry = self.tree().object(root);
            if let Some(what) = &entry.unsupported {
                return Err((loc, what.clone()));
            }
            let own = entry.owner == self.id && matches!(operand.kind, ExprKind::Object(_));
            let given = matches!(entry.kind, ObjectKind::Constant | ObjectKind::Parameter(Mode::In | Mode::InOut));
            if own && self.tree().types.is_scalar(entry.ty) && !(given && entry.relaxed) {
                whole = self.flags.get(&root).copied();
                known = whole.is_none();
            } else {
                known = given && !entry.relaxed;
            }
            known &= !doubtful && !entry.volatile;
        }
        if !matches!(operand.kind, ExprKind::Object(_)) {
            // Indices and selectors are evaluated.
            self.place(operand)?;
        }
        if known {
            return Ok(self.b.bool(true, loc));
        }
        let unknown = self.arbitrary(boolean, loc)?;
        self.unknown_value(unknown);
        let Some(flag) = whole else { return Ok(unknown) };
        let set = self.b.var(flag, loc);
        Ok(self.b.or(set, unknown, loc))
    }

    /// A condition of which nothing is known. It must be a matter of this assertion alone: where a function changes
    /// something, or somebody waits for an exception, what is left out may be missed elsewhere.
    fn not_analysed(&mut self, what: &str, loc: Loc) -> Result<ExprId, Refusal> {
        let functions = self.l.effects.changing.iter().any(|subp| self.tree().subprogram(*subp).result.is_some());
        if functions || self.propagates || !self.regions.is_empty() {
            return Err((loc, what.to_string()));
        }
        let value = self.arbitrary(self.tree().types.std.boolean, loc)?;
        self.unknown_value(value);
        // Nobody knows whether a run gets past it: what fails behind is no failure for sure.
        self.b.begin_if(value, loc);
        self.b.end_if();
        Ok(value)
    }

    /// An assertion that is made here, although a policy may switch it off (RM 11.4.2). Whether it is made must be a
    /// matter of this assertion alone: its evaluation changes nothing, and nobody waits for what it raises.
    pub fn counts_if_off(&self, changes: bool, loc: Loc) -> Result<(), Refusal> {
        if !self.tree().assertions_off.anywhere() || !(changes || self.propagates || !self.regions.is_empty()) {
            return Ok(());
        }
        Err((loc, "assertion with effects or handlers where a policy switches assertions off (RM 11.4.2)".into()))
    }

    /// Does something for an assertion about this condition. What cannot be lowered in it concerns it alone: the check
    /// stays open.
    pub fn alone(
        &mut self,
        condition: &Expr,
        kind: Option<CheckKind>,
        f: impl FnOnce(&mut Self) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        self.counts_if_off(self.changes_something(condition), condition.loc)?;
        let mark = self.b.mark();
        let behind = self.behind.len();
        let state = |p: &Self| [p.context.len(), p.inlining.len(), p.discriminants.len(), p.regions.len()];
        let before = state(self);
        let refusal = match f(self) {
            Ok(()) => return Ok(()),
            Err(refusal) => refusal,
        };
        // What was begun in it must have been ended.
        if self.changes_something(condition) || before[0] > 0 || state(self) != before {
            return Err(refusal);
        }
        self.b.back_to(mark);
        self.behind.truncate(behind);
        let value = self.not_analysed(&refusal.1, condition.loc).map_err(|_| refusal.clone())?;
        let (loc, construct) = refusal;
        self.l.apart.insert((loc, construct));
        match kind {
            Some(kind) => {
                let text = self.source_of(condition);
                self.check_of(kind, condition.loc, value, "", &text)
            }
            None => Ok(()),
        }
    }

    /// The value of this variable is not the program's.
    pub fn unknown_value(&mut self, value: ExprId) {
        if let ir::ExprKind::Var(var) = self.b.node(value).kind {
            self.b.set_origin_of(var, UNKNOWN_VALUE);
        }
    }

    /// A function of RM A.5.1, with the checks that its operand has a value for it: outside of its domain it raises
    /// `Argument_Error`, or what it gives is no finite number.
    fn elementary(&mut self, builtin: Builtin, operand: &Expr, ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let value = self.value(operand)?;
        let ir_ty = self.ty(ty, loc)?;
        let ir::TypeKind::Float(float) = &self.l.program.ty(ir_ty).kind else {
            return Err((loc, "elementary function of this type (RM A.5.1)".into()));
        };
        let format = float.format;
        let Builtin::Elementary(function) = builtin else {
            let zero = self.b.float(0.0, ir_ty, loc);
            let defined = self.b.compare(Ir::Ge, value, zero, loc);
            self.check(CheckKind::Precondition, loc, defined, "operand of a square root must not be negative")?;
            return Ok(self.b.unary(IrUnary::Sqrt, value, ir_ty, loc));
        };
        let (low, high) = function.domain(format);
        let largest = ir::ieee::largest(format);
        for (end, bounded, op) in [(low, low > -largest, Ir::Ge), (high, high < largest, Ir::Le)] {
            if bounded {
                let end = self.b.float(end, ir_ty, loc);
                let inside = self.b.compare(op, value, end, loc);
                let (kind, reason) = match function {
                    ir::Elementary::Exp => {
                        (CheckKind::FloatOverflow, "result of the exponential function must be bounded")
                    }
                    _ => (CheckKind::Precondition, "operand must be in the domain of the function"),
                };
                self.check(kind, loc, inside, reason)?;
            }
        }
        Ok(self.b.unary(IrUnary::Elementary(function), value, ir_ty, loc))
    }

    /// A value that has the bounds of an array, without reading its components.
    fn bounds_holder(&mut self, array: &Expr) -> Result<ExprId, Refusal> {
        if let ExprKind::Object(object) = &array.kind {
            if let Some(value) = self.env.get(object) {
                return Ok(*value);
            }
            let var = self.variable(*object, array.loc)?;
            return Ok(self.b.var(var, array.loc));
        }
        self.value(array)
    }

    fn successor(&mut self, up: bool, operand: &Expr, ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let value = self.value(operand)?;
        let ir_ty = self.ty(ty, loc)?;
        let kind = self.tree().types.kind(ty).clone();
        if let Kind::Modular(_) = kind {
            let one = self.b.int(1, ir_ty, loc);
            return Ok(self.b.binary(if up { Ir::Add } else { Ir::Sub }, value, one, ir_ty, loc));
        }
        let position = self.as_index(value, loc);
        let one = self.b.int(1, TypeId::INT, loc);
        let next = self.b.binary(if up { Ir::Add } else { Ir::Sub }, position, one, TypeId::INT, loc);
        let range = self.range_of(operand).map(|(low, high)| {
            let step = Int::from(if up { 1 } else { -1 });
            (&low + &step, &high + &step)
        });
        if let Some((low, high)) = self.tree().types.base_range(ty) {
            let known = range.is_some_and(|(first, last)| low <= first && last <= high);
            let inside = if known { self.b.bool(true, loc) } else { self.inside(next, &low, &high, loc) };
            // Of an enumeration it is a range check, of an integer an overflow check (SPARK's convention).
            let integer = matches!(kind, Kind::Signed { .. } | Kind::Fixed { .. });
            let kind = if integer { CheckKind::Overflow } else { CheckKind::Range };
            self.check(kind, loc, inside, "")?;
        }
        Ok(self.at_index(next, ir_ty, loc))
    }

    pub fn inside(&mut self, value: ExprId, low: &Int, high: &Int, loc: Loc) -> ExprId {
        let ty = self.b.type_of(value);
        let low = self.b.int(low.clone(), ty, loc);
        let high = self.b.int(high.clone(), ty, loc);
        self.b.between(value, low, high, loc)
    }

    /// A discrete value as an Int: positions of Boolean, numbers of modular types.
    pub fn as_index(&mut self, value: ExprId, loc: Loc) -> ExprId {
        match &self.l.program.ty(self.b.type_of(value)).kind {
            ir::TypeKind::Bool => self.b.convert(Conversion::BoolToInt, value, TypeId::INT, loc),
            ir::TypeKind::Modular(_) => self.b.convert(Conversion::ModularToInt, value, TypeId::INT, loc),
            _ => value,
        }
    }

    /// The opposite of [`Proc::as_index`], for a value known to fit.
    pub fn at_index(&mut self, value: ExprId, ty: TypeId, loc: Loc) -> ExprId {
        match &self.l.program.ty(ty).kind {
            ir::TypeKind::Bool => self.b.convert(Conversion::IntToBool, value, ty, loc),
            ir::TypeKind::Modular(_) => self.b.convert(Conversion::IntToModular, value, ty, loc),
            _ => value,
        }
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        match op {
            BinaryOp::AndThen => self.short_circuit(true, left, right, loc),
            BinaryOp::OrElse => self.short_circuit(false, left, right, loc),
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => self.logical(op, left, right, ty, loc),
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
                self.comparison(op, left, right, loc)
            }
            _ => self.arithmetic(op, left, right, ty, loc),
        }
    }
}

/// Whether an expression contains a call.
fn calls(expr: &Expr) -> bool {
    let mut found = false;
    effects::walk_expr(expr, &mut |inner| found |= matches!(inner.kind, ExprKind::Call(..)));
    found
}
