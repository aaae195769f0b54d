//! How a clause's variables get values: what its body atoms and equations determine, and the bounds worth trying.

use super::limits::LIMITS;
use crate::num::{Int, Rat};
use crate::system::{Clause, System};
use crate::term::{Linear, Op, Relation, SortId, Store, TermId, conjuncts, free_vars, postorder};

/// One clause, prepared.
#[derive(Debug)]
pub struct Plan {
    /// The conjuncts of the constraint, those with aggregates and quantifiers last.
    pub conjuncts: Vec<TermId>,
    /// Variables that an equation gives in terms of others.
    pub equations: Vec<(u32, TermId)>,
    /// Variables that an argument of a body atom gives: the variable, atom, position, and the term that has to be
    /// subtracted from the argument's value or, with the flag, from which it is subtracted.
    pub inverses: Vec<Inverse>,
    /// For each variable terms that a comparison bounds it by.
    pub bounds: Vec<Vec<TermId>>,
}

/// An argument `±variable + rest` of a body atom.
#[derive(Debug)]
pub struct Inverse {
    /// The variable.
    pub variable: u32,
    /// The number of the body atom.
    pub atom: usize,
    /// The argument's position.
    pub position: usize,
    /// What is added.
    pub rest: TermId,
    /// Whether the variable is subtracted.
    pub negative: bool,
}

/// The plans of all clauses.
pub fn plans(store: &mut Store, system: &System) -> Vec<Plan> {
    system.clauses.iter().map(|clause| plan(store, clause)).collect()
}

fn plan(store: &mut Store, clause: &Clause) -> Plan {
    let mut parts = conjuncts(store, clause.constraint);
    let folds = |store: &Store, part: TermId| {
        let order = postorder(store, &[part]);
        order.iter().any(|&t| matches!(store.op(t), Op::Aggregate(_) | Op::Forall(_) | Op::Exists(_)))
    };
    parts.sort_by_key(|&part| folds(store, part));
    let mut equations = Vec::new();
    for &part in &parts {
        if *store.op(part) == Op::Eq {
            let args = store.args(part).to_vec();
            for (a, b) in [(args[0], args[1]), (args[1], args[0])] {
                if let Some(variable) = store.as_var(a) {
                    equations.push((variable, b));
                }
            }
        }
        if let Some((form, Relation::EqZero)) = store.as_linear_literal(part) {
            for (atom, coefficient) in form.terms.clone() {
                if let Some(variable) = store.as_var(atom)
                    && coefficient.abs().is_one()
                {
                    equations.push((variable, solve(store, &form, atom)));
                }
            }
        }
    }
    let mut inverses = Vec::new();
    for (number, atom) in clause.body.iter().enumerate() {
        for (position, &arg) in atom.args.iter().enumerate() {
            if store.as_var(arg).is_some() || !store.sort_of(arg).is_arith() {
                continue;
            }
            let form = store.linear(arg);
            for (term, coefficient) in form.terms.clone() {
                if let Some(variable) = store.as_var(term)
                    && coefficient.abs().is_one()
                {
                    let rest = without(&form, term);
                    let rest = store.from_linear(&rest, store.sort_of(arg));
                    let negative = coefficient.is_negative();
                    inverses.push(Inverse { variable, atom: number, position, rest, negative });
                }
            }
        }
    }
    let mut bounds: Vec<Vec<TermId>> = vec![Vec::new(); clause.vars.len()];
    for literal in postorder(store, &[clause.constraint]) {
        if store.is_quantified(literal) || !matches!(store.op(literal), Op::Le | Op::Eq) {
            continue;
        }
        let Some((form, _)) = store.as_linear_literal(literal) else { continue };
        for (atom, _) in form.terms.clone() {
            let Some(variable) = store.as_var(atom) else { continue };
            let bound = solve(store, &form, atom);
            let list = &mut bounds[variable as usize];
            let circular = free_vars(store, &[bound]).contains(&atom);
            if !circular && list.len() < LIMITS.plan_bound && !list.contains(&bound) {
                list.push(bound);
            }
        }
    }
    Plan { conjuncts: parts, equations, inverses, bounds }
}

/// A linear form without one of its atoms.
fn without(form: &Linear, atom: TermId) -> Linear {
    let mut rest = form.clone();
    rest.terms.retain(|(term, _)| *term != atom);
    rest
}

/// What an atom is where the form is zero; of an integer, rounded.
fn solve(store: &mut Store, form: &Linear, atom: TermId) -> TermId {
    let coefficient = form.coefficient(atom);
    let sort = store.sort_of(atom);
    let mut rest = without(form, atom);
    if sort != SortId::INT || coefficient.abs().is_one() {
        rest.scale(&(&Rat::from(-1) / &coefficient));
        return store.from_linear(&rest, sort);
    }
    // Literals over integers have integer coefficients.
    let divisor = coefficient.abs().to_int().unwrap_or(Int::ONE);
    rest.scale(&Rat::from(if coefficient.is_negative() { 1 } else { -1 }));
    let dividend = store.from_linear(&rest, sort);
    let divisor = store.int_big(divisor);
    store.int_div(dividend, divisor)
}
