//! Candidates with choices made in loops, callees and uninitialised variables, replayed.

use super::*;
use crate::bounded::{Bounds, unwind};
use crate::encode::{Options, encode};
use crate::interp::{End, Limits, run};
use crate::ir::{Arg, BinaryOp, Builder, Call, Check, CheckId, CheckKind, Range, Type, TypeId, lift, validate};
use crate::testing::{L, Verdicts, integer, solver};
use horn_solver::smt::Purpose;
use horn_solver::system::Verdict;

/// `Next` chooses a digit; `Main` adds three of them to an uninitialised start and asserts that the sum is not 25.
fn sample() -> (Program, ProcId) {
    let mut program = Program::new();
    let int = integer(&mut program);
    let digit = program.add_type(Type::int("Digit", Range::new(0, 9), Range::signed(8)));
    let [next, main] = ["Next", "Main"].map(|name| program.declare(name, L));
    let mut b = Builder::new("Next", L);
    let (odd, out) = (b.param("Odd", TypeId::BOOL, crate::ir::Mode::In, L), b.result("Next'Result", digit, L));
    let (other, odd) = (b.local("Other", digit, L), b.var(odd, L));
    b.begin_if(odd, L);
    b.havoc(out, L);
    b.begin_else();
    b.havoc(other, L);
    let value = b.var(other, L);
    b.assign(out, value, L);
    b.end_if();
    b.finish(&mut program, next);
    let mut b = Builder::new("Main", L);
    b.set_entry(true);
    let (sum, i, d) = (b.local("Sum", digit, L), b.local("I", int, L), b.local("D", digit, L));
    let total = b.local("Total", int, L);
    let start = b.var(sum, L);
    b.assign(total, start, L);
    let (one, three) = (b.int(1, int, L), b.int(3, int, L));
    b.begin_for(None, i, one, three, false, Some(3), L);
    let (vi, two) = (b.var(i, L), b.int(2, int, L));
    let second = b.compare(BinaryOp::Eq, vi, two, L);
    b.call(Call { callee: next, args: vec![Arg::In(second)], result: Some(d), exception: None }, L);
    let (vt, vd) = (b.var(total, L), b.var(d, L));
    let more = b.binary(BinaryOp::Add, vt, vd, int, L);
    b.assign(total, more, L);
    // The digits go up.
    let at_least = b.compare(BinaryOp::Ge, vd, vi, L);
    b.assume(at_least, L);
    b.end_loop();
    let (vt, bad) = (b.var(total, L), b.int(33, int, L));
    let good = b.compare(BinaryOp::Ne, vt, bad, L);
    let check = program.add_check(Check::new(CheckKind::Assertion, L));
    b.check(check, good, L);
    b.finish(&mut program, main);
    assert_eq!(validate(&program), Vec::new());
    lift(&mut program);
    (program, main)
}

fn replay(program: &Program, mut found: Candidate) -> End {
    let inputs = found.inputs.clone();
    run(program, found.entry, &inputs, &mut found, Limits { steps: 1000, cancel: None, trace: false }).end
}

#[test]
fn choices_come_back_in_the_order_of_the_run() {
    let (program, _) = sample();
    let encoded = encode(&program, &Options::default()).unwrap();
    let Verdict::Unsat(refutation) = Verdicts::new("bmc", 20).certified(&encoded, CheckId(0)) else {
        panic!("the sum can be 33");
    };
    let found = candidate(&program, &encoded, &refutation).unwrap();
    // Two calls choose `Other`, one the result.
    let counts: Vec<usize> = found.choices.values().map(VecDeque::len).collect();
    assert_eq!(counts.iter().sum::<usize>(), 4, "{:?}", found.choices);
    assert_eq!(replay(&program, found), End::Failed(CheckId(0)));
}

#[test]
fn a_model_of_the_bounded_formula_is_a_run() {
    let (program, main) = sample();
    let formula = unwind(&program, main, &Options::default(), &Bounds::default()).unwrap();
    assert!(formula.complete, "the loop ends by itself");
    let mut smt = solver();
    for constraint in &formula.constraints {
        smt.assert(&formula.store, *constraint).unwrap();
    }
    let mut store = formula.store.clone();
    let vars = store.vars(0, &formula.vars);
    let (answer, values) = smt.check_formula(&store, Purpose::Other, formula.properties[0].violated, &vars).unwrap();
    assert!(answer.is_sat(), "{answer:?}");
    let found = formula.candidate(&program, &Assignment::from_values(values)).unwrap();
    assert_eq!(replay(&program, found), End::Failed(CheckId(0)));
}

#[test]
fn a_loop_that_is_cut_off_says_so() {
    let mut program = Program::new();
    let int = integer(&mut program);
    let id = program.declare("P", L);
    let mut b = Builder::new("P", L);
    b.set_entry(true);
    let n = b.param("N", int, crate::ir::Mode::In, L);
    let i = b.local("I", int, L);
    let (one, vn) = (b.int(1, int, L), b.var(n, L));
    b.begin_for(None, i, one, vn, false, None, L);
    let (vi, seven) = (b.var(i, L), b.int(7, int, L));
    let small = b.compare(BinaryOp::Lt, vi, seven, L);
    let check = program.add_check(Check::new(CheckKind::Assertion, L));
    b.check(check, small, L);
    b.end_loop();
    b.finish(&mut program, id);
    lift(&mut program);
    let possible = |unwind_bound: u32, assertions: bool| {
        let bounds = Bounds { unwind: unwind_bound, assertions, ..Bounds::default() };
        let formula = unwind(&program, id, &Options::default(), &bounds).unwrap();
        assert_eq!(formula.complete, unwind_bound == 7);
        let mut smt = solver();
        for constraint in &formula.constraints {
            smt.assert(&formula.store, *constraint).unwrap();
        }
        let mut found = Vec::new();
        for property in &formula.properties {
            let (answer, _) = smt.check_formula(&formula.store, Purpose::Other, property.violated, &[]).unwrap();
            if answer.is_sat() {
                found.push((property.subject, property.iterations.iter().map(|(_, n)| *n).collect::<Vec<u32>>()));
            }
        }
        found
    };
    use crate::bounded::About;
    assert_eq!(possible(5, true), [(About::Unwinding(L), vec![])]);
    assert_eq!(possible(5, false), []);
    // The check stops the run in the seventh iteration, so that no more are needed.
    assert_eq!(possible(7, true), [(About::Check(check), vec![7])]);
}
