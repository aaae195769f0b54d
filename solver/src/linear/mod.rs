//! Exact linear arithmetic: forms over numbered variables and, on top of them, what answers questions about conjunctions of
//! linear constraints without an SMT query.

mod form;

pub use form::{Constraint, Form};
