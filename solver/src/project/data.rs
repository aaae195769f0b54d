//! Projection of datatype variables: by their constructor and fields, as the model builds them.
//!
//! Equalities and disequalities with a constructor term are taken apart first. A variable that is only said to differ
//! from other terms can always be chosen, if its sort is infinite. What remains is replaced by its constructor over
//! fresh fields, which are smaller values.

use super::{Literal, Projector};
use crate::term::{Op, Sort, SortId, TermId, Value, free_vars};

impl Projector<'_> {
    /// One step towards getting rid of a datatype variable; false if there is none to do.
    pub(super) fn data_step(&mut self) -> Option<bool> {
        let Some(var) = self.vars.iter().copied().find(|&v| self.store.datatype_of(self.store.sort_of(v)).is_some())
        else {
            return Some(false);
        };
        for at in 0..self.literals.len() {
            if self.literals[at].mentions(var)
                && let Some(parts) = self.take_apart(self.literals[at].term)?
            {
                let old = self.literals.remove(at);
                self.present.remove(&old.term);
                for part in parts {
                    self.add(part)?;
                }
                return Some(true);
            }
        }
        let sort = self.store.sort_of(var);
        if self.has_many_values(sort) {
            let only_apart = |p: &Self, l: &Literal| !l.mentions(var) || p.is_apart(l.term, var);
            if self.literals.iter().all(|l| only_apart(self, l)) {
                self.take(|l| l.mentions(var));
                return Some(true);
            }
        }
        self.expand(var)?;
        Some(true)
    }

    /// `c s… = t` becomes `is-c t` and `sᵢ = cᵢ t`; of a disequality the reason that the model gives is kept.
    fn take_apart(&mut self, literal: TermId) -> Option<Option<Vec<TermId>>> {
        let (atom, negated) = match self.store.op(literal) {
            Op::Not => (self.store.args(literal)[0], true),
            _ => (literal, false),
        };
        if *self.store.op(atom) != Op::Eq {
            return Some(None);
        }
        let [left, right] = *self.store.args(atom) else { return Some(None) };
        let (constructor, built, other) = match (self.store.op(left), self.store.op(right)) {
            (Op::Construct(c), _) => (*c, left, right),
            (_, Op::Construct(c)) => (*c, right, left),
            _ => return Some(None),
        };
        let fields = self.store.args(built).to_vec();
        let is = self.store.test(constructor, other);
        let Value::Data(actual, values) = self.value(other)? else { return None };
        if !negated {
            let mut parts = vec![is];
            for (i, field) in fields.into_iter().enumerate() {
                let projected = self.store.project(constructor, i as u32, other);
                parts.push(self.store.eq(field, projected));
            }
            return Some(Some(parts));
        }
        if actual != constructor {
            return Some(Some(vec![self.store.not(is)]));
        }
        for (i, field) in fields.into_iter().enumerate() {
            if self.value(field)? != values[i] {
                let projected = self.store.project(constructor, i as u32, other);
                return Some(Some(vec![is, self.store.neq(field, projected)]));
            }
        }
        None
    }

    /// Whether the literal says that the variable differs from a term that does not contain it.
    fn is_apart(&self, literal: TermId, var: TermId) -> bool {
        if *self.store.op(literal) != Op::Not {
            return false;
        }
        let atom = self.store.args(literal)[0];
        let [left, right] = *self.store.args(atom) else { return false };
        let other = if left == var { right } else { left };
        *self.store.op(atom) == Op::Eq
            && (left == var || right == var)
            && !free_vars(self.store, &[other]).contains(&var)
    }

    /// Replaces a variable by the constructor of its value over fresh variables.
    fn expand(&mut self, var: TermId) -> Option<()> {
        let sort = self.store.sort_of(var);
        let id = self.store.datatype_of(sort)?;
        let Value::Data(constructor, values) = self.value(var)? else { return None };
        let sorts: Vec<SortId> =
            self.store.datatype(id).constructors[constructor as usize].fields.iter().map(|f| f.sort).collect();
        let fields: Vec<TermId> = sorts.iter().zip(values.iter()).map(|(&s, v)| self.fresh(s, v.clone())).collect();
        let built = self.store.construct(sort, constructor, &fields);
        self.substitute(var, built)
    }

    /// Whether a datatype surely has infinitely many values: a field is a number or of the datatype itself.
    fn has_many_values(&self, sort: SortId) -> bool {
        let Sort::Datatype(id) = self.store.sort(sort) else { return false };
        self.store
            .datatype(*id)
            .constructors
            .iter()
            .flat_map(|c| &c.fields)
            .any(|f| f.sort == sort || f.sort.is_arith())
    }
}
