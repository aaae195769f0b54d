//! Expressions to terms.
//!
//! An expression becomes the slots of its value. What cannot be said by a term is a fresh variable with side
//! conditions, collected in the [`Context`]: results of float operations, truth values of quantifiers, arrays built by
//! a rule. Reads of components bring the range of the component type along (see the rules in [`crate::ir`]).

use super::interval::Intervals;
use super::known::{Known, Look};
use super::live::Places;
use super::procedure::{Power, Region, Slots, Values, unsupported};
use super::quant::{Fact, Home};
use super::{Encoder, Unsupported};
use crate::ir::{
    BinaryOp, BoundId, Conversion, ExprId, ExprKind, FloatFormat, Procedure, Shape, TypeId, TypeKind, UnaryOp, ieee,
};
use horn_solver::num::{Int, Rat};
use horn_solver::term::{SortId, Store, TermId};
use std::collections::HashMap;
use std::rc::Rc;

/// Where an expression is evaluated, and what its evaluation adds.
pub(super) struct Context<'p> {
    pub procedure: &'p Procedure,
    pub places: Rc<Places>,
    pub region: Region,
    pub values: Values,
    /// Values of bound variables, innermost last.
    pub env: Vec<(BoundId, TermId)>,
    /// The path in front of the expression.
    pub path: Vec<TermId>,
    /// Conditions that hold.
    pub side: Vec<TermId>,
    /// Quantified facts that hold.
    pub facts: Vec<Rc<Fact<'p>>>,
    /// Values of expressions outside of quantifiers; the values of places do not change within a context.
    pub memo: HashMap<ExprId, Slots>,
    /// What is certain in front of the expression, in a bounded formula.
    pub certain: Option<Certain>,
    /// What the operators around the place of evaluation suppose: `a` in `b` of `a and then b`.
    pub supposed: Vec<TermId>,
    /// How many times the place of evaluation is written out, by quantifiers over ranges that are not constant.
    pub copies: i64,
}

/// What is certain at a point, and what is known of terms in general.
pub(super) struct Certain {
    pub known: Known,
    pub intervals: Intervals,
}

impl<'p> Context<'p> {
    /// For a procedure, with the variables so far and the path in front.
    pub fn new(home: Home<'p>, region: Region, path: Vec<TermId>) -> Context<'p> {
        let Home { procedure, places, values } = home;
        Context {
            procedure,
            places,
            region,
            values,
            env: Vec::new(),
            path,
            side: Vec::new(),
            facts: Vec::new(),
            memo: HashMap::new(),
            certain: None,
            supposed: Vec::new(),
            copies: 1,
        }
    }

    /// Where expressions are evaluated, to be kept.
    pub fn home(&self) -> Home<'p> {
        Home { procedure: self.procedure, places: self.places.clone(), values: self.values.clone() }
    }
}

/// Powers with exponents up to this are written as products.
const LARGEST_POWER: i64 = 8;

/// A power is compared with so many others of its base, the last ones.
const RELATED_POWERS: usize = 8;

/// Powers of two are listed up to this exponent.
pub(super) const LARGEST_SHIFT: u32 = 64;

impl<'p> Encoder<'p> {
    /// The slots of an expression's value.
    pub(super) fn expr(&mut self, cx: &mut Context<'p>, id: ExprId) -> Result<Slots, Unsupported> {
        if cx.env.is_empty()
            && let Some(known) = cx.memo.get(&id)
        {
            return Ok(known.clone());
        }
        let slots = self.build(cx, id)?;
        if cx.env.is_empty() {
            cx.memo.insert(id, slots.clone());
        }
        Ok(slots)
    }

    /// A power of a constant whose exponent has few values, as is certain.
    fn listed_power(&mut self, cx: &mut Context<'p>, base: TermId, exponent: TermId) -> Option<TermId> {
        let base = self.store.as_num(base).and_then(Rat::to_int)?;
        let Context { certain, region, .. } = cx;
        let Certain { known, intervals } = certain.as_mut()?;
        let bound = Look { store: &mut self.store, intervals, vars: &region.ranges }.range(known, exponent);
        let (low, high) = (bound.first?.to_i64()?, bound.last?.to_i64()?);
        if low < 0 || low > high || high > i64::from(LARGEST_SHIFT) {
            return None;
        }
        let powers: Vec<Int> = std::iter::successors(Some(Int::ONE), |power| Some(power.clone() * base.clone()))
            .take(usize::try_from(high).ok()? + 1)
            .collect();
        let mut result = self.store.int_big(powers.last()?.clone());
        for n in (low..high).rev() {
            let power = self.store.int_big(powers[usize::try_from(n).ok()?].clone());
            let number = self.store.int(n);
            let here = self.store.eq(exponent, number);
            result = self.store.ite(here, power, result);
        }
        Some(result)
    }

    /// The slots of an expression whose value matters only where a condition holds.
    fn supposing(&mut self, cx: &mut Context<'p>, condition: TermId, id: ExprId) -> Result<Slots, Unsupported> {
        cx.supposed.push(condition);
        let slots = self.expr(cx, id);
        cx.supposed.pop();
        slots
    }

    /// The only slot of a scalar expression.
    pub(super) fn scalar(&mut self, cx: &mut Context<'p>, id: ExprId) -> Result<TermId, Unsupported> {
        Ok(self.expr(cx, id)?[0])
    }

    /// The scalars of several expressions.
    pub(super) fn scalars(&mut self, cx: &mut Context<'p>, ids: &[ExprId]) -> Result<Vec<TermId>, Unsupported> {
        ids.iter().map(|id| self.scalar(cx, *id)).collect()
    }

    fn build(&mut self, cx: &mut Context<'p>, id: ExprId) -> Result<Slots, Unsupported> {
        use ExprKind::*;
        let node = &cx.procedure.exprs[id];
        let term = match &node.kind {
            Bool(value) => self.store.bool(*value),
            Int(value) => self.store.int_big(value.clone()),
            Float(value) => {
                let exact = match (ieee::to_rat(*value), self.special(node.ty)) {
                    (None, Some(format)) => super::special::code(*value, format),
                    (exact, _) => exact.unwrap_or(Rat::ZERO),
                };
                self.store.num(exact, SortId::REAL)
            }
            Var(var) => return Ok(self.variable(cx, *var)),
            Bound(var) => {
                let value = cx.env.iter().rev().find(|(bound, _)| bound == var);
                value
                    .map(|(_, term)| *term)
                    .ok_or_else(|| unsupported(node.loc, "a bound variable outside its quantifier"))?
            }
            And(a, b) => {
                let a = self.scalar(cx, *a)?;
                let b = self.supposing(cx, a, *b)?[0];
                self.store.and2(a, b)
            }
            Or(a, b) => {
                let a = self.scalar(cx, *a)?;
                let no = self.store.not(a);
                let b = self.supposing(cx, no, *b)?[0];
                self.store.or2(a, b)
            }
            Implies(a, b) => {
                let a = self.scalar(cx, *a)?;
                let b = self.supposing(cx, a, *b)?[0];
                self.store.implies(a, b)
            }
            Ite(c, a, b) => {
                let c = self.scalar(cx, *c)?;
                let no = self.store.not(c);
                let (a, b) = (self.supposing(cx, c, *a)?, self.supposing(cx, no, *b)?);
                return Ok(a.iter().zip(&*b).map(|(a, b)| self.store.ite(c, *a, *b)).collect());
            }
            Unary(op, a) => self.unary(cx, *op, *a)?,
            Binary(op, a, b) => return self.binary(cx, id, *op, *a, *b),
            Convert(conversion, a) => self.convert(cx, *conversion, *a, node.ty)?,
            Quantified { forall, var, first, last, body } => {
                self.quantified(cx, *forall, *var, *first, *last, *body)?
            }
            Record(fields) => return self.concatenated(cx, fields),
            Field(a, field) => {
                let record = self.expr(cx, *a)?;
                let (start, len) = self.layouts.field(self.program, cx.procedure.exprs[*a].ty, *field);
                return Ok(record[start..start + len].into());
            }
            Apply(function, args) => {
                let mut given = Vec::new();
                for arg in args {
                    given.extend(self.expr(cx, *arg)?.iter().copied());
                }
                let sort = self.layouts.slots(node.ty)[0];
                self.application(&mut cx.region, *function, &given, sort)
            }
            WithField(a, field, value) => {
                let (record, value) = (self.expr(cx, *a)?, self.expr(cx, *value)?);
                let (start, len) = self.layouts.field(self.program, node.ty, *field);
                return Ok(record[..start].iter().chain(&*value).chain(&record[start + len..]).copied().collect());
            }
            _ => return self.array(cx, id),
        };
        Ok([term].into())
    }

    fn concatenated(&mut self, cx: &mut Context<'p>, parts: &[ExprId]) -> Result<Slots, Unsupported> {
        let mut all = Vec::new();
        for part in parts {
            all.extend(self.expr(cx, *part)?.iter().copied());
        }
        Ok(all.into())
    }

    /// The value of a variable; one that no path has given a value gets an arbitrary one.
    fn variable(&mut self, cx: &mut Context<'p>, var: crate::ir::VarId) -> Slots {
        let place = cx.places.var(var);
        match &cx.values[place] {
            Some(slots) => slots.clone(),
            None => {
                let slots = self.fresh(&mut cx.region, cx.procedure.var(var).ty);
                Rc::make_mut(&mut cx.values)[place] = Some(slots.clone());
                slots
            }
        }
    }

    /// The shape of an operand.
    fn shape(&self, cx: &Context<'p>, id: ExprId) -> Shape {
        self.program.shape(cx.procedure.exprs[id].ty)
    }

    fn unary(&mut self, cx: &mut Context<'p>, op: UnaryOp, a: ExprId) -> Result<TermId, Unsupported> {
        let shape = self.shape(cx, a);
        if op == UnaryOp::IsFinite {
            return self.is_finite(cx, a);
        }
        let value = self.scalar(cx, a)?;
        if let Some(format) = self.special(cx.procedure.exprs[a].ty) {
            return Ok(self.special_unary(cx, op, value, format));
        }
        Ok(match (op, shape) {
            (UnaryOp::Not, _) => self.store.not(value),
            (UnaryOp::Neg, Shape::Modular(modulus)) => self.modular_neg(value, &modulus),
            // Changing the sign and dropping it are exact for floats, too.
            (UnaryOp::Neg, _) => self.store.neg(value),
            (UnaryOp::Abs, _) => self.store.abs(value),
            (UnaryOp::BitNot, Shape::Modular(modulus)) => {
                let largest = self.store.int_big(modulus - Int::ONE);
                self.store.sub(largest, value)
            }
            (UnaryOp::FloatRound(rounding), _) => {
                let rounded = self.integral(cx, rounding, value);
                self.store.to_real(rounded)
            }
            (UnaryOp::Sqrt, Shape::Float(format)) => self.sqrt(cx, value, format),
            (UnaryOp::Elementary(function), Shape::Float(format)) => self.elementary(cx, function, value, format),
            // The sign of a zero is not known.
            (UnaryOp::IsNegative, _) => {
                let any = self.fresh_var(&mut cx.region, SortId::BOOL);
                let zero = self.store.num(Rat::ZERO, SortId::REAL);
                let (below, is_zero) = (self.store.lt(value, zero), self.store.eq(value, zero));
                self.store.ite(is_zero, any, below)
            }
            (UnaryOp::Sqrt | UnaryOp::BitNot | UnaryOp::IsFinite | UnaryOp::Elementary(_), _) => value,
        })
    }

    fn binary(
        &mut self,
        cx: &mut Context<'p>,
        id: ExprId,
        op: BinaryOp,
        a: ExprId,
        b: ExprId,
    ) -> Result<Slots, Unsupported> {
        use BinaryOp::*;
        let shape = self.shape(cx, a);
        if let Some(format) = self.special(cx.procedure.exprs[a].ty).filter(|_| op != Pow) {
            let (x, y) = (self.scalar(cx, a)?, self.scalar(cx, b)?);
            return Ok([self.special_binary(cx, op, x, y, format)].into());
        }
        let term = match (op, &shape) {
            (Pow, Shape::Float(format)) if self.special(cx.procedure.exprs[a].ty).is_some() => {
                self.any_special(cx, *format)
            }
            (Pow, Shape::Float(_)) if !cx.procedure.exprs.is_product(b) => self.fresh_var(&mut cx.region, SortId::REAL),
            (Eq | Ne, _) => {
                let equal = self.equal(cx, a, b)?;
                if op == Eq { equal } else { self.store.not(equal) }
            }
            (Lt | Le | Gt | Ge, Shape::Bool) => {
                let (a, b) = (self.scalar(cx, a)?, self.scalar(cx, b)?);
                let (a, b) = if matches!(op, Lt | Le) { (a, b) } else { (b, a) };
                match op {
                    Lt | Gt => {
                        let not_a = self.store.not(a);
                        self.store.and2(not_a, b)
                    }
                    _ => self.store.implies(a, b),
                }
            }
            (Lt | Le | Gt | Ge | Min | Max, _) => {
                let (a, b) = (self.scalar(cx, a)?, self.scalar(cx, b)?);
                match op {
                    Lt => self.store.lt(a, b),
                    Le => self.store.le(a, b),
                    Gt => self.store.gt(a, b),
                    Ge => self.store.ge(a, b),
                    _ => {
                        let less = self.store.le(a, b);
                        let (yes, no) = if op == Min { (a, b) } else { (b, a) };
                        self.store.ite(less, yes, no)
                    }
                }
            }
            (_, Shape::Modular(modulus)) => {
                let (x, y) = (self.scalar(cx, a)?, self.scalar(cx, b)?);
                self.modular(cx, op, x, y, &modulus.clone())
            }
            (_, Shape::Float(format)) => {
                let (x, y) = (self.scalar(cx, a)?, self.scalar(cx, b)?);
                self.float(cx, op, x, y, *format)
            }
            _ => {
                let (x, y) = (self.scalar(cx, a)?, self.scalar(cx, b)?);
                self.integer(cx, op, x, y)
            }
        };
        let _ = id;
        Ok([term].into())
    }

    /// Integer arithmetic, exact.
    fn integer(&mut self, cx: &mut Context<'p>, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        match op {
            BinaryOp::Add => self.store.add(&[a, b]),
            BinaryOp::Sub => self.store.sub(a, b),
            BinaryOp::Mul => self.store.mul(a, b),
            BinaryOp::Div | BinaryOp::Rem | BinaryOp::Mod => match self.is_bound_inside(&cx.region, b) {
                true => self.opaque_division(cx, op, a, b),
                false => self.division(op, a, b),
            },
            BinaryOp::Pow => self.power(cx, a, b),
            _ => a,
        }
    }

    /// `base ** exponent`: products for small exponents, a list for powers of two, arbitrary otherwise.
    pub(super) fn power(&mut self, cx: &mut Context<'p>, base: TermId, exponent: TermId) -> TermId {
        let constant = |store: &horn_solver::term::Store, term| store.as_num(term).and_then(Rat::to_int);
        if let Some(n) = constant(&self.store, exponent).and_then(|n| n.to_i64()).filter(|n| (0..=512).contains(n))
            && (n <= LARGEST_POWER || constant(&self.store, base).is_some())
        {
            let one = self.store.int(1);
            return (0..n).fold(one, |product, _| self.store.mul(product, base));
        }
        if let Some(listed) = self.listed_power(cx, base, exponent) {
            return listed;
        }
        let Some(number @ 2..) = constant(&self.store, base).and_then(|base| base.to_i64()) else {
            return self.related_power(cx, base, exponent, None);
        };
        let mut values = vec![Int::ONE];
        while values.len() <= LARGEST_SHIFT as usize && values[values.len() - 1] < Int::pow2(LARGEST_SHIFT) {
            let next = values[values.len() - 1].clone() * Int::from(number);
            values.push(next);
        }
        // Beyond the list the power is only known to be larger.
        let any = self.fresh_var(&mut cx.region, SortId::INT);
        let largest = self.store.int_big(values[values.len() - 1].clone());
        let larger = self.store.gt(any, largest);
        cx.side.push(larger);
        let mut result = any;
        for (n, value) in values.into_iter().enumerate().rev() {
            let (n, value) = (self.store.int(n as i64), self.store.int_big(value));
            let here = self.store.eq(exponent, n);
            result = self.store.ite(here, value, result);
        }
        result
    }

    /// Division and both remainders.
    pub(super) fn division(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        let zero = self.store.int(0);
        let minus = self.store.neg(a);
        // SMT-LIB's division rounds so that the remainder is not negative: for a dividend that is not negative this is
        // truncation, for either sign of the divisor.
        let decides = if op == BinaryOp::Mod { b } else { a };
        let positive = self.store.ge(decides, zero);
        let (up, down) = match op {
            BinaryOp::Div => (self.store.int_div(a, b), self.store.int_div(minus, b)),
            _ => (self.store.int_mod(a, b), self.store.int_mod(minus, b)),
        };
        let down = self.store.neg(down);
        self.store.ite(positive, up, down)
    }

    /// A power whose base is no constant, as a variable: known for the first exponents, and by the other powers of the
    /// base, one of which it may equal, or be one step from: `X ** (N + 1) = X ** N * X`. All of it modulo a number, if
    /// one is given.
    pub(super) fn related_power(
        &mut self,
        cx: &mut Context<'p>,
        base: TermId,
        exponent: TermId,
        modulus: Option<&Int>,
    ) -> TermId {
        let (zero, one) = (self.store.int(0), self.store.int(1));
        let times = |store: &mut Store, value: TermId| {
            let product = store.mul(value, base);
            match modulus {
                Some(modulus) => {
                    let modulus = store.int_big(modulus.clone());
                    store.int_mod(product, modulus)
                }
                None => product,
            }
        };
        let value = self.fresh_var(&mut cx.region, SortId::INT);
        let mut facts = Vec::new();
        let square = times(&mut self.store, base);
        for (number, power) in [one, base, square].into_iter().enumerate() {
            let number = self.store.int(number as i64);
            let here = self.store.eq(exponent, number);
            let equal = self.store.eq(value, power);
            facts.push(self.store.implies(here, equal));
        }
        if let Some(modulus) = modulus {
            let modulus = self.store.int_big(modulus.clone());
            facts.extend([self.store.le(zero, value), self.store.lt(value, modulus)]);
        } else {
            let (positive, stays) = (self.store.lt(zero, base), self.store.lt(zero, value));
            facts.push(self.store.implies(positive, stays));
        }
        // Below a quantifier of the formula the variable would be one for all values of what is bound.
        let relates = !self.is_binding();
        let alike = cx.region.powers.iter().filter(|power| power.base == base && power.modulus.as_ref() == modulus);
        let others: Vec<(TermId, TermId)> = alike
            .rev()
            .take(if relates { RELATED_POWERS } else { 0 })
            .map(|power| (power.exponent, power.value))
            .collect();
        for (other, known) in others {
            let same = self.store.eq(exponent, other);
            let equal = self.store.eq(value, known);
            facts.push(self.store.implies(same, equal));
            for ((low, lower), (high, higher)) in
                [((other, known), (exponent, value)), ((exponent, value), (other, known))]
            {
                let next = self.store.add(&[low, one]);
                let (follows, counts) = (self.store.eq(high, next), self.store.le(zero, low));
                let product = times(&mut self.store, lower);
                let equal = self.store.eq(higher, product);
                let both = self.store.and2(follows, counts);
                facts.push(self.store.implies(both, equal));
            }
        }
        cx.side.extend(facts);
        if relates {
            cx.region.powers.push(Power { base, exponent, modulus: modulus.cloned(), value });
        }
        value
    }

    fn convert(
        &mut self,
        cx: &mut Context<'p>,
        conversion: Conversion,
        a: ExprId,
        ty: TypeId,
    ) -> Result<TermId, Unsupported> {
        let value = self.scalar(cx, a)?;
        let target = self.program.shape(ty);
        Ok(match (conversion, target) {
            (Conversion::IntToModularWrap, Shape::Modular(modulus)) => {
                let modulus = self.store.int_big(modulus);
                self.store.int_mod(value, modulus)
            }
            (Conversion::BoolToInt, _) => {
                let (one, zero) = (self.store.int(1), self.store.int(0));
                self.store.ite(value, one, zero)
            }
            (Conversion::IntToBool, _) => {
                let zero = self.store.int(0);
                self.store.neq(value, zero)
            }
            (Conversion::IntToFloat, Shape::Float(format)) => {
                let number = self.int_to_float(cx, value, format);
                if self.special(ty).is_none() || self.is_small(cx, a) {
                    return Ok(number);
                }
                let exact = self.store.to_real(value);
                self.or_infinite(exact, number, format)
            }
            (Conversion::FloatToInt(rounding), _) => self.integral(cx, rounding, value),
            (Conversion::FloatToFloat, Shape::Float(format)) => {
                let source = self.shape(cx, a);
                match (source, self.special(ty)) {
                    (Shape::Float(source), Some(_)) => self.special_format(cx, value, source, format),
                    // Every single number is a double one.
                    (Shape::Float(FloatFormat::F32), None) => value,
                    _ => self.rounded(cx, value, format),
                }
            }
            _ => value,
        })
    }

    /// Equality of any shape.
    fn equal(&mut self, cx: &mut Context<'p>, a: ExprId, b: ExprId) -> Result<TermId, Unsupported> {
        let (x, y) = (self.expr(cx, a)?, self.expr(cx, b)?);
        let (of_x, of_y) = (cx.procedure.exprs[a].ty, cx.procedure.exprs[b].ty);
        Ok(self.equal_values(cx, (of_x, &x), (of_y, &y)))
    }

    /// Equality of two values.
    pub(super) fn equal_values(
        &mut self,
        cx: &mut Context<'p>,
        (of_x, x): (TypeId, &[TermId]),
        (of_y, y): (TypeId, &[TermId]),
    ) -> TermId {
        match (&self.program.ty(of_x).kind, &self.program.ty(of_y).kind) {
            (TypeKind::Record(left), TypeKind::Record(right)) => {
                let mut all = Vec::new();
                let (mut at, mut other) = (0, 0);
                for (a, b) in left.fields.iter().zip(&right.fields) {
                    let (len, other_len) = (self.layouts.slots(a.ty).len(), self.layouts.slots(b.ty).len());
                    let part = (a.ty, &x[at..at + len]);
                    all.push(self.equal_values(cx, part, (b.ty, &y[other..other + other_len])));
                    at += len;
                    other += other_len;
                }
                self.store.and(&all)
            }
            (TypeKind::Array(_), TypeKind::Array(_)) => self.equal_arrays(cx, (of_x, x), (of_y, y)),
            _ => match self.special(of_x) {
                Some(format) => self.special_binary(cx, BinaryOp::Eq, x[0], y[0], format),
                None => self.store.eq(x[0], y[0]),
            },
        }
    }
}
