//! The table of the formats that the result for a program can be written in, besides messages: each has an option that
//! names the file.

use super::ids::Ids;
use super::options::Options;
use super::{code_quality, html, junit, sarif, summary};
use crate::verify::report::{Coverage, Report};
use horn_frontend::{Frontend, Lowered, Message, Subject};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A result with everything that may be said about it.
pub struct Finished<'a> {
    /// What is to be shown.
    pub options: &'a Options,
    /// The program.
    pub subject: &'a Subject<'a>,
    /// The language.
    pub frontend: &'a dyn Frontend,
    /// What the frontend has said.
    pub lowered: &'a Lowered,
    /// What is warned of at the end.
    pub late: &'a [Message],
    /// What was found out.
    pub report: &'a Report,
    /// The names of its checks.
    pub ids: &'a Ids,
    /// How much was looked at.
    pub coverage: &'a Coverage<'a>,
    /// Where the program runs.
    pub folder: &'a Path,
    /// The exit code that it will have.
    pub code: u8,
    /// What JSON hands over to those who put shards together, if this is one.
    pub shard: Option<&'a Value>,
    /// The signal that ended the work, if one did.
    pub signal: Option<Signal>,
}

impl Finished<'_> {
    /// What is said of the sources: by the frontend, and at the end.
    pub fn messages(&self) -> impl Iterator<Item = &Message> {
        self.lowered.messages.iter().chain(self.late)
    }
}

/// A signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signal {
    /// Its number.
    pub number: i32,
    /// Its name, for instance `SIGINT`.
    pub name: &'static str,
}

/// A format.
pub struct Format {
    /// The option that asks for it. Its value is a file; `-` is standard output, in place of the messages.
    pub option: &'static str,
    /// What the help says.
    pub help: &'static str,
    /// The text.
    pub text: fn(&Finished<'_>) -> String,
    /// The files in the place of the one at a path, if its text is too large for one file.
    pub files: fn(&Finished<'_>, &str, &Path) -> Vec<(PathBuf, String)>,
}

/// One file, however large.
fn one(_: &Finished<'_>, _: &str, _: &Path) -> Vec<(PathBuf, String)> {
    Vec::new()
}

/// All formats, in the order in which they are written.
pub const FORMATS: &[Format] = &[
    Format {
        option: "--json",
        help: "write the result as JSON (`-` for standard output, instead of the messages)",
        text: sarif::json,
        files: one,
    },
    Format {
        option: "--sarif",
        help: "write the result as SARIF 2.1.0 (`-` for standard output, instead of the messages)",
        text: sarif::sarif,
        files: one,
    },
    Format {
        option: "--html",
        help: "write the result as a page that needs no other file, above 5 MB beside a folder of pages (`-` for \
               standard output, instead of the messages)",
        text: html::page,
        files: html::pages,
    },
    Format {
        option: "--summary",
        help: "write the summary of GNATprove, its `gnatprove.out`",
        text: summary::text,
        files: one,
    },
    Format {
        option: "--junit",
        help: "write the checks as tests in JUnit's XML, for continuous integration",
        text: junit::text,
        files: one,
    },
    Format {
        option: "--code-quality",
        help: "write what is open as a code quality report of GitLab",
        text: |finished| format!("{:#}\n", code_quality::list(finished)),
        files: one,
    },
];
