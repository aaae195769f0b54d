//! Boxes on small programs made by hand.

use super::floats::Floats;
use super::*;
use crate::ir::{BinaryOp, Builder, Check, CheckKind, ExprId, FloatFormat, Loc, Range, Type, UnaryOp, VarId, ieee};

const L: Loc = Loc::NONE;

struct Made {
    program: Program,
    entry: ProcId,
    checks: Vec<CheckId>,
}

impl Made {
    fn decide(&self) -> Decided {
        decide(&self.program, self.entry, &self.checks.iter().copied().collect(), &CancelToken::new())
    }
}

/// `assume first <= X <= last; check f (X)`.
fn on_float(
    format: FloatFormat,
    (first, last): (f64, f64),
    condition: impl Fn(&mut Builder, ExprId, TypeId) -> Vec<ExprId>,
) -> Made {
    let mut program = Program::new();
    let ty = program.add_type(Type::float("Float", format));
    let entry = program.declare("P", L);
    let mut b = Builder::new("P", L);
    b.set_entry(true);
    let x = b.param("X", ty, Mode::In, L);
    let value = b.var(x, L);
    for (op, end) in [(BinaryOp::Ge, first), (BinaryOp::Le, last)] {
        let end = b.float(end, ty, L);
        let inside = b.compare(op, value, end, L);
        b.assume(inside, L);
    }
    let mut checks = Vec::new();
    for condition in condition(&mut b, value, ty) {
        let check = program.add_check(Check::new(CheckKind::Assertion, L));
        checks.push(check);
        b.check(check, condition, L);
    }
    b.return_(L);
    b.finish(&mut program, entry);
    Made { program, entry, checks }
}

#[test]
fn a_polynomial_that_needs_splitting_is_bounded() {
    // X - X * X <= 0.3 on 0 .. 1: the plain interval is -1 .. 1.
    let made = on_float(FloatFormat::F32, (0.0, 1.0), |b, x, ty| {
        let square = b.binary(BinaryOp::Mul, x, x, ty, L);
        let difference = b.binary(BinaryOp::Sub, x, square, ty, L);
        [0.3f32, 0.25, 0.2]
            .map(|limit| {
                let limit = b.float(f64::from(limit), ty, L);
                b.compare(BinaryOp::Le, difference, limit, L)
            })
            .to_vec()
    });
    let decided = made.decide();
    assert!(decided.holds.contains(&made.checks[0]) && decided.boxes > 1);
    // At 0.5 it is 0.25, and nowhere more, which a box around 0.5 does not show unless it is small: here only points
    // do.
    assert!(decided.fails.contains_key(&made.checks[2]) && !decided.holds.contains(&made.checks[2]));
    assert!(!decided.fails.contains_key(&made.checks[1]));
}

#[test]
fn rounding_is_that_of_the_machine() {
    // X + 1.0 > X up to the last number below 2 ** 24 but one, and not above.
    let grows = |last: f64| {
        on_float(FloatFormat::F32, (0.0, last), |b, x, ty| {
            let one = b.float(1.0, ty, L);
            let more = b.binary(BinaryOp::Add, x, one, ty, L);
            let finite = b.unary(UnaryOp::IsFinite, more, TypeId::BOOL, L);
            let difference = b.binary(BinaryOp::Sub, more, x, ty, L);
            let zero = b.float(0.0, ty, L);
            vec![finite, b.compare(BinaryOp::Gt, difference, zero, L)]
        })
    };
    let far = grows(2f64.powi(25)).decide();
    assert!(!far.fails.is_empty());
    // A constant rounds to the same number, whatever it is added to: 1.0E8 + X = 1.0E8 for |X| <= 3.
    let swallowed = on_float(FloatFormat::F32, (-3.0, 3.0), |b, x, ty| {
        let large = b.float(1.0e8, ty, L);
        let sum = b.binary(BinaryOp::Add, large, x, ty, L);
        vec![b.compare(BinaryOp::Eq, sum, large, L)]
    });
    assert_eq!(swallowed.decide().holds.len(), 1);
    let exact = on_float(FloatFormat::F64, (-3.0, 3.0), |b, x, ty| {
        let large = b.float(1.0e8, ty, L);
        let sum = b.binary(BinaryOp::Add, large, x, ty, L);
        vec![b.compare(BinaryOp::Eq, sum, large, L)]
    });
    assert_eq!((exact.decide().holds.len(), exact.decide().fails.len()), (0, 1));
}

#[test]
fn overflow_and_division_by_what_may_be_zero_are_not_finite() {
    let most = ieee::nearest(1.0e20, FloatFormat::F32);
    let made = on_float(FloatFormat::F32, (-most, most), |b, x, ty| {
        let square = b.binary(BinaryOp::Mul, x, x, ty, L);
        let one = b.float(1.0, ty, L);
        let quotient = b.binary(BinaryOp::Div, one, x, ty, L);
        [square, quotient].map(|value| b.unary(UnaryOp::IsFinite, value, TypeId::BOOL, L)).to_vec()
    });
    let decided = made.decide();
    assert!(decided.holds.is_empty(), "{decided:?}");
    assert_eq!(decided.fails.len(), 2);
}

#[test]
fn a_loop_with_a_bounded_number_of_turns_ends_on_every_path() {
    // for I in 1 .. N loop Count := Count + 1.0; end loop; check Count = Float (N), N <= 300; and Count < 299.5.
    let mut program = Program::new();
    let float = program.add_type(Type::float("Float", FloatFormat::F32));
    let count_type = program.add_type(Type::int("Count", Range::new(1, 300), Range::signed(32)));
    let checks: Vec<CheckId> = (0..2).map(|_| program.add_check(Check::new(CheckKind::Assertion, L))).collect();
    let entry = program.declare("P", L);
    let mut b = Builder::new("P", L);
    b.set_entry(true);
    let n = b.param("N", count_type, Mode::In, L);
    let count = b.local("Count", float, L);
    let i = b.local("I", count_type, L);
    let (zero, one) = (b.float(0.0, float, L), b.float(1.0, float, L));
    b.assign(count, zero, L);
    let (first, last) = (b.int(1, TypeId::INT, L), b.var(n, L));
    b.begin_for(None, i, first, last, false, None, L);
    let value = b.var(count, L);
    let more = b.binary(BinaryOp::Add, value, one, float, L);
    b.assign(count, more, L);
    b.end_loop();
    let (value, n) = (b.var(count, L), b.var(n, L));
    let converted = b.convert(crate::ir::Conversion::IntToFloat, n, float, L);
    let same = b.compare(BinaryOp::Eq, value, converted, L);
    b.check(checks[0], same, L);
    let limit = b.float(299.5, float, L);
    let below = b.compare(BinaryOp::Lt, value, limit, L);
    b.check(checks[1], below, L);
    b.return_(L);
    b.finish(&mut program, entry);
    let decided = Made { program, entry, checks: checks.clone() }.decide();
    assert!(decided.holds.contains(&checks[0]), "{decided:?}");
    assert_eq!(decided.fails.get(&checks[1]).map(|point| &point.inputs.params[0]), Some(&Value::Int(Int::from(300))));
}

#[test]
fn choices_are_split_like_inputs() {
    // X and Y are chosen in the body, from -1.0 .. 1.0 and 0.0 .. 1.0, Y on one path only.
    let mut program = Program::new();
    let float = program.add_type(Type::float("Float", FloatFormat::F32));
    let checks: Vec<CheckId> = (0..3).map(|_| program.add_check(Check::new(CheckKind::Assertion, L))).collect();
    let entry = program.declare("P", L);
    let mut b = Builder::new("P", L);
    b.set_entry(true);
    let (x, y) = (b.local("X", float, L), b.local("Y", float, L));
    let within = |b: &mut Builder, var: VarId, (low, high): (f64, f64)| {
        b.havoc(var, L);
        let value = b.var(var, L);
        for (op, end) in [(BinaryOp::Ge, low), (BinaryOp::Le, high)] {
            let end = b.float(end, float, L);
            let inside = b.compare(op, value, end, L);
            b.assume(inside, L);
        }
        value
    };
    let x = within(&mut b, x, (-1.0, 1.0));
    let square = b.binary(BinaryOp::Mul, x, x, float, L);
    // X * X - X is at least -0.25, which one interval for X does not show.
    let difference = b.binary(BinaryOp::Sub, square, x, float, L);
    let end = b.float(-0.26, float, L);
    let above = b.compare(BinaryOp::Ge, difference, end, L);
    b.check(checks[0], above, L);
    let half = b.float(0.5, float, L);
    let large = b.compare(BinaryOp::Gt, x, half, L);
    b.begin_if(large, L);
    let y = within(&mut b, y, (0.0, 1.0));
    let product = b.binary(BinaryOp::Mul, x, y, float, L);
    let less = b.compare(BinaryOp::Le, product, x, L);
    b.check(checks[1], less, L);
    let limit = b.float(0.99, float, L);
    let below = b.compare(BinaryOp::Le, product, limit, L);
    b.check(checks[2], below, L);
    b.end_if();
    b.return_(L);
    b.finish(&mut program, entry);
    let decided = Made { program: program.clone(), entry, checks: checks.clone() }.decide();
    assert!(decided.holds.contains(&checks[0]) && !decided.holds.contains(&checks[2]), "{decided:?}");
    let point = decided.fails.get(&checks[2]).expect("a point");
    assert_eq!(point.choices.len(), 2);
    let limits = interp::Limits { steps: TRIAL, cancel: None, trace: false };
    let run = interp::run(&program, entry, &point.inputs, &mut point.choose(), limits);
    assert_eq!(run.end, End::Failed(checks[2]));
    // The formulas have them as constants, of which a model tells.
    let made = Made { program, entry, checks: checks.clone() };
    assert_eq!(ask(&made, checks[1]).0, ["unsat"]);
    let (answers, point) = ask(&made, checks[2]);
    assert_eq!(answers, ["sat"]);
    let point = point.expect("a model");
    let run = interp::run(&made.program, entry, &point.inputs, &mut point.choose(), limits);
    assert_eq!(run.end, End::Failed(checks[2]));
}

#[test]
fn halves_cover_everything_and_share_nothing() {
    for (low, high) in [(0.0, 1.0), (-1.0e38, 1.0e38), (1.0, 1.0 + f64::from(f32::EPSILON)), (-5.0e-324, 5.0e-324)] {
        for single in [true, false] {
            if single && low == -5.0e-324 {
                continue;
            }
            let whole = Floats { low, high, ..Floats::NUMBERS };
            let Some((Set::Float(lower), Set::Float(upper))) = split(&Set::Float(whole), single) else {
                panic!("{low} .. {high} has two values")
            };
            let (Floats { low: a, high: b, .. }, Floats { low: c, high: d, .. }) = (lower, upper);
            let format = if single { FloatFormat::F32 } else { FloatFormat::F64 };
            assert!(a == low && d == high && a <= b && c <= d, "{a} {b} {c} {d}");
            assert_eq!(ieee::next_up(b, format), c);
        }
    }
}

/// The answers of the solver to the questions about a check, and the inputs of the first model.
fn ask(made: &Made, check: CheckId) -> (Vec<String>, Option<Point>) {
    use crate::testing::config;
    use horn_solver::smt::{Purpose, SmtStatistics, run_script};
    let cancel = CancelToken::new();
    let questions = questions(&made.program, made.entry, &[check].into(), &cancel).expect("few paths");
    let (mut answers, mut inputs) = (Vec::new(), None);
    for question in &questions {
        let parts = [question.script.as_bytes(), question.values.as_bytes()];
        let printed = run_script(&config(), &cancel, &mut SmtStatistics::default(), Purpose::Other, &parts, None);
        let printed = printed.expect("the solver answers");
        if printed[0].trim() == "sat" {
            inputs = inputs.or(answered(&made.program, made.entry, question, &printed[1]));
        }
        answers.push(printed[0].trim().to_string());
    }
    (answers, inputs)
}

#[test]
fn formulas_are_bit_exact() {
    // X < Y makes Y - X positive, however close they are (gradual underflow); boxes never end with it.
    let mut program = Program::new();
    let ty = program.add_type(Type::float("Float", FloatFormat::F32));
    let checks: Vec<CheckId> = (0..3).map(|_| program.add_check(Check::new(CheckKind::Assertion, L))).collect();
    let entry = program.declare("P", L);
    let mut b = Builder::new("P", L);
    b.set_entry(true);
    let (x, y) = (b.param("X", ty, Mode::In, L), b.param("Y", ty, Mode::In, L));
    let (x, y) = (b.var(x, L), b.var(y, L));
    for value in [x, y] {
        for (op, end) in [(BinaryOp::Ge, -100.0), (BinaryOp::Le, 100.0)] {
            let end = b.float(end, ty, L);
            let inside = b.compare(op, value, end, L);
            b.assume(inside, L);
        }
    }
    let less = b.compare(BinaryOp::Lt, x, y, L);
    b.begin_if(less, L);
    let difference = b.binary(BinaryOp::Sub, y, x, ty, L);
    let zero = b.float(0.0, ty, L);
    let positive = b.compare(BinaryOp::Gt, difference, zero, L);
    b.check(checks[0], positive, L);
    // Adding it back need not give Y again.
    let again = b.binary(BinaryOp::Add, x, difference, ty, L);
    let same = b.compare(BinaryOp::Eq, again, y, L);
    b.check(checks[1], same, L);
    b.end_if();
    // Rounded to an integer it is never more than half away.
    let whole = b.convert(crate::ir::Conversion::FloatToInt(crate::ir::Rounding::NearestAway), x, TypeId::INT, L);
    let back = b.convert(crate::ir::Conversion::IntToFloat, whole, ty, L);
    let error = b.binary(BinaryOp::Sub, back, x, ty, L);
    let error = b.unary(UnaryOp::Abs, error, ty, L);
    let half = b.float(0.5, ty, L);
    let close = b.compare(BinaryOp::Le, error, half, L);
    b.check(checks[2], close, L);
    b.return_(L);
    b.finish(&mut program, entry);
    let made = Made { program, entry, checks: checks.clone() };
    assert_eq!(ask(&made, checks[0]).0, ["unsat"]);
    assert!(ask(&made, checks[2]).0.iter().all(|answer| answer == "unsat"));
    let (answers, inputs) = ask(&made, checks[1]);
    assert_eq!(answers, ["sat"]);
    let limits = interp::Limits { steps: TRIAL, cancel: None, trace: false };
    let point = inputs.expect("a model");
    assert_eq!(
        interp::run(&made.program, entry, &point.inputs, &mut point.choose(), limits).end,
        End::Failed(checks[1])
    );
}

#[test]
fn elementary_functions_have_room_around_their_values() {
    use crate::ir::Elementary;
    let made = on_float(FloatFormat::F32, (1.0, 2.0), |b, x, ty| {
        let value = b.unary(UnaryOp::Elementary(Elementary::Log), x, ty, L);
        let ends = [0.0, f64::from(0.69_f32), f64::from(0.7_f32)].map(|end| b.float(end, ty, L));
        let sine = b.unary(UnaryOp::Elementary(Elementary::Sin), x, ty, L);
        let one = b.float(1.0, ty, L);
        vec![
            b.compare(BinaryOp::Ge, value, ends[0], L),
            b.compare(BinaryOp::Le, value, ends[2], L),
            b.compare(BinaryOp::Le, sine, one, L),
            b.compare(BinaryOp::Le, value, ends[1], L),
        ]
    });
    let decided = made.decide();
    assert_eq!(decided.holds, made.checks[..3].iter().copied().collect());
    // The value at one point, to the last digit, is not known: neither this nor its opposite is proved.
    let exact = f64::from(0.5f64.exp() as f32);
    for op in [BinaryOp::Eq, BinaryOp::Ne] {
        let made = on_float(FloatFormat::F32, (0.5, 0.5), |b, x, ty| {
            let value = b.unary(UnaryOp::Elementary(Elementary::Exp), x, ty, L);
            let exact = b.float(exact, ty, L);
            vec![b.compare(op, value, exact, L)]
        });
        assert!(made.decide().holds.is_empty());
    }
}
