//! The program under the name `eld`: what it prints, byte for byte, in `tests/eld/golden`.
//!
//! The expected texts are written from docs/eldarica.md. `UPDATE_GOLDEN=1 cargo test --test eld` writes them anew; look
//! at the difference before you keep it.

mod common;
#[path = "eld/dialect.rs"]
mod dialect;
#[path = "eld/formats.rs"]
mod formats;
#[path = "eld/input.rs"]
mod input;
#[path = "eld/options.rs"]
mod options;

use common::{Output, run_with_input, write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/eld")
}

/// A command for `eld` that starts in `tests/eld`.
fn eld(line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_eld"));
    command.args(line.split_whitespace()).current_dir(folder());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(line: &str) -> Output {
    let output = run_with_input(eld(line), "");
    assert_eq!(output.code, Some(0), "{line}: {output:?}");
    output
}

/// Runs on a text given on standard input.
fn run_text(line: &str, text: &str) -> Output {
    let output = run_with_input(eld(&format!("{line} -in")), text);
    assert_eq!(output.code, Some(0), "{line}: {output:?}");
    output
}

/// Compares standard output with a file of `tests/eld/golden`.
fn golden(name: &str, line: &str) {
    let output = run(line);
    let path = folder().join("golden").join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &output.stdout).expect("golden files can be written");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_else(|_| panic!("{} is missing", path.display()));
    assert_eq!(output.stdout, expected, "{line}: stderr {}", output.stderr);
}

#[test]
fn verdicts() {
    golden("verdict-unsat", "count.smt2");
    golden("verdict-sat", "safe.smt2");
    golden("verdict-sat-options", "-portfolio -t:60 safe.smt2 -abstractPO");
    // Nothing to prove, with and without definitions.
    assert_eq!(run_text("-ssol", "").stdout, "sat\n(\n)\n");
    assert_eq!(run_text("", "(define-fun f ((x Int)) Int x)").stdout, "sat\n");
    // Where `check-sat` and `exit` stand does not matter.
    let late = "(check-sat)(exit)(declare-fun p () Bool)(assert p)(assert (not p))(check-sat)(get-model)";
    let output = run_text("", late);
    assert_eq!(output.stdout, "unsat\n");
    assert_eq!(output.stderr, "Warning: ignoring exit\nWarning: ignoring get-model\n");
}

#[test]
fn models() {
    golden("model-ssol", "safe.smt2 -ssol -abstract:off -lbe");
    golden("model-sol", "safe.smt2 -sol -abstract:off -lbe");
    golden("model-both", "-sol -ssol safe.smt2 -abstract:off -lbe");
}

#[test]
fn counterexamples() {
    golden("count-cex", "count.smt2 -cex");
    golden("count-scex", "count.smt2 -scex");
    golden("values-cex", "-cex values.smt2");
    golden("values-scex", "-scex values.smt2");
}

#[test]
fn the_counterexample_as_a_graph() {
    let temporary = tempfile::tempdir().expect("a folder");
    let file = folder().join("count.smt2");
    for (option, name) in [("", "dag-graph-horn-cex.dot"), ("-dot other.dot", "other.dot")] {
        let mut command = eld(&format!("-dotCEX {option} {}", file.display()));
        let output = run_with_input(std::mem::replace(command.current_dir(temporary.path()), Command::new("true")), "");
        assert_eq!(output.stdout, "unsat\n");
        let graph = std::fs::read_to_string(temporary.path().join(name)).expect("the graph is written");
        let expected = "digraph dag {\n0[label=\"FALSE\"];\n1[label=\"p(2)\"];\n2[label=\"p(1)\"];\n3[label=\"p(0)\"];\n\
                        1->0;\n2->1;\n3->2;\n}\n";
        assert_eq!(graph, expected);
    }
}

#[test]
fn clauses() {
    golden("safe-p", "-p safe.smt2");
    golden("safe-sp", "-sp safe.smt2");
    golden("values-p", "-p values.smt2");
    golden("values-sp", "-sp values.smt2");
    golden("loop-simplified", "-logSimplified loop.smt2");
    golden("loop-simplified-smt", "-logSimplifiedSMT loop.smt2");
    // What is printed is read again, and means the same.
    for (file, verdict) in [("safe", "sat"), ("values", "unsat"), ("loop", "unsat")] {
        let script = run(&format!("-sp {file}.smt2")).stdout;
        assert_eq!(run_text("-hsmt", &script).stdout, format!("{verdict}\n"), "{script}");
        assert_eq!(run_text("-sp", &script).stdout, script);
        let simplified = run(&format!("-logSimplifiedSMT {file}.smt2")).stdout;
        assert_eq!(run_text("", &simplified).stdout, format!("{verdict}\n"), "{simplified}");
    }
}

#[test]
fn transition_systems() {
    golden("nts-safe", "-abstract:off -lbe calls.nts -sol");
    golden("nts-unsafe", "count.nts -cex");
    golden("nts-p", "calls.nts -p");
    // Clauses as printed mean the same.
    let script = run("-sp calls.nts").stdout;
    assert_eq!(run_text("", &script).stdout, "sat\n", "{script}");
    let output = run_text("-ints", "nts t; main { initial s; error e; s -> e { } }");
    assert_eq!(output.stdout, "");
    assert_eq!(output.stderr, "Warning: -ints without -horn only parses the input\n");
    assert_eq!(run_text("-horn -ints -t:0", "nts t; main { initial s; error e; s -> e { } }").stdout, "unknown\n");
    let output = run_text("-horn -ints", "nts t; main { x : int; initial s; s -> e { x' = f(x) } }");
    assert_eq!(output.stdout, "(error \"No matching call: f\")\n");
    let output = run_text("-horn -ints", "nts t; main { x : int;\n initial s; s -> e { x' + } }");
    assert_eq!(output.stdout, "(error \"At line 2, column 27: expected an expression\")\n");
    assert_eq!(output.stderr, "<stdin>:2:27: error: expected an expression\n");
    let output = run_text("-horn -ints", "nts t; f { initial s; error e; s -> e { } }");
    assert_eq!(output.stdout, "SOLVABLE\n");
    assert_eq!(output.stderr, "<stdin>:1:8: warning: there is no subsystem main, so nothing can be reached\n");
}

#[test]
fn prolog_style_clauses() {
    golden("horn-unsafe", "count.horn -cex");
    golden("horn-safe", "-abstract:off -lbe safe.horn -sol");
    golden("horn-safe-ssol", "-abstract:off -lbe safe.horn -ssol");
    golden("horn-sp", "safe.horn -sp");
    golden("horn-p", "safe.horn -p");
    let printed = run("safe.horn -p").stdout;
    assert_eq!(run_text("-hin -p", &printed).stdout, printed);
    assert_eq!(run_text("-hin", &printed).stdout, "SOLVABLE\n");
    // `true` is a relation symbol that nothing derives.
    assert_eq!(run_text("-hin", "p(X) :- true. false :- p(X).").stdout, "SOLVABLE\n");
    assert_eq!(run_text("-hin -t:0", &printed).stdout, "unknown\n");
    let output = run_text("-hin", "p(X) :- X = 0.\np(0) :- X = 1.");
    assert_eq!(output.stdout, "(error \"Couldn't repair from parsing errors.\")\n");
    assert_eq!(output.stderr, "Syntax error while reading input (expected a variable) at line 1 column 2\n");
    let output = run_text("-hin", "p(X) :- X = 0 #. false :- p(X), X = 0.");
    assert_eq!(
        (output.stdout.as_str(), output.stderr.as_str()),
        ("NOT SOLVABLE\n", "Illegal character # at line 0 column 14\n")
    );
    assert_eq!(run("-s:safe.horn").stdout, "");
    assert_eq!(run("-s:safe.smt2").stdout, "(error \"Couldn't repair from parsing errors.\")\n");
}

/// The engines that ran, from the statistics.
fn engines(line: &str) -> Vec<String> {
    let output = run(&format!("{line} -statistics"));
    let rows = output.stderr.lines().filter_map(|line| line.strip_prefix("engine: "));
    rows.filter_map(|row| row.split_whitespace().next().map(str::to_string)).collect()
}

#[test]
fn options_choose_engines_and_passes() {
    assert_eq!(engines("-sym loop.smt2"), ["bmc"]);
    assert_eq!(engines("-sym:bfs loop.smt2"), ["bmc"]);
    assert_eq!(engines("-abstract:off loop.smt2"), ["pa"]);
    for kind in ["manual", "term", "oct", "relEqs", "relIneqs", "relEqs2", "relIneqs2"] {
        assert_eq!(engines(&format!("-abstract:{kind} loop.smt2")), ["pa"]);
    }
    assert_eq!(engines("-disj loop.smt2"), ["pa"]);
    for (file, verdict) in [("loop", "unsat"), ("safe", "sat"), ("count", "unsat"), ("hinted", "sat")] {
        assert_eq!(run(&format!("-disj -abstract:off -lbe {file}.smt2")).stdout, format!("{verdict}\n"));
    }
    assert!(engines("-stac loop.smt2").contains(&"accel".to_string()));
    assert!(engines("-abstractPO loop.smt2").iter().all(|name| name == "pa"));
    // The tenth step is too deep.
    assert_eq!(run("-sym -symDepth:5 loop.smt2").stdout, "unknown\n");
    assert_eq!(run("-sym -symDepth:50 loop.smt2").stdout, "unsat\n");
    let passes = |line: &str| {
        let text = run(&format!("{line} -statistics")).stderr;
        let rows = text.lines().filter_map(|line| line.strip_prefix("pass: "));
        rows.filter_map(|row| row.split_whitespace().next().map(str::to_string)).collect::<Vec<_>>()
    };
    assert_eq!(passes("-lbe loop.smt2"), [""; 0]);
    let sliced = "(declare-fun p (Int Int) Bool)(assert (p 0 0))(declare-fun q () Bool)(assert q)\
        (assert (forall ((x Int) (y Int)) (=> (and (p x y) (< x 9)) (p (+ x 1) (+ (* y y) 1)))))\
        (assert (forall ((x Int) (y Int)) (=> (and (p x y) (= x 7)) false)))";
    let simplified = |line: &str| run_text(&format!("-logSimplified {line}"), sliced).stdout;
    assert!(simplified("").contains("p(0)") && !simplified("").contains("q"));
    assert!(simplified("-noSlicing").contains("p(0,0)"));
    let cases = "(declare-fun p (Int) Bool)(assert (p 0))\
        (assert (forall ((x Int) (z Int)) (=> (and (p x) (not (= z 3)) (or (= z 1) (> z x))) (p (+ x z)))))\
        (assert (forall ((x Int)) (=> (and (p x) (= x 7)) false)))";
    let count = |n: &str| run_text(&format!("-logSimplified {n}"), cases).stdout.lines().count();
    assert!(
        count("-splitClauses:1") > count("-splitClauses:0"),
        "{} {}",
        count("-splitClauses:1"),
        count("-splitClauses:0")
    );
    assert!(count("-splitClauses:2") > count("-splitClauses:1"));
    for split in 0..3 {
        assert_eq!(run_text(&format!("-splitClauses:{split}"), cases).stdout, "unsat\n");
    }
    // Intervals alone decide this.
    assert!(run("-logSimplified safe.smt2").stdout.lines().count() == 1);
    assert!(run("-logSimplified -noIntervals safe.smt2").stdout.lines().count() > 1);
    assert_eq!(run("-noIntervals safe.smt2").stdout, "sat\n");
}

#[test]
fn hints() {
    const BANNER: &str = "---------------------------- Loading CEGAR hints -------------------------------\n";
    // With the invariant given there is nothing to refine.
    let output = run("hinted.smt2 -hints:hinted.hints -abstract:off");
    assert_eq!(output.stdout, format!("{BANNER}sat\n"), "{output:?}");
    assert_eq!(output.stderr, "   Ignoring hints for nobody\n\n");
    golden("hinted-phints", "hinted.smt2 -hints:hinted.hints -pHints -abstract:manual");
    // Where preprocessing decides there are none.
    assert_eq!(run("safe.smt2 -pHints").stdout, "sat\n");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("found.hints");
    let line = format!("hinted.smt2 -hints:hinted.hints -pPredicates:{}", file.display());
    assert!(run(&line).stdout.ends_with("sat\n"));
    let found = std::fs::read_to_string(&file).expect("the predicates are written");
    assert!(found.starts_with("(initial-predicates p ((x0 Int) (x1 Int))\n  "), "{found}");
    assert_eq!(run(&format!("hinted.smt2 -hints:{}", file.display())).stdout, format!("{BANNER}sat\n"));
    let wrong = write(folder.path(), "wrong.hints", "(initial-predicates p ((x Int)) (> x 0))");
    let message = "(error \"Hints contain predicate with wrong arity: p (should be 2 but is 1)\")\n";
    assert_eq!(run(&format!("hinted.smt2 -hints:{}", wrong.display())).stdout, message);
    // Also where preprocessing decides.
    assert_eq!(run(&format!("safe.smt2 -postHints:{}", wrong.display())).stdout, format!("{BANNER}sat\n"));
    assert!(run("safe.smt2 -hints:nowhere.hints").stdout.starts_with("(error \"nowhere.hints: "));
    let output = run("-abstract:off -log -logPreds:p hinted.smt2 -hints:hinted.hints");
    assert!(output.stderr.lines().any(|line| line.starts_with("p: ")), "{}", output.stderr);
}

#[test]
fn heaps() {
    golden("heap-safe", "heap.smt2");
    golden("heap-cex", "heap-unsafe.smt2 -cex");
    // What the theory has no value for must not decide.
    assert_eq!(run("heap-equality.smt2").stdout, "sat\n");
    for options in ["-sym", ""] {
        assert_eq!(run(&format!("{options} heap-different.smt2")).stdout, "unsat\n");
    }
    golden("heap-ranges-cex", "heap-ranges.smt2 -cex");
    golden("heap-scex", "heap-ranges.smt2 -scex");
    golden("heap-ssol", "heap-two.smt2 -ssol");
    assert_eq!(run("heap-ranges-safe.smt2").stdout, "sat\n");
    assert_eq!(run("heap-two.smt2").stdout, "sat\n");
}

/// The lines of a script that declare something.
fn declarations(text: &str, with_predicates: bool) -> String {
    let mut found = String::new();
    for command in text.split_inclusive("\n(") {
        let command = format!("({}", command.trim_start_matches('(').trim_end_matches("\n("));
        if command.starts_with("(declare-heap") || with_predicates && command.starts_with("(declare-fun") {
            found += &command;
            found.push('\n');
        }
    }
    found
}

#[test]
fn values_of_heaps_are_read_again() {
    for file in ["heap-unsafe", "heap-ranges", "heap-large", "heap-different"] {
        let text = std::fs::read_to_string(folder().join(format!("{file}.smt2"))).expect("it is there");
        let output = run(&format!("-sym {file}.smt2 -scex")).stdout;
        assert!(output.starts_with("unsat\n\n0: false"), "{output}");
        assert!(!output.contains("heap!"), "{output}");
        // The atoms as facts, and the clauses of the root with the query: refuted by the derivation as it was printed.
        let mut script = declarations(&text, true);
        let mut used = String::new();
        for line in output.lines().skip(3) {
            let atom = line.split_once(": ").map(|(_, rest)| rest.split(" -> ").next().unwrap_or("")).unwrap_or("");
            script += &format!("(assert {atom})\n");
            used = if used.is_empty() { atom.to_string() } else { used };
        }
        let query =
            text.rsplit("(assert ").next().and_then(|query| query.split("(check-sat)").next()).expect("a query");
        script += &format!("(assert {query}");
        assert_eq!(run_text("", &script).stdout, "unsat\n", "{script}");
        assert_eq!(run_text("", &script.replace(&format!("(assert {used})\n"), "")).stdout, "sat\n", "{script}");
    }
    // Runs of equal cells are one allocation.
    let output = run("-sym heap-large.smt2 -cex").stdout;
    assert!(output.contains("heap.heapRangePair_1(heap.allocRange("), "{output}");
}

/// Models in the theory's notation, put in the place of the declarations: every clause holds.
#[test]
fn models_of_heaps_are_read_again() {
    for (file, options) in [("heap", ""), ("heap-two", ""), ("heap-ranges-safe", ""), ("heap-list", "")] {
        let text = std::fs::read_to_string(folder().join(format!("{file}.smt2"))).expect("it is there");
        let output = run(&format!("{options} {file}.smt2 -ssol")).stdout;
        assert!(output.starts_with("sat\n(\n") && !output.contains("heap!"), "{output}");
        let model = output.trim_start_matches("sat\n(\n").trim_end().trim_end_matches(')');
        let clauses = &text[text.find("(assert").expect("clauses")..];
        let script = format!("{}{model}{clauses}", declarations(&text, false));
        assert_eq!(run_text("-t:30", &script).stdout, "sat\n", "{script}");
    }
}

/// Universal quantifiers around predicates in bodies: conclusive both ways.
#[test]
fn quantified_bodies() {
    assert_eq!(run("-t:60 quantified.smt2").stdout, "sat\n");
    // The option that looks for quantified invariants, on the same loop with the array itself; unsat is conclusive.
    let output = run("-t:60 -log:1 -arrayQuans:1 filled.smt2");
    assert_eq!(output.stdout, "sat\n");
    assert!(output.stderr.lines().any(|line| line.starts_with("engine: cells")), "{}", output.stderr);
    assert_eq!(run("-t:60 -arrayQuans:1 filled-unsafe.smt2").stdout, "unsat\n");
    assert_eq!(run("-t:60 quantified-unsafe.smt2").stdout, "unsat\n");
    // Instances refute it, which proves nothing; over whole arrays there is no refutation.
    let text = "(declare-fun p (Int) Bool)(declare-fun go () Bool)(assert (forall ((x Int)) (=> (>= x 0) (p x))))\
         (assert (forall ((a (Array Int Int))) (=> (and (forall ((x Int)) (p x)) (= (select a 3) 0)) go)))(assert (not go))";
    let output = run_text("-t:60", text);
    assert_eq!(output.stdout, "unknown\n");
    assert!(output.stderr.contains("instances"), "{}", output.stderr);
    // The clause with the quantifier has no part in the refutation.
    assert_eq!(run_text("-t:60", &format!("{text}(assert (forall ((x Int)) (not (p x))))")).stdout, "unsat\n");
    // An existential quantifier in a head is no Horn clause still.
    let wrong = run_text("", "(declare-fun p (Int) Bool)(assert (exists ((x Int)) (p x)))");
    assert_eq!(wrong.stdout, "(error \"Not able to isolate uninterpreted predicates, input is not Horn\")\n");
}

/// The function that says what a size is gets a name, and a parameter, that the script has not given away.
#[test]
fn sizes_get_names_of_their_own() {
    let script = "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (x L)))))
        (define-fun size!0 ((i Int)) Int (+ i 1))(declare-fun p (L) Bool)(assert (p nil))
        (assert (forall ((i Int) (l L)) (=> (p l) (p (cons (size!0 i) (cons 1 l))))))
        (assert (forall ((i Int) (l L)) (=> (and (p l) (p (cons i l))) false)))";
    let output = run_text("-ssol", script).stdout;
    assert!(output.starts_with("sat\n(\n(define-funs-rec ((size!0! ((x! L)) Int))"), "{output}");
}

/// What a model says by a recursive function is of no use without the function.
#[test]
fn recursive_functions_are_defined() {
    let script = "(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))
        (declare-fun put (Int L L) Bool)(declare-fun count (Int L Int) Bool)
        (assert (forall ((x Int) (l L)) (put x l (cons x l))))
        (assert (forall ((x Int) (h Int) (l L) (r L)) (=> (put x l r) (put x (cons h l) (cons h r)))))
        (assert (forall ((x Int)) (count x nil 0)))
        (assert (forall ((x Int) (l L) (n Int)) (=> (count x l n) (count x (cons x l) (+ n 1)))))
        (assert (forall ((x Int) (h Int) (l L) (n Int)) (=> (and (count x l n) (not (= x h))) (count x (cons h l) n))))
        (assert (forall ((x Int) (y Int) (l L) (r L) (m Int) (n Int))
            (=> (and (put x l r) (count y l m) (count y r n) (not (= x y)) (not (= m n))) false)))";
    let output = run_text("-ssol", script).stdout;
    assert!(output.starts_with("sat\n(\n(define-funs-rec ("), "{output}");
    assert!(output.contains("(define-fun put (") && output.contains("(define-fun count ("), "{output}");
}

/// The competition's check of models, by Z3 and, where it is there, cvc5.
#[test]
fn models_hold_for_other_solvers() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let systems = root.join("horn-benchmarks/systems");
    let files = [
        "lia-linear/count-up-safe",
        "lra/two-tanks-safe",
        "bool/three-bits-distinct-safe",
        "arrays/matrix-safe",
        "adt/tree-nodes-safe",
        "bv/one-hot-safe",
    ];
    let smt = common::smt_binary().path;
    let mut solvers = smt.display().to_string();
    if Command::new("cvc5").arg("--version").output().is_ok() {
        solvers += ",cvc5";
    }
    let output = Command::new("python3")
        .arg(root.join("scripts/check-models"))
        .args([env!("CARGO_BIN_EXE_eld"), &solvers])
        .args(files.map(|file| systems.join(format!("{file}.smt2"))))
        .env("HORNSOLVE_SMT", &smt)
        .output()
        .expect("Python starts");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    let accepted = text.lines().filter(|line| line.contains(".smt2: ") && line.contains(" unsat")).count();
    assert!(accepted >= 5, "{text}");
}

#[test]
fn errors() {
    let said = |line: &str| run(line).stdout;
    let last = |line: &str| said(line).lines().last().map(str::to_string).unwrap_or_default();
    assert_eq!(
        said("missing.smt2"),
        "(error \"No such file or option: missing.smt2 . Use -h for usage information\")\n"
    );
    assert_eq!(said("-t:abc safe.smt2"), "(error \"For input string: \"\"abc\"\"\")\n");
    assert!(said("-h").starts_with("Eldarica v2.3pre"));
    assert_eq!(said("-h -frobnicate"), said("safe.smt2 -h"));
    assert_eq!(said("-frobnicate"), said("-h") + "(error \"unrecognized option '-frobnicate'\")\n");
    assert_eq!(last("-ssol"), "(error \"no input file given\")");
    assert_eq!(said("other/safe.txt"), "(error \"could not figure out the input format\")\n");
    let cases = [
        (
            "(declare-fun p () Bool)\n(frobnicate p)",
            "At line 2, near \"\"frobnicate\"\" :     Unrecoverable Syntax Error",
        ),
        ("(push 1)", "push is not supported"),
        (
            "(declare-fun f (Int) Int)(assert (= (f 1) 2))",
            "Uninterpreted functions or constants in clauses are not supported",
        ),
        (
            "(declare-fun p (Int) Bool)(assert (or (p 0) (p 1)))",
            "Multiple positive literals in a clause: both `(p 0)` and `(p 1)` occur as heads",
        ),
        (
            "(declare-fun p (Int) Bool)(assert (=> (p 0) (exists ((x Int)) (p x))))",
            "Not able to isolate uninterpreted predicates, input is not Horn",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(run_text("", text).stdout, format!("(error \"{message}\")\n"), "{text}");
    }
    // Escapes: a quote is doubled, everything unprintable becomes a number.
    let name = "a\n\"\\ü.smt2";
    let mut command = eld("");
    command.arg(name);
    let output = run_with_input(command, "");
    let escaped = "a\\u{a}\"\"\\u{5c}\\u{fc}.smt2";
    let expected = format!("(error \"No such file or option: {escaped} . Use -h for usage information\")\n");
    assert_eq!((output.stdout, output.code), (expected, Some(0)));
}

#[test]
fn the_name_of_the_program_decides() {
    let folder = tempfile::tempdir().expect("a folder");
    let link = folder.path().join("eld");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_hornsolve"), &link).expect("a link");
    let file = write(folder.path(), "f.smt2", "(assert false)");
    let command = |program: &Path, args: &[&str]| {
        let mut command = Command::new(program);
        command.args(args).arg(&file).stdout(Stdio::piped()).stderr(Stdio::piped());
        run_with_input(command, "")
    };
    for output in [command(&link, &["-cex"]), command(Path::new(env!("CARGO_BIN_EXE_hornsolve")), &["-cex", "--eld"])] {
        assert_eq!((output.stdout.as_str(), output.code), ("unsat\n\n0: FALSE\n", Some(0)));
    }
}
