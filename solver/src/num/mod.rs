//! Exact numbers: integers with a machine-word fast path, and rationals over them.
//!
//! Nearly every numeral of a real Horn system fits a machine word, so [`Int`] keeps an `i64` inline and
//! allocates a [`num_bigint::BigInt`] only beyond that. The representation is canonical (a value that
//! fits an `i64` is never stored big), so equality and hashing are structural.

mod int;
mod rat;

pub use int::Int;
pub use rat::Rat;
