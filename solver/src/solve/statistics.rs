//! Counts and times of a run.

use crate::engine::portfolio::EngineReport;
use crate::preprocess::Preprocessed;
use crate::smt::{SmtStatistics, Steps};
use crate::system::System;
use std::time::{Duration, Instant};

/// What happened in a run.
#[derive(Clone, Debug)]
pub struct Statistics {
    begin: Instant,
    /// The last phase ended here.
    mark: Instant,
    parse: Duration,
    preprocess: Duration,
    solve: Duration,
    certificate: Duration,
    /// Predicates and clauses as read.
    pub input: (usize, usize),
    /// Predicates and clauses after preprocessing.
    pub simplified: (usize, usize),
    /// The passes that changed something: how often, and how long it took.
    pub passes: Vec<(&'static str, usize, Duration)>,
    /// The engines that ran.
    pub engines: Vec<EngineReport>,
    winner: Option<&'static str>,
    /// All SMT processes together.
    pub smt: SmtStatistics,
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

    /// The work of the engine that decided; none where no engine had to.
    pub fn steps(&self) -> Steps {
        let winner = self.engines.iter().rev().find(|report| Some(report.name) == self.winner);
        winner.map_or(Steps::default(), |report| report.steps)
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

    /// The times of the phases, by name. The certificate is part of `solve`.
    pub fn phases(&self) -> [(&'static str, Duration); 5] {
        [
            ("parse", self.parse),
            ("preprocess", self.preprocess),
            ("solve", self.solve),
            ("certificate", self.certificate),
            ("total", self.mark - self.begin),
        ]
    }
}
