//! The verification of a file, on a thread of its own: it can be cancelled, and says how far it is.

use super::analysis::{Analysis, Mark, Marker};
use crate::cli::program::{ProgramCommand, ProgramOptions, parse};
use crate::cli::verify::{Read, cache, coverage, read};
use crate::pipeline::Failure;
use crate::smt::LazySmt;
use crate::verify::report::{Finding, Outcome};
use crate::verify::{self, Audience, Decider, as_reported};
use horn_frontend::Table;
use horn_frontend::ir::{CheckId, ProcId};
use horn_solver::engine::portfolio::panic_text;
use horn_solver::smt::CancelToken;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often the progress is told.
const TICK: Duration = Duration::from_millis(100);
/// Reading and simplifying use explicit stacks; the size is a margin.
const STACK_SIZE: usize = 256 << 20;

/// What a job tells.
pub enum News {
    /// How far it is: what is decided, of how many, and what is being done.
    Progress(usize, usize, String),
    /// A check fails: the file, its text, and the mark.
    Failing(PathBuf, String, Box<Mark>),
    /// All that was found out, or why there is nothing. Of a job that was cancelled that is of no use.
    Done(Result<Box<Analysis>, String>),
}

/// Starts a job.
///
/// # Errors
/// There is no thread to be had.
pub fn start<E: Send + 'static>(
    table: Table,
    arguments: Vec<OsString>,
    cancel: CancelToken,
    sender: Sender<E>,
    event: impl Fn(News) -> E + Send + Sync + Copy + 'static,
) -> std::io::Result<()> {
    let work = move || {
        let tell = |news: News| {
            // Nobody listens any more where the editor has gone.
            let _ = sender.send(event(news));
        };
        let tell = Mutex::new(tell);
        let told = |news: News| tell.lock().unwrap_or_else(PoisonError::into_inner)(news);
        let guarded = std::panic::AssertUnwindSafe(|| run(table, &arguments, &cancel, &told));
        let result = std::panic::catch_unwind(guarded)
            .unwrap_or_else(|panic| Err(format!("internal error: {}", panic_text(panic.as_ref()))));
        told(News::Done(result.map(Box::new)));
    };
    std::thread::Builder::new().name("main".to_string()).stack_size(STACK_SIZE).spawn(work).map(drop)
}

fn run(
    table: Table,
    arguments: &[OsString],
    cancel: &CancelToken,
    tell: &(dyn Fn(News) + Sync),
) -> Result<Analysis, String> {
    let options = match parse(table, arguments)? {
        ProgramCommand::Verify(options) => *options,
        _ => return Err("the arguments ask for nothing that could be verified".to_string()),
    };
    let frontend = options.frontend().ok_or("no frontend for this file")?;
    let failed = |failure: Failure| match failure {
        Failure::Input(diagnostic) => diagnostic.message,
        Failure::Unreadable(what) | Failure::Tool(what) => what,
    };
    let (lowered, mut options): (_, ProgramOptions) = match read(frontend, &options).map_err(failed)? {
        Read::Wrong(lowered) => return Ok(Analysis::said(&lowered, "the source cannot be analysed".to_string())),
        Read::Program(lowered, options) => (lowered, *options),
    };
    options.verify.invariants = true;
    options.verify.cache = cache(&options, &lowered).map_err(failed)?;
    let cancel = &if options.solving.steps.is_some() { cancel.counted() } else { cancel.clone() };
    let solver = (options.solving.smt_solver.clone(), options.solving.smt_log.clone());
    let smt = LazySmt::limited(solver.0, solver.1, options.memory, cancel);
    let places = lowered.places();
    let subject = horn_frontend::Subject { program: &lowered.program, places: &places, notation: frontend.notation() };
    let marker = Marker { subject, frontend, texts: &lowered.texts, options: &options.report };
    let telling = Telling { marker: &marker, tell, owners: Mutex::default(), told: Mutex::new(None) };
    let report = verify::verify(&subject, &options.verify, &smt, cancel, &telling).map_err(failed)?;
    let summary = report.summary(&coverage(&options, &lowered));
    Ok(Analysis::of(&marker, &lowered, &report, summary))
}

/// Tells of what fails at once, and of the progress now and then.
struct Telling<'a> {
    marker: &'a Marker<'a>,
    tell: &'a (dyn Fn(News) + Sync),
    owners: Mutex<BTreeMap<CheckId, ProcId>>,
    told: Mutex<Option<Instant>>,
}

impl Audience for Telling<'_> {
    fn progress(&self, decided: usize, all: usize, step: &str) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.is_none_or(|at| at.elapsed() >= TICK) {
            *told = Some(Instant::now());
            (self.tell)(News::Progress(decided, all, step.to_string()));
        }
    }

    fn selected(&self, wanted: &[(CheckId, ProcId)], _: &[(CheckId, ProcId)]) {
        *self.owners.lock().unwrap_or_else(PoisonError::into_inner) = wanted.iter().copied().collect();
    }

    fn settled(&self, check: CheckId, outcome: &Outcome, by: Decider, time: Duration) {
        let owner = self.owners.lock().unwrap_or_else(PoisonError::into_inner).get(&check).copied();
        let (Some(procedure), Outcome::Fails(_)) = (owner, outcome) else { return };
        // What rests on checks that nobody has decided yet waits for the report.
        let known = Finding::new(check, procedure, outcome.clone(), by, time);
        let finding = as_reported(&self.marker.subject, &known, &|_| false);
        if matches!(finding.outcome, Outcome::Fails(_)) && finding.justified.is_none() {
            let (path, mark) = self.marker.mark(&finding, 1, None);
            let text = self.marker.text_at(check).to_string();
            (self.tell)(News::Failing(path, text, Box::new(mark)));
        }
    }
}
