//! What clients decide: checks that are open, or fail in states that nobody has shown reachable, are tried once more in
//! the runs of clients (`horn_frontend::ir::Client`), which make the state themselves and call operations one after
//! the other.
//!
//! A check that holds in all of them is proved under one assumption: that nobody does anything else with the state. One
//! that fails in such a run fails: the run is shortened, and is one of the program if it ends the same way whatever
//! variables hold before they are written.

use super::inputs::{Hints, RandomChoices, simpler};
use super::options::Depth;
use super::report::{self, FactKind, Finding, INTERNAL_ERROR, Outcome, Report};
use super::state::State;
use super::steps::{self, Work};
use super::{Audience, Decider, Mode, Options, run, states};
use crate::pipeline::Failure;
use crate::smt::LazySmt;
use horn_frontend::encode::Site;
use horn_frontend::interp::{self, Choices, Chosen, End, Inputs, Limits, Value};
use horn_frontend::ir::{self, CheckId, CheckKind, Client, ProcId, Program, TypeId, VarKind};
use horn_frontend::{Counterexample, Subject};
use horn_solver::num::Int;
use horn_solver::random::SplitMix;
use horn_solver::smt::{CancelToken, Steps};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

/// Steps of a run that shows that a client gets to the end of its elaboration.
const SETUP: u64 = 3_000_000;
/// Sequences of calls of each client that are tried, at most, and the work for all of them.
const TRIED: usize = 200;
const SEQUENCES: Steps = Steps::seconds(1);
/// How many calls they have, and how many of these are the same, about.
const LENGTHS: [usize; 4] = [5, 20, 100, 300];
const SAME: [usize; 4] = [2, 10, 50, 1_000];
/// Steps of such a sequence.
const STEPS: u64 = 300_000;
/// Runs that make an example shorter, and its arguments simpler.
const SHORTER: usize = 400;
/// As many calls are left out together, or fewer, whatever their number is.
const PERIOD: usize = 8;
/// The work for that.
const SHORTENING: Steps = Steps::seconds(2);

/// Decides by clients what is not decided, as far as they can.
///
/// # Errors
/// Something is missing or broken.
pub(super) fn decide(
    subject: &Subject<'_>,
    options: &Options,
    smt: &LazySmt,
    cancel: &CancelToken,
    audience: &dyn Audience,
    report: &mut Report,
) -> Result<(), Failure> {
    let program = subject.program;
    if !have_a_say(program, options) || cancel.is_cancelled() {
        return Ok(());
    }
    let open: BTreeSet<CheckId> = report.findings.iter().filter(|one| is_open(one)).map(|one| one.check).collect();
    let which: Vec<usize> = (0..program.clients.len())
        .filter(|at| {
            let judged = ir::judged(program, &[*at]);
            !judged.is_disjoint(&open) && !has_other_aliases(program, &program.clients[*at], &open, &judged)
        })
        .filter(|at| gets_started(program, &program.clients[*at], cancel))
        .collect();
    let judged: BTreeSet<CheckId> = &ir::judged(program, &which) & &open;
    if judged.is_empty() {
        return Ok(());
    }
    let with_clients = ir::instead(program, &which);
    let inner = Subject { program: &with_clients, ..*subject };
    let options = Options {
        dump_smt: None,
        debug_contracts: false,
        mode: Mode::Prove,
        one_failure: Vec::new(),
        ..options.clone()
    };
    let checks: Vec<(CheckId, ProcId)> = report
        .findings
        .iter()
        .filter(|one| judged.contains(&one.check))
        .map(|one| (one.check, one.procedure))
        .collect();
    let found = sequences(&with_clients, &which, &judged, cancel);
    let checks: Vec<(CheckId, ProcId)> = checks.into_iter().filter(|(check, _)| !found.contains_key(check)).collect();
    for finding in &mut report.findings {
        if let Some(example) = found.get(&finding.check) {
            (finding.by, finding.outcome) = (Decider::Interpreter, Outcome::Fails(example.clone()));
        }
    }
    if checks.is_empty() {
        report.doubt(&inner);
        return Ok(());
    }
    let mut state = State::new(checks).beside(report::proved(&report.findings).collect());
    let work = Work::new(&inner, &options, smt, &state.checks);
    steps::run(&work, &mut state, cancel, &Quiet(audience))?;
    state.examples(|check, example| better(&with_clients, check, example, cancel));
    merge(report, state.report(&inner, cancel.is_cancelled()));
    report.doubt(&inner);
    Ok(())
}

/// Whether clients may decide what is open.
fn have_a_say(program: &Program, options: &Options) -> bool {
    !program.clients.is_empty() && options.mode != Mode::Bmc && options.depth == Depth::Proof
}

/// Tells of checks what clients cannot change: who is open, or fails in a state that nobody has shown reachable, waits.
pub(super) struct Reserved<'a> {
    audience: &'a dyn Audience,
    waits: bool,
}

impl<'a> Reserved<'a> {
    /// For what is found out in front of the clients.
    pub fn new(program: &Program, options: &Options, audience: &'a dyn Audience) -> Reserved<'a> {
        Reserved { audience, waits: have_a_say(program, options) }
    }
}

impl Audience for Reserved<'_> {
    fn progress(&self, decided: usize, all: usize, step: &str) {
        self.audience.progress(decided, all, step);
    }

    fn settled(&self, check: CheckId, outcome: &Outcome, by: Decider, time: Duration) {
        let is_final = match outcome {
            Outcome::Proved => true,
            Outcome::Fails(example) => example.is_confirmed(),
            Outcome::UpTo(_) | Outcome::Unknown(_) => false,
        };
        if is_final || !self.waits {
            self.audience.settled(check, outcome, by, time);
        }
    }

    fn given_up(&self, check: CheckId, why: &str, time: Duration) {
        if !self.waits {
            self.audience.given_up(check, why, time);
        }
    }

    fn postponed(&self, checks: &[CheckId]) {
        self.audience.postponed(checks);
    }

    fn runs_over(&self) {
        self.audience.runs_over();
    }
}

/// Tells how the work goes on, and nothing else: the report has the rest.
struct Quiet<'a>(&'a dyn Audience);

impl Audience for Quiet<'_> {
    fn progress(&self, decided: usize, all: usize, step: &str) {
        self.0.progress(decided, all, step);
    }
}

/// Whether a check is open. Where runs contradict what is known of an entry, clients say nothing of it either.
fn is_open(finding: &Finding) -> bool {
    matches!(&finding.outcome, Outcome::Unknown(why) if !why.starts_with(INTERNAL_ERROR))
}

/// Whether aliases are possible, in the entries that a client stands for, that are not looked at in its runs.
fn has_other_aliases(program: &Program, client: &Client, open: &BTreeSet<CheckId>, judged: &BTreeSet<CheckId>) -> bool {
    let of_entries = client.replaces.iter().flat_map(|entry| states(program, *entry));
    of_entries
        .filter(|check| program.checks[check.index()].kind == CheckKind::Aliasing)
        .any(|check| open.contains(&check) && !judged.contains(&check))
}

/// Whether some run of a client comes to the choice of an operation, with as little as there can be, and with all parts
/// of the program. Otherwise nothing that is said of its runs means anything.
fn gets_started(program: &Program, client: &Client, cancel: &CancelToken) -> bool {
    let limits = Limits { steps: SETUP, cancel: Some(cancel), trace: false };
    let ends = |all: bool| {
        let mut choices = Parts { client, all };
        interp::run(program, client.procedure, &Inputs::default(), &mut choices, limits).end
    };
    ends(false) == End::Returned && (client.present.is_empty() || ends(true) == End::Returned)
}

/// All parts of the program are there, or none; other values are any ones.
struct Parts<'a> {
    client: &'a Client,
    all: bool,
}

impl Choices for Parts<'_> {
    fn choose(&mut self, site: Site, _: TypeId) -> Option<Value> {
        let part = site.procedure == self.client.procedure && self.client.present.contains(&site.var);
        part.then_some(Value::Bool(self.all))
    }
}

/// Failures that sequences show in which calls are often repeated.
fn sequences(
    program: &Program,
    which: &[usize],
    judged: &BTreeSet<CheckId>,
    cancel: &CancelToken,
) -> BTreeMap<CheckId, Box<Counterexample>> {
    let hints = Hints::of(program);
    let limited = cancel.fork().within(SEQUENCES);
    let mut found = BTreeMap::new();
    let clients: Vec<&Client> = which.iter().filter_map(|at| program.clients.get(*at)).collect();
    for attempt in 0..TRIED {
        for client in &clients {
            if limited.is_cancelled() {
                return found;
            }
            let run = |trace: bool| {
                let limits = Limits { steps: STEPS, cancel: Some(&limited), trace };
                let mut choices = Repeated::new(program, client, &hints, attempt);
                interp::run(program, client.procedure, &Inputs::default(), &mut choices, limits)
            };
            let End::Failed(check) = run(false).end else { continue };
            // What is aliased is no failure of a run.
            let aliased = program.checks[check.index()].kind == CheckKind::Aliasing;
            if aliased || !judged.contains(&check) || found.contains_key(&check) {
                continue;
            }
            let example = Counterexample::of(program, client.procedure, &Inputs::default(), run(true));
            let shown = better(program, check, &example, cancel).filter(|example| example.is_confirmed());
            found.extend(shown.map(|example| (check, example)));
        }
    }
    found
}

/// Any values, but the next operation is mostly the one before.
struct Repeated<'a> {
    client: &'a Client,
    others: RandomChoices<'a>,
    random: SplitMix,
    last: usize,
    /// How many are the same, about.
    same: usize,
    /// How many are still to come.
    left: usize,
}

impl<'a> Repeated<'a> {
    fn new(program: &'a Program, client: &'a Client, hints: &'a Hints, attempt: usize) -> Repeated<'a> {
        let random = SplitMix(0xCA11 ^ attempt as u64);
        let others = RandomChoices::new(program, hints, attempt);
        let (same, left) = (SAME[attempt / LENGTHS.len() % SAME.len()], LENGTHS[attempt % LENGTHS.len()]);
        Repeated { client, others, random, last: 0, same, left }
    }
}

impl Choices for Repeated<'_> {
    fn choose(&mut self, site: Site, ty: TypeId) -> Option<Value> {
        if site.procedure != self.client.procedure || site.var != self.client.choice {
            return self.others.choose(site, ty);
        }
        if self.left == 0 {
            return Some(Value::Int(Int::ZERO));
        }
        self.left -= 1;
        if self.last == 0 || self.random.index(self.same) == 0 {
            self.last = 1 + self.random.index(self.client.operations.len().max(1));
        }
        Some(Value::Int(Int::from(self.last as i64)))
    }
}

/// Takes over what was found out.
fn merge(report: &mut Report, found: Report) {
    report.steps = report.steps.max(found.steps);
    let mut outcomes: BTreeMap<CheckId, Finding> =
        found.findings.into_iter().map(|finding| (finding.check, finding)).collect();
    for finding in &mut report.findings {
        let Some(other) = outcomes.remove(&finding.check) else { continue };
        finding.time += other.time;
        match (&finding.outcome, other.outcome) {
            (_, outcome @ (Outcome::Proved | Outcome::Fails(_))) => {
                finding.by_clients = matches!(outcome, Outcome::Proved);
                finding.by = other.by;
                finding.outcome = outcome;
            }
            (Outcome::Unknown(why), Outcome::Unknown(calls)) => {
                let why = format!("{why}; no sequence of calls is known that leads there: {calls}");
                finding.outcome = Outcome::Unknown(why);
            }
            _ => {}
        }
    }
    report.facts.extend(found.facts.into_iter().filter(|fact| fact.kind == FactKind::Package));
    report.cut_short |= found.cut_short;
}

/// The same failure in a shorter run, and in one that does not depend on what was never written.
fn better(
    program: &Program,
    check: CheckId,
    example: &Counterexample,
    cancel: &CancelToken,
) -> Option<Box<Counterexample>> {
    let client = program.client(example.entry)?;
    // Values that could not be kept can't be repeated.
    if example.chosen.len() < example.choices {
        return None;
    }
    let limited = cancel.fork().within(SHORTENING);
    let again = Again { program, client, check, cancel: &limited };
    let chosen = again.shortened(example.chosen.clone());
    let written = again.example(&again.without_unwritten(&chosen), cancel);
    written.filter(|example| example.is_confirmed()).or_else(|| again.example(&chosen, cancel)).map(Box::new)
}

/// Runs of a client that fail at one check.
struct Again<'a> {
    program: &'a Program,
    client: &'a Client,
    check: CheckId,
    cancel: &'a CancelToken,
}

/// Values in the order of a run.
struct Queue(BTreeMap<Site, VecDeque<Value>>);

impl Queue {
    fn of(chosen: &[Chosen]) -> Queue {
        let mut queue: BTreeMap<Site, VecDeque<Value>> = BTreeMap::new();
        for one in chosen {
            queue.entry(one.site).or_default().push_back(one.value.clone());
        }
        Queue(queue)
    }
}

impl Choices for Queue {
    fn choose(&mut self, site: Site, _: TypeId) -> Option<Value> {
        self.0.get_mut(&site)?.pop_front()
    }
}

impl Again<'_> {
    fn run(&self, chosen: &[Chosen], trace: bool, cancel: &CancelToken) -> interp::Run {
        let limits = Limits { steps: run::STEPS, cancel: Some(cancel), trace };
        interp::run(self.program, self.client.procedure, &Inputs::default(), &mut Queue::of(chosen), limits)
    }

    fn fails(&self, chosen: &[Chosen]) -> bool {
        self.run(chosen, false, self.cancel).end == End::Failed(self.check)
    }

    fn example(&self, chosen: &[Chosen], cancel: &CancelToken) -> Option<Counterexample> {
        let run = self.run(chosen, true, cancel);
        let fails = run.end == End::Failed(self.check);
        fails.then(|| Counterexample::of(self.program, self.client.procedure, &Inputs::default(), run))
    }

    /// The values of a run with fewer calls and simpler arguments that fails like this one.
    fn shortened(&self, chosen: Vec<Chosen>) -> Vec<Chosen> {
        let mut best = chosen;
        let mut left = SHORTER;
        let halves = std::iter::successors(Some(self.deeds(&best).len() / 2), |size| Some(size / 2));
        // States often come back after a few calls.
        let sizes: Vec<usize> = halves.take_while(|size| *size > PERIOD).chain((1..=PERIOD).rev()).collect();
        for size in sizes {
            let mut from = 0;
            loop {
                let deeds = self.deeds(&best);
                // The last deed is the one that fails.
                if from + size >= deeds.len() || left == 0 || self.cancel.is_cancelled() {
                    break;
                }
                left -= 1;
                let mut fewer = best.clone();
                fewer.drain(deeds[from]..deeds[from + size]);
                if self.fails(&fewer) { best = fewer } else { from += size }
            }
        }
        for at in 0..best.len() {
            let one = &best[at];
            if one.site.procedure != self.client.procedure || one.site.var == self.client.choice {
                continue;
            }
            // Each round at most halves a number.
            while let Some(simple) = self.simpler_at(&best, at, &mut left) {
                best = simple;
            }
        }
        best
    }

    /// The values with a simpler one at a place.
    fn simpler_at(&self, chosen: &[Chosen], at: usize, left: &mut usize) -> Option<Vec<Chosen>> {
        let ty = self.ty(&chosen[at].site);
        for value in simpler(&chosen[at].value).into_iter().filter(|value| value.fits(self.program, ty)) {
            if *left == 0 || self.cancel.is_cancelled() {
                return None;
            }
            *left -= 1;
            let mut changed = chosen.to_vec();
            changed[at].value = value;
            if self.fails(&changed) {
                return Some(changed);
            }
        }
        None
    }

    /// Where the client's deeds begin among the values: in front of each it is chosen what is assigned, and what is
    /// called.
    fn deeds(&self, chosen: &[Chosen]) -> Vec<usize> {
        let first = self.client.assigned.first().map_or(self.client.choice, |(flag, ..)| *flag);
        let begins = |one: &Chosen| one.site.procedure == self.client.procedure && one.site.var == first;
        chosen.iter().enumerate().filter(|(_, one)| begins(one)).map(|(at, _)| at).collect()
    }

    fn ty(&self, site: &Site) -> TypeId {
        self.program.procedure(site.procedure).var(site.var).ty
    }

    /// The values with none for variables that have no value in front of their first assignment: what rests on one of
    /// these has no end.
    fn without_unwritten(&self, chosen: &[Chosen]) -> Vec<Chosen> {
        let procedure = self.program.procedure(self.client.procedure);
        let mut made = chosen.to_vec();
        for one in &mut made {
            let unwritten = one.site.procedure == self.client.procedure
                && matches!(procedure.var(one.site.var).kind, VarKind::Global(_))
                && procedure.origins.vars.contains_key(&one.site.var);
            if unwritten {
                one.value = Value::open(self.program, self.ty(&one.site));
            }
        }
        made
    }
}
