//! What is known of the checks while they are being decided: the first answer counts, and reasons for those that are
//! open.

use super::channel::{Channel, Posted};
use super::report::{self, Fact, Finding, Outcome, Report};
use super::{Decider, bounded, facts, states};
use crate::pipeline::Failure;
use horn_frontend::ir::{self, CheckId, CheckKind, ProcId};
use horn_frontend::{Counterexample, Subject};
use horn_solver::smt::Steps;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// What is known so far.
pub(super) struct State {
    pub checks: Vec<(CheckId, ProcId)>,
    /// Others that are known to hold.
    proved: BTreeSet<CheckId>,
    procedures: BTreeMap<CheckId, ProcId>,
    findings: BTreeMap<CheckId, Finding>,
    /// Why the others are open, and the time spent on them.
    reasons: BTreeMap<CheckId, (String, Duration)>,
    /// What unwinding found out besides.
    unwound: bounded::Found,
    /// What models say about loops and subprograms, and about which part of the program.
    facts: Vec<(usize, Vec<Fact>)>,
    /// The most work that a proof has taken.
    steps: Steps,
}

impl State {
    /// These checks, all open.
    pub fn new(checks: Vec<(CheckId, ProcId)>) -> State {
        State {
            procedures: checks.iter().copied().collect(),
            checks,
            proved: BTreeSet::new(),
            findings: BTreeMap::new(),
            reasons: BTreeMap::new(),
            unwound: bounded::Found::default(),
            facts: Vec::new(),
            steps: Steps::default(),
        }
    }

    /// The same where these others are known to hold.
    pub fn beside(self, proved: BTreeSet<CheckId>) -> State {
        State { proved, ..self }
    }

    /// What unwinding has found out. What holds up to a bound is taken where nothing better is known in the end.
    fn take_unwound(&mut self, mut found: bounded::Found) {
        for (check, (outcome, by, time)) in std::mem::take(&mut found.outcomes) {
            match outcome {
                Outcome::Proved | Outcome::Fails(_) => self.settle(check, outcome, by, time),
                Outcome::UpTo(_) => drop(found.outcomes.insert(check, (outcome, by, time))),
                Outcome::Unknown(why) => self.leave_open(check, &why, time),
            }
        }
        self.unwound = found;
    }

    /// What only holds up to a bound is open where a proof was wanted, and the bound is a remark.
    pub fn leave_bounded_open(&mut self) {
        for (check, (outcome, _, time)) in std::mem::take(&mut self.unwound.outcomes) {
            let Outcome::UpTo(bound) = outcome else { continue };
            let iterations = if bound == 1 { "iteration" } else { "iterations" };
            let bounded = format!("no violation in runs with at most {bound} {iterations} of each loop");
            let why = match self.reasons.get(&check) {
                Some((why, _)) => format!("{why}; {bounded}"),
                None => bounded,
            };
            self.leave_open(check, &why, time);
        }
    }

    /// Those that nothing is known of.
    pub fn open(&self) -> Vec<CheckId> {
        self.checks.iter().map(|(check, _)| *check).filter(|check| !self.findings.contains_key(check)).collect()
    }

    /// What is known of those that are decided.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.findings.values()
    }

    /// A check is decided, if it was not before; a run that fails counts in any case.
    pub fn settle(&mut self, check: CheckId, outcome: Outcome, by: Decider, time: Duration) {
        let Some(procedure) = self.procedures.get(&check) else { return };
        let finding = Finding::new(check, *procedure, outcome, by, time);
        let known = self.findings.get(&check);
        let counts = known.is_none_or(|known| finding.outcome.overrides(&known.outcome));
        if let (Some(known), Outcome::Fails(_)) = (known.filter(|_| counts), &finding.outcome)
            && matches!(known.outcome, Outcome::Proved)
        {
            log::error!("check {} fails in a run and was proved by {}", check.0, known.by);
        }
        if counts {
            self.findings.insert(check, finding);
        }
    }

    /// Takes what was posted, in its order.
    ///
    /// # Errors
    /// Somebody beside the others can't go on.
    pub fn listen(&mut self, channel: &Channel) -> Result<(), Failure> {
        for posted in channel.take() {
            match posted {
                Posted::Settled { check, outcome, by, time } => self.settle(check, outcome, by, time),
                Posted::Open { check, why, time } => self.leave_open(check, &why, time),
                Posted::GivenUp(why) => self.give_up(&why),
                Posted::Work(steps) => self.steps = self.steps.max(steps),
                Posted::Facts(part, facts) => self.facts.push((part, facts)),
                Posted::Unwound(found) => self.take_unwound(found),
                Posted::Broken(failure) => return Err(failure),
            }
        }
        Ok(())
    }

    /// Why a check is open, after some more time.
    fn leave_open(&mut self, check: CheckId, why: &str, time: Duration) {
        let entry = self.reasons.entry(check).or_insert_with(|| (String::new(), Duration::ZERO));
        entry.0 = why.to_string();
        entry.1 += time;
    }

    /// Why all that are open are.
    pub fn give_up(&mut self, why: &str) {
        for check in self.open() {
            self.leave_open(check, why, Duration::ZERO);
        }
    }

    /// Parameters are values here. Where two names of one object cannot be excluded, what runs come to behind that call
    /// is not shown by what is shown about values. What clients decide is about sequences of calls: before the call
    /// too, as its subprogram may be called again.
    fn only_without_aliases(&mut self, subject: &Subject<'_>) {
        let program = subject.program;
        let is_aliasing = |check: CheckId| program.checks[check.index()].kind == CheckKind::Aliasing;
        let aliased: BTreeSet<CheckId> = self
            .findings
            .values()
            .filter(|finding| is_aliasing(finding.check) && !matches!(finding.outcome, Outcome::Proved))
            .map(|finding| finding.check)
            .collect();
        if aliased.is_empty() {
            return;
        }
        let mut doubtful: BTreeMap<CheckId, CheckId> = BTreeMap::new();
        let in_sequences = ir::judged(program, &(0..program.clients.len()).collect::<Vec<usize>>());
        for (entry, _) in program.procedures().filter(|(_, procedure)| procedure.entry) {
            let reached = states(program, entry);
            let procedures = program.reached_from([entry]);
            for cause in reached.intersection(&aliased) {
                let behind = ir::behind(program, &procedures, *cause);
                for check in reached.iter().filter(|check| behind.contains(check) || in_sequences.contains(check)) {
                    doubtful.entry(*check).or_insert(*cause);
                }
            }
        }
        for finding in self.findings.values_mut() {
            match (&finding.outcome, doubtful.get(&finding.check)) {
                (Outcome::Fails(_), _) if aliased.contains(&finding.check) => {
                    finding.outcome = Outcome::Unknown("what depends on it is not proved".to_string());
                }
                (Outcome::Proved | Outcome::UpTo(_), Some(cause)) => {
                    let place = subject.places.text(program.checks[cause.index()].loc);
                    finding.outcome = Outcome::Unknown(format!("it holds if no parameters are aliased at {place}"));
                }
                _ => {}
            }
        }
    }

    /// Puts better runs in the place of those that fail, where there are some.
    pub fn examples(&mut self, better: impl Fn(CheckId, &Counterexample) -> Option<Box<Counterexample>>) {
        for finding in self.findings.values_mut() {
            if let Outcome::Fails(example) = &mut finding.outcome
                && let Some(other) = better(finding.check, example)
            {
                *example = other;
            }
        }
    }

    /// What to tell.
    pub fn report(mut self, subject: &Subject<'_>, cut_short: bool) -> Report {
        for (check, procedure) in self.checks.clone() {
            if let Some((outcome, by, time)) = self.unwound.outcomes.remove(&check) {
                self.settle(check, outcome, by, time);
            }
            let never = if cut_short { "not reached" } else { "not tried" };
            let (why, time) = self.reasons.remove(&check).unwrap_or((never.to_string(), Duration::ZERO));
            let outcome = Outcome::Unknown(why);
            let finding = Finding::new(check, procedure, outcome, Decider::Nobody, time);
            self.findings.entry(check).or_insert(finding);
        }
        let proved: BTreeSet<CheckId> =
            report::proved(self.findings.values()).chain(self.proved.iter().copied()).collect();
        for finding in self.findings.values_mut() {
            finding.doubt(subject, &|check| proved.contains(&check));
        }
        self.only_without_aliases(subject);
        let findings = self.checks.iter().filter_map(|(check, _)| self.findings.remove(check)).collect();
        // Parts are worked off in any order.
        self.facts.sort_by_key(|(part, _)| *part);
        let mut facts = facts::together(self.facts.into_iter().flat_map(|(_, facts)| facts).collect());
        facts.sort_by_key(|fact| {
            let position = subject.places.position(fact.loc);
            (fact.loc.file, position.line, position.column)
        });
        let bounded::Found { unfinished, conclusions, .. } = self.unwound;
        Report {
            findings,
            facts,
            notes: Vec::new(),
            cut_short,
            unfinished: unfinished.into_iter().collect(),
            conclusions,
            steps: self.steps.count(),
            warnings: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_fails_counts_whatever_was_proved() {
        let check = CheckId(0);
        let mut state = State::new(vec![(check, ProcId(0))]);
        state.settle(check, Outcome::Proved, Decider::Preprocessing, Duration::ZERO);
        let channel = Channel::new(&());
        channel.failing((check, Box::new(Counterexample::new(ProcId(0)))));
        assert!(state.listen(&channel).is_ok());
        let fails = |state: &State| matches!(state.findings[&check].outcome, Outcome::Fails(_));
        assert!(fails(&state));
        state.settle(check, Outcome::Proved, Decider::Preprocessing, Duration::ZERO);
        assert!(fails(&state) && state.open().is_empty());
    }

    #[test]
    fn what_runs_contradict_is_open_whoever_proves_it() {
        let check = CheckId(0);
        let open = || Outcome::Unknown(String::new());
        for order in [[Outcome::Proved, open()], [open(), Outcome::Proved]] {
            let mut state = State::new(vec![(check, ProcId(0))]);
            for outcome in order {
                state.settle(check, outcome, Decider::Preprocessing, Duration::ZERO);
            }
            assert!(matches!(state.findings[&check].outcome, Outcome::Unknown(_)));
        }
    }
}
