//! Whole runs of the engine, their certificates checked.

use super::*;
use crate::engine::testing::{decide, systems};

fn verdict(text: &str) -> String {
    decide(&mut Pa::default(), text, 30).0
}

#[test]
fn textbook_loops_do_not_diverge() {
    assert_eq!(verdict(systems::RELATIONAL), "sat");
    assert_eq!(verdict(systems::BOUNDED), "sat");
}

#[test]
fn recursion() {
    assert_eq!(verdict(systems::NONLINEAR_SAFE), "sat");
    assert_eq!(verdict(systems::NONLINEAR_UNSAFE), "unsat");
    assert_eq!(verdict(systems::STRAIGHT_SAFE), "sat");
}

#[test]
fn counterexamples_are_real() {
    let (word, steps) = decide(&mut Pa::default(), systems::DEEP_UNSAFE, 30);
    assert_eq!((word.as_str(), steps), ("unsat", 41));
}

#[test]
fn other_sorts_and_borders() {
    assert_eq!(verdict(systems::BOOL_REAL), "sat");
    assert_eq!(verdict(systems::NO_QUERY), "sat");
    assert_eq!(verdict(systems::PLAINLY_FALSE), "unsat");
}

#[test]
fn it_works_without_its_aids() {
    let mut plain = Pa { options: PaOptions { templates: None, seeds: false }, ..Pa::default() };
    assert_eq!(decide(&mut plain, systems::NONLINEAR_UNSAFE, 30).0, "unsat");
    assert_eq!(decide(&mut plain, systems::STRAIGHT_SAFE, 30).0, "sat");
}

#[test]
fn cancellation_ends_it() {
    let (mut cx, system) = crate::engine::testing::read(systems::RELATIONAL, 30);
    cx.cancel.cancel();
    assert!(matches!(Pa::default().solve(&mut cx, &system), Verdict::Unknown(Reason::Cancelled)));
}
