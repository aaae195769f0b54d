//! Tests of aggregates in scripts: what is read, what is refused with which words, and that printing and reading agree.

use super::{read, system_text};
use crate::num::Int;
use crate::system::System;
use crate::term::{AggregateKind, ArrayValue, Assignment, Op, SortId, Store, TermId, Value, evaluate, postorder};
use std::sync::Arc;

fn int(value: i64) -> Value {
    Value::Int(Int::from(value))
}

fn array(elements: &[i64]) -> Value {
    let entries = elements.iter().enumerate().map(|(i, &e)| (int(i as i64), int(e))).collect();
    Value::Array(Arc::new(ArrayValue::new(&Store::new(), SortId::INT, int(0), entries)))
}

/// A script whose one clause has the constraint `body` over `a b : (Array Int Int)`, `l u c r : Int`.
fn script(definitions: &str, body: &str) -> String {
    let vars = "((a (Array Int Int)) (b (Array Int Int)) (l Int) (u Int) (c Int) (r Int))";
    // The first conjunct keeps all variables, in this order.
    let keep = "(or (= a b) (= l u) (= c r) true)";
    format!(
        "(set-logic HORN)\n(declare-fun p ((Array Int Int) (Array Int Int) Int Int Int Int) Bool)\n{definitions}\n\
         (assert (forall {vars} (=> (and {keep} {body}) (p a b l u c r))))\n(check-sat)\n"
    )
}

/// The constraint with the store it is in.
fn constraint(definitions: &str, body: &str) -> (Store, System, TermId) {
    let text = script(definitions, body);
    let script = read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let constraint = script.system.clauses[0].constraint;
    (script.store, script.system, constraint)
}

/// Whether the constraint is true for these arrays, bounds and numbers.
fn holds(definitions: &str, body: &str, a: &[i64], b: &[i64], rest: [i64; 4]) -> Option<bool> {
    let (store, system, constraint) = constraint(definitions, body);
    assert_eq!(system.clauses[0].vars.len(), 6);
    let values = [array(a), array(b)].into_iter().chain(rest.map(int));
    evaluate(&store, constraint, &Assignment::from_values(values)).and_then(|value| value.as_bool())
}

#[test]
fn built_in_aggregates_mean_what_they_say() {
    let a = [3, 1, 4, 1, 5];
    let table = [
        ("(= r (agg.sum a l u))", [0, 5, 0, 14]),
        ("(= r (agg.sum a l u (lambda ((x Int) (k Int)) (* x k))))", [0, 5, 0, 32]),
        ("(= r (agg.sum a l u (lambda ((x Int)) (ite (> x c) x 0))))", [0, 5, 2, 12]),
        ("(= r (agg.product a l u))", [0, 3, 0, 12]),
        ("(= r (agg.min a l u))", [0, 5, 0, 1]),
        ("(= r (agg.max a l u (lambda ((x Int)) (- x))))", [0, 5, 0, -1]),
        ("(= r (agg.count a l u (lambda ((x Int) (k Int)) (and (= x c) (< k 3)))))", [0, 5, 1, 1]),
        ("(= r (agg.first a l u (lambda ((x Int)) (= x c))))", [1, 5, 4, 2]),
        ("(= r (agg.first a l u (lambda ((x Int) (k Int)) (and (= x c) (> k 1)))))", [0, 5, 1, 3]),
        ("(= r (agg.first a l u (lambda ((x Int)) (= x c))))", [0, 4, 5, 4]),
        ("(= r (agg.first a l u (lambda ((x Int)) (= x c))))", [5, 3, 5, 3]),
        ("(= (= r 1) (agg.sorted a l u))", [1, 3, 0, 1]),
        ("(= (= r 1) (agg.sorted a l u))", [0, 3, 0, 0]),
        ("(= r (agg.sum a l u (lambda ((x Int) (k Int)) (* x (select b k)))))", [0, 3, 0, 3 + 2 + 12]),
    ];
    for (body, values) in table {
        assert_eq!(holds("", body, &a, &[1, 2, 3, 4], values), Some(true), "{body}");
        let [l, u, c, r] = values;
        assert_eq!(holds("", body, &a, &[1, 2, 3, 4], [l, u, c, 1 - r]), Some(false), "{body} is not constant");
    }
}

#[test]
fn folds_of_the_users() {
    let definition = "(define-aggregate last Int :operation (lambda ((x Int) (y Int)) (ite (= y 0) x y)) :unit 0)
        (define-aggregate squares Int :unit 0 :operation (lambda ((x Int) (y Int)) (+ x y))
           :inverse (lambda ((x Int)) (- x)) :cell (lambda ((x Int)) (* x x)))";
    let a = [3, 1, 0, 4, 0];
    assert_eq!(holds(definition, "(= r (last a l u))", &a, &[], [0, 5, 0, 4]), Some(true));
    assert_eq!(holds(definition, "(= r (last a l u))", &a, &[], [0, 3, 0, 1]), Some(true));
    assert_eq!(holds(definition, "(= r (last a l u (lambda ((x Int)) (- x))))", &a, &[], [0, 5, 0, -4]), Some(true));
    assert_eq!(holds(definition, "(= r (squares a l u))", &a, &[], [0, 5, 0, 26]), Some(true));
    let in_place = "(= r (agg.fold a l u (lambda ((x Int)) x) (lambda ((x Int) (y Int)) (ite (= y 0) x y)) 0))";
    assert_eq!(holds("", in_place, &a, &[], [0, 5, 0, 4]), Some(true));
    let text = script(definition, "(and (= r (last a l u)) (= c (last a 0 u)) (= 1 (squares a l u)))");
    let script = read(text.as_bytes()).expect("readable");
    let names: Vec<(&str, u32)> = script.claims.iter().map(|c| (c.name.as_str(), c.place.line)).collect();
    assert_eq!(names, [("last", 3), ("squares", 4)]);
}

/// The recursive function `f` of the interval, as a definition.
fn recursive(stop: &str, step: &str) -> String {
    format!("(define-fun-rec f ((a (Array Int Int)) (l Int) (u Int) (c Int)) Int (ite (>= l u) {stop} {step}))")
}

#[test]
fn recursive_functions_that_are_folds() {
    let a = [3, 1, 4, 1, 5];
    let least = "(let ((r (f a (+ l 1) u c))) (ite (<= (select a l) r) (select a l) r))";
    let table = [
        ("0", "(+ (select a l) (f a (+ l 1) u c))", [0, 5, 0, 14], "agg.sum"),
        ("c", "(+ (* 2 (select a l)) l (f a (+ l 1) u c))", [0, 3, 7, 26], "agg.sum"),
        ("0", "(+ (f a l (- u 1) c) (* u (select a (- u 1))))", [0, 3, 0, 17], "agg.sum"),
        ("0", "(ite (> (select a l) c) (+ 1 (f a (+ l 1) u c)) (f a (+ l 1) u c))", [0, 5, 2, 3], "agg.sum"),
        ("1", "(* (select a l) (f a (+ l 1) u c))", [0, 3, 0, 12], "agg.product"),
        ("c", least, [0, 5, 100, 1], "agg.min"),
        ("c", least, [0, 5, 0, 0], "agg.min"),
        ("0", "(ite (= (select a l) 4) (select a l) (f a (+ l 1) u c))", [0, 5, 0, 4], "agg.fold"),
    ];
    for (stop, step, values, name) in table {
        let definition = recursive(stop, step);
        if name == "agg.fold" {
            // `ite (cell = 4) cell rest`: a monoid by its shape; its laws fail, which is for the check to find.
            let text = script(&definition, "(= r (f a l u c))");
            assert_eq!(read(text.as_bytes()).expect("readable").claims.len(), 1);
            continue;
        }
        assert_eq!(holds(&definition, "(= r (f a l u c))", &a, &[], values), Some(true), "{step}");
        let [l, u, c, r] = values;
        assert_eq!(holds(&definition, "(= r (f a l u c))", &a, &[], [l, u, c, r + 1]), Some(false), "{step}");
        let (store, _, term) = constraint(&definition, "(= r (f a l u c))");
        let found = postorder(&store, &[term]).into_iter().any(|t| match store.op(t) {
            Op::Aggregate(id) => store.aggregate(*id).kind.symbol() == name,
            _ => false,
        });
        assert!(found, "{step} is {name}");
    }
}

#[test]
fn recursive_predicates_become_quantifiers() {
    let all = "(define-fun-rec f ((a (Array Int Int)) (l Int) (u Int) (c Int)) Bool
        (ite (>= l u) true (and (<= (select a l) c) (f a (+ l 1) u c))))";
    let some = "(define-fun-rec f ((a (Array Int Int)) (l Int) (u Int) (c Int)) Bool
        (and (< l u) (or (= (select a (- u 1)) c) (f a l (- u 1) c))))";
    for (definition, c, expected) in [(all, 5, true), (all, 4, false), (some, 4, true), (some, 2, false)] {
        assert_eq!(holds(definition, "(f a l u c)", &[3, 1, 4, 1, 5], &[], [0, 5, c, 0]), Some(expected));
    }
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let words = [
        ("", "(= r (agg.sum l l u))", "expected an array with indices of sort Int"),
        ("", "(= r (agg.sum a l true))", "sort Int"),
        ("", "(= r (agg.sum a l u (lambda ((x Bool)) 1)))", "unsupported cell function: its parameters"),
        ("", "(= r (agg.sum a l u (lambda ((x Int)) (> x 1))))", "needs cells of sort Int or Real"),
        ("", "(= r (agg.count a l u (lambda ((x Int)) x)))", "needs cells of sort Bool"),
        ("", "(= r (agg.count a l u))", "(agg.count array lo hi predicate)"),
        ("", "(= r (agg.first a l u (lambda ((x Int)) x)))", "needs cells of sort Bool"),
        ("", "(= r (agg.sum a l u (lambda ((x Int)) (agg.sum a l u))))", "aggregate or a quantifier inside"),
        ("", "(= r (agg.sum a l u (lambda ((x Int)) (ite (p a b l u c r) 1 0))))", "predicate is used inside a term"),
        ("", "(lambda ((x Int)) true)", "only as an argument of an aggregate"),
        ("", "(= r (agg.sum a l u c))", "expected the cell function, a `lambda`"),
        ("(define-aggregate f Int :unit 0)", "true", "(define-aggregate name sort"),
        ("(define-aggregate f Int :operation (lambda ((x Int)) x) :unit 0)", "true", "function of 2 parameters"),
        ("(define-fun-rec f ((x Int)) Int (ite (> x 0) (f (- x 1)) 0))", "true", "is no fold over an interval"),
        (
            "(define-fun-rec f ((a (Array Int Int)) (l Int) (u Int)) Int
                (ite (>= l u) 0 (+ (f a (+ l 1) u) (f a l (- u 1)))))",
            "true",
            "to one list of arguments only",
        ),
    ];
    for (definitions, body, message) in words {
        let error = read(script(definitions, body).as_bytes()).map(|_| ()).expect_err(body);
        assert!(error.message.contains(message), "{body}: {error}");
        assert!(error.line >= 3, "{error}");
    }
    let other = "(declare-fun p ((Array Bool Int)) Bool)
        (assert (forall ((a (Array Bool Int))) (=> (p a) (= 0 (agg.sum a 0 1)))))";
    let error = read(other.as_bytes()).map(|_| ()).expect_err("Bool indices");
    assert!(error.message.contains("indices of sort Int, this one is of sort (Array Bool Int)"), "{error}");
    assert_eq!(error.line, 2);
}

#[test]
fn printed_systems_are_read_back() {
    let definition = "(define-aggregate last Int :operation (lambda ((x Int) (y Int)) (ite (= y 0) x y)) :unit 0
           :inverse (lambda ((x Int)) (- x)))";
    let body = "(and (= r (last a l u)) (= c (agg.sum a l u (lambda ((x Int) (k Int)) (+ x (select b (+ k c))))))
        (> (agg.min a 0 (agg.count b l u (lambda ((x Int)) (< x r)))) 2) (agg.sorted a l (+ u 1))
        (forall ((k Int)) (=> (and (<= l k) (< k u)) (= (select a k) (agg.max b 0 k)))))";
    let text = script(definition, body);
    let first = read(text.as_bytes()).expect("readable");
    let printed = system_text(&first.store, &first.system);
    let second = read(printed.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{printed}"));
    for (c, r) in [(0, 0), (1, 3), (14, 3), (20, 4), (14, 4)] {
        let values = || [array(&[1, 1, 1, 3]), array(&[1, 1, 1])].into_iter().chain([0, 3, c, r].map(int));
        let of = |store: &Store, system: &System| {
            evaluate(store, system.clauses[0].constraint, &Assignment::from_values(values()))
        };
        assert_eq!(of(&first.store, &first.system), of(&second.store, &second.system), "c = {c}, r = {r}");
    }
    let monoids = |store: &Store| {
        store.aggregates().filter(|(_, a)| matches!(a.kind, AggregateKind::Monoid { inverse: Some(_), .. })).count()
    };
    assert!(monoids(&second.store) > 0);
}
