//! Packages whose state only their own code sees: what holds after every sequence of visible calls is proved, and what
//! such a sequence breaks is shown by it, as GNAT confirms. Where something else may change the state, nothing is
//! proved that an arbitrary state breaks.
//!
//! A line with `--  wrong: TEXT` is TEXT in the wrong form of a program, where the checks fail that `--  fails: RULE`
//! names; those of `--  always: RULE` fail in both forms. In drivers `--  safe: TEXT` is the other form.

mod common;

use common::{run, schema};
use horn_benchmarks::gnat::Gnat;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ada").join(name)
}

/// The folders inside of a folder, in order.
fn cases(name: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder(name)).expect("the folder of the programs");
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry of the folder").path()).collect();
    found.sort();
    found
}

/// The sources of a program in one of its forms, without its driver; the rules that fail, with file and line.
struct Form {
    files: Vec<(String, String)>,
    driver: String,
    failing: Vec<(String, u64, String)>,
}

fn form(case: &Path, wrong: bool) -> Form {
    let mut found = Form { files: Vec::new(), driver: String::new(), failing: Vec::new() };
    for entry in std::fs::read_dir(case).expect("the folder of a program") {
        let path = entry.expect("a file").path();
        let name = path.file_name().expect("a name").to_string_lossy().to_string();
        let mut text = String::new();
        for (line, number) in std::fs::read_to_string(&path).expect("a source").lines().zip(1..) {
            let (code, comment) = line.split_once("--  ").unwrap_or((line, ""));
            let (word, rest) = comment.split_once(": ").unwrap_or((comment, ""));
            match (word, wrong) {
                ("wrong", true) | ("safe", false) => text += rest,
                ("fails", true) | ("always", _) => {
                    found.failing.push((name.clone(), number, rest.trim().to_string()));
                    text += code;
                }
                _ => text += code,
            }
            text.push('\n');
        }
        match name.as_str() {
            "driver.adb" => found.driver = text,
            _ => found.files.push((name, text)),
        }
    }
    found.files.sort();
    found.failing.sort();
    found
}

/// Writes the files and verifies them.
fn verify(files: &[(String, String)], at: &Path) -> Value {
    let mut arguments = vec!["--frontend".to_string(), "ada".into(), "--steps".into(), "3000".into()];
    arguments.extend(["--json".into(), "-".into(), "--report=all".into()]);
    for (name, text) in files {
        std::fs::write(at.join(name), text).expect("a file");
        arguments.push(at.join(name).display().to_string());
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let output = run(&arguments);
    schema::result(&output.stdout)
}

fn checks(value: &Value) -> Vec<&Value> {
    value["checks"].as_array().map(|all| all.iter().collect()).unwrap_or_default()
}

fn place(check: &Value) -> (String, u64, String) {
    let file = check["file"].as_str().unwrap_or_default();
    let file = Path::new(file).file_name().unwrap_or_default().to_string_lossy().to_string();
    (file, check["line"].as_u64().unwrap_or(0), check["rule"].as_str().unwrap_or_default().to_string())
}

#[test]
fn sequences_of_visible_calls_decide() {
    let cases = cases("clients");
    assert!(cases.len() >= 20, "programs are missing");
    let mut wrong = Vec::new();
    for case in &cases {
        for mistaken in [false, true] {
            let made = form(case, mistaken);
            let at = tempfile::tempdir().expect("a folder");
            let value = verify(&made.files, at.path());
            let with = |status: &str| -> Vec<(String, u64, String)> {
                let mut found: Vec<_> =
                    checks(&value).into_iter().filter(|one| one["status"] == status).map(place).collect();
                found.sort();
                found.dedup();
                found
            };
            let calls = |check: &&Value| check["counterexample"]["calls"].as_array().is_some_and(|all| !all.is_empty());
            let failing = checks(&value).into_iter().filter(|one| one["status"] == "fails").collect::<Vec<_>>();
            // What a broken state leads to after very many calls is neither shown nor excluded.
            let open = !mistaken && !with("unknown").is_empty();
            if with("fails") != made.failing || open || !failing.iter().all(calls) {
                let (name, fails, open) = (case.display(), with("fails"), with("unknown"));
                wrong.push(format!("{name}, mistaken {mistaken}: failing {fails:?}, open {open:?}"));
            }
            let summary = &value["summary"];
            if !mistaken && summary["provedForClients"].as_u64().unwrap_or(0) == 0 {
                wrong.push(format!("{}: nothing is proved for clients: {summary}", case.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn nothing_is_proved_where_something_else_may_change_the_state() {
    let cases = cases("not_clients");
    assert!(cases.len() >= 15, "programs are missing");
    let mut wrong = Vec::new();
    for case in &cases {
        let at = tempfile::tempdir().expect("a folder");
        let mut files = Vec::new();
        let mut expected = Vec::new();
        for entry in std::fs::read_dir(case).expect("the folder of a program") {
            let path = entry.expect("a file").path();
            let name = path.file_name().expect("a name").to_string_lossy().to_string();
            let text = std::fs::read_to_string(&path).expect("a source");
            for (line, number) in text.lines().zip(1u64..) {
                for (mark, status) in [
                    ("--  open", "unknown"),
                    ("--  reached", "fails"),
                    ("--  always", "fails"),
                    ("--  holds", "proved"),
                ] {
                    if line.contains(mark) {
                        expected.push((name.clone(), number, status));
                    }
                }
            }
            files.push((name, text));
        }
        files.sort();
        let value = verify(&files, at.path());
        assert!(!expected.is_empty());
        for (file, line, status) in expected {
            let all = checks(&value);
            let here = all.iter().find(|one| place(one).0 == file && place(one).1 == line);
            if here.is_none_or(|one| one["status"] != status) {
                wrong.push(format!("{}: {file}:{line}: {here:?} is not {status}", case.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn gnat_confirms_the_sequences() {
    if Gnat::find().is_none() {
        eprintln!("SKIPPED: no gnatmake in PATH; `make gnat` installs it where apt-get can");
        return;
    }
    let mut wrong = Vec::new();
    for case in cases("clients") {
        for mistaken in [false, true] {
            let made = form(&case, mistaken);
            // One folder for each: gnatmake takes a driver of the same second for the one that it has compiled.
            let at = tempfile::tempdir().expect("a folder");
            for (name, text) in &made.files {
                std::fs::write(at.path().join(name), text).expect("a file");
            }
            std::fs::write(at.path().join("driver.adb"), &made.driver).expect("a file");
            let built = Command::new("gnatmake")
                .args(["-q", "-gnata", "-gnato11", "-gnateF", "-gnat2022", "-gnatws", "driver.adb"])
                .current_dir(at.path())
                .output()
                .expect("gnatmake starts");
            assert!(built.status.success(), "{}: {}", case.display(), String::from_utf8_lossy(&built.stderr));
            let ran = Command::new(at.path().join("driver")).output().expect("the driver starts");
            let said = String::from_utf8_lossy(&ran.stderr).to_string();
            let expected = |(file, line, _): &(String, u64, String)| said.contains(&format!("{file}:{line}"));
            if ran.status.success() == mistaken || mistaken && !made.failing.iter().any(expected) {
                wrong.push(format!("{}, mistaken {mistaken}: {said}", case.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
