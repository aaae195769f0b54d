//! Argument slicing: removal of predicate arguments that no constraint and no query depends on.
//!
//! An argument of a predicate matters if some clause with the predicate in its body puts anything but a variable there,
//! or a variable that the constraint, another body argument, or a head argument that matters mentions. What does not
//! matter is dropped everywhere. When a refutation is translated back, a variable that occurred only in dropped
//! arguments takes its value from the fact the premise derives.

use super::{Derivations, ModelBack, Pass, PassContext, Transformed};
use crate::system::{Atom, Model, Pred, PredId, System};
use crate::term::{Store, TermId, free_vars};

/// The pass.
pub struct Slice;

impl Pass for Slice {
    fn name(&self) -> &'static str {
        "slice"
    }

    fn apply(&self, cx: &mut PassContext<'_>, system: &System) -> Option<Transformed> {
        let relevant = relevant_arguments(cx.store, system);
        if relevant.iter().flatten().all(|&r| r) {
            return None;
        }
        let kept = Kept::new(relevant);
        let (system, derivations) = remove_arguments(cx.store, system, &kept);
        Some(Transformed { system, derivations, model: Box::new(kept) })
    }
}

/// The system without the arguments that go. Variables that occurred only there have no image in the derivations.
pub(super) fn remove_arguments(store: &mut Store, system: &System, kept: &Kept) -> (System, Derivations) {
    let mut output = System { preds: kept.preds(system), clauses: Vec::new() };
    let mut derivations = Derivations::new();
    for (id, clause) in system.clauses() {
        let mut sliced = clause.clone();
        for atom in sliced.body.iter_mut().chain(&mut sliced.head) {
            *atom = kept.atom(atom);
        }
        let (sliced, vars) = sliced.compact(store);
        let mut images = vec![None; clause.vars.len()];
        for (new, &old) in vars.iter().enumerate() {
            images[old as usize] = Some(store.var(new as u32, clause.vars[old as usize]));
        }
        let input = derivations.input(id);
        let entry = derivations.instance(input, images, (0..clause.body.len() as u32).collect());
        derivations.conclude(entry);
        output.add_clause(sliced);
    }
    (output, derivations)
}

/// Which arguments of each predicate stay.
#[derive(Clone, Debug)]
pub(super) struct Kept(Vec<Vec<u32>>);

impl Kept {
    /// From a flag for each argument of each predicate.
    pub(super) fn new(flags: Vec<Vec<bool>>) -> Kept {
        let positions = |flags: Vec<bool>| (0..flags.len() as u32).filter(|&i| flags[i as usize]).collect();
        Kept(flags.into_iter().map(positions).collect())
    }

    /// The positions of a predicate's arguments that stay.
    pub(super) fn positions(&self, pred: PredId) -> &[u32] {
        &self.0[pred.index()]
    }

    /// The atom without the arguments that go.
    pub(super) fn atom(&self, atom: &Atom) -> Atom {
        Atom { pred: atom.pred, args: self.positions(atom.pred).iter().map(|&i| atom.args[i as usize]).collect() }
    }

    /// The predicates without the arguments that go.
    pub(super) fn preds(&self, system: &System) -> Vec<Pred> {
        let shrink = |(pred, kept): (&Pred, &Vec<u32>)| Pred {
            name: pred.name.clone(),
            sorts: kept.iter().map(|&i| pred.sorts[i as usize]).collect(),
        };
        system.preds.iter().zip(&self.0).map(shrink).collect()
    }

    /// A definition over the kept arguments as one over all of them.
    pub(super) fn widen(&self, store: &mut Store, input: &System, pred: PredId, definition: TermId) -> TermId {
        let positions = self.positions(pred);
        let args: Vec<TermId> = positions.iter().map(|&i| store.var(i, input.pred(pred).sorts[i as usize])).collect();
        // Without arguments left there is nothing to rename.
        if args.is_empty() { definition } else { store.instantiate(definition, &args) }
    }
}

impl ModelBack for Kept {
    fn model(&self, cx: &mut PassContext<'_>, input: &System, model: Model) -> Result<Model, String> {
        let widen = |p: PredId| self.widen(cx.store, input, p, model.definition(p));
        Ok(Model { definitions: input.pred_ids().map(widen).collect() })
    }
}

/// For each predicate which of its arguments matter.
pub(super) fn relevant_arguments(store: &Store, system: &System) -> Vec<Vec<bool>> {
    let mut relevant: Vec<Vec<bool>> = system.preds.iter().map(|p| vec![false; p.sorts.len()]).collect();
    let mut pending: Vec<(PredId, usize)> = Vec::new();
    let mut defining: Vec<Vec<usize>> = vec![Vec::new(); system.preds.len()];
    // For each clause and variable the body arguments that are this variable.
    let mut places: Vec<Vec<Vec<(PredId, usize)>>> = Vec::with_capacity(system.clauses.len());
    for (c, clause) in system.clauses.iter().enumerate() {
        if let Some(head) = &clause.head {
            defining[head.pred.index()].push(c);
        }
        let mut vars: Vec<Vec<(PredId, usize)>> = vec![Vec::new(); clause.vars.len()];
        let mut roots = vec![clause.constraint];
        for atom in &clause.body {
            for (i, &arg) in atom.args.iter().enumerate() {
                match store.as_var(arg) {
                    Some(var) => vars[var as usize].push((atom.pred, i)),
                    None => {
                        roots.push(arg);
                        mark(&mut relevant, &mut pending, (atom.pred, i));
                    }
                }
            }
        }
        for var in free_vars(store, &roots).into_iter().filter_map(|v| store.as_var(v)) {
            for &place in &vars[var as usize] {
                mark(&mut relevant, &mut pending, place);
            }
        }
        for shared in vars.iter().filter(|v| v.len() > 1) {
            for &place in shared {
                mark(&mut relevant, &mut pending, place);
            }
        }
        places.push(vars);
    }
    while let Some((pred, i)) = pending.pop() {
        for &c in &defining[pred.index()] {
            let Some(head) = &system.clauses[c].head else { continue };
            for var in free_vars(store, &[head.args[i]]).into_iter().filter_map(|v| store.as_var(v)) {
                for &place in &places[c][var as usize] {
                    mark(&mut relevant, &mut pending, place);
                }
            }
        }
    }
    relevant
}

fn mark(relevant: &mut [Vec<bool>], pending: &mut Vec<(PredId, usize)>, (pred, i): (PredId, usize)) {
    if !std::mem::replace(&mut relevant[pred.index()][i], true) {
        pending.push((pred, i));
    }
}
