//! Constraint propagation over a compiled clause: narrows the values of all nodes until nothing changes.
//!
//! Every node is a constraint between its value and those of its arguments, used in both directions (the HC4 scheme of
//! interval constraint programming: Benhamou et al., *Revising hull and box consistency*, 1999). A work list holds the
//! constraints to revisit; the number of visits to one constraint is bounded, because narrowing may converge slowly or
//! not at all over the integers (`x < y`, `y < x`).

use super::local::{Local, Node};
use super::{AbsValue, Bits, Bound, Congruence, Contradiction, Interval, Number};
use crate::linear::{Constraint, Form};
use crate::num::{Int, Rat};
use crate::term::{BvOp, Reading, Relation};
use std::collections::VecDeque;

/// How often one constraint is revisited in one run.
const MAX_VISITS: u8 = 12;

/// Propagation in one clause: the clause, further linear constraints over its nodes, and the work done.
pub(super) struct Propagator<'a> {
    local: &'a Local,
    /// Constraints beside the clause's own, from the abstract states of its atoms.
    pub extra: Vec<Constraint>,
    /// Pairs of nodes (of one sort that is no number) known to be equal.
    pub equal: Vec<(u32, u32)>,
    watchers: Vec<Vec<u32>>,
    queue: VecDeque<u32>,
    queued: Vec<bool>,
    visits: Vec<u8>,
    /// Work done so far, in visits weighted by the size of the constraint.
    pub steps: u64,
}

impl<'a> Propagator<'a> {
    /// A propagator with further constraints and equal pairs.
    pub fn new(local: &'a Local, extra: Vec<Constraint>, equal: Vec<(u32, u32)>) -> Propagator<'a> {
        let nodes = local.nodes.len();
        let count = nodes + extra.len() + equal.len();
        let mut watchers = Vec::new();
        if count > nodes {
            watchers = vec![Vec::new(); nodes];
            for (i, constraint) in extra.iter().enumerate() {
                for (var, _) in &constraint.form.terms {
                    watchers[*var as usize].push((nodes + i) as u32);
                }
            }
            for (i, &(a, b)) in equal.iter().enumerate() {
                watchers[a as usize].push((nodes + extra.len() + i) as u32);
                watchers[b as usize].push((nodes + extra.len() + i) as u32);
            }
        }
        Propagator {
            local,
            extra,
            equal,
            watchers,
            queue: VecDeque::new(),
            queued: vec![false; count],
            visits: vec![0; count],
            steps: 0,
        }
    }

    /// Puts every constraint on the work list, arguments before users.
    pub fn enqueue_all(&mut self) {
        for i in 0..self.queued.len() as u32 {
            self.enqueue(i);
        }
    }

    fn enqueue(&mut self, constraint: u32) {
        if !self.queued[constraint as usize] && self.visits[constraint as usize] < MAX_VISITS {
            self.queued[constraint as usize] = true;
            self.queue.push_back(constraint);
        }
    }

    /// Narrows a node; schedules whoever cares if that changed something.
    pub fn narrow(&mut self, values: &mut [AbsValue], node: u32, to: &AbsValue) -> Result<(), Contradiction> {
        let shortened = match to {
            AbsValue::Num(number) => number.interval.shortened().map(|interval| Number { interval, ..number.clone() }),
            _ => None,
        };
        let narrowed = match shortened {
            Some(number) => values[node as usize].meet(&AbsValue::Num(number))?,
            None => values[node as usize].meet(to)?,
        };
        if narrowed {
            self.changed(node);
        }
        Ok(())
    }

    fn changed(&mut self, node: u32) {
        self.enqueue(node);
        let local = self.local;
        for &user in &local.users[node as usize] {
            self.enqueue(user);
        }
        for i in 0..self.watchers.get(node as usize).map_or(0, Vec::len) {
            self.enqueue(self.watchers[node as usize][i]);
        }
    }

    fn narrow_interval(&mut self, values: &mut [AbsValue], node: u32, to: &Interval) -> Result<(), Contradiction> {
        let shortened = to.shortened();
        if let AbsValue::Num(number) = &mut values[node as usize]
            && number.meet_interval(shortened.as_ref().unwrap_or(to))?
        {
            self.changed(node);
        }
        Ok(())
    }

    fn narrow_bool(&mut self, values: &mut [AbsValue], node: u32, to: bool) -> Result<(), Contradiction> {
        self.narrow(values, node, &AbsValue::Bool(Some(to)))
    }

    /// Runs until the work list is empty.
    pub fn run(&mut self, values: &mut [AbsValue]) -> Result<(), Contradiction> {
        let nodes = self.local.nodes.len();
        self.visits.fill(0);
        let mut result = Ok(());
        while let Some(id) = self.queue.pop_front() {
            self.queued[id as usize] = false;
            if result.is_err() {
                continue;
            }
            self.visits[id as usize] += 1;
            let id = id as usize;
            result = if id < nodes {
                self.visit(values, id as u32)
            } else if let Some(constraint) = self.extra.get(id - nodes) {
                let constraint = constraint.clone();
                self.steps += 2 + constraint.form.terms.len() as u64;
                self.impose(values, &constraint.form, constraint.relation)
            } else {
                let (a, b) = self.equal[id - nodes - self.extra.len()];
                self.steps += 1;
                self.unify(values, a, b)
            };
        }
        result
    }

    fn unify(&mut self, values: &mut [AbsValue], a: u32, b: u32) -> Result<(), Contradiction> {
        let other = values[b as usize].clone();
        self.narrow(values, a, &other)?;
        let other = values[a as usize].clone();
        self.narrow(values, b, &other)
    }

    fn visit(&mut self, values: &mut [AbsValue], id: u32) -> Result<(), Contradiction> {
        let local = self.local;
        self.steps += 1;
        match &local.nodes[id as usize] {
            Node::Free | Node::Constant => Ok(()),
            &Node::Not(a) => self.negation(values, id, a),
            Node::And(args) => self.connective(values, id, args, false),
            Node::Or(args) => self.connective(values, id, args, true),
            &Node::Ite(c, a, b) => self.ite(values, id, c, a, b),
            &Node::Same(a, b) => self.same(values, id, a, b),
            Node::Le(form) => self.at_most_zero(values, id, form),
            Node::EqZero(form) => self.equals_zero(values, id, form),
            Node::Sum(form) => {
                self.steps += form.terms.len() as u64;
                self.impose(values, form, Relation::EqZero)
            }
            Node::Product(args) => self.product(values, id, args),
            &Node::Div(a, b) => self.div(values, id, a, b),
            &Node::Mod(a, b) => self.modulo(values, id, a, b),
            &Node::RealDiv(a, b) => self.real_quotient(values, id, a, b),
            &Node::ToReal(a) => {
                let of_int = values[a as usize].interval().clone();
                self.narrow_interval(values, id, &of_int)?;
                let of_real = values[id as usize].interval().clone();
                self.narrow_interval(values, a, &of_real)
            }
            &Node::ToInt(a) => self.floor(values, id, a),
            Node::Bv(op, args) => self.bit_vector(values, id, *op, args),
            &Node::Test(constructor, a) => self.test(values, id, constructor, a),
        }
    }

    fn negation(&mut self, values: &mut [AbsValue], id: u32, a: u32) -> Result<(), Contradiction> {
        if let Some(value) = values[a as usize].as_bool() {
            self.narrow_bool(values, id, !value)?;
        }
        match values[id as usize].as_bool() {
            Some(value) => self.narrow_bool(values, a, !value),
            None => Ok(()),
        }
    }

    /// `form <= 0`.
    fn at_most_zero(&mut self, values: &mut [AbsValue], id: u32, form: &Form) -> Result<(), Contradiction> {
        self.steps += form.terms.len() as u64;
        match values[id as usize].as_bool() {
            Some(true) => self.impose(values, form, Relation::LeZero),
            Some(false) => {
                let mut negated = form.clone();
                negated.scale(&Rat::from(-1));
                self.impose(values, &negated, Relation::LtZero)
            }
            None => {
                let range = range(values, form);
                let positive = |lo: &Bound| lo.value.is_positive() || (lo.value.is_zero() && lo.strict);
                if range.is_within(&Interval::at_most(Rat::ZERO)) {
                    self.narrow_bool(values, id, true)
                } else if range.lo.as_ref().is_some_and(positive) {
                    self.narrow_bool(values, id, false)
                } else {
                    Ok(())
                }
            }
        }
    }

    /// `form = 0`.
    fn equals_zero(&mut self, values: &mut [AbsValue], id: u32, form: &Form) -> Result<(), Contradiction> {
        self.steps += form.terms.len() as u64;
        match values[id as usize].as_bool() {
            Some(true) => self.impose(values, form, Relation::EqZero),
            Some(false) => self.impose(values, form, Relation::NeZero),
            None => {
                let range = range(values, form);
                let class = residues(values, form);
                if range.as_point().is_some_and(Rat::is_zero) {
                    self.narrow_bool(values, id, true)
                } else if range.excludes_zero() || class.is_some_and(|c| !c.contains(&Int::ZERO)) {
                    self.narrow_bool(values, id, false)
                } else {
                    Ok(())
                }
            }
        }
    }

    /// Division of reals, by a constant that is not zero.
    fn real_quotient(&mut self, values: &mut [AbsValue], id: u32, a: u32, b: u32) -> Result<(), Contradiction> {
        let Some(divisor) = values[b as usize].interval().as_point().filter(|d| !d.is_zero()).cloned() else {
            return Ok(());
        };
        let quotient = values[a as usize].interval().scale(&divisor.recip());
        self.narrow_interval(values, id, &quotient)?;
        let dividend = values[id as usize].interval().scale(&divisor);
        self.narrow_interval(values, a, &dividend)
    }

    /// `to_int a`.
    fn floor(&mut self, values: &mut [AbsValue], id: u32, a: u32) -> Result<(), Contradiction> {
        let real = values[a as usize].interval();
        let floor = |b: &Option<Bound>| b.as_ref().map(|b| Bound::closed(Rat::from(b.value.floor())));
        let floors = Interval { lo: floor(&real.lo), hi: floor(&real.hi) };
        self.narrow_interval(values, id, &floors)?;
        let mut reals = values[id as usize].interval().clone();
        if let Some(hi) = &mut reals.hi {
            *hi = Bound { value: &hi.value + &Rat::ONE, strict: true };
        }
        self.narrow_interval(values, a, &reals)
    }

    /// Whether a datatype's value is made by a constructor.
    fn test(&mut self, values: &mut [AbsValue], id: u32, constructor: u32, a: u32) -> Result<(), Contradiction> {
        let AbsValue::Data(set) = values[a as usize] else { return Ok(()) };
        let bit = 1u64 << constructor;
        if set & bit == 0 {
            self.narrow_bool(values, id, false)?;
        } else if set == bit {
            self.narrow_bool(values, id, true)?;
        }
        match values[id as usize].as_bool() {
            Some(true) => self.narrow(values, a, &AbsValue::Data(bit)),
            Some(false) => self.narrow(values, a, &AbsValue::Data(!bit)),
            None => Ok(()),
        }
    }

    /// A disjunction for `dominant`, a conjunction otherwise: one argument with the dominant value decides.
    fn connective(
        &mut self,
        values: &mut [AbsValue],
        id: u32,
        args: &[u32],
        dominant: bool,
    ) -> Result<(), Contradiction> {
        self.steps += args.len() as u64;
        let mut open = None;
        let mut open_count = 0;
        for &arg in args {
            match values[arg as usize].as_bool() {
                Some(value) if value == dominant => return self.narrow_bool(values, id, dominant),
                Some(_) => {}
                None => {
                    open = Some(arg);
                    open_count += 1;
                }
            }
        }
        if open_count == 0 {
            return self.narrow_bool(values, id, !dominant);
        }
        match (values[id as usize].as_bool(), open) {
            (Some(value), _) if value != dominant => {
                for &arg in args {
                    self.narrow_bool(values, arg, !dominant)?;
                }
                Ok(())
            }
            (Some(_), Some(arg)) if open_count == 1 => self.narrow_bool(values, arg, dominant),
            _ => Ok(()),
        }
    }

    fn ite(&mut self, values: &mut [AbsValue], id: u32, c: u32, a: u32, b: u32) -> Result<(), Contradiction> {
        match values[c as usize].as_bool() {
            Some(true) => self.unify(values, id, a),
            Some(false) => self.unify(values, id, b),
            None => {
                let either = values[a as usize].join(&values[b as usize]);
                self.narrow(values, id, &either)?;
                for (branch, excluded) in [(a, false), (b, true)] {
                    if values[branch as usize].clone().meet(&values[id as usize]).is_err() {
                        return self.narrow_bool(values, c, excluded);
                    }
                }
                Ok(())
            }
        }
    }

    fn same(&mut self, values: &mut [AbsValue], id: u32, a: u32, b: u32) -> Result<(), Contradiction> {
        let (x, y) = (values[a as usize].clone(), values[b as usize].clone());
        match values[id as usize].as_bool() {
            Some(true) => self.unify(values, a, b),
            Some(false) => {
                for (known, other, node) in [(&x, &y, b), (&y, &x, a)] {
                    match (known, other) {
                        (AbsValue::Bool(Some(value)), _) => self.narrow_bool(values, node, !value)?,
                        (AbsValue::Bits(known), AbsValue::Bits(bits)) => {
                            if let Some(value) = known.as_point() {
                                let (rest, changed) = bits.exclude(value).ok_or(Contradiction)?;
                                if changed {
                                    self.narrow(values, node, &AbsValue::Bits(rest))?;
                                }
                            }
                        }
                        _ => {}
                    }
                }
                Ok(())
            }
            None => {
                if x.clone().meet(&y).is_err() {
                    return self.narrow_bool(values, id, false);
                }
                match (&x, &y) {
                    (AbsValue::Bool(Some(_)), AbsValue::Bool(Some(_))) => self.narrow_bool(values, id, true),
                    (AbsValue::Bits(p), AbsValue::Bits(q)) if p.as_point().is_some() && p == q => {
                        self.narrow_bool(values, id, true)
                    }
                    _ => Ok(()),
                }
            }
        }
    }

    /// Narrows the variables of a linear constraint.
    pub fn impose(&mut self, values: &mut [AbsValue], form: &Form, relation: Relation) -> Result<(), Contradiction> {
        match relation {
            Relation::LeZero => self.upper_bound(values, form, false, false),
            Relation::LtZero => self.upper_bound(values, form, true, false),
            Relation::EqZero => {
                self.upper_bound(values, form, false, false)?;
                self.upper_bound(values, form, false, true)?;
                self.residue(values, form)
            }
            Relation::NeZero => {
                // Only a single open variable can lose a value, and only at its ends.
                let mut open = None;
                let mut rest = form.constant.clone();
                for (var, coefficient) in &form.terms {
                    match values[*var as usize].interval().as_point() {
                        Some(value) => rest += &(value * coefficient),
                        None if open.is_none() => open = Some((*var, coefficient)),
                        None => return Ok(()),
                    }
                }
                let Some((var, coefficient)) = open else {
                    return if rest.is_zero() { Err(Contradiction) } else { Ok(()) };
                };
                let excluded = &-rest / coefficient;
                if let AbsValue::Num(number) = &mut values[var as usize]
                    && number.exclude(&excluded)?
                {
                    self.changed(var);
                }
                Ok(())
            }
        }
    }

    /// Imposes `form <= 0` (`< 0` if strict), or `-form <= 0` if `negate`.
    fn upper_bound(
        &mut self,
        values: &mut [AbsValue],
        form: &Form,
        strict: bool,
        negate: bool,
    ) -> Result<(), Contradiction> {
        // The least value of every monomial; with one of them infinite only that variable can be narrowed, with two
        // none.
        let mut sum = form.constant.clone();
        if negate {
            sum = -sum;
        }
        let mut strict_sum = strict;
        let mut infinite = None;
        let mut lows: Vec<(Rat, Option<(Rat, bool)>)> = Vec::with_capacity(form.terms.len());
        for (i, (var, coefficient)) in form.terms.iter().enumerate() {
            let coefficient = if negate { -coefficient } else { coefficient.clone() };
            let interval = values[*var as usize].interval();
            let end = if coefficient.is_negative() { &interval.hi } else { &interval.lo };
            match end {
                Some(bound) => {
                    let low = &bound.value * &coefficient;
                    sum += &low;
                    strict_sum |= bound.strict;
                    lows.push((coefficient, Some((low, bound.strict))));
                }
                None if infinite.is_some() => return Ok(()),
                None => {
                    infinite = Some(i);
                    lows.push((coefficient, None));
                }
            }
        }
        if infinite.is_none() && (sum.is_positive() || (sum.is_zero() && strict_sum)) {
            return Err(Contradiction);
        }
        let strict_count = lows.iter().filter(|(_, low)| low.as_ref().is_some_and(|(_, s)| *s)).count();
        for (i, (var, _)) in form.terms.iter().enumerate() {
            if infinite.is_some_and(|only| only != i) {
                continue;
            }
            let (coefficient, low) = &lows[i];
            // coefficient · var <= -(sum without its own least value)
            let (own, own_strict) = low.as_ref().map_or((Rat::ZERO, false), |(l, s)| (l.clone(), *s));
            let value = &(&own - &sum) / coefficient;
            let strict = strict || strict_count > usize::from(own_strict);
            let bound = Some(Bound { value, strict });
            let interval = if coefficient.is_negative() {
                Interval { lo: bound, hi: None }
            } else {
                Interval { lo: None, hi: bound }
            };
            self.narrow_interval(values, *var, &interval)?;
        }
        Ok(())
    }

    /// Imposes `form = 0` on residue classes, for forms over integers with integral coefficients.
    fn residue(&mut self, values: &mut [AbsValue], form: &Form) -> Result<(), Contradiction> {
        let Some(total) = residues(values, form) else { return Ok(()) };
        if total.is_top() {
            // Even then one variable may be the only one that keeps the sum from having a residue; checked below.
            if form.terms.len() > 6 {
                return Ok(());
            }
        } else if !total.contains(&Int::ZERO) {
            return Err(Contradiction);
        }
        for (i, (var, coefficient)) in form.terms.iter().enumerate() {
            let mut rest = Congruence::point(form.constant.numer().clone());
            for (j, (other, c)) in form.terms.iter().enumerate() {
                if i != j
                    && let AbsValue::Num(number) = &values[*other as usize]
                {
                    rest = rest.add(&number.congruence.scale(c.numer()));
                }
            }
            let coefficient = -coefficient.numer();
            let class = rest.unscale(&coefficient).ok_or(Contradiction)?;
            if !class.is_top() {
                let known = Number { integral: true, interval: Interval::TOP, congruence: class };
                self.narrow(values, *var, &AbsValue::Num(known))?;
            }
        }
        Ok(())
    }

    fn product(&mut self, values: &mut [AbsValue], id: u32, args: &[u32]) -> Result<(), Contradiction> {
        self.steps += args.len() as u64;
        let mut interval = Interval::point(Rat::ONE);
        let mut congruence = Congruence::point(Int::ONE);
        let mut integral = false;
        for &arg in args {
            let AbsValue::Num(number) = &values[arg as usize] else { return Ok(()) };
            interval = interval.mul(&number.interval);
            congruence = congruence.mul(&number.congruence);
            integral = number.integral;
        }
        if let [a, b] = args
            && a == b
        {
            interval.meet(&Interval::at_least(Rat::ZERO));
        }
        let congruence = if integral { congruence } else { Congruence::top() };
        self.narrow(values, id, &AbsValue::Num(Number { integral, interval, congruence }))?;
        // With one factor open and the others fixed, the product is a multiple.
        let mut factor = Rat::ONE;
        let mut open = None;
        for &arg in args {
            match values[arg as usize].interval().as_point() {
                Some(value) => factor *= value,
                None if open.is_none() => open = Some(arg),
                None => return Ok(()),
            }
        }
        match open {
            Some(arg) if !factor.is_zero() => {
                let quotient = values[id as usize].interval().scale(&factor.recip());
                self.narrow_interval(values, arg, &quotient)
            }
            _ => Ok(()),
        }
    }

    /// SMT-LIB's `div` by a fixed non-zero divisor; by 0 the value is open.
    fn div(&mut self, values: &mut [AbsValue], id: u32, a: u32, b: u32) -> Result<(), Contradiction> {
        let Some(divisor) = fixed_divisor(values, b) else { return Ok(()) };
        let magnitude = divisor.abs();
        let sign = Rat::from(if divisor.is_negative() { -1 } else { 1 });
        let quotient = |bound: &Option<Bound>| {
            bound.as_ref().map(|b| Bound::closed(Rat::from(b.value.numer().div_floor(&magnitude))))
        };
        let dividend = values[a as usize].interval();
        let quotients = Interval { lo: quotient(&dividend.lo), hi: quotient(&dividend.hi) }.scale(&sign);
        self.narrow_interval(values, id, &quotients)?;
        let size = Rat::from(magnitude.clone());
        let mut dividends = values[id as usize].interval().scale(&(&sign * &size));
        if let Some(hi) = &mut dividends.hi {
            hi.value += &(&size - &Rat::ONE);
        }
        self.narrow_interval(values, a, &dividends)
    }

    /// SMT-LIB's `mod` by a non-zero divisor; by 0 the value is open.
    fn modulo(&mut self, values: &mut [AbsValue], id: u32, a: u32, b: u32) -> Result<(), Contradiction> {
        let divisor_range = values[b as usize].interval();
        if !divisor_range.excludes_zero() {
            return Ok(());
        }
        let mut remainders = Interval::at_least(Rat::ZERO);
        if let Some(largest) = divisor_range.magnitude() {
            remainders.meet(&Interval::at_most(&largest - &Rat::ONE));
        }
        self.narrow_interval(values, id, &remainders)?;
        let Some(divisor) = fixed_divisor(values, b) else { return Ok(()) };
        let magnitude = divisor.abs();
        let AbsValue::Num(dividend) = values[a as usize].clone() else { return Ok(()) };
        let class =
            dividend.congruence.join(&Congruence::new(magnitude.clone(), dividend.congruence.residue().clone()));
        let known = Number { integral: true, interval: Interval::TOP, congruence: class };
        self.narrow(values, id, &AbsValue::Num(known))?;
        if dividend.interval.is_within(&remainders) {
            return self.unify(values, id, a);
        }
        let AbsValue::Num(remainder) = &values[id as usize] else { return Ok(()) };
        let residue = &remainder.congruence;
        let class = residue.join(&Congruence::new(magnitude, residue.residue().clone()));
        let known = Number { integral: true, interval: Interval::TOP, congruence: class };
        self.narrow(values, a, &AbsValue::Num(known))
    }

    fn bit_vector(&mut self, values: &mut [AbsValue], id: u32, op: BvOp, args: &[u32]) -> Result<(), Contradiction> {
        self.steps += 2;
        let bits = |values: &[AbsValue], i: usize| match values.get(*args.get(i)? as usize) {
            Some(AbsValue::Bits(bits)) => Some(bits.clone()),
            _ => None,
        };
        match op {
            BvOp::Ule | BvOp::Sle | BvOp::Ult | BvOp::Slt => {
                let (Some(a), Some(b)) = (bits(values, 0), bits(values, 1)) else { return Ok(()) };
                self.compare(values, id, op, (args[0], &a), (args[1], &b))
            }
            BvOp::FromInt(width) => {
                let interval = values[args[0] as usize].interval().clone();
                let (Some(lo), Some(hi)) = (&interval.lo, &interval.hi) else { return Ok(()) };
                let all = Bits::top(width);
                if lo.value.is_negative() || hi.value > Rat::from(all.unsigned().1.clone()) {
                    return Ok(());
                }
                let range = (lo.value.numer().clone(), hi.value.numer().clone());
                let image = Bits::from_unsigned(width, range).ok_or(Contradiction)?;
                self.narrow(values, id, &AbsValue::Bits(image))?;
                let Some(AbsValue::Bits(result)) = values.get(id as usize) else { return Ok(()) };
                let (lo, hi) = result.unsigned().clone();
                self.narrow_interval(values, args[0], &Interval::between(Rat::from(lo), Rat::from(hi)))
            }
            BvOp::ToNat | BvOp::ToIntSigned => {
                let Some(a) = bits(values, 0) else { return Ok(()) };
                let (lo, hi) = if op == BvOp::ToNat { a.unsigned() } else { a.signed() }.clone();
                self.narrow_interval(values, id, &Interval::between(Rat::from(lo), Rat::from(hi)))?;
                let interval = values[id as usize].interval();
                let (Some(lo), Some(hi)) = (&interval.lo, &interval.hi) else { return Ok(()) };
                let range = (lo.value.numer().clone(), hi.value.numer().clone());
                let width = a.width();
                let back =
                    if op == BvOp::ToNat { Bits::from_unsigned(width, range) } else { Bits::from_signed(width, range) };
                self.narrow(values, args[0], &AbsValue::Bits(back.ok_or(Contradiction)?))
            }
            _ => {
                let AbsValue::Bits(result) = values[id as usize].clone() else { return Ok(()) };
                let known: Option<Vec<Bits>> = (0..args.len()).map(|i| bits(values, i)).collect();
                let Some(known) = known else { return Ok(()) };
                let known: Vec<&Bits> = known.iter().collect();
                let image = Bits::forward(op, &known, result.width());
                self.narrow(values, id, &AbsValue::Bits(image))?;
                let AbsValue::Bits(result) = values[id as usize].clone() else { return Ok(()) };
                for (back, &arg) in Bits::backward(op, &known, &result).into_iter().zip(args) {
                    if let Some(back) = back {
                        self.narrow(values, arg, &AbsValue::Bits(back))?;
                    }
                }
                Ok(())
            }
        }
    }

    /// A comparison of bit-vectors, in either direction of either reading.
    fn compare(
        &mut self,
        values: &mut [AbsValue],
        id: u32,
        op: BvOp,
        (left, a): (u32, &Bits),
        (right, b): (u32, &Bits),
    ) -> Result<(), Contradiction> {
        let unsigned = op.reading() == Reading::Unsigned;
        let strict = matches!(op, BvOp::Ult | BvOp::Slt);
        let range = |bits: &Bits| if unsigned { bits.unsigned().clone() } else { bits.signed().clone() };
        let (ra, rb) = (range(a), range(b));
        let slack = |strict: bool| if strict { Int::ONE } else { Int::ZERO };
        match values[id as usize].as_bool() {
            None => {
                if &ra.1 + &slack(strict) <= rb.0 {
                    self.narrow_bool(values, id, true)
                } else if ra.0 > &rb.1 - &slack(strict) {
                    self.narrow_bool(values, id, false)
                } else {
                    Ok(())
                }
            }
            Some(truth) => {
                // a + slack <= b, or b + slack <= a for the complement.
                let (lower, upper, gap) = if truth {
                    ((left, a), (right, b), slack(strict))
                } else {
                    ((right, b), (left, a), slack(!strict))
                };
                let (low, high) = (range(lower.1), range(upper.1));
                let make = |bits: &Bits, range: (Int, Int)| {
                    let made = if unsigned {
                        Bits::from_unsigned(bits.width(), range)
                    } else {
                        Bits::from_signed(bits.width(), range)
                    };
                    made.map(AbsValue::Bits).ok_or(Contradiction)
                };
                let below = make(lower.1, (low.0.clone(), &high.1 - &gap))?;
                let above = make(upper.1, (&low.0 + &gap, high.1))?;
                self.narrow(values, lower.0, &below)?;
                self.narrow(values, upper.0, &above)
            }
        }
    }
}

/// The values a form may take.
pub(super) fn range(values: &[AbsValue], form: &Form) -> Interval {
    let mut sum = Interval::point(form.constant.clone());
    for (var, coefficient) in &form.terms {
        if sum.is_top() {
            break;
        }
        sum = sum.add(&values[*var as usize].interval().scale(coefficient));
    }
    sum
}

/// The residue class of a form over integers with integral coefficients; `None` for other forms.
fn residues(values: &[AbsValue], form: &Form) -> Option<Congruence> {
    let mut sum = Congruence::point(form.constant.to_int()?);
    for (var, coefficient) in &form.terms {
        match &values[*var as usize] {
            AbsValue::Num(number) if number.integral && coefficient.is_integer() => {
                sum = sum.add(&number.congruence.scale(coefficient.numer()));
            }
            _ => return None,
        }
    }
    Some(sum)
}

fn fixed_divisor(values: &[AbsValue], node: u32) -> Option<Int> {
    values[node as usize].interval().as_point().and_then(Rat::to_int).filter(|d| !d.is_zero())
}
