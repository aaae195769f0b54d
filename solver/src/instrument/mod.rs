//! The instrumentation layer: ghosts that make arrays, aggregates and nonlinear arithmetic tractable.
//!
//! After *Automatic Program Instrumentation for Automatic Verification* (Amilon, Esen, Gurov, Lidström, Rümmer; CAV
//! 2023), with one change that carries the rest: the ghosts of a predicate are **terms over its arguments**
//! (`sum(a, 0, i)`, `x · y`, `∃k ∈ [0, i). a[k] = 0`), not further state. What an instrumentation chooses is which
//! terms to track where; a ghost's value is therefore always right, no assertion can fail because an update was
//! forgotten, and a model of the instrumented clauses is a model of the original ones once the ghosts are replaced by
//! their terms, without any quantifier over ghosts.
//!
//! * `operators` has the rules, `verify` proves them;
//! * `family` reads summaries off terms, `apply` relates their values in clauses;
//! * `space` says which ghosts could help, `mine` adds summaries the input does not mention, `search` tries them;
//! * arrays themselves become cells (`reduce::cells`) or go.

pub mod apply;
mod counters;
pub mod family;
mod fit;
pub mod guess;
pub mod implied;
pub mod lemmas;
mod limits;
pub mod mine;
pub mod operators;
pub mod options;
pub mod search;
pub mod space;
pub mod verify;

pub use crate::context::InstrumentOptions as Options;

use crate::system::Clause;
use crate::term::{Op, Store, postorder};

/// Whether a clause has a quantifier, an aggregate, or a product or division of variables.
pub fn has_summaries(store: &Store, clause: &Clause) -> bool {
    postorder(store, &clause.terms()).into_iter().any(|term| match store.op(term) {
        Op::Aggregate(_) | Op::Forall(_) | Op::Exists(_) => true,
        _ => crate::reduce::cells::nonlinear(store, term),
    })
}

#[cfg(test)]
mod tests;
