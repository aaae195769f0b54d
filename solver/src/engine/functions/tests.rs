//! Theorems about lists and trees with a false twin each.

use super::*;
use crate::engine::testing::decide;

/// Far more than any of these takes.
const SECONDS: u64 = 240;

/// Lists of integers, Peano numbers, trees.
const SORTS: &str = "(set-logic HORN)
    (declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))
    (declare-datatypes ((N 0)) (((z) (s (p N)))))
    (declare-datatypes ((T 0)) (((leaf) (node (left T) (label Int) (right T)))))";

/// Functions as relations, by name.
const RELATIONS: &[(&str, &str)] = &[
    (
        "app",
        "(declare-fun app (L L L) Bool)
            (assert (forall ((y L)) (app nil y y)))
            (assert (forall ((h Int) (x L) (y L) (r L)) (=> (app x y r) (app (cons h x) y (cons h r)))))",
    ),
    (
        "rev",
        "(declare-fun rev (L L) Bool)
            (assert (rev nil nil))
            (assert (forall ((h Int) (x L) (r L) (q L))
                (=> (and (rev x r) (app r (cons h nil) q)) (rev (cons h x) q))))",
    ),
    (
        "qrev",
        "(declare-fun qrev (L L L) Bool)
            (assert (forall ((a L)) (qrev nil a a)))
            (assert (forall ((h Int) (x L) (a L) (r L)) (=> (qrev x (cons h a) r) (qrev (cons h x) a r))))",
    ),
    (
        "count",
        "(declare-fun count (Int L N) Bool)
            (assert (forall ((k Int)) (count k nil z)))
            (assert (forall ((k Int) (x L) (n N)) (=> (count k x n) (count k (cons k x) (s n)))))
            (assert (forall ((k Int) (h Int) (x L) (n N))
                (=> (and (count k x n) (not (= k h))) (count k (cons h x) n))))",
    ),
    (
        "plus",
        "(declare-fun plus (N N N) Bool)
            (assert (forall ((y N)) (plus z y y)))
            (assert (forall ((x N) (y N) (r N)) (=> (plus x y r) (plus (s x) y (s r)))))",
    ),
    (
        "mirror",
        "(declare-fun mirror (T T) Bool)
            (assert (mirror leaf leaf))
            (assert (forall ((a T) (k Int) (b T) (c T) (d T))
            (=> (and (mirror a c) (mirror b d)) (mirror (node a k b) (node d k c)))))",
    ),
    (
        "flat",
        "(declare-fun flat (T L) Bool)
            (assert (flat leaf nil))
            (assert (forall ((a T) (k Int) (b T) (x L) (y L) (r L))
            (=> (and (flat a x) (flat b y) (app x (cons k y) r)) (flat (node a k b) r))))",
    ),
    (
        "lt",
        "(declare-fun lt (N N) Bool)
            (assert (forall ((y N)) (lt z (s y))))
            (assert (forall ((x N) (y N)) (=> (lt x y) (lt (s x) (s y)))))",
    ),
    // No function: an element of a list.
    (
        "pick",
        "(declare-fun pick (L Int) Bool)
            (assert (forall ((h Int) (x L)) (pick (cons h x) h)))
            (assert (forall ((h Int) (x L) (k Int)) (=> (pick x k) (pick (cons h x) k))))",
    ),
    (
        "half",
        "(declare-fun half (N N) Bool)
            (assert (half z z))
            (assert (forall ((x N) (y N)) (=> (half x y) (half (s (s x)) (s y)))))",
    ),
    (
        "last",
        "(declare-fun last (L Int) Bool)
            (assert (forall ((k Int)) (last (cons k nil) k)))
            (assert (forall ((h Int) (k Int) (x L) (r Int)) (=> (last (cons k x) r) (last (cons h (cons k x)) r))))",
    ),
    (
        "len",
        "(declare-fun len (L Int) Bool)
            (assert (len nil 0))
            (assert (forall ((h Int) (x L) (n Int)) (=> (len x n) (len (cons h x) (+ n 1)))))",
    ),
    (
        "diff",
        "(declare-fun diff (L L) Bool)
            (assert (forall ((h Int) (x L)) (diff nil (cons h x))))
            (assert (forall ((h Int) (x L)) (diff (cons h x) nil)))
            (assert (forall ((h Int) (x L) (k Int) (y L)) (=> (not (= h k)) (diff (cons h x) (cons k y)))))
            (assert (forall ((h Int) (x L) (k Int) (y L)) (=> (diff x y) (diff (cons h x) (cons k y)))))",
    ),
];

/// What must not be: variables and the conditions. Each theorem is followed by one that differs in little and is false.
const QUERIES: &[(&str, &str, &str, bool)] = &[
    ("app x [] = x", "(x L) (r L)", "(app x nil r) (not (= r x))", true),
    ("app x [] = []", "(x L) (r L)", "(app x nil r) (not (= r nil))", false),
    (
        "app is associative",
        "(x L) (y L) (w L) (a L) (b L) (c L) (d L)",
        "(app x y a) (app a w b) (app y w c) (app x c d) (not (= b d))",
        true,
    ),
    ("app is commutative", "(x L) (y L) (a L) (b L)", "(app x y a) (app y x b) (not (= a b))", false),
    ("app can be cancelled", "(x L) (y L) (w L) (r L)", "(app x y r) (app x w r) (not (= y w))", true),
    ("app can be halved", "(x L) (y L) (v L) (w L) (r L)", "(app x y r) (app v w r) (not (= y w))", false),
    (
        "count of app",
        "(k Int) (h Int) (x L) (a L) (m N) (n N)",
        "(app x (cons h nil) a) (count k a m) (count k x n) (not (= h k)) (not (= m n))",
        true,
    ),
    (
        "count of longer",
        "(k Int) (h Int) (x L) (a L) (m N) (n N)",
        "(app x (cons h nil) a) (count k a m) (count k x n) (not (= m n))",
        false,
    ),
    ("rev of rev", "(x L) (a L) (b L)", "(rev x a) (rev a b) (not (= b x))", true),
    ("rev is nothing", "(x L) (a L)", "(rev x a) (not (= a x))", false),
    ("qrev is rev", "(x L) (a L) (b L)", "(rev x a) (qrev x nil b) (diff a b)", true),
    ("qrev is rev behind", "(x L) (y L) (a L) (b L)", "(rev x a) (qrev x y b) (diff a b)", false),
    ("plus 0", "(x N) (r N)", "(plus x z r) (not (= r x))", true),
    ("plus 1", "(x N) (r N)", "(plus x (s z) r) (not (= r x))", false),
    ("plus is commutative", "(x N) (y N) (a N) (b N)", "(plus x y a) (plus y x b) (not (= a b))", true),
    ("plus is idempotent", "(x N) (a N)", "(plus x x a) (not (= a x))", false),
    ("mirror twice", "(x T) (a T) (b T)", "(mirror x a) (mirror a b) (not (= b x))", true),
    ("mirror once", "(x T) (a T)", "(mirror x a) (not (= a x))", false),
    ("less than itself", "(x N)", "(lt x x)", true),
    ("less than the next but one", "(x N)", "(lt x (s (s x)))", false),
    ("less both ways", "(x N) (y N)", "(lt x y) (lt y x)", true),
    ("less one way", "(x N) (y N)", "(lt x y) (lt y (s x))", true),
    ("less in some way", "(x N) (y N)", "(lt x y) (lt y (s (s x)))", false),
    ("half is a function", "(x N) (y N) (w N)", "(half x y) (half x w) (not (= y w))", true),
    ("half of more", "(x N) (y N) (w N)", "(half x y) (half (s (s x)) w) (not (= y w))", false),
    (
        "last of longer",
        "(h Int) (k Int) (x L) (a Int) (b Int)",
        "(last (cons k x) a) (last (cons h (cons k x)) b) (not (= a b))",
        true,
    ),
    (
        "last of shorter",
        "(h Int) (k Int) (x L) (a Int) (b Int)",
        "(last (cons k nil) a) (last (cons h (cons k x)) b) (not (= a b))",
        false,
    ),
    (
        "length of app",
        "(x L) (y L) (a L) (l Int) (m Int) (n Int)",
        "(app x y a) (len x l) (len y m) (len a n) (not (= n (+ l m)))",
        true,
    ),
    ("nothing is picked", "(x L) (k Int)", "(app nil nil x) (pick x k)", true),
    ("something is picked", "(x L) (k Int) (y L)", "(app (cons 1 nil) y x) (pick x k)", false),
    (
        "length of app, less one",
        "(x L) (y L) (a L) (l Int) (m Int) (n Int)",
        "(app x y a) (len x l) (len y m) (len a n) (> l 1) (not (= n (+ l 1)))",
        false,
    ),
    ("last of app", "(k Int) (x L) (a L) (n Int)", "(app x (cons k nil) a) (last a n) (not (= n k))", true),
    ("last of app in front", "(k Int) (x L) (a L) (n Int)", "(app (cons k nil) x a) (last a n) (not (= n k))", false),
];

/// The system with a query, and the relations that it is about.
fn system(vars: &str, conditions: &str) -> String {
    let query = format!("(assert (forall ({vars}) (=> (and true {conditions}) false)))(check-sat)");
    let mut needed = vec![false; RELATIONS.len()];
    loop {
        let before = needed.clone();
        for (at, (name, _)) in RELATIONS.iter().enumerate() {
            let call = format!("({name} ");
            let used = |(other, (_, text)): (usize, &(&str, &str))| before[other] && text.contains(&call);
            needed[at] |= query.contains(&call) || RELATIONS.iter().enumerate().any(used);
        }
        if before == needed {
            break;
        }
    }
    let relations = RELATIONS.iter().zip(needed).filter(|(_, needed)| *needed).map(|((_, text), _)| *text);
    format!("{SORTS}{}{query}", relations.collect::<String>())
}

#[test]
fn theorems_hold_and_their_twins_are_refuted() {
    let mut wrong = Vec::new();
    for (name, vars, conditions, holds) in QUERIES {
        let text = system(vars, conditions);
        let (word, _) = decide(&mut Functions, &text, SECONDS);
        if word != if *holds { "sat" } else { "unsat" } {
            wrong.push((*name, word));
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// A predicate without arguments between the theorem and the query; a predicate of which nothing can be said.
#[test]
fn predicates_that_are_no_functions() {
    let free = "(declare-fun any (L L) Bool)(assert (forall ((x L) (y L) (z L)) (=> (any x z) (any x y))))";
    for (condition, expected) in [("(not (= r x))", "sat"), ("(= r x)", "unsat")] {
        let query = format!(
            "(declare-fun ff () Bool){free}
             (assert (forall ((x L) (r L)) (=> (and (app x nil r) {condition}) ff)))(assert (=> ff false))"
        );
        let text = system("(x L)", "(app x x (cons 1 x)) false").replace("(check-sat)", &format!("{query}(check-sat)"));
        assert_eq!(decide(&mut Functions, &text, SECONDS).0, expected, "{condition}");
    }
    // A relation that has several results for one input has no function.
    let text = system("(x L) (j Int) (k Int)", "(pick x j) (pick x k) (not (= j k))");
    assert_eq!(decide(&mut Functions, &text, SECONDS).0, "unsat");
}
