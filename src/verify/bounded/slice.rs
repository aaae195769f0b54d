//! What a question is about: the constraints that a set of properties depends on, however indirectly.
//!
//! A name matters where it is used, and then so does everything that its definition uses; what is known of a value
//! matters with the value. Everything else is satisfied by some values whatever the rest is, so the solver need not see
//! it.

use horn_solver::term::{Op, Store, TermId, free_vars};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The constraints that were reached from properties so far.
#[derive(Clone, Default)]
pub struct Slice {
    /// Constraints that wait for a variable.
    waiting: BTreeMap<u32, Vec<usize>>,
    /// How many constraints of the formula are known.
    known: usize,
    /// Constraints that were reached, and those that say nothing about variables.
    reached: BTreeSet<usize>,
    terms: HashSet<TermId>,
}

impl Slice {
    /// The constraints, by their index, that these properties depend on and none before did. For each constraint there
    /// is a subject ([`horn_frontend::bounded::Formula::subjects`]).
    pub fn reach(
        &mut self,
        store: &Store,
        constraints: &[TermId],
        subjects: &[TermId],
        properties: &[TermId],
    ) -> Vec<usize> {
        let mut new = Vec::new();
        let mut stack = properties.to_vec();
        for (index, subject) in subjects.iter().enumerate().skip(self.known) {
            let mut late = true;
            for term in free_vars(store, &[*subject]) {
                let Some(var) = store.as_var(term) else { continue };
                late = false;
                if self.terms.contains(&term) {
                    self.take(constraints, index, &mut new, &mut stack);
                } else {
                    self.waiting.entry(var).or_default().push(index);
                }
            }
            if late {
                self.take(constraints, index, &mut new, &mut stack);
            }
        }
        self.known = constraints.len();
        while let Some(term) = stack.pop() {
            if !self.terms.insert(term) {
                continue;
            }
            stack.extend(store.args(term));
            if let Op::Var(var) = store.op(term) {
                for index in self.waiting.remove(var).unwrap_or_default() {
                    self.take(constraints, index, &mut new, &mut stack);
                }
            }
        }
        new.sort_unstable();
        new
    }

    fn take(&mut self, constraints: &[TermId], index: usize, new: &mut Vec<usize>, stack: &mut Vec<TermId>) {
        if self.reached.insert(index) && constraints[index] != Store::TRUE {
            new.push(index);
            stack.push(constraints[index]);
        }
    }
}
