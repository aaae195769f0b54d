//! What the source says about checks that are not proved: which of them it justifies, what runs say against it, and
//! what it says in vain.

use super::options::Depth;
use super::report::{Coverage, Finding, Outcome, Part, Report};
use super::tags::Tag;
use horn_frontend::Subject;
use horn_frontend::ir::{Check, Claim, FileId, Justification};
use std::collections::BTreeSet;

/// Which justification of the program a check has that is not proved, by its number: the first that is about it. A
/// failure that a run has shown is no false positive, whoever says so.
pub fn justification(subject: &Subject<'_>, finding: &Finding) -> Option<usize> {
    let refuted = match finding.outcome {
        Outcome::Proved => return None,
        Outcome::Fails(_) => true,
        Outcome::UpTo(_) | Outcome::Unknown(_) => false,
    };
    let check = &subject.program.checks[finding.check.index()];
    let at = about(subject, check)?;
    let contradicted = refuted && subject.program.justifications[at].claim == Claim::FalsePositive;
    (!contradicted).then_some(at)
}

/// The claim that a check is no failure, where a run shows that it is one.
pub fn contradicted<'s>(subject: &Subject<'s>, finding: &Finding) -> Option<&'s Justification> {
    let check = &subject.program.checks[finding.check.index()];
    let said = &subject.program.justifications[about(subject, check)?];
    (matches!(finding.outcome, Outcome::Fails(_)) && said.claim == Claim::FalsePositive).then_some(said)
}

/// The justification that is about a check; of several the one whose place begins first.
fn about(subject: &Subject<'_>, check: &Check) -> Option<usize> {
    let all = &subject.program.justifications;
    if all.is_empty() {
        return None;
    }
    let message = check.message();
    let fitting = (0..).zip(all).filter(|(_, one)| one.fits(&message));
    let covering = fitting.filter_map(|(at, one)| Some((one.covers(check.loc)?, at)));
    covering.min().map(|(_, at)| at)
}

/// What is said in vain, with the message about it. Nothing is said where options select checks or the work was cut
/// short, and of places without checks in files where nothing was looked at, or if parts are left out.
pub fn unused<'s>(subject: &Subject<'s>, report: &Report, coverage: &Coverage<'_>) -> Vec<(&'s Justification, Tag)> {
    let all = &subject.program.justifications;
    if coverage.limited
        || coverage.part != Part::Whole
        || coverage.depth != Depth::Proof
        || !report.complete()
        || all.is_empty()
    {
        return Vec::new();
    }
    let place = |finding: &Finding| subject.program.checks[finding.check.index()].loc;
    let looked_at: BTreeSet<FileId> = report.findings.iter().map(|finding| place(finding).file).collect();
    let mut open = vec![false; all.len()];
    let mut proved = vec![false; all.len()];
    let mut seen = vec![false; all.len()];
    for finding in &report.findings {
        let check = &subject.program.checks[finding.check.index()];
        let message = check.message();
        for (at, one) in all.iter().enumerate().filter(|(_, one)| one.covers(check.loc).is_some()) {
            seen[at] = true;
            if one.fits(&message) {
                let list = if matches!(finding.outcome, Outcome::Proved) { &mut proved } else { &mut open };
                list[at] = true;
            }
        }
    }
    let verdict = |at: usize| match (open[at], proved[at]) {
        (true, _) => None,
        (false, true) => Some(Tag::ProvedJustified),
        (false, false) if !seen[at] && (coverage.left_out > 0 || !looked_at.contains(&all[at].loc.file)) => None,
        (false, false) => Some(Tag::NothingJustified),
    };
    all.iter().enumerate().filter_map(|(at, one)| Some((one, verdict(at)?))).collect()
}
