//! What every frontend shares: positions in source text, diagnostics, the trait that makes a frontend known to
//! the front layer, and the program representation that frontends lower to.

pub mod boxes;
pub mod diagnostic;
pub mod encode;
pub mod explain;
pub mod frontend;
pub mod interp;
pub mod ir;

#[cfg(test)]
mod differential_tests;
#[cfg(test)]
mod random;
#[cfg(test)]
mod testing;

pub use diagnostic::{Diagnostic, Severity, Source, Span};
pub use encode::bounded;
pub use frontend::{Frontend, Lowered, Message, Task, Unit, for_path};
