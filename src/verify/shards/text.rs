//! What a shard hands over, as JSON: verdicts by the numbers that checks have in the program of the plan, runs as the
//! values that they were given.
//!
//! Whatever is read is looked at before it is used: numbers are those of the program, and a check fails only if its
//! run, repeated by the interpreter, fails there. That something is proved is believed.

use crate::verify::bounded::{Conclusion, Unfinished};
use crate::verify::report::{Fact, FactKind, Finding, Outcome, Report};
use crate::verify::runs::Runs;
use horn_frontend::Subject;
use horn_frontend::diagnostic::Span;
use horn_frontend::ir::{self, CheckId, FileId, Loc, ProcId, Program};
use horn_solver::smt::CancelToken;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;

/// What a shard hands over.
#[derive(Clone, Debug, PartialEq)]
pub struct Handed(pub Value);

/// What there is to hand over of a report.
pub fn handed(subject: &Subject<'_>, report: &Report) -> Handed {
    let runs = Runs::of(subject.program);
    let finding = |finding: &Finding| {
        // Whether the checks hold that its run gets past others may know.
        let outcome = match &finding.may_fail {
            Some(example) => &Outcome::Fails(example.clone()),
            None => &finding.outcome,
        };
        let mut value = json!({
            "check": finding.check.0,
            "outcome": outcome.word(),
            "by": finding.by.to_string(),
            "nanoseconds": u64::try_from(finding.time.as_nanos()).unwrap_or(u64::MAX),
        });
        match outcome {
            Outcome::Proved => value["forClients"] = json!(finding.by_clients),
            Outcome::UpTo(bound) => value["bound"] = json!(bound),
            Outcome::Unknown(why) => value["why"] = json!(why),
            Outcome::Fails(example) => value["run"] = json!(runs.whole(example)),
        }
        value
    };
    let place = |loc: Loc| json!([loc.file.0, loc.span.start, loc.span.end]);
    let fact = |fact: &Fact| {
        let kind = if fact.kind == FactKind::Package { "package" } else { "loop" };
        json!({ "kind": kind, "place": place(fact.loc), "parts": fact.parts, "why": fact.why })
    };
    let unfinished =
        |one: &Unfinished| json!({ "place": place(one.loc), "recursion": one.recursion, "bound": one.bound });
    let conclusion = |(entry, conclusion): &(ProcId, Conclusion)| match conclusion {
        Conclusion::Successful => json!([entry.0, "successful"]),
        Conclusion::Invariant => json!([entry.0, "invariant"]),
        Conclusion::UpTo(bound) => json!([entry.0, "bounded", bound]),
        Conclusion::Failed => json!([entry.0, "failed"]),
        Conclusion::Unknown => json!([entry.0, "unknown"]),
    };
    Handed(json!({
        "findings": report.findings.iter().map(finding).collect::<Vec<Value>>(),
        "facts": report.facts.iter().map(fact).collect::<Vec<Value>>(),
        "notes": report.notes.iter().map(|(check, note)| json!([check.0, note])).collect::<Vec<Value>>(),
        "unfinished": report.unfinished.iter().map(unfinished).collect::<Vec<Value>>(),
        "conclusions": report.conclusions.iter().map(conclusion).collect::<Vec<Value>>(),
        "cutShort": report.cut_short,
        "steps": report.steps,
    }))
}

impl Handed {
    /// The report, if it is one about exactly these checks, which stand in these subprograms.
    ///
    /// # Errors
    /// It is none; says what is wrong.
    pub fn report(
        &self,
        subject: &Subject<'_>,
        own: &BTreeMap<CheckId, ProcId>,
        cancel: &CancelToken,
    ) -> Result<Report, String> {
        let reader = Reader { subject, runs: Runs::of(subject.program), cancel };
        let Value::Object(parts) = &self.0 else { return Err(form("the whole")) };
        let list = |name: &str| parts.get(name).and_then(Value::as_array).map(Vec::as_slice).ok_or_else(|| form(name));
        let mut findings = BTreeMap::new();
        for value in list("findings")? {
            let number = number(&value["check"]).ok_or_else(|| form("the number of a check"))?;
            let check = CheckId(number);
            let Some(procedure) = own.get(&check) else {
                return Err(format!("check {number} is none of its own"));
            };
            if findings.insert(check, reader.finding(value, check, *procedure)?).is_some() {
                return Err(format!("check {number} is there twice"));
            }
        }
        if let Some(lost) = own.keys().find(|check| !findings.contains_key(check)) {
            return Err(format!("nothing is said of check {}", lost.0));
        }
        let note = |value: &Value| {
            let check = number(&value[0]).map(CheckId).filter(|check| own.contains_key(check));
            check.zip(value[1].as_str().map(str::to_string)).ok_or_else(|| form("a note"))
        };
        Ok(Report {
            findings: findings.into_values().collect(),
            facts: list("facts")?.iter().map(|value| reader.fact(value)).collect::<Result<_, String>>()?,
            notes: list("notes")?.iter().map(note).collect::<Result<_, String>>()?,
            steps: parts.get("steps").and_then(Value::as_u64).ok_or_else(|| form("steps"))?,
            cut_short: parts.get("cutShort").and_then(Value::as_bool).ok_or_else(|| form("cutShort"))?,
            unfinished: list("unfinished")?.iter().map(|one| reader.unfinished(one)).collect::<Result<_, String>>()?,
            conclusions: list("conclusions")?
                .iter()
                .map(|one| reader.conclusion(one))
                .collect::<Result<_, String>>()?,
            warnings: Vec::new(),
        })
    }
}

fn form(what: &str) -> String {
    format!("{what} is not as it was written")
}

fn number(value: &Value) -> Option<u32> {
    value.as_u64().and_then(|number| u32::try_from(number).ok())
}

struct Reader<'a> {
    subject: &'a Subject<'a>,
    runs: Runs<'a>,
    cancel: &'a CancelToken,
}

impl Reader<'_> {
    fn finding(&self, value: &Value, check: CheckId, procedure: ProcId) -> Result<Finding, String> {
        let text = |name: &str| value[name].as_str().ok_or_else(|| form(name));
        let outcome = match text("outcome")? {
            "proved" => Outcome::Proved,
            "bounded" => Outcome::UpTo(number(&value["bound"]).ok_or_else(|| form("a bound"))?),
            "unknown" => Outcome::Unknown(text("why")?.to_string()),
            "fails" if value["run"].is_null() => {
                Outcome::Unknown("a run fails there, which is too long to be repeated here".to_string())
            }
            "fails" => self.failing(text("run")?, check)?,
            other => return Err(format!("`{other}` is no verdict")),
        };
        let nanoseconds = value["nanoseconds"].as_u64().ok_or_else(|| form("a time"))?;
        let (by, time) = (text("by")?.parse()?, Duration::from_nanos(nanoseconds));
        let by_clients = value["forClients"].as_bool().unwrap_or(false);
        Ok(Finding { by_clients, ..Finding::new(check, procedure, outcome, by, time) })
    }

    /// A check that fails, if the run does. That of a client is one of the program in which it is an entry.
    fn failing(&self, run: &str, check: CheckId) -> Result<Outcome, String> {
        let program: &Program = self.subject.program;
        let entry = Runs::entry_of(run, program).ok_or_else(|| form("a run"))?;
        let client = program.clients.iter().position(|client| client.procedure == entry);
        let example = match client {
            Some(at) => {
                let inner = ir::instead(program, &[at]);
                Runs::of(&inner).repeated_whole(run, check, self.cancel)
            }
            None => self.runs.repeated_whole(run, check, self.cancel),
        };
        match example {
            Some(example) => Ok(Outcome::Fails(example)),
            None if self.cancel.is_cancelled() => Ok(Outcome::Unknown("not reached".to_string())),
            None => Err(format!("the run that is to fail at check {} does not", check.0)),
        }
    }

    fn place(&self, value: &Value) -> Result<Loc, String> {
        let numbers = [number(&value[0]), number(&value[1]), number(&value[2])];
        let [Some(file), Some(start), Some(end)] = numbers else { return Err(form("a place")) };
        let file = FileId(file);
        let source = self.subject.places.source(file).ok_or_else(|| form("a file"))?;
        if start > end || source.text.get(start as usize..end as usize).is_none() {
            return Err(form("a place"));
        }
        Ok(Loc::new(file, Span::new(start, end)))
    }

    fn fact(&self, value: &Value) -> Result<Fact, String> {
        let kind = match value["kind"].as_str() {
            Some("loop") => FactKind::Loop,
            Some("package") => FactKind::Package,
            _ => return Err(form("a fact")),
        };
        let parts = value["parts"].as_array().ok_or_else(|| form("a fact"))?;
        let parts: Option<Vec<String>> = parts.iter().map(|part| Some(part.as_str()?.to_string())).collect();
        let why = value["why"].as_array().map(Vec::as_slice).unwrap_or_default();
        let why = why.iter().map(|line| line.as_str().map(str::to_string).ok_or_else(|| form("a reason")));
        Ok(Fact {
            kind,
            loc: self.place(&value["place"])?,
            parts: parts.ok_or_else(|| form("a fact"))?,
            why: why.collect::<Result<_, String>>()?,
        })
    }

    fn unfinished(&self, value: &Value) -> Result<Unfinished, String> {
        let recursion = value["recursion"].as_bool().ok_or_else(|| form("a recursion"))?;
        let bound = number(&value["bound"]).ok_or_else(|| form("a bound"))?;
        Ok(Unfinished { loc: self.place(&value["place"])?, recursion, bound })
    }

    fn conclusion(&self, value: &Value) -> Result<(ProcId, Conclusion), String> {
        let known = |entry: &ProcId| entry.index() < self.subject.program.procedures.len();
        let entry = number(&value[0]).map(ProcId).filter(known).ok_or_else(|| form("an entry"))?;
        let conclusion = match (value[1].as_str(), number(&value[2])) {
            (Some("successful"), _) => Conclusion::Successful,
            (Some("invariant"), _) => Conclusion::Invariant,
            (Some("bounded"), Some(bound)) => Conclusion::UpTo(bound),
            (Some("failed"), _) => Conclusion::Failed,
            (Some("unknown"), _) => Conclusion::Unknown,
            _ => return Err(form("a conclusion")),
        };
        Ok((entry, conclusion))
    }
}
