//! Counts and times of SMT queries, per purpose.
//!
//! The number of queries is the cost model of the engines, so every query names its purpose.

use std::fmt;
use std::time::Duration;

/// What a query is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Purpose {
    /// Does an abstract step preserve a predicate, is a lemma inductive.
    Consecution,
    /// Is a symbolic path or a bad state reachable.
    Reachability,
    /// Interpolation problems.
    Interpolation,
    /// Checks of models and refutations.
    Certificate,
    /// Model-based projection and quantifier elimination.
    Projection,
    /// Generalisation of lemmas and cores.
    Generalize,
    /// Simplification and preprocessing.
    Simplify,
    /// Anything else.
    Other,
}

impl Purpose {
    /// All purposes, in the order in which statistics list them.
    pub const ALL: [Purpose; 8] = [
        Purpose::Consecution,
        Purpose::Reachability,
        Purpose::Interpolation,
        Purpose::Certificate,
        Purpose::Projection,
        Purpose::Generalize,
        Purpose::Simplify,
        Purpose::Other,
    ];

    /// The name used in statistics and query logs.
    pub fn name(self) -> &'static str {
        match self {
            Purpose::Consecution => "consecution",
            Purpose::Reachability => "reachability",
            Purpose::Interpolation => "interpolation",
            Purpose::Certificate => "certificate",
            Purpose::Projection => "projection",
            Purpose::Generalize => "generalize",
            Purpose::Simplify => "simplify",
            Purpose::Other => "other",
        }
    }
}

/// Number of queries and wall-clock time spent waiting for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct QueryCount {
    /// Queries sent.
    pub queries: u64,
    /// Wall-clock time between sending and the complete answer.
    pub time: Duration,
}

/// Statistics of one solver, or the sum over several.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SmtStatistics {
    per_purpose: [QueryCount; Purpose::ALL.len()],
    /// Processes started.
    pub spawns: u64,
    /// Processes started to replace one that failed or was killed, with replay.
    pub restarts: u64,
    /// Processes killed at a deadline or on cancellation.
    pub kills: u64,
    /// Answers `(error …)`, garbage and crashes.
    pub faults: u64,
    /// Questions that needed no query because our own linear arithmetic answered them.
    pub saved_by_linear: u64,
    /// Questions that needed no query because an earlier answer settled them: a state seen, an implication found.
    pub saved_by_memory: u64,
}

impl SmtStatistics {
    /// Records one query.
    pub fn record(&mut self, purpose: Purpose, time: Duration) {
        let slot = &mut self.per_purpose[purpose as usize];
        slot.queries += 1;
        slot.time += time;
    }

    /// Count and time for one purpose.
    pub fn of(&self, purpose: Purpose) -> QueryCount {
        self.per_purpose[purpose as usize]
    }

    /// Count and time over all purposes.
    pub fn total(&self) -> QueryCount {
        self.per_purpose.iter().fold(QueryCount::default(), |sum, slot| QueryCount {
            queries: sum.queries + slot.queries,
            time: sum.time + slot.time,
        })
    }

    /// Adds another solver's statistics to this one's.
    pub fn add(&mut self, other: &SmtStatistics) {
        for (slot, more) in self.per_purpose.iter_mut().zip(&other.per_purpose) {
            slot.queries += more.queries;
            slot.time += more.time;
        }
        self.spawns += other.spawns;
        self.restarts += other.restarts;
        self.kills += other.kills;
        self.faults += other.faults;
        self.saved_by_linear += other.saved_by_linear;
        self.saved_by_memory += other.saved_by_memory;
    }
}

impl fmt::Display for SmtStatistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total = self.total();
        write!(
            f,
            "SMT queries: {} in {:.3} s; processes: {} ({} restarts, {} kills, {} faults)",
            total.queries,
            total.time.as_secs_f64(),
            self.spawns,
            self.restarts,
            self.kills,
            self.faults
        )?;
        if self.saved_by_linear + self.saved_by_memory > 0 {
            let (linear, memory) = (self.saved_by_linear, self.saved_by_memory);
            write!(f, "\n  saved: {linear} by linear arithmetic, {memory} by earlier answers")?;
        }
        for purpose in Purpose::ALL {
            let slot = self.of(purpose);
            if slot.queries > 0 {
                write!(f, "\n  {:<14} {:>8} in {:.3} s", purpose.name(), slot.queries, slot.time.as_secs_f64())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_per_purpose() {
        let mut a = SmtStatistics::default();
        a.record(Purpose::Simplify, Duration::from_millis(2));
        a.record(Purpose::Other, Duration::from_millis(1));
        let mut b = a.clone();
        b.spawns = 3;
        a.add(&b);
        assert_eq!(a.of(Purpose::Simplify), QueryCount { queries: 2, time: Duration::from_millis(4) });
        assert_eq!(a.total().queries, 4);
        assert_eq!(a.spawns, 3);
        assert!(a.to_string().contains("simplify"));
        assert!(!a.to_string().contains("certificate"));
        assert!(!a.to_string().contains("saved"));
        b.saved_by_memory = 7;
        a.add(&b);
        assert!(a.to_string().contains("saved: 0 by linear arithmetic, 7 by earlier answers"));
        for (index, purpose) in Purpose::ALL.into_iter().enumerate() {
            assert_eq!(purpose as usize, index);
        }
    }
}
