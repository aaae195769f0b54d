//! Generated Ada programs: the interpreter and the program that GNAT compiles agree on the result, or on the line of the exception; and
//! no verdict contradicts a run. `HORNSOLVE_ADA_BATCHES=40` makes 1,000 programs of it.

use horn_benchmarks::ada_generate::{Batch, batch};
use horn_benchmarks::gnat::{self, Gnat, Run};
use horn_frontend::interp::{self, End, Inputs, Limits, Value};
use horn_frontend::{Lowered, Source, Task, ir};
use horn_solver::num::Int;
use hornsolve::frontends::FRONTENDS;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Functions in a batch, and calls of each.
const FUNCTIONS: usize = 25;
const CALLS: usize = 4;

/// What a call does: a result, or a line where it fails.
#[derive(Debug, PartialEq, Eq)]
enum Effect {
    Result(String),
    Line(u32),
    Other(String),
}

fn write(folder: &Path, batch: &Batch) -> PathBuf {
    let name = batch.unit.name.to_lowercase();
    std::fs::write(folder.join(format!("{name}.ads")), &batch.spec).expect("written");
    let body = folder.join(format!("{name}.adb"));
    std::fs::write(&body, &batch.body).expect("written");
    body
}

/// What the compiled program does on the calls of all batches.
fn compiled(gnat: &Gnat, folder: &Path, batches: &[Batch]) -> Vec<Vec<Effect>> {
    let mut all = gnat::Batch { folders: vec![folder.to_path_buf()], ..gnat::Batch::default() };
    for batch in batches {
        all.units.push(batch.unit.clone());
        for (function, inputs) in &batch.calls {
            let inputs: Vec<String> = inputs.iter().map(i64::to_string).collect();
            all.calls.push(format!("Show ({}.{function} ({}))", batch.unit.name, inputs.join(", ")));
        }
    }
    let runs = gnat.run(folder, &all, Duration::from_secs(120)).unwrap_or_else(|error| panic!("{error}"));
    let effect = |run: &Run| match run {
        Run::Returned(result) => Effect::Result(result.clone()),
        Run::Raised { place: Some((_, line)), .. } => Effect::Line(*line),
        other => Effect::Other(format!("{other:?}")),
    };
    runs.chunks(FUNCTIONS * CALLS).map(|runs| runs.iter().map(effect).collect()).collect()
}

fn lower(body: &Path) -> Lowered {
    let ada = FRONTENDS.iter().find(|frontend| frontend.name() == "ada").expect("there is a frontend for Ada");
    let task = Task { files: vec![body.to_path_buf()], ..Task::default() };
    let mut lowered = ada.lower(&task);
    assert!(!lowered.failed(), "{}", lowered.rendered().join("\n"));
    assert!(lowered.messages.is_empty(), "{}", lowered.rendered().join("\n"));
    ir::lift(&mut lowered.program);
    lowered
}

/// What the interpreter does on the calls of a batch.
fn interpreted(lowered: &Lowered, batch: &Batch) -> Vec<Effect> {
    let program = &lowered.program;
    let line = |loc: ir::Loc| {
        let at = loc.file.0 as usize;
        let (line, _) = Source::new(&program.files[at], &lowered.texts[at]).position(loc.span.start);
        u32::try_from(line).unwrap_or(0)
    };
    let limits = Limits { steps: 1_000_000, cancel: None, trace: false };
    let run = |(function, inputs): &(String, Vec<i64>)| {
        let name = format!("{}.{function}", batch.unit.name);
        let found = program.procedures().find(|(_, procedure)| procedure.name.eq_ignore_ascii_case(&name));
        let Some((id, _)) = found else { return Effect::Other(format!("no {name}")) };
        let params = inputs.iter().map(|value| Value::Int(Int::from(*value))).collect();
        let run = interp::run(program, id, &Inputs { params, globals: Vec::new() }, &mut (), limits);
        match (run.end, run.result) {
            (End::Returned, Some(Value::Int(result))) => Effect::Result(result.to_string()),
            (End::Failed(check), _) => Effect::Line(line(program.checks[check.index()].loc)),
            (end, _) => Effect::Other(format!("{end:?}")),
        }
    };
    batch.calls.iter().map(run).collect()
}

#[test]
fn the_interpreter_agrees_with_gnat() {
    let Some(gnat) = Gnat::find() else {
        eprintln!("SKIPPED: no gnatmake in PATH; `make gnat` installs it where apt-get can");
        return;
    };
    let count = std::env::var("HORNSOLVE_ADA_BATCHES").ok().and_then(|text| text.parse().ok()).unwrap_or(2);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (mut results, mut lines) = (0, 0);
    let mut different = Vec::new();
    let mut all = Vec::new();
    let seeds: Vec<u64> = (1..=count).collect();
    // A few batches at a time, so that no run of the compiler takes long.
    for seeds in seeds.chunks(4) {
        let batches: Vec<Batch> = seeds.iter().map(|seed| batch(*seed, FUNCTIONS, CALLS)).collect();
        let bodies: Vec<PathBuf> = batches.iter().map(|batch| write(folder.path(), batch)).collect();
        let compiled = compiled(&gnat, folder.path(), &batches);
        all.extend(batches.into_iter().zip(bodies).zip(compiled));
    }
    for ((batch, body), compiled) in &all {
        let lowered = lower(body);
        for ((call, real), ours) in batch.calls.iter().zip(compiled).zip(interpreted(&lowered, batch)) {
            match real {
                Effect::Result(_) => results += 1,
                Effect::Line(_) => lines += 1,
                Effect::Other(what) => panic!("{}.{call:?}: {what}", batch.unit.name),
            }
            if *real != ours {
                let text = match real {
                    Effect::Line(line) => batch.body.lines().nth(*line as usize - 1).unwrap_or("").trim(),
                    _ => "",
                };
                different.push(format!("{}.{call:?}: GNAT {real:?} ({text}), interpreter {ours:?}", batch.unit.name));
            }
        }
    }
    eprintln!("{results} calls returned, {lines} raised, {} differ", different.len());
    assert!(different.is_empty(), "{} of {}\n{}", different.len(), results + lines, different.join("\n"));
}

#[test]
fn verdicts_do_not_contradict_runs() {
    let Some(gnat) = Gnat::find() else {
        eprintln!("SKIPPED: no gnatmake in PATH; `make gnat` installs it where apt-get can");
        return;
    };
    let count = std::env::var("HORNSOLVE_ADA_VERDICTS").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut wrong = Vec::new();
    for seed in 1..=count {
        let batch = batch(1_000 + seed, 6, 20);
        let body = write(folder.path(), &batch);
        let mut all = gnat::Batch { folders: vec![folder.path().to_path_buf()], ..gnat::Batch::default() };
        all.units.push(batch.unit.clone());
        for (function, inputs) in &batch.calls {
            let inputs: Vec<String> = inputs.iter().map(i64::to_string).collect();
            all.calls.push(format!("Show ({}.{function} ({}))", batch.unit.name, inputs.join(", ")));
        }
        let output = Command::new(env!("CARGO_BIN_EXE_hornsolve"))
            .args(["--frontend", "ada", "--timeout=0.5", "--json=-"])
            .arg(&body)
            .output()
            .expect("hornsolve starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let mut open: BTreeMap<u64, bool> = BTreeMap::new();
        // The calls of counterexamples are made too, each expected to fail on a line.
        let mut expected: Vec<(usize, u64)> = Vec::new();
        for check in report["checks"].as_array().into_iter().flatten() {
            let line = check["line"].as_u64().unwrap_or(0);
            *open.entry(line).or_default() |= check["status"] != "proved";
            if check["status"] == "fails" {
                let example = &check["counterexample"];
                let inputs: Vec<&str> = example["inputs"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(|input| input["value"].as_str())
                    .collect();
                expected.push((all.calls.len(), line));
                all.calls.push(format!("Show ({} ({}))", example["entry"].as_str().unwrap_or(""), inputs.join(", ")));
            }
        }
        let runs = gnat.run(folder.path(), &all, Duration::from_secs(60)).unwrap_or_else(|error| panic!("{error}"));
        let raised: BTreeSet<u64> = runs
            .iter()
            .filter_map(|run| match run {
                Run::Raised { place: Some((_, line)), .. } => Some(u64::from(*line)),
                _ => None,
            })
            .collect();
        assert!(!raised.is_empty() && !open.is_empty(), "seed {seed} says nothing");
        for line in raised {
            if open.get(&line) != Some(&true) {
                wrong.push(format!("seed {seed}: a run raises on line {line}, where all is proved"));
            }
        }
        for (call, line) in expected {
            let as_said = matches!(&runs[call], Run::Raised { place: Some((_, at)), .. } if u64::from(*at) == line);
            if !as_said {
                wrong.push(format!("seed {seed}: `{}` should fail on line {line}: {:?}", all.calls[call], runs[call]));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
