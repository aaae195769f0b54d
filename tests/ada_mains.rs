//! Generated Ada programs without inputs, whose results tell what was evaluated, in which order and how often: the
//! interpreter and the program that GNAT compiles agree, and no verdict contradicts a run. `HORNSOLVE_ADA_MAINS=80`
//! makes 2,000 functions of it.

#[path = "common/schema.rs"]
mod schema;

use horn_benchmarks::ada_generate::mains::{Mains, elaboration, mains};
use horn_benchmarks::gnat::{self, Gnat, Run};
use horn_frontend::encode::Site;
use horn_frontend::interp::{self, Choices, End, Inputs, Limits, Value};
use horn_frontend::{Lowered, Source, Task, ir};
use hornsolve::frontends::FRONTENDS;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Functions in a package.
const FUNCTIONS: usize = 25;

/// What a function does.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Effect {
    Result(String),
    Line(u32),
    /// Two parameters name one object: the language does not say what that means, which is reported.
    Aliased,
    Other(String),
}

fn batches(default: u64) -> u64 {
    std::env::var("HORNSOLVE_ADA_MAINS").ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn write(folder: &Path, one: &Mains) -> PathBuf {
    let name = one.unit.name.to_lowercase();
    std::fs::write(folder.join(format!("{name}.ads")), &one.spec).expect("written");
    let body = folder.join(format!("{name}.adb"));
    std::fs::write(&body, &one.body).expect("written");
    body
}

/// What the compiled functions do.
fn compiled(gnat: &Gnat, folder: &Path, one: &Mains) -> Vec<Effect> {
    let calls = one.functions.iter().map(|function| format!("Show ({}.{function})", one.unit.name)).collect();
    let batch = gnat::Batch { folders: vec![folder.to_path_buf()], units: vec![one.unit.clone()], calls };
    let runs = gnat.run(folder, &batch, Duration::from_secs(120)).unwrap_or_else(|error| panic!("{error}"));
    let effect = |run: &Run| match run {
        Run::Returned(result) => Effect::Result(result.clone()),
        Run::Raised { place: Some((_, line)), .. } => Effect::Line(*line),
        other => Effect::Other(format!("{other:?}")),
    };
    runs.iter().map(effect).collect()
}

/// The text of a function, with the numbers of its lines.
fn source(one: &Mains, function: &str) -> String {
    let at = one.body.lines().position(|line| line.contains(&format!("function {function} ")));
    source_at(one, at.map_or(0, |at| at + 1))
}

/// The text of the function that has a line, with the numbers of its lines.
fn source_at(one: &Mains, line: usize) -> String {
    let lines: Vec<&str> = one.body.lines().collect();
    let from = lines[..line.min(lines.len())].iter().rposition(|line| line.contains("   function M_")).unwrap_or(0);
    let mut text = String::new();
    for (at, line) in lines.iter().enumerate().skip(from) {
        let _ = writeln!(text, "{:5} {line}", at + 1);
        if line.starts_with("   end M_") {
            break;
        }
    }
    text
}

fn lower(files: &[PathBuf]) -> Lowered {
    let ada = FRONTENDS.iter().find(|frontend| frontend.name() == "ada").expect("there is a frontend for Ada");
    let mut lowered = ada.lower(&Task { files: files.to_vec(), ..Task::default() });
    assert!(!lowered.failed(), "{}", lowered.rendered().join("\n"));
    ir::lift(&mut lowered.program);
    lowered
}

fn line(lowered: &Lowered, loc: ir::Loc) -> u32 {
    let at = loc.file.0 as usize;
    let (line, _) = Source::new(&lowered.program.files[at], &lowered.texts[at]).position(loc.span.start);
    u32::try_from(line).unwrap_or(0)
}

/// The subprograms that are not analysed, by what the messages say, and everything that calls them.
fn dropped(lowered: &Lowered) -> BTreeSet<ir::ProcId> {
    let program = &lowered.program;
    let messages = lowered.rendered();
    let named = |name: &str| messages.iter().any(|line| line.contains(&format!("\"{name}\" is not analysed")));
    let mut dropped: BTreeSet<ir::ProcId> =
        program.procedures().filter(|(_, procedure)| named(&procedure.name)).map(|(id, _)| id).collect();
    loop {
        let before = dropped.len();
        for (id, procedure) in program.procedures() {
            let calls = procedure.blocks.iter().flat_map(|block| &block.statements);
            let calls_one = calls.into_iter().any(|statement| match &statement.kind {
                ir::StmtKind::Call(call) => dropped.contains(&call.callee),
                _ => false,
            });
            if calls_one {
                dropped.insert(id);
            }
        }
        if dropped.len() == before {
            return dropped;
        }
    }
}

/// The choices of a run that reports a failing check where it fails, and not where the exception leaves the program.
struct AtOnce<'a>(&'a ir::Program);

impl Choices for AtOnce<'_> {
    fn choose(&mut self, site: Site, _: ir::TypeId) -> Option<Value> {
        let var = self.0.procedure(site.procedure).var(site.var);
        (var.synthetic && var.name == "reported").then_some(Value::Bool(true))
    }
}

fn interpreted(lowered: &Lowered, id: ir::ProcId) -> Effect {
    let limits = Limits { steps: 1_000_000, cancel: None, trace: false };
    let run = interp::run(&lowered.program, id, &Inputs::default(), &mut AtOnce(&lowered.program), limits);
    match (run.end, run.result) {
        (End::Returned, Some(Value::Int(result))) => Effect::Result(result.to_string()),
        (End::Returned, None) => Effect::Result(String::new()),
        (End::Failed(check), _) if lowered.program.checks[check.index()].kind == ir::CheckKind::Aliasing => {
            Effect::Aliased
        }
        (End::Failed(check), _) => Effect::Line(line(lowered, lowered.program.checks[check.index()].loc)),
        (end, _) => Effect::Other(format!("{end:?}")),
    }
}

#[test]
fn the_interpreter_evaluates_what_gnat_evaluates() {
    let Some(gnat) = Gnat::find() else {
        eprintln!("SKIPPED: no gnatmake in PATH; `make gnat` installs it where apt-get can");
        return;
    };
    let (mut all, mut skipped, mut aliased, mut lines) = (0, 0, 0, 0);
    let mut different = Vec::new();
    for seed in 1..=batches(2) {
        // One folder for each: gnatmake takes a driver of the same second for the one that it has compiled.
        let folder = tempfile::tempdir().expect("a temporary folder");
        let one = mains(seed, FUNCTIONS);
        let body = write(folder.path(), &one);
        let real = compiled(&gnat, folder.path(), &one);
        let lowered = lower(&[body]);
        let dropped = dropped(&lowered);
        for (function, real) in one.functions.iter().zip(real) {
            let name = format!("{}.{function}", one.unit.name);
            let mut procedures = lowered.program.procedures();
            let found = procedures.find(|(_, procedure)| procedure.name.eq_ignore_ascii_case(&name) && procedure.entry);
            let Some((id, _)) = found.filter(|(id, _)| !dropped.contains(id)) else {
                skipped += 1;
                continue;
            };
            let ours = interpreted(&lowered, id);
            if ours == Effect::Aliased {
                aliased += 1;
                continue;
            }
            all += 1;
            lines += usize::from(matches!(real, Effect::Line(_)));
            if ours != real {
                different.push(format!("{name}: GNAT {real:?}, interpreter {ours:?}\n{}", source(&one, function)));
            }
        }
    }
    eprintln!(
        "{all} functions, {lines} raise, {} differ; {aliased} have aliased parameters, {skipped} are not supported",
        different.len()
    );
    assert!(different.is_empty(), "{} of {all}\n{}", different.len(), different.join("\n"));
    assert!(skipped * 2 < all && lines > 0, "{skipped} of {} are not supported", all + skipped);
}

#[test]
fn elaboration_leaves_what_gnat_leaves() {
    let Some(gnat) = Gnat::find() else {
        eprintln!("SKIPPED: no gnatmake in PATH; `make gnat` installs it where apt-get can");
        return;
    };
    let mut wrong = Vec::new();
    for seed in 1..=batches(2) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let one = elaboration(seed);
        for (name, text) in &one.files {
            std::fs::write(folder.path().join(name), text).expect("written");
        }
        let batch = gnat::Batch {
            folders: vec![folder.path().to_path_buf()],
            units: vec![one.unit.clone()],
            calls: vec![format!("Show ({}.{})", one.unit.name, one.function)],
        };
        let runs = gnat.run(folder.path(), &batch, Duration::from_secs(60)).unwrap_or_else(|error| panic!("{error}"));
        let [Run::Returned(value)] = &runs[..] else { panic!("seed {seed}: {runs:?}") };
        for (value, holds) in [(value.clone(), true), (format!("{value} + 1"), false)] {
            let (name, text) = one.main(&value);
            let path = folder.path().join(&name);
            std::fs::write(&path, text).expect("written");
            let lowered = lower(&[path]);
            assert!(lowered.messages.is_empty(), "{}", lowered.rendered().join("\n"));
            let main = name.trim_end_matches(".adb");
            let mut procedures = lowered.program.procedures();
            let found = procedures.find(|(_, procedure)| procedure.name.eq_ignore_ascii_case(main));
            let (id, _) = found.expect("the main program");
            let ours = interpreted(&lowered, id);
            let expected = if holds { Effect::Result(String::new()) } else { Effect::Line(4) };
            if ours != expected {
                wrong.push(format!("seed {seed}: {value} {ours:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Each function asserts at its end what the compiled one returns.
#[test]
fn verdicts_on_programs_without_inputs_do_not_contradict_runs() {
    let Some(gnat) = Gnat::find() else {
        eprintln!("SKIPPED: no gnatmake in PATH; `make gnat` installs it where apt-get can");
        return;
    };
    let mut wrong = Vec::new();
    for seed in 1..=batches(1) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut one = mains(1_000 + seed, FUNCTIONS);
        write(folder.path(), &one);
        let real = compiled(&gnat, folder.path(), &one);
        let mut rest = one.body.as_str();
        let mut body = String::new();
        for effect in &real {
            let Some((before, after)) = rest.split_once("      return Trace;\n") else { break };
            body += before;
            body += &match effect {
                Effect::Result(value) => format!("      pragma Assert (Trace = {value}); return Trace;\n"),
                _ => "      return Trace;\n".to_string(),
            };
            rest = after;
        }
        one.body = body + rest;
        let path = write(folder.path(), &one);
        let output = Command::new(env!("CARGO_BIN_EXE_hornsolve"))
            .args(["--frontend", "ada", "--timeout=0.5", "--json=-"])
            .arg(&path)
            .output()
            .expect("hornsolve starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let report = schema::result(&String::from_utf8_lossy(&output.stdout));
        let mut open: BTreeMap<u64, bool> = BTreeMap::new();
        let raised: BTreeSet<u64> = real
            .iter()
            .filter_map(|effect| match effect {
                Effect::Line(line) => Some(u64::from(*line)),
                _ => None,
            })
            .collect();
        // Where an exception comes out of a procedure that is called, the call is reported, too.
        let passes_on = |line: u64| {
            let function = one.body.lines().take(line as usize).filter(|text| text.contains("   function M_")).count();
            let effect = function.checked_sub(1).and_then(|at| real.get(at));
            matches!(effect, Some(Effect::Line(raised)) if !source_at(&one, line as usize).contains(&format!("\n{raised:5} ")))
        };
        for check in report["checks"].as_array().into_iter().flatten() {
            let line = check["line"].as_u64().unwrap_or(0);
            *open.entry(line).or_default() |= check["status"] != "proved";
            let own = check["subprogram"].as_str().is_some_and(|name| name.contains(".M_"));
            let aliasing = check["rule"] == "VC_ALIASING";
            let comes_out = check["rule"] == "VC_RAISE" && passes_on(line);
            if check["status"] == "fails" && own && !aliasing && !comes_out && !raised.contains(&line) {
                let text = source_at(&one, line as usize);
                wrong.push(format!("seed {seed}: line {line} fails: {}\n{text}", check["message"]));
            }
        }
        // A line without checks belongs to a function that is not analysed.
        for line in raised {
            if open.get(&line) == Some(&false) {
                let text = source_at(&one, line as usize);
                wrong.push(format!("seed {seed}: a run raises on line {line}, where all is proved\n{text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
