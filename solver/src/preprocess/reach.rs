//! Removal of predicates that no fact reaches, and of predicates that reach no query, with their clauses.

use super::{Derivations, ModelBack, Pass, PassContext, Transformed};
use crate::system::{Atom, ClauseId, Model, PredId, System};
use crate::term::{Store, TermId};

/// The pass.
pub struct Reach;

impl Pass for Reach {
    fn name(&self) -> &'static str {
        "reach"
    }

    fn apply(&self, _: &mut PassContext<'_>, system: &System) -> Option<Transformed> {
        let derivable = derivable(system);
        let relevant = relevant(system, &derivable);
        let kept: Vec<ClauseId> = system
            .clauses()
            .filter(|(_, clause)| {
                clause.body.iter().all(|a| derivable[a.pred.index()])
                    && clause.head.as_ref().is_none_or(|h| relevant[h.pred.index()])
            })
            .map(|(id, _)| id)
            .collect();
        let fate: Vec<Fate> = (0..system.preds.len())
            .map(|p| match (derivable[p], relevant[p]) {
                (false, _) => Fate::Is(Store::FALSE),
                (true, false) => Fate::Is(Store::TRUE),
                (true, true) => Fate::Kept,
            })
            .collect();
        if kept.len() == system.clauses.len() && fate.iter().all(|f| matches!(f, Fate::Kept)) {
            return None;
        }
        let mut output = System::new();
        let images = keep_preds(system, &mut output, &fate);
        let rename = |atom: &Atom| Some(Atom { pred: images[atom.pred.index()]?, args: atom.args.clone() });
        for &id in &kept {
            let mut clause = system.clause(id).clone();
            // Every predicate of a clause that is kept is kept itself.
            clause.body = clause.body.iter().filter_map(rename).collect();
            clause.head = clause.head.as_ref().and_then(rename);
            output.add_clause(clause);
        }
        Some(Transformed { system: output, derivations: Derivations::subset(kept), model: Box::new(Fates(fate)) })
    }
}

/// What becomes of a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It stays, under the next free number.
    Kept,
    /// It is gone, and this is its definition.
    Is(TermId),
}

/// Adds the predicates that are kept to `output`; their new numbers by the old ones.
pub(super) fn keep_preds(system: &System, output: &mut System, fate: &[Fate]) -> Vec<Option<PredId>> {
    system
        .preds
        .iter()
        .zip(fate)
        .map(|(pred, fate)| (*fate == Fate::Kept).then(|| output.add_pred(pred.name.clone(), pred.sorts.clone())))
        .collect()
}

/// The way back when predicates were only removed.
pub(super) struct Fates(pub Vec<Fate>);

impl ModelBack for Fates {
    fn model(&self, _: &mut PassContext<'_>, _: &System, model: Model) -> Result<Model, String> {
        let mut kept = model.definitions.into_iter();
        let definitions: Option<Vec<TermId>> = self
            .0
            .iter()
            .map(|fate| match fate {
                Fate::Kept => kept.next(),
                Fate::Is(definition) => Some(*definition),
            })
            .collect();
        Ok(Model { definitions: definitions.ok_or("a model with too few definitions")? })
    }
}

/// Which predicates some derivation from the facts may end in, constraints ignored.
fn derivable(system: &System) -> Vec<bool> {
    let mut derivable = vec![false; system.preds.len()];
    // For each clause how many body atoms are not yet known to be derivable, and where each predicate occurs.
    let mut missing: Vec<usize> = system.clauses.iter().map(|c| c.body.len()).collect();
    let mut occurrences: Vec<Vec<usize>> = vec![Vec::new(); system.preds.len()];
    let mut ready: Vec<usize> = Vec::new();
    for (i, clause) in system.clauses.iter().enumerate() {
        if clause.constraint == Store::FALSE {
            continue;
        }
        if clause.body.is_empty() {
            ready.push(i);
        }
        for atom in &clause.body {
            occurrences[atom.pred.index()].push(i);
        }
    }
    while let Some(clause) = ready.pop() {
        let Some(head) = &system.clauses[clause].head else { continue };
        if std::mem::replace(&mut derivable[head.pred.index()], true) {
            continue;
        }
        for &user in &occurrences[head.pred.index()] {
            missing[user] -= 1;
            if missing[user] == 0 {
                ready.push(user);
            }
        }
    }
    derivable
}

/// Which predicates may occur in a derivation of false that uses derivable predicates only.
fn relevant(system: &System, derivable: &[bool]) -> Vec<bool> {
    let mut relevant = vec![false; system.preds.len()];
    let mut defining: Vec<Vec<usize>> = vec![Vec::new(); system.preds.len()];
    let mut pending: Vec<usize> = Vec::new();
    for (i, clause) in system.clauses.iter().enumerate() {
        if clause.body.iter().any(|a| !derivable[a.pred.index()]) {
            continue;
        }
        match &clause.head {
            Some(head) => defining[head.pred.index()].push(i),
            None => pending.push(i),
        }
    }
    while let Some(clause) = pending.pop() {
        for atom in &system.clauses[clause].body {
            if !std::mem::replace(&mut relevant[atom.pred.index()], true) {
                pending.extend_from_slice(&defining[atom.pred.index()]);
            }
        }
    }
    relevant
}
