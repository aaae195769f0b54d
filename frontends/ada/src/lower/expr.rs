//! Expressions: values of the representation, with the checks stated in front.

use super::call::MAX_EXPR_DEPTH;
use super::procedure::{Context, Proc};
use super::types::to_f64;
use super::{Refusal, effects};
use crate::place::Loc;
use crate::sema::tree::{BinaryOp, Choice, Expr, ExprKind, UnaryOp};
use crate::sema::types::{Kind, TypeId as AdaType};
use horn_frontend::ir::{self, CheckKind, Conversion, ExprId, TypeId, UnaryOp as IrUnary};
use horn_solver::num::{Int, Rat};
use std::collections::BTreeMap;

/// Objects that were made by another task may be designated.
pub(super) const SHARED_HEAP: &str = "access value where several tasks reach the same objects (RM 9.10)";
/// Where values come from that nothing is known of.
pub(super) const UNKNOWN_VALUE: &str = "a value that is not known here";

/// The same as [`MAX_EXPR_DEPTH`] for concatenations: bounds and length of each name its left operand again.
const MAX_CONCAT_DEPTH: u32 = 24;

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
                let component = self.b.expr(ir::ExprKind::Index(array_value, indices.clone()), ty, loc);
                self.in_table(array, array_value, &indices, (component, expr), loc)?;
                Ok(component)
            }
            ExprKind::Slice(array, low, high) => self.slice(array, low, high, expr.ty, loc),
            ExprKind::Unary(op, operand) => {
                self.valid_numbers(&[operand]);
                self.unary(*op, operand, expr.ty, loc)
            }
            ExprKind::Binary(op, left, right) => {
                self.valid_numbers(&[left, right]);
                let found = self.binary(*op, left, right, expr.ty, loc)?;
                self.not_too_deep(found, MAX_EXPR_DEPTH, loc)
            }
            ExprKind::Concat(left, right) => {
                let found = self.concat(left, right, expr.ty, loc)?;
                self.not_too_deep(found, MAX_CONCAT_DEPTH, loc)
            }
            ExprKind::Member(operand, choices, negated) => {
                let mut parts: Vec<&Expr> = choices.iter().flat_map(Choice::values).collect();
                for part in &parts {
                    self.value_in_one_order(&[operand, part], loc)?;
                }
                parts.push(operand);
                self.fail_in_one_order(&parts, loc)?;
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
            ExprKind::Quantified { all, var, low, high, body, reverse } => {
                let low = self.value(low)?;
                let high = self.value(high)?;
                self.quantified((*all, *reverse), *var, (low, high), body, loc)
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
                    let own = self.discriminants_of(value, expr.ty, loc)?;
                    let change = self.aggregate_component(change, &record.components[*at], own.clone(), &own)?;
                    let at = self.l.field_at(expr.ty, *at).map_err(|what| (loc, what))?;
                    value = self.b.expr(ir::ExprKind::WithField(value, at, change), ty, loc);
                }
                if self.tree().types.base(base.ty) != self.tree().types.base(expr.ty) {
                    self.check_ancestor(value, base.ty, expr.ty, loc)?;
                }
                Ok(self.as_own(value, expr.ty, loc))
            }
            ExprKind::DeltaArray(base, changes) => self.delta_array(base, changes, expr.ty, loc),
            ExprKind::Old(inner) => match self.olds.iter().find(|(old, _)| old == &**inner) {
                Some((_, var)) => Ok(self.b.var(*var, loc)),
                None => self.value(inner),
            },
            ExprKind::Result => match (self.inlined_result, self.result) {
                (Some(result), _) => Ok(result),
                (None, Some(result)) => Ok(self.b.var(result, loc)),
                (None, None) => Err((loc, "attribute Result here".into())),
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
            ExprKind::CheckedRange(within, low, high) => {
                let values = self.values(&[low, high])?;
                self.check_range_of(*within, (low, values[0]), (high, values[1]), true, loc)?;
                Ok(values[0])
            }
            ExprKind::Asserted(condition, value) => {
                self.split_condition(condition, CheckKind::Assertion)?;
                self.value(value)
            }
            ExprKind::Raise(_) if self.lacks_storage(expr) => {
                self.assume_storage(loc)?;
                self.arbitrary(expr.ty, loc)
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
            ExprKind::Discriminant(at) => self.named_discriminant(*at, loc),
            ExprKind::Allocate(allocator) => self.allocate(allocator, expr.ty, loc),
            ExprKind::Deref(_) | ExprKind::Reference(..) => Err((loc, "access value (RM 3.10)".into())),
            ExprKind::NotAnalysed(what) => self.not_analysed(what, loc),
            ExprKind::Error => Err((loc, "expression with an error".into())),
        }
    }

    /// Several expressions in order; values that a later call may change are kept.
    pub fn values(&mut self, exprs: &[&Expr]) -> Result<Vec<ExprId>, Refusal> {
        self.values_by(exprs, true)
    }

    /// The same where calls need not come in the order of the text, if they fail.
    pub fn values_by(&mut self, exprs: &[&Expr], textual: bool) -> Result<Vec<ExprId>, Refusal> {
        let mut open = self.dependent_by_values(exprs, true);
        open.extend(self.dependent_by_failure(exprs, textual));
        let mut known = match exprs.first() {
            Some(first) if !open.is_empty() => {
                self.read_at_once(exprs, &open, first.loc)?;
                self.in_any_order(&open, &mut |p, at| p.value(exprs[at]), first.loc)?
            }
            _ => BTreeMap::new(),
        };
        let mut found = Vec::new();
        for (at, expr) in exprs.iter().enumerate() {
            let value = match known.remove(&at) {
                Some(value) => value,
                None => self.value(expr)?,
            };
            let keep = exprs[at + 1..].iter().any(|later| self.changes_something(later));
            found.push(if keep { self.kept(value, expr.loc) } else { value });
        }
        Ok(found)
    }

    /// Whether it shows if the upper bound of a membership's range is evaluated.
    fn may_be_left_out(&self, high: &Expr) -> bool {
        self.calls_change_something(high) || self.context.is_empty() && self.calls_raise(high)
    }

    /// Whether the evaluation calls a function that changes variables.
    pub fn changes_something(&self, expr: &Expr) -> bool {
        let changing = &self.l.effects.changing;
        effects::has_part(expr, |part| match &part.kind {
            ExprKind::Call(callee, _) => changing.contains(callee),
            ExprKind::Allocate(_) => true,
            _ => false,
        })
    }

    /// The same without new objects.
    pub fn calls_change_something(&self, expr: &Expr) -> bool {
        let changing = &self.l.effects.changing_seen;
        effects::has_part(expr, |part| matches!(&part.kind, ExprKind::Call(callee, _) if changing.contains(callee)))
    }

    /// Whether the evaluation gives a value that nothing is known of: of a volatile object, or of a subprogram without
    /// a body.
    pub fn gives_unknown(&self, expr: &Expr) -> bool {
        let tree = self.tree();
        let unknown = |e: &Expr| match &e.kind {
            ExprKind::Object(object) => tree.object(*object).volatile,
            ExprKind::Call(callee, _) => tree.subprogram(*callee).body.is_none() || self.l.refused.contains_key(callee),
            ExprKind::Builtin(builtin, _) => builtin.is_open(),
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

    /// The value of one link of a chain of operators: where it is deeper than that, a long one goes on with a temporary
    /// variable.
    fn not_too_deep(&mut self, value: ExprId, depth: u32, loc: Loc) -> Result<ExprId, Refusal> {
        let found = self.b.node(value).depth;
        if found > MAX_EXPR_DEPTH && self.quantifying() {
            return Err((loc, "long expression inside of a quantified one".into()));
        }
        Ok(if found > depth { self.kept(value, loc) } else { value })
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
        let guards: Vec<ExprId> = match self.b.node(value).kind {
            ir::ExprKind::Var(_) => Vec::new(),
            // Where checks are switched off, they have been made elsewhere.
            _ => {
                let guards = self.context.iter().filter_map(|context| context.guard());
                guards.filter(|guard| !self.is_switch(*guard)).collect()
            }
        };
        // Where it is not evaluated, nothing says that it can be, and that it is in the range of its type.
        let guard = guards.into_iter().reduce(|all, guard| self.b.and(all, guard, loc));
        if let Some(guard) = guard {
            self.b.begin_if(guard, loc);
        }
        self.b.assign(var, value, loc);
        if guard.is_some() {
            self.b.end_if();
        }
        self.b.var(var, loc)
    }

    /// Operands of big numbers are valid (RM A.5.6 (14)), as all of their values are.
    fn valid_numbers(&mut self, operands: &[&Expr]) {
        for operand in operands {
            let types = &self.tree().types;
            let base = types.base(operand.ty);
            if matches!(types.kind(base), Kind::UniversalInteger) && base != types.std.universal_integer {
                self.evident(CheckKind::Predicate, operand.loc);
            }
        }
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
        self.check_scalar_written(object, loc)?;
        let var = self.variable(object, loc)?;
        Ok(self.b.var(var, loc))
    }

    /// What a volatile object has. What nobody outside is said to write has some value that no run can show, and so has
    /// what lies at the place of another object.
    pub fn volatile_value(&mut self, object: crate::sema::tree::ObjId, loc: Loc) -> Result<ExprId, Refusal> {
        let entry = self.tree().object(object);
        let value = self.arbitrary(entry.ty, loc)?;
        if entry.concurrent || entry.overlaid || !entry.written_outside {
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

    /// A condition for the choices of a case or membership.
    pub fn matches(&mut self, value: ExprId, ty: AdaType, choices: &[Choice], loc: Loc) -> Result<ExprId, Refusal> {
        let mut found: Option<ExprId> = None;
        for choice in choices {
            // A choice is evaluated only if none before it decides (RM 4.5.2 (27.1)).
            let parts: Vec<&Expr> = choice.values().collect();
            let Some(before) = found else {
                found = Some(self.matches_one(value, ty, choice, loc)?);
                continue;
            };
            let control = parts.iter().any(|part| self.needs_control(part));
            if control || parts.iter().any(|part| calls(part)) {
                found = Some(self.joined(false, before, control, loc, |p| p.matches_one(value, ty, choice, loc))?);
                continue;
            }
            // What is no call GNAT 12 computes in front of the test.
            let one = self.matches_one(value, ty, choice, loc)?;
            found = Some(self.b.or(before, one, loc));
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
            Choice::Range(low, high) if self.may_be_left_out(high) => {
                // The upper bound is evaluated in any case (RM 4.5.2 (27)); GNAT leaves it out below the lower one.
                self.independent(&[low, high], true, loc)?;
                let low = self.value(low)?;
                let above = self.b.compare(ir::BinaryOp::Le, low, value, loc);
                let above = self.kept(above, loc);
                let all = self.b.temporary("all", TypeId::BOOL, loc);
                self.b.havoc(all, loc);
                self.b.set_origin_of(all, super::order::OPEN_ORDER);
                let all = self.b.var(all, loc);
                let goes_on = self.b.or(above, all, loc);
                let below = self.joined(true, goes_on, true, loc, |p| {
                    let high = p.value(high)?;
                    Ok(p.b.compare(ir::BinaryOp::Le, value, high, loc))
                })?;
                Ok(self.b.and(above, below, loc))
            }
            Choice::Range(low, high) => {
                let ends = self.values(&[low, high])?;
                Ok(self.b.between(value, ends[0], ends[1], loc))
            }
            Choice::Subtype(subtype) => self.in_subtype(value, *subtype, loc),
        }
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
            (UnaryOp::Neg, _) => {
                let zero = self.b.int(0, TypeId::INT, loc);
                self.check_no_wrap(ir::BinaryOp::Sub, (zero, value), ty, loc);
                Ok(self.b.unary(IrUnary::Neg, value, ir_ty, loc))
            }
            (UnaryOp::Abs, _) => Ok(self.b.unary(IrUnary::Abs, value, ir_ty, loc)),
        }
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
