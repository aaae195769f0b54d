//! Which solver binary to use.
//!
//! A function of its inputs: the caller passes what it read from options and environment. The order is the
//! explicit option, the value of `HORNSOLVE_SMT`, the project's `.tools/bin` folders, `PATH`. What was asked for
//! explicitly must work, or it is an error; the folders are searched for a Z3 of a sufficient version, then for cvc5.

use super::cancel::CancelToken;
use super::error::SmtError;
use super::guard::Guards;
use super::process::{SmtProcess, SpawnSpec};
use std::ffi::OsStr;
use std::fmt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A version number, such as 4.8.12.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version(pub u32, pub u32, pub u32);

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.0, self.1, self.2)
    }
}

/// The oldest Z3 we work with.
pub const MIN_Z3: Version = Version(4, 8, 12);

/// What the solver binary is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SolverKind {
    /// Z3 of this version.
    Z3(Version),
    /// cvc5 of this version.
    Cvc5(Version),
    /// A program that says nothing we know; it is spoken to in plain SMT-LIB.
    Other,
}

impl SolverKind {
    /// True for any Z3.
    pub fn is_z3(self) -> bool {
        matches!(self, SolverKind::Z3(_))
    }
}

impl fmt::Display for SolverKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolverKind::Z3(version) => write!(f, "Z3 {version}"),
            SolverKind::Cvc5(version) => write!(f, "cvc5 {version}"),
            SolverKind::Other => write!(f, "an SMT solver of an unknown kind"),
        }
    }
}

/// Where to look.
#[derive(Debug, Clone, Default)]
pub struct FindRequest<'a> {
    /// Value of `--smt-solver`: a path, or a name to be looked up in `path`.
    pub explicit: Option<&'a OsStr>,
    /// Value of the environment variable `HORNSOLVE_SMT`, treated like `explicit`; empty counts as unset.
    pub hornsolve_smt: Option<&'a OsStr>,
    /// The project's own tool folders, see [`tools_dirs`].
    pub tools: &'a [PathBuf],
    /// Value of the environment variable `PATH`.
    pub path: Option<&'a OsStr>,
}

/// A solver binary that was found and answered to `--version`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SmtBinary {
    /// Where it is.
    pub path: PathBuf,
    /// What it is.
    pub kind: SolverKind,
}

/// What ends the search for a solver.
#[derive(Debug)]
pub struct Watch<'a> {
    /// Its deadline is that of the search: an answer to `--version` that is slow to come on a loaded machine is no
    /// reason to give up.
    pub cancel: &'a CancelToken,
    /// Who ends what is left of the search.
    pub guards: &'a Guards,
}

/// The binary that the search is going to ask first; `None` if there is none. Whether it is usable is not known.
pub fn candidate(request: &FindRequest<'_>) -> Option<PathBuf> {
    let asked = [request.explicit, request.hornsolve_smt].into_iter().flatten().find(|value| !value.is_empty());
    match asked {
        Some(value) => asked_for(value, request.path),
        None => folders(request).iter().map(|folder| folder.join("z3")).find(|path| is_executable(path)),
    }
}

/// Finds a usable solver, or says in one line how to get one.
pub fn find(request: &FindRequest<'_>) -> Result<SmtBinary, SmtError> {
    find_watched(request, &Watch { cancel: &CancelToken::new(), guards: &Guards::default() })
}

/// [`find`], which ends with [`SmtError::Cancelled`] once the token is triggered.
pub fn find_watched(request: &FindRequest<'_>, watch: &Watch<'_>) -> Result<SmtBinary, SmtError> {
    let asked = [("--smt-solver", request.explicit), ("HORNSOLVE_SMT", request.hornsolve_smt)];
    for (origin, value) in asked {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            return find_asked(origin, value, request.path, watch);
        }
    }
    let folders = folders(request);
    let mut too_old = None;
    for name in ["z3", "cvc5"] {
        for folder in &folders {
            let path = folder.join(name);
            if !is_executable(&path) {
                continue;
            }
            match probe(&path, watch) {
                Ok(SolverKind::Z3(version)) if version < MIN_Z3 => too_old = Some((path, version)),
                Ok(kind @ SolverKind::Z3(_)) => return Ok(SmtBinary { path, kind }),
                Ok(kind @ SolverKind::Cvc5(_)) => {
                    log::warn!("no Z3 found: {} ({kind}) does the work, and less is decided", path.display());
                    return Ok(SmtBinary { path, kind });
                }
                Ok(SolverKind::Other) => log::warn!("{} does not look like an SMT solver", path.display()),
                Err(SmtError::Cancelled) => return Err(SmtError::Cancelled),
                Err(error) => log::warn!("{}: {error}", path.display()),
            }
        }
    }
    let why = match too_old {
        Some((path, version)) => format!("{} is Z3 {version}, at least {MIN_Z3} is needed", path.display()),
        None => "no SMT solver found".to_string(),
    };
    Err(SmtError::NotFound(format!(
        "{why}; run `make z3`, or install Z3 and name it with --smt-solver PATH or HORNSOLVE_SMT"
    )))
}

fn find_asked(origin: &str, value: &OsStr, path: Option<&OsStr>, watch: &Watch<'_>) -> Result<SmtBinary, SmtError> {
    let Some(found) = asked_for(value, path) else {
        let shown = Path::new(value).display();
        return Err(SmtError::NotFound(format!(
            "{origin} names {shown}, which is no executable file; run `make z3` to get a Z3"
        )));
    };
    let fail = |why: String| {
        Err(SmtError::NotFound(format!("{origin} names {}, {why}; run `make z3` to get a Z3", found.display())))
    };
    match probe(&found, watch) {
        Ok(SolverKind::Z3(version)) if version < MIN_Z3 => {
            fail(format!("which is Z3 {version}, at least {MIN_Z3} is needed"))
        }
        Ok(kind) => Ok(SmtBinary { path: found, kind }),
        Err(SmtError::Cancelled) => Err(SmtError::Cancelled),
        Err(error) => fail(format!("which does not answer to --version ({error})")),
    }
}

/// The executable file that a path means, or a name that is looked up in `path`. It is absolute: the process may be
/// started from elsewhere later, and a bare name would be looked up again.
fn asked_for(value: &OsStr, path: Option<&OsStr>) -> Option<PathBuf> {
    let given = Path::new(value);
    let bare = given.components().count() == 1 && !given.is_absolute();
    let folders = path.filter(|_| bare).into_iter().flat_map(std::env::split_paths);
    let mut candidates = folders.map(|folder| folder.join(given)).chain([given.to_path_buf()]);
    let found = candidates.find(|path| is_executable(path))?;
    Some(std::path::absolute(&found).unwrap_or(found))
}

/// The folders that are searched where nothing was asked for.
fn folders(request: &FindRequest<'_>) -> Vec<PathBuf> {
    let path = request.path.into_iter().flat_map(std::env::split_paths);
    request.tools.iter().cloned().chain(path).filter(|folder| folder.is_absolute()).collect()
}

/// The folders `.tools/bin` beside `executable` and its ancestors that exist. Call it with the path of the running
/// program: a build tree finds the project's own Z3. The current directory is deliberately no
/// place to look, since running a program found there would be a trap.
pub fn tools_dirs(executable: &Path) -> Vec<PathBuf> {
    executable
        .ancestors()
        .skip(1)
        .map(|folder| folder.join(".tools").join("bin"))
        .filter(|folder| folder.is_dir())
        .collect()
}

/// How long a binary may take to answer to `--version` where the search has no deadline.
const PATIENCE: Duration = Duration::from_secs(60);

/// Asks a binary for its version.
fn probe(binary: &Path, watch: &Watch<'_>) -> Result<SolverKind, SmtError> {
    let spec = SpawnSpec {
        net: None,
        binary: binary.to_path_buf(),
        args: vec!["--version".to_string()],
        max_response: 1 << 20,
        log: None,
        guard: watch.guards.of(binary),
        environment: Vec::new(),
    };
    let deadline = if watch.cancel.deadline().is_none() { Instant::now().checked_add(PATIENCE) } else { None };
    let text = SmtProcess::spawn(&spec)?.read_to_end(deadline, watch.cancel)?;
    Ok(parse_version(&text))
}

/// Recognises the output of `--version`.
pub fn parse_version(text: &str) -> SolverKind {
    let first = text.lines().next().unwrap_or("");
    let words: Vec<&str> = first.split_whitespace().collect();
    let version = words.windows(2).find(|pair| pair[0] == "version").and_then(|pair| parse_number(pair[1]));
    match (words.iter().find(|word| matches!(**word, "Z3" | "cvc5")), version) {
        (Some(&"Z3"), Some(version)) => SolverKind::Z3(version),
        (Some(_), Some(version)) => SolverKind::Cvc5(version),
        _ => SolverKind::Other,
    }
}

/// Reads `4.8.12` or `1.2.1-dev`; missing parts are zero.
fn parse_number(text: &str) -> Option<Version> {
    let mut parts = text.split('.').map(|part| {
        let digits = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
        part[..digits].parse::<u32>().ok()
    });
    let major = parts.next()??;
    let mut rest = || parts.next().flatten().unwrap_or(0);
    Some(Version(major, rest(), rest()))
}

fn is_executable(path: &Path) -> bool {
    path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smt::testing;

    #[test]
    fn versions_are_recognised() {
        assert_eq!(parse_version("Z3 version 5.4.0 - 64 bit\n"), SolverKind::Z3(Version(5, 4, 0)));
        assert_eq!(parse_version("Z3 version 4.8.12 - 64 bit - build hashcode x"), SolverKind::Z3(MIN_Z3));
        assert_eq!(parse_version("This is cvc5 version 1.2.1-dev [git x]"), SolverKind::Cvc5(Version(1, 2, 1)));
        assert_eq!(parse_version("grep (GNU grep) 3.8"), SolverKind::Other);
        assert_eq!(parse_version(""), SolverKind::Other);
        assert!(Version(4, 8, 9) < MIN_Z3 && Version(4, 13, 0) > MIN_Z3);
    }

    fn fake(folder: &Path, name: &str, version: &str) -> PathBuf {
        testing::script(folder, name, &format!("echo '{version}'"))
    }

    #[test]
    fn the_order_of_lookup() {
        let dir = tempfile::tempdir().unwrap();
        let (tools, on_path, other) = (dir.path().join("tools"), dir.path().join("path"), dir.path().join("other"));
        for folder in [&tools, &on_path, &other] {
            std::fs::create_dir(folder).unwrap();
        }
        let old = fake(&tools, "z3", "Z3 version 4.8.7 - 64 bit");
        let cvc5 = fake(&tools, "cvc5", "This is cvc5 version 1.2.0");
        let tools_list = [tools.clone()];
        let mut request = FindRequest { tools: &tools_list, path: Some(on_path.as_os_str()), ..FindRequest::default() };
        // An old Z3 is passed over for cvc5, and cvc5 for a Z3 that is new enough.
        assert_eq!(find(&request).unwrap().path, cvc5);
        let new = fake(&on_path, "z3", "Z3 version 4.13.0 - 64 bit");
        assert_eq!(find(&request).unwrap(), SmtBinary { path: new, kind: SolverKind::Z3(Version(4, 13, 0)) });
        // The variable wins over the folders, the option over the variable; an empty variable is no variable.
        let odd = fake(&other, "solver", "something");
        request.hornsolve_smt = Some(odd.as_os_str());
        assert_eq!(find(&request).unwrap(), SmtBinary { path: odd.clone(), kind: SolverKind::Other });
        request.explicit = Some(cvc5.as_os_str());
        assert_eq!(find(&request).unwrap().kind, SolverKind::Cvc5(Version(1, 2, 0)));
        request.explicit = Some(OsStr::new("z3"));
        assert_eq!(find(&request).unwrap().kind, SolverKind::Z3(Version(4, 13, 0)));
        // What was asked for must work.
        let missing = dir.path().join("missing");
        for (bad, word) in [(old.as_os_str(), "4.8.12"), (missing.as_os_str(), "executable")] {
            request.explicit = Some(bad);
            let message = find(&request).unwrap_err().to_string();
            assert!(message.contains("make z3") && message.contains(word) && message.lines().count() == 1, "{message}");
        }
        // What is asked first, usable or not.
        assert_eq!(candidate(&request), None);
        request.explicit = Some(OsStr::new("z3"));
        assert_eq!(candidate(&request), Some(on_path.join("z3")));
        let searching = FindRequest { explicit: None, hornsolve_smt: None, ..request.clone() };
        assert_eq!(candidate(&searching), Some(old.clone()));
        let nothing = FindRequest { hornsolve_smt: Some(OsStr::new("")), ..FindRequest::default() };
        let message = find(&nothing).unwrap_err().to_string();
        assert!(message.contains("make z3") && message.lines().count() == 1, "{message}");
    }

    #[test]
    fn a_hanging_version_is_an_error() {
        let dir = tempfile::tempdir().unwrap();
        let hang = testing::script(dir.path(), "z3", "sleep 60");
        let start = Instant::now();
        let cancel = CancelToken::with_timeout(Duration::from_millis(300));
        let watch = Watch { cancel: &cancel, guards: &Guards::default() };
        assert_eq!(probe(&hang, &watch), Err(SmtError::Cancelled));
        let request = FindRequest { explicit: Some(hang.as_os_str()), ..FindRequest::default() };
        assert_eq!(find_watched(&request, &watch), Err(SmtError::Cancelled));
        assert!(start.elapsed() < Duration::from_secs(4));
    }

    #[test]
    fn a_slow_version_is_waited_for() {
        let dir = tempfile::tempdir().unwrap();
        let slow = testing::script(dir.path(), "z3", "sleep 4; echo 'Z3 version 4.13.0 - 64 bit'");
        let cancel = CancelToken::with_timeout(Duration::from_secs(60));
        let watch = Watch { cancel: &cancel, guards: &Guards::default() };
        assert_eq!(probe(&slow, &watch), Ok(SolverKind::Z3(Version(4, 13, 0))));
    }

    #[test]
    fn the_test_solver_is_there() {
        assert_ne!(testing::binary().kind, SolverKind::Other);
    }
}
