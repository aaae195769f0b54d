//! Loops that look for something: a run that comes to an iteration has not left the loop in one before. What this says
//! of the values in front of the counter is a fact about all of them; so `for all I in R => F (A (I))` where `F` is no
//! expression, which is such a loop, is a fact about `F`.
//!
//! Of a call is known what the function gives ([`ExprKind::Apply`]), if this depends on nothing but its parameters.

use super::frames::{Counter, Frames, next_bound};
use crate::ir::expr::{BinaryOp, BoundId, ExprId, ExprKind};
use crate::ir::types::{TypeId, TypeKind};
use crate::ir::{Arg, BlockId, Call, Procedure, Stmt, StmtKind, Terminator, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// Statements, ends of blocks and nodes of expressions that are looked at for one loop.
const STEPS: usize = 4_000;

/// One iteration, for any value of the counter.
struct Iteration<'a, 'p> {
    frames: &'a Frames<'a, 'p>,
    changed: &'a BTreeSet<VarId>,
    counter: Counter,
    head: BlockId,
    bound: BoundId,
    left: usize,
}

/// What variables have got in the iteration, of those whose value is known.
type Values = BTreeMap<VarId, Option<ExprId>>;

impl Frames<'_, '_> {
    /// That the loop was not left for the values of the counter that come before it, from the first on.
    pub(super) fn searched(
        &self,
        target: &mut Procedure,
        changed: &BTreeSet<VarId>,
        counter: Counter,
        start: VarId,
        head: BlockId,
    ) -> Option<ExprId> {
        let bound = next_bound(&target.exprs);
        let mut iteration = Iteration { frames: self, changed, counter, head, bound, left: STEPS };
        let goes_on = iteration.from(target, head, Values::new())?;
        if matches!(target.exprs[goes_on].kind, ExprKind::Bool(_)) {
            return None;
        }
        let ty = target.var(counter.var).ty;
        let mut add = |kind: ExprKind, ty: TypeId| target.exprs.add(kind, ty, self.loc);
        let (start, here) = (add(ExprKind::Var(start), ty), add(ExprKind::Var(counter.var), ty));
        let one = add(ExprKind::Int(1.into()), TypeId::INT);
        let (first, last) = match counter.up {
            true => (start, add(ExprKind::Binary(BinaryOp::Sub, here, one), TypeId::INT)),
            false => (add(ExprKind::Binary(BinaryOp::Add, here, one), TypeId::INT), start),
        };
        let kind = ExprKind::Quantified { forall: true, var: bound, first, last, body: goes_on };
        Some(add(kind, TypeId::BOOL))
    }
}

impl Iteration<'_, '_> {
    /// Whether the loop goes on behind this block, as an expression of the counter's value.
    fn from(&mut self, target: &mut Procedure, block: BlockId, mut values: Values) -> Option<ExprId> {
        let procedure = self.frames.cutter.original;
        let mut facts = Vec::new();
        for stmt in &procedure.block(block).statements {
            self.left = self.left.checked_sub(1)?;
            self.statement(target, stmt, &mut values, &mut facts);
        }
        let loc = self.frames.loc;
        let behind = match procedure.block(block).terminator {
            Terminator::Goto(next) => self.go(target, next, values)?,
            // The counter is not at its limit where another iteration follows.
            Terminator::Branch(_, yes, no) if self.is_last(no) && !self.inside(yes) => {
                target.exprs.add(ExprKind::Bool(true), TypeId::BOOL, loc)
            }
            Terminator::Branch(condition, yes, no) => {
                let condition = self.value(target, condition, &values)?;
                let yes = self.go(target, yes, values.clone())?;
                let no = self.go(target, no, values)?;
                choose(target, condition, yes, no)
            }
            Terminator::Return | Terminator::Raise(_) | Terminator::Stop => {
                target.exprs.add(ExprKind::Bool(false), TypeId::BOOL, loc)
            }
        };
        Some(facts.into_iter().rev().fold(behind, |all, fact| and(target, fact, all)))
    }

    fn inside(&self, block: BlockId) -> bool {
        self.frames.body.get(block.index()).copied().unwrap_or(false)
    }

    /// Whether a block does nothing but to change the counter for the next iteration.
    fn is_last(&self, block: BlockId) -> bool {
        let block = self.frames.cutter.original.block(block);
        block.terminator == Terminator::Goto(self.head)
            && matches!(block.statements.as_slice(), [Stmt { kind: StmtKind::Assign(var, _), .. }]
                if *var == self.counter.var)
    }

    fn go(&mut self, target: &mut Procedure, next: BlockId, values: Values) -> Option<ExprId> {
        self.left = self.left.checked_sub(1)?;
        if next == self.head || !self.inside(next) {
            return Some(target.exprs.add(ExprKind::Bool(next == self.head), TypeId::BOOL, self.frames.loc));
        }
        let another = self.frames.cutter.original.block(next).loop_head.is_some();
        if another { None } else { self.from(target, next, values) }
    }

    fn statement(&mut self, target: &mut Procedure, stmt: &Stmt, values: &mut Values, facts: &mut Vec<ExprId>) {
        match &stmt.kind {
            StmtKind::Assign(var, value) => {
                let value = self.value(target, *value, values);
                values.insert(*var, value);
            }
            StmtKind::Havoc(var) => {
                values.insert(*var, None);
            }
            StmtKind::Assume(_) | StmtKind::Check(..) => {}
            StmtKind::Call(call) => {
                let result = self.applied(target, call, values);
                let procedure = self.frames.cutter.original;
                for var in crate::ir::effects::changed_by(call, self.frames.cutter.effects, procedure) {
                    values.insert(var, None);
                }
                if let (Some(var), Some(result)) = (call.result, result) {
                    values.insert(var, Some(result));
                    facts.extend(self.in_range(target, result));
                }
            }
        }
    }

    /// What a call of a function gives.
    fn applied(&mut self, target: &mut Procedure, call: &Call, values: &Values) -> Option<ExprId> {
        let cutter = self.frames.cutter;
        let callee = cutter.program.procedure(call.callee);
        let ty = callee.var(callee.result()?).ty;
        let discrete = matches!(cutter.program.ty(ty).kind, TypeKind::Bool | TypeKind::Int(_) | TypeKind::Modular(_));
        let reads_nothing = cutter.effects[call.callee.index()].is_empty();
        if !discrete || !reads_nothing || !cutter.functions.contains(&call.callee) || call.exception.is_some() {
            return None;
        }
        let mut args = Vec::new();
        for arg in &call.args {
            let Arg::In(value) = arg else { return None };
            args.push(self.value(target, *value, values)?);
        }
        Some(target.exprs.add(ExprKind::Apply(call.callee, args), ty, self.frames.loc))
    }

    /// That a number is one of its type.
    fn in_range(&self, target: &mut Procedure, value: ExprId) -> Option<ExprId> {
        let TypeKind::Int(int) = &self.frames.cutter.program.ty(target.exprs[value].ty).kind else { return None };
        let range = int.range.as_ref()?;
        let loc = self.frames.loc;
        let mut compare = |op: BinaryOp, bound: &horn_solver::num::Int| {
            let bound = target.exprs.add(ExprKind::Int(bound.clone()), TypeId::INT, loc);
            target.exprs.add(ExprKind::Binary(op, value, bound), TypeId::BOOL, loc)
        };
        let (low, high) = (compare(BinaryOp::Ge, &range.first), compare(BinaryOp::Le, &range.last));
        Some(and(target, low, high))
    }

    /// An expression of the iteration with the bound variable for the counter; `None` if it has a value from another
    /// iteration, or one that is not known.
    fn value(&mut self, target: &mut Procedure, id: ExprId, values: &Values) -> Option<ExprId> {
        let mut made: BTreeMap<ExprId, ExprId> = BTreeMap::new();
        let mut todo = vec![(id, false)];
        while let Some((id, ready)) = todo.pop() {
            if made.contains_key(&id) {
                continue;
            }
            let node = target.exprs[id].clone();
            if !ready {
                self.left = self.left.checked_sub(1)?;
                todo.push((id, true));
                node.kind.operands(|operand| todo.push((operand, false)));
                continue;
            }
            let kind = match node.kind {
                ExprKind::Var(var) => match values.get(&var) {
                    Some(value) => {
                        made.insert(id, (*value)?);
                        continue;
                    }
                    None if var == self.counter.var => ExprKind::Bound(self.bound),
                    None if self.changed.contains(&var) => return None,
                    None => node.kind,
                },
                kind => kind.with_operands(|operand| made[&operand]),
            };
            let new = if kind == target.exprs[id].kind { id } else { target.exprs.add(kind, node.ty, self.frames.loc) };
            made.insert(id, new);
        }
        made.get(&id).copied()
    }
}

fn and(target: &mut Procedure, a: ExprId, b: ExprId) -> ExprId {
    match (&target.exprs[a].kind, &target.exprs[b].kind) {
        (ExprKind::Bool(true), _) | (_, ExprKind::Bool(false)) => b,
        (_, ExprKind::Bool(true)) | (ExprKind::Bool(false), _) => a,
        _ => target.exprs.add(ExprKind::And(a, b), TypeId::BOOL, target.exprs[a].loc),
    }
}

fn choose(target: &mut Procedure, condition: ExprId, yes: ExprId, no: ExprId) -> ExprId {
    let (ty, loc) = (TypeId::BOOL, target.exprs[condition].loc);
    match (&target.exprs[yes].kind, &target.exprs[no].kind) {
        (ExprKind::Bool(true), ExprKind::Bool(true)) | (ExprKind::Bool(false), ExprKind::Bool(false)) => yes,
        (ExprKind::Bool(true), ExprKind::Bool(false)) => condition,
        (ExprKind::Bool(false), _) => {
            let otherwise = target.exprs.add(ExprKind::Unary(crate::ir::expr::UnaryOp::Not, condition), ty, loc);
            and(target, otherwise, no)
        }
        (_, ExprKind::Bool(false)) => and(target, condition, yes),
        _ => target.exprs.add(ExprKind::Ite(condition, yes, no), ty, loc),
    }
}
