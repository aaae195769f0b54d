//! `hornsolve --doctor`: what is used and where it comes from, and whether it works.

use super::options::{Options, SPECS, take};
use super::{BAD_INPUT, BROKEN, Input, complain, print_out};
use crate::pipeline::{Language, Observer, Problem, Request, run};
use crate::smt::LazySmt;
use horn_solver::engine::portfolio::Running;
use horn_solver::smt::{CancelToken, SolverKind, tools_dirs};
use horn_solver::system::{System, Verdict};
use horn_solver::term::Store;
use std::ffi::OsString;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// A system that needs an invariant.
const SAMPLE: &str = "(set-logic HORN)\n(declare-fun p (Int Int) Bool)\n\
    (assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (p x y))))\n\
    (assert (forall ((x Int) (y Int)) (=> (and (p x y) (< x 10)) (p (+ x 1) (+ y 2)))))\n\
    (assert (forall ((x Int) (y Int)) (=> (and (p x y) (> y (* 2 x))) false)))\n(check-sat)\n";
/// How long that may take.
const LIMIT: Duration = Duration::from_secs(20);

/// Whether the arguments ask for it.
pub fn wanted(arguments: &[OsString]) -> bool {
    arguments.iter().take_while(|argument| *argument != "--").any(|argument| argument == "--doctor")
}

/// Tells what there is. The exit code says whether programs and clauses can be solved with it.
pub fn main(arguments: &[OsString]) -> ExitCode {
    let mut options = Options::new(Input::Stdin);
    let mut rest = arguments.iter().filter(|argument| *argument != "--doctor").cloned();
    while let Some(argument) = rest.next() {
        let unknown = || Err(format!("`{}` is not expected beside `--doctor`", argument.to_string_lossy()));
        if let Err(what) = take(SPECS, &mut options, &argument, &mut rest).unwrap_or_else(unknown) {
            complain(&format!("error: {what}"));
            return ExitCode::from(BAD_INPUT);
        }
    }
    let mut text = String::new();
    let healthy = examine(&mut text, &options);
    match print_out(&text) {
        ExitCode::SUCCESS if !healthy => ExitCode::from(BROKEN),
        code => code,
    }
}

fn examine(text: &mut String, options: &Options) -> bool {
    let own = std::env::current_exe().ok();
    let mut row = |what: &str, value: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{what:<16}{value}");
    };
    let place = own.as_deref().map_or_else(|| "?".to_string(), |own| own.display().to_string());
    row("hornsolve", &format!("{} ({place})", env!("CARGO_PKG_VERSION")));
    let processors = std::thread::available_parallelism().map_or(0, usize::from);
    row("processors", &processors.to_string());
    let cancel = CancelToken::with_timeout(LIMIT);
    let smt = LazySmt::new(options.smt_solver.clone(), None, &cancel);
    let config = match smt.get() {
        Ok(config) => config,
        Err(error) => {
            row("SMT solver", &format!("none: {error}"));
            return false;
        }
    };
    let from = origin(&config.binary, options, own.as_deref());
    row("SMT solver", &format!("{} ({}, from {from})", config.kind, config.binary.display()));
    if matches!(config.kind, SolverKind::Cvc5(_)) {
        row("", "cvc5 does the work: engines are made for Z3, and decide less with it");
    }
    let found: Vec<String> = ["z3", "cvc5"]
        .iter()
        .flat_map(|name| on_path(name))
        .filter(|path| *path != config.binary)
        .map(|path| path.display().to_string())
        .collect();
    row(
        "others on PATH",
        if found.is_empty() { "none (--check=two needs a second one)".to_string() } else { found.join(", ") }.as_str(),
    );
    let request = Request {
        engines: &[],
        without: &[],
        jobs: options.jobs,
        certify: true,
        check: &options.check,
        preprocess: true,
        smt: &smt,
        instrument: &options.instrument,
        certificates: &options.certificates,
        cancel: &cancel,
    };
    let result = run(SAMPLE.as_bytes(), Language::SmtLib, &request, &mut Silent);
    let (works, said) = match result.map(|answer| answer.verdict) {
        Ok(Verdict::Sat(_)) => (true, "decided, and its model confirmed".to_string()),
        Ok(Verdict::Unsat(_)) => (false, "decided wrongly".to_string()),
        Ok(Verdict::Unknown(why)) => (false, format!("not decided: {why}")),
        Err(_) => (false, "an error: -v on a system of clauses says more".to_string()),
    };
    row("a small system", &said);
    works
}

/// Who has named the solver.
fn origin(binary: &Path, options: &Options, own: Option<&Path>) -> &'static str {
    let inside = |folder: &PathBuf| binary.parent().is_some_and(|parent| parent == folder);
    if options.smt_solver.is_some() {
        "--smt-solver"
    } else if std::env::var_os("HORNSOLVE_SMT").is_some_and(|value| !value.is_empty()) {
        "HORNSOLVE_SMT"
    } else if own.map(tools_dirs).unwrap_or_default().iter().any(inside) {
        "the folder .tools/bin"
    } else if binary.file_name().is_some_and(|name| on_path(&name.to_string_lossy()).iter().any(|one| one == binary)) {
        "PATH"
    } else {
        "the folder of this program"
    }
}

/// The programs of a name on `PATH`.
fn on_path(name: &str) -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).map(|folder| folder.join(name)).filter(|file| file.is_file()).collect()
}

/// Nobody looks on.
struct Silent;

impl Observer for Silent {
    fn read(&mut self, _: &mut Problem) -> Result<(), String> {
        Ok(())
    }

    fn preprocessed(&mut self, _: &Store, _: &System) -> Result<(), String> {
        Ok(())
    }

    fn running(&mut self, _: &[Running]) {}
}
