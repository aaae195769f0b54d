//! Which globals a procedure uses and changes, its callees included.

use super::lift::assigned;
use super::{Arg, Call, GlobalId, ProcId, Procedure, Program, Stmt, StmtKind, VarId, VarKind};
use std::collections::{BTreeMap, BTreeSet};

/// For each global that a procedure or one of its callees names: whether it may be changed.
pub type Effects = BTreeMap<GlobalId, bool>;

/// The effects of every procedure, by its id.
pub fn effects(program: &Program) -> Vec<Effects> {
    fixpoint(
        program,
        |_, procedure| {
            let changed = assigned(procedure);
            procedure
                .vars()
                .filter_map(|(id, var)| match var.kind {
                    VarKind::Global(global) => Some((global, changed.contains(&id))),
                    _ => None,
                })
                .collect()
        },
        |own: &mut Effects, procedure, all| {
            for statement in procedure.blocks.iter().flat_map(|block| &block.statements) {
                if let StmtKind::Call(call) = &statement.kind {
                    for (global, changed) in &all[call.callee.index()] {
                        *own.entry(*global).or_default() |= changed;
                    }
                }
            }
        },
    )
}

/// The variables of a procedure that a call in it changes, with those of globals.
pub fn changed_by(call: &Call, effects: &[Effects], procedure: &Procedure) -> BTreeSet<VarId> {
    let mut changed: BTreeSet<VarId> = call.result.iter().chain(&call.exception).copied().collect();
    changed.extend(call.args.iter().filter_map(|arg| match arg {
        Arg::Out(var) | Arg::InOut(var) => Some(*var),
        Arg::In(_) => None,
    }));
    let written = &effects[call.callee.index()];
    changed.extend(procedure.vars().filter_map(|(id, var)| match var.kind {
        VarKind::Global(global) if written.get(&global) == Some(&true) => Some(id),
        _ => None,
    }));
    changed
}

/// The variables of a procedure that some of its statements change, also by calls.
pub fn changed<'s>(
    statements: impl Iterator<Item = &'s Stmt>,
    effects: &[Effects],
    procedure: &Procedure,
) -> BTreeSet<VarId> {
    let mut changed = BTreeSet::new();
    for statement in statements {
        match &statement.kind {
            StmtKind::Assign(var, _) | StmtKind::Havoc(var) => drop(changed.insert(*var)),
            StmtKind::Call(call) => changed.extend(changed_by(call, effects, procedure)),
            StmtKind::Assume(_) | StmtKind::Check(..) => {}
        }
    }
    changed
}

/// The smallest solution of one equation per procedure: `start`, then `grow` with the values of all procedures until
/// nothing changes. `grow` must only add.
pub(super) fn fixpoint<T: Clone + PartialEq>(
    program: &Program,
    start: impl Fn(ProcId, &Procedure) -> T,
    grow: impl Fn(&mut T, &Procedure, &[T]),
) -> Vec<T> {
    let mut all: Vec<T> = program.procedures().map(|(id, procedure)| start(id, procedure)).collect();
    loop {
        let mut changed = false;
        for (id, procedure) in program.procedures() {
            let mut value = all[id.index()].clone();
            grow(&mut value, procedure, &all);
            if value != all[id.index()] {
                all[id.index()] = value;
                changed = true;
            }
        }
        if !changed {
            return all;
        }
    }
}
