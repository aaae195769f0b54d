//! Where pointers go: what each piece of code brings from one place in memory to another.

use super::memory::{Binding, Pointers, Region, places, region, regions};
use crate::ctype::{CType, Ty};
use crate::typed::{Ex, Init, Kind, ObjId, OpKind, Step, Unit};
use std::collections::BTreeSet;

/// Where pointers go.
pub(super) enum Flow {
    /// A pointer into a variable.
    Variable(ObjId, Ex),
    /// A pointer into what an lvalue denotes.
    Stored(Ex, Ex),
    /// A pointer into a part of an object.
    Part(Region, Ex),
    /// A struct into what an lvalue denotes.
    Struct(Ex, Ex),
    /// A struct into a part of an object.
    StructPart(Region, Ex),
}

/// The ways from an object of a type to the pointers in it, whatever the indexes.
fn ways(unit: &Unit, ty: Ty) -> Vec<Vec<u32>> {
    let (mut found, mut todo) = (Vec::new(), vec![(ty, Vec::new())]);
    while let Some((ty, way)) = todo.pop() {
        match unit.types.get(ty) {
            CType::Array(of, _) => todo.push((*of, way)),
            CType::Tag(tag) => {
                for (at, member) in (0..).zip(unit.types.tag(*tag).members.iter().flatten()) {
                    todo.push((member.ty, way.iter().copied().chain([at]).collect()));
                }
            }
            _ if unit.types.object_pointee(ty).is_some() => found.push(way),
            _ => {}
        }
    }
    found
}

/// The objects whose values a struct may be.
fn sources(unit: &Unit, value: Ex, pointers: &Pointers) -> Binding {
    let mut found = Binding::default();
    let mut todo = vec![value];
    while let Some(ex) = todo.pop() {
        match &unit.expr(ex).kind {
            Kind::Load(lvalue) | Kind::Assign(lvalue, _) => drop(found.join(&places(unit, *lvalue, pointers))),
            Kind::Comma(_, b) => todo.push(*b),
            Kind::Conditional(_, Some(a), b) => todo.extend([*a, *b]),
            _ => return Binding::Unknown,
        }
    }
    found
}

impl Flow {
    /// Lets the pointers flow; whether anything is new.
    pub fn apply(&self, unit: &Unit, pointers: &mut Pointers, fixed: &BTreeSet<ObjId>) -> bool {
        let mut changed = false;
        match self {
            Flow::Variable(object, _) if fixed.contains(object) => {}
            Flow::Variable(object, value) if pointers.is_plain(*object) => {
                let binding = regions(unit, *value, pointers);
                changed |= pointers.vars.entry(*object).or_default().join(&binding);
            }
            Flow::Variable(object, value) => {
                let binding = regions(unit, *value, pointers);
                changed |= pointers.cells.entry(region(*object, &[])).or_default().join(&binding);
            }
            Flow::Stored(lvalue, value) => {
                let binding = regions(unit, *value, pointers);
                // A store to an unknown place is refused, and so is what is loaded from there.
                if let Binding::Some(all) = places(unit, *lvalue, pointers) {
                    for at in all {
                        changed |= pointers.cells.entry(at).or_default().join(&binding);
                    }
                }
            }
            Flow::Part(at, value) => {
                let binding = regions(unit, *value, pointers);
                changed |= pointers.cells.entry(at.clone()).or_default().join(&binding);
            }
            Flow::Struct(lvalue, value) => {
                if let Binding::Some(all) = places(unit, *lvalue, pointers) {
                    for at in all {
                        changed |= flow_struct(unit, pointers, &at, *value);
                    }
                }
            }
            Flow::StructPart(at, value) => changed |= flow_struct(unit, pointers, at, *value),
        }
        changed
    }
}

fn flow_struct(unit: &Unit, pointers: &mut Pointers, at: &Region, value: Ex) -> bool {
    let (from, mut changed) = (sources(unit, value, pointers), false);
    for way in ways(unit, unit.ty(value)) {
        let beyond = |region: &Region| Region { root: region.root, path: [region.path.clone(), way.clone()].concat() };
        let mut binding = Binding::default();
        match &from {
            Binding::Unknown => binding = Binding::Unknown,
            Binding::Some(all) => {
                for source in all {
                    binding.join(&pointers.cell(unit, &beyond(source)));
                }
            }
        }
        changed |= pointers.cells.entry(beyond(at)).or_default().join(&binding);
    }
    changed
}

/// What an initialiser brings.
pub(super) fn initial(unit: &Unit, object: ObjId, init: &Init, flows: &mut Vec<Flow>) {
    for (steps, value) in &init.parts {
        let ty = unit.ty(*value);
        let members = steps.iter().filter_map(|step| match step {
            Step::Member(member) => Some(*member),
            Step::Index(_) => None,
        });
        let path: Vec<u32> = members.collect();
        if unit.types.object_pointee(ty).is_some() {
            let plain = steps.is_empty() && unit.types.object_pointee(unit.object(object).ty).is_some();
            flows.push(if plain { Flow::Variable(object, *value) } else { Flow::Part(region(object, &path), *value) });
        } else if unit.types.holds_pointers(ty) {
            flows.push(Flow::StructPart(region(object, &path), *value));
        }
    }
}

pub(super) fn flows_of(unit: &Unit, kind: &OpKind, flows: &mut Vec<Flow>) {
    if let OpKind::Declare(object, Some(init)) = kind {
        initial(unit, *object, init, flows);
    }
    let mut todo = kind.roots();
    while let Some(ex) = todo.pop() {
        if let Kind::Assign(target, value) = unit.expr(ex).kind {
            let ty = unit.ty(target);
            if unit.types.object_pointee(ty).is_some() {
                flows.push(match unit.expr(target).kind {
                    Kind::Object(object) => Flow::Variable(object, value),
                    _ => Flow::Stored(target, value),
                });
            } else if unit.types.holds_pointers(ty) {
                flows.push(Flow::Struct(target, value));
            }
        }
        unit.expr(ex).kind.operands(|operand| todo.push(operand));
    }
}
