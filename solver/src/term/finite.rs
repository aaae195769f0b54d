//! Sorts with finitely many values: how many there are, and which.
//!
//! Over a finite index sort an array can be written down in more than one way, so [`super::ArrayValue`] and the
//! constant arrays of the store have a normal form that needs these numbers.

use super::{ArrayValue, Sort, SortId, Store, Value};
use crate::num::Int;
use hashbrown::{HashMap, HashSet};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// How many values each sort has, as far as that was asked.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts(Vec<OnceLock<Option<u64>>>);

impl Counts {
    /// Makes room for one more sort.
    pub(super) fn push(&mut self) {
        self.0.push(OnceLock::new());
    }
}

impl Store {
    /// How many values a sort has, at most `u64::MAX` being counted; `None` for infinitely many.
    pub fn value_count(&self, sort: SortId) -> Option<u64> {
        match self.sort(sort) {
            Sort::Int | Sort::Real => return None,
            Sort::Bool => return Some(2),
            Sort::BitVec(width) => return Some(power(2, u64::from(*width))),
            Sort::Array(..) | Sort::Datatype(_) => {}
        }
        if let Some(&known) = self.counts.0[sort.index()].get() {
            return known;
        }
        // A sort is computed once all that it is made of is; what it meets again on the way is recursive, hence
        // infinite.
        let mut found: HashMap<SortId, Option<u64>> = HashMap::new();
        let mut open: HashSet<SortId> = HashSet::new();
        let mut defined = true;
        let mut stack = vec![sort];
        while let Some(&top) = stack.last() {
            let known = |sort: SortId| found.get(&sort).or_else(|| self.counts.0[sort.index()].get()).copied();
            if known(top).is_some() {
                stack.pop();
                continue;
            }
            if open.insert(top) {
                let mut parts = Vec::new();
                match self.sort(top) {
                    Sort::Array(index, element) => parts.extend([*index, *element]),
                    Sort::Datatype(id) => {
                        parts.extend(
                            self.datatype(*id).constructors.iter().flat_map(|c| c.fields.iter().map(|f| f.sort)),
                        );
                    }
                    _ => {}
                }
                parts.retain(|&part| known(part).is_none() && !open.contains(&part));
                stack.extend(parts);
                continue;
            }
            let count = |sort: SortId| known(sort).unwrap_or(None);
            let total = match self.sort(top) {
                Sort::Bool => Some(2),
                Sort::Int | Sort::Real => None,
                Sort::BitVec(width) => Some(power(2, u64::from(*width))),
                Sort::Array(index, element) => match (count(*index), count(*element)) {
                    (_, Some(1)) => Some(1),
                    (Some(index), Some(element)) => Some(power(element, index)),
                    _ => None,
                },
                Sort::Datatype(id) => {
                    let constructors = &self.datatype(*id).constructors;
                    defined &= !constructors.is_empty();
                    constructors.iter().try_fold(0u64, |sum, constructor| {
                        let fields = constructor.fields.iter();
                        let product =
                            fields.map(|f| count(f.sort)).try_fold(1u64, |all, n| Some(all.saturating_mul(n?)));
                        Some(sum.saturating_add(product?))
                    })
                }
            };
            found.insert(top, total);
            stack.pop();
        }
        let total = found[&sort];
        // Between the declaration of a datatype and its definition nothing is known for good.
        if defined {
            #[allow(clippy::iter_over_hash_type, reason = "each sort has a place of its own")]
            for (sort, count) in found {
                let _ = self.counts.0[sort.index()].set(count);
            }
        }
        if defined { total } else { None }
    }

    /// All values of a sort that has finitely many, each once, in a fixed order; `None` if it has infinitely many. The
    /// caller makes sure that they are few.
    pub fn all_values(&self, sort: SortId) -> Option<Vec<Value>> {
        self.value_count(sort)?;
        Some(match self.sort(sort) {
            Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
            Sort::Int | Sort::Real => return None,
            Sort::BitVec(width) => {
                (0..power(2, u64::from(*width))).map(|n| Value::BitVec(Int::from(n as i64), *width)).collect()
            }
            Sort::Array(index, element) => {
                let elements = self.all_values(*element)?;
                if let [only] = &elements[..] {
                    return Some(vec![Value::Array(Arc::new(ArrayValue::constant(only.clone())))]);
                }
                let indices = self.all_values(*index)?;
                let build = |row: Vec<Value>| {
                    let entries: BTreeMap<Value, Value> = indices.iter().cloned().zip(row).collect();
                    Value::Array(Arc::new(ArrayValue::new(self, *index, elements[0].clone(), entries)))
                };
                rows(&vec![&elements[..]; indices.len()]).into_iter().map(build).collect()
            }
            Sort::Datatype(id) => {
                let mut all = Vec::new();
                for (number, constructor) in self.datatype(*id).constructors.iter().enumerate() {
                    let fields: Option<Vec<Vec<Value>>> =
                        constructor.fields.iter().map(|f| self.all_values(f.sort)).collect();
                    let fields = fields?;
                    let columns: Vec<&[Value]> = fields.iter().map(Vec::as_slice).collect();
                    all.extend(rows(&columns).into_iter().map(|row| Value::Data(number as u32, row.into())));
                }
                all
            }
        })
    }
}

/// All ways to take one value of each column.
fn rows(columns: &[&[Value]]) -> Vec<Vec<Value>> {
    let mut rows = vec![Vec::new()];
    for column in columns {
        let extend = |row: &Vec<Value>| {
            let row = row.clone();
            column.iter().map(move |value| row.iter().cloned().chain([value.clone()]).collect()).collect::<Vec<_>>()
        };
        rows = rows.iter().flat_map(extend).collect();
    }
    rows
}

/// `base ^ exponent`, at most `u64::MAX`.
fn power(base: u64, exponent: u64) -> u64 {
    if base <= 1 {
        return if exponent == 0 { 1 } else { base };
    }
    u32::try_from(exponent).map_or(u64::MAX, |exponent| base.saturating_pow(exponent))
}

/// Which of the values that occur is written as the default of a normal form, where `other` of `total` indices hold
/// `default` and the rest hold `held`: the most frequent one, the least of those.
pub(super) fn most_frequent<T: Ord + Clone>(default: &T, other: u64, held: impl Iterator<Item = T>) -> T {
    let mut frequency: BTreeMap<T, u64> = BTreeMap::new();
    if other > 0 {
        frequency.insert(default.clone(), other);
    }
    for value in held {
        *frequency.entry(value).or_default() += 1;
    }
    let mut best: Option<(T, u64)> = None;
    for (value, count) in frequency {
        if best.as_ref().is_none_or(|(_, most)| count > *most) {
            best = Some((value, count));
        }
    }
    best.map_or_else(|| default.clone(), |(value, _)| value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Constructor, Field};

    fn datatype(store: &mut Store, name: &str, constructors: &[&[SortId]]) -> SortId {
        let (id, sort) = store.declare_datatype(name);
        let constructors = constructors.iter().enumerate().map(|(c, fields)| Constructor {
            name: format!("{name}{c}"),
            fields: fields
                .iter()
                .enumerate()
                .map(|(f, &sort)| Field { name: format!("{name}{c}.{f}"), sort })
                .collect(),
        });
        let constructors = constructors.collect();
        store.define_datatype(id, constructors);
        sort
    }

    #[test]
    fn values_are_counted_and_listed() {
        let mut s = Store::new();
        let unit = datatype(&mut s, "unit", &[&[]]);
        let colour = datatype(&mut s, "colour", &[&[], &[], &[]]);
        let bits = s.bv_sort(2);
        let flags = s.array_sort(SortId::BOOL, SortId::BOOL);
        let deep = s.array_sort(flags, colour);
        let pair = datatype(&mut s, "pair", &[&[colour, bits], &[flags]]);
        let (units, numbers) = (s.array_sort(SortId::INT, unit), s.array_sort(SortId::BOOL, SortId::INT));
        let wide = s.bv_sort(64);
        let wider = s.array_sort(wide, wide);
        for (sort, count) in [
            (SortId::BOOL, Some(2)),
            (unit, Some(1)),
            (colour, Some(3)),
            (bits, Some(4)),
            (flags, Some(4)),
            (deep, Some(81)),
            (pair, Some(16)),
            (units, Some(1)),
            (numbers, None),
            (wide, Some(u64::MAX)),
            (wider, Some(u64::MAX)),
        ] {
            assert_eq!(s.value_count(sort), count, "{:?}", s.sort(sort));
            if let Some(count) = count.filter(|&n| n < 100) {
                let all = s.all_values(sort).unwrap();
                let different: std::collections::BTreeSet<_> = all.iter().collect();
                assert_eq!((all.len(), different.len()), (count as usize, count as usize));
            }
        }
    }

    #[test]
    fn recursive_datatypes_are_infinite_and_definitions_come_late() {
        let mut s = Store::new();
        let (list, list_sort) = s.declare_datatype("list");
        let (other, other_sort) = s.declare_datatype("other");
        let over = s.array_sort(other_sort, SortId::BOOL);
        assert_eq!(s.value_count(over), None);
        let field = |name: &str, sort| Field { name: name.to_owned(), sort };
        let nil = |name: &str| Constructor { name: name.to_owned(), fields: vec![] };
        let cons = Constructor { name: "cons".to_owned(), fields: vec![field("tail", list_sort)] };
        s.define_datatype(list, vec![nil("nil"), cons]);
        s.define_datatype(other, vec![nil("a"), nil("b")]);
        assert_eq!(s.value_count(list_sort), None);
        assert_eq!(s.value_count(over), Some(4));
        // A tower of pairs has an astronomic number of values, found in no time.
        let mut sort = SortId::BOOL;
        for level in 0..200 {
            sort = datatype(&mut s, &format!("tower{level}"), &[&[sort, sort]]);
        }
        assert_eq!(s.value_count(sort), Some(u64::MAX));
    }
}
