//! Every system of `horn-benchmarks` through the program: no verdict may be wrong, no file may be refused, and
//! most have to be solved.

use horn_benchmarks::command::Solver;
use horn_benchmarks::record::{Outcome, Record};
use horn_benchmarks::{compare, generate, list, summary, systems};
use std::sync::atomic::AtomicBool;
use std::thread::available_parallelism;
use std::time::Duration;

/// Time limit per file. The program is an unoptimised one, so this is generous.
const LIMIT: Duration = Duration::from_secs(10);

/// How many of our own systems have to be solved. Raise it when more are; never lower it to pass.
const FLOOR: usize = 140;

/// Runs the program on the files of a list.
fn records(entries: &[list::Entry]) -> Vec<Record> {
    let command = format!("hornsolve={} --timeout {} {{}}", env!("CARGO_BIN_EXE_hornsolve"), LIMIT.as_secs());
    let solver = Solver::parse(&command).expect("a good command");
    let jobs = available_parallelism().map_or(1, usize::from);
    // The program shall end by itself: it gets a little more time than it is told.
    compare::run(entries, &[solver], LIMIT + Duration::from_secs(2), jobs, &AtomicBool::new(false), |_| {})
}

/// Checks what holds for every file; gives the number of solved ones.
fn solved(records: &[Record]) -> usize {
    let contradictions = summary::contradictions(records);
    assert!(contradictions.is_empty(), "{}", contradictions.join("\n"));
    let fault = |record: &&Record| match record.outcome {
        // Not an answer, or none within a second after the limit.
        Outcome::Error => true,
        Outcome::Timeout => true,
        Outcome::Unknown | Outcome::Answer(_) => false,
    };
    let faults: Vec<String> = records
        .iter()
        .filter(fault)
        .map(|record| format!("{}: {} {}", record.file, record.outcome.word(), record.message))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    records.iter().filter(|record| record.solved().is_some()).count()
}

#[test]
fn our_own_systems() {
    let entries = systems::manifest().expect("the manifest is good");
    let records = records(&entries);
    let solved = solved(&records);
    let open: Vec<String> = records
        .iter()
        .filter(|record| record.solved().is_none())
        .map(|record| format!("{}: {} {}", record.file, record.outcome.word(), record.message))
        .collect();
    assert!(solved >= FLOOR, "only {solved} of {} are solved; not solved:\n{}", records.len(), open.join("\n"));
}

/// A few of the programs for the instrumentation layer, of both verdicts; the others take too long for a test.
#[test]
fn programs_with_aggregates() {
    let mut entries = systems::instrument().expect("the manifest is good");
    let wanted = [
        "figures/figure-3-safe",
        "figures/figure-1-unsafe",
        "min/min-geq-any-unsafe",
        "max/max-eq-any-unsafe",
        "sum/sum-eq-any-safe",
        "sum/sum-const-10-unsafe",
        "forall/forall-eq-any-unsafe",
        "further/fold-last-unsafe",
        "further/recursive-sum-unsafe",
        "further/count-read-unsafe",
        "orders/bubble-sort-flag-safe",
        "orders/selection-sort-unsafe",
    ];
    entries.retain(|entry| wanted.iter().any(|name| entry.file == format!("{name}.smt2")));
    assert_eq!(entries.len(), wanted.len());
    let records = records(&entries);
    let solved = solved(&records);
    assert!(solved + 1 >= wanted.len(), "only {solved} are solved: {records:?}");
}

#[test]
fn large_systems_end_in_time() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    generate::write_all(folder.path(), generate::Size::Own).expect("the folder can be written");
    let entries = list::read(&folder.path().join("manifest.tsv")).expect("the manifest is good");
    // How many are solved is not asked here: the point is that none crashes, hangs, or gets a wrong verdict.
    solved(&records(&entries));
}
