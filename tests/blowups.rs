//! Small texts that mean something huge, and huge texts: an answer or a message in seconds, whatever the tree behind a
//! shared graph would be, and in less than four gigabytes.

mod common;

use common::{hornsolve, read_all, run_text};
use std::fmt::Write;
use std::io::Write as _;
use std::process::Stdio;
use std::time::{Duration, Instant};

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

/// More than we may hold, in kilobytes.
const MEMORY: u64 = 4 << 20;

/// Runs on a script that is huge in one way, which nobody has to decide: the answer is the expected one or `unknown`,
/// and comes in time and memory.
fn within_bounds(name: &str, body: &str, expected: &str) {
    let start = Instant::now();
    let mut child = hornsolve(&["--timeout=8", "-"]).stdin(Stdio::piped()).spawn().expect("hornsolve starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let text = format!("{HEAD}{body}(check-sat)\n");
    // Who stops early does not read everything.
    let writer = std::thread::spawn(move || drop(stdin.write_all(text.as_bytes())));
    let mut peak = 0;
    let code = loop {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let held = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse().ok());
        peak = held.unwrap_or(0).max(peak);
        if let Some(status) = child.try_wait().expect("a child of ours") {
            break status.code();
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    writer.join().expect("no panic");
    let answer = read_all(&mut child);
    assert_eq!(code, Some(0), "{name}");
    assert!([expected, "unknown"].contains(&answer.trim()), "{name}: {answer}");
    assert!(start.elapsed() < LIMIT, "{name}: {:?}", start.elapsed());
    assert!(peak > 0 && peak < MEMORY, "{name}: {peak} kB");
}

/// What `part` makes of the numbers below `count`.
fn list(count: usize, part: impl Fn(usize) -> String) -> String {
    (0..count).map(part).collect()
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
        // What is not linear does not end; who reads the chain need not decide it.
        let text = answer_with(&["--timeout=10"], name, &body);
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

#[test]
fn five_thousand_arguments() {
    let count = 5_000;
    let (vars, same) = (list(count, |i| format!("(x{i} Int)")), list(count, |i| format!(" x{i}")));
    let declared = format!("(declare-fun p ({}) Bool)\n", "Int ".repeat(count));
    let fact = |parts: String| format!("(assert (forall ({vars}) (=> (and{parts}) (p{same}))))\n");
    let step = |args: String| format!("(assert (forall ({vars}) (=> (and (p{same}) (< x0 100)) (p{args}))))\n");
    let query = |part: &str| format!("(assert (forall ({vars}) (=> (and (p{same}) {part}) false)))\n");
    let counters = fact(list(count, |i| format!("(= x{i} {i})"))) + &step(list(count, |i| format!(" (+ x{i} 1)")));
    let rotated =
        fact(list(count, |i| format!("(>= x{i} 0)"))) + &step(list(count, |i| format!(" x{}", (i + 1) % count)));
    for (name, clauses, bad, expected) in [
        ("counters, sat", &counters, "(> x0 x4999)", "sat"),
        ("counters, unsat", &counters, "(< x0 x4999)", "unsat"),
        ("rotated", &rotated, "(< x7 0)", "sat"),
    ] {
        within_bounds(name, &format!("{declared}{clauses}{}", query(bad)), expected);
    }
}

#[test]
fn a_million_clauses() {
    let count = 1_000_000;
    let facts = list(count, |i| format!("(assert (p {i} 0))\n"));
    let steps = list(count, |i| {
        format!("(assert (forall ((x Int) (y Int)) (=> (and (p x y) (= x {i})) (p {} (+ y 1)))))\n", i + 1)
    });
    let query = "(assert (forall ((x Int) (y Int)) (=> (and (p x y) (< x 0)) false)))\n";
    let declared = "(declare-fun p (Int Int) Bool)\n";
    within_bounds("facts", &format!("{declared}{facts}{query}"), "sat");
    within_bounds("steps", &format!("{declared}(assert (p 0 0))\n{steps}{query}"), "sat");
    let declared = list(count + 1, |i| format!("(declare-fun p{i} (Int) Bool)\n"));
    let steps = list(count, |i| format!("(assert (forall ((x Int)) (=> (p{i} x) (p{} (+ x 1)))))\n", i + 1));
    let query = format!("(assert (forall ((x Int)) (=> (and (p{count} x) (< x 0)) false)))\n");
    within_bounds("predicates", &format!("{declared}(assert (p0 0))\n{steps}{query}"), "sat");
}

#[test]
fn ten_million_shared_nodes() {
    for (name, count, step, sort) in [
        ("ite", 1_700_000, "(ite (> @ #) (+ @ 1) (- @ #))", "Int"),
        ("sums", 2_500_000, "(+ @ @ #)", "Int"),
        ("and or", 1_200_000, "(and (or @ (> x #)) (or (not @) (< x #)))", "Bool"),
    ] {
        let steps = list(count, |i| {
            let step = step.replace('@', &format!("y{i}")).replace('#', &i.to_string());
            format!("(let ((y{} {step})) ", i + 1)
        });
        let body = format!(
            "(declare-fun p (Int {sort}) Bool)\n(assert (forall ((x Int) (y0 {sort})) {steps}(p x y{count}){}))\n\
             (assert (forall ((x Int) (y {sort})) (=> (and (p x y) (distinct y y)) false)))\n",
            close(count)
        );
        within_bounds(name, &body, "sat");
    }
}

#[test]
fn five_hundred_constructors() {
    let trees =
        format!("(declare-datatypes ((T 0)) (((nil) {})))\n", list(499, |i| format!("(c{i} (f{i} Int) (g{i} T))")));
    let built = "(declare-fun p (T Int) Bool)\n(assert (p nil 0))\n".to_string()
        + &list(499, |i| format!("(assert (forall ((t T) (n Int)) (=> (p t n) (p (c{i} n t) (+ n 1)))))\n"));
    let query =
        |sort: &str, bad: &str| format!("(assert (forall ((t {sort}) (n Int)) (=> (and (p t n) {bad}) false)))\n");
    within_bounds("built, sat", &format!("{trees}{built}{}", query("T", "(< n 0)")), "sat");
    let nested = query("T", "((_ is c77) t) ((_ is c333) (g77 t))");
    within_bounds("built, unsat", &format!("{trees}{built}{nested}"), "unsat");
    let cases = list(499, |i| format!(" ((c{i} a b) (+ a {i}))"));
    let matched = format!("(declare-fun p (T Int) Bool)\n(assert (forall ((t T)) (p t (match t ((nil 0){cases})))))\n");
    within_bounds("matched", &format!("{trees}{matched}{}", query("T", "((_ is nil) t) (> n 0)")), "sat");
    let colours = format!(
        "(declare-datatypes ((E 0)) (({})))\n(declare-fun p (E Int) Bool)\n(assert (p e0 0))\n",
        list(500, |i| format!("(e{i})"))
    );
    let steps = list(499, |i| format!("(assert (forall ((n Int)) (=> (p e{i} n) (p e{} (+ n 1)))))\n", i + 1));
    let query = query("E", "(= t e499) (distinct n 499)");
    within_bounds("enumeration", &format!("{colours}{steps}{query}"), "sat");
}

#[test]
fn arrays_of_arrays_of_arrays() {
    let sort = "(Array Int (Array Int (Array Int Int)))";
    let cell = |at: &str| format!("(select (select (select a {at}) {at}) {at})");
    let written = "(store a n (store (select a n) n (store (select (select a n) n) n n)))";
    let clauses = format!(
        "(declare-fun p ({sort} Int) Bool)\n(assert (forall ((a {sort})) (p a 0)))\n\
         (assert (forall ((a {sort}) (n Int)) (=> (p a n) (p {written} (+ n 1)))))\n"
    );
    for (name, bad, expected) in [
        ("written, sat", format!("(> n 0) (distinct {} 0)", cell("0")), "sat"),
        ("written, unsat", format!("(> n 5) (= {} 3)", cell("3")), "unsat"),
    ] {
        let query = format!("(assert (forall ((a {sort}) (n Int)) (=> (and (p a n) {bad}) false)))\n");
        within_bounds(name, &format!("{clauses}{query}"), expected);
    }
    let tower = (0..20).fold("Int".to_string(), |sort, _| format!("(Array Int {sort})"));
    let clauses = format!(
        "(declare-fun p ({tower} {tower}) Bool)\n(assert (forall ((a {tower})) (p a a)))\n\
         (assert (forall ((a {tower}) (b {tower})) (=> (and (p a b) (distinct a b)) false)))\n"
    );
    within_bounds("a tower", &clauses, "sat");
}

#[test]
fn two_thousand_bits() {
    let sort = "(_ BitVec 2000)";
    let number = |value: &str| format!("(_ bv{value} 2000)");
    let (zero, one, two) = (number("0"), number("1"), number("2"));
    let system = |start: &str, step: &str, bad: &str| {
        format!(
            "(declare-fun p ({sort} {sort}) Bool)\n\
             (assert (forall ((x {sort}) (y {sort})) (=> {start} (p x y))))\n\
             (assert (forall ((x {sort}) (y {sort})) (=> (p x y) (p {step}))))\n\
             (assert (forall ((x {sort}) (y {sort})) (=> (and (p x y) {bad}) false)))\n"
        )
    };
    let zeros = format!("(and (= x {zero}) (= y {zero}))");
    let counted = system(&zeros, &format!("(bvadd x {one}) (bvadd y {two})"), &format!("(distinct y (bvmul {two} x))"));
    within_bounds("counted", &counted, "sat");
    let ones = format!("(and (= x {one}) (= y {one}))");
    let powers =
        system(&ones, &format!("(bvadd x {one}) (bvmul y {})", number("3")), &format!("(= x {})", number("40")));
    within_bounds("powers", &powers, "unsat");
    let start = format!("(and (bvugt x {one}) (bvugt y {one}))");
    let bad = format!("(= (bvmul x y) {}) (= (bvurem x y) {})", number(&format!("1{}", "0".repeat(300))), number("77"));
    // It may be unsatisfiable by a factor that nobody finds.
    within_bounds("products", &system(&start, "(bvmul x y) (bvudiv x y)", &bad), "unsat");
    let halves = "(bvxor x y) (concat ((_ extract 999 0) y) ((_ extract 1999 1000) y))";
    let mixed = system("(= y (bvnot x))", halves, &format!("(= (bvand x y) (bvlshr x {one})) (bvslt x y)"));
    within_bounds("mixed", &mixed, "unsat");
}
