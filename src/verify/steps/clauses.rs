//! Proofs by clauses for all runs: checks are tried without arrays, together, by subprogram, and one by one.

use super::super::channel::{Channel, Posted};
use super::super::decide::{self, Tried};
use super::super::decider::Decider;
use super::super::kept::Kept;
use super::super::options::{Arrays, Mode, Options};
use super::super::report::{Fact, Outcome};
use super::super::thinned::{Thinned, thinned};
use super::super::{facts, run, scalars, slice, workers, write};
use super::{Step, Task, Work};
use crate::pipeline::{Failure, Request};
use horn_frontend::Subject;
use horn_frontend::encode::{self, Encoded, Unsupported};
use horn_frontend::ir::{CheckId, ProcId};
use horn_solver::engine::schedule::{self, Stage};
use horn_solver::engine::shape::Shape;
use horn_solver::engine::table::EngineId;
use horn_solver::smt::{CancelToken, Steps};
use horn_solver::smtlib::system_text;
use horn_solver::system::Model;
use horn_solver::term::Store;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// The part of a check's budget that a try has before the last one.
const EARLY: u32 = 2;
/// The part of such a try for what components of arrays are in the way of.
const RANGES: u32 = 4;
/// The work of such a try if there is no limit.
const UNLIMITED: Steps = Steps::seconds(20);

/// The clauses of a program, and what is known of them.
pub(super) struct Clauses {
    /// The clauses, to be cut.
    pub sliced: slice::Clauses,
    pub shape: Shape,
    /// The checks about components of arrays; none where nothing is tried without arrays.
    components: BTreeSet<CheckId>,
}

/// Makes the clauses. A check that has none holds.
///
/// Quantified conditions may have so many instances in clauses that it takes long to write them, and are mostly decided
/// as they stand. So there the clauses are made behind that, unless somebody needs them before.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    /// In front of everything that needs clauses, if it is soon done.
    First,
    /// Behind verification conditions, for what is left.
    Behind,
}

/// Terms that are asked for where clauses are written at once: about half a second's work.
const SOON: usize = 2_000_000;

impl Encoding {
    /// The terms that it may take. What others are to read is clauses, and boxes are tried before verification
    /// conditions.
    fn terms(self, work: &Work<'_>) -> usize {
        let Options { dump_smt, replays, solving, .. } = work.options;
        let wanted = dump_smt.is_some() || *replays;
        let at_once = wanted || solving.certificates.folder.is_some() || work.floats;
        if self == Encoding::First && !at_once { SOON } else { usize::MAX }
    }

    /// Makes them beside what is in front of this step, which takes them then.
    pub(super) fn ahead(self, work: &Work<'_>, cancel: &CancelToken) {
        let encoded = self.encode(work, cancel);
        if !cancel.is_cancelled() {
            *work.ahead.lock().unwrap_or_else(PoisonError::into_inner) = Some(encoded);
        }
    }

    fn encode(self, work: &Work<'_>, cancel: &CancelToken) -> Result<Option<Encoded>, Unsupported> {
        encode::encode_within(work.subject.program, &encode::Options::default(), self.terms(work), cancel)
    }
}

impl Step for Encoding {
    fn name(&self) -> &'static str {
        "encoding"
    }

    fn proves(&self) -> bool {
        false
    }

    fn may_decide(&self, work: &Work<'_>, open: &[CheckId]) -> Option<Vec<CheckId>> {
        let due = match self {
            Encoding::First => true,
            Encoding::Behind => work.deferred.load(Ordering::Relaxed) && !open.is_empty(),
        };
        due.then(|| open.to_vec())
    }

    fn budget(&self, _: &Work<'_>) -> Option<Steps> {
        None
    }

    fn run(&self, work: &Work<'_>, task: &Task<'_>) -> Result<(), Failure> {
        let begin = Instant::now();
        let ahead = work.ahead.lock().unwrap_or_else(PoisonError::into_inner).take();
        let encoded = match ahead.unwrap_or_else(|| self.encode(work, task.cancel)) {
            Ok(Some(encoded)) => encoded,
            Ok(None) => {
                work.deferred.store(true, Ordering::Relaxed);
                return Ok(());
            }
            Err(unsupported) => {
                let place = work.subject.places.text(unsupported.loc);
                task.channel.post(Posted::GivenUp(format!("{place}: no clauses for {}", unsupported.what)));
                return Ok(());
            }
        };
        if let Some(path) = &work.options.dump_smt {
            write(path, &system_text(&encoded.store, &decide::system(&encoded, &work.selected)))?;
        }
        for check in task.checks.iter().filter(|check| encoded.queries[check.index()].is_empty()) {
            let (outcome, by, time) = (Outcome::Proved, Decider::Evident, begin.elapsed());
            task.channel.post(Posted::Settled { check: *check, outcome, by, time });
        }
        let shape = Shape::of(&encoded.store, &encoded.system);
        let scalars = shape.arrays && work.options.arrays == Arrays::Auto;
        let components = if scalars { scalars::about_components(work.subject.program) } else { BTreeSet::new() };
        // There are no others: only one of the two makes them.
        let clauses = work.clauses.get_or_init(|| Clauses { sliced: slice::Clauses::new(encoded), shape, components });
        if let Some(cache) = work.options.cache.as_deref() {
            let _ = work.kept.set(Kept::new(cache, work.subject.program, &clauses.sliced, &work.selected));
        }
        Ok(())
    }
}

/// Tries checks without arrays. What is said of components seldom follows from the ranges of their types; where it does
/// not, a refutation can be far.
pub(super) enum Scalars {
    /// Those that are not about components, together.
    Others,
    /// Those that are.
    Components,
    /// Those that are not about components, each alone.
    OneByOne,
}

impl Step for Scalars {
    fn name(&self) -> &'static str {
        "without arrays"
    }

    fn by_parts(&self) -> bool {
        true
    }

    fn may_decide(&self, work: &Work<'_>, open: &[CheckId]) -> Option<Vec<CheckId>> {
        let clauses = work.clauses.get()?;
        if !clauses.shape.arrays || work.options.arrays != Arrays::Auto {
            return None;
        }
        let wanted = matches!(self, Scalars::Components);
        let checks = open.iter().copied().filter(|check| clauses.components.contains(check) == wanted);
        Some(checks.collect::<Vec<CheckId>>()).filter(|checks| !checks.is_empty())
    }

    fn budget(&self, work: &Work<'_>) -> Option<Steps> {
        let budget = early(work.options);
        Some(if matches!(self, Scalars::Components) { budget / RANGES } else { budget })
    }

    fn run(&self, work: &Work<'_>, task: &Task<'_>) -> Result<(), Failure> {
        let Some(clauses) = work.clauses.get() else { return Ok(()) };
        let components = matches!(self, Scalars::Components);
        let engines = if components { engines(work, clauses, Stage::Components) } else { Vec::new() };
        let size = if matches!(self, Scalars::OneByOne) { 1 } else { task.checks.len() };
        for group in task.checks.chunks(size.max(1)) {
            let request = with(work.request(task.cancel), &engines);
            let tried = scalars::group(&clauses.sliced, &request, task.budget, group)?;
            post(work, clauses, task.channel, &tried);
            post_facts(work, clauses, task, &tried);
        }
        Ok(())
    }
}

/// Tries groups of checks with the engines of a stage.
pub(super) struct Groups(pub Stage);

impl Step for Groups {
    fn name(&self) -> &'static str {
        match self.0 {
            Stage::Components => "without arrays",
            Stage::Together => "all together",
            Stage::Subprograms => "by subprogram",
            Stage::Single => "one by one",
            Stage::Last | Stage::Alone => "one by one, what is hard",
        }
    }

    fn by_parts(&self) -> bool {
        !matches!(self.0, Stage::Last | Stage::Alone)
    }

    fn may_decide(&self, work: &Work<'_>, open: &[CheckId]) -> Option<Vec<CheckId>> {
        let again = self.0 == Stage::Single && work.alone.load(Ordering::Relaxed);
        (work.is_encoded() && !open.is_empty() && !again).then(|| open.to_vec())
    }

    fn budget(&self, work: &Work<'_>) -> Option<Steps> {
        let last = self.0 == Stage::Last || work.alone.load(Ordering::Relaxed);
        if last { work.options.budget() } else { Some(early(work.options)) }
    }

    fn run(&self, work: &Work<'_>, task: &Task<'_>) -> Result<(), Failure> {
        let Some(clauses) = work.clauses.get() else { return Ok(()) };
        let mut budget = task.budget;
        if self.0 == Stage::Together {
            work.alone.store(task.checks.len() == 1 && task.only, Ordering::Relaxed);
            budget = self.budget(work);
        }
        let last = self.0 == Stage::Last;
        let alone = last && work.alone.load(Ordering::Relaxed);
        let engines = engines(work, clauses, if alone { Stage::Alone } else { self.0 });
        // A group that was tried for a while with the same engines gets no second try before the last one.
        let mut tried = work.tried.lock().unwrap_or_else(PoisonError::into_inner);
        let groups: Vec<Vec<CheckId>> = self
            .groups(work, task.checks)
            .into_iter()
            .filter(|group| last || tried.insert((group.clone(), engines.clone())))
            .collect();
        drop(tried);
        let request = with(work.request(task.cancel), &engines);
        let Task { cancel, channel, .. } = *task;
        let last_word = last && Groups::is_last_word(work, task);
        let results = workers::map(
            &groups,
            task.jobs,
            |group| {
                let replayer =
                    run::Replayer { program: work.subject.program, encoded: &clauses.sliced.encoded, cancel };
                let budget = Groups::budget_of(work, group, last || alone).unwrap_or(budget);
                let tried = decide::group(&clauses.sliced, &replayer, &request, budget, group, channel)?;
                post(work, clauses, channel, &tried);
                if last_word && !cancel.is_cancelled() {
                    tried.open.iter().for_each(|(check, why)| channel.give_up(*check, why, tried.time));
                }
                Ok(tried)
            },
            &mut |finished: &[Option<Result<Tried, Failure>>]| {
                (task.progress)(finished.iter().flatten().flatten().map(|tried| tried.settled.len()).sum::<usize>());
            },
        );
        for result in results {
            post_facts(work, clauses, task, &result?);
        }
        Ok(())
    }
}

impl Groups {
    /// The budget of a group where files have their own: the largest of its checks; a part of it before the last try.
    fn budget_of(work: &Work<'_>, group: &[CheckId], last: bool) -> Option<Option<Steps>> {
        if work.options.efforts.is_empty() && work.options.rules.is_empty() {
            return None;
        }
        let Subject { program, places, .. } = work.subject;
        let of = |check: &CheckId| {
            let subprogram = work.owner.get(check).map_or("", |owner| program.procedure(*owner).name.as_str());
            work.options.budget_in(places.position(program.checks[check.index()].loc).file, subprogram)
        };
        // One without a limit, and the whole has none.
        let most = group.iter().map(of).try_fold(Steps::default(), |most, one| Some(most.max(one?)));
        Some(if last { most } else { Some(most.map_or(UNLIMITED, |most| most / EARLY)) })
    }

    /// Whether nothing behind the last try decides a check, but for runs beside it.
    fn is_last_word(work: &Work<'_>, task: &Task<'_>) -> bool {
        work.options.mode == Mode::Prove && !task.cancel.is_counted() && !work.floats
    }

    /// How the checks are grouped.
    fn groups(&self, work: &Work<'_>, checks: &[CheckId]) -> Vec<Vec<CheckId>> {
        match self.0 {
            Stage::Components | Stage::Together => vec![checks.to_vec()],
            Stage::Subprograms => {
                let mut groups: BTreeMap<Option<&ProcId>, Vec<CheckId>> = BTreeMap::new();
                for check in checks {
                    groups.entry(work.owner.get(check)).or_default().push(*check);
                }
                // A single check waits for the stage with engines of its own.
                groups.into_values().filter(|group| group.len() > 1).collect()
            }
            Stage::Single | Stage::Last | Stage::Alone => checks.iter().map(|check| vec![*check]).collect(),
        }
    }
}

/// The engines of a stage; none for the default schedule.
pub(super) fn engines(work: &Work<'_>, clauses: &Clauses, stage: Stage) -> Vec<EngineId> {
    let without = without(work.options);
    let engines = schedule::program(stage, &clauses.shape).iter().copied();
    engines.filter(|engine| !clauses.shape.arrays || !without.contains(engine)).collect()
}

/// The request with these engines, if the user has chosen none.
pub(super) fn with<'r>(request: Request<'r>, engines: &'r [EngineId]) -> Request<'r> {
    if request.engines.is_empty() { Request { engines, ..request } } else { request }
}

/// Posts what a try has come to, as soon as it is known, and keeps it.
pub(super) fn post(work: &Work<'_>, clauses: &Clauses, channel: &Channel, tried: &Tried) {
    if let Some(kept) = work.kept.get() {
        kept.keep(&clauses.sliced, tried);
    }
    let time = tried.time;
    channel.post(Posted::Work(tried.steps));
    for (check, outcome, by) in &tried.settled {
        channel.post(Posted::Settled { check: *check, outcome: outcome.clone(), by: *by, time });
    }
    for (check, why) in &tried.open {
        channel.post(Posted::Open { check: *check, why: why.clone(), time });
    }
}

/// Posts what the model of a try says about loops: in the order of the groups, whichever was decided first.
pub(super) fn post_facts(work: &Work<'_>, clauses: &Clauses, task: &Task<'_>, tried: &Tried) {
    if let Some((store, model)) = &tried.model {
        let proved = tried.settled.iter().filter(|(_, outcome, _)| matches!(outcome, Outcome::Proved));
        let proved: Vec<CheckId> = proved.map(|(check, ..)| *check).collect();
        let request = work.request(task.cancel);
        let facts = facts_of(work, clauses, &proved, (store, model), &request);
        task.channel.post(Posted::Facts(task.part, facts));
    }
}

/// What a model that proves these checks says about loops, without what the proof does not need if it is to be read.
pub(super) fn facts_of(
    work: &Work<'_>,
    clauses: &Clauses,
    proved: &[CheckId],
    (store, model): (&Store, &Model),
    request: &Request<'_>,
) -> Vec<Fact> {
    let (subject, encoded) = (work.subject, &clauses.sliced.encoded);
    let wanted = work.options.invariants && facts::are_any(subject, encoded, model);
    let thinner = || thinned(&clauses.sliced, proved, (store, model), request, work.options.explains);
    match wanted.then(thinner).flatten() {
        Some(Thinned { store, model, needs }) => facts::facts(subject, encoded, &store, &model, &needs),
        None => facts::facts(subject, encoded, store, model, &[]),
    }
}

/// The budget of a try before the last one.
pub(super) fn early(options: &Options) -> Steps {
    options.budget().map_or(UNLIMITED, |all| all / EARLY)
}

/// What the schedules leave out for the treatment of arrays that was asked for.
pub(super) fn without(options: &Options) -> &'static [EngineId] {
    match options.arrays {
        Arrays::Auto => &[],
        Arrays::Smt => schedule::ONLY_SMT_ARRAYS,
        Arrays::Cells => schedule::ONLY_CELLS,
    }
}
