//! Invariants that say no more than the checks need, for people to read: what a model says is reduced to what its proof
//! uses, and checked again before anybody sees it.

use super::slice::{Clauses, Slice};
use crate::pipeline::Request;
use horn_frontend::ir::CheckId;
use horn_solver::certificate;
use horn_solver::smt::{Processes, SmtStatistics, Steps};
use horn_solver::system::Model;
use horn_solver::term::{Store, import};
use horn_solver::thin::thin;

/// What it may cost for one model.
const LIMIT: Steps = Steps::seconds(2);

/// The processes for it, one kind for each of its two steps.
#[derive(Default)]
pub struct Thinning {
    thin: Processes,
    check: Processes,
}

/// A part of a model of the program's clauses that proves the same checks; `None` if none is found, or it is no model.
pub fn thinned(
    clauses: &Clauses,
    checks: &[CheckId],
    (from, model): (&Store, &Model),
    request: &Request<'_>,
    thinning: &Thinning,
) -> Option<(Store, Model)> {
    let mut slice = clauses.slice(checks);
    let definitions: Vec<_> = slice.preds.iter().map(|pred| model.definition(*pred)).collect();
    let mut store = std::mem::take(&mut slice.store);
    let whole = Model { definitions: import(&mut store, from, &definitions) };
    let (smt, cancel) = (request.smt.get().ok()?, request.cancel.fork().limited(LIMIT));
    let Slice { system, .. } = &slice;
    let part = thin(&mut store, system, &whole, &smt, &thinning.thin, &cancel).ok()??;
    let obligations = certificate::model_obligations(&mut store, system, &part).ok()?;
    let mut statistics = SmtStatistics::default();
    let check = &thinning.check;
    certificate::discharge_with(check, &store, system, &obligations, &smt, &cancel, &mut statistics).ok()?;
    let part = slice.of_program(&part, clauses);
    Some((store, part))
}
