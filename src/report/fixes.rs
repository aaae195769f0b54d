//! What may be written into the sources because of a check: a precondition that excludes its failure.

use horn_frontend::ir::{CheckId, Loc, Mode, ProcId};
use horn_frontend::{Frontend, Insertion, Subject};

/// A condition that the callers of a subprogram can be asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Demand {
    /// The condition.
    pub condition: String,
    /// The declaration that takes it.
    pub declared: Loc,
    /// What is written there.
    pub insertion: Insertion,
}

/// The condition of a check as a precondition of the subprogram that it stands in, if that is where runs begin, and it
/// is about parameters that nothing changes alone: then it excludes the failure, and no run that does not fail. The
/// texts are those of the files.
pub fn precondition(
    subject: &Subject<'_>,
    frontend: &dyn Frontend,
    texts: &[String],
    check: CheckId,
    procedure: ProcId,
    entry: ProcId,
) -> Option<Demand> {
    let program = subject.program;
    let condition = &program.checks[check.index()].condition;
    let owner = program.procedure(procedure);
    if procedure != entry || condition.is_empty() {
        return None;
    }
    let constant = |name: &str| {
        let mut params = owner.params().filter(|(var, _)| owner.var(*var).name.eq_ignore_ascii_case(name));
        params.next().is_some_and(|(var, mode)| mode == Mode::In && !owner.var(var).synthetic)
    };
    let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '\'');
    let mut words = condition.split(|c| !word(c)).filter(|word| !word.is_empty()).peekable();
    words.peek()?;
    let known = |word: &str| word.chars().all(|c| c.is_ascii_digit() || c == '_') || constant(word);
    if !words.all(known) || !condition.contains(['=', '<', '>']) {
        return None;
    }
    let text = texts.get(owner.loc.file.0 as usize)?;
    let insertion = frontend.precondition(text, owner.loc.span.start as usize, condition)?;
    Some(Demand { condition: condition.clone(), declared: owner.loc, insertion })
}
