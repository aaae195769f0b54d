//! Arrays by cell abstraction: universally quantified invariants found by engines that know no quantifiers.

mod reads;
mod transform;

pub use reads::Unsupported;
pub use transform::{Cells, Shape, has_arrays, transform};
