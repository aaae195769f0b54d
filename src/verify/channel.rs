//! The one way from those who decide checks to what is known of them, and the way for runs to end work that has become
//! pointless.
//!
//! Steps post what they find out; the thread that keeps the [`super::state::State`] listens between steps, and the
//! first answer counts. A run that fails is told to everybody at once: who works on a group with that check begins
//! again without it.

use super::audience::Audience;
use super::bounded::Found;
use super::decider::Decider;
use super::report::{Fact, Outcome};
use crate::pipeline::Failure;
use horn_frontend::ir::{CheckId, CheckKind};
use horn_frontend::{Counterexample, Subject};
use horn_solver::smt::{CancelToken, Steps};
use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A failing run.
pub type Failing = (CheckId, Box<Counterexample>);

/// Something that was found out.
pub enum Posted {
    /// A check is decided.
    Settled {
        /// The check.
        check: CheckId,
        /// What is known.
        outcome: Outcome,
        /// Who decided.
        by: Decider,
        /// The time it took.
        time: Duration,
    },
    /// Why a check is open still, after some more time.
    Open {
        /// The check.
        check: CheckId,
        /// The reason.
        why: String,
        /// The time it took.
        time: Duration,
    },
    /// Why all that are open are.
    GivenUp(String),
    /// The work that a proof has taken.
    Work(Steps),
    /// What models say about loops, in this part of the program.
    Facts(usize, Vec<Fact>),
    /// What unwinding loops has come to.
    Unwound(Found),
    /// Somebody beside the others can't go on.
    Broken(Failure),
}

/// A question that a single run answers.
pub struct Question<'a> {
    /// What it is about.
    pub subject: &'a Subject<'a>,
    /// A run answers it in which a check of one of these kinds fails.
    pub kinds: Vec<CheckKind>,
    /// What ends then.
    pub work: CancelToken,
}

impl Question<'_> {
    /// A run that gets past checks on unknown values is no answer before these are decided.
    fn is_answered_by(&self, check: CheckId, outcome: &Outcome) -> bool {
        let Outcome::Fails(example) = outcome else { return false };
        self.kinds.contains(&self.subject.program.checks[check.index()].kind)
            && example.is_certain()
            && self.subject.doubt(check, example, &|_| false).is_none()
    }
}

/// What was posted, and who works on what.
pub struct Channel<'a> {
    audience: &'a dyn Audience,
    question: Option<Question<'a>>,
    begin: Instant,
    posted: Mutex<Vec<Posted>>,
    /// The checks that are decided, told of or not.
    settled: Mutex<BTreeSet<CheckId>>,
    /// The checks that runs have shown to fail.
    failed: Mutex<BTreeSet<CheckId>>,
    working: Mutex<Vec<(BTreeSet<CheckId>, CancelToken)>>,
}

impl<'a> Channel<'a> {
    /// Nothing was posted. The audience hears of checks as they are settled.
    pub fn new(audience: &'a dyn Audience) -> Channel<'a> {
        Channel {
            audience,
            question: None,
            begin: Instant::now(),
            posted: Mutex::default(),
            settled: Mutex::default(),
            failed: Mutex::default(),
            working: Mutex::default(),
        }
    }

    /// The same, where all that is asked is this.
    pub fn asking(self, question: Option<Question<'a>>) -> Channel<'a> {
        Channel { question, ..self }
    }

    /// Something was found out.
    pub fn post(&self, posted: Posted) {
        match &posted {
            Posted::Settled { check, outcome, by, time } => {
                self.audience.settled(*check, outcome, *by, *time);
                lock(&self.settled).insert(*check);
                if let Some(question) = self.question.as_ref().filter(|asked| asked.is_answered_by(*check, outcome)) {
                    question.work.cancel();
                }
            }
            Posted::Unwound(found) => {
                let decided = |outcome: &Outcome| matches!(outcome, Outcome::Proved | Outcome::Fails(_));
                let found = found.outcomes.iter().filter(|(_, (outcome, ..))| decided(outcome));
                lock(&self.settled).extend(found.map(|(check, _)| *check));
            }
            _ => {}
        }
        lock(&self.posted).push(posted);
    }

    /// Those of these checks that nobody has decided.
    pub fn open(&self, checks: &[CheckId]) -> Vec<CheckId> {
        let settled = lock(&self.settled);
        checks.iter().copied().filter(|check| !settled.contains(check)).collect()
    }

    /// How many checks are decided.
    pub fn decided(&self) -> usize {
        lock(&self.settled).len()
    }

    /// No step in turn tries this check again.
    pub fn give_up(&self, check: CheckId, why: &str, time: Duration) {
        self.audience.given_up(check, why, time);
    }

    /// No run beside the steps in turn finds anything any more.
    pub fn runs_over(&self) {
        self.audience.runs_over();
    }

    /// What was found out since the last call, in its order.
    pub fn take(&self) -> Vec<Posted> {
        std::mem::take(&mut *lock(&self.posted))
    }

    /// The time since everything began.
    pub fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    /// Somebody works on these checks until the token is cancelled, which happens when a run shows that one of them
    /// fails. Leaves out those that have failed already.
    pub fn work(&self, checks: &mut Vec<CheckId>, cancel: &CancelToken) -> CancelToken {
        let token = cancel.child();
        // In this order, so that nothing is found between the two.
        let mut working = lock(&self.working);
        let failed = lock(&self.failed);
        checks.retain(|check| !failed.contains(check));
        working.retain(|(_, token)| !token.is_cancelled());
        working.push((checks.iter().copied().collect(), token.clone()));
        token
    }

    /// A run that fails. The first of a check counts.
    pub fn failing(&self, (check, example): Failing) {
        let working = lock(&self.working);
        if lock(&self.failed).insert(check) {
            let (outcome, by, time) = (Outcome::Fails(example), Decider::Interpreter, self.elapsed());
            self.post(Posted::Settled { check, outcome, by, time });
        }
        for (checks, token) in working.iter() {
            if checks.contains(&check) {
                token.cancel();
            }
        }
    }

    /// Whether a run has shown that one of these fails.
    pub fn any(&self, checks: &[CheckId]) -> bool {
        let failed = lock(&self.failed);
        checks.iter().any(|check| failed.contains(check))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use horn_frontend::ir::ProcId;

    fn failing(check: u32) -> Failing {
        (CheckId(check), Box::new(Counterexample::new(ProcId(0))))
    }

    #[test]
    fn work_on_a_check_ends_when_it_has_failed() {
        let (channel, cancel) = (Channel::new(&()), CancelToken::new());
        let (mut both, mut other) = (vec![CheckId(0), CheckId(1)], vec![CheckId(2)]);
        let (on_both, on_other) = (channel.work(&mut both, &cancel), channel.work(&mut other, &cancel));
        channel.failing(failing(1));
        channel.failing(failing(1));
        assert!(on_both.is_cancelled() && !on_other.is_cancelled() && !cancel.is_cancelled());
        assert!(channel.any(&both) && !channel.any(&other));
        let taken = channel.take();
        assert!(matches!(taken.as_slice(), [Posted::Settled { check: CheckId(1), by: Decider::Interpreter, .. }]));
        assert!(channel.take().is_empty() && channel.any(&both));
        let again = channel.work(&mut both, &cancel);
        assert_eq!(both, [CheckId(0)]);
        assert!(!again.is_cancelled());
    }
}
