//! Programs as their authors write them (`tests/both`), each in two versions: with `BAD` defined it fails. The
//! interpreter says so after lowering, and gcc with its sanitizers agrees. Values of `__VERIFIER_nondet_…` stand in
//! the text behind `in:`. `HORNSOLVE_C_FOLDER` names another folder of such programs.

mod common;

use common::{Given, read, run_entry};
use horn_c::Options;
use horn_frontend::interp::End;
use horn_frontend::ir::CheckKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn values(text: &str) -> Vec<i64> {
    let given = text.lines().find_map(|line| line.split_once("in:")).map_or("", |(_, given)| given);
    given.split_whitespace().filter_map(|word| word.trim_matches(|c| c == '*' || c == '/').parse().ok()).collect()
}

/// What our run of a version says: `fine`, `fails`, or why it is neither.
fn ours(path: &Path, text: &str, bad: bool) -> String {
    let defines = if bad { vec![("BAD".to_string(), None)] } else { Vec::new() };
    let options = Options { defines, library: true, ..Options::default() };
    let read = match read(&path.display().to_string(), text, &options) {
        Ok(read) => read,
        Err(errors) => return errors.join("; "),
    };
    let Some(run) = run_entry(&read.program, &mut Given::new(&read.program, values(text)), 1_000_000) else {
        return read.refused.join("; ");
    };
    match run.end {
        End::Returned | End::Blocked => "fine".to_string(),
        End::Failed(check) => match read.program.checks[check.index()].kind {
            CheckKind::Unsupported => format!("not modelled: {}", read.refused.join("; ")),
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
    source.push_str(
        "static unsigned at;\nstatic long long next(void) { \
         return at < sizeof given / sizeof *given ? given[at++] : 0; }\n",
    );
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
