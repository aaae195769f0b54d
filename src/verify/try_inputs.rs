//! The interpreter as a decision procedure: inputs that a tester would try, and programs that have only one run.
//!
//! A failing run is a failure, whoever thought of its inputs. An entry without inputs whose run ended without asking for any
//! value has no other run: its checks hold that did not fail.

use super::report::Counterexample;
use super::run::example;
use horn_frontend::interp::{self, Array, End, Inputs, Limits, Value, from_i128, to_i128};
use horn_frontend::ir::{CheckId, ExprKind, Mode, ProcId, Program, StmtKind, TypeId, TypeKind};
use horn_solver::num::Int;
use horn_solver::random::SplitMix;
use horn_solver::smt::CancelToken;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Runs of an entry, at most.
const RUNS: usize = 1_500;
/// Time for an entry, at most.
const TIME: Duration = Duration::from_millis(700);
/// Steps of a run with inputs.
const STEPS: u64 = 60_000;
/// Steps of the only run of an entry without inputs.
const ONLY_STEPS: u64 = 30_000_000;
/// Time for the only run of an entry without inputs.
const ONLY_TIME: Duration = Duration::from_secs(3);
/// Runs that make an example simpler.
const SIMPLIFICATIONS: usize = 60;
/// Runs of an entry that were cut off and are kept.
const CUT: usize = 10;
/// Steps of runs that go on, and the time for all of them together: at once, and when the solver has had a try.
const LONG: [(u64, Duration); 2] = [(40_000_000, Duration::from_millis(800)), (400_000_000, Duration::from_secs(3))];

/// What was found out.
#[derive(Default)]
pub struct Tries {
    /// Checks that fail.
    pub failing: Vec<(CheckId, Box<Counterexample>)>,
    /// Checks that hold.
    pub proved: Vec<CheckId>,
    /// Runs that were not at their end.
    pub cut: Vec<Attempt>,
}

/// A run that can be repeated.
pub struct Attempt {
    entry: ProcId,
    inputs: Inputs,
    /// The seed of its choices; without one they take the first value there is.
    seed: Option<usize>,
}

impl Attempt {
    fn run(&self, program: &Program, hints: &Hints, limits: Limits<'_>) -> interp::Run {
        match self.seed {
            None => interp::run(program, self.entry, &self.inputs, &mut (), limits),
            Some(seed) => {
                let mut choices = RandomChoices { program, hints, random: SplitMix(seed as u64), attempt: seed };
                interp::run(program, self.entry, &self.inputs, &mut choices, limits)
            }
        }
    }
}

/// Tries the entries of a program.
pub fn try_inputs(program: &Program, open: &[CheckId], cancel: &CancelToken) -> Tries {
    let mut failing: BTreeMap<CheckId, Box<Counterexample>> = BTreeMap::new();
    let mut decided: BTreeSet<ProcId> = BTreeSet::new();
    let entries: Vec<ProcId> =
        program.procedures().filter(|(_, procedure)| procedure.entry).map(|(id, _)| id).collect();
    let hints = Hints::of(program);
    let mut cut: Vec<Attempt> = Vec::new();
    for &entry in &entries {
        if cancel.is_cancelled() {
            break;
        }
        // Whether runs ask for values that the inputs don't determine.
        let mut asks = false;
        let has_params = program.procedure(entry).params().any(|(_, mode)| mode != Mode::Out);
        if !has_params {
            let cancel = cancel.child().until(Instant::now().checked_add(ONLY_TIME));
            let limits = Limits { steps: ONLY_STEPS, cancel: Some(&cancel), trace: true };
            let run = interp::run(program, entry, &Inputs::default(), &mut (), limits);
            if let End::Failed(check) = run.end {
                failing.entry(check).or_insert_with(|| Box::new(example(program, entry, &Inputs::default(), &run)));
            }
            if run.choices == 0 && matches!(run.end, End::Returned | End::Failed(_)) {
                decided.insert(entry);
                continue;
            }
            asks = run.choices > 0;
            if program.globals.is_empty() && !asks {
                continue;
            }
        }
        let end = Instant::now() + TIME;
        let mut random = SplitMix(0x5EED ^ u64::from(entry.0));
        let before = cut.len();
        for attempt in 0..RUNS {
            if Instant::now() > end || cancel.is_cancelled() {
                break;
            }
            let inputs = inputs(program, entry, &hints, &mut random, attempt);
            let limits = Limits { steps: STEPS, cancel: Some(cancel), trace: false };
            let chosen = asks && (attempt % 2 == 1 || !has_params && program.globals.is_empty());
            let mut tried = Attempt { entry, inputs, seed: chosen.then_some(attempt) };
            let run = tried.run(program, &hints, limits);
            asks |= run.choices > 0;
            if let End::Failed(check) = run.end
                && !failing.contains_key(&check)
            {
                if tried.seed.is_none() {
                    tried.inputs = simplify(program, entry, tried.inputs, check, cancel);
                }
                let run = tried.run(program, &hints, Limits { trace: true, ..limits });
                failing.insert(check, Box::new(example(program, entry, &tried.inputs, &run)));
            } else if matches!(run.end, End::GivenUp(_)) {
                // Early and late ones: these have small values, those large ones.
                match cut.len() - before {
                    CUT.. => cut[before + CUT / 2 + attempt % (CUT / 2)] = tried,
                    _ => cut.push(tried),
                }
            }
            if let End::Broken(what) = &run.end {
                log::error!("the interpreter in {}: {what}", program.procedure(entry).name);
                break;
            }
        }
        // Varied values before small ones, which are often all the same.
        cut[before..].reverse();
    }
    let proved = only_runs(program, &entries, &decided, open, &failing);
    let open: BTreeSet<CheckId> = open.iter().copied().collect();
    let failing = failing.into_iter().filter(|(check, _)| open.contains(check)).collect();
    Tries { failing, proved, cut }
}

/// Lets runs go on that were cut off, for failures behind long loops: for a moment (`round` 0) or longer (1). Those that are still
/// not at their end stay.
pub fn go_on(
    program: &Program,
    cut: &mut Vec<Attempt>,
    open: &[CheckId],
    round: usize,
    cancel: &CancelToken,
) -> Vec<(CheckId, Box<Counterexample>)> {
    let (steps, time) = LONG[round.min(1)];
    let open: BTreeSet<CheckId> = open.iter().copied().collect();
    cut.retain(|attempt| !states(program, attempt.entry).is_disjoint(&open));
    if cut.is_empty() {
        return Vec::new();
    }
    let limited = cancel.child().until(Instant::now().checked_add(time));
    let hints = Hints::of(program);
    let mut failing: BTreeMap<CheckId, Box<Counterexample>> = BTreeMap::new();
    cut.retain(|attempt| {
        if failing.len() == open.len() || limited.is_cancelled() {
            return true;
        }
        let end = attempt.run(program, &hints, Limits { steps, cancel: Some(&limited), trace: false }).end;
        log::debug!("a run that goes on, seed {:?}: {end:?}", attempt.seed);
        if let End::Failed(check) = end
            && open.contains(&check)
            && !failing.contains_key(&check)
        {
            // The same run again with its trace, this time to its end.
            let run = attempt.run(program, &hints, Limits { steps, cancel: Some(cancel), trace: true });
            if run.end == end {
                failing.insert(check, Box::new(example(program, attempt.entry, &attempt.inputs, &run)));
            }
        }
        matches!(end, End::GivenUp(_))
    });
    failing.into_iter().collect()
}

/// Values for what the inputs don't determine: the same ones in every run that starts with the same seed.
struct RandomChoices<'a> {
    program: &'a Program,
    hints: &'a Hints,
    random: SplitMix,
    attempt: usize,
}

impl interp::Choices for RandomChoices<'_> {
    fn choose(&mut self, _: horn_frontend::encode::Site, ty: TypeId) -> Option<Value> {
        Some(value(self.program, ty, self.hints, &mut self.random, self.attempt))
    }
}

/// The open checks that only decided entries reach, and that did not fail.
fn only_runs(
    program: &Program,
    entries: &[ProcId],
    decided: &BTreeSet<ProcId>,
    open: &[CheckId],
    failing: &BTreeMap<CheckId, Box<Counterexample>>,
) -> Vec<CheckId> {
    let mut undecided: BTreeSet<CheckId> = BTreeSet::new();
    for entry in entries.iter().filter(|entry| !decided.contains(entry)) {
        undecided.extend(states(program, *entry));
    }
    open.iter().copied().filter(|check| !undecided.contains(check) && !failing.contains_key(check)).collect()
}

/// The checks that runs of an entry may come to.
pub fn states(program: &Program, entry: ProcId) -> BTreeSet<CheckId> {
    let mut found = BTreeSet::new();
    for procedure in super::reached_from(program, [entry]) {
        for statement in program.procedure(procedure).blocks.iter().flat_map(|block| &block.statements) {
            if let StmtKind::Check(check, _) = &statement.kind {
                found.insert(*check);
            }
        }
    }
    found
}

/// Numbers that the program mentions, and those that testers know.
struct Hints {
    ints: Vec<Int>,
    floats: Vec<f64>,
}

impl Hints {
    fn of(program: &Program) -> Hints {
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
fn inputs(program: &Program, entry: ProcId, hints: &Hints, random: &mut SplitMix, attempt: usize) -> Inputs {
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
            let single = float.format == horn_frontend::ir::FloatFormat::F32;
            let largest = if single { f64::from(f32::MAX) } else { f64::MAX };
            let (first, last) = float.range.unwrap_or((-largest, largest));
            let known: Vec<f64> = hints.floats.iter().copied().filter(|x| first <= *x && *x <= last).collect();
            let pick = |random: &mut SplitMix| match random.index(known.len() + 2) {
                0 => first,
                1 => last,
                at => known[at - 2],
            };
            let (a, b) = (pick(random), pick(random));
            let raw = match random.index(5) {
                0 | 1 => a,
                2 => nudged(a, single, random.index(5) as i64 - 2),
                3 => a + (b - a) * unit(random),
                _ => (a + (b - a) * unit(random)).round(),
            };
            let raw = if single { f64::from(raw as f32) } else { raw };
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

/// The float some machine numbers further.
fn nudged(value: f64, single: bool, steps: i64) -> f64 {
    let mut value = value;
    for _ in 0..steps.abs() {
        value = match (single, steps > 0) {
            (true, true) => f64::from((value as f32).next_up()),
            (true, false) => f64::from((value as f32).next_down()),
            (false, true) => value.next_up(),
            (false, false) => value.next_down(),
        };
    }
    value
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
            let single = float.format == horn_frontend::ir::FloatFormat::F32;
            let factor = [1.0, 1.0, 0.5, 2.0, 0.9, 1.1][random.index(6)];
            let raw = nudged(old * factor, single, random.index(9) as i64 - 4);
            Value::Float(if single { f64::from(raw as f32) } else { raw })
        }
        (Value::Int(old), _) => Value::Int(old.clone() + Int::from(random.index(9) as i64 - 4)),
        _ => value(program, ty, hints, random, attempt),
    }
}

/// Inputs as simple as can be found quickly, on which the same check fails.
fn simplify(program: &Program, entry: ProcId, inputs: Inputs, check: CheckId, cancel: &CancelToken) -> Inputs {
    let mut best = inputs;
    let mut left = SIMPLIFICATIONS;
    let mut changed = true;
    while changed {
        changed = false;
        for at in 0..best.params.len() {
            for simpler in simpler(&best.params[at]) {
                if left == 0 || cancel.is_cancelled() {
                    return best;
                }
                left -= 1;
                let mut inputs = best.clone();
                inputs.params[at] = simpler;
                let limits = Limits { steps: STEPS, cancel: Some(cancel), trace: false };
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
fn simpler(value: &Value) -> Vec<Value> {
    match value {
        Value::Bool(true) => vec![Value::Bool(false)],
        Value::Bool(false) => Vec::new(),
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
