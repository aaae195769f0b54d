//! `hornsolve --frontend ada` as a program: verdicts, counterexamples that GNAT confirms, output formats, exit codes.

#[path = "common/schema.rs"]
mod schema;

use horn_benchmarks::ada;
use horn_benchmarks::gnat::Gnat;
use horn_benchmarks::manifest::Program;
use serde_json::Value;
use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn hornsolve(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hornsolve")).args(arguments).output().expect("hornsolve starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn simple(name: &str) -> String {
    ada::folder().join("simple").join(name).display().to_string()
}

/// The checks in the JSON output for a file.
fn checks(file: &Path) -> Vec<Value> {
    let file = file.display().to_string();
    let output = hornsolve(&["--frontend", "ada", "--level=3", "--json", "-", &file]);
    assert!(output.status.success(), "{file}: {}", text(&output.stderr));
    let value = schema::result(&text(&output.stdout));
    value["checks"].as_array().cloned().unwrap_or_default()
}

/// Line and status of each check that is not proved.
fn not_proved(checks: &[Value]) -> Vec<(&Value, &Value)> {
    let open = checks.iter().filter(|check| check["status"] != "proved");
    open.map(|check| (&check["line"], &check["status"])).collect()
}

/// What is wrong with the verdicts on a program.
fn difference(program: &Program) -> Option<String> {
    let checks = checks(&program.file);
    let mut not_proved: Vec<(u64, String, String)> = checks
        .iter()
        .filter(|check| check["status"] != "proved")
        .map(|check| {
            let word = |key: &str| check[key].as_str().unwrap_or_default().to_string();
            (check["line"].as_u64().unwrap_or(0), word("rule"), word("status"))
        })
        .collect();
    // The conjuncts of an assertion are checks of their own.
    not_proved.dedup();
    let expected: Vec<(u64, String, String)> = program
        .failure
        .iter()
        .map(|failure| (u64::from(failure.line), failure.kind.clone(), "fails".to_string()))
        .collect();
    (not_proved != expected || checks.is_empty())
        .then(|| format!("{}: {not_proved:?} instead of {expected:?}", program.file.display()))
}

/// The programs of a category get their verdicts.
fn compare(category: &str, count: usize) {
    let programs = ada::manifest(&ada::folder()).unwrap_or_else(|error| panic!("{error}"));
    let programs: Vec<Program> = programs.into_iter().filter(|program| program.category == category).collect();
    assert_eq!(programs.len(), count);
    let wrong: Vec<String> = programs.iter().filter_map(difference).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_simple_programs_get_their_verdicts() {
    compare("simple", 8);
}

#[test]
fn the_float_programs_get_their_verdicts() {
    compare("floats", 23);
}

#[test]
fn an_emitted_test_fails_at_the_line_of_the_check() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().display().to_string();
    let output = hornsolve(&["--frontend", "ada", "--emit-test", &path, &simple("index_outside.adb")]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let test = std::fs::read_to_string(folder.path().join("test_1.adb")).expect("the test is written");
    assert!(test.contains("Arg_Minute : constant Natural := 1440;"), "{test}");
    assert!(test.contains("Index_Outside (Minute => Arg_Minute);"), "{test}");
    let Some(gnat) = Gnat::find() else {
        eprintln!("SKIPPED: no gnatmake in PATH; `make gnat` installs it where apt-get can");
        return;
    };
    let sources = [ada::folder().join("simple")];
    gnat.make(folder.path(), "test_1", &sources).unwrap_or_else(|error| panic!("{error}"));
    let run = Command::new(folder.path().join("test_1")).output().expect("the test runs");
    let message = text(&run.stderr);
    assert!(!run.status.success() && message.contains("index_outside.adb:8 index check failed"), "{message}");
}

#[test]
fn messages_have_the_shape_of_gnatprove() {
    let file = simple("index_outside.adb");
    let brief = hornsolve(&["--frontend=ada", "--output=brief", &file]);
    let expected =
        format!("{file}:8:17: high: array index check might fail\nSummary: 2/3 checks proved, 1 check remains.\n");
    assert_eq!(text(&brief.stdout), expected);
    let line = text(&hornsolve(&["--output=oneline", "--cwe", &file]).stdout);
    let parts = "array index check might fail [CWE 129], cannot prove Minute / 60 in Plan'Range (e.g. when Minute = \
                 1440) [reason for check: value must be a valid index into the array]";
    assert!(line.contains(parts), "{line}");
    let pretty = text(&hornsolve(&[&file]).stdout);
    for part in [
        " high: array index check might fail, cannot prove Minute / 60 in Plan'Range\n--> ",
        "    8 |    Plan (Minute / 60) := 1;\n",
        "+ e.g. when Minute = 1440",
    ] {
        assert!(pretty.contains(part), "{part}: {pretty}");
    }
    let limited = text(&hornsolve(&["--limit-line=index_outside.adb:8:17:VC_DIVISION_CHECK", &file]).stdout);
    assert_eq!(limited, "Summary: 1/1 check proved; the options select these checks.\n");
}

#[test]
fn messages_say_what_is_not_proved() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("states.adb");
    let program = "\
procedure States (A, B : Integer) is
   subtype Even is Integer with Dynamic_Predicate => Even mod 2 = 0;
   X : Natural := A;
   E : Even := B;
   procedure Call (N : Integer) is null with Pre => N > 0 --  positive
     and N < 100;
begin
   X := A / B;
   X := A + 1;
   Call (A);
   pragma Assert (A < B or else
                    X = 3);
end States;
";
    std::fs::write(&file, program).expect("written");
    let output = text(&hornsolve(&["--output=oneline", "--timeout=1", &file.display().to_string()]).stdout);
    for (place, stated) in [
        ("3:19", "A in Natural"),
        ("4:16", "B in Even"),
        ("8:11", "B /= 0"),
        ("9:11", "upper bound for A + 1"),
        ("10:4", "N > 0 and N < 100"),
        ("11:25", "A < B or else X = 3"),
    ] {
        let found = output.lines().any(|line| {
            line.contains(&format!("states.adb:{place}"))
                && line.contains(&format!("might fail, cannot prove {stated} ("))
        });
        assert!(found, "{place} {stated}: {output}");
    }
}

/// A project whose main needs `Lib` and not `Other`, which is not even Ada. Nobody calls `Lib.Divide` and what is
/// nested in `Lib.Sum`.
#[test]
fn what_a_main_needs_is_analysed_called_or_not() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("writable");
        path.display().to_string()
    };
    let project = file("p.gpr", "project P is\n   for Main use (\"main.adb\");\nend P;\n");
    file("main.adb", "with Lib;\nprocedure Main is\nbegin\n   pragma Assert (Lib.Sum (1, 2) = 3);\nend Main;\n");
    file(
        "lib.ads",
        "package Lib is\n   function Sum (A, B : Integer) return Integer with Pre => A in 0 .. 9 and B in 0 .. 9;\n   \
         function Divide (A, B : Integer) return Integer;\nend Lib;\n",
    );
    let body = "package body Lib is
   function Sum (A, B : Integer) return Integer is
      Total : Natural := A;
      procedure Never (Step : Integer) is
      begin
         Total := Total + Step;
      end Never;
   begin
      return Total + B;
   end Sum;
   function Divide (A, B : Integer) return Integer is (A / B);
end Lib;
";
    file("lib.adb", body);
    file("other.adb", "this is no Ada\n");
    let output = hornsolve(&["-P", &project, "--output=brief", "--json=-"]);
    let value = schema::result(&text(&output.stdout));
    let open: Vec<(u64, &str)> = value["checks"]
        .as_array()
        .expect("checks")
        .iter()
        .filter(|check| check["status"] != "proved")
        .map(|check| (check["line"].as_u64().unwrap_or(0), check["rule"].as_str().unwrap_or_default()))
        .collect();
    assert!(open.contains(&(11, "VC_DIVISION_CHECK")), "{value:#}");
    assert!(open.contains(&(6, "VC_OVERFLOW_CHECK")) || open.contains(&(6, "VC_RANGE_CHECK")), "{value:#}");
    assert!(!open.iter().any(|(line, _)| *line == 9 || *line == 4), "{value:#}");
    let summary = &value["summary"];
    assert_eq!(summary["success"], false);
    let line = summary["text"].as_str().unwrap_or_default();
    assert!(line.contains("in 2 of 3 units") && line.ends_with("; not analysed: other."), "{line}");
    let sarif = hornsolve(&["-P", &project, "--sarif=-"]);
    let sarif: serde_json::Value = serde_json::from_slice(&sarif.stdout).expect("SARIF");
    let note = &sarif["runs"][0]["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"];
    assert_eq!(note, line);
}

#[test]
fn entries_that_are_chosen_leave_the_rest_out() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("p.adb");
    let program = "procedure P (X : Natural) is\nbegin\n   pragma Assert (X >= 0);\nend P;\n";
    std::fs::write(&file, program).expect("writable");
    let whole = text(&hornsolve(&[&file.display().to_string()]).stdout);
    assert_eq!(whole, "Success: all checks proved (1 check).\n");
    let package = folder.path().join("q.adb");
    let spec = "package Q is\n   procedure A (X : Natural);\n   procedure B (X : Integer);\nend Q;\n";
    std::fs::write(folder.path().join("q.ads"), spec).expect("writable");
    let body = "package body Q is\n   procedure A (X : Natural) is\n   begin\n      pragma Assert (X >= 0);\
                \n   end A;\n   \
                procedure B (X : Integer) is\n   begin\n      pragma Assert (X >= 0);\n   end B;\nend Q;\n";
    std::fs::write(&package, body).expect("writable");
    let part = text(&hornsolve(&["--entry=Q.A", &package.display().to_string()]).stdout);
    let expected = "Summary: 1/1 check proved in 0 of 1 units; not analysed: Q (1 of 2 subprograms).\n";
    assert_eq!(part, expected);
}

#[test]
fn what_is_not_analysed_is_no_success() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("main.adb");
    let program = "procedure Main is\n   type Link is access protected procedure;\n   X : Link := null;\nbegin\
                   \n   null;\nend Main;\n";
    std::fs::write(&file, program).expect("writable");
    let output = hornsolve(&["--frontend=ada", &file.display().to_string()]);
    let expected = "Summary: there are no checks in 0 of 1 units; 1 part of the program is not analysed; \
                    not analysed: Main (1 of 1 subprograms).\n";
    assert_eq!(text(&output.stdout), expected);
    assert!(text(&output.stderr).contains("warning: there are no checks"), "{output:?}");
    assert!(
        text(&output.stderr).contains("warning: not supported: access-to-protected-subprogram type (RM 3.10)"),
        "{output:?}"
    );
}

#[test]
fn input_is_arbitrary_and_output_does_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("main.adb");
    let program = "with Ada.Text_IO; use Ada.Text_IO;\nwith Ada.Integer_Text_IO;\nprocedure Main is\n   N : Integer;\
                   \n   \
                   Line : String (1 .. 8);\n   Last : Natural;\nbegin\n   Put (\"n? \");\
                   \n   Ada.Integer_Text_IO.Get (N);\n   \
                   Get_Line (Line, Last);\n   Put_Line (Line (1 .. Last) & Integer'Image (100 / N));\nend Main;\n";
    std::fs::write(&file, program).expect("writable");
    let output = hornsolve(&["--frontend=ada", "--output=oneline", "--timeout=30", &file.display().to_string()]);
    let shown = text(&output.stdout);
    assert!(shown.contains("main.adb:11:52: high: divide by zero might fail"), "{output:?}");
    assert!(shown.contains("1 check remains"), "{output:?}");
}

#[test]
fn exit_codes_are_those_of_gnatprove() {
    let code = |arguments: &[&str]| hornsolve(arguments).status.code();
    assert_eq!(code(&["--checks-as-errors=on", &simple("index_outside.adb")]), Some(1));
    assert_eq!(code(&["--checks-as-errors=on", &simple("index_inside.adb")]), Some(0));
    assert_eq!(code(&["--limit-line=index_inside.adb:99", &simple("index_inside.adb")]), Some(1));
    let missing = hornsolve(&["--frontend", "ada", "no_such_file.adb"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(text(&missing.stderr).contains("no_such_file.adb"), "{}", text(&missing.stderr));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("broken.adb");
    std::fs::write(&file, "procedure Broken is\nbegin\n   if True\n   null;\nend Broken;\n").expect("written");
    let broken = hornsolve(&[&file.display().to_string()]);
    assert_eq!((broken.status.code(), text(&broken.stdout)), (Some(1), String::new()));
    assert!(text(&broken.stderr).contains("broken.adb:"), "{}", text(&broken.stderr));
    let no_solver = hornsolve(&["--smt-solver", "/no/such/solver", &simple("divide_checked.adb")]);
    assert_eq!(no_solver.status.code(), Some(2));
}

#[test]
fn sarif_has_rules_and_code_flows() {
    let output = hornsolve(&["--sarif", "-", "--sarif-content=all", &simple("index_outside.adb")]);
    let log: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let results = run["results"].as_array().expect("results");
    assert_eq!(results.len(), 3);
    let failing: Vec<&Value> = results.iter().filter(|result| result["kind"] == "fail").collect();
    assert_eq!(failing.len(), 1);
    assert_eq!((&failing[0]["ruleId"], &failing[0]["level"]), (&Value::from("VC_INDEX_CHECK"), &Value::from("error")));
    let region = &failing[0]["locations"][0]["physicalLocation"]["region"];
    assert_eq!((&region["startLine"], &region["startColumn"]), (&Value::from(8), &Value::from(17)));
    assert!(failing[0]["codeFlows"][0]["threadFlows"][0]["locations"].as_array().is_some_and(|steps| steps.len() >= 2));
    assert!(results.iter().all(|result| result["kind"] == "fail" || result["level"] == "none"));
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    assert!(rules.iter().any(|rule| rule["id"] == "VC_INDEX_CHECK"));
}

#[test]
fn dumped_clauses_are_solved_alone() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (program, expected) in [("add_bounded.adb", "sat"), ("divide_by_difference.adb", "unsat")] {
        let file = folder.path().join("clauses.smt2");
        let output = hornsolve(&["--dump-smt", &file.display().to_string(), &simple(program)]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let answer = hornsolve(&[&file.display().to_string()]);
        assert_eq!(text(&answer.stdout), format!("{expected}\n"), "{program}");
    }
}

/// The example programs of the AdaHorn paper, from their main program. `UPDATE_GOLDEN=1` writes the files anew.
#[test]
fn the_figures_of_the_paper_are_decided() {
    let folder = PathBuf::from("tests/ada/figures");
    for name in ["sum", "arrays"] {
        let main = folder.join(name).join("gmain.adb").display().to_string();
        let output = hornsolve(&["--frontend", "ada", "--report=all", "--output=oneline", &main]);
        let shown = text(&output.stdout) + &text(&output.stderr);
        let golden = folder.join(format!("{name}.expected"));
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::write(&golden, &shown).expect("the golden file can be written");
        }
        let expected = std::fs::read_to_string(&golden).expect("the golden file");
        assert_eq!(shown, expected, "{name}");
    }
}

#[test]
fn what_no_run_of_the_program_shows_is_no_failure() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ada/doubts");
    let manifest = std::fs::read_to_string(folder.join("manifest.tsv")).expect("the manifest");
    let mut results: BTreeMap<&str, Value> = BTreeMap::new();
    for row in manifest.lines().filter(|row| !row.starts_with('#')) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [files, line, rule, reason] = fields.as_slice() else { panic!("{row}") };
        let value = results.entry(files).or_insert_with(|| {
            let files: Vec<String> = files.split(' ').map(|file| folder.join(file).display().to_string()).collect();
            let mut arguments = vec!["--frontend", "ada", "--json", "-"];
            arguments.extend(files.iter().map(String::as_str));
            schema::result(&text(&hornsolve(&arguments).stdout))
        });
        let here = |check: &&Value| line.parse().is_ok_and(|line: u64| check["line"] == line) && check["rule"] == *rule;
        let check = value["checks"].as_array().and_then(|all| all.iter().find(here)).unwrap_or_else(|| panic!("{row}"));
        assert_eq!(check["status"], "unknown", "{row}: {check}");
        let said = check["reason"].as_str().unwrap_or_default();
        assert!(said.contains(reason), "{row}: {said}");
    }
}

#[test]
fn what_is_assumed_is_named() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ada/doubts");
    let file = folder.join("assumed.adb").display().to_string();
    let output = hornsolve(&["--frontend", "ada", &file]);
    let (text, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("assumed.adb:3:21: note: assumed, not proved: X > 0"), "{said}");
    assert!(text.contains("Success: all checks proved (1 check); 1 condition is assumed, not proved."), "{text}");
    // Bodies that are not there: what they change, and what their elaboration does.
    let output = hornsolve(&["--frontend", "ada", &folder.join("absent_main.adb").display().to_string()]);
    let absent = String::from_utf8_lossy(&output.stderr).to_string();
    for said in [
        "\"Absent.Inner.Change\", whose body is not there, changes no variable",
        "the body of \"Absent\", which is not there, does nothing when it is elaborated",
    ] {
        assert!(absent.contains(said), "{absent}");
    }
    assert!(!absent.contains("Absent.Keep"), "{absent}");
    let output = hornsolve(&["--frontend", "ada", "--json", "-", &file]);
    let value = schema::result(&String::from_utf8_lossy(&output.stdout));
    assert_eq!(value["summary"]["assumptions"], 1);
    let output = hornsolve(&["--frontend", "ada", "--sarif", "-", &file]);
    let value: Value = serde_json::from_slice(&output.stdout).expect("SARIF");
    let note = value["runs"][0]["results"].as_array().and_then(|all| all.iter().find(|one| one["level"] == "note"));
    assert!(note.is_some_and(|note| note["message"]["text"] == "assumed, not proved: X > 0"), "{value:#}");
}

#[test]
fn nobody_else_changes_what_one_task_alone_names_also_by_its_calls() {
    let found = checks(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ada/doubts/own_state.adb"));
    let aliasing = found.iter().filter(|check| check["rule"] == "VC_ALIASING");
    let lines: Vec<&Value> = aliasing.map(|check| &check["line"]).collect();
    assert_eq!(lines, [12], "{found:?}");
}

#[test]
fn a_local_function_of_a_recursion_that_others_enter_is_no_entry() {
    let folder = tempfile::tempdir().expect("a folder");
    let body = "package body Parity is\n   function Odd (N : Integer) return Boolean;\n   \
        function Even (N : Integer) return Boolean is\n   begin\n      pragma Assert (N >= 0);\n      \
        return N = 0 or else Odd (N - 1);\n   end Even;\n   \
        function Odd (N : Integer) return Boolean is\n   begin\n      pragma Assert (N >= 0);\n      \
        return N > 0 and then Even (N - 1);\n   end Odd;\n   \
        procedure Ask (X : Natural; R : out Boolean) is\n   begin\n      R := Even (X);\n   end Ask;\nend Parity;\n";
    let spec = "package Parity is\n   procedure Ask (X : Natural; R : out Boolean);\nend Parity;\n";
    std::fs::write(folder.path().join("parity.ads"), spec).expect("a file");
    std::fs::write(folder.path().join("parity.adb"), body).expect("a file");
    let found = checks(&folder.path().join("parity.adb"));
    assert!(found.len() >= 2 && found.iter().all(|check| check["status"] == "proved"), "{found:?}");
}

#[test]
fn an_order_is_looked_at_where_it_matters() {
    for (file, lines) in [("failing_operands.adb", [57, 60]), ("order_of_names.adb", [14, 16])] {
        let found = checks(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ada/doubts").join(file));
        let of = |line: u64| found.iter().find(|check| check["line"] == line && check["rule"] == "VC_ASSERT");
        for line in lines {
            assert!(of(line).is_some_and(|check| check["status"] == "proved"), "{file}:{line}: {found:?}");
        }
    }
}

#[test]
fn parts_of_relaxed_objects_are_followed() {
    let found = checks(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ada/doubts/written_parts.adb"));
    let open = found.iter().filter(|check| check["status"] != "proved");
    let lines: Vec<&Value> = open.map(|check| &check["line"]).collect();
    assert_eq!(lines, [54, 56, 59], "{found:?}");
    let asked = found.iter().filter(|check| check["rule"] == "VC_INITIALIZATION_CHECK" && check["status"] == "proved");
    assert!(asked.count() >= 5, "{found:?}");
}

/// Legal programs around units that are not known have no errors: their users are not analysed, and say why.
#[test]
fn what_is_not_known_makes_no_errors() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ada/unknown");
    let siblings = ["siblings.adb", "siblings-string.ads", "siblings-use_of_it.ads"];
    for files in [["around_unknown.adb"].as_slice(), siblings.as_slice()] {
        let files: Vec<String> = files.iter().map(|file| folder.join(file).display().to_string()).collect();
        let mut arguments = vec!["--frontend", "ada", "--mode=check"];
        arguments.extend(files.iter().map(String::as_str));
        let output = hornsolve(&arguments);
        let said = text(&output.stdout) + &text(&output.stderr);
        assert!(output.status.success() && !said.contains(" error: "), "{said}");
        assert_eq!(said.contains("not supported: library unit System."), files.len() == 1, "{said}");
        assert!(!said.contains("expression with an error"), "{said}");
    }
}

/// A run of a main program begins where nothing exists that access values of the library designate.
#[test]
fn elaborations_make_what_access_values_designate() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ada/doubts");
    let found = checks(&folder.join("aliased_main.adb"));
    let asserts = found.iter().filter(|check| check["rule"] == "VC_ASSERT" && check["subprogram"] == "Aliased_Main");
    let verdicts: Vec<(&Value, &Value)> = asserts.map(|check| (&check["line"], &check["status"])).collect();
    let line = Value::from;
    let (proved, fails) = (Value::from("proved"), Value::from("fails"));
    assert_eq!(verdicts, [(&line(4), &proved), (&line(6), &proved), (&line(8), &fails)], "{found:?}");
    let moved = checks(&folder.join("moved_main.adb"));
    let asserts = moved.iter().filter(|check| check["rule"] == "VC_ASSERT");
    let verdicts: Vec<(&Value, &Value)> = asserts.map(|check| (&check["line"], &check["status"])).collect();
    assert_eq!(verdicts, [(&line(4), &proved), (&line(5), &proved), (&line(6), &fails)], "{moved:?}");
    let alone = checks(&folder.join("aliased_state.adb"));
    assert!(alone.iter().all(|check| check["status"] != "fails" || check["rule"] == "VC_OVERFLOW_CHECK"), "{alone:?}");
}

#[test]
fn what_is_known_is_analysed_beside_what_is_not() {
    let found = checks(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ada/unknown/beside_unknown.adb"));
    let open = not_proved(&found);
    assert!(found.len() > 5, "{found:?}");
    assert_eq!(open, [(&Value::from(29), &Value::from("fails"))], "{found:?}");
}

#[test]
fn actuals_that_are_not_known_are_no_errors() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ada/unknown");
    let found = checks(&folder.join("unknown_actual.adb"));
    assert!(found.len() >= 2 && found.iter().all(|check| check["status"] == "proved"), "{found:?}");
}

#[test]
fn constants_of_constants_are_known() {
    let found = checks(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ada/doubts/frozen.adb"));
    let known = |check: &&Value| check["line"] == 14 && check["rule"] == "VC_ASSERT";
    assert!(found.iter().find(known).is_some_and(|check| check["status"] == "proved"), "{found:?}");
    assert!(found.iter().all(|check| check["status"] != "fails"), "{found:?}");
}

#[test]
fn what_the_program_itself_computes_is_a_failure() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ada/doubts");
    let behind = [40, 48].map(|line| ("behind_unknown.adb", line));
    for (file, line) in [("unknown_result.adb", 8)].into_iter().chain(behind) {
        let found = checks(&folder.join(file));
        let check = found.iter().find(|check| check["line"] == line).expect("the check");
        assert_eq!(check["status"], "fails", "{file}: {check}");
    }
    let overlaid = checks(&folder.join("overlaid.adb"));
    assert!(overlaid.iter().any(|check| check["line"] == 10 && check["status"] == "proved"));
}

#[test]
fn what_the_user_says_of_functions_and_arrays_suffices() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ada/annotated");
    let bodies = std::fs::read_dir(&folder).expect("the folder").map(|entry| entry.expect("an entry").path());
    let mut bodies: Vec<PathBuf> = bodies.filter(|path| path.extension().is_some_and(|kind| kind == "adb")).collect();
    bodies.sort();
    assert!(bodies.len() >= 7, "programs are missing");
    for body in bodies {
        let found = checks(&body);
        let open = found.iter().find(|check| check["status"] != "proved");
        assert!(found.len() > 3 && open.is_none(), "{}: {open:?}", body.display());
    }
}

/// What is known at cuts, of functions that choose and of powers, where the contracts are wrong: each of them stays.
#[test]
fn what_is_wrong_with_annotations_is_not_proved() {
    let found = checks(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ada/doubts/not_at_cuts.adb"));
    let open = |file: &str| -> BTreeSet<u64> {
        let open = found.iter().filter(|check| check["status"] != "proved");
        let here = open.filter(|check| check["file"].as_str().is_some_and(|name| name.ends_with(file)));
        here.filter_map(|check| check["line"].as_u64()).collect()
    };
    assert_eq!(open(".adb"), BTreeSet::from([9, 20, 50, 81, 91, 101, 112]), "{found:?}");
    assert_eq!(open(".ads"), BTreeSet::from([17, 23, 29, 41, 56]), "{found:?}");
}

#[test]
fn parts_of_what_slides_are_not_known() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ada/doubts/slid_parts.adb");
    let output = hornsolve(&["--frontend", "spark", "--timeout", "10", "--json", "-", &path.to_string_lossy()]);
    let value = schema::result(&text(&output.stdout));
    let found = value["checks"].as_array().cloned().unwrap_or_default();
    let open = not_proved(&found);
    assert!(found.len() > 5, "{found:?}");
    assert_eq!(open, [(&Value::from(17), &Value::from("unknown"))], "{found:?}");
}

/// Arrays that are written in parts: what is read has been written, and each mistake is found.
#[test]
fn parts_of_arrays_are_followed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ada/filled");
    let open = |frontend: &str, name: &str| -> BTreeSet<(String, u64)> {
        let path = folder.join(format!("{name}.adb"));
        let output = hornsolve(&["--frontend", frontend, "--timeout", "20", "--json", "-", &path.to_string_lossy()]);
        let value = schema::result(&text(&output.stdout));
        let found = value["checks"].as_array().cloned().unwrap_or_default();
        assert!(found.len() > 20, "{found:?}");
        let open = found.iter().filter(|check| check["status"] != "proved");
        let place = |check: &Value| {
            let file = Path::new(check["file"].as_str()?).file_name()?;
            Some((file.to_string_lossy().into_owned(), check["line"].as_u64()?))
        };
        open.filter_map(place).collect()
    };
    let failing = |name: &str| -> BTreeSet<(String, u64)> {
        let all = fs_lines(&folder.join(name)).into_iter().zip(1u64..);
        let failing = all.filter(|(line, _)| line.contains("--  fails"));
        failing.map(|(_, number)| (name.to_string(), number)).collect()
    };
    assert_eq!(open("spark", "filled"), BTreeSet::new());
    // Without SPARK's rules a call may leave parts of what it returns: the runs of all inputs tell, which are few.
    assert_eq!(open("ada", "filled"), BTreeSet::new());
    let inside = failing("not_filled.adb");
    assert_eq!(open("ada", "not_filled"), inside);
    assert_eq!(open("spark", "not_filled"), &inside | &failing("not_filled.ads"));
    assert_eq!(inside.len(), 8);
    for name in ["unwritten_before", "left_unwritten"] {
        assert_eq!(open("ada", name), failing(&format!("{name}.adb")));
    }
}

fn fs_lines(path: &Path) -> Vec<String> {
    std::fs::read_to_string(path).expect("a source").lines().map(str::to_string).collect()
}

/// Elementary functions of which only the profile is known: any value, and what they may raise where it is handled.
#[test]
fn functions_of_any_value_decide_nothing() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ada/doubts/elementary.adb");
    let found = checks(&path);
    let lines = fs_lines(&path);
    let mut open = 0;
    for check in &found {
        let line = check["line"].as_u64().and_then(|line| lines.get(usize::try_from(line).ok()? - 1));
        let said = line.is_some_and(|line| line.ends_with("--  open"));
        assert_eq!(check["status"], if said { "unknown" } else { "proved" }, "{check}");
        open += usize::from(said);
    }
    assert_eq!(open, 3, "{found:?}");
    let output = hornsolve(&["--frontend", "ada", "--output", "oneline", &path.to_string_lossy()]);
    let printed = text(&output.stdout) + &text(&output.stderr);
    let assumed = printed.lines().filter(|line| line.contains("that the function has a value there"));
    assert_eq!(assumed.count(), 3, "{printed}");
}

/// What input and output raise: handlers see it, what no handler sees ends a run, and what nobody waits for is named.
#[test]
fn input_may_end() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ada/input");
    let mut named = 0;
    for name in ["handled", "escaping", "unhandled"] {
        let path = folder.join(format!("{name}.adb"));
        let found = checks(&path);
        assert!(!found.is_empty(), "{name}");
        let lines = fs_lines(&path);
        let said = |check: &Value, what: &str| {
            let line = check["line"].as_u64().and_then(|line| lines.get(usize::try_from(line).ok()? - 1));
            line.is_some_and(|line| line.ends_with(&format!("--  {what}")))
        };
        for check in &found {
            let rule = check["rule"].as_str().unwrap_or_default();
            let fails = said(check, &format!("fails: {rule}"));
            assert_eq!(check["status"], if fails { "fails" } else { "proved" }, "{name}: {check}");
            named += usize::from(fails);
        }
        let output = hornsolve(&["--frontend", "ada", "--output", "oneline", &path.to_string_lossy()]);
        let printed = text(&output.stdout) + &text(&output.stderr);
        for (line, number) in lines.iter().zip(1..) {
            let assumed = printed.contains(&format!("{name}.adb:{number}:"))
                && printed.lines().any(|message| {
                    message.contains(&format!("{name}.adb:{number}:")) && message.contains("assumed, not proved")
                });
            assert_eq!(assumed, line.ends_with("--  assumed"), "{name}:{number}: {printed}");
        }
    }
    assert_eq!(named, 2);
}

#[test]
fn a_child_hides_no_root_unit_in_context_clauses() {
    let found = checks(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ada/contexts/top-nodes.adb"));
    assert!(found.len() >= 4 && found.iter().all(|check| check["status"] == "proved"), "{found:?}");
}

#[test]
fn what_chance_and_the_calendar_give_may_be_anything() {
    let found = checks(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ada/doubts/chance.adb"));
    let open = not_proved(&found);
    assert!(found.len() > 10, "{found:?}");
    assert_eq!(open, [(&Value::from(27), &Value::from("unknown"))], "{found:?}");
}

#[test]
fn handlers_for_others_do_not_count_on_assertions() {
    let found = checks(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ada/doubts/assertion_with_others.adb"));
    let open = not_proved(&found);
    assert_eq!(open, [(&Value::from(17), &Value::from("fails"))], "{found:?}");
}
