//! Bad input and wrong usage: exit code 1, nothing on standard output, one line with the position on standard error.

mod common;

use common::{run, run_text, write};

/// The message for a script, which must be refused at the given line and column.
fn refused(text: &str, line: u32, column: u32) -> String {
    let output = run_text(&[], text);
    assert_eq!(output.code, Some(1), "{output:?}");
    assert_eq!(output.stdout, "");
    let prefix = format!("<stdin>:{line}:{column}: error: ");
    let message = output.stderr.strip_prefix(&prefix).unwrap_or_else(|| panic!("{text}: {output:?}"));
    assert_eq!(message.lines().count(), 1, "{output:?}");
    message.trim_end().to_string()
}

#[test]
fn mistakes_in_scripts_are_located() {
    let prelude = "(set-logic HORN)\n(declare-fun P (Int) Bool)\n";
    let cases = [
        ("(frobnicate)", 2),
        ("(declare-fun Q (Colour) Bool)", 17),
        ("(assert (or (P 0) (P 1)))", 19),
        ("(assert (Q 0))", 10),
        ("(assert (P 0 1))", 9),
        ("(assert (P true))", 12),
        ("(assert (forall ((x Int)) (=> (P x) (P (+ x y)))))", 45),
    ];
    for (command, column) in cases {
        let output = run_text(&[], &format!("{prelude}{command}\n(check-sat)\n"));
        assert_eq!(output.code, Some(1), "{command}: {output:?}");
        assert_eq!(output.stdout, "");
        assert!(output.stderr.starts_with("<stdin>:3:"), "{command}: {output:?}");
        assert!(output.stderr.contains(": error: "), "{command}: {output:?}");
        let at: u32 = output.stderr.split(':').nth(2).and_then(|c| c.parse().ok()).expect("a column");
        assert!(at.abs_diff(column) <= 8, "{command}: column {at}, expected about {column}");
    }
}

#[test]
fn unbalanced_parentheses_are_located() {
    refused("(set-logic HORN))\n", 1, 17);
    let output = run_text(&[], "(set-logic HORN)\n(assert (=> true\n");
    assert_eq!(output.code, Some(1));
    assert!(output.stderr.starts_with("<stdin>:"), "{output:?}");
}

#[test]
fn empty_and_binary_files_are_refused() {
    refused("", 1, 1);
    refused("; only a comment\n", 1, 1);
    let folder = tempfile::tempdir().expect("a folder");
    let binary: Vec<u8> = (0..4096u32).map(|i| (i.wrapping_mul(2654435761) >> 24) as u8).collect();
    let path = write(folder.path(), "binary.smt2", binary);
    let output = run(&[path]);
    assert_eq!((output.code, output.stdout.as_str()), (Some(1), ""), "{output:?}");
    assert!(output.stderr.contains("binary.smt2:1:"), "{output:?}");
}

#[test]
fn unreadable_files_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = run(&[folder.path()]);
    assert_eq!((output.code, output.stdout.as_str()), (Some(1), ""));
    assert!(output.stderr.contains("error: Is a directory"), "{output:?}");
    let missing = folder.path().join("missing.smt2");
    let output = run(&[&missing]);
    assert_eq!((output.code, output.stdout.as_str()), (Some(1), ""));
    assert!(output.stderr.starts_with(&format!("{}: error: No such file", missing.display())), "{output:?}");
}

#[test]
fn deep_nesting_is_no_stack_overflow() {
    let deep = 100_000;
    let text = format!(
        "(set-logic HORN)\n(declare-fun P (Int) Bool)\n(assert (P {}0{}))\n(check-sat)\n",
        "(+ 1 ".repeat(deep),
        ")".repeat(deep)
    );
    let output = run_text(&["-t:60"], &text);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let text = "(".repeat(deep);
    assert_eq!(run_text(&[], &text).code, Some(1));
}

#[test]
fn wrong_usage_is_explained() {
    for args in [&["--nonsense", "f"][..], &[], &["a", "b"], &["-t:soon", "f"], &["--engine", "warp", "f"]] {
        let output = run(args);
        assert_eq!((output.code, output.stdout.as_str()), (Some(1), ""), "{args:?}");
        assert!(output.stderr.starts_with("error: ") && output.stderr.contains("--help"), "{output:?}");
    }
}

#[test]
fn help_and_version_are_answers() {
    let output = run(&["--help"]);
    assert_eq!(output.code, Some(0));
    assert!(output.stdout.contains("--refutation") && output.stdout.contains("Engines:"));
    let output = run(&["--version"]);
    assert_eq!((output.code, output.stdout), (Some(0), format!("hornsolve {}\n", env!("CARGO_PKG_VERSION"))));
}

/// A fold of the user's whose laws fail is refused with the law and a counterexample, before anything is solved.
#[test]
fn folds_that_are_no_monoids_are_refused() {
    let script = |operation: &str, unit: &str| {
        format!(
            "(set-logic HORN)\n(define-aggregate f Int\n  :operation (lambda ((x Int) (y Int)) {operation})\n  :unit {unit})\n\
             (declare-fun P ((Array Int Int)) Bool)\n\
             (assert (forall ((a (Array Int Int))) (=> (and (P a) (= (f a 0 3) 1)) false)))\n(check-sat)\n"
        )
    };
    let message = refused(&script("(- x y)", "0"), 2, 19);
    assert!(message.starts_with("`f` is no aggregate: it does not obey associativity"), "{message}");
    assert!(message.contains("for example for x = "), "{message}");
    let message = refused(&script("(+ x y)", "1"), 2, 19);
    assert!(message.contains("left unit"), "{message}");
    let output = run_text(&[], &script("(+ x y)", "0"));
    assert_eq!(output.code, Some(0), "{output:?}");
    assert_eq!(output.stdout.trim(), "sat");
}
