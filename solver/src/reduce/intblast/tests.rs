//! Both directions of the translation against evaluation, over all values of a small width.

use super::*;
use crate::term::{Assignment, evaluate};

const WIDTH: u32 = 4;

/// Terms over `Var(0)`, `Var(1)` of width 4 that exercise every translated operation.
fn samples(store: &mut Store) -> Vec<TermId> {
    let sort = store.bv_sort(WIDTH);
    let (x, y) = (store.var(0, sort), store.var(1, sort));
    let three = store.bv(&Int::from(3), WIDTH);
    let two = store.bv(&Int::from(2), WIDTH);
    let twelve = store.bv(&Int::from(12), WIDTH);
    let mut bits = Vec::new();
    for op in [BvOp::Add, BvOp::Sub, BvOp::Mul, BvOp::UDiv, BvOp::URem, BvOp::SDiv, BvOp::SRem, BvOp::SMod] {
        bits.push(store.bv_op(op, &[x, y]));
    }
    for op in [BvOp::Mul, BvOp::Shl, BvOp::LShr, BvOp::AShr, BvOp::And] {
        let other = if op == BvOp::And { three } else { two };
        bits.push(store.bv_op(op, &[x, other]));
    }
    bits.push(store.bv_op(BvOp::And, &[x, twelve]));
    bits.push(store.bv_op(BvOp::Not, &[x]));
    bits.push(store.bv_op(BvOp::Neg, &[y]));
    let low = store.bv_op(BvOp::Extract(2, 1), &[x]);
    let high = store.bv_op(BvOp::Extract(3, 2), &[y]);
    bits.push(store.bv_op(BvOp::Concat, &[low, high]));
    bits.push(store.bv_op(BvOp::ZeroExtend(2), &[low]));
    bits.push(store.bv_op(BvOp::SignExtend(2), &[low]));
    let nat = store.bv_op(BvOp::ToNat, &[x]);
    bits.push(store.bv_op(BvOp::FromInt(WIDTH), &[nat]));
    let sum = bits[0];
    let twice = store.bv_op(BvOp::Add, &[sum, sum]);
    bits.push(store.bv_op(BvOp::Sub, &[twice, three]));
    let mut formulas = Vec::new();
    for &a in &bits {
        for op in [BvOp::Ule, BvOp::Slt] {
            formulas.push(store.bv_op(op, &[a, y]));
        }
        formulas.push(store.eq(a, three));
    }
    formulas
}

fn all_values() -> impl Iterator<Item = (i64, i64)> {
    (0..16).flat_map(|a| (0..16).map(move |b| (a, b)))
}

#[test]
fn translated_formulas_have_the_same_value() {
    let mut store = Store::new();
    let formulas = samples(&mut store);
    for signedness in [Signedness::Signed, Signedness::Unsigned] {
        let mut to_int = ToInt::new(signedness, false);
        for &formula in &formulas {
            let image = to_int.term(&mut store, formula).expect("supported");
            for (a, b) in all_values() {
                let bits = [a, b].map(|v| Value::BitVec(Int::from(v), WIDTH));
                let ints = [a, b].map(|v| Value::Int(signedness.of_bits(&Int::from(v), WIDTH)));
                let expected = evaluate(&store, formula, &Assignment::from_values(bits));
                let actual = evaluate(&store, image, &Assignment::from_values(ints));
                // Division by zero is defined on bit-vectors; the unused branch of the guard is not, and must not
                // matter.
                assert!(expected.is_some());
                assert_eq!(actual, expected, "{signedness:?} at {a}, {b}: {:?}", store.op(formula));
            }
        }
    }
}

#[test]
fn models_come_back_exactly() {
    let mut store = Store::new();
    let sort = store.bv_sort(WIDTH);
    let (x, y) = (store.var(0, SortId::INT), store.var(1, SortId::INT));
    let (five, seven, three) = (store.int(5), store.int(7), store.int(3));
    let scaled = store.scale(&crate::num::Rat::from(-3), y);
    let sum = store.add(&[x, scaled]);
    let (le, eq) = (store.le(sum, five), store.eq(sum, seven));
    let modulo = store.int_mod(sum, three);
    let quotient = store.int_div(sum, three);
    let (mod_le, div_le) = (store.lt(modulo, y), store.le(quotient, x));
    let formula = {
        let or = store.or2(le, mod_le);
        let and = store.and2(or, div_le);
        store.or2(and, eq)
    };
    for signedness in [Signedness::Signed, Signedness::Unsigned] {
        let image = to_bv::over_bits(&mut store, formula, &[sort, sort], signedness);
        assert!(postorder(&store, &[image]).iter().all(|&t| store.sort_of(t) != SortId::INT));
        for (a, b) in all_values() {
            let bits = [a, b].map(|v| Value::BitVec(Int::from(v), WIDTH));
            let ints = [a, b].map(|v| Value::Int(signedness.of_bits(&Int::from(v), WIDTH)));
            let expected = evaluate(&store, formula, &Assignment::from_values(ints));
            assert_eq!(evaluate(&store, image, &Assignment::from_values(bits)), expected, "{signedness:?} {a} {b}");
        }
    }
}

/// A counter from `start` that goes on while it is below `end`, and may not be above `bound`.
fn counter(start: u32, end: u32, bound: u32) -> String {
    format!(
        "(set-logic HORN)(declare-fun P ((_ BitVec 8)) Bool)
        (assert (forall ((x (_ BitVec 8))) (=> (= x (_ bv{start} 8)) (P x))))
        (assert (forall ((x (_ BitVec 8))) (=> (and (P x) (bvule x (_ bv{end} 8))) (P (bvadd x (_ bv1 8))))))
        (assert (forall ((x (_ BitVec 8))) (=> (and (P x) (bvult x (_ bv{bound} 8))) false)))(check-sat)"
    )
}

#[test]
fn what_overflows_is_left_to_the_exact_reading() {
    use crate::engine::table::EngineId;
    use crate::engine::testing::decide;
    let decided = |text: &str| decide(EngineId::Intblast.make().as_mut(), text, 60).0;
    // Nothing overflows: both readings are the same.
    assert_eq!(decided(&counter(100, 199, 100)), "sat");
    // 255 is followed by 0: the ideal reading has a model that is none.
    assert_eq!(decided(&counter(250, 255, 250)), "unsat");
    // An unwrapped counter never gets there.
    let (mut cx, system) = crate::engine::testing::read(&counter(250, 255, 250), 60);
    let ideal = translate(&mut cx.store, &system, true).expect("translates");
    assert!(!ideal.is_exact() && translate(&mut cx.store, &system, false).expect("translates").is_exact());
    let verdict = EngineId::Pdr.make().solve(&mut cx, &ideal.system);
    assert!(matches!(verdict, crate::system::Verdict::Sat(_)), "{verdict:?}");
}
