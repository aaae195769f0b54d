//! The C programs of this crate, compiled and run with gcc and its sanitizers.

use horn_benchmarks::c;
use horn_benchmarks::manifest::Program;
use std::collections::{BTreeMap, BTreeSet};

fn programs() -> Vec<Program> {
    c::manifest(&c::folder()).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn gcc_agrees_with_the_manifest() {
    let Some(gcc) = c::gcc() else {
        eprintln!("SKIPPED: no gcc in PATH");
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let confirm = |program: &Program| c::confirm(&gcc, program, folder.path()).unwrap_or_else(|error| vec![error]);
    let wrong: Vec<String> = programs().iter().flat_map(confirm).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_file_is_in_the_manifest_and_every_category_fails_and_passes() {
    let listed: BTreeSet<_> = programs().into_iter().map(|program| program.file).collect();
    let mut found = BTreeSet::new();
    for folder in std::fs::read_dir(c::folder()).expect("the folder").flatten().filter(|entry| entry.path().is_dir()) {
        for file in std::fs::read_dir(folder.path()).expect("a category").flatten() {
            found.insert(file.path());
        }
    }
    assert_eq!(listed, found);
    let mut categories: BTreeMap<String, (u32, u32)> = BTreeMap::new();
    for program in programs() {
        let (safe, fails) = categories.entry(program.category.clone()).or_default();
        *safe += u32::from(program.failure.is_none());
        *fails += u32::from(program.failure.is_some());
        assert!(!program.passing.is_empty(), "{}: no run that ends well", program.file.display());
    }
    for category in ["array", "loop", "unsigned", "overflow", "memory", "pointer", "sort"] {
        let (safe, fails) = categories.get(category).copied().unwrap_or_default();
        assert!(safe >= 3 && fails >= 3, "{category}: {safe} safe, {fails} fail");
    }
    assert!(listed.len() >= 60);
}
