//! Cancellation: a shared flag with an optional wall-clock deadline.
//!
//! A token is cheap to clone and to test. A [`CancelToken::child`] has a flag of its own and obeys
//! its ancestors' too, so that a portfolio can stop one engine or all of them.

use smallvec::SmallVec;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A shared request to stop.
#[derive(Debug, Clone)]
pub struct CancelToken {
    /// The ancestors' flags, then this token's own flag.
    flags: SmallVec<[Arc<AtomicBool>; 2]>,
    deadline: Option<Instant>,
}

impl Default for CancelToken {
    fn default() -> Self {
        CancelToken::new()
    }
}

impl CancelToken {
    /// A token that nothing has triggered and that has no deadline.
    pub fn new() -> CancelToken {
        CancelToken { flags: std::iter::once(Arc::new(AtomicBool::new(false))).collect(), deadline: None }
    }

    /// A token that counts as triggered once `limit` has passed from now.
    pub fn with_timeout(limit: Duration) -> CancelToken {
        CancelToken::new().until(Instant::now().checked_add(limit))
    }

    /// The same flags with the earlier of this token's deadline and `deadline`.
    #[must_use]
    pub fn until(&self, deadline: Option<Instant>) -> CancelToken {
        CancelToken { flags: self.flags.clone(), deadline: earlier(self.deadline, deadline) }
    }

    /// A token with its own flag that is also triggered whenever this one is.
    #[must_use]
    pub fn child(&self) -> CancelToken {
        let mut flags = self.flags.clone();
        flags.push(Arc::new(AtomicBool::new(false)));
        CancelToken { flags, deadline: self.deadline }
    }

    /// Triggers this token, its clones and its descendants; not its ancestors.
    pub fn cancel(&self) {
        if let Some(own) = self.flags.last() {
            own.store(true, Ordering::SeqCst);
        }
    }

    /// True once a flag was set or the deadline has passed.
    pub fn is_cancelled(&self) -> bool {
        self.flags.iter().any(|flag| flag.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The wall-clock deadline, if there is one.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Time left before the deadline; `None` if there is no deadline.
    pub fn remaining(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }
}

/// The earlier of two optional deadlines, where `None` is never.
pub(crate) fn earlier(a: Option<Instant>, b: Option<Instant>) -> Option<Instant> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_obeys_its_parent_but_not_the_reverse() {
        let parent = CancelToken::new();
        let (a, b) = (parent.child(), parent.child());
        a.cancel();
        assert!(a.is_cancelled() && !b.is_cancelled() && !parent.is_cancelled());
        parent.clone().cancel();
        assert!(b.is_cancelled());
    }

    #[test]
    fn the_deadline_triggers() {
        let token = CancelToken::with_timeout(Duration::ZERO);
        assert!(token.is_cancelled() && token.child().is_cancelled());
        assert!(!CancelToken::with_timeout(Duration::from_secs(3600)).is_cancelled());
        assert!(!CancelToken::with_timeout(Duration::MAX).is_cancelled());
    }
}
