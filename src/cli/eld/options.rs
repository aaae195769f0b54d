//! Walking an `eld` command line: strictly from left to right, options and file names in any order.
//!
//! The first thing that is wrong ends it, with what Eldarica prints then. A file is opened when its name is met, so a
//! missing file is reported before an unknown option that follows it.

use super::settings::{Format, Settings, Source};
use super::table::{SPECS, Takes};
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::Arc;

/// How a command line ends that asks for no solving.
#[derive(Debug, PartialEq, Eq)]
pub enum Stop {
    /// `-h`.
    Help,
    /// The help, then an error.
    HelpAndError(String),
    /// An error.
    Error(String),
}

/// Reads the arguments after the program's name.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Settings, Stop> {
    let mut settings = Settings::new();
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        let bytes = argument.as_bytes();
        if !bytes.starts_with(b"-") {
            settings.source = Some(open(&argument)?);
            continue;
        }
        if bytes == b"-h" {
            return Err(Stop::Help);
        }
        let (name, attached) = match bytes.iter().position(|&byte| byte == b':') {
            Some(at) => (&bytes[..at], Some(OsStr::from_bytes(&bytes[at + 1..]))),
            None => (bytes, None),
        };
        // An option with and one without a value may share a name: `-abstract`, `-abstract:off`.
        let spec = SPECS.iter().find(|spec| {
            spec.name.as_bytes() == name
                && match spec.takes {
                    Takes::Nothing | Takes::Next(_) => attached.is_none(),
                    Takes::Attached(_) => attached.is_some(),
                }
        });
        let Some(spec) = spec else { return Err(unrecognized(&argument)) };
        let value = match (&spec.takes, attached) {
            (Takes::Next(_), _) => arguments.next().ok_or_else(|| unrecognized(&argument))?,
            (_, value) => value.map(OsStr::to_os_string).unwrap_or_default(),
        };
        match (spec.apply)(&mut settings, &value) {
            Ok(()) => {}
            Err(what) if what.is_empty() => return Err(unrecognized(&argument)),
            Err(what) => return Err(Stop::Error(what)),
        }
    }
    if settings.source.is_none() && settings.parse_only.is_none() {
        return Err(Stop::HelpAndError("no input file given".to_string()));
    }
    Ok(settings)
}

fn unrecognized(argument: &OsStr) -> Stop {
    Stop::HelpAndError(format!("unrecognized option '{}'", argument.to_string_lossy()))
}

fn open(name: &OsStr) -> Result<Source, Stop> {
    let file = File::open(name).ok().filter(|file| file.metadata().is_ok_and(|data| !data.is_dir()));
    match file {
        Some(file) => Ok(Source::File(PathBuf::from(name), Arc::new(file))),
        None => Err(Stop::Error(missing(name))),
    }
}

/// The message about a file that can't be opened.
pub fn missing(name: &OsStr) -> String {
    format!("No such file or option: {} . Use -h for usage information", name.to_string_lossy())
}

/// The format of the input: what the options say, else the file's extension.
pub fn format(settings: &Settings) -> Result<Format, String> {
    if let Some(format) = settings.format {
        return Ok(format);
    }
    match &settings.source {
        Some(Source::Stdin) | None => Ok(Format::SmtLib),
        Some(Source::File(path, _)) => match path.as_os_str().as_bytes() {
            name if name.ends_with(b".smt2") => Ok(Format::SmtLib),
            name if name.ends_with(b".horn") => Ok(Format::Prolog),
            name if name.ends_with(b".nts") => Ok(Format::Nts),
            _ => Err("could not figure out the input format".to_string()),
        },
    }
}

/// Whether the input is only parsed: `-ints` without `-horn`, unless the file's extension implies it.
pub fn only_parsed(settings: &Settings) -> bool {
    let named =
        matches!(&settings.source, Some(Source::File(path, _)) if path.as_os_str().as_bytes().ends_with(b".nts"));
    settings.format == Some(Format::Nts) && !settings.horn && !named
}

#[cfg(test)]
mod tests {
    use super::super::settings::{Method, Print, Syntax, Templates};
    use super::*;
    use std::time::Duration;

    fn line(text: &str) -> Result<Settings, Stop> {
        parse(text.split_whitespace().map(OsString::from))
    }

    fn error(text: &str) -> String {
        match line(text) {
            Err(Stop::Error(what)) => what,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn options_and_files_come_in_any_order_and_the_last_file_wins() {
        let settings = line("-t:1.5 Cargo.toml -ssol src/lib.rs -cex -hin").expect("a good line");
        assert!(matches!(&settings.source, Some(Source::File(name, _)) if name.ends_with("lib.rs")));
        assert_eq!(settings.timeout, Some(Duration::from_millis(1500)));
        assert!(settings.smt_model && !settings.prolog_model);
        assert_eq!((settings.counterexample, settings.format), (Some(Syntax::Prolog), Some(Format::Prolog)));
        assert_eq!(line("-cex -scex -in").map(|s| s.counterexample).ok(), Some(Some(Syntax::SmtLib)));
    }

    #[test]
    fn the_first_mistake_from_the_left_is_reported() {
        assert_eq!(
            error("-t:1 nowhere.smt2 -bogus"),
            "No such file or option: nowhere.smt2 . Use -h for usage information"
        );
        let unknown = |text: &str| Err::<(), _>(Stop::HelpAndError(format!("unrecognized option '{text}'")));
        assert_eq!(line("-bogus nowhere.smt2").map(drop), unknown("-bogus"));
        assert_eq!(line("-ssol:x Cargo.toml").map(drop), unknown("-ssol:x"));
        assert_eq!(line("Cargo.toml -h -bogus").map(drop), Err(Stop::Help));
        assert_eq!(line("-ssol").map(drop), Err(Stop::HelpAndError("no input file given".to_string())));
        assert_eq!(line("src").map(drop), Err(Stop::Error(missing(OsStr::new("src")))), "a folder is no input");
    }

    #[test]
    fn malformed_numbers_carry_the_text_that_was_given() {
        assert_eq!(error("-t:abc -in"), "For input string: \"abc\"");
        assert_eq!(error("-log:two -in"), "For input string: \"two\"");
        assert_eq!(error("-t: -in"), "empty String");
        assert_eq!(error("-splitClauses: -in"), "For input string: \"\"");
    }

    #[test]
    fn formats_come_from_options_or_extensions() {
        assert_eq!(format(&line("-in").expect("good")), Ok(Format::SmtLib));
        assert_eq!(format(&line("-hin -in").expect("good")), Ok(Format::Prolog));
        // A format that comes after -in still wins over the file name.
        assert_eq!(format(&line("Cargo.toml -ints").expect("good")), Ok(Format::Nts));
        let unknown = Err("could not figure out the input format".to_string());
        assert_eq!(format(&line("Cargo.toml").expect("good")), unknown);
        let parsed = |text: &str| only_parsed(&line(text).expect("good"));
        assert!(parsed("Cargo.toml -ints") && parsed("-ints -in") && !parsed("-ints -in -horn"));
        assert!(!parsed("-ints tests/eld/count.nts") && !parsed("-in"));
    }

    #[test]
    fn engines_and_passes_are_chosen() {
        let settings = line("-in -abstract:oct -lbe -splitClauses:2 -noSlicing -noIntervals").expect("good");
        assert_eq!((settings.method, settings.templates), (Method::PredicateAbstraction, Some(Templates::Oct)));
        assert!(!settings.preprocess && !settings.slicing && !settings.intervals && settings.split == Some(2));
        assert_eq!(line("-in -sym:dfs").map(|s| s.method).ok(), Some(Method::Symbolic));
        assert_eq!(
            line("-in -sym:zigzag").map(|s| s.remarks).ok(),
            Some(vec!["Unknown argument for -sym:, defaulting to bfs.".to_string()])
        );
        let both = |text: &str| line(text).map(|s| (s.portfolio, s.abstract_both)).ok();
        assert_eq!(both("-in -portfolio -abstractPO"), Some((false, true)));
        assert_eq!(both("-in -abstractPO -portfolio"), Some((true, false)));
        assert_eq!(line("-in -log:9").map(|s| s.log).ok(), Some(3));
        assert_eq!(line("-in -sp").map(|s| s.print).ok(), Some(Some(Print::SmtLib)));
        assert_eq!(line("-in -dotCEX -pngNo").map(|s| s.dot).ok(), Some(false));
    }

    #[test]
    fn every_option_has_a_line_of_help() {
        let help = super::super::help::text();
        for spec in SPECS {
            assert!(!spec.help.is_empty(), "{}", spec.name);
            assert!(help.contains(&format!("  {}", spec.name)), "{}", spec.name);
        }
    }
}
