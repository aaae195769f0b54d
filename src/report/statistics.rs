//! Counts and times of a run, as text for people and as JSON for programs.

use horn_solver::smt::{Purpose, SmtStatistics};
pub use horn_solver::solve::Statistics;
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// Several lines for people.
pub fn text(statistics: &Statistics) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_text(statistics, &mut text);
    text
}

fn write_text(statistics: &Statistics, out: &mut String) -> std::fmt::Result {
    writeln!(
        out,
        "system: {} predicates, {} clauses; after preprocessing {} and {}",
        statistics.input.0, statistics.input.1, statistics.simplified.0, statistics.simplified.1
    )?;
    write!(out, "time:")?;
    for (at, (name, time)) in statistics.phases().into_iter().enumerate() {
        write!(out, "{} {name} {:.3} s", if at == 0 { "" } else { "," }, time.as_secs_f64())?;
    }
    writeln!(out, " (the certificate is part of solve)")?;
    for (name, count, time) in &statistics.passes {
        writeln!(out, "pass: {name:<24} {count:>4} times {:>9.3} s", time.as_secs_f64())?;
    }
    for report in &statistics.engines {
        let queries = report.statistics.total();
        writeln!(
            out,
            "engine: {:<8} {:>9.3} s {:>7} queries in {:.3} s: {}",
            report.name,
            report.time.as_secs_f64(),
            queries.queries,
            queries.time.as_secs_f64(),
            report.outcome
        )?;
        if !report.details.is_empty() {
            let details: Vec<String> = report.details.iter().map(|(name, count)| format!("{name} {count}")).collect();
            writeln!(out, "        {}", details.join(", "))?;
        }
    }
    if let Some(winner) = statistics.winner() {
        writeln!(out, "decided by: {winner}")?;
    }
    writeln!(out, "{}", statistics.smt)
}

/// One JSON object on one line: times in seconds, counts as integers.
pub fn json(statistics: &Statistics, verdict: &str) -> String {
    value(statistics, verdict).to_string()
}

/// The same as a value.
pub fn value(statistics: &Statistics, verdict: &str) -> Value {
    let mut phases = Map::new();
    for (name, time) in statistics.phases() {
        phases.insert(name.to_string(), json!(time.as_secs_f64()));
    }
    let passes: Vec<Value> = statistics
        .passes
        .iter()
        .map(|(name, count, time)| json!({"name": name, "applications": count, "seconds": time.as_secs_f64()}))
        .collect();
    let engines: Vec<Value> = statistics
        .engines
        .iter()
        .map(|report| {
            let details = report.details.iter().map(|(name, count)| (name.to_string(), json!(count)));
            json!({
                "name": report.name,
                "outcome": report.outcome,
                "seconds": report.time.as_secs_f64(),
                "smt": smt_json(&report.statistics),
                "details": details.collect::<Map<_, _>>(),
            })
        })
        .collect();
    json!({
        "verdict": verdict,
        "decided_by": statistics.winner(),
        "seconds": phases,
        "input": {"predicates": statistics.input.0, "clauses": statistics.input.1},
        "preprocessed": {"predicates": statistics.simplified.0, "clauses": statistics.simplified.1},
        "passes": passes,
        "engines": engines,
        "smt": smt_json(&statistics.smt),
        "rejected_certificates": statistics.rejected(),
    })
}

fn smt_json(statistics: &SmtStatistics) -> Value {
    let total = statistics.total();
    let mut purposes = Map::new();
    for purpose in Purpose::ALL {
        let slot = statistics.of(purpose);
        if slot.queries > 0 {
            purposes.insert(
                purpose.name().to_string(),
                json!({"queries": slot.queries, "seconds": slot.time.as_secs_f64()}),
            );
        }
    }
    json!({
        "queries": total.queries,
        "seconds": total.time.as_secs_f64(),
        "processes": statistics.spawns,
        "restarts": statistics.restarts,
        "kills": statistics.kills,
        "faults": statistics.faults,
        "saved_by_linear": statistics.saved_by_linear,
        "saved_by_memory": statistics.saved_by_memory,
        "purposes": purposes,
    })
}
