//! What the printers write, construct by construct.

use super::*;
use horn_solver::num::Rat;
use horn_solver::smtlib::Names;
use horn_solver::system::{Model, System};
use horn_solver::term::{BvOp, SortId, Store, TermId};

fn names(store: &Store, vars: usize) -> Names {
    let mut names = Names::user(store, &System::new());
    names.number_vars(vars);
    names
}

/// Checks both spellings of a formula.
fn check(build: impl FnOnce(&mut Store) -> TermId, smt: &str, prolog: &str) {
    let mut store = Store::new();
    let term = build(&mut store);
    let names = names(&store, 30);
    assert_eq!(smtlib::formula_text(&store, term, &names), smt);
    assert_eq!(prolog::formula_text(&store, term, &names, &prolog::PROLOG), prolog);
}

#[test]
fn linear_arithmetic() {
    let ints = |s: &mut Store| s.vars(0, &[SortId::INT; 4]);
    check(
        |s| {
            let v = ints(s);
            let double = s.scale(&Rat::from(-2), v[3]);
            let sum = s.add(&[v[0], v[1], double]);
            let three = s.int(-3);
            let sum = s.sub(sum, v[2]);
            s.le(sum, three)
        },
        "(<= (+ (- (+ A B) C) (* (- 2) D)) (- 3))",
        "((((A + B) - C) + (-2 * D)) =< -3)",
    );
    check(
        |s| {
            let v = ints(s);
            let (zero, five) = (s.int(0), s.int(5));
            let (low, high) = (s.ge(v[0], zero), s.le(v[0], five));
            let differ = s.eq(v[0], v[1]);
            let differ = s.not(differ);
            let bounds = s.and(&[low, high]);
            s.or(&[bounds, differ])
        },
        "(or (not (= (- A B) 0)) (and (>= A 0) (<= A 5)))",
        "(\\+(((A - B) = 0)); ((A >= 0), (A =< 5)))",
    );
    check(
        |s| {
            let v = ints(s);
            s.divisible(v[0], horn_solver::num::Int::from(3))
        },
        "(= (mod A 3) 0)",
        "((A mod 3) = 0)",
    );
}

#[test]
fn reals_are_declared_and_written_as_reals() {
    let mut store = Store::new();
    let x = store.var(0, SortId::REAL);
    let half = store.num(Rat::new(1.into(), 2.into()), SortId::REAL);
    let formula = store.le(x, half);
    let mut system = System::new();
    let pred = system.add_pred("r", vec![SortId::REAL]);
    system.add_clause(horn_solver::system::Clause {
        vars: vec![SortId::REAL],
        body: Vec::new(),
        constraint: formula,
        head: Some(horn_solver::system::Atom::new(pred, [x])),
        origin: Default::default(),
    });
    let names = Names::user(&store, &system);
    let text = model::smtlib(&store, &system, &[], &Model { definitions: vec![formula] }, names);
    assert_eq!(text, "(\n    (define-fun r ((A Real)) Bool (<= A (/ 1.0 2.0)))\n)\n");
}

#[test]
fn truth_values_are_compared() {
    check(
        |s| {
            let v = s.vars(0, &[SortId::BOOL; 2]);
            let not = s.not(v[0]);
            let same = s.eq(v[0], v[1]);
            s.and(&[not, same])
        },
        "(and (not (= A true)) (= A B))",
        "(\\+((A = true)), (A = B))",
    );
}

#[test]
fn quantifiers_arrays_and_bit_vectors() {
    check(
        |s| {
            let array = s.array_sort(SortId::INT, SortId::INT);
            let a = s.var(0, array);
            let number = s.fresh_bound();
            let inner = s.fresh_bound();
            let (i, j) = (s.bound(number, SortId::INT), s.bound(inner, SortId::INT));
            let cell = s.select(a, i);
            let below = s.le(cell, j);
            let some = s.exists(&[(inner, SortId::INT)], below);
            s.forall(&[(number, SortId::INT)], some)
        },
        "(forall ((var0 Int)) (exists ((var1 Int)) (>= (- var1 (select A var0)) 0)))",
        "ALL VAR0 (EX VAR1 (((VAR1 - select(A, VAR0)) >= 0)))",
    );
    check(
        |s| {
            let byte = s.bv_sort(8);
            let v = s.vars(0, &[byte; 2]);
            let sum = s.bv_op(BvOp::Add, &[v[0], v[1]]);
            let ten = s.bv(&10.into(), 8);
            s.bv_op(BvOp::Ule, &[sum, ten])
        },
        "(bvule (bvadd A B) (_ bv10 8))",
        "bvule(bvadd(A, B), 10)",
    );
    check(
        |s| {
            let byte = s.bv_sort(8);
            let a = s.var(0, byte);
            let value = s.bv_op(BvOp::ToIntSigned, &[a]);
            let one = s.int(1);
            s.le(value, one)
        },
        "(<= (ite (bvslt A (_ bv0 8)) (- (bv2nat A) 256) (bv2nat A)) 1)",
        "(sbv_to_int(A) =< 1)",
    );
}

#[test]
fn large_terms_are_written_with_let() {
    let mut store = Store::new();
    let mut sum = store.var(0, SortId::INT);
    for _ in 0..40 {
        let square = store.mul(sum, sum);
        let one = store.int(1);
        sum = store.add(&[square, one]);
    }
    let zero = store.int(0);
    let formula = store.le(sum, zero);
    let names = names(&store, 1);
    let text = smtlib::formula_text(&store, formula, &names);
    assert!(text.len() < 10_000 && text.starts_with("(let ("), "{} bytes", text.len());
}

#[test]
fn names_in_prolog_syntax() {
    assert_eq!(prolog::pred_name("__Inv_Loop"), "undundinv_loop");
    assert_eq!(prolog::pred_name("p"), "p");
}

#[test]
fn errors_are_escaped() {
    assert_eq!(error_line("a \"b\"\n\\ü"), "(error \"a \"\"b\"\"\\u{a}\\u{5c}\\u{fc}\")\n");
    assert_eq!(error_line(""), "error\n");
}
