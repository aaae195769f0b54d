//! Work, counted: what limits the inside of a run, so that a loaded machine gives the answers of an idle one.
//!
//! The unit is that of Z3's resource counter (`rlimit`), which grows with what Z3 does and with nothing else; loops of
//! our own charge about as much as they cost. A `Meter` counts for one thread; what runs beside it has a meter of its
//! own.

use std::ops::{Add, Div, Mul};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Units in a step.
const UNITS: u64 = 1_000;
/// Units of a millisecond: what one core of the machine does on which budgets were fitted.
const UNITS_PER_MILLISECOND: u64 = 3_000;

/// What a query costs beside the work of the solver: printing, pipes, parsing.
pub const QUERY: Steps = Steps(300);
/// What a query costs whose solver says nothing about its resources.
pub const QUERY_UNCOUNTED: Steps = Steps::millis(10);
/// What a round of a loop costs in which an engine asks whether it has to stop.
pub const ROUND: Steps = Steps(100);

/// An amount of work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Steps(u64);

impl Steps {
    /// So many steps: thousands of units.
    pub const fn new(steps: u64) -> Steps {
        Steps(steps.saturating_mul(UNITS))
    }

    /// So many units of Z3's counter.
    pub const fn units(units: u64) -> Steps {
        Steps(units)
    }

    /// What is done in so many milliseconds on the machine on which budgets were fitted.
    pub const fn millis(milliseconds: u64) -> Steps {
        Steps(milliseconds.saturating_mul(UNITS_PER_MILLISECOND))
    }

    /// What is done there in so many seconds.
    pub const fn seconds(seconds: u64) -> Steps {
        Steps::millis(seconds.saturating_mul(1_000))
    }

    /// What is done there in that time.
    pub fn of_time(time: Duration) -> Steps {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        Steps(micros.saturating_mul(UNITS_PER_MILLISECOND / 1_000))
    }

    /// The time that this takes there.
    pub const fn time(self) -> Duration {
        Duration::from_micros(self.0 / (UNITS_PER_MILLISECOND / 1_000))
    }

    /// In units of Z3's counter.
    pub const fn in_units(self) -> u64 {
        self.0
    }

    /// In whole steps, rounded up.
    pub const fn count(self) -> u64 {
        self.0.div_ceil(UNITS)
    }

    /// What is left of this after `used`; nothing if that is more.
    pub const fn saturating_sub(self, used: Steps) -> Steps {
        Steps(self.0.saturating_sub(used.0))
    }
}

impl Add for Steps {
    type Output = Steps;

    fn add(self, other: Steps) -> Steps {
        Steps(self.0.saturating_add(other.0))
    }
}

impl Mul<u32> for Steps {
    type Output = Steps;

    fn mul(self, factor: u32) -> Steps {
        Steps(self.0.saturating_mul(u64::from(factor)))
    }
}

impl Div<u32> for Steps {
    type Output = Steps;

    fn div(self, divisor: u32) -> Steps {
        Steps(self.0 / u64::from(divisor.max(1)))
    }
}

/// The work of one thread, and an end that others may set because nobody needs what comes behind it. Nothing but
/// stopping may depend on that end: when it is set is a matter of the clock.
#[derive(Debug)]
pub(super) struct Meter {
    used: AtomicU64,
    end: AtomicU64,
}

impl Meter {
    /// Nothing is used yet, and there is no end.
    pub fn new() -> Meter {
        Meter { used: AtomicU64::new(0), end: AtomicU64::new(u64::MAX) }
    }

    /// What was charged so far.
    pub fn used(&self) -> Steps {
        Steps(self.used.load(Ordering::Relaxed))
    }

    /// Where the work ends, if anywhere.
    pub fn end(&self) -> Option<Steps> {
        Some(self.end.load(Ordering::Relaxed)).filter(|end| *end != u64::MAX).map(Steps)
    }

    /// Adds work.
    pub fn charge(&self, work: Steps) {
        self.used.fetch_add(work.0, Ordering::Relaxed);
    }

    /// Brings the end nearer.
    pub fn end_at(&self, end: Steps) {
        self.end.fetch_min(end.0, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_and_time_are_two_names_of_the_same() {
        for milliseconds in [1, 500, 20_000] {
            let time = Duration::from_millis(milliseconds);
            assert_eq!(Steps::millis(milliseconds).time(), time);
            assert_eq!(Steps::of_time(time), Steps::millis(milliseconds));
        }
        assert_eq!(Steps::new(7).in_units(), 7_000);
        assert_eq!((Steps::units(1).count(), Steps::units(1_000).count(), Steps::units(1_001).count()), (1, 1, 2));
        assert_eq!(Steps::new(u64::MAX) + Steps::new(1), Steps::new(u64::MAX));
        assert_eq!(Steps::of_time(Duration::MAX), Steps::new(u64::MAX));
    }
}
