//! `hornsolve cache …`: looking after a folder of what is kept from one run to the next.

use super::program::{Keeping, Where, kept_at, megabytes};
use super::tasks;
use super::{BAD_INPUT, BROKEN, complain, print_out};
use crate::cache::{Census, census, clear, trim};
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "\
usage: hornsolve cache stats FOLDER                  how many entries there are, and how large they are
       hornsolve cache verify FOLDER                 which of them are broken: exit code 1 if there are any
       hornsolve cache trim FOLDER [--cache-size MB] remove what was not used for the longest time (default 1024)
       hornsolve cache clear FOLDER                  remove all of them
       hornsolve cache take TASKS FOLDER             take the answers in a folder that --emit-tasks has written
";

/// Whether the arguments are about a cache.
pub fn wanted(arguments: &[OsString]) -> bool {
    arguments.first().is_some_and(|word| word == "cache") && !Path::new("cache").is_file()
}

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    Stats,
    Verify,
    Trim(u64),
    Clear,
}

/// Runs with the arguments behind `cache`.
pub fn main(arguments: &[OsString]) -> ExitCode {
    if arguments.iter().any(|argument| argument == "--help" || argument == "-h") {
        return print_out(USAGE);
    }
    if arguments.first().is_some_and(|word| word == "take") {
        return take(&arguments[1..]);
    }
    let (task, folder) = match parse(arguments) {
        Ok(parsed) => parsed,
        Err(what) => {
            complain(&format!("error: {what}; `hornsolve cache --help` says how it is used"));
            return ExitCode::from(BAD_INPUT);
        }
    };
    match run(task, &folder) {
        Ok((text, code)) => match print_out(&text) {
            ExitCode::SUCCESS => code,
            broken => broken,
        },
        Err(error) => {
            complain(&format!("error: {}: {error}", folder.display()));
            ExitCode::from(BROKEN)
        }
    }
}

/// `cache take`.
fn take(arguments: &[OsString]) -> ExitCode {
    let taken = match arguments {
        [tasks, folder] if !folder.to_string_lossy().starts_with('-') => {
            kept_at(folder).and_then(|place| match place {
                Where::At(place) => tasks::take(Path::new(tasks), place),
                Where::OfSources | Where::Nowhere => Err("the folder is missing".to_string()),
            })
        }
        _ => Err("`cache take` needs a folder with tasks, and one for what is kept".to_string()),
    };
    match taken {
        Ok(text) => print_out(&text),
        Err(what) => {
            complain(&format!("error: {what}; `hornsolve cache --help` says how it is used"));
            ExitCode::from(BAD_INPUT)
        }
    }
}

fn parse(arguments: &[OsString]) -> Result<(Task, PathBuf), String> {
    let [word, rest @ ..] = arguments else { return Err("nothing is to be done".to_string()) };
    let mut size = Keeping::default().size;
    let mut folder = None;
    let mut rest = rest.iter();
    while let Some(argument) = rest.next() {
        let text = argument.to_string_lossy();
        if text == "--cache-size" {
            size = megabytes(rest.next().map_or(OsStr::new(""), OsString::as_os_str))?;
        } else if let Some(value) = text.strip_prefix("--cache-size=") {
            size = megabytes(OsStr::new(value))?;
        } else if text.starts_with('-') || folder.is_some() {
            return Err(format!("`{text}` is not expected"));
        } else {
            folder = Some(PathBuf::from(argument));
        }
    }
    let task = match word.to_str() {
        Some("stats") => Task::Stats,
        Some("verify") => Task::Verify,
        Some("trim") => Task::Trim(size),
        Some("clear") => Task::Clear,
        _ => return Err(format!("`{}` is none of stats, verify, trim, clear, take", word.to_string_lossy())),
    };
    Ok((task, folder.ok_or("the folder is missing")?))
}

fn run(task: Task, folder: &Path) -> io::Result<(String, ExitCode)> {
    if !folder.is_dir() {
        return Err(io::Error::new(io::ErrorKind::NotFound, "there is no such folder"));
    }
    let counted = |Census { entries, bytes, .. }: &Census| format!("{entries} entries, {bytes} bytes\n");
    let mut code = ExitCode::SUCCESS;
    let text = match task {
        Task::Stats => counted(&census(folder, false)?),
        Task::Verify => {
            let found = census(folder, true)?;
            if !found.broken.is_empty() {
                code = ExitCode::from(BAD_INPUT);
            }
            let broken = found.broken.iter().map(|path| format!("broken: {}\n", path.display()));
            broken.collect::<String>() + &counted(&found)
        }
        Task::Trim(size) => format!("{} entries removed\n", trim(folder, size)?),
        Task::Clear => format!("{} entries removed\n", clear(folder)?),
    };
    Ok((text, code))
}
