//! Terms: hash-consed expressions over Bool, Int, Real, bit-vectors, arrays and datatypes, with quantifiers and
//! aggregates.
//!
//! A [`TermId`] is an index into a [`Store`]; equal terms have equal ids, so equality, hashing and
//! caching cost one machine word. Terms are only ever added. Every constructor in `build*.rs`
//! simplifies on the way in, so that the shapes below are invariants every consumer may rely on:
//!
//! * `true`/`false` never occur below a connective; `And`/`Or` are flat, have at least two distinct
//!   arguments sorted by id and no complementary pair; `Not` is never applied to `Not` or to a constant.
//! * Arithmetic sums are canonical (see [`Linear`]); a comparison is always `Le(p, c)` with `c` a numeral and the
//!   coefficients of `p` coprime integers; an arithmetic equality is `Eq(p, c)` of the same form with a positive
//!   leading coefficient. A strict inequality over Int is turned into a non-strict one, over Real it is `Not(Le(..))`.
//! * Implication, exclusive or, `distinct`, `abs`, `divisible`, `>=`, `<`, `>` … exist only as
//!   constructors, they are expressed by the operators of [`Op`].
//!
//! Variables are numbered, not named: [`Op::Var`]`(i)` with a sort. A clause numbers its variables
//! from 0; the definition of a predicate in a model is a term over `Var(0) … Var(arity-1)`, standing for its arguments.
//! Variables bound by a quantifier are [`Op::Bound`], numbered by [`Store::fresh_bound`] and never shared between two
//! quantifiers, so that substitution cannot capture.

mod aggregate;
mod arith;
mod array;
mod bool;
mod bv;
mod bvop;
mod data;
mod eval;
mod fields;
mod finite;
mod fold;
mod function;
mod linear;
mod measure;
mod op;
mod show;
mod store;
mod subst;
mod units;
mod value;
mod walk;

pub use aggregate::{Aggregate, AggregateId, AggregateKind, Interval, interval, is_aggregable};
pub use bvop::{BvOp, BvResult, Law, Reading, Yields, bv_eval, to_signed};
pub use eval::{Assignment, Evaluator, evaluate};
pub use fields::Fields;
pub use function::{Claim, Function, FunctionId};
pub use linear::{Linear, Relation};
pub use measure::{Measure, Share};
pub use op::Op;
pub(crate) use show::show;
pub use store::{Constructor, Datatype, DatatypeId, Field, Sort, SortId, Store, TermId};
pub use subst::{Substitution, import};
pub use units::Units;
pub use value::{ArrayValue, Value};
pub use walk::{conjuncts, disjuncts, free_vars, postorder, tree_size};

#[cfg(test)]
mod aggregate_tests;
#[cfg(test)]
mod tests;
