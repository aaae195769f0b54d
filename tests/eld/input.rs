//! Rows of the tables of inputs and outputs in docs/eldarica.md.

use super::{run, run_text};

/// The declaration and a fact.
const FACT: &str = "(declare-fun p (Int) Bool)(assert (p 3))";

/// Standard output and standard error of a text.
fn said(line: &str, text: &str) -> (String, String) {
    let output = run_text(line, text);
    (output.stdout, output.stderr)
}

/// The message of an `(error "…")` with a place, which standard error repeats with the file.
fn refused(line: &str, text: &str) -> String {
    let (stdout, stderr) = said(line, text);
    let message = stdout.strip_prefix("(error \"At line ").and_then(|rest| rest.strip_suffix("\")\n"));
    let message = message.unwrap_or_else(|| panic!("{text}: {stdout}"));
    let (place, what) = message.split_once(": ").expect("a place");
    let place = place.replace(", column ", ":");
    assert_eq!(stderr.lines().last(), Some(format!("<stdin>:{place}: error: {what}").as_str()), "{text}");
    format!("{place} {what}")
}

#[test]
fn commands_without_effect() {
    let silent =
        "(set-logic LIA)(set-info :status unsat)(set-option :produce-models true)(get-interpolants)()(check-sat)";
    assert_eq!(said("", &format!("{silent}{FACT}{silent}")), ("sat\n".to_string(), String::new()));
    let warned = ["get-model", "get-proof", "get-unsat-core", "exit", "reset"];
    let commands: String = warned.iter().map(|name| format!("({name})")).collect();
    let rest = "(get-value (p))(get-info :name)(get-option :x)(echo \"x\")(set-option :foo 1)";
    let (stdout, stderr) = said("", &format!("{commands}{rest}{FACT}(assert (not (p 3)))"));
    assert_eq!(stdout, "unsat\n");
    let names = warned.iter().chain(&["get-value", "get-info", "get-option", "echo", "option :foo"]);
    assert_eq!(stderr, names.map(|name| format!("Warning: ignoring {name}\n")).collect::<String>());
    for name in ["push", "pop", "simplify", "check-sat-assuming"] {
        assert_eq!(said("", &format!("{FACT}({name} 1)")).0, format!("(error \"{name} is not supported\")\n"));
    }
    // Z3's commands for the same thing.
    let rules =
        "(declare-rel q (Int))(declare-rel bad ())(declare-var x Int)(rule (q 0))(rule (=> (and (q x) (> x 3)) bad))";
    assert_eq!(said("", &format!("{rules}(query bad)")).0, "sat\n");
    assert_eq!(said("", &format!("{rules}(rule (=> (q x) (q (+ x 2))))(query bad)")).0, "unsat\n");
}

#[test]
fn mistakes_have_a_place() {
    let cases = [
        ("(assert\n (= 1 true))", "2:7 expected a term of sort Int, this one is of sort Bool"),
        ("(assert p)", "1:9 unknown symbol `p`"),
        ("(declare-fun p (String) Bool)", "1:17 unknown sort `String`"),
        ("(define-fun f ((x Int)) Bool (+ x 1))", "1:30 expected a term of sort Bool, this one is of sort Int"),
    ];
    for (text, expected) in cases {
        assert_eq!(refused("", text), expected);
    }
    let near = |text: &str| said("", text).0;
    assert_eq!(near("(assert true"), "(error \"At line 1, near \"\"(\"\" :     Unrecoverable Syntax Error\")\n");
    assert_eq!(near("(assert true))"), "(error \"At line 1, near \"\")\"\" :     Unrecoverable Syntax Error\")\n");
    let constant = "(declare-const c Int)(assert (> c 3))";
    assert_eq!(near(constant), "(error \"Uninterpreted functions or constants in clauses are not supported\")\n");
}

#[test]
fn what_other_solvers_could_not_check_is_refused() {
    let list = "(declare-datatypes ((L 0)) (((n) (c (h Int) (t L)))))(declare-fun q (L) Bool)\n";
    let array = "(declare-fun q ((Array Int Int)) Bool)\n";
    let cases = [
        (format!("{array}(assert (q (lambda ((x Int)) x)))"), "lambda"),
        (format!("{list}(assert (forall ((l L)) (q ((_ update-field h) l 3))))"), "`update-field` needs a datatype with one constructor"),
        (format!("{list}(assert (forall ((i Int)) (q (_size i))))"), "expected a term of sort a datatype"),
        (
            "(declare-datatypes ((L 0)) (((n) (c (h Int) (t L)))))(declare-datatypes ((P 0)) (((pair (one L)))))(declare-fun q (P) Bool)\n\
             (assert (forall ((l P)) (=> (> (_size l) 3) (q l))))"
                .to_string(),
            "`_size` of P is not supported: L inside it is declared by another command",
        ),
        (format!("{FACT}\n(assert (p (_eps ((x Int)) (= x 1))))"), "_eps"),
        ("\n(declare-fun q ((Array Int Int Int)) Bool)".to_string(), "Array"),
        ("(declare-sort S 0)\n(declare-fun q (S) Bool)".to_string(), "unknown sort `S`"),
        (
            "\n(define-fun-rec f ((x Int)) Int (ite (<= x 0) 0 (f (- x 1))))".to_string(),
            "the recursive function `f` is no fold over an interval of an array",
        ),
    ];
    for (text, what) in cases {
        let message = refused("", &text);
        assert!(message.starts_with("2:") && message.contains(what), "{message}");
    }
    // A sort that is only declared harms nobody.
    let (stdout, stderr) = said("", &format!("(declare-sort S 0){FACT}"));
    assert_eq!((stdout.as_str(), stderr.as_str()), ("sat\n", "Warning: ignoring declare-sort\n"));
}

#[test]
fn numbers_are_exact() {
    // A verdict holds whatever a division by zero gives; where it depends on that, there is none.
    let divided = |term: &str, claim: &str| {
        let text = format!(
            "(declare-fun p (Int) Bool)(assert (forall ((x Int) (y Int)) (=> (= x {term}) (p x))))\
             (assert (forall ((x Int)) (=> (p x) {claim})))"
        );
        said("-t:20", &text).0
    };
    assert_eq!(divided("(div 7 0)", "(not (= x 5))"), "unknown\n");
    assert_eq!(divided("(- (mod y 0) (mod y 0))", "(= x 0)"), "sat\n");
    assert_eq!(divided("(ite (= y 0) 0 (div y y))", "(or (= x 0) (= x 1))"), "sat\n");
    assert_eq!(divided("(ite (= y 0) 9 (div 6 y))", "(not (= x 3))"), "unsat\n");
    assert_eq!(divided("(div (- 7) 2)", "(= x (- 4))"), "sat\n");
    assert_eq!(divided("(mod (- 7) (- 2))", "(= x 1)"), "sat\n");
    // No common denominator: the sequence converges.
    let halves = "(declare-fun p (Real) Bool)(assert (p 1.0))(assert (forall ((x Real)) (=> (p x) (p (/ x 2.0)))))";
    let claim = |text: &str| said("-ssol", &format!("{halves}(assert (forall ((x Real)) (=> (p x) {text})))")).0;
    assert!(claim("(> x 0.0)").starts_with("sat\n(\n    (define-fun p ((A Real)) Bool "));
    assert_eq!(claim("(not (= x 0.0625))"), "unsat\n");
    let wide = "(declare-fun p ((_ BitVec 200)) Bool)(assert (p (bvneg (_ bv1 200))))\
        (assert (forall ((x (_ BitVec 200))) (=> (p x) (= (bvadd x (_ bv1 200)) (_ bv0 200)))))";
    assert_eq!(said("", wide).0, "sat\n");
}

#[test]
fn names_of_the_encoding_are_reserved_beside_heaps() {
    let heap = "(declare-heap Heap Addr Range Obj O ((Obj 0)) (((O))))\n";
    let reserved = refused("", &format!("{heap}(declare-fun heap!x () Bool)"));
    assert_eq!(reserved, "2:14 `heap!x`: names that start with `heap!` are reserved");
    assert_eq!(said("", "(declare-fun heap!x () Bool)(assert heap!x)").0, "sat\n");
    let over = "(declare-fun q (Heap) Bool)(assert (forall ((h Heap)) (=> (forall ((g Heap)) (= g h)) (q h))))";
    let message = refused("", &format!("{heap}{over}"));
    assert!(message.starts_with("2:") && message.contains("a quantifier over heaps"), "{message}");
}

#[test]
fn transition_systems_say_what_they_do_not_have() {
    let cases = [
        ("nts t;\nmain { x : real; initial s; s -> e { x' = 1 } }", "the sort real is not supported"),
        ("nts t;\nmain { x[3] : int; initial s; s -> e { x' = 1 } }", "arrays are not supported"),
        ("nts t;\ninstances main[2]; main { x : int; initial s; s -> e { x' = 1 } }", "parallel instances are not"),
    ];
    for (text, what) in cases {
        let message = refused("-ints -horn", text);
        assert!(message.starts_with("2:") && message.contains(what), "{message}");
    }
    // What keeps its value: with `havoc` all but the variables named, without it nothing.
    let moved = |label: &str| {
        let text = format!(
            "nts t; main {{ x, y : int; initial s; error e; s -> t {{ x = 0 and y = 0 and havoc() }} \
             t -> u {{ {label} }} u -> e {{ y != 0 }} }}"
        );
        said("-ints -horn", &text).0
    };
    assert_eq!(moved("x' = 1 and havoc(x)"), "SOLVABLE\n");
    assert_eq!(moved("x' = 1"), "NOT SOLVABLE\n");
    assert_eq!(moved("exists k : int . (y' = 2 * k and k > 0 and k < 1)"), "SOLVABLE\n");
    assert_eq!(moved("exists k : int . (y' = 2 * k and k > 0 and k < 2)"), "NOT SOLVABLE\n");
    let boolean = "nts t; main { b : bool; initial s; error e; s -> t { b } t -> e { not b } }";
    assert_eq!(said("-ints -horn", boolean).0, "NOT SOLVABLE\n");
    assert_eq!(said("-ints -horn", &boolean.replace("{ b }", "{ b and havoc() }")).0, "SOLVABLE\n");
}

#[test]
fn prolog_constants() {
    assert_eq!(
        run_text("-hin -p", "p(X) :- true, X = 0. false :- false.").stdout,
        "p(A) :- true,(A = 0).\nfalse :- false.\n"
    );
    // `;` binds tighter than `,`.
    assert_eq!(said("-hin", "p(X) :- X = 0. false :- p(X), X > 0 ; X < 0.").0, "SOLVABLE\n");
    assert_eq!(said("-hin", "p(X) :- X = 0. false :- p(X), X >= 0 ; X < 0.").0, "NOT SOLVABLE\n");
}

#[test]
fn models_name_the_predicates_that_occur() {
    let text = "(declare-fun z (Int) Bool)(declare-fun |b b| () Bool)(declare-fun unused (Int) Bool)(declare-fun A (Int) Bool)\
        (assert |b b|)(assert (=> |b b| (z 1)))(assert (forall ((x Int)) (=> (z x) (A (* 3 x)))))\
        (assert (forall ((x Int)) (=> (A x) (A (+ x 3)))))(assert (forall ((x Int)) (=> (and |b b| (A x)) (= (mod x 3) 0))))";
    let defined = |line: &str, text: &str| {
        let output = said(line, text).0;
        let names = output.lines().filter_map(|line| line.strip_prefix("    (define-fun "));
        names.map(|rest| rest.split(" (").next().unwrap_or("").to_string()).collect::<Vec<_>>()
    };
    assert_eq!(defined("-ssol", text), ["A", "|b b|", "z"]);
    // Names of relation symbols in Prolog syntax.
    let output = said("-sol", "(declare-fun __Q () Bool)(assert __Q)").0;
    assert_eq!(output, "sat\nundundq :- true.\n");
    // Parameters beyond the alphabet.
    let wide =
        format!("(declare-fun p ({}) Bool)(assert (forall ((x Int)) (p {})))", "Int ".repeat(28), "x ".repeat(28));
    let output = said("-ssol", &wide).0;
    assert!(output.contains("(Z Int) (A1 Int) (B1 Int)) Bool "), "{output}");
    // Sorts with their own notation, each of which is read again.
    let bits = "(declare-fun p ((_ BitVec 8)) Bool)(assert (p #x00))\
        (assert (forall ((x (_ BitVec 8))) (=> (and (p x) (bvult x #x0a)) (p (bvadd x #x01)))))\
        (assert (forall ((x (_ BitVec 8))) (=> (p x) (bvule x #x0a))))";
    let lists = "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))(declare-fun p (L) Bool)(assert (p (cons 1 nil)))\
        (assert (forall ((l L)) (=> (p l) (p (cons 0 l)))))(assert (forall ((l L)) (=> (p l) (is-cons l))))";
    for (text, allowed) in [(bits, "(bvule "), (lists, "((_ is cons) A)")] {
        let output = said("-ssol -lbe", text).0;
        assert!(output.contains(allowed) && !output.contains("_size") && !output.contains("(is-"), "{output}");
        let model = output.trim_start_matches("sat\n(\n").trim_end().trim_end_matches(')');
        let script = text.replacen("(declare-fun p ((_ BitVec 8)) Bool)", model, 1);
        let script = script.replacen("(declare-fun p (L) Bool)", model, 1);
        assert_eq!(said("", &script).0, "sat\n", "{script}");
    }
}

#[test]
fn counterexamples_are_numbered_in_the_order_of_bodies() {
    let text = "(declare-fun p (Int) Bool)(declare-fun q () Bool)(declare-fun r () Bool)(assert (p 1))(assert (=> (p 1) q))\
        (assert (=> (and (p 1) q) r))(assert (=> (and r q (p 1) q) false))";
    let output = said("-cex -lbe", text).0;
    let mut lines = output.lines().skip(2);
    assert_eq!(output.lines().take(2).collect::<Vec<_>>(), ["unsat", ""]);
    let mut atoms = Vec::new();
    let mut children: Vec<Vec<usize>> = Vec::new();
    for (index, line) in lines.by_ref().enumerate() {
        let (number, rest) = line.split_once(": ").expect("a number");
        assert_eq!(number, index.to_string());
        let (atom, below) = rest.split_once(" -> ").unwrap_or((rest, ""));
        atoms.push(atom.to_string());
        children.push(below.split(", ").filter_map(|child| child.parse().ok()).collect());
        assert!(children[index].iter().all(|&child| child > index), "{output}");
    }
    let names = |index: usize| children[index].iter().map(|&child| atoms[child].as_str()).collect::<Vec<_>>();
    assert_eq!(names(0), ["r", "q", "p(1)", "q"], "{output}");
    let place = |name: &str| atoms.iter().position(|atom| atom == name).expect("it is used");
    assert_eq!(names(place("r")), ["p(1)", "q"]);
    assert_eq!(atoms.len(), 4, "each atom once: {output}");
    // Reals: as fractions, in SMT-LIB always with a denominator.
    let real =
        "(declare-fun p (Real Int) Bool)(assert (p 1.5 (- 3)))(assert (forall ((x Real) (y Int)) (not (p x y))))";
    assert_eq!(said("-cex", real).0, "unsat\n\n0: FALSE -> 1\n1: p(3/2, -3)\n");
    assert_eq!(said("-scex", &real.replace("1.5", "1.0")).0, "unsat\n\n0: false -> 1\n1: (p (/ 1 1) (- 3))\n");
    // The last of the two options counts; both print where the verdict is unsat alone.
    assert_eq!(run("safe.smt2 -cex -scex").stdout, "sat\n");
    assert_eq!(run("count.smt2 -cex -scex").stdout, run("count.smt2 -scex").stdout);
}
