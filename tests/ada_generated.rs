//! Generated Ada programs: the interpreter, the bounded formula over bit-vectors, and the program that GNAT compiles
//! agree on the result, or on the line of the exception; and no verdict contradicts a run. `HORNSOLVE_ADA_BATCHES=40`
//! makes 1,000 programs of it.

#[path = "common/schema.rs"]
mod schema;

use horn_benchmarks::ada_generate::{Batch, batch};
use horn_benchmarks::gnat::{self, Gnat, Run};
use horn_frontend::encode::Options;
use horn_frontend::encode::bounded::{About, Bits, Bounds, Formula, Unwinder};
use horn_frontend::interp::{self, End, Inputs, Limits, Value};
use horn_frontend::{Lowered, Source, Task, ir};
use horn_solver::num::Int;
use horn_solver::smt::{CancelToken, Purpose, SmtConfig, SmtSolver};
use horn_solver::term::TermId;
use hornsolve::frontends::FRONTENDS;
use hornsolve::smt::LazySmt;
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
    let mut lowered = unlifted(body);
    ir::lift(&mut lowered.program);
    lowered
}

fn unlifted(body: &Path) -> Lowered {
    let ada = FRONTENDS.iter().find(|frontend| frontend.name() == "ada").expect("there is a frontend for Ada");
    let task = Task { files: vec![body.to_path_buf()], ..Task::default() };
    let lowered = ada.lower(&task);
    assert!(!lowered.failed(), "{}", lowered.rendered().join("\n"));
    let others: Vec<String> =
        lowered.rendered().into_iter().filter(|message| !message.contains("will be raised at run time")).collect();
    assert!(others.is_empty(), "{}", others.join("\n"));
    lowered
}

fn line(lowered: &Lowered, loc: ir::Loc) -> u32 {
    let at = loc.file.0 as usize;
    let (line, _) = Source::new(&lowered.program.files[at], &lowered.texts[at]).position(loc.span.start);
    u32::try_from(line).unwrap_or(0)
}

/// An entry that calls a function and checks that its result is the last parameter.
struct Comparison {
    entry: ir::ProcId,
    check: ir::CheckId,
    /// A value that the parameter may have.
    some: i64,
}

fn comparison(program: &mut ir::Program, function: ir::ProcId) -> Comparison {
    let called = program.procedure(function).clone();
    let loc = called.loc;
    let id = program.declare(format!("{} compared", called.name), loc);
    let check = program.add_check(ir::Check::new(ir::CheckKind::Assertion, loc));
    let mut b = ir::Builder::new("comparison", loc);
    b.set_entry(true);
    let params: Vec<ir::VarId> = called
        .params()
        .map(|(var, _)| b.param(called.var(var).name.clone(), called.var(var).ty, ir::Mode::In, loc))
        .collect();
    let ty = called.var(called.result().expect("a function")).ty;
    let expected = b.param("Expected", ty, ir::Mode::In, loc);
    let result = b.local("Found", ty, loc);
    let args = params.iter().map(|var| ir::Arg::In(b.var(*var, loc))).collect();
    b.call(ir::Call { callee: function, args, result: Some(result), exception: None }, loc);
    let (found, wanted) = (b.var(result, loc), b.var(expected, loc));
    let same = b.compare(ir::BinaryOp::Eq, found, wanted, loc);
    b.check(check, same, loc);
    b.finish(program, id);
    program.procedures[function.0 as usize].entry = false;
    // Some result, for calls that have none.
    let some = match &program.ty(ty).kind {
        ir::TypeKind::Int(ir::IntType { range: Some(range), .. }) => range.first.to_i64().unwrap_or(0),
        _ => 0,
    };
    Comparison { entry: id, check, some }
}

/// The function that an entry made by [`comparison`] calls.
fn function_of(program: &ir::Program, entry: ir::ProcId) -> ir::ProcId {
    let blocks = &program.procedure(entry).blocks;
    let called = blocks.iter().flat_map(|block| &block.statements).find_map(|statement| match &statement.kind {
        ir::StmtKind::Call(call) => Some(call.callee),
        _ => None,
    });
    called.unwrap_or(entry)
}

/// Whether a check stands in the text of a procedure.
fn stands_in(program: &ir::Program, procedure: ir::ProcId, wanted: ir::CheckId) -> bool {
    let statements = program.procedure(procedure).blocks.iter().flat_map(|block| &block.statements);
    statements.into_iter().any(|one| matches!(&one.kind, ir::StmtKind::Check(check, _) if *check == wanted))
}

/// What the bounded formula says of one call: what is violated first when the inputs are these and the result is
/// compared with this one.
fn violated_first(
    smt: &mut SmtSolver,
    formula: &mut Formula,
    bits: &mut Bits,
    inputs: &[i64],
    result: i64,
) -> Result<Option<About>, String> {
    let mut given = Vec::new();
    for ((_, terms), value) in formula.params.clone().iter().zip(inputs.iter().chain([&result])) {
        let value = formula.store.int(*value);
        given.push(formula.store.eq(terms[0], value));
    }
    let violated: Vec<TermId> = formula.properties.iter().map(|property| property.violated).collect();
    given.push(formula.store.or(&violated));
    let question = formula.store.and(&given);
    let images = bits.booleans(formula, &violated).expect("has an image");
    let question = bits.booleans(formula, &[question]).expect("has an image");
    for range in std::mem::take(&mut bits.constraints) {
        smt.assert(&bits.store, range).expect("asserted");
    }
    let (answer, values) =
        smt.check_formula(&bits.store, Purpose::Other, question[0], &images).map_err(|error| error.to_string())?;
    if !answer.is_sat() && !answer.is_unsat() {
        return Err(format!("{answer:?}"));
    }
    let first = values.iter().position(|value| value.as_bool() == Some(true));
    Ok(first.map(|first| formula.properties[first].subject))
}

/// What the bounded formulas of the functions of a batch say of its calls; `None` for those of functions with floats or
/// quantifiers, which have no formula over words, and where the solver takes too long. Results are only compared with
/// those that are given.
fn bounded(body: &Path, batch: &Batch, real: &[Effect], config: &SmtConfig) -> Vec<Option<Effect>> {
    let mut lowered = unlifted(body);
    let names: BTreeSet<&str> = batch.calls.iter().map(|(function, _)| function.as_str()).collect();
    let mut entries = BTreeMap::new();
    for name in names {
        let full = format!("{}.{name}", batch.unit.name);
        let found = lowered.program.procedures().find(|(_, procedure)| procedure.name.eq_ignore_ascii_case(&full));
        let function = found.map(|(id, _)| id).expect("the function is there");
        entries.insert(name, comparison(&mut lowered.program, function));
    }
    ir::lift(&mut lowered.program);
    let options = Options::default();
    let mut effects = Vec::new();
    let calls: Vec<_> = batch.calls.iter().zip(real).collect();
    for group in calls.chunk_by(|a, b| a.0.0 == b.0.0) {
        let Comparison { entry, check: compared, some } = entries[group[0].0.0.as_str()];
        let mut unwinder = Unwinder::new(&lowered.program, entry, &options);
        let bounds = Bounds { ranged: true, unwind: 40, ..Bounds::default() };
        let mut smt = SmtSolver::new(config.clone(), CancelToken::with_timeout(Duration::from_secs(10)));
        let mut bits = Bits::new(&lowered.program);
        let formula = unwinder.unwind(&bounds).expect("the function is encoded");
        let constraints = formula.constraints.clone();
        let properties: Vec<TermId> = formula.properties.iter().map(|property| property.violated).collect();
        let images = bits.booleans(formula, &constraints).and_then(|constraints| {
            bits.booleans(formula, &properties)?;
            Ok(constraints)
        });
        let Ok(constraints) = images else {
            effects.extend(group.iter().map(|_| None));
            continue;
        };
        for constraint in std::mem::take(&mut bits.constraints).into_iter().chain(constraints) {
            smt.assert(&bits.store, constraint).expect("asserted");
        }
        let mut formula = unwinder.finish();
        for ((_, inputs), real) in group {
            let result = match real {
                Effect::Result(result) => result.parse().expect("a number"),
                _ => some,
            };
            let first = violated_first(&mut smt, &mut formula, &mut bits, inputs, result);
            // Products of words may take too long, also for given inputs.
            let Ok(first) = first else {
                effects.push(None);
                continue;
            };
            effects.push(Some(match first {
                None => Effect::Result(result.to_string()),
                Some(About::Check(check)) if check == compared => Effect::Other("another result".to_string()),
                Some(About::Check(check)) => {
                    let found = Effect::Line(line(&lowered, lowered.program.checks[check.index()].loc));
                    // What fails in a subprogram counts as a failure also if a caller handles it; the real run goes on.
                    if found != **real && !stands_in(&lowered.program, function_of(&lowered.program, entry), check) {
                        effects.push(None);
                        continue;
                    }
                    found
                }
                Some(beyond) => Effect::Other(format!("{beyond:?}")),
            }));
        }
    }
    effects
}

/// What the interpreter does on the calls of a batch.
fn interpreted(lowered: &Lowered, batch: &Batch) -> Vec<Effect> {
    let program = &lowered.program;
    let line = |loc: ir::Loc| line(lowered, loc);
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
fn interpreter_and_bounded_formulas_agree_with_gnat() {
    let Some(gnat) = Gnat::find() else {
        eprintln!("SKIPPED: no gnatmake in PATH; `make gnat` installs it where apt-get can");
        return;
    };
    let count = std::env::var("HORNSOLVE_ADA_BATCHES").ok().and_then(|text| text.parse().ok()).unwrap_or(2);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (mut results, mut lines, mut words) = (0, 0, 0);
    let mut different = Vec::new();
    let config = LazySmt::new(None, None, &horn_solver::smt::CancelToken::new()).get().expect("an SMT solver");
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
        let formulas = bounded(body, batch, compiled, &config);
        let ours = interpreted(&lowered, batch);
        assert_eq!((ours.len(), formulas.len()), (compiled.len(), compiled.len()));
        for (((call, real), ours), formula) in batch.calls.iter().zip(compiled).zip(ours).zip(formulas) {
            match real {
                Effect::Result(_) => results += 1,
                Effect::Line(_) => lines += 1,
                Effect::Other(what) => panic!("{}.{call:?}: {what}", batch.unit.name),
            }
            words += usize::from(formula.is_some());
            let formula = formula.as_ref().unwrap_or(real);
            if *real != ours || real != formula {
                let text = match real {
                    Effect::Line(line) => batch.body.lines().nth(*line as usize - 1).unwrap_or("").trim(),
                    _ => "",
                };
                let name = &batch.unit.name;
                different.push(format!(
                    "{name}.{call:?}: GNAT {real:?} ({text}), interpreter {ours:?}, formula {formula:?}"
                ));
            }
        }
    }
    eprintln!(
        "{results} calls returned, {lines} raised, {words} have a formula over words, {} differ",
        different.len()
    );
    assert!(different.is_empty(), "{} of {}\n{}", different.len(), results + lines, different.join("\n"));
    assert!(words * 2 > results + lines, "only {words} formulas");
}

#[test]
fn verdicts_do_not_contradict_runs() {
    let Some(gnat) = Gnat::find() else {
        eprintln!("SKIPPED: no gnatmake in PATH; `make gnat` installs it where apt-get can");
        return;
    };
    let count = std::env::var("HORNSOLVE_ADA_VERDICTS").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let mut wrong = Vec::new();
    for seed in 1..=count {
        // One folder for each: gnatmake takes a driver of the same second for the one that it has compiled.
        let folder = tempfile::tempdir().expect("a temporary folder");
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
        let report = schema::result(&String::from_utf8_lossy(&output.stdout));
        let mut open: BTreeMap<u64, bool> = BTreeMap::new();
        // The calls of counterexamples are made too, each expected to fail, on a line unless an exception is passed on.
        let mut expected: Vec<(usize, Option<u64>)> = Vec::new();
        for check in report["checks"].as_array().into_iter().flatten() {
            let line = check["line"].as_u64().unwrap_or(0);
            *open.entry(line).or_default() |= check["status"] != "proved";
            let example = &check["counterexample"];
            // Other subprograms are local to the body, and their failures may be handled by callers.
            let callable = example["entry"].as_str().is_some_and(|entry| entry.contains(".F_"));
            if check["status"] == "fails" && callable {
                let inputs: Vec<&str> = example["inputs"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(|input| input["value"].as_str())
                    .collect();
                expected.push((all.calls.len(), (check["rule"] != "VC_RAISE").then_some(line)));
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
            // An exception that comes out of a call is reported at the call.
            let as_said = match (&runs[call], line) {
                (Run::Raised { .. }, None) => true,
                (Run::Raised { place: Some((_, at)), .. }, Some(line)) => u64::from(*at) == line,
                _ => false,
            };
            if !as_said {
                wrong
                    .push(format!("seed {seed}: `{}` should fail on line {line:?}: {:?}", all.calls[call], runs[call]));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
