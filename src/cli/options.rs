//! The options of the command line: one table from which they are parsed and the help is printed.
//!
//! Long options of our own take their value as `--name VALUE` or `--name=VALUE`; the single-dash ones of Eldarica take
//! it as `-name:VALUE`. An option that is given twice counts as given last.

use super::listing::{COMMANDS, Row, Value, for_clauses, grouped};
use super::memory;
use super::nearest::nearest;
use crate::certificates::Certificates;
use crate::files;
use crate::independent::Check;
use crate::verify::options::Solving;
use horn_frontend::Table;
use horn_solver::engine::table::EngineId;
use horn_solver::instrument::Options as Instrument;
use horn_solver::smt::Steps;
use std::ffi::{OsStr, OsString};
use std::fmt::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Where the clauses come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A file.
    File(PathBuf),
    /// Standard input.
    Stdin,
}

/// How statistics are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatisticsFormat {
    /// For people.
    Text,
    /// One JSON object on one line.
    Json,
}

/// Everything the command line decides.
#[derive(Clone)]
pub struct Options {
    /// What to solve.
    pub input: Input,
    /// Wall-clock limit.
    pub timeout: Option<Duration>,
    /// Limit of the processor time, with all solver processes.
    pub cpu_limit: Option<Duration>,
    /// How many megabytes we may hold ourselves; `None` for any number.
    pub memory: Option<u64>,
    /// The work allowed; if given, nothing but the timeout depends on the clock.
    pub steps: Option<Steps>,
    /// The engines picked by name; empty for the default schedule.
    pub engines: Vec<EngineId>,
    /// How many engines may run at the same time.
    pub jobs: usize,
    /// Print the model after `sat`.
    pub model: bool,
    /// Print the refutation after `unsat`.
    pub refutation: bool,
    /// Where to write the refutation as a proof.
    pub proof: Option<PathBuf>,
    /// Where to write the answer as JSON; `-` is standard output, instead of the answer.
    pub json: Option<PathBuf>,
    /// Print statistics on standard error.
    pub statistics: Option<StatisticsFormat>,
    /// How much is logged: 0 errors, 1 decisions, 2 details, 3 everything.
    pub verbosity: u8,
    /// The SMT solver to use.
    pub smt_solver: Option<OsString>,
    /// Prefix of the files that SMT queries are logged to.
    pub smt_log: Option<PathBuf>,
    /// Check certificates before printing a verdict.
    pub certify: bool,
    /// Which SMT solvers must confirm an answer before it is printed.
    pub check: Check,
    /// Preprocess before solving.
    pub preprocess: bool,
    /// Where to write the system as read.
    pub dump_smt: Option<PathBuf>,
    /// Where to write the preprocessed system.
    pub dump_preprocessed: Option<PathBuf>,
    /// What becomes of answers besides that they are printed.
    pub certificates: Certificates,
    /// What the instrumentation may do.
    pub instrument: Instrument,
    /// Prove the operators' rules instead of solving anything.
    pub check_operators: bool,
}

impl Options {
    /// The option that names the input as the file that it writes.
    fn over_its_input(&self) -> Option<&'static str> {
        let Input::File(input) = &self.input else { return None };
        let input = std::fs::canonicalize(input).ok()?;
        // The clauses of a proof are beside it.
        let clauses = self.proof.as_ref().map(|path| files::beside(path, ".smt2"));
        let written = [
            ("--dump-smt", &self.dump_smt),
            ("--dump-preprocessed", &self.dump_preprocessed),
            ("--proof", &self.proof),
            ("--proof", &clauses),
            ("--json", &self.json),
        ];
        let same = |path: &Path| std::fs::canonicalize(path).is_ok_and(|path| path == input);
        written.into_iter().find(|(_, path)| path.as_deref().is_some_and(same)).map(|(name, _)| name)
    }

    /// The defaults for an input.
    pub fn new(input: Input) -> Options {
        Options {
            input,
            timeout: None,
            cpu_limit: None,
            memory: Some(memory::DEFAULT),
            steps: None,
            engines: Vec::new(),
            jobs: 2,
            model: false,
            refutation: false,
            proof: None,
            json: None,
            statistics: None,
            verbosity: 0,
            smt_solver: None,
            smt_log: None,
            certify: true,
            check: Check::One,
            preprocess: true,
            dump_smt: None,
            dump_preprocessed: None,
            certificates: Certificates::default(),
            instrument: Instrument::default(),
            check_operators: false,
        }
    }
}

impl Options {
    /// What of it the verification of programs shares.
    pub(super) fn solving(&self) -> Solving {
        Solving {
            engines: self.engines.clone(),
            jobs: self.jobs,
            certify: self.certify,
            check: self.check.clone(),
            preprocess: self.preprocess,
            // Models of a program's clauses may use more than SMT-LIB has, where nobody else is to read them.
            instrument: Instrument {
                implied: self.certificates.folder.is_none() && !matches!(self.check, Check::Two(_)),
                ..self.instrument.clone()
            },
            certificates: self.certificates.clone(),
        }
    }
}

/// What the command line asks for.
pub enum Command {
    /// Solve something.
    Solve(Box<Options>),
    /// Prove the rules of the operators.
    CheckOperators(Box<Options>),
    /// Print the help.
    Help,
    /// Print the version.
    Version,
}

/// Whether an option has a value, and how it is shown in the help.
pub(super) enum Takes {
    Nothing,
    Value(&'static str),
    /// A value that may only be attached, and may be left out.
    Optional(&'static str),
}

/// One option. `apply` gets the value, empty for [`Takes::Nothing`].
pub(super) struct Spec<T> {
    pub names: &'static [&'static str],
    pub takes: Takes,
    pub help: &'static str,
    pub apply: fn(&mut T, &OsStr) -> Result<(), String>,
}

pub(super) const SPECS: &[Spec<Options>] = &[
    Spec {
        names: &["-t", "--timeout"],
        takes: Takes::Value("SECONDS"),
        help: "give up with `unknown` after that time",
        apply: |o, v| set(&mut o.timeout, seconds(v)),
    },
    Spec {
        names: &["--cpu-limit"],
        takes: Takes::Value("SECONDS"),
        help: "give up with `unknown` after that processor time, of all threads and solver processes together",
        apply: |o, v| set(&mut o.cpu_limit, seconds(v)),
    },
    Spec {
        names: &["--memory-limit"],
        takes: Takes::Value("MEGABYTES"),
        help: "give up with `unknown` where this program itself holds more (default 3500, 0 for no limit)",
        apply: |o, v| megabytes(v).map(|limit| o.memory = limit),
    },
    Spec {
        names: &["--steps"],
        takes: Takes::Value("N"),
        help: "count work, not time: the same answer on every machine; a step is 1,000 units of Z3's rlimit",
        apply: |o, v| steps(v).map(|steps| o.steps = Some(steps)),
    },
    Spec {
        names: &["-ssol", "--model"],
        takes: Takes::Nothing,
        help: "after `sat`, print the model as define-funs",
        apply: |o, _| put(&mut o.model, true),
    },
    Spec {
        names: &["-cex", "--refutation"],
        takes: Takes::Nothing,
        help: "after `unsat`, print the derivation of false",
        apply: |o, _| put(&mut o.refutation, true),
    },
    Spec {
        names: &["--proof"],
        takes: Takes::Value("FILE"),
        help: "after `unsat`, write a proof in the Alethe format to FILE, its clauses to FILE.smt2, rewrites it uses to FILE.rare",
        apply: |o, v| put(&mut o.proof, Some(PathBuf::from(v))),
    },
    Spec {
        names: &["--engine"],
        takes: Takes::Value("NAME[,NAME]"),
        help: "run these engines instead of the default schedule (see below)",
        apply: |o, v| engines(v).map(|list| o.engines = list),
    },
    Spec {
        names: &["--jobs"],
        takes: Takes::Value("N"),
        help: "how many engines run at the same time (default 2)",
        apply: |o, v| jobs(v).map(|jobs| o.jobs = jobs),
    },
    Spec {
        names: &["--statistics"],
        takes: Takes::Optional("json"),
        help: "print counts and times on standard error",
        apply: |o, v| statistics(v).map(|format| o.statistics = Some(format)),
    },
    Spec {
        names: &["-v", "--verbose"],
        takes: Takes::Nothing,
        help: "log to standard error what is decided; -vv and -vvv more",
        apply: |o, _| put(&mut o.verbosity, 1),
    },
    Spec { names: &["-vv"], takes: Takes::Nothing, help: "", apply: |o, _| put(&mut o.verbosity, 2) },
    Spec { names: &["-vvv"], takes: Takes::Nothing, help: "", apply: |o, _| put(&mut o.verbosity, 3) },
    Spec {
        names: &["--smt-solver"],
        takes: Takes::Value("PATH"),
        help: "the SMT solver to use (else HORNSOLVE_SMT, .tools/bin, PATH, beside this program)",
        apply: |o, v| put(&mut o.smt_solver, Some(v.to_os_string())),
    },
    Spec {
        names: &["--smt-log"],
        takes: Takes::Value("PREFIX"),
        help: "log the queries of each SMT process to PREFIX.N.smt2",
        apply: |o, v| put(&mut o.smt_log, Some(PathBuf::from(v))),
    },
    Spec {
        names: &["-noCertify", "--no-certify"],
        takes: Takes::Nothing,
        help: "print verdicts unchecked, for measuring what the check costs",
        apply: |o, _| put(&mut o.certify, false),
    },
    Spec {
        names: &["--check"],
        takes: Takes::Value("off|one|two"),
        help: "which SMT solvers must confirm an answer before it is printed: the engines' one (default), a second one as well",
        apply: |o, v| check(v).map(|check| o.check = check),
    },
    Spec {
        names: &["--check-solver"],
        takes: Takes::Value("PATH"),
        help: "the second solver for --check=two (default: cvc5 or z3 on PATH, whichever the engines don't use)",
        apply: |o, v| put(&mut o.check, Check::Two(Some(v.to_os_string()))),
    },
    Spec {
        names: &["--no-preprocess"],
        takes: Takes::Nothing,
        help: "give the engines the clauses as they are read",
        apply: |o, _| put(&mut o.preprocess, false),
    },
    Spec {
        names: &["--json"],
        takes: Takes::Value("FILE"),
        help: "write the answer as JSON, with model or refutation (`-` for standard output, instead of the answer)",
        apply: |o, v| put(&mut o.json, Some(PathBuf::from(v))),
    },
    Spec {
        names: &["--dump-smt"],
        takes: Takes::Value("FILE"),
        help: "write the clauses as SMT-LIB; models and refutations are about that file then",
        apply: |o, v| put(&mut o.dump_smt, Some(PathBuf::from(v))),
    },
    Spec {
        names: &["--dump-preprocessed"],
        takes: Takes::Value("FILE"),
        help: "write the clauses after preprocessing as SMT-LIB",
        apply: |o, v| put(&mut o.dump_preprocessed, Some(PathBuf::from(v))),
    },
    Spec {
        names: &["--instrument"],
        takes: Takes::Value("OPERATOR,..."),
        help: "which ghost operators to use: auto (all), off, or a list",
        apply: |o, v| o.instrument.set(&v.to_string_lossy()),
    },
    Spec {
        names: &["--instrument-ranges"],
        takes: Takes::Value("N"),
        help: "how many intervals of one summary a predicate may track (default 8)",
        apply: |o, v| jobs(v).map(|ranges| o.instrument.ranges = ranges),
    },
    Spec {
        names: &["--check-operators"],
        takes: Takes::Nothing,
        help: "prove the rules of the ghost operators, a line for each obligation",
        apply: |o, _| put(&mut o.check_operators, true),
    },
];

/// Parses the arguments after the program's name. `Err` is one line about what is wrong.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Command, String> {
    let mut options = Options::new(Input::Stdin);
    let mut input = None;
    let mut arguments = arguments.into_iter();
    let mut only_files = false;
    while let Some(argument) = arguments.next() {
        let bytes = argument.as_bytes();
        if only_files || !bytes.starts_with(b"-") || bytes == b"-" {
            let given = if bytes == b"-" { Input::Stdin } else { Input::File(PathBuf::from(&argument)) };
            if input.replace(given).is_some() {
                return Err("more than one input file".to_string());
            }
            continue;
        }
        match bytes {
            b"--" => {
                only_files = true;
                continue;
            }
            b"-h" | b"-help" | b"--help" => return Ok(Command::Help),
            b"-version" | b"--version" => return Ok(Command::Version),
            _ => {}
        }
        take(SPECS, &mut options, &argument, &mut arguments).unwrap_or_else(|| Err(unknown(&argument)))?;
    }
    match input {
        Some(input) => {
            options.input = input;
            match options.over_its_input() {
                Some(option) => Err(format!("`{option}` would write over the input file")),
                None => Ok(Command::Solve(Box::new(options))),
            }
        }
        None if options.check_operators => Ok(Command::CheckOperators(Box::new(options))),
        None => Err("no input file; `-` is standard input".to_string()),
    }
}

/// The message about an option that there is not.
fn unknown(argument: &OsStr) -> String {
    let shown = argument.to_string_lossy();
    let name = String::from_utf8_lossy(split(argument.as_bytes()).0).into_owned();
    let rows = for_clauses();
    match nearest(&name, rows.iter().flat_map(|row| row.names.iter().copied())) {
        Some(meant) => format!("unknown option `{shown}`; did you mean `{meant}`?"),
        None => format!("unknown option `{shown}`"),
    }
}

/// The options that programs and clauses have, and that are in no table.
pub(super) fn common() -> Vec<Row> {
    let help = Row { names: vec!["-h", "--help"], ..Row::new("", Value::None, "print the options") };
    vec![
        help,
        Row::new("--version", Value::None, "print the version"),
        Row::new("--doctor", Value::None, "say which SMT solver is used, where it comes from, and whether it works"),
    ]
}

/// Applies an option, whose value may be the next argument, if the table has it.
pub(super) fn take<T>(
    specs: &[Spec<T>],
    target: &mut T,
    argument: &OsStr,
    rest: &mut dyn Iterator<Item = OsString>,
) -> Option<Result<(), String>> {
    let (name, attached) = split(argument.as_bytes());
    let spec = specs.iter().find(|spec| spec.names.iter().any(|n| n.as_bytes() == name))?;
    let shown = String::from_utf8_lossy(name);
    let value = match value_of(&spec.takes, &shown, attached, rest) {
        Ok(value) => value,
        Err(what) => return Some(Err(what)),
    };
    Some((spec.apply)(target, &value).map_err(|what| format!("option `{shown}`: {what}")))
}

/// The value of an option, attached or the next argument; empty if it takes none.
pub(super) fn value_of(
    takes: &Takes,
    shown: &str,
    attached: Option<&OsStr>,
    rest: &mut dyn Iterator<Item = OsString>,
) -> Result<OsString, String> {
    match (takes, attached) {
        (Takes::Nothing, None) | (Takes::Optional(_), None) => Ok(OsString::new()),
        (Takes::Nothing, Some(_)) => Err(format!("option `{shown}` takes no value")),
        (_, Some(value)) => Ok(value.to_os_string()),
        (Takes::Value(kind), None) => rest.next().ok_or_else(|| format!("option `{shown}` needs a value: {kind}")),
    }
}

/// Splits `--name=value` and `-name:value`.
pub(super) fn split(argument: &[u8]) -> (&[u8], Option<&OsStr>) {
    cut(argument, if argument.starts_with(b"--") { b'=' } else { b':' })
}

/// What stands before and behind the first of these bytes.
pub(super) fn cut(argument: &[u8], separator: u8) -> (&[u8], Option<&OsStr>) {
    match argument.iter().position(|&byte| byte == separator) {
        Some(at) => (&argument[..at], Some(OsStr::from_bytes(&argument[at + 1..]))),
        None => (argument, None),
    }
}

/// The text of `--help`.
pub fn help(table: Table) -> String {
    let frontend = table.first().map_or("NAME", |frontend| frontend.name());
    let mut text = format!(
        "Decides whether constrained Horn clauses have a solution.\n\n\
         Usage: hornsolve [options] FILE        (`-` for standard input)\n\n\
         Prints `sat`, `unsat` or `unknown` on standard output. Every `sat` and `unsat` has been checked against\n\
         the clauses as read. The exit code is 0 for all three, 1 for bad input or usage, 2 if something else is broken.\n\
         Programs: `hornsolve --frontend {frontend} FILE...`; `hornsolve --frontend {frontend} --help` lists the options \
         for them.\n",
    );
    let shown = SPECS.iter().filter(|spec| !spec.help.is_empty()).map(|spec| (spec.names, written(spec), spec.help));
    let mut rows: Vec<(Vec<&'static str>, String, String)> =
        shown.map(|(names, shown, help)| (names.to_vec(), shown, help.to_string())).collect();
    rows.extend(common().into_iter().map(|row| (row.names.clone(), row.shown(), row.help)));
    for (heading, rows) in grouped(rows, |(names, ..)| names) {
        text += &format!("\n{heading}:\n");
        rows.iter().for_each(|(_, shown, help)| write_row(&mut text, shown, help));
    }
    text += "\nCommands:\n";
    for (name, does) in COMMANDS {
        write_row(&mut text, &format!("hornsolve {name} ..."), does);
    }
    text += "\nEngines:\n";
    for engine in EngineId::ALL {
        write_row(&mut text, engine.name(), engine.help());
    }
    text
}

/// How an option is typed.
fn written<T>(spec: &Spec<T>) -> String {
    let names = spec.names.join(", ");
    match spec.takes {
        Takes::Nothing => names,
        Takes::Value(kind) if spec.names[0].starts_with("--") || spec.names.len() < 2 => format!("{names} {kind}"),
        Takes::Value(kind) => format!("{}:{kind}, {} {kind}", spec.names[0], spec.names[1]),
        Takes::Optional(kind) => format!("{names}[={kind}]"),
    }
}

pub(super) fn write_row(text: &mut String, left: &str, right: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "  {left:<36} {right}");
}

pub(super) fn put<T>(place: &mut T, value: T) -> Result<(), String> {
    *place = value;
    Ok(())
}

pub(super) fn set<T>(place: &mut Option<T>, value: Result<T, String>) -> Result<(), String> {
    *place = Some(value?);
    Ok(())
}

pub(super) fn seconds(value: &OsStr) -> Result<Duration, String> {
    let number = value.to_str().and_then(|text| text.parse::<f64>().ok());
    number
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| format!("`{}` is no number of seconds", value.to_string_lossy()))
}

/// A number of megabytes; `None` for 0.
fn megabytes(value: &OsStr) -> Result<Option<u64>, String> {
    let number = value.to_str().and_then(|text| text.parse::<u32>().ok()).map(u64::from);
    let number = number.ok_or_else(|| format!("not a number of megabytes: `{}`", value.to_string_lossy()))?;
    Ok(Some(number).filter(|number| *number > 0))
}

/// A number of steps, at least one.
pub(super) fn steps(value: &OsStr) -> Result<Steps, String> {
    let number = value.to_str().and_then(|text| text.parse::<u64>().ok()).filter(|number| *number > 0);
    number.map(Steps::new).ok_or_else(|| format!("not a positive number of steps: `{}`", value.to_string_lossy()))
}

pub(super) fn jobs(value: &OsStr) -> Result<usize, String> {
    let number = value.to_str().and_then(|text| text.parse::<usize>().ok());
    number
        .filter(|&jobs| (1..=256).contains(&jobs))
        .ok_or_else(|| format!("`{}` is no number from 1 to 256", value.to_string_lossy()))
}

fn statistics(value: &OsStr) -> Result<StatisticsFormat, String> {
    match value.to_str() {
        Some("" | "text") => Ok(StatisticsFormat::Text),
        Some("json") => Ok(StatisticsFormat::Json),
        _ => Err(format!("`{}` is neither `text` nor `json`", value.to_string_lossy())),
    }
}

/// The value of `--check`.
pub(super) fn check(value: &OsStr) -> Result<Check, String> {
    match value.as_bytes() {
        b"off" => Ok(Check::Off),
        b"one" => Ok(Check::One),
        b"two" => Ok(Check::Two(None)),
        _ => Err("expected off, one or two".to_string()),
    }
}

fn engines(value: &OsStr) -> Result<Vec<EngineId>, String> {
    let mut list = Vec::new();
    for name in value.to_string_lossy().split(',') {
        let Some(engine) = EngineId::find(name) else {
            let known: Vec<&str> = EngineId::ALL.iter().map(|engine| engine.name()).collect();
            return Err(format!("there is no engine `{name}`; there are {}", known.join(", ")));
        };
        list.push(engine);
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solve(line: &str) -> Result<Options, String> {
        match parse(line.split_whitespace().map(OsString::from))? {
            Command::Solve(options) => Ok(*options),
            _ => Err("no solving".to_string()),
        }
    }

    #[test]
    fn both_styles_of_options_are_read() {
        let options = solve("-t:2.5 -ssol -cex -vv --jobs=4 --smt-solver z3 dir/f.smt2").expect("good");
        assert_eq!(options.input, Input::File(PathBuf::from("dir/f.smt2")));
        assert_eq!(options.timeout, Some(Duration::from_millis(2500)));
        assert!(options.model && options.refutation && options.certify);
        assert_eq!((options.verbosity, options.jobs), (2, 4));
        assert_eq!(options.smt_solver, Some(OsString::from("z3")));
        assert_eq!(solve("--timeout 3 -").expect("good").input, Input::Stdin);
        assert_eq!(solve("-- -x").expect("good").input, Input::File(PathBuf::from("-x")));
        assert_eq!(solve("--statistics=json f").expect("good").statistics, Some(StatisticsFormat::Json));
        assert_eq!(solve("--statistics f").expect("good").statistics, Some(StatisticsFormat::Text));
        assert!(!solve("-noCertify f").expect("good").certify);
    }

    #[test]
    fn mistakes_are_named() {
        for (line, expected) in [
            ("", "no input file"),
            ("a b", "more than one"),
            ("--nonsense f", "unknown option `--nonsense`"),
            ("-t:never f", "no number of seconds"),
            ("-t:-1 f", "no number of seconds"),
            ("--jobs 0 f", "from 1 to 256"),
            ("--timeout", "needs a value"),
            ("--model=yes f", "takes no value"),
            ("--engine warp f", "no engine `warp`"),
            ("--statistics=xml f", "neither"),
        ] {
            let error = solve(line).err().unwrap_or_default();
            assert!(error.contains(expected), "{line}: {error}");
        }
    }

    #[test]
    fn the_help_names_every_option() {
        let help = help(&[]);
        for spec in SPECS.iter().filter(|spec| !spec.help.is_empty()) {
            assert!(help.contains(spec.names[0]), "{}", spec.names[0]);
        }
    }
}
