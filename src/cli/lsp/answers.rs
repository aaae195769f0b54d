//! What an editor is shown: diagnostics, hovers, lenses and actions, as the protocol has them.

use super::analysis::{Analysis, Excuse, File, Level, Mark};
use super::text::{Encoding, uri_of};
use horn_frontend::{Insertion, Table, for_path};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// The command that verifies a file: its address, and the level of effort.
pub const VERIFY: &str = "hornsolve.verify";

/// What the client understands.
#[derive(Clone, Copy, Debug, Default)]
pub struct Client {
    /// How it counts characters.
    pub encoding: Encoding,
    /// Whether edits may create files.
    pub creates: bool,
    /// Whether it shows progress.
    pub progress: bool,
    /// Whether edits may have a place for the cursor.
    pub snippets: bool,
    /// Whether it asks for diagnostics when it is told that there are others.
    pub pulls: bool,
    /// What else it asks for again then.
    pub refreshes: Refreshes,
}

/// What a client asks for again when it is told that there is something new.
#[derive(Clone, Copy, Debug, Default)]
pub struct Refreshes {
    /// Lenses.
    pub lenses: bool,
    /// Hints.
    pub hints: bool,
}

/// The reason that an annotation has until somebody writes another one.
const REASON: &str = "the reason";

/// The diagnostics of a file, with places in others.
pub fn diagnostics(client: Client, analysis: &Analysis, file: &File) -> Value {
    let one = |mark: &Mark| {
        let level = mark.level? as u8;
        let mut value = json!({
            "range": client.encoding.range(&file.text, mark.span.0, mark.span.1),
            "severity": level,
            "source": "hornsolve",
            "code": mark.rule,
            "message": mark.message,
        });
        if let Some(number) = mark.weakness {
            let href = format!("https://cwe.mitre.org/data/definitions/{number}.html");
            value["codeDescription"] = json!({ "href": href });
        }
        let related = mark.steps.iter().filter_map(|step| {
            let text = &analysis.files.get(&step.path)?.text;
            let range = client.encoding.range(text, step.span.0, step.span.1);
            Some(json!({ "location": { "uri": uri_of(&step.path), "range": range }, "message": step.text }))
        });
        let related: Vec<Value> = related.collect();
        if !related.is_empty() {
            value["relatedInformation"] = json!(related);
        }
        Some(value)
    };
    file.marks.iter().filter_map(one).collect()
}

/// What is told of a place: of the smallest checks around it, and of the loop that begins in its line.
pub fn hover(client: Client, file: &File, at: usize) -> Value {
    let around = |span: (usize, usize)| (span.0..span.1.max(span.0 + 1)).contains(&at);
    let marks: Vec<&Mark> = file.marks.iter().filter(|mark| around(mark.span)).collect();
    let smallest = marks.iter().map(|mark| mark.span.1 - mark.span.0).min();
    let marks: Vec<&Mark> = marks.into_iter().filter(|mark| Some(mark.span.1 - mark.span.0) == smallest).collect();
    let mut texts: Vec<&str> = marks.iter().map(|mark| mark.hover.as_str()).collect();
    let line = |at: usize| file.text.get(..at).map_or(0, |before| before.matches('\n').count());
    let found = file.found.iter().filter(|found| line(found.span.0) == line(at));
    texts.extend(found.map(|found| found.text.as_str()));
    if texts.is_empty() {
        return Value::Null;
    }
    let mut value = json!({ "contents": { "kind": "markdown", "value": texts.join("\n\n---\n\n") } });
    if let Some(mark) = marks.first() {
        value["range"] = client.encoding.range(&file.text, mark.span.0, mark.span.1);
    }
    value
}

/// `7/9 proved` above subprograms.
pub fn lenses(client: Client, path: &Path, file: &File) -> Value {
    let lenses = file.counts.iter().map(|counts| {
        json!({
            "range": client.encoding.range(&file.text, counts.at, counts.at),
            "command": { "title": counts.text, "command": VERIFY, "arguments": [uri_of(path)] },
        })
    });
    lenses.collect()
}

/// The runs that fail, at the ends of their lines: what each step has done. A line has those of one run, of the first
/// that has something for it, and of this the last.
pub fn hints(client: Client, analysis: &Analysis, path: &Path, (start, end): (usize, usize)) -> Value {
    let Some(file) = analysis.files.get(path) else { return json!([]) };
    let mut lines: BTreeMap<usize, (usize, &str, &str)> = BTreeMap::new();
    let failing = analysis.files.values().flat_map(|file| &file.marks);
    let failing = failing.filter(|mark| mark.level == Some(Level::Error) && !mark.steps.is_empty());
    for (number, mark) in failing.enumerate() {
        for step in mark.steps.iter().filter(|step| step.path == *path) {
            let Some(rest) = file.text.get(step.span.0..) else { continue };
            let line_end = step.span.0 + rest.find(['\r', '\n']).unwrap_or(rest.len());
            let known = lines.entry(line_end).or_insert((number, &step.text, &mark.message));
            if known.0 == number {
                known.1 = &step.text;
            }
        }
    }
    let shown = lines.range(start..).filter(|(at, _)| file.text[..**at].rfind('\n').map_or(0, |at| at + 1) <= end);
    let hint = |(at, (_, text, message)): (&usize, &(usize, &str, &str))| {
        json!({
            "position": client.encoding.position(&file.text, *at),
            "label": *text,
            "tooltip": *message,
            "paddingLeft": true,
        })
    };
    shown.map(hint).collect()
}

/// An edit of one file with a place for the cursor, if the client can have one.
fn edit_with_cursor(client: Client, path: &Path, text: &str, insertion: &Insertion) -> Value {
    if !client.snippets {
        return edit(client, path, text, insertion);
    }
    let range = client.encoding.range(text, insertion.at, insertion.at);
    let escaped = |text: &str| text.replace('\\', "\\\\").replace('$', "\\$").replace('}', "\\}");
    let value = escaped(&insertion.text).replace(REASON, &format!("${{1:{REASON}}}"));
    json!({ "documentChanges": [{
        "textDocument": { "uri": uri_of(path), "version": null },
        "edits": [{ "range": range, "snippet": { "kind": "snippet", "value": value } }],
    }] })
}

/// An edit of one file.
fn edit(client: Client, path: &Path, text: &str, insertion: &Insertion) -> Value {
    let range = client.encoding.range(text, insertion.at, insertion.at);
    json!({ "changes": { uri_of(path): [{ "range": range, "newText": insertion.text }] } })
}

/// What can be done in a range of a file. `fresh` says whether the text of another file is the one that was analysed.
pub fn actions(
    client: Client,
    table: Table,
    analysis: &Analysis,
    path: &Path,
    (start, end): (usize, usize),
    fresh: &dyn Fn(&Path) -> bool,
) -> Value {
    let Some(file) = analysis.files.get(path) else { return json!([]) };
    let meets = |span: (usize, usize)| span.0 <= end && start <= span.1;
    let mut actions = Vec::new();
    for mark in file.marks.iter().filter(|mark| meets(mark.span) && mark.level.is_some()) {
        if let Some((condition, place, insertion)) = mark.precondition.as_ref().filter(|(_, place, _)| fresh(place))
            && let Some(other) = analysis.files.get(place)
        {
            actions.push(json!({
                "title": format!("Demand `{condition}` of the callers"),
                "kind": "quickfix",
                "edit": edit(client, place, &other.text, insertion),
            }));
        }
        if let Some(test) = mark.test.as_ref().filter(|_| client.creates) {
            let target = path.with_file_name(&test.name);
            let uri = uri_of(&target);
            let start = json!({ "line": 0, "character": 0 });
            actions.push(json!({
                "title": format!("Write the test `{}` that fails here", test.name),
                "kind": "quickfix",
                "edit": { "documentChanges": [
                    { "kind": "create", "uri": uri, "options": { "overwrite": true } },
                    {
                        "textDocument": { "uri": uri, "version": null },
                        "edits": [{ "range": { "start": start, "end": start }, "newText": test.text }],
                    },
                ] },
            }));
        }
        let frontend = for_path(table, path);
        let justified =
            |excuse: &Excuse| frontend?.justification(&file.text, mark.span.0, &excuse.message, excuse.fails, REASON);
        if let Some(insertion) = mark.excuse.as_ref().and_then(justified) {
            actions.push(json!({
                "title": format!("Justify `{}`", mark.rule),
                "kind": "quickfix",
                "edit": edit_with_cursor(client, path, &file.text, &insertion),
            }));
        }
        if mark.open {
            let title = "Prove with more time (level 4)";
            actions.push(json!({
                "title": title,
                "kind": "quickfix",
                "command": { "title": title, "command": VERIFY, "arguments": [uri_of(path), 4] },
            }));
        }
    }
    for found in file.found.iter().filter(|found| meets(found.span)) {
        if let Some(insertion) = &found.insertion {
            actions.push(json!({
                "title": "State the loop invariant that was found",
                "kind": "refactor.rewrite",
                "edit": edit(client, path, &file.text, insertion),
            }));
        }
    }
    actions.dedup();
    Value::Array(actions)
}
