//! Random programs: the interpreter, the clauses and the bounded formula must agree.

use crate::bounded::{About, Bits, Bounds, Unwinder, unwind};
use crate::encode::{Options, encode};
use crate::explain::candidate;
use crate::interp::{End, Inputs, Limits, Run, Value, run};
use crate::ir::{
    BinaryOp, Builder, Check, CheckId, CheckKind, ExprKind, Mode, ProcId, Program, Range, Type, lift, validate,
};
use crate::random::{Random, inputs, program};
use crate::testing::{L, Verdicts, solver};
use horn_solver::num::Int;
use horn_solver::smt::Purpose;
use horn_solver::system::Verdict;
use horn_solver::term::{SortId, Store, TermId};

fn execute(program: &Program, entry: ProcId, params: Vec<Value>) -> Run {
    let limits = Limits { steps: 100_000, cancel: None, trace: false };
    let run = run(program, entry, &Inputs { params, globals: Vec::new() }, &mut (), limits);
    assert!(!matches!(run.end, End::Broken(_) | End::GivenUp(_)), "{:?}\n{program}", run.end);
    run
}

/// A number in the sort of a term.
fn numeral(store: &mut Store, like: TermId, n: &Int) -> TermId {
    match store.bv_width(store.sort_of(like)) {
        Some(width) => store.bv(&n.mod_euclid(&Int::pow2(width)), width),
        None => store.int_big(n.clone()),
    }
}

/// `terms` are the slots of these values; only what random inputs are made of.
fn fixed(store: &mut Store, terms: &[TermId], value: &Value) -> TermId {
    match value {
        Value::Bool(true) => terms[0],
        Value::Bool(false) => store.not(terms[0]),
        Value::Int(n) => {
            let n = numeral(store, terms[0], n);
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
                    let index = match store.array_sorts(store.sort_of(terms[0])) {
                        Some((SortId::INT, _)) | None => store.int(at + 1),
                        Some((index, _)) => {
                            let width = store.bv_width(index).unwrap();
                            store.bv(&Int::from(at + 1), width)
                        }
                    };
                    let cell = store.select(terms[0], index);
                    fixed(store, &[cell], array.at(i128::from(at)))
                })
                .collect();
            store.and(&parts)
        }
        Value::Float(_) | Value::Open => panic!("random programs have no such values"),
    }
}

#[test]
fn bounded_formulas_say_what_runs_do() {
    let mut failures = 0;
    for seed in 1..=40 {
        let (mut program, entry) = program(seed);
        assert_eq!(validate(&program), Vec::new(), "{program}");
        lift(&mut program);
        // Every other one over bit-vectors, and some of these not at once.
        let over_bits = seed % 2 == 0;
        let options = Options::default();
        let mut unwinder = Unwinder::new(&program, entry, &options);
        let mut bits = over_bits.then(|| Bits::new(&program));
        let steps: &[u32] = if seed % 4 < 2 { &[1, 3, 10] } else { &[10] };
        let mut smt = solver();
        let mut stated = 0;
        for unwind in steps {
            let bounds = Bounds { ranged: over_bits, unwind: *unwind, ..Bounds::default() };
            let formula = unwinder.unwind(&bounds).unwrap();
            let new = formula.constraints[stated..].to_vec();
            stated = formula.constraints.len();
            match &mut bits {
                Some(bits) => {
                    let new = bits.booleans(formula, &new).unwrap();
                    for constraint in bits.constraints.drain(..).chain(new).collect::<Vec<_>>() {
                        smt.assert(&bits.store, constraint).unwrap();
                    }
                }
                None => new.iter().for_each(|constraint| smt.assert(&formula.store, *constraint).unwrap()),
            }
        }
        let mut formula = unwinder.finish();
        assert!(formula.complete);
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
            let (answer, values) = match &mut bits {
                None => smt.check_formula(&formula.store, Purpose::Other, question, &violated).unwrap(),
                Some(bits) => {
                    let images = bits.booleans(&formula, &violated).unwrap();
                    let question = bits.booleans(&formula, &[question]).unwrap();
                    for range in std::mem::take(&mut bits.constraints) {
                        smt.assert(&bits.store, range).unwrap();
                    }
                    smt.check_formula(&bits.store, Purpose::Other, question[0], &images).unwrap()
                }
            };
            let End::Failed(check) = end else {
                assert!(answer.is_unsat(), "seed {seed}: {end:?}, {answer:?} for {params:?}\n{program}");
                continue;
            };
            failures += 1;
            assert!(answer.is_sat(), "seed {seed}: {end:?}, {answer:?} for {params:?}\n{program}");
            let first = values.iter().position(|value| value.as_bool() == Some(true)).unwrap();
            assert_eq!(formula.properties[first].subject, About::Check(check), "seed {seed}: {params:?}\n{program}");
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

/// What is assumed on a branch that a run does not take says nothing about the run: there the value that was not
/// checked is outside of the type of the component that it is read from.
#[test]
fn untaken_branches_exclude_nothing() {
    let mut program = Program::new();
    let small = program.add_type(Type::int("Small", Range::new(0, 9), Range::signed(8)));
    let row = program.add_type(Type::array("Row", vec![small], Some(vec![Range::new(1, 3)]), small));
    let id = program.declare("P", L);
    let mut b = Builder::new("P", L);
    b.set_entry(true);
    let (x, r) = (b.param("X", small, Mode::In, L), b.param("R", row, Mode::InOut, L));
    let y = b.local("Y", small, L);
    let (vx, nine, one) = (b.var(x, L), b.int(9, small, L), b.int(1, small, L));
    let less = b.compare(BinaryOp::Lt, vx, nine, L);
    b.begin_if(less, L);
    let next = b.binary(BinaryOp::Add, vx, one, small, L);
    let vr = b.var(r, L);
    let changed = b.expr(ExprKind::Update(vr, vec![one], next), row, L);
    b.assign(r, changed, L);
    let vr = b.var(r, L);
    let read = b.expr(ExprKind::Index(vr, vec![one]), small, L);
    b.assign(y, read, L);
    b.begin_else();
    b.assign(y, vx, L);
    b.end_if();
    let (vy, vx) = (b.var(y, L), b.var(x, L));
    let differ = b.compare(BinaryOp::Ne, vy, vx, L);
    let check = program.add_check(Check::new(CheckKind::Assertion, L));
    b.check(check, differ, L);
    b.finish(&mut program, id);
    assert_eq!(validate(&program), Vec::new());
    lift(&mut program);
    let formula = unwind(&program, id, &Options::default(), &Bounds::default()).unwrap();
    let mut smt = solver();
    for constraint in &formula.constraints {
        smt.assert(&formula.store, *constraint).unwrap();
    }
    let (answer, _) = smt.check_formula(&formula.store, Purpose::Other, formula.properties[0].violated, &[]).unwrap();
    assert!(answer.is_sat(), "X = 9 violates the check: {answer:?}");
    let encoded = encode(&program, &Options::default()).unwrap();
    assert_eq!(Verdicts::new("bmc", 10).decide(&encoded, check), "fails");
}
