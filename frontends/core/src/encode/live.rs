//! The places of a procedure, and which of them matter where.
//!
//! A *place* holds a value during a run of a procedure: its parameters, locals and result, and every global that it or
//! a callee uses, whether it names it or not. A place is live in front of a block if a path from there reads it before
//! writing it; predicates have only live places as arguments.

use crate::ir::{
    Arg, BlockId, Effects, ExprId, ExprKind, GlobalId, Mode, Procedure, StmtKind, Terminator, VarId, VarKind,
};
use std::collections::BTreeMap;

/// Index of a place of one procedure.
pub type Place = usize;

/// The places of a procedure.
pub struct Places {
    /// For each variable its place.
    pub of_var: Vec<Place>,
    /// For each global in the procedure's effects its place.
    pub of_global: BTreeMap<GlobalId, Place>,
    /// The number of places.
    pub count: usize,
}

impl Places {
    /// Places of variables come first, in order; then those of globals. Names of globals share the global's place.
    pub fn new(procedure: &Procedure, effects: &Effects) -> Places {
        let vars = procedure.vars.len();
        let of_global: BTreeMap<GlobalId, Place> = effects.keys().copied().zip(vars..).collect();
        let of_var = procedure
            .vars()
            .map(|(id, var)| match var.kind {
                VarKind::Global(global) => of_global.get(&global).copied().unwrap_or(id.index()),
                _ => id.index(),
            })
            .collect();
        let count = vars + of_global.len();
        Places { of_var, of_global, count }
    }

    /// The place of a variable.
    pub fn var(&self, var: VarId) -> Place {
        self.of_var[var.index()]
    }
}

/// A set of places.
pub type Set = Vec<bool>;

/// The places that are live in front of each block. `at_exit` are those that the caller sees.
pub fn live(procedure: &Procedure, places: &Places, effects: &[Effects], at_exit: &Set) -> Vec<Set> {
    let mut live: Vec<Set> = vec![vec![false; places.count]; procedure.blocks.len()];
    let mut reads = Reads { procedure, places, seen: vec![0; procedure.exprs.len()], round: 0 };
    loop {
        let mut changed = false;
        for at in (0..procedure.blocks.len()).rev() {
            let block = procedure.block(BlockId(at as u32));
            let mut set = vec![false; places.count];
            match &block.terminator {
                Terminator::Return => set.clone_from(at_exit),
                Terminator::Branch(condition, ..) => reads.add(*condition, &mut set),
                Terminator::Goto(_) | Terminator::Raise(_) | Terminator::Stop => {}
            }
            for next in block.terminator.successors() {
                set.iter_mut().zip(&live[next.index()]).for_each(|(own, next)| *own |= next);
            }
            for statement in block.statements.iter().rev() {
                before(&statement.kind, places, effects, &mut reads, &mut set);
            }
            if set != live[at] {
                live[at] = set;
                changed = true;
            }
        }
        if !changed {
            return live;
        }
    }
}

/// From what is live behind a statement to what is live in front of it.
fn before(statement: &StmtKind, places: &Places, effects: &[Effects], reads: &mut Reads<'_>, set: &mut Set) {
    match statement {
        StmtKind::Assign(var, value) => {
            set[places.var(*var)] = false;
            reads.add(*value, set);
        }
        StmtKind::Havoc(var) => set[places.var(*var)] = false,
        StmtKind::Assume(condition) | StmtKind::Check(_, condition) => reads.add(*condition, set),
        StmtKind::Call(call) => {
            for var in call.result.iter().chain(&call.exception) {
                set[places.var(*var)] = false;
            }
            for arg in &call.args {
                if let Arg::Out(var) | Arg::InOut(var) = arg {
                    set[places.var(*var)] = false;
                }
            }
            for arg in &call.args {
                match arg {
                    Arg::In(value) => reads.add(*value, set),
                    Arg::InOut(var) => set[places.var(*var)] = true,
                    Arg::Out(_) => {}
                }
            }
            for global in effects[call.callee.index()].keys() {
                if let Some(place) = places.of_global.get(global) {
                    set[*place] = true;
                }
            }
        }
    }
}

/// Collects the places that expressions read; each expression is visited once per round.
struct Reads<'p> {
    procedure: &'p Procedure,
    places: &'p Places,
    seen: Vec<u32>,
    round: u32,
}

impl Reads<'_> {
    fn add(&mut self, root: ExprId, set: &mut Set) {
        self.round += 1;
        let mut todo = vec![root];
        while let Some(id) = todo.pop() {
            if std::mem::replace(&mut self.seen[id.index()], self.round) == self.round {
                continue;
            }
            let kind = &self.procedure.exprs[id].kind;
            if let ExprKind::Var(var) = kind {
                set[self.places.var(*var)] = true;
            }
            kind.operands(|operand| todo.push(operand));
        }
    }
}

/// The interface of a procedure to its callers, as places.
pub struct Interface {
    /// What it gets: `in` and `in out` parameters, globals.
    pub inputs: Vec<Place>,
    /// What it gives back: `out` and `in out` parameters, the result, globals it may change.
    pub outputs: Vec<Place>,
    /// Inputs that never change.
    pub constant: Set,
}

impl Interface {
    /// The interface of a procedure with these effects.
    pub fn new(procedure: &Procedure, places: &Places, effects: &Effects) -> Interface {
        let mut constant = vec![false; places.count];
        let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
        for (var, mode) in procedure.params() {
            if mode != Mode::Out {
                inputs.push(var.index());
            }
            if mode != Mode::In {
                outputs.push(var.index());
            }
            constant[var.index()] = mode == Mode::In;
        }
        outputs.extend(procedure.result().map(VarId::index));
        for (global, changed) in effects {
            let place = places.of_global[global];
            inputs.push(place);
            if *changed {
                outputs.push(place);
            }
            constant[place] = !changed;
        }
        Interface { inputs, outputs, constant }
    }

    /// The places that callers see at the end.
    pub fn at_exit(&self, places: &Places) -> Set {
        let mut set = vec![false; places.count];
        self.outputs.iter().for_each(|place| set[*place] = true);
        set
    }
}
