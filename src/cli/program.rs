//! The options for programs: what `hornsolve --frontend ada …` understands. Where GNATprove has an option for the same
//! thing, its name and its meaning are the same.

use super::options::{self, Options, SPECS, Spec, Takes, put, take, write_row, write_rows};
use super::{Input, options::set};
use crate::frontends::FRONTENDS;
use crate::independent::Check;
use horn_frontend::{Frontend, Task, for_path};
use horn_solver::smt::Steps;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Which checks are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shown {
    /// Those that are not proved.
    #[default]
    Fail,
    /// All, with what was found out about loops and subprograms.
    All,
    /// All, with the engine that decided.
    Provers,
    /// All, with the engine and the time.
    Statistics,
}

/// How a message looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// One line: place, severity, text.
    Brief,
    /// One line with the counterexample and the reason.
    Oneline,
    /// With the line of the source, the counterexample and its trace.
    #[default]
    Pretty,
}

/// How arrays are treated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arrays {
    /// As arrays of the SMT solver.
    Smt,
    /// By single cells.
    Cells,
    /// Both.
    #[default]
    Auto,
}

/// How the checks are decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// By a proof for all runs, or a counterexample.
    #[default]
    Prove,
    /// By unwinding loops up to a bound.
    Bmc,
    /// Both at the same time.
    All,
}

/// What integers are in bounded formulas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Integers {
    /// Both, one beside the other: the first that is through counts.
    #[default]
    Both,
    /// Bit-vectors, as wide as their values need.
    Bv,
    /// Mathematical integers with ranges.
    Math,
}

/// A loop with a bound of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnwindLimit {
    /// The file, by the last part of its name.
    pub file: String,
    /// The line of the loop.
    pub line: usize,
    /// Full iterations.
    pub bound: u32,
}

/// What the command line decides about bounded model checking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounded {
    /// Full iterations of loops; `None`: as many as it takes.
    pub unwind: Option<u32>,
    /// Loops with other bounds.
    pub unwindset: Vec<UnwindLimit>,
    /// Activations of a recursive subprogram within others of it.
    pub recursion: u32,
    /// Whether runs beyond the bounds are looked for. Without, nothing is proved.
    pub unwinding_assertions: bool,
    /// Whether the search goes on behind the first failing check.
    pub all_properties: bool,
    /// What integers are.
    pub integers: Integers,
    /// The options that were given for it, for the message that they need its mode.
    pub given: Vec<&'static str>,
}

impl Default for Bounded {
    fn default() -> Bounded {
        Bounded {
            unwind: None,
            unwindset: Vec::new(),
            recursion: 10,
            unwinding_assertions: true,
            all_properties: false,
            integers: Integers::default(),
            given: Vec::new(),
        }
    }
}

/// The largest bound that can be asked for.
const MOST_ITERATIONS: u32 = 1_000_000;
/// The deepest recursion that can be asked for: calls are inlined, and the nesting of inlined calls is limited.
const MOST_RECURSION: u32 = 50;

/// A place that the analysis is restricted to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The file, by the last part of its name.
    pub file: String,
    /// The line.
    pub line: usize,
    /// The column.
    pub column: Option<usize>,
    /// The rule name of the kind of check.
    pub kind: Option<String>,
}

/// Everything the command line decides about programs.
#[derive(Clone)]
pub struct ProgramOptions {
    /// Engines, SMT solver, logging, certificates.
    pub solving: Options,
    /// The name of the frontend, if one was named.
    pub frontend: Option<String>,
    /// The files and the project.
    pub task: Task,
    /// Time per check; zero for none.
    pub timeout: Option<Duration>,
    /// Effort, 0 to 4.
    pub level: usize,
    /// Checks decided at the same time.
    pub jobs: usize,
    /// Which checks are shown.
    pub report: Shown,
    /// How messages look.
    pub layout: Layout,
    /// Unproved checks make the exit code 1.
    pub checks_as_errors: bool,
    /// Numbers of the Common Weakness Enumeration are shown.
    pub cwe: bool,
    /// Counterexamples are shown.
    pub counterexamples: bool,
    /// Only checks at this place.
    pub limit_line: Option<Limit>,
    /// Only checks of the subprogram declared at this place.
    pub limit_subprogram: Option<Limit>,
    /// How arrays are treated.
    pub arrays: Arrays,
    /// Whether contracts are debugged, if the command line says so.
    pub contract_notes: Option<bool>,
    /// How the checks are decided.
    pub mode: Mode,
    /// How loops are unwound.
    pub bounded: Bounded,
    /// Whole traces are shown.
    pub trace: bool,
    /// Where to write the clauses.
    pub dump_smt: Option<PathBuf>,
    /// The folder for main programs that fail.
    pub emit_test: Option<PathBuf>,
    /// Where to write JSON; `-` is standard output.
    pub json: Option<PathBuf>,
    /// Where to write SARIF; `-` is standard output.
    pub sarif: Option<PathBuf>,
    /// The command line, for SARIF.
    pub command_line: String,
    /// The arguments.
    arguments: Vec<OsString>,
}

/// What the command line asks for.
pub enum ProgramCommand {
    /// Verify something.
    Verify(Box<ProgramOptions>),
    /// Print the help.
    Help,
    /// Print the version.
    Version,
    /// Print what the frontend does with each name of the language.
    Supported(String),
}

const PROGRAM_SPECS: &[Spec<ProgramOptions>] = &[
    Spec {
        names: &["--frontend"],
        takes: Takes::Value("NAME"),
        help: "the language of the files (else their extension tells)",
        apply: |o, v| frontend(v).map(|name| o.frontend = Some(name)),
    },
    Spec {
        names: &["-P"],
        takes: Takes::Value("FILE"),
        help: "analyse the project of this file (.gpr)",
        apply: |o, v| put(&mut o.task.project, Some(PathBuf::from(v))),
    },
    Spec {
        names: &["-I"],
        takes: Takes::Value("FOLDER"),
        help: "look for units in this folder too; may be repeated; also -IFOLDER",
        apply: |o, v| push(&mut o.task.folders, PathBuf::from(v)),
    },
    Spec {
        names: &["-X"],
        takes: Takes::Value("NAME=VALUE"),
        help: "an external variable of the project; may be repeated; also -XNAME=VALUE",
        apply: |o, v| external(v).map(|pair| o.task.externals.push(pair)),
    },
    Spec {
        names: &["--annotation-char"],
        takes: Takes::Value("C"),
        help: "the character behind `--` of SPARK-BMC annotations, for `--frontend spark` (`%`)",
        apply: |o, v| single_character(v).map(|mark| o.task.annotation_char = Some(mark)),
    },
    Spec {
        names: &["-u"],
        takes: Takes::Nothing,
        help: "analyse only the given files, not the units they need",
        apply: |o, _| put(&mut o.task.only_files, true),
    },
    Spec {
        names: &["--entry"],
        takes: Takes::Value("NAME"),
        help: "start from this subprogram (Pkg.Sub) instead of all that nobody calls; may be repeated",
        apply: |o, v| push(&mut o.task.entries, v.to_string_lossy().into_owned()),
    },
    Spec {
        names: &["--contracts"],
        takes: Takes::Value("inlined|modular"),
        help: "calls by what bodies do, contracts are checks (default), or by contracts, each body on its own",
        apply: |o, v| choose(v, &[("inlined", false), ("modular", true)]).map(|modular| o.task.modular = modular),
    },
    Spec {
        names: &["--report"],
        takes: Takes::Value("fail|all|provers|statistics"),
        help: "which checks are shown (default fail)",
        apply: |o, v| {
            let known = [("fail", Shown::Fail), ("all", Shown::All), ("provers", Shown::Provers)];
            choose(v, &[&known[..], &[("statistics", Shown::Statistics)]].concat()).map(|shown| o.report = shown)
        },
    },
    Spec {
        names: &["--output"],
        takes: Takes::Value("brief|oneline|pretty"),
        help: "how messages look (default pretty)",
        apply: |o, v| {
            let known = [("brief", Layout::Brief), ("oneline", Layout::Oneline), ("pretty", Layout::Pretty)];
            choose(v, &known).map(|layout| o.layout = layout)
        },
    },
    Spec {
        names: &["--level"],
        takes: Takes::Value("0..4"),
        help: "effort: 1, 2, 5, 20 or 60 seconds per check (default 2)",
        apply: |o, v| choose(v, &[("0", 0), ("1", 1), ("2", 2), ("3", 3), ("4", 4)]).map(|level| o.level = level),
    },
    Spec {
        names: &["-t", "--timeout"],
        takes: Takes::Value("SECONDS"),
        help: "time per check instead of the level's, 0 for no limit",
        apply: |o, v| set(&mut o.timeout, options::seconds(v)),
    },
    Spec {
        names: &["-j", "--jobs"],
        takes: Takes::Value("N"),
        help: "checks decided at the same time (default 1; 0 for one per core); also -jN",
        apply: |o, v| jobs(v).map(|jobs| o.jobs = jobs),
    },
    Spec {
        names: &["--limit-line"],
        takes: Takes::Value("FILE:LINE[:COLUMN[:KIND]]"),
        help: "only the checks at this place",
        apply: |o, v| limit(v).map(|limit| o.limit_line = Some(limit)),
    },
    Spec {
        names: &["--limit-subp"],
        takes: Takes::Value("FILE:LINE"),
        help: "only the checks of the subprogram declared there",
        apply: |o, v| limit(v).map(|limit| o.limit_subprogram = Some(limit)),
    },
    Spec {
        names: &["--checks-as-errors"],
        takes: Takes::Optional("on|off"),
        help: "exit code 1 if a check is not proved",
        apply: |o, v| switch(v).map(|on| o.checks_as_errors = on),
    },
    Spec {
        names: &["--counterexamples"],
        takes: Takes::Optional("on|off"),
        help: "show counterexamples (default on)",
        apply: |o, v| switch(v).map(|on| o.counterexamples = on),
    },
    Spec {
        names: &["--cwe"],
        takes: Takes::Nothing,
        help: "show numbers of the Common Weakness Enumeration",
        apply: |o, _| put(&mut o.cwe, true),
    },
    Spec {
        names: &["--arrays"],
        takes: Takes::Value("smt|cells|auto"),
        help: "arrays of the SMT solver, single cells, or both (default)",
        apply: |o, v| {
            let known = [("smt", Arrays::Smt), ("cells", Arrays::Cells), ("auto", Arrays::Auto)];
            choose(v, &known).map(|arrays| o.arrays = arrays)
        },
    },
    Spec {
        names: &["--debug-contracts"],
        takes: Takes::Optional("on|off"),
        help: "say whether program or annotation is at fault, and which invariants are not inductive (default: for SPARK)",
        apply: |o, v| switch(v).map(|on| o.contract_notes = Some(on)),
    },
    Spec {
        names: &["--mode"],
        takes: Takes::Value("prove|bmc|all"),
        help: "proofs without a bound (default), loops unwound up to a bound, or both at the same time",
        apply: |o, v| {
            let known = [("prove", Mode::Prove), ("bmc", Mode::Bmc), ("all", Mode::All)];
            choose(v, &known).map(|mode| o.mode = mode)
        },
    },
    Spec {
        names: &["--unwind"],
        takes: Takes::Value("K"),
        help: "bmc: unwind loops up to K full iterations (default: further and further, until that is all, or the time is over)",
        apply: |o, v| {
            o.bounded.given.push("--unwind");
            bound(v, MOST_ITERATIONS).map(|bound| o.bounded.unwind = Some(bound))
        },
    },
    Spec {
        names: &["--unwindset"],
        takes: Takes::Value("FILE:LINE:K[,...]"),
        help: "bmc: other bounds for the loops at these places; may be repeated",
        apply: |o, v| {
            o.bounded.given.push("--unwindset");
            unwind_limits(v).map(|limits| o.bounded.unwindset.extend(limits))
        },
    },
    Spec {
        names: &["--unwinding-assertions"],
        takes: Takes::Optional("on|off"),
        help: "bmc: check that loops need no more iterations (default on); without, nothing is proved",
        apply: |o, v| {
            o.bounded.given.push("--unwinding-assertions");
            switch(v).map(|on| o.bounded.unwinding_assertions = on)
        },
    },
    Spec {
        names: &["--recursion"],
        takes: Takes::Value("K"),
        help: "bmc: a subprogram may call itself, directly or not, K times deep (default 10); checked like loops",
        apply: |o, v| {
            o.bounded.given.push("--recursion");
            bound(v, MOST_RECURSION).map(|bound| o.bounded.recursion = bound)
        },
    },
    Spec {
        names: &["--all-properties"],
        takes: Takes::Nothing,
        help: "bmc: go on behind the first failing check",
        apply: |o, _| {
            o.bounded.given.push("--all-properties");
            put(&mut o.bounded.all_properties, true)
        },
    },
    Spec {
        names: &["--int"],
        takes: Takes::Value("bv|math"),
        help: "bmc: integers as bit-vectors or as mathematical ones (default: both, the first answer counts)",
        apply: |o, v| {
            o.bounded.given.push("--int");
            choose(v, &[("bv", Integers::Bv), ("math", Integers::Math)]).map(|integers| o.bounded.integers = integers)
        },
    },
    Spec {
        names: &["--trace"],
        takes: Takes::Nothing,
        help: "show the whole trace of a counterexample, not only its end",
        apply: |o, _| put(&mut o.trace, true),
    },
    Spec {
        names: &["--dump-smt"],
        takes: Takes::Value("FILE"),
        help: "write the clauses as SMT-LIB; `hornsolve FILE` decides all checks at once (bmc: the formula of the last bound). \
               A folder (`DIR/`) takes all systems that were decided, each with its answer",
        apply: |o, v| dump(o, Path::new(v)),
    },
    Spec {
        names: &["--emit-test"],
        takes: Takes::Value("FOLDER"),
        help: "write a main program for each failing check that fails there",
        apply: |o, v| put(&mut o.emit_test, Some(PathBuf::from(v))),
    },
    Spec {
        names: &["--json"],
        takes: Takes::Value("FILE"),
        help: "write the result as JSON (`-` for standard output, instead of the messages)",
        apply: |o, v| put(&mut o.json, Some(PathBuf::from(v))),
    },
    Spec {
        names: &["--sarif"],
        takes: Takes::Value("FILE"),
        help: "write the result as SARIF 2.1.0 (`-` for standard output, instead of the messages)",
        apply: |o, v| put(&mut o.sarif, Some(PathBuf::from(v))),
    },
];

/// `--dump-smt`: a folder takes what was decided, a file all clauses.
fn dump(options: &mut ProgramOptions, path: &Path) -> Result<(), String> {
    if path.is_dir() || path.as_os_str().as_bytes().ends_with(b"/") {
        put(&mut options.solving.certificates.folder, Some(path.to_path_buf()))
    } else {
        put(&mut options.dump_smt, Some(path.to_path_buf()))
    }
}

/// Options of clauses that make no sense for programs.
const NOT_FOR_PROGRAMS: &[&str] =
    &["-ssol", "--model", "-cex", "--refutation", "--proof", "--statistics", "--dump-preprocessed"];

/// Whether the arguments are about a program: one names a frontend or a project, or a file has a frontend's extension.
pub fn wanted(arguments: &[OsString]) -> bool {
    arguments.iter().take_while(|argument| *argument != "--").any(|argument| {
        let bytes = argument.as_bytes();
        bytes == b"--frontend"
            || bytes.starts_with(b"--frontend=")
            || bytes.starts_with(b"-P")
            || (!bytes.starts_with(b"-") && for_path(FRONTENDS, Path::new(argument)).is_some())
    })
}

impl ProgramOptions {
    fn new() -> ProgramOptions {
        ProgramOptions {
            // A program has hundreds of small systems: the check inside confirms their models, runs confirm what fails.
            // `--check=one` asks for more.
            solving: Options { check: Check::Off, ..Options::new(Input::Stdin) },
            frontend: None,
            task: Task::default(),
            timeout: None,
            level: 2,
            jobs: 1,
            report: Shown::default(),
            layout: Layout::default(),
            checks_as_errors: false,
            cwe: false,
            counterexamples: true,
            limit_line: None,
            limit_subprogram: None,
            arrays: Arrays::default(),
            contract_notes: None,
            mode: Mode::default(),
            bounded: Bounded::default(),
            trace: false,
            dump_smt: None,
            emit_test: None,
            json: None,
            sarif: None,
            command_line: String::new(),
            arguments: Vec::new(),
        }
    }

    /// The frontend: the one named, or that of the first file or of projects.
    pub fn frontend(&self) -> Option<&'static dyn Frontend> {
        match &self.frontend {
            Some(name) => FRONTENDS.iter().copied().find(|frontend| frontend.name() == name),
            None => match self.task.files.first() {
                Some(file) => for_path(FRONTENDS, file),
                None => FRONTENDS.first().copied(),
            },
        }
    }

    /// Whether annotations are debugged: unless the command line says otherwise, those of SPARK.
    pub fn debug_contracts(&self) -> bool {
        let spark = self.frontend().is_some_and(|frontend| frontend.name() == "spark");
        self.contract_notes.unwrap_or(spark)
    }

    /// The options with a project's switches, over which the command line has precedence, and the switches that mean
    /// nothing here. A project says how to verify, not what.
    pub fn with_switches(&self, switches: &[String]) -> (ProgramOptions, Vec<String>) {
        let known = |switch: &&String| {
            let alone = [OsString::from(switch.as_str()), OsString::from("--"), OsString::from("x.adb")];
            let what = ["-P", "-I", "-X", "-u", "--frontend", "--entry"];
            switch.starts_with('-')
                && !what.iter().any(|name| switch.starts_with(name))
                && matches!(parse(&alone), Ok(ProgramCommand::Verify(_)))
        };
        let (given, ignored): (Vec<&String>, Vec<&String>) = switches.iter().partition(known);
        let all: Vec<OsString> = given.into_iter().map(OsString::from).chain(self.arguments.iter().cloned()).collect();
        let options = match parse(&all) {
            Ok(ProgramCommand::Verify(options)) => ProgramOptions {
                command_line: self.command_line.clone(),
                arguments: self.arguments.clone(),
                ..*options
            },
            _ => self.clone(),
        };
        (options, ignored.into_iter().cloned().collect())
    }

    /// What was given as the limit per check: steps, or the time for them; zero for none.
    pub fn given(&self) -> Option<Steps> {
        self.solving.steps.or_else(|| self.timeout.map(Steps::of_time))
    }

    /// The budget per check.
    pub fn budget(&self) -> Option<Steps> {
        match self.given() {
            Some(limit) => Some(limit).filter(|limit| *limit != Steps::default()),
            None => Some(Steps::seconds([1, 2, 5, 20, 60][self.level.min(4)])),
        }
    }
}

/// Parses the arguments after the program's name. `Err` is one line about what is wrong.
pub fn parse(arguments: &[OsString]) -> Result<ProgramCommand, String> {
    let mut options = ProgramOptions::new();
    let words: Vec<_> = arguments.iter().map(|argument| argument.to_string_lossy()).collect();
    options.command_line = std::iter::once("hornsolve".into()).chain(words).collect::<Vec<_>>().join(" ");
    options.arguments = arguments.to_vec();
    let mut arguments = arguments.iter().cloned();
    let mut only_files = false;
    while let Some(argument) = arguments.next() {
        let bytes = argument.as_bytes();
        if only_files || !bytes.starts_with(b"-") {
            options.task.files.push(PathBuf::from(argument));
            continue;
        }
        match bytes {
            b"-" => return Err("programs are not read from standard input".to_string()),
            b"--" => {
                only_files = true;
                continue;
            }
            b"-h" | b"-help" | b"--help" => return Ok(ProgramCommand::Help),
            b"-version" | b"--version" => return Ok(ProgramCommand::Version),
            b"--list-supported" => {
                let listing = options.frontend().and_then(|frontend| frontend.supported());
                return listing.map(ProgramCommand::Supported).ok_or("this frontend has no lists".to_string());
            }
            _ => {}
        }
        if let Some(argument) = attached(bytes) {
            let value = OsString::from(OsStr::from_bytes(&bytes[2..]));
            take(PROGRAM_SPECS, &mut options, OsStr::new(argument), &mut std::iter::once(value)).unwrap_or(Ok(()))?;
            continue;
        }
        if NOT_FOR_PROGRAMS.iter().any(|name| name.as_bytes() == bytes) {
            return Err(format!("option `{}` is for clauses, not for programs", argument.to_string_lossy()));
        }
        take(PROGRAM_SPECS, &mut options, &argument, &mut arguments)
            .or_else(|| take(SPECS, &mut options.solving, &argument, &mut arguments))
            .unwrap_or_else(|| Err(format!("unknown option `{}`", argument.to_string_lossy())))?;
    }
    if let (Mode::Prove, Some(name)) = (options.mode, options.bounded.given.first()) {
        return Err(format!("option `{name}` needs `--mode=bmc` or `--mode=all`"));
    }
    if options.solving.steps.is_some() && options.timeout.is_some_and(|limit| !limit.is_zero()) {
        return Err("`--steps` counts work and `--timeout` measures time: one of them can limit a check".to_string());
    }
    if options.task.files.is_empty() && options.task.project.is_none() {
        return Err("no input file".to_string());
    }
    if options.frontend().is_none() {
        let file = options.task.files.first().map(|file| file.display().to_string()).unwrap_or_default();
        return Err(format!("no frontend for `{file}`; `--frontend NAME` names one"));
    }
    Ok(ProgramCommand::Verify(Box::new(options)))
}

/// The character that marks annotations: it must not make ordinary comments or SPARK's annotations of them.
fn single_character(value: &OsStr) -> Result<char, String> {
    let text = value.to_string_lossy();
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(mark), None) if mark.is_ascii_punctuation() && !matches!(mark, '-' | '#') => Ok(mark),
        _ => Err(format!("`{text}` is no character for annotations: one punctuation mark other than `-` and `#`")),
    }
}

/// The one-letter option whose value is attached: `-Pfile`, `-Ifolder`, `-Xname=value`, `-j4`.
fn attached(argument: &[u8]) -> Option<&'static str> {
    let known = ["-P", "-I", "-X", "-j"];
    known.into_iter().find(|name| argument.len() > 2 && argument.starts_with(name.as_bytes()))
}

/// The text of `--help` for programs.
pub fn help() -> String {
    let mut text = String::from(
        "Verifies programs: decides for each check whether it can fail.\n\n\
         Usage: hornsolve --frontend ada [options] FILE...\n       \
         hornsolve -P PROJECT.gpr [options] [FILE...]\n\n\
         A check is proved, or fails with a counterexample that an interpreter has confirmed (`high`), or is undecided\n\
         (`medium`). The exit code is 0 also if checks are not proved, unless --checks-as-errors; 1 for bad input or usage;\n\
         2 if something else is broken. Success is reported only if there are checks and nothing was left out.\n\n\
         Options:\n",
    );
    write_rows(&mut text, PROGRAM_SPECS);
    let supported = "print what is done with each aspect, pragma, attribute, representation item and library unit";
    write_row(&mut text, "--list-supported", supported);
    text += "\nAlso those for clauses, except for what is about models, refutations and statistics:\n";
    let names = |spec: &&Spec<Options>| {
        let own = PROGRAM_SPECS.iter().any(|other| other.names.iter().any(|name| spec.names.contains(name)));
        !own && !NOT_FOR_PROGRAMS.contains(&spec.names[0])
    };
    for spec in SPECS.iter().filter(names).filter(|spec| !spec.help.is_empty()) {
        write_row(&mut text, &spec.names.join(", "), spec.help);
    }
    text += "\nFrontends:\n";
    for frontend in FRONTENDS {
        write_row(
            &mut text,
            frontend.name(),
            &format!("files with the extensions {}", frontend.extensions().join(", ")),
        );
    }
    text
}

fn frontend(value: &OsStr) -> Result<String, String> {
    let name = value.to_string_lossy().into_owned();
    if FRONTENDS.iter().any(|frontend| frontend.name() == name) {
        return Ok(name);
    }
    let known: Vec<&str> = FRONTENDS.iter().map(|frontend| frontend.name()).collect();
    Err(format!("there is no frontend `{name}`; there are {}", known.join(", ")))
}

fn push<T>(list: &mut Vec<T>, value: T) -> Result<(), String> {
    list.push(value);
    Ok(())
}

fn external(value: &OsStr) -> Result<(String, String), String> {
    let text = value.to_string_lossy();
    let (name, value) = text.split_once('=').ok_or_else(|| format!("`{text}` is not NAME=VALUE"))?;
    Ok((name.to_string(), value.to_string()))
}

fn choose<T: Copy>(value: &OsStr, known: &[(&str, T)]) -> Result<T, String> {
    let text = value.to_string_lossy();
    known.iter().find(|(name, _)| *name == text).map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        format!("`{text}` is none of {}", names.join(", "))
    })
}

fn switch(value: &OsStr) -> Result<bool, String> {
    choose(value, &[("", true), ("on", true), ("off", false)])
}

fn jobs(value: &OsStr) -> Result<usize, String> {
    if value == "0" {
        return Ok(std::thread::available_parallelism().map_or(1, usize::from));
    }
    options::jobs(value)
}

fn bound(value: &OsStr, most: u32) -> Result<u32, String> {
    let number = value.to_str().and_then(|text| text.parse::<u32>().ok());
    number
        .filter(|number| (1..=most).contains(number))
        .ok_or_else(|| format!("`{}` is no number from 1 to {most}", value.to_string_lossy()))
}

fn unwind_limits(value: &OsStr) -> Result<Vec<UnwindLimit>, String> {
    let text = value.to_string_lossy();
    let limits = text.split(',').map(|part| {
        let mut words = part.rsplitn(3, ':');
        let (count, line, file) = (words.next(), words.next(), words.next());
        match (count, line.and_then(|line| line.parse().ok()), file) {
            (Some(count), Some(line), Some(file)) if !file.is_empty() => {
                let bound = bound(OsStr::new(count), MOST_ITERATIONS)?;
                Ok(UnwindLimit { file: file.to_string(), line, bound })
            }
            _ => Err(format!("`{part}` is not FILE:LINE:K")),
        }
    });
    limits.collect()
}

fn limit(value: &OsStr) -> Result<Limit, String> {
    let text = value.to_string_lossy();
    let parts: Vec<&str> = text.split(':').collect();
    let wrong = || format!("`{text}` is not FILE:LINE[:COLUMN[:KIND]]");
    let number = |text: &str| text.parse::<usize>().map_err(|_| wrong());
    let (file, line, column, kind) = match parts[..] {
        [file, line] => (file, number(line)?, None, None),
        [file, line, column] => (file, number(line)?, Some(number(column)?), None),
        [file, line, column, kind] => (file, number(line)?, Some(number(column)?), Some(kind.to_string())),
        _ => return Err(wrong()),
    };
    Ok(Limit { file: file.to_string(), line, column, kind })
}

#[cfg(test)]
mod switches_tests {
    use super::*;

    #[test]
    fn the_command_line_has_precedence_over_the_project() {
        let arguments = ["-Pp.gpr", "--level=1"].map(OsString::from);
        let Ok(ProgramCommand::Verify(options)) = parse(&arguments) else { panic!("a good command line") };
        let switches = ["--level=4", "--report=all", "--prover=cvc5", "--entry=P", "other.adb"].map(String::from);
        let (options, ignored) = options.with_switches(&switches);
        assert_eq!((options.level, options.report), (1, Shown::All));
        assert_eq!(ignored, ["--prover=cvc5", "--entry=P", "other.adb"]);
        assert!(options.task.files.is_empty() && options.task.entries.is_empty());
        assert_eq!(options.command_line, "hornsolve -Pp.gpr --level=1");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verify(line: &str) -> Result<ProgramOptions, String> {
        let arguments: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        assert!(wanted(&arguments), "{line}");
        match parse(&arguments)? {
            ProgramCommand::Verify(options) => Ok(*options),
            _ => Err("no verification".to_string()),
        }
    }

    #[test]
    fn the_options_of_gnatprove_are_read() {
        let line = "--frontend ada a.adb b.adb -Iinc -Pp.gpr -XMODE=test --level=3 -j4 --report all --output=oneline \
                    --limit-line=a.adb:3:4:VC_ASSERT --checks-as-errors=on --engine pdr -vv";
        let options = verify(line).expect("good");
        assert_eq!(options.task.files, [PathBuf::from("a.adb"), PathBuf::from("b.adb")]);
        assert_eq!(options.task.project, Some(PathBuf::from("p.gpr")));
        assert_eq!(single_character(OsStr::new("!")), Ok('!'));
        for wrong in ["", "-", "#", "a", "!!", " "] {
            assert!(single_character(OsStr::new(wrong)).is_err(), "{wrong:?}");
        }
        assert_eq!(options.task.externals, [("MODE".to_string(), "test".to_string())]);
        assert_eq!(options.budget(), Some(Steps::seconds(20)));
        assert_eq!((options.jobs, options.report, options.layout), (4, Shown::All, Layout::Oneline));
        let place = Limit { file: "a.adb".to_string(), line: 3, column: Some(4), kind: Some("VC_ASSERT".to_string()) };
        assert_eq!(options.limit_line, Some(place));
        assert!(options.checks_as_errors && options.counterexamples);
        assert_eq!((options.solving.engines.len(), options.solving.verbosity), (1, 2));
        assert_eq!(verify("x.adb --timeout=0").expect("good").budget(), None);
        assert_eq!(verify("x.adb --timeout=0.5").expect("good").budget(), Some(Steps::millis(500)));
        assert_eq!(verify("x.adb --steps=100 --timeout=0").expect("good").budget(), Some(Steps::new(100)));
        assert!(verify("x.adb --steps=100 --timeout=5").is_err_and(|why| why.contains("--steps")));
    }

    #[test]
    fn mistakes_are_named() {
        for (line, expected) in [
            ("--frontend ada", "no input file"),
            ("--frontend cobol a.cob", "no frontend `cobol`"),
            ("--frontend ada --model a.adb", "not for programs"),
            ("a.adb --level 7", "none of 0, 1"),
            ("a.adb --limit-line=a.adb", "not FILE:LINE"),
            ("a.adb --limit-line=a.adb:x", "not FILE:LINE"),
            ("a.adb --nonsense", "unknown option `--nonsense`"),
            ("a.adb -X", "needs a value"),
            ("a.adb -XA", "not NAME=VALUE"),
            ("a.adb -", "standard input"),
            ("a.adb --checks-as-errors=maybe", "none of"),
            ("a.adb --unwind 5", "`--unwind` needs `--mode=bmc`"),
            ("a.adb --all-properties", "`--all-properties` needs `--mode=bmc`"),
            ("a.adb --mode=bmc --unwind", "needs a value"),
            ("a.adb --mode=bmc --unwind=", "no number from 1 to"),
            ("a.adb --mode=bmc --unwind=0", "no number from 1 to"),
            ("a.adb --mode=bmc --unwind=-3", "no number from 1 to"),
            ("a.adb --mode=bmc --unwind=99999999999", "no number from 1 to"),
            ("a.adb --mode=bmc --unwind=ten", "`ten` is no number"),
            ("a.adb --mode=bmc --recursion=1000", "no number from 1 to 50"),
            ("a.adb --mode=bmc --unwindset=a.adb:5", "not FILE:LINE:K"),
            ("a.adb --mode=bmc --unwindset=a.adb:5:0", "no number from 1 to"),
            ("a.adb --mode=bmc --int=nat", "none of bv, math"),
            ("a.adb --mode=cbmc", "none of prove, bmc, all"),
        ] {
            let error = verify(line).err().unwrap_or_default();
            assert!(error.contains(expected), "{line}: {error}");
        }
    }

    #[test]
    fn the_options_of_bounded_model_checking_are_read() {
        let line = "a.adb --mode=bmc --unwind 12 --unwindset=a.adb:14:20,b.adb:3:1 --recursion=3 --all-properties \
                    --unwinding-assertions=off --int=math --trace";
        let options = verify(line).expect("good");
        assert_eq!((options.mode, options.trace), (Mode::Bmc, true));
        let Bounded { unwind, unwindset, recursion, unwinding_assertions, all_properties, integers, .. } =
            options.bounded;
        assert_eq!((unwind, recursion, unwinding_assertions, all_properties), (Some(12), 3, false, true));
        assert_eq!(integers, Integers::Math);
        let places: Vec<(&str, usize, u32)> =
            unwindset.iter().map(|limit| (limit.file.as_str(), limit.line, limit.bound)).collect();
        assert_eq!(places, [("a.adb", 14, 20), ("b.adb", 3, 1)]);
        assert_eq!(verify("a.adb").expect("good").mode, Mode::Prove);
    }

    #[test]
    fn clauses_are_no_programs() {
        for line in ["a.smt2", "-t 3 -", "-- a.adb", "--engine pdr a.smt2"] {
            let arguments: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
            assert!(!wanted(&arguments), "{line}");
        }
    }
}
