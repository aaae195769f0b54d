//! Why an invariant of a loop is one: for each of its conditions what it follows from where the loop begins, and what
//! an iteration that keeps it needs. The steps are those that the check of the model has made, of its clauses one by
//! one; what only joins paths within a loop is passed over.

use horn_frontend::Subject;
use horn_frontend::encode::{Encoded, PredKind};
use horn_frontend::ir::{BlockId, Procedure, loops};
use horn_solver::system::PredId;
use horn_solver::term::TermId;
use horn_solver::thin::Need;
use std::collections::BTreeSet;

/// What the conditions of a loop's head rest on, a line each, in the order in which the invariant has them. `text`
/// gives the words of the source for a condition of a predicate, if there are any.
pub(super) fn reasons(
    subject: &Subject<'_>,
    encoded: &Encoded,
    head: PredId,
    needs: &[Need],
    text: &dyn Fn(PredId, TermId) -> Option<String>,
) -> Vec<String> {
    let info = &encoded.preds[head.index()];
    let PredKind::Block(block) = info.kind else { return Vec::new() };
    let procedure = subject.program.procedure(info.procedure);
    let body = loops(procedure).remove(&block).unwrap_or_default();
    let inside = |pred: PredId| {
        let info_of = &encoded.preds[pred.index()];
        matches!(info_of.kind, PredKind::Block(at) if body.get(at.index()) == Some(&true))
            && info_of.procedure == info.procedure
    };
    let mut parts: Vec<TermId> = Vec::new();
    for need in needs.iter().filter(|need| need.pred == head) {
        if !parts.contains(&need.part) {
            parts.push(need.part);
        }
    }
    let mut lines = Vec::new();
    for part in parts {
        let Some(condition) = text(head, part) else { continue };
        // What is needed where the loop begins, and by iterations; none where there is no such step.
        let mut given: [Option<BTreeSet<String>>; 2] = [None, None];
        for need in needs.iter().filter(|need| need.pred == head && need.part == part) {
            let clause = encoded.system.clause(need.clause);
            let iterates = clause.body.iter().any(|atom| inside(atom.pred));
            let found = given[usize::from(iterates)].get_or_insert_default();
            found.extend(leaves(subject, encoded, head, needs, &need.uses, text));
        }
        let [begins, iterates] = given;
        let listed = |words: &BTreeSet<String>| words.iter().cloned().collect::<Vec<String>>().join(", ");
        let begins = begins.map(|given| match given.is_empty() {
            true => "holds where the loop begins".to_string(),
            false => format!("holds where the loop begins, given {}", listed(&given)),
        });
        let iterates = iterates.map(|given| match given.is_empty() {
            true => "every iteration makes it so".to_string(),
            false => format!("an iteration keeps it, given {}", listed(&given)),
        });
        let both: Vec<String> = begins.into_iter().chain(iterates).collect();
        lines.push(format!("{condition}: {}", both.join("; ")));
    }
    lines
}

/// What these conditions say, and those of joins what they rest on.
fn leaves(
    subject: &Subject<'_>,
    encoded: &Encoded,
    head: PredId,
    needs: &[Need],
    uses: &[(PredId, TermId)],
    text: &dyn Fn(PredId, TermId) -> Option<String>,
) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut seen: BTreeSet<(PredId, TermId)> = BTreeSet::new();
    let mut todo: Vec<(PredId, TermId)> = uses.to_vec();
    while let Some((pred, part)) = todo.pop() {
        if !seen.insert((pred, part)) {
            continue;
        }
        let info = &encoded.preds[pred.index()];
        let procedure = subject.program.procedure(info.procedure);
        let words = || text(pred, part).unwrap_or_else(|| "what the source has no words for".to_string());
        match info.kind {
            PredKind::Block(_) if pred == head => drop(found.insert(words())),
            PredKind::Block(block) => match place(subject, procedure, block) {
                Some(place) => drop(found.insert(format!("{} (of the loop at {place})", words()))),
                None => {
                    let on = needs.iter().filter(|need| need.pred == pred && need.part == part);
                    todo.extend(on.flat_map(|need| need.uses.iter().copied()));
                }
            },
            PredKind::Entered => drop(found.insert(format!("{} where {} begins", words(), procedure.name))),
            PredKind::Returned => drop(found.insert(format!("what {} gives", procedure.name))),
        }
    }
    found
}

/// Where a loop is, if the block is its head.
fn place(subject: &Subject<'_>, procedure: &Procedure, block: BlockId) -> Option<String> {
    Some(subject.places.text(procedure.block(block).loop_head.as_ref()?.loc))
}
