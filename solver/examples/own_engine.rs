//! An engine of one's own: a guess, checked by the solver. For every predicate it claims that no argument is negative,
//! and the library rejects the claim wherever it is wrong.

#![allow(clippy::print_stdout, reason = "the example shows what it found")]

use horn_solver::engine::{Context, Engine};
use horn_solver::num::Rat;
use horn_solver::solve::{Answer, Failure, Solver};
use horn_solver::system::{Model, System, Verdict};
use std::time::Duration;

/// "No argument is ever negative."
struct NonNegative;

impl Engine for NonNegative {
    fn name(&self) -> &'static str {
        "non-negative"
    }

    fn solve(&mut self, cx: &mut Context, system: &System) -> Verdict {
        let store = &mut cx.store;
        let mut definitions = Vec::new();
        for pred in &system.preds {
            let arguments = store.vars(0, &pred.sorts);
            let mut parts = Vec::new();
            for (argument, &sort) in arguments.into_iter().zip(&pred.sorts) {
                if sort.is_arith() {
                    let zero = store.num(Rat::ZERO, sort);
                    parts.push(store.ge(argument, zero));
                }
            }
            definitions.push(store.and(&parts));
        }
        Verdict::Sat(Model { definitions })
    }
}

fn ask(query: &str) -> Result<Answer, Failure> {
    let text = format!(
        "(set-logic HORN) (declare-fun p (Int Int) Bool)
        (assert (forall ((x Int)) (=> (> x 0) (p x x))))
        (assert (forall ((x Int) (y Int)) (=> (p x y) (p (+ x y) y))))
        (assert (forall ((x Int) (y Int)) (=> (and (p x y) {query}) false)))"
    );
    let solver = Solver::new().timeout(Duration::from_secs(60)).without_preprocessing();
    solver.own_engine("non-negative", || Box::new(NonNegative)).solve_text(&text)
}

fn main() -> Result<(), Failure> {
    for query in ["(< (+ x y) 0)", "(> x 2)"] {
        let answer = ask(query)?;
        match answer.reason() {
            None => println!("{query}: sat, as guessed"),
            Some(reason) => println!("{query}: {reason}"),
        }
    }
    Ok(())
}

#[test]
fn a_right_guess_is_accepted_and_a_wrong_one_is_not() {
    assert!(ask("(< (+ x y) 0)").expect("an answer").is_sat());
    let wrong = ask("(> x 2)").expect("an answer");
    assert!(wrong.reason().is_some());
    assert_eq!(wrong.statistics.rejected(), 1);
    main().expect("both are answered");
}
