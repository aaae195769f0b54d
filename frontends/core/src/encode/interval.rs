//! How large the integers of a bounded formula can become: the smallest and the largest value of each term.
//!
//! What is known of variables are the ranges of their types. Values behind a check may rely on the check: what a run
//! does after its first violation does not matter.

use crate::ir::Range;
use horn_solver::num::Int;
use horn_solver::term::{Op, SortId, Store, TermId};
use std::collections::HashMap;

/// The intervals of the terms of one store, kept: it may grow.
#[derive(Default)]
pub(super) struct Intervals {
    known: HashMap<TermId, Option<Range>>,
}

impl Intervals {
    /// The interval of an integer, or of the integers in an array; `None` if there is none, or for another sort.
    pub fn range(&mut self, store: &Store, vars: &[Option<Range>], term: TermId) -> Option<Range> {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.known.contains_key(&top) {
                stack.pop();
                continue;
            }
            let start = stack.len();
            if holds_integers(store, store.sort_of(top)) {
                let args = store.args(top).iter().filter(|arg| holds_integers(store, store.sort_of(**arg)));
                stack.extend(args.filter(|arg| !self.known.contains_key(*arg)));
            }
            if stack.len() == start {
                stack.pop();
                let range = self.compute(store, vars, top);
                self.known.insert(top, range);
            }
        }
        self.known.get(&term).cloned().flatten()
    }
    /// From the intervals of the arguments.
    fn compute(&self, store: &Store, vars: &[Option<Range>], term: TermId) -> Option<Range> {
        if !holds_integers(store, store.sort_of(term)) {
            return None;
        }
        let of = |at: usize| store.args(term).get(at).and_then(|arg| self.known.get(arg)).cloned().flatten();
        let args = || (0..store.args(term).len()).map(of).collect::<Option<Vec<Range>>>();
        match store.op(term) {
            Op::Var(index) => vars.get(*index as usize).cloned().flatten(),
            Op::Num(value) => value.to_int().map(|value| Range { first: value.clone(), last: value }),
            Op::Add => args().map(|args| sum(&args)),
            Op::Mul => args().and_then(|args| args.into_iter().reduce(|a, b| product(&a, &b))),
            Op::Ite => of(1).zip(of(2)).map(|(a, b)| hull(&a, &b)),
            Op::IntDiv => of(0).zip(of(1)).map(|(a, b)| quotient(&a, &b)),
            Op::IntMod => of(0).zip(of(1)).map(|(a, b)| remainder(&a, &b)),
            Op::Select | Op::ConstArray => of(0),
            Op::Store => of(0).zip(of(2)).map(|(a, b)| hull(&a, &b)),
            Op::Bv(horn_solver::term::BvOp::ToNat) => {
                let bits = store.bv_width(store.sort_of(store.args(term)[0]))?;
                Some(Range { first: Int::ZERO, last: Int::pow2(bits) - Int::ONE })
            }
            _ => None,
        }
    }
}

/// Int, or an array of integers.
fn holds_integers(store: &Store, mut sort: SortId) -> bool {
    while let Some((_, element)) = store.array_sorts(sort) {
        sort = element;
    }
    sort == SortId::INT
}

/// The smallest interval around both.
pub(super) fn hull(a: &Range, b: &Range) -> Range {
    Range { first: a.first.clone().min(b.first.clone()), last: a.last.clone().max(b.last.clone()) }
}

/// Of a sum.
pub(super) fn sum(parts: &[Range]) -> Range {
    let end = |end: fn(&Range) -> &Int| parts.iter().fold(Int::ZERO, |sum, part| sum + end(part).clone());
    Range { first: end(|range| &range.first), last: end(|range| &range.last) }
}

/// Of a product.
pub(super) fn product(a: &Range, b: &Range) -> Range {
    let ends = [&a.first, &a.last].map(|x| [&b.first, &b.last].map(|y| x.clone() * y.clone()));
    let all = ends.iter().flatten();
    let first = all.clone().min().cloned().unwrap_or(Int::ZERO);
    Range { first, last: all.max().cloned().unwrap_or(Int::ZERO) }
}

/// Of SMT-LIB's `div` by anything but zero.
pub(super) fn quotient(a: &Range, b: &Range) -> Range {
    if b.first > Int::ZERO && a.first >= Int::ZERO {
        return Range { first: a.first.div_euclid(&b.last), last: a.last.div_euclid(&b.first) };
    }
    let most = a.first.abs().max(a.last.abs()) + Int::ONE;
    Range { first: -most.clone(), last: most }
}

/// Of SMT-LIB's `mod` by anything but zero.
pub(super) fn remainder(a: &Range, b: &Range) -> Range {
    let most = (b.first.abs().max(b.last.abs()) - Int::ONE).max(Int::ZERO);
    let last = if a.first >= Int::ZERO { most.min(a.last.clone()) } else { most };
    Range { first: Int::ZERO, last }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(first: i64, last: i64) -> Range {
        Range { first: Int::from(first), last: Int::from(last) }
    }

    #[test]
    fn intervals_contain_every_value() {
        let ends = [(-3, 2), (0, 5), (1, 4), (-6, -2), (7, 7)];
        for (a, b) in ends {
            for (c, d) in ends {
                let (first, second) = (range(a, b), range(c, d));
                let inside = |range: &Range, value: i64| {
                    let value = Int::from(value);
                    range.first <= value && value <= range.last
                };
                for x in a..=b {
                    for y in c..=d {
                        assert!(inside(&sum(&[first.clone(), second.clone()]), x + y));
                        assert!(inside(&product(&first, &second), x * y));
                        if y != 0 {
                            assert!(inside(&quotient(&first, &second), x.div_euclid(y)), "{x} div {y}");
                            assert!(inside(&remainder(&first, &second), x.rem_euclid(y)), "{x} mod {y}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn sums_have_the_ranges_of_their_variables() {
        let mut store = Store::new();
        let vars = [Some(range(1, 10)), Some(range(0, 3)), None];
        let [x, y, z] = [0, 1, 2].map(|index| store.var(index, SortId::INT));
        let (known, unknown) = (store.add(&[x, y]), store.add(&[x, z]));
        let mut intervals = Intervals::default();
        let found = intervals.range(&store, &vars, known).map(|found| (found.first, found.last));
        assert_eq!(found, Some((Int::from(1), Int::from(13))));
        assert!(intervals.range(&store, &vars, unknown).is_none());
    }
}
