//! The solvers to compare: `NAME=COMMAND`, where `{}` in the command stands for the file.
//!
//! Words are split as a shell would, but no shell is started. `{timeout}` stands for the time limit in
//! whole seconds, rounded up. The bare command `{}` is hornsolve itself.

use crate::systems;
use std::env;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// One solver: its name in the tables, and its command line before the file is filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solver {
    /// The name in tables and files.
    pub name: String,
    /// The program and its arguments, with the placeholders.
    words: Vec<String>,
}

impl Solver {
    /// Reads `NAME=COMMAND`.
    ///
    /// # Errors
    /// The text is not of this form, or the command lacks `{}`.
    pub fn parse(text: &str) -> Result<Solver, String> {
        let (name, command) = text
            .split_once('=')
            .filter(|(name, _)| !name.trim().is_empty())
            .ok_or_else(|| format!("expected NAME=COMMAND, found \"{text}\""))?;
        let mut words = shlex::split(command).ok_or_else(|| format!("unbalanced quotes in \"{command}\""))?;
        if !words.iter().any(|word| word.contains("{}")) {
            return Err(format!("\"{command}\" does not say with {{}} where the file goes"));
        }
        if words == ["{}"] {
            words.insert(0, "hornsolve".to_string());
        }
        Ok(Solver { name: name.trim().to_string(), words })
    }

    /// Whether this is the hornsolve of this workspace.
    pub fn is_own(&self) -> bool {
        self.words[0] == "hornsolve"
    }

    /// Replaces the program by the path it is found under, see [`find`].
    ///
    /// # Errors
    /// The program is not found.
    pub fn resolve(&mut self) -> Result<(), String> {
        let found = find(&self.words[0]).map_err(|error| format!("{}: {error}", self.name))?;
        self.words[0] = found.to_string_lossy().into_owned();
        Ok(())
    }

    /// The command line for one file.
    pub fn command_line(&self, file: &Path, timeout: Duration) -> Vec<String> {
        let seconds = timeout.as_secs_f64().ceil().to_string();
        let file = file.to_string_lossy();
        self.words.iter().map(|word| word.replace("{timeout}", &seconds).replace("{}", &file)).collect()
    }
}

/// The path a program is found under. `hornsolve` and its companions are the ones beside the running executable; `z3`
/// is the one of `.tools/bin` if there is none on `PATH`.
///
/// # Errors
/// The program is not found.
pub fn find(program: &str) -> Result<PathBuf, String> {
    let beside = || {
        let executable = env::current_exe().ok()?;
        // Tests and benches run from target/PROFILE/deps, everything else from target/PROFILE.
        executable.ancestors().skip(1).take(2).map(|folder| folder.join(program)).find(|path| path.is_file())
    };
    let found = match program {
        "hornsolve" | "hornsolve-check" => beside().or_else(|| on_path(program)),
        "z3" => {
            on_path(program).or_else(|| Some(systems::workspace().join(".tools/bin/z3")).filter(|path| path.is_file()))
        }
        _ if program.contains('/') => Some(PathBuf::from(program)).filter(|path| path.is_file()),
        _ => on_path(program),
    };
    found.ok_or_else(|| {
        let hint = match program {
            "hornsolve" => "; build it with \"cargo build --release\"",
            "z3" => "; \"make z3\" fetches one",
            _ => "",
        };
        format!("program \"{program}\" not found{hint}")
    })
}

/// The file a shell would start for a program name without a slash.
fn on_path(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(program)).find(|candidate| candidate.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Vec<String> {
        let solver = Solver::parse(text).expect("a good command");
        solver.command_line(Path::new("a b.smt2"), Duration::from_millis(1500))
    }

    #[test]
    fn placeholders_are_filled_in() {
        assert_eq!(line("z3=z3 -T:{timeout} {}"), ["z3", "-T:2", "a b.smt2"]);
        assert_eq!(line("x=run 'one word' --in={}"), ["run", "one word", "--in=a b.smt2"]);
        assert_eq!(line("own={}"), ["hornsolve", "a b.smt2"]);
    }

    #[test]
    fn mistakes_are_reported() {
        for text in ["z3", "=z3 {}", "z3=z3", "z3=z3 '{}"] {
            assert!(Solver::parse(text).is_err(), "{text}");
        }
        let mut missing = Solver::parse("x=no-such-program-at-all {}").expect("a good command");
        assert!(missing.resolve().is_err());
    }

    #[test]
    fn programs_are_found() {
        let mut shell = Solver::parse("shell=sh {}").expect("a good command");
        shell.resolve().expect("sh is on PATH");
        assert!(shell.words[0].ends_with("/sh"));
        assert!(Solver::parse("own={}").expect("a good command").is_own());
    }
}
