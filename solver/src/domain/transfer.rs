//! The transfer function: from states of some atoms of a clause to the state of another.
//!
//! The atoms' states and the constraint are imposed on the compiled clause and propagated; undecided disjunctions and
//! conditions are split, within a budget, and the states at the leaves joined. Any atom may be the target, so the same
//! function goes forward (body to head) and backward (head to body).

use super::local::{Local, LocalAtom, Node};
use super::propagate::Propagator;
use super::template::Known;
use super::{AbsValue, Affine, Classes, Contradiction, State, Templates};
use crate::linear::{Constraint, Form};
use crate::num::Rat;
use crate::term::{Relation, TermId};
use std::sync::Arc;

/// How much work one evaluation may do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// How many leaves case splitting may produce.
    pub leaves: u32,
}

/// The result of an evaluation.
pub(super) struct Outcome {
    /// The state of the target; `None` if the clause cannot apply. Without target any state means "can apply".
    pub state: Option<State>,
    /// The work done.
    pub steps: u64,
}

/// Evaluates a clause. `sources` are atoms with their states, `target` the atom asked for with the
/// forms to bound for it.
pub(super) fn transfer(
    local: &Local,
    sources: &[(&LocalAtom, &State)],
    target: Option<(&LocalAtom, &Arc<[Form]>)>,
    effort: Effort,
) -> Outcome {
    let mut extra = Vec::new();
    let mut equal = Vec::new();
    for (atom, state) in sources {
        for constraint in state.constraints() {
            let form = constraint.form.substitute(|v| local.form(atom.args[v as usize]));
            extra.push(Constraint::new(form, constraint.relation));
        }
        equal.extend(state.classes.pairs().map(|(a, b)| (atom.args[a as usize], atom.args[b as usize])));
    }
    let mut constants: Vec<(u32, TermId)> = Vec::new();
    for (atom, state) in sources {
        for (i, &arg) in atom.args.iter().enumerate() {
            constants.extend(state.classes.constant(i).map(|c| (arg, c)));
        }
    }
    let over_nodes = |(atom, forms): (&LocalAtom, &Arc<[Form]>)| -> Vec<Form> {
        forms.iter().map(|form| form.substitute(|v| local.form(atom.args[v as usize]))).collect()
    };
    let mut splitter = Splitter {
        local,
        propagator: Propagator::new(local, extra, equal),
        constants,
        bounded: target.map_or_else(Vec::new, over_nodes),
        target,
        joined: None,
        leaf_steps: 0,
    };
    let mut values = local.initial.clone();
    let started = splitter.start(&mut values, sources);
    if started.is_ok() {
        splitter.split(values, effort.leaves);
    }
    Outcome { steps: splitter.propagator.steps + splitter.leaf_steps, state: splitter.joined }
}

struct Splitter<'a> {
    local: &'a Local,
    propagator: Propagator<'a>,
    /// Nodes known to hold a value term.
    constants: Vec<(u32, TermId)>,
    target: Option<(&'a LocalAtom, &'a Arc<[Form]>)>,
    /// The target's forms over the nodes of the clause.
    bounded: Vec<Form>,
    joined: Option<State>,
    leaf_steps: u64,
}

impl Splitter<'_> {
    fn start(&mut self, values: &mut [AbsValue], sources: &[(&LocalAtom, &State)]) -> Result<(), Contradiction> {
        for (atom, state) in sources {
            for (&arg, value) in atom.args.iter().zip(&state.values) {
                self.propagator.narrow(values, arg, value)?;
            }
        }
        self.propagator.narrow(values, self.local.constraint, &AbsValue::Bool(Some(true)))?;
        self.propagator.enqueue_all();
        self.propagator.run(values)
    }

    /// Splits propagated values into at most `budget` leaves.
    fn split(&mut self, values: Vec<AbsValue>, budget: u32) {
        let mut pending = vec![(values, budget)];
        while let Some((values, budget)) = pending.pop() {
            let cases = if budget > 1 { self.cases(&values, budget) } else { Vec::new() };
            if cases.is_empty() {
                self.leaf(&values);
                if self.target.is_none() && self.joined.is_some() {
                    return;
                }
                continue;
            }
            let share = (budget / cases.len() as u32).max(1);
            // Pushed backwards, so that the cases are visited in order.
            for (node, truth) in cases.into_iter().rev() {
                let mut branch = values.clone();
                self.propagator.steps += values.len() as u64 / 8;
                let result = self
                    .propagator
                    .narrow(&mut branch, node, &AbsValue::Bool(Some(truth)))
                    .and_then(|()| self.propagator.run(&mut branch));
                if result.is_ok() {
                    pending.push((branch, share));
                }
            }
        }
    }

    /// The cases to distinguish next: Boolean nodes with truth values, one of which must hold. Empty if nothing is
    /// undecided or the budget does not suffice.
    fn cases(&self, values: &[AbsValue], budget: u32) -> Vec<(u32, bool)> {
        let mut condition = None;
        let mut best: Option<(usize, Vec<(u32, bool)>)> = None;
        for (id, node) in self.local.nodes.iter().enumerate() {
            let (args, dominant) = match node {
                Node::Or(args) if values[id].as_bool() == Some(true) => (args, true),
                Node::And(args) if values[id].as_bool() == Some(false) => (args, false),
                Node::Ite(c, ..) if values[*c as usize].as_bool().is_none() => {
                    condition = condition.or(Some(*c));
                    continue;
                }
                _ => continue,
            };
            if args.iter().any(|&a| values[a as usize].as_bool() == Some(dominant)) {
                continue;
            }
            let open: Vec<(u32, bool)> =
                args.iter().filter(|&&a| values[a as usize].as_bool().is_none()).map(|&a| (a, dominant)).collect();
            if open.len() <= budget as usize && best.as_ref().is_none_or(|(size, _)| open.len() < *size) {
                best = Some((open.len(), open));
            }
        }
        match (best, condition) {
            (Some((_, open)), _) => open,
            (None, Some(c)) => vec![(c, true), (c, false)],
            (None, None) => Vec::new(),
        }
    }

    /// Joins the state of the target under propagated values.
    fn leaf(&mut self, values: &[AbsValue]) {
        let facts = self.facts(values);
        self.leaf_steps += facts.len() as u64 * 4;
        let Ok(space) = self.space(values, &facts) else { return };
        let Ok(known) = self.known(values, &space) else { return };
        let Some((target, forms)) = self.target else {
            let templates = Templates::top(&Arc::from(Vec::new()));
            let (affine, classes) = (Affine::top(), Classes::top(0));
            self.joined = Some(State { values: Vec::new(), affine, classes, templates });
            return;
        };
        let combine = known.len() * forms.len() <= 3_000;
        let bounds = self.bounded.iter().map(|form| known.bound(form, combine)).collect();
        let combined = if combine { known.len() * forms.len() } else { known.len() + forms.len() };
        self.leaf_steps += combined as u64;
        let Ok(affine) = self.affine(values, space.clone(), target) else { return };
        let mut state = State {
            values: target.args.iter().map(|&arg| values[arg as usize].clone()).collect(),
            affine,
            classes: self.classes(values, target),
            templates: Templates::new(forms, bounds),
        };
        if state.round_templates().is_err() {
            return;
        }
        self.leaf_steps += (target.args.len() * target.args.len()) as u64;
        self.joined = Some(match self.joined.take() {
            None => state,
            Some(joined) => joined.join(&state),
        });
    }

    /// The linear inequalities that hold under propagated values.
    fn known<'k>(&self, values: &'k [AbsValue], space: &'k Affine) -> Result<Known<'k>, Contradiction> {
        let mut known = Known::new(values, space);
        for (id, node) in self.local.nodes.iter().enumerate() {
            if let Node::Le(form) = node {
                match values[id].as_bool() {
                    Some(true) => known.add_constraint(form, Relation::LeZero)?,
                    Some(false) => {
                        let mut negated = form.clone();
                        negated.scale(&Rat::from(-1));
                        known.add_constraint(&negated, Relation::LtZero)?;
                    }
                    None => {}
                }
            }
        }
        for constraint in &self.propagator.extra {
            known.add_constraint(&constraint.form, constraint.relation)?;
        }
        Ok(known)
    }

    /// The space of the facts, unless a disequality contradicts it.
    fn space(&self, values: &[AbsValue], facts: &[Form]) -> Result<Affine, Contradiction> {
        let mut space = Affine::top();
        for row in facts {
            space.insert(row)?;
        }
        for (id, node) in self.local.nodes.iter().enumerate() {
            if let Node::EqZero(form) = node
                && values[id].as_bool() == Some(false)
                && space.implies(form)
            {
                return Err(Contradiction);
            }
        }
        Ok(space)
    }

    /// The linear equalities that hold under propagated values, over nodes that are no sums.
    fn facts(&self, values: &[AbsValue]) -> Vec<Form> {
        let mut rows = Vec::new();
        let local = self.local;
        let minus = Rat::from(-1);
        for (id, node) in local.nodes.iter().enumerate() {
            let id = id as u32;
            match node {
                Node::EqZero(form) if values[id as usize].as_bool() == Some(true) => rows.push(form.clone()),
                Node::Ite(c, a, b) if local.is_numeric(id) => {
                    if let Some(truth) = values[*c as usize].as_bool() {
                        rows.push(local.form(if truth { *a } else { *b }).plus(&minus, &Form::var(id)));
                    }
                }
                Node::ToReal(a) => rows.push(local.form(*a).plus(&minus, &Form::var(id))),
                _ => {}
            }
            if !matches!(node, Node::Sum(_) | Node::Constant)
                && let Some(value) = values[id as usize].interval().as_point()
            {
                rows.push(Form::var(id).plus(&minus, &Form::constant(value.clone())));
            }
        }
        let equalities = self.propagator.extra.iter().filter(|c| c.relation == Relation::EqZero);
        rows.extend(equalities.map(|c| c.form.clone()));
        rows
    }

    /// The equalities among the target's arguments that follow from the space of the facts.
    fn affine(&self, values: &[AbsValue], mut space: Affine, target: &LocalAtom) -> Result<Affine, Contradiction> {
        let first = self.local.nodes.len() as u32;
        let minus = Rat::from(-1);
        for (i, &arg) in target.args.iter().enumerate() {
            if !self.local.is_numeric(arg) {
                continue;
            }
            let form = match values[arg as usize].interval().as_point() {
                Some(value) => Form::constant(value.clone()),
                None => self.local.form(arg),
            };
            space.insert(&form.plus(&minus, &Form::var(first + i as u32)))?;
        }
        Ok(space.project_from(first))
    }

    /// The classes of the target's other arguments.
    fn classes(&self, values: &[AbsValue], target: &LocalAtom) -> Classes {
        let local = self.local;
        let arity = target.args.len();
        if target.args.iter().all(|&a| local.is_numeric(a)) {
            return Classes::top(arity);
        }
        let mut union = UnionFind::new(local.nodes.len());
        for &(a, b) in &self.propagator.equal {
            union.join(a, b);
        }
        for (id, node) in local.nodes.iter().enumerate() {
            match node {
                Node::Same(a, b) if values[id].as_bool() == Some(true) => union.join(*a, *b),
                Node::Ite(c, a, b) if !local.is_numeric(id as u32) => {
                    if let Some(truth) = values[*c as usize].as_bool() {
                        union.join(id as u32, if truth { *a } else { *b });
                    }
                }
                _ => {}
            }
        }
        let mut keys = Vec::with_capacity(arity);
        let mut constants = Vec::with_capacity(arity);
        for &arg in &target.args {
            if local.is_numeric(arg) {
                keys.push(None);
                constants.push(None);
                continue;
            }
            let root = union.find(arg);
            keys.push(Some(root));
            let described = matches!(values[arg as usize], AbsValue::Bool(_) | AbsValue::Bits(_));
            let constant = || {
                let own = (0..local.nodes.len() as u32)
                    .find(|&n| local.is_value[n as usize] && union.find_shared(n) == root)
                    .map(|n| local.terms[n as usize]);
                own.or_else(|| self.constants.iter().find(|(n, _)| union.find_shared(*n) == root).map(|(_, c)| *c))
            };
            constants.push(if described { None } else { constant() });
        }
        Classes::from_keys(&keys, constants)
    }
}

/// Disjoint sets of nodes.
struct UnionFind {
    parent: Vec<u32>,
}

impl UnionFind {
    fn new(n: usize) -> UnionFind {
        UnionFind { parent: (0..n as u32).collect() }
    }

    fn find(&mut self, mut a: u32) -> u32 {
        while self.parent[a as usize] != a {
            self.parent[a as usize] = self.parent[self.parent[a as usize] as usize];
            a = self.parent[a as usize];
        }
        a
    }

    fn find_shared(&self, mut a: u32) -> u32 {
        while self.parent[a as usize] != a {
            a = self.parent[a as usize];
        }
        a
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        self.parent[a.max(b) as usize] = a.min(b);
    }
}
