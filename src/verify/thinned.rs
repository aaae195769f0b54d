//! Invariants that say no more than the checks need, for people to read: what a model says is reduced to what its proof
//! uses, and checked again before anybody sees it.

use super::slice::{Clauses, Slice};
use crate::pipeline::Request;
use horn_frontend::ir::CheckId;
use horn_solver::certificate;
use horn_solver::smt::{SmtStatistics, Steps};
use horn_solver::system::{Model, PredId};
use horn_solver::term::{Store, import};
use horn_solver::thin::{Need, needs, thin};

/// What it may cost for one model.
const LIMIT: Steps = Steps::seconds(2);

/// A model of the program's clauses that says no more than it has to.
pub struct Thinned {
    /// Its terms.
    pub store: Store,
    /// What it says.
    pub model: Model,
    /// The steps of its check, if they were asked for and are known.
    pub needs: Vec<Need>,
}

/// A part of a model of the program's clauses that proves the same checks; `None` if none is found, or it is no model.
pub fn thinned(
    clauses: &Clauses,
    checks: &[CheckId],
    (from, model): (&Store, &Model),
    request: &Request<'_>,
    explained: bool,
) -> Option<Thinned> {
    let mut slice = clauses.slice(checks);
    let definitions: Vec<_> = slice.preds.iter().map(|pred| model.definition(*pred)).collect();
    let mut store = std::mem::take(&mut slice.store);
    let whole = Model { definitions: import(&mut store, from, &definitions) };
    let (smt, cancel) = (request.smt.get().ok()?, request.cancel.fork().limited(LIMIT));
    let Slice { system, .. } = &slice;
    let part = thin(&mut store, system, &whole, &smt, &cancel).ok()??;
    let obligations = certificate::model_obligations(&mut store, system, &part).ok()?;
    let mut statistics = SmtStatistics::default();
    certificate::discharge(&store, system, &obligations, &smt, &cancel, &mut statistics).ok()?;
    let needs =
        explained.then(|| needs(&mut store, system, &part, &smt, &request.cancel.fork().limited(LIMIT)).ok().flatten());
    let of_program = |pred: PredId| slice.preds[pred.index()];
    let needs = needs.flatten().unwrap_or_default().into_iter().map(|need| Need {
        pred: of_program(need.pred),
        part: need.part,
        clause: slice.clauses[need.clause.index()],
        uses: need.uses.into_iter().map(|(pred, part)| (of_program(pred), part)).collect(),
    });
    let needs = needs.collect();
    let model = slice.of_program(&part, clauses);
    Some(Thinned { store, model, needs })
}
