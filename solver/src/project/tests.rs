//! Random cubes and formulas, projected, against enumeration.

use super::*;
use crate::num::{Int, Rat};
use crate::random::SplitMix;
use crate::term::ArrayValue;

fn assignment(values: &[i64], real: bool) -> Assignment {
    Assignment::from_values(
        values
            .iter()
            .map(|&v| if real { Value::Real(Rat::new(Int::from(v), Int::from(4))) } else { Value::Int(Int::from(v)) }),
    )
}

/// A random literal over the three variables that is true under `at`.
fn literal(store: &mut Store, random: &mut SplitMix, vars: &[TermId], at: &Assignment, sort: SortId) -> TermId {
    let mut sum = store.num(Rat::from(random.within(-6, 6)), sort);
    for &var in vars {
        let mut part = var;
        if sort == SortId::INT && random.below(8) == 0 {
            let divisor = random.within(2, 5);
            let divisor = store.int(if random.below(6) == 0 { 100 } else { divisor });
            part = if random.below(2) == 0 { store.int_div(var, divisor) } else { store.int_mod(var, divisor) };
        }
        let scaled = store.scale(&Rat::from(random.within(-3, 3)), part);
        sum = store.add(&[sum, scaled]);
    }
    let zero = store.num(Rat::ZERO, sort);
    let atom = match random.below(6) {
        0 => store.eq(sum, zero),
        1 if sort == SortId::INT => {
            let modulus = random.within(2, 4);
            store.divisible(sum, Int::from(modulus))
        }
        2 => store.lt(sum, zero),
        _ => store.le(sum, zero),
    };
    match evaluate(store, atom, at) {
        Some(Value::Bool(true)) => atom,
        _ => store.not(atom),
    }
}

fn check_against_enumeration(sort: SortId, seeds: u64) {
    let real = sort == SortId::REAL;
    let mut kept = 0;
    for seed in 1..=seeds {
        let mut store = Store::new();
        let mut random = SplitMix(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let vars = store.vars(0, &[sort; 3]);
        let point: Vec<i64> = (0..3).map(|_| random.within(-7, 7)).collect();
        let model = assignment(&point, real);
        let mut parts: Vec<TermId> = Vec::new();
        for _ in 0..random.within(1, 5) {
            let one = literal(&mut store, &mut random, &vars, &model, sort);
            let other = literal(&mut store, &mut random, &vars, &model, sort);
            let not_other = store.not(other);
            parts.push(if random.below(3) == 0 { store.or2(one, not_other) } else { one });
        }
        let cube = project(&mut store, &parts, &vars[..1], &model).expect("a projection");
        let result = store.and(&cube);
        assert!(!free_vars(&store, &[result]).contains(&vars[0]), "seed {seed}: the variable is gone");
        assert_eq!(evaluate(&store, result, &model), Some(Value::Bool(true)), "seed {seed}: true in the model");
        kept += cube.len();
        let formula = store.and(&parts);
        let grid: Vec<i64> = if real { vec![-9, -6, -3, 0, 1, 4, 8] } else { (-5..=5).collect() };
        for &y in &grid {
            for &z in &grid {
                let at = assignment(&[0, y, z], real);
                if evaluate(&store, result, &at) != Some(Value::Bool(true)) {
                    continue;
                }
                // Wide enough for the coefficients, constants and periods above; quarters of 1/9 do for the reals.
                let witness = (-1300..=1300).any(|x| {
                    let mut at = at.clone();
                    let x = if real {
                        Value::Real(Rat::new(Int::from(x), Int::from(24)))
                    } else {
                        Value::Int(Int::from(x))
                    };
                    at.set(0, x);
                    evaluate(&store, formula, &at) == Some(Value::Bool(true))
                });
                assert!(witness, "seed {seed}: y = {y}, z = {z} has no witness");
            }
        }
    }
    assert!(kept > 0, "some projections keep literals");
}

#[test]
fn integer_projections_imply_the_quantified_formula() {
    check_against_enumeration(SortId::INT, 60);
}

#[test]
fn real_projections_imply_the_quantified_formula() {
    check_against_enumeration(SortId::REAL, 25);
}

#[test]
fn implicants_resolve_ites_and_choose_disjuncts() {
    let mut s = Store::new();
    let (x, b) = (s.var(0, SortId::INT), s.var(1, SortId::BOOL));
    let (zero, ten) = (s.int(0), s.int(10));
    let ite = s.ite(b, x, ten);
    let le = s.le(ite, zero);
    let gt = s.gt(x, ten);
    let either = s.or2(le, gt);
    let model = Assignment::from_values([Value::Int(Int::from(-3)), Value::Bool(true)]);
    let cube = implicant(&mut s, &[either], &model).expect("an implicant");
    let plain = s.le(x, zero);
    assert_eq!(cube.iter().copied().collect::<HashSet<_>>(), [plain, b].into_iter().collect());
    let false_here = s.gt(x, zero);
    assert_eq!(implicant(&mut s, &[false_here], &model), None);
}

#[test]
fn unit_coefficients_bring_no_congruence() {
    let mut s = Store::new();
    let v = s.vars(0, &[SortId::INT; 3]);
    // x <= y, z <= 2x: the lower bound has coefficient 2, the upper one stands for x.
    let two_x = s.scale(&Rat::from(2), v[0]);
    let parts = [s.le(v[0], v[1]), s.le(v[2], two_x)];
    let cube = project(&mut s, &parts, &v[..1], &assignment(&[3, 4, 5], false)).expect("a projection");
    let two_y = s.scale(&Rat::from(2), v[1]);
    assert_eq!(cube, vec![s.le(v[2], two_y)]);
}

/// Whether, for several models of the cube, some values of the eliminated variables satisfy the formulas.
fn implies_exists(store: &mut Store, cube: &[TermId], parts: &[TermId], eliminated: &[TermId]) -> bool {
    use crate::smt::{CancelToken, Purpose, SatResult, SmtConfig, SmtSolver, testing::binary};
    let mut smt =
        SmtSolver::new(SmtConfig::new(&binary()), CancelToken::with_timeout(std::time::Duration::from_secs(60)));
    let mut kept = free_vars(store, parts);
    kept.retain(|v| !eliminated.contains(v));
    let mut demand = cube.to_vec();
    for _ in 0..4 {
        let formula = store.and(&demand);
        let (answer, values) = smt.check_formula(store, Purpose::Other, formula, &kept).expect("an answer");
        if answer != SatResult::Sat {
            return true;
        }
        let mut all = parts.to_vec();
        for (&var, value) in kept.iter().zip(values) {
            let sort = store.sort_of(var);
            let value = value.to_term(store, sort);
            all.push(store.eq(var, value));
            if sort.is_arith() {
                // The next model is another one.
                demand.push(store.neq(var, value));
            }
        }
        let formula = store.and(&all);
        let (answer, _) = smt.check_formula(store, Purpose::Other, formula, &[]).expect("an answer");
        if answer != SatResult::Sat {
            return false;
        }
    }
    true
}

#[test]
fn arrays_are_projected_onto_their_cells() {
    let mut s = Store::new();
    let sort = s.array_sort(SortId::INT, SortId::INT);
    let (a, b) = (s.var(0, sort), s.var(1, sort));
    let v = s.vars(2, &[SortId::INT; 4]);
    let (i, j, x, y) = (v[0], v[1], v[2], v[3]);
    // b = store a i x, a[j] = y, b[i + 1] <= 5
    let written = s.store(a, i, x);
    let next = {
        let one = s.int(1);
        s.add(&[i, one])
    };
    let (read, cell, five) = (s.select(a, j), s.select(b, next), s.int(5));
    let parts = [s.eq(b, written), s.eq(read, y), s.le(cell, five)];
    let array = |cells: &[(i64, i64)]| {
        let entries =
            cells.iter().map(|&(at, held)| (Value::Int(Int::from(at)), Value::Int(Int::from(held)))).collect();
        Value::Array(std::sync::Arc::new(ArrayValue::new(&Store::new(), SortId::INT, Value::Int(Int::ZERO), entries)))
    };
    let number = |n: i64| Value::Int(Int::from(n));
    for (i_value, j_value) in [(1, 2), (1, 1), (3, 7)] {
        let mut model = Assignment::default();
        let before = array(&[(1, 4), (2, 3), (3, 6), (7, 9)]);
        let Value::Array(held) = &before else { unreachable!() };
        model.set(1, Value::Array(std::sync::Arc::new(held.set(&s, SortId::INT, number(i_value), number(8)))));
        model.set(5, held.get(&number(j_value)).clone());
        model.set(0, before);
        for (at, value) in [(2, i_value), (3, j_value), (4, 8)] {
            model.set(at, number(value));
        }
        for eliminated in [vec![a], vec![a, b], vec![a, i], vec![b, j, x]] {
            let cube = project(&mut s, &parts, &eliminated, &model).expect("a projection");
            let result = s.and(&cube);
            assert_eq!(evaluate(&s, result, &model), Some(Value::Bool(true)));
            assert!(eliminated.iter().all(|v| !free_vars(&s, &[result]).contains(v)));
            assert!(implies_exists(&mut s, &cube, &parts, &eliminated), "{eliminated:?}");
        }
    }
}

#[test]
fn datatypes_are_projected_onto_their_fields() {
    use crate::term::{Constructor, Field};
    let mut s = Store::new();
    let (list, sort) = s.declare_datatype("list");
    let field = |name: &str, sort| Field { name: name.to_owned(), sort };
    let nil = Constructor { name: "nil".to_owned(), fields: vec![] };
    let cons = Constructor { name: "cons".to_owned(), fields: vec![field("head", SortId::INT), field("tail", sort)] };
    s.define_datatype(list, vec![nil, cons]);
    let (l, m) = (s.var(0, sort), s.var(1, sort));
    let (x, y) = (s.var(2, SortId::INT), s.var(3, SortId::INT));
    // m = cons x l, head m >= y, l != nil, head l > x
    let built = s.construct(sort, 1, &[x, l]);
    let (head, inner, is_nil) = (s.project(1, 0, m), s.project(1, 0, l), s.test(0, l));
    let parts = [s.eq(m, built), s.ge(head, y), s.not(is_nil), s.gt(inner, x)];
    let number = |n: i64| Value::Int(Int::from(n));
    let empty = Value::Data(0, Vec::new().into());
    let one = Value::Data(1, vec![number(7), empty].into());
    let two = Value::Data(1, vec![number(3), one.clone()].into());
    let model = Assignment::from_values([one, two, number(3), number(2)]);
    for eliminated in [vec![l], vec![m], vec![l, x], vec![l, m], vec![m, x, y]] {
        let cube = project(&mut s, &parts, &eliminated, &model).expect("a projection");
        let result = s.and(&cube);
        assert_eq!(evaluate(&s, result, &model), Some(Value::Bool(true)));
        assert!(eliminated.iter().all(|v| !free_vars(&s, &[result]).contains(v)));
        assert!(implies_exists(&mut s, &cube, &parts, &eliminated), "{eliminated:?}");
    }
}
