//! Programs as their authors write them (`tests/both`), each in two versions: with `BAD` defined it fails. The
//! interpreter says so after lowering, and gcc with its sanitizers agrees. Values of `__VERIFIER_nondet_…` stand in the
//! text behind `in:`. `HORNSOLVE_C_FOLDER` names another folder of such programs.

use horn_c::lower::{LowerOptions, lower};
use horn_c::{DataModel, Options, read_text, sema};
use horn_frontend::encode::Site;
use horn_frontend::interp::{Choices, End, Inputs, Limits, Value, run};
use horn_frontend::ir::{self, CheckKind, Program, TypeId};
use horn_solver::num::Int;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Gives the numbers of a text to what the functions return that give any value, then zeros.
struct Given<'p> {
    program: &'p Program,
    values: Vec<i64>,
    next: usize,
}

impl Choices for Given<'_> {
    fn choose(&mut self, site: Site, ty: TypeId) -> Option<Value> {
        if !self.program.procedure(site.procedure).var(site.var).name.ends_with(" ()") {
            return None;
        }
        let value = self.values.get(self.next).copied().unwrap_or(0);
        self.next += 1;
        Some(match &self.program.ty(ty).kind {
            ir::TypeKind::Bool => Value::Bool(value != 0),
            ir::TypeKind::Float(_) => return None,
            ir::TypeKind::Modular(modular) if value < 0 => Value::Int(Int::from(value) + modular.modulus.clone()),
            _ => Value::Int(Int::from(value)),
        })
    }
}

fn values(text: &str) -> Vec<i64> {
    let given = text.lines().find_map(|line| line.split_once("in:")).map_or("", |(_, given)| given);
    given.split_whitespace().filter_map(|word| word.trim_matches(|c| c == '*' || c == '/').parse().ok()).collect()
}

/// What our run of a version says: `fine`, `fails`, or why it is neither.
fn ours(path: &Path, text: &str, bad: bool) -> String {
    let defines = if bad { vec![("BAD".to_string(), None)] } else { Vec::new() };
    let options = Options { defines, library: true, ..Options::default() };
    let translation = read_text(&path.display().to_string(), text, &options);
    if translation.failed() {
        return translation.rendered().join("; ");
    }
    let typed = sema::analyse(&translation.tree, DataModel::Lp64);
    let said = |messages: &[horn_frontend::Message]| -> String {
        messages.iter().map(|message| message.diagnostic.message.clone()).collect::<Vec<_>>().join("; ")
    };
    if typed.messages.iter().any(|message| message.diagnostic.severity == horn_frontend::Severity::Error) {
        return said(&typed.messages);
    }
    let lowered = lower(&typed.unit, &LowerOptions::default());
    let mut program = lowered.program;
    program.files.push(path.display().to_string());
    let problems = ir::validate(&program);
    if !problems.is_empty() {
        return format!("{problems:?}");
    }
    ir::lift(&mut program);
    let Some((entry, _)) = program.procedures().find(|(_, procedure)| procedure.entry) else {
        return said(&lowered.messages);
    };
    let limits = Limits { steps: 1_000_000, cancel: None, trace: false };
    let mut given = Given { program: &program, values: values(text), next: 0 };
    match run(&program, entry, &Inputs::default(), &mut given, limits).end {
        End::Returned | End::Blocked => "fine".to_string(),
        End::Failed(check) => match program.checks[check.index()].kind {
            CheckKind::Unsupported => format!("not modelled: {}", said(&lowered.messages)),
            _ => "fails".to_string(),
        },
        other => format!("{other:?}"),
    }
}

/// What a run of the compiled version says; none without gcc.
fn theirs(path: &Path, text: &str, bad: bool, folder: &Path) -> Option<String> {
    let values: Vec<String> = values(text).iter().map(|value| format!("{value}LL")).collect();
    let mut source = format!(
        "static long long given[] = {{ {} 0 }};\n",
        values.join(", ") + if values.is_empty() { "" } else { "," }
    );
    source.push_str("static unsigned at;\nstatic long long next(void) { return at < sizeof given / sizeof *given ? given[at++] : 0; }\n");
    let kinds = [
        ("int", "int"),
        ("uint", "unsigned"),
        ("char", "char"),
        ("uchar", "unsigned char"),
        ("short", "short"),
        ("long", "long"),
        ("bool", "_Bool"),
    ];
    for (name, ty) in kinds {
        source.push_str(&format!("{ty} __VERIFIER_nondet_{name}(void) {{ return ({ty})next(); }}\n"));
    }
    let rest = folder.join("given.c");
    std::fs::write(&rest, source).expect("a file");
    let program = folder.join("program");
    let mut gcc = Command::new("gcc");
    gcc.args(["-w", "-std=gnu11", "-fsanitize=undefined,address", "-fno-sanitize-recover=all", "-o"]);
    gcc.arg(&program).arg(path).arg(&rest).arg("-lm").stderr(Stdio::piped());
    if bad {
        gcc.arg("-DBAD");
    }
    let made = gcc.output().ok()?;
    if !made.status.success() {
        return Some(String::from_utf8_lossy(&made.stderr).into_owned());
    }
    let run = Command::new(&program).env("ASAN_OPTIONS", "detect_leaks=0").output().ok()?;
    Some(if run.status.success() { "fine" } else { "fails" }.to_string())
}

#[test]
fn both_versions_end_as_those_that_gcc_makes() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/both");
    let folder = std::env::var_os("HORNSOLVE_C_FOLDER").map_or(own, PathBuf::from);
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder).expect("the folder").flatten().map(|e| e.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    assert!(!files.is_empty());
    let mut wrong = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a program");
        for (bad, wanted) in [(false, "fine"), (true, "fails")] {
            let version = if bad { "bad" } else { "good" };
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let said = ours(&path, &text, bad);
            if said != wanted {
                wrong.push(format!("{name}, {version}: {said}"));
            }
            if let Some(said) = theirs(&path, &text, bad, scratch.path()).filter(|said| said != wanted) {
                wrong.push(format!("{name}, {version}, gcc: {said}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
