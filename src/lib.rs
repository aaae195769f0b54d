//! The front layer of hornsolve: everything between the command line and the solver.

mod ahead;
pub mod answer;
pub mod cache;
pub mod certificates;
pub mod cli;
mod files;
pub mod frontends;
pub mod independent;
mod input;
pub mod pipeline;
pub mod report;
pub mod smt;
pub mod verify;
