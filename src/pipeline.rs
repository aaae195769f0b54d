//! The pipeline as the command runs it: [`horn_solver::solve`] with the independent checker behind it, and a folder
//! that takes what is decided.

pub use horn_solver::solve::pipeline::Observer;
pub use horn_solver::solve::{Answer, Failure, Language, Problem};

use crate::ahead::Starter;
use crate::certificates::Certificates;
use crate::independent::{Check, Independent};
use crate::smt::LazySmt;
use horn_solver::engine::table::EngineId;
use horn_solver::instrument::Options as InstrumentOptions;
use horn_solver::smt::CancelToken;
use horn_solver::solve::{Confirm, Statistics, pipeline};

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
    /// Does work of the pipeline, and keeps the answer.
    fn serve(&self, work: impl FnOnce(&pipeline::Request<'_>) -> Result<Answer, Failure>) -> Result<Answer, Failure> {
        let confirmation = |problem: &Problem| -> Option<Box<dyn Confirm>> {
            Some(Box::new(Independent::new(self.check, problem, self.smt)?))
        };
        let mut answer = work(&pipeline::Request {
            engines: self.engines,
            without: self.without,
            jobs: self.jobs,
            certify: self.certify,
            confirmation: Some(&confirmation),
            preprocess: self.preprocess,
            smt: self.smt.lazy(),
            instrument: self.instrument,
            cancel: self.cancel,
        })?;
        self.certificates.keep(&mut answer.problem, &answer.verdict).map_err(Failure::Tool)?;
        Ok(answer)
    }
}

/// Reads clauses and decides them, see [`decide_only`].
pub fn run(
    text: &[u8],
    language: Language,
    request: &Request<'_>,
    observer: &mut dyn Observer,
) -> Result<Answer, Failure> {
    let (problem, statistics) = pipeline::read(text, language)?;
    decide_only(problem, request, statistics, observer)
}

/// Decides the one problem that this process is about: a solver process starts beside the work. To be called once the
/// text is read, as one that is wrong is reported without a word from any solver, which may take its time.
pub fn decide_only(
    problem: Problem,
    request: &Request<'_>,
    statistics: Statistics,
    observer: &mut dyn Observer,
) -> Result<Answer, Failure> {
    // Without the independent check most easy problems need no solver.
    let _starter = (*request.check != Check::Off).then(|| Starter::new(request.smt, request.cancel));
    request.serve(|inner| pipeline::decide(problem, inner, statistics, observer))
}

/// Decides a problem. The statistics are those of reading it.
pub fn decide(
    problem: Problem,
    request: &Request<'_>,
    statistics: Statistics,
    observer: &mut dyn Observer,
) -> Result<Answer, Failure> {
    request.serve(|inner| pipeline::decide(problem, inner, statistics, observer))
}
