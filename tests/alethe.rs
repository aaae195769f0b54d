//! `--proof`: proofs in the Alethe format, checked by a checker of this file's own, rule by rule.

mod common;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// An s-expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Expr {
    Atom(String),
    List(Vec<Expr>),
}

use Expr::{Atom, List};

fn parse(text: &str) -> Vec<Expr> {
    let mut stack: Vec<Vec<Expr>> = vec![Vec::new()];
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '(' | ')' => 1,
            '|' | '"' => rest[1..].find(first).expect("quotes end") + 2,
            _ => rest.find(|c: char| c.is_whitespace() || c == '(' || c == ')').unwrap_or(rest.len()),
        };
        match first {
            '(' => stack.push(Vec::new()),
            ')' => {
                let list = stack.pop().expect("an open list");
                stack.last_mut().expect("parentheses match").push(List(list));
            }
            _ => stack.last_mut().expect("parentheses match").push(Atom(rest[..length].to_string())),
        }
        rest = rest[length..].trim_start();
    }
    assert_eq!(stack.len(), 1, "parentheses match");
    stack.pop().expect("the list")
}

impl Expr {
    fn list(&self) -> &[Expr] {
        match self {
            List(items) => items,
            Atom(_) => &[],
        }
    }

    fn is(&self, name: &str) -> bool {
        matches!(self, Atom(atom) if atom == name)
    }

    fn head(&self, name: &str) -> bool {
        self.list().first().is_some_and(|head| head.is(name))
    }

    fn name(&self) -> &str {
        match self {
            Atom(atom) => atom,
            List(_) => "",
        }
    }
}

fn not(expr: &Expr) -> Expr {
    List(vec![Atom("not".to_string()), expr.clone()])
}

fn equality(expr: &Expr) -> Option<(&Expr, &Expr)> {
    match expr.list() {
        [eq, a, b] if eq.is("=") => Some((a, b)),
        _ => None,
    }
}

/// A numeral, as a fraction.
fn number(expr: &Expr) -> Option<(i128, i128)> {
    match expr {
        Atom(text) => text.strip_suffix(".0").unwrap_or(text).parse().ok().map(|n| (n, 1)),
        List(items) => match &items[..] {
            [minus, a] if minus.is("-") => number(a).map(|(n, d)| (-n, d)),
            [slash, a, b] if slash.is("/") => {
                let ((n, d), (m, e)) = (number(a)?, number(b)?);
                Some((n * e, d * m))
            }
            _ => None,
        },
    }
}

fn truth(expr: &Expr) -> Option<bool> {
    if expr.is("true") { Some(true) } else { expr.is("false").then_some(false) }
}

/// Whether `left = right` holds because an operator on values has that value.
fn simplifies(rule: &str, left: &Expr, right: &Expr) -> bool {
    let [operator, args @ ..] = left.list() else { return false };
    let numbers: Option<Vec<(i128, i128)>> = args.iter().map(number).collect();
    let truths: Vec<Option<bool>> = args.iter().map(truth).collect();
    let result = number(right);
    let same = |value: (i128, i128)| result.is_some_and(|(n, d)| n * value.1 == value.0 * d);
    match (rule, operator.name()) {
        ("not_simplify", "not") => truths[0].is_some() && truth(right) == truths[0].map(|t| !t),
        ("and_simplify", "and") if truths.contains(&Some(false)) => right.is("false"),
        ("and_simplify", "and") => truths.iter().all(|t| *t == Some(true)) && right.is("true"),
        ("or_simplify", "or") if truths.contains(&Some(true)) => right.is("true"),
        ("or_simplify", "or") => truths.iter().all(|t| *t == Some(false)) && right.is("false"),
        ("ite_simplify", "ite") => match truths[0] {
            Some(true) => args[1] == *right,
            Some(false) => args[2] == *right,
            None => false,
        },
        ("equiv_simplify", "=") => match (truths[0], truths[1]) {
            (Some(a), Some(b)) => truth(right) == Some(a == b),
            _ => false,
        },
        ("eq_simplify", "=") => numbers.is_some_and(|n| truth(right) == Some(n[0].0 * n[1].1 == n[1].0 * n[0].1)),
        ("sum_simplify", "+") => {
            numbers.is_some_and(|list| same(list.iter().fold((0, 1), |(n, d), &(m, e)| (n * e + m * d, d * e))))
        }
        ("prod_simplify", "*") => {
            numbers.is_some_and(|list| same(list.iter().fold((1, 1), |(n, d), &(m, e)| (n * m, d * e))))
        }
        ("comp_simplify", "<=") => numbers.is_some_and(|n| truth(right) == Some(n[0].0 * n[1].1 <= n[1].0 * n[0].1)),
        ("div_simplify", "div") => numbers.is_some_and(|n| n[1].0 != 0 && same((n[0].0.div_euclid(n[1].0), 1))),
        _ => false,
    }
}

/// Whether the premises together with the negation of the conclusion are refuted by unit propagation.
fn resolves(premises: &[&Vec<Expr>], conclusion: &[Expr]) -> bool {
    let negated = |literal: &Expr| match literal.list() {
        [n, inner] if n.is("not") => inner.clone(),
        _ => not(literal),
    };
    let mut known: HashSet<Expr> = conclusion.iter().map(negated).collect();
    loop {
        let mut grown = false;
        for clause in premises {
            let open: Vec<&Expr> = clause.iter().filter(|literal| !known.contains(&negated(literal))).collect();
            match open[..] {
                [] => return true,
                [unit] => grown |= known.insert(unit.clone()),
                _ => {}
            }
        }
        if !grown {
            return false;
        }
    }
}

fn substitute(expr: &Expr, map: &HashMap<&str, &Expr>) -> Expr {
    match expr {
        Atom(name) => map.get(&name[..]).map_or_else(|| expr.clone(), |&value| value.clone()),
        List(items) => List(items.iter().map(|item| substitute(item, map)).collect()),
    }
}

/// Checks a proof; the number of steps that are holes, or what is wrong.
fn check(script: &str, proof: &str) -> Result<usize, String> {
    let assertions: HashSet<Expr> =
        parse(script).into_iter().filter(|e| e.head("assert")).map(|e| e.list()[1].clone()).collect();
    let mut proved: HashMap<String, Vec<Expr>> = HashMap::new();
    let mut last = None;
    let mut holes = 0;
    for command in parse(proof) {
        let parts = command.list();
        let fail = || Err(format!("{command:?}"));
        let name = parts[1].name().to_string();
        if command.head("assume") {
            if !assertions.contains(&parts[2]) {
                return fail();
            }
            proved.insert(name, vec![parts[2].clone()]);
            continue;
        }
        let clause: Vec<Expr> = parts[2].list()[1..].to_vec();
        let keyword = |key: &str| {
            parts.iter().position(|part| part.is(key)).map(|at| parts[at + 1].clone()).unwrap_or(List(Vec::new()))
        };
        let rule = keyword(":rule").name().to_string();
        let mut premises = Vec::new();
        for premise in keyword(":premises").list() {
            match proved.get(premise.name()) {
                Some(clause) => premises.push(clause),
                None => return fail(),
            }
        }
        let args = keyword(":args");
        let good = match (&rule[..], &clause[..], &premises[..]) {
            ("forall_inst", [either], []) => match either.list() {
                [or, denied, instance] if or.is("or") && denied.head("not") && denied.list()[1].head("forall") => {
                    let [_, vars, body] = denied.list()[1].list() else { return fail() };
                    let names = vars.list().iter().map(|var| var.list()[0].name());
                    let map: HashMap<&str, &Expr> = names.zip(args.list()).collect();
                    map.len() == vars.list().len() && substitute(body, &map) == *instance
                }
                _ => false,
            },
            ("or", literals, [premise]) => premise[0].head("or") && premise[0].list()[1..] == *literals,
            ("resolution", literals, used) => resolves(used, literals),
            ("implies", [a, b], [premise]) => {
                matches!(premise[0].list(), [arrow, from, to] if arrow.is("=>") && not(from) == *a && to == b)
            }
            ("equiv1", [a, b], [premise]) => equality(&premise[0]).is_some_and(|(l, r)| not(l) == *a && r == b),
            ("equiv2", [a, b], [premise]) => equality(&premise[0]).is_some_and(|(l, r)| l == a && not(r) == *b),
            ("and_neg", [all, rest @ ..], []) => {
                let denied: Vec<Expr> = all.list().iter().skip(1).map(not).collect();
                all.head("and") && denied == rest
            }
            ("true", [literal], []) => literal.is("true"),
            ("false", [literal], []) => *literal == not(&Atom("false".to_string())),
            ("cong", [literal], used) => equality(literal).is_some_and(|(l, r)| {
                let pairs: HashSet<(&Expr, &Expr)> = used.iter().filter_map(|c| equality(&c[0])).collect();
                l.list().len() == r.list().len()
                    && l.list()[0] == r.list()[0]
                    && l.list().iter().zip(r.list()).all(|(a, b)| a == b || pairs.contains(&(a, b)))
            }),
            ("trans", [literal], [first, second]) => {
                match (equality(literal), equality(&first[0]), equality(&second[0])) {
                    (Some((a, c)), Some((b, d)), Some((e, f))) => a == b && d == e && c == f,
                    _ => false,
                }
            }
            ("hole", [literal], []) => {
                holes += 1;
                equality(literal).is_some()
            }
            (rule, [literal], []) => equality(literal).is_some_and(|(l, r)| simplifies(rule, l, r)),
            _ => false,
        };
        if !good {
            return fail();
        }
        last = Some(clause.clone());
        proved.insert(name, clause);
    }
    match last {
        Some(clause) if clause.is_empty() => Ok(holes),
        _ => Err("the empty clause is not derived".to_string()),
    }
}

/// Runs `hornsolve --proof`; the script and the proof.
fn prove(file: &Path) -> (String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let proof = folder.path().join("proof.alethe");
    let output = Command::new(env!("CARGO_BIN_EXE_hornsolve"))
        .args(["--timeout", "60", "--proof"])
        .arg(&proof)
        .arg(file)
        .output()
        .expect("hornsolve runs");
    assert_eq!(output.stdout, b"unsat\n", "{}: {}", file.display(), String::from_utf8_lossy(&output.stderr));
    let read = |path: PathBuf| std::fs::read_to_string(path).expect("written");
    (read(folder.path().join("proof.alethe.smt2")), read(proof))
}

fn systems() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("horn-benchmarks/systems")
}

#[test]
fn proofs_check_without_holes() {
    for file in ["lia-linear/count-up-unsafe.smt2", "lia-nonlinear/fibonacci-unsafe.smt2"] {
        let (script, proof) = prove(&systems().join(file));
        assert_eq!(check(&script, &proof), Ok(0), "{file}");
    }
}

#[test]
fn a_wrong_proof_is_refused() {
    let (script, proof) = prove(&systems().join("lia-linear/count-up-unsafe.smt2"));
    assert_eq!(check(&script, &proof), Ok(0));
    let lines: Vec<&str> = proof.lines().collect();
    // Without any one of its steps a proof is none, nor with another value or another rule.
    for dropped in 0..lines.len() {
        let rest: Vec<&str> = lines.iter().enumerate().filter(|&(i, _)| i != dropped).map(|(_, line)| *line).collect();
        let told = check(&script, &rest.join("\n"));
        assert!(told.is_err(), "without line {dropped}");
    }
    assert!(check(&script, &proof.replacen(":args (", ":args (7 ", 1)).is_err());
    assert!(check(&script, &proof.replace("equiv2", "equiv1")).is_err());
    assert!(check(&script.replace("(assert ", "(assert-not "), &proof).is_err());
}

#[test]
fn what_has_no_rule_is_a_hole_and_what_can_t_be_said_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = common::write(
        folder.path(),
        "mod.smt2",
        "(set-logic HORN)(declare-fun p (Int) Bool)
         (assert (forall ((x Int)) (=> (= (mod x 7) 3) (p x))))
         (assert (forall ((x Int)) (=> (and (p x) (> x 20) (= (mod x 2) 0)) false)))",
    );
    let (script, proof) = prove(&file);
    assert!(check(&script, &proof).expect("a proof") >= 1);
    // A name that needs quotes, a Boolean, reals, no variables.
    let file = common::write(
        folder.path(),
        "reals.smt2",
        "(set-logic HORN)(declare-fun |a b| (Real Bool) Bool)(declare-fun q () Bool)
         (assert (forall ((x Real) (b Bool)) (=> (and (= (* 2.0 x) 1.0) (or b (< x 0.0))) (|a b| (+ x 0.5) b))))
         (assert (forall ((x Real) (b Bool)) (=> (and (|a b| x b) b (ite b (>= x 1.0) false)) q)))
         (assert (=> q false))",
    );
    let (script, proof) = prove(&file);
    assert_eq!(check(&script, &proof), Ok(0), "{proof}");
    let output = Command::new(env!("CARGO_BIN_EXE_hornsolve"))
        .args(["--proof", "/nonexistent/folder/p"])
        .arg(&file)
        .output()
        .expect("hornsolve runs");
    assert_eq!((output.stdout, output.status.code()), (b"unsat\n".to_vec(), Some(2)));
    assert!(String::from_utf8_lossy(&output.stderr).contains("/nonexistent/folder/p"));
}
