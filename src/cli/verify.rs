//! `hornsolve --frontend ada …`: reads programs, has their checks decided, and prints what was found out.
//!
//! Results go to standard output, errors and warnings about the source to standard error. The exit code is 0 also when
//! checks are not proved, unless `--checks-as-errors`; 1 for errors in the source and wrong usage; 2 if something else
//! is broken.

use super::program::{Mode, ProgramCommand, ProgramOptions, help, parse};
use super::supervise::{End, FAREWELL, supervise};
use super::{BAD_INPUT, BROKEN, clear_line, complain, one_line, print_out, signal_code, start_logger};
use crate::pipeline::Failure;
use crate::report::progress::ProgressLine;
use crate::report::{ada_test, gnatprove, sarif};
use crate::smt::LazySmt;
use crate::verify::report::{Coverage, Places, Report};
use crate::verify::{self, Observer, Subject};
use horn_frontend::Lowered;
use horn_frontend::ir;
use horn_solver::smt::CancelToken;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

/// How long unwinding may take after a signal to say how far it went.
const UNWOUND: Duration = Duration::from_secs(2);

/// What the work came to.
enum Done {
    /// The source is wrong, or only warned about: nothing was verified.
    Source(Lowered),
    /// The checks have verdicts. The program is lifted; the options are those of the command line and the project.
    Checked(Lowered, Report, Box<ProgramOptions>),
}

/// Runs with the arguments after the program's name.
pub fn main(arguments: &[OsString]) -> ExitCode {
    let options = match parse(arguments) {
        Ok(ProgramCommand::Verify(options)) => *options,
        Ok(ProgramCommand::Help) => return print_out(&help()),
        Ok(ProgramCommand::Supported(listing)) => return print_out(&listing),
        Ok(ProgramCommand::Version) => return print_out(&format!("hornsolve {}\n", env!("CARGO_PKG_VERSION"))),
        Err(what) => {
            complain(&format!("error: {what}; `hornsolve --frontend ada --help` lists the options"));
            return ExitCode::from(BAD_INPUT);
        }
    };
    start_logger(options.solving.verbosity);
    // Each check has its own deadline; the whole work has none.
    let unwinding = options.mode == Mode::Bmc;
    let farewell = if unwinding { UNWOUND } else { FAREWELL };
    match supervise(None, farewell, move |cancel| work(&options, cancel)) {
        End::Done(Ok(Done::Source(lowered))) => {
            print_messages(&lowered);
            ExitCode::from(BAD_INPUT)
        }
        End::Done(Ok(Done::Checked(lowered, report, options))) => finish(&options, &lowered, &report),
        End::Done(Err(failure)) => fail(&failure),
        End::Panic(what) => fail(&Failure::Tool(format!("internal error: {what}"))),
        End::Signal(number, result) => {
            clear_line();
            if let (true, Some(Ok(Done::Checked(lowered, report, options)))) = (unwinding, result) {
                complain("hornsolve: interrupted; this is how far it went");
                finish(&options, &lowered, &report);
            }
            ExitCode::from(signal_code(number))
        }
        End::Late => fail(&Failure::Tool("the time is over".to_string())),
        End::NoThread(why) => fail(&Failure::Tool(format!("no thread: {why}"))),
    }
}

fn work(options: &ProgramOptions, cancel: &CancelToken) -> Result<Done, Failure> {
    let Some(frontend) = options.frontend() else {
        return Err(Failure::Unreadable("no frontend for these files".to_string()));
    };
    let mut lowered = frontend.lower(&options.task);
    if lowered.failed() {
        return Ok(Done::Source(lowered));
    }
    if let Some(problem) = ir::validate(&lowered.program).first() {
        let (procedure, message) = (&problem.procedure, &problem.message);
        return Err(Failure::Tool(format!(
            "internal error: the frontend made an invalid program: {procedure}: {message}"
        )));
    }
    let (options, ignored) = options.with_switches(&lowered.switches);
    for switch in ignored {
        log::warn!("the project's switch `{switch}` means nothing here");
    }
    ir::lift(&mut lowered.program);
    let cancel = &if options.solving.steps.is_some() { cancel.counted() } else { cancel.clone() };
    let smt = LazySmt::new(options.solving.smt_solver.clone(), options.solving.smt_log.clone(), cancel);
    let report = {
        let places = Places::new(&lowered);
        let subject = Subject { program: &lowered.program, places: &places };
        verify::verify(&subject, &options, &smt, cancel, &mut Screen(ProgressLine::new()))?
    };
    Ok(Done::Checked(lowered, report, Box::new(options)))
}

/// Shows progress.
struct Screen(ProgressLine);

impl Observer for Screen {
    fn progress(&mut self, decided: usize, all: usize, stage: &str) {
        self.0.show_checks(decided, all, stage);
    }
}

/// Prints the results; the exit code.
fn finish(options: &ProgramOptions, lowered: &Lowered, report: &Report) -> ExitCode {
    print_messages(lowered);
    let places = Places::new(lowered);
    let coverage = Coverage {
        left_out: lowered.left_out,
        units: &lowered.units,
        limited: options.limit_line.is_some() || options.limit_subprogram.is_some(),
    };
    if report.findings.is_empty() {
        complain("warning: there are no checks, so nothing is verified");
    }
    let unproved = report.findings.len() - report.proved();
    let as_errors = options.checks_as_errors && unproved > 0;
    let code = if as_errors { BAD_INPUT } else { 0 };
    let mut text = String::new();
    let mut taken = false;
    let folder = std::env::current_dir().unwrap_or_default();
    let outputs = [(&options.json, true), (&options.sarif, false)];
    for (path, own) in outputs {
        let Some(path) = path else { continue };
        let value = if own {
            sarif::json(options, lowered, &places, report, &coverage)
        } else {
            sarif::sarif(options, lowered, &places, report, &coverage, (&folder, code))
        };
        let value = format!("{value:#}\n");
        if path == Path::new("-") {
            text += &value;
            taken = true;
        } else if let Err(error) = std::fs::write(path, value) {
            return fail(&Failure::Tool(format!("{}: {error}", path.display())));
        }
    }
    if let Some(folder) = &options.emit_test
        && let Err(error) = write_tests(folder, lowered, &places, report)
    {
        return fail(&Failure::Tool(format!("{}: {error}", folder.display())));
    }
    if !taken {
        text += &gnatprove::text(options, &lowered.program, &places, report, &coverage);
    }
    if print_out(&text) != ExitCode::SUCCESS {
        return ExitCode::from(BROKEN);
    }
    if as_errors {
        complain("hornsolve: unproved check messages considered as errors");
    }
    ExitCode::from(code)
}

/// Writes the main programs that fail, and says which could not be made.
fn write_tests(folder: &Path, lowered: &Lowered, places: &Places<'_>, report: &Report) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for test in ada_test::tests(&lowered.program, places, report) {
        match test {
            Ok((name, text)) => std::fs::write(folder.join(name), text)?,
            Err(why) => complain(&format!("warning: {why}")),
        }
    }
    Ok(())
}

fn print_messages(lowered: &Lowered) {
    for line in lowered.rendered() {
        complain(&line);
    }
}

fn fail(failure: &Failure) -> ExitCode {
    clear_line();
    match failure {
        Failure::Unreadable(why) => {
            complain(&format!("error: {}", one_line(why)));
            ExitCode::from(BAD_INPUT)
        }
        Failure::Input(diagnostic) => {
            complain(&format!("error: {}", diagnostic.message));
            ExitCode::from(BAD_INPUT)
        }
        Failure::Tool(what) => {
            complain(&format!("error: {}", one_line(what)));
            ExitCode::from(BROKEN)
        }
    }
}
