//! What is certain at one point of a bounded run: bounds of linear sums, values they do not have, and conditions that
//! hold there.
//!
//! Branches, assumptions and passed checks teach it; conditions that follow from it disappear from guards, and with
//! them the branches that no run takes. All of it is true where the run comes while no check has failed, which is all
//! that a bounded formula looks at.

use super::interval::Intervals;
use crate::ir::Range;
use horn_solver::num::{Int, Rat};
use horn_solver::term::{Linear, Op, Relation, SortId, Store, TermId};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Conditions nested deeper than this stay as they are.
const DEPTH: u32 = 8;

/// Longer conjunctions and disjunctions stay as they are.
const PARTS: usize = 64;

/// Bounds of an integer, and values between them that it does not have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Bound {
    pub first: Option<Int>,
    pub last: Option<Int>,
    pub not: BTreeSet<Int>,
}

impl Bound {
    /// The only value.
    pub fn constant(&self) -> Option<&Int> {
        self.first.as_ref().filter(|first| self.last.as_ref() == Some(*first))
    }

    /// Both ends.
    pub fn ends(&self) -> Option<(&Int, &Int)> {
        self.first.as_ref().zip(self.last.as_ref())
    }

    fn at_least(&mut self, value: Int) {
        if self.first.as_ref().is_none_or(|first| *first < value) {
            self.first = Some(value);
        }
    }

    fn at_most(&mut self, value: Int) {
        if self.last.as_ref().is_none_or(|last| *last > value) {
            self.last = Some(value);
        }
    }

    /// Excluded values at the ends move them; `false` if nothing is left.
    fn tighten(&mut self) -> bool {
        while let Some(first) = self.first.as_mut().filter(|first| self.not.contains(&**first)) {
            self.not.remove(&*first);
            *first += &Int::ONE;
        }
        while let Some(last) = self.last.as_mut().filter(|last| self.not.contains(&**last)) {
            self.not.remove(&*last);
            *last -= &Int::ONE;
        }
        self.first.as_ref().zip(self.last.as_ref()).is_none_or(|(first, last)| first <= last)
    }

    /// What is true of both.
    pub fn hull(&self, other: &Bound) -> Bound {
        let first = self.first.clone().zip(other.first.clone()).map(|(a, b)| a.min(b));
        let last = self.last.clone().zip(other.last.clone()).map(|(a, b)| a.max(b));
        Bound { first, last, not: self.not.intersection(&other.not).cloned().collect() }
    }

    fn is_empty(&self) -> bool {
        self.first.is_none() && self.last.is_none() && self.not.is_empty()
    }
}

/// What is known at a point.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    /// Of linear sums: coprime coefficients, the first of them positive, no constant.
    pub sums: Rc<BTreeMap<TermId, Bound>>,
    /// Conditions.
    facts: Rc<BTreeSet<TermId>>,
    /// How often a sum got a single value.
    pub fixed: u32,
}

impl Known {
    /// What is known at two points.
    pub fn join(&mut self, other: &Known) {
        if !Rc::ptr_eq(&self.sums, &other.sums) {
            let both = self.sums.iter().filter_map(|(sum, bound)| Some((*sum, bound.hull(other.sums.get(sum)?))));
            self.sums = Rc::new(both.filter(|(_, bound)| !bound.is_empty()).collect());
        }
        if !Rc::ptr_eq(&self.facts, &other.facts) {
            self.facts = Rc::new(self.facts.intersection(&other.facts).copied().collect());
        }
        self.fixed = self.fixed.max(other.fixed);
    }

    /// Takes what is known elsewhere as true here, too.
    pub fn add(&mut self, other: &Known) {
        if !other.sums.is_empty() {
            let sums = Rc::make_mut(&mut self.sums);
            for (sum, bound) in &*other.sums {
                let own = sums.entry(*sum).or_default();
                bound.first.iter().for_each(|first| own.at_least(first.clone()));
                bound.last.iter().for_each(|last| own.at_most(last.clone()));
                own.not.extend(bound.not.iter().cloned());
            }
        }
        if !other.facts.is_empty() {
            Rc::make_mut(&mut self.facts).extend(other.facts.iter().copied());
        }
    }

    /// Whether this condition was learned as it is.
    pub fn has(&self, condition: TermId) -> bool {
        self.facts.contains(&condition)
    }

    /// Takes a condition as true without looking into it.
    pub fn note(&mut self, condition: TermId) {
        if !self.facts.contains(&condition) {
            Rc::make_mut(&mut self.facts).insert(condition);
        }
    }

    /// Bounds of a term that is an atom of linear sums.
    pub fn bind(&mut self, atom: TermId, bound: Bound) {
        if !bound.is_empty() {
            Rc::make_mut(&mut self.sums).insert(atom, bound);
        }
    }
}

/// What is needed to look into terms.
pub(super) struct Look<'a> {
    pub store: &'a mut Store,
    pub intervals: &'a mut Intervals,
    pub vars: &'a [Option<Range>],
}

impl Look<'_> {
    /// `form = factor · sum + constant`, the sum as it is looked up. `None` for a constant form, or one with fractions
    /// in its sum.
    fn sum(&mut self, form: &Linear) -> Option<(TermId, Rat)> {
        if let [(atom, factor)] = &form.terms[..] {
            return Some((*atom, factor.clone()));
        }
        let mut scale = form.content_inverse();
        if form.terms.first()?.1.is_negative() {
            scale = -scale;
        }
        let mut sum = Linear { terms: form.terms.clone(), constant: Rat::ZERO };
        sum.scale(&scale);
        Some((self.store.from_linear(&sum, SortId::INT), scale.recip()))
    }

    fn atom(&mut self, known: &Known, atom: TermId) -> Bound {
        let mut bound = known.sums.get(&atom).cloned().unwrap_or_default();
        if let Some(range) = self.intervals.range(self.store, self.vars, atom) {
            bound.at_least(range.first);
            bound.at_most(range.last);
            bound.tighten();
        }
        bound
    }

    /// The least and the greatest value of `coefficient · atom`; integers in all cases.
    fn scaled(&mut self, known: &Known, atom: TermId, factor: &Rat) -> (Option<Rat>, Option<Rat>) {
        let bound = self.atom(known, atom);
        let end = |value: Option<Int>| value.map(|value| &Rat::from(value) * factor);
        let (first, last) = (end(bound.first), end(bound.last));
        if factor.is_negative() { (last, first) } else { (first, last) }
    }

    fn ends(&mut self, known: &Known, terms: &[(TermId, Rat)]) -> (Option<Rat>, Option<Rat>) {
        let (mut first, mut last) = (Some(Rat::ZERO), Some(Rat::ZERO));
        for (atom, factor) in terms {
            let (low, high) = self.scaled(known, *atom, factor);
            first = first.zip(low).map(|(a, b)| &a + &b);
            last = last.zip(high).map(|(a, b)| &a + &b);
        }
        (first, last)
    }

    /// Bounds of a sum as it is looked up.
    fn bound(&mut self, known: &Known, sum: TermId) -> Bound {
        let form = self.store.linear(sum);
        if let [(atom, factor)] = &form.terms[..]
            && factor.is_one()
        {
            return self.atom(known, *atom);
        }
        let mut bound = known.sums.get(&sum).cloned().unwrap_or_default();
        let (first, last) = self.ends(known, &form.terms);
        if let Some(first) = first {
            bound.at_least(first.ceil());
        }
        if let Some(last) = last {
            bound.at_most(last.floor());
        }
        bound.tighten();
        bound
    }

    /// Bounds of an integer.
    pub fn range(&mut self, known: &Known, term: TermId) -> Bound {
        let form = self.store.linear(term);
        let Some((sum, factor)) = self.sum(&form) else {
            let value = form.constant.to_int();
            return Bound { first: value.clone(), last: value, not: BTreeSet::new() };
        };
        let bound = self.bound(known, sum);
        let end = |value: Option<Int>| value.map(|value| &(&Rat::from(value) * &factor) + &form.constant);
        let (first, last) = (end(bound.first), end(bound.last));
        let (first, last) = if factor.is_negative() { (last, first) } else { (first, last) };
        let first = first.map(|first| first.ceil());
        Bound { first, last: last.map(|last| last.floor()), not: BTreeSet::new() }
    }

    /// A literal about integers: `sum`, its bounds, and what the literal says: the value that it is compared with, and
    /// how.
    fn literal(&mut self, literal: TermId) -> Option<(TermId, Rat, Rat, Relation)> {
        let op = self.store.op(literal);
        let atom = if *op == Op::Not { self.store.args(literal)[0] } else { literal };
        let left = *self.store.args(atom).first()?;
        if !matches!(self.store.op(atom), Op::Le | Op::Eq) || self.store.sort_of(left) != SortId::INT {
            return None;
        }
        let (form, relation) = self.store.as_linear_literal(literal)?;
        let (sum, factor) = self.sum(&form)?;
        let value = -(&form.constant * &factor.recip());
        Some((sum, factor, value, relation))
    }

    /// The condition where this is known: equivalent there, and shorter where something follows.
    pub fn simplified(&mut self, known: &Known, condition: TermId) -> TermId {
        self.simpler(known, condition, 0)
    }

    fn simpler(&mut self, known: &Known, condition: TermId, depth: u32) -> TermId {
        if condition == Store::TRUE || condition == Store::FALSE {
            return condition;
        }
        if known.has(condition) {
            return Store::TRUE;
        }
        let negated = self.store.not(condition);
        if known.has(negated) {
            return Store::FALSE;
        }
        let op = self.store.op(condition).clone();
        match op {
            Op::And | Op::Or if depth < DEPTH && self.store.args(condition).len() <= PARTS => {
                let parts = self.store.args(condition).to_vec();
                let parts: Vec<TermId> = parts.into_iter().map(|part| self.simpler(known, part, depth + 1)).collect();
                if op == Op::And { self.store.and(&parts) } else { self.store.or(&parts) }
            }
            Op::Not if depth < DEPTH && matches!(self.store.op(negated), Op::And | Op::Or) => {
                let simpler = self.simpler(known, negated, depth + 1);
                self.store.not(simpler)
            }
            _ => match self.decided(known, condition) {
                Some(value) => self.store.bool(value),
                None => condition,
            },
        }
    }

    fn decided(&mut self, known: &Known, literal: TermId) -> Option<bool> {
        let (sum, factor, value, relation) = self.literal(literal)?;
        let bound = self.bound(known, sum);
        let first = bound.first.map(Rat::from);
        let last = bound.last.map(Rat::from);
        let below = last.as_ref().is_some_and(|last| *last < value);
        let above = first.as_ref().is_some_and(|first| *first > value);
        let equal = first.as_ref() == Some(&value) && last.as_ref() == Some(&value);
        let other = below || above || value.to_int().is_none_or(|value| bound.not.contains(&value));
        let at_most = last.as_ref().is_some_and(|last| *last <= value);
        let at_least = first.as_ref().is_some_and(|first| *first >= value);
        // `sum <= value` and `sum >= value`, as the sign of the factor says.
        let (yes, no) = match (relation, factor.is_negative()) {
            (Relation::EqZero, _) => (equal, other),
            (Relation::NeZero, _) => (other, equal),
            (Relation::LeZero, false) => (at_most, above),
            (Relation::LeZero, true) => (at_least, below),
            (Relation::LtZero, false) => (below, at_least),
            (Relation::LtZero, true) => (above, at_most),
        };
        if yes { Some(true) } else { no.then_some(false) }
    }

    /// Takes a condition as true; `false` if it cannot be. Sums whose bounds changed are added to `changed`.
    pub fn learn(&mut self, known: &mut Known, condition: TermId, changed: &mut Vec<TermId>) -> bool {
        let mut left = vec![(condition, 0)];
        while let Some((condition, depth)) = left.pop() {
            if condition == Store::TRUE || known.has(condition) {
                continue;
            }
            let negated = self.store.not(condition);
            if condition == Store::FALSE || known.has(negated) {
                return false;
            }
            match self.store.op(condition) {
                Op::And => {
                    left.extend(self.store.args(condition).iter().map(|part| (*part, depth)));
                    continue;
                }
                Op::Not if *self.store.op(negated) == Op::Or => {
                    for part in self.store.args(negated).to_vec() {
                        left.push((self.store.not(part), depth));
                    }
                    continue;
                }
                Op::Or if depth < DEPTH => {
                    let simpler = self.simpler(known, condition, depth + 1);
                    if simpler != condition {
                        left.push((simpler, depth + 1));
                    }
                }
                _ => {}
            }
            known.note(condition);
            if let Some((sum, factor, value, relation)) = self.literal(condition)
                && !self.compare(known, sum, &factor, &value, relation, changed)
            {
                return false;
            }
        }
        true
    }

    /// Lets what is known of sums say what it can of their atoms, now that all is learned; `false` if it cannot be.
    pub fn settle(&mut self, known: &mut Known) -> bool {
        known.sums.clone().iter().all(|(sum, bound)| self.spread(known, *sum, bound, &mut Vec::new()))
    }

    fn compare(
        &mut self,
        known: &mut Known,
        sum: TermId,
        factor: &Rat,
        value: &Rat,
        relation: Relation,
        changed: &mut Vec<TermId>,
    ) -> bool {
        let old = self.bound(known, sum);
        let mut bound = old.clone();
        match (relation, factor.is_negative()) {
            (Relation::LeZero, false) => bound.at_most(value.floor()),
            (Relation::LeZero, true) => bound.at_least(value.ceil()),
            (Relation::LtZero, false) => bound.at_most(value.ceil() - Int::ONE),
            (Relation::LtZero, true) => bound.at_least(value.floor() + Int::ONE),
            (Relation::EqZero, _) => {
                let Some(value) = value.to_int() else { return false };
                bound.at_least(value.clone());
                bound.at_most(value);
            }
            (Relation::NeZero, _) => bound.not.extend(value.to_int()),
        }
        if !bound.tighten() {
            return false;
        }
        if bound == old {
            return true;
        }
        let constant = bound.constant().is_some();
        known.bind(sum, bound.clone());
        changed.push(sum);
        if constant {
            known.fixed += 1;
            // What was said in terms of it says more now.
            for (other, bound) in known.sums.clone().iter() {
                let form = self.store.linear(*other);
                let has = form.terms.len() > 1 && form.terms.iter().any(|(atom, _)| *atom == sum);
                if has && !self.spread(known, *other, bound, changed) {
                    return false;
                }
            }
        }
        self.spread(known, sum, &bound, changed)
    }

    /// What the bounds of a sum of several atoms say about these.
    fn spread(&mut self, known: &mut Known, sum: TermId, bound: &Bound, changed: &mut Vec<TermId>) -> bool {
        let form = self.store.linear(sum);
        if form.terms.len() < 2 || form.terms.len() > DEPTH as usize {
            return true;
        }
        for at in 0..form.terms.len() {
            let (atom, factor) = form.terms[at].clone();
            let mut rest = form.terms.clone();
            rest.remove(at);
            // atom = (sum - rest) / factor
            let (low, high) = self.ends(known, &rest);
            let least =
                bound.first.clone().zip(high).map(|(first, high)| &(&Rat::from(first) - &high) * &factor.recip());
            let most = bound.last.clone().zip(low).map(|(last, low)| &(&Rat::from(last) - &low) * &factor.recip());
            let (least, most) = if factor.is_negative() { (most, least) } else { (least, most) };
            let old = self.atom(known, atom);
            let mut new = old.clone();
            if let Some(least) = least {
                new.at_least(least.ceil());
            }
            if let Some(most) = most {
                new.at_most(most.floor());
            }
            if !new.tighten() {
                return false;
            }
            if new != old {
                if new.constant().is_some() {
                    known.fixed += 1;
                }
                known.bind(atom, new);
                changed.push(atom);
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three integers from 0 to 10, and what is known after these conditions.
    struct Case {
        store: Store,
        intervals: Intervals,
        vars: Vec<Option<Range>>,
        known: Known,
    }

    impl Case {
        fn new() -> Case {
            let range = Range { first: Int::ZERO, last: Int::from(10) };
            let vars = vec![Some(range); 3];
            Case { store: Store::new(), intervals: Intervals::default(), vars, known: Known::default() }
        }

        fn look(&mut self) -> (Look<'_>, &mut Known) {
            let look = Look { store: &mut self.store, intervals: &mut self.intervals, vars: &self.vars };
            (look, &mut self.known)
        }

        fn learn(&mut self, condition: TermId) -> bool {
            let (mut look, known) = self.look();
            look.learn(known, condition, &mut Vec::new())
        }

        fn value(&mut self, condition: TermId) -> Option<bool> {
            let (mut look, known) = self.look();
            match look.simplified(known, condition) {
                Store::TRUE => Some(true),
                Store::FALSE => Some(false),
                _ => None,
            }
        }
    }

    #[test]
    fn conditions_that_follow_are_evident() {
        let mut case = Case::new();
        let [x, y, z] = [0, 1, 2].map(|index| case.store.var(index, SortId::INT));
        let [three, five] = [3, 5].map(|value| case.store.int(value));
        let (low, equal) = (case.store.le(x, three), case.store.eq(x, y));
        let (above, other) = (case.store.lt(five, z), case.store.eq(y, z));
        assert_eq!((case.value(low), case.value(equal)), (None, None));
        assert!(case.learn(low) && case.learn(equal));
        // y = x <= 3, which is spread to y itself.
        let y_low = case.store.le(y, three);
        assert_eq!((case.value(low), case.value(equal), case.value(y_low)), (Some(true), Some(true), Some(true)));
        let y_high = case.store.lt(five, y);
        assert_eq!(case.value(y_high), Some(false));
        assert!(case.learn(above));
        assert_eq!(case.value(other), Some(false), "y <= 3 < 5 < z");
        let either = case.store.or2(other, above);
        assert_eq!(case.value(either), Some(true));
        let wrong = case.store.lt(three, x);
        assert!(!case.learn(wrong));
    }

    #[test]
    fn excluded_values_at_the_ends_move_them() {
        let mut case = Case::new();
        let x = case.store.var(0, SortId::INT);
        for value in [1, 0, 10, 2] {
            let number = case.store.int(value);
            let equal = case.store.eq(x, number);
            let different = case.store.not(equal);
            assert!(case.learn(different));
        }
        let (mut look, known) = case.look();
        let bound = look.range(known, x);
        assert_eq!((bound.first, bound.last), (Some(Int::from(3)), Some(Int::from(9))));
    }

    #[test]
    fn where_paths_meet_only_what_both_know_is_left() {
        let mut case = Case::new();
        let [x, y] = [0, 1].map(|index| case.store.var(index, SortId::INT));
        let numbers = [2, 4, 6].map(|value| case.store.int(value));
        let at = numbers.map(|number| case.store.eq(x, number));
        let small = case.store.le(y, numbers[0]);
        assert!(case.learn(at[0]) && case.learn(small));
        let first = std::mem::take(&mut case.known);
        assert!(case.learn(at[1]));
        case.known.join(&first);
        let (mut look, known) = case.look();
        let bound = look.range(known, x);
        assert_eq!((bound.first, bound.last), (Some(Int::from(2)), Some(Int::from(4))));
        assert_eq!((case.value(small), case.value(at[2]), case.value(at[0])), (None, Some(false), None));
    }
}
