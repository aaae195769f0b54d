//! The command line: what is run on which thread, what is printed where, and the exit code.

mod cache;
mod clauses;
mod doctor;
pub mod eld;
mod known;
mod listing;
mod lsp;
mod memory;
mod merge;
mod nearest;
mod operators;
mod options;
mod processor;
pub mod program;
mod shell;
mod signals;
mod supervise;
mod tasks;
mod toml;
pub mod verify;

pub use options::{Command, Input, Options, StatisticsFormat, help, parse};

use crate::answer::{self, word};
use crate::files;
use crate::input;
use crate::pipeline::{Answer, Failure, Language, Observer, Problem, Request, run};
use crate::report;
use crate::report::progress::{CLEAR, ProgressLine};
use crate::smt::{GUARD, LazySmt};
use horn_frontend::Table;
use horn_solver::engine::portfolio::Running;
use horn_solver::smt::{CancelToken, LogTarget};
use horn_solver::smtlib::system_text;
use horn_solver::system::{Reason, Refutation, System, Verdict};
use horn_solver::term::Store;
use std::ffi::{OsStr, OsString};
use std::io::{ErrorKind, IsTerminal, Write};
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use supervise::{Bounds, End, FAREWELL, supervise};

/// Exit code for bad input and wrong usage.
const BAD_INPUT: u8 = 1;
/// Exit code for everything else that is broken.
const BROKEN: u8 = 2;

/// Runs the program under a name with the arguments after it. The table says which languages there are.
pub fn main(table: Table, name: Option<&OsStr>, arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    if is_guard(&arguments) {
        return guard();
    }
    if cache::wanted(&arguments) {
        return cache::main(&arguments[1..]);
    }
    if doctor::wanted(&arguments) {
        return doctor::main(&arguments);
    }
    if let Some(text) = printed(table, &arguments) {
        return text.map_or_else(
            |what| {
                complain(&format!("error: {what}"));
                ExitCode::from(BAD_INPUT)
            },
            |text| print_out(&text),
        );
    }
    if lsp::wanted(&arguments) {
        return lsp::main(table, &arguments[1..]);
    }
    if merge::wanted(&arguments) {
        return merge::main(table, &arguments[1..]);
    }
    let (arguments, command) = match program::under_name(table, name.unwrap_or_default(), arguments) {
        Ok(found) => found,
        Err(what) => {
            complain(&format!("error: {what}"));
            return ExitCode::from(BAD_INPUT);
        }
    };
    if program::wanted(table, &arguments) {
        return verify::main(table, command, &arguments);
    }
    let options = match parse(arguments) {
        Ok(Command::Solve(options)) => *options,
        Ok(Command::CheckOperators(options)) => {
            start_logger(options.verbosity);
            return operators::check(&options);
        }
        Ok(Command::Help) => return print_out(&help(table)),
        Ok(Command::Version) => return print_out(&format!("hornsolve {}\n", env!("CARGO_PKG_VERSION"))),
        Err(what) => {
            complain(&format!("error: {what}; `hornsolve --help` lists the options"));
            return ExitCode::from(BAD_INPUT);
        }
    };
    start_logger(options.verbosity);
    let given = options.clone();
    let bounds = Bounds { timeout: options.timeout, memory: options.memory };
    match supervise(bounds, FAREWELL, move |cancel| work(&given, cancel)) {
        End::Done(result) => finish(&options, result),
        End::Panic(what) => fail(&options, &Failure::Tool(format!("internal error: {what}"))),
        End::Signal(number, _) => {
            clear_line();
            if let Err(why) = clauses::write(&options, &clauses::unknown(&options, &Reason::Cancelled)) {
                complain(&format!("error: {why}"));
            }
            ExitCode::from(signal_code(number))
        }
        End::Late => {
            clear_line();
            unknown(&options, &Reason::Timeout)
        }
        End::Full => {
            clear_line();
            unknown(&options, &Reason::Incomplete("the memory allowed is used up".to_string()))
        }
        End::NoThread(why) => {
            complain(&format!("error: no thread: {why}"));
            ExitCode::from(BROKEN)
        }
    }
}

/// What is only printed: the manual page, and what shells need to complete options. An `Err` says what is wrong.
fn printed(table: Table, arguments: &[OsString]) -> Option<Result<String, String>> {
    match arguments {
        [word] if word == "man" && !Path::new("man").is_file() => Some(Ok(shell::manual(table))),
        [word, rest @ ..] if word == "completions" && !Path::new("completions").is_file() => {
            let name = rest.first().map(|name| name.to_string_lossy()).unwrap_or_default();
            let text = shell::completions(table, &name).filter(|_| rest.len() == 1);
            Some(text.ok_or_else(|| "usage: hornsolve completions bash|zsh|fish".to_string()))
        }
        _ => None,
    }
}

/// Whether this process is to be the guard of another one's solver processes.
fn is_guard(arguments: &[OsString]) -> bool {
    matches!(arguments, [only] if only == GUARD)
}

/// Ends what another one of us could not.
fn guard() -> ExitCode {
    horn_solver::smt::guard::watch(std::io::stdin().lock());
    ExitCode::SUCCESS
}

/// The convention of shells for a program that a signal has ended.
fn signal_code(number: i32) -> u8 {
    128u8.saturating_add(u8::try_from(number).unwrap_or(0))
}

/// The answer and the text that it is about.
fn work(options: &Options, cancel: &CancelToken) -> Result<(Answer, Vec<u8>), Failure> {
    if let Some(limit) = options.cpu_limit {
        processor::limit(limit, cancel).map_err(Failure::Tool)?;
    }
    logs_go(options.smt_log.as_deref())?;
    let text = read_input(&options.input)?;
    let cancel = &budgeted(cancel, options);
    let smt = LazySmt::new(options.smt_solver.clone(), options.smt_log.clone(), cancel);
    let request = Request {
        engines: &options.engines,
        without: &[],
        jobs: options.jobs,
        certify: options.certify,
        check: &options.check,
        preprocess: options.preprocess,
        smt: &smt,
        instrument: &options.instrument,
        certificates: &options.certificates,
        cancel,
    };
    let (dump, dump_preprocessed) = (options.dump_smt.clone(), options.dump_preprocessed.clone());
    let mut screen = Screen { line: ProgressLine::new(), dump, dump_preprocessed };
    let language = match &options.input {
        Input::File(path) => Language::of(path),
        Input::Stdin => Language::SmtLib,
    };
    run(&text, language, &request, &mut screen).map(|answer| (answer, text))
}

/// Whether the queries can be logged there, if anybody wants them.
fn logs_go(prefix: Option<&Path>) -> Result<(), Failure> {
    prefix.map_or(Ok(()), |prefix| LogTarget::new(prefix).check()).map_err(Failure::Tool)
}

/// The token of the work with the steps it may take.
fn budgeted(cancel: &CancelToken, options: &Options) -> CancelToken {
    options.steps.map_or_else(|| cancel.clone(), |steps| cancel.counted().limited(steps))
}

fn read_input(input: &Input) -> Result<Vec<u8>, Failure> {
    let result = match input {
        Input::File(path) => input::read_file(path),
        Input::Stdin => input::read(std::io::stdin().lock()),
    };
    result.map_err(|error| Failure::Unreadable(error.to_string()))
}

/// Shows progress and writes the dumps.
struct Screen {
    line: ProgressLine,
    dump: Option<PathBuf>,
    dump_preprocessed: Option<PathBuf>,
}

impl Observer for Screen {
    fn read(&mut self, problem: &mut Problem) -> Result<(), String> {
        let Some(path) = &self.dump else { return Ok(()) };
        // The certificate is about what was written.
        problem.variables = None;
        files::write(path, &problem.script()).map_err(|error| format!("{}: {error}", path.display()))
    }

    fn preprocessed(&mut self, store: &Store, system: &System) -> Result<(), String> {
        let Some(path) = &self.dump_preprocessed else { return Ok(()) };
        files::write(path, &system_text(store, system)).map_err(|error| format!("{}: {error}", path.display()))
    }

    fn running(&mut self, running: &[Running]) {
        self.line.show(running);
    }
}

/// Prints the result; the exit code.
fn finish(options: &Options, result: Result<(Answer, Vec<u8>), Failure>) -> ExitCode {
    let (mut answer, input) = match result {
        // The process ends soon, and taking large terms apart before it does so would only take time.
        Ok((answer, input)) => (ManuallyDrop::new(answer), input),
        Err(failure) => return fail(options, &failure),
    };
    if let Some(format) = options.statistics {
        let text = match format {
            StatisticsFormat::Text => report::statistics::text(&answer.statistics),
            StatisticsFormat::Json => report::statistics::json(&answer.statistics, word(&answer.verdict)) + "\n",
        };
        let _ = std::io::stderr().write_all(text.as_bytes());
    }
    let over = matches!(answer.verdict, Verdict::Unknown(Reason::Cancelled)) && options.cpu_limit.is_some();
    if over {
        let why = "the processor time allowed is used up";
        answer.verdict = Verdict::Unknown(Reason::Incomplete(why.to_string()));
    }
    if options.json.is_some() {
        match clauses::write(options, &clauses::object(options, &mut answer)) {
            Ok(true) => return proof(options, &mut answer, &input),
            Ok(false) => {}
            Err(why) => {
                complain(&format!("error: {why}"));
                return ExitCode::from(BROKEN);
            }
        }
    }
    let mut text = format!("{}\n", word(&answer.verdict));
    let Answer { problem, verdict, .. } = &mut *answer;
    match &*verdict {
        Verdict::Sat(model) if options.model => {
            let (model, helpers) = answer::model::text_and_helpers(problem, model);
            // In front of the model: who reads both as one finds nothing behind it.
            if helpers {
                complain("warning: the model has helpers that are defined by recursion");
            }
            text += &model;
        }
        Verdict::Unsat(refutation) if options.refutation => {
            text += &answer::refutation::text(problem, refutation);
        }
        Verdict::Unknown(reason) => return say_unknown(reason),
        _ => {}
    }
    let printed = print_out(&text);
    match proof(options, &mut answer, &input) {
        ExitCode::SUCCESS => printed,
        broken => broken,
    }
}

/// Writes the proof of a refutation, if that is asked for.
fn proof(options: &Options, answer: &mut Answer, input: &[u8]) -> ExitCode {
    if let (Verdict::Unsat(refutation), Some(path)) = (&answer.verdict, &options.proof)
        && let Err(why) = write_proof(path, &mut answer.problem, refutation, input)
    {
        complain(&format!("error: {why}"));
        return ExitCode::from(BROKEN);
    }
    ExitCode::SUCCESS
}

/// Writes the proof, and what it is about beside it: the input, or its clauses.
fn write_proof(path: &Path, problem: &mut Problem, refutation: &Refutation, input: &[u8]) -> Result<(), String> {
    let proof = report::alethe::proof(problem, refutation, std::str::from_utf8(input).ok())?;
    let (script, rewrites) = (files::beside(path, ".smt2"), files::beside(path, ".rare"));
    let mut files = vec![(path, proof.proof.as_str())];
    // Nothing is beside standard output.
    if path.as_os_str() != "-" {
        files.push((&script, proof.script.as_str()));
        files.extend(proof.rewrites.map(|text| (rewrites.as_path(), text)));
    }
    for (file, text) in files {
        files::write(file, text).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(())
}

/// The end of a run without an answer.
fn unknown(options: &Options, reason: &Reason) -> ExitCode {
    match clauses::write(options, &clauses::unknown(options, reason)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => say_unknown(reason),
        Err(why) => {
            complain(&format!("error: {why}"));
            ExitCode::from(BROKEN)
        }
    }
}

/// Prints `unknown`, and why on standard error, in this order: the answer must not wait for somebody who doesn't read
/// the other.
fn say_unknown(reason: &Reason) -> ExitCode {
    let printed = print_out("unknown\n");
    complain(&format!("unknown: {}", one_line(&reason.to_string())));
    if let Some(advice) = report::advice::for_clauses(reason) {
        complain(&format!("to try: {advice}"));
    }
    printed
}

fn fail(options: &Options, failure: &Failure) -> ExitCode {
    let file = match &options.input {
        Input::File(path) => path.display().to_string(),
        Input::Stdin => "<stdin>".to_string(),
    };
    let (text, code) = match failure {
        Failure::Input(diagnostic) => (diagnostic.render(&file), BAD_INPUT),
        Failure::Unreadable(why) => (format!("{file}: error: {why}"), BAD_INPUT),
        Failure::Tool(what) => (format!("error: {}", one_line(what)), BROKEN),
    };
    complain(&text);
    ExitCode::from(code)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Writes to standard output. A reader that has closed the pipe doesn't want to hear more; anything else is an error.
fn print_out(text: &str) -> ExitCode {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            if error.kind() != ErrorKind::BrokenPipe {
                complain(&format!("error: cannot write the answer: {error}"));
            }
            ExitCode::from(BROKEN)
        }
    }
}

/// One line on standard error. If that is closed there is nobody left to tell.
fn complain(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

fn clear_line() {
    if std::io::stderr().is_terminal() {
        let _ = write!(std::io::stderr(), "{CLEAR}");
    }
}

/// Errors are always logged; `-v`, `-vv` and `-vvv` add to that. Panics become log lines too.
fn start_logger(verbosity: u8) {
    let level = match verbosity {
        0 => log::LevelFilter::Error,
        1 => log::LevelFilter::Info,
        2 => log::LevelFilter::Debug,
        _ => log::LevelFilter::Trace,
    };
    let clear = if std::io::stderr().is_terminal() { CLEAR } else { "" };
    let begin = Instant::now();
    env_logger::Builder::new()
        .filter_level(level)
        .format(move |out, record| {
            let (time, level) = (begin.elapsed().as_secs_f64(), record.level().as_str().to_lowercase());
            writeln!(out, "{clear}[{time:8.3}] {level}: {}", record.args())
        })
        .init();
    std::panic::set_hook(Box::new(|panic| {
        log::debug!("{panic}");
    }));
}
