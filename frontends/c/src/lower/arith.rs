//! Arithmetic and conversions of numbers, with the checks in front of what is undefined (C11 6.5, 6.3.1).

use super::expr::Val;
use super::function::Proc;
use super::types::Rep;
use super::{Integers, Res, refuse};
use crate::ctype::{IntKind, Ty};
use crate::typed::Bin;
use horn_frontend::ir::{
    BinaryOp, CheckKind, Conversion, ExprId, ExprKind, FloatFormat, FloatType, Loc, Range, Rounding, TypeId, TypeKind,
    UnaryOp, ieee,
};
use horn_solver::num::{Int, Rat};

impl Proc<'_, '_> {
    fn range(&self, kind: IntKind) -> Range {
        kind.range(self.unit.types.model)
    }

    /// The constant that an IR expression is.
    pub fn known(&self, e: ExprId) -> Option<Int> {
        match &self.b.node(e).kind {
            ExprKind::Int(value) => Some(value.clone()),
            _ => None,
        }
    }

    pub fn number(&mut self, value: impl Into<Int>, loc: Loc) -> ExprId {
        self.b.int(value, TypeId::INT, loc)
    }

    /// Whether a value lies in a range.
    pub fn inside(&mut self, e: ExprId, range: &Range, loc: Loc) -> ExprId {
        let (first, last) = (self.number(range.first.clone(), loc), self.number(range.last.clone(), loc));
        self.b.between(e, first, last, loc)
    }

    /// A value as a number of the representation of its type.
    pub fn num(&mut self, value: Val, ty: Ty, loc: Loc) -> Res<ExprId> {
        let rep = self.l.rep(ty, loc)?;
        Ok(match (value, rep) {
            (Val::Truth(e), Rep::Truth) => e,
            (Val::Truth(e), Rep::Modular(_)) => {
                let ir = self.l.ty(ty, loc)?;
                let (one, zero) = (self.b.int(1, ir, loc), self.b.int(0, ir, loc));
                self.b.ite(e, one, zero, loc)
            }
            (Val::Truth(e), Rep::Int(_)) => {
                let ir = self.l.ty(ty, loc)?;
                self.b.convert(Conversion::BoolToInt, e, ir, loc)
            }
            (Val::Num(e), Rep::Truth) => match &self.b.node(e).kind {
                ExprKind::Int(value) => {
                    let truth = !value.is_zero();
                    self.b.bool(truth, loc)
                }
                _ => e,
            },
            (Val::Num(e), _) => e,
            _ => return refuse(loc, "a value that is no number"),
        })
    }

    /// A value of a scalar type as a condition.
    pub fn truth(&mut self, value: Val, ty: Ty, loc: Loc) -> Res<ExprId> {
        Ok(match value {
            Val::Truth(e) => e,
            Val::Ptr(pointer) => {
                let null = self.null(loc);
                self.b.compare(BinaryOp::Ne, pointer.offset, null, loc)
            }
            Val::Num(e) => match self.l.rep(ty, loc)? {
                Rep::Truth => self.num(Val::Num(e), ty, loc)?,
                Rep::Float(_) => {
                    let ir = self.b.type_of(e);
                    let zero = self.b.float(0.0, ir, loc);
                    self.b.compare(BinaryOp::Ne, e, zero, loc)
                }
                _ => {
                    let ir = self.b.type_of(e);
                    let zero = self.b.int(0, ir, loc);
                    self.b.compare(BinaryOp::Ne, e, zero, loc)
                }
            },
            Val::Agg(_) | Val::Void => return refuse(loc, "a condition that is no scalar"),
        })
    }

    /// Reduces an integer of any size into the range of a kind.
    pub fn wrapped(&mut self, e: ExprId, kind: IntKind, loc: Loc) -> Res<ExprId> {
        if self.l.options.integers == Integers::Math {
            return refuse(loc, "a conversion to a smaller type in mathematical integers");
        }
        let modular = self.l.modular_type(kind);
        let e = self.b.convert(Conversion::IntToModularWrap, e, modular, loc);
        let e = self.b.convert(Conversion::ModularToInt, e, TypeId::INT, loc);
        Ok(if kind.signed() { self.signed(e, kind, loc) } else { e })
    }

    /// The signed number with the bits of one in `0 .. 2^n - 1`.
    fn signed(&mut self, e: ExprId, kind: IntKind, loc: Loc) -> ExprId {
        let e = self.spilled(e, loc);
        let last = self.number(self.range(kind).last, loc);
        let modulus = self.number(self.l.modulus(kind), loc);
        let large = self.b.compare(BinaryOp::Gt, e, last, loc);
        let below = self.b.binary(BinaryOp::Sub, e, modulus, TypeId::INT, loc);
        self.b.ite(large, below, e, loc)
    }

    /// An integer of either representation as one without a range.
    pub fn exact(&mut self, e: ExprId, rep: Rep, loc: Loc) -> ExprId {
        match rep {
            Rep::Modular(_) => self.b.convert(Conversion::ModularToInt, e, TypeId::INT, loc),
            _ => e,
        }
    }

    /// A conversion between numbers.
    pub fn converted(&mut self, value: Val, from: Ty, to: Ty, loc: Loc) -> Res<Val> {
        let (source, target) = (self.l.rep(from, loc)?, self.l.rep(to, loc)?);
        if target == Rep::Truth {
            return Ok(Val::Truth(self.truth(value, from, loc)?));
        }
        if let Val::Truth(_) = value
            && matches!(target, Rep::Int(_) | Rep::Modular(_))
        {
            // 0 or 1 of any type.
            return Ok(if matches!(target, Rep::Int(_)) { value } else { Val::Num(self.num(value, to, loc)?) });
        }
        let ir = self.l.ty(to, loc)?;
        // A truth value on its way to a float is an integer first.
        let (e, source) = match source {
            Rep::Truth => {
                let e = self.truth(value, from, loc)?;
                (self.b.convert(Conversion::BoolToInt, e, TypeId::INT, loc), Rep::Int(IntKind::Bool))
            }
            _ => (self.num(value, from, loc)?, source),
        };
        let math = self.l.options.integers == Integers::Math;
        Ok(Val::Num(match (source, target) {
            (Rep::Int(a), Rep::Int(b)) => {
                if math || fits(&self.range(a), &self.range(b)) {
                    e
                } else {
                    self.wrapped(e, b, loc)?
                }
            }
            (Rep::Int(a), Rep::Modular(b)) => {
                let within = fits(&self.range(a), &self.range(b));
                let how = if within { Conversion::IntToModular } else { Conversion::IntToModularWrap };
                self.b.convert(how, e, ir, loc)
            }
            (Rep::Modular(a), Rep::Int(b)) => {
                let e = self.exact(e, source, loc);
                if fits(&self.range(a), &self.range(b)) {
                    e
                } else if b.signed() && b.bits(self.unit.types.model) == a.bits(self.unit.types.model) {
                    self.signed(e, b, loc)
                } else {
                    self.wrapped(e, b, loc)?
                }
            }
            (Rep::Modular(a), Rep::Modular(b)) => {
                if self.l.modulus(a) == self.l.modulus(b) {
                    return Ok(Val::Num(e));
                }
                let within = fits(&self.range(a), &self.range(b));
                let e = self.exact(e, source, loc);
                let how = if within { Conversion::IntToModular } else { Conversion::IntToModularWrap };
                self.b.convert(how, e, ir, loc)
            }
            (Rep::Int(_) | Rep::Modular(_), Rep::Float(_)) => {
                let e = self.exact(e, source, loc);
                self.b.convert(Conversion::IntToFloat, e, ir, loc)
            }
            (Rep::Float(_), Rep::Int(kind) | Rep::Modular(kind)) => {
                let inside = if math {
                    self.b.unary(UnaryOp::IsFinite, e, TypeId::BOOL, loc)
                } else {
                    self.truncation_fits(e, &self.range(kind), loc)
                };
                self.check(CheckKind::Range, inside, loc, "the value must fit into the type of the conversion");
                let e = self.b.convert(Conversion::FloatToInt(Rounding::Truncate), e, TypeId::INT, loc);
                match target {
                    Rep::Modular(_) => self.b.convert(Conversion::IntToModular, e, ir, loc),
                    _ => e,
                }
            }
            (Rep::Float(a), Rep::Float(b)) if a == b => e,
            (Rep::Float(_), Rep::Float(_)) => self.b.convert(Conversion::FloatToFloat, e, ir, loc),
            _ => return refuse(loc, "a conversion between a pointer and a number"),
        }))
    }

    /// Whether a float is finite and what remains without its fraction is in a range whose ends are a power of two, or
    /// zero, and one below a power of two.
    pub fn truncation_fits(&mut self, e: ExprId, range: &Range, loc: Loc) -> ExprId {
        let ty = self.b.type_of(e);
        let format = match self.l.program.ty(ty).kind {
            TypeKind::Float(FloatType { format, .. }) => format,
            _ => FloatFormat::F64,
        };
        let float = |n: Int| ieee::from_rat(&Rat::from(n), format);
        let before = range.first.clone() - Int::ONE;
        let exact = ieee::to_rat(float(before.clone())) == Some(Rat::from(before.clone()));
        // Without the number in front of the first the first is the smallest float that fits.
        let (op, first) = if exact { (BinaryOp::Gt, before) } else { (BinaryOp::Ge, range.first.clone()) };
        let first = self.b.float(float(first), ty, loc);
        let behind = self.b.float(float(range.last.clone() + Int::ONE), ty, loc);
        let (above, below) = (self.b.compare(op, e, first, loc), self.b.compare(BinaryOp::Lt, e, behind, loc));
        self.b.and(above, below, loc)
    }

    /// `-a` and `~a` of a promoted type.
    pub fn negated(&mut self, complement: bool, value: Val, ty: Ty, loc: Loc) -> Res<Val> {
        let rep = self.l.rep(ty, loc)?;
        let e = self.num(value, ty, loc)?;
        let ir = self.l.ty(ty, loc)?;
        Ok(Val::Num(match (rep, complement) {
            (Rep::Float(_), _) => self.b.unary(UnaryOp::Neg, e, ir, loc),
            (Rep::Modular(_), false) => self.b.unary(UnaryOp::Neg, e, ir, loc),
            (Rep::Modular(_), true) => self.b.unary(UnaryOp::BitNot, e, ir, loc),
            (Rep::Int(kind), false) => {
                let e = self.b.unary(UnaryOp::Neg, e, ir, loc);
                self.bounded(e, kind, "negation", loc)?
            }
            (Rep::Int(_), true) => {
                let (negative, one) = (self.b.unary(UnaryOp::Neg, e, TypeId::INT, loc), self.number(1, loc));
                self.b.binary(BinaryOp::Sub, negative, one, ir, loc)
            }
            _ => return refuse(loc, "an operation on what is no number"),
        }))
    }

    /// The result of a signed operation: checked, wrapped, or left as it is.
    fn bounded(&mut self, e: ExprId, kind: IntKind, operation: &str, loc: Loc) -> Res<ExprId> {
        match self.l.options.integers {
            Integers::Math => Ok(e),
            Integers::Wrap => self.wrapped(e, kind, loc),
            Integers::Undefined => {
                let inside = self.inside(e, &self.range(kind), loc);
                let (name, text) = (kind.name(), "result of");
                self.check(CheckKind::Overflow, inside, loc, &format!("{text} {operation} must fit into `{name}`"));
                Ok(e)
            }
        }
    }

    /// An operation on two values of the types of its operands; `ty` is that of the left one.
    pub fn binary(&mut self, op: Bin, a: (Val, Ty), b: (Val, Ty), result: Ty, loc: Loc) -> Res<Val> {
        let rep = self.l.rep(a.1, loc)?;
        if let Some(op) = comparison(op) {
            return self.compared(op, a, b, loc);
        }
        if let (Val::Truth(x), Val::Truth(y), Bin::BitAnd | Bin::BitOr | Bin::BitXor) = (&a.0, &b.0, op) {
            // Of truth values the operations on bits are those of logic.
            let (x, y) = (*x, *y);
            return Ok(Val::Truth(match op {
                Bin::BitAnd => self.b.and(x, y, loc),
                Bin::BitOr => self.b.or(x, y, loc),
                _ => {
                    let other = self.b.not(y, loc);
                    self.b.ite(x, other, y, loc)
                }
            }));
        }
        let (ty, shift_rep) = (a.1, self.l.rep(b.1, loc)?);
        let (x, y) = (self.num(a.0, a.1, loc)?, self.num(b.0, b.1, loc)?);
        let (x, y) = (self.spilled(x, loc), self.spilled(y, loc));
        let ir = self.l.ty(result, loc)?;
        if matches!(op, Bin::Shl | Bin::Shr) {
            return Ok(Val::Num(self.shift(op, x, rep, y, shift_rep, ty, loc)?));
        }
        Ok(Val::Num(match rep {
            Rep::Float(_) => {
                let op = match op {
                    Bin::Add => BinaryOp::Add,
                    Bin::Sub => BinaryOp::Sub,
                    Bin::Mul => BinaryOp::Mul,
                    Bin::Div => BinaryOp::Div,
                    _ => return refuse(loc, "an operation of integers on floats"),
                };
                self.b.binary(op, x, y, ir, loc)
            }
            Rep::Modular(_) => {
                let op = match op {
                    Bin::Add => BinaryOp::Add,
                    Bin::Sub => BinaryOp::Sub,
                    Bin::Mul => BinaryOp::Mul,
                    Bin::Div | Bin::Rem => {
                        self.not_zero(y, loc);
                        if op == Bin::Div { BinaryOp::Div } else { BinaryOp::Rem }
                    }
                    Bin::BitAnd => BinaryOp::BitAnd,
                    Bin::BitOr => BinaryOp::BitOr,
                    _ => BinaryOp::BitXor,
                };
                self.b.binary(op, x, y, ir, loc)
            }
            Rep::Int(kind) => match op {
                Bin::Add => {
                    let e = self.b.binary(BinaryOp::Add, x, y, ir, loc);
                    self.bounded(e, kind, "addition", loc)?
                }
                Bin::Sub => {
                    let e = self.b.binary(BinaryOp::Sub, x, y, ir, loc);
                    self.bounded(e, kind, "subtraction", loc)?
                }
                Bin::Mul => {
                    let e = self.b.binary(BinaryOp::Mul, x, y, ir, loc);
                    self.bounded(e, kind, "multiplication", loc)?
                }
                Bin::Div | Bin::Rem => {
                    self.not_zero(y, loc);
                    self.quotient_fits(x, y, kind, loc);
                    let op = if op == Bin::Div { BinaryOp::Div } else { BinaryOp::Rem };
                    self.b.binary(op, x, y, ir, loc)
                }
                _ => self.bitwise(op, x, y, kind, loc)?,
            },
            Rep::Truth | Rep::Pointer | Rep::Code => return refuse(loc, "an operation on what is no number"),
        }))
    }

    fn not_zero(&mut self, y: ExprId, loc: Loc) {
        let ir = self.b.type_of(y);
        let zero = self.b.int(0, ir, loc);
        let condition = match self.known(y) {
            Some(value) => self.b.bool(!value.is_zero(), loc),
            None => self.b.compare(BinaryOp::Ne, y, zero, loc),
        };
        self.check(CheckKind::Division, condition, loc, "the divisor must not be 0");
    }

    /// `MIN / -1` and `MIN % -1` do not fit. They trap on x86, so this is a check with wrapping integers as well.
    fn quotient_fits(&mut self, x: ExprId, y: ExprId, kind: IntKind, loc: Loc) {
        let minus = Int::from(-1);
        let harmless = |known: Option<Int>, bad: &Int| known.is_some_and(|value| value != *bad);
        let first = self.range(kind).first;
        let math = self.l.options.integers == Integers::Math || !kind.signed();
        if math || harmless(self.known(y), &minus) || harmless(self.known(x), &first) {
            return;
        }
        let (first, minus) = (self.number(first, loc), self.number(minus, loc));
        let not_first = self.b.compare(BinaryOp::Ne, x, first, loc);
        let not_minus = self.b.compare(BinaryOp::Ne, y, minus, loc);
        let condition = self.b.or(not_first, not_minus, loc);
        let text = format!("result of division must fit into `{}`", kind.name());
        self.check(CheckKind::Overflow, condition, loc, &text);
    }

    fn shift(&mut self, op: Bin, x: ExprId, rep: Rep, y: ExprId, by: Rep, ty: Ty, loc: Loc) -> Res<ExprId> {
        let (Rep::Int(kind) | Rep::Modular(kind)) = rep else { return refuse(loc, "a shift of what is no integer") };
        let ir = self.l.ty(ty, loc)?;
        let constant = self.known(y);
        let y = self.exact(y, by, loc);
        let bits = kind.bits(self.unit.types.model);
        let range = Range::new(0, i64::from(bits) - 1);
        let inside = match &constant {
            Some(value) => self.b.bool(range.contains(value), loc),
            None => self.inside(y, &range, loc),
        };
        let text = format!("the number of places must be in 0 .. {}", bits - 1);
        self.check(CheckKind::Shift, inside, loc, &text);
        let count = constant.as_ref().and_then(Int::to_i64).and_then(|n| u32::try_from(n).ok()).filter(|n| *n < bits);
        if let Rep::Modular(_) = rep {
            let op = if op == Bin::Shl { BinaryOp::ShiftLeft } else { BinaryOp::ShiftRight };
            let y = match count {
                Some(count) => self.number(i64::from(count), loc),
                None => y,
            };
            return Ok(self.b.binary(op, x, y, ir, loc));
        }
        if self.l.options.integers == Integers::Math && count.is_none() {
            return refuse(loc, "a shift by a variable number of places in mathematical integers");
        }
        if let Some(count) = count {
            let power = self.number(Int::pow2(count), loc);
            if op == Bin::Shl {
                let e = self.b.binary(BinaryOp::Mul, x, power, TypeId::INT, loc);
                let math = self.l.options.integers == Integers::Math;
                if self.l.options.shifts && !math {
                    let last = kind.range(self.unit.types.model).last;
                    let fits = self.inside(e, &Range { first: Int::ZERO, last }, loc);
                    self.shift_fits(fits, loc);
                }
                return if math { Ok(e) } else { self.wrapped(e, kind, loc) };
            }
            // Rounded down: copies of the sign come in, as in gcc.
            let rest = self.b.binary(BinaryOp::Mod, x, power, TypeId::INT, loc);
            let whole = self.b.binary(BinaryOp::Sub, x, rest, TypeId::INT, loc);
            return Ok(self.b.binary(BinaryOp::Div, whole, power, ir, loc));
        }
        let modular = self.l.modular_type(kind);
        let word = self.b.convert(Conversion::IntToModularWrap, x, modular, loc);
        let op = if op == Bin::Shl { BinaryOp::ShiftLeft } else { BinaryOp::ShiftRightArithmetic };
        let word = self.b.binary(op, word, y, modular, loc);
        let e = self.b.convert(Conversion::ModularToInt, word, TypeId::INT, loc);
        if self.l.options.shifts && op == BinaryOp::ShiftLeft {
            // Back from there it is the same number, and no sign has come in.
            let last = self.number(kind.range(self.unit.types.model).last, loc);
            let back = self.b.binary(BinaryOp::ShiftRight, word, y, modular, loc);
            let back = self.b.convert(Conversion::ModularToInt, back, TypeId::INT, loc);
            let (same, plain) =
                (self.b.compare(BinaryOp::Eq, back, x, loc), self.b.compare(BinaryOp::Le, e, last, loc));
            let fits = self.b.and(same, plain, loc);
            self.shift_fits(fits, loc);
        }
        Ok(self.signed(e, kind, loc))
    }

    /// Where only overflow is asked about, it is open whether a left shift counts whose result its type does not hold.
    fn shift_fits(&mut self, fits: ExprId, loc: Loc) {
        self.check(CheckKind::Unsupported, fits, loc, "a left shift whose result its type does not hold");
    }

    fn bitwise(&mut self, op: Bin, x: ExprId, y: ExprId, kind: IntKind, loc: Loc) -> Res<ExprId> {
        // The low bits of a number are its remainder.
        if op == Bin::BitAnd {
            for (word, mask) in [(x, y), (y, x)] {
                if let Some(mask) = self.known(mask)
                    && !mask.is_negative()
                    && Int::pow2(u32::try_from(mask.bits()).unwrap_or(0)) == mask.clone() + Int::ONE
                {
                    let power = self.number(mask + Int::ONE, loc);
                    return Ok(self.b.binary(BinaryOp::Mod, word, power, TypeId::INT, loc));
                }
            }
        }
        if self.l.options.integers == Integers::Math {
            return refuse(loc, "an operation on bits in mathematical integers");
        }
        let modular = self.l.modular_type(kind);
        let a = self.b.convert(Conversion::IntToModularWrap, x, modular, loc);
        let b = self.b.convert(Conversion::IntToModularWrap, y, modular, loc);
        let op = match op {
            Bin::BitAnd => BinaryOp::BitAnd,
            Bin::BitOr => BinaryOp::BitOr,
            _ => BinaryOp::BitXor,
        };
        let word = self.b.binary(op, a, b, modular, loc);
        let e = self.b.convert(Conversion::ModularToInt, word, TypeId::INT, loc);
        Ok(if kind.signed() { self.signed(e, kind, loc) } else { e })
    }

    fn compared(&mut self, op: BinaryOp, a: (Val, Ty), b: (Val, Ty), loc: Loc) -> Res<Val> {
        // `(x < y) == 0` and its like stay truth values.
        for (truth, other, other_ty) in [(&a.0, &b.0, b.1), (&b.0, &a.0, a.1)] {
            if let (Val::Truth(e), Val::Num(other), BinaryOp::Eq | BinaryOp::Ne) = (truth, other, op)
                && self.l.rep(other_ty, loc)? != Rep::Truth
                && let Some(value) = self.known(*other)
                && (value.is_zero() || value.is_one())
            {
                let e = *e;
                let positive = value.is_one() == (op == BinaryOp::Eq);
                return Ok(Val::Truth(if positive { e } else { self.b.not(e, loc) }));
            }
        }
        let (x, y) = (self.num(a.0, a.1, loc)?, self.num(b.0, b.1, loc)?);
        Ok(Val::Truth(self.b.compare(op, x, y, loc)))
    }
}

/// The comparison of an operator, if it is one.
pub(crate) fn comparison(op: Bin) -> Option<BinaryOp> {
    Some(match op {
        Bin::Lt => BinaryOp::Lt,
        Bin::Le => BinaryOp::Le,
        Bin::Gt => BinaryOp::Gt,
        Bin::Ge => BinaryOp::Ge,
        Bin::Eq => BinaryOp::Eq,
        Bin::Ne => BinaryOp::Ne,
        _ => return None,
    })
}

/// Whether all values of the first range are in the second.
fn fits(a: &Range, b: &Range) -> bool {
    b.contains(&a.first) && b.contains(&a.last)
}
