//! Entries of tasks as subprograms (RM 9.5.2): where the accept statements for an entry name nothing that is declared
//! in the body of the task but constants of known value, a call does what one of these statements does, for the caller
//! who waits for it. So the entry gets a body that is any of them, which is called like one of a procedure, and the
//! task itself only waits there. Other entries give any values.
//!
//! Which calls are accepted, and when, others decide still. An exception that leaves an accept statement is raised in
//! both tasks (RM 9.6 (5)); the caller's is the one that is looked at, and the task ends there, unless handlers around
//! the accept statement wait for it: then the statement stays in the task, too. Calls may come to an entry by requeue
//! statements, with parameters that nobody follows, and end somewhere else than they began: such entries are left out.

use super::Sema;
use super::tree::{
    Body, Builtin, Choice, Concurrency, ENVIRONMENT, Expr, ExprKind, ObjId, ObjectKind, Scheme, Stmt, StmtKind, SubpId,
};
use super::types::{Bound, Constraint, TypeId};
use super::walk::{body_mut, expr_mut, walk_stmts};
use crate::place::Loc;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

/// An accept statement.
#[derive(Clone, Debug)]
pub(crate) struct Accepted {
    /// The entry.
    pub entry: SubpId,
    /// The body of the task.
    pub task: SubpId,
    /// The parameters as the statement declares them.
    pub params: Vec<ObjId>,
    /// The whole statement.
    pub loc: Loc,
}

/// What a call of the entry does where an accept statement takes it.
struct Plan {
    /// The statements behind the beginning of the rendezvous.
    statements: Vec<Stmt>,
    /// Handlers wait around the accept statement.
    handled: bool,
    /// What stands for objects that are not those of the accept statement itself.
    instead: BTreeMap<ObjId, Expr>,
    /// Objects that are declared inside of the statement.
    own: BTreeSet<ObjId>,
}

impl Sema<'_> {
    /// Gives entries bodies. Without a main program others may call them: then nothing is known of their parameters.
    pub fn finish_entries(&mut self) {
        let main = self.tree.subprograms.iter().any(super::tree::Subprogram::is_main);
        let mut accepts: BTreeMap<SubpId, Vec<Accepted>> = BTreeMap::new();
        for one in std::mem::take(&mut self.accepted) {
            accepts.entry(one.entry).or_default().push(one);
        }
        for (entry, accepts) in accepts.into_iter().filter(|_| main) {
            let subp = self.tree.subprogram(entry);
            let plain = subp.concurrency == Some(Concurrency::TaskEntry)
                && subp.body.is_none()
                && subp.unsupported.is_none()
                && !self.requeued.contains(&entry)
                && !accepts.iter().any(|one| one.task != accepts[0].task);
            let plans: Option<Vec<Plan>> = accepts.iter().map(|one| self.plan(one)).collect();
            if let Some(plans) = plans.filter(|_| plain) {
                self.entry_as_procedure(entry, &accepts, plans);
            }
        }
    }

    /// How an accept statement becomes what the entry does; `None` if it does not.
    fn plan(&self, accept: &Accepted) -> Option<Plan> {
        let task = self.tree.subprogram(accept.task);
        let body = task.body.as_ref().filter(|_| task.unsupported.is_none())?;
        let mut found = Vec::new();
        find_in_body(body, accept.loc, false, &mut found);
        let &[(block, handled)] = found.as_slice() else { return None };
        let start = block.statements.iter().position(|stmt| matches!(stmt.kind, StmtKind::Rendezvous(false)))?;
        let statements = block.statements[start + 1..].to_vec();
        let (mentioned, types) = self.looked_through(&statements, accept)?;
        let of_task = |object: &ObjId| self.tree.object(*object).owner == accept.task;
        let inside = |object: ObjId| {
            let loc = self.tree.object(object).loc;
            let span = accept.loc.span;
            loc.file == accept.loc.file && span.start <= loc.span.start && loc.span.end <= span.end
        };
        let formals = &self.tree.subprogram(accept.entry).params;
        let first = formals.len().checked_sub(accept.params.len())?;
        let mut instead = BTreeMap::new();
        let mut own = BTreeSet::new();
        for object in mentioned.into_iter().filter(of_task) {
            let ty = self.tree.object(object).ty;
            let of = |kind| Expr { kind, ty, loc: accept.loc };
            if let Some(at) = accept.params.iter().position(|param| *param == object) {
                instead.insert(object, of(ExprKind::Object(formals[first + at])));
            } else if task.params.first() == Some(&object) {
                instead.insert(object, of(ExprKind::Object(*formals.first()?)));
            } else if inside(object) {
                own.insert(object);
            } else {
                instead.insert(object, self.known_constant(body, object)?);
            }
        }
        // Objects inside that nothing names are declared there all the same.
        let all = (0u32..).zip(&self.tree.objects).map(|(at, _)| ObjId(at));
        own.extend(all.filter(|one| of_task(one) && inside(*one) && !accept.params.contains(one)));
        let known = |bound: &Bound| match bound {
            Bound::Object(object) => !of_task(object) || own.contains(object),
            _ => true,
        };
        let own_types = own.iter().map(|object| self.tree.object(*object).ty);
        if !types.into_iter().chain(own_types).all(|ty| self.has_bounds(ty, &known)) {
            return None;
        }
        // What stays in the task has objects and places of its own.
        let places = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Label(_) | StmtKind::Goto(_) | StmtKind::Loop(_));
        let mut simple = own.is_empty();
        walk_stmts(&statements, &mut |stmt| simple &= !places(stmt), &mut |_| {});
        (!handled || simple).then_some(Plan { statements, handled, instead, own })
    }

    /// The objects that statements name, and the types in them; `None` if something is there that belongs to the task,
    /// or waits for others.
    fn looked_through(&self, statements: &[Stmt], accept: &Accepted) -> Option<(BTreeSet<ObjId>, BTreeSet<TypeId>)> {
        let (plain, objects) = (Cell::new(true), RefCell::new(BTreeSet::new()));
        let types = RefCell::new(BTreeSet::new());
        let calls = |callee: SubpId| {
            let mut at = callee;
            while at != ENVIRONMENT {
                if at == accept.task {
                    plain.set(false);
                }
                at = self.tree.subprogram(at).parent;
            }
        };
        let of_choices = |choices: &[Choice]| {
            types.borrow_mut().extend(choices.iter().filter_map(|choice| match choice {
                Choice::Subtype(ty) => Some(*ty),
                _ => None,
            }));
        };
        let mut stmt = |stmt: &Stmt| match &stmt.kind {
            StmtKind::Call(callee, _) => calls(*callee),
            StmtKind::Declare(object, _) => {
                objects.borrow_mut().insert(*object);
            }
            StmtKind::CheckRange { within, .. } => {
                types.borrow_mut().insert(*within);
            }
            StmtKind::Case(_, alternatives) => alternatives.iter().for_each(|(choices, _)| of_choices(choices)),
            StmtKind::Loop(inner) => {
                if let Scheme::For { range, .. } = &inner.scheme {
                    types.borrow_mut().insert(range.ty);
                }
            }
            StmtKind::Rendezvous(_)
            | StmtKind::Await(_)
            | StmtKind::Activate(..)
            | StmtKind::Elaborated(_)
            | StmtKind::Finalized(_)
            | StmtKind::Return(_)
            | StmtKind::ExtendedReturn(..)
            | StmtKind::Dropped
            | StmtKind::Unsupported => plain.set(false),
            _ => {}
        };
        let mut expr = |expr: &Expr| {
            types.borrow_mut().insert(expr.ty);
            match &expr.kind {
                ExprKind::Object(object) => {
                    objects.borrow_mut().insert(*object);
                }
                ExprKind::Call(callee, _) => calls(*callee),
                ExprKind::Member(_, choices, _) => of_choices(choices),
                ExprKind::Case(_, alternatives) => alternatives.iter().for_each(|(choices, _)| of_choices(choices)),
                ExprKind::CheckedRange(within, ..) => {
                    types.borrow_mut().insert(*within);
                }
                ExprKind::Allocate(allocator) => {
                    types.borrow_mut().insert(allocator.subtype);
                }
                ExprKind::NotAnalysed(_) | ExprKind::Error => plain.set(false),
                _ => {}
            }
        };
        walk_stmts(statements, &mut stmt, &mut expr);
        plain.get().then(|| (objects.into_inner(), types.into_inner()))
    }

    /// The value of a constant of the body of a task, where it is a number or a text.
    fn known_constant(&self, body: &Body, object: ObjId) -> Option<Expr> {
        if self.tree.object(object).kind != ObjectKind::Constant {
            return None;
        }
        body.declarations.iter().find_map(|stmt| match &stmt.kind {
            StmtKind::Declare(declared, Some(value)) if *declared == object => value.value().map(|_| value.clone()),
            _ => None,
        })
    }

    /// Whether all bounds and discriminants in a subtype are known.
    fn has_bounds(&self, ty: TypeId, known: &dyn Fn(&Bound) -> bool) -> bool {
        let types = &self.tree.types;
        types.parts(ty).chain([ty]).all(|part| match &types[part].constraint {
            Constraint::Range(low, high) => known(low) && known(high),
            Constraint::Index(bounds) => bounds.iter().all(|(low, high)| known(low) && known(high)),
            Constraint::Discriminants(values) => values.iter().all(known),
            Constraint::Access(_, Some(designated)) => types[*designated].constraint == Constraint::None,
            Constraint::Access(_, None) | Constraint::None => true,
        })
    }

    /// A call of an entry does what any of its accept statements does.
    fn entry_as_procedure(&mut self, entry: SubpId, accepts: &[Accepted], plans: Vec<Plan>) {
        let boolean = self.tree.types.std.boolean;
        let mut ways = Vec::new();
        for (accept, mut plan) in accepts.iter().zip(plans) {
            for object in &plan.own {
                self.tree.objects[object.0 as usize].owner = entry;
            }
            let instead = |expr: &mut Expr| {
                expr_mut(expr, &mut |part| {
                    if let ExprKind::Object(object) = &part.kind
                        && let Some(other) = plan.instead.get(object)
                    {
                        part.kind = other.kind.clone();
                    }
                });
            };
            let declared = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Declare(one, _) if accept.params.contains(one));
            let mut body = Body { statements: std::mem::take(&mut plan.statements), ..Body::default() };
            body_mut(&mut body, &mut |list| list.retain(|stmt| !declared(stmt)), &mut { instead });
            if !plan.handled
                && let Some(own) = &mut self.tree.subprogram_mut(accept.task).body
            {
                leave_to_callers(own, accept.loc);
            }
            ways.push((accept.loc, body.statements));
        }
        let Some((last_loc, last)) = ways.pop() else { return };
        let statements = match ways.is_empty() {
            true => last,
            false => {
                let taken = |loc| Expr { kind: ExprKind::Builtin(Builtin::Unknown, Vec::new()), ty: boolean, loc };
                let branches = ways.into_iter().map(|(loc, statements)| (taken(loc), statements)).collect();
                vec![Stmt { kind: StmtKind::If(branches, last), loc: last_loc }]
            }
        };
        let subp = self.tree.subprogram_mut(entry);
        subp.imported = false;
        subp.body = Some(Body { statements, end: last_loc, ..Body::default() });
        self.bodies_done.push(entry);
    }
}

/// Whether a statement is the accept statement at a place.
fn is_accept(stmt: &Stmt, loc: Loc) -> bool {
    let waits = |stmt: &Stmt| stmt.loc == loc && matches!(stmt.kind, StmtKind::Rendezvous(false));
    matches!(&stmt.kind, StmtKind::Block(body) if body.statements.iter().any(waits))
}

/// The accept statements at a place, with whether handlers wait around them.
fn find_in_body<'b>(body: &'b Body, loc: Loc, handled: bool, found: &mut Vec<(&'b Body, bool)>) {
    let inside = handled || !body.handlers.is_empty();
    find(&body.declarations, loc, inside, found);
    find(&body.statements, loc, inside, found);
    body.handlers.iter().for_each(|handler| find(&handler.statements, loc, handled, found));
}

fn find<'b>(statements: &'b [Stmt], loc: Loc, handled: bool, found: &mut Vec<(&'b Body, bool)>) {
    for stmt in statements {
        match &stmt.kind {
            StmtKind::Block(body) if is_accept(stmt, loc) => found.push((body, handled)),
            StmtKind::Block(body) | StmtKind::ExtendedReturn(_, body) => find_in_body(body, loc, handled, found),
            StmtKind::If(branches, otherwise) => {
                branches.iter().for_each(|(_, body)| find(body, loc, handled, found));
                find(otherwise, loc, handled, found);
            }
            StmtKind::Case(_, alternatives) => {
                alternatives.iter().for_each(|(_, body)| find(body, loc, handled, found))
            }
            StmtKind::Loop(inner) => find(&inner.body, loc, handled, found),
            // Nothing is known of the way through it.
            StmtKind::Finalized(scope) => {
                find(&scope.statements, loc, true, found);
                find(&scope.finalization, loc, true, found);
            }
            _ => {}
        }
    }
}

/// The task waits at an accept statement, and the caller does what it says.
fn leave_to_callers(body: &mut Body, loc: Loc) {
    let mut list = |list: &mut Vec<Stmt>| {
        for stmt in list.iter_mut().filter(|stmt| is_accept(stmt, loc)) {
            if let StmtKind::Block(body) = &mut stmt.kind
                && let Some(at) = body.statements.iter().position(|stmt| matches!(stmt.kind, StmtKind::Rendezvous(_)))
            {
                body.statements.truncate(at + 1);
            }
        }
    };
    body_mut(body, &mut list, &mut |_| {});
}
