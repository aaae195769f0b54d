//! Whole scripts in a process of their own, for what needs another logic or other options than
//! [`SmtSolver`](super::SmtSolver).

use super::cancel::CancelToken;
use super::config::SmtConfig;
use super::error::SmtError;
use super::process::SmtProcess;
use super::stats::{Purpose, SmtStatistics};
use super::steps::Steps;
use std::time::Instant;

/// Runs the parts of a script one after the other in a new process and returns what each part printed.
///
/// `limit` is for each part, and its net for all parts together. The text of an answer may be an `(error …)`: whether
/// that matters is the caller's to say. A part that is not answered in time is [`SmtError::Timeout`].
pub fn run_script(
    config: &SmtConfig,
    cancel: &CancelToken,
    statistics: &mut SmtStatistics,
    purpose: Purpose,
    parts: &[&[u8]],
    limit: Option<Steps>,
) -> Result<Vec<String>, SmtError> {
    if cancel.is_cancelled() {
        return Err(SmtError::Cancelled);
    }
    let start = Instant::now();
    let (kind, limit) = (config.kind, cancel.query_limit(limit));
    let deadline = limit.time.and_then(|limit| start.checked_add(limit));
    let result = SmtProcess::spawn(&config.spawn_spec(&cancel.until(deadline))).and_then(|mut process| {
        statistics.spawns += 1;
        let markers: Vec<_> = parts
            .iter()
            .map(|part| {
                process.send_counted(kind, limit.units, part);
                process.mark()
            })
            .collect();
        let mut answers = Vec::with_capacity(parts.len());
        for marker in markers {
            let text = process.read(marker, deadline, cancel)?;
            answers.push(process.charge(text, cancel).0);
        }
        Ok(answers)
    });
    statistics.record(purpose, start.elapsed());
    match &result {
        Err(error) if error.is_interrupt() => statistics.kills += 1,
        Err(_) => statistics.faults += 1,
        Ok(_) => {}
    }
    result
}
