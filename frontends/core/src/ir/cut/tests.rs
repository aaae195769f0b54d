//! What is shown of a program without loops holds in the runs of the program.

use super::{Calls, cut};
use crate::bounded::{About, Bounds, unwind};
use crate::encode::Options;
use crate::interp::{End, Inputs, Limits, run};
use crate::ir::{
    Arg, BinaryOp, BlockId, Builder, Call, Check, CheckId, CheckKind, Program, Range, StmtKind, Type, lift, loops,
    validate,
};
use crate::random::{Random, inputs, program};
use crate::testing::{L, solver};
use horn_solver::smt::{Purpose, Steps};
use horn_solver::term::TermId;
use std::collections::BTreeSet;

#[test]
fn what_holds_behind_cuts_holds_in_runs() {
    let (mut proved, mut invariants) = (0, 0);
    for seed in 1..=60 {
        let (mut program, entry) = program(seed);
        lift(&mut program);
        // Some checks inside of loops are their invariants.
        let mut random = Random::new(seed + 3000);
        for at in 0..program.procedures.len() {
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
        let (without, given_up) = cut(&program, Calls::Bodies);
        assert!(given_up.is_empty(), "seed {seed}: {given_up:?}\n{program}");
        assert_eq!(validate(&without), Vec::new(), "seed {seed}:\n{without}");
        assert!(without.procedures.iter().all(|procedure| loops(procedure).is_empty()), "seed {seed}:\n{without}");
        let options = Options { expand: if seed % 2 == 0 { 2 } else { 16 }, quantifiers: true, ..Options::default() };
        let bounds = Bounds { unwind: 0, recursion: 0, assertions: false, apart: false, ..Bounds::default() };
        let mut formula = unwind(&without, entry, &options, &bounds).unwrap();
        assert!(formula.complete, "seed {seed}");
        let mut smt = solver();
        formula.constraints.iter().for_each(|constraint| smt.assert(&formula.store, *constraint).unwrap());
        let mut failed = BTreeSet::new();
        for _ in 0..300 {
            let limits = Limits { steps: 100_000, cancel: None, trace: false };
            let inputs = Inputs { params: inputs(&mut random), globals: Vec::new() };
            if let End::Failed(check) = run(&program, entry, &inputs, &mut (), limits).end {
                failed.insert(check);
            }
        }
        for check in (0..program.checks.len() as u32).map(CheckId) {
            let here = formula.properties.iter().filter(|property| property.subject == About::Check(check));
            let violated: Vec<TermId> = here.map(|property| property.violated).collect();
            let any = formula.store.or(&violated);
            smt.push();
            smt.assert(&formula.store, any).unwrap();
            let answer = smt.check_within(Purpose::Other, &[], Some(Steps::seconds(1)));
            if answer.is_ok_and(|answer| answer.is_unsat()) {
                proved += 1;
                assert!(!failed.contains(&check), "seed {seed}: check {} fails\n{program}\n{without}", check.0);
            }
            smt.pop(1);
        }
    }
    assert!(proved > 200 && invariants > 20, "{proved} proved, {invariants} invariants");
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
    let (without, _) = cut(&program, Calls::Bodies);
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
