//! How fast terms are built: new ones, ones that exist already, and ones that are simplified on the way.

#![allow(missing_docs, reason = "criterion_group! makes a public function")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use horn_solver::term::{SortId, Store, TermId};

/// A conjunction of `n` comparisons of sums.
fn comparisons(store: &mut Store, n: u32) -> TermId {
    let parts: Vec<TermId> = (0..n)
        .map(|i| {
            let (x, y) = (store.var(i, SortId::INT), store.var(i + 1, SortId::INT));
            let (factor, bound) = (store.int(i64::from(i % 5) + 2), store.int(i64::from(i)));
            let product = store.mul(factor, y);
            let sum = store.add(&[x, product]);
            store.le(sum, bound)
        })
        .collect();
    store.and(&parts)
}

/// A case distinction nested `n` deep over reads and writes of one array.
fn updates(store: &mut Store, n: u32) -> TermId {
    let sort = store.array_sort(SortId::INT, SortId::INT);
    let mut array = store.var(0, sort);
    for i in 1..=n {
        let index = store.var(i, SortId::INT);
        let old = store.select(array, index);
        let one = store.int(1);
        let new = store.add(&[old, one]);
        array = store.store(array, index, new);
    }
    array
}

fn terms(criterion: &mut Criterion) {
    const SIZE: u32 = 10_000;
    let mut group = criterion.benchmark_group("terms");
    group.throughput(Throughput::Elements(SIZE.into()));
    group.sample_size(20);
    group.bench_function("new comparisons", |bencher| {
        bencher.iter(|| comparisons(&mut Store::new(), SIZE));
    });
    let mut store = Store::new();
    comparisons(&mut store, SIZE);
    group.bench_function("known comparisons", |bencher| bencher.iter(|| comparisons(&mut store, SIZE)));
    group.throughput(Throughput::Elements(200));
    group.bench_function("array updates", |bencher| bencher.iter(|| updates(&mut Store::new(), 200)));
    group.finish();
}

criterion_group!(benches, terms);
criterion_main!(benches);
