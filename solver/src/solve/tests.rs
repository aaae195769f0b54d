//! The one call: options, what it answers, what it refuses.

use super::*;
use crate::context::Context;
use crate::num::Int;
use crate::system::{Reason, Refutation, Step, Verdict};
use crate::term::{SortId, Value};
use std::sync::atomic::{AtomicUsize, Ordering};

const UP_TO_TEN: &str = "(set-logic HORN)(declare-fun count (Int) Bool)
    (assert (count 0))
    (assert (forall ((x Int)) (=> (and (count x) (< x 10)) (count (+ x 1)))))
    (assert (forall ((x Int)) (=> (and (count x) (> x LIMIT)) false)))";

fn up_to_ten(limit: &str) -> String {
    UP_TO_TEN.replace("LIMIT", limit)
}

#[test]
fn answers_are_data() {
    let solver = Solver::new().timeout(Duration::from_secs(60));
    let sat = solver.solve_text(&up_to_ten("10")).expect("an answer");
    assert!(sat.is_sat() && sat.refutation().is_none() && sat.reason().is_none());
    assert!(sat.definition("count").is_some() && sat.definition("other").is_none());
    assert_eq!(sat.holds("count", &[Value::Int(Int::from(10))]), Some(true));
    assert_eq!(sat.holds("count", &[Value::Int(Int::from(11))]), Some(false));
    let unsat = solver.solve_text(&up_to_ten("9")).expect("an answer");
    let refutation = unsat.refutation().expect("a refutation");
    assert!(unsat.is_unsat() && unsat.model().is_none() && unsat.holds("count", &[]).is_none());
    let last = refutation.steps.last().expect("a step");
    assert_eq!((last.clause.index(), &last.values[..]), (2, &[Value::Int(Int::from(10))][..]));
}

#[test]
fn failures_are_errors_with_a_text() {
    let solver = Solver::new();
    let error = solver.solve_text("(set-logic HORN)\n(assert (p 0))").expect_err("no such predicate");
    assert!(matches!(error, Failure::Input(_)));
    let boxed: Box<dyn std::error::Error> = Box::new(error);
    assert!(boxed.to_string().starts_with("2:") && boxed.source().is_some(), "{boxed}");
    let missing = solver.solve_file("/nowhere/at-all.smt2").expect_err("no such file");
    assert!(missing.to_string().starts_with("/nowhere/at-all.smt2: "), "{missing}");
}

#[test]
fn work_ends_when_it_is_told_to() {
    let token = CancelToken::new();
    token.cancel();
    let answer = Solver::new().cancelled_by(&token).without_preprocessing().solve_text(&up_to_ten("10"));
    assert_eq!(answer.expect("an answer").reason(), Some(&Reason::Cancelled));
    let answer = Solver::new().steps(Steps::new(0)).without_preprocessing().solve_text(&up_to_ten("10"));
    assert_eq!(answer.expect("an answer").reason(), Some(&Reason::Steps));
}

/// Answers whatever it is told to.
struct Liar(Option<Verdict>);

impl Engine for Liar {
    fn name(&self) -> &'static str {
        "liar"
    }

    fn solve(&mut self, _: &mut Context, _: &System) -> Verdict {
        self.0.take().unwrap_or(Verdict::Unknown(Reason::Incomplete("nothing to say".into())))
    }
}

/// A wrong answer of an engine from outside is rejected like one of our own.
#[test]
fn engines_from_outside_are_not_believed() {
    static MADE: AtomicUsize = AtomicUsize::new(0);
    let step = Step { clause: crate::system::ClauseId(2), values: vec![Value::Int(Int::from(11))], premises: vec![0] };
    let wrong = [
        Verdict::Sat(crate::system::Model { definitions: vec![Store::TRUE] }),
        Verdict::Unsat(Refutation { steps: vec![step] }),
    ];
    for verdict in wrong {
        let make = move || -> Box<dyn Engine> {
            MADE.fetch_add(1, Ordering::Relaxed);
            Box::new(Liar(Some(verdict.clone())))
        };
        let solver = Solver::new().without_preprocessing().own_engine("liar", make);
        let answer = solver.solve_text(&up_to_ten("10")).expect("an answer");
        assert!(matches!(answer.reason(), Some(Reason::Rejected(_) | Reason::Incomplete(_))), "{:?}", answer.reason());
        assert_eq!(answer.statistics.rejected(), 1);
    }
    assert_eq!(MADE.load(Ordering::Relaxed), 2);
}

#[test]
fn engines_of_the_table_are_added_by_name() {
    let solver = Solver::new().jobs(0).timeout(Duration::from_secs(60)).without_preprocessing().engine(EngineId::Bmc);
    let answer = solver.solve_text(&up_to_ten("9")).expect("an answer");
    assert!(answer.is_unsat());
    assert_eq!(answer.statistics.winner(), Some("bmc"));
}

#[test]
fn clauses_that_do_not_fit_are_refused() {
    let wrong = |build: &dyn Fn(&mut Clauses, crate::system::PredId)| {
        let mut clauses = Clauses::new();
        let p = clauses.predicate("p", &[SortId::INT]);
        build(&mut clauses, p);
        clauses.finish().err().map(|error| error.to_string())
    };
    assert_eq!(
        wrong(&|clauses, p| clauses.clause().head(p, &[])).as_deref(),
        Some("clause 0: the arguments of `p` are not of its sorts")
    );
    let number = |clauses: &mut Clauses, p| {
        let mut clause = clauses.clause();
        let x = clause.variable(SortId::INT);
        clause.constraint(x).head(p, &[x]);
    };
    assert_eq!(wrong(&number).as_deref(), Some("clause 0: the constraint is no formula"));
    let strange = |clauses: &mut Clauses, p| {
        let x = clauses.store.var(3, SortId::INT);
        clauses.clause().head(p, &[x]);
    };
    assert_eq!(wrong(&strange).as_deref(), Some("clause 0: a variable that is not the clause's own"));
    let other = |clauses: &mut Clauses, _| clauses.clause().head(crate::system::PredId(7), &[]);
    assert_eq!(wrong(&other).as_deref(), Some("clause 0: an atom of a predicate of another system"));
    let fine = |clauses: &mut Clauses, p| {
        let zero = clauses.store.int(0);
        clauses.clause().body(p, &[zero]).query();
    };
    assert_eq!(wrong(&fine), None);
}
