//! Random programs: the interpreter, the clauses and the bounded formula must agree.

use crate::bounded::{Bounds, Subject, unwind};
use crate::encode::{Options, encode};
use crate::explain::candidate;
use crate::interp::{End, Inputs, Limits, Run, Value, run};
use crate::ir::{CheckId, ProcId, Program, lift, validate};
use crate::random::{Random, inputs, program};
use crate::testing::{Verdicts, solver};
use horn_solver::smt::Purpose;
use horn_solver::system::Verdict;
use horn_solver::term::{Store, TermId};

fn execute(program: &Program, entry: ProcId, params: Vec<Value>) -> Run {
    let limits = Limits { steps: 100_000, cancel: None, trace: false };
    let run = run(program, entry, &Inputs { params, globals: Vec::new() }, &mut (), limits);
    assert!(!matches!(run.end, End::Broken(_) | End::GivenUp(_)), "{:?}\n{program}", run.end);
    run
}

/// `terms` are the slots of these values; only what random inputs are made of.
fn fixed(store: &mut Store, terms: &[TermId], value: &Value) -> TermId {
    match value {
        Value::Bool(true) => terms[0],
        Value::Bool(false) => store.not(terms[0]),
        Value::Int(n) => {
            let n = store.int_big(n.clone());
            store.eq(terms[0], n)
        }
        Value::Record(fields) => {
            let parts: Vec<TermId> =
                terms.iter().zip(fields.iter()).map(|(term, field)| fixed(store, &[*term], field)).collect();
            store.and(&parts)
        }
        Value::Array(array) => {
            let parts: Vec<TermId> = (0..4)
                .map(|at| {
                    let index = store.int(at + 1);
                    let cell = store.select(terms[0], index);
                    fixed(store, &[cell], array.at(i128::from(at)))
                })
                .collect();
            store.and(&parts)
        }
        Value::Float(_) => panic!("random programs have no floats"),
    }
}

#[test]
fn bounded_formulas_say_what_runs_do() {
    let mut failures = 0;
    for seed in 1..=40 {
        let (mut program, entry) = program(seed);
        assert_eq!(validate(&program), Vec::new(), "{program}");
        lift(&mut program);
        let mut formula = unwind(&program, entry, &Options::default(), &Bounds::default()).unwrap();
        assert!(formula.complete);
        let mut smt = solver();
        for constraint in &formula.constraints {
            smt.assert(&formula.store, *constraint).unwrap();
        }
        let violated: Vec<TermId> = formula.properties.iter().map(|property| property.violated).collect();
        let any = formula.store.or(&violated);
        let mut random = Random::new(seed + 1000);
        for _ in 0..4 {
            let params = inputs(&mut random);
            let end = execute(&program, entry, params.clone()).end;
            let mut given: Vec<TermId> = Vec::new();
            for ((_, terms), value) in formula.params.clone().iter().zip(&params) {
                given.push(fixed(&mut formula.store, terms, value));
            }
            given.push(any);
            let question = formula.store.and(&given);
            let (answer, values) = smt.check_formula(&formula.store, Purpose::Other, question, &violated).unwrap();
            let End::Failed(check) = end else {
                assert!(answer.is_unsat(), "seed {seed}: {end:?}, {answer:?} for {params:?}\n{program}");
                continue;
            };
            failures += 1;
            assert!(answer.is_sat(), "seed {seed}: {end:?}, {answer:?} for {params:?}\n{program}");
            let first = values.iter().position(|value| value.as_bool() == Some(true)).unwrap();
            assert_eq!(formula.properties[first].subject, Subject::Check(check), "seed {seed}: {params:?}\n{program}");
        }
    }
    assert!(failures > 20, "only {failures} of the runs failed");
}

#[test]
fn clauses_agree_with_runs() {
    let (mut proved, mut refuted) = (0, 0);
    let mut solver = Verdicts::new("bmc", 3);
    for seed in 1..=12 {
        let (mut program, entry) = program(seed);
        lift(&mut program);
        let encoded = encode(&program, &Options::default()).unwrap();
        let mut random = Random::new(seed + 2000);
        let failed: Vec<End> = (0..200).map(|_| execute(&program, entry, inputs(&mut random)).end).collect();
        for at in (0..program.checks.len()).take(6) {
            let check = CheckId(at as u32);
            match solver.certified(&encoded, check) {
                Verdict::Sat(_) => {
                    proved += 1;
                    assert!(!failed.contains(&End::Failed(check)), "seed {seed}: check {at} is no theorem\n{program}");
                }
                Verdict::Unsat(refutation) => {
                    refuted += 1;
                    let mut found = candidate(&program, &encoded, &refutation).expect("a refutation has inputs");
                    let start = found.inputs.clone();
                    let limits = Limits { steps: 100_000, cancel: None, trace: false };
                    let end = run(&program, found.entry, &start, &mut found, limits).end;
                    assert_eq!(end, End::Failed(check), "seed {seed}: {start:?}\n{program}");
                }
                Verdict::Unknown(_) => {}
            }
        }
    }
    assert!(proved > 15 && refuted > 5, "{proved} proved, {refuted} refuted");
}
