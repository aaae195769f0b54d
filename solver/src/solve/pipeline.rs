//! From text to answer, read from top to bottom: read, simplify, solve, translate back, check.
//!
//! Every input ends as a [`Problem`]; [`decide`] is the one way from there to an answer. The system as read is kept
//! unchanged; it is what certificates are checked against. Nothing leaves here as `sat` or `unsat` whose certificate
//! was not accepted, unless the request says not to check.

use super::check::Checker;
use super::{Answer, Confirmation, Failure, Language, LazySmt, Problem, Statistics, claims};
use crate::certificate::Rejection;
use crate::context::{Context, InstrumentOptions};
use crate::engine::portfolio::{Accept, Entrant, Running, race};
use crate::engine::schedule::{self, Slot};
use crate::engine::shape::Shape;
use crate::engine::table::EngineId;
use crate::preprocess::{Choice, PassContext, Preprocessed, preprocess_as};
use crate::smt::{CancelToken, SmtError, SmtStatistics, SolverKind};
use crate::system::{Reason, System, Verdict};
use crate::term::Store;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How to solve.
pub struct Request<'a> {
    /// Engines picked by name; empty for the default schedule.
    pub engines: &'a [EngineId],
    /// Engines that the default schedule is to do without where there are arrays.
    pub without: &'a [EngineId],
    /// How many engines may run at the same time.
    pub jobs: usize,
    /// Whether certificates are checked.
    pub certify: bool,
    /// Who else has to confirm an answer.
    pub confirmation: Option<Confirmation<'a>>,
    /// Whether the system is preprocessed.
    pub preprocess: bool,
    /// The SMT solver, looked for when it is first needed.
    pub smt: &'a LazySmt,
    /// What the instrumentation may do.
    pub instrument: &'a InstrumentOptions,
    /// Deadline and cancellation.
    pub cancel: &'a CancelToken,
}

impl Request<'_> {
    /// Why the work has to stop, once the token says so.
    pub(super) fn cancel_reason(&self) -> Reason {
        Reason::of(self.cancel)
    }
}

/// Who is told how the work goes on, and may have a say in it.
pub trait Observer {
    /// Which passes run, where any do.
    fn passes(&self) -> Choice {
        Choice::default()
    }

    /// The engines for the system after preprocessing; `None` for those of the request.
    fn engines(&mut self, store: &mut Store, system: &System) -> Result<Option<Vec<Entrant>>, String> {
        let _ = (store, system);
        Ok(None)
    }

    /// The problem as read; what is said about it may be changed, not its system. An `Err` ends the run with that
    /// message.
    fn read(&mut self, problem: &mut Problem) -> Result<(), String> {
        let _ = problem;
        Ok(())
    }

    /// The system after preprocessing. An `Err` ends the run with that message.
    fn preprocessed(&mut self, store: &Store, system: &System) -> Result<(), String> {
        let _ = (store, system);
        Ok(())
    }

    /// The engines that run, about ten times a second.
    fn running(&mut self, running: &[Running]) {
        let _ = running;
    }
}

/// Nobody looks on.
impl Observer for () {}

/// Reads clauses and decides them.
///
/// # Errors
/// The text is wrong, the SMT solver is missing or broken, or the observer ends the run.
pub fn run(
    text: &[u8],
    language: Language,
    request: &Request<'_>,
    observer: &mut dyn Observer,
) -> Result<Answer, Failure> {
    let (problem, statistics) = read(text, language)?;
    decide(problem, request, statistics, observer)
}

/// Reads clauses, with the statistics of that.
///
/// # Errors
/// The text is wrong.
pub fn read(text: &[u8], language: Language) -> Result<(Problem, Statistics), Failure> {
    let mut statistics = Statistics::start();
    let problem = Problem::read(text, language).map_err(Failure::Input)?;
    statistics.parsed(&problem.system);
    Ok((problem, statistics))
}

/// Decides a problem. The statistics are those of reading it.
///
/// # Errors
/// The SMT solver is missing or broken, a claim of the problem is wrong, or the observer ends the run.
pub fn decide(
    mut problem: Problem,
    request: &Request<'_>,
    mut statistics: Statistics,
    observer: &mut dyn Observer,
) -> Result<Answer, Failure> {
    observer.read(&mut problem).map_err(Failure::Tool)?;
    if let Some(why) = claims::check(&mut problem, request)? {
        statistics.finish(Duration::ZERO);
        return Ok(Answer { problem, verdict: Verdict::Unknown(why), statistics });
    }
    let preprocessed = simplify(request, &mut problem, &observer.passes());
    observer.preprocessed(&problem.store, &preprocessed.system).map_err(Failure::Tool)?;
    statistics.preprocessed(&preprocessed);

    let checker = Arc::new(Checker {
        input: Arc::new(problem.system.clone()),
        preprocessed,
        certify: request.certify,
        confirmation: request.confirmation.filter(|_| request.certify).and_then(|of| of(&problem)),
        smt: request.smt.clone(),
        time: Mutex::new(Duration::ZERO),
    });
    let verdict = solve(request, &mut problem, &checker, &mut statistics, observer)?;
    let verdict = problem.about_input(verdict);
    statistics.finish(checker.time());
    Ok(Answer { problem, verdict, statistics })
}

/// The passes, or none if the options say so.
fn simplify(request: &Request<'_>, problem: &mut Problem, choice: &Choice) -> Preprocessed {
    if !request.preprocess {
        return Preprocessed::unchanged(&problem.system);
    }
    let mut cx = PassContext::new(&mut problem.store, request.cancel);
    preprocess_as(&mut cx, &problem.system, choice)
}

/// Decides the preprocessed system and returns a verdict on the problem's system, certificate checked.
fn solve(
    request: &Request<'_>,
    problem: &mut Problem,
    checker: &Arc<Checker>,
    statistics: &mut Statistics,
    observer: &mut dyn Observer,
) -> Result<Verdict, Failure> {
    let system = &checker.preprocessed.system;
    // What preprocessing has decided needs no engine, and usually no SMT process.
    if let Some(verdict) = checker.preprocessed.verdict(&problem.store) {
        let mut smt_statistics = SmtStatistics::default();
        let result = checker.accept(&mut problem.store, verdict, request.cancel, &mut smt_statistics);
        statistics.decided_by("preprocessing", &smt_statistics);
        match result {
            Ok(verdict) => return Ok(verdict),
            Err(Rejection::Smt(error @ (SmtError::NotFound(_) | SmtError::Spawn { .. }))) => {
                return Err(Failure::Tool(error.to_string()));
            }
            Err(Rejection::Smt(error)) if error.is_interrupt() => {
                return Ok(Verdict::Unknown(request.cancel_reason()));
            }
            Err(rejection) => {
                let level = if rejection.is_defect() { log::Level::Error } else { log::Level::Debug };
                log::log!(level, "preprocessing: the certificate was rejected: {rejection}");
            }
        }
    }
    if request.cancel.is_cancelled() {
        return Ok(Verdict::Unknown(request.cancel_reason()));
    }
    let mut config = match request.smt.get() {
        Ok(config) => config,
        Err(error) if error.is_interrupt() => return Ok(Verdict::Unknown(request.cancel_reason())),
        Err(error) => return Err(Failure::Tool(error.to_string())),
    };
    if request.cancel.is_counted() && config.kind == SolverKind::Other {
        return Err(Failure::Tool(format!(
            "{} does not count its work; `--steps` needs Z3 or cvc5",
            config.binary.display()
        )));
    }
    let shape = Shape { examined: checker.preprocessed.examined, ..Shape::of(&problem.store, system) };
    let entrants = match observer.engines(&mut problem.store, system).map_err(Failure::Tool)? {
        Some(entrants) => entrants,
        None => choose_engines(request, &shape),
    };
    if shape.only_reals() && config.kind.is_z3() {
        // Z3's older simplex is the faster one where no cuts are wanted: up to three times on large queries.
        config.options.push(("smt.arith.solver".to_string(), "2".to_string()));
    }
    let mut template = Context::new(problem.store.clone(), config, request.cancel.clone());
    template.instrument = request.instrument.clone();
    let system = Arc::new(system.clone());
    let accept: Arc<Accept<(Verdict, Store)>> = {
        let checker = Arc::clone(checker);
        Arc::new(move |cx: &mut Context, verdict| {
            let accepted = checker.accept(&mut cx.store, verdict, &cx.cancel, &mut cx.statistics)?;
            Ok((accepted, std::mem::take(&mut cx.store)))
        })
    };
    let outcome = race(&template, &system, entrants, request.jobs, &accept, &mut |running| observer.running(running));
    statistics.engines(outcome.reports);
    match outcome.result {
        Ok((name, (verdict, store))) => {
            statistics.won(name);
            problem.store = store;
            Ok(verdict)
        }
        Err(reason) => Ok(Verdict::Unknown(reason)),
    }
}

fn choose_engines(request: &Request<'_>, shape: &Shape) -> Vec<Entrant> {
    if !request.engines.is_empty() {
        return request.engines.iter().copied().map(Slot::now).map(Slot::entrant).collect();
    }
    let mut slots = schedule::clauses(shape);
    slots.retain(|slot| !shape.arrays || !request.without.contains(&slot.engine));
    slots.into_iter().map(Slot::entrant).collect()
}
