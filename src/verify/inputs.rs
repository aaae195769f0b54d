//! Inputs that a tester would try: values at the ends of ranges, numbers of the program and their neighbours, short
//! arrays; and simpler or slightly different ones of those that were found.

use horn_frontend::interp::{self, Array, End, Inputs, Limits, Value, from_i128, to_i128};
use horn_frontend::ir::{CheckId, ExprKind, FloatFormat, Mode, ProcId, Program, TypeId, TypeKind, ieee};
use horn_solver::num::Int;
use horn_solver::random::SplitMix;
use horn_solver::smt::CancelToken;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Runs that make an example simpler.
const SIMPLIFICATIONS: usize = 60;

/// Values for what the inputs don't determine: the same ones in every run that starts with the same seed.
pub struct RandomChoices<'a> {
    program: &'a Program,
    hints: &'a Hints,
    random: SplitMix,
    attempt: usize,
}

impl<'a> RandomChoices<'a> {
    /// Those of the attempt with that number.
    pub fn new(program: &'a Program, hints: &'a Hints, attempt: usize) -> RandomChoices<'a> {
        RandomChoices { program, hints, random: SplitMix(attempt as u64), attempt }
    }
}

impl interp::Choices for RandomChoices<'_> {
    fn choose(&mut self, _: horn_frontend::encode::Site, ty: TypeId) -> Option<Value> {
        Some(value(self.program, ty, self.hints, &mut self.random, self.attempt))
    }
}

/// Numbers that the program mentions, and those that testers know.
pub struct Hints {
    ints: Vec<Int>,
    floats: Vec<f64>,
}

impl Hints {
    /// Those of a program.
    pub fn of(program: &Program) -> Hints {
        let mut ints: BTreeSet<Int> = (-2..=2).map(Int::from).collect();
        let mut floats = vec![0.0, 1.0, -1.0, 0.5, 0.1, 16_777_216.0, 2.0, 10.0];
        for procedure in &program.procedures {
            for (_, node) in procedure.exprs.iter() {
                match &node.kind {
                    ExprKind::Int(value) => {
                        ints.extend([-1, 0, 1].map(|near| value.clone() + Int::from(near)));
                        ints.insert(-value.clone());
                    }
                    ExprKind::Float(value) => floats.extend([*value, -*value]),
                    _ => {}
                }
            }
        }
        floats.sort_by(f64::total_cmp);
        floats.dedup();
        // Small numbers first: they make the examples that people understand.
        let mut ints: Vec<Int> = ints.into_iter().collect();
        ints.sort_by_key(|value| (value.abs(), value.is_negative()));
        Hints { ints, floats }
    }
}

/// A number from 0 to 1, which is not among them.
fn unit(random: &mut SplitMix) -> f64 {
    (random.draw() >> 11) as f64 / (1u64 << 53) as f64
}

/// Inputs of an entry. Early attempts take small values.
pub fn inputs(program: &Program, entry: ProcId, hints: &Hints, random: &mut SplitMix, attempt: usize) -> Inputs {
    let procedure = program.procedure(entry);
    let params = procedure.params().filter(|(_, mode)| *mode != Mode::Out);
    let params = params.map(|(var, _)| value(program, procedure.var(var).ty, hints, random, attempt)).collect();
    let globals =
        program.globals.iter().map(|global| Some(value(program, global.ty, hints, random, attempt))).collect();
    Inputs { params, globals }
}

/// A value of a type.
fn value(program: &Program, ty: TypeId, hints: &Hints, random: &mut SplitMix, attempt: usize) -> Value {
    match &program.ty(ty).kind {
        TypeKind::Bool => Value::Bool(random.index(2) == 0),
        TypeKind::Int(int) => {
            let (first, last) = match &int.range {
                Some(range) => (range.first.clone(), range.last.clone()),
                None => (Int::from(i64::MIN), Int::from(i64::MAX)),
            };
            Value::Int(integer(&first, &last, hints, random, attempt))
        }
        TypeKind::Modular(modular) => {
            let (first, last) = match &modular.range {
                Some(range) => (range.first.clone(), range.last.clone()),
                None => (Int::ZERO, modular.modulus.clone() - Int::ONE),
            };
            Value::Int(integer(&first, &last, hints, random, attempt))
        }
        TypeKind::Float(float) => {
            let largest = ieee::largest(float.format);
            let (first, last) = float.range.unwrap_or((-largest, largest));
            // What is no finite number is rare, but often forgotten.
            if float.special && random.index(12) == 0 {
                let odd = [f64::INFINITY, f64::NEG_INFINITY, f64::NAN, -0.0];
                return Value::Float(odd[random.index(odd.len())]);
            }
            let of_format = |x: f64| ieee::nearest(x, float.format);
            let known: Vec<f64> =
                hints.floats.iter().copied().map(of_format).filter(|x| first <= *x && *x <= last).collect();
            let pick = |random: &mut SplitMix| match random.index(known.len() + 2) {
                0 => first,
                1 => last,
                at => known[at - 2],
            };
            let (a, b) = (pick(random), pick(random));
            let raw = match random.index(5) {
                0 | 1 => a,
                2 => nudged(a, float.format, random.index(5) as i64 - 2),
                3 => a + (b - a) * unit(random),
                _ => (a + (b - a) * unit(random)).round(),
            };
            let raw = of_format(raw);
            Value::Float(if raw >= first && raw <= last { raw } else { a.clamp(first, last) })
        }
        TypeKind::Array(array) => {
            let bounds: Vec<(Int, Int)> = match &array.bounds {
                Some(bounds) => bounds.iter().map(|range| (range.first.clone(), range.last.clone())).collect(),
                None => array.index.iter().map(|index| free_bounds(program, *index, random)).collect(),
            };
            let default = value(program, array.component, hints, random, attempt);
            let mut made = Array { bounds, default, cells: BTreeMap::new() };
            let size = made.size().unwrap_or(i128::MAX).min(1 << 40);
            // The first components decide most; a few anywhere.
            for offset in 0..size.min(4 + random.index(6) as i128) {
                if random.index(3) > 0 {
                    made.set(offset, value(program, array.component, hints, random, attempt));
                }
            }
            if size > 0 && random.index(3) == 0 {
                let offset = i128::from(random.draw() >> 24) % size;
                made.set(offset, value(program, array.component, hints, random, attempt));
            }
            Value::Array(Arc::new(made))
        }
        TypeKind::Record(record) => Value::Record(Arc::new(
            record.fields.iter().map(|field| value(program, field.ty, hints, random, attempt)).collect(),
        )),
    }
}

/// Short arrays, null ones among them, that start at one or at the first index.
fn free_bounds(program: &Program, index: TypeId, random: &mut SplitMix) -> (Int, Int) {
    let (first, last) = match &program.ty(index).kind {
        TypeKind::Int(int) => match &int.range {
            Some(range) => (range.first.clone(), range.last.clone()),
            None => (Int::ONE, Int::from(1000)),
        },
        _ => (Int::ONE, Int::from(1000)),
    };
    let start = if random.index(4) == 0 || first > Int::ONE || last < Int::ONE { first } else { Int::ONE };
    let end = start.clone() + Int::from(random.index(6) as i64) - Int::ONE;
    let end = if end > last { last } else { end };
    (start, end)
}

fn integer(first: &Int, last: &Int, hints: &Hints, random: &mut SplitMix, attempt: usize) -> Int {
    let known: Vec<&Int> = hints.ints.iter().filter(|value| *first <= **value && **value <= *last).collect();
    // Small values in early attempts, then everything that is known.
    let usable = known.len().min(4 + attempt / 4);
    let pick = |random: &mut SplitMix| match random.index(usable + 2) {
        0 if attempt > 20 || usable == 0 => first.clone(),
        1 if attempt > 20 || usable == 0 => last.clone(),
        at => known.get(at % usable.max(1)).map_or_else(|| first.clone(), |value| (*value).clone()),
    };
    let a = pick(random);
    if random.index(4) > 0 {
        return a;
    }
    // Something between two known values.
    let b = pick(random);
    let (low, high) = if a <= b { (a, b) } else { (b, a) };
    let Some(width) = to_i128(&(high.clone() - low.clone())).filter(|width| *width > 0 && *width < i128::MAX - 1)
    else {
        return low;
    };
    low + from_i128(((i128::from(random.draw()) << 32) ^ i128::from(random.draw())) % (width + 1))
}

/// The number of the format some numbers further than the one that is nearest.
fn nudged(value: f64, format: FloatFormat, steps: i64) -> f64 {
    let next = if steps > 0 { ieee::next_up } else { ieee::next_down };
    (0..steps.abs()).fold(ieee::nearest(value, format), |value, _| next(value, format))
}

/// Inputs near the given ones: one value changed a little, or several.
pub fn variations(program: &Program, entry: ProcId, inputs: &Inputs, count: usize) -> Vec<Inputs> {
    let procedure = program.procedure(entry);
    let types: Vec<TypeId> =
        procedure.params().filter(|(_, mode)| *mode != Mode::Out).map(|(var, _)| procedure.var(var).ty).collect();
    if types.is_empty() {
        return Vec::new();
    }
    let mut random = SplitMix(0x1234_5678);
    let hints = Hints::of(program);
    (0..count)
        .map(|attempt| {
            let mut inputs = inputs.clone();
            for (at, ty) in types.iter().enumerate() {
                if let Some(place) = inputs.params.get_mut(at)
                    && random.index(types.len()) == 0
                {
                    let old = place.clone();
                    *place = near(program, *ty, &old, &hints, &mut random, attempt);
                    if !place.fits(program, *ty) {
                        *place = old;
                    }
                }
            }
            inputs
        })
        .collect()
}

fn near(program: &Program, ty: TypeId, old: &Value, hints: &Hints, random: &mut SplitMix, attempt: usize) -> Value {
    match (old, &program.ty(ty).kind) {
        (Value::Float(old), TypeKind::Float(float)) => {
            let factor = [1.0, 1.0, 0.5, 2.0, 0.9, 1.1][random.index(6)];
            Value::Float(nudged(old * factor, float.format, random.index(9) as i64 - 4))
        }
        (Value::Int(old), _) => Value::Int(old.clone() + Int::from(random.index(9) as i64 - 4)),
        _ => value(program, ty, hints, random, attempt),
    }
}

/// Inputs as simple as can be found quickly, on which the same check fails.
pub fn simplify(program: &Program, entry: ProcId, inputs: Inputs, check: CheckId, limits: Limits<'_>) -> Inputs {
    let mut best = inputs;
    let mut left = SIMPLIFICATIONS;
    let mut changed = true;
    while changed {
        changed = false;
        for at in 0..best.params.len() {
            for simpler in simpler(&best.params[at]) {
                if left == 0 || limits.cancel.is_some_and(CancelToken::is_cancelled) {
                    return best;
                }
                left -= 1;
                let mut inputs = best.clone();
                inputs.params[at] = simpler;
                let run = interp::run(program, entry, &inputs, &mut (), limits);
                if run.end == End::Failed(check) {
                    best = inputs;
                    changed = true;
                    break;
                }
            }
        }
    }
    best
}

/// Simpler values of the same shape, the simplest first. They may be out of range: a run refuses them.
pub(super) fn simpler(value: &Value) -> Vec<Value> {
    match value {
        Value::Bool(true) => vec![Value::Bool(false)],
        Value::Bool(false) | Value::Open => Vec::new(),
        Value::Int(number) if number.is_zero() => Vec::new(),
        Value::Int(number) => {
            let half = if number.is_negative() {
                -((-number.clone()).div_floor(&Int::from(2)))
            } else {
                number.div_floor(&Int::from(2))
            };
            let step = if number.is_negative() { number.clone() + Int::ONE } else { number.clone() - Int::ONE };
            [Int::ZERO, Int::ONE, half, step].into_iter().filter(|n| n.abs() < number.abs()).map(Value::Int).collect()
        }
        Value::Float(number) => {
            let simple = [0.0, 1.0, number.trunc(), number / 2.0];
            simple.into_iter().filter(|n| n.abs() < number.abs()).map(Value::Float).collect()
        }
        Value::Array(array) => {
            let mut made = Vec::new();
            if !array.cells.is_empty() {
                made.push(Array { cells: BTreeMap::new(), ..(**array).clone() });
                for key in array.cells.keys() {
                    let mut fewer = (**array).clone();
                    fewer.cells.remove(key);
                    made.push(fewer);
                }
            }
            for default in simpler(&array.default) {
                made.push(Array { default, ..(**array).clone() });
            }
            made.into_iter().map(|array| Value::Array(Arc::new(array))).collect()
        }
        Value::Record(fields) => {
            let mut made = Vec::new();
            for (at, field) in fields.iter().enumerate() {
                for simpler in simpler(field) {
                    let mut fields = (**fields).clone();
                    fields[at] = simpler;
                    made.push(Value::Record(Arc::new(fields)));
                }
            }
            made
        }
    }
}
