//! Reports: statistics, proofs, messages about programs, Eldarica's output. The text is made here and written by the
//! caller.

pub mod advice;
pub mod alethe;
pub mod baseline;
mod code_quality;
pub mod eld;
pub mod fixes;
pub mod formats;
pub mod gnatprove;
mod html;
pub mod ids;
mod junit;
pub mod options;
pub mod progress;
pub mod roots;
pub mod sarif;
pub mod statistics;
pub mod summary;
pub mod view;
mod written;

pub use options::Options;
