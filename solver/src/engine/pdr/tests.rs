//! Small systems with known verdicts; certificates are checked by evaluation and by queries.

use super::*;
use crate::smt::testing::binary;
use crate::smt::{CancelToken, Purpose, SatResult, SmtSolver};
use crate::system::{Clause, Refutation};
use crate::term::{Assignment, TermId, evaluate};

fn solve(text: &str) -> (Context, System, Verdict) {
    let script = crate::smtlib::read(text.as_bytes()).expect("a system");
    let cancel = CancelToken::with_timeout(std::time::Duration::from_secs(60));
    let mut cx = Context::new(script.store, SmtConfig::new(&binary()), cancel);
    let verdict = Pdr.solve(&mut cx, &script.system);
    (cx, script.system, verdict)
}

fn holds(clause: &Clause, store: &Store, values: &Assignment) -> bool {
    evaluate(store, clause.constraint, values).and_then(|v| v.as_bool()) == Some(true)
}

fn check_refutation(store: &Store, system: &System, refutation: &Refutation) {
    let state = |args: &[TermId], values: &Assignment| -> Vec<_> {
        args.iter().map(|&a| evaluate(store, a, values).expect("a value")).collect()
    };
    for (at, step) in refutation.steps.iter().enumerate() {
        let clause = system.clause(step.clause);
        let values = Assignment::from_values(step.values.iter().cloned());
        assert!(holds(clause, store, &values), "step {at}");
        assert_eq!(step.premises.len(), clause.body.len());
        for (atom, &premise) in clause.body.iter().zip(&step.premises) {
            assert!(premise < at);
            let earlier = &refutation.steps[premise];
            let head = system.clause(earlier.clause).head.as_ref().expect("a head");
            assert_eq!(head.pred, atom.pred);
            let before = Assignment::from_values(earlier.values.iter().cloned());
            assert_eq!(state(&head.args, &before), state(&atom.args, &values), "step {at}");
        }
    }
    let last = refutation.steps.last().expect("steps");
    assert!(system.clause(last.clause).is_query());
}

fn check_model(store: &mut Store, system: &System, model: &Model) {
    let mut smt = SmtSolver::new(SmtConfig::new(&binary()), CancelToken::new());
    for clause in &system.clauses {
        let mut parts = vec![clause.constraint];
        for atom in &clause.body {
            parts.push(model.apply(store, atom));
        }
        if let Some(head) = &clause.head {
            let applied = model.apply(store, head);
            parts.push(store.not(applied));
        }
        let formula = store.and(&parts);
        let (answer, _) = smt.check_formula(store, Purpose::Certificate, formula, &[]).expect("an answer");
        assert_eq!(answer, SatResult::Unsat);
    }
}

fn expect(text: &str, sat: bool) {
    let (mut cx, system, verdict) = solve(text);
    match verdict {
        Verdict::Sat(model) if sat => check_model(&mut cx.store, &system, &model),
        Verdict::Unsat(refutation) if !sat => check_refutation(&cx.store, &system, &refutation),
        other => panic!("{other:?}"),
    }
}

#[test]
fn counters() {
    let text = |step: i64, bad: &str| {
        format!(
            "(set-logic HORN)(declare-fun p (Int Int) Bool)
             (assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (p x y))))
             (assert (forall ((x Int) (y Int)) (=> (and (p x y) (< x 20)) (p (+ x 1) (+ y {step})))))
             (assert (forall ((x Int) (y Int)) (=> (and (p x y) {bad}) false)))(check-sat)"
        )
    };
    expect(&text(1, "(not (= x y))"), true);
    expect(&text(2, "(> y (* 2 x))"), true);
    expect(&text(2, "(= y 14)"), false);
    expect(&text(2, "(= y 15)"), true);
}

#[test]
fn unbounded_counter_needs_an_equality() {
    expect(
        "(set-logic HORN)(declare-fun p (Int Int Int) Bool)
         (assert (forall ((n Int)) (p 0 0 n)))
         (assert (forall ((x Int) (y Int) (n Int)) (=> (and (p x y n) (< x n)) (p (+ x 1) (+ y 2) n))))
         (assert (forall ((x Int) (y Int) (n Int)) (=> (and (p x y n) (>= x n) (>= n 0) (not (= y (* 2 n)))) false)))",
        true,
    );
}

#[test]
fn nonlinear_recursion() {
    let mc91 = |bad: &str| {
        format!(
            "(set-logic HORN)(declare-fun m (Int Int) Bool)
             (assert (forall ((n Int)) (=> (> n 100) (m n (- n 10)))))
             (assert (forall ((n Int) (t Int) (r Int)) (=> (and (<= n 100) (m (+ n 11) t) (m t r)) (m n r))))
             (assert (forall ((n Int) (r Int)) (=> (and (m n r) {bad}) false)))"
        )
    };
    expect(&mc91("(<= n 101) (not (= r 91))"), true);
    expect(&mc91("(= n 95) (= r 91)"), false);
    let fib = |bad: &str| {
        format!(
            "(set-logic HORN)(declare-fun f (Int Int) Bool)
             (assert (forall ((n Int)) (=> (<= n 1) (f n n))))
             (assert (forall ((n Int) (a Int) (b Int)) (=> (and (> n 1) (f (- n 1) a) (f (- n 2) b)) (f n (+ a b)))))
             (assert (forall ((n Int) (r Int)) (=> (and (f n r) {bad}) false)))"
        )
    };
    expect(&fib("(= n 8) (= r 21)"), false);
    expect(&fib("(> n 5) (< r 0)"), true);
}

#[test]
fn several_predicates_reals_and_truth_values() {
    expect(
        "(set-logic HORN)(declare-fun a (Real Bool) Bool)(declare-fun b (Real) Bool)
         (assert (forall ((x Real)) (=> (and (>= x 0.5) (<= x 1.5)) (a x true))))
         (assert (forall ((x Real) (f Bool)) (=> (and (a x f) f) (b (* 2.0 x)))))
         (assert (forall ((x Real)) (=> (b x) (a (/ x 2.0) (< x 1.0)))))
         (assert (forall ((x Real) (f Bool)) (=> (and (a x f) (or (> x 2.0) (and f (< x 0.25)))) false)))",
        true,
    );
    expect(
        "(set-logic HORN)(declare-fun a (Real) Bool)
         (assert (a 1.0))
         (assert (forall ((x Real)) (=> (a x) (a (/ x 2.0)))))
         (assert (forall ((x Real)) (=> (and (a x) (< x 0.1)) false)))",
        false,
    );
}

#[test]
fn degenerate_systems() {
    expect("(set-logic HORN)(declare-fun p (Int) Bool)(check-sat)", true);
    expect("(set-logic HORN)(declare-fun p () Bool)(assert p)(assert (=> p false))(check-sat)", false);
    expect("(set-logic HORN)(declare-fun p () Bool)(assert (=> p p))(assert (=> p false))(check-sat)", true);
}

/// The largest element of a list that grows meanwhile: excluding one list after the other would never end.
#[test]
fn arrays_of_facts_are_taken_by_their_cells() {
    let text = "(declare-fun list ((Array Int Int) Int) Bool)
         (declare-fun loop ((Array Int Int) Int Int Int) Bool)
         (assert (list ((as const (Array Int Int)) 0) 0))
         (assert (forall ((a (Array Int Int)) (n Int) (x Int)) (=> (and (list a n) (>= x 0)) (list (store a n x) (+ n 1)))))
         (assert (forall ((a (Array Int Int)) (n Int)) (=> (>= n 0) (loop a n 0 0))))
         (assert (forall ((a (Array Int Int)) (n Int) (i Int) (m Int)) (=> (and (loop a n i m) (< i n) (>= m (select a i))) (loop a n (+ i 1) m))))
         (assert (forall ((a (Array Int Int)) (n Int) (i Int) (m Int)) (=> (and (loop a n i m) (< i n) (< m (select a i))) (loop a n (+ i 1) (select a i)))))
         (assert (forall ((a (Array Int Int)) (n Int) (i Int) (m Int)) (=> (and (list a n) (loop a n i m) (>= i n) (> n 0) (< m (select a 0))) false)))";
    expect(text, true);
    expect(&text.replace("(< m (select a 0)))", "(<= m (select a 0)))"), false);
}
