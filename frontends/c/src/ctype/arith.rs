//! Ranks, promotions and the usual arithmetic conversions (C11 6.3.1).

use super::{CType, DataModel, FloatKind, IntKind, Ty, Types};
use horn_frontend::ir::Range;
use horn_solver::num::Int;

impl IntKind {
    /// Whether negative values exist. `char` is signed, as on x86.
    pub fn signed(self) -> bool {
        use IntKind::*;
        matches!(self, Char | SChar | Short | Int | Long | LongLong | Int128)
    }

    /// The rank: types of one rank differ in their sign only.
    pub fn rank(self) -> u32 {
        use IntKind::*;
        match self {
            Bool => 0,
            Char | SChar | UChar => 1,
            Short | UShort => 2,
            Int | UInt => 3,
            Long | ULong => 4,
            LongLong | ULongLong => 5,
            Int128 | UInt128 => 6,
        }
    }

    /// The unsigned type of the same rank.
    pub fn unsigned(self) -> IntKind {
        use IntKind::*;
        match self {
            Bool => Bool,
            Char | SChar | UChar => UChar,
            Short | UShort => UShort,
            Int | UInt => UInt,
            Long | ULong => ULong,
            LongLong | ULongLong => ULongLong,
            Int128 | UInt128 => UInt128,
        }
    }

    /// The number of bits that hold the value and the sign; 1 for `_Bool`.
    pub fn bits(self, model: DataModel) -> u32 {
        if self == IntKind::Bool { 1 } else { 8 * self.size(model) }
    }

    /// The number of bytes.
    pub fn size(self, model: DataModel) -> u32 {
        match self.rank() {
            0 | 1 => 1,
            2 => 2,
            3 => 4,
            4 => match model {
                DataModel::Ilp32 => 4,
                DataModel::Lp64 => 8,
            },
            5 => 8,
            _ => 16,
        }
    }

    /// The values.
    pub fn range(self, model: DataModel) -> Range {
        let bits = self.bits(model);
        if self.signed() { Range::signed(bits) } else { Range::new(Int::ZERO, Int::pow2(bits) - Int::ONE) }
    }

    /// The type after the integer promotions.
    pub fn promoted(self) -> IntKind {
        // All values of the smaller types are values of int.
        if self.rank() < IntKind::Int.rank() { IntKind::Int } else { self }
    }

    /// The common type of two integers, which need not be promoted yet.
    pub fn common(self, other: IntKind, model: DataModel) -> IntKind {
        let (a, b) = (self.promoted(), other.promoted());
        if a.signed() == b.signed() {
            return if a.rank() >= b.rank() { a } else { b };
        }
        let (signed, unsigned) = if a.signed() { (a, b) } else { (b, a) };
        if unsigned.rank() >= signed.rank() {
            unsigned
        } else if signed.size(model) > unsigned.size(model) {
            signed
        } else {
            signed.unsigned()
        }
    }

    /// A value reduced into the range of this type: what a conversion does with it, with gcc also to signed types.
    pub fn wrap(self, value: &Int, model: DataModel) -> Int {
        if self == IntKind::Bool {
            return if *value == Int::ZERO { Int::ZERO } else { Int::ONE };
        }
        let range = self.range(model);
        if range.contains(value) {
            return value.clone();
        }
        let modulus = Int::pow2(self.bits(model));
        let reduced = value.mod_euclid(&modulus);
        if reduced > range.last { reduced - modulus } else { reduced }
    }
}

impl Types {
    /// The type after the integer promotions; other types stay.
    pub fn promoted(&mut self, ty: Ty) -> Ty {
        match self.int_kind(ty) {
            Some(kind) => self.int(kind.promoted()),
            None => ty,
        }
    }

    /// The common type of two arithmetic operands.
    pub fn common(&mut self, a: Ty, b: Ty) -> Option<Ty> {
        match (self.float_kind(a), self.float_kind(b)) {
            (Some(FloatKind::Double), _) | (_, Some(FloatKind::Double)) => {
                (self.is_arithmetic(a) && self.is_arithmetic(b)).then(|| self.double())
            }
            (Some(FloatKind::Float), _) | (_, Some(FloatKind::Float)) => {
                (self.is_arithmetic(a) && self.is_arithmetic(b)).then(|| self.make(CType::Float(FloatKind::Float)))
            }
            (None, None) => {
                let (a, b) = (self.int_kind(a)?, self.int_kind(b)?);
                let kind = a.common(b, self.model);
                Some(self.int(kind))
            }
        }
    }

    /// The type in which an argument without a declared type is passed (C11 6.5.2.2).
    pub fn default_argument(&mut self, ty: Ty) -> Ty {
        if self.float_kind(ty).is_some() { self.double() } else { self.promoted(ty) }
    }
}
