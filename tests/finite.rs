//! Random systems over finite sorts: answers, those of single engines too, beside the least fixpoint by enumeration. The command
//! `horn-benchmarks finite` does more of the same.

mod common;

use horn_benchmarks::crosscheck::systems::{Outcome, Runner};
use std::path::PathBuf;
use std::time::Duration;

fn compare(seed: u64, count: u64, engines: &[&str]) -> Outcome {
    let runner = Runner {
        hornsolve: PathBuf::from(env!("CARGO_BIN_EXE_hornsolve")),
        z3: horn_benchmarks::command::find("z3").expect("Z3, which make z3 fetches"),
        checker: None,
        engines: engines.iter().map(|name| (*name).to_string()).collect(),
        limit: Duration::from_secs(20),
    };
    let outcome = runner.compare(seed, count, &mut |_| {}).expect("the programs run");
    assert!(outcome.wrong.is_empty(), "{}", outcome.wrong.join("\n\n"));
    outcome
}

#[test]
fn answers_are_those_of_enumeration() {
    let outcome = compare(1, 200, &[]);
    let (all, satisfiable) = outcome.systems;
    assert!(satisfiable > all / 5 && satisfiable < all - all / 5, "{outcome:?}");
    assert!(outcome.undecided * 20 < all && outcome.models.0 * 10 > satisfiable * 8, "{outcome:?}");
}

#[test]
fn engines_answer_the_same_by_themselves() {
    let outcome = compare(10_001, 20, &["pdr", "bmc", "forward", "pa", "expand"]);
    assert!(outcome.right > 60, "{outcome:?}");
}
