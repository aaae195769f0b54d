//! Globals that never change: where the program says in one place what a constant is, every procedure may know it.

use crate::ir::effects::{changed, effects};
use crate::ir::expr::{ExprId, ExprKind, Exprs};
use crate::ir::{BlockId, GlobalId, ProcId, Procedure, Program, Stmt, StmtKind, VarKind};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Parts of a constant's value that are written out, at most.
const PARTS: usize = 2_000;

/// What each constant is: an expression of a procedure.
type Values = BTreeMap<GlobalId, (ProcId, ExprId)>;

/// The program with local variables in the place of constants whose values are written out somewhere.
pub(super) fn known(program: &Program) -> Cow<'_, Program> {
    let mut values = Values::new();
    for (id, procedure) in program.procedures() {
        for stmt in procedure.blocks.iter().flat_map(|block| &block.statements) {
            if let StmtKind::Assign(var, value) = stmt.kind
                && let VarKind::Global(global) = procedure.var(var).kind
                && program.globals[global.0 as usize].constant
                && !values.contains_key(&global)
                && written(program, &values, (id, value), &mut Exprs::default()).is_some()
            {
                values.insert(global, (id, value));
            }
        }
    }
    if values.is_empty() {
        return Cow::Borrowed(program);
    }
    let effects = effects(program);
    let mut made = program.clone();
    for procedure in &mut made.procedures {
        let all = procedure.blocks.iter().flat_map(|block| &block.statements);
        let changed = changed(all, &effects, procedure);
        let constants = procedure.vars().filter_map(|(var, entry)| match entry.kind {
            VarKind::Global(global) if !changed.contains(&var) => Some((var, *values.get(&global)?)),
            _ => None,
        });
        let constants: Vec<_> = constants.collect();
        let loc = procedure.loc;
        let mut first = Vec::new();
        for (var, value) in constants {
            if let Some(value) = written(program, &values, value, &mut procedure.exprs) {
                procedure.vars[var.index()].kind = VarKind::Local;
                first.push(Stmt { kind: StmtKind::Assign(var, value), loc });
            }
        }
        procedure.blocks[BlockId::ENTRY.index()].statements.splice(0..0, first);
    }
    Cow::Owned(made)
}

/// An expression of a procedure among others, if it can be written there.
fn written(program: &Program, values: &Values, of: (ProcId, ExprId), to: &mut Exprs) -> Option<ExprId> {
    let mut parts = PARTS;
    copied(program, values, of, to, &mut parts)
}

/// The same expression among others, with what constants are in their place. `None` if it has variables, or more parts
/// than these.
fn copied(
    program: &Program,
    values: &Values,
    (of, value): (ProcId, ExprId),
    to: &mut Exprs,
    parts: &mut usize,
) -> Option<ExprId> {
    let procedure: &Procedure = program.procedure(of);
    *parts = parts.checked_sub(1)?;
    let node = &procedure.exprs[value];
    let mut copy = |id: ExprId| copied(program, values, (of, id), to, parts);
    let kind = match &node.kind {
        ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Float(_) => node.kind.clone(),
        ExprKind::Var(var) => match procedure.var(*var).kind {
            VarKind::Global(global) => return copied(program, values, *values.get(&global)?, to, parts),
            _ => return None,
        },
        ExprKind::Unary(op, a) => ExprKind::Unary(*op, copy(*a)?),
        ExprKind::Binary(op, a, b) => ExprKind::Binary(*op, copy(*a)?, copy(*b)?),
        ExprKind::Convert(conversion, a) => ExprKind::Convert(*conversion, copy(*a)?),
        ExprKind::Field(a, at) => ExprKind::Field(copy(*a)?, *at),
        ExprKind::Index(a, at) => {
            let a = copy(*a)?;
            ExprKind::Index(a, at.iter().map(|index| copy(*index)).collect::<Option<Vec<ExprId>>>()?)
        }
        ExprKind::Record(fields) => {
            ExprKind::Record(fields.iter().map(|field| copy(*field)).collect::<Option<Vec<ExprId>>>()?)
        }
        ExprKind::Slide(a, None) => ExprKind::Slide(copy(*a)?, None),
        ExprKind::Aggregate { bounds, others, items } => {
            let mut copied_bounds = Vec::with_capacity(bounds.len());
            for (first, last) in bounds {
                copied_bounds.push((copy(*first)?, copy(*last)?));
            }
            let others = match others {
                Some(others) => Some(copy(*others)?),
                None => None,
            };
            let mut copied_items = Vec::with_capacity(items.len());
            for (at, value) in items {
                let at = at.iter().map(|index| copy(*index)).collect::<Option<Vec<ExprId>>>()?;
                copied_items.push((at, copy(*value)?));
            }
            ExprKind::Aggregate { bounds: copied_bounds, others, items: copied_items }
        }
        _ => return None,
    };
    Some(to.add(kind, node.ty, node.loc))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{BinaryOp, Builder, Call, TypeId};
    use crate::testing::L;

    /// An entry that gives a global a value, which is a sum with `open` or without, and a procedure that reads it.
    fn program(constant: bool, open: bool) -> (Program, ProcId) {
        let mut program = Program::new();
        let global = program.add_global("G", TypeId::INT, L);
        program.globals[global.index()].constant = constant;
        let [reader, entry] = ["Reader", "Entry"].map(|name| program.declare(name, L));
        let mut b = Builder::new("Reader", L);
        let (g, seen) = (b.global(&program, global), b.local("Seen", TypeId::INT, L));
        let value = b.var(g, L);
        b.assign(seen, value, L);
        b.finish(&mut program, reader);
        let mut b = Builder::new("Entry", L);
        b.set_entry(true);
        let (g, x) = (b.global(&program, global), b.local("X", TypeId::INT, L));
        let (two, three) = (b.int(2, TypeId::INT, L), b.int(3, TypeId::INT, L));
        let other = if open { b.var(x, L) } else { three };
        let sum = b.binary(BinaryOp::Add, two, other, TypeId::INT, L);
        b.assign(g, sum, L);
        b.call(Call { callee: reader, args: Vec::new(), result: None, exception: None }, L);
        b.finish(&mut program, entry);
        (program, reader)
    }

    #[test]
    fn readers_know_constants_whose_values_are_written_out() {
        for (constant, open) in [(true, false), (true, true), (false, false)] {
            let (program, reader) = program(constant, open);
            assert_eq!(crate::ir::validate(&program), Vec::new());
            let made = known(&program);
            assert_eq!(crate::ir::validate(&made), Vec::new());
            let local = made.procedure(reader).vars().all(|(_, var)| var.kind == VarKind::Local);
            assert_eq!(local, constant && !open, "constant: {constant}, open: {open}");
            let first = &made.procedure(reader).block(BlockId::ENTRY).statements[0];
            let gives_it = matches!(first.kind, StmtKind::Assign(var, _) if var.index() == 0);
            assert_eq!(gives_it, local);
        }
    }
}
