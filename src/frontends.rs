//! The table of frontends: every source language hornsolve knows, one line each.

use horn_frontend::Table;

/// All frontends, in the order in which they are asked.
pub const FRONTENDS: Table = &[&horn_ada::frontend::Ada, &horn_ada::frontend::Spark, &horn_c::frontend::C];
