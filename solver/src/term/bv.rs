//! Bit-vectors: constant evaluation of every operation, and simplifying constructors.

use super::{BvOp, Op, SortId, Store, TermId};
use crate::num::{Int, Rat};
use num_bigint::BigInt;

/// The two's complement reading of an unsigned value of `width` bits.
pub fn to_signed(value: &Int, width: u32) -> Int {
    if *value < Int::pow2(width - 1) { value.clone() } else { value - &Int::pow2(width) }
}

/// Reduces any integer to the unsigned value of `width` bits it is congruent to.
fn wrap(value: &Int, width: u32) -> Int {
    value.mod_euclid(&Int::pow2(width))
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

/// Evaluates an operation on unsigned values. `width` is the width of the first argument (ignored for
/// [`BvOp::FromInt`]), `second_width` that of the second, where there is one.
pub fn bv_eval(op: BvOp, args: &[Int], width: u32, second_width: u32) -> BvResult {
    let a = &args[0];
    let bits = |value: Int| BvResult::Bits(wrap(&value, width));
    let bitwise = |f: fn(BigInt, BigInt) -> BigInt| BvResult::Bits(Int::from_big(f(a.to_big(), args[1].to_big())));
    let signed = |i: usize| to_signed(&args[i], width);
    let ones = || &Int::pow2(width) - &Int::ONE;
    // Truncating division of the absolute values, the sign chosen by the caller.
    match op {
        BvOp::Not => bits(&ones() - a),
        BvOp::Neg => bits(-a),
        BvOp::And => bitwise(|x, y| x & y),
        BvOp::Or => bitwise(|x, y| x | y),
        BvOp::Xor => bitwise(|x, y| x ^ y),
        BvOp::Add => bits(a + &args[1]),
        BvOp::Sub => bits(a - &args[1]),
        BvOp::Mul => bits(a * &args[1]),
        BvOp::UDiv => BvResult::Bits(if args[1].is_zero() { ones() } else { a.div_floor(&args[1]) }),
        BvOp::URem => BvResult::Bits(if args[1].is_zero() { a.clone() } else { a.mod_euclid(&args[1]) }),
        BvOp::SDiv => {
            let (x, y) = (signed(0), signed(1));
            if y.is_zero() {
                return bits(if x.is_negative() { Int::ONE } else { ones() });
            }
            let magnitude = x.abs().div_floor(&y.abs());
            bits(if x.is_negative() != y.is_negative() { -magnitude } else { magnitude })
        }
        BvOp::SRem => {
            let (x, y) = (signed(0), signed(1));
            if y.is_zero() {
                return bits(x);
            }
            let magnitude = x.abs().mod_euclid(&y.abs());
            bits(if x.is_negative() { -magnitude } else { magnitude })
        }
        BvOp::SMod => {
            let (x, y) = (signed(0), signed(1));
            if y.is_zero() {
                return bits(x);
            }
            let floor = x.mod_euclid(&y.abs());
            bits(if y.is_negative() && !floor.is_zero() { &floor + &y } else { floor })
        }
        BvOp::Shl => match shift_amount(&args[1], width) {
            Some(n) => bits(a * &Int::pow2(n)),
            None => BvResult::Bits(Int::ZERO),
        },
        BvOp::LShr => match shift_amount(&args[1], width) {
            Some(n) => bits(a.div_floor(&Int::pow2(n))),
            None => BvResult::Bits(Int::ZERO),
        },
        BvOp::AShr => {
            let x = signed(0);
            match shift_amount(&args[1], width) {
                Some(n) => bits(x.div_floor(&Int::pow2(n))),
                None => bits(if x.is_negative() { Int::from(-1) } else { Int::ZERO }),
            }
        }
        BvOp::Concat => BvResult::Bits(&(a * &Int::pow2(second_width)) + &args[1]),
        BvOp::Extract(high, low) => BvResult::Bits(wrap(&a.div_floor(&Int::pow2(low)), high - low + 1)),
        BvOp::ZeroExtend(_) => BvResult::Bits(a.clone()),
        BvOp::SignExtend(n) => BvResult::Bits(wrap(&signed(0), width + n)),
        BvOp::Ult => BvResult::Bool(a < &args[1]),
        BvOp::Ule => BvResult::Bool(a <= &args[1]),
        BvOp::Slt => BvResult::Bool(signed(0) < signed(1)),
        BvOp::Sle => BvResult::Bool(signed(0) <= signed(1)),
        BvOp::FromInt(result) => BvResult::Bits(wrap(a, result)),
        BvOp::ToNat => BvResult::Int(a.clone()),
        BvOp::ToIntSigned => BvResult::Int(signed(0)),
    }
}

/// The shift distance if it is below the width.
fn shift_amount(amount: &Int, width: u32) -> Option<u32> {
    amount.to_i64().and_then(|n| u32::try_from(n).ok()).filter(|&n| n < width)
}

impl Store {
    /// The bit-vector constant of that width congruent to `value`.
    pub fn bv(&mut self, value: &Int, width: u32) -> TermId {
        let sort = self.bv_sort(width);
        self.intern(Op::BitVec(wrap(value, width)), &[], sort)
    }

    /// The unsigned value of a bit-vector constant.
    pub fn as_bv(&self, term: TermId) -> Option<&Int> {
        match self.op(term) {
            Op::BitVec(value) => Some(value),
            _ => None,
        }
    }

    /// The sort of an operation's result.
    pub fn bv_result_sort(&mut self, op: BvOp, args: &[TermId]) -> SortId {
        let width = |store: &Store, i: usize| store.bv_width(store.sort_of(args[i])).unwrap_or(0);
        match op {
            BvOp::Ult | BvOp::Ule | BvOp::Slt | BvOp::Sle => SortId::BOOL,
            BvOp::ToNat | BvOp::ToIntSigned => SortId::INT,
            BvOp::FromInt(result) => self.bv_sort(result),
            BvOp::Concat => {
                let sum = width(self, 0) + width(self, 1);
                self.bv_sort(sum)
            }
            BvOp::Extract(high, low) => self.bv_sort(high - low + 1),
            BvOp::ZeroExtend(n) | BvOp::SignExtend(n) => {
                let sum = width(self, 0) + n;
                self.bv_sort(sum)
            }
            _ => self.sort_of(args[0]),
        }
    }

    /// A bit-vector operation; one or two arguments as the operation demands, of fitting widths.
    pub fn bv_op(&mut self, op: BvOp, args: &[TermId]) -> TermId {
        if let Some(folded) = self.fold_bv(op, args) {
            return folded;
        }
        let sort = self.bv_result_sort(op, args);
        let (a, b) = (args[0], args.get(1).copied().unwrap_or(args[0]));
        let width = self.bv_width(self.sort_of(a)).unwrap_or(0);
        let zero = |t: TermId, store: &Store| store.as_bv(t).is_some_and(Int::is_zero);
        match op {
            // Neutral elements.
            BvOp::Add | BvOp::Or | BvOp::Xor if zero(a, self) => return b,
            BvOp::Add | BvOp::Sub | BvOp::Or | BvOp::Xor | BvOp::Shl | BvOp::LShr | BvOp::AShr if zero(b, self) => {
                return a;
            }
            BvOp::And | BvOp::Or if a == b => return a,
            BvOp::And | BvOp::Mul if zero(a, self) => return a,
            BvOp::And | BvOp::Mul if zero(b, self) => return b,
            BvOp::Sub | BvOp::Xor if a == b => return self.bv(&Int::ZERO, width),
            BvOp::Ult | BvOp::Slt if a == b => return Store::FALSE,
            BvOp::Ule | BvOp::Sle if a == b => return Store::TRUE,
            BvOp::ZeroExtend(0) | BvOp::SignExtend(0) => return a,
            BvOp::Extract(high, 0) if high + 1 == width => return a,
            // match: bvnot (bvnot x)      gives: x      (and the same for bvneg)
            BvOp::Not | BvOp::Neg if *self.op(a) == Op::Bv(op) => return self.args(a)[0],
            // match: a < b      gives: not (b <= a), so that a comparison and its complement share one atom
            BvOp::Ult => {
                let ule = self.bv_op(BvOp::Ule, &[b, a]);
                return self.not(ule);
            }
            BvOp::Slt => {
                let sle = self.bv_op(BvOp::Sle, &[b, a]);
                return self.not(sle);
            }
            _ => {}
        }
        let commutative = matches!(op, BvOp::Add | BvOp::Mul | BvOp::And | BvOp::Or | BvOp::Xor);
        if commutative && a > b {
            return self.intern(Op::Bv(op), &[b, a], sort);
        }
        self.intern(Op::Bv(op), args, sort)
    }

    fn fold_bv(&mut self, op: BvOp, args: &[TermId]) -> Option<TermId> {
        let mut values = Vec::with_capacity(args.len());
        for &arg in args {
            match self.op(arg) {
                Op::BitVec(value) => values.push(value.clone()),
                Op::Num(value) => values.push(value.to_int()?),
                _ => return None,
            }
        }
        let width = self.bv_width(self.sort_of(args[0])).unwrap_or(0);
        let second = args.get(1).and_then(|&b| self.bv_width(self.sort_of(b))).unwrap_or(0);
        let sort = self.bv_result_sort(op, args);
        Some(match bv_eval(op, &values, width, second) {
            BvResult::Bool(value) => self.bool(value),
            BvResult::Bits(value) => self.intern(Op::BitVec(value), &[], sort),
            BvResult::Int(value) => self.num(Rat::from(value), SortId::INT),
        })
    }
}
