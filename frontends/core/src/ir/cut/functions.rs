//! Procedures whose results depend on nothing but what they are given: two calls with the same arguments, and the same
//! values of the globals that are read, give the same results.
//!
//! Calls of a function that calls itself are taken by contract somewhere, and what a contract leaves open is open for
//! each of them: that `Sum (A, I)` is the same number wherever it stands is what makes annotations with such functions
//! of use.

use crate::ir::effects::Effects;
use crate::ir::{Arg, BlockId, ExprId, ExprKind, Mode, ProcId, Procedure, Program, StmtKind, Terminator, VarKind};
use std::collections::BTreeSet;

/// The procedures that give a result, change no global, and do the same whenever they are given the same.
pub(super) fn functions(program: &Program, effects: &[Effects]) -> BTreeSet<ProcId> {
    let determined = determined(program);
    let function = |id: &ProcId| {
        let procedure = program.procedure(*id);
        procedure.result().is_some() && effects[id.index()].values().all(|changed| !changed)
    };
    determined.into_iter().filter(function).collect()
}

/// The procedures that choose nothing, or the same each time, and whose callees do so, too.
fn determined(program: &Program) -> BTreeSet<ProcId> {
    let alone = |procedure: &Procedure| procedure.determined || chooses_nothing(procedure);
    let mut all: BTreeSet<ProcId> =
        program.procedures().filter(|(_, procedure)| alone(procedure)).map(|(id, _)| id).collect();
    loop {
        let among = |id: &ProcId| program.procedure(*id).calls().all(|call| all.contains(&call.callee));
        let fewer: BTreeSet<ProcId> = all.iter().copied().filter(among).collect();
        if fewer.len() == all.len() {
            return all;
        }
        all = fewer;
    }
}

/// Whether results, and the way to them, depend on nothing that a statement gives any value, or that was not written.
/// What is assumed or checked of such values changes neither.
fn chooses_nothing(procedure: &Procedure) -> bool {
    let given: Vec<bool> = procedure
        .vars
        .iter()
        .map(|var| matches!(var.kind, VarKind::Param(Mode::In | Mode::InOut) | VarKind::Global(_)))
        .collect();
    let mut at_begin: Vec<Option<Vec<bool>>> = vec![None; procedure.blocks.len()];
    at_begin[BlockId::ENTRY.index()] = Some(given);
    let mut todo = vec![BlockId::ENTRY];
    while let Some(id) = todo.pop() {
        let Some(mut known) = at_begin[id.index()].clone() else { continue };
        let block = procedure.block(id);
        for stmt in &block.statements {
            match &stmt.kind {
                StmtKind::Havoc(var) => known[var.index()] = false,
                StmtKind::Assign(var, value) => known[var.index()] = reads_known(procedure, *value, &known),
                StmtKind::Assume(_) | StmtKind::Check(..) => {}
                StmtKind::Call(call) => {
                    let given = call.args.iter().all(|arg| match arg {
                        Arg::In(value) => reads_known(procedure, *value, &known),
                        Arg::InOut(var) => known[var.index()],
                        Arg::Out(_) => true,
                    });
                    if !given {
                        return false;
                    }
                    call.result.iter().chain(&call.exception).for_each(|var| known[var.index()] = true);
                    call.args.iter().for_each(|arg| {
                        if let Arg::Out(var) = arg {
                            known[var.index()] = true;
                        }
                    });
                }
            }
        }
        let fine = match &block.terminator {
            Terminator::Branch(condition, ..) => reads_known(procedure, *condition, &known),
            Terminator::Return => procedure.vars().all(|(var, entry)| match entry.kind {
                VarKind::Result | VarKind::Param(Mode::Out | Mode::InOut) | VarKind::Global(_) => known[var.index()],
                _ => true,
            }),
            Terminator::Goto(_) | Terminator::Raise(_) | Terminator::Stop => true,
        };
        if !fine {
            return false;
        }
        for next in block.terminator.successors() {
            let there = &mut at_begin[next.index()];
            let fewer: Vec<bool> = match there {
                Some(before) => before.iter().zip(&known).map(|(a, b)| *a && *b).collect(),
                None => known.clone(),
            };
            if there.as_ref() != Some(&fewer) {
                *there = Some(fewer);
                todo.push(next);
            }
        }
    }
    true
}

fn reads_known(procedure: &Procedure, root: ExprId, known: &[bool]) -> bool {
    procedure.exprs.below(root).all(|(_, node)| match node.kind {
        ExprKind::Var(var) => known[var.index()],
        _ => true,
    })
}
