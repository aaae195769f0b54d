//! Running the `hornsolve` binary in tests.
#![allow(dead_code)]

pub mod schema;

use horn_solver::smt::{FindRequest, SmtBinary, find, tools_dirs};
use std::ffi::OsStr;
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// What a run printed, and how it ended.
#[derive(Debug)]
pub struct Output {
    pub stdout: String,
    pub stderr: String,
    /// The exit code; `None` if a signal ended it.
    pub code: Option<i32>,
    pub time: Duration,
}

/// A command for the binary, with an environment in which it finds the tests' SMT solver.
pub fn hornsolve<S: AsRef<OsStr>>(args: &[S]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hornsolve"));
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs a command to its end, with a text on its standard input.
pub fn run_with_input(mut command: Command, input: &str) -> Output {
    let start = Instant::now();
    let mut child = command.stdin(Stdio::piped()).spawn().expect("hornsolve starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A program that stops at an error need not read everything.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    finish(child, start)
}

/// Runs the binary with arguments.
pub fn run<S: AsRef<OsStr>>(args: &[S]) -> Output {
    let start = Instant::now();
    finish(hornsolve(args).spawn().expect("hornsolve starts"), start)
}

/// Runs the binary on a text, with options.
pub fn run_text(options: &[&str], text: &str) -> Output {
    let mut args = options.to_vec();
    args.push("-");
    run_with_input(hornsolve(&args), text)
}

fn finish(child: Child, start: Instant) -> Output {
    let output = child.wait_with_output().expect("hornsolve ends");
    Output {
        stdout: String::from_utf8(output.stdout).expect("text"),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        code: output.status.code(),
        time: start.elapsed(),
    }
}

/// Waits for a child, at most so long.
pub fn wait_within(child: &mut Child, limit: Duration) -> Option<ExitStatus> {
    let end = Instant::now() + limit;
    while Instant::now() < end {
        if let Some(status) = child.try_wait().expect("a child of ours") {
            return Some(status);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    None
}

/// What a child that has ended printed on its standard output.
pub fn read_all(child: &mut Child) -> String {
    let mut text = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut text).expect("text");
    text
}

/// The SMT solver the tests run with. Panics if there is none: no test passes because a tool is missing.
pub fn smt_binary() -> SmtBinary {
    let (variable, path) = (std::env::var_os("HORNSOLVE_SMT"), std::env::var_os("PATH"));
    let tools = tools_dirs(&std::env::current_exe().expect("the test binary has a path"));
    let request =
        FindRequest { explicit: None, hornsolve_smt: variable.as_deref(), tools: &tools, path: path.as_deref() };
    find(&request).expect("the tests need an SMT solver")
}

/// A script that says it is Z3 and then does something else. `$DIR` in the body is the folder.
pub fn fake_solver(folder: &Path, body: &str) -> PathBuf {
    let path = folder.join("fake-z3");
    let draft = folder.join("fake-z3.draft");
    let dir = folder.display();
    let version = "if [ \"$1\" = --version ]; then echo 'Z3 version 4.13.0 - 64 bit'; exit 0; fi";
    std::fs::write(&draft, format!("#!/bin/sh\nDIR='{dir}'\n{version}\n{body}\n")).expect("writable");
    // A file that another thread's fork holds open for writing cannot be executed: it is written under another name by
    // a process of its own.
    let copied = Command::new("cp").arg(&draft).arg(&path).status().expect("cp runs");
    assert!(copied.success());
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("ours");
    path
}

/// Writes a text to a file of a folder.
pub fn write(folder: &Path, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("writable");
    path
}

/// A counter from 0 to 10 that must not reach `bad`. Preprocessing alone doesn't decide it.
pub fn counter(bad: i64) -> String {
    format!(
        "(set-logic HORN)\n(declare-fun P (Int Int) Bool)\n(assert (P 0 0))\n\
         (assert (forall ((x Int) (y Int)) (=> (and (P x y) (< x 10)) (P (+ x 1) (+ y 2)))))\n\
         (assert (forall ((x Int) (y Int)) (=> (and (P x y) (= (+ x y) {bad})) false)))\n(check-sat)\n"
    )
}
