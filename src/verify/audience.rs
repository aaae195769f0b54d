//! Who is told what is found out, while the work goes on.

use super::decider::Decider;
use super::justified::justification;
use super::report::{Finding, Outcome, Report};
use super::state::State;
use horn_frontend::Subject;
use horn_frontend::ir::{CheckId, ProcId};
use std::collections::BTreeSet;
use std::time::Duration;

/// Who is told how the work goes on. Several threads tell, and none of it is the last word but the report:
/// [`as_reported`] says what the report will make of it.
pub trait Audience: Sync {
    /// Now and then: how many checks are decided, of how many, and what is being done.
    fn progress(&self, _decided: usize, _all: usize, _step: &str) {}

    /// The checks that are wanted, and all that are looked at for their sake, in the order of their places, with their
    /// subprograms.
    fn selected(&self, _wanted: &[(CheckId, ProcId)], _all: &[(CheckId, ProcId)]) {}

    /// A check is decided. The first answer counts, and a run that fails in any case.
    fn settled(&self, _check: CheckId, _outcome: &Outcome, _by: Decider, _time: Duration) {}

    /// No step in turn tries this check again; says why it is open. Runs beside them may.
    fn given_up(&self, _check: CheckId, _why: &str, _time: Duration) {}

    /// These checks of a large program wait until all of it was looked at.
    fn postponed(&self, _checks: &[CheckId]) {}

    /// No run beside the steps in turn finds anything any more.
    fn runs_over(&self) {}
}

/// Nobody.
impl Audience for () {}

/// What the report makes of a finding that was told, where no parameters are aliased. `proved` says which checks are
/// known to hold.
pub fn as_reported(subject: &Subject<'_>, finding: &Finding, proved: &dyn Fn(CheckId) -> bool) -> Finding {
    let mut finding = finding.clone();
    finding.doubt(subject, proved);
    finding.justified = justification(subject, &finding);
    finding
}

/// The report on what is known of the checks that are `wanted`, of `all` that were looked at, where the work was cut
/// short and does not say itself how far it went.
pub fn report_of(
    subject: &Subject<'_>,
    wanted: &BTreeSet<CheckId>,
    all: &[(CheckId, ProcId)],
    found: impl IntoIterator<Item = Finding>,
) -> Report {
    let mut state = State::new(all.to_vec());
    for Finding { check, outcome, by, time, .. } in found {
        state.settle(check, outcome, by, time);
    }
    let mut report = state.report(subject, true);
    report.findings.retain(|finding| wanted.contains(&finding.check));
    report.justify(subject);
    report
}
