//! Functions without bodies that are functions in the sense of mathematics: their contract says what they read
//! (SPARK RM 6.1, 6.1.4), so they give the same wherever their parameters and that are the same.
//!
//! Abstract states whose constituents nobody sees are one number: whoever may change such a state gives it any value.

use super::procedure::Proc;
use super::{Lowering, Refusal};
use crate::place::Loc;
use crate::sema::tree::{ENVIRONMENT, Mode, ObjectKind, SubpId, Subprogram, Tree};
use horn_frontend::ir::TypeId;
use std::collections::BTreeSet;

/// Whether the contract of a subprogram without a body says that it is a function, and one without access values: it
/// changes nothing, and no object is reached from its parameters.
pub(super) fn is_function(tree: &Tree, id: SubpId) -> bool {
    let subp = tree.subprogram(id);
    let only_in = subp.params.iter().all(|param| {
        let object = tree.object(*param);
        matches!(object.kind, ObjectKind::Parameter(Mode::In)) && !tree.types.has_accesses(object.ty)
    });
    let changes_nothing = subp.changes.as_ref().is_some_and(Vec::is_empty) && !subp.changes_states;
    // An access value may be of a new object each time, and a protected object is none of the parameters.
    let value = subp.result.is_some_and(|ty| !tree.types.has_accesses(ty)) && subp.concurrency.is_none();
    subp.reads.is_some() && value && only_in && changes_nothing && !subp.input && !subp.bits && !subp.file
}

impl Lowering<'_> {
    /// Adds the number of states if some function without a body reads one.
    pub(super) fn add_states(&mut self) {
        let reads = |subp: &Subprogram| subp.body.is_none() && subp.reads.as_ref().is_some_and(|reads| reads.states);
        if self.tree.subprogram_ids().any(|id| reads(self.tree.subprogram(id))) {
            let global = self.program.add_global("what abstract states have", TypeId::INT, Loc::NONE);
            self.program.hidden.insert(global);
            self.states = Some(global);
        }
    }

    /// Whether a subprogram is one that may change the states of packages nobody sees, or calls one.
    pub(super) fn reaches_states(&self, id: SubpId) -> bool {
        let reached = self.effects.reachable_without(BTreeSet::from([id]), &BTreeSet::new());
        reached.into_iter().any(|id| {
            let unseen = self.tree.subprogram(id).body.is_none() || self.refused.contains_key(&id);
            unseen && self.may_change_states(id)
        })
    }

    /// Whether nothing says that a subprogram without a body, or with one that nobody follows, leaves states alone.
    pub(super) fn may_change_states(&self, id: SubpId) -> bool {
        let subp = self.tree.subprogram(id);
        let says_none = subp.changes.is_some() && !subp.changes_states && !self.refused.contains_key(&id);
        !says_none && subp.loc != Loc::NONE && !self.is_own_text(subp.loc)
    }
}

impl Proc<'_, '_> {
    /// Whether a function without a body gives the same wherever it is given the same; then what it reads is named.
    pub(super) fn determined_by_contract(&mut self, id: SubpId) -> Result<bool, Refusal> {
        let tree = self.tree();
        let subp = tree.subprogram(id);
        let Some(reads) = subp.reads.as_ref().filter(|_| !self.l.refused.contains_key(&id) || subp.withheld) else {
            return Ok(false);
        };
        let followed = |object| {
            let entry = tree.object(object);
            let constant = entry.kind == ObjectKind::Constant && !entry.written_outside;
            let known = constant || self.l.globals.contains_key(&object) && !tree.types.has_accesses(entry.ty);
            known && !entry.volatile && !entry.overlaid
        };
        // Zeros that are equal need not be the same: the sign tells them apart.
        let inputs = subp.params.iter().chain(&reads.objects).map(|object| tree.object(*object).ty);
        let exact = inputs.flat_map(|ty| tree.types.parts(ty)).all(|part| !tree.types.is_float(part));
        let at_library_level = subp.parent == ENVIRONMENT;
        let all_followed = reads.objects.iter().all(|object| followed(*object));
        if !is_function(tree, id) || !at_library_level || !all_followed || !exact {
            return Ok(false);
        }
        for object in &reads.objects {
            if self.l.globals.contains_key(object) {
                self.variable(*object, subp.loc)?;
            }
        }
        if let Some(states) = self.l.states.filter(|_| reads.states) {
            self.b.hidden_global(&self.l.program, states);
        }
        self.b.set_determined();
        Ok(true)
    }

    /// What a subprogram without a body, or with one that nobody follows, does to the states of packages.
    pub(super) fn change_states(&mut self, loc: Loc) {
        if let Some(states) = self.l.states {
            let var = self.b.hidden_global(&self.l.program, states);
            self.b.havoc(var, loc);
        }
    }
}
