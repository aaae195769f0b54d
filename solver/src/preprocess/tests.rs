//! Tests of the passes on small systems.

use super::testing::clause;
use super::*;
use crate::num::{Int, Rat};
use crate::system::{Atom, PredId};
use crate::term::{SortId, TermId};

const II: [SortId; 2] = [SortId::INT; 2];

/// `x = 0 ∧ c = 7 → p(x, c, y)`, `p(x, c, y) ∧ x' = x + 1 → p(x', c, y)`, `p(x, c, y) ∧ x > limit ∧ c = 7 → false`.
fn counter(store: &mut Store, limit: i64) -> System {
    let mut system = System::new();
    let p = system.add_pred("p", vec![SortId::INT; 3]);
    let v = store.vars(0, &[SortId::INT; 4]);
    let (zero, one, seven, limit) = (store.int(0), store.int(1), store.int(7), store.int(limit));
    let c1 = {
        let (a, b) = (store.eq(v[0], zero), store.eq(v[1], seven));
        store.and2(a, b)
    };
    system.add_clause(clause(&[SortId::INT; 3], vec![], c1, Some(Atom::new(p, v[..3].to_vec()))));
    let next = store.add(&[v[0], one]);
    let step = store.eq(v[3], next);
    let head = Atom::new(p, [v[3], v[1], v[2]]);
    system.add_clause(clause(&[SortId::INT; 4], vec![Atom::new(p, v[..3].to_vec())], step, Some(head)));
    let c3 = {
        let (a, b) = (store.gt(v[0], limit), store.eq(v[1], seven));
        store.and2(a, b)
    };
    system.add_clause(clause(&[SortId::INT; 3], vec![Atom::new(p, v[..3].to_vec())], c3, None));
    system
}

#[test]
fn constants_and_useless_arguments_go() {
    let mut store = Store::new();
    let system = counter(&mut store, 1);
    let mut cx = PassContext::new(&mut store, &CancelToken::new());
    let result = preprocess(&mut cx, &system);
    assert_eq!(Shape::of(&result.system).args, 1);
    // A model over the one argument left becomes one over all three: x >= 0 and c = 7.
    let x = store.var(0, SortId::INT);
    let zero = store.int(0);
    let definition = store.ge(x, zero);
    let mut cx = PassContext::new(&mut store, &CancelToken::new());
    let model = result.model(&mut cx, Model { definitions: vec![definition] }).expect("a model");
    let c = store.var(1, SortId::INT);
    let seven = store.int(7);
    let equation = store.eq(c, seven);
    assert_eq!(model.definitions, [store.and2(definition, equation)]);
}

#[test]
fn a_system_is_examined_where_the_last_analysis_changed_nothing() {
    let mut store = Store::new();
    let system = counter(&mut store, 10);
    let mut cx = PassContext::new(&mut store, &CancelToken::new());
    assert!(!preprocess_as(&mut cx, &system, &Choice { intervals: false, ..Choice::default() }).examined);
    let mut result = preprocess(&mut cx, &system);
    assert!(result.examined && result.verdict(cx.store).is_none(), "the limit may be exceeded");
    assert!(result.apply(&mut cx, &Strengthen::default()), "x is not negative");
    assert!(!result.examined, "what is changed is no longer what was examined");
}

#[test]
fn refutations_get_the_values_of_removed_arguments() {
    let mut store = Store::new();
    let system = counter(&mut store, 1);
    let mut cx = PassContext::new(&mut store, &CancelToken::new());
    let result = preprocess(&mut cx, &system);
    // In the reduced system a step has the one variable x, if any.
    let int = |i: i64| Value::Int(Int::from(i));
    let step = |clause: u32, values: &[i64], premises: Vec<usize>| Step {
        clause: crate::system::ClauseId(clause),
        values: values.iter().map(|&v| int(v)).collect(),
        premises,
    };
    let steps = vec![step(0, &[], vec![]), step(1, &[0], vec![0]), step(1, &[1], vec![1]), step(2, &[2], vec![2])];
    let refutation = result.refutation(&store, Refutation { steps }).expect("translates");
    let refutation = refutation.finish().expect("complete");
    let values: Vec<Vec<Value>> = refutation.steps.iter().map(|s| s.values.clone()).collect();
    let expected = [vec![0, 7, 0], vec![0, 7, 0, 1], vec![1, 7, 0, 2], vec![2, 7, 0]];
    let expected: Vec<Vec<Value>> = expected.iter().map(|v| v.iter().map(|&i| int(i)).collect()).collect();
    assert_eq!(values, expected);
}

#[test]
fn unreachable_and_irrelevant_predicates_go() {
    let mut store = Store::new();
    let mut system = System::new();
    let [p, q, r] = ["p", "q", "r"].map(|name| system.add_pred(name, vec![SortId::INT]));
    let x = store.var(0, SortId::INT);
    let zero = store.int(0);
    let (at_zero, positive) = (store.eq(x, zero), store.gt(x, zero));
    let atom = |p: PredId| Atom::new(p, [x]);
    // q is never derived, r leads to no query.
    system.add_clause(clause(&II[..1], vec![], at_zero, Some(atom(p))));
    system.add_clause(clause(&II[..1], vec![atom(p)], Store::TRUE, Some(atom(r))));
    system.add_clause(clause(&II[..1], vec![atom(q)], positive, None));
    system.add_clause(clause(&II[..1], vec![atom(p)], positive, None));
    let mut cx = PassContext::new(&mut store, &CancelToken::new());
    let mut result = Preprocessed::unchanged(&system);
    assert!(result.apply(&mut cx, &Reach));
    assert_eq!((result.system.preds.len(), result.system.clauses.len()), (1, 2));
    let model = result.model(&mut cx, Model { definitions: vec![at_zero] }).expect("a model");
    assert_eq!(model.definitions, [at_zero, Store::FALSE, Store::TRUE]);
}

/// The simplified form of a query clause's constraint.
fn simplified(store: &mut Store, vars: &[SortId], constraint: TermId) -> Option<TermId> {
    match simplify::simplify_clause(store, &clause(vars, vec![], constraint, None)) {
        simplify::Simplified::Dropped => None,
        simplify::Simplified::Same => Some(constraint),
        simplify::Simplified::Changed { clause, images, .. } => {
            // The images must satisfy the old constraint wherever the new one holds; where that is `true` it must fold.
            let images: Vec<TermId> = images.into_iter().map(|t| t.expect("an image")).collect();
            if clause.constraint == Store::TRUE && clause.vars.is_empty() {
                assert_eq!(store.instantiate(constraint, &images), Store::TRUE);
            }
            Some(clause.constraint)
        }
    }
}

#[test]
fn constraints_collapse() {
    let mut s = Store::new();
    let int = SortId::INT;
    let v = s.vars(0, &[int; 4]);
    let b = s.var(4, SortId::BOOL);
    let sorts = [int, int, int, int, SortId::BOOL];
    let (zero, five, nine) = (s.int(0), s.int(5), s.int(9));
    // x = y + z and z = 5 and x <= 9 and y >= 9
    let sum = s.add(&[v[1], v[2]]);
    let parts = [s.eq(v[0], sum), s.eq(v[2], five), s.le(v[0], nine), s.ge(v[1], nine)];
    let all = s.and(&parts);
    assert_eq!(simplified(&mut s, &sorts, all), None);
    let all = s.and(&parts[..3]);
    assert_eq!(simplified(&mut s, &sorts, all), Some(Store::TRUE));
    // 3x + y = 7 leaves nothing; 2x = 2y + 1 is impossible; 2x = w, w odd too
    let triple = s.scale(&Rat::from(3), v[0]);
    let sum = s.add(&[triple, v[1]]);
    let seven = s.int(7);
    let equation = s.eq(sum, seven);
    assert_eq!(simplified(&mut s, &sorts, equation), Some(Store::TRUE));
    // (b and x = 0) or (not b and x = 5), x >= 3, x <= 4
    let not_b = s.not(b);
    let (at_zero, at_five) = (s.eq(v[0], zero), s.eq(v[0], five));
    let either = {
        let left = s.and2(b, at_zero);
        let right = s.and2(not_b, at_five);
        s.or2(left, right)
    };
    let (three, four) = (s.int(3), s.int(4));
    let bounds = [s.ge(v[0], three), s.le(v[0], four)];
    let all = s.and(&[either, bounds[0], bounds[1]]);
    assert_eq!(simplified(&mut s, &sorts, all), None);
    let all = s.and(&[either, bounds[0]]);
    assert_eq!(simplified(&mut s, &sorts, all), Some(Store::TRUE));
    // ite under a known condition: x <= 5 and ite(x <= 9, y, z) = 1 and y != 1
    let condition = s.le(v[0], nine);
    let choice = s.ite(condition, v[1], v[2]);
    let one = s.int(1);
    let parts = [s.le(v[0], five), s.eq(choice, one), s.neq(v[1], one)];
    let all = s.and(&parts);
    assert_eq!(simplified(&mut s, &sorts, all), None);
}

#[test]
fn arrays_and_data_are_taken_apart() {
    let mut s = Store::new();
    let array = s.array_sort(SortId::INT, SortId::INT);
    let sorts = [array, SortId::INT, SortId::INT];
    let (a, i, j) = (s.var(0, array), s.var(1, SortId::INT), s.var(2, SortId::INT));
    let (one, two) = (s.int(1), s.int(2));
    let (ai, aj) = (s.select(a, i), s.select(a, j));
    let parts = [s.eq(ai, one), s.eq(aj, two)];
    let both = s.and(&parts);
    // The indices must differ, which is possible.
    assert_eq!(simplified(&mut s, &sorts, both), Some(Store::TRUE));
    let same = s.eq(i, j);
    let all = s.and2(both, same);
    assert_eq!(simplified(&mut s, &sorts, all), None);

    let (list, sort) = s.declare_datatype("List");
    let field = |name: &str, sort| crate::term::Field { name: name.into(), sort };
    let constructors = vec![
        crate::term::Constructor { name: "nil".into(), fields: vec![] },
        crate::term::Constructor { name: "cons".into(), fields: vec![field("head", SortId::INT), field("tail", sort)] },
    ];
    s.define_datatype(list, constructors);
    let l = s.var(0, sort);
    let (is_nil, head) = (s.test(0, l), s.project(1, 0, l));
    let positive = s.gt(head, one);
    let not_nil = s.not(is_nil);
    let all = s.and2(not_nil, positive);
    assert_eq!(simplified(&mut s, &[sort], all), Some(Store::TRUE));
}

#[test]
fn values_that_come_from_another_predicate_are_part_of_the_model() {
    let mut store = Store::new();
    let mut system = System::new();
    let (p, q) = (system.add_pred("p", vec![SortId::INT]), system.add_pred("q", vec![SortId::INT]));
    let r = system.add_pred("r", vec![]);
    let x = store.var(0, SortId::INT);
    let (zero, three, seven) = (store.int(0), store.int(3), store.int(7));
    for value in [zero, three] {
        system.add_clause(clause(&[], vec![], Store::TRUE, Some(Atom::new(q, [value]))));
        system.add_clause(clause(&[], vec![Atom::new(p, [value])], Store::TRUE, Some(Atom::new(r, []))));
    }
    system.add_clause(clause(&[SortId::INT], vec![Atom::new(q, [x])], Store::TRUE, Some(Atom::new(p, [x]))));
    let mut cx = PassContext::new(&mut store, &CancelToken::new());
    let result = cases::Cases.apply(&mut cx, &system).expect("p has two values");
    // Everything may be true of what is left. In the input then p holds for two values, so q must not hold for others.
    let definitions = vec![Store::TRUE; result.system.preds.len()];
    let model = result.model.model(&mut cx, &system, Model { definitions }).expect("a model");
    for pred in [p, q] {
        assert_eq!(store.instantiate(model.definition(pred), &[three]), Store::TRUE);
        assert_eq!(store.instantiate(model.definition(pred), &[seven]), Store::FALSE);
    }
}
