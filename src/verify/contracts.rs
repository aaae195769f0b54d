//! Debugging contracts: is the program at fault, or the annotation?
//!
//! * A loop invariant that holds in every run need not be *inductive*: from some state in which all invariants of the
//!   loop hold, an iteration may break it, only that no run ever gets there. A prover that knows nothing of the loop
//!   but the annotations fails on it. Here the loop is cut at its invariants: behind them the variables that it changes
//!   become arbitrary, and only the invariants are assumed. If an invariant fails then, it is not inductive, and what
//!   was found out about the loop strengthens it.
//! * An annotation that fails in some run is taken away. If another check fails in the runs that go on, the program is
//!   at fault; if the other annotations behind it are proved without it, it is.
//! * An annotation that fails is negated. If the negation is proved, it fails in every run that reaches it; a run that
//!   breaks the negation is one in which it holds.
//!
//! Every claim has a proof or a run that the interpreter has seen; what can't be told is not said.

use super::channel::Channel;
use super::decide::{self, Tried};
use super::decider::Decider;
use super::report::{Finding, Outcome, Report};
use super::slice::Clauses;
use super::trials;
use super::{facts, run, scalars};
use crate::pipeline::{Failure, Request};
use horn_frontend::encode;
use horn_frontend::ir::{
    BinaryOp, BlockId, CheckId, CheckKind, ExprId, ExprKind, Loc, ProcId, Procedure, Program, Stmt, StmtKind,
    Terminator, TypeId, TypeKind, UnaryOp, VarId, changed, effects, loops,
};
use horn_frontend::{Counterexample, Subject};
use horn_solver::engine::shape::Shape;
use horn_solver::smt::Steps;
use std::collections::BTreeSet;

fn is_invariant(kind: CheckKind) -> bool {
    matches!(kind, CheckKind::LoopInvariantInit | CheckKind::LoopInvariantPreserved)
}

/// What can be told about annotations, in the order of the findings: the check, and a sentence about it.
///
/// # Errors
/// The SMT solver is missing or broken.
pub fn debug(
    subject: &Subject<'_>,
    request: &Request<'_>,
    budget: Option<Steps>,
    report: &Report,
) -> Result<Vec<(CheckId, String)>, Failure> {
    let program = subject.program;
    let mut notes = Vec::new();
    for finding in &report.findings {
        if request.cancel.is_cancelled() {
            break;
        }
        let kind = program.checks[finding.check.index()].kind;
        let note = match &finding.outcome {
            // What its verification condition shows is inductive.
            Outcome::Proved if kind == CheckKind::LoopInvariantPreserved && finding.by != Decider::Conditions => {
                let tester = Tester { subject, request, budget, report };
                tester.inductive(finding)?
            }
            Outcome::Fails(_) if kind.is_annotation() => {
                let tester = Tester { subject, request, budget, report };
                tester.at_fault(finding)?
            }
            _ => None,
        };
        notes.extend(note.map(|note| (finding.check, note)));
    }
    Ok(notes)
}

struct Tester<'a> {
    subject: &'a Subject<'a>,
    request: &'a Request<'a>,
    budget: Option<Steps>,
    report: &'a Report,
}

impl Tester<'_> {
    /// What is known of these checks in another program.
    fn decide(&self, program: &Program, checks: &[CheckId]) -> Result<Option<Tried>, Failure> {
        let Ok(encoded) = encode::encode(program, &encode::Options::default()) else { return Ok(None) };
        let clauses = Clauses::new(encoded);
        let encoded = &clauses.encoded;
        let mut rest: Vec<CheckId> = Vec::new();
        let mut tried = Tried::nothing();
        for check in checks {
            match encoded.queries[check.index()].is_empty() {
                true => tried.settled.push((*check, Outcome::Proved, Decider::Evident)),
                false => rest.push(*check),
            }
        }
        if Shape::of(&encoded.store, &encoded.system).arrays {
            let quick = scalars::group(&clauses, self.request, self.budget, &rest)?;
            rest.retain(|check| !quick.settled.iter().any(|(done, ..)| done == check));
            tried.settled.extend(quick.settled);
        }
        let replayer = run::Replayer { program, encoded, cancel: self.request.cancel };
        let slow = decide::group(&clauses, &replayer, self.request, self.budget, &rest, &Channel::new(&()))?;
        let of_program = |outcome: &Outcome| match outcome {
            Outcome::Fails(example) => example.is_certain(),
            _ => true,
        };
        tried.settled.extend(slow.settled.into_iter().filter(|(_, outcome, _)| of_program(outcome)));
        tried.open = slow.open;
        Ok(Some(tried))
    }

    /// Whether an invariant that holds is inductive: something is said if it is not.
    fn inductive(&self, finding: &Finding) -> Result<Option<String>, Failure> {
        let Some(cut) = cut(self.subject.program, finding) else { return Ok(None) };
        let Some(tried) = self.decide(&cut.program, &[finding.check])? else { return Ok(None) };
        let Some((_, Outcome::Fails(example), _)) = tried.settled.first() else { return Ok(None) };
        let state = self.state_of(example, cut.place);
        let from = if state.is_empty() { String::new() } else { format!(" (from a state with {state})") };
        let how = match self.strengthening(finding.check, cut.head)? {
            Some(invariant) => format!("; strengthening found for the iterations behind the first: {invariant}"),
            None => String::new(),
        };
        Ok(Some(format!(
            "the loop invariant holds in all runs, but it is not inductive: an iteration may break it{from}, where no run gets{how}"
        )))
    }

    /// The values chosen at a cut, the last time it was passed: `X = 1 and Y = 2`.
    fn state_of(&self, example: &Counterexample, place: Loc) -> String {
        let mut values: Vec<(String, String)> = Vec::new();
        for step in example.steps.iter().filter(|step| step.loc == place) {
            if let Some((target, value)) = self.subject.assigned(step) {
                values.retain(|(other, _)| *other != target);
                values.push((target, value));
            }
        }
        let notation = self.subject.notation;
        let equations: Vec<String> = values.iter().map(|(name, value)| notation.equation(name, value)).collect();
        notation.all_of(&equations)
    }

    /// What a proof of the check says about the loop.
    fn strengthening(&self, check: CheckId, head: Loc) -> Result<Option<String>, Failure> {
        let program = self.subject.program;
        let Ok(encoded) = encode::encode(program, &encode::Options::default()) else { return Ok(None) };
        let clauses = Clauses::new(encoded);
        let encoded = &clauses.encoded;
        let mut model = None;
        if Shape::of(&encoded.store, &encoded.system).arrays {
            model = scalars::group(&clauses, self.request, self.budget, &[check])?.model;
        }
        if model.is_none() {
            let replayer = run::Replayer { program, encoded, cancel: self.request.cancel };
            model = decide::group(&clauses, &replayer, self.request, self.budget, &[check], &Channel::new(&()))?.model;
        }
        Ok(model.and_then(|(mut store, model)| facts::behind_first(self.subject, encoded, &mut store, &model, head)))
    }

    /// Who is at fault when an annotation fails.
    fn at_fault(&self, finding: &Finding) -> Result<Option<String>, Failure> {
        let program = self.subject.program;
        if let Some(said) = self.without(finding)? {
            return Ok(Some(said));
        }
        let negated = negated(program, finding.check);
        let tries = trials::short(&negated, &[finding.check], self.request.cancel);
        let holds = tries.iter().find(|(check, example)| *check == finding.check && example.is_certain());
        let holds = holds.map(|(_, example)| example.clone());
        if let Some(example) = holds {
            return Ok(Some(self.holds_too(&example)));
        }
        let Some(tried) = self.decide(&negated, &[finding.check])? else { return Ok(None) };
        Ok(match tried.settled.first() {
            Some((_, Outcome::Proved, _)) => {
                Some("it fails in every run that reaches it: the annotation contradicts the program".to_string())
            }
            Some((_, Outcome::Fails(example), _)) => Some(self.holds_too(example)),
            _ => None,
        })
    }

    fn holds_too(&self, example: &Counterexample) -> String {
        match self.subject.example(example) {
            Some(values) => format!(
                "it holds in other runs (e.g. when {values}): the program does not treat all cases, or an assumption is missing"
            ),
            None => {
                "it holds in other runs: the program does not treat all cases, or an assumption is missing".to_string()
            }
        }
    }

    /// What the program does without the annotation.
    fn without(&self, finding: &Finding) -> Result<Option<String>, Failure> {
        let program = self.subject.program;
        let dropped = self.companions(finding);
        let mut other = program.clone();
        for block in other.procedures.iter_mut().flat_map(|procedure| &mut procedure.blocks) {
            block.statements.retain(|stmt| !matches!(stmt.kind, StmtKind::Check(check, _) if dropped.contains(&check)));
        }
        let failed: BTreeSet<CheckId> = self.failing().collect();
        let rest: Vec<&Finding> = self
            .report
            .findings
            .iter()
            .filter(|other| other.procedure == finding.procedure && !dropped.contains(&other.check))
            .collect();
        // What no run meets behind the annotation is as it was.
        let behind = behind(program, finding.procedure, &dropped);
        let (checks, before): (Vec<&Finding>, Vec<&Finding>) =
            rest.iter().partition(|other| behind.as_ref().is_none_or(|behind| behind.contains(&other.check)));
        let checks: Vec<CheckId> = checks.into_iter().map(|other| other.check).collect();
        let as_before = before.iter().all(|other| matches!(other.outcome, Outcome::Proved));
        // A failure that only shows without the annotation: the run went on into it.
        let tries = trials::short(&other, &checks, self.request.cancel);
        let mut fails = tries.into_iter().find(|(check, example)| !failed.contains(check) && example.is_certain());
        let others = |other: &&&Finding| program.checks[other.check.index()].kind.is_annotation();
        let annotations = rest.iter().filter(others).count();
        if fails.is_none() && (!checks.is_empty() || annotations > 0) {
            let Some(tried) = self.decide(&other, &checks)? else { return Ok(None) };
            let mut proved = BTreeSet::new();
            for (check, outcome, _) in tried.settled {
                match outcome {
                    Outcome::Proved => {
                        proved.insert(check);
                    }
                    Outcome::Fails(example) if !failed.contains(&check) => fails = Some((check, example)),
                    _ => {}
                }
            }
            let all = as_before && checks.iter().all(|check| proved.contains(check));
            if all && annotations > 0 {
                let said = "without it every other check of the subprogram is proved: the annotation is at fault";
                return Ok(Some(said.to_string()));
            }
        }
        Ok(fails.map(|(check, example)| {
            let check = &program.checks[check.index()];
            let place = self.subject.places.position(check.loc);
            let iterations = self.subject.iterations(check.loc, &example);
            let iterations = iterations.map(|text| format!(" {text}")).unwrap_or_default();
            let kind = check.kind.might_fail().replace(" might fail", "");
            format!("without it the {kind} at line {} fails{iterations}: the program is at fault", place.line)
        }))
    }

    /// The checks that state the same annotation: a loop invariant is stated for the first iteration and the others.
    fn companions(&self, finding: &Finding) -> BTreeSet<CheckId> {
        let checks = &self.subject.program.checks;
        let this = &checks[finding.check.index()];
        let mut same = BTreeSet::from([finding.check]);
        if is_invariant(this.kind) {
            let all = (0..).map(CheckId).zip(checks);
            same.extend(all.filter(|(_, other)| is_invariant(other.kind) && other.loc == this.loc).map(|(id, _)| id));
        }
        same
    }

    fn failing(&self) -> impl Iterator<Item = CheckId> + '_ {
        let failing = self.report.findings.iter().filter(|finding| matches!(finding.outcome, Outcome::Fails(_)));
        failing.map(|finding| finding.check)
    }
}

/// The checks that a run can meet behind one of `dropped`, which stand in this procedure; `None` if that may be any, as
/// the procedure can be called again.
fn behind(program: &Program, procedure: ProcId, dropped: &BTreeSet<CheckId>) -> Option<BTreeSet<CheckId>> {
    let calls = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Call(call) if call.callee == procedure);
    let is_dropped = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Check(check, _) if dropped.contains(&check));
    for (id, other) in program.procedures() {
        let mut statements = other.blocks.iter().flat_map(|block| &block.statements);
        if statements.any(|stmt| calls(stmt) || (id != procedure && is_dropped(stmt))) {
            return None;
        }
    }
    let procedure = program.procedure(procedure);
    let mut found = BTreeSet::new();
    let mut take = |statements: &[Stmt]| {
        found.extend(statements.iter().filter_map(|stmt| match stmt.kind {
            StmtKind::Check(check, _) => Some(check),
            _ => None,
        }));
    };
    let mut todo: Vec<BlockId> = Vec::new();
    for (_, block) in procedure.blocks() {
        if let Some(first) = block.statements.iter().position(is_dropped) {
            take(&block.statements[first..]);
            todo.extend(block.terminator.successors());
        }
    }
    let mut seen = BTreeSet::new();
    while let Some(block) = todo.pop() {
        if seen.insert(block) {
            let block = procedure.block(block);
            take(&block.statements);
            todo.extend(block.terminator.successors());
        }
    }
    Some(found)
}

/// The program with the condition of a check turned round.
fn negated(program: &Program, check: CheckId) -> Program {
    let mut program = program.clone();
    for procedure in &mut program.procedures {
        for block in &mut procedure.blocks {
            for stmt in &mut block.statements {
                if let StmtKind::Check(id, condition) = &mut stmt.kind
                    && *id == check
                {
                    *condition = procedure.exprs.add(ExprKind::Unary(UnaryOp::Not, *condition), TypeId::BOOL, stmt.loc);
                }
            }
        }
    }
    program
}

/// A program whose loop is cut at its invariants.
struct Cut {
    program: Program,
    /// The place of the cut, which the trace shows where values are chosen.
    place: Loc,
    /// The loop.
    head: Loc,
}

/// Cuts the loop of an invariant behind all its invariants. `None` if they don't stand together, or speak of values
/// that are computed in the loop beforehand.
fn cut(program: &Program, finding: &Finding) -> Option<Cut> {
    let procedure = program.procedure(finding.procedure);
    let states = |stmt: &Stmt| match stmt.kind {
        StmtKind::Check(check, _) => is_invariant(program.checks[check.index()].kind),
        _ => false,
    };
    let here = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Check(check, _) if check == finding.check);
    let (block, _) = procedure.blocks().find(|(_, block)| block.statements.iter().any(here))?;
    let loops = loops(procedure);
    // The innermost loop around it.
    let (head, body) = loops
        .iter()
        .filter(|(_, body)| body[block.index()])
        .min_by_key(|(_, body)| body.iter().filter(|inside| **inside).count())?;
    let inner = |other: BlockId| {
        loops.iter().any(|(head2, body2)| head2 != head && body[head2.index()] && body2[other.index()])
    };
    let elsewhere = procedure
        .blocks()
        .any(|(id, other)| id != block && body[id.index()] && !inner(id) && other.statements.iter().any(states));
    if elsewhere {
        return None;
    }
    let statements = &procedure.block(block).statements;
    let last = statements.iter().rposition(states)?;
    let conditions: Vec<ExprId> = statements[..=last]
        .iter()
        .filter(|stmt| states(stmt))
        .filter_map(|stmt| match stmt.kind {
            StmtKind::Check(_, condition) => Some(condition),
            _ => None,
        })
        .collect();
    let blocks = procedure.blocks().filter(|(id, _)| body[id.index()]);
    let changed = changed(blocks.flat_map(|(_, block)| &block.statements), &effects(program), procedure);
    if changed.iter().any(|var| open_bounds(program, procedure.var(*var).ty)) {
        return None;
    }
    let info = procedure.block(*head).loop_head.as_ref()?;
    let flags = first_flags(procedure, &conditions, info.control);
    for condition in &conditions {
        let computed = |var: VarId| procedure.var(var).synthetic && changed.contains(&var) && !flags.contains(&var);
        if vars(procedure, *condition).into_iter().any(computed) {
            return None;
        }
    }
    let mut made = program.clone();
    let target = &mut made.procedures[finding.procedure.index()];
    let place = program.checks[finding.check.index()].loc;
    let mut inserted: Vec<StmtKind> = changed.iter().map(|var| StmtKind::Havoc(*var)).collect();
    if let Some(control) = info.control {
        inserted.extend(control_range(procedure, target, body, control, &conditions)?);
    }
    inserted.extend(conditions.into_iter().map(StmtKind::Assume));
    let at = &mut target.blocks[block.index()].statements;
    at.splice(last + 1..last + 1, inserted.into_iter().map(|kind| Stmt { kind, loc: place }));
    Some(Cut { program: made, place, head: info.loc })
}

/// Whether a value of the type has bounds of its own, which an arbitrary value would lose.
fn open_bounds(program: &Program, ty: TypeId) -> bool {
    match &program.ty(ty).kind {
        TypeKind::Array(array) => array.bounds.is_none() || open_bounds(program, array.component),
        TypeKind::Record(record) => record.fields.iter().any(|field| open_bounds(program, field.ty)),
        _ => false,
    }
}

/// The variables of an expression.
fn vars(procedure: &Procedure, condition: ExprId) -> BTreeSet<VarId> {
    let below = procedure.exprs.below(condition);
    below
        .filter_map(|(_, node)| match node.kind {
            ExprKind::Var(var) => Some(var),
            _ => None,
        })
        .collect()
}

/// The variables by which invariants know the first iteration: Boolean ones made by the frontend, and the start of the
/// counter.
fn first_flags(procedure: &Procedure, conditions: &[ExprId], control: Option<VarId>) -> BTreeSet<VarId> {
    let all = conditions.iter().flat_map(|condition| vars(procedure, *condition));
    all.filter(|var| {
        let entry = procedure.var(*var);
        entry.synthetic && (entry.ty == TypeId::BOOL || Some(*var) == control)
    })
    .collect()
}

/// The counter of a for loop stays between its first value and its limit.
fn control_range(
    procedure: &Procedure,
    target: &mut Procedure,
    body: &[bool],
    control: VarId,
    conditions: &[ExprId],
) -> Option<Vec<StmtKind>> {
    let is = |id: ExprId, var: VarId| procedure.exprs[id].kind == ExprKind::Var(var);
    // The test at the end of the loop compares the counter with its limit.
    let mut limit = None;
    for (id, block) in procedure.blocks() {
        if let (true, Terminator::Branch(condition, ..)) = (body[id.index()], &block.terminator)
            && let ExprKind::Binary(op @ (BinaryOp::Ge | BinaryOp::Le), left, right) = procedure.exprs[*condition].kind
            && is(left, control)
            && let ExprKind::Var(other) = procedure.exprs[right].kind
            && procedure.var(other).synthetic
        {
            limit = Some((op, left, right));
        }
    }
    let (op, counter, limit) = limit?;
    let (to_limit, from_start) = match op {
        BinaryOp::Ge => (BinaryOp::Le, BinaryOp::Ge),
        _ => (BinaryOp::Ge, BinaryOp::Le),
    };
    // The invariants compare it with its first value.
    let mut start = None;
    for condition in conditions {
        for (_, node) in procedure.exprs.below(*condition) {
            if let ExprKind::Binary(BinaryOp::Eq, left, right) = node.kind
                && is(left, control)
                && let ExprKind::Var(other) = procedure.exprs[right].kind
                && procedure.var(other).synthetic
            {
                start = Some(right);
            }
        }
    }
    let loc = procedure.exprs[counter].loc;
    let mut add = |op, bound| target.exprs.add(ExprKind::Binary(op, counter, bound), TypeId::BOOL, loc);
    Some(vec![StmtKind::Assume(add(to_limit, limit)), StmtKind::Assume(add(from_start, start?))])
}
