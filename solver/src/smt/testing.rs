//! Helpers for tests: the real solver, and scripts that pretend to be one.

use super::find::{FindRequest, SmtBinary, find, tools_dirs};
use std::path::{Path, PathBuf};

/// The solver the tests run with. Panics if there is none: no test passes because a tool is missing.
pub(crate) fn binary() -> SmtBinary {
    let (variable, path) = (std::env::var_os("HORNSOLVE_SMT"), std::env::var_os("PATH"));
    let tools = tools_dirs(&std::env::current_exe().expect("the test binary has a path"));
    let request =
        FindRequest { explicit: None, hornsolve_smt: variable.as_deref(), tools: &tools, path: path.as_deref() };
    find(&request).expect("the tests need an SMT solver")
}

/// Writes an executable shell script.
pub(crate) fn script(folder: &Path, name: &str, body: &str) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.join(name);
    // A file that another thread's fork holds open for writing cannot be executed, so the script is
    // written under another name by a process of its own.
    let draft = folder.join(format!("{name}.draft"));
    std::fs::write(&draft, format!("#!/bin/sh\n{body}\n")).expect("the temporary folder is writable");
    let copied = std::process::Command::new("cp").arg(&draft).arg(&path).status().expect("cp runs");
    assert!(copied.success());
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("the script is ours");
    path
}
