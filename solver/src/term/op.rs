//! The operators of the term language.

use super::BvOp;
use crate::num::{Int, Rat};

/// What the root of a term is; its arguments are kept beside it in the store.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// A free variable, by number. Two variables of one number and different sorts are different.
    Var(u32),
    /// A variable bound by an enclosing quantifier.
    Bound(u32),
    /// `true` or `false`.
    Bool(bool),
    /// A numeral; the sort of the term tells Int from Real. An Int numeral is an integer.
    Num(Rat),
    /// A bit-vector constant, as an unsigned value below 2^width; the sort gives the width.
    BitVec(Int),
    /// Negation.
    Not,
    /// Conjunction of two or more.
    And,
    /// Disjunction of two or more.
    Or,
    /// Equality of two terms of one sort (equivalence for Bool).
    Eq,
    /// `ite c a b`.
    Ite,
    /// A sum: monomials sorted by id, then at most one numeral.
    Add,
    /// A product: either numeral times a term that is no sum, or a nonlinear product.
    Mul,
    /// `p <= c` over Int or Real.
    Le,
    /// SMT-LIB's `div`.
    IntDiv,
    /// SMT-LIB's `mod`.
    IntMod,
    /// Division of reals by a non-numeral.
    RealDiv,
    /// `to_real`.
    ToReal,
    /// `to_int` (floor).
    ToInt,
    /// `select a i`.
    Select,
    /// `store a i v`.
    Store,
    /// `((as const A) v)`; the sort of the term is `A`.
    ConstArray,
    /// The constructor of that index of the datatype which is the sort of the term.
    Construct(u32),
    /// Selector: field `.1` of constructor `.0` of the argument's datatype.
    Project(u32, u32),
    /// Tester: was the argument built by that constructor?
    Test(u32),
    /// A measure of a value of a recursive datatype. Occurs in definitions of models only, never in a system.
    Measure(super::Measure),
    /// A recursive function of the store's table applied to arguments. Occurs in definitions of models only, never in a
    /// system.
    Call(super::FunctionId),
    /// A bit-vector operation.
    Bv(BvOp),
    /// Universal quantification over the listed [`Op::Bound`] variables of the given sorts.
    Forall(Box<[(u32, super::SortId)]>),
    /// Existential quantification.
    Exists(Box<[(u32, super::SortId)]>),
    /// An aggregate of the store's table, over `[array, lo, hi, aliens…]`.
    Aggregate(super::AggregateId),
}
