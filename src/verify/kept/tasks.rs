//! Work for others: the clauses that the checks of each subprogram depend on, as files that any solver of clauses
//! reads, and what their answers say, as entries of a cache. A model that is none costs the time to find that out: what
//! is kept is checked before it counts.

use super::super::slice::Clauses;
use super::super::{Options, select};
use super::text::{Proof, Record};
use super::{Entry, entries};
use crate::cache::Key;
use crate::pipeline::Failure;
use horn_frontend::Subject;
use horn_frontend::encode;
use horn_frontend::ir::CheckId;
use horn_solver::smtlib::script::{script_names, system_text};
use std::collections::BTreeMap;

/// A task: whether the clauses have a model, which proves all checks of a subprogram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The full name of the subprogram.
    pub subprogram: String,
    /// The key of what is kept of it.
    pub key: Key,
    /// How many checks it has that the clauses are about.
    pub checks: usize,
    /// The names of the predicates, as the text has them, in its order.
    pub preds: Vec<String>,
    /// The clauses as a script.
    pub text: String,
}

/// The tasks of a program: for each subprogram with checks that the options select, and that are not evident.
///
/// # Errors
/// The options select nothing, or there are no clauses for the program.
pub fn tasks(subject: &Subject<'_>, options: &Options) -> Result<Vec<Task>, Failure> {
    let wanted: Vec<CheckId> = select(subject, options)?.wanted.iter().map(|(check, _)| *check).collect();
    let encoded = encode::encode(subject.program, &encode::Options::default()).map_err(|unsupported| {
        let place = subject.places.text(unsupported.loc);
        Failure::Unreadable(format!("{place}: no clauses for {}", unsupported.what))
    })?;
    let clauses = Clauses::new(encoded);
    let task = |Entry { procedure, checks, key }: Entry| {
        let slice = clauses.slice(&checks);
        let names = script_names(&slice.store, &slice.system);
        Task {
            subprogram: subject.program.procedure(procedure).name.clone(),
            key,
            checks: checks.len(),
            preds: slice.system.pred_ids().map(|pred| names.pred(pred).to_string()).collect(),
            text: system_text(&slice.store, &slice.system),
        }
    };
    Ok(entries(subject.program, &clauses, &wanted).into_iter().map(task).collect())
}

/// The entry of a cache that an answer to a task makes: `sat` with a definition of each predicate.
///
/// # Errors
/// The answer has no such model; says what it has.
pub fn entry(preds: &[String], checks: usize, answer: &str) -> Result<String, String> {
    let (verdict, rest) = answer.trim_start().split_once(char::is_whitespace).unwrap_or((answer.trim(), ""));
    if verdict != "sat" {
        return Err(if verdict.is_empty() { "nothing".to_string() } else { verdict.to_string() });
    }
    let mut definitions = BTreeMap::new();
    for (name, parameters, body) in definitions_in(rest)? {
        definitions.insert(name, (parameters, body));
    }
    let mut model = String::new();
    for pred in preds {
        let (parameters, body) = definitions.remove(pred.as_str()).ok_or_else(|| format!("no definition of {pred}"))?;
        model += &format!("(initial-predicates p {parameters} {body})\n");
    }
    match definitions.keys().next() {
        Some(other) => Err(format!("a definition of {other}, which is no predicate")),
        None => {
            let proof = Proof { checks: (0..checks).collect(), by: "task".to_string(), model };
            Ok(Record { proofs: vec![proof], runs: Vec::new() }.text())
        }
    }
}

/// The definitions in a model, each as name, parameters and body.
fn definitions_in(text: &str) -> Result<Vec<(&str, &str, &str)>, String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((form, behind)) = form(rest)? {
        rest = behind;
        let Some(inner) = form.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) else {
            // The word `model` in front of older models.
            continue;
        };
        let parts = forms(inner)?;
        match parts.as_slice() {
            ["define-fun", name, parameters, "Bool", body] => found.push((*name, *parameters, *body)),
            ["define-fun" | "define-fun-rec" | "define-funs-rec" | "declare-datatypes", ..] => {
                return Err(format!("a definition that nothing is known of: {}", parts.get(1).unwrap_or(&"")));
            }
            // A list of definitions.
            _ => found.extend(definitions_in(inner)?),
        }
    }
    Ok(found)
}

/// All expressions of a text.
fn forms(text: &str) -> Result<Vec<&str>, String> {
    let mut all = Vec::new();
    let mut rest = text;
    while let Some((form, behind)) = form(rest)? {
        all.push(form);
        rest = behind;
    }
    Ok(all)
}

/// The first expression of a text, and what is behind it; `None` if there is none.
fn form(text: &str) -> Result<Option<(&str, &str)>, String> {
    let mut start = None;
    let mut depth = 0usize;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let mut ends = false;
        match c {
            ';' => {
                while chars.next_if(|(_, c)| *c != '\n').is_some() {}
                continue;
            }
            c if c.is_whitespace() => continue,
            '(' => {
                start.get_or_insert(at);
                depth += 1;
            }
            ')' => {
                start.get_or_insert(at);
                depth = depth.checked_sub(1).ok_or("a parenthesis too many")?;
                ends = depth == 0;
            }
            '|' | '"' => {
                start.get_or_insert(at);
                if !chars.by_ref().any(|(_, other)| other == c) {
                    return Err("a name without an end".to_string());
                }
                ends = depth == 0;
            }
            _ => {
                start.get_or_insert(at);
                while chars.next_if(|(_, c)| !c.is_whitespace() && !matches!(c, '(' | ')' | ';' | '|')).is_some() {}
                ends = depth == 0;
            }
        }
        if ends {
            let end = chars.peek().map_or(text.len(), |(at, _)| *at);
            return Ok(Some((&text[start.unwrap_or(0)..end], &text[end..])));
        }
    }
    if depth > 0 { Err("a parenthesis without an end".to_string()) } else { Ok(None) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_of_all_forms_become_entries() {
        let preds = ["p".to_string(), "|q r|".to_string()];
        let definitions =
            "(define-fun |q r| () Bool true)\n; (a comment\n(define-fun p ((A Int)) Bool\n (and (<= A 9) |x)|))";
        let expected = entry(&preds, 2, &format!("sat\n(\n{definitions}\n)\n")).expect("a model");
        let model = "(initial-predicates p ((A Int)) (and (<= A 9) |x)|))\n(initial-predicates p () true)\n";
        let proof = Proof { checks: vec![0, 1], by: "task".to_string(), model: model.to_string() };
        assert_eq!(Record::read(expected.as_bytes()), Ok(Record { proofs: vec![proof], runs: Vec::new() }));
        assert_eq!(entry(&preds, 2, &format!("sat\n(model {definitions})")), Ok(expected.clone()));
        assert_eq!(entry(&preds, 2, &format!(" sat {definitions}")), Ok(expected));
    }

    #[test]
    fn what_is_no_model_is_said() {
        let preds = ["p".to_string()];
        let p = "(define-fun p ((A Int)) Bool true)";
        for (answer, why) in [
            ("", "nothing"),
            ("unsat", "unsat"),
            ("unknown\n", "unknown"),
            ("sat", "no definition of p"),
            ("sat (", "without an end"),
            ("sat )", "too many"),
            ("sat (define-fun p ((A Int)) Bool |x)", "a name without an end"),
            ("sat (define-fun p ((A Int)) Int 0)", "nothing is known"),
            (&format!("sat {p} (define-fun q () Bool true)"), "q, which is no predicate"),
            (&format!("sat (define-fun-rec f () Bool true) {p}"), "nothing is known"),
        ] {
            let found = entry(&preds, 1, answer);
            assert!(found.as_ref().is_err_and(|found| found.contains(why)), "{answer}: {found:?}");
        }
    }
}
