//! Slots of the encoding back to values of the program.

use crate::interp::{Array, Value};
use crate::ir::{ArrayType, FloatType, Program, Range, TypeId, TypeKind, ieee};
use horn_solver::num::{Int, Rat};
use horn_solver::term::{Value as Term, to_signed};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

/// Arrays with more components are taken from the entries of their terms only.
const ENUMERATED: i128 = 4096;

/// The value of a type whose slots come next, moved into the range of the type. `None` if slots are missing or of
/// another sort.
///
/// Component types come before the types made of them, so the recursion ends.
pub fn decode(program: &Program, ty: TypeId, slots: &mut VecDeque<Term>) -> Option<Value> {
    match &program.ty(ty).kind {
        TypeKind::Bool => match slots.pop_front()? {
            Term::Bool(value) => Some(Value::Bool(value)),
            _ => None,
        },
        TypeKind::Int(int) => {
            let value = integer(slots.pop_front()?)?;
            Some(Value::Int(int.range.as_ref().map_or(value.clone(), |range| nearest(value, range))))
        }
        TypeKind::Modular(modular) => {
            let all = Range { first: Int::ZERO, last: modular.modulus.clone() - Int::ONE };
            let value = integer(slots.pop_front()?)?;
            Some(Value::Int(nearest(value, modular.range.as_ref().unwrap_or(&all))))
        }
        TypeKind::Float(float) => Some(Value::Float(number(&slots.pop_front()?.as_rat()?, float))),
        TypeKind::Record(record) => {
            let fields: Option<Vec<Value>> =
                record.fields.iter().map(|field| decode(program, field.ty, slots)).collect();
            Some(Value::Record(Arc::new(fields?)))
        }
        TypeKind::Array(array) => decode_array(program, array, slots),
    }
}

/// Bounded formulas may have bit-vectors for integers.
fn integer(value: Term) -> Option<Int> {
    if let Term::BitVec(bits, width) = value {
        return Some(to_signed(&bits, width));
    }
    value.as_rat()?.to_int()
}

fn nearest(value: Int, range: &Range) -> Int {
    value.max(range.first.clone()).min(range.last.clone())
}

fn number(value: &Rat, float: &FloatType) -> f64 {
    if float.special {
        return crate::encode::special_value(value, float.format);
    }
    let largest = ieee::largest(float.format);
    let (first, last) = float.range.unwrap_or((-largest, largest));
    ieee::from_rat(value, float.format).max(first).min(last)
}

/// The number of slots of a type.
fn count(program: &Program, ty: TypeId) -> usize {
    match &program.ty(ty).kind {
        TypeKind::Record(record) => record.fields.iter().map(|field| count(program, field.ty)).sum(),
        TypeKind::Array(array) => {
            let bounds = if array.bounds.is_none() { 2 * array.index.len() } else { 0 };
            bounds + count(program, array.component)
        }
        _ => 1,
    }
}

fn decode_array(program: &Program, array: &ArrayType, slots: &mut VecDeque<Term>) -> Option<Value> {
    let bounds = match &array.bounds {
        Some(bounds) => bounds.iter().map(|range| (range.first.clone(), range.last.clone())).collect(),
        None => {
            let mut bounds = Vec::new();
            for _ in &array.index {
                let (first, last) = (integer(slots.pop_front()?)?, integer(slots.pop_front()?)?);
                bounds.push((first, last));
            }
            bounds
        }
    };
    let parts: Vec<Term> =
        (0..count(program, array.component)).map(|_| slots.pop_front()).collect::<Option<Vec<Term>>>()?;
    let component = |at: &[Int], of: &dyn Fn(&Term, &[Int]) -> Option<Term>| {
        let mut slots = parts.iter().map(|part| of(part, at)).collect::<Option<VecDeque<Term>>>()?;
        decode(program, array.component, &mut slots)
    };
    let default = component(&[], &|part, _| elsewhere(part, bounds.len()))?;
    let mut value = Array { bounds, default, cells: BTreeMap::new() };
    for at in places(&value, &parts) {
        if let Some(offset) = value.offset(&at) {
            let here = component(&at, &read)?;
            value.set(offset, here);
        }
    }
    Some(Value::Array(Arc::new(value)))
}

/// The element of a nested array at these indexes.
fn read(part: &Term, at: &[Int]) -> Option<Term> {
    let mut here = part.clone();
    for index in at {
        let Term::Array(row) = &here else { return None };
        // The keys of one array are of one sort.
        let key = match row.entries.keys().next() {
            Some(Term::BitVec(_, width)) => Term::BitVec(index.mod_euclid(&Int::pow2(*width)), *width),
            _ => Term::Int(index.clone()),
        };
        here = row.get(&key).clone();
    }
    Some(here)
}

/// The element of a nested array where nothing is listed.
fn elsewhere(part: &Term, dims: usize) -> Option<Term> {
    let mut here = part.clone();
    for _ in 0..dims {
        let Term::Array(row) = &here else { return None };
        here = row.default.clone();
    }
    Some(here)
}

/// The indexes where the components may differ from the default: all of a small array, the listed ones of a large one.
fn places(array: &Array, parts: &[Term]) -> Vec<Vec<Int>> {
    let small = array.size().is_some_and(|size| size <= ENUMERATED);
    let mut all: Vec<Vec<Int>> = vec![Vec::new()];
    let listed = |depth: usize| {
        let mut found = BTreeSet::new();
        let mut rows: Vec<Term> = parts.to_vec();
        for level in 0..=depth {
            let mut next = Vec::new();
            for row in &rows {
                let Term::Array(row) = row else { continue };
                if level == depth {
                    found.extend(row.entries.keys().filter_map(|key| integer(key.clone())));
                }
                next.push(row.default.clone());
                next.extend(row.entries.values().cloned());
            }
            rows = next;
        }
        found
    };
    for (dim, (first, last)) in array.bounds.iter().enumerate() {
        let indexes: Vec<Int> = if small {
            std::iter::successors(Some(first.clone()), |at| Some(at.clone() + Int::ONE))
                .take_while(|at| at <= last)
                .collect()
        } else {
            listed(dim).into_iter().filter(|at| first <= at && at <= last).collect()
        };
        all = all
            .into_iter()
            .flat_map(|start| {
                indexes.iter().map(move |next| start.iter().cloned().chain([next.clone()]).collect::<Vec<Int>>())
            })
            .take(4 * ENUMERATED as usize)
            .collect();
    }
    all
}
