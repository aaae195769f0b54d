//! The race where work is counted: who wins depends on steps alone, and not on the clock.
//!
//! The schedule is played in a time of its own that is measured in steps. There are as many places as engines may run
//! at the same time; an engine's time goes on by the work that it counts, from when its place became free. Events are
//! handled in the order of that time, so an engine that has ended waits until all others have got as far, or have ended
//! as well. The first certificate in that order wins. Engines run on threads of their own meanwhile, as fast as they
//! can; once somebody has an answer, nobody else needs to go beyond it.
//!
//! A delay says when a second engine may begin to cost time, which does not matter here: an entrant starts when a place
//! is free. A budget holds for an engine behind which others wait when it starts.

use super::Context;
use super::portfolio::{
    Accept, Entrant, Finish, RaceResult, Runner, Running, TICK, Tokens, allowance, collect_losers, launch, no_answer,
    shown,
};
use crate::smt::Steps;
use crate::system::{Reason, System};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How often to look how far the others have got.
const CATCH_UP: Duration = Duration::from_millis(2);

/// An engine that was started, in the time of the race.
struct Lane<T> {
    name: &'static str,
    start: Steps,
    /// When it ended, and with what; the result is taken when the race has come to that time.
    end: Option<(Steps, Option<Result<T, Reason>>)>,
}

/// Runs the entrants until one certificate is the first one, all have given up, or the work is done that the token of
/// `template` allows.
pub(super) fn race<T: Send + 'static>(
    template: &Context,
    system: &Arc<System>,
    entrants: Vec<Entrant>,
    places: usize,
    accept: &Arc<Accept<T>>,
    watch: &mut dyn FnMut(&[Running]),
) -> RaceResult<T> {
    let whole = template.cancel.child();
    let limit = whole.left().unwrap_or(Steps::units(u64::MAX));
    let mut queue: VecDeque<Entrant> = entrants.into();
    let mut runners: Vec<Runner> = Vec::new();
    let mut lanes: Vec<Lane<T>> = Vec::new();
    let mut reports = Vec::new();
    let mut reasons: Vec<(&'static str, Reason)> = Vec::new();
    let mut winner = None;
    // The time up to which events were handled.
    let mut now = Steps::default();
    let (sender, receiver) = channel::<Finish<T>>();
    while winner.is_none() && !whole.is_cancelled() {
        while now < limit && lanes.iter().filter(|lane| !lane.is_over()).count() < places.max(1) {
            let Some(entrant) = queue.pop_front() else { break };
            let left = limit.saturating_sub(now);
            let own = entrant.budget.filter(|_| !queue.is_empty());
            let checked = own.map_or(left, |own| left.min(Steps::of_time(own + allowance(own))));
            let check = whole.limited(checked).fork();
            let budget = own.map_or(left, Steps::of_time);
            let tokens = Tokens { engine: check.child().limited(budget), check };
            if let Some(runner) = launch(template, system, accept, tokens, lanes.len(), &entrant, &sender) {
                lanes.push(Lane { name: entrant.name, start: now, end: None });
                runners.push(runner);
            }
        }
        if let Some(at) = next_event(&lanes, &runners) {
            let lane = &mut lanes[at];
            if let Some((end, result)) = &mut lane.end {
                now = *end;
                match result.take() {
                    Some(Ok(answer)) => winner = Some((lane.name, answer)),
                    Some(Err(reason)) => reasons.push((lane.name, reason)),
                    None => {}
                }
            }
            continue;
        }
        if lanes.iter().all(Lane::is_over) {
            break;
        }
        // Somebody has ended and waits for those who may end before.
        let waiting = lanes.iter().any(|lane| lane.end.is_some() && !lane.is_over());
        let patience = if waiting { CATCH_UP } else { TICK };
        let patience = whole.remaining().map_or(patience, |left| left.min(patience));
        match receiver.recv_timeout(patience) {
            Ok(finish) => {
                let place = finish.place;
                let end = lanes[place].start + runners[place].cancel.used();
                runners[place].finished = true;
                reports.push(finish.report);
                if finish.result.is_ok() {
                    for (other, runner) in lanes.iter().zip(&runners).filter(|(lane, _)| lane.end.is_none()) {
                        // One unit more, so that a tie is seen as one.
                        runner.cancel.end_at(end.saturating_sub(other.start) + Steps::units(1));
                    }
                }
                lanes[place].end = Some((end, Some(finish.result)));
            }
            Err(RecvTimeoutError::Timeout) if waiting => {}
            Err(RecvTimeoutError::Timeout) => watch(&shown(&runners)),
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    let reason = no_answer(template, &reasons);
    let reason = if winner.is_none() && !whole.is_late() && now >= limit { Reason::Steps } else { reason };
    whole.charge(now);
    whole.cancel();
    let mut late = None;
    collect_losers(&receiver, &mut runners, &mut reports, &mut late);
    RaceResult { result: winner.ok_or(reason), reports }
}

impl<T> Lane<T> {
    /// Whether the race has come to its end.
    fn is_over(&self) -> bool {
        self.end.as_ref().is_some_and(|(_, result)| result.is_none())
    }
}

/// The lane that ends next, if it is known: all others that still run have got as far. Of those that end at the same
/// time it is the first.
fn next_event<T>(lanes: &[Lane<T>], runners: &[Runner]) -> Option<usize> {
    let open = || lanes.iter().enumerate().filter(|(_, lane)| !lane.is_over());
    let ended = open().filter_map(|(at, lane)| lane.end.as_ref().map(|(end, _)| (*end, at)));
    let (end, first) = ended.min()?;
    let behind = |at: usize, lane: &Lane<T>| {
        let reached = lane.start + runners[at].cancel.used();
        lane.end.is_none() && (reached, at) < (end, first)
    };
    (!open().any(|(at, lane)| behind(at, lane))).then_some(first)
}
