//! What a set of runs says about the solvers: counts, penalised averages and ratios per track, and the
//! contradictions.

use crate::record::{Outcome, Record, Verdict};
use std::collections::BTreeMap;
use std::time::Duration;

/// Times below this are measuring noise; ratios treat them as equal to it.
const SHORTEST: f64 = 0.001;

/// The figures of one solver on one track.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The track, or `total`.
    pub track: String,
    /// Name of the solver.
    pub solver: String,
    /// Number of files it was run on.
    pub files: usize,
    /// Number of files it answered, not counting wrong answers.
    pub solved: usize,
    /// How many of these answers were `sat`.
    pub sat: usize,
    /// How many of these answers were `unsat`.
    pub unsat: usize,
    /// Number of answers that contradict the expected verdict.
    pub wrong: usize,
    /// Number of runs that ended without an answer and before the time limit, not by giving up.
    pub errors: usize,
    /// Number of files that no other solver of the comparison solved.
    pub alone: usize,
    /// Mean over all files of the wall time in seconds, where a file that is not solved counts twice the limit.
    pub par2: f64,
    /// Median wall time of the solved files in seconds.
    pub median: Option<f64>,
    /// Median of this solver's time divided by the reference solver's on the files both solved, and the
    /// number of these files.
    pub ratio: Option<(f64, usize)>,
}

/// Names of the solvers in the order in which they first ran.
pub fn solvers(records: &[Record]) -> Vec<String> {
    first_seen(records.iter().map(|record| &record.solver))
}

/// The rows of all tracks, in the order of the records, and a total if there are several tracks.
/// Times are compared with the solver named `reference`.
pub fn rows(records: &[Record], timeout: Duration, reference: &str) -> Vec<Row> {
    let tracks = first_seen(records.iter().map(|record| &record.track));
    let mut rows = Vec::new();
    for track in &tracks {
        let part: Vec<&Record> = records.iter().filter(|record| record.track == *track).collect();
        rows.extend(rows_of(track, &part, timeout, reference));
    }
    if tracks.len() > 1 {
        rows.extend(rows_of("total", &records.iter().collect::<Vec<_>>(), timeout, reference));
    }
    rows
}

/// The rows of one track.
fn rows_of(track: &str, records: &[&Record], timeout: Duration, reference: &str) -> Vec<Row> {
    let mut by_file: BTreeMap<(&str, &str), Vec<&Record>> = BTreeMap::new();
    for record in records {
        by_file.entry((&record.track, &record.file)).or_default().push(record);
    }
    let row = |solver: &String| {
        let own: Vec<&Record> = records.iter().copied().filter(|record| record.solver == *solver).collect();
        let count = |test: &dyn Fn(&Record) -> bool| own.iter().filter(|record| test(record)).count();
        let penalised = |record: &&Record| match record.solved() {
            Some(_) => record.wall.as_secs_f64(),
            None => 2.0 * timeout.as_secs_f64(),
        };
        let ratios: Vec<f64> = by_file.values().filter_map(|runs| ratio(runs, solver, reference)).collect();
        let alone = |runs: &&Vec<&Record>| {
            let mut solved = runs.iter().filter(|record| record.solved().is_some());
            solved.next().is_some_and(|first| first.solver == *solver) && solved.next().is_none()
        };
        Row {
            track: track.to_string(),
            solver: solver.clone(),
            files: own.len(),
            solved: count(&|record| record.solved().is_some()),
            sat: count(&|record| record.solved() == Some(Verdict::Sat)),
            unsat: count(&|record| record.solved() == Some(Verdict::Unsat)),
            wrong: count(&Record::wrong),
            errors: count(&|record| record.outcome == Outcome::Error),
            alone: by_file.values().filter(alone).count(),
            par2: own.iter().map(penalised).sum::<f64>() / own.len().max(1) as f64,
            median: median(own.iter().filter(|r| r.solved().is_some()).map(|r| r.wall.as_secs_f64()).collect()),
            ratio: median(ratios.clone()).filter(|_| solver != reference).map(|ratio| (ratio, ratios.len())),
        }
    };
    first_seen(records.iter().map(|record| &record.solver)).iter().map(row).collect()
}

/// The time of `solver` over the time of `reference` on one file, if both solved it.
fn ratio(runs: &[&Record], solver: &str, reference: &str) -> Option<f64> {
    let time = |name: &str| {
        let run = runs.iter().find(|record| record.solver == name && record.solved().is_some())?;
        Some(run.wall.as_secs_f64().max(SHORTEST))
    };
    Some(time(solver)? / time(reference)?)
}

/// The middle value, or the mean of the two middle values; `None` for no values.
pub fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => None,
        length if length % 2 == 1 => Some(values[middle]),
        _ => Some((values[middle - 1] + values[middle]) / 2.0),
    }
}

/// Every contradiction, as a line of text: answers that contradict the expected verdict, and answers of
/// two solvers that contradict each other on a file whose verdict is not known.
pub fn contradictions(records: &[Record]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut first_answer: BTreeMap<(&str, &str), (&str, Verdict)> = BTreeMap::new();
    for record in records {
        let Outcome::Answer(verdict) = record.outcome else {
            continue;
        };
        let Record { track, file, solver, .. } = record;
        match record.expected {
            Some(expected) if record.wrong() => {
                lines.push(format!("WRONG: {solver} says {verdict} on {file} ({track}), expected {expected}"));
            }
            Some(_) => {}
            None => {
                let (other, found) = first_answer.entry((track, file)).or_insert((solver, verdict));
                if *found != verdict {
                    lines.push(format!(
                        "DISAGREEMENT: {solver} says {verdict} on {file} ({track}), {other} says {found}"
                    ));
                }
            }
        }
    }
    lines
}

fn first_seen<'r>(names: impl Iterator<Item = &'r String>) -> Vec<String> {
    let mut seen: Vec<String> = Vec::new();
    for name in names {
        if !seen.contains(name) {
            seen.push(name.clone());
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::run;

    fn example() -> Vec<Record> {
        vec![
            run("LIA", "a", "sat", "own", "sat", 2.0),
            run("LIA", "a", "sat", "z3", "sat", 1.0),
            run("LIA", "b", "unsat", "own", "unsat", 4.0),
            run("LIA", "b", "unsat", "z3", "unsat", 1.0),
            run("LIA", "c", "sat", "own", "unsat", 0.5),
            run("LIA", "c", "sat", "z3", "timeout", 10.0),
            run("LRA", "a", "?", "own", "error", 0.1),
            run("LRA", "a", "?", "z3", "sat", 3.0),
        ]
    }

    #[test]
    fn figures_of_a_small_comparison() {
        let rows = rows(&example(), Duration::from_secs(10), "z3");
        assert_eq!(
            rows.iter().map(|row| (row.track.as_str(), row.solver.as_str())).collect::<Vec<_>>(),
            [("LIA", "own"), ("LIA", "z3"), ("LRA", "own"), ("LRA", "z3"), ("total", "own"), ("total", "z3")]
        );
        let own = &rows[0];
        assert_eq!((own.files, own.solved, own.sat, own.unsat, own.wrong, own.errors), (3, 2, 1, 1, 1, 0));
        assert_eq!(own.par2, (2.0 + 4.0 + 20.0) / 3.0);
        assert_eq!(own.median, Some(3.0));
        assert_eq!(own.ratio, Some((3.0, 2)));
        assert_eq!((own.alone, rows[3].alone), (0, 1));
        assert_eq!((rows[2].errors, rows[2].solved, rows[2].par2), (1, 0, 20.0));
        assert_eq!((rows[2].median, rows[2].ratio, rows[1].ratio), (None, None, None));
        assert_eq!((rows[4].files, rows[4].solved, rows[5].solved), (4, 2, 3));
    }

    #[test]
    fn one_track_needs_no_total() {
        let rows = rows(&example()[..6], Duration::from_secs(10), "z3");
        assert_eq!(rows.len(), 2);
    }

    #[test]
    fn contradictions_are_found() {
        assert_eq!(contradictions(&example()), ["WRONG: own says unsat on c (LIA), expected sat"]);
        let open = [run("t", "f", "?", "p", "sat", 1.0), run("t", "f", "?", "q", "unsat", 1.0)];
        assert_eq!(contradictions(&open), ["DISAGREEMENT: q says unsat on f (t), p says sat"]);
        assert!(contradictions(&open[..1]).is_empty());
    }

    #[test]
    fn medians() {
        assert_eq!(median(vec![]), None);
        assert_eq!(median(vec![3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), Some(2.5));
    }
}
