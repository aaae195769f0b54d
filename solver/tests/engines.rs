//! The conformance suite: every engine of the table on small systems with known answers.
//!
//! An engine may give up; it may not be wrong. What an engine exists for it must solve: `must` lists that.

mod support;

use horn_solver::engine::Context;
use horn_solver::engine::table::EngineId;
use horn_solver::smt::CancelToken;
use horn_solver::system::{System, Verdict};
use std::time::{Duration, Instant};
use support::{Answer, run, smt};

/// A system with its answer and the engines that must find it.
struct Case {
    name: &'static str,
    text: &'static str,
    answer: Answer,
    must: &'static [&'static str],
}

const CASES: &[Case] = &[
    Case { name: "no clauses", text: "(declare-fun P (Int) Bool)", answer: Answer::Sat, must: &["pa", "pdr", "bmc"] },
    Case {
        name: "a query that is a fact",
        text: "(assert (forall ((x Int)) (=> (> x 3) false)))",
        answer: Answer::Unsat,
        must: &["pa", "pdr", "bmc", "kind", "tpa"],
    },
    Case {
        name: "a query that cannot fire",
        text: "(assert (forall ((x Int)) (=> (and (> x 3) (< x 4)) false)))",
        answer: Answer::Sat,
        must: &["pa", "pdr", "bmc"],
    },
    Case {
        name: "nullary predicates",
        text: "(declare-fun P () Bool)(declare-fun Q () Bool)
            (assert P)(assert (=> P Q))(assert (=> (and P Q) false))",
        answer: Answer::Unsat,
        must: &["pa", "pdr", "bmc"],
    },
    Case {
        name: "mutual recursion over Bool",
        text: "(declare-fun E (Bool Int) Bool)(declare-fun O (Bool Int) Bool)
            (assert (E true 0))
            (assert (forall ((b Bool) (n Int)) (=> (E b n) (O (not b) (+ n 1)))))
            (assert (forall ((b Bool) (n Int)) (=> (O b n) (E (not b) (+ n 1)))))
            (assert (forall ((n Int)) (=> (O true n) false)))",
        answer: Answer::Sat,
        must: &["pa", "pdr"],
    },
    Case {
        name: "repeated Bool arguments",
        text: "(declare-fun P (Bool Bool) Bool)
            (assert (forall ((b Bool)) (P b b)))
            (assert (forall ((b Bool)) (=> (P b (not b)) false)))",
        answer: Answer::Sat,
        must: &["pa", "pdr", "kind", "tpa"],
    },
    Case {
        name: "a counter",
        text: "(declare-fun P (Int) Bool)
            (assert (P 0))
            (assert (forall ((x Int)) (=> (and (P x) (< x 10)) (P (+ x 1)))))
            (assert (forall ((x Int)) (=> (and (P x) (> x 10)) false)))",
        answer: Answer::Sat,
        must: &["pa", "pdr"],
    },
    Case {
        name: "a counter that goes too far",
        text: "(declare-fun P (Int) Bool)
            (assert (P 0))
            (assert (forall ((x Int)) (=> (and (P x) (< x 10)) (P (+ x 1)))))
            (assert (forall ((x Int)) (=> (and (P x) (> x 9)) false)))",
        answer: Answer::Unsat,
        must: &["pa", "pdr", "bmc", "kind", "tpa"],
    },
    Case {
        name: "parity",
        text: "(declare-fun P (Int) Bool)
            (assert (P 0))
            (assert (forall ((x Int)) (=> (P x) (P (+ x 2)))))
            (assert (forall ((x Int)) (=> (and (P x) (= x 101)) false)))",
        answer: Answer::Sat,
        must: &[],
    },
    Case {
        name: "two counters in step",
        text: "(declare-fun P (Int Int) Bool)
            (assert (P 0 0))
            (assert (forall ((x Int) (y Int)) (=> (P x y) (P (+ x 1) (+ y 1)))))
            (assert (forall ((x Int) (y Int)) (=> (and (P x y) (= x 100) (not (= y 100))) false)))",
        answer: Answer::Sat,
        must: &["pa", "kind", "tpa"],
    },
    Case {
        name: "nonlinear recursion, safe",
        text: "(declare-fun F (Int Int) Bool)
            (assert (forall ((n Int)) (=> (<= n 1) (F n 1))))
            (assert (forall ((n Int) (a Int) (b Int)) (=> (and (> n 1) (F (- n 1) a) (F (- n 2) b)) (F n (+ a b)))))
            (assert (forall ((n Int) (r Int)) (=> (and (F n r) (< r 1)) false)))",
        answer: Answer::Sat,
        must: &["pa", "pdr"],
    },
    Case {
        name: "nonlinear recursion, unsafe",
        text: "(declare-fun F (Int Int) Bool)
            (assert (forall ((n Int)) (=> (<= n 1) (F n 1))))
            (assert (forall ((n Int) (a Int) (b Int)) (=> (and (> n 1) (F (- n 1) a) (F (- n 2) b)) (F n (+ a b)))))
            (assert (forall ((r Int)) (=> (and (F 4 r) (= r 5)) false)))",
        answer: Answer::Unsat,
        must: &["pa", "pdr", "bmc"],
    },
    Case {
        name: "a loop of five hundred rounds, unsafe",
        text: "(declare-fun P (Int Int) Bool)
            (assert (P 0 0))
            (assert (forall ((x Int) (y Int)) (=> (and (P x y) (< x 500)) (P (+ x 1) (+ y 2)))))
            (assert (forall ((x Int) (y Int)) (=> (and (P x y) (> y 998)) false)))",
        answer: Answer::Unsat,
        must: &["accel", "accel-pdr", "tpa"],
    },
    Case {
        name: "good states in a row",
        text: "(declare-fun P (Int Int Int) Bool)
            (assert (P 0 1 2))
            (assert (forall ((x Int) (y Int) (z Int)) (=> (P x y z) (P y z x))))
            (assert (forall ((x Int) (y Int) (z Int)) (=> (and (P x y z) (> x 2)) false)))",
        answer: Answer::Sat,
        must: &["kind"],
    },
    Case {
        name: "reals",
        text: "(declare-fun P (Real) Bool)
            (assert (P 1.0))
            (assert (forall ((x Real)) (=> (P x) (P (/ x 2.0)))))
            (assert (forall ((x Real)) (=> (and (P x) (<= x 0.0)) false)))",
        answer: Answer::Sat,
        must: &["pdr"],
    },
    Case {
        name: "reals, unsafe",
        text: "(declare-fun P (Real) Bool)
            (assert (P 1.0))
            (assert (forall ((x Real)) (=> (P x) (P (/ x 2.0)))))
            (assert (forall ((x Real)) (=> (and (P x) (< x 0.2)) false)))",
        answer: Answer::Unsat,
        must: &["pdr", "bmc", "kind", "tpa"],
    },
    Case {
        name: "division by zero may be anything",
        text: "(declare-fun P (Int Int) Bool)
            (assert (forall ((x Int)) (P x (div x 0))))
            (assert (forall ((x Int) (y Int)) (=> (and (P x y) (= x 7) (not (= y (div x 0)))) false)))",
        answer: Answer::Sat,
        must: &[],
    },
    Case {
        name: "bit-vectors wrap around",
        text: "(declare-fun P ((_ BitVec 4)) Bool)
            (assert (P #xe))
            (assert (forall ((x (_ BitVec 4))) (=> (P x) (P (bvadd x #x1)))))
            (assert (forall ((x (_ BitVec 4))) (=> (and (P x) (= x #x1)) false)))",
        answer: Answer::Unsat,
        must: &["bmc"],
    },
    Case {
        name: "an array written and read",
        text: "(declare-fun P ((Array Int Int) Int) Bool)
            (assert (forall ((a (Array Int Int))) (P (store a 0 5) 0)))
            (assert (forall ((a (Array Int Int)) (i Int)) (=> (P a i) (P a (+ i 1)))))
            (assert (forall ((a (Array Int Int)) (i Int)) (=> (and (P a i) (not (= (select a 0) 5))) false)))",
        answer: Answer::Sat,
        must: &["pdr"],
    },
    Case {
        name: "lists grow",
        text: "(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))
            (declare-fun P (L Int) Bool)
            (assert (P nil 0))
            (assert (forall ((l L) (n Int)) (=> (P l n) (P (cons n l) (+ n 1)))))
            (assert (forall ((l L) (n Int)) (=> (and (P l n) (= n 2) (= (head l) 1)) false)))",
        answer: Answer::Unsat,
        must: &["bmc"],
    },
    Case {
        name: "a list with an element put anywhere",
        text: "(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))
            (declare-fun put (Int L L) Bool)(declare-fun count (Int L Int) Bool)
            (assert (forall ((x Int) (l L)) (put x l (cons x l))))
            (assert (forall ((x Int) (h Int) (l L) (r L)) (=> (put x l r) (put x (cons h l) (cons h r)))))
            (assert (forall ((x Int)) (count x nil 0)))
            (assert (forall ((x Int) (l L) (n Int)) (=> (count x l n) (count x (cons x l) (+ n 1)))))
            (assert (forall ((x Int) (h Int) (l L) (n Int))
                (=> (and (count x l n) (not (= x h))) (count x (cons h l) n))))
            (assert (forall ((x Int) (y Int) (l L) (r L) (m Int) (n Int))
                (=> (and (put x l r) (count y l m) (count y r n) (not (= x y)) (not (= m n))) false)))",
        answer: Answer::Sat,
        must: &["counts"],
    },
];

fn parse(case: &Case) -> horn_solver::smtlib::Script {
    let text = format!("(set-logic HORN)\n{}\n(check-sat)\n", case.text);
    horn_solver::smtlib::read(text.as_bytes()).unwrap_or_else(|error| panic!("{}: {error}", case.name))
}

#[test]
fn no_engine_is_wrong_and_each_does_its_job() {
    let mut failures = Vec::new();
    for case in CASES {
        let script = parse(case);
        for &engine in EngineId::ALL {
            // Engines get a long limit only where they have to succeed.
            let needed = case.must.contains(&engine.name());
            let limit = if needed { Duration::from_secs(30) } else { Duration::from_secs(1) };
            let answer = run(engine, &script.store, &script.system, limit, case.name);
            if answer != case.answer && (answer != Answer::Unknown || needed) {
                failures.push(format!("{}: {} says {answer:?}, expected {:?}", case.name, engine.name(), case.answer));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn cases_name_engines_that_exist() {
    for name in CASES.iter().flat_map(|case| case.must) {
        assert!(EngineId::find(name).is_some(), "{name}");
    }
}

#[test]
fn engines_stop_when_told() {
    // Diverges or takes long for everyone: the sum of squares has no linear invariant.
    let case = Case {
        name: "squares",
        text: "(declare-fun P (Int Int) Bool)
            (assert (P 0 0))
            (assert (forall ((x Int) (y Int)) (=> (P x y) (P (+ x 1) (+ y x x 1)))))
            (assert (forall ((x Int) (y Int)) (=> (and (P x y) (= y (+ (* 3 x) 5))) false)))",
        answer: Answer::Unknown,
        must: &[],
    };
    let script = parse(&case);
    for &engine in EngineId::ALL {
        let cancel = CancelToken::new();
        let mut cx = Context::new(script.store.clone(), smt(), cancel.clone());
        let system: System = script.system.clone();
        let thread = std::thread::spawn(move || engine.make().solve(&mut cx, &system));
        std::thread::sleep(Duration::from_millis(300));
        let start = Instant::now();
        cancel.cancel();
        let verdict = thread.join().expect("no panic");
        let time = start.elapsed();
        assert!(time < Duration::from_secs(2), "{} took {time:?} to stop", engine.name());
        assert!(!matches!(verdict, Verdict::Sat(_)) || engine != EngineId::Bmc);
    }
}
