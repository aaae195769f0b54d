//! Evaluation of expressions, exactly as [`crate::ir::expr`] defines them. Integers are exact, floats are IEEE numbers
//! of their format, rounded to nearest even after each operation.

use super::value::{Array, Value, length, to_i128};
use super::{Machine, Stop};
use crate::ir::{
    BinaryOp, BoundId, Conversion, ExprId, ExprKind, FloatFormat, Program, Rounding, TypeId, TypeKind, UnaryOp, VarId,
    ieee,
};
use horn_solver::num::{Int, Rat};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Comprehensions and sums over more components than this are refused.
const LARGEST_ARRAY: i128 = 1 << 22;

/// Values of bound variables, the innermost last.
pub(super) type Bound = Vec<(BoundId, Int)>;

impl Machine<'_, '_> {
    /// The value of an expression of the running procedure.
    pub(super) fn eval(&mut self, id: ExprId) -> Result<Value, Stop> {
        let mut bound = Bound::new();
        // An operation on small numbers; anything else that is small is small for `value` as well.
        if matches!(self.procedure().exprs[id].kind, ExprKind::Binary(..))
            && let Some(value) = self.small(id, &bound)
        {
            return Ok(Value::Int(Int::from(value)));
        }
        self.value(id, &mut bound)
    }

    /// The truth value of an expression.
    pub(super) fn truth(&mut self, id: ExprId) -> Result<bool, Stop> {
        self.bool(id, &mut Bound::new())
    }

    pub(super) fn value(&mut self, id: ExprId, bound: &mut Bound) -> Result<Value, Stop> {
        match self.determined(id, bound) {
            // The expression needs an operand that is open: so it is open too, as far as its type leaves it.
            Err(Stop::Open) => Ok(Value::open(self.program, self.procedure().exprs[id].ty)),
            result => result,
        }
    }

    /// The value of an expression, if nothing that it needs is open.
    #[inline(always)]
    fn determined(&mut self, id: ExprId, bound: &mut Bound) -> Result<Value, Stop> {
        self.tick()?;
        let procedure = self.procedure();
        let node = &procedure.exprs[id];
        let ty = node.ty;
        Ok(match &node.kind {
            ExprKind::Bool(value) => Value::Bool(*value),
            ExprKind::Int(value) => Value::Int(value.clone()),
            ExprKind::Float(value) => Value::Float(*value),
            ExprKind::Var(var) => self.read(*var)?,
            ExprKind::Bound(wanted) => {
                let found = bound.iter().rev().find(|(id, _)| id == wanted);
                Value::Int(found.ok_or_else(|| Stop::internal("a bound variable without a value"))?.1.clone())
            }
            ExprKind::Unary(op, a) => {
                let format = float_format(self.program, procedure.exprs[*a].ty);
                if let UnaryOp::Elementary(_) = op {
                    // Other implementations differ in the last digits: this is not the only run.
                    self.arbitrary()?;
                }
                let a = self.value(*a, bound)?;
                unary(self.program, *op, &a, ty, format)?
            }
            ExprKind::Binary(op, a, b) => {
                let operand = procedure.exprs[*a].ty;
                let power = *op == BinaryOp::Pow
                    && float_format(self.program, operand).is_some()
                    && !procedure.exprs.is_product(*b);
                let (a, b) = (self.value(*a, bound)?, self.value(*b, bound)?);
                // Whatever computes it, nothing is rounded with these exponents.
                if power && !matches!(&b, Value::Int(exponent) if exponent.is_zero() || *exponent == Int::ONE) {
                    self.arbitrary()?;
                }
                if matches!(op, BinaryOp::Eq | BinaryOp::Ne) {
                    let same = a.equals(&b).ok_or(Stop::Open)?;
                    return Ok(Value::Bool(same == (*op == BinaryOp::Eq)));
                }
                binary(self.program, *op, &a, &b, operand)?
            }
            ExprKind::And(a, b) => Value::Bool(self.bool(*a, bound)? && self.bool(*b, bound)?),
            ExprKind::Or(a, b) => Value::Bool(match self.bool(*a, bound) {
                // What is asked of all values of a bound variable may mean nothing behind the value that decides; then
                // what is asked of those in front of it holds.
                Err(Stop::Broken(what)) => {
                    self.bool(*b, bound).ok().filter(|holds| *holds).ok_or(Stop::Broken(what))?
                }
                a => a? || self.bool(*b, bound)?,
            }),
            ExprKind::Implies(a, b) => Value::Bool(!self.bool(*a, bound)? || self.bool(*b, bound)?),
            ExprKind::Ite(c, a, b) => {
                let branch = if self.bool(*c, bound)? { *a } else { *b };
                self.value(branch, bound)?
            }
            ExprKind::First(a, dimension) | ExprKind::Last(a, dimension) => {
                let array = self.array(*a, bound)?;
                let pair = array.bounds.get(*dimension as usize).ok_or_else(|| Stop::internal("no such dimension"))?;
                let first = matches!(node.kind, ExprKind::First(..));
                Value::Int(if first { pair.0.clone() } else { pair.1.clone() })
            }
            ExprKind::Length(a, dimension) => Value::Int(self.array(*a, bound)?.length(*dimension as usize)),
            ExprKind::Index(a, at) => {
                let array = self.array(*a, bound)?;
                let offset = self.offset(&array, at, bound)?;
                array.at(offset).clone()
            }
            ExprKind::Field(a, field) => match self.value(*a, bound)? {
                Value::Record(fields) => {
                    fields.get(*field as usize).cloned().ok_or_else(|| Stop::internal("no such field"))?
                }
                Value::Open => return Err(Stop::Open),
                _ => return Err(Stop::internal("no record")),
            },
            ExprKind::Convert(conversion, a) => {
                let a = self.value(*a, bound)?;
                convert(self.program, *conversion, &a, ty)?
            }
            _ => self.compound(id, bound)?,
        })
    }

    /// Quantifiers, arrays and records: apart from the rest, whose frames on the stack stay small and quick to make.
    #[inline(never)]
    fn compound(&mut self, id: ExprId, bound: &mut Bound) -> Result<Value, Stop> {
        let node = &self.procedure().exprs[id];
        let ty = node.ty;
        Ok(match &node.kind {
            ExprKind::Quantified { forall, var, first, last, body } => {
                return self.quantified(*forall, *var, (*first, *last), *body, bound);
            }
            ExprKind::Update(a, at, value) => {
                let array = self.array(*a, bound)?;
                let offset = match self.offset(&array, at, bound) {
                    Err(Stop::Open) => return self.same_bounds(&array, ty),
                    offset => offset?,
                };
                let value = self.value(*value, bound)?;
                let mut array = array;
                Arc::make_mut(&mut array).set(offset, value);
                Value::Array(array)
            }
            ExprKind::Slice(a, first, last) => return self.slice(*a, (*first, *last), bound),
            ExprKind::SliceUpdate(a, first, last, new) => {
                return self.slice_update(*a, (*first, *last), *new, ty, bound);
            }
            ExprKind::Slide(a, bounds) => return self.slid(*a, bounds.as_deref(), ty, bound),
            ExprKind::Concat(a, b, first) => {
                let (a, b) = (self.array(*a, bound)?, self.array(*b, bound)?);
                let first = self.int(*first, bound)?;
                let (left, right) = (a.length(0), b.length(0));
                let last = first.clone() + left.clone() + right.clone() - Int::ONE;
                let (left, right) = (size(&left)?, size(&right)?);
                let mut array =
                    Array { bounds: vec![(first, last)], default: a.default.clone(), cells: a.cells.clone() };
                for offset in 0..right {
                    array.set(left + offset, b.at(offset).clone());
                }
                Value::Array(Arc::new(array))
            }
            ExprKind::Aggregate { bounds, others, items } => {
                return self.aggregate(ty, bounds, *others, items, bound);
            }
            ExprKind::Comprehension { bounds, vars, body } => {
                return self.comprehension(ty, bounds, vars, *body, bound);
            }
            ExprKind::Record(fields) => {
                let fields: Result<Vec<Value>, Stop> = fields.iter().map(|field| self.value(*field, bound)).collect();
                Value::Record(Arc::new(fields?))
            }
            ExprKind::Apply(..) => return Err(Stop::internal("what a function gives, outside of a formula")),
            ExprKind::WithField(a, field, value) => match self.value(*a, bound)? {
                Value::Record(mut fields) => {
                    let value = self.value(*value, bound)?;
                    let place = Arc::make_mut(&mut fields).get_mut(*field as usize);
                    *place.ok_or_else(|| Stop::internal("no such field"))? = value;
                    Value::Record(fields)
                }
                Value::Open => return Err(Stop::Open),
                _ => return Err(Stop::internal("no record")),
            },
            _ => return Err(Stop::internal("no compound expression")),
        })
    }

    fn quantified(
        &mut self,
        forall: bool,
        var: BoundId,
        (first, last): (ExprId, ExprId),
        body: ExprId,
        bound: &mut Bound,
    ) -> Result<Value, Stop> {
        let (first, last) = (self.int(first, bound)?, self.int(last, bound)?);
        let few = last.clone() - first.clone() < Int::from(super::decisive::FEW);
        if !few && let Some(points) = self.decisive(var, (&first, &last), body, bound) {
            return self.for_each(forall, var, points.into_iter(), body, bound);
        }
        let all = std::iter::successors(Some(first), |at| Some(at.clone() + Int::ONE));
        self.for_each(forall, var, all.take_while(|at| *at <= last), body, bound)
    }

    /// Whether something holds for all, or some, of these values.
    fn for_each(
        &mut self,
        forall: bool,
        var: BoundId,
        values: impl Iterator<Item = Int>,
        body: ExprId,
        bound: &mut Bound,
    ) -> Result<Value, Stop> {
        let mut open = false;
        for at in values {
            self.tick()?;
            bound.push((var, at));
            let truth = self.bool(body, bound);
            bound.pop();
            match truth {
                Err(Stop::Open) => open = true,
                truth => {
                    if truth? != forall {
                        return Ok(Value::Bool(!forall));
                    }
                }
            }
        }
        if open { Err(Stop::Open) } else { Ok(Value::Bool(forall)) }
    }

    fn slice(&mut self, a: ExprId, (first, last): (ExprId, ExprId), bound: &mut Bound) -> Result<Value, Stop> {
        let array = self.array(a, bound)?;
        let (first, last) = (self.int(first, bound)?, self.int(last, bound)?);
        let cells = if first > last {
            BTreeMap::new()
        } else {
            let (start, end) = offsets_of(&array, &first, &last)?;
            array.cells.range(start..=end).map(|(at, value)| (at - start, value.clone())).collect()
        };
        Ok(Value::Array(Arc::new(Array { bounds: vec![(first, last)], default: array.default.clone(), cells })))
    }

    fn slice_update(
        &mut self,
        a: ExprId,
        (first, last): (ExprId, ExprId),
        new: ExprId,
        ty: TypeId,
        bound: &mut Bound,
    ) -> Result<Value, Stop> {
        let mut array = self.array(a, bound)?;
        let operands = (self.int(first, bound), self.int(last, bound), self.array(new, bound));
        if let (Err(Stop::Open), ..) | (_, Err(Stop::Open), _) | (.., Err(Stop::Open)) = operands {
            return self.same_bounds(&array, ty);
        }
        let (first, last, new) = (operands.0?, operands.1?, operands.2?);
        let size = length(&first, &last);
        if size != new.length(0) {
            return Err(Stop::undefined("slices of different lengths"));
        }
        if size > Int::ZERO {
            let (start, end) = offsets_of(&array, &first, &last)?;
            small(end - start)?;
            let changed = Arc::make_mut(&mut array);
            for offset in 0..=end - start {
                changed.set(start + offset, new.at(offset).clone());
            }
        }
        Ok(Value::Array(array))
    }

    /// The array with other bounds: the given ones, or those of its type.
    fn slid(
        &mut self,
        a: ExprId,
        bounds: Option<&[(ExprId, ExprId)]>,
        ty: TypeId,
        bound: &mut Bound,
    ) -> Result<Value, Stop> {
        let array = self.array(a, bound);
        if let (Err(Stop::Open), Some(bounds)) = (&array, bounds) {
            let bounds = self.bounds(bounds, bound)?;
            let component = self.component(ty)?;
            return Ok(Value::Array(Arc::new(Array::open(self.program, bounds, component))));
        }
        let mut array = array?;
        let wanted = match bounds {
            Some(bounds) => self.bounds(bounds, bound)?,
            None => match &self.program.ty(ty).kind {
                TypeKind::Array(array_type) => match &array_type.bounds {
                    Some(ranges) => ranges.iter().map(|r| (r.first.clone(), r.last.clone())).collect(),
                    None => array.bounds.clone(),
                },
                _ => return Err(Stop::internal("an array of another type")),
            },
        };
        let same = wanted.len() == array.bounds.len()
            && wanted.iter().zip(&array.bounds).all(|(a, b)| length(&a.0, &a.1) == length(&b.0, &b.1));
        if !same {
            return Err(Stop::undefined("arrays of different lengths"));
        }
        Arc::make_mut(&mut array).bounds = wanted;
        Ok(Value::Array(array))
    }

    fn aggregate(
        &mut self,
        ty: TypeId,
        bounds: &[(ExprId, ExprId)],
        others: Option<ExprId>,
        items: &[(Vec<ExprId>, ExprId)],
        bound: &mut Bound,
    ) -> Result<Value, Stop> {
        let bounds = self.bounds(bounds, bound)?;
        let component = self.component(ty)?;
        let default = match others {
            Some(others) => self.value(others, bound)?,
            None => Value::zero(self.program, component),
        };
        let mut array = Array { bounds, default, cells: BTreeMap::new() };
        for (at, value) in items {
            let offset = match self.offset(&array, at, bound) {
                Err(Stop::Open) => return self.same_bounds(&array, ty),
                offset => offset?,
            };
            let value = self.value(*value, bound)?;
            array.set(offset, value);
        }
        Ok(Value::Array(Arc::new(array)))
    }

    fn comprehension(
        &mut self,
        ty: TypeId,
        bounds: &[(ExprId, ExprId)],
        vars: &[BoundId],
        body: ExprId,
        bound: &mut Bound,
    ) -> Result<Value, Stop> {
        let bounds = self.bounds(bounds, bound)?;
        let default = Value::zero(self.program, self.component(ty)?);
        let mut array = Array { bounds, default, cells: BTreeMap::new() };
        let count = array.size().ok_or_else(|| Stop::Limit("a huge array".to_string()))?;
        small(count)?;
        let mut index: Vec<Int> = array.bounds.iter().map(|(first, _)| first.clone()).collect();
        for offset in 0..count {
            self.tick()?;
            bound.extend(vars.iter().copied().zip(index.iter().cloned()));
            let value = self.value(body, bound);
            bound.truncate(bound.len() - vars.len());
            array.set(offset, value?);
            for (at, (first, last)) in index.iter_mut().zip(&array.bounds).rev() {
                if *at < *last {
                    *at = at.clone() + Int::ONE;
                    break;
                }
                *at = first.clone();
            }
        }
        Ok(Value::Array(Arc::new(array)))
    }

    fn bool(&mut self, id: ExprId, bound: &mut Bound) -> Result<bool, Stop> {
        match self.plain(id, bound) {
            Some(truth) => Ok(truth),
            None => as_bool(&self.value(id, bound)?),
        }
    }

    fn int(&mut self, id: ExprId, bound: &mut Bound) -> Result<Int, Stop> {
        match self.small(id, bound) {
            Some(value) => Ok(Int::from(value)),
            None => as_int(&self.value(id, bound)?).cloned(),
        }
    }

    /// The value of an expression over numbers of a machine word, which most are: no values are made on the way. `None`
    /// is no answer, and nothing has happened then.
    fn small(&mut self, id: ExprId, bound: &Bound) -> Option<i64> {
        self.steps += 1;
        let procedure = self.procedure();
        let node = &procedure.exprs[id];
        match &node.kind {
            ExprKind::Int(value) => value.to_i64(),
            ExprKind::Var(var) => match self.held(*var)? {
                Value::Int(value) => value.to_i64(),
                _ => None,
            },
            ExprKind::Bound(wanted) => bound.iter().rev().find(|(id, _)| id == wanted)?.1.to_i64(),
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul), a, b)
                if matches!(self.program.ty(node.ty).kind, TypeKind::Int(_)) =>
            {
                let (a, b) = (self.small(*a, bound)?, self.small(*b, bound)?);
                match op {
                    BinaryOp::Add => a.checked_add(b),
                    BinaryOp::Sub => a.checked_sub(b),
                    _ => a.checked_mul(b),
                }
            }
            ExprKind::First(a, dimension) | ExprKind::Last(a, dimension) => {
                let (first, last) = self.held_array(*a)?.bounds.get(*dimension as usize)?;
                if matches!(node.kind, ExprKind::First(..)) { first.to_i64() } else { last.to_i64() }
            }
            ExprKind::Index(a, at) => {
                let &[at] = &at[..] else { return None };
                let at = self.small(at, bound)?;
                let array = self.held_array(*a)?;
                let [(first, last)] = &array.bounds[..] else { return None };
                let (first, last) = (first.to_i64()?, last.to_i64()?);
                let inside = first <= at && at <= last;
                match array.at(i128::from(at) - i128::from(first)) {
                    Value::Int(value) if inside => value.to_i64(),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The same for conditions.
    fn plain(&mut self, id: ExprId, bound: &Bound) -> Option<bool> {
        self.steps += 1;
        match &self.procedure().exprs[id].kind {
            ExprKind::Bool(value) => Some(*value),
            ExprKind::Var(var) => match self.held(*var)? {
                Value::Bool(value) => Some(*value),
                _ => None,
            },
            ExprKind::Unary(UnaryOp::Not, a) => Some(!self.plain(*a, bound)?),
            ExprKind::And(a, b) => Some(self.plain(*a, bound)? && self.plain(*b, bound)?),
            ExprKind::Or(a, b) => Some(self.plain(*a, bound)? || self.plain(*b, bound)?),
            ExprKind::Implies(a, b) => Some(!self.plain(*a, bound)? || self.plain(*b, bound)?),
            ExprKind::Binary(op, a, b) if op.is_comparison() => {
                let (a, b) = (self.small(*a, bound)?, self.small(*b, bound)?);
                Some(match op {
                    BinaryOp::Eq => a == b,
                    BinaryOp::Ne => a != b,
                    BinaryOp::Lt => a < b,
                    BinaryOp::Le => a <= b,
                    BinaryOp::Gt => a > b,
                    _ => a >= b,
                })
            }
            _ => None,
        }
    }

    /// The array that an expression is the name of.
    fn held_array(&self, id: ExprId) -> Option<&Array> {
        match &self.procedure().exprs[id].kind {
            ExprKind::Var(var) => match self.held(*var)? {
                Value::Array(array) => Some(array),
                _ => None,
            },
            _ => None,
        }
    }

    fn array(&mut self, id: ExprId, bound: &mut Bound) -> Result<Arc<Array>, Stop> {
        match self.value(id, bound)? {
            Value::Array(array) => Ok(array),
            Value::Open => Err(Stop::Open),
            _ => Err(Stop::internal("no array")),
        }
    }

    /// Any components within the bounds of an array.
    fn same_bounds(&self, array: &Array, ty: TypeId) -> Result<Value, Stop> {
        let component = self.component(ty)?;
        Ok(Value::Array(Arc::new(Array::open(self.program, array.bounds.clone(), component))))
    }

    fn bounds(&mut self, bounds: &[(ExprId, ExprId)], bound: &mut Bound) -> Result<Vec<(Int, Int)>, Stop> {
        bounds.iter().map(|(first, last)| Ok((self.int(*first, bound)?, self.int(*last, bound)?))).collect()
    }

    fn offset(&mut self, array: &Array, at: &[ExprId], bound: &mut Bound) -> Result<i128, Stop> {
        let index: Result<Vec<Int>, Stop> = at.iter().map(|at| self.int(*at, bound)).collect();
        array.offset(&index?).ok_or_else(|| Stop::undefined("an index outside of its array"))
    }

    /// The component of a variable that is about to be changed in place: offset, index and new value of
    /// `A := (A with (I) => V)`. Evaluated before the variable is taken apart.
    pub(super) fn component_change(
        &mut self,
        var: VarId,
        at: &[ExprId],
        value: ExprId,
    ) -> Result<(i128, Vec<Int>, Value), Stop> {
        let array = match self.read(var)? {
            Value::Array(array) => array,
            Value::Open => return Err(Stop::Open),
            _ => return Err(Stop::internal("no array")),
        };
        let index: Result<Vec<Int>, Stop> = at.iter().map(|at| self.int(*at, &mut Vec::new())).collect();
        let index = index?;
        let offset = array.offset(&index).ok_or_else(|| Stop::undefined("an index outside of its array"))?;
        drop(array);
        let value = self.eval(value)?;
        Ok((offset, index, value))
    }

    fn component(&self, ty: TypeId) -> Result<TypeId, Stop> {
        match &self.program.ty(ty).kind {
            TypeKind::Array(array) => Ok(array.component),
            _ => Err(Stop::internal("an array of another type")),
        }
    }
}

/// The format of a float type.
pub(crate) fn float_format(program: &Program, ty: TypeId) -> Option<FloatFormat> {
    match &program.ty(ty).kind {
        TypeKind::Float(float) => Some(float.format),
        _ => None,
    }
}

fn modulus_of(program: &Program, ty: TypeId) -> Option<Int> {
    match &program.ty(ty).kind {
        TypeKind::Modular(modular) => Some(modular.modulus.clone()),
        _ => None,
    }
}

/// An operation on one operand; `format` is that of the operand.
pub(crate) fn unary(
    program: &Program,
    op: UnaryOp,
    a: &Value,
    ty: TypeId,
    format: Option<FloatFormat>,
) -> Result<Value, Stop> {
    Ok(match (op, a) {
        (_, Value::Open) => return Err(Stop::Open),
        (UnaryOp::Not, Value::Bool(a)) => Value::Bool(!a),
        (UnaryOp::Neg, Value::Int(a)) => Value::Int(match modulus_of(program, ty) {
            Some(modulus) => (-a.clone()).mod_euclid(&modulus),
            None => -a.clone(),
        }),
        (UnaryOp::Neg, Value::Float(a)) => Value::Float(-a),
        (UnaryOp::Abs, Value::Int(a)) => Value::Int(if a.is_negative() { -a.clone() } else { a.clone() }),
        (UnaryOp::Abs, Value::Float(a)) => Value::Float(a.abs()),
        (UnaryOp::BitNot, Value::Int(a)) => {
            let modulus = modulus_of(program, ty).ok_or_else(|| Stop::internal("no modular type"))?;
            Value::Int(modulus - Int::ONE - a.clone())
        }
        (UnaryOp::IsFinite, Value::Float(a)) => Value::Bool(a.is_finite()),
        (UnaryOp::IsNegative, Value::Float(a)) if a.is_nan() => return Err(Stop::undefined("the sign of no number")),
        (UnaryOp::IsNegative, Value::Float(a)) => Value::Bool(a.is_sign_negative()),
        (UnaryOp::FloatRound(rounding), Value::Float(a)) => Value::Float(rounded(*a, rounding)),
        (UnaryOp::Elementary(function), Value::Float(a)) => {
            let format = format.ok_or_else(|| Stop::internal("no float type"))?;
            let ((low, high), (first, last)) = (function.range(format), function.domain(format));
            let value = narrow(Some(format), function.apply(*a));
            Value::Float(if *a >= first && *a <= last { value.max(low).min(high) } else { value })
        }
        (UnaryOp::Sqrt, Value::Float(a)) => Value::Float(narrow(
            format,
            if format == Some(FloatFormat::F32) { f64::from((*a as f32).sqrt()) } else { a.sqrt() },
        )),
        _ => return Err(Stop::internal("an operation on another shape")),
    })
}

/// An operation on two operands; `ty` is the type of the left one.
pub(crate) fn binary(program: &Program, op: BinaryOp, a: &Value, b: &Value, ty: TypeId) -> Result<Value, Stop> {
    use BinaryOp::*;
    Ok(match (a, b) {
        (Value::Open, _) | (_, Value::Open) => return Err(Stop::Open),
        _ if op == Eq => Value::Bool(a == b),
        _ if op == Ne => Value::Bool(a != b),
        (Value::Bool(a), Value::Bool(b)) => Value::Bool(match op {
            Lt => a < b,
            Le => a <= b,
            Gt => a > b,
            Ge => a >= b,
            _ => return Err(Stop::internal("an operation on Booleans")),
        }),
        (Value::Float(a), Value::Int(b)) if op == Pow => {
            let exponent = b.to_i64().ok_or_else(|| Stop::Limit("a huge exponent".to_string()))?;
            Value::Float(float_power(float_format(program, ty), *a, exponent))
        }
        (Value::Float(a), Value::Float(b)) => {
            let format = float_format(program, ty);
            match op {
                Lt => Value::Bool(a < b),
                Le => Value::Bool(a <= b),
                Gt => Value::Bool(a > b),
                Ge => Value::Bool(a >= b),
                Min => Value::Float(if a <= b { *a } else { *b }),
                Max => Value::Float(if a >= b { *a } else { *b }),
                Add => Value::Float(arithmetic(format, *a, *b, |a, b| a + b, |a, b| a + b)),
                Sub => Value::Float(arithmetic(format, *a, *b, |a, b| a - b, |a, b| a - b)),
                Mul => Value::Float(arithmetic(format, *a, *b, |a, b| a * b, |a, b| a * b)),
                Div => Value::Float(arithmetic(format, *a, *b, |a, b| a / b, |a, b| a / b)),
                Rem => Value::Float(arithmetic(format, *a, *b, |a, b| a % b, |a, b| a % b)),
                _ => return Err(Stop::internal("an operation on floats")),
            }
        }
        (Value::Int(a), Value::Int(b)) if op.is_comparison() => Value::Bool(match op {
            Lt => a < b,
            Le => a <= b,
            Gt => a > b,
            _ => a >= b,
        }),
        (Value::Int(a), Value::Int(b)) => {
            let modulus = modulus_of(program, ty);
            let wrap = |value: Int| match &modulus {
                Some(modulus) => Value::Int(value.mod_euclid(modulus)),
                None => Value::Int(value),
            };
            match op {
                Min => Value::Int(a.clone().min(b.clone())),
                Max => Value::Int(a.clone().max(b.clone())),
                Add => wrap(a + b),
                Sub => wrap(a - b),
                Mul => wrap(a * b),
                Div | Rem | Mod if b.is_zero() => return Err(Stop::undefined("a division by zero")),
                Div => Value::Int(truncated(a, b).0),
                Rem => Value::Int(truncated(a, b).1),
                Mod => {
                    let rest = truncated(a, b).1;
                    let turn = !rest.is_zero() && rest.is_negative() != b.is_negative();
                    Value::Int(if turn { rest + b.clone() } else { rest })
                }
                Pow => Value::Int(power(a, b, modulus.as_ref())?),
                BitAnd => bits(a, b, modulus.as_ref(), |a, b| a & b)?,
                BitOr => bits(a, b, modulus.as_ref(), |a, b| a | b)?,
                BitXor => bits(a, b, modulus.as_ref(), |a, b| a ^ b)?,
                ShiftLeft | ShiftRight | ShiftRightArithmetic | RotateLeft | RotateRight => {
                    shift(op, a, b, modulus.as_ref())?
                }
                Eq | Ne | Lt | Le | Gt | Ge => return Err(Stop::internal("a comparison")),
            }
        }
        _ => return Err(Stop::internal("an operation on different shapes")),
    })
}

/// A conversion to `ty`.
pub(crate) fn convert(program: &Program, conversion: Conversion, a: &Value, ty: TypeId) -> Result<Value, Stop> {
    Ok(match (conversion, a) {
        (_, Value::Open) => return Err(Stop::Open),
        (Conversion::IntToModular, Value::Int(a)) => {
            let modulus = modulus_of(program, ty).ok_or_else(|| Stop::internal("no modular type"))?;
            if a.is_negative() || *a >= modulus {
                return Err(Stop::undefined("a conversion outside of its type"));
            }
            Value::Int(a.clone())
        }
        (Conversion::IntToModularWrap, Value::Int(a)) => {
            let modulus = modulus_of(program, ty).ok_or_else(|| Stop::internal("no modular type"))?;
            Value::Int(a.mod_euclid(&modulus))
        }
        (Conversion::ModularToInt, Value::Int(a)) => Value::Int(a.clone()),
        (Conversion::BoolToInt, Value::Bool(a)) => Value::Int(if *a { Int::ONE } else { Int::ZERO }),
        (Conversion::IntToBool, Value::Int(a)) => Value::Bool(!a.is_zero()),
        (Conversion::IntToFloat, Value::Int(a)) => {
            let format = float_format(program, ty).ok_or_else(|| Stop::internal("no float type"))?;
            Value::Float(ieee::from_rat(&Rat::from(a.clone()), format))
        }
        (Conversion::FloatToInt(rounding), Value::Float(a)) => {
            let exact = ieee::to_rat(rounded(*a, rounding));
            Value::Int(exact.ok_or_else(|| Stop::undefined("a conversion of no number"))?.numer().clone())
        }
        (Conversion::FloatToFloat, Value::Float(a)) => Value::Float(narrow(float_format(program, ty), *a)),
        _ => return Err(Stop::internal("a conversion of another shape")),
    })
}

fn as_bool(value: &Value) -> Result<bool, Stop> {
    match value {
        Value::Bool(value) => Ok(*value),
        Value::Open => Err(Stop::Open),
        _ => Err(Stop::internal("no Boolean")),
    }
}

fn as_int(value: &Value) -> Result<&Int, Stop> {
    match value {
        Value::Int(value) => Ok(value),
        Value::Open => Err(Stop::Open),
        _ => Err(Stop::internal("no integer")),
    }
}

/// The offsets of the first and the last component of a slice that is not empty.
fn offsets_of(array: &Array, first: &Int, last: &Int) -> Result<(i128, i128), Stop> {
    let start = array.offset(std::slice::from_ref(first));
    let end = array.offset(std::slice::from_ref(last));
    start.zip(end).ok_or_else(|| Stop::undefined("a slice outside of its array"))
}

fn small(count: i128) -> Result<(), Stop> {
    if count > LARGEST_ARRAY { Err(Stop::Limit("a huge array".to_string())) } else { Ok(()) }
}

fn size(length: &Int) -> Result<i128, Stop> {
    let size = to_i128(length).ok_or_else(|| Stop::Limit("a huge array".to_string()))?;
    small(size)?;
    Ok(size)
}

/// Quotient, truncated towards zero, and remainder, with the sign of the dividend.
fn truncated(a: &Int, b: &Int) -> (Int, Int) {
    let magnitude = |n: &Int| if n.is_negative() { -n.clone() } else { n.clone() };
    let quotient = magnitude(a).div_floor(&magnitude(b));
    let quotient = if a.is_negative() == b.is_negative() { quotient } else { -quotient };
    let rest = a.clone() - quotient.clone() * b.clone();
    (quotient, rest)
}

fn power(base: &Int, exponent: &Int, modulus: Option<&Int>) -> Result<Int, Stop> {
    if exponent.is_negative() {
        return Err(Stop::undefined("a negative exponent"));
    }
    let reduce = |value: Int| match modulus {
        Some(modulus) => value.mod_euclid(modulus),
        None => value,
    };
    // Powers of 0, 1 and -1 have any exponent; others get large.
    let unit = base.is_zero() || *base == Int::ONE || *base == -Int::ONE;
    let left = exponent.to_i64().filter(|n| unit || modulus.is_some() || *n <= 4096);
    let mut left = left.ok_or_else(|| Stop::Limit("a huge power".to_string()))?;
    let (mut result, mut factor) = (reduce(Int::ONE), base.clone());
    while left > 0 {
        if left % 2 == 1 {
            result = reduce(result * factor.clone());
        }
        left /= 2;
        if left > 0 {
            factor = reduce(factor.clone() * factor);
        }
    }
    Ok(result)
}

fn bits(a: &Int, b: &Int, modulus: Option<&Int>, op: fn(u128, u128) -> u128) -> Result<Value, Stop> {
    let half = |n: &Int| to_i128(n).and_then(|n| u128::try_from(n).ok());
    let number = |n: &Int| {
        let word = Int::pow2(64);
        Some(half(&n.div_floor(&word))?.checked_mul(1 << 64)? | half(&n.mod_euclid(&word))?)
    };
    let (Some(a), Some(b), Some(modulus)) = (number(a), number(b), modulus) else {
        return Err(Stop::internal("bits of no modular value"));
    };
    let result = Int::from_big(op(a, b).into());
    Ok(Value::Int(result.mod_euclid(modulus)))
}

fn shift(op: BinaryOp, a: &Int, amount: &Int, modulus: Option<&Int>) -> Result<Value, Stop> {
    let width = modulus.and_then(crate::ir::exponent_of_two).ok_or_else(|| Stop::internal("no word"))?;
    if amount.is_negative() {
        return Err(Stop::undefined("a negative shift"));
    }
    let modulus = Int::pow2(width);
    let most = Int::from(i64::from(width));
    let rotation = matches!(op, BinaryOp::RotateLeft | BinaryOp::RotateRight);
    let amount = if rotation { amount.mod_euclid(&most) } else { amount.clone().min(most) };
    let amount = u32::try_from(amount.to_i64().unwrap_or(0)).unwrap_or(0);
    let left = |by: u32| (a.clone() * Int::pow2(by)).mod_euclid(&modulus);
    let right = |by: u32| a.div_floor(&Int::pow2(by));
    Ok(Value::Int(
        match op {
            BinaryOp::ShiftLeft => left(amount),
            BinaryOp::ShiftRight => right(amount),
            BinaryOp::ShiftRightArithmetic => {
                let negative = *a >= Int::pow2(width.saturating_sub(1));
                let signed = if negative { a.clone() - modulus.clone() } else { a.clone() };
                signed.div_floor(&Int::pow2(amount)).mod_euclid(&modulus)
            }
            BinaryOp::RotateLeft => left(amount) + right(width - amount),
            _ => left(width - amount) + right(amount),
        }
        .mod_euclid(&modulus),
    ))
}

fn rounded(value: f64, rounding: Rounding) -> f64 {
    match rounding {
        Rounding::NearestAway => value.round(),
        Rounding::NearestEven => value.round_ties_even(),
        Rounding::Truncate => value.trunc(),
        Rounding::Floor => value.floor(),
        Rounding::Ceiling => value.ceil(),
    }
}

/// The value rounded to a format.
fn narrow(format: Option<FloatFormat>, value: f64) -> f64 {
    if format == Some(FloatFormat::F32) { f64::from(value as f32) } else { value }
}

fn arithmetic(
    format: Option<FloatFormat>,
    a: f64,
    b: f64,
    single: fn(f32, f32) -> f32,
    double: fn(f64, f64) -> f64,
) -> f64 {
    // Operands of format F32 are binary32 numbers, so the casts are exact.
    if format == Some(FloatFormat::F32) { f64::from(single(a as f32, b as f32)) } else { double(a, b) }
}

/// By squaring, each product rounded; the reciprocal for negative exponents. For small constant exponents that is what
/// GNAT's code does; its run-time computes larger ones with twice the digits, so that they come out rounded once.
fn float_power(format: Option<FloatFormat>, base: f64, exponent: i64) -> f64 {
    if let Some(precise) = precise_power(format, base, exponent.unsigned_abs()) {
        return if exponent < 0 { arithmetic(format, 1.0, precise, |a, b| a / b, |a, b| a / b) } else { precise };
    }
    let times = |a: f64, b: f64| arithmetic(format, a, b, |a, b| a * b, |a, b| a * b);
    let (mut result, mut factor, mut left) = (1.0, base, exponent.unsigned_abs());
    while left > 0 {
        if left % 2 == 1 {
            result = times(result, factor);
        }
        left /= 2;
        if left > 0 {
            factor = times(factor, factor);
        }
    }
    if exponent < 0 { arithmetic(format, 1.0, result, |a, b| a / b, |a, b| a / b) } else { result }
}

/// The power rounded once, where the exponent is larger than those that are written out and not huge.
fn precise_power(format: Option<FloatFormat>, base: f64, exponent: u64) -> Option<f64> {
    let exponent = u32::try_from(exponent).ok().filter(|n| (5..=32).contains(n))?;
    let base = ieee::to_rat(base)?;
    let power = (1..exponent).fold(base.clone(), |power, _| power * base.clone());
    Some(ieee::from_rat(&power, format?))
}
