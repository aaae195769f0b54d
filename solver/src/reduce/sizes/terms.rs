//! Terms of a clause over measures instead of data: what is not known about a measure is a fresh variable.

use super::formula::weaken;
use crate::term::{Measure, Op, Sort, SortId, Store, TermId, postorder};
use hashbrown::HashMap;

/// The terms of one clause. Variables of the clause keep their numbers; fresh ones follow.
pub(super) struct Terms<'a> {
    pub(super) store: &'a mut Store,
    vars: Vec<SortId>,
    /// Measures of data terms.
    measures: HashMap<(Measure, TermId), TermId>,
    /// Terms that are no data themselves, with all data inside replaced.
    plains: HashMap<TermId, TermId>,
    /// What is known about the fresh variables.
    facts: Vec<TermId>,
}

/// Whether values of a sort contain values of recursive datatypes.
pub(super) fn holds_recursive_data(store: &Store, sort: SortId) -> bool {
    let mut seen: Vec<SortId> = Vec::new();
    let mut stack = vec![sort];
    while let Some(sort) = stack.pop() {
        if seen.contains(&sort) {
            continue;
        }
        seen.push(sort);
        match store.sort(sort) {
            Sort::Array(index, element) => stack.extend([*index, *element]),
            Sort::Datatype(id) => {
                if store.is_recursive(sort) {
                    return true;
                }
                stack.extend(store.datatype(*id).constructors.iter().flat_map(|c| c.fields.iter().map(|f| f.sort)));
            }
            _ => {}
        }
    }
    false
}

impl<'a> Terms<'a> {
    pub(super) fn new(store: &'a mut Store, vars: &[SortId]) -> Terms<'a> {
        Terms { store, vars: vars.to_vec(), measures: HashMap::new(), plains: HashMap::new(), facts: Vec::new() }
    }

    /// The sorts of all variables, and what is known about the fresh ones.
    pub(super) fn finish(self) -> (Vec<SortId>, Vec<TermId>) {
        (self.vars, self.facts)
    }

    pub(super) fn fresh(&mut self, sort: SortId) -> TermId {
        self.vars.push(sort);
        self.store.var(self.vars.len() as u32 - 1, sort)
    }

    /// Whether a term contains recursive data anywhere.
    pub(super) fn touches_data(&self, term: TermId) -> bool {
        postorder(self.store, &[term]).iter().any(|&t| holds_recursive_data(self.store, self.store.sort_of(t)))
    }

    /// A term over numbers for a measure of a data term.
    pub(super) fn measure(&mut self, measure: Measure, data: TermId) -> TermId {
        let sum = self.store.measure(measure, data);
        // Constructors on top are gone; what is left are measures of other terms, and plain fields.
        self.plain(sum)
    }

    /// A term that is no data, over no data.
    pub(super) fn plain(&mut self, root: TermId) -> TermId {
        if let Some(&known) = self.plains.get(&root) {
            return known;
        }
        let mut stack = vec![(root, false)];
        while let Some((term, expanded)) = stack.pop() {
            if self.plains.contains_key(&term) {
                continue;
            }
            if let Op::Measure(measure) = *self.store.op(term) {
                let data = self.store.args(term)[0];
                let number = self.atomic_measure(measure, data);
                self.plains.insert(term, number);
                continue;
            }
            if !expanded && !self.touches_data(term) {
                self.plains.insert(term, term);
                continue;
            }
            let args = self.store.args(term).to_vec();
            let sort = self.store.sort_of(term);
            // A truth value about data, or a part of it: any value will do, the same one for the same term.
            let opaque = args.iter().any(|&a| holds_recursive_data(self.store, self.store.sort_of(a)))
                || (*self.store.op(term) == Op::Ite && self.touches_data(args[0]));
            if opaque {
                let fresh = self.fresh(sort);
                self.plains.insert(term, fresh);
                if let (Op::Ite, &[condition, a, b]) = (self.store.op(term).clone(), &args[..])
                    && !holds_recursive_data(self.store, sort)
                {
                    let cases = [(condition, a), (self.store.not(condition), b)];
                    self.by_cases(&cases, |terms, branch| {
                        let branch = terms.plain(branch);
                        terms.store.eq(fresh, branch)
                    });
                } else if let (Op::Project(constructor, _), &[data]) = (self.store.op(term).clone(), &args[..]) {
                    self.open(constructor, data);
                }
                continue;
            }
            if !expanded {
                stack.push((term, true));
                stack.extend(args.iter().map(|&a| (a, false)));
                continue;
            }
            let images: Vec<TermId> = args.iter().map(|a| self.plains[a]).collect();
            let image = self.store.rebuild(term, &images);
            self.plains.insert(term, image);
        }
        self.plains[&root]
    }

    /// Adds that one of the cases holds: its condition, as far as it can be said, and what is concluded about its term.
    fn by_cases(&mut self, cases: &[(TermId, TermId)], conclude: impl Fn(&mut Self, TermId) -> TermId) {
        let mut all = Vec::with_capacity(cases.len());
        for &(condition, term) in cases {
            let condition = weaken(self, condition);
            let conclusion = conclude(self, term);
            all.push(self.store.and2(condition, conclusion));
        }
        let fact = self.store.or(&all);
        self.facts.push(fact);
    }

    /// The number for a measure of a term without a constructor on top.
    fn atomic_measure(&mut self, measure: Measure, data: TermId) -> TermId {
        if let Some(&known) = self.measures.get(&(measure, data)) {
            return known;
        }
        let number = self.fresh(SortId::INT);
        self.measures.insert((measure, data), number);
        if measure == Measure::Size {
            let zero = self.store.int(0);
            let fact = self.store.ge(number, zero);
            self.facts.push(fact);
        } else {
            self.empty_sum(data, number);
        }
        match (self.store.op(data).clone(), self.store.args(data).to_vec().as_slice()) {
            (Op::Ite, &[condition, a, b]) => {
                let cases = [(condition, a), (self.store.not(condition), b)];
                self.by_cases(&cases, |terms, branch| {
                    let branch = terms.measure(measure, branch);
                    terms.store.eq(number, branch)
                });
            }
            (Op::Project(constructor, _), &[whole]) => self.open(constructor, whole),
            _ => {}
        }
        number
    }

    /// Without recursive constructors there may be nothing to sum up: then the sum is 0 where the size is.
    fn empty_sum(&mut self, data: TermId, sum: TermId) {
        let sort = self.store.sort_of(data);
        let Some(family) = self.store.datatype_of(sort).and_then(|id| self.store.family(id)) else { return };
        let adds_nothing = family.iter().all(|&id| {
            (0..self.store.datatype(id).constructors.len() as u32).all(|c| {
                let recursive = self.store.shares(Measure::Size, id, c).0 > 0;
                recursive || self.store.datatype(id).constructors[c as usize].fields.is_empty()
            })
        });
        if adds_nothing {
            let size = self.atomic_measure(Measure::Size, data);
            let zero = self.store.int(0);
            let (some, none) = (self.store.neq(size, zero), self.store.eq(sum, zero));
            let fact = self.store.or2(some, none);
            self.facts.push(fact);
        }
    }

    /// A selector is applied to `data`: if that is built by the constructor, its measures are made of those of its
    /// fields.
    fn open(&mut self, constructor: u32, data: TermId) {
        let sort = self.store.sort_of(data);
        let Some(id) = self.store.datatype_of(sort) else { return };
        let count = self.store.datatype(id).constructors[constructor as usize].fields.len() as u32;
        let fields: Vec<TermId> = (0..count).map(|f| self.store.project(constructor, f, data)).collect();
        let built = self.store.construct(sort, constructor, &fields);
        let test = self.store.test(constructor, data);
        let not_built = self.store.not(test);
        let other = weaken(self, not_built);
        let mut equal = Vec::new();
        for measure in self.store.measures(sort) {
            let (whole, parts) = (self.measure(measure, data), self.measure(measure, built));
            equal.push(self.store.eq(whole, parts));
        }
        let equal = self.store.and(&equal);
        let fact = self.store.or2(other, equal);
        self.facts.push(fact);
    }
}
