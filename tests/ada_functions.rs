//! Functions without bodies, and sets and maps of discrete values: what rests on what all functions have in common is
//! proved, and what does not is not. The lines say which is which.

mod common;

use common::{run, schema};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// Each line with checks has the verdicts that it names: `open` where some of them are neither proved nor fail, `fails`
/// where one does; all others are proved.
fn as_said(files: &[&str], least: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ada/functions");
    let paths: Vec<String> = files.iter().map(|name| folder.join(name).to_string_lossy().into_owned()).collect();
    let mut arguments = vec!["--frontend", "spark", "--timeout", "10", "--json", "-"];
    arguments.extend(paths.iter().map(String::as_str));
    let output = run(&arguments);
    let value = schema::result(&output.stdout);
    let checks = value["checks"].as_array().cloned().unwrap_or_default();
    let notes = |message: &&Value| message.as_str().is_some_and(|text| text.contains(": note: "));
    let others = value["messages"].as_array().into_iter().flatten().filter(|message| !notes(message));
    assert_eq!(others.count(), 0, "{}", value["messages"]);
    let mut open = 0;
    for file in files {
        let text = fs::read_to_string(folder.join(file)).expect("a program");
        let of_file = |check: &&Value| check["file"].as_str().is_some_and(|name| name.ends_with(file));
        for (line, number) in text.lines().zip(1u64..) {
            let of_line = |check: &&Value| check["line"].as_u64() == Some(number);
            let found: Vec<&Value> = checks.iter().filter(of_file).filter(of_line).collect();
            let left: Vec<&&Value> = found.iter().filter(|check| check["status"] != "proved").collect();
            let said = match line.split_once("--  ").map(|(_, said)| said) {
                Some("open") => Some("unknown"),
                Some("fails") => Some("fails"),
                _ => None,
            };
            assert_eq!(left.is_empty(), said.is_none(), "{file}:{number}: {line}: {left:?}");
            let as_said = |check: &&&Value| check["status"].as_str() == said;
            assert!(left.iter().all(as_said), "{file}:{number}: {line}: {left:?}");
            open += usize::from(said == Some("unknown"));
        }
    }
    assert!(open >= least, "{open}");
}

#[test]
fn functions_without_bodies_are_functions() {
    as_said(&["store.ads", "client.ads", "client.adb"], 8);
    as_said(&["links.ads", "links.adb"], 2);
    as_said(&["zeros.ads", "zeros.adb"], 2);
    as_said(&["owner.ads", "owner-part.ads", "owner-user.ads", "owner-user.adb"], 2);
}

#[test]
fn sets_and_maps_of_discrete_values_say_what_they_have() {
    as_said(&["discrete.ads", "discrete.adb"], 8);
}

/// What only extensions have as discriminants is not followed where an object of a class is assigned.
#[test]
fn classes_with_discriminants_of_extensions_are_not_assigned() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ada/functions/class_assigned.adb");
    let output = run(&["--frontend", "ada", "--timeout", "5", "--json", "-", &file.to_string_lossy()]);
    let value = schema::result(&output.stdout);
    let told = value["messages"].to_string();
    assert!(told.contains("not supported: assignment to a class"), "{told}");
    assert!(value["checks"].as_array().is_some_and(Vec::is_empty), "{}", value["checks"]);
}
