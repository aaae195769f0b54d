//! Bounded model checking over the bound: problems of SPARK-BMC's paper from text to verdict, SMT processes included.
//! The harder problems and larger bounds are in the table of `horn-benchmarks spark --bounds`.

#![allow(missing_docs, reason = "criterion_group! makes a public function")]

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use horn_benchmarks::bounds::subjects;
use horn_benchmarks::programs::Case;
use horn_frontend::{Frontend, Subject, ir};
use horn_solver::smt::CancelToken;
use hornsolve::cli::program::{ProgramCommand, parse};
use hornsolve::frontends::FRONTENDS;
use hornsolve::smt::LazySmt;
use hornsolve::verify::report::Outcome;
use hornsolve::verify::verify;
use std::ffi::OsString;

/// Problems and their bounds.
const BOUNDS: &[(&str, &[u32])] = &[
    ("MaxArray", &[5, 10, 20]),
    ("binary search", &[5, 10]),
    ("inverting, P2", &[5]),
    ("do_while", &[10, 100, 1000]),
    ("two_values", &[10, 100, 1000]),
    ("lock", &[10, 100]),
];

/// Decides a safe program; nothing may be violated.
fn decide(case: &Case, smt: &LazySmt) {
    let mut arguments = ["--frontend", "spark", "--mode=bmc"].map(OsString::from).to_vec();
    arguments.extend(case.arguments.iter().map(OsString::from));
    arguments.push(case.path.clone().into_os_string());
    let Ok(ProgramCommand::Verify(options)) = parse(FRONTENDS, &arguments) else { panic!("a good command line") };
    let frontend: &dyn Frontend = options.frontend().expect("the frontend");
    let mut lowered = frontend.lower(&options.task);
    assert!(!lowered.failed(), "{:?}", lowered.rendered());
    ir::lift(&mut lowered.program);
    let places = lowered.places();
    let subject = Subject { program: &lowered.program, places: &places, notation: frontend.notation() };
    let report = verify(&subject, &options.verify, smt, &CancelToken::new(), &()).expect("Z3 is there");
    for finding in &report.findings {
        assert!(matches!(finding.outcome, Outcome::Proved | Outcome::UpTo(_)), "{}", case.name);
    }
}

fn unwinding(criterion: &mut Criterion) {
    let smt = LazySmt::new(None, None, &horn_solver::smt::CancelToken::new());
    let folder = tempfile::tempdir().expect("a folder");
    let all = [subjects(1), subjects(2)].map(|subjects| subjects.expect("the manifest")).concat();
    let mut group = criterion.benchmark_group("unwinding");
    group.sample_size(10);
    for (name, bounds) in BOUNDS {
        let subject = all.iter().find(|subject| subject.name == *name).expect("a problem");
        for bound in *bounds {
            let case = subject.at(*bound, folder.path()).expect("a copy");
            group.bench_with_input(BenchmarkId::new(*name, bound), &case, |bencher, case| {
                bencher.iter(|| decide(case, &smt));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, unwinding);
criterion_main!(benches);
