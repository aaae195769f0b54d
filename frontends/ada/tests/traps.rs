//! The semantics that are easily wrong, by programs that run: each ends in the failure its comment names, at that
//! line, or does not fail. The comments were confirmed with GNAT 12 (`gnatmake -gnata -gnato -gnat2022 -gnatX`).

use horn_frontend::interp::{self, End, Inputs, Limits};
use horn_frontend::ir::{lift, validate};
use horn_frontend::{Frontend, Source, Task};
use std::path::Path;

/// How a program ended: line and rule of the check that failed.
fn run(path: &Path) -> Result<Option<(usize, String)>, String> {
    let lowered = horn_ada::frontend::Ada.lower(&Task { files: vec![path.to_path_buf()], ..Task::default() });
    let messages = lowered.rendered();
    if !messages.is_empty() {
        return Err(messages.join("\n"));
    }
    let mut program = lowered.program;
    lift(&mut program);
    if let Some(problem) = validate(&program).first() {
        return Err(format!("after lifting: {}", problem.message));
    }
    let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_lowercase();
    let entry = program
        .procedures()
        .find(|(_, procedure)| procedure.entry && procedure.name.to_lowercase() == name)
        .map(|(id, _)| id)
        .ok_or("the main program is no entry")?;
    let run = interp::run(
        &program,
        entry,
        &Inputs::default(),
        &mut (),
        Limits { steps: 1_000_000, cancel: None, trace: false },
    );
    match run.end {
        End::Returned => Ok(None),
        End::Failed(check) => {
            let check = &program.checks[check.index()];
            let text = &lowered.texts[check.loc.file.0 as usize];
            let line = Source::new("", text).position(check.loc.span.start).0;
            Ok(Some((line, check.kind.rule().to_string())))
        }
        other => Err(format!("{other:?} at {:?}", run.loc)),
    }
}

#[test]
fn programs_end_as_their_comments_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/traps");
    let mut paths: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder of the programs")
        .map(|entry| entry.expect("an entry of the folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "adb"))
        .collect();
    paths.sort();
    assert!(paths.len() >= 28, "programs are missing");
    let mut wrong = Vec::new();
    for path in &paths {
        let text = std::fs::read_to_string(path).expect("a program");
        let expected = text.lines().zip(1..).find_map(|(line, number)| {
            line.split_once("--  fails: ").map(|(_, rule)| (number, rule.trim().to_string()))
        });
        match run(path) {
            Ok(found) if found == expected => {}
            Ok(found) => wrong.push(format!("{}: expected {expected:?}, found {found:?}", path.display())),
            Err(message) => wrong.push(format!("{}: {message}", path.display())),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
