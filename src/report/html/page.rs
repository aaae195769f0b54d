//! The page as a whole: what the result is, the summary with the filters, units and subprograms, the sources, what the
//! result rests on, what was not analysed, how the run was made.

use super::super::view::{ASSUMED, Row, Verdict, count, owner, says_left_out, visible};
use super::{Part, SCRIPT, SCRIPT_DIGEST, STYLE, STYLE_DIGEST, Site, address, check, page_of, source};
use crate::verify::report::Finding;
use horn_frontend::Message;
use horn_frontend::ir::{FileId, ProcId};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::collections::BTreeMap;

/// The page with all, or with all but the sources.
pub(super) fn page(site: &Site<'_>) -> Markup {
    shell(
        "Verification report",
        "",
        html! {
            (summary(site))
            (units(site))
            section aria-labelledby="sources" {
                h2 id="sources" { "Sources" }
                @match &site.part {
                    Part::Index(folder) => ul { @for file in site.files() {
                        li { a href={ (address(folder)) "/" (page_of(file)) } { (name_of(site, file)) } }
                    } },
                    Part::Whole | Part::Source(..) => { @for file in site.files() { (source::file(site, file)) } }
                }
            }
            (assumptions(site))
            (left_out(site))
            (run(site))
        },
    )
}

/// The page of a source.
pub(super) fn source_page(site: &Site<'_>, file: FileId) -> Markup {
    let back = match &site.part {
        Part::Source(_, index) => format!("../{}", address(index)),
        Part::Whole | Part::Index(_) => String::new(),
    };
    let body = html! { section aria-labelledby="sources" { h2 id="sources" { "Source" } (source::file(site, file)) } };
    shell(&format!("{}: verification report", name_of(site, file)), &back, body)
}

fn name_of(site: &Site<'_>, file: FileId) -> String {
    site.finished.subject.places.source(file).map_or_else(String::new, |source| visible(source.name))
}

/// What is around the contents of every page. The parts of the report are on the page with that address.
fn shell(title: &str, at: &str, contents: Markup) -> Markup {
    let policy = format!(
        "default-src 'none'; style-src '{STYLE_DIGEST}'; script-src '{SCRIPT_DIGEST}'; base-uri 'none'; \
         form-action 'none'"
    );
    let parts = [
        ("summary", "Summary"),
        ("units", "Units"),
        ("sources", "Sources"),
        ("assumptions", "Assumptions"),
        ("left-out", "Not analysed"),
        ("run", "The run"),
    ];
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content={ "hornsolve " (env!("CARGO_PKG_VERSION")) };
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                a class="skip" href="#main" { "Skip to the result" }
                header {
                    h1 { "Verification report" }
                    nav aria-label="Parts of the report" {
                        ul { @for (name, shown) in parts { li { a href={ (at) "#" (name) } { (shown) } } } }
                    }
                }
                main id="main" { (contents) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    }
}

/// The closing line and the table of counts; its heads are filters.
fn summary(site: &Site<'_>) -> Markup {
    let (subject, report) = (site.finished.subject, site.finished.report);
    let of = |row, verdict| count(subject, report, row, verdict);
    let columns: Vec<Verdict> = Verdict::ALL.into_iter().filter(|verdict| of(None, Some(*verdict)) > 0).collect();
    let rows = Row::ALL.iter().zip(0..).filter(|(row, _)| of(Some(**row), None) > 0);
    html! {
        section aria-labelledby="summary" {
            h2 id="summary" { "Summary" }
            p class={ "result " (if report.success(site.finished.coverage) { "p" } else { "u" }) } {
                strong { (visible(&report.summary(site.finished.coverage))) }
            }
            @if !report.complete() {
                p class="result u" {
                    "The run was ended before all checks were tried"
                    @if let Some(signal) = site.finished.signal { ", by " (signal.name) }
                    ": what is not decided here may be with more time."
                }
            }
            @if !report.findings.is_empty() {
                div class="wide" role="region" aria-label="Checks by kind and verdict" tabindex="0" { table {
                    caption { "Checks by kind and verdict; unmark what is not to be shown below" }
                    thead { tr {
                        th scope="col" { "Kind" }
                        th scope="col" { "All" }
                        @for verdict in &columns {
                            th scope="col" { label {
                                input type="checkbox" id={ "show-" (check::class(*verdict)) } checked;
                                " " (check::word(*verdict))
                            } }
                        }
                    } }
                    tbody {
                        @for (row, number) in rows {
                            tr {
                                th scope="row" { label {
                                    input type="checkbox" id={ "row-" (number) } checked; " " (row.label())
                                } }
                                td { (of(Some(*row), None)) }
                                @for verdict in &columns { td { (of(Some(*row), Some(*verdict))) } }
                            }
                        }
                        tr {
                            th scope="row" { "Total" }
                            td { (of(None, None)) }
                            @for verdict in &columns { td { (of(None, Some(*verdict))) } }
                        }
                    }
                } }
            }
            @if !report.conclusions.is_empty() || !report.unfinished.is_empty() {
                ul {
                    @for (entry, conclusion) in &report.conclusions {
                        li { (visible(&subject.program.procedure(*entry).name)) ": " (conclusion.text()) }
                    }
                    @for one in &report.unfinished {
                        li {
                            a href=(site.link(one.loc)) { (site.place(one.loc)) } ": "
                            @if one.recursion { "the recursion goes deeper than " (one.bound) " calls" }
                            @else { "the loop needs more iterations than " (one.bound) }
                        }
                    }
                }
            }
        }
    }
}

/// Units, their subprograms, and the checks of these that are not proved.
fn units(site: &Site<'_>) -> Markup {
    let finished = site.finished;
    let mut groups: BTreeMap<String, BTreeMap<ProcId, Vec<usize>>> = BTreeMap::new();
    for unit in &finished.lowered.units {
        groups.entry(unit.name.clone()).or_default();
    }
    for (at, finding) in finished.report.findings.iter().enumerate() {
        let group = unit_of(site, finding);
        groups.entry(group).or_default().entry(finding.procedure).or_default().push(at);
    }
    let counts = |findings: &mut dyn Iterator<Item = &usize>| {
        let mut counts = BTreeMap::new();
        for at in findings {
            *counts.entry(Verdict::of(&finished.report.findings[*at])).or_insert(0usize) += 1;
        }
        let parts = counts.into_iter().map(|(verdict, count)| format!("{count} {}", verdict.word()));
        let text = parts.collect::<Vec<String>>().join(", ");
        if text.is_empty() { "no checks".to_string() } else { text }
    };
    html! {
        section aria-labelledby="units" {
            h2 id="units" { "Units" }
            @for (name, subprograms) in &groups {
                @let unit = finished.lowered.units.iter().find(|unit| unit.name == *name);
                details open[groups.len() <= 20] {
                    summary {
                        strong { (visible(name)) } ": " (counts(&mut subprograms.values().flatten()))
                        @if let Some(unit) = unit.filter(|unit| !unit.whole()) {
                            "; "
                            @if unit.looked_at { (unit.analysed) " of " (unit.subprograms) " subprograms analysed" }
                            @else { "not analysed" }
                        }
                    }
                    ul {
                        @for (id, findings) in subprograms {
                            @let procedure = finished.subject.program.procedure(*id);
                            li {
                                a href=(site.link(procedure.loc)) { (visible(&procedure.name)) }
                                ": " (counts(&mut findings.iter()))
                                (open_checks(site, findings))
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Links to the checks that are not proved.
fn open_checks(site: &Site<'_>, findings: &[usize]) -> Markup {
    let finished = site.finished;
    let open = findings.iter().filter(|at| Verdict::of(&finished.report.findings[**at]) != Verdict::Proved);
    let open: Vec<&usize> = open.collect();
    html! {
        @if !open.is_empty() {
            ul {
                @for at in open {
                    @let finding = &finished.report.findings[*at];
                    @let check = &finished.subject.program.checks[finding.check.index()];
                    li class=(check::classes(site, finding)) {
                        a href=(site.link_to_check(*at)) { (check::word(Verdict::of(finding))) ": " (check.kind.might_fail()) }
                        ", line " (site.at(check.loc).1)
                    }
                }
            }
        }
    }
}

/// The unit that a check belongs to: the one with the longest name that its subprogram's begins with, or its file.
fn unit_of(site: &Site<'_>, finding: &Finding) -> String {
    let subject = site.finished.subject;
    let file = subject.places.position(subject.program.checks[finding.check.index()].loc).file;
    let unit = owner(&site.finished.lowered.units, &subject.program.procedure(finding.procedure).name, file);
    unit.map_or(file, |unit| unit.name.as_str()).to_string()
}

/// What the result rests on.
fn assumptions(site: &Site<'_>) -> Markup {
    let program = site.finished.subject.program;
    let noted = |message: &&Message| message.diagnostic.message.starts_with(ASSUMED);
    let notes: Vec<&Message> = site.finished.lowered.messages.iter().filter(noted).collect();
    let believed: Vec<_> = program.procedures().filter(|(_, procedure)| procedure.by_contract).collect();
    let mut absent: Vec<&String> =
        program.procedures().filter_map(|(_, procedure)| procedure.origins.all.as_ref()).collect();
    absent.sort();
    absent.dedup();
    let none = notes.is_empty() && believed.is_empty() && absent.is_empty() && program.justifications.is_empty();
    html! {
        section aria-labelledby="assumptions" {
            h2 id="assumptions" { "Assumptions" }
            @if none { p { "The sources ask for none." } }
            @if !notes.is_empty() {
                h3 { "Conditions that are believed" }
                ul { @for note in notes { li { (message(site, note, ASSUMED)) } } }
            }
            @if !believed.is_empty() {
                h3 { "Contracts that stand for bodies where these are called" }
                ul { @for (_, procedure) in believed {
                    li {
                        a href=(site.link(procedure.loc)) { (visible(&procedure.name)) }
                        ", " (site.place(procedure.loc))
                    }
                } }
            }
            @if !absent.is_empty() {
                h3 { "What nobody has looked at, and may do anything that its declaration admits" }
                ul { @for what in absent { li { (visible(what)) } } }
            }
            @if !program.justifications.is_empty() {
                h3 { "Justifications" }
                ul { @for (at, said) in program.justifications.iter().enumerate() {
                    @let count = site.finished.report.findings.iter().filter(|one| one.justified == Some(at)).count();
                    li {
                        a href=(site.link(said.loc)) { (site.place(said.loc)) } ": " (said.claim.word()) ", "
                        code { (visible(&said.pattern)) } ": " (visible(&said.reason))
                        " (checks justified: " (count) ")"
                    }
                } }
            }
        }
    }
}

/// What was not looked at, and why.
fn left_out(site: &Site<'_>) -> Markup {
    let (lowered, coverage) = (site.finished.lowered, site.finished.coverage);
    let warned = |message: &&Message| says_left_out(&message.diagnostic);
    let messages: Vec<&Message> = lowered.messages.iter().filter(warned).collect();
    let units: Vec<_> = lowered.units.iter().filter(|unit| !unit.whole()).collect();
    html! {
        section aria-labelledby="left-out" {
            h2 id="left-out" { "Not analysed" }
            @if coverage.whole() && messages.is_empty() { p { "Nothing was left out." } }
            @if coverage.limited { p { "The options select the checks that are shown." } }
            ul {
                @for unit in units {
                    li {
                        strong { (visible(&unit.name)) } ": "
                        @if unit.looked_at {
                            (unit.subprograms - unit.analysed) " of " (unit.subprograms) " subprograms"
                        }
                        @else { "the unit was not to be analysed" }
                    }
                }
                @for one in messages { li { (message(site, one, "")) } }
            }
        }
    }
}

/// A message with a link to its place, without how it begins.
fn message(site: &Site<'_>, message: &Message, begin: &str) -> Markup {
    let text = message.diagnostic.message.strip_prefix(begin).unwrap_or(&message.diagnostic.message);
    let loc = message.file.map(|file| horn_frontend::ir::Loc::new(file, message.diagnostic.span));
    html! {
        @if let Some(loc) = loc { a href=(site.link(loc)) { (site.place(loc)) } ": " }
        (visible(text))
    }
}

/// How the run was made.
fn run(site: &Site<'_>) -> Markup {
    let finished = site.finished;
    html! {
        section aria-labelledby="run" {
            h2 id="run" { "The run" }
            dl {
                dt { "Tool" } dd { "hornsolve " (env!("CARGO_PKG_VERSION")) }
                dt { "Command line" } dd { code { (visible(&finished.options.command_line)) } }
                dt { "Folder" } dd { code { (visible(&finished.folder.display().to_string())) } }
                dt { "Complete" } dd { (if finished.report.complete() { "yes" } else { "no" }) }
                dt { "Exit code" } dd { (finished.code) }
                @if let Some(signal) = finished.signal { dt { "Ended by" } dd { (signal.name) } }
            }
        }
    }
}
