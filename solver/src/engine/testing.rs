//! Helpers for the engines' tests: SMT-LIB text in, certified verdict out.

use super::{Context, Engine};
use crate::certificate::{discharge, model_obligations, refutation_obligations};
use crate::smt::testing::binary;
use crate::smt::{CancelToken, SmtConfig, SmtStatistics};
use crate::system::{System, Verdict};
use std::time::Duration;

/// A context and the system of a text; `seconds` is the deadline.
pub fn read(text: &str, seconds: u64) -> (Context, System) {
    let script = crate::smtlib::read(text.as_bytes()).unwrap_or_else(|e| panic!("{e:?}"));
    let cancel = CancelToken::with_timeout(Duration::from_secs(seconds));
    (Context::new(script.store, SmtConfig::new(&binary()), cancel), script.system)
}

/// Runs an engine and checks the certificate. The verdict as a word, for a refutation with the number of steps.
pub fn decide(engine: &mut dyn Engine, text: &str, seconds: u64) -> (String, usize) {
    decide_with(engine, text, seconds, |_| {})
}

/// The same, with a context that was prepared.
pub fn decide_with(
    engine: &mut dyn Engine,
    text: &str,
    seconds: u64,
    prepare: impl FnOnce(&mut Context),
) -> (String, usize) {
    let (mut cx, system) = read(text, seconds);
    prepare(&mut cx);
    let verdict = engine.solve(&mut cx, &system);
    let (word, steps, obligations) = match &verdict {
        Verdict::Sat(model) => ("sat", 0, model_obligations(&mut cx.store, &system, model)),
        Verdict::Unsat(r) => ("unsat", r.steps.len(), refutation_obligations(&mut cx.store, &system, r)),
        Verdict::Unknown(reason) => return (format!("unknown: {reason}"), 0),
    };
    let obligations = obligations.unwrap_or_else(|e| panic!("{} gave a bad certificate: {e}", engine.name()));
    let cancel = CancelToken::with_timeout(Duration::from_secs(20));
    discharge(&cx.store, &system, &obligations, &cx.smt, &cancel, &mut SmtStatistics::default())
        .unwrap_or_else(|e| panic!("{} gave a bad certificate: {e}", engine.name()));
    (word.to_string(), steps)
}

/// Facts, loops and queries in a few lines each; used by several engines' tests.
pub mod systems {
    /// Two counters in step; needs `x = y`.
    pub const RELATIONAL: &str = "(set-logic HORN)(declare-fun P (Int Int) Bool)
        (assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (P x y))))
        (assert (forall ((x Int) (y Int)) (=> (P x y) (P (+ x 1) (+ y 1)))))
        (assert (forall ((x Int) (y Int)) (=> (and (P x y) (> x 100) (not (= x y))) false)))(check-sat)";
    /// A counter to 1000 with another one that lags behind; needs `y <= x` and a bound.
    pub const BOUNDED: &str = "(set-logic HORN)(declare-fun P (Int Int) Bool)
        (assert (P 0 0))
        (assert (forall ((x Int) (y Int)) (=> (and (P x y) (< x 1000)) (P (+ x 1) (+ y 1)))))
        (assert (forall ((x Int) (y Int)) (=> (and (P x y) (< x 1000)) (P (+ x 1) y))))
        (assert (forall ((x Int) (y Int)) (=> (and (P x y) (> y 1000)) false)))(check-sat)";
    /// Fibonacci-like recursion, safe: the result is at least the argument minus one.
    pub const NONLINEAR_SAFE: &str = "(set-logic HORN)(declare-fun F (Int Int) Bool)
        (assert (forall ((n Int)) (=> (<= n 1) (F n 1))))
        (assert (forall ((n Int) (a Int) (b Int)) (=> (and (> n 1) (F (- n 1) a) (F (- n 2) b)) (F n (+ a b)))))
        (assert (forall ((n Int) (r Int)) (=> (and (F n r) (< r (- n 1))) false)))(check-sat)";
    /// The same recursion: the fifth value is 8.
    pub const NONLINEAR_UNSAFE: &str = "(set-logic HORN)(declare-fun F (Int Int) Bool)
        (assert (forall ((n Int)) (=> (<= n 1) (F n 1))))
        (assert (forall ((n Int) (a Int) (b Int)) (=> (and (> n 1) (F (- n 1) a) (F (- n 2) b)) (F n (+ a b)))))
        (assert (forall ((n Int) (r Int)) (=> (and (F n r) (= n 5) (= r 8)) false)))(check-sat)";
    /// A loop of 40 steps through two locations into an error.
    pub const DEEP_UNSAFE: &str = "(set-logic HORN)(declare-fun P (Int) Bool)(declare-fun Q (Int) Bool)
        (assert (P 0))
        (assert (forall ((x Int)) (=> (P x) (Q (+ x 1)))))
        (assert (forall ((x Int)) (=> (Q x) (P x))))
        (assert (forall ((x Int)) (=> (and (Q x) (= x 20)) false)))(check-sat)";
    /// No recursion at all, safe.
    pub const STRAIGHT_SAFE: &str = "(set-logic HORN)(declare-fun P (Int) Bool)(declare-fun Q (Int Int) Bool)
        (assert (forall ((x Int)) (=> (> x 0) (P x))))
        (assert (forall ((x Int) (y Int)) (=> (and (P x) (P y)) (Q (+ x y) y))))
        (assert (forall ((x Int) (y Int)) (=> (and (Q x y) (<= x y)) false)))(check-sat)";
    /// Truth values and reals.
    pub const BOOL_REAL: &str = "(set-logic HORN)(declare-fun P (Bool Real) Bool)
        (assert (P false 1.0))
        (assert (forall ((b Bool) (x Real)) (=> (and (P b x) (> x 0.0)) (P (not b) (/ x 2.0)))))
        (assert (forall ((b Bool) (x Real)) (=> (and (P b x) (or (<= x 0.0) (> x 1.0))) false)))(check-sat)";
    /// No query.
    pub const NO_QUERY: &str = "(set-logic HORN)(declare-fun P (Int) Bool)(assert (P 0))(check-sat)";
    /// A query without body that applies.
    pub const PLAINLY_FALSE: &str = "(set-logic HORN)(declare-fun P (Int) Bool)
        (assert (forall ((x Int)) (=> (> x 3) false)))(check-sat)";
}
