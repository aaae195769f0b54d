//! The engine on small systems, certificates checked.

use super::search::Instrument;
use crate::engine::testing::decide;

fn verdict(text: &str) -> String {
    verdict_within(text, 60)
}

fn verdict_within(text: &str, seconds: u64) -> String {
    let make = || -> Box<dyn crate::engine::Engine> { Box::new(crate::engine::pdr::Pdr) };
    decide(&mut Instrument::new(make), text, seconds).0
}

/// Figure 1 of the paper: triangular numbers.
#[test]
fn squares_are_tracked() {
    let text = "(set-logic HORN)(declare-fun inv (Int Int Int) Bool)
        (assert (forall ((N Int)) (=> (> N 0) (inv 0 0 N))))
        (assert (forall ((i Int) (s Int) (N Int)) (=> (and (inv i s N) (< i N)) (inv (+ i 1) (+ s i 1) N))))
        (assert (forall ((i Int) (s Int) (N Int))
            (=> (and (inv i s N) (>= i N) (not (= (* 2 s) (+ (* N N) N)))) false)))(check-sat)";
    assert_eq!(verdict(text), "sat");
}

/// A search for a zero, whose result is specified by an existential quantifier.
#[test]
fn existential_quantifiers_are_tracked() {
    let text = "(set-logic HORN)(declare-fun inv ((Array Int Int) Int Int Bool) Bool)
        (assert (forall ((a (Array Int Int)) (N Int)) (inv a 0 N false)))
        (assert (forall ((a (Array Int Int)) (i Int) (N Int) (f Bool))
            (=> (and (inv a i N f) (< i N)) (inv a (+ i 1) N (or f (= (select a i) 0))))))
        (assert (forall ((a (Array Int Int)) (i Int) (N Int) (f Bool)) (=> (and (inv a i N f) (>= i N)
            (not (= f (exists ((k Int)) (and (<= 0 k) (< k N) (= (select a k) 0)))))) false)))(check-sat)";
    assert_eq!(verdict(text), "sat");
}

/// Two loops; the second copies what the first wrote. The invariant is chosen among candidates.
#[test]
fn written_cells_are_quantified_over() {
    let text = "(set-logic HORN)(declare-fun p ((Array Int Int) Int Int) Bool)
        (declare-fun q ((Array Int Int) (Array Int Int) Int Int) Bool)
        (assert (forall ((a (Array Int Int)) (N Int)) (p a 0 N)))
        (assert (forall ((a (Array Int Int)) (i Int) (N Int)) (=> (and (p a i N) (< i N)) (p (store a i i) (+ i 1) N))))
        (assert (forall ((a (Array Int Int)) (b (Array Int Int)) (i Int) (N Int)) (=> (and (p a i N) (>= i N)) (q a b 0 N))))
        (assert (forall ((a (Array Int Int)) (b (Array Int Int)) (i Int) (N Int)) (=> (and (q a b i N) (< i N))
            (q a (store b i (+ (select a i) 1)) (+ i 1) N))))
        (assert (forall ((a (Array Int Int)) (b (Array Int Int)) (i Int) (k Int) (N Int)) (=> (and (q a b i N) (>= i N)
            (<= 0 k) (< k N) (not (= (select b k) (+ k 1)))) false)))(check-sat)";
    assert_eq!(verdict(text), "sat");
    // One cell more than was written: must not be proved.
    let wrong = text.replace("(< k N)", "(<= k N)");
    assert_ne!(verdict_within(&wrong, 6), "sat");
}

#[test]
fn nothing_to_instrument_costs_nothing() {
    let text = "(set-logic HORN)(declare-fun P (Int) Bool)(assert (P 0))(check-sat)";
    assert!(verdict(text).starts_with("unknown: nothing"));
}
