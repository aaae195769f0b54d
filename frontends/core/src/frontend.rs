//! The trait a frontend implements, and the look-up in a table of frontends.
//!
//! A frontend is one crate and one line in the table of the front layer. The table lives there and
//! not here, because the frontends depend on this crate.

use crate::diagnostic::{Diagnostic, Severity};
use crate::dialect::Dialect;
use crate::ir::{CheckKind, FileId, Program};
use crate::notation::Notation;
use crate::outcome::{Closing, Failing, Insertion, Results, TestProgram};
use crate::places::Places;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// A source language that hornsolve can verify.
///
/// Implementations hold no state: everything they need travels in the arguments.
pub trait Frontend: Sync {
    /// Name in messages and in options, in lower case.
    fn name(&self) -> &'static str;

    /// Extensions of its files in lower case, without the dot, for instance `["c", "i"]`.
    fn extensions(&self) -> &'static [&'static str];

    /// Reads the files, and what they need, as far as this frontend can, and reports everything it finds wrong.
    fn lower(&self, task: &Task) -> Lowered;

    /// How the language writes values, conditions and calls.
    fn notation(&self) -> &dyn Notation;

    /// Options of the command line that only this frontend has.
    fn options(&self) -> &'static [OwnOption] {
        &[]
    }

    /// The command line of the tool whose place this program can take for the language, if there is one.
    fn dialect(&self) -> Option<&'static Dialect> {
        None
    }

    /// Whether annotations are debugged unless an option says otherwise.
    fn debugs_contracts(&self) -> bool {
        false
    }

    /// What is done with each name to which the language or its manuals give a meaning, as a text, if that is listed.
    fn supported(&self) -> Option<String> {
        None
    }

    /// Where all that is asked is whether any check of some kinds fails, as competitions ask it: these kinds. Behind
    /// the first such run nothing is looked for.
    fn one_failure(&self, task: &Task) -> Vec<CheckKind> {
        let _ = task;
        Vec::new()
    }

    /// Whether what is asked for says which conditions hold at loops, so that these are looked for also where the
    /// checks could do without.
    fn tells_of_loops(&self, task: &Task) -> bool {
        let _ = task;
        false
    }

    /// A program that fails where a check does, compiled and run.
    ///
    /// # Errors
    /// There is no such program; says why.
    fn test_program(&self, failing: &Failing<'_>) -> Result<TestProgram, String> {
        let _ = failing;
        Err(format!("test programs are not written for {}", self.name()))
    }

    /// How conditions that hold whenever the body of a loop is entered are stated in the source `text`, where the loop
    /// begins `at` this byte; those that the language cannot say are left out. `None` if nothing is left, or is said
    /// there already.
    fn invariant(&self, text: &str, at: usize, conditions: &[String]) -> Option<Insertion> {
        let (_, _, _) = (text, at, conditions);
        None
    }

    /// How a condition about its parameters is demanded of the callers of a subprogram, whose declaration begins `at`
    /// this byte of the source `text`.
    fn precondition(&self, text: &str, at: usize, condition: &str) -> Option<Insertion> {
        let (_, _, _) = (text, at, condition);
        None
    }

    /// How the source `text` says of the check `at` this byte, with this message, that somebody has looked at it and
    /// why it is right so: that a failure is meant where one is known, else that there is none. `None` where the
    /// language has no way to say that, or no place for it.
    fn justification(&self, text: &str, at: usize, message: &str, fails: bool, reason: &str) -> Option<Insertion> {
        let (_, _, _, _, _) = (text, at, message, fails, reason);
        None
    }

    /// What this frontend has to say when everything is known, behind the messages and the summary.
    fn conclude(&self, task: &Task, results: &Results<'_>) -> Closing {
        let (_, _) = (task, results);
        Closing::default()
    }
}

/// The frontends that there are, in the order in which they are asked.
pub type Table = &'static [&'static dyn Frontend];

/// An option of the command line that only some frontends have.
pub struct OwnOption {
    /// How it is written: `-x` and `--long`. The value of the short form may be attached. In [`Task::own`] it has the
    /// first name.
    pub names: &'static [&'static str],
    /// How its value is called in the help; none if it has no value.
    pub value: Option<&'static str>,
    /// A line for the help.
    pub help: &'static str,
    /// What it decides.
    pub role: Role,
    /// Whether this can be its value; an `Err` says what is wrong with it.
    pub check: fn(&OsStr) -> Result<(), String>,
}

/// What an option of a frontend decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It names what is to be verified, as a file does: no file is needed.
    Input,
    /// What is verified, or what the program is. Switches that come with the sources can't say that.
    What,
    /// How it is verified, or what is printed.
    How,
}

/// What a frontend is to read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Task {
    /// The files to analyse; with an option that names what is to be verified, none means all of it.
    pub files: Vec<PathBuf>,
    /// Folders where other files are looked for, besides those of the files.
    pub folders: Vec<PathBuf>,
    /// Full names of the subprograms to start from, in any case; none means every one that nobody calls.
    pub entries: Vec<String>,
    /// Calls of subprograms with contracts are their contracts, and their bodies are analysed on their own.
    pub modular: bool,
    /// Units that the files need are read, but only the files themselves are analysed.
    pub only_files: bool,
    /// The options of the frontend's own that were given, by their first names, in order, with their values.
    pub own: Vec<(&'static str, OsString)>,
}

impl Task {
    /// The values that were given for an option of the frontend's own, in order.
    pub fn values(&self, name: &str) -> impl Iterator<Item = &OsStr> {
        self.own.iter().filter(move |(given, _)| *given == name).map(|(_, value)| value.as_os_str())
    }

    /// The last value that was given for an option of the frontend's own.
    pub fn value(&self, name: &str) -> Option<&OsStr> {
        self.values(name).last()
    }
}

/// What a frontend has made of its files.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lowered {
    /// The program, validated but not lifted. Worth nothing if there is an error among the messages.
    pub program: Program,
    /// The texts of [`Program::files`], in that order, as far as they could be read.
    pub texts: Vec<String>,
    /// The switches that come with the sources for the verification, as on the command line.
    pub switches: Vec<String>,
    /// Those of single files, by the last parts of their names in lower case; of several for a file the later count.
    pub file_switches: Vec<(String, Vec<String>)>,
    /// The folder for what is made of the sources, if a project says so.
    pub objects: Option<PathBuf>,
    /// The folder for what is kept from one run to the next, if the sources name one. It need not be there.
    pub results: Option<PathBuf>,
    /// What there is to say, in the order of the files and texts. What is not supported is a warning:
    /// the rest of the program is still analysed.
    pub messages: Vec<Message>,
    /// How many parts of the program are not analysed, because they use what is not supported.
    pub left_out: usize,
    /// How many conditions the program tells to assume, which nothing proves. The messages (notes) name them.
    pub assumptions: usize,
    /// The units of the program and of its project, in the order of their names.
    pub units: Vec<Unit>,
}

/// A unit of the program, or of its project.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unit {
    /// Its name as the program spells it, or as its file's name has it if it was not read.
    pub name: String,
    /// How many subprograms with bodies it has.
    pub subprograms: usize,
    /// How many of them were analysed.
    pub analysed: usize,
    /// Whether it was to be analysed; else it was not read, or only for the sake of others.
    pub looked_at: bool,
}

impl Unit {
    /// Whether all of it was analysed.
    pub fn whole(&self) -> bool {
        self.looked_at && self.analysed == self.subprograms
    }
}

/// A message with its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The file; none for messages about what is no source text, such as a file that is missing.
    pub file: Option<FileId>,
    /// What is said, and where.
    pub diagnostic: Diagnostic,
}

impl Message {
    /// The line that is printed.
    pub fn rendered(&self, places: &Places<'_>) -> String {
        let diagnostic = &self.diagnostic;
        match self.file.and_then(|file| places.source(file)) {
            Some(source) => diagnostic.render(source),
            None => format!("{}: {}", diagnostic.severity, diagnostic.message),
        }
    }
}

impl Lowered {
    /// Whether there is an error.
    pub fn failed(&self) -> bool {
        self.messages.iter().any(|message| message.diagnostic.severity == Severity::Error)
    }

    /// The places of the program.
    pub fn places(&self) -> Places<'_> {
        Places::new(&self.program.files, &self.texts)
    }

    /// The messages as they are printed, one line each.
    pub fn rendered(&self) -> Vec<String> {
        let places = self.places();
        self.messages.iter().map(|message| message.rendered(&places)).collect()
    }
}

/// The frontend responsible for a file, by the extension of its name, in any mixture of cases.
pub fn for_path(table: &[&'static dyn Frontend], path: &Path) -> Option<&'static dyn Frontend> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    table.iter().copied().find(|frontend| frontend.extensions().contains(&extension.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Span;

    /// A language whose only sentence is the empty text.
    struct Empty;

    impl Frontend for Empty {
        fn name(&self) -> &'static str {
            "empty"
        }

        fn extensions(&self) -> &'static [&'static str] {
            &["emp", "ty"]
        }

        fn lower(&self, task: &Task) -> Lowered {
            let mut lowered = Lowered::default();
            for path in &task.files {
                let file = lowered.program.add_file(path.display().to_string());
                lowered.texts.push("x".to_string());
                let diagnostic = Diagnostic::error(Span::new(0, 1), "expected the end of the file");
                lowered.messages.push(Message { file: Some(file), diagnostic });
            }
            if task.files.is_empty() {
                let diagnostic = Diagnostic::error(Span::new(0, 0), "no file");
                lowered.messages.push(Message { file: None, diagnostic });
            }
            lowered
        }

        fn notation(&self) -> &dyn Notation {
            &crate::testing::Plain
        }
    }

    #[test]
    fn the_extension_selects_the_frontend() {
        let table: [&'static dyn Frontend; 1] = [&Empty];
        let name = |path: &str| for_path(&table, Path::new(path)).map(|frontend| frontend.name());
        assert_eq!(name("dir.x/a.TY"), Some("empty"));
        assert_eq!(name("a.smt2"), None);
        assert_eq!(name("emp"), None);
        assert!(for_path(&[], Path::new("a.emp")).is_none());
    }

    #[test]
    fn messages_are_rendered_with_their_file() {
        let task = |files: &[&str]| Task { files: files.iter().map(PathBuf::from).collect(), ..Task::default() };
        let lowered = Empty.lower(&task(&["a.emp", "b.emp"]));
        assert!(lowered.failed());
        assert_eq!(lowered.rendered()[1], "b.emp:1:1: error: expected the end of the file");
        assert_eq!(Empty.lower(&task(&[])).rendered(), ["error: no file"]);
        assert!(!Lowered::default().failed());
    }
}
