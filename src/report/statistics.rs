//! Counts and times of a run, as text for people and as JSON for programs.

use horn_solver::engine::portfolio::EngineReport;
use horn_solver::preprocess::Preprocessed;
use horn_solver::smt::{Purpose, SmtStatistics};
use horn_solver::system::System;
use serde_json::{Map, Value, json};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// What happened in a run.
pub struct Statistics {
    begin: Instant,
    /// The last phase ended here.
    mark: Instant,
    parse: Duration,
    preprocess: Duration,
    solve: Duration,
    certificate: Duration,
    /// Predicates and clauses as read.
    input: (usize, usize),
    /// Predicates and clauses after preprocessing.
    simplified: (usize, usize),
    passes: Vec<(&'static str, usize, Duration)>,
    engines: Vec<EngineReport>,
    winner: Option<&'static str>,
    smt: SmtStatistics,
}

impl Statistics {
    /// Time runs from here.
    pub fn start() -> Statistics {
        let now = Instant::now();
        Statistics {
            begin: now,
            mark: now,
            parse: Duration::ZERO,
            preprocess: Duration::ZERO,
            solve: Duration::ZERO,
            certificate: Duration::ZERO,
            input: (0, 0),
            simplified: (0, 0),
            passes: Vec::new(),
            engines: Vec::new(),
            winner: None,
            smt: SmtStatistics::default(),
        }
    }

    fn lap(&mut self) -> Duration {
        let now = Instant::now();
        now - std::mem::replace(&mut self.mark, now)
    }

    /// Reading has ended.
    pub fn parsed(&mut self, system: &System) {
        self.parse = self.lap();
        self.input = (system.preds.len(), system.clauses.len());
    }

    /// Preprocessing has ended.
    pub fn preprocessed(&mut self, preprocessed: &Preprocessed) {
        self.preprocess = self.lap();
        let system = &preprocessed.system;
        self.simplified = (system.preds.len(), system.clauses.len());
        for pass in &preprocessed.statistics {
            match self.passes.iter_mut().find(|(name, ..)| *name == pass.pass) {
                Some((_, count, time)) => {
                    *count += 1;
                    *time += pass.time;
                }
                None => self.passes.push((pass.pass, 1, pass.time)),
            }
        }
    }

    /// Who decided: an engine, or a part of the work before them.
    pub fn winner(&self) -> Option<&'static str> {
        self.winner
    }

    /// The verdict was found without an engine.
    pub fn decided_by(&mut self, who: &'static str, smt: &SmtStatistics) {
        self.winner = Some(who);
        self.smt.add(smt);
    }

    /// The engines have ended.
    pub fn engines(&mut self, reports: Vec<EngineReport>) {
        for report in &reports {
            self.smt.add(&report.statistics);
        }
        self.winner = None;
        self.engines = reports;
    }

    /// The engine whose verdict was accepted.
    pub fn won(&mut self, engine: &'static str) {
        self.winner = Some(engine);
    }

    /// Everything has ended; `certificate` is the time spent on back-translation and checks by all threads.
    pub fn finish(&mut self, certificate: Duration) {
        self.solve = self.lap();
        self.certificate = certificate;
    }

    /// The engines that ran, with the number of rejected certificates.
    pub fn rejected(&self) -> usize {
        self.engines.iter().filter(|report| report.rejected).count()
    }

    fn phases(&self) -> [(&'static str, Duration); 5] {
        [
            ("parse", self.parse),
            ("preprocess", self.preprocess),
            ("solve", self.solve),
            ("certificate", self.certificate),
            ("total", self.mark - self.begin),
        ]
    }

    /// Several lines for people.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_text(&mut text);
        text
    }

    fn write_text(&self, out: &mut String) -> std::fmt::Result {
        writeln!(
            out,
            "system: {} predicates, {} clauses; after preprocessing {} and {}",
            self.input.0, self.input.1, self.simplified.0, self.simplified.1
        )?;
        write!(out, "time:")?;
        for (at, (name, time)) in self.phases().into_iter().enumerate() {
            write!(out, "{} {name} {:.3} s", if at == 0 { "" } else { "," }, time.as_secs_f64())?;
        }
        writeln!(out, " (the certificate is part of solve)")?;
        for (name, count, time) in &self.passes {
            writeln!(out, "pass: {name:<24} {count:>4} times {:>9.3} s", time.as_secs_f64())?;
        }
        for report in &self.engines {
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
                let details: Vec<String> =
                    report.details.iter().map(|(name, count)| format!("{name} {count}")).collect();
                writeln!(out, "        {}", details.join(", "))?;
            }
        }
        if let Some(winner) = self.winner {
            writeln!(out, "decided by: {winner}")?;
        }
        writeln!(out, "{}", self.smt)
    }

    /// One JSON object: times in seconds, counts as integers.
    pub fn json(&self, verdict: &str) -> String {
        let mut phases = Map::new();
        for (name, time) in self.phases() {
            phases.insert(name.to_string(), json!(time.as_secs_f64()));
        }
        let passes: Vec<Value> = self
            .passes
            .iter()
            .map(|(name, count, time)| json!({"name": name, "applications": count, "seconds": time.as_secs_f64()}))
            .collect();
        let engines: Vec<Value> = self
            .engines
            .iter()
            .map(|report| {
                json!({
                    "name": report.name,
                    "outcome": report.outcome,
                    "seconds": report.time.as_secs_f64(),
                    "smt": smt_json(&report.statistics),
                    "details": report.details.iter().map(|(name, count)| (name.to_string(), json!(count))).collect::<Map<_, _>>(),
                })
            })
            .collect();
        json!({
            "verdict": verdict,
            "decided_by": self.winner,
            "seconds": phases,
            "input": {"predicates": self.input.0, "clauses": self.input.1},
            "preprocessed": {"predicates": self.simplified.0, "clauses": self.simplified.1},
            "passes": passes,
            "engines": engines,
            "smt": smt_json(&self.smt),
            "rejected_certificates": self.rejected(),
        })
        .to_string()
    }
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
