//! The engines: procedures that decide a system, all behind the one trait [`Engine`].
//!
//! An engine gets a system that preprocessing has finished with and a [`Context`] of its own; it shares nothing with
//! other engines. Its answer refers to that system and to the context's store. A defect in an engine cannot become a
//! wrong answer: every verdict's certificate is checked against the input by `certificate`, which uses none of this.

mod accel;
mod ai;
pub mod bmc;
mod counted;
#[cfg(test)]
mod counted_tests;
mod expand;
mod functions;
mod joined;
mod orders;
pub mod pa;
pub mod pdr;
mod phases;
pub mod portfolio;
#[cfg(test)]
mod portfolio_tests;
pub mod schedule;
pub mod shape;
pub mod table;
mod templates;
#[cfg(test)]
pub(crate) mod testing;
mod transition;
mod zones;

pub use crate::context::{Context, Engine, Progress};
