//! Textbook systems with known invariants, and generated systems whose results are checked by enumeration.

use super::*;
use crate::num::Int;
use crate::smt::CancelToken;
use crate::system::{Atom, Clause, Origin, PredId, System};
use crate::term::{Assignment, BvOp, Evaluator, SortId, Store, TermId, Value};

fn clause(vars: &[SortId], body: Vec<Atom>, constraint: TermId, head: Option<Atom>) -> Clause {
    Clause { vars: vars.to_vec(), body, constraint, head, origin: Origin::default() }
}

fn run(store: &Store, system: &System) -> Invariants {
    analyse(store, system, &CancelToken::new(), Limits::default())
}

fn forward_only(store: &Store, system: &System) -> Invariants {
    analyse(store, system, &CancelToken::new(), Limits { backward: false, ..Limits::default() })
}

/// A predicate over Int arguments with a fact, a step and a query, each given by a function of the argument variables.
fn loop_system(
    store: &mut Store,
    arity: usize,
    init: impl Fn(&mut Store, &[TermId]) -> TermId,
    step: impl Fn(&mut Store, &[TermId]) -> (TermId, Vec<TermId>),
    bad: impl Fn(&mut Store, &[TermId]) -> TermId,
) -> System {
    let sorts = vec![SortId::INT; arity];
    let mut system = System::new();
    let p = system.add_pred("p", sorts.clone());
    let x = store.vars(0, &sorts);
    let start = init(store, &x);
    system.add_clause(clause(&sorts, vec![], start, Some(Atom::new(p, x.clone()))));
    let (guard, next) = step(store, &x);
    system.add_clause(clause(&sorts, vec![Atom::new(p, x.clone())], guard, Some(Atom::new(p, next))));
    let bad = bad(store, &x);
    system.add_clause(clause(&sorts, vec![Atom::new(p, x)], bad, None));
    system
}

fn plus(store: &mut Store, x: TermId, k: i64) -> TermId {
    let k = store.int(k);
    store.add(&[x, k])
}

pub(crate) fn equals(store: &mut Store, x: TermId, k: i64) -> TermId {
    let k = store.int(k);
    store.eq(x, k)
}

#[test]
fn a_counter_stays_below_its_limit() {
    let mut s = Store::new();
    let system = loop_system(
        &mut s,
        1,
        |s, x| equals(s, x[0], 0),
        |s, x| {
            let ten = s.int(10);
            (s.lt(x[0], ten), vec![plus(s, x[0], 1)])
        },
        |s, x| {
            let ten = s.int(10);
            s.gt(x[0], ten)
        },
    );
    let result = forward_only(&s, &system);
    assert!(result.complete && result.excludes_queries(&system));
    let x = s.var(0, SortId::INT);
    let (zero, ten) = (s.int(0), s.int(10));
    let expected = [s.ge(x, zero), s.le(x, ten)];
    assert_eq!(result.conjuncts(&mut s, &system, PredId(0)), expected);
    assert!(run(&s, &system).excludes_queries(&system));
}

#[test]
fn lockstep_and_constant_sums_are_equalities() {
    let mut s = Store::new();
    let system = loop_system(
        &mut s,
        3,
        |s, x| {
            let parts = [equals(s, x[0], 0), equals(s, x[1], 0), equals(s, x[2], 7)];
            s.and(&parts)
        },
        |s, x| (Store::TRUE, vec![plus(s, x[0], 2), plus(s, x[1], 1), plus(s, x[2], -1)]),
        |s, x| {
            // x0 = 2 x1 and x1 + x2 = 7
            let double = s.add(&[x[1], x[1]]);
            let sum = s.add(&[x[1], x[2]]);
            let (a, b) = (s.neq(x[0], double), equals(s, sum, 7));
            let b = s.not(b);
            s.or2(a, b)
        },
    );
    let result = run(&s, &system);
    assert!(result.excludes_queries(&system));
    let forward = result.forward(PredId(0)).expect("reachable");
    assert_eq!(forward.affine.rows().len(), 2);
    check_closed(&mut s, &system, &result, -3, 9);
}

#[test]
fn parity_is_a_residue_class() {
    let mut s = Store::new();
    let system = loop_system(
        &mut s,
        1,
        |s, x| equals(s, x[0], 1),
        |s, x| (Store::TRUE, vec![plus(s, x[0], 2)]),
        |s, x| {
            let two = s.int(2);
            let remainder = s.int_mod(x[0], two);
            equals(s, remainder, 0)
        },
    );
    let result = run(&s, &system);
    assert!(result.excludes_queries(&system));
}

#[test]
fn thresholds_hold_a_bound_that_no_guard_gives_back() {
    let mut s = Store::new();
    // x := if x < 50 then x + 1 else 20
    let system = loop_system(
        &mut s,
        1,
        |s, x| equals(s, x[0], 30),
        |s, x| {
            let (fifty, twenty) = (s.int(50), s.int(20));
            let (c, next) = (s.lt(x[0], fifty), plus(s, x[0], 1));
            (Store::TRUE, vec![s.ite(c, next, twenty)])
        },
        |s, x| {
            let fifty = s.int(50);
            s.gt(x[0], fifty)
        },
    );
    let result = run(&s, &system);
    assert!(result.excludes_queries(&system));
}

/// mc(x, x - 10) for x > 100; mc(x, r) from mc(x + 11, t), mc(t, r) else. Never a result below 91.
#[test]
fn mccarthy_91_never_goes_below() {
    let mut s = Store::new();
    let int = SortId::INT;
    let mut system = System::new();
    let mc = system.add_pred("mc", vec![int, int]);
    let v = s.vars(0, &[int, int, int]);
    let hundred = s.int(100);
    let (large, small) = (s.gt(v[0], hundred), s.le(v[0], hundred));
    let (down, up) = (plus(&mut s, v[0], -10), plus(&mut s, v[0], 11));
    system.add_clause(clause(&[int], vec![], large, Some(Atom::new(mc, [v[0], down]))));
    let body = vec![Atom::new(mc, [up, v[2]]), Atom::new(mc, [v[2], v[1]])];
    system.add_clause(clause(&[int; 3], body, small, Some(Atom::new(mc, [v[0], v[1]]))));
    let limit = s.int(91);
    let bad = s.lt(v[1], limit);
    system.add_clause(clause(&[int; 2], vec![Atom::new(mc, [v[0], v[1]])], bad, None));
    let result = run(&s, &system);
    assert!(result.excludes_queries(&system));
}

#[test]
fn mutual_recursion_over_booleans_and_bit_vectors() {
    let mut s = Store::new();
    let bv = s.bv_sort(8);
    let mut system = System::new();
    let even = system.add_pred("even", vec![bv, SortId::BOOL]);
    let odd = system.add_pred("odd", vec![bv, SortId::BOOL]);
    let (x, b) = (s.var(0, bv), s.var(1, SortId::BOOL));
    let (zero, one, ten, eleven) =
        (s.bv(&Int::ZERO, 8), s.bv(&Int::ONE, 8), s.bv(&Int::from(10), 8), s.bv(&Int::from(11), 8));
    system.add_clause(clause(&[], vec![], Store::TRUE, Some(Atom::new(even, [zero, Store::TRUE]))));
    let next = s.bv_op(BvOp::Add, &[x, one]);
    let not_b = s.not(b);
    let low = s.bv_op(BvOp::Ult, &[x, ten]);
    let vars = [bv, SortId::BOOL];
    system.add_clause(clause(&vars, vec![Atom::new(even, [x, b])], low, Some(Atom::new(odd, [next, not_b]))));
    system.add_clause(clause(&vars, vec![Atom::new(odd, [x, b])], low, Some(Atom::new(even, [next, not_b]))));
    let high = s.bv_op(BvOp::Ule, &[eleven, x]);
    let bad = s.or2(b, high);
    system.add_clause(clause(&vars, vec![Atom::new(odd, [x, b])], bad, None));
    assert!(run(&s, &system).excludes_queries(&system));
    let result = forward_only(&s, &system);
    let invariant = result.conjuncts(&mut s, &system, odd);
    assert!(invariant.contains(&not_b), "odd's flag is always false");
}

#[test]
fn equal_arrays_and_constant_data_are_found() {
    let mut s = Store::new();
    let array = s.array_sort(SortId::INT, SortId::INT);
    let mut system = System::new();
    let p = system.add_pred("p", vec![array, array, SortId::INT]);
    let sorts = [array, array, SortId::INT];
    let v = s.vars(0, &sorts);
    let start = s.eq(v[0], v[1]);
    system.add_clause(clause(&sorts, vec![], start, Some(Atom::new(p, v.clone()))));
    let value = s.int(3);
    let stored = s.store(v[0], v[2], value);
    let next = plus(&mut s, v[2], 1);
    let atom = Atom::new(p, v.clone());
    system.add_clause(clause(&sorts, vec![atom.clone()], Store::TRUE, Some(Atom::new(p, [stored, stored, next]))));
    let bad = s.neq(v[0], v[1]);
    system.add_clause(clause(&sorts, vec![atom], bad, None));
    let result = forward_only(&s, &system);
    assert_eq!(result.conjuncts(&mut s, &system, p), [start]);
}

/// Backward conditions restrict what the second forward pass sees: only tuples with flag 1 can reach the query.
#[test]
fn backward_conditions_sharpen_and_models_stay_models() {
    let mut s = Store::new();
    let system = loop_system(
        &mut s,
        2,
        |s, x| {
            // flag = 0, any x; or flag = 1, x = 0
            let (f0, f1, x0) = (equals(s, x[0], 0), equals(s, x[0], 1), equals(s, x[1], 0));
            let b = s.and2(f1, x0);
            s.or2(f0, b)
        },
        |s, x| {
            let ten = s.int(5);
            (s.lt(x[1], ten), vec![x[0], plus(s, x[1], 1)])
        },
        |s, x| {
            let (f1, limit) = (equals(s, x[0], 1), s.int(-1));
            let low = s.le(x[1], limit);
            s.and2(f1, low)
        },
    );
    assert!(!forward_only(&s, &system).excludes_queries(&system));
    let result = run(&s, &system);
    assert!(result.excludes_queries(&system));
    check_closed(&mut s, &system, &result, -4, 7);
    let model = result.model(&mut s, &system, None);
    check_model(&mut s, &system, &model.definitions, -4, 7);
}

/// All assignments of Int (and Bool) variables over a box that satisfy a clause's constraint.
fn assignments(clause: &Clause, lo: i64, hi: i64) -> Vec<Assignment> {
    let mut all = vec![Vec::new()];
    for &sort in &clause.vars {
        let values: Vec<Value> = match sort {
            SortId::BOOL => vec![Value::Bool(false), Value::Bool(true)],
            SortId::REAL => {
                (lo * 2..=hi * 2).map(|v| Value::Real(crate::num::Rat::new(Int::from(v), Int::from(2)))).collect()
            }
            _ => (lo..=hi).map(|v| Value::Int(Int::from(v))).collect(),
        };
        all = all
            .into_iter()
            .flat_map(|prefix: Vec<Value>| values.iter().map(move |v| [prefix.clone(), vec![v.clone()]].concat()))
            .collect();
    }
    all.into_iter().map(Assignment::from_values).collect()
}

/// Checks by enumeration that a model satisfies every clause.
pub(crate) fn check_model(s: &mut Store, system: &System, definitions: &[TermId], lo: i64, hi: i64) {
    let model = crate::system::Model { definitions: definitions.to_vec() };
    for (id, clause) in system.clauses() {
        let body: Vec<TermId> = clause.body.iter().map(|a| model.apply(s, a)).collect();
        let head = clause.head.as_ref().map(|a| model.apply(s, a));
        for at in assignments(clause, lo, hi) {
            let mut eval = Evaluator::new(s, &at);
            if eval.holds(clause.constraint) && body.iter().all(|&b| eval.holds(b)) {
                assert!(head.is_some_and(|h| eval.holds(h)), "clause {id:?} fails at {at:?}");
            }
        }
    }
}

/// Checks by enumeration the three properties on which models rest: F inductive, B closed backward, R inductive within
/// B; and that no clause is called dead that applies.
fn check_closed(s: &mut Store, system: &System, result: &Invariants, lo: i64, hi: i64) {
    let describe = |s: &mut Store, state: Option<&State>, atom: &Atom| match state {
        Some(state) => {
            let parts = state.describe(s, &atom.args);
            s.and(&parts)
        }
        None => Store::FALSE,
    };
    for (id, clause) in system.clauses() {
        let mut of =
            |which: fn(&Invariants, PredId) -> Option<&State>, atom: &Atom| describe(s, which(result, atom.pred), atom);
        let f: Vec<TermId> = clause.body.iter().map(|a| of(Invariants::forward, a)).collect();
        let r: Vec<TermId> = clause.body.iter().map(|a| of(Invariants::refined, a)).collect();
        let b: Vec<TermId> = clause.body.iter().map(|a| of(Invariants::backward, a)).collect();
        let head = clause
            .head
            .as_ref()
            .map(|h| (of(Invariants::forward, h), of(Invariants::refined, h), of(Invariants::backward, h)));
        for at in assignments(clause, lo, hi) {
            let mut eval = Evaluator::new(s, &at);
            if !eval.holds(clause.constraint) {
                continue;
            }
            let in_f = f.iter().all(|&t| eval.holds(t));
            let in_r = r.iter().all(|&t| eval.holds(t));
            let mut head_b = true;
            if let Some((hf, hr, hb)) = head {
                assert!(!in_f || eval.holds(hf), "F is not inductive: clause {id:?} at {at:?}");
                head_b = eval.holds(hb);
                assert!(!(in_r && head_b) || eval.holds(hr), "R is not inductive within B: clause {id:?} at {at:?}");
            }
            if in_f && head_b {
                assert!(b.iter().all(|&t| eval.holds(t)), "B is not closed: clause {id:?} at {at:?}");
            }
            assert!(!(in_r && head_b) || result.is_alive(id), "clause {id:?} applies at {at:?}");
        }
    }
}

/// A small deterministic generator.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }

    fn number(&mut self, s: &mut Store, vars: &[TermId], depth: u32) -> TermId {
        let small = self.roll(7) as i64 - 3;
        if depth == 0 {
            return if self.roll(4) == 0 { s.int(small) } else { vars[self.roll(vars.len() as u64) as usize] };
        }
        let a = self.number(s, vars, depth - 1);
        match self.roll(9) {
            0 | 1 => a,
            2 => plus(s, a, small),
            3 => {
                let b = self.number(s, vars, depth - 1);
                s.add(&[a, b])
            }
            4 => s.scale(&crate::num::Rat::from(small), a),
            5 => {
                let b = self.number(s, vars, depth - 1);
                let c = self.formula(s, vars, depth - 1);
                s.ite(c, a, b)
            }
            6 => {
                let k = s.int([-3, -2, 2, 3, 4][self.roll(5) as usize]);
                s.int_div(a, k)
            }
            7 => {
                let k = s.int([-3, -2, 2, 3, 4][self.roll(5) as usize]);
                s.int_mod(a, k)
            }
            _ => {
                let b = self.number(s, vars, depth - 1);
                s.mul(a, b)
            }
        }
    }

    fn formula(&mut self, s: &mut Store, vars: &[TermId], depth: u32) -> TermId {
        if depth > 0 && self.roll(2) == 0 {
            let (a, b) = (self.formula(s, vars, depth - 1), self.formula(s, vars, depth - 1));
            return match self.roll(4) {
                0 => s.and2(a, b),
                1 => s.not(a),
                2 => s.eq(a, b),
                _ => s.or2(a, b),
            };
        }
        let (a, b) = (self.number(s, vars, depth), self.number(s, vars, depth.saturating_sub(1)));
        match self.roll(4) {
            0 => s.eq(a, b),
            1 => s.neq(a, b),
            _ => s.le(a, b),
        }
    }

    fn system(&mut self, s: &mut Store) -> System {
        let mut system = System::new();
        let arities: Vec<usize> = (0..1 + self.roll(3)).map(|_| 1 + self.roll(2) as usize).collect();
        for (i, &arity) in arities.iter().enumerate() {
            system.add_pred(format!("p{i}"), vec![SortId::INT; arity]);
        }
        let count = arities.len() as u64;
        for i in 0..2 + self.roll(5) {
            let vars = vec![SortId::INT; 2 + self.roll(2) as usize];
            let v = s.vars(0, &vars);
            let bodies = if i == 0 { 0 } else { self.roll(3) };
            let atom = |dice: &mut Dice, s: &mut Store, depth: u32| {
                let pred = PredId(dice.roll(count) as u32);
                let args: Vec<TermId> = (0..arities[pred.index()]).map(|_| dice.number(s, &v, depth)).collect();
                Atom::new(pred, args)
            };
            let body = (0..bodies).map(|_| atom(self, s, 0)).collect();
            let head = (self.roll(4) != 0).then(|| atom(self, s, 1));
            let mut constraint = self.formula(s, &v, 2);
            for _ in 0..self.roll(3) {
                let more = self.formula(s, &v, 1);
                constraint = s.and2(constraint, more);
            }
            system.add_clause(clause(&vars, body, constraint, head));
        }
        system
    }
}

#[test]
fn generated_systems_are_closed() {
    let mut useful = 0;
    for seed in 0..120 {
        let mut s = Store::new();
        let system = Dice(seed * 77 + 5).system(&mut s);
        let result = run(&s, &system);
        assert!(result.complete, "seed {seed} ran out of fuel");
        check_closed(&mut s, &system, &result, -4, 4);
        if result.excludes_queries(&system) {
            let model = result.model(&mut s, &system, None);
            check_model(&mut s, &system, &model.definitions, -4, 4);
            useful += 1;
        }
    }
    assert!(useful > 12, "only {useful} systems were decided");
}

/// Flag 1 starts at 0 and counts up to 5, flag 0 starts anywhere; bad is flag 1 at `limit`, or with an odd second
/// counter.
pub(crate) fn flagged(s: &mut Store, limit: i64) -> System {
    loop_system(
        s,
        2,
        |s, x| {
            let (f0, f1, x0) = (equals(s, x[0], 0), equals(s, x[0], 1), equals(s, x[1], 0));
            let b = s.and2(f1, x0);
            s.or2(f0, b)
        },
        |s, x| {
            let five = s.int(5);
            (s.lt(x[1], five), vec![x[0], plus(s, x[1], 2)])
        },
        |s, x| {
            let (f1, at) = (equals(s, x[0], 1), equals(s, x[1], limit));
            s.and2(f1, at)
        },
    )
}
