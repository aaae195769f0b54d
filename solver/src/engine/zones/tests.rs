//! Systems that zones decide, and twins that they leave open, with certificates checked.

use super::Zones;
use crate::engine::testing::{decide, systems};

fn zones(text: &str) -> String {
    decide(&mut Zones, text, 60).0
}

/// A request is noted at its time (−1: none), and answered by somebody who looks every two to three seconds, at the
/// second look at the latest: the answer comes within six seconds.
fn requests(within: i64) -> String {
    format!(
        "(set-logic HORN)(declare-fun P (Real Real Real Int Bool) Bool)
        (assert (forall ((now Real) (look Real) (asked Real) (m Int))
          (=> (and (= now 0.0) (= asked (- 1.0)) (>= look 2.0) (<= look 3.0) (= m 0)) (P now look asked m false))))
        (assert (forall ((now Real) (look Real) (asked Real) (m Int) (next Real) (b Bool))
          (=> (and (P now look asked m b) (<= now next) (<= next look)) (P next look asked m b))))
        (assert (forall ((now Real) (look Real) (asked Real) (m Int) (b Bool))
          (=> (and (P now look asked m b) (= asked (- 1.0)) (= m 0)) (P now look now 1 b))))
        (assert (forall ((now Real) (look Real) (asked Real) (m Int) (next Real) (b Bool) (c Bool) (t Real))
          (=> (and (P now look asked m b) (= now look) (>= next (+ now 2.0)) (<= next (+ now 3.0))
                   (or (and (= m 1) (= t asked) c (not b)) (and (= m 1) b (= t (- 1.0)) (not c))
                       (and (= m 0) (= t asked) (= c b))))
              (P now next t (ite (and (= m 1) b) 0 m) c))))
        (assert (forall ((now Real) (look Real) (asked Real) (m Int) (b Bool))
          (=> (and (P now look asked m b) (not (= asked (- 1.0))) (> now (+ asked {within}.0))) false)))(check-sat)"
    )
}

#[test]
fn clocks_are_bounded_in_each_mode() {
    assert_eq!(zones(&requests(6)), "sat");
    assert_eq!(zones(&requests(5)), "unknown: the zones do not exclude every query");
}

#[test]
fn loops_with_differences_are_decided_and_others_left_open() {
    assert_eq!(zones(systems::RELATIONAL), "sat");
    assert_eq!(zones(systems::BOUNDED), "sat");
    for open in [systems::DEEP_UNSAFE, systems::BOOL_REAL, systems::NONLINEAR_SAFE] {
        assert!(!zones(open).starts_with("unsat"), "{open}");
    }
    assert!(zones(systems::NONLINEAR_SAFE).starts_with("unknown"));
}

/// Sums are narrowed by the bounds of their parts, integers rounded, products any number.
#[test]
fn what_is_no_difference_counts_by_its_bounds() {
    let text = |bound: &str| {
        format!(
            "(set-logic HORN)(declare-fun P (Int Int Int) Bool)
            (assert (forall ((x Int) (y Int) (z Int))
              (=> (and (>= x 1) (>= y 1) (<= (+ (* 2 x) (* 3 y)) 16)) (P x y z))))
            (assert (forall ((x Int) (y Int) (z Int)) (=> (and (P x y z) (< (* 2 x) 9)) (P (+ x 1) y (* x z)))))
            (assert (forall ((x Int) (y Int) (z Int)) (=> (and (P x y z) {bound}) false)))(check-sat)"
        )
    };
    assert_eq!(zones(&text("(or (> x 6) (> y 4))")), "sat");
    for fails in ["(> x 5)", "(> y 3)", "(= z 0)"] {
        assert!(zones(&text(fails)).starts_with("unknown"), "{fails}");
    }
}

/// A value that is one of two, truth values that are compared, and a branch for each.
#[test]
fn choices_are_followed() {
    let text = |query: &str| {
        format!(
            "(set-logic HORN)(declare-fun P (Real Real Bool Bool) Bool)
            (assert (forall ((x Real) (y Real) (a Bool) (b Bool))
              (=> (and (= x (ite (= a b) 1.5 2.5)) (= y (+ x 0.5)) (= a (not b))) (P x y a b))))
            (assert (forall ((x Real) (y Real) (a Bool) (b Bool) (c Bool))
              (=> (and (P x y a b) (= c (ite a (not b) b)))
                  (P (ite c (+ x 1.0) (- x 1.0)) (ite c (+ y 1.0) (- y 1.0)) b c))))
            (assert (forall ((x Real) (y Real) (a Bool) (b Bool)) (=> (and (P x y a b) {query}) false)))(check-sat)"
        )
    };
    assert_eq!(zones(&text("(not (= y (+ x 0.5)))")), "sat");
    assert!(zones(&text("(< x 2.6)")).starts_with("unknown"));
}
