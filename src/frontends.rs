//! The table of frontends: every source language hornsolve knows, one line each.

use horn_frontend::Frontend;

/// All frontends, in the order in which they are asked.
pub const FRONTENDS: &[&dyn Frontend] = &[&horn_ada::frontend::Ada, &horn_ada::frontend::Spark];
