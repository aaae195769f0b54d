//! Models with recursive functions: the definitions describe functions, the claims about them hold by induction, and
//! what is known of the functions is put beside a formula.
//!
//! Nothing here is told how to prove anything but the variable of an induction. A claim is shown from those before it,
//! by cases on the constructors of that variable, with the claim itself for the parts of its value; all formulas are
//! free of quantifiers. For engines that look for claims the same formulas say whether one will be accepted.

mod descent;
mod saturate;
#[cfg(test)]
mod tests;

use super::Rejection;
use crate::term::{Claim, Op, Store, TermId, free_vars};
use descent::check_descent;
use saturate::{Rule, saturate};

/// How deep below the value of an inductive variable the claim is used: for its fields, and for fields of these.
const DEPTH: usize = 2;

/// The claims about the functions called in the terms; an error unless these functions exist, and all that the claims
/// speak of.
pub fn check_functions(store: &Store, roots: &[TermId]) -> Result<Vec<Claim>, Rejection> {
    let (functions, claims) = store.theory(roots);
    check_descent(store, &functions)?;
    Ok(claims)
}

/// The formulas that must be unsatisfiable for a claim to hold, given that those before it do.
pub fn claim_obligations(store: &mut Store, claim: &Claim, before: &[Claim]) -> Result<Vec<TermId>, Rejection> {
    let malformed = |text: &str| Err(Rejection::Malformed(text.to_string()));
    let vars = store.vars(0, &claim.vars);
    let inside = free_vars(store, &[claim.formula]);
    if inside.iter().any(|var| !vars.contains(var)) || store.is_quantified(claim.formula) {
        return malformed("a claim with other variables than its own, or with quantifiers");
    }
    let denied = store.not(claim.formula);
    let mut fresh = vars.len() as u32;
    let mut rules = rules(store, before, &mut fresh);
    let Some(on) = claim.induction else {
        return Ok(vec![saturate(store, denied, &rules, fresh)]);
    };
    let Some(&on) = vars.get(on as usize) else { return malformed("a claim by induction over no variable of its") };
    let sort = store.sort_of(on);
    let Some(id) = store.datatype_of(sort) else { return malformed("a claim by induction over no datatype") };
    // The hypotheses speak of all values of the other variables, which have other names there.
    let apart = store.vars(fresh, &claim.vars);
    fresh += apart.len() as u32;
    let assumed = crate::term::Substitution::new(vars.iter().copied().zip(apart.iter().copied()).filter(|p| p.0 != on))
        .apply(store, claim.formula);
    let mut obligations = Vec::new();
    for constructor in 0..store.datatype(id).constructors.len() as u32 {
        let sorts: Vec<_> =
            store.datatype(id).constructors[constructor as usize].fields.iter().map(|f| f.sort).collect();
        let fields = store.vars(fresh, &sorts);
        fresh += sorts.len() as u32;
        let built = store.construct(sort, constructor, &fields);
        let mut parts = vec![at(store, denied, on, built)];
        let known = rules.len();
        // Parts of the value, each with the condition that it is one.
        let mut smaller: Vec<(TermId, TermId, usize)> = fields.iter().map(|&f| (f, Store::TRUE, 1)).collect();
        while let Some((part, condition, depth)) = smaller.pop() {
            let Some(inner) = store.datatype_of(store.sort_of(part)) else { continue };
            if store.sort_of(part) == sort {
                let hypothesis = at(store, claim.formula, on, part);
                let hypothesis = store.implies(condition, hypothesis);
                parts.push(hypothesis);
                let hypothesis = at(store, assumed, on, part);
                let hypothesis = store.implies(condition, hypothesis);
                rules.push(Rule::new(store, &apart, hypothesis));
            }
            if depth == DEPTH {
                continue;
            }
            for c in 0..store.datatype(inner).constructors.len() as u32 {
                let is_built = store.test(c, part);
                let condition = store.and2(condition, is_built);
                for f in 0..store.datatype(inner).constructors[c as usize].fields.len() as u32 {
                    let field = store.project(c, f, part);
                    smaller.push((field, condition, depth + 1));
                }
            }
        }
        let formula = store.and(&parts);
        obligations.push(saturate(store, formula, &rules, fresh));
        rules.truncate(known);
    }
    Ok(obligations)
}

/// The formula with what is known of the functions in it, the claims included: unsatisfiable only if the formula is.
/// Fresh variables are numbered from `fresh` on.
pub fn with_functions(store: &mut Store, formula: TermId, claims: &[Claim], fresh: u32) -> TermId {
    if !store.has_call(&[formula]) {
        return formula;
    }
    let mut fresh = fresh;
    let rules = rules(store, claims, &mut fresh);
    saturate(store, formula, &rules, fresh)
}

/// The formula with all calls unfolded whose case is decided, and without variables that a conjunct determines:
/// satisfiable exactly if the formula is.
pub fn in_normal_form(store: &mut Store, formula: TermId, fresh: u32) -> TermId {
    saturate::determined(store, formula, fresh)
}

/// The claims with variables of their own from `fresh` on.
fn rules(store: &mut Store, claims: &[Claim], fresh: &mut u32) -> Vec<Rule> {
    let mut rules = Vec::with_capacity(claims.len());
    for claim in claims {
        let vars = store.vars(*fresh, &claim.vars);
        *fresh += vars.len() as u32;
        let formula = if vars.is_empty() { claim.formula } else { store.instantiate(claim.formula, &vars) };
        rules.push(Rule::new(store, &vars, formula));
    }
    rules
}

/// The formula with a term in the place of a variable.
fn at(store: &mut Store, formula: TermId, var: TermId, image: TermId) -> TermId {
    debug_assert!(matches!(store.op(var), Op::Var(_)));
    crate::term::Substitution::new([(var, image)]).apply(store, formula)
}
