//! Cross-checks of the solver against oracles that share no code with it.
//!
//! [`terms`] gives random terms to the reader, to evaluation and to substitution, and the same text to Z3, which has to
//! find no difference. [`systems`] decides random systems over finite sorts by enumeration and compares hornsolve's
//! answers, those of each engine as well, models put back into the text.

pub mod evaluate;
pub mod generate;
pub mod judge;
pub mod signature;
pub mod systems;
pub mod terms;
