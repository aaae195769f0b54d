//! The operations on bit-vectors (SMT-LIB's theory FixedSizeBitVectors): everything that is known of one is its row in
//! the table below; everything else of the theory is expressed by these.

use crate::num::Int;
use num_bigint::BigInt;
use std::borrow::Cow;

/// How an operation reads its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// As numbers from zero on.
    Unsigned,
    /// In two's complement.
    Signed,
    /// The result is the same bits in either reading.
    Either,
}

/// What the arguments may be exchanged by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// Nothing.
    Fixed,
    /// Associative: it may be applied to more than two arguments.
    Joins,
    /// Associative and commutative.
    Commutes,
}

/// What sort the result has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yields {
    /// That of the first argument.
    Same,
    /// As many bits as both arguments together.
    Sum,
    /// So many bits more than the first argument.
    Wider(u32),
    /// So many bits.
    Bits(u32),
    /// A truth value.
    Truth,
    /// An integer.
    Integer,
}

/// What a bit-vector operation yields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BvResult {
    /// A truth value (comparisons).
    Bool(bool),
    /// An unsigned value of the result's width.
    Bits(Int),
    /// An integer ([`BvOp::ToNat`], [`BvOp::ToIntSigned`]).
    Int(Int),
}

/// The arguments of an operation, as unsigned values.
struct Values<'a> {
    args: &'a [Int],
    /// The width of the first one.
    width: u32,
    /// The width of the second one.
    second_width: u32,
}

impl Values<'_> {
    fn a(&self) -> &Int {
        &self.args[0]
    }

    fn b(&self) -> &Int {
        &self.args[1]
    }

    /// The first one in two's complement.
    fn signed(&self) -> Int {
        to_signed(self.a(), self.width)
    }

    /// Both in two's complement.
    fn both_signed(&self) -> (Int, Int) {
        (self.signed(), to_signed(self.b(), self.width))
    }

    /// The bits of an integer.
    fn bits(&self, value: Int) -> BvResult {
        BvResult::Bits(wrap(&value, self.width))
    }

    fn bitwise(&self, f: fn(BigInt, BigInt) -> BigInt) -> BvResult {
        BvResult::Bits(Int::from_big(f(self.a().to_big(), self.b().to_big())))
    }

    /// A comparison in two's complement.
    fn compared(&self, holds: fn(&Int, &Int) -> bool) -> BvResult {
        let (a, b) = self.both_signed();
        BvResult::Bool(holds(&a, &b))
    }

    /// All bits set.
    fn ones(&self) -> Int {
        &Int::pow2(self.width) - &Int::ONE
    }

    /// What a shift multiplies or divides by; `None` if it shifts all bits out.
    fn shift(&self) -> Option<Int> {
        let distance = self.b().to_i64().and_then(|n| u32::try_from(n).ok());
        distance.filter(|&n| n < self.width).map(Int::pow2)
    }
}

macro_rules! operations {
    (@number $index:ident) => { u32 };
    (@plain $id:ident) => { Some(BvOp::$id) };
    (@plain $id:ident $($index:ident)+) => { None };
    ($(
        $(#[doc = $doc:literal])*
        $id:ident $(($($index:ident),+))?
            = $symbol:literal, $arity:literal, $reading:ident, $law:ident, $yields:expr, |$x:ident| $value:expr;
    )*) => {
        /// Bit-vector operations (SMT-LIB theory FixedSizeBitVectors); everything else is expressed by these.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum BvOp {
            $($(#[doc = $doc])* $id $(($(operations!(@number $index)),+))?,)*
        }

        impl BvOp {
            /// Those without indices; `None` in the place of the others.
            const PLAIN: &[Option<BvOp>] = &[$(operations!(@plain $id $($($index)+)?)),*];

            /// The name in SMT-LIB, without the indices that some operations carry.
            pub fn symbol(self) -> &'static str {
                match self { $(BvOp::$id { .. } => $symbol,)* }
            }

            /// The indices: two for `(_ extract 7 0)`, none for most.
            pub fn indices(self) -> Vec<u32> {
                match self { $(BvOp::$id $(($($index),+))? => vec![$($($index),+)?],)* }
            }

            /// The operation of that name with these indices.
            pub fn indexed(symbol: &str, indices: &[u32]) -> Option<BvOp> {
                match (symbol, indices) {
                    $($(($symbol, &[$($index),+]) => Some(BvOp::$id($($index),+)),)?)*
                    _ => None,
                }
            }

            /// How many indices the operation of that name has; `None` if no operation of that name has any.
            pub fn index_count(symbol: &str) -> Option<usize> {
                match symbol {
                    $($($symbol => Some([$(stringify!($index)),+].len()),)?)*
                    _ => None,
                }
            }

            /// The number of arguments, two for what may have more.
            pub fn arity(self) -> usize {
                match self { $(BvOp::$id { .. } => $arity,)* }
            }

            /// How it reads its arguments.
            pub fn reading(self) -> Reading {
                match self { $(BvOp::$id { .. } => Reading::$reading,)* }
            }

            /// What the arguments may be exchanged by.
            pub fn law(self) -> Law {
                match self { $(BvOp::$id { .. } => Law::$law,)* }
            }

            /// What sort the result has.
            #[allow(unused_variables, reason = "few operations have indices that matter to the sort")]
            pub fn yields(self) -> Yields {
                match self { $(BvOp::$id $(($($index),+))? => $yields,)* }
            }

            #[allow(unused_variables, reason = "few operations have indices that matter to the value")]
            fn value(self, values: &Values<'_>) -> BvResult {
                match self {
                    $(BvOp::$id $(($($index),+))? => {
                        let $x = values;
                        $value
                    })*
                }
            }
        }
    };
}

// Name in SMT-LIB, number of arguments, reading, law, sort of the result, value.
operations! {
    /// `bvnot`
    Not = "bvnot", 1, Either, Fixed, Yields::Same, |x| x.bits(&x.ones() - x.a());
    /// `bvneg`
    Neg = "bvneg", 1, Either, Fixed, Yields::Same, |x| x.bits(-x.a());
    /// `bvand`
    And = "bvand", 2, Either, Commutes, Yields::Same, |x| x.bitwise(|a, b| a & b);
    /// `bvor`
    Or = "bvor", 2, Either, Commutes, Yields::Same, |x| x.bitwise(|a, b| a | b);
    /// `bvxor`
    Xor = "bvxor", 2, Either, Commutes, Yields::Same, |x| x.bitwise(|a, b| a ^ b);
    /// `bvadd`
    Add = "bvadd", 2, Either, Commutes, Yields::Same, |x| x.bits(x.a() + x.b());
    /// `bvsub`
    Sub = "bvsub", 2, Either, Fixed, Yields::Same, |x| x.bits(x.a() - x.b());
    /// `bvmul`
    Mul = "bvmul", 2, Either, Commutes, Yields::Same, |x| x.bits(x.a() * x.b());
    /// `bvudiv` (all ones on division by zero)
    UDiv = "bvudiv", 2, Unsigned, Fixed, Yields::Same,
        |x| BvResult::Bits(if x.b().is_zero() { x.ones() } else { x.a().div_floor(x.b()) });
    /// `bvurem` (the dividend on division by zero)
    URem = "bvurem", 2, Unsigned, Fixed, Yields::Same,
        |x| BvResult::Bits(if x.b().is_zero() { x.a().clone() } else { x.a().mod_euclid(x.b()) });
    /// `bvsdiv`
    SDiv = "bvsdiv", 2, Signed, Fixed, Yields::Same, |x| x.bits(divided(x));
    /// `bvsrem` (sign follows the dividend)
    SRem = "bvsrem", 2, Signed, Fixed, Yields::Same, |x| x.bits(remainder(x));
    /// `bvsmod` (sign follows the divisor)
    SMod = "bvsmod", 2, Signed, Fixed, Yields::Same, |x| x.bits(modulus(x));
    /// `bvshl`
    Shl = "bvshl", 2, Either, Fixed, Yields::Same, |x| x.bits(x.shift().map_or(Int::ZERO, |by| x.a() * &by));
    /// `bvlshr`
    LShr = "bvlshr", 2, Unsigned, Fixed, Yields::Same,
        |x| x.bits(x.shift().map_or(Int::ZERO, |by| x.a().div_floor(&by)));
    /// `bvashr`
    AShr = "bvashr", 2, Signed, Fixed, Yields::Same, |x| x.bits(match x.shift() {
        Some(by) => x.signed().div_floor(&by),
        None if x.signed().is_negative() => Int::from(-1),
        None => Int::ZERO,
    });
    /// `concat`
    Concat = "concat", 2, Either, Joins, Yields::Sum,
        |x| BvResult::Bits(&(x.a() * &Int::pow2(x.second_width)) + x.b());
    /// `(_ extract high low)`
    Extract(high, low) = "extract", 1, Unsigned, Fixed, Yields::Bits(high - low + 1),
        |x| BvResult::Bits(wrap(&x.a().div_floor(&Int::pow2(low)), high - low + 1));
    /// `(_ zero_extend n)`
    ZeroExtend(n) = "zero_extend", 1, Unsigned, Fixed, Yields::Wider(n), |x| BvResult::Bits(x.a().clone());
    /// `(_ sign_extend n)`
    SignExtend(n) = "sign_extend", 1, Signed, Fixed, Yields::Wider(n),
        |x| BvResult::Bits(wrap(&x.signed(), x.width + n));
    /// `bvult`
    Ult = "bvult", 2, Unsigned, Fixed, Yields::Truth, |x| BvResult::Bool(x.a() < x.b());
    /// `bvule`
    Ule = "bvule", 2, Unsigned, Fixed, Yields::Truth, |x| BvResult::Bool(x.a() <= x.b());
    /// `bvslt`
    Slt = "bvslt", 2, Signed, Fixed, Yields::Truth, |x| x.compared(|a, b| a < b);
    /// `bvsle`
    Sle = "bvsle", 2, Signed, Fixed, Yields::Truth, |x| x.compared(|a, b| a <= b);
    /// `(_ int2bv width)`
    FromInt(width) = "int2bv", 1, Either, Fixed, Yields::Bits(width), |x| BvResult::Bits(wrap(x.a(), width));
    /// `bv2nat` (unsigned value)
    ToNat = "bv2nat", 1, Unsigned, Fixed, Yields::Integer, |x| BvResult::Int(x.a().clone());
    /// `sbv_to_int` (two's complement value)
    ToIntSigned = "sbv_to_int", 1, Signed, Fixed, Yields::Integer, |x| BvResult::Int(x.signed());
}

impl BvOp {
    /// All operations that carry no indices, in the order of the table.
    pub fn all_plain() -> impl Iterator<Item = BvOp> {
        BvOp::PLAIN.iter().flatten().copied()
    }

    /// The operation of that name that carries no indices.
    pub fn plain(symbol: &str) -> Option<BvOp> {
        BvOp::all_plain().find(|op| op.symbol() == symbol)
    }

    /// The function in SMT-LIB: `bvadd`, `(_ extract 7 0)`.
    pub fn function(self) -> Cow<'static, str> {
        let indices = self.indices();
        if indices.is_empty() {
            return self.symbol().into();
        }
        let indices: Vec<String> = indices.iter().map(u32::to_string).collect();
        format!("(_ {} {})", self.symbol(), indices.join(" ")).into()
    }

    /// Whether the indices make sense for an argument of `width` bits, with a result of at most `most` bits.
    pub fn fits(self, width: u32, most: u32) -> bool {
        let inside = match self {
            BvOp::Extract(high, low) => low <= high && high < width,
            _ => true,
        };
        inside
            && match self.yields() {
                Yields::Wider(bits) => width.checked_add(bits).is_some_and(|sum| sum <= most),
                Yields::Bits(bits) => (1..=most).contains(&bits),
                Yields::Same | Yields::Sum | Yields::Truth | Yields::Integer => true,
            }
    }
}

/// `bvsdiv`: truncating division; by zero it gives -1, for negative numbers 1.
fn divided(x: &Values<'_>) -> Int {
    let (a, b) = x.both_signed();
    if b.is_zero() {
        return if a.is_negative() { Int::ONE } else { x.ones() };
    }
    let magnitude = a.abs().div_floor(&b.abs());
    if a.is_negative() != b.is_negative() { -magnitude } else { magnitude }
}

/// `bvsrem`: what truncating division leaves; of a division by zero the dividend.
fn remainder(x: &Values<'_>) -> Int {
    let (a, b) = x.both_signed();
    if b.is_zero() {
        return a;
    }
    let magnitude = a.abs().mod_euclid(&b.abs());
    if a.is_negative() { -magnitude } else { magnitude }
}

/// `bvsmod`: what division towards minus infinity leaves; of a division by zero the dividend.
fn modulus(x: &Values<'_>) -> Int {
    let (a, b) = x.both_signed();
    if b.is_zero() {
        return a;
    }
    let floor = a.mod_euclid(&b.abs());
    if b.is_negative() && !floor.is_zero() { &floor + &b } else { floor }
}

/// The two's complement reading of an unsigned value of `width` bits.
pub fn to_signed(value: &Int, width: u32) -> Int {
    if *value < Int::pow2(width - 1) { value.clone() } else { value - &Int::pow2(width) }
}

/// Reduces any integer to the unsigned value of `width` bits it is congruent to.
pub(super) fn wrap(value: &Int, width: u32) -> Int {
    value.mod_euclid(&Int::pow2(width))
}

/// Evaluates an operation on unsigned values. `width` is the width of the first argument (ignored for
/// [`BvOp::FromInt`]), `second_width` that of the second, where there is one.
pub fn bv_eval(op: BvOp, args: &[Int], width: u32, second_width: u32) -> BvResult {
    op.value(&Values { args, width, second_width })
}
