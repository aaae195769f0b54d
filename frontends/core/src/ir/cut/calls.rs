//! Calls in a program without loops: of a procedure that may call itself, or of any with a postcondition, nothing is
//! known but this. What it may change has any values then for which the postcondition holds.
//!
//! The postcondition is what the procedure evaluates where it returns, and a run that goes on behind the call has
//! passed its checks. What it needs of the values in front (`'Old`) is computed where the procedure starts.

use super::evaluation::Evaluation;
use super::frames::Frames;
use super::{At, Cutter, Functions, assume, copy, is_of_results, redirect, rest};
use crate::ir::effects::{Effects, changed, changed_by};
use crate::ir::expr::{BinaryOp, ExprKind};
use crate::ir::loops::{loops, reverse_postorder};
use crate::ir::{
    Block, BlockId, Call, GlobalId, Mode, ProcId, Procedure, Program, Stmt, StmtKind, Terminator, TypeId, Var, VarId,
    VarKind,
};
use std::collections::{BTreeMap, BTreeSet};

/// What a call stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Calls {
    /// The body of the callee, unless it may call itself.
    Bodies,
    /// The postcondition of the callee, if it has one.
    Contracts,
    /// As [`Calls::Bodies`], and definitions of functions that call themselves are unfolded once more.
    Unfolded,
    /// As [`Calls::Contracts`], but of functions that call themselves nothing is known but that they give the same for
    /// the same: what was said of their results in front is known behind, and formulas stay short.
    Opaque,
}

/// What a procedure of the program without loops is.
#[derive(Clone, Copy)]
enum Kind {
    Original,
    /// What the postcondition says.
    Contract,
    /// The body of a function that calls itself, called by that.
    Again,
    /// Any result.
    Any,
}

/// Replaces calls in `made`, a copy of the program. What is returned says which procedures stand for `functions`.
///
/// A function that calls itself is its body where others call it, and its contract there, so that its definition is
/// unfolded once, or twice. In the postcondition of what may call itself calls of it are any values, and so they are
/// everywhere where such functions are opaque.
pub(super) fn replace(
    program: &Program,
    effects: &[Effects],
    calls: Calls,
    functions: &BTreeSet<ProcId>,
    made: &mut Program,
) -> Functions {
    let callees = |procedure: &Procedure| procedure.calls().map(|call| call.callee).collect::<Vec<ProcId>>();
    let reached: Vec<BTreeSet<ProcId>> =
        program.procedures().map(|(_, procedure)| program.reached_from(callees(procedure))).collect();
    let recursive = |id: ProcId| reached[id.index()].contains(&id);
    for id in functions {
        name_read(program, &effects[id.index()], &mut made.procedures[id.index()]);
    }
    let mut kinds: Vec<(Kind, ProcId)> = made.procedures().map(|(id, _)| (Kind::Original, id)).collect();
    let (mut contracts, mut again, mut any) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    let mut others = Vec::new();
    for (id, procedure) in made.procedures() {
        let mut add = |kind: Kind, procedure: Procedure| {
            others.push(procedure);
            kinds.push((kind, id));
            ProcId(kinds.len() as u32 - 1)
        };
        let function = functions.contains(&id);
        if recursive(id) || matches!(calls, Calls::Contracts | Calls::Opaque) {
            // Without the checks that a run may leave out, which are gone from what is made.
            if let Some(mut contract) = contract(program, effects, procedure) {
                if function {
                    name_read(program, &effects[id.index()], &mut contract);
                }
                contracts.insert(id, add(Kind::Contract, contract));
            }
        }
        if recursive(id) && function {
            any.insert(id, add(Kind::Any, any_result(effects, procedure)));
            if calls == Calls::Unfolded && loops(procedure).is_empty() {
                let body = Procedure { entry: false, ..procedure.clone() };
                again.insert(id, add(Kind::Again, body));
            }
        }
    }
    made.procedures.extend(others);
    for (at, (kind, of)) in kinds.iter().enumerate() {
        let mut procedure = std::mem::replace(&mut made.procedures[at], hollow());
        let instead = |call: &Call| {
            let callee = call.callee;
            let contract = contracts.get(&callee).copied();
            if !recursive(callee) {
                return Some(contract.unwrap_or(callee));
            }
            let function = functions.contains(&callee);
            if calls == Calls::Opaque && function {
                return any.get(&callee).copied();
            }
            let within = reached[callee.index()].contains(of);
            if function && !within && loops(program.procedure(callee)).is_empty() {
                return Some(callee);
            }
            let contract = contract.or(any.get(&callee).copied());
            match kind {
                // The postcondition of what may call itself may do so, too.
                Kind::Contract if within || !function => any.get(&callee).copied(),
                Kind::Original => again.get(&callee).copied().or(contract),
                Kind::Contract | Kind::Again | Kind::Any => contract,
            }
        };
        let unknown = |call: &Call| instead(call).is_none();
        if procedure.calls().any(unknown) {
            forget(effects, &unknown, &mut procedure);
        }
        for stmt in procedure.blocks.iter_mut().flat_map(|block| &mut block.statements) {
            if let StmtKind::Call(call) = &mut stmt.kind {
                call.callee = instead(call).unwrap_or(call.callee);
            }
        }
        made.procedures[at] = procedure;
    }
    let recursive: BTreeSet<ProcId> = functions.iter().copied().filter(|id| recursive(*id)).collect();
    let unfolds = |(_, callees): &(ProcId, &BTreeSet<ProcId>)| !callees.is_disjoint(&recursive);
    let unfold = (0..).map(ProcId).zip(&reached).filter(unfolds).map(|(id, _)| id).collect();
    let mut found = Functions { unfold, ..Functions::default() };
    for (at, (kind, of)) in (0..).zip(kinds).filter(|(_, (_, of))| functions.contains(of)) {
        found.shared.insert(ProcId(at));
        found.applied.insert(ProcId(at), of);
        if !matches!(kind, Kind::Original) || recursive.contains(&of) || program.procedure(of).determined {
            found.same.insert(ProcId(at), of);
        }
    }
    found
}

/// Variables for all globals that a function reads, so that all that stands for it is given the same.
fn name_read(program: &Program, effects: &Effects, procedure: &mut Procedure) {
    name(program, effects.keys().copied().collect(), procedure);
}

/// Variables for globals that have none yet.
fn name(program: &Program, mut globals: BTreeSet<GlobalId>, procedure: &mut Procedure) {
    for var in &procedure.vars {
        if let VarKind::Global(global) = var.kind {
            globals.remove(&global);
        }
    }
    procedure.vars.extend(globals.into_iter().map(|global| {
        let entry = &program.globals[global.0 as usize];
        Var { name: entry.name.clone(), ty: entry.ty, kind: VarKind::Global(global), synthetic: true, loc: entry.loc }
    }));
}

/// A procedure that gives any results.
fn any_result(effects: &[Effects], original: &Procedure) -> Procedure {
    let mut made = original.clone();
    made.entry = false;
    let statements = original.blocks.iter().flat_map(|block| &block.statements);
    let mut all = changed(statements, effects, original);
    all.extend(original.result());
    let outside = |var: &VarId| matches!(original.var(*var).kind, VarKind::Result | VarKind::Param(_));
    all.retain(outside);
    let loc = original.loc;
    let statements = all.into_iter().map(|var| Stmt { kind: StmtKind::Havoc(var), loc }).collect();
    made.blocks = vec![Block { statements, terminator: Terminator::Return, loc, loop_head: None }];
    made
}

fn hollow() -> Procedure {
    let mut other = Program::new();
    other.declare("", crate::ir::Loc::NONE);
    other.procedures.swap_remove(0)
}

/// Variables for all globals that calls may change: a caller need not name them, but its own callers, and other
/// callees, see them changed.
pub(super) fn name_globals(program: &Program, effects: &[Effects], procedure: &mut Procedure) {
    let changed: BTreeSet<GlobalId> = procedure
        .calls()
        .flat_map(|call| {
            effects[call.callee.index()].iter().filter(|(_, changed)| **changed).map(|(global, _)| *global)
        })
        .collect();
    name(program, changed, procedure);
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
        StmtKind::Check(check, _) => is_of_results(program.checks[check.index()].kind),
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
    let stop = (BlockId::ENTRY, prefix.len());
    let evaluation = Evaluation { effects, procedure: original, order: &order, stop };
    let At { block, stmt: at } = evaluation.begin(At { block, stmt: at });
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
        assume_contract(program, original, &mut made.blocks[id.index()].statements);
    }
    let back = Block { statements: Vec::new(), terminator: Terminator::Return, loc, loop_head: None };
    made.blocks.push(back);
    let back = BlockId(made.blocks.len() as u32 - 1);
    let cutter = Cutter { program, effects, with_stand_ins: effects, functions: &BTreeSet::new(), original };
    let body = vec![true; original.blocks.len()];
    let frames = Frames { cutter: &cutter, body: &body, control: None, passed: 0, loc };
    let (saved, facts) = frames.facts(&mut made, &all, BlockId::ENTRY);
    let mut statements: Vec<Stmt> = prefix;
    assume_contract(program, original, &mut statements);
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

/// Takes a contract and the checks in it as true, but for those that callers don't need ([`Program::is_aside`]).
fn assume_contract(program: &Program, procedure: &Procedure, statements: &mut Vec<Stmt>) {
    statements.retain(|stmt| match stmt.kind {
        StmtKind::Check(check, condition) => !program.is_aside(procedure, check, condition),
        _ => true,
    });
    assume(program, statements);
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
