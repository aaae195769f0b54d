//! An engine over joined clauses: parallel clauses become one with a disjunction, and what lies between is inlined.
//!
//! This is the other side of the choice that preprocessing leaves open (see [`preprocess_joined`]): a procedure that
//! asks the SMT process about whole clauses has fewer and larger questions to ask.

use super::{Context, Engine};
use crate::certificate::{Completion, complete};
use crate::interpolate::HornSolver;
use crate::preprocess::{PassContext, Preprocessed, preprocess_joined};
use crate::system::{Model, Reason, Refutation, System, Verdict};

/// Gives the joined system to another engine.
pub struct Joined {
    inner: fn() -> Box<dyn Engine>,
}

impl Joined {
    /// With the engine that solves what is joined.
    pub fn new(inner: fn() -> Box<dyn Engine>) -> Joined {
        Joined { inner }
    }
}

/// Translates an answer about a preprocessed system back to the system it was made from. Values that the way back
/// leaves open are looked for.
pub(super) fn translate_back(
    cx: &mut Context,
    system: &System,
    preprocessed: &Preprocessed,
    verdict: Verdict,
) -> Verdict {
    match verdict {
        Verdict::Sat(model) => model_back(cx, preprocessed, model),
        Verdict::Unsat(refutation) => refutation_back(cx, system, preprocessed, refutation),
        unknown => unknown,
    }
}

fn model_back(cx: &mut Context, preprocessed: &Preprocessed, model: Model) -> Verdict {
    let cancel = cx.cancel.clone();
    let mut help = HornSolver::new(cx.smt.clone());
    let mut pass = PassContext::new(&mut cx.store, &cancel);
    pass.recursion_free = Some(&mut help);
    let model = preprocessed.model(&mut pass, model);
    cx.statistics.add(&help.statistics);
    match model {
        Ok(model) => Verdict::Sat(model),
        Err(defect) => Verdict::Unknown(Reason::Rejected(defect)),
    }
}

fn refutation_back(cx: &mut Context, system: &System, preprocessed: &Preprocessed, refutation: Refutation) -> Verdict {
    let skeleton = match preprocessed.refutation(&cx.store, refutation) {
        Ok(skeleton) => skeleton,
        Err(defect) => return Verdict::Unknown(Reason::Rejected(defect)),
    };
    let skeleton = match skeleton.finish() {
        Ok(refutation) => return Verdict::Unsat(refutation),
        Err(skeleton) => skeleton,
    };
    let (smt, cancel) = (cx.smt.clone(), cx.cancel.clone());
    match complete(&mut cx.store, system, &skeleton.steps, &smt, &cancel, &mut cx.statistics) {
        Ok(Completion::Complete(refutation)) => Verdict::Unsat(refutation),
        Ok(Completion::Spurious) => Verdict::Unknown(Reason::Rejected("no values for a refutation".into())),
        Ok(Completion::Unknown(why)) => Verdict::Unknown(Reason::Incomplete(why)),
        Err(error) => Verdict::Unknown(error.into()),
    }
}

impl Engine for Joined {
    fn name(&self) -> &'static str {
        "joined"
    }

    fn solve(&mut self, cx: &mut Context, system: &System) -> Verdict {
        let cancel = cx.cancel.clone();
        let joined = preprocess_joined(&mut PassContext::new(&mut cx.store, &cancel), system);
        if joined.statistics.is_empty() {
            return Verdict::Unknown(Reason::Incomplete("nothing to join".into()));
        }
        let verdict = match joined.verdict(&cx.store) {
            Some(verdict) => verdict,
            None => (self.inner)().solve(cx, &joined.system),
        };
        translate_back(cx, system, &joined, verdict)
    }
}
