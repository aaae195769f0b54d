//! Builds clauses without a text. McCarthy's function is `n - 10` above 100, and `f(f(n + 11))` up to there; whoever
//! calls it with at most 101 gets 91.

#![allow(clippy::print_stdout, reason = "the example shows what it found")]

use horn_solver::solve::{Answer, Clauses, Solver};
use horn_solver::term::SortId;
use std::error::Error;
use std::time::Duration;

/// Whether calls with at most `limit` give 91.
fn mc91(limit: i64) -> Result<Answer, Box<dyn Error>> {
    let mut clauses = Clauses::new();
    // mc91(n, r): the result for `n` is `r`.
    let mc91 = clauses.predicate("mc91", &[SortId::INT, SortId::INT]);

    let mut above = clauses.clause();
    let n = above.variable(SortId::INT);
    let (hundred, ten) = (above.store().int(100), above.store().int(10));
    let large = above.store().gt(n, hundred);
    let result = above.store().sub(n, ten);
    above.constraint(large).head(mc91, &[n, result]);

    let mut below = clauses.clause();
    let [n, inner, outer] = [(); 3].map(|()| below.variable(SortId::INT));
    let (hundred, eleven) = (below.store().int(100), below.store().int(11));
    let small = below.store().le(n, hundred);
    let next = below.store().add(&[n, eleven]);
    below.constraint(small).body(mc91, &[next, inner]).body(mc91, &[inner, outer]).head(mc91, &[n, outer]);

    let mut query = clauses.clause();
    let [n, result] = [(); 2].map(|()| query.variable(SortId::INT));
    let (limit, expected) = (query.store().int(limit), query.store().int(91));
    let called = query.store().le(n, limit);
    let right = query.store().eq(result, expected);
    let wrong = query.store().not(right);
    query.body(mc91, &[n, result]).constraint(called).constraint(wrong).query();

    Ok(Solver::new().timeout(Duration::from_secs(60)).solve(clauses.finish()?)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let answer = mc91(101)?;
    println!("up to 101: {}", answer.definition("mc91").ok_or("no model")?);
    let answer = mc91(102)?;
    let refutation = answer.refutation().ok_or("no refutation")?;
    println!("up to 102: wrong after {} steps", refutation.steps.len());
    Ok(())
}

#[test]
fn the_example_runs() {
    main().expect("both questions are answered");
}
