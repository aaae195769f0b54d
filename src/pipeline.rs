//! From text to answer, read from top to bottom: read, simplify, solve, translate back, check.
//!
//! Every input ends as a [`Problem`]; [`decide`] is the one way from there to an answer, whichever language it came
//! from. The system as read is kept unchanged; it is what certificates are checked against. Nothing leaves here as
//! `sat` or `unsat` whose certificate was not accepted, unless the options say not to check.

use crate::certificates::Certificates;
use crate::independent::{Check, Independent};
use crate::report::statistics::Statistics;
use crate::smt::LazySmt;
use horn_solver::certificate::{self, Completion, Obligation, Rejection};
use horn_solver::engine::Context;
use horn_solver::engine::portfolio::{Accept, Entrant, Running, race};
use horn_solver::engine::schedule::{self, Slot};
use horn_solver::engine::shape::Shape;
use horn_solver::engine::table::EngineId;
use horn_solver::instrument::Options as InstrumentOptions;
use horn_solver::interpolate::HornSolver;
use horn_solver::preprocess::{Choice, PassContext, Preprocessed, RecursionFree};
use horn_solver::smt::{CancelToken, SmtConfig, SmtError, SmtStatistics, SolverKind};
use horn_solver::smtlib::{self, Claim, Diagnostic, Names, Script, VariableNames};
use horn_solver::system::{ClauseId, Model, PredId, Reason, Refutation, System, Verdict};
use horn_solver::term::{Store, TermId};
use horn_solver::{nts, prolog};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A system to decide, with the store its terms live in.
pub struct Problem {
    /// The terms of the system.
    pub store: Store,
    /// The system as read.
    pub system: System,
    /// The predicates that a reader has introduced; they have no place in what users see.
    pub auxiliary: Vec<PredId>,
    /// Laws of folds that the system relies on; checked before anything else.
    pub claims: Vec<Claim>,
    /// What the user's script calls the variables of the clauses. `None` where there is no such script: what users see
    /// is then about the script that [`Problem::script`] gives.
    pub variables: Option<VariableNames>,
    /// The user's script, where the independent checker can read it.
    pub text: Option<Arc<str>>,
    /// Clauses that are stronger than what the input says: a refutation that uses one proves nothing, and its answer is
    /// `unknown`.
    pub stronger: Vec<ClauseId>,
    /// Whether the system is weaker than what the input says: a model proves nothing.
    pub weaker: bool,
}

/// The languages that clauses are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// SMT-LIB 2.
    SmtLib,
    /// Prolog-style clauses.
    Prolog,
    /// Numerical transition systems.
    Nts,
}

impl Language {
    /// The language of a file, by its extension: `.horn`, `.nts`, anything else is SMT-LIB.
    pub fn of(path: &Path) -> Language {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("horn") => Language::Prolog,
            Some("nts") => Language::Nts,
            _ => Language::SmtLib,
        }
    }
}

impl Problem {
    /// Reads clauses.
    pub fn read(text: &[u8], language: Language) -> Result<Problem, Diagnostic> {
        match language {
            Language::SmtLib => {
                let mut problem = smtlib::read(text).map(Problem::from)?;
                problem.text = std::str::from_utf8(text).ok().map(Arc::from);
                Ok(problem)
            }
            Language::Prolog => {
                let program = prolog::read(text)?;
                match program.illegal.into_iter().next() {
                    Some(illegal) => Err(illegal),
                    None => Ok(Problem::of_system(program.store, program.system)),
                }
            }
            Language::Nts => {
                let program = nts::read(text)?;
                for warning in &program.warnings {
                    log::warn!("{}:{}: {}", warning.line, warning.column, warning.message);
                }
                Ok(Problem::of_system(program.store, program.system))
            }
        }
    }

    /// A system that no script describes.
    pub fn of_system(store: Store, system: System) -> Problem {
        Problem {
            store,
            system,
            auxiliary: Vec::new(),
            claims: Vec::new(),
            variables: None,
            text: None,
            stronger: Vec::new(),
            weaker: false,
        }
    }

    /// The system as a script.
    pub fn script(&self) -> String {
        smtlib::system_text(&self.store, &self.system)
    }

    /// How models and refutations spell things: as the user's script does, or as [`Problem::script`] does.
    pub fn names(&self) -> Names {
        match &self.variables {
            Some(_) => self.user_names(),
            None => smtlib::script::script_names(&self.store, &self.system),
        }
    }

    /// Everything as the input spells it; what the script has given a meaning is kept free.
    pub fn user_names(&self) -> Names {
        let mut names = Names::user(&self.store, &self.system);
        if let Some(variables) = &self.variables {
            names.reserve(variables.globals());
        }
        names
    }

    /// The predicates that users don't see.
    pub fn hidden(&self) -> &[PredId] {
        if self.variables.is_some() { &self.auxiliary } else { &[] }
    }

    /// The verdict on the input that a verdict on the system stands for.
    fn about_input(&self, verdict: Verdict) -> Verdict {
        let why = match &verdict {
            Verdict::Unsat(refutation) if refutation.steps.iter().any(|step| self.stronger.contains(&step.clause)) => {
                "the refutation uses instances of a universally quantified part of a body"
            }
            Verdict::Sat(_) if self.weaker => "the model is one of clauses that say less than the input",
            _ => return verdict,
        };
        Verdict::Unknown(Reason::Incomplete(why.to_string()))
    }
}

impl From<Script> for Problem {
    fn from(script: Script) -> Problem {
        let Script { store, system, auxiliary, claims, variables, instances, weaker, .. } = script;
        Problem { store, system, auxiliary, claims, variables, text: None, stronger: instances, weaker }
    }
}

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
    pub check: &'a Check,
    /// Whether the system is preprocessed.
    pub preprocess: bool,
    /// The SMT solver, looked for when it is first needed.
    pub smt: &'a LazySmt,
    /// What the instrumentation may do.
    pub instrument: &'a InstrumentOptions,
    /// Where the answer goes, with the system, besides to the caller.
    pub certificates: &'a Certificates,
    /// Deadline and cancellation.
    pub cancel: &'a CancelToken,
}

impl Request<'_> {
    /// Why the work has to stop, once the token says so.
    pub(crate) fn cancel_reason(&self) -> Reason {
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

/// The end of a run that was not cut short by a failure.
pub struct Answer {
    /// The problem. Its store is the one the verdict's terms live in.
    pub problem: Problem,
    /// The verdict on the problem's system.
    pub verdict: Verdict,
    /// Counts and times.
    pub statistics: Statistics,
}

/// Why there is no answer at all.
#[derive(Debug)]
pub enum Failure {
    /// The input cannot be read at all; says why.
    Unreadable(String),
    /// The input is wrong.
    Input(Diagnostic),
    /// Something else is missing or broken; one line.
    Tool(String),
}

/// Reads clauses and decides them.
pub fn run(
    text: &[u8],
    language: Language,
    request: &Request<'_>,
    observer: &mut dyn Observer,
) -> Result<Answer, Failure> {
    let mut statistics = Statistics::start();
    let problem = Problem::read(text, language).map_err(Failure::Input)?;
    statistics.parsed(&problem.system);
    decide(problem, request, statistics, observer)
}

/// Decides a problem. The statistics are those of reading it.
pub fn decide(
    mut problem: Problem,
    request: &Request<'_>,
    mut statistics: Statistics,
    observer: &mut dyn Observer,
) -> Result<Answer, Failure> {
    observer.read(&mut problem).map_err(Failure::Tool)?;
    if let Some(why) = crate::claims::check(&mut problem, request)? {
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
        independent: Independent::new(request.check, &problem).filter(|_| request.certify),
        smt: request.smt.clone(),
        time: Mutex::new(Duration::ZERO),
    });
    let verdict = solve(request, &mut problem, &checker, &mut statistics, observer)?;
    let verdict = problem.about_input(verdict);
    statistics.finish(checker.time());
    request.certificates.keep(&mut problem, &verdict).map_err(Failure::Tool)?;
    Ok(Answer { problem, verdict, statistics })
}

/// The passes, or none if the options say so.
fn simplify(request: &Request<'_>, problem: &mut Problem, choice: &Choice) -> Preprocessed {
    if !request.preprocess {
        return Preprocessed::unchanged(&problem.system);
    }
    let mut cx = PassContext::new(&mut problem.store, request.cancel);
    horn_solver::preprocess::preprocess_as(&mut cx, &problem.system, choice)
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
    let config = match request.smt.get() {
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
    let entrants = match observer.engines(&mut problem.store, system).map_err(Failure::Tool)? {
        Some(entrants) => entrants,
        None => choose_engines(request, &problem.store, system),
    };
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

fn choose_engines(request: &Request<'_>, store: &Store, system: &System) -> Vec<Entrant> {
    if !request.engines.is_empty() {
        return request.engines.iter().copied().map(Slot::now).map(Slot::entrant).collect();
    }
    let shape = Shape::of(store, system);
    let mut slots = schedule::clauses(&shape);
    slots.retain(|slot| !shape.arrays || !request.without.contains(&slot.engine));
    slots.into_iter().map(Slot::entrant).collect()
}

/// Back-translation and check of verdicts; shared by the engines' threads.
struct Checker {
    input: Arc<System>,
    preprocessed: Preprocessed,
    certify: bool,
    /// Takes the place of the SMT solver's part of the check.
    independent: Option<Independent>,
    smt: LazySmt,
    /// Time spent here by all threads.
    time: Mutex<Duration>,
}

impl Checker {
    /// Translates a verdict on the preprocessed system into one on the input, and checks its certificate.
    fn accept(
        &self,
        store: &mut Store,
        verdict: Verdict,
        cancel: &CancelToken,
        statistics: &mut SmtStatistics,
    ) -> Result<Verdict, Rejection> {
        let start = Instant::now();
        let result = self.accept_untimed(store, verdict, cancel, statistics);
        *self.time.lock().unwrap_or_else(PoisonError::into_inner) += start.elapsed();
        result
    }

    fn accept_untimed(
        &self,
        store: &mut Store,
        verdict: Verdict,
        cancel: &CancelToken,
        statistics: &mut SmtStatistics,
    ) -> Result<Verdict, Rejection> {
        let (verdict, obligations) = match verdict {
            Verdict::Sat(model) => {
                let mut help = LazyHorn { smt: &self.smt, solver: None };
                let mut cx = PassContext::new(store, cancel);
                cx.recursion_free = Some(&mut help);
                let model = self.preprocessed.model(&mut cx, model).map_err(Rejection::Malformed)?;
                if let Some(solver) = &help.solver {
                    statistics.add(&solver.statistics);
                }
                let obligations = self.obligations(|| certificate::model_obligations(store, &self.input, &model))?;
                (Verdict::Sat(model), obligations)
            }
            Verdict::Unsat(refutation) => {
                let refutation = self.complete(store, refutation, cancel, statistics)?;
                let obligations =
                    self.obligations(|| certificate::refutation_obligations(store, &self.input, &refutation))?;
                (Verdict::Unsat(refutation), obligations)
            }
            unknown => return Ok(unknown),
        };
        // What evaluation alone refutes has been rejected above.
        if let Some(independent) = self.independent.as_ref().filter(|check| check.reads(store, &verdict)) {
            // What is left to show of a refutation is left because it could not be evaluated.
            let refuted = matches!(verdict, Verdict::Unsat(_));
            let open: Vec<TermId> = obligations.iter().map(|o| o.formula).filter(|_| refuted).collect();
            match independent.confirm(store, &self.input, &verdict, &self.smt, cancel) {
                Err(Rejection::Violated(what)) if certificate::has_open_values(store, &open) => {
                    return Err(Rejection::Open(what));
                }
                result => result?,
            }
        } else if !obligations.is_empty() {
            certificate::discharge(store, &self.input, &obligations, &self.config()?, cancel, statistics)?;
        }
        Ok(verdict)
    }

    fn obligations(
        &self,
        find: impl FnOnce() -> Result<Vec<Obligation>, Rejection>,
    ) -> Result<Vec<Obligation>, Rejection> {
        if self.certify { find() } else { Ok(Vec::new()) }
    }

    /// The refutation of the input that a refutation of the preprocessed system stands for.
    fn complete(
        &self,
        store: &mut Store,
        refutation: Refutation,
        cancel: &CancelToken,
        statistics: &mut SmtStatistics,
    ) -> Result<Refutation, Rejection> {
        let skeleton = self.preprocessed.refutation(store, refutation).map_err(Rejection::Malformed)?;
        let skeleton = match skeleton.finish() {
            Ok(refutation) => return Ok(refutation),
            Err(skeleton) => skeleton,
        };
        let config = self.config()?;
        match certificate::complete(store, &self.input, &skeleton.steps, &config, cancel, statistics)
            .map_err(Rejection::Smt)?
        {
            Completion::Complete(refutation) => Ok(refutation),
            Completion::Spurious => {
                let what = "the refutation of the input".to_string();
                let used: Vec<TermId> =
                    skeleton.steps.iter().map(|step| self.input.clause(step.clause).constraint).collect();
                let open = certificate::has_open_values(store, &used);
                Err(if open { Rejection::Open(what) } else { Rejection::Violated(what) })
            }
            Completion::Unknown(why) => Err(Rejection::Undecided(format!("values of the refutation: {why}"))),
        }
    }

    fn config(&self) -> Result<SmtConfig, Rejection> {
        self.smt.get().map_err(Rejection::Smt)
    }

    fn time(&self) -> Duration {
        *self.time.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Help for the back-translation of models. Its SMT process is started when it is first asked.
struct LazyHorn<'a> {
    smt: &'a LazySmt,
    solver: Option<HornSolver>,
}

impl RecursionFree for LazyHorn<'_> {
    fn solve(&mut self, store: &mut Store, system: &System, cancel: &CancelToken) -> Option<Model> {
        if self.solver.is_none() {
            self.solver = Some(HornSolver::new(self.smt.get().ok()?));
        }
        self.solver.as_mut()?.solve(store, system, cancel)
    }
}
