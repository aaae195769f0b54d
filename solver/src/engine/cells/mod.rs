//! Arrays by cell abstraction: universally quantified invariants found by engines that know no quantifiers.

mod products;
mod reads;
mod transform;

pub use products::{Products, multiply, nonlinear};
pub use reads::{Opaque, Reads, Unsupported, dimensions};
pub use transform::{Cells, Extension, Plain, Role, Shape, has_arrays, transform};
