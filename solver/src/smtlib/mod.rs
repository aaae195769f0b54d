//! SMT-LIB text to systems of constrained Horn clauses, and back.
//!
//! The layers, each in its file: bytes to tokens ([`lexer`]), tokens to flat trees ([`sexpr`]) with interned
//! names ([`symbol`]); everything that can be wrong becomes a [`Diagnostic`] with a position.

pub mod diagnostic;
pub mod lexer;
pub mod sexpr;
pub mod symbol;

pub use diagnostic::{Diagnostic, Span};
