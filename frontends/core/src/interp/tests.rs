//! Tests of the interpreter on values and small programs made by hand.

use super::*;
use crate::ir::{BinaryOp, Builder, Check, CheckKind, Range, Type};
use crate::random::Random;
use std::collections::BTreeSet;

const L: Loc = Loc::NONE;

fn int(n: i64) -> Value {
    Value::Int(Int::from(n))
}

fn array(bounds: &[(i64, i64)], default: i64, cells: &[(i128, i64)]) -> Array {
    Array {
        bounds: bounds.iter().map(|(a, b)| (Int::from(*a), Int::from(*b))).collect(),
        default: int(default),
        cells: cells.iter().map(|(at, value)| (*at, int(*value))).collect(),
    }
}

fn limits() -> Limits<'static> {
    Limits { steps: 100_000, cancel: None, trace: true }
}

#[test]
fn arrays_are_equal_by_components_in_order() {
    assert_eq!(array(&[(1, 3)], 0, &[(1, 5)]), array(&[(11, 13)], 0, &[(1, 5)]));
    assert_ne!(array(&[(1, 3)], 0, &[]), array(&[(1, 4)], 0, &[]));
    assert_eq!(array(&[(1, 2)], 0, &[(0, 7), (1, 7)]), array(&[(1, 2)], 7, &[]));
    assert_ne!(array(&[(1, 3)], 0, &[(0, 7), (1, 7)]), array(&[(1, 3)], 7, &[]));
    assert_eq!(array(&[(5, 4)], 0, &[]), array(&[(1, 0)], 9, &[]));
    let matrix = array(&[(0, 2), (1, 4)], 0, &[]);
    assert_eq!(matrix.offset(&[Int::from(2), Int::from(3)]), Some(10));
    assert_eq!(matrix.offset(&[Int::from(2), Int::from(5)]), None);
}

/// `while X > 0 loop X := X - 3; end loop; check X = 0`, with X an `in out` parameter.
fn countdown() -> (Program, ProcId, CheckId) {
    let mut program = Program::new();
    let integer = program.add_type(Type::int("Integer", Range::signed(32), Range::signed(32)));
    let check = program.add_check(Check::new(CheckKind::Assertion, L));
    let id = program.declare("Countdown", L);
    let mut b = Builder::new("Countdown", L);
    b.set_entry(true);
    let x = b.param("X", integer, Mode::InOut, L);
    let (three, zero) = (b.int(3, integer, L), b.int(0, integer, L));
    let head = b.begin_loop(None, L);
    let value = b.var(x, L);
    let done = b.compare(BinaryOp::Le, value, zero, L);
    b.exit_when(head, done, L);
    let value = b.var(x, L);
    let less = b.binary(BinaryOp::Sub, value, three, integer, L);
    b.assign(x, less, L);
    b.end_loop();
    let value = b.var(x, L);
    let nothing = b.compare(BinaryOp::Eq, value, zero, L);
    b.check(check, nothing, L);
    b.return_(L);
    b.finish(&mut program, id);
    (program, id, check)
}

#[test]
fn a_loop_runs_to_the_failing_check() {
    let (program, id, check) = countdown();
    let inputs = |n| Inputs { params: vec![int(n)], globals: Vec::new() };
    assert_eq!(run(&program, id, &inputs(9), &mut (), limits()).end, End::Returned);
    let failed = run(&program, id, &inputs(10), &mut (), limits());
    assert_eq!(failed.end, End::Failed(check));
    assert_eq!(failed.values.len(), 1);
    assert_eq!((failed.values[0].0.as_str(), &failed.values[0].2), ("X", &int(-2)));
    assert_eq!((failed.events.len(), failed.choices), (4, 0));
    let short = Limits { steps: 10, ..limits() };
    assert!(matches!(run(&program, id, &inputs(1000), &mut (), short).end, End::GivenUp(_)));
    let outside = Inputs { params: vec![Value::Int(Int::pow2(40))], globals: Vec::new() };
    assert!(matches!(run(&program, id, &outside, &mut (), limits()).end, End::Broken(_)));
}

/// `U <- any; check U < 5, three times; check X /= 0` where nobody knows U: the run says which checks it got past, but
/// for those that no program stops at.
#[test]
fn a_run_names_the_checks_on_unknown_values_that_it_gets_past() {
    let mut program = Program::new();
    let integer = program.add_type(Type::int("Integer", Range::signed(32), Range::signed(32)));
    let kinds = [CheckKind::Initialization, CheckKind::Range, CheckKind::Assertion];
    let [written, ranged, last] = kinds.map(|kind| program.add_check(Check::new(kind, L)));
    let id = program.declare("P", L);
    let mut b = Builder::new("P", L);
    b.set_entry(true);
    let x = b.param("X", integer, Mode::In, L);
    let unknown = b.local("U", integer, L);
    b.set_origin_of(unknown, "a sensor");
    b.havoc(unknown, L);
    for check in [written, ranged] {
        let (value, five) = (b.var(unknown, L), b.int(5, integer, L));
        let less = b.compare(BinaryOp::Lt, value, five, L);
        b.check(check, less, L);
    }
    let (value, zero) = (b.var(x, L), b.int(0, integer, L));
    let other = b.compare(BinaryOp::Ne, value, zero, L);
    b.check(last, other, L);
    b.return_(L);
    b.finish(&mut program, id);
    let inputs = Inputs { params: vec![int(0)], globals: Vec::new() };
    let failed = run(&program, id, &inputs, &mut (), limits());
    assert_eq!((failed.end, failed.origins), (End::Failed(last), Vec::new()));
    assert_eq!(failed.passed, [(ranged, vec!["a sensor".to_string()])]);
}

/// The places, in their order, of the checks that may fail in some run of a procedure without parameters.
fn doubtful(make: impl FnOnce(&mut Program, &mut Builder, [CheckId; 3])) -> Option<Vec<usize>> {
    let mut program = Program::new();
    let checks = [0; 3].map(|_| program.add_check(Check::new(CheckKind::Assertion, L)));
    let id = program.declare("Main", L);
    let mut b = Builder::new("Main", L);
    b.set_entry(true);
    make(&mut program, &mut b, checks);
    b.return_(L);
    b.finish(&mut program, id);
    let found = every_run(&program, id, &[], limits())?.doubtful;
    Some(checks.iter().enumerate().filter(|(_, check)| found.contains(check)).map(|(at, _)| at).collect())
}

#[test]
fn quantifiers_over_huge_ranges_end_with_the_limit() {
    let mut program = Program::new();
    let integer = program.add_type(Type::int("Integer", Range::signed(32), Range::signed(32)));
    let check = program.add_check(Check::new(CheckKind::Assertion, L));
    let id = program.declare("Main", L);
    let mut b = Builder::new("Main", L);
    b.set_entry(true);
    let (first, last) = (b.int(1, integer, L), b.int(i64::from(i32::MAX), integer, L));
    let (var, index) = b.bound(TypeId::INT, L);
    let zero = b.int(0, integer, L);
    let square = b.binary(BinaryOp::Mul, index, index, TypeId::INT, L);
    let body = b.compare(BinaryOp::Gt, square, zero, L);
    let all = b.expr(ExprKind::Quantified { forall: true, var, first, last, body }, TypeId::BOOL, L);
    b.check(check, all, L);
    b.return_(L);
    b.finish(&mut program, id);
    let inputs = Inputs { params: Vec::new(), globals: Vec::new() };
    let ended = run(&program, id, &inputs, &mut (), limits());
    assert!(matches!(ended.end, End::GivenUp(_)), "{:?}", ended.end);
}

/// For one index after the other, and by the values that decide:
/// `((A (I) = N op I rel K) op I rel M) op (B (I) = A (I))`.
#[test]
fn few_values_decide_quantifiers_over_arrays() {
    let (low, high) = (1, 5_000);
    let relations = [BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge, BinaryOp::Eq, BinaryOp::Ne];
    let borders = [0, 1, 2, 2_500, 2_501, 2_503, 2_600, 4_999, 5_000, 5_001];
    let places = [0, 1, 2, 3, 2_498, 2_499, 2_500, 2_501, 2_502, 2_599, 2_600, 4_998, 4_999];
    let mut outcomes = BTreeSet::new();
    let mut random = Random::new(1);
    for seed in 0..1_000 {
        let mut one_of = |choices: &[i64]| choices[usize::try_from(random.below(choices.len() as i64)).unwrap()];
        let arrays = [(); 2].map(|()| {
            let mut sparse = array(&[(low, high)], one_of(&[0, 1]), &[]);
            (0..one_of(&[0, 1, 2, 6])).for_each(|_| sparse.set(i128::from(one_of(&places)), int(one_of(&[0, 1, 2]))));
            sparse
        });
        let number = one_of(&[0, 1, 2]);
        let compared = [(); 2].map(|()| {
            let relation = relations[usize::try_from(one_of(&[0, 1, 2, 3, 4, 5])).unwrap()];
            (relation, one_of(&borders))
        });
        let forall = one_of(&[0, 1]) == 0;
        let and = [(); 3].map(|()| one_of(&[0, 1]) == 0);
        let mut program = Program::new();
        let integer = program.add_type(Type::int("Integer", Range::signed(32), Range::signed(32)));
        let range = Range::new(low, high);
        let ty = program.add_type(Type::array("Arr", vec![integer], Some(vec![range]), integer));
        let check = program.add_check(Check::new(CheckKind::Assertion, L));
        let id = program.declare("Main", L);
        let mut b = Builder::new("Main", L);
        b.set_entry(true);
        let (a, other) = (b.param("A", ty, Mode::In, L), b.param("B", ty, Mode::In, L));
        let (first, last) = (b.int(low, integer, L), b.int(high, integer, L));
        let (var, index) = b.bound(TypeId::INT, L);
        let component = |b: &mut Builder, of: VarId| {
            let of = b.var(of, L);
            b.expr(ExprKind::Index(of, vec![index]), integer, L)
        };
        let (left, right) = (component(&mut b, a), component(&mut b, other));
        let number_expr = b.int(number, integer, L);
        let is = b.compare(BinaryOp::Eq, left, number_expr, L);
        let near = compared.map(|(relation, border)| {
            let border = b.int(border, integer, L);
            b.compare(relation, index, border, L)
        });
        let same = b.compare(BinaryOp::Eq, right, left, L);
        let join = |b: &mut Builder, and: bool, x, y| if and { b.and(x, y, L) } else { b.or(x, y, L) };
        let body = join(&mut b, and[0], is, near[0]);
        let body = join(&mut b, and[1], body, near[1]);
        let body = join(&mut b, and[2], body, same);
        let all = b.expr(ExprKind::Quantified { forall, var, first, last, body }, TypeId::BOOL, L);
        b.check(check, all, L);
        b.return_(L);
        b.finish(&mut program, id);
        let join = |and: bool, x: bool, y: bool| if and { x && y } else { x || y };
        let holds = |i: i64| {
            let at = |array: &Array| array.at(i128::from(i - low)).clone();
            let near = compared.map(|(relation, border)| match relation {
                BinaryOp::Lt => i < border,
                BinaryOp::Le => i <= border,
                BinaryOp::Gt => i > border,
                BinaryOp::Ge => i >= border,
                BinaryOp::Eq => i == border,
                _ => i != border,
            });
            let first = join(and[1], join(and[0], at(&arrays[0]) == int(number), near[0]), near[1]);
            join(and[2], first, at(&arrays[1]) == at(&arrays[0]))
        };
        let expected = if forall { (low..=high).all(holds) } else { (low..=high).any(holds) };
        let params = arrays.into_iter().map(|array| Value::Array(Arc::new(array))).collect();
        let inputs = Inputs { params, globals: Vec::new() };
        let ended = run(&program, id, &inputs, &mut (), Limits { steps: 5_000, ..limits() }).end;
        let found = if expected { End::Returned } else { End::Failed(check) };
        assert_eq!(ended, found, "{seed}");
        outcomes.insert((forall, expected));
    }
    assert_eq!(outcomes.len(), 4);
}

/// `for all I in 1 .. 300_000 => A (I) = 1`, where more components say so than are looked at one by one, and others
/// don't.
#[test]
fn too_many_values_are_all_looked_at() {
    let (low, high) = (1, 300_000);
    let mut sparse = array(&[(low, high)], 0, &[]);
    (0..100_002).chain([299_999]).for_each(|offset| sparse.set(offset, int(1)));
    let mut program = Program::new();
    let integer = program.add_type(Type::int("Integer", Range::signed(32), Range::signed(32)));
    let ty = program.add_type(Type::array("Arr", vec![integer], Some(vec![Range::new(low, high)]), integer));
    let check = program.add_check(Check::new(CheckKind::Assertion, L));
    let id = program.declare("Main", L);
    let mut b = Builder::new("Main", L);
    b.set_entry(true);
    let a = b.param("A", ty, Mode::In, L);
    let (first, last, one) = (b.int(low, integer, L), b.int(high, integer, L), b.int(1, integer, L));
    let (var, index) = b.bound(TypeId::INT, L);
    let whole = b.var(a, L);
    let component = b.expr(ExprKind::Index(whole, vec![index]), integer, L);
    let body = b.compare(BinaryOp::Eq, component, one, L);
    let all = b.expr(ExprKind::Quantified { forall: true, var, first, last, body }, TypeId::BOOL, L);
    b.check(check, all, L);
    b.return_(L);
    b.finish(&mut program, id);
    let inputs = Inputs { params: vec![Value::Array(Arc::new(sparse))], globals: Vec::new() };
    let ended = run(&program, id, &inputs, &mut (), Limits { steps: 5_000_000, ..limits() }).end;
    assert_eq!(ended, End::Failed(check));
}

#[test]
fn what_is_written_before_it_is_read_is_the_same_in_all_runs() {
    let found = doubtful(|program, b, [first, second, third]| {
        let integer = program.add_type(Type::int("Integer", Range::signed(32), Range::signed(32)));
        let x = b.local("X", integer, L);
        b.havoc(x, L);
        let (zero, one) = (b.int(0, integer, L), b.int(1, integer, L));
        let value = b.var(x, L);
        let positive = b.compare(BinaryOp::Gt, value, zero, L);
        b.check(first, positive, L);
        b.assign(x, one, L);
        let value = b.var(x, L);
        let positive = b.compare(BinaryOp::Gt, value, zero, L);
        b.check(second, positive, L);
        let none = b.compare(BinaryOp::Eq, value, zero, L);
        b.check(third, none, L);
    });
    assert_eq!(found, Some(vec![0, 2]));
}

#[test]
fn both_ways_of_an_open_condition_count() {
    let found = doubtful(|program, b, [first, second, third]| {
        let integer = program.add_type(Type::int("Integer", Range::signed(32), Range::signed(32)));
        let (x, y) = (b.local("X", integer, L), b.local("Y", integer, L));
        let five = b.int(5, integer, L);
        b.assign(y, five, L);
        let value = b.var(x, L);
        let is_five = b.compare(BinaryOp::Eq, value, five, L);
        b.begin_if(is_five, L);
        // On this way it is known.
        let value = b.var(x, L);
        let same = b.compare(BinaryOp::Eq, value, five, L);
        b.check(first, same, L);
        b.begin_else();
        let six = b.int(6, integer, L);
        b.assign(y, six, L);
        b.end_if();
        let value = b.var(y, L);
        let same = b.compare(BinaryOp::Ge, value, five, L);
        b.check(second, same, L);
        let same = b.compare(BinaryOp::Eq, value, five, L);
        b.check(third, same, L);
    });
    assert_eq!(found, Some(vec![2]));
}

#[test]
fn a_zero_may_be_a_negative_one() {
    let found = doubtful(|program, b, [first, ..]| {
        let float = program.add_type(Type::float("Float", crate::ir::FloatFormat::F64));
        let x = b.local("X", float, L);
        let zero = b.float(0.0, float, L);
        let value = b.var(x, L);
        let is_zero = b.compare(BinaryOp::Eq, value, zero, L);
        b.assume(is_zero, L);
        let value = b.var(x, L);
        let negative = b.unary(crate::ir::UnaryOp::IsNegative, value, crate::ir::TypeId::BOOL, L);
        let positive = b.not(negative, L);
        b.check(first, positive, L);
    });
    assert_eq!(found, Some(vec![0]));
}

#[test]
fn assumptions_say_what_bounds_an_array_has() {
    let found = doubtful(|program, b, [first, second, third]| {
        let integer = program.add_type(Type::int("Integer", Range::signed(32), Range::signed(32)));
        let row = program.add_type(Type::array("Row", vec![integer], None, integer));
        let a = b.local("A", row, L);
        let whole = crate::ir::TypeId::INT;
        let (one, three, seven) = (b.int(1, whole, L), b.int(3, whole, L), b.int(7, integer, L));
        b.havoc(a, L);
        for (is_first, value) in [(true, one), (false, three)] {
            let array = b.var(a, L);
            let kind = if is_first { ExprKind::First(array, 0) } else { ExprKind::Last(array, 0) };
            let bound = b.expr(kind, whole, L);
            let same = b.compare(BinaryOp::Eq, bound, value, L);
            b.assume(same, L);
        }
        let array = b.var(a, L);
        let length = b.expr(ExprKind::Length(array, 0), whole, L);
        let same = b.compare(BinaryOp::Eq, length, three, L);
        b.check(first, same, L);
        let component = |b: &mut Builder| {
            let array = b.var(a, L);
            let component = b.expr(ExprKind::Index(array, vec![three]), integer, L);
            b.compare(BinaryOp::Eq, component, seven, L)
        };
        let unknown = component(b);
        b.check(second, unknown, L);
        let array = b.var(a, L);
        let changed = b.expr(ExprKind::Update(array, vec![three], seven), row, L);
        b.assign(a, changed, L);
        let known = component(b);
        b.check(third, known, L);
    });
    assert_eq!(found, Some(vec![1]));
}

#[test]
fn no_run_fails_a_check_that_all_runs_together_do_not_doubt() {
    let (mut followed, mut certain) = (0, 0);
    for seed in 0..600 {
        let (program, entry) = crate::random::program(seed);
        let mut random = crate::random::Random::new(seed + 1);
        let inputs = crate::random::inputs(&mut random);
        // Some parameters are known, and the runs differ in the others.
        let known: Vec<bool> = inputs.iter().map(|_| random.below(3) > 0).collect();
        let given: Vec<Option<Value>> =
            inputs.iter().zip(&known).map(|(value, known)| known.then(|| value.clone())).collect();
        let Some(Ways { doubtful, .. }) = every_run(&program, entry, &given, limits()) else { continue };
        followed += 1;
        let checks = program.procedures().flat_map(|(_, procedure)| procedure.checks());
        certain += checks.filter(|(check, _)| !doubtful.contains(check)).count();
        for _ in 0..30 {
            let other = crate::random::inputs(&mut random);
            let params = inputs.iter().zip(other).zip(&known);
            let params = params.map(|((value, other), known)| if *known { value.clone() } else { other }).collect();
            let run = run(&program, entry, &Inputs { params, globals: Vec::new() }, &mut (), limits());
            if let End::Failed(check) = run.end {
                assert!(doubtful.contains(&check), "seed {seed}: {check:?}");
            }
        }
    }
    assert!(followed > 300 && certain > 300, "{followed} programs, {certain} checks");
}

/// A component that is equal to all others, and yet another value, stays what it is.
#[test]
fn arrays_keep_the_signs_of_zeros() {
    let bounds = vec![(Int::from(1), Int::from(3))];
    let mut array = Array { bounds, default: Value::Float(0.0), cells: Default::default() };
    array.set(1, Value::Float(-0.0));
    array.set(2, Value::Float(0.0));
    let negative = |at| matches!(array.at(at), Value::Float(zero) if zero.is_sign_negative());
    assert_eq!([0, 1, 2].map(negative), [false, true, false]);
}
