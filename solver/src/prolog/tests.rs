//! What is read, and what is refused where.

use super::*;
use crate::smtlib::system_text;

/// The clauses of a program as SMT-LIB, without declarations.
fn clauses(text: &str) -> Vec<String> {
    let program = read(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert!(program.illegal.is_empty());
    let script = system_text(&program.store, &program.system);
    script.lines().filter(|line| line.starts_with("(assert")).map(str::to_string).collect()
}

/// The place of the mistake in a program.
fn refused(text: &str) -> (u32, u32) {
    let error = read(text.as_bytes()).map(|_| ()).expect_err(text);
    assert_eq!(error.fault, crate::smtlib::Fault::Syntax);
    (error.line, error.column)
}

#[test]
fn clauses_of_all_kinds() {
    let program =
        "% a comment\n p(X) :- X = 0. // another\n p(Y) :- p(X), Y = X + 1. /* and\n one */ false :- p(X), X < 0.";
    let expected = [
        "(assert (forall ((A Int)) (=> (and (= A 0)) (p A))))",
        "(assert (forall ((A Int) (B Int)) (=> (and (p B) (= (+ A (* (- 1) B)) 1)) (p A))))",
        "(assert (forall ((A Int)) (=> (and (p A) (<= A (- 1))) false)))",
    ];
    assert_eq!(clauses(program), expected);
    assert_eq!(clauses("p-[X,Y] :- q, r(Y,X). false-[] :- p(A,B).").len(), 2);
    let program = read(b"p :- p(X), p(X,Y), p. p(X) :- true.").expect("good");
    assert_eq!(program.system.preds.len(), 4, "another number of arguments, another symbol; `true` is one too");
}

#[test]
fn operators_bind_as_documented() {
    let same = |a: &str, b: &str| {
        let wrap = |text: &str| clauses(&format!("p(X,Y,Z) :- {text}."));
        assert_eq!(wrap(a), wrap(b), "{a} / {b}");
    };
    same("(X >= 2, X =\\= 7 ; X < 0)", "(X >= 2, (X =\\= 7 ; X < 0))");
    same("X = 1 ; Y = 2, Z = 3", "(X = 1 ; Y = 2), Z = 3");
    same("\\+ X = 1 ; Y = 2", "(\\+ (X = 1)) ; Y = 2");
    same("\\+ \\+ X = 1", "X = 1");
    same("X - Y - Z = 0", "(X - Y) - Z = 0");
    same("X - -Y * 2 = -3 + Z", "(X - ((-Y) * 2)) = ((-3) + Z)");
    same("X = Y mod 3 * 2", "X = (Y mod 3) * 2");
    same("(X + 1) * 2 =< 3 * Z", "((X + 1) * 2) =< (3 * Z)");
    same("X != Y", "\\+ X = Y");
    same("((((X = 1))))", "X = 1");
}

#[test]
fn mistakes_are_located() {
    assert_eq!(refused(""), (1, 1));
    assert_eq!(refused("p(X)."), (1, 5));
    assert_eq!(refused("p(0) :- X = 1."), (1, 3));
    assert_eq!(refused("p(X) :-\n X = 1, (q(X) ; X = 2)."), (2, 10));
    assert_eq!(refused("p(X) :- X + 1."), (1, 9));
    assert_eq!(refused("p(X) :- (X = 1) + 2 = 3."), (1, 17));
    assert_eq!(refused("p(X) :- X = 007."), (1, 14));
    assert_eq!(refused("p(X) :- X = 1"), (1, 14));
    assert_eq!(refused("p(X) :- X = 1. /* open"), (1, 16));
    assert_eq!(refused("p(X) :- (X = 1."), (1, 15));
    assert_eq!(refused("p(X) :- X = 1 = 1."), (1, 15));
}

#[test]
fn illegal_characters_are_passed_over() {
    let program = read("p(X) :- X § = # 1.".as_bytes()).expect("good but for the characters");
    let found: Vec<&str> = program.illegal.iter().map(|d| d.message.as_str()).collect();
    assert_eq!(found, ["Illegal character §", "Illegal character #"]);
    assert_eq!(program.system.clauses.len(), 1);
}

#[test]
fn depth_costs_no_stack() {
    let deep = 100_000;
    let text = format!("p(X) :- {}X = 1{}.", "(".repeat(deep), ")".repeat(deep));
    assert_eq!(clauses(&text).len(), 1);
    let text = format!("p(X) :- X = {}1.", "-".repeat(deep));
    assert_eq!(clauses(&text).len(), 1);
    refused(&format!("p(X) :- {}", "\\+(".repeat(deep)));
}
