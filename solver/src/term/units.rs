//! Unit propagation over a list of formulas that hold together: what one of them says of an atom is put into the
//! others, until nothing new comes out. Only what has such an atom in it is built anew.

use super::{Op, SortId, Store, Substitution, TermId};
use crate::num::Rat;
use hashbrown::{HashMap, HashSet};

/// The end of a list of edges.
const NO_EDGE: usize = usize::MAX;

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
    /// The least numeral that each sum is at most, and the greatest that it is at least, by the literals.
    upper: HashMap<TermId, Rat>,
    lower: HashMap<TermId, Rat>,
    /// Known since the rest was built.
    fresh: Vec<TermId>,
    /// Sums with a bound that is new, or that stand in a new comparison.
    narrower: Vec<TermId>,
    /// For each term of the rest the last of the `edges` to terms in which it stands.
    parents: HashMap<TermId, usize>,
    /// A term, and the edge before it.
    edges: Vec<(TermId, usize)>,
    /// The comparisons of each sum with a numeral.
    comparisons: HashMap<TermId, Vec<TermId>>,
    /// The formulas of which each term is what was left when it was built.
    places: HashMap<TermId, Vec<usize>>,
}

impl Units {
    /// Propagates. The conjunction of literals and rest is equivalent to that of the formulas.
    pub fn of(store: &mut Store, formulas: &[TermId]) -> Units {
        let mut units = Units { rest: formulas.to_vec(), ..Units::default() };
        let mut open: Vec<usize> = (0..formulas.len()).collect();
        let mut changed = HashSet::new();
        while !open.is_empty() && !units.rest.contains(&Store::FALSE) {
            let simplified = units.simplified(store, &open, &changed);
            let mut new = Vec::new();
            for (at, formula) in open.into_iter().zip(simplified) {
                let (found, rest) = literals(store, formula);
                new.extend(found.into_iter().map(|literal| (literal, at)));
                units.rest[at] = rest;
                units.places.entry(rest).or_default().push(at);
                units.enter(store, rest);
            }
            for (literal, at) in new {
                units.learn(store, literal, at);
            }
            units.compare(store);
            changed = units.changed();
            open = units.places_of(&changed);
        }
        units.among_each_other(store);
        units
    }

    /// Formulas with all put in that is known, which stands in the terms that are `changed` only.
    fn simplified(&self, store: &mut Store, formulas: &[usize], changed: &HashSet<TermId>) -> Vec<TermId> {
        let mut images: HashMap<TermId, TermId> = HashMap::new();
        let image = |images: &HashMap<TermId, TermId>, term: TermId| {
            let done = if changed.contains(&term) { images.get(&term).copied() } else { Some(term) };
            self.known(term).or(done)
        };
        let mut args = Vec::new();
        for root in formulas.iter().map(|at| self.rest[*at]) {
            let mut stack = vec![root];
            while let Some(&term) = stack.last() {
                if image(&images, term).is_some() {
                    stack.pop();
                    continue;
                }
                let open = store.args(term).iter().filter(|arg| image(&images, **arg).is_none());
                let before = stack.len();
                stack.extend(open);
                if stack.len() > before {
                    continue;
                }
                args.clear();
                args.extend(store.args(term).iter().filter_map(|arg| image(&images, *arg)));
                let built = store.rebuild(term, &args);
                images.insert(term, built);
                stack.pop();
            }
        }
        formulas.iter().map(|at| image(&images, self.rest[*at]).unwrap_or(self.rest[*at])).collect()
    }

    /// The terms in which something stands that is known since they were built.
    fn changed(&mut self) -> HashSet<TermId> {
        let mut changed: HashSet<TermId> = HashSet::new();
        let mut stack = std::mem::take(&mut self.fresh);
        while let Some(term) = stack.pop() {
            if changed.insert(term) {
                let mut edge = self.parents.get(&term).copied().unwrap_or(NO_EDGE);
                while let Some((parent, before)) = self.edges.get(edge) {
                    stack.push(*parent);
                    edge = *before;
                }
            }
        }
        changed
    }

    /// The formulas that are one of these terms.
    fn places_of(&self, terms: &HashSet<TermId>) -> Vec<usize> {
        let mut places: Vec<usize> = Vec::new();
        for term in terms {
            let of_term = self.places.get(term).into_iter().flatten().copied();
            places.extend(of_term.filter(|at| self.rest[*at] == *term));
        }
        places.sort_unstable();
        places.dedup();
        places
    }

    /// Enters the subterms of what is left of a formula.
    fn enter(&mut self, store: &Store, root: TermId) {
        let mut stack = vec![root];
        self.parents.entry(root).or_insert(NO_EDGE);
        while let Some(term) = stack.pop() {
            if self.known.contains_key(&term) {
                self.fresh.push(term);
            }
            if let Some(sum) = compared(store, term) {
                self.comparisons.entry(sum).or_default().push(term);
                self.narrower.push(sum);
            }
            for &arg in store.args(term) {
                let edge = self.edges.len();
                let before = self.parents.insert(arg, edge);
                self.edges.push((term, before.unwrap_or(NO_EDGE)));
                if before.is_none() {
                    stack.push(arg);
                }
            }
        }
    }

    /// What is known of an atom, a name or a variable.
    pub fn known(&self, term: TermId) -> Option<TermId> {
        self.known.get(&term).copied()
    }

    /// Notes a literal.
    fn learn(&mut self, store: &mut Store, literal: TermId, at: usize) {
        if let Some(known) = self.known.get(&literal) {
            if *known == Store::FALSE {
                self.rest.push(Store::FALSE);
            }
            return;
        }
        self.literals.push((literal, at));
        let negated = store.not(literal);
        self.know(literal, Store::TRUE);
        self.know(negated, Store::FALSE);
        match store.op(literal) {
            Op::Eq => {
                let (term, value) = (store.args(literal)[0], store.args(literal)[1]);
                if store.is_value(value) && store.as_var(term).is_some() {
                    self.know(term, value);
                }
                if let Some(value) = store.as_num(value).cloned() {
                    let negative = store.neg(term);
                    self.below(negative, term, -&value);
                    self.below(term, negative, value);
                }
            }
            Op::Le => {
                let (sum, bound) = (store.args(literal)[0], store.as_num(store.args(literal)[1]).cloned());
                if let Some(bound) = bound {
                    let negative = store.neg(sum);
                    self.below(sum, negative, bound);
                }
            }
            _ => {}
        }
    }

    fn know(&mut self, term: TermId, value: TermId) {
        self.known.insert(term, value);
        self.fresh.push(term);
    }

    /// Notes a bound of a sum, which is one of the negated sum, too.
    fn below(&mut self, sum: TermId, negative: TermId, bound: Rat) {
        if self.upper.get(&sum).is_none_or(|known| bound < *known) {
            self.lower.insert(negative, -&bound);
            self.upper.insert(sum, bound);
            self.narrower.extend([sum, negative]);
        }
    }

    /// Comparisons that follow from the bounds of a sum.
    fn compare(&mut self, store: &Store) {
        let mut narrower = std::mem::take(&mut self.narrower);
        narrower.sort_unstable();
        narrower.dedup();
        for sum in narrower {
            let (upper, lower) = (self.upper.get(&sum).cloned(), self.lower.get(&sum).cloned());
            if upper.is_none() && lower.is_none() {
                continue;
            }
            for term in self.comparisons.get(&sum).cloned().unwrap_or_default() {
                if self.known.contains_key(&term) {
                    continue;
                }
                let Some(value) = store.as_num(store.args(term)[1]) else { continue };
                let is_order = *store.op(term) == Op::Le;
                let holds = if is_order && upper.as_ref().is_some_and(|upper| upper <= value) {
                    Store::TRUE
                } else if lower.as_ref().is_some_and(|lower| lower > value)
                    || (!is_order && upper.as_ref().is_some_and(|upper| upper < value))
                {
                    Store::FALSE
                } else {
                    continue;
                };
                self.know(term, holds);
            }
        }
    }

    /// Puts what the literals say into each other, below their own root.
    fn among_each_other(&mut self, store: &mut Store) {
        let mut substitution = Substitution::new(self.known.iter().map(|(from, to)| (*from, *to)));
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
                let args: Vec<TermId> = args.into_iter().map(|arg| substitution.apply(store, arg)).collect();
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

/// The sum that a term compares with a numeral, if it does.
fn compared(store: &Store, term: TermId) -> Option<TermId> {
    let args = store.args(term);
    (matches!(store.op(term), Op::Le | Op::Eq) && store.as_num(args[1]).is_some()).then(|| args[0])
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
