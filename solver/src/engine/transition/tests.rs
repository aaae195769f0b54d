//! Transition systems, k-induction and powers, with certificates checked.

use super::*;
use crate::engine::testing::{decide as run, read, systems};

fn kind(text: &str) -> (String, usize) {
    run(&mut Kind, text, 120)
}

fn tpa(text: &str) -> (String, usize) {
    run(&mut Tpa, text, 120)
}

fn pdkind(text: &str) -> (String, usize) {
    run(&mut PdKind, text, 120)
}

/// `x` goes round through 0 … 4; a state outside is not reachable, but only five good states in a row exclude it.
const ROUND: &str = "(set-logic HORN)(declare-fun P (Int Int Int) Bool)
    (assert (P 0 1 2))
    (assert (forall ((x Int) (y Int) (z Int)) (=> (P x y z) (P y z x))))
    (assert (forall ((x Int) (y Int) (z Int)) (=> (and (P x y z) (> x 2)) false)))(check-sat)";

#[test]
fn a_property_that_is_not_1_inductive() {
    assert_eq!(kind(ROUND).0, "sat");
    let wrong = ROUND.replace("(> x 2)", "(> x 1)");
    assert_eq!(kind(&wrong), ("unsat".to_string(), 4));
    assert_eq!(pdkind(ROUND).0, "sat");
    assert_eq!(pdkind(&wrong), ("unsat".to_string(), 4));
}

/// Two counters take turns; what they have in common only lemmas about both say, and a bound that holds for some
/// transitions only is taken back.
#[test]
fn lemmas_that_fail_later_are_replaced() {
    let text = "(set-logic HORN)(declare-fun P (Real Real Bool) Bool)
        (assert (P 0.0 0.0 false))
        (assert (forall ((x Real) (y Real)) (=> (and (P x y false) (< x 20.0)) (P (+ x 1.0) y true))))
        (assert (forall ((x Real) (y Real)) (=> (P x y true) (P x (+ y 0.5) false))))
        (assert (forall ((x Real) (y Real) (b Bool)) (=> (and (P x y b) (> (+ y y) LIMIT)) false)))(check-sat)";
    assert_eq!(pdkind(&text.replace("LIMIT", "x")).0, "sat");
    assert_eq!(pdkind(&text.replace("LIMIT", "20.0")).0, "sat");
    assert_eq!(pdkind(&text.replace("LIMIT", "4.5")), ("unsat".to_string(), 1 + 10 + 1));
}

#[test]
fn several_predicates_become_one_relation() {
    assert_eq!(kind(systems::DEEP_UNSAFE).0, "unsat");
    assert_eq!(tpa(systems::DEEP_UNSAFE).0, "unsat");
    assert_eq!(pdkind(systems::DEEP_UNSAFE).0, "unsat");
    let (mut cx, system) = read(systems::DEEP_UNSAFE, 10);
    let ts = TransitionSystem::new(&mut cx.store, &system).expect("linear");
    // Two locations, each with a place.
    assert_eq!(ts.sorts.len(), 4);
    assert_eq!((ts.inits.len(), ts.steps.len(), ts.bads.len()), (1, 2, 1));
    // The model of "the number is 0 at the first location" speaks of the predicates' own arguments.
    let [first, number] =
        [(0, crate::term::SortId::BOOL), (2, crate::term::SortId::INT)].map(|(i, s)| cx.store.var(i, s));
    let zero = cx.store.int(0);
    let is_zero = cx.store.eq(number, zero);
    let invariant = cx.store.implies(first, is_zero);
    let model = ts.model(&mut cx.store, &system, invariant);
    let own = cx.store.var(0, crate::term::SortId::INT);
    assert_eq!(model.definitions, [cx.store.eq(own, zero), crate::term::Store::TRUE]);
}

#[test]
fn two_loops_one_after_the_other() {
    let text = "(set-logic HORN)(declare-fun P (Int Int) Bool)(declare-fun Q (Int) Bool)
        (assert (P 0 0))
        (assert (forall ((x Int) (y Int)) (=> (and (P x y) (< x 3)) (P (+ x 1) (+ y 2)))))
        (assert (forall ((x Int) (y Int)) (=> (and (P x y) (>= x 3)) (Q y))))
        (assert (forall ((y Int)) (=> (and (Q y) (> y 0)) (Q (- y 1)))))
        (assert (forall ((y Int)) (=> (and (Q y) (= y GOAL)) false)))(check-sat)";
    assert_eq!(tpa(&text.replace("GOAL", "3")), ("unsat".to_string(), 1 + 3 + 1 + 3 + 1));
}

#[test]
fn deep_counterexamples_take_few_questions() {
    let text = "(set-logic HORN)(declare-fun P (Int Int) Bool)
        (assert (forall ((n Int)) (=> (>= n 1000) (P 0 n))))
        (assert (forall ((x Int) (n Int)) (=> (and (P x n) (< x n)) (P (+ x 1) n))))
        (assert (forall ((x Int) (n Int)) (=> (and (P x n) (= x 1000) (= x n)) false)))(check-sat)";
    assert_eq!(tpa(text), ("unsat".to_string(), 1_002));
}

#[test]
fn safe_loops() {
    assert_eq!(tpa(systems::BOUNDED).0, "sat");
    assert_eq!(tpa(systems::RELATIONAL).0, "sat");
    assert_eq!(kind(systems::RELATIONAL).0, "sat");
    assert_eq!(pdkind(systems::RELATIONAL).0, "sat");
}

#[test]
fn what_is_no_transition_system_is_refused() {
    for (word, _) in [kind(systems::NONLINEAR_SAFE), tpa(systems::NONLINEAR_UNSAFE), pdkind(systems::NONLINEAR_SAFE)] {
        assert!(word.starts_with("unknown: not a transition system"), "{word}");
    }
    for (word, _) in [kind(systems::NO_QUERY), tpa(systems::NO_QUERY), pdkind(systems::NO_QUERY)] {
        assert_eq!(word, "sat");
    }
    for (word, _) in [kind(systems::PLAINLY_FALSE), tpa(systems::PLAINLY_FALSE), pdkind(systems::PLAINLY_FALSE)] {
        assert_eq!(word, "unsat");
    }
}

#[test]
fn truth_values_and_reals() {
    for (word, _) in [kind(systems::BOOL_REAL), tpa(systems::BOOL_REAL), pdkind(systems::BOOL_REAL)] {
        assert_ne!(word, "unsat");
    }
    let unsafe_ = systems::BOOL_REAL.replace("(or (<= x 0.0) (> x 1.0))", "(and b (< x 0.1))");
    assert_eq!(kind(&unsafe_), ("unsat".to_string(), 7));
    assert_eq!(tpa(&unsafe_).0, "unsat");
    assert_eq!(pdkind(&unsafe_).0, "unsat");
}

/// Interpolants from one round are inductive together, a longer round is needed, a bad state without successor counts,
/// and counterexamples have their length.
#[test]
fn interpolants_are_inductive_or_too_large() {
    let imc = |text: &str| run(&mut Imc, text, 120);
    assert_eq!(imc(ROUND).0, "sat");
    assert_eq!(imc(&ROUND.replace("(> x 2)", "(> x 1)")), ("unsat".to_string(), 4));
    assert_eq!(imc(systems::RELATIONAL).0, "sat");
    assert_eq!(imc(systems::BOUNDED).0, "sat");
    assert_eq!(imc(systems::DEEP_UNSAFE).0, "unsat");
    // 5 is bad, and nothing follows it.
    let stuck = |last: i64| {
        format!(
            "(set-logic HORN)(declare-fun P (Int) Bool)
            (assert (P 0))
            (assert (forall ((x Int)) (=> (and (P x) (< x {last})) (P (+ x 1)))))
            (assert (forall ((x Int)) (=> (and (P x) (= x 5)) false)))(check-sat)"
        )
    };
    assert_eq!(imc(&stuck(5)), ("unsat".to_string(), 7));
    assert_eq!(imc(&stuck(4)).0, "sat");
    // The first state is bad, and one that has an initial state with variables of its own.
    let first = "(set-logic HORN)(declare-fun P (Int) Bool)
        (assert (forall ((x Int) (y Int)) (=> (and (= x (* 2 y)) (> y 3)) (P x))))
        (assert (forall ((x Int)) (=> (P x) (P (+ x 3)))))
        (assert (forall ((x Int)) (=> (and (P x) (< x 9)) false)))(check-sat)";
    assert_eq!(imc(first), ("unsat".to_string(), 2));
    assert_eq!(imc(&first.replace("(< x 9)", "(< x 8)")).0, "sat");
}
