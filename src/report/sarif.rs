//! The result for a program as SARIF 2.1.0, for code review tools, and as JSON of our own, for scripts.
//!
//! Rules have the names of GNATprove's. A proved check is a result of kind `pass`, an undecided one `open`, a failing
//! one `fail` with level `error` and a code flow with the steps of its counterexample. Services that show SARIF often
//! look at neither kinds nor suppressions, so that what is proved or justified is there only on request.

use super::formats::Finished;
use super::gnatprove;
use super::ids::Ids;
use super::options::Options;
use super::view::Verdict;
use super::written::{Member, written};
use crate::verify::report::{Coverage, Fact, Finding, Outcome, Part, Report};
use horn_frontend::counterexample::Given;
use horn_frontend::interp::Event;
use horn_frontend::ir::{CheckKind, Loc};
use horn_frontend::{Message, Places, Position, Severity, Subject, Unit};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The schema of the JSON: `docs/schema/hornsolve-1.json`. Fields are added under the same number.
pub const SCHEMA: &str = "hornsolve/1";
/// How many steps of a trace are shown: the last ones.
const SHOWN_STEPS: usize = 400;

/// The taxonomy of the rules.
const CWE: &str = "CWE";

/// The SARIF log of a run. What was not looked at is a notification of the invocation.
pub fn sarif(finished: &Finished<'_>) -> String {
    let Finished { options, subject, lowered, report, coverage, folder, code, signal, .. } = finished;
    let mut notes = Vec::new();
    if !report.success(coverage) || coverage.assumptions > 0 || report.by_clients() > 0 {
        let level = if report.complete() { "note" } else { "error" };
        notes.push(json!({ "level": level, "message": { "text": report.summary(coverage) } }));
    }
    let Subject { program, places, .. } = subject;
    let used: BTreeSet<CheckKind> =
        report.findings.iter().map(|finding| program.checks[finding.check.index()].kind).collect();
    let rules: Vec<Value> = used.iter().map(|kind| rule(*kind)).collect();
    let results = |write: &mut dyn FnMut(Value)| {
        let open = |finding: &&Finding| Verdict::of(finding).is_open() || options.sarif_all;
        report.findings.iter().filter(open).for_each(|finding| write(result(finished, finding)));
        lowered.messages.iter().for_each(|one| write(message(places, one)));
    };
    let mut invocation = json!({
        "commandLine": options.command_line,
        "executionSuccessful": report.complete(),
        "exitCode": code,
        "toolExecutionNotifications": notes,
    });
    if let Some(signal) = signal {
        invocation["exitSignalNumber"] = json!(signal.number);
        invocation["exitSignalName"] = json!(signal.name);
    }
    let run = json!({
        "tool": { "driver": {
            "name": "hornsolve",
            "version": env!("CARGO_PKG_VERSION"),
            "rules": rules,
            "supportedTaxonomies": [{ "name": CWE }],
        }},
        "taxonomies": weaknesses(&used),
        "automationDetails": { "id": "hornsolve/" },
        "invocations": [invocation],
        "originalUriBaseIds": { "%SRCROOT%": { "uri": format!("file://{}/", uri(&folder.display().to_string())) } },
        "columnKind": "unicodeCodePoints",
    });
    let log = json!({ "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0" });
    let run = Member::Object(run, vec![("results", Member::List(&results))]);
    written(&Member::Object(log, vec![("runs", Member::One(&run))]))
}

/// What a frontend has said, as a result.
fn message(places: &Places<'_>, message: &Message) -> Value {
    let (level, rule) = match message.diagnostic.severity {
        Severity::Error => ("error", "ERROR"),
        Severity::Warning => ("warning", "WARNING"),
        Severity::Note => ("note", "NOTE"),
    };
    let mut result = json!({
        "ruleId": rule,
        "level": level,
        "kind": "fail",
        "message": { "text": message.diagnostic.message },
    });
    if let Some(file) = message.file {
        result["locations"] = json!([location(places, Loc::new(file, message.diagnostic.span), None)]);
    }
    result
}

fn rule(kind: CheckKind) -> Value {
    let mut rule = json!({
        "id": kind.rule(),
        "name": kind.rule(),
        "shortDescription": { "text": kind.might_fail() },
    });
    let mut help = format!("Where it is not proved: {}. Where it is proved: {}.", kind.might_fail(), kind.proved());
    if let Some(number) = kind.cwe() {
        let uri = format!("https://cwe.mitre.org/data/definitions/{number}.html");
        rule["properties"] = json!({ "tags": [format!("external/cwe/cwe-{number:03}")] });
        rule["relationships"] = json!([{
            "target": { "id": number.to_string(), "toolComponent": { "name": CWE } },
            "kinds": ["relevant"],
        }]);
        help += &format!(" The weakness is CWE {number} ({uri}).");
        rule["helpUri"] = json!(uri);
    }
    rule["fullDescription"] =
        json!({ "text": format!("Decided for all runs: {}. A run that fails is shown.", kind.might_fail()) });
    rule["help"] = json!({ "text": help });
    rule["defaultConfiguration"] = json!({ "level": "error" });
    rule
}

/// The weaknesses that the rules are about, as a taxonomy.
fn weaknesses(used: &BTreeSet<CheckKind>) -> Value {
    let numbers: BTreeSet<u32> = used.iter().filter_map(|kind| kind.cwe()).collect();
    let taxon = |number: &u32| {
        json!({
            "id": number.to_string(),
            "helpUri": format!("https://cwe.mitre.org/data/definitions/{number}.html"),
        })
    };
    json!([{
        "name": CWE,
        "fullName": "Common Weakness Enumeration",
        "organization": "MITRE",
        "informationUri": "https://cwe.mitre.org/",
        "taxa": numbers.iter().map(taxon).collect::<Vec<Value>>(),
    }])
}

fn result(finished: &Finished<'_>, finding: &Finding) -> Value {
    let Finished { options, subject, ids, .. } = finished;
    let Subject { program, places, .. } = subject;
    let check = &program.checks[finding.check.index()];
    let (kind, level, text) = match &finding.outcome {
        Outcome::Proved => ("pass", "none", check.kind.proved().to_string()),
        Outcome::Unknown(_) | Outcome::UpTo(_) => {
            ("open", "none", gnatprove::Message::new(options, subject, check, finding).text)
        }
        Outcome::Fails(_) => ("fail", "error", gnatprove::Message::new(options, subject, check, finding).text),
    };
    let procedure = &program.procedure(finding.procedure).name;
    let mut result = json!({
        "ruleId": check.kind.rule(),
        "kind": kind,
        "level": level,
        "message": { "text": text },
        "locations": [location(places, check.loc, Some(procedure))],
    });
    result["partialFingerprints"] = json!({ "hornsolve/v1": ids.get(finding.check) });
    if let Some(baseline) = &options.baseline {
        result["baselineState"] = json!(baseline.since(ids, finding).word());
    }
    if let Some(number) = check.kind.cwe() {
        result["taxa"] = json!([{ "id": number.to_string(), "toolComponent": { "name": CWE } }]);
    }
    if let Some(said) = finding.justified.and_then(|at| program.justifications.get(at)) {
        let why = format!("{}: {}", said.claim.word(), said.reason);
        result["suppressions"] = json!([{
            "kind": "inSource",
            "status": "accepted",
            "justification": why,
            "location": location(places, said.loc, None),
        }]);
    }
    let mut properties = json!({ "by": finding.by.to_string() });
    if !check.reason.is_empty() {
        properties["reasonForCheck"] = json!(check.reason);
    }
    match &finding.outcome {
        Outcome::Fails(example) => {
            let call = subject.call(example);
            let called = if example.deeds.is_empty() { format!("{call} is called") } else { call };
            let mut steps: Vec<Value> = vec![flow_step(places, program.procedure(finding.procedure).loc, &called)];
            let shown = example.steps.len().saturating_sub(SHOWN_STEPS);
            steps.extend(example.steps[shown..].iter().map(|step| flow_step(places, step.loc, &subject.step(step))));
            steps.push(flow_step(places, check.loc, &text));
            result["codeFlows"] = json!([{ "threadFlows": [{ "locations": steps }] }]);
            properties["counterexample"] = json!(subject.example(example));
            if let Some(iterations) = subject.iterations(check.loc, example) {
                properties["iterations"] = json!(iterations);
            }
        }
        Outcome::Unknown(why) => properties["notDecided"] = json!(why),
        Outcome::UpTo(bound) => properties["noViolationUpTo"] = json!(bound),
        Outcome::Proved if finding.by_clients => properties["provedForClients"] = json!(true),
        Outcome::Proved => {}
    }
    result["properties"] = json!({ "gnatprove": properties });
    result
}

fn flow_step(places: &Places<'_>, loc: Loc, text: &str) -> Value {
    let mut location = location(places, loc, None);
    location["message"] = json!({ "text": text });
    json!({ "location": location })
}

fn location(places: &Places<'_>, loc: Loc, procedure: Option<&str>) -> Value {
    let Position { file, line, column } = places.position(loc);
    let artifact = if file.starts_with('/') {
        json!({ "uri": format!("file://{}", uri(file)) })
    } else {
        json!({ "uri": uri(file), "uriBaseId": "%SRCROOT%" })
    };
    let end = column + places.width(loc);
    let mut location = json!({
        "physicalLocation": {
            "artifactLocation": artifact,
            "region": { "startLine": line, "startColumn": column, "endColumn": end },
        },
    });
    if let Some(name) = procedure {
        location["logicalLocations"] = json!([{ "fullyQualifiedName": name, "kind": "function" }]);
    }
    location
}

/// A path with the characters escaped that an address cannot have.
fn uri(path: &str) -> String {
    let mut text = String::new();
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            text.push(char::from(byte));
        } else {
            text += &format!("%{byte:02X}");
        }
    }
    text
}

/// The result as one JSON object.
pub fn json(finished: &Finished<'_>) -> String {
    let Finished { options, subject, lowered, report, coverage, ids, .. } = finished;
    let checks = |write: &mut dyn FnMut(Value)| {
        for finding in &report.findings {
            write(check(options, subject, ids, finding, report.note(finding.check)));
        }
    };
    let mut value = json!({
        "schema": SCHEMA,
        "tool": { "name": "hornsolve", "version": env!("CARGO_PKG_VERSION") },
        "commandLine": options.command_line,
        "signal": finished.signal.map(|signal| signal.name),
        "complete": report.complete(),
        "facts": report.facts.iter().map(|one| fact(subject, one)).collect::<Vec<Value>>(),
        "messages": lowered.rendered(),
        "summary": summary(report, coverage),
    });
    if let Some(shard) = finished.shard {
        value["shard"] = shard.clone();
    }
    written(&Member::Object(value, vec![("checks", Member::List(&checks))]))
}

/// What is known of a check, as one JSON object.
pub fn check(options: &Options, subject: &Subject<'_>, ids: &Ids, finding: &Finding, note: Option<&str>) -> Value {
    let Subject { program, places, .. } = subject;
    let check = &program.checks[finding.check.index()];
    let Position { file, line, column } = places.position(check.loc);
    let mut value = json!({
        "id": ids.get(finding.check),
        "file": file,
        "line": line,
        "column": column,
        "rule": check.kind.rule(),
        "subprogram": program.procedure(finding.procedure).name,
        "condition": check.condition,
        "status": finding.outcome.word(),
        "by": finding.by.to_string(),
        "seconds": finding.time.as_secs_f64(),
    });
    match &finding.outcome {
        Outcome::Proved => value["message"] = json!(check.kind.proved()),
        _ => value["message"] = json!(gnatprove::Message::new(options, subject, check, finding).text),
    }
    if let Some(note) = note {
        value["note"] = json!(note);
    }
    if let Some(baseline) = &options.baseline {
        value["baseline"] = json!(baseline.since(ids, finding).word());
    }
    if finding.by_clients {
        value["forClients"] = json!(true);
    }
    if let Some(said) = finding.justified.and_then(|at| program.justifications.get(at)) {
        let Position { file, line, column } = places.position(said.loc);
        value["justification"] = json!({
            "file": file, "line": line, "column": column, "claim": said.claim.word(), "text": said.reason,
        });
    }
    if let Outcome::Unknown(why) = &finding.outcome {
        value["reason"] = json!(why);
    }
    if let Outcome::Fails(example) = &finding.outcome {
        let pairs = |given: &[Given]| {
            subject
                .pairs(given)
                .iter()
                .map(|(name, value)| json!({ "name": name, "value": value }))
                .collect::<Vec<Value>>()
        };
        let step = |step: &Event| {
            let Position { file, line, column } = places.position(step.loc);
            json!({ "file": file, "line": line, "column": column, "text": subject.step(step) })
        };
        let iteration = |(loc, number): &(Loc, u64)| {
            let Position { file, line, column } = places.position(*loc);
            json!({ "file": file, "line": line, "column": column, "iteration": number })
        };
        value["counterexample"] = json!({
            "entry": program.procedure(example.entry).name,
            "inputs": pairs(&example.inputs),
            "globals": pairs(&example.globals),
            "calls": subject.deeds(example),
            "values": pairs(&example.values),
            "iterations": example.iterations.iter().map(iteration).collect::<Vec<Value>>(),
            "omitted": example.omitted,
            "steps": example.steps.iter().map(step).collect::<Vec<Value>>(),
        });
    }
    value
}

/// What holds at a place, as one JSON object.
pub fn fact(subject: &Subject<'_>, fact: &Fact) -> Value {
    let Position { file, line, column } = subject.places.position(fact.loc);
    json!({ "file": file, "line": line, "column": column, "text": fact.text(subject.notation) })
}

/// A unit, as one JSON object.
pub fn unit(unit: &Unit) -> Value {
    let Unit { name, subprograms, analysed, looked_at } = unit;
    json!({ "name": name, "subprograms": subprograms, "analysed": analysed, "lookedAt": looked_at })
}

/// The sums, as one JSON object.
pub fn summary(report: &Report, coverage: &Coverage<'_>) -> Value {
    json!({
        "checks": report.findings.len(),
        "proved": report.proved(),
        "failing": report.failing(),
        "unknown": report.findings.len() - report.proved() - report.failing(),
        "justified": report.justified(),
        "success": report.success(coverage),
        "leftOut": coverage.left_out,
        "assumptions": coverage.assumptions,
        "provedForClients": report.by_clients(),
        "limited": coverage.limited || coverage.part != Part::Whole,
        "units": coverage.units.iter().map(unit).collect::<Vec<Value>>(),
        "text": report.summary(coverage),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_addresses() {
        assert_eq!(uri("src/a b-é.txt"), "src/a%20b-%C3%A9.txt");
    }
}
