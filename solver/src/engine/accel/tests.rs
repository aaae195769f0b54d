//! Loops, and whole runs with certificates checked.

use super::*;
use crate::engine::testing::{decide, read};
use crate::system::ClauseId;

fn verdict(text: &str) -> (String, usize) {
    decide(&mut Accel::bmc(), text, 30)
}

#[test]
fn a_counter_to_ten_thousand() {
    let text = "(set-logic HORN)(declare-fun P (Int Int) Bool)
        (assert (forall ((n Int)) (=> (>= n 10000) (P 0 n))))
        (assert (forall ((x Int) (n Int)) (=> (and (P x n) (< x n)) (P (+ x 1) n))))
        (assert (forall ((x Int) (n Int)) (=> (and (P x n) (= x 10000) (= x n)) false)))(check-sat)";
    assert_eq!(verdict(text), ("unsat".to_string(), 10_002));
}

#[test]
fn phases_overwritten_variables_and_disequalities() {
    // Up by two until 5000, then down by one until 77; y remembers the last x but one.
    let text = "(set-logic HORN)(declare-fun P (Int Int Bool) Bool)
        (assert (P 0 0 false))
        (assert (forall ((x Int) (y Int) (z Int)) (=> (and (P x y false) (= z (+ x 2)) (not (= x 5000))) (P z x false))))
        (assert (forall ((x Int) (y Int)) (=> (and (P x y false) (= x 5000)) (P x y true))))
        (assert (forall ((x Int) (y Int)) (=> (and (P x y true) (> x 77)) (P (- x 1) x true))))
        (assert (forall ((x Int) (y Int)) (=> (and (P x y true) (= x 77) (= y 78)) false)))(check-sat)";
    let (word, steps) = verdict(text);
    assert_eq!(word, "unsat");
    assert_eq!(steps, 1 + 2500 + 1 + (5000 - 77) + 1);
}

#[test]
fn what_is_no_counting_loop_is_left_alone() {
    for constraint in ["(= y (* 2 x))", "(= y (ite (> x 5) (+ x 1) x))", "(and (= y (+ x 1)) (= (mod x 3) 0))"] {
        let text = format!(
            "(set-logic HORN)(declare-fun P (Int) Bool)(assert (P 0))
             (assert (forall ((x Int) (y Int)) (=> (and (P x) {constraint}) (P y))))(check-sat)"
        );
        let (mut cx, system) = read(&text, 10);
        assert!(accelerate(&mut cx.store, &system, ClauseId(1)).is_empty(), "{constraint}");
    }
}

#[test]
fn a_guard_holds_in_every_round() {
    // The guard is true at 0 and at 10 steps, but not in between: no inequality, so no acceleration across.
    let text = "(set-logic HORN)(declare-fun P (Int) Bool)(assert (P 0))
        (assert (forall ((x Int)) (=> (and (P x) (or (< x 3) (> x 6))) (P (+ x 1)))))
        (assert (forall ((x Int)) (=> (and (P x) (> x 8)) false)))(check-sat)";
    let (word, _) = decide(&mut Accel::bmc(), text, 2);
    assert!(word.starts_with("unknown"), "{word}");
}

#[test]
fn other_engines_take_loops_at_once() {
    let text = "(set-logic HORN)(declare-fun P (Int Int) Bool)
        (assert (P 0 0))
        (assert (forall ((x Int) (y Int)) (=> (and (P x y) (< x 3000)) (P (+ x 1) (+ y 2)))))
        (assert (forall ((x Int) (y Int)) (=> (and (P x y) (= x 3000) (> y GOAL)) false)))(check-sat)";
    let engine = || Accel::with("accel-pdr", || Box::new(crate::engine::pdr::Pdr));
    let found = decide(&mut engine(), &text.replace("GOAL", "5999"), 30);
    assert_eq!(found, ("unsat".to_string(), 3002));
    assert_eq!(decide(&mut engine(), &text.replace("GOAL", "6000"), 30).0, "sat");
    let squares = "(set-logic HORN)(declare-fun P (Int) Bool)(assert (P 2))
        (assert (forall ((x Int)) (=> (P x) (P (* x x)))))
        (assert (forall ((x Int)) (=> (and (P x) (< x 0)) false)))(check-sat)";
    assert!(decide(&mut engine(), squares, 5).0.contains("no loop to accelerate"));
}
