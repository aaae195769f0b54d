//! Printed answers: what a checker gets that knows the text of the script and nothing else.

mod common;

use common::{counter, run, run_text, smt_binary};
use horn_benchmarks::{ada, systems};
use horn_checker::{Limits, Options, SmtSolver};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Runs on the script; the lines of the refutation.
fn refutation(script: &str) -> String {
    let output = run_text(&["--timeout=60", "--refutation"], script);
    let text = output.stdout.strip_prefix("unsat\n(\n").and_then(|text| text.strip_suffix(")\n"));
    text.unwrap_or_else(|| panic!("{output:?}")).to_string()
}

#[test]
fn steps_name_their_assertion_its_values_and_what_they_use() {
    let script = "(set-logic HORN)
        (declare-fun loop (Int Int Int) Bool)
        (assert (forall ((n Int)) (=> (= n 5) (loop 0 0 n))))
        (assert (forall ((x Int) (y Int) (n Int)) (=> (and (loop x y n) (< x n)) (loop (+ x 1) (- y 1) n))))
        (assert (forall ((x Int) (y Int) (n Int)) (=> (and (loop x y n) (= x 2)) false)))
        (check-sat)";
    let expected = "(step 1 (loop 0 0 5) :assertion 1 :values ((n 5)))\n\
        (step 2 (loop 1 (- 1) 5) :assertion 2 :values ((x 0) (y 0) (n 5)) :premises (1))\n\
        (step 3 (loop 2 (- 2) 5) :assertion 2 :values ((x 1) (y (- 1)) (n 5)) :premises (2))\n\
        (step 4 false :assertion 3 :values ((x 2) (y (- 2)) (n 5)) :premises (3))\n";
    assert_eq!(refutation(script), expected);
}

#[test]
fn values_are_terms_of_the_sorts_of_the_script() {
    let arrays = "(declare-fun p ((Array Int Int)) Bool)
        (declare-fun q ((Array Int Int) Int) Bool)
        (assert (forall ((a (Array Int Int))) (=> (= a ((as const (Array Int Int)) 0)) (p a))))
        (assert (forall ((a (Array Int Int)) (b (Array Int Int))) (=> (and (p a) (= b (store a 3 7))) (q b (select b 3)))))
        (assert (forall ((b (Array Int Int)) (v Int)) (=> (and (q b v) (= v 7)) false)))";
    let zeros = "((as const (Array Int Int)) 0)";
    let stored = format!("(store {zeros} 3 7)");
    let expected = format!(
        "(step 1 (p {zeros}) :assertion 1 :values ((a {zeros})))\n\
        (step 2 (q {stored} 7) :assertion 2 :values ((a {zeros}) (b {stored})) :premises (1))\n\
        (step 3 false :assertion 3 :values ((b {stored}) (v 7)) :premises (2))\n"
    );
    assert_eq!(refutation(arrays), expected);

    let vectors = "(declare-fun p ((_ BitVec 8) (_ BitVec 3)) Bool)
        (assert (forall ((a (_ BitVec 8))) (=> (= a #xff) (p (bvadd a #x02) #b101))))
        (assert (forall ((a (_ BitVec 8)) (b (_ BitVec 3))) (=> (and (p a b) (= a #x01)) false)))";
    let expected = "(step 1 (p #x01 #b101) :assertion 1 :values ((a #xff)))\n\
        (step 2 false :assertion 2 :values ((a #x01) (b #b101)) :premises (1))\n";
    assert_eq!(refutation(vectors), expected);

    let reals = "(declare-fun p (Real) Bool)
        (assert (forall ((x Real)) (=> (= (* 2 x) (- 3)) (p x))))
        (assert (forall ((x Real)) (=> (p x) (p (+ x 2)))))
        (assert (forall ((x Real)) (=> (and (p x) (= x 0.5)) false)))";
    let expected = "(step 1 (p (- (/ 3.0 2.0))) :assertion 1 :values ((x (- (/ 3.0 2.0)))))\n\
        (step 2 (p (/ 1.0 2.0)) :assertion 2 :values ((x (- (/ 3.0 2.0)))) :premises (1))\n\
        (step 3 false :assertion 3 :values ((x (/ 1.0 2.0))) :premises (2))\n";
    assert_eq!(refutation(reals), expected);
}

#[test]
fn constructors_of_parametric_datatypes_are_qualified() {
    let script = "(declare-datatypes ((List 1)) ((par (T) ((nil) (link (head T) (tail (List T)))))))
        (declare-datatypes ((|a pair| 0)) (((mk (|first one| Int) (second (List Bool))))))
        (declare-fun p ((List Int) |a pair|) Bool)
        (assert (forall ((l (List Int)) (r |a pair|))
          (=> (and (= l (as nil (List Int))) (= r (mk 4 (as nil (List Bool))))) (p l r))))
        (assert (forall ((l (List Int)) (r |a pair|))
          (=> (and (p l r) (= l (as nil (List Int)))) (p (link (- (|first one| r)) l) r))))
        (assert (forall ((l (List Int)) (r |a pair|)) (=> (and (p l r) ((_ is link) l)) false)))";
    let (nil, pair) = ("(as nil (List Int))", "(mk 4 (as nil (List Bool)))");
    let list = format!("((as link (List Int)) (- 4) {nil})");
    let expected = format!(
        "(step 1 (p {nil} {pair}) :assertion 1 :values ((l {nil}) (r {pair})))\n\
        (step 2 (p {list} {pair}) :assertion 2 :values ((l {nil}) (r {pair})) :premises (1))\n\
        (step 3 false :assertion 3 :values ((l {list}) (r {pair})) :premises (2))\n"
    );
    assert_eq!(refutation(script), expected);
}

#[test]
fn rules_and_queries_count_as_assertions() {
    let script = "(declare-rel p (Int Int))
        (declare-rel q (Int Bool))
        (declare-var a Int)
        (declare-var |b c| Int)
        (rule (p 1 2))
        (rule (=> (and (p a |b c|) (< a |b c|)) (q (+ a |b c|) true)))";
    let derived = "(step 1 (p 1 2) :assertion 1 :values ())\n\
        (step 2 (q 3 true) :assertion 2 :values ((a 1) (|b c| 2)) :premises (1))\n";
    let bare = "(step 3 false :assertion 3 :values ((argument!1 3) (argument!2 true)) :premises (2))\n";
    assert_eq!(refutation(&format!("{script}(query q :print-certificate true)")), format!("{derived}{bare}"));
    let formula = "(step 3 false :assertion 3 :values ((a 3)) :premises (2))\n";
    assert_eq!(refutation(&format!("{script}(query (and (q a true) (> a 2)))")), format!("{derived}{formula}"));
}

#[test]
fn predicates_of_the_reader_do_not_appear() {
    // Five disjunctions of two would make 32 clauses: each becomes a predicate of its own.
    let mut script = String::from("(declare-fun r (Int) Bool)\n");
    let (mut facts, mut parts) = (String::new(), String::new());
    for number in 0..5 {
        script += &format!("(declare-fun p{number} (Int Int) Bool)\n");
        facts += &format!("(assert (p{number} 7 {number}))\n");
        parts += &format!("(or (and (r x) (= x {number})) (exists ((y Int)) (and (p{number} x y) (< y 9))))");
    }
    script += &format!(
        "{facts}(assert (forall ((x Int)) (=> (and {parts}) (r x))))\n(assert (forall ((x Int)) (=> (r x) false)))"
    );
    let text = refutation(&script);
    assert!(!text.contains("aux"), "{text}");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 7, "{text}");
    // One list of values for each value of the five `y`.
    let lists: Vec<String> = (0..5).map(|y| format!(" :assertion 6 :values ((x 7) (y {y}))")).collect();
    assert!(lines[5].starts_with("(step 6 (r 7) :assertion 6") && lists.iter().all(|l| lines[5].contains(l)), "{text}");
    assert!(lines[5].ends_with(" :premises (1 2 3 4 5))"), "{text}");
    assert_eq!(lines[6], "(step 7 false :assertion 7 :values ((x 7)) :premises (6))");
}

#[test]
fn quantifiers_inside_have_values_too() {
    let nested = "(declare-fun p (Int) Bool)
        (declare-fun q (Int) Bool)
        (assert (p 2))
        (assert (forall ((x Int)) (=> (exists ((y Int)) (and (p y) (= x (* 3 y)) (forall ((z Int)) (distinct (* 2 z) 7)))) (q x))))
        (assert (=> (exists ((w Int)) (q w)) false))";
    let expected = "(step 1 (p 2) :assertion 1 :values ())\n\
        (step 2 (q 6) :assertion 2 :values ((x 6) (y 2)) :premises (1))\n\
        (step 3 false :assertion 3 :values ((w 6)) :premises (2))\n";
    assert_eq!(refutation(nested), expected);

    // The formula bound by `let` is opened twice, with different values.
    let shared = "(declare-fun p (Int) Bool)
        (declare-fun q (Int) Bool)
        (assert (and (p 2) (p 3)))
        (assert (forall ((x Int)) (let ((some (exists ((y Int)) (and (p y) (= y x)))))
          (=> (and some (= x 3)) (q x)))))
        (assert (forall ((x Int)) (let ((some (exists ((y Int)) (and (p y) (= y 2)))))
          (and (=> (and some (q x)) false) (=> (and (not (p x)) some) true)))))";
    let expected = "(step 1 (p 3) :assertion 1 :values ())\n\
        (step 2 (q 3) :assertion 2 :values ((x 3) (y 3)) :premises (1))\n\
        (step 3 (p 2) :assertion 1 :values ())\n\
        (step 4 false :assertion 3 :values ((x 3) (y 2)) :premises (2 3))\n";
    assert_eq!(refutation(shared), expected);
}

#[test]
fn binders_of_one_name_have_a_list_of_values_each() {
    let script = "(declare-fun p (Int) Bool)
        (declare-fun q (Int) Bool)
        (assert (p 3))
        (assert (q 5))
        (assert (forall ((x Int))
          (=> (and (= x 8) (exists ((y Int)) (and (p y) (< y x))) (exists ((y Int)) (and (q y) (< y x)))) false)))";
    let expected = "(step 1 (q 5) :assertion 2 :values ())\n\
        (step 2 (p 3) :assertion 1 :values ())\n\
        (step 3 false :assertion 3 :values ((x 8) (y 3)) :assertion 3 :values ((x 8) (y 5)) :premises (1 2))\n";
    assert_eq!(refutation(script), expected);
}

#[test]
fn names_are_quoted_where_they_must_be() {
    let script = "(declare-fun |f 1| (Int Int) Bool)
        (declare-fun |then go| (Int) Bool)
        (assert (forall ((|x y| Int) (|exists| Int)) (=> (and (= |x y| 1) (= |exists| 2)) (|f 1| |x y| |exists|))))
        (assert (forall ((|a| Int)) (=> (|f 1| |a| (+ a 1)) (|then go| a))))
        (assert (forall ((a!0 Int)) (=> (|then go| a!0) false)))";
    let expected = "(step 1 (|f 1| 1 2) :assertion 1 :values ((|x y| 1) (|exists| 2)))\n\
        (step 2 (|then go| 1) :assertion 2 :values ((a 1)) :premises (1))\n\
        (step 3 false :assertion 3 :values ((a!0 1)) :premises (2))\n";
    assert_eq!(refutation(script), expected);
}

#[test]
fn a_fact_that_is_used_twice_is_one_premise() {
    let script = "(declare-fun p (Int Int) Bool)
        (assert (forall ((x Int)) (=> (= x 4) (p x x))))
        (assert (forall ((x Int) (y Int)) (=> (and (p x x) (p x y) (p y x)) false)))";
    let expected = "(step 1 (p 4 4) :assertion 1 :values ((x 4)))\n\
        (step 2 false :assertion 2 :values ((x 4) (y 4)) :premises (1))\n";
    assert_eq!(refutation(script), expected);
}

/// Whether the answer to a script is confirmed.
fn confirmed(script: &Path, answer: &str) -> Result<(), String> {
    let solvers = vec![SmtSolver::new(&smt_binary().path.display().to_string())];
    let text = std::fs::read_to_string(script).expect("the file can be read");
    let options = Options { solvers, limits: Limits::default() };
    horn_checker::check(&text, answer, &options)
        .map(|_| ())
        .map_err(|why| format!("{}: {why}\n{answer}", script.display()))
}

/// Some of our own systems: three of each folder and verdict. What is printed without any check of the program's is
/// confirmed.
#[test]
fn answers_are_confirmed_from_the_texts_alone() {
    let mut met: BTreeMap<(String, String), usize> = BTreeMap::new();
    let mut checked = 0;
    for entry in systems::manifest().expect("the manifest is good") {
        // The checker does not read the datatypes of SMT-LIB 2.5.
        let folder = entry.file.split('/').next().unwrap_or_default().to_string();
        let count = met.entry((folder, format!("{:?}", entry.expected))).or_default();
        if *count == 3 || entry.file == "adt/old-syntax-unsafe.smt2" {
            continue;
        }
        *count += 1;
        let args = ["--timeout=10", "--no-certify", "--model", "--refutation"].map(PathBuf::from);
        let output = run(&[&args[..], std::slice::from_ref(&entry.path)].concat());
        if output.stdout == "unknown\n" {
            continue;
        }
        confirmed(&entry.path, &output.stdout).unwrap_or_else(|why| panic!("{why}"));
        checked += 1;
    }
    assert!(checked >= 35, "only {checked} have an answer");
}

#[test]
fn a_changed_answer_is_not_confirmed() {
    let folder = tempfile::tempdir().expect("a folder");
    for (bad, from, to) in
        [(3, "(x 1) (y 2)", "(x 1) (y 3)"), (3, "(step 1 (P 0 0)", "(step 1 (P 0 1)"), (32, "0", "1")]
    {
        let file = common::write(folder.path(), "counter.smt2", counter(bad));
        let answer = run(&["--model".as_ref(), "--refutation".as_ref(), file.as_os_str()]).stdout;
        confirmed(&file, &answer).unwrap_or_else(|why| panic!("{why}"));
        assert!(answer.contains(from), "{answer}");
        assert!(confirmed(&file, &answer.replace(from, to)).is_err(), "{answer}");
    }
}

/// Inputs that are no plain SMT-LIB: the answer is about the dump.
#[test]
fn dumps_of_every_language_go_with_their_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let dump = folder.path().join("dump.smt2");
    let option = format!("--dump-smt={}", dump.display());
    for name in ["count.horn", "safe.horn", "count.nts", "calls.nts", "heap.smt2", "heap-unsafe.smt2", "heap-two.smt2"]
    {
        let file = format!("tests/eld/{name}");
        let output = run(&["--timeout=30", "--no-certify", "--model", "--refutation", &option, &file]);
        assert!(output.stdout.contains("sat\n("), "{name}: {output:?}");
        confirmed(&dump, &output.stdout).unwrap_or_else(|why| panic!("{name}: {why}"));
    }
}

#[test]
fn systems_of_a_program_are_kept_with_their_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let kept = folder.path().join("systems");
    let option = format!("--dump-smt={}/", kept.display());
    let program = ada::folder().join("simple/add_bounded.adb").display().to_string();
    let output = run(&["--frontend=ada", &option, &program]);
    assert_eq!(output.code, Some(0), "{output:?}");
    let files: Vec<PathBuf> =
        std::fs::read_dir(&kept).expect("it was made").flatten().map(|entry| entry.path()).collect();
    let scripts: Vec<&PathBuf> = files.iter().filter(|file| file.extension().is_some_and(|e| e == "smt2")).collect();
    assert!(!scripts.is_empty() && files.len() == 2 * scripts.len(), "{files:?}");
    for script in scripts {
        let answer = std::fs::read_to_string(script.with_extension("answer")).expect("it is there");
        confirmed(script, &answer).unwrap_or_else(|why| panic!("{why}"));
    }
}

/// What a model needs besides the predicates gets a name that the script does not use.
#[test]
fn names_of_a_model_are_new_in_the_script() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = "(set-logic HORN)
        (declare-datatypes ((L 0)) (((nil) (link (head Int) (tail L)))))
        (define-fun A () Int 1)
        (define-fun size!0 ((x Int)) Int x)
        (declare-fun |p q| (L Int) Bool)
        (assert (|p q| nil 0))
        (assert (forall ((l L) (n Int) (x Int)) (=> (|p q| l n) (|p q| (link x l) (+ n A)))))
        (assert (forall ((l L) (n Int) (m Int)) (=> (and (|p q| l n) (|p q| l m)) (= (size!0 n) m))))";
    let file = common::write(folder.path(), "sizes.smt2", script);
    let answer = run(&["--timeout=60".as_ref(), "--model".as_ref(), file.as_os_str()]).stdout;
    assert!(answer.contains("(define-funs-rec ((size!0! "), "{answer}");
    confirmed(&file, &answer).unwrap_or_else(|why| panic!("{why}"));
}

/// Constructors that are called like numbers are printed in bars, and answers with them are confirmed.
#[test]
fn names_that_look_like_numbers_are_quoted() {
    let script = |body: &str| {
        format!(
            "(declare-datatypes ((D 0)) (((|-5|) (|-05|) (-1.0 (-7 Int)))))(declare-fun p (D D) Bool)
             (assert (p |-5| (|-1.0| 2)))(assert (forall ((x D) (y D)) (=> {body} false)))"
        )
    };
    let expected = "(step 1 (p |-5| (|-1.0| 2)) :assertion 1 :values ())\n\
        (step 2 false :assertion 2 :values ((x |-5|) (y (|-1.0| 2))) :premises (1))\n";
    assert_eq!(refutation(&script("(and (p x y) (= (-7 y) 2))")), expected);
    let output = run_text(&["--timeout=60", "--model"], &script("(p x x)"));
    assert!(output.stdout.starts_with("sat\n"), "{output:?}");
}
