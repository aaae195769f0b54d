//! Sets of values: intervals of numbers, component by component for arrays and records.
//!
//! The interval of a float operation is its hull exactly: rounding is monotone, so the rounded results at the ends
//! bound all others, and no outward rounding is needed.

use super::floats::Floats;
use crate::interp::{Array, Value, from_i128};
use crate::ir::{Program, TypeId, TypeKind};
use horn_solver::num::Int;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// A set of values of one shape.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Set {
    /// Whether False is in it, and whether True is.
    Bool(bool, bool),
    /// The integers between these, both included; `None` is no bound.
    Int(Option<Int>, Option<Int>),
    /// Floats.
    Float(Floats),
    /// An array with these bounds.
    Array(Rc<Cells>),
    /// A record, field by field.
    Record(Rc<Vec<Set>>),
    /// Any value whatever.
    Any,
}

/// An array: `default` is where `cells` has nothing.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cells {
    /// Bounds of each dimension.
    pub bounds: Vec<(Int, Int)>,
    /// Elsewhere.
    pub default: Set,
    /// By offset, row by row.
    pub cells: BTreeMap<i128, Set>,
}

impl Cells {
    /// The array without its contents, for its offsets.
    pub fn shape(&self) -> Array {
        Array { bounds: self.bounds.clone(), default: Value::Bool(false), cells: BTreeMap::new() }
    }

    /// The component at an offset.
    pub fn at(&self, offset: i128) -> &Set {
        self.cells.get(&offset).unwrap_or(&self.default)
    }

    /// Whether floats are among what its components are made of.
    pub fn has_floats(&self) -> bool {
        fn has(set: &Set) -> bool {
            match set {
                Set::Float(_) => true,
                Set::Record(fields) => fields.iter().any(has),
                Set::Array(cells) => cells.has_floats(),
                _ => false,
            }
        }
        has(&self.default) || self.cells.values().any(has)
    }

    /// All components in one set.
    pub fn all(&self) -> Set {
        self.cells.values().fold(self.default.clone(), |all, cell| all.hull(cell))
    }
}

impl Set {
    /// One truth value.
    pub fn bool(value: bool) -> Set {
        Set::Bool(!value, value)
    }

    /// The truth values are not known.
    pub const UNKNOWN: Set = Set::Bool(true, true);

    /// The set of one value.
    pub fn point(value: &Value) -> Set {
        match value {
            Value::Bool(value) => Set::bool(*value),
            Value::Int(value) => Set::Int(Some(value.clone()), Some(value.clone())),
            Value::Float(value) => Set::Float(Floats::point(*value)),
            Value::Array(array) => Set::Array(Rc::new(Cells {
                bounds: array.bounds.clone(),
                default: Set::point(&array.default),
                cells: array.cells.iter().map(|(at, cell)| (*at, Set::point(cell))).collect(),
            })),
            Value::Record(fields) => Set::Record(Rc::new(fields.iter().map(Set::point).collect())),
            Value::Open => Set::Any,
        }
    }

    /// All values of a type, as far as sets can say it.
    pub fn of_type(program: &Program, ty: TypeId) -> Set {
        match &program.ty(ty).kind {
            TypeKind::Bool => Set::UNKNOWN,
            TypeKind::Int(int) => match &int.range {
                Some(range) => Set::Int(Some(range.first.clone()), Some(range.last.clone())),
                None => Set::Int(None, None),
            },
            TypeKind::Modular(modular) => {
                let (first, last) = match &modular.range {
                    Some(range) => (range.first.clone(), range.last.clone()),
                    None => (Int::ZERO, modular.modulus.clone() - Int::ONE),
                };
                Set::Int(Some(first), Some(last))
            }
            TypeKind::Float(float) => Set::Float(Floats::of_type(float)),
            TypeKind::Array(array) => match &array.bounds {
                Some(bounds) => Set::Array(Rc::new(Cells {
                    bounds: bounds.iter().map(|range| (range.first.clone(), range.last.clone())).collect(),
                    default: Set::of_type(program, array.component),
                    cells: BTreeMap::new(),
                })),
                None => Set::Any,
            },
            TypeKind::Record(record) => {
                Set::Record(Rc::new(record.fields.iter().map(|field| Set::of_type(program, field.ty)).collect()))
            }
        }
    }

    /// The only value of a scalar set.
    pub fn value(&self) -> Option<Value> {
        match self {
            Set::Bool(no, yes) if no != yes => Some(Value::Bool(*yes)),
            Set::Int(Some(low), Some(high)) if low == high => Some(Value::Int(low.clone())),
            Set::Float(floats) => floats.value().map(Value::Float),
            _ => None,
        }
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        match self {
            Set::Bool(no, yes) => !no && !yes,
            Set::Int(Some(low), Some(high)) => low > high,
            Set::Float(floats) => floats.is_empty(),
            _ => false,
        }
    }

    /// What is in both sets; of arrays and records the first one.
    pub fn meet(&self, other: &Set) -> Set {
        match (self, other) {
            (Set::Bool(a, b), Set::Bool(c, d)) => Set::Bool(*a && *c, *b && *d),
            (Set::Int(a, b), Set::Int(c, d)) => Set::Int(
                pick(a, c, |a, c| a.clone().max(c.clone())).or_else(|| a.clone().or_else(|| c.clone())),
                pick(b, d, |b, d| b.clone().min(d.clone())).or_else(|| b.clone().or_else(|| d.clone())),
            ),
            (Set::Float(a), Set::Float(b)) => Set::Float(a.meet(*b)),
            (Set::Any, other) => other.clone(),
            _ => self.clone(),
        }
    }

    /// A set that contains both.
    pub fn hull(&self, other: &Set) -> Set {
        match (self, other) {
            (Set::Bool(a, b), Set::Bool(c, d)) => Set::Bool(*a || *c, *b || *d),
            (Set::Int(a, b), Set::Int(c, d)) => {
                Set::Int(pick(a, c, |a, c| a.clone().min(c.clone())), pick(b, d, |b, d| b.clone().max(d.clone())))
            }
            (Set::Float(a), Set::Float(b)) => Set::Float(a.hull(*b)),
            (Set::Array(a), Set::Array(b)) if a == b => self.clone(),
            (Set::Array(a), Set::Array(b)) if a.bounds == b.bounds => {
                let keys = a.cells.keys().chain(b.cells.keys());
                Set::Array(Rc::new(Cells {
                    bounds: a.bounds.clone(),
                    default: a.default.hull(&b.default),
                    cells: keys.map(|at| (*at, a.at(*at).hull(b.at(*at)))).collect(),
                }))
            }
            (Set::Record(a), Set::Record(b)) if a.len() == b.len() => {
                Set::Record(Rc::new(a.iter().zip(b.iter()).map(|(a, b)| a.hull(b)).collect()))
            }
            _ => Set::Any,
        }
    }

    /// The bounds of a set of integers.
    pub fn ints(&self) -> (Option<&Int>, Option<&Int>) {
        match self {
            Set::Int(low, high) => (low.as_ref(), high.as_ref()),
            _ => (None, None),
        }
    }

    /// The bounds of a set of finite floats.
    pub fn floats(&self) -> Option<(f64, f64)> {
        match self {
            Set::Float(floats) if floats.is_finite() => Some((floats.low, floats.high)),
            _ => None,
        }
    }

    /// Some value of it, of that type; how far from the lower end is said in eighths.
    pub fn sample(&self, program: &Program, ty: TypeId, eighths: u32) -> Value {
        match (self, &program.ty(ty).kind) {
            (Set::Bool(no, yes), _) => Value::Bool(*yes && (!no || eighths >= 4)),
            (Set::Int(Some(low), Some(high)), _) => {
                let width = (high.clone() - low.clone()) * from_i128(eighths.into());
                Value::Int(low.clone() + width.div_floor(&Int::from(8)))
            }
            (Set::Float(floats), TypeKind::Float(float)) => Value::Float(floats.sample(eighths, float.format)),
            (Set::Record(fields), TypeKind::Record(record)) => Value::Record(Arc::new(
                fields.iter().zip(&record.fields).map(|(set, field)| set.sample(program, field.ty, eighths)).collect(),
            )),
            (Set::Array(cells), TypeKind::Array(array)) => {
                let sample = |set: &Set| set.sample(program, array.component, eighths);
                Value::Array(Arc::new(Array {
                    bounds: cells.bounds.clone(),
                    default: sample(&cells.default),
                    cells: cells.cells.iter().map(|(at, set)| (*at, sample(set))).collect(),
                }))
            }
            _ => Value::zero(program, ty),
        }
    }
}

/// Both or nothing.
fn pick(a: &Option<Int>, b: &Option<Int>, choose: impl Fn(&Int, &Int) -> Int) -> Option<Int> {
    Some(choose(a.as_ref()?, b.as_ref()?))
}
