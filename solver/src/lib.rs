//! The native Horn engine: terms, systems, preprocessing, engines and certificates.
pub mod smt;
pub mod smtlib;
