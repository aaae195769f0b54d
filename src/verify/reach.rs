//! Code that no run reaches, and assumptions that no run satisfies.
//!
//! A copy of the program has probes in the places of its checks: a probe takes one of two values and fails with one of
//! them, so that it fails in some run exactly if a run comes there, and goes on with the other one. The checks of the
//! program are assumed, since their failures are told of anyway. What proves a probe proves that nothing gets there.

use super::options::{Limits, Options};
use super::report::{Outcome, Report};
use super::tags::Tag;
use super::verify;
use crate::pipeline::Failure;
use crate::smt::LazySmt;
use horn_frontend::Subject;
use horn_frontend::ir::{
    BlockId, Check, CheckId, CheckKind, ExprKind, Loc, ProcId, Procedure, Program, Stmt, StmtKind, Terminator, TypeId,
    UnaryOp, Var, VarId, VarKind, predecessors,
};
use horn_solver::smt::{CancelToken, Steps};
use std::collections::{BTreeMap, BTreeSet};

/// A place where something is asked.
struct Probe {
    check: CheckId,
    procedure: ProcId,
    place: Place,
    loc: Loc,
}

/// What a probe is about.
enum Place {
    /// The beginning of a subprogram.
    Entry,
    /// A block that only branches lead to.
    Block(BlockId),
    /// What is behind an assumption, with the probe in front of it.
    Behind(CheckId),
    /// What is in front of an assumption.
    Before,
}

/// The places of a program that no run comes to or gets past, in their order: with `limit` for each.
///
/// # Errors
/// The SMT solver is missing or broken.
pub(super) fn warnings(
    subject: &Subject<'_>,
    options: &Options,
    limit: Steps,
    smt: &LazySmt,
    cancel: &CancelToken,
    report: &Report,
) -> Result<Vec<(Loc, Tag)>, Failure> {
    let (program, probes) = probed(subject.program);
    if probes.is_empty() {
        return Ok(Vec::new());
    }
    let options = Options {
        limit: Some(limit),
        efforts: BTreeMap::new(),
        rules: Vec::new(),
        limits: Limits::default(),
        shard: None,
        debug_contracts: false,
        dump_smt: None,
        invariants: false,
        explains: false,
        one_failure: Vec::new(),
        reach: None,
        ..options.clone()
    };
    let subject = Subject { program: &program, ..*subject };
    let found = verify(&subject, &options, smt, cancel, &())?;
    let proved = found.findings.iter().filter(|one| matches!(one.outcome, Outcome::Proved) && !one.by_clients);
    let proved: BTreeSet<CheckId> = proved.map(|one| one.check).collect();
    let place = |check: CheckId| subject.program.checks[check.index()].loc.file;
    let files: BTreeSet<_> = report.findings.iter().map(|finding| place(finding.check)).collect();
    let mut all = unreached(&program, &probes, &proved);
    all.retain(|(loc, _)| files.contains(&loc.file));
    Ok(all)
}

/// What proofs of probes say, each place once: code that the frontend copies counts if no copy is reached.
fn unreached(program: &Program, probes: &[Probe], proved: &BTreeSet<CheckId>) -> Vec<(Loc, Tag)> {
    let entry = |probe: &&Probe| matches!(probe.place, Place::Entry) && proved.contains(&probe.check);
    let idle: BTreeSet<ProcId> = probes.iter().filter(entry).map(|probe| probe.procedure).collect();
    let mut dead: BTreeMap<ProcId, BTreeSet<BlockId>> = BTreeMap::new();
    for probe in probes.iter().filter(|probe| proved.contains(&probe.check)) {
        if let Place::Block(block) = probe.place {
            dead.entry(probe.procedure).or_default().insert(block);
        }
    }
    let before: BTreeMap<ProcId, Vec<Vec<BlockId>>> =
        dead.keys().map(|id| (*id, predecessors(program.procedure(*id)))).collect();
    for (procedure, blocks) in &mut dead {
        spread(program.procedure(*procedure), &before[procedure], blocks);
    }
    // For each place whether some copy is where something ends, and whether all are dead.
    let mut places: BTreeMap<(Loc, Tag), (bool, bool)> = BTreeMap::new();
    for probe in probes {
        let is_dead = proved.contains(&probe.check) || idle.contains(&probe.procedure);
        let (tag, begins) = match probe.place {
            Place::Entry | Place::Before => continue,
            Place::Block(block) => {
                // Where no block is dead this one begins nothing that is.
                let begins = dead.get(&probe.procedure).is_some_and(|blocks| {
                    before[&probe.procedure][block.index()].iter().any(|one| !blocks.contains(one))
                });
                (Tag::UnreachableCode, begins)
            }
            Place::Behind(before) => (Tag::NeverTrue, !proved.contains(&before)),
        };
        let known = places.entry((probe.loc, tag)).or_insert((false, true));
        known.0 |= is_dead && begins && !idle.contains(&probe.procedure);
        known.1 &= is_dead;
    }
    places.into_iter().filter(|(_, (begins, all))| *begins && *all).map(|(place, _)| place).collect()
}

/// Adds the blocks that only such ones lead to.
fn spread(procedure: &Procedure, before: &[Vec<BlockId>], dead: &mut BTreeSet<BlockId>) {
    let mut changed = true;
    while changed {
        changed = false;
        for (id, _) in procedure.blocks().filter(|(id, _)| *id != BlockId::ENTRY) {
            let before = &before[id.index()];
            if !before.is_empty() && before.iter().all(|one| dead.contains(one)) {
                changed |= dead.insert(id);
            }
        }
    }
}

/// The copy with probes.
fn probed(original: &Program) -> (Program, Vec<Probe>) {
    let mut program = original.clone();
    program.clients.clear();
    program.justifications.clear();
    let mut probes = Vec::new();
    for id in original.reached() {
        let procedure = original.procedure(id);
        let withheld = original.withheld.iter().any(|said| said.covers(procedure.loc));
        let copy = &mut program.procedures[id.index()];
        let var = VarId(u32::try_from(copy.vars.len()).unwrap_or(u32::MAX));
        copy.vars.push(Var {
            name: "reached".to_string(),
            ty: TypeId::BOOL,
            kind: VarKind::Local,
            synthetic: true,
            loc: procedure.loc,
        });
        let value = copy.exprs.add(ExprKind::Var(var), TypeId::BOOL, procedure.loc);
        let not = copy.exprs.add(ExprKind::Unary(UnaryOp::Not, value), TypeId::BOOL, procedure.loc);
        let before = predecessors(procedure);
        let mut checks: Vec<Check> = Vec::new();
        let known = program.checks.len();
        let mut probe = |place: Place, loc: Loc, into: &mut Vec<Stmt>| {
            let check = CheckId(u32::try_from(known + checks.len()).unwrap_or(u32::MAX));
            checks.push(Check::new(CheckKind::Assertion, loc));
            into.push(Stmt { kind: StmtKind::Havoc(var), loc });
            into.push(Stmt { kind: StmtKind::Check(check, not), loc });
            probes.push(Probe { check, procedure: id, place, loc });
            check
        };
        let mut blocks = Vec::new();
        for (at, block) in procedure.blocks() {
            let mut statements = Vec::new();
            let branches = |one: &BlockId| matches!(procedure.block(*one).terminator, Terminator::Branch(..));
            let before = &before[at.index()];
            if block.loop_head.is_none() && !withheld {
                if at == BlockId::ENTRY {
                    probe(Place::Entry, procedure.loc, &mut statements);
                } else if !before.is_empty()
                    && before.iter().all(branches)
                    && let Some(loc) = begin(original, procedure, at)
                {
                    probe(Place::Block(at), loc, &mut statements);
                }
            }
            for statement in &block.statements {
                match statement.kind {
                    // What not every run checks is not assumed of all.
                    StmtKind::Check(check, condition) => {
                        if original.is_believed(procedure, check, condition) {
                            statements.push(Stmt { kind: StmtKind::Assume(condition), loc: statement.loc });
                        }
                    }
                    StmtKind::Assume(condition) if procedure.origins.believed.contains(&condition) && !withheld => {
                        let first = probe(Place::Before, statement.loc, &mut statements);
                        statements.push(statement.clone());
                        probe(Place::Behind(first), statement.loc, &mut statements);
                    }
                    _ => statements.push(statement.clone()),
                }
            }
            blocks.push(statements);
        }
        for (block, statements) in copy.blocks.iter_mut().zip(blocks) {
            block.statements = statements;
        }
        program.checks.extend(checks);
    }
    (program, probes)
}

/// Where a block begins that does something that the source says.
fn begin(program: &Program, procedure: &Procedure, block: BlockId) -> Option<Loc> {
    let says = |statement: &&Stmt| match &statement.kind {
        StmtKind::Assign(var, value) => {
            let var = procedure.var(*var);
            let literal = matches!(procedure.exprs[*value].kind, ExprKind::Bool(_) | ExprKind::Int(_));
            !var.synthetic || var.kind == VarKind::Result || !literal
        }
        StmtKind::Call(_) | StmtKind::Check(..) => true,
        StmtKind::Havoc(_) | StmtKind::Assume(_) => false,
    };
    let loc = procedure.block(block).statements.iter().find(says)?.loc;
    let withheld = program.withheld.iter().any(|said| said.covers(loc));
    (loc != Loc::NONE && !withheld).then_some(loc)
}
