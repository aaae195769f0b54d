//! The command line of Eldarica: the same program under the name `eld`, or with `--eld`.
//!
//! docs/eldarica.md is the table of what is done, accepted without effect, and not supported. The exit code is 0
//! whatever the answer; errors are an S-expression on standard output, like everything a client reads.

mod choose;
mod help;
mod options;
pub mod settings;
mod table;
mod work;

use super::memory;
use super::supervise::{Bounds, End, FAREWELL, supervise};
use super::{clear_line, complain, guard, is_guard, one_line, print_out, signal_code, start_logger};
use crate::report::eld::error_line;
use options::{Stop, parse};
use settings::Settings;
use std::ffi::OsString;
use std::process::ExitCode;
use std::time::Duration;

/// Whether the program is to behave as `eld`: by its own name, or because an argument says so.
pub fn is_asked_for(name: Option<&std::ffi::OsStr>, arguments: &[OsString]) -> bool {
    let own = name.map(std::path::Path::new).and_then(|path| path.file_stem());
    own.is_some_and(|own| own == "eld") || arguments.iter().any(|argument| argument == "--eld")
}

/// Runs as `eld` with the arguments after the program's name.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    if is_guard(&arguments) {
        return guard();
    }
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
    let limit = settings.timeout.map(|limit| limit.saturating_sub(ahead(limit)));
    let bounds = Bounds { timeout: limit, memory: Some(memory::DEFAULT) };
    let end = supervise(bounds, FAREWELL, move |cancel| work::run(&settings, cancel));
    let text = match end {
        End::Done(text) => text,
        End::Panic(what) => error_line(&format!("internal error: {}", one_line(&what))),
        End::Signal(number, _) => {
            clear_line();
            return ExitCode::from(signal_code(number));
        }
        End::Late | End::Full => "unknown\n".to_string(),
        End::NoThread(why) => error_line(&format!("no thread: {}", one_line(&why))),
    };
    print_out(&(remarks + &text))
}

/// How long before the end of `-t:` the answer is due: callers such as Solidity's compiler kill the process after the
/// same time, counted from when they started it, and take silence for a crash.
fn ahead(limit: Duration) -> Duration {
    (limit / 16).min(Duration::from_millis(600))
}

/// A warning on standard error.
fn warn(text: &str) {
    complain(&format!("Warning: {text}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_before_a_caller_with_the_same_limit_loses_patience() {
        assert_eq!(ahead(Duration::ZERO), Duration::ZERO);
        // The work may take half a second to notice.
        for seconds in [10, 60, 1_800] {
            assert_eq!(ahead(Duration::from_secs(seconds)), Duration::from_millis(600));
        }
        assert!(ahead(Duration::from_secs(1)) < Duration::from_millis(100));
    }
}
