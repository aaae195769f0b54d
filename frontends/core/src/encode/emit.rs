//! Writing one clause: path, quantified facts instantiated for it, unused variables dropped.

use super::procedure::{Region, State, Work};
use super::{ClauseInfo, ClauseKind, Encoder, Event};
use crate::ir::Loc;
use horn_solver::system::{Atom, Clause, ClauseId, Origin};
use horn_solver::term::{Substitution, TermId, free_vars};

/// A clause that uses less than one of so many variables gets new numbers for them.
const SPARSE: usize = 4;

impl<'p> Encoder<'p> {
    /// The clause from a state to a head. `None` if its constraint is evidently false.
    pub(super) fn emit(
        &mut self,
        work: &mut Work<'p>,
        state: &State<'p>,
        kind: ClauseKind,
        head: Option<Atom>,
        loc: Loc,
    ) -> Option<ClauseId> {
        let body = self.body(work, state);
        let names = work.regions[state.region].sorts.len();
        let mut conditions = state.path.clone();
        if !state.facts.is_empty() {
            let mut roots = conditions.clone();
            roots.extend(head.iter().chain(&body).flat_map(|atom| atom.args.iter().copied()));
            let indexes = self.indexes(&roots);
            let instances = self.instantiate(&mut work.regions[state.region], &state.facts, &indexes);
            conditions.extend(instances);
        }
        let constraint = self.store.and(&conditions);
        let (sorts, events) = self.history(work, state);
        let (sorts, events) = (sorts.to_vec(), events.to_vec());
        // The names of the instances are free again: the next clause has mostly the same instances, by the same names.
        work.regions[state.region].forget(&self.store, names);
        if constraint == self.store.bool(false) {
            return None;
        }
        let clause = Clause { vars: sorts, body, constraint, head, origin: Origin::default() };
        let info = ClauseInfo { procedure: work.id, kind, loc, events, inputs: Vec::new() };
        Some(self.add(clause, info))
    }

    /// The clause of an entry.
    pub(super) fn entry_clause(&mut self, work: &Work<'p>, region: &Region, path: &[TermId], head: Atom) {
        let constraint = self.store.and(path);
        let inputs = head.args.to_vec();
        let clause = Clause {
            vars: region.sorts.clone(),
            body: Vec::new(),
            constraint,
            head: Some(head),
            origin: Origin::default(),
        };
        let loc = work.procedure.loc;
        let info = ClauseInfo { procedure: work.id, kind: ClauseKind::Entry, loc, events: Vec::new(), inputs };
        self.add(clause, info);
    }

    /// Adds a clause. Where it uses few of its variables they get new numbers; otherwise it shares its terms with the
    /// other clauses of its region, and the numbers in between stand for nothing.
    fn add(&mut self, mut clause: Clause, mut info: ClauseInfo) -> ClauseId {
        let mut roots = clause.terms();
        for event in &info.events {
            if let Event::Chosen { guard, slots, .. } = event {
                roots.push(*guard);
                roots.extend(slots.iter().copied());
            }
        }
        let used = free_vars(&self.store, &roots);
        if used.len() * SPARSE < clause.vars.len() {
            clause = self.renumbered(&clause, &mut info, &used);
        } else {
            // Nothing behind the last variable that is used.
            let last = used.iter().filter_map(|var| self.store.as_var(*var)).max();
            clause.vars.truncate(last.map_or(0, |last| last as usize + 1));
        }
        clause.origin.assertion = self.clauses.len() as u32;
        self.clauses.push(info);
        self.system.add_clause(clause)
    }

    /// A clause over these variables, which are all that it and its information use.
    fn renumbered(&mut self, clause: &Clause, info: &mut ClauseInfo, used: &[TermId]) -> Clause {
        let sorts: Vec<_> = used.iter().map(|var| self.store.sort_of(*var)).collect();
        let mut images = clause.var_terms(&mut self.store);
        for (new, var) in used.iter().enumerate() {
            if let Some(old) = self.store.as_var(*var) {
                images[old as usize] = self.store.var(new as u32, sorts[new]);
            }
        }
        let mut renaming = Substitution::by_index(&images);
        for event in &mut info.events {
            if let Event::Chosen { guard, slots, .. } = event {
                *guard = renaming.apply(&mut self.store, *guard);
                slots.iter_mut().for_each(|slot| *slot = renaming.apply(&mut self.store, *slot));
            }
        }
        info.inputs.iter_mut().for_each(|slot| *slot = renaming.apply(&mut self.store, *slot));
        clause.instantiate(&mut self.store, &images, sorts)
    }
}
