//! The options for programs: what `hornsolve --frontend NAME …` understands, besides the options that a frontend has of
//! its own. Where GNATprove has an option for the same thing, its name and its meaning are the same.

use super::options::{self, Options, SPECS, Spec, Takes, put, split, take, value_of, write_row, write_rows};
use super::{Input, options::set};
use crate::independent::Check;
use horn_frontend::{Frontend, OwnOption, Role, Table, Task, for_path};
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
    /// The frontends that there are.
    table: Table,
    /// The frontend that was named, if one was.
    named: Option<&'static dyn Frontend>,
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
        apply: |o, v| named(o.table, v).map(|frontend| o.named = Some(frontend)),
    },
    Spec {
        names: &["-I"],
        takes: Takes::Value("FOLDER"),
        help: "look for units in this folder too; may be repeated; also -IFOLDER",
        apply: |o, v| push(&mut o.task.folders, PathBuf::from(v)),
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
        help: "say whether program or annotation is at fault, and which invariants are not inductive (default: as the frontend has it)",
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

/// Whether the arguments are about a program: one names a frontend or, as only a frontend's option does, what is to be
/// verified, or a file has a frontend's extension.
pub fn wanted(table: Table, arguments: &[OsString]) -> bool {
    arguments.iter().take_while(|argument| *argument != "--").any(|argument| {
        let bytes = argument.as_bytes();
        bytes == b"--frontend"
            || bytes.starts_with(b"--frontend=")
            || own(table).any(|option| option.role == Role::Input && names(option, bytes))
            || (!bytes.starts_with(b"-") && for_path(table, Path::new(argument)).is_some())
    })
}

/// The options that frontends have of their own. Of two with the same names the first counts.
fn own(table: Table) -> impl Iterator<Item = &'static OwnOption> {
    let mut found: Vec<&'static OwnOption> = Vec::new();
    for option in table.iter().flat_map(|frontend| frontend.options()) {
        if !found.iter().any(|known| known.names == option.names) {
            found.push(option);
        }
    }
    found.into_iter()
}

/// Whether an argument is this option, with its value attached or not.
fn names(option: &OwnOption, argument: &[u8]) -> bool {
    option.names.iter().any(|name| {
        let rest = argument.strip_prefix(name.as_bytes());
        rest.is_some_and(|rest| rest.is_empty() || rest[0] == b'=' || (name.len() == 2 && option.value.is_some()))
    })
}

impl ProgramOptions {
    fn new(table: Table) -> ProgramOptions {
        ProgramOptions {
            // A program has hundreds of small systems: the check inside confirms their models, runs confirm what fails.
            // `--check=one` asks for more.
            solving: Options { check: Check::Off, ..Options::new(Input::Stdin) },
            table,
            named: None,
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

    /// The frontend: the one named, or that of the first file, or the one with the option that says what to verify.
    pub fn frontend(&self) -> Option<&'static dyn Frontend> {
        let has = |frontend: &&&dyn Frontend| frontend.options().iter().any(|option| self.is_input(option));
        match (self.named, self.task.files.first()) {
            (Some(frontend), _) => Some(frontend),
            (None, Some(file)) => for_path(self.table, file),
            (None, None) => self.table.iter().find(has).copied(),
        }
    }

    /// Whether this option was given and says what to verify.
    fn is_input(&self, option: &OwnOption) -> bool {
        option.role == Role::Input && self.task.value(option.names[0]).is_some()
    }

    /// Whether annotations are debugged: unless the command line says otherwise, as the frontend has it.
    pub fn debug_contracts(&self) -> bool {
        self.contract_notes.unwrap_or_else(|| self.frontend().is_some_and(Frontend::debugs_contracts))
    }

    /// The options with the switches that come with the sources, over which the command line has precedence, and the
    /// switches that mean nothing here. Sources say how to verify, not what.
    pub fn with_switches(&self, switches: &[String]) -> (ProgramOptions, Vec<String>) {
        let known = |switch: &&String| {
            let name = self.frontend().map_or("", Frontend::name);
            let alone = ["--frontend", name, switch.as_str(), "--", "file"].map(OsString::from);
            let what = ["-I", "-u", "--frontend", "--entry"];
            let of_frontend = |option: &OwnOption| option.role != Role::How && names(option, switch.as_bytes());
            switch.starts_with('-')
                && !what.iter().any(|name| switch.starts_with(name))
                && !own(self.table).any(of_frontend)
                && matches!(parse(self.table, &alone), Ok(ProgramCommand::Verify(_)))
        };
        let (given, ignored): (Vec<&String>, Vec<&String>) = switches.iter().partition(known);
        let all: Vec<OsString> = given.into_iter().map(OsString::from).chain(self.arguments.iter().cloned()).collect();
        let options = match parse(self.table, &all) {
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
pub fn parse(table: Table, arguments: &[OsString]) -> Result<ProgramCommand, String> {
    let mut options = ProgramOptions::new(table);
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
        if let Some((name, value)) = attached(table, bytes) {
            let value = &mut std::iter::once(value.to_os_string());
            take_own(&mut options, OsStr::new(name), value)
                .or_else(|| take(PROGRAM_SPECS, &mut options, OsStr::new(name), value))
                .unwrap_or(Ok(()))?;
            continue;
        }
        if NOT_FOR_PROGRAMS.iter().any(|name| name.as_bytes() == bytes) {
            return Err(format!("option `{}` is for clauses, not for programs", argument.to_string_lossy()));
        }
        take_own(&mut options, &argument, &mut arguments)
            .or_else(|| take(PROGRAM_SPECS, &mut options, &argument, &mut arguments))
            .or_else(|| take(SPECS, &mut options.solving, &argument, &mut arguments))
            .unwrap_or_else(|| Err(format!("unknown option `{}`", argument.to_string_lossy())))?;
    }
    if let (Mode::Prove, Some(name)) = (options.mode, options.bounded.given.first()) {
        return Err(format!("option `{name}` needs `--mode=bmc` or `--mode=all`"));
    }
    if options.solving.steps.is_some() && options.timeout.is_some_and(|limit| !limit.is_zero()) {
        return Err("`--steps` counts work and `--timeout` measures time: one of them can limit a check".to_string());
    }
    if options.task.files.is_empty() && !own(table).any(|option| options.is_input(option)) {
        return Err("no input file".to_string());
    }
    let Some(frontend) = options.frontend() else {
        let file = options.task.files.first().map(|file| file.display().to_string()).unwrap_or_default();
        return Err(format!("no frontend for `{file}`; `--frontend NAME` names one"));
    };
    let known = |name: &str| frontend.options().iter().any(|option| option.names[0] == name);
    match options.task.own.iter().find(|(name, _)| !known(name)) {
        Some((name, _)) => Err(format!("option `{name}` is not for the frontend `{}`", frontend.name())),
        None => Ok(ProgramCommand::Verify(Box::new(options))),
    }
}

/// Takes an option that a frontend has of its own, whose value may be the next argument, if there is one of that name.
fn take_own(
    options: &mut ProgramOptions,
    argument: &OsStr,
    rest: &mut dyn Iterator<Item = OsString>,
) -> Option<Result<(), String>> {
    let (name, attached) = split(argument.as_bytes());
    let option = own(options.table).find(|option| option.names.iter().any(|n| n.as_bytes() == name))?;
    let takes = option.value.map_or(Takes::Nothing, Takes::Value);
    let shown = String::from_utf8_lossy(name);
    let value = match value_of(&takes, &shown, attached, rest) {
        Ok(value) => value,
        Err(what) => return Some(Err(what)),
    };
    if let Err(what) = (option.check)(&value) {
        return Some(Err(format!("option `{shown}`: {what}")));
    }
    options.task.own.push((option.names[0], value));
    Some(Ok(()))
}

/// An option of one letter whose value is attached, and the value: `-Ifolder`, `-j4`.
fn attached(table: Table, argument: &[u8]) -> Option<(&'static str, &OsStr)> {
    let own = own(table).filter(|option| option.value.is_some()).flat_map(|option| option.names);
    let mut known = own.copied().filter(|name| name.len() == 2).chain(["-I", "-j"]);
    let name = known.find(|name| argument.len() > 2 && argument.starts_with(name.as_bytes()))?;
    Some((name, OsStr::from_bytes(&argument[2..])))
}

/// The text of `--help` for programs.
pub fn help(table: Table) -> String {
    let mut text = String::from("Verifies programs: decides for each check whether it can fail.\n\n");
    text += &format!("Usage: hornsolve --frontend {} [options] FILE...\n", names_of(table, "|"));
    for option in own(table).filter(|option| option.role == Role::Input) {
        text += &format!("       hornsolve {} {} [options] [FILE...]\n", option.names[0], option.value.unwrap_or(""));
    }
    text += "\n\
         A check is proved, or fails with a counterexample that an interpreter has confirmed (`high`), or is undecided\n\
         (`medium`). The exit code is 0 also if checks are not proved, unless --checks-as-errors; 1 for bad input or usage;\n\
         2 if something else is broken. Success is reported only if there are checks and nothing was left out.\n\n\
         Options:\n";
    write_rows(&mut text, PROGRAM_SPECS);
    write_row(&mut text, "--list-supported", "print what is done with each name to which the language gives a meaning");
    for option in own(table) {
        let of: Vec<&str> = table
            .iter()
            .filter(|frontend| frontend.options().iter().any(|other| other.names == option.names))
            .map(|frontend| frontend.name())
            .collect();
        let takes = option.value.map(|value| format!(" {value}")).unwrap_or_default();
        let row = format!("{}{takes}", option.names.join(", "));
        write_row(&mut text, &row, &format!("{}: {}", of.join(", "), option.help));
    }
    text += "\nAlso those for clauses, except for what is about models, refutations and statistics:\n";
    let names = |spec: &&Spec<Options>| {
        let own = PROGRAM_SPECS.iter().any(|other| other.names.iter().any(|name| spec.names.contains(name)));
        !own && !NOT_FOR_PROGRAMS.contains(&spec.names[0])
    };
    for spec in SPECS.iter().filter(names).filter(|spec| !spec.help.is_empty()) {
        write_row(&mut text, &spec.names.join(", "), spec.help);
    }
    text += "\nFrontends:\n";
    for frontend in table {
        write_row(
            &mut text,
            frontend.name(),
            &format!("files with the extensions {}", frontend.extensions().join(", ")),
        );
    }
    text
}

/// The names of all frontends.
pub fn names_of(table: Table, separator: &str) -> String {
    table.iter().map(|frontend| frontend.name()).collect::<Vec<&str>>().join(separator)
}

fn named(table: Table, value: &OsStr) -> Result<&'static dyn Frontend, String> {
    let name = value.to_string_lossy();
    let found = table.iter().copied().find(|frontend| frontend.name() == name);
    found.ok_or_else(|| format!("there is no frontend `{name}`; there are {}", names_of(table, ", ")))
}

fn push<T>(list: &mut Vec<T>, value: T) -> Result<(), String> {
    list.push(value);
    Ok(())
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
mod tests {
    use super::*;
    use horn_frontend::{Lowered, Notation};

    /// A language that nobody can read, with two options of its own.
    struct Scrawl;

    static OPTIONS: [OwnOption; 2] = [
        OwnOption {
            names: &["-P", "--pad"],
            value: Some("PAD"),
            help: "all of it",
            role: Role::Input,
            check: |_| Ok(()),
        },
        OwnOption {
            names: &["--ink"],
            value: Some("COLOUR"),
            help: "what it is written with",
            role: Role::How,
            check: |value| if value == "blue" { Ok(()) } else { Err("it is blue".to_string()) },
        },
    ];

    impl Frontend for Scrawl {
        fn name(&self) -> &'static str {
            "scrawl"
        }

        fn extensions(&self) -> &'static [&'static str] {
            &["txt"]
        }

        fn lower(&self, _: &Task) -> Lowered {
            Lowered::default()
        }

        fn notation(&self) -> &dyn Notation {
            unreachable!("nothing is written here")
        }

        fn options(&self) -> &'static [OwnOption] {
            &OPTIONS
        }
    }

    /// Print: without options of its own.
    struct Print;

    impl Frontend for Print {
        fn name(&self) -> &'static str {
            "print"
        }

        fn extensions(&self) -> &'static [&'static str] {
            &["md"]
        }

        fn lower(&self, _: &Task) -> Lowered {
            Lowered::default()
        }

        fn notation(&self) -> &dyn Notation {
            unreachable!("nothing is written here")
        }
    }

    const TABLE: Table = &[&Print, &Scrawl];

    #[test]
    fn the_command_line_has_precedence_over_the_project() {
        let arguments = ["-Pp.pad", "--level=1"].map(OsString::from);
        let Ok(ProgramCommand::Verify(options)) = parse(TABLE, &arguments) else { panic!("a good command line") };
        let switches = ["--level=4", "--report=all", "--prover=cvc5", "--entry=P", "other.txt", "-Pq", "--ink=blue"];
        let (options, ignored) = options.with_switches(&switches.map(String::from));
        assert_eq!((options.level, options.report), (1, Shown::All));
        assert_eq!(ignored, ["--prover=cvc5", "--entry=P", "other.txt", "-Pq"]);
        assert!(options.task.files.is_empty() && options.task.entries.is_empty());
        assert_eq!(options.task.own, [("--ink", OsString::from("blue")), ("-P", OsString::from("p.pad"))]);
        assert_eq!(options.command_line, "hornsolve -Pp.pad --level=1");
    }

    #[test]
    fn options_of_a_frontend_are_for_it_alone() {
        let options = verify("a.txt --pad=x --ink blue").expect("good");
        assert_eq!(options.task.value("-P"), Some(OsStr::new("x")));
        assert_eq!(options.frontend().map(Frontend::name), Some("scrawl"));
        let error = |line: &str| verify(line).err().unwrap_or_default();
        assert_eq!(error("a.md --ink=blue"), "option `--ink` is not for the frontend `print`");
        assert_eq!(error("a.txt --ink=red"), "option `--ink`: it is blue");
        assert!(error("a.txt --ink").contains("needs a value: COLOUR"));
        let help = help(TABLE);
        assert!(help.contains("hornsolve -P PAD [options] [FILE...]"), "{help}");
        assert!(help.contains("scrawl: what it is written with"), "{help}");
    }

    fn verify(line: &str) -> Result<ProgramOptions, String> {
        let arguments: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        assert!(wanted(TABLE, &arguments), "{line}");
        match parse(TABLE, &arguments)? {
            ProgramCommand::Verify(options) => Ok(*options),
            _ => Err("no verification".to_string()),
        }
    }

    #[test]
    fn the_options_of_gnatprove_are_read() {
        let line = "--frontend scrawl a.txt b.txt -Iinc -Pp.pad --level=3 -j4 --report all --output=oneline \
                    --limit-line=a.txt:3:4:VC_ASSERT --checks-as-errors=on --engine pdr -vv";
        let options = verify(line).expect("good");
        assert_eq!(options.task.files, [PathBuf::from("a.txt"), PathBuf::from("b.txt")]);
        assert_eq!(options.task.value("-P"), Some(OsStr::new("p.pad")));
        assert_eq!(options.task.folders, [PathBuf::from("inc")]);
        assert_eq!(options.budget(), Some(Steps::seconds(20)));
        assert_eq!((options.jobs, options.report, options.layout), (4, Shown::All, Layout::Oneline));
        let place = Limit { file: "a.txt".to_string(), line: 3, column: Some(4), kind: Some("VC_ASSERT".to_string()) };
        assert_eq!(options.limit_line, Some(place));
        assert!(options.checks_as_errors && options.counterexamples);
        assert_eq!((options.solving.engines.len(), options.solving.verbosity), (1, 2));
        assert_eq!(verify("x.txt --timeout=0").expect("good").budget(), None);
        assert_eq!(verify("x.txt --timeout=0.5").expect("good").budget(), Some(Steps::millis(500)));
        assert_eq!(verify("x.txt --steps=100 --timeout=0").expect("good").budget(), Some(Steps::new(100)));
        assert!(verify("x.txt --steps=100 --timeout=5").is_err_and(|why| why.contains("--steps")));
    }

    #[test]
    fn mistakes_are_named() {
        for (line, expected) in [
            ("--frontend scrawl", "no input file"),
            ("--frontend cobol a.cob", "no frontend `cobol`"),
            ("--frontend scrawl --model a.txt", "not for programs"),
            ("a.txt --level 7", "none of 0, 1"),
            ("a.txt --limit-line=a.txt", "not FILE:LINE"),
            ("a.txt --limit-line=a.txt:x", "not FILE:LINE"),
            ("a.txt --nonsense", "unknown option `--nonsense`"),
            ("a.txt -P", "needs a value"),
            ("a.txt -", "standard input"),
            ("a.txt --checks-as-errors=maybe", "none of"),
            ("a.txt --unwind 5", "`--unwind` needs `--mode=bmc`"),
            ("a.txt --all-properties", "`--all-properties` needs `--mode=bmc`"),
            ("a.txt --mode=bmc --unwind", "needs a value"),
            ("a.txt --mode=bmc --unwind=", "no number from 1 to"),
            ("a.txt --mode=bmc --unwind=0", "no number from 1 to"),
            ("a.txt --mode=bmc --unwind=-3", "no number from 1 to"),
            ("a.txt --mode=bmc --unwind=99999999999", "no number from 1 to"),
            ("a.txt --mode=bmc --unwind=ten", "`ten` is no number"),
            ("a.txt --mode=bmc --recursion=1000", "no number from 1 to 50"),
            ("a.txt --mode=bmc --unwindset=a.txt:5", "not FILE:LINE:K"),
            ("a.txt --mode=bmc --unwindset=a.txt:5:0", "no number from 1 to"),
            ("a.txt --mode=bmc --int=nat", "none of bv, math"),
            ("a.txt --mode=cbmc", "none of prove, bmc, all"),
        ] {
            let error = verify(line).err().unwrap_or_default();
            assert!(error.contains(expected), "{line}: {error}");
        }
    }

    #[test]
    fn the_options_of_bounded_model_checking_are_read() {
        let line = "a.txt --mode=bmc --unwind 12 --unwindset=a.txt:14:20,b.txt:3:1 --recursion=3 --all-properties \
                    --unwinding-assertions=off --int=math --trace";
        let options = verify(line).expect("good");
        assert_eq!((options.mode, options.trace), (Mode::Bmc, true));
        let Bounded { unwind, unwindset, recursion, unwinding_assertions, all_properties, integers, .. } =
            options.bounded;
        assert_eq!((unwind, recursion, unwinding_assertions, all_properties), (Some(12), 3, false, true));
        assert_eq!(integers, Integers::Math);
        let places: Vec<(&str, usize, u32)> =
            unwindset.iter().map(|limit| (limit.file.as_str(), limit.line, limit.bound)).collect();
        assert_eq!(places, [("a.txt", 14, 20), ("b.txt", 3, 1)]);
        assert_eq!(verify("a.txt").expect("good").mode, Mode::Prove);
    }

    #[test]
    fn clauses_are_no_programs() {
        for line in ["a.smt2", "-t 3 -", "-- a.txt", "--engine pdr a.smt2"] {
            let arguments: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
            assert!(!wanted(TABLE, &arguments), "{line}");
        }
    }
}
