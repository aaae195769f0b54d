//! The options for programs: what `hornsolve --frontend NAME …` understands, besides the options that a frontend has of
//! its own.

mod help;
mod parse;
mod table;

#[cfg(test)]
mod tests;

pub use help::help;
pub use parse::parse;

use super::Input;
use super::options::Options;
use crate::independent::Check;
use crate::{report, verify};
use horn_frontend::{Frontend, OwnOption, Role, Table, Task, for_path};
use horn_solver::smt::Steps;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
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
    /// What is asked of the verification.
    pub verify: verify::Options,
    /// How the result is shown.
    pub report: report::Options,
    /// Unproved checks make the exit code 1.
    pub checks_as_errors: bool,
    /// Whether contracts are debugged, if the command line says so.
    contract_notes: Option<bool>,
    /// The options that were given for bounded model checking, for the message that they need its mode.
    for_bounds: Vec<&'static str>,
    /// The folder for programs that fail.
    pub emit_test: Option<PathBuf>,
    /// Where to write the result: a format, by its place in the table, and a file; `-` is standard output.
    pub outputs: BTreeMap<usize, PathBuf>,
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
            report: report::Options::default(),
            checks_as_errors: false,
            contract_notes: None,
            for_bounds: Vec::new(),
            emit_test: None,
            outputs: BTreeMap::new(),
            arguments: Vec::new(),
        }
    }

    /// What follows from the options together, once all are known.
    fn settle(&mut self, frontend: &dyn Frontend) {
        self.verify.solving = self.solving.solving();
        self.verify.limit = self.solving.steps.or_else(|| self.timeout.map(Steps::of_time));
        self.verify.debug_contracts = self.contract_notes.unwrap_or_else(|| frontend.debugs_contracts());
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
                report: report::Options { command_line: self.report.command_line.clone(), ..options.report },
                arguments: self.arguments.clone(),
                ..*options
            },
            _ => self.clone(),
        };
        (options, ignored.into_iter().cloned().collect())
    }
}
