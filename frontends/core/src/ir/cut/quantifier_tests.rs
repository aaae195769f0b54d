//! Quantified conditions inside of each other mean in formulas what they mean in runs.

use super::tests::shown;
use super::{Calls, Cut, cut};
use crate::bounded::{Bounds, Formula, unwind};
use crate::encode::Options;
use crate::interp::{Array, End, Inputs, Limits, Value, run};
use crate::ir::{
    BinaryOp, Builder, Check, CheckId, CheckKind, ExprId, ExprKind, Mode, ProcId, Program, Range, Type, TypeId, VarId,
    lift, validate,
};
use crate::random::Random;
use crate::testing::{L, solver};
use horn_solver::num::Int;
use horn_solver::term::{Op, TermId, postorder};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The components of the array.
const ROW: i64 = 5;

/// A number in a condition; variables are counted from the outermost quantifier.
#[derive(Clone)]
enum Number {
    Bound(usize),
    Cell(usize),
    Count,
    Constant(i64),
}

/// A condition.
#[derive(Clone)]
enum Condition {
    Compare(BinaryOp, Number, Number),
    Not(Box<Condition>),
    Both(Box<Condition>, Box<Condition>),
    One(Box<Condition>, Box<Condition>),
    /// `for all` or `for some`, over the range with this number.
    Quantified(bool, i64, Box<Condition>),
}

fn number(random: &mut Random, depth: usize) -> Number {
    match random.below(6) {
        0 => Number::Count,
        1 => Number::Constant(random.below(ROW + 2)),
        2 | 3 if depth > 0 => Number::Bound(random.below(depth as i64) as usize),
        _ if depth > 0 => Number::Cell(random.below(depth as i64) as usize),
        _ => Number::Count,
    }
}

fn condition(random: &mut Random, depth: usize, size: i64) -> Condition {
    let part = |random: &mut Random| Box::new(condition(random, depth, size - 1));
    match size {
        0 => {
            let op = [BinaryOp::Le, BinaryOp::Lt, BinaryOp::Eq][random.below(3) as usize];
            Condition::Compare(op, number(random, depth), number(random, depth))
        }
        _ => match random.below(6) {
            0 => Condition::Not(part(random)),
            1 | 2 => {
                // Two that have much in common.
                let left = part(random);
                let right = if random.below(3) == 0 { part(random) } else { Box::new(changed(random, &left)) };
                if random.below(2) == 0 { Condition::Both(left, right) } else { Condition::One(left, right) }
            }
            _ => {
                let (forall, range) = (random.below(3) > 0, random.below(6));
                Condition::Quantified(forall, range, Box::new(condition(random, depth + 1, size - 1)))
            }
        },
    }
}

/// The condition with at most one change.
fn changed(random: &mut Random, condition: &Condition) -> Condition {
    let mut inside = |part: &Condition| Box::new(changed(random, part));
    match condition {
        Condition::Compare(op, left, right) => match random.below(4) {
            0 => Condition::Compare(BinaryOp::Le, left.clone(), right.clone()),
            1 => Condition::Compare(*op, right.clone(), left.clone()),
            _ => condition.clone(),
        },
        Condition::Not(part) => Condition::Not(inside(part)),
        Condition::Both(left, right) => Condition::Both(right.clone(), inside(left)),
        Condition::One(left, right) => Condition::One(inside(right), left.clone()),
        Condition::Quantified(forall, range, body) => match random.below(6) {
            0 => Condition::Quantified(!forall, *range, body.clone()),
            1 => Condition::Quantified(*forall, random.below(6), body.clone()),
            _ => Condition::Quantified(*forall, *range, Box::new(changed(random, body))),
        },
    }
}

/// `procedure Main (Row : array (1 .. 5) of Small; Count : range 0 .. 5)`.
struct Writer {
    b: Builder,
    small: TypeId,
    row: VarId,
    count: VarId,
    around: Vec<ExprId>,
}

impl Writer {
    fn number(&mut self, number: &Number) -> ExprId {
        match number {
            Number::Bound(at) => self.around[*at],
            Number::Cell(at) => {
                let row = self.b.var(self.row, L);
                self.b.expr(ExprKind::Index(row, vec![self.around[*at]]), self.small, L)
            }
            Number::Count => self.b.var(self.count, L),
            Number::Constant(value) => self.b.int(*value, TypeId::INT, L),
        }
    }

    fn sum(&mut self, number: ExprId, more: i64) -> ExprId {
        let more = self.b.int(more, TypeId::INT, L);
        self.b.binary(BinaryOp::Add, number, more, TypeId::INT, L)
    }

    /// The bounds of a range, inside of those of the array.
    fn range(&mut self, range: i64) -> (ExprId, ExprId) {
        let (first, last) = (self.b.int(1, TypeId::INT, L), self.b.int(ROW, TypeId::INT, L));
        let around = self.around.last().copied();
        match (range, around) {
            (0, _) => (first, last),
            (2, Some(outer)) => (outer, last),
            (3, Some(outer)) => (first, outer),
            (4, Some(outer)) => (self.sum(outer, 1), last),
            (5, Some(outer)) => (first, self.sum(outer, -1)),
            (6, _) => {
                let count = self.b.var(self.count, L);
                (self.sum(count, 1), last)
            }
            _ => (first, self.b.var(self.count, L)),
        }
    }

    fn condition(&mut self, condition: &Condition) -> ExprId {
        match condition {
            Condition::Compare(op, left, right) => {
                let (left, right) = (self.number(left), self.number(right));
                self.b.compare(*op, left, right, L)
            }
            Condition::Not(part) => {
                let part = self.condition(part);
                self.b.not(part, L)
            }
            Condition::Both(left, right) => {
                let (left, right) = (self.condition(left), self.condition(right));
                self.b.and(left, right, L)
            }
            Condition::One(left, right) => {
                let (left, right) = (self.condition(left), self.condition(right));
                self.b.or(left, right, L)
            }
            Condition::Quantified(forall, range, body) => {
                let (first, last) = self.range(*range);
                let (var, index) = self.b.bound(TypeId::INT, L);
                self.around.push(index);
                let body = self.condition(body);
                self.around.pop();
                self.b.expr(ExprKind::Quantified { forall: *forall, var, first, last, body }, TypeId::BOOL, L)
            }
        }
    }
}

/// A program that checks whether the second condition follows from the first one.
fn program(from: &Condition, to: &Condition) -> (Program, ProcId) {
    let mut program = Program::new();
    let small = program.add_type(Type::int("Small", Range::new(0, ROW + 1), Range::signed(8)));
    let length = program.add_type(Type::int("Length", Range::new(0, ROW), Range::signed(8)));
    let index = program.add_type(Type::int("Index", Range::new(1, ROW), Range::signed(8)));
    let row = program.add_type(Type::array("Row", vec![index], Some(vec![Range::new(1, ROW)]), small));
    let main = program.declare("Main", L);
    let check = program.add_check(Check::new(CheckKind::Assertion, L));
    let mut b = Builder::new("Main", L);
    b.set_entry(true);
    let (row, count) = (b.param("Row", row, Mode::In, L), b.param("Count", length, Mode::In, L));
    let mut writer = Writer { b, small, row, count, around: Vec::new() };
    let (from, to) = (writer.condition(from), writer.condition(to));
    let follows = writer.b.implies(from, to, L);
    writer.b.check(check, follows, L);
    writer.b.finish(&mut program, main);
    assert_eq!(validate(&program), Vec::new());
    lift(&mut program);
    (program, main)
}

fn inputs(random: &mut Random) -> Inputs {
    let small = |random: &mut Random| Value::Int(random.below(ROW + 2).into());
    let cells: BTreeMap<_, _> = (0..i128::from(ROW)).map(|at| (at, small(random))).collect();
    let row = Array { bounds: vec![(Int::ONE, Int::from(ROW))], default: Value::Int(Int::ZERO), cells };
    Inputs { params: vec![Value::Array(Arc::new(row)), Value::Int(random.below(ROW + 1).into())], globals: Vec::new() }
}

fn formula(program: &Program, main: ProcId) -> Formula {
    let Cut { program: without, functions, .. } = cut(program, Calls::Bodies);
    let bounds = Bounds { unwind: 0, recursion: 0, assertions: false, apart: false, functions, ..Bounds::default() };
    // Nothing is written out.
    let options = Options { expand: 0, quantifiers: true, ..Options::default() };
    unwind(&without, main, &options, &bounds).unwrap()
}

/// Whether it is shown that the second condition follows from the first one, and whether it does not in some run.
fn follows(random: &mut Random, from: &Condition, to: &Condition) -> (bool, bool) {
    let (program, main) = program(from, to);
    let failed: BTreeSet<CheckId> = (0..200)
        .filter_map(|_| {
            let limits = Limits { steps: 100_000, cancel: None, trace: false };
            match run(&program, main, &inputs(random), &mut (), limits).end {
                End::Failed(check) => Some(check),
                _ => None,
            }
        })
        .collect();
    let formula = formula(&program, main);
    (shown((&program, main), &formula, &mut solver(), &failed, || program.to_string()) > 0, !failed.is_empty())
}

#[test]
fn conditions_inside_of_each_other_mean_what_runs_say() {
    let (mut proved, mut broken) = (0, 0);
    for seed in 1..=200 {
        let mut random = Random::new(seed);
        let from = condition(&mut random, 0, 4);
        let to = changed(&mut random, &from);
        let (shown, fails) = follows(&mut random, &from, &to);
        (proved, broken) = (proved + usize::from(shown), broken + usize::from(fails));
    }
    assert!(proved > 100 && broken > 25, "{proved} proved, {broken} broken");
}

/// `for all I => (for all W in 1 .. Count => for all K => P (K, W)) or (for all W in Count + 1 .. 5 => for all K => P
/// (K, W))`, and its dual: the innermost ones are the same but for `W`, and have one `K` each.
#[test]
fn each_of_two_conditions_that_are_the_same_has_its_own_index() {
    let (mut proved, mut broken) = (0, 0);
    for seed in 1..=120 {
        let mut random = Random::new(seed);
        let forall = seed % 3 > 0;
        let [this, other] = [Number::Cell(2), [Number::Bound(1), Number::Cell(1)][random.below(2) as usize].clone()];
        let op = [BinaryOp::Eq, BinaryOp::Le, BinaryOp::Lt][random.below(3) as usize];
        let compared = Condition::Compare(op, this, other);
        let innermost = if random.below(2) == 0 { Condition::Not(Box::new(compared)) } else { compared };
        let over = |range, body| Box::new(Condition::Quantified(forall, range, Box::new(body)));
        let inner = |random: &mut Random| *over(random.below(2), innermost.clone());
        let (left, right) = (over(1, inner(&mut random)), over(6, inner(&mut random)));
        let two = if forall { Condition::One(left, right) } else { Condition::Both(left, right) };
        let outer = Condition::Quantified(forall, 0, Box::new(two));
        let (from, to) = if forall { (always(), outer) } else { (outer, Condition::Not(Box::new(always()))) };
        let (shown, fails) = follows(&mut random, &from, &to);
        (proved, broken) = (proved + usize::from(shown), broken + usize::from(fails));
    }
    assert!(broken > 60, "{proved} proved, {broken} broken");
}

/// The quantifiers in what violates the check.
fn quantifiers(formula: &Formula) -> usize {
    let roots: Vec<_> = formula.properties.iter().map(|property| property.violated).collect();
    let quantified = |term: &TermId| matches!(formula.store.op(*term), Op::Forall(_) | Op::Exists(_));
    postorder(&formula.store, &roots).into_iter().filter(quantified).count()
}

/// What is always true.
fn always() -> Condition {
    Condition::Compare(BinaryOp::Le, Number::Constant(0), Number::Count)
}

#[test]
fn the_same_condition_of_the_same_values_is_one_term() {
    let mut all = 0;
    for seed in 1..=100 {
        let mut random = Random::new(seed);
        let one = condition(&mut random, 0, 4);
        let (both, main) = program(&one, &one);
        let (single, _) = program(&always(), &one);
        let (both, single) = (quantifiers(&formula(&both, main)), quantifiers(&formula(&single, main)));
        // Beside itself it may be evident.
        assert!(both <= single, "seed {seed}: {both} for {single}");
        all += single;
    }
    assert!(all > 100, "{all}");
}

#[test]
fn what_a_range_says_is_left_out() {
    // Of all indices up to `Count`, those up to another one: both are in the array.
    let inside = |number| {
        let above = Condition::Compare(BinaryOp::Le, Number::Constant(1), Number::Bound(number));
        let below = Condition::Compare(BinaryOp::Le, Number::Bound(number), Number::Constant(ROW));
        Condition::Both(Box::new(above), Box::new(below))
    };
    let both = Condition::Both(Box::new(inside(0)), Box::new(inside(1)));
    let nested = Condition::Quantified(true, 1, Box::new(Condition::Quantified(true, 3, Box::new(both))));
    let (program, main) = program(&always(), &nested);
    assert_eq!(quantifiers(&formula(&program, main)), 0, "{program}");
}
