//! What Eldarica reads otherwise than SMT-LIB's standard or other solvers do, and quantified bodies held against their
//! expansion.

use super::run_text;
use crate::common;
use horn_solver::random::SplitMix;

/// The verdict of `eld`.
fn verdict(text: &str) -> String {
    run_text("-t:60", text).stdout.trim().to_string()
}

/// The verdict, or what standard error says, of `hornsolve`.
fn plain(text: &str) -> String {
    let output = common::run_text(&["--timeout", "60"], text);
    if output.stdout.is_empty() { output.stderr } else { output.stdout.trim().to_string() }
}

/// The message of an error with a place.
fn refused(text: &str) -> String {
    let said = run_text("", text).stdout;
    let message = said.strip_prefix("(error \"At line ").and_then(|rest| rest.strip_suffix("\")\n"));
    message.unwrap_or_else(|| panic!("{text}: {said}")).to_string()
}

#[test]
fn bit_vectors_as_integers() {
    let holds = |claim: &str| {
        format!(
            "(declare-fun p ((_ BitVec 8)) Bool)(assert (p #xfe))(assert (forall ((x (_ BitVec 8))) (=> (p x) {claim})))"
        )
    };
    for (term, signed) in [
        ("(bv2int x)", true),
        ("((_ bv2int 8) x)", true),
        ("(sbv_to_int x)", true),
        ("(bv2nat x)", false),
        ("((_ bv2nat 8) x)", false),
        ("(ubv_to_int x)", false),
    ] {
        let (right, wrong) = if signed { ("(- 2)", "254") } else { ("254", "(- 2)") };
        assert_eq!(verdict(&holds(&format!("(= {term} {right})"))), "sat", "{term}");
        assert_eq!(verdict(&holds(&format!("(= {term} {wrong})"))), "unsat", "{term}");
    }
    // Z3's meaning in a plain script, which has no index.
    assert_eq!(plain(&holds("(= (bv2int x) 254)")), "sat");
    assert!(plain(&holds("(= ((_ bv2int 8) x) 254)")).contains("unknown function"));
    assert!(refused(&holds("(= ((_ bv2int 9) x) 254)")).contains("the number of bits of the argument, 8"));
    assert!(refused(&holds("(= ((_ bv2nat 8 1) x) 254)")).contains("takes 1 index"));
    // What is printed means the same when it is read again.
    let script = run_text("-sp", &holds("(= (bv2int x) (- 2))")).stdout;
    assert_eq!((verdict(&script).as_str(), plain(&script).as_str()), ("sat", "sat"), "{script}");
}

#[test]
fn connectives_with_one_argument() {
    assert_eq!(verdict("(declare-fun p (Int) Bool)(assert (p 0))(assert (=> (not (p 0))))"), "unsat");
    assert_eq!(verdict("(declare-fun p (Int) Bool)(assert (=> (p 0)))(assert (=> (=> (p 1) false)))"), "sat");
    assert_eq!(verdict("(declare-fun p (Int) Bool)(assert (p (~ 3)))(assert (not (p (- 3))))"), "unsat");
    assert!(plain("(declare-fun p (Int) Bool)(assert (=> (p 0)))(check-sat)").contains("takes at least 2 arguments"));
    assert!(plain("(declare-fun p (Int) Bool)(assert (p (~ 3)))(check-sat)").contains("error"));
}

const HEAP: &str =
    "(declare-heap Heap Addr Range Obj (O 0) ((Obj 0)) (((O (int Int)))))(declare-fun p (Heap Addr) Bool)\n";

#[test]
fn numerals_are_addresses() {
    let holds = |fact: &str, claim: &str| {
        let fact =
            format!("(assert (forall ((b Addr) (i Int)) (=> {fact} (p (allocHeap (as heap.empty Heap) (O 7)) b))))");
        verdict(&format!("{HEAP}{fact}(assert (forall ((h Heap) (a Addr)) (=> (p h a) {claim})))"))
    };
    assert_eq!(holds("(= b 1)", "(= (heap.read h a) (O 7))"), "sat");
    assert_eq!(holds("(= 1 b)", "(= a 1)"), "sat");
    assert_eq!(holds("(= b 1)", "(= a 2)"), "unsat");
    assert_eq!(holds("(= b 2)", "(heap.valid h a)"), "unsat");
    assert_eq!(holds("(= b 1)", "(and (heap.valid h 1) (not (heap.valid h 2)) (not (heap.valid h 0)))"), "sat");
    // 0 and what is below are null.
    assert_eq!(holds("(= b (- 3))", "(= a (as heap.null Addr) 0)"), "sat");
    assert_eq!(holds("(distinct b 0 1 2)", "(distinct a 0 1 2)"), "sat");
    assert_eq!(holds("(= b (ite (> i 0) 1 b))", "(= a 1)"), "unsat");
    let text = format!("{HEAP}(assert (forall ((h Heap) (i Int)) (p h i)))");
    assert!(refused(&text).contains("expected a term of sort Addr, this one is of sort Int"));
    let text = format!("{HEAP}(assert (forall ((h Heap)) (p 1 1)))");
    assert!(refused(&text).contains("expected a term of sort Heap"));
}

#[test]
fn sizes_of_datatypes() {
    let lists = "(declare-datatypes ((L 0)) (((n) (c (h Int) (t L)))))(declare-fun p (L Int) Bool)";
    let list = |rest: &str| verdict(&format!("{lists}{rest}"));
    let claim = |claim: &str| format!("(assert (forall ((l L) (k Int)) (=> (p l k) {claim})))");
    let fact = "(assert (p (c 1 (c 2 n)) 3))";
    assert_eq!(list(&format!("{fact}{}", claim("(= (_size l) k)"))), "sat");
    assert_eq!(list(&format!("{fact}{}", claim("(< (_size l) k)"))), "unsat");
    assert_eq!(list(&format!("{fact}{}", claim("(= (_size (t l)) (- (_size l) 1) 2)"))), "sat");
    let grows = "(assert (p n 1))(assert (forall ((l L) (k Int) (x Int)) (=> (p l k) (p (c x l) (+ k 1)))))";
    assert_eq!(list(&format!("{grows}{}", claim("(>= (_size l) 1)"))), "sat");
    assert_eq!(list(&format!("{grows}{}", claim("(< (_size l) 4)"))), "unsat");
    assert_eq!(list(&format!("{grows}{}", claim("(distinct (_size (c 5 l)) (+ (_size l) 1))"))), "unsat");
    assert_eq!(list(&format!("{grows}{}", claim("(= (_size (c 5 l)) (+ (_size l) 1))"))), "sat");
    // Datatypes declared together count together.
    let trees = "(declare-datatypes ((T 0) (F 0)) (((node (label Int) (below F))) ((none) (more (first T) (rest F)))))\
        (declare-fun p (T) Bool)(assert (p (node 1 (more (node 2 none) none))))";
    // node, more, node, none, none
    assert_eq!(verdict(&format!("{trees}(assert (forall ((x T)) (=> (p x) (= (_size x) 5))))")), "sat");
    assert_eq!(verdict(&format!("{trees}(assert (forall ((x T)) (=> (p x) (= (_size x) 4))))")), "unsat");
    assert_eq!(verdict(&format!("{trees}(assert (forall ((x T)) (=> (p x) (= (_size (below x)) 4))))")), "sat");
    // The objects of a heap; addresses count nothing.
    let heap = "(declare-heap Heap Addr Range Obj (O (S 0 (as heap.null Addr))) ((Obj 0) (St 0)) (((O (s St))) ((S (x Int) (a Addr)))))\
        (declare-fun p (Obj) Bool)(assert (p (O (S 1 1))))";
    assert_eq!(verdict(&format!("{heap}(assert (forall ((o Obj)) (=> (p o) (= (_size o) 2))))")), "sat");
    // In a definition, and printed.
    let defined = format!("{lists}(define-fun big ((l L)) Bool (> (_size l) 2)){fact}{}", claim("(big l)"));
    assert_eq!(verdict(&defined), "sat");
    let script = run_text("-sp", &defined).stdout;
    assert!(!script.contains("size!"), "{script}");
    assert_eq!(verdict(&script), "sat", "{script}");
    // The predicate of the sizes is nobody's business.
    let output = run_text("-ssol", &defined).stdout;
    assert_eq!(output.lines().filter(|line| line.contains("define-fun ")).count(), 1, "{output}");
    let text = format!("{lists}(assert (forall ((k Int)) (=> (forall ((l L)) (> (_size l) k)) (p n k))))");
    assert!(refused(&text).contains("`_size` can't be used under a quantifier"));
}

#[test]
fn a_field_of_a_record_is_updated() {
    let text = |claim: &str| {
        format!(
            "(declare-datatypes ((R 0)) (((r (one Int) (two Bool)))))(declare-fun p (R) Bool)(assert (p (r 1 true)))\
             (assert (forall ((x R)) (=> (p x) (= ((_ update-field one) x 5) {claim}))))"
        )
    };
    assert_eq!(verdict(&text("(r 5 true)")), "sat");
    assert_eq!(verdict(&text("(r 1 true)")), "unsat");
    assert!(
        refused(&text("(r 5 true)").replace("update-field one", "update-field three")).contains("is no selector of R")
    );
}

/// Systems with `∀q` around predicates in bodies, q from a finite sort, beside the same ones with all instances written
/// out.
#[test]
fn quantified_bodies_agree_with_their_instances() {
    let mut random = SplitMix(9);
    let mut told = [0; 3];
    for round in 0..40 {
        let (sort, values): (&str, &[&str]) = match random.below(3) {
            0 => ("Bool", &["true", "false"]),
            1 => ("(_ BitVec 1)", &["#b0", "#b1"]),
            _ => ("(_ BitVec 2)", &["#b00", "#b01", "#b10", "#b11"]),
        };
        let mut rules: Vec<String> = Vec::new();
        for _ in 0..random.within(1, 3) {
            let number = random.below(3);
            rules.push(match random.below(3) {
                0 => format!("(forall ((q {sort})) (p {number} q))"),
                1 => format!("(forall ((q {sort})) (=> (not (= q {})) (p {number} q)))", random.pick(values)),
                _ => format!("(p {number} {})", random.pick(values)),
            });
        }
        if random.one_in(2) {
            rules.push(format!("(forall ((x Int) (q {sort})) (=> (and (p x q) (< x 3)) (p (+ x 1) q)))"));
        }
        let body = if random.one_in(3) { format!("(p x {})", random.pick(values)) } else { "ALL".to_string() };
        rules.push(format!("(forall ((x Int) (y {sort})) (=> (and ALL (p (+ x {}) y)) (r x)))", random.below(2)));
        rules.push(format!("(forall ((x Int)) (=> (and {body} (>= x {})) (r (+ x 1))))", random.below(3)));
        if random.one_in(2) {
            rules.push("(forall ((x Int) (y Int)) (=> (and ALL (r y) (= y x)) (p (+ x 1) LAST)))".to_string());
        }
        rules.push(format!("(forall ((x Int)) (=> (and (r x) (>= x {})) false))", random.below(5)));
        let system = |all: &str| {
            let declarations = format!("(declare-fun p (Int {sort}) Bool)(declare-fun r (Int) Bool)");
            let rules = rules.iter().map(|rule| format!("(assert {rule})"));
            declarations + &rules.collect::<String>().replace("ALL", all).replace("LAST", values[values.len() - 1])
        };
        let instances: Vec<String> = values.iter().map(|value| format!("(p x {value})")).collect();
        let expected = verdict(&system(&instances.join(" ")));
        let text = system(&format!("(forall ((q {sort})) (p x q))"));
        let found = verdict(&text);
        assert!(found == "unknown" || found == expected, "round {round}: {found}, not {expected}: {text}");
        let place = ["sat", "unsat", "unknown"].iter().position(|word| *word == found);
        told[place.unwrap_or_else(|| panic!("{found}: {text}"))] += 1;
    }
    assert!(told[0] >= 3 && told[1] >= 3, "{told:?}");
}
