//! From text to answer in one call: read, simplify, solve, translate back, check.
//!
//! ```
//! use horn_solver::solve::Solver;
//! use std::time::{Duration, Instant};
//!
//! let text = "(set-logic HORN)
//!     (declare-fun count (Int) Bool)
//!     (assert (count 0))
//!     (assert (forall ((x Int)) (=> (and (count x) (< x 9)) (count (+ x 1)))))
//!     (assert (forall ((x Int)) (=> (and (count x) (> x 9)) false)))";
//! let solver = Solver::new().timeout(Duration::from_secs(30));
//! # let solver = solver.tools_above(env!("CARGO_MANIFEST_DIR"));
//! let answer = solver.solve_text(text)?;
//! assert!(answer.is_sat());
//! println!("{}", answer.definition("count").expect("a predicate of the text"));
//! # Ok::<(), horn_solver::solve::Failure>(())
//! ```
//!
//! [`Solver`] is that call with its options, [`Clauses`] builds a system without text, and [`Answer`] has the verdict
//! with its model or refutation as data. What [`pipeline::decide`] does with a [`Problem`] is all there is between
//! them; a program that wants to look on, choose engines by the system or have answers confirmed by somebody else calls
//! it itself.

mod answer;
mod build;
mod check;
mod claims;
pub mod pipeline;
mod problem;
mod smt;
mod statistics;

pub use answer::{Answer, Failure};
pub use build::{ClauseBuilder, Clauses, IllFormed};
pub use check::{Confirm, Confirmation};
pub use problem::{Language, Problem};
pub use smt::LazySmt;
pub use statistics::Statistics;

use crate::context::{Engine, InstrumentOptions};
use crate::engine::portfolio::Entrant;
use crate::engine::schedule::Slot;
use crate::engine::table::EngineId;
use crate::smt::{CancelToken, SmtConfig, Steps};
use crate::system::System;
use crate::term::Store;
use pipeline::{Observer, Request};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How systems are solved. Every method changes one thing and gives the solver back; what is not said is as on the
/// command line: all engines as they are scheduled, two at a time, answers checked, no limit.
#[derive(Clone)]
pub struct Solver {
    timeout: Option<Duration>,
    steps: Option<Steps>,
    /// The engines that were added; those of the schedule if there are none.
    entrants: Vec<Entrant>,
    jobs: usize,
    certify: bool,
    preprocess: bool,
    instrument: InstrumentOptions,
    smt: Option<LazySmt>,
    tools: Option<PathBuf>,
    cancel: CancelToken,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver {
            timeout: None,
            steps: None,
            entrants: Vec::new(),
            jobs: 2,
            certify: true,
            preprocess: true,
            instrument: InstrumentOptions::default(),
            smt: None,
            tools: None,
            cancel: CancelToken::new(),
        }
    }
}

impl Solver {
    /// The solver as it is without options.
    pub fn new() -> Solver {
        Solver::default()
    }

    /// The answer is `unknown` after so much time.
    #[must_use]
    pub fn timeout(mut self, limit: Duration) -> Solver {
        self.timeout = Some(limit);
        self
    }

    /// The answer is `unknown` after so much work, the same amount on every machine, loaded or not.
    #[must_use]
    pub fn steps(mut self, limit: Steps) -> Solver {
        self.steps = Some(limit);
        self
    }

    /// How many engines may run at the same time; at least one does.
    #[must_use]
    pub fn jobs(mut self, jobs: usize) -> Solver {
        self.jobs = jobs.max(1);
        self
    }

    /// Adds an engine of the table. Once an engine was added, no schedule is looked at: those added run, all from the
    /// start.
    #[must_use]
    pub fn engine(mut self, engine: EngineId) -> Solver {
        self.entrants.push(Slot::now(engine).entrant());
        self
    }

    /// Adds an engine of one's own, see [`Solver::engine`]. Its answers are checked as those of all engines are.
    #[must_use]
    pub fn own_engine(
        mut self,
        name: &'static str,
        make: impl Fn() -> Box<dyn Engine> + Send + Sync + 'static,
    ) -> Solver {
        self.entrants.push(Entrant { name, make: Arc::new(make), delay: Duration::ZERO, budget: None });
        self
    }

    /// Engines get the system as it was read.
    #[must_use]
    pub fn without_preprocessing(mut self) -> Solver {
        self.preprocess = false;
        self
    }

    /// Answers are believed without a check.
    #[must_use]
    pub fn without_check(mut self) -> Solver {
        self.certify = false;
        self
    }

    /// What the instrumentation may do.
    #[must_use]
    pub fn instrument(mut self, options: InstrumentOptions) -> Solver {
        self.instrument = options;
        self
    }

    /// The SMT solver to use. Without it the environment is asked: `HORNSOLVE_SMT`, then Z3 or cvc5 on `PATH`.
    #[must_use]
    pub fn smt(mut self, config: SmtConfig) -> Solver {
        self.smt = Some(LazySmt::known(config));
        self
    }

    /// Folders `.tools/bin` beside this path and above it are searched for the SMT solver before `PATH`.
    #[must_use]
    pub fn tools_above(mut self, path: impl Into<PathBuf>) -> Solver {
        self.tools = Some(path.into());
        self
    }

    /// The work ends with `unknown` once the token is triggered, which any thread may do.
    #[must_use]
    pub fn cancelled_by(mut self, token: &CancelToken) -> Solver {
        self.cancel = token.clone();
        self
    }

    /// Solves a script in SMT-LIB's language.
    ///
    /// # Errors
    /// The text is wrong, or there is no SMT solver. A system that is too hard is no error but `unknown`.
    pub fn solve_text(&self, text: &str) -> Result<Answer, Failure> {
        self.solve_bytes(text.as_bytes(), Language::SmtLib)
    }

    /// Solves a file; its name says which language it is in, see [`Language::of`].
    ///
    /// # Errors
    /// As [`Solver::solve_text`], and for a file that cannot be read.
    pub fn solve_file(&self, path: impl AsRef<Path>) -> Result<Answer, Failure> {
        let path = path.as_ref();
        let text = std::fs::read(path).map_err(|error| Failure::Unreadable(format!("{}: {error}", path.display())))?;
        self.solve_bytes(&text, Language::of(path))
    }

    /// Solves a text.
    ///
    /// # Errors
    /// As [`Solver::solve_text`].
    pub fn solve_bytes(&self, text: &[u8], language: Language) -> Result<Answer, Failure> {
        self.run(|request, own| pipeline::run(text, language, request, own))
    }

    /// Solves a problem, for example one of [`Clauses::finish`].
    ///
    /// # Errors
    /// There is no SMT solver.
    pub fn solve(&self, problem: Problem) -> Result<Answer, Failure> {
        let mut statistics = Statistics::start();
        statistics.parsed(&problem.system);
        self.run(|request, own| pipeline::decide(problem, request, statistics, own))
    }

    fn run(
        &self,
        work: impl FnOnce(&Request<'_>, &mut dyn Observer) -> Result<Answer, Failure>,
    ) -> Result<Answer, Failure> {
        let deadline = self.timeout.and_then(|limit| Instant::now().checked_add(limit));
        let mut cancel = self.cancel.fork().until(deadline);
        if let Some(steps) = self.steps {
            cancel = cancel.counted().limited(steps);
        }
        let smt = self.smt.clone().unwrap_or_else(|| LazySmt::of_environment(self.tools.clone(), &cancel));
        let request = Request {
            engines: &[],
            without: &[],
            jobs: self.jobs,
            certify: self.certify,
            confirmation: None,
            preprocess: self.preprocess,
            smt: &smt,
            instrument: &self.instrument,
            cancel: &cancel,
        };
        work(&request, &mut Chosen(&self.entrants))
    }
}

/// The engines that were added; those of the schedule if there are none.
struct Chosen<'a>(&'a [Entrant]);

impl Observer for Chosen<'_> {
    fn engines(&mut self, _: &mut Store, _: &System) -> Result<Option<Vec<Entrant>>, String> {
        Ok((!self.0.is_empty()).then(|| self.0.to_vec()))
    }
}

#[cfg(test)]
mod tests;
