//! A few threads that work off a list, while the caller's thread shows how far they are.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How often the watcher is told.
const TICK: Duration = Duration::from_millis(100);
/// Terms are walked with explicit stacks; the interpreter and printers recurse over small depths.
pub const STACK_SIZE: usize = 256 << 20;

/// Applies `work` to every item, `jobs` at a time. `watch` sees the results that are there already, about ten times a
/// second. The results come in the order of the items.
pub fn map<I: Sync, R: Send>(
    items: &[I],
    jobs: usize,
    work: impl Fn(&I) -> R + Sync,
    watch: &mut dyn FnMut(&[Option<R>]),
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = channel();
    let mut results: Vec<Option<R>> = items.iter().map(|_| None).collect();
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, items.len().max(1)) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            let run = move || {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(place) else { return };
                    if sender.send((place, work(item))).is_err() {
                        return;
                    }
                }
            };
            let thread = std::thread::Builder::new().name("checks".to_string()).stack_size(STACK_SIZE);
            if let Err(error) = thread.spawn_scoped(scope, run) {
                log::warn!("no thread: {error}");
            }
        }
        drop(sender);
        loop {
            match receiver.recv_timeout(TICK) {
                Ok((place, result)) => results[place] = Some(result),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            watch(&results);
        }
    });
    // Without any thread the work is done here.
    results.into_iter().zip(items).map(|(result, item)| result.unwrap_or_else(|| work(item))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_whatever_the_number_of_threads() {
        let items: Vec<usize> = (0..50).collect();
        for jobs in [1, 3, 100] {
            let mut seen = 0;
            let squares = map(&items, jobs, |n| n * n, &mut |done| seen = done.iter().flatten().count());
            assert_eq!(squares, items.iter().map(|n| n * n).collect::<Vec<_>>());
            assert_eq!(seen, 50);
        }
        assert!(map(&[] as &[u8], 2, |n| *n, &mut |_| {}).is_empty());
    }
}
