//! Simplifying constructors for arrays; constant arrays come out canonical.
//!
//! An array *value* is a chain of `store`s over a constant array, its indices in increasing id, none twice, none
//! holding the default. Where the index sort has finitely many values and half of them or more are written, the default
//! is the most frequent element, of several the one with the least id. So two different values are different arrays,
//! over every sort.

use super::finite::most_frequent;
use super::store::MAX_ENTRIES;
use super::{Op, SortId, Store, TermId};

impl Store {
    /// `((as const sort) value)`; `sort` must be an array sort with the value's sort as element sort.
    pub fn const_array(&mut self, sort: SortId, value: TermId) -> TermId {
        self.intern(Op::ConstArray, &[value], sort)
    }

    /// `select array index`.
    pub fn select(&mut self, array: TermId, index: TermId) -> TermId {
        let mut current = array;
        loop {
            match self.op(current) {
                // match: select (store a i v) i      gives: v
                // match: select (store a i v) j      gives: select a j      where i, j are different values
                Op::Store => {
                    let [inner, at, value] = *self.args(current) else { break };
                    if at == index {
                        return value;
                    }
                    let apart = self.eq(at, index) == Store::FALSE;
                    if !apart {
                        break;
                    }
                    current = inner;
                }
                Op::ConstArray => return self.args(current)[0],
                _ => break,
            }
        }
        let element = match self.array_sorts(self.sort_of(array)) {
            Some((_, element)) => element,
            None => unreachable!("select from a term that is no array"),
        };
        self.intern(Op::Select, &[current, index], element)
    }

    /// `store array index value`.
    pub fn store(&mut self, mut array: TermId, index: TermId, value: TermId) -> TermId {
        let sort = self.sort_of(array);
        // match: store (store a i v) i w      gives: store a i w
        // First, because `a` may be a value where `store a i v` is none.
        while *self.op(array) == Op::Store && self.args(array)[1] == index {
            array = self.args(array)[0];
        }
        if self.is_value(array) && self.is_value(index) && self.is_value(value) {
            if self.entry_count(array) < MAX_ENTRIES {
                return self.store_value(array, index, value);
            }
            // match: store a i v where a holds v at i      gives: a
            if self.select(array, index) == value {
                return array;
            }
        }
        // match: store a i (select a i)      gives: a
        if *self.op(value) == Op::Select && self.args(value) == [array, index] {
            return array;
        }
        self.intern(Op::Store, &[array, index, value], sort)
    }

    /// Writes into an array value; the result is in normal form.
    fn store_value(&mut self, array: TermId, index: TermId, value: TermId) -> TermId {
        let sort = self.sort_of(array);
        let count = self.array_sorts(sort).and_then(|(index, _)| self.value_count(index));
        let mut written = self.entry_count(array) as u64 + 1;
        let sparse = |written: u64| count.is_none_or(|count| written.saturating_mul(2) < count);
        // The usual case: something new at the end.
        let last = (*self.op(array) == Op::Store).then(|| self.args(array)[1]);
        if last.is_none_or(|last| last < index) && sparse(written) {
            let default = self.constant_of(array);
            return if value == default { array } else { self.intern(Op::Store, &[array, index, value], sort) };
        }
        let mut entries = Vec::new();
        let mut base = array;
        while let [inner, at, held] = *self.args(base) {
            entries.push((at, held));
            base = inner;
        }
        let mut default = self.args(base)[0];
        entries.retain(|(at, _)| *at != index);
        if value != default {
            entries.push((index, value));
        }
        written = entries.len() as u64;
        if let (Some(count), false) = (count, sparse(written)) {
            let best = most_frequent(&default, count - written, entries.iter().map(|&(_, held)| held));
            if best != default {
                // All indices are at most twice as many as those that are written.
                let index_sort = self.sort_of(index);
                let mut all: Vec<TermId> = Vec::new();
                for at in self.all_values(index_sort).unwrap_or_default() {
                    all.push(at.to_term(self, index_sort));
                }
                all.retain(|at| entries.iter().all(|(other, _)| other != at));
                entries.extend(all.into_iter().map(|at| (at, default)));
                entries.retain(|(_, held)| *held != best);
                default = best;
                base = self.const_array(sort, default);
            }
        }
        entries.sort_unstable();
        entries.into_iter().fold(base, |chain, (at, held)| self.intern(Op::Store, &[chain, at, held], sort))
    }

    /// What an array value holds where nothing is written.
    fn constant_of(&self, array: TermId) -> TermId {
        let mut base = array;
        while let [inner, _, _] = *self.args(base) {
            base = inner;
        }
        self.args(base)[0]
    }
}
