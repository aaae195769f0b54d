//! Calls in a program without loops: of a procedure that may call itself, or of any with a postcondition, nothing is
//! known but this. What it may change has any values then for which the postcondition holds.
//!
//! The postcondition is what the procedure evaluates where it returns, and a run that goes on behind the call has
//! passed its checks. What it needs of the values in front (`'Old`) is computed where the procedure starts.

use super::frames::Frames;
use super::{Cutter, assume, copy, redirect, rest};
use crate::ir::effects::{Effects, changed, changed_by};
use crate::ir::expr::{BinaryOp, ExprKind};
use crate::ir::loops::{loops, reverse_postorder};
use crate::ir::{
    Block, BlockId, Call, CheckKind, GlobalId, Mode, ProcId, Procedure, Program, Stmt, StmtKind, Terminator, TypeId,
    Var, VarId, VarKind,
};
use std::collections::{BTreeMap, BTreeSet};

/// What a call stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Calls {
    /// The body of the callee, unless it may call itself.
    Bodies,
    /// The postcondition of the callee, if it has one.
    Contracts,
}

/// Replaces calls in `made`, a copy of the program.
pub(super) fn replace(program: &Program, effects: &[Effects], calls: Calls, made: &mut Program) {
    let recursive = recursive(program);
    // Without the checks that a run may leave out, which are gone from what is made.
    let contracts: BTreeMap<ProcId, Procedure> = made
        .procedures()
        .filter(|(id, _)| recursive.contains(id) || calls == Calls::Contracts)
        .filter_map(|(id, procedure)| Some((id, contract(program, effects, procedure)?)))
        .collect();
    let first = made.procedures.len() as u32;
    let numbers: BTreeMap<ProcId, ProcId> = contracts.keys().copied().zip((first..).map(ProcId)).collect();
    made.procedures.extend(contracts.into_values());
    for at in 0..made.procedures.len() {
        let mut procedure = std::mem::replace(&mut made.procedures[at], hollow());
        // The postcondition of what may call itself may do so, too.
        let by_contract = at >= first as usize;
        let unknown =
            |call: &Call| recursive.contains(&call.callee) && (by_contract || !numbers.contains_key(&call.callee));
        if self::calls(&procedure).any(unknown) {
            forget(effects, &unknown, &mut procedure);
        }
        for stmt in procedure.blocks.iter_mut().flat_map(|block| &mut block.statements) {
            if let StmtKind::Call(call) = &mut stmt.kind
                && let Some(number) = numbers.get(&call.callee)
            {
                call.callee = *number;
            }
        }
        made.procedures[at] = procedure;
    }
}

fn hollow() -> Procedure {
    let mut other = Program::new();
    other.declare("", crate::ir::Loc::NONE);
    other.procedures.swap_remove(0)
}

/// The procedures that may call themselves, directly or not.
fn recursive(program: &Program) -> BTreeSet<ProcId> {
    let callees: Vec<BTreeSet<ProcId>> =
        program.procedures().map(|(_, procedure)| calls(procedure).map(|call| call.callee).collect()).collect();
    let calls_itself = |id: &ProcId| {
        let mut todo: Vec<ProcId> = callees[id.index()].iter().copied().collect();
        let mut seen: BTreeSet<ProcId> = BTreeSet::new();
        while let Some(next) = todo.pop() {
            if next == *id {
                return true;
            }
            if seen.insert(next) {
                todo.extend(&callees[next.index()]);
            }
        }
        false
    };
    program.procedures().map(|(id, _)| id).filter(calls_itself).collect()
}

fn calls(procedure: &Procedure) -> impl Iterator<Item = &Call> {
    procedure.blocks.iter().flat_map(|block| &block.statements).filter_map(|stmt| match &stmt.kind {
        StmtKind::Call(call) => Some(call),
        _ => None,
    })
}

/// Variables for all globals that calls may change: a caller need not name them, but its own callers, and other
/// callees, see them changed.
pub(super) fn name_globals(program: &Program, effects: &[Effects], procedure: &mut Procedure) {
    let mut missing: BTreeSet<GlobalId> = calls(procedure)
        .flat_map(|call| {
            effects[call.callee.index()].iter().filter(|(_, changed)| **changed).map(|(global, _)| *global)
        })
        .collect();
    for var in &procedure.vars {
        if let VarKind::Global(global) = var.kind {
            missing.remove(&global);
        }
    }
    for global in missing {
        let entry = &program.globals[global.0 as usize];
        let kind = VarKind::Global(global);
        procedure.vars.push(Var { name: entry.name.clone(), ty: entry.ty, kind, synthetic: true, loc: entry.loc });
    }
}

/// A call gives any values to all that it may change.
fn forget(effects: &[Effects], of: &dyn Fn(&Call) -> bool, procedure: &mut Procedure) {
    let view = procedure.clone();
    for block in &mut procedure.blocks {
        let mut statements = Vec::with_capacity(block.statements.len());
        for stmt in std::mem::take(&mut block.statements) {
            match &stmt.kind {
                StmtKind::Call(call) if of(call) => {
                    let changed = changed_by(call, effects, &view);
                    let havoc = |var: VarId| Stmt { kind: StmtKind::Havoc(var), loc: stmt.loc };
                    statements.extend(changed.into_iter().map(havoc));
                }
                _ => statements.push(stmt),
            }
        }
        block.statements = statements;
    }
}

/// A procedure that does whatever the postcondition of another one admits; `None` if that has none, or not all that
/// returns comes by it.
fn contract(program: &Program, effects: &[Effects], original: &Procedure) -> Option<Procedure> {
    let stated = |stmt: &Stmt| match stmt.kind {
        StmtKind::Check(check, _) => matches!(
            program.checks[check.index()].kind,
            CheckKind::Postcondition | CheckKind::ContractCase | CheckKind::RefinedPost
        ),
        _ => false,
    };
    let order = reverse_postorder(original);
    let places: Vec<_> = order
        .iter()
        .flat_map(|id| original.block(*id).statements.iter().map(move |stmt| (*id, stmt)))
        .filter(|(_, stmt)| stated(stmt))
        .collect();
    let file = places.first()?.1.loc.file;
    let from = places.iter().map(|(_, stmt)| stmt.loc.span.start).min()?;
    let to = places.iter().map(|(_, stmt)| stmt.loc.span.end).max()?;
    let prefix = original.block(BlockId::ENTRY).statements.iter().take_while(|stmt| match &stmt.kind {
        StmtKind::Assign(var, _) => original.var(*var).synthetic,
        StmtKind::Assume(_) | StmtKind::Check(..) => !stated(stmt),
        StmtKind::Havoc(_) | StmtKind::Call(_) => false,
    });
    let prefix: Vec<Stmt> = prefix.cloned().collect();
    // Where its evaluation begins: behind what is computed at the start, and in front of all its checks.
    let part = |stmt: &Stmt| stmt.loc.file == file && stmt.loc.span.start >= from && stmt.loc.span.end <= to;
    let (block, at) = order.iter().find_map(|id| {
        let skipped = if *id == BlockId::ENTRY { prefix.len() } else { 0 };
        let statements = original.block(*id).statements.get(skipped..)?;
        Some((*id, statements.iter().position(part)? + skipped))
    })?;
    let carrier = carrier(original);
    if !returns_by(original, block, carrier) {
        return None;
    }
    let mut made = original.clone();
    made.entry = false;
    // All that is changed behind the start.
    let mut all: BTreeSet<VarId> = {
        let mut later = original.clone();
        later.blocks[BlockId::ENTRY.index()].statements.drain(..prefix.len());
        changed(later.blocks.iter().flat_map(|block| &block.statements), effects, &made)
    };
    all.extend(original.params().filter(|(_, mode)| *mode == Mode::Out).map(|(var, _)| var));
    all.extend(original.result());
    let loc = original.loc;
    let everything = vec![true; made.blocks.len()];
    let copies = copy(&mut made, &everything);
    made.blocks.push(rest(original.block(block), at));
    let start = BlockId(made.blocks.len() as u32 - 1);
    for id in copies.values().copied().chain([start]) {
        redirect(&mut made, id, |next| copies.get(&next).copied());
        assume(&mut made.blocks[id.index()]);
    }
    let back = Block { statements: Vec::new(), terminator: Terminator::Return, loc, loop_head: None };
    made.blocks.push(back);
    let back = BlockId(made.blocks.len() as u32 - 1);
    let cutter = Cutter { program, effects, original };
    let body = vec![true; original.blocks.len()];
    let frames = Frames { cutter: &cutter, body: &body, control: None, passed: 0, loc };
    let (saved, facts) = frames.facts(&mut made, &all, BlockId::ENTRY);
    let mut statements: Vec<Stmt> = prefix;
    for stmt in &mut statements {
        if let StmtKind::Check(_, condition) = stmt.kind {
            stmt.kind = StmtKind::Assume(condition);
        }
    }
    statements.extend(saved);
    statements.extend(all.into_iter().map(|var| Stmt { kind: StmtKind::Havoc(var), loc }));
    statements.extend(facts);
    let terminator = match carrier {
        Some(carrier) => {
            let number = made.exprs.add(ExprKind::Var(carrier), TypeId::INT, loc);
            let zero = made.exprs.add(ExprKind::Int(0.into()), TypeId::INT, loc);
            let normal = made.exprs.add(ExprKind::Binary(BinaryOp::Eq, number, zero), TypeId::BOOL, loc);
            Terminator::Branch(normal, start, back)
        }
        None => Terminator::Goto(start),
    };
    made.blocks[BlockId::ENTRY.index()] = Block { statements, terminator, loc, loop_head: None };
    loops(&made).is_empty().then_some(made)
}

/// The parameter by which an exception leaves, made by [`crate::ir::lift`]: 0 from the start on.
fn carrier(procedure: &Procedure) -> Option<VarId> {
    let first = procedure.blocks.first()?.statements.first()?;
    let StmtKind::Assign(var, value) = first.kind else { return None };
    let out = procedure.var(var).kind == VarKind::Param(Mode::Out) && procedure.var(var).synthetic;
    (out && procedure.exprs[value].kind == ExprKind::Int(0.into())).then_some(var)
}

/// Whether a run that returns without an exception passes this block.
fn returns_by(procedure: &Procedure, through: BlockId, carrier: Option<VarId>) -> bool {
    let mut todo = vec![BlockId::ENTRY];
    let mut seen: BTreeSet<BlockId> = todo.iter().copied().collect();
    while let Some(id) = todo.pop() {
        if id == through {
            continue;
        }
        let block = procedure.block(id);
        let raises = || {
            let last = block.statements.last().map(|stmt| &stmt.kind);
            matches!(last, Some(StmtKind::Assign(var, _)) if Some(*var) == carrier) && id != BlockId::ENTRY
        };
        if block.terminator == Terminator::Return && !raises() {
            return false;
        }
        todo.extend(block.terminator.successors().filter(|next| seen.insert(*next)));
    }
    true
}
