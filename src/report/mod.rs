//! Reports: statistics, proofs, messages about programs, Eldarica's output. The text is made here and written by the
//! caller.

pub mod alethe;
pub mod eld;
pub mod formats;
pub mod gnatprove;
pub mod options;
pub mod progress;
pub mod sarif;
pub mod statistics;

pub use options::Options;
