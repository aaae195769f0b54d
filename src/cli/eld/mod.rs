//! The command line of Eldarica: the same program under the name `eld`, or with `--eld`.
//!
//! docs/eldarica.md is the table of what is done, accepted without effect, and not supported. The exit code is 0 whatever the answer;
//! errors are an S-expression on standard output, like everything a client reads.

mod choose;
mod help;
mod options;
pub mod settings;
mod table;
mod work;

use super::supervise::{End, FAREWELL, supervise};
use super::{clear_line, complain, one_line, print_out, signal_code, start_logger};
use crate::report::eld::error_line;
use options::{Stop, parse};
use settings::Settings;
use std::ffi::OsString;
use std::process::ExitCode;

/// Whether the program is to behave as `eld`: by its own name, or because an argument says so.
pub fn is_asked_for(name: Option<&std::ffi::OsStr>, arguments: &[OsString]) -> bool {
    let own = name.map(std::path::Path::new).and_then(|path| path.file_stem());
    own.is_some_and(|own| own == "eld") || arguments.iter().any(|argument| argument == "--eld")
}

/// Runs as `eld` with the arguments after the program's name.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let settings = match parse(arguments) {
        Ok(settings) => settings,
        Err(Stop::Help) => return print_out(&help::text()),
        Err(Stop::HelpAndError(what)) => return print_out(&(help::text() + &error_line(&what))),
        Err(Stop::Error(what)) => return print_out(&error_line(&what)),
    };
    run(settings)
}

fn run(settings: Settings) -> ExitCode {
    start_logger(if settings.log >= 2 { settings.log } else { 0 });
    let remarks: String = settings.remarks.iter().map(|line| format!("{line}\n")).collect();
    let end = supervise(settings.timeout, FAREWELL, move |cancel| work::run(&settings, cancel));
    let text = match end {
        End::Done(text) => text,
        End::Panic(what) => error_line(&format!("internal error: {}", one_line(&what))),
        End::Signal(number, _) => {
            clear_line();
            return ExitCode::from(signal_code(number));
        }
        End::Late => "unknown\n".to_string(),
        End::NoThread(why) => error_line(&format!("no thread: {}", one_line(&why))),
    };
    print_out(&(remarks + &text))
}

/// A warning on standard error.
fn warn(text: &str) {
    complain(&format!("Warning: {text}"));
}
