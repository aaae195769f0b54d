//! Equalities between words that are one of a few constants, as the cases in which the constants agree.
//!
//! A component of an array that was written at unknown indexes is a long conditional term: `i` if the `i`-th write came
//! here. Compared bit by bit the solver has to find out what the bits mean; here each constant gets the condition under
//! which it is taken, and two words are equal where they have the same constant. A term that would have to equal two
//! constants at once takes a case away.

use super::Bits;
use horn_solver::num::Int;
use horn_solver::term::{BvOp, Op, Store, TermId, to_signed};
use std::collections::BTreeMap;

/// Words with more conditional terms stay words.
const MOST: usize = 40;

/// Constants and when they are taken; each case is a conjunction.
type Cases = BTreeMap<Int, Vec<Vec<TermId>>>;

impl Bits {
    /// `x = y`, two words of a width.
    pub(super) fn same_word(&mut self, x: TermId, y: TermId) -> TermId {
        let plain = |store: &Store, term: TermId| !matches!(store.op(term), Op::Ite | Op::Bv(BvOp::SignExtend(_)));
        if x == y || plain(&self.store, x) && plain(&self.store, y) {
            return self.store.eq(x, y);
        }
        match self.cases(x).zip(self.cases(y)) {
            Some((a, b)) => {
                let mut all = Vec::new();
                for (value, cases) in &a {
                    for other in b.get(value).into_iter().flatten() {
                        for case in cases {
                            all.extend(self.both(case, other));
                        }
                    }
                }
                self.store.or(&all)
            }
            None => self.store.eq(x, y),
        }
    }

    /// The constants that a word can be. `None` if it can be something else, or many.
    fn cases(&self, word: TermId) -> Option<Cases> {
        let mut cases = Cases::new();
        let mut left: Vec<(TermId, Vec<TermId>)> = vec![(word, Vec::new())];
        let mut seen = 0;
        while let Some((term, path)) = left.pop() {
            match self.store.op(term) {
                Op::BitVec(value) => {
                    // As a signed number it is the same in every width.
                    let width = self.store.bv_width(self.store.sort_of(term))?;
                    cases.entry(to_signed(value, width)).or_default().push(path);
                }
                Op::Bv(BvOp::SignExtend(_)) => left.push((self.store.args(term)[0], path)),
                Op::Ite => {
                    seen += 1;
                    if seen > MOST {
                        return None;
                    }
                    let [test, yes, no] = *self.store.args(term) else { return None };
                    // A negated test is marked by its place: the negation is made where it is needed.
                    left.push((no, path.iter().copied().chain([Store::FALSE, test]).collect()));
                    left.push((yes, path.into_iter().chain([test]).collect()));
                }
                _ => return None,
            }
        }
        Some(cases)
    }

    /// Two conjunctions at once; `None` if they exclude each other.
    fn both(&mut self, a: &[TermId], b: &[TermId]) -> Option<TermId> {
        let mut parts = Vec::with_capacity(a.len() + b.len());
        let mut values: BTreeMap<TermId, TermId> = BTreeMap::new();
        for conjunction in [a, b] {
            let mut negated = false;
            for part in conjunction {
                if *part == Store::FALSE {
                    negated = true;
                    continue;
                }
                if std::mem::take(&mut negated) {
                    parts.push(self.store.not(*part));
                    continue;
                }
                parts.push(*part);
                if let Some((term, value)) = self.is_constant(*part)
                    && values.insert(term, value).is_some_and(|other| other != value)
                {
                    return None;
                }
            }
        }
        let all = self.store.and(&parts);
        (all != Store::FALSE).then_some(all)
    }

    /// Reads `term = constant`.
    fn is_constant(&self, equality: TermId) -> Option<(TermId, TermId)> {
        let [a, b] = *self.store.args(equality) else { return None };
        if *self.store.op(equality) != Op::Eq {
            return None;
        }
        let constant = |term: TermId| matches!(self.store.op(term), Op::BitVec(_));
        match (constant(a), constant(b)) {
            (false, true) => Some((a, b)),
            (true, false) => Some((b, a)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Program;

    #[test]
    fn equal_words_of_constants_are_the_cases_in_which_they_agree() {
        let mut bits = Bits::new(&Program::default());
        let sort = bits.store.bv_sort(4);
        let [a, b] = [0, 1].map(|index| bits.store.var(index, sort));
        let number = [0, 1, 2, 3].map(|value| bits.store.bv(&Int::from(value), 4));
        // 1 if a = 2, else 2 if b = 2, else 3; and the same with 3 for 2.
        let mut word = |value: TermId| {
            let (first, second) = (bits.store.eq(a, value), bits.store.eq(b, value));
            let rest = bits.store.ite(second, number[2], number[3]);
            bits.store.ite(first, number[1], rest)
        };
        let (x, y) = (word(number[2]), word(number[3]));
        let [x, y] = [x, y].map(|word| bits.store.bv_op(BvOp::SignExtend(2), &[word]));
        let number = number.map(|word| bits.store.bv_op(BvOp::SignExtend(2), &[word]));
        let same = bits.same_word(x, y);
        // Neither a nor b can be 2 and 3 at the same time: only the last case is left.
        let parts = [(a, 2), (a, 3), (b, 2), (b, 3)].map(|(term, value)| {
            let value = bits.store.bv(&Int::from(value), 4);
            let equal = bits.store.eq(term, value);
            bits.store.not(equal)
        });
        assert_eq!(same, bits.store.and(&parts));
        assert_eq!(bits.same_word(x, number[0]), Store::FALSE);
        assert_eq!(bits.same_word(x, x), Store::TRUE);
    }
}
