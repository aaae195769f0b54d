//! Floating point over the reals, with what is known about rounding.
//!
//! Every variable stands for a finite machine number, as a Real; [`super::special`] has types with other values. The
//! result of an operation is the rounding `z` of its exact value `e`, a fresh variable about which we say (Higham,
//! "Accuracy and Stability of Numerical Algorithms", chapter 2; all for round to nearest, and true as long as nothing
//! overflows, which a check in front of the operation says):
//!
//! * `|z - e| <= u |e| + η`, or with a constant bound where the range of `e` is known;
//! * rounding is monotone and fixes machine numbers: `e <= m → z <= m` and `e >= m → z >= m`, for `m` an operand, its
//!   negation, and the constants of the program;
//! * exact cases: products with powers of two, and differences `x - y` with `y/2 <= x <= 2y` (Sterbenz).
//!
//! One exact value gives one rounding within a clause, so equal computations are equal.

use super::Encoder;
use super::Unsupported;
use super::expr::Context;
use crate::ir::{
    BinaryOp, Conversion, Elementary, ExprId, ExprKind, FloatFormat, Program, Rounding, Shape, TypeKind, UnaryOp, ieee,
};
use horn_solver::num::{Int, Rat};
use horn_solver::term::{Op, SortId, TermId};
use std::collections::BTreeMap;

/// More constants than these are not considered.
const MAX_CONSTANTS: usize = 6;

/// The constants of a program by format: literals and bounds of types, and their negations.
#[derive(Debug, Default)]
pub(super) struct Constants {
    single: Vec<Rat>,
    double: Vec<Rat>,
}

impl Constants {
    fn of(&self, format: FloatFormat) -> &[Rat] {
        match format {
            FloatFormat::F32 => &self.single,
            FloatFormat::F64 => &self.double,
        }
    }
}

/// Collects the constants of a program, the most frequent first if there are too many.
pub(super) fn constants(program: &Program) -> Constants {
    let mut found: BTreeMap<(bool, Rat), usize> = BTreeMap::new();
    let mut add = |format: FloatFormat, value: f64| {
        if let Some(exact) = ieee::to_rat(value) {
            *found.entry((format == FloatFormat::F64, exact.abs())).or_default() += 1;
        }
    };
    for ty in &program.types {
        if let TypeKind::Float(float) = &ty.kind
            && let Some((first, last)) = float.range
        {
            add(float.format, first);
            add(float.format, last);
        }
    }
    for procedure in &program.procedures {
        for (_, node) in procedure.exprs.iter() {
            if let (ExprKind::Float(value), Shape::Float(format)) = (&node.kind, program.shape(node.ty)) {
                add(format, *value);
            }
        }
    }
    let of = |double: bool| {
        let mut list: Vec<(usize, Rat)> = found
            .iter()
            .filter(|((d, _), _)| *d == double)
            .map(|((_, value), count)| (*count, value.clone()))
            .collect();
        list.sort_by(|(a, x), (b, y)| b.cmp(a).then_with(|| x.cmp(y)));
        list.truncate(MAX_CONSTANTS);
        let mut all: Vec<Rat> = list.into_iter().flat_map(|(_, value)| [-value.clone(), value]).collect();
        all.push(Rat::ZERO);
        all.sort();
        all.dedup();
        all
    };
    Constants { single: of(false), double: of(true) }
}

/// Unit roundoff, half of the smallest positive number, and the smallest normal number.
fn roundoff(format: FloatFormat) -> (Rat, Rat, Rat) {
    let power = |n: u32| Rat::new(Int::ONE, Int::pow2(n));
    match format {
        FloatFormat::F32 => (power(24), power(150), power(126)),
        FloatFormat::F64 => (power(53), power(1075), power(1022)),
    }
}

/// Whether a number is a power of two, possibly negative.
fn is_power_of_two(value: &Rat) -> bool {
    use crate::ir::exponent_of_two;
    let magnitude = value.abs();
    !value.is_zero() && exponent_of_two(magnitude.numer()).is_some() && exponent_of_two(magnitude.denom()).is_some()
}

impl<'p> Encoder<'p> {
    /// An operation other than comparisons, `Min` and `Max`.
    pub(super) fn float(
        &mut self,
        cx: &mut Context<'p>,
        op: BinaryOp,
        x: TermId,
        y: TermId,
        format: FloatFormat,
    ) -> TermId {
        if op == BinaryOp::Pow {
            return self.float_power(cx, x, y, format);
        }
        let exact = self.exact(op, x, y);
        let z = self.rounded_near(cx, exact, format, &[x, y]);
        let of_number = |encoder: &Self, term: TermId| encoder.store.as_num(term).is_some_and(is_power_of_two);
        let zero = self.store.num(Rat::ZERO, SortId::REAL);
        match op {
            BinaryOp::Add if x == zero => return y,
            BinaryOp::Add | BinaryOp::Sub if y == zero => return x,
            BinaryOp::Mul if of_number(self, x) || of_number(self, y) => self.exact_unless_tiny(cx, z, exact, format),
            BinaryOp::Div if of_number(self, y) => self.exact_unless_tiny(cx, z, exact, format),
            BinaryOp::Sub if self.store.as_num(x).is_none() || self.store.as_num(y).is_none() => {
                self.sterbenz(cx, x, y, z, exact);
            }
            _ => {}
        }
        z
    }

    /// The exact result of a basic operation.
    pub(super) fn exact(&mut self, op: BinaryOp, x: TermId, y: TermId) -> TermId {
        match op {
            BinaryOp::Add => self.store.add(&[x, y]),
            BinaryOp::Sub => self.store.sub(x, y),
            BinaryOp::Mul => self.store.mul(x, y),
            BinaryOp::Div => match self.store.as_num(y).filter(|y| !y.is_zero()).map(Rat::recip) {
                Some(factor) => self.store.scale(&factor, x),
                None => self.store.real_div(x, y),
            },
            _ => x,
        }
    }

    fn exact_unless_tiny(&mut self, cx: &mut Context<'p>, z: TermId, exact: TermId, format: FloatFormat) {
        let (_, _, normal) = roundoff(format);
        let normal = self.store.num(normal, SortId::REAL);
        let magnitude = self.store.abs(exact);
        let tiny = self.store.lt(magnitude, normal);
        let same = self.store.eq(z, exact);
        let either = self.store.or2(tiny, same);
        cx.side.push(either);
    }

    /// `x - y` is exact if both are of one sign and differ by a factor of at most two.
    fn sterbenz(&mut self, cx: &mut Context<'p>, x: TermId, y: TermId, z: TermId, exact: TermId) {
        let two = Rat::from(2);
        let (double_x, double_y) = (self.store.scale(&two, x), self.store.scale(&two, y));
        let same = self.store.eq(z, exact);
        let positive = [self.store.le(y, double_x), self.store.le(x, double_y)];
        let negative = [self.store.le(double_x, y), self.store.le(double_y, x)];
        for close in [positive, negative] {
            let close = self.store.and(&close);
            let fact = self.store.implies(close, same);
            cx.side.push(fact);
        }
    }

    /// `x ** n` by repeated multiplication; exact knowledge only for small constant exponents.
    fn float_power(&mut self, cx: &mut Context<'p>, x: TermId, n: TermId, format: FloatFormat) -> TermId {
        let exponent = self.store.as_num(n).and_then(Rat::to_int).and_then(|n| n.to_i64());
        match exponent {
            Some(n @ 1..=4) => (1..n).fold(x, |product, _| self.float(cx, BinaryOp::Mul, product, x, format)),
            Some(0) => self.store.num(Rat::ONE, SortId::REAL),
            _ => self.fresh_var(&mut cx.region, SortId::REAL),
        }
    }

    /// The rounding of an exact value.
    pub(super) fn rounded(&mut self, cx: &mut Context<'p>, exact: TermId, format: FloatFormat) -> TermId {
        self.rounded_near(cx, exact, format, &[])
    }

    /// The rounding of an exact value; `operands` are machine numbers that it cannot jump over.
    fn rounded_near(
        &mut self,
        cx: &mut Context<'p>,
        exact: TermId,
        format: FloatFormat,
        operands: &[TermId],
    ) -> TermId {
        if let Some(number) = self.store.as_num(exact) {
            let nearest = ieee::to_rat(ieee::from_rat(number, format));
            if let Some(nearest) = nearest {
                return self.store.num(nearest, SortId::REAL);
            }
        }
        let z = match cx.region.rounded.get(&(exact, format)) {
            Some(z) => *z,
            None => {
                let z = self.fresh_var(&mut cx.region, SortId::REAL);
                cx.region.rounded.insert((exact, format), z);
                z
            }
        };
        let range = self.error_bound(cx, z, exact, format);
        let mut machine: Vec<TermId> = Vec::new();
        for operand in operands {
            if self.store.as_num(*operand).is_none() {
                let negated = self.store.neg(*operand);
                machine.extend([*operand, negated]);
            }
        }
        for constant in self.constants.of(format).to_vec() {
            // Constants outside of a known range say no more than its ends.
            if range.as_ref().is_some_and(|(low, high)| constant <= *low || *high <= constant) {
                continue;
            }
            machine.push(self.store.num(constant, SortId::REAL));
        }
        for number in machine {
            let (below, above) = (self.store.le(exact, number), self.store.ge(exact, number));
            let (under, over) = (self.store.le(z, number), self.store.ge(z, number));
            let facts = [self.store.implies(below, under), self.store.implies(above, over)];
            cx.side.extend(facts);
        }
        z
    }

    /// `|z - e| <= u |e| + η`. Gives the range of `e`, if it is known.
    fn error_bound(
        &mut self,
        cx: &mut Context<'p>,
        z: TermId,
        exact: TermId,
        format: FloatFormat,
    ) -> Option<(Rat, Rat)> {
        let (unit, tiny, _) = roundoff(format);
        if let Some((low, high)) = self.interval(cx, exact) {
            let largest = low.abs().max(high.abs());
            let bound = self.store.num(largest * unit + tiny, SortId::REAL);
            let error = self.store.sub(z, exact);
            let minus = self.store.neg(bound);
            cx.side.push(self.store.le(error, bound));
            cx.side.push(self.store.le(minus, error));
            // Rounding is monotone, so the rounded ends of the range are bounds, too.
            let ends = [&low, &high].map(|end| ieee::to_rat(ieee::from_rat(end, format)));
            if let [Some(low), Some(high)] = ends {
                let (low, high) = (self.store.num(low, SortId::REAL), self.store.num(high, SortId::REAL));
                cx.side.push(self.store.le(low, z));
                cx.side.push(self.store.le(z, high));
            }
            return Some((low, high));
        }
        let tiny = self.store.num(tiny, SortId::REAL);
        let more = self.store.scale(&(Rat::ONE + unit.clone()), exact);
        let less = self.store.scale(&(Rat::ONE - unit), exact);
        let zero = self.store.num(Rat::ZERO, SortId::REAL);
        let positive = self.store.ge(exact, zero);
        let between = |encoder: &mut Self, low: TermId, high: TermId| {
            let low = encoder.store.sub(low, tiny);
            let high = encoder.store.add(&[high, tiny]);
            let (below, above) = (encoder.store.le(z, high), encoder.store.le(low, z));
            encoder.store.and2(below, above)
        };
        let (up, down) = (between(self, less, more), between(self, more, less));
        let bound = self.store.ite(positive, up, down);
        cx.side.push(bound);
        None
    }

    /// Bounds of a linear term, from the types of its variables and from plain bounds on the path.
    pub(super) fn interval(&mut self, cx: &Context<'p>, term: TermId) -> Option<(Rat, Rat)> {
        let linear = self.store.linear(term);
        let (mut low, mut high) = (linear.constant.clone(), linear.constant.clone());
        for (atom, factor) in linear.terms.iter() {
            let (first, last) = self.atom_interval(cx, *atom)?;
            let (a, b) = (first * factor.clone(), last * factor.clone());
            let (a, b) = if factor.is_negative() { (b, a) } else { (a, b) };
            low += &a;
            high += &b;
        }
        Some((low, high))
    }

    fn atom_interval(&mut self, cx: &Context<'p>, atom: TermId) -> Option<(Rat, Rat)> {
        let (mut low, mut high): (Option<Rat>, Option<Rat>) = (None, None);
        for condition in cx.path.iter().chain(&cx.side) {
            // Le (factor * atom, c), and conjunctions of such.
            for part in horn_solver::term::conjuncts(&self.store, *condition) {
                if *self.store.op(part) != Op::Le {
                    continue;
                }
                let args = self.store.args(part);
                let (left, right) = (self.store.linear(args[0]), self.store.as_num(args[1]).cloned());
                let (Some(right), [(only, factor)]) = (right, &left.terms[..]) else { continue };
                if *only != atom {
                    continue;
                }
                let bound = (right - left.constant.clone()) * factor.recip();
                if factor.is_negative() {
                    low = Some(low.map_or(bound.clone(), |known| known.max(bound)));
                } else {
                    high = Some(high.map_or(bound.clone(), |known| known.min(bound)));
                }
            }
        }
        let (low, high) = (low?, high?);
        // The range of the whole format is worth nothing.
        let limit = Rat::from(Int::pow2(100));
        (low.abs() < limit && high.abs() < limit).then_some((low, high))
    }

    /// Whether the rounding of an expression's value is finite.
    pub(super) fn is_finite(&mut self, cx: &mut Context<'p>, id: ExprId) -> Result<TermId, Unsupported> {
        let node = &cx.procedure.exprs[id];
        let Shape::Float(format) = self.program.shape(node.ty) else { return Ok(self.store.bool(true)) };
        if self.special(node.ty).is_some() {
            let value = self.scalar(cx, id)?;
            return Ok(self.finite(cx, value, format));
        }
        let exact = match &node.kind {
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div), a, b) => {
                let (x, y) = (self.scalar(cx, *a)?, self.scalar(cx, *b)?);
                let exact = self.exact(*op, x, y);
                if *op == BinaryOp::Div {
                    let zero = self.store.num(Rat::ZERO, SortId::REAL);
                    let divides = self.store.neq(y, zero);
                    let fits = self.fits(exact, format);
                    return Ok(self.store.and2(divides, fits));
                }
                exact
            }
            ExprKind::Binary(BinaryOp::Pow, a, n) => {
                let (x, n) = (self.scalar(cx, *a)?, self.scalar(cx, *n)?);
                let exponent = self.store.as_num(n).and_then(Rat::to_int).and_then(|n| n.to_i64());
                let Some(n @ 0..=4) = exponent else {
                    return Ok(self.fresh_var(&mut cx.region, SortId::BOOL));
                };
                // Every partial product must fit.
                let mut all = Vec::new();
                let mut product = x;
                for _ in 1..n {
                    let exact = self.exact(BinaryOp::Mul, product, x);
                    all.push(self.fits(exact, format));
                    product = self.float(cx, BinaryOp::Mul, product, x, format);
                }
                return Ok(self.store.and(&all));
            }
            ExprKind::Convert(Conversion::IntToFloat, a) => {
                let value = self.scalar(cx, *a)?;
                self.store.to_real(value)
            }
            ExprKind::Convert(Conversion::FloatToFloat, a) => self.scalar(cx, *a)?,
            ExprKind::Ite(c, a, b) => {
                let c = self.scalar(cx, *c)?;
                let (a, b) = (self.is_finite(cx, *a)?, self.is_finite(cx, *b)?);
                return Ok(self.store.ite(c, a, b));
            }
            ExprKind::Unary(UnaryOp::Sqrt, a) => {
                let value = self.scalar(cx, *a)?;
                let zero = self.store.num(Rat::ZERO, SortId::REAL);
                return Ok(self.store.ge(value, zero));
            }
            _ => return Ok(self.store.bool(true)),
        };
        Ok(self.fits(exact, format))
    }

    /// Numbers from the largest one plus half a unit in its last place on round to infinity.
    pub(super) fn fits(&mut self, exact: TermId, format: FloatFormat) -> TermId {
        let limit = match format {
            FloatFormat::F32 => Int::pow2(128) - Int::pow2(103),
            FloatFormat::F64 => Int::pow2(1024) - Int::pow2(970),
        };
        let limit = self.store.num(Rat::from(limit), SortId::REAL);
        let magnitude = self.store.abs(exact);
        self.store.lt(magnitude, limit)
    }

    /// `0 <= z`, and `z * z` close to the value; rounding of the root itself is monotone around 0, 1 and the value.
    pub(super) fn sqrt(&mut self, cx: &mut Context<'p>, value: TermId, format: FloatFormat) -> TermId {
        let root = self.fresh_var(&mut cx.region, SortId::REAL);
        let (zero, one) = (self.store.num(Rat::ZERO, SortId::REAL), self.store.num(Rat::ONE, SortId::REAL));
        let defined = self.store.ge(value, zero);
        let square = self.store.mul(root, root);
        let exact = [self.store.ge(root, zero), self.store.eq(square, value)];
        let exact = self.store.and(&exact);
        cx.side.push(self.store.implies(defined, exact));
        let (small, large) = (self.store.le(value, one), self.store.ge(value, one));
        let shrinks = [self.store.le(root, one), self.store.ge(root, value)];
        let grows = [self.store.ge(root, one), self.store.le(root, value)];
        for (case, facts) in [(small, shrinks), (large, grows)] {
            let case = self.store.and2(defined, case);
            let facts = self.store.and(&facts);
            cx.side.push(self.store.implies(case, facts));
        }
        self.rounded_near(cx, root, format, &[value])
    }

    /// Some value in the range of the function, with the signs that everybody knows.
    pub(super) fn elementary(
        &mut self,
        cx: &mut Context<'p>,
        function: Elementary,
        value: TermId,
        format: FloatFormat,
    ) -> TermId {
        let result = self.fresh_var(&mut cx.region, SortId::REAL);
        let number =
            |encoder: &mut Self, float: f64| encoder.store.num(ieee::to_rat(float).unwrap_or(Rat::ZERO), SortId::REAL);
        let (low, high) = function.range(format);
        let (low, high) = (number(self, low), number(self, high));
        cx.side.push(self.store.le(low, result));
        cx.side.push(self.store.le(result, high));
        // Increasing through a point that is exact: not below it to the right, not above it to the left.
        if let Some((at, there)) = function.through() {
            let (at, there) = (number(self, at), number(self, there));
            let (right, left) = (self.store.ge(value, at), self.store.le(value, at));
            let (above, below) = (self.store.ge(result, there), self.store.le(result, there));
            let facts = [self.store.implies(right, above), self.store.implies(left, below)];
            cx.side.extend(facts);
        }
        result
    }

    /// An Int as a float: exact while it has no more digits than the format.
    pub(super) fn int_to_float(&mut self, cx: &mut Context<'p>, value: TermId, format: FloatFormat) -> TermId {
        let exact = self.store.to_real(value);
        let z = self.rounded(cx, exact, format);
        let digits = match format {
            FloatFormat::F32 => 24,
            FloatFormat::F64 => 53,
        };
        let limit = self.store.int_big(Int::pow2(digits));
        let minus = self.store.neg(limit);
        let small = [self.store.le(value, limit), self.store.le(minus, value)];
        let small = self.store.and(&small);
        let same = self.store.eq(z, exact);
        cx.side.push(self.store.implies(small, same));
        z
    }

    /// A real rounded to an integer, exactly.
    pub(super) fn integral(&mut self, cx: &mut Context<'p>, rounding: Rounding, value: TermId) -> TermId {
        let half = self.store.num(Rat::new(Int::ONE, Int::from(2)), SortId::REAL);
        let zero = self.store.num(Rat::ZERO, SortId::REAL);
        let negated = self.store.neg(value);
        let floor = |encoder: &mut Self, term: TermId| encoder.store.to_int(term);
        let ceiling = |encoder: &mut Self, minus: TermId| {
            let down = encoder.store.to_int(minus);
            encoder.store.neg(down)
        };
        match rounding {
            Rounding::Floor => floor(self, value),
            Rounding::Ceiling => ceiling(self, negated),
            Rounding::Truncate => {
                let (down, up) = (floor(self, value), ceiling(self, negated));
                let positive = self.store.ge(value, zero);
                self.store.ite(positive, down, up)
            }
            Rounding::NearestAway => {
                let (above, below) = (self.store.add(&[value, half]), self.store.add(&[negated, half]));
                let (up, down) = (floor(self, above), ceiling(self, below));
                let positive = self.store.ge(value, zero);
                self.store.ite(positive, up, down)
            }
            Rounding::NearestEven => {
                // One of the two nearest integers; which one of a tie is left open.
                let any = self.fresh_var(&mut cx.region, SortId::INT);
                let real = self.store.to_real(any);
                let error = self.store.sub(real, value);
                let magnitude = self.store.abs(error);
                cx.side.push(self.store.le(magnitude, half));
                any
            }
        }
    }
}
