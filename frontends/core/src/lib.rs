//! What every frontend shares: positions in source text, diagnostics, the trait that makes a frontend known to
//! the front layer, and the program representation that frontends lower to.

pub mod diagnostic;
pub mod encode;
pub mod frontend;
pub mod interp;
pub mod ir;

#[cfg(test)]
mod testing;

pub use diagnostic::{Diagnostic, Severity, Source, Span};
pub use frontend::{Frontend, Lowered, Message, Task, for_path};
