//! Witnesses, checked against SV-COMP's format 2.0: its keys, the places they name, the order of the segments.

use horn_c::frontend::C;
use horn_frontend::encode::Site;
use horn_frontend::interp::{Choices, End, Inputs, Limits, Value, run};
use horn_frontend::ir::{self, TypeId};
use horn_frontend::{Closing, Counterexample, Frontend, Places, Results, Status, Subject, Task};
use horn_solver::num::Int;
use std::ffi::OsString;
use std::path::Path;
use yaml_rust2::{Yaml, YamlLoader};

const REACH: &str = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";
const OVERFLOW: &str = "CHECK( init(main()), LTL(G ! overflow) )\n";

/// These numbers, one after the other.
struct Listed(std::vec::IntoIter<i64>);

impl Choices for Listed {
    fn choose(&mut self, site: Site, _: TypeId) -> Option<Value> {
        site.at.and_then(|_| self.0.next()).map(|number| Value::Int(Int::from(number)))
    }
}

/// What is said at the end about a program: it fails with these values, or holds with these invariants at its loops.
fn concluded(folder: &Path, text: &str, property: &str, values: Result<Vec<i64>, Vec<String>>) -> Closing {
    let path = |name: &str| folder.join(name);
    std::fs::write(path("f.c"), text).expect("a file");
    std::fs::write(path("p.prp"), property).expect("a file");
    let own = vec![
        ("--property", OsString::from(path("p.prp"))),
        ("--witness", OsString::from(path("w.yml"))),
        ("--data-model", OsString::from("ILP32")),
    ];
    let task = Task { files: vec![path("f.c")], own, ..Task::default() };
    let mut lowered = C.lower(&task);
    assert!(!lowered.failed(), "{:?}", lowered.rendered());
    ir::lift(&mut lowered.program);
    let program = &lowered.program;
    let places = Places::new(&program.files, &lowered.texts);
    let subject = Subject { program, places: &places, notation: C.notation() };
    let all: Vec<ir::CheckId> = program.procedures().flat_map(|(_, p)| p.checks().map(|(check, _)| check)).collect();
    let loops: Vec<ir::Loc> = program
        .procedures()
        .flat_map(|(_, procedure)| procedure.blocks.iter().filter_map(|block| Some(block.loop_head.as_ref()?.loc)))
        .collect();
    let (mut example, mut failing) = (None, None);
    let mut invariants = Vec::new();
    match &values {
        Ok(values) => {
            let entry = program.procedures().find(|(_, procedure)| procedure.entry).expect("an entry").0;
            let limits = Limits { steps: 100_000, cancel: None, trace: true };
            let run = run(program, entry, &Inputs::default(), &mut Listed(values.clone().into_iter()), limits);
            let End::Failed(check) = run.end else { panic!("{:?}\n{text}", run.end) };
            failing = Some(check);
            example = Some(Counterexample::of(program, entry, &Inputs::default(), run));
        }
        Err(conditions) => invariants.extend(loops.iter().map(|loc| (*loc, conditions.as_slice()))),
    }
    let status = |check: &ir::CheckId| match &example {
        Some(example) if Some(*check) == failing => Status::Fails(example),
        _ => Status::Proved,
    };
    let checks = all.iter().map(|check| (*check, status(check))).collect();
    C.conclude(&task, &Results { subject, checks, invariants, whole: true })
}

/// The place that a location names: the text behind it.
fn behind<'t>(text: &'t str, location: &Yaml) -> &'t str {
    let number = |key: &str| usize::try_from(location[key].as_i64().expect("a number")).expect("positive");
    let line = text.lines().nth(number("line") - 1).expect("a line");
    let start = line.char_indices().nth(number("column") - 1).expect("a column").0;
    &line[start..]
}

/// The only entry of a witness, with what all entries have in common checked.
fn entry(closing: &Closing, folder: &Path, kind: &str) -> Yaml {
    let [(path, text)] = closing.files.as_slice() else { panic!("{closing:?}") };
    assert_eq!(*path, folder.join("w.yml"));
    let documents = YamlLoader::load_from_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let [Yaml::Array(entries)] = documents.as_slice() else { panic!("{text}") };
    let [entry] = entries.as_slice() else { panic!("{text}") };
    assert_eq!(entry["entry_type"].as_str(), Some(kind), "{text}");
    let metadata = &entry["metadata"];
    assert_eq!(metadata["format_version"].as_str(), Some("2.0"));
    let uuid: Vec<usize> = metadata["uuid"].as_str().expect("an identity").split('-').map(str::len).collect();
    assert_eq!(uuid, [8, 4, 4, 4, 12]);
    assert!(metadata["creation_time"].as_str().is_some_and(|time| time.ends_with('Z') && time.len() == 20));
    assert_eq!(metadata["producer"]["name"].as_str(), Some("hornsolve"));
    assert!(metadata["producer"]["version"].as_str().is_some());
    let task = &metadata["task"];
    let file = folder.join("f.c").display().to_string();
    assert_eq!(task["input_files"][0].as_str(), Some(file.as_str()));
    assert_eq!(task["input_file_hashes"][file.as_str()].as_str().map(str::len), Some(64));
    assert_eq!((task["data_model"].as_str(), task["language"].as_str()), (Some("ILP32"), Some("C")));
    assert!(task["specification"].as_str().is_some_and(|text| text.starts_with("CHECK(")));
    entry.clone()
}

/// The waypoints of a violation, each the only one of its segment.
fn waypoints(entry: &Yaml) -> Vec<Yaml> {
    let segments = entry["content"].as_vec().expect("segments");
    let waypoint = |segment: &Yaml| {
        let [only] = segment["segment"].as_vec().expect("waypoints").as_slice() else { panic!("{segment:?}") };
        assert_eq!(only["waypoint"]["action"].as_str(), Some("follow"));
        only["waypoint"].clone()
    };
    segments.iter().map(waypoint).collect()
}

#[test]
fn a_violation_names_the_values_in_order_and_the_call_of_the_error() {
    let text = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n\
                void check(int c) {\n  if (!c) /* ; */ reach_error();\n}\n\
                int twice(int x) { return 2 * x + __VERIFIER_nondet_int ( ); }\n\
                int main(void) {\n  int a = __VERIFIER_nondet_int(), b = twice(3);\n  check(a != b);\n  return 0;\n}\n";
    let folder = tempfile::tempdir().expect("a folder");
    let closing = concluded(folder.path(), text, REACH, Ok(vec![-7, -13]));
    assert_eq!(closing.line.as_deref(), Some("FALSE(unreach-call)"));
    let waypoints = waypoints(&entry(&closing, folder.path(), "violation_sequence"));
    let [first, second, target] = waypoints.as_slice() else { panic!("{waypoints:?}") };
    for (waypoint, value, function) in [(first, "\\result == -7", "main"), (second, "\\result == -13", "twice")] {
        assert_eq!(waypoint["type"].as_str(), Some("function_return"));
        assert_eq!(waypoint["constraint"]["value"].as_str(), Some(value));
        assert_eq!(waypoint["constraint"]["format"].as_str(), Some("acsl_expression"));
        assert_eq!(waypoint["location"]["function"].as_str(), Some(function));
        assert!(behind(text, &waypoint["location"]).starts_with(')'), "{waypoint:?}");
    }
    assert_eq!(target["type"].as_str(), Some("target"));
    assert!(target["constraint"].is_badvalue(), "a target has no constraint");
    assert_eq!(target["location"]["function"].as_str(), Some("check"));
    assert!(behind(text, &target["location"]).starts_with("reach_error()"), "{target:?}");
}

#[test]
fn a_call_of_the_error_is_the_target_itself() {
    let text = "extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_error(void);\nint main(void) {\n  \
                if (__VERIFIER_nondet_int() > 5)\n    __VERIFIER_error();\n}\n";
    let folder = tempfile::tempdir().expect("a folder");
    let closing = concluded(folder.path(), text, REACH, Ok(vec![6]));
    let waypoints = waypoints(&entry(&closing, folder.path(), "violation_sequence"));
    let [value, target] = waypoints.as_slice() else { panic!("{waypoints:?}") };
    assert!(behind(text, &value["location"]).starts_with(") > 5"), "{value:?}");
    assert!(behind(text, &target["location"]).starts_with("__VERIFIER_error()"), "{target:?}");
    assert_eq!(target["location"]["function"].as_str(), Some("main"));
}

#[test]
fn an_overflow_is_in_the_statement_that_computes_it() {
    let text = "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  \
                return 1 + (x * 2);\n}\n";
    let folder = tempfile::tempdir().expect("a folder");
    let closing = concluded(folder.path(), text, OVERFLOW, Ok(vec![2_000_000_000]));
    assert_eq!(closing.line.as_deref(), Some("FALSE(no-overflow)"));
    let waypoints = waypoints(&entry(&closing, folder.path(), "violation_sequence"));
    let target = waypoints.last().expect("a target");
    assert_eq!(target["type"].as_str(), Some("target"));
    assert!(behind(text, &target["location"]).starts_with("return 1"), "{target:?}");
}

#[test]
fn a_proof_has_the_invariants_that_the_format_can_say() {
    let text = "extern void reach_error(void);\nint main(void) {\n  int i = 0;\n  while (i < 10) i++;\n  \
                if (i != 10) reach_error();\n}\n";
    let folder = tempfile::tempdir().expect("a folder");
    let said = ["i <= 10", "i + 1 <= 11", "\\forall integer k; k == k"].map(str::to_string).to_vec();
    let closing = concluded(folder.path(), text, REACH, Err(said));
    assert_eq!(closing.line.as_deref(), Some("TRUE"));
    let entry = entry(&closing, folder.path(), "invariant_set");
    let [invariant] = entry["content"].as_vec().expect("invariants").as_slice() else { panic!("{entry:?}") };
    let invariant = &invariant["invariant"];
    assert_eq!(invariant["type"].as_str(), Some("loop_invariant"));
    assert_eq!(invariant["value"].as_str(), Some("i <= 10"));
    assert_eq!(invariant["format"].as_str(), Some("c_expression"));
    assert_eq!(invariant["location"]["function"].as_str(), Some("main"));
    assert!(behind(text, &invariant["location"]).starts_with("while (i"), "{invariant:?}");
    // Without any the set is empty.
    let closing = concluded(folder.path(), text, REACH, Err(Vec::new()));
    let entry = self::entry(&closing, folder.path(), "invariant_set");
    assert_eq!(entry["content"].as_vec().map(Vec::len), Some(0));
}
