//! How the result for a program is shown, as plain data.

use super::baseline::Baseline;
use std::path::PathBuf;
use std::sync::Arc;

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

/// Everything that is asked of the report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Which checks are shown.
    pub shown: Shown,
    /// How messages look.
    pub layout: Layout,
    /// Severities are coloured where messages are pretty.
    pub colour: bool,
    /// Numbers of the Common Weakness Enumeration are shown.
    pub cwe: bool,
    /// Counterexamples are shown.
    pub counterexamples: bool,
    /// Invariants are shown with the reasons why they hold.
    pub explains: bool,
    /// Whole traces are shown.
    pub trace: bool,
    /// Nothing but messages is shown.
    pub quiet: bool,
    /// The summary says how the run was made.
    pub header: bool,
    /// The summary says of each subprogram what is established of it, and what that depends on.
    pub assumptions: bool,
    /// SARIF has all checks, not only those that somebody has to look at.
    pub sarif_all: bool,
    /// Folders that SARIF names files by, each with its name.
    pub sarif_roots: Vec<(String, PathBuf)>,
    /// An earlier result: what is known from there is not shown again.
    pub baseline: Option<Arc<Baseline>>,
    /// The command line, for SARIF.
    pub command_line: String,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            shown: Shown::default(),
            layout: Layout::default(),
            colour: false,
            cwe: false,
            counterexamples: true,
            explains: false,
            trace: false,
            quiet: false,
            header: false,
            assumptions: false,
            sarif_all: false,
            sarif_roots: Vec::new(),
            baseline: None,
            command_line: String::new(),
        }
    }
}
