//! Small programs whose verdicts are known, decided check by check.

use super::*;
use crate::ir::BinaryOp::*;
use crate::ir::{
    Arg, Builder, Call, Check, CheckKind, ExprId, ExprKind, FloatFormat, Mode, Range, Type, TypeId, UnaryOp, lift,
    validate,
};
use crate::testing::{L, Verdicts, binary, integer};
use horn_solver::num::Int;

/// The verdict on each check of a program, by one engine.
fn verdicts(program: &mut Program, engine: &str) -> Vec<&'static str> {
    assert_eq!(validate(program), Vec::new());
    lift(program);
    assert_eq!(validate(program), Vec::new());
    let encoded = encode(program, &Options::default()).unwrap();
    let mut solver = Verdicts::new(engine, 20);
    (0..program.checks.len()).map(|at| solver.decide(&encoded, CheckId(at as u32))).collect()
}

fn check(program: &mut Program, b: &mut Builder, condition: ExprId) {
    let id = program.add_check(Check::new(CheckKind::Assertion, L));
    b.check(id, condition, L);
}

#[test]
fn a_loop_and_its_overflow() {
    let mut program = Program::new();
    let int = integer(&mut program);
    let id = program.declare("P", L);
    let mut b = Builder::new("P", L);
    b.set_entry(true);
    let n = b.param("N", int, Mode::In, L);
    let (i, s) = (b.local("I", int, L), b.local("S", int, L));
    let (zero, one) = (b.int(0, int, L), b.int(1, int, L));
    b.assign(s, zero, L);
    let vn = b.var(n, L);
    b.begin_for(None, i, one, vn, false, None, L);
    let (vs, limit) = (b.var(s, L), b.int(i64::from(i32::MAX), int, L));
    let next = binary(&mut b, Add, vs, one, int);
    let fits = b.compare(Le, next, limit, L);
    check(&mut program, &mut b, fits);
    b.assign(s, next, L);
    b.end_loop();
    let vs = b.var(s, L);
    let equal = b.compare(Eq, vs, vn, L);
    check(&mut program, &mut b, equal);
    let (ge, le) = (b.compare(Ge, vs, zero, L), b.compare(Le, vn, vs, L));
    check(&mut program, &mut b, ge);
    check(&mut program, &mut b, le);
    b.finish(&mut program, id);
    // The second check fails for a negative N, and what follows may rely on it.
    assert_eq!(verdicts(&mut program, "pdr"), ["holds", "fails", "holds", "holds"]);
}

#[test]
fn calls_have_relational_summaries() {
    let mut program = Program::new();
    let int = integer(&mut program);
    let [inc, main] = ["Inc", "Main"].map(|name| program.declare(name, L));
    let mut b = Builder::new("Inc", L);
    let x = b.param("X", int, Mode::InOut, L);
    let by = b.param("By", int, Mode::In, L);
    let result = b.result("Inc'Result", int, L);
    let (vx, vy, zero) = (b.var(x, L), b.var(by, L), b.int(0, int, L));
    let done = b.compare(Le, vy, zero, L);
    b.begin_if(done, L);
    b.assign(result, vx, L);
    b.return_(L);
    b.end_if();
    let one = b.int(1, int, L);
    let (more, less) = (binary(&mut b, Add, vx, one, TypeId::INT), binary(&mut b, Sub, vy, one, TypeId::INT));
    let limit = b.int(9, int, L);
    let small = b.compare(Lt, vx, limit, L);
    check(&mut program, &mut b, small);
    b.assign(x, more, L);
    b.call(Call { callee: inc, args: vec![Arg::InOut(x), Arg::In(less)], result: Some(result), exception: None }, L);
    b.finish(&mut program, inc);
    let mut b = Builder::new("Main", L);
    b.set_entry(true);
    let (y, r, z) = (b.local("Y", int, L), b.local("R", int, L), b.param("Z", int, Mode::In, L));
    let (three, four) = (b.int(3, int, L), b.int(4, int, L));
    b.assign(y, three, L);
    b.call(Call { callee: inc, args: vec![Arg::InOut(y), Arg::In(four)], result: Some(r), exception: None }, L);
    let (vy, seven) = (b.var(y, L), b.int(7, int, L));
    let equal = b.compare(Eq, vy, seven, L);
    check(&mut program, &mut b, equal);
    let vr = b.var(r, L);
    let same = b.compare(Eq, vr, vy, L);
    check(&mut program, &mut b, same);
    let vz = b.var(z, L);
    b.begin_if(same, L);
    b.call(Call { callee: inc, args: vec![Arg::InOut(y), Arg::In(vz)], result: None, exception: None }, L);
    b.end_if();
    let vy = b.var(y, L);
    let large = b.compare(Ge, vy, seven, L);
    check(&mut program, &mut b, large);
    b.finish(&mut program, main);
    assert_eq!(verdicts(&mut program, "pdr"), ["fails", "holds", "holds", "holds"]);
}

/// `for all K in 1 .. 100 => A (K) = 7`.
fn all_seven(b: &mut Builder, a: crate::ir::VarId, int: TypeId) -> ExprId {
    let (first, last, seven) = (b.int(1, int, L), b.int(100, int, L), b.int(7, int, L));
    let va = b.var(a, L);
    let (var, k) = b.bound(TypeId::INT, L);
    let element = b.expr(ExprKind::Index(va, vec![k]), int, L);
    let body = b.compare(Eq, element, seven, L);
    b.expr(ExprKind::Quantified { forall: true, var, first, last, body }, TypeId::BOOL, L)
}

#[test]
fn quantified_conditions_are_used_and_refuted() {
    let mut program = Program::new();
    let int = integer(&mut program);
    let row = program.add_type(Type::array("Row", vec![int], Some(vec![Range::new(1, 100)]), int));
    let id = program.declare("Fill", L);
    let mut b = Builder::new("Fill", L);
    b.set_entry(true);
    let a = b.param("A", row, Mode::InOut, L);
    let all = all_seven(&mut b, a, int);
    check(&mut program, &mut b, all);
    for (index, value) in [(5, 7), (6, 8)] {
        let (va, at, value) = (b.var(a, L), b.int(index, int, L), b.int(value, int, L));
        let changed = b.expr(ExprKind::Update(va, vec![at], value), row, L);
        b.assign(a, changed, L);
        let all = all_seven(&mut b, a, int);
        check(&mut program, &mut b, all);
        let (va, third, seven) = (b.var(a, L), b.int(33, int, L), b.int(7, int, L));
        let element = b.expr(ExprKind::Index(va, vec![third]), int, L);
        let is_seven = b.compare(Eq, element, seven, L);
        check(&mut program, &mut b, is_seven);
    }
    b.finish(&mut program, id);
    assert_eq!(verdicts(&mut program, "bmc"), ["fails", "holds", "holds", "fails", "holds"]);
}

/// Where ways join, what one of them knows of all indexes holds on that way alone, whichever side of the branch it is.
#[test]
fn facts_of_one_way_hold_there_alone() {
    for negated in [false, true] {
        let mut program = Program::new();
        let int = integer(&mut program);
        let row = program.add_type(Type::array("Row", vec![int], Some(vec![Range::new(1, 100)]), int));
        let id = program.declare("Both", L);
        let mut b = Builder::new("Both", L);
        b.set_entry(true);
        let a = b.param("A", row, Mode::In, L);
        let x = b.local("X", int, L);
        let all = all_seven(&mut b, a, int);
        let condition = if negated { b.not(all, L) } else { all };
        b.begin_if(condition, L);
        let one = b.int(1, int, L);
        b.assign(x, one, L);
        b.begin_else();
        let two = b.int(2, int, L);
        b.assign(x, two, L);
        b.end_if();
        let (vx, va, third, seven) = (b.var(x, L), b.var(a, L), b.int(33, int, L), b.int(7, int, L));
        let element = b.expr(ExprKind::Index(va, vec![third]), int, L);
        let is_seven = b.compare(Eq, element, seven, L);
        let those = if negated { two } else { one };
        let there = b.compare(Eq, vx, those, L);
        let so = b.implies(there, is_seven, L);
        check(&mut program, &mut b, so);
        check(&mut program, &mut b, is_seven);
        b.finish(&mut program, id);
        assert_eq!(verdicts(&mut program, "bmc"), ["holds", "fails"], "negated: {negated}");
    }
}

#[test]
fn rounding_is_neither_ignored_nor_exaggerated() {
    let mut program = Program::new();
    let float = program.add_type(Type::float("Float", FloatFormat::F32));
    let id = program.declare("P", L);
    let mut b = Builder::new("P", L);
    b.set_entry(true);
    let (x, y, m) = (b.param("X", float, Mode::In, L), b.param("Y", float, Mode::In, L), b.local("M", float, L));
    let (vx, vy) = (b.var(x, L), b.var(y, L));
    let (low, high, two) = (b.float(-50.0, float, L), b.float(60.0, float, L), b.float(2.0, float, L));
    for value in [vx, vy] {
        let inside = b.between(value, low, high, L);
        b.assume(inside, L);
    }
    let sum = b.binary(Add, vx, vy, float, L);
    let finite = b.unary(UnaryOp::IsFinite, sum, TypeId::BOOL, L);
    check(&mut program, &mut b, finite);
    let half = b.binary(Div, sum, two, float, L);
    b.assign(m, half, L);
    let vm = b.var(m, L);
    let inside = b.between(vm, low, high, L);
    check(&mut program, &mut b, inside);
    // Not true of floats, though of reals.
    let back = b.binary(Sub, sum, vy, float, L);
    let same = b.compare(Eq, back, vx, L);
    check(&mut program, &mut b, same);
    b.finish(&mut program, id);
    assert_eq!(verdicts(&mut program, "bmc"), ["holds", "holds", "fails"]);
}

fn binary_int(value: i64) -> Int {
    Int::from(value)
}

#[test]
fn modular_arithmetic_wraps() {
    let mut program = Program::new();
    let byte = program.add_type(Type::modular("Byte", binary_int(256)));
    let id = program.declare("P", L);
    let mut b = Builder::new("P", L);
    b.set_entry(true);
    let x = b.param("X", byte, Mode::In, L);
    let (vx, one, seven) = (b.var(x, L), b.int(1, byte, L), b.int(7, byte, L));
    let next = b.binary(Add, vx, one, byte, L);
    let larger = b.compare(Gt, next, vx, L);
    check(&mut program, &mut b, larger);
    let back = b.binary(Sub, next, one, byte, L);
    let same = b.compare(Eq, back, vx, L);
    check(&mut program, &mut b, same);
    let low = b.binary(BitAnd, vx, seven, byte, L);
    let small = b.compare(Le, low, seven, L);
    check(&mut program, &mut b, small);
    let mixed = b.binary(BitXor, vx, vx, byte, L);
    let zero = b.int(0, byte, L);
    let none = b.compare(Eq, mixed, zero, L);
    check(&mut program, &mut b, none);
    b.finish(&mut program, id);
    assert_eq!(verdicts(&mut program, "bmc"), ["fails", "holds", "holds", "holds"]);
}
