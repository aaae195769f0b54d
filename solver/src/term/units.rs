//! Unit propagation over a list of formulas that hold together: what one of them says of an atom is put into the
//! others, until nothing new comes out.

use super::{Op, SortId, Store, Substitution, TermId, postorder};
use crate::num::Rat;
use hashbrown::hash_map::Entry;
use hashbrown::{HashMap, HashSet};

/// How often everything is gone through, at most.
const ROUNDS: usize = 40;

/// Formulas that hold together, with the literals among them put into the others.
#[derive(Debug, Default)]
pub struct Units {
    /// The literals: atoms, negated atoms, and formulas with a quantifier, with the place of the formula that says so.
    pub literals: Vec<(TermId, usize)>,
    /// What is left of each formula, in the order in which they were given; `true` where the literals say it all. One
    /// more, `false`, where two literals contradict each other.
    pub rest: Vec<TermId>,
    /// What is known of terms by the literals: atoms and names are `true` or `false`, variables a number.
    known: HashMap<TermId, TermId>,
    /// The least numeral above each sum, among the literals.
    bounds: HashMap<TermId, Rat>,
    /// Whether a bound is new.
    narrower: bool,
    /// Puts in what is known.
    substitution: Substitution,
}

impl Units {
    /// Propagates. The conjunction of literals and rest is equivalent to that of the formulas.
    pub fn of(store: &mut Store, formulas: &[TermId]) -> Units {
        let mut units = Units { rest: formulas.to_vec(), ..Units::default() };
        let mut learnt = 0;
        for _ in 0..ROUNDS {
            let compared = units.compare(store);
            if learnt > 0 || compared {
                units.substitution = Substitution::new(units.known.iter().map(|(from, to)| (*from, *to)));
            }
            let mut new = Vec::new();
            for (at, formula) in units.rest.iter_mut().enumerate().filter(|(_, formula)| **formula != Store::TRUE) {
                let simplified = units.substitution.apply(store, *formula);
                let (found, rest) = literals(store, simplified);
                new.extend(found.into_iter().map(|literal| (literal, at)));
                *formula = rest;
            }
            learnt = new.into_iter().filter(|(literal, at)| units.learn(store, *literal, *at)).count();
            if learnt == 0 {
                break;
            }
        }
        units.among_each_other(store);
        units
    }

    /// What is known of an atom, a name or a variable.
    pub fn known(&self, term: TermId) -> Option<TermId> {
        self.known.get(&term).copied()
    }

    /// Whether that is new.
    fn learn(&mut self, store: &mut Store, literal: TermId, at: usize) -> bool {
        if let Some(known) = self.known.get(&literal) {
            if *known == Store::FALSE {
                self.rest.push(Store::FALSE);
            }
            return false;
        }
        self.literals.push((literal, at));
        let negated = store.not(literal);
        self.known.insert(literal, Store::TRUE);
        self.known.insert(negated, Store::FALSE);
        match store.op(literal) {
            Op::Eq => {
                let (term, value) = (store.args(literal)[0], store.args(literal)[1]);
                if store.is_value(value) && store.as_var(term).is_some() {
                    self.known.insert(term, value);
                }
                if let Some(value) = store.as_num(value).cloned() {
                    let negative = store.neg(term);
                    self.below(negative, -&value);
                    self.below(term, value);
                }
            }
            Op::Le => {
                let (sum, bound) = (store.args(literal)[0], store.as_num(store.args(literal)[1]).cloned());
                if let Some(bound) = bound {
                    self.below(sum, bound);
                }
            }
            _ => {}
        }
        true
    }

    fn below(&mut self, sum: TermId, bound: Rat) {
        match self.bounds.entry(sum) {
            Entry::Vacant(place) => {
                place.insert(bound);
            }
            Entry::Occupied(mut place) if bound < *place.get() => {
                place.insert(bound);
            }
            Entry::Occupied(_) => return,
        }
        self.narrower = true;
    }

    /// Comparisons that follow from the bounds of a sum; whether there are any.
    fn compare(&mut self, store: &mut Store) -> bool {
        if !std::mem::take(&mut self.narrower) {
            return false;
        }
        let before = self.known.len();
        for term in postorder(store, &self.rest) {
            if !matches!(store.op(term), Op::Le | Op::Eq) || self.known.contains_key(&term) {
                continue;
            }
            let (sum, value) = (store.args(term)[0], store.args(term)[1]);
            let Some(value) = store.as_num(value).cloned() else { continue };
            let upper = self.bounds.get(&sum).cloned();
            let negative = store.neg(sum);
            let lower = self.bounds.get(&negative).map(|bound| -bound.clone());
            let is_order = *store.op(term) == Op::Le;
            let holds = if is_order && upper.as_ref().is_some_and(|upper| *upper <= value) {
                Store::TRUE
            } else if lower.as_ref().is_some_and(|lower| *lower > value)
                || (!is_order && upper.is_some_and(|upper| upper < value))
            {
                Store::FALSE
            } else {
                continue;
            };
            self.known.insert(term, holds);
        }
        self.known.len() > before
    }

    /// Puts what the literals say into each other, below their own root.
    fn among_each_other(&mut self, store: &mut Store) {
        let mut seen = HashSet::new();
        let mut simplified = Vec::new();
        for (literal, at) in std::mem::take(&mut self.literals) {
            let (atom, negated) = match store.op(literal) {
                Op::Not => (store.args(literal)[0], true),
                _ => (literal, false),
            };
            // Names and the values of variables are in all others already.
            let mut made = atom;
            if matches!(store.op(atom), Op::Forall(_) | Op::Exists(_) | Op::Le | Op::Select | Op::Test(_)) {
                let args: Vec<TermId> = store.args(atom).to_vec();
                let args: Vec<TermId> = args.into_iter().map(|arg| self.substitution.apply(store, arg)).collect();
                made = store.rebuild(atom, &args);
            }
            let made = if negated { store.not(made) } else { made };
            if made != Store::TRUE && seen.insert(made) {
                simplified.push((made, at));
            }
        }
        self.literals = simplified;
    }
}

/// The literals of a formula that holds, and what is left of it.
fn literals(store: &mut Store, formula: TermId) -> (Vec<TermId>, TermId) {
    let (mut found, mut rest) = (Vec::new(), Vec::new());
    let mut stack = vec![formula];
    while let Some(term) = stack.pop() {
        match store.op(term) {
            Op::And => stack.extend(store.args(term)),
            Op::Bool(true) => {}
            Op::Or | Op::Ite | Op::Bool(false) => rest.push(term),
            Op::Eq if store.sort_of(store.args(term)[0]) == SortId::BOOL => rest.push(term),
            Op::Not => {
                let inner = store.args(term)[0];
                match store.op(inner) {
                    Op::Or => {
                        let args = store.args(inner).to_vec();
                        stack.extend(args.into_iter().map(|arg| store.not(arg)).collect::<Vec<TermId>>());
                    }
                    Op::And | Op::Ite => rest.push(term),
                    Op::Eq if store.sort_of(store.args(inner)[0]) == SortId::BOOL => rest.push(term),
                    _ => found.push(term),
                }
            }
            _ => found.push(term),
        }
    }
    (found, store.and(&rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::Int;
    use crate::random::SplitMix;
    use crate::term::{Assignment, Value, evaluate};

    /// What is known of names and bounds is put into the rest.
    #[test]
    fn names_and_bounds_are_put_in() {
        let mut s = Store::new();
        let [x, y] = [0, 1].map(|at| s.var(at, SortId::INT));
        let [name, other] = [2, 3].map(|at| s.var(at, SortId::BOOL));
        let [three, five, nine] = [3, 5, 9].map(|value| s.int(value));
        let (low, below, above) = (s.le(x, three), s.le(x, five), s.le(nine, y));
        let both = s.and2(low, other);
        let definition = s.eq(name, both);
        // Behind the name x is at most 3, so the first case is out.
        let far = s.not(below);
        let case = s.or2(far, above);
        let units = Units::of(&mut s, &[definition, case, name]);
        assert_eq!(units.rest, [Store::TRUE; 3]);
        assert!(units.literals.contains(&(low, 0)) && units.literals.contains(&(other, 0)), "{units:?}");
        assert!(units.literals.contains(&(above, 1)) && units.literals.contains(&(name, 2)), "{units:?}");
        assert_eq!(units.known(far), Some(Store::FALSE));
        // Two that contradict each other.
        let units = Units::of(&mut s, &[far, definition, name]);
        assert!(units.rest.contains(&Store::FALSE), "{units:?}");
    }

    /// Random formulas over two integers and two Booleans: the same values satisfy them before and after.
    #[test]
    fn the_same_values_satisfy_what_is_left() {
        let mut random = SplitMix(1);
        let mut simpler = 0;
        for _ in 0..2_000 {
            let mut s = Store::new();
            let ints = [0, 1].map(|at| s.var(at, SortId::INT));
            let names = [2, 3].map(|at| s.var(at, SortId::BOOL));
            let mut pool: Vec<TermId> = names.to_vec();
            for _ in 0..12 {
                let [a, b] = [0; 2].map(|_| *random.pick(&pool));
                let int = *random.pick(&ints);
                let bound = s.int(random.within(0, 3));
                let term = match random.below(7) {
                    0 => s.le(int, bound),
                    1 => s.eq(int, bound),
                    2 => s.le(ints[0], ints[1]),
                    3 => s.not(a),
                    4 => s.and2(a, b),
                    5 => s.or2(a, b),
                    _ => s.eq(a, b),
                };
                pool.push(term);
            }
            let formulas: Vec<TermId> = pool.split_off(pool.len() - 5);
            let units = Units::of(&mut s, &formulas);
            let left: Vec<TermId> = units.literals.iter().map(|(literal, _)| *literal).chain(units.rest).collect();
            let (before, after) = (s.and(&formulas), s.and(&left));
            simpler += usize::from(before != after);
            for bits in 0..100 {
                let (x, y) = (bits / 4 % 5, bits / 20);
                let values = [Value::Int(Int::from(x)), Value::Int(Int::from(y))].into_iter();
                let values = values.chain([bits % 2 == 1, bits / 2 % 2 == 1].map(Value::Bool));
                let assignment = Assignment::from_values(values);
                let (a, b) = (evaluate(&s, before, &assignment), evaluate(&s, after, &assignment));
                assert_eq!(a, b, "{formulas:?} {left:?} x = {x}, y = {y}");
            }
        }
        assert!(simpler > 500, "{simpler}");
    }
}
