//! Simplifying constructors for arrays; constant arrays come out canonical.
//!
//! An array *value* is a chain of `store`s over a constant array, its indices in increasing id, none
//! twice, none holding the default. Over an infinite index sort two different chains are different arrays.

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
    pub fn store(&mut self, array: TermId, index: TermId, value: TermId) -> TermId {
        let sort = self.sort_of(array);
        if self.is_value(array) && self.is_value(index) && self.is_value(value) {
            return self.store_value(array, index, value);
        }
        // match: store a i (select a i)      gives: a
        if *self.op(value) == Op::Select && self.args(value) == [array, index] {
            return array;
        }
        // match: store (store a i v) i w      gives: store a i w
        let mut base = array;
        if *self.op(array) == Op::Store && self.args(array)[1] == index {
            base = self.args(array)[0];
        }
        self.intern(Op::Store, &[base, index, value], sort)
    }

    /// Writes into an array value, keeping the chain canonical.
    fn store_value(&mut self, array: TermId, index: TermId, value: TermId) -> TermId {
        let sort = self.sort_of(array);
        let mut entries = Vec::new();
        let mut base = array;
        while let [inner, at, held] = *self.args(base) {
            entries.push((at, held));
            base = inner;
        }
        let default = self.args(base)[0];
        entries.retain(|(at, _)| *at != index);
        if value != default {
            entries.push((index, value));
        }
        entries.sort_unstable();
        entries.into_iter().fold(base, |chain, (at, held)| self.intern(Op::Store, &[chain, at, held], sort))
    }
}
