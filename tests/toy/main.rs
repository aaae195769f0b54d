//! A language that the front has never heard of: messages, counterexamples, JSON, SARIF, test programs and a closing
//! line in its own notation, through the same calls as any other.

mod language;
mod notation;
#[path = "../common/schema.rs"]
mod schema;

use horn_frontend::Table;
use horn_solver::smt::CancelToken;
use hornsolve::cli::program::{ProgramCommand, parse, wanted};
use hornsolve::cli::verify::{Done, Ending, Output, output, work};
use language::Toy;
use std::ffi::OsString;

const TABLE: Table = &[&Toy];

/// Runs the front on a program; `FOLDER` in options is its folder.
fn front(options: &[&str], text: &str) -> Output {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("sample.toy");
    std::fs::write(&path, text).expect("a file");
    let name = folder.path().display().to_string();
    let options = options.iter().map(|option| OsString::from(option.replace("FOLDER", &name)));
    let arguments: Vec<OsString> = options.chain([path.into_os_string()]).collect();
    assert!(wanted(TABLE, &arguments));
    let Ok(ProgramCommand::Verify(options)) = parse(TABLE, &arguments) else { panic!("good options") };
    let mut output = match work(&options, &CancelToken::new()) {
        Ok(Done::Checked(lowered, report, options)) => output(&options, &lowered, &report, &Ending::default()),
        Ok(Done::Source(lowered)) => Output { complaints: lowered.rendered(), code: 1, ..Output::default() },
        Err(failure) => panic!("{failure:?}"),
    };
    let short = |text: &mut String| *text = text.replace(&format!("{name}/"), "");
    output.complaints.iter_mut().for_each(short);
    short(&mut output.text);
    output
}

/// Fails for x = 7, where d is 0, and else for negative x.
const DIVISION: &str = "\
input x in ~100..100;
d := x - 7;
q := 50 div d;
assert q <= 50;
if x < 0 then
  assert x <> ~3;
fi
";

const LOOP: &str = "\
input n in 0..1000;
i := 0;
s := 0;
while i < n do
  i := i + 1;
  s := s + 2;
od
assert s = i + i;
";

#[test]
fn messages_and_counterexamples_are_in_its_notation() {
    let output = front(&["--output=oneline"], DIVISION);
    let lines: Vec<&str> = output.text.lines().collect();
    let division = "sample.toy:3:9: high: divide by zero might fail (e.g. when d = 0 andalso x = 7)";
    let assertion = "sample.toy:6:10: high: assertion might fail, cannot prove x <> ~3 (e.g. when x = ~3)";
    assert_eq!(lines, [division, assertion, "Summary: 3/5 checks proved, 2 checks remain."], "{output:?}");
    let pretty = front(&["--output=pretty"], DIVISION).text;
    for expected in ["path: sample {x = 7} is called", "sample.toy:2: d gets 0", "e.g. when x = ~3"] {
        assert!(pretty.contains(expected), "{expected}: {pretty}");
    }
}

#[test]
fn invariants_that_were_found_are_in_its_notation() {
    let output = front(&["--report=all"], LOOP);
    assert!(output.text.ends_with("Success: all checks proved (4 checks).\n"), "{output:?}");
    let fact = output.text.lines().find(|line| line.contains("loop invariant found:")).expect("a fact");
    assert!(fact.starts_with("sample.toy:4:1: info: loop invariant found: "), "{fact}");
    assert!(!fact.contains(" and ") && fact.contains(" andalso "), "{fact}");
}

#[test]
fn json_and_sarif_are_in_its_notation() {
    let text = front(&["--json=-"], DIVISION).text;
    let json = schema::result(&text);
    let example = &json["checks"][1]["counterexample"];
    assert_eq!(json["checks"][1]["rule"], "VC_DIVISION_CHECK", "{text}");
    assert_eq!(example["entry"], "sample");
    assert_eq!(example["inputs"][0], serde_json::json!({"name": "x", "value": "7"}));
    assert!(example["steps"].as_array().expect("steps").iter().any(|step| step["text"] == "d gets 0"));
    let text = front(&["--sarif=-"], DIVISION).text;
    let sarif: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    let failing: Vec<&serde_json::Value> = results.iter().filter(|result| result["kind"] == "fail").collect();
    let examples: Vec<&str> = failing
        .iter()
        .map(|result| result["properties"]["gnatprove"]["counterexample"].as_str().expect("a text"))
        .collect();
    assert_eq!(examples, ["d = 0 andalso x = 7", "x = ~3"]);
    let steps = &failing[1]["codeFlows"][0]["threadFlows"][0]["locations"];
    assert_eq!(steps[0]["location"]["message"]["text"], "sample {x = ~3} is called");
}

#[test]
fn its_test_programs_are_written() {
    let output = front(&["--emit-test=FOLDER/tests"], DIVISION);
    let names: Vec<String> =
        output.files.iter().map(|(path, _)| path.file_name().expect("a name").to_string_lossy().into_owned()).collect();
    assert_eq!(names, ["test_1.toy", "test_2.toy"]);
    assert!(output.files[1].1.starts_with("x := ~3;\nd := x - 7;\n"), "{}", output.files[1].1);
    // And they fail at the same check, without inputs.
    let again = front(&["--output=brief"], &output.files[1].1).text;
    assert!(again.contains("sample.toy:6:10: high: assertion might fail"), "{again}");
    let chosen = front(&["--emit-test=FOLDER/tests"], "havoc x;\nassert x <> 5;\n");
    assert!(chosen.files.is_empty());
    let why = "warning: sample.toy:2:8: no test written: the failure depends on what `havoc` gives";
    assert_eq!(chosen.complaints, [why]);
}

#[test]
fn it_has_options_and_a_last_line_of_its_own() {
    let last = |options: &[&str], text: &str| front(options, text).text.lines().last().map(str::to_string);
    assert_eq!(last(&["--property=assert"], DIVISION).as_deref(), Some("FALSE(assert)"));
    assert_eq!(last(&["--property=overflow"], DIVISION).as_deref(), Some("TRUE"));
    assert_eq!(last(&["--property=assert"], LOOP).as_deref(), Some("TRUE"));
    // The only failing assertion is behind a division by zero that every run meets: no run passes the other checks.
    let behind = "d := 0;\nq := 1 div d;\nassert 1 = 2;\n";
    assert_eq!(last(&["--property=assert"], behind).as_deref(), Some("TRUE"));
    // What is limited to some checks proves no property.
    let line = ["--property=assert", "--limit-line=sample.toy:4"];
    assert_eq!(last(&line, DIVISION).as_deref(), Some("UNKNOWN"));
    let output = front(&["--property=assert", "--witness=FOLDER/w"], LOOP);
    assert!(output.files[0].1.contains("invariant "), "{output:?}");
    let wrong = ["--property=speed", "a.toy"].map(OsString::from);
    assert!(parse(TABLE, &wrong).is_err_and(|why| why == "option `--property`: no such property"));
}

#[test]
fn mistakes_have_a_place() {
    let output = front(&[], "x := 1;\nassert x ! 2;\n");
    assert_eq!(output.complaints, ["sample.toy:2:10: error: expected a comparison"]);
    assert_eq!(front(&[], "while 1 = 1 do\n").complaints, ["sample.toy:2:1: error: expected `od` or `fi`"]);
}
