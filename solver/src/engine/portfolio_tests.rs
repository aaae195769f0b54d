//! Tests of the portfolio with engines made for the purpose.

use super::portfolio::*;
use super::{Context, Engine};
use crate::certificate::Rejection;
use crate::smt::testing::binary;
use crate::smt::{CancelToken, SmtConfig};
use crate::system::{Model, Reason, Refutation, System, Verdict};
use crate::term::Store;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// An engine that waits, looking at its token, and then answers.
struct Toy {
    name: &'static str,
    wait: Duration,
    answer: fn() -> Verdict,
}

impl Engine for Toy {
    fn name(&self) -> &'static str {
        self.name
    }

    fn solve(&mut self, cx: &mut Context, _: &System) -> Verdict {
        let end = Instant::now() + self.wait;
        while Instant::now() < end {
            if let Err(reason) = cx.check() {
                return Verdict::Unknown(reason);
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        cx.progress.set_bound(1);
        (self.answer)()
    }
}

fn sat() -> Verdict {
    Verdict::Sat(Model { definitions: vec![] })
}

fn unsat() -> Verdict {
    Verdict::Unsat(Refutation { steps: vec![] })
}

fn gives_up() -> Verdict {
    Verdict::Unknown(Reason::Incomplete("not my kind".to_string()))
}

fn quick_sat() -> Box<dyn Engine> {
    Box::new(Toy { name: "quick", wait: Duration::from_millis(5), answer: sat })
}

fn quick_unsat() -> Box<dyn Engine> {
    Box::new(Toy { name: "liar", wait: Duration::ZERO, answer: unsat })
}

fn slow_sat() -> Box<dyn Engine> {
    Box::new(Toy { name: "slow", wait: Duration::from_secs(20), answer: sat })
}

fn helpless() -> Box<dyn Engine> {
    Box::new(Toy { name: "helpless", wait: Duration::ZERO, answer: gives_up })
}

fn panicking() -> Box<dyn Engine> {
    Box::new(Toy { name: "panicking", wait: Duration::ZERO, answer: || panic!("out of luck") })
}

fn entrant(name: &'static str, make: fn() -> Box<dyn Engine>) -> Entrant {
    Entrant { name, make: Arc::new(make), delay: Duration::ZERO, budget: None }
}

/// Runs a race in which only `sat` is accepted.
fn run(entrants: Vec<Entrant>, jobs: usize, cancel: &CancelToken) -> RaceResult<&'static str> {
    let template = Context::new(Store::new(), SmtConfig::new(&binary()), cancel.clone());
    let accept: Arc<Accept<&'static str>> = Arc::new(|_: &mut Context, verdict: Verdict| match verdict {
        Verdict::Sat(_) => Ok("sat"),
        _ => Err(Rejection::Violated("step 0".to_string())),
    });
    race(&template, &Arc::new(System::new()), entrants, jobs, &accept, &mut |_| {})
}

#[test]
fn the_first_accepted_verdict_wins_and_losers_stop() {
    let start = Instant::now();
    let result = run(vec![entrant("slow", slow_sat), entrant("quick", quick_sat)], 2, &CancelToken::new());
    assert_eq!(result.result.expect("a winner"), ("quick", "sat"));
    assert!(start.elapsed() < Duration::from_secs(5));
    let slow = result.reports.iter().find(|r| r.name == "slow").expect("it was stopped in time");
    assert_eq!(slow.outcome, "cancelled");
}

#[test]
fn a_rejected_verdict_does_not_end_the_race() {
    let result = run(vec![entrant("liar", quick_unsat), entrant("quick", quick_sat)], 1, &CancelToken::new());
    assert_eq!(result.result.expect("a winner").0, "quick");
    assert!(result.reports.iter().any(|r| r.name == "liar" && r.rejected));
    let result = run(vec![entrant("liar", quick_unsat), entrant("helpless", helpless)], 2, &CancelToken::new());
    assert!(matches!(result.result, Err(Reason::Rejected(_))));
}

#[test]
fn a_panic_is_the_end_of_one_engine_only() {
    let result = run(vec![entrant("panicking", panicking), entrant("quick", quick_sat)], 2, &CancelToken::new());
    assert_eq!(result.result.expect("a winner").0, "quick");
    let result = run(vec![entrant("panicking", panicking)], 2, &CancelToken::new());
    assert_eq!(result.result, Err(Reason::Incomplete("internal error: out of luck".to_string())));
}

#[test]
fn the_next_starts_when_one_gives_up_whatever_its_delay() {
    let mut late = entrant("quick", quick_sat);
    late.delay = Duration::from_secs(60);
    let start = Instant::now();
    let result = run(vec![entrant("helpless", helpless), late], 2, &CancelToken::new());
    assert_eq!(result.result.expect("a winner").0, "quick");
    assert!(start.elapsed() < Duration::from_secs(10));
    let result = run(vec![entrant("helpless", helpless), entrant("helpless", helpless)], 2, &CancelToken::new());
    assert_eq!(result.result, Err(Reason::Incomplete("helpless: not my kind; helpless: not my kind".to_string())));
}

#[test]
fn a_budget_makes_room_for_those_who_wait() {
    let mut first = entrant("slow", slow_sat);
    first.budget = Some(Duration::from_millis(30));
    let result = run(vec![first, entrant("quick", quick_sat)], 1, &CancelToken::new());
    assert_eq!(result.result.expect("a winner").0, "quick");
}

#[test]
fn the_deadline_ends_the_race() {
    let start = Instant::now();
    let cancel = CancelToken::with_timeout(Duration::from_millis(50));
    let result = run(vec![entrant("slow", slow_sat)], 2, &cancel);
    assert_eq!(result.result, Err(Reason::Timeout));
    assert!(start.elapsed() < Duration::from_secs(5));
    let result = run(vec![], 2, &CancelToken::new());
    assert!(matches!(result.result, Err(Reason::Incomplete(_))));
}
