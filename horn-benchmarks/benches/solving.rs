//! Small systems from text to certified answer, SMT processes included.

#![allow(missing_docs, reason = "criterion_group! makes a public function")]

use criterion::{Criterion, criterion_group, criterion_main};
use horn_benchmarks::systems;
use horn_solver::smt::CancelToken;
use horn_solver::system::Verdict;
use hornsolve::certificates::Certificates;
use hornsolve::pipeline::{Language, Request, run};
use hornsolve::smt::LazySmt;
use std::fs;
use std::time::Duration;

/// One system of each kind, solved in well under a second.
const SYSTEMS: &[&str] = &[
    "lia-linear/count-up-safe",
    "lia-linear/count-up-unsafe",
    "lia-linear/two-counters-safe",
    "lia-linear/two-counters-unsafe",
    "lia-linear/nested-loops-unsafe",
    "lia-nonlinear/mc91-unsafe",
    "lia-nonlinear/fibonacci-unsafe",
    "lia-nonlinear/caller-callee-safe",
    "lra/half-steps-unsafe",
    "bool/flip-flop-safe",
    "syntax/equality-of-atoms-unsafe",
];

fn solving(criterion: &mut Criterion) {
    let smt = LazySmt::new(None, None, &horn_solver::smt::CancelToken::new());
    let mut group = criterion.benchmark_group("solving");
    group.sample_size(10);
    for name in SYSTEMS {
        let text = fs::read(systems::folder().join(format!("{name}.smt2"))).expect("the file can be read");
        group.bench_function(*name, |bencher| {
            bencher.iter(|| {
                let request = Request {
                    engines: &[],
                    without: &[],
                    jobs: 2,
                    certify: true,
                    check: &hornsolve::independent::Check::One,
                    preprocess: true,
                    instrument: &horn_solver::instrument::options::AUTO,
                    smt: &smt,
                    certificates: &Certificates::default(),
                    cancel: &CancelToken::with_timeout(Duration::from_secs(20)),
                };
                let answer =
                    run(&text, Language::SmtLib, &request, &mut ()).expect("the system is good and Z3 is there");
                assert!(!matches!(answer.verdict, Verdict::Unknown(_)), "{name} is not solved");
            });
        });
    }
    group.finish();
}

criterion_group!(benches, solving);
criterion_main!(benches);
