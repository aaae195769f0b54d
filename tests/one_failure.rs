//! Where a property is asked about, a run that violates it answers the question, and nothing else is looked for.

mod common;

use common::run;
use std::path::Path;

const PROPERTY: &str = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";

/// A program with an error that is easily found and `other` behind it.
fn program(other: &str) -> String {
    format!(
        "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\nint main(void) {{\n  int x = \
         __VERIFIER_nondet_int();\n  if (x == 3) reach_error();\n{other}  return 0;\n}}\n"
    )
}

/// The output for a program, with the property or without.
fn said(folder: &Path, text: &str, property: bool) -> String {
    let path = |name: &str| folder.join(name).display().to_string();
    std::fs::write(path("p.c"), text).expect("a file");
    std::fs::write(path("p.prp"), PROPERTY).expect("a file");
    let (asked, file) = (format!("--property={}", path("p.prp")), path("p.c"));
    let mut arguments = vec!["--frontend", "c", "--timeout", "100", "--report", "all"];
    arguments.extend(property.then_some(asked.as_str()));
    arguments.push(&file);
    run(&arguments).stdout
}

#[test]
fn nothing_is_looked_for_behind_a_violation() {
    let folder = tempfile::tempdir().expect("a folder");
    // No run is found by trying, and nobody shows that there is none.
    let cubes = "  long long a = x, b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
  if (a > -40000 && b > -40000 && c > -40000 && a < 40000 && b < 40000 && c < 40000
      && a * a * a + b * b * b + c * c * c == 33) reach_error();
";
    let said = said(folder.path(), &program(cubes), true);
    assert!(said.contains("a run has answered what is asked") && said.ends_with("FALSE(unreach-call)\n"), "{said}");
}

#[test]
fn without_a_property_everything_is_decided_and_a_proof_needs_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = program("  if (x > 5 && x < 3) reach_error();\n");
    let all = said(folder.path(), &text, false);
    assert!(!all.contains("what is asked") && all.contains("1/2 checks proved, 1 check remains"), "{all}");
    let harmless = text.replace("x == 3", "x > 3 && x < 3");
    assert!(said(folder.path(), &harmless, true).ends_with("TRUE\n"), "{harmless}");
}

#[test]
fn a_failing_assert_is_no_call_of_the_error_that_is_asked_about() {
    let folder = tempfile::tempdir().expect("a folder");
    let of = |code: &str| {
        let head = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\n";
        let said = said(folder.path(), &format!("{head}{code}"), true);
        said.lines().last().unwrap_or_default().to_string()
    };
    let main = |code: &str| format!("int main(void) {{ int x = __VERIFIER_nondet_int(); {code} return 0; }}\n");
    let declared = "extern void reach_error(void);\n";
    assert_eq!(of(&format!("{declared}{}", main("assert(x < 5); if (x > 7) reach_error();"))), "TRUE");
    assert_eq!(of(&format!("{declared}{}", main("assert(x < 5); if (x > 3) reach_error();"))), "FALSE(unreach-call)");
    let own = "void reach_error(void) { assert(0); }\n";
    assert_eq!(of(&format!("{own}{}", main("if (x == 3) reach_error();"))), "FALSE(unreach-call)");
    // Where nothing else is called, `assert` is what is meant.
    assert_eq!(of(&main("assert(x < 5);")), "FALSE(unreach-call)");
}
