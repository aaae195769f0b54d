//! What teams do every day: many machines, editors, the command line itself.

mod common;
#[path = "daily/lsp.rs"]
mod lsp;
#[path = "daily/packages.rs"]
mod packages;
#[path = "daily/shards.rs"]
mod shards;
#[path = "daily/shell.rs"]
mod shell;
