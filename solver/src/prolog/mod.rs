//! Prolog-style Horn clauses over the integers, Eldarica's `.horn` format, to systems.
//!
//! A program is a list of clauses `head :- literal, …, literal.` All values are integers; case does not tell variables
//! from relation symbols but the place does: a name with parentheses, or alone as a literal, is a relation symbol, one
//! inside an arithmetic expression or an argument list a variable of the clause. The same name with another number of
//! arguments is another symbol. `;` binds tighter than `,`, unlike in Prolog.

mod lexer;
mod parser;
#[cfg(test)]
mod tests;

use crate::smtlib::Diagnostic;
use crate::system::System;
use crate::term::Store;

/// A program as read.
#[derive(Debug)]
pub struct Program {
    /// The terms of the system.
    pub store: Store,
    /// Relation symbols in the order of their first occurrence, clauses in the order of the text.
    pub system: System,
    /// Characters that have no meaning and were passed over.
    pub illegal: Vec<Diagnostic>,
}

/// Reads a program.
pub fn read(bytes: &[u8]) -> Result<Program, Diagnostic> {
    let text = crate::smtlib::lexer::decode(bytes)?;
    let (tokens, illegal) = lexer::tokens(text)?;
    let (store, system) = parser::Parser::new(text, &tokens).program()?;
    Ok(Program { store, system, illegal })
}
