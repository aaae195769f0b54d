//! What verification found out, as a frontend sees it that has something of its own to say about it: programs that
//! repeat a failure, a closing line, files such as witnesses.

use crate::counterexample::Counterexample;
use crate::ir::{CheckId, Loc};
use crate::subject::Subject;
use std::path::PathBuf;

/// A failing check for which a program is wanted that fails there when it is compiled and run.
pub struct Failing<'a> {
    /// The program.
    pub subject: Subject<'a>,
    /// The check.
    pub check: CheckId,
    /// The run in which it fails.
    pub example: &'a Counterexample,
    /// The number of the test, from 1.
    pub number: usize,
}

/// A program that fails where a check does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestProgram {
    /// The name of its file, without folders.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// A text that is to be inserted into a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insertion {
    /// The byte in front of which it belongs.
    pub at: usize,
    /// The text.
    pub text: String,
}

/// What is known of a check.
#[derive(Clone, Copy, Debug)]
pub enum Status<'a> {
    /// It never fails.
    Proved,
    /// It fails, in this run.
    Fails(&'a Counterexample),
    /// Neither is known, or it holds up to a bound only.
    Unknown,
}

/// All that is known of a program.
pub struct Results<'a> {
    /// The program.
    pub subject: Subject<'a>,
    /// The checks that were looked at, in the order of their places.
    pub checks: Vec<(CheckId, Status<'a>)>,
    /// What holds at loops whenever their condition is about to be tested: conditions in the notation of the language.
    pub invariants: Vec<(Loc, &'a [String])>,
    /// Whether everything was looked at: no part is left out, and no option selects some of the checks.
    pub whole: bool,
}

/// What a frontend adds to the report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Closing {
    /// The last line of the output.
    pub line: Option<String>,
    /// Files to write.
    pub files: Vec<(PathBuf, String)>,
}
