//! The last thing between an engine and an answer: verdicts are translated back to the system as read, and their
//! certificates are checked against it.

use super::{LazySmt, Problem};
use crate::certificate::{self, Completion, Obligation, Rejection};
use crate::interpolate::HornSolver;
use crate::preprocess::{PassContext, Preprocessed, RecursionFree};
use crate::smt::{CancelToken, SmtConfig, SmtStatistics};
use crate::system::{Model, PartialStep, Refutation, Step, System, Verdict};
use crate::term::{Store, TermId};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Somebody else who has to confirm an answer before it counts, in the place of the check by the SMT solver. What
/// evaluation alone refutes does not come to it.
pub trait Confirm: Send + Sync {
    /// Whether it can read such an answer; else the check inside stays.
    fn reads(&self, store: &Store, verdict: &Verdict) -> bool;

    /// An error unless the answer is right. The verdict is about `system`, its terms live in `store`.
    fn confirm(
        &self,
        store: &mut Store,
        system: &System,
        verdict: &Verdict,
        cancel: &CancelToken,
    ) -> Result<(), Rejection>;
}

/// Who confirms the answers about a problem, if anybody does.
pub type Confirmation<'a> = &'a dyn Fn(&Problem) -> Option<Box<dyn Confirm>>;

/// Back-translation and check of verdicts; shared by the engines' threads.
pub(super) struct Checker {
    /// The system as read.
    pub input: Arc<System>,
    /// What engines get, with the way back.
    pub preprocessed: Preprocessed,
    /// Whether certificates are checked.
    pub certify: bool,
    /// Takes the place of the SMT solver's part of the check.
    pub confirmation: Option<Box<dyn Confirm>>,
    /// For what evaluation does not decide.
    pub smt: LazySmt,
    /// Time spent here by all threads.
    pub time: Mutex<Duration>,
}

impl Checker {
    /// Translates a verdict on the preprocessed system into one on the input, and checks its certificate.
    pub(super) fn accept(
        &self,
        store: &mut Store,
        verdict: Verdict,
        cancel: &CancelToken,
        statistics: &mut SmtStatistics,
    ) -> Result<Verdict, Rejection> {
        let start = Instant::now();
        let result = self.accept_untimed(store, verdict, cancel, statistics);
        *self.time.lock().unwrap_or_else(PoisonError::into_inner) += start.elapsed();
        result
    }

    fn accept_untimed(
        &self,
        store: &mut Store,
        verdict: Verdict,
        cancel: &CancelToken,
        statistics: &mut SmtStatistics,
    ) -> Result<Verdict, Rejection> {
        let (verdict, obligations) = match verdict {
            Verdict::Sat(model) => {
                let mut help = LazyHorn { smt: &self.smt, solver: None };
                let mut cx = PassContext::new(store, cancel);
                cx.recursion_free = Some(&mut help);
                let model = self.preprocessed.model(&mut cx, model).map_err(Rejection::Malformed)?;
                if let Some(solver) = &help.solver {
                    statistics.add(&solver.statistics);
                }
                let obligations = self.obligations(|| certificate::model_obligations(store, &self.input, &model))?;
                (Verdict::Sat(model), obligations)
            }
            Verdict::Unsat(refutation) => {
                let refutation = self.complete(store, refutation, cancel, statistics)?;
                let obligations =
                    self.obligations(|| certificate::refutation_obligations(store, &self.input, &refutation))?;
                let formulas: Vec<TermId> = obligations.iter().map(|o| o.formula).collect();
                if certificate::has_open_values(store, &formulas) {
                    self.with_defined_values(store, refutation, obligations, cancel, statistics)?
                } else {
                    (Verdict::Unsat(refutation), obligations)
                }
            }
            unknown => return Ok(unknown),
        };
        // What evaluation alone refutes has been rejected above.
        if let Some(confirmation) = self.confirmation.as_ref().filter(|other| other.reads(store, &verdict)) {
            // What is left to show of a refutation is left because it could not be evaluated.
            let refuted = matches!(verdict, Verdict::Unsat(_));
            let open: Vec<TermId> = obligations.iter().map(|o| o.formula).filter(|_| refuted).collect();
            match confirmation.confirm(store, &self.input, &verdict, cancel) {
                Err(Rejection::Violated(what)) if certificate::has_open_values(store, &open) => {
                    return Err(Rejection::Open(what));
                }
                result => result?,
            }
        } else if !obligations.is_empty() {
            certificate::discharge(store, &self.input, &obligations, &self.config()?, cancel, statistics)?;
        }
        Ok(verdict)
    }

    fn obligations(
        &self,
        find: impl FnOnce() -> Result<Vec<Obligation>, Rejection>,
    ) -> Result<Vec<Obligation>, Rejection> {
        if self.certify { find() } else { Ok(Vec::new()) }
    }

    /// The refutation of the input that a refutation of the preprocessed system stands for.
    fn complete(
        &self,
        store: &mut Store,
        refutation: Refutation,
        cancel: &CancelToken,
        statistics: &mut SmtStatistics,
    ) -> Result<Refutation, Rejection> {
        let skeleton = self.preprocessed.refutation(store, refutation).map_err(Rejection::Malformed)?;
        let skeleton = match skeleton.finish() {
            Ok(refutation) => return Ok(refutation),
            Err(skeleton) => skeleton,
        };
        let config = self.config()?;
        match certificate::complete(store, &self.input, &skeleton.steps, &config, cancel, statistics)
            .map_err(Rejection::Smt)?
        {
            Completion::Complete(refutation) => Ok(refutation),
            Completion::Spurious => {
                let what = "the refutation of the input".to_string();
                let used: Vec<TermId> =
                    skeleton.steps.iter().map(|step| self.input.clause(step.clause).constraint).collect();
                let open = certificate::has_open_values(store, &used);
                Err(if open { Rejection::Open(what) } else { Rejection::Violated(what) })
            }
            Completion::Unknown(why) => Err(Rejection::Undecided(format!("values of the refutation: {why}"))),
        }
    }

    /// The same derivation with values for which every division and selector is defined, if it has any: an engine may
    /// have taken the first element of an empty list for what it needs, where a longer list has that element.
    fn with_defined_values(
        &self,
        store: &mut Store,
        refutation: Refutation,
        obligations: Vec<Obligation>,
        cancel: &CancelToken,
        statistics: &mut SmtStatistics,
    ) -> Result<(Verdict, Vec<Obligation>), Rejection> {
        let free =
            |step: &Step| PartialStep { clause: step.clause, values: Vec::new(), premises: step.premises.clone() };
        let steps: Vec<PartialStep> = refutation.steps.iter().map(free).collect();
        let completion = certificate::complete(store, &self.input, &steps, &self.config()?, cancel, statistics);
        if let Ok(Completion::Complete(other)) = completion
            && let Ok(others) = certificate::refutation_obligations(store, &self.input, &other)
            && others.len() < obligations.len()
        {
            return Ok((Verdict::Unsat(other), others));
        }
        Ok((Verdict::Unsat(refutation), obligations))
    }

    fn config(&self) -> Result<SmtConfig, Rejection> {
        self.smt.get().map_err(Rejection::Smt)
    }

    /// How long all threads have been here.
    pub(super) fn time(&self) -> Duration {
        *self.time.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Help for the back-translation of models. Its SMT process is started when it is first asked.
struct LazyHorn<'a> {
    smt: &'a LazySmt,
    solver: Option<HornSolver>,
}

impl RecursionFree for LazyHorn<'_> {
    fn solve(&mut self, store: &mut Store, system: &System, cancel: &CancelToken) -> Option<Model> {
        if self.solver.is_none() {
            self.solver = Some(HornSolver::new(self.smt.get().ok()?));
        }
        self.solver.as_mut()?.solve(store, system, cancel)
    }
}
