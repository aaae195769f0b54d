//! How a value of the program is spread over terms.
//!
//! A value is a list of *slots*: one for a scalar, those of its fields for a record. An array of dynamic bounds has
//! first its bounds, first and last of each dimension; then every array has for each slot of its components one SMT
//! array, nested once per dimension. Components outside the bounds mean nothing. A Float is a Real (see
//! [`super::special`] for infinities and NaN), a modular number an Int.

use super::interval::hull;
use crate::ir::{ArrayType, Program, Range, TypeId, TypeKind, ieee};
use horn_solver::num::Int;
use horn_solver::term::{SortId, Store, TermId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Sorts of all types.
pub struct Layouts {
    slots: Vec<Vec<SortId>>,
    ranges: Vec<Vec<Option<Range>>>,
    extents: Vec<Vec<Option<Arc<[Range]>>>>,
}

impl Layouts {
    /// The layouts of all types of a program, whose component types come before the types made of them.
    pub fn new(store: &mut Store, program: &Program) -> Layouts {
        let mut slots: Vec<Vec<SortId>> = Vec::with_capacity(program.types.len());
        for ty in &program.types {
            let own = match &ty.kind {
                TypeKind::Bool => vec![SortId::BOOL],
                TypeKind::Int(_) | TypeKind::Modular(_) => vec![SortId::INT],
                TypeKind::Float(_) => vec![SortId::REAL],
                TypeKind::Record(record) => {
                    record.fields.iter().flat_map(|field| slots[field.ty.index()].iter().copied()).collect()
                }
                TypeKind::Array(array) => {
                    let dims = array.index.len();
                    let mut own = vec![SortId::INT; if array.bounds.is_none() { 2 * dims } else { 0 }];
                    let parts = slots[array.component.index()].clone();
                    own.extend(parts.into_iter().map(|part| nest(store, part, dims)));
                    own
                }
            };
            slots.push(own);
        }
        let mut ranges: Vec<Vec<Option<Range>>> = Vec::with_capacity(program.types.len());
        for ty in &program.types {
            let own = match &ty.kind {
                TypeKind::Bool | TypeKind::Float(_) => vec![None],
                TypeKind::Int(int) => vec![int.range.clone()],
                TypeKind::Modular(modular) => {
                    let all = Range::new(Int::ZERO, modular.modulus.clone() - Int::ONE);
                    vec![Some(modular.range.clone().unwrap_or(all))]
                }
                TypeKind::Record(record) => {
                    record.fields.iter().flat_map(|field| ranges[field.ty.index()].iter().cloned()).collect()
                }
                TypeKind::Array(array) => {
                    let mut own = Vec::new();
                    if array.bounds.is_none() {
                        for index in &array.index {
                            let base = match &program.ty(*index).kind {
                                TypeKind::Int(int) => int.base.clone().or_else(|| int.range.clone()),
                                _ => None,
                            };
                            own.extend([base.clone(), base]);
                        }
                    }
                    own.extend(ranges[array.component.index()].iter().cloned());
                    own
                }
            };
            ranges.push(own);
        }
        Layouts { slots, ranges, extents: extents(program) }
    }

    /// The sorts of the slots of a type.
    pub fn slots(&self, ty: TypeId) -> &[SortId] {
        &self.slots[ty.index()]
    }

    /// The ranges of the slots of a type: of the number, or of the numbers in the array; `None` where there is none.
    pub fn ranges(&self, ty: TypeId) -> &[Option<Range>] {
        &self.ranges[ty.index()]
    }

    /// The static bounds of the slots of a type that are arrays, dimension by dimension and those of components behind
    /// them; `None` for other slots.
    pub fn extents(&self, ty: TypeId) -> &[Option<Arc<[Range]>>] {
        &self.extents[ty.index()]
    }

    /// For each sort of arrays the smallest bounds around those of all types whose slots have it; none for sorts of
    /// arrays that may have other bounds.
    pub fn common_extents(&self, store: &Store) -> BTreeMap<SortId, Arc<[Range]>> {
        let mut found: BTreeMap<SortId, Option<Arc<[Range]>>> = BTreeMap::new();
        let slots = self.slots.iter().flatten().zip(self.extents.iter().flatten());
        for (sort, extent) in slots.filter(|(sort, _)| store.array_sorts(**sort).is_some()) {
            let mut dims = 0;
            let mut inner = *sort;
            while let Some((_, element)) = store.array_sorts(inner) {
                (inner, dims) = (element, dims + 1);
            }
            let extent = extent.clone().filter(|extent| extent.len() == dims);
            let entry = found.entry(*sort).or_insert_with(|| extent.clone());
            *entry = match (&*entry, extent) {
                (Some(known), Some(extent)) => Some(around(known, &extent)),
                _ => None,
            };
        }
        found.into_iter().filter_map(|(sort, extent)| Some((sort, extent?))).collect()
    }

    /// The place of a field among the slots of its record: start and length.
    pub fn field(&self, program: &Program, record: TypeId, field: u32) -> (usize, usize) {
        let TypeKind::Record(record) = &program.ty(record).kind else { return (0, 0) };
        let lengths = record.fields.iter().map(|field| self.slots(field.ty).len());
        let start = lengths.clone().take(field as usize).sum();
        (start, lengths.clone().nth(field as usize).unwrap_or(0))
    }
}

/// The smallest bounds around both.
pub fn around(a: &Arc<[Range]>, b: &Arc<[Range]>) -> Arc<[Range]> {
    if a == b { a.clone() } else { a.iter().zip(b.iter()).map(|(a, b)| hull(a, b)).collect() }
}

/// See [`Layouts::extents`].
fn extents(program: &Program) -> Vec<Vec<Option<Arc<[Range]>>>> {
    let mut all: Vec<Vec<Option<Arc<[Range]>>>> = Vec::with_capacity(program.types.len());
    for ty in &program.types {
        let own = match &ty.kind {
            TypeKind::Bool | TypeKind::Int(_) | TypeKind::Modular(_) | TypeKind::Float(_) => vec![None],
            TypeKind::Record(record) => {
                record.fields.iter().flat_map(|field| all[field.ty.index()].iter().cloned()).collect()
            }
            TypeKind::Array(array) => {
                let dims = array.index.len();
                let mut own = vec![None; if array.bounds.is_none() { 2 * dims } else { 0 }];
                own.extend(all[array.component.index()].iter().map(|inner| {
                    let outer = array.bounds.as_ref()?.iter();
                    Some(outer.chain(inner.iter().flat_map(|inner| inner.iter())).cloned().collect())
                }));
                own
            }
        };
        all.push(own);
    }
    all
}

fn nest(store: &mut Store, element: SortId, dims: usize) -> SortId {
    (0..dims).fold(element, |element, _| store.array_sort(SortId::INT, element))
}

/// The array type behind an id.
pub fn array_type(program: &Program, ty: TypeId) -> Option<&ArrayType> {
    match &program.ty(ty).kind {
        TypeKind::Array(array) => Some(array),
        _ => None,
    }
}

/// The bounds of an array value.
pub fn bounds(store: &mut Store, program: &Program, ty: TypeId, slots: &[TermId]) -> Vec<(TermId, TermId)> {
    let Some(array) = array_type(program, ty) else { return Vec::new() };
    match &array.bounds {
        Some(bounds) => {
            bounds.iter().map(|range| (store.int_big(range.first.clone()), store.int_big(range.last.clone()))).collect()
        }
        None => slots.chunks(2).take(array.index.len()).map(|pair| (pair[0], pair[1])).collect(),
    }
}

/// The number of slots in front of an array's components.
pub fn bound_slots(program: &Program, ty: TypeId) -> usize {
    match array_type(program, ty) {
        Some(array) if array.bounds.is_none() => 2 * array.index.len(),
        _ => 0,
    }
}

/// The element at these indexes of one component slot.
pub fn select(store: &mut Store, cells: TermId, at: &[TermId]) -> TermId {
    at.iter().fold(cells, |cells, index| store.select(cells, *index))
}

/// One component slot with the element at these indexes changed.
pub fn update(store: &mut Store, cells: TermId, at: &[TermId], value: TermId) -> TermId {
    let mut rows = vec![cells];
    for index in &at[..at.len() - 1] {
        let row = store.select(rows[rows.len() - 1], *index);
        rows.push(row);
    }
    rows.into_iter().zip(at).rev().fold(value, |value, (row, index)| store.store(row, *index, value))
}

/// What the type says about a value: ranges of scalars, of fields, and of dynamic bounds. Nothing about components.
pub fn in_range(store: &mut Store, program: &Program, layouts: &Layouts, ty: TypeId, slots: &[TermId]) -> TermId {
    let mut parts = Vec::new();
    collect(store, program, layouts, ty, slots, &mut parts);
    store.and(&parts)
}

/// Component types come before array types, so the recursion ends.
fn collect(
    store: &mut Store,
    program: &Program,
    layouts: &Layouts,
    ty: TypeId,
    slots: &[TermId],
    parts: &mut Vec<TermId>,
) {
    match &program.ty(ty).kind {
        TypeKind::Bool => {}
        TypeKind::Int(int) => {
            if let Some(range) = &int.range {
                parts.push(within(store, slots[0], range));
            }
        }
        TypeKind::Modular(modular) => {
            let all = Range::new(Int::ZERO, modular.modulus.clone() - Int::ONE);
            parts.push(within(store, slots[0], modular.range.as_ref().unwrap_or(&all)));
        }
        TypeKind::Float(float) => {
            let largest = ieee::largest(float.format);
            let (first, last) = float.range.unwrap_or((-largest, largest));
            if float.special {
                parts.push(super::special::any(store, slots[0], float.format));
                return;
            }
            let limits = [ieee::to_rat(first), ieee::to_rat(last)];
            if let [Some(first), Some(last)] = limits {
                let (first, last) = (store.num(first, SortId::REAL), store.num(last, SortId::REAL));
                parts.push(store.le(first, slots[0]));
                parts.push(store.le(slots[0], last));
            }
        }
        TypeKind::Record(record) => {
            let mut at = 0;
            for field in &record.fields {
                let len = layouts.slots(field.ty).len();
                collect(store, program, layouts, field.ty, &slots[at..at + len], parts);
                at += len;
            }
        }
        TypeKind::Array(array) => {
            if array.bounds.is_some() {
                return;
            }
            for (index, pair) in array.index.iter().zip(slots.chunks(2)) {
                let TypeKind::Int(int) = &program.ty(*index).kind else { continue };
                let (first, last) = (pair[0], pair[1]);
                if let Some(base) = &int.base {
                    parts.push(within(store, first, base));
                    parts.push(within(store, last, base));
                }
                if let Some(range) = &int.range {
                    let some = store.le(first, last);
                    let inside = [within(store, first, range), within(store, last, range)];
                    let inside = store.and(&inside);
                    parts.push(store.implies(some, inside));
                }
            }
        }
    }
}

/// `range.first <= term <= range.last`.
pub fn within(store: &mut Store, term: TermId, range: &Range) -> TermId {
    let (first, last) = (store.int_big(range.first.clone()), store.int_big(range.last.clone()));
    let (low, high) = (store.le(first, term), store.le(term, last));
    store.and2(low, high)
}
