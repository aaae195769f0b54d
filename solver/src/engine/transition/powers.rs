//! Powers of the transition relation from below: cubes over two states each of which stands for a path of known shape.
//!
//! The cube of a step is a projection of its clause; the cube of a longer path is composed of the cubes of its halves.
//! Every pair of states in a cube is connected by such a path, so a long way need not be walked again for every pair of
//! states.

use super::formulas::shift;
use super::limits::LIMITS;
use super::system::TransitionSystem;
use crate::engine::Context;
use crate::smt::{Purpose, SmtSolver};
use crate::system::Reason;
use crate::term::{Op, Relation, SortId, Store, TermId, Value, conjuncts};

/// A cube over the states before (`Var(0 .. k)`) and after (`Var(k .. 2k)`), or none to stand still.
#[derive(Clone, Copy, Debug)]
pub(super) struct Power {
    /// The cube.
    pub cube: TermId,
    /// What connects the states.
    pub shape: Shape,
}

/// What a path consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// No step.
    Still,
    /// One step by the transition of that number.
    Step(usize),
    /// Two paths, one after the other.
    Both(usize, usize),
}

/// The cubes found so far.
#[derive(Debug, Default)]
pub(super) struct Powers {
    /// All of them; [`Shape::Both`] refers to these.
    pub all: Vec<Power>,
    /// For each level those of at most 2^level steps that were found there.
    pub levels: Vec<Vec<usize>>,
}

impl Powers {
    /// Adds a cube at a level, unless it is known there; its number.
    pub(super) fn add(&mut self, level: usize, power: Power) -> usize {
        if self.levels.len() <= level {
            self.levels.resize_with(level + 1, Vec::new);
        }
        if let Some(&known) = self.levels[level].iter().find(|&&i| self.all[i].cube == power.cube) {
            return known;
        }
        self.all.push(power);
        self.levels[level].push(self.all.len() - 1);
        self.all.len() - 1
    }

    /// The cubes of a level.
    pub(super) fn of(&self, level: usize) -> &[usize] {
        self.levels.get(level).map_or(&[], Vec::as_slice)
    }

    /// The steps and states of the path from one state to another that a cube stands for.
    pub(super) fn path(
        &self,
        cx: &mut Context,
        solver: &mut SmtSolver,
        ts: &TransitionSystem,
        power: usize,
        from: Vec<Value>,
        to: Vec<Value>,
    ) -> Result<(Vec<usize>, Vec<Vec<Value>>), Reason> {
        let mut steps = Vec::new();
        let mut states = vec![from.clone()];
        let mut todo = vec![(power, from, to)];
        while let Some((power, from, to)) = todo.pop() {
            match self.all[power].shape {
                Shape::Still => {}
                Shape::Step(rule) => {
                    steps.push(rule);
                    states.push(to);
                    if steps.len() > LIMITS.powers_max_steps {
                        return Err(Reason::Incomplete("a refutation of too many steps".to_string()));
                    }
                    if steps.len() % 256 == 0 {
                        cx.check()?;
                    }
                }
                Shape::Both(left, right) => {
                    let middle = self.middle(cx, solver, ts, (left, &from), (right, &to))?;
                    todo.push((right, middle.clone(), to));
                    todo.push((left, from, middle));
                }
            }
        }
        Ok((steps, states))
    }

    /// A state between two others.
    fn middle(
        &self,
        cx: &mut Context,
        solver: &mut SmtSolver,
        ts: &TransitionSystem,
        (left, from): (usize, &[Value]),
        (right, to): (usize, &[Value]),
    ) -> Result<Vec<Value>, Reason> {
        let constants = |store: &mut Store, state: &[Value]| -> Vec<TermId> {
            state.iter().zip(&ts.sorts).map(|(value, &sort)| value.to_term(store, sort)).collect()
        };
        let middle = cx.store.vars(0, &ts.sorts);
        let mut images = constants(&mut cx.store, from);
        images.extend(&middle);
        let before = shift(&mut cx.store, self.all[left].cube, &images);
        let mut images = middle.clone();
        images.extend(constants(&mut cx.store, to));
        let after = shift(&mut cx.store, self.all[right].cube, &images);
        let both = cx.store.and2(before, after);
        if let Some(values) = forced(&mut cx.store, both, &middle) {
            return Ok(values);
        }
        let (answer, values) = solver.check_formula(&cx.store, Purpose::Reachability, both, &middle)?;
        if answer.is_sat() {
            return Ok(if middle.is_empty() { Vec::new() } else { values });
        }
        Err(Reason::Incomplete("a state on the path was not found".to_string()))
    }
}

/// The values that equations give to all variables, if the rest of the formula is true then.
fn forced(store: &mut Store, formula: TermId, vars: &[TermId]) -> Option<Vec<Value>> {
    let mut values: Vec<Option<TermId>> = vec![None; vars.len()];
    for literal in conjuncts(store, formula) {
        let (var, value) = match (store.op(literal), store.args(literal)) {
            (Op::Var(i), _) => (*i, Store::TRUE),
            (Op::Not, &[inner]) if store.as_var(inner).is_some() => (store.as_var(inner)?, Store::FALSE),
            _ => match store.as_linear_literal(literal) {
                Some((form, Relation::EqZero)) if form.terms.len() == 1 => {
                    let (atom, coefficient) = &form.terms[0];
                    let Some(var) = store.as_var(*atom) else { continue };
                    let value = -(&form.constant / coefficient);
                    let sort = store.sort_of(*atom);
                    if sort == SortId::INT && !value.is_integer() {
                        return None;
                    }
                    (var, store.num(value, sort))
                }
                _ => continue,
            },
        };
        values[var as usize].get_or_insert(value);
    }
    let values: Vec<TermId> = values.into_iter().collect::<Option<_>>()?;
    if shift(store, formula, &values) != Store::TRUE {
        return None;
    }
    values.iter().map(|&v| Value::from_term(store, v)).collect()
}
