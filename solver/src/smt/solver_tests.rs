//! Tests of [`SmtSolver`] against the real solver and against broken ones.

use super::names::Symbol;
use super::print::SmtTerm;
use super::process::{MAX_RESPONSE, SmtProcess, SpawnSpec};
use super::{CancelToken, LogTarget, Purpose, SatResult, SmtConfig, SmtError, SmtSolver, SolverKind, Steps, testing};
use crate::num::{Int, Rat};
use crate::term::{BvOp, Constructor, Field, SortId, Store, TermId, Value, evaluate};
use std::time::{Duration, Instant};

const P: Purpose = Purpose::Other;

fn solver() -> SmtSolver {
    SmtSolver::new(SmtConfig::new(&testing::binary()), CancelToken::with_timeout(Duration::from_secs(60)))
}

fn int(store: &mut Store, index: u32) -> TermId {
    store.var(index, SortId::INT)
}

/// `lower <= x`
fn at_least(store: &mut Store, x: TermId, lower: i64) -> TermId {
    let lower = store.int(lower);
    store.le(lower, x)
}

#[test]
fn scopes_and_values() {
    let (mut store, mut smt) = (Store::new(), solver());
    let (x, y) = (int(&mut store, 0), int(&mut store, 1));
    let low = at_least(&mut store, x, 5);
    smt.assert(&store, low).unwrap();
    smt.push();
    let sum = store.add(&[x, y]);
    let three = store.int(3);
    let small = store.le(sum, three);
    smt.assert(&store, small).unwrap();
    assert_eq!(smt.check(P, &[]), Ok(SatResult::Sat));
    let z = int(&mut store, 7);
    let twice = store.add(&[z, z, x]);
    let values = smt.eval(&store, &[x, y, sum, z, twice, Store::TRUE]).unwrap();
    let get = |i: usize| match &values[i] {
        Value::Int(value) => value.to_i64().unwrap(),
        other => panic!("{other:?}"),
    };
    assert!(get(0) >= 5 && get(0) + get(1) <= 3 && get(2) == get(0) + get(1), "{values:?}");
    assert_eq!((get(3), get(4), &values[5]), (0, get(0), &Value::Bool(true)));
    smt.assert(&store, Store::FALSE).unwrap();
    assert!(matches!(smt.eval(&store, &[x]), Err(SmtError::Unsupported(_))));
    assert_eq!(smt.check(P, &[]), Ok(SatResult::Unsat));
    smt.pop(1);
    assert_eq!(smt.check(P, &[]), Ok(SatResult::Sat));
    // A variable that was declared in the closed scope is declared again.
    smt.push();
    smt.assert(&store, small).unwrap();
    let high = at_least(&mut store, y, 0);
    smt.assert(&store, high).unwrap();
    assert_eq!(smt.check(P, &[]), Ok(SatResult::Unsat));
    smt.reset();
    assert_eq!((smt.depth(), smt.check(P, &[])), (0, Ok(SatResult::Sat)));
}

#[test]
fn literals_cores_and_batches() {
    let (mut store, mut smt) = (Store::new(), solver());
    let x = int(&mut store, 0);
    let bounds: Vec<TermId> = (0..5).map(|i| at_least(&mut store, x, 10 * i)).collect();
    let lits: Vec<_> = bounds
        .iter()
        .map(|&bound| {
            let lit = smt.new_literal();
            smt.assert_implied(&store, lit, bound).unwrap();
            lit
        })
        .collect();
    let upper = store.not(bounds[3]);
    let below = smt.literal_for(&store, upper).unwrap();
    assert_eq!(smt.literal_for(&store, upper).unwrap(), below);
    assert_eq!(smt.check(P, &[lits[0], lits[2], below]), Ok(SatResult::Sat));
    assert!(smt.unsat_core().is_err());
    assert_eq!(smt.check(P, &[lits[0], lits[4], below]), Ok(SatResult::Unsat));
    // A core need not be minimal, though Z3's is here.
    for _ in 0..2 {
        let core = smt.unsat_core().unwrap();
        assert!(core.contains(&lits[4]) && core.contains(&below), "{core:?}");
        assert!(core.len() == 2 || !testing::binary().kind.is_z3());
    }
    let queries: Vec<Vec<_>> = lits.iter().map(|&lit| vec![below, lit]).collect();
    let answers = smt.check_batch(P, &queries).unwrap();
    assert_eq!(answers.iter().map(SatResult::is_sat).collect::<Vec<_>>(), [true, true, true, false, false]);
    assert_eq!(smt.unsat_core().unwrap(), vec![below, lits[4]]);
    assert_eq!(smt.statistics().of(P).queries, 7);
    smt.retire(lits[4]);
    assert!(smt.check(P, &[lits[4]]).is_err());
    assert_eq!(smt.check(P, &[]), Ok(SatResult::Sat));
    // Literals of a closed scope are refused instead of being taken for new ones.
    smt.push();
    let inner = smt.new_literal();
    smt.assert_implied(&store, inner, Store::FALSE).unwrap();
    assert_eq!(smt.check(P, &[inner]), Ok(SatResult::Unsat));
    smt.pop(1);
    assert!(smt.check(P, &[inner]).is_err());
}

#[test]
fn retired_literals_are_swept_out() {
    let (mut store, mut smt) = (Store::new(), solver());
    let x = int(&mut store, 0);
    let keep = smt.new_literal();
    let low = at_least(&mut store, x, 3);
    smt.assert_implied(&store, keep, low).unwrap();
    for i in 0..5000 {
        let lit = smt.new_literal();
        let bound = at_least(&mut store, x, i);
        smt.assert_implied(&store, lit, bound).unwrap();
        smt.retire(lit);
    }
    let high = store.not(low);
    smt.assert(&store, high).unwrap();
    assert_eq!(smt.check(P, &[keep]), Ok(SatResult::Unsat));
    assert_eq!(smt.check(P, &[]), Ok(SatResult::Sat));
}

fn list_sort(store: &mut Store) -> SortId {
    let (list, sort) = store.declare_datatype("list");
    let field = |name: &str, sort| Field { name: name.to_string(), sort };
    let nil = Constructor { name: "nil".to_string(), fields: vec![] };
    let cons = Constructor { name: "cons".to_string(), fields: vec![field("head", SortId::INT), field("tail", sort)] };
    store.define_datatype(list, vec![nil, cons]);
    sort
}

/// Asserts the formulas and checks that the model given back makes them true when evaluated here.
fn models_are_models(store: &Store, formulas: &[TermId]) {
    let mut smt = solver();
    for &formula in formulas {
        smt.assert(store, formula).unwrap();
    }
    assert_eq!(smt.check(P, &[]), Ok(SatResult::Sat));
    let vars = crate::term::free_vars(store, formulas);
    let values = smt.model(store, &vars).unwrap();
    let mut assignment = crate::term::Assignment::default();
    for (&var, value) in vars.iter().zip(&values) {
        assignment.set(store.as_var(var).unwrap(), value.clone());
    }
    for &formula in formulas {
        assert_eq!(evaluate(store, formula, &assignment), Some(Value::Bool(true)), "{values:?}");
    }
}

#[test]
fn values_of_every_sort() {
    let mut store = Store::new();
    let list = list_sort(&mut store);
    let array = store.array_sort(SortId::INT, SortId::INT);
    let nested = store.array_sort(SortId::INT, array);
    let lists = store.array_sort(SortId::BOOL, list);
    let bv = store.bv_sort(8);
    let (b, r) = (store.var(0, SortId::BOOL), store.var(1, SortId::REAL));
    let (v, a, n) = (store.var(2, bv), store.var(3, array), store.var(4, nested));
    let (l, m) = (store.var(5, list), store.var(6, lists));
    let mut formulas = vec![b];
    // r = -7/3
    let third = store.num(Rat::new(Int::from(-7), Int::from(3)), SortId::REAL);
    formulas.push(store.eq(r, third));
    // v * v = 0x21 as signed bytes, v negative
    let square = store.bv_op(BvOp::Mul, &[v, v]);
    let k = store.bv(&Int::from(0x21), 8);
    formulas.push(store.eq(square, k));
    let zero = store.bv(&Int::ZERO, 8);
    formulas.push(store.bv_op(BvOp::Slt, &[v, zero]));
    let signed = store.bv_op(BvOp::ToIntSigned, &[v]);
    let minus = store.int(-1);
    formulas.push(store.le(signed, minus));
    // arrays with several entries, one of them negative
    for (at, held) in [(-3, 5), (0, 7), (9, -9)] {
        let (at, held) = (store.int(at), store.int(held));
        let select = store.select(a, at);
        formulas.push(store.eq(select, held));
        let row = store.select(n, at);
        formulas.push(store.eq(row, a));
        let element = store.select(row, held);
        formulas.push(store.eq(element, held));
    }
    // a list of at least two different elements
    let cons = store.test(1, l);
    let tail = store.project(1, 1, l);
    let second = store.test(1, tail);
    let heads = [store.project(1, 0, l), store.project(1, 0, tail)];
    let differ = store.neq(heads[0], heads[1]);
    formulas.extend([cons, second, differ]);
    let picked = store.select(m, b);
    formulas.push(store.eq(picked, l));
    models_are_models(&store, &formulas);
    // Evaluation of compound terms by the solver agrees.
    let mut smt = solver();
    let all = store.and(&formulas);
    let (answer, values) = smt.check_formula(&store, P, all, &[signed, heads[0], picked, r]).unwrap();
    assert!(answer.is_sat());
    assert!(matches!(&values[0], Value::Int(value) if value.is_negative()));
    assert!(matches!(&values[2], Value::Data(1, fields) if fields[0] == values[1]));
    assert_eq!(values[3], Value::Real(Rat::new(Int::from(-7), Int::from(3))));
    // Datatypes declared in a scope can be declared again after it.
    let (answer, _) = smt.check_formula(&store, P, all, &[]).unwrap();
    assert!(answer.is_sat());
}

#[test]
fn validity() {
    let (mut store, mut smt) = (Store::new(), solver());
    let x = int(&mut store, 0);
    let bound = store.fresh_bound();
    let y = store.bound(bound, SortId::INT);
    let less = store.lt(x, y);
    let exists = store.exists(&[(bound, SortId::INT)], less);
    let forall = store.forall(&[(bound, SortId::INT)], less);
    assert_eq!(smt.is_valid(&mut store, P, exists), Ok(Some(true)));
    assert_eq!(smt.is_valid(&mut store, P, forall), Ok(Some(false)));
    let positive = at_least(&mut store, x, 1);
    smt.assert(&store, positive).unwrap();
    let nonnegative = at_least(&mut store, x, 0);
    assert_eq!(smt.is_valid(&mut store, P, nonnegative), Ok(Some(true)));
    assert_eq!(smt.depth(), 0);
}

/// 60 levels of `f(t, t)` where `f` is no sum, so that the simplifier cannot flatten it.
fn doubling(store: &mut Store, mut term: TermId) -> TermId {
    let array = store.array_sort(SortId::INT, SortId::INT);
    let a = store.var(100, array);
    for _ in 0..60 {
        let stored = store.store(a, term, term);
        term = store.select(stored, term);
        let outer = store.store(a, term, term);
        let six = store.int(6);
        term = store.select(outer, six);
    }
    term
}

#[test]
fn sharing_is_kept() {
    let (mut store, mut smt) = (Store::new(), solver());
    let x = int(&mut store, 0);
    let big = doubling(&mut store, x);
    let formula = at_least(&mut store, big, 3);
    let text = SmtTerm(&store, formula).text();
    assert!(text.len() < 20_000, "{}", text.len());
    smt.assert(&store, formula).unwrap();
    assert_eq!(smt.check(P, &[]), Ok(SatResult::Sat));
    // The same below a quantifier, where only `let` can name the parts.
    let bound = store.fresh_bound();
    let y = store.bound(bound, SortId::INT);
    let inner = doubling(&mut store, y);
    let body = at_least(&mut store, inner, 3);
    let other = at_least(&mut store, y, 3);
    let body = store.or(&[body, other]);
    let exists = store.exists(&[(bound, SortId::INT)], body);
    assert!(SmtTerm(&store, exists).text().len() < 20_000);
    assert!(smt.check_formula(&store, P, exists, &[]).unwrap().0.is_sat());
}

#[test]
fn deep_terms_are_printed() {
    let (mut store, mut smt) = (Store::new(), solver());
    let mut term = int(&mut store, 0);
    let (two, x) = (store.int(2), term);
    for i in 0..100_000 {
        let limit = store.int(i % 7);
        let condition = store.le(term, limit);
        let next = store.add(&[term, two]);
        term = store.ite(condition, next, x);
    }
    let start = Instant::now();
    let deep = at_least(&mut store, term, 3);
    smt.assert(&store, deep).unwrap();
    assert!(SmtTerm(&store, deep).text().ends_with(')'));
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    // Whatever the solver makes of it, it says something or is stopped.
    let answer = smt.check_within(P, &[], Some(Steps::seconds(3)));
    assert!(answer.is_ok() || matches!(answer, Err(SmtError::Crashed { .. })), "{answer:?}");
}

/// `x * x * x + y * y * y + z * z * z = 114`: nobody knows, and no solver finds out within the limit.
fn hard(store: &mut Store) -> TermId {
    let cubes: Vec<TermId> = (0..3)
        .map(|i| {
            let x = store.var(i, SortId::INT);
            let square = store.mul(x, x);
            store.mul(square, x)
        })
        .collect();
    let sum = store.add(&cubes);
    let value = store.int(114);
    store.eq(sum, value)
}

#[test]
fn a_timeout_is_an_answer_and_the_next_query_is_right() {
    let (mut store, mut smt) = (Store::new(), solver());
    let x = int(&mut store, 50);
    let low = at_least(&mut store, x, 5);
    smt.assert(&store, low).unwrap();
    let not_low = store.not(low);
    let contradiction = smt.literal_for(&store, not_low).unwrap();
    let hard = hard(&mut store);
    let difficult = smt.literal_for(&store, hard).unwrap();
    smt.push();
    let start = Instant::now();
    let limit = Some(Steps::millis(300));
    let answer = smt.check_within(P, &[difficult], limit).unwrap();
    assert!(matches!(answer, SatResult::Unknown(_)), "{answer:?}");
    assert!(start.elapsed() < Duration::from_millis(3000));
    assert_eq!(smt.check(P, &[contradiction]), Ok(SatResult::Unsat));
    assert_eq!(smt.unsat_core().unwrap(), vec![contradiction]);
    assert_eq!(smt.check(P, &[]), Ok(SatResult::Sat));
    // In a batch, too.
    let queries = [vec![contradiction], vec![difficult], vec![contradiction], vec![]];
    let mut config = smt.config().clone();
    config.query_limit = limit;
    smt.config = config;
    let answers = smt.check_batch(P, &queries).unwrap();
    assert!(matches!(answers[1], SatResult::Unknown(_)), "{answers:?}");
    assert_eq!([&answers[0], &answers[2], &answers[3]], [&SatResult::Unsat, &SatResult::Unsat, &SatResult::Sat]);
}

#[test]
fn work_is_counted_and_has_the_same_limit_every_time() {
    let binary = testing::binary();
    if !binary.kind.is_z3() {
        return;
    }
    let run = |whole: u64| {
        let mut store = Store::new();
        let hard = hard(&mut store);
        let token = CancelToken::new().counted().limited(Steps::new(whole));
        let mut smt = SmtSolver::new(SmtConfig::new(&binary).with_query_limit(Steps::new(200)), token.clone());
        let difficult = smt.literal_for(&store, hard).unwrap();
        let never = smt.literal_for(&store, Store::FALSE).unwrap();
        let answers = [difficult, never, difficult].map(|literal| smt.check(P, &[literal]));
        (answers, token.used(), smt.statistics().spawns)
    };
    let (answers, used, spawns) = run(10_000);
    assert_eq!(answers[0], Ok(SatResult::Unknown(super::check::USED_UP.to_string())));
    assert_eq!(answers[1], Ok(SatResult::Unsat));
    assert!(matches!(answers[2], Ok(SatResult::Unknown(_))), "{answers:?}");
    // A query that was given up is the last one of its process.
    assert_eq!(spawns, 2);
    assert!(used > Steps::new(200) && used < Steps::new(500), "{used:?}");
    assert_eq!(run(10_000).1, used);
    // What is left is the limit if that is less; then the caller has to stop.
    assert_eq!(run(100).0, [Err(SmtError::Cancelled), Err(SmtError::Cancelled), Err(SmtError::Cancelled)]);
}

#[test]
fn cancellation_and_the_deadline_are_errors() {
    let mut store = Store::new();
    let hard = hard(&mut store);
    let binary = testing::binary();
    let start = Instant::now();
    let mut smt = SmtSolver::new(SmtConfig::new(&binary), CancelToken::with_timeout(Duration::from_millis(300)));
    smt.assert(&store, hard).unwrap();
    assert_eq!(smt.check(P, &[]), Err(SmtError::Cancelled));
    assert_eq!(smt.check(P, &[]), Err(SmtError::Cancelled));
    assert!(start.elapsed() < Duration::from_millis(1300));
    let token = CancelToken::new();
    token.cancel();
    let mut smt = SmtSolver::new(SmtConfig::new(&binary), token);
    assert_eq!(smt.check(P, &[]), Err(SmtError::Cancelled));
}

#[test]
fn a_killed_process_is_replaced_unseen() {
    let (mut store, mut smt) = (Store::new(), solver());
    let x = int(&mut store, 0);
    let low = at_least(&mut store, x, 5);
    smt.assert(&store, low).unwrap();
    assert_eq!(smt.check(P, &[]), Ok(SatResult::Sat));
    // Killed while idle, and its channel still looks usable.
    smt.process.as_mut().unwrap().kill_child_only();
    smt.push();
    let high = store.not(low);
    smt.assert(&store, high).unwrap();
    assert_eq!(smt.check(P, &[]), Ok(SatResult::Unsat));
    smt.pop(1);
    smt.process.as_mut().unwrap().kill_child_only();
    assert_eq!(smt.check(P, &[]), Ok(SatResult::Sat));
    assert_eq!((smt.statistics().spawns, smt.statistics().restarts), (3, 2));
}

#[test]
fn a_memory_limit_is_an_answer() {
    let binary = testing::binary();
    if !binary.kind.is_z3() {
        return;
    }
    // The product of two 200-bit numbers is a large number, and neither of them is small.
    let (mut store, mut config) = (Store::new(), SmtConfig::new(&binary));
    config.memory_limit_mb = Some(60);
    let mut smt = SmtSolver::new(config, CancelToken::with_timeout(Duration::from_secs(60)));
    let sort = store.bv_sort(200);
    let (x, y) = (store.var(0, sort), store.var(1, sort));
    let product = store.bv_op(BvOp::Mul, &[x, y]);
    let (value, bound) =
        (store.bv(&"1234567891234567891234567".parse().unwrap(), 200), store.bv(&Int::from(100_000), 200));
    let mut formulas = vec![store.eq(product, value)];
    for factor in [x, y] {
        formulas.push(store.bv_op(BvOp::Ult, &[bound, factor]));
        let upper = store.bv_op(BvOp::Extract(199, 100), &[factor]);
        let zero = store.bv(&Int::ZERO, 100);
        formulas.push(store.eq(upper, zero));
    }
    let all = store.and(&formulas);
    smt.push();
    smt.assert(&store, all).unwrap();
    assert_eq!(smt.check(P, &[]), Ok(SatResult::Unknown("out of memory".to_string())));
    smt.pop(1);
    assert_eq!((smt.check(P, &[]), smt.statistics().spawns), (Ok(SatResult::Sat), 2));
}

/// A solver that answers honestly to the first prelude and then does `body` for every `check-sat`.
fn broken(body: &str) -> (tempfile::TempDir, SmtSolver) {
    let dir = tempfile::tempdir().unwrap();
    let script = format!(
        r#"while read -r line; do case "$line" in '(echo "'*) m=${{line#'(echo "'}}; echo "${{m%'")'}}";; '(check-sat)') {body};; esac; done"#
    );
    let path = testing::script(dir.path(), "solver", &script);
    let mut config = SmtConfig::new(&testing::binary());
    (config.binary, config.kind) = (path, SolverKind::Other);
    config.query_limit = Some(Steps::millis(150));
    (dir, SmtSolver::new(config, CancelToken::new()))
}

#[test]
fn broken_solvers_have_defined_answers() {
    let check = |body: &str| {
        let (_dir, mut smt) = broken(body);
        let start = Instant::now();
        let answer = smt.check(P, &[]);
        assert!(start.elapsed() < Duration::from_millis(1500), "{body}: {:?}", start.elapsed());
        answer
    };
    assert_eq!(check("echo sat"), Ok(SatResult::Sat));
    assert_eq!(check("sleep 60"), Ok(SatResult::Unknown("timeout".to_string())));
    assert_eq!(check("echo '(error \"out of memory\")'"), Ok(SatResult::Unknown("out of memory".to_string())));
    assert!(matches!(check("exit 3"), Err(SmtError::Crashed { .. })));
    assert!(matches!(check("printf un; exit 3"), Err(SmtError::Crashed { .. })));
    assert!(matches!(check("echo 'sat'; echo 'unsat'"), Err(SmtError::Garbage(_))));
    assert!(matches!(check("echo saturated"), Err(SmtError::Garbage(_))));
    assert!(matches!(check(":"), Err(SmtError::Garbage(_))));
    assert!(
        matches!(check("echo 'sat'; echo '(error \"no (\")'"), Err(SmtError::Rejected(message)) if message == "no (")
    );
    assert!(matches!(check("echo '(error \"no'; echo unsat"), Err(SmtError::Rejected(_))));
    assert!(matches!(check("echo '))((' "), Err(SmtError::Garbage(_))));
    assert!(matches!(check("head -c 1000000 /dev/zero >&2; echo unsat"), Ok(SatResult::Unsat)));
}

#[test]
fn an_error_does_not_shift_later_answers() {
    let (dir, mut smt) =
        broken("if [ -e \"$0.seen\" ]; then echo unsat; else touch \"$0.seen\"; echo '(error \"x\")'; echo sat; fi");
    assert!(matches!(smt.check(P, &[]), Err(SmtError::Rejected(_))));
    for _ in 0..3 {
        assert_eq!(smt.check(P, &[]), Ok(SatResult::Unsat));
    }
    drop(dir);
    // A missing binary, found missing only now.
    let mut config = smt.config().clone();
    config.binary = "/nonexistent/z3".into();
    let mut smt = SmtSolver::new(config, CancelToken::new());
    assert!(matches!(smt.check(P, &[]), Err(SmtError::Spawn { .. })));
}

#[test]
fn a_rejected_assertion_is_an_error_and_no_answer() {
    let (mut store, mut smt) = (Store::new(), solver());
    // A recursive datatype without a base case is refused by every solver.
    let (stream, sort) = store.declare_datatype("stream");
    let field = Field { name: "next".to_string(), sort };
    store.define_datatype(stream, vec![Constructor { name: "c".to_string(), fields: vec![field] }]);
    let (a, b) = (store.var(0, sort), store.var(1, sort));
    let differ = store.neq(a, b);
    smt.push();
    smt.assert(&store, differ).unwrap();
    for _ in 0..2 {
        let answer = smt.check(P, &[]);
        assert!(answer.is_err(), "{answer:?}");
    }
    smt.pop(1);
    assert_eq!(smt.check(P, &[]), Ok(SatResult::Sat));
    smt.assert(&store, Store::FALSE).unwrap();
    assert_eq!(smt.check(P, &[]), Ok(SatResult::Unsat));
}

#[test]
fn the_log_of_a_session_replays() {
    let dir = tempfile::tempdir().unwrap();
    let binary = testing::binary();
    let mut config = SmtConfig::new(&binary);
    config.log = Some(LogTarget::new(dir.path().join("log")));
    let mut store = Store::new();
    let mut smt = SmtSolver::new(config, CancelToken::new());
    let x = int(&mut store, 0);
    let big = doubling(&mut store, x);
    let formula = at_least(&mut store, big, 3);
    smt.assert(&store, formula).unwrap();
    let lit = smt.literal_for(&store, formula).unwrap();
    let negated = store.not(formula);
    let mut answers = vec![smt.check(P, &[lit]).unwrap()];
    smt.eval(&store, &[x]).unwrap();
    smt.push();
    smt.assert(&store, negated).unwrap();
    answers.push(smt.check(P, &[lit]).unwrap());
    smt.pop(1);
    answers.push(smt.check(P, &[]).unwrap());
    assert_eq!(answers, [SatResult::Sat, SatResult::Unsat, SatResult::Sat]);
    drop(smt);
    let file = dir.path().join("log.1.smt2").to_str().unwrap().to_string();
    let args = if binary.kind.is_z3() {
        vec![file]
    } else {
        vec!["--lang=smt2".to_string(), "--incremental".to_string(), file]
    };
    let spec = SpawnSpec {
        net: None,
        binary: binary.path,
        args,
        max_response: MAX_RESPONSE,
        log: None,
        guard: None,
        environment: Vec::new(),
    };
    let printed = SmtProcess::spawn(&spec)
        .unwrap()
        .read_to_end(Some(Instant::now() + Duration::from_secs(20)), &CancelToken::new());
    let printed = printed.unwrap();
    let replayed: Vec<&str> = printed.lines().filter(|line| matches!(*line, "sat" | "unsat" | "unknown")).collect();
    assert_eq!(replayed, ["sat", "unsat", "sat"], "{printed}");
    assert!(!printed.contains("error"), "{printed}");
}

#[test]
fn trivial_round_trips_are_fast() {
    let (mut store, mut smt) = (Store::new(), solver());
    let x = int(&mut store, 0);
    let low = at_least(&mut store, x, 5);
    let lit = smt.literal_for(&store, low).unwrap();
    smt.check(P, &[lit]).unwrap();
    let start = Instant::now();
    for _ in 0..200 {
        assert_eq!(smt.check(P, &[lit]), Ok(SatResult::Sat));
    }
    let single = start.elapsed() / 200;
    let queries = vec![vec![lit]; 2000];
    let start = Instant::now();
    assert!(smt.check_batch(P, &queries).unwrap().iter().all(SatResult::is_sat));
    let batched = start.elapsed() / 2000;
    log::info!("{single:?} per query, {batched:?} in a batch");
    assert!(single < Duration::from_millis(5), "{single:?}");
    assert!(batched < Duration::from_millis(5), "{batched:?}");
}

#[test]
fn user_symbols_never_go_out() {
    let mut store = Store::new();
    let (weird, sort) = store.declare_datatype("evil) (exit)");
    store.define_datatype(
        weird,
        vec![
            Constructor { name: "|é".to_string(), fields: vec![] },
            Constructor { name: "b".to_string(), fields: vec![] },
        ],
    );
    let x = store.var(0, sort);
    let first = store.test(0, x);
    models_are_models(&store, &[first]);
    assert_eq!(Symbol::Var(0, sort).to_string(), format!("v0.s{}", sort.index()));
}
