//! The front layer of hornsolve: everything between the command line and the solver.

pub mod cli;
pub mod frontends;
pub mod pipeline;
pub mod report;
pub mod smt;
