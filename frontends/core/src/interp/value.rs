//! Values of the interpreter.

use crate::ir::{Field, FloatFormat, Program, TypeId, TypeKind};
use horn_solver::num::Int;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A value of some type of a program.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// A number of shape Int or Modular.
    Int(Int),
    /// A number of shape Float; one of format F32 is a binary32 number.
    Float(f64),
    /// An array.
    Array(Arc<Array>),
    /// A record, field by field.
    Record(Arc<Vec<Value>>),
    /// Some value or other, in a look at all runs at once: nothing determines it.
    Open,
}

/// An array: large ones with few different components stay small.
#[derive(Clone, Debug)]
pub struct Array {
    /// Lower and upper bound of each dimension.
    pub bounds: Vec<(Int, Int)>,
    /// The component wherever `cells` has none.
    pub default: Value,
    /// Components by their offset, row by row.
    pub cells: BTreeMap<i128, Value>,
}

impl Array {
    /// How many indexes a dimension has.
    pub fn length(&self, dimension: usize) -> Int {
        self.bounds.get(dimension).map_or(Int::ZERO, |(first, last)| length(first, last))
    }

    /// The number of components, if that is no astronomical number.
    pub fn size(&self) -> Option<i128> {
        self.bounds.iter().try_fold(1i128, |size, (first, last)| size.checked_mul(to_i128(&length(first, last))?))
    }

    /// The offset of a component; `None` outside of the bounds.
    pub fn offset(&self, index: &[Int]) -> Option<i128> {
        if index.len() != self.bounds.len() {
            return None;
        }
        let mut offset = 0i128;
        for (at, (first, last)) in index.iter().zip(&self.bounds) {
            if at < first || at > last {
                return None;
            }
            if offset != 0 {
                offset = offset.checked_mul(to_i128(&length(first, last))?)?;
            }
            offset = offset.checked_add(to_i128(&(at - first))?)?;
        }
        Some(offset)
    }

    /// Any components within these bounds.
    pub(super) fn open(program: &Program, bounds: Vec<(Int, Int)>, component: TypeId) -> Array {
        Array { bounds, default: Value::open(program, component), cells: BTreeMap::new() }
    }

    /// The component at an offset.
    pub fn at(&self, offset: i128) -> &Value {
        self.cells.get(&offset).unwrap_or(&self.default)
    }

    /// Changes the component at an offset.
    pub fn set(&mut self, offset: i128, value: Value) {
        if value.is_same(&self.default) {
            self.cells.remove(&offset);
        } else {
            self.cells.insert(offset, value);
        }
    }
}

/// Arrays are equal by lengths and components in order, whatever the bounds.
impl PartialEq for Array {
    fn eq(&self, other: &Array) -> bool {
        let dimensions = self.bounds.len();
        if dimensions != other.bounds.len() || (0..dimensions).any(|d| self.length(d) != other.length(d)) {
            return false;
        }
        let mut keys: Vec<i128> = self.cells.keys().chain(other.cells.keys()).copied().collect();
        keys.sort_unstable();
        keys.dedup();
        let elsewhere = self.size().is_none_or(|size| i128::try_from(keys.len()).is_ok_and(|seen| seen < size));
        (!elsewhere || self.default == other.default) && keys.into_iter().all(|key| self.at(key) == other.at(key))
    }
}

/// Whether all of them hold, where `None` is not known.
fn all(mut each: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    each.try_fold(Some(true), |so_far, one| match one {
        Some(false) => Err(()),
        Some(true) => Ok(so_far),
        None => Ok(None),
    })
    .unwrap_or(Some(false))
}

/// Whether a record with these values has a field, which may be one of a variant.
pub fn exists(field: &Field, values: &[Value]) -> bool {
    field.guard.iter().all(|(at, ranges)| {
        let value = match values.get(*at) {
            Some(Value::Int(value)) => value.clone(),
            Some(Value::Bool(value)) => Int::from(i64::from(*value)),
            _ => return true,
        };
        ranges.iter().any(|range| range.contains(&value))
    })
}

/// The number of integers from `first` to `last`.
pub fn length(first: &Int, last: &Int) -> Int {
    if last < first { Int::ZERO } else { last.clone() - first.clone() + Int::ONE }
}

/// A number as a machine number, if it fits.
pub fn to_i128(value: &Int) -> Option<i128> {
    value.to_i64().map(i128::from).or_else(|| value.to_string().parse().ok())
}

/// A machine number as a number.
pub fn from_i128(value: i128) -> Int {
    Int::from_big(value.into())
}

impl Value {
    /// Some value of a type: zero or what is nearest to it, and null arrays where bounds are free.
    pub fn zero(program: &Program, ty: TypeId) -> Value {
        let near = |first: &Int, last: &Int| Int::ZERO.clone().max(first.clone()).min(last.clone());
        match &program.ty(ty).kind {
            TypeKind::Bool => Value::Bool(false),
            TypeKind::Int(int) => Value::Int(int.range.as_ref().map_or(Int::ZERO, |r| near(&r.first, &r.last))),
            TypeKind::Modular(modular) => {
                Value::Int(modular.range.as_ref().map_or(Int::ZERO, |r| near(&r.first, &r.last)))
            }
            TypeKind::Float(float) => Value::Float(float.range.map_or(0.0, |(first, last)| 0f64.max(first).min(last))),
            TypeKind::Array(array) => {
                let bounds = match &array.bounds {
                    Some(bounds) => bounds.iter().map(|range| (range.first.clone(), range.last.clone())).collect(),
                    None => array.index.iter().map(|_| (Int::ONE, Int::ZERO)).collect(),
                };
                let default = Value::zero(program, array.component);
                Value::Array(Arc::new(Array { bounds, default, cells: BTreeMap::new() }))
            }
            TypeKind::Record(record) => {
                Value::Record(Arc::new(record.fields.iter().map(|field| Value::zero(program, field.ty)).collect()))
            }
        }
    }

    /// Any value of a type: what has parts for sure has open ones.
    pub fn open(program: &Program, ty: TypeId) -> Value {
        match &program.ty(ty).kind {
            TypeKind::Array(array) => match &array.bounds {
                Some(bounds) => {
                    let bounds = bounds.iter().map(|range| (range.first.clone(), range.last.clone())).collect();
                    Value::Array(Arc::new(Array::open(program, bounds, array.component)))
                }
                None => Value::Open,
            },
            TypeKind::Record(record) => {
                Value::Record(Arc::new(record.fields.iter().map(|field| Value::open(program, field.ty)).collect()))
            }
            _ => Value::Open,
        }
    }

    /// Whether nothing tells two values apart: zeros of different signs are equal, and not the same.
    fn is_same(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Float(a), Value::Float(b)) => a.to_bits() == b.to_bits(),
            (Value::Array(a), Value::Array(b)) => {
                a.bounds == b.bounds
                    && a.default.is_same(&b.default)
                    && a.cells.len() == b.cells.len()
                    && a.cells.iter().zip(&b.cells).all(|(a, b)| a.0 == b.0 && a.1.is_same(b.1))
            }
            (Value::Record(a), Value::Record(b)) => {
                a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| a.is_same(b))
            }
            _ => self == other,
        }
    }

    /// Whether no part of a value is open.
    pub(super) fn is_known(&self) -> bool {
        match self {
            Value::Open => false,
            Value::Array(array) => {
                let cells = i128::try_from(array.cells.len()).unwrap_or(i128::MAX);
                array.cells.values().all(Value::is_known)
                    && (array.default.is_known() || array.size().is_some_and(|size| size <= cells))
            }
            Value::Record(fields) => fields.iter().all(Value::is_known),
            _ => true,
        }
    }

    /// Whether two values are equal; `None` if that depends on what is open.
    pub(super) fn equals(&self, other: &Value) -> Option<bool> {
        match (self, other) {
            (Value::Open, _) | (_, Value::Open) => None,
            (Value::Array(a), Value::Array(b)) => {
                let dimensions = a.bounds.len();
                if dimensions != b.bounds.len() || (0..dimensions).any(|d| a.length(d) != b.length(d)) {
                    return Some(false);
                }
                let mut keys: Vec<i128> = a.cells.keys().chain(b.cells.keys()).copied().collect();
                keys.sort_unstable();
                keys.dedup();
                let elsewhere = a.size().is_none_or(|size| i128::try_from(keys.len()).is_ok_and(|seen| seen < size));
                let rest = elsewhere.then(|| a.default.equals(&b.default));
                all(keys.into_iter().map(|key| a.at(key).equals(b.at(key))).chain(rest))
            }
            (Value::Record(a), Value::Record(b)) if a.len() == b.len() => {
                all(a.iter().zip(b.iter()).map(|(a, b)| a.equals(b)))
            }
            _ => Some(self == other),
        }
    }

    /// Whether the value lies in the range of the type, with all its parts.
    pub fn fits(&self, program: &Program, ty: TypeId) -> bool {
        match (&program.ty(ty).kind, self) {
            (_, Value::Open) => true,
            (TypeKind::Bool, Value::Bool(_)) => true,
            (TypeKind::Int(int), Value::Int(value)) => int.range.as_ref().is_none_or(|range| range.contains(value)),
            (TypeKind::Modular(modular), Value::Int(value)) => {
                *value >= Int::ZERO
                    && *value < modular.modulus
                    && modular.range.as_ref().is_none_or(|range| range.contains(value))
            }
            (TypeKind::Float(float), Value::Float(value)) => {
                (value.is_finite() || float.special)
                    && float.range.is_none_or(|(first, last)| first <= *value && *value <= last)
                    && (float.format == FloatFormat::F64 || value.is_nan() || f64::from(*value as f32) == *value)
            }
            (TypeKind::Array(array), Value::Array(value)) => {
                let bounds = array.bounds.as_ref().is_none_or(|bounds| {
                    bounds.len() == value.bounds.len()
                        && bounds.iter().zip(&value.bounds).all(|(range, (first, last))| {
                            range.first == *first && range.last == *last || range.is_empty() && last < first
                        })
                });
                let used = value.size().is_none_or(|size| i128::try_from(value.cells.len()).is_ok_and(|n| n < size));
                bounds
                    && array.index.len() == value.bounds.len()
                    && value
                        .cells
                        .values()
                        .chain(used.then_some(&value.default))
                        .all(|v| v.fits(program, array.component))
            }
            (TypeKind::Record(record), Value::Record(values)) => {
                record.fields.len() == values.len()
                    && record.fields.iter().zip(values.iter()).all(|(field, value)| value.fits(program, field.ty))
            }
            _ => false,
        }
    }
}
