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
    let mut plain = Pa { options: PaOptions { templates: None, seeds: false, disjunctive: false }, ..Pa::default() };
    assert_eq!(decide(&mut plain, systems::NONLINEAR_UNSAFE, 30).0, "unsat");
    assert_eq!(decide(&mut plain, systems::STRAIGHT_SAFE, 30).0, "sat");
}

#[test]
fn cancellation_ends_it() {
    let (mut cx, system) = crate::engine::testing::read(systems::RELATIONAL, 30);
    cx.cancel.cancel();
    assert!(matches!(Pa::default().solve(&mut cx, &system), Verdict::Unknown(Reason::Cancelled)));
}

/// Three facts and two queries about one state, and a loop.
const BRANCHES: &str = "(set-logic HORN)(declare-fun P (Int Int) Bool)(declare-fun Q (Int) Bool)
    (assert (P 1 5))(assert (P 2 6))(assert (P 3 7))
    (assert (forall ((x Int) (y Int)) (=> (P x y) (P (+ x 1) (+ y 2)))))
    (assert (forall ((x Int) (y Int)) (=> (and (P x y) (P y x)) (Q x))))
    (assert (forall ((x Int) (y Int)) (=> (and (P x y) (< y x)) false)))
    (assert (forall ((x Int) (y Int)) (=> (and (P x y) (< x 0)) false)))";

#[test]
fn disjunctive_counterexamples_are_all_shortest_ones() {
    let (mut cx, system) = crate::engine::testing::read(BRANCHES, 30);
    let graph = PredGraph::new(&system);
    let shape = |all_ways: bool, cx: &mut Context| {
        let mut abstraction = Abstraction::new(&cx.store, &system, cx.solver());
        match Reach::new(&system, &graph, all_ways).explore(cx, &mut abstraction) {
            Ok(Exploration::Counterexample(places)) => places.iter().map(|p| p.ways.len()).collect::<Vec<_>>(),
            other => panic!("{other:?}"),
        }
    };
    // Without predicates there is one state: derived by any fact, and violating both queries.
    assert_eq!(shape(false, &mut cx), [1, 1]);
    assert_eq!(shape(true, &mut cx), [3, 2]);
    // One refinement rules out all six derivations.
    let mut abstraction = Abstraction::new(&cx.store, &system, cx.solver());
    let solver = cx.solver();
    let mut refiner = Refiner::new(&system, &graph, solver, None, &Arc::default());
    let explored = Reach::new(&system, &graph, true).explore(&mut cx, &mut abstraction);
    let Ok(Exploration::Counterexample(places)) = explored else { panic!("{explored:?}") };
    let refined = refiner.refine(&mut cx, &system, &graph, &mut abstraction, &places);
    assert!(matches!(refined, Ok(Refinement::Refined(1..))), "{refined:?}");
    match Reach::new(&system, &graph, true).explore(&mut cx, &mut abstraction) {
        Ok(Exploration::Safe(_)) => {}
        // The facts are ruled out; what is left comes after the loop.
        Ok(Exploration::Counterexample(places)) => assert!(places.len() > 2, "{places:?}"),
        Err(reason) => panic!("{reason}"),
    }
}

#[test]
fn disjunctive_interpolation_decides_the_same() {
    use systems::{BOOL_REAL, BOUNDED, DEEP_UNSAFE, NONLINEAR_SAFE, NONLINEAR_UNSAFE, PLAINLY_FALSE, RELATIONAL};
    let options = |templates, seeds| PaOptions { templates, seeds, disjunctive: true };
    for (text, expected) in [
        (RELATIONAL, "sat"),
        (BOUNDED, "sat"),
        (NONLINEAR_SAFE, "sat"),
        (NONLINEAR_UNSAFE, "unsat"),
        (DEEP_UNSAFE, "unsat"),
        (BOOL_REAL, "sat"),
        (PLAINLY_FALSE, "unsat"),
        (BRANCHES, "sat"),
    ] {
        let mut engine = Pa { options: options(Some(TemplateKind::All), true), ..Pa::default() };
        assert_eq!(decide(&mut engine, text, 30).0, expected, "{text}");
    }
    // Refutations pick one of the ways at each place: with nothing known beforehand all of them are met.
    let unsafe_branches = BRANCHES.replace("(< x 0)", "(= x 3) (= y 8)");
    let mut plain = Pa { options: options(None, false), ..Pa::default() };
    assert_eq!(decide(&mut plain, &unsafe_branches, 30), ("unsat".to_string(), 3));
}
