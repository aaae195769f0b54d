//! Programs that this project did not write, held against what others say of them: the conformity tests of [`acats`],
//! which GNAT runs, the tests of [`spark2014`] with the verdicts of GNATprove, and C programs of [`svcomp`] with the
//! verdicts that are expected of them. They stay outside the project, in folders that the command line names.
//!
//! Here is what they need: one run of hornsolve on some files ([`Tool`]), with what it said ([`Said`]), and a list of
//! tests that is gone through several at a time with results in order ([`each`]).

pub mod acats;
pub mod gcc;
pub mod spark2014;
pub mod svcomp;

use crate::command::Solver;
use crate::process;
use crate::programs::{self, Checked};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// How long a run that is stopped may take to say how far it went.
const FAREWELL: Duration = Duration::from_secs(4);

/// hornsolve, and how long it may take.
#[derive(Debug)]
pub struct Tool {
    solver: Solver,
    /// Time per check.
    pub per_check: Duration,
    /// Time per test; a run that takes longer is stopped.
    pub per_test: Duration,
}

/// What a run of hornsolve said.
#[derive(Clone, Debug, Default)]
pub struct Said {
    /// The verdicts; of a run that was stopped those it had reached.
    pub checks: Vec<Checked>,
    /// The first error, with its place; none if the source was accepted.
    pub error: Option<String>,
    /// The first warning that something is not supported or not analysed, with its place.
    pub left_out: Option<String>,
    /// Whether the time was over.
    pub stopped: bool,
    /// Whether checks were asked for and found: false after an error or a stop.
    pub whole: bool,
    /// Time from start to end.
    pub wall: Duration,
}

impl Tool {
    /// The hornsolve that is found, with these limits.
    ///
    /// # Errors
    /// There is none.
    pub fn find(per_check: Duration, per_test: Duration) -> Result<Tool, String> {
        let mut solver = Solver::parse("hornsolve=hornsolve {}")?;
        solver.resolve()?;
        Ok(Tool { solver, per_check, per_test })
    }

    /// Runs on the files, projects and options of `arguments`, with a file of its own in `work`.
    pub fn run(&self, arguments: &[String], work: &Path, interrupt: &AtomicBool) -> Said {
        let result = work.join("result.json");
        // What an earlier run left must not be taken for the answer of one that ends without an answer.
        let _ = fs::remove_file(&result);
        let mut words = self.solver.command_line(Path::new("--frontend=ada"), self.per_test);
        words.push(format!("--timeout={}", self.per_check.as_secs_f64()));
        words.push(format!("--json={}", result.display()));
        words.extend(arguments.iter().cloned());
        let finished = match process::run_with_farewell(&words, self.per_test, FAREWELL, interrupt) {
            Ok(finished) => finished,
            Err(error) => return Said { error: Some(format!("cannot be run: {error}")), ..Said::default() },
        };
        let said = Said { wall: finished.wall, stopped: finished.stopped, ..Said::default() };
        let text = fs::read_to_string(&result).unwrap_or_default();
        let Ok(value) = serde_json::from_str::<Value>(&text) else {
            if finished.stopped {
                return said;
            }
            let lines = finished.stderr.lines().filter(|line| !line.trim().is_empty());
            let error = lines.clone().find(|line| line.contains("error: ")).or(lines.clone().next_back());
            return Said { error: Some(error.unwrap_or("ended without an answer").trim().to_string()), ..said };
        };
        answer(&value, said)
    }
}

/// What the JSON of a run says.
fn answer(value: &Value, said: Said) -> Said {
    let messages = value["messages"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let whole = !said.stopped;
    let mut said = Said { checks: programs::checked(value).unwrap_or_default(), whole, ..said };
    for message in messages {
        if message.contains("error: ") {
            said.error.get_or_insert_with(|| message.to_string());
        } else if message.contains("not supported") || message.contains("not analysed") {
            said.left_out.get_or_insert_with(|| message.to_string());
        }
    }
    // A run may leave parts out without a warning of that wording; its own count decides.
    let count = value["summary"]["leftOut"].as_u64().unwrap_or(0);
    if count > 0 {
        said.left_out.get_or_insert_with(|| format!("{count} parts are not analysed"));
    }
    said
}

/// The entries of a folder in the order of their names.
///
/// # Errors
/// It cannot be read, or is not there.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let text = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(text)? {
        found.push(entry.map_err(text)?.path());
    }
    found.sort();
    Ok(found)
}

/// Does `work` on each of `items`, `jobs` at a time, each worker in a folder of its own. Results come in the order of
/// the items; those behind an interruption are missing. `report` sees each as it comes.
///
/// # Errors
/// A folder for the work cannot be made.
pub fn each<T: Sync, R: Send>(
    items: &[T],
    jobs: usize,
    interrupt: &AtomicBool,
    work: impl Fn(&T, &Path) -> R + Sync,
    mut report: impl FnMut(&R),
) -> Result<Vec<R>, String> {
    let next = AtomicUsize::new(0);
    let (sender, finished) = mpsc::channel();
    let mut folders = Vec::new();
    for _ in 0..jobs.clamp(1, items.len().max(1)) {
        folders.push(tempfile::tempdir().map_err(|error| error.to_string())?);
    }
    let mut results = thread::scope(|scope| {
        for folder in &folders {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(at) else { return };
                    let result = work(item, folder.path());
                    if interrupt.load(Ordering::Relaxed) || sender.send((at, result)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut results = Vec::new();
        for (at, result) in finished {
            report(&result);
            results.push((at, result));
        }
        results
    });
    results.sort_by_key(|(at, _)| *at);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn answers_are_read() {
        let value = json!({
            "checks": [{ "file": "/a/p.adb", "line": 3, "column": 7, "rule": "VC_ASSERT", "status": "fails", "by": "x" }],
            "messages": ["p.adb:1:1: warning: not supported: task type (RM 9.1)", "p.adb:2:1: warning: not supported: y"],
            "summary": { "leftOut": 2 },
        });
        let said = answer(&value, Said::default());
        assert_eq!((said.checks[0].file.as_str(), said.checks[0].line, said.checks[0].column), ("p.adb", 3, 7));
        assert_eq!(said.left_out.as_deref(), Some("p.adb:1:1: warning: not supported: task type (RM 9.1)"));
        assert!(said.error.is_none() && said.whole);
        let silent = answer(&json!({ "checks": [], "messages": [], "summary": { "leftOut": 1 } }), Said::default());
        assert!(silent.left_out.is_some());
    }

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<u64> = (0..40).collect();
        let never = AtomicBool::new(false);
        let mut seen = 0;
        let results = each(&items, 4, &never, |item, folder| (item * 2, folder.is_dir()), |_| seen += 1);
        let results = results.expect("folders");
        assert!(results.iter().zip(&items).all(|(result, item)| *result == (item * 2, true)));
        assert_eq!((results.len(), seen), (40, 40));
    }
}
