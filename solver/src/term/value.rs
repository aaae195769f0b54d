//! [`Value`]: concrete values, what models of the SMT process and refutations are made of.

use super::{Sort, SortId, Store, TermId};
use crate::num::{Int, Rat};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A concrete value. Independent of any store, so that it can cross threads and outlive one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(Int),
    /// A real, always rational.
    Real(Rat),
    /// A bit-vector: unsigned value and width.
    BitVec(Int, u32),
    /// An array.
    Array(Arc<ArrayValue>),
    /// A datatype value: constructor index and fields.
    Data(u32, Arc<[Value]>),
}

/// An array that holds `default` everywhere but at finitely many indices.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ArrayValue {
    /// The element at every index that is not listed.
    pub default: Value,
    /// The exceptions; none equals the default. (Over a finite index sort two different maps may still be the same
    /// function; comparisons that matter go through [`ArrayValue::same`].)
    pub entries: BTreeMap<Value, Value>,
}

impl ArrayValue {
    /// The element at `index`.
    pub fn get(&self, index: &Value) -> &Value {
        self.entries.get(index).unwrap_or(&self.default)
    }

    /// The array with `value` at `index`.
    pub fn set(&self, index: Value, value: Value) -> ArrayValue {
        let mut entries = self.entries.clone();
        if value == self.default {
            entries.remove(&index);
        } else {
            entries.insert(index, value);
        }
        ArrayValue { default: self.default.clone(), entries }
    }

    /// Whether two arrays are the same function; `None` where different defaults over a finite index sort leave it open.
    pub fn same(&self, other: &ArrayValue, infinite_index: bool) -> Option<bool> {
        let keys = self.entries.keys().chain(other.entries.keys());
        if keys.into_iter().any(|k| self.get(k) != other.get(k)) {
            return Some(false);
        }
        if self.default == other.default {
            return Some(true);
        }
        infinite_index.then_some(false)
    }
}

impl Value {
    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// A number of either arithmetic sort as a rational.
    pub fn as_rat(&self) -> Option<Rat> {
        match self {
            Value::Int(value) => Some(Rat::from(value.clone())),
            Value::Real(value) => Some(value.clone()),
            _ => None,
        }
    }

    /// Some value of a sort: false, 0, the constant array of defaults, the shallowest constructor. `None` for a
    /// datatype without finite values.
    pub fn default_of(store: &Store, sort: SortId) -> Option<Value> {
        Value::default_within(store, sort, store.sort_count() as u32 + 1)
    }

    /// `fuel` bounds the nesting: the shallowest value of a sort nests no sort inside itself.
    fn default_within(store: &Store, sort: SortId, fuel: u32) -> Option<Value> {
        let fuel = fuel.min(64).checked_sub(1)?;
        match store.sort(sort) {
            Sort::Bool => Some(Value::Bool(false)),
            Sort::Int => Some(Value::Int(Int::ZERO)),
            Sort::Real => Some(Value::Real(Rat::ZERO)),
            Sort::BitVec(width) => Some(Value::BitVec(Int::ZERO, *width)),
            Sort::Array(_, element) => {
                let default = Value::default_within(store, *element, fuel)?;
                Some(Value::Array(Arc::new(ArrayValue { default, entries: BTreeMap::new() })))
            }
            Sort::Datatype(id) => {
                let constructors = &store.datatype(*id).constructors;
                // Constructors with few fields first: nullary ones end the search at once.
                let mut order: Vec<usize> = (0..constructors.len()).collect();
                order.sort_by_key(|&c| constructors[c].fields.len());
                for depth in [1, 2, 4, fuel] {
                    for &c in &order {
                        let fields: Option<Vec<Value>> = constructors[c]
                            .fields
                            .iter()
                            .map(|f| Value::default_within(store, f.sort, depth.min(fuel)))
                            .collect();
                        if let Some(fields) = fields {
                            return Some(Value::Data(c as u32, fields.into()));
                        }
                    }
                }
                None
            }
        }
    }

    /// The value as a term of the given sort (which must be the value's).
    pub fn to_term(&self, store: &mut Store, sort: SortId) -> TermId {
        match self {
            Value::Bool(value) => store.bool(*value),
            Value::Int(value) => store.int_big(value.clone()),
            Value::Real(value) => store.num(value.clone(), SortId::REAL),
            Value::BitVec(value, width) => store.bv(value, *width),
            Value::Array(array) => {
                let Some((index, element)) = store.array_sorts(sort) else {
                    unreachable!("array value of another sort")
                };
                let default = array.default.to_term(store, element);
                let mut term = store.const_array(sort, default);
                for (at, held) in &array.entries {
                    let (at, held) = (at.to_term(store, index), held.to_term(store, element));
                    term = store.store(term, at, held);
                }
                term
            }
            Value::Data(constructor, fields) => {
                let Some(id) = store.datatype_of(sort) else { unreachable!("datatype value of another sort") };
                let sorts: Vec<SortId> =
                    store.datatype(id).constructors[*constructor as usize].fields.iter().map(|f| f.sort).collect();
                let fields: Vec<TermId> = fields.iter().zip(sorts).map(|(v, s)| v.to_term(store, s)).collect();
                store.construct(sort, *constructor, &fields)
            }
        }
    }

    /// The value a value term stands for; `None` if the term is no value.
    pub fn from_term(store: &Store, term: TermId) -> Option<Value> {
        if !store.is_value(term) {
            return None;
        }
        super::evaluate(store, term, &super::Assignment::default())
    }
}
