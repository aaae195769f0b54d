//! Systems over lists and trees whose models speak about how often an element occurs, certificates checked; beside each
//! one with a mistake.

use super::ATTEMPTS;
use crate::engine::testing::{decide, read};
use crate::preprocess::{PassContext, preprocess};
use crate::reduce::Reduced;
use crate::system::Verdict;

fn verdict(text: &str) -> String {
    let mut engine = Reduced::counts(|| Box::new(crate::engine::pdr::Pdr));
    decide(&mut engine, text, 30).0
}

const LISTS: &str = "(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))
    (declare-fun count (Int L Int) Bool)
    (assert (forall ((x Int)) (count x nil 0)))
    (assert (forall ((x Int) (t L) (n Int)) (=> (count x t n) (count x (cons x t) (+ n 1)))))
    (assert (forall ((x Int) (h Int) (t L) (n Int)) (=> (and (count x t n) (not (= x h))) (count x (cons h t) n))))";

/// Insertion sort; `inserted` is what the comparison gives.
fn insertion(inserted: &str) -> String {
    format!(
        "{LISTS}(declare-fun insert (Int L L) Bool)(declare-fun sort (L L) Bool)
        (assert (forall ((x Int)) (insert x nil (cons x nil))))
        (assert (forall ((x Int) (h Int) (t L)) (=> (<= x h) (insert x (cons h t) {inserted}))))
        (assert (forall ((x Int) (h Int) (t L) (r L))
            (=> (and (insert x t r) (> x h)) (insert x (cons h t) (cons h r)))))
        (assert (sort nil nil))
        (assert (forall ((h Int) (t L) (s L) (r L)) (=> (and (sort t s) (insert h s r)) (sort (cons h t) r))))
        (assert (forall ((x Int) (l L) (r L) (m Int) (n Int))
            (=> (and (sort l r) (count x l m) (count x r n) (not (= m n))) false)))"
    )
}

#[test]
fn sorting_keeps_what_is_in_the_list() {
    assert_eq!(verdict(&insertion("(cons x (cons h t))")), "sat");
    // The element that it stands before is lost.
    assert_ne!(verdict(&insertion("(cons x t)")), "sat");
}

#[test]
fn what_is_deleted_occurs_once_less() {
    let system = |query: &str| {
        format!(
            "{LISTS}(declare-fun delete (Int L L) Bool)
            (assert (forall ((x Int)) (delete x nil nil)))
            (assert (forall ((x Int) (t L)) (delete x (cons x t) t)))
            (assert (forall ((x Int) (h Int) (t L) (r L))
                (=> (and (delete x t r) (not (= x h))) (delete x (cons h t) (cons h r)))))
            (assert (forall ((j Int) (x Int) (l L) (r L) (m Int) (n Int)) (=> (and (delete x l r) {query}) false)))"
        )
    };
    assert_eq!(verdict(&system("(count x l m) (count x r n) (> m 0) (not (= m (+ n 1)))")), "sat");
    assert_eq!(verdict(&system("(count j l m) (count j r n) (not (= j x)) (not (= m n))")), "sat");
    assert_eq!(verdict(&system("(count x l m) (count x r n) (not (= m (+ n 1)))")), "unsat");
}

const TREES: &str = "(declare-datatypes ((T 0)) (((leaf) (node (left T) (label Int) (right T)))))
    (declare-fun height (T Int) Bool)(declare-fun mirror (T T) Bool)
    (assert (height leaf 0))
    (assert (forall ((l T) (v Int) (r T) (m Int) (n Int))
        (=> (and (height l m) (height r n)) (height (node l v r) (+ 1 (ite (>= m n) m n))))))
    (assert (mirror leaf leaf))";

#[test]
fn mirrored_trees_are_as_high() {
    let system = |mirrored: &str| {
        format!(
            "{TREES}
            (assert (forall ((l T) (v Int) (r T) (x T) (y T))
                (=> (and (mirror l x) (mirror r y)) (mirror (node l v r) {mirrored}))))
            (assert (forall ((s T) (t T) (m Int) (n Int))
                (=> (and (mirror s t) (height s m) (height t n) (not (= m n))) false)))"
        )
    };
    assert_eq!(verdict(&system("(node y v x)")), "sat");
    assert_ne!(verdict(&system("(node y v y)")), "sat");
}

#[test]
fn nothing_is_above_the_maximum() {
    let system = |query: &str| {
        format!(
            "{LISTS}(declare-fun maximum (L Int) Bool)
            (assert (forall ((x Int)) (maximum (cons x nil) x)))
            (assert (forall ((x Int) (t L) (m Int)) (=> (maximum t m) (maximum (cons x t) (ite (>= x m) x m)))))
            (assert (forall ((x Int) (l L) (m Int) (n Int)) (=> (and (maximum l m) (count x l n) {query}) false)))"
        )
    };
    assert_eq!(verdict(&system("(> n 0) (> x m)")), "sat");
    assert_eq!(verdict(&system("(> n 0) (>= x m)")), "unsat");
}

#[test]
fn elements_of_lists_of_lists_are_counted_through() {
    let system = |joined: &str| {
        format!(
            "{LISTS}(declare-datatypes ((M 0)) (((none) (some (first L) (rest M)))))
            (declare-fun app (L L L) Bool)(declare-fun join (M L) Bool)(declare-fun mcount (Int M Int) Bool)
            (assert (forall ((y L)) (app nil y y)))
            (assert (forall ((h Int) (x L) (y L) (z L)) (=> (app x y z) (app (cons h x) y (cons h z)))))
            (assert (join none nil))
            (assert (forall ((x L) (m M) (y L) (z L)) (=> (and (join m y) (app {joined} z)) (join (some x m) z))))
            (assert (forall ((k Int)) (mcount k none 0)))
            (assert (forall ((k Int) (x L) (m M) (a Int) (b Int))
                (=> (and (count k x a) (mcount k m b)) (mcount k (some x m) (+ a b)))))
            (assert (forall ((k Int) (m M) (x L) (a Int) (b Int))
                (=> (and (join m x) (mcount k m a) (count k x b) (not (= a b))) false)))"
        )
    };
    assert_eq!(verdict(&system("x y")), "sat");
    assert_ne!(verdict(&system("y y")), "sat");
}

#[test]
fn the_model_speaks_about_every_key() {
    let (mut cx, system) = read(&insertion("(cons x (cons h t))"), 30);
    let mut engine = Reduced::counts(|| Box::new(crate::engine::pdr::Pdr));
    let Verdict::Sat(model) = crate::engine::Engine::solve(&mut engine, &mut cx, &system) else { panic!("no model") };
    assert!(model.definitions.iter().any(|&d| cx.store.is_quantified(d) && cx.store.has_call(&[d])));
    let names = crate::smtlib::Names::user(&cx.store, &system);
    let text = crate::smtlib::print::function_definitions(&cx.store, &model.definitions, &names);
    assert!(text.starts_with("(define-funs-rec (") && text.contains("(define-fun lemma!0 "), "{text}");
}

/// A predicate about lists has a key in the new system, one about lengths has none; queries use their own elements.
#[test]
fn only_predicates_over_elements_have_keys() {
    let query = "(declare-fun len (L Int) Bool)(declare-fun even (Int) Bool)
        (assert (len nil 0))(assert (even 0))
        (assert (forall ((n Int)) (=> (even n) (even (+ n 2)))))
        (assert (forall ((h Int) (t L) (n Int)) (=> (len t n) (len (cons h t) (+ n 1)))))
        (assert (forall ((x Int) (l L) (m Int) (n Int))
            (=> (and (count x l m) (len l n) (even n) (> m n)) false)))";
    let (mut cx, system) = read(&format!("{LISTS}{query}"), 30);
    let reduction = ATTEMPTS[3](&mut cx.store, &system).expect("elements");
    let arity = |name: &str| {
        let found = reduction.system().preds.iter().find(|p| p.name == name);
        found.map(|p| p.sorts.len())
    };
    // Key, element and whether it is the key, size, count and number; key, size, count and number; the number.
    assert_eq!((arity("count"), arity("len"), arity("even")), (Some(6), Some(4), Some(1)));
    let reduction = ATTEMPTS[0](&mut cx.store, &system).expect("elements");
    let arity = |name: &str| {
        let found = reduction.system().preds.iter().find(|p| p.name == name);
        found.map(|p| p.sorts.len())
    };
    assert_eq!((arity("count"), arity("len"), arity("even")), (Some(4), Some(3), Some(1)));
    let cancel = cx.cancel.clone();
    preprocess(&mut PassContext::new(&mut cx.store, &cancel), reduction.system());
    assert_eq!(verdict(&format!("{LISTS}{query}")), "sat");
}
