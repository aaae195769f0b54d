//! SMT solvers that are missing or misbehave: a defined answer, no hang beyond the deadline and a second, no process
//! left.

mod common;

use common::{Output, counter, fake_solver, hornsolve, run_with_input, smt_binary, wait_within, write};
use std::path::Path;
use std::time::Duration;

/// Solves the counter with a fake solver and a deadline of two seconds.
fn with_solver(body: &str) -> Output {
    let folder = tempfile::tempdir().expect("a folder");
    let solver = fake_solver(folder.path(), body);
    let mut command = hornsolve(&["--timeout=2", "--no-preprocess"]);
    command.arg("--smt-solver").arg(&solver).arg("-");
    run_with_input(command, &counter(7))
}

/// The run gave up as it should: `unknown` with one line about the reason.
fn gave_up(output: &Output) {
    assert_eq!((output.code, output.stdout.as_str()), (Some(0), "unknown\n"), "{output:?}");
    assert!(output.stderr.lines().any(|line| line.starts_with("unknown: ")), "{output:?}");
    assert!(output.time < Duration::from_secs(6), "{output:?}");
}

#[test]
fn a_solver_that_crashes_gives_unknown() {
    let output = with_solver("exit 3");
    gave_up(&output);
    assert!(output.stderr.contains("SMT"), "{output:?}");
    gave_up(&with_solver("read line; kill -SEGV $$"));
}

#[test]
fn a_solver_that_prints_garbage_gives_unknown() {
    gave_up(&with_solver("while read line; do echo 'banana ((('; done"));
    gave_up(&with_solver("head -c 100000 /dev/urandom; cat > /dev/null"));
    gave_up(&with_solver("while read line; do echo '(error \"no (\")'; done"));
}

#[test]
fn a_solver_that_hangs_is_killed_at_the_deadline() {
    gave_up(&with_solver("sleep 1000"));
    gave_up(&with_solver("cat > /dev/null; sleep 1000"));
    // Reads everything, answers nothing.
    gave_up(&with_solver("while read line; do :; done; sleep 1000"));
}

#[test]
fn a_solver_that_floods_standard_error_gives_unknown() {
    gave_up(&with_solver("yes 'what a pity' >&2"));
    gave_up(&with_solver("yes"));
}

/// The real solver behind a script that is noisy on standard error: the noise changes nothing.
#[test]
fn noise_on_standard_error_is_harmless() {
    let z3 = smt_binary().path;
    let output = with_solver(&format!(
        "i=0; while [ $i -lt 3000 ]; do echo 'a warning of about sixty characters, more or less noise' >&2; i=$((i+1)); done\n\
         exec {} \"$@\"",
        z3.display()
    ));
    assert_eq!((output.code, output.stdout.as_str()), (Some(0), "sat\n"), "{output:?}");
}

#[test]
fn a_missing_solver_is_exit_code_2_and_says_how_to_get_one() {
    let run = |args: &[&str]| {
        let mut command = hornsolve(args);
        command.env_remove("HORNSOLVE_SMT").arg("-");
        run_with_input(command, &counter(7))
    };
    let output = run(&["--smt-solver", "/nowhere/z3"]);
    assert_eq!((output.code, output.stdout.as_str()), (Some(2), ""), "{output:?}");
    assert_eq!(output.stderr.lines().count(), 1);
    assert!(output.stderr.contains("/nowhere/z3") && output.stderr.contains("make z3"), "{output:?}");
    let output = run(&["--smt-solver", "/bin/true"]);
    assert!(matches!(output.code, Some(0 | 2)) && !output.stdout.contains("sat\n"), "{output:?}");
    let mut command = hornsolve(&["--smt-solver", "/etc/passwd"]);
    command.arg("-");
    assert_eq!(run_with_input(command, &counter(7)).code, Some(2));
}

/// Nor is it confirmed by one, unless the options say so: by default nothing is printed that no solver has confirmed.
#[test]
fn what_preprocessing_decides_needs_no_solver() {
    let mut command = hornsolve(&["--check=off", "--smt-solver", "/nowhere/z3"]);
    command.arg("-");
    let text = "(set-logic HORN)(declare-fun P (Int) Bool)(assert (P 0))(check-sat)";
    let output = run_with_input(command, text);
    assert_eq!((output.code, output.stdout.as_str()), (Some(0), "sat\n"), "{output:?}");
    let mut command = hornsolve(&["--smt-solver", "/nowhere/z3"]);
    command.arg("-");
    let output = run_with_input(command, text);
    assert_eq!((output.code, output.stdout.as_str()), (Some(2), ""), "{output:?}");
}

/// A part of a script that leaves a child of its own, which can be told by its command line.
const CHILD: &str = "sh -c 'while :; do sleep 1; done' $DIR/child &";

/// Processes whose command lines name something in the folder.
fn processes_of(folder: &Path) -> usize {
    let name = folder.display().to_string();
    let entries = std::fs::read_dir("/proc").expect("/proc");
    entries
        .flatten()
        .filter(|entry| {
            let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&line).replace('\0', " ").contains(&name)
        })
        .count()
}

/// Runs a solver that never answers, sends a signal when it is up, and returns the exit code.
fn interrupted_by(signal: rustix::process::Signal) -> Option<i32> {
    let folder = tempfile::tempdir().expect("a folder");
    let solver = fake_solver(folder.path(), &format!("trap '' TERM\n{CHILD}\necho up > $DIR/up\nwait"));
    let input = write(folder.path(), "input.smt2", counter(7));
    let mut command = hornsolve(&["--no-preprocess"]);
    let mut child = command.arg("--smt-solver").arg(&solver).arg(&input).spawn().expect("hornsolve starts");
    let up = folder.path().join("up");
    let end = std::time::Instant::now() + Duration::from_secs(30);
    while !up.exists() {
        assert!(std::time::Instant::now() < end, "the solver was not started");
        std::thread::sleep(Duration::from_millis(10));
    }
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, signal).expect("it runs");
    let status = wait_within(&mut child, Duration::from_secs(5)).expect("it ends");
    none_left(folder.path());
    status.code()
}

/// Soon there is no process any more that belongs to the folder.
fn none_left(folder: &Path) {
    let end = std::time::Instant::now() + Duration::from_secs(10);
    while processes_of(folder) > 0 {
        assert!(std::time::Instant::now() < end, "a process was left behind");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn signals_leave_no_process() {
    use rustix::process::Signal;
    assert_eq!(interrupted_by(Signal::INT), Some(130));
    assert_eq!(interrupted_by(Signal::TERM), Some(143));
    // Nothing can be done in time against this one, but the kernel and the guard clean up.
    assert_eq!(interrupted_by(Signal::KILL), None);
}

#[test]
fn children_of_a_wrapper_end_with_the_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = write(folder.path(), "input.smt2", counter(7));
    let with = |body: &str, options: &[&str]| {
        let solver = fake_solver(folder.path(), body);
        let mut command = hornsolve(options);
        command.arg("--smt-solver").arg(&solver).arg(&file);
        let output = run_with_input(command, "");
        none_left(folder.path());
        output
    };
    // At the deadline, whatever they think of it.
    gave_up(&with(&format!("trap '' TERM\n{CHILD}\nwait"), &["--timeout=2", "--no-preprocess"]));
    // When the wrapper ends and its child goes on.
    gave_up(&with(&format!("{CHILD}\nexit 3"), &["--timeout=5", "--no-preprocess"]));
    // After an answer.
    let z3 = smt_binary().path;
    let output = with(&format!("{CHILD}\n{} \"$@\"", z3.display()), &["--timeout=60", "--no-preprocess"]);
    assert_eq!((output.code, output.stdout.as_str()), (Some(0), "sat\n"), "{output:?}");
}

/// A solver whose `--version` takes that many seconds, and that is the real one otherwise.
fn slow_to_start(folder: &Path, seconds: u32) -> std::path::PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let z3 = smt_binary().path;
    let text = format!("#!/bin/sh\n[ \"$1\" = --version ] && sleep {seconds}\nexec {} \"$@\"\n", z3.display());
    let draft = write(folder, "slow.draft", text);
    let path = folder.join("slow");
    let copied = std::process::Command::new("cp").arg(&draft).arg(&path).status().expect("cp runs");
    assert!(copied.success());
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("ours");
    path
}

#[test]
fn a_slow_version_is_no_missing_solver() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |seconds: u32, limit: &str| {
        let solver = slow_to_start(folder.path(), seconds);
        let mut command = hornsolve(&[limit, "--no-preprocess"]);
        command.arg("--smt-solver").arg(&solver).arg("-");
        run_with_input(command, &counter(7))
    };
    let output = run(4, "--timeout=60");
    assert_eq!((output.code, output.stdout.as_str()), (Some(0), "sat\n"), "{output:?}");
    // Over time it is a matter of time, not of the solver.
    gave_up(&run(1000, "--timeout=2"));
}

#[test]
fn a_wrong_text_is_reported_whatever_the_solver_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = hornsolve(&["--smt-solver"]);
    command.arg(slow_to_start(folder.path(), 60)).arg("-");
    let output = run_with_input(command, "(set-logic HORN)(assert (foo");
    assert_eq!((output.code, output.stdout.as_str()), (Some(1), ""), "{output:?}");
    assert!(output.stderr.starts_with("<stdin>:1:") && output.time < Duration::from_secs(20), "{output:?}");
}

#[test]
fn a_reader_that_is_gone_is_exit_code_2() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = write(folder.path(), "input.smt2", counter(7));
    let mut child = hornsolve(&[file]).spawn().expect("hornsolve starts");
    drop(child.stdout.take());
    let status = wait_within(&mut child, Duration::from_secs(60)).expect("it ends");
    assert_eq!(status.code(), Some(2));
}
