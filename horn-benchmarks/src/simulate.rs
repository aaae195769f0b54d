//! How long shards on many machines take: an event simulation with the times of a recorded run.
//!
//! Every shard reads the whole program, decides its own subprograms, and is done; the merge reads the program once more
//! and writes the result. A worker takes the next shard when it is free. One that is lost in the middle of a shard does
//! not come back: its shard is given to somebody else, who finds in the shared cache what was finished. The ideal is
//! work that can be divided at will among all workers, without reading or merging: no arrangement can be faster.

use horn_solver::random::SplitMix;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};

/// What things cost, in microseconds of one processor for each subprogram of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs {
    /// Reading and lowering, which every shard does for the whole program.
    pub read: u64,
    /// Checking again what the cache has.
    pub recall: u64,
    /// Putting results together, behind reading.
    pub merge: u64,
}

/// One case.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Case {
    /// How many machines.
    pub workers: usize,
    /// Into how many parts the work is divided.
    pub shards: usize,
    /// Whether the cache has everything from the start.
    pub warm: bool,
    /// The share of workers that are lost on the way.
    pub lost: f64,
}

/// What has become of it, in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// All work, divided by all workers.
    pub ideal: u64,
    /// From the start to the end of the last shard.
    pub solved: u64,
    /// To the end of the merge.
    pub makespan: u64,
    /// How many workers were lost.
    pub lost: usize,
}

/// The times of a program of any size: drawn from those of a recorded run, whose sum is known otherwise. (What a result
/// has for a check is the time of the try that decided it, which may have decided others, too.)
pub fn drawn(recorded: &[f64], seconds: f64, subprograms: usize, random: &mut SplitMix) -> Vec<u64> {
    let sum: f64 = recorded.iter().sum();
    let scale = if sum > 0.0 { seconds / sum * 1e6 } else { 0.0 };
    // What took no time at all is some work, too.
    (0..subprograms).map(|_| 1 + (recorded[random.index(recorded.len())] * scale) as u64).collect()
}

/// How many seconds each subprogram took, as a result in JSON has it.
///
/// # Errors
/// It is no result, or one without checks.
pub fn recorded(text: &[u8]) -> Result<Vec<f64>, String> {
    let value: serde_json::Value = serde_json::from_slice(text).map_err(|error| error.to_string())?;
    let mut times: BTreeMap<String, f64> = BTreeMap::new();
    for check in value["checks"].as_array().into_iter().flatten() {
        let seconds = check["seconds"].as_f64().filter(|seconds| (0.0..=1e9).contains(seconds));
        let (Some(name), Some(seconds)) = (check["subprogram"].as_str(), seconds) else {
            return Err("a check without a subprogram or a time".to_string());
        };
        *times.entry(name.to_string()).or_insert(0.0) += seconds;
    }
    if times.is_empty() { Err("there are no checks".to_string()) } else { Ok(times.into_values().collect()) }
}

/// The subprograms of each shard, as `--shard` with `--timings` divides them: the longest first, each to the shard with
/// the least so far.
fn divided(times: &[u64], shards: usize) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..times.len()).collect();
    order.sort_by_key(|one| Reverse(times[*one]));
    let mut loads: BinaryHeap<Reverse<(u64, usize)>> = (0..shards).map(|shard| Reverse((0, shard))).collect();
    let mut divided = vec![Vec::new(); shards];
    for one in order {
        if let Some(Reverse((load, shard))) = loads.pop() {
            divided[shard].push(one);
            loads.push(Reverse((load + times[one], shard)));
        }
    }
    divided
}

/// A shard that waits: from when on, its number, and how many of its subprograms the cache has.
type Waiting = (u64, usize, usize);

/// When the last shard is done, if workers die at these times; `None` if none is left to do it.
fn solved(times: &[u64], costs: Costs, warm: bool, shards: &[Vec<usize>], deaths: &[Option<u64>]) -> Option<u64> {
    let reading = costs.read * times.len() as u64;
    let cost = |one: usize, known: bool| if known { costs.recall.min(times[one]) } else { times[one] };
    let mut queue: VecDeque<Waiting> = (0..shards.len()).map(|shard| (0, shard, 0)).collect();
    let mut free: BinaryHeap<Reverse<(u64, usize)>> = (0..deaths.len()).map(|worker| Reverse((0, worker))).collect();
    let mut end = 0;
    while let Some(Reverse((now, worker))) = free.pop() {
        if deaths[worker].is_some_and(|death| death <= now) {
            continue;
        }
        // Everybody who is free later finds what is lost by then in the queue: its order is that of time.
        let Some((from, shard, known)) = queue.pop_front() else { break };
        let start = now.max(from) + reading;
        let mut time = start;
        let mut finished = 0;
        let death = deaths[worker].unwrap_or(u64::MAX);
        for (at, one) in shards[shard].iter().enumerate() {
            time += cost(*one, warm || at < known);
            finished += usize::from(time <= death);
        }
        if time <= death {
            end = end.max(time);
            free.push(Reverse((time, worker)));
        } else {
            queue.push_back((death.max(from), shard, known.max(finished)));
            queue.make_contiguous().sort_unstable();
        }
    }
    queue.is_empty().then_some(end)
}

/// Plays a case. Workers are lost at random times of the run as it would be without losses.
///
/// # Errors
/// All workers are lost before the work is done.
pub fn play(times: &[u64], costs: Costs, case: &Case, random: &mut SplitMix) -> Result<Outcome, String> {
    let shards = divided(times, case.shards.max(1));
    let work: u64 = times.iter().map(|time| if case.warm { costs.recall.min(*time) } else { *time }).sum();
    let none = vec![None; case.workers];
    let undisturbed = solved(times, costs, case.warm, &shards, &none).ok_or("there are no workers")?;
    let chance = (case.lost.clamp(0.0, 1.0) * 1e6) as u64;
    let deaths: Vec<Option<u64>> =
        none.iter().map(|_| (random.below(1_000_000) < chance).then(|| random.below(undisturbed))).collect();
    let lost = deaths.iter().flatten().count();
    let solved = solved(times, costs, case.warm, &shards, &deaths).ok_or("all workers are lost")?;
    let merging = (costs.read + costs.merge) * times.len() as u64;
    Ok(Outcome { ideal: work / case.workers.max(1) as u64, solved, makespan: solved + merging, lost })
}

/// All cases as a table in Markdown. For each number of shards per worker there is a column.
///
/// # Errors
/// There is nobody left to do the work.
pub fn table(
    recorded: &[f64],
    seconds: f64,
    costs: Costs,
    sizes: &[usize],
    workers: &[usize],
    each: &[usize],
    lost: f64,
) -> Result<String, String> {
    let shown = |micros: u64| format!("{:.1}", micros as f64 / 1e6);
    let mut header: Vec<String> =
        ["subprograms", "workers", "cache", "lost", "one machine [s]", "ideal [s]", "read, merge [s]"]
            .map(String::from)
            .to_vec();
    header.extend(each.iter().map(|each| format!("{each} shards each [s]")));
    let mut lines = vec![header];
    for size in sizes {
        // Programs of one size are the same in all lines.
        let times = drawn(recorded, seconds, *size, &mut SplitMix(1));
        for workers in workers {
            for (warm, lost) in [(false, 0.0), (false, lost), (true, 0.0), (true, lost)] {
                let mut line = Vec::new();
                let mut ideal = 0;
                let mut gone = 0;
                for each in each {
                    let case = Case { workers: *workers, shards: workers * each, warm, lost };
                    let outcome = play(&times, costs, &case, &mut SplitMix(*workers as u64))?;
                    (ideal, gone) = (outcome.ideal, outcome.lost);
                    line.push(shown(outcome.makespan));
                }
                let fixed = (2 * costs.read + costs.merge) * *size as u64;
                let word = if warm { "warm" } else { "cold" };
                let mut cells = vec![size.to_string(), workers.to_string(), word.to_string(), gone.to_string()];
                let alone = ideal * *workers as u64 + costs.read * *size as u64;
                cells.extend([shown(alone), shown(ideal), shown(fixed)]);
                cells.extend(line);
                lines.push(cells);
            }
        }
    }
    Ok(crate::table::render(&lines))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FREE: Costs = Costs { read: 0, recall: 1, merge: 0 };

    fn case(workers: usize, shards: usize) -> Case {
        Case { workers, shards, warm: false, lost: 0.0 }
    }

    #[test]
    fn work_that_divides_well_takes_the_ideal_time() {
        let times = vec![10; 100];
        let outcome = play(&times, FREE, &case(10, 10), &mut SplitMix(1)).expect("done");
        assert_eq!(outcome, Outcome { ideal: 100, solved: 100, makespan: 100, lost: 0 });
        // Three shards for two workers: one of them does two.
        let outcome = play(&times[..6], FREE, &case(2, 3), &mut SplitMix(1)).expect("done");
        assert_eq!((outcome.ideal, outcome.solved), (30, 40));
        // One that is long is as long on any number of machines.
        let outcome = play(&[500, 1, 1], FREE, &case(3, 3), &mut SplitMix(1)).expect("done");
        assert_eq!((outcome.ideal, outcome.solved), (167, 500));
    }

    #[test]
    fn every_shard_reads_everything_and_so_does_the_merge() {
        let costs = Costs { read: 2, recall: 1, merge: 3 };
        let times = vec![10; 10];
        let one = play(&times, costs, &case(1, 1), &mut SplitMix(1)).expect("done");
        assert_eq!((one.solved, one.makespan), (20 + 100, 120 + 50));
        let four = play(&times, costs, &case(1, 4), &mut SplitMix(1)).expect("done");
        assert_eq!(four.solved, 4 * 20 + 100);
        let warm = play(&times, costs, &Case { warm: true, ..case(1, 1) }, &mut SplitMix(1)).expect("done");
        assert_eq!((warm.ideal, warm.solved), (10, 20 + 10));
    }

    #[test]
    fn what_is_lost_is_done_by_somebody_else_with_what_was_finished() {
        let costs = Costs { read: 1, recall: 1, merge: 0 };
        let times = vec![10; 8];
        let shards = divided(&times, 2);
        // The first dies after two of its four; the second takes the rest after its own: reads, recalls two, does two.
        let end = solved(&times, costs, false, &shards, &[Some(30), None]);
        assert_eq!(end, Some(48 + 8 + 2 + 20));
        // One that is free before others are lost is there for them.
        let end = solved(&times, costs, false, &shards, &[Some(30), None, None]);
        assert_eq!(end, Some(30 + 8 + 2 + 20));
        assert_eq!(solved(&times, costs, false, &shards, &[Some(5), Some(5)]), None);
        assert!(play(&times, costs, &Case { lost: 1.0, ..case(2, 2) }, &mut SplitMix(1)).is_err());
        let some = play(&times, costs, &Case { lost: 0.5, ..case(4, 8) }, &mut SplitMix(3)).expect("done");
        let none = play(&times, costs, &case(4, 8), &mut SplitMix(3)).expect("done");
        assert!((1..4).contains(&some.lost) && some.solved > none.solved, "{some:?} {none:?}");
    }

    #[test]
    fn times_are_those_of_a_result() {
        let text = br#"{"checks": [{"subprogram": "A", "seconds": 1.5}, {"subprogram": "B", "seconds": 1},
            {"subprogram": "A", "seconds": 0.5}]}"#;
        let times = recorded(text).expect("times");
        assert_eq!(times, [2.0, 1.0]);
        let drawn = drawn(&times, 3.0, 1000, &mut SplitMix(1));
        assert!(drawn.iter().all(|time| [1_000_001, 2_000_001].contains(time)));
        assert!(recorded(b"{}").is_err() && recorded(b"[").is_err());
        assert!(recorded(br#"{"checks": [{"subprogram": "A"}]}"#).is_err());
        let text = table(&times, 3.0, FREE, &[1000], &[2], &[1, 4], 0.0).expect("a table");
        assert!(text.contains("4 shards each [s]") && text.lines().count() == 6, "{text}");
        // A thousand with a mean of a second and a half.
        let cells: Vec<&str> = text.lines().nth(2).expect("a line").split('|').map(str::trim).collect();
        let alone: f64 = cells[5].parse().expect("seconds");
        assert!((1400.0..1600.0).contains(&alone) && cells[6].parse() == Ok(alone / 2.0), "{text}");
    }
}
