//! Tests of the simplifying constructors: canonical shapes, and agreement with evaluation.

use super::*;
use crate::num::{Int, Rat};

fn xy(store: &mut Store) -> (TermId, TermId) {
    (store.var(0, SortId::INT), store.var(1, SortId::INT))
}

#[test]
fn equal_terms_share_one_id() {
    let mut s = Store::new();
    let (x, y) = xy(&mut s);
    assert_eq!(s.add(&[x, y, x]), {
        let two_x = s.scale(&Rat::from(2), x);
        s.add(&[y, two_x])
    });
    let (five, seven) = (s.int(5), s.int(7));
    let (a, b) = (s.le(x, five), s.ge(y, seven));
    assert_eq!(s.and(&[a, b, a]), s.and(&[b, a]));
}

#[test]
fn inequalities_are_canonical() {
    let mut s = Store::new();
    let (x, y) = xy(&mut s);
    // 2x + 2y < 5  is  x + y <= 2
    let two = Rat::from(2);
    let sum = s.add(&[x, y]);
    let doubled = s.scale(&two, sum);
    let (five, c2) = (s.int(5), s.int(2));
    assert_eq!(s.lt(doubled, five), s.le(sum, c2));
    // not (x <= 5) is x >= 6, and the two contradict each other
    let le = s.le(x, five);
    let six = s.int(6);
    assert_eq!(s.not(le), s.ge(x, six));
    let gt = s.not(le);
    assert_eq!(s.and(&[le, gt]), Store::FALSE);
    assert_eq!(s.or(&[le, gt]), Store::TRUE);
    // 2x = 3 has no integer solution, but a real one
    let (double_x, three) = (s.scale(&two, x), s.int(3));
    assert_eq!(s.eq(double_x, three), Store::FALSE);
    let r = s.var(0, SortId::REAL);
    let (double_r, three) = (s.scale(&two, r), s.num(Rat::from(3), SortId::REAL));
    assert_ne!(s.eq(double_r, three), Store::FALSE);
    // y = x and x = y
    assert_eq!(s.eq(x, y), s.eq(y, x));
}

#[test]
fn div_and_mod_shed_multiples() {
    let mut s = Store::new();
    let (x, y) = xy(&mut s);
    let two = s.int(2);
    let twice = s.scale(&Rat::from(2), x);
    let three = s.int(3);
    let sum = s.add(&[twice, y, three]);
    let div = s.int_div(sum, two);
    let one = s.int(1);
    let rest = s.add(&[y, one]);
    let rest_div = s.int_div(rest, two);
    assert_eq!(div, s.add(&[x, one, rest_div]));
    assert_eq!(s.int_mod(sum, two), s.int_mod(rest, two));
    let (minus7, minus2) = (s.int(-7), s.int(-2));
    assert_eq!(s.int_div(minus7, minus2), s.int(4));
}

#[test]
fn arrays_and_datatypes_fold() {
    let mut s = Store::new();
    let array = s.array_sort(SortId::INT, SortId::INT);
    let (a, i) = (s.var(0, array), s.var(1, SortId::INT));
    let (one, two, zero) = (s.int(1), s.int(2), s.int(0));
    let stored = s.store(a, one, i);
    assert_eq!(s.select(stored, one), i);
    assert_eq!(s.select(stored, two), s.select(a, two));
    let base = s.const_array(array, zero);
    let p = {
        let t = s.store(base, one, two);
        s.store(t, two, one)
    };
    let q = {
        let t = s.store(base, two, one);
        let t = s.store(t, one, one);
        s.store(t, one, two)
    };
    assert_eq!(p, q);
    assert_eq!(s.store(p, one, zero), s.store(base, two, one));
    assert_eq!(s.eq(p, base), Store::FALSE);

    let (list, sort) = s.declare_datatype("List");
    let field = |name: &str, sort| Field { name: name.into(), sort };
    let constructors = vec![
        Constructor { name: "nil".into(), fields: vec![] },
        Constructor { name: "cons".into(), fields: vec![field("head", SortId::INT), field("tail", sort)] },
    ];
    s.define_datatype(list, constructors);
    let nil = s.construct(sort, 0, &[]);
    let l = s.var(2, sort);
    let cons = s.construct(sort, 1, &[i, l]);
    assert_eq!(s.project(1, 1, cons), l);
    assert_eq!(s.eq(nil, cons), Store::FALSE);
    assert_eq!(s.eq(nil, l), s.test(0, l));
    let other = s.construct(sort, 1, &[one, nil]);
    let (head, tail) = (s.eq(i, one), s.test(0, l));
    assert_eq!(s.eq(cons, other), s.and(&[head, tail]));
}

#[test]
fn bit_vectors_fold_like_smt_lib() {
    let signed = |op, a: i64, b: i64| {
        let wrap = |v: i64| Int::from(v).mod_euclid(&Int::from(16));
        match bv_eval(op, &[wrap(a), wrap(b)], 4, 4) {
            BvResult::Bits(v) => to_signed(&v, 4).to_i64(),
            _ => None,
        }
    };
    assert_eq!(signed(BvOp::SDiv, -7, 2), Some(-3));
    assert_eq!(signed(BvOp::SRem, -7, 2), Some(-1));
    assert_eq!(signed(BvOp::SMod, -7, 2), Some(1));
    assert_eq!(signed(BvOp::SMod, 7, -2), Some(-1));
    assert_eq!(signed(BvOp::SDiv, -8, -1), Some(-8));
    assert_eq!(signed(BvOp::SDiv, 3, 0), Some(-1));
    assert_eq!(signed(BvOp::UDiv, 3, 0), Some(-1));
    assert_eq!(signed(BvOp::AShr, -8, 1), Some(-4));
    assert_eq!(signed(BvOp::AShr, -8, 9), Some(-1));
    assert_eq!(signed(BvOp::Shl, 3, 3), Some(-8));
    let mut s = Store::new();
    let (five, high) = (s.bv(&Int::from(5), 3), s.bv(&Int::from(2), 2));
    let concat = s.bv_op(BvOp::Concat, &[high, five]);
    assert_eq!(s.as_bv(concat), Some(&Int::from(21)));
    let back = s.bv_op(BvOp::Extract(2, 0), &[concat]);
    assert_eq!(back, five);
}

#[test]
fn evaluation_is_three_valued() {
    let mut s = Store::new();
    let (x, y) = xy(&mut s);
    let zero = s.int(0);
    let div = s.int_div(y, x);
    let bad = s.eq(div, zero);
    let nonzero = s.neq(x, zero);
    let guarded = s.and(&[nonzero, bad]);
    let at = Assignment::from_values([Value::Int(Int::ZERO), Value::Int(Int::from(3))]);
    assert_eq!(evaluate(&s, bad, &at), None);
    assert_eq!(evaluate(&s, guarded, &at), Some(Value::Bool(false)));
}

#[test]
fn values_survive_the_round_trip() {
    let mut s = Store::new();
    let inner = s.array_sort(SortId::INT, SortId::BOOL);
    let outer = s.array_sort(SortId::INT, inner);
    let base = s.const_array(inner, Store::FALSE);
    let three = s.int(3);
    let row = s.store(base, three, Store::TRUE);
    let empty = s.const_array(outer, base);
    let term = s.store(empty, three, row);
    let value = Value::from_term(&s, term).expect("value");
    assert_eq!(value.to_term(&mut s, outer), term);
}

#[test]
fn deep_terms_need_no_call_stack() {
    let mut s = Store::new();
    let mut t = s.var(0, SortId::BOOL);
    let c = s.var(1, SortId::BOOL);
    for _ in 0..100_000 {
        let not_t = s.not(t);
        t = s.ite(c, not_t, t);
    }
    let image = s.instantiate(t, &[Store::TRUE, Store::FALSE]);
    assert_eq!(image, Store::TRUE);
    let mut copy = Store::new();
    assert_eq!(import(&mut copy, &s, &[t]).len(), 1);
}

/// Rebuilding a term from values of its variables must fold to what the evaluator says.
#[test]
fn folding_agrees_with_evaluation() {
    let mut s = Store::new();
    let (x, y) = xy(&mut s);
    let (two, three, minus3) = (s.int(2), s.int(3), s.int(-3));
    let product = s.mul(x, y);
    let (m, d) = (s.int_mod(product, three), s.int_div(x, minus3));
    let sum = s.add(&[m, d, y, y]);
    let abs = s.abs(sum);
    let (le, eq) = (s.le(abs, two), s.eq(sum, x));
    let formula = s.or(&[le, eq]);
    for a in -6..6 {
        for b in -6..6 {
            let at = Assignment::from_values([Value::Int(Int::from(a)), Value::Int(Int::from(b))]);
            let (va, vb) = (s.int(a), s.int(b));
            let folded = s.instantiate(formula, &[va, vb]);
            let expected = evaluate(&s, formula, &at).and_then(|v| v.as_bool()).map(|v| s.bool(v));
            assert_eq!(Some(folded), expected, "x = {a}, y = {b}");
        }
    }
}

/// The ways to write one function over Bool are one term and one value, also as indices of other arrays and inside
/// datatypes.
#[test]
fn arrays_over_finite_sorts_have_one_form() {
    let mut s = Store::new();
    let row = s.array_sort(SortId::BOOL, SortId::INT);
    let (boxed, box_sort) = s.declare_datatype("box");
    let field = Field { name: "inside".to_owned(), sort: row };
    s.define_datatype(boxed, vec![Constructor { name: "mk".to_owned(), fields: vec![field] }]);
    let (zero, one, two) = (s.int(0), s.int(1), s.int(2));
    let (ones, zeros) = (s.const_array(row, one), s.const_array(row, zero));
    let half = s.store(zeros, Store::TRUE, one);
    let full = s.store(half, Store::FALSE, one);
    assert_eq!(full, ones);
    let other = s.store(ones, Store::FALSE, zero);
    assert_eq!(s.eq(half, other), Store::TRUE);
    // A write that hides one of an unknown element leaves a value, too.
    let unknown = s.var(0, SortId::INT);
    let hidden = s.store(half, Store::FALSE, unknown);
    assert_eq!(s.store(hidden, Store::FALSE, one), ones);
    assert_eq!(s.eq(half, ones), Store::FALSE);
    let (a, b) = (s.construct(box_sort, 0, &[full]), s.construct(box_sort, 0, &[ones]));
    assert_eq!(s.eq(a, b), Store::TRUE);
    for (key_sort, first, second, third) in
        [(row, half, other, ones), (box_sort, a, b, { s.construct(box_sort, 0, &[half]) })]
    {
        let outer = s.array_sort(key_sort, SortId::INT);
        let base = s.const_array(outer, zero);
        let written = s.store(base, first, one);
        let again = s.store(written, second, two);
        assert_eq!(s.select(again, first), two);
        assert_eq!(s.select(again, third), zero);
        let value = Value::from_term(&s, again).expect("a value");
        assert_eq!(value.to_term(&mut s, outer), again);
    }
    // Evaluation gives the same, from variables.
    let var = s.var(0, row);
    let term = s.store(var, Store::FALSE, one);
    let from = |s: &Store, t| Value::from_term(s, t).expect("a value");
    let assignment = Assignment::from_values([from(&s, half)]);
    assert_eq!(evaluate(&s, term, &assignment), Some(from(&s, ones)));
}

/// Over two bits with four values: every way to write every function ends in one of 16 terms.
#[test]
fn every_function_is_one_term() {
    let mut s = Store::new();
    let bits = s.bv_sort(2);
    let sort = s.array_sort(bits, SortId::BOOL);
    let at: Vec<TermId> = (0..4).map(|i| s.bv(&Int::from(i), 2)).collect();
    let mut terms = vec![s.const_array(sort, Store::FALSE), s.const_array(sort, Store::TRUE)];
    let mut done = 0;
    while done < terms.len() {
        for &index in &at {
            for value in [Store::FALSE, Store::TRUE] {
                let term = s.store(terms[done], index, value);
                if !terms.contains(&term) {
                    terms.push(term);
                }
            }
        }
        done += 1;
        assert!(terms.len() <= 16);
    }
    assert_eq!(terms.len(), 16);
}

#[test]
fn long_arrays_stay_as_they_are_written() {
    let mut s = Store::new();
    let sort = s.array_sort(SortId::INT, SortId::INT);
    let zero = s.int(0);
    let mut array = s.const_array(sort, zero);
    for i in 0..3_000 {
        let (at, value) = (s.int(5_000 - i), s.int(i + 1));
        array = s.store(array, at, value);
    }
    assert!(!s.is_value(array));
    let (first, last, beyond) = (s.int(5_000), s.int(2_001), s.int(2_000));
    let read: Vec<TermId> = [first, last, beyond].map(|at| s.select(array, at)).to_vec();
    assert_eq!(read, [s.int(1), s.int(3_000), zero]);
    let Some(Value::Array(value)) = evaluate(&s, array, &Assignment::default()) else { panic!("no value") };
    assert_eq!(value.entries.len(), 3_000);
}

#[test]
fn huge_products_and_graphs_stay_small() {
    let mut s = Store::new();
    for start in [s.var(0, SortId::INT), s.int(3)] {
        let mut square = start;
        for _ in 0..60 {
            square = s.mul(square, square);
        }
        let zero = s.int(0);
        let positive = s.gt(square, zero);
        assert!(postorder(&s, &[positive]).len() < 500);
        let assignment = Assignment::from_values([Value::Int(Int::from(2))]);
        assert_eq!(evaluate(&s, square, &assignment), None);
    }
    assert!(s.len() < 2_000);
    let (pair, sort) = s.declare_datatype("pair");
    let field = |name: &str| Field { name: name.to_owned(), sort };
    let node = Constructor { name: "node".to_owned(), fields: vec![field("l"), field("r")] };
    let leaf = Constructor { name: "leaf".to_owned(), fields: vec![] };
    s.define_datatype(pair, vec![leaf, node]);
    let (mut a, mut b) = (s.var(0, sort), s.var(1, sort));
    let (x, y) = (a, b);
    for _ in 0..60 {
        (a, b) = (s.construct(sort, 1, &[a, a]), s.construct(sort, 1, &[b, b]));
    }
    let (whole, part) = (s.eq(a, b), s.eq(x, y));
    assert_eq!(whole, part);
}
