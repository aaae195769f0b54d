//! From files to compilation units in dependency order (RM 10.1): what a program consists of.
//!
//! [`load`] reads the files it is given, finds the units they depend on by GNAT's naming scheme (`A.B` is in
//! `a-b.ads` and `a-b.adb`) beside them, in the folders of the task or in the sources of the project, and puts
//! all of them in an order in which every unit stands behind those it depends on. Everything that is wrong comes
//! back as messages; nothing is printed.

mod loader;
mod order;
#[cfg(test)]
mod tests;

pub use crate::files::{Disk, Entries, Files, InMemory};

use crate::ast::{CompilationUnit, Interner, UnitPart};
use crate::parser::ParseOptions;
use crate::policy::Policies;
use horn_frontend::Severity;
use horn_frontend::frontend::{Message, Task};
use horn_frontend::ir::FileId;
use std::path::PathBuf;

/// Everything that was loaded for a task.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// The symbols of all units.
    pub names: Interner,
    /// The files that were read, in the order in which they were asked for; a [`FileId`] is an index into it.
    pub files: Vec<SourceFile>,
    /// The units: first those that others depend on (specifications, and bodies of subprograms without one), each
    /// behind those it depends on; then the other bodies in the same order; then subunits, each behind its parent.
    pub units: Vec<LoadedUnit>,
    /// Language-defined and vendor's units that are named in with clauses and for which no source was found, in the
    /// order of the text, the first occurrence of each.
    pub predefined: Vec<PredefinedUnit>,
    /// Files of the project that were not read, because no main program needs them.
    pub unread: Vec<String>,
    /// What configuration pragmas switch off.
    pub policies: Policies,
    /// Switches of the verifier from the project's package `Prove`.
    pub switches: Vec<String>,
    /// Those of single files, by their names in lower case; of several for a file the later count.
    pub file_switches: Vec<(String, Vec<String>)>,
    /// Where what is made of the project goes, if there is one.
    pub objects: Option<PathBuf>,
    /// The folder for what is kept from one run to the next, if the project names one.
    pub results: Option<PathBuf>,
    /// Files with syntax errors: their units are not whole.
    pub broken: std::collections::BTreeSet<FileId>,
    /// What is wrong, in the order of the files.
    pub messages: Vec<Message>,
}

/// A file that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Its name as messages show it: as the user gave it, or the folder it was found in with its name.
    pub name: String,
    /// Its contents.
    pub text: String,
    /// True if what is in it is to be analysed; else it is only there because other files need it.
    pub analysed: bool,
}

/// A compilation unit.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadedUnit {
    /// The file it is in.
    pub file: FileId,
    /// Its full name in lower case, `a.b`; for a subunit with its parent's name before it.
    pub name: String,
    /// What it is.
    pub part: UnitPart,
    /// The units in its with clauses, in the order of the text.
    pub withs: Vec<With>,
    /// Its tree.
    pub unit: CompilationUnit,
}

/// A unit in a with clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct With {
    /// Its full name in lower case.
    pub name: String,
    /// Where it is named.
    pub span: horn_frontend::Span,
    /// True in a limited with clause, which makes no dependence.
    pub limited: bool,
}

/// A unit of the language or of its vendor: not loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PredefinedUnit {
    /// Its full name in lower case.
    pub name: String,
    /// The file that names it.
    pub file: FileId,
    /// The name in the with clause.
    pub span: horn_frontend::Span,
}

impl Loaded {
    /// True if there is an error among the messages.
    pub fn failed(&self) -> bool {
        self.messages.iter().any(|message| message.diagnostic.severity == Severity::Error)
    }

    /// The unit with this full name in lower case.
    pub fn unit(&self, name: &str, part: UnitPart) -> Option<&LoadedUnit> {
        self.units.iter().find(|unit| unit.part == part && unit.name == name)
    }
}

/// Reads what a task names, and everything it depends on.
pub fn load(task: &Task, files: &dyn Files, options: ParseOptions) -> Loaded {
    let mut loader = loader::Loader::new(task, files, options);
    loader.run();
    loader.finish()
}

/// True for units that the language defines or that come with GNAT and SPARK (RM A.2).
pub fn is_predefined(name: &str) -> bool {
    let root = name.split('.').next().unwrap_or("");
    matches!(
        root,
        "ada"
            | "system"
            | "interfaces"
            | "gnat"
            | "spark"
            | "standard"
            | "text_io"
            | "calendar"
            | "unchecked_conversion"
            | "unchecked_deallocation"
            | "io_exceptions"
            | "machine_code"
            | "direct_io"
            | "sequential_io"
    )
}
