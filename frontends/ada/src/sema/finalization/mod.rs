//! Controlled types (RM 7.6): the calls of `Initialize`, `Adjust` and `Finalize` become statements.
//!
//! Behind the analysis of all units each body is gone through once more. The declaration of an object with controlled
//! parts is followed by what initialises or adjusts these, and what comes behind it in its declarative part, with the
//! statements, becomes a [`Finalized`](super::tree::Finalized) statement that finalizes them in the end. Assignments,
//! results of functions, aggregates and allocators likewise. What the language leaves to the compiler is as GNAT 12 has
//! it: an assignment finalizes its target and then copies, results of functions are copied, adjusted and finalized,
//! and aggregates that initialise an object are made in place.
//!
//! Controlled parts are reached by hidden procedures, one for each type and operation: `procedures` makes them.
//! `initial` says what the initial value of an object asks for and `late` when its parts are evaluated, `temporaries`
//! finds the objects that expressions make, `statements` and `assignment` put it all together.

mod assignment;
mod initial;
mod late;
mod procedures;
mod statements;
mod temporaries;

use super::Sema;
use super::tree::{Body, ENVIRONMENT, Expr, ExprKind, ObjId, ObjectKind, Stmt, StmtKind, SubpId, Tree};
use super::types::{Kind, TypeId, Types};
use super::walk::{body_mut, calls_of_body, expr_mut, stmts_mut, walk_expr};
use crate::place::Loc;
use std::collections::{BTreeSet, HashMap};

/// Why a part of the program is not analysed.
type Refusal = (Loc, String);

/// What controlled types have operations for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Operation {
    Initialize,
    Adjust,
    Finalize,
}

impl Operation {
    /// The name in lower case.
    fn name(self) -> &'static str {
        match self {
            Operation::Initialize => "initialize",
            Operation::Adjust => "adjust",
            Operation::Finalize => "finalize",
        }
    }
}

/// What is known of controlled types.
#[derive(Debug, Default)]
pub(super) struct Controlled {
    /// `Controlled` and `Limited_Controlled`.
    roots: Vec<TypeId>,
    /// Their operations.
    idle: BTreeSet<SubpId>,
    /// Instances of `Ada.Unchecked_Deallocation` for objects with finalization.
    deallocations: BTreeSet<SubpId>,
    /// Whether an operation does something for a type.
    acts: HashMap<(Operation, TypeId), bool>,
    /// The procedures that reach all controlled parts of an object.
    procedures: HashMap<(Operation, TypeId), Result<SubpId, Refusal>>,
    /// Statements whose parts are now evaluated in one order, which must not matter.
    orders: Vec<temporaries::Order>,
    /// Objects of extended returns around; none for those without controlled parts.
    returned: Vec<Option<ObjId>>,
    /// An allocator of controlled objects, whose finalization at the end of the program is not modelled.
    allocated: Option<Loc>,
}

impl<'a> Sema<'a> {
    /// Makes statements of what controlled types ask for, also among those of the environment.
    pub fn finalize_objects(&mut self) {
        self.controlled.roots = self.controlled_roots();
        if self.controlled.roots.is_empty() {
            return;
        }
        // Clients declare, copy and leave objects.
        for ty in self.tree.types.ids() {
            if let (Some(loc), Some(_)) = (self.tree.types[ty].loc, self.controlled_root(ty)) {
                self.tree.escapes.insert(loc.file);
            }
        }
        self.set_roots_apart();
        self.find_late_components();
        let exempt: BTreeSet<SubpId> = self.tree.dispatchers.iter().chain(&self.tree.indirect).copied().collect();
        let ids: Vec<SubpId> = self.tree.subprogram_ids().skip(1).collect();
        let deallocations: Vec<SubpId> = ids.iter().copied().filter(|id| self.deallocates(*id)).collect();
        self.controlled.deallocations.extend(deallocations);
        for id in ids {
            // They pass on what the called subprogram gets and gives.
            if exempt.contains(&id) || self.inherited_ones.contains_key(&id) {
                continue;
            }
            self.finalize_in(id);
        }
        self.finalize_in_environment();
        self.check_orders();
        self.without_ancestor_parts();
    }

    /// The operations of `Controlled` and `Limited_Controlled` do nothing: nobody calls them.
    fn set_roots_apart(&mut self) {
        let roots = self.controlled.roots.clone();
        for root in &roots {
            let own = self.primitives.get(root).cloned().unwrap_or_default();
            self.controlled.idle.extend(own.iter().map(|one| one.own));
        }
        for id in self.controlled.idle.clone() {
            let entry = self.tree.subprogram_mut(id);
            entry.hidden = true;
            entry.unsupported = Some((entry.loc, "object of the class of all controlled types (RM 7.6)".into()));
        }
        let inherited: Vec<SubpId> = self
            .inherited_ones
            .iter()
            .filter(|(_, old)| self.controlled.idle.contains(old))
            .map(|(new, _)| *new)
            .collect();
        for id in inherited {
            if let Some(body) = &mut self.tree.subprogram_mut(id).body {
                body.statements = Vec::new();
            }
        }
        self.tree.types.apart = roots;
    }

    /// Extension aggregates whose ancestor part is `Controlled` have no other components than those that are given.
    fn without_ancestor_parts(&mut self) {
        let Tree { types, subprograms, .. } = &mut self.tree;
        let change = |types: &Types, expr: &mut Expr| {
            let ExprKind::DeltaRecord(ancestor, changes) = &mut expr.kind else { return };
            if types.apart.contains(&types.base(ancestor.ty)) {
                let mut values = vec![None; types.record(expr.ty).map_or(0, |record| record.components.len())];
                for (at, value) in std::mem::take(changes) {
                    values[at] = Some(value);
                }
                expr.kind = ExprKind::Record(values);
            }
        };
        let mut whole = |expr: &mut Expr| expr_mut(expr, &mut |part| change(types, part));
        for body in subprograms.iter_mut().filter_map(|subp| subp.body.as_mut()) {
            body_mut(body, &mut |_| {}, &mut whole);
        }
        stmts_mut(&mut self.sink, &mut |_| {}, &mut whole);
        let ids: Vec<TypeId> = types.ids().collect();
        for ty in ids {
            let Kind::Record(record) = &types[ty].kind else { continue };
            let mut record = record.clone();
            for default in record.components.iter_mut().filter_map(|one| one.default.as_mut()) {
                expr_mut(default, &mut |part| change(types, part));
            }
            types[ty].kind = Kind::Record(record);
        }
    }

    /// Whether a type is `Controlled` or `Limited_Controlled`.
    pub fn is_controlled_root(&self, ty: TypeId) -> bool {
        let base = self.tree.types.base(ty);
        let entry = &self.tree.types[base];
        let root = entry.parent.is_none() && entry.tagged.is_some();
        let home = self.units.region("ada.finalization");
        root && home.is_some() && self.homes.get(&base).copied() == home
    }

    /// `Controlled` and `Limited_Controlled`, if the program names their package.
    fn controlled_roots(&self) -> Vec<TypeId> {
        let ids = self.tree.types.ids().filter(|ty| self.tree.types.base(*ty) == *ty);
        ids.filter(|ty| self.is_controlled_root(*ty)).collect()
    }

    /// What a controlled type descends from, of the two.
    fn controlled_root(&self, ty: TypeId) -> Option<TypeId> {
        let types = &self.tree.types;
        self.controlled.roots.iter().copied().find(|root| types.has_tag(ty) && types.descends(ty, *root))
    }

    /// One subprogram.
    fn finalize_in(&mut self, id: SubpId) {
        let subp = self.tree.subprogram(id);
        if subp.unsupported.is_some() {
            return;
        }
        let measures = subp.variant.iter().map(|(_, measure)| measure);
        let invariants = subp.invariants.iter().map(|invariant| &invariant.condition);
        let conditions: Vec<Expr> = subp.conditions().chain(measures).chain(invariants).cloned().collect();
        let made = conditions.iter().find(|condition| self.creates(condition)).map(|condition| condition.loc);
        let outer = std::mem::replace(&mut self.owner, id);
        let body = self.tree.subprogram_mut(id).body.take();
        if let Some(loc) = made {
            self.refuse_finalization((loc, "object with finalization that a contract makes (RM 7.6)".into()));
        }
        let done = match body {
            Some(body) => self.finalized_body(body.clone()).map_err(|why| (why, body)).map(Some),
            None => Ok(None),
        };
        let body = match done {
            Ok(body) => body,
            Err((why, body)) => {
                self.refuse_finalization(why);
                Some(body)
            }
        };
        self.controlled.returned.clear();
        self.tree.subprogram_mut(id).body = body;
        self.owner = outer;
    }

    /// The subprogram at work is not analysed.
    fn refuse_finalization(&mut self, (loc, construct): Refusal) {
        self.apart(|sema| sema.reject_at(loc, construct));
    }

    /// The statements of the environment, before they are put in order.
    fn finalize_in_environment(&mut self) {
        let outer = std::mem::replace(&mut self.owner, ENVIRONMENT);
        let mut places = Vec::new();
        let mut statements = Vec::new();
        for stmt in std::mem::take(&mut self.sink) {
            places.push(statements.len());
            let loc = stmt.loc;
            if let Err(why) = self.finalized_in_library(stmt, &mut statements) {
                self.refuse_finalization(why);
                statements.push(Stmt { kind: StmtKind::Dropped, loc });
            }
        }
        places.push(statements.len());
        for (range, _) in &mut self.units.parts {
            *range = places[range.start]..places[range.end];
        }
        self.sink = statements;
        self.owner = outer;
    }

    /// Main programs finalize the objects of the library units that they need when they have come to their end.
    pub fn finalize_library(&mut self, declarations: &[Stmt]) {
        if self.controlled.roots.is_empty() {
            return;
        }
        let mut needed = Vec::new();
        for (at, stmt) in declarations.iter().enumerate() {
            let StmtKind::Declare(object, _) = &stmt.kind else { continue };
            let entry = self.tree.object(*object);
            let own = entry.unsupported.is_none() && (!entry.hidden || self.is_held_result(stmt));
            if own && self.acts(Operation::Finalize, entry.ty) {
                needed.push((at, *object));
            }
        }
        let mains = |id: &SubpId| {
            let subp = self.tree.subprogram(*id);
            subp.is_main() && subp.unsupported.is_none()
        };
        let mains: Vec<SubpId> = self.tree.subprogram_ids().skip(1).filter(mains).collect();
        if let Some(place) = self.controlled.allocated.filter(|_| !mains.is_empty()) {
            let outer = std::mem::replace(&mut self.owner, ENVIRONMENT);
            let what = "finalization of what allocators have made, at the end of the program (RM 7.6.1 (11))";
            self.refuse_finalization((place, what.into()));
            self.owner = outer;
        }
        let called = self.called_anywhere();
        for id in mains {
            let outer = std::mem::replace(&mut self.owner, id);
            self.finalize_in_main(id, &needed, &called);
            self.owner = outer;
        }
    }

    /// A main program, with the library objects that are finalized at its end if it needs their units: places in the
    /// environment, and objects.
    fn finalize_in_main(&mut self, id: SubpId, objects: &[(usize, ObjId)], called: &BTreeSet<SubpId>) {
        let own = self.tree.elaboration_of(id);
        let mut calls = Vec::new();
        for (_, object) in objects.iter().rev().filter(|(at, _)| own.contains(at)) {
            let place = self.object_expr(*object);
            match self.operate(Operation::Finalize, &place, place.loc) {
                Ok(more) => calls.extend(more),
                Err(why) => self.refuse_finalization(why),
            }
        }
        if calls.is_empty() {
            return;
        }
        if called.contains(&id) {
            let what = "finalization of library objects behind a main program that is called (RM 10.2)";
            return self.refuse_finalization((self.tree.subprogram(id).loc, what.into()));
        }
        let Some(body) = self.tree.subprogram_mut(id).body.take() else { return };
        let Body { declarations, statements, handlers, end } = body;
        let inner = Body { statements, handlers, end, ..Body::default() };
        let inner = Stmt { kind: StmtKind::Block(Box::new(inner)), loc: end };
        let statements = vec![finalized(vec![inner], calls, false, end)];
        self.tree.subprogram_mut(id).body = Some(Body { declarations, statements, end, ..Body::default() });
    }

    /// The subprograms that statements or expressions of some body call.
    fn called_anywhere(&self) -> BTreeSet<SubpId> {
        self.tree.subprograms.iter().filter_map(|subp| subp.body.as_ref()).flat_map(calls_of_body).collect()
    }

    /// The operation of a controlled type itself, unless it is known to do nothing.
    fn operation(&self, op: Operation, ty: TypeId) -> Option<SubpId> {
        let types = &self.tree.types;
        let base = types.base(ty);
        let root = self.controlled_root(base).filter(|_| !types.is_class_wide(base))?;
        let named = |one: &SubpId| {
            let name = self.tree.subprogram(*one).name.to_lowercase();
            name.rsplit('.').next() == Some(op.name())
        };
        let slot = self.primitives.get(&root)?.iter().find(|one| named(&one.own))?.slot;
        let own = self.primitives.get(&base)?.iter().find(|one| one.slot == slot)?.own;
        let origin = self.inherited_from(own);
        if self.controlled.idle.contains(&origin) {
            return None;
        }
        let subp = self.tree.subprogram(origin);
        let nothing = |body: &Body| {
            let none = body.statements.iter().all(|stmt| matches!(stmt.kind, StmtKind::Null));
            none && body.declarations.is_empty() && body.handlers.is_empty()
        };
        let silent = subp.unsupported.is_none() && subp.conditions().next().is_none() && subp.invariants.is_empty();
        let idle = silent && subp.body.as_ref().is_some_and(nothing);
        (!idle).then_some(own)
    }

    /// Whether an operation does something for the objects of a type, or for parts of them.
    fn acts(&mut self, op: Operation, ty: TypeId) -> bool {
        let base = self.tree.types.base(ty);
        if let Some(known) = self.controlled.acts.get(&(op, base)) {
            return *known;
        }
        // Parts of a type are not of the type itself.
        self.controlled.acts.insert((op, base), false);
        let found = if self.tree.types.is_class_wide(base) {
            self.tree.types.members(base).into_iter().any(|member| self.acts(op, member))
        } else {
            let mut found = self.operation(op, base).is_some();
            if let Some(record) = self.tree.types.record(base).cloned() {
                for component in &record.components {
                    let given = op == Operation::Initialize && component.default.is_some();
                    found |= self.acts(if given { Operation::Adjust } else { op }, component.ty)
                        || given && self.acts(Operation::Finalize, component.ty);
                }
            } else if let Some((_, element)) = self.tree.types.array(base) {
                found |= self.acts(op, element);
            }
            found
        };
        self.controlled.acts.insert((op, base), found);
        found
    }

    /// Whether something is called for objects of a type when they come into being, are copied, or end.
    fn has_finalization(&mut self, ty: TypeId) -> bool {
        !self.controlled.roots.is_empty()
            && [Operation::Finalize, Operation::Adjust, Operation::Initialize].into_iter().any(|op| self.acts(op, ty))
    }

    /// Whether a type, or one of its parts, is limited: its objects are never copied.
    fn is_limited_inside(&self, ty: TypeId) -> bool {
        let types = &self.tree.types;
        let limited = |part: TypeId| {
            let root = self.controlled_root(part).is_some_and(|root| types[root].name == "Limited_Controlled");
            root || types.lineage(types.specific(part)).iter().any(|one| types.record(*one).is_some_and(|r| r.limited))
        };
        types.parts(ty).any(limited)
    }

    /// Whether the evaluation of an expression makes objects with finalization.
    fn creates(&mut self, expr: &Expr) -> bool {
        if self.controlled.roots.is_empty() {
            return false;
        }
        let mut types = Vec::new();
        walk_expr(expr, &mut |part| match &part.kind {
            ExprKind::Call(..)
            | ExprKind::Record(_)
            | ExprKind::DeltaRecord(..)
            | ExprKind::Array(_)
            | ExprKind::DeltaArray(..)
            | ExprKind::Concat(..)
            | ExprKind::Old(_)
            | ExprKind::Reduce(_) => types.push(part.ty),
            ExprKind::Let(values, _) => types.extend(values.iter().map(|(object, _)| self.tree.object(*object).ty)),
            ExprKind::Allocate(allocator) => types.push(allocator.subtype),
            _ => {}
        });
        types.into_iter().any(|ty| self.has_finalization(ty))
    }

    /// Whether a declaration of a hidden constant holds what a function gives, until the region ends.
    fn is_held_result(&self, stmt: &Stmt) -> bool {
        matches!(&stmt.kind, StmtKind::Declare(_, Some(value)) if matches!(value.kind, ExprKind::Call(..)))
    }

    /// An object as an expression.
    fn object_expr(&self, object: ObjId) -> Expr {
        let entry = self.tree.object(object);
        Expr { kind: ExprKind::Object(object), ty: entry.ty, loc: entry.loc }
    }

    /// A hidden object of the subprogram at work.
    fn held_object(&mut self, name: &str, ty: TypeId, loc: Loc) -> ObjId {
        self.hidden_object(name, loc, ty, ObjectKind::Variable)
    }
}

/// Statements under a condition.
fn only_if(condition: Expr, statements: Vec<Stmt>, loc: Loc) -> Stmt {
    Stmt { kind: StmtKind::If(vec![(condition, statements)], Vec::new()), loc }
}

/// Statements with what runs at their end; without anything that would, the statements themselves.
fn finalized(statements: Vec<Stmt>, finalization: Vec<Stmt>, only_failing: bool, loc: Loc) -> Stmt {
    let kind = if finalization.is_empty() {
        StmtKind::Block(Box::new(Body { statements, end: loc, ..Body::default() }))
    } else {
        StmtKind::Finalized(Box::new(super::tree::Finalized { statements, finalization, only_failing }))
    };
    Stmt { kind, loc }
}
