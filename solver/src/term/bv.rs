//! Bit-vectors: simplifying constructors.

use super::bvop::{BvResult, Law, Yields, bv_eval, wrap};
use super::{BvOp, Op, SortId, Store, TermId};
use crate::num::{Int, Rat};

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
        let width = |i: usize| self.bv_width(self.sort_of(args[i])).unwrap_or(0);
        let bits = match op.yields() {
            Yields::Same => return self.sort_of(args[0]),
            Yields::Truth => return SortId::BOOL,
            Yields::Integer => return SortId::INT,
            Yields::Sum => width(0) + width(1),
            Yields::Wider(more) => width(0) + more,
            Yields::Bits(bits) => bits,
        };
        self.bv_sort(bits)
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
        if op.law() == Law::Commutes && a > b {
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
