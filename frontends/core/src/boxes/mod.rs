//! Checks decided by exploring boxes of inputs with intervals, the box split until every part is decided.
//!
//! For programs whose loops end by themselves and whose checks hold with a margin, which nonlinear floats usually do.
//! Floats are the machine's: an interval ends in the rounded results at its ends, which by monotony of rounding is the
//! hull of what the program computes, so nothing is called proved that rounding, underflow or overflow can break. A box
//! in which a check may fail is narrowed to the part where it may, tried at some points by the interpreter, and split;
//! a box of one point is decided by it. After R. E. Moore, R. B. Kearfott, M. J. Cloud, "Introduction to Interval
//! Analysis" (SIAM 2009), chapters 5 and 11.

mod eval;
mod floats;
mod forms;
mod state;
mod symbols;
#[cfg(test)]
mod tests;
mod value;

use crate::encode::Site;
use crate::interp::{self, Choices, End, Inputs, Value};
use crate::ir::{CheckId, FloatFormat, Mode, ProcId, Program, TypeId, TypeKind};
use horn_solver::num::Int;
use horn_solver::smt::CancelToken;
use state::Explorer;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;
pub use symbols::{Cut, Question};
use value::Set;

/// Steps for one box.
const STEPS: u64 = 400_000;
/// Steps of a trial run.
const TRIAL: u64 = 100_000;
/// Boxes that wait at the same time.
const BOXES: usize = 100_000;
/// Questions about one entry, at most.
const QUESTIONS: usize = 400;
/// Components of inputs that are split, at most.
const DIMENSIONS: usize = 12;

/// What was found out about an entry.
#[derive(Clone, Debug, Default)]
pub struct Decided {
    /// Checks that hold in all its runs.
    pub holds: BTreeSet<CheckId>,
    /// Checks that fail at these points, as runs have shown.
    pub fails: BTreeMap<CheckId, Point>,
    /// Boxes that were explored.
    pub boxes: usize,
}

/// What a run depends on.
#[derive(Clone, Debug, Default)]
pub struct Point {
    /// The inputs.
    pub inputs: Inputs,
    /// The first values that the run chooses, in their order.
    pub choices: Vec<Value>,
}

impl Point {
    /// Gives a run the choices of the point; behind them any value will do.
    pub fn choose(&self) -> impl Choices + '_ {
        Listed(self.choices.iter())
    }
}

struct Listed<'p>(std::slice::Iter<'p, Value>);

impl Choices for Listed<'_> {
    fn choose(&mut self, site: Site, _: TypeId) -> Option<Value> {
        // What variables hold before they are written is not counted.
        site.at.and_then(|_| self.0.next()).cloned()
    }
}

/// Where a scalar is in the inputs and choices: the input, and fields or offsets into it.
type Path = (usize, Vec<i128>);

/// Decides those of the goals that it can until it is cancelled. The program is lifted.
pub fn decide(program: &Program, entry: ProcId, goals: &BTreeSet<CheckId>, cancel: &CancelToken) -> Decided {
    let mut types = input_types(program, entry);
    let fixed = types.len();
    let whole: Vec<Set> = types.iter().map(|ty| Set::of_type(program, *ty)).collect();
    let mut explorer = Explorer::new(program, entry, cancel);
    let mut decided = Decided::default();
    // Goals that fail, or that no splitting will decide.
    let mut lost: BTreeSet<CheckId> = BTreeSet::new();
    let mut waiting: VecDeque<(Vec<Set>, BTreeSet<CheckId>, usize)> = VecDeque::from([(whole, goals.clone(), 0)]);
    while let Some((inputs, goals, depth)) = waiting.pop_front() {
        let goals: BTreeSet<CheckId> = goals.difference(&lost).copied().collect();
        if goals.is_empty() {
            continue;
        }
        decided.boxes += 1;
        let explored = explorer.explore(&inputs, &goals, STEPS);
        types.extend_from_slice(&explorer.choices[types.len() - fixed..]);
        let (open, part) = if explored.given_up {
            let mut part = inputs.clone();
            explorer.pad(&mut part);
            (goals, part)
        } else {
            let mut part: Option<Vec<Set>> = None;
            for set in explored.open.values() {
                part = Some(match part {
                    None => set.clone(),
                    Some(part) => part.iter().zip(set).map(|(a, b)| a.hull(b)).collect(),
                });
            }
            let Some(part) = part else { continue };
            (explored.open.keys().copied().collect(), part)
        };
        // Early boxes are large: several points; later ones are many.
        let eighths: &[u32] = if decided.boxes < 64 { &[4, 0, 8, 1, 7] } else { &[4] };
        for eighths in eighths {
            let point = sample(program, fixed, &types, &part, *eighths);
            let limits = interp::Limits { steps: TRIAL, cancel: Some(cancel), trace: false };
            let end = interp::run(program, entry, &point.inputs, &mut point.choose(), limits).end;
            if let End::Failed(check) = end {
                lost.insert(check);
                decided.fails.entry(check).or_insert(point);
            }
        }
        let open: BTreeSet<CheckId> = open.difference(&lost).copied().collect();
        if open.is_empty() {
            continue;
        }
        match halves(program, &types, &part, depth) {
            Some(halves) if waiting.len() < BOXES && !cancel.is_cancelled() => {
                waiting.extend(halves.into_iter().map(|half| (half, open.clone(), depth + 1)));
            }
            // What leads to a failure is one point of a larger box: that point has not been looked at by itself.
            None if part != inputs && !cancel.is_cancelled() => waiting.push_back((part, open, depth + 1)),
            _ => lost.extend(open),
        }
        if cancel.is_cancelled() {
            waiting.into_iter().for_each(|(_, goals, _)| lost.extend(goals));
            break;
        }
    }
    decided.holds = goals.difference(&lost).copied().collect();
    decided
}

/// What intervals do not decide of an entry, path by path, as questions over floating point numbers. `None` if its
/// paths are too many or too long. A goal holds if all questions about it are unsatisfiable.
pub fn questions(
    program: &Program,
    entry: ProcId,
    goals: &BTreeSet<CheckId>,
    cancel: &CancelToken,
) -> Option<Vec<Question>> {
    let whole: Vec<Set> = input_types(program, entry).iter().map(|ty| Set::of_type(program, *ty)).collect();
    let mut explorer = Explorer::symbolic(program, entry, cancel);
    let explored = explorer.explore(&whole, goals, STEPS);
    (!explored.given_up && explorer.questions.len() <= QUESTIONS).then_some(explorer.questions)
}

/// The paths of an entry within some bounds.
#[derive(Debug)]
pub struct Paths {
    /// What intervals do not decide of the goals.
    pub questions: Vec<Question>,
    /// Where paths were cut off.
    pub cuts: Vec<Cut>,
}

/// As [`questions`], for runs with at most so many iterations of loops and nested activations. Goals whose questions
/// are all unsatisfiable hold in all runs if no path that was cut off can be taken.
pub fn paths(
    program: &Program,
    entry: ProcId,
    goals: &BTreeSet<CheckId>,
    bounds: &crate::bounded::Bounds,
    cancel: &CancelToken,
) -> Option<Paths> {
    let whole: Vec<Set> = input_types(program, entry).iter().map(|ty| Set::of_type(program, *ty)).collect();
    let mut explorer = Explorer::bounded(program, entry, bounds, cancel);
    let explored = explorer.explore(&whole, goals, STEPS);
    let Explorer { questions, cuts, .. } = explorer;
    let few = questions.len() <= QUESTIONS && cuts.len() <= QUESTIONS;
    (!explored.given_up && few).then_some(Paths { questions, cuts })
}

/// The point that a model of a question says: the answer to its [`Question::values`]. What has no term gets some value.
/// `None` if the answer is not understood.
pub fn answered(program: &Program, entry: ProcId, question: &Question, answer: &str) -> Option<Point> {
    let mut types = input_types(program, entry);
    let fixed = types.len();
    types.extend_from_slice(&question.choices);
    let mut values: Vec<Value> = types.iter().map(|ty| Value::zero(program, *ty)).collect();
    let words: Vec<&str> = answer
        .split(|c: char| c.is_whitespace() || c == '(' || c == ')')
        .filter(|word| word.starts_with('#') || *word == "true" || *word == "false")
        .collect();
    if words.len() != question.inputs.len() {
        return None;
    }
    for (at, word) in question.inputs.iter().zip(words) {
        let bits = match word.split_at_checked(2) {
            Some(("#x", digits)) => u64::from_str_radix(digits, 16).ok()?,
            Some(("#b", digits)) => u64::from_str_radix(digits, 2).ok()?,
            _ => u64::from(word == "true"),
        };
        let ty = *types.get(*at)?;
        values[*at] = match &program.ty(ty).kind {
            TypeKind::Bool => Value::Bool(bits != 0),
            TypeKind::Float(float) if float.format == FloatFormat::F32 => {
                Value::Float(f64::from(f32::from_bits(u32::try_from(bits).ok()?)))
            }
            TypeKind::Float(_) => Value::Float(f64::from_bits(bits)),
            _ => Value::Int(Int::from(i64::from_ne_bytes(bits.to_ne_bytes()))),
        };
        if !values[*at].fits(program, ty) {
            return None;
        }
    }
    Some(point(program, fixed, values))
}

/// Values in the order of a box: `fixed` inputs, then choices.
fn point(program: &Program, fixed: usize, mut values: Vec<Value>) -> Point {
    let choices = values.split_off(fixed);
    let globals = values.split_off(values.len() - program.globals.len());
    Point { inputs: Inputs { params: values, globals: globals.into_iter().map(Some).collect() }, choices }
}

/// The types of the inputs: parameters with a value at the start, then globals.
fn input_types(program: &Program, entry: ProcId) -> Vec<TypeId> {
    let procedure = program.procedure(entry);
    let params = procedure.params().filter(|(_, mode)| *mode != Mode::Out).map(|(var, _)| procedure.var(var).ty);
    params.chain(program.globals.iter().map(|global| global.ty)).collect()
}

fn sample(program: &Program, fixed: usize, types: &[TypeId], part: &[Set], eighths: u32) -> Point {
    point(program, fixed, part.iter().zip(types).map(|(set, ty)| set.sample(program, *ty, eighths)).collect())
}

/// The box split in two; `None` if no part of it has more than one value that can be split. Dimensions take turns.
fn halves(program: &Program, types: &[TypeId], inputs: &[Set], depth: usize) -> Option<[Vec<Set>; 2]> {
    let mut paths: Vec<Path> = Vec::new();
    for (at, set) in inputs.iter().enumerate() {
        collect(set, &mut vec![], &mut |path| paths.push((at, path)));
    }
    paths.truncate(DIMENSIONS);
    let count = paths.len();
    for turn in 0..count {
        let (at, path) = &paths[(depth + turn) % count];
        let Some(set) = get(&inputs[*at], path) else { continue };
        if let Some((low, high)) = split(set, single(program, types[*at], path)) {
            let with = |half: Set| {
                let mut inputs = inputs.to_vec();
                put(&mut inputs[*at], path, half);
                inputs
            };
            return Some([with(low), with(high)]);
        }
    }
    None
}

/// Whether the float at a path is of the single format.
fn single(program: &Program, ty: TypeId, path: &[i128]) -> bool {
    match (&program.ty(ty).kind, path) {
        (TypeKind::Float(float), _) => float.format == FloatFormat::F32,
        (TypeKind::Record(record), [field, rest @ ..]) => {
            let field = usize::try_from(*field).ok().and_then(|at| record.fields.get(at));
            field.is_some_and(|field| single(program, field.ty, rest))
        }
        (TypeKind::Array(array), [_, rest @ ..]) => single(program, array.component, rest),
        _ => false,
    }
}

/// The paths of all scalars that have more than one value. Arrays count if they are small.
fn collect(set: &Set, path: &mut Vec<i128>, found: &mut dyn FnMut(Vec<i128>)) {
    match set {
        Set::Record(fields) => {
            for (at, field) in (0..).zip(fields.iter()) {
                path.push(at);
                collect(field, path, found);
                path.pop();
            }
        }
        Set::Array(cells) => {
            let size = cells.shape().size().unwrap_or(i128::MAX);
            if size <= DIMENSIONS as i128 {
                for offset in 0..size {
                    path.push(offset);
                    collect(cells.at(offset), path, found);
                    path.pop();
                }
            }
        }
        Set::Bool(..) | Set::Int(..) | Set::Float(..) if set.value().is_none() => found(path.clone()),
        _ => {}
    }
}

fn get<'s>(set: &'s Set, path: &[i128]) -> Option<&'s Set> {
    match (set, path) {
        (_, []) => Some(set),
        (Set::Record(fields), [at, rest @ ..]) => get(fields.get(usize::try_from(*at).ok()?)?, rest),
        (Set::Array(cells), [at, rest @ ..]) => get(cells.at(*at), rest),
        _ => None,
    }
}

fn put(set: &mut Set, path: &[i128], new: Set) {
    match (set, path) {
        (set, []) => *set = new,
        (Set::Record(fields), [at, rest @ ..]) => {
            if let Some(field) = usize::try_from(*at).ok().and_then(|at| Rc::make_mut(fields).get_mut(at)) {
                put(field, rest, new);
            }
        }
        (Set::Array(cells), [at, rest @ ..]) => {
            let cells = Rc::make_mut(cells);
            let cell = cells.cells.entry(*at).or_insert_with(|| cells.default.clone());
            put(cell, rest, new);
        }
        _ => {}
    }
}

/// Two disjoint sets with all values of this one.
fn split(set: &Set, single: bool) -> Option<(Set, Set)> {
    let format = if single { FloatFormat::F32 } else { FloatFormat::F64 };
    match set {
        Set::Bool(true, true) => Some((Set::bool(false), Set::bool(true))),
        Set::Int(Some(low), Some(high)) if low < high => {
            let middle = (low.clone() + high.clone()).div_floor(&Int::from(2));
            let next = middle.clone() + Int::ONE;
            Some((Set::Int(Some(low.clone()), Some(middle)), Set::Int(Some(next), Some(high.clone()))))
        }
        Set::Float(floats) => floats.split(format).map(|(a, b)| (Set::Float(a), Set::Float(b))),
        _ => None,
    }
}
