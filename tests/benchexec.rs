//! The tool-info modules of `contrib/benchexec`, checked by BenchExec itself, and a small benchmark run with each.
//!
//! Needs Python with `venv`, and PyPI the first time; BenchExec is kept in the target folder. Without Python there is
//! nothing to test.

mod common;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;

/// The version the module is tested with.
const BENCHEXEC: &str = "benchexec==3.35";

/// A Python with BenchExec, installed once; `None` where there is no Python that makes environments.
fn python() -> Option<PathBuf> {
    // Tests run at the same time.
    static INSTALLING: Mutex<()> = Mutex::new(());
    let _one = INSTALLING.lock();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("benchexec");
    let python = folder.join("bin/python3");
    if Command::new(&python).args(["-c", "import benchexec"]).output().is_ok_and(|output| output.status.success()) {
        return Some(python);
    }
    let made = Command::new("python3").args(["-m", "venv"]).arg(&folder).output();
    if !made.is_ok_and(|output| output.status.success()) {
        return None;
    }
    let installed = Command::new(&python).args(["-m", "pip", "install", "--quiet", BENCHEXEC]).output().expect("pip");
    assert!(installed.status.success(), "BenchExec can't be installed: {}", String::from_utf8_lossy(&installed.stderr));
    Some(python)
}

/// Runs a module of BenchExec with ours on its path.
fn benchexec(python: &Path, arguments: &[&str], folder: &Path) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new(python);
    command.args(["-m"]).args(arguments).current_dir(folder);
    command.env("PYTHONPATH", root.join("contrib/benchexec"));
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    command.env("HORNSOLVE_SMT", common::smt_binary().path);
    command.output().expect("Python starts")
}

/// Runs the benchmark definition `small.xml` of a folder and returns what BenchExec prints, a line for each task;
/// `None` where it may not use control groups.
fn run_definition(python: &Path, tool: &str, folder: &Path) -> Option<String> {
    let arguments =
        ["benchexec.benchexec", "--no-container", "--tool-directory", tool, "--outputpath", "out/", "small.xml"];
    let run = benchexec(python, &arguments, folder);
    let text = format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    if text.contains("cgroup") && !run.status.success() {
        eprintln!("BenchExec may not use cgroups here: {text}");
        return None;
    }
    assert!(run.status.success(), "{text}");
    Some(text)
}

/// Makes the folder in which BenchExec looks for the program.
fn tool(folder: &Path) -> String {
    let release = folder.join("target/release");
    std::fs::create_dir_all(&release).expect("writable");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_hornsolve"), release.join("hornsolve")).expect("a link");
    folder.display().to_string()
}

/// Tasks of C with the property and data model in their definitions, of which `int` and `long` make a difference.
#[test]
fn benchexec_runs_programs_with_their_task_definitions() {
    let Some(python) = python() else {
        eprintln!("no Python that makes virtual environments: not tested");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let tool = tool(folder.path());
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("writable");
    let definition = Path::new(env!("CARGO_MANIFEST_DIR")).join("contrib/benchexec/c-svcomp.xml");
    assert!(std::fs::read_to_string(definition).is_ok_and(|text| text.contains("tool=\"c.hornsolve\"")));
    write("unreach-call.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
    write("no-overflow.prp", "CHECK( init(main()), LTL(G ! overflow) )\n");
    let reach = "extern void reach_error(void); int main(void) { if (sizeof(long) == 8) reach_error(); return 0; }\n";
    let wide = "extern int __VERIFIER_nondet_int(void); int main(void) { long x = __VERIFIER_nondet_int(); x++; }\n";
    let mut files = String::new();
    for (name, text, property, model, verdict) in [
        ("reach32", reach, "unreach-call", "ILP32", "true"),
        ("reach64", reach, "unreach-call", "LP64", "false(unreach-call)"),
        ("wide32", wide, "no-overflow", "ILP32", "false(no-overflow)"),
        ("wide64", wide, "no-overflow", "LP64", "true"),
    ] {
        write(&format!("{name}.c"), text);
        let expected = verdict == "true";
        write(
            &format!("{name}.yml"),
            &format!(
                "format_version: '2.0'\ninput_files: '{name}.c'\nproperties:\n  - property_file: {property}.prp\n    \
                 expected_verdict: {expected}\noptions:\n  language: C\n  data_model: {model}\n"
            ),
        );
        files += &format!(
            "<rundefinition name=\"{name}\"><propertyfile>{property}.prp</propertyfile><tasks><include>{name}.yml\
             </include></tasks></rundefinition>"
        );
        // The definition says the same to the program alone.
        let output = Command::new(env!("CARGO_BIN_EXE_hornsolve"))
            .args(["--frontend=c", "--witness"])
            .args([folder.path().join(format!("{name}.witness")), folder.path().join(format!("{name}.c"))])
            .env("HORNSOLVE_SMT", common::smt_binary().path)
            .output()
            .expect("it starts");
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(said.lines().last().map(str::to_lowercase).as_deref(), Some(verdict), "{name}: {said}");
        let witness = std::fs::read_to_string(folder.path().join(format!("{name}.witness"))).expect("a witness");
        let kind = if expected { "invariant_set" } else { "violation_sequence" };
        assert!(witness.contains(&format!("entry_type: {kind}")) && witness.contains(model), "{witness}");
    }
    write(
        "small.xml",
        &format!(
            "<?xml version=\"1.0\"?>\n<benchmark tool=\"c.hornsolve\" walltimelimit=\"60 s\">{files}</benchmark>\n"
        ),
    );
    let Some(text) = run_definition(&python, &tool, folder.path()) else { return };
    for (name, verdict) in [("reach32", "true"), ("reach64", "false(unreach-call)"), ("wide32", "false(no-overflow)")] {
        let line = text.lines().find(|line| line.contains(&format!("{name}.yml "))).unwrap_or_default();
        assert!(line.contains(verdict), "{name}: {text}");
    }
}

#[test]
fn benchexec_accepts_the_module_and_runs_with_it() {
    let Some(python) = python() else {
        eprintln!("no Python that makes virtual environments: not tested");
        return;
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().expect("a folder");
    let tool = tool(folder.path());

    let about = benchexec(
        &python,
        &["benchexec.test_tool_info", "chc.hornsolve", "--no-container", "--tool-directory", &tool],
        folder.path(),
    );
    let text = String::from_utf8_lossy(&about.stderr);
    assert!(about.status.success(), "{text}");
    for line in ["Name of tool: “hornsolve”", "Version: “0.1.0”", "hornsolve', 'INPUT.FILE']”"] {
        assert!(text.contains(line), "{line} is missing in:\n{text}");
    }

    // The definition of the competition is one that BenchExec reads, and all its task files are there.
    let definition = std::fs::read_to_string(root.join("contrib/benchexec/chc-comp.xml")).expect("it is there");
    assert!(definition.contains("tool=\"chc.hornsolve\""));
    let set = std::fs::read_to_string(root.join("contrib/benchexec/own.set")).expect("it is there");
    for line in set.lines() {
        let themes = line.trim_start_matches("../../").trim_end_matches("/*.smt2");
        assert!(root.join(themes).is_dir(), "{line}");
    }

    // Ten files; the names of our own systems end with their verdicts.
    let files = [
        "lia-linear/count-up-safe",
        "lia-linear/count-up-unsafe",
        "lia-linear/up-down-safe",
        "lia-linear/up-down-unsafe",
        "lia-linear/conserved-sum-safe",
        "lia-linear/conserved-sum-unsafe",
        "lia-linear/two-counters-safe",
        "lia-linear/two-counters-unsafe",
    ];
    let systems = root.join("horn-benchmarks/systems");
    let tests = root.join("tests/eld");
    let expected: Vec<(PathBuf, &str)> = files
        .iter()
        .map(|name| (systems.join(format!("{name}.smt2")), if name.ends_with("unsafe") { "false" } else { "true" }))
        .collect();
    // With Eldarica's options the other formats are read too.
    let others = [(tests.join("safe.horn"), "true"), (tests.join("count.nts"), "false")];
    let included = |list: &[(PathBuf, &str)]| -> String {
        list.iter().map(|(path, _)| format!("<include>{}</include>", path.display())).collect()
    };
    let small = folder.path().join("small.xml");
    let text = format!(
        "<?xml version=\"1.0\"?>\n<benchmark tool=\"chc.hornsolve\" walltimelimit=\"60 s\"><rundefinition name=\"all\"/>\
         <tasks name=\"some\">{}</tasks><tasks name=\"others\"><option name=\"--eld\"/>{}</tasks></benchmark>\n",
        included(&expected),
        included(&others)
    );
    std::fs::write(&small, text).expect("writable");
    let Some(text) = run_definition(&python, &tool, folder.path()) else { return };
    for (path, verdict) in expected.iter().chain(&others) {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let line = text.lines().find(|line| line.contains(&format!("{name} "))).unwrap_or_default();
        assert!(line.contains(verdict), "{name}: {text}");
    }
}
