//! The front layer of hornsolve: everything between the command line and the solver.

pub mod frontends;
