//! The result for a program as GNATprove's summary file, `gnatprove.out`: five parts, of which the first is only there
//! on request (user's guide of SPARK, "The Analysis Results Summary File").
//!
//! What analyses the flow of data and what proves is one here, so the column *Flow* is empty; the provers are our
//! engines. A step is one of `--steps`; proofs that were kept take none.

use super::formats::Finished;
use super::gnatprove::justification;
use super::view::{ASSUMED, Row, Verdict, count, owner, says_left_out, visible};
use crate::verify::Decider;
use crate::verify::report::Finding;
use horn_frontend::Unit;
use horn_frontend::ir::{FileId, Loc, ProcId};
use horn_frontend::time::{now, timestamp};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// How many of the difficult checks are named.
const DIFFICULT: usize = 10;
/// The narrowest column.
const WIDTH: usize = 10;

/// The text.
pub fn text(finished: &Finished<'_>) -> String {
    let mut text = String::new();
    if finished.options.header {
        header(&mut text, finished);
    }
    if !finished.report.findings.is_empty() {
        title(&mut text, "Summary of SPARK analysis");
        table(&mut text, finished);
        text += "\n\n";
    }
    let _ = writeln!(text, "max steps used for successful proof: {}\n", finished.report.steps);
    difficult(&mut text, finished);
    title(&mut text, "Detailed analysis report");
    detailed(&mut text, finished);
    text
}

/// A title between rules of its length, and an empty line.
fn title(text: &mut String, name: &str) {
    let rule = "=".repeat(name.len());
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{rule}\n{name}\n{rule}\n");
}

/// How the run was made.
fn header(text: &mut String, finished: &Finished<'_>) {
    let (date, time) = timestamp(now());
    let rows = [
        ("date", format!("{date} {time}")),
        ("hornsolve version", env!("CARGO_PKG_VERSION").to_string()),
        ("host", format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)),
        ("command line", visible(&finished.options.command_line)),
        ("switches of the project", visible(&finished.lowered.switches.join(" "))),
        ("complete", if finished.report.complete() { "yes" } else { "no" }.to_string()),
    ];
    let width = rows.iter().map(|(label, _)| label.len()).max().unwrap_or(0);
    for (label, value) in rows {
        let _ = writeln!(text, "{label:width$} : {value}");
    }
    text.push('\n');
}

/// The table of counts.
fn table(text: &mut String, finished: &Finished<'_>) {
    let (subject, report) = (finished.subject, finished.report);
    let open =
        |row| Verdict::ALL.iter().filter(|one| one.is_open()).map(|one| count(subject, report, row, Some(*one))).sum();
    let counts = |row: Option<Row>| -> [usize; 3] {
        [
            count(subject, report, row, Some(Verdict::Proved)),
            count(subject, report, row, Some(Verdict::Justified)),
            open(row),
        ]
    };
    let mut cells: Vec<[String; 6]> =
        vec![["SPARK Analysis results", "Total", "Flow", "Provers", "Justified", "Unproved"].map(str::to_string)];
    for row in Row::ALL {
        let [proved, justified, unproved] = counts(Some(row));
        cells.push([
            row.label().to_string(),
            number(proved + justified + unproved),
            number(0),
            provers(finished, row),
            number(justified),
            number(unproved),
        ]);
    }
    let [proved, justified, unproved] = counts(None);
    let all = proved + justified + unproved;
    let part = |count: usize| match count {
        0 => number(0),
        _ => format!(" {count} ({}%)", percent(count, all)),
    };
    cells.push(["Total".to_string(), number(all), number(0), part(proved), part(justified), part(unproved)]);
    let widths: Vec<usize> =
        (0..6).map(|at| cells.iter().map(|row| row[at].chars().count() + 3).max().unwrap_or(0).max(WIDTH)).collect();
    let rule = "-".repeat(widths.iter().sum());
    let last = cells.len() - 1;
    for (at, row) in cells.iter().enumerate() {
        if at <= 1 || at == last {
            let _ = writeln!(text, "{rule}");
        }
        let mut line = format!("{:width$}", row[0], width = widths[0]);
        for (cell, width) in row.iter().zip(&widths).skip(1) {
            let _ = write!(line, "{cell:>width$}");
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
}

/// A count, with a blank in front; nothing is a full stop.
fn number(count: usize) -> String {
    if count == 0 { " .".to_string() } else { format!(" {count}") }
}

fn percent(part: usize, whole: usize) -> usize {
    (part * 100 + whole / 2) / whole.max(1)
}

/// Who proved the checks of a row: `3 (pdr)`, `4 (pdr 75%, templates 25%)`; what needs nobody is trivial.
fn provers(finished: &Finished<'_>, row: Row) -> String {
    let of_row = |finding: &&Finding| {
        Row::of(finished.subject.program.checks[finding.check.index()].kind) == row
            && Verdict::of(finding) == Verdict::Proved
    };
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    for finding in finished.report.findings.iter().filter(of_row) {
        let name = match finding.by {
            Decider::Evident => "Trivial".to_string(),
            other => other.to_string().split(',').next().unwrap_or_default().to_string(),
        };
        *names.entry(name).or_insert(0) += 1;
    }
    let all: usize = names.values().sum();
    match names.len() {
        0 => number(0),
        1 => format!(" {all} ({})", names.into_keys().collect::<String>()),
        _ => {
            let parts = names.iter().map(|(name, count)| format!("{name} {}%", percent(*count, all)));
            format!(" {all} ({})", parts.collect::<Vec<String>>().join(", "))
        }
    }
}

/// The proofs that took longest.
fn difficult(text: &mut String, finished: &Finished<'_>) {
    let slow = |finding: &&Finding| Verdict::of(finding) == Verdict::Proved && finding.time.as_secs() >= 1;
    let mut slow: Vec<&Finding> = finished.report.findings.iter().filter(slow).collect();
    slow.sort_by_key(|finding| std::cmp::Reverse(finding.time.as_secs()));
    title(text, "Most difficult proved checks");
    if slow.is_empty() {
        text.push_str("No check found with max time greater than 1 second\n\n");
        return;
    }
    for finding in slow.into_iter().take(DIFFICULT) {
        let check = &finished.subject.program.checks[finding.check.index()];
        let (place, seconds) = (visible(&finished.subject.places.text(check.loc)), finding.time.as_secs());
        let _ = writeln!(text, "{place}: {} proved with {seconds} seconds", check.kind.rule());
    }
    text.push('\n');
}

/// Units, their subprograms, what is justified and what is assumed there.
fn detailed(text: &mut String, finished: &Finished<'_>) {
    let units: &[Unit] = &finished.lowered.units;
    let (subprograms, assumed) = (subprograms(finished), assumed(finished));
    let whole = Unit {
        name: "(all files)".to_string(),
        subprograms: subprograms.len(),
        analysed: subprograms.len(),
        looked_at: true,
    };
    let units = if units.is_empty() { std::slice::from_ref(&whole) } else { units };
    let looked_at = units.iter().filter(|unit| unit.looked_at).count();
    let _ = writeln!(text, "Analyzed {looked_at} unit{}", if looked_at == 1 { "" } else { "s" });
    let unit_of = |id: ProcId| {
        let procedure = finished.subject.program.procedure(id);
        let only = units.first().filter(|_| units.len() == 1);
        only.or_else(|| owner(units, &procedure.name, finished.subject.places.position(procedure.loc).file))
    };
    for unit in units {
        let Unit { name, subprograms: all, analysed, looked_at } = unit;
        let shown = visible(name);
        if !looked_at {
            let _ = writeln!(text, "in unit {shown}, nothing was analyzed: it was not asked for");
            continue;
        }
        let _ = writeln!(text, "in unit {shown}, {analysed} subprograms and packages out of {all} analyzed");
        for id in subprograms.keys().filter(|id| unit_of(**id) == Some(unit)) {
            subprogram(text, finished, *id, &subprograms[id], &assumed);
        }
    }
    for id in subprograms.keys().filter(|id| unit_of(**id).is_none()) {
        subprogram(text, finished, *id, &subprograms[id], &assumed);
    }
    let skipped = finished.lowered.messages.iter().filter(|one| says_left_out(&one.diagnostic));
    for message in skipped {
        let place = message.file.map(|file| finished.subject.places.text(Loc::new(file, message.diagnostic.span)));
        let place = place.map(|place| format!("{place}: ")).unwrap_or_default();
        let _ = writeln!(text, "  skipped: {}{}", visible(&place), visible(&message.diagnostic.message));
    }
}

/// The subprograms with checks, each with these.
fn subprograms<'f>(finished: &'f Finished<'_>) -> BTreeMap<ProcId, Vec<&'f Finding>> {
    let mut found: BTreeMap<ProcId, Vec<&Finding>> = BTreeMap::new();
    for finding in &finished.report.findings {
        found.entry(finding.procedure).or_default().push(finding);
    }
    found
}

fn subprogram(
    text: &mut String,
    finished: &Finished<'_>,
    id: ProcId,
    findings: &[&Finding],
    assumed: &[(ProcId, Loc)],
) {
    let subject = finished.subject;
    let procedure = subject.program.procedure(id);
    let position = subject.places.position(procedure.loc);
    let open = findings.iter().filter(|finding| Verdict::of(finding).is_open()).count();
    let assumed: Vec<Loc> = assumed.iter().filter(|(owner, _)| *owner == id).map(|(_, loc)| *loc).collect();
    let verdict = match open {
        0 => format!("proved ({} checks)", findings.len()),
        _ => format!("not proved, {} checks out of {} proved", findings.len() - open, findings.len()),
    };
    let _ = writeln!(
        text,
        "  {} at {}:{} flow analyzed (0 errors, 0 checks, 0 warnings and {} pragma Assume statements) and {verdict}",
        visible(&procedure.name),
        visible(position.file),
        position.line,
        assumed.len(),
    );
    for finding in findings {
        if let Some(why) = justification(subject, finding) {
            let check = &subject.program.checks[finding.check.index()];
            let place = visible(&subject.places.text(check.loc));
            let _ = writeln!(text, "   justified: {place}: {}\n    {}", visible(&check.message()), visible(&why));
        }
    }
    for loc in assumed {
        let _ = writeln!(text, "   pragma Assume at {}", visible(&subject.places.text(loc)));
    }
    if finished.options.assumptions {
        claims(text, finished, id, findings);
    }
}

/// What is established of a subprogram, each claim with what it depends on: checks that are open or justified, here and
/// in what is called, contracts that stand for bodies, bodies that are not there, and conditions that are believed.
fn claims(text: &mut String, finished: &Finished<'_>, id: ProcId, findings: &[&Finding]) {
    let Finished { subject, report, .. } = finished;
    let program = subject.program;
    let kind = |finding: &Finding| program.checks[finding.check.index()].kind;
    let said = |finding: &Finding| {
        let check = &program.checks[finding.check.index()];
        let word = Verdict::of(finding).word();
        format!("{} at {} ({word})", check.kind.might_fail(), subject.places.text(check.loc))
    };
    let reached = program.reached_from([id]);
    let mut below: BTreeSet<String> = BTreeSet::new();
    for callee in &reached {
        let procedure = program.procedure(*callee);
        if procedure.by_contract {
            below.insert(format!("the contract of {}", procedure.name));
        }
        below.extend(procedure.origins.all.clone());
    }
    let within = |finding: &&Finding| finding.procedure != id && reached.contains(&finding.procedure);
    let settled = |finding: &&Finding| Verdict::of(finding) != Verdict::Proved;
    below.extend(report.findings.iter().filter(within).filter(settled).map(&said));
    for (owner, loc) in self::assumed(finished) {
        if reached.contains(&owner) {
            below.insert(format!("the condition assumed at {}", subject.places.text(loc)));
        }
    }
    let contract = |finding: &Finding| Row::of(kind(finding)) == Row::Contracts;
    let assertion = |finding: &Finding| Row::of(kind(finding)) == Row::Assertions;
    let groups: [(&str, &dyn Fn(&Finding) -> bool); 3] = [
        ("absence of run-time errors", &|finding| !contract(finding) && !assertion(finding)),
        ("assertions", &assertion),
        ("contract", &contract),
    ];
    let name = visible(&program.procedure(id).name);
    for (claim, belongs) in groups {
        let own = findings.iter().filter(|finding| belongs(finding));
        if claim != "absence of run-time errors" && own.clone().next().is_none() {
            continue;
        }
        let open: Vec<String> = own.filter(|finding| settled(finding)).map(|finding| said(finding)).collect();
        if open.is_empty() && below.is_empty() {
            let _ = writeln!(text, "   {claim} of {name} fully established");
            continue;
        }
        let _ = writeln!(text, "   {claim} of {name} depends on");
        for one in open.iter().chain(&below) {
            let _ = writeln!(text, "    {}", visible(one));
        }
    }
}

/// The places of the conditions that are assumed, with the subprograms that they stand in: those whose statements are
/// around them, and of several the shortest.
fn assumed(finished: &Finished<'_>) -> Vec<(ProcId, Loc)> {
    let mut ranges: Vec<(ProcId, FileId, u32, u32)> = Vec::new();
    for (id, procedure) in finished.subject.program.procedures() {
        let mut files: BTreeMap<FileId, (u32, u32)> = BTreeMap::new();
        for statement in procedure.blocks.iter().flat_map(|block| &block.statements) {
            let span = statement.loc.span;
            let range = files.entry(statement.loc.file).or_insert((span.start, span.end));
            *range = (range.0.min(span.start), range.1.max(span.end));
        }
        ranges.extend(files.into_iter().map(|(file, (start, end))| (id, file, start, end)));
    }
    ranges.sort_by_key(|(id, _, start, end)| (end - start, *id));
    let notes = finished.lowered.messages.iter().filter(|one| one.diagnostic.message.starts_with(ASSUMED));
    let places = notes.filter_map(|note| {
        let loc = Loc::new(note.file?, note.diagnostic.span);
        let around = |(_, file, start, end): &&(ProcId, FileId, u32, u32)| {
            *file == loc.file && (*start..*end).contains(&loc.span.start)
        };
        Some((ranges.iter().find(around)?.0, loc))
    });
    places.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_percentages() {
        assert_eq!((percent(1, 3), percent(2, 3), percent(0, 0)), (33, 67, 0));
    }
}
