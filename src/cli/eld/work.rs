//! What `eld` does with its settings: read the input, print clauses or decide them, and the text of the answer.

use super::choose::Chooser;
use super::settings::{Format, Print, Settings, Source};
use super::{options, warn};
use crate::certificates::Certificates;
use crate::cli::complain;
use crate::files;
use crate::independent::Check;
use crate::input;
use crate::pipeline::{Answer, Failure, Problem, Request, decide, decide_only};
use crate::report::eld::counterexample::Dag;
use crate::report::eld::{clauses, error_line, model, word};
use crate::report::statistics::{self, Statistics};
use crate::smt::LazySmt;
use horn_solver::smt::CancelToken;
use horn_solver::smtlib::{self, Diagnostic, Dialect, Fault, Quantified};
use horn_solver::system::{Reason, Verdict};
use horn_solver::term::TermId;
use horn_solver::{nts, prolog};
use std::path::Path;
use std::time::{Duration, Instant};

/// How long a weaker system is tried at most.
const WEAKER_LIMIT: Duration = Duration::from_secs(20);

/// The whole run after the options; the text for standard output.
pub fn run(settings: &Settings, cancel: &CancelToken) -> String {
    match answer(settings, cancel) {
        Ok(text) => text,
        Err(message) => error_line(&message),
    }
}

/// `Err` is the message of an `(error …)`.
fn answer(settings: &Settings, cancel: &CancelToken) -> Result<String, String> {
    let begin = Instant::now();
    if let Some(file) = &settings.parse_only {
        let text = input::read_file(file).map_err(|_| options::missing(file.as_os_str()))?;
        return parse_prolog(&text).map(|_| String::new());
    }
    let format = options::format(settings)?;
    let mut statistics = Statistics::start();
    let text = read_text(settings)?;
    let Input { mut problem, weaker, heaps } = parse(&text, format, settings)?;
    if options::only_parsed(settings) {
        warn("-ints without -horn only parses the input");
        return Ok(String::new());
    }
    statistics.parsed(&problem.system);
    match settings.print {
        Some(Print::Prolog) => return Ok(clauses::prolog(&mut problem.store, &problem.system)),
        Some(Print::SmtLib) => return Ok(clauses::script(&mut problem.store, &problem.system)),
        _ => {}
    }
    let smt = LazySmt::new(None, None, cancel);
    let certificates = Certificates::default();
    if let Some(weaker) = weaker.filter(|_| settings.print.is_none()) {
        // Its refutations count, nothing else; the larger part of the time is for the other system.
        let slice = cancel.remaining().map_or(WEAKER_LIMIT, |left| (left / 3).min(WEAKER_LIMIT));
        let limited = cancel.child().until(Some(Instant::now() + slice));
        let mut statistics = Statistics::start();
        statistics.parsed(&weaker.system);
        let mut chooser = Chooser::new(settings);
        chooser.check_hints(&weaker.store, &weaker.system)?;
        if let Ok(mut answer) =
            decide(weaker, &request(settings, &smt, &certificates, &limited), statistics, &mut chooser)
            && matches!(answer.verdict, Verdict::Unsat(_))
        {
            return Ok(chooser.text + &show(settings, format, &heaps, &mut answer));
        }
    }
    let mut chooser = Chooser::new(settings);
    if !matches!(settings.print, Some(Print::Simplified | Print::SimplifiedSmtLib)) {
        chooser.check_hints(&problem.store, &problem.system)?;
    }
    let result = decide_only(problem, &request(settings, &smt, &certificates, cancel), statistics, &mut chooser);
    if chooser.printed {
        return Ok(chooser.text);
    }
    let mut answer = match result {
        Ok(answer) => answer,
        Err(Failure::Input(error)) => return Err(message(&error, &text)),
        Err(Failure::Unreadable(why) | Failure::Tool(why)) => return Err(why),
    };
    if settings.log >= 1 {
        complain(statistics::text(&answer.statistics).trim_end());
        complain(&format!("Total elapsed time (ms): {}", begin.elapsed().as_millis()));
    }
    let finished = chooser.finish(&answer.problem.store).map_or_else(|why| error_line(&why), |()| String::new());
    Ok(chooser.text + &show(settings, format, &heaps, &mut answer) + &finished)
}

/// How to decide a problem.
fn request<'a>(
    settings: &Settings,
    smt: &'a LazySmt,
    certificates: &'a Certificates,
    cancel: &'a CancelToken,
) -> Request<'a> {
    Request {
        engines: &[],
        without: &[],
        jobs: jobs(settings),
        certify: true,
        check: &Check::One,
        preprocess: settings.preprocess,
        smt,
        instrument: &horn_solver::instrument::options::AUTO,
        certificates,
        cancel,
    }
}

/// The answer as text. `heaps`: the empty heaps of the input.
fn show(settings: &Settings, format: Format, heaps: &[TermId], answer: &mut Answer) -> String {
    let mut text = format!("{}\n", word(format, &answer.verdict));
    let problem = &mut answer.problem;
    match &answer.verdict {
        Verdict::Sat(found) if settings.prolog_model => {
            let found = model::plainer(&mut problem.store, found);
            let found = model::about_heaps(&mut problem.store, heaps, &found);
            text += &model::prolog(&problem.store, &problem.system, &problem.auxiliary, &found, problem.user_names());
        }
        Verdict::Sat(found) if settings.smt_model => {
            let found = model::plainer(&mut problem.store, found);
            let found = model::about_heaps(&mut problem.store, heaps, &found);
            text += &model::smtlib(&problem.store, &problem.system, &problem.auxiliary, &found, problem.user_names());
        }
        Verdict::Sat(_) => {}
        Verdict::Unsat(refutation) => {
            if settings.counterexample.is_none() && !settings.dot {
                return text;
            }
            let dag = Dag::new(&mut problem.store, &problem.system, &problem.auxiliary, heaps, refutation);
            if let Some(syntax) = settings.counterexample {
                text.push('\n');
                text += &dag.text(&problem.store, &problem.system, syntax);
            }
            if settings.dot {
                let file = settings.dot_file.as_deref().unwrap_or(Path::new("dag-graph-horn-cex.dot"));
                let graph = dag.dot(&problem.store, &problem.system);
                // The verdict and the counterexample stand; the graph alone is missing.
                if let Err(error) = files::write(file, &graph) {
                    text += &error_line(&format!("{}: {error}", file.display()));
                }
            }
        }
        Verdict::Unknown(Reason::Timeout | Reason::Cancelled) => {}
        Verdict::Unknown(reason) => complain(&format!("unknown: {reason}")),
    }
    text
}

fn jobs(settings: &Settings) -> usize {
    let processors = || std::thread::available_parallelism().map_or(2, usize::from);
    if settings.portfolio { processors().max(2) } else { 2 }
}

/// The bytes of the input.
fn read_text(settings: &Settings) -> Result<Vec<u8>, String> {
    let result = match &settings.source {
        Some(Source::File(_, file)) => input::read(&**file),
        Some(Source::Stdin) => input::read(std::io::stdin().lock()),
        None => return Err("no input file given".to_string()),
    };
    result.map_err(|error| error.to_string())
}

/// What the clauses of an input are.
struct Input {
    /// The clauses, or stronger ones.
    problem: Problem,
    /// Weaker clauses, if the input has quantifiers around predicates in bodies.
    weaker: Option<Problem>,
    /// The empty heaps of the theory, see [`smtlib::Script::heaps`].
    heaps: Vec<TermId>,
}

impl From<Problem> for Input {
    fn from(problem: Problem) -> Input {
        Input { problem, weaker: None, heaps: Vec::new() }
    }
}

/// The input as clauses.
fn parse(text: &[u8], format: Format, settings: &Settings) -> Result<Input, String> {
    match format {
        Format::SmtLib => {
            let read = |quantified| smtlib::read_quantified(text, Dialect::Eldarica, quantified);
            let script = read(Quantified::Refused).or_else(|error| match error.fault {
                // The first error is the one to tell if quantifiers were not what is wrong.
                Fault::NotHorn => read(Quantified::Instances).map_err(|_| error),
                _ => Err(error),
            });
            let script = script.map_err(|error| {
                complain(&error.render(&name(settings)));
                message(&error, text)
            })?;
            for command in &script.ignored {
                warn(&format!("ignoring {command}"));
            }
            let weaker =
                if script.instances.is_empty() { None } else { read(Quantified::Whole).ok().map(Problem::from) };
            let heaps = script.heaps.clone();
            Ok(Input { problem: Problem::from(script), weaker, heaps })
        }
        Format::Prolog => parse_prolog(text).map(Input::from),
        Format::Nts => parse_nts(text, settings).map(Input::from),
    }
}

/// Prolog-style clauses.
fn parse_prolog(text: &[u8]) -> Result<Problem, String> {
    let program = prolog::read(text).map_err(|error| {
        let (line, column) = (error.line - 1, error.column - 1);
        complain(&format!("Syntax error while reading input ({}) at line {line} column {column}", error.message));
        "Couldn't repair from parsing errors.".to_string()
    })?;
    for illegal in &program.illegal {
        complain(&format!("{} at line {} column {}", illegal.message, illegal.line - 1, illegal.column - 1));
    }
    Ok(Problem::of_system(program.store, program.system))
}

/// A numerical transition system.
fn parse_nts(text: &[u8], settings: &Settings) -> Result<Problem, String> {
    let program = nts::read(text).map_err(|error| {
        complain(&error.render(&name(settings)));
        match error.fault {
            // Eldarica's words, which have no place.
            Fault::Other if error.message.starts_with("No matching call") => error.message,
            _ => format!("At line {}, column {}: {}", error.line, error.column, error.message),
        }
    })?;
    for warning in &program.warnings {
        complain(&format!("{}:{}:{}: warning: {}", name(settings), warning.line, warning.column, warning.message));
    }
    Ok(Problem::of_system(program.store, program.system))
}

fn name(settings: &Settings) -> String {
    match &settings.source {
        Some(Source::File(path, _)) => path.display().to_string(),
        _ => "<stdin>".to_string(),
    }
}

/// What Eldarica says about a mistake in a script; where it has no words of its own, ours with the place.
fn message(error: &Diagnostic, text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    match error.fault {
        Fault::Syntax => {
            let near = error.span.text(&text);
            format!("At line {}, near \"{}\" :     Unrecoverable Syntax Error", error.line, near)
        }
        Fault::Command => format!("{} is not supported", error.span.text(&text)),
        Fault::Heads => format!("Multiple positive literals in a clause: {}", about(error)),
        Fault::NotHorn => "Not able to isolate uninterpreted predicates, input is not Horn".to_string(),
        Fault::Uninterpreted => "Uninterpreted functions or constants in clauses are not supported".to_string(),
        Fault::Other => format!("At line {}, column {}: {}", error.line, error.column, error.message),
    }
}

/// The message without what its kind says already.
fn about(error: &Diagnostic) -> &str {
    error.message.strip_prefix("not a Horn clause: ").unwrap_or(&error.message)
}
