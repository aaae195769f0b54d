//! Seeds: abstraction predicates that are tried before any refinement.
//!
//! What the queries forbid, negated, and how the facts begin, are read off the clauses; they save the first few
//! refinements, and one test each per edge is what they cost. Few are enough: the rest is left to interpolation.

use super::limits::LIMITS;
use super::state::Predicates;
use super::templates::oriented_equations;
use crate::system::{Atom, Clause, System};
use crate::term::{Op, SortId, Store, Substitution, TermId, conjuncts, free_vars};

/// Adds the seeds of a system.
pub fn seed(store: &mut Store, system: &System, predicates: &mut Predicates) {
    for (_, clause) in system.clauses() {
        if clause.is_query() && clause.is_linear() {
            for atom in &clause.body {
                let literals = literals_about(store, system, clause, atom);
                let bad = store.and(&literals);
                let good = store.not(bad);
                add(store, predicates, atom, good);
                for literal in literals {
                    let negated = store.not(literal);
                    add(store, predicates, atom, negated);
                }
            }
        }
        if let Some(head) = &clause.head
            && clause.is_fact()
        {
            for literal in literals_about(store, system, clause, head) {
                for half in halves(store, literal) {
                    add(store, predicates, head, half);
                }
            }
        }
    }
    for pred in system.pred_ids() {
        let sorts = &system.pred(pred).sorts;
        for (at, _) in sorts.iter().enumerate().filter(|(_, s)| **s == SortId::BOOL) {
            if predicates.of(pred).len() >= LIMITS.max_seeds {
                break;
            }
            let arg = store.var(at as u32, SortId::BOOL);
            let negated = store.not(arg);
            predicates.add(pred, arg);
            predicates.add(pred, negated);
        }
    }
}

fn add(store: &Store, predicates: &mut Predicates, atom: &Atom, formula: TermId) {
    if predicates.of(atom.pred).len() < LIMITS.max_seeds && !store.is_quantified(formula) {
        predicates.add(atom.pred, formula);
    }
}

/// An arithmetic equation as two inequalities, anything else as itself.
pub(super) fn halves(store: &mut Store, literal: TermId) -> Vec<TermId> {
    if *store.op(literal) == Op::Eq
        && let [left, right] = *store.args(literal)
        && store.sort_of(left).is_arith()
    {
        return vec![literal, store.le(left, right), store.ge(left, right)];
    }
    vec![literal]
}

/// The conjuncts of the clause's constraint that speak about the arguments of the atom alone, over `Var(0) …`; with
/// what the arguments' own terms say (an argument that is a numeral, two that are equal).
fn literals_about(store: &mut Store, system: &System, clause: &Clause, atom: &Atom) -> Vec<TermId> {
    let args = store.vars(0, &system.pred(atom.pred).sorts);
    let mut solved = oriented_equations(store, clause);
    let mut images: Vec<(TermId, TermId)> = Vec::new();
    let mut literals = Vec::new();
    for (&term, &arg) in atom.args.iter().zip(&args) {
        let term = solved.apply(store, term);
        if store.as_var(term).is_some() {
            match images.iter().find(|(v, _)| *v == term) {
                Some(&(_, first)) => literals.push(store.eq(first, arg)),
                None => images.push((term, arg)),
            }
        } else if store.is_ground(term) {
            literals.push(store.eq(arg, term));
        }
    }
    let mut to_args = Substitution::new(images.iter().copied());
    for literal in conjuncts(store, clause.constraint) {
        let literal = solved.apply(store, literal);
        let local = free_vars(store, &[literal]).iter().all(|v| images.iter().any(|(w, _)| w == v));
        if local && !store.is_ground(literal) {
            literals.push(to_args.apply(store, literal));
        }
    }
    literals
}
