//! Terms of a clause over quantities instead of data: what is not known about a quantity is a fresh variable.

use super::Quantities;
use super::formula::weaken;
use crate::term::{Op, Sort, SortId, Store, TermId, postorder};
use hashbrown::HashMap;

/// The terms of one clause. Variables of the clause keep their numbers; fresh ones follow.
pub struct Terms<'a> {
    pub(in crate::reduce) store: &'a mut Store,
    pub(in crate::reduce) quantities: &'a dyn Quantities,
    vars: Vec<SortId>,
    /// Terms that are no data themselves, with all data inside replaced.
    plains: HashMap<TermId, TermId>,
    /// What is known about the fresh variables.
    facts: Vec<TermId>,
}

/// Goes through these sorts and those of all parts of their values, each once, until it is told to stop.
pub fn visit_sorts(store: &Store, roots: impl IntoIterator<Item = SortId>, mut go_on: impl FnMut(SortId) -> bool) {
    let mut seen: Vec<SortId> = Vec::new();
    let mut stack: Vec<SortId> = roots.into_iter().collect();
    while let Some(sort) = stack.pop() {
        if seen.contains(&sort) {
            continue;
        }
        if !go_on(sort) {
            return;
        }
        seen.push(sort);
        match store.sort(sort) {
            Sort::Array(index, element) => stack.extend([*index, *element]),
            Sort::Datatype(id) => {
                stack.extend(store.datatype(*id).constructors.iter().flat_map(|c| c.fields.iter().map(|f| f.sort)));
            }
            _ => {}
        }
    }
}

/// Whether values of a sort contain values of recursive datatypes.
pub fn holds_recursive_data(store: &Store, sort: SortId) -> bool {
    let mut found = false;
    visit_sorts(store, [sort], |part| {
        found = store.is_recursive(part);
        !found
    });
    found
}

impl<'a> Terms<'a> {
    /// Those of a clause with variables of these sorts.
    pub fn new(store: &'a mut Store, quantities: &'a dyn Quantities, vars: &[SortId]) -> Terms<'a> {
        Terms { store, quantities, vars: vars.to_vec(), plains: HashMap::new(), facts: Vec::new() }
    }

    /// The sorts of all variables, and what is known about the fresh ones.
    pub fn finish(self) -> (Vec<SortId>, Vec<TermId>) {
        (self.vars, self.facts)
    }

    pub(in crate::reduce) fn fresh(&mut self, sort: SortId) -> TermId {
        self.vars.push(sort);
        self.store.var(self.vars.len() as u32 - 1, sort)
    }

    /// Whether a term contains recursive data anywhere, or what else is replaced.
    pub(in crate::reduce) fn touches_data(&self, term: TermId) -> bool {
        postorder(self.store, &[term])
            .iter()
            .any(|&t| self.quantities.is_replaced(t) || holds_recursive_data(self.store, self.store.sort_of(t)))
    }

    /// A term over numbers for each quantity of a data term.
    pub(in crate::reduce) fn numbers(&mut self, data: TermId) -> Vec<TermId> {
        let quantities = self.quantities.of(self.store, data);
        quantities.into_iter().map(|quantity| self.plain(quantity)).collect()
    }

    /// A term that is no data, over no data.
    pub fn plain(&mut self, root: TermId) -> TermId {
        if let Some(&known) = self.plains.get(&root) {
            return known;
        }
        let mut stack = vec![(root, false)];
        while let Some((term, expanded)) = stack.pop() {
            if self.plains.contains_key(&term) {
                continue;
            }
            if let Some(data) = self.quantities.data(self.store, term) {
                self.atomic(term, data);
                continue;
            }
            if self.quantities.is_replaced(term) {
                // Used otherwise than through its quantities: any value will do, the same one for the same term.
                let fresh = self.fresh(self.store.sort_of(term));
                self.plains.insert(term, fresh);
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

    /// The number for a quantity of a term without a constructor on top.
    fn atomic(&mut self, quantity: TermId, data: TermId) {
        let number = self.fresh(self.store.sort_of(quantity));
        self.plains.insert(quantity, number);
        for fact in self.quantities.facts(self.store, quantity) {
            let fact = weaken(self, fact);
            self.facts.push(fact);
        }
        match (self.store.op(data).clone(), self.store.args(data).to_vec().as_slice()) {
            (Op::Ite, &[condition, a, b]) => {
                let cases = [(condition, a), (self.store.not(condition), b)];
                self.by_cases(&cases, |terms, branch| {
                    let branch = terms.quantities.same(terms.store, quantity, branch);
                    let branch = terms.plain(branch);
                    terms.store.eq(number, branch)
                });
            }
            (Op::Project(constructor, _), &[whole]) => self.open(constructor, whole),
            _ => {}
        }
    }

    /// A selector is applied to `data`: if that is built by the constructor, its quantities are made of those of
    /// its fields.
    fn open(&mut self, constructor: u32, data: TermId) {
        let sort = self.store.sort_of(data);
        let Some(id) = self.store.datatype_of(sort) else { return };
        let count = self.store.datatype(id).constructors[constructor as usize].fields.len() as u32;
        let fields: Vec<TermId> = (0..count).map(|f| self.store.project(constructor, f, data)).collect();
        let built = self.store.construct(sort, constructor, &fields);
        let test = self.store.test(constructor, data);
        let not_built = self.store.not(test);
        let other = weaken(self, not_built);
        let (whole, parts) = (self.numbers(data), self.numbers(built));
        let equal: Vec<TermId> = whole.into_iter().zip(parts).map(|(a, b)| self.store.eq(a, b)).collect();
        let equal = self.store.and(&equal);
        let fact = self.store.or2(other, equal);
        self.facts.push(fact);
    }
}
