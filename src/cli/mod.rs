//! The command line: what is run on which thread, what is printed where, and the exit code.
//!
//! The work runs on a thread of its own, with a big stack. The first thread waits for the first of
//! three events: the work has ended, a signal has come, the time is over. So a deadline and a Ctrl-C are obeyed
//! whatever the work is doing. SMT processes die with the threads that started them.

mod options;
mod signals;

pub use options::{Command, Input, Options, StatisticsFormat, help, parse};

use crate::pipeline::{Answer, Failure, Observer, Request, run};
use crate::report::progress::{CLEAR, ProgressLine};
use crate::report::{self, word};
use crate::smt::LazySmt;
use horn_solver::engine::portfolio::{Running, panic_text};
use horn_solver::smt::CancelToken;
use horn_solver::smtlib::system_text;
use horn_solver::system::{Reason, System, Verdict};
use horn_solver::term::Store;
use std::ffi::OsString;
use std::io::{ErrorKind, IsTerminal, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// Exit code for bad input and wrong usage.
const BAD_INPUT: u8 = 1;
/// Exit code for everything else that is broken.
const BROKEN: u8 = 2;
/// How long after the deadline the work may take to say so by itself.
const OVERTIME: Duration = Duration::from_millis(500);
/// How long the work may take to stop its processes after a signal.
const FAREWELL: Duration = Duration::from_millis(200);
/// Reading and simplifying use explicit stacks; the size is a margin.
const STACK_SIZE: usize = 256 << 20;

/// What the first thread waits for.
enum Event {
    /// The work has ended, or panicked.
    Done(Box<Result<Answer, Failure>>),
    /// A signal of that number has come.
    Signal(i32),
}

/// Runs the program with the arguments after its name.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let options = match parse(arguments) {
        Ok(Command::Solve(options)) => *options,
        Ok(Command::Help) => return print_out(&help()),
        Ok(Command::Version) => return print_out(&format!("hornsolve {}\n", env!("CARGO_PKG_VERSION"))),
        Err(what) => {
            complain(&format!("error: {what}; `hornsolve --help` lists the options"));
            return ExitCode::from(BAD_INPUT);
        }
    };
    start_logger(options.verbosity);
    let begin = Instant::now();
    let cancel = options.timeout.map_or_else(CancelToken::new, CancelToken::with_timeout);
    let (sender, receiver) = channel();
    if let Err(error) = signals::forward(sender.clone(), Event::Signal) {
        log::warn!("signals are not handled: {error}");
    }
    if let Err(error) = start_work(&options, &cancel, sender) {
        complain(&format!("error: no thread: {error}"));
        return ExitCode::from(BROKEN);
    }
    let event = match options.timeout {
        Some(limit) => receiver.recv_timeout((limit + OVERTIME).saturating_sub(begin.elapsed())),
        None => receiver.recv().map_err(RecvTimeoutError::from),
    };
    match event {
        Ok(Event::Done(result)) => finish(&options, *result),
        Ok(Event::Signal(number)) => {
            cancel.cancel();
            let end = Instant::now() + FAREWELL;
            while let Ok(Event::Signal(_)) = receiver.recv_timeout(end.saturating_duration_since(Instant::now())) {}
            clear_line();
            // The convention of shells for a program that a signal has ended.
            ExitCode::from(128u8.saturating_add(u8::try_from(number).unwrap_or(0)))
        }
        Err(RecvTimeoutError::Timeout) => {
            clear_line();
            log::info!("the deadline passed while the work was not looking");
            unknown(&Reason::Timeout)
        }
        Err(RecvTimeoutError::Disconnected) => {
            complain("error: internal error: the work ended without a result");
            ExitCode::from(BROKEN)
        }
    }
}

/// Starts the thread that reads and solves.
fn start_work(options: &Options, cancel: &CancelToken, sender: Sender<Event>) -> std::io::Result<()> {
    let (options, cancel) = (options.clone(), cancel.clone());
    let work = move || {
        let guarded = std::panic::AssertUnwindSafe(|| work(&options, &cancel));
        let result = std::panic::catch_unwind(guarded)
            .unwrap_or_else(|panic| Err(Failure::Tool(format!("internal error: {}", panic_text(panic.as_ref())))));
        // The receiver is gone if the first thread has given up on us.
        let _ = sender.send(Event::Done(Box::new(result)));
    };
    std::thread::Builder::new().name("main".to_string()).stack_size(STACK_SIZE).spawn(work).map(drop)
}

fn work(options: &Options, cancel: &CancelToken) -> Result<Answer, Failure> {
    let text = read_input(&options.input)?;
    let smt = LazySmt::new(options.smt_solver.clone(), options.smt_log.clone());
    let request = Request {
        text: &text,
        engines: &options.engines,
        jobs: options.jobs,
        certify: options.certify,
        preprocess: options.preprocess,
        smt: &smt,
        cancel,
    };
    let mut screen = Screen { line: ProgressLine::new(), dump: options.dump_preprocessed.clone() };
    run(&request, &mut screen)
}

fn read_input(input: &Input) -> Result<Vec<u8>, Failure> {
    let result = match input {
        Input::File(path) => std::fs::read(path),
        Input::Stdin => {
            let mut text = Vec::new();
            std::io::stdin().lock().read_to_end(&mut text).map(|_| text)
        }
    };
    result.map_err(|error| Failure::Unreadable(error.to_string()))
}

/// Shows progress and writes the dump.
struct Screen {
    line: ProgressLine,
    dump: Option<PathBuf>,
}

impl Observer for Screen {
    fn preprocessed(&mut self, store: &Store, system: &System) -> Result<(), String> {
        let Some(path) = &self.dump else { return Ok(()) };
        std::fs::write(path, system_text(store, system)).map_err(|error| format!("{}: {error}", path.display()))
    }

    fn running(&mut self, running: &[Running]) {
        self.line.show(running);
    }
}

/// Prints the result; the exit code.
fn finish(options: &Options, result: Result<Answer, Failure>) -> ExitCode {
    let mut answer = match result {
        Ok(answer) => answer,
        Err(failure) => return fail(options, &failure),
    };
    if let Some(format) = options.statistics {
        let text = match format {
            StatisticsFormat::Text => answer.statistics.text(),
            StatisticsFormat::Json => answer.statistics.json(word(&answer.verdict)) + "\n",
        };
        let _ = std::io::stderr().write_all(text.as_bytes());
    }
    let mut text = format!("{}\n", word(&answer.verdict));
    let script = &mut answer.script;
    match &answer.verdict {
        Verdict::Sat(model) if options.model => {
            text += &report::model::text(&script.store, &script.system, &script.auxiliary, model);
        }
        Verdict::Unsat(refutation) if options.refutation => {
            text += &report::refutation::text(&mut script.store, &script.system, refutation);
        }
        Verdict::Unknown(reason) => return unknown(reason),
        _ => {}
    }
    print_out(&text)
}

/// Prints `unknown`, and why on standard error.
fn unknown(reason: &Reason) -> ExitCode {
    complain(&format!("unknown: {}", one_line(&reason.to_string())));
    print_out("unknown\n")
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
