//! Turns what is convenient for frontends into plain parameters: exceptions, and variables of enclosing procedures.
//!
//! Behind [`lift`] no procedure has a [`Terminator::Raise`], a call with [`Call::exception`] or a variable of kind
//! [`VarKind::Outer`]. An exception becomes an `out` parameter with its number (0 for a normal return), a variable of
//! an enclosing procedure a parameter that is passed along every chain of calls, `in out` if anybody on the chain
//! changes it. Procedures and blocks keep their ids; parameters, variables, blocks and checks are added behind the old
//! ones.

use super::effects::fixpoint;
use super::expr::{BinaryOp, ExprId, ExprKind};
use super::types::TypeId;
use super::{
    Arg, Block, BlockId, Call, Check, CheckId, CheckKind, Loc, Mode, ProcId, Procedure, Program, Stmt, StmtKind,
    Terminator, Var, VarId, VarKind,
};
use std::collections::{BTreeMap, BTreeSet};

/// Rewrites the program; it must be valid, and is valid afterwards.
pub fn lift(program: &mut Program) {
    lift_exceptions(program);
    lift_outer(program);
}

// Exceptions

fn lift_exceptions(program: &mut Program) {
    let raising = fixpoint(
        program,
        |_, procedure| procedure.blocks.iter().any(|block| matches!(block.terminator, Terminator::Raise(_))),
        |raises, procedure, raising: &[bool]| {
            *raises |= procedure.calls().any(|call| call.exception.is_none() && raising[call.callee.index()]);
        },
    );
    let called: BTreeSet<ProcId> =
        program.procedures.iter().flat_map(Procedure::calls).map(|call| call.callee).collect();
    let clients: BTreeSet<ProcId> = program.clients.iter().map(|client| client.procedure).collect();
    let mut carriers: BTreeMap<ProcId, VarId> = BTreeMap::new();
    let mut wrapped = Vec::new();
    for (id, raises) in (0..).map(ProcId).zip(&raising) {
        let procedure = &mut program.procedures[id.index()];
        let own = (procedure.entry || clients.contains(&id)) && !called.contains(&id);
        if *raises && !own {
            let loc = procedure.loc;
            let var = add_var(procedure, "exception", TypeId::INT, VarKind::Param(Mode::Out), loc);
            carriers.insert(id, var);
            if procedure.entry {
                wrapped.push(id);
            }
        }
    }
    for id in (0..raising.len()).map(|at| ProcId(at as u32)) {
        let mut procedure = take(program, id);
        rewrite_exceptions(program, &mut procedure, carriers.get(&id).copied(), &carriers);
        program.procedures[id.index()] = procedure;
    }
    for id in wrapped {
        wrap(program, id, carriers[&id]);
    }
}

/// Takes a procedure out of its table to change it while the table is read.
fn take(program: &mut Program, id: ProcId) -> Procedure {
    let place = &mut program.procedures[id.index()];
    let empty = Procedure {
        name: place.name.clone(),
        loc: place.loc,
        entry: place.entry,
        by_contract: place.by_contract,
        determined: place.determined,
        origins: place.origins.clone(),
        unassumed: Default::default(),
        parent: place.parent,
        vars: Vec::new(),
        exprs: Default::default(),
        blocks: Vec::new(),
    };
    std::mem::replace(place, empty)
}

fn add_var(procedure: &mut Procedure, name: &str, ty: TypeId, kind: VarKind, loc: Loc) -> VarId {
    procedure.vars.push(Var { name: name.to_owned(), ty, kind, synthetic: true, loc });
    VarId(super::last(procedure.vars.len()))
}

/// The number of an exception leaves through `carrier`; without one it is a failed check.
fn rewrite_exceptions(
    program: &mut Program,
    procedure: &mut Procedure,
    carrier: Option<VarId>,
    carriers: &BTreeMap<ProcId, VarId>,
) {
    let mut at = 0;
    while at < procedure.blocks.len() {
        let mut block = std::mem::replace(&mut procedure.blocks[at], empty_block(Loc::NONE));
        if let Terminator::Raise(exception) = block.terminator {
            let loc = block.loc;
            block.terminator = leave(program, procedure, &mut block.statements, carrier, exception, loc);
        }
        let mut place = 0;
        while place < block.statements.len() {
            let loc = block.statements[place].loc;
            place += 1;
            let StmtKind::Call(call) = &mut block.statements[place - 1].kind else { continue };
            let raises = carriers.contains_key(&call.callee);
            match (raises, call.exception.take()) {
                (false, None) => {}
                (false, Some(target)) => {
                    let zero = procedure.exprs.add(ExprKind::Int(0.into()), TypeId::INT, loc);
                    block.statements.insert(place, Stmt { kind: StmtKind::Assign(target, zero), loc });
                }
                (true, Some(target)) => call.args.push(Arg::Out(target)),
                (true, None) => {
                    let raised = add_var(procedure, "exception", TypeId::INT, VarKind::Local, loc);
                    call.args.push(Arg::Out(raised));
                    let rest = block.statements.split_off(place);
                    let number = procedure.exprs.add(ExprKind::Var(raised), TypeId::INT, loc);
                    let zero = procedure.exprs.add(ExprKind::Int(0.into()), TypeId::INT, loc);
                    let normal = ExprKind::Binary(BinaryOp::Eq, number, zero);
                    let normal = procedure.exprs.add(normal, TypeId::BOOL, loc);
                    let go_on = Block {
                        statements: rest,
                        terminator: std::mem::replace(&mut block.terminator, Terminator::Stop),
                        loc: block.loc,
                        loop_head: None,
                    };
                    let mut failing = empty_block(loc);
                    failing.terminator = leave(program, procedure, &mut failing.statements, carrier, number, loc);
                    let next = BlockId(procedure.blocks.len() as u32);
                    block.terminator = Terminator::Branch(normal, next, BlockId(next.0 + 1));
                    block.loc = loc;
                    procedure.blocks.extend([go_on, failing]);
                }
            }
        }
        procedure.blocks[at] = block;
        at += 1;
    }
    if let Some(carrier) = carrier {
        let loc = procedure.loc;
        let zero = procedure.exprs.add(ExprKind::Int(0.into()), TypeId::INT, loc);
        let first = Stmt { kind: StmtKind::Assign(carrier, zero), loc };
        procedure.blocks[BlockId::ENTRY.index()].statements.insert(0, first);
    }
}

fn empty_block(loc: Loc) -> Block {
    Block { statements: Vec::new(), terminator: Terminator::Stop, loc, loop_head: None }
}

/// The end of a block that an exception leaves.
fn leave(
    program: &mut Program,
    procedure: &mut Procedure,
    statements: &mut Vec<Stmt>,
    carrier: Option<VarId>,
    exception: ExprId,
    loc: Loc,
) -> Terminator {
    match carrier {
        Some(carrier) => {
            statements.push(Stmt { kind: StmtKind::Assign(carrier, exception), loc });
            Terminator::Return
        }
        None => {
            let check = raise_check(program, loc);
            let never = procedure.exprs.add(ExprKind::Bool(false), TypeId::BOOL, loc);
            statements.push(Stmt { kind: StmtKind::Check(check, never), loc });
            Terminator::Stop
        }
    }
}

fn raise_check(program: &mut Program, loc: Loc) -> CheckId {
    program.add_check(Check::new(CheckKind::Raise, loc))
}

/// An entry that is also called gets a caller that is the entry in its place and checks that no exception comes out.
fn wrap(program: &mut Program, id: ProcId, carrier: VarId) {
    let inner = &mut program.procedures[id.index()];
    inner.entry = false;
    let loc = inner.loc;
    let mut outer = super::Builder::new(inner.name.clone(), loc);
    outer.set_entry(true);
    let inner = program.procedure(id).clone();
    let mut args = Vec::new();
    let mut raised = None;
    for (var, mode) in inner.params() {
        let entry = inner.var(var);
        if var == carrier {
            let temporary = outer.temporary("exception", TypeId::INT, loc);
            raised = Some(temporary);
            args.push(Arg::Out(temporary));
            continue;
        }
        let own = outer.param(entry.name.clone(), entry.ty, mode, entry.loc);
        if let Some(origin) = inner.origins.vars.get(&var) {
            outer.set_origin_of(own, origin.clone());
        }
        args.push(match mode {
            Mode::In => Arg::In(outer.var(own, loc)),
            Mode::Out => Arg::Out(own),
            Mode::InOut => Arg::InOut(own),
        });
    }
    outer.call(Call { callee: id, args, result: None, exception: None }, loc);
    if let Some(raised) = raised {
        let (number, zero) = (outer.var(raised, loc), outer.int(0, TypeId::INT, loc));
        let normal = outer.compare(BinaryOp::Eq, number, zero, loc);
        let check = raise_check(program, loc);
        outer.check(check, normal, loc);
    }
    let wrapper = program.declare(inner.name.clone(), loc);
    outer.finish(program, wrapper);
    for client in &mut program.clients {
        if client.replaces.remove(&id) {
            client.replaces.insert(wrapper);
        }
    }
}

// Variables of enclosing procedures

/// A variable by its owner, and whether it is changed.
type Captured = BTreeMap<(ProcId, VarId), bool>;

fn lift_outer(program: &mut Program) {
    let captured: Vec<Captured> = fixpoint(
        program,
        |_, procedure| {
            let changed = assigned(procedure);
            procedure
                .vars()
                .filter_map(|(id, var)| match var.kind {
                    VarKind::Outer(owner, outer) => Some(((owner, outer), changed.contains(&id))),
                    _ => None,
                })
                .collect()
        },
        |own, procedure, all: &[Captured]| {
            for call in procedure.calls() {
                // What belongs to the callee begins with its activation: its callers know nothing of it.
                let beyond = all[call.callee.index()].iter().filter(|((owner, _), _)| *owner != call.callee);
                for (key, changed) in beyond {
                    *own.entry(*key).or_default() |= changed;
                }
            }
        },
    );
    // A procedure does not capture its own variables, even if its callees do.
    let keys: Vec<Captured> = captured
        .into_iter()
        .zip(0..)
        .map(|(all, id)| all.into_iter().filter(|((owner, _), _)| *owner != ProcId(id)).collect())
        .collect();
    let mut places: Vec<BTreeMap<(ProcId, VarId), VarId>> = Vec::new();
    for (id, own) in (0..).map(ProcId).zip(&keys) {
        let mut place = BTreeMap::new();
        for ((owner, outer), changed) in own {
            let mode = if *changed { Mode::InOut } else { Mode::In };
            let original = program.procedure(*owner).var(*outer).clone();
            let procedure = &mut program.procedures[id.index()];
            let wanted = VarKind::Outer(*owner, *outer);
            let known = procedure.vars().find(|(_, var)| var.kind == wanted).map(|(id, _)| id);
            let var = match known {
                Some(var) => {
                    procedure.vars[var.index()].kind = VarKind::Param(mode);
                    var
                }
                None => {
                    let var = add_var(procedure, &original.name, original.ty, VarKind::Param(mode), original.loc);
                    procedure.vars[var.index()].synthetic = original.synthetic;
                    var
                }
            };
            place.insert((*owner, *outer), var);
        }
        places.push(place);
    }
    for id in 0..program.procedures.len() {
        pass_along(program, ProcId(id as u32), &keys, &places);
    }
}

/// Adds to every call in a procedure the captured variables of the callee, in the order of the callee's table.
fn pass_along(program: &mut Program, id: ProcId, keys: &[Captured], places: &[BTreeMap<(ProcId, VarId), VarId>]) {
    let mut procedure = take(program, id);
    let mut exprs = std::mem::take(&mut procedure.exprs);
    let vars = std::mem::take(&mut procedure.vars);
    for statement in procedure.blocks.iter_mut().flat_map(|block| &mut block.statements) {
        let loc = statement.loc;
        let StmtKind::Call(call) = &mut statement.kind else { continue };
        let callee = call.callee;
        let of_outer: BTreeMap<VarId, (ProcId, VarId)> =
            places[callee.index()].iter().map(|(key, var)| (*var, *key)).collect();
        let callee_vars = if callee == id { &vars } else { &program.procedure(callee).vars };
        let params = (0..).map(VarId).zip(callee_vars).filter(|(_, var)| matches!(var.kind, VarKind::Param(_)));
        let mut given = std::mem::take(&mut call.args).into_iter();
        call.args = params
            .filter_map(|(param, _)| {
                let Some(key) = of_outer.get(&param) else { return given.next() };
                let here = if key.0 == id { key.1 } else { places[id.index()][key] };
                if keys[callee.index()][key] {
                    return Some(Arg::InOut(here));
                }
                Some(Arg::In(exprs.add(ExprKind::Var(here), vars[here.index()].ty, loc)))
            })
            .collect();
    }
    procedure.exprs = exprs;
    procedure.vars = vars;
    program.procedures[id.index()] = procedure;
}

/// The variables that a procedure assigns by itself or lets a call assign.
pub(super) fn assigned(procedure: &Procedure) -> BTreeSet<VarId> {
    let mut all = BTreeSet::new();
    for statement in procedure.blocks.iter().flat_map(|block| &block.statements) {
        match &statement.kind {
            StmtKind::Assign(var, _) | StmtKind::Havoc(var) => drop(all.insert(*var)),
            StmtKind::Call(call) => {
                all.extend(call.result.iter().chain(&call.exception));
                all.extend(call.args.iter().filter_map(|arg| match arg {
                    Arg::In(_) => None,
                    Arg::Out(var) | Arg::InOut(var) => Some(*var),
                }));
            }
            StmtKind::Assume(_) | StmtKind::Check(..) => {}
        }
    }
    all
}
