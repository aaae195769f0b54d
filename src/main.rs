//! The `hornsolve` binary.
fn main() {}
