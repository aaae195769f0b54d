//! Phases: a predicate becomes two, one for the arguments of which a condition holds and one for the others.
//!
//! The disjunctive invariant of a loop that first does one thing and then another becomes two conjunctive ones (Sharma,
//! Dillig, Dillig, Aiken: *Simplifying loop invariant generation using splitter predicates*, CAV 2011). Which condition
//! is worth it is for the caller to say; the two systems are equivalent with any.

use super::simplify::{Simplified, simplify_clause};
use super::{Derivations, ModelBack, Pass, PassContext, Transformed};
use crate::system::{Atom, Model, Pred, PredId, System};
use crate::term::{Store, TermId};

/// The pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phases {
    /// The predicate.
    pub pred: PredId,
    /// The condition, over its arguments as `Var(0) …`.
    pub condition: TermId,
}

/// A clause with more atoms of the predicate, its copies one for each choice of phases, leaves the system as it is.
const ATOMS: usize = 4;

impl Pass for Phases {
    fn name(&self) -> &'static str {
        "phases"
    }

    fn apply(&self, cx: &mut PassContext<'_>, system: &System) -> Option<Transformed> {
        let store = &mut *cx.store;
        let mut output = System { preds: system.preds.clone(), clauses: Vec::new() };
        // The phase in which the condition does not hold keeps the number, so that all other predicates keep theirs.
        let old = system.pred(self.pred);
        let made = [self.pred, PredId(output.preds.len() as u32)];
        output.preds[self.pred.index()].name = format!("{}.before", old.name);
        output.preds.push(Pred { name: format!("{}.after", old.name), sorts: old.sorts.clone() });
        let mut derivations = Derivations::new();
        for (id, clause) in system.clauses() {
            let entry = derivations.input(id);
            let concerned = |atom: &&Atom| atom.pred == self.pred;
            let atoms = clause.body.iter().chain(&clause.head).filter(concerned).count();
            if atoms > ATOMS {
                return None;
            }
            for choice in 0..1usize << atoms {
                let mut copy = clause.clone();
                let mut parts = vec![clause.constraint];
                let mine = copy.body.iter_mut().chain(&mut copy.head).filter(|atom| atom.pred == self.pred);
                for (number, atom) in mine.enumerate() {
                    let after = choice >> number & 1 == 1;
                    let holds = store.instantiate(self.condition, &atom.args);
                    parts.push(if after { holds } else { store.not(holds) });
                    atom.pred = made[usize::from(after)];
                }
                copy.constraint = store.and(&parts);
                let (copy, entry) = match simplify_clause(store, &copy) {
                    Simplified::Dropped => continue,
                    Simplified::Same => (copy, entry),
                    Simplified::Changed { clause, images, body } => (clause, derivations.instance(entry, images, body)),
                };
                derivations.conclude(entry);
                output.add_clause(copy);
            }
        }
        Some(Transformed { system: output, derivations, model: Box::new(Back { condition: self.condition, made }) })
    }
}

struct Back {
    condition: TermId,
    /// The phases: the condition does not hold, it holds.
    made: [PredId; 2],
}

impl ModelBack for Back {
    fn model(&self, cx: &mut PassContext<'_>, input: &System, model: Model) -> Result<Model, String> {
        let store: &mut Store = cx.store;
        let [before, after] = self.made.map(|pred| model.definition(pred));
        let not_yet = store.not(self.condition);
        let cases = [store.and2(not_yet, before), store.and2(self.condition, after)];
        let mut definitions = model.definitions;
        definitions.truncate(input.preds.len());
        definitions[self.made[0].index()] = store.or(&cases);
        Ok(Model { definitions })
    }
}
