//! Evaluation of aggregates, cell by cell, and of quantifiers over intervals of integers, instance by instance.

use super::eval::MAX_NESTING;
use super::{AggregateId, AggregateKind, Assignment, Evaluator, Linear, Op, SortId, Store, TermId, Value};
use crate::num::{Int, Rat};

impl Evaluator<'_> {
    /// The value of an aggregate whose arguments are evaluated.
    pub(super) fn aggregate(&self, term: TermId, id: AggregateId) -> Option<Value> {
        let definition = self.store.aggregate(id);
        let (Value::Array(array), Value::Int(lo), Value::Int(hi)) =
            (self.arg(term, 0)?, self.arg(term, 1)?, self.arg(term, 2)?)
        else {
            return None;
        };
        let mut parameters = Assignment::default();
        for i in 3..self.store.args(term).len() {
            parameters.set(i as u32 - 1, self.arg(term, i)?.clone());
        }
        let mut result: Option<Value> = match &definition.kind {
            AggregateKind::Sum => number(self.store.aggregate_sort(id), Rat::ZERO),
            AggregateKind::Product => number(self.store.aggregate_sort(id), Rat::ONE),
            AggregateKind::Count => Some(Value::Int(Int::ZERO)),
            AggregateKind::Sorted => Some(Value::Bool(true)),
            AggregateKind::Monoid { unit, .. } => Some(self.inner(&Assignment::default()).eval(*unit)?),
            AggregateKind::Min | AggregateKind::Max => None,
        };
        let mut previous: Option<Value> = None;
        let mut index = lo.clone();
        while index < *hi {
            self.spend()?;
            let at = Value::Int(index);
            parameters.set(0, array.get(&at).clone());
            parameters.set(1, at.clone());
            let cell = self.inner(&parameters).eval(definition.cell)?;
            result = Some(match (&definition.kind, result, &cell) {
                (AggregateKind::Count, Some(Value::Int(count)), Value::Bool(true)) => Value::Int(&count + &Int::ONE),
                (AggregateKind::Count, Some(count), Value::Bool(false)) => count,
                (AggregateKind::Sorted, Some(sorted), cell) => {
                    let ascends = match &previous {
                        Some(previous) => previous.as_rat()? <= cell.as_rat()?,
                        None => true,
                    };
                    previous = Some(cell.clone());
                    if ascends { sorted } else { Value::Bool(false) }
                }
                (AggregateKind::Min | AggregateKind::Max, None, cell) => cell.clone(),
                (AggregateKind::Monoid { operation, .. }, Some(left), cell) => {
                    let pair = Assignment::from_values([left, cell.clone()]);
                    self.inner(&pair).eval(*operation)?
                }
                (kind, Some(left), cell) => arithmetic(kind, &left, cell)?,
                _ => return None,
            });
            let Value::Int(here) = at else { return None };
            index = &here + &Int::ONE;
        }
        result
    }

    /// The truth value of a quantifier. A variable is enumerated once the bounds that the body puts on it can be
    /// evaluated.
    pub(super) fn quantifier(&self, vars: &[(u32, SortId)], body: TermId, universal: bool) -> Option<bool> {
        if vars.is_empty() || self.bound.len() + vars.len() > MAX_NESTING {
            return None;
        }
        // Universal quantifiers are evaluated as negated existential ones; only the reading of bounds knows.
        let mut inner = self.inner(self.assignment);
        inner.bound = self.bound.clone();
        let mut parts = Vec::new();
        collect(self.store, body, universal, &mut parts);
        let found = inner.search(vars, body, universal, &parts)?;
        Some(found != universal)
    }

    /// Whether some choice of the variables makes the body true (false, if `negated`).
    fn search(
        &mut self,
        vars: &[(u32, SortId)],
        body: TermId,
        negated: bool,
        parts: &[(TermId, bool)],
    ) -> Option<bool> {
        if vars.is_empty() {
            return Some(self.eval(body)?.as_bool()? != negated);
        }
        let mut chosen = None;
        for (at, &(index, sort)) in vars.iter().enumerate() {
            if sort == SortId::INT
                && let (Some(low), Some(high)) = self.range(index, parts)
            {
                chosen = Some((at, index, low, high));
                break;
            }
        }
        let (at, index, low, high) = chosen?;
        let rest: Vec<(u32, SortId)> = vars.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, &v)| v).collect();
        let mut open = false;
        let mut value = low;
        let mut found = false;
        while value <= high {
            self.spend()?;
            self.bind(index, Some(Value::Int(value.clone())));
            match self.search(&rest, body, negated, parts) {
                Some(true) => {
                    found = true;
                    break;
                }
                Some(false) => {}
                None => open = true,
            }
            value = &value + &Int::ONE;
        }
        self.bind(index, None);
        if found {
            return Some(true);
        }
        (!open).then_some(false)
    }

    /// The tightest bounds on a variable that can be evaluated now.
    fn range(&mut self, index: u32, parts: &[(TermId, bool)]) -> (Option<Int>, Option<Int>) {
        let (mut low, mut high): (Option<Int>, Option<Int>) = (None, None);
        for &(literal, negated) in parts {
            let Some((form, equation)) = as_le(self.store, literal, negated) else { continue };
            let mut coefficient = Rat::ZERO;
            let mut rest = form.constant.clone();
            let mut known = true;
            for (atom, factor) in &form.terms {
                if *self.store.op(*atom) == Op::Bound(index) {
                    coefficient = factor.clone();
                    continue;
                }
                match self.eval(*atom).and_then(|value| value.as_rat()) {
                    Some(value) => rest += &(factor * &value),
                    None => known = false,
                }
            }
            if !known || coefficient.is_zero() {
                continue;
            }
            // coefficient * x + rest <= 0 (or = 0)
            let at = &(&Rat::ZERO - &rest) / &coefficient;
            if equation || !coefficient.is_negative() {
                let bound = at.floor();
                high = Some(high.map_or(bound.clone(), |h| h.min(bound)));
            }
            if equation || coefficient.is_negative() {
                let bound = at.ceil();
                low = Some(low.map_or(bound.clone(), |l| l.max(bound)));
            }
        }
        (low, high)
    }
}

/// The literals that must hold for an existential body to hold, as term and whether it is negated.
fn collect(store: &Store, body: TermId, negated: bool, parts: &mut Vec<(TermId, bool)>) {
    let mut stack = vec![(body, negated)];
    while let Some((term, negated)) = stack.pop() {
        match (store.op(term), negated) {
            (Op::Not, _) => stack.push((store.args(term)[0], !negated)),
            (Op::And, false) | (Op::Or, true) => stack.extend(store.args(term).iter().map(|&a| (a, negated))),
            _ => parts.push((term, negated)),
        }
    }
}

/// A literal over Int as `form <= 0`, or as `form = 0` (then with `true`).
fn as_le(store: &Store, literal: TermId, negated: bool) -> Option<(Linear, bool)> {
    let (mut form, relation) = store.as_linear_literal(literal)?;
    if store.sort_of(store.args(literal)[0]) != SortId::INT {
        return None;
    }
    match (relation, negated) {
        (super::Relation::EqZero, false) => Some((form, true)),
        (super::Relation::LeZero, false) => Some((form, false)),
        (super::Relation::LeZero, true) => {
            // form > 0, that is 1 - form <= 0 for integer coefficients
            let integral = form.constant.is_integer() && form.terms.iter().all(|(_, c)| c.is_integer());
            form.scale(&Rat::from(-1));
            form.constant += &Rat::ONE;
            integral.then_some((form, false))
        }
        _ => None,
    }
}

fn number(sort: SortId, value: Rat) -> Option<Value> {
    if sort == SortId::INT { value.to_int().map(Value::Int) } else { Some(Value::Real(value)) }
}

/// One step of a fold over numbers.
fn arithmetic(kind: &AggregateKind, left: &Value, right: &Value) -> Option<Value> {
    let sort = if matches!(left, Value::Int(_)) { SortId::INT } else { SortId::REAL };
    let (x, y) = (left.as_rat()?, right.as_rat()?);
    let result = match kind {
        AggregateKind::Sum => &x + &y,
        AggregateKind::Product => &x * &y,
        AggregateKind::Min => x.min(y),
        AggregateKind::Max => x.max(y),
        _ => return None,
    };
    number(sort, result)
}
