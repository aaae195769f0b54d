//! What is read, how it becomes clauses, and what is refused where.

use super::*;
use crate::smtlib::{Fault, system_text};

/// The clauses of a system as SMT-LIB, without declarations.
fn clauses(text: &str) -> Vec<String> {
    let program = read(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
    let script = system_text(&program.store, &program.system);
    script.lines().filter(|line| line.starts_with("(assert")).map(str::to_string).collect()
}

/// A system with the subsystem `main` of two variables and one transition.
fn labelled(label: &str) -> String {
    format!("nts t; main {{ x, y : int; b : bool; initial s; s -> e {{ {label} }} }}")
}

/// The place and text of the mistake in a system.
fn refused(text: &str) -> (u32, u32, String) {
    let error = read(text.as_bytes()).map(|_| ()).expect_err(text);
    (error.line, error.column, error.message)
}

#[test]
fn states_are_predicates_of_entry_and_current_values() {
    let text = "nts count; n : int; init n >= 0;
        main { x : int; initial s; error bad;
            first: s -> l { x' = 0 && havoc(x) }
            l -> l { x < n and x' = x + 1 and havoc(x) }
            l -> bad { x > n } }";
    let found = clauses(text);
    assert_eq!(found.len(), 4);
    let program = read(text.as_bytes()).expect("good");
    let names: Vec<(&str, usize)> = program.system.preds.iter().map(|p| (&p.name[..], p.sorts.len())).collect();
    assert_eq!(names, [("main_s", 4), ("main_l", 4)]);
    assert!(found[0].ends_with("(main_s A B A B))))"), "{}", found[0]);
    assert!(found[1].contains("(main_s A B C D)") && found[1].ends_with("(main_l A B E F))))"), "{}", found[1]);
    assert!(found[2].contains("(main_l A B C D)") && found[2].ends_with("(main_l A B E F))))"), "{}", found[2]);
    assert!(found[3].contains("(main_l A B C D)") && found[3].ends_with("false)))"), "{}", found[3]);
}

#[test]
fn a_call_enters_the_callee_and_uses_its_summary() {
    let text = "nts call; g : int;
        main { x, z : int; initial s; s -> t { x' = f(x + 1) and havoc(x) } }
        f { in a : int; out r : int; l : int; initial i; final o; i -> o { r' = a && havoc(r) } }";
    let found = clauses(text);
    // Entry of main, entry of f, return of f, the transition of f.
    assert_eq!(found.len(), 4);
    assert!(found[1].contains("(main_s A B C D E F) true) (f_i D (+ E 1) "), "{}", found[1]);
    // The final state keeps g, a and r, on entry and now; g is then what f left, z what it was.
    assert!(found[2].contains("(main_s A B C D E F) (f_o D (+ E 1) "), "{}", found[2]);
    let program = read(text.as_bytes()).expect("good");
    let preds: Vec<(&str, usize)> = program.system.preds.iter().map(|p| (&p.name[..], p.sorts.len())).collect();
    assert_eq!(preds, [("main_s", 6), ("main_t", 6), ("f_i", 8), ("f_o", 6)]);
}

#[test]
fn operators_bind_as_documented() {
    let same = |a: &str, b: &str| assert_eq!(clauses(&labelled(a)), clauses(&labelled(b)), "{a} / {b}");
    same("x = 1 && y = 2 || x = 3", "(x = 1 and y = 2) or x = 3");
    same("not x = 1 and y = 2", "(!(x = 1)) && y = 2");
    same("x = 1 -> y = 2 -> x = 3", "x = 1 imply (y = 2 => x = 3)");
    same("x = 1 || y = 1 <-> b", "(x = 1 || y = 1) equiv b");
    same("x - y - 1 = -x * 2 + y % 3", "((x - y) - 1) = (((-x) * 2) + (y % 3))");
    same("b' = (x > 1)", "b' <-> x > 1");
    same("exists k : int . 2 * k = x && y = 0", "exists k : int . (2 * k = x && y = 0)");
    same("", "true");
    same("havoc(x, b)", "y' = y && havoc(x, y, b)");
    same("((((x = 1))))", "x = 1");
}

#[test]
fn mistakes_are_located() {
    let at = |text: &str| {
        let (line, column, _) = refused(text);
        (line, column)
    };
    assert_eq!(at(""), (1, 1));
    assert_eq!(at("nts t;\nmain { x : int"), (2, 15));
    assert_eq!(at(&labelled("x' = ")), (1, 63));
    assert_eq!(refused(&labelled("w = 1")).2, "unknown variable w");
    assert_eq!(refused(&labelled("x + 1")).2, "expected a condition, this is a number");
    assert_eq!(refused(&labelled("x = f(y)")).2, "a call can't be part of a formula");
    assert_eq!(refused(&labelled("x' = f(y)")).2, "No matching call: f");
    assert_eq!(refused("nts t; main { a[3] : int; }").2, "arrays are not supported in transition systems");
    assert_eq!(refused("nts t; main { a : real; }").2, "the sort real is not supported in transition systems");
    assert_eq!(refused("nts t; instances main[2]; main { }").2, "parallel instances are not supported");
    assert_eq!(refused("nts t; main { } main { }").2, "the subsystem main is there twice");
    assert_eq!(refused("nts t; x : int; main { x : int; }").2, "the variable x is declared twice");
    let wrong = "nts t; main { x : int; initial s; s -> t { x' = f(x, x) } } f { in a : int; out r : int; }";
    assert_eq!(refused(wrong).2, "No matching call: f");
    let error = read(b"nts t; main { # }").expect_err("illegal");
    assert_eq!((error.fault, error.column), (Fault::Syntax, 15));
}

#[test]
fn without_main_there_is_a_warning() {
    let program = read(b"nts t; f { initial s; error e; s -> e { } }").expect("good");
    assert_eq!(program.warnings.len(), 1);
    assert_eq!(program.system.clauses.len(), 1);
}

#[test]
fn depth_costs_no_stack() {
    let deep = format!("{}x = 1{}", "(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(clauses(&labelled(&deep)), clauses(&labelled("x = 1")));
    let nots = format!("{}b", "!".repeat(100_000));
    assert_eq!(clauses(&labelled(&nots)), clauses(&labelled("b")));
}
