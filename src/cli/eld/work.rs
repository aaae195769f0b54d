//! What `eld` does with its settings: read the input, print clauses or decide them, and the text of the answer.

use super::choose::Chooser;
use super::settings::{Format, Print, Settings, Source};
use super::{options, warn};
use crate::cli::complain;
use crate::pipeline::{Answer, Failure, Problem, Request, decide};
use crate::report::eld::counterexample::Dag;
use crate::report::eld::{clauses, error_line, model, word};
use crate::report::statistics::Statistics;
use crate::smt::LazySmt;
use horn_solver::smt::CancelToken;
use horn_solver::smtlib::{self, Diagnostic, Dialect, Fault};
use horn_solver::system::{Reason, Verdict};
use horn_solver::{nts, prolog};
use std::io::Read;
use std::path::Path;
use std::time::Instant;

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
        let text = std::fs::read(file).map_err(|_| options::missing(file.as_os_str()))?;
        return parse_prolog(&text).map(|_| String::new());
    }
    let format = options::format(settings)?;
    let mut statistics = Statistics::start();
    let text = read_text(settings)?;
    let mut problem = parse(&text, format, settings)?;
    statistics.parsed(&problem.system);
    match settings.print {
        Some(Print::Prolog) => return Ok(clauses::prolog(&mut problem.store, &problem.system)),
        Some(Print::SmtLib) => return Ok(clauses::script(&mut problem.store, &problem.system)),
        _ => {}
    }
    let smt = LazySmt::new(None, None);
    let request = Request {
        engines: &[],
        jobs: jobs(settings),
        certify: true,
        preprocess: settings.preprocess,
        smt: &smt,
        instrument: &horn_solver::instrument::options::AUTO,
        cancel,
    };
    let mut chooser = Chooser::new(settings);
    let result = decide(problem, &request, statistics, &mut chooser);
    if chooser.printed {
        return Ok(chooser.text);
    }
    let mut answer = match result {
        Ok(answer) => answer,
        Err(Failure::Input(error)) => return Err(message(&error, &text)),
        Err(Failure::Unreadable(why) | Failure::Tool(why)) => return Err(why),
    };
    if settings.log >= 1 {
        complain(answer.statistics.text().trim_end());
        complain(&format!("Total elapsed time (ms): {}", begin.elapsed().as_millis()));
    }
    chooser.finish(&answer.problem.store)?;
    Ok(chooser.text + &show(settings, format, &mut answer)?)
}

/// The answer as text.
fn show(settings: &Settings, format: Format, answer: &mut Answer) -> Result<String, String> {
    let mut text = format!("{}\n", word(format, &answer.verdict));
    let problem = &mut answer.problem;
    if settings.verify && !matches!(answer.verdict, Verdict::Unknown(_)) {
        complain("Certificate verified against the clauses as read");
    }
    match &answer.verdict {
        Verdict::Sat(found) if settings.prolog_model => {
            text += &model::prolog(&problem.store, &problem.system, &problem.auxiliary, found);
        }
        Verdict::Sat(found) if settings.smt_model => {
            text += &model::smtlib(&problem.store, &problem.system, &problem.auxiliary, found);
        }
        Verdict::Sat(_) => {}
        Verdict::Unsat(refutation) => {
            if settings.counterexample.is_none() && !settings.dot {
                return Ok(text);
            }
            let dag = Dag::new(&mut problem.store, &problem.system, &problem.auxiliary, refutation);
            if let Some(syntax) = settings.counterexample {
                text.push('\n');
                text += &dag.text(&problem.store, &problem.system, syntax);
            }
            if settings.dot {
                let file = settings.dot_file.as_deref().unwrap_or(Path::new("dag-graph-horn-cex.dot"));
                let graph = dag.dot(&problem.store, &problem.system);
                std::fs::write(file, graph).map_err(|error| format!("{}: {error}", file.display()))?;
            }
        }
        Verdict::Unknown(Reason::Timeout | Reason::Cancelled) => {}
        Verdict::Unknown(reason) => complain(&format!("unknown: {reason}")),
    }
    Ok(text)
}

fn jobs(settings: &Settings) -> usize {
    let processors = || std::thread::available_parallelism().map_or(2, usize::from);
    if settings.portfolio { processors().max(2) } else { 2 }
}

/// The bytes of the input.
fn read_text(settings: &Settings) -> Result<Vec<u8>, String> {
    let mut text = Vec::new();
    let result = match &settings.source {
        Some(Source::File(_, file)) => (&**file).read_to_end(&mut text),
        Some(Source::Stdin) => std::io::stdin().lock().read_to_end(&mut text),
        None => return Err("no input file given".to_string()),
    };
    result.map(|_| text).map_err(|error| error.to_string())
}

/// The input as clauses.
fn parse(text: &[u8], format: Format, settings: &Settings) -> Result<Problem, String> {
    match format {
        Format::SmtLib => {
            let script = smtlib::read_as(text, Dialect::Eldarica).map_err(|error| {
                complain(&error.render(&name(settings)));
                message(&error, text)
            })?;
            for command in &script.ignored {
                warn(&format!("ignoring {command}"));
            }
            Ok(Problem::from(script))
        }
        Format::Prolog => parse_prolog(text),
        Format::Nts => parse_nts(text, settings),
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
    Ok(Problem { store: program.store, system: program.system, auxiliary: Vec::new(), claims: Vec::new() })
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
    Ok(Problem { store: program.store, system: program.system, auxiliary: Vec::new(), claims: Vec::new() })
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
