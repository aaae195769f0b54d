//! Calls of entries of tasks (RM 9.5.2): of the programs in `tests/ada/rendezvous` exactly the checks in lines with the
//! comment `--  open` are not proved. Most of these fail when GNAT runs the program; the others depend on the order of
//! rendezvous, or on what a task keeps, which nobody follows.

mod common;

use common::{run, schema};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

#[test]
fn calls_of_entries_do_what_is_accepted() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ada/rendezvous");
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(&folder).expect("the folder").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    assert!(paths.len() >= 14, "programs are missing");
    let mut wrong = Vec::new();
    for path in &paths {
        let text = std::fs::read_to_string(path).expect("a program");
        let marked = |(line, number): (&str, u64)| line.ends_with("--  open").then_some(number);
        let expected: BTreeSet<u64> = text.lines().zip(1..).filter_map(marked).collect();
        let output = run(&["--frontend", "ada", "--timeout", "20", "--json", "-", &path.to_string_lossy()]);
        let value = schema::result(&output.stdout);
        let checks = value["checks"].as_array().map_or(&[][..], Vec::as_slice);
        let open = checks.iter().filter(|check| check["status"] != "proved");
        let found: BTreeSet<u64> = open.filter_map(|check| check["line"].as_u64()).collect();
        if checks.is_empty() || found != expected {
            wrong.push(format!("{}: not proved {found:?}, expected {expected:?}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
