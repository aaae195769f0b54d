//! Tests of the interpreter on values and small programs made by hand.

use super::*;
use crate::ir::{BinaryOp, Builder, Check, CheckKind, Range, Type};

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
