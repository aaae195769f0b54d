//! How fast SMT-LIB text becomes a system: bytes per second, for many clauses, deep terms and long clauses.

#![allow(missing_docs, reason = "criterion_group! makes a public function")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use horn_benchmarks::generate::FAMILIES;
use horn_solver::smtlib;

fn reading(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("reading");
    group.sample_size(10);
    for name in ["facts-safe", "chain-safe", "calls-safe", "nested-sum-safe", "nested-let-unsafe", "dispatch-safe"] {
        let family = FAMILIES.iter().find(|family| family.name == name).expect("a family of that name");
        let text = (family.text)(family.size);
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(name, |bencher| {
            bencher.iter(|| smtlib::read(text.as_bytes()).expect("the text is good"));
        });
    }
    group.finish();
}

criterion_group!(benches, reading);
criterion_main!(benches);
