//! How fast systems are preprocessed: many small clauses, few large ones, and our own small systems together.

#![allow(missing_docs, reason = "criterion_group! makes a public function")]

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use horn_benchmarks::generate::FAMILIES;
use horn_benchmarks::systems;
use horn_solver::preprocess::{PassContext, preprocess};
use horn_solver::smt::CancelToken;
use horn_solver::smtlib::{self, Script};
use std::fs;

fn run(script: &mut Script) -> usize {
    let cancel = CancelToken::new();
    let mut context = PassContext::new(&mut script.store, &cancel);
    preprocess(&mut context, &script.system).system.clauses.len()
}

fn preprocessing(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("preprocessing");
    group.sample_size(10);
    for (name, size) in
        [("chain-unsafe", 300), ("diamonds-unsafe", 60), ("calls-safe", 100), ("dispatch-safe", 100), ("wide-safe", 50)]
    {
        let family = FAMILIES.iter().find(|family| family.name == name).expect("a family of that name");
        let text = (family.text)(size);
        let read = || smtlib::read(text.as_bytes()).expect("the text is good");
        group.bench_function(name, |bencher| bencher.iter_batched_ref(read, run, BatchSize::SmallInput));
    }
    let texts: Vec<Vec<u8>> = systems::manifest()
        .expect("the manifest is good")
        .iter()
        .map(|entry| fs::read(&entry.path).expect("the file can be read"))
        .collect();
    let read = || texts.iter().map(|text| smtlib::read(text).expect("the text is good")).collect::<Vec<_>>();
    group.bench_function("our own systems", |bencher| {
        bencher.iter_batched_ref(read, |scripts| scripts.iter_mut().map(run).sum::<usize>(), BatchSize::LargeInput);
    });
    group.finish();
}

criterion_group!(benches, preprocessing);
criterion_main!(benches);
