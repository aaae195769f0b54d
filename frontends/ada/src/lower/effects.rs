//! Who calls whom, whose functions change variables, and which subprograms run under exception handlers.

use crate::sema::tree::{
    Body, Choice, ENVIRONMENT, ExnId, Expr, ExprKind, ObjId, ObjectKind, Stmt, StmtKind, SubpId, Tree,
};
use crate::sema::types::{Kind, TypeId};
use crate::sema::walk::walk_stmts;
pub(crate) use crate::sema::walk::{each_part, has_part, root, walk_body, walk_expr};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// What the lowering wants to know before it starts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Effects {
    /// Direct calls.
    pub calls: BTreeMap<SubpId, BTreeSet<SubpId>>,
    /// Who calls a subprogram.
    callers: BTreeMap<SubpId, BTreeSet<SubpId>>,
    /// Everything that is called by somebody.
    pub called: BTreeSet<SubpId>,
    /// Subprograms that change variables which are not their own, or have parameters they change.
    pub changing: BTreeSet<SubpId>,
    /// Those of them that do more than make new objects, which nobody has seen.
    pub changing_seen: BTreeSet<SubpId>,
    /// Subprograms that may run while a handler of a caller waits.
    pub handled: BTreeSet<SubpId>,
    /// Subprograms that can call themselves.
    pub recursive: BTreeSet<SubpId>,
    /// Objects that nested subprograms use.
    pub shared: BTreeSet<ObjId>,
    /// Calls: who calls, who is called, and the exceptions that handlers around the call name, in the same body.
    sites: Vec<(SubpId, SubpId, BTreeSet<ExnId>)>,
    /// The exceptions that handlers name, anywhere, and whether one is for all others.
    pub waited_for: (BTreeSet<ExnId>, bool),
    /// Variables of others that a subprogram itself changes.
    writes: BTreeMap<SubpId, BTreeSet<ObjId>>,
    /// Objects of others that a subprogram itself names.
    names: BTreeMap<SubpId, BTreeSet<ObjId>>,
    /// What those of `handled` may raise.
    pub raised: BTreeMap<SubpId, super::failing::Raised>,
    /// Subprograms that may run while a handler of a caller waits that tells exceptions apart.
    pub told_apart: BTreeSet<SubpId>,
    /// Subprograms with allocators. These change nothing that anybody could have seen before.
    allocating: BTreeSet<SubpId>,
    /// Predicates and invariants that look at variables: a value that satisfied one may not satisfy it later.
    pub varying: BTreeSet<SubpId>,
}

/// The user-defined equalities that a comparison or a membership test calls without naming them.
pub(crate) fn implied_calls(tree: &Tree, expr: &Expr) -> Vec<SubpId> {
    use crate::sema::tree::BinaryOp;
    match &expr.kind {
        ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, left, _) => {
            tree.types.equalities_inside(left.ty).into_iter().collect()
        }
        ExprKind::Member(operand, choices, _) if choices.iter().any(|choice| matches!(choice, Choice::Value(_))) => {
            tree.types.equalities_inside(operand.ty).into_iter().collect()
        }
        ExprKind::Array(aggregate) => {
            let named = aggregate.named.iter().any(|named| named.value.is_none());
            if named || matches!(aggregate.others, Some(None)) { default_calls(tree, expr.ty) } else { Vec::new() }
        }
        ExprKind::Record(values) if values.contains(&None) => default_calls(tree, expr.ty),
        _ => Vec::new(),
    }
}

/// The functions that the default initialisation of an object calls.
pub(crate) fn default_calls(tree: &Tree, ty: TypeId) -> Vec<SubpId> {
    let mut found = Vec::new();
    let mut todo = vec![ty];
    let mut seen = BTreeSet::new();
    let mut of = |value: &Expr| {
        walk_expr(value, &mut |inner| {
            if let ExprKind::Call(callee, _) = &inner.kind {
                found.push(*callee);
            }
        });
    };
    while let Some(ty) = todo.pop() {
        if !seen.insert(ty) {
            continue;
        }
        tree.types[ty].default.iter().for_each(|value| of(value));
        match tree.types.kind(ty) {
            Kind::Record(record) => {
                for component in &record.components {
                    match &component.default {
                        Some(default) => of(default),
                        None => todo.push(component.ty),
                    }
                }
            }
            Kind::Array { element, .. } => todo.push(*element),
            _ => {}
        }
    }
    found
}

/// The functions that a declaration without an initial value calls.
fn declaration_calls(tree: &Tree, stmt: &Stmt) -> Vec<SubpId> {
    match &stmt.kind {
        StmtKind::Declare(object, None) => default_calls(tree, tree.object(*object).ty),
        _ => Vec::new(),
    }
}

/// The subprograms that a statement calls, itself or in its parts.
pub(crate) fn calls_of(tree: &Tree, stmt: &Stmt) -> BTreeSet<SubpId> {
    let mut statements = BTreeSet::new();
    let mut expressions = BTreeSet::new();
    walk_stmts(
        std::slice::from_ref(stmt),
        &mut |stmt| {
            if let StmtKind::Call(callee, _) | StmtKind::Activate(Some(callee), _) = &stmt.kind {
                statements.insert(*callee);
            }
            statements.extend(declaration_calls(tree, stmt));
        },
        &mut |e| match &e.kind {
            ExprKind::Call(callee, _) => {
                expressions.insert(*callee);
            }
            _ => expressions.extend(implied_calls(tree, e)),
        },
    );
    statements.extend(expressions);
    statements
}

/// The arguments of a call that the callee may change.
pub(crate) fn changed_arguments<'e>(tree: &Tree, callee: SubpId, args: &'e [Expr]) -> Vec<&'e Expr> {
    let params = &tree.subprogram(callee).params;
    let changed = |param: &ObjId| tree.object(*param).kind.is_changing_parameter();
    params.iter().zip(args).filter(|(param, _)| changed(param)).map(|(_, arg)| arg).collect()
}

/// What stands in one subprogram: its body and what is said of it.
#[derive(Default)]
struct Own {
    calls: BTreeSet<SubpId>,
    /// What is assigned, its own variables among it.
    written: BTreeSet<ObjId>,
    /// The objects of others that are named.
    shared: BTreeSet<ObjId>,
    allocates: bool,
    /// The tasks that it activates.
    tasks: Vec<SubpId>,
}

impl Own {
    fn of(tree: &Tree, id: SubpId) -> Own {
        let subp = tree.subprogram(id);
        // Statements and expressions are visited by two functions.
        let own = RefCell::new(Own::default());
        let mut expr = |e: &Expr| own.borrow_mut().expr(tree, id, e);
        let invariants = subp.invariants.iter().map(|invariant| &invariant.condition);
        let variant = subp.variant.iter().map(|(_, measure)| measure);
        for contract in subp.conditions().chain(variant).chain(invariants) {
            walk_expr(contract, &mut expr);
        }
        if let Some(body) = &subp.body {
            walk_body(body, &mut |stmt| own.borrow_mut().stmt(tree, stmt), &mut expr);
        }
        let mut own = own.into_inner();
        if subp.body.is_none() && subp.loc != crate::place::Loc::NONE && !tree.is_own_text(subp.loc) {
            own.written.extend(subp.changes.iter().flatten());
            own.shared.extend(subp.changes.iter().flatten());
            own.shared.extend(subp.reads.iter().flat_map(|reads| &reads.objects));
            // Whatever its parameters designate.
            for heap in tree.heaps.iter().filter(|_| !super::determined::is_function(tree, id)) {
                own.shared.insert(heap.cells);
                own.written.extend([heap.cells, heap.next].into_iter().chain(heap.dead));
            }
        }
        own
    }

    fn call(&mut self, tree: &Tree, callee: SubpId, args: &[Expr]) {
        self.calls.insert(callee);
        self.written.extend(changed_arguments(tree, callee, args).into_iter().filter_map(root));
    }

    fn expr(&mut self, tree: &Tree, id: SubpId, e: &Expr) {
        match &e.kind {
            ExprKind::Call(callee, args) => self.call(tree, *callee, args),
            ExprKind::Object(object) if tree.object(*object).owner != id => {
                self.shared.insert(*object);
            }
            ExprKind::Allocate(_) => self.allocates = true,
            _ => self.calls.extend(implied_calls(tree, e)),
        }
    }

    fn stmt(&mut self, tree: &Tree, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Assign(target, _) => self.written.extend(root(target)),
            StmtKind::Free(variable) => {
                self.written.extend(root(variable));
                self.written.extend(tree.heap_of(variable.ty).and_then(|heap| heap.dead));
            }
            StmtKind::Call(callee, args) => self.call(tree, *callee, args),
            StmtKind::Activate(Some(task), _) => {
                self.calls.insert(*task);
                self.tasks.push(*task);
            }
            _ => self.calls.extend(declaration_calls(tree, stmt)),
        }
    }
}

impl Effects {
    /// Looks through the whole program.
    pub fn of(tree: &Tree) -> Effects {
        let mut effects = Effects::default();
        let mut under: BTreeSet<SubpId> = BTreeSet::new();
        for id in tree.subprogram_ids() {
            let Own { calls, mut written, shared, allocates, tasks } = Own::of(tree, id);
            let subp = tree.subprogram(id);
            if let Some(body) = &subp.body {
                handled_calls(tree, body, !subp.exits.is_empty(), &mut under);
                let (named, others) = &mut effects.waited_for;
                let mut wait_for = |exceptions: &[ExnId]| {
                    *others |= exceptions.is_empty();
                    named.extend(exceptions);
                };
                each_body(body, &mut |body| body.handlers.iter().for_each(|handler| wait_for(&handler.exceptions)));
                subp.exits.iter().for_each(|exit| wait_for(&exit.exceptions));
                // Nobody handles what a task raises.
                effects.sites.extend(tasks.into_iter().map(|task| (ENVIRONMENT, task, BTreeSet::new())));
                let around = named_handlers(tree, body);
                let handlers = body.handlers.iter().map(|handler| handler.statements.as_slice());
                let lists = [body.declarations.as_slice(), body.statements.as_slice()].into_iter().chain(handlers);
                for (address, callee) in calls_at(tree, lists) {
                    let named = around.iter().filter(|(_, calls)| calls.contains(&address));
                    effects.sites.push((id, callee, named.map(|(exception, _)| *exception).collect()));
                }
            }
            if allocates {
                effects.allocating.insert(id);
            }
            let changes_parameters = subp.params.iter().any(|param| tree.object(*param).kind.is_changing_parameter());
            if changes_parameters {
                effects.changing.insert(id);
                effects.changing_seen.insert(id);
            }
            effects.called.extend(calls.iter().copied());
            calls.iter().for_each(|callee| {
                effects.callers.entry(*callee).or_default().insert(id);
            });
            effects.shared.extend(&shared);
            effects.names.insert(id, shared);
            written.retain(|object| tree.object(*object).owner != id);
            effects.writes.insert(id, written);
            effects.calls.insert(id, calls);
        }
        // Predicates are called wherever values are checked.
        let types = (0..tree.types.len()).map(|at| TypeId(u32::try_from(at).unwrap_or(u32::MAX)));
        let conditions: BTreeSet<SubpId> = types.flat_map(|ty| tree.types[ty].conditions()).collect();
        effects.called.extend(&conditions);
        effects.sites.extend(conditions.iter().map(|function| (ENVIRONMENT, *function, BTreeSet::new())));
        effects.close(tree, under);
        effects.varying = conditions.into_iter().filter(|id| effects.looks_at_variables(tree, *id)).collect();
        effects
    }

    /// Whether a condition is a call of a function that looks at variables.
    pub fn varies(&self, condition: &Expr) -> bool {
        matches!(condition.kind, ExprKind::Call(function, _) if self.varying.contains(&function))
    }

    /// Whether a predicate or invariant depends on more than the value that it is asked about.
    fn looks_at_variables(&self, tree: &Tree, id: SubpId) -> bool {
        let all = self.reachable(BTreeSet::from([id]));
        let varies = |object: &ObjId| {
            let kind = tree.object(*object).kind;
            Self::is_around(tree, *object, id) && (kind == ObjectKind::Variable || kind.is_changing_parameter())
        };
        let dereferences = |id: &SubpId| {
            let mut found = false;
            if let Some(body) = &tree.subprogram(*id).body {
                walk_body(body, &mut |_| {}, &mut |expr| found |= matches!(expr.kind, ExprKind::Deref(_)));
            }
            found
        };
        all.iter().any(|one| self.names.get(one).is_some_and(|names| names.iter().any(varies)) || dereferences(one))
    }

    /// The variables of others that a subprogram may change, itself or by its calls; perhaps some that it doesn't.
    pub fn written(&self, id: SubpId) -> BTreeSet<ObjId> {
        let reached = self.reachable(BTreeSet::from([id]));
        reached.iter().chain([&id]).filter_map(|id| self.writes.get(id)).flatten().copied().collect()
    }

    /// Whether a subprogram may make objects, itself or by its calls.
    pub fn allocates(&self, id: SubpId) -> bool {
        !self.allocating.is_disjoint(&self.reachable(BTreeSet::from([id])))
    }

    /// The objects of others that a subprogram may read or change, itself or by its calls.
    pub fn named(&self, id: SubpId) -> BTreeSet<ObjId> {
        let reached = self.reachable(BTreeSet::from([id]));
        reached.iter().filter_map(|id| self.names.get(id)).flatten().copied().collect()
    }

    /// Whether an object exists outside of the calls of a subprogram and can be seen inside: one of the library, or of
    /// a subprogram around it. What belongs to other subprograms is another object at each of their calls.
    pub fn is_around(tree: &Tree, object: ObjId, id: SubpId) -> bool {
        let owner = tree.object(object).owner;
        owner != id && tree.is_inside(id, owner)
    }

    fn close(&mut self, tree: &Tree, under: BTreeSet<SubpId>) {
        let ids: Vec<SubpId> = self.calls.keys().copied().collect();
        for id in &ids {
            let seen = self.written(*id).into_iter().any(|object| Self::is_around(tree, object, *id));
            if seen {
                self.changing_seen.insert(*id);
            }
            if seen || self.allocates(*id) {
                self.changing.insert(*id);
            }
        }
        self.handled = self.reachable(under);
        self.raised = super::failing::of_subprograms(tree, &self.handled, &self.calls);
        let named = self.sites.iter().filter(|(_, _, named)| !named.is_empty());
        self.told_apart = self.reachable(named.map(|(_, callee, _)| *callee).collect());
        for id in ids {
            let from = self.calls.get(&id).cloned().unwrap_or_default();
            if self.reachable(from).contains(&id) {
                self.recursive.insert(id);
            }
        }
    }

    /// Everything that the given subprograms can call, themselves included.
    pub fn reachable(&self, from: BTreeSet<SubpId>) -> BTreeSet<SubpId> {
        self.reachable_without(from, &BTreeSet::new())
    }

    /// The same where `skipped` subprograms call nobody.
    pub fn reachable_without(&self, from: BTreeSet<SubpId>, skipped: &BTreeSet<SubpId>) -> BTreeSet<SubpId> {
        let mut found = BTreeSet::new();
        let mut todo: Vec<SubpId> = from.into_iter().collect();
        while let Some(id) = todo.pop() {
            if found.insert(id) && !skipped.contains(&id) {
                todo.extend(self.calls.get(&id).into_iter().flatten().copied());
            }
        }
        found
    }

    /// The subprograms all of whose runs, from these entries, are under a handler of a caller that names the exception:
    /// that it is raised there is intended.
    pub fn always_handled(&self, exception: ExnId, entries: &BTreeSet<SubpId>) -> BTreeSet<SubpId> {
        let mut exposed = entries.clone();
        exposed.insert(ENVIRONMENT);
        loop {
            let before = exposed.len();
            for (caller, callee, named) in &self.sites {
                if exposed.contains(caller) && !named.contains(&exception) {
                    exposed.insert(*callee);
                }
            }
            if exposed.len() == before {
                break;
            }
        }
        self.called.iter().filter(|id| !exposed.contains(id)).copied().collect()
    }

    /// The subprograms that may run under a handler of a caller that names the exception.
    pub fn sometimes_handled(&self, exception: ExnId) -> BTreeSet<SubpId> {
        let called = self.sites.iter().filter(|(_, _, named)| named.contains(&exception));
        self.reachable(called.map(|(_, callee, _)| *callee).collect())
    }

    /// Whether somebody calls `id`, or one of those in the same recursion, who is in no recursion with it.
    pub fn called_from_outside(&self, id: SubpId) -> bool {
        let mut group = BTreeSet::from([id]);
        if self.recursive.contains(&id) {
            let below = self.reachable(BTreeSet::from([id]));
            let again = below.intersection(&self.recursive).copied();
            group.extend(again.filter(|other| self.reachable(BTreeSet::from([*other])).contains(&id)));
        }
        let outside = |caller: SubpId| caller == ENVIRONMENT || !group.contains(&caller);
        group.iter().filter_map(|member| self.callers.get(member)).flatten().any(|caller| outside(*caller))
    }
}

/// Where the nodes of the calls inside statements are, and whom they call.
fn calls_at<'s>(tree: &Tree, lists: impl IntoIterator<Item = &'s [Stmt]>) -> Vec<(usize, SubpId)> {
    let found = std::cell::RefCell::new(Vec::new());
    for list in lists {
        walk_stmts(
            list,
            &mut |stmt| {
                let address = std::ptr::from_ref(stmt) as usize;
                if let StmtKind::Call(callee, _) = &stmt.kind {
                    found.borrow_mut().push((address, *callee));
                }
                found.borrow_mut().extend(declaration_calls(tree, stmt).into_iter().map(|callee| (address, callee)));
            },
            &mut |expr| {
                let address = std::ptr::from_ref(expr) as usize;
                if let ExprKind::Call(callee, _) = &expr.kind {
                    found.borrow_mut().push((address, *callee));
                }
                found.borrow_mut().extend(implied_calls(tree, expr).into_iter().map(|callee| (address, callee)));
            },
        );
    }
    found.into_inner()
}

/// A body and the blocks inside it that may have handlers.
fn each_body(body: &Body, found: &mut dyn FnMut(&Body)) {
    found(body);
    walk_body(
        body,
        &mut |stmt| {
            if let StmtKind::Block(inner) | StmtKind::ExtendedReturn(_, inner) = &stmt.kind {
                found(inner);
            }
        },
        &mut |_| {},
    );
}

/// For each exception that handlers inside a body name, the calls in the statements under them.
fn named_handlers(tree: &Tree, body: &Body) -> Vec<(ExnId, BTreeSet<usize>)> {
    let mut found = Vec::new();
    each_body(body, &mut |body| {
        let named: BTreeSet<ExnId> = body.handlers.iter().flat_map(|handler| handler.exceptions.clone()).collect();
        if named.is_empty() {
            return;
        }
        let calls: BTreeSet<usize> =
            calls_at(tree, [body.statements.as_slice()]).into_iter().map(|(at, _)| at).collect();
        found.extend(named.into_iter().map(|exception| (exception, calls.clone())));
    });
    found
}

/// Calls that run inside the statements of a body with handlers; all calls of one that is `watched` as a whole.
fn handled_calls(tree: &Tree, body: &Body, watched: bool, under: &mut BTreeSet<SubpId>) {
    let mut nested: Vec<Body> = Vec::new();
    let mut inside = BTreeSet::new();
    walk_body(
        body,
        &mut |stmt| match &stmt.kind {
            StmtKind::Call(callee, _) => {
                inside.insert(*callee);
            }
            StmtKind::Block(inner) | StmtKind::ExtendedReturn(_, inner) => nested.push((**inner).clone()),
            _ => inside.extend(declaration_calls(tree, stmt)),
        },
        &mut |_| {},
    );
    walk_body(body, &mut |_| {}, &mut |e| {
        if let ExprKind::Call(callee, _) = &e.kind {
            inside.insert(*callee);
        }
        inside.extend(implied_calls(tree, e));
    });
    if watched || !body.handlers.is_empty() {
        under.extend(inside);
        return;
    }
    for inner in &nested {
        if !inner.handlers.is_empty() {
            handled_calls(tree, inner, false, under);
        }
    }
}
