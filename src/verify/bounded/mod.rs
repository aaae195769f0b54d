//! Bounded model checking of programs: loops are unwound further and further, until every check fails, or no run goes
//! on, or the bound is reached.
//!
//! This is what SPARK-BMC does (Belo Lourenço, Frade, Pinto, "A Bounded Model Checker for SPARK Programs", ATVA 2014),
//! but for the steps: the bound grows, and the solver keeps what it knows. All open checks are asked about at once. A
//! model is a candidate, and a failure is only reported when the interpreter has seen it. If no run needs more
//! iterations than were unwound, the checks that are left are proved; otherwise they are not violated *up to* the
//! bound, which is no proof.

mod entry;
mod floats;
mod loops;
mod session;
mod slice;

pub use loops::unwindset;
pub(super) use slice::Slice;

use super::options::{Integers, Mode, Options, UnwindLimit};
use super::report::Outcome;
use super::{Decider, states, workers};
use crate::pipeline::Failure;
use crate::smt::LazySmt;
use entry::{Entry, Known};
use horn_frontend::Subject;
use horn_frontend::bounded::Bounds;
use horn_frontend::ir::{CheckId, Loc, ProcId};
use horn_solver::smt::{CancelToken, Steps};
use session::Strategy;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Executed blocks beyond which a program is too large.
const BLOCKS: usize = 2_000_000;
/// Iterations of loops whose number nothing limits, where no bound was given.
const AUTOMATIC: u32 = 1024;

/// A loop or a recursion that was cut off.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unfinished {
    /// The loop, or the call.
    pub loc: Loc,
    /// Whether it is a recursion.
    pub recursion: bool,
    /// The bound.
    pub bound: u32,
}

/// What is known about an entry as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// Nothing fails, and no run was cut off.
    Successful,
    /// Nothing fails in any run, however many iterations it has; for some checks invariants say so.
    Invariant,
    /// Nothing fails within the bound.
    UpTo(u32),
    /// Something fails.
    Failed,
    /// Neither is known.
    Unknown,
}

impl Conclusion {
    /// In words.
    pub fn text(&self) -> String {
        match self {
            Conclusion::Successful => "VERIFICATION SUCCESSFUL (complete unwinding)".to_string(),
            Conclusion::Invariant => "VERIFICATION SUCCESSFUL (invariants, for all iterations)".to_string(),
            Conclusion::UpTo(bound) => format!("NO VIOLATION UP TO BOUND {bound}"),
            Conclusion::Failed => "VERIFICATION FAILED".to_string(),
            Conclusion::Unknown => "UNKNOWN".to_string(),
        }
    }

    /// What is known where this and the other are about parts of what there is to know.
    #[must_use]
    pub fn and(&self, other: &Conclusion) -> Conclusion {
        match (self, other) {
            (Conclusion::Failed, _) | (_, Conclusion::Failed) => Conclusion::Failed,
            (Conclusion::Unknown, _) | (_, Conclusion::Unknown) => Conclusion::Unknown,
            (Conclusion::UpTo(one), Conclusion::UpTo(two)) => Conclusion::UpTo(*one.min(two)),
            (Conclusion::UpTo(bound), _) | (_, Conclusion::UpTo(bound)) => Conclusion::UpTo(*bound),
            (Conclusion::Invariant, _) | (_, Conclusion::Invariant) => Conclusion::Invariant,
            (Conclusion::Successful, Conclusion::Successful) => Conclusion::Successful,
        }
    }
}

/// The result.
#[derive(Default)]
pub struct Found {
    /// What is known of checks: outcome, who says so, time.
    pub outcomes: BTreeMap<CheckId, (Outcome, Decider, Duration)>,
    /// What was cut off.
    pub unfinished: BTreeSet<Unfinished>,
    /// A conclusion for each entry.
    pub conclusions: Vec<(ProcId, Conclusion)>,
}

impl Found {
    /// The checks that the work ended in front of: within the bound that was asked for (`last`), nobody knows of them.
    /// Not those of entries in which something fails: the search ended there on purpose.
    pub fn left(&self, subject: &Subject<'_>, options: &Options) -> BTreeSet<CheckId> {
        let last = last(options);
        let entries = self.conclusions.iter().filter(|(_, conclusion)| *conclusion != Conclusion::Failed);
        let checks = entries.flat_map(|(entry, _)| states(subject.program, *entry));
        let is_left = |check: &CheckId| match self.outcomes.get(check) {
            Some((Outcome::UpTo(bound), ..)) => *bound < last,
            Some((Outcome::Unknown(_), ..)) => true,
            Some((Outcome::Proved | Outcome::Fails(_), ..)) | None => false,
        };
        checks.filter(is_left).collect()
    }

    /// The same where invariants show that these checks hold.
    pub fn with_proofs(&mut self, subject: &Subject<'_>, proofs: Vec<(CheckId, Decider, Duration)>) {
        let shown: BTreeSet<CheckId> = proofs.iter().map(|(check, ..)| *check).collect();
        self.outcomes.extend(proofs.into_iter().map(|(check, by, time)| (check, (Outcome::Proved, by, time))));
        for (entry, conclusion) in &mut self.conclusions {
            let of_entry = states(subject.program, *entry);
            let proved = |check| matches!(self.outcomes.get(check), None | Some((Outcome::Proved, ..)));
            if *conclusion != Conclusion::Successful && !of_entry.is_disjoint(&shown) && of_entry.iter().all(proved) {
                *conclusion = Conclusion::Invariant;
            }
        }
    }

    /// The same without what was cut off in front of the bound that was asked for: the work ended there, which says
    /// nothing of that bound.
    ///
    /// # Errors
    /// The options name no loop.
    pub fn forget_cut_short(&mut self, subject: &Subject<'_>, options: &Options) -> Result<(), Failure> {
        let bounds = bounds(subject, options)?;
        self.unfinished.retain(|one| one.bound >= bounds.limit(one.loc, one.recursion));
        Ok(())
    }

    /// The same with what was found out later, about some of the checks.
    pub fn then(&mut self, later: Found) {
        self.outcomes.extend(later.outcomes);
        self.unfinished.extend(later.unfinished);
        let later: BTreeMap<ProcId, Conclusion> = later.conclusions.into_iter().collect();
        for (entry, conclusion) in &mut self.conclusions {
            if let Some(other) = later.get(entry).filter(|_| *conclusion != Conclusion::Failed) {
                conclusion.clone_from(other);
            }
        }
    }
}

/// The last bound of loops that have none of their own.
fn last(options: &Options) -> u32 {
    options.bounded.unwind.unwrap_or(AUTOMATIC)
}

/// The bounds that are asked for.
fn bounds(subject: &Subject<'_>, options: &Options) -> Result<Bounds, Failure> {
    let bounded = &options.bounded;
    Ok(Bounds {
        unwind: last(options),
        unwindset: unwindset(subject, &bounded.unwindset)?,
        recursion: bounded.recursion,
        assertions: bounded.unwinding_assertions,
        blocks: BLOCKS,
        ..Bounds::default()
    })
}

/// Unwinds all entries from which some of these checks can be reached.
///
/// # Errors
/// The SMT solver is missing or broken, or a file cannot be written.
pub fn check(
    subject: &Subject<'_>,
    options: &Options,
    wanted: &[CheckId],
    limit: Option<Steps>,
    smt: &LazySmt,
    cancel: &CancelToken,
    progress: &dyn Fn(usize),
) -> Result<Found, Failure> {
    let program = subject.program;
    let config = smt.get().map_err(|error| Failure::Tool(error.to_string()))?;
    let bounded = &options.bounded;
    let bounds = bounds(subject, options)?;
    let wanted: BTreeSet<CheckId> = wanted.iter().copied().collect();
    let entries: Vec<(ProcId, BTreeSet<CheckId>)> = program
        .procedures()
        .filter(|(_, procedure)| procedure.entry)
        .map(|(id, _)| (id, states(program, id).intersection(&wanted).copied().collect::<BTreeSet<CheckId>>()))
        .filter(|(_, checks)| !checks.is_empty())
        .collect();
    let dump = options.dump_smt.is_some() && options.mode == Mode::Bmc;
    let encoding = session::encoding();
    let work = |(entry, checks): &(ProcId, BTreeSet<CheckId>)| {
        let begin = Instant::now();
        let cancel = limit.map_or_else(|| cancel.fork(), |limit| cancel.fork().limited(limit));
        let one = |strategy: Strategy, cancel: &CancelToken| {
            let mut entry =
                Entry::new(subject, *entry, checks.clone(), &encoding, options, strategy, &config, cancel.clone());
            entry.run(&bounds, dump);
            entry.finish()
        };
        let paths = |cancel: &CancelToken| {
            let paths = floats::Paths { subject, entry: *entry, options, config: &config, cancel: cancel.clone() };
            paths.run(checks, &bounds)
        };
        let floats = floats::used(program, *entry);
        let strategies = strategies(if floats { Integers::Math } else { bounded.integers });
        let known = match strategies.split_first() {
            // The formula that is written down does not depend on the clock; with joined states it is the shorter one.
            Some((first, _)) if dump => one(Strategy { apart: false, ..*first }, &cancel),
            _ if floats && bounded.integers != Integers::Math => {
                floats::both(program, &cancel, &|cancel| fastest(&strategies, cancel, &one), &paths)
            }
            _ => fastest(&strategies, &cancel, &one),
        };
        (known, begin.elapsed())
    };
    let results = workers::map(&entries, options.jobs(cancel.is_counted()), work, &mut |done| {
        progress(done.iter().flatten().map(|(known, _)| known.decided()).sum());
    });
    let mut found = Found::default();
    let mut scripts = String::new();
    let mut open: BTreeMap<CheckId, (Vec<Known>, Decider, Duration)> = BTreeMap::new();
    for ((id, _), (known, time)) in entries.iter().zip(results) {
        if let Some(what) = known.broken {
            return Err(Failure::Tool(what));
        }
        let by = known.by();
        found.conclusions.push((*id, known.conclusion));
        found.unfinished.extend(known.unfinished);
        scripts += &known.script;
        for (check, known) in known.checks {
            match known {
                Known::Fails(example) => {
                    found.outcomes.entry(check).or_insert((Outcome::Fails(example), by, time));
                }
                known => {
                    let (all, _, spent) = open.entry(check).or_insert((Vec::new(), by, Duration::ZERO));
                    all.push(known);
                    *spent += time;
                }
            }
        }
    }
    // A check that several entries lead to is as good as the worst of them.
    for (check, (all, by, time)) in open {
        found.outcomes.entry(check).or_insert_with(|| (worst(&all), by, time));
    }
    if let (Some(path), true) = (&options.dump_smt, dump) {
        super::write(path, &scripts)?;
    }
    Ok(found)
}

/// The formulas that are tried at the same time. What is hard for one is often easy for another: words decide products
/// and modular numbers, mathematical integers long sums and the order of many values; constants make indexes evident,
/// and common states share what was learned.
fn strategies(integers: Integers) -> Vec<Strategy> {
    let strategy = |words: bool, apart: bool| Strategy { words, apart };
    match integers {
        Integers::Bv => vec![strategy(true, true), strategy(true, false)],
        Integers::Math => vec![strategy(false, true), strategy(false, false)],
        Integers::Both => vec![strategy(true, true), strategy(false, false), strategy(false, true)],
    }
}

/// The result of the first strategy that gets through; otherwise of the one that got farthest. Where work is counted,
/// the first is the one that needs the least of it, and the order decides between equals.
fn fastest(
    strategies: &[Strategy],
    cancel: &CancelToken,
    one: &(dyn Fn(Strategy, &CancelToken) -> entry::Result + Sync),
) -> entry::Result {
    let tokens: Vec<CancelToken> = strategies.iter().map(|_| cancel.fork()).collect();
    let (counted, finished) = (cancel.is_counted(), AtomicUsize::new(0));
    let run = |at: usize| {
        let result = one(strategies[at], &tokens[at]);
        let used = tokens[at].used();
        if result.finished {
            for (_, token) in tokens.iter().enumerate().filter(|(other, _)| *other != at) {
                // One unit more, so that a tie is seen as one.
                if counted { token.end_at(used + Steps::units(1)) } else { token.cancel() }
            }
        }
        let order = finished.fetch_add(1, Ordering::Relaxed);
        let place = match () {
            () if !counted => Place { finished: false, cost: Steps::default(), order },
            () if result.finished => Place { finished: true, cost: used, order: at },
            () => Place { finished: false, cost: Steps::default(), order: at },
        };
        (place, result)
    };
    std::thread::scope(|scope| {
        let mut others = Vec::new();
        for at in 1..strategies.len() {
            let thread = std::thread::Builder::new().name("strategy".to_string()).stack_size(workers::STACK_SIZE);
            let run = &run;
            match thread.spawn_scoped(scope, move || run(at)) {
                Ok(thread) => others.push(thread),
                Err(error) => log::warn!("no thread: {error}"),
            }
        }
        let mut best = run(0);
        for other in others {
            let Ok(other) = other.join() else { continue };
            if other.0.is_before(&best.0, other.1.rank().cmp(&best.1.rank())) {
                best = other;
            }
        }
        best.1
    })
}

/// What decides between strategies besides how much they have found out.
struct Place {
    /// It got through, and work is counted.
    finished: bool,
    cost: Steps,
    order: usize,
}

impl Place {
    /// Those that got through by their cost, before all others; these by what they have found out, then by their order.
    fn is_before(&self, other: &Place, rank: std::cmp::Ordering) -> bool {
        match (self.finished, other.finished) {
            (true, true) => (self.cost, self.order) < (other.cost, other.order),
            (true, false) => true,
            (false, true) => false,
            (false, false) => rank.reverse().then(self.order.cmp(&other.order)).is_lt(),
        }
    }
}

fn worst(all: &[Known]) -> Outcome {
    let mut bound = None;
    for known in all {
        match known {
            Known::Open(why) => return Outcome::Unknown(why.clone()),
            Known::UpTo(limit) => bound = Some(bound.unwrap_or(*limit).min(*limit)),
            Known::Holds | Known::Fails(_) => {}
        }
    }
    bound.map_or(Outcome::Proved, Outcome::UpTo)
}

/// The bounds that are tried one after the other: powers of two, and the last one.
fn schedule(last: u32) -> Vec<u32> {
    let mut all: Vec<u32> = std::iter::successors(Some(1u32), |bound| bound.checked_mul(2))
        .take_while(|bound| u64::from(*bound) * 2 <= u64::from(last))
        .collect();
    all.push(last);
    all
}

/// Where the loops are that the options name.
impl UnwindLimit {
    /// As the user wrote it.
    pub fn text(&self) -> String {
        format!("{}:{}", self.file, self.line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_double_and_end_with_the_last() {
        assert_eq!(schedule(1), [1]);
        assert_eq!(schedule(2), [1, 2]);
        assert_eq!(schedule(10), [1, 2, 4, 10]);
        assert_eq!(schedule(16), [1, 2, 4, 8, 16]);
        assert_eq!(schedule(u32::MAX).last(), Some(&u32::MAX));
    }

    #[test]
    fn a_check_is_as_good_as_the_worst_entry_that_leads_to_it() {
        assert!(matches!(worst(&[Known::Holds, Known::Holds]), Outcome::Proved));
        assert!(matches!(worst(&[Known::Holds, Known::UpTo(7), Known::UpTo(5)]), Outcome::UpTo(5)));
        assert!(matches!(worst(&[Known::UpTo(5), Known::Open("time".to_string())]), Outcome::Unknown(_)));
    }
}
