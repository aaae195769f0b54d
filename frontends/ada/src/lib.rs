//! The Ada frontend: source text to syntax tree (`lexer`, `parser`, `ast`), and from there to the
//! program representation of `horn-frontend`.
//!
//! The language is Ada 2012 with the expressions of Ada 2022. All of its syntax is read; what the
//! verifier cannot treat becomes an `Unsupported` node with the construct's name, the section of the
//! reference manual (RM) that defines it and its position, so that the rest of a program is analysed.

mod annotate;
pub mod ast;
mod coverage;
mod edits;
mod files;
pub mod frontend;
mod gnatprove;
mod justify;
pub mod lexer;
mod library;
pub mod lower;
pub mod notation;
mod options;
pub mod parser;
pub mod place;
pub mod policy;
pub mod program;
pub mod project;
pub mod sema;
pub mod supported;
mod target;
mod test_program;
pub mod units;

#[cfg(test)]
mod spark_tests;
