//! What is known about aggregates ([`crate::term::Aggregate`]): the laws a user's monoid must obey.

mod check;
mod laws;

pub use check::{Defect, defect};
pub use laws::{Law, commutativity, laws};
