//! Project files, as far as a verifier needs them: which sources there are, how they are named, which are mains
//! and with which switches they are to be verified (GPRbuild user's guide, chapter "GNAT Project Manager").
//!
//! Variables, external variables, case constructions, packages, `with`, `extends` and aggregate projects are
//! understood; what only compilers and builders use is read and ignored.

mod eval;
mod naming;
mod parser;
mod sources;
#[cfg(test)]
mod tests;

pub use naming::Naming;
pub use sources::ProjectSource;

use crate::files::Files;
use horn_frontend::Diagnostic;
use std::path::{Path, PathBuf};

/// What a project says about its sources.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Project {
    /// The Ada sources, its own first, sorted by folder and name.
    pub sources: Vec<ProjectSource>,
    /// How units are mapped to files.
    pub naming: Naming,
    /// File names of the main subprograms.
    pub mains: Vec<String>,
    /// `package Prove`: `Proof_Switches ("Ada")`, or the older `Switches`.
    pub switches: Vec<String>,
    /// Switches of single files, by their names in lower case: for the sources of other projects than the one that was
    /// asked for what these say for Ada, behind them `Proof_Switches ("file.adb")`.
    pub file_switches: Vec<(String, Vec<String>)>,
    /// `package Compiler`: the switches for Ada, of all files and of single ones.
    pub compiler: Vec<String>,
    /// The folder for what a verifier keeps: `Proof_Dir` of `package Prove`, or the object folder. None if neither is
    /// set, or it is a folder of sources.
    pub results: Option<PathBuf>,
    /// Files of configuration pragmas, as the project names them and where they are.
    pub pragmas: Vec<(String, PathBuf)>,
    /// The machine that it is for, if it says so.
    pub target: Option<String>,
    /// The run-time library, if it says so.
    pub runtime: Option<String>,
    /// Where what is made of it goes.
    pub objects: PathBuf,
}

/// A project file that was read: its name, its text, and what is wrong with it.
pub type ReadFile = (String, String, Vec<Diagnostic>);

/// Reads a project and those it depends on. `externals` are the values of external variables, `folders` those in which
/// projects are looked for that stand beside no other.
///
/// # Errors
///
/// In the first component a text without a place, empty if the mistakes are among the diagnostics of the files
/// in the second.
pub fn load(
    path: &Path,
    files: &dyn Files,
    externals: &[(String, String)],
    folders: &[PathBuf],
) -> (Result<Project, String>, Vec<ReadFile>) {
    let mut evaluator = eval::Evaluator::new(files, externals, folders);
    let result = evaluator.load(path).and_then(|root| sources::project(&evaluator, root));
    (result, evaluator.into_files())
}
