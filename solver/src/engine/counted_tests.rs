//! Tests of the race in steps: whatever the clock does, the same engine wins.

use super::portfolio::{Accept, Entrant, RaceResult, race};
use super::{Context, Engine};
use crate::certificate::Rejection;
use crate::smt::testing::binary;
use crate::smt::{CancelToken, SmtConfig, Steps};
use crate::system::{Model, Reason, System, Verdict};
use crate::term::Store;
use std::sync::Arc;
use std::time::Duration;

/// An engine that works for so many steps, sleeps in between, and then answers or not.
struct Toy {
    steps: u64,
    sleep: Duration,
    answers: bool,
}

impl Engine for Toy {
    fn name(&self) -> &'static str {
        "toy"
    }

    fn solve(&mut self, cx: &mut Context, _: &System) -> Verdict {
        for _ in 0..self.steps {
            if cx.cancel.is_cancelled() {
                return Verdict::Unknown(Reason::of(&cx.cancel));
            }
            cx.cancel.charge(Steps::new(1));
            std::thread::sleep(self.sleep);
        }
        match self.answers {
            true => Verdict::Sat(Model { definitions: vec![] }),
            false => Verdict::Unknown(Reason::Incomplete("not my kind".to_string())),
        }
    }
}

/// An entrant: its name, the steps it needs, the milliseconds it takes for each, whether it answers, its budget in
/// steps.
type Toys<'a> = &'a [(&'static str, u64, u64, bool, Option<u64>)];

fn run(toys: Toys<'_>, places: usize, limit: u64) -> (RaceResult<&'static str>, u64) {
    let entrants = toys
        .iter()
        .map(|&(name, steps, sleep, answers, budget)| Entrant {
            name,
            make: Arc::new(move || Box::new(Toy { steps, sleep: Duration::from_millis(sleep), answers })),
            delay: Duration::from_secs(100),
            budget: budget.map(|steps| Steps::new(steps).time()),
        })
        .collect();
    let cancel = CancelToken::new().counted().limited(Steps::new(limit));
    let template = Context::new(Store::new(), SmtConfig::new(&binary()), cancel.clone());
    let accept: Arc<Accept<&'static str>> = Arc::new(|_: &mut Context, verdict: Verdict| match verdict {
        Verdict::Sat(_) => Ok("sat"),
        _ => Err(Rejection::Violated("step 0".to_string())),
    });
    let result = race(&template, &Arc::new(System::new()), entrants, places, &accept, &mut |_| {});
    // In whole steps: what the race itself charges an engine for is a part of one.
    (result, cancel.used().in_units() / Steps::new(1).in_units())
}

fn winner(toys: Toys<'_>, places: usize, limit: u64) -> (&'static str, u64) {
    let (result, used) = run(toys, places, limit);
    (result.result.expect("a winner").0, used)
}

#[test]
fn the_fewest_steps_win_however_long_they_take() {
    for (slow, fast) in [(4, 0), (0, 4)] {
        let toys = [("many", 30, fast, true, None), ("few", 10, slow, true, None)];
        assert_eq!(winner(&toys, 2, 1_000), ("few", 10));
    }
    // The order of the schedule decides between equals.
    for (a, b) in [(3, 0), (0, 3)] {
        assert_eq!(winner(&[("first", 10, a, true, None), ("second", 10, b, true, None)], 2, 1_000).0, "first");
    }
}

#[test]
fn a_place_that_becomes_free_is_taken_in_the_time_of_the_race() {
    // The third starts at step 5, when the first gives up, and is ready at 15; the second one would be at 20.
    for (a, b, c) in [(0, 0, 3), (3, 0, 0), (0, 3, 0)] {
        let toys = [("gives up", 5, a, false, None), ("second", 20, b, true, None), ("third", 10, c, true, None)];
        assert_eq!(winner(&toys, 2, 1_000), ("third", 15));
        let toys = [("gives up", 15, a, false, None), ("second", 20, b, true, None), ("third", 10, c, true, None)];
        assert_eq!(winner(&toys, 2, 1_000), ("second", 20));
    }
}

#[test]
fn budgets_are_steps_and_hold_where_others_wait() {
    let toys = [("first", 100, 0, true, Some(10)), ("second", 5, 2, true, Some(3))];
    // The last one has no budget, since nobody waits behind it.
    assert_eq!(winner(&toys, 1, 1_000), ("second", 15));
}

#[test]
fn the_limit_ends_the_race() {
    let (result, used) = run(&[("endless", u64::MAX, 0, true, None), ("another", 70, 0, false, None)], 2, 50);
    assert_eq!((result.result, used), (Err(Reason::Steps), 50));
    // What ends just before it counts.
    assert_eq!(winner(&[("endless", u64::MAX, 0, true, None), ("in time", 50, 1, true, None)], 2, 51).0, "in time");
}
