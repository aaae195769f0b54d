//! Verdicts, models and refutations as printed, and where output may go wrong.

mod common;

use common::{counter, hornsolve, run, run_text, smt_binary, wait_within, write};
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

const NONLINEAR: &str = "(set-logic HORN)\n(declare-fun |f ib| (Int Int) Bool)\n\
    (assert (forall ((n Int)) (=> (and (>= n 0) (<= n 1)) (|f ib| n n))))\n\
    (assert (forall ((n Int) (a Int) (b Int)) \
      (=> (and (> n 1) (|f ib| (- n 1) a) (|f ib| (- n 2) b)) (|f ib| n (+ a b)))))\n\
    (assert (forall ((r Int)) (=> (and (|f ib| 6 r) (= r 8)) false)))\n(check-sat)\n";

/// A list of even length whose elements are 1, and an array that holds it; needs constructors in the model or at least
/// a sort.
const DATATYPES: &str = "(set-logic HORN)\n\
    (declare-datatypes ((A 0)) (((nil) (cons (head Int) (tail A)))))\n\
    (declare-fun P (A Int) Bool)\n\
    (assert (P nil 0))\n\
    (assert (forall ((l A) (n Int)) (=> (P l n) (P (cons n l) (+ n 1)))))\n\
    (assert (forall ((l A) (n Int)) (=> (and (P l n) (< n 0)) false)))\n(check-sat)\n";

/// `-` in the place of a file, and no file of that name.
#[test]
fn results_go_to_standard_output_where_that_is_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("x.smt2");
    std::fs::write(&file, counter(30)).expect("written");
    let of = |option: &str| {
        let mut command = common::hornsolve(&["-t:60", option, "-", "x.smt2"]);
        command.current_dir(folder.path());
        common::run_with_input(command, "").stdout
    };
    for (option, part) in
        [("--dump-smt", "(set-logic HORN)"), ("--dump-preprocessed", "(set-logic HORN)"), ("--proof", "(assume ")]
    {
        let output = of(option);
        assert!(output.contains(part) && output.lines().any(|line| line == "unsat"), "{option}: {output}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing else is written");
}

#[test]
fn stdout_has_the_verdict_and_nothing_else() {
    assert_eq!(run_text(&["-t:60"], &counter(32)).stdout, "sat\n");
    assert_eq!(run_text(&["-t:60"], &counter(30)).stdout, "unsat\n");
    let verbose = run_text(&["-t:60", "-vvv", "--statistics"], &counter(30));
    assert_eq!((verbose.code, verbose.stdout.as_str()), (Some(0), "unsat\n"), "{verbose:?}");
    assert!(verbose.stderr.contains("decided by"), "{verbose:?}");
}

#[test]
fn statistics_come_as_one_json_object() {
    let output = run_text(&["-t:60", "--statistics=json"], &counter(30));
    let line = output.stderr.lines().find(|line| line.starts_with('{')).expect("an object");
    let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
    assert_eq!(value["verdict"], "unsat");
    assert_eq!(value["rejected_certificates"], 0);
    assert!(value["seconds"]["total"].as_f64().expect("a number") > 0.0);
    assert!(value["smt"]["purposes"].is_object());
}

/// Z3 is asked whether the printed model satisfies the input, without any code of ours in between.
fn model_satisfies(input: &str) {
    let output = run_text(&["-t:60", "--model"], input);
    let model = output.stdout.strip_prefix("sat\n").unwrap_or_else(|| panic!("{output:?}"));
    let model = model.trim().strip_prefix('(').and_then(|m| m.strip_suffix(')')).expect("a list");
    let mut script = String::new();
    for line in input.lines().filter(|line| !line.starts_with("(set-logic") && !line.starts_with("(check-sat")) {
        if line.starts_with("(declare-fun") {
            script += model;
        } else {
            script += &line.replace("(assert ", "(assert (not ");
            if line.starts_with("(assert") {
                script.push(')');
                script.push_str("\n(check-sat)(reset-assertions)");
            }
        }
        script.push('\n');
    }
    // Each clause is negated and checked by itself; definitions survive the reset only if they are global.
    let script = format!("(set-option :global-declarations true)\n{script}");
    let mut z3 = Command::new(smt_binary().path)
        .arg("-in")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the solver starts");
    z3.stdin.take().expect("a pipe").write_all(script.as_bytes()).expect("it reads");
    let answer = z3.wait_with_output().expect("it ends");
    let answer = String::from_utf8_lossy(&answer.stdout).into_owned();
    assert!(!answer.is_empty() && answer.lines().all(|line| line == "unsat"), "{answer}\n{script}");
}

#[test]
fn printed_models_satisfy_the_input() {
    model_satisfies(&counter(32));
    model_satisfies(&NONLINEAR.replace("(= r 8)", "(< r 0)"));
    model_satisfies(DATATYPES);
}

/// Texts that need more than the standard: sorts of fields that come later, negative numerals, Z3's divisions. The
/// checker reads them by itself, and both solvers get its own text.
#[test]
fn what_z3_and_competition_files_write_is_read_and_checked() {
    let later = "(set-logic HORN)
        (declare-datatypes ((S 0)) (((s (cells (Array Int T)) (size Int)))))
        (declare-datatypes ((T 0)) (((t (val Int)))))
        (declare-fun p (S) Bool)
        (assert (forall ((x S)) (=> (and (= (val (select (cells x) 0)) -1) (= (size x) 0)) (p x))))
        (assert (forall ((x S)) (=> (p x) (p (s (cells x) (+ (size x) 1))))))
        (assert (forall ((x S)) (=> (and (p x) (< (size x) @)) false)))
        (check-sat)\n";
    let divided = "(set-logic HORN)(declare-fun p ((_ BitVec 4)) Bool)
        (assert (p #x8))
        (assert (forall ((x (_ BitVec 4))) (=> (p x) (p (bvsdiv_i x #x2)))))
        (assert (forall ((x (_ BitVec 4))) (=> (and (p x) (= x @)) false)))
        (check-sat)\n";
    for (text, values) in [(later, ["0", "3"]), (divided, ["#x5", "#xe"])] {
        for (value, verdict) in values.into_iter().zip(["sat", "unsat"]) {
            let text = text.replace('@', value);
            let output = run_text(&["-t:60", "--model", "--refutation", "--check=one"], &text);
            assert_eq!(output.stdout.lines().next(), Some(verdict), "{output:?}");
        }
    }
}

#[test]
fn refutations_are_printed_as_numbered_steps() {
    let output = run_text(&["-t:60", "-cex"], &counter(3));
    let lines: Vec<&str> = output.stdout.lines().collect();
    let expected = [
        "unsat",
        "(",
        "(step 1 (P 0 0) :assertion 1 :values ())",
        "(step 2 (P 1 2) :assertion 2 :values ((x 0) (y 0)) :premises (1))",
        "(step 3 false :assertion 3 :values ((x 1) (y 2)) :premises (2))",
        ")",
    ];
    assert_eq!(lines, expected, "{output:?}");
    let output = run_text(&["-t:60", "--refutation"], NONLINEAR);
    let lines: Vec<&str> = output.stdout.lines().rev().collect();
    assert!(lines[1].contains(" false :assertion "), "{output:?}");
    assert!(lines[2].contains(" (|f ib| 6 8) :assertion "), "{output:?}");
}

#[test]
fn the_timeout_is_obeyed() {
    // Nonlinear arithmetic that nothing decides.
    let text = "(set-logic HORN)(declare-fun P (Int Int Int) Bool)\
        (assert (forall ((x Int) (y Int) (z Int)) (=> (and (> x 2) (> y 2) (> z 2)) (P x y z))))\
        (assert (forall ((x Int) (y Int) (z Int)) (=> (P x y z) (P (+ x y) (* y z) (+ z x)))))\
        (assert (forall ((x Int) (y Int) (z Int)) (=> (and (P x y z) (= (+ (* x x x) (* y y y)) (* z z z))) false)))\
        (check-sat)";
    let output = run_text(&["-t:1"], text);
    assert_eq!((output.code, output.stdout.as_str()), (Some(0), "unknown\n"), "{output:?}");
    // A second of patience, and one for a busy machine.
    assert!(output.time < Duration::from_secs(3), "{output:?}");
    assert!(output.stderr.contains("unknown: timeout\nto try: a longer --timeout"), "{output:?}");
}

#[test]
fn single_engines_and_switches_agree() {
    for options in [
        &["--engine=pa"][..],
        &["--engine=pdr"],
        &["--engine=pa,pdr", "--jobs=1"],
        &["--no-preprocess"],
        &["--no-certify"],
        &["--no-preprocess", "--engine=pdr"],
    ] {
        let options: Vec<&str> = options.iter().copied().chain(["-t:60"]).collect();
        assert_eq!(run_text(&options, &counter(32)).stdout, "sat\n", "{options:?}");
        assert_eq!(run_text(&options, &counter(30)).stdout, "unsat\n", "{options:?}");
    }
    assert_eq!(run_text(&["--engine=bmc", "-t:60"], &counter(30)).stdout, "unsat\n");
}

#[test]
fn the_preprocessed_system_is_a_script_with_the_same_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("simplified.smt2");
    let dump = format!("--dump-preprocessed={}", path.display());
    assert_eq!(run_text(&[&dump, "-t:60"], &counter(30)).stdout, "unsat\n");
    assert_eq!(run(&[path.as_os_str(), "-t:60".as_ref()]).stdout, "unsat\n");
    let output = run_text(&["--dump-preprocessed=/nowhere/f", "-t:60"], &counter(30));
    assert_eq!((output.code, output.stdout.as_str()), (Some(2), ""), "{output:?}");
}

#[test]
fn smt_logs_replay() {
    let folder = tempfile::tempdir().expect("a folder");
    let prefix = folder.path().join("log");
    let output = run_text(&["-t:60", "--engine=pdr", &format!("--smt-log={}", prefix.display())], &counter(30));
    assert_eq!(output.stdout, "unsat\n");
    let log = folder.path().join("log.1.smt2");
    let replay = Command::new(smt_binary().path).arg(&log).output().expect("the solver runs");
    let replayed = String::from_utf8_lossy(&replay.stdout);
    assert!(replayed.contains("sat") && !replayed.contains("(error"), "{replayed}");
}

#[test]
fn a_closed_pipe_ends_the_run_quietly() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = write(folder.path(), "input.smt2", counter(32));
    let mut child = hornsolve(&["--model", "-t:60"]).arg(&input).spawn().expect("hornsolve starts");
    drop(child.stdout.take());
    let status = wait_within(&mut child, Duration::from_secs(60)).expect("it ends");
    assert_eq!(status.code(), Some(2));
    let output = child.wait_with_output().expect("it has ended");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn a_full_disk_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = write(folder.path(), "input.smt2", counter(32));
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
    let output = hornsolve(&["-t:60"]).arg(&input).stdout(full).output().expect("hornsolve runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write"), "{output:?}");
}

/// The answer for scripts, with what people are shown.
#[test]
fn the_answer_as_json_has_model_and_refutation() {
    let of = |options: &[&str], text: &str| {
        let output = run_text(&[options, &["--json=-"]].concat(), text);
        assert_eq!(output.code, Some(0), "{output:?}");
        (common::schema::answer(&output.stdout), output)
    };
    let (value, _) = of(&[], &counter(32));
    let printed = run_text(&["--model"], &counter(32)).stdout;
    assert_eq!((value["verdict"].as_str(), &value["refutation"]), (Some("sat"), &serde_json::Value::Null));
    let model = &value["model"];
    let text = model["text"].as_str().expect("a text");
    assert_eq!(printed.split_once('\n').expect("lines").1.lines().count(), text.lines().count());
    for one in model["predicates"].as_array().expect("a list") {
        let definition = one["definition"].as_str().expect("a text");
        assert!(text.contains(definition), "{definition}");
        assert!(definition.starts_with(&format!("(define-fun {} ", one["name"].as_str().expect("a name"))));
    }
    let (value, _) = of(&[], NONLINEAR);
    let steps = value["refutation"]["steps"].as_array().expect("steps");
    assert!(value["verdict"] == "unsat" && value["model"].is_null() && steps.len() > 5);
    assert!(steps.last().and_then(|step| step.as_str()).is_some_and(|step| step.contains(" false ")), "{value}");
    assert!(value["statistics"]["verdict"] == "unsat" && value["statistics"]["engines"].is_array());
    // What ends without an answer says why, wherever the answer goes.
    let (value, output) = of(&["--steps=1", "--engine=pdr"], NONLINEAR);
    assert!(value["verdict"] == "unknown" && value["reason"].is_string() && output.stdout.starts_with('{'), "{value}");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("answer.json").display().to_string();
    assert_eq!(run_text(&["--json", &file], &counter(32)).stdout, "sat\n");
    assert_eq!(common::schema::answer(&std::fs::read_to_string(&file).expect("written"))["verdict"], "sat");
    let output = run_text(&["--json=/no/such/folder/x"], &counter(32));
    assert!(output.code == Some(2) && output.stderr.contains("/no/such/folder/x"), "{output:?}");
}

/// The selector of what is built otherwise may have any value: the answer rests on a list that has the element.
#[test]
fn values_that_are_left_open_are_not_needed() {
    let head = "(set-logic HORN)(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))\n";
    let one = "(declare-fun P (L) Bool)(assert (forall ((x L)) (P x)))\n\
        (assert (forall ((x L)) (=> (and (P x) (= (hd x) 6)) false)))";
    let other = "(declare-fun P (L) Bool)(declare-fun Q (L Int) Bool)(assert (forall ((x L)) (P x)))\n\
        (assert (forall ((x L)) (=> (P x) (Q x (hd x)))))\n\
        (assert (forall ((x L) (n Int)) (=> (and (Q x n) (> n 6)) false)))";
    for body in [one, other] {
        let output = run_text(&[], &format!("{head}{body}(check-sat)\n"));
        assert_eq!(output.stdout.trim(), "unsat", "{body}: {}", output.stderr);
    }
    // Here only an open value would do.
    let open = "(declare-fun P (L) Bool)(assert (P nil))\n\
        (assert (forall ((x L)) (=> (and (P x) (= (hd x) 6)) false)))";
    let output = run_text(&["--timeout=5"], &format!("{head}{open}(check-sat)\n"));
    assert_ne!(output.stdout.trim(), "sat", "{}", output.stderr);
}
