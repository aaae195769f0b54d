//! Arguments to options. Options are those of the table, those that a frontend has of its own, and those for clauses.

use super::super::options::{SPECS, Takes, split, take, value_of};
use super::table::{NOT_FOR_PROGRAMS, PROGRAM_SPECS};
use super::{ProgramCommand, ProgramOptions, own};
use crate::report::formats::FORMATS;
use crate::verify::options::Mode;
use horn_frontend::Table;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

/// Parses the arguments after the program's name. `Err` is one line about what is wrong.
pub fn parse(table: Table, arguments: &[OsString]) -> Result<ProgramCommand, String> {
    let mut options = ProgramOptions::new(table);
    let words: Vec<_> = arguments.iter().map(|argument| argument.to_string_lossy()).collect();
    options.report.command_line = std::iter::once("hornsolve".into()).chain(words).collect::<Vec<_>>().join(" ");
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
            .or_else(|| take_format(&mut options, &argument, &mut arguments))
            .or_else(|| take(PROGRAM_SPECS, &mut options, &argument, &mut arguments))
            .or_else(|| take(SPECS, &mut options.solving, &argument, &mut arguments))
            .unwrap_or_else(|| Err(format!("unknown option `{}`", argument.to_string_lossy())))?;
    }
    if let (Mode::Prove, Some(name)) = (options.verify.mode, options.for_bounds.first()) {
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
        None => {
            options.settle(frontend);
            Ok(ProgramCommand::Verify(Box::new(options)))
        }
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

/// Takes the file that a format of the result is written to, if the option is that of a format.
fn take_format(
    options: &mut ProgramOptions,
    argument: &OsStr,
    rest: &mut dyn Iterator<Item = OsString>,
) -> Option<Result<(), String>> {
    let (name, attached) = split(argument.as_bytes());
    let (at, format) = FORMATS.iter().enumerate().find(|(_, format)| format.option.as_bytes() == name)?;
    let value = value_of(&Takes::Value("FILE"), format.option, attached, rest);
    Some(value.map(|value| drop(options.outputs.insert(at, PathBuf::from(value)))))
}

/// An option of one letter whose value is attached, and the value: `-Ifolder`, `-j4`.
fn attached(table: Table, argument: &[u8]) -> Option<(&'static str, &OsStr)> {
    let own = own(table).filter(|option| option.value.is_some()).flat_map(|option| option.names);
    let mut known = own.copied().filter(|name| name.len() == 2).chain(["-I", "-j"]);
    let name = known.find(|name| argument.len() > 2 && argument.starts_with(name.as_bytes()))?;
    Some((name, OsStr::from_bytes(&argument[2..])))
}
