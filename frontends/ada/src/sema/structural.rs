//! Structural variants (SPARK RM 5.5.3, 6.1.8): a recursive call is given a part of what the subprogram was given, and
//! a loop goes on with a part of what its variable had.
//!
//! This is decided on the text, as SPARK does it: the actual parameter is a name that goes at least one component
//! below the formal one, or below a variable that was declared or assigned from such a name, and nothing that access
//! values in the formal parameter designate has got another structure in between. What objects there are must form
//! trees, which SPARK's rules of ownership ensure and nobody looks at here: it is an assumption. Without access types
//! there is none, as a component of a type cannot be of the same type.

use super::tree::{Body, Expr, ExprKind, LoopId, Mode, ObjId, ObjectKind, Scheme, Stmt, StmtKind, SubpId, Tree};
use super::walk::{each_part, walk_body, walk_stmts};
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
    /// The subprograms whose calls must be given a strict part, with the parameter.
    cycle: BTreeMap<SubpId, ObjId>,
    /// Whether each of these calls is.
    calls: BTreeMap<Loc, bool>,
    exits: BTreeMap<LoopId, Flow>,
}

/// Decides all structural variants of a program.
pub(super) fn decide(tree: &mut Tree) {
    let measured: Vec<(SubpId, ObjId)> = (0..tree.subprograms.len())
        .map(|at| SubpId(u32::try_from(at).unwrap_or(u32::MAX)))
        .filter_map(|id| Some((id, tree.subprogram(id).structural?)))
        .collect();
    let mut calls = BTreeMap::new();
    if !measured.is_empty() {
        let graph = call_graph(tree);
        for (id, formal) in &measured {
            let in_cycle =
                |other: &SubpId| reaches(&graph, *id).contains(other) && reaches(&graph, *other).contains(id);
            let cycle = measured.iter().copied().filter(|(other, _)| in_cycle(other)).collect();
            let mut walk = Walk { tree, cycle, calls: BTreeMap::new(), exits: BTreeMap::new() };
            if let Some(body) = &tree.subprogram(*id).body {
                walk.body(body, Some(State::of(*formal, !has_jumps(body))));
            }
            calls.extend(walk.calls.into_iter().map(|(loc, fine)| ((*id, loc), fine)));
        }
    }
    let loops: Vec<(LoopId, ObjId)> = tree.structural_loops.iter().map(|(id, (object, _))| (*id, *object)).collect();
    for (id, variable) in loops {
        let progresses = loop_progresses(tree, id, variable);
        tree.structural_loops.insert(id, (variable, progresses));
    }
    tree.structural_calls = calls;
}

/// Whom each subprogram calls.
fn call_graph(tree: &Tree) -> BTreeMap<SubpId, BTreeSet<SubpId>> {
    let mut graph = BTreeMap::new();
    for (at, subp) in tree.subprograms.iter().enumerate() {
        let found = std::cell::RefCell::new(BTreeSet::new());
        if let Some(body) = &subp.body {
            walk_body(
                body,
                &mut |stmt| {
                    if let StmtKind::Call(callee, _) = stmt.kind {
                        found.borrow_mut().insert(callee);
                    }
                },
                &mut |expr| {
                    if let ExprKind::Call(callee, _) = expr.kind {
                        found.borrow_mut().insert(callee);
                    }
                },
            );
        }
        graph.insert(SubpId(u32::try_from(at).unwrap_or(u32::MAX)), found.into_inner());
    }
    graph
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

/// Whether a body jumps.
fn has_jumps(body: &Body) -> bool {
    let mut found = false;
    walk_body(body, &mut |stmt| found |= matches!(stmt.kind, StmtKind::Goto(_)), &mut |_| {});
    found
}

/// Whether a loop goes on with a strict part of what its variable had.
fn loop_progresses(tree: &Tree, id: LoopId, variable: ObjId) -> bool {
    for subp in &tree.subprograms {
        let Some(body) = &subp.body else { continue };
        let mut progresses = None;
        walk_body(
            body,
            &mut |stmt| {
                if let StmtKind::Loop(inner) = &stmt.kind
                    && inner.id == id
                {
                    let mut jumps = false;
                    walk_stmts(&inner.body, &mut |stmt| jumps |= matches!(stmt.kind, StmtKind::Goto(_)), &mut |_| {});
                    let mut walk =
                        Walk { tree, cycle: BTreeMap::new(), calls: BTreeMap::new(), exits: BTreeMap::new() };
                    let end = walk.stmts(&inner.body, Some(State::of(variable, !jumps)));
                    let fine = end.is_none_or(|end| end.intact && end.parts.get(&variable) == Some(&true));
                    progresses = Some(fine && !jumps);
                }
            },
            &mut |_| {},
        );
        if let Some(progresses) = progresses {
            return progresses;
        }
    }
    false
}

impl State {
    fn of(object: ObjId, intact: bool) -> State {
        State { parts: BTreeMap::from([(object, false)]), intact }
    }

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

    /// A variable gets a value.
    fn assign(&mut self, object: ObjId, part: Option<bool>) {
        match part {
            Some(strict) => self.parts.insert(object, strict),
            None => self.parts.remove(&object),
        };
    }
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

impl Walk<'_> {
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
            if state.part(arg).is_some() && self.may_change(*param) {
                state.intact = false;
                if let (ExprKind::Object(object), ObjectKind::Parameter(Mode::Out | Mode::InOut)) =
                    (&arg.kind, self.tree.object(*param).kind)
                {
                    state.parts.remove(object);
                }
            }
        }
    }

    /// Whether a call may change the structure of what is passed for a parameter.
    fn may_change(&self, param: ObjId) -> bool {
        let types = &self.tree.types;
        let object = self.tree.object(param);
        let variable = matches!(object.kind, ObjectKind::Parameter(Mode::Out | Mode::InOut));
        match types.access(object.ty) {
            Some(access) => variable || !access.constant && types.has_accesses(access.designated),
            None => types.has_accesses(object.ty),
        }
    }

    fn body(&mut self, body: &Body, flow: Flow) -> Flow {
        let start = self.stmts(&body.declarations, flow);
        let mut end = self.stmts(&body.statements, start.clone());
        for handler in &body.handlers {
            // Anything may have been changed before.
            let broken = start.clone().map(|start| State { intact: false, ..start });
            let after = self.stmts(&handler.statements, broken);
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
                    state.assign(*object, part);
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
                            state.assign(*object, part);
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
