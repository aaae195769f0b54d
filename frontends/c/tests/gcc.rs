//! The interpreter against gcc: generated programs give the same value, and where the sanitizers of gcc stop one for
//! undefined behaviour, a check of ours fails.

mod generate;

use horn_c::lower::{LowerOptions, lower};
use horn_c::{DataModel, Options, read_text, sema};
use horn_frontend::interp::{End, Inputs, Limits, Value, run};
use horn_frontend::ir;
use std::process::Command;

/// How many programs are tried.
const PROGRAMS: u64 = 120;

/// What a run of a program gives: a value, or undefined behaviour.
#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    Value(i64),
    Undefined,
    Other(String),
}

fn ours(text: &str) -> (Outcome, String) {
    let options = Options::default();
    let read = read_text("p.c", text, &options);
    assert!(!read.failed(), "{:?}\n{text}", read.rendered());
    let typed = sema::analyse(&read.tree, DataModel::Lp64);
    assert!(typed.messages.is_empty(), "{:?}\n{text}", typed.messages);
    let lowered = lower(&typed.unit, &LowerOptions::default());
    assert!(lowered.messages.is_empty(), "{:?}\n{text}", lowered.messages);
    let mut program = lowered.program;
    program.files.push("p.c".to_string());
    let problems = ir::validate(&program);
    assert!(problems.is_empty(), "{problems:?}\n{text}");
    ir::lift(&mut program);
    let entry = program.procedures().find(|(_, procedure)| procedure.entry).expect("an entry").0;
    let limits = Limits { steps: 1_000_000, cancel: None, trace: false };
    let run = run(&program, entry, &Inputs::default(), &mut (), limits);
    match (run.end, run.result) {
        (End::Returned, Some(Value::Int(value))) => (Outcome::Value(value.to_i64().expect("an int")), String::new()),
        (End::Failed(check), _) => {
            let check = &program.checks[check.index()];
            let (start, end) = (check.loc.span.start as usize, (check.loc.span.start as usize + 30).min(text.len()));
            (Outcome::Undefined, format!("{:?} at {}", check.kind, text.get(start..end).unwrap_or("")))
        }
        (end, _) => (Outcome::Other(format!("{end:?}")), String::new()),
    }
}

#[test]
fn generated_programs_run_as_gcc_runs_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let (source, binary) = (folder.path().join("all.c"), folder.path().join("all"));
    let programs: Vec<generate::Program> = (0..PROGRAMS).map(generate::program).collect();
    std::fs::write(&source, generate::harness(&programs)).expect("a file");
    let flags = ["-std=gnu11", "-w", "-O0", "-fsanitize=undefined", "-fno-sanitize=shift-base"];
    let mut build = Command::new("gcc");
    build.args(flags).arg("-fno-sanitize-recover=all").arg("-o").args([&binary, &source]);
    let output = match build.output() {
        Ok(output) => output,
        Err(error) => {
            eprintln!("skipped: there is no gcc: {error}");
            return;
        }
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let (mut values, mut undefined) = (0, 0);
    for (number, program) in programs.iter().enumerate() {
        let output = Command::new(&binary).arg(number.to_string()).output().expect("it runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        let theirs = if errors.contains("runtime error") {
            undefined += 1;
            Outcome::Undefined
        } else {
            values += 1;
            Outcome::Value(String::from_utf8_lossy(&output.stdout).trim().parse().expect("a number"))
        };
        let text = program.alone();
        let (ours, why) = ours(&text);
        assert_eq!(ours, theirs, "program {number}: {why}: {errors}\n{text}");
    }
    assert!(values > PROGRAMS / 4 && undefined > PROGRAMS / 20, "{values} values, {undefined} undefined");
}
