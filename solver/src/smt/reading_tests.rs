//! Tests of what is read back: values, terms, models of Horn systems.

use super::print::SmtTerm;
use super::values::read_values;
use super::{
    CancelToken, HornAnswer, HornProcess, NO_INLINING, Purpose, SmtConfig, SmtError, SmtStatistics, Steps,
    read_definitions, read_term, solve_horn, testing,
};
use crate::num::{Int, Rat};
use crate::system::{Atom, Clause, Origin, System};
use crate::term::{BvOp, Constructor, Field, SortId, Store, TermId, Value};
use std::time::Duration;

fn list_store() -> (Store, SortId) {
    let mut store = Store::new();
    let (list, sort) = store.declare_datatype("list");
    let field = |name: &str, sort| Field { name: name.to_string(), sort };
    let nil = Constructor { name: "nil".to_string(), fields: vec![] };
    let cons = Constructor { name: "cons".to_string(), fields: vec![field("head", SortId::REAL), field("tail", sort)] };
    store.define_datatype(list, vec![nil, cons]);
    (store, sort)
}

fn value(store: &Store, text: &str, sort: SortId, model: Option<&str>) -> Result<Value, SmtError> {
    read_values(store, &format!("((x {text}))"), &[sort], model).map(|mut values| values.remove(0))
}

fn int(value: i64) -> Value {
    Value::Int(Int::from(value))
}

#[test]
fn scalar_values() {
    let (mut store, list) = list_store();
    let bv = store.bv_sort(8);
    let real = |a, b| Value::Real(Rat::new(Int::from(a), Int::from(b)));
    let cases = [
        ("5", SortId::INT, int(5)),
        ("(- 5)", SortId::INT, int(-5)),
        ("5", SortId::REAL, real(5, 1)),
        ("(- (/ 1.0 3.0))", SortId::REAL, real(-1, 3)),
        ("(/ (- 1) 3)", SortId::REAL, real(-1, 3)),
        ("(let ((a!1 (- 2.5))) a!1)", SortId::REAL, real(-5, 2)),
        ("true", SortId::BOOL, Value::Bool(true)),
        ("#x0f", bv, Value::BitVec(Int::from(15), 8)),
        ("(_ bv15 8)", bv, Value::BitVec(Int::from(15), 8)),
        ("(as D0.0 D0)", list, Value::Data(0, [].into())),
        ("(D0.1 2 D0.0)", list, Value::Data(1, [real(2, 1), Value::Data(0, [].into())].into())),
    ];
    for (text, sort, expected) in cases {
        assert_eq!(value(&store, text, sort, None), Ok(expected), "{text}");
    }
    let wrong = [
        ("true", SortId::INT),
        ("#x0f0", bv),
        ("1.5", SortId::INT),
        ("(D0.1 2)", list),
        ("(D0.2)", list),
        ("()", SortId::INT),
        ("(root-obj (+ (^ x 2) (- 2)) 1)", SortId::REAL),
        ("(/ 1.0 0.0)", SortId::REAL),
        ("x", SortId::INT),
    ];
    for (text, sort) in wrong {
        assert!(value(&store, text, sort, None).is_err(), "{text}");
    }
    assert!(read_values(&store, "((x 1)", &[SortId::INT], None).is_err());
    assert!(read_values(&store, "((x 1) (y 2))", &[SortId::INT], None).is_err());
    assert!(read_values(&store, "", &[SortId::INT], None).is_err());
}

#[test]
fn array_values_in_all_their_dresses() {
    let mut store = Store::new();
    let array = store.array_sort(SortId::INT, SortId::INT);
    let nested = store.array_sort(SortId::INT, array);
    let flags = store.array_sort(SortId::INT, SortId::BOOL);
    let chain = value(&store, "(store (store ((as const (Array Int Int)) 6) 4 7) (- 1) 6)", array, None).unwrap();
    let Value::Array(read) = &chain else { panic!() };
    assert_eq!((read.get(&int(4)), read.get(&int(-1)), read.entries.len()), (&int(7), &int(6), 1));
    let model = "((define-fun k!0 ((x!0 Int)) Int (ite (= x!0 4) 7 6))\n(define-fun k!1 ((x!0 Int)) (Array Int Int) (ite (= 0 x!0) (_ as-array k!0) ((as const (Array Int Int)) 6))))";
    for text in [
        "(lambda ((x!1 Int)) (ite (= x!1 4) 7 6))",
        "(lambda ((x!1 Int)) (ite (not (= x!1 4)) 6 7))",
        "(lambda ((x!1 Int)) (ite (= x!1 4) 7 (ite (= x!1 4) 9 (ite (or (= x!1 5) (= x!1 6)) 6 6))))",
        "(_ as-array k!0)",
    ] {
        assert_eq!(value(&store, text, array, Some(model)), Ok(chain.clone()), "{text}");
    }
    let Value::Array(outer) = value(&store, "(_ as-array k!1)", nested, Some(model)).unwrap() else { panic!() };
    assert_eq!(outer.get(&int(0)), &chain);
    assert_eq!(outer.entries.len(), 1);
    let Value::Array(set) = value(&store, "(lambda ((x Int)) (not (or (= x 1) (= x 2))))", flags, None).unwrap() else {
        panic!()
    };
    assert_eq!((set.get(&int(1)), set.get(&int(3))), (&Value::Bool(false), &Value::Bool(true)));
    for text in [
        "(lambda ((x Int)) x)",
        "(lambda ((x Int)) (ite (< x 3) 1 2))",
        "(_ as-array k!0)",
        "(lambda ((x Int) (y Int)) 1)",
    ] {
        assert!(value(&store, text, array, None).is_err(), "{text}");
    }
    // A long chain is neither recursive nor quadratic.
    let count = 20_000;
    let mut text = "(store ".repeat(count) + "((as const (Array Int Int)) 0)";
    for i in 0..count {
        text += &format!(" {i} {})", i + 1);
    }
    let Value::Array(long) = value(&store, &text, array, None).unwrap() else { panic!() };
    assert_eq!(long.entries.len(), count);
}

/// Prints a term and reads it back.
fn round_trip(store: &mut Store, term: TermId) {
    let text = SmtTerm(store, term).text();
    assert_eq!(read_term(store, &text), Ok(term), "{text}");
}

#[test]
fn terms_come_back() {
    let (mut store, list) = list_store();
    let (x, y) = (store.var(0, SortId::INT), store.var(1, SortId::INT));
    let r = store.var(2, SortId::REAL);
    let l = store.var(3, list);
    let array = store.array_sort(SortId::INT, SortId::REAL);
    let a = store.var(4, array);
    let bv = store.bv_sort(8);
    let v = store.var(5, bv);
    let w = store.var(6, bv);
    let three = store.int(3);
    let mut terms = Vec::new();
    let (div, modulo) = (store.int_div(x, y), store.int_mod(y, three));
    terms.extend([div, modulo, store.mul(x, y), store.abs(x), store.ite(Store::TRUE, x, y)]);
    let sum = store.add(&[x, y, three]);
    terms.push(store.le(sum, div));
    let as_real = store.to_real(sum);
    let third = store.num(Rat::new(Int::from(-1), Int::from(3)), SortId::REAL);
    let scaled = store.mul(third, r);
    terms.push(store.lt(scaled, as_real));
    terms.extend([store.to_int(scaled), store.real_div(third, r)]);
    let stored = store.store(a, x, r);
    terms.extend([store.select(stored, y), stored, store.const_array(array, r)]);
    terms.push(store.eq(stored, a));
    let nil = store.construct(list, 0, &[]);
    let cons = store.construct(list, 1, &[r, l]);
    terms.extend([nil, cons, store.project(1, 0, l), store.test(1, l), store.eq(cons, l)]);
    // `sbv_to_int` is written by what it means.
    for op in BvOp::all_plain().filter(|op| *op != BvOp::ToIntSigned) {
        terms.push(store.bv_op(op, &[v, w][..op.arity()]));
    }
    for op in [BvOp::Extract(5, 2), BvOp::ZeroExtend(3), BvOp::SignExtend(3)] {
        terms.push(store.bv_op(op, &[v]));
    }
    terms.push(store.bv_op(BvOp::FromInt(8), &[x]));
    terms.push(store.bv(&Int::from(255), 8));
    for term in terms {
        round_trip(&mut store, term);
    }
}

#[test]
fn foreign_operators_and_ill_sorted_terms() {
    let (mut store, _) = list_store();
    let cases = [
        ("(=> true false v0.b)", "(or false v0.b true)"),
        ("(xor v0.b v1.b)", "(not (= v0.b v1.b))"),
        ("(> v0.i v1.i 2)", "(and (< v1.i v0.i) (< 2 v1.i))"),
        ("(= v0.r v0.i)", "(= v0.r (to_real v0.i))"),
        ("((_ divisible 3) v0.i)", "(= (mod v0.i 3) 0)"),
        ("(let ((x v0.i)) (let ((x (+ x 1)) (y x)) (+ x y)))", "(+ (* 2 v0.i) 1)"),
        ("(! (<= v0.i 3) :weight 0)", "(not (< 3 v0.i))"),
        ("(is_int 1.5)", "false"),
        ("(- 1 2 3)", "(- 4)"),
        ("(is-D0.0 (D0.1 1.0 D0.0))", "false"),
        ("(bvnand #x0f #xf0)", "#xff"),
        ("((_ rotate_left 4) #x0f)", "#xf0"),
        ("((_ rotate_right 1) #x01)", "#x80"),
        ("((_ repeat 2) #xa)", "#xaa"),
    ];
    for (a, b) in cases {
        let (x, y) = (read_term(&mut store, a).unwrap(), read_term(&mut store, b).unwrap());
        assert_eq!(x, y, "{a} and {b}");
    }
    let wrong = [
        "(+ v0.b 1)",
        "(and 1 2)",
        "(= 1 true)",
        "(select v0.i 1)",
        "(not)",
        "(ite 1 2 3)",
        "(bvadd #x0 #x00)",
        "((_ extract 9 0) #x00)",
        "undeclared",
        "(f 1)",
        "(D0.1 1.0)",
        "(D0.1.0 1)",
        "(_ bv9 3)",
        "(let ((x)) x)",
        "(forall x true)",
        "(forall ((x Int)) x)",
        "(lambda ((x Int)) x)",
        "\"a\"",
        "()",
        "(/ 1 2 3)",
        "(- true)",
        "((_ zero_extend 4294967295) #x0)",
        "(concat 1 #x0)",
        "(distinct 1 true)",
        "(+)",
        "(=>)",
        "(= 1)",
    ];
    for text in wrong {
        assert!(read_term(&mut store, text).is_err(), "{text}");
    }
    // Depth is no problem.
    let deep = "(not (and v0.b ".repeat(50_000) + "v1.b" + &"))".repeat(50_000);
    assert!(read_term(&mut store, &deep).is_ok());
}

#[test]
fn models_with_auxiliary_functions() {
    let mut store = Store::new();
    let text = "(model
      (define-fun p.0 ((x!0 Int) (x!1 Bool)) Bool (and x!1 (aux x!0 (exists ((y Int)) (< y x!0)))))
      (define-fun aux ((x!0 Int) (b Bool)) Bool (or b (let ((a!1 (+ x!0 c))) (<= a!1 3))))
      (define-fun c () Int 5))";
    let definitions = read_definitions(&mut store, text).unwrap();
    let p = definitions.iter().find(|definition| definition.name == "p.0").unwrap();
    assert_eq!(p.params, [SortId::INT, SortId::BOOL]);
    let (x, b) = (store.var(0, SortId::INT), store.var(1, SortId::BOOL));
    let instance = store.instantiate(p.body, &[x, b]);
    assert_eq!(instance, p.body);
    let text = SmtTerm(&store, p.body).text();
    assert!(text.contains("exists") && text.contains("(<= v0.i (- 2))"), "{text}");
    for wrong in [
        "(define-fun a () Int a)",
        "((define-fun a () Int b) (define-fun b () Int a))",
        "((define-fun a () Int true))",
        "sat",
        "((define-fun a () Int))",
    ] {
        assert!(read_definitions(&mut store, wrong).is_err(), "{wrong}");
    }
    assert_eq!(read_definitions(&mut store, "()"), Ok(vec![]));
}

/// `x = 0, y = 0` then five times `x + 1, y + 1`, then `x ≠ y` (or, unsafe, `x = 5`): a chain without recursion.
fn chain(store: &mut Store, safe: bool) -> System {
    let mut system = System::new();
    let (x, y) = (store.var(0, SortId::INT), store.var(1, SortId::INT));
    let (zero, one, five) = (store.int(0), store.int(1), store.int(5));
    let (next_x, next_y) = (store.add(&[x, one]), store.add(&[y, one]));
    let vars = vec![SortId::INT, SortId::INT];
    for step in 0..=5 {
        let pred = system.add_pred(format!("p{step}"), vars.clone());
        let (body, head) = if step == 0 {
            (vec![], Atom::new(pred, [zero, zero]))
        } else {
            (vec![Atom::new(crate::system::PredId(step - 1), [x, y])], Atom::new(pred, [next_x, next_y]))
        };
        system.add_clause(Clause {
            vars: vars.clone(),
            body,
            constraint: Store::TRUE,
            head: Some(head),
            origin: Origin::default(),
        });
    }
    let constraint = if safe { store.neq(x, y) } else { store.eq(x, five) };
    let body = vec![Atom::new(crate::system::PredId(5), [x, y])];
    system.add_clause(Clause { vars, body, constraint, head: None, origin: Origin::default() });
    system
}

#[test]
fn recursion_free_systems() {
    let config = SmtConfig::new(&testing::binary());
    let mut statistics = SmtStatistics::default();
    let cancel = CancelToken::with_timeout(Duration::from_secs(60));
    let mut store = Store::new();
    let mut system = chain(&mut store, true);
    system.add_pred("unmentioned", vec![SortId::BOOL]);
    let mut run = |store: &mut Store, system: &System| {
        solve_horn(
            &config,
            &cancel,
            &mut statistics,
            Purpose::Interpolation,
            store,
            system,
            &NO_INLINING,
            Some(Steps::seconds(20)),
        )
    };
    if !testing::binary().kind.is_z3() {
        assert!(matches!(run(&mut store, &system), Err(SmtError::Unsupported(_))));
        return;
    }
    let Ok(HornAnswer::Sat(model)) = run(&mut store, &system) else { panic!("no model") };
    // Every clause is valid under the model.
    let mut smt = super::SmtSolver::new(config.clone(), cancel.clone());
    for clause in &system.clauses {
        let mut premises: Vec<TermId> = clause.body.iter().map(|atom| model.apply(&mut store, atom)).collect();
        premises.push(clause.constraint);
        let body = store.and(&premises);
        let head = clause.head.as_ref().map_or(Store::FALSE, |atom| model.apply(&mut store, atom));
        let valid = store.implies(body, head);
        assert_eq!(smt.is_valid(&mut store, Purpose::Certificate, valid), Ok(Some(true)));
    }
    let system = chain(&mut store, false);
    assert_eq!(run(&mut store, &system), Ok(HornAnswer::Unsat));
    assert_eq!(statistics.of(Purpose::Interpolation).queries, 2);
    // In one process, where a reset must leave nothing behind.
    let mut horn = HornProcess::new(config.clone());
    let mut statistics = SmtStatistics::default();
    for round in 0..6 {
        let safe = round % 2 == 0;
        let system = chain(&mut store, safe);
        let limit = Some(Steps::seconds(20));
        let answer = horn
            .solve(&cancel, &mut statistics, Purpose::Interpolation, &mut store, &system, &NO_INLINING, limit)
            .unwrap();
        assert_eq!(matches!(answer, HornAnswer::Sat(_)), safe, "{answer:?}");
        assert_eq!(answer == HornAnswer::Unsat, !safe);
        if round == 3 {
            let answer = horn.solve(
                &cancel,
                &mut statistics,
                Purpose::Interpolation,
                &mut store,
                &system,
                &NO_INLINING,
                Some(Steps::default()),
            );
            assert_eq!(answer, Ok(HornAnswer::Unknown("timeout".to_string())));
        }
    }
    assert_eq!((statistics.spawns, statistics.kills), (2, 1));
}
