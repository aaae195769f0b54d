//! The SMT process layer: the only place that starts a process.
//!
//! From the bottom up: [`mod@find`] locates a solver binary, [`process`] owns one child process and its deadlines,
//! [`steps`] is the unit of its work, [`sexpr`] reads its answers, [`stats`] counts its queries, [`log`] writes them to
//! files that replay; processes that have done their work wait in `spare` for other work. Above them, [`SmtSolver`]
//! keeps an assertion stack of terms, printed by `print` under the generated `names`, and reads models back through
//! `values`.
//!
//! Of `rsmt2` the printing traits are used ([`names::Symbol`], [`names::SmtSort`], [`print::SmtTerm`] implement them).
//! Its process layer is not: after one rejected command it attributes answers to the wrong queries, it blocks on a full
//! pipe, and it has no deadline. See [`sexpr`] for why answers are read without its parser.

pub mod cancel;
mod check;
mod config;
mod counter;
pub mod error;
pub mod find;
mod fold;
pub mod guard;
mod horn;
pub mod log;
pub mod names;
mod numeral;
mod operators;
pub mod print;
pub mod process;
mod script;
pub mod sexpr;
mod solver;
mod spare;
mod spawn;
pub mod stats;
pub mod steps;
mod terms;
#[cfg(test)]
pub(crate) mod testing;
mod values;

#[cfg(test)]
mod differential_tests;
#[cfg(test)]
mod process_tests;
#[cfg(test)]
mod reading_tests;
#[cfg(test)]
mod solver_tests;

pub use cancel::CancelToken;
pub use check::SatResult;
pub use config::SmtConfig;
pub use error::SmtError;
pub use find::{FindRequest, MIN_Z3, SmtBinary, SolverKind, Version, Watch, candidate, find, find_watched, tools_dirs};
pub use guard::Guards;
pub use horn::{HornAnswer, HornProcess, NO_INLINING, horn_script, solve_horn};
pub use log::LogTarget;
pub use process::Lent;
pub use script::run_script;
pub use solver::{Lit, SmtSolver};
pub use spare::Spare;
pub use stats::{Purpose, SmtStatistics};
pub use steps::Steps;
pub use terms::{Definition, read_definitions, read_term};
