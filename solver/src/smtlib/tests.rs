//! Whole scripts: the clauses they become, and the errors they give.

use super::*;

/// Reads a script and compares `predicates/clauses` or the error.
fn check(script: &str, expected: &str) {
    let found = match read(script.as_bytes()) {
        Ok(script) => format!("{} predicates, {} clauses", script.system.preds.len(), script.system.clauses.len()),
        Err(error) => error.to_string(),
    };
    assert_eq!(found, expected, "script {script}");
}

#[test]
fn equivalences_between_atoms_split_both_ways() {
    check("(declare-fun p (Int) Bool)(assert (forall ((x Int)) (= (p x) (<= 0 x))))", "1 predicates, 2 clauses");
}

#[test]
fn what_is_not_horn_is_refused_at_the_second_head() {
    check(
        "(declare-fun p (Int) Bool)\n(declare-fun q (Int) Bool)\n(assert (forall ((x Int)) (or (p x) (q x))))",
        "3:37: error: not a Horn clause: both `(p x)` and `(q x)` occur as heads",
    );
}
