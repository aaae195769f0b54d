//! Expressions on sets of values.
//!
//! The result contains every value that the expression has on values from the sets. Where all operands have one value,
//! the interpreter's own operations compute it, so that both cannot differ. Where an operand has no value (a check in
//! front would have stopped the run) anything may come out.

use super::floats::Floats;
use super::forms::{Form, FormId};
use super::state::{Explorer, State};
use super::value::{Cells, Set};
use crate::interp::eval::{binary, convert, float_format, unary};
use crate::interp::{Value, length, to_i128};
use crate::ir::{
    BinaryOp, BoundId, Conversion, Elementary, ExprId, ExprKind, FloatFormat, Procedure, TypeId, TypeKind, UnaryOp,
    ieee,
};
use horn_solver::num::Int;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Quantifiers over more numbers are not looked into.
const LARGEST_RANGE: i128 = 4_096;
/// An index that may be one of more components takes all of the array.
const LARGEST_CHOICE: i128 = 1_024;

/// Values of bound variables, the innermost last.
pub(super) type Bound = Vec<(BoundId, Int)>;

/// The components that an index between two offsets may name; any of them if the offsets are not known.
fn component(cells: &Cells, offsets: Option<(i128, i128)>) -> Set {
    match offsets {
        Some((low, high)) if low == high => cells.at(low).clone(),
        Some((low, high)) if high - low < LARGEST_CHOICE => {
            let listed = cells.cells.range(low..=high);
            let mut all: Option<Set> = None;
            let mut count = 0;
            for (_, cell) in listed {
                count += 1;
                all = Some(all.map_or(cell.clone(), |all| all.hull(cell)));
            }
            match all {
                Some(all) if count == high - low + 1 => all,
                Some(all) => all.hull(&cells.default),
                None => cells.default.clone(),
            }
        }
        _ => cells.all(),
    }
}

impl Explorer<'_> {
    /// The values of an expression of the running procedure.
    pub(super) fn eval(&mut self, state: &State, id: ExprId, bound: &mut Bound) -> Set {
        if !self.tick() {
            return Set::Any;
        }
        let procedure = self.procedure(state);
        let node = &procedure.exprs[id];
        let ty = node.ty;
        match &node.kind {
            ExprKind::Bool(value) => Set::bool(*value),
            ExprKind::Int(value) => Set::Int(Some(value.clone()), Some(value.clone())),
            ExprKind::Float(value) => Set::point(&Value::Float(*value)),
            ExprKind::Var(var) => state.read(self.program, *var),
            ExprKind::Bound(wanted) => match bound.iter().rev().find(|(id, _)| id == wanted) {
                Some((_, value)) => Set::Int(Some(value.clone()), Some(value.clone())),
                None => Set::Int(None, None),
            },
            ExprKind::Unary(op, a) => {
                let operand = procedure.exprs[*a].ty;
                let a = self.eval(state, *a, bound);
                let plain = self.unary(*op, &a, operand, ty);
                match (&plain, &a, float_format(self.program, operand)) {
                    (Set::Float(floats), Set::Float(of), Some(format)) => {
                        Set::Float(self.signed(*op, *of, *floats, format))
                    }
                    _ => plain,
                }
            }
            ExprKind::Binary(op, a, b) => self.binary_node(state, *op, (*a, *b), bound),
            ExprKind::And(a, b) => match self.truth(state, *a, bound) {
                (true, false) => Set::bool(false),
                (no, _) => {
                    let (other_no, other_yes) = self.truth(state, *b, bound);
                    Set::Bool(no || other_no, other_yes)
                }
            },
            ExprKind::Or(a, b) => match self.truth(state, *a, bound) {
                (false, true) => Set::bool(true),
                (_, yes) => {
                    let (other_no, other_yes) = self.truth(state, *b, bound);
                    Set::Bool(other_no, yes || other_yes)
                }
            },
            ExprKind::Implies(a, b) => match self.truth(state, *a, bound) {
                (true, false) => Set::bool(true),
                (no, _) => {
                    let (other_no, other_yes) = self.truth(state, *b, bound);
                    Set::Bool(other_no, no || other_yes)
                }
            },
            ExprKind::Ite(c, a, b) => match self.truth(state, *c, bound) {
                (true, false) => self.eval(state, *b, bound),
                (false, true) => self.eval(state, *a, bound),
                _ => {
                    let (a, b) = (self.eval(state, *a, bound), self.eval(state, *b, bound));
                    a.hull(&b)
                }
            },
            ExprKind::Quantified { forall, var, first, last, body } => {
                self.quantified(state, *forall, *var, (*first, *last), *body, bound)
            }
            ExprKind::First(a, dimension) => self.limits(state, *a, *dimension, bound, |first, _| first.clone()),
            ExprKind::Last(a, dimension) => self.limits(state, *a, *dimension, bound, |_, last| last.clone()),
            ExprKind::Length(a, dimension) => self.limits(state, *a, *dimension, bound, length),
            ExprKind::Index(a, at) => {
                let Set::Array(cells) = self.eval(state, *a, bound) else { return Set::of_type(self.program, ty) };
                let offsets = self.offsets(state, &cells, at, bound);
                component(&cells, offsets)
            }
            ExprKind::Update(a, at, value) => self.update(state, *a, at, *value, bound),
            ExprKind::Aggregate { bounds, others, items } => {
                let aggregate = self.aggregate(state, ty, bounds, *others, items, bound);
                aggregate.unwrap_or_else(|| Set::of_type(self.program, ty))
            }
            ExprKind::Slide(a, None) => {
                let a = self.eval(state, *a, bound);
                self.slid(a, ty)
            }
            ExprKind::Record(fields) => {
                Set::Record(Rc::new(fields.iter().map(|field| self.eval(state, *field, bound)).collect()))
            }
            ExprKind::Field(a, field) => match self.eval(state, *a, bound) {
                Set::Record(fields) => fields.get(*field as usize).cloned().unwrap_or(Set::Any),
                _ => Set::of_type(self.program, ty),
            },
            ExprKind::WithField(a, field, value) => match self.eval(state, *a, bound) {
                Set::Record(mut fields) => {
                    let value = self.eval(state, *value, bound);
                    if let Some(place) = Rc::make_mut(&mut fields).get_mut(*field as usize) {
                        *place = value;
                    }
                    Set::Record(fields)
                }
                _ => Set::of_type(self.program, ty),
            },
            ExprKind::Convert(conversion, a) => {
                let a = self.eval(state, *a, bound);
                let plain = self.convert(*conversion, &a, ty);
                match (conversion, &a, &plain, float_format(self.program, ty)) {
                    (Conversion::FloatToFloat, Set::Float(of), Set::Float(floats), Some(format)) => {
                        let form = self.form_of(*of).filter(|_| floats.is_finite());
                        let form = form.map(|form| (*form).clone().rounded(format, false));
                        Set::Float(self.with_form(*floats, form, format))
                    }
                    _ => plain,
                }
            }
            ExprKind::Slice(..)
            | ExprKind::SliceUpdate(..)
            | ExprKind::Slide(_, Some(_))
            | ExprKind::Concat(..)
            | ExprKind::Comprehension { .. }
            | ExprKind::Apply(..) => Set::of_type(self.program, ty),
        }
    }

    fn binary_node(&mut self, state: &State, op: BinaryOp, (a, b): (ExprId, ExprId), bound: &mut Bound) -> Set {
        let procedure = self.procedure(state);
        let square = op == BinaryOp::Mul && same(procedure, a, b);
        let operand = procedure.exprs[a].ty;
        let powered = op == BinaryOp::Pow && !procedure.exprs.is_product(b);
        let (a, b) = (self.eval(state, a, bound), self.eval(state, b, bound));
        if let (true, Some(format)) = (powered, float_format(self.program, operand)) {
            let power = self.float_power(&a, &b, operand);
            return rough(&power, &b, format);
        }
        let plain = if square { self.square(&a, operand) } else { self.binary(op, &a, &b, operand) };
        let (Set::Float(left), Set::Float(right)) = (&a, &b) else { return plain };
        match (&plain, float_format(self.program, operand)) {
            (Set::Bool(..), _) => self.compared(op, (*left, *right), plain),
            (Set::Float(floats), Some(format)) => Set::Float(self.combined(op, (*left, *right), *floats, format)),
            _ => plain,
        }
    }

    /// What the form of the operand says of its negation or magnitude.
    fn signed(&mut self, op: UnaryOp, of: Floats, plain: Floats, format: FloatFormat) -> Floats {
        let Some(form) = self.form_of(of).filter(|form| form.depends() && plain.is_finite()) else { return plain };
        let form = match op {
            UnaryOp::Neg => form.neg(),
            UnaryOp::Abs if of.low >= 0.0 => (*form).clone(),
            UnaryOp::Abs if of.high <= 0.0 => form.neg(),
            _ => return plain,
        };
        self.with_form(plain, Some(form), format)
    }

    /// The form of finite floats, which is an interval if it is not known.
    fn form_of(&self, floats: Floats) -> Option<Rc<Form>> {
        if !floats.is_finite() {
            return None;
        }
        let known = (floats.form.0 as usize).checked_sub(1).and_then(|at| self.forms.get(at));
        Some(known.map_or_else(|| Rc::new(Form::between(floats.low, floats.high, None)), Rc::clone))
    }

    /// The forms of two operands, if one says more than an interval.
    fn forms_of(&self, (a, b): (Floats, Floats)) -> Option<(Rc<Form>, Rc<Form>)> {
        if a.form == FormId::NONE && b.form == FormId::NONE {
            return None;
        }
        let (a, b) = (self.form_of(a)?, self.form_of(b)?);
        (a.depends() || b.depends()).then_some((a, b))
    }

    /// What the forms of the operands say of the result of an operation, besides its interval.
    fn combined(&mut self, op: BinaryOp, operands: (Floats, Floats), plain: Floats, format: FloatFormat) -> Floats {
        let Some((a, b)) = self.forms_of(operands).filter(|_| plain.is_finite()) else { return plain };
        let power = |floats: Floats| floats.value().is_some_and(is_power_of_two);
        let (exact, form) = match op {
            BinaryOp::Add => (false, Some(a.add(&b))),
            BinaryOp::Sub => (false, Some(a.add(&b.neg()))),
            BinaryOp::Mul => (power(operands.0) || power(operands.1), Some(a.mul(&b))),
            BinaryOp::Div => match operands.1.value() {
                // The inverse of a power of two is exact.
                Some(by) if is_power_of_two(by) => (true, Some(a.scale(1.0 / by))),
                _ => (false, b.inverse().map(|inverse| a.mul(&inverse))),
            },
            _ => return plain,
        };
        self.with_form(plain, form.map(|form| form.rounded(format, exact)), format)
    }

    /// A set of floats with a form, and within its range.
    fn with_form(&mut self, floats: Floats, form: Option<Form>, format: FloatFormat) -> Floats {
        let Some(form) = form.filter(Form::depends) else { return floats };
        let (low, high) = form.range();
        if !low.is_finite() || !high.is_finite() {
            return floats;
        }
        let within = match format {
            FloatFormat::F64 => Floats::between(low, high),
            FloatFormat::F32 => Floats::between(
                ieee::next_down(ieee::nearest(low, format), format),
                ieee::next_up(ieee::nearest(high, format), format),
            ),
        };
        let form = self.form(form);
        let met = floats.meet(within);
        // What says that there is no value is not believed: an operation has one.
        if met.no_number() { Floats { form, ..floats } } else { Floats { form, ..met } }
    }

    /// A comparison of floats, by the difference of their forms, too.
    fn compared(&self, op: BinaryOp, operands: (Floats, Floats), plain: Set) -> Set {
        let Some((a, b)) = self.forms_of(operands) else { return plain };
        let (low, high) = a.add(&b.neg()).range();
        if !low.is_finite() || !high.is_finite() {
            return plain;
        }
        let own = truths(op, (low < 0.0, low <= 0.0 && 0.0 <= high, 0.0 < high), false);
        match (&plain, own) {
            (Set::Bool(no, yes), Set::Bool(own_no, own_yes)) if *no && *yes => Set::Bool(own_no, own_yes),
            _ => plain,
        }
    }

    fn quantified(
        &mut self,
        state: &State,
        forall: bool,
        var: BoundId,
        (first, last): (ExprId, ExprId),
        body: ExprId,
        bound: &mut Bound,
    ) -> Set {
        let range = (self.eval(state, first, bound).value(), self.eval(state, last, bound).value());
        let (Some(Value::Int(first)), Some(Value::Int(last))) = range else { return Set::UNKNOWN };
        if to_i128(&length(&first, &last)).is_none_or(|count| count > LARGEST_RANGE) {
            return Set::UNKNOWN;
        }
        let (mut at, mut surprise) = (first, false);
        while at <= last {
            bound.push((var, at.clone()));
            let (no, yes) = self.truth(state, body, bound);
            bound.pop();
            match (no, yes) {
                (false, true) if forall => {}
                (true, false) if !forall => {}
                (true, true) => surprise = true,
                _ => return Set::bool(!forall),
            }
            at = at + Int::ONE;
        }
        if surprise { Set::UNKNOWN } else { Set::bool(forall) }
    }

    /// A number made of the bounds of an array.
    fn limits(
        &mut self,
        state: &State,
        a: ExprId,
        dimension: u32,
        bound: &mut Bound,
        of: fn(&Int, &Int) -> Int,
    ) -> Set {
        let Set::Array(cells) = self.eval(state, a, bound) else { return Set::Int(None, None) };
        let Some((first, last)) = cells.bounds.get(dimension as usize) else { return Set::Int(None, None) };
        let value = of(first, last);
        Set::Int(Some(value.clone()), Some(value))
    }

    /// The array with another value at an index; where the index may be one of several, each may have it.
    fn update(&mut self, state: &State, a: ExprId, at: &[ExprId], value: ExprId, bound: &mut Bound) -> Set {
        let Set::Array(mut cells) = self.eval(state, a, bound) else { return Set::Any };
        let offsets = self.offsets(state, &cells, at, bound);
        let value = self.eval(state, value, bound);
        let changed = Rc::make_mut(&mut cells);
        match offsets {
            Some((low, high)) if low == high => {
                changed.cells.insert(low, value);
            }
            _ => {
                let (low, high) = offsets.unwrap_or((i128::MIN, i128::MAX));
                changed.default = changed.default.hull(&value);
                changed.cells.range_mut(low..=high).for_each(|(_, cell)| *cell = cell.hull(&value));
            }
        }
        Set::Array(cells)
    }

    /// An array of given components; `None` where an index has more than one value.
    fn aggregate(
        &mut self,
        state: &State,
        ty: TypeId,
        bounds: &[(ExprId, ExprId)],
        others: Option<ExprId>,
        items: &[(Vec<ExprId>, ExprId)],
        bound: &mut Bound,
    ) -> Option<Set> {
        let bounds = self.bounds(state, bounds, bound)?;
        let TypeKind::Array(array) = &self.program.ty(ty).kind else { return Some(Set::Any) };
        let default = match others {
            Some(others) => self.eval(state, others, bound),
            None => Set::of_type(self.program, array.component),
        };
        let mut cells = Cells { bounds, default, cells: BTreeMap::new() };
        for (at, value) in items {
            let (low, high) = self.offsets(state, &cells, at, bound)?;
            if low != high {
                return None;
            }
            let value = self.eval(state, *value, bound);
            cells.cells.insert(low, value);
        }
        Some(Set::Array(Rc::new(cells)))
    }

    /// The array with the bounds of a type.
    fn slid(&self, a: Set, ty: TypeId) -> Set {
        let (Set::Array(mut cells), TypeKind::Array(array)) = (a, &self.program.ty(ty).kind) else {
            return Set::of_type(self.program, ty);
        };
        if let Some(ranges) = &array.bounds {
            let bounds = ranges.iter().map(|range| (range.first.clone(), range.last.clone())).collect();
            Rc::make_mut(&mut cells).bounds = bounds;
        }
        Set::Array(cells)
    }

    /// Whether a condition may be false, and whether it may be true.
    pub(super) fn truth(&mut self, state: &State, id: ExprId, bound: &mut Bound) -> (bool, bool) {
        match self.eval(state, id, bound) {
            Set::Bool(no, yes) => (no, yes),
            _ => (true, true),
        }
    }

    fn bounds(&mut self, state: &State, bounds: &[(ExprId, ExprId)], bound: &mut Bound) -> Option<Vec<(Int, Int)>> {
        let mut number = |id: ExprId| match self.eval(state, id, bound).value() {
            Some(Value::Int(value)) => Some(value),
            _ => None,
        };
        bounds.iter().map(|(first, last)| Some((number(*first)?, number(*last)?))).collect()
    }

    /// The offsets of the components that an index may name: all in a row of the last dimension.
    fn offsets(&mut self, state: &State, cells: &Cells, at: &[ExprId], bound: &mut Bound) -> Option<(i128, i128)> {
        let (mut low, mut high) = (Vec::new(), Vec::new());
        for (index, (first, last)) in at.iter().zip(&cells.bounds) {
            let set = self.eval(state, *index, bound);
            let (a, b) = set.ints();
            // An index outside has been refused by its check.
            low.push(a.map_or(first.clone(), |a| a.clone().max(first.clone())));
            high.push(b.map_or(last.clone(), |b| b.clone().min(last.clone())));
        }
        let shape = cells.shape();
        let (low, high) = (shape.offset(&low)?, shape.offset(&high)?);
        (low <= high).then_some((low, high))
    }

    fn unary(&self, op: UnaryOp, a: &Set, operand: TypeId, ty: TypeId) -> Set {
        let format = float_format(self.program, operand);
        if let (UnaryOp::Elementary(function), Some(format)) = (op, format) {
            return elementary(function, a, format, self.is_special(operand));
        }
        if let Some(value) = a.value() {
            return match unary(self.program, op, &value, ty, format) {
                Ok(value) => Set::point(&value),
                Err(_) => Set::Any,
            };
        }
        match (op, a) {
            (UnaryOp::Not, Set::Bool(no, yes)) => Set::Bool(*yes, *no),
            (UnaryOp::Not | UnaryOp::IsFinite | UnaryOp::IsNegative, Set::Any) => Set::UNKNOWN,
            (UnaryOp::IsFinite, Set::Float(floats)) => Set::Bool(!floats.is_finite(), floats.may_be_finite()),
            (UnaryOp::IsNegative, Set::Float(floats)) => {
                let (positive, negative) = floats.signs();
                Set::Bool(positive, negative)
            }
            (UnaryOp::Neg, Set::Float(floats)) => Set::Float(floats.neg()),
            (UnaryOp::Abs, Set::Float(floats)) => Set::Float(floats.abs()),
            (UnaryOp::Neg, Set::Int(low, high)) if self.modulus(ty).is_none() => {
                Set::Int(high.clone().map(|n| -n), low.clone().map(|n| -n))
            }
            (UnaryOp::Abs, Set::Int(Some(low), Some(high))) => {
                let least = if *low <= Int::ZERO && Int::ZERO <= *high { Int::ZERO } else { low.abs().min(high.abs()) };
                Set::Int(Some(least), Some(low.abs().max(high.abs())))
            }
            // Both are monotone.
            (UnaryOp::FloatRound(_) | UnaryOp::Sqrt, Set::Float(floats)) => {
                let end = |end: f64| match unary(self.program, op, &Value::Float(end), ty, format) {
                    Ok(Value::Float(value)) => value,
                    _ => f64::NAN,
                };
                Set::Float(if op == UnaryOp::Sqrt { floats.sqrt(end) } else { floats.monotone(end) })
            }
            _ => self.anything(ty),
        }
    }

    fn modulus(&self, ty: TypeId) -> Option<&Int> {
        match &self.program.ty(ty).kind {
            TypeKind::Modular(modular) => Some(&modular.modulus),
            _ => None,
        }
    }

    /// What an operation of that type may give that is not looked into: its range is no bound for it.
    fn anything(&self, ty: TypeId) -> Set {
        match &self.program.ty(ty).kind {
            TypeKind::Bool => Set::UNKNOWN,
            TypeKind::Int(_) => Set::Int(None, None),
            TypeKind::Modular(modular) => Set::Int(Some(Int::ZERO), Some(modular.modulus.clone() - Int::ONE)),
            TypeKind::Float(_) => Set::Float(Floats::ALL),
            _ => Set::Any,
        }
    }

    fn square(&self, a: &Set, ty: TypeId) -> Set {
        match (self.binary(BinaryOp::Mul, a, a, ty), a) {
            // Zero times infinity is no square.
            (Set::Float(_), Set::Float(floats)) if !floats.no_number() => {
                let size = floats.abs();
                let at = |end: f64| self.at(BinaryOp::Mul, end, end, ty);
                Set::Float(size.monotone(at))
            }
            (Set::Int(_, high), Set::Int(..)) if self.modulus(ty).is_none() => Set::Int(Some(Int::ZERO), high),
            (other, _) => other,
        }
    }

    fn binary(&self, op: BinaryOp, a: &Set, b: &Set, ty: TypeId) -> Set {
        if let (Some(a), Some(b)) = (a.value(), b.value()) {
            return match binary(self.program, op, &a, &b, ty) {
                Ok(value) => Set::point(&value),
                Err(_) => Set::Any,
            };
        }
        if op.is_comparison() {
            return compare(op, a, b);
        }
        match (a, b) {
            (Set::Float(a), Set::Float(b)) => self.float(op, *a, *b, ty),
            (Set::Float(..), Set::Int(..)) if op == BinaryOp::Pow => self.float_power(a, b, ty),
            (Set::Int(..), Set::Int(..)) => self.int(op, a, b, ty),
            _ => self.anything(ty),
        }
    }

    /// The result of an operation on two floats; NaN if there is none.
    fn at(&self, op: BinaryOp, a: f64, b: f64, ty: TypeId) -> f64 {
        match binary(self.program, op, &Value::Float(a), &Value::Float(b), ty) {
            Ok(Value::Float(value)) => value,
            _ => f64::NAN,
        }
    }

    fn float(&self, op: BinaryOp, a: Floats, b: Floats, ty: TypeId) -> Set {
        let at = |a: f64, b: f64| self.at(op, a, b, ty);
        Set::Float(match op {
            BinaryOp::Add => a.add(b, at),
            BinaryOp::Sub => a.add(b.neg(), |a, b| at(a, -b)),
            BinaryOp::Mul => a.mul(b, at),
            BinaryOp::Div => a.div(b, at),
            BinaryOp::Rem => a.rem(b),
            // Of two zeros either may come out.
            BinaryOp::Min | BinaryOp::Max if a.is_finite() && b.is_finite() => {
                Floats::between(at(a.low, b.low), at(a.high, b.high))
            }
            _ => Floats::ALL,
        })
    }

    /// Whether infinities and NaN are values of a type.
    fn is_special(&self, ty: TypeId) -> bool {
        matches!(&self.program.ty(ty).kind, TypeKind::Float(float) if float.special)
    }

    /// By squaring, as the interpreter does it.
    fn float_power(&self, a: &Set, n: &Set, ty: TypeId) -> Set {
        let Some(Value::Int(exponent)) = n.value() else { return Set::Float(Floats::ALL) };
        let Some(exponent) = exponent.to_i64() else { return Set::Float(Floats::ALL) };
        let one = Set::Float(Floats::point(1.0));
        let (mut result, mut factor, mut left) = (one.clone(), a.clone(), exponent.unsigned_abs());
        while left > 0 {
            if left % 2 == 1 {
                result = self.binary(BinaryOp::Mul, &result, &factor, ty);
            }
            left /= 2;
            if left > 0 {
                factor = self.square(&factor, ty);
            }
        }
        if exponent < 0 { self.binary(BinaryOp::Div, &one, &result, ty) } else { result }
    }

    fn int(&self, op: BinaryOp, a: &Set, b: &Set, ty: TypeId) -> Set {
        let ((low, high), (first, last)) = (a.ints(), b.ints());
        let both = |a: Option<&Int>, b: Option<&Int>, f: fn(Int, Int) -> Int| Some(f(a?.clone(), b?.clone()));
        let exact = match op {
            BinaryOp::Add => Set::Int(both(low, first, |a, b| a + b), both(high, last, |a, b| a + b)),
            BinaryOp::Sub => Set::Int(both(low, last, |a, b| a - b), both(high, first, |a, b| a - b)),
            BinaryOp::Min => Set::Int(
                both(low, first, |a, b| a.min(b)),
                both(high, last, |a, b| a.min(b)).or_else(|| high.or(last).cloned()),
            ),
            BinaryOp::Max => Set::Int(
                both(low, first, |a, b| a.max(b)).or_else(|| low.or(first).cloned()),
                both(high, last, |a, b| a.max(b)),
            ),
            BinaryOp::Mul | BinaryOp::Div => {
                let (Some(low), Some(high), Some(first), Some(last)) = (low, high, first, last) else {
                    return self.anything(ty);
                };
                let crosses = *first <= Int::ZERO && Int::ZERO <= *last;
                if op == BinaryOp::Div && crosses {
                    return self.anything(ty);
                }
                let corners = [(low, first), (low, last), (high, first), (high, last)];
                let corners: Option<Vec<Int>> = corners
                    .into_iter()
                    .map(|(a, b)| {
                        // The product before it wraps: as mathematical integers.
                        let (a, b) = (Value::Int(a.clone()), Value::Int(b.clone()));
                        match binary(self.program, op, &a, &b, TypeId::INT) {
                            Ok(Value::Int(value)) => Some(value),
                            _ => None,
                        }
                    })
                    .collect();
                let Some(corners) = corners else { return self.anything(ty) };
                Set::Int(corners.iter().min().cloned(), corners.iter().max().cloned())
            }
            BinaryOp::Mod if first.is_some_and(Int::is_positive) => {
                let most = last.map(|last| last.clone() - Int::ONE);
                // Within one block nothing wraps.
                if let (Some(low), Some(high), Some(first)) = (low, high, first)
                    && Some(first) == last
                    && low.div_floor(first) == high.div_floor(first)
                {
                    return Set::Int(Some(low.mod_euclid(first)), Some(high.mod_euclid(first)));
                }
                Set::Int(Some(Int::ZERO), most)
            }
            BinaryOp::Rem if first.is_some_and(Int::is_positive) => {
                let most = last.map(|last| last.clone() - Int::ONE);
                let negative = low.is_none_or(Int::is_negative);
                let least = if negative { most.clone().map(|most| -most) } else { Some(Int::ZERO) };
                let positive = high.is_none_or(Int::is_positive);
                Set::Int(least, if positive { most } else { Some(Int::ZERO) })
            }
            _ => return self.anything(ty),
        };
        match (self.modulus(ty), &exact) {
            (None, _) => exact,
            (Some(modulus), Set::Int(Some(low), Some(high))) if !low.is_negative() && high < modulus => exact,
            _ => self.anything(ty),
        }
    }

    fn convert(&self, conversion: Conversion, a: &Set, ty: TypeId) -> Set {
        let of = |value: &Value| match convert(self.program, conversion, value, ty) {
            Ok(value) => Set::point(&value),
            Err(_) => Set::Any,
        };
        if let Some(value) = a.value() {
            return of(&value);
        }
        match (conversion, a) {
            (Conversion::ModularToInt, Set::Int(..)) => a.clone(),
            (Conversion::IntToModular | Conversion::IntToModularWrap, Set::Int(Some(low), Some(high)))
                if !low.is_negative() && self.modulus(ty).is_some_and(|modulus| high < modulus) =>
            {
                a.clone()
            }
            (Conversion::BoolToInt, _) => Set::Int(Some(Int::ZERO), Some(Int::ONE)),
            // Roundings are monotone.
            (Conversion::IntToFloat, Set::Int(Some(low), Some(high))) => {
                of(&Value::Int(low.clone())).hull(&of(&Value::Int(high.clone())))
            }
            (Conversion::FloatToInt(_), Set::Float(_)) => match a.floats() {
                Some((low, high)) => of(&Value::Float(low)).hull(&of(&Value::Float(high))),
                None => self.anything(ty),
            },
            (Conversion::FloatToFloat, Set::Float(floats)) => {
                Set::Float(floats.monotone(|end| match convert(self.program, conversion, &Value::Float(end), ty) {
                    Ok(Value::Float(value)) => value,
                    _ => f64::NAN,
                }))
            }
            _ => self.anything(ty),
        }
    }
}

/// The range of a function; around its values at the ends of the operand if it is monotone.
fn elementary(function: Elementary, a: &Set, format: FloatFormat, special: bool) -> Set {
    let (least, most) = function.range(format);
    let (Some((low, high)), (first, last)) = (a.floats(), function.domain(format)) else {
        return Set::Float(if special { Floats::ALL } else { Floats::between(least, most) });
    };
    // Outside of its domain it may be infinite or NaN, unless a check has refused that.
    if special && (low < first || last < high) {
        return Set::Float(Floats::ALL);
    }
    let whole = Set::Float(Floats::between(least, most));
    let at = match function {
        Elementary::Exp | Elementary::Log | Elementary::Arcsin | Elementary::Arctan => [low, high],
        Elementary::Arccos => [high, low],
        _ => return whole,
    };
    if low < first || last < high {
        return whole;
    }
    // Relative and absolute room around the values: far more than an implementation is off.
    let unit = if format == FloatFormat::F32 { f64::from(f32::EPSILON) } else { f64::EPSILON };
    let room = |value: f64| value.abs() * unit * f64::from(Elementary::ULPS) + f64::from(f32::MIN_POSITIVE) * 1.0e-3;
    let [from, to] = at.map(|at| function.apply(at));
    let down = (from - room(from)).max(least).min(most);
    let up = (to + room(to)).max(least).min(most);
    let (mut least, mut most) = (least, most);
    if let Some((at, there)) = function.through() {
        least = if low >= at { least.max(there) } else { least };
        most = if high <= at { most.min(there) } else { most };
    }
    Set::Float(match format {
        FloatFormat::F32 => Floats::between(
            ieee::next_down(ieee::nearest(down, format), format).max(least),
            ieee::next_up(ieee::nearest(up, format), format).min(most),
        ),
        FloatFormat::F64 => Floats::between(down.max(least), up.min(most)),
    })
}

/// A power with room for all ways to round on its way: two units for each factor.
fn rough(power: &Set, exponent: &Set, format: FloatFormat) -> Set {
    let wild = Set::Float(Floats::ALL);
    let (Some((low, high)), Some(Value::Int(n))) = (power.floats(), exponent.value()) else { return wild };
    let Some(n) = n.to_i64().filter(|n| n.abs() <= 1_000) else { return wild };
    let (unit, tiny) = match format {
        FloatFormat::F32 => (f64::from(f32::EPSILON), f64::from(f32::MIN_POSITIVE)),
        FloatFormat::F64 => (f64::EPSILON, f64::MIN_POSITIVE),
    };
    // Underflow on the way is not bounded relatively, nor is a quotient by what is nearly nothing.
    if n < 0 && (low.abs() > 1.0e30 || high.abs() > 1.0e30) {
        return wild;
    }
    let room = |value: f64| value.abs() * unit * (2.0 * n.unsigned_abs() as f64 + 2.0) + tiny;
    let (down, up) = (low - room(low), high + room(high));
    Set::Float(match format {
        FloatFormat::F32 => Floats::between(
            ieee::next_down(ieee::nearest(down, format), format),
            ieee::next_up(ieee::nearest(up, format), format),
        ),
        FloatFormat::F64 => Floats::between(down.next_down(), up.next_up()),
    })
}

/// Whether products with a number are exact unless they are tiny.
fn is_power_of_two(value: f64) -> bool {
    value.is_normal() && value.to_bits() & ((1 << 52) - 1) == 0
}

/// Whether two expressions have one value for sure.
fn same(procedure: &Procedure, a: ExprId, b: ExprId) -> bool {
    a == b
        || matches!((&procedure.exprs[a].kind, &procedure.exprs[b].kind), (ExprKind::Var(a), ExprKind::Var(b)) if a == b)
}

fn compare(op: BinaryOp, a: &Set, b: &Set) -> Set {
    // Whether some value of the left is below (equal to, above, not comparable with) one of the right.
    let mut unordered = false;
    let (below, equal, above) = match (a, b) {
        (Set::Int(low, high), Set::Int(first, last)) => {
            let under = |a: &Option<Int>, b: &Option<Int>| match (a, b) {
                (Some(a), Some(b)) => a < b,
                _ => true,
            };
            let apart = |a: &Option<Int>, b: &Option<Int>| matches!((a, b), (Some(a), Some(b)) if a < b);
            (under(low, last), !apart(high, first) && !apart(last, low), under(first, high))
        }
        (Set::Float(a), Set::Float(b)) => {
            unordered = a.nan || b.nan;
            let both = !a.no_number() && !b.no_number();
            (both && a.low < b.high, both && a.low <= b.high && b.low <= a.high, both && b.low < a.high)
        }
        (Set::Bool(a_no, a_yes), Set::Bool(b_no, b_yes)) => {
            (*a_no && *b_yes, *a_no && *b_no || *a_yes && *b_yes, *a_yes && *b_no)
        }
        _ => return Set::UNKNOWN,
    };
    truths(op, (below, equal, above), unordered)
}

/// Whether a comparison may be false, and whether it may be true, where the left operand may be below the right one,
/// equal to it, above it, or not comparable.
fn truths(op: BinaryOp, (below, equal, above): (bool, bool, bool), unordered: bool) -> Set {
    let (no, yes) = match op {
        BinaryOp::Lt => (equal || above, below),
        BinaryOp::Le => (above, below || equal),
        BinaryOp::Gt => (equal || below, above),
        BinaryOp::Ge => (below, above || equal),
        BinaryOp::Eq => (below || above, equal),
        _ => return Set::Bool(equal, below || above || unordered),
    };
    Set::Bool(no || unordered, yes)
}
