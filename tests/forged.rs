//! Certificates made to deceive the independent checker: each would be accepted if one obligation were left out,
//! simplified or taken on trust. Beside every forgery stands what differs from it in the decisive point and is right.

mod common;

use common::{run_text, smt_binary};
use horn_checker::{Accepted, Limits, Options, Rejection, SmtSolver, check};
use std::time::{Duration, Instant};

const LIST: &str = "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))";
const OPTION: &str = "(declare-datatypes ((Opt 1)) ((par (T) ((none) (some (get T))))))";

fn checked(script: &str, answer: &str) -> Result<Accepted, Rejection> {
    let binary = smt_binary().path.to_string_lossy().into_owned();
    let deadline = Instant::now() + Duration::from_secs(60);
    let limits = Limits { deadline: Some(deadline), ..Limits::default() };
    check(script, answer, &Options { solvers: vec![SmtSolver::new(&binary)], limits })
}

fn accepted(script: &str, answer: &str) {
    let result = checked(script, answer);
    assert!(result.is_ok(), "{script}\n{answer}\n{result:?}");
}

fn rejected(script: &str, answer: &str) {
    let result = checked(script, answer);
    assert!(result.is_err(), "{script}\n{answer}\n{result:?}");
}

/// Rejected because of what the text says there.
fn unreadable(script: &str, answer: &str, message: &str) {
    match checked(script, answer) {
        Err(Rejection::Unreadable(found)) if found.contains(message) => {}
        result => panic!("{script}\n{answer}\n{result:?}"),
    }
}

/// A value of another sort makes a false instance of a true assertion.
#[test]
fn values_have_the_sorts_of_their_variables() {
    for (assertion, wrong) in [
        ("(forall ((x Int)) (=> (and (> x 0) (< x 1)) false))", "(x 0.5)"),
        ("(forall ((x Int)) (=> (and (> x 0) (< x 1)) false))", "(x (/ 1 2))"),
        ("(forall ((x Bool) (y Bool) (z Bool)) (not (distinct x y z)))", "(x 1) (y 2) (z 3)"),
        ("(forall ((x Bool) (y Bool) (z Bool)) (not (distinct x y z)))", "(x #b00) (y #b01) (z #b10)"),
        (
            "(forall ((x (_ BitVec 1)) (y (_ BitVec 1)) (z (_ BitVec 1))) (not (distinct x y z)))",
            "(x #x0) (y #x1) (z #x2)",
        ),
    ] {
        rejected(&format!("(assert {assertion})"), &format!("unsat ((step 1 false :assertion 1 :values ({wrong})))"));
    }
    let script = "(declare-datatypes ((R 0)) (((r (f Real)))))
        (assert (forall ((x R) (a (Array Int Real))) (not (= (f x) (select a 0)))))";
    let values = "((x (r 0.5)) (a ((as const (Array Int Real)) 0.5)))";
    accepted(script, &format!("unsat ((step 1 false :assertion 1 :values {values}))"));
}

/// What is no single token for everybody, and lists that are none.
#[test]
fn numbers_and_lists_are_what_they_are() {
    let script = "(declare-fun c () Int)(assert (forall ((x Int)) (= (+ x 1) (- x (- 1)))))";
    for values in ["((x 1c))", "((x 1.))", "((x #b2))", "((x 1.0.0))", "c", "((x))"] {
        rejected(script, &format!("unsat ((step 1 false :assertion 1 :values {values}))"));
    }
}

/// A recursive function of the answer that is called like one of a theory says nothing about this.
#[test]
fn symbols_of_theories_keep_their_meaning() {
    let script = format!(
        "{LIST}(declare-fun p (Int) Bool)
         (assert (forall ((x Int) (a (Array Int Int)))
           (=> (and (not (= x (- 1))) (= (+ x (abs x)) (select a 2)) (= (to_real x) 1.0)) (p x))))
         (assert (forall ((x Int)) (=> (p x) false)))"
    );
    for symbol in ["not", "=", "+", "select", "abs", "to_real", "and"] {
        let forged = format!("(define-fun-rec {symbol} ((l L)) Bool false)");
        rejected(&script, &format!("sat ((define-fun p ((x Int)) Bool false) {forged})"));
    }
    let script = format!(
        "{OPTION}(declare-fun p (Int) Bool)(assert (forall ((x (Opt Int))) (=> ((_ is some) x) (p 0))))
         (assert (forall ((x Int)) (=> (p x) false)))"
    );
    let forged = "(define-fun-rec is-some ((l (Opt Int))) Bool false)";
    rejected(&script, &format!("sat ((define-fun p ((x Int)) Bool false) {forged})"));
    // No script and no answer gives these a meaning.
    for declared in [
        "(define-fun false () Bool true)",
        "(declare-fun true () Bool)",
        "(declare-var true Bool)",
        "(define-fun-rec not ((b Bool)) Bool b)",
        "(define-fun and ((a Bool) (b Bool)) Bool (or a b))",
        "(declare-datatypes ((T 0)) (((true) (not (distinct Int)))))",
        "(assert (! (= 0 0) :named true))",
    ] {
        let script = format!("{declared}(declare-fun p (Int) Bool)(assert (forall ((x Int)) (p x)))");
        rejected(&script, "unsat ((step 1 false :assertion 1 :values ((x 0))))");
        unreadable(&script, "sat ((define-fun p ((x Int)) Bool true))", "is a symbol of the theory");
    }
    let script = "(declare-fun p (Int) Bool)(assert (p 0))";
    for declared in ["(define-fun not ((b Bool)) Bool b)", "(define-fun-rec ite ((b Bool)) Bool b)"] {
        let answer = format!("sat ({declared}(define-fun p ((x Int)) Bool true))");
        unreadable(script, &answer, "is a symbol of the theory");
    }
    unreadable(script, "sat ((define-fun p ((x Int)) Bool (! (= 0 0) :named false)))", "is a symbol of the theory");
}

/// A definition applied to an argument that uses it: the inner quantifier's variable is not the outer one's.
#[test]
fn variables_bound_twice_are_kept_apart() {
    let f = "(define-fun f ((x Bool)) Bool (forall ((i Int)) (= x (> i 0))))";
    rejected(&format!("{f}(assert (f (f true)))"), "sat ()");
    accepted(&format!("{f}(assert (not (f (f true))))"), "sat ()");
    accepted(&format!("{f}(assert (f (f true)))"), "unsat ((step 1 false :assertion 1))");
    // A script's definition around an atom, and in the definition that takes the atom's place.
    let script = "(define-fun f ((x Int) (b Bool)) Bool (forall ((i Int)) (=> (> i x) (= b (> i 5)))))
        (declare-fun p (Int) Bool)(assert (=> (f 3 (p 4)) false))(assert (f 5 (p 5)))(assert (not (f 5 (not (p 5)))))";
    accepted(script, "sat ((define-fun p ((x Int)) Bool (= x 5)))");
    accepted(script, "sat ((define-fun p ((x Int)) Bool (not (f x false))))");
    rejected(script, "sat ((define-fun p ((x Int)) Bool (f x false)))");
    let script = "(define-fun f ((x Int)) Bool (forall ((i Int)) (= (> x 0) (> i 0))))
        (declare-fun p (Int) Bool)(assert (p 0))
        (assert (forall ((x Int)) (=> (p x) (f (ite (f 1) 1 0)))))";
    rejected(script, "sat ((define-fun p ((x Int)) Bool true))");
}

/// An equation that no function satisfies has every consequence, however the call in it is spelled.
#[test]
fn recursive_functions_exist() {
    let script = format!("{LIST}(declare-fun p (L) Bool)(assert (p nil))(assert (=> (p nil) false))");
    for call in ["(f l)", "((as f Int) l)"] {
        let function = format!("(define-fun-rec f ((l L)) Int (ite ((_ is nil) l) (+ 1 {call}) 0))");
        rejected(&script, &format!("sat ({function}(define-fun p ((l L)) Bool (= (f l) (f l))))"));
        let forged =
            format!("sat ({function}(define-fun p ((l L)) Bool (and ((_ is nil) l) (= (f nil) (+ 1 (f nil))))))");
        rejected(&script, &forged);
    }
    let script = |parameters: &str, body: &str, call: &str| {
        format!(
            "(define-fun-rec f ({parameters}) Int {body})(declare-fun p (Int) Bool)(assert (p 0))
             (assert (=> (p 0) (= {call} 5)))"
        )
    };
    let model = "sat ((define-fun p ((x Int)) Bool true))";
    rejected(&script("(x Int)", "(+ (f x) 1)", "(f 0)"), model);
    // Such an equation refutes nothing, either.
    let found = checked(
        "(define-fun-rec f ((l Int)) Bool (not (f l)))(declare-fun p (Int) Bool)(assert (=> (f 0) (p 0)))",
        "unsat ((step 1 false :assertion 1))",
    );
    assert!(matches!(found, Err(Rejection::Malformed(_))), "{found:?}");
    let bounds = "(a (Array Int Int)) (l Int) (u Int)";
    for (body, good) in [
        ("(ite (>= l u) 5 (+ 0 (f a (+ l 1) u)))", true),
        ("(ite (< l u) (+ 0 (f a l (- u 1))) 5)", true),
        ("(ite (>= l u) (+ 1 (f a (+ l 1) u)) 5)", false),
        ("(ite (>= l u) 5 (+ 1 (f a (+ l 0) u)))", false),
        ("(ite (>= l u) 5 (+ 1 (f a (+ l 1) (+ u 1))))", false),
    ] {
        let result = checked(&script(bounds, body, "(f ((as const (Array Int Int)) 0) 3 3)"), model);
        let found = matches!(result, Err(Rejection::Malformed(_)));
        assert_eq!(found, !good, "{body}: {result:?}");
    }
}

#[test]
fn definitions_and_applications_have_their_sorts() {
    let model = "sat ((define-fun p ((x Int)) Bool true))";
    rejected("(declare-fun p (Int) Bool)(assert (p 1 2))", model);
    let script = "(declare-fun p (Int) Bool)(assert (p 1))(assert (forall ((x Int)) (=> (p x) (> x 0))))";
    rejected(script, "sat ((define-fun h () Int 0.5) (define-fun p ((x Int)) Bool (> x h)))");
    accepted(script, "sat ((define-fun h () Int 0) (define-fun p ((x Int)) Bool (> x h)))");
    // An index whose sort is not known at sight is not taken for an integer: `2 * i` is never 3.
    let script = format!(
        "{OPTION}(declare-fun p (Int) Bool)(assert (p 0))
         (assert (forall ((o (Opt Real)) (a (Array Real Int)) (x Int))
           (=> (and (p x) (= (get o) 0.5) (= (select a (+ 1 (get o))) 3)) false)))"
    );
    rejected(&script, "sat ((define-fun p ((x Int)) Bool (forall ((i Int)) (not (= (* 2 i) 3)))))");
}

/// Scripts that the solver reads are read by the checker as well: a verdict comes out.
#[test]
fn spellings_that_the_solver_reads() {
    for (script, verdict) in [
        ("(declare-fun check-sat (Int) Bool)(assert (check-sat 3))(assert (not (check-sat 3)))".to_string(), "unsat"),
        ("(declare-fun exit () Bool)(assert exit)".to_string(), "sat"),
        ("\u{feff}(assert false)".to_string(), "unsat"),
        (
            format!(
                "{OPTION}(declare-fun p (Int) Bool)
                 (assert (forall ((o (Opt Int))) (=> ((_ is (some (Int) (Opt Int))) o) (p (get o)))))(assert (not (p 3)))"
            ),
            "unsat",
        ),
        // A first constructor without parentheses, which the notation before SMT-LIB 2.6 has as well.
        (
            "(declare-datatypes ((nat 0)) ((z (s (tail nat)))))(declare-fun p (nat) Bool)(assert (p z))
             (assert (forall ((n nat)) (=> (p n) (p (s (s n))))))(assert (not (p (s z))))"
                .to_string(),
            "sat",
        ),
        (
            "(declare-datatypes (T) ((L nil (cons (hd T) (tl (L T))))))(declare-fun p ((L Int)) Bool)
             (assert (forall ((l (L Int))) (=> ((_ is nil) (tl l)) (p l))))(assert (not (p (cons 1 (as nil (L Int))))))"
                .to_string(),
            "unsat",
        ),
        // Z3 knows testers of the instances only that it has met.
        (
            format!(
                "{LIST}{OPTION}(declare-fun p ((Opt L)) Bool)(assert (p (some nil)))
                 (assert (forall ((x (Opt L)) (l L)) (=> (p x) (p ((as some (Opt L)) (cons 2 l))))))
                 (assert (forall ((x (Opt L))) (=> (p x) ((_ is some) x))))"
            ),
            "sat",
        ),
        // Abbreviations of sorts in datatypes: of the name of a selector, in bars, inside of a name, with parameters.
        (
            "(define-sort x () Int)(define-sort S () x)(define-sort A (T) (Array Int T))
             (declare-datatypes ((R 0)) (((|mk S r| (x x) (f |S|) (g (A (A S)))))))(declare-fun p (R) Bool)
             (assert (forall ((a (A (A Int)))) (p (|mk S r| 1 2 a))))
             (assert (forall ((r R)) (=> (p r) (= (+ (x r) (f r) (select (select (g r) 0) 0))
                                                  (+ 3 (select (select (g r) 0) 0))))))"
                .to_string(),
            "sat",
        ),
        (
            "(declare-datatypes ((Pr 2)) ((par (S T) ((pr (fst S) (snd T))))))(define-sort P (S T) (Pr T S))
             (declare-datatypes ((B 1)) ((par (T) ((box (open (P T Int)))))))(declare-fun p ((B Bool)) Bool)
             (assert (p ((as box (B Bool)) (pr 1 true))))
             (assert (forall ((b (B Bool))) (=> (p b) (not (snd (open b))))))"
                .to_string(),
            "unsat",
        ),
        // Instances whose sorts stand nowhere.
        (
            format!(
                "{OPTION}(declare-fun p (Int) Bool)(assert (p 0))
                 (assert (forall ((y Int)) (=> (and (p y) ((_ is none) (some y))) false)))"
            ),
            "sat",
        ),
        (
            format!(
                "{OPTION}(declare-fun p (Int) Bool)(assert (p 0))
                 (assert (forall ((y Int)) (=> (and (p y) ((_ is some) (get (some (some (= y 0)))))) (not (is-none (some 0.5))))))
                 (assert (forall ((y Int)) (=> (p y) (is-none (some y)))))"
            ),
            "unsat",
        ),
        // Constructors whose sorts follow from what is around, of several instances.
        (
            "(declare-datatypes ((Mut 1)) ((par (T) ((mut (cur T) (ret T))))))
             (declare-datatypes ((List 1)) ((par (T) (nil (insert (head T) (tail (List T)))))))
             (declare-fun p ((Mut (List Int)) (List Bool)) Bool)(declare-fun q ((List (List Int))) Bool)
             (assert (forall ((x Int)) (p (mut nil (insert x nil)) nil)))
             (assert (forall ((m (Mut (List Int)))) (=> (and (p m nil) (not (= nil (ret m)))) (q (insert (cur m) nil)))))
             (assert (forall ((l (List (List Int)))) (=> (and (q l) (= (head l) nil) (= (tail l) nil)) false)))"
                .to_string(),
            "unsat",
        ),
        (
            "(declare-datatypes ((Opt 1)) ((par (T) ((none) (some (get T)) (other (flag Bool))))))
             (declare-fun p ((Opt Int) (Opt Bool)) Bool)(assert (p (other true) (other false)))
             (assert (forall ((o (Opt Int)) (b (Opt Bool))) (=> (and (p o b) (not (= o (other true)))) false)))
             (assert (forall ((o (Opt Int)) (b (Opt Bool))) (=> (p o b) (distinct b none (other true)))))"
                .to_string(),
            "sat",
        ),
        // Variables of one name and several sorts.
        (
            "(declare-fun p (Int) Bool)(assert (p 1))
             (assert (forall ((x Int)) (=> (p x) (forall ((x Real)) (=> (> x 2.5) false)))))"
                .to_string(),
            "unsat",
        ),
        (
            "(declare-fun p (Int) Bool)(declare-fun q ((Array Int Int)) Bool)(assert (p 1))
             (assert (forall ((x Int)) (=> (p x) (forall ((x (Array Int Int))) (=> (> (select x 0) 2) (q x))))))
             (assert (forall ((a (Array Int Int))) (=> (q a) (< (select a 0) 2))))"
                .to_string(),
            "unsat",
        ),
        // A selector that is called like the parameter of the size in the model.
        (
            "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (x L)))))(declare-fun p (L) Bool)(assert (p nil))
             (assert (forall ((i Int) (l L)) (=> (p l) (p (cons i (cons 1 l))))))
             (assert (forall ((i Int) (l L)) (=> (and (p l) (p (cons i l))) false)))"
                .to_string(),
            "sat",
        ),
    ] {
        let output = run_text(&["--timeout=60", "--model", "--refutation"], &script);
        assert_eq!(output.stdout.lines().next(), Some(verdict), "{script}: {output:?}");
        accepted(&script, &output.stdout);
    }
}

/// A model over two instances of a datatype, put back into the text for Z3, which does not find `(_ is none)` there.
#[test]
fn models_over_instances_can_be_read_by_z3() {
    let sort = "(Opt (Opt Int))";
    let formulas = [
        format!("(p ((as some {sort}) (as none (Opt Int))))"),
        format!("(forall ((x {sort}) (i Int)) (=> (p x) (p ((as some {sort}) ((as some (Opt Int)) i)))))"),
        format!("(forall ((x {sort})) (=> (and (p x) (= x (as none {sort}))) false))"),
    ];
    let asserted: String = formulas.iter().map(|formula| format!("(assert {formula})\n")).collect();
    let script = format!("{OPTION}(declare-fun p ({sort}) Bool)\n{asserted}");
    let output = run_text(&["--timeout=60", "--model"], &script).stdout;
    accepted(&script, &output);
    let model = output.trim().strip_prefix("sat\n(").and_then(|rest| rest.strip_suffix(')'));
    let model = model.unwrap_or_else(|| panic!("no model: {output}"));
    let text = format!("{OPTION}{model}(assert (not (and {})))(check-sat)", formulas.join(" "));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = common::write(folder.path(), "back.smt2", &text);
    let answer = std::process::Command::new(smt_binary().path).arg(file).output().expect("Z3 runs");
    assert_eq!(String::from_utf8_lossy(&answer.stdout).trim(), "unsat", "{text}");
}

/// A constructor or selector may be called like what a theory has: it is none of that, and has its own sort. Each of
/// these scripts contradicts itself as it stands, and a term of a wrong sort would make the model seem right.
#[test]
fn declared_names_come_before_those_of_theories() {
    let distinct = |sort: &str| {
        format!(
            "sat ((define-fun p ((x Int)) Bool (forall ((u {sort}) (v {sort}) (w {sort})) (not (distinct u v w)))))"
        )
    };
    for name in ["bv2nat", "bv2int", "ubv_to_int", "sbv_to_int", "div", "to_int"] {
        let script = format!(
            "(declare-datatypes ((Opt 1)) ((par (T) ((none) (some ({name} T))))))(declare-fun p (Int) Bool)(assert (p 0))
             (assert (forall ((o (Opt Real)) (a (Array Real Int)) (x Int))
               (=> (and (p x) (= ({name} o) 0.5) (= (select a (+ 1 ({name} o))) 3)) false)))"
        );
        rejected(&script, "sat ((define-fun p ((x Int)) Bool (forall ((i Int)) (not (= (* 2 i) 3)))))");
    }
    for (name, sort) in [("bvult", "Bool"), ("bvslt", "Bool"), ("bvcomp", "(_ BitVec 1)"), ("bvredor", "(_ BitVec 1)")]
    {
        let script = format!(
            "(declare-datatypes ((Opt 1)) ((par (T) ((none) (some ({name} T))))))(declare-fun p (Int) Bool)(assert (p 0))
             (assert (forall ((o (Opt Int)) (q (Opt Int)) (r (Opt Int)) (a (Array Int Int)) (x Int))
               (=> (and (p x) (= o (some 1)) (= q (some 2)) (= r (some 3))
                        (= 0 (select a ({name} o)) (select a ({name} q)) (select a ({name} r)))) false)))"
        );
        rejected(&script, &distinct(sort));
    }
    let script = "(declare-datatypes ((Pr 2)) ((par (S T) ((bvpair (fst S) (snd T))))))
        (declare-fun p (Int) Bool)(assert (p 0))
        (assert (forall ((a (Array (Pr Bool Bool) Int)) (x Int))
          (=> (and (p x) (= (select a (bvpair true true)) (select a (bvpair true false)) (select a (bvpair false true))))
              false)))";
    rejected(script, &distinct("Bool"));
    // Functions, predicates, variables, sorts of that kind: what is right stays so.
    for name in ["bvadd", "bv2nat", "select", "concat", "is-some", "const", "|-5|", "-5", "|_ bv5 8|", "str.len"] {
        let script = format!(
            "{OPTION}(declare-datatypes ((E 0)) ((({name} (val Int)) (plus (left E)))))(declare-fun p (E) Bool)
             (assert (forall ((a (Array Int Int))) (=> (= a ((as const (Array Int Int)) 3)) (p ({name} (select a 1))))))
             (assert (not (p ({name} 3))))"
        );
        let array = "((a ((as const (Array Int Int)) 3)))";
        let steps =
            format!("(step 1 (p ({name} 3)) :assertion 1 :values {array}) (step 2 false :assertion 2 :premises (1))");
        // With a constructor `select`, the script has an ill-sorted term.
        if name != "select" {
            accepted(&script, &format!("unsat ({steps})"));
        }
        rejected(&script, "sat ((define-fun p ((x E)) Bool true))");
        rejected(&script, "sat ((define-fun p ((x E)) Bool false))");
    }
}

/// `is-some` is the selector that the script declares, and no test for the constructor of another datatype.
#[test]
fn selectors_are_no_testers() {
    let lemma = "(define-fun lemma!0 () Bool true)";
    let script = format!(
        "{OPTION}(declare-datatypes ((R 0)) (((mk (is-some Bool)))))(declare-fun p (Int) Bool)
         (assert (=> (is-some (mk true)) (p 0)))(assert (not (p 0)))"
    );
    rejected(&script, &format!("sat ({lemma}(define-fun p ((x Int)) Bool false))"));
    accepted(&script, "unsat ((step 1 (p 0) :assertion 1) (step 2 false :assertion 2 :premises (1)))");
    // The same within one datatype.
    let script = "(declare-datatypes ((Opt 1)) ((par (T) ((none) (some (get T)) (other (is-some Bool))))))
        (declare-fun p (Int) Bool)
        (assert (forall ((o (Opt Int))) (=> (and ((_ is other) o) (is-some o)) (p 0))))(assert (not (p 0)))";
    rejected(script, "sat ((define-fun p ((x Int)) Bool false))");
    // Without such a selector it is the test, in bars as well.
    let script = "(declare-datatypes ((Opt 1)) ((par (T) ((none) (|so me| (get T))))))(declare-fun p (Int) Bool)
        (assert (forall ((o (Opt Int))) (=> (|is-so me| o) (p (get o)))))(assert (not (p 3)))";
    accepted(
        script,
        "unsat ((step 1 (p 3) :assertion 1 :values ((o (|so me| 3)))) (step 2 false :assertion 2 :premises (1)))",
    );
}

/// Z3 reads `-5` as a number, in bars, too: constructors that are called so are different all the same.
#[test]
fn names_that_look_like_numbers_are_names() {
    let model = "sat ((define-fun p ((x Int)) Bool false))";
    for (one, other) in [("|-5|", "|-05|"), ("|-1|", "|-1.0|"), ("-5", "|-05|")] {
        let script = format!(
            "(declare-datatypes ((D 0)) ((({one}) ({other}))))(declare-fun p (Int) Bool)
             (assert (=> (not (= {one} {other})) (p 0)))(assert (forall ((x Int)) (not (p x))))"
        );
        rejected(&script, model);
        accepted(
            &script,
            "unsat ((step 1 (p 0) :assertion 1) (step 2 false :assertion 2 :values ((x 0)) :premises (1)))",
        );
    }
    let script = "(declare-fun p (Int) Bool)(assert (p (- 5)))(assert (not (p -5)))";
    accepted(script, "unsat ((step 1 (p -5) :assertion 1) (step 2 false :assertion 2 :premises (1)))");
}

/// Lists that lack what they must begin with, and functions that lack their arguments.
#[test]
fn texts_that_end_early_are_refused() {
    for script in [
        "(declare-datatypes ((D 0)) (()))",
        "(declare-datatypes ((D 0)) ((())))",
        "(declare-datatype D (()))",
        "(declare-datatype D ())",
        "(declare-datatypes () ())",
        "(declare-datatypes () (()))",
        "(declare-datatypes (()) (()))",
    ] {
        rejected(script, "sat ()");
    }
    let script = format!("{LIST}(declare-fun p (Int) Bool)(assert (p 0))");
    let function = "(define-fun-rec f ((l L)) Int 0)";
    accepted(&script, &format!("sat ({function}(define-fun p ((x Int)) Bool (= x (f nil))))"));
    for body in ["(= x f)", "(= x (f nil nil))", "(= x (hd cons))", "((_ is nil) (cons x))"] {
        rejected(&script, &format!("sat ({function}(define-fun p ((x Int)) Bool {body}))"));
    }
    rejected(&script, "sat ((define-fun p ((x Int)) Bool (match nil ((() (= x 0))))))");
}

/// The sorts of the theories keep their meaning, and every name of a sort has one.
#[test]
fn sorts_are_declared_once() {
    let rest = "(declare-fun p (Int) Bool)(assert (forall ((x Int)) (=> (and (> x 0) (< x 1)) (p x))))
        (assert (forall ((x Int)) (not (p x))))";
    let refutation = "unsat ((step 1 (p 0.5) :assertion 1 :values ((x 0.5)))
        (step 2 false :assertion 2 :values ((x 0.5)) :premises (1)))";
    for (declared, message) in [
        ("(define-sort Int () Real)", "is a sort of a theory"),
        ("(define-sort Array (T S) T)", "is a sort of a theory"),
        ("(declare-datatypes ((Bool 0)) (((yes) (no))))", "is a sort of a theory"),
        ("(declare-datatype Int ((yes) (no)))", "is a sort of a theory"),
        ("(define-sort S () Int)(define-sort S () Real)", "is declared twice"),
        ("(define-sort S () Int)(declare-datatype S ((c)))", "is declared twice"),
        ("(declare-datatype S ((c)))(define-sort S () Int)", "is declared twice"),
        ("(declare-datatype S ((c)))(declare-datatype S ((d)))", "is declared twice"),
        ("(declare-datatypes ((S 0) (S 0)) (((c)) ((d))))", "is declared twice"),
    ] {
        unreadable(&format!("{declared}{rest}"), refutation, message);
    }
}

/// What a `match` without a case says is left open: there must be a case for every constructor.
#[test]
fn matches_cover_all_constructors() {
    let script = |cases: &str| {
        format!(
            "{LIST}{OPTION}(declare-fun p (L) Bool)(assert (forall ((l L)) (=> (match l ({cases})) (p l))))
             (assert (not (p (cons 1 nil))))"
        )
    };
    let refutation = "unsat ((step 1 (p (cons 1 nil)) :assertion 1 :values ((l (cons 1 nil))))
        (step 2 false :assertion 2 :premises (1)))";
    for cases in ["(nil true)", "((cons h t) true)", "(nil true) (nil true)", "(nil true) ((some x) true)"] {
        unreadable(&script(cases), refutation, "`match`");
    }
    for cases in ["(nil false) ((cons h t) true)", "((cons h t) true) (nil false)", "(nil false) (x true)", "(x true)"]
    {
        accepted(&script(cases), refutation);
    }
}
