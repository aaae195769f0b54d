//! What is known about aggregates ([`crate::term::Aggregate`]): the laws a user's monoid must obey.

mod laws;

pub use laws::{Law, commutativity, laws};
