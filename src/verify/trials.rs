//! The interpreter as a decision procedure: runs with inputs that a tester would try, and programs that have only one
//! run.
//!
//! A failing run is a failure, whoever thought of its inputs. An entry without inputs whose run ended without asking
//! for any value has no other run: its checks hold that did not fail. A few short runs come before everything else; the
//! others, and long ones for failures behind long loops, are made beside the proofs, which leave out what has failed.

use super::channel::Failing;
use super::inputs::{Hints, RandomChoices, inputs, simplify};
use super::states;
use horn_frontend::Counterexample;
use horn_frontend::interp::{self, End, Inputs, Limits};
use horn_frontend::ir::{CheckId, Loc, Mode, ProcId, Program};
use horn_solver::random::SplitMix;
use horn_solver::smt::{CancelToken, Steps};
use std::collections::{BTreeMap, BTreeSet};

/// Runs of an entry, at most: at once, and all short ones.
const RUNS: [usize; 2] = [300, 1_500];
/// The work for the runs of an entry at once, at most.
const EACH: Steps = Steps::millis(150);
/// The work for what all runs of an entry with parameters have in common, at most.
const SAME_IN_ALL: Steps = Steps::millis(50);
/// The work for all entries together at once.
pub const AT_ONCE: Steps = Steps::millis(1_500);
/// The work for the other short runs of an entry.
pub const BESIDE: Steps = Steps::millis(700);
/// The work for long runs, all together.
pub const LONGER: Steps = Steps::seconds(5);
/// Steps of a run with inputs.
const STEPS: u64 = 60_000;
/// Steps of the only runs of entries without parameters, all together.
const ONLY_STEPS: u64 = 30_000_000;
/// The same of one of them, at least.
const EACH_ONLY: u64 = 1_000_000;
/// The work for the only run of an entry without parameters.
const ONLY_WORK: Steps = Steps::seconds(3);
/// Runs that rest on unknown values for each check, before one of them is shown.
const DOUBTFUL: usize = 8;
/// Runs of an entry that were cut off and are kept.
const CUT: usize = 10;
/// Steps of runs that go on, and how many fifths of the work they have.
const LONG: [(u64, u32); 2] = [(40_000_000, 1), (400_000_000, 4)];

/// What was found out at once.
#[derive(Default)]
pub struct Tries {
    /// Checks that fail.
    pub failing: Vec<Failing>,
    /// Checks that hold.
    pub proved: Vec<CheckId>,
}

/// A run that can be repeated.
struct Attempt {
    inputs: Inputs,
    /// The seed of its choices; without one they take the first value there is.
    seed: Option<usize>,
}

/// An entry that is being tried.
struct Entry {
    id: ProcId,
    /// Whether something about its runs comes from outside: parameters or globals.
    has_inputs: bool,
    /// Whether runs ask for values that the inputs don't determine.
    asks: bool,
    random: SplitMix,
    /// How many runs there were.
    runs: usize,
    /// Those that were not at their end.
    cut: Vec<Attempt>,
}

/// The runs of a program.
pub struct Trials<'a> {
    program: &'a Program,
    hints: Hints,
    entries: Vec<Entry>,
    /// Checks that need no further example.
    seen: BTreeSet<CheckId>,
    /// Runs that fail but rest on values nobody has looked at: how many, and one of them.
    doubtful: BTreeMap<CheckId, (usize, Option<Box<Counterexample>>)>,
    /// Entries whose runs contradict what is known of them.
    contradicted: BTreeMap<ProcId, Contradiction>,
}

/// Runs that show that something is wrong with what is known of an entry, and so with what is proved of it.
pub enum Contradiction {
    /// Each run ends at an assumption of ours, the last one here: the program has a run, so one of them is wrong.
    DeadEnd(Loc),
    /// A run did what no valid program does.
    Broken(String),
}

impl<'a> Trials<'a> {
    /// Tries each entry for a moment.
    pub fn start(program: &'a Program, open: &[CheckId], limit: Steps, cancel: &CancelToken) -> (Trials<'a>, Tries) {
        let entries: Vec<ProcId> =
            program.procedures().filter(|(_, procedure)| procedure.entry).map(|(id, _)| id).collect();
        let mut trials = Trials {
            program,
            hints: Hints::of(program),
            entries: Vec::new(),
            seen: BTreeSet::new(),
            doubtful: BTreeMap::new(),
            contradicted: BTreeMap::new(),
        };
        let mut failing: Vec<Failing> = Vec::new();
        let mut undecided: BTreeSet<CheckId> = BTreeSet::new();
        let share = |entries: usize| limit / u32::try_from(entries).unwrap_or(u32::MAX).max(1);
        let work = SAME_IN_ALL.min(share(entries.len()));
        let only = entries.iter().filter(|id| !has_params(program, **id)).count() as u64;
        let steps = (ONLY_STEPS / only.max(1)).max(EACH_ONLY);
        for id in entries {
            undecided.extend(trials.without_inputs(id, (steps, work), cancel, &mut failing));
        }
        let share = share(trials.entries.len());
        for at in 0..trials.entries.len() {
            trials.short(at, (RUNS[0], EACH.min(share)), cancel, &mut |found| failing.push(found));
        }
        // What holds in every run does not fail in one that takes values which no run of the program has; a run that is
        // one of the program is believed first.
        let open: BTreeSet<CheckId> = open.iter().copied().collect();
        failing
            .retain(|(check, example)| open.contains(check) && (undecided.contains(check) || example.is_confirmed()));
        undecided.extend(failing.iter().map(|(check, _)| *check));
        for id in trials.contradicted.keys() {
            undecided.extend(states(program, *id));
        }
        let proved = open.into_iter().filter(|check| !undecided.contains(check)).collect();
        (trials, Tries { failing, proved })
    }

    /// Entries whose runs contradict what is known of them, and their checks: no proof of these is about the program.
    pub fn contradictions(&mut self) -> Vec<(ProcId, Contradiction, BTreeSet<CheckId>)> {
        let found = std::mem::take(&mut self.contradicted);
        found.into_iter().map(|(id, what)| (id, what, states(self.program, id))).collect()
    }

    /// Failures that more short runs show, as they are found, among the open checks.
    pub fn more(&mut self, open: &[CheckId], limit: Steps, cancel: &CancelToken, found: &mut dyn FnMut(Failing)) {
        let open: BTreeSet<CheckId> = open.iter().copied().collect();
        self.entries.retain(|entry| !states(self.program, entry.id).is_disjoint(&open));
        self.rest(limit, cancel, &mut among(&open, found));
    }

    /// Failures that runs show which were cut off before, as they are found, among the open checks.
    pub fn longer(&mut self, open: &[CheckId], limit: Steps, cancel: &CancelToken, found: &mut dyn FnMut(Failing)) {
        let open: BTreeSet<CheckId> = open.iter().copied().collect();
        for (steps, fifths) in LONG {
            self.long((steps, limit / 5 * fifths), &open, cancel, &mut among(&open, found));
        }
    }

    /// All short runs that there are still to be.
    fn rest(&mut self, limit: Steps, cancel: &CancelToken, found: &mut dyn FnMut(Failing)) {
        for at in 0..self.entries.len() {
            self.short(at, (RUNS[1], limit), cancel, found);
        }
        for (check, (_, example)) in std::mem::take(&mut self.doubtful) {
            if let Some(example) = example.filter(|_| self.seen.insert(check)) {
                found((check, example));
            }
        }
    }

    /// The run of an entry without parameters, or what all runs of an entry have in common: the checks that it leaves
    /// open. The steps are for the run, the work for what all runs of one with parameters have in common.
    fn without_inputs(
        &mut self,
        id: ProcId,
        (steps, work): (u64, Steps),
        cancel: &CancelToken,
        failing: &mut Vec<Failing>,
    ) -> BTreeSet<CheckId> {
        let has_params = has_params(self.program, id);
        let has_inputs = has_params || !self.program.globals.is_empty();
        let (mut asks, mut open) = (false, None);
        if !has_params && !cancel.is_cancelled() {
            let limited = cancel.fork().within(ONLY_WORK);
            let limits = Limits { steps, cancel: Some(&limited), trace: true };
            let run = interp::run(self.program, id, &Inputs::default(), &mut (), limits);
            let (end, choices, dead_end) = (run.end.clone(), run.choices, run.dead_end);
            log::debug!("the run of {}, with {choices} choices: {end:?}", self.program.procedure(id).name);
            if let End::Broken(what) = &end {
                self.contradicted.insert(id, Contradiction::Broken(what.clone()));
            }
            if let End::Failed(check) = end
                && !self.seen.contains(&check)
            {
                let example = Box::new(Counterexample::of(self.program, id, &Inputs::default(), run));
                if example.is_confirmed() {
                    self.seen.insert(check);
                    failing.push((check, example));
                } else {
                    self.doubtful.entry(check).or_insert((1, Some(example)));
                }
            }
            if choices == 0 {
                match end {
                    End::Returned => return BTreeSet::new(),
                    End::Failed(check) if self.program.is_always_made(check) => {
                        return BTreeSet::from([check]);
                    }
                    End::Blocked => {
                        let dead_end = dead_end.map(Contradiction::DeadEnd);
                        self.contradicted.extend(dead_end.map(|found| (id, found)));
                    }
                    _ => {}
                }
            }
            asks = choices > 0;
            // Behind a check that a run may leave out there is more.
            if matches!(end, End::Failed(_)) || asks && !matches!(end, End::GivenUp(_)) {
                let limited = cancel.fork().within(ONLY_WORK);
                let ways = interp::every_run(self.program, id, &[], Limits { cancel: Some(&limited), ..limits });
                if let Some(at) = ways.as_ref().and_then(|ways| ways.dead_end) {
                    self.contradicted.insert(id, Contradiction::DeadEnd(at));
                }
                log::debug!("all of its runs: {ways:?}");
                open = ways.map(|ways| ways.doubtful);
            }
        } else if !cancel.is_cancelled() {
            let limited = cancel.fork().within(work);
            let limits = Limits { steps: STEPS, cancel: Some(&limited), trace: false };
            // Where every run ends at an assumption of ours, that is not what decides.
            let ways = interp::every_run(self.program, id, &[], limits).filter(|ways| ways.dead_end.is_none());
            open = ways.map(|ways| ways.doubtful);
        }
        let open = open.unwrap_or_else(|| states(self.program, id));
        if !open.is_empty() {
            let random = SplitMix(0x5EED ^ u64::from(id.0));
            self.entries.push(Entry { id, has_inputs, asks, random, runs: 0, cut: Vec::new() });
        }
        open
    }

    /// Short runs of an entry with various inputs.
    fn short(&mut self, at: usize, (runs, work): (usize, Steps), cancel: &CancelToken, found: &mut dyn FnMut(Failing)) {
        let (program, hints) = (self.program, &self.hints);
        let entry = &mut self.entries[at];
        if !entry.has_inputs && !entry.asks {
            return;
        }
        let limited = cancel.fork().within(work);
        let limits = Limits { steps: STEPS, cancel: Some(&limited), trace: false };
        while entry.runs < runs && !limited.is_cancelled() {
            let attempt = entry.runs;
            entry.runs += 1;
            let inputs = inputs(program, entry.id, hints, &mut entry.random, attempt);
            let chosen = entry.asks && (attempt % 2 == 1 || !entry.has_inputs);
            let mut tried = Attempt { inputs, seed: chosen.then_some(attempt) };
            let run = tried.run(program, entry.id, hints, limits);
            entry.asks |= run.choices > 0;
            match run.end {
                End::Failed(check) if !self.seen.contains(&check) => {
                    // An example is worth the time to its end.
                    let limits = Limits { cancel: Some(cancel), ..limits };
                    if tried.seed.is_none() {
                        tried.inputs = simplify(program, entry.id, tried.inputs, check, limits);
                    }
                    let shown = tried.example(program, entry.id, hints, check, limits);
                    let doubts = self.doubtful.entry(check).or_insert((0, None));
                    let is_shown = shown.is_some();
                    // Of equal ones the first.
                    let all = shown.into_iter().chain(doubts.1.take());
                    let best = all.max_by_key(|example| example.certainty());
                    match best {
                        // A run that rests on unknown values is shown if there is no better one.
                        Some(example) if is_shown && !example.is_certain() && doubts.0 < DOUBTFUL => {
                            *doubts = (doubts.0 + 1, Some(example));
                        }
                        best => {
                            self.seen.insert(check);
                            best.into_iter().for_each(|example| found((check, example)));
                        }
                    }
                }
                End::GivenUp(_) => entry.keep(tried, attempt),
                End::Broken(what) => {
                    self.contradicted.insert(entry.id, Contradiction::Broken(what));
                    return;
                }
                _ => {}
            }
        }
    }

    /// Runs that were cut off go on. Those that are still not at their end stay.
    fn long(
        &mut self,
        (steps, work): (u64, Steps),
        open: &BTreeSet<CheckId>,
        cancel: &CancelToken,
        found: &mut dyn FnMut(Failing),
    ) {
        let (program, hints, seen) = (self.program, &self.hints, &mut self.seen);
        let limited = cancel.fork().within(work);
        for entry in &mut self.entries {
            let id = entry.id;
            // Varied values before small ones, which are often all the same.
            for at in (0..entry.cut.len()).rev() {
                if open.is_subset(seen) || limited.is_cancelled() {
                    return;
                }
                let attempt = &entry.cut[at];
                let end = attempt.run(program, id, hints, Limits { steps, cancel: Some(&limited), trace: false }).end;
                log::debug!("a run that goes on, seed {:?}: {end:?}", attempt.seed);
                if let End::Failed(check) = end
                    && open.contains(&check)
                    && seen.insert(check)
                {
                    let limits = Limits { steps, cancel: Some(cancel), trace: false };
                    let example = attempt.example(program, id, hints, check, limits);
                    example.into_iter().for_each(|example| found((check, example)));
                }
                if !matches!(end, End::GivenUp(_)) {
                    entry.cut.remove(at);
                }
            }
        }
    }
}

/// Hands on what concerns these checks.
fn among<'f>(open: &'f BTreeSet<CheckId>, found: &'f mut dyn FnMut(Failing)) -> impl FnMut(Failing) + 'f {
    move |failing: Failing| {
        if open.contains(&failing.0) {
            found(failing);
        }
    }
}

impl Attempt {
    fn run(&self, program: &Program, entry: ProcId, hints: &Hints, limits: Limits<'_>) -> interp::Run {
        match self.seed {
            None => interp::run(program, entry, &self.inputs, &mut (), limits),
            Some(seed) => {
                interp::run(program, entry, &self.inputs, &mut RandomChoices::new(program, hints, seed), limits)
            }
        }
    }

    /// The failure of a check by the same run with its trace, if that comes to its end.
    fn example(
        &self,
        program: &Program,
        entry: ProcId,
        hints: &Hints,
        check: CheckId,
        limits: Limits<'_>,
    ) -> Option<Box<Counterexample>> {
        let run = self.run(program, entry, hints, Limits { trace: true, ..limits });
        (run.end == End::Failed(check)).then(|| Box::new(Counterexample::of(program, entry, &self.inputs, run)))
    }
}

impl Entry {
    /// Early and late ones: these have small values, those large ones.
    fn keep(&mut self, tried: Attempt, attempt: usize) {
        match self.cut.len() {
            CUT.. => self.cut[CUT / 2 + attempt % (CUT / 2)] = tried,
            _ => self.cut.push(tried),
        }
    }
}

/// Failures of these checks that all short runs show.
pub fn short(program: &Program, checks: &[CheckId], cancel: &CancelToken) -> Vec<Failing> {
    let (mut trials, mut tries) = Trials::start(program, checks, AT_ONCE, cancel);
    trials.rest(BESIDE, cancel, &mut |failing| tries.failing.push(failing));
    tries.failing.retain(|(check, _)| checks.contains(check));
    tries.failing
}

/// Whether runs of an entry are given something.
pub fn has_params(program: &Program, entry: ProcId) -> bool {
    program.procedure(entry).params().any(|(_, mode)| mode != Mode::Out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use horn_frontend::ir::{BinaryOp, Builder, Check, CheckKind, Range, Type, lift};

    /// `X := 7; assume X > low; check X = 7`, what is assumed stated by the source or not, and with a value that
    /// nothing determines or without: whether the check is proved, and how many contradictions there are.
    fn tried(low: i64, believed: bool, open: bool) -> (bool, usize) {
        let mut program = Program::new();
        let integer = program.add_type(Type::int("Integer", Range::signed(32), Range::signed(32)));
        let check = program.add_check(Check::new(CheckKind::Assertion, Loc::NONE));
        let id = program.declare("Main", Loc::NONE);
        let mut b = Builder::new("Main", Loc::NONE);
        b.set_entry(true);
        let (x, y) = (b.local("X", integer, Loc::NONE), b.local("Y", integer, Loc::NONE));
        if open {
            b.havoc(y, Loc::NONE);
        }
        let (seven, low) = (b.int(7, integer, Loc::NONE), b.int(low, integer, Loc::NONE));
        b.assign(x, seven, Loc::NONE);
        let value = b.var(x, Loc::NONE);
        let above = b.compare(BinaryOp::Gt, value, low, Loc::NONE);
        match believed {
            true => b.believe(above, Loc::NONE),
            false => b.assume(above, Loc::NONE),
        }
        let same = b.compare(BinaryOp::Eq, value, seven, Loc::NONE);
        b.check(check, same, Loc::NONE);
        b.return_(Loc::NONE);
        b.finish(&mut program, id);
        lift(&mut program);
        let (mut trials, tries) = Trials::start(&program, &[check], AT_ONCE, &CancelToken::default());
        assert!(tries.failing.is_empty());
        let contradictions = trials.contradictions();
        assert!(contradictions.iter().all(|(_, _, checks)| checks.contains(&check)));
        (tries.proved == [check], contradictions.len())
    }

    #[test]
    fn an_entry_whose_runs_all_end_at_an_assumption_of_ours_is_contradicted() {
        for open in [false, true] {
            assert_eq!(tried(5, false, open), (true, 0), "{open}");
            assert_eq!(tried(9, false, open), (false, 1), "{open}");
            // What the source says may exclude all runs.
            assert_eq!(tried(9, true, open).1, 0, "{open}");
        }
    }
}
