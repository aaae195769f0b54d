//! Which variables of library packages belong together, because one operation uses both, and what clients can do with
//! them: call visible subprograms, and assign visible variables. Where there may be another way to change them, and be
//! it one that is not understood, nothing is said of their clients.

use super::Lowering;
use super::effects::{calls_of, default_calls, walk_expr};
use crate::sema::tree::{ENVIRONMENT, Expr, ExprKind, ObjId, ObjectKind, Stmt, StmtKind, SubpId};
use crate::sema::types::TypeId as AdaType;
use horn_frontend::ir::{self, Effects};
use std::collections::{BTreeMap, BTreeSet};

/// Variables that belong together, and what clients can do with them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Part {
    /// The variables.
    pub variables: BTreeSet<ObjId>,
    /// The visible subprograms that use some of them, with their library units.
    pub operations: BTreeMap<SubpId, usize>,
    /// The library units to elaborate; of some a program may do without.
    pub units: BTreeMap<usize, bool>,
    /// The subprograms that operations call, directly or not, with themselves and all that is nested in them.
    pub called: BTreeSet<SubpId>,
    /// Those among the variables that clients can assign.
    pub visible: BTreeSet<ObjId>,
}

/// What is known of the library, for all parts.
struct Library {
    /// The globals of each procedure.
    effects: Vec<Effects>,
    /// The unit that declares a variable; none if that is not clear.
    home: BTreeMap<ObjId, Option<usize>>,
    /// What each unit needs, however indirectly, with itself.
    needs: Vec<BTreeSet<usize>>,
}

impl Lowering<'_> {
    /// The parts of the state with clients: those with variables that nobody else sees, and with operations that are
    /// entries.
    pub fn parts_with_clients(&self) -> Vec<Part> {
        let hidden = |object: &ObjId| self.globals.get(object).is_some_and(|id| self.program.hidden.contains(id));
        // Tasks run beside clients, and protected objects wait for them.
        let concurrent = self.tree.subprograms.iter().any(|subp| subp.concurrency.is_some());
        if concurrent
            || self.tree.nested_extensions
            || !self.globals.keys().any(|object| self.is_state(*object) && hidden(object))
        {
            return Vec::new();
        }
        let library =
            Library { effects: ir::effects(&self.program), home: self.homes_of_variables(), needs: self.needs() };
        let mut parts: Vec<Part> = Vec::new();
        for (at, unit) in self.tree.library.iter().enumerate() {
            for id in &unit.operations {
                if !self.is_client_operation(*id, at) {
                    continue;
                }
                let variables = self.state_of(*id, &library.effects);
                if variables.is_empty() {
                    continue;
                }
                let mut part = Part { variables, operations: BTreeMap::from([(*id, at)]), ..Part::default() };
                let (joined, others): (Vec<Part>, Vec<Part>) =
                    parts.into_iter().partition(|other| !other.variables.is_disjoint(&part.variables));
                for other in joined {
                    part.variables.extend(other.variables);
                    part.operations.extend(other.operations);
                }
                parts = others;
                parts.push(part);
            }
        }
        parts.retain(|part| part.operations.keys().any(|id| self.entry_procs.contains_key(id)));
        for part in &mut parts {
            self.complete(part, &library);
        }
        parts.retain(|part| {
            let own = part.variables.difference(&part.visible);
            own.into_iter().any(hidden) && self.another_way(part, &library).is_none()
        });
        // In the order of their declarations.
        parts.sort_by_key(|part| part.variables.first().copied());
        parts
    }

    /// Whether it is a variable that keeps what is written to it, and that a program's text names.
    fn is_state(&self, object: ObjId) -> bool {
        let entry = self.tree.object(object);
        entry.kind == ObjectKind::Variable && !entry.volatile && !self.tree.is_of_heap(object)
    }

    /// Whether clients of packages may call it, and its effects are known. A main program, which nobody calls, is none;
    /// nor is another library subprogram that is not analysed, unless it is a child, which sees more than others.
    fn is_client_operation(&self, id: SubpId, unit: usize) -> bool {
        let subp = self.tree.subprogram(id);
        let root = subp.library && self.tree.library[unit].parent.is_none();
        let main = root && subp.params.is_empty() && subp.result.is_none();
        self.procs.contains_key(&id) && !main && !(root && (subp.body.is_none() || self.refused.contains_key(&id)))
    }

    /// The variables that a subprogram uses.
    fn state_of(&self, id: SubpId, effects: &[Effects]) -> BTreeSet<ObjId> {
        let Some(used) = self.procs.get(&id).and_then(|proc| effects.get(proc.index())) else { return BTreeSet::new() };
        let used = |object: &&ObjId| self.globals.get(object).is_some_and(|global| used.contains_key(global));
        self.globals.keys().filter(used).copied().filter(|object| self.is_state(*object)).collect()
    }

    fn homes_of_variables(&self) -> BTreeMap<ObjId, Option<usize>> {
        let mut home: BTreeMap<ObjId, Option<usize>> = BTreeMap::new();
        let Some(body) = &self.tree.subprogram(ENVIRONMENT).body else { return home };
        for (at, unit) in self.tree.library.iter().enumerate() {
            for stmt in unit.statements.iter().filter_map(|place| body.declarations.get(*place)) {
                if let StmtKind::Declare(object, _) = &stmt.kind {
                    home.entry(*object).and_modify(|unit| *unit = None).or_insert(Some(at));
                }
            }
        }
        home
    }

    fn needs(&self) -> Vec<BTreeSet<usize>> {
        let library = &self.tree.library;
        let all = |at: usize| {
            let (mut found, mut todo) = (BTreeSet::new(), vec![at]);
            while let Some(unit) = todo.pop() {
                if found.insert(unit) {
                    todo.extend(library[unit].needs.iter().copied().chain(library[unit].parent));
                }
            }
            found
        };
        (0..library.len()).map(all).collect()
    }

    /// The statements that elaborate a unit.
    pub fn elaboration_of_unit(&self, unit: usize) -> impl Iterator<Item = &Stmt> {
        let body = self.tree.subprogram(ENVIRONMENT).body.as_ref();
        let places = self.tree.library[unit].statements.iter();
        places.filter_map(move |place| body.and_then(|body| body.declarations.get(*place)))
    }

    /// The units whose private declarations a unit below them sees.
    fn is_below(&self, unit: usize, above: &BTreeSet<usize>) -> bool {
        let mut at = self.tree.library[unit].parent;
        while let Some(parent) = at {
            if above.contains(&parent) {
                return true;
            }
            at = self.tree.library[parent].parent;
        }
        false
    }

    /// The units that declare the variables and the operations.
    fn own_units(&self, part: &Part, library: &Library) -> BTreeSet<usize> {
        let homes = part.variables.iter().filter_map(|object| library.home.get(object).copied().flatten());
        homes.chain(part.operations.values().copied()).collect()
    }

    /// Fills in units, subprograms and visible variables.
    fn complete(&self, part: &mut Part, library: &Library) {
        let own = self.own_units(part, library);
        let all = 0..self.tree.library.len();
        let below: Vec<usize> = all.filter(|unit| self.is_below(*unit, &own)).collect();
        let wanted = own.iter().copied().chain(below.into_iter().filter(|unit| !self.is_plain_unit(*unit)));
        let wanted: BTreeSet<usize> = wanted.flat_map(|unit| library.needs[unit].iter().copied()).collect();
        // A unit that every user of the variables needs is always there. One whose elaboration is plain makes no
        // difference to others.
        let users: BTreeSet<usize> = part.operations.values().copied().collect();
        let always = |unit: &usize| users.iter().all(|user| library.needs[*user].contains(unit));
        part.units = wanted.into_iter().map(|unit| (unit, always(&unit) || self.is_plain_unit(unit))).collect();
        let mut called: BTreeSet<SubpId> = part.operations.keys().copied().collect();
        loop {
            let before = called.len();
            called = self.effects.reachable(called);
            let nested = self.procs.keys().filter(|id| called.contains(&self.tree.subprogram(**id).parent)).copied();
            let nested: Vec<SubpId> = nested.filter(|id| self.tree.subprogram(*id).parent != ENVIRONMENT).collect();
            called.extend(nested);
            if called.len() == before {
                break;
            }
        }
        called.retain(|id| *id != ENVIRONMENT);
        part.called = called;
        let visible: BTreeSet<ObjId> =
            self.tree.library.iter().flat_map(|unit| unit.variables.iter().copied()).collect();
        part.visible = &part.variables & &visible;
    }

    /// Whether the elaboration of a unit does nothing but give its own variables fixed values.
    fn is_plain_unit(&self, unit: usize) -> bool {
        self.elaboration_of_unit(unit).all(|stmt| match &stmt.kind {
            StmtKind::Elaborated(_) | StmtKind::Null => true,
            StmtKind::Declare(object, value) => {
                let entry = self.tree.object(*object);
                let constant = entry.kind == ObjectKind::Constant && entry.value.is_some();
                constant
                    || match value {
                        Some(value) => is_fixed(value),
                        None => calls_of(self.tree, stmt).is_empty(),
                    }
            }
            _ => false,
        })
    }

    /// Another way than operations and assignments by which the variables may change, or may be read; or something by
    /// which there might be one.
    fn another_way(&self, part: &Part, library: &Library) -> Option<String> {
        let tree = self.tree;
        for object in &part.variables {
            let Some(Some(home)) = library.home.get(object) else {
                return Some("it is not known where a variable is declared".into());
            };
            let private_unit = self.is_in_private_unit(*home);
            if !part.visible.contains(object) && !tree.object(*object).private && !private_unit {
                return Some(format!("it is not known who sees \"{}\"", tree.object(*object).name));
            }
        }
        let own = self.own_units(part, library);
        let inside: Vec<usize> =
            (0..tree.library.len()).filter(|unit| own.contains(unit) || self.is_below(*unit, &own)).collect();
        for unit in &inside {
            let of_unit = &tree.library[*unit];
            if let Some(what) = &of_unit.unknown {
                return Some(what.clone());
            }
            if of_unit.files.iter().any(|file| tree.escapes.contains(file)) {
                return Some(format!("not all of unit \"{}\" is known", of_unit.name));
            }
            for id in &of_unit.operations {
                let subp = tree.subprogram(*id);
                if subp.body.is_none() || self.refused.contains_key(id) || !self.procs.contains_key(id) {
                    return Some(format!("what \"{}\" does is not known", subp.name));
                }
            }
        }
        for unit in part.units.keys() {
            for stmt in self.elaboration_of_unit(*unit) {
                if matches!(stmt.kind, StmtKind::Dropped | StmtKind::Unsupported)
                    || tree.escapes.contains(&stmt.loc.file) && stmt.loc != crate::place::Loc::NONE
                {
                    return Some(format!("not all of the elaboration of \"{}\" is known", tree.library[*unit].name));
                }
            }
        }
        for id in &part.called {
            let subp = tree.subprogram(*id);
            let own_text = self.is_own_text(subp.loc);
            let library_one = subp.loc == crate::place::Loc::NONE || own_text;
            if self.refused.contains_key(id) || subp.body.is_none() && !library_one {
                return Some(format!("what \"{}\" does is not known", subp.name));
            }
            if tree.indirect.contains(id) {
                return Some("clients may pass subprograms of their own".into());
            }
            let place = subp.body.as_ref().map_or(subp.loc, |body| body.end);
            if !library_one && (tree.escapes.contains(&subp.loc.file) || tree.escapes.contains(&place.file)) {
                return Some(format!("\"{}\" may be called from outside", subp.name));
            }
            let heap = |global: &ir::GlobalId| {
                tree.heaps.iter().any(|heap| {
                    let objects = [Some(heap.cells), Some(heap.next), heap.dead];
                    objects.into_iter().flatten().any(|object| self.globals.get(&object) == Some(global))
                })
            };
            let used = self.procs.get(id).and_then(|proc| library.effects.get(proc.index()));
            if used.is_some_and(|used| used.keys().any(heap)) {
                return Some(format!("\"{}\" uses access values", subp.name));
            }
        }
        for id in part.operations.keys() {
            let changes = |pre: &Expr| {
                let mut found = false;
                walk_expr(pre, &mut |inner| match &inner.kind {
                    ExprKind::Call(callee, _) => found |= self.effects.changing.contains(callee),
                    ExprKind::Allocate(_) => found = true,
                    _ => {}
                });
                found
            };
            if tree.subprogram(*id).pre.iter().any(changes) {
                return Some("a precondition has effects".into());
            }
        }
        let hidden_way = self.called_without_name().into_iter().find(|id| {
            let uses = || self.state_of(*id, &library.effects);
            !part.operations.contains_key(id) && !uses().is_disjoint(&part.variables)
        });
        hidden_way.map(|id| format!("clients may call \"{}\" without naming it", tree.subprogram(id).name))
    }

    /// Whether only the units below some parent name a unit.
    pub fn is_in_private_unit(&self, unit: usize) -> bool {
        let mut at = Some(unit);
        while let Some(one) = at {
            if self.tree.library[one].private {
                return true;
            }
            at = self.tree.library[one].parent;
        }
        false
    }

    /// Subprograms that may be called where no text names them: by the default initialisation of objects, comparisons,
    /// predicates and invariants of types, and calls that dispatch.
    fn called_without_name(&self) -> BTreeSet<SubpId> {
        let tree = self.tree;
        let mut found: BTreeSet<SubpId> = BTreeSet::new();
        for at in 0..tree.types.len() {
            let ty = AdaType(u32::try_from(at).unwrap_or(u32::MAX));
            found.extend(default_calls(tree, ty));
            found.extend(tree.types[ty].conditions());
        }
        found.extend(tree.types.equalities.iter().map(|(_, subp)| *subp));
        let tagged = |ty: AdaType| tree.types.has_tags(ty);
        found.extend(self.procs.keys().copied().filter(|id| {
            let subp = tree.subprogram(*id);
            subp.params.iter().any(|param| tagged(tree.object(*param).ty)) || subp.result.is_some_and(tagged)
        }));
        found
    }
}

/// Whether an expression is a literal, or an aggregate of such.
fn is_fixed(value: &Expr) -> bool {
    let mut todo = vec![value];
    while let Some(expr) = todo.pop() {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Real(_) | ExprKind::Text(_) => {}
            ExprKind::Array(aggregate) => {
                let others = match &aggregate.others {
                    Some(None) => return false,
                    Some(Some(value)) => Some(value),
                    None => None,
                };
                if !aggregate.named.is_empty() {
                    return false;
                }
                let (low, high) = &aggregate.bounds;
                todo.extend(aggregate.positional.iter().chain(others).chain([low]).chain(high));
            }
            ExprKind::Record(values) if values.iter().all(Option::is_some) => todo.extend(values.iter().flatten()),
            _ => return false,
        }
    }
    true
}
