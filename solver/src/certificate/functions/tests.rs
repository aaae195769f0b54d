//! Definitions that describe no function and claims that do not hold are not believed; those that are right are shown.

use super::*;
use crate::smt::{CancelToken, Purpose, SatResult, SmtConfig, SmtSolver};
use crate::term::{Constructor, Field, FunctionId, SortId};

fn list(s: &mut Store) -> SortId {
    let (id, list) = s.declare_datatype("List");
    let field = |name: &str, sort| Field { name: name.into(), sort };
    let cons = vec![field("head", SortId::INT), field("tail", list)];
    s.define_datatype(
        id,
        vec![Constructor { name: "nil".into(), fields: vec![] }, Constructor { name: "cons".into(), fields: cons }],
    );
    list
}

/// `f x y = if x is nil then y else cons (head x) (f (tail x) y)`
fn append(s: &mut Store, list: SortId) -> FunctionId {
    let f = s.declare_function(vec![list, list], list);
    let (x, y) = (s.var(0, list), s.var(1, list));
    let (head, tail) = (s.project(1, 0, x), s.project(1, 1, x));
    let rest = s.call(f, &[tail, y]);
    let (longer, is_nil) = (s.construct(list, 1, &[head, rest]), s.test(0, x));
    let body = s.ite(is_nil, y, longer);
    s.define_function(f, body);
    f
}

fn is_unsat(s: &Store, formula: TermId) -> bool {
    let config = SmtConfig::new(&crate::smt::testing::binary());
    let mut smt = SmtSolver::new(config, CancelToken::new());
    smt.assert(s, formula).expect("asserted");
    smt.check(Purpose::Certificate, &[]).expect("answered") == SatResult::Unsat
}

fn is_shown(s: &mut Store, claim: &Claim, before: &[Claim]) -> bool {
    let obligations = claim_obligations(s, claim, before).expect("well-formed");
    obligations.into_iter().all(|formula| is_unsat(s, formula))
}

#[test]
fn claims_are_shown_by_induction_and_false_ones_are_not() {
    let mut s = Store::new();
    let list = list(&mut s);
    let f = append(&mut s, list);
    let (x, y, z) = (s.var(0, list), s.var(1, list), s.var(2, list));
    let nil = s.construct(list, 0, &[]);
    let (x_nil, xy, yz, yx) = (s.call(f, &[x, nil]), s.call(f, &[x, y]), s.call(f, &[y, z]), s.call(f, &[y, x]));
    let (left, right) = (s.call(f, &[xy, z]), s.call(f, &[x, yz]));
    let (unit, associative, commutative) = (s.eq(x, x_nil), s.eq(left, right), s.eq(xy, yx));
    let claim = |vars: usize, formula, induction| Claim { vars: vec![list; vars], formula, induction };
    assert!(is_shown(&mut s, &claim(1, unit, Some(0)), &[]));
    assert!(!is_shown(&mut s, &claim(1, unit, None), &[]));
    assert!(is_shown(&mut s, &claim(3, associative, Some(0)), &[]));
    assert!(!is_shown(&mut s, &claim(2, commutative, Some(0)), &[]));
    assert!(!is_shown(&mut s, &claim(2, commutative, Some(1)), &[claim(1, unit, Some(0))]));
    // What was shown serves as it is, at other terms.
    let (xyz, instance) = (s.call(f, &[xy, nil]), s.eq(xy, left));
    let at = s.eq(xyz, xy);
    assert!(is_shown(&mut s, &claim(2, at, None), &[claim(1, unit, Some(0))]));
    assert!(!is_shown(&mut s, &claim(3, instance, None), &[claim(1, unit, Some(0))]));
    // Other variables than its own, or no datatype to do the induction over.
    assert!(claim_obligations(&mut s, &claim(1, commutative, Some(0)), &[]).is_err());
    assert!(claim_obligations(&mut s, &claim(1, unit, Some(3)), &[]).is_err());
    let number = Claim { vars: vec![SortId::INT], formula: Store::TRUE, induction: Some(0) };
    assert!(claim_obligations(&mut s, &number, &[]).is_err());
}

#[test]
fn recursion_that_does_not_go_down_is_refused() {
    let mut s = Store::new();
    let list = list(&mut s);
    let f = append(&mut s, list);
    let (x, y, zero) = (s.var(0, list), s.var(1, list), s.int(0));
    let root = s.call(f, &[x, y]);
    assert!(check_functions(&s, &[root]).is_ok());
    let tail = s.project(1, 1, x);
    let is_nil = s.test(0, x);
    let is_cons = s.not(is_nil);
    // Arguments of g x y, conditions under which it is called, and whether that goes down.
    let second = s.project(1, 1, tail);
    for (args, guarded, good) in [
        ([tail, y], true, true),
        ([y, tail], true, true),
        ([tail, y], false, false),
        ([x, y], true, false),
        ([y, x], true, false),
        ([second, y], true, false),
        ([tail, tail], true, true),
        ([y, y], true, false),
    ] {
        let g = s.declare_function(vec![list, list], SortId::INT);
        let call = s.call(g, &args);
        let one = s.int(1);
        let more = s.add(&[call, one]);
        let body = if guarded { s.ite(is_cons, more, zero) } else { s.ite(is_nil, more, zero) };
        s.define_function(g, body);
        let root = s.call(g, &[x, y]);
        assert_eq!(check_functions(&s, &[root]).is_ok(), good, "{args:?} {guarded}");
    }
    let undefined = s.declare_function(vec![list], list);
    let root = s.call(undefined, &[x]);
    assert!(check_functions(&s, &[root]).is_err());
}
