//! What is open of the result for a program in the form of GitLab's code quality reports, the one that Code Climate
//! has: a list of objects, each with a fingerprint by which two runs are compared.

use super::formats::Finished;
use super::gnatprove::Message;
use super::view::Verdict;
use horn_frontend::Severity;
use horn_frontend::ir::Loc;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The list.
pub fn list(finished: &Finished<'_>) -> Value {
    let (subject, options) = (finished.subject, finished.options);
    let location = |loc: Loc| {
        let position = subject.places.position(loc);
        let path = position.file.strip_prefix("./").unwrap_or(position.file);
        json!({ "path": path, "lines": { "begin": position.line } })
    };
    let mut list = Vec::new();
    for finding in &finished.report.findings {
        let severity = match Verdict::of(finding) {
            Verdict::Proved | Verdict::Justified => continue,
            Verdict::Fails => "critical",
            Verdict::Undecided => "major",
            Verdict::Bounded => "minor",
        };
        let check = &subject.program.checks[finding.check.index()];
        list.push(json!({
            "description": Message::new(options, subject, check, finding).one_line(),
            "check_name": check.kind.rule(),
            "fingerprint": finished.ids.get(finding.check),
            "severity": severity,
            "location": location(check.loc),
        }));
    }
    // Of messages with the same text the later ones have a number.
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for message in finished.messages() {
        let (name, severity) = match message.diagnostic.severity {
            Severity::Error => ("ERROR", "blocker"),
            Severity::Warning => ("WARNING", "info"),
            Severity::Note => continue,
        };
        let Some(file) = message.file else { continue };
        let loc = Loc::new(file, message.diagnostic.span);
        let key = format!("{name} {} {}", subject.places.position(loc).file, message.diagnostic.message);
        let number = seen.entry(key.clone()).or_insert(0);
        *number += 1;
        list.push(json!({
            "description": message.diagnostic.message,
            "check_name": name,
            "fingerprint": super::ids::hash(&[&key, &number.to_string()]),
            "severity": severity,
            "location": location(loc),
        }));
    }
    Value::Array(list)
}
