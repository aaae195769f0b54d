//! Clients of library packages: a procedure that elaborates the packages and then calls visible subprograms, in any
//! order and with any arguments, and assigns visible variables (`horn_frontend::ir::Client`).
//!
//! A client may handle every exception, and the package is used as it was left: so the subprograms are lowered once
//! more, like those under a handler, where an exception goes on to the caller. Whatever is proved this way holds if all
//! units that see the private declarations of the packages are there, and one task calls them.

use super::procedure::Proc;
use super::states::Part;
use super::{Lowering, Refusal};
use crate::place::Loc;
use crate::sema::tree::{ENVIRONMENT, ObjId, Stmt, StmtKind, SubpId};
use horn_frontend::ir::{self, BinaryOp, ProcId, Range, TypeId, VarId};
use horn_solver::num::Int;
use std::collections::{BTreeMap, BTreeSet};

/// While subprograms are lowered once more.
#[derive(Clone, Debug, Default)]
pub(crate) struct Copying {
    /// The subprograms that run under handlers of the program itself.
    pub handled: BTreeSet<SubpId>,
    /// What clients call.
    pub operations: BTreeSet<SubpId>,
}

/// The tables of a program, to go back to.
struct Mark {
    procedures: usize,
    clients: usize,
}

impl Lowering<'_> {
    /// Makes the clients of all parts of the state that have some.
    pub fn clients(&mut self) {
        let mut parts = self.parts_with_clients();
        while !parts.is_empty() {
            let mark = Mark { procedures: self.program.procedures.len(), clients: self.program.clients.len() };
            match self.clients_of(&parts) {
                Ok(()) if ir::validate(&self.program).is_empty() => return,
                Ok(()) => parts.clear(),
                // Parts with what cannot be lowered for them have none.
                Err(at) => parts.retain(|part| !part.called.contains(&at) && at != ENVIRONMENT),
            }
            self.program.procedures.truncate(mark.procedures);
            self.program.clients.truncate(mark.clients);
        }
    }

    /// Makes the clients of these parts; fails with the subprogram that cannot be lowered for them.
    fn clients_of(&mut self, parts: &[Part]) -> Result<(), SubpId> {
        let (procs, vars) = (self.procs.clone(), self.vars.clone());
        let (constrained, companions) = (self.constrained.clone(), self.companions.clone());
        let handled = self.effects.handled.clone();
        let made = self.copies(parts).and_then(|copies| {
            for part in parts {
                self.client(part, &procs, &copies).map_err(|_| ENVIRONMENT)?;
            }
            Ok(())
        });
        self.copying = None;
        (self.procs, self.vars, self.effects.handled) = (procs, vars, handled);
        (self.constrained, self.companions) = (constrained, companions);
        made
    }

    /// Lowers what the operations call, and themselves, once more; gives the copies of the procedures.
    fn copies(&mut self, parts: &[Part]) -> Result<BTreeMap<ProcId, ProcId>, SubpId> {
        let called = parts.iter().flat_map(|part| part.called.iter().copied());
        let called: BTreeSet<SubpId> = called.filter(|id| self.procs.contains_key(id)).collect();
        let operations = parts.iter().flat_map(|part| part.operations.keys().copied()).collect();
        self.copying = Some(Copying { handled: self.effects.handled.clone(), operations });
        self.effects.handled.extend(&called);
        self.vars.clear();
        self.companions.clear();
        self.constrained.clear();
        let mut copies = BTreeMap::new();
        for id in &called {
            let subp = self.tree.subprogram(*id);
            let copy = self.program.declare(subp.name.clone(), subp.loc);
            copies.extend(self.procs.insert(*id, copy).map(|original| (original, copy)));
        }
        for id in &called {
            let copy = self.procs[id];
            let lowered = match self.tree.subprogram(*id).body.is_some() {
                true => self.try_body(*id, copy, false),
                false => self.stub(*id, copy),
            };
            lowered.map_err(|_| *id)?;
        }
        Ok(copies)
    }

    /// The client of a part of the state. `procs` are the procedures as they were before.
    fn client(
        &mut self,
        part: &Part,
        procs: &BTreeMap<SubpId, ProcId>,
        copies: &BTreeMap<ProcId, ProcId>,
    ) -> Result<(), Refusal> {
        let hidden = |object: &&ObjId| self.globals.get(object).is_some_and(|id| self.program.hidden.contains(id));
        let first = part.variables.iter().find(hidden).or(part.variables.first());
        let loc = first.map_or(Loc::NONE, |object| self.tree.object(*object).loc);
        let last = Int::from(i64::try_from(part.operations.len()).unwrap_or(i64::MAX));
        let range = Range { first: Int::ZERO, last };
        let number = self.same_type(ir::Type::int("operation", range.clone(), range));
        let name = self.name_of_client(part);
        let proc = self.program.declare(name.clone(), loc);
        let callees: Vec<SubpId> = part.operations.keys().copied().collect();
        let mut p = self.start(ENVIRONMENT);
        p.b.set_name(name);
        p.no_handlers(Loc::NONE);
        p.start_heaps(true)?;
        p.assume_tags(false)?;
        let present = p.present_units(part, loc);
        p.elaborate_units(part, &present)?;
        let head = p.b.begin_loop(None, loc);
        let assigned = p.assign_visible(part, loc)?;
        let choice = p.b.temporary("operation", number, loc);
        p.b.havoc(choice, loc);
        let (chosen, none) = (p.b.var(choice, loc), p.b.int(0, number, loc));
        let end = p.b.compare(BinaryOp::Eq, chosen, none, loc);
        p.b.exit_when(head, end, loc);
        let mut operations = Vec::new();
        for (callee, at) in callees.iter().zip(1i64..) {
            let (chosen, own) = (p.b.var(choice, loc), p.b.int(at, number, loc));
            let this = p.b.compare(BinaryOp::Eq, chosen, own, loc);
            p.b.begin_if(this, loc);
            if let Some(present) = present.get(&part.operations[callee]) {
                let present = p.b.var(*present, loc);
                p.b.assume(present, loc);
            }
            let place = p.tree().subprogram(*callee).loc;
            let exception = p.b.temporary("exception", TypeId::INT, place);
            let arguments = p.call_with_any(*callee, Some(exception), place)?;
            operations.push(ir::Operation { callee: p.l.procs[callee], arguments });
            p.b.begin_else();
        }
        for _ in &callees {
            p.b.end_if();
        }
        p.b.end_loop();
        p.b.return_(loc);
        let b = p.b;
        b.finish(&mut self.program, proc);
        let replaces = callees.iter().filter_map(|id| self.entry_procs.get(id).copied()).collect();
        let called: BTreeSet<ProcId> = part.called.iter().filter_map(|id| procs.get(id).copied()).collect();
        let copies = copies.iter().filter(|(original, _)| called.contains(original));
        let copies = copies.map(|(original, copy)| (*original, *copy)).collect();
        let present = present.into_values().collect();
        let client = ir::Client { procedure: proc, choice, operations, assigned, present, replaces, copies, loc };
        self.program.clients.push(client);
        Ok(())
    }

    /// `clients of Stacks and Queues`.
    fn name_of_client(&self, part: &Part) -> String {
        let mut packages: Vec<&str> = Vec::new();
        for id in part.operations.keys() {
            let name = self.tree.subprogram(*id).name.as_str();
            let package = name.rsplit_once('.').map_or(name, |(package, _)| package);
            if !packages.contains(&package) {
                packages.push(package);
            }
        }
        format!("clients of {}", packages.join(" and "))
    }
}

impl Proc<'_, '_> {
    /// For each unit that a program may do without a variable that says whether it is there. One that is there brings
    /// what it needs.
    fn present_units(&mut self, part: &Part, loc: Loc) -> BTreeMap<usize, VarId> {
        let mut present = BTreeMap::new();
        for (unit, _) in part.units.iter().filter(|(_, always)| !**always) {
            // No name that conditions can have.
            let name = format!("is {} there?", self.tree().library[*unit].name);
            let var = self.b.temporary(name, TypeId::BOOL, loc);
            self.b.havoc(var, loc);
            present.insert(*unit, var);
        }
        for (unit, var) in &present {
            for needed in self.needed_units(*unit) {
                if let Some(other) = present.get(&needed).filter(|other| *other != var) {
                    let (here, there) = (self.b.var(*var, loc), self.b.var(*other, loc));
                    let holds = self.b.implies(here, there, loc);
                    self.b.assume(holds, loc);
                }
            }
        }
        present
    }

    /// The units that a unit needs, however indirectly.
    fn needed_units(&self, unit: usize) -> BTreeSet<usize> {
        let library = &self.tree().library;
        let (mut found, mut todo) = (BTreeSet::new(), vec![unit]);
        while let Some(at) = todo.pop() {
            if found.insert(at) {
                todo.extend(library[at].needs.iter().copied().chain(library[at].parent));
            }
        }
        found
    }

    /// The elaboration of the units, in the order of the program.
    fn elaborate_units(&mut self, part: &Part, present: &BTreeMap<usize, VarId>) -> Result<(), Refusal> {
        let tree = self.tree();
        let Some(body) = &tree.subprogram(ENVIRONMENT).body else { return Ok(()) };
        // A statement that belongs to several units belongs to the first one: it stands behind all others.
        let mut owner: BTreeMap<usize, usize> = BTreeMap::new();
        for unit in part.units.keys() {
            for place in &tree.library[*unit].statements {
                owner.entry(*place).or_insert(*unit);
            }
        }
        let stmts: Vec<&Stmt> = owner.keys().filter_map(|place| body.declarations.get(*place)).collect();
        self.l.elaborated_in_time(&stmts)?;
        for (place, unit) in owner {
            let Some(stmt) = body.declarations.get(place) else { continue };
            let condition = present.get(&unit).map(|var| self.b.var(*var, stmt.loc));
            if let Some(condition) = condition {
                self.b.begin_if(condition, stmt.loc);
            }
            self.stmt(stmt)?;
            self.note_unwritten(stmt)?;
            if condition.is_some() {
                self.b.end_if();
            }
        }
        Ok(())
    }

    /// What a variable without an initial value holds comes from nowhere: no failure rests on it.
    fn note_unwritten(&mut self, stmt: &Stmt) -> Result<(), Refusal> {
        if let StmtKind::Declare(object, None) = &stmt.kind
            && self.l.globals.contains_key(object)
        {
            let var = self.variable(*object, stmt.loc)?;
            let name = self.tree().object(*object).name.clone();
            self.b.set_origin_of(var, format!("what \"{name}\" has before it is written"));
        }
        Ok(())
    }

    /// Clients may assign visible variables any values of their subtypes; of those of private types nobody has shown
    /// that there are others than the one they have.
    fn assign_visible(&mut self, part: &Part, loc: Loc) -> Result<Vec<(VarId, VarId, String)>, Refusal> {
        let mut assigned = Vec::new();
        for object in &part.visible {
            let entry = self.tree().object(*object);
            let ty = self.ty(entry.ty, loc)?;
            let flag = self.b.temporary("assigned", TypeId::BOOL, loc);
            self.b.havoc(flag, loc);
            let happens = self.b.var(flag, loc);
            self.b.begin_if(happens, loc);
            let value = self.b.temporary(entry.name.clone(), ty, loc);
            let types = &self.tree().types;
            if types.is_private(entry.ty) || types.has_accesses(entry.ty) {
                let what = format!("a value of \"{}\" that nobody has shown reachable", entry.name);
                self.b.set_origin_of(value, what);
            }
            self.b.havoc(value, loc);
            self.assume_of_object(value, *object, loc)?;
            let new = self.b.var(value, loc);
            let var = self.variable(*object, loc)?;
            self.b.assign(var, new, loc);
            self.b.end_if();
            assigned.push((flag, value, entry.name.clone()));
        }
        Ok(assigned)
    }
}
