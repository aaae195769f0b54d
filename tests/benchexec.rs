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
    let tasks = folder.path().join("tasks");
    let written = Command::new(&python).arg(root.join("contrib/benchexec/own-tasks")).arg(&tasks).output();
    let written = written.expect("Python starts");
    assert!(written.status.success(), "{written:?}");
    let set = std::fs::read_to_string(root.join("contrib/benchexec/own.set")).expect("it is there");
    assert_eq!(set.trim_end(), "../../target/own-tasks/*/*.yml");
    let systems = horn_benchmarks::systems::manifest().expect("a manifest");
    for entry in systems.iter().filter(|entry| entry.track != "Fixedpoint") {
        let task = tasks.join(&entry.file).with_extension("yml");
        let text = std::fs::read_to_string(&task).unwrap_or_else(|error| panic!("{}: {error}", task.display()));
        let input = text.lines().find_map(|line| line.strip_prefix("input_files: ")).expect("an input");
        assert!(task.parent().expect("a folder").join(input.trim_matches('\'')).is_file(), "{text}");
        let sat = entry.expected == Some(horn_benchmarks::record::Verdict::Sat);
        assert!(text.contains(&format!("expected_verdict: {sat}")), "{text}");
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
        "<?xml version=\"1.0\"?>\n<benchmark tool=\"chc.hornsolve\" walltimelimit=\"60 s\" timelimit=\"120 s\">\
         <rundefinition name=\"all\"/><tasks name=\"some\">{}</tasks><tasks name=\"others\"><option name=\"--eld\"/>{}\
         </tasks><tasks name=\"own\"><include>tasks/degenerate/tr*.yml</include><propertyfile>\
         tasks/properties/check-sat.prp</propertyfile></tasks></benchmark>\n",
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
    // With task definitions BenchExec knows which answers are right.
    assert!(text.lines().any(|line| line.contains("correct:") && line.contains('1')), "{text}");
}

/// The competition's categories of 2026.
const CATEGORIES: [&str; 9] =
    ["BV", "BV-Lin", "LRA-Lin", "LIA-Lin", "LIA", "LIA-Arrays", "LIA-Lin-Arrays", "ADT-LIA", "ADT-LIA-Arrays"];

/// What the competition's audit looks at, and the limits, which all entries have.
#[test]
fn the_entry_for_the_competition_is_as_it_must_be() {
    let entry = Path::new(env!("CARGO_MANIFEST_DIR")).join("contrib/chc-comp");
    for (name, with_models) in [("hornsolve", false), ("hornsolve-model", true)] {
        let path = entry.join(format!("benchmark-defs/{name}.xml.template"));
        let text = std::fs::read_to_string(path).expect("it is there");
        let limits = "<benchmark tool=\"hornsolve\" timelimit=\"30 min\" hardtimelimit=\"30 min\" memlimit=\"30 GB\" \
                      cpuCores=\"8\">";
        assert!(text.contains(limits) && text.contains("DTD BenchExec benchmark 2.3"), "{text}");
        assert!(text.contains("<rundefinition name=\"CHC-COMP2026_check-sat\">"), "{text}");
        assert_eq!(text.contains("<option name=\"--model\"/>"), with_models);
        assert_eq!(text.matches("<tasks ").count(), CATEGORIES.len());
        for category in CATEGORIES {
            assert!(text.contains(&format!("<tasks name=\"{category}\">")), "{category}");
            assert!(text.contains(&format!("../chc-comp26-benchmarks/{category}.set")), "{category}");
        }
        let properties = text.matches("../chc-comp26-benchmarks/properties/check-sat.prp</propertyfile>").count();
        assert_eq!(properties, CATEGORIES.len());
        let judged = text.matches("<propertyfile expectedverdict=\"true\">").count();
        assert_eq!(judged, if with_models { CATEGORIES.len() } else { 0 });
    }
    let Some(python) = python() else {
        eprintln!("no Python that makes virtual environments: not tested");
        return;
    };
    // The base class is the competition's own: here one with the same name, of BenchExec's template.
    let script = "
import importlib.util, sys, types
import benchexec.tools.template as template
chc = types.ModuleType('benchexec.tools.chc')
chc.ChcTool = type('ChcTool', (template.BaseTool2,), {})
sys.modules['benchexec.tools.chc'] = chc
import benchexec.tools
benchexec.tools.chc = chc
spec = importlib.util.spec_from_file_location('hornsolve', sys.argv[1])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
tool = module.Tool()
limits = template.BaseTool2.ResourceLimits(cputime=1800)
task = template.BaseTool2.Task.with_files(['x.smt2'])
print(tool.name(), tool.cmdline('hornsolve', ['--model'], task, limits), tool.REQUIRED_PATHS)
print(tool.cmdline('hornsolve', [], task, template.BaseTool2.ResourceLimits()))
";
    let path = entry.join("tooldefs/hornsolve.py");
    let output = Command::new(&python).args(["-c", script]).arg(path).output().expect("Python starts");
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "hornsolve ['hornsolve', '--model', '--cpu-limit=1795', '--timeout=1795', 'x.smt2'] ['hornsolve', '.tools']\n\
         ['hornsolve', 'x.smt2']\n",
        "{output:?}"
    );
}

/// From a file to a log to the validator's verdict, with the true program and with one that prints a wrong model.
#[test]
fn models_are_validated_as_the_competition_does() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().expect("a folder");
    let systems = root.join("horn-benchmarks/systems");
    let smt = common::smt_binary().path;
    let validate = |program: &str, files: &[&str]| {
        let mut command = Command::new(root.join("contrib/chc-comp/validate"));
        command.arg(program).arg(&smt).args(files.iter().map(|file| systems.join(file))).env("HORNSOLVE_SMT", &smt);
        let output = command.output().expect("Python starts");
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let files = [
        "lia-linear/two-counters-safe.smt2",
        "lia-linear/two-counters-unsafe.smt2",
        "arrays/one-cell-safe.smt2",
        "adt/record-safe.smt2",
        "bv/one-hot-safe.smt2",
        "syntax/operator-names-safe.smt2",
        "syntax/exit-in-the-middle-safe.smt2",
        "bool/flip-flop-safe.smt2",
    ];
    let good = validate(env!("CARGO_BIN_EXE_hornsolve"), &files);
    assert_eq!(good, (Some(0), "7 models, 7 accepted, 0 announced, 0 not accepted\n".to_string()));
    let model = |definition: &str, warning: &str| {
        let path = folder.path().join("program");
        let text = format!("#!/bin/sh\n{warning}\necho sat\necho '(model {definition})'\n");
        common::write(folder.path(), "draft", text);
        // No other thread has a file open for writing that another process has written.
        let mut made = Command::new("sh");
        made.args(["-c", "cp draft program && chmod +x program"]).current_dir(folder.path());
        assert!(made.status().expect("sh").success());
        validate(&path.display().to_string(), &files[..1])
    };
    let all = "(define-fun loop ((A Int) (B Int) (C Int)) Bool true)";
    let wrong = model(all, "");
    assert!(wrong.0 == Some(1) && wrong.1.contains("not accepted: sat"), "{wrong:?}");
    assert!(model("(define-fun other () Bool true)", "").1.contains("no definition of loop"));
    let helper = "(define-fun-rec h ((A Int)) Int 0) (define-fun loop ((A Int) (B Int) (C Int)) Bool (= A (h A)))";
    let helped = model(helper, "");
    assert!(helped.0 == Some(1) && helped.1.contains("error"), "{helped:?}");
    let announced = model(helper, "echo 'warning: the model has helpers' >&2");
    assert!(announced.0 == Some(0) && announced.1.contains("1 announced"), "{announced:?}");
}
