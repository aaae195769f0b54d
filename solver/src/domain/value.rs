//! [`AbsValue`]: what is known about the value of one term, by sort.
//!
//! Bool is three-valued; numbers are an interval and (over Int) a residue class that tighten each other; bit-vectors
//! have two ranges; datatypes the set of constructors that may have built them. Arrays are not described. The empty set
//! is never represented: operations that may find it return [`Contradiction`].

use super::{Bits, Bound, Congruence, Interval};
use crate::num::{Int, Rat};
use crate::term::{Sort, SortId, Store, TermId, Value};

/// Nothing satisfies the constraints seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contradiction;

/// A set of values of one sort, never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AbsValue {
    /// Everything (the only value for arrays).
    Any,
    /// A truth value, `None` if it may be either.
    Bool(Option<bool>),
    /// A number.
    Num(Number),
    /// A bit-vector.
    Bits(Bits),
    /// A datatype value; bit `c` is set if constructor `c` may have built it. Datatypes of more than 64 constructors
    /// are `Any`.
    Data(u64),
}

/// A set of integers or reals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// Whether only integers are meant.
    pub integral: bool,
    /// The bounds.
    pub interval: Interval,
    /// The residue class; all integers for reals.
    pub congruence: Congruence,
}

impl Number {
    /// All numbers of the sort.
    pub fn top(integral: bool) -> Number {
        Number { integral, interval: Interval::TOP, congruence: Congruence::top() }
    }

    /// One number.
    pub fn point(integral: bool, value: Rat) -> Number {
        let congruence = match value.to_int() {
            Some(int) if integral => Congruence::point(int),
            _ => Congruence::top(),
        };
        Number { integral, interval: Interval::point(value), congruence }
    }

    /// Whether nothing is known.
    pub fn is_top(&self) -> bool {
        self.interval.is_top() && self.congruence.is_top()
    }

    /// Whether the number is a member.
    pub fn contains(&self, value: &Rat) -> bool {
        self.interval.contains(value)
            && (!self.integral || value.to_int().is_some_and(|int| self.congruence.contains(&int)))
    }

    /// Whether every member is one of `other`.
    pub fn is_within(&self, other: &Number) -> bool {
        self.interval.is_within(&other.interval) && self.congruence.is_within(&other.congruence)
    }

    /// Lets interval and residue class tighten each other.
    fn reduce(&mut self) -> Result<(), Contradiction> {
        if self.integral {
            self.interval.round();
            if let Some(value) = self.congruence.as_point() {
                let value = Rat::from(value.clone());
                if !self.interval.contains(&value) {
                    return Err(Contradiction);
                }
                self.interval = Interval::point(value);
                return Ok(());
            }
            if !self.congruence.is_top() {
                if let Some(lo) = &mut self.interval.lo {
                    *lo = Bound::closed(Rat::from(self.congruence.round_up(lo.value.numer())));
                }
                if let Some(hi) = &mut self.interval.hi {
                    *hi = Bound::closed(Rat::from(self.congruence.round_down(hi.value.numer())));
                }
            }
            if let Some(value) = self.interval.as_point() {
                self.congruence = Congruence::point(value.numer().clone());
            }
        }
        if self.interval.is_empty() { Err(Contradiction) } else { Ok(()) }
    }

    /// Narrows to the common part; whether anything changed.
    pub fn meet(&mut self, other: &Number) -> Result<bool, Contradiction> {
        let mut next = self.clone();
        let mut changed = next.interval.meet(&other.interval);
        if self.integral && !self.congruence.is_within(&other.congruence) {
            next.congruence = next.congruence.meet(&other.congruence).ok_or(Contradiction)?;
            changed = true;
        }
        if changed {
            next.reduce()?;
            changed = next != *self;
            *self = next;
        }
        Ok(changed)
    }

    /// Narrows to an interval; whether anything changed.
    pub fn meet_interval(&mut self, interval: &Interval) -> Result<bool, Contradiction> {
        if !self.interval.meet(interval) {
            return Ok(false);
        }
        self.reduce()?;
        Ok(true)
    }

    /// Takes one number out where that shows; whether anything changed.
    pub fn exclude(&mut self, value: &Rat) -> Result<bool, Contradiction> {
        if !self.interval.exclude(value) {
            return Ok(false);
        }
        self.reduce()?;
        Ok(true)
    }

    fn join(&self, other: &Number) -> Number {
        Number {
            integral: self.integral,
            interval: self.interval.join(&other.interval),
            congruence: if self.integral { self.congruence.join(&other.congruence) } else { Congruence::top() },
        }
    }
}

impl AbsValue {
    /// All values of a sort.
    pub fn top(store: &Store, sort: SortId) -> AbsValue {
        match store.sort(sort) {
            Sort::Bool => AbsValue::Bool(None),
            Sort::Int => AbsValue::Num(Number::top(true)),
            Sort::Real => AbsValue::Num(Number::top(false)),
            Sort::BitVec(width) => AbsValue::Bits(Bits::top(*width)),
            Sort::Array(..) => AbsValue::Any,
            Sort::Datatype(id) => match store.datatype(*id).constructors.len() {
                64 => AbsValue::Data(u64::MAX),
                n if n < 64 => AbsValue::Data((1u64 << n) - 1),
                _ => AbsValue::Any,
            },
        }
    }

    /// Whether a concrete value of the sort is a member.
    pub fn contains(&self, value: &Value) -> bool {
        match (self, value) {
            (AbsValue::Bool(known), Value::Bool(value)) => known.is_none_or(|k| k == *value),
            (AbsValue::Num(number), Value::Int(_) | Value::Real(_)) => {
                value.as_rat().is_some_and(|v| number.contains(&v))
            }
            (AbsValue::Bits(bits), Value::BitVec(value, _)) => bits.contains(value),
            (AbsValue::Data(set), Value::Data(constructor, _)) => set >> constructor & 1 == 1,
            _ => true,
        }
    }

    /// The number, for the arithmetic sorts.
    pub fn as_num(&self) -> Option<&Number> {
        match self {
            AbsValue::Num(number) => Some(number),
            _ => None,
        }
    }

    /// The interval of a number; all numbers for other sorts.
    pub fn interval(&self) -> &Interval {
        match self {
            AbsValue::Num(number) => &number.interval,
            _ => &Interval::TOP,
        }
    }

    /// The truth value if it is known.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            AbsValue::Bool(known) => *known,
            _ => None,
        }
    }

    /// Narrows to the common part; whether anything changed.
    pub fn meet(&mut self, other: &AbsValue) -> Result<bool, Contradiction> {
        match (self, other) {
            (AbsValue::Bool(a), AbsValue::Bool(b)) => match (*a, *b) {
                (_, None) => Ok(false),
                (None, b) => {
                    *a = b;
                    Ok(true)
                }
                (a, b) => {
                    if a == b {
                        Ok(false)
                    } else {
                        Err(Contradiction)
                    }
                }
            },
            (AbsValue::Num(a), AbsValue::Num(b)) => a.meet(b),
            (AbsValue::Bits(a), AbsValue::Bits(b)) => {
                let met = a.meet(b).ok_or(Contradiction)?;
                let changed = met != *a;
                *a = met;
                Ok(changed)
            }
            (AbsValue::Data(a), AbsValue::Data(b)) => {
                let met = *a & *b;
                if met == 0 {
                    return Err(Contradiction);
                }
                let changed = met != *a;
                *a = met;
                Ok(changed)
            }
            _ => Ok(false),
        }
    }

    /// The least set around both.
    pub fn join(&self, other: &AbsValue) -> AbsValue {
        match (self, other) {
            (AbsValue::Bool(a), AbsValue::Bool(b)) => AbsValue::Bool(if a == b { *a } else { None }),
            (AbsValue::Num(a), AbsValue::Num(b)) => AbsValue::Num(a.join(b)),
            (AbsValue::Bits(a), AbsValue::Bits(b)) => AbsValue::Bits(a.join(b)),
            (AbsValue::Data(a), AbsValue::Data(b)) => AbsValue::Data(a | b),
            _ => AbsValue::Any,
        }
    }

    /// Widening towards `next`, which must contain `self`.
    pub fn widen(&self, next: &AbsValue, thresholds: &Thresholds) -> AbsValue {
        match (self, next) {
            (AbsValue::Num(a), AbsValue::Num(b)) => {
                let mut number = b.clone();
                number.interval = a.interval.widen(&b.interval, &thresholds.numbers);
                // Residue classes form no infinite ascending chains. Reducing cannot empty a set that holds `b`.
                let _ = number.reduce();
                AbsValue::Num(number)
            }
            (AbsValue::Bits(a), AbsValue::Bits(b)) => AbsValue::Bits(a.widen(b, &thresholds.bits)),
            _ => next.clone(),
        }
    }

    /// Whether every member is one of `other`.
    pub fn is_within(&self, other: &AbsValue) -> bool {
        match (self, other) {
            (AbsValue::Bool(a), AbsValue::Bool(b)) => b.is_none() || a == b,
            (AbsValue::Num(a), AbsValue::Num(b)) => a.is_within(b),
            (AbsValue::Bits(a), AbsValue::Bits(b)) => a.is_within(b),
            (AbsValue::Data(a), AbsValue::Data(b)) => a & !b == 0,
            (_, AbsValue::Any) => true,
            _ => false,
        }
    }

    /// Conjuncts that say a term (of the sort this set was made for) is a member, appended to `out`.
    pub fn describe(&self, store: &mut Store, term: TermId, out: &mut Vec<TermId>) {
        match self {
            AbsValue::Any | AbsValue::Bool(None) => {}
            AbsValue::Bool(Some(true)) => out.push(term),
            AbsValue::Bool(Some(false)) => out.push(store.not(term)),
            AbsValue::Num(number) => describe_number(number, store, term, out),
            AbsValue::Bits(bits) => describe_bits(bits, store, term, out),
            AbsValue::Data(set) => describe_data(*set, store, term, out),
        }
    }
}

fn describe_number(number: &Number, store: &mut Store, term: TermId, out: &mut Vec<TermId>) {
    let sort = store.sort_of(term);
    if let Some(value) = number.interval.as_point() {
        let value = store.num(value.clone(), sort);
        out.push(store.eq(term, value));
        return;
    }
    if let Some(lo) = &number.interval.lo {
        let value = store.num(lo.value.clone(), sort);
        out.push(if lo.strict { store.gt(term, value) } else { store.ge(term, value) });
    }
    if let Some(hi) = &number.interval.hi {
        let value = store.num(hi.value.clone(), sort);
        out.push(if hi.strict { store.lt(term, value) } else { store.le(term, value) });
    }
    if number.integral && !number.congruence.is_top() && number.congruence.as_point().is_none() {
        let modulus = store.int_big(number.congruence.modulus().clone());
        let remainder = store.int_mod(term, modulus);
        let residue = store.int_big(number.congruence.residue().clone());
        out.push(store.eq(remainder, residue));
    }
}

fn describe_bits(bits: &Bits, store: &mut Store, term: TermId, out: &mut Vec<TermId>) {
    use crate::term::BvOp;
    let width = bits.width();
    if let Some(value) = bits.as_point() {
        let value = store.bv(value, width);
        out.push(store.eq(term, value));
        return;
    }
    // A range of one reading that follows from the other is not repeated.
    let from_unsigned = Bits::from_unsigned(width, bits.unsigned().clone()).unwrap_or_else(|| Bits::top(width));
    let full = Bits::top(width);
    let mut range = |le: BvOp, (lo, hi): &(Int, Int), all: &(Int, Int)| {
        if lo > &all.0 {
            let lo = store.bv(lo, width);
            out.push(store.bv_op(le, &[lo, term]));
        }
        if hi < &all.1 {
            let hi = store.bv(hi, width);
            out.push(store.bv_op(le, &[term, hi]));
        }
    };
    range(BvOp::Ule, bits.unsigned(), full.unsigned());
    range(BvOp::Sle, bits.signed(), from_unsigned.signed());
}

fn describe_data(set: u64, store: &mut Store, term: TermId, out: &mut Vec<TermId>) {
    let Some(datatype) = store.datatype_of(store.sort_of(term)) else { return };
    let count = store.datatype(datatype).constructors.len() as u32;
    if set.count_ones() == count {
        return;
    }
    let possible: Vec<TermId> = (0..count).filter(|c| set >> c & 1 == 1).map(|c| store.test(c, term)).collect();
    out.push(store.or(&possible));
}

/// Where widening may stop: the constants of the clauses, sorted.
#[derive(Clone, Debug, Default)]
pub struct Thresholds {
    /// For numbers.
    pub numbers: Vec<Rat>,
    /// For either reading of bit-vectors.
    pub bits: Vec<Int>,
}
