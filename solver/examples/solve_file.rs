//! Solves a file and shows the answer: `cargo run --example solve_file -- FILE`.

#![allow(clippy::print_stdout, reason = "the example shows what it found")]

use horn_solver::solve::{Answer, Failure, Solver};
use horn_solver::system::Verdict;
use std::time::Duration;

fn solve(path: &str) -> Result<Answer, Failure> {
    Solver::new().timeout(Duration::from_secs(60)).solve_file(path)
}

fn show(answer: &Answer) {
    let system = &answer.problem.system;
    match &answer.verdict {
        Verdict::Sat(_) => {
            println!("sat");
            for pred in &system.preds {
                println!("{}: {}", pred.name, answer.definition(&pred.name).unwrap_or_default());
            }
        }
        Verdict::Unsat(refutation) => {
            println!("unsat");
            for (number, step) in refutation.steps.iter().enumerate() {
                let head = system.clause(step.clause).head.as_ref();
                let name = head.map_or("false", |atom| system.pred(atom.pred).name.as_str());
                println!("{number}: {name} by clause {} from {:?}", step.clause.index(), step.premises);
            }
        }
        Verdict::Unknown(reason) => println!("unknown: {reason}"),
    }
}

fn main() -> Result<(), Failure> {
    match std::env::args().nth(1) {
        Some(path) => solve(&path).map(|answer| show(&answer)),
        None => Err(Failure::Unreadable("which file?".into())),
    }
}

#[test]
fn the_example_solves_a_file_of_each_kind() {
    for (file, sat) in [("safe", true), ("unsafe", false)] {
        let answer = solve(&format!("{}/examples/{file}.smt2", env!("CARGO_MANIFEST_DIR"))).expect("an answer");
        show(&answer);
        assert_eq!((answer.is_sat(), answer.is_unsat()), (sat, !sat), "{file}");
    }
    assert!(solve("no/such/file").is_err());
}
