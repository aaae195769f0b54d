//! Exact linear arithmetic: what answers questions about conjunctions of linear constraints without an SMT query.
//!
//! [`Form`] and [`Constraint`] are sums over numbered variables. [`LinearProblem`] decides conjunctions of constraints,
//! incrementally, with a model or (over the rationals) a [`Certificate`]; a certificate yields interpolants for
//! sequences and trees. On top: [`implies`], [`irredundant`] and [`eliminate`], projection by Fourier–Motzkin
//! elimination.

mod farkas;
mod form;
mod problem;
mod query;
mod simplex;

pub use farkas::Certificate;
pub use form::{Constraint, Form};
pub use problem::{Answer, LinearProblem};
pub use query::{eliminate, implies, irredundant};

#[cfg(test)]
mod tests;
