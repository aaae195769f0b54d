//! The sources in the page: an ordered list of lines for each file, and at each line what there is to say.

use super::super::view::visible;
use super::{Remark, Site, anchor, check};
use horn_frontend::Severity;
use horn_frontend::ir::FileId;
use maud::{Markup, html};

/// How many lines are a list: a browser lays out only those lists that are seen.
const CHUNK: usize = 100;

/// A file with everything that is said of its lines.
pub(super) fn file(site: &Site<'_>, file: FileId) -> Markup {
    let Some(source) = site.finished.subject.places.source(file) else { return html! {} };
    let text = source.text.strip_suffix('\n').unwrap_or(source.text);
    let lines: Vec<&str> = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line)).collect();
    html! {
        section aria-labelledby={ "file" (file.0) } {
            h3 id={ "file" (file.0) } { (visible(source.name)) }
            @for (chunk, first) in lines.chunks(CHUNK).zip((1..).step_by(CHUNK)) {
                ol class="src" start=(first) {
                    @for (text, number) in chunk.iter().zip(first..) { (line(site, file, number, text)) }
                }
            }
        }
    }
}

fn line(site: &Site<'_>, file: FileId, number: usize, text: &str) -> Markup {
    let text = visible(text);
    if !site.targets.contains(&(file, number)) {
        return html! { li { (text) } };
    }
    let remarks = site.remarks.get(&(file, number)).map(Vec::as_slice).unwrap_or_default();
    html! {
        li id=(anchor(file, number)) { (text) @for remark in remarks { (said(site, *remark)) } }
    }
}

fn said(site: &Site<'_>, remark: Remark) -> Markup {
    match remark {
        Remark::Finding(at) => check::check(site, at),
        Remark::Fact(at) => {
            let fact = &site.finished.report.facts[at];
            let notation = site.finished.subject.notation;
            let text = fact.text(notation);
            let what = text.split_once(": ").map_or("invariant found", |(what, _)| what);
            html! {
                div class="fact" {
                    (what) ": " code { (visible(&notation.all_of(&fact.parts))) }
                    " " button type="button" class="copy" hidden { "copy" }
                    @if !fact.why.is_empty() {
                        ul { @for line in &fact.why { li { (visible(line)) } } }
                    }
                }
            }
        }
        Remark::Message(at) => {
            let Some(diagnostic) = site.finished.messages().nth(at).map(|message| &message.diagnostic) else {
                return html! {};
            };
            let class = match diagnostic.severity {
                Severity::Error => "msg error",
                Severity::Warning => "msg warning",
                Severity::Note => "msg note",
            };
            html! { div class=(class) { b { (diagnostic.severity.to_string()) } ": " (visible(&diagnostic.message)) } }
        }
    }
}
