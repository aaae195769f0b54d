//! What every frontend shares: positions in source text, diagnostics, the trait that makes a frontend known to the
//! front layer, the notation of its language, and the program representation that frontends lower to.

pub mod boxes;
pub mod counterexample;
pub mod diagnostic;
pub mod dialect;
pub mod encode;
pub mod explain;
pub mod frontend;
pub mod interp;
pub mod ir;
pub mod notation;
pub mod outcome;
pub mod places;
pub mod subject;
pub mod time;

#[cfg(test)]
mod differential_tests;
#[cfg(test)]
mod random;
#[cfg(test)]
mod testing;

pub use counterexample::Counterexample;
pub use diagnostic::{Diagnostic, Severity, Source, Span};
pub use dialect::{Dialect, Does, ToolOption};
pub use encode::bounded;
pub use frontend::{Frontend, Lowered, Message, OwnOption, Role, Table, Task, Unit, for_path};
pub use notation::{Notation, Operator};
pub use outcome::{Closing, Failing, Insertion, Results, Status, TestProgram};
pub use places::{Places, Position};
pub use subject::Subject;
