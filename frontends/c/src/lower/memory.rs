//! Which objects pointers point to: Andersen's analysis within a function, whose parameters are bound by the call, and
//! a coarser one for global pointers. Flow-insensitive; what it cannot follow is unknown, never left out.

use super::flow::{flows_of, initial};
use super::{Bound, Key};
use crate::ctype::CType;
use crate::library::allocates;
use crate::typed::{Ex, Kind, ObjId, OpKind, Storage, Unit};
use std::collections::{BTreeMap, BTreeSet};

/// Where an object comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Root {
    /// A variable.
    Object(ObjId),
    /// What this call of an allocating function gives.
    Heap(Ex),
    /// An object of the caller, by its number among those of the call.
    Class(u32),
}

/// An object, or a member of a struct in it. A pointer to it points to an element if it is an array.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Region {
    pub root: Root,
    pub path: Vec<u32>,
}

impl Region {
    /// Whether one is a part of the other.
    pub fn overlaps(&self, other: &Region) -> bool {
        self.root == other.root && (self.path.starts_with(&other.path) || other.path.starts_with(&self.path))
    }
}

/// What a pointer may point to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Binding {
    /// One of these, or nothing.
    Some(BTreeSet<Region>),
    /// Anything.
    Unknown,
}

impl Default for Binding {
    fn default() -> Binding {
        Binding::Some(BTreeSet::new())
    }
}

/// Pointers to more objects than this may point to anything.
const WIDEST: usize = 64;
/// Where a pointer leads through more members than this, it may point to anything: conversions can lead round in
/// circles.
const DEEPEST: usize = 12;

impl Binding {
    pub fn of(region: Region) -> Binding {
        Binding::Some(BTreeSet::from([region]))
    }

    pub fn join(&mut self, other: &Binding) -> bool {
        match (&mut *self, other) {
            (Binding::Unknown, _) => false,
            (_, Binding::Unknown) => {
                *self = Binding::Unknown;
                true
            }
            (Binding::Some(all), Binding::Some(more)) => {
                let before = all.len();
                all.extend(more.iter().cloned());
                let changed = all.len() > before;
                if all.len() > WIDEST || more.iter().any(|region| region.path.len() > DEEPEST) {
                    *self = Binding::Unknown;
                    return true;
                }
                changed
            }
        }
    }
}

/// What pointer variables of static storage may point to.
pub(crate) type Globals = BTreeMap<ObjId, Binding>;
/// What the pointers of a function may point to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pointers {
    /// Its pointer variables.
    pub vars: BTreeMap<ObjId, Binding>,
    /// Pointers that are kept in other objects: for each member of an object the pointers there, whatever their index.
    pub cells: BTreeMap<Region, Binding>,
    /// Pointer variables whose own address is taken: they are objects that hold a pointer.
    pub boxed: BTreeSet<ObjId>,
    /// The static objects that only this function names, and which runs once.
    pub own_statics: BTreeSet<ObjId>,
    /// Whether nothing is known of the pointers in other objects.
    pub only_vars: bool,
}

impl Pointers {
    /// What a pointer variable may point to.
    pub fn get(&self, object: &ObjId) -> Option<&Binding> {
        self.vars.get(object)
    }

    /// What the pointers at a place in memory may point to.
    pub fn cell(&self, unit: &Unit, region: &Region) -> Binding {
        if self.only_vars {
            return Binding::Unknown;
        }
        let known = match region.root {
            Root::Object(object) => {
                unit.object(object).storage == Storage::Automatic || self.own_statics.contains(&object)
            }
            Root::Heap(_) => true,
            Root::Class(_) => false,
        };
        if known { self.cells.get(region).cloned().unwrap_or_default() } else { Binding::Unknown }
    }

    /// What the pointers that an lvalue denotes may point to.
    pub fn stored(&self, unit: &Unit, lvalue: Ex) -> Binding {
        let mut found = Binding::default();
        match places(unit, lvalue, self) {
            Binding::Unknown => return Binding::Unknown,
            Binding::Some(all) => {
                for region in &all {
                    found.join(&self.cell(unit, region));
                }
            }
        }
        found
    }

    /// Whether a pointer variable is a number and an object of its own, not an object that holds a pointer.
    pub fn is_plain(&self, object: ObjId) -> bool {
        !self.boxed.contains(&object)
    }
}

/// The objects and members that an lvalue may denote, whatever the indexes.
pub(crate) fn places(unit: &Unit, lvalue: Ex, pointers: &Pointers) -> Binding {
    let mut path = Vec::new();
    let mut at = lvalue;
    let whole = loop {
        match &unit.expr(at).kind {
            Kind::Object(object) => break Binding::of(Region { root: Root::Object(*object), path: Vec::new() }),
            Kind::Member(inner, member) => {
                path.push(*member);
                at = *inner;
            }
            Kind::Deref(pointer) => break regions(unit, *pointer, pointers),
            _ => return Binding::Unknown,
        }
    };
    path.reverse();
    match whole {
        Binding::Unknown => Binding::Unknown,
        Binding::Some(all) => Binding::Some(
            all.into_iter()
                .map(|region| Region { root: region.root, path: [region.path, path.clone()].concat() })
                .collect(),
        ),
    }
}

/// The objects a pointer value may point to, given those of variables.
pub(crate) fn regions(unit: &Unit, value: Ex, pointers: &Pointers) -> Binding {
    let mut found = Binding::default();
    let mut todo = vec![value];
    while let Some(ex) = todo.pop() {
        match &unit.expr(ex).kind {
            Kind::Null => {}
            Kind::Decay(lvalue) | Kind::AddressOf(lvalue) => {
                found.join(&region_of(unit, *lvalue, pointers));
            }
            Kind::Load(lvalue) | Kind::Update(lvalue, ..) => match unit.expr(*lvalue).kind {
                Kind::Object(object) if pointers.is_plain(object) => match pointers.get(&object) {
                    Some(binding) => drop(found.join(binding)),
                    None => drop(found.join(&Binding::Unknown)),
                },
                _ => drop(found.join(&pointers.stored(unit, *lvalue))),
            },
            Kind::PtrAdd(pointer, ..) => todo.push(*pointer),
            Kind::Convert(inner) => match crate::containers::container(unit, ex) {
                Some((member, way)) => match regions(unit, member, pointers) {
                    Binding::Unknown => return Binding::Unknown,
                    // Where the rest is met is not modelled.
                    Binding::Some(all) => {
                        let around = all.iter().filter_map(|region| super::inner::around(region, &way));
                        found.join(&Binding::Some(around.collect()));
                    }
                },
                None => match crate::containers::first_member(unit, ex) {
                    Some((pointer, way, to_member)) => match regions(unit, pointer, pointers) {
                        Binding::Unknown => return Binding::Unknown,
                        Binding::Some(all) => {
                            let led = all.iter().map(|region| super::inner::converted(region, &way, to_member));
                            found.join(&Binding::Some(led.collect()));
                        }
                    },
                    None => todo.push(*inner),
                },
            },
            Kind::Conditional(_, Some(a), b) => todo.extend([*a, *b]),
            Kind::Comma(_, b) => todo.push(*b),
            Kind::Assign(_, value) => todo.push(*value),
            Kind::Call(function, _) if unit.function(*function).body.is_none() => {
                if !allocates(&unit.function(*function).name) {
                    return Binding::Unknown;
                }
                found.join(&Binding::of(Region { root: Root::Heap(ex), path: Vec::new() }));
            }
            _ => return Binding::Unknown,
        }
    }
    found
}

/// The object of an lvalue, or the member that it is of elements, whatever their index.
pub(super) fn region_of(unit: &Unit, lvalue: Ex, pointers: &Pointers) -> Binding {
    let mut path = Vec::new();
    let mut at = lvalue;
    loop {
        match &unit.expr(at).kind {
            Kind::Object(object) => {
                path.reverse();
                return Binding::of(Region { root: Root::Object(*object), path });
            }
            Kind::Member(inner, member) => {
                path.push(*member);
                at = *inner;
            }
            Kind::Deref(pointer) => {
                let whole = regions(unit, *pointer, pointers);
                // The row of a matrix, or the whole of what is no array.
                if path.is_empty() {
                    return whole;
                }
                path.reverse();
                // An array in an element of another one would need two numbers.
                let plain = !matches!(unit.types.get(unit.ty(lvalue)), CType::Array(..));
                return match whole {
                    Binding::Some(all) if plain || all.iter().all(|region| single(unit, region)) => {
                        let inner = all.into_iter().map(|mut region| {
                            region.path.extend(&path);
                            region
                        });
                        Binding::Some(inner.collect())
                    }
                    _ => Binding::Unknown,
                };
            }
            _ => return Binding::Unknown,
        }
    }
}

/// Whether a region is a variable that is no array, so that a pointer to it points to all of it.
fn single(unit: &Unit, region: &Region) -> bool {
    match region.root {
        Root::Object(object) if region.path.is_empty() => {
            !matches!(unit.types.get(unit.object(object).ty), CType::Array(..))
        }
        _ => false,
    }
}

/// The pointers of a function, with what they may point to. `own_statics` are the static objects that only it names,
/// where it runs once: they are as good as its variables.
pub(crate) fn pointers(unit: &Unit, key: &Key, globals: &Globals, own_statics: BTreeSet<ObjId>) -> Pointers {
    let function = unit.function(key.function);
    let vars = globals.iter().filter(|(object, _)| !own_statics.contains(object));
    let vars = vars.map(|(object, binding)| (*object, binding.clone())).collect();
    let mut pointers = Pointers { vars, own_statics, ..Pointers::default() };
    for (param, bound) in function.params.iter().zip(&key.params) {
        let binding = match bound {
            None => continue,
            Some(Bound::Nothing) => Binding::default(),
            Some(Bound::Unknown) => Binding::Unknown,
            Some(Bound::Static(region)) => Binding::of(region.clone()),
            Some(Bound::Class(class, ..)) => Binding::of(Region { root: Root::Class(*class), path: Vec::new() }),
        };
        pointers.vars.insert(*param, binding);
    }
    let Some(body) = &function.body else { return pointers };
    let fixed: BTreeSet<ObjId> = pointers.vars.keys().filter(|object| globals.contains_key(object)).copied().collect();
    let is_pointer = |object: ObjId| unit.types.object_pointee(unit.object(object).ty).is_some();
    for op in body {
        if let OpKind::Declare(object, _) = op.kind
            && is_pointer(object)
        {
            pointers.vars.entry(object).or_default();
        }
        let mut todo = op.kind.roots();
        while let Some(ex) = todo.pop() {
            if let Kind::AddressOf(lvalue) = unit.expr(ex).kind
                && let Kind::Object(object) = unit.expr(lvalue).kind
                && is_pointer(object)
                && (unit.object(object).storage == Storage::Automatic || pointers.own_statics.contains(&object))
            {
                pointers.boxed.insert(object);
            }
            unit.expr(ex).kind.operands(|operand| todo.push(operand));
        }
    }
    let mut flows = Vec::new();
    for op in body {
        flows_of(unit, &op.kind, &mut flows);
    }
    for object in &pointers.own_statics {
        match (&unit.object(*object).init, unit.object(*object).storage) {
            (Some(init), _) => initial(unit, *object, init, &mut flows),
            (None, Storage::Extern) => drop(pointers.cells.insert(region(*object, &[]), Binding::Unknown)),
            _ => {}
        }
        if is_pointer(*object) {
            let start = match unit.object(*object).storage {
                Storage::Extern => Binding::Unknown,
                _ => Binding::default(),
            };
            pointers.vars.entry(*object).or_insert(start);
        }
    }
    // Until nothing is new.
    while flows.iter().any(|flow| flow.apply(unit, &mut pointers, &fixed)) {}
    pointers
}

pub(super) fn region(object: ObjId, path: &[u32]) -> Region {
    Region { root: Root::Object(object), path: path.to_vec() }
}

/// How messages name what a pointer points to: an array as `a[]`, any other object as `x`, several ones not at all.
pub(crate) fn target_name(unit: &Unit, binding: Option<&Binding>, class: impl Fn(u32) -> Option<String>) -> String {
    let Some(Binding::Some(all)) = binding else { return String::new() };
    let mut regions = all.iter();
    let (Some(region), None) = (regions.next(), regions.next()) else { return String::new() };
    let (mut name, mut ty) = match region.root {
        Root::Object(object) => (unit.object(object).name.clone(), unit.object(object).ty),
        Root::Heap(ex) => match &unit.expr(ex).kind {
            Kind::Call(function, _) => return format!("{}()[]", unit.function(*function).name),
            _ => return String::new(),
        },
        Root::Class(number) => return class(number).unwrap_or_default(),
    };
    for member in &region.path {
        let tag = unit.types.aggregate(ty);
        let members = tag.and_then(|tag| unit.types.tag(tag).members.as_ref());
        let Some(member) = members.and_then(|members| members.get(*member as usize)) else { return String::new() };
        name = format!("{name}.{}", member.name);
        ty = member.ty;
    }
    if matches!(unit.types.get(ty), CType::Array(..)) { name + "[]" } else { name }
}

/// The pointer variables that may be null. Those that nobody gave a value are not among them.
pub(crate) fn nullable(unit: &Unit, key: &Key, globals: &Globals, boxed: &BTreeSet<ObjId>) -> BTreeSet<ObjId> {
    let function = unit.function(key.function);
    let mut all: BTreeSet<ObjId> = globals.keys().chain(boxed).copied().collect();
    all.extend(function.params.iter().zip(&key.nullable).filter(|(_, nullable)| **nullable).map(|(param, _)| *param));
    let assigned = assignments(unit, function.body.iter().flatten().map(|op| &op.kind));
    loop {
        let before = all.len();
        for (object, value) in &assigned {
            if may_be_null(unit, *value, &all) {
                all.insert(*object);
            }
        }
        if all.len() == before {
            return all;
        }
    }
}

fn may_be_null(unit: &Unit, value: Ex, variables: &BTreeSet<ObjId>) -> bool {
    let mut todo = vec![value];
    while let Some(ex) = todo.pop() {
        match &unit.expr(ex).kind {
            Kind::Decay(_) | Kind::AddressOf(_) => {}
            Kind::Load(lvalue) | Kind::Update(lvalue, ..) => match unit.expr(*lvalue).kind {
                Kind::Object(object) if !variables.contains(&object) => {}
                _ => return true,
            },
            Kind::PtrAdd(inner, ..) | Kind::Convert(inner) | Kind::Comma(_, inner) | Kind::Assign(_, inner) => {
                todo.push(*inner);
            }
            Kind::Conditional(_, Some(a), b) => todo.extend([*a, *b]),
            Kind::Call(function, _) if allocates(&unit.function(*function).name) => {}
            _ => return true,
        }
    }
    false
}

/// All assignments of pointers to variables.
fn assignments<'a>(unit: &Unit, code: impl Iterator<Item = &'a OpKind>) -> Vec<(ObjId, Ex)> {
    let mut all = Vec::new();
    for kind in code {
        if let OpKind::Declare(object, Some(init)) = kind
            && unit.types.object_pointee(unit.object(*object).ty).is_some()
        {
            all.extend(init.parts.iter().map(|(_, value)| (*object, *value)));
        }
        let mut todo = kind.roots();
        while let Some(ex) = todo.pop() {
            if let Kind::Assign(target, value) = unit.expr(ex).kind
                && let Kind::Object(object) = unit.expr(target).kind
                && unit.types.object_pointee(unit.object(object).ty).is_some()
            {
                all.push((object, value));
            }
            unit.expr(ex).kind.operands(|operand| todo.push(operand));
        }
    }
    all
}

/// What global pointers may point to: parts of static objects only, else it is unknown.
pub(crate) fn globals(unit: &Unit) -> Globals {
    let is_static = |object: ObjId| matches!(unit.object(object).storage, Storage::Static | Storage::Extern);
    let mut all = Globals::new();
    for (at, object) in unit.objects.iter().enumerate() {
        let id = ObjId(u32::try_from(at).unwrap_or(u32::MAX));
        if is_static(id) && unit.types.object_pointee(object.ty).is_some() {
            let start = if object.storage == Storage::Extern { Binding::Unknown } else { Binding::default() };
            all.insert(id, start);
        }
    }
    let mut assigned = Vec::new();
    for function in &unit.functions {
        let code = function.body.iter().flatten().map(|op| &op.kind);
        assigned.extend(assignments(unit, code).into_iter().filter(|(object, _)| is_static(*object)));
    }
    for (at, object) in unit.objects.iter().enumerate() {
        let id = ObjId(u32::try_from(at).unwrap_or(u32::MAX));
        if let (Some(init), true) = (&object.init, all.contains_key(&id)) {
            assigned.extend(init.parts.iter().map(|(_, value)| (id, *value)));
        }
    }
    loop {
        let mut changed = false;
        let known = Pointers { vars: all.clone(), only_vars: true, ..Pointers::default() };
        for (object, value) in &assigned {
            let mut binding = regions(unit, *value, &known);
            let fixed = |region: &Region| matches!(region.root, Root::Object(object) if is_static(object));
            if let Binding::Some(regions) = &binding
                && !regions.iter().all(fixed)
            {
                binding = Binding::Unknown;
            }
            changed |= all.entry(*object).or_default().join(&binding);
        }
        if !changed {
            return all;
        }
    }
}
