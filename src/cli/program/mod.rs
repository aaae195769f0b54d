//! The options for programs: what `hornsolve --frontend NAME …` understands, besides the options that a frontend has of
//! its own.

mod categories;
mod help;
pub mod manifest;
mod parse;
mod places;
mod table;

#[cfg(test)]
mod tests;

pub use help::{help, rows};
pub use manifest::Manifests;
pub use parse::{merging, parse};
pub(super) use table::{kept_at, megabytes};

use super::Input;
use super::options::Options;
use crate::cache::Place;
use crate::independent::Check;
use crate::report::formats::FORMATS;
use crate::verify::options::{Mode, Solving};
use crate::verify::tags::Tags;
use crate::{report, verify};
use horn_frontend::{Dialect, Frontend, OwnOption, Role, Table, Task, for_path};
use horn_solver::smt::Steps;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::io::IsTerminal;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Everything the command line decides about programs.
#[derive(Clone)]
pub struct ProgramOptions {
    /// What is shared with clauses: the SMT solver, logging, and how systems are solved.
    pub solving: Options,
    /// The frontends that there are.
    table: Table,
    /// The frontend that was named, if one was.
    named: Option<&'static dyn Frontend>,
    /// The files, and what else the frontend is told.
    pub task: Task,
    /// Time per check; zero for none.
    timeout: Option<Duration>,
    /// Whether a level, a time or an amount of work per check was asked for.
    effort_given: bool,
    /// What is asked of the verification.
    pub verify: verify::Options,
    /// How the result is shown.
    pub report: report::Options,
    /// Unproved checks make the exit code 1.
    pub checks_as_errors: bool,
    /// Warnings make the exit code 1.
    pub warnings_as_errors: bool,
    /// What is made of warnings that have tags.
    pub tags: Tags,
    /// The limit of each proof for a warning.
    warning_limit: Duration,
    /// What `--mode` says of bounded model checking, and what `--bmc` does, which counts.
    mode: Mode,
    bmc: Option<Mode>,
    /// The provers that were asked for, in lower case.
    provers: Vec<String>,
    /// Megabytes for a solver process, if that was asked for; 0 for no limit.
    pub memory: Option<u32>,
    /// The limit of the whole run.
    pub time_limit: Option<Duration>,
    /// Where events are written as they happen.
    pub json_stream: Option<PathBuf>,
    /// Checks are shown in the order in which they are decided.
    pub by_completion: bool,
    /// Progress is printed as lines for editors.
    pub progress_lines: bool,
    /// The options that were accepted and have no effect, as they were given.
    pub ignored: Vec<String>,
    /// The tool one of whose options was given that this program or the frontend does not have itself, and that option.
    foreign: Option<(&'static str, String)>,
    /// Whether contracts are debugged, if the command line says so.
    contract_notes: Option<bool>,
    /// The options that were given for bounded model checking, for the message that they need its mode.
    for_bounds: Vec<&'static str>,
    /// Whether the checks of the language are assumed.
    pub annotations_only: bool,
    /// The folder for programs that fail.
    pub emit_test: Option<PathBuf>,
    /// How long subprograms took before, for dividing the work.
    timings: Option<BTreeMap<String, f64>>,
    /// Where the results of shards are put together: how many there are, and those that are missing.
    pub merged: Option<(u32, Vec<u32>)>,
    /// How much work single subprograms may take, as manifests say, and where that is written.
    pub manifests: Manifests,
    /// The folder for tasks that others are to decide.
    pub task_folder: Option<PathBuf>,
    /// The folder for manifests of what this run has taken.
    pub manifest_folder: Option<PathBuf>,
    /// What is kept from one run to the next.
    pub keeping: Keeping,
    /// Removes what is kept for the project, and does nothing else.
    pub clean: bool,
    /// Where to write the result: a format, by its place in the table, and a file; `-` is standard output.
    pub outputs: BTreeMap<usize, PathBuf>,
    /// Whether the summary goes to the object folder of the project.
    pub project_summary: bool,
    /// The arguments.
    arguments: Vec<OsString>,
}

/// Where things are kept from one run to the next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Where {
    /// In the folder that the sources name, if they name one.
    #[default]
    OfSources,
    /// Nowhere.
    Nowhere,
    /// In this place.
    At(Place),
}

/// What is kept from one run to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keeping {
    /// Where.
    pub place: Where,
    /// Whether what was kept is used.
    pub reads: bool,
    /// How many bytes it may have.
    pub size: u64,
}

impl Default for Keeping {
    fn default() -> Keeping {
        Keeping { place: Where::default(), reads: true, size: 1 << 30 }
    }
}

impl Keeping {
    /// The place of the cache, where the sources name this folder for what is kept. Like GNATprove this makes the
    /// folder of a project if only that is missing.
    pub fn place(&self, of_sources: Option<&Path>) -> Option<Place> {
        match &self.place {
            Where::Nowhere => None,
            Where::At(place) => Some(place.clone()),
            Where::OfSources => {
                let folder = of_sources?;
                let beside =
                    folder.parent().map(|parent| if parent == Path::new("") { Path::new(".") } else { parent });
                let is_there = folder.is_dir() || beside.is_some_and(Path::is_dir);
                is_there.then(|| Place::Folder(folder.join("hornsolve")))
            }
        }
    }
}

/// What the command line asks for.
pub enum ProgramCommand {
    /// Verify something.
    Verify(Box<ProgramOptions>),
    /// Print the help.
    Help,
    /// Print the version.
    Version,
    /// Print a text.
    Print(String),
}

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

/// The command lines of other tools that frontends know.
fn dialects(table: Table) -> impl Iterator<Item = &'static Dialect> {
    let mut found: Vec<&'static Dialect> = Vec::new();
    for dialect in table.iter().filter_map(|frontend| frontend.dialect()) {
        if !found.iter().any(|known| known.command == dialect.command) {
            found.push(dialect);
        }
    }
    found.into_iter()
}

/// The arguments under the name that the program was called by: under that of another tool they are about the language
/// of that tool, and what is to be verified may be implied. With the name, if it is one of these.
///
/// # Errors
/// Nothing is named that could be verified, and nothing implied; says why.
pub fn under_name(
    table: Table,
    name: &OsStr,
    arguments: Vec<OsString>,
) -> Result<(Vec<OsString>, Option<&'static str>), String> {
    let command = Path::new(name).file_name();
    let takes_place = |frontend: &&dyn Frontend| {
        frontend.dialect().filter(|dialect| command.is_some_and(|command| command == dialect.command))
    };
    let found = table.iter().copied().find_map(|frontend| Some((frontend, takes_place(&frontend)?)));
    let Some((frontend, dialect)) = found else { return Ok((arguments, None)) };
    let mut all = vec![OsString::from("--frontend"), OsString::from(frontend.name())];
    let whole: Vec<OsString> = all.iter().chain(&arguments).cloned().collect();
    let files = match parse(table, &whole) {
        Ok(ProgramCommand::Verify(options)) if own(table).any(|option| options.is_input(option)) => None,
        Ok(ProgramCommand::Verify(_)) => Some(true),
        Err(what) if what == parse::NO_INPUT => Some(false),
        _ => None,
    };
    if let Some(files) = files {
        all.extend((dialect.implied)(Path::new("."), files)?);
    }
    // As that tool does.
    all.extend(["--project-summary", "--sarif-content=all"].map(OsString::from));
    all.extend(arguments);
    Ok((all, Some(dialect.command)))
}

/// Whether an argument is this option, with its value attached or not.
fn names(option: &OwnOption, argument: &[u8]) -> bool {
    option.names.iter().any(|name| {
        let rest = argument.strip_prefix(name.as_bytes());
        rest.is_some_and(|rest| rest.is_empty() || rest[0] == b'=' || (name.len() == 2 && option.value.is_some()))
    })
}

/// The names of all frontends.
pub fn names_of(table: Table, separator: &str) -> String {
    table.iter().map(|frontend| frontend.name()).collect::<Vec<&str>>().join(separator)
}

impl ProgramOptions {
    fn new(table: Table) -> ProgramOptions {
        // A program has hundreds of small systems: the check inside confirms their models, runs confirm what fails.
        // `--check=one` asks for more.
        let solving = Options { check: Check::Off, ..Options::new(Input::Stdin) };
        ProgramOptions {
            verify: verify::Options::new(solving.solving()),
            solving,
            table,
            named: None,
            task: Task::default(),
            timeout: None,
            effort_given: false,
            report: report::Options { colour: wants_colours(), ..report::Options::default() },
            checks_as_errors: false,
            warnings_as_errors: false,
            tags: Tags::default(),
            warning_limit: Duration::from_secs(1),
            mode: Mode::default(),
            bmc: None,
            provers: Vec::new(),
            memory: None,
            time_limit: None,
            json_stream: None,
            by_completion: false,
            progress_lines: false,
            ignored: Vec::new(),
            foreign: None,
            contract_notes: None,
            for_bounds: Vec::new(),
            annotations_only: false,
            emit_test: None,
            timings: None,
            merged: None,
            manifests: Manifests::default(),
            task_folder: None,
            manifest_folder: None,
            keeping: Keeping::default(),
            clean: false,
            outputs: BTreeMap::new(),
            project_summary: false,
            arguments: Vec::new(),
        }
    }

    /// Whether the command line says what becomes of loops.
    pub(crate) fn says_of_loops(&self) -> bool {
        self.bmc.is_some()
    }

    /// What follows from the options together, once all are known.
    fn settle(&mut self, frontend: &dyn Frontend) {
        self.verify.mode = self.bmc.unwrap_or(self.mode);
        let has = |name: &str| self.provers.iter().any(|prover| prover == name);
        if has("cvc5") && !has("z3") && !has("all") && self.solving.smt_solver.is_none() {
            if is_on_path("cvc5") {
                self.solving.smt_solver = Some(OsString::from("cvc5"));
            } else {
                self.ignored.push("--prover=cvc5 (there is none on PATH)".to_string());
            }
        }
        let others = self.provers.iter().filter(|name| !matches!(name.as_str(), "z3" | "cvc5" | "all"));
        let others: Vec<&str> = others.map(String::as_str).collect();
        if !others.is_empty() {
            self.ignored.push(format!("--prover={}", others.join(",")));
        }
        self.ignored.extend(self.manifests.ignored.iter().cloned());
        if let (Some(shard), Some(times)) = (&mut self.verify.shard, self.timings.take()) {
            shard.times = Arc::new(times);
        }
        self.verify.reach = self.tags.proves().then(|| Steps::of_time(self.warning_limit));
        self.verify.solving = self.solving.solving();
        self.verify.limit = self.solving.steps.or_else(|| self.timeout.map(Steps::of_time));
        self.verify.debug_contracts = self.contract_notes.unwrap_or_else(|| frontend.debugs_contracts());
    }

    /// Whether what is to be verified was named by an option, and not only by files.
    pub fn has_input(&self) -> bool {
        own(self.table).any(|option| self.is_input(option))
    }

    /// The arguments that the options were read from.
    pub fn arguments(&self) -> &[OsString] {
        &self.arguments
    }

    /// All that verdicts may depend on, as a text: the program, and what is asked of the verification. How results are
    /// shown, what is kept and how much is done at the same time are not among it.
    pub fn essence(&self) -> String {
        let verify::Options {
            ref solving,
            limit,
            level,
            ref efforts,
            ref rules,
            depth,
            ref limits,
            arrays,
            debug_contracts,
            mode,
            ref bounded,
            replays,
            jobs: _,
            shard: _,
            dump_smt: _,
            cache: _,
            one_failure: _,
            unwinds: _,
            invariants: _,
            explains: _,
            reach,
        } = self.verify;
        let frontend = self.frontend().map_or("", Frontend::name);
        let asked =
            (limit, level, (efforts, rules), depth, limits, arrays, debug_contracts, mode, bounded, (replays, reach));
        let Solving { ref engines, certify, ref check, preprocess, ref instrument, jobs: _, certificates: _ } =
            *solving;
        let solved = (engines, certify, check, preprocess, instrument, self.memory);
        format!("{frontend} {:?} {asked:?} {solved:?}", self.task)
    }

    /// Whether standard output is for messages, not for a file.
    pub fn prints_messages(&self) -> bool {
        !self.outputs.values().chain(&self.json_stream).any(|path| path == Path::new("-"))
    }

    /// Whether somebody will see what is found out about loops.
    pub fn shows_facts(&self) -> bool {
        self.report.shown != report::options::Shown::Fail
            || self.verify.explains
            || !self.outputs.is_empty()
            || self.json_stream.is_some()
    }

    /// Whether messages are printed as soon as nothing can change them.
    pub fn shows_early(&self) -> bool {
        self.prints_messages() && !self.verify.debug_contracts
    }

    /// The frontend: the one named, or that of the first file, or the one with the option that says what to verify.
    pub fn frontend(&self) -> Option<&'static dyn Frontend> {
        let has = |frontend: &&&dyn Frontend| frontend.options().iter().any(|option| self.is_input(option));
        match (self.named, self.task.files.first()) {
            (Some(frontend), _) => Some(frontend),
            // The name of a unit says nothing.
            (None, Some(file)) => for_path(self.table, file).or_else(|| self.table.iter().find(has).copied()),
            (None, None) => self.table.iter().find(has).copied(),
        }
    }

    /// Whether this option was given and says what to verify.
    fn is_input(&self, option: &OwnOption) -> bool {
        option.role == Role::Input && self.task.value(option.names[0]).is_some()
    }

    /// The options with the switches that come with the sources, and those of them that mean nothing here. Sources say
    /// how to verify, not what.
    ///
    /// The command line has precedence over what is said of a file, and that over what is said of all. `--level`,
    /// `--timeout` and `--steps` belong together: one of them on a higher rank replaces all of them on lower ones.
    pub fn with_switches(
        &self,
        switches: &[String],
        of_files: &[(String, Vec<String>)],
    ) -> (ProgramOptions, Vec<String>) {
        let (given, ignored): (Vec<&String>, Vec<&String>) = switches.iter().partition(|one| self.takes(one));
        let given = given.into_iter().filter(|switch| !self.effort_given || !is_effort(switch));
        let all: Vec<OsString> = given.map(OsString::from).chain(self.arguments.iter().cloned()).collect();
        let mut options = match parse(self.table, &all) {
            Ok(ProgramCommand::Verify(options)) => ProgramOptions {
                report: report::Options { command_line: self.report.command_line.clone(), ..options.report },
                arguments: self.arguments.clone(),
                ..*options
            },
            _ => self.clone(),
        };
        let mut ignored: Vec<String> = ignored.into_iter().cloned().collect();
        for (file, switches) in of_files {
            let (efforts, others): (Vec<&String>, Vec<&String>) =
                switches.iter().partition(|one| is_effort(one) && self.takes(one));
            let others = others.into_iter().map(|switch| format!("{switch} (for {file})"));
            ignored.extend(others);
            let named = [OsStr::new("--frontend"), OsStr::new(self.frontend().map_or("", Frontend::name))];
            let alone = named.into_iter().chain(efforts.iter().map(OsStr::new)).chain(["--", "file"].map(OsStr::new));
            let alone: Vec<OsString> = alone.map(OsStr::to_os_string).collect();
            if let Ok(ProgramCommand::Verify(of_file)) = parse(self.table, &alone)
                && of_file.effort_given
                && !self.effort_given
            {
                let effort = (of_file.verify.limit, of_file.verify.level);
                options.verify.efforts.insert(verify::options::stem(file), effort);
            }
        }
        if !self.effort_given {
            options.verify.rules = self.manifests.rules.iter().map(|(rule, _)| rule.clone()).collect();
        }
        ignored.dedup();
        (options, ignored)
    }

    /// Whether sources may give a switch.
    fn takes(&self, switch: &str) -> bool {
        let name = self.frontend().map_or("", Frontend::name);
        let alone = ["--frontend", name, switch, "--", "file"].map(OsString::from);
        let of_frontend = |option: &OwnOption| option.role != Role::How && names(option, switch.as_bytes());
        switch.starts_with('-')
            && !NOT_FOR_SOURCES.iter().any(|name| switch.starts_with(name))
            && !FORMATS.iter().any(|format| switch.starts_with(format.option))
            && !own(self.table).any(of_frontend)
            && matches!(parse(self.table, &alone), Ok(ProgramCommand::Verify(_)))
    }
}

/// Whether a switch says how much work a check may take.
fn is_effort(switch: &str) -> bool {
    EFFORTS.iter().any(|name| switch.split(['=', ' ']).next() == Some(name))
}

/// The options that say how much work a check may take.
const EFFORTS: &[&str] = &["--level", "--timeout", "-t", "--steps"];

/// Whether messages are coloured where nothing is said: on a terminal, unless `NO_COLOR` is set to anything.
fn wants_colours() -> bool {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    std::io::stdout().is_terminal() && set("NO_COLOR").is_none() && set("TERM").is_none_or(|kind| kind != "dumb")
}

/// Whether there is such a program.
fn is_on_path(name: &str) -> bool {
    std::env::var_os("PATH").is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join(name).is_file()))
}

/// Options that no sources may give: they say what is verified, or are for the user alone.
const NOT_FOR_SOURCES: &[&str] = &[
    "-I",
    "-u",
    "--frontend",
    "--entry",
    "-v",
    "-q",
    "--quiet",
    "--smt-solver",
    "--smt-log",
    "--dump-smt",
    "--emit-test",
    "--emit-tasks",
    "--project-summary",
    "--baseline",
    "--sarif-content",
    "--sarif-base-uri",
    "--color",
    "--json-stream",
    "--limit",
    "--mode=bmc",
    "--no-certify",
    "--cache",
    "--clean",
    "--memcached-server",
    "--replay",
    "--shard",
    "--timings",
    "--proof-manifest-dir",
    "--generate-manifest-dir",
];
