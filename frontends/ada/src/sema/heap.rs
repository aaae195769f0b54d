//! What access values designate, in heaps: one array for the objects of each type, whose indices are the access values.
//!
//! Access values that can designate the same object are of types with the same designated type, so that a heap holds
//! all objects that they can meet at. `P.all` becomes the component `Heap (P)`: whatever looks at objects and their
//! parts (effects, aliasing, order of evaluation) need not know about access types. A variable whose `'Access` is taken
//! moves into the heap at its declaration, and is reached by a hidden constant; a constant keeps its value beside that.
//! So does a component whose `'Access` is taken, with those of the same array, one behind the other; the rest of its
//! object stays where it is, and what names the object as a whole is not analysed.
//! Access values of types that end before the program are told from others by levels (RM 3.10.2): where a run-time
//! check of accessibility could fail the subprogram is not analysed.

use super::Unsupported;
use super::tree::{
    Allocator, Builtin, ENVIRONMENT, Expr, ExprKind, Heap, Mode, ObjId, Object, ObjectKind, Stmt, StmtKind, SubpId,
    Tree,
};
use super::types::{Bound, Constraint, Kind, TypeId};
use super::walk::{expr_mut, stmts_mut, walk_body, walk_expr};
use crate::place::Loc;
use horn_solver::num::Int;
use std::collections::{BTreeMap, BTreeSet};

/// The greatest access value: that storage is exhausted is not modelled.
pub(crate) const LAST: i64 = (1 << 31) - 2;

/// How the names begin of the globals that a heap consists of: the objects, how many there are, which are deallocated.
const OBJECTS: &str = "objects of ";
const NUMBER: &str = "number of ";
const DEALLOCATED: &str = "deallocated ";

/// Whether a global of this name is a part of a heap.
pub(crate) fn is_heap(name: &str) -> bool {
    let rest = name.strip_prefix(NUMBER).or(name.strip_prefix(DEALLOCATED)).unwrap_or(name);
    rest.starts_with(OBJECTS)
}

/// Arrays with more components keep them.
const COMPONENTS: i64 = 64;

/// A step from an object to a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The component of a record.
    Field(usize),
    /// Some component of an array.
    Index,
}

/// Components of an object that live in a heap.
#[derive(Clone, Debug)]
struct Part {
    path: Vec<Step>,
    /// The hidden constant that designates the first of them.
    place: ObjId,
    /// The first index and the number of components of the array on the path.
    array: Option<(Int, i64)>,
    /// Their type.
    ty: TypeId,
}

/// The object and the way from it to the component that a name denotes.
pub(super) fn path_of(mut expr: &Expr) -> Option<(ObjId, Vec<Step>)> {
    let mut path = Vec::new();
    loop {
        match &expr.kind {
            ExprKind::Object(root) => {
                path.reverse();
                return Some((*root, path));
            }
            ExprKind::Field(inner, at) => {
                path.push(Step::Field(*at));
                expr = inner;
            }
            ExprKind::Index(inner, _) => {
                path.push(Step::Index);
                expr = inner;
            }
            _ => return None,
        }
    }
}

/// Why a part of the program is not analysed.
type Refusal = (Loc, String);

/// The work under way.
struct Heaps<'t> {
    tree: &'t mut Tree,
    /// The hidden constants of objects that live in heaps.
    moved: BTreeMap<ObjId, ObjId>,
    /// Objects with components that live in heaps.
    parts: BTreeMap<ObjId, Vec<Part>>,
    /// Objects that cannot be moved.
    fixed: BTreeSet<ObjId>,
    /// For each access type with values for objects or allocators, how deep these objects are at most.
    deepest: BTreeMap<TypeId, u32>,
    /// Whether objects are deallocated.
    frees: bool,
    /// What is wrong with the part that is walked through.
    refused: Option<Refusal>,
}

/// Puts what access values designate into heaps.
pub(super) fn make(tree: &mut Tree, unsupported: &mut Vec<Unsupported>) {
    if !tree.types.ids().any(|ty| tree.types.access(ty).is_some()) {
        return;
    }
    tree.families = tree.types.families();
    let mut heaps = Heaps {
        tree,
        moved: BTreeMap::new(),
        parts: BTreeMap::new(),
        fixed: BTreeSet::new(),
        deepest: BTreeMap::new(),
        frees: false,
        refused: None,
    };
    heaps.collect();
    heaps.types();
    for id in heaps.tree.subprogram_ids() {
        heaps.subprogram(id, unsupported);
    }
}

impl Tree {
    /// The heap whose objects are the components of this array.
    pub fn heap_with(&self, cells: ObjId) -> Option<&Heap> {
        self.heaps.iter().find(|heap| heap.cells == cells)
    }

    /// Whether an object is a part of a heap.
    pub fn is_of_heap(&self, object: ObjId) -> bool {
        // Each heap has declared its objects one after the other.
        let behind = self.heaps.partition_point(|heap| heap.cells <= object);
        let heap = behind.checked_sub(1).map(|at| &self.heaps[at]);
        heap.is_some_and(|heap| [heap.cells, heap.next].contains(&object) || heap.dead == Some(object))
    }

    /// The heap that the values of an access type point into; `None` if nothing in the program asks for it.
    pub fn heap_of(&self, access: TypeId) -> Option<&Heap> {
        let key = self.heap_key(access)?;
        self.heaps.iter().find(|heap| heap.key == key)
    }

    /// What tells heaps apart: the designated type, of elementary types and arrays with the constraint that designated
    /// subtypes must have in common (RM 4.6 (24.16)).
    fn heap_key(&self, access: TypeId) -> Option<(TypeId, Constraint)> {
        let designated = self.types.access(access)?.designated;
        let constraint = match self.types.kind(designated) {
            Kind::Record(_) => Constraint::None,
            _ => self.types[designated].constraint.clone(),
        };
        Some((self.meeting(designated), constraint))
    }

    /// The type that stands for all whose objects access values may have in common: of tagged types those that are
    /// related by ancestors share one, as an access value is converted to designate each view of an object.
    fn meeting(&self, designated: TypeId) -> TypeId {
        self.families.get(&self.types.specific(designated)).copied().unwrap_or_else(|| self.types.base(designated))
    }
}

impl Heaps<'_> {
    /// Finds the objects whose `'Access` is taken, and how deep objects are.
    fn collect(&mut self) {
        let mut wanted: Vec<(ObjId, TypeId)> = Vec::new();
        let mut components: Vec<(ObjId, Vec<Step>, TypeId)> = Vec::new();
        let mut deepest: BTreeMap<TypeId, u32> = BTreeMap::new();
        let mut declared: BTreeSet<ObjId> = BTreeSet::new();
        let mut fixed: BTreeSet<ObjId> = BTreeSet::new();
        let mut frees = false;
        let tree = &*self.tree;
        let mut expr = |e: &Expr| {
            let level = match &e.kind {
                ExprKind::Reference(object, _) => match path_of(object) {
                    Some((root, path)) => {
                        match path.is_empty() {
                            true => wanted.push((root, e.ty)),
                            false => components.push((root, path, e.ty)),
                        }
                        tree.object(root).level
                    }
                    None => 0,
                },
                ExprKind::Allocate(_) => tree.types.access(e.ty).map_or(u32::MAX, |access| access.level),
                _ => return,
            };
            if let Some(access) = tree.types.access(e.ty) {
                let most = deepest.entry(tree.meeting(access.designated)).or_default();
                *most = (*most).max(level);
            }
        };
        for subp in &tree.subprograms {
            let conditions = subp.pre.iter().chain(&subp.post).chain(subp.variant.iter().map(|(_, measure)| measure));
            conditions.for_each(|condition| walk_expr(condition, &mut expr));
            let Some(body) = &subp.body else { continue };
            let mut stmt = |stmt: &Stmt| match &stmt.kind {
                StmtKind::Declare(object, _) => {
                    declared.insert(*object);
                }
                StmtKind::ExtendedReturn(object, _) => {
                    fixed.insert(*object);
                }
                StmtKind::Free(_) => frees = true,
                _ => {}
            };
            walk_body(body, &mut stmt, &mut expr);
        }
        for ty in tree.types.ids() {
            let entry = &tree.types[ty];
            entry.default.iter().for_each(|default| walk_expr(default, &mut expr));
            if let Kind::Record(record) = &entry.kind {
                record.components.iter().filter_map(|one| one.default.as_ref()).for_each(|e| walk_expr(e, &mut expr));
            }
        }
        (self.deepest, self.fixed, self.frees) = (deepest, fixed, frees);
        for (object, ty) in wanted {
            let entry = self.tree.object(object);
            let mutable = self.tree.types.record(entry.ty).is_some_and(|record| record.mutable)
                && self.tree.types[entry.ty].constraint == Constraint::None
                && entry.kind == ObjectKind::Variable;
            if !declared.contains(&object) || mutable {
                self.fixed.insert(object);
            }
            if self.fixed.contains(&object) || self.moved.contains_key(&object) {
                continue;
            }
            let (loc, owner, level, private) = (entry.loc, entry.owner, entry.level, entry.private);
            let name = format!("{}'Access", entry.name);
            let place = self.add_place(name, loc, ty, (owner, level, private));
            self.moved.insert(object, place);
        }
        for (object, path, access) in components {
            let known = self.parts.get(&object).is_some_and(|parts| parts.iter().any(|part| part.path == path));
            if declared.contains(&object) && !self.fixed.contains(&object) && !known {
                self.move_part(object, path, access);
            }
        }
    }

    /// Gives components of an object a place in a heap, if there are few of them and nothing decides whether they
    /// exist.
    fn move_part(&mut self, object: ObjId, path: Vec<Step>, access: TypeId) {
        let entry = self.tree.object(object);
        if self.moved.contains_key(&object) || !entry.kind.is_declared() || entry.volatile {
            return;
        }
        let types = &self.tree.types;
        let (mut ty, mut array) = (entry.ty, None);
        for step in &path {
            match (step, types.array(ty)) {
                (Step::Field(at), None) => {
                    let Some(record) = types.record(ty).filter(|record| record.discriminants == 0) else { return };
                    let Some(component) = record.components.get(*at) else { return };
                    ty = component.ty;
                }
                (Step::Index, Some((index, element))) if index.len() == 1 && array.is_none() => {
                    let Constraint::Index(bounds) = &types[ty].constraint else { return };
                    let [(Bound::Int(low), Bound::Int(high))] = bounds.as_slice() else { return };
                    let count = (&(high - low) + &Int::from(1)).to_i64().unwrap_or(0);
                    if !(1..=COMPONENTS).contains(&count) {
                        return;
                    }
                    array = Some((low.clone(), count));
                    ty = element;
                }
                _ => return,
            }
        }
        let mutable = types.record(ty).is_some_and(|record| record.mutable) && types[ty].constraint == Constraint::None;
        if mutable && entry.kind == ObjectKind::Variable {
            return;
        }
        let (loc, owner, level, private) = (entry.loc, entry.owner, entry.level, entry.private);
        let name = format!("components of {}'Access", entry.name);
        let place = self.add_place(name, loc, access, (owner, level, private));
        self.parts.entry(object).or_default().push(Part { path, place, array, ty });
    }

    /// A hidden constant that designates what lives in a heap.
    fn add_place(&mut self, name: String, loc: Loc, access: TypeId, at: (SubpId, u32, bool)) -> ObjId {
        let (owner, level, private) = at;
        let ty = self.tree.types.constrain_access(access, true, None);
        self.add_object(Object {
            hidden: true,
            private,
            relaxed: self.tree.types.is_relaxed(ty),
            level,
            ..Object::new(name, loc, ty, ObjectKind::Constant, owner)
        })
    }

    fn add_object(&mut self, object: Object) -> ObjId {
        self.tree.objects.push(object);
        ObjId(u32::try_from(self.tree.objects.len() - 1).unwrap_or(u32::MAX))
    }

    fn hidden_variable(&mut self, name: String, ty: TypeId) -> ObjId {
        self.add_object(Object {
            hidden: true,
            private: true,
            relaxed: self.tree.types.is_relaxed(ty),
            wholly_relaxed: self.tree.types.is_wholly_relaxed(ty),
            ..Object::new(name, Loc::NONE, ty, ObjectKind::Variable, ENVIRONMENT)
        })
    }

    /// The heap that an access type points into.
    fn heap(&mut self, access: TypeId) -> Option<Heap> {
        let key = self.tree.heap_key(access)?;
        if let Some(known) = self.tree.heaps.iter().find(|heap| heap.key == key) {
            return Some(known.clone());
        }
        let types = &mut self.tree.types;
        let designated = types.access(access)?.designated;
        let fixed = |bound: &(Bound, Bound)| matches!(bound, (Bound::Int(_), Bound::Int(_)));
        let component = match (types.kind(designated), &types[designated].constraint) {
            (Kind::Record(_), _) if types.has_tag(designated) => types.class_of_family(designated)?,
            (Kind::Record(_), _) => types.base(designated),
            (Kind::Array { .. }, Constraint::Index(bounds)) if !bounds.iter().all(fixed) => types.base(designated),
            _ => designated,
        };
        let std = types.std;
        let name = format!("{OBJECTS}{}", types[designated].name);
        let whole = |high: i64| (Bound::Int(Int::from(1)), Bound::Int(Int::from(high)));
        let mut array = |name: &str, element: TypeId| {
            let kind = Kind::Array { index: vec![std.integer], element, constrained: true };
            let base = types.add(name, kind);
            types.add_subtype(name, None, base, Constraint::Index(vec![whole(LAST)]))
        };
        let (cells_type, dead_type) = (array(&name, component), array("deallocated", std.boolean));
        let (low, high) = whole(LAST + 1);
        let next_type = types.add_subtype("next", None, std.integer, Constraint::Range(low, high));
        let cells = self.hidden_variable(name.clone(), cells_type);
        let next = self.hidden_variable(format!("{NUMBER}{name}"), next_type);
        let dead = self.frees.then(|| self.hidden_variable(format!("{DEALLOCATED}{name}"), dead_type));
        let heap = Heap { key, cells, next, dead };
        self.tree.heaps.push(heap.clone());
        Some(heap)
    }

    fn refuse(&mut self, loc: Loc, what: &str) {
        self.refused.get_or_insert_with(|| (loc, what.to_string()));
    }

    /// One expression whose parts were done before.
    fn expr(&mut self, expr: &mut Expr) {
        let loc = expr.loc;
        match &mut expr.kind {
            ExprKind::Deref(pointer) => {
                let pointer = std::mem::replace(&mut **pointer, Expr::error(expr.ty, loc));
                match self.heap(pointer.ty) {
                    Some(heap) => *expr = self.cell(&heap, pointer, expr.ty),
                    None => self.refuse(loc, "dereference of this type (RM 3.10)"),
                }
            }
            ExprKind::Object(object) => {
                let object = *object;
                if let Some(place) = self.moved.get(&object).copied()
                    && self.tree.object(object).kind != ObjectKind::Constant
                {
                    *expr = self.moved_value(object, place, loc);
                }
            }
            ExprKind::Field(..) | ExprKind::Index(..) => {
                if let Some((root, path)) = path_of(expr)
                    && self.tree.object(root).kind == ObjectKind::Variable
                    && let Some(part) = self.part(root, &path)
                {
                    let pointer = self.part_pointer(&part, expr);
                    match self.heap(pointer.ty) {
                        Some(heap) => *expr = self.cell(&heap, pointer, expr.ty),
                        None => self.refuse(loc, "component in a heap (RM 3.10.2)"),
                    }
                }
            }
            ExprKind::Reference(object, unchecked) => {
                let (unchecked, ty) = (*unchecked, expr.ty);
                let object = std::mem::replace(&mut **object, Expr::error(ty, loc));
                self.heap(ty);
                match self.pointer_to(object, unchecked, ty, loc) {
                    Some(pointer) => *expr = pointer,
                    None => self.refuse(loc, "access value for this object (RM 3.10.2)"),
                }
            }
            ExprKind::Allocate(_) => {
                self.heap(expr.ty);
            }
            ExprKind::Convert(inner) => {
                let (from, to) = (inner.ty, expr.ty);
                let made = matches!(inner.kind, ExprKind::Allocate(_) | ExprKind::Int(_));
                self.conversion(from, to, made, loc);
            }
            _ => {}
        }
    }

    /// An object that lives in a heap.
    fn moved_value(&mut self, object: ObjId, place: ObjId, loc: Loc) -> Expr {
        let ty = self.tree.object(place).ty;
        let pointer = Expr { kind: ExprKind::Object(place), ty, loc };
        // A tagged object is of its own type, whatever class its access values are of.
        let own = self.tree.object(object).ty;
        let designated = if self.tree.types.has_tag(own) { own } else { self.tree.types.designated(ty) };
        match self.heap(ty) {
            Some(heap) => self.cell(&heap, pointer, designated),
            None => Expr::error(designated, loc),
        }
    }

    fn part(&self, object: ObjId, path: &[Step]) -> Option<Part> {
        self.parts.get(&object)?.iter().find(|part| part.path == path).cloned()
    }

    /// The access value of a component, which this names.
    fn part_pointer(&self, part: &Part, named: &Expr) -> Expr {
        let loc = named.loc;
        let ty = self.tree.object(part.place).ty;
        let first = Expr { kind: ExprKind::Object(part.place), ty, loc };
        let mut at = named;
        while let ExprKind::Field(inner, _) = &at.kind {
            at = inner;
        }
        match at.kind {
            ExprKind::Index(..) => {
                Expr { kind: ExprKind::Builtin(Builtin::Component, vec![first, at.clone()]), ty, loc }
            }
            _ => first,
        }
    }

    /// Refuses what names an object as a whole, or a part of it, of which components live in a heap.
    fn no_wholes(&mut self, expr: &Expr) {
        let mut todo = vec![expr];
        while let Some(expr) = todo.pop() {
            match &expr.kind {
                ExprKind::Builtin(Builtin::First(_) | Builtin::Last(_) | Builtin::Length(_), args)
                    if path_of(&args[0]).is_some_and(|(_, path)| !path.contains(&Step::Index)) => {}
                ExprKind::Builtin(Builtin::Component, args) => {
                    if let ExprKind::Index(_, indices) = &args[1].kind {
                        todo.extend(indices);
                    }
                }
                ExprKind::Object(_) | ExprKind::Field(..) | ExprKind::Index(..) => {
                    if let Some((root, path)) = path_of(expr)
                        && self.tree.object(root).kind == ObjectKind::Variable
                        && let Some(parts) = self.parts.get(&root)
                    {
                        let apart = |part: &Part| part.path.iter().zip(&path).any(|(a, b)| a != b);
                        if !parts.iter().all(apart) {
                            let name = &self.tree.object(root).name;
                            let what = format!("whole of \"{name}\", of which components have access values");
                            self.refuse(expr.loc, &format!("{what} (RM 3.10.2)"));
                        }
                    }
                    let mut at = expr;
                    loop {
                        at = match &at.kind {
                            ExprKind::Field(inner, _) => inner,
                            ExprKind::Index(inner, indices) => {
                                todo.extend(indices);
                                inner
                            }
                            ExprKind::Object(_) => break,
                            _ => {
                                todo.push(at);
                                break;
                            }
                        };
                    }
                }
                _ => super::walk::each_part(expr, &mut |part| todo.push(part)),
            }
        }
    }

    fn cell(&self, heap: &Heap, pointer: Expr, ty: TypeId) -> Expr {
        let loc = pointer.loc;
        let array = Expr { kind: ExprKind::Object(heap.cells), ty: self.tree.object(heap.cells).ty, loc };
        Expr { kind: ExprKind::Index(Box::new(array), vec![pointer]), ty, loc }
    }

    /// The access value for an object whose name was done before: it is a component of a heap, or a constant.
    fn pointer_to(&mut self, object: Expr, unchecked: bool, ty: TypeId, loc: Loc) -> Option<Expr> {
        // Of a constant: the components of variables are in their heap already.
        let part = path_of(&object).and_then(|(root, path)| self.part(root, &path));
        let pointer = match (part, object.kind) {
            (Some(part), kind) => self.part_pointer(&part, &Expr { kind, ..object }),
            (None, ExprKind::Index(array, mut indices)) => match &array.kind {
                ExprKind::Object(cells) if self.tree.heap_with(*cells).is_some() => indices.pop()?,
                _ => return None,
            },
            (None, ExprKind::Object(root)) => {
                let place = self.moved.get(&root).copied()?;
                Expr { kind: ExprKind::Object(place), ty: self.tree.object(place).ty, loc }
            }
            _ => return None,
        };
        if self.tree.heap_key(pointer.ty) != self.tree.heap_key(ty) {
            return None;
        }
        let place = match &pointer.kind {
            ExprKind::Builtin(Builtin::Component, args) => super::walk::root(&args[0]),
            _ => super::walk::root(&pointer),
        };
        if let (Some(place), true) = (place, unchecked) {
            let level = self.tree.types.access(ty).map_or(0, |access| if access.anonymous { 0 } else { access.level });
            let own = self.tree.object(place).level;
            if own > level && !self.ends_with_holders(ty, own) {
                self.refuse(loc, "access value that outlives its object (RM 13.10)");
            }
        }
        // A name is evaluated: what it dereferences is not null.
        let ty = self.tree.types.constrain_access(ty, true, None);
        Some(Expr { kind: ExprKind::Convert(Box::new(pointer)), ty, loc })
    }

    /// Whether an access value that may outlive its object of this level does not: nothing that can hold such values
    /// exists longer than the object. These are whole objects that are declared as deep as that, or passed in.
    fn ends_with_holders(&self, access: TypeId, level: u32) -> bool {
        let key = self.tree.heap_key(access);
        let types = &self.tree.types;
        let of_heap = |ty: TypeId| types.access(ty).is_some() && self.tree.heap_key(ty) == key;
        // A value in a component, in a heap or with a task may be anywhere.
        let inside = types.ids().any(|ty| match types.kind(ty) {
            Kind::Array { element, .. } => of_heap(*element),
            Kind::Record(record) => record.components.iter().any(|component| of_heap(component.ty)),
            Kind::Access(one) => of_heap(one.designated),
            _ => false,
        });
        let given = self.tree.subprograms.iter().any(|subp| subp.result.is_some_and(of_heap));
        let outlives = |object: &Object| match object.kind {
            ObjectKind::Parameter(mode) => mode != Mode::In,
            _ => object.level < level,
        };
        let held = self.tree.objects.iter().any(|object| of_heap(object.ty) && outlives(object));
        !inside && !given && !held && self.tree.tasks.is_empty()
    }

    /// A conversion between access types: whether both have one heap, and accessibility (RM 4.6 (48)).
    fn conversion(&mut self, from: TypeId, to: TypeId, made: bool, loc: Loc) {
        let types = &self.tree.types;
        let (Some(source), Some(target)) = (types.access(from), types.access(to)) else { return };
        if self.tree.heap_key(from) != self.tree.heap_key(to) {
            return self.refuse(loc, "conversion between access types with other designated subtypes (RM 4.6)");
        }
        let deepest = self.deepest.get(&self.tree.meeting(source.designated)).copied().unwrap_or(0);
        if source.anonymous && !target.anonymous && !made && deepest > target.level {
            self.refuse(loc, "conversion that may fail for accessibility (RM 3.10.2)");
        }
    }

    /// Assignments between anonymous access types look at levels too, unless the value is one that just was made: what
    /// it designates does not end before the declaration of the target (RM 4.6 (39.1)), a whole object of this level.
    fn anonymous_assignment(&mut self, target: TypeId, level: u32, value: &Expr, loc: Loc) {
        let types = &self.tree.types;
        let anonymous = |ty: TypeId| types.access(ty).is_some_and(|access| access.anonymous);
        if !anonymous(target) || !anonymous(value.ty) {
            return;
        }
        let known = match &value.kind {
            ExprKind::Int(_) | ExprKind::Allocate(_) | ExprKind::Reference(..) | ExprKind::Convert(_) => true,
            ExprKind::Object(object) => {
                !matches!(self.tree.object(*object).kind, ObjectKind::Parameter(_) | ObjectKind::Variable)
            }
            _ => false,
        };
        let deepest = types
            .access(target)
            .map_or(0, |one| self.deepest.get(&self.tree.meeting(one.designated)).copied().unwrap_or(0));
        if !known && deepest > level {
            self.refuse(loc, "assignment that may fail for accessibility (RM 3.10.2)");
        }
    }

    fn walk(&mut self, expr: &mut Expr) {
        expr_mut(expr, &mut |one| self.expr(one));
        if !self.parts.is_empty() {
            self.no_wholes(expr);
        }
    }

    /// The defaults of types. What cannot be done there fails where it is used.
    fn types(&mut self) {
        let ids: Vec<TypeId> = self.tree.types.ids().collect();
        for ty in ids {
            let mut default = self.tree.types[ty].default.take();
            let mut kind = std::mem::replace(&mut self.tree.types[ty].kind, Kind::Error);
            if let Kind::Access(_) = &kind {
                self.tree.types[ty].kind = kind;
                self.tree.types[ty].default = default;
                if let Constraint::Access(_, Some(_)) = self.tree.types[ty].constraint {
                    self.heap(ty);
                }
                continue;
            }
            // The type is there for what its defaults are made of.
            self.tree.types[ty].kind = kind.clone();
            let one = |this: &mut Self, value: &mut Expr| {
                this.walk(value);
                if this.refused.take().is_some() {
                    value.kind = ExprKind::Error;
                }
            };
            default.iter_mut().for_each(|value| one(self, value));
            if let Kind::Record(record) = &mut kind {
                record.components.iter_mut().filter_map(|c| c.default.as_mut()).for_each(|value| one(self, value));
            }
            self.tree.types[ty].kind = kind;
            self.tree.types[ty].default = default;
        }
    }

    fn subprogram(&mut self, id: SubpId, unsupported: &mut Vec<Unsupported>) {
        let at = id.0 as usize;
        let mut subp = self.tree.subprograms[at].clone();
        let conditions = subp.pre.iter_mut().chain(&mut subp.post);
        conditions.for_each(|condition| self.walk(condition));
        for (guard, consequence) in &mut subp.cases {
            guard.iter_mut().for_each(|guard| self.walk(guard));
            self.walk(consequence);
        }
        subp.exits.iter_mut().filter_map(|exit| exit.condition.as_mut()).for_each(|condition| self.walk(condition));
        subp.exit_cases.iter_mut().filter_map(|case| case.guard.as_mut()).for_each(|guard| self.walk(guard));
        subp.variant.iter_mut().for_each(|(_, measure)| self.walk(measure));
        subp.invariants.iter_mut().for_each(|invariant| self.walk(&mut invariant.condition));
        if let Some(body) = &mut subp.body {
            if id == ENVIRONMENT {
                // What is not supported is left out alone.
                let statements = std::mem::take(&mut body.declarations);
                let mut places = Vec::with_capacity(statements.len());
                for stmt in statements {
                    let loc = stmt.loc;
                    let mut one = vec![stmt];
                    self.stmts(&mut one);
                    let first = body.declarations.len();
                    match self.refused.take() {
                        None => body.declarations.extend(one),
                        Some((place, construct)) => {
                            unsupported.push(Unsupported { subprogram: String::new(), loc: place, construct });
                            body.declarations.push(Stmt { kind: StmtKind::Dropped, loc });
                        }
                    }
                    places.push(first..body.declarations.len());
                }
                // One statement may have become several.
                for unit in &mut self.tree.library {
                    let moved = unit.statements.iter().filter_map(|at| places.get(*at).cloned());
                    unit.statements = moved.flatten().collect();
                }
            } else {
                self.stmts(&mut body.declarations);
                self.stmts(&mut body.statements);
                for handler in &mut body.handlers {
                    self.stmts(&mut handler.statements);
                }
            }
        }
        if let Some((loc, construct)) = self.refused.take() {
            let entry = Unsupported { subprogram: subp.name.clone(), loc, construct: construct.clone() };
            subp.unsupported.get_or_insert((loc, construct));
            if !unsupported.contains(&entry) {
                unsupported.push(entry);
            }
        }
        self.tree.subprograms[at] = subp;
    }

    fn stmts(&mut self, stmts: &mut Vec<Stmt>) {
        // The lists from the inside out, then the expressions of each statement.
        stmts_mut(stmts, &mut |list| self.list(list), &mut |_| {});
        stmts_mut(stmts, &mut |_| {}, &mut |e| self.walk(e));
        if !self.parts.is_empty() {
            stmts_mut(stmts, &mut |list| self.make_parts(list), &mut |_| {});
        }
    }

    /// Makes the components of objects that live in heaps, behind the declarations of these objects.
    fn make_parts(&mut self, list: &mut Vec<Stmt>) {
        let mut at = 0;
        while at < list.len() {
            let loc = list[at].loc;
            let StmtKind::Declare(object, value) = &list[at].kind else {
                at += 1;
                continue;
            };
            let (object, initialised) = (*object, value.is_some());
            at += 1;
            for part in self.parts.get(&object).cloned().unwrap_or_default() {
                let (first, count) = part.array.clone().unwrap_or((Int::ZERO, 1));
                for number in 0..count {
                    let index = &first + &Int::from(number);
                    let (named, by_default) = self.component(object, &part.path, index, loc);
                    let value = (initialised || by_default).then_some(named);
                    let place = match number {
                        0 => part.place,
                        _ => {
                            let one = self.tree.object(part.place);
                            let (name, ty, at) = (one.name.clone(), one.ty, (one.owner, one.level, one.private));
                            self.add_place(name, loc, ty, at)
                        }
                    };
                    let access = self.tree.types.base(self.tree.object(place).ty);
                    self.heap(access);
                    let kind = ExprKind::Allocate(Box::new(Allocator { subtype: part.ty, value }));
                    let made = StmtKind::Declare(place, Some(Expr { kind, ty: access, loc }));
                    list.insert(at, Stmt { kind: made, loc });
                    at += 1;
                }
            }
        }
    }

    /// A component of an object where it was declared, and whether it gets its value by the default of something
    /// around it.
    fn component(&self, object: ObjId, path: &[Step], index: Int, loc: Loc) -> (Expr, bool) {
        let types = &self.tree.types;
        let mut named = Expr { kind: ExprKind::Object(object), ty: self.tree.object(object).ty, loc };
        let mut by_default = false;
        for step in path {
            by_default |= types[named.ty].default.is_some();
            named = match (step, types.array(named.ty)) {
                (Step::Index, Some((indices, element))) => {
                    let at = Expr::int(index.clone(), indices[0], loc);
                    Expr { kind: ExprKind::Index(Box::new(named), vec![at]), ty: element, loc }
                }
                (Step::Field(at), _) => {
                    let component = &self.tree.record(named.ty).components[*at];
                    by_default |= component.default.is_some();
                    Expr { kind: ExprKind::Field(Box::new(named), *at), ty: component.ty, loc }
                }
                (Step::Index, None) => named,
            };
        }
        (named, by_default)
    }

    /// The declarations of moved objects.
    fn list(&mut self, list: &mut Vec<Stmt>) {
        let mut at = 0;
        while at < list.len() {
            let loc = list[at].loc;
            match &mut list[at].kind {
                StmtKind::Declare(object, value) => {
                    let object = *object;
                    let (ty, level) = (self.tree.object(object).ty, self.tree.object(object).level);
                    if let Some(value) = value {
                        self.anonymous_assignment(ty, level, value, loc);
                    }
                    if let Some(place) = self.moved.get(&object).copied() {
                        let entry = self.tree.object(object);
                        let constant = entry.kind == ObjectKind::Constant;
                        let value = if constant && entry.value.is_none() {
                            Some(Expr { kind: ExprKind::Object(object), ty, loc })
                        } else {
                            value.clone()
                        };
                        let access = self.tree.types.base(self.tree.object(place).ty);
                        let allocator = Allocator { subtype: ty, value };
                        let kind = ExprKind::Allocate(Box::new(allocator));
                        let made = StmtKind::Declare(place, Some(Expr { kind, ty: access, loc }));
                        if constant {
                            at += 1;
                            list.insert(at, Stmt { kind: made, loc });
                        } else {
                            list[at].kind = made;
                        }
                    }
                }
                StmtKind::Assign(target, value) => {
                    let level = match &target.kind {
                        ExprKind::Object(object) if self.tree.object(*object).kind == ObjectKind::Variable => {
                            self.tree.object(*object).level
                        }
                        _ => 0,
                    };
                    self.anonymous_assignment(target.ty, level, value, loc);
                }
                _ => {}
            }
            at += 1;
        }
    }
}
