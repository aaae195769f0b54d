//! Which terms of a clause stand for elements of lists and trees: the values at which folds over these are worth
//! taking.
//!
//! A length and an element may both be integers. What is an element goes by what it is connected with: fields of
//! datatypes, arguments of predicates in which elements stand, and variables that are compared with these for equality.

use super::folds::{equated, recursive_sorts};
use crate::reduce::quantities::holds_recursive_data;
use crate::system::{Clause, PredId, System};
use crate::term::{Op, SortId, Store, TermId, postorder};
use hashbrown::{HashMap, HashSet};

/// The sort of what the recursive datatypes of a system hold most often: numbers, Peano numbers among them, names.
pub(super) fn element_sort(store: &Store, system: &System) -> Option<SortId> {
    let roots: Vec<SortId> = system.preds.iter().flat_map(|p| p.sorts.iter().copied()).collect();
    let mut found: Vec<(SortId, usize)> = Vec::new();
    for sort in recursive_sorts(store, roots) {
        let Some(id) = store.datatype_of(sort) else { continue };
        let mut stack: Vec<SortId> =
            store.datatype(id).constructors.iter().flat_map(|c| c.fields.iter().map(|f| f.sort)).collect();
        while let Some(field) = stack.pop() {
            if may_be_element(store, field) {
                match found.iter_mut().find(|entry| entry.0 == field) {
                    Some(entry) => entry.1 += 1,
                    None => found.push((field, 1)),
                }
            } else if let Some(inner) = store.datatype_of(field).filter(|_| !store.is_recursive(field))
                && let [only] = &store.datatype(inner).constructors[..]
            {
                stack.extend(only.fields.iter().map(|f| f.sort));
            }
        }
    }
    // The first of those that occur most often; a Peano number is no element of the next one.
    found.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    found.first().map(|&(sort, _)| sort)
}

/// Whether equality of values of the sort can be told without the values, and there are more than two of them.
fn may_be_element(store: &Store, sort: SortId) -> bool {
    if store.is_recursive(sort) {
        return store.is_counter(sort);
    }
    let is_record = store.datatype_of(sort).is_some_and(|id| store.datatype(id).constructors.len() == 1);
    sort != SortId::BOOL && !is_record && store.array_sorts(sort).is_none() && !holds_recursive_data(store, sort)
}

/// The arguments of predicates in which elements stand.
#[derive(Debug)]
pub(super) struct Elements {
    sort: SortId,
    places: HashSet<(PredId, usize)>,
}

impl Elements {
    /// Those of a system.
    pub(super) fn of(store: &mut Store, system: &System, sort: SortId) -> Elements {
        let mut elements = Elements { sort, places: HashSet::new() };
        loop {
            let before = elements.places.len();
            for clause in &system.clauses {
                let inside = elements.variables(store, clause);
                for atom in clause.body.iter().chain(&clause.head) {
                    for (at, arg) in atom.args.iter().enumerate() {
                        if inside.contains(arg) {
                            elements.places.insert((atom.pred, at));
                        }
                    }
                }
            }
            if elements.places.len() == before {
                return elements;
            }
        }
    }

    /// The variables of a clause that are elements, and parts of its data that are.
    fn variables(&self, store: &mut Store, clause: &Clause) -> HashSet<TermId> {
        let mut found: HashSet<TermId> = HashSet::new();
        let mut equal: HashMap<TermId, Vec<TermId>> = HashMap::new();
        for term in postorder(store, &clause.terms()) {
            let args = store.args(term).to_vec();
            match *store.op(term) {
                Op::Construct(_) if store.sort_of(term) != self.sort => {
                    found.extend(args.iter().filter(|&&arg| store.sort_of(arg) == self.sort));
                }
                Op::Project(..) if store.sort_of(term) == self.sort && store.sort_of(args[0]) != self.sort => {
                    found.insert(term);
                }
                Op::Eq if store.sort_of(args[0]) == self.sort => {
                    if let Some((a, b)) = equated(store, term) {
                        equal.entry(a).or_default().push(b);
                        equal.entry(b).or_default().push(a);
                    }
                }
                _ => {}
            }
        }
        for atom in clause.body.iter().chain(&clause.head) {
            let places = atom.args.iter().enumerate().filter(|(at, _)| self.places.contains(&(atom.pred, *at)));
            found.extend(places.map(|(_, &arg)| arg));
        }
        // A number may be an element here and a length there.
        found.retain(|&term| !store.is_value(term));
        let mut stack: Vec<TermId> = found.iter().copied().collect();
        while let Some(term) = stack.pop() {
            for &other in equal.get(&term).into_iter().flatten() {
                if !store.is_value(other) && found.insert(other) {
                    stack.push(other);
                }
            }
        }
        found
    }

    /// Whether elements stand in that place.
    pub(super) fn stand_at(&self, pred: PredId, at: usize) -> bool {
        self.places.contains(&(pred, at))
    }

    /// The elements of a clause, those in the atoms of its body first.
    pub(super) fn terms(&self, store: &mut Store, clause: &Clause) -> Vec<TermId> {
        let found = self.variables(store, clause);
        let mut order: Vec<TermId> = clause.body.iter().flat_map(|atom| atom.args.iter().copied()).collect();
        order.extend(postorder(store, &clause.terms()));
        let mut seen = HashSet::new();
        order.retain(|term| found.contains(term) && seen.insert(*term));
        order
    }
}
