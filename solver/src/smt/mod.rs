//! The SMT process layer: the only place that starts a process.
//!
//! From the bottom up: [`find`] locates a solver binary, [`process`] owns one child process and its deadlines,
//! [`sexpr`] reads its answers, [`stats`] counts its queries, [`log`] writes them to files that replay.

pub mod cancel;
pub mod error;
pub mod find;
pub mod log;
pub mod process;
pub mod sexpr;
mod spawn;
pub mod stats;
#[cfg(test)]
pub(crate) mod testing;

#[cfg(test)]
mod process_tests;

pub use cancel::CancelToken;
pub use error::SmtError;
pub use find::{FindRequest, SmtBinary, SolverKind, Version, find, tools_dirs};
pub use log::LogTarget;
pub use stats::{Purpose, SmtStatistics};
