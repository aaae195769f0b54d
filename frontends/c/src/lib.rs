//! The C frontend: source text to tokens (`lexer`, `preprocess`) and to a syntax tree (`parser`, `tree`), types and
//! conversions (`ctype`, `sema`, `typed`), and the program that is verified (`lower`).
//!
//! The language is C11 with the extensions of GNU C that programs use. All of its syntax is read; what can't be
//! is an error with its place and what was expected, and the reader goes on behind it. What is read but not modelled is
//! a warning, and the function that uses it is left out.

mod containers;
pub mod ctype;
mod expand;
pub mod frontend;
pub mod lexer;
mod library;
pub mod literal;
pub mod lower;
mod math;
pub mod notation;
pub mod options;
pub mod parser;
pub mod preprocess;
pub mod property;
pub mod reader;
pub mod sema;
pub mod task_file;
pub mod test_program;
pub mod tree;
pub mod typed;
pub mod witness;

pub use options::{DataModel, Options, Translation};
pub use reader::{read, read_text};
