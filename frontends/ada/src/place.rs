//! Places in the source files of a program.

pub use horn_frontend::ir::Loc;
