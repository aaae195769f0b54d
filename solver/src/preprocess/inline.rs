//! Inlining: a predicate that does not depend on itself directly is replaced by its definition wherever that does not
//! make the system larger.
//!
//! Eliminating a predicate resolves each clause that uses it with each clause that defines it. Predicates are taken in
//! sweeps, cheapest first, and within a sweep no clause is touched twice: a chain of n predicates is halved in each
//! sweep instead of being rolled up into one ever longer clause. How the definition of an eliminated predicate is
//! recovered is the matter of the module `define`.

use super::define::{Elimination, Eliminations};
use super::simplify::{Simplified, simplify_clause};
use super::{Derivations, EntryId, Pass, PassContext, Transformed};
use crate::system::{Atom, Clause, PredId, System};
use crate::term::{Op, Store, TermId, postorder};
use std::collections::BTreeSet;

/// The pass.
#[derive(Clone, Copy, Debug)]
pub struct Inline {
    /// By how many term nodes the elimination of one predicate may make the system larger.
    pub growth: usize,
    /// How many body atoms a clause may get.
    pub body: usize,
}

impl Default for Inline {
    fn default() -> Inline {
        Inline { growth: 100, body: 4 }
    }
}

/// All sweeps together may look at so many clauses as this many looks at all of them would. A chain of predicates that
/// can be eliminated from one end only takes a sweep for each of them.
const SWEEPS: usize = 64;

impl Pass for Inline {
    fn name(&self) -> &'static str {
        "inline"
    }

    fn apply(&self, cx: &mut PassContext<'_>, system: &System) -> Option<Transformed> {
        let mut inliner = Inliner::new(cx.store, system);
        let limit = inliner.total_size() * 2 + 2_000;
        let mut eliminations = Vec::new();
        let mut gone = vec![false; system.preds.len()];
        // What an elimination costs changes with the clauses of the predicate only, so that a sweep looks at what the
        // one before it has changed.
        let mut known: BTreeSet<(isize, PredId)> = BTreeSet::new();
        let mut growths: Vec<Option<isize>> = vec![None; system.preds.len()];
        let mut fuel = SWEEPS * (inliner.work.len() + system.preds.len());
        for sweep in 1.. {
            for pred in std::mem::take(&mut inliner.changed) {
                if let Some(before) = growths[pred.index()].take() {
                    known.remove(&(before, pred));
                }
                if gone[pred.index()] {
                    continue;
                }
                fuel = fuel.saturating_sub(1 + inliner.effort(pred));
                if let Some(growth) = inliner.growth(cx.store, pred, self) {
                    growths[pred.index()] = Some(growth);
                    known.insert((growth, pred));
                }
            }
            if fuel == 0 {
                break;
            }
            let candidates: Vec<(isize, PredId)> = known.iter().copied().collect();
            let mut any = false;
            for (_, pred) in candidates {
                if cx.cancel.is_cancelled() || inliner.total_size() > limit {
                    break;
                }
                // An earlier elimination of this sweep may have changed the figures or the clauses.
                if inliner.is_touched(pred, sweep) || inliner.growth(cx.store, pred, self).is_none() {
                    continue;
                }
                eliminations.push(inliner.eliminate(cx.store, pred, sweep));
                gone[pred.index()] = true;
                any = true;
            }
            if !any || cx.cancel.is_cancelled() {
                break;
            }
        }
        if eliminations.is_empty() {
            return None;
        }
        Some(inliner.finish(system, &gone, eliminations))
    }
}

/// A clause of the system being rewritten.
struct Work {
    clause: Clause,
    entry: EntryId,
    size: usize,
    /// The sweep that made it, 0 for clauses of the input.
    sweep: usize,
}

struct Inliner {
    /// Clauses that were resolved away are `None`.
    work: Vec<Option<Work>>,
    /// For each predicate the clauses that define and use it; may list clauses that are gone.
    defining: Vec<Vec<usize>>,
    using: Vec<Vec<usize>>,
    derivations: Derivations,
    total: usize,
    /// For each predicate how many of its clauses use it themselves.
    loops: Vec<usize>,
    /// The predicates whose clauses have changed since somebody looked.
    changed: BTreeSet<PredId>,
}

impl Inliner {
    fn new(store: &Store, system: &System) -> Inliner {
        let count = system.preds.len();
        let mut inliner = Inliner {
            work: Vec::new(),
            defining: vec![Vec::new(); count],
            using: vec![Vec::new(); count],
            derivations: Derivations::new(),
            total: 0,
            loops: vec![0; count],
            changed: system.pred_ids().collect(),
        };
        for (id, clause) in system.clauses() {
            let entry = inliner.derivations.input(id);
            inliner.add(store, clause.clone(), entry, 0);
        }
        inliner
    }

    fn total_size(&self) -> usize {
        self.total
    }

    fn add(&mut self, store: &Store, clause: Clause, entry: EntryId, sweep: usize) {
        let index = self.work.len();
        if let Some(head) = &clause.head {
            self.defining[head.pred.index()].push(index);
        }
        for atom in &clause.body {
            let users = &mut self.using[atom.pred.index()];
            if users.last() != Some(&index) {
                users.push(index);
            }
        }
        let size = clause_size(store, &clause);
        self.total += size;
        if let Some(pred) = loops(&clause) {
            self.loops[pred.index()] += 1;
        }
        self.changed.extend(preds(&clause));
        self.work.push(Some(Work { clause, entry, size, sweep }));
    }

    fn alive<'a>(&'a self, list: &'a [usize]) -> impl Iterator<Item = &'a Work> {
        list.iter().filter_map(|&c| self.work[c].as_ref())
    }

    /// Whether a clause with the predicate was made in this sweep.
    fn is_touched(&self, pred: PredId, sweep: usize) -> bool {
        let (defining, using) = (&self.defining[pred.index()], &self.using[pred.index()]);
        self.alive(defining).chain(self.alive(using)).any(|w| w.sweep == sweep)
    }

    /// How many clauses [`Inliner::growth`] looks at.
    fn effort(&self, pred: PredId) -> usize {
        let clauses = self.defining[pred.index()].len() + self.using[pred.index()].len();
        if self.loops[pred.index()] > 0 { 0 } else { clauses }
    }

    /// By how many nodes the elimination of the predicate makes the system larger; `None` if it must stay.
    fn growth(&self, store: &Store, pred: PredId, limits: &Inline) -> Option<isize> {
        if self.loops[pred.index()] > 0 {
            return None;
        }
        let (mut defs, mut def_size, mut def_body, mut linear) = (0usize, 0usize, 0usize, true);
        for work in self.alive(&self.defining[pred.index()]) {
            defs += 1;
            def_size += work.size;
            def_body = def_body.max(work.clause.body.len());
            linear &= work.clause.body.len() <= 1;
        }
        let (mut uses, mut after, mut before, mut made) = (0usize, 0usize, def_size, 0usize);
        for work in self.alive(&self.using[pred.index()]) {
            let occurrences = work.clause.body.iter().filter(|a| a.pred == pred).count();
            let body = work.clause.body.len() - occurrences + occurrences * def_body;
            if body > limits.body && !linear {
                return None;
            }
            if occurrences == 1 && defs <= 64 {
                // Definitions whose head cannot be what is used need not be counted.
                for def in self.alive(&self.defining[pred.index()]) {
                    if may_resolve(store, &def.clause, &work.clause, pred) {
                        after += work.size + def.size;
                        made += 1;
                    }
                }
                uses += 1;
                before += work.size;
                continue;
            }
            // defs^occurrences clauses, each with that many definitions inside.
            let copies = defs.checked_pow(occurrences as u32).filter(|&c| c <= 64)?;
            after += copies * work.size;
            after += occurrences * copies.checked_div(defs).unwrap_or(0) * def_size;
            made += copies;
            uses += 1;
            before += work.size;
        }
        if uses == 0 || defs == 0 {
            // Reachability removes such predicates, with less to translate back.
            return None;
        }
        let growth = after as isize - before as isize;
        let fewer = made <= defs + uses || (defs == 1 || uses == 1);
        (growth <= limits.growth as isize && fewer).then_some(growth)
    }

    /// The clauses of a list that are still there, which are gone then.
    fn take(&mut self, list: &[usize]) -> Vec<Work> {
        let taken: Vec<Work> = list.iter().filter_map(|&c| self.work[c].take()).collect();
        for Work { clause, size, .. } in &taken {
            self.total -= size;
            if let Some(pred) = loops(clause) {
                self.loops[pred.index()] -= 1;
            }
            self.changed.extend(preds(clause));
        }
        taken
    }

    /// Resolves the predicate away.
    fn eliminate(&mut self, store: &mut Store, pred: PredId, sweep: usize) -> Elimination {
        let (defining, using) = (&mut self.defining[pred.index()], &mut self.using[pred.index()]);
        let (defining, using) = (std::mem::take(defining), std::mem::take(using));
        let (defs, uses) = (self.take(&defining), self.take(&using));
        for user in &uses {
            // Clauses in which occurrences of the predicate are left.
            let mut pending: Vec<(Clause, EntryId)> = vec![(user.clause.clone(), user.entry)];
            while let Some((clause, entry)) = pending.pop() {
                let Some(position) = clause.body.iter().position(|a| a.pred == pred) else {
                    self.add(store, clause, entry, sweep);
                    continue;
                };
                for def in defs.iter().rev() {
                    if let Some(next) = self.resolve(store, (&clause, entry), position, (&def.clause, def.entry)) {
                        pending.push(next);
                    }
                }
            }
        }
        let clauses = |list: Vec<Work>| list.into_iter().map(|w| w.clause).collect();
        Elimination { pred, defining: clauses(defs), using: clauses(uses) }
    }

    /// The simplified resolvent, unless it always holds.
    fn resolve(
        &mut self,
        store: &mut Store,
        (left, left_entry): (&Clause, EntryId),
        position: usize,
        (right, right_entry): (&Clause, EntryId),
    ) -> Option<(Clause, EntryId)> {
        let (clause, right_images) = resolvent(store, left, position, right)?;
        let left_images = left.var_terms(store);
        let entry = self.derivations.resolvent(
            (left_entry, left_images),
            (position, left.body.len()),
            (right_entry, right_images),
        );
        match simplify_clause(store, &clause) {
            Simplified::Dropped => None,
            Simplified::Same => Some((clause, entry)),
            Simplified::Changed { clause, images, body } => {
                let entry = self.derivations.instance(entry, images, body);
                Some((clause, entry))
            }
        }
    }

    fn finish(mut self, system: &System, gone: &[bool], eliminated: Vec<Elimination>) -> Transformed {
        let mut output = System::new();
        let images: Vec<Option<PredId>> = system
            .preds
            .iter()
            .zip(gone)
            .map(|(pred, gone)| (!gone).then(|| output.add_pred(pred.name.clone(), pred.sorts.clone())))
            .collect();
        let rename = |atom: &Atom| Some(Atom { pred: images[atom.pred.index()]?, args: atom.args.clone() });
        for work in self.work.into_iter().flatten() {
            let mut clause = work.clause;
            clause.body = clause.body.iter().filter_map(rename).collect();
            clause.head = clause.head.as_ref().and_then(rename);
            self.derivations.conclude(work.entry);
            output.add_clause(clause);
        }
        let kept: Vec<PredId> = system.pred_ids().filter(|p| !gone[p.index()]).collect();
        let model = Box::new(Eliminations { kept, eliminated });
        Transformed { system: output, derivations: self.derivations, model }
    }
}

/// The predicates of a clause.
fn preds(clause: &Clause) -> impl Iterator<Item = PredId> {
    clause.body.iter().chain(&clause.head).map(|atom| atom.pred)
}

/// The predicate that a clause defines by itself, if it does.
fn loops(clause: &Clause) -> Option<PredId> {
    let head = clause.head.as_ref()?.pred;
    clause.body.iter().any(|atom| atom.pred == head).then_some(head)
}

/// Whether no argument is one value in the head of `def` and another one where `user` uses the predicate.
fn may_resolve(store: &Store, def: &Clause, user: &Clause, pred: PredId) -> bool {
    let Some(head) = &def.head else { return false };
    let Some(atom) = user.body.iter().find(|a| a.pred == pred) else { return false };
    let plain =
        |t: TermId| matches!(store.op(t), Op::Num(_) | Op::Bool(_) | Op::BitVec(_)) || constructor(store, t).is_some();
    !head.args.iter().zip(&atom.args).any(|(&a, &b)| {
        a != b && plain(a) && plain(b) && constructor(store, a).is_none_or(|c| constructor(store, b) != Some(c))
    })
}

/// The constructor a term is built by.
fn constructor(store: &Store, term: TermId) -> Option<u32> {
    match store.op(term) {
        Op::Construct(c) => Some(*c),
        _ => None,
    }
}

/// The resolvent of `left` at the body atom `position` with `right`: its variables are those of `left`, then those of
/// `right`, which the second component gives. `None` if the atoms do not unify.
pub(super) fn resolvent(
    store: &mut Store,
    left: &Clause,
    position: usize,
    right: &Clause,
) -> Option<(Clause, Vec<TermId>)> {
    let shift = store.vars(left.vars.len() as u32, &right.vars);
    let mut vars = left.vars.clone();
    vars.extend_from_slice(&right.vars);
    let right = right.instantiate(store, &shift, vars.clone());
    let mut parts = vec![left.constraint, right.constraint];
    for (&a, &b) in left.body[position].args.iter().zip(&right.head.as_ref()?.args) {
        parts.push(store.eq(a, b));
    }
    let constraint = store.and(&parts);
    if constraint == Store::FALSE {
        return None;
    }
    let mut body = left.body.clone();
    body.remove(position);
    body.extend(right.body);
    Some((Clause { vars, body, constraint, head: left.head.clone(), origin: left.origin }, shift))
}

/// The size of a clause: distinct subterms and arguments.
pub(super) fn clause_size(store: &Store, clause: &Clause) -> usize {
    postorder(store, &clause.terms()).len() + clause.body.iter().map(|a| a.args.len() + 1).sum::<usize>()
}
