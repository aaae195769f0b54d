//! Whole scripts: what they become, and the errors they give.

use super::*;

/// Reads a script and compares the clauses, printed one per line, or the error.
fn check(script: &str, expected: &str) {
    let found = match read(script.as_bytes()) {
        Ok(script) => system_text(&script.store, &script.system)
            .lines()
            .filter_map(|line| line.strip_prefix("(assert ").and_then(|rest| rest.strip_suffix(')')))
            .collect::<Vec<_>>()
            .join("\n"),
        Err(error) => error.to_string(),
    };
    let expected: Vec<&str> = expected.lines().map(str::trim).collect();
    assert_eq!(found, expected.join("\n"), "script {script}");
}

const PREDS: &str = "(declare-fun p (Int) Bool)(declare-fun q (Int) Bool)(declare-fun r () Bool)\n";

/// Like [`check`], with predicates `p` and `q` over Int and `r` without arguments declared on the first line.
fn check_with_preds(script: &str, expected: &str) {
    check(&format!("{PREDS}{script}"), expected);
}

#[test]
fn clauses_of_the_competition_format() {
    check_with_preds(
        "(assert (forall ((x Int)) (=> (and (= x 0)) (p x))))
         (assert (forall ((x Int) (y Int)) (=> (and (p x) (q y) (= y (+ x 1))) (p y))))
         (assert (forall ((x Int)) (=> (and (p x) (> x 10)) false)))(check-sat)(exit)",
        "(forall ((A Int)) (=> (and (= A 0)) (p A)))
         (forall ((A Int) (B Int)) (=> (and (p A) (q B) (= (+ A (* (- 1) B)) (- 1))) (p B)))
         (forall ((A Int)) (=> (and (p A) (<= (* (- 1) A) (- 11))) false))",
    );
}

#[test]
fn equivalences_between_atoms_split_both_ways() {
    check_with_preds(
        "(assert (forall ((x Int)) (= (p x) (<= 0 x))))",
        "(forall ((A Int)) (=> (and (p A) (<= A (- 1))) false))
         (forall ((A Int)) (=> (and (<= (* (- 1) A) 0)) (p A)))",
    );
    check_with_preds(
        "(assert (forall ((x Int)) (= (p x) (q x))))",
        "(forall ((A Int)) (=> (and (p A) true) (q A)))
         (forall ((A Int)) (=> (and (q A) true) (p A)))",
    );
}

#[test]
fn trivial_and_repeated_literals() {
    // A head that is in the body, a head that is repeated, a constraint that is false.
    check_with_preds("(assert (forall ((x Int)) (=> (and (p x) (q x)) (p x))))", "");
    check_with_preds("(assert (forall ((x Int)) (or (p x) (p x))))", "(forall ((A Int)) (=> (and true) (p A)))");
    check_with_preds("(assert (=> (and (p 1) (< 1 0)) r))", "");
    check_with_preds("(assert true)(assert (=> false r))", "");
    check_with_preds("(assert false)", "(=> (and true) false)");
}

#[test]
fn unused_variables_are_dropped() {
    check_with_preds(
        "(assert (forall ((a Int) (x Int) (b Bool) (y Int)) (=> (p y) (q x))))",
        "(forall ((A Int) (B Int)) (=> (and (p B) true) (q A)))",
    );
    check_with_preds("(assert (forall ((x Int)) (=> (= x x) r)))", "(=> (and true) r)");
}

#[test]
fn what_is_not_horn_is_refused_where_it_stops_being_horn() {
    let errors = [
        (
            "(assert (forall ((x Int)) (or (p x) (q x))))",
            "2:37: error: not a Horn clause: both `(p x)` and `(q x)` occur as heads",
        ),
        (
            "(assert (forall ((x Int)) (=> (not (p x)) (q x))))",
            "2:43: error: not a Horn clause: both `(p x)` and `(q x)` occur as heads",
        ),
        ("(assert (=> (= r (p 1)) (p 2)))", "2:25: error: not a Horn clause: both `(p 1)` and `(p 2)` occur as heads"),
        ("(assert (xor r (p 1)))", "2:16: error: not a Horn clause: both `r` and `(p 1)` occur as heads"),
        ("(assert (ite (p 1) (p 2) (p 3)))", "2:26: error: not a Horn clause: both `(p 1)` and `(p 3)` occur as heads"),
        (
            "(assert (exists ((x Int)) (p x)))",
            "2:27: error: not a Horn clause: this predicate is under an existential quantifier in the head",
        ),
        (
            "(assert (=> (forall ((x Int)) (p x)) r))",
            "2:31: error: not a Horn clause: this predicate is under a universal quantifier in the body",
        ),
        ("(assert (p (ite r 1 2)))", "2:17: error: not a Horn clause: a predicate is used inside a term"),
        (
            "(declare-fun b (Bool) Bool)(assert (b (p 1)))",
            "2:39: error: not a Horn clause: a predicate is used inside a term",
        ),
        (
            "(define-fun f ((a Bool)) Int (ite a 1 2))(assert (p (f r)))",
            "2:53: error: not a Horn clause: a predicate is used inside a term",
        ),
    ];
    for (script, error) in errors {
        check_with_preds(script, error);
    }
}

#[test]
fn bad_commands() {
    let errors = [
        ("(frobnicate)", "2:2: error: unknown command `frobnicate`"),
        ("()", "2:1: error: expected a command"),
        ("foo", "2:1: error: expected a command"),
        ("(push 1)", "2:2: error: the command `push` is not supported"),
        ("(pop)", "2:2: error: the command `pop` is not supported"),
        ("(reset)", "2:2: error: the command `reset` is not supported"),
        ("(check-sat-assuming (r))", "2:2: error: the command `check-sat-assuming` is not supported"),
        ("(define-funs-rec () ())", "2:2: error: the command `define-funs-rec` is not supported"),
        ("(declare-sort S 0)", "2:2: error: the command `declare-sort` is not supported"),
        ("(check-sat)\n(assert r)", "3:1: error: an assertion after `check-sat` or `query` is not supported"),
        ("(assert)", "2:1: error: expected `(assert formula)`"),
        ("(assert r r)", "2:11: error: expected `(assert formula)`"),
        ("(declare-fun p () Bool)", "2:14: error: `p` is declared already"),
        ("(declare-fun and () Bool)", "2:14: error: `and` is a symbol of the theory and can't be declared"),
        ("(declare-fun s (Foo) Bool)", "2:17: error: unknown sort `Foo`"),
        ("(declare-fun s Int Bool)", "2:16: error: expected a list of sorts"),
        ("(declare-fun s ((Array Int)) Bool)", "2:18: error: the sort `Array` takes 2 arguments, 1 given"),
        ("(declare-fun s ((_ BitVec 0)) Bool)", "2:17: error: the width of a bit-vector must be in 1 .. 65536"),
        ("(declare-fun s ((_ BitVec 99999999999)) Bool)", "2:27: error: the index 99999999999 is too large"),
        ("(define-sort T (X) (Array X Y))", "2:29: error: unknown sort `Y`"),
        ("(define-sort T () T)", "2:19: error: unknown sort `T`"),
        ("(define-sort Int () Bool)", "2:14: error: the sort `Int` is declared already"),
        (
            "(declare-datatypes ((T 0)) (((c (f T)))))",
            "2:22: error: the datatype `T` has no values (every constructor needs one first)",
        ),
        ("(declare-datatypes ((T 0) (U 0)) (((c))))", "2:34: error: 2 datatypes named, 1 given"),
        ("(declare-datatypes ((T 1)) (((c))))", "2:29: error: 1 sort parameters announced, 0 given"),
        ("(declare-datatypes ((T 0)) (()))", "2:29: error: a datatype needs a constructor"),
        ("(declare-datatypes ((T 0)) (((c) (c))))", "2:35: error: `c` is declared already"),
        (
            "(declare-datatypes ((T 1)) ((par (X) ((n) (c (f (T (T X))))))))(declare-fun s ((T Int)) Bool)",
            "2:22: error: the datatype `T` has infinitely many instances, or one with a name longer than 16384 bytes",
        ),
        ("(assert (p 1)", "2:1: error: this parenthesis is never closed"),
        ("(assert (p 1)))", "2:15: error: this parenthesis closes nothing"),
    ];
    for (script, error) in errors {
        check_with_preds(script, error);
    }
    check("", "1:1: error: the file contains no command");
    check(" ; nothing\n", "1:1: error: the file contains no command");
    check("\u{7f}ELF\0", "1:5: error: this is a binary file (it contains a NUL byte)");
}

#[test]
fn bad_terms() {
    let errors = [
        ("(assert (p x))", "2:12: error: unknown symbol `x`"),
        ("(assert (foo 1))", "2:10: error: unknown function or predicate `foo`"),
        ("(assert (p))", "2:10: error: `p` takes 1 arguments, 0 given"),
        ("(assert p)", "2:9: error: `p` takes 1 arguments, 0 given"),
        ("(assert (p 1 2))", "2:10: error: `p` takes 1 arguments, 2 given"),
        ("(assert (p true))", "2:12: error: expected a term of sort Int, this one is of sort Bool"),
        ("(assert (p 1.5))", "2:12: error: expected a term of sort Int, this one is of sort Real"),
        ("(assert (p #xff))", "2:12: error: expected a term of sort Int, this one is of sort (_ BitVec 8)"),
        ("(assert 1)", "2:9: error: expected a term of sort Bool, this one is of sort Int"),
        ("(assert (and r 1))", "2:16: error: expected a term of sort Bool, this one is of sort Int"),
        ("(assert (and r (and r 1)))", "2:23: error: expected a term of sort Bool, this one is of sort Int"),
        ("(assert (= 1 true))", "2:14: error: expected a term of sort Int, this one is of sort Bool"),
        ("(assert (< 1 true))", "2:14: error: expected a term of sort Int or Real, this one is of sort Bool"),
        (
            "(assert (= #b1 #b01))",
            "2:16: error: expected a term of sort (_ BitVec 1), this one is of sort (_ BitVec 2)",
        ),
        (
            "(assert (bvult #b1 #b01))",
            "2:20: error: expected a term of sort (_ BitVec 1), this one is of sort (_ BitVec 2)",
        ),
        ("(assert (= #b1 ((_ extract 2 0) #b01)))", "2:17: error: can't extract bits 2 to 0 of 2"),
        ("(assert (= 1 (select 1 2)))", "2:22: error: expected a term of sort Array, this one is of sort Int"),
        ("(assert (not r r))", "2:10: error: `not` takes 1 arguments, 2 given"),
        ("(assert (=> r))", "2:10: error: `=>` takes at least 2 arguments, 1 given"),
        ("(assert (=> r (=> r)))", "2:16: error: `=>` takes at least 2 arguments, 1 given"),
        ("(assert (div 1.0 2))", "2:14: error: expected a term of sort Int, this one is of sort Real"),
        ("(assert ())", "2:9: error: expected a term, found `()`"),
        ("(assert ((p) 1))", "2:10: error: expected a function symbol"),
        ("(assert and)", "2:9: error: `and` is a function and needs arguments"),
        ("(assert \"r\")", "2:9: error: expected a term"),
        ("(assert :named)", "2:9: error: expected a term"),
        ("(assert (let ((x)) r))", "2:15: error: expected `(name term)`"),
        ("(assert (let ((x 1)) x))", "2:9: error: expected a term of sort Bool, this one is of sort Int"),
        ("(assert (let ((x 1) (y x)) (p y)))", "2:24: error: unknown symbol `x`"),
        ("(assert (let ((x 1)) (x 1)))", "2:23: error: the variable `x` is no function"),
        ("(assert (forall (x Int) (p x)))", "2:18: error: expected `(name sort)`"),
        ("(assert (forall ((x Int)) x))", "2:27: error: expected a term of sort Bool, this one is of sort Int"),
        (
            "(assert (lambda ((x Int)) r))",
            "2:9: error: `lambda` is supported only as an argument of an aggregate such as `agg.sum`",
        ),
        (
            "(declare-const c Int)(assert (p c))",
            "2:33: error: the uninterpreted constant `c` can't be used: only predicates (of sort Bool) may be uninterpreted",
        ),
        (
            "(declare-fun f (Int) Int)(assert (p (f 1)))",
            "2:38: error: the uninterpreted function `f` can't be used: only predicates (of sort Bool) may be uninterpreted",
        ),
        ("(declare-var v Int)(assert (p v))", "2:31: error: the variable `v` may occur in `rule` and `query` only"),
        ("(assert (match 1 ((x r))))", "2:16: error: `match` needs a datatype, not Int"),
        (
            "(declare-datatypes ((C 0)) (((a) (b))))(assert (match a ((a r))))",
            "2:48: error: this `match` does not cover all constructors",
        ),
        (
            "(declare-datatypes ((L 1)) ((par (T) ((n) (c (h T))))))(assert (= n n))",
            "2:67: error: which `n` is meant? write `(as n Sort)`",
        ),
        (
            "(declare-datatypes ((L 1)) ((par (T) (n (c (h T) (t (L T)))))))(assert (= (c n n) (as n (L (L Int)))))",
            "2:78: error: which `n` is meant? write `(as n Sort)`",
        ),
        (
            "(declare-datatypes ((L 1)) ((par (T) (n (c (h T))))))(assert (let ((x n)) r))",
            "2:71: error: which `n` is meant? write `(as n Sort)`",
        ),
        (
            "(declare-datatypes ((L 1)) ((par (T) (n (c (h T))))))(assert (p n))",
            "2:65: error: which `n` is meant? write `(as n Sort)`",
        ),
        (
            "(declare-datatypes ((C 0)) (((a) (b (s Int)))))(assert (= 1 (s 2)))",
            "2:64: error: `s` is no selector of Int",
        ),
        ("(declare-datatypes ((C 0)) (((a) (b (s Int)))))(assert ((_ is d) a))", "2:63: error: `d` is no constructor"),
        ("(assert (! r named))", "2:14: error: expected an attribute such as `:named`"),
        ("(assert (p ((_ divisible 0) 1)))", "2:26: error: the divisor must be positive"),
    ];
    for (script, error) in errors {
        check_with_preds(script, error);
    }
}

#[test]
fn comments_line_ends_quotes_and_the_end() {
    check(
        "\u{feff}; head\r\n(set-logic HORN)\r\n(set-info :status unsat)\r\n(declare-fun |p q| () Bool) ; c\r\n(assert |p q|)\r\n\
         (assert (! (=> |p q| false) :named |x y|))\r\n(get-model)(exit) ) garbage | \"",
        "(=> (and true) |p q|)
         (=> (and |p q| true) false)",
    );
    let script = read(b"(set-info :status unsat)(set-info :source |a\nb|)(check-sat)").expect("readable");
    assert_eq!(script.status, Some(false));
    // A quoted reserved word is an ordinary name.
    check(
        "(declare-fun |let| () Bool)(assert |let|)",
        "1:14: error: `let` is a symbol of the theory and can't be declared",
    );
}

#[test]
fn clauses_know_where_they_come_from() {
    let text = "(declare-fun p (Int) Bool)\n(assert (p 1))\r\n  (assert (and (p 2)\n (not (p 3))))";
    let script = read(text.as_bytes()).expect("readable");
    let origins: Vec<_> =
        script.system.clauses.iter().map(|c| (c.origin.assertion, c.origin.line, c.origin.column)).collect();
    assert_eq!(origins, [(0, 2, 1), (1, 3, 3), (1, 3, 3)]);
}

#[test]
fn local_names_hide_global_ones() {
    check_with_preds(
        "(assert (forall ((p Int) (select Int)) (=> (> p select) (q p))))",
        "(forall ((A Int) (B Int)) (=> (and (<= (+ (* (- 1) A) B) (- 1))) (q A)))",
    );
    // Names of theories that the file does not use may be declared.
    check(
        "(declare-fun concat (Int) Bool)(declare-fun is () Bool)(assert (concat 1))(assert is)",
        "(=> (and true) (concat 1))\n(=> (and true) is)",
    );
}

/// Expressions nested 100,000 deep, in every way that nests.
#[test]
fn depth_costs_no_stack() {
    let depth = 100_000;
    let nest = |open: &str, inner: &str, close: &str| format!("{}{inner}{}", open.repeat(depth), close.repeat(depth));
    let lets: String = (0..depth).map(|i| format!("(let ((y{} (+ y{i} 1))) ", i + 1)).collect();
    let formulas = [
        format!("(=> {} (> x 0))", nest("(not ", "(p x)", ")")),
        format!("(=> (and (p x) {}) (q x))", nest("(not ", "(> x 1)", ")")),
        format!("(=> {} (q x))", nest("(and (> x 3) ", "(p x)", ")")),
        format!("(=> {} (q x))", nest("(or (p x) (and (q x) ", "(p x)", "))")),
        format!("(let ((y0 x)) {lets} (=> (p y{depth}) (q x)) {})", ")".repeat(depth)),
        nest("(let ((x (+ x 1))) ", "(=> (p x) (q x))", ")"),
        nest("(=> (p x) ", "(q x)", ")"),
        nest("(! ", "(=> (p x) (q x))", " :weight 1)"),
        nest("(forall ((x Int)) ", "(=> (p x) (q x))", ")"),
        format!("(=> (p {}) (q x))", nest("(+ 1 ", "x", ")")),
        format!("(=> (p {}) (q x))", nest("(- 1 ", "x", ")")),
        format!("(=> (p {}) (q x))", nest("(ite (> x 0) 1 ", "x", ")")),
        format!("(=> (and (p x) {}) (q x))", nest("(ite (> x 0) false ", "true", ")")),
        format!("(=> (and (p x) {}) (q x))", nest("(= (> x 0) ", "(> x 1)", ")")),
    ];
    for formula in formulas {
        let script = format!("{PREDS}(assert (forall ((x Int)) {formula}))");
        let read = read(script.as_bytes()).map_err(|error| error.to_string());
        let read = read.unwrap_or_else(|error| panic!("{error}: {}", &formula[..40]));
        assert!(!system_text(&read.store, &read.system).is_empty());
    }
    check_with_preds(&format!("(assert {}", "(".repeat(depth)), "2:1: error: this parenthesis is never closed");
    check_with_preds(&format!("(assert {})", nest("(", "r", ")")), "2:10: error: expected a function symbol");
    check_with_preds(&format!("(declare-fun s ({}) Bool)", nest("(Array Int ", "Int", ")")), "");
}

/// A file of ten megabytes. The bound is loose: it holds for a debug build on a busy machine.
#[test]
fn large_files() {
    let mut script = String::with_capacity(11 << 20);
    for state in 0..500 {
        script.push_str(&format!("(declare-fun |state {state}| (Int Int Bool) Bool)\n"));
    }
    let mut clauses = 0;
    while script.len() < 10 << 20 {
        let (from, to) = (clauses % 500, clauses * 7 % 500);
        script.push_str(&format!(
            "(assert\n  (forall ( (A Int) (B Int) (C Bool) (D Int) )\n    (=>\n      (and\n        (|state {from}| A B C)\n        \
             (let ((a!1 (and (= D (ite (<= B {from}) (+ {clauses} B) (+ (- {to}) A))) (not (= B A)))))\n  \
             (or C a!1 (= (* 2 D) {clauses})))\n      )\n      (|state {to}| D A (and C (> D {to})))\n    )\n  )\n)\n"
        ));
        clauses += 1;
    }
    let start = std::time::Instant::now();
    let read = read(script.as_bytes()).expect("readable");
    assert_eq!(read.system.clauses.len(), clauses);
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

/// What is printed is read as the same system.
#[test]
fn printing_and_reading_agree() {
    let script = "(declare-datatypes ((|a list| 0)) (((nil) (|co ns| (hd Real) (tl |a list|)))))
        (declare-datatypes ((Opt 1)) ((par (T) ((none) (some (val T))))))
        (declare-fun |p q| (|a list| (Array Int (_ BitVec 8)) (Opt Int) (Opt Bool)) Bool)
        (declare-fun A (Real (_ BitVec 5)) Bool)
        (assert (forall ((l |a list|) (a (Array Int (_ BitVec 8))) (o (Opt Int)) (k (Opt Bool)) (b (_ BitVec 8)))
          (=> (and (|p q| l a o k) ((_ is |co ns|) l) (> (hd l) (/ 1 3)) (= (select a 3) (bvadd b #x01))
                   (= o (some 5)) (distinct k (as none (Opt Bool))) (or (val k) (= (val o) (- 7))))
              (|p q| (tl l) (store a 4 ((_ extract 9 2) (concat b b))) (as none (Opt Int)) (some true)))))
        (assert (forall ((x Real) (y (_ BitVec 5)))
          (let ((z (* x x))) (=> (and (A x y) (> (+ z 1) (* 2 z x)) (= z (- 1.5)) (bvslt y #b10000)) (A (+ z 0.5) (bvnot y))))))";
    let first = read(script.as_bytes()).expect("readable");
    let text = system_text(&first.store, &first.system);
    let second = read(text.as_bytes()).unwrap_or_else(|error| panic!("{error} in\n{text}"));
    // Orders inside sums and connectives depend on the history of the store; the sorted characters do not.
    let again = system_text(&second.store, &second.system);
    let letters = |text: &str| {
        let mut letters: Vec<char> = text.chars().collect();
        letters.sort_unstable();
        letters
    };
    assert_eq!(letters(&text), letters(&again), "\n{text}\n{again}");
}

#[test]
fn auxiliary_predicates_avoid_all_names_of_the_script() {
    let body: String = (0..5).map(|i| format!("(or (p {i}) (q {i}))")).collect();
    let script = format!("{PREDS}(assert (=> (and {body}) r))(declare-fun aux!1 () Bool)");
    let script = read(script.as_bytes()).expect("readable");
    let names: Vec<&str> = script.system.preds.iter().map(|pred| pred.name.as_str()).collect();
    assert_eq!(names, ["p", "q", "r", "aux!0", "aux!2", "aux!3", "aux!4", "aux!5", "aux!1"]);
    assert_eq!(script.auxiliary.len(), 5);
}

/// A constructor whose sort nothing in it says takes that of its place.
#[test]
fn sorts_of_constructors_from_what_is_around() {
    let head = "(declare-datatypes ((L 1)) ((par (T) (nil (cons (hd T) (tl (L T)))))))
        (declare-datatypes ((E 2)) ((par (S T) ((left (l S)) (right (r T))))))
        (declare-fun p ((L Int)) Bool)(declare-fun q ((E Int Bool) (L (L Bool))) Bool)
        (define-fun len ((l (L Int))) Int (ite (= l nil) 0 1))";
    let (ints, either) = ("(L Int)", "(E Int Bool)");
    for (open, closed) in [
        ("(p nil)".to_string(), format!("(p (as nil {ints}))")),
        ("(p (cons 1 nil))".to_string(), format!("(p (cons 1 (as nil {ints})))")),
        (
            "(forall ((b Bool)) (p (ite b nil (cons 1 nil))))".to_string(),
            format!("(forall ((b Bool)) (p (ite b (as nil {ints}) (cons 1 (as nil {ints})))))"),
        ),
        ("(q (left 1) nil)".to_string(), format!("(q ((as left {either}) 1) (as nil (L (L Bool))))")),
        ("(q (right true) (cons nil nil))".to_string(), "error".to_string()),
        (
            "(q (right true) (cons (cons true nil) nil))".to_string(),
            format!("(q ((as right {either}) true) (cons (cons true (as nil (L Bool))) (as nil (L (L Bool)))))"),
        ),
        (
            "(forall ((x (L Int))) (=> (and (distinct nil x) (= 0 (len nil))) (p x)))".to_string(),
            format!("(forall ((x (L Int))) (=> (and (distinct (as nil {ints}) x) (= 0 (len (as nil {ints})))) (p x)))"),
        ),
        (
            "(forall ((a (Array (E Int Bool) (L Int)))) (p (select (store a (left 1) nil) (right true))))".to_string(),
            format!(
                "(forall ((a (Array {either} {ints}))) (p (select (store a ((as left {either}) 1) (as nil {ints})) \
                 ((as right {either}) true))))"
            ),
        ),
        ("(p ((as cons (L Int)) 1 nil))".to_string(), format!("(p (cons 1 (as nil {ints})))")),
    ] {
        let text = |assertion: &str| {
            read(format!("{head}(assert {assertion})").as_bytes())
                .map(|script| system_text(&script.store, &script.system))
                .map_err(|error| error.to_string())
        };
        match (text(&open), text(&closed)) {
            (Err(error), Err(_)) if closed == "error" => assert!(error.contains("is meant"), "{open}: {error}"),
            (found, expected) => assert_eq!(found, expected, "{open}"),
        }
    }
}
