//! The interpreter against gcc: generated programs give the same value, also when they are optimised, and the
//! sanitizers of gcc stop one for undefined behaviour in the line where the first check of ours fails.
//!
//! `HORNSOLVE_SEEDS` multiplies the number of programs, for long runs.

mod common;
mod generate;

use common::{read_clean, run_entry};
use horn_c::Options;
use horn_frontend::interp::{End, Value};
use std::path::Path;
use std::process::{Command, Output};

/// How many programs are tried.
const PROGRAMS: u64 = 120;
/// How many of them are compiled at once.
const BATCH: u64 = 60;

/// What a run of a program gives: a value, or undefined behaviour in a line.
#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    Value(i64),
    Undefined(usize),
    Other(String),
}

fn ours(text: &str) -> (Outcome, String) {
    let read = read_clean(text, &Options::default());
    assert!(read.refused.is_empty(), "{:?}\n{text}", read.refused);
    let run = run_entry(&read.program, &mut (), 1_000_000).expect("an entry");
    match (run.end, run.result) {
        (End::Returned, Some(Value::Int(value))) => (Outcome::Value(value.to_i64().expect("an int")), String::new()),
        (End::Failed(check), _) => {
            let check = &read.program.checks[check.index()];
            let (start, end) = (check.loc.span.start as usize, (check.loc.span.start as usize + 30).min(text.len()));
            let line = text[..start.min(text.len())].matches('\n').count() + 1;
            (Outcome::Undefined(line), format!("{:?} at {}", check.kind, text.get(start..end).unwrap_or("")))
        }
        (end, _) => (Outcome::Other(format!("{end:?}")), String::new()),
    }
}

/// Compiles a file; `None` if there is no gcc.
fn compiled(source: &Path, binary: &Path, flags: &[&str]) -> Option<()> {
    let mut build = Command::new("gcc");
    build.args(["-std=gnu11", "-w"]).args(flags).arg("-o").args([binary, source]);
    let output = match build.output() {
        Ok(output) => output,
        Err(error) => {
            eprintln!("skipped: there is no gcc: {error}");
            return None;
        }
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(())
}

/// The line that the sanitizer names.
fn undefined_line(errors: &str) -> Option<usize> {
    let line = errors.lines().find(|line| line.contains("runtime error"))?;
    line.strip_prefix("p.c:")?.split(':').next()?.parse().ok()
}

#[test]
fn generated_programs_run_as_gcc_runs_them() {
    let factor = std::env::var("HORNSOLVE_SEEDS").ok().and_then(|v| v.parse::<u64>().ok()).unwrap_or(1);
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("all.c");
    let [binary, optimised] = ["plain", "optimised"].map(|name| folder.path().join(name));
    let (mut values, mut undefined, mut different) = (0, 0, Vec::new());
    for first in (0..PROGRAMS * factor).step_by(usize::try_from(BATCH).unwrap_or(1)) {
        let programs: Vec<generate::Program> = (first..first + BATCH).map(generate::program).collect();
        std::fs::write(&source, generate::harness(&programs)).expect("a file");
        let sanitized = [
            "-O0",
            "-fsanitize=undefined,float-cast-overflow",
            "-fno-sanitize=shift-base",
            "-fno-sanitize-recover=all",
        ];
        let built = compiled(&source, &binary, &sanitized)
            .and_then(|()| compiled(&source, &optimised, &["-O2", "-fwrapv", "-ffp-contract=off"]));
        if built.is_none() {
            return;
        }
        for (number, program) in programs.iter().enumerate() {
            let run = |binary: &Path| Command::new(binary).arg(number.to_string()).output().expect("it runs");
            let printed = |output: &Output| String::from_utf8_lossy(&output.stdout).trim().parse().ok();
            let output = run(&binary);
            let errors = String::from_utf8_lossy(&output.stderr);
            let theirs = match (undefined_line(&errors), printed(&output)) {
                (Some(line), _) => {
                    undefined += 1;
                    Outcome::Undefined(line)
                }
                (None, Some(value)) => {
                    values += 1;
                    assert_eq!(printed(&run(&optimised)), Some(value), "{first} + {number}, optimised");
                    Outcome::Value(value)
                }
                (None, None) => Outcome::Other(errors.to_string()),
            };
            let text = program.alone();
            let (ours, why) = ours(&text);
            if ours != theirs {
                different.push(format!(
                    "program {first} + {number}: {ours:?} here, {theirs:?} there: {why}: {errors}\n{text}"
                ));
            }
        }
    }
    eprintln!("{values} programs end, {undefined} are stopped");
    assert!(different.is_empty(), "{} programs differ; {}", different.len(), different.join("\n"));
    assert!(
        values > PROGRAMS * factor / 4 && undefined > PROGRAMS * factor / 20,
        "{values} values, {undefined} undefined"
    );
}
