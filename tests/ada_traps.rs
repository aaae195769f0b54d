//! The programs whose semantics are easily wrong (`frontends/ada/tests/traps`), given to the tool itself. Each runs
//! without inputs and ends, as GNAT confirmed, in the failure that its comment names, or in none: so exactly that check
//! fails here, and all others are proved.

mod common;

use common::{run, schema};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The line and rule that the comment `--  fails: RULE` names.
fn announced(text: &str) -> Vec<(u64, String)> {
    let place =
        |(line, number): (&str, u64)| line.split_once("--  fails: ").map(|(_, rule)| (number, rule.trim().to_string()));
    text.lines().zip(1..).filter_map(place).collect()
}

/// What is wrong with the verdicts on a program, if anything is.
fn judge(path: &Path) -> Option<String> {
    let text = std::fs::read_to_string(path).expect("a program");
    let output = run(&["--frontend", "ada", "--timeout", "60", "--json", "-", &path.to_string_lossy()]);
    if output.stdout.is_empty() {
        return Some(format!("no JSON: {}", output.stderr));
    }
    let value = schema::result(&output.stdout);
    let checks = value["checks"].as_array().map_or(&[][..], Vec::as_slice);
    if checks.is_empty() || value["messages"].as_array().is_none_or(|messages| !messages.is_empty()) {
        return Some(format!("{} checks, messages {}", checks.len(), value["messages"]));
    }
    let place = |check: &Value| (check["line"].as_u64().unwrap_or(0), check["rule"].as_str().unwrap_or("").to_string());
    let with = |wanted: &str| -> Vec<(u64, String)> {
        checks.iter().filter(|check| check["status"] == wanted).map(place).collect()
    };
    let (failing, proved) = (with("fails"), with("proved"));
    let expected = announced(&text);
    (failing != expected || failing.len() + proved.len() != checks.len()).then(|| {
        let undecided = checks.iter().filter(|check| check["status"] != "fails" && check["status"] != "proved");
        format!("expected {expected:?}, found {failing:?}, undecided {:?}", undecided.map(place).collect::<Vec<_>>())
    })
}

#[test]
fn exactly_the_announced_check_fails() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("frontends/ada/tests/traps");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the folder of the programs")
        .map(|entry| entry.expect("an entry of the folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "adb"))
        .collect();
    paths.sort();
    assert!(paths.len() >= 50, "programs are missing");
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Some(what) = judge(path) {
                        wrong.lock().expect("no panic elsewhere").push(format!("{}: {what}", path.display()));
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("no panic elsewhere");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
