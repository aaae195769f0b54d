//! Property-directed reachability for linear and nonlinear clauses.
//!
//! The procedure keeps, per predicate, lemmas over-approximating what is derivable in so many steps (`frames`) and
//! reach facts under-approximating what is derivable at all (`reach`). At every bound it asks whether `false` is
//! derivable from the frames below; a model gives a proof obligation for a body atom by model-based projection
//! (`expand`), an `unsat` gives a lemma, generalised (`generalize`, with variables projected out by `eliminate`, arrays
//! reduced to some of their cells by `entries`, pairs of inequalities merged by `separate`, bounds moved by `weaken`,
//! cubes that come back with other constants taken together by `guide`, and states that random walks have reached as
//! counterexamples, `samples`) and pushed upwards (`propagate`). The search ends when the derivation consists of reach
//! facts only, or when two frames agree. After Komuravelli, Gurfinkel, Chaki (*SMT-based model checking for recursive
//! programs*, CAV 2014) and Hoder, Bjørner (*Generalized property directed reachability*, SAT 2012).

mod eliminate;
mod entries;
mod expand;
mod forward;
mod frames;
mod generalize;
mod guide;
mod limits;
mod obligations;
mod oracle;
mod pool;
mod propagate;
mod reach;
mod retry;
mod rules;
mod samples;
mod separate;
#[cfg(test)]
mod tests;
mod weaken;

pub use forward::Forward;

use super::{Context, Engine};
use crate::num::Rat;
use crate::smt::{SmtConfig, Steps};
use crate::system::{Model, Reason, System, Verdict};
use crate::term::Store;
use eliminate::Fortune;
use frames::Frames;
use guide::Guide;
use limits::LIMITS;
use obligations::Obligations;
use oracle::Oracle;
use pool::Pool;
use reach::Reached;
use rules::Rules;
use samples::{Samples, Walks};
use std::collections::BTreeSet;

/// The engine.
#[derive(Debug, Default)]
pub struct Pdr;

impl Engine for Pdr {
    fn name(&self) -> &'static str {
        "pdr"
    }

    fn solve(&mut self, cx: &mut Context, system: &System) -> Verdict {
        let mut config = cx.smt.clone();
        config.query_limit = Some(config.query_limit.map_or(LIMITS.query, |t| t.min(LIMITS.query)));
        let rules = Rules::new(&mut cx.store, system);
        let mut search = match Search::new(cx, system, rules, config) {
            Ok(search) => search,
            Err(reason) => return Verdict::Unknown(reason),
        };
        let result = search.run();
        search.log_statistics("end");
        let statistics = search.oracle.smt.take_statistics();
        let hits = search.counts.pool_hits;
        cx.statistics.add(&statistics);
        cx.statistics.saved_by_memory += hits;
        result.unwrap_or_else(Verdict::Unknown)
    }
}

/// The state of a search.
struct Search<'a> {
    cx: &'a mut Context,
    system: &'a System,
    rules: Rules,
    oracle: Oracle,
    frames: Frames,
    reached: Reached,
    obligations: Obligations,
    pool: Pool,
    /// The bound: `false` is being looked for within so many steps.
    bound: u32,
    counts: Counts,
    fortune: Fortune,
    samples: Samples,
    walks: Walks,
    /// What the token had counted when the search began.
    begin: Steps,
    guide: Guide,
    /// Numerals of the clauses.
    constants: BTreeSet<Rat>,
}

/// What happened so far, for the log.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    expanded: u64,
    children: u64,
    lemmas: u64,
    pushed: u64,
    pool_hits: u64,
    dropped: u64,
    separated: u64,
    eliminated: u64,
    sampled: u64,
    weakened: u64,
    guided: u64,
}

impl<'a> Search<'a> {
    fn new(cx: &'a mut Context, system: &'a System, mut rules: Rules, config: SmtConfig) -> Result<Search<'a>, Reason> {
        let cancel = cx.cancel.clone();
        let begin = cancel.used();
        let oracle = Oracle::new(&mut cx.store, &mut rules, config, cancel)?;
        let preds = rules.preds.len();
        let constants = weaken::constants(&cx.store, &rules);
        Ok(Search {
            cx,
            system,
            rules,
            oracle,
            frames: Frames::new(preds),
            reached: Reached::new(preds),
            obligations: Obligations::default(),
            pool: Pool::new(preds),
            bound: 0,
            counts: Counts::default(),
            fortune: Fortune::default(),
            samples: Samples::default(),
            walks: Walks::default(),
            begin,
            guide: Guide::default(),
            constants,
        })
    }

    fn run(&mut self) -> Result<Verdict, Reason> {
        let root = self.obligations.add(self.rules.bottom, Vec::new(), 1, 0);
        loop {
            self.bound += 1;
            self.cx.progress.set_bound(u64::from(self.bound));
            self.cx.check()?;
            if self.bound >= LIMITS.sampling_bound {
                self.sample()?;
            }
            if let Some(fact) = self.search(root)? {
                let refutation = self.reached.refutation(&mut self.cx.store, &self.rules, &mut self.oracle, fact)?;
                return Ok(Verdict::Unsat(refutation));
            }
            self.log_statistics("blocked");
            if let Some(level) = self.propagate()? {
                return Ok(Verdict::Sat(self.model(level)));
            }
            self.log_statistics("pushed");
        }
    }

    /// The frame of that level as a model.
    fn model(&mut self, level: u32) -> Model {
        let store: &mut Store = &mut self.cx.store;
        let definitions = (0..self.rules.bottom).map(|pred| self.frames.frame(store, pred, level)).collect();
        Model { definitions }
    }

    fn log_statistics(&self, what: &str) {
        log::debug!(
            "pdr: bound {} {what}: {:?}; {} obligations ({} open), {} lemmas ({} invariant), {} facts, {} queries",
            self.bound,
            self.counts,
            self.obligations.len(),
            self.obligations.open(),
            (0..self.rules.preds.len()).map(|p| self.frames.of(p).len()).sum::<usize>(),
            self.frames.lemmas.iter().filter(|l| l.level == frames::INFINITY && !l.dead).count(),
            self.reached.facts.len(),
            self.oracle.smt.statistics().total().queries,
        );
    }
}
