//! What the machine computes must be a possibility of the model: for random expressions and inputs the real result is
//! offered as a counterexample, and the clauses must not exclude it.

use super::{Options, encode};
use crate::interp::{End, Inputs, Limits, Value, run};
use crate::ir::{
    BinaryOp, Builder, Check, CheckId, CheckKind, Conversion, ExprId, FloatFormat, Mode, Program, Range, Rounding,
    Type, TypeId, UnaryOp, lift, validate,
};
use crate::random::Random;
use crate::testing::{L, Verdicts};

/// Numbers whose sums and products round in interesting ways.
const NUMBERS: &[f64] = &[
    0.0,
    1.0,
    -1.0,
    0.5,
    2.0,
    3.0,
    10.0,
    0.1f32 as f64,
    -0.3f32 as f64,
    16777216.0,
    1.5e-3f32 as f64,
    1e-40f32 as f64,
    123456.7f32 as f64,
    -7.0,
    1e20f32 as f64,
];

fn number(random: &mut Random) -> f64 {
    let base = NUMBERS[random.below(NUMBERS.len() as i64) as usize];
    let factor = (random.below(1 << 20) as f32) / 65536.0;
    if random.below(3) == 0 { base } else { f64::from(base as f32 * factor) }
}

/// A random expression over the variables.
fn expression(b: &mut Builder, random: &mut Random, float: TypeId, vars: &[ExprId], depth: u32) -> ExprId {
    let kind = if depth == 0 { random.below(2) } else { random.below(12) };
    match kind {
        0 => vars[random.below(vars.len() as i64) as usize],
        1 => {
            let value = NUMBERS[random.below(9) as usize];
            b.float(value, float, L)
        }
        2 => {
            let a = expression(b, random, float, vars, depth - 1);
            let op = [UnaryOp::Neg, UnaryOp::Abs, UnaryOp::FloatRound(Rounding::NearestAway)][random.below(3) as usize];
            b.unary(op, a, float, L)
        }
        3 => {
            let a = expression(b, random, float, vars, depth - 1);
            let a = b.unary(UnaryOp::Abs, a, float, L);
            b.unary(UnaryOp::Sqrt, a, float, L)
        }
        4 => {
            let a = expression(b, random, float, vars, depth - 1);
            let to =
                [Rounding::NearestAway, Rounding::Truncate, Rounding::Floor, Rounding::Ceiling, Rounding::NearestEven]
                    [random.below(5) as usize];
            let int = b.convert(Conversion::FloatToInt(to), a, TypeId::INT, L);
            b.convert(Conversion::IntToFloat, int, float, L)
        }
        _ => {
            let ops = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div, BinaryOp::Min, BinaryOp::Max];
            let op = ops[random.below(6) as usize];
            let left = expression(b, random, float, vars, depth - 1);
            let right = match op {
                BinaryOp::Div => b.float([2.0, 3.0, -0.5, 10.0][random.below(4) as usize], float, L),
                _ => expression(b, random, float, vars, depth - 1),
            };
            b.binary(op, left, right, float, L)
        }
    }
}

/// An expression over the variables, of a type with infinities and NaN.
fn special(b: &mut Builder, random: &mut Random, types: (TypeId, TypeId), vars: &[ExprId], depth: u32) -> ExprId {
    let (float, wide) = types;
    let kind = if depth == 0 { random.below(2) } else { random.below(11) };
    match kind {
        0 => vars[random.below(vars.len() as i64) as usize],
        1 => {
            let value = special_number(random);
            b.float(value, float, L)
        }
        2 => {
            let a = special(b, random, types, vars, depth - 1);
            let ops = [UnaryOp::Neg, UnaryOp::Abs, UnaryOp::FloatRound(Rounding::Floor), UnaryOp::Sqrt, UnaryOp::Sqrt];
            b.unary(ops[random.below(5) as usize], a, float, L)
        }
        3 => {
            let a = special(b, random, types, vars, depth - 1);
            let a = b.convert(Conversion::FloatToFloat, a, wide, L);
            b.convert(Conversion::FloatToFloat, a, float, L)
        }
        4 => {
            let ops = [BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge, BinaryOp::Eq, BinaryOp::Ne];
            let [x, y] = [0; 2].map(|_| special(b, random, types, vars, depth - 1));
            let test = b.compare(ops[random.below(6) as usize], x, y, L);
            let test = match random.below(3) {
                0 => b.unary(UnaryOp::IsFinite, x, TypeId::BOOL, L),
                _ => test,
            };
            b.ite(test, x, y, L)
        }
        _ => {
            let ops = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div, BinaryOp::Min, BinaryOp::Max];
            let op = ops[random.below(6) as usize];
            let [x, y] = [0; 2].map(|_| special(b, random, types, vars, depth - 1));
            b.binary(op, x, y, float, L)
        }
    }
}

/// Often what is no finite number, or close to it.
fn special_number(random: &mut Random) -> f64 {
    let odd = [f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 0.0, -0.0, f64::from(f32::MAX), f64::from(f32::MIN)];
    if random.below(2) == 0 { odd[random.below(7) as usize] } else { number(random) }
}

/// The program `assume X = x, Y = y; check expression /= unexpected` over floats with infinities and NaN, a NaN being
/// the same as another one.
fn special_program(seed: u64, inputs: [f64; 2], unexpected: Option<f64>) -> Program {
    let mut random = Random::new(seed);
    let mut program = Program::new();
    let float = program.add_type(Type::ieee("float", FloatFormat::F32));
    let wide = program.add_type(Type::ieee("double", FloatFormat::F64));
    let id = program.declare("P", L);
    let mut b = Builder::new("P", L);
    b.set_entry(true);
    let vars = ["X", "Y"].map(|name| b.param(name, float, Mode::In, L));
    let result = b.result("P'Result", float, L);
    let is = |b: &mut Builder, e: ExprId, value: f64| {
        let wanted = if value.is_nan() { e } else { b.float(value, float, L) };
        let op = if value.is_nan() { BinaryOp::Ne } else { BinaryOp::Eq };
        b.compare(op, e, wanted, L)
    };
    let values = vars.map(|var| b.var(var, L));
    for (value, input) in values.into_iter().zip(inputs) {
        let same = is(&mut b, value, input);
        b.assume(same, L);
    }
    let value = special(&mut b, &mut random, (float, wide), &values, 3);
    b.assign(result, value, L);
    if let Some(unexpected) = unexpected {
        let value = b.var(result, L);
        let same = is(&mut b, value, unexpected);
        let other = b.not(same, L);
        let check = program.add_check(Check::new(CheckKind::Assertion, L));
        b.check(check, other, L);
    }
    b.finish(&mut program, id);
    assert_eq!(validate(&program), Vec::new());
    lift(&mut program);
    program
}

#[test]
fn infinities_and_nan_are_never_excluded() {
    let mut confirmed = 0;
    let mut solver = Verdicts::new("bmc", 1);
    let limits = Limits { steps: 10_000, cancel: None, trace: false };
    for seed in 1..=60 {
        let mut random = Random::new(seed + 9000);
        let inputs = [special_number(&mut random), special_number(&mut random)];
        let start = Inputs { params: inputs.map(Value::Float).to_vec(), globals: Vec::new() };
        let plain = special_program(seed, inputs, None);
        let ran = run(&plain, crate::ir::ProcId(0), &start, &mut (), limits);
        let (End::Returned, Some(Value::Float(result))) = (&ran.end, &ran.result) else {
            panic!("seed {seed}: {:?}\n{plain}", ran.end)
        };
        let asking = special_program(seed, inputs, Some(*result));
        let encoded = encode(&asking, &Options::default()).unwrap();
        match solver.decide(&encoded, CheckId(0)) {
            "fails" => confirmed += 1,
            "holds" => panic!("seed {seed}: {inputs:?} gives {result}, which the clauses exclude\n{asking}"),
            _ => {}
        }
    }
    assert!(confirmed > 30, "{confirmed} confirmed");
}

/// The program `assume X = x, Y = y; check expression /= unexpected`; without the latter the result is returned.
fn program(seed: u64, inputs: [f64; 2], unexpected: Option<f64>) -> Program {
    let mut random = Random::new(seed);
    let mut program = Program::new();
    let float = program.add_type(Type::float("Float", FloatFormat::F32));
    program.add_type(Type::int("Integer", Range::signed(32), Range::signed(32)));
    let id = program.declare("P", L);
    let mut b = Builder::new("P", L);
    b.set_entry(true);
    let vars = ["X", "Y"].map(|name| b.param(name, float, Mode::In, L));
    let result = b.result("P'Result", float, L);
    let values = vars.map(|var| b.var(var, L));
    for (value, input) in values.into_iter().zip(inputs) {
        // Half of the programs know a range.
        if random.below(2) == 0 {
            let limit = f64::from((2.0 * input.abs() + 1024.0) as f32);
            let (low, high) = (b.float(-limit, float, L), b.float(limit, float, L));
            let inside = b.between(value, low, high, L);
            b.assume(inside, L);
        }
        let exact = b.float(input, float, L);
        let same = b.compare(BinaryOp::Eq, value, exact, L);
        b.assume(same, L);
    }
    let value = expression(&mut b, &mut random, float, &values, 3);
    b.assign(result, value, L);
    if let Some(unexpected) = unexpected {
        let unexpected = b.float(unexpected, float, L);
        let value = b.var(result, L);
        let other = b.compare(BinaryOp::Ne, value, unexpected, L);
        let check = program.add_check(Check::new(CheckKind::Assertion, L));
        b.check(check, other, L);
    }
    b.finish(&mut program, id);
    assert_eq!(validate(&program), Vec::new());
    lift(&mut program);
    program
}

#[test]
fn the_result_of_the_machine_is_never_excluded() {
    let mut confirmed = 0;
    let mut solver = Verdicts::new("bmc", 1);
    let limits = Limits { steps: 10_000, cancel: None, trace: false };
    for seed in 1..=30 {
        let mut random = Random::new(seed + 5000);
        let inputs = [number(&mut random), number(&mut random)];
        let start = Inputs { params: inputs.map(Value::Float).to_vec(), globals: Vec::new() };
        let plain = program(seed, inputs, None);
        let ran = run(&plain, crate::ir::ProcId(0), &start, &mut (), limits);
        let (End::Returned, Some(Value::Float(result))) = (&ran.end, &ran.result) else {
            // Overflow: a check would have stopped the run.
            continue;
        };
        let asking = program(seed, inputs, Some(*result));
        let encoded = encode(&asking, &Options::default()).unwrap();
        match solver.decide(&encoded, CheckId(0)) {
            "fails" => confirmed += 1,
            "holds" => panic!("seed {seed}: {inputs:?} gives {result}, which the clauses exclude\n{asking}"),
            _ => {}
        }
    }
    assert!(confirmed > 8, "{confirmed} confirmed");
}
