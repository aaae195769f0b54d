//! Small texts that mean something huge: an answer or a message in seconds, whatever the tree behind a shared graph
//! would be.

mod common;

use common::run_text;
use std::fmt::Write;
use std::time::Duration;

/// More than enough on a loaded machine; what blows up does not end at all.
const LIMIT: Duration = Duration::from_secs(60);
const HEAD: &str = "(set-logic HORN)\n";
const TREES: &str = "(declare-datatypes ((T 0)) (((leaf (v Int)) (node (l T) (r T)))))\n";

/// The first line of the answer to a script, which must come in time.
fn answer(name: &str, body: &str) -> String {
    answer_with(&["--timeout=50"], name, body)
}

/// The same with these options.
fn answer_with(options: &[&str], name: &str, body: &str) -> String {
    let options = [options, &["--model", "--refutation"]].concat();
    let output = run_text(&options, &format!("{HEAD}{body}(check-sat)\n"));
    assert!(output.time < LIMIT, "{name}: {:?}", output.time);
    assert!(!output.stderr.contains("overflowed") && !output.stderr.contains("panicked"), "{name}: {}", output.stderr);
    match output.code {
        Some(0) => output.stdout.lines().next().unwrap_or_default().to_string(),
        _ => output.stderr.lines().next().unwrap_or_default().to_string(),
    }
}

/// `let`s that bind `name`1 … `name`count, each by `step` of the one before (`@`).
fn chain(name: &str, count: usize, step: &str) -> String {
    (0..count).fold(String::new(), |mut text, i| {
        let _ = write!(text, "(let (({name}{} {})) ", i + 1, step.replace('@', &format!("{name}{i}")));
        text
    })
}

fn close(count: usize) -> String {
    ")".repeat(count)
}

#[test]
fn products_are_not_multiplied_out() {
    let squares = chain("y", 40, "(* @ @)");
    let end = "(assert (forall ((x Int)) (=> (and (p x) (< x (- 5))) false)))\n";
    for (name, clause) in [
        ("a variable", format!("(forall ((y0 Int)) (=> {squares} (> y40 3){} (p y0)))", close(40))),
        ("a constant", format!("(forall ((z Int)) (=> (let ((y0 3)) {squares} (> y40 z){} (p z)))", close(41))),
        (
            "a known variable",
            format!("(forall ((y0 Int)) (=> (and (= y0 2) {squares} (> y40 3){}) (p y0)))", close(40)),
        ),
    ] {
        // Nobody decides the first one: its time is all that is used.
        let body = format!("(declare-fun p (Int) Bool)\n(assert {clause})\n{end}");
        let text = answer_with(&["--timeout=8"], name, &body);
        assert!(["sat", "unsat", "unknown"].contains(&text.as_str()), "{name}: {text}");
    }
}

#[test]
fn shared_constructor_graphs_are_compared_once() {
    let graphs = chain("a", 40, "(node @ @)") + &chain("b", 40, "(node @ @)");
    let equal = format!(
        "{TREES}(declare-fun p (T T) Bool)\n(assert (p (leaf 1) (leaf 2)))\n\
         (assert (forall ((a0 T) (b0 T)) (=> (and (p a0 b0) {graphs} (= a40 b40){}) false)))\n",
        close(80)
    );
    assert_eq!(answer("equality", &equal), "sat");
    let values = format!(
        "{TREES}(declare-fun p (T T) Bool)\n\
         (assert (forall ((a0 T) (b0 T)) (=> (and (= a0 (leaf 1)) (= b0 (leaf 1))) {graphs} (p a40 b40){})))\n\
         (assert (forall ((x T) (y T)) (=> (and (p x y) ((_ is node) x) (= x y)) false)))\n",
        close(80)
    );
    assert_eq!(answer("values", &values), "unsat");
}

/// Z3 4.8 to 5.4 does not come to an end at the declaration of one constant of such a sort, so there is no independent
/// check.
#[test]
fn towers_of_datatypes_are_not_taken_apart() {
    // Each datatype twice in the next one: the least value is a tree of 2^300 nodes.
    let mut towers = String::from("(declare-datatypes ((D0 0)) (((c0 (f0 Int) (g0 Int)))))\n");
    for i in 1..300 {
        let _ = writeln!(towers, "(declare-datatypes ((D{i} 0)) (((c{i} (f{i} D{0}) (g{i} D{0})))))", i - 1);
    }
    let towers = format!("{towers}(declare-fun p (D299) Bool)\n(assert (forall ((x D299)) (p x)))\n");
    assert_eq!(answer_with(&["--check=off", "--timeout=50"], "a tower of datatypes, sat", &towers), "sat");
    let refuted = format!("{towers}(assert (forall ((x D299)) (=> (p x) false)))\n");
    assert_eq!(answer_with(&["--check=off", "--timeout=50"], "a tower of datatypes, unsat", &refuted), "unsat");
}

#[test]
fn long_chains_of_stores_are_linear() {
    for (name, count, index) in [
        ("rising", 5_000, &(|i| i) as &dyn Fn(i64) -> i64),
        ("falling", 5_000, &|i| 30_000 - i),
        ("mixed", 20_000, &|i| i * 7_919 % 20_011),
    ] {
        let mut chain = "(store ".repeat(count as usize) + "((as const (Array Int Int)) 0)";
        for i in 0..count {
            let _ = write!(chain, " {} {})", index(i), i + 1);
        }
        let body = format!(
            "(declare-fun p ((Array Int Int)) Bool)\n(assert (p {chain}))\n\
             (assert (forall ((a (Array Int Int))) (=> (and (p a) (= (select a {}) 78)) false)))\n",
            index(77)
        );
        let text = answer(name, &body);
        assert!(["unsat", "unknown"].contains(&text.as_str()), "{name}: {text}");
    }
}

#[test]
fn datatypes_without_end_are_refused() {
    for body in [
        "(declare-datatypes ((T 1)) ((par (X) ((nil) (node (v X) (n (T (T X))))))))\n",
        "(declare-datatypes ((P 2) (T 1)) ((par (X Y) ((pair (fst X) (snd Y)))) (par (X) ((nil) (node (v X) (n (T (P X X))))))))\n",
        "(declare-datatypes ((T 1)) ((par (X) ((nil) (node (v X) (n (T (Array X X))))))))\n",
    ] {
        let text =
            answer(body, &format!("{body}(declare-fun p ((T Int)) Bool)\n(assert (forall ((x (T Int))) (p x)))\n"));
        assert!(text.contains("infinitely many instances"), "{text}");
    }
}

#[test]
fn deep_values_are_no_stack_overflow() {
    let deep = format!(
        "(declare-datatypes ((L 0)) (((nil) (cons (h Int) (t L)))))\n(declare-fun p (L) Bool)\n(assert (p {}nil{}))\n",
        "(cons 1 ".repeat(100_000),
        close(100_000)
    );
    let query = |test: &str| format!("{deep}(assert (forall ((x L)) (=> (and (p x) ((_ is {test}) x)) false)))\n");
    assert_eq!(answer("a long list, unsat", &query("cons")), "unsat");
    assert_eq!(answer("a long list, sat", &query("nil")), "sat");
}

#[test]
fn many_of_anything_is_read() {
    let count = 50_000;
    let vars: String = (0..count).map(|i| format!("(x{i} Int)")).collect();
    let order: String = (1..count).map(|i| format!("(< x{} x{i})", i - 1)).collect();
    let facts: String = (0..count).map(|i| format!("(assert (p {i}))\n")).collect();
    let sums = chain("x", count, "(+ @ 1)");
    let nots = "(not ".repeat(count) + "(p 1)" + &close(count);
    for (name, body) in [
        ("facts", facts),
        ("variables", format!("(assert (forall ({vars}) (p x5)))\n")),
        ("conjuncts", format!("(assert (forall ({vars}) (=> (and {order}) (p x5))))\n")),
        ("lets", format!("(assert (forall ((x0 Int)) {sums}(p x{count}){}))\n", close(count))),
        ("negations", format!("(assert {nots})\n")),
    ] {
        let body = format!("(declare-fun p (Int) Bool)\n{body}");
        assert_eq!(answer(name, &body), "sat", "{name}");
    }
}

#[test]
fn shared_formulas_stay_shared() {
    for (name, step, sort) in [
        ("ite", "(ite (> x 3) (+ @ 1) (- @ 1))", "Int"),
        ("xor", "(xor @ (= @ (> x 3)))", "Bool"),
        ("and or", "(and (or @ (> x 3)) (or @ (< x 3)))", "Bool"),
        ("quantifier", "(exists ((z Int)) (and (= z (+ x 3)) @ (or @ (> z 3))))", "Bool"),
        ("concat", "((_ extract 7 0) (concat @ @))", "(_ BitVec 8)"),
    ] {
        let steps = chain("y", 40, step);
        let body = format!(
            "(declare-fun p (Int {sort}) Bool)\n(assert (forall ((x Int) (y0 {sort})) {steps}(p x y40){}))\n",
            close(40)
        );
        assert_eq!(answer(name, &body), "sat", "{name}");
        let query = "(assert (forall ((x Int) (y @)) (=> (p x y) false)))\n".replace('@', sort);
        assert_eq!(answer(name, &format!("{body}{query}")), "unsat", "{name}");
    }
}
