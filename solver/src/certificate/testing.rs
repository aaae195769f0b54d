//! Systems for the tests of the checker.

use crate::num::Int;
use crate::system::{Atom, Clause, ClauseId, Model, Origin, PredId, Step, System};
use crate::term::{SortId, Store, TermId, Value};

/// `P(0)`; `P(x) ∧ x < last → P(x + 1)`; `P(x) ∧ x = bad → false`.
pub fn counter(s: &mut Store, last: i64, bad: i64) -> System {
    let mut system = System::new();
    let p = system.add_pred("P", vec![SortId::INT]);
    let (x, zero, one) = (s.var(0, SortId::INT), s.int(0), s.int(1));
    let (last, bad) = (s.int(last), s.int(bad));
    let next = s.add(&[x, one]);
    let (below, at_bad) = (s.lt(x, last), s.eq(x, bad));
    system.add_clause(clause(&[], &[], Store::TRUE, Some(Atom::new(p, [zero]))));
    system.add_clause(clause(&[SortId::INT], &[Atom::new(p, [x])], below, Some(Atom::new(p, [next]))));
    system.add_clause(clause(&[SortId::INT], &[Atom::new(p, [x])], at_bad, None));
    system
}

/// `P(x) := low <= x <= high`.
pub fn counter_model(s: &mut Store, low: i64, high: i64) -> Model {
    let (x, low, high) = (s.var(0, SortId::INT), s.int(low), s.int(high));
    let (a, b) = (s.ge(x, low), s.le(x, high));
    Model { definitions: vec![s.and2(a, b)] }
}

/// A clause without origin.
pub fn clause(vars: &[SortId], body: &[Atom], constraint: TermId, head: Option<Atom>) -> Clause {
    Clause { vars: vars.to_vec(), body: body.to_vec(), constraint, head, origin: Origin::default() }
}

/// A step with Int values.
pub fn step(clause: u32, values: &[i64], premises: &[usize]) -> Step {
    let values = values.iter().map(|&v| Value::Int(Int::from(v))).collect();
    Step { clause: ClauseId(clause), values, premises: premises.to_vec() }
}

/// The only predicate of most test systems.
pub const P: PredId = PredId(0);
