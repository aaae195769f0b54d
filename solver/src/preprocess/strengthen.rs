//! The preprocessing pass that puts the invariants to use: clauses that cannot apply go, and the others may assume the
//! invariants of their body atoms.

use super::{Derivations, ModelBack, Pass, PassContext, Transformed};
use crate::domain::{Invariants, Limits, analyse};
use crate::smt::CancelToken;
use crate::system::{Model, System};
use crate::term::{Relation, Store, TermId, conjuncts};
use hashbrown::HashSet;

/// The pass.
#[derive(Clone, Copy, Debug)]
pub struct Strengthen {
    /// What the analysis may cost.
    pub limits: Limits,
    /// Which invariants are added to the constraints.
    pub assume: Assume,
}

/// Which invariants of its body atoms a clause may assume.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assume {
    /// None; only clauses that cannot apply are dropped.
    Nothing,
    /// Those that say more than a bound on one argument.
    Relations,
    /// All.
    Everything,
}

impl Default for Strengthen {
    fn default() -> Strengthen {
        Strengthen { limits: Limits::default(), assume: Assume::Everything }
    }
}

impl Strengthen {
    /// The pass that only drops clauses.
    pub fn excluding() -> Strengthen {
        Strengthen { assume: Assume::Nothing, ..Strengthen::default() }
    }
}

impl Pass for Strengthen {
    fn name(&self) -> &'static str {
        "strengthen"
    }

    fn apply(&self, cx: &mut PassContext<'_>, system: &System) -> Option<Transformed> {
        let invariants = analyse(cx.store, system, &cx.cancel, self.limits);
        if !invariants.complete {
            return None;
        }
        let mut parts: Vec<_> = system.pred_ids().map(|p| invariants.conjuncts(cx.store, system, p)).collect();
        if self.assume == Assume::Relations {
            for parts in &mut parts {
                parts.retain(|&part| !is_bound(cx.store, part));
            }
        }
        let mut output = System { preds: system.preds.clone(), clauses: Vec::with_capacity(system.clauses.len()) };
        let mut derivations = Derivations::new();
        let mut changed = false;
        for (id, clause) in system.clauses() {
            if !invariants.is_alive(id) {
                changed = true;
                continue;
            }
            let mut clause = clause.clone();
            if self.assume != Assume::Nothing {
                let mut known: HashSet<_> = conjuncts(cx.store, clause.constraint).into_iter().collect();
                let mut added = vec![clause.constraint];
                for atom in &clause.body {
                    for &part in &parts[atom.pred.index()] {
                        let fact = cx.store.instantiate(part, &atom.args);
                        if fact != Store::TRUE && known.insert(fact) {
                            added.push(fact);
                        }
                    }
                }
                let constraint = cx.store.and(&added);
                changed |= constraint != clause.constraint;
                clause.constraint = constraint;
            }
            let input = derivations.input(id);
            derivations.conclude(input);
            output.add_clause(clause);
        }
        changed.then(|| Transformed { system: output, derivations, model: Box::new(Back(invariants)) })
    }
}

/// The system with what abstract interpretation knows of the body atoms added to each clause. Clauses stay what and
/// where they are.
pub fn strengthened(store: &mut Store, system: &System, cancel: &CancelToken) -> (System, Invariants) {
    let limits = Limits { backward: false, ..Limits::default() };
    let invariants = analyse(store, system, cancel, limits);
    let mut stronger = system.clone();
    if invariants.complete {
        for clause in &mut stronger.clauses {
            let mut parts = conjuncts(store, clause.constraint);
            for atom in &clause.body {
                for part in invariants.conjuncts(store, system, atom.pred) {
                    parts.push(store.instantiate(part, &atom.args));
                }
            }
            clause.constraint = store.and(&parts);
        }
    }
    (stronger, invariants)
}

/// Whether a conjunct is a bound on a single argument.
fn is_bound(store: &Store, part: TermId) -> bool {
    store
        .as_linear_literal(part)
        .is_some_and(|(form, relation)| form.terms.len() == 1 && !matches!(relation, Relation::EqZero))
}

/// The way back: see the documentation of `analyse`.
struct Back(Invariants);

impl ModelBack for Back {
    fn model(&self, cx: &mut PassContext<'_>, input: &System, model: Model) -> Result<Model, String> {
        if model.definitions.len() != input.preds.len() {
            return Err("a model with too few definitions".into());
        }
        Ok(self.0.model(cx.store, input, Some(&model)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::tests::{check_model, equals, flagged};
    use crate::term::SortId;

    #[test]
    fn strengthening_translates_models_of_its_output() {
        let mut s = Store::new();
        let system = flagged(&mut s, 3);
        let mut cx = PassContext::new(&mut s, &CancelToken::new());
        // The query is excluded by parity, so the output has none and any model of it serves.
        let output = Strengthen::default().apply(&mut cx, &system).expect("something to add");
        assert!(output.system.clauses.iter().all(|c| !c.is_query()));
        let anything = crate::system::Model { definitions: vec![Store::TRUE] };
        let model = output.model.model(&mut cx, &system, anything).expect("translates");
        check_model(&mut s, &system, &model.definitions, -3, 9);
        // A query that remains: the model of the output must do the work, restricted to what matters to the query.
        let system = flagged(&mut s, 8);
        let mut cx = PassContext::new(&mut s, &CancelToken::new());
        let limits = Limits { leaves: 1, ..Limits::default() };
        let output =
            Strengthen { limits, assume: Assume::Everything }.apply(&mut cx, &system).expect("something to add");
        let (f, x) = (cx.store.var(0, SortId::INT), cx.store.var(1, SortId::INT));
        let six = cx.store.int(6);
        let (low, other) = (cx.store.le(x, six), equals(cx.store, f, 0));
        let inner = crate::system::Model { definitions: vec![cx.store.or2(low, other)] };
        let model = output.model.model(&mut cx, &system, inner.clone()).expect("translates");
        check_model(&mut s, &output.system, &inner.definitions, -3, 9);
        check_model(&mut s, &system, &model.definitions, -3, 9);
    }
}
