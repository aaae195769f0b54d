//! The operators of the term language.

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
    /// A bit-vector operation.
    Bv(BvOp),
    /// Universal quantification over the listed [`Op::Bound`] variables of the given sorts.
    Forall(Box<[(u32, super::SortId)]>),
    /// Existential quantification.
    Exists(Box<[(u32, super::SortId)]>),
    /// An aggregate of the store's table, over `[array, lo, hi, aliens…]`.
    Aggregate(super::AggregateId),
}

/// Bit-vector operations (SMT-LIB theory FixedSizeBitVectors); everything else is expressed by these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BvOp {
    /// `bvnot`
    Not,
    /// `bvneg`
    Neg,
    /// `bvand`
    And,
    /// `bvor`
    Or,
    /// `bvxor`
    Xor,
    /// `bvadd`
    Add,
    /// `bvsub`
    Sub,
    /// `bvmul`
    Mul,
    /// `bvudiv` (all ones on division by zero)
    UDiv,
    /// `bvurem` (the dividend on division by zero)
    URem,
    /// `bvsdiv`
    SDiv,
    /// `bvsrem` (sign follows the dividend)
    SRem,
    /// `bvsmod` (sign follows the divisor)
    SMod,
    /// `bvshl`
    Shl,
    /// `bvlshr`
    LShr,
    /// `bvashr`
    AShr,
    /// `concat`
    Concat,
    /// `(_ extract high low)`
    Extract(u32, u32),
    /// `(_ zero_extend n)`
    ZeroExtend(u32),
    /// `(_ sign_extend n)`
    SignExtend(u32),
    /// `bvult`
    Ult,
    /// `bvule`
    Ule,
    /// `bvslt`
    Slt,
    /// `bvsle`
    Sle,
    /// `(_ int2bv width)`
    FromInt(u32),
    /// `bv2nat` (unsigned value)
    ToNat,
    /// `sbv_to_int` (two's complement value)
    ToIntSigned,
}

impl BvOp {
    /// The name in SMT-LIB, without the indices that some operations carry.
    pub fn symbol(self) -> &'static str {
        match self {
            BvOp::Not => "bvnot",
            BvOp::Neg => "bvneg",
            BvOp::And => "bvand",
            BvOp::Or => "bvor",
            BvOp::Xor => "bvxor",
            BvOp::Add => "bvadd",
            BvOp::Sub => "bvsub",
            BvOp::Mul => "bvmul",
            BvOp::UDiv => "bvudiv",
            BvOp::URem => "bvurem",
            BvOp::SDiv => "bvsdiv",
            BvOp::SRem => "bvsrem",
            BvOp::SMod => "bvsmod",
            BvOp::Shl => "bvshl",
            BvOp::LShr => "bvlshr",
            BvOp::AShr => "bvashr",
            BvOp::Concat => "concat",
            BvOp::Extract(..) => "extract",
            BvOp::ZeroExtend(_) => "zero_extend",
            BvOp::SignExtend(_) => "sign_extend",
            BvOp::Ult => "bvult",
            BvOp::Ule => "bvule",
            BvOp::Slt => "bvslt",
            BvOp::Sle => "bvsle",
            BvOp::FromInt(_) => "int2bv",
            BvOp::ToNat => "bv2nat",
            BvOp::ToIntSigned => "sbv_to_int",
        }
    }
}
