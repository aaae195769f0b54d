//! Systems over recursive datatypes whose models speak about sizes and sums, certificates checked.

use crate::engine::testing::{decide, read};
use crate::reduce::Reduced;
use crate::system::Verdict;
use crate::term::{Op, postorder};

fn verdict(text: &str) -> String {
    let mut engine = Reduced::sizes(|| Box::new(crate::engine::pdr::Pdr));
    decide(&mut engine, text, 30).0
}

const LISTS: &str = "(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))
    (declare-fun len (L Int) Bool)(declare-fun app (L L L) Bool)(declare-fun rev (L L) Bool)
    (assert (len nil 0))
    (assert (forall ((h Int) (t L) (n Int)) (=> (len t n) (len (cons h t) (+ n 1)))))
    (assert (forall ((x L)) (app nil x x)))
    (assert (forall ((h Int) (t L) (x L) (y L)) (=> (app t x y) (app (cons h t) x (cons h y)))))
    (assert (rev nil nil))
    (assert (forall ((h Int) (t L) (x L) (y L)) (=> (and (rev t x) (app x (cons h nil) y)) (rev (cons h t) y))))";

#[test]
fn reversal_keeps_the_length() {
    let query = "(assert (forall ((x L) (y L) (m Int) (n Int))
        (=> (and (rev x y) (len x m) (len y n) (not (= m n))) false)))";
    assert_eq!(verdict(&format!("{LISTS}{query}")), "sat");
    // That the length grows is refuted by a derivation with lists in it.
    let query = "(assert (forall ((x L) (y L) (m Int) (n Int))
        (=> (and (rev x y) (len x m) (len y n) (> m 1) (= m n) (= (head y) 7)) false)))";
    assert_eq!(verdict(&format!("{LISTS}{query}")), "unsat");
}

#[test]
fn peano_numbers_are_integers() {
    let text = "(declare-datatypes ((N 0)) (((Z) (S (p N)))))
        (declare-fun leq (N N) Bool)(declare-fun differ (N N) Bool)
        (assert (forall ((x N)) (leq Z x)))
        (assert (forall ((x N) (y N)) (=> (leq x y) (leq (S x) (S y)))))
        (assert (forall ((x N)) (differ Z (S x))))
        (assert (forall ((x N)) (differ (S x) Z)))
        (assert (forall ((x N) (y N)) (=> (differ x y) (differ (S x) (S y)))))
        (assert (forall ((x N) (y N)) (=> (and (leq x y) (leq y x) (differ x y)) false)))";
    assert_eq!(verdict(text), "sat");
}

#[test]
fn sums_over_trees() {
    // Mirroring keeps the sum of the labels; the second system claims that it changes it.
    let system = |relation: &str| {
        format!(
            "(declare-datatypes ((T 0)) (((leaf) (node (left T) (label Int) (right T)))))
            (declare-fun sum (T Int) Bool)(declare-fun mirror (T T) Bool)
            (assert (sum leaf 0))
            (assert (forall ((l T) (n Int) (r T) (a Int) (b Int))
                (=> (and (sum l a) (sum r b)) (sum (node l n r) (+ a n b)))))
            (assert (mirror leaf leaf))
            (assert (forall ((l T) (n Int) (r T) (x T) (y T))
                (=> (and (mirror l x) (mirror r y)) (mirror (node l n r) (node y n x)))))
            (assert (forall ((s T) (t T) (a Int) (b Int))
                (=> (and (mirror s t) (sum s a) (sum t b) {relation}) false)))"
        )
    };
    assert_eq!(verdict(&system("(not (= a b))")), "sat");
    assert_eq!(verdict(&system("(= a b) (> a 5)")), "unsat");
}

#[test]
fn contents_and_sizes_together() {
    // The first element of a list of positive size: the abstraction alone has lost it.
    let text = "(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))
        (declare-fun put (L Int) Bool)
        (assert (put (cons 1 nil) 1))
        (assert (forall ((x L) (n Int)) (=> (put x n) (put (cons (+ 1 (head x)) x) (+ n 1)))))
        (assert (forall ((x L) (n Int)) (=> (and (put x n) (not (= (head x) n))) false)))";
    assert_eq!(verdict(text), "sat");
}

#[test]
fn the_model_speaks_about_sizes() {
    let query = "(assert (forall ((x L) (y L) (m Int) (n Int))
        (=> (and (app x x y) (len x m) (len y n) (not (= n (* 2 m)))) false)))";
    let (mut cx, system) = read(&format!("{LISTS}{query}"), 30);
    let verdict =
        crate::engine::Engine::solve(&mut Reduced::sizes(|| Box::new(crate::engine::pdr::Pdr)), &mut cx, &system);
    let Verdict::Sat(model) = verdict else { panic!("{verdict:?}") };
    let measured = |term| postorder(&cx.store, &[term]).iter().any(|&t| matches!(cx.store.op(t), Op::Measure(_)));
    assert!(measured(model.definitions[0]) && measured(model.definitions[1]));
    // What is printed defines the function before it uses it.
    let names = crate::smtlib::Names::user(&cx.store, &system);
    let text = crate::smtlib::print::measure_definitions(&cx.store, &model.definitions, &names);
    assert!(text.starts_with("(define-funs-rec ((size!0 ((x L)) Int)"), "{text}");
    assert!(text.contains("(ite ((_ is nil) x) 0 (+ 1 (size!0 (tail x))))"), "{text}");
}
