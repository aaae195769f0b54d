//! The native Horn engine: terms, systems, preprocessing, engines and certificates.
//!
//! [`solve::Solver`] is the way in: from a text, a file or clauses built one by one to an answer with its model or
//! refutation, checked. `examples/` solves a file, builds clauses, and adds an engine of its own.

pub mod aggregate;
pub mod certificate;
pub mod context;
pub mod domain;
pub mod engine;
pub mod execute;
pub mod houdini;
pub mod instrument;
pub mod interpolate;
pub mod linear;
pub mod nts;
pub mod num;
pub mod preprocess;
pub mod project;
pub mod prolog;
pub mod random;
pub mod rates;
pub mod reduce;
mod scan;
pub mod smt;
pub mod smtlib;
pub mod solve;
pub mod system;
pub mod term;
pub mod thin;
