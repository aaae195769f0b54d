//! Comparisons of linear forms over the arguments of a predicate with zero: what guards and properties are.

use crate::num::Rat;
use crate::term::{Linear, SortId, Store, TermId};

/// How a form compares with zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Relation {
    /// `form <= 0`
    AtMost,
    /// `form = 0`
    Equal,
    /// `form != 0`
    Different,
}

/// A linear form over arguments, compared with zero. A truth value counts as one or zero.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Comparison {
    /// Positions of arguments, ascending, with their coefficients, none zero.
    terms: Vec<(usize, i64)>,
    constant: i64,
    relation: Relation,
}

/// A linear form: positions of arguments in any order with their coefficients, and a constant.
pub(super) type Form = (Vec<(usize, i64)>, i64);

impl Comparison {
    /// `left - right + constant`, compared with zero.
    pub fn new(left: &Form, right: &Form, constant: i64, relation: Relation) -> Comparison {
        let mut terms = left.0.clone();
        terms.extend(right.0.iter().map(|&(at, factor)| (at, -factor)));
        terms.sort_by_key(|term| term.0);
        let mut sums: Vec<(usize, i64)> = Vec::with_capacity(terms.len());
        for (at, factor) in terms {
            match sums.last_mut() {
                Some(last) if last.0 == at => last.1 += factor,
                _ => sums.push((at, factor)),
            }
        }
        sums.retain(|term| term.1 != 0);
        Comparison { terms: sums, constant: left.1 - right.1 + constant, relation }
    }

    /// Whether it says the same of everything.
    pub fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    /// Whether it is true of these arguments.
    pub fn holds(&self, row: &[i64]) -> bool {
        let start = i128::from(self.constant);
        let value = self.terms.iter().fold(start, |sum, &(at, factor)| sum + i128::from(factor) * i128::from(row[at]));
        match self.relation {
            Relation::AtMost => value <= 0,
            Relation::Equal => value == 0,
            Relation::Different => value != 0,
        }
    }

    /// The same as a term over the arguments.
    pub fn term(&self, store: &mut Store, args: &[TermId]) -> TermId {
        if let [(at, 1)] = self.terms[..]
            && store.sort_of(args[at]) == SortId::BOOL
        {
            return if self.constant == 0 { store.not(args[at]) } else { args[at] };
        }
        let mut form = Linear { terms: Vec::new(), constant: Rat::from(self.constant) };
        form.terms = self.terms.iter().map(|&(at, factor)| (args[at], Rat::from(factor))).collect();
        form.terms.sort_by_key(|(atom, _)| *atom);
        let (left, zero) = (store.from_linear(&form, SortId::INT), store.int(0));
        match self.relation {
            Relation::AtMost => store.le(left, zero),
            Relation::Equal => store.eq(left, zero),
            Relation::Different => store.neq(left, zero),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Assignment, Evaluator, Value};

    #[test]
    fn a_comparison_and_its_term_say_the_same() {
        let mut store = Store::new();
        let args = store.vars(0, &[SortId::INT, SortId::INT, SortId::BOOL]);
        let (x, y, flag) = ((vec![(0, 1)], 0), (vec![(1, 1)], 0), (vec![(2, 1)], 0));
        let nothing = (Vec::new(), 0);
        let mut all = Vec::new();
        for relation in [Relation::AtMost, Relation::Equal, Relation::Different] {
            all.extend((-2..=2).map(|d| Comparison::new(&x, &y, d, relation)));
        }
        all.push(Comparison::new(&flag, &nothing, 0, Relation::Equal));
        all.push(Comparison::new(&flag, &nothing, -1, Relation::Equal));
        assert!(Comparison::new(&x, &x, 3, Relation::AtMost).is_constant());
        for row in [[0, 0, 0], [1, 3, 1], [3, 1, 0], [2, 1, 1]] {
            let values = [Value::Int(row[0].into()), Value::Int(row[1].into()), Value::Bool(row[2] == 1)];
            let assignment = Assignment::from_values(values);
            for comparison in &all {
                let term = comparison.term(&mut store, &args);
                let held = Evaluator::new(&store, &assignment).holds(term);
                assert_eq!(held, comparison.holds(&row), "{comparison:?} of {row:?}");
            }
        }
    }
}
