//! Whether a compiled program notices that a check fails, in a way that ends the program.

use super::handled;
use crate::ast::Interner;
use crate::library;
use crate::lower::{NO_WRAP, OF_PART};
use crate::parser::{ParseOptions, parse_file};
use horn_frontend::interp::EventKind;
use horn_frontend::ir::{CheckId, CheckKind, ExprId, Loc, ProcId, Program, StmtKind};
use horn_frontend::{Failing, Subject};

/// Whether it does.
///
/// # Errors
/// It does not; says why.
pub(super) fn noticed(failing: &Failing<'_>) -> Result<(), String> {
    let Failing { subject, check, .. } = failing;
    let kind = subject.program.checks[check.index()].kind;
    let place = subject.program.checks[check.index()].loc;
    let why = match kind {
        CheckKind::Overflow if subject.program.checks[check.index()].reason == NO_WRAP => "a value that wraps around",
        CheckKind::Predicate if subject.program.checks[check.index()].reason == OF_PART => {
            "a predicate where a part is assigned"
        }
        CheckKind::Initialization => "a variable without a value",
        CheckKind::Aliasing => "two names of one object",
        CheckKind::Unsupported | CheckKind::Unwinding => "what is not modelled",
        _ if subject.program.files.iter().any(|file| library::is_file(file) && file.contains("/spark")) => {
            return Err("it needs SPARK's library, which GNAT does not have".to_string());
        }
        CheckKind::Precondition if is_of_library(subject, *check) => {
            "a precondition of the language's own units, which are compiled without"
        }
        CheckKind::Predicate if is_position_of_value(subject, place) => {
            return Err("GNAT leaves out the predicate of a position of a value (`T'Pos (T'Val (X))`)".to_string());
        }
        _ if in_comment(subject, place) => return Err("an annotation in a comment is not compiled".to_string()),
        _ => {
            let running = running(failing);
            if let Some(name) = task(failing, &running) {
                return Err(format!("a check that fails in the task `{name}` ends the task, not the program"));
            }
            let places = running.iter().map(|(_, call)| *call).chain([place]);
            return match places.into_iter().find(|place| is_handled(subject, *place, kind == CheckKind::Raise)) {
                Some(place) => Err(format!("a handler takes the exception at {}", subject.places.text(place))),
                None => Ok(()),
            };
        }
    };
    Err(format!("a compiled program does not notice {why}"))
}

fn in_comment(subject: &Subject<'_>, place: Loc) -> bool {
    let position = subject.places.position(place);
    let before: String = subject.places.line(place).chars().take(position.column.saturating_sub(1)).collect();
    before.contains("--")
}

/// Whether a value is written as `T'Pos (T'Val (X))`, which GNAT 12.2 compiles to X: it has looked at the predicate of
/// the subtype for X alone.
fn is_position_of_value(subject: &Subject<'_>, place: Loc) -> bool {
    let position = subject.places.position(place);
    let from: String = subject.places.line(place).chars().skip(position.column.saturating_sub(1)).collect();
    let mut parts = from.splitn(2, '(').map(|part| part.trim().to_lowercase());
    parts.next().is_some_and(|first| first.ends_with("'pos"))
        && parts.next().is_some_and(|second| second.split('(').next().is_some_and(|part| part.trim().ends_with("'val")))
}

/// Whether what a check states is written in one of the tool's own texts.
fn is_of_library(subject: &Subject<'_>, check: CheckId) -> bool {
    let program = subject.program;
    program.procedures().any(|(_, procedure)| {
        let statements = procedure.blocks.iter().flat_map(|block| &block.statements);
        let of_library = |condition: ExprId| program.is_of_library(procedure.exprs[condition].loc);
        statements.into_iter().any(|statement| match statement.kind {
            StmtKind::Check(id, condition) => id == check && of_library(condition),
            _ => false,
        })
    })
}

/// The subprograms that are running where the check fails, with the places of their calls.
fn running(failing: &Failing<'_>) -> Vec<(ProcId, Loc)> {
    let mut running: Vec<(ProcId, Loc)> = Vec::new();
    for step in &failing.example.steps {
        match &step.kind {
            EventKind::Called(id, _) => running.push((*id, step.loc)),
            EventKind::Returned(id) if running.last().is_some_and(|(last, _)| last == id) => drop(running.pop()),
            EventKind::Returned(_) | EventKind::Assigned { .. } => {}
        }
    }
    running
}

/// Whether a handler may take what is raised at a place.
fn is_handled(subject: &Subject<'_>, place: Loc, anything: bool) -> bool {
    let Some(source) = subject.places.source(place.file).filter(|_| place != Loc::NONE) else { return false };
    let mut names = Interner::new();
    let parsed = parse_file(source.text, &mut names, ParseOptions::default());
    parsed.tree.units.iter().any(|unit| handled::is_handled(unit, &names, place.span.start, anything))
}

/// The task whose body is running where the check fails.
fn task(failing: &Failing<'_>, running: &[(ProcId, Loc)]) -> Option<String> {
    let Failing { subject, check, .. } = failing;
    let running = running.iter().map(|(id, _)| *id).chain(owner(subject.program, *check));
    running.map(|id| subject.program.procedure(id)).find_map(|procedure| {
        let source = subject.places.source(procedure.loc.file)?;
        let before = source.text.get(..procedure.loc.span.start as usize)?.to_lowercase();
        let mut words = before.split_whitespace().rev();
        let last = words.next()?;
        let is_task = last == "task" || matches!(last, "body" | "type") && words.next() == Some("task");
        is_task.then(|| procedure.name.clone())
    })
}

/// The procedure that a check stands in.
fn owner(program: &Program, check: CheckId) -> Option<ProcId> {
    let has = |(_, procedure): &(ProcId, &horn_frontend::ir::Procedure)| procedure.checks().any(|(id, _)| id == check);
    program.procedures().find(has).map(|(id, _)| id)
}
