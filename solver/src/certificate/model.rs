//! What has to be shown for a model: one formula per clause that must be unsatisfiable.

use super::aggregate::with_facts;
use super::conflict::refutes;
use super::functions::{check_functions, claim_obligations, with_functions};
use super::instantiate::{instantiate, instantiate_keys};
use super::measure::without_measures;
use super::skolem::skolemize;
use super::split::split;
use super::{Obligation, Rejection};
use crate::system::{Clause, ClauseId, Model, System};
use crate::term::{Op, SortId, Store, TermId, conjuncts, free_vars, postorder};
use hashbrown::HashSet;

/// Checks that the model defines every predicate over its arguments, and returns what is left for the solver to show.
///
/// The obligation of `body ∧ constraint → head` is `body ∧ constraint ∧ ¬head` with the definitions in place of the
/// predicates. Obligations that are false by simplification or by contradictory bounds are not returned.
pub fn model_obligations(store: &mut Store, system: &System, model: &Model) -> Result<Vec<Obligation>, Rejection> {
    check_shape(store, system, model)?;
    let mut obligations = Vec::new();
    let claims = check_functions(store, &model.definitions)?;
    for number in 0..claims.len() {
        for formula in claim_obligations(store, &claims[number], &claims[..number])? {
            if formula != Store::FALSE {
                let claim = Some(number);
                let clause = ClauseId(0);
                obligations.push(Obligation { clause, step: None, claim, formula, weaker: None, exact: false });
            }
        }
    }
    for (id, clause) in system.clauses() {
        let Some(formula) = obligation(store, clause, model) else { continue };
        let plain_calls = !store.has_call(&[formula]);
        if !plain_calls
            && store.is_quantified(formula)
            && let Some((few, many)) = instantiate_keys(store, formula)
        {
            let mut instances = |formula| {
                let fresh = store.var_bound(formula);
                let formula = with_functions(store, formula, &claims, fresh);
                if refutes(store, formula) { Store::FALSE } else { formula }
            };
            let (weaker, formula) = (instances(few), instances(many));
            if weaker != Store::FALSE && formula != Store::FALSE {
                let weaker = (weaker != formula).then_some(weaker);
                obligations.push(Obligation { clause: id, step: None, claim: None, formula, weaker, exact: false });
            }
            continue;
        }
        let fresh = store.var_bound(formula);
        let formula = with_functions(store, formula, &claims, fresh);
        if formula == Store::FALSE {
            continue;
        }
        // The solver's counterexample may be one to an uninterpreted function only.
        let plain_functions = plain_calls && !store.has_aggregate(&[formula]);
        let formula = with_facts(store, formula);
        // Instances may have aggregates that were under the quantifier before.
        let mut weaker = instantiate(store, formula).map(|weaker| with_facts(store, weaker));
        if weaker.is_some_and(|weaker| refutes(store, weaker)) {
            continue;
        }
        let fresh = store.var_bound(formula).max(weaker.map_or(0, |w| store.var_bound(w)));
        let plain = without_measures(store, formula, fresh);
        let exact = plain_functions && plain == formula;
        if let Some(instances) = weaker {
            weaker = Some(without_measures(store, instances, fresh));
            obligations.push(Obligation { clause: id, step: None, claim: None, formula: plain, weaker, exact });
            continue;
        }
        for formula in split(store, plain) {
            obligations.push(Obligation { clause: id, step: None, claim: None, formula, weaker, exact });
        }
    }
    Ok(obligations)
}

/// The clause under the model; used to explain a rejection.
pub(super) fn describe(system: &System, clause: ClauseId) -> String {
    let origin = system.clause(clause).origin;
    let place = if origin.line > 0 { format!(" (line {})", origin.line) } else { String::new() };
    format!("clause {}{place}", clause.0)
}

fn check_shape(store: &Store, system: &System, model: &Model) -> Result<(), Rejection> {
    let malformed = |text: String| Err(Rejection::Malformed(text));
    if model.definitions.len() != system.preds.len() {
        return malformed(format!(
            "the model has {} definitions for {} predicates",
            model.definitions.len(),
            system.preds.len()
        ));
    }
    for (pred, &definition) in system.preds.iter().zip(&model.definitions) {
        if store.sort_of(definition) != SortId::BOOL {
            return malformed(format!("the definition of {} is no formula", pred.name));
        }
        for var in free_vars(store, &[definition]) {
            let index = store.as_var(var).unwrap_or(u32::MAX) as usize;
            if pred.sorts.get(index) != Some(&store.sort_of(var)) {
                return malformed(format!(
                    "the definition of {} uses variable {index}, which is no argument",
                    pred.name
                ));
            }
        }
        if has_loose_bound(store, definition) {
            return malformed(format!("the definition of {} uses a bound variable outside its quantifier", pred.name));
        }
    }
    Ok(())
}

/// Whether a bound variable occurs outside every quantifier that binds it. Approximate in the safe direction: the check
/// asks for a quantifier of that variable anywhere in the term, the solver rejects what slips through.
fn has_loose_bound(store: &Store, term: TermId) -> bool {
    if !store.is_quantified(term) {
        return false;
    }
    let mut bound: HashSet<(u32, SortId)> = HashSet::new();
    let mut used = Vec::new();
    for t in postorder(store, &[term]) {
        match store.op(t) {
            Op::Forall(vars) | Op::Exists(vars) => bound.extend(vars.iter().copied()),
            Op::Bound(index) => used.push((*index, store.sort_of(t))),
            _ => {}
        }
    }
    used.iter().any(|v| !bound.contains(v))
}

/// What remains to be refuted for one clause; `None` if nothing does.
fn obligation(store: &mut Store, clause: &Clause, model: &Model) -> Option<TermId> {
    let mut parts = vec![clause.constraint];
    if clause.constraint == Store::FALSE {
        return None;
    }
    for atom in &clause.body {
        parts.push(model.apply(store, atom));
    }
    let assumption = store.and(&parts);
    if assumption == Store::FALSE {
        return None;
    }
    // What the head asks for beyond what the body gives literally.
    let given: HashSet<TermId> = conjuncts(store, assumption).into_iter().collect();
    let head = clause.head.as_ref().map_or(Store::FALSE, |atom| model.apply(store, atom));
    let asked: Vec<TermId> = conjuncts(store, head).into_iter().filter(|part| !given.contains(part)).collect();
    let asked = store.and(&asked);
    let not_head = store.not(asked);
    let formula = store.and2(assumption, not_head);
    if formula == Store::FALSE {
        return None;
    }
    let formula = skolemize(store, formula, clause.vars.len() as u32);
    if refutes(store, formula) { None } else { Some(formula) }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{counter, counter_model};
    use super::*;

    #[test]
    fn small_models_need_no_solver() {
        let mut s = Store::new();
        let system = counter(&mut s, 10, 11);
        let model = counter_model(&mut s, 0, 10);
        assert_eq!(model_obligations(&mut s, &system, &model), Ok(vec![]));
    }

    #[test]
    fn a_wrong_model_leaves_an_obligation() {
        let mut s = Store::new();
        let system = counter(&mut s, 10, 11);
        let model = counter_model(&mut s, 0, 9);
        let left = model_obligations(&mut s, &system, &model).expect("well-formed");
        assert_eq!(left.len(), 1);
        assert_eq!(left[0].clause, ClauseId(1));
    }

    #[test]
    fn ill_formed_models_are_rejected() {
        let mut s = Store::new();
        let system = counter(&mut s, 10, 11);
        let none = Model { definitions: vec![] };
        assert!(matches!(model_obligations(&mut s, &system, &none), Err(Rejection::Malformed(_))));
        let foreign = Model { definitions: vec![s.var(1, SortId::BOOL)] };
        assert!(matches!(model_obligations(&mut s, &system, &foreign), Err(Rejection::Malformed(_))));
        let number = Model { definitions: vec![s.var(0, SortId::INT)] };
        assert!(matches!(model_obligations(&mut s, &system, &number), Err(Rejection::Malformed(_))));
        let index = s.fresh_bound();
        let (b, zero) = (s.bound(index, SortId::INT), s.int(0));
        let loose = Model { definitions: vec![s.le(b, zero)] };
        assert!(matches!(model_obligations(&mut s, &system, &loose), Err(Rejection::Malformed(_))));
    }
}
