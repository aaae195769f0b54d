//! Values that the clauses of a refutation force: the native half of [`complete`](super::complete()).
//!
//! Deep counterexamples are mostly deterministic: each step's values follow from its premises, or, from the query
//! backwards, from its use. Following these equations costs a few substitutions per step, where a solver would
//! be given a formula with every step in it. What stays open after a few sweeps is returned as a formula.

use crate::num::Rat;
use crate::system::{PartialStep, System};
use crate::term::{Op, Relation, SortId, Store, Substitution, TermId, conjuncts};

/// Sweeps forwards and backwards over the steps.
const SWEEPS: usize = 4;

/// What is known about the variables of all steps.
#[derive(Debug)]
pub(super) struct Values {
    /// The number of each step's first variable.
    pub(super) offsets: Vec<u32>,
    /// For each variable of each step its value term, or the variable itself, numbered through.
    images: Vec<Vec<TermId>>,
    /// The variables that have a value.
    known: Vec<Vec<bool>>,
    /// What remains of each step's constraint.
    rest: Vec<TermId>,
    /// What remains of the equations between each step's body arguments and its premises' heads.
    links: Vec<TermId>,
}

impl Values {
    /// Numbers the variables and takes over the values that the skeleton has.
    pub(super) fn new(store: &mut Store, system: &System, steps: &[PartialStep]) -> Values {
        let mut values = Values {
            offsets: Vec::with_capacity(steps.len()),
            images: Vec::with_capacity(steps.len()),
            known: Vec::with_capacity(steps.len()),
            rest: Vec::with_capacity(steps.len()),
            links: vec![Store::TRUE; steps.len()],
        };
        let mut next = 0;
        for step in steps {
            let clause = system.clause(step.clause);
            values.offsets.push(next);
            let mut images = store.vars(next, &clause.vars);
            let mut known = vec![false; images.len()];
            for (i, &sort) in clause.vars.iter().enumerate() {
                if let Some(Some(value)) = step.values.get(i) {
                    images[i] = value.to_term(store, sort);
                    known[i] = true;
                }
            }
            next += clause.vars.len() as u32;
            values.images.push(images);
            values.known.push(known);
            values.rest.push(clause.constraint);
        }
        values
    }

    /// The image of a variable of a step.
    pub(super) fn image(&self, step: usize, var: usize) -> TermId {
        self.images[step][var]
    }

    /// The formula for what is open, one part per step; `None` if it is false.
    pub(super) fn open_parts(&mut self, store: &mut Store) -> Option<Vec<TermId>> {
        let mut parts = Vec::new();
        for part in self.rest.iter().chain(&self.links) {
            match *part {
                Store::TRUE => {}
                Store::FALSE => return None,
                part => parts.extend(conjuncts(store, part)),
            }
        }
        Some(parts)
    }

    /// Follows forced values until nothing changes; `false` if the skeleton has no values at all.
    pub(super) fn propagate(&mut self, store: &mut Store, system: &System, steps: &[PartialStep]) -> bool {
        // The first sweep also puts the numbered variables in place of each clause's own.
        for step in 0..steps.len() {
            self.rest[step] = store.instantiate(self.rest[step], &self.images[step]);
            self.settle(store, step);
        }
        for sweep in 0..SWEEPS {
            let mut changed = false;
            let order: Vec<usize> =
                if sweep % 2 == 0 { (0..steps.len()).collect() } else { (0..steps.len()).rev().collect() };
            for step in order {
                changed |= self.link(store, system, steps, step);
                if self.rest[step] == Store::FALSE || self.links[step] == Store::FALSE {
                    return false;
                }
            }
            if !changed && sweep > 0 {
                break;
            }
        }
        true
    }

    /// Equates a step's body arguments with the heads of its premises and learns from it; whether something was learnt.
    fn link(&mut self, store: &mut Store, system: &System, steps: &[PartialStep], step: usize) -> bool {
        let mut changed = false;
        loop {
            let link = self.equations(store, system, steps, step);
            self.links[step] = link;
            let mut touched = Vec::new();
            for literal in conjuncts(store, link) {
                if let Some((var, value)) = forced(store, literal) {
                    touched.extend(self.learn(store, var, value));
                }
            }
            if touched.is_empty() {
                return changed;
            }
            changed = true;
            touched.sort_unstable();
            touched.dedup();
            for owner in touched {
                self.settle(store, owner);
            }
        }
    }

    /// The equations between a step's body arguments and the heads of its premises, under what is known.
    fn equations(&self, store: &mut Store, system: &System, steps: &[PartialStep], step: usize) -> TermId {
        let mut equations = Vec::new();
        for (atom, &premise) in system.clause(steps[step].clause).body.iter().zip(&steps[step].premises) {
            let Some(head) = &system.clause(steps[premise].clause).head else { continue };
            let mut here = Substitution::by_index(&self.images[step]);
            let mut there = Substitution::by_index(&self.images[premise]);
            for (&arg, &given) in atom.args.iter().zip(&head.args) {
                let (arg, given) = (here.apply(store, arg), there.apply(store, given));
                equations.push(store.eq(arg, given));
            }
        }
        store.and(&equations)
    }

    /// Learns what a step's constraint forces; whether something was learnt.
    fn settle(&mut self, store: &mut Store, step: usize) -> bool {
        let mut changed = false;
        loop {
            self.rest[step] = self.refresh(store, step, self.rest[step]);
            let mut learnt = false;
            for literal in conjuncts(store, self.rest[step]) {
                if let Some((var, value)) = forced(store, literal) {
                    learnt |= self.learn(store, var, value).is_some();
                }
            }
            if !learnt {
                return changed;
            }
            changed = true;
        }
    }

    /// Records a value; the step it belongs to, if the value is news.
    fn learn(&mut self, store: &Store, var: TermId, value: TermId) -> Option<usize> {
        let number = store.as_var(var)?;
        // The last step whose variables start at or before the number; steps without variables share an offset.
        let owner = self.offsets.partition_point(|&offset| offset <= number).checked_sub(1)?;
        let index = (number - self.offsets[owner]) as usize;
        if *self.known[owner].get(index)? {
            return None;
        }
        self.images[owner][index] = value;
        self.known[owner][index] = true;
        Some(owner)
    }

    /// A step's formula with the values known by now.
    fn refresh(&self, store: &mut Store, step: usize, formula: TermId) -> TermId {
        if store.is_ground(formula) {
            return formula;
        }
        let mut pairs = Vec::new();
        for (i, &image) in self.images[step].iter().enumerate() {
            if self.known[step][i] {
                pairs.push((store.var(self.offsets[step] + i as u32, store.sort_of(image)), image));
            }
        }
        if pairs.is_empty() { formula } else { Substitution::new(pairs).apply(store, formula) }
    }
}

/// Reads a literal that forces a variable to a value.
fn forced(store: &mut Store, literal: TermId) -> Option<(TermId, TermId)> {
    match store.op(literal) {
        Op::Var(_) => return Some((literal, Store::TRUE)),
        Op::Not if store.as_var(store.args(literal)[0]).is_some() => {
            return Some((store.args(literal)[0], Store::FALSE));
        }
        Op::Eq => {}
        _ => return None,
    }
    let [left, right] = *store.args(literal) else { return None };
    if store.sort_of(left).is_arith() {
        let (form, relation) = store.as_linear_literal(literal)?;
        let [(atom, coefficient)] = &form.terms[..] else { return None };
        if relation != Relation::EqZero || store.as_var(*atom).is_none() {
            return None;
        }
        let sort = store.sort_of(left);
        let value = &(&form.constant * &coefficient.recip()) * &Rat::from(-1);
        if sort == SortId::INT && !value.is_integer() {
            return None;
        }
        return Some((*atom, store.num(value, sort)));
    }
    [(left, right), (right, left)]
        .into_iter()
        .find(|&(var, value)| store.as_var(var).is_some() && store.is_value(value))
}
