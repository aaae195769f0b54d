//! SMT-LIB text to systems of constrained Horn clauses, and back.
//!
//! The layers, each in its file: bytes to tokens ([`lexer`]), tokens to flat trees ([`sexpr`]) with interned names
//! ([`symbol`]); commands ([`command`]) whose expressions become terms and formulas (`translate`, `apply`, `theory`,
//! `sorts`), and assertions that become clauses (`clause`). Everything that can be wrong becomes a [`Diagnostic`] with
//! a position. The other way: [`mod@print`] writes terms in the spelling of [`names`], [`script`] whole systems.
//!
//! What is accepted is wider than the CHC-COMP format: any formula that has an equivalent Horn form, over Bool,
//! Int, Real, bit-vectors, arrays and datatypes. What has none is refused; nothing is read as something else.

mod aggregate;
mod apply;
mod bit_vector;
mod clause;
pub mod command;
mod datatype;
pub mod diagnostic;
mod eldarica;
mod formula;
mod heap;
pub mod hints;
pub mod lexer;
mod miniscope;
pub mod names;
pub mod print;
pub mod provenance;
mod quantified;
mod reader;
mod recursion;
mod rewrite;
pub mod script;
pub mod sexpr;
mod sorts;
pub mod symbol;
mod theory;
mod translate;
mod waiting;

pub use aggregate::Claim;
pub use command::{Dialect, Script, read, read_as, read_quantified};
pub use diagnostic::{Diagnostic, Fault, Span};
pub use names::Names;
pub use provenance::VariableNames;
pub use quantified::Quantified;
pub use script::system_text;

#[cfg(test)]
mod aggregate_tests;
#[cfg(test)]
mod random_tests;
#[cfg(test)]
mod semantics_tests;
#[cfg(test)]
mod tests;
