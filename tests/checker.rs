//! The independent checker: it accepts what is right, rejects what is wrong, and never says "accepted" when something
//! failed.
//!
//! Answers are mutated token by token. Whether a mutant is really wrong is decided by an oracle of a few lines that
//! pastes texts together: definitions in the place of declarations, or the instance of an assertion as a `let` over its
//! values.

mod common;

use common::{fake_solver, run_text, smt_binary, write};
use horn_benchmarks::systems;
use horn_checker::{Limits, Options, Rejection, SmtSolver, check};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Systems of several theories that are decided fast, of both verdicts.
const SYSTEMS: &[&str] = &[
    "lia-linear/count-up-safe",
    "lra/half-steps-safe",
    "lia-linear/count-up-unsafe",
    "lia-linear/nested-loops-unsafe",
    "lia-nonlinear/fibonacci-unsafe",
    "lra/half-steps-unsafe",
    "bv/overflow-unsafe",
    "bv/saturating-safe",
    "arrays/swap-cells-safe",
    "adt/peano-addition-safe",
    "adt/list-length-unsafe",
    "adt/tree-height-unsafe",
];

/// Mutants of one answer at most.
const MUTANTS: usize = 60;

fn options() -> Options {
    let binary = smt_binary().path.to_string_lossy().into_owned();
    let deadline = Instant::now() + Duration::from_secs(120);
    Options { solvers: vec![SmtSolver::new(&binary)], limits: Limits { deadline: Some(deadline), ..Limits::default() } }
}

/// The text of a system, and what the program answers.
fn answered(name: &str) -> (String, String) {
    let path = systems::folder().join(format!("{name}.smt2"));
    let script = std::fs::read_to_string(path).expect("the file can be read");
    let output = run_text(&["--timeout=60", "--model", "--refutation", "--check=off"], &script);
    assert!(!output.stdout.starts_with("unknown"), "{name}: {output:?}");
    (script, output.stdout)
}

/// The words of Z3 about a script.
fn z3(script: &str) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = write(folder.path(), "oracle.smt2", script);
    let output = Command::new(smt_binary().path).arg("-T:20").arg(file).stdin(Stdio::null()).output().expect("Z3 runs");
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_string).collect()
}

/// The commands of a script, as texts; comments are not allowed.
fn commands(script: &str) -> Vec<String> {
    let script: String = script.lines().map(|line| line.split(';').next().unwrap_or("").to_string() + "\n").collect();
    let (mut found, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, byte) in script.bytes().enumerate() {
        match byte {
            b'(' => {
                if depth == 0 {
                    start = at;
                }
                depth += 1;
            }
            b')' => {
                depth -= 1;
                if depth == 0 {
                    found.push(script[start..=at].to_string());
                }
            }
            _ => {}
        }
    }
    found
}

/// The formula of `(assert F)`.
fn asserted(command: &str) -> Option<&str> {
    command.strip_prefix("(assert")?.strip_suffix(')')
}

/// Whether a model is really wrong: some assertion's negation is satisfiable under the definitions.
fn model_is_wrong(script: &str, answer: &str) -> bool {
    let definitions = answer.trim_start_matches("sat").trim().trim_start_matches('(').trim_end().trim_end_matches(')');
    // With the parenthesis around them the last definition has lost its own.
    let mut text = String::from("(set-logic ALL)\n");
    let all = commands(script);
    for command in all.iter().filter(|c| c.starts_with("(declare-datatype") || c.starts_with("(define-")) {
        text += command;
    }
    text += definitions;
    text += ")\n";
    for formula in all.iter().filter_map(|command| asserted(command)) {
        text += &format!("(push)(assert (not {formula}))(check-sat)(pop)\n");
    }
    z3(&text).iter().any(|line| line == "sat")
}

/// The positions of tokens outside of names that may be replaced, with what replaces them.
fn mutants(answer: &str) -> Vec<String> {
    let tokens: &[(&str, &str)] = &[
        ("<=", "<"),
        ("<", "<="),
        (">=", ">"),
        ("and", "or"),
        ("or", "and"),
        ("not", "and"),
        ("true", "false"),
        ("false", "true"),
        ("bvule", "bvult"),
        ("bvult", "bvule"),
        ("bvsle", "bvslt"),
        ("A", "B"),
        ("B", "A"),
        ("x", "y"),
    ];
    let delimiter = |byte: Option<&u8>| byte.is_none_or(|b| b" \n()".contains(b));
    let bytes = answer.as_bytes();
    let mut found = Vec::new();
    let mut at = answer.find('(').unwrap_or(0);
    while at < bytes.len() {
        let end = (at..bytes.len()).find(|&end| delimiter(bytes.get(end))).unwrap_or(bytes.len());
        let token = &answer[at..end];
        let whole = delimiter(at.checked_sub(1).and_then(|before| bytes.get(before)));
        let replaced = |by: &str| format!("{}{by}{}", &answer[..at], &answer[end..]);
        if whole && !token.is_empty() {
            if let Ok(number) = token.parse::<i64>() {
                found.push(replaced(&(number + 1).to_string()));
                found.push(replaced("0"));
            }
            if let Some(bits) = token.strip_prefix("#b") {
                let flipped: String = bits.chars().map(|bit| if bit == '0' { '1' } else { '0' }).collect();
                found.push(replaced(&format!("#b{flipped}")));
            }
            if let Some((_, by)) = tokens.iter().find(|(from, _)| *from == token) {
                found.push(replaced(by));
            }
        }
        at = end + 1;
    }
    found.retain(|mutant| mutant != answer);
    // Spread over the whole answer.
    let step = found.len().div_ceil(MUTANTS).max(1);
    found.into_iter().step_by(step).collect()
}

#[test]
fn wrong_models_are_rejected_and_right_ones_accepted() {
    let (mut wrong, mut right) = (0, 0);
    for name in SYSTEMS {
        let (script, answer) = answered(name);
        assert!(check(&script, &answer, &options()).is_ok(), "{name}: {:?}", check(&script, &answer, &options()));
        if !answer.starts_with("sat") {
            continue;
        }
        assert!(!model_is_wrong(&script, &answer), "{name}: the oracle is wrong");
        for mutant in mutants(&answer) {
            let result = check(&script, &mutant, &options());
            if model_is_wrong(&script, &mutant) {
                wrong += 1;
                assert!(result.is_err(), "{name}: a wrong model is accepted:\n{mutant}");
            } else if result.is_ok() {
                right += 1;
            }
        }
    }
    assert!(wrong >= 40, "only {wrong} mutants are really wrong, {right} are right");
}

/// What stands behind a keyword of a step, up to the end of that list.
fn behind<'t>(step: &'t str, keyword: &str) -> Vec<&'t str> {
    step.match_indices(keyword)
        .map(|(at, _)| {
            let rest = step[at + keyword.len()..].trim_start();
            let mut depth = 0;
            let end = rest.bytes().position(|byte| {
                match byte {
                    b'(' => depth += 1,
                    b')' => depth -= 1,
                    _ => {}
                }
                depth < 0 || depth == 0 && (byte == b' ' || byte == b')')
            });
            let end = end.map_or(rest.len(), |end| {
                if rest.as_bytes()[end] == b')' && rest.starts_with('(') { end + 1 } else { end }
            });
            &rest[..end]
        })
        .collect()
}

/// Whether a refutation is really wrong: the facts of some step's premises and the instances of its assertions do not
/// give its fact. `None` if the oracle cannot read it.
fn refutation_is_wrong(script: &str, answer: &str) -> Option<bool> {
    let all = commands(script);
    let assertions: Vec<&str> = all.iter().filter_map(|command| asserted(command)).collect();
    let body = answer.trim_start_matches("unsat").trim().strip_prefix('(')?.strip_suffix(')')?;
    let steps = commands(body);
    let mut facts: Vec<(String, String)> = Vec::new();
    // Without a logic, Z3 has a sort `List` of its own.
    let mut text = String::from("(set-logic ALL)\n");
    text.extend(all.iter().filter(|c| c.starts_with("(declare-") || c.starts_with("(define-")).cloned());
    let mut last = String::new();
    for step in &steps {
        let rest = step.strip_prefix("(step ")?;
        let (number, rest) = rest.split_once(' ')?;
        let fact = if rest.starts_with('(') {
            commands(rest).first()?.clone()
        } else {
            rest.split([' ', ')']).next()?.to_string()
        };
        text += "(push)\n";
        for premises in behind(step, ":premises") {
            for premise in premises.trim_matches(['(', ')']).split_whitespace() {
                let Some((_, fact)) = facts.iter().find(|(number, _)| number == premise) else { return Some(true) };
                text += &format!("(assert {fact})\n");
            }
        }
        for (assertion, values) in behind(step, ":assertion").into_iter().zip(behind(step, ":values")) {
            let Some(formula) = assertion.parse::<usize>().ok().and_then(|n| assertions.get(n.checked_sub(1)?)) else {
                return Some(true);
            };
            let inner = formula.trim();
            let instance = match inner.strip_prefix("(forall") {
                Some(rest) => {
                    let rest = rest.trim();
                    let binders = commands(rest).first()?.clone();
                    let body = rest[binders.len()..].trim().strip_suffix(')')?;
                    let binding = if values == "()" { String::new() } else { format!("(let {values} ") };
                    format!("(forall {binders} {binding}{body}{})", if binding.is_empty() { "" } else { ")" })
                }
                None => inner.to_string(),
            };
            text += &format!("(assert {instance})\n");
        }
        text += &format!("(assert (not {fact}))\n(check-sat)\n(pop)\n");
        if facts.iter().any(|(known, _)| known == number) {
            return Some(true);
        }
        last = fact.clone();
        facts.push((number.to_string(), fact));
    }
    let words = z3(&text);
    if words.iter().any(|line| line.contains("error")) {
        return Some(true);
    }
    Some(last != "false" || words.len() != steps.len() || words.iter().any(|line| line == "sat"))
}

#[test]
fn wrong_refutations_are_rejected_and_right_ones_accepted() {
    let (mut wrong, mut accepted) = (0, 0);
    for name in SYSTEMS {
        let (script, answer) = answered(name);
        if !answer.starts_with("unsat") {
            continue;
        }
        assert_eq!(refutation_is_wrong(&script, &answer), Some(false), "{name}: the oracle is wrong about\n{answer}");
        for mutant in mutants(&answer) {
            let result = check(&script, &mutant, &options());
            if refutation_is_wrong(&script, &mutant) == Some(true) {
                wrong += 1;
                assert!(result.is_err(), "{name}: a wrong refutation is accepted:\n{mutant}");
            } else if result.is_ok() {
                accepted += 1;
            }
        }
    }
    assert!(wrong >= 160, "only {wrong} mutants are really wrong, {accepted} are right");
}

#[test]
fn certificates_of_another_kind_are_rejected_with_a_reason() {
    let script = "(declare-fun p (Int) Bool)(declare-fun q (Real) Bool)
        (assert (forall ((x Int)) (=> (= x 0) (p x))))(assert (forall ((x Int)) (=> (and (p x) (= x 0)) false)))";
    let step = "(step 1 (p 0) :assertion 1 :values ((x 0)))";
    let end = "(step 2 false :assertion 2 :values ((x 0)) :premises (1))";
    assert!(check(script, &format!("unsat ({step}{end})"), &options()).is_ok());
    for (answer, part) in [
        ("".to_string(), "neither"),
        ("unknown".to_string(), "`unknown`"),
        ("sat".to_string(), "no model"),
        ("unsat".to_string(), "no refutation"),
        ("sat ((define-fun p ((x Int)) Bool true)".to_string(), "`(`"),
        ("sat ((define-fun p ((x Int)) Bool true))".to_string(), "does not define `q`"),
        ("sat ((define-fun p ((x Real)) Bool true)(define-fun q ((x Real)) Bool true))".to_string(), "other sorts"),
        (
            "sat ((define-fun p ((x Int)) Bool (p x))(define-fun q ((x Real)) Bool true))".to_string(),
            "uses a predicate",
        ),
        ("sat ((define-fun p ((x Int)) Bool (r x))(define-fun q ((x Real)) Bool true))".to_string(), "SMT solver"),
        (
            "sat ((define-funs-rec ((f ((x Int)) Int)) ((+ (f x) 1)))
               (define-fun p ((x Int)) Bool (= (f 0) 1))(define-fun q ((x Real)) Bool true))"
                .to_string(),
            "recursion of `f`",
        ),
        (format!("unsat ({step})"), "does not derive `false`"),
        (format!("unsat ({end})"), "step 1 is not derived"),
        (format!("unsat ({step}{step}{end})"), "twice"),
        (format!("unsat ({step}{})", end.replace(":assertion 2", ":assertion 7")), "no assertion 7"),
        (format!("unsat ({step}{})", end.replace("((x 0))", "((x y))")), "SMT solver"),
        (format!("unsat ({step}{})", end.replace(":premises (1)", "")), "does not follow"),
        (format!("unsat ({}{end})", step.replace("(p 0)", "(q 0)")), "does not follow"),
        (format!("unsat ({step}{end})(exit)"), "goes on"),
    ] {
        let result = check(script, &answer, &options());
        assert!(result.as_ref().is_err_and(|rejection| rejection.to_string().contains(part)), "{answer}: {result:?}");
    }
}

/// Lists whose sum is zero, by a recursion that a wrong tester would make contradictory.
#[test]
fn recursion_must_descend() {
    let script = "(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))
        (declare-fun p (L) Bool)
        (assert (p nil))
        (assert (forall ((l L) (n Int)) (=> (and (p l) (>= n 0)) (p (cons n l)))))
        (assert (forall ((l L)) (=> (and (p l) (< 5 3)) false)))";
    let answer = |body: &str, p: &str| {
        format!("sat ((define-funs-rec ((size ((x L)) Int)) ({body})) (define-fun p ((l L)) Bool {p}))")
    };
    let good = "(ite ((_ is nil) x) 0 (+ 1 (size (tail x))))";
    assert!(check(script, &answer(good, "(>= (size l) 0)"), &options()).is_ok());
    assert!(matches!(check(script, &answer(good, "(= (size l) 0)"), &options()), Err(Rejection::Undecided(_))));
    for bad in
        ["(+ 1 (size (tail x)))", "(ite ((_ is nil) x) (+ 1 (size (tail x))) 0)", "(+ 1 (size x))", "(size (cons 1 x))"]
    {
        let result = check(script, &answer(bad, "false"), &options());
        assert!(matches!(result, Err(Rejection::Malformed(_))), "{bad}: {result:?}");
    }
}

/// A model about how often every value occurs in a list: its quantifier is instantiated at the values that matter, and
/// that is enough to Z3 and to another solver. A fold that counts wrongly, or something else, satisfies nothing.
#[test]
fn folds_with_a_key_are_counted_at_every_key() {
    let script = "(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))
        (declare-fun insert (Int L L) Bool)(declare-fun sort (L L) Bool)(declare-fun count (Int L Int) Bool)
        (assert (forall ((x Int) (t L)) (insert x t (cons x t))))
        (assert (forall ((x Int) (h Int) (t L) (r L)) (=> (insert x t r) (insert x (cons h t) (cons h r)))))
        (assert (sort nil nil))
        (assert (forall ((h Int) (t L) (s L) (r L)) (=> (and (sort t s) (insert h s r)) (sort (cons h t) r))))
        (assert (forall ((x Int)) (count x nil 0)))
        (assert (forall ((x Int) (t L) (n Int)) (=> (count x t n) (count x (cons x t) (+ n 1)))))
        (assert (forall ((x Int) (h Int) (t L) (n Int)) (=> (and (count x t n) (not (= x h))) (count x (cons h t) n))))
        (assert (forall ((x Int) (l L) (r L) (m Int) (n Int))
            (=> (and (sort l r) (count x l m) (count x r n) (not (= m n))) false)))";
    let fold = "(ite ((_ is nil) l) 0 (+ (ite (= (head l) k) 1 0) (f (tail l) k)))";
    let insert = "(forall ((k Int)) (= (f r k) (+ (f l k) (ite (= x k) 1 0))))";
    let answer = |fold: &str, insert: &str, lemma: &str| {
        format!(
            "sat ((define-fun-rec f ((l L) (k Int)) Int {fold}) {lemma}
              (define-fun insert ((x Int) (l L) (r L)) Bool {insert})
              (define-fun sort ((l L) (r L)) Bool (forall ((k Int)) (= (f l k) (f r k))))
              (define-fun count ((x Int) (l L) (n Int)) Bool (= n (f l x))))"
        )
    };
    let both = |text: &str| {
        let other = Options { solvers: vec![SmtSolver::new("cvc5")], ..options() };
        let has_other = std::process::Command::new("cvc5").arg("--version").output().is_ok();
        let result = check(script, text, &options());
        if has_other && result.is_ok() {
            assert!(check(script, text, &other).is_ok(), "{text}");
        }
        result
    };
    let lemma = "(define-fun lemma!0 ((l L) (k Int)) Bool (<= 0 (f l k)))";
    assert!(both(&answer(fold, insert, "")).is_ok());
    assert!(both(&answer(fold, insert, lemma)).is_ok());
    for wrong in [
        // Of every element, at another key, of smaller elements, of what stands behind the first one.
        fold.replace("(ite (= (head l) k) 1 0)", "1"),
        fold.replace("(= (head l) k)", "(= (head l) (+ k 1))"),
        fold.replace("(= (head l) k)", "(<= (head l) k)"),
        "(ite ((_ is nil) l) 0 (ite ((_ is nil) (tail l)) 0 (+ (ite (= (head l) k) 1 0) (f (tail l) k))))".to_string(),
    ] {
        let result = both(&answer(&wrong, insert, ""));
        assert!(matches!(result, Err(Rejection::Undecided(_))), "{wrong}: {result:?}");
    }
    // The key changes on the way, and the recursion does not end: the second is no function.
    let moving = fold.replace("(f (tail l) k)", "(f (tail l) (+ k 1))");
    assert!(matches!(both(&answer(&moving, insert, "")), Err(Rejection::Undecided(_))));
    let endless = fold.replace("(f (tail l) k)", "(f l (+ k 1))");
    assert!(matches!(both(&answer(&endless, insert, "")), Err(Rejection::Malformed(_))));
    // What is said of one key only, of every key but one, and a lemma that does not hold.
    for wrong in [insert.replace("(= (f r k)", "(or (= k 7) (= (f r k)").replace("1 0)))", "1 0))))"), "true".into()] {
        let result = both(&answer(fold, &wrong, ""));
        assert!(matches!(result, Err(Rejection::Undecided(_))), "{wrong}: {result:?}");
    }
    let result = both(&answer(fold, insert, "(define-fun lemma!0 ((l L) (k Int)) Bool (< 0 (f l k)))"));
    assert!(matches!(result, Err(Rejection::Undecided(_))), "{result:?}");
}

/// Models with functions of several arguments and lemmas: what is claimed is shown, and what does not hold is not.
#[test]
fn lemmas_are_shown_before_they_are_used() {
    let script = "(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))
        (declare-fun app (L L L) Bool)
        (assert (forall ((y L)) (app nil y y)))
        (assert (forall ((h Int) (x L) (y L) (r L)) (=> (app x y r) (app (cons h x) y (cons h r)))))
        (assert (forall ((x L) (r L)) (=> (and (app x nil r) (not (= r x))) false)))";
    let body = "(ite ((_ is nil) A) B (cons (head A) (f (tail A) B)))";
    let answer = |body: &str, lemmas: &str| {
        format!(
            "sat ((define-funs-rec ((f ((A L) (B L)) L)) ({body})) {lemmas}
               (define-fun app ((A L) (B L) (C L)) Bool (= C (f A B))))"
        )
    };
    let lemma = "(define-fun lemma!0 ((A L)) Bool (= A (f A nil)))";
    assert!(check(script, &answer(body, lemma), &options()).is_ok());
    // Without it, with it under another name, and by cases on another variable nothing is shown.
    let missing = check(script, &answer(body, ""), &options());
    assert!(matches!(missing, Err(Rejection::Undecided(_))), "{missing:?}");
    assert!(check(script, &answer(body, &lemma.replace("lemma!0", "claim")), &options()).is_err());
    for wrong in [
        "(define-fun lemma!0 ((A L)) Bool false)",
        "(define-fun lemma!0 ((A L)) Bool (= nil (f A nil)))",
        "(define-fun lemma!0 ((A L) (B L)) Bool (= (f A B) (f B A)))",
        "(define-fun lemma!0 ((n Int) (A L)) Bool (= A (f A nil)))",
        "(define-fun lemma!0 () Bool (= 1 2))",
        // What is claimed later is of no use to what is claimed before.
        "(define-fun lemma!0 ((n Int) (A L)) Bool (= A (f A nil)))(define-fun lemma!1 ((A L)) Bool (= A (f A nil)))",
    ] {
        let result = check(script, &answer(body, wrong), &options());
        assert!(matches!(result, Err(Rejection::Undecided(_))), "{wrong}: {result:?}");
    }
    // Equations that no function satisfies, or that many do.
    for bad in [
        "(cons 1 (f A B))",
        "(ite ((_ is nil) A) B (cons (head A) (f A (tail B))))",
        "(ite ((_ is nil) A) (cons 1 (f (tail A) B)) B)",
        "(ite ((_ is nil) A) B (cons (head A) (f (tail (tail A)) B)))",
        "(ite (and ((_ is cons) A) (= 1 (head (f (tail A) B)))) B (f (tail A) A))",
    ] {
        let result = check(script, &answer(bad, lemma), &options());
        assert!(matches!(result, Err(Rejection::Malformed(_))), "{bad}: {result:?}");
    }
    // Both arguments change places, one of them smaller.
    let swapped = "(ite ((_ is nil) A) B (cons (head A) (f B (tail A))))";
    let result = check(script, &answer(swapped, ""), &options());
    assert!(matches!(result, Err(Rejection::Undecided(_))), "{result:?}");
}

/// A definition without a solution must not make everything true.
#[test]
fn functions_that_do_not_exist_prove_nothing() {
    let script = "(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))
        (declare-fun p (L L) Bool)
        (assert (p nil nil))
        (assert (forall ((x L) (y L)) (=> (p x y) false)))";
    for body in ["(+ 1 (f A B))", "(ite ((_ is nil) A) (+ 1 (f B A)) 0)", "(ite (= A B) (+ 1 (f A B)) 0)"] {
        let answer = format!(
            "sat ((define-funs-rec ((f ((A L) (B L)) Int)) ({body}))
               (define-fun p ((A L) (B L)) Bool (= (f A B) 0)))"
        );
        let result = check(script, &answer, &options());
        assert!(matches!(result, Err(Rejection::Malformed(_))), "{body}: {result:?}");
    }
}

/// The constants for the variables of an assertion have the same names as those of another one, and other sorts.
#[test]
fn instances_have_the_sorts_of_their_own_assertion() {
    let script = "(set-logic HORN)(declare-datatypes ((Maybe 0)) (((none)(some (the Bool)))))\
        (declare-fun p ((_ BitVec 1)) Bool)\
        (assert (forall ((a (Array Maybe (_ BitVec 1)))) \
            (p (select ((as const (Array (_ BitVec 1) (_ BitVec 1))) #b0) (select a none)))))\
        (assert (forall ((m Maybe)) (p (select ((as const (Array Maybe (_ BitVec 1))) #b0) m))))\
        (assert (forall ((b (_ BitVec 1))) (=> (and (p b) (= b #b1)) false)))(check-sat)";
    let model = |value: &str| {
        format!(
            "sat ((define-fun p ((x (_ BitVec 1))) Bool \
             (exists ((a (Array Maybe (_ BitVec 1)))) (and (= x (select a none)) (= x {value})))))"
        )
    };
    let judged = |value: &str| check(script, &model(value), &options());
    assert!(judged("#b0").is_ok(), "{:?}", judged("#b0"));
    assert!(judged("#b1").is_err());
}

/// What depends on the value of a division by zero is no consequence.
#[test]
fn steps_that_rest_on_open_values_are_rejected() {
    let script = "(declare-fun p (Int) Bool)(assert (forall ((x Int)) (=> (= x (div 1 0)) (p x))))
        (assert (forall ((x Int)) (=> (and (p x) (= x (div 1 0))) false)))";
    let answer = |value: &str| {
        format!(
            "unsat ((step 1 (p {value}) :assertion 1 :values ((x {value})))
              (step 2 false :assertion 2 :values ((x {value})) :premises (1)))"
        )
    };
    assert!(check(script, &answer("0"), &options()).is_err());
    // The value itself, whatever it is.
    assert!(check(script, &answer("(div 1 0)"), &options()).is_ok());
}

/// A transition relation with so many locations, each of which adds its number to a sum, a model of it, and a
/// refutation of a bound that is one too low.
fn locations(n: usize) -> [String; 4] {
    let sum = |i: usize| i * i.saturating_sub(1) / 2;
    let steps: String = (0..n).map(|i| format!("(and (= l {i}) (= m {}) (= t (+ s {i})))", i + 1)).collect();
    let script = |bound: usize| {
        format!(
            "(declare-fun at (Int Int) Bool)(assert (at 0 0))
             (assert (forall ((l Int) (s Int) (m Int) (t Int)) (=> (and (at l s) (or {steps} false)) (at m t))))
             (assert (forall ((s Int)) (=> (and (at {n} s) (>= s {bound})) false)))"
        )
    };
    let cases: String = (0..=n).map(|i| format!("(and (= l {i}) (= s {}))", sum(i))).collect();
    let model = format!("sat ((define-fun at ((l Int) (s Int)) Bool (or {cases})))");
    let derived: String = (0..n)
        .map(|i| {
            let (to, s, t) = (i + 1, sum(i), sum(i + 1));
            let values = format!("((l {i}) (s {s}) (m {to}) (t {t}))");
            format!("(step {} (at {to} {t}) :assertion 2 :values {values} :premises ({to}))", i + 2)
        })
        .collect();
    let (last, end) = (n + 1, sum(n));
    let refutation = format!(
        "unsat ((step 1 (at 0 0) :assertion 1 :values ()) {derived}
         (step {} false :assertion 3 :values ((s {end})) :premises ({last})))",
        n + 2
    );
    [script(sum(n) + 1), model, script(sum(n)), refutation]
}

/// Each of n cases, or of n steps, looks at what concerns it, not at n locations: with all of them 2,000 locations take
/// more than a minute.
#[test]
fn many_locations_in_one_clause_are_checked_one_by_one() {
    let begin = Instant::now();
    let [safe, model, wrong, refutation] = locations(2_000);
    let accepted = check(&safe, &model, &options()).expect("the model is right");
    assert!(accepted.queries > 100, "{accepted:?}");
    check(&wrong, &refutation, &options()).expect("the refutation is right");
    assert!(begin.elapsed() < Duration::from_secs(40), "{:?}", begin.elapsed());
    // One wrong case or step among them.
    let [safe, model, wrong, refutation] = locations(300);
    assert!(check(&safe, &model, &options()).is_ok() && check(&wrong, &refutation, &options()).is_ok());
    let changed = model.replace("(and (= l 150) (= s 11175))", "(and (= l 150) (= s 11176))");
    assert!(changed != model && check(&safe, &changed, &options()).is_err());
    let changed = model.replace("(and (= l 299) (= s 44551))", "(= l 299)");
    assert!(changed != model && check(&safe, &changed, &options()).is_err());
    let changed = model.replace("(and (= l 150) (= s 11175))", "");
    assert!(changed != model && check(&safe, &changed, &options()).is_err());
    let changed = refutation.replace("(at 151 11325)", "(at 151 11326)");
    assert!(changed != refutation && check(&wrong, &changed, &options()).is_err());
    assert!(check(&safe, &refutation, &options()).is_err() && check(&wrong, &model, &options()).is_err());
}

#[test]
fn solvers_that_fail_confirm_nothing() {
    let (script, answer) = answered("lia-linear/count-up-safe");
    let folder = tempfile::tempdir().expect("a temporary folder");
    for body in [
        "exit 0",
        "cat >/dev/null; exit 3",
        "sleep 60",
        "while read line; do echo '(error \"no\")'; done",
        "while read line; do case \"$line\" in *check-sat*) echo unknown;; *echo*) echo \"$line\" | sed 's/.*\"\\(.*\\)\".*/\\1/';; esac; done",
        "while read line; do echo unsat; done",
    ] {
        let solver = SmtSolver::new(&fake_solver(folder.path(), body).to_string_lossy());
        let deadline = Some(Instant::now() + Duration::from_secs(2));
        let options = Options { solvers: vec![solver], limits: Limits { deadline, ..Limits::default() } };
        let begin = Instant::now();
        let result = check(&script, &answer, &options);
        assert!(result.is_err(), "{body}");
        assert!(begin.elapsed() < Duration::from_secs(10), "{body}: {:?}", begin.elapsed());
    }
    let none = Options { solvers: vec![SmtSolver::new("/nowhere/z3")], limits: Limits::default() };
    assert!(matches!(check(&script, &answer, &none), Err(Rejection::Solver(_))));
}

#[test]
fn where_work_is_counted_a_hard_question_ends_without_a_deadline() {
    // Nobody knows whether 114 is a sum of three cubes.
    let script = "(declare-fun p (Int) Bool)(assert (forall ((x Int)) (p x)))
        (assert (forall ((x Int) (y Int) (z Int)) (=> (and (p x) (= (+ (* x x x) (* y y y) (* z z z)) 114)) false)))";
    let answer = "sat ((define-fun p ((a Int)) Bool true))";
    let limits = Limits { steps: Some(50_000), ..Limits::default() };
    let options = Options { limits, ..options() };
    let result = check(script, answer, &options);
    assert!(matches!(result, Err(Rejection::Undecided(_))), "{result:?}");
}
