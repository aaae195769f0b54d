//! What the page says of a check: its verdict, and beneath that how it was decided, why it is there, and the run in
//! which it fails.

use super::super::gnatprove::{Message, justification};
use super::super::view::{Row, Verdict, visible};
use super::{SHOWN_STEPS, Site};
use crate::verify::Decider;
use crate::verify::report::{Finding, Outcome};
use horn_frontend::Counterexample;
use horn_frontend::interp::Event;
use maud::{Markup, html};

/// The classes by which filters know the check of a finding: its verdict, and its row.
pub(super) fn classes(site: &Site<'_>, finding: &Finding) -> String {
    let kind = site.finished.subject.program.checks[finding.check.index()].kind;
    format!("{} r{}", class(Verdict::of(finding)), Row::of(kind) as usize)
}

/// The class of a verdict.
pub(super) fn class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Proved => "p",
        Verdict::Justified => "j",
        Verdict::Bounded => "b",
        Verdict::Undecided => "u",
        Verdict::Fails => "f",
    }
}

/// Symbol and word.
pub(super) fn word(verdict: Verdict) -> Markup {
    html! { b { (verdict.symbol()) " " (verdict.word()) } }
}

/// The steps of the run in which a check fails that are shown.
pub(super) fn shown_steps(finding: &Finding) -> &[Event] {
    let Outcome::Fails(example) = &finding.outcome else { return &[] };
    &example.steps[example.steps.len().saturating_sub(SHOWN_STEPS)..]
}

/// The check of a finding, by the number of that.
pub(super) fn check(site: &Site<'_>, at: usize) -> Markup {
    let finding = &site.finished.report.findings[at];
    let (options, subject) = (site.finished.options, site.finished.subject);
    let check = &subject.program.checks[finding.check.index()];
    let verdict = Verdict::of(finding);
    let column = subject.places.position(check.loc).column;
    let name = visible(&subject.program.procedure(finding.procedure).name);
    let note = site.finished.report.note(finding.check);
    if verdict == Verdict::Proved {
        let clients = if finding.by_clients { ", for all sequences of visible calls" } else { "" };
        return html! {
            details class={ "v " (classes(site, finding)) } id={ "c" (at) } {
                summary { (word(verdict)) }
                p {
                    (check.kind.proved()) (clients) ": column " (column) ", " (name) ", by " (finding.by.to_string())
                    @if let Some(note) = note { ". " (visible(note)) }
                }
            }
        };
    }
    let message = Message::new(options, subject, check, finding);
    html! {
        details class={ "v " (classes(site, finding)) } id={ "c" (at) } open {
            summary { (word(verdict)) ": " (visible(&message.text)) }
            p {
                "column " (column) ", in " (name) "; " (check.kind.rule())
                @if let Some(number) = check.kind.cwe() { ", CWE " (number) }
                @if finding.by != Decider::Nobody {
                    "; by " (finding.by.to_string()) ", " (format!("{:.2} s", finding.time.as_secs_f64()))
                }
            }
            dl {
                @if let Some(why) = justification(subject, finding) { dt { "Justified" } dd { (visible(&why)) } }
                @if let Outcome::UpTo(bound) = &finding.outcome {
                    dt { "Known" } dd { "no violation up to bound " (bound) ", which is no proof" }
                }
                @for (what, remark) in &message.remarks { dt { (capital(what)) } dd { (visible(remark)) } }
                @if let Some(note) = note { dt { "Annotation" } dd { (visible(note)) } }
                @if let Some(example) = &message.example { dt { "For example" } dd { code { (visible(example)) } } }
                @if let Some(iterations) = &message.iterations { dt { "Where" } dd { (visible(iterations)) } }
            }
            @if let Outcome::Fails(example) = &finding.outcome { (run(site, finding, example)) }
        }
    }
}

/// The run in which a check fails, a row for each step.
fn run(site: &Site<'_>, finding: &Finding, example: &Counterexample) -> Markup {
    let subject = site.finished.subject;
    let steps = shown_steps(finding);
    let omitted = example.omitted + example.steps.len() - steps.len();
    let check = &subject.program.checks[finding.check.index()];
    let start = subject.program.procedure(example.entry).loc;
    let called =
        if example.deeds.is_empty() { format!("{} is called", subject.call(example)) } else { subject.call(example) };
    let given = subject.pairs(&example.inputs).into_iter().chain(subject.pairs(&example.globals));
    let given: Vec<String> = given.map(|(name, value)| visible(&format!("{name} = {value}"))).collect();
    html! {
        details class="run" {
            summary { "The run that fails: " (steps.len() + 2) " steps" }
            table {
                thead { tr { th scope="col" { "Line" } th scope="col" { "What happens" } } }
                tbody {
                    tr data-given=(given.join("\n")) {
                        td { (link(site, finding, start)) }
                        td { (visible(&called)) }
                    }
                    @if omitted > 0 { tr class="gap" { td {} td { "… " (omitted) " steps that are not shown" } } }
                    @for step in steps { (row(site, finding, step)) }
                    tr { td { (link(site, finding, check.loc)) } td { b { (visible(&check.message())) } } }
                }
            }
        }
    }
}

fn row(site: &Site<'_>, finding: &Finding, step: &Event) -> Markup {
    let subject = site.finished.subject;
    let cells = html! {
        td { (link(site, finding, step.loc)) }
        td { (visible(&subject.step(step))) }
    };
    match subject.assigned(step) {
        Some((target, value)) => html! { tr data-name=(visible(&target)) data-value=(visible(&value)) { (cells) } },
        None => html! { tr { (cells) } },
    }
}

/// A link to a line, with the name of the file if it is not that of the check.
fn link(site: &Site<'_>, finding: &Finding, loc: horn_frontend::ir::Loc) -> Markup {
    let here = site.finished.subject.program.checks[finding.check.index()].loc.file;
    let text = if loc.file == here { site.at(loc).1.to_string() } else { site.place(loc) };
    html! { a href=(site.link(loc)) { (text) } }
}

/// With a capital letter.
fn capital(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map(|first| first.to_uppercase().chain(rest).collect()).unwrap_or_default()
}
