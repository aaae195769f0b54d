//! Witnesses in SV-COMP's format 2.0: for a violated property the values that the run got and the place where it ends,
//! for a proved one the loop invariants that were found, as far as C can say them.
//!
//! A violation sequence has a segment for every call of a function that gives any value, in the order of the run, and
//! one for the target. An invariant set has conditions over scalars that mean the same in C as in mathematics: with
//! neither arithmetic, which could overflow, nor quantifiers, which the format does not have.

use crate::options::DataModel;
use crate::property::Property;
use horn_frontend::interp::{Chosen, Value};
use horn_frontend::ir::{CheckId, FileId, Loc, Program};
use horn_frontend::time::{now, rfc3339};
use horn_frontend::{Counterexample, Results, Span, Status};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::path::Path;

/// Functions whose call is the violation.
const ERRORS: [&str; 4] = ["reach_error", "__VERIFIER_error", "__assert_fail", "assert"];

/// What a witness is about.
pub struct About<'a> {
    /// The program's file as it was named.
    pub file: &'a Path,
    /// The sizes of types.
    pub data_model: DataModel,
    /// What is asked.
    pub property: Property,
    /// The text of the property.
    pub specification: &'a str,
    /// The verdict about it.
    pub verdict: &'a str,
}

/// The witness for a verdict; none for `UNKNOWN`.
pub fn witness(about: &About<'_>, results: &Results<'_>) -> Option<String> {
    let masked = masked(source(results)?);
    let (kind, content) = if about.verdict == "TRUE" {
        ("invariant_set", invariants(results, &masked, about))
    } else {
        let (check, example) = results.checks.iter().find_map(|(check, status)| match status {
            Status::Fails(example) if about.property.is_violated_by(results.subject.program, *check, example) => {
                Some((*check, *example))
            }
            _ => None,
        })?;
        ("violation_sequence", violation(results, &masked, about, check, example))
    };
    let hash = std::fs::read(about.file).map(|bytes| hex(&Sha256::digest(&bytes))).unwrap_or_default();
    let time = rfc3339(now());
    let file = quoted(&about.file.display().to_string());
    let model = match about.data_model {
        DataModel::Ilp32 => "ILP32",
        DataModel::Lp64 => "LP64",
    };
    let mut text = format!("- entry_type: {kind}\n  metadata:\n    format_version: \"2.0\"\n");
    let identity = hex(&Sha256::digest(format!("{kind} {time} {hash} {content}").as_bytes()));
    // Writing to a string cannot fail.
    let _ = writeln!(text, "    uuid: \"{}\"", uuid(&identity));
    let _ = writeln!(text, "    creation_time: \"{time}\"");
    let _ =
        writeln!(text, "    producer:\n      name: \"hornsolve\"\n      version: \"{}\"", env!("CARGO_PKG_VERSION"));
    let _ = writeln!(text, "    task:\n      input_files:\n        - {file}");
    let _ = writeln!(text, "      input_file_hashes:\n        {file}: \"{hash}\"");
    let _ = writeln!(text, "      specification: {}", quoted(about.specification.trim()));
    let _ = writeln!(text, "      data_model: \"{model}\"\n      language: \"C\"");
    if content.is_empty() {
        text.push_str("  content: []\n");
    } else {
        text.push_str("  content:\n");
        text += &content;
    }
    Some(text)
}

fn source<'a>(results: &Results<'a>) -> Option<&'a str> {
    results.subject.places.source(FileId(0)).map(|source| source.text)
}

/// The segments of a run that fails.
fn violation(
    results: &Results<'_>,
    masked: &str,
    about: &About<'_>,
    check: CheckId,
    example: &Counterexample,
) -> String {
    let program = results.subject.program;
    let mut text = String::new();
    let mut segment = |kind: &str, location: String, constraint: Option<String>| {
        let _ = writeln!(
            text,
            "    - segment:\n        - waypoint:\n            type: \"{kind}\"\n            action: \"follow\""
        );
        text += &location;
        if let Some(value) = constraint {
            let value = quoted(&value);
            let _ = writeln!(
                text,
                "            constraint:\n              value: {value}\n              format: \"acsl_expression\""
            );
        }
    };
    for chosen in &example.chosen {
        if let Some((at, constraint)) = returned(program, masked, chosen) {
            let function = procedure(program, chosen.site.procedure);
            segment("function_return", location(results, about, at, function, 12), Some(constraint));
        }
    }
    let (at, function) = target(program, masked, about.property, check);
    segment("target", location(results, about, at, function, 12), None);
    text
}

/// The end of a call of a function that gives any value, and what it gave; none for other choices, and for values that
/// have no constant.
fn returned(program: &Program, masked: &str, chosen: &Chosen) -> Option<(usize, String)> {
    let var = program.procedure(chosen.site.procedure).var(chosen.site.var);
    let name = var.name.strip_suffix(" ()").filter(|_| chosen.loc.file == FileId(0))?;
    let value = match &chosen.value {
        Value::Bool(value) => i32::from(*value).to_string(),
        Value::Int(value) => value.to_string(),
        Value::Float(value) if value.is_finite() => format!("{value:e}"),
        _ => return None,
    };
    let start = chosen.loc.span.start as usize;
    let rest = masked.get(start..)?;
    let skipped = if rest.starts_with(name) { name.len() } else { 0 };
    let open = start + skipped + rest[skipped..].find(|c: char| !c.is_whitespace())?;
    let end = closing(masked, open)?;
    Some((end, format!("\\result == {value}")))
}

/// The parenthesis that closes the one there.
fn closing(masked: &str, open: usize) -> Option<usize> {
    if !masked.get(open..)?.starts_with('(') {
        return None;
    }
    let mut depth = 0;
    for (at, c) in masked[open..].char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(open + at);
        }
    }
    None
}

/// Where the property is violated: the call of the error function, also where a function that only asserts makes it, or
/// the statement whose operation overflows.
fn target(program: &Program, masked: &str, property: Property, check: CheckId) -> (usize, String) {
    let at = program.checks[check.index()].loc.span.start as usize;
    let inside = program.procedures().find(|(_, procedure)| procedure.checks().any(|(stated, _)| stated == check));
    let own = inside.map_or(String::new(), |(id, _)| procedure(program, id));
    if property == Property::UnreachCall {
        let name = called(masked, at);
        if let Some(call) = error_call(masked, name) {
            return (call, name.to_string());
        }
        if ERRORS.contains(&name) {
            let before = masked.get(..at).unwrap_or("");
            return (if masked[at..].starts_with('(') { before.trim_end().len() - name.len() } else { at }, own);
        }
    }
    (statement(masked, at), own)
}

/// The name of the function whose call is at a place: at its start, or at its parenthesis.
fn called(masked: &str, at: usize) -> &str {
    let (before, rest) = masked.split_at_checked(at).unwrap_or((masked, ""));
    if rest.starts_with('(') {
        let before = before.trim_end();
        return &before[before.trim_end_matches(is_word).len()..];
    }
    &rest[..rest.find(|c| !is_word(c)).unwrap_or(rest.len())]
}

/// The call of the error function in the body of a function.
fn error_call(masked: &str, function: &str) -> Option<usize> {
    if function.is_empty() || ERRORS.contains(&function) {
        return None;
    }
    let body = masked.match_indices(function).find_map(|(at, _)| {
        let open = at + function.len() + masked[at + function.len()..].find(|c: char| !c.is_whitespace())?;
        let end = closing(masked, open)?;
        let rest = masked[end + 1..].trim_start();
        rest.starts_with('{').then(|| masked.len() - rest.len())
    })?;
    let mut depth = 0;
    let length = masked[body..].char_indices().find_map(|(at, c)| {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(at)
    })?;
    let text = &masked[body..body + length];
    ERRORS.iter().filter_map(|name| text.find(name)).min().map(|at| body + at)
}

/// The start of the statement, or of the expression of a `for`, in which something stands.
fn statement(masked: &str, at: usize) -> usize {
    let before = masked.get(..at).unwrap_or("");
    let start = before.rfind([';', '{', '}']).map_or(0, |at| at + 1);
    start + masked[start..].find(|c: char| !c.is_whitespace()).unwrap_or(0)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The name of a function, without what tells copies of it apart.
fn procedure(program: &Program, id: horn_frontend::ir::ProcId) -> String {
    program.procedure(id).name.chars().take_while(|c| is_word(*c)).collect()
}

/// The loop invariants.
fn invariants(results: &Results<'_>, masked: &str, about: &About<'_>) -> String {
    let program = results.subject.program;
    let mut text = String::new();
    for (loc, conditions) in &results.invariants {
        let at = loc.span.start as usize;
        let word: String = masked.get(at..).unwrap_or("").chars().take_while(|c| is_word(*c)).collect();
        if loc.file != FileId(0) || !["for", "while", "do"].contains(&word.as_str()) {
            continue;
        }
        let holds = |procedure: &horn_frontend::ir::Procedure| {
            procedure.blocks.iter().any(|block| block.loop_head.as_ref().is_some_and(|head| head.loc == *loc))
        };
        let inside = program.procedures().find(|(_, procedure)| holds(procedure));
        let function = inside.map_or(String::new(), |(id, _)| procedure(program, id));
        for condition in conditions.iter().filter(|condition| is_plain(condition)) {
            let _ = writeln!(text, "    - invariant:\n        type: \"loop_invariant\"");
            text += &location(results, about, at, function.clone(), 8);
            let _ = writeln!(text, "        value: {}\n        format: \"c_expression\"", quoted(condition));
        }
    }
    text
}

/// Whether a condition compares variables and constants and does nothing else.
fn is_plain(condition: &str) -> bool {
    let operators = ["<", "<=", ">", ">=", "==", "!=", "&&", "||"];
    let operand = |word: &str| {
        let word = word.trim_matches(['(', ')', '!']);
        let digits = word.strip_prefix('-').unwrap_or(word);
        let number = !digits.is_empty() && digits.len() < 10 && digits.chars().all(|c| c.is_ascii_digit());
        let name = word.starts_with(|c: char| c.is_alphabetic() || c == '_') && word.chars().all(is_word);
        number || name
    };
    let words: Vec<&str> = condition.split_whitespace().collect();
    words.len() >= 3 && words.iter().all(|word| operators.contains(word) || operand(word))
}

/// A place in the file, as lines of YAML with that indentation.
fn location(results: &Results<'_>, about: &About<'_>, at: usize, function: String, indent: usize) -> String {
    let at = u32::try_from(at).unwrap_or(0);
    let position = results.subject.places.position(Loc::new(FileId(0), Span::new(at, at)));
    let pad = " ".repeat(indent);
    let mut text = format!("{pad}location:\n");
    let _ = writeln!(text, "{pad}  file_name: {}", quoted(&about.file.display().to_string()));
    let _ = writeln!(text, "{pad}  line: {}\n{pad}  column: {}", position.line, position.column);
    if !function.is_empty() {
        let _ = writeln!(text, "{pad}  function: {}", quoted(&function));
    }
    text
}

/// The text with blanks for comments, strings and characters, byte by byte.
fn masked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let blank = |out: &mut String, c: char| {
        out.extend(std::iter::repeat_n(if c == '\n' { '\n' } else { ' ' }, c.len_utf8()));
    };
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match (c, rest.peek()) {
            ('/', Some('/')) => {
                blank(&mut out, c);
                while let Some(c) = rest.next_if(|c| *c != '\n') {
                    blank(&mut out, c);
                }
            }
            ('/', Some('*')) => {
                blank(&mut out, c);
                rest.next().into_iter().for_each(|c| blank(&mut out, c));
                let mut last = ' ';
                for c in rest.by_ref() {
                    blank(&mut out, c);
                    if last == '*' && c == '/' {
                        break;
                    }
                    last = c;
                }
            }
            ('"' | '\'', _) => {
                blank(&mut out, c);
                while let Some(next) = rest.next_if(|next| *next != '\n') {
                    blank(&mut out, next);
                    if next == '\\' {
                        rest.next().into_iter().for_each(|c| blank(&mut out, c));
                    } else if next == c {
                        break;
                    }
                }
            }
            _ => out.push(c),
        }
    }
    out
}

/// A string of YAML in double quotes.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if u32::from(c) < 32 => {
                let _ = write!(out, "\\x{:02x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// A name made of a hash (RFC 9562, version 8).
fn uuid(hash: &str) -> String {
    let part = |from: usize, to: usize| hash.get(from..to).unwrap_or("0");
    format!("{}-{}-8{}-a{}-{}", part(0, 8), part(8, 12), part(13, 16), part(17, 20), part(20, 32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_in_the_text_without_comments() {
        let text = "int f(int x) { /* ; { */ return g(x, \"(;\"); } // }\nvoid v(int c) { if (!c) { reach_error(); } }";
        let masked = masked(text);
        assert_eq!(masked.len(), text.len());
        let at = text.find("g(x").expect("a call");
        assert_eq!(closing(&masked, at + 1), text.find(");"));
        assert!(masked[statement(&masked, at)..].starts_with("return"));
        assert_eq!(error_call(&masked, "v"), text.find("reach_error"));
        assert_eq!(error_call(&masked, "f"), None);
        assert_eq!(super::masked("a/**/b/*/*/c'\\''d"), "a    b     c    d");
    }

    #[test]
    fn only_plain_conditions_are_said() {
        for plain in ["i <= n", "(i >= 0) && !(x == -3)", "a_1 != 10"] {
            assert!(is_plain(plain), "{plain}");
        }
        for other in ["i + 1 <= n", "\\forall integer i; i < n", "a[i] == 0", "i", "2*i <= n", "x <= 4294967296"] {
            assert!(!is_plain(other), "{other}");
        }
    }

    #[test]
    fn strings_are_quoted_and_names_have_the_form_of_uuids() {
        assert_eq!(quoted("a\"b\\c\n"), "\"a\\\"b\\\\c\\n\"");
        assert_eq!(uuid(&"0123456789abcdef".repeat(2)), "01234567-89ab-8def-a123-456789abcdef");
    }
}
