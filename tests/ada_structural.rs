//! Structural variants (SPARK RM 5.5.3, 6.1.8), which the text decides: each call and each loop of the program has the
//! verdict that the comment in its line names, and what the proofs rest on is told.

mod common;

use common::{run, schema};
use std::fs;
use std::path::Path;

#[test]
fn the_text_decides_structural_variants() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ada/structural");
    let text = fs::read_to_string(folder.join("lists.adb")).expect("a program");
    let files = ["lists.ads", "lists.adb"].map(|name| folder.join(name).to_string_lossy().into_owned());
    let output = run(&["--frontend", "ada", "--timeout", "1", "--json", "-", &files[0], &files[1]]);
    let value = schema::result(&output.stdout);
    let checks = value["checks"].as_array().cloned().unwrap_or_default();
    let mut seen = 0;
    for (line, number) in text.lines().zip(1u64..) {
        let Some((_, wanted)) = line.split_once("  --  ") else { continue };
        let of_line = |check: &&serde_json::Value| {
            check["line"].as_u64() == Some(number)
                && check["file"].as_str().is_some_and(|file| file.ends_with("lists.adb"))
                && check["rule"].as_str().is_some_and(|rule| rule.ends_with("_VARIANT"))
        };
        let found: Vec<bool> = checks.iter().filter(of_line).map(|check| check["status"] == "proved").collect();
        assert_eq!(found, [wanted == "proved"], "line {number}: {line}");
        seen += 1;
    }
    assert_eq!(seen, 16);
    assert_eq!(value["summary"]["assumptions"].as_u64(), Some(7), "{}", value["summary"]);
}
