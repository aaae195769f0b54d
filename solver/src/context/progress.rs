//! [`Progress`]: what a running engine shows the outside, at the cost of an atomic store.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A cheap handle shared between an engine and whoever watches it. Nothing an engine does may depend on it.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    bound: AtomicU64,
    queries: AtomicU64,
}

impl Progress {
    /// A handle at bound 0 with no queries.
    pub fn new() -> Progress {
        Progress::default()
    }

    /// Records the bound, frame or refinement the engine has come to.
    pub fn set_bound(&self, bound: u64) {
        self.shared.bound.store(bound, Ordering::Relaxed);
    }

    /// The bound last recorded.
    pub fn bound(&self) -> u64 {
        self.shared.bound.load(Ordering::Relaxed)
    }

    /// Records how many SMT queries were sent so far.
    pub fn set_queries(&self, queries: u64) {
        self.shared.queries.store(queries, Ordering::Relaxed);
    }

    /// The number of queries last recorded.
    pub fn queries(&self) -> u64 {
        self.shared.queries.load(Ordering::Relaxed)
    }
}
