//! The result for a program as JUnit's XML, which continuous integration shows as tests: a suite for each subprogram, a
//! test for each check.
//!
//! A check that fails is a failure, one that is not decided an error, one that the source justifies is skipped. What
//! was not analysed is in a suite of its own.

use super::formats::Finished;
use super::gnatprove::{Message, justification};
use super::view::{Verdict, visible};
use crate::verify::report::Finding;
use horn_frontend::Severity;
use horn_frontend::ir::{Loc, ProcId};
use maud::{Markup, PreEscaped, html};
use std::collections::BTreeMap;

/// The text.
pub fn text(finished: &Finished<'_>) -> String {
    let mut suites: BTreeMap<ProcId, Vec<&Finding>> = BTreeMap::new();
    for finding in &finished.report.findings {
        suites.entry(finding.procedure).or_default().push(finding);
    }
    let sources = sources(finished);
    let all: Vec<&Finding> = finished.report.findings.iter().collect();
    let markup = html! {
        (PreEscaped("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"))
        testsuites name="hornsolve" tests=(all.len() + sources.len()) failures=(count(&all, Verdict::Fails))
            errors=(errors(&all) + sources.len()) skipped=(count(&all, Verdict::Justified)) time=(seconds(&all)) {
            @for (id, findings) in &suites {
                testsuite name=(visible(&finished.subject.program.procedure(*id).name)) tests=(findings.len())
                    failures=(count(findings, Verdict::Fails)) errors=(errors(findings))
                    skipped=(count(findings, Verdict::Justified)) time=(seconds(findings)) {
                    @for finding in findings { (test(finished, finding)) }
                }
            }
            @if !sources.is_empty() {
                testsuite name="not analysed" tests=(sources.len()) failures="0" errors=(sources.len()) skipped="0"
                    time="0" {
                    @for one in &sources { (one) }
                }
            }
        }
    };
    markup.into_string().replace("<testsuite ", "\n<testsuite ").replace("<testcase ", "\n<testcase ") + "\n"
}

fn count(findings: &[&Finding], verdict: Verdict) -> usize {
    findings.iter().filter(|finding| Verdict::of(finding) == verdict).count()
}

/// How many are open and do not fail.
fn errors(findings: &[&Finding]) -> usize {
    findings.iter().map(|finding| Verdict::of(finding)).filter(|one| one.is_open() && *one != Verdict::Fails).count()
}

fn seconds(findings: &[&Finding]) -> String {
    format!("{:.3}", findings.iter().map(|finding| finding.time.as_secs_f64()).sum::<f64>())
}

fn test(finished: &Finished<'_>, finding: &Finding) -> Markup {
    let (subject, options) = (finished.subject, finished.options);
    let check = &subject.program.checks[finding.check.index()];
    let position = subject.places.position(check.loc);
    let place = visible(&subject.places.text(check.loc));
    let verdict = Verdict::of(finding);
    let message = verdict.is_open().then(|| Message::new(options, subject, check, finding));
    html! {
        testcase classname=(visible(&subject.program.procedure(finding.procedure).name))
            name={ (check.kind.rule()) " " (place) } file=(visible(position.file)) line=(position.line)
            time=(seconds(&[finding])) {
            @match (&message, verdict) {
                (Some(message), Verdict::Fails) => {
                    failure type=(check.kind.rule()) message=(visible(&message.text)) {
                        (place) ": " (visible(&message.one_line()))
                    }
                }
                (Some(message), _) => {
                    error type=(check.kind.rule()) message=(visible(&message.text)) {
                        (place) ": " (visible(&message.one_line()))
                    }
                }
                (None, Verdict::Justified) => {
                    skipped message=(visible(&justification(subject, finding).unwrap_or_default())) {}
                }
                (None, _) => {}
            }
        }
    }
}

/// What the frontend could not do anything with.
fn sources(finished: &Finished<'_>) -> Vec<Markup> {
    let messages = finished.lowered.messages.iter().filter(|one| one.diagnostic.severity != Severity::Note);
    let test = |message: &horn_frontend::Message| {
        let text = visible(&message.diagnostic.message);
        let place = message.file.map(|file| finished.subject.places.text(Loc::new(file, message.diagnostic.span)));
        let place = visible(&place.unwrap_or_default());
        html! {
            testcase classname="sources" name={ (place) " " (text) } time="0" {
                error type=(message.diagnostic.severity.to_string()) message=(text) { (place) ": " (text) }
            }
        }
    };
    messages.map(test).collect()
}
