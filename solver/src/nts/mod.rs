//! Numerical transition systems (`.nts`) to systems of clauses.
//!
//! A file holds subsystems with control states, integer or Boolean variables and guarded transitions over current and
//! primed variables; `havoc(x, …)` says that all variables but these keep their values, and without it unprimed
//! variables say nothing of primed ones. A transition may call a subsystem instead. The question is whether an error
//! state can be reached from an initial state of `main`.
//!
//! There is one predicate `SUBSYSTEM_STATE` per control state. Its arguments are the values of all variables (global,
//! `in`, `out`, local) on entry of the subsystem, then their current values; a final state keeps those a caller sees,
//! which are the global, `in` and `out` ones. A transition into an error state is a query. A call makes two clauses:
//! the callee is entered, and its final states give a summary.

mod clauses;
mod formula;
mod lexer;
mod parser;
#[cfg(test)]
mod tests;

use crate::smtlib::Diagnostic;
use crate::system::System;
use crate::term::Store;

/// A transition system as read.
#[derive(Debug)]
pub struct Program {
    /// The terms of the system.
    pub store: Store,
    /// Predicates in the order in which subsystems and their states are met.
    pub system: System,
    /// What is odd without being a mistake.
    pub warnings: Vec<Diagnostic>,
}

/// Reads a transition system.
pub fn read(bytes: &[u8]) -> Result<Program, Diagnostic> {
    let text = crate::smtlib::lexer::decode(bytes)?;
    let (tokens, illegal) = lexer::tokens(text)?;
    if let Some(first) = illegal.into_iter().next() {
        return Err(first);
    }
    let mut cursor = lexer::Cursor::new(text, &tokens);
    let file = parser::file(&mut cursor)?;
    clauses::Builder::new(cursor, &file).build()
}
