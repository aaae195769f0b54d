//! Whole runs of the engine, their certificates checked.

use super::*;
use crate::engine::testing::{decide, systems};

fn verdict(text: &str) -> String {
    decide(&mut Bmc::default(), text, 30).0
}

#[test]
fn refutations() {
    let (word, steps) = decide(&mut Bmc::default(), systems::DEEP_UNSAFE, 30);
    assert_eq!((word.as_str(), steps), ("unsat", 41));
    assert_eq!(verdict(systems::NONLINEAR_UNSAFE), "unsat");
    assert_eq!(verdict(systems::PLAINLY_FALSE), "unsat");
}

#[test]
fn what_is_not_recursive_is_decided() {
    assert_eq!(verdict(systems::STRAIGHT_SAFE), "sat");
    assert_eq!(verdict(systems::NO_QUERY), "sat");
}

#[test]
fn a_model_may_be_found_within_a_bound() {
    // After two steps back from the query no value is left, whatever the start.
    let text = "(set-logic HORN)(declare-fun P (Int) Bool)
        (assert (forall ((x Int)) (=> (> x 5) (P x))))
        (assert (forall ((x Int)) (=> (and (P x) (> x 0)) (P (+ x 1)))))
        (assert (forall ((x Int)) (=> (and (P x) (= x 0)) false)))(check-sat)";
    assert_eq!(verdict(text), "sat");
}

#[test]
fn the_depth_can_be_limited() {
    let (word, _) = decide(&mut Bmc { max_depth: Some(5) }, systems::DEEP_UNSAFE, 30);
    assert!(word.starts_with("unknown: no refutation up to depth"), "{word}");
}
