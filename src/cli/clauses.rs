//! The answer for clauses as JSON, under the schema of the results for programs.

use super::options::{Input, Options};
use crate::answer::{self, word};
use crate::files;
use crate::pipeline::Answer;
use crate::report::{sarif::SCHEMA, statistics};
use horn_solver::system::{Reason, Verdict};
use serde_json::{Value, json};

/// What there is to say where nothing is known.
fn nothing(options: &Options) -> Value {
    let file = match &options.input {
        Input::File(path) => json!(path.to_string_lossy()),
        Input::Stdin => Value::Null,
    };
    json!({
        "schema": SCHEMA,
        "tool": { "name": "hornsolve", "version": env!("CARGO_PKG_VERSION") },
        "file": file,
        "verdict": "unknown",
        "reason": Value::Null,
        "model": Value::Null,
        "refutation": Value::Null,
        "statistics": Value::Null,
    })
}

/// The object for a run without an answer.
pub fn unknown(options: &Options, reason: &Reason) -> Value {
    let mut value = nothing(options);
    value["reason"] = json!(reason.to_string());
    value
}

/// The object for an answer: a model with all definitions and those of each predicate, the steps of a refutation.
pub fn object(options: &Options, answer: &mut Answer) -> Value {
    let mut value = nothing(options);
    let Answer { problem, verdict, statistics, .. } = answer;
    value["verdict"] = json!(word(verdict));
    value["statistics"] = statistics::value(statistics, word(verdict));
    match &*verdict {
        Verdict::Sat(model) => {
            let (text, _) = answer::model::text_and_helpers(problem, model);
            let found = answer::model::definitions(problem, model);
            let predicates = found.predicates.iter().map(|(name, text)| json!({ "name": name, "definition": text }));
            value["model"] = json!({
                "text": text,
                "helpers": found.helpers,
                "predicates": predicates.collect::<Vec<Value>>(),
            });
        }
        Verdict::Unsat(refutation) => {
            let text = answer::refutation::text(problem, refutation);
            let steps: Vec<&str> = text.lines().filter(|line| line.starts_with("(step")).collect();
            value["refutation"] = json!({ "text": text, "steps": steps });
        }
        Verdict::Unknown(reason) => value["reason"] = json!(reason.to_string()),
    }
    value
}

/// Writes an object where `--json` says. Whether that is standard output.
///
/// # Errors
/// It can't be written; says why.
pub fn write(options: &Options, value: &Value) -> Result<bool, String> {
    let Some(path) = &options.json else { return Ok(false) };
    let written = files::write(path, &format!("{value:#}\n"));
    written.map(|()| path.as_os_str() == "-").map_err(|error| format!("{}: {error}", path.display()))
}
