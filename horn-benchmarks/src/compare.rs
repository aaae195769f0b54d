//! Runs solvers side by side: file by file in turn, so that a change in the machine's load meets all of
//! them alike.

use crate::command::Solver;
use crate::list::Entry;
use crate::process::{self, Finished};
use crate::record::{Outcome, Record, Verdict};
use crate::statistics::{Statistics, is_statistics};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;
use std::{fs, io, thread};

/// Time a run may take beyond the limit, to end by itself. An answer that comes in it is too late.
const GRACE: Duration = Duration::from_millis(300);

/// Runs every solver on every file and hands every record to `report` as it comes, with `jobs` files at
/// a time. Stops early, killing what runs, when `interrupt` is set; returns what was finished, in the
/// order of the entries and solvers.
pub fn run(
    entries: &[Entry],
    solvers: &[Solver],
    timeout: Duration,
    jobs: usize,
    interrupt: &AtomicBool,
    mut report: impl FnMut(&Record),
) -> Vec<Record> {
    let next = AtomicUsize::new(0);
    let (sender, finished) = mpsc::channel();
    let mut records = thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, entries.len().max(1)) {
            let sender = sender.clone();
            let next = &next;
            scope.spawn(move || {
                while let Some(entry) = entries.get(next.fetch_add(1, Ordering::Relaxed)) {
                    // The first solver shall not be the one that waits for the disk.
                    let _ = fs::read(&entry.path);
                    for (rank, solver) in solvers.iter().enumerate() {
                        let result =
                            process::run(&solver.command_line(&entry.path, timeout), timeout + GRACE, interrupt);
                        if interrupt.load(Ordering::Relaxed) {
                            return;
                        }
                        if sender.send((rank, record(entry, solver, result, timeout))).is_err() {
                            return;
                        }
                    }
                }
            });
        }
        drop(sender);
        let mut records = Vec::new();
        for (rank, record) in finished {
            report(&record);
            records.push((rank, record));
        }
        records
    });
    let place = |record: &Record| entries.iter().position(|entry| record.is_of(entry));
    records.sort_by_cached_key(|(rank, record)| (place(record), *rank));
    records.into_iter().map(|(_, record)| record).collect()
}

/// The record of one run.
fn record(entry: &Entry, solver: &Solver, result: io::Result<Finished>, timeout: Duration) -> Record {
    let (outcome, message) = match &result {
        Ok(finished) => classify(finished, timeout),
        Err(error) => (Outcome::Error, format!("cannot be run: {error}")),
    };
    let statistics = result.as_ref().ok().and_then(|finished| Statistics::find(&finished.stderr));
    let usage = result.map_or((Duration::ZERO, Duration::ZERO, 0), |f| (f.wall, f.cpu, f.memory));
    Record {
        track: entry.track.clone(),
        file: entry.file.clone(),
        expected: entry.expected,
        solver: solver.name.clone(),
        outcome,
        wall: usage.0,
        cpu: usage.1,
        memory: usage.2,
        statistics,
        message,
    }
}

/// What a finished run amounts to, and the first complaint in its output.
fn classify(finished: &Finished, timeout: Duration) -> (Outcome, String) {
    if finished.stopped || finished.wall > timeout {
        return (Outcome::Timeout, String::new());
    }
    let lines = || finished.stdout.lines().map(str::trim);
    let complaint = lines().find(|line| line.starts_with("(error"));
    let stderr = finished.stderr.lines().map(str::trim).find(|line| !line.is_empty() && !is_statistics(line));
    // An answer after an error is about something else than the file: what was in error has been left out.
    let answer = lines().take_while(|line| !line.starts_with("(error")).find_map(|line| match line {
        "unknown" => Some(Outcome::Unknown),
        "timeout" => Some(Outcome::Timeout),
        _ => Verdict::from_word(line).map(Outcome::Answer),
    });
    match answer {
        Some(outcome @ Outcome::Answer(_)) => (outcome, String::new()),
        Some(outcome) => (outcome, complaint.or(stderr).unwrap_or_default().to_string()),
        None => {
            let end = match (finished.signal(), finished.status.code()) {
                (Some(signal), _) => format!("ended by signal {signal}"),
                (_, Some(0)) => "no answer".to_string(),
                (_, code) => format!("no answer, exit code {}", code.unwrap_or_default()),
            };
            let said = complaint.or(stderr).or_else(|| lines().find(|line| !line.is_empty()));
            (Outcome::Error, said.map_or(end.clone(), |said| format!("{end}: {said}")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(script: &str, timeout: f64) -> (Outcome, String) {
        let words = ["sh", "-c", script].map(String::from);
        let timeout = Duration::from_secs_f64(timeout);
        let finished = process::run(&words, timeout + GRACE, &AtomicBool::new(false)).expect("sh starts");
        classify(&finished, timeout)
    }

    #[test]
    fn answers_are_found_in_the_output() {
        assert_eq!(outcome("echo sat", 20.0), (Outcome::Answer(Verdict::Sat), String::new()));
        assert_eq!(outcome("printf '; hello\\r\\nunsat\\r\\n(proof)'", 20.0).0, Outcome::Answer(Verdict::Unsat));
        assert_eq!(outcome("echo unknown; echo reason >&2", 20.0), (Outcome::Unknown, "reason".to_string()));
        assert_eq!(outcome("echo timeout", 20.0).0, Outcome::Timeout);
    }

    #[test]
    fn only_answers_before_an_error_count() {
        let (found, message) = outcome("echo '(error \"x\")'; echo sat", 20.0);
        assert_eq!(found, Outcome::Error);
        assert_eq!(message, "no answer: (error \"x\")");
        let found = outcome("echo sat; echo '(error \"no model\")'; exit 1", 20.0);
        assert_eq!(found, (Outcome::Answer(Verdict::Sat), String::new()));
    }

    #[test]
    fn ends_without_an_answer_are_errors() {
        assert_eq!(
            outcome("echo 'f:1:2: error: x' >&2; exit 1", 20.0),
            (Outcome::Error, "no answer, exit code 1: f:1:2: error: x".to_string())
        );
        assert_eq!(outcome("kill -KILL $$", 20.0), (Outcome::Error, "ended by signal 9".to_string()));
        assert_eq!(outcome("echo satisfiable", 20.0), (Outcome::Error, "no answer: satisfiable".to_string()));
        assert_eq!(outcome("true", 20.0), (Outcome::Error, "no answer".to_string()));
    }

    #[test]
    fn late_answers_do_not_count() {
        assert_eq!(outcome("sleep 0.5; echo sat", 0.4).0, Outcome::Timeout);
        assert_eq!(outcome("echo sat; sleep 30", 0.4).0, Outcome::Timeout);
    }
}
