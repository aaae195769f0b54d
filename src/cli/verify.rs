//! `hornsolve --frontend NAME …`: reads programs, has their checks decided, and prints what was found out.
//!
//! Results go to standard output, errors and warnings about the source to standard error. The exit code is 0 also when
//! checks are not proved, unless `--checks-as-errors`; 1 for errors in the source and wrong usage; 2 if something else
//! is broken.

use super::known::{Known, Telling};
use super::merge::piece;
use super::program::manifest::manifest;
use super::program::{ProgramCommand, ProgramOptions, help, parse};
use super::supervise::{Bounds, End, supervise_longer};
use super::tasks;
use super::{BAD_INPUT, BROKEN, clear_line, complain, one_line, print_out, signal_code, signals, start_logger};
use crate::cache::{Cache, Place, Use, clear, trim};
use crate::files;
use crate::pipeline::Failure;
use crate::report::formats::{FORMATS, Finished, Signal};
use crate::report::gnatprove;
use crate::report::ids::Ids;
use crate::report::summary;
use crate::smt::LazySmt;
use crate::verify;
use crate::verify::justified::unused;
use crate::verify::options::{Depth, Mode, Rule, level_for, stem};
use crate::verify::report::{Coverage, Outcome, Part, Report};
use crate::verify::tags::{Heed, Tag};
use horn_frontend::ir::{CheckId, Loc};
use horn_frontend::{Diagnostic, Failing, Frontend, Lowered, Message, Severity, Span, Subject, Table, ir};
use horn_solver::smt::CancelToken;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// How long the work may take after a signal to say how far it went; of what has to be done by then, two seconds behind
/// the signal, writing is the larger part.
const FAREWELL: Duration = Duration::from_millis(700);

/// What the work came to.
pub enum Done {
    /// The source is wrong, or only warned about: nothing was verified.
    Source(Box<Lowered>),
    /// The checks have verdicts. The program is lifted; the options are those of the command line and the project.
    Checked(Arc<Lowered>, Report, Box<ProgramOptions>),
}

/// How the work ended, and what was shown before.
#[derive(Clone, Debug, Default)]
pub struct Ending {
    /// The signal, if one ended it.
    pub signal: Option<Signal>,
    /// The checks that were shown, with the words for what was said of them.
    pub shown: BTreeMap<CheckId, &'static str>,
}

/// Runs with the arguments after the program's name; under the name of another tool that is `command`.
pub fn main(table: Table, command: Option<&str>, arguments: &[OsString]) -> ExitCode {
    let options = match parse(table, arguments) {
        Ok(ProgramCommand::Verify(options)) => *options,
        Ok(ProgramCommand::Help) => return print_out(&help(table)),
        Ok(ProgramCommand::Print(listing)) => return print_out(&listing),
        Ok(ProgramCommand::Version) => return print_out(&format!("hornsolve {}\n", env!("CARGO_PKG_VERSION"))),
        Err(what) => {
            let frontend = table.first().map_or("NAME", |frontend| frontend.name());
            let ours = format!("hornsolve --frontend {frontend}");
            complain(&format!("error: {what}; `{} --help` lists the options", command.unwrap_or(&ours)));
            return ExitCode::from(BAD_INPUT);
        }
    };
    start_logger(options.solving.verbosity);
    if options.clean {
        return clean(&options);
    }
    let known = match open_stream(&options) {
        Ok(stream) => Arc::new(Known::new(stream)),
        Err(why) => return fail(&Failure::Tool(why)),
    };
    let given = (options.clone(), Arc::clone(&known));
    // Each check has a deadline of its own; the whole work has one only if that is asked for.
    let ahead = options.time_limit.map_or(Duration::ZERO, ahead);
    let limit = options.time_limit.map(|limit| limit.saturating_sub(ahead));
    let bounds = Bounds { timeout: limit, memory: None };
    let end = supervise_longer(bounds, ahead.mul_f64(0.8), FAREWELL, move |cancel| run(&given.0, cancel, &given.1));
    match end {
        End::Done(Ok(Done::Source(lowered))) => {
            known.complain(&lowered.rendered());
            ExitCode::from(BAD_INPUT)
        }
        End::Done(Ok(Done::Checked(lowered, report, options))) => finish(&known, &options, &lowered, &report, None),
        End::Done(Err(failure)) => fail(&failure),
        End::Panic(what) => fail(&Failure::Tool(format!("internal error: {what}"))),
        End::Signal(number, result) => {
            clear_line();
            let signal = Some(Signal { number, name: signals::name(number) });
            complain(&format!("hornsolve: interrupted by {}; this is how far it went", signals::name(number)));
            match result {
                Some(Ok(Done::Source(lowered))) => {
                    known.complain(&lowered.rendered());
                    ExitCode::from(signal_code(number))
                }
                Some(Ok(Done::Checked(lowered, report, options))) => {
                    finish(&known, &options, &lowered, &report, signal)
                }
                Some(Err(_)) | None => salvage(&known, options, signal),
            }
        }
        End::Late | End::Full => salvage(&known, options, None),
        End::NoThread(why) => fail(&Failure::Tool(format!("no thread: {why}"))),
    }
}

/// How long before the end of the time limit the work is told to stop, so that its results are written by then.
fn ahead(limit: Duration) -> Duration {
    (limit / 50).max(Duration::from_secs(1)).min(limit / 2)
}

/// Where events go.
fn open_stream(options: &ProgramOptions) -> Result<Option<Box<dyn Write + Send>>, String> {
    let Some(path) = &options.json_stream else { return Ok(None) };
    if path == Path::new("-") {
        return Ok(Some(Box::new(std::io::stdout())));
    }
    let file = std::fs::File::create(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(Some(Box::new(file)))
}

/// Prints and writes what is known where the work did not come to an end in time.
fn salvage(known: &Known, options: ProgramOptions, signal: Option<Signal>) -> ExitCode {
    let (lowered, options) = known.program().unwrap_or_else(|| (Arc::default(), Box::new(options)));
    let Some(frontend) = options.frontend() else { return ExitCode::from(BROKEN) };
    let places = lowered.places();
    let report = known.report(&Subject { program: &lowered.program, places: &places, notation: frontend.notation() });
    finish(known, &options, &lowered, &report, signal)
}

/// Reads the program and has its checks decided, without telling anybody in the meantime.
///
/// # Errors
/// There is no such program, or something is missing or broken.
pub fn work(options: &ProgramOptions, cancel: &CancelToken) -> Result<Done, Failure> {
    run(options, cancel, &Known::silent())
}

/// Reads the program and has its checks decided. What becomes known is told.
fn run(options: &ProgramOptions, cancel: &CancelToken, known: &Known) -> Result<Done, Failure> {
    let Some(frontend) = options.frontend() else {
        return Err(Failure::Unreadable("no frontend for these files".to_string()));
    };
    let (lowered, mut options) = match read(frontend, options)? {
        Read::Wrong(lowered) => return Ok(Done::Source(lowered)),
        Read::Program(lowered, options) => (lowered, *options),
    };
    options.verify.invariants = options.shows_facts() || frontend.tells_of_loops(&options.task);
    known.read(&lowered, &options);
    options.verify.cache = cache(&options, &lowered)?;
    options.verify.one_failure = frontend.one_failure(&options.task);
    options.verify.unwinds = !options.says_of_loops();
    known.complain(&complaints(&options, &lowered));
    if let Some(folder) = &options.task_folder {
        let places = lowered.places();
        let subject = Subject { program: &lowered.program, places: &places, notation: frontend.notation() };
        tasks::write(folder, &verify::tasks(&subject, &options.verify)?)?;
        // Others decide.
        options.verify.depth = Depth::Read;
    }
    let cancel = &if options.solving.steps.is_some() { cancel.counted() } else { cancel.clone() };
    super::logs_go(options.solving.smt_log.as_deref())?;
    let solver = (options.solving.smt_solver.clone(), options.solving.smt_log.clone());
    let smt = LazySmt::limited(solver.0, solver.1, options.memory, cancel);
    let report = {
        let places = lowered.places();
        let subject = Subject { program: &lowered.program, places: &places, notation: frontend.notation() };
        let telling = Telling::new(known, subject, &options);
        verify::verify(&subject, &options.verify, &smt, cancel, &telling)?
    };
    if let Some(cache) = &options.verify.cache {
        let Use { found, rejected, written } = cache.used();
        log::info!("cache: {found} entries found, {rejected} rejected, {written} written");
        if let Some(folder) = cache.folder().filter(|_| written > 0)
            && let Err(error) = trim(folder, options.keeping.size)
        {
            log::warn!("{}: {error}", folder.display());
        }
    }
    Ok(Done::Checked(lowered, report, Box::new(options)))
}

/// What a frontend has made of the sources.
pub(super) enum Read {
    /// There is nothing in it that could be verified.
    Wrong(Box<Lowered>),
    /// A program, lifted, and the options of the command line and the project.
    Program(Arc<Lowered>, Box<ProgramOptions>),
}

/// Reads a program.
///
/// # Errors
/// The frontend is broken.
pub(super) fn read(frontend: &dyn Frontend, options: &ProgramOptions) -> Result<Read, Failure> {
    let mut lowered = frontend.lower(&options.task);
    // What is wrong is left out, and the rest is analysed if there is any.
    if lowered.failed() && !lowered.program.procedures().any(|(_, procedure)| procedure.entry) {
        return Ok(Read::Wrong(Box::new(lowered)));
    }
    if let Some(problem) = ir::validate(&lowered.program).first() {
        let (procedure, message) = (&problem.procedure, &problem.message);
        return Err(Failure::Tool(format!(
            "internal error: the frontend made an invalid program: {procedure}: {message}"
        )));
    }
    let (mut options, without_meaning) = options.with_switches(&lowered.switches, &lowered.file_switches);
    // Those of single files say so.
    let said = |switch: String| if switch.ends_with(')') { switch } else { format!("{switch} (of the project)") };
    options.ignored.extend(without_meaning.into_iter().map(said));
    ir::lift(&mut lowered.program);
    if options.annotations_only {
        let named = ir::assumed(&lowered.program, ir::RUN_TIME);
        ir::assume(&mut lowered.program, ir::RUN_TIME);
        if !named.is_empty() {
            let message = format!("assumed to hold (`--checks=annotations`): {}", named.join(", "));
            let diagnostic = Diagnostic { severity: Severity::Note, span: Span::new(0, 0), message };
            lowered.messages.push(Message { file: None, diagnostic });
        }
    }
    Ok(Read::Program(Arc::new(lowered), Box::new(options)))
}

/// What is kept from one run to the next, if anything is. Unrolled loops leave nothing that could be checked.
pub(super) fn cache(options: &ProgramOptions, lowered: &Lowered) -> Result<Option<Arc<Cache>>, Failure> {
    let place = options.keeping.place(lowered.results.as_deref());
    if place.is_none() && options.verify.replays {
        let what = "nothing is kept that could be checked again: `--cache=FOLDER` names a folder";
        return Err(Failure::Unreadable(what.to_string()));
    }
    let cache = |place| Arc::new(Cache::new(place, options.keeping.reads));
    Ok(place.filter(|_| options.verify.mode != Mode::Bmc).map(cache))
}

/// Removes what is kept for a program.
fn clean(options: &ProgramOptions) -> ExitCode {
    let lowered = options.frontend().map(|frontend| frontend.lower(&options.task)).unwrap_or_default();
    let folder = match options.keeping.place(lowered.results.as_deref()) {
        None => return ExitCode::SUCCESS,
        Some(Place::Folder(folder)) => folder,
        Some(Place::Server(server)) => {
            let what = format!("{server:?}: what a server keeps is removed by those who look after it");
            return fail(&Failure::Unreadable(what));
        }
    };
    match clear(&folder) {
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => fail(&Failure::Tool(format!("{}: {error}", folder.display()))),
    }
}

/// What there is to say of the sources and the options.
fn complaints(options: &ProgramOptions, lowered: &Lowered) -> Vec<String> {
    let mut lines = lowered.rendered();
    if !options.ignored.is_empty() {
        lines.push(format!("warning: accepted without effect: {}", options.ignored.join(", ")));
    }
    lines.extend(idle_rules(options, lowered));
    lines
}

/// What is printed and written at the end.
#[derive(Debug, Default)]
pub struct Output {
    /// Standard output.
    pub text: String,
    /// Lines of standard error, in front of it.
    pub complaints: Vec<String>,
    /// Folders that are made for files.
    pub folders: BTreeSet<PathBuf>,
    /// Files.
    pub files: Vec<(PathBuf, String)>,
    /// The summary that goes to the project's object folder.
    pub summary: Option<(PathBuf, String)>,
    /// The exit code.
    pub code: u8,
    /// The last line of standard error: why the exit code is what it is.
    pub remark: Option<&'static str>,
}

/// Writes and prints the results, files first: a terminal may keep somebody waiting. The exit code.
pub(super) fn finish(
    known: &Known,
    options: &ProgramOptions,
    lowered: &Lowered,
    report: &Report,
    signal: Option<Signal>,
) -> ExitCode {
    let output = output(options, lowered, report, &Ending { signal, shown: known.shown() });
    // What can't be written somewhere is written everywhere else.
    let mut lost = None;
    for (path, text) in &output.files {
        let folder = path.parent().filter(|folder| output.folders.contains(*folder));
        let made = folder.map_or(Ok(()), std::fs::create_dir_all);
        if let Err(error) = made.and_then(|()| files::write(path, text)) {
            lost = Some(fail(&Failure::Tool(format!("{}: {error}", path.display()))));
        }
    }
    if let (Some(path), Some(frontend)) = (&options.json_stream, options.frontend()) {
        let places = lowered.places();
        let subject = Subject { program: &lowered.program, places: &places, notation: frontend.notation() };
        if let Err(why) = known.end(options, &subject, report, &coverage(options, lowered), signal) {
            lost = Some(fail(&Failure::Tool(format!("{}: {why}", path.display()))));
        }
    }
    known.complain(&output.complaints);
    let mut text = output.text;
    // Nobody asked for it: what can't be written is only told.
    if let Some((path, summary)) = &output.summary {
        let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        match folder.and_then(|()| files::write(path, summary)) {
            Ok(()) if options.report.quiet || !options.prints_messages() => {}
            Ok(()) => text += &format!("Summary logged in {}\n", path.display()),
            Err(error) => complain(&format!("warning: no summary is written: {}: {error}", path.display())),
        }
    }
    if print_out(&text) != ExitCode::SUCCESS {
        return ExitCode::from(BROKEN);
    }
    if let Some(remark) = output.remark.filter(|_| !lowered.failed()) {
        complain(remark);
    }
    lost.unwrap_or(ExitCode::from(output.code))
}

/// How much of the program was looked at.
pub(super) fn coverage<'l>(options: &'l ProgramOptions, lowered: &'l Lowered) -> Coverage<'l> {
    Coverage {
        left_out: lowered.left_out,
        assumptions: lowered.assumptions,
        units: &lowered.units,
        limited: options.verify.limits.is_set(),
        depth: options.verify.depth,
        part: match (&options.verify.shard, &options.merged) {
            (Some(shard), _) => Part::Shard(shard.number, shard.of),
            (None, Some((of, missing))) if !missing.is_empty() => Part::Without(missing, *of),
            _ => Part::Whole,
        },
    }
}

/// The results as texts.
pub fn output(options: &ProgramOptions, lowered: &Lowered, report: &Report, ending: &Ending) -> Output {
    let mut output = Output { complaints: complaints(options, lowered), ..Output::default() };
    // Without a frontend nothing is verified.
    let Some(frontend) = options.frontend() else { return output };
    let places = lowered.places();
    let subject = Subject { program: &lowered.program, places: &places, notation: frontend.notation() };
    let coverage = coverage(options, lowered);
    let whole = options.verify.shard.is_none();
    if whole && report.findings.is_empty() && options.verify.depth == Depth::Proof && report.complete() {
        output.complaints.push("warning: there are no checks, so nothing is verified".to_string());
    }
    let ids = Ids::of(&subject);
    let open = report.findings.len() - report.proved() - report.justified();
    let open = options.report.baseline.as_ref().map_or(open, |baseline| baseline.count(&ids, report).1);
    if options.checks_as_errors && open > 0 {
        output.code = BAD_INPUT;
        output.remark = Some("hornsolve: unproved check messages considered as errors");
    }
    let late = late(options, &subject, report, &coverage);
    output.complaints.extend(late.iter().map(|one| one.rendered(&places)));
    let is = |severity: Severity| move |message: &Message| message.diagnostic.severity == severity;
    let mut warnings = lowered.messages.iter().chain(&late);
    if late.iter().any(is(Severity::Error)) || options.warnings_as_errors && warnings.any(is(Severity::Warning)) {
        output.code = BAD_INPUT;
        output.remark = Some("hornsolve: warnings considered as errors");
    }
    if lowered.failed() {
        output.code = BAD_INPUT;
    }
    if let Some(signal) = ending.signal {
        (output.code, output.remark) = (signal_code(signal.number), None);
    }
    let json = options.outputs.keys().any(|at| FORMATS[*at].option == "--json");
    let shard = options.verify.shard.as_ref().filter(|_| json);
    let shard = shard.map(|shard| piece(options, &subject, &lowered.texts, report, shard));
    let finished = Finished {
        shard: shard.as_ref(),
        options: &options.report,
        subject: &subject,
        frontend,
        lowered,
        late: &late,
        report,
        ids: &ids,
        coverage: &coverage,
        folder: &std::env::current_dir().unwrap_or_default(),
        code: output.code,
        signal: ending.signal,
    };
    for ((at, path), text) in options.outputs.iter().zip(texts(options, &finished)) {
        if path == Path::new("-") {
            output.text += &text;
            continue;
        }
        // Beside a pipe or a device there is no folder.
        let is_file = path.is_file() || !path.exists();
        let parts = if is_file { (FORMATS[*at].files)(&finished, &text, path) } else { Vec::new() };
        let inner = parts.iter().filter_map(|(part, _)| part.parent()).filter(|folder| Some(*folder) != path.parent());
        output.folders.extend(inner.map(Path::to_path_buf));
        if parts.is_empty() { output.files.push((path.clone(), text)) } else { output.files.extend(parts) }
    }
    let objects = lowered.objects.as_ref().filter(|_| options.project_summary);
    if let (Some(folder), Some(dialect)) = (objects, frontend.dialect()) {
        output.summary = Some((folder.join(dialect.summary), summary::text(&finished)));
    }
    if let Some(folder) = options.manifest_folder.as_ref().filter(|_| report.complete()) {
        write_manifests(&mut output, folder, &subject, report);
    }
    if let Some(folder) = &options.emit_test {
        write_tests(&mut output, folder, frontend, &subject, report);
    }
    let closing = frontend.conclude(&options.task, &report.results(&subject, &coverage));
    output.files.extend(closing.files);
    if options.prints_messages() {
        output.text += &gnatprove::text(&options.report, &subject, report, &coverage, &ending.shown, &ids);
        output.text.extend(closing.line.map(|line| line + "\n"));
    }
    output
}

/// The warnings with tags, which are known at the end.
fn late(options: &ProgramOptions, subject: &Subject<'_>, report: &Report, coverage: &Coverage<'_>) -> Vec<Message> {
    let unused = unused(subject, report, coverage).into_iter().map(|(said, tag)| (said.loc, tag));
    let all = unused.chain(report.warnings.iter().copied());
    let message = |(loc, tag): (Loc, Tag)| {
        let severity = match options.tags.heed(tag) {
            Heed::Allowed => return None,
            Heed::Warned => Severity::Warning,
            Heed::Denied => Severity::Error,
        };
        let diagnostic = Diagnostic { severity, span: loc.span, message: tag.text() };
        Some(Message { file: Some(loc.file), diagnostic })
    };
    all.filter_map(message).collect()
}

/// The formats that are asked for, in their order. Each is made by a thread of its own: who was told to end has two
/// seconds, and is not alone on the machine.
fn texts(options: &ProgramOptions, finished: &Finished<'_>) -> Vec<String> {
    std::thread::scope(|scope| {
        let make = |at: &usize| {
            let text = FORMATS[*at].text;
            let thread = std::thread::Builder::new().name("format".to_string());
            (text, thread.spawn_scoped(scope, move || text(finished)))
        };
        let made: Vec<_> = options.outputs.keys().map(make).collect();
        made.into_iter()
            .map(|(text, thread)| match thread.map(std::thread::ScopedJoinHandle::join) {
                Ok(Ok(made)) => made,
                Ok(Err(panic)) => std::panic::resume_unwind(panic),
                // There is no thread to be had.
                Err(_) => text(finished),
            })
            .collect()
    })
}

/// The level that each subprogram needs whose checks are all proved: so much time that half of it would do.
fn write_manifests(output: &mut Output, folder: &Path, subject: &Subject<'_>, report: &Report) {
    let mut units: BTreeMap<String, BTreeMap<String, Option<usize>>> = BTreeMap::new();
    for finding in &report.findings {
        let procedure = subject.program.procedure(finding.procedure);
        let proved = matches!(finding.outcome, Outcome::Proved);
        let needed = level_for(2.0 * finding.time.as_secs_f64()).filter(|_| proved);
        let unit = units.entry(stem(subject.places.position(procedure.loc).file)).or_default();
        let level = unit.entry(procedure.name.clone()).or_insert(Some(0));
        *level = level.zip(needed).map(|(known, needed)| known.max(needed));
    }
    output.folders.insert(folder.to_path_buf());
    for (unit, levels) in units {
        let levels: BTreeMap<String, usize> = levels.into_iter().filter_map(|(name, one)| Some((name, one?))).collect();
        if !levels.is_empty() {
            output.files.push((folder.join(format!("{unit}.toml")), manifest(&levels)));
        }
    }
}

/// The rules of manifests that are about nothing that is analysed.
fn idle_rules(options: &ProgramOptions, lowered: &Lowered) -> Vec<String> {
    let names: BTreeSet<String> = lowered.program.procedures().map(|(_, one)| one.name.to_lowercase()).collect();
    let is_idle = |rule: &Rule| {
        let whole = Rule { inside: true, ..rule.clone() };
        !names.iter().any(|name| whole.admits(name))
    };
    let idle = options.manifests.rules.iter().filter(|(rule, _)| is_idle(rule));
    idle.map(|(rule, place)| format!("warning: {place}: no subprogram that is analysed is `{}`, or in it", rule.path))
        .collect()
}

/// The programs that fail where checks do, and which could not be made.
fn write_tests(output: &mut Output, folder: &Path, frontend: &dyn Frontend, subject: &Subject<'_>, report: &Report) {
    let failing = report.findings.iter().filter_map(|finding| match &finding.outcome {
        Outcome::Fails(example) => Some((finding.check, example)),
        _ => None,
    });
    for ((check, example), number) in failing.zip(1..) {
        match frontend.test_program(&Failing { subject: *subject, check, example, number }) {
            Ok(test) => {
                output.folders.insert(folder.to_path_buf());
                output.files.push((folder.join(test.name), test.text));
            }
            Err(why) => {
                let place = subject.places.text(subject.program.checks[check.index()].loc);
                output.complaints.push(format!("warning: {place}: no test written: {why}"));
            }
        }
    }
}

pub(super) fn fail(failure: &Failure) -> ExitCode {
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
