//! Beside busy processors: the same verdicts where work is counted, and answers before the deadline.

mod common;

use common::{counter, fake_solver, wait_within, write};
use horn_benchmarks::load::{Burner, Compared, Subject, steady, subjects};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// As many busy threads as there are processors.
fn burners() -> usize {
    std::thread::available_parallelism().map_or(2, usize::from)
}

#[test]
fn with_steps_the_verdicts_are_those_of_an_idle_machine() {
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("horn-benchmarks/steady.txt");
    let all = subjects(&list).expect("a list");
    assert!(all.iter().any(Subject::is_program) && !all.iter().all(Subject::is_program));
    let hornsolve = Path::new(env!("CARGO_BIN_EXE_hornsolve"));
    // Few enough for some to end undecided: these are the ones that a clock would decide differently.
    let command = |subject: &Subject| subject.command(hornsolve, 400);
    let (limit, interrupt) = (Duration::from_secs(300), AtomicBool::new(false));
    let compared = steady(&all, &command, limit, burners(), &interrupt, &mut |_, _, _| {}).expect("they run");
    let differences: Vec<_> = compared.iter().filter_map(|run| Some((&run.subject, run.difference()?))).collect();
    assert!(differences.is_empty(), "{differences:#?}");
    let said = |word: &str| compared.iter().any(|run: &Compared| run.said[0].text.lines().any(|line| line == word));
    assert!(said("sat") && said("unsat") && said("unknown"));
}

/// A system that nothing decides: a product of what two loops count.
const HARD: &str = "(set-logic HORN)(declare-fun P (Int Int Int) Bool)
    (assert (forall ((x Int) (y Int)) (P x y 0)))
    (assert (forall ((x Int) (y Int) (n Int)) (=> (P x y n) (P (+ (* x x) y) (- (* y x) n) (+ n 1)))))
    (assert (forall ((x Int) (y Int) (n Int)) (=> (and (P x y n) (= (+ (* x x x) (* y y y) (* n n n)) 114)) false)))
    (check-sat)";

/// A system that takes long to read.
fn large() -> String {
    let mut text = String::from("(set-logic HORN)(declare-fun P (Int Int) Bool)\n");
    for number in 0..400_000 {
        text += &format!(
            "(assert (forall ((x Int) (y Int)) (=> (and (P x y) (< (+ x (* {number} y)) {number})) (P (+ x {number}) y))))\n"
        );
    }
    text + "(check-sat)\n"
}

/// Runs `eld` with two seconds on a file, or on an input that never ends, beside busy processors; with another solver
/// if there is one. What is late because the machine was doing something else as well is in time on another try.
fn answers_in_time(file: Option<&Path>, solver: Option<&Path>) {
    let mut times = Vec::new();
    for _ in 0..3 {
        times.push(time_to_answer(file, solver));
        if times.last().is_some_and(|time| *time < Duration::from_secs(3)) {
            return;
        }
    }
    panic!("{file:?} {solver:?}: {times:?}");
}

fn time_to_answer(file: Option<&Path>, solver: Option<&Path>) -> Duration {
    let _burner = Burner::start(burners());
    let mut command = Command::new(env!("CARGO_BIN_EXE_eld"));
    command.arg("-t:2").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    match file {
        Some(file) => command.arg(file),
        None => command.arg("-in"),
    };
    if let Some(solver) = solver {
        command.env("HORNSOLVE_SMT", solver);
    }
    let start = Instant::now();
    let mut child = command.spawn().expect("eld starts");
    let status = wait_within(&mut child, Duration::from_secs(20));
    let time = start.elapsed();
    if status.is_none() {
        let _ = child.kill();
    }
    let output = child.wait_with_output().expect("it has ended");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(matches!(text.trim(), "sat" | "unsat" | "unknown"), "{file:?} {solver:?}: {text}");
    time
}

#[test]
fn answers_come_in_time_whatever_the_program_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| -> PathBuf { write(folder.path(), name, text) };
    // Reading: an input that never ends, and one that is large.
    answers_in_time(None, None);
    answers_in_time(Some(&file("large.smt2", &large())), None);
    // Engines at work.
    answers_in_time(Some(&file("hard.smt2", HARD)), None);
    // A solver that hangs, from the start or on a query, and does not listen.
    let input = file("counter.smt2", &counter(7));
    let fake = fake_solver(folder.path(), "trap '' TERM; while :; do sleep 1; done");
    answers_in_time(Some(&input), Some(&fake));
    let fake = fake_solver(folder.path(), "trap '' TERM; cat > /dev/null; while :; do sleep 1; done");
    answers_in_time(Some(&input), Some(&fake));
}
