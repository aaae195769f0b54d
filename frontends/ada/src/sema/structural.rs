//! Structural variants (SPARK RM 5.5.3, 6.1.8): a recursive call is given a part of what the subprogram was given, and
//! a loop goes on with a part of what its variable had.
//!
//! This is decided on the text, as SPARK does it: the actual parameter is a name that goes at least one component
//! below the formal one, or below a variable that was declared or assigned from such a name, and nothing that access
//! values in the formal parameter designate has got another structure in between. What subprograms inside change of
//! the variables around them counts as changed anywhere. What objects there are must form trees, which SPARK's rules
//! of ownership ensure and nobody looks at here: it is an assumption. Without access types there is none, as a
//! component of a type cannot be of the same type.

use super::tree::{Body, Expr, ExprKind, LoopId, Mode, ObjId, ObjectKind, Scheme, Stmt, StmtKind, SubpId, Tree};
use super::walk::{calls_of_body, each_part, walk_body, walk_stmts};
use crate::place::Loc;
use std::collections::{BTreeMap, BTreeSet};

/// What is known of the structure at a point.
#[derive(Clone, Debug, PartialEq)]
struct State {
    /// Variables that hold a part of the value at the start, and whether a strict one.
    parts: BTreeMap<ObjId, bool>,
    /// Nothing that the value designates has got another structure.
    intact: bool,
}

/// `None` where control does not come.
type Flow = Option<State>;

/// The walk through a body or a loop.
struct Walk<'t> {
    tree: &'t Tree,
    /// Objects that others than their own subprogram change.
    shared: &'t BTreeSet<ObjId>,
    /// The subprograms whose calls must be given a strict part, with the parameter.
    cycle: BTreeMap<SubpId, ObjId>,
    /// Whether each of these calls is.
    calls: BTreeMap<Loc, bool>,
    exits: BTreeMap<LoopId, Flow>,
    /// There are jumps, which nobody follows.
    jumps: bool,
}

/// Decides all structural variants of a program.
pub(super) fn decide(tree: &mut Tree) {
    let measured: BTreeMap<SubpId, ObjId> =
        tree.subprogram_ids().filter_map(|id| Some((id, tree.subprogram(id).structural?))).collect();
    if measured.is_empty() && tree.structural_loops.is_empty() {
        return;
    }
    let shared = changed_by_others(tree);
    let calls = decide_calls(tree, &measured, &shared);
    let progresses = decide_loops(tree, &shared);
    tree.structural_calls = calls;
    for (id, (_, fine)) in &mut tree.structural_loops {
        *fine = progresses.get(id).copied().unwrap_or(false);
    }
}

/// For each call that must be given a strict part whether it is.
fn decide_calls(
    tree: &Tree,
    measured: &BTreeMap<SubpId, ObjId>,
    shared: &BTreeSet<ObjId>,
) -> BTreeMap<(SubpId, Loc), bool> {
    let mut calls = BTreeMap::new();
    if measured.is_empty() {
        return calls;
    }
    let graph: BTreeMap<SubpId, BTreeSet<SubpId>> = tree
        .subprogram_ids()
        .map(|id| (id, tree.subprogram(id).body.as_ref().map(calls_of_body).unwrap_or_default()))
        .collect();
    let reached: BTreeMap<SubpId, BTreeSet<SubpId>> = measured.keys().map(|id| (*id, reaches(&graph, *id))).collect();
    for (id, formal) in measured {
        let Some(body) = &tree.subprogram(*id).body else { continue };
        let mut cycle = measured.clone();
        cycle.retain(|other, _| reached[id].contains(other) && reached[other].contains(id));
        let mut walk = Walk::new(tree, shared, cycle);
        let start = walk.start(*formal);
        walk.body(body, start);
        let jumps = walk.jumps;
        calls.extend(walk.calls.into_iter().map(|(loc, fine)| ((*id, loc), fine && !jumps)));
    }
    calls
}

/// Whether the loops with structural variants go on with a strict part of what their variable had.
fn decide_loops(tree: &Tree, shared: &BTreeSet<ObjId>) -> BTreeMap<LoopId, bool> {
    let mut found = BTreeMap::new();
    let mut decide = |stmt: &Stmt| {
        let StmtKind::Loop(inner) = &stmt.kind else { return };
        let Some((variable, _)) = tree.structural_loops.get(&inner.id) else { return };
        let mut walk = Walk::new(tree, shared, BTreeMap::new());
        let start = walk.start(*variable);
        let end = walk.stmts(&inner.body, start);
        let progresses = end.is_none_or(|end| end.intact && end.parts.get(variable) == Some(&true));
        *found.entry(inner.id).or_insert(true) &= progresses && !walk.jumps;
    };
    if !tree.structural_loops.is_empty() {
        let bodies = tree.subprograms.iter().filter_map(|subp| subp.body.as_ref());
        bodies.for_each(|body| walk_body(body, &mut decide, &mut |_| {}));
    }
    found
}

/// Whom a subprogram calls, also by those that it calls.
fn reaches(graph: &BTreeMap<SubpId, BTreeSet<SubpId>>, from: SubpId) -> BTreeSet<SubpId> {
    let mut found = BTreeSet::new();
    let mut todo = vec![from];
    while let Some(at) = todo.pop() {
        todo.extend(graph.get(&at).into_iter().flatten().copied().filter(|callee| found.insert(*callee)));
    }
    found
}

/// The objects that are changed in other subprograms than their own, or of which something is that they designate.
fn changed_by_others(tree: &Tree) -> BTreeSet<ObjId> {
    let mut found = BTreeSet::new();
    for id in tree.subprogram_ids() {
        let Some(body) = &tree.subprogram(id).body else { continue };
        let (mut statements, mut expressions) = (Vec::new(), Vec::new());
        walk_body(
            body,
            &mut |stmt| match &stmt.kind {
                StmtKind::Assign(target, _) | StmtKind::Free(target) => statements.extend(beginning(target)),
                StmtKind::Call(callee, args) => statements.extend(changed_by_call(tree, *callee, args)),
                _ => {}
            },
            &mut |expr| {
                if let ExprKind::Call(callee, args) = &expr.kind {
                    expressions.extend(changed_by_call(tree, *callee, args));
                }
            },
        );
        found.extend(statements.into_iter().chain(expressions).filter(|object| tree.object(*object).owner != id));
    }
    found
}

/// The objects at the beginning of what a call may change.
fn changed_by_call<'e>(tree: &'e Tree, callee: SubpId, args: &'e [Expr]) -> impl Iterator<Item = ObjId> + use<'e> {
    let params = tree.subprogram(callee).params.iter().zip(args);
    params.filter(|(param, _)| may_change(tree, **param)).filter_map(|(_, arg)| beginning(arg))
}

/// The object that a name begins with, access values on the way.
fn beginning(name: &Expr) -> Option<ObjId> {
    match &name.kind {
        ExprKind::Object(object) => Some(*object),
        ExprKind::Field(inner, _)
        | ExprKind::Index(inner, _)
        | ExprKind::Slice(inner, ..)
        | ExprKind::Deref(inner)
        | ExprKind::Reference(inner, _)
        | ExprKind::Convert(inner)
        | ExprKind::Qualified(inner) => beginning(inner),
        _ => None,
    }
}

/// Whether a call may change the structure of what is passed for a parameter.
fn may_change(tree: &Tree, param: ObjId) -> bool {
    let types = &tree.types;
    let object = tree.object(param);
    let variable = object.kind.is_changing_parameter();
    match types.access(object.ty) {
        Some(access) => variable || !access.constant && types.has_accesses(access.designated),
        None => types.has_accesses(object.ty),
    }
}

impl State {
    /// Whether a name denotes a part of the value, and a strict one.
    fn part(&self, name: &Expr) -> Option<bool> {
        match &name.kind {
            ExprKind::Object(object) => self.parts.get(object).copied(),
            ExprKind::Field(inner, _) | ExprKind::Index(inner, _) | ExprKind::Deref(inner) => {
                self.part(inner).map(|_| true)
            }
            ExprKind::Slice(inner, ..) | ExprKind::Convert(inner) | ExprKind::Qualified(inner) => self.part(inner),
            // The access value that designates what another one designates.
            ExprKind::Reference(inner, _) => match &inner.kind {
                ExprKind::Deref(access) => self.part(access),
                _ => self.part(inner),
            },
            _ => None,
        }
    }
}

/// What is known where an exception, or a transfer of control, leaves statements that start here: anything may have
/// been changed.
fn left(start: &Flow) -> Flow {
    start.clone().map(|start| State { intact: false, ..start })
}

/// What is known where two ways meet.
fn meet(a: Flow, b: Flow) -> Flow {
    match (a, b) {
        (Some(a), Some(b)) => {
            let parts = a.parts.iter().filter_map(|(object, strict)| Some((*object, *strict && *b.parts.get(object)?)));
            Some(State { parts: parts.collect(), intact: a.intact && b.intact })
        }
        (a, b) => a.or(b),
    }
}

impl<'t> Walk<'t> {
    fn new(tree: &'t Tree, shared: &'t BTreeSet<ObjId>, cycle: BTreeMap<SubpId, ObjId>) -> Walk<'t> {
        Walk { tree, shared, cycle, calls: BTreeMap::new(), exits: BTreeMap::new(), jumps: false }
    }

    /// Where the object has the value that it is about.
    fn start(&self, object: ObjId) -> Flow {
        Some(State { parts: BTreeMap::from([(object, false)]), intact: !self.shared.contains(&object) })
    }

    /// A variable gets a value.
    fn assign(&self, state: &mut State, object: ObjId, part: Option<bool>) {
        match part {
            Some(strict) => {
                state.parts.insert(object, strict);
                state.intact &= !self.shared.contains(&object);
            }
            None => {
                state.parts.remove(&object);
            }
        }
    }

    /// An expression is evaluated: the calls in it, which may change what they are given.
    fn expr(&mut self, expr: &Expr, flow: &mut Flow) {
        let Some(before) = flow.clone() else { return };
        self.parts_of(expr, flow);
        if flow.as_ref().is_some_and(|after| after.intact != before.intact) {
            // The order is open: a call may come behind one that changes something.
            self.parts_of(expr, flow);
        }
    }

    fn parts_of(&mut self, expr: &Expr, flow: &mut Flow) {
        let mut inside = Vec::new();
        each_part(expr, &mut |part| inside.push(part));
        for part in inside {
            self.parts_of(part, flow);
        }
        if let ExprKind::Call(callee, args) = &expr.kind {
            self.call(*callee, args, expr.loc, flow);
        }
    }

    fn call(&mut self, callee: SubpId, args: &[Expr], loc: Loc, flow: &mut Flow) {
        let Some(state) = flow else { return };
        let params = &self.tree.subprogram(callee).params;
        if let Some(formal) = self.cycle.get(&callee) {
            let actual = params.iter().position(|param| param == formal).and_then(|at| args.get(at));
            let strict = actual.and_then(|actual| state.part(actual)) == Some(true);
            let known = self.calls.get(&loc).copied().unwrap_or(true);
            self.calls.insert(loc, known && state.intact && strict);
        }
        for (param, arg) in params.iter().zip(args) {
            if state.part(arg).is_some() && may_change(self.tree, *param) {
                state.intact = false;
                if let (ExprKind::Object(object), ObjectKind::Parameter(Mode::Out | Mode::InOut)) =
                    (&arg.kind, self.tree.object(*param).kind)
                {
                    state.parts.remove(object);
                }
            }
        }
    }

    fn body(&mut self, body: &Body, flow: Flow) -> Flow {
        let start = self.stmts(&body.declarations, flow);
        let mut end = self.stmts(&body.statements, start.clone());
        for handler in &body.handlers {
            let after = self.stmts(&handler.statements, left(&start));
            end = meet(end, after);
        }
        end
    }

    fn stmts(&mut self, stmts: &[Stmt], mut flow: Flow) -> Flow {
        for stmt in stmts {
            flow = self.stmt(stmt, flow);
        }
        flow
    }

    fn stmt(&mut self, stmt: &Stmt, mut flow: Flow) -> Flow {
        match &stmt.kind {
            StmtKind::Declare(object, value) => {
                if let Some(value) = value {
                    self.expr(value, &mut flow);
                }
                if let Some(state) = &mut flow {
                    let part = value.as_ref().and_then(|value| state.part(value));
                    self.assign(state, *object, part);
                }
                flow
            }
            StmtKind::Assign(target, value) => {
                self.expr(value, &mut flow);
                self.expr(target, &mut flow);
                if let Some(state) = &mut flow {
                    match &target.kind {
                        ExprKind::Object(object) => {
                            let part = state.part(value);
                            self.assign(state, *object, part);
                        }
                        _ if state.part(target).is_some() && self.tree.types.has_accesses(target.ty) => {
                            state.intact = false;
                        }
                        _ => {}
                    }
                }
                flow
            }
            StmtKind::Call(callee, args) => {
                for arg in args {
                    self.expr(arg, &mut flow);
                }
                self.call(*callee, args, stmt.loc, &mut flow);
                flow
            }
            StmtKind::Free(name) => {
                if let Some(state) = &mut flow {
                    state.intact &= state.part(name).is_none();
                }
                flow
            }
            StmtKind::If(branches, otherwise) => {
                let mut after = None;
                for (condition, body) in branches {
                    self.expr(condition, &mut flow);
                    let end = self.stmts(body, flow.clone());
                    after = meet(after, end);
                }
                let end = self.stmts(otherwise, flow);
                meet(after, end)
            }
            StmtKind::Case(selector, alternatives) => {
                self.expr(selector, &mut flow);
                let mut after = None;
                for (_, body) in alternatives {
                    let end = self.stmts(body, flow.clone());
                    after = meet(after, end);
                }
                after
            }
            StmtKind::Loop(inner) => {
                for (_, value) in &inner.entry_values {
                    self.expr(value, &mut flow);
                }
                loop {
                    let mut start = flow.clone();
                    let leaves = match &inner.scheme {
                        Scheme::Forever => false,
                        Scheme::While(condition) => {
                            self.expr(condition, &mut start);
                            true
                        }
                        Scheme::For { range, .. } => {
                            self.expr(&range.low, &mut start);
                            self.expr(&range.high, &mut start);
                            true
                        }
                        Scheme::Of { array, .. } => {
                            self.expr(array, &mut start);
                            true
                        }
                    };
                    self.exits.insert(inner.id, start.clone().filter(|_| leaves));
                    let end = self.stmts(&inner.body, start);
                    let next = meet(flow.clone(), end);
                    if next == flow {
                        return self.exits.remove(&inner.id).flatten();
                    }
                    flow = next;
                }
            }
            StmtKind::Exit(id, condition) => {
                if let Some(condition) = condition {
                    self.expr(condition, &mut flow);
                }
                if let Some(known) = self.exits.get_mut(id) {
                    *known = meet(known.take(), flow.clone());
                }
                flow.filter(|_| condition.is_some())
            }
            StmtKind::Block(body) => self.body(body, flow),
            StmtKind::ExtendedReturn(_, body) => {
                self.body(body, flow);
                None
            }
            StmtKind::Return(value) => {
                if let Some(value) = value {
                    self.expr(value, &mut flow);
                }
                None
            }
            StmtKind::Raise(_) => None,
            StmtKind::Goto(_) => {
                self.jumps = true;
                flow
            }
            StmtKind::Finalized(scope) => {
                let start = left(&flow);
                let end = self.stmts(&scope.statements, flow);
                self.stmts(&scope.finalization, start);
                if scope.only_failing { end } else { self.stmts(&scope.finalization, end) }
            }
            _ => {
                let mut inside = Vec::new();
                let one = std::slice::from_ref(stmt);
                walk_stmts(one, &mut |_| {}, &mut |expr| inside.push(expr.clone()));
                // Each of these expressions comes with its parts.
                for expr in inside {
                    if let ExprKind::Call(callee, args) = &expr.kind {
                        self.call(*callee, args, expr.loc, &mut flow);
                    }
                }
                flow
            }
        }
    }
}
