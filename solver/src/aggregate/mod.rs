//! What is known about aggregates ([`crate::term::Aggregate`]): the laws a user's monoid must obey, and what they are
//! written out.

mod check;
mod expand;
mod laws;

pub use check::{Defect, defect};
pub use expand::{Extent, expand, is_foldable};
pub use laws::{Law, commutativity, laws};
