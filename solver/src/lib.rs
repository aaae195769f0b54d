//! The native Horn engine: terms, systems, preprocessing, engines and certificates.

pub mod certificate;
pub mod engine;
pub mod num;
pub mod preprocess;
pub mod project;
pub mod smt;
pub mod smtlib;
pub mod system;
pub mod term;
