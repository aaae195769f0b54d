//! `hornsolve --frontend NAME …`: reads programs, has their checks decided, and prints what was found out.
//!
//! Results go to standard output, errors and warnings about the source to standard error. The exit code is 0 also when
//! checks are not proved, unless `--checks-as-errors`; 1 for errors in the source and wrong usage; 2 if something else
//! is broken.

use super::program::{ProgramCommand, ProgramOptions, help, parse};
use super::supervise::{End, supervise};
use super::{BAD_INPUT, BROKEN, clear_line, complain, one_line, print_out, signal_code, start_logger};
use crate::pipeline::Failure;
use crate::report::formats::{FORMATS, Finished};
use crate::report::gnatprove;
use crate::report::progress::ProgressLine;
use crate::smt::LazySmt;
use crate::verify;
use crate::verify::report::{Coverage, Outcome, Report};
use horn_frontend::{Failing, Frontend, Lowered, Subject, Table, ir};
use horn_solver::smt::CancelToken;
use std::cell::RefCell;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// How long the work may take after a signal to say how far it went.
const FAREWELL: Duration = Duration::from_secs(2);

/// What the work came to.
pub enum Done {
    /// The source is wrong, or only warned about: nothing was verified.
    Source(Lowered),
    /// The checks have verdicts. The program is lifted; the options are those of the command line and the project.
    Checked(Lowered, Report, Box<ProgramOptions>),
}

/// Runs with the arguments after the program's name.
pub fn main(table: Table, arguments: &[OsString]) -> ExitCode {
    let options = match parse(table, arguments) {
        Ok(ProgramCommand::Verify(options)) => *options,
        Ok(ProgramCommand::Help) => return print_out(&help(table)),
        Ok(ProgramCommand::Supported(listing)) => return print_out(&listing),
        Ok(ProgramCommand::Version) => return print_out(&format!("hornsolve {}\n", env!("CARGO_PKG_VERSION"))),
        Err(what) => {
            let frontend = table.first().map_or("NAME", |frontend| frontend.name());
            complain(&format!("error: {what}; `hornsolve --frontend {frontend} --help` lists the options"));
            return ExitCode::from(BAD_INPUT);
        }
    };
    start_logger(options.solving.verbosity);
    // Each check has its own deadline; the whole work has none.
    match supervise(None, FAREWELL, move |cancel| work(&options, cancel)) {
        End::Done(Ok(Done::Source(lowered))) => {
            print_messages(&lowered);
            ExitCode::from(BAD_INPUT)
        }
        End::Done(Ok(Done::Checked(lowered, report, options))) => finish(&options, &lowered, &report),
        End::Done(Err(failure)) => fail(&failure),
        End::Panic(what) => fail(&Failure::Tool(format!("internal error: {what}"))),
        End::Signal(number, result) => {
            clear_line();
            if let Some(Ok(Done::Checked(lowered, report, options))) = result {
                complain("hornsolve: interrupted; this is how far it went");
                finish(&options, &lowered, &report);
            }
            ExitCode::from(signal_code(number))
        }
        End::Late => fail(&Failure::Tool("the time is over".to_string())),
        End::NoThread(why) => fail(&Failure::Tool(format!("no thread: {why}"))),
    }
}

/// Reads the program and has its checks decided.
///
/// # Errors
/// There is no such program, or something is missing or broken.
pub fn work(options: &ProgramOptions, cancel: &CancelToken) -> Result<Done, Failure> {
    let Some(frontend) = options.frontend() else {
        return Err(Failure::Unreadable("no frontend for these files".to_string()));
    };
    let mut lowered = frontend.lower(&options.task);
    // What is wrong is left out, and the rest is analysed if there is any.
    if lowered.failed() && !lowered.program.procedures().any(|(_, procedure)| procedure.entry) {
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
        let places = lowered.places();
        let subject = Subject { program: &lowered.program, places: &places, notation: frontend.notation() };
        let line = RefCell::new(ProgressLine::new());
        verify::verify(&subject, &options.verify, &smt, cancel, &|decided, all, step| {
            line.borrow_mut().show_checks(decided, all, step)
        })?
    };
    Ok(Done::Checked(lowered, report, Box::new(options)))
}

/// What is printed and written at the end.
#[derive(Debug, Default)]
pub struct Output {
    /// Standard output.
    pub text: String,
    /// Lines of standard error, in front of it.
    pub complaints: Vec<String>,
    /// Files.
    pub files: Vec<(PathBuf, String)>,
    /// The exit code.
    pub code: u8,
}

/// Prints the results; the exit code.
fn finish(options: &ProgramOptions, lowered: &Lowered, report: &Report) -> ExitCode {
    let output = output(options, lowered, report);
    for line in &output.complaints {
        complain(line);
    }
    for (path, text) in &output.files {
        let folder = path.parent().filter(|folder| options.emit_test.as_deref() == Some(*folder));
        let made = folder.map_or(Ok(()), std::fs::create_dir_all);
        if let Err(error) = made.and_then(|()| std::fs::write(path, text)) {
            return fail(&Failure::Tool(format!("{}: {error}", path.display())));
        }
    }
    if print_out(&output.text) != ExitCode::SUCCESS {
        return ExitCode::from(BROKEN);
    }
    if output.code == BAD_INPUT && !lowered.failed() {
        complain("hornsolve: unproved check messages considered as errors");
    }
    ExitCode::from(output.code)
}

/// The results as texts.
pub fn output(options: &ProgramOptions, lowered: &Lowered, report: &Report) -> Output {
    let mut output = Output { complaints: lowered.rendered(), ..Output::default() };
    // Without a frontend nothing is verified.
    let Some(frontend) = options.frontend() else { return output };
    let places = lowered.places();
    let subject = Subject { program: &lowered.program, places: &places, notation: frontend.notation() };
    let coverage = Coverage {
        left_out: lowered.left_out,
        assumptions: lowered.assumptions,
        units: &lowered.units,
        limited: options.verify.is_limited(),
    };
    if report.findings.is_empty() {
        output.complaints.push("warning: there are no checks, so nothing is verified".to_string());
    }
    if options.checks_as_errors && report.proved() < report.findings.len() {
        output.code = BAD_INPUT;
    }
    if lowered.failed() {
        output.code = BAD_INPUT;
    }
    let finished = Finished {
        options: &options.report,
        subject: &subject,
        lowered,
        report,
        coverage: &coverage,
        folder: &std::env::current_dir().unwrap_or_default(),
        code: output.code,
    };
    let mut taken = false;
    for (at, path) in &options.outputs {
        let text = (FORMATS[*at].text)(&finished);
        if path == Path::new("-") {
            output.text += &text;
            taken = true;
        } else {
            output.files.push((path.clone(), text));
        }
    }
    if let Some(folder) = &options.emit_test {
        write_tests(&mut output, folder, frontend, &subject, report);
    }
    let closing = frontend.conclude(&options.task, &report.results(&subject, &coverage));
    output.files.extend(closing.files);
    if !taken {
        output.text += &gnatprove::text(&options.report, &subject, report, &coverage);
        output.text.extend(closing.line.map(|line| line + "\n"));
    }
    output
}

/// The programs that fail where checks do, and which could not be made.
fn write_tests(output: &mut Output, folder: &Path, frontend: &dyn Frontend, subject: &Subject<'_>, report: &Report) {
    let failing = report.findings.iter().filter_map(|finding| match &finding.outcome {
        Outcome::Fails(example) => Some((finding.check, example)),
        _ => None,
    });
    for ((check, example), number) in failing.zip(1..) {
        match frontend.test_program(&Failing { subject: *subject, check, example, number }) {
            Ok(test) => output.files.push((folder.join(test.name), test.text)),
            Err(why) => {
                let place = subject.places.text(subject.program.checks[check.index()].loc);
                output.complaints.push(format!("warning: {place}: no test written: {why}"));
            }
        }
    }
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
