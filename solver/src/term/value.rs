//! [`Value`]: concrete values, what models of the SMT process and refutations are made of.

use super::finite::most_frequent;
use super::{Fields, Sort, SortId, Store, TermId};
use crate::num::{Int, Rat};
use hashbrown::HashMap;
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
    Data(u32, Fields),
}

/// An array that holds `default` everywhere but at finitely many indices, in a normal form: two arrays of one sort are
/// the same function exactly if they are equal here, so that values of every sort are compared by `==` and may be keys
/// of maps.
///
/// No entry holds the default. Where the index sort has finitely many values and half of them or more are listed, the
/// default is the most frequent element, of several the least.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct ArrayValue {
    /// The element at every index that is not listed.
    pub default: Value,
    /// The exceptions; none equals the default.
    pub entries: BTreeMap<Value, Value>,
}

impl ArrayValue {
    /// The array that holds the same everywhere.
    pub fn constant(default: Value) -> ArrayValue {
        ArrayValue { default, entries: BTreeMap::new() }
    }

    /// The array over indices of a sort with those elements, and the default elsewhere.
    pub fn new(store: &Store, index: SortId, default: Value, mut entries: BTreeMap<Value, Value>) -> ArrayValue {
        entries.retain(|_, held| *held != default);
        let written = entries.len() as u64;
        match store.value_count(index) {
            Some(count) if written.saturating_mul(2) >= count => {
                let best = most_frequent(&default, count - written.min(count), entries.values().cloned());
                if best != default {
                    for at in store.all_values(index).unwrap_or_default() {
                        entries.entry(at).or_insert_with(|| default.clone());
                    }
                    entries.retain(|_, held| *held != best);
                }
                ArrayValue { default: best, entries }
            }
            _ => ArrayValue { default, entries },
        }
    }

    /// The element at `index`.
    pub fn get(&self, index: &Value) -> &Value {
        self.entries.get(index).unwrap_or(&self.default)
    }

    /// The array with `value` at `at`, over indices of that sort.
    pub fn set(&self, store: &Store, index: SortId, at: Value, value: Value) -> ArrayValue {
        let mut entries = self.entries.clone();
        entries.insert(at, value);
        ArrayValue::new(store, index, self.default.clone(), entries)
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

    /// Some value of a sort: false, 0, the constant array of defaults, a constructor that nests least. `None` for a
    /// datatype without finite values.
    pub fn default_of(store: &Store, sort: SortId) -> Option<Value> {
        if !matches!(store.sort(sort), Sort::Array(..) | Sort::Datatype(_)) {
            return Value::made_of(store, sort, &HashMap::new());
        }
        // All sorts that may be inside, and which are made of which.
        let mut users: HashMap<SortId, Vec<SortId>> = HashMap::from([(sort, Vec::new())]);
        let mut round: Vec<SortId> = Vec::new();
        let mut stack = vec![sort];
        while let Some(top) = stack.pop() {
            round.push(top);
            let parts: Vec<SortId> = match store.sort(top) {
                Sort::Array(_, element) => vec![*element],
                Sort::Datatype(id) => {
                    store.datatype(*id).constructors.iter().flat_map(|c| c.fields.iter().map(|f| f.sort)).collect()
                }
                _ => Vec::new(),
            };
            for part in parts {
                users.entry(part).or_insert_with(|| {
                    stack.push(part);
                    Vec::new()
                });
                users.entry(part).or_default().push(top);
            }
        }
        // Values of one more level of nesting in each round.
        let mut found: HashMap<SortId, Value> = HashMap::new();
        while !found.contains_key(&sort) && !round.is_empty() {
            round.sort_unstable();
            round.dedup();
            let mut fresh = Vec::new();
            for &sort in &round {
                if !found.contains_key(&sort)
                    && let Some(value) = Value::made_of(store, sort, &found)
                {
                    fresh.push((sort, value));
                }
            }
            round.clear();
            for (sort, value) in fresh {
                round.extend(users[&sort].iter().copied());
                found.insert(sort, value);
            }
        }
        found.remove(&sort)
    }

    /// A value of the sort made of those values.
    fn made_of(store: &Store, sort: SortId, known: &HashMap<SortId, Value>) -> Option<Value> {
        Some(match store.sort(sort) {
            Sort::Bool => Value::Bool(false),
            Sort::Int => Value::Int(Int::ZERO),
            Sort::Real => Value::Real(Rat::ZERO),
            Sort::BitVec(width) => Value::BitVec(Int::ZERO, *width),
            Sort::Array(_, element) => Value::Array(Arc::new(ArrayValue::constant(known.get(element)?.clone()))),
            Sort::Datatype(id) => {
                let mut constructors: Vec<_> = store.datatype(*id).constructors.iter().enumerate().collect();
                constructors.sort_by_key(|(_, constructor)| constructor.fields.len());
                let make = |(number, constructor): (usize, &super::Constructor)| {
                    let fields = constructor.fields.iter().map(|f| known.get(&f.sort).cloned());
                    Some(Value::Data(number as u32, fields.collect::<Option<Vec<Value>>>()?.into()))
                };
                constructors.into_iter().find_map(make)?
            }
        })
    }

    /// The value as a term of the given sort (which must be the value's).
    pub fn to_term(&self, store: &mut Store, sort: SortId) -> TermId {
        // Values are as deep as they like, and parts are shared.
        let mut done: HashMap<(*const Value, SortId), TermId> = HashMap::new();
        let mut shared: HashMap<(usize, u32, SortId), TermId> = HashMap::new();
        let mut stack: Vec<(&Value, SortId, bool)> = vec![(self, sort, false)];
        while let Some((value, sort, expanded)) = stack.pop() {
            let key = (std::ptr::from_ref(value), sort);
            if done.contains_key(&key) {
                continue;
            }
            if let Value::Data(constructor, fields) = value
                && let Some(&term) = shared.get(&(fields.address(), *constructor, sort))
                && !fields.is_empty()
            {
                done.insert(key, term);
                continue;
            }
            let parts = value.parts(store, sort);
            if !expanded && !parts.is_empty() {
                stack.push((value, sort, true));
                stack.extend(parts.into_iter().map(|(part, sort)| (part, sort, false)));
                continue;
            }
            let terms: Vec<TermId> =
                parts.into_iter().map(|(part, sort)| done[&(std::ptr::from_ref(part), sort)]).collect();
            let term = match value {
                Value::Bool(value) => store.bool(*value),
                Value::Int(value) => store.int_big(value.clone()),
                Value::Real(value) => store.num(value.clone(), SortId::REAL),
                Value::BitVec(value, width) => store.bv(value, *width),
                Value::Array(_) => {
                    let mut term = store.const_array(sort, terms[0]);
                    for entry in terms[1..].chunks_exact(2) {
                        term = store.store(term, entry[0], entry[1]);
                    }
                    term
                }
                Value::Data(constructor, fields) => {
                    let term = store.construct(sort, *constructor, &terms);
                    shared.insert((fields.address(), *constructor, sort), term);
                    term
                }
            };
            done.insert(key, term);
        }
        done[&(std::ptr::from_ref(self), sort)]
    }

    /// The values a value is made of, with their sorts: of an array the default, then each index with its element.
    fn parts<'a>(&'a self, store: &Store, sort: SortId) -> Vec<(&'a Value, SortId)> {
        match self {
            Value::Bool(_) | Value::Int(_) | Value::Real(_) | Value::BitVec(..) => Vec::new(),
            Value::Array(array) => {
                let Some((index, element)) = store.array_sorts(sort) else {
                    unreachable!("array value of another sort")
                };
                let mut parts = vec![(&array.default, element)];
                for (at, held) in &array.entries {
                    parts.extend([(at, index), (held, element)]);
                }
                parts
            }
            Value::Data(constructor, fields) => {
                let Some(id) = store.datatype_of(sort) else { unreachable!("datatype value of another sort") };
                let sorts = store.datatype(id).constructors[*constructor as usize].fields.iter().map(|f| f.sort);
                fields.iter().zip(sorts).collect()
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
