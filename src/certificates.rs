//! Answers as texts: a script, and the verdict on it with its model or refutation, so that a checker which knows
//! nothing of our terms can tell whether it is right.
//!
//! A folder takes every system that is decided as `NAME.smt2`, with its answer as `NAME.answer`
//! beside it.

use crate::answer::text;
use crate::files;
use horn_solver::solve::Problem;
use horn_solver::system::Verdict;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Where the certificates of a run go. Clones number the systems together.
#[derive(Clone, Debug, Default)]
pub struct Certificates {
    /// The folder that takes all systems and answers.
    pub folder: Option<PathBuf>,
    /// How many systems have been decided.
    decided: Arc<AtomicU32>,
}

impl Certificates {
    /// Writes a decided system and its answer, if that is wanted. `Err` is one line.
    pub fn keep(&self, problem: &mut Problem, verdict: &Verdict) -> Result<(), String> {
        let Some(folder) = self.folder.as_ref().filter(|_| !matches!(verdict, Verdict::Unknown(_))) else {
            return Ok(());
        };
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let number = self.decided.fetch_add(1, Ordering::Relaxed) + 1;
        let path = folder.join(format!("system-{number:04}"));
        let write =
            |path: &Path, text: &str| files::write(path, text).map_err(|error| format!("{}: {error}", path.display()));
        write(&path.with_extension("smt2"), &problem.script())?;
        write(&path.with_extension("answer"), &text(problem, verdict))
    }
}
