//! A program of many functions behind one `main`: each is tried by itself first, with any inputs. What holds, holds;
//! what only callers make true is proved all the same; what fails does so with the callers' values.

mod common;

use common::run;
use std::fmt::Write;

/// Twenty functions: those with an even number need no caller, the others need an argument of at most 100 more than
/// their number. The caller of number 7 gives them one that is too large.
fn program() -> String {
    let mut text = String::from("#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\n");
    let mut main = String::from("int main(void) {\n  int x = __VERIFIER_nondet_int();\n");
    for number in 0..20 {
        let limit = 100 + number;
        // Writing to a string cannot fail.
        let _ = match number % 2 {
            0 => writeln!(text, "static int f{number}(int x) {{ return x / ({number} + 1) - (x > 0 ? 1 : 0); }}"),
            _ => writeln!(text, "static int f{number}(int x) {{ assert(x <= {limit}); return x + {number}; }}"),
        };
        let given = if number == 7 { limit + 1 } else { limit };
        let _ = writeln!(main, "  if (x <= {given}) f{number}(x);");
    }
    text + &main + "  return 0;\n}\n"
}

#[test]
fn functions_are_tried_by_themselves_and_callers_count_all_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("p.c").display().to_string();
    std::fs::write(&path, program()).expect("a file");
    let said = run(&["--frontend", "c", "--timeout", "60", "--report", "all", "--output", "oneline", "-v", &path]);
    let lines: Vec<&str> = said.stdout.lines().collect();
    let asserted = |number: usize| {
        let place = format!("p.c:{}:", 3 + number);
        lines.iter().copied().filter(|line| line.contains(&place) && line.contains("assertion")).collect::<String>()
    };
    for number in (1..20).step_by(2) {
        let line = asserted(number);
        assert!(line.contains(if number == 7 { "high" } else { "proved" }), "{number}: {line}\n{}", said.stdout);
    }
    assert!(!said.stdout.contains("medium"), "{}", said.stdout);
}
