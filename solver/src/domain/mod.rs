//! Abstract interpretation of systems of Horn clauses, linear and nonlinear.
//!
//! [`analyse`] computes for every predicate a conjunction that holds for all derivable tuples: constants, ranges and
//! residue classes of numbers, ranges of bit-vectors, constructors of datatypes, linear equalities, and equalities
//! between other arguments. The result strengthens clauses, becomes part of models, offers candidates to the engines,
//! and decides some systems alone.
//!
//! The parts: [`AbsValue`] and what it is made of ([`Interval`], [`Congruence`], [`Bits`]) describe one value;
//! [`Affine`], [`Templates`] and [`Classes`] relate several; [`State`] is their product for one predicate. `local`
//! compiles a clause, `propagate` narrows it, `transfer` turns states of some of its atoms into the state of another,
//! `fixpoint` iterates that over the system, `analyse` runs the passes and says what they mean for models.

mod affine;
mod analyse;
mod bits;
mod classes;
mod congruence;
mod fixpoint;
mod interval;
mod local;
mod propagate;
mod state;
mod template;
mod transfer;
mod value;

pub use affine::Affine;
pub use analyse::{Invariants, Limits, analyse};
pub use bits::Bits;
pub use classes::Classes;
pub use congruence::Congruence;
pub use interval::{Bound, Interval};
pub(crate) use local::{Local, LocalAtom, Node};
pub use state::State;
pub(crate) use state::constraint_term;
pub use template::Templates;
pub use value::{AbsValue, Contradiction, Number, Thresholds};

#[cfg(test)]
pub(crate) mod tests;
