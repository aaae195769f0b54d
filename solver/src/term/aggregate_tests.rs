//! Tests of aggregates and bounded quantifiers as terms: construction, evaluation, import.

use super::*;
use crate::num::Int;
use std::sync::Arc;

/// The definition with cell map `cell(value, index)`.
fn define(s: &mut Store, kind: AggregateKind, cell: impl Fn(&mut Store, TermId, TermId) -> TermId) -> AggregateId {
    let (value, index) = (s.var(0, SortId::INT), s.var(1, SortId::INT));
    let cell = cell(s, value, index);
    s.define_aggregate(Aggregate { kind, element: SortId::INT, aliens: vec![], cell })
}

fn int(value: i64) -> Value {
    Value::Int(Int::from(value))
}

/// The array with these elements from index 0 on, 0 elsewhere.
fn array(elements: &[i64]) -> Value {
    let entries = elements.iter().enumerate().map(|(i, &e)| (int(i as i64), int(e))).collect();
    Value::Array(Arc::new(ArrayValue::new(&Store::new(), SortId::INT, int(0), entries)))
}

/// The aggregate over variables `a, lo, hi` evaluated.
fn value(s: &mut Store, id: AggregateId, elements: &[i64], lo: i64, hi: i64) -> Option<Value> {
    let sort = s.array_sort(SortId::INT, SortId::INT);
    let args = [s.var(0, sort), s.var(1, SortId::INT), s.var(2, SortId::INT)];
    let term = s.apply_aggregate(id, &args);
    evaluate(s, term, &Assignment::from_values([array(elements), int(lo), int(hi)]))
}

#[test]
fn folds_by_definition() {
    let mut s = Store::new();
    let sum = define(&mut s, AggregateKind::Sum, |_, v, _| v);
    let weighted = define(&mut s, AggregateKind::Sum, |s, v, k| s.mul(v, k));
    let product = define(&mut s, AggregateKind::Product, |_, v, _| v);
    let least = define(&mut s, AggregateKind::Min, |_, v, _| v);
    let greatest = define(&mut s, AggregateKind::Max, |_, v, _| v);
    let sorted = define(&mut s, AggregateKind::Sorted, |_, v, _| v);
    let count = define(&mut s, AggregateKind::Count, |s, v, _| {
        let three = s.int(3);
        s.gt(v, three)
    });
    let cells = [2, 5, 4, 7];
    let table = [
        (sum, 0, 4, Some(int(18))),
        (sum, 1, 3, Some(int(9))),
        (sum, 3, 1, Some(int(0))),
        (sum, 3, 6, Some(int(7))),
        (weighted, 0, 4, Some(int(34))),
        (product, 0, 3, Some(int(40))),
        (product, 2, 2, Some(int(1))),
        (least, 1, 4, Some(int(4))),
        (least, 1, 1, None),
        (greatest, 0, 3, Some(int(5))),
        (greatest, 2, 0, None),
        (sorted, 0, 2, Some(Value::Bool(true))),
        (sorted, 0, 4, Some(Value::Bool(false))),
        (sorted, 2, 4, Some(Value::Bool(true))),
        (sorted, 4, 1, Some(Value::Bool(true))),
        (count, 0, 4, Some(int(3))),
        (count, 0, 1, Some(int(0))),
    ];
    for (id, lo, hi, expected) in table {
        assert_eq!(value(&mut s, id, &cells, lo, hi), expected, "{:?} over [{lo}, {hi})", s.aggregate(id).kind);
    }
}

#[test]
fn monoids_need_not_commute() {
    // 2x2 upper triangular matrices would do; simpler: x . y = x, except that the unit 0 gives way.
    let mut s = Store::new();
    let (x, y, zero) = (s.var(0, SortId::INT), s.var(1, SortId::INT), s.int(0));
    let none = s.eq(x, zero);
    let operation = s.ite(none, y, x);
    let kind = AggregateKind::Monoid { unit: zero, operation, inverse: None };
    let first = define(&mut s, kind, |_, v, _| v);
    assert_eq!(value(&mut s, first, &[0, 0, 6, 3], 0, 4), Some(int(6)));
    assert_eq!(value(&mut s, first, &[0, 0, 6, 3], 3, 4), Some(int(3)));
    assert_eq!(value(&mut s, first, &[0, 0, 6, 3], 0, 2), Some(int(0)));
}

#[test]
fn aliens_are_parameters_of_the_cell_map() {
    // sum of a[k] * b[k] + c
    let mut s = Store::new();
    let sort = s.array_sort(SortId::INT, SortId::INT);
    let (v, k, b, c) = (s.var(0, SortId::INT), s.var(1, SortId::INT), s.var(2, sort), s.var(3, SortId::INT));
    let other = s.select(b, k);
    let product = s.mul(v, other);
    let cell = s.add(&[product, c]);
    let kind = AggregateKind::Sum;
    let id = s.define_aggregate(Aggregate { kind, element: SortId::INT, aliens: vec![sort, SortId::INT], cell });
    assert_eq!(s.aggregate_params(id), [sort, SortId::INT, SortId::INT, sort, SortId::INT]);
    let args = [s.var(0, sort), s.int(0), s.int(3), s.var(1, sort), s.var(2, SortId::INT)];
    let term = s.apply_aggregate(id, &args);
    let assignment = Assignment::from_values([array(&[1, 2, 3]), array(&[4, 5, 6]), int(100)]);
    assert_eq!(evaluate(&s, term, &assignment), Some(int(332)));
}

#[test]
fn trivial_intervals_are_simplified() {
    let mut s = Store::new();
    let sum = define(&mut s, AggregateKind::Sum, |_, v, _| v);
    let least = define(&mut s, AggregateKind::Min, |_, v, _| v);
    let sort = s.array_sort(SortId::INT, SortId::INT);
    let (a, i, one) = (s.var(0, sort), s.var(1, SortId::INT), s.int(1));
    let next = s.add(&[i, one]);
    let cell = s.select(a, i);
    assert_eq!(s.apply_aggregate(sum, &[a, i, i]), s.int(0));
    assert_eq!(s.apply_aggregate(sum, &[a, next, i]), s.int(0));
    assert_eq!(s.apply_aggregate(sum, &[a, i, next]), cell);
    assert_eq!(s.apply_aggregate(least, &[a, i, next]), cell);
    let open = s.apply_aggregate(least, &[a, i, i]);
    assert!(matches!(s.op(open), Op::Aggregate(_)), "the minimum of nothing is left open");
    // The same definition and arguments are the same term.
    let (zero, again) = (s.int(0), define(&mut s, AggregateKind::Sum, |_, v, _| v));
    assert_eq!(sum, again);
    assert_eq!(s.apply_aggregate(sum, &[a, zero, i]), s.apply_aggregate(again, &[a, zero, i]));
}

#[test]
fn definitions_move_between_stores() {
    let mut s = Store::new();
    let mut other = s.clone();
    define(&mut other, AggregateKind::Max, |_, v, _| v);
    let count = define(&mut s, AggregateKind::Count, |s, v, k| s.lt(v, k));
    let sort = s.array_sort(SortId::INT, SortId::INT);
    let args = [s.var(0, sort), s.var(1, SortId::INT), s.var(2, SortId::INT)];
    let term = s.apply_aggregate(count, &args);
    let moved = import(&mut other, &s, &[term])[0];
    let assignment = Assignment::from_values([array(&[0, 0, 5]), int(0), int(3)]);
    assert_eq!(evaluate(&s, term, &assignment), Some(int(1)));
    assert_eq!(evaluate(&other, moved, &assignment), Some(int(1)));
    assert_eq!(other.aggregates().count(), 2);
}

/// `∀k. lo <= k < hi → a[k] <= limit` over variables `a, lo, hi, limit`, or the existential dual.
fn bounded(s: &mut Store, universal: bool) -> TermId {
    let sort = s.array_sort(SortId::INT, SortId::INT);
    let (a, lo, hi, limit) = (s.var(0, sort), s.var(1, SortId::INT), s.var(2, SortId::INT), s.var(3, SortId::INT));
    let number = s.fresh_bound();
    let k = s.bound(number, SortId::INT);
    let cell = s.select(a, k);
    let (from, to, small) = (s.le(lo, k), s.lt(k, hi), s.le(cell, limit));
    let inside = s.and2(from, to);
    let vars = [(number, SortId::INT)];
    if universal {
        let body = s.implies(inside, small);
        s.forall(&vars, body)
    } else {
        let body = s.and2(inside, small);
        s.exists(&vars, body)
    }
}

#[test]
fn bounded_quantifiers_are_evaluated() {
    let mut s = Store::new();
    let (all, some) = (bounded(&mut s, true), bounded(&mut s, false));
    let table = [
        (0, 4, 9, true, true),
        (0, 4, 4, false, true),
        (0, 4, 1, false, false),
        (2, 2, 0, true, false),
        (5, 2, 0, true, false),
        (1, 3, 4, true, true),
    ];
    for (lo, hi, limit, every, one) in table {
        let assignment = Assignment::from_values([array(&[3, 4, 2, 7]), int(lo), int(hi), int(limit)]);
        assert_eq!(evaluate(&s, all, &assignment), Some(Value::Bool(every)), "forall in [{lo}, {hi})");
        assert_eq!(evaluate(&s, some, &assignment), Some(Value::Bool(one)), "exists in [{lo}, {hi})");
    }
}

#[test]
fn several_variables_are_enumerated_in_the_order_of_their_bounds() {
    // ∀ j i. 0 <= i < j < n → a[i] <= a[j]; j is bounded by n and i, i by j alone.
    let mut s = Store::new();
    let sort = s.array_sort(SortId::INT, SortId::INT);
    let (a, n, zero) = (s.var(0, sort), s.var(1, SortId::INT), s.int(0));
    let (bi, bj) = (s.fresh_bound(), s.fresh_bound());
    let (i, j) = (s.bound(bi, SortId::INT), s.bound(bj, SortId::INT));
    let (x, y) = (s.select(a, i), s.select(a, j));
    let (c1, c2, c3, c4) = (s.le(zero, i), s.lt(i, j), s.lt(j, n), s.le(zero, j));
    let inside = s.and(&[c1, c2, c3, c4]);
    let ascending = s.le(x, y);
    let body = s.implies(inside, ascending);
    let all = s.forall(&[(bi, SortId::INT), (bj, SortId::INT)], body);
    for (cells, n, expected) in [(&[1, 2, 3], 3, true), (&[1, 3, 2], 3, false), (&[1, 3, 2], 2, true)] {
        let assignment = Assignment::from_values([array(cells), int(n)]);
        assert_eq!(evaluate(&s, all, &assignment), Some(Value::Bool(expected)));
    }
    // Without bounds nothing is known.
    let positive = s.gt(x, zero);
    let unbounded = s.forall(&[(bi, SortId::INT)], positive);
    let assignment = Assignment::from_values([array(&[1]), int(1)]);
    assert_eq!(evaluate(&s, unbounded, &assignment), None);
}

#[test]
fn huge_intervals_give_up() {
    let mut s = Store::new();
    let sum = define(&mut s, AggregateKind::Sum, |_, v, _| v);
    assert_eq!(value(&mut s, sum, &[1], 0, 1 << 40), None);
}

#[test]
fn intervals_are_recognised() {
    let mut s = Store::new();
    for universal in [true, false] {
        let quantifier = bounded(&mut s, universal);
        let found = interval(&mut s, quantifier).expect("an interval");
        let (lo, hi, limit) = (s.var(1, SortId::INT), s.var(2, SortId::INT), s.var(3, SortId::INT));
        assert_eq!((found.universal, found.lo, found.hi), (universal, lo, hi));
        let sort = s.array_sort(SortId::INT, SortId::INT);
        let a = s.var(0, sort);
        let cell = s.select(a, found.variable);
        assert_eq!(found.body, s.le(cell, limit));
    }
    let (number, x) = (s.fresh_bound(), s.var(1, SortId::INT));
    let k = s.bound(number, SortId::INT);
    let body = s.le(k, x);
    let half = s.forall(&[(number, SortId::INT)], body);
    assert_eq!(interval(&mut s, half), None);
}
