//! Simplification of single clauses: equations inlined, redundant literals and impossible disjuncts removed, variables
//! that nothing depends on eliminated, impossible, trivial and repeated clauses dropped.

use super::conjunction::Conjunction;
use super::{Derivations, Pass, PassContext, SameModel, Transformed};
use crate::system::{Atom, Clause, System};
use crate::term::{Store, TermId};
use hashbrown::HashSet;

/// The pass.
pub struct Simplify;

/// A clause without variables' sorts and origin: what makes two clauses the same.
pub(super) type ClauseKey = (TermId, Vec<Atom>, Option<Atom>);

/// The identity of a clause.
pub(super) fn clause_key(clause: &Clause) -> ClauseKey {
    (clause.constraint, clause.body.clone(), clause.head.clone())
}

impl Pass for Simplify {
    fn name(&self) -> &'static str {
        "simplify"
    }

    fn apply(&self, cx: &mut PassContext<'_>, system: &System) -> Option<Transformed> {
        let mut output = System { preds: system.preds.clone(), clauses: Vec::new() };
        let mut derivations = Derivations::new();
        let mut changed = false;
        let mut seen: HashSet<ClauseKey> = HashSet::new();
        for (id, clause) in system.clauses() {
            let key = clause_key(clause);
            let known = cx.simplified.contains(&key) || cx.cancel.is_cancelled();
            let outcome = if known { Simplified::Same } else { simplify_clause(cx.store, clause) };
            let (clause, step) = match outcome {
                Simplified::Dropped => {
                    changed = true;
                    continue;
                }
                Simplified::Same => (clause.clone(), None),
                Simplified::Changed { clause, images, body } => (clause, Some((images, body))),
            };
            let key = clause_key(&clause);
            if !known {
                cx.simplified.insert(key.clone());
            }
            if !seen.insert(key) {
                changed = true;
                continue;
            }
            let mut entry = derivations.input(id);
            if let Some((images, body)) = step {
                changed = true;
                entry = derivations.instance(entry, images, body);
            }
            derivations.conclude(entry);
            output.add_clause(clause);
        }
        changed.then(|| Transformed { system: output, derivations, model: Box::new(SameModel) })
    }
}

/// What simplification makes of a clause.
#[derive(Debug)]
pub(super) enum Simplified {
    /// The clause always holds.
    Dropped,
    /// There is nothing to simplify.
    Same,
    /// The clause is equivalent to this one.
    Changed {
        /// The simplified clause.
        clause: Clause,
        /// The old variables over the new ones, see [`Derivations::instance`].
        images: Vec<Option<TermId>>,
        /// For each old body atom its position among the new ones.
        body: Vec<u32>,
    },
}

/// Simplifies one clause.
pub(super) fn simplify_clause(store: &mut Store, clause: &Clause) -> Simplified {
    if clause.constraint == Store::FALSE {
        return Simplified::Dropped;
    }
    let body_terms: usize = clause.body.iter().map(|a| a.args.len()).sum();
    let terms: Vec<TermId> = clause.body.iter().chain(&clause.head).flat_map(|a| a.args.iter().copied()).collect();
    let mut conjunction = Conjunction::new(store, &clause.vars, clause.constraint, terms);
    conjunction.reluctant = body_terms;
    conjunction.simplify(store);
    if conjunction.is_false() {
        return Simplified::Dropped;
    }
    let (vars, images) = conjunction.compact(store);
    let constraint = store.and(&conjunction.conjuncts);
    if constraint == Store::FALSE {
        return Simplified::Dropped;
    }
    let mut terms = conjunction.terms.iter().copied();
    let mut rebuild = |atom: &Atom| Atom { pred: atom.pred, args: terms.by_ref().take(atom.args.len()).collect() };
    let all_atoms: Vec<Atom> = clause.body.iter().map(&mut rebuild).collect();
    let head = clause.head.as_ref().map(rebuild);
    let mut atoms: Vec<Atom> = Vec::with_capacity(all_atoms.len());
    let mut body = Vec::with_capacity(all_atoms.len());
    for atom in all_atoms {
        // Bodies are short.
        let position = atoms.iter().position(|a| *a == atom).unwrap_or_else(|| {
            atoms.push(atom);
            atoms.len() - 1
        });
        body.push(position as u32);
    }
    if head.as_ref().is_some_and(|h| atoms.contains(h)) {
        return Simplified::Dropped;
    }
    let simplified = Clause { vars, body: atoms, constraint, head, origin: clause.origin };
    if simplified == *clause {
        return Simplified::Same;
    }
    Simplified::Changed { clause: simplified, images, body }
}
