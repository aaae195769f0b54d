//! `--proof`: proofs in the Alethe format, checked by a checker of this test's own, rule by rule.

#[path = "alethe/checker.rs"]
mod checker;
mod common;
#[path = "alethe/expr.rs"]
mod expr;

use checker::check;
use horn_solver::random::SplitMix;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// What `hornsolve --proof` has written.
struct Written {
    script: String,
    proof: String,
    rewrites: Option<String>,
}

/// Runs `hornsolve --proof`.
fn prove(file: &Path) -> Written {
    let folder = tempfile::tempdir().expect("a folder");
    let proof = folder.path().join("proof.alethe");
    let output = Command::new(env!("CARGO_BIN_EXE_hornsolve"))
        .args(["--timeout", "60", "--proof"])
        .arg(&proof)
        .arg(file)
        .output()
        .expect("hornsolve runs");
    let said = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!((said.0.as_ref(), output.status.code()), ("unsat\n", Some(0)), "{}: {}", file.display(), said.1);
    let read = |path: PathBuf| std::fs::read_to_string(path);
    Written {
        script: read(folder.path().join("proof.alethe.smt2")).expect("written"),
        proof: read(proof).expect("written"),
        rewrites: read(folder.path().join("proof.alethe.rare")).ok(),
    }
}

/// Checks what has been written, the rewrites included.
fn valid(written: &Written) -> Result<(), String> {
    let uses = written.proof.contains(":rule rare_rewrite");
    let stated = written.rewrites.as_deref().map(expr::parse);
    match (uses, stated) {
        (false, None) => {}
        (true, Some(rules)) if rules == expr::parse(checker::REWRITE) => {}
        (_, stated) => return Err(format!("rewrites: {stated:?}")),
    }
    check(&written.script, &written.proof)
}

fn systems() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("horn-benchmarks/systems")
}

/// The systems of a manifest without a model that have no datatypes.
fn refutable() -> Vec<PathBuf> {
    let manifest = std::fs::read_to_string(systems().join("manifest.tsv")).expect("the manifest");
    let files = manifest.lines().filter(|line| !line.starts_with('#') && line.ends_with("\tunsat"));
    let files = files.map(|line| systems().join(line.split('\t').next().unwrap_or_default()));
    let plain = |file: &PathBuf| !std::fs::read_to_string(file).expect("it is there").contains("declare-datatype");
    files.filter(plain).collect()
}

#[test]
fn every_refutation_of_a_system_without_datatypes_has_a_proof_without_holes() {
    let files = refutable();
    assert!(files.len() >= 70, "{}", files.len());
    let open = Mutex::new(files);
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let Some(file) = open.lock().expect("a lock").pop() else { break };
                    let (input, written) = (std::fs::read_to_string(&file).expect("it is there"), prove(&file));
                    // Proofs are about the input; clauses are proved where it has commands of Z3's own.
                    if written.script != input && !input.contains("(rule ") {
                        wrong.lock().expect("a lock").push(format!("{}: about clauses", file.display()));
                    }
                    if let Err(why) = valid(&written) {
                        let why: String = why.chars().take(300).collect();
                        wrong.lock().expect("a lock").push(format!("{}: {why}", file.display()));
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("a lock");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A system that reads and compares arrays, with division, bit-vectors and constant arrays.
const MIXED: &str = "(set-logic HORN)(declare-fun p ((Array Int Int) (Array Int Int) Int) Bool)(declare-fun q ((_ BitVec 8) Real) Bool)
    (assert (forall ((a (Array Int Int)) (b (Array Int Int))) (=> (and (= b (store a 4 (div (- 7) 2))) (= (select a 5) 9)) (p a b 0))))
    (assert (forall ((a (Array Int Int)) (b (Array Int Int)) (n Int))
      (=> (and (p a b n) (< n 2)) (p b (store a n (mod (select b 4) 3)) (+ n 1)))))
    (assert (forall ((a (Array Int Int)) (b (Array Int Int)) (n Int) (x (_ BitVec 8)))
      (=> (and (p a b n) (= n 2) (not (= a b)) (= (select ((as const (Array Int Int)) 3) n) 3) (= (bv2nat x) (+ 200 (select b 5))))
          (q (bvadd x #x40) (/ 1.0 4.0)))))
    (assert (forall ((x (_ BitVec 8)) (r Real)) (=> (and (q x r) (bvslt #xf0 x) (= (to_int (+ r 2.0)) 2)) false)))";

#[test]
fn a_proof_is_refused_with_anything_changed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mixed = common::write(folder.path(), "mixed.smt2", MIXED);
    let mut random = SplitMix(14);
    for file in
        [mixed, systems().join("lia-linear/count-up-unsafe.smt2"), systems().join("arrays/bool-cells-unsafe.smt2")]
    {
        let Written { script, proof, rewrites } = prove(&file);
        let lines: Vec<&str> = proof.lines().collect();
        let told = |lines: &[&str]| {
            let proof = lines.join("\n");
            valid(&Written { script: script.clone(), proof, rewrites: rewrites.clone() })
        };
        assert_eq!(told(&lines), Ok(()), "{}", file.display());
        let mut changed = 0;
        for at in 0..lines.len() {
            let with = |line: &str| {
                let mut other = lines.clone();
                other[at] = line;
                told(&other)
            };
            // Without any one of its steps a proof is none, nor with a hole in it, nor with another constant or rule in
            // a step.
            assert!(with("").is_err(), "without line {at}");
            if let Some((step, rule)) = lines[at].split_once(":rule ") {
                let after = rule.find([' ', ')']).map_or("", |end| &rule[end..]);
                assert!(with(&format!("{step}:rule hole{after}")).is_err(), "a hole in line {at}");
                let other = random.pick(&["trans", "cong", "resolution", "and_neg", "equiv1", "true", "arrays_idx"]);
                if !rule.starts_with(other) {
                    assert!(with(&format!("{step}:rule {other}{after}")).is_err(), "{other} in {}", lines[at]);
                }
            }
            let mutated = mutations(lines[at]);
            for line in mutated.iter().filter(|_| random.one_in(1 + mutated.len() as u64 / 8)) {
                assert!(with(line).is_err(), "{line}\nfor\n{}", lines[at]);
                changed += 1;
            }
        }
        assert!(changed >= 50, "{changed}");
        assert!(check(&script.replace("(assert ", "(assert-not "), &proof).is_err());
    }
}

/// The line with one constant changed, for each constant in it.
fn mutations(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    let ends = |c: char| c == ' ' || c == '(' || c == ')';
    let mut at = 0;
    for token in line.split_inclusive(ends) {
        let word = token.trim_end_matches(ends);
        let other = match word {
            "true" => Some("false".to_string()),
            "false" => Some("true".to_string()),
            _ if word.parse::<u64>().is_ok() => Some(format!("{word}1")),
            _ => None,
        };
        if let Some(other) = other {
            found.push(format!("{}{other}{}", &line[..at], &line[at + word.len()..]));
        }
        at += token.len();
    }
    found
}

#[test]
fn names_sorts_and_variables_of_all_kinds() {
    let folder = tempfile::tempdir().expect("a folder");
    // A name that needs quotes, Booleans (one of them alone as a constraint), reals, no variables, an argument twice.
    let cases = [
        "(set-logic HORN)(declare-fun |a b| (Real Bool) Bool)(declare-fun q () Bool)
         (assert (forall ((x Real) (b Bool)) (=> (and (= (* 2.0 x) 1.0) (or b (< x 0.0))) (|a b| (+ x 0.5) b))))
         (assert (forall ((x Real) (b Bool)) (=> (and (|a b| x b) b (ite b (>= x 1.0) false)) q)))
         (assert (=> q false))",
        "(set-logic HORN)(declare-fun p (Bool Bool Int Int) Bool)
         (assert (forall ((b Bool) (x Int)) (=> b (p b b (+ x x) (+ x x)))))
         (assert (forall ((b Bool) (x Int)) (=> (and (p b b x x) (p b b x x) b) false)))",
    ];
    for text in cases {
        let written = prove(&common::write(folder.path(), "case.smt2", text));
        assert_eq!(valid(&written), Ok(()), "{}", written.proof);
    }
}

#[test]
fn what_can_t_be_said_is_a_hole_and_what_can_t_be_written_an_error() {
    // Selectors and testers have no rules.
    let written = prove(&systems().join("adt/record-unsafe.smt2"));
    assert!(written.proof.contains(":rule hole"));
    assert!(valid(&written).is_err());
    let output = Command::new(env!("CARGO_BIN_EXE_hornsolve"))
        .args(["--proof", "/nonexistent/folder/p"])
        .arg(systems().join("lia-linear/count-up-unsafe.smt2"))
        .output()
        .expect("hornsolve runs");
    assert_eq!((output.stdout, output.status.code()), (b"unsat\n".to_vec(), Some(2)));
    assert!(String::from_utf8_lossy(&output.stderr).contains("/nonexistent/folder/p"));
}
