//! The solver's reader takes every system of this crate, also the large ones.

use horn_benchmarks::generate::FAMILIES;
use horn_benchmarks::systems;
use horn_solver::smtlib;
use std::fs;

#[test]
fn every_system_is_read() {
    let mut complaints = Vec::new();
    for entry in systems::manifest().expect("the manifest is good") {
        let bytes = fs::read(&entry.path).expect("the file can be read");
        if let Err(complaint) = smtlib::read(&bytes) {
            complaints.push(format!("{}:{complaint}", entry.file));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn large_systems_are_read() {
    for family in FAMILIES {
        let text = (family.text)(family.size);
        let script = smtlib::read(text.as_bytes());
        let script = script.unwrap_or_else(|complaint| panic!("{}:{complaint}", family.name));
        assert!(script.system.clauses.iter().any(|clause| clause.is_query()), "{}", family.name);
    }
}
