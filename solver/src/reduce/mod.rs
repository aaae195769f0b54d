//! Reductions: other formulations of a system, bit-vectors as integers, arrays as cells, datatypes as their measures
//! and folds, large constants as parameters.
//!
//! A [`Reduction`] gives the other system and translates answers back. It is preprocessed once more, because what a
//! reduction writes is regular but not small, and given to an inner engine. A reduction whose refutations need not be
//! real ones (the cell abstraction) returns only the clauses used; the values are looked for in the system at hand.

pub mod cells;
pub mod counts;
pub mod intblast;
pub mod parametric;
mod quantities;
pub mod sizes;

pub use counts::Learnt;
pub use quantities::has_recursive_data;

use crate::certificate::{Completion, complete, discharge, model_obligations, refutation_obligations};
use crate::context::{Context, Engine};
use crate::preprocess::{PassContext, preprocess};
use crate::smt::{CancelToken, Steps};
use crate::system::{Model, PartialStep, Reason, System, Verdict};
use crate::term::Store;

/// Another formulation of a system.
pub trait Reduction {
    /// The system to solve instead.
    fn system(&self) -> &System;

    /// The model of the original that a model of [`Reduction::system`] stands for.
    fn model_back(&self, store: &mut Store, original: &System, model: &Model) -> Model;

    /// The derivation in the original that a refutation of [`Reduction::system`] suggests; without values where
    /// it is only a suggestion.
    fn refutation_back(&self, store: &Store, original: &System, steps: Vec<PartialStep>) -> Vec<PartialStep>;

    /// Whether models of [`Reduction::system`] stand for models; else they are candidates.
    fn is_exact(&self) -> bool {
        true
    }
}

/// Why a reduction does not apply.
type Inapplicable = &'static str;

/// Makes a reduction of a system.
type Formulate = fn(&mut Store, &System) -> Result<Box<dyn Reduction>, Inapplicable>;

/// Tries reductions in turn, each with an engine of its own.
pub struct Reduced {
    name: &'static str,
    /// The reductions to try, best first, and the engine for each; each is only made when its turn comes.
    attempts: Vec<(Formulate, Inner)>,
    /// Each of them but the last gets one of so many parts of what is left.
    parts: u32,
}

/// Makes the engine that solves the other formulation.
type Inner = fn() -> Box<dyn Engine>;

impl Reduced {
    /// Bit-vectors as integers: first as if nothing overflowed, which is decided soon or not at all, then exactly.
    pub fn int_blast(inner: Inner) -> Reduced {
        Reduced { name: "intblast", attempts: all(intblast::ATTEMPTS, inner), parts: 4 }
    }

    /// Recursive datatypes as their measures: first alone, then beside the data.
    pub fn sizes(inner: Inner) -> Reduced {
        Reduced { name: "sizes", attempts: all(sizes::ATTEMPTS, inner), parts: 2 }
    }

    /// Recursive datatypes as folds over their elements, and as heights.
    pub fn counts(inner: Inner) -> Reduced {
        Reduced { name: "counts", attempts: all(&counts::ATTEMPTS, inner), parts: 2 }
    }

    /// Arrays as cells: first all arrays read at one index, then with contents at counters besides, for which `plain`
    /// is the engine, then each at its own, then two cells.
    pub fn cells(inner: Inner, plain: Inner) -> Reduced {
        let [one, contents, separate, two] = cells::ATTEMPTS;
        // With the contents clauses have more arguments: parameters would make them too many.
        let attempts = vec![(one, inner), (contents, plain), (separate, inner), (two, inner)];
        Reduced { name: "cells", attempts, parts: 2 }
    }
}

fn all(attempts: &[Formulate], inner: Inner) -> Vec<(Formulate, Inner)> {
    attempts.iter().map(|formulate| (*formulate, inner)).collect()
}

impl Engine for Reduced {
    fn name(&self) -> &'static str {
        self.name
    }

    fn solve(&mut self, cx: &mut Context, system: &System) -> Verdict {
        let mut reason = Reason::Incomplete("nothing to reduce".to_string());
        for (index, (formulate, inner)) in self.attempts.iter().enumerate() {
            if let Err(stop) = cx.check() {
                return Verdict::Unknown(stop);
            }
            let reduction = match formulate(&mut cx.store, system) {
                Ok(reduction) => reduction,
                Err(why) => {
                    reason = Reason::Incomplete(why.to_string());
                    continue;
                }
            };
            let last = index + 1 == self.attempts.len();
            let share = (!last).then(|| cx.cancel.part(self.parts, Steps::default())).flatten();
            match attempt(cx, system, reduction.as_ref(), inner().as_mut(), share) {
                Verdict::Unknown(why) => {
                    log::debug!("{}: attempt {index}: {why}", self.name);
                    reason = why;
                }
                verdict => return verdict,
            }
        }
        Verdict::Unknown(reason)
    }
}

/// Solves the other formulation within a share of what is left, and translates the answer back.
pub(crate) fn attempt(
    cx: &mut Context,
    system: &System,
    reduction: &dyn Reduction,
    inner: &mut dyn Engine,
    share: Option<CancelToken>,
) -> Verdict {
    within(cx, share, |cx| solve_reduced(cx, system, reduction, inner))
}

/// Does something within a share of what is left.
fn within<T>(cx: &mut Context, share: Option<CancelToken>, work: impl FnOnce(&mut Context) -> T) -> T {
    let whole = cx.cancel.clone();
    if let Some(share) = share {
        cx.cancel = share;
    }
    let result = work(cx);
    cx.cancel = whole;
    result
}

/// Gives a reduction to an engine and translates its answer back.
pub(crate) fn solve_reduced(
    cx: &mut Context,
    system: &System,
    reduction: &dyn Reduction,
    engine: &mut dyn Engine,
) -> Verdict {
    match outcome(cx, system, reduction, engine) {
        Outcome::Verdict(verdict) => verdict,
        Outcome::Spurious(_) => Verdict::Unknown(Reason::Incomplete("the abstraction is too coarse".into())),
    }
}

/// What came of another formulation.
enum Outcome {
    /// An answer for the original, or a reason for none.
    Verdict(Verdict),
    /// A refutation of the other formulation suggests this derivation, which the original does not have.
    Spurious(Vec<PartialStep>),
}

fn outcome(cx: &mut Context, system: &System, reduction: &dyn Reduction, engine: &mut dyn Engine) -> Outcome {
    match answer(cx, system, reduction, engine) {
        Ok(verdict) => Outcome::Verdict(verdict),
        Err(steps) => lift(cx, system, steps),
    }
}

/// The answer for the original, or the derivation that a refutation suggests.
fn answer(
    cx: &mut Context,
    system: &System,
    reduction: &dyn Reduction,
    engine: &mut dyn Engine,
) -> Result<Verdict, Vec<PartialStep>> {
    let cancel = cx.cancel.clone();
    let preprocessed = preprocess(&mut PassContext::new(&mut cx.store, &cancel), reduction.system());
    log::trace!("to solve instead:\n{}", crate::smtlib::system_text(&cx.store, &preprocessed.system));
    let verdict = match preprocessed.verdict(&cx.store) {
        Some(verdict) => verdict,
        None => engine.solve(cx, &preprocessed.system),
    };
    Ok(match verdict {
        Verdict::Sat(model) => match preprocessed.model(&mut PassContext::new(&mut cx.store, &cancel), model) {
            Ok(model) => {
                let model = reduction.model_back(&mut cx.store, system, &model);
                if reduction.is_exact() { Verdict::Sat(model) } else { checked(cx, system, model) }
            }
            Err(defect) => Verdict::Unknown(Reason::Rejected(defect)),
        },
        Verdict::Unsat(refutation) => {
            let skeleton = match preprocessed.refutation(&cx.store, refutation) {
                Ok(skeleton) => skeleton,
                Err(defect) => return Ok(Verdict::Unknown(Reason::Rejected(defect))),
            };
            let steps = match skeleton.finish() {
                Ok(refutation) => refutation.steps.into_iter().map(PartialStep::from).collect(),
                Err(skeleton) => skeleton.steps,
            };
            return Err(reduction.refutation_back(&cx.store, system, steps));
        }
        unknown => unknown,
    })
}

/// A candidate, if it is a model.
fn checked(cx: &mut Context, system: &System, model: Model) -> Verdict {
    let obligations = model_obligations(&mut cx.store, system, &model);
    let (smt, cancel) = (cx.smt.clone(), cx.cancel.clone());
    let accepted = obligations.and_then(|all| discharge(&cx.store, system, &all, &smt, &cancel, &mut cx.statistics));
    match accepted {
        Ok(()) => Verdict::Sat(model),
        Err(_) => Verdict::Unknown(Reason::Incomplete("the model of the other formulation is none".into())),
    }
}

/// Values for the suggested derivation in the original system, if there are any.
fn lift(cx: &mut Context, system: &System, steps: Vec<PartialStep>) -> Outcome {
    let (smt, cancel) = (cx.smt.clone(), cx.cancel.clone());
    match complete(&mut cx.store, system, &steps, &smt, &cancel, &mut cx.statistics) {
        // Aggregates and quantifiers may have been left to the solver as functions of any kind: evaluated they tell.
        Ok(Completion::Complete(refutation)) => match refutation_obligations(&mut cx.store, system, &refutation) {
            Ok(_) => Outcome::Verdict(Verdict::Unsat(refutation)),
            Err(_) => Outcome::Spurious(steps),
        },
        Ok(Completion::Spurious) => Outcome::Spurious(steps),
        Ok(Completion::Unknown(why)) => Outcome::Verdict(Verdict::Unknown(Reason::Incomplete(why))),
        Err(error) => Outcome::Verdict(Verdict::Unknown(error.into())),
    }
}
