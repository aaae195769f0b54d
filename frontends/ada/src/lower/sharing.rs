//! What tasks share (RM 9.10): which variables another task may change at any time.
//!
//! A task runs beside everything else. A variable that its body, or what it calls, names, and that belongs to a region
//! around the task, is seen by others too: unless it is never assigned, or this task alone names it, every read of it
//! gives any value of its subtype. The state of a protected object stays what it is during a call, and is another one
//! at the next call. Where there is no main program the tasks of the clients are not known: they may call the
//! operations of protected objects of packages, too. Objects that several tasks reach by access values are not
//! analysed.

use super::effects::{Effects, changed_arguments};
use crate::sema::tree::{
    Body, Concurrency, ENVIRONMENT, Expr, ExprKind, Mode, ObjId, ObjectKind, Stmt, StmtKind, SubpId, Tree,
};
use crate::sema::walk::{root, walk_body, walk_expr};
use horn_frontend::ir::FileId;
use std::collections::{BTreeMap, BTreeSet};

/// What is shared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sharing {
    /// Variables that others may change at any time.
    objects: BTreeSet<ObjId>,
    /// Heaps, by their cells.
    heaps: BTreeSet<ObjId>,
}

/// The search for it.
struct Search<'t> {
    tree: &'t Tree,
    effects: &'t Effects,
    refused: &'t BTreeSet<SubpId>,
    /// What each subprogram names.
    named: BTreeMap<SubpId, BTreeSet<ObjId>>,
    /// What the default values of types name: anybody may evaluate these.
    by_default: BTreeSet<ObjId>,
    /// What anybody may call: predicates and invariants of types, functions in default values, what access values
    /// designate.
    called_by_any: BTreeSet<SubpId>,
    /// Nobody knows whom these call.
    unknown: BTreeSet<SubpId>,
    /// What is assigned somewhere, not counting initial values.
    assigned: BTreeSet<ObjId>,
    /// There is no main program.
    open: bool,
    found: Sharing,
}

impl Sharing {
    /// Looks through a program; nobody knows what `refused` subprograms do. Without a main program the world is `open`.
    pub fn of(tree: &Tree, effects: &Effects, refused: &BTreeSet<SubpId>, open: bool) -> Sharing {
        let tasks: Vec<SubpId> = tree.subprogram_ids().filter(|id| runs_beside(tree, *id)).collect();
        if tasks.is_empty() && (!open || tree.protected.is_empty()) {
            return Sharing::default();
        }
        let mut search = Search {
            tree,
            effects,
            refused,
            named: BTreeMap::new(),
            by_default: BTreeSet::new(),
            called_by_any: BTreeSet::new(),
            unknown: BTreeSet::new(),
            assigned: BTreeSet::new(),
            open,
            found: Sharing::default(),
        };
        search.look_through();
        for task in &tasks {
            search.task(*task);
        }
        search.protected_objects(!tasks.is_empty());
        search.found
    }

    /// The same program, with what is shared marked.
    pub fn mark(&self, tree: &Tree) -> Tree {
        let mut tree = tree.clone();
        for object in &self.objects {
            let entry = &mut tree.objects[object.0 as usize];
            (entry.volatile, entry.concurrent) = (true, true);
        }
        tree.shared_heaps = self.heaps.clone();
        tree
    }

    /// Whether nothing is shared.
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty() && self.heaps.is_empty()
    }

    /// Both.
    pub fn with(mut self, other: &Sharing) -> Sharing {
        self.objects.extend(&other.objects);
        self.heaps.extend(&other.heaps);
        self
    }
}

/// Whether a subprogram runs beside all others, without being called: the body of a task, a handler of interrupts.
fn runs_beside(tree: &Tree, id: SubpId) -> bool {
    matches!(
        tree.subprogram(id).concurrency,
        Some(Concurrency::Task { .. } | Concurrency::Protected { interrupt: true, .. })
    )
}

/// The subprograms around one, itself included.
fn around(tree: &Tree, id: SubpId) -> Vec<SubpId> {
    let mut found = vec![id];
    let mut at = id;
    while at != ENVIRONMENT {
        at = tree.subprogram(at).parent;
        found.push(at);
    }
    found
}

/// Whether an object is a variable for others than the one who declares it.
fn is_variable(tree: &Tree, object: ObjId) -> bool {
    matches!(tree.object(object).kind, ObjectKind::Variable | ObjectKind::Parameter(Mode::Out | Mode::InOut))
}

impl Search<'_> {
    fn look_through(&mut self) {
        let tree = self.tree;
        for id in tree.subprogram_ids() {
            let named = std::cell::RefCell::new(BTreeSet::new());
            let assigned = std::cell::RefCell::new(BTreeSet::new());
            let mut expr = |e: &Expr| match &e.kind {
                ExprKind::Object(object) => {
                    named.borrow_mut().insert(*object);
                }
                ExprKind::Call(callee, args) => {
                    assigned.borrow_mut().extend(changed_arguments(tree, *callee, args).into_iter().filter_map(root));
                }
                ExprKind::Allocate(_) => {
                    if let Some(heap) = tree.heap_of(e.ty) {
                        named.borrow_mut().insert(heap.cells);
                        assigned.borrow_mut().insert(heap.cells);
                    }
                }
                _ => {}
            };
            let subp = tree.subprogram(id);
            let measures = subp.variant.iter().map(|(_, measure)| measure);
            let invariants = subp.invariants.iter().map(|invariant| &invariant.condition);
            let conditions = subp.conditions().chain(measures).chain(invariants);
            conditions.for_each(|condition| walk_expr(condition, &mut expr));
            let mut unknown = self.refused.contains(&id);
            if let Some(body) = &subp.body {
                let mut stmt = |stmt: &Stmt| match &stmt.kind {
                    StmtKind::Assign(target, _) => assigned.borrow_mut().extend(root(target)),
                    StmtKind::Free(pointer) => {
                        assigned.borrow_mut().extend(root(pointer));
                        named.borrow_mut().extend(tree.heap_of(pointer.ty).map(|heap| heap.cells));
                    }
                    StmtKind::Call(callee, args) => {
                        let changed = changed_arguments(tree, *callee, args);
                        assigned.borrow_mut().extend(changed.into_iter().filter_map(root));
                    }
                    StmtKind::Dropped | StmtKind::Unsupported => unknown = true,
                    _ => {}
                };
                walk_body(body, &mut stmt, &mut expr);
            }
            let (mut named, mut assigned) = (named.into_inner(), assigned.into_inner());
            if unknown {
                self.unknown.insert(id);
                let seen = self.seen_from(id);
                named.extend(&seen);
                assigned.extend(seen);
            }
            self.named.insert(id, named);
            self.assigned.extend(assigned);
        }
        let (mut by_default, mut called) = (BTreeSet::new(), BTreeSet::new());
        let mut note = |value: &Expr| {
            walk_expr(value, &mut |e| match &e.kind {
                ExprKind::Object(object) => {
                    by_default.insert(*object);
                }
                ExprKind::Call(callee, _) => {
                    called.insert(*callee);
                }
                _ => {}
            });
        };
        for ty in tree.types.ids() {
            tree.types[ty].default.iter().for_each(|value| note(value));
            if let Some(record) = tree.types.record(ty) {
                record.components.iter().filter_map(|component| component.default.as_ref()).for_each(&mut note);
            }
        }
        self.by_default = by_default;
        self.called_by_any = called;
        self.called_by_any.extend(tree.types.ids().flat_map(|ty| tree.types[ty].conditions()));
        self.called_by_any.extend(tree.designated.values().flatten());
        self.called_by_any.extend(&tree.finalizers);
    }

    /// The library unit that a file belongs to.
    fn unit_of(&self, file: FileId) -> Option<usize> {
        self.tree.library.iter().position(|unit| unit.files.contains(&file))
    }

    /// A library unit and those that it is below.
    fn with_parents(&self, unit: Option<usize>) -> BTreeSet<Option<usize>> {
        std::iter::successors(unit, |unit| self.tree.library[*unit].parent).map(Some).chain([unit]).collect()
    }

    /// The subprograms that run in a task alone: it calls them, or one of these does, and nobody else can. Those are
    /// known only where all bodies are that see them.
    fn of_task_alone(&self, task: SubpId) -> BTreeSet<SubpId> {
        let tree = self.tree;
        if self.unknown.iter().any(|id| !around(tree, *id).contains(&task)) {
            return BTreeSet::new();
        }
        // Units with a body that is missing, and those around these, whose declarations it sees.
        let mut seen: BTreeSet<Option<usize>> = BTreeSet::new();
        for id in tree.subprogram_ids() {
            let subp = tree.subprogram(id);
            if subp.body.is_none() && (subp.absent || !subp.imported) && subp.loc != crate::place::Loc::NONE {
                seen.extend(self.with_parents(self.unit_of(subp.loc.file)));
            }
        }
        let reached = |id: &SubpId| {
            let subp = tree.subprogram(*id);
            let visible = tree.library.iter().any(|unit| unit.operations.contains(id));
            self.open && visible
                || subp.is_main()
                || subp.concurrency.is_some()
                || self.called_by_any.contains(id)
                || tree.escapes.contains(&subp.loc.file)
                || seen.contains(&self.unit_of(subp.loc.file))
        };
        let mut alone = self.effects.reachable(BTreeSet::from([task]));
        alone.retain(|id| *id != ENVIRONMENT && !reached(id));
        loop {
            let inside = |id: &SubpId| alone.contains(id) || around(tree, *id).contains(&task);
            let outside = self.effects.calls.iter().filter(|(caller, _)| !inside(caller));
            let called: BTreeSet<SubpId> = outside.flat_map(|(_, calls)| calls.intersection(&alone).copied()).collect();
            if called.is_empty() {
                return alone;
            }
            alone.retain(|id| !called.contains(id));
        }
    }

    /// All variables that a subprogram could name: not those that other library units hide, unless it is below them.
    fn seen_from(&self, id: SubpId) -> BTreeSet<ObjId> {
        let tree = self.tree;
        let around = around(tree, id);
        let units = self.with_parents(self.unit_of(tree.subprogram(id).loc.file));
        let sees = |object: &ObjId| {
            let entry = tree.object(*object);
            let unit = self.unit_of(entry.loc.file);
            let hidden = entry.private && unit.is_some() && !units.contains(&unit);
            is_variable(tree, *object) && around.contains(&entry.owner) && !hidden
        };
        (0..tree.objects.len()).map(|at| ObjId(u32::try_from(at).unwrap_or(u32::MAX))).filter(sees).collect()
    }

    /// What a task shares with others.
    fn task(&mut self, task: SubpId) {
        let tree = self.tree;
        let regions = around(tree, task);
        let mut named = self.by_default.clone();
        for id in self.effects.reachable(BTreeSet::from([task])) {
            named.extend(self.named.get(&id).into_iter().flatten());
        }
        if tree.subprogram(task).body.is_none() {
            named.extend(self.seen_from(task));
        }
        let single = tree.subprogram(task).concurrency == Some(Concurrency::Task { single: true });
        let alone = if single { self.of_task_alone(task) } else { BTreeSet::new() };
        for object in named {
            let entry = tree.object(object);
            // Calls that dispatch may come to subprograms that are nested in those of another task.
            let elsewhere = tree.nested_extensions && !around(tree, entry.owner).contains(&task);
            if !regions[1..].contains(&entry.owner) && !elsewhere || !is_variable(tree, object) {
                continue;
            }
            // The clients of a library assign its visible variables.
            let by_clients = self.open && entry.owner == ENVIRONMENT && !entry.private;
            let inside = |id: &SubpId| alone.contains(id) || around(tree, *id).contains(&task);
            let by_others = by_clients
                || self.by_default.contains(&object)
                || self.named.iter().any(|(id, named)| named.contains(&object) && !inside(id));
            if single && tree.subprogram(task).parent == entry.owner && !by_others {
                continue;
            }
            if tree.is_of_heap(object) {
                self.found.heaps.insert(object);
                continue;
            }
            if self.assigned.contains(&object) || by_clients {
                self.found.objects.insert(object);
            }
        }
    }

    /// Protected objects that tasks may call which the program does not have, formal parameters that may be such, and
    /// those whose operations handle interrupts.
    fn protected_objects(&mut self, tasks: bool) {
        let tree = self.tree;
        let mut own = BTreeSet::new();
        let mut interrupted = BTreeSet::new();
        for subp in &tree.subprograms {
            if let (Some(Concurrency::Protected { interrupt, .. }), Some(object)) =
                (subp.concurrency, subp.params.first())
            {
                own.insert(*object);
                if interrupt {
                    interrupted.insert(tree.types.base(tree.object(*object).ty));
                }
            }
        }
        for (object, at) in tree.objects.iter().zip(0u32..) {
            let id = ObjId(at);
            let parts: BTreeSet<_> = tree.types.parts(object.ty).map(|part| tree.types.base(part)).collect();
            if own.contains(&id) || parts.is_disjoint(&tree.protected) || tree.is_of_heap(id) {
                continue;
            }
            let shared = match object.kind {
                ObjectKind::Parameter(_) => tasks || self.open,
                _ => object.owner == ENVIRONMENT && self.open || !parts.is_disjoint(&interrupted),
            };
            if shared {
                self.found.objects.insert(id);
            }
        }
    }
}

/// Whether tasks start in a body, whose end waits for theirs.
pub(super) fn has_tasks(body: &Body) -> bool {
    body.declarations.iter().any(|stmt| matches!(stmt.kind, StmtKind::Activate(..)))
}
