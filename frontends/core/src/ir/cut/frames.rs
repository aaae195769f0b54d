//! What a loop leaves as it was, as facts about its variables where it is cut.

use super::Cutter;
use crate::ir::effects::{changed, changed_by};
use crate::ir::expr::{BinaryOp, BoundId, Expr, ExprId, ExprKind, Exprs};
use crate::ir::types::{TypeId, TypeKind};
use crate::ir::{Arg, BlockId, Loc, ProcId, Procedure, Stmt, StmtKind, Terminator, Var, VarId, VarKind};
use horn_solver::num::Int;
use std::collections::BTreeSet;

/// Records inside of records are looked into this deeply.
const DEPTH: usize = 3;
/// Calls of calls that a part is followed through.
const CALLS: usize = 8;

/// A loop of the procedure as it was.
pub(super) struct Frames<'a, 'p> {
    pub cutter: &'a Cutter<'p>,
    /// Its blocks.
    pub body: &'a [bool],
    /// The counter of a `for` loop.
    pub control: Option<VarId>,
    /// How many statements of its head are passed in front of the cut, in the same iteration.
    pub passed: usize,
    pub loc: Loc,
}

/// What is asked of a part of a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    /// Whether it has the same value.
    Value,
    /// Whether it is an array with the same bounds.
    Bounds,
}

/// The counter of a loop: from the first value on it goes in one direction, and not beyond the limit.
#[derive(Clone, Copy)]
pub(super) struct Counter {
    pub var: VarId,
    limit: VarId,
    pub up: bool,
}

impl Frames<'_, '_> {
    /// Statements in front of the loop that keep what is needed, and assumptions behind the cut.
    pub fn facts(&self, target: &mut Procedure, changed: &BTreeSet<VarId>, head: BlockId) -> (Vec<Stmt>, Vec<Stmt>) {
        let (mut saved, mut facts) = (Vec::new(), Vec::new());
        // With the variable that keeps its first value.
        let counter = self.counter(changed, head).map(|counter| (counter, self.keep(target, counter.var, &mut saved)));
        if let Some((counter, start)) = counter {
            facts.extend(self.range(target, counter, start));
            facts.extend(self.made_of(target, changed, counter, head));
            facts.extend(self.searched(target, changed, counter, start, head));
        }
        for var in changed {
            let mut conditions = Vec::new();
            let mut kept = None;
            let mut paths = Vec::new();
            self.parts(*var, target.var(*var).ty, &mut Vec::new(), &mut paths);
            for (path, ty, what) in paths {
                let old = *kept.get_or_insert_with(|| self.keep(target, *var, &mut saved));
                self.same(target, (*var, old), &path, ty, what, &mut conditions);
            }
            if let Some(counter) = counter
                && let Some(dimension) = self.indexed_by(*var, counter.0.var, head)
            {
                let old = *kept.get_or_insert_with(|| self.keep(target, *var, &mut saved));
                conditions.extend(self.elsewhere(target, (*var, old), dimension, counter));
            }
            facts.extend(conditions);
        }
        let stmt = |condition: ExprId| Stmt { kind: StmtKind::Assume(condition), loc: self.loc };
        (saved, facts.into_iter().map(stmt).collect())
    }

    /// Another variable with the value in front of the loop.
    fn keep(&self, target: &mut Procedure, var: VarId, saved: &mut Vec<Stmt>) -> VarId {
        let Var { name, ty, .. } = target.var(var).clone();
        let name = format!("{name} before the loop");
        target.vars.push(Var { name, ty, kind: VarKind::Local, synthetic: true, loc: self.loc });
        let kept = VarId(target.vars.len() as u32 - 1);
        let value = target.exprs.add(ExprKind::Var(var), ty, self.loc);
        saved.push(Stmt { kind: StmtKind::Assign(kept, value), loc: self.loc });
        kept
    }

    // The counter

    /// The counter, if nothing but the end of an iteration changes it, behind a comparison with a limit that stays.
    fn counter(&self, changed: &BTreeSet<VarId>, head: BlockId) -> Option<Counter> {
        let var = self.control?;
        let procedure = self.cutter.original;
        let exprs = &procedure.exprs;
        let is = |id: ExprId, var: VarId| exprs[id].kind == ExprKind::Var(var);
        let mut found = None;
        for (id, block) in procedure.blocks().filter(|(id, _)| self.body[id.index()]) {
            for (at, stmt) in block.statements.iter().enumerate() {
                let changes = match &stmt.kind {
                    StmtKind::Assign(target, _) | StmtKind::Havoc(target) => *target == var,
                    StmtKind::Call(call) => changed_by(call, self.cutter.effects, procedure).contains(&var),
                    _ => false,
                };
                if !changes {
                    continue;
                }
                let StmtKind::Assign(_, value) = &stmt.kind else { return None };
                let ExprKind::Binary(BinaryOp::Add, left, step) = exprs[*value].kind else { return None };
                let ExprKind::Int(step) = &exprs[step].kind else { return None };
                let up = *step == Int::ONE;
                if found.is_some() || at > 0 || !is(left, var) || !(up || *step == -Int::ONE) {
                    return None;
                }
                if block.terminator != Terminator::Goto(head) {
                    return None;
                }
                found = Some((id, up));
            }
        }
        let (last, up) = found?;
        let mut limit = None;
        for (_, block) in procedure.blocks() {
            if !block.terminator.successors().any(|next| next == last) {
                continue;
            }
            let Terminator::Branch(condition, yes, no) = block.terminator else { return None };
            let ExprKind::Binary(op, left, right) = exprs[condition].kind else { return None };
            let ExprKind::Var(other) = exprs[right].kind else { return None };
            let wanted = if up { BinaryOp::Ge } else { BinaryOp::Le };
            if limit.is_some()
                || op != wanted
                || !is(left, var)
                || no != last
                || yes == last
                || changed.contains(&other)
            {
                return None;
            }
            limit = Some(other);
        }
        Some(Counter { var, limit: limit?, up })
    }

    /// The counter is not in front of its first value, and not beyond the limit unless it began there.
    fn range(&self, target: &mut Procedure, counter: Counter, start: VarId) -> [ExprId; 2] {
        let ty = target.var(counter.var).ty;
        let loc = self.loc;
        let var = target.exprs.add(ExprKind::Var(counter.var), ty, loc);
        let first = target.exprs.add(ExprKind::Var(start), ty, loc);
        let limit = target.exprs.add(ExprKind::Var(counter.limit), target.var(counter.limit).ty, loc);
        let (behind, in_front) = if counter.up { (BinaryOp::Ge, BinaryOp::Le) } else { (BinaryOp::Le, BinaryOp::Ge) };
        let mut compare = |op, left, right| target.exprs.add(ExprKind::Binary(op, left, right), TypeId::BOOL, loc);
        let (from, to, at) =
            (compare(behind, var, first), compare(in_front, var, limit), compare(BinaryOp::Eq, var, first));
        [from, target.exprs.add(ExprKind::Or(to, at), TypeId::BOOL, loc)]
    }

    /// What an iteration begins with: scalars that get a value made of the counter and of what stays, and no other.
    fn made_of(
        &self,
        target: &mut Procedure,
        changed: &BTreeSet<VarId>,
        counter: Counter,
        head: BlockId,
    ) -> Vec<ExprId> {
        let procedure = self.cutter.original;
        let blocks = || procedure.blocks().filter(|(id, _)| self.body[id.index()]).map(|(_, block)| block);
        let once = |var: VarId| {
            let changes = |stmt: &&Stmt| match &stmt.kind {
                StmtKind::Assign(other, _) | StmtKind::Havoc(other) => *other == var,
                StmtKind::Call(call) => changed_by(call, self.cutter.effects, procedure).contains(&var),
                StmtKind::Assume(_) | StmtKind::Check(..) => false,
            };
            blocks().flat_map(|block| &block.statements).filter(changes).count() == 1
        };
        let mut found = Vec::new();
        for stmt in procedure.block(head).statements.iter().take(self.passed) {
            let StmtKind::Assign(var, value) = stmt.kind else { break };
            let ty = procedure.var(var).ty;
            let scalar =
                matches!(self.cutter.program.ty(ty).kind, TypeKind::Bool | TypeKind::Int(_) | TypeKind::Modular(_));
            let stays = |node: &Expr| match node.kind {
                ExprKind::Var(other) => other == counter.var || !changed.contains(&other),
                _ => true,
            };
            if scalar && procedure.exprs.below(value).all(|(_, node)| stays(node)) && once(var) {
                let here = target.exprs.add(ExprKind::Var(var), ty, self.loc);
                found.push(target.exprs.add(ExprKind::Binary(BinaryOp::Eq, here, value), TypeId::BOOL, self.loc));
            }
        }
        found
    }

    // Parts that are never assigned

    /// The parts of a variable that stay as they are.
    fn parts(&self, var: VarId, ty: TypeId, path: &mut Vec<u32>, found: &mut Vec<(Vec<u32>, TypeId, What)>) {
        match &self.cutter.program.ty(ty).kind {
            TypeKind::Record(record) => {
                for (field, number) in record.fields.iter().zip(0..) {
                    path.push(number);
                    if self.stays(var, path, What::Value) {
                        found.push((path.clone(), field.ty, What::Value));
                    } else if path.len() < DEPTH {
                        self.parts(var, field.ty, path, found);
                    }
                    path.pop();
                }
            }
            TypeKind::Array(array) if array.bounds.is_none() && self.stays(var, path, What::Bounds) => {
                found.push((path.clone(), ty, What::Bounds));
            }
            _ => {}
        }
    }

    /// Whether nothing in the loop changes this part of a variable.
    fn stays(&self, var: VarId, path: &[u32], what: What) -> bool {
        let procedure = self.cutter.original;
        let blocks = procedure.blocks().filter(|(id, _)| self.body[id.index()]).map(|(_, block)| block);
        let statements: Vec<&Stmt> = blocks.flat_map(|block| &block.statements).collect();
        self.unchanged(procedure, &statements, var, (path, what), &mut Vec::new())
    }

    /// `active` are the parameters of callees that are being looked at.
    fn unchanged(
        &self,
        procedure: &Procedure,
        statements: &[&Stmt],
        var: VarId,
        part: (&[u32], What),
        active: &mut Vec<(ProcId, usize)>,
    ) -> bool {
        statements.iter().all(|stmt| match &stmt.kind {
            StmtKind::Assign(target, value) if *target == var => {
                is_same(&procedure.exprs, var, *value, &mut Vec::new(), part.0, part.1)
            }
            StmtKind::Havoc(target) => *target != var,
            StmtKind::Call(call) => {
                if !changed_by(call, self.cutter.effects, procedure).contains(&var) {
                    return true;
                }
                let passed = |arg: &Arg| matches!(arg, Arg::Out(other) | Arg::InOut(other) if *other == var);
                let at: Vec<usize> = (0..call.args.len()).filter(|at| passed(&call.args[*at])).collect();
                let other_ways = call.result == Some(var)
                    || call.exception == Some(var)
                    || matches!(procedure.var(var).kind, VarKind::Global(_));
                match at.as_slice() {
                    [at] if !other_ways && matches!(call.args[*at], Arg::InOut(_)) => {
                        self.kept_by((call.callee, *at), part, active)
                    }
                    _ => false,
                }
            }
            _ => true,
        })
    }

    /// Whether a procedure leaves this part of a parameter as it is. A call of itself does if the rest does.
    fn kept_by(&self, at: (ProcId, usize), part: (&[u32], What), active: &mut Vec<(ProcId, usize)>) -> bool {
        if active.contains(&at) {
            return true;
        }
        let procedure = self.cutter.program.procedure(at.0);
        let Some((var, _)) = procedure.params().nth(at.1).filter(|_| active.len() < CALLS) else { return false };
        let statements: Vec<&Stmt> = procedure.blocks.iter().flat_map(|block| &block.statements).collect();
        active.push(at);
        let kept = self.unchanged(procedure, &statements, var, part, active);
        active.pop();
        kept
    }

    /// That a part is what it was.
    fn same(
        &self,
        target: &mut Procedure,
        (var, old): (VarId, VarId),
        path: &[u32],
        ty: TypeId,
        what: What,
        conditions: &mut Vec<ExprId>,
    ) {
        let (here, there) = (self.part(target, var, path), self.part(target, old, path));
        let mut add = |kind: ExprKind, ty: TypeId| target.exprs.add(kind, ty, self.loc);
        match (what, &self.cutter.program.ty(ty).kind) {
            (What::Bounds, TypeKind::Array(array)) => {
                for dimension in 0..array.index.len() as u32 {
                    for bound in [ExprKind::First as fn(ExprId, u32) -> ExprKind, ExprKind::Last] {
                        let (a, b) =
                            (add(bound(here, dimension), TypeId::INT), add(bound(there, dimension), TypeId::INT));
                        conditions.push(add(ExprKind::Binary(BinaryOp::Eq, a, b), TypeId::BOOL));
                    }
                }
            }
            // Equality of arrays is not about bounds.
            (What::Value, TypeKind::Array(array)) if array.bounds.is_none() => {
                self.same(target, (var, old), path, ty, What::Bounds, conditions);
                let equal = ExprKind::Binary(BinaryOp::Eq, here, there);
                conditions.push(target.exprs.add(equal, TypeId::BOOL, self.loc));
            }
            _ => conditions.push(add(ExprKind::Binary(BinaryOp::Eq, here, there), TypeId::BOOL)),
        }
    }

    fn part(&self, target: &mut Procedure, var: VarId, path: &[u32]) -> ExprId {
        let mut ty = target.var(var).ty;
        let mut value = target.exprs.add(ExprKind::Var(var), ty, self.loc);
        for field in path {
            if let TypeKind::Record(record) = &self.cutter.program.ty(ty).kind {
                ty = record.fields[*field as usize].ty;
                value = target.exprs.add(ExprKind::Field(value, *field), ty, self.loc);
            }
        }
        value
    }

    // Components in front of a counter

    /// The dimension in which each component that the loop assigns has the counter as its index.
    fn indexed_by(&self, var: VarId, counter: VarId, head: BlockId) -> Option<usize> {
        let procedure = self.cutter.original;
        let exprs = &procedure.exprs;
        let TypeKind::Array(array) = &self.cutter.program.ty(procedure.var(var).ty).kind else { return None };
        let mut dimensions: BTreeSet<usize> = (0..array.index.len()).collect();
        for (id, block) in procedure.blocks().filter(|(id, _)| self.body[id.index()]) {
            for (place, stmt) in block.statements.iter().enumerate() {
                match &stmt.kind {
                    StmtKind::Assign(target, value) if *target == var => {
                        let ExprKind::Update(array, at, _) = &exprs[*value].kind else { return None };
                        if exprs[*array].kind != ExprKind::Var(var) {
                            return None;
                        }
                        dimensions.retain(|dimension| match exprs[at[*dimension]].kind {
                            ExprKind::Var(index) if index == counter => true,
                            ExprKind::Var(index) => self.copies(index, counter, head, (id, place)),
                            _ => false,
                        });
                    }
                    StmtKind::Havoc(target) if *target == var => return None,
                    StmtKind::Call(call) if changed_by(call, self.cutter.effects, procedure).contains(&var) => {
                        return None;
                    }
                    _ => {}
                }
            }
        }
        dimensions.into_iter().next()
    }

    /// Whether a variable has the value of the counter in front of a statement, as it got it in the same iteration: the
    /// name of a component is evaluated before the call that it is given to.
    fn copies(&self, var: VarId, counter: VarId, head: BlockId, (place, stmt): (BlockId, usize)) -> bool {
        let procedure = self.cutter.original;
        let behind = |has: bool, statements: &[Stmt]| {
            statements.iter().fold(has, |has, stmt| match &stmt.kind {
                StmtKind::Assign(target, value) if *target == var => {
                    procedure.exprs[*value].kind == ExprKind::Var(counter)
                }
                _ => {
                    let changed = changed([stmt].into_iter(), self.cutter.effects, procedure);
                    has && !changed.contains(&var) && !changed.contains(&counter)
                }
            })
        };
        let inside = |id: &BlockId| self.body[id.index()];
        // On every way from the head; from above, until nothing changes.
        let mut lacking = BTreeSet::from([head]);
        loop {
            let blocks = procedure.blocks().filter(|(id, _)| inside(id));
            let without = blocks.filter(|(id, block)| !behind(!lacking.contains(id), &block.statements));
            let next: Vec<BlockId> = without.flat_map(|(_, block)| block.terminator.successors()).collect();
            let before = lacking.len();
            lacking.extend(next.into_iter().filter(inside));
            if lacking.len() == before {
                let in_front = procedure.block(place).statements.get(..stmt).unwrap_or_default();
                return behind(!lacking.contains(&place), in_front);
            }
        }
    }

    /// Components at indices that the counter has not come to, or does not come to since they are in front of its first
    /// value, are what they were. The bounds are known to be the same.
    fn elsewhere(
        &self,
        target: &mut Procedure,
        (var, old): (VarId, VarId),
        dimension: usize,
        (counter, start): (Counter, VarId),
    ) -> Option<ExprId> {
        let ty = target.var(var).ty;
        let TypeKind::Array(array) = &self.cutter.program.ty(ty).kind else { return None };
        let (count, component, loc) = (array.index.len(), array.component, self.loc);
        let BoundId(next) = next_bound(&target.exprs);
        let bound: Vec<BoundId> = (0..count as u32).map(|number| BoundId(next + number)).collect();
        let mut add = |kind: ExprKind, ty: TypeId| target.exprs.add(kind, ty, loc);
        let at: Vec<ExprId> = bound.iter().map(|var| add(ExprKind::Bound(*var), TypeId::INT)).collect();
        let (here, there) = (add(ExprKind::Var(var), ty), add(ExprKind::Var(old), ty));
        let (new_value, old_value) =
            (add(ExprKind::Index(here, at.clone()), component), add(ExprKind::Index(there, at.clone()), component));
        let equal = add(ExprKind::Binary(BinaryOp::Eq, new_value, old_value), TypeId::BOOL);
        let number = add(ExprKind::Var(counter.var), TypeId::INT);
        let start = add(ExprKind::Var(start), TypeId::INT);
        let (behind, in_front) = if counter.up { (BinaryOp::Gt, BinaryOp::Lt) } else { (BinaryOp::Lt, BinaryOp::Gt) };
        let not_yet = add(ExprKind::Binary(behind, at[dimension], number), TypeId::BOOL);
        let never = add(ExprKind::Binary(in_front, at[dimension], start), TypeId::BOOL);
        let untouched = add(ExprKind::Or(not_yet, never), TypeId::BOOL);
        let mut body = add(ExprKind::Implies(untouched, equal), TypeId::BOOL);
        for (number, var) in bound.iter().enumerate().rev() {
            let (first, last) = (
                add(ExprKind::First(there, number as u32), TypeId::INT),
                add(ExprKind::Last(there, number as u32), TypeId::INT),
            );
            body = add(ExprKind::Quantified { forall: true, var: *var, first, last, body }, TypeId::BOOL);
        }
        Some(body)
    }
}

/// A bound variable that no expression has yet.
pub(super) fn next_bound(exprs: &Exprs) -> BoundId {
    let mut next = 0;
    for (_, node) in exprs.iter() {
        match &node.kind {
            ExprKind::Quantified { var, .. } | ExprKind::Bound(var) => next = next.max(var.0 + 1),
            ExprKind::Comprehension { vars, .. } => {
                next = vars.iter().map(|var| var.0 + 1).max().unwrap_or(0).max(next);
            }
            _ => {}
        }
    }
    BoundId(next)
}

/// Whether the value of an expression has at a path what the variable has at `base` and the path.
fn is_same(exprs: &Exprs, var: VarId, value: ExprId, base: &mut Vec<u32>, path: &[u32], what: What) -> bool {
    match &exprs[value].kind {
        ExprKind::Var(other) => *other == var && base.is_empty(),
        ExprKind::Ite(_, yes, no) => {
            is_same(exprs, var, *yes, base, path, what) && is_same(exprs, var, *no, base, path, what)
        }
        ExprKind::WithField(record, field, part) => match path.split_first() {
            Some((first, rest)) if first == field => {
                base.push(*field);
                let same = is_same(exprs, var, *part, base, rest, what);
                base.pop();
                same
            }
            Some(_) => is_same(exprs, var, *record, base, path, what),
            None => false,
        },
        ExprKind::Field(record, field) => {
            if base.pop_if(|last| *last == *field).is_none() {
                return false;
            }
            let longer: Vec<u32> = [*field].iter().chain(path).copied().collect();
            let same = is_same(exprs, var, *record, base, &longer, what);
            base.push(*field);
            same
        }
        ExprKind::Update(array, ..) | ExprKind::SliceUpdate(array, ..) => {
            what == What::Bounds && path.is_empty() && is_same(exprs, var, *array, base, path, what)
        }
        _ => false,
    }
}
