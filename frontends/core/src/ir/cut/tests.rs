//! What is shown of a program without loops holds in the runs of the program.

use super::{Calls, Cut, cut};
use crate::bounded::{About, Bounds, Formula, unwind};
use crate::encode::{Options, Site};
use crate::interp::{Choices, End, Inputs, Limits, Value, run};
use crate::ir::{
    Arg, BinaryOp, BlockId, Builder, Call, Check, CheckId, CheckKind, Mode, ProcId, Program, Range, StmtKind, Type,
    TypeId, VarId, lift, loops, validate,
};
use crate::random::{Random, inputs, program};
use crate::testing::{L, solver};
use horn_solver::smt::{Purpose, SmtSolver, Steps};
use std::collections::BTreeSet;

/// How many of the checks that an entry states hold by a formula, none of which has failed in a run. What callees state
/// is shown for each of them by itself.
pub(super) fn shown(
    (program, entry): (&Program, ProcId),
    formula: &Formula,
    smt: &mut SmtSolver,
    failed: &BTreeSet<CheckId>,
    case: impl Fn() -> String,
) -> usize {
    let own: BTreeSet<CheckId> = program.procedure(entry).checks().map(|(check, _)| check).collect();
    let mut proved = 0;
    // What a run is said to have passed follows from its violating a property.
    let mut store = formula.store.clone();
    let passed = formula.properties.iter().filter(|property| property.passed > 0).step_by(5).take(4);
    for property in passed {
        let guards: Vec<_> = formula.passed(property).collect();
        let all = store.and(&guards);
        let others = store.not(all);
        smt.push();
        let known = formula.constraints.iter().zip(&formula.moments);
        let before = known.filter(|(_, moment)| **moment <= property.moment);
        before.for_each(|(constraint, _)| smt.assert(&store, *constraint).unwrap());
        smt.assert(&store, property.violated).unwrap();
        smt.assert(&store, others).unwrap();
        let answer = smt.check_within(Purpose::Other, &[], Some(Steps::seconds(1)));
        smt.pop(1);
        assert!(!answer.is_ok_and(|answer| answer.is_sat()), "not passed: {:?}, {}", property.subject, case());
    }
    for check in own {
        let mut here = formula.properties.iter().filter(|property| property.subject == About::Check(check));
        let holds = here.all(|property| {
            smt.push();
            let known = formula.constraints.iter().zip(&formula.moments);
            let before = known.filter(|(_, moment)| **moment <= property.moment);
            before.for_each(|(constraint, _)| smt.assert(&formula.store, *constraint).unwrap());
            smt.assert(&formula.store, property.violated).unwrap();
            let answer = smt.check_within(Purpose::Other, &[], Some(Steps::seconds(1)));
            smt.pop(1);
            answer.is_ok_and(|answer| answer.is_unsat())
        });
        if holds {
            proved += 1;
            assert!(!failed.contains(&check), "check {} fails, {}", check.0, case());
        }
    }
    proved
}

#[test]
fn what_holds_behind_cuts_holds_in_runs() {
    let (mut proved, mut invariants, mut unrolled) = (0, 0, 0);
    for seed in 1..=90 {
        let (mut program, entry) = program(seed);
        lift(&mut program);
        // Some checks inside of loops are their invariants.
        let mut random = Random::new(seed + 3000);
        for at in 0..program.procedures.len() {
            // Iterations that are written one behind the other need not be all.
            for block in &mut program.procedures[at].blocks {
                if let Some(info) = block.loop_head.as_mut().filter(|info| info.control.is_some()) {
                    info.max_iterations = Some(random.below(6) as u64).filter(|most| *most > 0);
                    unrolled += usize::from(info.max_iterations.is_some());
                }
            }
            let procedure = &program.procedures[at];
            let inside: BTreeSet<CheckId> = loops(procedure)
                .values()
                .flat_map(|body| (0..).map(BlockId).zip(body).filter(|(_, inside)| **inside))
                .flat_map(|(block, _)| &procedure.block(block).statements)
                .filter_map(|stmt| match stmt.kind {
                    StmtKind::Check(check, _) => Some(check),
                    _ => None,
                })
                .collect();
            for check in inside {
                if random.below(3) == 0 {
                    program.checks[check.index()].kind = CheckKind::LoopInvariantPreserved;
                    invariants += 1;
                }
            }
        }
        let calls = [Calls::Bodies, Calls::Contracts, Calls::Unfolded, Calls::Opaque][seed as usize % 4];
        let Cut { program: without, given_up, functions } = cut(&program, calls);
        assert!(given_up.is_empty(), "seed {seed}: {given_up:?}\n{program}");
        assert_eq!(validate(&without), Vec::new(), "seed {seed}:\n{without}");
        assert!(without.procedures.iter().all(|procedure| loops(procedure).is_empty()), "seed {seed}:\n{without}");
        let options = Options { expand: if seed % 2 == 0 { 2 } else { 16 }, quantifiers: true, ..Options::default() };
        let bounds =
            Bounds { unwind: 0, recursion: 0, assertions: false, apart: false, functions, ..Bounds::default() };
        let formula = unwind(&without, entry, &options, &bounds).unwrap();
        assert!(formula.complete, "seed {seed}");
        let mut smt = solver();
        let mut failed = BTreeSet::new();
        for _ in 0..300 {
            let limits = Limits { steps: 100_000, cancel: None, trace: false };
            let inputs = Inputs { params: inputs(&mut random), globals: Vec::new() };
            if let End::Failed(check) = run(&program, entry, &inputs, &mut (), limits).end {
                failed.insert(check);
            }
        }
        proved +=
            shown((&program, entry), &formula, &mut smt, &failed, || format!("seed {seed}\n{program}\n{without}"));
    }
    assert!(proved > 300 && invariants > 30 && unrolled > 30, "{proved}, {invariants} invariants, {unrolled} unrolled");
}

/// A global that a loop changes by a call alone, and that another callee looks at.
#[test]
fn calls_in_loops_change_globals_that_have_no_name_there() {
    let mut program = Program::new();
    let small = program.add_type(Type::int("Small", Range::new(0, 9), Range::signed(8)));
    let global = program.add_global("G", small, L);
    let [change, look, main] = ["Change", "Look", "Main"].map(|name| program.declare(name, L));
    let mut b = Builder::new("Change", L);
    let g = b.global(&program, global);
    let (old, nine, one) = (b.var(g, L), b.int(9, small, L), b.int(1, small, L));
    let less = b.compare(BinaryOp::Lt, old, nine, L);
    b.begin_if(less, L);
    let next = b.binary(BinaryOp::Add, old, one, small, L);
    b.assign(g, next, L);
    b.end_if();
    b.finish(&mut program, change);
    let check = program.add_check(Check::new(CheckKind::Assertion, L));
    let mut b = Builder::new("Look", L);
    let g = b.global(&program, global);
    let (value, limit) = (b.var(g, L), b.int(4, small, L));
    let few = b.compare(BinaryOp::Le, value, limit, L);
    b.check(check, few, L);
    b.finish(&mut program, look);
    let mut b = Builder::new("Main", L);
    b.set_entry(true);
    let i = b.local("I", small, L);
    let (first, last) = (b.int(1, small, L), b.int(6, small, L));
    b.begin_for(None, i, first, last, false, None, L);
    b.call(Call { callee: change, args: Vec::<Arg>::new(), result: None, exception: None }, L);
    b.end_loop();
    b.call(Call { callee: look, args: Vec::new(), result: None, exception: None }, L);
    b.finish(&mut program, main);
    assert_eq!(validate(&program), Vec::new());
    lift(&mut program);
    let without = cut(&program, Calls::Bodies).program;
    assert_eq!(validate(&without), Vec::new(), "{without}");
    let bounds = Bounds { unwind: 0, recursion: 0, assertions: false, apart: false, ..Bounds::default() };
    let formula = unwind(&without, main, &Options::default(), &bounds).unwrap();
    let mut smt = solver();
    formula.constraints.iter().for_each(|constraint| smt.assert(&formula.store, *constraint).unwrap());
    // Begun with 0, G is at most 2 if the loop is taken for its first iteration and another one.
    let begin = &formula.globals[0].1;
    let mut store = formula.store.clone();
    let zero = store.int(0);
    let begin = store.eq(begin[0], zero);
    smt.assert(&store, begin).unwrap();
    let violated = formula.properties.iter().find(|property| property.subject == About::Check(check));
    smt.assert(&store, violated.expect("the check is there").violated).unwrap();
    assert!(smt.check(Purpose::Other, &[]).unwrap().is_sat(), "{without}");
}

/// A program whose entry calls two functions that call themselves and each other, on a number, a number and, for every
/// second seed, what a global holds; some read a variable that has no value, some fail for a number. It calls them
/// where a condition holds, or anyway.
fn with_functions(seed: u64) -> (Program, ProcId) {
    let mut random = Random::new(seed + 77_000);
    let mut program = Program::new();
    let small = program.add_type(Type::int("Small", Range::new(-20, 20), Range::signed(32)));
    let global = program.add_global("G", small, L);
    let [f, h, main] = ["F", "H", "Main"].map(|name| program.declare(name, L));
    for id in [f, h] {
        let mut b = Builder::new(if id == f { "F" } else { "H" }, L);
        let (n, x) = (b.param("N", small, Mode::In, L), b.param("X", small, Mode::In, L));
        let result = b.result("Result", small, L);
        let (inner, open) = (b.temporary("inner", small, L), b.local("Open", small, L));
        let g = seed.is_multiple_of(2).then(|| b.global(&program, global));
        let (number, zero, one) = (b.var(n, L), b.int(0, small, L), b.int(1, small, L));
        let done = b.compare(BinaryOp::Le, number, zero, L);
        let any = |b: &mut Builder, random: &mut Random| match random.below(4) {
            0 => b.var(g.unwrap_or(x), L),
            1 => b.int(random.below(5), small, L),
            _ => b.var(x, L),
        };
        if random.below(3) == 0 {
            let check = program.add_check(Check::new(CheckKind::Division, L));
            let (given, wrong) = (b.var(x, L), b.int(random.below(5) - 1, small, L));
            let fine = b.compare(BinaryOp::Ne, given, wrong, L);
            b.check(check, fine, L);
        }
        b.begin_if(done, L);
        let base = if random.below(3) == 0 { b.var(open, L) } else { any(&mut b, &mut random) };
        b.assign(result, base, L);
        b.begin_else();
        let less = b.binary(BinaryOp::Sub, number, one, small, L);
        let args = vec![Arg::In(less), Arg::In(any(&mut b, &mut random))];
        let callee = if random.below(2) == 0 { f } else { h };
        b.call(Call { callee, args, result: Some(inner), exception: None }, L);
        let (found, other) = (b.var(inner, L), any(&mut b, &mut random));
        let value = match random.below(4) {
            0 => {
                let same = b.compare(BinaryOp::Eq, found, other, L);
                b.ite(same, zero, one, L)
            }
            1 => {
                let same = b.compare(BinaryOp::Lt, found, other, L);
                b.ite(same, found, other, L)
            }
            2 => {
                let few = b.compare(BinaryOp::Lt, found, one, L);
                let next = b.binary(BinaryOp::Add, found, one, small, L);
                b.ite(few, next, found, L)
            }
            _ => found,
        };
        b.assign(result, value, L);
        b.end_if();
        if random.below(3) == 0 {
            let check = program.add_check(Check::new(CheckKind::Postcondition, L));
            let (given, limit) = (b.var(result, L), b.int(random.below(6), small, L));
            let post = b.compare(BinaryOp::Le, given, limit, L);
            b.check(check, post, L);
        }
        b.finish(&mut program, id);
    }
    let mut b = Builder::new("Main", L);
    b.set_entry(true);
    let params = [b.param("A", small, Mode::In, L), b.param("B", small, Mode::In, L)];
    let g = b.global(&program, global);
    let values: Vec<VarId> = (0..4).map(|at| b.local(format!("V{at}"), small, L)).collect();
    let zero = b.int(0, small, L);
    values.iter().for_each(|var| b.assign(*var, zero, L));
    let i = b.local("I", small, L);
    for round in 0..4 {
        let in_loop = (random.below(3) == 0).then(|| {
            let (first, last) = (b.int(1, small, L), b.int(3, small, L));
            b.begin_for(None, i, first, last, random.below(3) == 0, None, L)
        });
        let from = |b: &mut Builder, random: &mut Random| match random.below(5) {
            0 => b.int(random.below(3), small, L),
            1 if in_loop.is_some() => b.var(i, L),
            _ => b.var(params[random.below(2) as usize], L),
        };
        let args = vec![Arg::In(from(&mut b, &mut random)), Arg::In(from(&mut b, &mut random))];
        let callee = if random.below(2) == 0 { f } else { h };
        let sometimes = random.below(3) == 0;
        if sometimes {
            let (value, limit) = (b.var(params[1], L), b.int(random.below(4), small, L));
            let few = b.compare(BinaryOp::Le, value, limit, L);
            b.begin_if(few, L);
        }
        b.call(Call { callee, args, result: Some(values[round]), exception: None }, L);
        if sometimes {
            b.end_if();
        }
        if random.below(4) == 0 {
            let value = b.var(params[0], L);
            b.assign(g, value, L);
        }
        let kind = if in_loop.is_some() { CheckKind::LoopInvariantPreserved } else { CheckKind::Assertion };
        let check = program.add_check(Check::new(kind, L));
        let (left, right) = (b.var(values[round], L), b.var(values[random.below(4) as usize], L));
        let right = if random.below(3) == 0 { b.int(random.below(4), small, L) } else { right };
        let op = [BinaryOp::Eq, BinaryOp::Le, BinaryOp::Ge][random.below(3) as usize];
        let condition = b.compare(op, left, right, L);
        b.check(check, condition, L);
        if let Some(id) = in_loop {
            if random.below(2) == 0 {
                let (value, wanted) = (b.var(values[round], L), b.int(random.below(4), small, L));
                let found = b.compare(BinaryOp::Eq, value, wanted, L);
                b.exit_when(id, found, L);
            }
            b.end_loop();
        }
    }
    b.finish(&mut program, main);
    (program, main)
}

/// Any values for what has none.
struct AnyValue(Random);

impl Choices for AnyValue {
    fn choose(&mut self, _: Site, _: TypeId) -> Option<Value> {
        Some(Value::Int((self.0.below(7) - 3).into()))
    }
}

#[test]
fn calls_of_functions_that_are_given_the_same_have_the_same_results() {
    let (mut proved, mut applied, mut searched) = (0, 0, 0);
    for seed in 1..=240 {
        let (mut program, entry) = with_functions(seed);
        assert_eq!(validate(&program), Vec::new(), "seed {seed}:\n{program}");
        lift(&mut program);
        let calls = [Calls::Bodies, Calls::Contracts, Calls::Unfolded, Calls::Opaque][seed as usize % 4];
        let Cut { program: without, functions, .. } = cut(&program, calls);
        assert_eq!(validate(&without), Vec::new(), "seed {seed}:\n{without}");
        applied += usize::from(!functions.same.is_empty());
        searched += usize::from(!functions.applied.is_empty());
        let bounds =
            Bounds { unwind: 0, recursion: 0, assertions: false, apart: false, functions, ..Bounds::default() };
        let options = Options { quantifiers: true, ..Options::default() };
        let formula = unwind(&without, entry, &options, &bounds).unwrap();
        assert!(formula.complete, "seed {seed}");
        let mut smt = solver();
        let mut random = Random::new(seed);
        let mut failed = BTreeSet::new();
        for round in 0..400 {
            let mut number = || Value::Int((random.below(9) - 2).into());
            let inputs = Inputs { params: vec![number(), number()], globals: vec![Some(number())] };
            let limits = Limits { steps: 100_000, cancel: None, trace: false };
            let mut choices = AnyValue(Random::new(seed * 1000 + round));
            if let End::Failed(check) = run(&program, entry, &inputs, &mut choices, limits).end {
                failed.insert(check);
            }
        }
        proved +=
            shown((&program, entry), &formula, &mut smt, &failed, || format!("seed {seed}\n{program}\n{without}"));
    }
    assert!(proved > 150 && applied > 70, "{proved} proved, {applied} with functions");
    assert!(searched > 20, "{searched} with loops that look for something");
}

/// `Found := False; for I in 1 .. 50 loop Found := F (I, Y) = 3; exit when Found; end loop;` and the same once more,
/// with `Z` for `Y` if they are not the `same`, from 50 on if `reverse`: whether both find something, or both nothing.
fn holds_of_two_searches(same: bool, reverse: bool) -> bool {
    let mut program = Program::new();
    let small = program.add_type(Type::int("Small", Range::new(0, 99), Range::signed(32)));
    let [f, main] = ["F", "Main"].map(|name| program.declare(name, L));
    let mut b = Builder::new("F", L);
    let (x, y) = (b.param("X", small, Mode::In, L), b.param("Y", small, Mode::In, L));
    let (result, i) = (b.result("Result", small, L), b.local("I", small, L));
    let (first, last) = (b.var(x, L), b.var(y, L));
    b.assign(result, first, L);
    b.begin_for(None, i, first, last, false, None, L);
    let index = b.var(i, L);
    b.assign(result, index, L);
    b.end_loop();
    b.finish(&mut program, f);
    let mut b = Builder::new("Main", L);
    b.set_entry(true);
    let params = [b.param("Y", small, Mode::In, L), b.param("Z", small, Mode::In, L)];
    let found = ["One", "Other"].map(|name| b.local(name, TypeId::BOOL, L));
    for (round, found) in found.into_iter().enumerate() {
        let (i, value) = (b.local("I", small, L), b.temporary("value", small, L));
        let no = b.bool(false, L);
        b.assign(found, no, L);
        let (first, last) = (b.int(1, small, L), b.int(50, small, L));
        let id = b.begin_for(None, i, first, last, reverse && round == 1, None, L);
        let args = vec![Arg::In(b.var(i, L)), Arg::In(b.var(params[if same { 0 } else { round }], L))];
        b.call(Call { callee: f, args, result: Some(value), exception: None }, L);
        let (value, three) = (b.var(value, L), b.int(3, small, L));
        let here = b.compare(BinaryOp::Eq, value, three, L);
        b.assign(found, here, L);
        let found = b.var(found, L);
        b.exit_when(id, found, L);
        b.end_loop();
    }
    let check = program.add_check(Check::new(CheckKind::Assertion, L));
    let (left, right) = (b.var(found[0], L), b.var(found[1], L));
    let equal = b.compare(BinaryOp::Eq, left, right, L);
    b.check(check, equal, L);
    b.finish(&mut program, main);
    holds(program, main, Options { quantifiers: true, ..Options::default() })
}

#[test]
fn what_was_looked_for_was_nowhere_before() {
    assert!(holds_of_two_searches(true, false) && holds_of_two_searches(true, true));
    assert!(!holds_of_two_searches(false, false));
}

/// Whether the only check of a program holds, its loops cut.
fn holds(mut program: Program, main: ProcId, options: Options) -> bool {
    assert_eq!(validate(&program), Vec::new());
    lift(&mut program);
    let Cut { program: without, functions, .. } = cut(&program, Calls::Bodies);
    assert_eq!(validate(&without), Vec::new());
    assert!(loops(without.procedure(main)).is_empty(), "{without}");
    let bounds = Bounds { unwind: 0, recursion: 0, assertions: false, apart: false, functions, ..Bounds::default() };
    let formula = unwind(&without, main, &options, &bounds).unwrap();
    shown((&program, main), &formula, &mut solver(), &BTreeSet::new(), String::new) == 1
}

/// `V := F (A); W := F (A or B); check V = W`, where `F` has a loop of which nothing is known: whether the check holds.
fn holds_of_two_calls(same: bool) -> bool {
    let mut program = Program::new();
    let small = program.add_type(Type::int("Small", Range::new(0, 99), Range::signed(32)));
    let [f, main] = ["F", "Main"].map(|name| program.declare(name, L));
    let mut b = Builder::new("F", L);
    let x = b.param("X", small, Mode::In, L);
    let (result, i) = (b.result("Result", small, L), b.local("I", small, L));
    let (given, zero) = (b.var(x, L), b.int(0, small, L));
    b.assign(result, zero, L);
    b.begin_for(None, i, zero, given, false, None, L);
    let index = b.var(i, L);
    b.assign(result, index, L);
    b.end_loop();
    b.finish(&mut program, f);
    let mut b = Builder::new("Main", L);
    b.set_entry(true);
    let params = [b.param("A", small, Mode::In, L), b.param("B", small, Mode::In, L)];
    let [v, w] = ["V", "W"].map(|name| b.local(name, small, L));
    for (to, from) in [(v, params[0]), (w, params[usize::from(!same)])] {
        let value = b.var(from, L);
        b.call(Call { callee: f, args: vec![Arg::In(value)], result: Some(to), exception: None }, L);
    }
    let check = program.add_check(Check::new(CheckKind::Assertion, L));
    let (left, right) = (b.var(v, L), b.var(w, L));
    let equal = b.compare(BinaryOp::Eq, left, right, L);
    b.check(check, equal, L);
    b.finish(&mut program, main);
    holds(program, main, Options::default())
}

#[test]
fn one_execution_stands_for_calls_that_are_given_the_same_terms() {
    assert!(holds_of_two_calls(true) && !holds_of_two_calls(false));
}

/// `for I in 1 .. 4 loop S := S + I; end loop; check S = SUM`, with a type of so many values for `I`: whether it holds.
fn holds_of_the_sum(sum: i64, most: u64) -> bool {
    let mut program = Program::new();
    let integer = program.add_type(Type::int("Integer", Range::signed(32), Range::signed(32)));
    let main = program.declare("Main", L);
    let mut b = Builder::new("Main", L);
    b.set_entry(true);
    let (i, s) = (b.local("I", integer, L), b.local("S", integer, L));
    let [zero, one, four] = [0, 1, 4].map(|value| b.int(value, integer, L));
    b.assign(s, zero, L);
    b.begin_for(None, i, one, four, false, Some(most), L);
    let (old, index) = (b.var(s, L), b.var(i, L));
    let new = b.binary(BinaryOp::Add, old, index, integer, L);
    b.assign(s, new, L);
    b.end_loop();
    let check = program.add_check(Check::new(CheckKind::Assertion, L));
    let (found, wanted) = (b.var(s, L), b.int(sum, integer, L));
    let equal = b.compare(BinaryOp::Eq, found, wanted, L);
    b.check(check, equal, L);
    b.finish(&mut program, main);
    holds(program, main, Options::default())
}

#[test]
fn few_iterations_are_written_one_behind_the_other() {
    assert!(holds_of_the_sum(10, 4) && !holds_of_the_sum(9, 4));
    assert!(holds_of_the_sum(10, 20) && !holds_of_the_sum(10, 21));
    // More iterations than are said are found all the same.
    assert!(!holds_of_the_sum(6, 3));
}
