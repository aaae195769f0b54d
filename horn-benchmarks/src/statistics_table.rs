//! The table of what hornsolve says about its own work.

use crate::record::Record;
use crate::statistics::Statistics;
use crate::summary::median;
use crate::table::render;
use std::collections::BTreeMap;

/// A run with its figures.
type Run<'r> = (&'r Record, &'r Statistics);

/// The table of the figures per track and solver, for runs that have any; empty if none has.
pub fn markdown(records: &[Record]) -> String {
    let mut groups: Vec<((&str, &str), Vec<Run<'_>>)> = Vec::new();
    for record in records {
        let Some(statistics) = &record.statistics else { continue };
        for track in [record.track.as_str(), "total"] {
            let key = (track, record.solver.as_str());
            match groups.iter_mut().find(|(found, _)| *found == key) {
                Some((_, runs)) => runs.push((record, statistics)),
                None => groups.push((key, vec![(record, statistics)])),
            }
        }
    }
    if groups.is_empty() {
        return String::new();
    }
    // The totals come last.
    groups.sort_by_key(|((track, _), _)| *track == "total");
    let header = ["track", "runs", "solver", "queries", "median queries", "median certificate share", "decided by"];
    let mut lines = vec![header.map(String::from).to_vec()];
    lines.extend(groups.iter().map(|((track, solver), runs)| cells(track, solver, runs)));
    render(&lines)
}

fn cells(track: &str, solver: &str, runs: &[Run<'_>]) -> Vec<String> {
    let solved = || runs.iter().filter(|(record, _)| record.solved().is_some());
    let share =
        |(record, statistics): &Run<'_>| statistics.certificate / record.wall.as_secs_f64().max(f64::MIN_POSITIVE);
    let mut decided: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, statistics) in solved() {
        *decided.entry(&statistics.decided_by).or_default() += 1;
    }
    let decided: Vec<String> = decided.iter().map(|(name, count)| format!("{name} {count}")).collect();
    let show = |value: Option<f64>, text: &dyn Fn(f64) -> String| value.map_or("–".to_string(), text);
    vec![
        track.to_string(),
        runs.len().to_string(),
        solver.to_string(),
        runs.iter().map(|(_, statistics)| statistics.queries).sum::<u64>().to_string(),
        show(median(solved().map(|(_, statistics)| statistics.queries as f64).collect()), &|queries| {
            format!("{queries:.0}")
        }),
        show(median(solved().map(share).collect()), &|share| format!("{:.1} %", 100.0 * share)),
        decided.join(", "),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::run;

    fn statistics(queries: u64, certificate: f64, decided_by: &str) -> Statistics {
        Statistics { queries, certificate, decided_by: decided_by.into() }
    }

    #[test]
    fn figures_per_track_and_in_total() {
        let with = |track: &str, outcome: &str, figures: Statistics| {
            let mut record = run(track, "f", "?", "own", outcome, 2.0);
            record.statistics = Some(figures);
            record
        };
        let records = [
            with("LIA", "sat", statistics(10, 0.2, "pdr")),
            with("LIA", "sat", statistics(30, 0.4, "pa")),
            with("LRA", "unknown", statistics(500, 0.0, "")),
            run("LRA", "f", "?", "z3", "sat", 1.0),
        ];
        let table = markdown(&records);
        let rows: Vec<Vec<&str>> =
            table.lines().skip(2).map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect();
        assert_eq!(rows[0], ["LIA", "2", "own", "40", "20", "15.0 %", "pa 1, pdr 1"]);
        assert_eq!(rows[1], ["LRA", "1", "own", "500", "–", "–", ""]);
        assert_eq!(rows[2][..5], ["total", "3", "own", "540", "20"]);
        assert_eq!(markdown(&records[3..]), "");
    }
}
