//! Systems of constrained Horn clauses, and the two kinds of answers about them.
//!
//! A [`System`] is a list of predicates and a list of clauses over one [`Store`](crate::term::Store). A clause
//! `body₁ ∧ … ∧ constraint → head` is universally quantified over its variables, which are numbered from 0; arguments
//! of atoms are arbitrary terms over them. A clause without head atom is a *query*: its body must never hold. A clause
//! without body atoms is a *fact*. A system is `sat` when predicates can be interpreted so that all clauses hold
//! ([`Model`]), `unsat` when false can be derived ([`Refutation`]).

mod clause;
mod graph;
mod verdict;

pub use clause::{Atom, Clause, ClauseId, Origin, Pred, PredId, System};
pub use graph::{PredGraph, strongly_connected_components};
pub use verdict::{Model, PartialStep, Reason, Refutation, Step, Verdict};
