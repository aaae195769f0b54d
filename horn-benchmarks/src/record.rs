//! One run of one solver on one file, and the file format that keeps such runs.
//!
//! The format is tab-separated with a comment line that holds the time limit, so that a table can be
//! made again from it, also from several files.

use crate::list::Entry;
use crate::statistics::Statistics;
pub use crate::verdict::Verdict;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The solver answered in time.
    Answer(Verdict),
    /// The solver gave up in time.
    Unknown,
    /// The time limit passed.
    Timeout,
    /// The solver ended without an answer; [`Record::message`] has what it said.
    Error,
}

impl Outcome {
    /// The word for it in tables and files.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Answer(Verdict::Sat) => "sat",
            Outcome::Answer(Verdict::Unsat) => "unsat",
            Outcome::Unknown => "unknown",
            Outcome::Timeout => "timeout",
            Outcome::Error => "error",
        }
    }

    fn from_word(word: &str) -> Option<Outcome> {
        match word {
            "unknown" => Some(Outcome::Unknown),
            "timeout" => Some(Outcome::Timeout),
            "error" => Some(Outcome::Error),
            _ => Verdict::from_word(word).map(Outcome::Answer),
        }
    }
}

/// One run of one solver on one file.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The group of the file.
    pub track: String,
    /// The file as its list writes it.
    pub file: String,
    /// The verdict known to be right, if one is.
    pub expected: Option<Verdict>,
    /// Name of the solver.
    pub solver: String,
    /// How the run ended.
    pub outcome: Outcome,
    /// Time from start to end.
    pub wall: Duration,
    /// Processor time of the solver and of the children it waited for.
    pub cpu: Duration,
    /// Largest resident size of one process of the solver, in bytes.
    pub memory: u64,
    /// What the solver says about its own work, if it does.
    pub statistics: Option<Statistics>,
    /// The first complaint of the solver, on one line; empty if there was none.
    pub message: String,
}

impl Record {
    /// The answer, if it came in time and does not contradict the expected one.
    pub fn solved(&self) -> Option<Verdict> {
        match self.outcome {
            Outcome::Answer(verdict) if !self.wrong() => Some(verdict),
            _ => None,
        }
    }

    /// Whether the answer contradicts the expected one.
    pub fn wrong(&self) -> bool {
        matches!((self.outcome, self.expected), (Outcome::Answer(found), Some(known)) if found != known)
    }

    /// Whether the run belongs to this line of a list.
    pub fn is_of(&self, entry: &Entry) -> bool {
        self.track == entry.track && self.file == entry.file
    }
}

/// Names of the columns, in their order.
const HEADER: &str =
    "# track\tfile\texpected\tsolver\toutcome\twall_s\tcpu_s\tmemory_mb\tqueries\tcertificate_s\tdecided_by\tmessage";

/// Writes the opening lines of a file of records.
pub fn write_header(out: &mut impl Write, timeout: Duration) -> io::Result<()> {
    writeln!(out, "# timeout_s\t{}\n{HEADER}", timeout.as_secs_f64())?;
    out.flush()
}

/// Appends one record and flushes, so that an interrupted comparison leaves what it has.
pub fn write_record(out: &mut impl Write, record: &Record) -> io::Result<()> {
    let statistics = match &record.statistics {
        None => "\t\t".to_string(),
        Some(figures) => format!("{}\t{:.6}\t{}", figures.queries, figures.certificate, figures.decided_by),
    };
    writeln!(
        out,
        "{}\t{}\t{}\t{}\t{}\t{:.3}\t{:.3}\t{:.1}\t{statistics}\t{}",
        record.track,
        record.file,
        record.expected.map_or("unknown".to_string(), |verdict| verdict.to_string()),
        record.solver,
        record.outcome.word(),
        record.wall.as_secs_f64(),
        record.cpu.as_secs_f64(),
        record.memory as f64 / (1024.0 * 1024.0),
        record.message.replace(['\t', '\n', '\r'], " "),
    )?;
    out.flush()
}

/// Reads a file of records: its time limit and its runs.
///
/// # Errors
/// The file cannot be read or is malformed; the message names the line.
pub fn read(path: &Path) -> Result<(Duration, Vec<Record>), String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    parse(&text).map_err(|(line, message)| format!("{}:{line}: {message}", path.display()))
}

fn parse(text: &str) -> Result<(Duration, Vec<Record>), (usize, String)> {
    let mut timeout = None;
    let mut records = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if let Some(seconds) = line.strip_prefix("# timeout_s\t") {
            timeout = seconds_from(seconds);
        } else if !line.starts_with('#') && !line.is_empty() {
            let record = parse_record(line).ok_or((index + 1, format!("expected the columns {HEADER}")))?;
            records.push(record);
        }
    }
    let timeout = timeout.ok_or((1, "expected a line \"# timeout_s\" with the time limit".to_string()))?;
    Ok((timeout, records))
}

fn parse_record(line: &str) -> Option<Record> {
    let cells: Vec<&str> = line.split('\t').collect();
    let [track, file, expected, solver, outcome, wall, cpu, memory, queries, certificate, decided_by, message] =
        cells[..]
    else {
        return None;
    };
    Some(Record {
        track: track.to_string(),
        file: file.to_string(),
        expected: Verdict::from_word(expected),
        solver: solver.to_string(),
        outcome: Outcome::from_word(outcome)?,
        wall: seconds_from(wall)?,
        cpu: seconds_from(cpu)?,
        memory: (memory.parse::<f64>().ok()? * 1024.0 * 1024.0) as u64,
        statistics: if queries.is_empty() {
            None
        } else {
            let (queries, certificate) = (queries.parse().ok()?, certificate.parse().ok()?);
            Some(Statistics { queries, certificate, decided_by: decided_by.to_string() })
        },
        message: message.to_string(),
    })
}

/// A span of time from a decimal number of seconds.
pub fn seconds_from(text: &str) -> Option<Duration> {
    text.trim().parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A run for tests: `solver` on `file` of `track`.
    pub(crate) fn run(track: &str, file: &str, expected: &str, solver: &str, outcome: &str, wall: f64) -> Record {
        Record {
            track: track.into(),
            file: file.into(),
            expected: Verdict::from_word(expected),
            solver: solver.into(),
            outcome: Outcome::from_word(outcome).expect("an outcome"),
            wall: Duration::from_secs_f64(wall),
            cpu: Duration::from_secs_f64(wall / 2.0),
            memory: 3 << 20,
            statistics: None,
            message: String::new(),
        }
    }

    #[test]
    fn records_survive_writing_and_reading() {
        let mut records = vec![
            run("LIA", "a.smt2", "sat", "z3", "unsat", 0.25),
            run("LIA", "b.smt2", "?", "z3", "timeout", 20.5),
            run("", "c.smt2", "unsat", "our own", "error", 0.0),
        ];
        let decided_by = "pdr".to_string();
        records[0].statistics = Some(Statistics { queries: 7, certificate: 0.125, decided_by });
        records[2].message = "file:1:2: error: x".into();
        let mut out = Vec::new();
        write_header(&mut out, Duration::from_millis(2500)).expect("a vector takes everything");
        for record in &records {
            write_record(&mut out, record).expect("a vector takes everything");
        }
        let text = String::from_utf8(out).expect("we write UTF-8");
        assert_eq!(parse(&text), Ok((Duration::from_millis(2500), records)));
    }

    #[test]
    fn a_contradiction_is_wrong_and_not_solved() {
        let wrong = run("t", "f", "sat", "s", "unsat", 1.0);
        assert!(wrong.wrong() && wrong.solved().is_none());
        let open = run("t", "f", "?", "s", "unsat", 1.0);
        assert!(!open.wrong() && open.solved() == Some(Verdict::Unsat));
        let late = run("t", "f", "sat", "s", "timeout", 1.0);
        assert!(!late.wrong() && late.solved().is_none());
    }

    #[test]
    fn malformed_records_have_a_line() {
        assert_eq!(parse("# timeout_s\t1\nx\ty\n").map_err(|(line, _)| line), Err(2));
        assert!(parse("").is_err());
    }
}
