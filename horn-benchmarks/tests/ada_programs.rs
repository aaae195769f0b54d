//! The Ada programs of this crate and the traps of the whole tool's tests, compiled and run with GNAT.

use horn_benchmarks::ada;
use horn_benchmarks::gnat::Gnat;
use horn_benchmarks::manifest::Program;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Says so when GNAT is missing. On the continuous integration `make gnat` has installed it.
fn gnat() -> Option<Gnat> {
    let gnat = Gnat::find();
    if gnat.is_none() {
        eprintln!("SKIPPED: no gnatmake in PATH; `make gnat` installs it where apt-get can");
    }
    gnat
}

fn confirm(programs: &[Program]) {
    let Some(gnat) = gnat() else { return };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let wrong = ada::confirm(&gnat, programs, folder.path()).unwrap_or_else(|error| panic!("{error}"));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn traps() -> Vec<Program> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/ada/traps");
    ada::manifest(&folder).unwrap_or_else(|error| panic!("{error}"))
}

fn benchmarks() -> Vec<Program> {
    ada::manifest(&ada::folder()).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn gnat_agrees_with_the_manifest_of_the_benchmarks() {
    confirm(&benchmarks());
}

#[test]
fn gnat_agrees_with_the_manifest_of_the_traps() {
    confirm(&traps());
}

#[test]
fn every_category_has_the_size_of_the_paper_or_more() {
    let mut counts = BTreeMap::new();
    let mut failing = 0;
    for program in benchmarks() {
        *counts.entry(program.category.clone()).or_insert(0) += 1;
        failing += u32::from(program.failure.is_some());
        assert!(!program.passing.is_empty() || program.failure.is_some(), "{}: no call", program.file.display());
    }
    for (category, least) in [
        ("arrays", 20),
        ("floats", 20),
        ("loops", 20),
        ("simple", 8),
        ("annotated", 10),
        ("classes", 4),
        ("shapes", 80),
    ] {
        assert!(counts.get(category).copied().unwrap_or(0) >= least, "{category}: {counts:?}");
    }
    assert!(failing >= 30, "{failing}");
}

#[test]
fn every_main_file_is_in_the_manifest() {
    let listed: BTreeSet<_> = benchmarks().into_iter().map(|program| program.file).collect();
    for category in ["annotated", "arrays", "floats", "loops", "simple"] {
        for entry in std::fs::read_dir(ada::folder().join(category)).expect("a folder") {
            let file = entry.expect("an entry").path();
            if file.extension().is_some_and(|extension| extension == "adb") {
                assert!(listed.contains(&file), "{}", file.display());
            }
        }
    }
    for file in listed {
        assert!(file.is_file(), "{}", file.display());
    }
}

#[test]
fn gnat_agrees_with_the_manifest_of_the_first_problems_of_spark() {
    let Some(gnat) = gnat() else { return };
    let (sources, work) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let change = |extension: &str, text: &str| match extension {
        "adb" => horn_benchmarks::spark::executable(text),
        _ => text.to_string(),
    };
    horn_benchmarks::spark::copy(&horn_benchmarks::spark::set1(), sources.path(), change).expect("copied");
    let programs = ada::manifest(sources.path()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(programs.len(), 12);
    let wrong = ada::confirm(&gnat, &programs, work.path()).unwrap_or_else(|error| panic!("{error}"));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
