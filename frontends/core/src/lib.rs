//! What every frontend shares: positions in source text, diagnostics, and the trait that makes a
//! frontend known to the front layer.
//!
//! This crate is a skeleton. It fixes how a frontend is found and how it reports mistakes; the
//! program representation that frontends lower to, and its encoding as clauses, come with the first
//! frontend. No frontend exists yet, so the table of the front layer (`hornsolve::frontends`) is empty.

pub mod diagnostic;
pub mod frontend;

pub use diagnostic::{Diagnostic, Severity, Source, Span};
pub use frontend::{Frontend, for_path};
