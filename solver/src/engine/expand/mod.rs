//! `expand`: refutations of systems with aggregates and quantifiers: executions with concrete values, then the
//! definitions written out over intervals of bounded length.
//!
//! A system whose clauses are restricted to short intervals has fewer derivations and no others, so what refutes it
//! refutes the original, step by step with the same values. It says nothing about satisfiability, except where nothing
//! was restricted. The length grows from stage to stage, and with it the depth of the unrolling: a program that fills
//! an interval needs about a step per cell.

mod forward;
mod limits;

use super::bmc::Bmc;
use super::shape::MANY_CLAUSES;
use super::{Context, Engine};
use crate::aggregate::{Extent, expand, is_foldable};
use crate::execute::{execute, saturate};
use crate::reduce::{Reduction, solve_reduced};
use crate::system::{Model, PartialStep, Reason, System, Verdict};
use crate::term::{Op, Store, TermId, postorder};
use limits::LIMITS;

/// Where the values of these executions start.
const SEED: u64 = 0x517C_C1B7;

/// The engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Expand;

/// A system over short intervals.
struct Restricted {
    system: System,
}

impl Reduction for Restricted {
    fn system(&self) -> &System {
        &self.system
    }

    fn model_back(&self, _: &mut Store, _: &System, model: &Model) -> Model {
        model.clone()
    }

    fn refutation_back(&self, _: &Store, _: &System, steps: Vec<PartialStep>) -> Vec<PartialStep> {
        steps
    }
}

/// The system with everything written out for intervals of at most `length` cells, and whether that restricts it.
fn restrict(store: &mut Store, system: &System, length: u32) -> (System, bool) {
    let mut restricted = system.clone();
    let mut narrower = false;
    for clause in &mut restricted.clauses {
        let mut guards: Vec<TermId> = Vec::new();
        let mut image = |store: &mut Store, term: TermId| expand(store, term, Extent::UpTo(length), &mut guards);
        let constraint = image(store, clause.constraint);
        for atom in clause.body.iter_mut().chain(&mut clause.head) {
            for arg in &mut atom.args {
                *arg = image(store, *arg);
            }
        }
        guards.retain(|&guard| guard != Store::TRUE);
        narrower |= !guards.is_empty();
        guards.push(constraint);
        clause.constraint = store.and(&guards);
    }
    (restricted, narrower)
}

/// The largest numeral up to the longest length: programs for arrays of a fixed size mention it.
fn mentioned_length(store: &Store, system: &System) -> u32 {
    let terms: Vec<TermId> = system.clauses.iter().flat_map(|clause| clause.terms()).collect();
    let sizes = postorder(store, &terms).into_iter().filter_map(|term| match store.op(term) {
        Op::Num(value) => value.abs().to_int()?.to_i64().and_then(|n| u32::try_from(n).ok()),
        _ => None,
    });
    sizes.filter(|&n| n <= LIMITS.lengths[LIMITS.lengths.len() - 1]).max().unwrap_or(0)
}

impl Engine for Expand {
    fn name(&self) -> &'static str {
        "expand"
    }

    fn solve(&mut self, cx: &mut Context, system: &System) -> Verdict {
        if system.clauses.len() >= MANY_CLAUSES {
            let terms: Vec<TermId> = system.clauses.iter().flat_map(|clause| clause.terms()).collect();
            if let Some(refutation) = saturate(&mut cx.store, system, SEED, &cx.cancel) {
                log::debug!("expand: refuted by saturation, {} steps", refutation.steps.len());
                return Verdict::Unsat(refutation);
            }
            if !is_foldable(&cx.store, &terms) {
                let why = "saturation has found no refutation, and there is nothing to write out";
                return Verdict::Unknown(Reason::Incomplete(why.into()));
            }
        }
        let limit = cx.cancel.within(LIMITS.execution_work);
        if let Some(refutation) = execute(&mut cx.store, system, LIMITS.executions, SEED, &limit).refutation {
            log::debug!("expand: refuted by executing, {} steps", refutation.steps.len());
            return Verdict::Unsat(refutation);
        }
        self.write_out(cx, system)
    }
}

impl Expand {
    /// The part of the engine that asks the solver.
    fn write_out(&self, cx: &mut Context, system: &System) -> Verdict {
        let terms: Vec<TermId> = system.clauses.iter().flat_map(|clause| clause.terms()).collect();
        if !is_foldable(&cx.store, &terms) {
            // Executing forwards may still be of use, bounded unrolling is another engine's.
            let unchanged = Restricted { system: system.clone() };
            return solve_reduced(cx, system, &unchanged, &mut forward::Forward { states: LIMITS.most_states });
        }
        let mentioned = mentioned_length(&cx.store, system);
        let mut reason = Reason::Incomplete("no refutation over short intervals".into());
        for (stage, &length) in LIMITS.lengths.iter().enumerate() {
            if let Err(stop) = cx.check() {
                return Verdict::Unknown(stop);
            }
            // The stage that reaches the size the program is written for also covers it.
            let length = if length < mentioned && LIMITS.lengths.get(stage + 1).is_some_and(|&next| next > mentioned) {
                mentioned + 2
            } else {
                length
            };
            let (restricted, narrower) = restrict(&mut cx.store, system, length);
            let whole = cx.cancel.clone();
            let last = stage + 1 == LIMITS.lengths.len();
            if !last && narrower {
                cx.cancel = whole.part(4, LIMITS.least).unwrap_or(cx.cancel.clone());
            }
            let max_depth = (narrower && !last).then_some(LIMITS.steps_per_cell * length);
            // Missing values are looked for in what is written out; its clauses have the variables of the original.
            let base = restricted.clone();
            let restricted = Restricted { system: restricted };
            let states = (LIMITS.states_per_cell * length as usize).max(LIMITS.min_states);
            let mut verdict = solve_reduced(cx, &base, &restricted, &mut forward::Forward { states });
            if let Verdict::Unknown(why) = verdict {
                log::debug!("expand: intervals up to {length}, forwards: {why}");
                verdict = solve_reduced(cx, &base, &restricted, &mut Bmc { max_depth });
            }
            cx.cancel = whole;
            match verdict {
                Verdict::Sat(_) if narrower => {}
                Verdict::Unknown(why) => {
                    log::debug!("expand: intervals up to {length}: {why}");
                    reason = why;
                }
                verdict => return verdict,
            }
            if !narrower {
                break;
            }
        }
        Verdict::Unknown(reason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::decide;

    /// Fills `a[0..n)` with `value` and asks whether `claim` can fail.
    fn filled(value: &str, claim: &str) -> String {
        format!(
            "(set-logic HORN)(declare-fun p ((Array Int Int) Int Int) Bool)
            (assert (forall ((a (Array Int Int)) (n Int)) (p a 0 n)))
            (assert (forall ((a (Array Int Int)) (i Int) (n Int))
                (=> (and (p a i n) (< i n)) (p (store a i {value}) (+ i 1) n))))
            (assert (forall ((a (Array Int Int)) (i Int) (n Int))
                (=> (and (p a i n) (>= i n) (not {claim})) false)))(check-sat)"
        )
    }

    /// Without the executions, which would leave it nothing to do.
    struct WrittenOut;

    impl Engine for WrittenOut {
        fn name(&self) -> &'static str {
            "expand"
        }

        fn solve(&mut self, cx: &mut Context, system: &System) -> Verdict {
            Expand.write_out(cx, system)
        }
    }

    fn verdict(value: &str, claim: &str, seconds: u64) -> String {
        let text = filled(value, claim);
        let (whole, written) = (decide(&mut Expand, &text, seconds).0, decide(&mut WrittenOut, &text, seconds).0);
        assert_eq!(whole.starts_with("unknown"), written.starts_with("unknown"), "{whole}, written out {written}");
        written
    }

    #[test]
    fn wrong_claims_are_refuted() {
        for (value, claim) in [
            ("1", "(<= (agg.sum a 0 n) 2)"),
            ("i", "(or (<= n 0) (<= (agg.max a 0 n) 1))"),
            ("(- i)", "(or (<= n 0) (>= (agg.min a 0 n) 0))"),
            ("2", "(<= (agg.product a 0 n) 4)"),
            ("i", "(= (agg.count a 0 n (lambda ((x Int)) (> x 1))) 0)"),
            ("(ite (= i 2) 0 i)", "(agg.sorted a 0 n)"),
            ("i", "(or (< n 3) (not (forall ((k Int)) (=> (and (<= 0 k) (< k n)) (<= (select a k) k)))))"),
            ("i", "(or (< n 3) (exists ((k Int)) (and (<= 0 k) (< k n) (= (select a k) 7))))"),
        ] {
            assert_eq!(verdict(value, claim, 30), "unsat", "{value}, {claim}");
        }
    }

    #[test]
    fn right_claims_are_not_decided() {
        assert!(verdict("1", "(or (< n 0) (= (agg.sum a 0 n) n))", 2).starts_with("unknown"));
    }
}
