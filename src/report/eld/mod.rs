//! Output in Eldarica's formats: verdict words, models, counterexamples and clauses.
//!
//! Where Eldarica prints something that it or others can't read again, the printed text is what can be read;
//! docs/eldarica.md lists these places.

pub mod clauses;
pub mod counterexample;
pub mod heap;
pub mod hints;
pub mod model;
pub mod prolog;
mod remainders;
pub mod smtlib;
#[cfg(test)]
mod tests;

use horn_solver::solve::Language as Format;
use horn_solver::system::Verdict;

/// How models and counterexamples are spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// Prolog-like (`-sol`, `-cex`).
    Prolog,
    /// SMT-LIB (`-ssol`, `-scex`).
    SmtLib,
}

/// The verdict line for an input format.
pub fn word(format: Format, verdict: &Verdict) -> &'static str {
    match (verdict, format) {
        (Verdict::Sat(_), Format::SmtLib) => "sat",
        (Verdict::Unsat(_), Format::SmtLib) => "unsat",
        (Verdict::Sat(_), _) => "SOLVABLE",
        (Verdict::Unsat(_), _) => "NOT SOLVABLE",
        (Verdict::Unknown(_), _) => "unknown",
    }
}

/// `(error "MESSAGE")` with the message escaped as an SMT-LIB string; without a message, the word `error`.
pub fn error_line(message: &str) -> String {
    if message.is_empty() {
        return "error\n".to_string();
    }
    let mut text = String::from("(error \"");
    for c in message.chars() {
        match c {
            '"' => text.push_str("\"\""),
            ' '..='~' if c != '\\' => text.push(c),
            _ => text.push_str(&format!("\\u{{{:x}}}", c as u32)),
        }
    }
    text.push_str("\")\n");
    text
}
