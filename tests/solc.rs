//! Solidity's compiler as a client: its model checker calls the program as `eld` and understands the answers.
//!
//! Needs Node and npm, and the npm registry the first time; the compiler is kept in the target folder. Without Node
//! there is nothing to test.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Installs what package-lock.json says, once; the folder of modules.
fn modules(tests: &Path) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("solc");
    let lock = std::fs::read(tests.join("package-lock.json")).expect("the lock file is there");
    let installed = folder.join("installed.json");
    if std::fs::read(&installed).is_ok_and(|text| text == lock) {
        return folder.join("node_modules");
    }
    std::fs::create_dir_all(&folder).expect("the target folder can be written");
    for name in ["package.json", "package-lock.json"] {
        std::fs::copy(tests.join(name), folder.join(name)).expect("the target folder can be written");
    }
    let output =
        Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(&folder).output().expect("npm starts");
    let why = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "the Solidity compiler can't be installed: {why}");
    std::fs::write(&installed, lock).expect("the target folder can be written");
    folder.join("node_modules")
}

#[test]
fn the_model_checker_gets_its_answers() {
    if !is_there("node") || !is_there("npm") {
        eprintln!("no Node or no npm: not tested");
        return;
    }
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/solc");
    let modules = modules(&tests);
    // The wrapper looks for solvers on PATH.
    let solvers = tempfile::tempdir().expect("a folder");
    let smt = common::smt_binary();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_eld"), solvers.path().join("eld")).expect("a link");
    std::os::unix::fs::symlink(&smt.path, solvers.path().join("z3")).expect("a link");
    let mut path = vec![solvers.path().to_path_buf()];
    path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    let output = Command::new("node")
        .arg(tests.join("check.js"))
        .arg(&modules)
        .env("PATH", std::env::join_paths(path).expect("good paths"))
        .env("HORNSOLVE_SMT", &smt.path)
        .output()
        .expect("node starts");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.lines().count() >= 8, "{text}");
}
