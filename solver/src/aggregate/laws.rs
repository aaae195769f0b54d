//! The laws that make a user's fold an aggregate: associativity, unit, and inverse if one is claimed.
//!
//! Everything that reasons about aggregates (operators, lemmas of the checker) relies on them; the front layer has each
//! one refuted by the SMT process before the system is solved.

use crate::term::{AggregateId, AggregateKind, Store, TermId};

/// A law of a fold, as a formula over `Var(0)`, `Var(1)`, … that must be valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Law {
    /// Its name, for messages: `associativity`, `left unit` …
    pub name: &'static str,
    /// The law spelled with `x`, `y`, `z` for the variables.
    pub text: &'static str,
    /// The formula that must be valid.
    pub formula: TermId,
    /// The variables of the formula, in the order x, y, z.
    pub vars: Vec<TermId>,
}

/// The laws of an aggregate; none for the built-in folds, which obey theirs.
pub fn laws(store: &mut Store, id: AggregateId) -> Vec<Law> {
    let AggregateKind::Monoid { unit, operation, inverse } = store.aggregate(id).kind else { return Vec::new() };
    let sort = store.sort_of(unit);
    let (x, y, z) = (store.var(0, sort), store.var(1, sort), store.var(2, sort));
    let combine = |store: &mut Store, a: TermId, b: TermId| store.instantiate(operation, &[a, b]);
    let mut laws = Vec::new();
    let mut push = |store: &mut Store, name, text, left, right, vars: &[TermId]| {
        let formula = store.eq(left, right);
        laws.push(Law { name, text, formula, vars: vars.to_vec() });
    };
    let (xy, yz) = (combine(store, x, y), combine(store, y, z));
    let (left, right) = (combine(store, xy, z), combine(store, x, yz));
    push(store, "associativity", "(x . y) . z = x . (y . z)", left, right, &[x, y, z]);
    let (before, after) = (combine(store, unit, x), combine(store, x, unit));
    push(store, "left unit", "unit . x = x", before, x, &[x]);
    push(store, "right unit", "x . unit = x", after, x, &[x]);
    if let Some(inverse) = inverse {
        let inverted = store.instantiate(inverse, &[x]);
        let (before, after) = (combine(store, inverted, x), combine(store, x, inverted));
        push(store, "left inverse", "inverse(x) . x = unit", before, unit, &[x]);
        push(store, "right inverse", "x . inverse(x) = unit", after, unit, &[x]);
    }
    laws
}

/// Whether the operation of an aggregate is known to commute: a write inside an interval can then be accounted for by
/// an inverse.
pub fn commutativity(store: &mut Store, id: AggregateId) -> Option<Law> {
    let AggregateKind::Monoid { unit, operation, .. } = store.aggregate(id).kind else { return None };
    let sort = store.sort_of(unit);
    let (x, y) = (store.var(0, sort), store.var(1, sort));
    let (left, right) = (store.instantiate(operation, &[x, y]), store.instantiate(operation, &[y, x]));
    let formula = store.eq(left, right);
    Some(Law { name: "commutativity", text: "x . y = y . x", formula, vars: vec![x, y] })
}
