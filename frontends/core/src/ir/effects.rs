//! Which globals a procedure uses and changes, its callees included.

use super::lift::assigned;
use super::{GlobalId, ProcId, Procedure, Program, StmtKind, VarKind};
use std::collections::BTreeMap;

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
