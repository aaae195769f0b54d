use super::*;
use horn_frontend::Source;
use std::path::PathBuf;

fn task(files: &[&str]) -> Task {
    Task { files: files.iter().map(PathBuf::from).collect(), ..Task::default() }
}

fn load_from(files: &[(&str, &str)], task: &Task) -> Loaded {
    load(task, &InMemory::new(files.iter().copied()), ParseOptions::default())
}

fn rendered(loaded: &Loaded) -> Vec<String> {
    let render = |message: &Message| match message.file {
        Some(file) => {
            let file = &loaded.files[file.0 as usize];
            message.diagnostic.render(&Source::new(&file.name, &file.text))
        }
        None => format!("error: {}", message.diagnostic.message),
    };
    loaded.messages.iter().map(render).collect()
}

fn units(loaded: &Loaded) -> Vec<String> {
    loaded.units.iter().map(|unit| format!("{} {:?}", unit.name, unit.part)).collect()
}

const MAIN: (&str, &str) = ("src/main.adb", "with A.B; with Ada.Text_IO;\nprocedure Main is begin A.B.P; end Main;");

#[test]
fn units_are_found_beside_the_file_and_put_in_order() {
    let files = [
        MAIN,
        ("src/a.ads", "with C; package A is end A;"),
        ("src/a-b.ads", "package A.B is procedure P; end A.B;"),
        ("src/a-b.adb", "with C;\npackage body A.B is procedure P is separate; end A.B;"),
        ("src/a-b-p.adb", "separate (A.B) procedure P is begin null; end P;"),
        ("src/c.ads", "package C is end C;"),
        ("src/d.ads", "not Ada"),
    ];
    let loaded = load_from(&files, &task(&["src/main.adb"]));
    assert_eq!(rendered(&loaded), Vec::<String>::new());
    assert_eq!(units(&loaded), ["c Spec", "a Spec", "a.b Spec", "main Body", "a.b Body", "a.b.p Subunit"]);
    assert_eq!(loaded.predefined.iter().map(|unit| unit.name.as_str()).collect::<Vec<_>>(), ["ada.text_io"]);
    assert!(loaded.files.iter().all(|file| file.analysed));
    let only = load_from(&files, &Task { only_files: true, ..task(&["src/main.adb"]) });
    assert_eq!(only.files.iter().filter(|file| file.analysed).count(), 1);
}

/// As GNAT calls them where the run-time library has such names.
#[test]
fn children_of_units_with_the_letters_of_the_library() {
    let files = [
        ("main.adb", "with G.Ch; procedure Main is begin G.Ch.P; end Main;"),
        ("g.ads", "package G is end G;"),
        ("g~ch.ads", "package G.Ch is procedure P; end G.Ch;"),
        ("g~ch.adb", "package body G.Ch is procedure P is null; end G.Ch;"),
    ];
    let loaded = load_from(&files, &task(&["main.adb"]));
    assert_eq!(rendered(&loaded), Vec::<String>::new());
    assert_eq!(units(&loaded), ["g Spec", "g.ch Spec", "main Body", "g.ch Body"]);
}

#[test]
fn missing_units_are_reported_where_they_are_named() {
    let loaded = load_from(&[MAIN], &task(&["src/main.adb"]));
    assert_eq!(rendered(&loaded), ["src/main.adb:1:6: error: file \"a-b.ads\" not found"]);
    let body = ("p.adb", "package body P is procedure Q is separate; end P;");
    let loaded = load_from(&[body], &task(&["p"]));
    let expected = ["p.adb:1:14: error: file \"p.ads\" not found", "p.adb:1:29: error: file \"p-q.adb\" not found"];
    assert_eq!(rendered(&loaded), expected);
    assert_eq!(rendered(&load_from(&[], &task(&["x.adb"]))), ["error: file \"x.adb\" not found"]);
    assert_eq!(rendered(&load_from(&[], &task(&[]))), ["error: no file to analyse"]);
}

#[test]
fn a_file_with_another_unit_than_expected() {
    let files = [("main.adb", "with A; procedure Main is begin null; end Main;"), ("a.ads", "package B is end B;")];
    let loaded = load_from(&files, &task(&["main.adb"]));
    assert_eq!(rendered(&loaded), ["main.adb:1:6: error: file \"a.ads\" does not contain expected unit \"a\""]);
}

#[test]
fn errors_in_a_unit_that_is_needed_are_reported_once() {
    let files =
        [("main.adb", "with A; procedure Main is begin null; end Main;"), ("a.ads", "package A is X : ; end A;")];
    let loaded = load_from(&files, &task(&["main.adb"]));
    assert_eq!(rendered(&loaded), ["a.ads:1:18: error: identifier expected"]);
}

#[test]
fn cycles_are_reported_with_their_path() {
    let files = [
        ("a.ads", "with B; package A is end A;"),
        ("b.ads", "with C; package B is end B;"),
        ("c.ads", "with A; package C is end C;"),
    ];
    let loaded = load_from(&files, &task(&["a.ads"]));
    let path = "\"a (spec)\" depends on \"b (spec)\" depends on \"c (spec)\" depends on \"a (spec)\"";
    assert_eq!(rendered(&loaded), [format!("c.ads:1:6: error: circular unit dependency: {path}")]);
    assert!(loaded.failed());
    // Bodies may depend on each other's specifications, and limited with clauses on anything.
    let files = [
        ("a.ads", "limited with B; package A is end A;"),
        ("a.adb", "with B; package body A is end A;"),
        ("b.ads", "with A; package B is end B;"),
        ("b.adb", "with A; package body B is end B;"),
    ];
    let loaded = load_from(&files, &task(&["a.ads"]));
    assert_eq!(rendered(&loaded), Vec::<String>::new());
    assert_eq!(units(&loaded), ["a Spec", "b Spec", "a Body", "b Body"]);
}

#[test]
fn subprograms_without_declaration_and_several_units_in_one_file() {
    let files = [
        ("main.adb", "with Util; procedure Main is begin Util; end Main;"),
        ("util.adb", "procedure Util is begin null; end Util;"),
    ];
    let loaded = load_from(&files, &task(&["main.adb"]));
    assert_eq!(rendered(&loaded), Vec::<String>::new());
    assert_eq!(units(&loaded), ["util Body", "main Body"]);
    let all = "with P; procedure Main is begin null; end Main; package P is end P; package body P is end P;";
    let loaded = load_from(&[("all.ada", all)], &task(&["all.ada"]));
    assert_eq!(rendered(&loaded), Vec::<String>::new());
    assert_eq!(units(&loaded), ["p Spec", "main Body", "p Body"]);
    let twice = load_from(&[("a.ada", all), ("b.ada", "package P is end P;")], &task(&["a.ada", "b.ada"]));
    assert_eq!(rendered(&twice), ["b.ada:1:9: error: unit \"p\" is in file \"a.ada\" too"]);
}

#[test]
fn units_are_looked_for_in_further_folders() {
    let files = [MAIN, ("lib/a.ads", "package A is end A;"), ("lib/a-b.ads", "package A.B is procedure P; end A.B;")];
    let loaded = load_from(&files, &Task { folders: vec![PathBuf::from("lib")], ..task(&["src/main.adb"]) });
    assert_eq!(rendered(&loaded), Vec::<String>::new());
    assert_eq!(units(&loaded), ["a Spec", "a.b Spec", "main Body"]);
}
