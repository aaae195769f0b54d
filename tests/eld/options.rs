//! Rows of the table of options in docs/eldarica.md that need no golden file, and how command lines are read.

use super::{eld, engines, folder, run, run_text};
use crate::common::{run_with_input, wait_within};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Options that are accepted without effect change neither stream.
#[test]
fn ignored_options_change_nothing() {
    let ignored = "-verifyInterpolants -cexSimplified -m:main -princess -f -n -tem -dinq -brew -dynac -unap -glb -pIntermediate \
         -solutionReconstruction:cegar -solutionReconstruction:wp -cloneArrays -heapSolver:native -heapSolver:array -abstractTO:0.5 \
         -fairNIASplitting -minePredicates -abstract";
    for (file, options) in [("loop.smt2", "-cex"), ("safe.smt2", "-ssol"), ("count.horn", "-scex")] {
        let plain = run(&format!("{options} {file}"));
        let all = run(&format!("{ignored} {options} {file}"));
        assert_eq!((all.stdout, all.stderr), (plain.stdout, plain.stderr), "{file}");
    }
    let last = |line: &str| run(line).stdout.lines().last().map(str::to_string).unwrap_or_default();
    for wrong in ["-solutionReconstruction:other", "-heapSolver:other", "-cexSimplified:1", "-f:x", "-abstract:other"] {
        assert_eq!(last(&format!("{wrong} safe.smt2")), format!("(error \"unrecognized option '{wrong}'\")"));
    }
}

#[test]
fn command_lines_are_read_from_left_to_right() {
    // The last file counts, wherever options stand; standard input is one too.
    assert_eq!(run("count.smt2 -t:60 safe.smt2 -abstract").stdout, "sat\n");
    assert_eq!(run("safe.smt2 -t:60 count.smt2").stdout, "unsat\n");
    assert_eq!(run_text("safe.smt2", "(assert false)").stdout, "unsat\n");
    assert_eq!(run_with_input(eld("-in safe.smt2"), "(assert false)").stdout, "sat\n");
    // Every file has to be there.
    let missing = |name: &str| format!("(error \"No such file or option: {name} . Use -h for usage information\")\n");
    assert_eq!(run("missing.smt2 safe.smt2").stdout, missing("missing.smt2"));
    assert_eq!(run("golden -bogus").stdout, missing("golden"), "a folder is no input");
    let mut empty = eld("safe.smt2");
    empty.arg("");
    assert_eq!(run_with_input(empty, "").stdout, missing(""));
    // The first number that is none ends it, and so does the first option that is none.
    assert_eq!(run("-t:1x -bogus safe.smt2").stdout, "(error \"For input string: \"\"1x\"\"\")\n");
    assert_eq!(run("-log:1.5 safe.smt2").stdout, "(error \"For input string: \"\"1.5\"\"\")\n");
    assert!(run("safe.smt2 -dot").stdout.ends_with("(error \"unrecognized option '-dot'\")\n"));
    assert!(run("safe.smt2 -").stdout.ends_with("(error \"unrecognized option '-'\")\n"));
    // The format: an option, else the extension.
    assert_eq!(run("other/safe.txt -hsmt").stdout, "sat\n");
    assert_eq!(
        run("count.horn -hsmt").stdout,
        "(error \"At line 1, near \"\"%\"\" :     Unrecoverable Syntax Error\")\n"
    );
    assert_eq!(run_with_input(eld("-hin -in"), "p :- q.").stdout, "SOLVABLE\n");
    // Help is an answer too.
    for line in ["-h", "safe.smt2 -h", "-h missing.smt2"] {
        let help = run(line).stdout;
        assert!(help.starts_with("Eldarica v2.3pre") && help.contains("\nUsage: eld [options] file\n"), "{help}");
    }
}

#[test]
fn closed_streams_are_no_crash() {
    for (redirection, stdout) in [("<&-", "sat\n"), ("2>&-", "sat\n"), (">&-", ""), ("| true", "")] {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("\"$0\" safe.smt2 {redirection}"), env!("CARGO_BIN_EXE_eld")]);
        command.current_dir(folder()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let output = run_with_input(command, "");
        assert_eq!((output.stdout.as_str(), output.code), (stdout, Some(0)), "{redirection}: {}", output.stderr);
    }
}

/// A system that no engine decides in the time of a test: a cubic that never vanishes, far out.
const HARD: &str = "(declare-fun p (Int Int Int) Bool)(assert (forall ((x Int) (y Int) (z Int)) (p x y z)))\
    (assert (forall ((x Int) (y Int) (z Int)) (=> (and (p x y z) (= (+ (* x x x) (* y y y) (* z z z)) 114)) false)))";

#[test]
fn the_time_is_over_when_it_is_over() {
    let output = run_text("-t:1", HARD);
    assert_eq!(output.stdout, "unknown\n");
    assert!(output.time >= Duration::from_millis(800) && output.time < Duration::from_secs(4), "{:?}", output.time);
    // Also while the input has not ended.
    let mut waiting = eld("-in -t:1").stdin(Stdio::piped()).spawn().expect("it starts");
    let status = wait_within(&mut waiting, Duration::from_secs(10));
    let _ = waiting.kill();
    assert_eq!(status.and_then(|status| status.code()), Some(0));
    assert_eq!(waiting.wait_with_output().expect("it ended").stdout, b"unknown\n");
    for (limit, verdict) in [("0", "unknown"), ("-1", "unknown"), ("60f", "sat"), ("1e9", "sat"), ("NaN", "sat")] {
        assert_eq!(run(&format!("-t:{limit} safe.smt2")).stdout, format!("{verdict}\n"), "{limit}");
    }
    assert_eq!(run("-t: safe.smt2").stdout, "(error \"empty String\")\n");
}

#[test]
fn a_signal_ends_it_at_once() {
    let file = tempfile::tempdir().expect("a folder");
    let path = crate::common::write(file.path(), "hard.smt2", HARD);
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let mut child = eld("-portfolio").arg(&path).spawn().expect("it starts");
        std::thread::sleep(Duration::from_millis(300));
        let sent = Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status();
        assert!(sent.is_ok_and(|status| status.success()));
        let status = wait_within(&mut child, Duration::from_secs(10));
        let _ = child.kill();
        assert_eq!(status.and_then(|status| status.code()), Some(code), "{signal}");
    }
}

#[test]
fn verification_is_silent_on_success() {
    for option in ["-assert", "-verifySolutions"] {
        for (file, verdict) in [("safe.smt2", "sat\n"), ("loop.smt2", "unsat\n"), ("safe.horn", "SOLVABLE\n")] {
            let output = run(&format!("{option} {file}"));
            assert_eq!((output.stdout.as_str(), output.stderr.as_str()), (verdict, ""), "{file}");
        }
    }
    assert_eq!(run("-assert -t:0 safe.smt2").stderr, "");
}

#[test]
fn logs_go_to_standard_error_by_level() {
    let log = |level: &str| run(&format!("{level} -abstract:off hinted.smt2 -hints:hinted.hints")).stderr;
    let quiet = log("");
    assert_eq!(log("-log:0"), quiet);
    let statistics = log("-log:1");
    assert!(statistics.contains("\nengine: pa ") && statistics.contains("\nTotal elapsed time (ms): "), "{statistics}");
    assert!(!statistics.contains("\np: "), "{statistics}");
    let kind = |text: &str| text.lines().filter(|line| line.starts_with("engine: ")).count();
    assert_eq!(kind(&log("-statistics")), kind(&statistics));
    for level in ["-log", "-log:2", "-log:3", "-log:9"] {
        assert!(log(level).contains("\np: "), "{level}");
    }
    // Predicates of one relation symbol, or of none.
    assert!(!log("-log -logPreds:other").contains("\np: "));
    assert!(log("-log -logPreds:other,p").contains("\np: "));
}

#[test]
fn graphs_are_written_on_demand() {
    let written = |options: &str| {
        let temporary = tempfile::tempdir().expect("a folder");
        let mut command = eld(&format!("{options} {}", folder().join("count.smt2").display()));
        command.current_dir(temporary.path());
        assert_eq!(run_with_input(command, "").stdout, "unsat\n");
        temporary.path().join("dag-graph-horn-cex.dot").exists()
    };
    assert!(written("-dotCEX") && written("-eogCEX") && written("-pngNo -dotCEX"));
    assert!(!written("-dotCEX -pngNo") && !written("-eogCEX -pngNo") && !written("-dot other.dot"));
    // The verdict does not depend on it.
    let output = run("-cex -dotCEX -dot nowhere/graph.dot count.smt2").stdout;
    assert!(output.starts_with("unsat\n\n0: FALSE -> 1\n"), "{output}");
    assert!(output.contains("\n(error \"nowhere/graph.dot: "), "{output}");
    let output = run("-pPredicates:nowhere/found.hints hinted.smt2 -hints:hinted.hints -abstract:off").stdout;
    assert!(output.contains("\nsat\n(error \"nowhere/found.hints: "), "{output}");
}

#[test]
fn the_schedule_has_predicate_abstraction_in_it() {
    // `-abstract` is the default: the same engines may run.
    assert!(engines("-abstract -noIntervals -lbe loop.smt2").iter().all(|name| name != "ai"));
    for line in ["-portfolio loop.smt2", "loop.smt2 -abstractPO -portfolio", "-portfolio -abstractPO loop.smt2"] {
        assert_eq!(run(line).stdout, "unsat\n");
    }
    assert_eq!(engines("-portfolio -abstractPO loop.smt2").iter().filter(|name| *name != "pa").count(), 0);
    // Depth-first is breadth-first here, another word too, with a remark.
    assert_eq!(engines("-sym:dfs loop.smt2"), ["bmc"]);
    assert_eq!(run("-sym:x loop.smt2").stdout, "Unknown argument for -sym:, defaulting to bfs.\nunsat\n");
}

#[test]
fn the_search_for_cells_comes_first_only_if_asked_for() {
    // Facts are what is looked for in front of it otherwise.
    let ran = |options: &str| engines(&format!("-t:60 {options} filled.smt2"));
    let first = |options: &str| !ran(options).contains(&"forward".to_string());
    assert!(first("-arrayQuans:1") && first("-arrayQuans:off -arrayQuans:2"));
    assert!(!first("-arrayQuans:1 -arrayQuans:off"));
    assert_eq!(run("-arrayQuans:x filled.smt2").stdout, "(error \"For input string: \"\"x\"\"\")\n");
}
