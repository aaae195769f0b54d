//! Cancellation: a shared flag, an amount of work, and a wall-clock deadline.
//!
//! A token is cheap to clone and to test. A [`CancelToken::child`] has a flag of its own and obeys its ancestors' too,
//! so that a portfolio can stop one engine or all of them. A [`CancelToken::fork`] also counts its work by itself.
//!
//! Limits inside a run are amounts of work, [`CancelToken::within`]. Under `--steps` the outer ones are as well
//! ([`CancelToken::counted`]), and the clock decides nothing but when the whole run is over. Otherwise outer limits are
//! times, and the inner ones have a time as a net for what the solver does without counting it.

use super::steps::{Meter, Steps};
use crate::system::Reason;
use smallvec::SmallVec;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How much longer than on the machine of the fit an amount of work may take where the clock is a net.
const NET: u32 = 2;

/// A shared request to stop.
#[derive(Debug, Clone)]
pub struct CancelToken {
    /// The ancestors' flags, then this token's own flag.
    flags: SmallVec<[Arc<AtomicBool>; 2]>,
    deadline: Option<Instant>,
    meter: Arc<Meter>,
    /// What the meter shows when this token is triggered.
    limit: Option<Steps>,
    /// Whether outer limits are amounts of work, too.
    counted: bool,
}

impl Default for CancelToken {
    fn default() -> Self {
        CancelToken::new()
    }
}

impl CancelToken {
    /// A token that nothing has triggered and that has no limits.
    pub fn new() -> CancelToken {
        CancelToken {
            flags: std::iter::once(Arc::new(AtomicBool::new(false))).collect(),
            deadline: None,
            meter: Arc::new(Meter::new()),
            limit: None,
            counted: false,
        }
    }

    /// A token that counts as triggered once `limit` has passed from now.
    pub fn with_timeout(limit: Duration) -> CancelToken {
        CancelToken::new().until(Instant::now().checked_add(limit))
    }

    /// The same flags with the earlier of this token's deadline and `deadline`.
    #[must_use]
    pub fn until(&self, deadline: Option<Instant>) -> CancelToken {
        CancelToken { deadline: earlier(self.deadline, deadline), ..self.clone() }
    }

    /// The same token, for which amounts of work are the only limits but for its deadline.
    #[must_use]
    pub fn counted(&self) -> CancelToken {
        CancelToken { counted: true, ..self.clone() }
    }

    /// Whether amounts of work are the only limits but for the deadline.
    pub fn is_counted(&self) -> bool {
        self.counted
    }

    /// A token with its own flag that is also triggered whenever this one is.
    #[must_use]
    pub fn child(&self) -> CancelToken {
        let mut flags = self.flags.clone();
        flags.push(Arc::new(AtomicBool::new(false)));
        CancelToken { flags, ..self.clone() }
    }

    /// A [`CancelToken::child`] for work beside this one's: it has as much left as this one and counts by itself.
    #[must_use]
    pub fn fork(&self) -> CancelToken {
        let limit = self.limit.map(|limit| limit.saturating_sub(self.used()));
        CancelToken { meter: Arc::new(Meter::new()), limit, ..self.child() }
    }

    /// The same flags with an inner limit: so much more work, and a net by the clock unless everything is counted.
    #[must_use]
    pub fn within(&self, work: Steps) -> CancelToken {
        let deadline = if self.counted { None } else { Instant::now().checked_add(work.time() * NET) };
        CancelToken { limit: self.limit_after(work), ..self.until(deadline) }
    }

    /// The same flags with an outer limit: so much more work if everything is counted, else the time for it.
    #[must_use]
    pub fn limited(&self, work: Steps) -> CancelToken {
        if self.counted {
            CancelToken { limit: self.limit_after(work), ..self.clone() }
        } else {
            self.until(Instant::now().checked_add(work.time()))
        }
    }

    fn limit_after(&self, work: Steps) -> Option<Steps> {
        let limit = self.meter.used() + work;
        Some(self.limit.map_or(limit, |earlier| earlier.min(limit)))
    }

    /// One of `parts` equal parts of what is left before an outer limit, but at least `least`; `None` if there is no
    /// limit.
    pub fn part(&self, parts: u32, least: Steps) -> Option<CancelToken> {
        Some(self.limited((self.before_limit()? / parts).max(least)))
    }

    /// What is left before an outer limit: work if everything is counted, else the time for it; `None` if there is no
    /// limit.
    pub fn before_limit(&self) -> Option<Steps> {
        if self.counted {
            self.limit.map(|limit| limit.saturating_sub(self.used()))
        } else {
            self.remaining().map(Steps::of_time)
        }
    }

    /// Adds work done.
    pub fn charge(&self, work: Steps) {
        self.meter.charge(work);
    }

    /// The work charged to this token and those that count with it.
    pub fn used(&self) -> Steps {
        self.meter.used()
    }

    /// Ends all work that counts with this token when [`CancelToken::used`] is `end`, because nobody needs what comes
    /// behind it. Shares of what is left don't depend on it.
    pub fn end_at(&self, end: Steps) {
        self.meter.end_at(end);
    }

    /// The work left, `None` for any amount.
    pub fn left(&self) -> Option<Steps> {
        let end = match (self.limit, self.meter.end()) {
            (Some(limit), Some(end)) => limit.min(end),
            (limit, end) => limit.or(end)?,
        };
        Some(end.saturating_sub(self.used()))
    }

    /// Whether the work that was allowed is done.
    pub fn is_used_up(&self) -> bool {
        self.left() == Some(Steps::default())
    }

    /// Triggers this token, its clones and its descendants; not its ancestors.
    pub fn cancel(&self) {
        if let Some(own) = self.flags.last() {
            own.store(true, Ordering::SeqCst);
        }
    }

    /// True once a flag was set, the work is used up or the deadline has passed.
    pub fn is_cancelled(&self) -> bool {
        self.flags.iter().any(|flag| flag.load(Ordering::Relaxed)) || self.is_used_up() || self.is_late()
    }

    /// Whether the deadline has passed.
    pub fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The wall-clock deadline, if there is one.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Time left before the deadline; `None` if there is no deadline.
    pub fn remaining(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// A limit for one query: its units, if there are any, and the time after which the process is given up.
    pub(super) fn query_limit(&self, limit: Option<Steps>) -> QueryLimit {
        let units = match (limit, self.left()) {
            (Some(limit), Some(left)) => Some(limit.min(left)),
            (limit, left) => limit.or(left),
        };
        // Nothing at all would mean no limit to the solver; beyond its range there is none.
        let units = units.map_or(0, |units| u32::try_from(units.in_units().max(1)).unwrap_or(0));
        let time = limit.filter(|_| !self.counted).map(|limit| limit.time() * NET);
        QueryLimit { units, time }
    }
}

/// A limit for one query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct QueryLimit {
    /// Units of the solver's counter; 0 for any number.
    pub units: u32,
    /// After this time the process is given up.
    pub time: Option<Duration>,
}

/// The earlier of two optional deadlines, where `None` is never.
pub(crate) fn earlier(a: Option<Instant>, b: Option<Instant>) -> Option<Instant> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

impl Reason {
    /// Why work ends whose token is triggered.
    pub fn of(cancel: &CancelToken) -> Reason {
        match () {
            () if cancel.is_late() => Reason::Timeout,
            () if cancel.is_used_up() => Reason::Steps,
            () => Reason::Cancelled,
        }
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

    #[test]
    fn work_triggers_whatever_the_clock_says() {
        let whole = CancelToken::new().counted().limited(Steps::new(10));
        let part = whole.part(2, Steps::new(1)).expect("there is a limit");
        assert_eq!(part.left(), Some(Steps::new(5)));
        part.charge(Steps::new(5));
        assert!(part.is_cancelled() && !whole.is_cancelled());
        // A fork has what is left, and counts by itself.
        let fork = whole.fork();
        assert_eq!(fork.left(), Some(Steps::new(5)));
        fork.charge(Steps::new(4));
        assert_eq!((whole.left(), fork.left()), (Some(Steps::new(5)), Some(Steps::new(1))));
        fork.end_at(Steps::new(4));
        assert!(fork.is_cancelled() && fork.is_used_up() && !whole.is_cancelled());
        assert_eq!(fork.before_limit(), Some(Steps::new(1)));
        // Nothing has a deadline.
        assert_eq!((whole.deadline(), part.within(Steps::new(1)).deadline()), (None, None));
    }

    #[test]
    fn without_counting_outer_limits_are_times_and_inner_ones_have_a_net() {
        let token = CancelToken::new();
        let (outer, inner) = (token.limited(Steps::seconds(5)), token.within(Steps::seconds(5)));
        assert!(outer.left().is_none() && outer.remaining().is_some_and(|left| left <= Duration::from_secs(5)));
        assert_eq!(inner.left(), Some(Steps::seconds(5)));
        assert!(inner.remaining().is_some_and(|left| left > Duration::from_secs(8)));
        assert!(token.part(2, Steps::new(1)).is_none());
    }

    #[test]
    fn a_query_gets_the_smaller_of_its_own_limit_and_what_is_left() {
        let token = CancelToken::new().counted();
        assert_eq!(token.query_limit(None), QueryLimit { units: 0, time: None });
        assert_eq!(token.query_limit(Some(Steps::new(3))), QueryLimit { units: 3_000, time: None });
        let little = token.limited(Steps::new(2));
        assert_eq!(little.query_limit(Some(Steps::new(3))).units, 2_000);
        little.charge(Steps::new(5));
        assert_eq!(little.query_limit(None).units, 1);
        let by_clock = CancelToken::new().query_limit(Some(Steps::seconds(1)));
        assert_eq!(by_clock.time, Some(Duration::from_secs(2)));
    }
}
