//! The result for a program as SARIF 2.1.0, for code review tools, and as JSON of our own, for scripts.
//!
//! Rules have the names of GNATprove's. A proved check is a result of kind `pass`, an undecided one `open`, a failing
//! one `fail` with level `error` and a code flow with the steps of its counterexample. Services that show SARIF often
//! look at neither kinds nor suppressions, so that what is proved or justified is there only on request.

use super::fixes::precondition;
use super::formats::Finished;
use super::gnatprove;
use super::ids::Ids;
use super::options::Options;
use super::roots::Roots;
use super::view::Verdict;
use super::written::{Member, written};
use crate::verify::report::{Coverage, Fact, Finding, Outcome, Part, Report};
use horn_frontend::counterexample::Given;
use horn_frontend::interp::Event;
use horn_frontend::ir::{CheckKind, Loc, ProcId};
use horn_frontend::time::{now, rfc3339};
use horn_frontend::{Message, Position, Severity, Span, Subject, Unit};
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
    let Finished { options, subject, report, coverage, folder, code, signal, .. } = finished;
    let shown = Shown { finished, roots: Roots::new(folder, &options.sarif_roots) };
    let mut notes = Vec::new();
    if !report.success(coverage) || coverage.assumptions > 0 || report.by_clients() > 0 {
        let level = if report.complete() { "note" } else { "error" };
        notes.push(json!({ "level": level, "message": { "text": report.summary(coverage) } }));
    }
    let program = subject.program;
    let used: BTreeSet<CheckKind> =
        report.findings.iter().map(|finding| program.checks[finding.check.index()].kind).collect();
    let rules: Vec<Value> = used.iter().map(|kind| rule(*kind)).collect();
    let results = |write: &mut dyn FnMut(Value)| {
        let open = |finding: &&Finding| Verdict::of(finding).is_open() || options.sarif_all;
        report.findings.iter().filter(open).for_each(|finding| write(shown.result(finding)));
        finished.messages().for_each(|one| write(shown.message(one)));
    };
    let mut invocation = json!({
        "commandLine": options.command_line,
        "executionSuccessful": report.complete(),
        "exitCode": code,
        "endTimeUtc": rfc3339(now()),
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
        "originalUriBaseIds": shown.roots.value(),
        "columnKind": "unicodeCodePoints",
    });
    let log = json!({ "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0" });
    let run = Member::Object(run, vec![("results", Member::List(&results))]);
    written(&Member::Object(log, vec![("runs", Member::One(&run))]))
}

/// A result, and how its files are named.
struct Shown<'a> {
    finished: &'a Finished<'a>,
    roots: Roots,
}

impl Shown<'_> {
    /// What a frontend has said, as a result.
    fn message(&self, message: &Message) -> Value {
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
            result["locations"] = json!([self.location(Loc::new(file, message.diagnostic.span), None)]);
        }
        result
    }

    /// What is known of a check.
    fn result(&self, finding: &Finding) -> Value {
        let Finished { options, subject, ids, .. } = self.finished;
        let program = subject.program;
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
            "locations": [self.location(check.loc, Some(procedure))],
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
                "location": self.location(said.loc, None),
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
                let mut steps: Vec<Value> = vec![self.flow_step(program.procedure(finding.procedure).loc, &called)];
                let shown = example.steps.len().saturating_sub(SHOWN_STEPS);
                steps.extend(example.steps[shown..].iter().map(|step| self.flow_step(step.loc, &subject.step(step))));
                steps.push(self.flow_step(check.loc, &text));
                result["codeFlows"] = json!([{ "threadFlows": [{ "locations": steps }] }]);
                if let Some(fix) = self.fix(finding, example.entry).filter(|_| finding.justified.is_none()) {
                    result["fixes"] = json!([fix]);
                }
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

    fn flow_step(&self, loc: Loc, text: &str) -> Value {
        let mut location = self.location(loc, None);
        location["message"] = json!({ "text": text });
        json!({ "location": location })
    }

    fn location(&self, loc: Loc, procedure: Option<&str>) -> Value {
        let places = self.finished.subject.places;
        let Position { file, line, column } = places.position(loc);
        let end = column + places.width(loc);
        let mut location = json!({
            "physicalLocation": {
                "artifactLocation": self.roots.file(file),
                "region": { "startLine": line, "startColumn": column, "endColumn": end },
            },
        });
        if let Some(name) = procedure {
            location["logicalLocations"] = json!([{ "fullyQualifiedName": name, "kind": "function" }]);
        }
        location
    }

    /// The change of the sources that excludes a failure.
    fn fix(&self, finding: &Finding, entry: ProcId) -> Option<Value> {
        let Finished { subject, frontend, lowered, .. } = self.finished;
        let demand = precondition(subject, *frontend, &lowered.texts, finding.check, finding.procedure, entry)?;
        let at = u32::try_from(demand.insertion.at).ok()?;
        let Position { file, line, column } =
            subject.places.position(Loc::new(demand.declared.file, Span::new(at, at)));
        Some(json!({
            "description": { "text": format!("demand `{}` of the callers", demand.condition) },
            "artifactChanges": [{
                "artifactLocation": self.roots.file(file),
                "replacements": [{
                    "deletedRegion": { "startLine": line, "startColumn": column, "endColumn": column },
                    "insertedContent": { "text": demand.insertion.text },
                }],
            }],
        }))
    }
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

/// The result as one JSON object.
pub fn json(finished: &Finished<'_>) -> String {
    let Finished { options, subject, lowered, report, coverage, ids, .. } = finished;
    let checks = |write: &mut dyn FnMut(Value)| {
        for finding in &report.findings {
            write(check(options, subject, ids, finding, report.note(finding.check)));
        }
    };
    let late = finished.late.iter().map(|one| one.rendered(subject.places));
    let messages: Vec<String> = lowered.rendered().into_iter().chain(late).collect();
    let mut value = json!({
        "schema": SCHEMA,
        "tool": { "name": "hornsolve", "version": env!("CARGO_PKG_VERSION") },
        "commandLine": options.command_line,
        "signal": finished.signal.map(|signal| signal.name),
        "complete": report.complete(),
        "facts": report.facts.iter().map(|one| fact(subject, one)).collect::<Vec<Value>>(),
        "messages": messages,
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
    let mut value = json!({ "file": file, "line": line, "column": column, "text": fact.text(subject.notation) });
    if !fact.why.is_empty() {
        value["why"] = json!(fact.why);
    }
    value
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
