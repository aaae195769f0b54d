//! The result for a program as GNATprove's users know it: one message for each check, and a closing line.

use super::advice::advice;
use super::ids::Ids;
use super::options::{Layout, Options, Shown};
use crate::verify::bounded::Unfinished;
use crate::verify::justified::contradicted;
use crate::verify::report::{Coverage, Fact, Finding, Outcome, Report};
use horn_frontend::ir::{Check, CheckId, CheckKind};
use horn_frontend::{Places, Position, Subject};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The messages and the closing lines, without the messages that were shown already: those checks with the words for
/// what was said of them. If something else is known by now it is said again.
pub fn text(
    options: &Options,
    subject: &Subject<'_>,
    report: &Report,
    coverage: &Coverage<'_>,
    shown: &BTreeMap<CheckId, &'static str>,
    ids: &Ids,
) -> String {
    let mut text = String::new();
    let known = |finding: &Finding| options.baseline.as_ref().is_some_and(|baseline| baseline.has(ids, finding));
    for finding in &report.findings {
        if shown.get(&finding.check) != Some(&finding.outcome.word()) && !known(finding) {
            text += &message(options, subject, finding, report.note(finding.check));
        }
    }
    for fact in &report.facts {
        write_fact(&mut text, options, subject, fact);
    }
    for unfinished in &report.unfinished {
        write_unfinished(&mut text, subject.places, unfinished);
    }
    if !options.quiet {
        text += &report.summary(coverage);
        text.push('\n');
        if let Some(baseline) = &options.baseline {
            text += &baseline.summary(ids, report);
            text.push('\n');
        }
    }
    for (entry, conclusion) in &report.conclusions {
        let _ = writeln!(text, "{}: {}", subject.program.procedure(*entry).name, conclusion.text());
    }
    text
}

/// A loop that needs more iterations than were unwound.
fn write_unfinished(text: &mut String, places: &Places<'_>, unfinished: &Unfinished) {
    let Unfinished { loc, recursion, bound } = unfinished;
    let (place, next) = (places.text(*loc), bound.saturating_add(1));
    let _ = if *recursion {
        writeln!(
            text,
            "{place}: medium: unwinding assertion might fail, the recursion goes deeper than {bound} calls [possible \
             fix: use \
             --recursion={next} or more]"
        )
    } else {
        let iterations = if *bound == 1 { "iteration" } else { "iterations" };
        writeln!(
            text,
            "{place}: medium: unwinding assertion might fail, loop needs more than {bound} {iterations} [possible \
             fix: use \
             --unwind={next} or more]"
        )
    };
}

fn write_fact(text: &mut String, options: &Options, subject: &Subject<'_>, fact: &Fact) {
    if options.shown != Shown::Fail || options.explains {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}: info: {}", subject.places.text(fact.loc), fact.text(subject.notation));
        for line in &fact.why {
            let _ = writeln!(text, "   {line}");
        }
    }
}

/// The message about a check, with what can be told of the annotation that it states; empty if it is not to be shown.
pub fn message(options: &Options, subject: &Subject<'_>, finding: &Finding, note: Option<&str>) -> String {
    let mut text = String::new();
    let Subject { program, places, .. } = subject;
    let check = &program.checks[finding.check.index()];
    let by = match options.shown {
        Shown::Fail | Shown::All => String::new(),
        Shown::Provers => format!(" ({})", finding.by),
        Shown::Statistics => format!(" ({}: {:.2} s)", finding.by, finding.time.as_secs_f64()),
    };
    match &finding.outcome {
        Outcome::Proved if note.is_some() => {
            let note = note.unwrap_or_default();
            let _ = writeln!(text, "{}: info: {note}{by}", places.text(check.loc));
        }
        Outcome::Proved | Outcome::UpTo(_) if options.shown == Shown::Fail => {}
        Outcome::Proved => {
            let clients = if finding.by_clients { ", for all sequences of visible calls" } else { "" };
            let _ = writeln!(text, "{}: info: {}{clients}{by}", places.text(check.loc), check.kind.proved());
        }
        Outcome::UpTo(bound) if finding.justified.is_none() => {
            let (place, what) = (places.text(check.loc), check.kind.might_fail());
            let _ = writeln!(text, "{place}: info: no violation up to bound {bound}: {what}{by}");
        }
        _ if finding.justified.is_some() => {
            let Some(why) = justification(subject, finding).filter(|_| options.shown != Shown::Fail) else {
                return text;
            };
            let what = check.kind.proved().replace("proved", "justified");
            let _ = writeln!(text, "{}: info: {what} [{why}]{by}", places.text(check.loc));
        }
        _ => {
            let mut message = Message::new(options, subject, check, finding);
            if let Some(note) = note {
                message.remarks.push(("possible explanation", note.to_string()));
            }
            match options.layout {
                Layout::Brief => {
                    let _ = writeln!(text, "{}: {}: {}{by}", places.text(check.loc), message.severity, message.brief);
                }
                Layout::Oneline => {
                    let _ = writeln!(text, "{}: {}{by}", places.text(check.loc), message.one_line());
                }
                Layout::Pretty => write_pretty(&mut text, subject, check, &message, finding, &by, options),
            }
        }
    }
    text
}

/// The parts of the message about a check that is not proved.
pub struct Message {
    /// `high` or `medium`.
    pub severity: &'static str,
    /// What might fail.
    pub brief: String,
    /// The same with the part of the condition that could not be proved.
    pub text: String,
    /// `X = 1 and A = (others => 0)`.
    pub example: Option<String>,
    /// `in iteration 10 of the loop at line 14`.
    pub iterations: Option<String>,
    /// What a client does, in its order, up to the failure.
    pub deeds: Vec<String>,
    /// Name and text of further remarks.
    pub remarks: Vec<(&'static str, String)>,
    /// The number of the weakness.
    pub cwe: Option<u32>,
}

impl Message {
    /// The message about a check that is not proved.
    pub fn new(options: &Options, subject: &Subject<'_>, check: &Check, finding: &Finding) -> Message {
        let brief = check.kind.might_fail().to_string();
        let text = check.message();
        let mut remarks = Vec::new();
        let (severity, example) = match &finding.outcome {
            Outcome::Fails(example) => ("high", subject.example(example)),
            Outcome::Unknown(why) => {
                if !check.reason.is_empty() {
                    remarks.push(("reason for check", check.reason.clone()));
                }
                remarks.push(("not decided", why.clone()));
                remarks.extend(advice(check, finding).map(|advice| ("to try", advice.to_string())));
                ("medium", None)
            }
            Outcome::Proved | Outcome::UpTo(_) => ("info", None),
        };
        if remarks.is_empty() && !check.reason.is_empty() {
            remarks.push(("reason for check", check.reason.clone()));
        }
        if let Some(said) = contradicted(subject, finding) {
            let line = subject.places.position(said.loc).line;
            remarks.push(("not justified", format!("line {line} says that this cannot fail, and a run of it fails")));
        }
        let iterations = match &finding.outcome {
            Outcome::Fails(example) => subject.iterations(check.loc, example),
            _ => None,
        };
        let example = example.filter(|_| options.counterexamples);
        let cwe = if options.cwe { check.kind.cwe() } else { None };
        let deeds = match &finding.outcome {
            Outcome::Fails(example) if options.counterexamples => subject.deeds(example),
            _ => Vec::new(),
        };
        Message { severity, brief, text, example, iterations, deeds, remarks, cwe }
    }

    /// Severity, text and all remarks.
    pub fn one_line(&self) -> String {
        let mut text = format!("{}: {}", self.severity, self.headline());
        if let Some(example) = &self.example {
            let _ = write!(text, " (e.g. when {example})");
        }
        if let Some(iterations) = &self.iterations {
            let _ = write!(text, ", {iterations}");
        }
        if !self.deeds.is_empty() {
            let _ = write!(text, " [path: {}]", self.deeds.join("; "));
        }
        for (name, remark) in &self.remarks {
            let _ = write!(text, " [{name}: {remark}]");
        }
        text
    }

    /// What might fail, the number of the weakness, and what could not be proved.
    fn headline(&self) -> String {
        let Some(number) = self.cwe else { return self.text.clone() };
        let rest = self.text.strip_prefix(&self.brief).unwrap_or_default();
        format!("{} [CWE {number}]{rest}", self.brief)
    }
}

/// What ends a colour on a terminal.
const OFF: &str = "\x1b[0m";

/// What begins the colour of a severity on a terminal: red for what fails, yellow for what is open.
fn colour(severity: &str) -> &'static str {
    if severity == "high" { "\x1b[1;31m" } else { "\x1b[1;33m" }
}

fn write_pretty(
    text: &mut String,
    subject: &Subject<'_>,
    check: &Check,
    message: &Message,
    finding: &Finding,
    by: &str,
    options: &Options,
) {
    let (on, off) = if options.colour { (colour(message.severity), OFF) } else { ("", "") };
    let places = subject.places;
    let Position { file, line, column } = places.position(check.loc);
    let source = places.line(check.loc);
    let _ = writeln!(text, " {on}{}{off}: {}{by}", message.severity, message.headline());
    let _ = writeln!(text, "--> {file}:{line}:{column}");
    let _ = writeln!(text, " {line:>4} | {}", source.replace('\t', " "));
    let covered = places.width(check.loc).min(source.chars().count().saturating_sub(column - 1).max(1));
    let _ = writeln!(text, "      | {}{on}^{}{off}", " ".repeat(column - 1), "~".repeat(covered - 1));
    if let Some(example) = &message.example {
        let _ = writeln!(text, "      + e.g. when {example}");
    }
    if let Some(iterations) = &message.iterations {
        let _ = writeln!(text, "      + {iterations}");
    }
    for (name, remark) in &message.remarks {
        let _ = writeln!(text, "      + {name}: {remark}");
    }
    // Nothing but the run says where an exception comes from.
    let shown = message.example.is_some() || !message.deeds.is_empty() || check.kind == CheckKind::Raise;
    if let Outcome::Fails(example) = &finding.outcome
        && shown
    {
        for line in subject.trace(example, options.trace) {
            let _ = writeln!(text, "      + {line}");
        }
    }
    text.push('\n');
}

/// What the source claims of a check that it justifies, and why: `intentional: the sensor saturates`.
pub fn justification(subject: &Subject<'_>, finding: &Finding) -> Option<String> {
    let said = &subject.program.justifications[finding.justified?];
    Some(format!("{}: {}", said.claim.word(), said.reason))
}
