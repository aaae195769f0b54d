//! How long objects of blocks live (C11 6.2.4), and what becomes of pointers to them.
//!
//! Where a run leaves a block, the pointers that outlive it and point to one of its objects get a value that points to
//! nothing: each use of it but a comparison with a null pointer is a check that fails. That is what the standard says
//! of such pointers, so nothing has to be remembered of former blocks and of former iterations of a loop.

use super::expr::Pointer;
use super::function::Proc;
use super::memory::{Binding, Root};
use super::survey::jumps;
use crate::ctype::{CType, Length};
use crate::typed::{Label, ObjId, Op, OpKind, Scope, ScopeId, Storage, Unit};
use horn_frontend::ir::{BinaryOp, BlockId, CheckKind, ExprId, Loc, Terminator};
use std::collections::{BTreeMap, BTreeSet};

/// A jump.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    /// Where the jump leads to first.
    pub here: BlockId,
    target: BlockId,
    label: Label,
    to: ScopeId,
}

/// The blocks of a function with the pointers that may outlive their objects.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lifetimes {
    pub scopes: BTreeMap<ObjId, ScopeId>,
    /// The block in which each label stands.
    labels: BTreeMap<Label, ScopeId>,
    /// Blocks that a jump enters behind their beginning, so that declarations may be passed by.
    entered: BTreeSet<ScopeId>,
    /// For objects that may end before a pointer to them does: these pointers.
    mortal: BTreeMap<ObjId, Vec<ObjId>>,
}

/// The blocks that a run leaves on its way from one to the other, the innermost first.
fn left(scopes: &[Scope], from: ScopeId, to: ScopeId) -> Vec<ScopeId> {
    let around = |scope: ScopeId| {
        std::iter::successors(Some(scope), |scope| scopes.get(scope.index()).and_then(|scope| scope.outer))
    };
    let kept: BTreeSet<ScopeId> = around(to).collect();
    around(from).take_while(|scope| !kept.contains(scope)).collect()
}

/// Whether an object is an array of variable length, which begins to exist at its declaration.
pub(crate) fn has_variable_length(unit: &Unit, object: ObjId) -> bool {
    let mut ty = unit.object(object).ty;
    while let CType::Array(element, length) = unit.types.get(ty) {
        if matches!(length, Length::Variable(_)) {
            return true;
        }
        ty = *element;
    }
    false
}

impl Proc<'_, '_> {
    /// Whether an object lives as long as another one, which is named in its function, at least.
    pub fn outlives(&self, object: ObjId, other: ObjId) -> bool {
        let scope = |object: ObjId| self.lifetimes.scopes.get(&object).copied().unwrap_or(ScopeId::BODY);
        let blocks = &self.unit.function(self.function).scopes;
        left(blocks, scope(object), scope(other)).is_empty()
    }

    /// Finds out which pointers may outlive what they point to.
    pub fn lifetimes(&mut self, code: &[Op]) {
        let unit = self.unit;
        let blocks = &unit.function(self.function).scopes;
        let mut found = Lifetimes::default();
        for (at, scope) in (0..).map(ScopeId).zip(blocks) {
            found.scopes.extend(scope.objects.iter().map(|object| (*object, at)));
        }
        for op in code {
            if let OpKind::Label(label) = op.kind {
                found.labels.insert(label, op.scope);
            }
        }
        for op in code {
            for label in jumps(&op.kind) {
                // Entering is leaving, backwards.
                let target = found.labels.get(&label).copied().unwrap_or(op.scope);
                found.entered.extend(left(blocks, target, op.scope));
            }
        }
        for (pointer, binding) in &self.pointers.vars {
            let Binding::Some(all) = binding else { continue };
            for region in all {
                let Root::Object(object) = region.root else { continue };
                if unit.object(object).storage != Storage::Automatic {
                    continue;
                }
                let own = found.scopes.get(pointer).copied().unwrap_or(ScopeId::BODY);
                let scope = found.scopes.get(&object).copied().unwrap_or(ScopeId::BODY);
                if !left(blocks, scope, own).is_empty() || has_variable_length(unit, object) {
                    found.mortal.entry(object).or_default().push(*pointer);
                }
            }
        }
        self.lifetimes = found;
    }

    /// What happens where a run goes on in another block.
    pub fn leave_scopes(&mut self, from: ScopeId, to: ScopeId, loc: Loc) {
        let unit = self.unit;
        let blocks = &unit.function(self.function).scopes;
        let ended = left(blocks, from, to);
        for scope in &ended {
            let Some(entry) = blocks.get(scope.index()) else { continue };
            for object in &entry.objects {
                self.end(*object, &ended, loc);
                if self.lifetimes.entered.contains(scope) {
                    // The next time its declaration may be passed by.
                    self.forget(*object, loc);
                }
            }
        }
    }

    /// Where a jump from here leads to: past a block of its own, if something ends on the way.
    pub fn edge(&mut self, from: ScopeId, label: Label, loc: Loc) -> Edge {
        let (target, to) = (self.block(label), self.scope_of(label, from));
        let blocks = &self.unit.function(self.function).scopes;
        let plain = left(blocks, from, to).is_empty() && !self.counts(label);
        let here = if plain { target } else { self.b.new_block(loc) };
        Edge { here, target, label, to }
    }

    /// What happens on the edges of a branch, whose code is done.
    pub fn edges(&mut self, from: ScopeId, edges: &[Edge], loc: Loc) {
        for edge in edges.iter().filter(|edge| edge.here != edge.target) {
            let dead = self.b.new_block(loc);
            self.b.terminate(Terminator::Stop, loc, edge.here);
            self.arrive(edge.label, from, loc);
            self.leave_scopes(from, edge.to, loc);
            self.b.terminate(Terminator::Goto(edge.target), loc, dead);
        }
    }

    /// The block of the program in which a label stands.
    pub fn scope_of(&self, label: Label, otherwise: ScopeId) -> ScopeId {
        self.lifetimes.labels.get(&label).copied().unwrap_or(otherwise)
    }

    /// Whether a pointer may be null, or outlive what it points to.
    pub fn may_point_to_nothing(&self, pointer: ObjId) -> bool {
        self.nullable.contains(&pointer) || self.lifetimes.mortal.values().any(|all| all.contains(&pointer))
    }

    /// An object ends: pointers to it that live on point to nothing.
    pub fn end(&mut self, object: ObjId, ended: &[ScopeId], loc: Loc) {
        for pointer in self.lifetimes.mortal.get(&object).cloned().unwrap_or_default() {
            let gone = self.lifetimes.scopes.get(&pointer).is_some_and(|scope| ended.contains(scope));
            let regions: Vec<_> = match self.pointers.get(&pointer) {
                Some(Binding::Some(all)) => all.iter().map(|region| region.root).collect(),
                _ => continue,
            };
            // Pointers to one of too many objects are refused where they are used.
            if gone || regions.len() > super::several::MOST {
                continue;
            }
            let Ok(var) = self.pointer_variable(pointer, loc) else { continue };
            let mut value = self.dangling(loc);
            let old = self.b.var(var, loc);
            if regions.len() > 1 {
                let selector = self.selector(pointer);
                let which = self.b.var(selector, loc);
                let mut here = self.b.bool(false, loc);
                for (at, _) in regions.iter().enumerate().filter(|(_, root)| **root == Root::Object(object)) {
                    let is = self.is_number(which, at, regions.len(), loc);
                    here = self.b.or(here, is, loc);
                }
                value = self.b.ite(here, value, old, loc);
            }
            if self.nullable.contains(&pointer) {
                let null = self.null(loc);
                let is_null = self.b.compare(BinaryOp::Eq, old, null, loc);
                value = self.b.ite(is_null, null, value, loc);
            }
            self.b.assign(var, value, loc);
        }
    }

    /// An object has any value from here on.
    pub fn forget(&mut self, object: ObjId, loc: Loc) {
        let mut parts: Vec<_> = self.split.range((object, 0)..=(object, u64::MAX)).map(|(_, part)| *part).collect();
        parts.extend(self.vars.get(&object));
        parts.into_iter().for_each(|part| self.b.havoc(part, loc));
    }

    /// The number of a pointer to an object that has ended.
    fn dangling(&mut self, loc: Loc) -> ExprId {
        self.number(crate::notation::dangling(), loc)
    }

    /// The check that a pointer's object has not ended, if it might have.
    pub fn lives(&mut self, pointer: &Pointer, kind: CheckKind, loc: Loc) {
        let places = pointer.several.iter().flat_map(|several| &several.places);
        let mortal = pointer.base.as_deref().into_iter().chain(places).any(|place| {
            let root = place.region.as_ref().map(|region| region.root);
            matches!(root, Some(Root::Object(object)) if self.lifetimes.mortal.contains_key(&object))
        });
        if !pointer.stored || !mortal {
            return;
        }
        let gone = self.dangling(loc);
        let lives = self.b.compare(BinaryOp::Ne, pointer.offset, gone, loc);
        self.check(kind, lives, loc, "the lifetime of the object that the pointer points to has ended");
    }
}
