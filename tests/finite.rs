//! Random systems over finite sorts: answers, those of single engines too, beside the least fixpoint by enumeration.
//! The command `horn-benchmarks finite` does more of the same.

mod common;

use common::run_text;
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
    // Both verdicts occur often enough.
    assert!(satisfiable > all / 5 && satisfiable < all - all / 5, "{outcome:?}");
    assert!(outcome.undecided * 20 < all && outcome.models.0 * 10 > satisfiable * 8, "{outcome:?}");
}

#[test]
fn engines_answer_the_same_by_themselves() {
    let outcome = compare(10_001, 20, &["pdr", "bmc", "forward", "pa", "expand"]);
    assert!(outcome.right > 60, "{outcome:?}");
}

/// Arrays over Bool that are one function and written in two ways, as indices of an array and inside a datatype that is
/// an index.
#[test]
fn one_function_written_in_two_ways_is_one_index() {
    let ones = "((as const (Array Bool Int)) 1)";
    let written = "(store (store ((as const (Array Bool Int)) 0) true 1) false 1)";
    let other = "(store ((as const (Array Bool Int)) 0) true 1)";
    for (sort, wrap) in [("(Array Bool Int)", "@"), ("B", "(box @)")] {
        for (index, cell, expected) in
            [(written, 5, "unsat"), (written, 0, "sat"), (other, 5, "sat"), (other, 0, "unsat"), (ones, 0, "sat")]
        {
            let (key, index) = (wrap.replace('@', ones), wrap.replace('@', index));
            let text = format!(
                "(set-logic HORN)\n(declare-datatypes ((B 0)) (((box (inside (Array Bool Int))))))\n\
                 (declare-fun p ((Array {sort} Int)) Bool)\n\
                 (assert (p (store ((as const (Array {sort} Int)) 0) {key} 5)))\n\
                 (assert (forall ((a (Array {sort} Int)) (i {sort})) \
                 (=> (and (p a) (= i {index}) (= (select a i) {cell})) false)))\n(check-sat)\n"
            );
            for options in [&["--timeout=20"][..], &["--timeout=20", "--no-preprocess"]] {
                let output = run_text(options, &text);
                assert_eq!(output.stdout, format!("{expected}\n"), "{text}{}", output.stderr);
                assert_eq!(output.stderr, "", "{text}");
            }
        }
    }
}
