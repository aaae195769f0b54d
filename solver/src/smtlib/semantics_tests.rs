//! What scripts mean: the clauses read from a script have the verdict the script has, and the terms read from an
//! expression mean what the expression means. The judge is the SMT solver, given the original text and ours.

use super::*;
use crate::system::Clause;
use std::io::Write;
use std::process::{Command, Stdio};

/// Runs scripts and gives the answers. One process does for all, unless there are datatypes: Z3's `(reset)` does not
/// forget those.
fn ask(scripts: &[String]) -> Vec<String> {
    let alone = scripts.iter().any(|script| script.contains("declare-datatype"));
    scripts.chunks(if alone { 1 } else { scripts.len().max(1) }).flat_map(ask_one_process).collect()
}

/// Runs scripts one after the other in one solver process, each in a state of its own; gives the answers.
fn ask_one_process(scripts: &[String]) -> Vec<String> {
    let binary = crate::smt::testing::binary();
    let mut child = Command::new(&binary.path)
        .args(["-in", "-t:2000", "-T:300"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the solver starts");
    let mut input = String::new();
    for script in scripts {
        input.push_str("(reset)\n");
        input.push_str(script);
        input.push_str("\n(echo \"---\")\n");
    }
    let mut stdin = child.stdin.take().expect("standard input is piped");
    let writer = std::thread::spawn(move || {
        // A solver that dies early shows in its answers.
        let _ = stdin.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().expect("the solver ends");
    writer.join().expect("the writer ends");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut answers: Vec<String> = text.split("---\n").map(|answer| answer.trim().to_owned()).collect();
    answers.pop();
    assert_eq!(answers.len(), scripts.len(), "{text}");
    answers
}

/// Reads scripts and compares the solver's verdict on what was read with the one expected (and the one on the
/// original text, if the solver takes it).
fn check(cases: &[(&str, &str)]) {
    let mut originals = Vec::new();
    let mut printed = Vec::new();
    for &(script, _) in cases {
        let read = read(script.as_bytes()).unwrap_or_else(|error| panic!("{error} in {script}"));
        printed.push(system_text(&read.store, &read.system));
        // Not in Horn mode: there Z3 5.4 takes `(= (p x) true)` in a body for no occurrence of `p`.
        originals.push(format!("{script}\n(check-sat)"));
    }
    // Quantified constraints are beyond the solver's Horn engine, but not beyond its general one.
    let general: Vec<String> = printed.iter().map(|text| text.replace("(set-logic HORN)", "")).collect();
    let answers = [ask(&originals), ask(&printed), ask(&general)];
    for (index, &(script, expected)) in cases.iter().enumerate() {
        let verdicts: Vec<&str> = answers[1..].iter().map(|list| list[index].as_str()).collect();
        let decided: Vec<&&str> = verdicts.iter().filter(|v| matches!(**v, "sat" | "unsat")).collect();
        let right = !decided.is_empty() && decided.iter().all(|verdict| **verdict == expected);
        assert!(right, "expected {expected}, found {verdicts:?}\nscript {script}\nread as\n{}", printed[index]);
        let original = answers[0][index].as_str();
        if matches!(original, "sat" | "unsat") {
            assert_eq!(original, expected, "the solver disagrees with the expectation on {script}");
        }
    }
}

#[test]
fn equivalences() {
    check(&[
        // The case two solvers got wrong.
        ("(declare-fun p (Int) Bool)(assert (forall ((x Int)) (= (p x) (<= 0 x))))(assert (not (p 0)))", "unsat"),
        ("(declare-fun p (Int) Bool)(assert (forall ((x Int)) (= (p x) (<= 0 x))))(assert (not (p (- 1))))", "sat"),
        ("(declare-fun p (Int) Bool)(assert (forall ((x Int)) (= (<= 0 x) (p x))))(assert (p (- 1)))", "unsat"),
        (
            "(declare-fun p (Int) Bool)(declare-fun q (Int) Bool)
             (assert (forall ((x Int)) (= (p x) (q (+ x 1)))))(assert (p 3))(assert (not (q 4)))",
            "unsat",
        ),
        (
            "(declare-fun p (Int) Bool)(declare-fun q (Int) Bool)
             (assert (forall ((x Int)) (= (p x) (q (+ x 1)))))(assert (q 3))(assert (not (p 3)))",
            "sat",
        ),
        (
            "(declare-fun p (Int) Bool)(declare-fun q (Int) Bool)
             (assert (forall ((x Int)) (= (p x) (q x) (> x 5))))(assert (not (q 6)))",
            "unsat",
        ),
        ("(declare-fun p (Int) Bool)(assert (forall ((x Int)) (=> (= (p x) true) (> x 0))))(assert (p 0))", "unsat"),
        ("(declare-fun p (Int) Bool)(assert (forall ((x Int)) (xor (p x) (> x 0))))(assert (p 0))", "sat"),
        ("(declare-fun p (Int) Bool)(assert (forall ((x Int)) (xor (p x) (> x 0))))(assert (p 1))", "unsat"),
        ("(declare-fun p (Int) Bool)(assert (forall ((x Int)) (distinct (p x) (> x 0))))(assert (p 1))", "unsat"),
        ("(declare-fun p (Int) Bool)(assert (forall ((x Int)) (not (= (p x) (> x 0)))))(assert (p 1))", "unsat"),
        ("(declare-fun p (Int) Bool)(assert (forall ((b Bool) (x Int)) (=> (= b (> x 0)) (=> (= b (p x)) b))))", "sat"),
        ("(declare-fun p (Bool) Bool)(assert (forall ((b Bool)) (= (p b) b)))(assert (p false))", "unsat"),
        ("(declare-fun p (Bool) Bool)(assert (forall ((b Bool)) (= (p b) b)))(assert (p true))", "sat"),
    ]);
}

#[test]
fn repeated_and_compound_arguments() {
    check(&[
        (
            "(declare-fun p (Bool Bool) Bool)(assert (forall ((b Bool)) (p b b)))
             (assert (not (p true false)))",
            "sat",
        ),
        (
            "(declare-fun p (Bool Bool) Bool)(assert (forall ((b Bool)) (p b b)))
             (assert (not (p false false)))",
            "unsat",
        ),
        (
            "(declare-fun p (Bool Bool) Bool)(assert (forall ((b Bool)) (p b (not b))))
             (assert (forall ((b Bool)) (=> (p b b) false)))",
            "sat",
        ),
        (
            "(declare-fun p (Int Int) Bool)(assert (forall ((x Int)) (p x x)))
             (assert (forall ((x Int)) (=> (p x (+ x 1)) false)))",
            "sat",
        ),
        (
            "(declare-fun p (Int Int) Bool)(assert (forall ((x Int) (y Int)) (p x y)))
             (assert (forall ((x Int)) (=> (p x x) false)))",
            "unsat",
        ),
        (
            "(declare-fun p (Bool Int) Bool)(assert (forall ((x Int) (a Bool)) (p (and a (> x 0)) x)))
             (assert (forall ((x Int)) (=> (and (p true x) (<= x 0)) false)))",
            "sat",
        ),
        (
            "(declare-fun p (Bool Int) Bool)(assert (forall ((x Int) (a Bool)) (p (or a (> x 0)) x)))
             (assert (forall ((x Int)) (=> (and (p true x) (<= x 0)) false)))",
            "unsat",
        ),
        ("(declare-fun p (Bool) Bool)(assert (p (forall ((x Int)) (> x 0))))(assert (not (p false)))", "unsat"),
    ]);
}

#[test]
fn quantifiers_anywhere() {
    check(&[
        (
            "(declare-fun p (Int) Bool)(declare-fun q (Int) Bool)(assert (p 1))
             (assert (forall ((x Int)) (=> (exists ((y Int)) (and (p y) (= x (+ y 1)))) (q x))))(assert (not (q 2)))",
            "unsat",
        ),
        (
            "(declare-fun p (Int) Bool)(declare-fun q (Int) Bool)(assert (p 1))
             (assert (forall ((x Int)) (=> (p x) (forall ((y Int)) (=> (> y x) (q y))))))
             (assert (not (q 1)))",
            "sat",
        ),
        (
            "(declare-fun p (Int) Bool)(declare-fun q (Int) Bool)(assert (p 1))
             (assert (forall ((x Int)) (=> (p x) (forall ((y Int)) (=> (> y x) (q y))))))
             (assert (not (q 2)))",
            "unsat",
        ),
        ("(declare-fun p (Int) Bool)(assert (p 1))(assert (not (exists ((x Int)) (and (p x) (< x 0)))))", "sat"),
        ("(declare-fun p (Int) Bool)(assert (p (- 1)))(assert (not (exists ((x Int)) (and (p x) (< x 0)))))", "unsat"),
        (
            "(declare-fun p (Int) Bool)
             (assert (forall ((x Int)) (=> (forall ((y Int)) (=> (< y x) (< y 10))) (p x))))
             (assert (not (p 10)))",
            "unsat",
        ),
        (
            "(declare-fun p (Int) Bool)
             (assert (forall ((x Int)) (=> (forall ((y Int)) (=> (< y x) (< y 10))) (p x))))
             (assert (not (p 11)))",
            "sat",
        ),
        (
            "(declare-fun p (Int) Bool)(assert (p 3))
             (assert (forall ((x Int)) (=> (p x) (exists ((y Int)) (= x (* 2 y))))))",
            "unsat",
        ),
        (
            "(declare-fun p (Int) Bool)(assert (p 4))
             (assert (forall ((x Int)) (=> (p x) (exists ((y Int)) (= x (* 2 y))))))",
            "sat",
        ),
        ("(assert (forall ((x Int)) (> x 0)))", "unsat"),
        ("(assert (forall ((x Int)) (exists ((y Int)) (> y x))))", "sat"),
        ("(assert (exists ((x Int)) (and (> x 0) (< x 1))))", "unsat"),
        // One quantified formula used twice, for the same and for different arguments.
        (
            "(declare-fun p (Int Int) Bool)(define-fun e ((x Int)) Bool (exists ((y Int)) (p x y)))
             (assert (p 1 2))(assert (p 3 4))(assert (=> (and (e 1) (e 3)) false))",
            "unsat",
        ),
        (
            "(declare-fun p (Int Int) Bool)(declare-fun q (Int) Bool)(assert (p 1 2))
             (assert (forall ((x Int)) (let ((e (exists ((y Int)) (p x y)))) (=> (and e (> x 0) (not (not e))) (q x)))))
             (assert (not (q 1)))",
            "unsat",
        ),
        (
            "(declare-fun p (Int) Bool)(assert (p 1))(assert (p 2))
             (assert (forall ((x Int))
               (let ((e (exists ((y Int)) (= x (* 2 y))))) (=> (p x) (or (and e (> x 1)) (and (not e) (< x 2)))))))",
            "sat",
        ),
        // Quantifiers that can't be opened, but moved.
        (
            "(declare-fun p (Int) Bool)(declare-fun q (Int) Bool)(assert (p 1))
             (assert (forall ((x Int)) (=> (forall ((i Int)) (or (p x) (> i x))) (q x))))(assert (not (q 1)))",
            "unsat",
        ),
        (
            "(declare-fun p (Int) Bool)(declare-fun q (Int) Bool)(assert (p 1))
             (assert (forall ((x Int)) (=> (p x) (exists ((i Int)) (and (q x) (> i x) (< i 9))))))(assert (not (q 1)))",
            "unsat",
        ),
        (
            "(declare-fun p (Int) Bool)(declare-fun q (Int) Bool)(assert (p 9))
             (assert (forall ((x Int)) (=> (p x) (exists ((i Int)) (and (q x) (> i x) (< i 9))))))",
            "unsat",
        ),
        // A quantifier inside a macro is opened apart from the variables around it.
        (
            "(declare-fun p (Int) Bool)(define-fun all ((lo Int)) Bool (forall ((x Int)) (=> (>= x lo) (p x))))
             (assert (forall ((x Int)) (=> (= x 7) (all x))))(assert (not (p 8)))",
            "unsat",
        ),
        (
            "(declare-fun p (Int) Bool)(define-fun all ((lo Int)) Bool (forall ((x Int)) (=> (>= x lo) (p x))))
             (assert (forall ((x Int)) (=> (= x 7) (all x))))(assert (not (p 6)))",
            "sat",
        ),
        (
            "(declare-fun p (Int Int) Bool)
             (assert (forall ((x Int)) (forall ((y Int)) (! (=> (< x y) (p x y)) :pattern ((p x y)) :weight 3))))
             (assert (not (p 1 2)))",
            "unsat",
        ),
    ]);
}

#[test]
fn connectives_over_atoms() {
    let preds = "(declare-fun p (Int) Bool)(declare-fun q (Int) Bool)(declare-fun r (Int) Bool)";
    let cases = [
        ("(assert (forall ((x Int)) (=> (> x 0) (and (p x) (q x)))))(assert (not (q 1)))", "unsat"),
        ("(assert (forall ((x Int)) (=> (> x 0) (and (p x) (q x)))))(assert (not (q 0)))", "sat"),
        ("(assert (q 1))(assert (forall ((x Int)) (=> (or (p x) (q x)) (r x))))(assert (not (r 1)))", "unsat"),
        ("(assert (p 1))(assert (forall ((x Int)) (=> (or (p x) (q x)) (r x))))(assert (not (r 1)))", "unsat"),
        ("(assert (p 1))(assert (forall ((x Int)) (=> (and (p x) (q x)) (r x))))(assert (not (r 1)))", "sat"),
        ("(assert (p 1))(assert (forall ((x Int)) (or (not (p x)) (q x))))(assert (not (q 1)))", "unsat"),
        ("(assert (p 1))(assert (forall ((x Int)) (or (q x) (not (p x)) (> x 0))))(assert (not (q 1)))", "sat"),
        ("(assert (p 0))(assert (forall ((x Int)) (or (q x) (not (p x)) (> x 0))))(assert (not (q 0)))", "unsat"),
        ("(assert (forall ((x Int)) (ite (> x 0) (p x) (q x))))(assert (not (p 1)))", "unsat"),
        ("(assert (forall ((x Int)) (ite (> x 0) (p x) (q x))))(assert (not (q 1)))", "sat"),
        ("(assert (p 1))(assert (forall ((x Int)) (=> (ite (> x 0) (p x) (q x)) (r x))))(assert (not (r 1)))", "unsat"),
        ("(assert (q 1))(assert (forall ((x Int)) (=> (ite (> x 0) (p x) (q x)) (r x))))(assert (not (r 1)))", "sat"),
        ("(assert (q 0))(assert (forall ((x Int)) (=> (ite (> x 0) (p x) (q x)) (r x))))(assert (not (r 0)))", "unsat"),
        ("(assert (p 1))(assert (forall ((x Int)) (ite (p x) (q x) (<= x 0))))(assert (not (q 1)))", "unsat"),
        ("(assert (p 1))(assert (forall ((x Int)) (ite (p x) (q x) (<= x 0))))(assert (not (q 0)))", "sat"),
        (
            "(assert (forall ((x Int)) (=> (p x) (ite (q x) (r x) true))))(assert (and (p 1) (q 1) (not (r 1))))",
            "unsat",
        ),
        ("(assert (forall ((x Int)) (let ((a (p x)) (b (> x 0))) (=> b a))))(assert (not (p 1)))", "unsat"),
        ("(assert (p 1))(assert (forall ((x Int)) (=> (p x) (not (and (q x) (> x 0))))))(assert (q 1))", "unsat"),
        (
            "(assert (p 1))(assert (forall ((x Int)) (=> (p x) (=> (> x 0) (=> (q x) (r x))))))(assert (q 1))(assert (not (r 1)))",
            "unsat",
        ),
        ("(assert (forall ((x Int)) (not (=> (p x) (> x 0)))))", "unsat"),
        ("(assert (p 5))(assert (not (or (p 6) (q 7))))", "sat"),
        ("(assert (p 5))(assert (not (or (p 6) (p 5))))", "unsat"),
        (
            "(define-fun imp ((a Bool) (b Bool)) Bool (=> a b))(assert (p 1))(assert (imp (p 1) (q 1)))(assert (not (q 1)))",
            "unsat",
        ),
        (
            "(define-fun f ((a Bool) (x Int)) Bool (or (not a) (ite (> x 0) (not a) (< x 5))))(assert (p 1))(assert (f (p 1) 1))",
            "unsat",
        ),
        (
            "(define-fun f ((a Bool) (x Int)) Bool (or (not a) (ite (> x 0) (not a) (< x 5))))(assert (p 1))(assert (f (p 1) 0))",
            "sat",
        ),
        ("(define-fun f ((a Bool)) Bool (= a (> 2 1)))(assert (p 1))(assert (not (f (p 1))))", "unsat"),
    ];
    let scripts: Vec<String> = cases.iter().map(|case| format!("{preds}{}", case.0)).collect();
    let cases: Vec<(&str, &str)> = scripts.iter().map(String::as_str).zip(cases.map(|case| case.1)).collect();
    check(&cases);
}

/// Bodies that would multiply into thousands of clauses.
#[test]
fn auxiliary_predicates() {
    let mut preds = String::new();
    let mut body = String::new();
    let mut wide = String::new();
    let mut deep = String::from("(p0 x)");
    for i in 0..24 {
        preds.push_str(&format!("(declare-fun p{i} (Int) Bool)(assert (forall ((x Int)) (=> (= x {i}) (p{i} x))))"));
        body.push_str(&format!("(or (p{i} (+ x {i})) (exists ((y Int)) (and (p0 y) (= y (+ x {}))))) ", i + 1));
        wide.push_str(&format!("(p{i} x) "));
        deep = format!("(or (and (p{i} x) (> x {i})) (and (> y x) {deep}))");
    }
    let script = |rest: &str| format!("{preds}(declare-fun r (Int) Bool)(declare-fun s () Bool){rest}");
    let cases = [
        (script(&format!("(assert (forall ((x Int)) (=> (and {body}) (r x))))(assert (not (r 0)))")), "unsat"),
        (script(&format!("(assert (forall ((x Int)) (=> (and {body}) (r x))))(assert (not (r 1)))")), "sat"),
        (script(&format!("(assert (forall ((x Int)) (=> (or {wide}) (r x))))(assert (not (r 23)))")), "unsat"),
        (script(&format!("(assert (forall ((x Int)) (=> (or {wide}) (r x))))(assert (not (r 24)))")), "sat"),
        (script(&format!("(assert (forall ((x Int) (y Int)) (=> {deep} (r x))))(assert (not (r 0)))")), "unsat"),
        (script(&format!("(assert (forall ((x Int) (y Int)) (=> {deep} (r x))))(assert (not (r 1)))")), "sat"),
        (script(&format!("(assert (forall ((x Int)) (=> (or {wide}) (and (r x) s))))(assert (not s))")), "unsat"),
    ];
    for (text, _) in &cases {
        let script = read(text.as_bytes()).expect("this is Horn");
        assert!(!script.auxiliary.is_empty());
        assert!(script.system.clauses.len() < 24 * 4 + 10, "{} clauses", script.system.clauses.len());
    }
    let cases: Vec<(&str, &str)> = cases.iter().map(|(text, verdict)| (text.as_str(), *verdict)).collect();
    check(&cases);
}

#[test]
fn rules_and_queries() {
    // Z3 answers these with the opposite word, so only our reading is checked.
    let script = "(declare-rel p (Int))(declare-rel fail ())(declare-var x Int)(declare-var y Int)
        (rule (p 0) start)(rule (=> (and (p x) (= y (+ x 1)) (< x 5)) (p y)))
        (rule (=> (and (p x) (> x LIMIT)) fail))(query fail :print-certificate true)";
    let cases = [("4", "unsat"), ("5", "sat")];
    let mut printed = Vec::new();
    for (limit, _) in cases {
        let script = read(script.replace("LIMIT", limit).as_bytes()).expect("readable");
        printed.push(system_text(&script.store, &script.system));
    }
    let direct = "(declare-rel p (Int Int))(declare-var x Int)(rule (=> (> x 2) (p x 1)))";
    for query in ["(query p)", "(query (p 3 x))", "(query (and (p x 1) (< x 4)))"] {
        let script = read(format!("{direct}{query}").as_bytes()).expect("readable");
        printed.push(system_text(&script.store, &script.system));
    }
    let script = read(format!("{direct}(query (p 2 x))").as_bytes()).expect("readable");
    printed.push(system_text(&script.store, &script.system));
    assert_eq!(ask(&printed), ["unsat", "sat", "unsat", "unsat", "unsat", "sat"]);
}

#[test]
fn datatypes() {
    check(&[
        (
            "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))(declare-fun p (L) Bool)
             (assert (forall ((l L)) (=> (and ((_ is cons) l) (> (hd l) 3)) (p l))))(assert (not (p (cons 4 nil))))",
            "unsat",
        ),
        (
            "(declare-datatypes () ((L nil (cons (hd Int) (tl L)))))(declare-fun p (L) Bool)
             (assert (forall ((l L)) (=> (and (is-cons l) (> (hd l) 3)) (p l))))(assert (not (p nil)))",
            "sat",
        ),
        (
            "(declare-datatypes ((List 1)) ((par (T) ((nil) (cons (hd T) (tl (List T)))))))
             (declare-fun p ((List Int) (List Bool)) Bool)
             (assert (p (cons 1 (as nil (List Int))) (as nil (List Bool))))
             (assert (forall ((a (List Int)) (b (List Bool))) (=> (and (p a b) ((_ is nil) b) (= (hd a) 1)) false)))",
            "unsat",
        ),
        (
            "(declare-datatypes ((Tree 1) (Forest 1)) ((par (T) ((leaf) (node (val T) (sub (Forest T)))))
               (par (T) ((none) (some (first (Tree T)) (rest (Forest T)))))))
             (declare-fun p ((Tree Int)) Bool)
             (assert (p (node 1 (some (as leaf (Tree Int)) (as none (Forest Int))))))
             (assert (forall ((t (Tree Int))) (=> (and (p t) ((_ is leaf) (first (sub t)))) false)))",
            "unsat",
        ),
        (
            "(declare-datatype Pair (par (A B) ((pair (fst A) (snd B)))))(declare-fun p ((Pair Int Bool)) Bool)
             (assert (forall ((x Int)) (p (pair x (> x 0)))))
             (assert (forall ((u (Pair Int Bool))) (=> (and (p u) (snd u) (< (fst u) 1)) false)))",
            "sat",
        ),
        (
            "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))(declare-fun len (L Int) Bool)
             (define-fun head ((l L)) Int (match l ((nil 0) ((cons h t) h))))
             (assert (len nil (head nil)))(assert (len nil (match (cons 7 nil) (((cons x y) (+ x 1)) (other 0)))))
             (assert (not (len nil 0)))",
            "unsat",
        ),
        (
            "(declare-datatypes ((C 0)) (((red) (green) (blue))))(declare-fun p (C) Bool)
             (assert (forall ((c C)) (=> (match c ((red true) (x false))) (p c))))
             (assert (forall ((c C)) (=> (and (p c) (distinct c red)) false)))",
            "sat",
        ),
        (
            "(define-sort A (T) (Array Int T))(define-sort B () (A (A Bool)))(declare-fun p (B) Bool)
             (assert (p ((as const B) ((as const (A Bool)) true))))
             (assert (forall ((b B)) (=> (and (p b) (not (select (select b 3) 4))) false)))",
            "sat",
        ),
    ]);
}

/// The judge does not read these texts: what it gets is the same in one command.
#[test]
fn fields_may_have_sorts_that_the_next_commands_declare() {
    let body = "(declare-fun p (S) Bool)
        (assert (forall ((x S)) (=> (= (val (select (cells x) 0)) 1) (p x))))
        (assert (forall ((x S)) (=> (and (p x) (distinct (val (select (cells x) 0)) 1)) false)))";
    let apart = "(declare-datatypes ((S 0)) (((s (cells (Array Int T)) (pair (P Int U))))))
        (declare-datatype P (par (A B) ((both (fst A) (snd B)))))
        (declare-datatypes ((T 0)) (((t (val Int) (inner U)))))
        (declare-datatypes () ((U (none) (some (back T)))))";
    let together = "(declare-datatypes ((S 0) (P 2) (T 0) (U 0)) (
        ((s (cells (Array Int T)) (pair (P Int U)))) (par (A B) ((both (fst A) (snd B))))
        ((t (val Int) (inner U))) ((none) (some (back T)))))";
    let texts = [apart, together].map(|declarations| {
        let script = read(format!("{declarations}{body}").as_bytes()).unwrap_or_else(|error| panic!("{error}"));
        system_text(&script.store, &script.system)
    });
    assert_eq!(ask(&texts), ["sat", "sat"]);
    assert_eq!(texts[0], texts[1]);
    let lacking = "(declare-datatypes ((S 0)) (((s (t T)))))\n(declare-datatypes ((U 0)) (((u (v W)))))\n(check-sat)";
    let error = read(lacking.as_bytes()).map_or_else(|error| error.to_string(), |_| "none".to_string());
    assert!(error.contains("1:36: error: unknown sort `T`"), "{error}");
}

#[test]
fn named_terms_constants_and_sort_definitions() {
    check(&[
        (
            "(declare-const p Bool)(declare-fun |q r| () Bool)(assert (! (=> p |q r|) :named one))(assert p)
             (assert (not |q r|))",
            "unsat",
        ),
        (
            "(declare-fun q () Bool)(define-const limit Int 5)(define-fun ten () Int (* 2 limit))(assert (=> (> ten 9) q))(assert (not q))",
            "unsat",
        ),
        (
            "(declare-fun p (Real) Bool)(assert (p 1))(assert (forall ((x Real)) (=> (and (p x) (< x 1.5)) false)))",
            "unsat",
        ),
        (
            "(declare-fun p (Real) Bool)(assert (p (/ 1 3)))(assert (forall ((x Real) (n Int)) (=> (and (p x) (= x n)) false)))",
            "sat",
        ),
        ("(declare-fun p (Int) Bool)(assert (! (p 1) :named a))(assert (=> a (p 2)))(assert (not (p 2)))", "unsat"),
    ]);
}

/// The constraint of the only clause of `sorts-of-variables: expression → p(variables)` means the expression.
#[test]
fn theory_functions() {
    let groups: &[(&str, &[&str])] = &[
        (
            "(x Int) (y Int) (z Int)",
            &[
                "(= z (+ x y 1 (- y)))",
                "(= z (- x y 2))",
                "(= z (- x))",
                "(= z (* 2 x 3))",
                "(= z (div (+ (* 5 x) 7) 3))",
                "(= z (div x (- 3)))",
                "(= z (mod x 5))",
                "(= z (mod (+ x (* 10 y)) (- 5)))",
                "(= z (abs (- x 3)))",
                "((_ divisible 4) (+ x 1)) ## (= 0 (mod (+ x 1) 4))",
                "(< x y z)",
                "(>= x y z)",
                "(> x (ite (< y z) y z))",
                "(distinct x y z)",
                "(= x y z)",
                "(=> (> x 0) (> y 0) (> z 0))",
                "(xor (> x 0) (> y 0) (> z 0))",
                "(= (> x 0) (> y 0) (> z 0))",
                "(let ((x y) (y x)) (< x y))",
                "(let ((x (+ x 1))) (let ((x (* 2 x))) (= x z)))",
                "(exists ((k Int)) (= x (+ (* 2 k) y)))",
                "(forall ((k Int) (x Int)) (=> (and (> k y) (= x k)) (> x z)))",
                "(ite (> x 0) (forall ((k Int)) (> (+ k x) k)) (exists ((y Int)) (= (* 3 y) x)))",
                "(= (exists ((k Int)) (= x (* 2 k))) (> y z))",
            ],
        ),
        (
            "(x Real) (y Real) (n Int)",
            &[
                "(= x (+ y 1))",
                "(= x (/ y 3))",
                "(< x (/ 1 3) n)",
                "(= x (* 0.25 (to_real n)))",
                "(= n (to_int (+ x y)))",
                "(is_int (- x y))",
                "(= x (ite (> n 0) 1 y))",
                "(= x (- (/ n 2)))",
                "(= (* 2 x) (- 1.5))",
                "(< (* 2 x) -1.5)",
                "(= (+ x -2) (* -3 y))",
                "(not (< x y))",
                "(distinct x n)",
                "(= x (abs y))",
            ],
        ),
        (
            "(x (_ BitVec 4)) (y (_ BitVec 4)) (z (_ BitVec 4))",
            &[
                "(= z (bvadd x y #x3 z))",
                "(= z (bvsub x y))",
                "(= z (bvmul x y))",
                "(= z (bvneg (bvnot x)))",
                "(= z (bvand x y #b1010))",
                "(= z (bvor x y))",
                "(= z (bvxor x y))",
                "(= z (bvnand x y))",
                "(= z (bvnor x y))",
                "(= z (bvxnor x y))",
                "(= z (bvudiv x y))",
                "(= z (bvurem x y))",
                "(= z (bvsdiv x y))",
                "(= z (bvsrem x y))",
                "(= z (bvsmod x y))",
                "(= z (bvudiv_i x y))",
                "(= z (bvurem_i x y))",
                "(= z (bvsdiv_i x y))",
                "(= z (bvsrem_i x y))",
                "(= z (bvsmod_i x y))",
                "(= z (bvshl x y))",
                "(= z (bvlshr x y))",
                "(= z (bvashr x y))",
                "(bvult x y)",
                "(bvule x y)",
                "(bvugt x y)",
                "(bvuge x y)",
                "(bvslt x y)",
                "(bvsle x y)",
                "(bvsgt x y)",
                "(bvsge x y)",
                "(= #b1 (bvcomp x y))",
                "(= z ((_ extract 5 2) (concat x y)))",
                "(= (concat x y z) #x1a2)",
                "(= z ((_ rotate_left 1) x))",
                "(= z ((_ rotate_right 7) x))",
                "(= ((_ zero_extend 2) x) ((_ sign_extend 2) y))",
                "(= ((_ repeat 3) x) (concat y z x))",
                "(bvnego x)",
                "(bvuaddo x y)",
                "(bvsaddo x y)",
                "(bvusubo x y)",
                "(bvssubo x y)",
                "(bvumulo x y)",
                "(bvsmulo x y)",
                "(bvsdivo x y)",
                "(= z (_ bv9 4))",
                "(= z (_ bv25 4))",
                "(= (bv2nat x) (+ 3 (bv2nat y)))",
                "(= z ((_ int2bv 4) (+ (bv2nat x) 3)))",
                "(distinct x y z)",
            ],
        ),
        (
            "(a (Array Int Int)) (b (Array Int (Array Int Bool))) (i Int)",
            &[
                "(= a (store a i (select a (+ i 1))))",
                "(select (select b i) (select a i))",
                "(= a ((as const (Array Int Int)) 7))",
                "(= b (store b i (store (select b i) 2 true)))",
                "(= a (store (store a 1 2) 3 4))",
                "(distinct a (store a i 5))",
            ],
        ),
    ];
    let mut scripts = Vec::new();
    let mut texts = Vec::new();
    for &(vars, expressions) in groups {
        let sorts = vars_to_sorts(vars);
        for &expression in expressions {
            let names: Vec<String> = names_of(vars);
            // Where the judge does not know the function: another way to say it.
            let (expression, judged) = expression.split_once(" ## ").unwrap_or((expression, expression));
            let script = format!(
                "(declare-fun p ({sorts}) Bool)(assert (forall ({vars}) (=> {expression} (p {}))))",
                names.join(" ")
            );
            let script = read(script.as_bytes()).unwrap_or_else(|error| panic!("{error}: {expression}"));
            let [clause] = &script.system.clauses[..] else {
                panic!("{expression} became {} clauses", script.system.clauses.len());
            };
            let constraint = constraint_text(&script, clause, &names);
            let consts: String =
                split_vars(vars).into_iter().map(|(name, sort)| format!("(declare-const {name} {sort})")).collect();
            scripts.push(format!("{consts}(assert (not (= {judged} {constraint})))(check-sat)"));
            texts.push(format!("{expression} read as {constraint}"));
        }
    }
    for (answer, text) in ask(&scripts).iter().zip(texts) {
        assert_eq!(answer, "unsat", "{text}");
    }
}

/// The constraint as a closed formula: variables that the reader made of inner quantifiers are quantified again.
fn constraint_text(script: &Script, clause: &Clause, names: &[String]) -> String {
    let mut spelling = Names::user(&script.store, &script.system);
    let inner: Vec<String> = (names.len()..clause.vars.len()).map(|i| format!("inner{i}")).collect();
    spelling.set_vars(names.iter().cloned().chain(inner.iter().cloned()));
    let text = print::term_text(&script.store, clause.constraint, &spelling);
    if inner.is_empty() {
        return text;
    }
    let bindings: Vec<String> = inner
        .iter()
        .zip(&clause.vars[names.len()..])
        .map(|(name, &sort)| format!("({name} {})", spelling.sort(&script.store, sort)))
        .collect();
    format!("(exists ({}) {text})", bindings.join(" "))
}

fn split_vars(vars: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut symbols = symbol::Symbols::new();
    let text = format!("({vars})");
    // Parsed with our own reader: sorts are nested lists.
    let text: &'static str = Box::leak(text.into_boxed_str());
    let mut tree = sexpr::Tree::default();
    assert_eq!(sexpr::Reader::new(text).read(&mut symbols, &mut tree), Ok(true));
    for var in tree.children(sexpr::Tree::ROOT) {
        let [name, sort] = tree.exactly(var).expect("a name and a sort");
        found.push((tree.span(name).text(text).to_owned(), tree.span(sort).text(text).to_owned()));
    }
    found
}

fn vars_to_sorts(vars: &str) -> String {
    split_vars(vars).into_iter().map(|var| var.1).collect::<Vec<_>>().join(" ")
}

fn names_of(vars: &str) -> Vec<String> {
    split_vars(vars).into_iter().map(|var| var.0).collect()
}
